"""Vectors, distributions and partitions are what filtering the whole grid would give."""

import itertools
import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.producers import Producer, distribute, partitions, vectors

small = st.integers(min_value=0, max_value=6)


@given(st.lists(st.integers(min_value=0, max_value=4), max_size=5), st.integers(0, 12))
def test_vectors_are_the_bounded_tuples_with_the_sum(caps: list[int], total: int) -> None:
    grid = itertools.product(*[range(cap + 1) for cap in caps])
    expected = [vector for vector in grid if sum(vector) == total]
    listed = vectors(caps, total)
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


@given(small, st.integers(0, 4), st.none() | small)
def test_distribute_gives_each_bin_at_most_its_share(
    total: int, bins: int, max_each: int | None
) -> None:
    most = total if max_each is None else max_each
    grid = itertools.product(range(most + 1), repeat=bins)
    expected = [vector for vector in grid if sum(vector) == total]
    listed = distribute(total, bins, max_each)
    assert list(listed) == expected
    assert listed.size_hint() == len(expected)


@given(st.integers(0, 9), st.integers(0, 5), st.none() | st.integers(0, 9))
def test_partitions_are_the_distributions_without_order(
    total: int, bins: int, max_each: int | None
) -> None:
    ways = distribute(total, bins, max_each)
    expected = {tuple(sorted([n for n in way if n], reverse=True)) for way in ways}
    listed = partitions(total, bins, max_each)
    assert list(listed) == sorted(expected, reverse=True)
    assert listed.size_hint() == len(expected)


@pytest.mark.parametrize(
    ("listed", "first"),
    [
        (vectors([50] * 12, 100), (0,) * 10 + (50, 50)),
        (distribute(100, 12), (0,) * 11 + (100,)),
        (partitions(200, 200), (200,)),
    ],
)
def test_a_huge_space_gives_its_first_item_at_once(
    listed: Producer[tuple[int, ...]], first: tuple[int, ...]
) -> None:
    size = listed.size_hint()
    assert size is not None
    assert size > 10**9
    assert next(iter(listed)) == first


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: vectors([1, -6], 1), "-6"),
        (lambda: vectors([1], -7), "-7"),
        (lambda: distribute(1, -8), "-8"),
        (lambda: distribute(-9, 1, 1), "-9"),
        (lambda: partitions(-10, 1, 1), "-10"),
        (lambda: partitions(1, -11, 1), "-11"),
        (lambda: partitions(1, 1, -12), "-12"),
    ],
)
def test_negative_numbers_are_refused_by_name(make: Callable[[], object], given: str) -> None:
    with pytest.raises(ValueError, match=given):
        make()


def test_sizes_agree_with_the_formulas() -> None:
    assert distribute(20, 7).size_hint() == math.comb(26, 6)
    assert partitions(4, 4).size_hint() == 5
    # The number of partitions of 100, as MacMahon computed it.
    assert partitions(100, 100).size_hint() == 190_569_292


def test_a_vector_of_no_places_has_the_sum_0() -> None:
    assert list(vectors([], 0)) == [()]
    assert list(vectors([], 1)) == []


def test_going_through_again_starts_afresh() -> None:
    listed = vectors([2, 2, 2], 3)
    assert list(listed) == list(listed)
    assert len(list(listed)) == 7
