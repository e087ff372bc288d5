"""The sections about the games: times, lengths, branching, endings and seats."""

from collections import Counter
from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from kibitz.arena.formatting import EN_DASH, duration, interval, percent, short
from kibitz.arena.report.markup import (
    Markup,
    caption,
    card,
    element,
    narrow_code,
    row,
    section,
    short_names,
    table,
)
from kibitz.arena.report.plots import (
    Axis,
    IntervalRow,
    PercentileRow,
    Scale,
    Segment,
    bar_chart,
    histogram,
    interval_plot,
    percentile_plot,
)
from kibitz.arena.result import GameResult
from kibitz.arena.summary import Share, Spread, Summary, seat_share

# If there are more reasons, the rarest share one bar.
MAX_ENDINGS: Final = 6


def times_section(summary: Summary) -> Markup:
    """Makes the section with the table and the plot of the decision times."""
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
    content = element("div", shown, card(title, plot, caption(text)), class_="pair")
    return section("times", "Decision times", content)


def games_section(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes the section about lengths, branching factor, endings and the first seat."""
    plies = Counter(float(result.plies) for result in results)
    choices = Counter(float(n) for result in results for seat in result.choices for n in seat)
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
    if len(summary.seats) > 1:
        cards.append(seats_card(summary.seats, first_seat_by_pairing(summary, results)))
    return section("games", "The games", element("div", *cards, class_="cards wide"))


def first_seat_by_pairing(
    summary: Summary, results: Sequence[GameResult]
) -> list[tuple[str, Share]]:
    """Returns the score of the first seat in each pairing of a game for two."""
    if len(summary.seats) != 2 or len(summary.pairings) < 2:
        return []
    games: dict[tuple[int, ...], list[GameResult]] = {}
    for result in results:
        games.setdefault(tuple(sorted(result.players)), []).append(result)
    names = short_names(summary.setup.labels())
    return [
        (f"{names[one]} {EN_DASH} {names[other]}", seat_share(0, games[one, other]))
        for one, other in (tuple(sorted(each.players)) for each in summary.pairings)
        if (one, other) in games
    ]


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


def seats_card(seats: Sequence[Share], pairings: Sequence[tuple[str, Share]] = ()) -> Markup:
    """Makes the box for the scores of the seats; of two, the first tells all.

    Args:
        seats: the score of each seat in all games.
        pairings: the score of the first seat in each pairing, with its name.
    """
    even = 1 / len(seats)
    shown = seats[:1] if len(seats) == 2 else seats
    names = ["all games"] if len(seats) == 2 else [f"seat {seat}" for seat in range(len(seats))]
    rows = [seat_row(name, share) for name, share in (*zip(names, shown, strict=True), *pairings)]
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
