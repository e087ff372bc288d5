"""What a search knows about Jaipur: moves for playouts, a shortlist, and the worth of a round.

Playouts end with the round. A new deal says nothing about the move in question, and between rounds
only the seals decide the match.
"""

from typing import Final

from kibitz.core.agent import Policy
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.jaipur.agents.values import (
    CAMEL_GAIN,
    COPY_VALUE,
    TAKE_SHARE,
    exchange_values,
    sale_bonus,
)
from kibitz.games.jaipur.cards import CAMEL, EARNED, FIRST_BONUS, HAND_LIMIT, sale_minimum
from kibitz.games.jaipur.moves import SALES, TAKE_CAMELS, TAKES, Exchange
from kibitz.games.jaipur.state import JaipurState

# How many exchanges of one decision are searched; published searches of this game use as many.
EXCHANGES: Final = 12
# The most rupees that noise adds to a value, so that no two playouts are alike; a guess.
NOISE: Final = 1.0
# How much the margin counts beside winning and losing, and the margin that counts in full: a rupee
# more is better where both win or both lose. Guesses.
MARGIN: Final = 0.1
FULL_MARGIN: Final = 50.0
# The starter of a round wins 55 of 100 between equal players. So at one seal to none, where the
# one behind starts, the one ahead wins 0.45 + 0.55 * 0.55 of the matches; at one all, the loser of
# the last round starts. Both on the scale of -1 to 1.
SEAL_AHEAD: Final = 0.505
STARTS_LAST: Final = 0.1


class Trader(Policy[JaipurState]):
    """Plays out by the values of the greedy player, exchanges left out; judges at a round's end."""

    def choose(self, state: JaipurState, rng: Rng) -> Move[JaipurState] | None:
        """Picks the take or sale with the best value, after a little noise is added to each."""
        merchant = state.merchants[state.seat]
        hand, market, sold = merchant.hand, state.market, state.sold
        best: Move[JaipurState] = TAKE_CAMELS
        top = CAMEL_GAIN * market[CAMEL] + NOISE * rng.random() if market[CAMEL] > 0 else -1.0
        for good in range(6):
            held = hand[good]
            earned = EARNED[good]
            place = sold[good] + held
            if market[good] > 0 and merchant.size < HAND_LIMIT:
                value = TAKE_SHARE * (earned[place + 1] - earned[place]) + COPY_VALUE * held
                value += NOISE * rng.random()
                if value > top:
                    top = value
                    best = TAKES[good]
            if held >= sale_minimum(good):
                value = float(earned[place] - earned[sold[good]]) + NOISE * rng.random()
                if held >= FIRST_BONUS:
                    value += sale_bonus(state, held)
                if value > top:
                    top = value
                    best = SALES[good][held]
        return best

    def shortlist(
        self, state: JaipurState, moves: list[Move[JaipurState]]
    ) -> list[Move[JaipurState]]:
        """Keeps all takes and sales, and the best exchanges by value."""
        exchanges = [move for move in moves if isinstance(move, Exchange)]
        if len(exchanges) <= EXCHANGES:
            return moves
        values = exchange_values(state, exchanges)
        least = sorted(values)[-EXCHANGES]
        # Of those with exactly the least value, the first ones listed fill the places left.
        room = EXCHANGES - len([value for value in values if value > least])
        kept = moves[: -len(exchanges)]  # exchanges are listed last
        for move, value in zip(exchanges, values, strict=True):
            if value > least or (value == least and room > 0):
                kept.append(move)
                if value == least:
                    room -= 1
        return kept

    def judge(self, state: JaipurState) -> list[float] | None:
        """Values a scored round for the match; None within a round."""
        if not state.rounds or (state.plies > 0 and not state.over):
            return None
        scored = state.rounds[-1]
        worth = 1.0
        if not state.over:
            worth = SEAL_AHEAD if len(state.rounds) == 1 else -STARTS_LAST
        margin = (scored.scores[0] - scored.scores[1]) / FULL_MARGIN
        value = (1.0 - MARGIN) * (worth if scored.winner == 0 else -worth)
        value += MARGIN * max(-1.0, min(1.0, margin))
        return [value, -value]
