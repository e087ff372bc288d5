"""What the table sends tells nobody what they cannot know: compared at its border, as bytes.

A match of every game is played over HTTP while everybody watches. At some positions the state is
exchanged for that of another world, which a viewer cannot tell from the true one. Whatever this
viewer then asks has to be answered with the same bytes: looks at the table, refusals of moves that
somebody may try in order to learn something, questions on the way to a move, and advice.

    KIBITZ_WORLDS=20 python -m pytest tests/table/test_leaks.py -m ""
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx
import pytest
from starlette.types import ASGIApp, Message

from kibitz import games
from kibitz.core.engine import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import Rng, seeded
from kibitz.table.app import make_app
from kibitz.table.authority import Authority
from kibitz.table.live import LiveMatch
from kibitz.table.metrics import Metrics
from kibitz.table.service import Service
from kibitz.table.settings import Limits, Settings
from tests.table.servers import PERSON

HOST = "127.0.0.1:8000"
SEED = 918273645546
# After so many moves of a match its worlds are compared; the slow test goes on and on.
POSITIONS = (0, 5, 16)
MANY_POSITIONS = tuple(range(0, 120, 4))
# How many worlds are tried for each viewer, moves of which the rules refuse, ways through the
# questions of a kind, and questions on each.
WORLDS = int(os.environ.get("KIBITZ_WORLDS", "1"))
PROBES = 14
WAYS = 2
MOST_STEPS = 12
# It has no clock that it needs, and its chance follows from match, seat and ply.
ADVISER = "ismcts:iterations=40"
# What a player types who knows no move.
NONSENSE = ("", "?", "resign now", "play 99", "take", "0")


T = TypeVar("T")


class Sent(NamedTuple):
    """What somebody was sent: for which request, and the bytes."""

    asked: str
    status: int
    body: bytes


class Border:
    """The table in this process, from outside: nothing passes but requests and WebSockets."""

    def __init__(self, service: Service) -> None:
        self.app: ASGIApp = make_app(service)
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url=f"http://{HOST}"
        )

    async def ask(self, method: str, path: str, token: str = "", body: object = None) -> Sent:
        """Sends a request; returns the answer without the headers, which have a random id."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = None if body is None else json.dumps(body)
        if content is not None:
            headers["Content-Type"] = "application/json"
        found = await self.client.request(method, path, headers=headers, content=content)
        return Sent(f"{method} {path} {content or ''}", found.status_code, found.content)

    async def post(self, path: str, body: object, token: str = "") -> Any:
        """Sends a document that must be accepted; returns the answer."""
        found = await self.ask("POST", path, token, body)
        assert found.status in (200, 202), found
        return json.loads(found.body)

    @asynccontextmanager
    async def watch(
        self, match: str, token: str, after: int | None = None
    ) -> AsyncIterator["asyncio.Queue[str]"]:
        """Watches a match over a WebSocket; yields the texts that are sent."""
        hello = json.dumps({"token": token} | ({} if after is None else {"after": after}))
        coming: asyncio.Queue[Message] = asyncio.Queue()
        coming.put_nowait({"type": "websocket.connect"})
        coming.put_nowait({"type": "websocket.receive", "text": hello})
        texts: asyncio.Queue[str] = asyncio.Queue()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                texts.put_nowait(message["text"])

        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/matches/{match}/live",
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", HOST.encode())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
            "subprotocols": [],
        }
        task = asyncio.ensure_future(self.app(scope, coming.get, send))
        try:
            yield texts
        finally:
            coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await task


@asynccontextmanager
async def border(folder: Path) -> AsyncIterator[tuple[Border, Service]]:
    """Opens a table."""
    limits = Limits(requests_per_second=0, matches_per_address=1_000_000)
    url = f"sqlite:///{folder / 'table.db'}"
    service = Service(Settings(store=url, workers=1, limits=limits), Metrics())
    await service.start()
    found = Border(service)
    try:
        yield found, service
    finally:
        await found.client.aclose()
        await service.stop()


async def begin(table: Border, game: str, people: list[int]) -> tuple[str, dict[int, str]]:
    """Creates a match of some people and random agents; returns its id and the tokens."""
    random = {"kind": "agent", "agent": "random"}
    seats = [PERSON if at in people else random for at in range(games.load(game).seats)]
    seed = {"seed": SEED} if len(people) == 1 else {}
    made = await table.post("/matches", {"game": game, "seats": seats, **seed})
    return made["match"]["match"], {int(at): token for at, token in made["tokens"].items()}


@contextmanager
def other_world(live: LiveMatch, viewer: int, rng: Rng) -> Iterator[None]:
    """Exchanges the state of a match for one that a viewer cannot tell apart; puts it back."""
    true = live.engine
    world = true.game.sample(true.view(viewer), rng)
    twin = RuleEngine(
        true.game, seed=true.seed, agent_seed=true.agent_seed, names=true.names, state=world
    )
    twin._past = [*true._past]
    assert twin.view(viewer) == true.view(viewer)
    exchange(live, twin)
    try:
        yield
    finally:
        exchange(live, true)


