"""Damage, destruction, Shields and Bursts (R-41 to R-45), and what leaves play otherwise."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.gundam import cards
from kibitz.games.gundam import state as table
from kibitz.games.gundam.rules.abilities import WAITING, Resolution, has_target, set_off
from kibitz.games.gundam.rules.in_play import hp_left, number
from kibitz.games.gundam.state import CardInPlay, GundamState, Table, base_of
from kibitz.kit.effects import Triggers


def leave(state: GundamState, serial: int, zone: int) -> None:
    """Takes a card out of play, with its Pilot, into a zone of its owner; tokens are gone."""
    place = state.find(serial)
    seat = state.owner(place)
    for card in state.drop(place).cards():
        state.put(card, zone, seat)


def destroy(state: GundamState, serials: list[int]) -> None:
    """Destroys cards in play at the same time (R-41)."""
    for serial in serials:
        place = state.find(serial)
        set_off(state, cards.DESTROYED, state.owner(place), state.at(place))
    for serial in serials:
        leave(state, serial, table.TRASH)


def check(state: GundamState) -> bool:
    """Destroys what has no HP left; tells whether there was anything."""
    fallen: list[int] | None = None
    for row in range(len(state.rows)):
        for part in state.rows[row]:
            if part.damage and hp_left(state, part, row // 2) <= 0:
                if fallen is None:
                    fallen = []
                fallen.append(part.serial)
    if fallen is not None:
        if state.board.struck:
            battle_won(state, fallen)
        destroy(state, fallen)
    # Only the first check after battle damage tells what it destroyed.
    state.board.struck = False
    return fallen is not None


def battle_won(state: GundamState, fallen: list[int]) -> None:
    """Sets off what battle damage that destroys something sets off."""
    board = state.board
    attacker = state.part(board.attacker)
    if attacker is None:
        return
    seat = state.owner(state.find(attacker.serial))
    target = state.part(board.target)
    if target is None:
        base = base_of(state, 1 - seat)
        if base is not None and base.serial in fallen:
            set_off(state, cards.HITS_SHIELD, seat, attacker)
        return
    if target.serial in fallen:
        set_off(state, cards.KILLS_UNIT, seat, attacker)
        breach = number(state, attacker, seat, cards.BREACH)
        if breach > 0 and state.active == seat:
            card, serial = attacker.kind, attacker.serial
            state.events.append(Resolution(seat, card, serial, cards.BREACHES, WAITING, (), breach))
    if attacker.serial in fallen:
        set_off(state, cards.KILLS_UNIT, 1 - seat, target)


# Shields.


def destroy_shields(
    state: GundamState, seat: int, count: int, triggers: Sequence[kit.Effect[CardInPlay, Table]]
) -> None:
    """Destroys the top Shields of a seat, as far as it has so many.

    Their Bursts come before all other triggers, which the same damage sets off (R-48).
    """
    bursts: list[kit.Effect[CardInPlay, Table]] = []
    for card in reversed(state.pile(table.SHIELDS, seat)[-count:]):
        burst = cards.BURST_EFFECT[card] >= 0
        state.draw(seat, table.SHIELDS, table.RESOLVING if burst else table.TRASH)
        if burst:
            bursts.append(FallenShield(seat, card))
    order = (state.active, 1 - state.active)
    if triggers:
        state.then(Triggers(tuple(triggers), order))
    if bursts:
        state.then(Triggers(tuple(bursts), order))


class FallenShield(kit.Effect[CardInPlay, Table]):
    """Lets the owner of a destroyed Shield decide about its Burst, if it is possible (R-44)."""

    id: ClassVar[str] = "fallen_shield"
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card")

    def __init__(self, seat: int, card: int) -> None:
        self.seat: Final = seat
        self.card: Final = card

    def resolve(self, state: GundamState) -> None:
        if has_target(state, burst_of(self.seat, self.card)):
            state.then(Burst(self.seat, self.card))
        else:
            state.move(self.card, table.RESOLVING, self.seat, table.TRASH)


def burst_of(seat: int, card: int) -> Resolution:
    """Returns what the Burst of a card does."""
    return Resolution(seat, card, 0, cards.BURST_EFFECT[card])


class Burst(kit.Question[CardInPlay, Table]):
    """Do you use the Burst of your Shield?"""

    id: ClassVar[str] = "burst"
    kind: ClassVar[str] = "word"
    choices: ClassVar[tuple[str, ...]] = ("yes", "no")
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card")

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card: Final = card

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        if picks[0] == 0:
            # Two equal Shields may have fallen, so the card is followed by what its Burst does.
            if not cards.BURST_MOVES[self.card]:
                state.then(kit.PutAway(self.seat, self.card, table.RESOLVING, table.TRASH))
            state.then(burst_of(self.seat, self.card))
        else:
            state.move(self.card, table.RESOLVING, self.seat, table.TRASH)


# Decks.


def draw(state: GundamState, seat: int, count: int) -> bool:
    """Draws cards; tells whether the game goes on."""
    for _ in range(count):
        if not state.over:
            state.draw(seat, table.DECK, table.HAND)
            check_deck(state, seat)
    return not state.over


def check_deck(state: GundamState, seat: int) -> None:
    """Ends the game if a deck is empty (R-2); cards that are looked at are still in it."""
    if state.count(table.DECK, seat) + state.count(table.LOOKED, seat) == 0:
        state.win(1 - seat, table.BY_DECK)
