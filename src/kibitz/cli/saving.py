"""Matches in files: saved never over another file, never half written, and read again."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from kibitz.arena.files import check_place, file_error, write_text
from kibitz.cli.arguments import CheckFailed, UsageError
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import RecordError
from kibitz.core.game import Game
from kibitz.core.record import Record, read_record, replay
from kibitz.live import state_folder

SUFFIX = ".jsonl"
# How many matches are kept that nobody asked to save. Each has a few kilobytes.
MOST_KEPT = 50


class SaveFile:
    """The file that one match is saved to.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        """Chooses a new file, or the file that the match was resumed from.

        Raises:
            KibitzError: if the file exists, or cannot be written.
        """
        path = expand_home(path)
        check_place(path)
        if path.exists() and not resumed:
            raise UsageError(
                f"cannot write {path}: it exists; choose a new file, or use --resume {path}"
            )
        self.path = path

    def write(self, record: Record) -> None:
        """Writes the match as played so far.

        Raises:
            KibitzError: if the file cannot be written; its old content is still there.
        """
        write_text(self.path, record.text())

    def is_automatic(self) -> bool:
        """Tells whether nobody asked for this file."""
        return self.path.parent == matches_folder()

    def discard(self) -> None:
        """Removes the file, if it was written."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def matches_folder() -> Path:
    """Returns the folder of the matches that save themselves."""
    return state_folder() / "matches"


def automatic_file(game: str) -> SaveFile:
    """Returns a new file for a match that saves itself; the oldest such files are removed.

    Raises:
        KibitzError: if it cannot be written.
    """
    folder = matches_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = sorted((path.stat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}"))
    except OSError as error:
        raise file_error("write", folder, error) from None
    for _, path in found[: 1 - MOST_KEPT]:
        with suppress(OSError):
            path.unlink()
    return SaveFile(folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{SUFFIX}")


def expand_home(path: Path) -> Path:
    """Returns a path with `~` replaced by the home folder, as shells do."""
    with suppress(RuntimeError):  # there is no such user
        return path.expanduser()
    return path


def read_saved(path: Path, text: str) -> Record:
    """Reads the record in a file.

    Raises:
        UsageError: if it is not a record.
    """
    try:
        return read_record(text)
    except RecordError as error:
        raise UsageError(f"{path}: {error}") from None


def replay_saved(
    path: Path, record: Record, game: Game[Any, Any]
) -> RuleEngine[Any, Any]:  # Any: games are known by name only
    """Plays the record in a file again.

    Raises:
        CheckFailed: if a state differs from the record.
        RuleError: if a rule of the game fails.
    """
    try:
        return replay(record, game)
    except RecordError as error:
        raise CheckFailed(f"{path}: {error}") from None
