"""Keeps object files by content.

The key of an object is a digest of everything that decides its content, so it does not matter
what was built before: a build with an old cache gives the same files as a build without one.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

LIMIT = 128 * 1024 * 1024
"""The most bytes that a cache keeps after a build."""


def digest(*parts: bytes) -> bytes:
    """Returns a digest of some parts, which depends on where one ends and the next begins."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    return found.digest()


DIGEST_SIZE = len(digest())


class ObjectCache:
    """A folder of object files by key.

    A file holds the digest of the object and then the object, so that damage is noticed.
    """

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self.folder = folder
        self.limit = limit

    def get(self, key: str) -> bytes | None:
        """Returns an object and marks it as used; None if it is missing or damaged."""
        path = self.folder / key
        try:
            entry = path.read_bytes()
        except OSError:
            return None
        content = entry[DIGEST_SIZE:]
        if entry[:DIGEST_SIZE] != digest(content):
            print(f"kibitz: damaged object {path}: compiling it again", file=sys.stderr)
            return None
        with suppress(OSError):  # Another build may have removed it.
            os.utime(path)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Keeps an object; another build sees the whole file or none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as part:
            part.write(digest(content) + content)
        Path(part.name).replace(self.folder / key)

    def trim(self) -> None:
        """Removes the objects that were unused for longest, until the rest fits the limit."""
        entries = []
        for path in self.folder.glob("*"):
            with suppress(OSError):  # Another build may have removed it.
                entries.append((path.stat().st_mtime_ns, path.stat().st_size, path))
        total = 0
        for _, size, path in sorted(entries, reverse=True):
            total += size
            if total > self.limit:
                path.unlink(missing_ok=True)
