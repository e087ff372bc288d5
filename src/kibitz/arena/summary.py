"""The summary of a tournament: standings, pairings, times, lengths and endings, as data.

The tables in the terminal, the JSON document and the HTML report all show this summary.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final

from kibitz.arena.result import GameResult, fingerprint, pair_points
from kibitz.arena.setup import GAMES_IN_A_PAIR, Setup
from kibitz.arena.statistics import (
    EVEN,
    Rating,
    SprtState,
    bradley_terry,
    deal_interval,
    elo_difference,
    pair_scores,
    percentile,
    read_sprt,
    wilson,
)
from kibitz.core.value import Json

MICROS_IN_A_MILLI: Final = 1000.0
# The possible results of a pair, in points of the first player and of the second.
PAIR_RESULTS: Final = ("2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2")


class Part:
    """A part of a summary: a dataclass that can be turned into a JSON object."""

    def to_json(self) -> dict[str, Json]:
        """Returns the part as a JSON object, with all parts in it."""
        names = [item.name for item in fields(self)]  # type: ignore[arg-type]  # in subclasses
        return {name: as_json(getattr(self, name)) for name in names}


@dataclass(frozen=True)
class Spread(Part):
    """The number, mean and percentiles of values; all zero without values."""

    count: int
    mean: float
    p5: float
    p50: float
    p90: float
    p95: float
    p99: float
    max: float


@dataclass(frozen=True)
class Share(Part):
    """A score between 0 and 1 with its 95 % interval, and the number of games."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing(Part):
    """One player's results.

    Attributes:
        player: the index into `Setup.players`.
        label: the player's name.
        package: the package that provides its agent, with the version.
        games: how many games it played.
        wins: how many it won.
        draws: how many were drawn.
        losses: how many it lost.
        score: the mean of its points: 1 for a win, 0.5 for a draw.
        low: the lower end of the score's 95 % interval.
        high: the upper end.
        elo: the Bradley-Terry rating; the mean of all players is 0.
        elo_low: the lower end of the rating's 95 % interval.
        elo_high: the upper end.
        times: the times of its decisions, in milliseconds.
    """

    player: int
    label: str
    package: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    times: Spread


@dataclass(frozen=True)
class Pairing(Part):
    """The results of two players against each other, from the first player's point of view.

    Attributes:
        players: the two, as indices into `Setup.players`.
        labels: their names.
        games: how many games they played.
        wins: how many the first player won.
        draws: how many were drawn.
        losses: how many the first player lost.
        score: the mean of the first player's points: 1 for a win, 0.5 for a draw.
        low: the lower end of the score's 95 % interval.
        high: the upper end.
        elo: how many Elo points the score stands for.
        elo_low: the lower end of its 95 % interval.
        elo_high: the upper end.
        pairs: how many pairs ended 2-0, 1.5-0.5, 1-1, 0.5-1.5 and 0-2.
        margin: the mean difference of the two players' returns.
    """

    players: tuple[int, int]
    labels: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    pairs: dict[str, int]
    margin: float


@dataclass(frozen=True)
class Ending(Part):
    """How many games ended for a reason."""

    reason: str
    games: int
    share: float


@dataclass(frozen=True)
class Summary(Part):
    """The summary of a tournament.

    Attributes:
        setup: the tournament.
        title: the title of the game.
        planned: how many games the tournament has.
        played: how many of them are over and in this summary.
        standings: the players, the best rating first.
        pairings: the results of every two players, in schedule order.
        first_seat: the score of seat 0, with the interval of `deal_interval`.
        plies: the lengths of games, in moves.
        choices: the numbers of legal moves in a decision (the branching factor).
        endings: the reasons for which games ended, the most frequent first.
        sprt: the state of the sequential test; None without a test.
        fingerprint: a hash of all results without the times; equal in two runs of the same
            tournament.
    """

    setup: Setup
    title: str
    planned: int
    played: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    first_seat: Share
    plies: Spread
    choices: Spread
    endings: tuple[Ending, ...]
    sprt: SprtState | None
    fingerprint: str


def summarise(setup: Setup, results: Sequence[GameResult]) -> Summary:
    """Summarises a tournament, or the part of it that has been played."""
    game = setup.load()
    test = None if setup.sprt is None else read_sprt(setup.sprt)
    return Summary(
        setup,
        game.title or game.id,
        setup.size(),
        len(results),
        standings_of(setup, results),
        tuple(pairing_of(setup, pair, results) for pair in setup.pairings()),
        first_seat_of(results),
        spread_of(float(result.plies) for result in results),
        spread_of(float(n) for result in results for seat in result.choices for n in seat),
        endings_of(results),
        None if test is None else test.verdict(pair_scores(results)),
        fingerprint(results),
    )


