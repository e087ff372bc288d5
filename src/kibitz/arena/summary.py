"""The summary of a tournament: standings, pairings, times, lengths and endings, as data.

The tables in the terminal, the JSON document and the HTML report all show this summary.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from kibitz.arena import comparison, statistics
from kibitz.arena.playing import COUNTED_MS
from kibitz.arena.result import GameResult, fingerprint
from kibitz.arena.setup import Data, Setup
from kibitz.arena.sprt import SprtState, sprt_of

MICROS_IN_A_MILLI: Final = 1000.0
# How many errors of agents are listed.
MAX_ERRORS: Final = 10
# The possible results of a pair, in points of the first player and of the second.
PAIR_RESULTS: Final = ("2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2")


@dataclass(frozen=True)
class Spread(Data):
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
class Share(Data):
    """A score between 0 and 1 with its 95 % interval, and the number of games."""

    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Mean(Data):
    """The mean of the values of deals with its 95 % interval, None for fewer than two deals."""

    mean: float
    low: float | None
    high: float | None

    def reversed(self) -> "Mean":
        """Returns the same for values of the other sign."""
        low, high = self.low, self.high
        return Mean(-self.mean, None if high is None else -high, None if low is None else -low)


class Rated(Data):
    """A result with a rating in three fields, which are None where there is none."""

    elo: float | None
    elo_low: float | None
    elo_high: float | None

    @property
    def rating(self) -> statistics.Rating | None:
        """The rating with its interval."""
        if self.elo is None or self.elo_low is None or self.elo_high is None:
            return None
        return statistics.Rating(self.elo, self.elo_low, self.elo_high)


@dataclass(frozen=True)
class Standing(Rated):
    """One player's results.

    Attributes:
        player: the index into `Setup.players`.
        label: the player's name.
        package: the package that provides its agent, with the version.
        games: how many games it played; with several seats in a game, it counts once for each.
        wins: how many it won.
        draws: in how many it shared the first place.
        losses: how many it lost.
        score: the mean of its points: 1 for a win, and 1 divided by the number of winners if the
            first place is shared, so 0.5 for a draw of two.
        low: the lower end of the score's 95 % interval.
        high: the upper end.
        elo: the Bradley-Terry rating; the mean of all players is 0. None in a game for one. It
            counts wins alone, so it ranks the players only if the game has no unit.
        elo_low: the lower end of the rating's 95 % interval.
        elo_high: the upper end.
        times: the times of its decisions, in milliseconds.
        returns: the mean of its returns.
        margin: the rating in the unit of the game, by least squares: the difference of two ratings
            is the margin to expect between the two, and the mean of all players is 0. None if the
            game has no unit, or is for one.
        rank: the mean of its ranks, from 1; None in a game for one.
        forfeits: how many games it forfeited because of an error; they count as lost.
        late: how many it forfeited because an answer came too late; they count as lost, too.
        overruns: how many of its decisions took over 10 ms longer than the time limit.
        skipped: how many games do not count because of its errors.
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
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    times: Spread
    returns: Mean
    margin: Mean | None
    rank: Mean | None
    forfeits: int
    late: int
    overruns: int
    skipped: int

    @property
    def incidents(self) -> tuple[int, int, int, int]:
        """What the referee has counted: all four numbers are 0 for a player without fault."""
        return (self.forfeits, self.late, self.overruns, self.skipped)


