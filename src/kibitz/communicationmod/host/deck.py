"""Stories in which the player chooses cards of the deck, and what becomes of them."""

from collections.abc import Sequence

from kibitz.communicationmod.host import screens
from kibitz.communicationmod.host.run import Run
from kibitz.communicationmod.host.screens import Grid, Story
from kibitz.communicationmod.host.stock import Held
from kibitz.games.spire.cards import can_upgrade, upgrade


def pick_cards(
    cards: Sequence[Held], count: int, purpose: str = "", can_cancel: bool = False
) -> Story[list[Held]]:
    """Lets the player choose cards of the deck; none if that is cancelled or there are none."""
    if not cards:
        return []
    screen = Grid(cards, count, purpose, can_cancel)
    answer = yield screen
    return [] if answer == screens.LEAVE else screen.selected


def remove_cards(run: Run, count: int = 1, can_cancel: bool = False) -> Story[list[Held]]:
    """Removes cards that the player chooses; returns them."""
    chosen = yield from pick_cards(run.removable(), count, screens.PURGE, can_cancel)
    for card in chosen:
        run.remove(card)
    return chosen


def transform_cards(run: Run, count: int = 1, better: bool = False) -> Story[None]:
    """Transforms cards that the player chooses; `better` also upgrades what they become."""
    for card in (yield from pick_cards(run.removable(), count, screens.TRANSFORM)):
        found = run.transform(card)
        if better and can_upgrade(found.number):
            found.number = upgrade(found.number)


def upgrade_card(run: Run, can_cancel: bool = False) -> Story[bool]:
    """Upgrades a card that the player chooses; tells whether it was done."""
    chosen = yield from pick_cards(run.upgradable(), 1, screens.UPGRADE, can_cancel)
    for card in chosen:
        card.number = upgrade(card.number)
    return bool(chosen)


def upgrade_random(run: Run, count: int, kind: int | None = None) -> None:
    """Upgrades random cards of the deck, of any type or of one."""
    fitting = [card for card in run.upgradable() if kind in (None, card.type)]
    run.dice.shuffle(fitting)
    for card in fitting[:count]:
        card.number = upgrade(card.number)


def copy_card(run: Run) -> Story[None]:
    """Adds a copy of a card that the player chooses."""
    for card in (yield from pick_cards([*run.deck], 1)):
        run.gain_card(card.number)
