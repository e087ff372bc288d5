"""The benchmark of the table plays, kills servers, and notices what is lost or doubled."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.table.client import Address, Crowd, Servers, Socket, Spectator
from benchmarks.table.figures import Figure, Part, spread
from benchmarks.table.play import (
    Acknowledged,
    Match,
    Pairing,
    Seen,
    Stage,
    check_matches,
    pairings,
)
from kibitz import games
from kibitz.core.randomness import seeded
from kibitz.table.authority import Authority
from kibitz.table.seats import SeatWish
from kibitz.table.store import Store

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> Any:
    command = [sys.executable, "-m", "benchmarks.table", *arguments, "--quick", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [[part]] = json.loads(done.stdout)["parts"].values()
    return part


def test_matches_are_played_before_spectators() -> None:
    part = run("load", "--matches", "8", "--spectators", "5", "--seconds", "1")
    figures = part["figures"]
    assert part["problems"] == []
    assert figures["matches"] >= 8
    assert figures["messages to spectators"] >= 5
    assert 0 < figures["move, median"] <= figures["move, 99 %"]
    assert figures["move, as the server measures it, median"] > 0
    assert figures["processor, server"] > 0


def test_servers_are_killed_while_matches_are_played() -> None:
    part = run("kill", "--store", "sqlite", "--what", "server", "--under-fire", "6")
    figures = part["figures"]
    assert figures["violations"] == 0
    assert figures["kills"] == 2
    assert figures["moves acknowledged"] > 0


def test_a_server_starts_with_stored_matches() -> None:
    assert run("start")["figures"]["ready, median"] > 0


def test_scenes_of_every_game_are_timed() -> None:
    figures = run("scene", "--positions", "5")["figures"]
    for name in games.names():
        assert figures[f"{name}, interpreted, median"] <= figures[f"{name}, interpreted, 99 %"]
        assert 0 < figures[f"{name}, largest"] < 100


def test_what_cannot_be_killed_is_refused() -> None:
    command = [sys.executable, "-m", "benchmarks.table", "kill"]
    words = ["--what", "two", "--store", "sqlite"]
    done = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--what two cannot be measured with --store sqlite" in done.stderr


# The proof.


@pytest.fixture
def played(tmp_path: Path) -> tuple[Stage, Match, Store]:
    """A match between people that was played to its end, as its players know it."""
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    store.open()
    authority = Authority(store)
    wishes = [SeatWish("person", join=True)] * 2
    live, tokens = authority.create("duel", {}, wishes)
    match = Match(live.header.id, Pairing("duel"), [0, 1])
    rng = seeded("played")
    while not live.over:
        seat, moves = live.engine.seat, live.engine.legal_moves()
        move = moves[rng.below(len(moves))]
        key = f"key{live.seq}"
        authority.move(match.id, tokens[seat], {"text": str(move)}, live.version, key)
        match.acknowledged.append(Acknowledged(seat, live.seq, key, str(move), 0.0))
        for events in match.events.values():
            events.append(Seen("move", seat))
    match.record = authority.record(match.id, "")
    stage = Stage(Servers(), 0.0, 0, allow_loss=False)
    stage.matches.append(match)
    return stage, match, store


def test_a_match_without_loss_has_no_problems(played: tuple[Stage, Match, Store]) -> None:
    stage, _, store = played
    assert check_matches(stage, store) == []


def forget(match: Match) -> None:
    del match.acknowledged[3]


def double(match: Match) -> None:
    match.acknowledged.append(match.acknowledged[3])


def lose(match: Match) -> None:
    last = match.acknowledged[-1]
    match.acknowledged.append(last._replace(seq=last.seq + 1, key="lost"))


def confuse(match: Match) -> None:
    match.acknowledged[3] = match.acknowledged[3]._replace(text="something else")


def rename(match: Match) -> None:
    match.acknowledged[3] = match.acknowledged[3]._replace(key="another")


def skip(match: Match) -> None:
    del match.events[1][2]


def cut(match: Match) -> None:
    match.record = ""


def forge(match: Match) -> None:
    lines = match.record.splitlines()
    line = json.loads(lines[5])
    lines[5] = json.dumps({**line, "hash": "0" * len(line["hash"])})
    match.record = "\n".join(lines)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (forget, "nobody has sent events [4]"),
        (double, "event 4 was acknowledged 2 times"),
        (lose, "which is no move"),
        (confuse, "acknowledged was 'something else'"),
        (rename, "event 4 is not the move another that was acknowledged"),
        (skip, "its players were sent different events"),
        (cut, "it did not go on to its end"),
        (forge, "leads to another state"),
    ],
)
def test_what_is_lost_doubled_or_changed_is_found(
    played: tuple[Stage, Match, Store], change: Callable[[Match], None], problem: str
) -> None:
    stage, match, store = played
    change(match)
    assert problem in "\n".join(check_matches(stage, store))


def test_a_store_that_lost_the_last_move_is_found(
    played: tuple[Stage, Match, Store], tmp_path: Path
) -> None:
    stage, match, store = played
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    other.open()
    header, standing = store.header(match.id), store.standing(match.id)
    assert header is not None
    assert standing is not None
    events = store.events(match.id)[:-1]
    other.create(header, {}, events, standing._replace(seq=len(events)))
    problems = "\n".join(check_matches(stage, other))
    assert "that was acknowledged" in problems
    assert "fingerprints" in problems


# Clients.


def frame(seq: int, over: bool = False, text: str = "") -> bytes:
    document = {"type": "frame", "seq": seq, "text": text, "over": over}
    return json.dumps(document, separators=(",", ":")).encode()


def crowd_of(count: int) -> Crowd:
    crowd = Crowd(Servers(), "match", count, allow_loss=False)
    crowd.spectators = [Spectator(crowd, number) for number in range(count)]
    for each in crowd.spectators:
        each.hear(b'{"type":"state","seq":0}')
    return crowd


def test_a_crowd_that_gets_everything_is_content() -> None:
    crowd = crowd_of(2)
    for seq in (1, 2, 3):
        for each in crowd.spectators:
            each.hear(frame(seq, over=seq == 3))
    assert crowd.problems == []
    assert crowd.report()["complete"] == 2
    assert crowd.over.is_set()


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ([frame(1), frame(3)], "got event 3 after 1"),
        ([frame(1), frame(1)], "got event 1 after 1"),
        ([frame(1), frame(2, text="other")], "got another event 2 than others"),
        ([None], "was sent away"),
        ([b'{"type":"refusal"}'], "got {'type': 'refusal'}"),
    ],
)
def test_a_crowd_notices_what_it_misses(texts: list[bytes | None], problem: str) -> None:
    crowd = crowd_of(2)
    for seq in (1, 2, 3):
        crowd.spectators[0].hear(frame(seq))
    for text in texts:
        crowd.spectators[1].hear(text)
    assert problem in "\n".join(crowd.problems)


@pytest.mark.parametrize("size", [1, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("piece", [1_000_000, 1_000, 7])
def test_messages_are_cut_out_of_the_stream(size: int, piece: int) -> None:
    heard: list[bytes | None] = []
    sent: list[bytes] = []
    socket = Socket("match", {}, heard.append)
    socket.connection_made(Transport(sent))
    head = bytes([size]) if size < 126 else b"\x7f" + size.to_bytes(8)
    if 126 <= size < 65_536:
        head = b"\x7e" + size.to_bytes(2)
    message = b"\x81" + head + b"x" * size
    stream = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + message + b"\x89\x02hi" + message
    for at in range(0, len(stream), piece):
        socket.data_received(stream[at : at + piece])
    assert heard == [b"x" * size] * 2
    assert sent[-1] == b"\x8a\x82\0\0\0\0hi", "a ping is answered"


class Transport(asyncio.Transport):
    def __init__(self, sent: list[bytes]) -> None:
        super().__init__()
        self.sent = sent

    def write(self, data: Any) -> None:
        self.sent.append(data)


def test_servers_come_and_go() -> None:
    servers = Servers()
    servers.add("http://127.0.0.1:81")
    servers.add("http://127.0.0.1:82")
    servers.remove("http://127.0.0.1:81")
    assert servers.running == [Address("127.0.0.1", 82)]


def test_every_game_is_played_by_people_and_against_agents() -> None:
    found = {*islice(pairings(["random"], games.names()), 2 * len(games.names()))}
    assert {pairing.game for pairing in found} == {*games.names()}
    assert Pairing("duel", "random") in found
    assert Pairing("spire", "random") not in found, "it has one seat"
    assert [seat["kind"] for seat in Pairing("duel", "random").seats()] == ["person", "agent"]


def test_figures_are_judged() -> None:
    median, most, worst = spread("move", [0.001, 0.002, 0.1], 5.0, 50.0)
    assert (median.value, median.is_met) == (2.0, True)
    assert not most.is_met
    assert worst.row() == ["move, worst", "100 ms", "", ""]
    part = Part("load", {"matches": 3}, [median, most, Figure("matches", 1234)], ["lost"])
    assert part.title == "load matches=3"
    assert part.to_json()["missed"] == ["move, 99 %"]
    assert part.figures[-1].row() == ["matches", "1,234", "", ""]
