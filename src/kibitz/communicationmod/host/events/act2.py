"""The events of act 2."""

from typing import Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.deck import pick_cards, remove_cards, transform_cards
from kibitz.communicationmod.host.events.event import (
    LEAVE,
    Event,
    by_ascension,
    is_late,
    part_of,
)
from kibitz.communicationmod.host.fights import ELITE_GOLD, NO_GOLD, win
from kibitz.communicationmod.host.rewards import (
    MONSTER_ODDS,
    gain_found,
    gain_named,
)
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Option, Reward, Story
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import face, upgrade


def addict(event: Event, run: Run) -> Story[None]:
    """A relic for gold, or for a curse."""
    answer = yield from event.ask(
        "A beggar who shakes has something in his bag.",
        Option("Offer Gold", "85 Gold: obtain a relic.", run.gold >= 85),
        Option("Rob", "Obtain a relic. Become cursed with Shame."),
        LEAVE,
    )
    if answer == 2:
        return
    if answer == 0:
        run.gold -= 85
    else:
        run.gain_card(face("Shame"))
    yield from gain_found(run)
    yield from event.end("You go on.")


def back_to_basics(event: Event, run: Run) -> Story[None]:
    """A card less, or better basic cards."""
    answer = yield from event.ask(
        "Old writing covers the wall.",
        Option("Elegance", "Remove a card.", bool(run.removable())),
        Option("Simplicity", "Upgrade all Strikes and Defends."),
    )
    if answer == 0:
        yield from remove_cards(run)
    else:
        for card in run.upgradable():
            if stock.is_basic(card.number):
                card.number = upgrade(card.number)
    yield from event.end("The writing fades.")


def beggar(event: Event, run: Run) -> Story[None]:
    """The removal of a card for gold."""
    pays = run.gold >= 75 and bool(run.removable())
    answer = yield from event.ask(
        "An old beggar holds out his hand.",
        Option("Offer Gold", "75 Gold: remove a card.", pays),
        LEAVE,
    )
    if answer == 0:
        run.gold -= 75
        yield from event.ask("It was the cleric all along.", Option("Continue"))
        yield from remove_cards(run)
        yield from event.end("He thanks you.")


def colosseum(event: Event, run: Run) -> Story[None]:
    """A fight, and another one for those who want it."""
    yield from event.ask("You wake up in an arena.", Option("Proceed"))
    yield from event.ask("The crowd roars.", Option("Fight"))
    if not (yield from win(run, "blue slaver, red slaver", NO_GOLD, None)):
        return
    answer = yield from event.ask(
        "The way out is open, but the crowd wants more.",
        Option("Cowardice", "Escape."),
        Option("Victory", "A hard fight with many rewards."),
    )
    if answer == 1:
        relics = [run.next_relic(tier) for tier in (stock.RARE, stock.UNCOMMON)]
        rewards = [Reward("RELIC", relic=relic) for relic in relics]
        yield from win(run, "taskmaster, gremlin nob", (100, 100), MONSTER_ODDS, rewards)


BOOKS: Final = ("Necronomicon", "Enchiridion", "Nilry's Codex")


def cursed_tome(event: Event, run: Run) -> Story[None]:
    """A book that hurts whoever reads it."""
    if (yield from event.ask("A book lies open.", Option("Read"), LEAVE)) == 1:
        return
    for damage in (1, 2, 3):
        yield from event.ask("You turn a page.", Option("Continue", f"Lose {damage} HP."))
        run.lose_hp(damage)
    last = by_ascension(run, 10, 15)
    answer = yield from event.ask(
        "This is the last page.",
        Option("Take", f"Obtain the book. Lose {last} HP."),
        Option("Stop", "Lose 3 HP."),
    )
    run.lose_hp(last if answer == 0 else 3)
    if answer == 0:
        left = [name for name in BOOKS if not run.has(name)]
        yield from gain_named(run, run.dice.pick(left or [*BOOKS]))
    yield from event.end("You close the book.")


def drug_dealer(event: Event, run: Run) -> Story[None]:
    """Strength in several forms."""
    answer = yield from event.ask(
        "A man with a coat full of bottles.",
        Option("Test J.A.X.", "Obtain J.A.X."),
        Option("Become Test Subject", "Transform 2 cards.", len(run.removable()) >= 2),
        Option("Ingest Mutagens", "Obtain Mutagenic Strength."),
    )
    if answer == 0:
        run.gain_card(face("J.A.X."))
    elif answer == 1:
        yield from transform_cards(run, 2)
    else:
        yield from gain_named(run, "Mutagenic Strength")
    yield from event.end("He is gone.")


def forgotten_altar(event: Event, run: Run) -> Story[None]:
    """An altar for a golden idol, or for blood."""
    loss = part_of(run.max_hp, by_ascension(run, 25, 35))
    answer = yield from event.ask(
        "The altar has a place for an idol.",
        Option("Offer", "Give the Golden Idol: obtain Bloody Idol.", run.has("Golden Idol")),
        Option("Sacrifice", f"Gain 5 Max HP. Lose {loss} HP."),
        Option("Desecrate", "Become cursed with Decay."),
    )
    if answer == 0:
        run.lose_relic("Golden Idol")
        yield from gain_named(run, "Bloody Idol")
    elif answer == 1:
        run.change_max_hp(5)
        run.lose_hp(loss)
    else:
        run.gain_card(face("Decay"))
    yield from event.end("The altar is silent.")


