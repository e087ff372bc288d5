"""Producers: lazy lists of candidates for the `enumerate` of a move.

Each is an iterable that can be gone through again, in a fixed order, one item at a time: a huge
space costs only what is read of it. `size_hint()` tells how many items there are before listing
them. What a limit leaves out is noted in the report of the running enumeration, never silently
dropped.
The domains `int_range`, `one_of`, `optional` and their kin stand in `kibitz.core.domains`.
"""

import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Sized
from typing import Any, Final, Generic, TypeAlias, TypeVar

from mypy_extensions import i64, mypyc_attr

from kibitz.core.enumeration import note_cut
from kibitz.core.randomness import Rng

T = TypeVar("T")
U = TypeVar("U")
H = TypeVar("H", bound=Hashable)

# What `product` chose for the earlier names. Any: each name has a type of its own.
Choice: TypeAlias = dict[str, Any]
# One name's values, or a function that finds them from the earlier choices.
Source: TypeAlias = "Iterable[Any] | Callable[[Choice], Iterable[Any]]"


@mypyc_attr(allow_interpreted_subclasses=True)
class Producer(Generic[T]):
    """A lazy list of candidates that can be gone through again."""

    def __iter__(self) -> Iterator[T]:
        raise TypeError(f"{type(self).__name__} does not define __iter__()")

    def size_hint(self) -> int | None:
        """Returns exactly how many items there are; None if only listing them would tell."""
        return None


def size_of(items: object) -> int | None:
    """Returns how many items a collection or producer holds; None if only listing would tell."""
    if isinstance(items, Producer):
        return items.size_hint()
    return len(items) if isinstance(items, Sized) else None


def product(**domains: Source) -> "Product":
    """Combines the values of several names into dictionaries, the last name changing fastest.

    A domain is a collection, a producer, or a function that takes the dictionary of the earlier
    choices and returns one of these. There are as many items as the sizes multiplied; a function
    makes the size unknown. An iterator is read once only, so it can serve a single pass.

    Raises:
        ValueError: if a domain is none of these; a text too, because
            its letters are not meant.
    """
    return Product(domains)


class Product(Producer[Choice]):
    """All combinations of the values of several names; see `product`."""

    def __init__(self, domains: dict[str, Source]) -> None:
        """Takes the domains by name, in the order of choosing."""
        for name, domain in domains.items():
            # object: the declared type is what callers should give, not what they may have given.
            given: object = domain
            if isinstance(given, str) or not (callable(given) or isinstance(given, Iterable)):
                raise ValueError(
                    f"product: {name} is a collection of values or a function that returns one,"
                    f" not {given!r}"
                )
        self.names: Final = list(domains)
        self.sources: Final = list(domains.values())

    def __iter__(self) -> Iterator[Choice]:
        return self.fill(0, {})

    def fill(self, index: int, chosen: Choice) -> Iterator[Choice]:
        """Yields every completion of what is chosen so far."""
        if index == len(self.names):
            yield chosen
            return
        name = self.names[index]
        for value in self.values(index, chosen):
            yield from self.fill(index + 1, {**chosen, name: value})

    def values(self, index: int, chosen: Choice) -> Iterable[Any]:
        """Returns the values of one name after the earlier choices."""
        source = self.sources[index]
        if callable(source):
            # A copy: what the function does to its argument must not reach the candidates.
            return source({**chosen})
        if index > 0 and isinstance(source, Iterator):
            # Needed again for the next earlier choice, so it is read into a tuple.
            source = tuple(source)
            self.sources[index] = source
        return source

    def size_hint(self) -> int | None:
        """Returns the product of the sizes; None if one of them is unknown."""
        total = 1
        for source in self.sources:
            size = None if callable(source) else size_of(source)
            if size is None:
                return None
            total *= size
        return total


def pairs(xs: Iterable[T], ys: "Iterable[U] | Callable[[T], Iterable[U]]") -> "Pairs[T, U]":
    """Combines two collections into pairs, the second changing fastest.

    There are `len(xs) * len(ys)` of them. The second may be a function of the first item, for
    targets that depend on the attacker; the size is unknown then.
    """
    return Pairs(xs, ys)


