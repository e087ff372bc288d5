"""Matches in memory: those that were used last, and all that somebody uses now."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final, Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """One match.

    Attributes:
        content: the match; None if it has to be read from the store.
        users: how many threads use it now.
        lock: for threads that must not use it at the same time.
    """

    def __init__(self) -> None:
        self.content: T | None = None
        self.users = 0
        self.lock: Final = Lock()


class Memory(Generic[T]):
    """A number of matches by id; the one that was not used for longest is dropped first.

    A match that somebody uses stays, so that there are never two of it, of which one is old. All
    methods may be called from any thread.
    """

    def __init__(self, most: int) -> None:
        """Makes an empty memory for so many matches."""
        self.most: Final = most
        self._kept: Final[OrderedDict[str, Kept[T]]] = OrderedDict()
        self._lock: Final = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @contextmanager
    def hold(self, match: str) -> Iterator[Kept[T]]:
        """Keeps a match, which may not have been read yet, for as long as the block lasts."""
        with self._lock:
            kept = self._kept.setdefault(match, Kept())
            kept.users += 1
        try:
            yield kept
        finally:
            with self._lock:
                kept.users -= 1
                if kept.content is None and not kept.users:
                    del self._kept[match]
                self._shrink()

    def get(self, match: str) -> T | None:
        """Returns a match; None if it is not here."""
        with self._lock:
            kept = self._kept.get(match)
        return None if kept is None else kept.content

    def put(self, match: str, content: T) -> None:
        """Keeps a match as the one that was used last."""
        with self._lock:
            self._kept.setdefault(match, Kept()).content = content
            self._kept.move_to_end(match)
            self._shrink()

    def drop(self, match: str) -> None:
        """Drops a match, which is then read from the store again."""
        with self._lock:
            kept = self._kept.get(match)
            if kept is not None:
                kept.content = None
                if not kept.users:
                    del self._kept[match]

    def _shrink(self) -> None:
        """Drops the oldest matches of too many, but none that somebody uses."""
        while len(self._kept) > self.most:
            oldest = next((match for match, kept in self._kept.items() if not kept.users), None)
            if oldest is None:
                return
            del self._kept[oldest]
