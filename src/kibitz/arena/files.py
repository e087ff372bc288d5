"""Writing files as a whole: whatever happens, a file has its old content or its new content."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kibitz.arena.setup import ArenaError


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yields the path of a draft to write; it replaces the file when the block ends.

    The draft reaches the disk before it takes the file's place, so a crash or a power cut leaves
    the old file or the new one. If the block raises, the draft is removed and the old file stays.
    Drafts have random names, so two writers never share one: the last to finish wins. Only a
    killed process leaves its draft behind, as a hidden file that ends in `.part`.

    A link stays a link: the file it points to is replaced. A file that exists keeps its mode.

    Raises:
        ArenaError: if the file cannot be written.
    """
    check_place(path)
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield draft
        with draft.open("r+b") as file:
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(target, draft)
        draft.replace(target)
    except OSError as error:
        raise file_error("write", path, error) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Writes a text file in UTF-8, as a whole.

    Raises:
        ArenaError: if the file cannot be written; its old content is still there.
    """
    with atomic_file(path) as draft:
        draft.write_text(text, encoding="utf-8", newline="\n")


def check_place(path: Path) -> None:
    """Refuses a path where no file can be written; call it before a long tournament, not after.

    Raises:
        ArenaError: if the folder is missing or read-only, or the path is not that of a file.
    """
    try:
        target = path.resolve()
        for folder in (path.parent, target.parent):
            if not folder.is_dir():
                raise ArenaError(f"cannot write {path}: there is no folder {folder}")
        if path.is_dir():
            raise ArenaError(f"cannot write {path}: it is a folder")
        if path.exists() and not path.is_file():
            raise ArenaError(f"cannot write {path}: it is not a file")
    except OSError as error:  # a name that is too long, or a folder that cannot be opened
        raise file_error("write", path, error) from None
    if not os.access(target.parent, os.W_OK):
        raise ArenaError(f"cannot write {path}: no permission to write in {target.parent}")


def file_error(action: str, path: Path, error: OSError) -> ArenaError:
    """Makes the error for a file that the system refuses to read or write."""
    return ArenaError(f"cannot {action} {path}: {error.strerror or error}")
