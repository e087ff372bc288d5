"""`kibitz ladder` and `kibitz matrix`: tournaments that answer one question together.

A series is saved in a folder: as one JSON document, which is written again after every step, and
one folder for each of its tournaments, as `kibitz arena --out` makes it.
"""

import json
import sys
from abc import ABC, abstractmethod
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz import __version__
from kibitz.agents.registry import read_spec
from kibitz.arena.backend import Backend
from kibitz.arena.files import write_text
from kibitz.arena.folder import ResultsFolder, claim, claim_free, claim_temporary
from kibitz.arena.journal import Journal, read_journal
from kibitz.arena.report import series_report
from kibitz.arena.result import GameResult
from kibitz.arena.series import Ladder, Matrix, Series, best_first, find_budget, read_values
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import Pairing, Share, Summary, summarise
from kibitz.arena.tournament import play
from kibitz.cli import options, standings
from kibitz.cli.app import LadderArgs, MatrixArgs
from kibitz.cli.arena import command_of, ignore_ctrl_c
from kibitz.cli.screen import open_screen, print_json, show_grid, show_header
from kibitz.core.document import read_json
from kibitz.core.game import Game
from kibitz.core.value import Json

K = TypeVar("K", bound=Series)


def play_part(setup: Setup, path: Path | None, backend: Backend) -> Summary:
    """Plays a tournament, or the rest of it; with a path, it is saved in that folder.

    Raises:
        KibitzError: if it cannot be played or saved; the games so far are in the folder, also after
            `KeyboardInterrupt`.
    """
    setup = setup.installed()
    folder = None if path is None else part_folder(path, setup)
    done, journal = open_part(folder, setup)
    with journal or nullcontext(), standings.progress(setup, done) as show_progress:
        results = play(setup, backend, journal=journal, done=done, on_result=show_progress)
        summary = summarise(setup, results)
        if folder is not None:
            folder.write(summary, results, command_of(setup))
    return summary


def part_folder(path: Path, setup: Setup) -> ResultsFolder:
    """Returns the folder of a tournament; another one if there is another tournament in it."""
    for number in range(1, 1000):
        folder = ResultsFolder(path if number == 1 else path.with_name(f"{path.name}-{number}"))
        if not folder.journal.exists() or read_journal(folder.journal).setup == setup:
            return folder
    raise ArenaError(f"there are too many folders with the name {path}")


def open_part(
    folder: ResultsFolder | None, setup: Setup
) -> tuple[list[GameResult], Journal | None]:
    """Opens or starts the journal of a tournament; returns the games so far, too."""
    if folder is None:
        return [], None
    if folder.journal.exists():
        _, done, journal = folder.resume(None)
        return done, journal
    folder.path.mkdir(exist_ok=True)
    return [], folder.start(setup)


# Several tournaments, one after the other.


class SeriesRun(ABC, Generic[K]):
    """A series in progress; each kind has its own words and its own table.

    Attributes:
        series: the series.
        path: the folder in which it is saved; None for none.
        played: the tournaments that have been played, by name.
    """

    def __init__(self, series: K, path: Path | None) -> None:
        self.series = series
        self.path = path
        self.played: dict[str, Summary] = {}

    @abstractmethod
    def words(self) -> list[str]:
        """Returns the options of the command that only this kind has."""

    @abstractmethod
    def note(self) -> str:
        """Says who plays, and how many deals."""

    @abstractmethod
    def grid(self, screen: Console, game: Game[Any, Any]) -> Table:  # Any: known by name only
        """Makes the table of the results so far."""

    def legend(self) -> str:
        """Says what the cells of the table are, if the heads do not."""
        return ""

    @property
    def file(self) -> str:
        """The name of the JSON file in the folder of the series."""
        return f"{self.series.kind}.json"

    def command(self) -> str:
        """Writes the command that plays the same series."""
        series = self.series
        words = [series.kind, series.game, str(series.agent), *self.words()]
        words += ["--deals", str(series.deals), "--seed", str(series.seed)]
        setups = series.matches().values()
        words += options.bot_places([each.name for setup in setups for each in setup.players])
        return options.command_line(*words, *options.option_arguments(series.game, series.options))

    def to_json(self) -> dict[str, Json]:
        """Returns everything as a JSON object."""
        return {
            "kibitz": __version__,
            self.series.kind: self.series.to_json(),
            **self.series.results(self.played),
            "command": self.command(),
        }

    def save(self) -> None:
        """Writes everything to the folder, if there is one.

        The first tournament tells when the series was started.
        """
        if self.path is not None:
            write_document(self.path / self.file, self.to_json())
            origin = next((ResultsFolder(self.path / name).origin() for name in self.played), None)
            command = self.command()
            page = series_report(self.series, self.played, command=command, origin=origin)
            write_text(self.path / "report.html", page)

    def show(self, as_json: bool) -> None:
        """Prints the results as a table or as JSON."""
        if as_json:
            print_json(self.to_json())
        else:
            self.show_table(open_screen())
        sys.stdout.flush()

    def show_table(self, screen: Console) -> None:
        """Prints the results so far, and how to play the series again."""
        game = self.series.load()
        show_header(screen, game.title or game.id, self.note())
        show_grid(screen, self.grid(screen, game))
        if legend := self.legend():
            screen.print(legend, style="dim")
        screen.print()
        screen.print(Text(f"to repeat: {self.command()}", style="dim"), soft_wrap=True)
        if self.path is not None:
            saved = f"saved: {self.path / self.file} and more"
            screen.print(Text(saved, style="dim"), soft_wrap=True)


