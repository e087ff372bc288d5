"""The report: one HTML page that holds all of a tournament and asks for nothing else.

The words that never change stand in `report.html.tmpl`, the looks in `report.css`. Here a summary
becomes text and tables; `kibitz.arena.plots` draws.
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
    DASH,
    counted,
    duration,
    interval,
    minus,
    percent,
    short,
    signed,
)
from kibitz.arena.plots import (
    Axis,
    Markup,
    Piece,
    Point,
    Scale,
    Span,
    Tail,
    bars,
    clean,
    element,
    histogram,
    intervals,
    join,
    percentiles,
    running,
    stack,
    tint,
)
from kibitz.arena.result import GameResult, pair_points
from kibitz.arena.setup import GAMES_IN_A_PAIR, Format, Setup, has_time_limit
from kibitz.arena.statistics import EVEN, Sprt, read_sprt, wilson
from kibitz.arena.summary import Pairing, Share, Spread, Standing, Summary

# How each result of a pair is coloured, in the order of the summary.
PAIR_STYLES: Final = ("won", "won-half", "split", "lost-half", "lost")
# Rarer endings share one bar.
MOST_ENDINGS: Final = 6
BREAK: Final = element("wbr")
REPEATED: Final = "The same command gives the same fingerprint, whatever the number of workers:"
CLOCKED: Final = (
    "A player stops by the clock (ms), so the same command plays other games, with another"
    " fingerprint:"
)
FORMATS: Final[dict[Format, str]] = {
    "round-robin": "everybody met everybody",
    "gauntlet": "the first met each of the others",
}


def html_report(summary: Summary, results: Sequence[GameResult], *, command: str) -> str:
    """Writes the report of a tournament.

    Args:
        summary: what the tournament came to.
        results: the games it is about.
        command: what to type to play the same tournament again.
    """
    folder = files("kibitz.arena")
    template = Template(folder.joinpath("report.html.tmpl").read_text(encoding="utf-8"))
    ordered = sorted(results, key=lambda each: each.number)
    return template.substitute(
        title=clean(title_of(summary)),
        heading=breakable(title_of(summary)),
        style=folder.joinpath("report.css").read_text(encoding="utf-8").strip(),
        lede=lede(summary),
        tiles=tiles(summary),
        played=played(summary, command),
        standings=standings(summary),
        cross=cross_table(summary),
        pairings=pairing_cards(summary, ordered),
        sprt=sprt_section(summary),
        times=times(summary),
        games=game_cards(summary, ordered),
        footer=clean(made_with()),
    )


def title_of(summary: Summary) -> str:
    """Names the tournament."""
    labels = summary.setup.labels()
    if len(labels) == 2:
        return f"{summary.title}: {labels[0]} against {labels[1]}"
    if summary.setup.format == "gauntlet":
        return f"{summary.title}: {labels[0]} against {len(labels) - 1} others"
    return f"{summary.title}: {len(labels)} players"


def made_with() -> str:
    """Says what the report was made with."""
    build = "compiled" if kibitz.COMPILED else "interpreted"
    return f"Kibitz {kibitz.__version__}, {build}, Python {platform.python_version()}"


def lede(summary: Summary) -> Markup:
    """Says in two or three sentences what came out."""
    if not summary.played:
        return element("p", "No game was played.")
    found = verdict_of_two(summary) if len(summary.standings) == 2 else leader(summary)
    if summary.played == summary.planned:
        return element("p", found)
    decided = summary.sprt is not None and summary.sprt.verdict is not None
    why = "the sequential test was decided" if decided else "the tournament was broken off"
    count = f"{summary.played:,} of {counted(summary.planned, 'game')} were played: {why}."
    return join([element("p", found), element("p", count, class_="note")])


def verdict_of_two(summary: Summary) -> Markup:
    """Says who of two is stronger, if that is clear."""
    pairing = summary.pairings[0]
    first, second = (code(label) for label in pairing.labels)
    if pairing.low > EVEN:
        clear = join([" The interval is above 50\u00a0%: ", first, " is the stronger of the two."])
    elif pairing.high < EVEN:
        clear = join([" The interval is below 50\u00a0%: ", second, " is the stronger of the two."])
    else:
        clear = join([" The interval holds 50\u00a0%: these games do not show who is stronger."])
    score = element("strong", percent(pairing.score))
    sure = element("span", interval(pairing.low, pairing.high), class_="sure")
    games = f") in {counted(pairing.games, 'game')}."
    return join(
        [first, " scored ", score, " against ", second, " (95\u00a0% interval ", sure, games, clear]
    )


def leader(summary: Summary) -> Markup:
    """Says who is rated best of many, and whether that is clear."""
    best, second = summary.standings[:2]
    if best.elo_low > second.elo_high:
        clear = "Their intervals do not overlap."
    else:
        clear = "Their intervals overlap: with more deals the two may change places."
    rated = element("strong", f"Elo {elo_text(best)}")
    behind = f" with {elo_text(second)}. {clear}"
    return join(
        [code(best.label), " is rated best: ", rated, ". Next comes ", code(second.label), behind]
    )


def tiles(summary: Summary) -> Markup:
    """Shows the figures that describe the whole tournament."""
    plies, choices, seat = summary.plies, summary.choices, summary.first_seat
    drawn = sum(pairing.draws for pairing in summary.pairings)
    all_played, of_all = summary.played == summary.planned, f"of {summary.planned:,} planned"
    shown = [
        ("Games", f"{summary.played:,}", "all as planned" if all_played else of_all),
        ("Deals", f"{summary.setup.deals:,}", "from both seats" if all_played else "planned"),
        ("Draws", percent(drawn / max(summary.played, 1)), counted(drawn, "game")),
        ("Moves in a game", short(plies.p50), f"median; most {short(plies.max)}"),
        ("Choices for a move", short(choices.mean), f"mean; most {short(choices.max)}"),
        ("First seat scored", percent(seat.score), f"95\u00a0%: {interval(seat.low, seat.high)}"),
    ]
    return join(
        element("div", element("dt", name), element("dd", value, element("small", note)))
        for name, value, note in shown
    )


def played(summary: Summary, command: str) -> Markup:
    """Says what was played, and how to play it again."""
    setup = summary.setup
    options = ", ".join(f"{key}={option_text(value)}" for key, value in setup.options.items())
    rules = "" if setup.rules is None else f", version {setup.rules} of its rules"
    facts: list[tuple[str, object]] = [
        ("Game", join([code(setup.game), rules])),
        ("Options", code(options) if options else "none given"),
        ("Format", format_text(setup)),
        ("Deals", f"{setup.deals:,}, each played from both seats"),
        ("Seed", code(str(setup.seed))),
        ("Longest game", f"{setup.limit:,} moves, then a draw"),
        ("Fingerprint", code(summary.fingerprint)),
        ("Version", made_with()),
        ("Players", element("ol", *(element("li", code(each)) for each in setup.labels()))),
    ]
    if setup.sprt is not None:
        facts.insert(5, ("SPRT", code(setup.sprt)))
    rows = [element("div", element("dt", name), element("dd", fact)) for name, fact in facts]
    again = CLOCKED if has_time_limit(setup) else REPEATED
    typed = element("pre", element("code", command), tabindex=0)
    return join([element("dl", *rows, class_="facts"), element("p", again, class_="note"), typed])


def format_text(setup: Setup) -> str:
    """Says who met whom."""
    if len(setup.players) == 2:
        return "head-to-head"
    return f"{setup.format}: {FORMATS[setup.format]}"


def option_text(value: object) -> str:
    """Writes an option's value as it is typed."""
    return value if isinstance(value, str) else json.dumps(value)


