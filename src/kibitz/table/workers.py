"""Processes in which agents think, so that no request ever waits for a search.

An agent may come from any package: it may crash its process, never answer, print, or return junk.
So every worker is a process of its own with a connection of its own. It gets one question at a
time, and what it returns is JSON: this process unpickles nothing that an agent made. A worker that
crashes or is late is killed with everything it has started, and another one takes its place.

A worker is told what the seat of its agent sees, never the state of a match.
"""

import asyncio
import contextlib
import itertools
import json
import logging
import math
import os
import pickle
import queue
import signal
import socket
import struct
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeVar

from kibitz import games
from kibitz.agents.asking import (
    AgentMisbehaved,
    Consulted,
    ask,
    choose_adviser,
    consult,
    limit_clock,
    make_guarded,
    write_advice,
)
from kibitz.agents.guard import call_agent, describe_changes, guard_of
from kibitz.agents.registry import package_of
from kibitz.arena.backend import ENDING_SIGNALS, signals_blocked
from kibitz.core.agent import Advice, Observation
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.value import Json
from kibitz.games.bugs import describe_error
from kibitz.table.planned import add_touches
from kibitz.table.refusal import STATUS, Refusal

# The longest answer, in bytes. Advice with a long trace has some ten thousand.
MOST_BYTES: Final = 1_000_000
# Seconds that a worker may take to start: it imports all games.
START_PATIENCE: Final = 60.0
# So many workers in a row that do not even start mean that none will.
MAX_FAILED_STARTS: Final = 3
# Seconds before a worker that did not start is replaced; twice as many after each failure.
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 10.0
# Seconds after which the system ends a worker whose parent was killed, even if an agent never lets
# another thread run. They are added to the deadline and the grace.
ALARM_MARGIN: Final = 5
# Requests go first: a worker has a lower priority than the server.
NICENESS: Final = 5
# How many games a worker keeps, with different options.
MOST_GAMES: Final = 32
# How many characters of an agent's message are kept.
LONGEST_MESSAGE: Final = 1_000
NO_ANSWER: Final = "the process of the agent sent something that is not an answer"
STOPPED: Final = "the workers are stopped"
BUSY: Final = "no worker was free in time"
# Every message has its length in front.
LENGTH: Final = struct.Struct("!I")

T = TypeVar("T")
FailureKind = Literal["busy", "crashed", "late", "error", "cancelled"]
# What runs in a worker: it gets the seconds until the answer is due, then its own arguments.
Function = Callable[..., Json]

log = logging.getLogger(__name__)


class AgentFailed(KibitzError):
    """An agent gave no answer.

    Attributes:
        kind: `busy` (no worker was free in time, so it was not asked), `crashed` (its process
            ended), `late`, `error` (it raised an error, returned something that is not legal
            advice, or changed the rules), or `cancelled` (the workers were stopped).
    """

    def __init__(self, kind: FailureKind, message: str) -> None:
        super().__init__(message)
        self.kind: Final = kind


class Question(NamedTuple):
    """What an agent is asked.

    Attributes:
        game: the id of the game.
        options: the options it is made with.
        agent: the specification of the agent; empty for the adviser of the game.
        seen: what its seat sees. Its game stays here, and its deadline is not used.
        ms: how many milliseconds the agent may think; None for as long as it likes, which makes
            its answer depend on nothing but the question.
        hint: whether to ask a search as well if the adviser of the game has no opinion.
        touches: whether to say what moves touch, for somebody who looks at the table.
    """

    game: str
    options: Mapping[str, Json]
    agent: str
    seen: Observation[Any, Any]  # Any: games are known by name only
    ms: int | None
    hint: bool = False
    touches: bool = False


