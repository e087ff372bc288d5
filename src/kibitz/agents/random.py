"""The player that leaves everything to chance: the baseline that every other one must beat."""

import time
from typing import Final, TypeVar

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")


class RandomAgent:
    """Plays any legal move, each equally likely.

    Every move draws a lot and the highest is played, so the ranking is what really decided.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        """Takes a seed that sets this player apart from others of its kind in the same match."""
        self.seed: Final = seed

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Draws a lot for every legal move."""
        start = time.perf_counter()
        rng = seen.rng if self.seed is None else seen.rng.child(f"random {self.seed}")
        options: list[Option[S]] = []
        for move in seen.moves:
            lot = rng.random()
            options.append(Option(move, lot, (Reason("lot", lot, "drawn by chance"),)))
        ranked = tuple(sorted(options, key=lambda option: -option.score))
        best = ranked[0]
        seconds = time.perf_counter() - start
        return Advice(best.move, 0.0, ranked, trace={"moves": len(ranked)}, seconds=seconds)