class Pairs(Producer[tuple[T, U]], Generic[T, U]):
    """All pairs of two collections; see `pairs`."""

    def __init__(self, xs: Iterable[T], ys: "Iterable[U] | Callable[[T], Iterable[U]]") -> None:
        """Takes the first items and the second items, or how to find the second from the first."""
        self.xs: Final = xs
        self.ys: Final = tuple(ys) if isinstance(ys, Iterator) else ys

    def __iter__(self) -> Iterator[tuple[T, U]]:
        for x in self.xs:
            for y in self.ys(x) if callable(self.ys) else self.ys:
                yield (x, y)

    def size_hint(self) -> int | None:
        """Returns how many pairs there are; None if that depends on a function."""
        first, second = size_of(self.xs), None if callable(self.ys) else size_of(self.ys)
        return None if first is None or second is None else first * second


def subsets(
    items: Iterable[T], min: int = 0, max: int | None = None, limit: int | None = None
) -> "Subsets[T]":
    """Chooses `min` to `max` of the items, as tuples by size, then in index order.

    There are C(n, min) + ... + C(n, max) of them, 2**n without bounds; with a `limit`, the first so
    many are listed and the rest is noted as cut.

    Raises:
        ValueError: if `min` or `limit` is negative.
    """
    return Subsets(tuple(items), min, max, limit)


class Subsets(Producer[tuple[T, ...]], Generic[T]):
    """Choices of some of the items; see `subsets`."""

    def __init__(
        self, items: tuple[T, ...], least: int, most: int | None, limit: int | None
    ) -> None:
        """Takes the items and how many to choose; `most` None means all."""
        if least < 0:
            raise ValueError(f"subsets: at least 0 items can be chosen, not {least}")
        self.items: Final = items
        self.least: Final = least
        self.most: Final = len(items) if most is None else min(most, len(items))
        self.limit: Final = checked_limit("subsets", limit)

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        sizes = range(self.least, self.most + 1)
        choices = itertools.chain.from_iterable(
            itertools.combinations(self.items, size) for size in sizes
        )
        return choices if self.limit is None else self.first(choices, self.limit)

    def first(self, choices: Iterator[tuple[T, ...]], limit: int) -> Iterator[tuple[T, ...]]:
        """Yields so many choices, and notes the cut if there are more."""
        for choice in choices:
            if limit == 0:
                note_cut(f"subsets: {self.limit} of {self.count()} listed")
                return
            limit -= 1
            yield choice

    def count(self) -> int:
        """Returns how many there are, the limit left aside."""
        sizes = range(self.least, self.most + 1)
        return sum([math.comb(len(self.items), size) for size in sizes])

    def size_hint(self) -> int:
        """Returns how many are listed."""
        return self.count() if self.limit is None else min(self.count(), self.limit)


def permutations(items: Iterable[T], k: int | None = None) -> "Permutations[T]":
    """Arranges `k` of the items (all if None) in every order, as tuples in index order.

    There are n! / (n - k)! of them; none if `k` is more than there are items.

    Raises:
        ValueError: if `k` is negative.
    """
    found = tuple(items)
    return Permutations(found, len(found) if k is None else k)


class Permutations(Producer[tuple[T, ...]], Generic[T]):
    """Arrangements of some of the items; see `permutations`."""

    def __init__(self, items: tuple[T, ...], length: int) -> None:
        """Takes the items and how many of them an arrangement has."""
        if length < 0:
            raise ValueError(f"permutations: at least 0 items can be arranged, not {length}")
        self.items: Final = items
        self.length: Final = length

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        return itertools.permutations(self.items, self.length)

    def size_hint(self) -> int:
        """Returns how many arrangements there are."""
        return math.perm(len(self.items), self.length)


def dedupe(items: Iterable[H]) -> "Dedupe[H]":
    """Lists the items without those that came before; keeps what it saw in memory."""
    return Dedupe(items)