@dataclass(frozen=True)
class Pairing(Rated):
    """Two players compared with each other, from the first player's point of view.

    Players of a game for one are compared on the same deals, other players in the same games. In a
    game for three or more, the better of the two ranks wins the comparison.

    Attributes:
        players: the two, as indices into `Setup.players`.
        labels: their names.
        games: how many comparisons there are: games, or deals in a game for one.
        wins: how often the first player did better.
        draws: how often both did as well.
        losses: how often the first player did worse.
        score: the mean of the first player's points: 1 for a win, 0.5 for a draw.
        low: the lower end of the score's 95 % interval.
        high: the upper end.
        elo: how many Elo points the score stands for; None unless the game is for two.
        elo_low: the lower end of its 95 % interval.
        elo_high: the upper end.
        pairs: how many pairs ended 2-0, 1.5-0.5, 1-1, 0.5-1.5 and 0-2; empty unless the game is for
            two.
        margin: the mean difference of the two players' returns.
        margin_low: the lower end of its 95 % interval over deals; None for fewer than two deals.
        margin_high: the upper end.
        stronger: which of the two the interval shows to be stronger, as an index into
            `Setup.players`: the interval of the margin if the game has a unit or is for one, else
            that of the score. None if it shows neither.
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
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    pairs: dict[str, int]
    margin: float
    margin_low: float | None
    margin_high: float | None
    stronger: int | None

    @property
    def difference(self) -> Mean:
        """The mean difference of the two players' returns, with its interval."""
        return Mean(self.margin, self.margin_low, self.margin_high)

    def reversed(self) -> "Pairing":
        """Returns the same from the second player's point of view."""
        rating, margin = self.rating, self.difference.reversed()
        back = None if rating is None else statistics.Rating(-rating.elo, -rating.high, -rating.low)
        return Pairing(
            (self.players[1], self.players[0]),
            (self.labels[1], self.labels[0]),
            *(self.games, self.losses, self.draws, self.wins),
            *(1 - self.score, 1 - self.high, 1 - self.low),
            *elo_fields(back),
            dict(zip(self.pairs, reversed(self.pairs.values()), strict=True)),
            *(margin.mean, margin.low, margin.high),
            self.stronger,
        )


@dataclass(frozen=True)
class Ending(Data):
    """How many games ended for a reason."""

    reason: str
    games: int
    share: float


@dataclass(frozen=True)
class Summary(Data):
    """The summary of a tournament.

    Attributes:
        setup: the tournament.
        title: the title of the game.
        unit: the unit of its returns, if they decide who is stronger; empty if wins do. In a game
            for one, returns always decide.
        planned: how many games the tournament has.
        played: how many of them are over and in this summary.
        skipped: how many do not count because of an error; they are not among those played.
        standings: the players, the best rating first, which is in the unit of the game if it has
            one; in a game for one, the best mean return.
        pairings: every two players compared, in the order of the setup.
        seats: the score of each seat, with the interval of `deal_interval`.
        plies: the lengths of games, in moves.
        choices: the numbers of legal moves in a decision (the branching factor).
        endings: the reasons for which games ended, the most frequent first.
        sprt: the state of the sequential test; None without a test.
        fingerprint: a hash of all results without the times; equal in two runs of the same
            tournament.
        errors: what went wrong in the first games that the referee stopped.
    """

    setup: Setup
    title: str
    unit: str
    planned: int
    played: int
    skipped: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]
    seats: tuple[Share, ...]
    plies: Spread
    choices: Spread
    endings: tuple[Ending, ...]
    sprt: SprtState | None
    fingerprint: str
    errors: tuple[str, ...]

    @property
    def refereed(self) -> bool:
        """Whether the referee had to do anything."""
        return self.skipped > 0 or any(any(each.incidents) for each in self.standings)

    def direct(self, one: int, other: int) -> Pairing | None:
        """Returns the comparison of two players, seen from `one`; None if there is none.

        A verdict about two players rests on this, not on their ratings, which also depend on how
        they did against others.
        """
        for each in self.pairings:
            if each.games and {*each.players} == {one, other}:
                return each if each.players[0] == one else each.reversed()
        return None


def summarise(setup: Setup, results: Sequence[GameResult]) -> Summary:
    """Summarises a tournament, or the part of it that has been played."""
    every, results = results, [each for each in results if not each.skipped]
    game = setup.load()
    test = sprt_of(setup)
    compared = comparison.compare_players(results)
    reasons = Counter(result.reason for result in results)
    return Summary(
        setup,
        game.title or game.id,
        setup.unit,
        setup.size(),
        len(results),
        len(every) - len(results),
        standings_of(setup, every, compared),
        tuple(pairing_of(setup, pair, compared.get(pair, [])) for pair in setup.pairings()),
        tuple(seat_share(seat, results, even_score(game.seats)) for seat in range(game.seats)),
        spread_of(float(result.plies) for result in results),
        spread_of(float(n) for result in results for seat in result.choices for n in seat),
        tuple(
            Ending(reason, games, games / len(results))
            for reason, games in sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
        ),
        None
        if test is None
        else test.verdict(comparison.pair_means(every, margins=bool(test.unit))),
        fingerprint(every),
        errors_of(every),
    )


