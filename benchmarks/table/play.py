"""Scripted players for the benchmark of the table, and the proof that no move was lost or doubled.

A player watches its match over a WebSocket and sends its moves by HTTP, as a browser does. It keeps
what the server has acknowledged. When the match is over, that is compared with the events that it
was sent, with the record, and with the database.
"""

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.table.client import (
    GONE,
    PATIENCE,
    PAUSE,
    Caller,
    Refused,
    Servers,
    Socket,
    open_socket,
)
from kibitz import games
from kibitz.core.errors import KibitzError
from kibitz.core.record import Record, read_record, replay
from kibitz.table.store import Store

PERSON: Mapping[str, object] = {"kind": "person", "join": True}


class Pairing(NamedTuple):
    """What is played at a table, and by whom: scripted people, or one against an agent."""

    game: str
    agent: str = ""

    def seats(self) -> list[Mapping[str, object]]:
        count = games.load(self.game).seats
        agent: Mapping[str, object] = {"kind": "agent", "agent": self.agent}
        others = agent if self.agent else PERSON
        return [PERSON, *[others] * (count - 1)]


def pairings(agents: Sequence[str], names: Sequence[str]) -> Iterator[Pairing]:
    """Yields what is played at one table after the other: every game with people and agents."""
    while True:
        for agent in ("", *agents):
            for name in names:
                yield Pairing(name, agent if games.load(name).seats > 1 else "")


class Sample(NamedTuple):
    """A move that was acknowledged: when it was sent, and how many seconds it took."""

    sent: float
    seconds: float


class Acknowledged(NamedTuple):
    """What a server has said about a move.

    Attributes:
        seat: who moved.
        seq: the number of the event.
        key: the idempotency key.
        text: the move as it is written; empty where the player cannot know it.
        sent: when it was sent first, on the clock of `time.monotonic`.
    """

    seat: int
    seq: int
    key: str
    text: str
    sent: float


class Seen(NamedTuple):
    """What a player was told of an event."""

    kind: str
    seat: int


class Match:
    """A match that is played, and what its players know about it.

    Attributes:
        id: its id.
        pairing: what is played.
        acknowledged: what servers have acknowledged.
        events: the events that each scripted player was sent, by seat.
        record: the record; empty until it is over.
    """

    def __init__(self, id: str, pairing: Pairing, people: Sequence[int]) -> None:
        self.id = id
        self.pairing = pairing
        self.acknowledged: list[Acknowledged] = []
        self.events: dict[int, list[Seen]] = {seat: [] for seat in people}
        self.record = ""


class Stage:
    """What all players share.

    Attributes:
        servers: where the servers are.
        think: how many seconds a player thinks about a move, on average.
        moves: after how many moves a player resigns: some games last long at random.
        allow_loss: whether servers are killed.
        hurry: is set when nobody thinks any more, and no new match is begun.
        problems: what went wrong.
        samples: how long moves took.
        matches: all matches that were begun.
        over: how many of them are over.
        counts: events by kind, requests without an answer, moves that were sent again.
        longest: the most seconds that somebody waited for news of a match.
    """

    def __init__(self, servers: Servers, think: float, moves: int, *, allow_loss: bool) -> None:
        self.servers = servers
        self.think = think
        self.allow_loss = allow_loss
        self.moves = moves
        self.hurry = asyncio.Event()
        self.problems: list[str] = []
        self.samples: list[Sample] = []
        self.matches: list[Match] = []
        self.counts: Counter[str] = Counter()
        self.over = 0
        self.longest = 0.0

    def finish(self, moves: int) -> None:
        """Lets nobody think any more, or begin another match, or make more moves than this."""
        self.moves = moves
        self.hurry.set()

    async def table(self, pairing: Pairing, delay: float) -> None:
        """Plays match after match until there is no more time."""
        await asyncio.sleep(delay)
        caller = Caller(self.servers, allow_loss=self.allow_loss)
        while not self.hurry.is_set():
            await self.match(caller, pairing)
        caller.close()

    async def match(self, caller: Caller, pairing: Pairing) -> Match | None:
        """Plays one match to its end."""
        try:
            match, players = await self.begin(caller, pairing)
            await play_all(players)
            match.record = await caller.text(f"/matches/{match.id}/record")
            self.over += 1
            return match
        except Refused as error:
            self.problems.append(f"{pairing.game} {pairing.agent}: {error}")
            await asyncio.sleep(PAUSE)
            return None
        finally:
            self.counts["lost"] += caller.lost
            caller.lost = 0

    async def begin(self, caller: Caller, pairing: Pairing) -> tuple[Match, list["Player"]]:
        """Creates a match; returns it, and a player for each seat that needs one."""
        made = await caller.post("/matches", {"game": pairing.game, "seats": pairing.seats()})
        tokens = {int(seat): token for seat, token in made["tokens"].items()}
        match = Match(made["match"]["match"], pairing, [*tokens])
        self.matches.append(match)
        return match, [Player(self, match, seat, token) for seat, token in tokens.items()]


