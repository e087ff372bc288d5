"""What a merchant may do in Jaipur: take one good, take the camels, swap, or sell.

Cards of a kind are interchangeable, so a move names kinds and numbers, never single cards. The
classes say what is legal; `list_moves` lists the same moves faster.
"""

import itertools
from collections.abc import Iterator
from typing import ClassVar, Final

from mypy_extensions import i64

from kibitz.core.move import Move, Reject
from kibitz.core.options import offer
from kibitz.games.jaipur.cards import CAMEL, GOODS, HAND_LIMIT, MARKET_SIZE, sale_minimum
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
    __match_args__ = ("good",)

    def __init__(self, good: str) -> None:
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
            yield Reject(HAND_FULL, f"the hand is full: {HAND_LIMIT} cards", limit=HAND_LIMIT)

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
    __match_args__ = ("good", "count")

    def __init__(self, good: str, count: int) -> None:
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
                NOT_ENOUGH_CARDS, f"the hand has {held} {self.good}", held=held, needed=self.count
            )
        if self.count < least:
            yield Reject(
                TOO_FEW, f"{self.good} must be sold {least} or more at a time", least=least
            )

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
    """Swap two or more cards of the market for goods of the hand and camels of the herd.

    One signed number for each good says it all: a positive number is taken, a negative one given,
    and the camels given make up the difference. So no good can be on both sides.

    The rule book says "exchange", which is the id in JSON; players type and read `swap`.
    """

    id: ClassVar[str] = "exchange"
    name: ClassVar[str] = "Swap cards"
    __match_args__ = ("counts",)

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts: Final = counts
        self.camels: Final = 0 if self.invalid() else sum(counts)

    @classmethod
    def enumerate(cls, state: JaipurState, seat: int) -> Iterator[Move[JaipurState]]:
        hand = state.merchants[seat].hand
        spans = [range(-hand[good], state.market[good] + 1) for good in range(len(GOODS))]
        return iter([Exchange(counts) for counts in itertools.product(*spans) if sum(counts) >= 0])

    def invalid(self) -> list[str]:
        if len(self.counts) != len(GOODS):
            goods = ", ".join(GOODS)
            return [f"invalid counts={self.counts!r}: expected a number for each of {goods}"]
        # As objects, because the compiler would skip the check of what it knows to be numbers.
        given: tuple[object, ...] = self.counts
        return [
            f"invalid count {count!r}: expected a whole number"
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
            yield Reject(TOO_FEW, f"a swap takes {EXCHANGE_MINIMUM} cards or more")
        if self.camels < 0:
            taken = self.taken()
            yield Reject(UNEQUAL, f"it gives {taken - self.camels} cards and takes {taken}")
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
                f"the hand would exceed {HAND_LIMIT} cards: each camel given adds one to it",
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
    """Returns the index of a good; -1 for an unknown name, which `invalid` refuses."""
    return GOODS.index(good) if good in GOODS else -1


def unknown_good(good: str) -> list[str]:
    """Lists what is wrong with the name of a good."""
    # As text, because an interpreted move may hold anything at all.
    return [] if good in GOODS else [f"unknown good {good!r}; {offer(str(good), GOODS)}"]


# The quick list of legal moves.

# Moves are values, so one object of each serves every match. There are 25,456 exchanges in all; a
# tree with a level for each good, whose branches are the signed numbers of that good, holds each
# as a leaf, made when it is first needed. A walk visits only branches from which the goods still
# to come can bring the sum of the numbers into what the herd and the hand allow, so it visits
# little more than it finds.

TAKES: Final = [Take(good) for good in GOODS]
TAKE_CAMELS: Final = TakeCamels()
SALES: Final = [[Sell(good, count) for count in range(HAND_LIMIT + 1)] for good in GOODS]

LAST: Final = len(GOODS) - 1
# The branch of the number 0; those below it give, those above it take.
ZERO: Final = HAND_LIMIT
BRANCHES: Final = HAND_LIMIT + 1 + MARKET_SIZE


class Branch:
    """A node of the tree of exchanges: its branches, or at the last level its moves.

    Attributes:
        counts: the numbers on the way from the root.
        branches: the next level, by number; None where it has not been needed yet.
        moves: the same for the moves of the last level.
    """

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts: Final = counts
        last = len(counts) == LAST
        self.branches: list[Branch | None] = [None] * (0 if last else BRANCHES)
        self.moves: list[Exchange | None] = [None] * (BRANCHES if last else 0)


ROOT: Final = Branch(())


def list_moves(state: JaipurState) -> list[Move[JaipurState]]:
    """Lists the legal moves of the seat to move."""
    moves: list[Move[JaipurState]] = []
    if state.over:
        return moves
    merchant = state.merchants[state.seat]
    market, hand = state.market, merchant.hand
    if merchant.size < HAND_LIMIT:
        for good in range(6):
            if market[good] > 0:
                moves.append(TAKES[good])
    if market[CAMEL] > 0:
        moves.append(TAKE_CAMELS)
    for good in range(6):
        held = hand[good]
        if held > 0:
            sales = SALES[good]
            for count in range(sale_minimum(good), held + 1):
                moves.append(sales[count])
    list_exchanges(state, moves)
    return moves


def list_exchanges(state: JaipurState, moves: list[Move[JaipurState]]) -> None:
    """Adds the legal exchanges of the seat to move to a list, in order."""
    merchant = state.merchants[state.seat]
    market = state.market
    on_offer: i64 = 0
    for good in range(6):
        on_offer += market[good]
    if on_offer < EXCHANGE_MINIMUM:
        return
    allowed: i64 = merchant.camels_to_give()
    size: i64 = merchant.size
    if size + allowed >= EXCHANGE_MINIMUM:
        try_numbers(ROOT, 0, merchant.hand, market, 0, 0, on_offer, size, allowed, moves)


def try_numbers(
    branch: Branch,
    good: i64,
    hand: list[int],
    market: list[int],
    taken: i64,
    camels: i64,
    takes_left: i64,
    gives_left: i64,
    allowed: i64,
    moves: list[Move[JaipurState]],
) -> None:
    """Tries every number of one good.

    Args:
        branch: the numbers of the goods before.
        good: the good in turn.
        hand: the goods that can be given.
        market: the goods that can be taken.
        taken: how many cards the goods before take.
        camels: the sum of the numbers before.
        takes_left: the cards that this good and those after it could take.
        gives_left: the cards that this good and those after it could give.
        allowed: how many camels may be given.
        moves: where to put the moves.
    """
    while good < LAST and hand[good] == 0 and market[good] == 0:
        branch = branch.branches[ZERO] or grow_branch(branch, 0)
        good += 1
    held: i64 = hand[good]
    there: i64 = market[good]
    takes_left -= there
    gives_left -= held
    low: i64 = -held
    if camels + low + takes_left < 0:
        low = -camels - takes_left
    high: i64 = there
    if camels + high - gives_left > allowed:
        high = allowed + gives_left - camels
    # Takes still wanted from this good, if even all later ones are not enough.
    wanted: i64 = EXCHANGE_MINIMUM - taken - takes_left
    if wanted > 0 and low < wanted:
        low = wanted
    if good == LAST:
        while low <= high:
            moves.append(branch.moves[low + ZERO] or grow_move(branch, low))
            low += 1
        return
    while low <= high:
        further = branch.branches[low + ZERO] or grow_branch(branch, low)
        more: i64 = taken + low if low > 0 else taken
        try_numbers(
            further, good + 1, hand, market, more, camels + low, takes_left, gives_left,
            allowed, moves,
        )  # fmt: skip
        low += 1


def grow_branch(branch: Branch, count: i64) -> Branch:
    """Adds a missing branch to the tree."""
    grown = Branch((*branch.counts, count))
    branch.branches[count + ZERO] = grown
    return grown


def grow_move(branch: Branch, count: i64) -> Exchange:
    """Adds a missing move to the tree."""
    grown = Exchange((*branch.counts, count))
    branch.moves[count + ZERO] = grown
    return grown
