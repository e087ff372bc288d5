"""The report of a series: of a ladder, strength against budget; of a matrix, a heat map."""

import math
from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Final, NamedTuple

from kibitz.agents.registry import AgentSpec
from kibitz.arena.journal import Origin
from kibitz.arena.report import markup
from kibitz.arena.report.games import share_row, share_text
from kibitz.arena.report.markup import Markup
from kibitz.arena.report.page import page, tile_list
from kibitz.arena.report.plots import (
    SCORE_AXIS,
    Axis,
    Point,
    Scale,
    band_plot,
    interval_plot,
)
from kibitz.arena.report.provenance import command_box, fact_list, game_facts, link, played_text
from kibitz.arena.report.strength import score_cell
from kibitz.arena.series import Ladder, Matrix, Rung, Series, best_first
from kibitz.arena.setup import Setup
from kibitz.arena.statistics import EVEN
from kibitz.arena.summary import Pairing, Share, Summary

ELO: Final = "Elo"
BLANK: Final = markup.element("td", markup.EN_DASH, class_="blank")


class Content(NamedTuple):
    """What the page of a series shows, apart from what all series have.

    The facts are what the series goes over, and its deals. The section with the links to the
    reports of tournaments, which may be empty, comes after the setup, the others before it.
    """

    title: str
    intro: Markup
    tiles: list[tuple[str, str, str]]
    facts: list[tuple[str, object]]
    agents: dict[str, AgentSpec | None]
    sections: list[Markup]
    reports: Markup


def series_report(
    series: Series, played: Mapping[str, Summary], *, command: str, origin: Origin | None = None
) -> str:
    """Writes the report of a series.

    Args:
        series: the series.
        played: the tournaments so far, by name.
        command: the command that plays the same series again.
        origin: when and with what it was started; None if that is unknown.
    """
    game, options = series.load(), {**series.options}
    if isinstance(series, Ladder):
        content = LadderPage(series, played, game.unit).content()
    else:
        assert isinstance(series, Matrix)
        content = matrix_content(series, played)
        options.pop(series.option, None)
    setup = Setup(series.game, (), options, rules=game.version)
    facts = [*game_facts(setup), *content.facts, ("Seed", markup.code(str(series.seed)))]
    facts += [
        (name, markup.code(str(each))) for name, each in content.agents.items() if each is not None
    ]
    again = command_box(f"The same command plays the same {series.kind}:", command)
    box = markup.element("div", fact_list(facts), *again, class_="card")
    reading = Markup(markup.read_file(f"reading.{series.kind}.html.tmpl").strip())
    return page(
        f"{game.title or game.id}: {content.title}",
        [*content.sections, markup.section("setup", "Setup", box), content.reports, reading],
        kind=f"Kibitz {series.kind}",
        played=played_text(origin),
        intro=markup.element("p", content.intro),
        tiles=tile_list(content.tiles),
    )


# Ladders.


class Gain(NamedTuple):
    """How much stronger one player is than another, with the 95 % interval.

    The unit is Elo, that of the game, or points of return.
    """

    value: float
    low: float
    high: float
    unit: str

    def texts(self) -> tuple[str, str]:
        """Formats the value and its interval."""
        write = markup.signed if self.unit == ELO else markup.difference
        return write(self.value), f"{write(self.low)} to {write(self.high)}"

    def __str__(self) -> str:
        return "{} ({})".format(*self.texts())


def gain_of(pairing: Pairing, unit: str) -> Gain:
    """Returns how much stronger the first of two players is, in the unit of the game or in Elo."""
    if pairing.rating is not None and not unit:
        rating = pairing.rating
        return Gain(rating.elo, rating.low, rating.high, ELO)
    mean = pairing.difference
    low, high = (mean.mean if end is None else end for end in (mean.low, mean.high))
    return Gain(mean.mean, low, high, unit or "points of return")


