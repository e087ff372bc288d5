"""Stages: what segments, turns, phases and steps a game declares, and who comes after whom.

The stages nest: a segment (set-up, the main game) holds turns, a turn phases, a phase steps. They
are declared once and never change; how a match goes through them stands in `kibitz.kit.turns`.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from kibitz.kit.board import Board
from kibitz.kit.errors import FlowError
from kibitz.kit.flow import TURN
from kibitz.kit.state import TableState

B = TypeVar("B", bound=Board)

Hook: TypeAlias = Callable[[TableState[B]], None]
Condition: TypeAlias = Callable[[TableState[B]], bool]
# Who takes the turn after a seat.
TurnOrder: TypeAlias = Callable[[TableState[B], int], int]


class Stage(Generic[B]):
    """What segments, turns, phases and steps have in common.

    Attributes:
        id: the name that stands in the flow.
        on_begin: what happens when the stage is entered, before its first inner stage is.
        on_end: what happens when it is left, after its inner stages were.
        end_if: when it ends by itself; asked whenever nothing is under way and nobody must decide.
        next: the stage that follows; empty for the next in order, and after the last of them
            the outer stage ends.
    """

    def __init__(
        self,
        id: str,
        on_begin: Hook[B] | None,
        on_end: Hook[B] | None,
        end_if: Condition[B] | None,
        next: str,
    ) -> None:
        """Takes what all stages have."""
        self.id: Final = id
        self.on_begin: Final = on_begin
        self.on_end: Final = on_end
        self.end_if: Final = end_if
        self.next: Final = next


class TurnStep(Stage[B]):
    """A part of a phase."""

    def __init__(
        self,
        id: str,
        *,
        on_begin: Hook[B] | None = None,
        on_end: Hook[B] | None = None,
        end_if: Condition[B] | None = None,
        next: str = "",
    ) -> None:
        """Takes the step's name, hooks and end."""
        super().__init__(id, on_begin, on_end, end_if, next)


class Phase(Stage[B]):
    """A part of a turn, perhaps with steps; it begins with the first of them."""

    def __init__(
        self,
        id: str,
        *,
        steps: Sequence[TurnStep[B]] = (),
        on_begin: Hook[B] | None = None,
        on_end: Hook[B] | None = None,
        end_if: Condition[B] | None = None,
        next: str = "",
    ) -> None:
        """Takes the phase's name, steps in order, hooks and end."""
        super().__init__(id, on_begin, on_end, end_if, next)
        self.steps: Final = tuple(steps)


class Turn(Stage[B]):
    """What every player's turn is made of; it begins with the first of its phases."""

    def __init__(
        self,
        phases: Sequence[Phase[B]] = (),
        *,
        order: TurnOrder[B] | None = None,
        on_begin: Hook[B] | None = None,
        on_end: Hook[B] | None = None,
        end_if: Condition[B] | None = None,
    ) -> None:
        """Takes the phases, who comes after whom (`round_robin` if None), the hooks and the end."""
        super().__init__(TURN, on_begin, on_end, end_if, "")
        self.phases: Final = tuple(phases)
        self.order: Final = order


class Segment(Stage[B]):
    """A part of the game.

    One without turns, such as a set-up that only asks, ends as soon as nobody must decide, unless
    it has an `end_if` of its own.
    """

    def __init__(
        self,
        id: str,
        turn: Turn[B] | None = None,
        *,
        on_begin: Hook[B] | None = None,
        on_end: Hook[B] | None = None,
        end_if: Condition[B] | None = None,
        next: str = "",
    ) -> None:
        """Takes the segment's name, the turns that are taken in it, hooks and end."""
        super().__init__(id, on_begin, on_end, end_if, next)
        self.turn: Final = turn


def at_once(_state: TableState[B]) -> bool:
    """Ends a stage as soon as its hooks are done; to be given as `end_if`."""
    return True


# Who comes after whom.


def round_robin(state: TableState[B], seat: int) -> int:
    """Passes the turn to the next seat, and from the last to the first."""
    return (seat + 1) % state.table.seats


def reverse(state: TableState[B], seat: int) -> int:
    """Passes the turn to the seat before, and from the first to the last."""
    return (seat - 1) % state.table.seats


def by_list(seats: Sequence[int]) -> TurnOrder[B]:
    """Passes the turn along a list of different seats, over and over.

    The first turn of the game is not its matter: that is `state.flow.active`'s.

    Raises:
        ValueError: if a seat stands there twice, or none at all.
    """
    line = tuple(seats)
    if not line or len(dict.fromkeys(line)) < len(line):
        raise ValueError(f"a turn order lists different seats, not {line}")

    def follow(_state: TableState[B], seat: int) -> int:
        if seat not in line:
            raise FlowError(f"seat {seat} is not in the turn order {line}")
        return line[(line.index(seat) + 1) % len(line)]

    return follow


def skip(order: TurnOrder[B], out: Callable[[TableState[B], int], bool]) -> TurnOrder[B]:
    """Passes the turn along another order, over the seats of which `out` says that they sit it out.

    A match in which all seats sit out raises `FlowError`.
    """

    def follow(state: TableState[B], seat: int) -> int:
        after = order(state, seat)
        for _ in range(state.table.seats):
            if not out(state, after):
                return after
            after = order(state, after)
        raise FlowError(f"all seats sit out the turn after turn {state.flow.turn}")

    return follow
