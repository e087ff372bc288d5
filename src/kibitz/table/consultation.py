"""Questions of advice about a match: what is asked, how far it is, and the answer."""

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

from kibitz.agents.asking import WAIT
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json
from kibitz.table.metrics import Metrics
from kibitz.table.refusal import Refusal
from kibitz.table.seats import token_hash
from kibitz.table.settings import Settings
from kibitz.table.workers import AgentFailed, Answer, Limit, Question, Workers

# How many questions are remembered, and for how many seconds after their answer.
MOST_ADVICE: Final = 1_000
ADVICE_SECONDS: Final = 300.0
# What is told about an error that is nobody's but ours.
FAILED: Final = "the server failed: its log says why"

log = logging.getLogger(__name__)

AdviceState = Literal["thinking", "done", "failed", "cancelled"]


class AdviceWish(NamedTuple):
    """What somebody wants advice about.

    Attributes:
        agent: the agent; empty for the adviser of the game.
        ms: how many milliseconds it may think.
        wanted: moves that must be among the options, as a player types them.
        ply: how many moves have been played, in a match that is over; None for now.
        seat: whose decision it is, in a match that is over; None for the seat that decided.
    """

    agent: str = ""
    ms: int = WAIT
    wanted: Sequence[str] = ()
    ply: int | None = None
    seat: int | None = None


class Consultation:
    """A question of advice.

    Attributes:
        id: its id, which nobody can guess.
        match: the match.
        owner: the hash of the token of whoever asks; empty for a spectator.
        address: where the question came from.
        about: what it is about: `ply`, `version` and `seat`, and the `wanted` moves as the game
            writes them.
        state: how far it is.
        answer: the answer; empty until it is done.
        error: why there is none; empty unless it failed.
        ended: when it ended, on the clock of `time.monotonic`.
    """

    def __init__(self, match: str, owner: str, address: str, about: dict[str, Json]) -> None:
        self.id: Final = secrets.token_urlsafe(12)
        self.match: Final = match
        self.owner: Final = owner
        self.address: Final = address
        self.about: Final = about
        self.state: AdviceState = "thinking"
        self.answer: dict[str, Json] = {}
        self.error = ""
        self.ended = 0.0
        self.task: asyncio.Task[Answer] | None = None

    def cancel(self) -> None:
        """Stops thinking."""
        if self.task is not None and self.state == "thinking":
            self.state = "cancelled"
            self.task.cancel()

    def to_json(self) -> dict[str, Json]:
        """Writes how far the question is, and the answer."""
        error: dict[str, Json] = {"message": self.error} if self.error else {}
        return {"id": self.id, "state": self.state, **self.about, **self.answer, **error}


