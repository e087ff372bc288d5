"""Rooms: who watches a match, and the latest events as the texts that they are sent.

An event is written once for each viewer and sent to all who share it, so that a thousand spectators
cost one text. Nobody is sent anything here: watchers are woken, and each fetches what it has missed
at its own pace, so that a slow one holds up nobody. All of it belongs to the event loop.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Mapping
from typing import Final, NamedTuple

from kibitz.table.live import RECENT

# How many watchers are woken before others get a turn.
CHUNK: Final = 50


class Told(NamedTuple):
    """One event as texts.

    Attributes:
        seq: its number.
        texts: what each viewer is sent.
    """

    seq: int
    texts: Mapping[int, str]


class Wanted(NamedTuple):
    """What has to be written for a room, for threads that must not look at the room itself.

    Attributes:
        after: the number of the last event that is written.
        viewers: whose views are watched.
    """

    after: int
    viewers: frozenset[int]


class Watcher:
    """Somebody who watches a match.

    Attributes:
        viewer: the seat whose view it is; -1 for a spectator.
        owner: the hash of the token; empty for a spectator.
        messages: texts for this watcher alone, such as advice.
        woken: is set when there is something new.
    """

    def __init__(self, viewer: int, owner: str) -> None:
        self.viewer: Final = viewer
        self.owner: Final = owner
        self.messages: Final[deque[str]] = deque(maxlen=RECENT)
        self.woken: Final = asyncio.Event()


class Room:
    """The watchers of one match.

    Attributes:
        since: the number of the last event when the first watcher came.
        watchers: who watches.
        told: the events since then, in order; only the latest ones.
        state: the version of the position, and what the seat that must decide is shown.
    """

    def __init__(self, since: int) -> None:
        self.since: Final = since
        self.watchers: Final[set[Watcher]] = set()
        self.told: Final[deque[Told]] = deque(maxlen=RECENT)
        self.state: tuple[int, Mapping[int, str]] = (-1, {})
        self._viewers: Final[Counter[int]] = Counter()

    def add(self, watcher: Watcher) -> None:
        """Lets somebody watch."""
        self.watchers.add(watcher)
        self._viewers[watcher.viewer] += 1

    def remove(self, watcher: Watcher) -> None:
        """Lets somebody leave, if it is here."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self._viewers[watcher.viewer] -= 1

    def wanted(self) -> Wanted:
        """Returns what has to be written when something happens."""
        return Wanted(self.seq, frozenset(+self._viewers))

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.told[-1].seq if self.told else self.since

    def after(self, seq: int, viewer: int) -> list[Told] | None:
        """Returns the events after a number; None if they are not all here for this viewer."""
        found = [told for told in self.told if told.seq > seq]
        complete = [told.seq for told in found] == [*range(seq + 1, seq + 1 + len(found))]
        return found if complete and all(viewer in told.texts for told in found) else None

    async def wake(self) -> None:
        """Wakes all watchers, a few at a time."""
        for at, watcher in enumerate([*self.watchers], 1):
            watcher.woken.set()
            if at % CHUNK == 0:
                await asyncio.sleep(0)
