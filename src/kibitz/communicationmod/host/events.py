"""Neow and the events of act 1, each as a story of its pages.

Ids, names and results are those of the game below ascension 15, as players know them; the words on
the pages are ours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.rewards import (
    BOSS_ODDS,
    ELITE_ODDS,
    MONSTER_GOLD,
    MONSTER_ODDS,
    collect,
    remove_cards,
    take_card,
    transform_cards,
    upgrade_card,
    win,
)
from kibitz.communicationmod.host.run import COMPLETE, EVENT, Run
from kibitz.communicationmod.host.screens import Option, Reward, Story, event_page
from kibitz.communicationmod.host.stock import Held
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.cards import face
from kibitz.games.spire.monsters import LAGAVULIN_EVENT, POOLS

LEAVE: Final = Option("Leave")


@dataclass(frozen=True)
class Event:
    """An event.

    Attributes:
        id: its id in messages.
        name: its name.
        story: what happens.
        can_happen: whether a run can meet it now.
    """

    id: str
    name: str
    story: Callable[["Event", Run], Story[None]]
    can_happen: Callable[[Run], bool] = lambda run: True

    def ask(self, body: str, *options: Option) -> Story[int]:
        """Shows a page and returns the option that was chosen."""
        answer = yield event_page(self.id, self.name, body, options)
        return [place for place, option in enumerate(options) if option.usable][answer]

    def end(self, body: str) -> Story[None]:
        """Shows the last page."""
        yield from self.ask(body, LEAVE)


def enter_event(run: Run) -> Story[None]:
    """Plays an event that the run has not met yet, if there is one."""
    possible = [
        event
        for event in EVENTS.values()
        if event.id not in run.events_seen and event.can_happen(run)
    ]
    event = run.dice.pick(possible or [EVENTS["Purifier"]])
    run.events_seen.append(event.id)
    yield from event.story(event, run)
    run.phase = COMPLETE


# The events.


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
        run.gain_relic(run.found_relic())
        run.gain_card(catalogue.REGRET)
    yield from event.end("The table is bare now.")


def the_cleric(event: Event, run: Run) -> Story[None]:
    """Healing or the removal of a card, for gold."""
    healing = run.max_hp // 4
    answer = yield from event.ask(
        "A cleric offers help for a little gold.",
        Option("Heal", f"35 Gold: heal {healing} HP.", run.gold >= 35),
        Option("Purify", "50 Gold: remove a card.", run.gold >= 50 and bool(run.removable())),
        LEAVE,
    )
    if answer == 0:
        run.gold -= 35
        run.heal(healing)
    elif answer == 1:
        run.gold -= 50
        yield from remove_cards(run)
    yield from event.end("The cleric waves goodbye.")


def dead_adventurer(event: Event, run: Run) -> Story[None]:
    """Things to find on a dead body, while something strong is near."""
    finds = ["gold", "nothing", "relic"]
    run.dice.shuffle(finds)
    chance = 25
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
            elite = run.dice.pick([*POOLS["elite"]])
            encounter = LAGAVULIN_EVENT if elite == "Lagavulin" else elite
            yield from win(run, encounter, MONSTER_GOLD, ELITE_ODDS, rewards)
            return
        found = reward_of(run, finds.pop())
        if found is not None and found.relic is not None:
            run.gain_relic(found.relic)
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
    run.gain_relic(stock.make_relic("Golden Idol"))
    damage, loss = run.max_hp * 25 // 100, max(1, run.max_hp * 8 // 100)
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
    lost = min(run.gold, run.dice.between(20, 50))
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
    answer = yield from event.ask(
        "A serpent offers gold.",
        Option("Agree", "Gain 175 Gold. Become cursed with Doubt."),
        Option("Disagree"),
    )
    if answer == 0:
        run.gain_gold(175)
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
    damage, chance = 3, 25
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
            run.gain_relic(run.found_relic())
            yield from event.end("You got it.")
            return
        damage, chance = damage + 1, chance + 10


def shining_light(event: Event, run: Run) -> Story[None]:
    """Upgrades for HP."""
    damage = run.max_hp * 20 // 100
    answer = yield from event.ask(
        "A light burns in the middle of the room.",
        Option("Enter", f"Upgrade 2 random cards. Take {damage} damage.", bool(run.upgradable())),
        LEAVE,
    )
    if answer == 1:
        return
    for _ in range(2):
        if run.upgradable():
            card = run.dice.pick(run.upgradable())
            card.number = catalogue.upgrade(card.number)
    run.lose_hp(damage)
    yield from event.end("The light goes out.")


def golden_shrine(event: Event, run: Run) -> Story[None]:
    """A shrine full of gold."""
    answer = yield from event.ask(
        "A shrine of gold.",
        Option("Pray", "Gain 100 Gold."),
        Option("Desecrate", "Gain 275 Gold. Become cursed with Regret."),
        LEAVE,
    )
    if answer == 0:
        run.gain_gold(100)
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


def lab(event: Event, run: Run) -> Story[None]:
    """A room full of potions."""
    yield from event.ask("A room full of potions.", Option("Search", "Obtain 3 potions."))
    yield from gain_potions(run)


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
        potions = [Reward("POTION", potion=run.roll_potion()) for _ in range(answer + 1)]
        yield from collect(run, potions)


def is_late(run: Run) -> bool:
    """Tells whether events with hard fights can happen."""
    return run.floor > 6


TRANSMOGRIFIER: Final = shrine("Transform a card.", Run.removable, transform_cards)
PURIFIER: Final = shrine("Remove a card.", Run.removable, remove_cards)
UPGRADE_SHRINE: Final = shrine("Upgrade a card.", Run.upgradable, upgrade_card)
EVENTS: Final = {
    event.id: event
    for event in (
        Event("Big Fish", "Big Fish", big_fish),
        Event("The Cleric", "The Cleric", the_cleric, lambda run: run.gold >= 35),
        Event("Dead Adventurer", "Dead Adventurer", dead_adventurer, is_late),
        Event("Golden Idol", "Golden Idol", golden_idol),
        Event("Golden Wing", "Wing Statue", golden_wing),
        Event("World of Goop", "World of Goop", world_of_goop),
        Event("Liars Game", "The Ssssserpent", liars_game),
        Event("Living Wall", "Living Wall", living_wall),
        Event("Mushrooms", "Hypnotizing Colored Mushrooms", mushrooms, is_late),
        Event("Scrap Ooze", "Scrap Ooze", scrap_ooze),
        Event("Shining Light", "Shining Light", shining_light),
        Event("Golden Shrine", "Golden Shrine", golden_shrine),
        Event("Transmorgrifier", "Transmogrifier", TRANSMOGRIFIER),
        Event("Purifier", "Purifier", PURIFIER),
        Event("Upgrade Shrine", "Upgrade Shrine", UPGRADE_SHRINE),
        Event("Lab", "Lab", lab),
        Event("The Woman in Blue", "The Woman in Blue", woman_in_blue, lambda run: run.gold >= 50),
    )
}


# Neow.

Gift = tuple[str, Callable[[Run], Story[object]]]


def at_once(change: Callable[[Run], None]) -> Callable[[Run], Story[None]]:
    """Makes a gift of a change that asks for nothing."""

    def give(run: Run) -> Story[None]:
        change(run)
        yield from ()

    return give


def gain_max_hp(run: Run, percent: int) -> None:
    """Raises the maximum of HP."""
    run.change_max_hp(run.max_hp * percent // 100)


def choose_card(run: Run, odds: tuple[int, int]) -> Story[bool]:
    """Lets the player take one of three cards."""
    return (yield from take_card(run, run.roll_cards(3, *odds)))


def swap_relic(run: Run) -> None:
    """Trades the first relic for one of a boss."""
    if run.relics:
        run.relics.pop(0)
    run.gain_relic(run.next_relic(stock.BOSS))


def gain_potions(run: Run) -> Story[None]:
    """Gives three potions."""
    yield from collect(run, [Reward("POTION", potion=run.roll_potion()) for _ in range(3)])


CARD_GIFTS: Final[list[Gift]] = [
    ("Choose a card to obtain", partial(choose_card, odds=MONSTER_ODDS)),
    ("Remove a card", remove_cards),
    ("Transform a card", transform_cards),
    ("Upgrade a card", upgrade_card),
]
PLAIN_GIFTS: Final[list[Gift]] = [
    ("Max HP +10%", at_once(partial(gain_max_hp, percent=10))),
    ("Obtain 100 Gold", at_once(lambda run: run.gain_gold(100))),
    ("Obtain a common relic", at_once(lambda run: run.gain_relic(run.next_relic(stock.COMMON)))),
    ("Obtain 3 potions", gain_potions),
    (
        "Enemies in your first three combats have 1 HP",
        at_once(lambda run: run.gain_relic(stock.make_relic("Neow's Lament"))),
    ),
]
LARGE_GIFTS: Final[list[Gift]] = [
    ("Max HP +20%", at_once(partial(gain_max_hp, percent=20))),
    ("Obtain 250 Gold", at_once(lambda run: run.gain_gold(250))),
    ("Obtain a rare relic", at_once(lambda run: run.gain_relic(run.next_relic(stock.RARE)))),
    ("Choose a rare card to obtain", partial(choose_card, odds=BOSS_ODDS)),
    ("Remove 2 cards", partial(remove_cards, count=2)),
]
SWAP: Final[Gift] = ("Lose your starting relic. Obtain a random boss relic", at_once(swap_relic))


def lose_gold(run: Run) -> None:
    """Takes all gold."""
    run.gold = 0


DRAWBACKS: Final[list[tuple[str, Callable[[Run], None]]]] = [
    ("Lose 10% Max HP", lambda run: run.change_max_hp(-(run.max_hp // 10))),
    ("Lose all Gold", lose_gold),
    ("Obtain a curse", lambda run: run.gain_card(run.dice.pick(stock.CURSES))),
    ("Take damage", lambda run: run.lose_hp(run.hp // 10 * 3)),
]


def meet_neow(run: Run) -> Story[None]:
    """Plays the beginning: one of four gifts."""
    run.phase = EVENT
    neow = Event("Neow Event", "Neow", lambda event, run: meet_neow(run))
    yield from neow.ask("Neow wakes you.", Option("Talk"))
    card_gift, plain_gift = run.dice.pick(CARD_GIFTS), run.dice.pick(PLAIN_GIFTS)
    large_gift, drawback = run.dice.pick(LARGE_GIFTS), run.dice.pick(DRAWBACKS)
    answer = yield from neow.ask(
        "Choose one of these.",
        Option(card_gift[0]),
        Option(plain_gift[0]),
        Option(f"{drawback[0]}. {large_gift[0]}"),
        Option(SWAP[0]),
    )
    if answer == 2:
        drawback[1](run)
    _, give = (card_gift, plain_gift, large_gift, SWAP)[answer]
    yield from give(run)
    yield from neow.end("Go.")
    run.phase = COMPLETE
