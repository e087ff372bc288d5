"""The report of a ladder: strength against budget."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from kibitz import games
from kibitz.arena.formatting import (
    compact,
    difference,
    duration,
    interval,
    percent,
    quantity,
    signed,
)
from kibitz.arena.journal import Origin
from kibitz.arena.ladder import Ladder, Rung
from kibitz.arena.report.markup import (
    Markup,
    caption,
    card,
    code,
    element,
    interval_cell,
    join,
    read_file,
    row,
    section,
    table,
)
from kibitz.arena.report.page import page, tile_list
from kibitz.arena.report.plots import SCORE_AXIS, Axis, Point, Scale, error_plot
from kibitz.arena.report.provenance import (
    command_box,
    fact_list,
    game_facts,
    link,
    played_text,
)
from kibitz.arena.setup import Setup
from kibitz.arena.statistics import EVEN
from kibitz.arena.summary import Pairing

ELO: Final = "Elo"
REPEAT: Final = "The same command plays the same ladder:"
BLANK: Final = element("td", "\u2013", class_="blank")


class Gain(NamedTuple):
    """How much stronger one player is than another, with the 95 % interval.

    Attributes:
        value: the difference.
        low: the lower end of the interval.
        high: the upper end.
        unit: what it is counted in: Elo, the unit of the game, or returns.
    """

    value: float
    low: float
    high: float
    unit: str

    def __str__(self) -> str:
        value, low, high = map(self.write, (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"

    def write(self, amount: float) -> str:
        """Formats an amount of the same unit."""
        return signed(amount) if self.unit == ELO else difference(amount)


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


def ladder_report(
    ladder: Ladder, rungs: Sequence[Rung], *, command: str, origin: Origin | None = None
) -> str:
    """Writes the report of a ladder.

    Args:
        ladder: the ladder.
        rungs: the rungs with the results so far.
        command: the command that plays the same ladder again.
        origin: when and with what it was started; None if that is unknown.
    """
    game = games.load_with(ladder.game, ladder.options)
    sections = [
        plot_section(ladder, rungs, game.unit),
        table_section(ladder, rungs, game.unit),
        setup_section(ladder, game.version, command),
        Markup(read_file("reading.ladder.html.tmpl").strip()),
    ]
    return page(
        f"{game.title or game.id}: {ladder.agent} by {ladder.budget}",
        sections,
        kind="Kibitz ladder",
        played=played_text(origin),
        intro=element("p", intro(ladder, rungs, game.unit)),
        tiles=tiles(ladder, rungs),
    )


def intro(ladder: Ladder, rungs: Sequence[Rung], unit: str) -> Markup:
    """Tells what the budget is worth, in two or three sentences."""
    strengths = strengths_of(rungs, unit)
    if not strengths:
        return join(["No step has been played yet."])
    (top, whole), (_, last) = strengths[-1], gains_of(rungs, unit)[-1]
    step = top.step
    rest = f" {whole.unit} from {ladder.start:,} to {top.budget:,} {ladder.budget}. "
    first = join([code(ladder.agent), " gains ", element("strong", str(whole)), rest])
    if step is None:
        return first
    quoted = f"The last doubling scored {percent(step.score)} in {quantity(step.games, 'game')}"
    return join([first, f"{quoted} against half the budget, {last} {last.unit}: {verdict(last)}."])


def verdict(gain: Gain) -> str:
    """Tells whether a doubling helps, if the interval shows it."""
    if gain.low > 0:
        return "it still helps"
    if gain.high < 0:
        return "it does harm"
    return "these games do not show that it still helps"


def tiles(ladder: Ladder, rungs: Sequence[Rung]) -> Markup:
    """Shows the main numbers of the ladder."""
    played = [each for rung in rungs for each in (rung.step, rung.against) if each is not None]
    times = [rung.ms for rung in rungs if rung.ms is not None]
    matches = "1 match" if len(played) == 1 else f"{len(played)} matches"
    shown = [
        ("Games", f"{sum(each.games for each in played):,}", matches),
        ("Deals in a match", f"{ladder.deals:,}", "from every seat"),
        ("Budgets", f"{len(rungs)}", f"{compact(rungs[0].budget)} to {compact(rungs[-1].budget)}"),
    ]
    if times:
        shown.append(("Time of a move", duration(times[-1]), f"at the foot {duration(times[0])}"))
    return tile_list(shown)


# Plots.


def budget_axis(ladder: Ladder, rungs: Sequence[Rung]) -> Axis:
    """Makes the logarithmic axis of the budgets, with a tick for each."""
    ticks = tuple(float(rung.budget) for rung in rungs)
    scale = Scale(ticks[0], max(ticks[-1], 2 * ticks[0]), ticks, log=True)
    return Axis(scale, tuple(map(compact, ticks)), f"{ladder.budget}, log scale")


def strength_axis(gains: Sequence[Gain]) -> Axis:
    """Makes the axis of strength."""
    scale = Scale.linear([0.0, *(end for each in gains for end in (each.low, each.high))])
    rated = all(each.unit == ELO for each in gains)
    return Axis(scale, tuple(map(signed, scale.ticks))) if rated else Axis.plain(scale)


def plot_section(ladder: Ladder, rungs: Sequence[Rung], unit: str) -> Markup:
    """Makes the plots: strength in all, gain of each doubling, score against the other agent."""
    strengths, gains = strengths_of(rungs, unit), gains_of(rungs, unit)
    if not gains and not any(rung.against for rung in rungs):
        return join([])
    x_axis, cards = budget_axis(ladder, rungs), []
    counted = gains[0][1].unit if gains else ""
    for name, title, shown, about in (
        ("strength", f"Strength in {counted}", strengths, "Compared with the foot of the ladder."),
        ("gain", f"Gain of a doubling in {counted}", gains, "Compared with half the budget."),
    ):
        if shown:
            points: list[Point] = [
                (rung.budget, gain.value, gain.low, gain.high) for rung, gain in shown
            ]
            text = "; ".join(f"{rung.budget:,}: {gain}" for rung, gain in shown)
            axes = (x_axis, strength_axis([gain for _, gain in shown]))
            plot = error_plot(name, title, f"{text}.", points, axes, reference=0)
            cards.append(card(title, plot, caption(about)))
    cards.extend(against_card(ladder, rungs, x_axis))
    boxes = element("div", *cards, class_="cards")
    return section("budget", "Strength against budget", boxes)


def against_card(ladder: Ladder, rungs: Sequence[Rung], x_axis: Axis) -> list[Markup]:
    """Makes the plot of the scores against the other agent; none without it."""
    played = [(rung.budget, rung.against) for rung in rungs if rung.against is not None]
    if ladder.against is None or not played:
        return []
    points: list[Point] = [(budget, each.score, each.low, each.high) for budget, each in played]
    text = "; ".join(
        f"{budget:,}: {percent(each.score)} ({interval(each.low, each.high)})"
        for budget, each in played
    )
    title = f"Score against {ladder.against}"
    plot = error_plot("against", title, f"{text}.", points, (x_axis, SCORE_AXIS), reference=EVEN)
    about = caption("The same opponent at every budget.")
    return [card(join(["Score against ", code(ladder.against)]), plot, about)]


# Tables.


def table_section(ladder: Ladder, rungs: Sequence[Rung], unit: str) -> Markup:
    """Makes the table with a row for each budget."""
    gains = {rung.budget: gain for rung, gain in gains_of(rungs, unit)}
    strengths = {rung.budget: gain for rung, gain in strengths_of(rungs, unit)}
    counted = next((f" ({gain.unit})" for gain in gains.values()), "")
    heads = ["Budget", "Score against half", f"Gain{counted}", f"Strength{counted}"]
    if ladder.against is not None:
        heads.append(f"Score against {ladder.against}")
    heads += ["Time of a move", "Reports"]
    rows = [
        rung_row(ladder, rung, gains.get(rung.budget), strengths.get(rung.budget)) for rung in rungs
    ]
    name = "All values with 95 % intervals. Every match has deals of its own."
    return section("rungs", "Budgets", table(name, heads, rows))


def rung_row(ladder: Ladder, rung: Rung, gain: Gain | None, strength: Gain | None) -> Markup:
    """Makes the row of a budget."""
    foot = element("td", "0") if rung.budget == ladder.start else BLANK
    cells: list[object] = [
        score_cell(rung.step),
        BLANK if gain is None else gain_cell(gain),
        foot if strength is None or gain is None else gain_cell(strength),
    ]
    reports: list[Markup] = []
    if rung.step is not None:
        reports.append(link(f"{ladder.step_name(rung.budget)}/report.html"))
    if ladder.against is not None:
        cells.append(score_cell(rung.against))
        if rung.against is not None:
            reports.append(link(f"{ladder.against_name(rung.budget)}/report.html"))
    cells.append("\u2013" if rung.ms is None else duration(rung.ms))
    shown = [element("div", each) for each in reports]
    return row(f"{rung.budget:,}", *cells, element("td", *shown))


def score_cell(pairing: Pairing | None) -> Markup:
    """Makes a cell with the score of a match."""
    if pairing is None:
        return BLANK
    return interval_cell(percent(pairing.score), interval(pairing.low, pairing.high))


def gain_cell(gain: Gain) -> Markup:
    """Makes a cell with a gain."""
    value, _, ends = str(gain).partition(" (")
    return interval_cell(value, ends.rstrip(")"))


def setup_section(ladder: Ladder, version: int, command: str) -> Markup:
    """Lists what determines the ladder, and the command to play it again."""
    setup = Setup(ladder.game, (ladder.agent,), ladder.options, rules=version)
    facts: list[tuple[str, object]] = [
        *game_facts(setup),
        ("Budget", join([code(ladder.budget), f", doubled {quantity(ladder.steps, 'time')}"])),
        ("Deals", f"{ladder.deals:,} in each match"),
        ("Seed", code(str(ladder.seed))),
        ("Agent", code(ladder.agent)),
    ]
    if ladder.against is not None:
        facts.append(("Against", code(ladder.against)))
    content = [fact_list(facts), *command_box(REPEAT, command)]
    return section("setup", "Setup", element("div", *content, class_="card"))
