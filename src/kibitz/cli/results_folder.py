"""The folder of a tournament: its journal while it is played, and all results when it is over."""

import json
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from kibitz.arena.export import load_duckdb, whole_file, write_csv, write_parquet, write_text
from kibitz.arena.journal import Journal, resume_journal, start_journal
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import Summary
from kibitz.cli.given import WrongUse
from kibitz.core.value import Json

JOURNAL = "journal.jsonl"
CSV = "csv"
PARQUET = "parquet"
# How many folders of one name are looked at before giving up.
MOST_FOLDERS = 10_000


class ResultsFolder:
    """Where everything about one tournament is kept."""

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
            return start_journal(self.journal, setup)
        except ArenaError:
            self.abandon()
            raise

    def write(self, summary: Summary, results: Sequence[GameResult], command: str) -> None:
        """Writes everything but the journal; each file is complete or not there.

        Raises:
            ArenaError: if a file cannot be written; names it.
        """
        # Drawing is imported when it is needed: most tournaments are only looked at.
        from kibitz.arena.report import html_report

        document = json.dumps(document_of(summary, command), indent=2)
        write_text(self.path / "summary.json", f"{document}\n")
        write_text(self.path / "report.html", html_report(summary, results, command=command))
        table, other = self.path / f"games.{self.games}", {CSV: PARQUET, PARQUET: CSV}[self.games]
        (write_parquet if self.games == PARQUET else write_csv)(table, summary.setup, results)
        # A table of an earlier part of the tournament would contradict the new one.
        (self.path / f"games.{other}").unlink(missing_ok=True)
        self.write_records(results)

    def write_records(self, results: Sequence[GameResult]) -> None:
        """Writes the games that are kept move by move, one file each."""
        folder = self.path / "records"
        for result in results:
            if result.record is not None:
                with suppress(FileExistsError):
                    folder.mkdir()
                write_text(folder / f"{result.number}.jsonl", result.record)

    def abandon(self) -> None:
        """Takes the folder away again, where nothing was played."""
        self.journal.unlink(missing_ok=True)
        if self.made:
            with suppress(OSError):  # somebody else has put something there
                self.path.rmdir()


def document_of(summary: Summary, command: str) -> dict[str, Json]:
    """Writes a summary for machines, with the command that plays the tournament again."""
    return {**summary.to_json(), "command": command}


def claim(path: Path, games: str = CSV) -> ResultsFolder:
    """Makes a new folder, or takes an empty one.

    Raises:
        WrongUse: if something is there, or nothing can be written.
        ArenaError: if Parquet is asked for and cannot be written.
    """
    if games == PARQUET:
        load_duckdb()
    try:
        made = not path.exists()
        if not path.absolute().parent.is_dir():
            raise WrongUse(f"cannot write to {path}: there is no folder {path.parent}")
        path.mkdir(exist_ok=True)
        if any(path.iterdir()):
            raise WrongUse(
                f"the folder {path} is not empty; name a new one, or go on with --resume {path}"
            )
    except FileExistsError:
        raise WrongUse(f"cannot write to {path}: it is not a folder") from None
    except OSError as error:
        raise WrongUse(f"cannot write to {path}: {error.strerror}") from None
    return ResultsFolder(path, games, made=made)


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


def take_up(
    path: Path, games: str, deals: int | None
) -> tuple[ResultsFolder, Setup, list[GameResult], Journal]:
    """Opens the folder of a tournament that is to go on, perhaps with more deals than planned.

    Raises:
        KibitzError: if there is no tournament in it, it cannot go on, or it has more deals.
    """
    if games == PARQUET:
        load_duckdb()
    folder = ResultsFolder(path, games)
    if not folder.journal.is_file():
        raise WrongUse(f"there is no tournament to go on with in {path}: it has no {JOURNAL}")
    kept, journal = resume_journal(folder.journal)
    with closing(journal):
        setup = kept.setup if deals is None else replace(kept.setup, deals=deals)
        if setup.deals < kept.setup.deals:
            raise WrongUse(
                f"the tournament in {path} has {kept.setup.deals} deals; --deals can only be more"
            )
        setup.check()
    if setup != kept.setup:
        lengthen(folder.journal, setup, kept.results)
    return folder, setup, kept.results, resume_journal(folder.journal)[1]


def lengthen(path: Path, setup: Setup, results: Sequence[GameResult]) -> None:
    """Writes a journal anew, for a tournament with more deals."""
    with whole_file(path) as draft:
        draft.unlink(missing_ok=True)
        with start_journal(draft, setup) as journal:
            journal.add(results)