def ghosts(event: Event, run: Run) -> Story[None]:
    """Apparitions for half of the HP."""
    count = by_ascension(run, 5, 3)
    loss = run.max_hp // 2
    answer = yield from event.ask(
        "Ghosts sit around a table.",
        Option("Accept", f"Obtain {count} Apparitions. Lose {loss} Max HP."),
        Option("Refuse"),
    )
    if answer == 0:
        run.change_max_hp(-loss)
        for _ in range(count):
            run.gain_card(face("Ghostly"))
    yield from event.end("The ghosts fade.")


def masked_bandits(event: Event, run: Run) -> Story[None]:
    """All gold, or a fight."""
    answer = yield from event.ask(
        "Three bandits with red masks block the way.",
        Option("Pay", "Lose all Gold."),
        Option("Fight!"),
    )
    if answer == 1:
        mask = Reward("RELIC", relic=stock.make_relic("Red Mask"))
        yield from win(run, "masked bandits", ELITE_GOLD, MONSTER_ODDS, [mask])
        return
    run.gold = 0
    yield from event.end("They laugh and go.")


def nest(event: Event, run: Run) -> Story[None]:
    """Gold, or a dagger."""
    gold = by_ascension(run, 99, 50)
    yield from event.ask("Many people in hoods stand in line.", Option("Continue"))
    answer = yield from event.ask(
        "They have a box of gold and a dagger.",
        Option("Smash and Grab", f"Gain {gold} Gold."),
        Option("Stay in Line", "Obtain Ritual Dagger. Lose 6 HP."),
    )
    if answer == 0:
        run.gain_gold(gold)
    else:
        run.lose_hp(6)
        run.gain_card(face("RitualDagger"))
    yield from event.end("You leave the nest.")


LIBRARY_CARDS: Final = 20


def the_library(event: Event, run: Run) -> Story[None]:
    """One of many cards, or sleep."""
    healing = part_of(run.max_hp, by_ascension(run, 33, 20))
    answer = yield from event.ask(
        "A quiet library.",
        Option("Read", f"Choose 1 of {LIBRARY_CARDS} cards."),
        Option("Sleep", f"Heal {healing} HP."),
    )
    if answer == 1:
        run.heal(healing)
    else:
        cards = run.roll_cards(LIBRARY_CARDS, *MONSTER_ODDS)
        for card in (yield from pick_cards(cards, 1)):
            run.obtain(card)
    yield from event.end("You leave the library.")


def the_mausoleum(event: Event, run: Run) -> Story[None]:
    """A relic, and perhaps a curse."""
    chance = by_ascension(run, 50, 100)
    answer = yield from event.ask(
        "A coffin stands in the middle.",
        Option("Open Coffin", f"Obtain a relic. {chance}%: become cursed with Writhe."),
        LEAVE,
    )
    if answer == 1:
        return
    if run.dice.below(100) < chance:
        run.gain_card(face("Writhe"))
    yield from gain_found(run)
    yield from event.end("The coffin is empty now.")


BITES: Final = 5


def vampires(event: Event, run: Run) -> Story[None]:
    """Bites instead of Strikes."""
    loss = part_of(run.max_hp, 30)
    answer = yield from event.ask(
        "People with pale faces offer you a place among them.",
        Option("Accept", f"Remove all Strikes. Obtain {BITES} Bites. Lose {loss} Max HP."),
        Option("Give Vial", "Give Blood Vial: the same without a loss.", run.has("Blood Vial")),
        Option("Refuse"),
    )
    if answer == 0:
        run.change_max_hp(-loss)
    elif answer == 1:
        run.lose_relic("Blood Vial")
    if answer < 2:
        for card in [*run.deck]:
            if card.number & catalogue.FACE_MASK & ~1 == stock.STRIKE:
                run.remove(card)
        for _ in range(BITES):
            run.gain_card(face("Bite"))
    yield from event.end("They are gone.")


EVENTS: Final = (
    Event("Addict", "Pleading Vagrant", addict, acts=(2,)),
    Event("Back to Basics", "Ancient Writing", back_to_basics, acts=(2,)),
    Event("Beggar", "Old Beggar", beggar, lambda run: run.gold >= 75, acts=(2,)),
    Event("Colosseum", "The Colosseum", colosseum, is_late, acts=(2,)),
    Event("Cursed Tome", "Cursed Tome", cursed_tome, acts=(2,)),
    Event("Drug Dealer", "Augmenter", drug_dealer, acts=(2,)),
    Event("Forgotten Altar", "Forgotten Altar", forgotten_altar, acts=(2,)),
    Event("Ghosts", "Council of Ghosts", ghosts, acts=(2,)),
    Event("Masked Bandits", "Masked Bandits", masked_bandits, acts=(2,)),
    Event("Nest", "The Nest", nest, acts=(2,)),
    Event("The Library", "The Library", the_library, acts=(2,)),
    Event("The Mausoleum", "The Mausoleum", the_mausoleum, acts=(2,)),
    Event("Vampires", "Vampires(?)", vampires, acts=(2,)),
)
