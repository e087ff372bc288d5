# mypy: disable-error-code="no-any-return"
# because rules that return anything are the subject.
"""A game whose rules fail in every way, and arguments that nobody should give: for fuzzing."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from kibitz.core import (
    Domain,
    EnumerationOptions,
    Game,
    Move,
    MoveDefinition,
    Reject,
    Rng,
    State,
    Streams,
    depends,
    int_range,
    one_of,
    seeded,
    some_of,
)


class Nasty:
    """An object on which everything fails."""

    def __fails(self, *_: object) -> Any:
        raise RuntimeError("nasty")

    __repr__ = __str__ = __eq__ = __hash__ = __bool__ = __iter__ = __len__ = __fails
    __index__ = __int__ = __float__ = __lt__ = __gt__ = __add__ = __radd__ = __call__ = __fails


class Unequal:
    """A parameter that has a hash, but cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("cannot be compared")

    def __hash__(self) -> int:
        return 7


class Unspeakable(Exception):
    """An exception whose text fails."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


# What an argument can be that is not what was expected.
CONSTANTS: Final[list[object]] = [
    *(None, True, False, 0, 1, 2, -1, -2, 2**70, 10**5000),
    *(0.0, 1.0, 1.5, -0.5, math.nan, math.inf, 1j),
    *("", "0", "x", "take", "take 1", "a b", "\ud800", "ä" * 500, "[" * 100, "take " + "9" * 5000),
    *(b"", b"take", (), (1,), frozenset(), range(3), ..., len, Move, Game, Nasty),
]
MAKERS: Final[list[Callable[[], object]]] = [
    *(list, dict, set, object, Nasty, Unequal, Unspeakable),
    lambda: [1, "x", None],
    lambda: [Nasty()],
    lambda: {"count": 1},
    lambda: {1: 2},
    lambda: {"count": Nasty()},
    lambda: {"count": Unequal()},
    lambda: iter(()),
    lambda: (item for item in [1]),
    lambda: seeded(1),
    lambda: EnumerationOptions(max_per_move=2),
    lambda: Reject("NO", "no"),
]

# Which rules fail now; `Chaos.choose` is asked by each of them.
ERRORS: Final[list[Callable[[], BaseException]]] = [
    lambda: RuntimeError("the rule is broken"),
    lambda: Unspeakable(),
    lambda: KeyError(Nasty()),
    lambda: StopIteration(3),
    lambda: RecursionError("too deep"),
    lambda: AssertionError(),
    lambda: ValueError("x" * 10_000),
    lambda: UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
]


class Chaos:
    """Decides for every rule whether it fails, and how."""

    def __init__(self, seed: int, share: float) -> None:
        self.random: Final = random.Random(seed)
        self.share: Final = share

    def choose(self, good: Any) -> Any:
        """Returns what a rule should, or junk, or raises."""
        if self.random.random() >= self.share:
            return good
        if self.random.random() < 0.5:
            raise self.random.choice(ERRORS)()
        return self.junk()

    def junk(self) -> Any:
        """Makes an argument that nobody expects."""
        place = self.random.randrange(len(CONSTANTS) + len(MAKERS))
        return CONSTANTS[place] if place < len(CONSTANTS) else MAKERS[place - len(CONSTANTS)]()


CHAOS: Final[list[Chaos]] = [Chaos(0, 0.0)]


def chaos(good: Any) -> Any:
    """Returns what a rule should return, unless it fails."""
    return CHAOS[-1].choose(good)


class Pot(State):
    """Some coins; the dice are in more than one place."""

    __match_args__ = ("rng", "seat", "over", "reason", "coins", "streams", "spare")

    def __init__(
        self,
        rng: Rng,
        seat: int = 0,
        over: bool = False,
        reason: str = "",
        coins: Any = 9,
        streams: Streams | None = None,
        spare: tuple[Rng, ...] = (),
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.coins = coins
        self.streams = Streams(rng.child("streams")) if streams is None else streams
        self.spare = spare

    def clone(self) -> Pot:
        streams, spare = self.streams.clone(), tuple([rng.clone() for rng in self.spare])
        fields = (self.seat, self.over, self.reason, self.coins, streams, spare)
        return Pot(self.rng.clone(), *fields)


class Take(Move[Pot]):
    """Take coins; listed by a producer."""

    id: ClassVar[str] = "take"
    __match_args__ = ("count",)

    def __init__(self, count: Any) -> None:
        self.count: Final = count

    @classmethod
    def enumerate(cls, state: Pot, seat: int) -> Iterator[Move[Pot]]:
        found: Any = chaos(None)
        return (cls(chaos(count)) for count in (1, 2, 3, 2)) if found is None else found

    def invalid(self) -> list[str]:
        return chaos([] if isinstance(self.count, int) else ["count: expected a number"])

    def check(self, state: Pot, seat: int) -> Iterator[Reject]:
        chaos(None)
        state.coins += chaos(0)
        found: Any = chaos(None)
        if found is not None:
            return found
        return iter([chaos(Reject("TOO_MANY", "too many"))] if self.count > 2 else [])

    def apply(self, state: Pot, seat: int) -> None:
        chaos(None)
        state.coins = max(0, state.coins - self.count)
        state.seat = chaos(1 - seat)
        if not state.coins:
            state.finish(chaos("empty"))

    def source_card(self) -> str | None:
        return chaos(None)

    def target_slots(self) -> tuple[tuple[str, ...], ...] | None:
        return chaos((("pot",),))

    def __str__(self) -> str:
        return chaos(super().__str__())


def some_numbers(state: Pot, seat: int, chosen: Mapping[str, Any]) -> Any:
    """A domain's function."""
    return chaos([1, 2])


