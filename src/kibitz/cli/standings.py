"""A tournament on the screen: a progress bar while it is played, then tables of the results."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column, Table
from rich.text import Text

from kibitz import __version__
from kibitz.arena.report import markup
from kibitz.arena.result import GameResult
from kibitz.arena.setup import Setup
from kibitz.arena.sprt import Sprt, SprtState, sprt_of
from kibitz.arena.summary import Mean, Pairing, Share, Spread, Standing, Summary
from kibitz.cli.screen import show_grid, show_header

# Longer names of players are cut in the progress bar, which has one line.
NAME_WIDTH = 24
# The width of the labels in front of single results.
LABEL_WIDTH = 12
# How many errors of agents are shown.
SHOWN_ERRORS = 3
# The widths of the progress bar, the speed and the remaining time.
BAR = 24
SHORT_BAR = 10
SPEED_WIDTH = len("99,999.9 games/s")
TIME_WIDTH = len("-:--:--")
# Replacements for characters that not every encoding has.
PLAIN = {"±": "+-", "µ": "u", "…": "."}
# The widths of the figures beside the name of a pairing: of a game for two without the results of
# pairs, and of other games.
FIGURES = 44
OTHER_FIGURES = 58

# A cell of a table, with the head of its column.
Figure = tuple[str, str | Text]


# Progress.


class SpeedColumn(ProgressColumn):
    """The number of games played per second."""

    def render(self, task: Task) -> Text:
        """Writes the speed; a dash if it is not known yet."""
        speed = task.finished_speed or task.speed
        return Text("-" if speed is None else f"{speed:,.1f} games/s", style="dim")


@contextmanager
def progress(setup: Setup, done: Sequence[GameResult]) -> Iterator[Callable[[GameResult], None]]:
    """Shows a progress bar on the error stream if it is a terminal.

    Yields the function to call with every result.
    """
    screen = Console(stderr=True, highlight=False, markup=False, emoji=False)
    score = RunningScore(setup)
    for result in done:
        score.add(result)
    if not screen.is_terminal:
        yield score.add
        return
    with Progress(*columns_for(setup, screen.width), console=screen, transient=True) as bar:
        task = bar.add_task(
            "", total=setup.size(), completed=len(done), score=plain(screen, str(score))
        )

        def update(result: GameResult) -> None:
            score.add(result)
            bar.update(task, advance=1, score=plain(screen, str(score)))

        yield update


def columns_for(setup: Setup, width: int) -> list[ProgressColumn]:
    """Chooses the columns that fit on one line; the score is left out first, then the speed."""
    longest = min(NAME_WIDTH, max(map(len, setup.labels)))
    least = SHORT_BAR + 1 + 2 * len(str(setup.size())) + 1 + 1 + TIME_WIDTH
    with_speed = least + 1 + SPEED_WIDTH
    score = f" +99.99 {setup.unit}" if setup.unit else " 100.0 %"
    with_score = with_speed + 1 + longest + len(score)
    taken = max(each for each in (least, with_speed, with_score) if each <= max(width, least))
    bar = max(1, min(BAR, SHORT_BAR + width - taken))
    columns: list[ProgressColumn] = [
        BarColumn(bar, table_column=one_line()),
        MofNCompleteColumn(table_column=one_line()),
    ]
    if taken >= with_speed:
        columns.append(SpeedColumn(one_line()))
    columns.append(TimeRemainingColumn(elapsed_when_finished=True, table_column=one_line()))
    if taken >= with_score:
        columns.append(TextColumn("{task.fields[score]}", markup=False, table_column=one_line()))
    return columns


def one_line() -> Column:
    """Makes a column that never wraps."""
    return Column(no_wrap=True)


class RunningScore:
    """The score so far: of the first of two players, or of the best of many.

    In a game with a unit, it is the mean return instead.
    """

    def __init__(self, setup: Setup) -> None:
        """Starts with no game played."""
        self.unit = setup.unit
        self.labels = setup.labels
        self.points = [0.0] * len(self.labels)
        self.games = [0] * len(self.labels)

    def add(self, result: GameResult) -> None:
        """Counts a game, once for each seat; one that was skipped does not count."""
        if result.skipped:
            return
        scores = result.returns if self.unit else result.scores()
        for player, score in zip(result.players, scores, strict=True):
            self.points[player] += score
            self.games[player] += 1

    def __str__(self) -> str:
        rates = [won / max(1, count) for won, count in zip(self.points, self.games, strict=True)]
        best = 0 if len(rates) == 2 else rates.index(max(rates))
        name = self.labels[best]
        name = name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}…"
        shown = f"{rates[best]:+z,.2f} {self.unit}" if self.unit else percent(rates[best])
        return f"{name} {shown}" if self.games[best] else ""


# The result.


def show_summary(
    screen: Console,
    summary: Summary,
    command: str,
    saved: Path | None = None,
    *,
    interrupted: bool = False,
) -> None:
    """Prints a summary, the command to repeat the tournament, and the folder it is saved in."""
    count = f"{summary.played:,} of {summary.planned:,}"
    games = f"{summary.played:,}" if summary.played == summary.planned else count
    note = f"{games} games, every deal played {markup.dealt(len(summary.seats))}"
    show_header(screen, summary.title, f"interrupted: {count} games" if interrupted else note)
    show_players(screen, summary)
    show_times(screen, summary.standings)
    screen.print()
    if summary.refereed:
        show_incidents(screen, summary)
    if len(summary.seats) == 2 and len(summary.pairings) == 1:
        show_pairing(screen, summary.pairings[0], summary.unit)
    show_verdict(screen, summary)
    show_games(screen, summary)
    show_origin(screen, summary, command)
    if saved is not None:
        screen.print(Text(f"saved: {saved / 'report.html'} and more", style="dim"), soft_wrap=True)


def show_players(screen: Console, summary: Summary) -> None:
    """Prints the standings, the best rating or mean return first, and the pairings."""
    rows = [(each.label, standing_figures(screen, summary, each)) for each in summary.standings]
    show_figures(screen, "player", rows)
    screen.print()
    # A single pairing of a game for two has lines of its own.
    if summary.pairings and (len(summary.pairings) > 1 or len(summary.seats) != 2):
        show_pairings(screen, summary)
        screen.print()


def standing_figures(screen: Console, summary: Summary, each: Standing) -> list[Figure]:
    """Writes the figures of a player: what counts depends on the seats, and on the unit."""
    seats, unit = len(summary.seats), summary.unit
    if seats == 1:
        counts = count_figures(each, "won", "", "lost")
        return [*mean_figures("return", each.returns), *counts, *score_figures("wins", each)]
    if seats > 2:
        rank = "" if each.rank is None else half_width(screen, each.rank)
        rating: str | Text = elo_cell(screen, each)
        if each.margin is not None:
            rating = half_width(screen, each.margin, "+")
        returns = ("return", half_width(screen, each.returns))
        return [*score_figures("first", each), ("rank", rank), returns, (unit or "Elo", rating)]
    counts, score = count_figures(each, "won", "drawn", "lost"), score_figures("score", each)
    if unit:
        return [*difference_figures(unit, each.margin or each.returns), *counts, *score]
    return [*counts, *score, ("Elo", elo_cell(screen, each))]


def show_pairings(screen: Console, summary: Summary) -> None:
    """Prints a row for each pairing; long names are printed one below the other."""
    taken = OTHER_FIGURES
    if len(summary.seats) == 2 and not summary.unit:
        taken = FIGURES + sum(len(result) + 3 for result in pair_results(summary.pairings))
    longest = max(len(" - ".join(each.labels)) for each in summary.pairings)
    wide = longest + taken <= screen.width
    rows = [
        ((" - " if wide else "\n").join(each.labels), pairing_figures(screen, summary, each, wide))
        for each in summary.pairings
    ]
    show_figures(screen, "difference" if len(summary.seats) == 1 else "pairing", rows)


def pairing_figures(screen: Console, summary: Summary, each: Pairing, wide: bool) -> list[Figure]:
    """Writes the figures of two players; see `standing_figures`."""
    seats, unit = len(summary.seats), summary.unit
    if seats == 1:
        gained = ("wins", f"{100 * (2 * each.score - 1):+z.1f} %")
        counts = count_figures(each, "1-0", "same", "0-1")
        return [*difference_figures("return", each.difference), *counts, gained]
    if seats > 2:
        counts = count_figures(each, "ahead", "level", "behind")
        difference = (unit or "return", half_width(screen, each.difference, "+"))
        return [*counts, *score_figures("score", each), difference]
    if unit:
        counts = count_figures(each, "won", "drawn", "lost")
        return [*difference_figures(unit, each.difference), *counts, ("score", percent(each.score))]
    pairs = [(result, f"{each.pairs[result]:,}") for result in pair_results(summary.pairings)]
    # Beside long names, there is no room for the last two.
    more = [("Elo", elo_words(each)), ("margin", f"{each.margin:+z.2f}")] if wide else []
    return [*pairs, *score_figures("score", each), *more]


def show_pairing(screen: Console, pairing: Pairing, unit: str) -> None:
    """Prints the difference between two players, and how the two games of each deal ended."""
    score, difference = percent(pairing.score), difference_words(pairing, unit)
    figures = f"{difference}, score {score}" if unit else f"{score}, {difference}"
    margin = "" if unit else f", {pairing.margin:+z.2f} per game"
    say(screen, "difference", f"{pairing.labels[0]} {figures}{margin}")
    counts = (f"{result} {pairing.pairs[result]:,}" for result in pair_results([pairing]))
    say(screen, "pairs", ", ".join(counts))


def pair_results(pairings: Sequence[Pairing]) -> list[str]:
    """Lists the results of a pair of games, such as 2-0; those with a draw only if one occurred."""
    return [
        result
        for result in pairings[0].pairs
        if "." not in result or any(each.pairs[result] for each in pairings)
    ]


def show_verdict(screen: Console, summary: Summary) -> None:
    """Prints whether the first player of the standings is stronger than the second.

    The sequential test has a line of its own.
    """
    if len(summary.standings) > 1 and summary.played and summary.sprt is None:
        say(screen, "verdict", verdict_words(summary))


def verdict_words(summary: Summary) -> str:
    """Says what their direct games show about the two best players."""
    best, second = summary.standings[:2]
    direct = summary.direct(best.player, second.player)
    if direct is None:
        return f"{best.label} is rated above {second.label}, but they did not play each other"
    if direct.stronger is None:
        words = f"undecided between {best.label} and {second.label}"
    elif direct.stronger == best.player:
        words = f"{best.label} is stronger than {second.label}"
    else:
        words = f"{best.label} is rated first, but {second.label} is stronger against it"
    if len(summary.standings) == 2:
        return words
    where = (
        f"on {direct.games:,} deals" if len(summary.seats) == 1 else f"in {direct.games:,} games"
    )
    figures = difference_words(direct, summary.unit)
    if len(summary.seats) > 2 and not summary.unit:
        figures = f"score {percent(direct.score)} (95 %: {interval(direct.low, direct.high)})"
    return f"{words}: {figures} {where}"


def show_times(screen: Console, standings: Sequence[Standing]) -> None:
    """Prints how long the players took per decision."""
    grid = new_grid("time per decision", "decisions", "mean", "median", "90 %", "99 %", "longest")
    for each in standings:
        times = each.times
        spread = (times.mean, times.p50, times.p90, times.p99, times.max)
        cells = (plain(screen, duration(value)) for value in spread)
        grid.add_row(each.label, f"{times.count:,}", *cells)
    show_grid(screen, grid)


def show_incidents(screen: Console, summary: Summary) -> None:
    """Prints what the referee had to do, player by player, and the first errors."""
    grid = new_grid("referee", *markup.INCIDENTS)
    for each in summary.standings:
        grid.add_row(each.label, *(f"{count:,}" for count in each.incidents))
    show_grid(screen, grid)
    for error in summary.errors[:SHOWN_ERRORS]:
        screen.print(Text(error, style="dim"), soft_wrap=True)
    if summary.skipped:
        say(screen, "skipped", f"{summary.skipped:,} games do not count")
    screen.print()


def show_games(screen: Console, summary: Summary) -> None:
    """Prints statistics of the games: length, choices, seats, endings."""
    say(screen, "moves", f"{spread_words(summary.plies)} per game")
    say(screen, "choices", f"{spread_words(summary.choices)} per move")
    show_seats(screen, summary.seats)
    endings = (f"{each.reason}: {percent(each.share)}" for each in summary.endings)
    say(screen, "endings", ", ".join(endings) or "none")
    test = sprt_of(summary.setup)
    if summary.sprt is not None and test is not None:
        say(screen, "sprt", sprt_words(test, summary.sprt))


def show_seats(screen: Console, seats: Sequence[Share]) -> None:
    """Prints the scores of the seats; of two, the first tells all."""
    if len(seats) == 2:
        say(screen, "first seat", share_words(seats[0]))
    elif len(seats) > 2:
        for seat, share in enumerate(seats):
            say(screen, f"seat {seat}", share_words(share))


def show_origin(screen: Console, summary: Summary, command: str) -> None:
    """Prints the seed, the fingerprint, the packages of agents, and the command to repeat it."""
    screen.print()
    seed = f"seed {summary.setup.seed}, fingerprint {summary.fingerprint}"
    screen.print(Text(seed, style="dim"), soft_wrap=True)
    for line in foreign_agents(summary):
        screen.print(Text(line, style="dim"), soft_wrap=True)
    screen.print(Text(f"to repeat: {command}", style="dim"), soft_wrap=True)


def foreign_agents(summary: Summary) -> list[str]:
    """Says which agents are not Kibitz's own, with the version of their package."""
    own = f"kibitz {__version__}"
    found = {each.label: each.package for each in summary.standings if each.package != own}
    return [f"{label}: {package}" for label, package in found.items()]


