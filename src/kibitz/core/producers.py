"""Producers: lazy lists of candidates for the `enumerate` of a move.

Each can be gone through again, in a fixed order, one item at a time: a huge space costs only what
is read of it. `size_hint()` tells how many items there are before listing them. What a limit leaves
out is noted in the report of the running enumeration, never silently dropped.
Domains (`int_range`, `one_of`, `optional` and others) are in `kibitz.core.domains`.
"""

import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Sized
from typing import Any, Final, Generic, TypeAlias, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.judge import note_cut
from kibitz.core.randomness import Rng
from kibitz.core.value import check_type

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


def at_most(items: object, most: int) -> int | None:
    """Returns how many of the first `most` items there are; None if only listing would tell."""
    size = size_of(items)
    return None if size is None else min(size, most)


def check_counts(producer: str, *numbers: int | None) -> None:
    """Refuses negative numbers, and fractions, as compiled code does by itself."""
    for number in numbers:
        check_type(f"number for {producer},", number, (int, type(None)), "a whole number")
        if number is not None and number < 0:
            raise ValueError(f"invalid number {number} for {producer}: expected 0 or more")


def found_by(function: Callable[[T], Iterable[U]], argument: T) -> Iterable[U]:
    """Calls a function for its values; what it raises would end a compiled generator silently."""
    try:
        return function(argument)
    except StopIteration as stopped:
        raise RuntimeError("a function raised StopIteration") from stopped


def product(**domains: Source) -> Producer[Choice]:
    """Combines the values of several names into dictionaries, the last name changing fastest.

    A domain is a collection, a producer, or a function that takes the dictionary of the earlier
    choices and returns one of these. There are as many items as the sizes multiplied; a function
    makes the size unknown. An iterator is read once only, so it can serve a single pass.

    Raises:
        ValueError: if a domain is none of these; a text too, because its letters are not meant.
    """
    for name, domain in domains.items():
        # object: the declared type is what callers should give, not what they may have given.
        given: object = domain
        if isinstance(given, str) or not (callable(given) or isinstance(given, Iterable)):
            raise ValueError(
                f"invalid domain {given!r} for {name}: expected a collection of values or a"
                " function that returns one"
            )
    names = list(domains)
    sources = list(domains.values())

    def fill(chosen: Choice) -> Iterator[Choice]:
        if len(chosen) == len(names):
            yield chosen
            return
        source = sources[len(chosen)]
        if chosen and isinstance(source, Iterator):
            # Needed again for the next earlier choice, so it is read into a tuple.
            source = sources[len(chosen)] = tuple(source)
        # A copy: what the function does to its argument must not reach the candidates.
        for value in found_by(source, {**chosen}) if callable(source) else source:
            yield from fill({**chosen, names[len(chosen)]: value})

    def count() -> int | None:
        sizes = [None if callable(source) else size_of(source) for source in sources]
        return None if None in sizes else math.prod([size or 0 for size in sizes])

    return Producer(lambda: fill({}), count)


def pairs(
    xs: Iterable[T], ys: "Iterable[U] | Callable[[T], Iterable[U]]"
) -> "Producer[tuple[T, U]]":
    """Combines two collections into pairs, the second changing fastest.

    There are `len(xs) * len(ys)` of them. The second may be a function of the first item, for
    targets that depend on the attacker; the size is unknown then.
    """
    seconds = tuple(ys) if isinstance(ys, Iterator) else ys

    def start() -> Iterator[tuple[T, U]]:
        for x in xs:
            for y in found_by(seconds, x) if callable(seconds) else seconds:
                yield (x, y)

    def count() -> int | None:
        first, second = size_of(xs), None if callable(seconds) else size_of(seconds)
        return None if first is None or second is None else first * second

    return Producer(start, count)


def subsets(
    items: Iterable[T], min: int = 0, max: int | None = None, limit: int | None = None
) -> "Producer[tuple[T, ...]]":
    """Chooses `min` to `max` of the items, as tuples by size, then in index order.

    There are C(n, min) + ... + C(n, max) of them, 2**n without bounds; with a `limit`, the first so
    many are listed and the rest is noted as cut.

    Raises:
        ValueError: if `min` or `limit` is negative.
    """
    check_counts("subsets", min, limit)
    check_type("max", max, (int, type(None)), "a whole number")
    pool = tuple(items)
    sizes = range(min, (len(pool) if max is None or max > len(pool) else max) + 1)

    def start() -> Iterator[tuple[T, ...]]:
        # Not a generator: every selection of targets is listed through here.
        choices = itertools.chain.from_iterable(
            itertools.combinations(pool, size) for size in sizes
        )
        return choices if limit is None else first(choices, limit, "subsets")

    def count() -> int:
        total = sum([math.comb(len(pool), size) for size in sizes])
        return total if limit is None or total < limit else limit

    return Producer(start, count)


def first(items: Iterable[T], n: int, producer: str) -> Iterator[T]:
    """Yields the first `n` items; if there are more, that is noted as a cut."""
    for place, item in enumerate(items):
        if place == n:
            note_cut(f"{producer}: only the first {n} listed")
            return
        yield item


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


def dedupe(items: Iterable[H]) -> "Producer[H]":
    """Lists the items without those that came before; keeps what it saw in memory."""

    def start() -> Iterator[H]:
        seen: set[H] = set()
        for item in items:
            if item not in seen:
                seen.add(item)
                yield item

    return Producer(start)


