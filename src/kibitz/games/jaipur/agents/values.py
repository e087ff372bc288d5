"""What moves of Jaipur are worth, and how the merchants stand, in rupees.

A move is worth the tokens it wins or brings nearer, one ply ahead. The greedy player ranks by these
values, the search tries moves in their order, and its playouts follow them. Where a playout stops
within a round, the search counts how the merchants stand, and what that means for the match.
"""

import math
from collections.abc import Sequence
from typing import Final

from kibitz.core.move import Move
from kibitz.games.jaipur.cards import (
    CAMEL,
    EARNED,
    FIRST_BONUS,
    GOODS,
    HAND_LIMIT,
    MARKET_SIZE,
    bonus_class,
    sale_minimum,
)
from kibitz.games.jaipur.moves import Exchange, Sell, Take
from kibitz.games.jaipur.state import JaipurState, Merchant, Round

# What moves are worth. The weights come from a first trial of the game and have not been tuned.
# What the bonus tokens of each class are worth on average.
BONUS_MEANS: Final = (2.0, 5.0, 9.0)
# A card taken may never be sold, so the token it would reach counts in part;
TAKE_SHARE: Final = 0.6
# each copy already held brings a bonus nearer.
COPY_VALUE: Final = 0.8
# A good given away loses a little more than it would have cost to take.
GIVE_SHARE: Final = 0.7
# Camels pay for exchanges, and most of them win five rupees.
CAMEL_GAIN: Final = 1.2
CAMEL_PRICE: Final = 0.6

# How the merchants stand within a round, in rupees beside those won. All of this was fitted to who
# won, and by how much, in the 36,803 states of 800 rounds that `ismcts:iterations=200` played
# against itself before they were fitted.
# Goods in hand count a share of the tokens they would win if they were sold now; less where they
# cannot be sold yet, because two are needed.
HELD_SHARE: Final = 0.9
SINGLE_SHARE: Final = 0.5
# What three, four, and five or more of a good count for the bonus to come.
SET_VALUES: Final = (2.0, 4.0, 7.0)
# What each camel counts, and to have most of them now: half of what it wins at the end.
CAMEL_VALUE: Final = 0.6
MOST_CAMELS: Final = 2.5
# What it counts to be next.
TURN: Final = 1.5
# The lead that wins 88 of 100 rounds: so many rupees at the end, and more for each card left in
# the deck.
LEAD_AT_END: Final = 5.0
LEAD_FOR_CARD: Final = 1 / 3

# What a round means for a match, on the scale of -1 to 1. The starter of a round wins 55 of 100
# between equal players. So at one seal to none, where the one behind starts, the one ahead wins
# 0.45 + 0.55 * 0.55 of the matches; at one all, the loser of the last round starts.
SEAL_AHEAD: Final = 0.505
STARTS_LAST: Final = 0.1


# Moves.


def sale_tokens(state: JaipurState, good: int, count: int) -> float:
    """Returns what the goods tokens of a sale are worth."""
    sold = state.sold[good]
    return float(EARNED[good][sold + count] - EARNED[good][sold])


def sale_bonus(state: JaipurState, count: int) -> float:
    """Returns what the bonus token of a sale is worth on average; 0 if there is none."""
    kind = bonus_class(count)
    if kind < 0 or state.bonuses_left(kind) == 0:
        return 0.0
    return BONUS_MEANS[kind]


def token_reached(state: JaipurState, good: int, held: int) -> float:
    """Returns the token that one more card would win if it were sold after those held."""
    place = state.sold[good] + held
    earned = EARNED[good]
    return float(earned[place + 1] - earned[place])


def take_value(state: JaipurState, good: int, held: int) -> float:
    """Returns what one more card of a good is worth to somebody who holds some."""
    return TAKE_SHARE * token_reached(state, good, held) + COPY_VALUE * held


def move_values(state: JaipurState, moves: Sequence[Move[JaipurState]]) -> list[float]:
    """Returns what each move is worth to the seat to move: what comes in, less what goes out.

    The goods count apart from each other, so what each number of each good is worth is found once
    for all moves: a position can have 158 exchanges.
    """
    hand = state.merchants[state.seat].hand
    worth = [worths(state, good, hand[good]) for good in range(len(GOODS))]
    values: list[float] = []
    for move in moves:
        if isinstance(move, Exchange):
            value = -CAMEL_PRICE * move.camels
            good = 0
            for count in move.counts:
                value += worth[good][count + HAND_LIMIT]
                good += 1  # noqa: SIM113 - `enumerate` makes a pair a step, and this is hot
        elif isinstance(move, Sell):
            value = sale_tokens(state, move.index, move.count) + sale_bonus(state, move.count)
        elif isinstance(move, Take):
            value = worth[move.index][HAND_LIMIT + 1]
        else:
            value = CAMEL_GAIN * state.market[CAMEL]
        values.append(value)
    return values


def worths(state: JaipurState, good: int, held: int) -> list[float]:
    """Returns what every signed number of one good is worth, the lowest number first."""
    found = [0.0] * (HAND_LIMIT + 1 + MARKET_SIZE)
    for count in range(1, held + 1):
        found[HAND_LIMIT - count] = -given_value(state, good, held, count)
    for count in range(state.market[good]):
        place = HAND_LIMIT + count
        found[place + 1] = found[place] + take_value(state, good, held + count)
    return found


def given_value(state: JaipurState, good: int, held: int, count: int) -> float:
    """Returns what goods given away would have earned, the last ones held first."""
    before = state.sold[good] + held
    return GIVE_SHARE * float(EARNED[good][before] - EARNED[good][before - count])


# States.


def lead_of(state: JaipurState) -> float:
    """Returns by how many rupees seat 0 leads within a round; negative if it is behind."""
    one, other = state.merchants
    lead = wealth(state, one) - wealth(state, other) + (TURN if state.seat == 0 else -TURN)
    if one.herd != other.herd:
        lead += MOST_CAMELS if one.herd > other.herd else -MOST_CAMELS
    return lead


def wealth(state: JaipurState, merchant: Merchant) -> float:
    """Returns what a merchant has won in this round and may win with hand and herd."""
    found = merchant.rupees + CAMEL_VALUE * merchant.herd
    for bonus in merchant.bonuses:
        found += bonus
    hand, sold = merchant.hand, state.sold
    for good in range(6):
        held = hand[good]
        if held > 0:
            earned, place = EARNED[good], sold[good]
            share = HELD_SHARE if held >= sale_minimum(good) else SINGLE_SHARE
            found += share * (earned[place + held] - earned[place])
            if held >= FIRST_BONUS:
                found += SET_VALUES[bonus_class(held)]
    return found


def chance_of(state: JaipurState, lead: float) -> float:
    """Returns how likely seat 0 is to win the round with this lead, from -1 (never) to 1."""
    return math.tanh(lead / (LEAD_AT_END + LEAD_FOR_CARD * state.left))


def prizes(rounds: tuple[Round, ...], seals: int) -> tuple[float, float]:
    """Returns what seat 0 can expect of the match if it wins the next round, and if it loses.

    Args:
        rounds: the rounds scored before.
        seals: how many seals win the match.
    """
    if seals == 1 or len(rounds) == 2:
        return 1.0, -1.0
    if not rounds:
        return SEAL_AHEAD, -SEAL_AHEAD
    return (1.0, STARTS_LAST) if rounds[0].winner == 0 else (-STARTS_LAST, -1.0)


# Words.


def count_of(number: int, thing: str) -> str:
    """Writes a number of things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
