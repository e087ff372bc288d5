"""The sections about strength: standings, cross table, pairings and the sequential test."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from kibitz.arena.comparison import GAMES_IN_A_PAIR, Comparison, compare_players
from kibitz.arena.report import markup, plots
from kibitz.arena.report.games import Followed, followed
from kibitz.arena.report.markup import Markup
from kibitz.arena.result import GameResult
from kibitz.arena.sprt import sprt_of
from kibitz.arena.statistics import EVEN, Rating, deal_interval, percentile
from kibitz.arena.summary import Mean, Pairing, Standing, Summary, deal_points

# The classes of the results of a pair, in the order of the summary.
PAIR_STYLES: Final = ("won", "won-half", "split", "lost-half", "lost")
# What a comparison of two players can show, if they played alone or with others.
ALONE_RESULTS: Final = ("only the first won", "both or neither won", "only the second won")
RANK_RESULTS: Final = ("ahead", "level", "behind")
# The score whose colour a difference has that the interval tells from 0, above or below 50 %.
DIFFERENCE_TINT: Final = 0.25


class Margins(NamedTuple):
    """How often each difference between two players occurs, and what the differences are of."""

    counts: Mapping[float, int]
    unit: str

    def median(self) -> float:
        """Returns the median; each difference counts as often as it occurs."""
        return percentile(sorted(Counter(self.counts).elements()), 50)


class Captions(NamedTuple):
    """The captions of the standings and of the cross table, and the text above the pairings."""

    standings: str
    cross: str
    pairings: str


# By the number of seats; 3 stands for more.
CAPTIONS: Final = {
    1: Captions(
        "Best mean return first, with 95 % intervals.",
        "Return of the row player minus that of the column player, with its 95 % interval.",
        "The mean difference of the returns on the same deals. The bar below shows how many deals"
        " only one of the two players won, the histogram by how much they differ.",
    ),
    2: Captions(
        "Best rating first, with 95 % intervals. A draw counts as half a point.",
        "Score of the row player against the column player in %, with its 95 % interval.",
        "The score of the first player after each deal, with its 95\u00a0% interval. The bar below"
        " shows the results of the pairs, which are the two games of a deal; the histogram shows by"
        " how much games were won.",
    ),
    3: Captions(
        "Best rating first, with 95 % intervals. The score is the share of first places.",
        "How often the row player ranked ahead of the column player in %, with its 95 % interval.",
        "How often the first player ranked ahead of the second after each deal, with its 95\u00a0%"
        " interval; equal ranks count half. The bar below shows how often it was ahead, level and"
        " behind; the histogram shows by how much.",
    ),
}


def elo_text(rating: Rating) -> str:
    """Formats a rating with its interval."""
    return (
        f"{markup.signed(rating.elo)} ({markup.signed(rating.low)} to {markup.signed(rating.high)})"
    )


def rating_text(standing: Standing, unit: str) -> str:
    """Formats the rating that ranks a player: in the unit of the game, or in Elo."""
    if standing.margin is not None:
        return amount_text(standing.margin, unit)
    return "" if standing.rating is None else f"Elo {elo_text(standing.rating)}"


def amount_text(mean: Mean, unit: str) -> str:
    """Formats an amount in the unit of the game, with its interval if that is known."""
    ends = mean_ends(mean, markup.difference)
    return f"{markup.difference(mean.mean)} {unit}{f' ({ends})' if ends else ''}"


def mean_text(mean: Mean, write: Callable[[float], str] = markup.value) -> str:
    """Formats a mean with its interval, if that is known."""
    ends = mean_ends(mean, write)
    return f"{write(mean.mean)} ({ends})" if ends else write(mean.mean)


def mean_ends(mean: Mean, write: Callable[[float], str] = markup.value) -> str:
    """Formats the interval of a mean; empty if it is unknown."""
    if mean.low is None or mean.high is None:
        return ""
    return f"{write(mean.low)} to {write(mean.high)}"


def standings_section(summary: Summary) -> Markup:
    """Makes the section with the standings and the plot of what ranks the players."""
    seats, rating = len(summary.seats), summary.unit.capitalize() or "Elo"
    heads = {
        1: ("Return", "Wins", "Games", "Won", "Lost"),
        2: (rating, "Score", "Games", "Won", "Drawn", "Lost"),
    }.get(seats, (rating, "Score", "Rank", "Return", "Games", "Won", "Shared", "Lost"))
    rows = [
        markup.row(markup.narrow_code(each.label), *standing_cells(each, seats))
        for each in summary.standings
    ]
    shown = markup.table(CAPTIONS[min(seats, 3)].standings, ("Player", *heads), rows)
    content = markup.element("div", shown, rating_plot(summary), class_="pair")
    return markup.section("standings", "Standings", content)


def standing_cells(each: Standing, seats: int) -> list[object]:
    """Makes the cells of one player in the standings."""
    score = markup.interval_cell(markup.percent(each.score), markup.interval(each.low, each.high))
    returns = markup.interval_cell(markup.value(each.returns.mean), mean_ends(each.returns))
    games, won, drawn, lost = (
        f"{count:,}" for count in (each.games, each.wins, each.draws, each.losses)
    )
    if each.rating is None or each.rank is None:
        return [returns, score, games, won, lost]
    ends = f"{markup.signed(each.rating.low)} to {markup.signed(each.rating.high)}"
    rating = markup.interval_cell(markup.signed(each.rating.elo), ends)
    if each.margin is not None:
        rating = markup.interval_cell(
            markup.difference(each.margin.mean), mean_ends(each.margin, markup.difference)
        )
    rank = markup.interval_cell(markup.value(each.rank.mean), mean_ends(each.rank))
    more = [] if seats == 2 else [rank, returns]
    return [rating, score, *more, games, won, drawn, lost]


def rating_plot(summary: Summary) -> Markup:
    """Makes the plot of the ratings, in the unit of the game or in Elo; alone, of mean returns."""
    if len(summary.seats) == 1:
        alone = [
            mean_row(each.label, each.returns, mean_text(each.returns))
            for each in summary.standings
        ]
        return mean_plot("Mean returns with 95 % intervals", alone, "mean return; above 0 is a win")
    if summary.unit:
        means = [(each.label, each.margin) for each in summary.standings if each.margin is not None]
        return mean_plot(
            "Ratings with 95 % intervals",
            [mean_row(name, mean, amount_text(mean, summary.unit)) for name, mean in means],
            f"{summary.unit} per game; the mean of all players is 0",
        )
    rated = [(each.label, each.rating) for each in summary.standings if each.rating is not None]
    rows = [plots.IntervalRow(name, r.low, r.elo, r.high, elo_text(r)) for name, r in rated]
    scale = plots.Scale.linear(end for each in rows for end in (each.low, each.high))
    labels = tuple(markup.signed(tick) for tick in scale.ticks)
    title = "Ratings with 95 % intervals"
    axis = plots.Axis(scale, labels, "Elo; the mean of all players is 0")
    return markup.card(title, plots.interval_plot("elo", title, rows, axis, reference=0))


def mean_row(label: str, mean: Mean, text: str) -> plots.IntervalRow:
    """Makes the row of a mean; without an interval, its ends are the mean itself."""
    low, high = (mean.mean if end is None else end for end in (mean.low, mean.high))
    return plots.IntervalRow(label, low, mean.mean, high, text)


def mean_plot(title: str, rows: Sequence[plots.IntervalRow], unit: str) -> Markup:
    """Makes the plot of means, on an axis that contains 0."""
    scale = plots.Scale.linear([0.0, *(end for each in rows for end in (each.low, each.high))])
    return markup.card(
        title, plots.interval_plot("means", title, rows, plots.Axis.plain(scale, unit), reference=0)
    )


def cross_section(summary: Summary) -> Markup:
    """Makes the section with the cross table; empty if no players are compared."""
    if not summary.pairings:
        return markup.join([])
    found: dict[tuple[int, int], Markup] = {}
    by_margin = bool(summary.unit) or len(summary.seats) == 1
    for pairing in summary.pairings:
        one, other = pairing.players
        if pairing.games:
            found[one, other] = cross_cell(pairing, by_margin=by_margin)
            found[other, one] = cross_cell(pairing.reversed(), by_margin=by_margin)
    order = [each.player for each in summary.standings]
    blank = markup.element("td", markup.EN_DASH, class_="blank")
    rows = [
        markup.row(
            markup.element(
                "span",
                markup.element("span", rank, class_="rank"),
                markup.narrow_code(each.label),
                class_="ranked",
            ),
            *(found.get((each.player, other), blank) for other in order),
        )
        for rank, each in enumerate(summary.standings, 1)
    ]
    labels = [each.label for each in summary.standings]
    heads = markup.column_heads("Player", labels, markup.short_names(labels))
    text = CAPTIONS[min(len(summary.seats), 3)].cross
    if summary.unit:
        text = (
            f"How many {summary.unit} per game the row player is ahead of the column player,"
            " with its 95\u00a0% interval."
        )
    return markup.section("cross", "Cross table", markup.table(text, heads, rows, style="cross"))


def cross_cell(pairing: Pairing, *, by_margin: bool) -> Markup:
    """Makes the cell of the first of two players against the second."""
    if by_margin:
        return difference_cell(pairing.difference)
    return score_cell(pairing.score, pairing.low, pairing.high)


def difference_cell(mean: Mean) -> Markup:
    """Makes a cell with a difference and its interval, coloured if the interval excludes 0."""
    sure = mean.low is not None and mean.high is not None and not mean.low <= 0 <= mean.high
    score = EVEN + DIFFERENCE_TINT * ((mean.mean > 0) - (mean.mean < 0)) if sure else EVEN
    small = markup.element("small", mean_ends(mean, markup.difference))
    return markup.element("td", markup.difference(mean.mean), small, **plots.score_style(score))


def score_cell(score: float, low: float, high: float) -> Markup:
    """Makes a coloured cell with a score and its interval."""
    small = markup.element("small", markup.interval(low, high))
    return markup.element("td", f"{100 * score:.1f}", small, **plots.score_style(score))


def pairing_section(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes the section with a box for each pairing; empty if no players are compared."""
    if not summary.pairings:
        return markup.join([])
    seats, compared = len(summary.seats), compare_players(results)
    games = followed(results)
    boxes = [
        pairing_card(
            f"pairing-{number}",
            each,
            compared[each.players],
            margins_of(each.players, compared[each.players], games, summary.unit),
            summary,
        )
        for number, each in enumerate(summary.pairings)
        if each.games
    ]
    note = markup.element("p", CAPTIONS[min(seats, 3)].pairings, class_="note")
    return markup.section(
        "pairings", "Pairings", note, markup.element("div", *boxes, class_="cards")
    )


