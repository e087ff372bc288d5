"""Leduc hold'em as a game: the rules put together."""

from typing import ClassVar

from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.value import Json
from kibitz.games.leduc.cards import NO_CARD
from kibitz.games.leduc.moves import CALL_MOVE, FOLD_MOVE, RAISE_MOVE, Call, Fold, Raise
from kibitz.games.leduc.notation import read_view, write_position
from kibitz.games.leduc.rules import ANTE, RAISES_PER_ROUND, deal, winnings
from kibitz.games.leduc.scene import describe_move, draw_table, tell_news
from kibitz.games.leduc.state import LeducState
from kibitz.games.leduc.view import sample_deal, view_of


class Leduc(Game[LeducState, LeducState]):
    """Two players, six cards, two rounds of betting; returns are chips won or lost."""

    id: ClassVar[str] = "leduc"
    title: ClassVar[str] = "Leduc hold'em"
    version: ClassVar[int] = 1
    unit: ClassVar[str] = "chips"
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy:worlds=8,horizon=20"
    adviser: ClassVar[str] = "ismcts:iterations=5000"

    def __init__(self) -> None:
        super().__init__(seats=2)

    def kinds(self) -> list[type[Move[LeducState]]]:
        """Returns the kinds of moves, in OpenSpiel's order."""
        return [Fold, Call, Raise]

    def setup(self, rng: Rng) -> LeducState:
        """Takes the antes and deals one card to each seat."""
        first = deal(rng, 0)
        second = deal(rng, 1 << first)
        return LeducState(rng, 0, False, "", (first, second), NO_CARD, ANTE, 0, 0)

    def legal(self, state: LeducState) -> list[Move[LeducState]]:
        """Lists the legal moves from ready-made ones, without asking each kind.

        It stands here and not in `moves`, because the call would cost three per cent of a playout.
        """
        if state.over:
            return []
        if state.owed == 0:
            return [CALL_MOVE, RAISE_MOVE]
        if state.raises < RAISES_PER_ROUND:
            return [FOLD_MOVE, CALL_MOVE, RAISE_MOVE]
        return [FOLD_MOVE, CALL_MOVE]

    def returns(self, state: LeducState) -> list[float]:
        """Returns the chips that each seat has won; 0 before the end."""
        won = float(winnings(state)) if state.over else 0.0
        return [won, -won]

    def view(self, state: LeducState, seat: int) -> LeducState:
        """Returns what a seat (or `SPECTATOR`) sees: everything but hidden cards and dice."""
        return view_of(state, seat)

    def sample(self, view: LeducState, rng: Rng) -> LeducState:
        """Returns a full deal with this view, all of them equally likely."""
        return sample_deal(view, rng)

    def describe(self, view: LeducState, move: Move[LeducState]) -> str:
        """Says in words what a move does, for the seat that must decide."""
        return describe_move(view, move)

    def news(self, before: LeducState, after: LeducState) -> list[str]:
        """Tells which public card was turned up, and how the deal ended."""
        return tell_news(before, after)

    def render(self, view: LeducState) -> str:
        """Draws what a seat sees, as lines of text."""
        return draw_table(view)

    def position(self, view: LeducState) -> dict[str, Json]:
        """Writes a view as a position; `kibitz.games.leduc.notation` shows one."""
        return write_position(view)

    def read_position(self, document: object) -> LeducState:
        """Reads a position as the view of the seat that asks.

        Raises:
            PositionError: if content is missing, extra or impossible; lists all problems.
        """
        return read_view(document)
