"""Tournaments that are part of something larger, and the folder that holds it.

Each part has a folder of its own in there, as `kibitz arena --out` makes it; the whole has one JSON
document, which is written again after every step.
"""

import json
import sys
from abc import ABC, abstractmethod
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from rich.console import Console

from kibitz.arena.backend import Backend
from kibitz.arena.files import write_text
from kibitz.arena.journal import Journal, Origin, read_journal
from kibitz.arena.result import GameResult
from kibitz.arena.results_folder import ResultsFolder, claim, claim_free, claim_temporary
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import play
from kibitz.cli.arena import command_of, ignore_ctrl_c
from kibitz.cli.arguments import Interrupted, UsageError, command_line, read_file
from kibitz.cli.screen import open_screen, print_json
from kibitz.cli.standings import progress
from kibitz.cli.workers import WorkerArgs
from kibitz.core.document import read_json
from kibitz.core.value import Json


def play_part(setup: Setup, path: Path | None, backend: Backend) -> Summary:
    """Plays a tournament, or the rest of it; with a path, it is saved in that folder.

    Raises:
        KibitzError: if it cannot be played or saved; the games so far are in the folder, also after
            `KeyboardInterrupt`.
    """
    setup = setup.installed()
    folder = None if path is None else part_folder(path, setup)
    done, journal = open_part(folder, setup)
    with journal or nullcontext(), progress(setup, done) as show_progress:
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


@dataclass
class Series(ABC):
    """Tournaments that answer one question together, such as a ladder.

    Attributes:
        path: the folder in which it is saved; None for none.
        played: the tournaments that have been played, by name.
    """

    path: Path | None
    played: dict[str, Summary] = field(default_factory=dict, init=False)
    # The command, which is also what such a series is called; its document is named after it.
    command: ClassVar[str]

    @abstractmethod
    def matches(self) -> dict[str, Setup]:
        """Returns the tournaments by name, in the order in which they are played."""

    @abstractmethod
    def to_json(self) -> dict[str, Json]:
        """Returns everything as a JSON object."""

    @abstractmethod
    def page(self, origin: Origin | None) -> str:
        """Writes the report."""

    @abstractmethod
    def show_table(self, screen: Console) -> None:
        """Prints the results so far."""

    @property
    def file(self) -> str:
        """The name of the document."""
        return f"{self.command}.json"

    def save(self) -> None:
        """Writes everything to the folder, if there is one.

        The first tournament tells when the series was started.
        """
        if self.path is not None:
            write_document(self.path / self.file, self.to_json())
            origin = next((ResultsFolder(self.path / name).origin() for name in self.played), None)
            write_text(self.path / "report.html", self.page(origin))

    def show(self, as_json: bool) -> None:
        """Prints the results as a table or as JSON."""
        if as_json:
            print_json(self.to_json())
        else:
            self.show_table(open_screen())
        sys.stdout.flush()


def play_series(running: Series, where: WorkerArgs, out: Path | None, as_json: bool) -> None:
    """Plays a series to its end, shows and saves the results; each part has its own folder.

    Raises:
        Interrupted: after Ctrl-C; says where the results are saved.
    """
    with closing(where.open()) as backend:
        try:
            if out is not None:
                running.path = claim(out).path
            running.save()
            for name, setup in running.matches().items():
                path = None if running.path is None else running.path / name
                running.played[name] = play_part(setup, path, backend)
                running.save()
        except KeyboardInterrupt:
            with ignore_ctrl_c():
                raise Interrupted(stop_early(running, as_json)) from None
    running.show(as_json)


def stop_early(running: Series, as_json: bool) -> str:
    """Shows the parts so far; says where they are and how to continue."""
    count = f"{len(running.played)} of {len(running.matches())} matches"
    # Ctrl-C may also have stopped the program that reads the output; Rich exits in that case.
    with suppress(BrokenPipeError, SystemExit):
        if running.played:
            running.show(as_json)
    if running.path is None:
        return f"interrupted after {count}; with --out FOLDER, a {running.command} can be continued"
    again = command_line(running.command, "--resume", running.path)
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
        raise UsageError(f"there is no {content} in {path.parent}: it has no {path.name}")
    return read_json(read_file(path, content), ArenaError, str(path))


def spare_folder(name: str) -> Path:
    """Makes a new folder: here or, if that fails, in the system's temporary folder.

    Raises:
        ArenaError: if both fail.
    """
    try:
        return claim_free(name).path
    except ArenaError:
        return claim_temporary(name).path
