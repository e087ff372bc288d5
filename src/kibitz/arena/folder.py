"""The folder of a tournament: the journal while it is played, and all results at the end."""

import json
import logging
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kibitz.arena.files import load_duckdb, write_csv, write_parquet, write_text
from kibitz.arena.journal import (
    Journal,
    JournalContent,
    Origin,
    origin_of,
    resume_journal,
    start_journal,
)
from kibitz.arena.report import html_report
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, OnError, Setup
from kibitz.arena.sprt import sprt_of
from kibitz.arena.summary import Summary
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json

JOURNAL = "journal.jsonl"
CSV = "csv"
PARQUET = "parquet"
# How many folder names are tried before giving up.
MAX_FOLDERS = 10_000
# How many damaged lines of a journal are named.
MAX_NAMED = 10

log = logging.getLogger("kibitz.arena")


class ResultsFolder:
    """The folder with all files of one tournament.

    Attributes:
        path: the folder.
        games: the format of the table of games, csv or parquet.
        made: whether the folder was made for this tournament, so that it may be removed.
        begun: whether the journal was started by this process, and not by an earlier one.
    """

    def __init__(self, path: Path, games: str = CSV, *, made: bool = False) -> None:
        """Uses a folder that exists; `claim` makes new ones."""
        self.path = path
        self.games = games
        self.made = made
        self.begun = False

    @property
    def journal(self) -> Path:
        """The file that gets every result as soon as there is one."""
        return self.path / JOURNAL

    def start(self, setup: Setup) -> Journal:
        """Starts the journal; if that fails, a folder made for it is removed."""
        try:
            journal = start_journal(self.journal, setup)
        except ArenaError:
            self.abandon()
            raise
        self.begun = True
        return journal

    def resume(
        self, deals: int | None, on_error: OnError | None = None, patience: int | None = None
    ) -> tuple[Setup, list[GameResult], Journal]:
        """Opens the journal to continue its tournament, perhaps with other limits.

        Raises:
            KibitzError: if it cannot be continued, or has more deals already; the journal is then
                unchanged.
        """
        content, journal = resume_journal(self.journal)
        try:
            self.check(content)
            played = max((result.deal + 1 for result in content.results), default=0)
            if deals is not None and deals < played:
                raise ArenaError(f"invalid deals={deals}: {self.path} has games of {played} deals")
            setup = replace(
                content.setup,
                deals=content.setup.deals if deals is None else deals,
                on_error=on_error or content.setup.on_error,
                patience=patience or content.setup.patience,
            )
            setup.check_numbers()
            if setup != content.setup:
                journal.rewrite(setup, content.results)
        except BaseException:
            journal.close()
            raise
        tell_problems(content, "its game is played again")
        return setup, content.results, journal

    def check(self, content: JournalContent) -> None:
        """Refuses a tournament that cannot be played here, or whose header was edited."""
        try:
            content.setup.check()
            sprt_of(content.setup)
        except KibitzError as error:
            raise ArenaError(f"{self.journal}: {error}") from error

    def write(self, summary: Summary, results: Sequence[GameResult], command: str) -> None:
        """Writes all files but the journal, each as a whole."""
        document = json.dumps(document_of(summary, command), indent=2)
        write_text(self.path / "summary.json", f"{document}\n")
        table, other = self.path / f"games.{self.games}", {CSV: PARQUET, PARQUET: CSV}[self.games]
        (write_parquet if self.games == PARQUET else write_csv)(table, summary.setup, results)
        page = html_report(
            summary, results, command=command, origin=self.origin(), games=table.name
        )
        write_text(self.path / "report.html", page)
        # A table from an earlier part of the tournament would contradict the new one.
        (self.path / f"games.{other}").unlink(missing_ok=True)
        self.write_records(results)

    def write_records(self, results: Sequence[GameResult]) -> None:
        """Writes the records of games, one file each.

        A record that exists is complete and would be the same, so it is left alone: writing a file
        takes milliseconds, and there can be thousands.
        """
        folder = self.path / "records"
        for result in results:
            path = folder / f"{result.number}.jsonl"
            if result.record is not None and not path.exists():
                with suppress(FileExistsError):
                    folder.mkdir()
                write_text(path, result.record)

    def origin(self) -> Origin | None:
        """Returns when and with what the tournament was started; None if that is unknown."""
        with suppress(ArenaError):  # the results are known, so the page can be written without it
            return origin_of(self.journal)
        return None

    def abandon(self) -> None:
        """Removes what was made here, if no game was played."""
        with suppress(OSError):  # somebody else has put a file there
            if self.begun:
                self.journal.unlink(missing_ok=True)
            if self.made:
                self.path.rmdir()