class Answer(NamedTuple):
    """What an agent answered, as JSON.

    Attributes:
        move: the advised move, which is legal.
        advice: the advice as `Advice.to_json` writes it, with `explanation` (lines of text),
            `plan_words`, and `words` and `chance` (of winning, or null) for every option; if the
            question wants it, with `touches`, also of every option, and `plan_touches`.
        agent: the specification of the agent that was asked in the end.
        seconds: how long it thought.
        package: the package and version that the agent comes from.
    """

    move: Json
    advice: dict[str, Json]
    agent: str
    seconds: float
    package: str = ""


def read_answer(document: Json) -> Answer:
    """Reads an answer that a worker has written.

    Raises:
        AgentFailed: if it is none.
    """
    match document:
        case {
            "move": dict() as move,
            "advice": dict() as advice,
            "agent": str() as agent,
            "seconds": float() as seconds,
            "package": str() as package,
        }:
            return Answer(move, advice, agent, seconds, package)
    raise AgentFailed("error", NO_ANSWER)


class Limit(NamedTuple):
    """How long a question may take.

    Attributes:
        seconds: from the moment that a worker gets it until the answer is due.
        wait: how many seconds it may wait for a worker; None for as long as it takes.
        turn: whether a match waits for it. Where questions of both kinds wait, every second one is
            of this kind.
        begun: is called when a worker gets it.
    """

    seconds: float
    wait: float | None = None
    turn: bool = False
    begun: Callable[[], None] | None = None


class Ticket:
    """A question on its way.

    Attributes:
        number: the number of the question, which the answer has to repeat.
        content: the pickled function and arguments.
        limit: how long it may take.
        timeout: ends the waiting, for a worker and then for the answer.
        answer: gets the answer.
        worker: the worker that thinks about it; None while it waits.
    """

    def __init__(self, number: int, content: bytes, limit: Limit, timeout: asyncio.Timeout) -> None:
        self.number: Final = number
        self.content: Final = content
        self.limit: Final = limit
        self.timeout: Final = timeout
        self.answer: Final[asyncio.Future[Json]] = asyncio.get_running_loop().create_future()
        self.worker: Worker | None = None

    def fail(self, kind: FailureKind, message: str) -> None:
        """Fails the question, unless it is answered or nobody waits for it any more."""
        if not self.answer.done():
            self.answer.set_exception(AgentFailed(kind, message))


