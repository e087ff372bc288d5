"""Comparing two players: in the same game, or alone with the same deal.

Everything that a tournament says about a pair of players comes from the comparisons here.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeVar

from kibitz.arena.result import GameResult

T = TypeVar("T")

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
    ordered = sorted(results, key=lambda each: each.number)
    alone = by_deal((result.deal, result) for result in ordered if len(result.players) == 1)
    for (first, second), compared in chain(
        chain.from_iterable(map(compare_seats, ordered)),
        chain.from_iterable(map(compare_games, alone.values())),
    ):
        if first < second:
            found.setdefault((first, second), []).append(compared)
        elif first > second:
            found.setdefault((second, first), []).append(compared.reversed())
    return found


def compare_seats(result: GameResult) -> Iterator[tuple[tuple[int, ...], Comparison]]:
    """Compares the players of one game."""
    ranks = result.ranks()
    for seat, other in combinations(range(len(ranks)), 2):
        points = (1 + (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other])) / 2
        margin = result.returns[seat] - result.returns[other]
        pair = (result.players[seat], result.players[other])
        yield pair, Comparison(result.deal, points, margin)


def compare_games(games: list[GameResult]) -> Iterator[tuple[tuple[int, ...], Comparison]]:
    """Compares the players who played one deal alone."""
    for one, other in combinations(games, 2):
        points = (1 + one.scores()[0] - other.scores()[0]) / 2
        margin = one.returns[0] - other.returns[0]
        yield one.players + other.players, Comparison(one.deal, points, margin)


def points_by_deal(players: int, comparisons: Comparisons) -> list[list[list[float]]]:
    """Returns for each deal the points of each player against each other one."""
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
    found = (
        (each.deal, (one, other, each.margin))
        for (one, other), compared in comparisons.items()
        for each in compared
    )
    return [*by_deal(found).values()]


def by_deal(values: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    """Groups values by the number of their deal, in the order of deals."""
    deals: dict[int, list[T]] = {}
    for deal, value in values:
        deals.setdefault(deal, []).append(value)
    return dict(sorted(deals.items()))


def pair_points(compared: Iterable[Comparison]) -> dict[int, float]:
    """Returns the points of the first of two players in each pair of games, from 0 to 2, by deal.

    Deals of which only one game was played are left out.
    """
    deals = by_deal((each.deal, each.points) for each in compared)
    return {deal: sum(each) for deal, each in deals.items() if len(each) == GAMES_IN_A_PAIR}


def pair_means(results: Iterable[GameResult], *, margins: bool) -> list[float]:
    """Returns the mean of the first of two players in each pair, for the sequential test.

    Pairs are in the order of their deals, up to the first incomplete pair. So they do not depend on
    the order in which games ended. A pair with a game that was skipped is passed over. If `margins`
    do not count, points do.
    """
    games = {result.number: result for result in results}
    return [mean for _, mean in pairs_from(0, games, margins=margins) if mean is not None]


def pairs_from(
    first: int, games: Mapping[int, GameResult], *, margins: bool
) -> Iterator[tuple[int, float | None]]:
    """Yields for each pair, up to the first incomplete one, the number after it and its mean.

    The mean is None if a game was skipped. See also `pair_means`.
    """
    while first in games and first + 1 in games:
        pair = [games[first], games[first + 1]]
        first += GAMES_IN_A_PAIR
        mean = None
        if not any(game.skipped for game in pair):
            compared = compare_players(pair)[0, 1]
            mean = sum(each.margin if margins else each.points for each in compared) / len(compared)
        yield first, mean
