"""Saving a match to a file: never over another file, and never half written."""

from pathlib import Path

from kibitz.arena.files import check_place, write_text
from kibitz.cli.arguments import UsageError
from kibitz.core.record import Record


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
