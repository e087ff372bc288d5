"""The service: lets requests at the authority one by one, agents at their turns, and watchers know.

Everything that waits for the disk or for rules runs in threads, and agents think in processes, so
the event loop is always free. Calls that concern one match have a lock of it; whatever they store
is told to its watchers, and an agent that must act next gets its turn.
"""

import asyncio
import contextlib
import json
import logging
import math
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from kibitz.agents.asking import choose_adviser
from kibitz.core.game import SPECTATOR
from kibitz.core.value import Json
from kibitz.table import frames, oneshot, results
from kibitz.table.authority import Authority
from kibitz.table.beside import LOOK, Beside
from kibitz.table.consultation import (
    AdviceWish,
    Consultation,
    Consultations,
    agent_failed,
)
from kibitz.table.gate import Buckets
from kibitz.table.live import AGENT, PERSON, RECENT, LiveMatch
from kibitz.table.metrics import Metrics
from kibitz.table.naming import check_agents, is_foreign, name_agent
from kibitz.table.oneshot import PositionQuestion
from kibitz.table.pokemon import PokemonMatches
from kibitz.table.refusal import Refusal
from kibitz.table.rooms import Room, Told, Wanted, Watcher
from kibitz.table.seats import SeatWish, new_id, token_hash
from kibitz.table.settings import Settings
from kibitz.table.store import Store, StoreError
from kibitz.table.tournaments import Tournaments, Wish, begin, folder_for
from kibitz.table.turns import GRACE, Turns
from kibitz.table.workers import AgentFailed, Limit, Question, Workers

# How many requests are worked on at a time. They share one interpreter; more threads only make
# each of them slower.
THREADS: Final = 8
# Seconds between two looks for matches that nobody goes on with, and how many end at a time.
AGE_SECONDS: Final = 600.0
AGE: Final = 100
DAY: Final = 86_400.0
HOUR: Final = 3_600.0
# Seconds for which the count of open matches is good enough.
COUNT_SECONDS: Final = 10.0
# How many agents of other packages are known to be possible.
MOST_MADE: Final = 1_000
# How many records of games that were played again are kept.
MOST_RECORDS: Final = 16

T = TypeVar("T")

log = logging.getLogger(__name__)


