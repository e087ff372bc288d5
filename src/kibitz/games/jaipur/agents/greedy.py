"""The greedy player of Jaipur: rates every legal move by what it is worth in rupees."""

from kibitz.agents.greedy import GreedyAgent, Scorer
from kibitz.core.agent import Observation, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.games.jaipur.agents.values import (
    CAMEL_GAIN,
    CAMEL_PRICE,
    COPY_VALUE,
    GIVE_SHARE,
    TAKE_SHARE,
    count_of,
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
        return move_reasons(seen.view, seen.seat, move)

    def unit(self, game: Game[JaipurState, JaipurState]) -> str:
        return "rupees"


def move_reasons(view: JaipurState, seat: int, move: Move[JaipurState]) -> list[Reason]:
    """Lists what a move brings a seat, in rupees."""
    hand = view.merchants[seat].hand
    if isinstance(move, Sell):
        return sale_reasons(view, move)
    if isinstance(move, Take):
        return take_reasons(view, move.index, hand[move.index], 1)
    if isinstance(move, Exchange):
        return exchange_reasons(view, hand, move)
    camels = view.market[CAMEL]
    text = f"{count_of(camels, 'camel')} for your herd, {CAMEL_GAIN:g} rupees each"
    return [Reason("camels", CAMEL_GAIN * camels, text)]


def explain_move(view: JaipurState, move: Move[JaipurState]) -> list[str]:
    """Says what speaks for and against a move of the seat to move, in rupees."""
    reasons = move_reasons(view, view.seat, move)
    found: list[str] = []
    for title, sign in (("For it", 1.0), ("Against it", -1.0)):
        texts = [f"{r.text} ({r.amount:+.3g})" for r in reasons if r.amount * sign > 0.0]
        if texts:
            found.append(f"{title}: {'; '.join(texts)}.")
    return found


def sale_reasons(view: JaipurState, move: Sell) -> list[Reason]:
    """Lists what a sale brings."""
    tokens = sale_tokens(view, move.index, move.count)
    reasons = [
        Reason("tokens", tokens, f"selling {move.count} {move.good} brings {tokens:g} rupees")
    ]
    bonus = sale_bonus(view, move.count)
    if bonus > 0:
        reasons.append(Reason("bonus", bonus, f"a bonus of {bonus:g} rupees on average"))
    return reasons


def take_reasons(view: JaipurState, good: int, held: int, count: int) -> list[Reason]:
    """Lists what taking cards of one good brings."""
    tokens = copies = 0.0
    for copy in range(count):
        tokens += token_reached(view, good, held + copy)
        copies += COPY_VALUE * (held + copy)
    name = GOODS[good]
    text = f"{count} {name} may sell for {tokens:g} rupees later"
    reasons = [Reason("token", TAKE_SHARE * tokens, text)]
    if copies > 0:
        text = f"makes {held + count} {name}, nearer to a bonus"
        reasons.append(Reason("set", copies, text))
    return reasons


def exchange_reasons(view: JaipurState, hand: list[int], move: Exchange) -> list[Reason]:
    """Lists what an exchange brings and what it costs."""
    reasons: list[Reason] = []
    for good, count in enumerate(move.counts):
        if count > 0:
            reasons.extend(take_reasons(view, good, hand[good], count))
        elif count < 0:
            lost = given_value(view, good, hand[good], -count)
            text = f"{-count} {GOODS[good]} given, to sell for {lost / GIVE_SHARE:.0f} rupees"
            reasons.append(Reason("given", -lost, text))
    if move.camels > 0:
        text = f"{count_of(move.camels, 'camel')} given, {CAMEL_PRICE:g} rupees each"
        reasons.append(Reason("camels", -CAMEL_PRICE * move.camels, text))
    return reasons


def make_greedy() -> GreedyAgent[JaipurState, JaipurState]:
    """Makes the greedy player."""
    return GreedyAgent(Rupees())
