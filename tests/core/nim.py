"""A tiny game on the kernel alone: take one to three stones; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core import Game, Move, Reject, Rng, State, hidden_rng


class Heap(State):
    """A heap of stones."""

    __match_args__ = ("rng", "seat", "over", "reason", "stones")

    def __init__(self, rng: Rng, seat: int, over: bool, reason: str, stones: int) -> None:
        super().__init__(rng, seat, over, reason)
        self.stones = stones

    def clone(self) -> Heap:
        return Heap(self.rng.clone(), self.seat, self.over, self.reason, self.stones)


class Take(Move[Heap]):
    """Take stones from the heap."""

    id: ClassVar[str] = "take"
    name: ClassVar[str] = "Take stones"
    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        for count in (1, 2, 3):
            yield cls(count)

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        if not 1 <= self.count <= 3:
            yield Reject("OUT_OF_RANGE", "take one to three stones", count=self.count)
        if self.count > state.stones:
            yield Reject("TOO_MANY", f"only {state.stones} left", left=state.stones)

    def apply(self, state: Heap, seat: int) -> None:
        state.stones -= self.count
        if state.stones == 0:
            state.finish(f"seat {seat} took the last stone")
        else:
            state.seat = 1 - seat


class Nim(Game[Heap, Heap]):
    """The game of taking stones."""

    id: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"

    def __init__(self, stones: int = 7) -> None:
        super().__init__(2)
        self.stones = stones

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Take]

    def setup(self, rng: Rng) -> Heap:
        return Heap(rng, 0, False, "", self.stones)

    def returns(self, state: Heap) -> list[float]:
        if not state.over:
            return [0.0, 0.0]
        return [1.0, -1.0] if state.seat == 0 else [-1.0, 1.0]

    def view(self, state: Heap, seat: int) -> Heap:
        return Heap(hidden_rng(), state.seat, state.over, state.reason, state.stones)

    def sample(self, view: Heap, rng: Rng) -> Heap:
        return Heap(rng.fork(), view.seat, view.over, view.reason, view.stones)