class Dedupe(Producer[H], Generic[H]):
    """Items without repetitions; see `dedupe`."""

    def __init__(self, items: Iterable[H]) -> None:
        """Takes hashable items."""
        self.items: Final = items

    def __iter__(self) -> Iterator[H]:
        seen: set[H] = set()
        for item in self.items:
            if item not in seen:
                seen.add(item)
                yield item


def take(items: Iterable[T], n: int) -> "Take[T]":
    """Lists the first `n` items; if there are more, that is noted as a cut.

    Raises:
        ValueError: if `n` is negative.
    """
    return Take(items, n)


class Take(Producer[T], Generic[T]):
    """The first so many items; see `take`."""

    def __init__(self, items: Iterable[T], count: int) -> None:
        """Takes the items and how many of them to list."""
        if count < 0:
            raise ValueError(f"take: at least 0 items can be taken, not {count}")
        self.items: Final = items
        self.length: Final = count

    def __iter__(self) -> Iterator[T]:
        left = self.length
        for item in self.items:
            if left == 0:
                note_cut(f"take: only the first {self.length} listed")
                return
            left -= 1
            yield item

    def size_hint(self) -> int | None:
        """Returns how many are listed; None if the size of the source is unknown."""
        size = size_of(self.items)
        return None if size is None else min(size, self.length)


def sample(items: Iterable[T], n: int, rng: Rng) -> "Sample[T]":
    """Draws `n` of the items, each equally likely, and lists them in their own order.

    Reads all items once and keeps `n` in memory (reservoir sampling). The generator is copied,
    never moved: a producer must not touch dice, and every pass lists the same items. What is left
    out is noted as a cut.

    Raises:
        ValueError: if `n` is negative.
    """
    return Sample(items, n, rng)


class Sample(Producer[T], Generic[T]):
    """Some of the items, drawn by chance; see `sample`."""

    def __init__(self, items: Iterable[T], count: int, rng: Rng) -> None:
        """Takes the items, how many to draw, and the dice to copy."""
        if count < 0:
            raise ValueError(f"sample: at least 0 items can be drawn, not {count}")
        self.items: Final = items
        self.length: Final = count
        self.rng: Final = rng.clone()

    def __iter__(self) -> Iterator[T]:
        rng = self.rng.clone()
        kept: list[tuple[int, T]] = []
        total = 0
        for item in self.items:
            total += 1
            if len(kept) < self.length:
                kept.append((total, item))
                continue
            place = rng.below(total)
            if place < self.length:
                kept[place] = (total, item)
        if total > self.length:
            note_cut(f"sample: {self.length} of {total} drawn")
        for _, item in sorted(kept, key=place_of):
            yield item

    def size_hint(self) -> int | None:
        """Returns how many are drawn; None if the size of the source is unknown."""
        size = size_of(self.items)
        return None if size is None else min(size, self.length)


def place_of(entry: "tuple[int, T]") -> int:
    """Returns the place of a kept item among all items; items themselves need no order."""
    return entry[0]


def interleave(*sources: Iterable[T]) -> "Interleave[T]":
    """Lists one item of each source in turn until all are used up, so that a cap keeps variety.

    There are as many items as in all sources together.
    """
    return Interleave(sources)


class Interleave(Producer[T], Generic[T]):
    """Items of several sources in turn; see `interleave`."""

    def __init__(self, sources: Sequence[Iterable[T]]) -> None:
        """Takes the sources in the order of their turns."""
        self.sources: Final = sources

    def __iter__(self) -> Iterator[T]:
        active: list[Iterator[T]] = [iter(source) for source in self.sources]
        while active:
            lasting: list[Iterator[T]] = []
            for source in active:
                for item in source:
                    lasting.append(source)
                    yield item
                    break
            active = lasting

    def size_hint(self) -> int | None:
        """Returns the sum of the sizes; None if one of them is unknown."""
        total = 0
        for source in self.sources:
            size = size_of(source)
            if size is None:
                return None
            total += size
        return total


def checked_limit(what: str, limit: int | None) -> int | None:
    """Returns a limit that makes sense, or refuses it."""
    if limit is not None and limit < 0:
        raise ValueError(f"{what}: a limit is 0 or more, not {limit}")
    return limit


# Whole numbers with a given sum, for exchanges, payments and shares.


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
