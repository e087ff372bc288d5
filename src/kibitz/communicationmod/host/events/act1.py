"""The events of act 1."""

from typing import Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.acts import encounters_of
from kibitz.communicationmod.host.deck import (
    remove_cards,
    transform_cards,
    upgrade_card,
    upgrade_random,
)
from kibitz.communicationmod.host.events.event import (
    LEAVE,
    Event,
    by_ascension,
    is_late,
    part_of,
)
from kibitz.communicationmod.host.fights import MONSTER_GOLD, win
from kibitz.communicationmod.host.rewards import (
    ELITE_ODDS,
    MONSTER_ODDS,
    gain_found,
    gain_named,
    gain_relic,
)
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Option, Reward, Story
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import face
from kibitz.games.spire.monsters import LAGAVULIN_EVENT


def big_fish(event: Event, run: Run) -> Story[None]:
    """Food, or a box with a relic and a curse."""
    meal = run.max_hp // 3
    answer = yield from event.ask(
        "A table with food, and a locked box under it.",
        Option("Banana", f"Heal {meal} HP."),
        Option("Donut", "Gain 5 Max HP."),
        Option("Box", "Gain a relic. Become cursed with Regret."),
    )
    if answer == 0:
        run.heal(meal)
    elif answer == 1:
        run.change_max_hp(5)
    else:
        yield from gain_found(run)
        run.gain_card(catalogue.REGRET)
    yield from event.end("The table is bare now.")


def the_cleric(event: Event, run: Run) -> Story[None]:
    """Healing or the removal of a card, for gold."""
    healing, price = run.max_hp // 4, by_ascension(run, 50, 75)
    purify = run.gold >= price and bool(run.removable())
    answer = yield from event.ask(
        "A cleric offers help for a little gold.",
        Option("Heal", f"35 Gold: heal {healing} HP.", run.gold >= 35),
        Option("Purify", f"{price} Gold: remove a card.", purify),
        LEAVE,
    )
    if answer == 0:
        run.gold -= 35
        run.heal(healing)
    elif answer == 1:
        run.gold -= price
        yield from remove_cards(run)
    yield from event.end("The cleric waves goodbye.")


def dead_adventurer(event: Event, run: Run) -> Story[None]:
    """Things to find on a dead body, while something strong is near."""
    finds = ["gold", "nothing", "relic"]
    run.dice.shuffle(finds)
    chance = by_ascension(run, 25, 35)
    while finds:
        answer = yield from event.ask(
            "A dead adventurer lies here. Something is close.",
            Option("Search", f"Find something. {chance}%: an elite returns."),
            LEAVE,
        )
        if answer == 1:
            return
        if run.dice.below(100) < chance:
            yield from event.ask("It is back!", Option("Fight"))
            rewards = [find for find in (reward_of(run, find) for find in finds) if find]
            elite = run.dice.pick([*encounters_of(1, "elite")])
            encounter = LAGAVULIN_EVENT if elite == "Lagavulin" else elite
            yield from win(run, encounter, MONSTER_GOLD, ELITE_ODDS, rewards)
            return
        found = reward_of(run, finds.pop())
        if found is not None and found.relic is not None:
            yield from gain_relic(run, found.relic)
        elif found is not None:
            run.gain_gold(found.gold)
        chance += 25
    yield from event.end("Nothing is left here.")


def reward_of(run: Run, find: str) -> Reward | None:
    """Returns what a find on the dead body is worth."""
    if find == "gold":
        return Reward("GOLD", gold=30)
    return Reward("RELIC", relic=run.found_relic()) if find == "relic" else None


def golden_idol(event: Event, run: Run) -> Story[None]:
    """A relic in a trap."""
    answer = yield from event.ask(
        "A golden idol on a pedestal; it looks like a trap.",
        Option("Take", "Gain Golden Idol. A trap is released."),
        LEAVE,
    )
    if answer == 1:
        return
    yield from gain_named(run, "Golden Idol")
    damage = part_of(run.max_hp, by_ascension(run, 25, 35))
    loss = part_of(run.max_hp, by_ascension(run, 8, 10))
    answer = yield from event.ask(
        "A boulder rolls towards you.",
        Option("Outrun", "Become cursed with Injury."),
        Option("Smash", f"Take {damage} damage."),
        Option("Hide", f"Lose {loss} Max HP."),
    )
    if answer == 0:
        run.gain_card(face("Injury"))
    elif answer == 1:
        run.lose_hp(damage)
    else:
        run.change_max_hp(-loss)
    yield from event.end("The boulder is gone.")


def golden_wing(event: Event, run: Run) -> Story[None]:
    """A statue to pray to or to break."""
    strong = any(stock.value_of(card.number) >= 10 for card in run.deck)
    answer = yield from event.ask(
        "A statue with golden wings.",
        Option("Pray", "Remove a card. Lose 7 HP.", bool(run.removable())),
        Option("Destroy", "Gain 50 to 80 Gold. Requires a card with 10 damage.", strong),
        LEAVE,
    )
    if answer == 0:
        run.lose_hp(7)
        yield from remove_cards(run)
    elif answer == 1:
        run.gain_gold(run.dice.between(50, 80))
    yield from event.end("The statue is silent.")


