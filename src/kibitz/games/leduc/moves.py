"""What a player may do in Leduc hold'em: fold, call, raise. None of them has a parameter."""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.move import Move, Reject
from kibitz.games.leduc.rules import FOLD, RAISES_PER_ROUND, end_round, raise_size
from kibitz.games.leduc.state import LeducState

# The codes of this game's own refusals.
NOTHING_OWED: Final = "NOTHING_OWED"
NO_RAISES_LEFT: Final = "NO_RAISES_LEFT"


class Fold(Move[LeducState]):
    """Give up the deal and lose the chips staked so far."""

    id: ClassVar[str] = "fold"
    name: ClassVar[str] = "Fold"

    def check(self, state: LeducState, seat: int) -> Iterator[Reject]:
        """Refuses to fold where going on costs nothing, as OpenSpiel does."""
        if state.owed == 0 or seat != state.seat:
            yield Reject(NOTHING_OWED, "there is no raise to fold to; calling costs nothing")

    def apply(self, state: LeducState, seat: int) -> None:
        """Ends the deal; the seat that folded stays the one to decide, still owing the raise."""
        state.finish(FOLD)


class Call(Move[LeducState]):
    """Match the other's stake; with nothing owed, this is a check."""

    id: ClassVar[str] = "call"
    name: ClassVar[str] = "Call"

    def apply(self, state: LeducState, seat: int) -> None:
        """Pays, and ends the round unless this was the opening check."""
        state.owed = 0
        if seat == 0 and state.raises == 0:
            state.seat = 1
        else:
            end_round(state)


class Raise(Move[LeducState]):
    """Match the other's stake and go above it: by 2 chips in the first round, 4 in the second."""

    id: ClassVar[str] = "raise"
    name: ClassVar[str] = "Raise"

    def check(self, state: LeducState, seat: int) -> Iterator[Reject]:
        """Refuses a third raise in one round."""
        if state.raises == RAISES_PER_ROUND:
            yield Reject(
                NO_RAISES_LEFT,
                f"a round has at most {RAISES_PER_ROUND} raises",
                raises=state.raises,
            )

    def apply(self, state: LeducState, seat: int) -> None:
        """Pays; now the other seat owes the raise."""
        size = raise_size(state)
        state.stake += size
        state.owed = size
        state.raises += 1
        state.seat = 1 - seat


# Moves without parameters hold nothing, so one of each kind serves every deal.
FOLD_MOVE: Final = Fold()
CALL_MOVE: Final = Call()
RAISE_MOVE: Final = Raise()