def pairing_card(
    name: str, pairing: Pairing, compared: Sequence[Comparison], margins: Margins, summary: Summary
) -> Markup:
    """Makes the box of one pairing: the result, the score over the deals, and the margins."""
    seats = len(summary.seats)
    first, second = pairing.labels
    versus = " compared with " if seats == 1 else " against "
    segments, noun = pairing_segments(pairing, seats), "comparison" if seats > 2 else "deal"
    bar_title = f"{noun.capitalize()}s of {first}{versus}{second}"
    content = [markup.element("p", *pairing_figures(pairing, seats, summary.unit), class_="big")]
    if seats > 1:
        title, points = f"Score of {first} against {second}", running_score(compared, seats)
        content.append(plots.score_curve(f"{name}-score", title, points))
    content.append(plots.stacked_bar(f"{name}-pairs", bar_title, segments, noun))
    content.append(legend(segments))
    bars = plots.histogram(
        f"{name}-margins",
        f"Margins of {first}{versus}{second}",
        margins.counts,
        unit=margins.unit,
        noun={1: "deal", 2: "game"}.get(seats, "comparison"),
        median=margins.median(),
        styles=("lost", "split", "won"),
    )
    content += [markup.element("h4", "Margins"), bars]
    return markup.card(markup.join([markup.code(first), versus, markup.code(second)]), *content)