# Words.


def plain(screen: Console, words: str) -> str:
    """Replaces characters that the encoding of a screen does not have."""
    for character, replacement in PLAIN.items():
        try:
            character.encode(screen.encoding)
        except UnicodeEncodeError:
            words = words.replace(character, replacement)
    return words


def new_grid(first: str, *others: str) -> Table:
    """Makes a table with names on the left and numbers on the right."""
    grid = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(first, style="green", overflow="fold")
    for column in others:
        grid.add_column(column, justify="right", no_wrap=True)
    return grid


def show_figures(screen: Console, head: str, rows: Sequence[tuple[str, Sequence[Figure]]]) -> None:
    """Prints a table of named rows, all with the same heads; there is at least one."""
    grid = new_grid(head, *(each for each, _ in rows[0][1]))
    for name, figures in rows:
        grid.add_row(name, *(cell for _, cell in figures))
    show_grid(screen, grid)


def say(screen: Console, label: str, words: str) -> None:
    """Prints one labelled line."""
    line = Text.assemble((f"{label:<{LABEL_WIDTH}}", "bold"), words)
    screen.print(line, soft_wrap=not screen.is_terminal)


def percent(share: float) -> str:
    """Writes a share as a percentage."""
    return markup.for_terminal(markup.percent(share))


