"""The sections about the games: times, lengths, endings and seats, and the course of games.

The arena keeps the course of the first games only, see `kibitz.arena.playing`: the lead, every move
in turn, and kinds of moves. Every section about it says how many games it shows.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, starmap
from math import ceil, floor
from typing import Final, NamedTuple

from kibitz.arena.report import markup, plots
from kibitz.arena.report.markup import Markup
from kibitz.arena.result import Course, GameResult
from kibitz.arena.statistics import percentile
from kibitz.arena.summary import MICROS_IN_A_MILLI, Share, Spread, Summary, seat_share

# If there are more reasons, the rarest share one bar.
MAX_ENDINGS: Final = 6
# The most points of a curve, about; more moves share one.
MAX_STEPS: Final = 24
# Curves end where this percentage of games is over: later points would stand for a few games.
REACH: Final = 95
# The ends of the bands, in percent.
BAND: Final = (10, 90)
# If there are more kinds of moves, the rarest share a row.
MAX_KINDS: Final = 16
BAND_TEXT: Final = "Lines are medians, bands reach from the 10th to the 90th percentile."
NO_SCORES: Final = "This game does not tell how the seats stand before the end."


def times_section(summary: Summary) -> Markup:
    """Makes the section with the table and the plot of the decision times."""
    rows: list[Markup] = []
    for each in summary.standings:
        spread = each.times
        cells = (spread.p50, spread.p90, spread.p99, spread.max, spread.mean)
        rows.append(
            markup.row(
                markup.narrow_code(each.label),
                *(markup.duration(t) for t in cells),
                f"{spread.count:,}",
            )
        )
    heads = ("Player", "Median", "90th", "99th", "Longest", "Mean", "Decisions")
    percentiles = [
        plots.PercentileRow(each.label, t.p50, t.p90, t.p99, t.max, markup.duration(t.p50))
        for each in summary.standings
        if (t := each.times).count
    ]
    scale = plots.Scale.logarithmic(t for each in percentiles for t in (each.median, each.largest))
    axis = plots.Axis(
        scale, tuple(map(markup.duration, scale.ticks)), "time for a decision, log scale"
    )
    title = "Time for a decision"
    plot = plots.percentile_plot("times-plot", title, percentiles, axis)
    text = "Dot: median. Thick line: 90th percentile. Thin line: 99th percentile. Ring: longest."
    shown = markup.table("Time for a decision: percentiles, longest and mean.", heads, rows)
    content = markup.element(
        "div", shown, markup.card(title, plot, markup.caption(text)), class_="pair"
    )
    return markup.section("times", "Decision times", content)


def games_section(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes the section about lengths, branching factor, endings and the first seat."""
    plies = Counter(float(result.plies) for result in results)
    choices = Counter(float(n) for result in results for seat in result.choices for n in seat)
    length = plots.histogram(
        "plies", "Length of games", plies, unit="moves", noun="game", median=summary.plies.p50
    )
    branching = plots.histogram(
        "choices",
        "Legal moves in a decision",
        choices,
        unit="legal moves",
        noun="decision",
        median=summary.choices.p50,
    )
    found = [
        plots.Segment(each.reason or "no reason given", each.games) for each in summary.endings
    ]
    if len(found) > MAX_ENDINGS:
        rest = found[MAX_ENDINGS - 1 :]
        others = plots.Segment(f"{len(rest)} other reasons", sum(each.size for each in rest))
        found = [*found[: MAX_ENDINGS - 1], others]
    reasons = plots.bar_chart("endings", "Endings by reason", found, "game")
    cards = [
        markup.card("Length of games", length, markup.caption(spread_text(summary.plies))),
        markup.card("Branching factor", branching, markup.caption(spread_text(summary.choices))),
        markup.card("How games ended", reasons),
    ]
    if len(summary.seats) > 1:
        cards.append(seats_card(summary.seats, first_seat_by_pairing(summary, results)))
    return markup.section("games", "The games", markup.element("div", *cards, class_="cards wide"))


def first_seat_by_pairing(
    summary: Summary, results: Sequence[GameResult]
) -> list[tuple[str, Share]]:
    """Returns the score of the first seat in each pairing of a game for two."""
    if len(summary.seats) != 2 or len(summary.pairings) < 2:
        return []
    games: dict[tuple[int, ...], list[GameResult]] = {}
    for result in results:
        games.setdefault(tuple(sorted(result.players)), []).append(result)
    names = markup.short_names(summary.setup.labels)
    return [
        (f"{names[one]} {markup.EN_DASH} {names[other]}", seat_share(0, games[one, other]))
        for one, other in (tuple(sorted(each.players)) for each in summary.pairings)
        if (one, other) in games
    ]