def exchange(live: LiveMatch, engine: RuleEngine[Any, Any]) -> None:
    """Gives a match another engine, and drops what it remembers of the one before."""
    vars(live)["engine"] = engine
    live._views.clear()
    vars(live)["_listing"] = (-1, live._listing[1])


async def looks(table: Border, live: LiveMatch, token: str) -> list[Sent]:
    """Looks at a match in every way there is."""
    path, ply, seq = f"/matches/{live.header.id}", live.engine.ply, live.seq
    paths = [
        *(path, f"{path}/decision", f"{path}/refusals", f"{path}/record"),
        *(f"{path}/frames?after={after}" for after in {0, max(0, seq - 1), seq}),
        *(f"{path}/plies/{at}" for at in {0, ply // 2, max(0, ply - 1), ply}),
        *(f"{path}/plies/{at}/position" for at in {ply // 2, ply}),
        *(
            f"{path}/plies/{ply}{end}?seat={seat}"
            for seat in (-1, 0, 1)
            for end in ("", "/position")
        ),
    ]
    found = [await table.ask("GET", each, token) for each in paths]
    for after in (None, max(0, seq - 1)):
        async with table.watch(live.header.id, token, after) as texts:
            told: list[str] = []
            while not told or json.loads(told[-1])["type"] not in ("state", "refusal"):
                told.append(await asyncio.wait_for(texts.get(), 20))
        found.append(Sent(f"watch {after}", 101, "\n".join(told).encode()))
    return found


def probes(live: LiveMatch, worlds: list[RuleEngine[Any, Any]], rng: Rng) -> list[dict[str, Any]]:
    """Invents moves that the rules refuse: in this world, in others, and what is none at all."""
    seat = live.engine.seat
    refused: list[dict[str, Any]] = []
    for engine in (live.engine, *worlds):
        listed = [
            entry.move
            for kind in engine.game.rulebook().kinds
            if not kind.always
            for entry in engine.iter_moves(seat, move_ids=[kind.id], max_per_move=60)
            if entry.move is not None
        ]
        tried = [move for move in listed if live.engine.explain(move, seat)]
        picked = shuffled(rng, tried)[: PROBES // (1 + len(worlds))]
        refused += [{"move": move.to_json()} for move in picked]
        refused += [{"text": str(move)} for move in picked[:3]]
    names = [name for each in live.game.lists().values() for name in each][:400]
    words = [live.engine.legal_moves()[0].id, *NONSENSE]
    invented = [f"{words[0]} {name}" for name in shuffled(rng, names)[:4]]
    texts = [text for text in (*invented, *NONSENSE) if not is_move(live.engine, text)]
    number = len(live.listing().entries)
    return [*refused, *({"text": text} for text in texts), {"number": number}, {"move": {}}]


def shuffled(rng: Rng, items: list[T]) -> list[T]:
    """Returns the items in a random order."""
    found = [*items]
    rng.shuffle(found)
    return found


def is_move(engine: RuleEngine[Any, Any], text: str) -> bool:
    """Tells whether a text is a legal move, which nobody may try here: it would be played."""
    try:
        return not engine.explain(engine.parse(text))
    except Exception:  # noqa: BLE001 - whatever the reason is, it is not
        return False


async def tries(
    table: Border, live: LiveMatch, token: str, moves: list[dict[str, Any]]
) -> list[Sent]:
    """Sends moves that are refused."""
    path, body = f"/matches/{live.header.id}/moves", {"version": live.version}
    found = [await table.ask("POST", path, token, {**body, **move}) for move in moves]
    assert all(400 <= each.status < 500 for each in found), "nothing is played"
    return found


async def questions(table: Border, live: LiveMatch, token: str, rng: Rng) -> list[Sent]:
    """Answers the questions on the way to moves of every kind, to the last one."""
    path, found = f"/matches/{live.header.id}/choices", list[Sent]()
    for kind in [kind.id for kind in live.game.rulebook().kinds]:
        for _ in range(WAYS):
            chosen: list[list[int]] = []
            for _ in range(MOST_STEPS):
                answer = await table.ask("POST", path, token, {"kind": kind, "chosen": chosen})
                found.append(answer)
                step = json.loads(answer.body)
                if answer.status != 200 or step["complete"] or not step["options"]:
                    break
                least = step["least"] if step["many"] else 1
                chosen.append(sorted(shuffled(rng, [*range(len(step["options"]))])[:least]))
    return found


async def advice(table: Border, live: LiveMatch, token: str) -> list[Sent]:
    """Asks an agent; returns its answer without its id, and without how long it took."""
    path = f"/matches/{live.header.id}/advice"
    asked = await table.post(path, {"agent": ADVISER, "ms": 10_000}, token)
    answer = await table.ask("GET", f"{path}/{asked['id']}?wait=30", token)
    document = json.loads(answer.body)
    assert document["state"] == "done", document
    del document["id"], document["seconds"], document["advice"]["seconds"]
    return [answer._replace(asked="advice", body=json.dumps(document).encode())]


async def compare(
    table: Border, service: Service, match: str, tokens: dict[int, str], *, advised: bool
) -> int:
    """Compares what viewers are sent with what they would be sent in other worlds.

    Returns:
        How many answers were compared.
    """
    live = service.authority.find(match)
    compared = 0
    for viewer, token in {SPECTATOR: "", **tokens}.items():
        decides = viewer == live.engine.seat
        for number in range(WORLDS):
            name = f"{live.game.id}/{live.engine.ply}/{viewer}/{number}"
            view = live.engine.view(viewer)
            sampled = live.game.sample(view, seeded(f"probe/{name}"))
            other = RuleEngine(live.game, seed=0, state=sampled)
            moves = probes(live, [other], seeded(name)) if decides else [{"text": "?"}]

            async def everything(
                token: str = token,
                moves: list[dict[str, Any]] = moves,
                decides: bool = decides,
                name: str = name,
            ) -> list[Sent]:
                found = [*await looks(table, live, token), *await tries(table, live, token, moves)]
                if decides:
                    found += await questions(table, live, token, seeded(f"ways/{name}"))
                if decides and advised:
                    found += await advice(table, live, token)
                return found

            here = await everything()
            with other_world(live, viewer, seeded(f"world/{name}")):
                there = await everything()
            assert len(here) == len(there)
            for one, same in zip(here, there, strict=True):
                assert one == same, f"{name}: {one.asked}"
            compared += len(here)
    return compared


async def play(
    table: Border, service: Service, match: str, tokens: dict[int, str], rng: Rng
) -> bool:
    """Plays a random move of a person, and waits for agents; tells whether the match goes on."""
    live = service.authority.find(match)
    move = rng.pick(live.engine.legal_moves())
    body = {"version": live.version, "move": move.to_json()}
    await table.post(f"/matches/{match}/moves", body, tokens[live.engine.seat])
    while live.due():
        await asyncio.sleep(0.002)
    return not live.over


async def read(texts: "asyncio.Queue[str]", events: int) -> str:
    """Returns all that was sent to a watcher, up to the last of so many events."""
    found: list[str] = []
    while sum('"type":"frame"' in text for text in found) < events:
        found.append(await asyncio.wait_for(texts.get(), 20))
    return "\n".join(found)


def run(work: Callable[[], Any]) -> None:
    async def main() -> None:
        async with asyncio.timeout(900):
            await work()

    asyncio.run(main())


def among_people(folder: Path, game: str, positions: tuple[int, ...]) -> None:
    """Plays a match of people, whom everybody watches, and compares worlds on the way."""

    async def work() -> None:
        async with border(folder) as (table, service):
            people = [*range(games.load(game).seats)]
            match, tokens = await begin(table, game, people)
            live, rng, compared = service.authority.find(match), seeded(f"leaks/{game}"), 0
            watched = [table.watch(match, token) for token in ("", *tokens.values())]
            streams = [await each.__aenter__() for each in watched]
            for ply in range(max(positions) + 1):
                if ply in positions:
                    compared += await compare(table, service, match, tokens, advised=False)
                if not await play(table, service, match, tokens, rng):
                    break
            assert compared > 0
            open_still = not live.over
            for texts in streams:
                sent = await read(texts, live.seq)
                for secret in (*tokens.values(), str(live.header.seed)):
                    assert not open_still or secret not in sent
                assert not any(each in sent for each in live.engine.state_hashes())
            for each in watched:
                await each.__aexit__(None, None, None)

    run(work)


def with_advice(folder: Path, game: str, positions: tuple[int, ...]) -> None:
    """Plays a match of one person at each seat, and compares worlds with the advice in them."""

    async def work() -> None:
        async with border(folder) as (table, service):
            for seat in range(games.load(game).seats):
                match, tokens = await begin(table, game, [seat])
                live, rng = service.authority.find(match), seeded(f"advised/{game}/{seat}")
                while live.due():
                    await asyncio.sleep(0.002)
                for number in range(max(positions) + 1):
                    if live.over:
                        break
                    if number in positions:
                        await compare(table, service, match, tokens, advised=True)
                    await play(table, service, match, tokens, rng)

    run(work)


@pytest.mark.parametrize("game", games.names())
def test_nobody_is_sent_what_they_cannot_know(tmp_path: Path, game: str) -> None:
    among_people(tmp_path, game, POSITIONS)


def test_a_leak_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    describe = Authority.describe

    def leaking(authority: Authority, live: LiveMatch, viewer: int) -> dict[str, Any]:
        return {**describe(authority, live, viewer), "etag": live.engine.state_hash}

    monkeypatch.setattr(Authority, "describe", leaking)
    with pytest.raises(AssertionError, match="leduc/0/-1/0: GET"):
        among_people(tmp_path, "leduc", (0,))


@pytest.mark.parametrize("game", games.names())
def test_advice_and_what_goes_with_it_tell_nothing_hidden(tmp_path: Path, game: str) -> None:
    with_advice(tmp_path, game, (1, 4))


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_nobody_is_sent_what_they_cannot_know_in_a_whole_match(tmp_path: Path, game: str) -> None:
    among_people(tmp_path, game, MANY_POSITIONS)
    with_advice(tmp_path, game, (0, 2, 7, 15, 30))
