"""Shrines, which come back in every act, and the events that a run meets once."""

from collections.abc import Callable
from typing import Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.deck import (
    copy_card,
    pick_cards,
    remove_cards,
    transform_cards,
    upgrade_card,
    upgrade_random,
)
from kibitz.communicationmod.host.events.event import (
    HARD_FROM,
    LEAVE,
    ONCE,
    SHRINE,
    Event,
    by_ascension,
    part_of,
)
from kibitz.communicationmod.host.rewards import (
    collect,
    found_potions,
    gain_found,
    gain_named,
)
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Option, Story
from kibitz.communicationmod.host.stock import Held
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire import gear
from kibitz.games.spire.cards import face


def golden_shrine(event: Event, run: Run) -> Story[None]:
    """A shrine full of gold."""
    gold = by_ascension(run, 100, 50)
    answer = yield from event.ask(
        "A shrine of gold.",
        Option("Pray", f"Gain {gold} Gold."),
        Option("Desecrate", "Gain 275 Gold. Become cursed with Regret."),
        LEAVE,
    )
    if answer == 0:
        run.gain_gold(gold)
    elif answer == 1:
        run.gain_gold(275)
        run.gain_card(catalogue.REGRET)
    yield from event.end("The shrine is empty.")


def shrine(
    text: str, cards: Callable[[Run], list[Held]], change: Callable[[Run], Story[object]]
) -> Callable[[Event, Run], Story[None]]:
    """Makes the story of a shrine that changes a card.

    Args:
        text: what it does, in words.
        cards: which cards it can change.
        change: lets the player choose one and changes it.
    """

    def story(event: Event, run: Run) -> Story[None]:
        pray = Option("Pray", text, bool(cards(run)))
        if (yield from event.ask("A shrine with a strange light.", pray, LEAVE)) == 0:
            yield from change(run)
            yield from event.end("The shrine is dark.")

    return story


PAIRS: Final = 6
TRIES: Final = 5


def match_and_keep(event: Event, run: Run) -> Story[None]:
    """Six pairs of cards, face down: pairs that are found are kept."""
    yield from event.ask("A gremlin shuffles cards.", Option("Continue"))
    yield from event.ask(f"You have {TRIES} tries.", Option("Play"))
    kinds = [run.dice.pick(stock.cards_of(run.color, rarity)) for rarity in stock.RARITIES]
    kinds.append(run.dice.pick(stock.cards_of("colorless", stock.UNCOMMON)))
    kinds.append(run.dice.pick(stock.CURSES))
    kinds.append(face("Strike_R"))
    table: list[int | None] = [kind for kind in kinds for _ in range(2)]
    run.dice.shuffle(table)
    for left in range(TRIES, 0, -1):
        first = yield from turn_card(event, run, table, None, left)
        second = yield from turn_card(event, run, table, first, left)
        found = table[first]
        if found is not None and found == table[second]:
            run.gain_card(found)
            table[first] = table[second] = None
    yield from event.end("The gremlin packs up.")


def turn_card(
    event: Event, run: Run, table: list[int | None], up: int | None, left: int
) -> Story[int]:
    """Lets the player turn one card; returns its place."""
    kind = None if up is None else table[up]
    shown = "All are face down" if kind is None else f"Card {up} is {run.card(kind).name}"
    closed = [place for place, card in enumerate(table) if card is not None and place != up]
    options = [Option(f"card{place}") for place in closed]
    return closed[(yield from event.ask(f"{shown}. Tries left: {left}.", *options))]


def wheel_of_change(event: Event, run: Run) -> Story[None]:
    """One of six things, at random."""
    yield from event.ask("A gremlin with a wheel wants you to spin it.", Option("Play"))
    yield from event.ask("The wheel turns.", Option("Spin"))
    result = run.dice.below(6)
    if result == 0:
        run.gain_gold(100 * run.act.number)
    elif result == 1:
        yield from gain_found(run)
    elif result == 2:
        run.heal(run.max_hp)
    elif result == 3:
        run.gain_card(face("Decay"))
    elif result == 4:
        yield from remove_cards(run)
    else:
        run.lose_hp(part_of(run.max_hp, by_ascension(run, 10, 15)))
    yield from event.end("The gremlin giggles.")


