"""Intervals, percentiles and ratings: how much a number of games proves.

All of it is for some thousand games and some twenty players, so it is written out here rather than
taken from a numerics library, which would be the largest thing to install.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from kibitz.arena.result import GameResult, pair_points
from kibitz.arena.setup import GAMES_IN_A_PAIR, ArenaError
from kibitz.core.value import Json

# What a normal variable does not exceed, on either side, in 95 of 100 cases.
Z95: Final = 1.959963984540054
# A score at which neither side is better.
EVEN: Final = 0.5
# How many imagined deals an interval over deals adds: half of them all won, half all lost.
VIRTUAL_DEALS: Final = 4
# Elo points for each unit of the logistic scale: ten to one is 400 points.
SCALE: Final = 400.0 / math.log(10.0)
# How many drawn games against an average player the ratings add to each player's results.
VIRTUAL_GAMES: Final = 1.0
# Newton's method is done when no rating moves by more than this, on the logistic scale.
CLOSE: Final = 1e-10
# It takes about ten rounds; a damped step can need a few more.
MOST_ROUNDS: Final = 200

# The sequential test.

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

Matrix = list[list[float]]
# What each player scored against each other, a draw counting half.
Points = Sequence[Sequence[float]]
Verdict = Literal["H0", "H1"]


@dataclass(frozen=True)
class Rating:
    """A strength in Elo points, with its 95 % interval."""

    elo: float
    low: float
    high: float


def wilson(score: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Returns Wilson's interval of a success rate; 0 to 1 where nothing was played.

    The interval is made for wins and losses. With draws results vary less than it assumes, and so
    they mostly do where both players get the same deal in turn: it is then wider than needed.

    Args:
        score: the points scored, a draw counting half.
        games: how many games that took.
        z: how many standard deviations wide the interval is to each side.

    Raises:
        ValueError: if so many points cannot come from so many games.
    """
    if not 0 <= score <= games:
        raise ValueError(f"{score} points cannot come from {games} games")
    if games == 0:
        return 0.0, 1.0
    rate, spread = score / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(rate * (1 - rate) * spread + spread * spread / 4) / (1 + spread)
    # Rounding must not push an end past what is possible, nor past the rate itself.
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def deal_interval(scores: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """Returns the interval of a mean of which each deal gives one value; 0 to 1 without deals.

    Games with the same deal share its luck, so they prove less than as many games apart. Here a
    deal counts once, and its spread is that of the deals: the interval is the normal one. So that
    few deals, or deals that are all alike, do not seem to prove too much, four are added as though
    they had been seen: two with a score of 1 and two with 0. Of plain wins and losses this makes
    the interval of Agresti and Coull. It is cut to what is possible, and holds the mean itself.

    Args:
        scores: the mean score of each deal, from 0 to 1.
        z: how many standard deviations wide the interval is to each side.

    Raises:
        ValueError: if a score is not from 0 to 1.
    """
    if not all(0 <= score <= 1 for score in scores):
        raise ValueError("the score of a deal is from 0 to 1")
    if not scores:
        return 0.0, 1.0
    rate, count = math.fsum(scores) / len(scores), len(scores) + VIRTUAL_DEALS
    seen = [*scores, *([0.0, 1.0] * (VIRTUAL_DEALS // 2))]
    middle = math.fsum(seen) / count
    half = z * math.sqrt(math.fsum((score - middle) ** 2 for score in seen)) / count
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Returns the value below which so many per cent of the values lie, between neighbours.

    Args:
        ordered: the values, smallest first; at least one.
        percent: 0 for the smallest to 100 for the largest.

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
    """Returns the score to expect from somebody who is so many Elo points stronger."""
    return logistic(elo / SCALE)


def elo_of(rate: float) -> float:
    """Returns how many Elo points a score between 0 and 1, both excluded, stands for."""
    return SCALE * math.log(rate / (1 - rate))


def elo_difference(score: float, games: int) -> Rating:
    """Returns how much stronger one of two players is, with Wilson's interval in Elo points.

    One drawn game is added to those that were played, so that winning all of them stands for a
    large number and not for an endless one.
    """
    points, played = score + VIRTUAL_GAMES / 2, games + round(VIRTUAL_GAMES)
    low, high = wilson(points, played)
    return Rating(elo_of(points / played), elo_of(low), elo_of(high))


def bradley_terry(points: Points) -> list[Rating]:
    """Rates players by the Bradley-Terry model: their mean is 0, 400 points are ten to one.

    Each player also has one drawn game against an imagined player of average strength. It changes
    next to nothing in a real tournament, but gives a finite rating to one who won everything, and
    sets players side by side who never met, not even through others.

    The intervals come from the curvature of the likelihood (the inverse of Fisher's information).
    A draw counts as half a win and half a loss, which overstates the spread where draws are many.

    Args:
        points: `points[one][other]` is what one scored against the other, a draw counting half.
    """
    count = len(points)
    ratings = [0.0] * count
    for _ in range(MOST_ROUNDS):
        step = solve(information(points, ratings), slope(points, ratings))
        ratings = climb(points, ratings, step)
        if max(map(abs, step), default=0.0) < CLOSE:
            break
    spread = deviations(information(points, ratings))
    mean = math.fsum(ratings) / max(count, 1)
    found: list[Rating] = []
    for rating, deviation in zip(ratings, spread, strict=True):
        elo, half = SCALE * (rating - mean), SCALE * Z95 * deviation
        found.append(Rating(elo, elo - half, elo + half))
    return found


def climb(points: Points, ratings: list[float], step: list[float]) -> list[float]:
    """Takes Newton's step, or as much of it as makes the results likelier.

    The likelihood has one peak, so a step that does not lead down reaches it in the end.
    """
    start, share = likelihood(points, ratings), 1.0
    while share > CLOSE:
        tried = [rating + share * move for rating, move in zip(ratings, step, strict=True)]
        if likelihood(points, tried) >= start:
            return tried
        share /= 2
    return ratings


def likelihood(points: Points, ratings: Sequence[float]) -> float:
    """Returns the logarithm of how likely the results are, virtual games included."""
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


def slope(points: Points, ratings: Sequence[float]) -> list[float]:
    """Returns for each player the points scored beyond those its rating lets one expect."""
    found: list[float] = []
    for one, row in enumerate(points):
        surplus = VIRTUAL_GAMES * (EVEN - logistic(ratings[one]))
        for other, scored in enumerate(row):
            games = scored + points[other][one]
            surplus += scored - games * logistic(ratings[one] - ratings[other])
        found.append(surplus)
    return found


def information(points: Points, ratings: Sequence[float]) -> Matrix:
    """Returns Fisher's information: how sharply the results settle the ratings."""
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


def deviations(matrix: Matrix) -> list[float]:
    """Returns the standard deviation of each rating, measured from the mean of all."""
    count = len(matrix)
    inverse = [solve(matrix, [float(row == each) for row in range(count)]) for each in range(count)]
    means = [math.fsum(row) / count for row in inverse]
    middle = math.fsum(means) / max(count, 1)
    return [math.sqrt(max(0.0, inverse[i][i] - 2 * means[i] + middle)) for i in range(count)]


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
    """Returns the chance to win that a difference on the logistic scale stands for."""
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    return math.exp(value) / (1 + math.exp(value))


def log_logistic(value: float) -> float:
    """Returns the logarithm of `logistic`, exact where that is nearly 0 or 1."""
    return -math.log1p(math.exp(-abs(value))) + min(value, 0.0)


def variance(value: float) -> float:
    """Returns the variance of a single game between players so far apart."""
    return logistic(value) * logistic(-value)


# The sequential test.


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