def interval(low: float, high: float) -> str:
    """Writes the ends of an interval of shares."""
    return markup.for_terminal(markup.interval(low, high))


def score_cells(each: Standing | Pairing) -> tuple[Text, str]:
    """Writes a score, and its interval."""
    return Text(percent(each.score), style="bold"), interval(each.low, each.high)


def score_figures(head: str, each: Standing | Pairing) -> list[Figure]:
    """Returns a score and its interval with their heads."""
    score, ends = score_cells(each)
    return [(head, score), ("95 %", ends)]


def count_figures(each: Standing | Pairing, *heads: str) -> list[Figure]:
    """Returns how many games were won, drawn and lost with their heads; an empty one drops it."""
    counts = (each.wins, each.draws, each.losses)
    return [(head, f"{count:,}") for head, count in zip(heads, counts, strict=True) if head]


def mean_figures(
    head: str, mean: Mean, write: Callable[[float], str] = markup.value
) -> list[Figure]:
    """Returns a mean and its interval with their heads; a dash if the interval is not known."""
    known = mean.low is not None and mean.high is not None
    ends = " to ".join(write(each) for each in (mean.low, mean.high) if each is not None)
    shown = Text(markup.for_terminal(write(mean.mean)), style="bold")
    return [(head, shown), ("95 %", markup.for_terminal(ends) if known else "-")]


