"""What the table needs while nobody plays: memory for its matches, and time to start."""

import argparse
import asyncio
import time
from pathlib import Path

from benchmarks.report import progress
from benchmarks.table.client import Caller, Refused, Servers
from benchmarks.table.figures import Figure, Part
from benchmarks.table.play import Pairing, Stage
from benchmarks.table.server import resident, running
from kibitz import games
from kibitz.arena.statistics import percentile
from kibitz.core.randomness import seeded
from kibitz.table.authority import Authority
from kibitz.table.seats import SeatWish, token_hash
from kibitz.table.store import Store
from tests.table.servers import TableServer

# How many moves an idle match has, and how many clients create such matches.
MOVES = 6
CREATORS = 8
# Seconds until the memory of a server is as it stays.
SETTLE = 2.0
# How many stored matches are really played. In one of them an agent must act, as after a server was
# killed; the others are copies of these.
PLAYED = 40
# What is wanted: kilobytes for a match, seconds for a start.
MOST_MEMORY = 100.0
MOST_SECONDS = 3.0


# Memory.


async def memory(given: argparse.Namespace, server: TableServer, live: int) -> Part:
    """Creates matches of all games, a few moves in, and looks at the memory of the server."""
    names = games.names()
    servers = Servers()
    servers.add(server.url)
    stage = Stage(servers, 0.0, MOVES, allow_loss=False)
    for name in names:
        await idle_matches(stage, name, CREATORS)
    pid, each = server.process.pid, -(-given.idle // len(names))
    await asyncio.sleep(SETTLE)
    sizes = [resident(pid)]
    for at, name in enumerate(names, 1):
        await idle_matches(stage, name, each)
        await asyncio.sleep(SETTLE)
        sizes.append(resident(pid))
        kilobytes = (sizes[-1] - sizes[-2]) / each / 1000
        progress(at, len(names), f"{kilobytes:.0f} kB for a match of {name}")
    whole = (sizes[-1] - sizes[0]) / (each * len(names)) / 1000
    figures = [Figure("a match", whole, "kB", MOST_MEMORY)]
    if live >= given.idle:
        figures += [
            Figure(f"a match of {name}", (new - old) / each / 1000, "kB")
            for name, old, new in zip(names, sizes, sizes[1:], strict=False)
        ]
    figures.append(Figure("the server", sizes[-1] / 1e6, "MB"))
    about = {"live_matches": live, "matches": each * len(names), "moves": MOVES}
    return Part("memory", about, figures, stage.problems)


async def idle_matches(stage: Stage, game: str, count: int) -> None:
    """Creates matches between people, and plays a few moves in each."""
    left = iter(range(count))

    async def create() -> None:
        caller = Caller(stage.servers, allow_loss=False)
        for _ in left:
            try:
                await idle_match(stage, caller, game)
            except Refused as error:
                stage.problems.append(f"{game}: {error}")
        caller.close()

    await asyncio.gather(*(create() for _ in range(CREATORS)))


async def idle_match(stage: Stage, caller: Caller, game: str) -> None:
    """Creates a match, and plays a few moves in it."""
    match, players = await stage.begin(caller, Pairing(game))
    path = f"/matches/{match.id}"
    for _ in range(MOVES):
        shown = await caller.get(path)
        if shown["over"]:
            break
        player = players[shown["turn"]]
        state = await caller.get(f"{path}/decision", player.token)
        body, _ = await player.choose(state)
        await caller.post(f"{path}/moves", body, player.token)
    for player in players:
        player.caller.close()


# Start.


def start(given: argparse.Namespace, folder: Path, url: str) -> Part:
    """Starts a server again and again with many matches in its store."""
    fill(url, given.stored)
    took: list[float] = []
    for repeat in range(given.repeats):
        began = time.monotonic()
        with running(folder, url) as server:
            server.get("/ready")
            took.append(time.monotonic() - began)
        progress(repeat + 1, given.repeats, f"ready after {took[-1]:.2f} s")
    figures = [
        Figure("ready, median", percentile(sorted(took), 50), "s", MOST_SECONDS),
        Figure("ready, worst", max(took), "s"),
    ]
    about = {"store": url.partition(":")[0], "stored": given.stored, "due": given.stored // PLAYED}
    return Part("start", {**about, "repeats": given.repeats}, figures, [])


def fill(url: str, count: int) -> None:
    """Stores open matches of all games, with a few events each."""
    store = Store(url)
    store.open()
    try:
        authority = Authority(store)
        played = [play_stored(authority, at) for at in range(min(PLAYED, count))]
        for at in range(len(played), count):
            copy_stored(store, played[at % len(played)], at)
            if (at + 1) % 1000 == 0 or at + 1 == count:
                progress(at + 1, count, "matches stored")
    finally:
        store.close()


def play_stored(authority: Authority, number: int) -> str:
    """Plays a few moves of a match; the first one then waits for an agent."""
    name = games.names()[number % len(games.names())]
    wishes = [SeatWish("person", join=True) for _ in range(games.load(name).seats)]
    if number == 0:
        wishes[-1] = SeatWish("agent", agent="random")
    live, tokens = authority.create(name, {}, wishes)
    rng = seeded(number)
    while not live.over and not live.due() and (number == 0 or live.engine.ply < MOVES):
        moves = live.engine.legal_moves()
        said = {"move": moves[rng.below(len(moves))].to_json()}
        authority.move(live.header.id, tokens[live.engine.seat], said, live.version)
    return live.header.id


def copy_stored(store: Store, original: str, number: int) -> None:
    """Stores a match again, under another id and with other tokens."""
    header, standing = store.header(original), store.standing(original)
    assert header is not None
    assert standing is not None
    tokens = {seat: token_hash(f"{number}/{seat}") for seat in range(len(header.seats))}
    copy = header._replace(id=f"copy{number}")
    store.create(copy, tokens, store.events(original), standing)
