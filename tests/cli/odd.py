"""Games with something wrong or unusual about them, for the command line to survive."""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from kibitz.core import Advice, Agent, Move, Observation
from tests.agents.pile import Pile, PileState, Take


class Nothing(Take):
    """Take stones; never proposed."""

    @classmethod
    def enumerate(cls, state: PileState, seat: int) -> Iterator["Nothing"]:
        yield from ()


class Stuck(Pile):
    """Nobody can ever move."""

    id: ClassVar[str] = "stuck"

    def kinds(self) -> list[type[Move[PileState]]]:
        return [Nothing]


class Endless(Pile):
    """Moves change nothing but whose turn it is."""

    id: ClassVar[str] = "endless"

    def play(self, state: PileState, move: Move[PileState], seat: int | None = None) -> None:
        state.seat = 1 - state.seat


class Cheater:
    """Takes what it cannot have."""

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        return Advice(Take(9), 0.0, ())


class Cheated(Pile):
    """Its own player breaks the rules."""

    id: ClassVar[str] = "cheated"

    def agents(self) -> Mapping[str, Callable[..., Agent[PileState, PileState]]]:
        return {"cheater": Cheater}


class Peek(Take):
    """Take stones, and draw new charms."""

    @classmethod
    def enumerate(cls, state: PileState, seat: int) -> Iterator["Peek"]:
        for count in (1, 2, 3):
            yield cls(count)

    def apply(self, state: PileState, seat: int) -> None:
        state.charms = [state.rng.below(3), state.rng.below(3)]
        super().apply(state, seat)


class Sealed(Pile):
    """No move can be taken back between people."""

    id: ClassVar[str] = "sealed"

    def kinds(self) -> list[type[Move[PileState]]]:
        return [Peek]


class Crashing(Pile):
    """Its drawing fails."""

    id: ClassVar[str] = "crashing"

    def render(self, view: PileState) -> str:
        raise ZeroDivisionError("no chalk")


class Q(Move[PileState]):
    """Take a stone."""

    id: ClassVar[str] = "q"

    def apply(self, state: PileState, seat: int) -> None:
        Take(1).apply(state, seat)


class Letters(Pile):
    """Its move has the name of a command."""

    id: ClassVar[str] = "letters"

    def kinds(self) -> list[type[Move[PileState]]]:
        return [Q, Take]