class Workers:
    """A number of processes that answer questions, each one at a time.

    All methods belong to the thread of the event loop, but `busy`, `queued`, `pids` and `ready` may
    be read from any thread.

    Attributes:
        count: how many processes there are.
        grace: seconds that an answer may be late before its worker is killed.
        restarts: how many workers were replaced.
        failures: how many questions failed, by kind.
    """

    def __init__(self, count: int, grace: float) -> None:
        """Makes the pool; `start` starts its processes.

        Raises:
            ValueError: if there is no worker, or the grace is negative.
        """
        if count < 1:
            raise ValueError(f"invalid count={count}: expected 1 or more")
        if not 0.0 <= grace < math.inf:
            raise ValueError(f"invalid grace={grace}: expected 0 or more seconds")
        self.count: Final = count
        self.grace: Final = grace
        self.restarts = 0
        self.failures: Final[Counter[str]] = Counter()
        self._numbers: Final = itertools.count(1)
        # Questions that wait: those of matches, and the others.
        self._turns: Final[deque[Ticket]] = deque()
        self._others: Final[deque[Ticket]] = deque()
        self._turn_was_last = False
        self._idle: Final[deque[Worker]] = deque()
        self._workers: Final[set[Worker]] = set()
        self._lives: Final[set[asyncio.Task[None]]] = set()
        self._failed_starts = 0
        self._warm: asyncio.Future[None] | None = None
        self._stopped = True

    # Starting and stopping.

    async def start(self) -> None:
        """Starts the processes; returns when all of them have imported the games.

        Raises:
            KibitzError: if they cannot be started.
        """
        self._stopped = False
        self._failed_starts = 0
        self._warm = asyncio.get_running_loop().create_future()
        for _ in range(self.count):
            self._begin_life()
        try:
            await self._warm
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Kills all processes and waits for their end; questions on their way fail."""
        self._stopped = True
        if self._warm is not None and not self._warm.done():
            self._warm.cancel()
        for ticket in (*self._turns, *self._others):
            ticket.fail("cancelled", STOPPED)
        self._turns.clear()
        self._others.clear()
        for worker in self._workers:
            if worker.ticket is not None:
                worker.ticket.fail("cancelled", STOPPED)
            worker.kill()
        # They end by themselves, because their processes do.
        await asyncio.gather(*self._lives, return_exceptions=True)

    # Asking.

    async def ask(self, question: Question, limit: Limit) -> Answer:
        """Asks an agent; questions of the same kind are answered in their order.

        Cancelling the task that waits here cancels the question. A worker that thinks about it is
        killed and replaced.

        Args:
            question: the question.
            limit: how long it may take. The agent gets less time than the question allows if its
                answer is due earlier.

        Raises:
            AgentFailed: if there is no answer. Nothing is tried again.
        """
        seen = question.seen
        parts = Parts(seen.view, seen.seat, seen.moves, seen.rng, seen.wanted)
        how = (question.ms, question.hint, question.touches)
        asked = (question.game, dict(question.options), question.agent, *how)
        try:
            return read_answer(await self.run(answer, *asked, parts, limit=limit))
        except Refusal as refusal:  # only the agent can have sent it
            self.failures["error"] += 1
            raise AgentFailed("error", str(refusal)) from refusal

    async def run(self, function: Function, *arguments: object, limit: Limit) -> Json:
        """Calls a function in a worker and returns its result, which has to be JSON.

        Args:
            function: a function of a module. Its first argument is the number of seconds until the
                result is due.
            arguments: the other ones; they are pickled.
            limit: how long it may take.

        Raises:
            AgentFailed: as for `ask`.
            Refusal: if the function raises one.
        """
        if self._stopped:
            raise AgentFailed("cancelled", STOPPED)
        content = pickle.dumps((function, arguments))
        timeout = asyncio.timeout(limit.wait)
        ticket = Ticket(next(self._numbers), content, limit, timeout)
        try:
            async with timeout:
                (self._turns if limit.turn else self._others).append(ticket)
                self._assign()
                return await ticket.answer
        except TimeoutError:
            late = AgentFailed("late", "the agent did not answer in time")
            failure = AgentFailed("busy", BUSY) if ticket.worker is None else late
            self.failures[failure.kind] += 1
            raise failure from None
        except AgentFailed as error:
            self.failures[error.kind] += 1
            raise
        finally:
            self._drop(ticket)

    def busy(self) -> int:
        """Returns how many workers think."""
        return sum(worker.ticket is not None for worker in [*self._workers])

    def queued(self) -> int:
        """Returns how many questions wait for a worker."""
        return len(self._turns) + len(self._others)

    def pids(self) -> list[int]:
        """Returns the process ids of the workers."""
        return sorted(worker.pid for worker in [*self._workers])

    @property
    def ready(self) -> bool:
        """Whether questions will be answered: a worker is ready, or one will be soon."""
        failing = self._failed_starts >= MAX_FAILED_STARTS
        return not self._stopped and (not failing or any(each.warm for each in [*self._workers]))

    def _assign(self) -> None:
        """Gives waiting questions to idle workers."""
        while self._idle and (self._turns or self._others):
            ticket = self._next()
            if not ticket.timeout.expired():
                self._idle.popleft().send(ticket, self.grace)

    def _next(self) -> Ticket:
        """Takes the question that is next: of each kind in turn, if both wait."""
        kinds = (self._others, self._turns) if self._turn_was_last else (self._turns, self._others)
        kind = kinds[0] or kinds[1]
        self._turn_was_last = kind is self._turns
        return kind.popleft()

    def _drop(self, ticket: Ticket) -> None:
        """Forgets a question; a worker that still thinks about it is killed."""
        for kind in (self._turns, self._others):
            if ticket in kind:
                kind.remove(ticket)
        if ticket.worker is not None and ticket.worker.ticket is ticket:
            ticket.worker.kill()

    # The life of a worker.

    def _begin_life(self) -> None:
        if not self._stopped:
            life = asyncio.get_running_loop().create_task(self._live())
            self._lives.add(life)
            life.add_done_callback(self._lives.discard)

    async def _live(self) -> None:
        """Starts a worker, passes on its answers until it ends, and has it replaced."""
        try:
            worker = Worker()
        except OSError as error:  # too many processes or open files
            log.warning("cannot start a worker process: %s", error)
            self._replace(False)
            return
        self._workers.add(worker)
        try:
            await self._pass_answers(worker)
        finally:
            cancelled = worker.killed
            worker.kill()
            self._workers.discard(worker)
            if worker in self._idle:
                self._idle.remove(worker)
            self._replace(worker.warm)
            cause = await worker.join()
            if worker.ticket is not None:
                worker.ticket.fail("crashed", f"the process of the agent ended ({cause})")
            if not cancelled:
                log.warning("worker process %s was replaced (%s)", worker.pid, cause)

    async def _pass_answers(self, worker: "Worker") -> None:
        """Passes on the answers of a worker; returns when it has ended or has to."""
        with contextlib.suppress(EOFError, OSError, TimeoutError, BadMessage):
            await worker.connect()
            async with asyncio.timeout(START_PATIENCE):
                await worker.receive()
            worker.warm, self._failed_starts = True, 0
            if self._warm is not None and not self._warm.done() and self._all_warm():
                self._warm.set_result(None)
            while not worker.killed:
                self._idle.append(worker)
                self._assign()
                worker.settle(await worker.receive())

    def _all_warm(self) -> bool:
        return sum(worker.warm for worker in self._workers) == self.count

    def _replace(self, warm: bool) -> None:
        """Starts another worker; after one that has not even started only after a pause."""
        if self._stopped:
            return
        self.restarts += 1
        if warm:
            self._begin_life()
            return
        self._failed_starts += 1
        if self._failed_starts >= MAX_FAILED_STARTS and self._warm and not self._warm.done():
            self._warm.set_exception(KibitzError("cannot start worker processes"))
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self._failed_starts, 10))
        asyncio.get_running_loop().call_later(pause, self._begin_life)


class BadMessage(KibitzError):
    """A worker sent something that is not the answer to its question."""


class Worker:
    """A process, as the pool sees it.

    Attributes:
        pid: its process id.
        ticket: the question that it thinks about.
        warm: whether it has said that it is ready.
        killed: whether the pool has killed it.
    """

    def __init__(self) -> None:
        """Starts the process."""
        context = get_context("spawn")
        self._socket, other_end = socket.socketpair()
        try:
            self._process: Final = context.Process(
                target=worker_main, args=(other_end,), name="kibitz worker", daemon=True
            )
            with signals_blocked():  # A Ctrl-C never arrives in a process that is starting.
                self._process.start()
        except BaseException:
            self._socket.close()
            raise
        finally:
            other_end.close()
        assert self._process.pid is not None
        self.pid: Final = self._process.pid
        self.ticket: Ticket | None = None
        self.warm = False
        self.killed = False
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connect(self) -> None:
        """Opens the connection."""
        self._streams = await asyncio.open_connection(sock=self._socket)

    def send(self, ticket: Ticket, grace: float) -> None:
        """Sends a question; its time begins now. Some seconds after it, the worker is killed."""
        assert self._streams is not None
        self.ticket, ticket.worker = ticket, self
        seconds, limit = ticket.limit.seconds, ticket.limit.seconds + grace
        ticket.timeout.reschedule(asyncio.get_running_loop().time() + limit)
        if ticket.limit.begun is not None:
            ticket.limit.begun()
        head = json.dumps([ticket.number, seconds, limit]).encode()
        for part in (head, ticket.content):
            self._streams[1].write(LENGTH.pack(len(part)) + part)

    async def receive(self) -> bytes:
        """Waits for a message.

        Raises:
            EOFError: if the process has ended.
            BadMessage: if the message is too long.
        """
        assert self._streams is not None
        reader = self._streams[0]
        (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        if length > MOST_BYTES:
            self.refuse()
        return await reader.readexactly(length)

    def settle(self, message: bytes) -> None:
        """Answers the current question.

        Raises:
            BadMessage: if the message does not answer it.
        """
        ticket = self.ticket
        try:
            found: object = json.loads(message)
        except (ValueError, RecursionError):
            self.refuse()
        if ticket is None or not isinstance(found, dict) or found.get("number") != ticket.number:
            self.refuse()
        self.ticket = None
        if ticket.answer.done():
            return
        match found:
            case {"refused": {"code": str(code), "message": str(text), "facts": dict(facts)}}:
                if code not in STATUS or facts.keys() & {"code", "message"}:
                    ticket.fail("error", NO_ANSWER)
                else:
                    ticket.answer.set_exception(Refusal(code, text, **facts))
            case {"result": result}:
                ticket.answer.set_result(result)
            case _:
                ticket.fail("error", str(found.get("error", NO_ANSWER)))

    def refuse(self) -> NoReturn:
        """Fails the current question, because what the worker sent makes no sense."""
        if self.ticket is not None:
            self.ticket.fail("error", NO_ANSWER)
        raise BadMessage(NO_ANSWER)

    def kill(self) -> None:
        """Kills the process and everything that it has started."""
        self.killed = True
        # Its group has its id, unless it is still starting.
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(ValueError, OSError):  # closed already
            self._process.kill()
        if self._streams is not None:
            self._streams[1].transport.abort()

    async def join(self) -> str:
        """Waits for the end of the process, which was killed; returns how it ended."""
        await asyncio.shield(asyncio.to_thread(self._process.join))
        code = self._process.exitcode or 0
        self._process.close()
        if self._streams is None:
            self._socket.close()
        else:
            with contextlib.suppress(OSError):
                await self._streams[1].wait_closed()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


# What runs in a worker process.


def worker_main(connection: socket.socket) -> None:
    """Answers the questions that arrive over a connection until it closes."""
    detach(connection)
    warm_up()
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    stream = connection.makefile("rb")
    threading.Thread(target=receive_tasks, args=(stream, tasks), daemon=True).start()
    with contextlib.suppress(OSError):  # the parent is gone, and `receive_tasks` will notice
        send(connection, b"ready")
        while True:
            send(connection, answer_task(tasks.get()))


def detach(connection: socket.socket) -> None:
    """Makes this process independent of the terminal, and of what its agents do."""
    # Ctrl-C is for the server. Unlike SIG_IGN, a function is not inherited by other programs.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(os, "setsid"):
        os.setsid()  # whatever its agents start can be killed with it
        os.nice(NICENESS)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
        # A process that an agent forks or starts must not keep the connection open. The socket
        # itself would wait for the stream that reads from it.
        os.register_at_fork(after_in_child=partial(os.close, connection.fileno()))
    connection.set_inheritable(False)
    with contextlib.suppress(OSError):  # there is no standard error
        os.dup2(2, 1)
    # Failures are part of the answers. Without a handler, Python would also print them here.
    logging.getLogger("kibitz").addHandler(logging.NullHandler())


def warm_up() -> None:
    """Imports all games; a broken one does not matter to the others."""
    for name in games.names():
        with contextlib.suppress(Exception):
            make_game(name, {})


def send(connection: socket.socket, message: bytes) -> None:
    """Sends a message to the parent."""
    connection.sendall(LENGTH.pack(len(message)) + message)


class Task(NamedTuple):
    """A question as it arrives in a worker: its number, its two limits in seconds, and the rest."""

    number: int
    seconds: float
    limit: float
    content: bytes


def receive_tasks(stream: Any, tasks: "queue.SimpleQueue[Task]") -> None:  # Any: a binary file
    """Reads tasks as they arrive; ends the process when the parent is gone."""
    while True:
        try:
            number, seconds, limit = json.loads(receive(stream))
            tasks.put(Task(number, seconds, limit, receive(stream)))
        except (EOFError, OSError):
            # The parent may have been killed: nobody needs the answer.
            if hasattr(os, "killpg"):
                os.killpg(0, signal.SIGKILL)
            os._exit(0)


def receive(stream: Any) -> bytes:
    """Reads a message of the parent.

    Raises:
        EOFError: if the parent has closed the connection.
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    found: bytes = stream.read(length)
    if len(found) < length:
        raise EOFError
    return found