# Sections.


def breakable(text: str) -> Markup:
    """Writes text that holds agents; a line may end after each of their options."""
    first, *others = re.split(r"(?<=,)", text)
    return join([first, *(join([BREAK, other]) for other in others)])


def code(text: str) -> Markup:
    """Writes an agent as it is typed."""
    return element("code", breakable(text))


def narrow_code(text: str) -> Markup:
    """Writes an agent in a narrow column: a line may also end between its name and its options."""
    first, *others = re.split(r"(?<=:)", text)
    return element("code", breakable(first), *(join([BREAK, breakable(o)]) for o in others))


def elo_text(rated: Standing | Pairing) -> str:
    """Writes a rating with its interval."""
    return f"{signed(rated.elo)} ({signed(rated.elo_low)} to {signed(rated.elo_high)})"


def card(title: object, *content: object, style: str = "card") -> Markup:
    """Frames a figure under a heading."""
    return element("figure", element("h3", title), *content, class_=style)


def caption(text: str) -> Markup:
    """Explains a figure."""
    return element("figcaption", text)


def table(
    name: str, heads: Sequence[str], rows: Iterable[Markup], *, style: str | None = None
) -> Markup:
    """Writes a table in a box that scrolls by itself, also by keyboard.

    Args:
        name: its caption.
        heads: the columns; the first names the rows.
        rows: the body, row by row.
        style: a class for the table.
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
    """Writes a row of a table."""
    data = [cell if isinstance(cell, Markup) else element("td", cell) for cell in cells]
    return element("tr", element("th", head, scope="row", class_="name"), *data)


# Who is how strong.


def standings(summary: Summary) -> Markup:
    """Ranks the players in a table, and draws their ratings."""
    rows = [
        row(
            narrow_code(each.label),
            with_interval(percent(each.score), interval(each.low, each.high)),
            with_interval(signed(each.elo), f"{signed(each.elo_low)} to {signed(each.elo_high)}"),
            *(f"{count:,}" for count in (each.games, each.wins, each.draws, each.losses)),
        )
        for each in summary.standings
    ]
    heads = ("Player", "Score", "Elo", "Games", "Won", "Drawn", "Lost")
    shown = table("Best rating first, with 95 % intervals; a draw counts half.", heads, rows)
    spans = [Span(s.label, s.elo_low, s.elo, s.elo_high, elo_text(s)) for s in summary.standings]
    scale = Scale.around(value for span in spans for value in (span.low, span.high))
    marks = tuple(signed(mark) for mark in scale.marks)
    title = "Ratings with 95 % intervals"
    axis = Axis(scale, marks, "Elo, the mean of all players is 0")
    plot = intervals("elo", title, spans, axis, reference=0)
    return join([shown, card(title, plot)])


def with_interval(value: str, sure: str) -> Markup:
    """Writes a cell with a value and, below it, its interval."""
    return element("td", value, element("small", sure))


def cross_table(summary: Summary) -> Markup:
    """Tables the score of every player against every other, coloured by who is ahead."""
    found: dict[tuple[int, int], Markup] = {}
    for pairing in summary.pairings:
        one, other = pairing.players
        if pairing.games:
            found[one, other] = score_cell(pairing.score, pairing.low, pairing.high)
            found[other, one] = score_cell(1 - pairing.score, 1 - pairing.high, 1 - pairing.low)
    order = [each.player for each in summary.standings]
    blank = element("td", DASH, class_="blank")
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
    name = "Score of the row against the column in %, with its 95 % interval."
    return table(name, heads, rows, style="cross")


def score_cell(score: float, low: float, high: float) -> Markup:
    """Writes a score with its interval into a coloured cell."""
    small = element("small", interval(low, high))
    return element("td", f"{100 * score:.1f}", small, **tint(score))


def pairing_cards(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Draws for each pairing how its score came about, and how its deals came out."""
    return join(
        pairing_card(f"pairing-{number}", each, results)
        for number, each in enumerate(summary.pairings)
        if each.games
    )