def difference_figures(head: str, mean: Mean) -> list[Figure]:
    """Returns the mean of a difference, or of a rating in the unit of the game, with its heads."""
    return mean_figures(head, mean, markup.difference)


def half_width(screen: Console, mean: Mean, sign: str = "") -> str:
    """Writes a mean with half the width of its interval; with the sign `+` in any case."""
    half = "" if mean.high is None else f" ±{mean.high - mean.mean:.2f}"
    return plain(screen, f"{mean.mean:{sign}z,.2f}{half}")


def difference_words(pairing: Pairing, unit: str) -> str:
    """Writes the difference between two players, with its interval: in Elo, or of the returns."""
    rating, mean = pairing.rating, pairing.difference
    if rating is not None and not unit:
        return f"{elo_words(pairing)} Elo (95 %: {rating.low:+z.0f} to {rating.high:+z.0f})"
    amount = f"{mean.mean:+z,.2f} {unit}".rstrip()
    if mean.low is None or mean.high is None:
        return f"{amount} per game"
    return f"{amount} per game (95 %: {mean.low:+z,.2f} to {mean.high:+z,.2f})"


def elo_cell(screen: Console, each: Standing) -> Text:
    """Writes a rating with half the width of its interval."""
    rating = each.rating
    half = "" if rating is None else f" ±{rating.high - rating.elo:z.0f}"
    return Text.assemble((elo_words(each), "bold"), plain(screen, half))