def document_of(summary: Summary, command: str) -> dict[str, Json]:
    """Returns a summary as JSON, with the command that plays the tournament again."""
    return {**summary.to_json(), "command": command}


def tell_problems(content: JournalContent, consequence: str) -> None:
    """Names the damaged lines of a journal, and says what follows."""
    for problem in content.problems[:MAX_NAMED]:
        log.warning("%s; %s", problem, consequence)
    more = len(content.problems) - MAX_NAMED
    if more > 0:
        log.warning("%s more damaged lines: %s", f"{more:,}", consequence)


def claim(path: Path, games: str = CSV) -> ResultsFolder:
    """Makes a new folder, or uses an empty one.

    Raises:
        ArenaError: if the folder is not empty or cannot be made, or Parquet files cannot be
            written.
    """
    if games == PARQUET:
        load_duckdb()
    try:
        made = not path.exists()
        if not path.absolute().parent.is_dir():
            raise ArenaError(f"cannot write to {path}: there is no folder {path.parent}")
        path.mkdir(exist_ok=True)
        if any(path.iterdir()):
            raise ArenaError(
                f"the folder {path} is not empty; choose a new one, or resume what is in it"
            )
    except FileExistsError:
        raise ArenaError(f"cannot write to {path}: it is not a folder") from None
    except OSError as error:
        raise ArenaError(f"cannot write to {path}: {error.strerror}") from None
    return ResultsFolder(path, games, made=made)


def find(path: Path, games: str | None = None) -> ResultsFolder:
    """Finds the folder of a tournament; the format of its table stays unless `games` is given.

    Raises:
        ArenaError: if there is no tournament in it, or Parquet files cannot be written.
    """
    found = PARQUET if (path / f"games.{PARQUET}").exists() else CSV
    folder = ResultsFolder(path, games or found)
    if not folder.journal.is_file():
        raise ArenaError(f"there is no tournament in {path}: it has no {JOURNAL}")
    if folder.games == PARQUET:
        load_duckdb()
    return folder


# Without a folder from the user.


def keep(name: str, setup: Setup, results: Sequence[GameResult]) -> ResultsFolder:
    """Saves results in a new folder: here or, if that fails, in the system's temporary folder.

    Raises:
        ArenaError: if both fail; gives the reason for the first.
    """
    try:
        return fill(claim_free(name), setup, results)
    except ArenaError as error:
        with suppress(ArenaError):
            return fill(claim_temporary(name), setup, results)
        raise error from None


def fill(folder: ResultsFolder, setup: Setup, results: Sequence[GameResult]) -> ResultsFolder:
    """Writes a journal into a new folder; if that fails, the folder is removed."""
    try:
        with folder.start(setup) as journal:
            journal.add(results)
    except BaseException:
        folder.abandon()
        raise
    return folder


def claim_free(name: str) -> ResultsFolder:
    """Makes a new folder here, with a number after its name."""
    for number in range(1, MAX_FOLDERS):
        path = Path(f"{name}-{number:04}")
        try:
            path.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise ArenaError(f"cannot make the folder {path}: {error.strerror}") from None
        return ResultsFolder(path, made=True)
    raise ArenaError(f"there are too many folders with the name {name} here")


def claim_temporary(name: str) -> ResultsFolder:
    """Makes a new folder in the system's temporary folder."""
    try:
        return ResultsFolder(Path(tempfile.mkdtemp(prefix=f"{name}-")), made=True)
    except OSError as error:
        raise ArenaError(f"cannot make a temporary folder: {error.strerror}") from None