# Players.


def standings_of(
    setup: Setup, results: Sequence[GameResult], compared: comparison.Comparisons
) -> tuple[Standing, ...]:
    """Ranks the players, the best first; equal players are in the order of the setup.

    A game for one has no ratings, because nobody plays against anybody.
    """
    count = len(setup.players)
    ratings: Sequence[statistics.Rating | None] = [None] * count
    margins: Sequence[Mean | None] = [None] * count
    if setup.seats > 1:
        deals = comparison.points_by_deal(count, compared)
        points = [
            [math.fsum(deal[one][other] for deal in deals) for other in range(count)]
            for one in range(count)
        ]
        ratings = statistics.bradley_terry(points, deals)
    if setup.seats > 1 and setup.unit:
        margins = [
            Mean(*each)
            for each in statistics.margin_ratings(count, comparison.margins_by_deal(compared))
        ]
    found = [
        standing_of(setup, player, ratings[player], margins[player], results)
        for player in range(count)
    ]
    # Rounded, so that rounding errors do not decide the order of equal players.
    return tuple(sorted(found, key=lambda each: (-round(strength_of(each), 6), each.player)))


def strength_of(standing: Standing) -> float:
    """Returns the number that ranks a player: the rating, or alone the mean return."""
    if standing.margin is not None:
        return standing.margin.mean
    return standing.returns.mean if standing.elo is None else standing.elo


def standing_of(
    setup: Setup,
    player: int,
    rating: statistics.Rating | None,
    margin: Mean | None,
    results: Sequence[GameResult],
) -> Standing:
    """Summarises the games of one player; those that were skipped are only counted."""
    counted = [result for result in results if not result.skipped]
    own = [(result, seat) for result in counted for seat in result.seats_of(player)]
    scores = [(result.deal, result.scores()[seat]) for result, seat in own]
    ranks = [(result.deal, float(result.ranks()[seat])) for result, seat in own]
    share = share_of(scores, even_score(setup.seats))
    wins = sum(result.winner == seat for result, seat in own)
    draws = sum(score > 0 for _, score in scores) - wins
    return Standing(
        player,
        setup.labels[player],
        setup.agent_packages()[player],
        *(share.games, wins, draws, share.games - wins - draws),
        *(share.score, share.low, share.high),
        *elo_fields(rating),
        spread_of(time / MICROS_IN_A_MILLI for result, seat in own for time in result.micros[seat]),
        mean_of((result.deal, result.returns[seat]) for result, seat in own),
        margin,
        None if setup.seats == 1 else mean_of(ranks),
        *incidents_of(setup, player, results),
    )


def incidents_of(
    setup: Setup, player: int, results: Sequence[GameResult]
) -> tuple[int, int, int, int]:
    """Counts what the referee had against a player; see `Standing.incidents`."""
    blamed = Counter(
        each.ruling.kind
        for each in results
        if each.ruling is not None
        and each.ruling.seat is not None
        and each.players[each.ruling.seat] == player
    )
    most = math.inf if setup.move_ms is None else setup.move_ms + COUNTED_MS
    overruns = sum(
        time > most * MICROS_IN_A_MILLI
        for result in results
        for seat in result.seats_of(player)
        for time in result.micros[seat]
    )
    return (blamed["forfeit"], blamed["late"], overruns, blamed["skip"])


def elo_fields(rating: statistics.Rating | None) -> tuple[float | None, float | None, float | None]:
    """Returns the three fields of a rating."""
    return (None, None, None) if rating is None else (rating.elo, rating.low, rating.high)


