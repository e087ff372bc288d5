"""The player that takes the move with the best score, whatever scores it."""

import time
from typing import Final, Generic, TypeVar

from kibitz.agents.scorer import Outlook, Scorer
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

PLACES: Final = 9


class GreedyAgent(Generic[S, V]):
    """Scores every legal move and plays the best; among equals, the one listed first."""

    def __init__(self, scorer: Scorer[S, V]) -> None:
        """Takes what scores the moves."""
        self.scorer: Final = scorer

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Ranks the legal moves; past the deadline, those that are left stay unscored."""
        start = time.perf_counter()
        options: list[Option[S]] = []
        for move in seen.moves:
            if options and seen.expired():
                break
            reasons = self.scorer.reasons(seen, move)
            options.append(Option(move, score_of(reasons), tuple(reasons)))
        ranked = tuple(sorted(options, key=lambda option: -option.score))
        best = ranked[0]
        return Advice(
            best.move,
            best.score,
            ranked,
            trace={"scored": len(options), "unscored": len(seen.moves) - len(options)},
            seconds=time.perf_counter() - start,
        )


def score_of(reasons: list[Reason]) -> float:
    """Adds reasons up, the same on every Python; sums that should be equal are.

    Fractions such as 0.1 are not exact, so equal sums can differ in their last bits. Rounding
    takes these away; what is left is far finer than any weight.
    """
    score = 0.0
    for reason in reasons:
        score += reason.amount
    return round(score, PLACES)


def make_greedy(worlds: int = 8, horizon: int = 0) -> GreedyAgent[S, V]:
    """Makes the greedy player for a game that brings no scorer of its own."""
    scorer: Scorer[S, V] = Outlook(worlds, horizon)
    return GreedyAgent(scorer)
