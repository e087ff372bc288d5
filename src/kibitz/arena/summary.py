"""What a tournament came to: standings, pairings, times, lengths and endings, as data.

The terminal table, the JSON document and the HTML report all show this one summary.
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
# How a pair can come out for the player named first, in points of the two games.
PAIR_RESULTS: Final = ("2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2")


class Part:
    """A part of a summary: a dataclass that writes itself as a JSON object."""

    def to_json(self) -> dict[str, Json]:
        """Writes the part as a JSON object, the parts in it included."""
        names = [item.name for item in fields(self)]  # type: ignore[arg-type]  # in subclasses
        return {name: written(getattr(self, name)) for name in names}


@dataclass(frozen=True)
class Spread(Part):
    """How values are spread: all zero where there were none."""

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
    """A score between 0 and 1 with its 95 % interval, over so many games."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing(Part):
    """One player's results.

    Attributes:
        player: the index into `Setup.players`.
        label: its name for people.
        games: how many games it played.
        wins: those it won.
        draws: those nobody won.
        losses: those it lost.
        score: points for each game, a draw counting half.
        low: the lower end of the score's 95 % interval.
        high: the upper end.
        elo: the Bradley-Terry rating; the mean of all players is 0.
        elo_low: the lower end of the rating's 95 % interval.
        elo_high: the upper end.
        times: how long its decisions took, in milliseconds.
    """

    player: int
    label: str
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
    """How two players did against each other, from the side of the one named first.

    Attributes:
        players: the two, as indices into `Setup.players`.
        labels: their names for people.
        games: how many games they played.
        wins: those that the first of them won.
        draws: those nobody won.
        losses: those that the first of them lost.
        score: points of the first for each game, a draw counting half.
        low: the lower end of the score's 95 % interval.
        high: the upper end.
        elo: how many Elo points the score stands for.
        elo_low: the lower end of its 95 % interval.
        elo_high: the upper end.
        pairs: how often both games of a deal gave 2-0, 1.5-0.5, 1-1, 0.5-1.5 and 0-2.
        margin: how much more the first got than the other, on average, in the game's returns.
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
    """How often games ended for one reason."""

    reason: str
    games: int
    share: float


@dataclass(frozen=True)
class Summary(Part):
    """What a tournament came to.

    Attributes:
        setup: what was to be played.
        title: the game's name for people.
        planned: how many games the setup has.
        played: how many of them the summary is about.
        standings: the players, the best rating first.
        pairings: who did how against whom, in the order of the schedule.
        first_seat: how seat 0 did, whoever sat there; its interval is that of `deal_interval`.
        plies: how many moves games lasted.
        choices: how many legal moves a decision had (the branching factor).
        endings: why games ended, the most frequent reason first.
        sprt: how far the sequential test has come; None if there is none.
        fingerprint: a hash of all that two runs must agree on, which decision times are not.
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
    """Sums a tournament up, or what there is of it so far."""
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
    """Ranks the players, the best rating first; of equals, the one named first."""
    labels = setup.labels()
    ratings = bradley_terry(points_of(len(labels), results))
    found = [
        standing_of(player, labels[player], ratings[player], results)
        for player in range(len(labels))
    ]
    # Rounded, so that equal players do not change places by the last digit of a float.
    return tuple(sorted(found, key=lambda each: (-round(each.elo, 6), each.player)))


def standing_of(player: int, label: str, rating: Rating, results: Sequence[GameResult]) -> Standing:
    """Sums up one player."""
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
        *(share.games, *tally(scores), share.score, share.low, share.high),
        *(rating.elo, rating.low, rating.high),
        spread_of(micros),
    )


def pairing_of(setup: Setup, pair: tuple[int, int], results: Sequence[GameResult]) -> Pairing:
    """Sums up what two players did against each other."""
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
        *(share.games, *tally(scores), share.score, share.low, share.high),
        *(difference.elo, difference.low, difference.high),
        pairs_of(pair, own),
        sum(margins) / len(margins) if margins else 0.0,
    )


def pairs_of(pair: tuple[int, int], results: Iterable[GameResult]) -> dict[str, int]:
    """Counts how the deals came out of which both games were played."""
    scored = pair_points(pair, results).values()
    counts = Counter(f"{points:g}-{GAMES_IN_A_PAIR - points:g}" for points in scored)
    return {name: counts[name] for name in PAIR_RESULTS}


def points_of(count: int, results: Iterable[GameResult]) -> list[list[float]]:
    """Tables what each player scored against each other."""
    points = [[0.0] * count for _ in range(count)]
    for result in results:
        one, other = result.players
        points[one][other] += result.score_of(one)
        points[other][one] += result.score_of(other)
    return points


def first_seat_of(results: Iterable[GameResult]) -> Share:
    """Sums up what seat 0 scored; all games of a deal, whoever plays them, are one observation."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result.deal, []).append(result.score_of(result.players[0]))
    means = [math.fsum(scores) / len(scores) for scores in deals.values()]
    score = math.fsum(means) / len(means) if means else EVEN
    return Share(sum(map(len, deals.values())), score, *deal_interval(means))


def tally(scores: Sequence[float]) -> tuple[int, int, int]:
    """Counts wins, draws and losses."""
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)


def share_of(scores: Iterable[float]) -> Share:
    """Sums scores up, with Wilson's interval; where there are none anything is possible."""
    found = list(scores)
    low, high = wilson(sum(found), len(found))
    return Share(len(found), sum(found) / len(found) if found else EVEN, low, high)


def spread_of(values: Iterable[float]) -> Spread:
    """Describes how values are spread."""
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


def written(value: object) -> Json:
    """Writes a value of a summary as JSON."""
    if isinstance(value, (Part, Setup, SprtState)):
        return value.to_json()
    if isinstance(value, (tuple, list)):
        return [written(item) for item in value]
    if isinstance(value, dict):
        return {str(name): written(item) for name, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"{value!r} has no place in a summary")
