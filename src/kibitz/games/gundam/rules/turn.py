"""Set-up and the phases of a turn (R-11 to R-15)."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.gundam import state as table
from kibitz.games.gundam.cards import EX_BASE, REPAIR
from kibitz.games.gundam.rules import battle, destruction
from kibitz.games.gundam.rules.in_play import number
from kibitz.games.gundam.rules.operations import Discard
from kibitz.games.gundam.state import CardInPlay, GundamState, Table, units

OPENING_HAND: Final = 5
FIRST_SHIELDS: Final = 6


# Set-up.


def begin(state: GundamState, first: int) -> None:
    """Draws the opening hands, and asks both players whether they redraw (R-12)."""
    state.active = first
    for seat in (0, 1):
        state.draw(seat, table.DECK, table.HAND, OPENING_HAND)
    state.then(Mulligan(first), Mulligan(1 - first), SetUp())


class First(kit.Question[CardInPlay, Table]):
    """Who begins?"""

    id: ClassVar[str] = "first"
    kind: ClassVar[str] = "place"

    def options(self, state: GundamState) -> list[int]:
        return [-1, -2]

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        begin(state, state.owner(picks[0]))


class Mulligan(kit.Mulligan[CardInPlay, Table]):
    """Keep your opening hand, or redraw all of it?"""

    hand: ClassVar[int] = table.HAND
    deck: ClassVar[int] = table.DECK


class SetUp(kit.Effect[CardInPlay, Table]):
    """Lays out the Shields and the EX Bases, and begins the first turn (R-13, R-14)."""

    id: ClassVar[str] = "set_up"

    def resolve(self, state: GundamState) -> None:
        for seat in (0, 1):
            state.draw(seat, table.DECK, table.SHIELDS, FIRST_SHIELDS)
            state.enter(CardInPlay(EX_BASE), table.BASES, seat)
        state.board.ex[1 - state.active] = 1
        state.turn = 1
        state.phase = table.START


# The turn.


def flow(state: GundamState) -> bool:
    """Goes one step on in the turn; False where a player decides."""
    phase = state.phase
    if phase in (table.MAIN, table.SET_UP) or (
        phase == table.END_ACTION and state.board.acting != table.NOBODY
    ):
        return False
    if phase < table.MAIN:
        before_main(state)
    elif phase < table.END_ACTION:
        return battle.flow(state)
    else:
        after_main(state)
    return True


def before_main(state: GundamState) -> None:
    """Goes one phase on before the main phase."""
    phase, seat = state.phase, state.active
    if phase == table.START:
        start(state)
        state.phase = table.DRAW
    elif phase == table.DRAW:
        state.phase = table.RESOURCES
        destruction.draw(state, seat, 1)
    else:
        # The resource deck may be empty.
        placed = min(1, state.board.left[seat])
        state.board.left[seat] -= placed
        state.board.ready[seat] += placed
        state.phase = table.MAIN


def after_main(state: GundamState) -> None:
    """Goes one step on in the end phase, after its action step."""
    phase, seat = state.phase, state.active
    if phase == table.END_ACTION:
        state.phase = table.END
    elif phase == table.END:
        repair(state)
        state.phase = table.HAND_LIMIT
    elif phase == table.HAND_LIMIT:
        state.phase = table.CLEAN_UP
        too_many = state.count(table.HAND, seat) - table.MOST_CARDS
        if too_many > 0:
            state.then(Discard(seat, too_many))
    else:
        clean_up(state)


def start(state: GundamState) -> None:
    """Makes all cards of the active player active."""
    seat, board = state.active, state.board
    for row in range(seat * 2, seat * 2 + table.BASES + 1):
        for part in state.rows[row]:
            part.rested = False
    board.ready[seat] += board.rested[seat]
    board.rested[seat] = 0


def repair(state: GundamState) -> None:
    """Heals the Units with Repair of the active player."""
    seat = state.active
    for part in units(state, seat):
        if part.damage:
            part.damage -= min(part.damage, number(state, part, seat, REPAIR))


def clean_up(state: GundamState) -> None:
    """Ends what lasts for this turn; then the other player's turn begins (R-15)."""
    state.expire()
    for row in state.rows:
        for part in row:
            part.fresh = False
            part.used = 0
    state.turn += 1
    state.active = 1 - state.active
    state.phase = table.START
