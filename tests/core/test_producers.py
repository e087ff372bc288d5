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
    dedupe,
    interleave,
    pairs,
    permutations,
    product,
    sample,
    size_of,
    subsets,
    take,
)
from kibitz.core.randomness import Rng, seeded
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


@given(items, st.integers(min_value=0, max_value=70))
def test_subsets_with_a_limit_are_the_first_ones(items: list[int], limit: int) -> None:
    listed = subsets(items, limit=limit)
    assert list(listed) == list(subsets(items))[:limit]
    assert listed.size_hint() == min(limit, 2 ** len(items))


@given(items, st.none() | small)
def test_permutations_are_those_of_itertools(items: list[int], k: int | None) -> None:
    expected = list(itertools.permutations(items, k))
    listed = permutations(items, k)
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


@given(items, items, items)
def test_product_is_the_cartesian_product(xs: list[int], ys: list[int], zs: list[int]) -> None:
    listed = product(x=xs, y=ys, z=zs)
    expected = [{"x": x, "y": y, "z": z} for x, y, z in itertools.product(xs, ys, zs)]
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


@given(items, items)
def test_pairs_are_the_product_of_two(xs: list[int], ys: list[int]) -> None:
    listed = pairs(xs, ys)
    assert list(listed) == list(itertools.product(xs, ys))
    assert listed.size_hint() == len(xs) * len(ys)


@given(items)
def test_dedupe_keeps_the_first_of_each(items: list[int]) -> None:
    listed = dedupe(items)
    assert list(listed) == list(dict.fromkeys(items))
    assert list(listed) == list(listed)
    assert listed.size_hint() is None


@given(items, small)
def test_take_lists_the_first_items(items: list[int], n: int) -> None:
    listed = take(items, n)
    assert list(listed) == items[:n]
    assert listed.size_hint() == min(n, len(items))


@given(items, small, st.integers())
def test_sample_draws_some_items_in_their_order(items: list[int], n: int, seed: int) -> None:
    rng = seeded(seed)
    before = rng.key()
    listed = sample(enumerate(items), n, rng)
    drawn = list(listed)
    assert drawn == sorted(set(drawn))
    assert set(drawn) <= set(enumerate(items))
    assert len(drawn) == min(n, len(items))
    assert rng.key() == before
    assert sample(items, n, rng).size_hint() == min(n, len(items))


def test_sample_repeats_itself_and_finds_every_item() -> None:
    listed = sample(range(10), 3, seeded(4))
    assert list(listed) == list(listed)
    draws = [tuple(sample(range(4), 2, seeded(seed))) for seed in range(600)]
    counts = {pair: draws.count(pair) for pair in itertools.combinations(range(4), 2)}
    # Six pairs, 100 draws each on average; four standard deviations are about 37.
    assert sum(counts.values()) == 600
    assert all(63 <= count <= 137 for count in counts.values())


@given(st.lists(items, max_size=4))
def test_interleave_takes_turns(sources: list[list[int]]) -> None:
    rows = itertools.zip_longest(*sources, fillvalue=None)
    expected = [item for row in rows for item in row if item is not None]
    listed = interleave(*sources)
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


def test_product_asks_functions_with_the_earlier_choices() -> None:
    asked: list[dict[str, int]] = []

    def higher(chosen: dict[str, int]) -> Iterable[int]:
        asked.append(dict(chosen))
        chosen["low"] = 99  # its own copy: the candidates do not feel it
        return range(asked[-1]["low"] + 1, 4)

    listed = product(low=range(4), high=higher, twice=lambda c: [c["low"] + c["high"]])
    assert list(listed) == [
        {"low": low, "high": high, "twice": low + high}
        for low, high in itertools.combinations(range(4), 2)
    ]
    assert asked == [{"low": low} for low in range(4)]
    assert listed.size_hint() is None


def test_product_of_nothing_is_one_empty_choice() -> None:
    assert list(product()) == [{}]
    assert product().size_hint() == 1


def test_product_and_pairs_reuse_a_later_iterator() -> None:
    assert len(list(product(x=[1, 2], y=iter([3, 4])))) == 4
    assert list(pairs([1, 2], iter("ab"))) == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    assert product(x=[1, 2], y=iter([3, 4])).size_hint() is None


def test_pairs_ask_a_function_for_the_second() -> None:
    listed = pairs([1, 2], lambda x: range(x))
    assert list(listed) == [(1, 0), (2, 0), (2, 1)]
    assert listed.size_hint() is None


def test_unknown_sizes_stay_unknown() -> None:
    assert size_of(iter([])) is None
    assert size_of(subsets("abc")) == 8
    assert take(iter([1]), 3).size_hint() is None
    assert sample(iter([1]), 3, seeded(0)).size_hint() is None
    assert interleave([1], iter([2])).size_hint() is None
    assert pairs(iter([1]), [2]).size_hint() is None
    assert dedupe([1]).size_hint() is None


@pytest.mark.parametrize(
    ("listed", "first"),
    [
        (product(x=HUGE, y=HUGE), {"x": 0, "y": 0}),
        (pairs(HUGE, HUGE), (0, 0)),
        (subsets(range(60)), ()),
        (permutations(range(30)), tuple(range(30))),
        (dedupe(HUGE), 0),
        (take(HUGE, 10**8), 0),
        (interleave(HUGE, HUGE), 0),
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
    assert cuts_of(subsets("abc", limit=4), monkeypatch) == ["subsets: only the first 4 listed"]
    assert cuts_of(subsets("abc", limit=8), monkeypatch) == []
    assert cuts_of(subsets("abc", limit=0), monkeypatch) == ["subsets: only the first 0 listed"]
    assert cuts_of(take("abc", 2), monkeypatch) == ["take: only the first 2 listed"]
    assert cuts_of(take("abc", 3), monkeypatch) == []
    assert cuts_of(sample("abc", 2, seeded(1)), monkeypatch) == ["sample: 2 of 3 drawn"]
    assert cuts_of(sample("abc", 3, seeded(1)), monkeypatch) == []


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: subsets("ab", -1), "-1"),
        (lambda: subsets("ab", limit=-2), "-2"),
        (lambda: permutations("ab", -3), "-3"),
        (lambda: take("ab", -4), "-4"),
        (lambda: sample("ab", -5, seeded(0)), "-5"),
        (lambda: product(card="c12"), "'c12' for card"),
    ],
)
def test_senseless_numbers_are_refused_by_name(make: Callable[[], object], given: str) -> None:
    with pytest.raises(ValueError, match=given):
        make()


def test_product_refuses_what_is_no_collection() -> None:
    broken: dict[str, list[int]] = {"card": 7}  # type: ignore[dict-item]  # the slip under test
    with pytest.raises(ValueError, match="domain 7 for card"):
        product(**broken)


def test_subsets_count_as_the_formula_says() -> None:
    assert subsets(range(30), 0, 15).size_hint() == sum(math.comb(30, k) for k in range(16))
