"""Keeping a match in a file: never over something else, and never half written."""

from pathlib import Path
from typing import TypeVar

from kibitz.cli.arguments import UsageError
from kibitz.core.engine import RuleEngine
from kibitz.core.record import write_record
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")


class SaveFile:
    """The file that one match is kept in."""

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        """Takes a new file, or the file that the match was resumed from.

        Raises:
            UsageError: if the file exists, or could not be made.
        """
        self.path = path
        if path.is_dir():
            raise UsageError(f"cannot save to {path}: it is a folder")
        if path.exists() and not resumed:
            raise UsageError(
                f"cannot save to {path}: it exists; name a new file, or go on with --resume {path}"
            )
        if not path.parent.is_dir():
            raise UsageError(f"cannot save to {path}: there is no folder {path.parent}")

    def write(self, engine: RuleEngine[S, V]) -> None:
        """Writes the match as played so far.

        Raises:
            UsageError: if the file cannot be written; what it held before is still there.
        """
        draft = self.path.with_name(f".{self.path.name}.part")
        try:
            draft.write_text(write_record(engine).text(), encoding="utf-8")
            draft.replace(self.path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise UsageError(f"cannot save to {self.path}: {error.strerror}") from None
