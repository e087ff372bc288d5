"""What a move of Jaipur is worth in rupees, one ply ahead: the tokens it wins or brings nearer.

The greedy player ranks by these values, the search tries moves in their order, and its playouts
follow them. The weights come from a first trial of the game and have not been tuned.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.core.move import Move
from kibitz.games.jaipur.cards import CAMEL, EARNED, GOODS, HAND_LIMIT, MARKET_SIZE, bonus_class
from kibitz.games.jaipur.moves import Exchange, Sell, Take
from kibitz.games.jaipur.state import JaipurState

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