def gains_of(rungs: Sequence[Rung], unit: str) -> list[tuple[Rung, Gain]]:
    """Returns the rungs that have played the one below, with their gain, from the foot up."""
    return [(rung, gain_of(rung.step, unit)) for rung in rungs if rung.step is not None]


def strengths_of(rungs: Sequence[Rung], unit: str) -> list[tuple[Rung, Gain]]:
    """Returns how much stronger each rung is than the foot: the gains so far, added up.

    Matches have deals of their own, so their errors are independent: the squares add up.
    """
    gains = gains_of(rungs, unit)
    if not gains:
        return []
    found = [(rungs[0], Gain(0.0, 0.0, 0.0, gains[0][1].unit))]
    for rung, gain in gains:
        last = found[-1][1]
        value = last.value + gain.value
        below = math.hypot(last.value - last.low, gain.value - gain.low)
        above = math.hypot(last.high - last.value, gain.high - gain.value)
        found.append((rung, Gain(value, value - below, value + above, gain.unit)))
    return found


def verdict(gain: Gain) -> str:
    """Tells whether a doubling helps, if the interval shows it."""
    if gain.low > 0:
        return "it still helps"
    if gain.high < 0:
        return "it does harm"
    return "these games do not show that it still helps"


def strength_axis(gains: Sequence[Gain]) -> Axis:
    """Makes the axis of strength."""
    scale = Scale.linear([0.0, *(end for each in gains for end in (each.low, each.high))])
    rated = all(each.unit == ELO for each in gains)
    return Axis(scale, tuple(map(markup.signed, scale.ticks))) if rated else Axis.plain(scale)


def match_cell(pairing: Pairing | None) -> Markup:
    """Makes a cell with the score of a match."""
    if pairing is None:
        return BLANK
    return markup.interval_cell(
        markup.percent(pairing.score), markup.interval(pairing.low, pairing.high)
    )


