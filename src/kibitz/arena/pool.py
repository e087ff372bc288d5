"""The process pool: the cores of one machine.

Every worker has a line of its own to this process. A worker that dies, even in the middle of an
answer, closes its line and no other, so it is always known which batch was lost, and nothing waits
for the rest of it. The standard library's pool shares one queue of results between its workers: a
worker killed while it writes there is waited for without end.
"""

import contextlib
import os
import queue
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final

from kibitz.arena.backend import Answer, Backend, Batch, Batches, Serial, answer
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Fixture, Setup

# What a worker is sent: a batch, or None for the end.
Order = tuple[Setup, list[Fixture]] | None
# What it sends: a word that it has started, then the answers.
Reply = Answer | str

READY: Final = "ready"
# Seconds that an idle worker has to leave by itself.
LEAVE: Final = 5.0
MOST_FAILED_STARTS: Final = 3


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