class Player:
    """Plays one seat at random."""

    def __init__(self, stage: Stage, match: Match, seat: int, token: str) -> None:
        self.stage = stage
        self.match = match
        self.seat = seat
        self.token = token
        self.rng = random.Random(f"{match.id}/{seat}")
        self.caller = Caller(stage.servers, allow_loss=stage.allow_loss)
        self.events = match.events[seat]
        self.moves = 0
        self.over = False
        self._told: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._socket: Socket | None = None

    async def play(self) -> None:
        """Plays until the match is over.

        Raises:
            Refused: if it stands still, or something is refused.
        """
        answered = -1
        try:
            while not self.over:
                message = await self._next()
                if message["type"] == "frame":
                    self._note(message)
                elif message["type"] != "state":
                    raise Refused(f"match {self.match.id}, seat {self.seat}: got {message}")
                elif message["turn"] == self.seat and message["version"] > answered:
                    answered = message["version"]
                    await self._decide(message)
        finally:
            if self._socket is not None:
                self._socket.close()
            self.caller.close()
            self.stage.counts["lost"] += self.caller.lost

    async def _next(self) -> Any:
        """Returns the next message; watches again after a server was lost."""
        while True:
            if self._socket is None:
                await self._watch()
            began = time.monotonic()
            try:
                text = await asyncio.wait_for(self._told.get(), PATIENCE)
            except TimeoutError:
                raise Refused(f"match {self.match.id} stands still") from None
            self.stage.longest = max(self.stage.longest, time.monotonic() - began)
            if text is not None:
                return json.loads(text)
            self._socket = None
            if not self.stage.allow_loss:
                raise Refused(f"match {self.match.id}: seat {self.seat} was sent away")

    async def _watch(self) -> None:
        while self._socket is None:
            # What is left of an earlier connection is of no use: this one begins after it.
            self._told = asyncio.Queue()
            try:
                self._socket = await open_socket(
                    await self.stage.servers.pick(),
                    self.match.id,
                    self.token,
                    len(self.events),
                    self._told.put_nowait,
                )
            except GONE as error:
                if not self.stage.allow_loss:
                    raise Refused(f"cannot watch: {error!r}") from error
                await asyncio.sleep(PAUSE)

    def _note(self, frame: Mapping[str, Any]) -> None:
        """Notes an event, which must be the next one."""
        expected = len(self.events) + 1
        if frame["seq"] != expected:
            raise Refused(
                f"match {self.match.id}, seat {self.seat}: "
                f"got event {frame['seq']}, expected {expected}"
            )
        self.events.append(Seen(frame["kind"], frame["seat"]))
        if self.seat == min(self.match.events):
            self.stage.counts["events"] += 1
            self.stage.counts[f"event {frame['kind']}"] += 1
        self.over = frame["over"]

    async def _decide(self, state: Mapping[str, Any]) -> None:
        """Thinks, and plays a move or resigns."""
        stage = self.stage
        if not stage.hurry.is_set():
            seconds = stage.think * self.rng.uniform(0.5, 1.5)
            with_deadline = asyncio.wait_for(stage.hurry.wait(), seconds)
            await asyncio.gather(with_deadline, return_exceptions=True)
        path, key = f"/matches/{self.match.id}", secrets.token_hex(8)
        if self.moves >= stage.moves:
            done = await self.caller.post(f"{path}/resign", None, self.token, key)
            if not done["over"]:
                raise Refused(f"match {self.match.id} is not over after seat {self.seat} resigned")
            return
        body, text = await self.choose(state)
        self.moves += 1
        sent = time.monotonic()
        answer, tries = await self.caller.call("POST", f"{path}/moves", body, self.token, key)
        done = json.loads(answer)
        stage.samples.append(Sample(sent, time.monotonic() - sent))
        stage.counts["sent again"] += tries > 1
        stage.counts["repeated"] += done["repeated"]
        if done["repeated"] and tries == 1:
            raise Refused(f"match {self.match.id}: a move counts as repeated, but was sent once")
        self.match.acknowledged.append(Acknowledged(self.seat, done["seq"], key, text, sent))

    async def choose(self, state: Mapping[str, Any]) -> tuple[dict[str, object], str]:
        """Chooses a move; returns the request, and the move as the record will have it."""
        version, listed = state["version"], state["moves"]
        if listed:
            number = self.rng.randrange(len(listed))
            entry = listed[number]
            if "text" in entry:
                return {"version": version, "number": number}, entry["text"]
            groups = [group for group, count in entry["touches"] for _ in range(count)]
            chosen = self.rng.sample(groups, entry["least"])
            return {"version": version, "kind": entry["kind"], "groups": chosen}, ""
        kind = self.rng.choice(state["steps"])
        answers: list[object] = []
        while True:
            asked = await self.caller.post(
                f"/matches/{self.match.id}/choices", {"kind": kind, "chosen": answers}, self.token
            )
            if asked["complete"]:
                return {"version": version, "text": asked["text"]}, asked["text"]
            places = range(len(asked["options"]))
            some = self.rng.sample(places, asked["least"] if asked["many"] else 1)
            answers.append(some if asked["many"] else some[0])


