"""Where the games of a tournament are played: one interface, and what all backends share.

A backend may play games in any order and on any machine; results never depend on it, because every
game is settled by its fixture alone.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
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
MOST_FAILED_STARTS: Final = 3
# Seconds that an idle worker has to leave by itself.
LEAVE: Final = 5.0
READY: Final = "ready"


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
        with contextlib.redirect_stdout(sys.stderr):
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


# Processes.


# What a worker is sent: a batch, or None for the end.
Order = tuple[Setup, list[Fixture]] | None
# What it sends: a word that it has started, then the answers.
Reply = Answer | str


def cores() -> int:
    """Returns how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_this_machine(workers: int | None = None) -> Backend:
    """Chooses the backend for a number of workers; None is one for each core.

    Raises:
        ArenaError: if there are not so many cores.
    """
    most = cores()
    count = most if workers is None else workers
    if not 1 <= count <= most:
        raise ArenaError(f"workers is from 1 to the {most} cores of this machine, not {count}")
    # One worker gains nothing from a process of its own.
    return Serial() if count == 1 else ProcessPool(count)


class ProcessPool:
    """Plays in processes of this machine; they are started as batches come, and kept."""

    def __init__(self, workers: int) -> None:
        """Takes how many processes play.

        Raises:
            ArenaError: if that is none.
        """
        if workers < 1:
            raise ArenaError(f"workers is 1 or more, not {workers}")
        self.workers: Final = workers
        self._hands: list[Worker] = []
        self._failed_starts = 0

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures; a worker that dies is replaced, and its games are played again."""
        batches = Batches(fixtures)
        try:
            self._feed(setup, batches)
            while busy := [hand for hand in self._hands if hand.batches]:
                ready = wait([hand.line for hand in busy])
                for hand in [hand for hand in busy if hand.line in ready]:
                    results = self._hear(hand, batches)
                    # Before the results are dealt with, so that nobody waits for it.
                    self._feed(setup, batches)
                    if results:
                        yield results
        finally:
            # Busy ones are left only where the tournament was given up; they would play on.
            self._dismiss([hand for hand in self._hands if hand.batches])

    def close(self) -> None:
        """Ends all workers: idle ones leave, busy ones are killed."""
        self._dismiss(self._hands)

    def pids(self) -> list[int]:
        """Returns the process ids of the workers."""
        return [hand.process.pid for hand in self._hands if hand.process.pid is not None]

    def _feed(self, setup: Setup, batches: Batches) -> None:
        """Hands out batches until every worker holds as many as it may."""
        while True:
            hand = min(self._hands, key=lambda each: len(each.batches), default=None)
            if (hand is None or hand.batches) and len(self._hands) < self.workers:
                hand = None
            elif hand is not None and len(hand.batches) >= batches.ahead():
                return
            batch = batches.draw()
            if batch is None:
                return
            (hand or self._hire()).take(setup, batch)

    def _hire(self) -> "Worker":
        # A Ctrl-C now is felt after the worker is known here, and never by the worker itself.
        with deaf_to_ctrl_c():
            hand = Worker()
            self._hands.append(hand)
        return hand

    def _hear(self, hand: "Worker", batches: Batches) -> list[GameResult]:
        """Receives what a worker sent: results, that it is ready, or its end."""
        try:
            reply: Reply = hand.line.recv()
        except (EOFError, OSError):
            self._replace(hand, batches)
            return []
        if isinstance(reply, str):
            hand.started, self._failed_starts = True, 0
            return []
        return batches.played(hand.batches.popleft(), reply)

    def _replace(self, hand: "Worker", batches: Batches) -> None:
        """Takes back what a dead worker held; the next batch gets a new one."""
        self._hands.remove(hand)
        held, hand.batches = hand.batches, deque()
        cause = hand.end()
        first = held.popleft() if hand.started else None
        for batch in reversed(held):
            batches.put_back(batch)
        if first is not None:
            batches.lost(first, cause)
            return
        self._failed_starts += 1
        if self._failed_starts >= MOST_FAILED_STARTS:
            raise ArenaError(
                f"worker processes cannot be started ({cause}); a script that runs an arena must"
                ' do so under `if __name__ == "__main__":`'
            )

    def _dismiss(self, hands: "list[Worker]") -> None:
        leaving = list(hands)
        for hand in leaving:
            hand.dismiss()
        for hand in leaving:
            self._hands.remove(hand)
            hand.end()


class Worker:
    """One process, and what it has been given to play.

    Attributes:
        line: the way to it and back.
        process: the process.
        batches: what it holds, the one being played first.
        started: whether it has said that it is ready.
    """

    def __init__(self) -> None:
        """Starts the process."""
        context = get_context("spawn")
        self.line: Connection[Order, Reply]
        far: Connection[Reply, Order]
        self.line, far = context.Pipe()
        self.process = context.Process(target=serve, args=(far,), name="kibitz", daemon=True)
        self.process.start()
        far.close()
        self.batches: deque[Batch] = deque()
        self.started = False

    def take(self, setup: Setup, batch: Batch) -> None:
        """Hands it a batch."""
        self.batches.append(batch)
        # A worker that has just died: its line says so when it is listened to.
        with contextlib.suppress(OSError):
            self.line.send((setup, batch.fixtures))

    def dismiss(self) -> None:
        """Sends it home if it is idle, and kills it if not."""
        if self.batches or not self.started:
            self.process.kill()
        else:
            with contextlib.suppress(OSError):
                self.line.send(None)

    def end(self) -> str:
        """Waits for its end and clears up; says how it ended."""
        self.process.join(LEAVE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        code = self.process.exitcode or 0
        self.line.close()
        self.process.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Holds back Ctrl-C in this thread; processes started within never feel it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What runs in a worker.


def serve(line: "Connection[Reply, Order]") -> None:
    """Plays the batches that come over a line until it is told to leave."""
    # Ctrl-C is the parent's business. Where signals cannot be held back, this comes in time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(line, orders), daemon=True).start()
    with contextlib.suppress(OSError):  # the parent is gone, and `listen` will notice
        line.send(READY)
        while (order := orders.get()) is not None:
            line.send(answer(*order))


def listen(line: "Connection[Reply, Order]", orders: "queue.SimpleQueue[Order]") -> None:
    """Takes orders off the line at once, so that the parent never waits to hand one over."""
    while True:
        try:
            order = line.recv()
        except (EOFError, OSError):
            # The parent is gone, perhaps killed. Nobody wants the game that is being played.
            os._exit(0)
        orders.put(order)
        if order is None:
            return
