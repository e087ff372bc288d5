"""The sequential test, which ends a match of two players as soon as it is decided.

The test is Wald's. A pair of games with the same deal is one observation. For scores, the
likelihood ratio is that of as many independent games as would tell as much as the pairs; for
margins, that of a normal distribution whose variance is estimated from the pairs.
`benchmarks/verdicts.py` measures how often the test is wrong.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from kibitz.arena.setup import ArenaError, Data, Setup
from kibitz.arena.statistics import MAX_ELO, design_effect, expected_score, unbiased

# The sequential test decides nothing before this many pairs: the variance of a few pairs can be far
# too small by chance. Margins need more of them, because large ones are rare: in simulations with
# rare large losses, a test for 2 chips between equal players was wrong in 9 of 100 runs after 20
# pairs at the earliest, and in 4 after 50.
MIN_PAIRS: Final = 20
MIN_MARGINS: Final = 50
# How many virtual deals the test counts in `design_effect`. In simulations where most pairs are
# 1-1, it missed a difference of 20 points in 9 of 100 runs with one, and in 5 with two.
TEST_DEALS: Final = 2
SPRT_FORMAT: Final = "expected LOW:HIGH or LOW:HIGH:ALPHA:BETA, such as 0:20"

Verdict = Literal["H0", "H1"]


@dataclass(frozen=True)
class SprtState(Data):
    """The state of a sequential test.

    Attributes:
        llr: the log-likelihood ratio; it rises with evidence for H1.
        lower: the bound at which H0 is accepted.
        upper: the bound at which H1 is accepted.
        verdict: the accepted hypothesis; None before the test is decided.
        pairs: the number of pairs so far.
    """

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None
    pairs: int


@dataclass(frozen=True)
class Sprt:
    """A sequential test of how much stronger the first player is.

    Attributes:
        low: the difference under H0.
        high: the difference under H1, which is larger.
        alpha: the probability of accepting H1 if H0 is true.
        beta: the probability of accepting H0 if H1 is true.
        unit: the unit of the differences, if they are margins of returns; empty for Elo points.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    unit: str = field(default="", kw_only=True)

    def __str__(self) -> str:
        return ":".join(f"{part:.12g}" for part in (self.low, self.high, self.alpha, self.beta))

    @property
    def measure(self) -> str:
        """The unit of the differences, in words."""
        return self.unit or "Elo"

    @property
    def means(self) -> tuple[float, float]:
        """The mean of a pair under H0, and under H1."""
        if self.unit:
            return self.low, self.high
        return expected_score(self.low), expected_score(self.high)

    def verdict(self, pairs: Iterable[float]) -> SprtState:
        """Runs the test on pairs in the order of their deals, until it is decided.

        Args:
            pairs: the mean of the first player in each pair: of its margins if the test has a unit,
                otherwise of its scores.
        """
        run = SprtRun(self)
        for mean in pairs:
            if run.add(mean).verdict is not None:
                break
        return run.state


class SprtRun:
    """A sequential test in progress; pairs are added in the order of their deals.

    Attributes:
        test: the test.
        state: its state.
    """

    def __init__(self, test: Sprt) -> None:
        self.test: Final = test
        lower = math.log(test.beta / (1 - test.alpha))
        upper = math.log((1 - test.beta) / test.alpha)
        self.state = SprtState(0.0, lower, upper, None, 0)
        self._low, self._high = test.means
        self._least = MIN_MARGINS if test.unit else MIN_PAIRS
        # Relative to the middle of the two hypotheses.
        self._total = 0.0
        self._squares = 0.0
        self._farthest = self._high - self._low

    def add(self, mean: float) -> SprtState:
        """Adds the mean of a pair; returns the new state."""
        off = mean - (self._low + self._high) / 2
        self._total += off
        self._squares += off * off
        self._farthest = max(self._farthest, abs(off))
        before, pairs = self.state, self.state.pairs + 1
        around = max(0.0, self._squares - self._total * self._total / pairs)
        llr = self._of_margins(pairs, around) if self.test.unit else self._of_scores(pairs, around)
        verdict: Verdict | None = None
        if pairs >= self._least:
            verdict = "H1" if llr >= before.upper else "H0" if llr <= before.lower else None
        self.state = SprtState(llr, before.lower, before.upper, verdict, pairs)
        return self.state

    def _of_margins(self, pairs: int, around: float) -> float:
        """Returns the ratio of two normal distributions.

        One virtual pair is as far out as the farthest real one. Without it, pairs with equal
        margins would have no variance, and the ratio would be infinite.
        """
        variance = (around + self._farthest**2) / (pairs + 1)
        return (self._high - self._low) * self._total / variance

    def _of_scores(self, pairs: int, around: float) -> float:
        """Returns the ratio of independent games, divided by the design effect of the pairs."""
        rate = self._total / pairs + (self._low + self._high) / 2
        games = 2 * pairs
        observed = 4 * around * unbiased(pairs)
        effect = design_effect(observed, games * rate * (1 - rate), 2, TEST_DEALS)
        won, lost = self._high / self._low, (1 - self._high) / (1 - self._low)
        return games * (rate * math.log(won) + (1 - rate) * math.log(lost)) / effect


def sprt_of(setup: Setup) -> Sprt | None:
    """Returns the sequential test of a tournament, in the unit of its game; None without a test."""
    return None if setup.sprt is None else read_sprt(setup.sprt, setup.unit)


def read_sprt(text: str, unit: str = "") -> Sprt:
    """Reads a test written as `LOW:HIGH` or `LOW:HIGH:ALPHA:BETA`.

    Without the unit of a game's returns, the test is in Elo points.

    Raises:
        ArenaError: if the text or a number is invalid.
    """
    parts = text.split(":")
    if len(parts) not in (2, 4):
        raise ArenaError(f"invalid sequential test {text!r}: {SPRT_FORMAT}")
    test = Sprt(*(read_number(part, text) for part in parts), unit=unit)
    if not test.low < test.high:
        raise ArenaError(f"invalid sequential test {text!r}: expected LOW below HIGH")
    if not unit and not -MAX_ELO <= test.low < test.high <= MAX_ELO:
        raise ArenaError(
            f"invalid sequential test {text!r}: expected Elo points from {-MAX_ELO:.0f} to"
            f" {MAX_ELO:.0f}"
        )
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise ArenaError(
            f"invalid sequential test {text!r}: expected ALPHA and BETA above 0 and below 0.5"
        )
    return test


def read_number(part: str, text: str) -> float:
    """Reads one number of a sequential test."""
    try:
        found = float(part)
    except ValueError:
        found = math.nan
    if math.isfinite(found):
        return found
    raise ArenaError(f"invalid sequential test {text!r}: {part!r} is not a number; {SPRT_FORMAT}")
