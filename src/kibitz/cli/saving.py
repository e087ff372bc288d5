"""Matches in files: saved never over another file, never half written, and read again."""

from pathlib import Path
from typing import Any

from kibitz.arena.files import check_place, write_text
from kibitz.cli.arguments import CheckFailed, UsageError
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import RecordError
from kibitz.core.game import Game
from kibitz.core.record import Record, read_record, replay


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
