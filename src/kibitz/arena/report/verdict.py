"""The first sentences of a report: who plays best, as far as the games show it."""

from kibitz.arena.formatting import difference, interval, percent, quantity
from kibitz.arena.report.markup import Markup, code, element, join
from kibitz.arena.report.strength import mean_ends, mean_text, rating_text
from kibitz.arena.summary import Mean, Pairing, Summary


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
        return direct_result(summary, summary.pairings[0])
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
    direct = summary.direct(best.player, second.player)
    if direct is not None:
        parts.append(verdict_alone(direct.difference, direct.games))
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
    rated = element("strong", rating_text(best, summary.unit))
    parts = [code(best.label), " has the best rating, ", rated, ", ahead of ", code(second.label)]
    parts.append(f" with {rating_text(second, summary.unit)}. ")
    direct = summary.direct(best.player, second.player)
    if direct is None:
        return join([*parts, "They did not play each other: their games with others rate them."])
    return join([*parts, direct_result(summary, direct)])


def direct_result(summary: Summary, direct: Pairing) -> Markup:
    """Quotes the games of two players, and tells who is stronger if they show it."""
    found, ends = direct_figures(summary, direct)
    told = element("span", ends, class_="interval")
    counts = count_text(direct, len(summary.seats))
    quoted = [*found, f" ({counts}; 95\u00a0% interval ", told, "). "]
    return join([*quoted, verdict_of(summary, direct)])


def direct_figures(summary: Summary, direct: Pairing) -> tuple[list[str], str]:
    """Writes by how much one of two players did better, and the ends of the interval."""
    first, second = (code(label) for label in direct.labels)
    games, ends = quantity(direct.games, "game"), interval(direct.low, direct.high)
    score = element("strong", percent(direct.score))
    if summary.unit:
        amount = element("strong", f"{difference(direct.margin)} {summary.unit}")
        parts = [first, " is ", amount, " per game ahead of ", second, f" in {games}"]
        return parts, mean_ends(direct.difference, difference) or "unknown"
    if len(summary.seats) > 2:
        compared = quantity(direct.games, "comparison")
        return [first, " finished ahead of ", second, " in ", score, f" of {compared}"], ends
    return [first, " scored ", score, f" in {games} against ", second], ends


def count_text(direct: Pairing, seats: int) -> str:
    """Counts how the games of two players ended."""
    names = ("won", "drawn", "lost") if seats == 2 else ("ahead", "level", "behind")
    counts = (direct.wins, direct.draws, direct.losses)
    return ", ".join(f"{count:,} {name}" for count, name in zip(counts, names, strict=True))


def verdict_of(summary: Summary, direct: Pairing) -> Markup:
    """Tells who is stronger, if the interval shows it."""
    middle = "0" if summary.unit else "50\u00a0%"
    if direct.stronger is None:
        return join([f"The interval contains {middle}: these games do not show who is stronger."])
    first = direct.stronger == direct.players[0]
    name = direct.labels[0 if first else 1]
    side = "above" if first else "below"
    return join([f"The interval is {side} {middle}: ", code(name), " is stronger."])
