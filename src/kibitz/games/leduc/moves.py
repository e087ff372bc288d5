"""What a player may do in Leduc hold'em: fold, call, raise; and what happens then.

None of the moves has a parameter.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng
from kibitz.games.leduc.state import CARDS, NO_CARD, LeducState

ANTE: Final = 1
# Chips of one raise in the first and in the second round.
SMALL_RAISE: Final = 2
BIG_RAISE: Final = 4
RAISES_PER_ROUND: Final = 2

# How a deal can end.
FOLD: Final = "fold"
SHOWDOWN: Final = "showdown"

# The cards left in the deck, in order, for every set of cards dealt (bit n stands for card n).
LEFT: Final = [
    [card for card in range(len(CARDS)) if not dealt >> card & 1]
    for dealt in range(1 << len(CARDS))
]

# The codes of this game's own refusals.
NOTHING_OWED: Final = "NOTHING_OWED"
NO_RAISES_LEFT: Final = "NO_RAISES_LEFT"


# What happens.


def deal(rng: Rng, dealt: int) -> int:
    """Deals a card that is not in the set of those dealt.

    It takes one draw over the cards left in order, just as a chance node of OpenSpiel does.
    """
    left = LEFT[dealt]
    return left[rng.below(len(left))]


def round_of(state: LeducState) -> int:
    """Returns the number of the round: 1 before the public card, 2 after it."""
    return 1 if state.public == NO_CARD else 2


def raise_size(state: LeducState) -> int:
    """Returns the chips of one raise in the current round."""
    return SMALL_RAISE if state.public == NO_CARD else BIG_RAISE


def end_round(state: LeducState) -> None:
    """Goes on once the stakes are level: deals the public card, or shows both cards.

    Seat 0 opens the second round too.
    """
    if state.public == NO_CARD:
        first, second = state.cards
        state.public = deal(state.rng, 1 << first | 1 << second)
        state.raises = 0
        state.seat = 0
    else:
        state.finish(SHOWDOWN)


def strength(card: int, public: int) -> int:
    """Rates a private card at the showdown: a pair beats all others, then the rank decides."""
    rank = card // 2
    return rank + 3 if rank == public // 2 else rank


def winnings(state: LeducState) -> int:
    """Returns what seat 0 wins from seat 1 in a finished deal; negative if it loses."""
    if state.reason == FOLD:
        lost = state.staked(state.seat)
        return lost if state.seat == 1 else -lost
    first, second = state.cards
    edge = strength(first, state.public) - strength(second, state.public)
    if edge == 0:
        return 0
    return state.stake if edge > 0 else -state.stake


# What a player may do.


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