class Consultations:
    """The questions of advice of one server, and how many requests wait for an agent.

    All methods belong to the thread of the event loop.

    Attributes:
        count: how many wait; may be read from any thread.
    """

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        workers: Workers,
        told: Callable[[Consultation], None],
    ) -> None:
        """Makes it.

        Args:
            settings: how many may wait, and how long.
            metrics: where answers are counted.
            workers: where agents think.
            told: is called with every question that has ended.
        """
        self.count = 0
        self._settings: Final = settings
        self._metrics: Final = metrics
        self._workers: Final = workers
        self._told: Final = told
        self._by_address: Final[Counter[str]] = Counter()
        self._asked: Final[OrderedDict[str, Consultation]] = OrderedDict()
        self._tasks: Final[set[asyncio.Task[Answer]]] = set()
        self._released: Final = asyncio.Event()

    # How many wait.

    def check(self, address: str) -> None:
        """Refuses another question if there are too many.

        Raises:
            Refusal: if so.
        """
        limits = self._settings.limits
        most = limits.advice_per_address
        if self._by_address[address] >= most:
            raise Refusal("TOO_MANY", f"{most} questions wait for advice: cancel one, or wait")
        if self.count >= limits.advice_waiting:
            raise Refusal("TOO_MANY", "too many questions wait for advice: try again later")

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Counts somebody who waits for an agent.

        Raises:
            Refusal: as for `check`.
        """
        self._take(address)
        try:
            yield
        finally:
            self._give_back(address)

    def _take(self, address: str) -> None:
        self.check(address)
        self._by_address[address] += 1
        self.count += 1

    def _give_back(self, address: str) -> None:
        self.count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    # Questions about matches.

    def begin(self, asked: Consultation, question: Question) -> None:
        """Asks an agent.

        Raises:
            Refusal: as for `check`.
        """
        self._take(asked.address)
        self._forget()
        self._asked[asked.id] = asked
        asked.task = asyncio.get_running_loop().create_task(
            self._workers.ask(question, self.limit())
        )
        self._tasks.add(asked.task)
        asked.task.add_done_callback(lambda task: self._end(asked, question, task))

    def _end(self, asked: Consultation, question: Question, task: asyncio.Task[Answer]) -> None:
        """Notes an answer, or why there is none, and tells whoever asked."""
        self._tasks.discard(task)
        self._give_back(asked.address)
        asked.ended = time.monotonic()
        failure = None if task.cancelled() else task.exception()
        if task.cancelled() or asked.state == "cancelled":
            asked.state = "cancelled"
        elif failure is None:
            answer = task.result()
            asked.state, asked.answer = "done", write_answer(answer)
            self._metrics.agent_answered(question.game, answer.agent, answer.seconds)
        elif isinstance(failure, KibitzError):
            asked.state, asked.error = "failed", str(failure)
        else:
            asked.state, asked.error = "failed", FAILED
            log.error("a question of advice failed", exc_info=failure)
        self._told(asked)

    def find(self, match: str, token: str, id: str) -> Consultation:
        """Returns a question of somebody.

        Raises:
            Refusal: if there is no such question, or it is somebody else's.
        """
        asked = self._asked.get(id)
        owner = token_hash(token) if token else ""
        if asked is None or asked.match != match or asked.owner != owner:
            raise Refusal(
                "ADVICE_NOT_FOUND", "you have not asked this question, or it was too long ago"
            )
        return asked

    async def wait(self, asked: Consultation, seconds: float) -> None:
        """Waits for an answer, but not while the server stops."""
        if asked.task is None or asked.state != "thinking" or seconds <= 0:
            return
        released = asyncio.ensure_future(self._released.wait())
        try:
            await asyncio.wait(
                [asked.task, released], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            released.cancel()

    def limit(self) -> Limit:
        """Returns how long advice may take: two agents may be asked, one after the other.

        It may wait as long, because its worker may be busy with other advice.
        """
        seconds = 2 * self._settings.advice_seconds
        return Limit(seconds, seconds)

    def _forget(self) -> None:
        """Forgets old answers, and the oldest question if there are too many."""
        old = time.monotonic() - ADVICE_SECONDS
        for each in [*self._asked.values()]:
            if each.state != "thinking" and each.ended < old:
                del self._asked[each.id]
        while len(self._asked) >= MOST_ADVICE:
            _, oldest = self._asked.popitem(last=False)
            oldest.cancel()

    # Stopping.

    def release(self) -> None:
        """Lets nobody wait any more."""
        self._released.set()

    async def stop(self) -> None:
        """Stops thinking about all questions."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def write_answer(answer: Answer) -> dict[str, Json]:
    """Writes what an agent has answered."""
    return {
        "agent": answer.agent,
        "package": answer.package,
        "seconds": answer.seconds,
        "advice": answer.advice,
    }


def agent_failed(failure: AgentFailed) -> Refusal:
    """Makes the refusal for an agent that gives no answer."""
    code = {"busy": "TOO_MANY", "cancelled": "SHUTTING_DOWN"}.get(failure.kind, "AGENT_FAILED")
    return Refusal(code, str(failure))
