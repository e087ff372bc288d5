"""Where the games of a tournament are played: one interface, and what all backends share.

A backend may play games in any order and on any machine; results never depend on it, because every
game is settled by its fixture alone.
"""

import sys
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Protocol

from kibitz.arena.playing import play_batch
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Fixture, Setup
from kibitz.core.errors import KibitzError

# Seconds of work in a batch: long beside the cost of sending it (under a millisecond to a process,
# a few to a cluster), short enough that Ctrl-C or a worker's death loses next to nothing.
WORTH: Final = 0.1
# However short the games are, a batch stays small enough to be sent at once.
MOST_GAMES: Final = 512
# A worker gets its next batch ahead of time only if it lasts less than this; where games are long,
# waiting batches would leave other workers idle at the end of a tournament.
LONGEST_AHEAD: Final = 1.0
# A game that has cost so many workers their life will cost the next one's, too.
MOST_DEATHS: Final = 3


class Backend(Protocol):
    """Plays the games of tournaments."""

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures, drawing them as it goes, and yields results in any order.

        Closing the generator gives up the games that are still being played.

        Raises:
            ArenaError: if a game cannot be played; says which one.
        """
        ...

    def close(self) -> None:
        """Ends all workers at once; may be called twice."""
        ...


@dataclass(frozen=True)
class Answer:
    """What a worker sends back for a batch.

    Attributes:
        results: the results in the order of the fixtures; none if there was an error.
        seconds: how long it took.
        error: what stopped the batch; of a class that can be sent whatever the cause was.
    """

    results: list[GameResult]
    seconds: float
    error: ArenaError | RuntimeError | None = None


def answer(setup: Setup, fixtures: list[Fixture]) -> Answer:
    """Plays a batch in this process; an error is part of the answer."""
    start = time.perf_counter()
    error: ArenaError | RuntimeError
    try:
        # Standard output is the command's, which may be writing JSON; agents print beside it.
        with redirect_stdout(sys.stderr):
            results = play_batch(setup, fixtures)
        return Answer(results, time.perf_counter() - start)
    except KibitzError as refused:
        # As text: not every error of the family survives being sent. The cause stays behind where
        # the answer goes to another process.
        error = ArenaError(str(refused))
        error.__cause__ = refused.__cause__ or refused
    except Exception:  # noqa: BLE001 - a slip of the arena; the text is all that can be sent of it
        error = RuntimeError(f"a worker failed:\n{traceback.format_exc()}")
    return Answer([], time.perf_counter() - start, error)


@dataclass
class Batch:
    """Some fixtures that are played together.

    Attributes:
        fixtures: the games.
        deaths: how often a worker died while it played one of them.
    """

    fixtures: list[Fixture]
    deaths: int = 0


@dataclass
class Batches:
    """Cuts a schedule into batches of about a tenth of a second, as measured so far.

    Attributes:
        fixtures: the rest of the schedule, drawn as it is needed.
        size: how many games the next batch has.
        pace: seconds of a game, the last ones counting most; None before the first answer.
        again: what has to be played once more.
    """

    fixtures: Iterable[Fixture]
    size: int = 1
    pace: float | None = None
    again: deque[Batch] = field(default_factory=deque)

    def __post_init__(self) -> None:
        """Starts drawing."""
        self.fixtures = iter(self.fixtures)

    def draw(self) -> Batch | None:
        """Returns the next batch; None if all are handed out."""
        if self.again:
            return self.again.popleft()
        fixtures = list(islice(self.fixtures, self.size))
        return Batch(fixtures) if fixtures else None

    def ahead(self) -> int:
        """Returns how many batches a worker may hold: the one it plays, and perhaps the next."""
        return 1 if self.pace is None or self.pace * self.size > LONGEST_AHEAD else 2

    def played(self, batch: Batch, got: Answer) -> list[GameResult]:
        """Takes the answer to a batch and returns its results.

        Raises:
            ArenaError: if a game could not be played.
        """
        if got.error is not None:
            raise got.error
        latest = got.seconds / len(batch.fixtures)
        self.pace = latest if self.pace is None else 0.7 * self.pace + 0.3 * latest
        fitting = int(WORTH / max(self.pace, 1e-9))
        # Not more than twice the last size at once: the first games may not be typical.
        self.size = max(1, min(fitting, 2 * self.size, MOST_GAMES))
        return got.results

    def put_back(self, batch: Batch) -> None:
        """Takes back a batch that nobody began to play."""
        self.again.appendleft(batch)

    def lost(self, batch: Batch, cause: str) -> None:
        """Takes back a batch whose worker died; its games are played again, one by one.

        Raises:
            ArenaError: if a game has cost too many workers; names it.
        """
        deaths = batch.deaths + 1
        if deaths >= MOST_DEATHS:
            games = "; ".join(
                f"game {each.number}: seed {each.seed}, players {each.players[0]} and"
                f" {each.players[1]}"
                for each in batch.fixtures
            )
            raise ArenaError(f"{deaths} workers died one after the other ({cause}) of {games}")
        # Alone, the game that does it is found out, and the others of its batch are kept. It comes
        # last, so that workers who are killed for other reasons do not all die of the same one.
        self.again.extend(Batch([each], deaths) for each in batch.fixtures)


class Serial:
    """Plays in this very process, one game after the other."""

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures in their order; see `Backend.play`."""
        batches = Batches(fixtures)
        while (batch := batches.draw()) is not None:
            yield batches.played(batch, answer(setup, batch.fixtures))

    def close(self) -> None:
        """Does nothing: there are no workers."""