def margins_of(
    players: tuple[int, int],
    compared: Sequence[Comparison],
    games: Sequence[Followed],
    unit: str = "",
) -> Margins:
    """Returns the differences of two players' returns, or of their scores if these tell more.

    The returns of many games are only 1 and -1, while their scores are points. If the returns have
    a unit, they are what counts.
    """
    returns = Counter(each.margin for each in compared)
    scores = Counter(
        course.scores[-1][seat] - course.scores[-1][other]
        for result, course in games
        if course.scores
        for seat in result.seats_of(players[0])
        for other in result.seats_of(players[1])
    )
    if unit or len(scores) <= len(returns):
        return Margins(returns, f"difference of {unit or 'returns'}")
    total = scores.total()
    some = "" if total == len(compared) else f", first {markup.quantity(total, 'game')}"
    return Margins(scores, f"difference of scores at the end{some}")


def returns_section(summary: Summary, results: Sequence[GameResult]) -> Markup:
    """Makes the section with the returns of players who play alone; empty with more seats."""
    if len(summary.seats) > 1 or not results:
        return markup.join([])
    own: dict[int, Counter[float]] = {each.player: Counter() for each in summary.standings}
    for result in results:
        own[result.players[0]][result.returns[0]] += 1
    cards = []
    for each in summary.standings:
        counts = Margins(own[each.player], "return")
        if counts.counts:
            plot = plots.histogram(
                f"returns-{each.player}",
                f"Returns of {each.label}",
                counts.counts,
                unit=counts.unit,
                noun="deal",
                median=counts.median(),
                styles=("lost", "lost", "won"),
            )
            cards.append(markup.card(markup.code(each.label), plot))
    return markup.section("returns-head", "Returns", markup.element("div", *cards, class_="cards"))