def answer_task(task: Task) -> bytes:
    """Does a task and writes its answer, which may be an error."""
    # The system ends this process if the parent cannot, even where no thread gets a turn.
    set_alarm(math.ceil(task.limit) + ALARM_MARGIN)
    reply: dict[str, Json] = {"number": task.number}
    try:
        function, arguments = pickle.loads(task.content)
        written = write_json({**reply, "result": function(task.seconds, *arguments)})
        if len(written) <= MOST_BYTES:
            return written
        reply["error"] = f"the answer of the agent has {len(written):,} bytes: too many"
    except Refusal as error:
        reply["refused"] = {"code": error.code, "message": str(error), "facts": error.facts}
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001 - agents raise anything
        reply["error"] = message_of(error)
    finally:
        set_alarm(0)
    return write_json(reply)


def set_alarm(seconds: int) -> None:
    """Has the system end this process after some seconds; 0 for never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def write_json(document: Json) -> bytes:
    """Writes a document as strict JSON.

    Raises:
        ValueError: if it has numbers or characters that JSON does not have.
        TypeError: if it has something else in it.
    """
    return json.dumps(document, ensure_ascii=False, allow_nan=False).encode()


def message_of(error: BaseException) -> str:
    """Writes an error of an agent in one line that JSON can hold."""
    try:
        text = str(error) if isinstance(error, KibitzError) else describe_error(error)
    except Exception:  # noqa: BLE001 - an author's class may fail even at that
        text = type(error).__name__
    return text[:LONGEST_MESSAGE].encode(errors="replace").decode()


GAMES: Final[OrderedDict[str, Game[Any, Any]]] = OrderedDict()


def make_game(name: str, options: Mapping[str, Json]) -> Game[Any, Any]:
    """Makes a game, or returns the one that was made before.

    Raises:
        KibitzError: if there is no such game, or it refuses an option.
    """
    key = json.dumps([name, dict(options)], sort_keys=True)
    if key not in GAMES:
        GAMES[key] = games.load_with(name, options)
    GAMES.move_to_end(key)
    while len(GAMES) > MOST_GAMES:
        GAMES.popitem(last=False)
    return GAMES[key]


class Parts(NamedTuple):
    """An observation without its game, which the worker makes."""

    view: Any  # Any: as each game has it
    seat: int
    moves: list[Move[Any]]
    rng: Rng
    wanted: tuple[Move[Any], ...]

    def observe(self, game: Game[Any, Any], deadline: float | None) -> Observation[Any, Any]:
        """Makes the observation."""
        return Observation(game, self.view, self.seat, self.moves, self.rng, deadline, self.wanted)


def answer(
    seconds: float,
    name: str,
    options: Mapping[str, Json],
    spec: str,
    ms: int | None,
    hint: bool,
    touches: bool,
    parts: Parts,
) -> Json:
    """Asks the agent of a question; see `Question`."""
    game = make_game(name, options)
    # The agent may change what it sees, and this is read again.
    asked = ask_agent(game, spec, copied(parts), ms, seconds, hint=hint)
    return answer_json(parts.observe(game, None), asked, touches=touches)


def copied(parts: Parts) -> Parts:
    """Returns an independent copy of an observation."""
    found: Parts = pickle.loads(pickle.dumps(parts))
    return found


class Asked(NamedTuple):
    """An agent that was asked: who it is, what it said, and how long it took."""

    consulted: Consulted[Any, Any]
    seconds: float


def ask_agent(
    game: Game[Any, Any],
    spec: str,
    parts: Parts,
    ms: int | None,
    seconds: float,
    *,
    hint: bool,
) -> Asked:
    """Asks an agent as the terminal does.

    Args:
        game: the rules.
        spec: the agent; empty for the adviser of the game.
        parts: what its seat sees.
        ms: how many milliseconds it may think; None for no clock.
        seconds: until the answer is due, in any case.
        hint: whether to ask a search as well if the adviser of the game has no opinion.

    Raises:
        KibitzError: if there is no such agent, or it misbehaves.
    """
    timed = ms is not None
    wait = None if ms is None else max(1, min(ms, int(1000 * seconds)))
    name = choose_adviser(game, spec or None, timed, wait)
    if wait is not None:
        name = limit_clock(name, wait)
    began = time.monotonic()
    seen = parts.observe(game, None if wait is None else began + wait / 1000)
    with refusing_nothing(name):
        if hint:
            consulted = consult(game, name, seen, timed, wait)
        else:
            agent = make_guarded(game, name)
            consulted = Consulted(name, agent, ask(agent, seen, f"agent {name}"))
    return Asked(consulted, time.monotonic() - began)


@contextlib.contextmanager
def refusing_nothing(spec: str) -> Iterator[None]:
    """Makes a refusal that an agent raises an error of the agent: refusing is for the table.

    Raises:
        AgentMisbehaved: if the agent raises one.
    """
    try:
        yield
    except Refusal as error:
        raise AgentMisbehaved(f"agent {spec} raised {describe_error(error)}") from error


def ask_again(
    game: Game[Any, Any], asked: Asked, function: Callable[..., T], *arguments: object
) -> T:
    """Calls a function that asks an agent again, such as `Game.action`.

    Raises:
        AgentMisbehaved: if the agent changes the rules.
    """
    guard = guard_of(game)
    with refusing_nothing(asked.consulted.spec):
        found = call_agent(function, *arguments)
    changed = guard.restore()
    if changed:
        raise AgentMisbehaved(f"agent {asked.consulted.spec} {describe_changes(changed)}")
    return found


def answer_json(
    seen: Observation[Any, Any], asked: Asked, *, touches: bool = False
) -> dict[str, Json]:
    """Writes an answer as JSON, and what moves touch if somebody looks at the table.

    Raises:
        AgentMisbehaved: if the advice is not legal.
    """
    spec, _, advice = asked.consulted
    move = legal_move(seen, advice, spec)
    written = write_advice(seen.game, seen.view, advice)
    if touches:
        add_touches(seen, advice, written)
    return {
        "move": move.to_json(),
        "advice": written,
        "agent": spec,
        "seconds": asked.seconds,
        "package": package_of(seen.game, spec),
    }


def legal_move(seen: Observation[Any, Any], advice: Advice[Any], spec: str) -> Move[Any]:
    """Returns the advised move as the rules list it.

    Raises:
        AgentMisbehaved: if it is not legal.
    """
    move = advice.move
    if move in seen.moves:
        return seen.moves[seen.moves.index(move)]
    if type(move).always and type(move) in seen.game.kinds():  # such as conceding
        return move
    raise AgentMisbehaved(f"agent {spec} advises {move}, which is not legal")
