"""What a merchant may do in Jaipur: take one good, take the camels, exchange, or sell.

Cards of a kind are interchangeable, so a move names kinds and numbers, never single cards.
"""

import itertools
from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.move import Move, Reject
from kibitz.core.options import offer
from kibitz.games.jaipur.goods import CAMEL, GOODS, HAND_LIMIT, sale_minimum
from kibitz.games.jaipur.rules import draw_tokens, fill_market
from kibitz.games.jaipur.state import JaipurState

# The codes of this game's own refusals.
NOT_IN_MARKET: Final = "NOT_IN_MARKET"
HAND_FULL: Final = "HAND_FULL"
NO_CAMELS: Final = "NO_CAMELS"
NOT_ENOUGH_CARDS: Final = "NOT_ENOUGH_CARDS"
TOO_FEW: Final = "TOO_FEW"
UNEQUAL: Final = "UNEQUAL"

EXCHANGE_MINIMUM: Final = 2


class Take(Move[JaipurState]):
    """Take one good from the market into the hand."""

    id: ClassVar[str] = "take"
    name: ClassVar[str] = "Take one good"
    undo_barrier: ClassVar[bool] = True
    __match_args__ = ("good",)

    def __init__(self, good: str) -> None:
        """Takes the name of the good."""
        self.good: Final = good
        self.index: Final = index_of(good)

    @classmethod
    def enumerate(cls, state: JaipurState, seat: int) -> Iterator[Move[JaipurState]]:
        return iter([Take(good) for good in GOODS])

    def invalid(self) -> list[str]:
        return unknown_good(self.good)

    def check(self, state: JaipurState, seat: int) -> Iterator[Reject]:
        if state.market[self.index] == 0:
            yield Reject(NOT_IN_MARKET, f"there is no {self.good} in the market")
        if state.merchants[seat].room() == 0:
            yield Reject(HAND_FULL, f"a hand holds {HAND_LIMIT} cards", limit=HAND_LIMIT)

    def apply(self, state: JaipurState, seat: int) -> None:
        merchant = state.merchants[seat]
        good = self.index
        state.market[good] -= 1
        merchant.hand[good] += 1
        merchant.known[good] += 1
        merchant.size += 1
        fill_market(state, 1)


class TakeCamels(Move[JaipurState]):
    """Take all camels of the market into the herd."""

    id: ClassVar[str] = "take_camels"
    name: ClassVar[str] = "Take the camels"
    undo_barrier: ClassVar[bool] = True

    def check(self, state: JaipurState, seat: int) -> Iterator[Reject]:
        if state.market[CAMEL] == 0:
            yield Reject(NO_CAMELS, "there is no camel in the market")

    def apply(self, state: JaipurState, seat: int) -> None:
        camels = state.market[CAMEL]
        state.market[CAMEL] = 0
        state.merchants[seat].herd += camels
        fill_market(state, camels)

    def __str__(self) -> str:
        return "take camels"


class Sell(Move[JaipurState]):
    """Sell cards of one good for its tokens."""

    id: ClassVar[str] = "sell"
    name: ClassVar[str] = "Sell goods"
    undo_barrier: ClassVar[bool] = True
    __match_args__ = ("good", "count")

    def __init__(self, good: str, count: int) -> None:
        """Takes the name of the good and how many cards are sold."""
        self.good: Final = good
        self.count: Final = count
        self.index: Final = index_of(good)

    @classmethod
    def enumerate(cls, state: JaipurState, seat: int) -> Iterator[Move[JaipurState]]:
        hand = state.merchants[seat].hand
        return iter([Sell(g, n) for i, g in enumerate(GOODS) for n in range(1, hand[i] + 1)])

    def invalid(self) -> list[str]:
        return unknown_good(self.good)

    def check(self, state: JaipurState, seat: int) -> Iterator[Reject]:
        held = state.merchants[seat].hand[self.index]
        least = sale_minimum(self.index)
        if self.count > held:
            yield Reject(
                NOT_ENOUGH_CARDS,
                f"the hand has {held} {self.good}",
                held=held,
                needed=self.count,
            )
        if self.count < least:
            yield Reject(TOO_FEW, f"{self.good} is sold {least} or more at a time", least=least)

    def apply(self, state: JaipurState, seat: int) -> None:
        merchant = state.merchants[seat]
        good, count = self.index, self.count
        merchant.hand[good] -= count
        merchant.size -= count
        merchant.known[good] = max(0, merchant.known[good] - count)
        draw_tokens(state, merchant, good, count)

    def __str__(self) -> str:
        return f"sell {self.count} {self.good}"