class Give(Move[Pot]):
    """Put coins back; listed by domains."""

    id: ClassVar[str] = "give"
    __match_args__ = ("count", "kinds", "to")
    domains: ClassVar[Mapping[str, Domain]] = {
        "count": depends(some_numbers),
        "kinds": some_of(one_of("gold", "silver"), 0, lambda s, seat, chosen: chaos(2)),
        "to": int_range(0, lambda s, seat, chosen: chaos(1)),
    }

    def __init__(self, count: int, kinds: tuple[str, ...], to: int) -> None:
        self.count: Final = count
        self.kinds: Final = kinds
        self.to: Final = to

    def apply(self, state: Pot, seat: int) -> None:
        state.coins += chaos(self.count)
        state.seat = 1 - seat


class Rest(Move[Pot]):
    """Do nothing; always allowed."""

    id: ClassVar[str] = "rest"
    always: ClassVar[bool] = True

    def apply(self, state: Pot, seat: int) -> None:
        state.rng.word()
        state.streams.get("coin").word()


def flip(state: Pot, context: Any) -> None:
    """A reducer."""
    state.coins += chaos(0)


BET: Final[MoveDefinition[Pot]] = MoveDefinition(
    "bet", "Bet", flip, lambda s, c: chaos(True), lambda s, seat: chaos([1, 2]), params=int
)


class HostileGame(Game[Pot, Any]):
    """Rules that fail as often as `CHAOS` says."""

    id: ClassVar[str] = "hostile"
    title: ClassVar[str] = "Hostile"

    def kinds(self) -> list[type[Move[Pot]]]:
        return [Take, Give, Rest, BET.kind]

    def setup(self, rng: Rng) -> Pot:
        return chaos(Pot(rng, spare=(rng.child("spare"),)))

    def gate(self, state: Pot, seat: int, kind: type[Move[Pot]]) -> Reject | None:
        return chaos(super().gate(state, seat, kind))

    def returns(self, state: Pot) -> list[float]:
        return chaos([1.0, -1.0])

    def view(self, state: Pot, seat: int) -> Any:
        return chaos(state.clone())

    def sample(self, view: Any, rng: Rng) -> Pot:
        return Pot(rng.child("dice"))


class LazyGame(HostileGame):
    """The same with one copy for all rules."""

    id: ClassVar[str] = "lazy"
    reads_only: ClassVar[bool] = True
