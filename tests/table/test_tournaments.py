"""Tournaments that people start at the table: real servers, and the processes that they start."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz import games
from kibitz.core.record import read_record, replay
from tests.table.servers import PATIENCE, TableServer

QUICK = "workers = 1\nlimits.requests_per_second = 0\n"
SMALL = {"game": "leduc", "agents": ["random", "random"], "deals": 5, "seed": 1}
# Takes minutes unless it is stopped.
LONG = {"game": "jaipur", "agents": ["greedy", "greedy"], "deals": 500}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    found = TableServer(tmp_path, settings=QUICK)
    yield found
    found.close()


def wait_until_played(server: TableServer, name: str, least: int = 10**9) -> Any:
    """Waits until a tournament has ended, or so many games are played."""
    end = time.monotonic() + PATIENCE
    while True:
        found = server.get(f"/arena/results/{name}")
        if not found["running"] or found["played"] >= least:
            return found
        assert time.monotonic() < end, found["played"]
        time.sleep(0.1)


def processes_of(folder: Path) -> list[int]:
    """Returns the processes that play a tournament: its own, and all in its group."""
    parents = set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if os.fsencode(folder) in words:
            parents.add(int(place.name))
    return [pid for pid in map(int, all_pids()) if group_of(pid) in parents]


def all_pids() -> list[str]:
    return [place.name for place in Path("/proc").glob("[0-9]*")]


def group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return -1


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pids: list[int]) -> None:
    end = time.monotonic() + PATIENCE
    while any(map(is_running, pids)):
        assert time.monotonic() < end, "a process of a tournament lives on"
        time.sleep(0.05)


def start_long(server: TableServer, folder: Path) -> tuple[str, list[int]]:
    """Starts a long tournament; returns its name and its processes once games are played."""
    name = server.post("/arena/results", LONG)["name"]
    assert wait_until_played(server, name, 2)["running"]
    pids = processes_of(folder / "results" / name)
    assert len(pids) >= 2, "the tournament and its worker"
    return name, pids


def test_a_tournament_is_started_played_and_its_games_are_replayed(
    server: TableServer, tmp_path: Path
) -> None:
    listed = server.get("/arena/results")
    assert (listed["results"], listed["tournaments"], listed["most_games"]) == ([], 1, 2000)
    made = server.post("/arena/results", SMALL)
    assert (made["name"], made["planned"], made["running"]) == ("leduc-0001", 10, True)
    done = wait_until_played(server, made["name"])
    assert (done["played"], done["finished"], done["failure"]) == (10, True, None)
    assert done["summary"]["setup"]["seed"] == 1
    assert (tmp_path / "results" / "leduc-0001" / "report.html").is_file()
    record = server.call("GET", "/arena/results/leduc-0001/games/3/record").text
    assert replay(read_record(record), games.load("leduc")).outcome is not None
    [row] = server.get("/arena/results")["results"]
    assert row["running"] is False
    assert row["best"] in ("random", "random #2")
    # The same seed plays the same games, and the next tournament has a name of its own.
    again = wait_until_played(server, server.post("/arena/results", SMALL)["name"])
    assert again["name"] == "leduc-0002"
    assert again["summary"]["fingerprint"] == done["summary"]["fingerprint"]


def test_a_tournament_can_be_stopped_and_keeps_what_was_played(
    server: TableServer, tmp_path: Path
) -> None:
    name, pids = start_long(server, tmp_path)
    error = server.refused("TOO_MANY", "POST", "/arena/results", SMALL)
    assert error["message"] == "another tournament is being played: wait for its end, or stop it"
    assert "kibitz_tournaments 1" in server.call("GET", "/metrics").text
    stopped = server.post(f"/arena/results/{name}/stop")
    wait_until_gone(pids)
    assert (stopped["running"], stopped["finished"], stopped["failure"]) == (False, False, None)
    assert 2 <= stopped["played"] < stopped["planned"]
    assert stopped["summary"]["standings"]
    server.refused("NOT_RUNNING", "POST", f"/arena/results/{name}/stop")
    server.refused("NOT_RUNNING", "POST", "/arena/results/none/stop")
    # Another one can be started now.
    assert server.post("/arena/results", SMALL)["running"]


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_a_tournament_ends_with_its_server(server: TableServer, tmp_path: Path, way: str) -> None:
    name, pids = start_long(server, tmp_path)
    if way == "stop":
        assert server.stop() == 0
    else:
        server.kill()
    wait_until_gone(pids)
    server.start()
    left = server.get(f"/arena/results/{name}")
    assert (left["running"], left["finished"]) == (False, False)
    assert left["played"] >= 2


def test_a_process_that_is_killed_is_told(server: TableServer, tmp_path: Path) -> None:
    name, pids = start_long(server, tmp_path)
    os.kill(min(pids), signal.SIGKILL)
    found = wait_until_played(server, name)
    assert found["failure"] == "its process was killed"
    wait_until_gone(pids)


@pytest.mark.parametrize(
    ("code", "change", "message"),
    [
        ("GAME_NOT_FOUND", {"game": "chess"}, "there is no game 'chess'"),
        ("INVALID_AGENT", {"agents": ["random", "stockfish"]}, "stockfish"),
        ("INVALID_AGENT", {"agents": ["random", "human"]}, "human"),
        ("INVALID_AGENT", {"agents": ["random", "os:system"]}, "os:system"),
        ("INVALID_AGENT", {"agents": ["random", "greedy:worlds=x"]}, "worlds"),
        ("INVALID_OPTION", {"options": {"raises": 99}}, "raises"),
        ("INVALID_OPTION", {"options": {"deck": "@/etc/passwd"}}, "cannot read the file"),
        ("INVALID_REQUEST", {"agents": ["random"]}, "at least two players"),
        ("INVALID_REQUEST", {"agents": []}, "agents"),
        ("INVALID_REQUEST", {"agents": ["random"] * 9}, "agents"),
        ("INVALID_REQUEST", {"deals": 0}, "deals"),
        ("INVALID_REQUEST", {"deals": "5"}, "deals"),
        ("INVALID_REQUEST", {"deals": 1_001}, "2,002 games, expected at most 2,000"),
        ("INVALID_REQUEST", {"deals": 2_000_000_000}, "deals"),
        ("INVALID_REQUEST", {"out": "elsewhere"}, "unknown field out"),
    ],
)
def test_what_cannot_be_played_is_refused(
    refusing: TableServer, code: str, change: dict[str, object], message: str
) -> None:
    error = refusing.refused(code, "POST", "/arena/results", {**SMALL, **change})
    assert message in error["message"]
    assert refusing.get("/arena/results")["results"] == []


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("refusing"), settings=QUICK)
    yield found
    found.close()


def test_tournaments_can_be_switched_off_and_limited(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    settings = f"{QUICK}tournaments = 0\nresults = '{folder}'\n"
    folder.mkdir()
    server = TableServer(tmp_path, settings=settings)
    try:
        assert server.get("/arena/results")["tournaments"] == 0
        error = server.refused("TOURNAMENTS_OFF", "POST", "/arena/results", SMALL)
        assert "settings" in error["message"]
        assert [*folder.iterdir()] == []
    finally:
        server.close()
    limited = f"{QUICK}tournaments = 2\nlimits.tournament_games = 9\n"
    server = TableServer(tmp_path, settings=limited)
    try:
        error = server.refused("INVALID_REQUEST", "POST", "/arena/results", SMALL)
        assert error["games"] == 10
        smaller = {**SMALL, "deals": 4, "game": "jaipur", "agents": ["greedy", ""]}
        names = [server.post("/arena/results", smaller)["name"] for _ in range(2)]
        assert names == ["jaipur-0001", "jaipur-0002"]
        server.refused("TOO_MANY", "POST", "/arena/results", smaller)
    finally:
        server.close()


def test_a_folder_that_is_one_result_gets_no_tournaments(
    server: TableServer, tmp_path: Path
) -> None:
    name = server.post("/arena/results", SMALL)["name"]
    wait_until_played(server, name)
    server.stop()
    server.settings.write_text(f"{QUICK}results = '{tmp_path / 'results' / name}'\n")
    server.start()
    assert [row["name"] for row in server.get("/arena/results")["results"]] == [name]
    server.refused("TOURNAMENTS_OFF", "POST", "/arena/results", SMALL)


def test_a_folder_that_cannot_be_written_is_said(server: TableServer, tmp_path: Path) -> None:
    (tmp_path / "results").touch()
    error = server.refused("STORE_FAILED", "POST", "/arena/results", SMALL)
    assert error["message"].startswith("the tournament cannot be saved: ")
    (tmp_path / "results").unlink()
    assert server.post("/arena/results", SMALL)["running"]