class Service:
    """The table as one server runs it.

    Attributes:
        settings: how it runs.
        metrics: what it counts.
        store: where matches are.
        workers: where agents think.
        authority: who decides about matches.
        pokemon: the matches that are played by actions.
        consultations: the questions of advice.
        turns: the turns of agents.
        tournaments: those that people have started here.
        beside: the session of Slay the Spire on this machine.
        stopping: whether it is about to end.
    """

    def __init__(
        self, settings: Settings, metrics: Metrics, clock: Callable[[], float] = time.time
    ) -> None:
        """Makes a service; `start` starts it."""
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.clock: Final = clock
        self.store: Final = Store(settings.store, THREADS)
        self.workers: Final = Workers(settings.worker_count(), GRACE)
        self.authority: Final = Authority(
            self.store, clock, settings.limits.live_matches, metrics.wrote
        )
        self.turns: Final = Turns(self, self.authority, self.workers, metrics, settings, clock)
        self.pokemon: Final = PokemonMatches(self.store, clock)
        self.tournaments: Final = Tournaments(settings)
        self.beside: Final = Beside(settings)
        self.stopping = False
        self._threads: Final = ThreadPoolExecutor(THREADS, "kibitz-table")
        self._locks: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()
        self._rooms: Final[dict[str, Room]] = {}
        self.consultations: Final = Consultations(
            settings, metrics, self.workers, self._send_advice
        )
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._working: Final[set[asyncio.Future[Worked]]] = set()
        # Agents of other packages that were made before, with the game and its options.
        self._made: Final[set[tuple[str, str]]] = set()
        # Records of games that were played again, by what identifies the game.
        self._records: Final[OrderedDict[str, str]] = OrderedDict()
        self._aging: Final = asyncio.Lock()
        most = settings.limits.matches_per_address
        self._created: Final = Buckets(most / HOUR, most)
        self._counts: tuple[float, dict[str, int]] = (-COUNT_SECONDS, {})
        self.forget_counts()

    # Starting and stopping.

    async def start(self) -> None:
        """Opens the store, starts the workers, and lets agents act in all matches that wait.

        Raises:
            KibitzError: if the store cannot be opened, or no worker can be started.
        """
        await self._in_thread(self.store.open)
        try:
            await self.workers.start()
            loop = asyncio.get_running_loop()
            self.store.listen(lambda match, seq: self._from_thread(loop, match, seq))
        except BaseException:
            await self._in_thread(self.store.close)
            raise
        self._watch_over()
        self.start_task(self.turns.sweep())
        self.start_task(self._age())

    async def begin_stop(self) -> None:
        """Takes no more requests, and sends watchers away; those on their way can finish."""
        self.stopping = True
        self.turns.stop()
        self.consultations.release()
        for room in [*self._rooms.values()]:
            await room.wake()

    async def stop(self) -> None:
        """Ends everything; what agents think about is dropped.

        Their matches go on when a server starts again.
        """
        await self.begin_stop()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(
            self.workers.stop(), self.consultations.stop(), self.tournaments.stop_all()
        )
        await asyncio.gather(*self._tasks, *self._working, return_exceptions=True)
        await self._in_thread(self.store.close)
        self._threads.shutdown()

    @property
    def ready(self) -> bool:
        """Whether requests can be answered."""
        return not self.stopping and self.workers.ready

    def _watch_over(self) -> None:
        """Tells the metrics where to look."""
        watch = self.metrics.watch
        watch("workers_busy", self.workers.busy)
        watch("workers_queued", self.workers.queued)
        watch("worker_restarts", lambda: self.workers.restarts)
        watch("worker_failures", lambda: dict(self.workers.failures))
        watch("live_matches", lambda: len(self.authority.memory))
        watch("matches", self.store.counts)
        watch("agents_due", lambda: self.turns.count)
        watch("advice_waiting", lambda: self.consultations.count)
        watch("tournaments", self.tournaments.count)

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts something that ends with the service."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Turns of requests.

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    async def call(self, work: Callable[..., T], *arguments: object) -> T:
        """Calls a function that concerns no match in particular.

        Raises:
            Refusal: as the function does, and if the service stops or the store fails.
        """
        self._check_open()
        try:
            return await self._in_thread(work, *arguments)
        except StoreError as error:
            raise store_failed(error) from error

    async def act(self, match: str, work: Callable[..., T], *arguments: object) -> T:
        """Calls a function of the authority at the turn of its match, and tells what it changed.

        When it returns, nobody else has had a turn in the match yet.

        Raises:
            Refusal: as the function does, and if the service stops or the store fails.
        """
        self._check_open()
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        await lock.acquire()
        room = self._rooms.get(match)
        wanted = None if room is None else room.wanted()
        working = asyncio.get_running_loop().run_in_executor(
            self._threads, self._work, match, wanted, work, arguments
        )
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        try:
            await asyncio.wait([working])
        except asyncio.CancelledError:
            # A thread cannot be stopped: others wait for its end, and what it stores is told.
            working.add_done_callback(lambda _: self._end_turn(match, lock, working))
            raise
        self._end_turn(match, lock, working)
        try:
            result: T = working.result()[0]
        except StoreError as error:
            raise store_failed(error) from error
        return result

    def _end_turn(self, match: str, lock: asyncio.Lock, working: "asyncio.Future[Worked]") -> None:
        """Tells what a call has changed, and lets the next one have its turn."""
        lock.release()
        if not working.cancelled() and working.exception() is None:
            news = working.result()[1]
            if news is not None:
                self._tell(match, news)

    def _check_open(self) -> None:
        if self.stopping:
            raise Refusal("SHUTTING_DOWN", "the server is about to stop: try again in a moment")

    def _work(
        self,
        match: str,
        wanted: Wanted | None,
        work: Callable[..., T],
        arguments: tuple[object, ...],
    ) -> "Worked":
        """Calls a function in a thread, and writes what its watchers have to be told."""
        # Other matches must not drive it out of memory before its watchers are told.
        with self.authority.memory.hold(match) as kept:
            found = work(*arguments)
            live = kept.content
            if live is None:
                return found, None
            told: list[Told] = []
            state: Mapping[int, str] = {}
            if wanted is not None and live.seq > wanted.after:
                told, state = self._write(live, wanted)
            return found, News(told, live.version, state, live.due())

    def _write(self, live: LiveMatch, wanted: Wanted) -> tuple[list[Told], Mapping[int, str]]:
        """Writes the latest events for the watchers of a match, and what the next one may do."""
        viewers = wanted.viewers & {*live.viewers()}
        told = [
            Told(
                each.seq,
                {
                    viewer: dump({"type": "frame", **frames.write_frame(live.game, each, viewer)})
                    for viewer in viewers
                },
            )
            for each in live.happenings(wanted.after, viewers)
        ]
        seat = live.engine.seat
        if live.over or seat not in viewers:
            return told, {}
        return told, {seat: dump({"type": "state", **self.authority.show(live, seat)})}

    def _tell(self, match: str, news: "News") -> None:
        """Tells watchers what has happened, and lets an agent act."""
        room = self._rooms.get(match)
        if room is not None and news.told:
            room.told.extend(told for told in news.told if told.seq > room.seq)
            room.state = (news.version, news.state)
            self.start_task(room.wake())
        if news.due:
            self.turns.schedule(match)

    # Watching.

    def _enter(self, match: str, watcher: Watcher, seq: int) -> Room:
        """Adds a watcher; one who comes first brings the number of the last event."""
        room = self._rooms.setdefault(match, Room(seq))
        room.add(watcher)
        return room

    def _leave(self, match: str, watcher: Watcher) -> None:
        room = self._rooms.get(match)
        if room is not None:
            room.remove(watcher)
            if not room.watchers:
                del self._rooms[match]

    async def watch(self, match: str, token: str, after: int | None) -> AsyncGenerator[str, None]:
        """Yields what a watcher is sent, as texts of JSON, until the service stops.

        First the state of the table, or what has happened after an event; then every event when it
        happens, the state whenever the watcher must decide, and answers to its questions.

        Args:
            match: the match.
            token: the token of a seat; empty for a spectator.
            after: the last event that the watcher has seen; None for a new watcher.

        Raises:
            Refusal: if it may not watch.
        """
        look = self.authority.decision if after is None else self.authority.status
        shown = await self.act(match, look, match, token)
        seq, viewer = number(shown, "seq"), seat_of(shown)
        watcher = Watcher(viewer, token_hash(token) if token else "")
        room = self._enter(match, watcher, seq)
        try:
            if after is None:
                yield dump({"type": "state", **shown})
            elif after > seq:
                raise Refusal("INVALID_REQUEST", f"there is no event {after} yet")
            else:
                seq = after
            decided = number(shown, "version") if after is None else -1
            while not self.stopping:
                watcher.woken.clear()
                while watcher.messages:
                    yield watcher.messages.popleft()
                async for at, text in self._missed(match, token, room, watcher, seq):
                    seq = at
                    yield text
                if decided < 0:
                    # After a break, nobody has told this watcher what it may do.
                    shown = await self.act(match, self.authority.decision, match, token)
                    if number(shown, "seq") > seq:
                        continue
                    decided = number(shown, "version")
                    yield dump({"type": "state", **shown})
                version, texts = room.state
                if version > decided and viewer in texts and room.seq == seq:
                    decided = version
                    yield texts[viewer]
                if not watcher.woken.is_set():
                    await watcher.woken.wait()
        finally:
            self._leave(match, watcher)

    async def _missed(
        self, match: str, token: str, room: Room, watcher: Watcher, seq: int
    ) -> AsyncIterator[tuple[int, str]]:
        """Yields the events after one, as a watcher is sent them."""
        while True:
            found = room.after(seq, watcher.viewer)
            if found is None or not room.told:
                # Too long ago, or from before anybody watched.
                older = await self.act(match, self.authority.frames, match, token, seq)
                for frame in older:
                    assert isinstance(frame, dict)
                    seq = number(frame, "seq")
                    yield seq, dump({"type": "frame", **frame})
                if not older:
                    return
            else:
                for told in found:
                    seq = told.seq
                    yield seq, told.texts[watcher.viewer]
                if not found:
                    return

    async def frames(
        self, match: str, token: str, after: int, limit: int, wait: float
    ) -> list[dict[str, Json]]:
        """Lists what happened after an event; waits some seconds for something to happen."""
        shown = await self.act(match, self.authority.status, match, token)
        watcher = Watcher(seat_of(shown), "")
        self._enter(match, watcher, number(shown, "seq"))
        end = time.monotonic() + wait
        try:
            while True:
                watcher.woken.clear()
                found = await self.act(
                    match, self.authority.frames, match, token, after, min(limit, RECENT)
                )
                if found or time.monotonic() >= end:
                    return found
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(end - time.monotonic()):
                        await watcher.woken.wait()
                if self.stopping:
                    return []
        finally:
            self._leave(match, watcher)

    def _from_thread(self, loop: asyncio.AbstractEventLoop, match: str, seq: int) -> None:
        """Hears, in the thread of the store, that some server has stored an event."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(self._hear, match, seq)

    def _hear(self, match: str, seq: int) -> None:
        room = self._rooms.get(match)
        if room is not None and seq > room.seq and not self.stopping:
            self.start_task(self._catch_up(match))

    async def _catch_up(self, match: str) -> None:
        """Tells watchers here what another server has stored."""
        with contextlib.suppress(Refusal):  # whoever asks next is told why
            await self.act(match, self.authority.find, match)

    # New matches.

    async def create(
        self,
        game: str,
        options: Mapping[str, Json],
        wishes: Sequence[SeatWish] | None,
        seed: int | str | None,
        address: str,
        *,
        public: bool,
        watched: bool,
        key: str = "",
    ) -> tuple[dict[str, Json], dict[int, str]]:
        """Deals a match; returns what everybody may know about it, and the creator's tokens.

        Raises:
            Refusal: as for `Authority.create`, and if there are too many matches.
        """
        if key and (found := await self._made_before(key)):
            return found
        await self._check_room(address)
        people = len([wish for wish in wishes or () if wish.kind == PERSON])
        if seed is not None and people > 1:
            problem = "a seed needs a match with one person, who then knows every card"
            raise Refusal("INVALID_OPTION", problem)
        await self._check_agents(game, options, wishes, address)

        def make() -> Introduction:
            made = self.authority.create(
                game, options, wishes, seed, public=public, watched=watched, key=key
            )
            return self._introduce(*made)

        return self._welcome(await self.call(make))

    async def _made_before(self, key: str) -> tuple[dict[str, Json], dict[int, str]] | None:
        """Returns what an earlier request with this key was told, as far as it has not changed."""
        match = new_id(key)

        def look() -> Introduction | None:
            found = self.authority.made_before(match, key)
            return None if found is None else self._introduce(*found)

        introduction = await self.act(match, look)
        return None if introduction is None else self._welcome(introduction)

    async def _check_agents(
        self,
        game: str,
        options: Mapping[str, Json],
        wishes: Sequence[SeatWish] | None,
        address: str,
    ) -> None:
        """Has agents of other packages made in a worker, when they are first named.

        Raises:
            Refusal: if one cannot be made.
        """
        named = [""] if wishes is None else [each.agent for each in wishes if each.kind == AGENT]
        made_with = json.dumps([game, dict(options)], sort_keys=True)
        foreign = [
            spec
            for spec in dict.fromkeys(named)
            if is_foreign(game, spec) and (made_with, spec) not in self._made
        ]
        if not foreign:
            return
        limit = self.consultations.limit()
        with self.consultations.place(address):
            try:
                await self.workers.run(check_agents, game, dict(options), foreign, limit=limit)
            except AgentFailed as failure:
                refusal = agent_failed(failure)
                if refusal.code != "AGENT_FAILED":
                    raise refusal from failure
                raise Refusal("INVALID_AGENT", f"an agent cannot be made: {failure}") from failure
        if len(self._made) >= MOST_MADE:
            self._made.clear()
        self._made.update((made_with, spec) for spec in foreign)

    def _introduce(self, live: LiveMatch, tokens: dict[int, str]) -> "Introduction":
        """Describes a match to its creator."""
        shown = self.authority.describe(live, min(tokens, default=SPECTATOR))
        return Introduction(live.header.id, shown, tokens, live.due())

    def _welcome(self, made: "Introduction") -> tuple[dict[str, Json], dict[int, str]]:
        """Lets an agent act that must act first, and returns what the creator is told."""
        if made.due:
            self.turns.schedule(made.match)
        return made.shown, made.tokens

    async def play_on(
        self,
        match: str,
        token: str,
        ply: int,
        wishes: Sequence[SeatWish] | None,
        address: str,
        *,
        public: bool,
        watched: bool,
        key: str = "",
    ) -> tuple[dict[str, Json], dict[int, str]]:
        """Goes on from a ply of a match that is over, as a new match; returns what `create` does.

        Raises:
            Refusal: as for `Authority.play_on`, and if there are too many matches.
        """
        if key and (found := await self._made_before(key)):
            return found
        await self._check_room(address)
        header = await self.call(self.store.header, match)
        if header is not None:
            await self._check_agents(header.game, header.options, wishes, address)

        def make() -> Introduction:
            made = self.authority.play_on(
                match, token, ply, wishes, public=public, watched=watched, key=key
            )
            return self._introduce(*made)

        return self._welcome(await self.act(match, make))

    async def create_pokemon(
        self,
        decks: Sequence[str],
        players: Sequence[str],
        seed: int | str | None,
        options: Mapping[str, Json],
        address: str,
        key: str = "",
    ) -> dict[str, Json]:
        """Makes a match that is played by actions.

        Raises:
            Refusal: as for `PokemonMatches.create`, and if there are too many matches.
        """
        if not key or await self.call(self.store.header, new_id(key)) is None:
            await self._check_room(address)

        def make() -> dict[str, Json]:
            return self.pokemon.create(decks, players, seed, options, key=key)

        return await self.call(make)

    async def import_record(self, text: str, address: str, *, public: bool) -> dict[str, Json]:
        """Stores a record as a match that is over.

        Raises:
            Refusal: as for `Authority.import_record`, and if there are too many matches.
        """
        await self._check_room(address)

        def make() -> dict[str, Json]:
            live = self.authority.import_record(text, public=public)
            return self.authority.describe(live, SPECTATOR)

        return await self.call(make)

    def forget_counts(self) -> None:
        """Has the open matches counted again."""
        self._counts = (-COUNT_SECONDS, {"open": 0, "over": 0})

    async def _check_room(self, address: str) -> None:
        """Refuses a new match if there are too many, or too many from one address.

        Raises:
            Refusal: if so.
        """
        limits, now = self.settings.limits, time.monotonic()
        if now - self._counts[0] >= COUNT_SECONDS:
            self._counts = (now, await self.call(self.store.counts))
        if self._counts[1]["open"] >= limits.open_matches:
            raise Refusal("TOO_MANY", "the server has too many open matches: try again later")
        wait = self._created.take(address)
        if wait:
            problem = "too many new matches from this address: wait a moment"
            raise Refusal("TOO_MANY", problem, retry_after=math.ceil(wait))

    async def rematch(self, match: str, token: str, address: str) -> dict[str, Json]:
        """Deals the game of a match again, and says what everybody may know about the new one.

        Raises:
            Refusal: as for `Authority.rematch`, and if there are too many matches.
        """
        authority = self.authority
        if not await self.act(match, authority.following, match, token):
            await self._check_room(address)
        following = await self.act(match, authority.rematch, match, token)

        def describe() -> dict[str, Json]:
            return authority.describe(*authority.viewer(following, token))

        return await self.act(following, describe)

    # Matches that grow old.

    async def _age(self) -> None:
        """Ends matches that nobody goes on with, and deletes old ones."""
        while not self.stopping:
            try:
                await self.age()
            except Refusal as refusal:
                log.warning("cannot end old matches: %s", refusal)
            await asyncio.sleep(AGE_SECONDS)

    async def age(self) -> tuple[int, int]:
        """Ends and deletes old matches, by the policy of the settings.

        Returns:
            How many were ended, and how many deleted.
        """
        async with self._aging:
            return await self._end_old()

    async def _end_old(self) -> tuple[int, int]:
        settings, now = self.settings, self.clock()
        ended = deleted = 0
        if settings.abandon_days:
            before = now - settings.abandon_days * DAY
            while found := await self.call(self.store.abandoned, before, AGE):
                done = [await self._abandon(match) for match in found]
                ended += sum(done)
                if not any(done):
                    break
        if settings.forget_days:
            before = now - settings.forget_days * DAY
            while count := await self.call(self.store.delete_over, before, AGE):
                deleted += count
        if ended or deleted:
            log.info("%s abandoned matches ended, %s old ones deleted", ended, deleted)
        return ended, deleted

    async def _abandon(self, match: str) -> bool:
        try:
            header = await self.call(self.store.header, match)
            if header is not None and header.origin == "pokemon":
                await self.call(self.pokemon.abandon, match)
            else:
                await self.act(match, self.authority.abandon, match)
        except Refusal as refusal:
            log.warning("match %s cannot be ended: %s", match, refusal)
            return False
        return True

    # Advice.

    async def ask(self, match: str, token: str, wish: AdviceWish, address: str) -> dict[str, Json]:
        """Begins to think about a decision of a match; the answer can be fetched, or is sent.

        Raises:
            Refusal: if whoever asks may not know, or there are too many questions.
        """
        self.consultations.check(address)

        def prepare() -> tuple[Question, dict[str, Json]]:
            seen = self.authority.observe(match, token, wish.wanted, wish.ply, wish.seat)
            live = self.authority.find(match)
            agent = wish.agent and name_agent(live.game, wish.agent, choose_adviser, timed=False)
            ply = live.engine.ply if wish.ply is None else wish.ply
            question = Question(
                live.header.game,
                live.header.options,
                agent,
                seen,
                self._thinking_time(wish.ms),
                hint=not agent,
                touches=True,
            )
            wanted: Json = [str(move) for move in seen.wanted]
            about = {"ply": ply, "version": live.version, "seat": seen.seat, "wanted": wanted}
            return question, about

        question, about = await self.act(match, prepare)
        asked = Consultation(match, token_hash(token) if token else "", address, about)
        self.consultations.begin(asked, question)
        return asked.to_json()

    def _thinking_time(self, ms: int) -> int:
        return min(ms, int(1_000 * self.settings.advice_seconds))

    def _send_advice(self, asked: Consultation) -> None:
        """Sends an answer to whoever asked, and watches."""
        room = self._rooms.get(asked.match)
        for watcher in room.watchers if room is not None else ():
            if watcher.owner and watcher.owner == asked.owner:
                watcher.messages.append(dump({"type": "advice", **asked.to_json()}))
                watcher.woken.set()

    async def advice(self, match: str, token: str, id: str, wait: float) -> dict[str, Json]:
        """Returns how far a question is; waits some seconds for the answer.

        Raises:
            Refusal: if there is no such question, or it is somebody else's.
        """
        asked = self.consultations.find(match, token, id)
        await self.consultations.wait(asked, wait)
        return asked.to_json()

    def cancel_advice(self, match: str, token: str, id: str) -> dict[str, Json]:
        """Stops thinking about a question.

        Raises:
            Refusal: if there is no such question, or it is somebody else's.
        """
        asked = self.consultations.find(match, token, id)
        asked.cancel()
        return asked.to_json()

    @contextlib.asynccontextmanager
    async def _waiting(self, address: str) -> AsyncIterator[None]:
        """Counts a request that waits for an agent, and says what goes wrong.

        Raises:
            Refusal: if the service stops, or too many wait.
        """
        self._check_open()
        with self.consultations.place(address):
            try:
                yield
            except AgentFailed as failure:
                raise agent_failed(failure) from failure
            except StoreError as error:
                raise store_failed(error) from error

    async def advise(self, question: PositionQuestion, address: str) -> dict[str, Json]:
        """Answers a question about a position that belongs to no match.

        Raises:
            Refusal: if the position or something else is refused, or the agent fails.
        """
        ms = None if question.ms is None else self._thinking_time(question.ms)
        async with self._waiting(address):
            limited = question._replace(ms=ms)
            return await oneshot.advise(self.workers, limited, self.consultations.limit())

    async def pokemon_action(
        self, match: str, token: str, agent: str, ms: int | None, address: str
    ) -> dict[str, Json]:
        """Returns the next action of a player of the Pokémon TCG, as an agent chooses it.

        Raises:
            Refusal: as for `PokemonMatches.generate`, and if the agent fails.
        """
        limited = None if ms is None else self._thinking_time(ms)
        async with self._waiting(address):
            return await self.pokemon.generate(
                self.workers, match, token, self.consultations.limit(), agent, limited
            )

    # Slay the Spire beside the game.

    async def spire(self, after: int, wait: float) -> dict[str, Json]:
        """Returns where the run stands; waits some seconds for news after an answer."""
        end = time.monotonic() + wait
        while True:
            found = await self.call(self.beside.look)
            left = end - time.monotonic()
            if found["number"] != after or left <= 0 or self.stopping:
                return found
            await asyncio.sleep(min(LOOK, left))

    # Tournaments.

    async def start_tournament(self, wish: Wish) -> dict[str, Json]:
        """Starts a tournament; returns its row in the list of results.

        Raises:
            Refusal: as for `tournaments.set_up` and `Tournaments.place`.
        """
        with self.tournaments.place():
            self._check_open()
            limit = self.consultations.limit()
            try:
                name = str(await self.workers.run(begin, self.settings, wish, limit=limit))
            except AgentFailed as failure:
                raise agent_failed(failure) from failure
            folder = folder_for(self.settings) / name
            await self.tournaments.play(folder)
        row = await self.call(results.list_one, folder, folder.name, results.TOURNAMENT)
        return self._marked(row, folder.name)

    async def stop_tournament(self, name: str) -> dict[str, Json]:
        """Stops a tournament; returns its result.

        Raises:
            Refusal: as for `Tournaments.stop`.
        """
        self._check_open()
        await self.tournaments.stop(name)
        return await self.result(name, "")

    async def list_results(self) -> dict[str, Json]:
        """Lists the results of tournaments, and says what may be started."""
        rows = await self.call(results.list_results, self.settings.results)
        settings = self.settings
        return {
            "results": [self._marked(row, str(row["name"])) for row in rows],
            "tournaments": settings.tournaments,
            "most_games": settings.limits.tournament_games,
        }

    async def result(self, name: str, part: str) -> dict[str, Json]:
        """Reads the result of a tournament.

        Raises:
            Refusal: as for `results.read_result`.
        """
        found = await self.call(results.read_result, self.settings.results, name, part)
        return self._marked(found, "" if part else name)

    def _marked(self, row: dict[str, Json], name: str) -> dict[str, Json]:
        """Adds whether a result is of a tournament that is played here, and why it has failed."""
        here = self.tournaments
        return {**row, "running": here.running(name), "failure": here.failure(name)}

    async def result_record(self, name: str, number: int, part: str, address: str) -> str:
        """Returns the record of a game of a tournament; if it was not kept, the game is repeated.

        Raises:
            Refusal: as for `results.read_game_record` and `results.play_again`, and if there are
                too many questions.
        """
        where = (self.settings.results, name, number, part)
        try:
            return await self.call(results.read_game_record, *where)
        except Refusal as refusal:
            if refusal.code != "RECORD_NOT_KEPT":
                raise
        mark = await self.call(results.mark_of_game, *where)
        if mark not in self._records:
            async with self._waiting(address):
                limit = Limit(self.settings.agent_seconds, self.settings.agent_seconds)
                text = str(await self.workers.run(results.play_again, *where, limit=limit))
            self._records[mark] = text
            while len(self._records) > MOST_RECORDS:
                self._records.popitem(last=False)
        return self._records[mark]


class Introduction(NamedTuple):
    """A new match, as its creator is told of it.

    Attributes:
        match: its id.
        shown: what everybody may know about it.
        tokens: the tokens of the creator, by seat.
        due: whether an agent must act.
    """

    match: str
    shown: dict[str, Json]
    tokens: dict[int, str]
    due: bool


class News(NamedTuple):
    """What a call has changed.

    Attributes:
        told: the events for the watchers.
        version: the version of the position afterwards.
        state: what the seat that must decide is shown, if it watches.
        due: whether an agent must act.
    """

    told: list[Told]
    version: int
    state: Mapping[int, str]
    due: bool


# What a call has returned, which can be anything, and what it has changed.
Worked = tuple[Any, News | None]


def dump(document: Mapping[str, Json]) -> str:
    """Writes a message."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def number(shown: Mapping[str, Json], name: str) -> int:
    """Returns a number of a message."""
    found = shown[name]
    assert isinstance(found, int)
    return found


def seat_of(shown: Mapping[str, Json]) -> int:
    """Returns whose view a message shows."""
    return SPECTATOR if shown["seat"] is None else number(shown, "seat")


def store_failed(error: StoreError) -> Refusal:
    """Makes the refusal for a database that fails; nothing was changed."""
    log.error("%s", error)
    return Refusal("STORE_FAILED", "the store cannot be used now: try again in a moment")
