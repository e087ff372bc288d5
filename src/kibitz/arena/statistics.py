"""Statistics: confidence intervals, percentiles and ratings.

There are a few thousand games and up to twenty players, so plain Python is fast enough. A numerics
library would be by far the largest dependency.

Games with the same deal are not independent: they share its luck. So a deal is one observation in
all intervals. `benchmarks/verdicts.py` measures how often they hold the truth.
"""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

# In 95 of 100 cases, a normal variable is within this many standard deviations of its mean.
Z95: Final = 1.959963984540054
# Student's distribution needs more than Z95 where the deviation is itself an estimate. These are
# the terms of the usual expansion in 1 / (values - 1): Abramowitz and Stegun, 26.7.5.
STUDENT95: Final = (2.372272, 2.822494, 2.555843, 1.589516)
# The score of two players of equal strength.
EVEN: Final = 0.5
# The variance of a game between equal players, without draws.
EVEN_VARIANCE: Final = 0.25
# How many games of a virtual deal end alike; see `design_effect`.
ALIKE: Final = 2
# Elo points per unit of the logistic scale: 400 points are odds of ten to one.
SCALE: Final = 400.0 / math.log(10.0)
# How many virtual draws against an average player the ratings add to each player's results.
VIRTUAL_GAMES: Final = 1.0
# The least squares of margins are solved with this much on the diagonal: only the differences of
# ratings are known, and those of players without common opponents are not.
RIDGE: Final = 1e-6
# Newton's method stops when no rating changes by more than this, on the logistic scale.
TOLERANCE: Final = 1e-10
# It takes about ten iterations, with damped steps a few more.
MAX_ITERATIONS: Final = 200

# No tournament can tell the scores of larger Elo differences from 0 or 1.
MAX_ELO: Final = 2000.0

# The points and the number of games of a deal.
Deal = tuple[float, int]
# Two players, and how much more the first of them got in a game.
Margin = tuple[int, int, float]
Matrix = list[list[float]]
# The points of each player against each other, with half a point for a draw.
Points = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Rating:
    """A strength in Elo points with its 95 % interval."""

    elo: float
    low: float
    high: float


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Returns the Wilson interval of a success rate; 0 to 1 without games.

    The interval assumes independent games without draws.

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


def deal_interval(deals: Sequence[Deal]) -> tuple[float, float]:
    """Returns the 95 % interval of a score; 0 to 1 without deals.

    This is Wilson's interval for as many independent games as would tell as much as these deals
    (the design effect). It is narrow where the two games of a deal mostly end 1-1, and wide where
    they mostly end alike. Few deals widen it, too, as in Student's interval.

    Raises:
        ValueError: if the points of a deal are below 0 or above its number of games.
    """
    if not all(0 <= points <= games for points, games in deals):
        raise ValueError("invalid points of a deal: expected 0 to its number of games")
    if not deals:
        return 0.0, 1.0
    points, games = (math.fsum(each) for each in zip(*deals, strict=True))
    rate, count = points / games, len(deals)
    squares = math.fsum((scored - rate * played) ** 2 for scored, played in deals)
    effect = design_effect(squares * unbiased(count), games * rate * (1 - rate), games / count)
    return wilson(points / effect, games / effect, student(count))


def design_effect(observed: float, expected: float, games: float, deals: int = 1) -> float:
    """Returns how much more the points of deals vary than those of independent games.

    Virtual deals between equal players count with the others; their games end alike two by two.
    They matter where the others say little: of a player who won every game, nobody knows whether
    its games are independent.

    Args:
        observed: the variance of the sum of the points, from deal to deal.
        expected: the same if all games were independent.
        games: the number of games in a deal.
        deals: the number of virtual deals.
    """
    virtual = EVEN_VARIANCE * games * deals
    return (observed + min(ALIKE, games) * virtual) / (expected + virtual)


def unbiased(count: int) -> float:
    """Returns the factor for a sum of squares around a mean that was estimated from them."""
    return count / max(1, count - 1)


def student(free: int) -> float:
    """Returns the width of Student's 95 % interval to each side, for 1 or more degrees of freedom.

    For two, it is 1 % too narrow, with more less.
    """
    return Z95 + math.fsum(term / free**power for power, term in enumerate(STUDENT95, 1))


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Returns Student's 95 % interval of the mean of values; None for fewer than two."""
    free = len(values) - 1
    if free < 1:
        return None
    mean = math.fsum(values) / len(values)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / free)
    half = student(free) * deviation / math.sqrt(len(values))
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
    """Returns the expected score of a player who is stronger by some Elo points."""
    return logistic(elo / SCALE)


def elo_of(rate: float) -> float:
    """Returns the Elo difference for a score above 0 and below 1."""
    return SCALE * math.log(rate / (1 - rate))


def elo_difference(deals: Sequence[Deal]) -> Rating:
    """Returns how many Elo points stronger one of two players is, with the interval of the score.

    One virtual draw is added, so that the difference is finite for a player who won every game. The
    interval is that of the real games; where it has no end, it ends at 2000 points.
    """
    points = math.fsum(scored for scored, _ in deals) + VIRTUAL_GAMES / 2
    games = sum(played for _, played in deals) + VIRTUAL_GAMES
    low, high = (limited_elo(end) for end in deal_interval(deals))
    elo = limited_elo(points / games)
    return Rating(elo, min(low, elo), max(high, elo))


