"""The report of a tournament: one HTML page that loads nothing else.

The fixed text is in `report.html.tmpl`, the style in `report.css`. The explanations are in a file
for each kind of game: `report.one.html.tmpl`, `report.two.html.tmpl` and `report.many.html.tmpl`.
This module writes the tables and the text that depends on the results; `kibitz.arena.plots` draws
the plots.
"""

import json
import platform
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from itertools import accumulate
from math import ceil, floor
from string import Template
from typing import Final, NamedTuple

import kibitz
from kibitz.arena.comparison import GAMES_IN_A_PAIR, Comparison, compare_players
from kibitz.arena.formatting import (
    EN_DASH,
    INCIDENTS,
    dealt,
    difference,
    duration,
    interval,
    minus,
    percent,
    quantity,
    short,
    signed,
    value,
)
from kibitz.arena.plots import (
    Axis,
    IntervalRow,
    Markup,
    PercentileRow,
    Point,
    Scale,
    Segment,
    bar_chart,
    downsample,
    element,
    escape_text,
    histogram,
    interval_plot,
    join,
    percentile_plot,
    score_curve,
    score_style,
    stacked_bar,
)
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Format
from kibitz.arena.setup import has_time_limit
from kibitz.arena.statistics import EVEN, Rating, Sprt, deal_interval, sprt_of
from kibitz.arena.summary import Mean, Pairing, Share, Spread, Standing, Summary, deal_points

# The classes of the results of a pair, in the order of the summary.
PAIR_STYLES: Final = ("won", "won-half", "split", "lost-half", "lost")
# What a comparison of two players can show, if they played alone or with others.
ALONE_RESULTS: Final = ("only the first won", "both or neither won", "only the second won")
RANK_RESULTS: Final = ("ahead", "level", "behind")
# The score whose colour a difference has that the interval tells from 0, above or below 50 %.
DIFFERENCE_TINT: Final = 0.25
# If there are more reasons, the rarest share one bar.
MAX_ENDINGS: Final = 6
LINE_BREAK: Final = element("wbr")
SAME_RESULTS: Final = "The same command gives the same fingerprint, with any number of workers:"
OTHER_RESULTS: Final = (
    "A player has a time limit (ms), so the same command can give other results and another"
    " fingerprint:"
)
FORMATS: Final[dict[Format, str]] = {
    "round-robin": "everybody played everybody",
    "gauntlet": "the first player played each of the others",
}
TABLES: Final[dict[Format, str]] = {
    "round-robin": "all combinations of players",
    "gauntlet": "all combinations with the first player",
}


class Captions(NamedTuple):
    """The texts at tables and plots that depend on the number of seats.

    Attributes:
        standings: the caption of the standings.
        cross: the caption of the cross table.
        pairings: the text above the pairings.
    """

    standings: str
    cross: str
    pairings: str


ALONE: Final = Captions(
    "Best mean return first, with 95 % intervals.",
    "Return of the row player minus that of the column player, with its 95 % interval.",
    "The mean difference of the returns on the same deals. The bar below shows how many deals"
    " only one of the two players won.",
)
PAIRED: Final = Captions(
    "Best rating first, with 95 % intervals. A draw counts as half a point.",
    "Score of the row player against the column player in %, with its 95 % interval.",
    "The score of the first player after each deal, with its 95\u00a0% interval. The bar below"
    " shows the results of the pairs: the two games of a deal.",
)
RANKED: Final = Captions(
    "Best rating first, with 95 % intervals. The score is the share of first places.",
    "How often the row player ranked ahead of the column player in %, with its 95 % interval.",
    "How often the first player ranked ahead of the second after each deal, with its 95\u00a0%"
    " interval; equal ranks count half. The bar below shows how often it was ahead, level and"
    " behind.",
)


def captions_for(seats: int) -> Captions:
    """Returns the texts for a game with so many seats."""
    return {1: ALONE, 2: PAIRED}.get(seats, RANKED)