SHRINES: Final = (
    Event("Golden Shrine", "Golden Shrine", golden_shrine, kind=SHRINE),
    Event(
        "Transmorgrifier",
        "Transmogrifier",
        shrine("Transform a card.", Run.removable, transform_cards),
        kind=SHRINE,
    ),
    Event(
        "Purifier",
        "Purifier",
        shrine("Remove a card.", Run.removable, remove_cards),
        kind=SHRINE,
    ),
    Event(
        "Upgrade Shrine",
        "Upgrade Shrine",
        shrine("Upgrade a card.", Run.upgradable, upgrade_card),
        kind=SHRINE,
    ),
    Event("Match and Keep!", "Match and Keep!", match_and_keep, kind=SHRINE),
    Event("Wheel of Change", "Wheel of Change", wheel_of_change, kind=SHRINE),
)


# One-time events.


def accursed_blacksmith(event: Event, run: Run) -> Story[None]:
    """A forge, and what lies around it."""
    answer = yield from event.ask(
        "A forge is still hot.",
        Option("Forge", "Upgrade a card.", bool(run.upgradable())),
        Option("Rummage", "Obtain Warped Tongs. Become cursed with Pain."),
        LEAVE,
    )
    if answer == 2:
        return
    if answer == 0:
        yield from upgrade_card(run)
    else:
        yield from gain_named(run, "Warped Tongs")
        run.gain_card(face("Pain"))
    yield from event.end("The forge goes cold.")


BONFIRE_HP: Final = 10


def bonfire(event: Event, run: Run) -> Story[None]:
    """A card for the fire; the better it was, the more it gives."""
    yield from event.ask("Spirits dance around a fire.", Option("Approach"))
    offer = Option("Offer", "Remove a card. The spirits answer.", bool(run.removable()))
    if (yield from event.ask("They want a gift.", offer, LEAVE)) == 1:
        return
    for card in (yield from remove_cards(run)):
        rarity = stock.rarity_of_card(card.number)
        if rarity == "CURSE":
            yield from gain_named(run, "Spirit Poop")
        elif rarity == stock.RARE:
            run.change_max_hp(BONFIRE_HP)
            run.heal(run.max_hp)
        elif rarity == stock.UNCOMMON:
            run.heal(run.max_hp)
        elif rarity in (stock.COMMON, "SPECIAL"):
            run.heal(5)
    yield from event.end("The fire goes down.")


def designer(event: Event, run: Run) -> Story[None]:
    """A designer who works on the deck."""
    tidy, clean, full = (by_ascension(run, *price) for price in ((40, 50), (60, 75), (90, 110)))
    punch = by_ascension(run, 3, 5)
    one, many = run.dice.flip(), run.dice.flip()
    yield from event.ask("A designer looks at you.", Option("Proceed"))
    upgrading = run.gold >= tidy and bool(run.upgradable())
    removing = bool(run.removable())
    answer = yield from event.ask(
        "Something has to be done about this.",
        Option(
            "Adjustments",
            f"{tidy} Gold: upgrade {'a card' if one else '2 random cards'}.",
            upgrading,
        ),
        Option(
            "Clean Up",
            f"{clean} Gold: {'transform 2 cards' if many else 'remove a card'}.",
            run.gold >= clean and removing,
        ),
        Option(
            "Full Service",
            f"{full} Gold: remove a card, and upgrade a random one.",
            run.gold >= full and removing,
        ),
        Option("Punch", f"Lose {punch} HP."),
    )
    if answer == 3:
        run.lose_hp(punch)
    else:
        run.gold -= (tidy, clean, full)[answer]
    if answer == 0 and one:
        yield from upgrade_card(run)
    elif answer == 0:
        upgrade_random(run, 2)
    elif answer == 1 and many:
        yield from transform_cards(run, 2)
    elif answer in (1, 2):
        yield from remove_cards(run)
        upgrade_random(run, answer - 1)
    yield from event.end("The designer waves.")


def duplicator(event: Event, run: Run) -> Story[None]:
    """A copy of a card."""
    pray = Option("Pray", "Copy a card.", bool(run.deck))
    if (yield from event.ask("A shrine with two faces.", pray, LEAVE)) == 0:
        yield from copy_card(run)
        yield from event.end("The shrine is dark.")


