"""Two styles of Leduc: one plays few hands, the other all of them; named `module:Class`."""

from kibitz.core import Advice, Move, Observation
from kibitz.games.leduc import LeducState
from kibitz.games.leduc.moves import CALL_MOVE, FOLD_MOVE, RAISE_MOVE
from kibitz.games.leduc.state import NO_CARD

Seen = Observation[LeducState, LeducState]
KING = 2


def raise_or_call(seen: Seen) -> Move[LeducState]:
    """Raises as long as it is allowed."""
    return RAISE_MOVE if RAISE_MOVE in seen.moves else CALL_MOVE


class Tight:
    """Folds everything but kings and pairs against a raise, and raises with those."""

    def advise(self, seen: Seen) -> Advice[LeducState]:
        view = seen.view
        rank = view.cards[seen.seat] // 2
        if rank == KING or (view.public != NO_CARD and view.public // 2 == rank):
            return Advice(raise_or_call(seen), 0.0, ())
        return Advice(FOLD_MOVE if view.owed else CALL_MOVE, 0.0, ())


class Loose:
    """Raises with every card."""

    def advise(self, seen: Seen) -> Advice[LeducState]:
        return Advice(raise_or_call(seen), 0.0, ())
