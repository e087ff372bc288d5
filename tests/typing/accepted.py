"""Correct use of moves, games and entries: a strict type checker has nothing to say about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, assert_type

from kibitz.core import (
    Advice,
    Agent,
    Domain,
    EnumeratedMove,
    Game,
    Move,
    Observation,
    Option,
    Reason,
    Reject,
    Rng,
    RuleEngine,
    State,
    hidden_rng,
    int_range,
)


class Heap(State):
    """A heap of stones."""

    __match_args__ = ("rng", "seat", "over", "reason", "stones")

    def __init__(self, rng: Rng, seat: int, over: bool, reason: str, stones: int) -> None:
        super().__init__(rng, seat, over, reason)
        self.stones = stones

    def clone(self) -> "Heap":
        return Heap(self.rng.clone(), self.seat, self.over, self.reason, self.stones)


class Take(Move[Heap]):
    """Take stones."""

    id: ClassVar[str] = "take"
    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> "Iterator[Take]":
        for count in (1, 2, 3):
            yield cls(count)

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        if self.count > state.stones:
            yield Reject("TOO_MANY", f"only {state.stones} left", left=state.stones)

    def apply(self, state: Heap, seat: int) -> None:
        state.stones -= self.count


@dataclass(frozen=True)
class Split(Move[Heap]):
    """A move as a frozen dataclass, with a domain for its parameter."""

    id: ClassVar[str] = "split"
    domains: ClassVar[Mapping[str, Domain]] = {"parts": int_range(2, 3)}
    parts: int

    def apply(self, state: Heap, seat: int) -> None:
        state.stones //= self.parts


class Nim(Game[Heap, Heap]):
    """Two kinds of moves, one state."""

    id: ClassVar[str] = "nim"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Take, Split]

    def setup(self, rng: Rng) -> Heap:
        return Heap(rng, 0, False, "", 7)

    def returns(self, state: Heap) -> list[float]:
        return [0.0, 0.0]

    def view(self, state: Heap, seat: int) -> Heap:
        return Heap(hidden_rng(), state.seat, state.over, state.reason, state.stones)

    def sample(self, view: Heap, rng: Rng) -> Heap:
        return Heap(rng.fork(), view.seat, view.over, view.reason, view.stones)


class First:
    """An agent by shape alone."""

    def advise(self, seen: Observation[Heap, Heap]) -> Advice[Heap]:
        reason = Reason("order", 0.0, "it is listed first")
        option = Option(seen.moves[0], 0.0, (reason,))
        return Advice(option.move, option.score, (option,))


def stones_taken(entry: EnumeratedMove[Heap]) -> int:
    """Narrows the move of an entry by its class; its fields are typed from there on."""
    match entry.params:
        case Take(count):
            assert_type(count, int)
            return count
        case Split() as split:
            return split.parts
        case _:
            return 0


engine = RuleEngine(Nim(), seed=1)
assert_type(engine.state, Heap)
assert_type(engine.view(0), Heap)
entries = engine.enumerate_moves(0, valid_only=True, max_per_move=2)
assert_type(entries, list[EnumeratedMove[Heap]])
assert_type(entries[0].params, Move[Heap] | None)
assert_type(entries[0].move, Move[Heap])
engine.execute(Take(2))
engine.execute(Split(parts=2), player=1)
engine.execute(entries[0])
agent: Agent[Heap, Heap] = First()
assert_type(agent.advise(engine.observe()), Advice[Heap])
total: int = sum(stones_taken(entry) for entry in entries)