class LadderPage:
    """The page of a ladder, with the gains in the unit of the game."""

    def __init__(self, ladder: Ladder, played: Mapping[str, Summary], unit: str) -> None:
        self.ladder = ladder
        self.rungs = ladder.rungs(played)
        self.gains = gains_of(self.rungs, unit)
        self.strengths = strengths_of(self.rungs, unit)

    def content(self) -> Content:
        """Makes the parts of the page."""
        ladder = self.ladder
        doubled = f", doubled {markup.quantity(ladder.steps, 'time')}"
        return Content(
            f"{ladder.agent} by {ladder.budget}",
            self.intro(),
            self.tiles(),
            [
                ("Budget", markup.join([markup.code(ladder.budget), doubled])),
                ("Deals", f"{ladder.deals:,} in each match"),
            ],
            {"Agent": ladder.agent, "Against": ladder.against},
            [self.plot_section(), self.table_section()],
            markup.join([]),
        )

    def intro(self) -> Markup:
        """Tells what the budget is worth, in two or three sentences."""
        ladder = self.ladder
        if not self.strengths:
            return markup.join(["No step has been played yet."])
        (top, whole), (_, last) = self.strengths[-1], self.gains[-1]
        step = top.step
        rest = f" {whole.unit} from {ladder.start:,} to {top.budget:,} {ladder.budget}. "
        first = markup.join(
            [markup.code(str(ladder.agent)), " gains ", markup.element("strong", str(whole)), rest]
        )
        if step is None:
            return first
        games = markup.quantity(step.games, "game")
        quoted = f"The last doubling scored {markup.percent(step.score)} in {games}"
        against = f"{quoted} against half the budget, {last} {last.unit}: {verdict(last)}."
        return markup.join([first, against])

    def tiles(self) -> list[tuple[str, str, str]]:
        """Returns the main numbers of the ladder."""
        rungs = self.rungs
        played = [each for rung in rungs for each in (rung.step, rung.against) if each is not None]
        times = [rung.ms for rung in rungs if rung.ms is not None]
        matches = "1 match" if len(played) == 1 else f"{len(played)} matches"
        ends = f"{markup.compact(rungs[0].budget)} to {markup.compact(rungs[-1].budget)}"
        shown = [
            ("Games", f"{sum(each.games for each in played):,}", matches),
            ("Deals in a match", f"{self.ladder.deals:,}", "from every seat"),
            ("Budgets", f"{len(rungs)}", ends),
        ]
        if times:
            foot = f"at the foot {markup.duration(times[0])}"
            shown.append(("Time of a move", markup.duration(times[-1]), foot))
        return shown

    def plot_section(self) -> Markup:
        """Makes the plots: strength, gain of each doubling, and score against the other agent."""
        rungs, gains = self.rungs, self.gains
        if not gains and not any(rung.against for rung in rungs):
            return markup.join([])
        x_axis, cards = self.budget_axis(), []
        counted = gains[0][1].unit if gains else ""
        foot, half = "Compared with the foot of the ladder.", "Compared with half the budget."
        for name, title, shown, about in (
            ("strength", f"Strength in {counted}", self.strengths, foot),
            ("gain", f"Gain of a doubling in {counted}", gains, half),
        ):
            if shown:
                points: list[Point] = [
                    (rung.budget, gain.value, gain.low, gain.high) for rung, gain in shown
                ]
                text = "; ".join(f"{rung.budget:,}: {gain}" for rung, gain in shown)
                axes = (x_axis, strength_axis([gain for _, gain in shown]))
                plot = band_plot(name, title, f"{text}.", points, axes, reference=0, bars=True)
                cards.append(markup.card(title, plot, markup.caption(about)))
        cards.extend(self.against_card(x_axis))
        return markup.section(
            "budget", "Strength against budget", markup.element("div", *cards, class_="cards")
        )

    def budget_axis(self) -> Axis:
        """Makes the logarithmic axis of the budgets, with a tick for each."""
        ticks = tuple(float(rung.budget) for rung in self.rungs)
        scale = Scale(ticks[0], max(ticks[-1], 2 * ticks[0]), ticks, log=True)
        return Axis(scale, tuple(map(markup.compact, ticks)), f"{self.ladder.budget}, log scale")

    def against_card(self, x_axis: Axis) -> list[Markup]:
        """Makes the plot of the scores against the other agent; none without it."""
        against = self.ladder.against
        played = [(rung.budget, rung.against) for rung in self.rungs if rung.against is not None]
        if against is None or not played:
            return []
        points: list[Point] = [(budget, each.score, each.low, each.high) for budget, each in played]
        text = "; ".join(
            f"{budget:,}: {markup.percent(each.score)} ({markup.interval(each.low, each.high)})"
            for budget, each in played
        )
        axes, title = (x_axis, SCORE_AXIS), f"Score against {against}"
        plot = band_plot("against", title, f"{text}.", points, axes, reference=EVEN, bars=True)
        about = markup.caption("The same opponent at every budget.")
        return [
            markup.card(markup.join(["Score against ", markup.code(str(against))]), plot, about)
        ]

    def table_section(self) -> Markup:
        """Makes the table with a row for each budget."""
        counted = next((f" ({gain.unit})" for _, gain in self.gains), "")
        heads = ["Budget", "Score against half", f"Gain{counted}", f"Strength{counted}"]
        if self.ladder.against is not None:
            heads.append(f"Score against {self.ladder.against}")
        heads += ["Time of a move", "Reports"]
        name = "All values with 95 % intervals. Every match has deals of its own."
        return markup.section(
            "rungs", "Budgets", markup.table(name, heads, map(self.rung_row, self.rungs))
        )

    def rung_row(self, rung: Rung) -> Markup:
        """Makes the row of a budget."""
        ladder = self.ladder
        gain = next((gain for each, gain in self.gains if each is rung), None)
        strength = next((gain for each, gain in self.strengths if each is rung), None)
        foot = markup.element("td", "0") if rung.budget == ladder.start else BLANK
        cells: list[object] = [
            match_cell(rung.step),
            BLANK if gain is None else markup.interval_cell(*gain.texts()),
            foot if strength is None or gain is None else markup.interval_cell(*strength.texts()),
        ]
        reports: list[Markup] = []
        if rung.step is not None:
            reports.append(link(f"{ladder.step_name(rung.budget)}/report.html"))
        if ladder.against is not None:
            cells.append(match_cell(rung.against))
            if rung.against is not None:
                reports.append(link(f"{ladder.against_name(rung.budget)}/report.html"))
        cells.append(markup.EN_DASH if rung.ms is None else markup.duration(rung.ms))
        shown = [markup.element("div", each) for each in reports]
        return markup.row(f"{rung.budget:,}", *cells, markup.element("td", *shown))


