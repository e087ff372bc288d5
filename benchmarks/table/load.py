"""Many matches at once, one of them before a crowd: undisturbed, and while processes are killed."""

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx

from benchmarks.report import progress
from benchmarks.run import ROOT
from benchmarks.table.client import Caller, Crowd, Refused, Servers
from benchmarks.table.figures import Figure, Part, Row, spread
from benchmarks.table.play import (
    Match,
    Pairing,
    Player,
    Stage,
    check_matches,
    pairings,
    play_all,
)
from benchmarks.table.server import kill, processor_time, running, workers_of
from kibitz import games
from kibitz.arena.statistics import percentile
from kibitz.table.store import Store
from tests.table.servers import PATIENCE, TableServer

QUICK_AGENTS = ("random", "greedy")
# Slow enough that a process that is killed was thinking.
SEARCHES = ("ismcts:iterations=30", "greedy")
# Nobody resigns under load before the time is up.
ENDLESS = 1_000_000
MOVES_ROUTE = "/matches/{match}/moves"
BUSY = "kibitz_workers_busy"
# Seconds before a process is killed, at least and at most; seconds that players think under fire.
BEFORE_KILL = (0.05, 2.0)
FIRE_THINK = 0.2
FIRE_CROWD = 20
# Seconds that the last messages may take after a match is over.
LAST_MESSAGES = 30.0
# What is wanted of a move request, in milliseconds.
MEDIAN, MOST = 10.0, 50.0


# Under load.


class Meter:
    """What a server has used and logged since this was made."""

    def __init__(self, server: TableServer) -> None:
        self.server = server
        self.began = time.monotonic()
        self._logged = server.log.stat().st_size
        self._used = self._processor_times()

    def _processor_times(self) -> tuple[float, float]:
        pid = self.server.process.pid
        return processor_time(pid), sum(processor_time(each) for each in workers_of(pid))

    def shares(self) -> list[float]:
        """Returns the shares of a core that the server and its agents have used, in per cent."""
        lasted = time.monotonic() - self.began
        now = self._processor_times()
        return [100 * (new - old) / lasted for new, old in zip(now, self._used, strict=True)]

    def moves(self) -> list[float]:
        """Returns the seconds of every move request, as the server has logged them."""
        with self.server.log.open("rb") as log:
            log.seek(self._logged)
            lines = [json.loads(line) for line in log if line.endswith(b"\n")]
        return [line["ms"] / 1000 for line in lines if line.get("route") == MOVES_ROUTE]


async def under_load(given: argparse.Namespace, server: TableServer, url: str) -> Part:
    """Plays many matches at once, one of them before a crowd."""
    servers = Servers()
    servers.add(server.url)
    stage = Stage(servers, given.think, ENDLESS, allow_loss=False)
    caller = Caller(servers, allow_loss=False)
    watched, players = await stage.begin(caller, Pairing(given.watched))
    tasks = [asyncio.create_task(play_watched(stage, caller, watched, players))]
    tasks += begin_tables(stage, QUICK_AGENTS, given.matches - 1, given.warm_up)
    crowd = await start_crowd(server, watched.id, given.spectators)
    await asyncio.sleep(given.warm_up)
    meter, before = Meter(server), stage.counts["events"]
    for second in range(1, given.seconds + 1):
        await asyncio.sleep(1.0)
        if second % 5 == 0 or second == given.seconds:
            done = f"{len(stage.samples)} moves, {len(stage.problems)} problems"
            progress(second, given.seconds, done)
    ended, shares = time.monotonic(), meter.shares()
    took, events = meter.moves(), stage.counts["events"] - before
    stage.finish(0)
    await asyncio.gather(*tasks)
    caller.close()
    report = await end_crowd(crowd)
    server.stop()
    problems = [*await asyncio.to_thread(checked, stage, url), *report["problems"]]
    problems += incomplete(report, given.spectators)
    lasted = ended - meter.began
    samples = [each.seconds for each in stage.samples if meter.began <= each.sent < ended]
    figures = [
        *spread("move", samples, MEDIAN, MOST),
        *spread("move, as the server measures it", took, MEDIAN, MOST),
        *spread("to the last spectator", crowd_delays(watched, report, meter.began, ended)),
        Figure("moves", len(samples) / lasted, "/s"),
        Figure("events", events / lasted, "/s"),
        Figure("messages to spectators", report["received"]),
        Figure("processor, server", shares[0], "%"),
        Figure("processor, agents", shares[1], "%"),
        Figure("matches", len(stage.matches)),
        Figure("violations", len(problems), limit=1),
    ]
    names = ("matches", "spectators", "seconds", "think", "watched")
    about = {"store": url.partition(":")[0], **{name: getattr(given, name) for name in names}}
    return Part("load", about, figures, problems)


def begin_tables(
    stage: Stage, agents: Sequence[str], count: int, seconds: float
) -> list[asyncio.Task[None]]:
    """Begins to play at some tables, one after the other within some seconds."""
    return [
        asyncio.create_task(stage.table(pairing, seconds * at / count))
        for at, pairing in zip(range(count), pairings(agents, games.names()), strict=False)
    ]


async def play_watched(
    stage: Stage, caller: Caller, match: Match, players: Sequence[Player]
) -> None:
    """Plays the match with the crowd."""
    try:
        await play_all(players)
        match.record = await caller.text(f"/matches/{match.id}/record")
    except Refused as error:
        stage.problems.append(f"the match with the crowd: {error}")