def world_of_goop(event: Event, run: Run) -> Story[None]:
    """Gold in acid."""
    lost = min(run.gold, run.dice.between(by_ascension(run, 20, 35), by_ascension(run, 50, 75)))
    answer = yield from event.ask(
        "You fell into goop, and your gold with you.",
        Option("Gather", "Gain 75 Gold. Lose 11 HP."),
        Option("Leave it", f"Lose {lost} Gold."),
    )
    if answer == 0:
        run.gain_gold(75)
        run.lose_hp(11)
    else:
        run.gold -= lost
    yield from event.end("You are out of the goop.")


def liars_game(event: Event, run: Run) -> Story[None]:
    """Gold for a curse."""
    gold = by_ascension(run, 175, 150)
    answer = yield from event.ask(
        "A serpent offers gold.",
        Option("Agree", f"Gain {gold} Gold. Become cursed with Doubt."),
        Option("Disagree"),
    )
    if answer == 0:
        run.gain_gold(gold)
        run.gain_card(catalogue.DOUBT)
    yield from event.end("The serpent is gone.")


def living_wall(event: Event, run: Run) -> Story[None]:
    """A wall that changes a card."""
    answer = yield from event.ask(
        "A wall with faces wants something of you.",
        Option("Forget", "Remove a card.", bool(run.removable())),
        Option("Change", "Transform a card.", bool(run.removable())),
        Option("Grow", "Upgrade a card.", bool(run.upgradable())),
    )
    if answer == 0:
        yield from remove_cards(run)
    elif answer == 1:
        yield from transform_cards(run)
    else:
        yield from upgrade_card(run)
    yield from event.end("The wall lets you pass.")


def mushrooms(event: Event, run: Run) -> Story[None]:
    """Mushrooms to eat or to fight."""
    meal = run.max_hp // 4
    answer = yield from event.ask(
        "The way is full of mushrooms.",
        Option("Stomp", "Fight them."),
        Option("Eat", f"Heal {meal} HP. Become cursed with Parasite."),
    )
    if answer == 0:
        yield from event.ask("They were alive!", Option("Fight"))
        relic = Reward("RELIC", relic=stock.make_relic("Odd Mushroom"))
        yield from win(run, "3 fungi beast", (20, 30), MONSTER_ODDS, [relic])
        return
    run.heal(meal)
    run.gain_card(face("Parasite"))
    yield from event.end("That was filling.")


def scrap_ooze(event: Event, run: Run) -> Story[None]:
    """A relic within something that burns."""
    damage, chance = by_ascension(run, 3, 5), 25
    while True:
        answer = yield from event.ask(
            "An ooze is full of scrap; something shines in it.",
            Option("Reach inside", f"Lose {damage} HP. {chance}%: gain a relic."),
            LEAVE,
        )
        if answer == 1:
            return
        run.lose_hp(damage)
        if run.dice.below(100) < chance:
            yield from gain_found(run)
            yield from event.end("You got it.")
            return
        damage, chance = damage + 1, chance + 10


def shining_light(event: Event, run: Run) -> Story[None]:
    """Upgrades for HP."""
    damage = part_of(run.max_hp, by_ascension(run, 20, 30))
    answer = yield from event.ask(
        "A light burns in the middle of the room.",
        Option("Enter", f"Upgrade 2 random cards. Take {damage} damage.", bool(run.upgradable())),
        LEAVE,
    )
    if answer == 1:
        return
    upgrade_random(run, 2)
    run.lose_hp(damage)
    yield from event.end("The light goes out.")


EVENTS: Final = (
    Event("Big Fish", "Big Fish", big_fish, acts=(1,)),
    Event("The Cleric", "The Cleric", the_cleric, lambda run: run.gold >= 35, acts=(1,)),
    Event("Dead Adventurer", "Dead Adventurer", dead_adventurer, is_late, acts=(1,)),
    Event("Golden Idol", "Golden Idol", golden_idol, acts=(1,)),
    Event("Golden Wing", "Wing Statue", golden_wing, acts=(1,)),
    Event("World of Goop", "World of Goop", world_of_goop, acts=(1,)),
    Event("Liars Game", "The Ssssserpent", liars_game, acts=(1,)),
    Event("Living Wall", "Living Wall", living_wall, acts=(1,)),
    Event("Mushrooms", "Hypnotizing Colored Mushrooms", mushrooms, is_late, acts=(1,)),
    Event("Scrap Ooze", "Scrap Ooze", scrap_ooze, acts=(1,)),
    Event("Shining Light", "Shining Light", shining_light, acts=(1,)),
)
