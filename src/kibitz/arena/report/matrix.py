"""The report of a matrix: the values of an option against each other, as a heat map."""

from collections.abc import Mapping
from typing import Final

from kibitz import games
from kibitz.arena.formatting import EN_DASH, interval, percent, quantity
from kibitz.arena.journal import Origin
from kibitz.arena.matrix import Matrix, match_name, order_of, scores_of, totals_of
from kibitz.arena.report.markup import (
    Markup,
    card,
    code,
    element,
    join,
    read_file,
    row,
    section,
    table,
)
from kibitz.arena.report.page import page, tile_list
from kibitz.arena.report.plots import SCORE_AXIS, IntervalRow, interval_plot
from kibitz.arena.report.provenance import (
    command_box,
    fact_list,
    game_facts,
    link,
    played_text,
)
from kibitz.arena.report.strength import score_cell
from kibitz.arena.setup import Setup
from kibitz.arena.statistics import EVEN
from kibitz.arena.summary import Share, Summary

REPEAT: Final = "The same command plays the same matrix:"
BLANK: Final = element("td", EN_DASH, class_="blank")


def matrix_report(
    matrix: Matrix,
    played: Mapping[str, Summary],
    *,
    command: str,
    origin: Origin | None = None,
) -> str:
    """Writes the report of a matrix.

    Args:
        matrix: the matrix.
        played: the tournaments so far, by name.
        command: the command that plays the same matrix again.
        origin: when and with what it was started; None if that is unknown.
    """
    options = {**matrix.options, matrix.option: matrix.values[0]}
    game = games.load_with(matrix.game, options)
    scores = scores_of(matrix, played)
    totals = totals_of(matrix, scores)
    sections = [
        map_section(matrix, scores, totals),
        total_section(matrix, totals),
        setup_section(matrix, game.version, command),
        reports_section(matrix, played),
        Markup(read_file("reading.matrix.html.tmpl").strip()),
    ]
    return page(
        f"{game.title or game.id}: {len(matrix.values)} {matrix.option} against each other",
        sections,
        kind="Kibitz matrix",
        played=played_text(origin),
        intro=element("p", intro(matrix, totals)),
        tiles=tiles(matrix, played),
    )


def intro(matrix: Matrix, totals: "list[Share | None]") -> Markup:
    """Tells which value is best, in a sentence or two."""
    best = order_of(totals)[0]
    share = totals[best]
    if share is None:
        return join(["No two values have played each other from both seats yet."])
    name = element("strong", matrix.values[best])
    text = f" scores {percent(share.score)} ({interval(share.low, share.high)}) against the others"
    return join([name, text, ", played by ", code(matrix.agent), " on both sides."])


def tiles(matrix: Matrix, played: Mapping[str, Summary]) -> Markup:
    """Shows the main numbers."""
    count = sum(summary.played for summary in played.values())
    matches = "1 tournament" if len(played) == 1 else f"{len(played)} tournaments"
    shown = [
        ("Games", f"{count:,}", matches),
        ("Deals in each", f"{matrix.deals:,}", "each played twice"),
        ("Values", f"{len(matrix.values)}", matrix.option),
    ]
    return tile_list(shown)


def map_section(
    matrix: Matrix, scores: Mapping[tuple[int, int], Share], totals: "list[Share | None]"
) -> Markup:
    """Makes the heat map: a coloured cell for each two values, the best value first."""
    order = order_of(totals)
    heads = [matrix.option.capitalize(), *(matrix.values[at] for at in order), "all"]
    rows: list[Markup] = []
    for one in order:
        cells = [share_cell(scores.get((one, other))) for other in order]
        rows.append(row(matrix.values[one], *cells, share_cell(totals[one])))
    text = "Score of the row against the column in %, with its 95\u00a0% interval."
    return section("matrix", "Matrix", table(text, heads, rows, style="cross"))


def share_cell(share: Share | None) -> Markup:
    """Makes a cell that is coloured by its score."""
    return BLANK if share is None else score_cell(share.score, share.low, share.high)


def total_section(matrix: Matrix, totals: "list[Share | None]") -> Markup:
    """Makes the plot of what each value scores against all others."""
    rows: list[IntervalRow] = []
    for at in order_of(totals):
        share = totals[at]
        if share is not None:
            text = f"{percent(share.score)} ({interval(share.low, share.high)})"
            rows.append(IntervalRow(matrix.values[at], share.low, share.score, share.high, text))
    if not rows:
        return join([])
    title = "Score against all others with 95 % intervals"
    plot = interval_plot("totals", title, rows, SCORE_AXIS, reference=EVEN)
    return section("totals", "Against all others", card(title, plot))


def setup_section(matrix: Matrix, version: int, command: str) -> Markup:
    """Lists what determines the matrix, and the command to play it again."""
    options = {name: value for name, value in matrix.options.items() if name != matrix.option}
    setup = Setup(matrix.game, (matrix.agent,), options, rules=version)
    facts: list[tuple[str, object]] = [
        *game_facts(setup),
        (matrix.option.capitalize(), ", ".join(matrix.values)),
        ("Deals", f"{quantity(matrix.deals, 'deal')} in each tournament"),
        ("Seed", code(str(matrix.seed))),
        ("Agent", code(matrix.agent)),
    ]
    content = [fact_list(facts), *command_box(REPEAT, command)]
    return section("setup", "Setup", element("div", *content, class_="card"))


def reports_section(matrix: Matrix, played: Mapping[str, Summary]) -> Markup:
    """Links the reports of the tournaments."""
    names = {
        match_name(one, other): f"{matrix.values[one]} against {matrix.values[other]}"
        for one in range(len(matrix.values))
        for other in range(len(matrix.values))
    }
    items = [
        element("li", f"{names[name]}: ", link(f"{name}/report.html"))
        for name in played
        if name in names
    ]
    return section("reports", "Tournaments", element("ul", *items)) if items else join([])
