"""The first sentences of a report: who plays best, as far as the games show it."""

from typing import NamedTuple

from kibitz.arena.formatting import difference, interval, percent, quantity
from kibitz.arena.report.markup import Markup, code, element, join
from kibitz.arena.report.strength import elo_text, mean_text
from kibitz.arena.statistics import EVEN
from kibitz.arena.summary import Mean, Pairing, Standing, Summary


class Direct(NamedTuple):
    """The games of two players with each other, from the first one's point of view."""

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float


def intro(summary: Summary) -> Markup:
    """Tells the main result in two or three sentences."""
    if not summary.played:
        return element("p", "No game was played.")
    text = main_result(summary)
    if summary.played == summary.planned:
        return element("p", text)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was interrupted"
    count = f"{summary.played:,} of {quantity(summary.planned, 'game')} were played: {why}."
    return join([element("p", text), element("p", count, class_="note")])


def main_result(summary: Summary) -> Markup:
    """Tells who plays best, as far as the intervals show it."""
    if len(summary.seats) == 1:
        return result_alone(summary)
    if len(summary.seats) == len(summary.standings) == 2:
        return direct_result(direct_games(summary.pairings[0]), seats=2)
    return result_of_many(summary)


# Alone.


def result_alone(summary: Summary) -> Markup:
    """Tells which player has the best mean return, and whether the same deals show it."""
    best = summary.standings[0]
    rated = element("strong", mean_text(best.returns))
    wins = f", and won {percent(best.score)} of {quantity(best.games, 'deal')}."
    if len(summary.standings) == 1:
        return join([code(best.label), " has a mean return of ", rated, wins])
    second = summary.standings[1]
    parts = [code(best.label), " has the best mean return, ", rated, wins, " The second is "]
    parts += [code(second.label), f" with {mean_text(second.returns)}."]
    pairing = find_pairing(summary, best, second)
    if pairing is not None:
        ahead = pairing.players[0] == best.player
        mean = pairing.difference if ahead else pairing.difference.reversed()
        parts.append(verdict_alone(mean, pairing.games))
    return join(parts)


def verdict_alone(mean: Mean, deals: int) -> Markup:
    """Tells whether the same deals show that the best of the players is better than the second."""
    where = f"the {quantity(deals, 'deal')} that both played" if deals > 1 else "the same deal"
    text = f" On {where}, the difference is {mean_text(mean, difference)}"
    if mean.low is not None and mean.low > 0:
        return join([text, ": the first is better."])
    return join([text, ", which does not show who is better."])


# Against each other.


def result_of_many(summary: Summary) -> Markup:
    """Tells which player has the best rating, and what its games with the second show."""
    best, second = summary.standings[:2]
    one, other = best.rating, second.rating
    if one is None or other is None:
        raise ValueError("a game for one has no ratings")
    rated = element("strong", f"Elo {elo_text(one)}")
    parts = [code(best.label), " has the best rating, ", rated, ", ahead of ", code(second.label)]
    parts.append(f" with {elo_text(other)}. ")
    pairing = find_pairing(summary, best, second)
    if pairing is None or not pairing.games:
        return join([*parts, "They did not play each other: their games with others rate them."])
    direct = direct_games(pairing, turned=pairing.players[0] != best.player)
    return join([*parts, direct_result(direct, len(summary.seats))])


def find_pairing(summary: Summary, one: Standing, other: Standing) -> Pairing | None:
    """Finds the comparison of two players; None if they were not compared."""
    wanted = {one.player, other.player}
    return next((each for each in summary.pairings if {*each.players} == wanted), None)


def direct_games(pairing: Pairing, *, turned: bool = False) -> Direct:
    """Returns the games of two players with each other, or the same from the other side."""
    first, second = pairing.labels
    if turned:
        return Direct(
            *(second, first, pairing.games, pairing.losses, pairing.draws, pairing.wins),
            *(1 - pairing.score, 1 - pairing.high, 1 - pairing.low),
        )
    return Direct(
        *(first, second, pairing.games, pairing.wins, pairing.draws, pairing.losses),
        *(pairing.score, pairing.low, pairing.high),
    )


def direct_result(direct: Direct, seats: int) -> Markup:
    """Quotes the games of two players, and tells who is stronger if they show it."""
    first, second = code(direct.first), code(direct.second)
    score = element("strong", percent(direct.score))
    ends = element("span", interval(direct.low, direct.high), class_="interval")
    counts = f"{direct.wins:,} won, {direct.draws:,} drawn, {direct.losses:,} lost"
    parts = [first, " scored ", score, f" in {quantity(direct.games, 'game')} against ", second]
    if seats > 2:
        counts = f"{direct.wins:,} ahead, {direct.draws:,} level, {direct.losses:,} behind"
        parts = [first, " finished ahead of ", second, " in ", score, " of their "]
        parts.append(f"{quantity(direct.games, 'comparison')}, equal ranks counted half")
    return join([*parts, f" ({counts}; 95\u00a0% interval ", ends, "). ", verdict_of(direct)])


def verdict_of(direct: Direct) -> Markup:
    """Tells who is stronger, if the interval shows it."""
    if direct.low > EVEN:
        return join(["The interval is above 50\u00a0%: ", code(direct.first), " is stronger."])
    if direct.high < EVEN:
        return join(["The interval is below 50\u00a0%: ", code(direct.second), " is stronger."])
    return join(["The interval contains 50\u00a0%: these games do not show who is stronger."])
