"""The state of a table game: the cards, the flow, the trackers, the pending decisions, the board.

One class serves for what really is and for what somebody sees of it; `viewer` tells which.
"""

from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import Rng
from kibitz.core.state import State
from kibitz.kit.board import Board
from kibitz.kit.flow import Flow
from kibitz.kit.pending import Decision
from kibitz.kit.table import CardTable
from kibitz.kit.trackers import Trackers

B = TypeVar("B", bound=Board)

# The viewer of a state that hides nothing.
EVERYTHING: Final = -2
# The winner while nobody has won, and of a game that ends in a draw.
NOBODY_WON: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class TableState(State, Generic[B]):
    """A table game at one moment.

    Attributes:
        winner: the seat that has won; `NOBODY_WON` while the game goes on, and after a draw.
        viewer: whose view this is (a seat, or `SPECTATOR`); `EVERYTHING` for the state itself.
        table: the cards.
        flow: the position in turns, phases and steps.
        trackers: what was done this turn or phase.
        pending: the decisions that must be answered first, in order.
        board: the author's own variables.
    """

    __match_args__ = (
        "rng",
        "seat",
        "over",
        "reason",
        "winner",
        "viewer",
        "table",
        "flow",
        "trackers",
        "pending",
        "board",
    )

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        winner: int,
        viewer: int,
        table: CardTable,
        flow: Flow,
        trackers: Trackers,
        pending: list[Decision],
        board: B,
    ) -> None:
        """Takes everything; `TableGame.blank` makes an empty one."""
        super().__init__(rng, seat, over, reason)
        self.winner = winner
        self.viewer = viewer
        self.table = table
        self.flow = flow
        self.trackers = trackers
        self.pending = pending
        self.board = board

    def clone(self) -> "TableState[B]":
        """Returns an independent copy."""
        return TableState(
            self.rng.clone(),
            self.seat,
            self.over,
            self.reason,
            self.winner,
            self.viewer,
            self.table.clone(),
            self.flow.clone(),
            self.trackers.clone(),
            self.pending[:],
            self.board.clone(),
        )

    def win(self, seat: int, reason: str) -> None:
        """Ends the game with a winner."""
        self.winner = seat
        self.finish(reason)

    def draw(self, reason: str) -> None:
        """Ends the game without a winner."""
        self.winner = NOBODY_WON
        self.finish(reason)

    def ask(self, decision: Decision) -> None:
        """Lets a seat decide something before the game goes on; after what is pending already."""
        self.pending.append(decision)
        self.refresh_seat()

    def refresh_seat(self) -> None:
        """Sets who must decide now: who is asked first, else who acts by the flow."""
        self.seat = self.pending[0].seat if self.pending else self.flow.acting

    @property
    def is_view(self) -> bool:
        """Whether this is what somebody sees, rather than what is."""
        return self.viewer >= SPECTATOR
