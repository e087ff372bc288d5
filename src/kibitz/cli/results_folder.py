"""The folder of a tournament: its journal while it is played, and all results when it is over."""

import json
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kibitz.arena.export import load_duckdb, write_csv, write_parquet
from kibitz.arena.files import write_text
from kibitz.arena.journal import Journal, Kept, resume_journal, start_journal
from kibitz.arena.report import html_report
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.statistics import read_sprt
from kibitz.arena.summary import Summary
from kibitz.cli.arguments import UsageError
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json

JOURNAL = "journal.jsonl"
CSV = "csv"
PARQUET = "parquet"
# How many folders of one name are looked at before giving up.
MOST_FOLDERS = 10_000


class ResultsFolder:
    """Where everything about one tournament is kept.

    Attributes:
        path: the folder.
        games: how the games are tabled, csv or parquet.
        made: whether the folder was made for this tournament, so that it may be taken away.
        begun: whether its journal was begun here, and not by an earlier process.
    """

    def __init__(self, path: Path, games: str = CSV, *, made: bool = False) -> None:
        """Takes a folder that exists; `claim` makes new ones.

        Args:
            path: the folder.
            games: how the games are tabled, csv or parquet.
            made: whether the folder was made for this tournament, so that it may be taken away.
        """
        self.path = path
        self.games = games
        self.made = made
        self.begun = False

    @property
    def journal(self) -> Path:
        """The file that results are added to as they come."""
        return self.path / JOURNAL

    def start(self, setup: Setup) -> Journal:
        """Begins the journal; a folder that was made for nothing is taken away again.

        Raises:
            ArenaError: if it cannot be written.
        """
        try:
            journal = start_journal(self.journal, setup)
        except ArenaError:
            self.abandon()
            raise
        self.begun = True
        return journal

    def resume(self, deals: int | None) -> tuple[Setup, list[GameResult], Journal]:
        """Opens the journal of a tournament to go on with, perhaps with other deals than planned.

        Raises:
            KibitzError: if it cannot go on, or has games of more deals; the journal is as before.
        """
        kept, journal = resume_journal(self.journal)
        try:
            self.check(kept)
            setup = self.with_deals(kept, deals)
            if setup != kept.setup:
                journal.rewrite(setup, kept.results)
        except BaseException:
            journal.close()
            raise
        return setup, kept.results, journal

    def with_deals(self, kept: Kept, deals: int | None) -> Setup:
        """Changes how many deals there are, as long as those that were played are among them."""
        if deals is None:
            return kept.setup
        played = max((result.deal + 1 for result in kept.results), default=0)
        if deals < 1:
            raise UsageError(f"--deals is 1 or more, not {deals}")
        if deals < played:
            raise UsageError(f"{self.path} has games of {played} deals; --deals {deals} is too few")
        return replace(kept.setup, deals=deals)

    def check(self, kept: Kept) -> None:
        """Refuses a tournament that cannot be played here, or whose header was spoilt by hand."""
        try:
            kept.setup.check()
            if kept.setup.sprt is not None:
                read_sprt(kept.setup.sprt)
        except KibitzError as error:
            raise ArenaError(f"{self.journal}: {error}") from error

    def write(self, summary: Summary, results: Sequence[GameResult], command: str) -> None:
        """Writes everything but the journal; each file is complete or not there.

        Raises:
            ArenaError: if a file cannot be written; names it.
        """
        document = json.dumps(document_of(summary, command), indent=2)
        write_text(self.path / "summary.json", f"{document}\n")
        write_text(self.path / "report.html", html_report(summary, results, command=command))
        table, other = self.path / f"games.{self.games}", {CSV: PARQUET, PARQUET: CSV}[self.games]
        (write_parquet if self.games == PARQUET else write_csv)(table, summary.setup, results)
        # A table of an earlier part of the tournament would contradict the new one.
        (self.path / f"games.{other}").unlink(missing_ok=True)
        self.write_records(results)

    def write_records(self, results: Sequence[GameResult]) -> None:
        """Writes the records of single games, one file each.

        A record that is there is complete, and the same: the flush to disk takes milliseconds.
        """
        folder = self.path / "records"
        for result in results:
            path = folder / f"{result.number}.jsonl"
            if result.record is not None and not path.exists():
                with suppress(FileExistsError):
                    folder.mkdir()
                write_text(path, result.record)

    def abandon(self) -> None:
        """Takes away again what was begun here, where nothing was played."""
        with suppress(OSError):  # somebody else has put something there
            if self.begun:
                self.journal.unlink(missing_ok=True)
            if self.made:
                self.path.rmdir()