def spread_text(spread: Spread) -> str:
    """Describes a histogram in a few words."""
    low, high = markup.short(spread.p5), markup.short(spread.p95)
    return f"Mean {markup.short(spread.mean)}; 90 % are from {low} to {high}."


def seats_card(seats: Sequence[Share], pairings: Sequence[tuple[str, Share]] = ()) -> Markup:
    """Makes the box for the scores of the seats in all games; of two, the first tells all.

    For two seats, `pairings` are the score of the first seat in each pairing, with its name.
    """
    even = 1 / len(seats)
    shown = seats[:1] if len(seats) == 2 else seats
    names = ["all games"] if len(seats) == 2 else [f"seat {seat}" for seat in range(len(seats))]
    rows = [*starmap(share_row, (*zip(names, shown, strict=True), *pairings))]
    # Only a part of the scale, in steps of a tenth: the advantage of a seat is mostly small.
    low = max(0, floor(10 * min(even - 0.1, *(each.low for each in rows)) + 1e-9))
    high = ceil(10 * max(even + 0.1, *(each.high for each in rows)) - 1e-9)
    ticks = tuple(tick / 10 for tick in range(low, high + 1))
    labels = tuple(markup.percent(tick, 0) for tick in ticks)
    title = "Score of the first seat" if len(seats) == 2 else "Scores of the seats"
    axis = plots.Axis(plots.Scale(low / 10, high / 10, ticks), labels, title.lower())
    plot = plots.interval_plot("seats", title, rows, axis, reference=even)
    return markup.card(title, plot, markup.caption(seat_text(seats)))


def share_text(share: Share) -> str:
    """Formats a score with its interval."""
    return f"{markup.percent(share.score)} ({markup.interval(share.low, share.high)})"


def share_row(name: str, share: Share) -> plots.IntervalRow:
    """Makes the row of a score in a plot."""
    return plots.IntervalRow(name, share.low, share.score, share.high, share_text(share))


def seat_text(seats: Sequence[Share]) -> str:
    """Tells whether a seat has an advantage."""
    even = 1 / len(seats)
    better = [place for place, share in enumerate(seats) if share.low > even]
    if len(seats) > 2:
        equal = markup.percent(even)
        if not any(share.low > even or share.high < even for share in seats):
            return f"All intervals contain {equal}: these deals show no advantage of a seat."
        return f"A seat is better or worse than {equal}, and all players had it equally often."
    if not better and seats[0].high >= even:
        return "The interval contains 50 %: these deals show no advantage for either seat."
    name = "first" if better == [0] else "second"
    return f"The {name} seat has an advantage. Both players have it in half of the games."


# The course of games.


class Followed(NamedTuple):
    """A game of which the course is known."""

    result: GameResult
    course: Course


class Decision(NamedTuple):
    """One decision of a game: plies count from 1, and the time is in microseconds."""

    ply: int
    player: int
    choices: int
    micros: int


def followed(results: Iterable[GameResult]) -> list[Followed]:
    """Returns the games of which the course is known; forfeited games have none of their own."""
    return [
        Followed(each, each.course)
        for each in results
        if each.course is not None and each.ruling is None
    ]