async def play_all(players: Sequence[Player]) -> None:
    """Lets players play until their match is over, or one of them fails."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# The proof.


def check_matches(stage: Stage, store: Store) -> list[str]:
    """Lists everything that is wrong with the matches that were played."""
    problems = [*stage.problems]
    for match in stage.matches:
        problems += [f"match {match.id} ({match.pairing.game}): {each}" for each in check(match)]
        problems += [f"match {match.id}, stored: {each}" for each in check_stored(match, store)]
    return problems


def check(match: Match) -> Iterator[str]:
    """Yields what the record and the events of a match have lost, doubled or confused."""
    if not match.record:
        yield "it did not go on to its end"
        return
    try:
        record = read_record(match.record)
        replay(record, games.load_with(record.game, record.options))
    except KibitzError as error:
        yield f"its record cannot be played again: {error}"
        return
    views = [*match.events.values()]
    if any(view != views[0] for view in views):
        yield "its players were sent different events"
    events = views[0]
    moves = [seen for seen in events if seen.kind == "move"]
    if [seen.seat for seen in moves] != [played.seat for played in record.moves]:
        yield f"{len(moves)} moves were sent, the record has {len(record.moves)} or other ones"
        return
    yield from check_acknowledged(match, record, events)


def check_acknowledged(match: Match, record: Record, events: Sequence[Seen]) -> Iterator[str]:
    """Yields what is wrong with the moves that were acknowledged."""
    plies = places(events)
    for each in match.acknowledged:
        if each.seq not in plies:
            yield f"move {each.key} was acknowledged as event {each.seq}, which is no move"
            continue
        played = record.moves[plies[each.seq]]
        if played.seat != each.seat or (each.text and played.text != each.text):
            yield f"event {each.seq} is {played.text!r}, acknowledged was {each.text!r}"
    numbers = Counter(each.seq for each in match.acknowledged)
    for seq, count in numbers.items():
        if count > 1:
            yield f"event {seq} was acknowledged {count} times"
    mine = [seq for seq in plies if events[seq - 1].seat in match.events]
    unknown = {*mine} - {*numbers}
    # Who resigns may do it by a move.
    if len(unknown) > 1 or any(seq != len(events) for seq in unknown):
        yield f"nobody has sent events {sorted(unknown)[:5]}"


def places(events: Sequence[Seen]) -> dict[int, int]:
    """Returns the place in the record of every event that is a move."""
    moves = [seq for seq, seen in enumerate(events, 1) if seen.kind == "move"]
    return {seq: place for place, seq in enumerate(moves)}


def check_stored(match: Match, store: Store) -> Iterator[str]:
    """Yields where the database differs from what was acknowledged, and from the record."""
    events = store.events(match.id)
    if [event.seq for event in events] != [*range(1, len(events) + 1)]:
        yield "its events are not numbered without gaps"
        return
    keys = {event.seq: event.key for event in events}
    for each in match.acknowledged:
        if keys.get(each.seq) != f"{each.seat}:{each.key}":
            yield f"event {each.seq} is not the move {each.key} that was acknowledged"
    try:
        played = read_record(match.record).moves
    except KibitzError:
        return  # `check` says why
    if [event.hash for event in events if event.kind == "move"] != [each.hash for each in played]:
        yield "the fingerprints of its states are not those of the record"