def pairing_figures(pairing: Pairing, seats: int, unit: str) -> list[object]:
    """Makes the main numbers of a pairing: the score, or the difference if that decides."""
    margin = f"difference of returns {mean_text(pairing.difference, markup.difference)}"
    score = f"95\u00a0% interval {markup.interval(pairing.low, pairing.high)}"
    if seats == 1:
        ends = f"95\u00a0% interval {mean_ends(pairing.difference, markup.difference) or 'unknown'}"
        # How much more often the first player won alone than the second.
        more, low, high = (
            markup.minus(f"{100 * (2 * score - 1):+z.1f}")
            for score in (pairing.score, pairing.low, pairing.high)
        )
        wins = f"share of wins {more}\u00a0% ({low} to {high})"
        return [
            markup.difference(pairing.margin),
            markup.element("small", ends),
            markup.element("small", wins),
        ]
    if unit:
        ends = f"95\u00a0% interval {mean_ends(pairing.difference, markup.difference) or 'unknown'}"
        points = (
            f"score {markup.percent(pairing.score)} ({markup.interval(pairing.low, pairing.high)})"
        )
        amount = f"{markup.difference(pairing.margin)} {unit} per game"
        return [amount, markup.element("small", ends), markup.element("small", points)]
    last = margin if pairing.rating is None else f"Elo {elo_text(pairing.rating)}"
    return [
        markup.percent(pairing.score),
        markup.element("small", score),
        markup.element("small", last),
    ]


def pairing_segments(pairing: Pairing, seats: int) -> list[plots.Segment]:
    """Counts how the pairs of games ended, or the comparisons if there are no pairs."""
    if seats == 2:
        return [
            plots.Segment(result.replace("-", markup.EN_DASH), count, style)
            for (result, count), style in zip(pairing.pairs.items(), PAIR_STYLES, strict=True)
        ]
    names = ALONE_RESULTS if seats == 1 else RANK_RESULTS
    counts = (pairing.wins, pairing.draws, pairing.losses)
    return [
        plots.Segment(*each) for each in zip(names, counts, ("won", "split", "lost"), strict=True)
    ]


def running_score(compared: Sequence[Comparison], seats: int) -> list[plots.Point]:
    """Returns the score with its interval after each deal; in a game for two, after each pair."""
    deals = deal_points((each.deal, each.points) for each in compared)
    if seats == 2:
        deals = [each for each in deals if each[1] == GAMES_IN_A_PAIR]
    points = [0.0, *accumulate(each for each, _ in deals)]
    games = [0, *accumulate(each for _, each in deals)]
    counts = plots.downsample(range(1, len(points)))
    return [(n, points[n] / games[n], *deal_interval(deals[:n])) for n in counts]


def legend(segments: Sequence[plots.Segment]) -> Markup:
    """Makes the legend of the colours, with sizes; half points are left out if there are none."""
    shown = [segment for segment in segments if segment.size or not segment.style.endswith("half")]
    return markup.element(
        "ul",
        *(
            markup.element(
                "li",
                markup.element("i", class_=segment.style),
                f"{segment.label}: {segment.size:,}",
            )
            for segment in shown
        ),
        class_="legend",
    )


def sprt_section(summary: Summary) -> Markup:
    """Makes the section about the sequential test; empty without a test."""
    state, test = summary.sprt, sprt_of(summary.setup)
    if state is None or test is None:
        return markup.join([])
    verdict = "undecided" if state.verdict is None else f"{state.verdict} was accepted"
    ratio, lower, upper = (
        markup.minus(f"{each:.2f}") for each in (state.llr, state.lower, state.upper)
    )
    end = max(-state.lower, state.upper)
    scale = plots.Scale(-end, end, (state.lower, 0.0, state.upper))
    axis = plots.Axis(scale, (f"H0: {lower}", "0", f"H1: {upper}"), "log-likelihood ratio")
    point = plots.IntervalRow(verdict, state.llr, state.llr, state.llr, ratio)
    title = "Log-likelihood ratio"
    plot = plots.interval_plot("sprt", title, [point], axis, reference=0)
    first = summary.setup.labels[0]
    text = (
        f"H0: {first} is {markup.minus(f'{test.low:+zg}')} {test.measure} stronger."
        f" H1: it is {markup.minus(f'{test.high:+zg}')} {test.measure} stronger."
        f" The test accepts H1 by mistake with a probability of {markup.percent(test.alpha)},"
        f" and H0 with {markup.percent(test.beta)}."
        f" After {markup.quantity(state.pairs, 'deal')}"
        f" the log-likelihood ratio is {ratio}: {verdict}."
        f" H0 is accepted at {lower} and H1 at {upper}."
    )
    shown = markup.card(title, markup.element("p", text), plot, style="card narrow")
    return markup.section("sprt-head", "Sequential test", shown)