def elo_words(each: Standing | Pairing) -> str:
    """Writes a rating."""
    return "" if each.elo is None else f"{each.elo:+z.0f}"


def share_words(share: Share) -> str:
    """Writes a score with its interval."""
    return f"{percent(share.score)} (95 %: {interval(share.low, share.high)})"


def spread_words(spread: Spread) -> str:
    """Writes the distribution of whole numbers; only the mean has a fraction."""
    usual = f"90 % from {spread.p5:.0f} to {spread.p95:.0f}"
    return f"mean {spread.mean:.1f}, median {spread.p50:g}, {usual}, max {spread.max:.0f}"


def duration(millis: float) -> str:
    """Writes a time in the unit that suits it."""
    return markup.for_terminal(markup.duration(millis))


def sprt_words(test: Sprt, state: SprtState) -> str:
    """Writes the verdict of the sequential test."""
    llr = f"LLR {state.llr:+z.2f}, bounds {state.lower:.2f} and {state.upper:.2f}"
    after = f"after {state.pairs:,} pairs ({llr})"
    if state.verdict is None:
        return f"undecided between {test.low:+zg} and {test.high:+zg} {test.measure} {after}"
    ends = (test.low, test.high) if state.verdict == "H0" else (test.high, test.low)
    return f"{state.verdict}, {ends[0]:+zg} {test.measure} rather than {ends[1]:+zg}, {after}"
