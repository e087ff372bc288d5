"""The report of a tournament: one HTML page that loads nothing else.

The fixed text is in `report.html.tmpl`, the style in `report.css`. This module writes the tables
and the text that depends on the results; `kibitz.arena.plots` draws the plots.
"""

import json
import platform
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import accumulate
from math import ceil, floor
from string import Template
from typing import Final

import kibitz
from kibitz.arena.formatting import (
    EN_DASH,
    duration,
    interval,
    minus,
    percent,
    quantity,
    short,
    signed,
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
from kibitz.arena.result import GameResult, pair_points
from kibitz.arena.setup import GAMES_IN_A_PAIR, Format, Setup, has_time_limit
from kibitz.arena.statistics import EVEN, Sprt, read_sprt, wilson
from kibitz.arena.summary import Pairing, Share, Spread, Standing, Summary

# The classes of the results of a pair, in the order of the summary.
PAIR_STYLES: Final = ("won", "won-half", "split", "lost-half", "lost")
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


def html_report(summary: Summary, results: Sequence[GameResult], *, command: str) -> str:
    """Writes the report of a tournament.

    Args:
        summary: the summary of the tournament.
        results: the results it summarises.
        command: the command that plays the same tournament again.
    """
    folder = files("kibitz.arena")
    template = Template(folder.joinpath("report.html.tmpl").read_text(encoding="utf-8"))
    ordered = sorted(results, key=lambda each: each.number)
    return template.substitute(
        title=escape_text(title_of(summary)),
        heading=breakable(title_of(summary)),
        style=folder.joinpath("report.css").read_text(encoding="utf-8").strip(),
        intro=intro(summary),
        tiles=tiles(summary),
        setup=setup_facts(summary, command),
        standings=standings(summary),
        cross=cross_table(summary),
        pairings=pairing_cards(summary, ordered),
        sprt=sprt_section(summary),
        times=decision_times(summary),
        games=game_cards(summary, ordered),
        footer=escape_text(version_text()),
    )


def title_of(summary: Summary) -> str:
    """Returns the title of the page."""
    labels = summary.setup.labels()
    if len(labels) == 2:
        return f"{summary.title}: {labels[0]} against {labels[1]}"
    if summary.setup.format == "gauntlet":
        return f"{summary.title}: {labels[0]} against {len(labels) - 1} others"
    return f"{summary.title}: {len(labels)} players"


def version_text() -> str:
    """Returns the versions that made the report."""
    build = "compiled" if kibitz.COMPILED else "interpreted"
    return f"Kibitz {kibitz.__version__}, {build}, Python {platform.python_version()}"


def intro(summary: Summary) -> Markup:
    """Tells the main result in two or three sentences."""
    if not summary.played:
        return element("p", "No game was played.")
    text = result_of_two(summary) if len(summary.standings) == 2 else result_of_many(summary)
    if summary.played == summary.planned:
        return element("p", text)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was interrupted"
    count = f"{summary.played:,} of {quantity(summary.planned, 'game')} were played: {why}."
    return join([element("p", text), element("p", count, class_="note")])


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
    return join(
        [
            first,
            " scored ",
            score,
            " against ",
            second,
            " (95\u00a0% interval ",
            ends,
            games,
            verdict,
        ]
    )


def result_of_many(summary: Summary) -> Markup:
    """Tells which player has the best rating, and whether the intervals show it."""
    best, second = summary.standings[:2]
    if best.elo_low > second.elo_high:
        verdict = "Their intervals do not overlap."
    else:
        verdict = "Their intervals overlap: with more deals, the order may change."
    rated = element("strong", f"Elo {elo_text(best)}")
    rest = f" with {elo_text(second)}. {verdict}"
    return join(
        [code(best.label), " has the best rating, ", rated, ", ahead of ", code(second.label), rest]
    )


def tiles(summary: Summary) -> Markup:
    """Shows the main numbers of the whole tournament."""
    plies, choices, seat = summary.plies, summary.choices, summary.first_seat
    drawn = sum(pairing.draws for pairing in summary.pairings)
    all_played, of_all = summary.played == summary.planned, f"of {summary.planned:,} planned"
    shown = [
        ("Games", f"{summary.played:,}", "all as planned" if all_played else of_all),
        ("Deals", f"{summary.setup.deals:,}", "from both seats" if all_played else "planned"),
        ("Draws", percent(drawn / max(summary.played, 1)), quantity(drawn, "game")),
        ("Moves in a game", short(plies.p50), f"median; most {short(plies.max)}"),
        ("Legal moves", short(choices.mean), f"mean; most {short(choices.max)}"),
        ("Score of first seat", percent(seat.score), f"95\u00a0%: {interval(seat.low, seat.high)}"),
    ]
    return join(
        element("div", element("dt", name), element("dd", value, element("small", note)))
        for name, value, note in shown
    )


def setup_facts(summary: Summary, command: str) -> Markup:
    """Lists the setup of the tournament, and the command to play it again."""
    setup = summary.setup
    options = ", ".join(f"{key}={option_text(value)}" for key, value in setup.options.items())
    rules = "" if setup.rules is None else f", rules version {setup.rules}"
    facts: list[tuple[str, object]] = [
        ("Game", join([code(setup.game), rules])),
        ("Options", code(options) if options else "default"),
        ("Format", format_text(setup)),
        ("Deals", f"{setup.deals:,}, each played from both seats"),
        ("Seed", code(str(setup.seed))),
        ("Move limit", f"{setup.limit:,}, then a draw"),
        ("Fingerprint", code(summary.fingerprint)),
        ("Version", version_text()),
        ("Players", element("ol", *player_items(summary))),
    ]
    if setup.sprt is not None:
        facts.insert(5, ("SPRT", code(setup.sprt)))
    rows = [element("div", element("dt", name), element("dd", fact)) for name, fact in facts]
    note = OTHER_RESULTS if has_time_limit(setup) else SAME_RESULTS
    shown = element("pre", element("code", command), tabindex=0)
    return join([element("dl", *rows, class_="facts"), element("p", note, class_="note"), shown])


def player_items(summary: Summary) -> list[Markup]:
    """Lists the players in the order of the setup, each with the package of its agent."""
    ordered = sorted(summary.standings, key=lambda each: each.player)
    return [element("li", code(each.label), f", {each.package}") for each in ordered]


def format_text(setup: Setup) -> str:
    """Tells who played whom."""
    if len(setup.players) == 2:
        return "head-to-head"
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


def elo_text(rated: Standing | Pairing) -> str:
    """Formats a rating with its interval."""
    return f"{signed(rated.elo)} ({signed(rated.elo_low)} to {signed(rated.elo_high)})"


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


# Strength.


def standings(summary: Summary) -> Markup:
    """Makes the table of the standings and the plot of the ratings."""
    rows = [
        row(
            narrow_code(each.label),
            interval_cell(percent(each.score), interval(each.low, each.high)),
            interval_cell(signed(each.elo), f"{signed(each.elo_low)} to {signed(each.elo_high)}"),
            *(f"{count:,}" for count in (each.games, each.wins, each.draws, each.losses)),
        )
        for each in summary.standings
    ]
    heads = ("Player", "Score", "Elo", "Games", "Won", "Drawn", "Lost")
    shown = table(
        "Best rating first, with 95 % intervals. A draw counts as half a point.", heads, rows
    )
    ratings = [
        IntervalRow(s.label, s.elo_low, s.elo, s.elo_high, elo_text(s)) for s in summary.standings
    ]
    scale = Scale.linear(value for each in ratings for value in (each.low, each.high))
    labels = tuple(signed(tick) for tick in scale.ticks)
    title = "Ratings with 95 % intervals"
    axis = Axis(scale, labels, "Elo; the mean of all players is 0")
    plot = interval_plot("elo", title, ratings, axis, reference=0)
    return join([shown, card(title, plot)])


def interval_cell(value: str, ends: str) -> Markup:
    """Makes a cell with a value and, below it, its interval."""
    return element("td", value, element("small", ends))


def cross_table(summary: Summary) -> Markup:
    """Makes the table with the score of every player against every other."""
    found: dict[tuple[int, int], Markup] = {}
    for pairing in summary.pairings:
        one, other = pairing.players
        if pairing.games:
            found[one, other] = score_cell(pairing.score, pairing.low, pairing.high)
            found[other, one] = score_cell(1 - pairing.score, 1 - pairing.high, 1 - pairing.low)
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
    name = "Score of the row player against the column player in %, with its 95 % interval."
    return table(name, heads, rows, style="cross")


def score_cell(score: float, low: float, high: float) -> Markup:
    """Makes a coloured cell with a score and its interval."""
    small = element("small", interval(low, high))
    return element("td", f"{100 * score:.1f}", small, **score_style(score))


def pairing_cards(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes a box for each pairing, with its score over the deals and the results of its pairs."""
    return join(
        pairing_card(f"pairing-{number}", each, results)
        for number, each in enumerate(summary.pairings)
        if each.games
    )


def pairing_card(name: str, pairing: Pairing, results: Sequence[GameResult]) -> Markup:
    """Makes the box of one pairing."""
    first, second = pairing.labels
    ends = element("small", f"95\u00a0% interval {interval(pairing.low, pairing.high)}")
    elo = element("small", f"Elo {elo_text(pairing)}")
    title = f"Score of {first} against {second}"
    segments = [
        Segment(result.replace("-", EN_DASH), count, style)
        for (result, count), style in zip(pairing.pairs.items(), PAIR_STYLES, strict=True)
    ]
    return card(
        join([code(first), " against ", code(second)]),
        element("p", percent(pairing.score), ends, elo, class_="big"),
        score_curve(f"{name}-score", title, running_score(pairing, results)),
        stacked_bar(f"{name}-pairs", f"Deals of {first} against {second}", segments, "deal"),
        legend(segments),
    )


def running_score(pairing: Pairing, results: Sequence[GameResult]) -> list[Point]:
    """Returns the score with its interval after each complete pair."""
    found: list[Point] = []
    scored = pair_points(pairing.players, results).values()
    for deals, points in enumerate(accumulate(scored), 1):
        games = GAMES_IN_A_PAIR * deals
        found.append((deals, points / games, *wilson(points, games)))
    return found


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
    state, test = summary.sprt, summary.setup.sprt
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
    head = element("h2", "Sequential test", id="sprt-head")
    shown = card(
        title,
        element("p", hypotheses(summary.setup.labels()[0], read_sprt(test)), text),
        plot,
        style="card narrow",
    )
    return element("section", head, shown, aria_labelledby="sprt-head")


def hypotheses(name: str, test: Sprt) -> str:
    """Describes the two hypotheses of the test."""
    return (
        f"H0: {name} is {signed(test.elo0)} Elo stronger. H1: it is {signed(test.elo1)} Elo"
        f" stronger. The test accepts H1 by mistake with a probability of {percent(test.alpha)},"
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
    return join(
        [
            card("Length of games", length, caption(spread_text(summary.plies))),
            card("Branching factor", branching, caption(spread_text(summary.choices))),
            card(
                "How games ended",
                bar_chart("endings", "Endings by reason", endings(summary), "game"),
            ),
            first_seat_card(summary.first_seat),
        ]
    )


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


def first_seat_card(share: Share) -> Markup:
    """Makes the box for the score of the first seat."""
    text = f"{percent(share.score)} ({interval(share.low, share.high)})"
    score = IntervalRow("all games", share.low, share.score, share.high, text)
    # Only a part of the scale, in steps of a tenth: the advantage of a seat is mostly small.
    low = floor(10 * min(EVEN - 0.1, share.low) + 1e-9)
    high = ceil(10 * max(EVEN + 0.1, share.high) - 1e-9)
    ticks = tuple(tick / 10 for tick in range(low, high + 1))
    labels = tuple(percent(tick, 0) for tick in ticks)
    axis = Axis(Scale(low / 10, high / 10, ticks), labels, "score of the first seat")
    title = "Score of the first seat"
    plot = interval_plot("first-seat", title, [score], axis, reference=EVEN)
    return card(title, plot, caption(seat_text(share)))


def seat_text(share: Share) -> str:
    """Tells whether one of the seats has an advantage."""
    if share.low <= EVEN <= share.high:
        return "The interval contains 50 %: these deals show no advantage for either seat."
    better = "first" if share.low > EVEN else "second"
    return f"The {better} seat has an advantage. Both players have it in half of the games."
