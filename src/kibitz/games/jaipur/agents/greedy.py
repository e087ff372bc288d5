"""The greedy player of Jaipur: rates every legal move by what it is worth in rupees."""

from kibitz.agents.greedy import GreedyAgent, Scorer
from kibitz.core.agent import Observation, Reason
from kibitz.core.move import Move
from kibitz.games.jaipur.agents.values import (
    CAMEL_GAIN,
    CAMEL_PRICE,
    COPY_VALUE,
    TAKE_SHARE,
    given_value,
    sale_bonus,
    sale_tokens,
    token_reached,
)
from kibitz.games.jaipur.cards import CAMEL, GOODS
from kibitz.games.jaipur.moves import Exchange, Sell, Take
from kibitz.games.jaipur.state import JaipurState


class Rupees(Scorer[JaipurState, JaipurState]):
    """Values a move by the tokens it wins or brings nearer."""

    def reasons(
        self, seen: Observation[JaipurState, JaipurState], move: Move[JaipurState]
    ) -> list[Reason]:
        """Lists what a move brings, in rupees."""
        view = seen.view
        hand = view.merchants[seen.seat].hand
        if isinstance(move, Sell):
            return sale_reasons(view, move)
        if isinstance(move, Take):
            return take_reasons(view, move.index, hand[move.index], 1)
        if isinstance(move, Exchange):
            return exchange_reasons(view, hand, move)
        camels = view.market[CAMEL]
        return [Reason("camels", CAMEL_GAIN * camels, f"{camels} for the herd")]


def sale_reasons(view: JaipurState, move: Sell) -> list[Reason]:
    """Lists what a sale brings."""
    reasons = [
        Reason("tokens", sale_tokens(view, move.index, move.count), f"{move.count} {move.good}")
    ]
    bonus = sale_bonus(view, move.count)
    if bonus > 0:
        reasons.append(Reason("bonus", bonus, "the mean of its class"))
    return reasons


def take_reasons(view: JaipurState, good: int, held: int, count: int) -> list[Reason]:
    """Lists what taking cards of one good brings."""
    token = copies = 0.0
    for copy in range(count):
        token += TAKE_SHARE * token_reached(view, good, held + copy)
        copies += COPY_VALUE * (held + copy)
    name = GOODS[good]
    reasons = [Reason("token", token, f"{TAKE_SHARE} of what {count} {name} would win")]
    if copies > 0:
        reasons.append(Reason("set", copies, f"goes with {held} {name} in hand"))
    return reasons


def exchange_reasons(view: JaipurState, hand: list[int], move: Exchange) -> list[Reason]:
    """Lists what an exchange brings and what it costs."""
    reasons: list[Reason] = []
    for good, count in enumerate(move.counts):
        if count > 0:
            reasons.extend(take_reasons(view, good, hand[good], count))
        elif count < 0:
            lost = given_value(view, good, hand[good], -count)
            reasons.append(Reason("given", -lost, f"{-count} {GOODS[good]} given away"))
    if move.camels > 0:
        text = f"{move.camels} camel{'' if move.camels == 1 else 's'} given away"
        reasons.append(Reason("camels", -CAMEL_PRICE * move.camels, text))
    return reasons


def make_greedy() -> GreedyAgent[JaipurState, JaipurState]:
    """Makes the greedy player."""
    return GreedyAgent(Rupees())