def pairing_card(name: str, pairing: Pairing, results: Sequence[GameResult]) -> Markup:
    """Draws one pairing."""
    first, second = pairing.labels
    sure = element("small", f"95\u00a0% interval {interval(pairing.low, pairing.high)}")
    elo = element("small", f"Elo {elo_text(pairing)}")
    title = f"Running score of {first} against {second}"
    pieces = [
        Piece(result.replace("-", DASH), count, style)
        for (result, count), style in zip(pairing.pairs.items(), PAIR_STYLES, strict=True)
    ]
    return card(
        join([code(first), " against ", code(second)]),
        element("p", percent(pairing.score), sure, elo, class_="big"),
        running(f"{name}-score", title, running_score(pairing, results)),
        stack(f"{name}-pairs", f"Deals of {first} against {second}", pieces, "deal"),
        key(pieces),
    )


def running_score(pairing: Pairing, results: Sequence[GameResult]) -> list[Point]:
    """Returns the score with its interval after every deal of which both games were played."""
    found: list[Point] = []
    scored = pair_points(pairing.players, results).values()
    for deals, points in enumerate(accumulate(scored), 1):
        games = GAMES_IN_A_PAIR * deals
        found.append((deals, points / games, *wilson(points, games)))
    return found


def key(pieces: Sequence[Piece]) -> Markup:
    """Says which colour is what, and how large; results by half points only where there are any."""
    shown = [piece for piece in pieces if piece.size or not piece.style.endswith("half")]
    return element(
        "ul",
        *(
            element("li", element("i", class_=piece.style), f"{piece.label}: {piece.size:,}")
            for piece in shown
        ),
        class_="key",
    )


