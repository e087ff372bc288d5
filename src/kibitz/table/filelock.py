"""A lock that keeps other servers away from a database file."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from kibitz.core.errors import KibitzError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileInUse(KibitzError):
    """A database file cannot be used: another server has it, or it cannot be there."""


class FileLock:
    """Keeps other servers away from a database file.

    The lock is on a file beside it. It ends with the process, however the process ends; a lock file
    that is left behind locks nothing.

    Raises:
        FileInUse: if another server uses the database file, or no file can be written there.
    """

    def __init__(self, file: Path) -> None:
        try:
            target = file.resolve()
            self._path: Final = target.with_name(target.name + ".lock")
            if not target.parent.is_dir():
                raise FileInUse(f"cannot open {file}: there is no folder {file.parent}")
            if target.is_dir():
                raise FileInUse(f"cannot open {file}: it is a folder")
            self._descriptor = self._take(file)
        except OSError as error:
            raise FileInUse(f"cannot open {file}: {error.strerror or error}") from None

    def _take(self, file: Path) -> int:
        while True:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                lock(descriptor)
                owned = self._path.exists() and os.path.samestat(
                    os.fstat(descriptor), self._path.stat()
                )
            except BlockingIOError:
                owner = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
                os.close(descriptor)
                by = f" (process {owner})" if owner else ""
                raise FileInUse(f"cannot open {file}: another server uses it{by}") from None
            if owned:
                os.truncate(descriptor, 0)
                os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
                return descriptor
            os.close(descriptor)  # The owner of the lock has just removed this file.

    def release(self) -> None:
        """Lets other servers use the database file."""
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


def lock(descriptor: int) -> None:
    """Locks an open file for this process.

    Raises:
        BlockingIOError: if somebody else has locked it.
    """
    if sys.platform == "win32":
        try:
            # Beyond the number of the process, which others may read.
            os.lseek(descriptor, 100, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