FACES: Final = (
    "Cultist Headpiece",
    "Face of Cleric",
    "Gremlin Visage",
    "N'loth's Hungry Face",
    "Ssserpent Head",
)


def face_trader(event: Event, run: Run) -> Story[None]:
    """Faces to touch or to wear."""
    gold, damage = by_ascension(run, 75, 50), part_of(run.max_hp, 10)
    yield from event.ask("A man with many faces.", Option("Continue"))
    answer = yield from event.ask(
        "He wants to touch your face.",
        Option("Touch", f"Lose {damage} HP. Gain {gold} Gold."),
        Option("Trade", "Obtain a random face."),
        LEAVE,
    )
    if answer == 2:
        return
    if answer == 0:
        run.gain_gold(gold)
        run.lose_hp(damage)
    else:
        left = [name for name in FACES if not run.has(name)]
        yield from gain_named(run, run.dice.pick(left or [*FACES]))
    yield from event.end("He walks away.")


def fountain(event: Event, run: Run) -> Story[None]:
    """Water that takes curses away."""
    answer = yield from event.ask(
        "Clear water runs here.", Option("Drink", "Remove all curses."), LEAVE
    )
    if answer == 0:
        for card in curses_of(run):
            run.remove(card)
        yield from event.end("You feel light.")


def curses_of(run: Run) -> list[Held]:
    """Lists the curses that can be removed."""
    return [card for card in run.removable() if card.type == catalogue.CURSE]


SKULL_PRICE: Final = 6
SKULL_GOLD: Final = 90


def knowing_skull(event: Event, run: Run) -> Story[None]:
    """Wishes for HP."""
    yield from event.ask("A skull speaks to you.", Option("Approach"))
    prices = [SKULL_PRICE] * 3
    while True:
        potion, gold, card = prices
        answer = yield from event.ask(
            "What do you want?",
            Option("A Pick Me Up?", f"Obtain a potion. Lose {potion} HP."),
            Option("Riches?", f"Gain {SKULL_GOLD} Gold. Lose {gold} HP."),
            Option("Success?", f"Obtain a colorless card. Lose {card} HP."),
            Option("How do I leave?", f"Lose {SKULL_PRICE} HP."),
        )
        run.lose_hp([*prices, SKULL_PRICE][answer])
        if answer == 3:
            break
        prices[answer] += 1
        if answer == 0:
            run.gain_potion(run.roll_potion())
        elif answer == 1:
            run.gain_gold(SKULL_GOLD)
        else:
            run.gain_card(run.dice.pick(stock.cards_of("colorless", stock.UNCOMMON)))
    yield from event.end("The skull laughs.")


def lab(event: Event, run: Run) -> Story[None]:
    """A room full of potions."""
    count = by_ascension(run, 3, 2)
    yield from event.ask("A room full of potions.", Option("Search", f"Obtain {count} potions."))
    yield from collect(run, found_potions(run, count))


def nloth(event: Event, run: Run) -> Story[None]:
    """A gift for a relic."""
    names = [relic.name for relic in run.relics]
    run.dice.shuffle(names)
    offers = names[:2]
    options = [Option(f"Offer {name}", "Obtain N'loth's Gift.") for name in offers]
    answer = yield from event.ask("A strange being is hungry.", *options, LEAVE)
    if answer < len(offers):
        run.lose_relic(offers[answer])
        yield from gain_named(run, "N'loth's Gift")
        yield from event.end("It chews and hums.")


def note(event: Event, run: Run) -> Story[None]:
    """A card that somebody has left, for one of the deck."""
    yield from event.ask("A note sticks to the wall.", Option("Continue"))
    answer = yield from event.ask(
        "There is a card behind it.",
        Option("Take", "Obtain Iron Wave. Leave a card.", bool(run.removable())),
        Option("Ignore"),
    )
    if answer == 0:
        run.gain_card(face("Iron Wave"))
        for card in (yield from pick_cards(run.removable(), 1)):
            run.remove(card)
    yield from event.end("You go on.")


BET: Final = 50
OWNER_WINS_PERCENT: Final = 30


def is_easy(run: Run) -> bool:
    """Tells whether events are as they usually are."""
    return run.ascension < HARD_FROM