# Matrices.


def matrix_content(matrix: Matrix, played: Mapping[str, Summary]) -> Content:
    """Makes the parts of the page of a matrix."""
    scores, values, count = matrix.scores(played), matrix.values, len(played)
    totals = matrix.totals(scores)
    order = best_first(totals)
    games = sum(summary.played for summary in played.values())
    intro = ["No two values have played each other from both seats yet."]
    if (share := totals[order[0]]) is not None:
        text = f" scores {share_text(share)} against the others, played by "
        best = markup.element("strong", values[order[0]])
        intro = [best, text, markup.code(str(matrix.agent)), " on both sides."]
    links = [
        markup.element(
            "li", f"{values[one]} against {values[other]}: ", link(f"{name}/report.html")
        )
        for (one, other), name in matrix.pairs().items()
        if name in played
    ]
    return Content(
        f"{len(values)} {matrix.option} against each other",
        markup.join(intro),
        [
            ("Games", f"{games:,}", "1 tournament" if count == 1 else f"{count} tournaments"),
            ("Deals in each", f"{matrix.deals:,}", "each played twice"),
            ("Values", f"{len(values)}", matrix.option),
        ],
        [
            (matrix.option.capitalize(), ", ".join(values)),
            ("Deals", f"{markup.quantity(matrix.deals, 'deal')} in each tournament"),
        ],
        {"Agent": matrix.agent},
        [map_section(matrix, scores, totals, order), total_section(matrix, totals, order)],
        markup.section("reports", "Tournaments", markup.element("ul", *links))
        if links
        else markup.join([]),
    )


def map_section(
    matrix: Matrix,
    scores: Mapping[tuple[int, int], Share],
    totals: Sequence[Share | None],
    order: Sequence[int],
) -> Markup:
    """Makes the heat map: a coloured cell for each two values, the best value first."""
    heads = [matrix.option.capitalize(), *(matrix.values[at] for at in order), "all"]
    rows: list[Markup] = []
    for one in order:
        shares = [*(scores.get((one, other)) for other in order), totals[one]]
        cells = [
            BLANK if share is None else score_cell(share.score, share.low, share.high)
            for share in shares
        ]
        rows.append(markup.row(matrix.values[one], *cells))
    text = "Score of the row against the column in %, with its 95\u00a0% interval."
    return markup.section("matrix", "Matrix", markup.table(text, heads, rows, style="cross"))


def total_section(matrix: Matrix, totals: Sequence[Share | None], order: Sequence[int]) -> Markup:
    """Makes the plot of what each value scores against all others; empty without games."""
    shares = [(matrix.values[at], share) for at in order if (share := totals[at]) is not None]
    if not shares:
        return markup.join([])
    title, rows = "Score against all others with 95 % intervals", [*starmap(share_row, shares)]
    plot = interval_plot("totals", title, rows, SCORE_AXIS, reference=EVEN)
    return markup.section("totals", "Against all others", markup.card(title, plot))
