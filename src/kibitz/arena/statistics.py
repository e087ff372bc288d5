"""Statistics: confidence intervals, percentiles, ratings, and the sequential test.

There are a few thousand games and up to twenty players, so plain Python is fast enough. A numerics
library would be by far the largest dependency.

The sequential test is Wald's, in the generalised form that engine testing uses: the two games of a
deal are one observation, because they are not independent, and the likelihood ratio is that of a
normal distribution whose variance is estimated from the pairs.
"""

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from kibitz.arena.setup import ArenaError
from kibitz.core.value import Json

# A normal variable is within so many standard deviations of its mean in 95 of 100 cases.
Z95: Final = 1.959963984540054
# Student's distribution needs more than Z95 where the deviation is itself an estimate. These are
# the terms of the usual expansion in 1 / (values - 1): Abramowitz and Stegun, 26.7.5.
STUDENT95: Final = (2.372272, 2.822494, 2.555843, 1.589516)
# The score of two players of equal strength.
EVEN: Final = 0.5
# How many virtual deals `deal_interval` adds.
VIRTUAL_DEALS: Final = 4
# Elo points per unit of the logistic scale: 400 points are odds of ten to one.
SCALE: Final = 400.0 / math.log(10.0)
# How many virtual draws against an average player the ratings add to each player's results.
VIRTUAL_GAMES: Final = 1.0
# Newton's method stops when no rating changes by more than this, on the logistic scale.
TOLERANCE: Final = 1e-10
# It takes about ten iterations, with damped steps a few more.
MAX_ITERATIONS: Final = 200

# The sequential test decides nothing before so many pairs: the variance of a few pairs can be
# far too small by chance, and the normal approximation is poor. In simulations without this, a
# test for 150 Elo points between equal players was wrong in 13 to 30 of 100 runs instead of 5; with
# it, in 4 to 6.
MIN_PAIRS: Final = 20
# The variance of the mean score of a pair: two independent games without draws, equal players.
PAIR_VARIANCE: Final = 0.125
# How many virtual pairs with that variance are added to the estimate. In simulations where nine of
# ten pairs are 1-1, the test missed a difference of 20 points in 13 of 100 runs with one virtual
# pair, and in 5 with four.
VIRTUAL_PAIRS: Final = 4
SPRT_FORMAT: Final = "expected ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA, such as 0:20"
# No tournament can tell the scores of larger Elo differences from 0 or 1.
MAX_ELO: Final = 2000.0

Matrix = list[list[float]]
# The points of each player against each other, with half a point for a draw.
Points = Sequence[Sequence[float]]
Verdict = Literal["H0", "H1"]


@dataclass(frozen=True)
class Rating:
    """A strength in Elo points with its 95 % interval."""

    elo: float
    low: float
    high: float