def standings_of(setup: Setup, results: Sequence[GameResult]) -> tuple[Standing, ...]:
    """Ranks the players, the best rating first; equal players are in the order of the setup."""
    labels, packages = setup.labels(), setup.agent_packages()
    ratings = bradley_terry(points_of(len(labels), results))
    found = [
        standing_of(player, labels[player], packages[player], ratings[player], results)
        for player in range(len(labels))
    ]
    # Rounded, so that rounding errors do not decide the order of equal players.
    return tuple(sorted(found, key=lambda each: (-round(each.elo, 6), each.player)))


def standing_of(
    player: int, label: str, package: str, rating: Rating, results: Sequence[GameResult]
) -> Standing:
    """Summarises the games of one player."""
    own = [result for result in results if player in result.players]
    scores = [result.score_of(player) for result in own]
    share = share_of(scores)
    micros = [
        time / MICROS_IN_A_MILLI
        for result in own
        for time in result.micros[result.players.index(player)]
    ]
    return Standing(
        player,
        label,
        package,
        *(share.games, *count_results(scores), share.score, share.low, share.high),
        *(rating.elo, rating.low, rating.high),
        spread_of(micros),
    )


def pairing_of(setup: Setup, pair: tuple[int, int], results: Sequence[GameResult]) -> Pairing:
    """Summarises the games of two players against each other."""
    labels, first = setup.labels(), pair[0]
    own = [result for result in results if set(result.players) == set(pair)]
    scores = [result.score_of(first) for result in own]
    share = share_of(scores)
    difference = elo_difference(sum(scores), len(scores))
    margins: list[float] = []
    for result in own:
        seat = result.players.index(first)
        margins.append(result.returns[seat] - result.returns[1 - seat])
    return Pairing(
        pair,
        (labels[first], labels[pair[1]]),
        *(share.games, *count_results(scores), share.score, share.low, share.high),
        *(difference.elo, difference.low, difference.high),
        pairs_of(pair, own),
        sum(margins) / len(margins) if margins else 0.0,
    )


def pairs_of(pair: tuple[int, int], results: Iterable[GameResult]) -> dict[str, int]:
    """Counts the results of the complete pairs."""
    scored = pair_points(pair, results).values()
    counts = Counter(f"{points:g}-{GAMES_IN_A_PAIR - points:g}" for points in scored)
    return {name: counts[name] for name in PAIR_RESULTS}


def points_of(count: int, results: Iterable[GameResult]) -> list[list[float]]:
    """Returns the points of each player against each other."""
    points = [[0.0] * count for _ in range(count)]
    for result in results:
        one, other = result.players
        points[one][other] += result.score_of(one)
        points[other][one] += result.score_of(other)
    return points


def first_seat_of(results: Iterable[GameResult]) -> Share:
    """Returns the score of seat 0; all games of a deal are one observation, whoever plays them."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(result.score_of(result.players[0]))
    means = [math.fsum(scores) / len(scores) for scores in deals.values()]
    score = math.fsum(means) / len(means) if means else EVEN
    return Share(sum(map(len, deals.values())), score, *deal_interval(means))


def count_results(scores: Sequence[float]) -> tuple[int, int, int]:
    """Counts wins, draws and losses."""
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)


def share_of(scores: Iterable[float]) -> Share:
    """Returns the mean of scores with its Wilson interval, which is 0 to 1 without scores."""
    found = list(scores)
    low, high = wilson(sum(found), len(found))
    return Share(len(found), sum(found) / len(found) if found else EVEN, low, high)


def spread_of(values: Iterable[float]) -> Spread:
    """Returns the mean and the percentiles of values."""
    ordered = sorted(values)
    if not ordered:
        return Spread(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    p5, p50, p90, p95, p99 = (percentile(ordered, percent) for percent in (5, 50, 90, 95, 99))
    mean = sum(ordered) / len(ordered)
    return Spread(len(ordered), mean, p5, p50, p90, p95, p99, ordered[-1])


def endings_of(results: Sequence[GameResult]) -> tuple[Ending, ...]:
    """Counts the reasons for which games ended, the most frequent first."""
    counts = Counter(result.reason for result in results)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Ending(reason, games, games / len(results)) for reason, games in ordered)


def as_json(value: object) -> Json:
    """Turns a value of a summary into JSON."""
    if isinstance(value, (Part, Setup, SprtState)):
        return value.to_json()
    if isinstance(value, (tuple, list)):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {str(name): as_json(item) for name, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"cannot turn {value!r} into JSON")
