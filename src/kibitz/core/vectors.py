"""Vectors: lazy lists of whole numbers with a given sum, for exchanges, payments and shares.

They are producers like those of `kibitz.core.producers`.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from mypy_extensions import i64

from kibitz.core.producers import Producer


def vectors(caps: Sequence[int], total: int) -> "Vectors":
    """Lists the tuples of whole numbers with `0 <= v[i] <= caps[i]` and the sum `total`.

    For exchanges and payments: how many of each good to give. The order is lexicographic, the
    first number slowest. Each costs a time linear in its length, whatever the size of the space.

    Raises:
        ValueError: if a cap or the total is negative.
    """
    return Vectors(list(caps), total)


def distribute(total: int, bins: int, max_each: int | None = None) -> "Vectors":
    """Lists the ways to put `total` equal things into `bins` bins that are told apart.

    The same as `vectors` with one cap for all bins; without a cap there are
    C(total + bins - 1, bins - 1) ways.

    Raises:
        ValueError: if a number is negative.
    """
    if bins < 0:
        raise ValueError(f"distribute: there are 0 bins or more, not {bins}")
    return Vectors([total if max_each is None else max_each] * bins, total)


class Vectors(Producer[tuple[int, ...]]):
    """Bounded whole numbers with a given sum; see `vectors`."""

    def __init__(self, caps: list[int], total: int) -> None:
        """Takes the highest value of each place, and the sum."""
        for cap in caps:
            if cap < 0:
                raise ValueError(f"vectors: a cap is 0 or more, not {cap} in {caps}")
        if total < 0:
            raise ValueError(f"vectors: a total is 0 or more, not {total}")
        self.caps: Final = caps
        self.total: Final = total

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        caps = self.caps
        if self.total > sum(caps):
            return
        vector = [0] * len(caps)
        pour(vector, caps, 0, self.total)
        yield tuple(vector)
        while advance(vector, caps):
            yield tuple(vector)

    def size_hint(self) -> int:
        """Returns how many there are, counted place by place in memory linear in the total."""
        ways = [1] + [0] * self.total
        for cap in self.caps:
            running = list(itertools.accumulate(ways))
            ways = [
                running[n] - (running[n - cap - 1] if n > cap else 0) for n in range(self.total + 1)
            ]
        return ways[self.total]


def advance(vector: list[int], caps: list[int]) -> bool:
    """Turns a vector into the next one in order; False if it was the last."""
    behind: i64 = 0
    place: i64 = len(caps) - 1
    # The last place that can take one from those behind it is raised.
    while place >= 0 and (behind == 0 or vector[place] == caps[place]):
        behind += vector[place]
        place -= 1
    if place < 0:
        return False
    vector[place] += 1
    pour(vector, caps, place + 1, behind - 1)
    return True


def pour(vector: list[int], caps: list[int], start: i64, amount: i64) -> None:
    """Fills the places from `start` on with an amount, the last ones first."""
    place: i64 = len(caps) - 1
    while place >= start:
        cap: i64 = caps[place]
        share = cap if cap < amount else amount
        vector[place] = share
        amount -= share
        place -= 1


def partitions(total: int, bins: int, max_each: int | None = None) -> "Partitions":
    """Lists the ways to put `total` equal things into at most `bins` bins that are all alike.

    Each is a tuple of its parts without the empty ones, the largest first; the flattest comes last.
    There are far fewer than in `distribute`: 5 of 4 things in 4 bins, against 35.

    Raises:
        ValueError: if a number is negative.
    """
    return Partitions(total, bins, total if max_each is None else max_each)


class Partitions(Producer[tuple[int, ...]]):
    """Ways to split a number into parts; see `partitions`."""

    def __init__(self, total: int, bins: int, cap: int) -> None:
        """Takes the number, how many parts there are at most, and how large a part is at most."""
        for number in (total, bins, cap):
            if number < 0:
                raise ValueError(f"partitions: numbers are 0 or more, not {number}")
        self.total: Final = total
        self.bins: Final = bins
        self.cap: Final = cap

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self.split((), self.total, self.cap)

    def split(self, parts: tuple[int, ...], rest: int, cap: int) -> Iterator[tuple[int, ...]]:
        """Yields every completion of the parts so far."""
        if rest == 0:
            yield parts
            return
        bins = self.bins - len(parts)
        for part in range(min(rest, cap), 0, -1):
            if part * bins < rest:
                return
            yield from self.split((*parts, part), rest - part, part)

    def size_hint(self) -> int:
        """Returns how many there are, counted by largest part and number of parts."""
        # ways[k][n]: n split into exactly k parts, none larger than those considered so far.
        ways = [[0] * (self.total + 1) for _ in range(self.bins + 1)]
        ways[0][0] = 1
        for part in range(1, self.cap + 1):
            for bins in range(1, self.bins + 1):
                for n in range(part, self.total + 1):
                    ways[bins][n] += ways[bins - 1][n - part]
        return sum([row[self.total] for row in ways])