def take(items: Iterable[T], n: int) -> "Producer[T]":
    """Lists the first `n` items; if there are more, that is noted as a cut.

    Raises:
        ValueError: if `n` is negative.
    """
    check_counts("take", n)
    check_type("n", n, (int,), "a whole number")
    return Producer(lambda: first(items, n, "take"), lambda: at_most(items, n))


def sample(items: Iterable[T], n: int, rng: Rng) -> "Producer[T]":
    """Draws `n` of the items, each equally likely, and lists them in their own order.

    Reads all items once and keeps `n` in memory (reservoir sampling). The generator is copied,
    never moved, because a producer must not draw from the match; so every pass lists the same
    items. What is left out is noted as a cut.

    Raises:
        ValueError: if `n` is negative.
    """
    check_counts("sample", n)
    check_type("n", n, (int,), "a whole number")
    dice = rng.clone()

    def start() -> Iterator[T]:
        draws = dice.clone()
        kept: dict[int, tuple[int, T]] = {}
        total = 0
        for item in items:
            place = total if total < n else draws.below(total + 1)
            if place < n:
                kept[place] = (total, item)
            total += 1
        if total > n:
            note_cut(f"sample: {n} of {total} drawn")
        # By their place among all items, because the items themselves need no order.
        chosen = dict(kept.values())
        for place in sorted(chosen):
            yield chosen[place]

    return Producer(start, lambda: at_most(items, n))


def interleave(*sources: Iterable[T]) -> "Producer[T]":
    """Lists one item of each source in turn until all are used up, so that a cap keeps variety.

    There are as many items as in all sources together.
    """

    def start() -> Iterator[T]:
        active: list[Iterator[T]] = [iter(source) for source in sources]
        while active:
            lasting: list[Iterator[T]] = []
            for source in active:
                for item in source:
                    lasting.append(source)
                    yield item
                    break
            active = lasting

    def count() -> int | None:
        sizes = [size_of(source) for source in sources]
        return None if None in sizes else sum([size or 0 for size in sizes])

    return Producer(start, count)


# Whole numbers with a given sum, for exchanges, payments and shares.


def vectors(caps: Sequence[int], total: int) -> "Producer[tuple[int, ...]]":
    """Lists the tuples of whole numbers with `0 <= v[i] <= caps[i]` and the sum `total`.

    For exchanges and payments: how many of each good to give. The order is lexicographic, the
    first number slowest. Each costs a time linear in its length, whatever the size of the space.

    Raises:
        ValueError: if a cap or the total is negative.
    """
    check_counts("vectors", total, *caps)
    limits = list(caps)
    return Producer(lambda: vectors_from(limits, 0, total), lambda: count_vectors(limits, total))


def vectors_from(caps: list[int], place: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yields the vectors of the places from one on; looks only where the sum can be reached."""
    if place == len(caps):
        if total == 0:
            yield ()
        return
    least = max(0, total - sum(caps[place + 1 :]))
    for number in range(least, min(caps[place], total) + 1):
        for rest in vectors_from(caps, place + 1, total - number):
            yield (number, *rest)


def distribute(total: int, bins: int, max_each: int | None = None) -> "Producer[tuple[int, ...]]":
    """Lists the ways to put `total` equal things into `bins` bins that are told apart.

    The same as `vectors` with one cap for all bins; without a cap there are
    C(total + bins - 1, bins - 1) ways.

    Raises:
        ValueError: if a number is negative.
    """
    check_counts("distribute", total, bins, max_each)
    return vectors([total if max_each is None else max_each] * bins, total)


def count_vectors(caps: list[int], total: int) -> int:
    """Counts the vectors place by place, in memory linear in the total."""
    ways = [1] + [0] * total
    for cap in caps:
        running = list(itertools.accumulate(ways))
        ways = [running[n] - (running[n - cap - 1] if n > cap else 0) for n in range(total + 1)]
    return ways[total]


def partitions(total: int, bins: int, max_each: int | None = None) -> "Producer[tuple[int, ...]]":
    """Lists the ways to put `total` equal things into at most `bins` bins that are all alike.

    Each is a tuple of its parts without the empty ones, the largest first; the flattest comes last.
    There are far fewer than in `distribute`: 5 of 4 things in 4 bins, against 35.

    Raises:
        ValueError: if a number is negative.
    """
    check_counts("partitions", total, bins, max_each)
    cap = total if max_each is None else max_each
    return Producer(lambda: split((), total, bins, cap), lambda: count_partitions(total, bins, cap))


def split(parts: tuple[int, ...], rest: int, bins: int, cap: int) -> Iterator[tuple[int, ...]]:
    """Yields every completion of the parts so far by at most `bins` more, none above the cap."""
    if rest == 0:
        yield parts
        return
    for part in range(min(rest, cap), 0, -1):
        if part * bins < rest:
            return
        yield from split((*parts, part), rest - part, bins - 1, part)


def count_partitions(total: int, bins: int, cap: int) -> int:
    """Counts the partitions by largest part and number of parts."""
    # ways[k][n]: n split into exactly k parts, none larger than those considered so far.
    ways = [[0] * (total + 1) for _ in range(bins + 1)]
    ways[0][0] = 1
    for part in range(1, cap + 1):
        for k in range(1, bins + 1):
            for n in range(part, total + 1):
                ways[k][n] += ways[k - 1][n - part]
    return sum([row[total] for row in ways])
