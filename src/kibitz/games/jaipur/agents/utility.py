"""The utility player of Jaipur: the best sale, take of a good, take of camels and exchange.

It follows the player of the open-source program bevy_jaipur, in exact arithmetic: scores are
eightieths, from 0 to 80. It looks at its own hand and herd, the market and the size of the other
hand, never at tokens, bonuses, deck or score. Where that program leaves a choice open (ties, the
order of what is given), goods go from the dearest to the cheapest.
"""

from typing import Final

from kibitz.agents.utility import Consideration, Proposal, UtilityAgent, make_picker
from kibitz.core.agent import Observation, Reason
from kibitz.core.move import Move
from kibitz.core.ranges import YES_NO, Choice, Range, Whole
from kibitz.games.jaipur import moves
from kibitz.games.jaipur.cards import CAMEL, COMMON, GOODS, sale_minimum
from kibitz.games.jaipur.state import JaipurState
from kibitz.games.jaipur.text import count_of

Seen = Observation[JaipurState, JaipurState]

# What counts as 100 %; all formulas are multiples of 1/80.
FULL: Final = 80
# What one card of a set counts, and what it counts more if its good is of high value.
CARD: Final = 16
HIGH_VALUE: Final = 8
# What there is to tune. `filter` is left out: two players without it can swap cards for ever.
UTILITY_RANGES: Final[dict[str, Range]] = {
    "picker": Choice(("highest", "weighted")),
    "exchange": YES_NO,
    "keep_high_value": YES_NO,
    "take_edge": Whole(0, FULL),
}


class TakeOne(Consideration[JaipurState, JaipurState]):
    """Take the good that makes the best set.

    Attributes:
        edge: what is added to the score before the limit.
    """

    def __init__(self, edge: int = 0) -> None:
        super().__init__("take")
        self.edge: Final = edge

    def propose(self, seen: Seen) -> Proposal[JaipurState] | None:
        """Scores the set that each good in the market would make; the first of equals wins."""
        merchant = seen.view.merchants[seen.seat]
        if merchant.room() == 0:
            return None
        best = top = -1
        for good in range(len(GOODS)):
            if seen.view.market[good] > 0:
                score = set_score(good, merchant.hand[good] + 1, self.edge)
                if score > top:
                    best, top = good, score
        return None if best < 0 else self.rate(seen, moves.TAKES[best])

    def rate(self, seen: Seen, move: Move[JaipurState]) -> Proposal[JaipurState] | None:
        """Scores taking a good by the set it makes."""
        if not isinstance(move, moves.Take):
            return None
        count = seen.view.merchants[seen.seat].hand[move.index] + 1
        reasons = set_reasons(move.index, count, "with this one")
        if self.edge:
            reasons.append(Reason("edge", float(self.edge), "taking goes before selling"))
        return Proposal(move, limited(reasons))


class SellMost(Consideration[JaipurState, JaipurState]):
    """Sell the good of which the hand holds most."""

    def __init__(self) -> None:
        super().__init__("sell")

    def propose(self, seen: Seen) -> Proposal[JaipurState] | None:
        """Finds the most frequent good that can be sold, and sells all of it."""
        hand = seen.view.merchants[seen.seat].hand
        best, most = -1, 0
        for good in range(len(GOODS)):
            if hand[good] >= sale_minimum(good) and hand[good] > most:
                best, most = good, hand[good]
        return None if best < 0 else self.rate(seen, moves.SALES[best][most])

    def rate(self, seen: Seen, move: Move[JaipurState]) -> Proposal[JaipurState] | None:
        """Scores a sale by the number of cards."""
        if not isinstance(move, moves.Sell):
            return None
        return Proposal(move, limited(set_reasons(move.index, move.count, "sold at once")))


class TakeHerd(Consideration[JaipurState, JaipurState]):
    """Take the camels."""

    def __init__(self) -> None:
        super().__init__("camels")

    def propose(self, seen: Seen) -> Proposal[JaipurState] | None:
        """Weighs the camels on offer against both hands."""
        camels = seen.view.market[CAMEL]
        if camels == 0:
            return None
        own = seen.view.merchants[seen.seat].size
        other = seen.view.merchants[1 - seen.seat].size
        reasons = [
            Reason("camels", 2.0 * camels * camels, f"{count_of(camels, 'camel')} for your herd"),
            Reason("own hand", -1.0 * own * own, f"you hold {count_of(own, 'card')} to sell first"),
            Reason("other hand", 2.0 * other, f"the other hand has {count_of(other, 'card')}"),
        ]
        return Proposal(moves.TAKE_CAMELS, limited(reasons))