class Exchange(Move[JaipurState]):
    """Exchange two or more cards of the market for goods of the hand and camels of the herd.

    One signed number for each good says it all: above zero so many are taken, below zero so many
    are given, and the camels given make up the difference. So no good can be on both sides.
    """

    id: ClassVar[str] = "exchange"
    name: ClassVar[str] = "Exchange cards"
    __match_args__ = ("counts",)

    def __init__(self, counts: tuple[int, ...]) -> None:
        """Takes the signed numbers, in the order of the goods."""
        self.counts: Final = counts
        self.camels: Final = 0 if self.invalid() else sum(counts)

    @classmethod
    def enumerate(cls, state: JaipurState, seat: int) -> Iterator[Move[JaipurState]]:
        hand = state.merchants[seat].hand
        spans = [range(-hand[good], state.market[good] + 1) for good in range(len(GOODS))]
        return iter([Exchange(counts) for counts in itertools.product(*spans) if sum(counts) >= 0])

    def invalid(self) -> list[str]:
        if len(self.counts) != len(GOODS):
            return [f"counts has a number for each of {', '.join(GOODS)}, not {self.counts!r}"]
        # As objects: what the compiler knows to be numbers it would not look at again.
        given: tuple[object, ...] = self.counts
        return [
            f"counts holds whole numbers, not {count!r}"
            for count in given
            if not isinstance(count, int) or isinstance(count, bool)
        ]

    def taken(self) -> int:
        """Returns how many cards are taken."""
        return sum([count for count in self.counts if count > 0])

    def check(self, state: JaipurState, seat: int) -> Iterator[Reject]:
        merchant = state.merchants[seat]
        for good, count in enumerate(self.counts):
            there = state.market[good]
            held = merchant.hand[good]
            if count > there:
                yield Reject(NOT_IN_MARKET, f"the market has {there} {GOODS[good]}", there=there)
            if -count > held:
                yield Reject(
                    NOT_ENOUGH_CARDS, f"the hand has {held} {GOODS[good]}", held=held, needed=-count
                )
        if self.taken() < EXCHANGE_MINIMUM:
            yield Reject(TOO_FEW, f"an exchange takes {EXCHANGE_MINIMUM} cards or more")
        if self.camels < 0:
            yield Reject(UNEQUAL, f"more cards are given than taken, by {-self.camels}")
        if self.camels > merchant.herd:
            yield Reject(
                NOT_ENOUGH_CARDS,
                f"the herd has {amount(merchant.herd, 'camel')}",
                held=merchant.herd,
                needed=self.camels,
            )
        if self.camels > merchant.room():
            yield Reject(
                HAND_FULL,
                f"a hand holds {HAND_LIMIT} cards, and each camel given leaves one more",
                limit=HAND_LIMIT,
            )

    def apply(self, state: JaipurState, seat: int) -> None:
        merchant = state.merchants[seat]
        hand, known, market = merchant.hand, merchant.known, state.market
        for good, count in enumerate(self.counts):
            if count != 0:
                hand[good] += count
                market[good] -= count
                known[good] = max(0, known[good] + count)
        merchant.size += self.camels
        merchant.herd -= self.camels
        market[CAMEL] += self.camels

    def __str__(self) -> str:
        give = [amount(-n, GOODS[g]) for g, n in enumerate(self.counts) if n < 0]
        take = [amount(n, GOODS[g]) for g, n in enumerate(self.counts) if n > 0]
        if self.camels > 0:
            give.insert(0, amount(self.camels, "camel"))
        return f"swap {', '.join(give)} > {', '.join(take)}"


def amount(count: int, kind: str) -> str:
    """Writes a number of cards: `cloth`, `2 cloth`, `2 camels`."""
    if count == 1:
        return kind
    return f"{count} {kind}s" if kind == "camel" else f"{count} {kind}"


def index_of(good: str) -> int:
    """Returns the index of a good; -1 for a name that is none, which `invalid` refuses."""
    return GOODS.index(good) if good in GOODS else -1


def unknown_good(good: str) -> list[str]:
    """Lists what is wrong with the name of a good."""
    # As text, because an interpreted move may hold anything at all.
    return [] if good in GOODS else [f"there is no good {good!r}; {offer(str(good), GOODS)}"]