def sprt_section(summary: Summary) -> Markup:
    """Draws how far the sequential test has come; nothing where there is none."""
    state, test = summary.sprt, summary.setup.sprt
    if state is None or test is None:
        return join([])
    verdict = "no verdict yet" if state.verdict is None else f"{state.verdict} was accepted"
    ratio, lower, upper = (minus(f"{each:.2f}") for each in (state.llr, state.lower, state.upper))
    reach = max(-state.lower, state.upper)
    scale = Scale(-reach, reach, (state.lower, 0.0, state.upper))
    axis = Axis(scale, (f"H0: {lower}", "0", f"H1: {upper}"), "log-likelihood ratio")
    span = Span(verdict, state.llr, state.llr, state.llr, ratio)
    title = "Log-likelihood ratio"
    plot = intervals("sprt", title, [span], axis, reference=0)
    text = (
        f"After {counted(state.pairs, 'deal')} the log-likelihood ratio is {ratio}: {verdict}."
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
    """Says between which strengths of the player named first the test decides."""
    return (
        f"H0: {name} is {signed(test.elo0)} Elo stronger; H1: it is {signed(test.elo1)}."
        f" Chance of a wrong verdict: {percent(test.alpha)} for H1, {percent(test.beta)} for H0. "
    )


# How long they think.


def times(summary: Summary) -> Markup:
    """Tables and draws how long the players took for a decision."""
    rows: list[Markup] = []
    for each in summary.standings:
        spread = each.times
        shown = (spread.p50, spread.p90, spread.p99, spread.max, spread.mean)
        rows.append(
            row(narrow_code(each.label), *(duration(t) for t in shown), f"{spread.count:,}")
        )
    heads = ("Player", "Median", "90th", "99th", "Longest", "Mean", "Decisions")
    tails = [
        Tail(each.label, t.p50, t.p90, t.p99, t.max, duration(t.p50))
        for each in summary.standings
        if (t := each.times).count
    ]
    scale = Scale.decades(value for tail in tails for value in (tail.median, tail.most))
    axis = Axis(scale, tuple(map(duration, scale.marks)), "time for a decision, log scale")
    title = "Time for a decision"
    plot = percentiles("times-plot", title, tails, axis)
    text = "Dot: median. Thick line: to the 90th percentile. Thin: to the 99th. Ring: longest."
    table_of = table("Time for a decision: percentiles, longest and mean.", heads, rows)
    return join([table_of, card(title, plot, caption(text))])


# What the games were like.


def game_cards(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Draws lengths, choices, endings and the advantage of the first seat."""
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
            card("How games ended", bars("endings", "Endings by reason", endings(summary), "game")),
            first_seat_card(summary.first_seat),
        ]
    )


def spread_text(spread: Spread) -> str:
    """Describes a histogram in a few words."""
    return f"Mean {short(spread.mean)}; nine of ten from {short(spread.p5)} to {short(spread.p95)}."


def endings(summary: Summary) -> list[Piece]:
    """Lists the reasons for which games ended, the rarer ones together."""
    found = [Piece(each.reason or "not said", each.games) for each in summary.endings]
    if len(found) <= MOST_ENDINGS:
        return found
    shown, rest = found[: MOST_ENDINGS - 1], found[MOST_ENDINGS - 1 :]
    return [*shown, Piece(f"{len(rest)} other reasons", sum(each.size for each in rest))]


def first_seat_card(share: Share) -> Markup:
    """Draws what the first seat scored, whoever sat there, with its interval over deals."""
    text = f"{percent(share.score)} ({interval(share.low, share.high)})"
    span = Span("all games", share.low, share.score, share.high, text)
    # The scale is cut to what is needed, in steps of a tenth: advantages of a seat are small.
    low = floor(10 * min(EVEN - 0.1, share.low) + 1e-9)
    high = ceil(10 * max(EVEN + 0.1, share.high) - 1e-9)
    marks = tuple(mark / 10 for mark in range(low, high + 1))
    labels = tuple(percent(mark, 0) for mark in marks)
    axis = Axis(Scale(low / 10, high / 10, marks), labels, "score of the first seat")
    title = "Score of the first seat"
    plot = intervals("first-seat", title, [span], axis, reference=EVEN)
    return card(title, plot, caption(seat_text(share)))


def seat_text(share: Share) -> str:
    """Says whether a seat is an advantage: only if the interval over deals leaves 50 % out."""
    if share.low <= EVEN <= share.high:
        return "The interval holds 50 %: these deals show no advantage of a seat."
    better = "first" if share.low > EVEN else "second"
    return f"The {better} seat is an advantage; it evens out, as every deal is played from both."