def html_report(summary: Summary, results: Sequence[GameResult], *, command: str) -> str:
    """Writes the report of a tournament.

    Args:
        summary: the summary of the tournament.
        results: the results it summarises.
        command: the command that plays the same tournament again.
    """
    counted = [each for each in results if not each.skipped]
    ordered = sorted(counted, key=lambda each: each.number)
    template = Template(read_file("report.html.tmpl"))
    reading = {1: "one", 2: "two"}.get(len(summary.seats), "many")
    return template.substitute(
        title=escape_text(title_of(summary)),
        heading=breakable(title_of(summary)),
        style=read_file("report.css").strip(),
        intro=intro(summary),
        tiles=tiles(summary, ordered),
        setup=setup_facts(summary, command),
        standings=standings(summary),
        referee=referee_section(summary),
        cross=cross_section(summary),
        pairings=pairing_section(summary, ordered),
        sprt=sprt_section(summary),
        times=decision_times(summary),
        games=game_cards(summary, ordered),
        reading=read_file(f"report.{reading}.html.tmpl").strip(),
        footer=escape_text(version_text()),
    )


def read_file(name: str) -> str:
    """Reads a file of this package."""
    return files("kibitz.arena").joinpath(name).read_text(encoding="utf-8")


def title_of(summary: Summary) -> str:
    """Returns the title of the page."""
    labels = summary.setup.labels()
    alone = len(summary.seats) == 1
    against = "compared with" if alone else "against"
    if len(labels) == 1:
        return f"{summary.title}: {labels[0]}"
    if len(labels) == 2:
        return f"{summary.title}: {labels[0]} {against} {labels[1]}"
    if summary.setup.format == "gauntlet":
        return f"{summary.title}: {labels[0]} {against} {len(labels) - 1} others"
    return f"{summary.title}: {len(labels)} players"


def version_text() -> str:
    """Returns the versions that made the report."""
    build = "compiled" if kibitz.COMPILED else "interpreted"
    return f"Kibitz {kibitz.__version__}, {build}, Python {platform.python_version()}"


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
        return result_of_two(summary)
    return result_of_many(summary)


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
    players = {best.player, second.player}
    for each in summary.pairings:
        if {*each.players} == players:
            ahead = each.players[0] == best.player
            parts.append(verdict_alone(each.difference if ahead else each.difference.reversed()))
    return join(parts)


def verdict_alone(mean: Mean) -> Markup:
    """Tells whether the same deals show that the best of the players is better than the second."""
    text = f" On the same deals, the difference is {mean_text(mean, difference)}"
    if mean.low is not None and mean.low > 0:
        return join([text, ": the first is better."])
    return join([text, ", which does not show who is better."])


def result_of_two(summary: Summary) -> Markup:
    """Tells which of two players is stronger, if the interval shows it."""
    pairing = summary.pairings[0]
    first, second = (code(label) for label in pairing.labels)
    if pairing.low > EVEN:
        verdict = join([" The interval is above 50\u00a0%: ", first, " is stronger."])
    elif pairing.high < EVEN:
        verdict = join([" The interval is below 50\u00a0%: ", second, " is stronger."])
    else:
        verdict = join(
            [" The interval contains 50\u00a0%: these games do not show who is stronger."]
        )
    score = element("strong", percent(pairing.score))
    ends = element("span", interval(pairing.low, pairing.high), class_="interval")
    games = f") in {quantity(pairing.games, 'game')}."
    parts = [first, " scored ", score, " against ", second, " (95\u00a0% interval ", ends, games]
    return join([*parts, verdict])