def document_of(summary: Summary, command: str) -> dict[str, Json]:
    """Writes a summary for machines, with the command that plays the tournament again."""
    return {**summary.to_json(), "command": command}


def claim(path: Path, games: str = CSV) -> ResultsFolder:
    """Makes a new folder, or takes an empty one.

    Raises:
        UsageError: if something is there, or nothing can be written.
        ArenaError: if Parquet is asked for and cannot be written.
    """
    if games == PARQUET:
        load_duckdb()
    try:
        made = not path.exists()
        if not path.absolute().parent.is_dir():
            raise UsageError(f"cannot write to {path}: there is no folder {path.parent}")
        path.mkdir(exist_ok=True)
        if any(path.iterdir()):
            raise UsageError(
                f"the folder {path} is not empty; name a new one, or go on with --resume {path}"
            )
    except FileExistsError:
        raise UsageError(f"cannot write to {path}: it is not a folder") from None
    except OSError as error:
        raise UsageError(f"cannot write to {path}: {error.strerror}") from None
    return ResultsFolder(path, games, made=made)


def find(path: Path, games: str | None = None) -> ResultsFolder:
    """Finds the folder of a tournament; its table stays what it is unless another is asked for.

    Raises:
        UsageError: if there is no tournament in it.
        ArenaError: if the table is Parquet, which cannot be written here.
    """
    there = PARQUET if (path / f"games.{PARQUET}").exists() else CSV
    folder = ResultsFolder(path, games or there)
    if not folder.journal.is_file():
        raise UsageError(f"there is no tournament to go on with in {path}: it has no {JOURNAL}")
    if folder.games == PARQUET:
        load_duckdb()
    return folder


# Where nobody named a folder.


def keep(name: str, setup: Setup, results: Sequence[GameResult]) -> ResultsFolder:
    """Puts results into a new folder: here or, if that fails, among the temporary files.

    Raises:
        ArenaError: if neither can be written; says why not here.
    """
    try:
        return fill(claim_free(name), setup, results)
    except ArenaError as error:
        with suppress(ArenaError):
            return fill(claim_temporary(name), setup, results)
        raise error from None


def fill(folder: ResultsFolder, setup: Setup, results: Sequence[GameResult]) -> ResultsFolder:
    """Writes a journal into a new folder, or takes the folder away again."""
    try:
        with folder.start(setup) as journal:
            journal.add(results)
    except BaseException:
        folder.abandon()
        raise
    return folder


def claim_free(name: str) -> ResultsFolder:
    """Makes a new folder here, with a number behind its name.

    Raises:
        ArenaError: if none can be made.
    """
    for number in range(1, MOST_FOLDERS):
        path = Path(f"{name}-{number:04}")
        try:
            path.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise ArenaError(f"cannot make the folder {path}: {error.strerror}") from None
        return ResultsFolder(path, made=True)
    raise ArenaError(f"there are too many folders named {name} here")


def claim_temporary(name: str) -> ResultsFolder:
    """Makes a new folder where the system keeps temporary files.

    Raises:
        ArenaError: if none can be made.
    """
    try:
        return ResultsFolder(Path(tempfile.mkdtemp(prefix=f"{name}-")), made=True)
    except OSError as error:
        raise ArenaError(f"cannot make a temporary folder: {error.strerror}") from None
