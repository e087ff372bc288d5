"""Producers: lazy lists of candidates for the `enumerate` of a move.

Each can be gone through again, in a fixed order, one item at a time: a huge space costs only what
is read of it. `size_hint()` tells how many items there are before listing them. What a limit leaves
out is noted in the report of the running enumeration, never silently dropped.
Domains (`int_range`, `one_of`, `optional` and others) are in `kibitz.core.domains`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.judge import note_cut
from kibitz.core.value import check_type

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Producer(Generic[T]):
    """A lazy list of candidates that can be gone through again."""

    def __init__(
        self, start: Callable[[], Iterator[T]], size: Callable[[], int | None] | None = None
    ) -> None:
        self._start: Final = start
        self._size: Final = size

    def __iter__(self) -> Iterator[T]:
        return self._start()

    def size_hint(self) -> int | None:
        """Returns exactly how many items there are; None if only listing them would tell."""
        return None if self._size is None else self._size()


def size_of(items: object) -> int | None:
    """Returns how many items a collection or producer holds; None if only listing would tell."""
    if isinstance(items, Producer):
        return items.size_hint()
    return len(items) if isinstance(items, Sized) else None


def check_counts(producer: str, *numbers: int | None) -> None:
    """Refuses negative numbers, and fractions, as compiled code does by itself."""
    for number in numbers:
        check_type(f"number for {producer},", number, (int, type(None)), "a whole number")
        if number is not None and number < 0:
            raise ValueError(f"invalid number {number} for {producer}: expected 0 or more")


def subsets(items: Iterable[T], min: int = 0, max: int | None = None) -> "Producer[tuple[T, ...]]":
    """Chooses `min` to `max` of the items, as tuples by size, then in index order.

    There are C(n, min) + ... + C(n, max) of them, 2**n without bounds.

    Raises:
        ValueError: if `min` is negative.
    """
    check_counts("subsets", min)
    check_type("max", max, (int, type(None)), "a whole number")
    pool = tuple(items)
    sizes = range(min, (len(pool) if max is None or max > len(pool) else max) + 1)

    def start() -> Iterator[tuple[T, ...]]:
        return itertools.chain.from_iterable(itertools.combinations(pool, size) for size in sizes)

    return Producer(start, lambda: sum([math.comb(len(pool), size) for size in sizes]))


def permutations(items: Iterable[T], k: int | None = None) -> "Producer[tuple[T, ...]]":
    """Arranges `k` of the items (all if None) in every order, as tuples in index order.

    There are n! / (n - k)! of them; none if `k` is more than there are items.

    Raises:
        ValueError: if `k` is negative.
    """
    check_counts("permutations", k)
    pool = tuple(items)
    length = len(pool) if k is None else k
    return Producer(
        lambda: itertools.permutations(pool, length), lambda: math.perm(len(pool), length)
    )


def take(items: Iterable[T], n: int) -> "Producer[T]":
    """Lists the first `n` items; if there are more, that is noted as a cut.

    Raises:
        ValueError: if `n` is negative.
    """
    check_counts("take", n)
    check_type("n", n, (int,), "a whole number")

    def start() -> Iterator[T]:
        for place, item in enumerate(items):
            if place == n:
                note_cut(f"take: only the first {n} listed")
                return
            yield item

    def count() -> int | None:
        size = size_of(items)
        return None if size is None else min(size, n)

    return Producer(start, count)
