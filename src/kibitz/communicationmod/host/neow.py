"""Neow: the gifts with which a run begins."""

from collections.abc import Callable
from functools import partial
from typing import Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.deck import remove_cards, transform_cards, upgrade_card
from kibitz.communicationmod.host.events.event import Event
from kibitz.communicationmod.host.rewards import (
    BOSS_ODDS,
    MONSTER_ODDS,
    at_once,
    collect,
    found_potions,
    gain_named,
    gain_relic,
    take_card,
)
from kibitz.communicationmod.host.run import COMPLETE, EVENT, Run
from kibitz.communicationmod.host.screens import Option, Story

Gift = tuple[str, Callable[[Run], Story[object]]]


def gain_max_hp(run: Run, percent: int) -> None:
    """Raises the maximum of HP."""
    run.change_max_hp(run.max_hp * percent // 100)


def choose_card(run: Run, odds: tuple[int, int]) -> Story[bool]:
    """Lets the player take one of three cards."""
    return (yield from take_card(run, run.roll_cards(3, *odds)))


def swap_relic(run: Run) -> Story[None]:
    """Trades the first relic for one of a boss."""
    if run.relics:
        run.relics.pop(0)
    yield from gain_relic(run, run.next_relic(stock.BOSS))


def gain_of_tier(run: Run, tier: str) -> Story[None]:
    """Gives a relic of a tier."""
    yield from gain_relic(run, run.next_relic(tier))


def gain_potions(run: Run) -> Story[None]:
    """Gives three potions."""
    yield from collect(run, found_potions(run, 3))


CARD_GIFTS: Final[list[Gift]] = [
    ("Choose a card to obtain", partial(choose_card, odds=MONSTER_ODDS)),
    ("Remove a card", remove_cards),
    ("Transform a card", transform_cards),
    ("Upgrade a card", upgrade_card),
]
PLAIN_GIFTS: Final[list[Gift]] = [
    ("Max HP +10%", at_once(partial(gain_max_hp, percent=10))),
    ("Obtain 100 Gold", at_once(lambda run: run.gain_gold(100))),
    ("Obtain a common relic", partial(gain_of_tier, tier=stock.COMMON)),
    ("Obtain 3 potions", gain_potions),
    (
        "Enemies in your first three combats have 1 HP",
        partial(gain_named, name="Neow's Lament"),
    ),
]
LARGE_GIFTS: Final[list[Gift]] = [
    ("Max HP +20%", at_once(partial(gain_max_hp, percent=20))),
    ("Obtain 250 Gold", at_once(lambda run: run.gain_gold(250))),
    ("Obtain a rare relic", partial(gain_of_tier, tier=stock.RARE)),
    ("Choose a rare card to obtain", partial(choose_card, odds=BOSS_ODDS)),
    ("Remove 2 cards", partial(remove_cards, count=2)),
]
SWAP: Final[Gift] = ("Lose your starting relic. Obtain a random boss relic", swap_relic)


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
