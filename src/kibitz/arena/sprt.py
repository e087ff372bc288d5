"""The sequential test: stop as soon as it is clear enough which of two strengths is true.

The test is Wald's, in the generalised form that engine testing uses: the two games of a deal are
one observation, because they are not independent, and the likelihood ratio is that of a normal
distribution whose spread is estimated from the pairs.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from kibitz.arena.result import GameResult, pair_points
from kibitz.arena.setup import GAMES_IN_A_PAIR, ArenaError
from kibitz.arena.statistics import expected_score
from kibitz.core.value import Json

Verdict = Literal["H0", "H1"]

# Before so many pairs there is no verdict: the spread of a few pairs can come out far too small by
# chance, and the normal approximation is poor. Simulated without this, a test for 150 Elo points
# between equals went wrong in 13 to 30 of 100 runs instead of 5; with it, in 4 to 6.
LEAST_PAIRS: Final = 20
# The variance of a pair's mean where two decided games between equals are independent.
PAIR_VARIANCE: Final = 0.125
# How many pairs with that variance are added to the estimate. Simulated where nine of ten pairs are
# even, the test missed a difference of 20 points in 13 of 100 runs with one, in 5 with four.
VIRTUAL_PAIRS: Final = 4
FORM: Final = "write it ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA, such as 0:20"
# Elo differences beyond this stand for scores that no tournament can tell from 0 or 1.
MOST_ELO: Final = 2000.0


@dataclass(frozen=True)
class SprtState:
    """How far a test has come.

    Attributes:
        llr: the logarithm of the likelihood ratio; it rises with evidence for H1.
        lower: where H0 is accepted.
        upper: where H1 is accepted.
        verdict: which one was accepted; None while it is open.
        pairs: how many pairs the test has seen.
    """

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None
    pairs: int

    def to_json(self) -> dict[str, Json]:
        """Writes the state as a JSON object."""
        return {
            "llr": self.llr,
            "lower": self.lower,
            "upper": self.upper,
            "verdict": self.verdict,
            "pairs": self.pairs,
        }


@dataclass(frozen=True)
class Sprt:
    """A test between two strengths of the player named first, in logistic Elo points.

    Attributes:
        elo0: the difference under H0.
        elo1: the difference under H1; the larger one.
        alpha: how often H1 may be accepted where H0 holds.
        beta: how often H0 may be accepted where H1 holds.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __str__(self) -> str:
        return ":".join(f"{part:.12g}" for part in (self.elo0, self.elo1, self.alpha, self.beta))

    def verdict(self, pair_scores: Iterable[float]) -> SprtState:
        """Takes pairs in the order of their deals up to the first verdict, or all of them.

        Args:
            pair_scores: for each pair the mean score of the player named first: 0, 0.25, ... 1.
        """
        run = SprtRun(self)
        for score in pair_scores:
            if run.add(score).verdict is not None:
                break
        return run.state

    def judge(self, pairs: int, total: float, squares: float) -> SprtState:
        """Judges pairs by their number, the sum of their scores and the sum of the squares.

        The spread is estimated as though four more pairs had been seen, with the spread of two even
        games that have nothing to do with each other. Without them, pairs that are all alike would
        have no spread, and the ratio would be infinite.
        """
        lower = math.log(self.beta / (1 - self.alpha))
        upper = math.log((1 - self.beta) / self.alpha)
        if pairs == 0:
            return SprtState(0.0, lower, upper, None, 0)
        mean = total / pairs
        around = max(0.0, squares - total * mean)
        variance = (around + VIRTUAL_PAIRS * PAIR_VARIANCE) / (pairs + VIRTUAL_PAIRS)
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        llr = pairs * (high - low) * (2 * mean - low - high) / (2 * variance)
        verdict: Verdict | None = None
        if pairs >= LEAST_PAIRS:
            verdict = "H1" if llr >= upper else "H0" if llr <= lower else None
        return SprtState(llr, lower, upper, verdict, pairs)


class SprtRun:
    """A test under way: pairs come one by one, in the order of their deals.

    Attributes:
        test: what is tested.
        state: how far it has come.
    """

    def __init__(self, test: Sprt) -> None:
        """Starts before the first pair."""
        self.test: Final = test
        self.state = test.judge(0, 0.0, 0.0)
        self._total = 0.0
        self._squares = 0.0

    def add(self, score: float) -> SprtState:
        """Takes the mean score of a pair; returns how far the test has come with it."""
        self._total += score
        self._squares += score * score
        self.state = self.test.judge(self.state.pairs + 1, self._total, self._squares)
        return self.state


def pair_scores(results: Iterable[GameResult]) -> list[float]:
    """Returns the mean score of the player named first in each pair of a head-to-head.

    Pairs stand in the order of their deals, up to the first that is not complete, so the list does
    not depend on the order in which games were finished.
    """
    pairs = pair_points((0, 1), results).items()
    # After a gap no deal is in its place any more.
    return [points / GAMES_IN_A_PAIR for place, (deal, points) in enumerate(pairs) if deal == place]


def read_sprt(text: str) -> Sprt:
    """Reads a test written as `ELO0:ELO1` or `ELO0:ELO1:ALPHA:BETA`.

    Raises:
        ArenaError: if it is written otherwise, or no such test can be made.
    """
    parts = text.split(":")
    if len(parts) not in (2, 4):
        raise ArenaError(f"cannot read {text!r} as a sequential test; {FORM}")
    numbers = [read_part(part, text) for part in parts]
    test = Sprt(*numbers)
    if not -MOST_ELO <= test.elo0 < test.elo1 <= MOST_ELO:
        raise ArenaError(
            f"a sequential test needs ELO0 below ELO1, both from {-MOST_ELO:.0f} to {MOST_ELO:.0f},"
            f" not {parts[0]} and {parts[1]}"
        )
    check_errors(test, parts)
    return test


def read_part(part: str, text: str) -> float:
    """Reads one number of a test."""
    try:
        found = float(part)
    except ValueError:
        found = math.nan
    if math.isfinite(found):
        return found
    raise ArenaError(f"{part!r} in the sequential test {text!r} is not a number; {FORM}")


def check_errors(test: Sprt, parts: Sequence[str]) -> None:
    """Refuses error rates that no test can have."""
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise ArenaError(
            "the error rates of a sequential test are above 0 and below 0.5,"
            f" not {parts[2]} and {parts[3]}"
        )
