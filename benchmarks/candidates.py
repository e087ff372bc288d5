"""A game with as many candidates as wanted, and a check that costs next to nothing.

It is left interpreted, as the game of a user would be: what it measures is the engine around it.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core import Game, Move, Reject, Rng, State

COUNT: Final = 10_000


class Counter(State):
    def clone(self) -> "Counter":
        return Counter(self.rng.clone(), self.seat, self.over, self.reason)


class Name(Move[Counter]):
    """Name a number; only even ones are legal."""

    id: ClassVar[str] = "name"
    __match_args__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number: Final = number

    @classmethod
    def enumerate(cls, state: Counter, seat: int) -> Iterator["Name"]:
        for number in range(COUNT):
            yield cls(number)

    def check(self, state: Counter, seat: int) -> Iterator[Reject]:
        if self.number % 2:
            yield Reject("ODD", "only even numbers count")

    def apply(self, state: Counter, seat: int) -> None:
        state.finish("named")


class Naming(Game[Counter, Counter]):
    id: ClassVar[str] = "naming"

    def kinds(self) -> list[type[Move[Counter]]]:
        return [Name]

    def setup(self, rng: Rng) -> Counter:
        return Counter(rng)

    def returns(self, state: Counter) -> list[float]:
        return [0.0, 0.0]
