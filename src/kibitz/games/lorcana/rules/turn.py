"""Set-up and the steps of a turn (1.4, R-13 to R-17)."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.lorcana import cards
from kibitz.games.lorcana.rules.abilities import set_off
from kibitz.games.lorcana.rules.in_play import lore_value
from kibitz.games.lorcana.state import (
    BY_DECK,
    BY_LIMIT,
    CHARACTERS,
    DECK,
    DRAW,
    ENDING,
    HAND,
    INKWELL,
    LAST,
    LOCATIONS,
    MAIN,
    READY,
    SET,
    SET_UP,
    SPANS,
    CardInPlay,
    LorcanaState,
    Table,
)

OPENING_HAND: Final = 7


def deal(state: LorcanaState, first: int) -> None:
    """Shuffles, draws the opening hands, and asks both players which cards they put back."""
    for seat in (0, 1):
        state.shuffle(DECK, seat)
        state.draw(seat, DECK, HAND, OPENING_HAND)
    state.active = first
    state.phase = SET_UP
    state.then(Alter(first), Alter(1 - first), Altered())


class Alter(kit.Question[CardInPlay, Table]):
    """Which cards of your opening hand do you put back?"""

    id: ClassVar[str] = "alter"
    least: ClassVar[int] = 0
    most: ClassVar[int] = OPENING_HAND

    def options(self, state: LorcanaState) -> tuple[int, ...]:
        return state.pile(HAND, self.seat)

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.tuck(card, HAND, self.seat, DECK)
        state.draw(self.seat, DECK, HAND, len(picks))
        state.board.altered[self.seat] = len(picks)


class Altered(kit.Effect[CardInPlay, Table]):
    """Shuffles the decks of those who put cards back, and begins the first turn."""

    id: ClassVar[str] = "altered"

    def resolve(self, state: LorcanaState) -> None:
        for seat in (0, 1):
            if state.board.altered[seat]:
                state.shuffle(DECK, seat)
        state.turn = 1
        state.phase = READY


def end_turn(state: LorcanaState) -> None:
    """Declares the end of the turn (R-17)."""
    state.phase = ENDING
    all_set_off(state, cards.TURN_ENDS)


def flow(state: LorcanaState, turn_limit: int) -> bool:
    """Goes one step on in the turn; False in the main phase, where the player decides."""
    phase = state.phase
    if phase in (MAIN, SET_UP):
        return False
    if phase == READY:
        ready_step(state)
    elif phase == SET:
        set_step(state)
    elif phase == DRAW:
        if state.turn > 1:
            state.draw(state.active, DECK, HAND)
        state.phase = MAIN
    elif phase == ENDING:
        state.expire()
        state.phase = LAST
    else:
        last_check(state, turn_limit)
    return True


def ready_step(state: LorcanaState) -> None:
    """Readies the cards and the ink of the active player (R-13)."""
    seat = state.active
    state.marks = 0
    state.expire(SPANS[seat])
    for row in range(seat * 3, seat * 3 + 3):
        for part in state.rows[row]:
            part.exerted = False
    state.board.ink[seat] = state.count(INKWELL, seat)
    state.phase = SET


def set_step(state: LorcanaState) -> None:
    """Dries the characters of the active player, and gains the lore of the locations (R-14)."""
    seat = state.active
    for part in state.rows[seat * 3 + CHARACTERS]:
        part.drying = False
    for part in state.rows[seat * 3 + LOCATIONS]:
        state.board.lore[seat] += lore_value(state, part)
    all_set_off(state, cards.TURN_STARTS)
    state.phase = DRAW


def last_check(state: LorcanaState, turn_limit: int) -> None:
    """Ends the turn: a player with an empty deck loses (R-2), else the other one goes on."""
    if state.count(DECK, state.active) == 0:
        state.win(1 - state.active, BY_DECK)
    elif state.turn >= turn_limit:
        state.win(kit.NOBODY, BY_LIMIT)
    else:
        state.turn += 1
        state.active = 1 - state.active
        state.phase = READY


def all_set_off(state: LorcanaState, on: int) -> None:
    """Sets off the abilities of all cards of the active player."""
    seat = state.active
    for row in range(seat * 3, seat * 3 + 3):
        for part in state.rows[row]:
            if cards.SET_OFF[on][part.kind]:
                set_off(state, on, seat, part.kind, part.serial)
