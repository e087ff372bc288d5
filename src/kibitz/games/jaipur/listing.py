"""The quick list of legal moves: what `enumerate` and `check` give, but from ready-made moves.

Moves are values, so one object of each serves every match. There are 25,456 exchanges in all; a
tree with a level for each good, whose branches are the signed numbers of that good, holds each as
a leaf, made when it is first met. A walk goes only where the goods still to come can bring the sum
of the numbers into what the herd and the hand allow, so it visits little more than it finds.
"""

from typing import Final

from mypy_extensions import i64

from kibitz.core.move import Move
from kibitz.games.jaipur.goods import CAMEL, GOODS, HAND_LIMIT, MARKET_SIZE, sale_minimum
from kibitz.games.jaipur.moves import EXCHANGE_MINIMUM, Exchange, Sell, Take, TakeCamels
from kibitz.games.jaipur.state import JaipurState

TAKES: Final = [Take(good) for good in GOODS]
TAKE_CAMELS: Final = TakeCamels()
SALES: Final = [[Sell(good, count) for count in range(HAND_LIMIT + 1)] for good in GOODS]

LAST: Final = len(GOODS) - 1
# The branch of the number 0; those below it give, those above it take.
ZERO: Final = HAND_LIMIT
BRANCHES: Final = HAND_LIMIT + 1 + MARKET_SIZE


class Branch:
    """A beginning of a signed vector: the branches that go on from it, or the moves at its end."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        """Takes the numbers on the way from the root."""
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
        walk(ROOT, 0, merchant.hand, market, 0, 0, on_offer, size, allowed, moves)


def walk(
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
        walk(
            further, good + 1, hand, market, more, camels + low, takes_left, gives_left,
            allowed, moves,
        )  # fmt: skip
        low += 1


def grow_branch(branch: Branch, count: i64) -> Branch:
    """Makes a branch that was not there yet."""
    grown = Branch((*branch.counts, count))
    branch.branches[count + ZERO] = grown
    return grown


def grow_move(branch: Branch, count: i64) -> Exchange:
    """Makes a move that was not there yet."""
    grown = Exchange((*branch.counts, count))
    branch.moves[count + ZERO] = grown
    return grown