def joust(event: Event, run: Run) -> Story[None]:
    """A bet on one of two fighters."""
    yield from event.ask("Two are about to fight.", Option("Continue"))
    answer = yield from event.ask(
        "Which one do you bet on?",
        Option("Murderer", f"Bet {BET} Gold: 70%: win 100 Gold."),
        Option("Owner", f"Bet {BET} Gold: {OWNER_WINS_PERCENT}%: win 250 Gold."),
    )
    run.gold -= BET
    owner_wins = run.dice.below(100) < OWNER_WINS_PERCENT
    yield from event.ask("They fight.", Option("Continue"))
    if owner_wins and answer == 1:
        run.gain_gold(250)
    elif not owner_wins and answer == 0:
        run.gain_gold(100)
    yield from event.end("It is over.")


def we_meet_again(event: Event, run: Run) -> Story[None]:
    """A relic for a potion, gold or a card."""
    potions = [potion for potion in run.potions if potion != gear.EMPTY_SLOT]
    cards = [card for card in run.removable() if card.type != catalogue.CURSE]
    potion = run.dice.pick(potions) if potions else gear.EMPTY_SLOT
    price = run.dice.between(50, min(150, run.gold)) if run.gold >= 50 else 0
    card = run.dice.pick(cards) if cards else None
    answer = yield from event.ask(
        "An old friend whom you do not remember.",
        Option("Give Potion", "Give a potion: obtain a relic.", bool(potions)),
        Option("Give Gold", f"{price} Gold: obtain a relic.", price > 0),
        Option("Give Card", "Give a card: obtain a relic.", card is not None),
        Option("Attack"),
    )
    given = answer < 3
    if answer == 0:
        given = potion in run.potions  # it may be used or thrown away on this page
        if given:
            run.potions[run.potions.index(potion)] = gear.EMPTY_SLOT
    elif answer == 1:
        run.gold -= price
    elif answer == 2 and card is not None:
        run.remove(card)
    if given:
        yield from gain_found(run)
    yield from event.end("The friend is gone.")


def woman_in_blue(event: Event, run: Run) -> Story[None]:
    """Potions for gold."""
    prices = (20, 30, 40)
    options = [
        Option(f"Buy {count}", f"{price} Gold: {count} potions.", run.gold >= price)
        for count, price in enumerate(prices, 1)
    ]
    answer = yield from event.ask("A woman in blue sells potions.", *options, LEAVE)
    if answer < len(prices):
        run.gold -= prices[answer]
        yield from collect(run, found_potions(run, answer + 1))
    else:
        run.lose_hp(by_ascension(run, 0, part_of(run.max_hp, 5)))


ONE_TIME: Final = (
    Event("Accursed Blacksmith", "Ominous Forge", accursed_blacksmith, kind=ONCE),
    Event("Bonfire Elementals", "Bonfire Spirits", bonfire, kind=ONCE),
    Event("Designer", "Designer In-Spire", designer, lambda run: run.gold >= 75, (2, 3), ONCE),
    Event("Duplicator", "Duplicator", duplicator, acts=(2, 3), kind=ONCE),
    Event("FaceTrader", "Face Trader", face_trader, acts=(1, 2), kind=ONCE),
    Event(
        "Fountain of Cleansing",
        "The Divine Fountain",
        fountain,
        lambda run: bool(curses_of(run)),
        kind=ONCE,
    ),
    Event("Knowing Skull", "Knowing Skull", knowing_skull, lambda run: run.hp > 12, (2,), ONCE),
    Event("Lab", "Lab", lab, kind=ONCE),
    Event("N'loth", "N'loth", nloth, lambda run: len(run.relics) >= 2, (2,), ONCE),
    Event(
        "NoteForYourself", "A Note For Yourself", note, lambda run: run.ascension < 15, kind=ONCE
    ),
    Event("The Joust", "The Joust", joust, lambda run: run.gold >= BET, (2,), ONCE),
    Event("WeMeetAgain", "We Meet Again!", we_meet_again, kind=ONCE),
    Event(
        "The Woman in Blue",
        "The Woman in Blue",
        woman_in_blue,
        lambda run: run.gold >= 50,
        kind=ONCE,
    ),
)
