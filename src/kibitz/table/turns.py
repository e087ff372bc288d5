"""Turns of agents: which match is next, who lets its agent act, and what if the agent fails.

An agent must act in many matches at a time, and there are few workers. Matches stand in line, and
no more agents are asked than there are workers. With several servers on one store, the one that
lets an agent act reserves the match meanwhile.

All of it belongs to the event loop.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from kibitz.table.authority import UNPLAYABLE, Authority
from kibitz.table.live import LiveMatch
from kibitz.table.metrics import Metrics
from kibitz.table.refusal import Refusal
from kibitz.table.settings import Settings
from kibitz.table.workers import AgentFailed, Limit, Question, Workers

# Seconds that an answer of an agent may be late before its process is killed.
GRACE: Final = 2.0
# Seconds between two looks for agents that must act: of matches whose server was killed.
SWEEP_SECONDS: Final = 5.0
# How many such matches are taken up at a time.
SWEEP: Final = 500
# What says that a match cannot go on with these rules: no use in trying again.
HOPELESS: Final = UNPLAYABLE | {"MATCH_NOT_FOUND"}
# What says that an answer is no move: asked again, the agent would answer the same.
NO_MOVE: Final = frozenset(("INVALID_MOVE", "ILLEGAL_MOVE"))
# What everybody is told about an agent that failed; its own words may name the cards of its hand.
TOLD_FAILURES: Final = {"error": "it made an error"}

T = TypeVar("T")

log = logging.getLogger(__name__)


class Table(Protocol):
    """What the turns need of the service."""

    async def act(self, match: str, work: Callable[..., T], *arguments: object) -> T:
        """Calls a function at the turn of a match."""

    async def call(self, work: Callable[..., T], *arguments: object) -> T:
        """Calls a function that concerns no match in particular."""

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts something that ends with the service."""


class Asked(NamedTuple):
    """What an agent is to be asked, and about which version of a match."""

    version: int
    agent: str
    question: Question


class Turns:
    """The turns of agents on one server."""

    def __init__(
        self,
        table: Table,
        authority: Authority,
        workers: Workers,
        metrics: Metrics,
        settings: Settings,
        clock: Callable[[], float],
    ) -> None:
        """Makes it; `sweep` takes up the matches that wait already."""
        self._table: Final = table
        self._authority: Final = authority
        self._workers: Final = workers
        self._metrics: Final = metrics
        self._settings: Final = settings
        self._clock: Final = clock
        self._owner: Final = secrets.token_urlsafe(12)
        # Matches in which an agent must act, in their order, and all of these with those in which
        # one thinks now.
        self._due: Final[deque[str]] = deque()
        self._scheduled: Final[set[str]] = set()
        self._hopeless: Final[set[str]] = set()
        self._thinking = 0
        self._stopping = False

    @property
    def count(self) -> int:
        """In how many matches an agent must act."""
        return len(self._scheduled)

    def stop(self) -> None:
        """Begins no more turns."""
        self._stopping = True

    def schedule(self, match: str) -> None:
        """Lets an agent act in a match, after those that wait already."""
        if match not in self._scheduled and match not in self._hopeless and not self._stopping:
            self._scheduled.add(match)
            self._due.append(match)
            self._begin_turns()

    def _begin_turns(self) -> None:
        """Begins turns of agents, no more at a time than there are workers."""
        while self._due and self._thinking < self._workers.count and not self._stopping:
            self._thinking += 1
            self._table.start_task(self._agent_turn(self._due.popleft()))

    async def _agent_turn(self, match: str) -> None:
        """Lets an agent decide once; whoever must act next waits for its turn again."""
        again = False
        try:
            again = await self._let_act(match)
        except Refusal as refusal:
            if refusal.code in HOPELESS:
                self._hopeless.add(match)
                log.warning("no agent can act in match %s: %s", match, refusal)
            else:
                again = refusal.code == "STALE_VERSION"
        except Exception:
            log.exception("the turn of an agent failed in match %s", match)
        finally:
            self._thinking -= 1
            self._scheduled.discard(match)
            if again:
                self.schedule(match)
            self._begin_turns()

    async def _let_act(self, match: str) -> bool:
        """Lets an agent decide once.

        Returns:
            Whether an agent must act in this match again.

        Raises:
            Refusal: if the match has changed meanwhile, or cannot go on.
        """
        seconds = self._settings.agent_seconds
        until = seconds + 2 * GRACE
        if not await self._lease(match, until):
            return False
        try:
            asked = await self._table.act(match, self._question, match)
            if asked is None:
                return False
            # Its time begins when a worker gets it, and so does the reservation.
            limit = Limit(seconds, turn=True, begun=lambda: self._extend(match, until))
            try:
                live = await self._play(match, asked, limit)
            except AgentFailed as failure:
                if failure.kind == "cancelled":
                    return False
                log.warning("agent %s failed in match %s: %s", asked.agent, match, failure)
                why = TOLD_FAILURES.get(failure.kind, str(failure))
                live = await self._table.act(
                    match, self._authority.replace_agent, match, asked.version, why
                )
            return live.due()
        finally:
            if self._authority.store.shared and not self._stopping:
                await self._table.call(self._authority.store.release, match, self._owner)

    async def _play(self, match: str, asked: Asked, limit: Limit) -> LiveMatch:
        """Asks an agent and plays its move.

        Raises:
            AgentFailed: if there is no move, or the rules of this process refuse it.
            Refusal: if the match has changed meanwhile.
        """
        answer = await self._workers.ask(asked.question, limit)
        self._metrics.agent_answered(asked.question.game, asked.agent, answer.seconds)
        try:
            return await self._table.act(
                match, self._authority.agent_move, match, asked.version, answer.move
            )
        except Refusal as refusal:
            if refusal.code not in NO_MOVE:
                raise
            raise AgentFailed("error", str(refusal)) from refusal

    async def _lease(self, match: str, seconds: float) -> bool:
        """Reserves a match where other servers could act in it, too."""
        if not self._authority.store.shared:
            return True
        now = self._clock()
        return await self._table.call(
            self._authority.store.lease, match, self._owner, now, now + seconds
        )

    def _extend(self, match: str, seconds: float) -> None:
        """Extends the reservation of a match."""

        async def extend() -> None:
            with contextlib.suppress(Refusal):  # at worst another server lets the agent act, too
                await self._lease(match, seconds)

        self._table.start_task(extend())

    def _question(self, match: str) -> Asked | None:
        """Returns what the agent that must act is asked; None if none must."""
        found = self._authority.agent_turn(match)
        if found is None:
            return None
        live, seen = found
        agent = live.seats[seen.seat].agent
        question = Question(live.header.game, live.header.options, agent, seen, None)
        return Asked(live.version, agent, question)

    async def sweep(self) -> None:
        """Takes up matches in which an agent must act and no server lets it."""
        while not self._stopping:
            try:
                most = SWEEP + len(self._hopeless)
                for match in await self._table.call(self._authority.store.due, self._clock(), most):
                    self.schedule(match)
            except Refusal as refusal:
                log.warning("cannot look for agents that must act: %s", refusal)
            await asyncio.sleep(SWEEP_SECONDS)
