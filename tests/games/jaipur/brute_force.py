"""The legal moves of Jaipur by brute force over single cards.

Written from the rules of a turn alone, without a look at the game's own code: every card is an
object of its own, every set of cards that could be moved is tried, and what is allowed is then
written by kinds, because cards of a kind are alike.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

# What is done, the kinds of the cards that come, and of those that go.
Deed: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...]]
# Kinds of a set of cards, in order; once as they are, once each, and how many camels are in it.
Bundle: TypeAlias = tuple[tuple[str, ...], frozenset[str], int]

HIGH_VALUE: Final = ("diamond", "gold", "silver")
CAMEL: Final = "camel"
MARKET_SIZE: Final = 5
HAND_LIMIT: Final = 7


def deeds(market: Sequence[str], hand: Sequence[str], herd: int) -> set[Deed]:
    """Returns everything that who holds `hand` and `herd` may do in front of a market."""
    assert len(market) == MARKET_SIZE
    found: set[Deed] = set()
    if len(hand) <= HAND_LIMIT - 1:
        found = {("take", (card,), ()) for card in market if card != CAMEL}
    if CAMEL in market:
        camels = tuple(card for card in market if card == CAMEL)
        found.add(("camels", camels, ()))
    return found | sales(tuple(sorted(hand))) | exchanges(market, hand, herd)


@cache
def sales(hand: tuple[str, ...]) -> set[Deed]:
    """Returns the sales: any cards of one kind, two or more if it is of high value."""
    return {
        ("sell", (), kinds)
        for size in range(1, len(hand) + 1)
        for kinds, once, _ in bundles(hand, size)
        if len(once) == 1 and (size >= 2 or kinds[0] not in HIGH_VALUE)
    }


def exchanges(market: Sequence[str], hand: Sequence[str], herd: int) -> set[Deed]:
    """Returns the exchanges: as many cards go as come, two or more, and no kind does both."""
    found: set[Deed] = set()
    # Camels cannot be taken in an exchange.
    offered = tuple(sorted([card for card in market if card != CAMEL]))
    # An exchange moves five cards at most, so no camel after the fifth can matter.
    owned = tuple(sorted([*hand, *[CAMEL] * min(herd, MARKET_SIZE)]))
    for size in range(2, len(offered) + 1):
        given = [
            (go, going)
            for go, going, camels in bundles(owned, size)
            if len(hand) - (size - camels) + size <= HAND_LIMIT
        ]
        for come, coming, _ in bundles(offered, size):
            found.update(
                [("exchange", come, go) for go, going in given if coming.isdisjoint(going)]
            )
    return found


@cache
def bundles(kinds: tuple[str, ...], size: int) -> list[Bundle]:
    """Returns every set of `size` cards; sets that look alike are listed once."""
    cards = list(enumerate(kinds))
    sets = {tuple([kind for _, kind in some]) for some in combinations(cards, size)}
    return [(some, frozenset(some), some.count(CAMEL)) for some in sorted(sets)]
