"""What happens in Leduc hold'em: dealing, the end of a round, and who wins the pot."""

from typing import Final

from kibitz.core.randomness import Rng
from kibitz.games.leduc.cards import LEFT, NO_CARD, strength
from kibitz.games.leduc.state import LeducState

ANTE: Final = 1
# Chips of one raise in the first and in the second round.
SMALL_RAISE: Final = 2
BIG_RAISE: Final = 4
RAISES_PER_ROUND: Final = 2

# How a deal can end.
FOLD: Final = "fold"
SHOWDOWN: Final = "showdown"


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