def resumed(kind: type[K], args: LadderArgs | MatrixArgs, path: Path) -> K:
    """Reads a series to continue from its folder.

    Raises:
        KibitzError: if there is none, it cannot be played here, or an argument contradicts it.
    """
    options.check_fixed(args, path)
    args.where.check()
    name = kind.kind
    document = read_document(path / f"{name}.json", name)
    series = kind.read(document.get(name) if isinstance(document, dict) else None)
    series.check()
    return series


def play_series(running: SeriesRun[K], args: LadderArgs | MatrixArgs) -> None:
    """Plays a series to its end, shows and saves the results; each part has its own folder.

    Raises:
        Interrupted: after Ctrl-C; says where the results are saved.
    """
    with closing(args.where.open()) as backend:
        try:
            if args.out is not None:
                running.path = claim(args.out).path
            running.save()
            for name, setup in running.series.matches().items():
                path = None if running.path is None else running.path / name
                running.played[name] = play_part(setup, path, backend)
                running.save()
        except KeyboardInterrupt:
            with ignore_ctrl_c():
                raise options.Interrupted(stop_early(running, args.as_json)) from None
    running.show(args.as_json)


def stop_early(running: SeriesRun[K], as_json: bool) -> str:
    """Shows the parts so far; says where they are and how to continue."""
    kind = running.series.kind
    count = f"{len(running.played)} of {len(running.series.matches())} matches"
    # Ctrl-C may also have stopped the program that reads the output; Rich exits in that case.
    with suppress(BrokenPipeError, SystemExit):
        if running.played:
            running.show(as_json)
    if running.path is None:
        return f"interrupted after {count}; with --out FOLDER, a {kind} can be continued"
    setups = running.series.matches().values()
    bots = options.bot_arguments([player.name for setup in setups for player in setup.players])
    again = options.command_line(kind, "--resume", running.path, *bots)
    return f"interrupted; {count} are saved in {running.path}; to continue: {again}"


# The folder of the whole.


def write_document(path: Path, document: Json) -> None:
    """Writes the JSON document of a folder, as a whole.

    Raises:
        ArenaError: if it cannot be written.
    """
    write_text(path, f"{json.dumps(document, indent=2)}\n")


def read_document(path: Path, content: str) -> object:
    """Reads the JSON document of a folder.

    Raises:
        UsageError: if there is none.
        ArenaError: if it is not JSON.
    """
    if not path.is_file():
        raise options.UsageError(f"there is no {content} in {path.parent}: it has no {path.name}")
    return read_json(options.read_file(path, content), ArenaError, str(path))


def spare_folder(name: str) -> Path:
    """Makes a new folder: here or, if that fails, in the system's temporary folder.

    Raises:
        ArenaError: if both fail.
    """
    try:
        return claim_free(name).path
    except ArenaError:
        return claim_temporary(name).path


# The ladder.


def climb_ladder(args: LadderArgs) -> None:
    """Plays a ladder, new or saved; see `play_series`."""
    ladder = new_ladder(args) if args.resume is None else resumed(Ladder, args, args.resume)
    play_series(LadderRun(ladder, args.resume), args)


def new_ladder(args: LadderArgs) -> Ladder:
    """Checks the arguments of a new ladder.

    Raises:
        KibitzError: if an argument is wrong.
    """
    game, agent = options.load_game(args.game, args.options), options.named_agent(args.agent)
    agent, budget, start = find_budget(game, agent, args.budget, args.start)
    ladder = Ladder(
        game.id,
        game.options,
        agent,
        budget,
        start,
        Ladder.steps if args.steps is None else args.steps,
        Ladder.deals if args.deals is None else args.deals,
        options.new_seed(args.seed),
        None if args.against is None else read_spec(args.against),
    )
    ladder.check()
    args.where.check()
    return ladder


