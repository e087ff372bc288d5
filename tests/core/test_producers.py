"""Producers list what itertools lists, lazily, and say how much and what they left out."""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.producers import (
    Producer,
    permutations,
    size_of,
    subsets,
    take,
)
from kibitz.core.randomness import Rng
from kibitz.core.state import State

HUGE = range(10**9)


class Shop(State):
    """A state that only has to exist."""

    def clone(self) -> "Shop":
        return Shop(self.rng.clone(), self.seat, self.over, self.reason)


class Pick(Move[Shop]):
    """Picks what the producer under test lists."""

    id = "pick"
    name = "Pick"
    __match_args__ = ("item",)
    source_of: "Callable[[], Iterable[object]]" = staticmethod(tuple)

    def __init__(self, item: object) -> None:
        self.item = item

    @classmethod
    def enumerate(cls, state: Shop, seat: int) -> Iterator[Move[Shop]]:
        assert seat == state.seat
        for item in cls.source_of():
            yield Pick(item)

    def apply(self, state: Shop, seat: int) -> None:
        state.finish("picked")


class Market(Game[Shop, Shop]):
    """A game with one move."""

    id = "market"
    title = "Market"

    def kinds(self) -> list[type[Move[Shop]]]:
        return [Pick]

    def setup(self, rng: Rng) -> Shop:
        return Shop(rng)


def cuts_of(items: Iterable[object], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lists the items inside an enumeration and returns the cuts that it reports."""
    monkeypatch.setattr(Pick, "source_of", staticmethod(lambda: items))
    engine = RuleEngine(Market(), seed=1, checked=True)
    listed = [entry.move for entry in engine.enumerate_moves(0)]
    assert listed == [Pick(item) for item in items]
    assert engine.last_enumeration is not None
    report = engine.last_enumeration.moves["pick"]
    assert report.truncated == bool(report.cuts)
    return report.cuts


small = st.integers(min_value=0, max_value=6)
items = st.lists(st.integers(), max_size=6)


@given(items, small, st.none() | small)
def test_subsets_are_the_combinations_by_size(
    items: list[int], least: int, most: int | None
) -> None:
    sizes = range(least, (len(items) if most is None else most) + 1)
    expected = [choice for size in sizes for choice in itertools.combinations(items, size)]
    listed = subsets(items, least, most)
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


@given(items, st.none() | small)
def test_permutations_are_those_of_itertools(items: list[int], k: int | None) -> None:
    expected = list(itertools.permutations(items, k))
    listed = permutations(items, k)
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


@given(items, small)
def test_take_lists_the_first_items(items: list[int], n: int) -> None:
    listed = take(items, n)
    assert list(listed) == items[:n]
    assert listed.size_hint() == min(n, len(items))


def test_unknown_sizes_stay_unknown() -> None:
    assert size_of(iter([])) is None
    assert size_of(subsets("abc")) == 8
    assert take(iter([1]), 3).size_hint() is None


@pytest.mark.parametrize(
    ("listed", "first"),
    [
        (subsets(range(60)), ()),
        (permutations(range(30)), tuple(range(30))),
        (take(HUGE, 10**8), 0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_huge_space_gives_its_first_item_at_once(listed: Producer[object], first: object) -> None:
    size = listed.size_hint()
    assert size is None or size >= 10**8
    assert next(iter(listed)) == first


def test_given_a_limit_when_it_cuts_then_the_report_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert cuts_of(take("abc", 2), monkeypatch) == ["take: only the first 2 listed"]
    assert cuts_of(take("abc", 0), monkeypatch) == ["take: only the first 0 listed"]
    assert cuts_of(take("abc", 3), monkeypatch) == []
    assert cuts_of(take(subsets("abc"), 4), monkeypatch) == ["take: only the first 4 listed"]


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: subsets("ab", -1), "-1"),
        (lambda: permutations("ab", -3), "-3"),
        (lambda: take("ab", -4), "-4"),
    ],
)
def test_senseless_numbers_are_refused_by_name(make: Callable[[], object], given: str) -> None:
    with pytest.raises(ValueError, match=given):
        make()


def test_subsets_count_as_the_formula_says() -> None:
    assert subsets(range(30), 0, 15).size_hint() == sum(math.comb(30, k) for k in range(16))
