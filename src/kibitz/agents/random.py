"""The random player: the baseline that every other player should beat."""

import time
from typing import Final, TypeVar

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.options import declare_types
from kibitz.core.state import State
from kibitz.core.value import Json, check_type

S = TypeVar("S", bound=State)
V = TypeVar("V")


class RandomAgent:
    """Plays a random legal move; all are equally likely.

    Every move gets a random number as its score, and the highest is played.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        """Sets a seed that makes this player differ from other random players in a match.

        Raises:
            TypeError: if it is neither a whole number nor a text.
        """
        check_type("seed", seed, (int, str, type(None)), "a whole number or a text")
        self.seed: Final = seed

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Ranks the legal moves by random numbers."""
        seen.check_turn()
        start = time.perf_counter()
        rng = seen.rng if self.seed is None else seen.rng.child(f"random {self.seed}")
        options: list[Option[S]] = []
        for move in seen.moves:
            score = rng.random()
            options.append(Option(move, score, (Reason("random", score, "a random number"),)))
        ranked = tuple(sorted(options, key=lambda option: -option.score))
        best = ranked[0]
        trace: dict[str, Json] = {"moves": len(ranked)}
        seconds = time.perf_counter() - start
        return Advice(best.move, 0.0, ranked, (), trace, seconds, "random numbers")

    def __repr__(self) -> str:
        return "RandomAgent()" if self.seed is None else f"RandomAgent(seed={self.seed!r})"


declare_types(RandomAgent, seed="int | str | None")