class LadderRun(SeriesRun[Ladder]):
    """A ladder in progress."""

    def words(self) -> list[str]:
        """Returns the options that say what is doubled, and how often."""
        ladder = self.series
        against = [] if ladder.against is None else ["--against", str(ladder.against)]
        foot = ["--budget", ladder.budget, "--from", str(ladder.start)]
        return [*foot, "--steps", str(ladder.steps), *against]

    def note(self) -> str:
        """Names the agent and the number of deals."""
        return f"{self.series.agent}, {self.series.deals:,} deals for each match"

    def grid(self, screen: Console, game: Game[Any, Any]) -> Table:  # Any: known by name only
        """Makes a row for each rung, from the foot up."""
        ladder = self.series
        opponents = ["half"] if ladder.against is None else ["half", str(ladder.against)]
        strength = f"{game.unit or ('Elo' if game.seats == 2 else 'return')} (95 %)"
        heads = [head for each in opponents for head in (f"against {each}", "95 %", strength)]
        grid = standings.new_grid(ladder.budget, *heads, "time per move")
        for rung in ladder.rungs(self.played):
            spent = "-" if rung.ms is None else standings.plain(screen, standings.duration(rung.ms))
            cells = pairing_cells(rung.step, game.unit)
            if ladder.against is not None:
                cells += pairing_cells(rung.against, game.unit)
            grid.add_row(f"{rung.budget:,}", *cells, spent)
        return grid


def pairing_cells(pairing: Pairing | None, unit: str) -> list[Text | str]:
    """Writes a score with its interval, and the difference in strength with its own."""
    if pairing is None:
        return ["-", "-", "-"]
    rating, mean = pairing.rating, pairing.difference
    if rating is not None and not unit:
        strength = f"{rating.elo:+z.0f} ({rating.low:+z.0f} to {rating.high:+z.0f})"
    elif mean.low is not None and mean.high is not None:
        strength = f"{mean.mean:+z.2f} ({mean.low:+z.2f} to {mean.high:+z.2f})"
    else:
        strength = f"{mean.mean:+z.2f}"
    return [*standings.score_cells(pairing), strength]


# The matrix.


def play_matrix(args: MatrixArgs) -> None:
    """Plays a matrix, new or saved; see `play_series`."""
    matrix = new_matrix(args) if args.resume is None else resumed(Matrix, args, args.resume)
    play_series(MatrixRun(matrix, args.resume), args)


def new_matrix(args: MatrixArgs) -> Matrix:
    """Checks the arguments of a new matrix.

    Raises:
        KibitzError: if an argument is wrong.
    """
    game = options.load_game(args.game, args.options)
    agent, known = options.named_agent(args.agent), game.per_seat()
    if args.vary is None:
        example = next((f"{name}=A{between}B" for name, between in known.items()), "OPTION=A/B")
        raise options.UsageError(
            f"no values given; name them with --vary, such as --vary '{example}'"
        )
    option, _, text = args.vary.partition("=")
    option = option.strip().replace("-", "_")
    matrix = Matrix(
        game.id,
        {name: value for name, value in game.options.items() if name != option},
        agent,
        option,
        read_values(text, known.get(option, "/")),
        Matrix.deals if args.deals is None else args.deals,
        options.new_seed(args.seed),
    )
    matrix.check()
    args.where.check()
    return matrix


class MatrixRun(SeriesRun[Matrix]):
    """A matrix in progress."""

    def words(self) -> list[str]:
        """Returns the option that names the values."""
        matrix = self.series
        return ["--vary", f"{matrix.option}={matrix.separator().join(matrix.values)}"]

    def note(self) -> str:
        """Names the agent and the number of deals."""
        return f"{self.series.agent} on both sides, {self.series.deals:,} deals each way"

    def grid(self, screen: Console, game: Game[Any, Any]) -> Table:  # Any: known by name only
        """Makes the table of what each value scores against each other, the best value first."""
        matrix = self.series
        scores = matrix.scores(self.played)
        totals = matrix.totals(scores)
        order = best_first(totals)
        grid = standings.new_grid(matrix.option, *(matrix.values[at] for at in order), "all")
        for one in order:
            shares = [*(scores.get((one, other)) for other in order), totals[one]]
            grid.add_row(matrix.values[one], *map(share_text, shares))
        return grid

    def legend(self) -> str:
        """Says what the cells are."""
        return "Score of the row against the column, below it the 95 % interval."


def share_text(share: Share | None) -> Text:
    """Writes a score, and below it its interval."""
    if share is None:
        return Text("-")
    return Text.assemble(
        (standings.percent(share.score), "bold"), f"\n{standings.interval(share.low, share.high)}"
    )
