"""Where the games of a tournament are played: in processes of this machine.

A backend may play games in any order and on any machine. The results do not depend on it, because
a fixture alone determines its game.

Agents may do anything: end their process, write to its standard output, or never answer. So
they get processes of their own, even where there is only one worker, and the pool watches them.

The process pool is written here because every worker needs a connection of its own. When a worker
dies, even in the middle of a message, its connection closes and no other, so the pool knows which
batch was lost and never waits for the rest of it. The pool of the standard library shares one queue
of results between its workers, and waits forever for a worker killed while it writes to the queue.
"""

import contextlib
import logging
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator, MutableSequence
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final, Literal, NamedTuple, Protocol

from kibitz.agents.outside import with_package
from kibitz.arena import playing
from kibitz.arena.playing import GameFailed, OnTurn
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup
from kibitz.core.errors import KibitzError
from kibitz.games.bugs import find_bug

# Seconds of work in a batch: long compared to the cost of sending it (under a millisecond to a
# process, a few to a cluster), short enough that Ctrl-C or a dead worker loses next to nothing.
BATCH_SECONDS: Final = 0.1
# However short the games are, a batch stays small enough to be sent at once.
MAX_BATCH_SIZE: Final = 512
# A worker gets its next batch in advance only if a batch takes less than this. Where games are
# long, batches that wait for one worker would leave the others idle at the end of a tournament.
MAX_PREFETCH_SECONDS: Final = 1.0
# A game that has killed this many workers will kill the next one, too.
MAX_WORKERS_KILLED: Final = 3
MAX_FAILED_STARTS: Final = 3
# Seconds that an idle worker has to exit by itself.
EXIT_TIMEOUT: Final = 5.0
# Seconds between two looks at workers that send nothing, and the share of the patience after which
# one without progress is reported.
LOOK_SECONDS: Final = 0.5
REPORT_SHARE: Final = 0.1
# Seconds that a worker may take in any case to start and to make agents: they may import a lot.
START_PATIENCE: Final = 60.0
# Signals that end a command, which then ends its workers.
ENDING_SIGNALS: Final = frozenset(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

log = logging.getLogger("kibitz.arena")


class Backend(Protocol):
    """Plays the games of tournaments."""

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures and yields the results in any order.

        Fixtures are read as they are needed. Closing the generator cancels the games in progress.

        Raises:
            ArenaError: if a game cannot be played; says which one.
        """
        ...

    def close(self) -> None:
        """Ends all workers at once; may be called twice."""
        ...


# Batches.


@dataclass(frozen=True)
class BatchResult:
    """What a worker returns for a batch.

    Attributes:
        results: the results in the order of the fixtures; empty if there was an error.
        seconds: how long the batch took.
        error: what stopped the batch, as an error that can be pickled whatever its cause was.
    """

    results: list[GameResult]
    seconds: float
    error: ArenaError | RuntimeError | None = None


def run_batch(
    setup: Setup, fixtures: list[Fixture], on_turn: OnTurn = playing.unwatched
) -> BatchResult:
    """Plays a batch in this process; returns an error instead of raising it."""
    start = time.perf_counter()
    error: ArenaError | RuntimeError
    try:
        # The command may be writing JSON to standard output, so agents print to standard error.
        with contextlib.redirect_stdout(sys.stderr):
            results = playing.play_batch(setup, fixtures, on_turn)
        return BatchResult(results, time.perf_counter() - start)
    except KibitzError as failure:
        # A new error with the same text: not every KibitzError can be pickled. The cause is lost
        # on the way to another process, and its traceback is kept as text.
        if isinstance(failure, GameFailed):
            error = GameFailed(str(failure))
            if failure.__cause__ is not None and find_bug(failure) is not None:
                error.trace = "".join(traceback.format_exception(failure.__cause__))
        else:
            error = ArenaError(str(failure))
        error.__cause__ = failure.__cause__ or failure
    except Exception:  # noqa: BLE001 - a bug in the arena; only its text can be sent
        error = RuntimeError(f"a worker failed:\n{traceback.format_exc()}")
    return BatchResult([], time.perf_counter() - start, error)


class Place(NamedTuple):
    """Where a worker is: in which game, at which move, and whose code runs.

    Attributes:
        number: the number of the game; -1 if the worker makes all agents once, to check them.
        ply: how many moves have been played; -1 before the game is dealt.
        seat: the seat whose agent is running, -1 if none is. While agents are checked, it is the
            player, not a seat.
    """

    number: int
    ply: int
    seat: int

    def name(self, setup: Setup, fixtures: Iterable[Fixture]) -> str:
        """Names the game and the agent for messages; a batch without it is named as a whole."""
        if self.number == playing.BEFORE and self.seat != playing.REFEREE:
            return f"making the agent {setup.players[self.seat]}"
        named = [each for each in fixtures if self.number in (playing.BEFORE, each.number)]
        if self.number == playing.BEFORE or not named:
            return "; ".join(playing.name_game(setup, fixture) for fixture in named or fixtures)
        fixture = named[0]
        if self.seat == playing.REFEREE:
            who = "outside any agent"
        else:
            packages = playing.packages_of(setup, fixture)
            name = playing.player_names(setup, fixture)[self.seat]
            package = packages[self.seat] if packages else None
            who = f"seat {self.seat} ({with_package(name, package)})"
        ply = f"ply {self.ply}" if self.ply != playing.BEFORE else "before the first move"
        return f"{setup.game}, seed {fixture.seed}, {ply}, {who}"


NOWHERE: Final = Place(playing.BEFORE, playing.BEFORE, playing.REFEREE)


@dataclass
class Batch:
    """Some fixtures that are played together, and how many workers died while they played one."""

    fixtures: list[Fixture]
    workers_killed: int = 0


@dataclass
class BatchQueue:
    """Cuts a schedule into batches of about a tenth of a second, by the time games have taken.

    Attributes:
        setup: the tournament.
        fixtures: the rest of the schedule, read as it is needed.
        size: how many games the next batch has.
        seconds_per_game: a moving average; None before the first result.
        retries: batches that have to be played again.
    """

    setup: Setup
    fixtures: Iterable[Fixture]
    size: int = 1
    seconds_per_game: float | None = None
    retries: deque[Batch] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.fixtures = iter(self.fixtures)

    def next_batch(self) -> Batch | None:
        """Returns the next batch; None if there are no more."""
        if self.retries:
            return self.retries.popleft()
        fixtures = list(islice(self.fixtures, self.size))
        return Batch(fixtures) if fixtures else None

    def batches_per_worker(self) -> int:
        """Returns how many batches a worker may hold: the current one, and perhaps the next."""
        seconds = self.seconds_per_game
        return 1 if seconds is None or seconds * self.size > MAX_PREFETCH_SECONDS else 2

    def complete(self, batch: Batch, played: BatchResult) -> list[GameResult]:
        """Returns the results of a batch, and adapts the size of the next ones."""
        if played.error is not None:
            raise played.error
        latest, average = played.seconds / len(batch.fixtures), self.seconds_per_game
        self.seconds_per_game = latest if average is None else 0.7 * average + 0.3 * latest
        fitting = int(BATCH_SECONDS / max(self.seconds_per_game, 1e-9))
        # At most twice the last size: the first games may not be typical.
        self.size = max(1, min(fitting, 2 * self.size, MAX_BATCH_SIZE))
        return played.results

    def retry(self, batch: Batch, cause: str, place: Place = NOWHERE) -> list[GameResult]:
        """Puts back a batch whose worker died; its games are played again, one by one.

        Returns the result of a game that has killed too many workers, as the referee decides it.
        """
        killed = batch.workers_killed + 1
        if killed >= MAX_WORKERS_KILLED:
            return self.give_up(batch, place, f"killed {killed} workers in a row ({cause})")
        # One by one, to find the game that does it and save the rest of its batch. They go to the
        # end, so that workers killed for other reasons are not all counted against one game.
        self.retries.extend(Batch([fixture], killed) for fixture in batch.fixtures)
        return []

    def give_up(
        self, batch: Batch, place: Place, what: str, *, late: bool = False
    ) -> list[GameResult]:
        """Has the referee decide about a game that cannot be played; the rest is played again.

        Raises:
            GameFailed: if the referee decides to stop; names the game.
        """
        setup = self.setup
        guilty = [each for each in batch.fixtures if each.number == place.number]
        if (
            len(batch.fixtures) == 1
            and place.number == playing.BEFORE
            and place.seat == playing.REFEREE
        ):
            guilty = batch.fixtures
        seat = place.seat if guilty and place.seat != playing.REFEREE else None
        failure = GameFailed(f"{place.name(setup, batch.fixtures)}: {what}", seat, late=late)
        ruling = playing.rule(setup, failure)
        if ruling is None or not guilty:  # an agent that cannot even be made plays no game
            raise failure
        innocent = [each for each in batch.fixtures if each not in guilty]
        self.retries.extend(Batch([fixture], batch.workers_killed) for fixture in innocent)
        outcome = playing.ruled_outcome(setup.load(), ruling)
        return [playing.result_of(guilty[0], outcome, ruling, max(0, place.ply))]


# This process.


class Serial:
    """Plays in this process, one game after the other: for tests, and to debug an agent.

    Nothing protects the process: an agent that ends it or never answers has the last word.
    """

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures in their order; see `Backend.play`."""
        batches = BatchQueue(setup, fixtures)
        while (batch := batches.next_batch()) is not None:
            yield batches.complete(batch, run_batch(setup, batch.fixtures))

    def close(self) -> None:
        """Does nothing: there are no workers."""


# Several processes.


def cores() -> int:
    """Returns how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_backend(workers: int | None = None) -> Backend:
    """Makes a backend on this machine; without a number of workers, with one for each core.

    Raises:
        ArenaError: if the machine has fewer cores.
    """
    available = cores()
    count = available if workers is None else workers
    if not 1 <= count <= available:
        raise ArenaError(
            f"invalid workers={count}: expected 1 to {available}, the cores of this machine"
        )
    return ProcessPool(count)


# What a worker receives: a batch to play, or None to exit.
Task = tuple[Setup, list[Fixture]] | None
# What it sends: that it is ready, once, and then a result for each batch.
Message = BatchResult | Literal["ready"]
# What a worker tells about its progress.
Board = MutableSequence[int]


class ProcessPool:
    """Plays in processes of this machine, which are started when needed and kept.

    Attributes:
        size: how many processes there are at most.
    """

    def __init__(self, workers: int) -> None:
        """Makes a pool without starting any process yet."""
        if workers < 1:
            raise ArenaError(f"invalid workers={workers}: expected 1 or more")
        self.size: Final = workers
        self._workers: list[Worker] = []
        self._failed_starts = 0

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        """Plays all fixtures; a worker that dies is replaced, and its games are played again."""
        batches = BatchQueue(setup, fixtures)
        try:
            self._assign(setup, batches)
            while busy := [worker for worker in self._workers if worker.batches]:
                ready = wait([worker.connection for worker in busy], LOOK_SECONDS)
                for worker in busy:
                    if worker.connection in ready:
                        results = self._receive(worker, batches)
                    else:
                        results = self._watch(worker, batches)
                    # Before the caller gets the results, so that no worker waits for the caller.
                    self._assign(setup, batches)
                    if results:
                        yield results
        finally:
            # Workers are still busy only if the tournament was cancelled; they would play on.
            self._stop([worker for worker in self._workers if worker.batches])

    def close(self) -> None:
        """Ends all workers: idle ones exit by themselves, busy ones are killed."""
        self._stop(self._workers)

    def pids(self) -> list[int]:
        """Returns the process ids of the workers."""
        return [worker.process.pid for worker in self._workers if worker.process.pid is not None]

    def _assign(self, setup: Setup, batches: BatchQueue) -> None:
        """Sends batches until every worker holds as many as it may."""
        while True:
            worker = min(self._workers, key=lambda each: len(each.batches), default=None)
            if (worker is None or worker.batches) and len(self._workers) < self.size:
                worker = None
            elif worker is not None and len(worker.batches) >= batches.batches_per_worker():
                return
            batch = batches.next_batch()
            if batch is None:
                return
            if worker is None:
                # A Ctrl-C now arrives once the worker is in the list, and never in the worker.
                with signals_blocked():
                    worker = Worker()
                    self._workers.append(worker)
            worker.send(setup, batch)

    def _receive(self, worker: "Worker", batches: BatchQueue) -> list[GameResult]:
        """Receives a message of a worker, or notices that it is dead; returns new results."""
        try:
            message: Message = worker.connection.recv()
        except Exception:  # noqa: BLE001 - an agent may have written anything to the connection
            return self._remove_dead(worker, batches)
        worker.watch.reset()
        if isinstance(message, BatchResult):
            return batches.complete(worker.batches.popleft(), message)
        worker.started, self._failed_starts = True, 0
        return []

    def _watch(self, worker: "Worker", batches: BatchQueue) -> list[GameResult]:
        """Looks at a worker that has sent nothing; one without progress is reported, then killed.

        Returns the result of the game that it was stuck in.
        """
        idle, patience = worker.watch.look(), batches.setup.patience_seconds
        place = worker.watch.place()
        if not worker.started or place.ply == playing.BEFORE:
            patience = max(patience, START_PATIENCE)
        if idle < REPORT_SHARE * patience:
            return []
        what = f"no move for {idle:,.0f} s"
        if not worker.watch.reported:
            worker.watch.reported = True
            named = place.name(batches.setup, worker.batches[0].fixtures)
            log.warning("%s: %s; the worker is stopped after %g s", named, what, patience)
        if idle < patience:
            return []
        log.warning("worker process %s is stopped and replaced", worker.process.pid)
        if not worker.started:
            return self._remove_dead(worker, batches)
        current, _ = self._remove(worker, batches)
        late = (
            batches.setup.move_ms is not None
            and place.ply != playing.BEFORE
            and place.seat != playing.REFEREE
        )
        return batches.give_up(current, place, what, late=late)

    def _remove_dead(self, worker: "Worker", batches: BatchQueue) -> list[GameResult]:
        """Removes a dead worker, whose games are played again.

        Returns the result of a game that has killed too many workers.
        """
        current, cause = self._remove(worker, batches)
        if worker.started:
            return batches.retry(current, cause, worker.watch.place())
        batches.retries.appendleft(current)
        self._failed_starts += 1
        if self._failed_starts >= MAX_FAILED_STARTS:
            raise ArenaError(
                f"cannot start worker processes ({cause}); a script that runs an arena must do so"
                ' under `if __name__ == "__main__":`'
            )
        return []

    def _remove(self, worker: "Worker", batches: BatchQueue) -> tuple[Batch, str]:
        """Kills a worker; returns the batch that it was playing, and how it ended.

        The batches that it has not begun go to other workers; `_assign` spawns a new one.
        """
        worker.process.kill()
        self._workers.remove(worker)
        held, worker.batches = worker.batches, deque()
        cause = worker.join(timeout=None)
        current = held.popleft()
        for batch in reversed(held):
            batches.retries.appendleft(batch)
        return current, cause

    def _stop(self, workers: "list[Worker]") -> None:
        stopping = list(workers)
        for worker in stopping:
            worker.stop()
        for worker in stopping:
            self._workers.remove(worker)
            worker.join()


class Worker:
    """A worker process, as the pool sees it.

    Attributes:
        connection: the connection to the process.
        process: the process.
        batches: the batches it holds, the current one first.
        started: whether it has said that it is ready.
        watch: where it is.
    """

    def __init__(self) -> None:
        """Starts the process."""
        context = get_context("spawn")
        self.watch = Watch()
        self.connection: Connection[Task, Message]
        other_end: Connection[Message, Task]
        self.connection, other_end = context.Pipe()
        self.process = context.Process(
            target=worker_main, args=(other_end, self.watch.board), name="kibitz", daemon=True
        )
        self.process.start()
        other_end.close()
        self.batches: deque[Batch] = deque()
        self.started = False

    def send(self, setup: Setup, batch: Batch) -> None:
        """Sends the worker a batch to play."""
        if not self.batches:
            self.watch.reset()
        self.batches.append(batch)
        # The worker may just have died: then the next receive fails.
        with contextlib.suppress(OSError):
            self.connection.send((setup, batch.fixtures))

    def stop(self) -> None:
        """Asks the worker to exit if it is idle, and kills it if it is not."""
        if self.batches or not self.started:
            self.process.kill()
        else:
            with contextlib.suppress(OSError):
                self.connection.send(None)

    def join(self, timeout: float | None = EXIT_TIMEOUT) -> str:
        """Waits for the end of the process and frees its resources; returns how it ended.

        A process that does not end in time is killed. For one that was killed already, no timeout
        is needed, and with one this would also wait for the processes that it has forked.
        """
        self.process.join(timeout)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        code = self.process.exitcode or 0
        self.connection.close()
        self.process.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class Watch:
    """What the parent knows about the progress of a worker.

    Attributes:
        board: memory shared with the worker, which writes there whose turn it is: how many turns
            there have been, and the three numbers of `Place`.
        reported: whether the worker has been reported since its last progress.
    """

    def __init__(self) -> None:
        """Starts with an empty board."""
        self.board: Board = get_context("spawn").RawArray("q", [0, *NOWHERE])
        self.reset()

    def reset(self) -> None:
        """Notes progress."""
        self.reported = False
        self._turns = self.board[0]
        self._looked = time.monotonic()
        self._idle = 0.0

    def look(self) -> float:
        """Returns the seconds without progress, as far as this process was running."""
        if self.board[0] != self._turns:
            self.reset()
        now = time.monotonic()
        # Both processes may have been stopped in between, as by Ctrl-Z.
        self._idle += min(now - self._looked, 2 * LOOK_SECONDS)
        self._looked = now
        return self._idle

    def place(self) -> Place:
        """Returns where the worker is."""
        _, number, ply, seat = self.board
        return Place(number, ply, seat)


@contextlib.contextmanager
def signals_blocked() -> Iterator[None]:
    """Delays Ctrl-C and its like in this thread, and in processes started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What runs in a worker process.


def worker_main(connection: "Connection[Message, Task]", board: "Board") -> None:
    """Plays the batches that arrive over a connection until it is told to exit."""
    # Ctrl-C is for the parent. Unlike SIG_IGN, a function is not inherited by other programs, which
    # an agent may start.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
    # Whatever way an agent prints, the command may be writing JSON to its standard output.
    with contextlib.suppress(OSError):  # there is no standard error
        os.dup2(2, 1)
    # Failures are part of the results. Without a handler, Python would also print them here.
    logging.getLogger("kibitz").addHandler(logging.NullHandler())
    # A process that an agent forks must not answer for this one, nor keep the connection open.
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=connection.close)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=receive_tasks, args=(connection, tasks), daemon=True).start()

    def on_turn(number: int, ply: int, seat: int) -> None:
        board[1] = number
        board[2] = ply
        board[3] = seat
        board[0] += 1

    with contextlib.suppress(OSError):  # the parent is gone, and `receive_tasks` will notice
        connection.send("ready")
        while (task := tasks.get()) is not None:
            on_turn(*NOWHERE)
            connection.send(run_batch(*task, on_turn))


def receive_tasks(
    connection: "Connection[Message, Task]", tasks: "queue.SimpleQueue[Task]"
) -> None:
    """Reads tasks as soon as they arrive, so that the parent never waits to send one."""
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            # The parent is gone, perhaps killed: nobody needs the game in progress.
            os._exit(0)
        tasks.put(task)
        if task is None:
            return