def seat_share(seat: int, results: Iterable[GameResult], even: float = statistics.EVEN) -> Share:
    """Returns the score of a seat; all games of a deal are one observation, whoever plays them.

    Equal seats have the score `even`.
    """
    return share_of(((result.deal, result.scores()[seat]) for result in results), even)


def even_score(seats: int) -> float:
    """Returns the score of equal seats; a single player may win or lose."""
    return statistics.EVEN if seats == 1 else 1 / seats


# Pairings.


def pairing_of(
    setup: Setup, pair: tuple[int, int], compared: Sequence[comparison.Comparison]
) -> Pairing:
    """Summarises the comparisons of two players."""
    labels, for_two = setup.labels, setup.seats == 2
    points = [each.points for each in compared]
    scores = [(each.deal, each.points) for each in compared]
    share, margin = share_of(scores), mean_of((each.deal, each.margin) for each in compared)
    above = Mean(
        share.score - statistics.EVEN, share.low - statistics.EVEN, share.high - statistics.EVEN
    )
    return Pairing(
        pair,
        (labels[pair[0]], labels[pair[1]]),
        *(share.games, points.count(1.0), points.count(0.5), points.count(0.0)),
        *(share.score, share.low, share.high),
        *elo_fields(statistics.elo_difference(deal_points(scores)) if for_two else None),
        pairs_of(compared) if for_two else {},
        *(margin.mean, margin.low, margin.high),
        stronger_of(pair, margin if setup.by_margin else above),
    )


def stronger_of(pair: tuple[int, int], difference: Mean) -> int | None:
    """Returns the stronger of two players; None if the interval of their difference contains 0."""
    if difference.low is not None and difference.low > 0:
        return pair[0]
    return pair[1] if difference.high is not None and difference.high < 0 else None


def pairs_of(compared: Iterable[comparison.Comparison]) -> dict[str, int]:
    """Counts the results of the complete pairs."""
    scored = comparison.pair_points(compared).values()
    counts = Counter(f"{points:g}-{comparison.GAMES_IN_A_PAIR - points:g}" for points in scored)
    return {name: counts[name] for name in PAIR_RESULTS}


# Numbers.


def share_of(scores: Iterable[tuple[int, float]], even: float = statistics.EVEN) -> Share:
    """Returns the mean of scores with its interval; without scores, these are `even` and 0 to 1.

    Each score has the number of its deal, which is one observation.
    """
    deals = deal_points(scores)
    points, games = math.fsum(each for each, _ in deals), sum(each for _, each in deals)
    return Share(games, points / games if games else even, *statistics.deal_interval(deals))


def deal_points(scores: Iterable[tuple[int, float]]) -> list[statistics.Deal]:
    """Returns the points and the number of games of each deal, in the order of deals."""
    return [(math.fsum(each), len(each)) for each in comparison.by_deal(scores).values()]


def mean_of(values: Iterable[tuple[int, float]]) -> Mean:
    """Returns the mean of values, each with the number of its deal; a deal is one observation."""
    means = [math.fsum(each) / len(each) for each in comparison.by_deal(values).values()]
    mean = math.fsum(means) / len(means) if means else 0.0
    return Mean(mean, *(statistics.mean_interval(means) or (None, None)))


def spread_of(values: Iterable[float]) -> Spread:
    """Returns the mean and the percentiles of values."""
    ordered = sorted(values)
    if not ordered:
        return Spread(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    p5, p50, p90, p95, p99 = (
        statistics.percentile(ordered, percent) for percent in (5, 50, 90, 95, 99)
    )
    mean = sum(ordered) / len(ordered)
    return Spread(len(ordered), mean, p5, p50, p90, p95, p99, ordered[-1])


def errors_of(results: Sequence[GameResult]) -> tuple[str, ...]:
    """Returns what went wrong in the first games that the referee stopped, in schedule order."""
    ordered = sorted(results, key=lambda each: each.number)
    errors = dict.fromkeys(each.ruling.error for each in ordered if each.ruling is not None)
    return tuple(islice(errors, MAX_ERRORS))