async def start_crowd(server: TableServer, match: str, count: int) -> asyncio.subprocess.Process:
    """Starts the process of the spectators, and waits until all of them watch."""
    host, _, port = server.url.removeprefix("http://").rpartition(":")
    words = [sys.executable, "-m", "benchmarks.table.client", host, port, match, str(count)]
    crowd = await asyncio.create_subprocess_exec(
        *words, cwd=ROOT, stdout=subprocess.PIPE, limit=2**26
    )
    assert crowd.stdout is not None
    if await crowd.stdout.readline() != b"ready\n":
        raise SystemExit("the spectators could not watch")
    return crowd


async def end_crowd(crowd: asyncio.subprocess.Process) -> Row:
    """Returns what the spectators report when their match is over."""
    assert crowd.stdout is not None
    line = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_MESSAGES):
            line = await crowd.stdout.readline()
    if not line:
        crowd.send_signal(signal.SIGTERM)
        line = await crowd.stdout.readline()
    await crowd.wait()
    found: Row = json.loads(line)
    return found


def incomplete(report: Row, count: int) -> list[str]:
    """Says if spectators have missed the end of the match."""
    seen = report["complete"]
    return [] if seen == count else [f"{seen} of {count} spectators saw the end of their match"]


def crowd_delays(match: Match, report: Row, began: float, ended: float) -> list[float]:
    """Returns how long each move took from its request to the last spectator."""
    last = {int(seq): at for seq, at in report["last"].items()}
    return [
        last[each.seq] - each.sent
        for each in match.acknowledged
        if each.seq >= report["everybody"] and began <= each.sent < ended and each.seq in last
    ]


def checked(stage: Stage, url: str) -> list[str]:
    """Lists what is wrong with the matches that were played, when no server uses the store."""
    store = Store(url)
    store.open()
    try:
        return check_matches(stage, store)
    finally:
        store.close()


# Under fire.


async def under_fire(given: argparse.Namespace, folder: Path, url: str, what: str) -> Part:
    """Kills processes at random moments while matches are played."""
    servers = Servers()
    stage = Stage(servers, FIRE_THINK, given.moves, allow_loss=what != "worker")
    with ExitStack() as stack:
        names = ("first", "second") if what == "two" else ("first",)
        running_servers = [stack.enter_context(running(folder, url, name=name)) for name in names]
        for server in running_servers:
            servers.add(server.url)
        caller = Caller(servers, allow_loss=stage.allow_loss)
        watched, players = await stage.begin(caller, Pairing(given.watched))
        crowd = Crowd(servers, watched.id, FIRE_CROWD, allow_loss=stage.allow_loss)
        await crowd.enter()
        tasks = [asyncio.create_task(play_watched(stage, caller, watched, players))]
        agents = SEARCHES if what == "worker" else QUICK_AGENTS
        tasks += begin_tables(stage, agents, given.under_fire, 1.0)
        down = await fire(given, what, running_servers, stage)
        stage.finish(given.moves)
        await wait_for_all(tasks, stage)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_MESSAGES):
                await crowd.over.wait()
        report = crowd.report()
        crowd.leave()
        caller.close()
    problems = [*await asyncio.to_thread(checked, stage, url), *crowd.problems]
    problems += incomplete(report, FIRE_CROWD)
    counts = stage.counts
    figures = [
        Figure("kills", given.kills),
        Figure("matches", len(stage.matches)),
        Figure("moves acknowledged", len(stage.samples)),
        Figure("requests without an answer", counts["lost"]),
        Figure("moves sent again", counts["sent again"]),
        Figure("moves sent again that were stored", counts["repeated"]),
        Figure("agents replaced", counts["event agent"]),
        Figure("longest wait for a move", max(each.seconds for each in stage.samples), "s"),
        Figure("longest silence of a match", stage.longest, "s"),
        Figure("violations", len(problems), limit=1),
    ]
    if down:
        figures.append(Figure("restart, median", percentile(sorted(down), 50), "s"))
    about = {"store": url.partition(":")[0], "matches": given.under_fire, "think": FIRE_THINK}
    return Part(f"kill {what}", about, figures, problems)


async def fire(
    given: argparse.Namespace, what: str, all_servers: Sequence[TableServer], stage: Stage
) -> list[float]:
    """Kills processes; returns how many seconds each server took to be back."""
    rng = random.Random(f"{given.seed}/{what}")
    down: list[float] = []
    for number in range(1, given.kills + 1):
        await asyncio.sleep(rng.uniform(*BEFORE_KILL))
        server = rng.choice(all_servers)
        if what == "worker":
            await kill_worker(server, rng)
        else:
            stage.servers.remove(server.url)
            server.kill()
            if what == "two":
                await asyncio.sleep(rng.uniform(*BEFORE_KILL))
            began = time.monotonic()
            await asyncio.to_thread(server.start)
            down.append(time.monotonic() - began)
            stage.servers.add(server.url)
        state = f"{len(stage.samples)} moves, {stage.over} matches over"
        progress(number, given.kills, f"{state}, {len(stage.problems)} problems")
    return down


async def kill_worker(server: TableServer, rng: random.Random) -> None:
    """Kills a process of agents, as soon as one of them thinks.

    Not before: a server whose agents are killed while they start cannot go on.
    """
    while True:
        metrics = await asyncio.to_thread(httpx.get, f"{server.url}/metrics", timeout=PATIENCE)
        if f"{BUSY} 0.0\n" not in metrics.text:
            with suppress(ProcessLookupError, IndexError):
                kill(rng.choice(workers_of(server.process.pid)))
                return
        await asyncio.sleep(0.05)


async def wait_for_all(tasks: Sequence[Awaitable[None]], stage: Stage) -> None:
    """Waits until all matches are over, and tells how far they are."""
    waiting = asyncio.ensure_future(asyncio.gather(*tasks))
    while not waiting.done():
        await asyncio.wait([waiting], timeout=5.0)
        over = sum(bool(match.record) for match in stage.matches)
        progress(over, len(stage.matches), "matches over")
    await waiting