def course_sections(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes all sections of this module; they say so if no course is known."""
    games = followed(results)
    if not games:
        text = "The course of these games was not kept."
        return markup.section(
            "course", "Course of the games", markup.element("p", text, class_="note")
        )
    sample = sample_text(games, summary.played)
    makers = (lead_section, ply_section, kinds_section)
    return markup.join(make(summary, games, sample) for make in makers)


def sample_text(games: Sequence[Followed], played: int) -> str:
    """Tells which games are shown."""
    if len(games) == played:
        return f"From all {markup.quantity(played, 'game')}."
    deals = len({each.result.deal for each in games})
    return (
        f"From the first {markup.quantity(deals, 'deal')},"
        f" with {markup.quantity(len(games), 'game')}; the course of the others was not kept."
    )


# Plies.


def reach_of(games: Iterable[Followed]) -> int:
    """Returns the last ply that is shown."""
    plies = sorted(float(each.result.plies) for each in games)
    return max(1, round(percentile(plies, REACH))) if plies else 1


def step_of(reach: int) -> int:
    """Returns how many plies share a point."""
    return max(1, round(plots.nice_step(reach / MAX_STEPS)))


def decisions_of(game: Followed) -> list[Decision]:
    """Lists the decisions of a game in the order in which they were made."""
    result, taken, found = game.result, Counter[int](), []
    for ply, seat in enumerate(game.course.seats, 1):
        place = taken[seat]
        taken[seat] += 1
        choices, micros = result.choices[seat][place], result.micros[seat][place]
        found.append(Decision(ply, result.players[seat], choices, micros))
    return found


def spread_by_ply(values: Iterable[tuple[int, float]], reach: int) -> list[plots.Point]:
    """Returns the median and the band of the values of plies up to `reach`, several to a point."""
    step = step_of(reach)
    groups: dict[int, list[float]] = {}
    for ply, value in values:
        if ply <= reach:
            groups.setdefault((ply - 1) // step, []).append(value)
    return [
        (min(reach, group * step + (step + 1) / 2), *spread_of(values))
        for group, values in sorted(groups.items())
    ]


def spread_of(values: Sequence[float]) -> tuple[float, float, float]:
    """Returns the median and the ends of the band."""
    ordered = sorted(values)
    low, high = (percentile(ordered, end) for end in BAND)
    return percentile(ordered, 50), low, high


def describe_points(points: Sequence[plots.Point], write: Callable[[float], str]) -> str:
    """Tells the median at the start, in the middle and at the end of a curve."""
    if not points:
        return "No decisions."
    shown = [points[0], points[len(points) // 2], points[-1]]
    parts = [f"{write(value)} at move {round(ply)}" for ply, value, _, _ in dict.fromkeys(shown)]
    return f"Median {', '.join(parts)}."


def ply_section(summary: Summary, games: Sequence[Followed], sample: str) -> Markup:
    """Makes the section with the branching factor and the decision times by ply."""
    decisions = [each for game in games for each in decisions_of(game)]
    reach = reach_of(games)
    x_axis = plots.count_axis(reach, "move of the game")
    branching = spread_by_ply(((each.ply, float(each.choices)) for each in decisions), reach)
    highest = max((high for _, _, _, high in branching), default=1.0)
    axes = (x_axis, plots.Axis.plain(plots.Scale.for_counts(highest)))
    title = "Legal moves by move of the game"
    plot = plots.band_plot(
        "ply-choices", title, describe_points(branching, markup.short), branching, axes
    )
    cards = [markup.card("Legal moves", plot)]
    own: dict[int, list[tuple[int, float]]] = {each.player: [] for each in summary.standings}
    for decision in decisions:
        own[decision.player].append((decision.ply, decision.micros / MICROS_IN_A_MILLI))
    times = {player: spread_by_ply(values, reach) for player, values in own.items()}
    # The axis is the same for all players.
    scale = plots.Scale.logarithmic(
        end for points in times.values() for _, _, *ends in points for end in ends
    )
    y_axis = plots.Axis(scale, tuple(map(markup.duration, scale.ticks)))
    for each in summary.standings:
        points = times[each.player]
        if points:
            title = f"Decision time of {each.label} by move of the game"
            text, name = describe_points(points, markup.duration), f"ply-time-{each.player}"
            plot = plots.band_plot(name, title, text, points, (x_axis, y_axis))
            cards.append(markup.card(markup.join(["Time of ", markup.code(each.label)]), plot))
    boxes = markup.element("div", *cards, class_="cards")
    note = markup.element("p", f"{BAND_TEXT} {sample}", class_="note")
    return markup.section("plies-head", "Move by move", note, boxes)


# The lead.


def tells_scores(games: Iterable[Followed]) -> bool:
    """Tells whether the game says anything about the score before the end."""
    return any(len(set(each.course.scores[:-1])) > 1 for each in games)


def leader_of(scores: Sequence[float]) -> int | None:
    """Returns the seat that is ahead of all others; None if several share the highest score."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def lead_changes(course: Course) -> int:
    """Counts how often another seat took the lead than the one that had it last."""
    leaders = [seat for scores in course.scores if (seat := leader_of(scores)) is not None]
    return sum(one != other for one, other in pairwise(leaders))


def leads_of(game: Followed, player: int) -> list[list[float]]:
    """Returns the lead of each seat of a player after each ply; alone, the score itself.

    A lead is the score minus the best score of the other seats.
    """
    return [
        [
            scores[seat]
            - max((value for other, value in enumerate(scores) if other != seat), default=0.0)
            for scores in game.course.scores
        ]
        for seat in game.result.seats_of(player)
    ]


def lead_by_ply(games: Iterable[Followed], player: int, reach: int) -> list[plots.Point]:
    """Returns the median and the band of a player's lead; a game that is over keeps its last."""
    leads = [lead for game in games if game.course.scores for lead in leads_of(game, player)]
    if not leads:
        return []
    step = step_of(reach)
    plies = [*range(0, reach, step), reach]
    return [(ply, *spread_of([lead[min(ply, len(lead) - 1)] for lead in leads])) for ply in plies]


def lead_section(summary: Summary, games: Sequence[Followed], sample: str) -> Markup:
    """Makes the section about scores over the game, and who led."""
    alone = len(summary.seats) == 1
    title = "Score over the game" if alone else "Who led, and when"
    if not tells_scores(games):
        return markup.section("lead", title, markup.element("p", NO_SCORES, class_="note"))
    reach = reach_of(games)
    curves = {each.player: lead_by_ply(games, each.player, reach) for each in summary.standings}
    ends = [end for points in curves.values() for _, _, *both in points for end in both]
    axes = (
        plots.count_axis(reach, "moves played"),
        plots.Axis.plain(plots.Scale.linear([0.0, *ends])),
    )
    cards = [] if alone else [changes_card(games)]
    what = "Score" if alone else "Lead"
    for each in summary.standings:
        points = curves[each.player]
        if points:
            full = f"{what} of {each.label} over the game"
            text = describe_points(points, markup.short).replace("at move", "after move")
            plot = plots.band_plot(f"lead-{each.player}", full, text, points, axes, reference=0)
            cards.append(markup.card(markup.join([f"{what} of ", markup.code(each.label)]), plot))
    meaning = "" if alone else "The lead is a player's score minus the best score of the others. "
    about = f"{meaning}The score is that of the game; games that are over keep their last one. "
    told = markup.element("p", f"{about}{BAND_TEXT} {sample}", class_="note")
    return markup.section("lead", title, told, markup.element("div", *cards, class_="cards"))


def changes_card(games: Sequence[Followed]) -> Markup:
    """Makes the box with how often the lead changed."""
    changes = sorted(float(lead_changes(each.course)) for each in games if each.course.scores)
    median = percentile(changes, 50)
    plot = plots.histogram(
        "lead-changes",
        "Lead changes in a game",
        Counter(changes),
        unit="lead changes in a game",
        noun="game",
        median=median,
    )
    mean = sum(changes) / len(changes)
    return markup.card(
        "Lead changes", plot, markup.caption(f"Mean {markup.short(mean)}. {half_time_text(games)}")
    )


def half_time_text(games: Iterable[Followed]) -> str:
    """Tells how often the seat won that led after half of the moves."""
    won: list[bool] = []
    for result, course in games:
        leader = leader_of(course.scores[result.plies // 2]) if course.scores else None
        if leader is not None and result.winner is not None:
            won.append(leader == result.winner)
    if not won:
        return "No game had both a leader after half of its moves and a winner."
    share = markup.percent(sum(won) / len(won))
    return f"Who led after half of the moves won {share} of {markup.quantity(len(won), 'game')}."


# Kinds of moves.


def kinds_of(games: Iterable[Followed], players: Iterable[int]) -> dict[int, Counter[str]]:
    """Counts the moves of each player by their ids."""
    found: dict[int, Counter[str]] = {player: Counter() for player in players}
    for result, course in games:
        for seat, move in zip(course.seats, course.moves, strict=True):
            found[result.players[seat]][move] += 1
    return found


def kinds_section(summary: Summary, games: Sequence[Followed], sample: str) -> Markup:
    """Makes the table of how often each player played each kind of move."""
    players = [each.player for each in summary.standings]
    counts = kinds_of(games, players)
    total = sum(counts.values(), Counter[str]())
    if not total:
        return markup.join([])
    names = {kind.id: kind.title() for kind in summary.setup.load().kinds()}
    ordered = [move for move, _ in sorted(total.items(), key=lambda each: (-each[1], each[0]))]
    shown = ordered if len(ordered) <= MAX_KINDS else ordered[: MAX_KINDS - 1]
    rows = [
        kind_row(names.get(move, move), [(counts[each], [move]) for each in players])
        for move in shown
    ]
    if rest := ordered[len(shown) :]:
        rows.append(kind_row(f"{len(rest)} others", [(counts[each], rest) for each in players]))
    sums = [markup.element("td", f"{sum(counts[each].values()):,}") for each in players]
    rows.append(markup.row("All moves", *sums))
    labels = [each.label for each in summary.standings]
    heads = markup.column_heads("Kind of move", labels, markup.short_names(labels))
    name = f"Share of each kind among the moves of a player. {sample}"
    return markup.section("kinds", "Kinds of moves", markup.table(name, heads, rows))


def kind_row(name: str, counts: Sequence[tuple[Mapping[str, int], Sequence[str]]]) -> Markup:
    """Makes the row of a kind of move, or of several, with a cell for each player."""
    cells: list[Markup] = []
    for own, moves in counts:
        count, total = sum(own[move] for move in moves), sum(own.values())
        share = count / max(1, total)
        cells.append(
            markup.element(
                "td",
                markup.percent(share),
                title=f"{count:,} of {markup.quantity(total, 'move')}",
                class_="tinted",
                style=f"--tint: {round(60 * share)}%",
            )
        )
    return markup.row(name, *cells)
