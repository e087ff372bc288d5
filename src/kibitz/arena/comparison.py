"""Comparing two players: in the same game, or alone with the same deal.

Everything that a tournament says about a pair of players comes from the comparisons here.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from kibitz.arena.result import GameResult

# In a game for two, a pair is the two games with the same deal and the seats swapped.
GAMES_IN_A_PAIR: Final = 2


class Comparison(NamedTuple):
    """How one player did compared with another, once.

    Attributes:
        deal: the number of the deal.
        points: 1 if the first player did better, 0.5 if both did as well, 0 if the second did.
        margin: the return of the first player minus that of the second.
    """

    deal: int
    points: float
    margin: float

    def reversed(self) -> "Comparison":
        """Returns the comparison from the other player's point of view."""
        return Comparison(self.deal, 1 - self.points, -self.margin)


# The comparisons of every two players, by their indices; the smaller one is first.
Comparisons = Mapping[tuple[int, int], list[Comparison]]


def compare_players(results: Iterable[GameResult]) -> Comparisons:
    """Compares every two players, in the order of deals, whatever the order of the results.

    In the same game, the better rank decides. A player with several seats is compared in each of
    them, but never with itself. Players of a game for one are compared on the same deal: only a win
    is better than a loss, whatever the returns.
    """
    found: dict[tuple[int, int], list[Comparison]] = {}
    alone: dict[int, list[GameResult]] = {}
    for result in sorted(results, key=lambda each: each.number):
        if len(result.players) == 1:
            alone.setdefault(result.deal, []).append(result)
        else:
            add_game(found, result)
    for games in alone.values():
        add_deal(found, games)
    return found


def add_game(found: dict[tuple[int, int], list[Comparison]], result: GameResult) -> None:
    """Compares the players of one game."""
    ranks = result.ranks()
    for seat, other in combinations(range(len(ranks)), 2):
        points = (1 + (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other])) / 2
        margin = result.returns[seat] - result.returns[other]
        pair = (result.players[seat], result.players[other])
        add(found, pair, Comparison(result.deal, points, margin))


def add_deal(found: dict[tuple[int, int], list[Comparison]], games: list[GameResult]) -> None:
    """Compares the players who played one deal alone."""
    for one, other in combinations(games, 2):
        points = (1 + one.scores()[0] - other.scores()[0]) / 2
        margin = one.returns[0] - other.returns[0]
        add(found, one.players + other.players, Comparison(one.deal, points, margin))


def add(
    found: dict[tuple[int, int], list[Comparison]], pair: tuple[int, ...], one: Comparison
) -> None:
    """Adds a comparison of two different players."""
    first, second = pair
    if first < second:
        found.setdefault((first, second), []).append(one)
    elif first > second:
        found.setdefault((second, first), []).append(one.reversed())


def points_by_deal(players: int, comparisons: Comparisons) -> list[list[list[float]]]:
    """Returns for each deal the points of each of so many players against each other."""
    deals: dict[int, list[list[float]]] = {}
    for (one, other), compared in comparisons.items():
        for each in compared:
            if each.deal not in deals:
                deals[each.deal] = [[0.0] * players for _ in range(players)]
            points = deals[each.deal]
            points[one][other] += each.points
            points[other][one] += 1 - each.points
    return [points for _, points in sorted(deals.items())]


def margins_by_deal(comparisons: Comparisons) -> list[list[tuple[int, int, float]]]:
    """Returns for each deal every two players who were compared, with the margin of the first."""
    deals: dict[int, list[tuple[int, int, float]]] = {}
    for (one, other), compared in comparisons.items():
        for each in compared:
            deals.setdefault(each.deal, []).append((one, other, each.margin))
    return [margins for _, margins in sorted(deals.items())]


def pair_points(compared: Iterable[Comparison]) -> dict[int, float]:
    """Returns the points of the first of two players in each pair of games, from 0 to 2, by deal.

    Deals of which only one game was played are left out.
    """
    deals: dict[int, list[float]] = {}
    for each in compared:
        deals.setdefault(each.deal, []).append(each.points)
    return {
        deal: sum(points)
        for deal, points in sorted(deals.items())
        if len(points) == GAMES_IN_A_PAIR
    }


def pair_means(results: Iterable[GameResult], *, margins: bool) -> list[float]:
    """Returns the mean of the first of two players in each pair, for the sequential test.

    Pairs are in the order of their deals, up to the first incomplete pair. So they do not depend on
    the order in which games ended. A pair with a game that was skipped is passed over.

    Args:
        results: the games of two players.
        margins: whether the margins count; otherwise the points.
    """
    games = {result.number: result for result in results}
    found: list[float] = []
    first = 0
    while first in games and first + 1 in games:
        mean = pair_mean([games[first], games[first + 1]], margins=margins)
        if mean is not None:
            found.append(mean)
        first += GAMES_IN_A_PAIR
    return found


def pair_mean(pair: Sequence[GameResult], *, margins: bool) -> float | None:
    """Returns the mean of the first of two players in a pair; None if a game was skipped."""
    if any(game.skipped for game in pair):
        return None
    compared = compare_players(pair)[0, 1]
    return sum(each.margin if margins else each.points for each in compared) / len(compared)