class ExchangeSingles(Consideration[JaipurState, JaipurState]):
    """Exchange camels and single cards for what makes sets.

    Attributes:
        filtered: whether common goods that would stay single are left in the market.
        keep_high_value: whether diamond, gold and silver are never given.
    """

    def __init__(self, filtered: bool = True, keep_high_value: bool = False) -> None:
        super().__init__("exchange")
        self.filtered: Final = filtered
        self.keep_high_value: Final = keep_high_value

    def propose(self, seen: Seen) -> Proposal[JaipurState] | None:
        """Takes what makes the largest sets, for camels first and then for singles."""
        merchant = seen.view.merchants[seen.seat]
        market, hand = seen.view.market, merchant.hand
        take = self.wanted(market, hand)
        give = [CAMEL] * merchant.camels_to_give() + self.spare(market, hand)
        swaps = min(len(take), len(give))
        if swaps < moves.EXCHANGE_MINIMUM:
            return None
        counts = [0] * len(GOODS)
        for good in take[:swaps]:
            counts[good] += 1
        for kind in give[:swaps]:
            if kind != CAMEL:
                counts[kind] -= 1
        # The set counts as if all copies on offer were taken, even if there is less to give.
        largest = take[0]
        size = hand[largest] + market[largest]
        return exchange_proposal(moves.Exchange(tuple(counts)), largest, size, "in reach")

    def rate(self, seen: Seen, move: Move[JaipurState]) -> Proposal[JaipurState] | None:
        """Scores an exchange by the largest set it makes."""
        if not isinstance(move, moves.Exchange):
            return None
        proposed = self.propose(seen)
        if proposed is not None and proposed.move == move:
            return proposed
        hand = seen.view.merchants[seen.seat].hand
        largest, size = -1, 0
        for good, count in enumerate(move.counts):
            if count > 0 and hand[good] + count > size:
                largest, size = good, hand[good] + count
        return exchange_proposal(move, largest, size, "then in hand")

    def wanted(self, market: list[int], hand: list[int]) -> list[int]:
        """Lists the market's cards worth taking, those of the largest sets first.

        A common good that would stay alone is left (`filtered`): two players who take such goods
        can swap them for ever.
        """
        found: list[tuple[int, int]] = []
        for good in range(len(GOODS)):
            size = hand[good] + market[good]
            if market[good] > 0 and (size >= 2 or good < COMMON or not self.filtered):
                found.append((-size, good))
        cards: list[int] = []
        for _, good in sorted(found):
            cards.extend([good] * market[good])
        return cards

    def spare(self, market: list[int], hand: list[int]) -> list[int]:
        """Lists the single goods in hand that the market does not show, the cheapest first."""
        lowest = COMMON if self.keep_high_value else 0
        return [
            good
            for good in range(len(GOODS) - 1, lowest - 1, -1)
            if hand[good] == 1 and market[good] == 0
        ]


def exchange_proposal(
    move: moves.Exchange, good: int, size: int, where: str
) -> Proposal[JaipurState]:
    """Scores an exchange by the set that it makes of one good."""
    reasons = [
        Reason("cards", float(CARD * size), f"{size} {GOODS[good]} {where}, {CARD} points each"),
        Reason("swap", float(CARD), "several cards in one turn"),
    ]
    return Proposal(move, limited(reasons))


def set_score(good: int, count: int, edge: int) -> int:
    """Returns what a set of cards of one good scores, with something added before the limit."""
    return min((CARD + (HIGH_VALUE if good < COMMON else 0)) * count + edge, FULL)


def set_reasons(good: int, count: int, text: str) -> list[Reason]:
    """Lists what a set of cards of one good scores, without the limit."""
    name = GOODS[good]
    words = f"{count} {name} {text}, {CARD} points each"
    reasons = [Reason("cards", float(CARD * count), words)]
    if good < COMMON:
        more = f"costly goods, {HIGH_VALUE} points more each"
        reasons.append(Reason("high value", float(HIGH_VALUE * count), more))
    return reasons


def limited(reasons: list[Reason]) -> tuple[Reason, ...]:
    """Adds what keeps a score between 0 and 80."""
    score = 0
    for reason in reasons:
        score += int(reason.amount)
    limit = min(max(score, 0), FULL) - score
    if limit:
        text = f"no score is above {FULL}" if limit < 0 else "no score is below 0"
        reasons.append(Reason("limit", float(limit), text))
    return tuple(reasons)


def make_utility(
    picker: str = "highest",
    filter: bool = True,
    exchange: bool = True,
    keep_high_value: bool = False,
    take_edge: int = 0,
) -> UtilityAgent[JaipurState, JaipurState]:
    """Makes the utility player.

    Args:
        picker: `highest` plays the best score, `weighted` draws by score.
        filter: whether exchanges leave common goods that would stay single.
        exchange: whether exchanges are considered at all.
        keep_high_value: whether exchanges never give diamond, gold or silver.
        take_edge: eightieths added to taking one good, before the limit.

    Raises:
        ValueError: if the picker is not known, or the edge is not between 0 and 80.
    """
    if not 0 <= take_edge <= FULL:
        raise ValueError(f"invalid take_edge={take_edge}: expected 0 to {FULL}")
    # This order decides between equal scores.
    considerations: list[Consideration[JaipurState, JaipurState]] = [
        TakeOne(take_edge),
        SellMost(),
        TakeHerd(),
    ]
    if exchange:
        considerations.append(ExchangeSingles(filter, keep_high_value))
    return UtilityAgent(considerations, make_picker(picker), FULL)