def limited_elo(rate: float) -> float:
    """Returns the Elo difference for a score, within `MAX_ELO` to both sides."""
    least = expected_score(-MAX_ELO)
    return elo_of(min(max(rate, least), 1 - least))


def bradley_terry(points: Points, deals: Sequence[Points] = ()) -> list[Rating]:
    """Rates players by the Bradley-Terry model: the mean is 0, 400 points are odds of ten to one.

    Each player gets one virtual draw against a player of average strength. It hardly changes the
    ratings of a real tournament, but a player who won every game has a finite rating, and players
    without common opponents can be compared.

    The intervals come from how much the ratings change with each deal (the sandwich estimate), with
    the variance of each pairing corrected as in `deal_interval`.

    Args:
        points: `points[one][other]` are the points of one player against the other, with half a
            point for a draw.
        deals: the same for each deal. Without them, all games count as independent; a draw is
            then half a win and half a loss, and the intervals are too wide with many draws.
    """
    count = len(points)
    ratings = [0.0] * count
    for _ in range(MAX_ITERATIONS):
        # Virtual games included.
        gradient = [
            above + VIRTUAL_GAMES * (EVEN - logistic(rating))
            for above, rating in zip(surplus(points, ratings), ratings, strict=True)
        ]
        step = solve(information(points, ratings), gradient)
        ratings = damped_step(points, ratings, step)
        if max(map(abs, step), default=0.0) < TOLERANCE:
            break
    covariance = invert(information(points, ratings))
    if deals:
        width = student(len(deals))
        spread = deal_deviations(points, deals, ratings, covariance)
    else:
        width, spread = Z95, deviations(covariance)
    mean = math.fsum(ratings) / max(count, 1)
    found: list[Rating] = []
    for rating, deviation in zip(ratings, spread, strict=True):
        elo, half = SCALE * (rating - mean), SCALE * width * deviation
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
    points: Points, deals: Sequence[Points], ratings: Sequence[float], covariance: Matrix
) -> list[float]:
    """Returns the standard deviation of each rating relative to the mean, deals being independent.

    This is the sandwich estimate: the sum of the squares of what each deal changes in a rating. To
    it is added what the variance of each pairing lacks by `design_effect`.
    """
    factor, squares = unbiased(len(deals)), Squares(len(points))
    for deal in deals:
        squares.add(product(covariance, surplus(deal, ratings)), factor)
    for one, other in combinations(range(len(points)), 2):
        games = points[one][other] + points[other][one]
        rate = logistic(ratings[one] - ratings[other])
        above = (deal[one][other] * (1 - rate) - deal[other][one] * rate for deal in deals)
        observed = factor * math.fsum(each * each for each in above)
        expected = games * rate * (1 - rate)
        if games:
            effect = design_effect(observed, expected, games / len(deals))
            changes = [row[one] - row[other] for row in covariance]
            squares.add(changes, max(0.0, effect * expected - observed))
    return squares.deviations()


class Squares:
    """Sums of squares of what observations change in ratings, relative to the mean rating."""

    def __init__(self, count: int) -> None:
        """Starts without observations of the players, which are counted."""
        self._sums = [0.0] * count

    def add(self, changes: Sequence[float], weight: float) -> None:
        """Adds what an observation changes in each rating."""
        mean = math.fsum(changes) / len(changes)
        for player, change in enumerate(changes):
            self._sums[player] += weight * (change - mean) ** 2

    def deviations(self) -> list[float]:
        """Returns the standard deviation of each rating."""
        return [math.sqrt(each) for each in self._sums]


def margin_ratings(
    count: int, deals: Sequence[Sequence[Margin]]
) -> list[tuple[float, float | None, float | None]]:
    """Rates players by the margins of their games, with 95 % intervals; the mean is 0.

    The difference of two ratings is the margin to expect between the two. These are the least
    squares over all games. The intervals come from how much the ratings change with each deal; they
    are None for fewer than two deals. For two players, they are Student's.
    """
    matrix = [[RIDGE * (one == other) for other in range(count)] for one in range(count)]
    right = [0.0] * count
    for one, other, margin in chain.from_iterable(deals):
        for player, opponent, sign in ((one, other, 1), (other, one, -1)):
            matrix[player][player] += 1
            matrix[player][opponent] -= 1
            right[player] += sign * margin
    found = solve(matrix, right)
    mean = math.fsum(found) / max(1, count)
    ratings = [each - mean for each in found]
    if len(deals) < 2:
        return [(rating, None, None) for rating in ratings]
    covariance, squares = invert(matrix), Squares(count)
    for margins in deals:
        above = [0.0] * count
        for one, other, margin in margins:
            rest = margin - ratings[one] + ratings[other]
            above[one] += rest
            above[other] -= rest
        squares.add(product(covariance, above), unbiased(len(deals)))
    halves = [student(len(deals) - 1) * each for each in squares.deviations()]
    return [
        (rating, rating - half, rating + half) for rating, half in zip(ratings, halves, strict=True)
    ]


def product(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    """Returns the product of a matrix and a vector."""
    return [math.fsum(map(operator.mul, row, vector)) for row in matrix]


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