def wilson(score: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Returns the Wilson interval of a success rate; 0 to 1 without games.

    The interval assumes independent games without draws. With draws, and mostly with paired deals,
    the results vary less, and the interval is wider than needed.

    Args:
        score: the points, with half a point for a draw.
        games: the number of games.
        z: the width of the interval to each side, in standard deviations.

    Raises:
        ValueError: if the score is below 0 or above the number of games.
    """
    if not 0 <= score <= games:
        raise ValueError(f"invalid score {score}: expected 0 to {games}, the number of games")
    if games == 0:
        return 0.0, 1.0
    rate, spread = score / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(rate * (1 - rate) * spread + spread * spread / 4) / (1 + spread)
    # In spite of rounding errors, the interval stays within 0 to 1 and contains the rate.
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def deal_interval(
    scores: Sequence[float], z: float = Z95, even: float = EVEN
) -> tuple[float, float]:
    """Returns the interval of the mean score of deals; 0 to 1 without deals.

    Games with the same deal are not independent, because they share its luck, so each deal counts
    as one observation. The interval is the normal one, after four virtual deals are added, which
    are won with the score of equal players: two with a score of 1 and two with 0 if there are two
    players. Otherwise a few deals, or deals with equal scores, would give an interval that is too
    narrow. For wins and losses alone this is the interval of Agresti and Coull. It is limited to 0
    to 1, and always contains the mean.

    Args:
        scores: the mean score of each deal, from 0 to 1.
        z: the width of the interval to each side, in standard deviations.
        even: the score of equal players: 1 divided by their number.

    Raises:
        ValueError: if a score is not from 0 to 1.
    """
    if not all(0 <= score <= 1 for score in scores):
        raise ValueError("invalid score of a deal: expected 0 to 1")
    if not scores:
        return 0.0, 1.0
    rate, count = math.fsum(scores) / len(scores), len(scores) + VIRTUAL_DEALS
    won, lost = VIRTUAL_DEALS * even, VIRTUAL_DEALS * (1 - even)
    middle = (math.fsum(scores) + won) / count
    squares = math.fsum((score - middle) ** 2 for score in scores)
    half = z * math.sqrt(squares + won * (1 - middle) ** 2 + lost * middle**2) / count
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Returns the 95 % interval of the mean of independent values; None for fewer than two.

    The interval is Student's. For three values, it is 1 % too narrow, with more less.
    """
    free = len(values) - 1
    if free < 1:
        return None
    mean = math.fsum(values) / len(values)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / free)
    width = Z95 + math.fsum(term / free**power for power, term in enumerate(STUDENT95, 1))
    half = width * deviation / math.sqrt(len(values))
    return mean - half, mean + half


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Returns a percentile, with linear interpolation.

    Args:
        ordered: the values in ascending order; at least one.
        percent: from 0, the smallest value, to 100, the largest.

    Raises:
        ValueError: if there are no values, or `percent` is out of range.
    """
    if not ordered or not 0 <= percent <= 100:
        raise ValueError(f"no percentile {percent} of {len(ordered)} values")
    place = (len(ordered) - 1) * percent / 100
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def expected_score(elo: float) -> float:
    """Returns the expected score of a player who is so many Elo points stronger."""
    return logistic(elo / SCALE)


def elo_of(rate: float) -> float:
    """Returns the Elo difference for a score above 0 and below 1."""
    return SCALE * math.log(rate / (1 - rate))


def elo_difference(score: float, games: int) -> Rating:
    """Returns how much stronger one of two players is, with the Wilson interval in Elo points.

    One virtual draw is added, so that the difference is finite for a player who won every game.
    """
    points, played = score + VIRTUAL_GAMES / 2, games + round(VIRTUAL_GAMES)
    low, high = wilson(points, played)
    return Rating(elo_of(points / played), elo_of(low), elo_of(high))


def bradley_terry(points: Points, deals: Sequence[Points] = ()) -> list[Rating]:
    """Rates players by the Bradley-Terry model: the mean is 0, 400 points are odds of ten to one.

    Each player gets one virtual draw against a player of average strength. It hardly changes the
    ratings of a real tournament, but a player who won every game has a finite rating, and players
    without common opponents can be compared.

    The intervals come from the inverse of the Fisher information. A draw counts as half a win and
    half a loss; with many draws, the intervals are too wide. With three or more players in a game,
    results depend on each other: who wins is better than all the others at once. Then the points of
    each deal tell how much the ratings change with the deals, and the wider interval counts.

    Args:
        points: `points[one][other]` are the points of one player against the other, with half a
            point for a draw.
        deals: the same for each deal; without them, all points count as independent.
    """
    count = len(points)
    ratings = [0.0] * count
    for _ in range(MAX_ITERATIONS):
        step = solve(information(points, ratings), gradient(points, ratings))
        ratings = damped_step(points, ratings, step)
        if max(map(abs, step), default=0.0) < TOLERANCE:
            break
    covariance = invert(information(points, ratings))
    spread = map(max, deviations(covariance), deal_deviations(deals, ratings, covariance))
    mean = math.fsum(ratings) / max(count, 1)
    found: list[Rating] = []
    for rating, deviation in zip(ratings, spread, strict=True):
        elo, half = SCALE * (rating - mean), SCALE * Z95 * deviation
        found.append(Rating(elo, elo - half, elo + half))
    return found


def damped_step(points: Points, ratings: list[float], step: list[float]) -> list[float]:
    """Takes Newton's step, or the part of it that does not lower the likelihood.

    The likelihood has a single maximum, so such steps reach it.
    """
    start, share = likelihood(points, ratings), 1.0
    while share > TOLERANCE:
        tried = [rating + share * move for rating, move in zip(ratings, step, strict=True)]
        if likelihood(points, tried) >= start:
            return tried
        share /= 2
    return ratings


def likelihood(points: Points, ratings: Sequence[float]) -> float:
    """Returns the log-likelihood of the results, virtual games included."""
    terms: list[float] = []
    for one, row in enumerate(points):
        terms.extend(
            scored * log_logistic(ratings[one] - ratings[other])
            for other, scored in enumerate(row)
            if scored
        )
        both = log_logistic(ratings[one]) + log_logistic(-ratings[one])
        terms.append(VIRTUAL_GAMES / 2 * both)
    return math.fsum(terms)


def gradient(points: Points, ratings: Sequence[float]) -> list[float]:
    """Returns for each player the points above those expected, virtual games included."""
    virtual = [VIRTUAL_GAMES * (EVEN - logistic(rating)) for rating in ratings]
    return [own + more for own, more in zip(surplus(points, ratings), virtual, strict=True)]


def surplus(points: Points, ratings: Sequence[float]) -> list[float]:
    """Returns for each player the points above those expected from the ratings."""
    found: list[float] = []
    for one, row in enumerate(points):
        above = 0.0
        for other, scored in enumerate(row):
            games = scored + points[other][one]
            above += scored - games * logistic(ratings[one] - ratings[other])
        found.append(above)
    return found


def information(points: Points, ratings: Sequence[float]) -> Matrix:
    """Returns the Fisher information matrix of the ratings."""
    count = len(points)
    found = [[0.0] * count for _ in range(count)]
    for one in range(count):
        found[one][one] += VIRTUAL_GAMES * variance(ratings[one])
        for other in range(one):
            games = points[one][other] + points[other][one]
            weight = games * variance(ratings[one] - ratings[other])
            found[one][one] += weight
            found[other][other] += weight
            found[one][other] -= weight
            found[other][one] -= weight
    return found


def deviations(covariance: Matrix) -> list[float]:
    """Returns the standard deviation of each rating relative to the mean of all ratings."""
    count = len(covariance)
    means = [math.fsum(row) / count for row in covariance]
    middle = math.fsum(means) / max(count, 1)
    return [math.sqrt(max(0.0, covariance[i][i] - 2 * means[i] + middle)) for i in range(count)]


def deal_deviations(
    deals: Sequence[Points], ratings: Sequence[float], covariance: Matrix
) -> list[float]:
    """Returns the standard deviation of each rating relative to the mean, deals being independent.

    This is the sandwich estimate: the sum of the squares of what each deal changes in a rating.
    """
    count, squares = len(ratings), [0.0] * len(ratings)
    for points in deals:
        above = surplus(points, ratings)
        changes = [math.fsum(map(operator.mul, row, above)) for row in covariance]
        mean = math.fsum(changes) / count
        squares = [sum_ + (each - mean) ** 2 for sum_, each in zip(squares, changes, strict=True)]
    scale = len(deals) / max(1, len(deals) - 1)
    return [math.sqrt(scale * square) for square in squares]


def invert(matrix: Matrix) -> Matrix:
    """Inverts a symmetric matrix."""
    count = len(matrix)
    return [solve(matrix, [float(row == each) for row in range(count)]) for each in range(count)]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solves a system of linear equations by Gaussian elimination with pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in rows[column + 1 :]:
            factor = row[column] / rows[column][column]
            for place in range(column, count + 1):
                row[place] -= factor * rows[column][place]
    found = [0.0] * count
    for column in reversed(range(count)):
        known = math.fsum(rows[column][place] * found[place] for place in range(column + 1, count))
        found[column] = (rows[column][count] - known) / rows[column][column]
    return found


def logistic(value: float) -> float:
    """Returns the win probability for a difference on the logistic scale."""
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    return math.exp(value) / (1 + math.exp(value))


def log_logistic(value: float) -> float:
    """Returns the logarithm of `logistic`, without loss of precision near 0 and 1."""
    return -math.log1p(math.exp(-abs(value))) + min(value, 0.0)


def variance(value: float) -> float:
    """Returns the variance of a game between players with this difference."""
    return logistic(value) * logistic(-value)


# The sequential test.


@dataclass(frozen=True)
class SprtState:
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

    def to_json(self) -> dict[str, Json]:
        """Returns the state as a JSON object."""
        return {
            "llr": self.llr,
            "lower": self.lower,
            "upper": self.upper,
            "verdict": self.verdict,
            "pairs": self.pairs,
        }


@dataclass(frozen=True)
class Sprt:
    """A sequential test of how much stronger the first player is, in logistic Elo points.

    Attributes:
        elo0: the difference under H0.
        elo1: the difference under H1, which is larger.
        alpha: the probability of accepting H1 if H0 is true.
        beta: the probability of accepting H0 if H1 is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __str__(self) -> str:
        return ":".join(f"{part:.12g}" for part in (self.elo0, self.elo1, self.alpha, self.beta))

    def verdict(self, pair_scores: Iterable[float]) -> SprtState:
        """Runs the test on pairs in the order of their deals, until it is decided.

        Args:
            pair_scores: the mean score of the first player in each pair: 0, 0.25, ... 1.
        """
        run = SprtRun(self)
        for score in pair_scores:
            if run.add(score).verdict is not None:
                break
        return run.state

    def judge(self, pairs: int, total: float, squares: float) -> SprtState:
        """Computes the state from the number of pairs, the sum of scores and the sum of squares.

        The estimate of the variance includes four virtual pairs of independent games. Without
        them, pairs with equal scores would have no variance, and the ratio would be infinite.
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
        if pairs >= MIN_PAIRS:
            verdict = "H1" if llr >= upper else "H0" if llr <= lower else None
        return SprtState(llr, lower, upper, verdict, pairs)


class SprtRun:
    """A sequential test in progress; pairs are added in the order of their deals.

    Attributes:
        test: the test.
        state: its state.
    """

    def __init__(self, test: Sprt) -> None:
        self.test: Final = test
        self.state = test.judge(0, 0.0, 0.0)
        self._total = 0.0
        self._squares = 0.0

    def add(self, score: float) -> SprtState:
        """Adds the mean score of a pair; returns the new state."""
        self._total += score
        self._squares += score * score
        self.state = self.test.judge(self.state.pairs + 1, self._total, self._squares)
        return self.state


def read_sprt(text: str) -> Sprt:
    """Reads a test written as `ELO0:ELO1` or `ELO0:ELO1:ALPHA:BETA`.

    Raises:
        ArenaError: if the text or a number is invalid.
    """
    parts = text.split(":")
    if len(parts) not in (2, 4):
        raise ArenaError(f"invalid sequential test {text!r}: {SPRT_FORMAT}")
    numbers = [read_number(part, text) for part in parts]
    test = Sprt(*numbers)
    if not -MAX_ELO <= test.elo0 < test.elo1 <= MAX_ELO:
        raise ArenaError(
            f"invalid sequential test {text!r}: expected ELO0 below ELO1, both from"
            f" {-MAX_ELO:.0f} to {MAX_ELO:.0f}"
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