def result_of_many(summary: Summary) -> Markup:
    """Tells which player has the best rating, and whether the intervals show it."""
    best, second = summary.standings[:2]
    one, other = best.rating, second.rating
    if one is None or other is None:
        raise ValueError("a game for one has no ratings")
    if one.low > other.high:
        verdict = "Their intervals do not overlap."
    else:
        verdict = "Their intervals overlap: with more deals, the order may change."
    rated = element("strong", f"Elo {elo_text(one)}")
    rest = f" with {elo_text(other)}. {verdict}"
    return join(
        [code(best.label), " has the best rating, ", rated, ", ahead of ", code(second.label), rest]
    )


def tiles(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Shows the main numbers of the whole tournament."""
    plies, choices, seat = summary.plies, summary.choices, summary.seats[0]
    undecided = sum(result.winner is None for result in results)
    share = percent(undecided / max(summary.played, 1))
    all_played, of_all = summary.played == summary.planned, f"of {summary.planned:,} planned"
    seats = len(summary.seats)
    shown = [
        ("Games", f"{summary.played:,}", "all as planned" if all_played else of_all),
        ("Deals", f"{summary.setup.deals:,}", dealt(seats) if all_played else "planned"),
        ("Lost" if seats == 1 else "Draws", share, quantity(undecided, "game")),
        ("Moves in a game", short(plies.p50), f"median; most {short(plies.max)}"),
        ("Legal moves", short(choices.mean), f"mean; most {short(choices.max)}"),
    ]
    if seats > 1:
        ends = f"95\u00a0%: {interval(seat.low, seat.high)}"
        shown.append(("Score of first seat", percent(seat.score), ends))
    return join(
        element("div", element("dt", name), element("dd", value_, element("small", note)))
        for name, value_, note in shown
    )


def setup_facts(summary: Summary, command: str) -> Markup:
    """Lists the setup of the tournament, and the command to play it again."""
    setup, seats = summary.setup, len(summary.seats)
    options = ", ".join(f"{key}={option_text(value)}" for key, value in setup.options.items())
    rules = "" if setup.rules is None else f", rules version {setup.rules}"
    facts: list[tuple[str, object]] = [
        ("Game", join([code(setup.game), rules])),
        ("Options", code(options) if options else "default"),
        ("Format", format_text(summary)),
        ("Deals", f"{setup.deals:,}, each played {dealt(seats)}"),
        ("Seed", code(str(setup.seed))),
        ("Move limit", f"{setup.limit:,}, then {'a loss' if seats == 1 else 'a draw'}"),
        ("Fingerprint", code(summary.fingerprint)),
        ("Version", version_text()),
        ("Players", element("ol", *player_items(summary))),
    ]
    if setup.sprt is not None:
        facts.insert(5, ("SPRT", code(setup.sprt)))
    if setup.on_error != "stop":
        facts.insert(-3, ("On error", code(setup.on_error)))
    if setup.move_ms is not None:
        facts.insert(-3, ("Time limit", f"{quantity(setup.move_ms, 'millisecond')} for a move"))
    rows = [element("div", element("dt", name), element("dd", fact)) for name, fact in facts]
    note = OTHER_RESULTS if has_time_limit(setup) else SAME_RESULTS
    shown = element("pre", element("code", command), tabindex=0)
    return join([element("dl", *rows, class_="facts"), element("p", note, class_="note"), shown])


def player_items(summary: Summary) -> list[Markup]:
    """Lists the players in the order of the setup, each with the package of its agent."""
    ordered = sorted(summary.standings, key=lambda each: each.player)
    return [element("li", code(each.label), f", {each.package}") for each in ordered]


def format_text(summary: Summary) -> str:
    """Tells who played whom."""
    setup, seats = summary.setup, len(summary.seats)
    if seats == 1:
        return f"everybody alone: {quantity(len(setup.players), 'player')}"
    if seats == len(setup.players) == 2:
        return "head-to-head"
    if len(setup.players) < seats:
        return f"everybody together: copies of the players fill the {seats} seats"
    if seats > 2:
        return f"{setup.format}: {TABLES[setup.format]}, {seats} at a table"
    return f"{setup.format}: {FORMATS[setup.format]}"


def option_text(value: object) -> str:
    """Formats the value of an option as on the command line."""
    return value if isinstance(value, str) else json.dumps(value)


# Parts of sections.


def breakable(text: str) -> Markup:
    """Makes text that contains agents; lines can break after each of their options."""
    first, *others = re.split(r"(?<=,)", text)
    return join([first, *(join([LINE_BREAK, other]) for other in others)])


def code(text: str) -> Markup:
    """Makes the text of an agent, as on the command line."""
    return element("code", breakable(text))


def narrow_code(text: str) -> Markup:
    """Makes the text of an agent in a narrow column; lines can also break after its name."""
    first, *others = re.split(r"(?<=:)", text)
    return element("code", breakable(first), *(join([LINE_BREAK, breakable(o)]) for o in others))


def elo_text(rating: Rating) -> str:
    """Formats a rating with its interval."""
    return f"{signed(rating.elo)} ({signed(rating.low)} to {signed(rating.high)})"


def mean_text(mean: Mean, write: Callable[[float], str] = value) -> str:
    """Formats a mean with its interval, if that is known."""
    ends = mean_ends(mean, write)
    return f"{write(mean.mean)} ({ends})" if ends else write(mean.mean)


def mean_ends(mean: Mean, write: Callable[[float], str] = value) -> str:
    """Formats the interval of a mean; empty if it is unknown."""
    if mean.low is None or mean.high is None:
        return ""
    return f"{write(mean.low)} to {write(mean.high)}"


def card(title: object, *content: object, style: str = "card") -> Markup:
    """Makes a box with a heading and a figure."""
    return element("figure", element("h3", title), *content, class_=style)


def caption(text: str) -> Markup:
    """Makes the caption of a figure."""
    return element("figcaption", text)


def table(
    name: str, heads: Sequence[str], rows: Iterable[Markup], *, style: str | None = None
) -> Markup:
    """Makes a table in a box of its own that scrolls, also with the keyboard.

    Args:
        name: the caption.
        heads: the headings of the columns.
        rows: the rows.
        style: the class of the table.
    """
    first = element("th", heads[0], scope="col", class_="name")
    others = [element("th", head, scope="col") for head in heads[1:]]
    whole = element(
        "table",
        element("caption", element("span", name)),
        element("thead", element("tr", first, *others)),
        element("tbody", *rows),
        class_=style,
    )
    return element("div", whole, class_="scroll", role="region", aria_label=name, tabindex=0)


def row(head: object, *cells: object) -> Markup:
    """Makes a row of a table."""
    data = [cell if isinstance(cell, Markup) else element("td", cell) for cell in cells]
    return element("tr", element("th", head, scope="row", class_="name"), *data)


# The referee.


def referee_section(summary: Summary) -> Markup:
    """Counts forfeits, late answers and skipped games; empty if there are none."""
    if not summary.refereed:
        return join([])
    rows = [
        row(code(each.label), *(f"{count:,}" for count in each.incidents))
        for each in summary.standings
    ]
    name = "Forfeited games count as lost, skipped games do not count."
    errors = [element("li", error) for error in summary.errors]
    return element(
        "section",
        element("h2", "Referee", id="referee"),
        table(name, ("Player", *(head.capitalize() for head in INCIDENTS)), rows),
        element("ul", *errors) if errors else "",
        aria_labelledby="referee",
    )


# Strength.


def standings(summary: Summary) -> Markup:
    """Makes the table of the standings and the plot of what ranks the players."""
    seats = len(summary.seats)
    heads = {
        1: ("Return", "Wins", "Games", "Won", "Lost"),
        2: ("Score", "Elo", "Games", "Won", "Drawn", "Lost"),
    }.get(seats, ("Score", "Elo", "Rank", "Return", "Games", "Won", "Shared", "Lost"))
    rows = [
        row(narrow_code(each.label), *standing_cells(each, seats)) for each in summary.standings
    ]
    shown = table(captions_for(seats).standings, ("Player", *heads), rows)
    return join([shown, return_plot(summary) if seats == 1 else rating_plot(summary)])


def standing_cells(each: Standing, seats: int) -> list[object]:
    """Makes the cells of one player in the standings."""
    score = interval_cell(percent(each.score), interval(each.low, each.high))
    returns = interval_cell(value(each.returns.mean), mean_ends(each.returns))
    games, won, drawn, lost = (
        f"{count:,}" for count in (each.games, each.wins, each.draws, each.losses)
    )
    if each.rating is None or each.rank is None:
        return [returns, score, games, won, lost]
    ends = f"{signed(each.rating.low)} to {signed(each.rating.high)}"
    elo = interval_cell(signed(each.rating.elo), ends)
    rank = interval_cell(value(each.rank.mean), mean_ends(each.rank))
    more = [] if seats == 2 else [rank, returns]
    return [score, elo, *more, games, won, drawn, lost]


def rating_plot(summary: Summary) -> Markup:
    """Makes the plot of the ratings."""
    rated = [(each.label, each.rating) for each in summary.standings if each.rating is not None]
    rows = [IntervalRow(name, r.low, r.elo, r.high, elo_text(r)) for name, r in rated]
    scale = Scale.linear(end for each in rows for end in (each.low, each.high))
    labels = tuple(signed(tick) for tick in scale.ticks)
    title = "Ratings with 95 % intervals"
    axis = Axis(scale, labels, "Elo; the mean of all players is 0")
    return card(title, interval_plot("elo", title, rows, axis, reference=0))


def return_plot(summary: Summary) -> Markup:
    """Makes the plot of the mean returns."""
    rows: list[IntervalRow] = []
    for each in summary.standings:
        mean = each.returns
        low, high = known_ends(mean.mean, mean.low, mean.high)
        rows.append(IntervalRow(each.label, low, mean.mean, high, mean_text(mean)))
    title = "Mean returns with 95 % intervals"
    axis = value_axis(rows, "mean return; above 0 is a win")
    return card(title, interval_plot("returns", title, rows, axis))


def known_ends(middle: float, low: float | None, high: float | None) -> tuple[float, float]:
    """Returns the ends of an interval; both are the value itself if they are unknown."""
    return middle if low is None else low, middle if high is None else high


def value_axis(rows: Sequence[IntervalRow], unit: str) -> Axis:
    """Makes an axis with 0 and all ends of the rows."""
    return Axis.plain(Scale.linear([0.0, *(x for row in rows for x in (row.low, row.high))]), unit)


def interval_cell(value: str, ends: str) -> Markup:
    """Makes a cell with a value and, below it, its interval."""
    return element("td", value, element("small", ends))


def section(name: str, title: str, *content: object) -> Markup:
    """Makes a section of the page."""
    return element("section", element("h2", title, id=name), *content, aria_labelledby=name)


def cross_section(summary: Summary) -> Markup:
    """Makes the section with the cross table; empty if no players are compared."""
    if not summary.pairings:
        return join([])
    return section("cross", "Cross table", cross_table(summary))


def cross_table(summary: Summary) -> Markup:
    """Makes the table with every player against every other."""
    found: dict[tuple[int, int], Markup] = {}
    for pairing in summary.pairings:
        one, other = pairing.players
        if pairing.games:
            found[one, other], found[other, one] = cross_cells(pairing, len(summary.seats))
    order = [each.player for each in summary.standings]
    blank = element("td", EN_DASH, class_="blank")
    rows = [
        row(
            element(
                "span",
                element("span", rank, class_="rank"),
                narrow_code(each.label),
                class_="ranked",
            ),
            *(found.get((each.player, other), blank) for other in order),
        )
        for rank, each in enumerate(summary.standings, 1)
    ]
    heads = ["Player", *(str(rank) for rank in range(1, len(order) + 1))]
    return table(captions_for(len(summary.seats)).cross, heads, rows, style="cross")


def cross_cells(pairing: Pairing, seats: int) -> tuple[Markup, Markup]:
    """Makes the cells of two players: of the first against the second, and the other way round."""
    if seats == 1:
        return difference_cell(pairing.difference), difference_cell(pairing.difference.reversed())
    return (
        score_cell(pairing.score, pairing.low, pairing.high),
        score_cell(1 - pairing.score, 1 - pairing.high, 1 - pairing.low),
    )


def difference_cell(mean: Mean) -> Markup:
    """Makes a cell with a difference and its interval, coloured if the interval excludes 0."""
    sure = mean.low is not None and mean.high is not None and not mean.low <= 0 <= mean.high
    score = EVEN + DIFFERENCE_TINT * ((mean.mean > 0) - (mean.mean < 0)) if sure else EVEN
    small = element("small", mean_ends(mean, difference))
    return element("td", difference(mean.mean), small, **score_style(score))


def score_cell(score: float, low: float, high: float) -> Markup:
    """Makes a coloured cell with a score and its interval."""
    small = element("small", interval(low, high))
    return element("td", f"{100 * score:.1f}", small, **score_style(score))


def pairing_section(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes the section with a box for each pairing; empty if no players are compared."""
    if not summary.pairings:
        return join([])
    seats, compared = len(summary.seats), compare_players(results)
    boxes = [
        pairing_card(f"pairing-{number}", each, compared[each.players], seats)
        for number, each in enumerate(summary.pairings)
        if each.games
    ]
    note = element("p", captions_for(seats).pairings, class_="note")
    return section("pairings", "Pairings", note, element("div", *boxes, class_="cards"))


def pairing_card(name: str, pairing: Pairing, compared: Sequence[Comparison], seats: int) -> Markup:
    """Makes the box of one pairing: the result, the score over the deals, how they ended."""
    first, second = pairing.labels
    versus = " compared with " if seats == 1 else " against "
    segments, noun = pairing_segments(pairing, seats), "comparison" if seats > 2 else "deal"
    bar_title = f"{noun.capitalize()}s of {first}{versus}{second}"
    content = [element("p", *pairing_figures(pairing, seats), class_="big")]
    if seats > 1:
        title, points = f"Score of {first} against {second}", running_score(compared, seats)
        content.append(score_curve(f"{name}-score", title, points))
    content.append(stacked_bar(f"{name}-pairs", bar_title, segments, noun))
    return card(join([code(first), versus, code(second)]), *content, legend(segments))


def pairing_figures(pairing: Pairing, seats: int) -> list[object]:
    """Makes the main numbers of a pairing: the score, or the difference of two players alone."""
    margin = f"difference of returns {mean_text(pairing.difference, difference)}"
    score = f"95\u00a0% interval {interval(pairing.low, pairing.high)}"
    if seats == 1:
        ends = f"95\u00a0% interval {mean_ends(pairing.difference, difference) or 'unknown'}"
        wins = f"share of wins {wins_text(pairing)}"
        return [difference(pairing.margin), element("small", ends), element("small", wins)]
    more = margin if pairing.rating is None else f"Elo {elo_text(pairing.rating)}"
    return [percent(pairing.score), element("small", score), element("small", more)]


def wins_text(pairing: Pairing) -> str:
    """Formats how much more often the first player won alone than the second, in percent."""
    more, low, high = (
        minus(f"{100 * (2 * score - 1):+z.1f}")
        for score in (pairing.score, pairing.low, pairing.high)
    )
    return f"{more}\u00a0% ({low} to {high})"


def pairing_segments(pairing: Pairing, seats: int) -> list[Segment]:
    """Counts how the pairs of games ended, or the comparisons if there are no pairs."""
    if seats == 2:
        return [
            Segment(result.replace("-", EN_DASH), count, style)
            for (result, count), style in zip(pairing.pairs.items(), PAIR_STYLES, strict=True)
        ]
    names = ALONE_RESULTS if seats == 1 else RANK_RESULTS
    counts = (pairing.wins, pairing.draws, pairing.losses)
    return [Segment(*each) for each in zip(names, counts, ("won", "split", "lost"), strict=True)]


def running_score(compared: Sequence[Comparison], seats: int) -> list[Point]:
    """Returns the score with its interval after each deal; in a game for two, after each pair."""
    deals = deal_points((each.deal, each.points) for each in compared)
    if seats == 2:
        deals = [each for each in deals if each[1] == GAMES_IN_A_PAIR]
    points = [0.0, *accumulate(each for each, _ in deals)]
    games = [0, *accumulate(each for _, each in deals)]
    counts = downsample(range(1, len(points))) if deals else []
    return [(n, points[n] / games[n], *deal_interval(deals[:n])) for n in counts]


def legend(segments: Sequence[Segment]) -> Markup:
    """Makes the legend of the colours, with sizes; half points are left out if there are none."""
    shown = [segment for segment in segments if segment.size or not segment.style.endswith("half")]
    return element(
        "ul",
        *(
            element("li", element("i", class_=segment.style), f"{segment.label}: {segment.size:,}")
            for segment in shown
        ),
        class_="legend",
    )


def sprt_section(summary: Summary) -> Markup:
    """Makes the section about the sequential test; empty without a test."""
    state, test = summary.sprt, sprt_of(summary.setup)
    if state is None or test is None:
        return join([])
    verdict = "undecided" if state.verdict is None else f"{state.verdict} was accepted"
    ratio, lower, upper = (minus(f"{each:.2f}") for each in (state.llr, state.lower, state.upper))
    end = max(-state.lower, state.upper)
    scale = Scale(-end, end, (state.lower, 0.0, state.upper))
    axis = Axis(scale, (f"H0: {lower}", "0", f"H1: {upper}"), "log-likelihood ratio")
    point = IntervalRow(verdict, state.llr, state.llr, state.llr, ratio)
    title = "Log-likelihood ratio"
    plot = interval_plot("sprt", title, [point], axis, reference=0)
    text = (
        f"After {quantity(state.pairs, 'deal')} the log-likelihood ratio is {ratio}: {verdict}."
        f" H0 is accepted at {lower} and H1 at {upper}."
    )
    shown = card(
        title,
        element("p", hypotheses(summary.setup.labels()[0], test), text),
        plot,
        style="card narrow",
    )
    return section("sprt-head", "Sequential test", shown)


def hypotheses(name: str, test: Sprt) -> str:
    """Describes the two hypotheses of the test."""
    return (
        f"H0: {name} is {minus(f'{test.low:+zg}')} {test.measure} stronger."
        f" H1: it is {minus(f'{test.high:+zg}')} {test.measure} stronger."
        f" The test accepts H1 by mistake with a probability of {percent(test.alpha)},"
        f" and H0 with {percent(test.beta)}. "
    )


# Times.


def decision_times(summary: Summary) -> Markup:
    """Makes the table and the plot of the decision times."""
    rows: list[Markup] = []
    for each in summary.standings:
        spread = each.times
        cells = (spread.p50, spread.p90, spread.p99, spread.max, spread.mean)
        rows.append(
            row(narrow_code(each.label), *(duration(t) for t in cells), f"{spread.count:,}")
        )
    heads = ("Player", "Median", "90th", "99th", "Longest", "Mean", "Decisions")
    percentiles = [
        PercentileRow(each.label, t.p50, t.p90, t.p99, t.max, duration(t.p50))
        for each in summary.standings
        if (t := each.times).count
    ]
    scale = Scale.logarithmic(t for each in percentiles for t in (each.median, each.largest))
    axis = Axis(scale, tuple(map(duration, scale.ticks)), "time for a decision, log scale")
    title = "Time for a decision"
    plot = percentile_plot("times-plot", title, percentiles, axis)
    text = "Dot: median. Thick line: 90th percentile. Thin line: 99th percentile. Ring: longest."
    shown = table("Time for a decision: percentiles, longest and mean.", heads, rows)
    return join([shown, card(title, plot, caption(text))])


# Games.


def game_cards(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes the boxes for lengths, branching factor, endings and the first seat."""
    plies = Counter(result.plies for result in results)
    choices = Counter(n for result in results for seat in result.choices for n in seat)
    length = histogram(
        "plies", "Length of games", plies, unit="moves", noun="game", median=summary.plies.p50
    )
    branching = histogram(
        "choices",
        "Legal moves in a decision",
        choices,
        unit="legal moves",
        noun="decision",
        median=summary.choices.p50,
    )
    reasons = bar_chart("endings", "Endings by reason", endings(summary), "game")
    cards = [
        card("Length of games", length, caption(spread_text(summary.plies))),
        card("Branching factor", branching, caption(spread_text(summary.choices))),
        card("How games ended", reasons),
    ]
    return join(cards if len(summary.seats) == 1 else [*cards, seats_card(summary.seats)])


def spread_text(spread: Spread) -> str:
    """Describes a histogram in a few words."""
    return f"Mean {short(spread.mean)}; 90 % are from {short(spread.p5)} to {short(spread.p95)}."


def endings(summary: Summary) -> list[Segment]:
    """Lists the reasons for which games ended; the rarest are added up."""
    found = [Segment(each.reason or "no reason given", each.games) for each in summary.endings]
    if len(found) <= MAX_ENDINGS:
        return found
    shown, rest = found[: MAX_ENDINGS - 1], found[MAX_ENDINGS - 1 :]
    return [*shown, Segment(f"{len(rest)} other reasons", sum(each.size for each in rest))]


def seats_card(seats: Sequence[Share]) -> Markup:
    """Makes the box for the scores of the seats; of two, the first tells all."""
    even = 1 / len(seats)
    shown = seats[:1] if len(seats) == 2 else seats
    names = ["all games"] if len(seats) == 2 else [f"seat {seat}" for seat in range(len(seats))]
    rows = [seat_row(name, share) for name, share in zip(names, shown, strict=True)]
    # Only a part of the scale, in steps of a tenth: the advantage of a seat is mostly small.
    low = max(0, floor(10 * min(even - 0.1, *(row.low for row in rows)) + 1e-9))
    high = ceil(10 * max(even + 0.1, *(row.high for row in rows)) - 1e-9)
    ticks = tuple(tick / 10 for tick in range(low, high + 1))
    labels = tuple(percent(tick, 0) for tick in ticks)
    title = "Score of the first seat" if len(seats) == 2 else "Scores of the seats"
    axis = Axis(Scale(low / 10, high / 10, ticks), labels, title.lower())
    plot = interval_plot("seats", title, rows, axis, reference=even)
    return card(title, plot, caption(seat_text(seats)))


def seat_row(name: str, share: Share) -> IntervalRow:
    """Makes the row of a seat in the plot."""
    text = f"{percent(share.score)} ({interval(share.low, share.high)})"
    return IntervalRow(name, share.low, share.score, share.high, text)


def seat_text(seats: Sequence[Share]) -> str:
    """Tells whether a seat has an advantage."""
    even = 1 / len(seats)
    better = [place for place, share in enumerate(seats) if share.low > even]
    if len(seats) > 2:
        if not any(share.low > even or share.high < even for share in seats):
            return (
                f"All intervals contain {percent(even)}: these deals show no advantage of a seat."
            )
        return (
            f"A seat is better or worse than {percent(even)}, and all players had it equally often."
        )
    if not better and seats[0].high >= even:
        return "The interval contains 50 %: these deals show no advantage for either seat."
    name = "first" if better == [0] else "second"
    return f"The {name} seat has an advantage. Both players have it in half of the games."
