"""Bots at a served table: declared in its settings, and named by requests."""

import json
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.table.settings import SettingsError, make_settings, read_settings, write_settings
from tests.agents.bots import command_of
from tests.cli.command import kibitz_process
from tests.table.servers import PATIENCE, PERSON, TableServer
from tests.table.test_tournaments import wait_until_played

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_over_lines.py"
ACE = shlex.join([sys.executable, "-S", str(EXAMPLE)])
PACKAGE = "bot over-lines 1.0"
QUICK = "workers = 1\nagent_seconds = 5.0\n[limits]\nrequests_per_second = 0\n[bots]\n"


def serve(folder: Path, **bots: str) -> TableServer:
    """Starts a server with some bots, each with its command."""
    lines = [f"{name} = {json.dumps(command)}" for name, command in bots.items()]
    return TableServer(folder, settings=QUICK + "\n".join(lines))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    folder = tmp_path_factory.mktemp("bots")
    silent = command_of(folder, "1 / 0", name="silent")
    found = serve(folder, ace=ACE, silent=silent)
    yield found
    found.close()


class Played:
    """A match of a person at seat 0 against an agent."""

    def __init__(self, server: TableServer, agent: str, seed: int = 1) -> None:
        self.server = server
        seats = [PERSON, {"kind": "agent", "agent": agent}]
        made = server.post("/matches", {"game": "leduc", "seed": seed, "seats": seats})
        self.id: str = made["match"]["match"]
        self.token: str = made["tokens"]["0"]

    def turn(self) -> Any:
        """Waits until the person must decide, or the match is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            state = self.server.get(f"/matches/{self.id}/decision", self.token)
            if state["over"] or state["moves"]:
                return state
            self.server.get(f"/matches/{self.id}/frames?after={state['seq']}&wait=5", self.token)
        raise AssertionError("nobody moves")

    def move(self, place: int = -1) -> Any:
        """Plays a legal move, by default the last one, and waits for the next turn."""
        state = self.turn()
        texts = [each["text"] for each in state["moves"] if "text" in each]
        body = {"version": state["version"], "text": texts[place]}
        self.server.post(f"/matches/{self.id}/moves", body, self.token)
        return self.turn()

    def seats(self) -> Any:
        """Returns who plays."""
        return self.server.get(f"/matches/{self.id}", self.token)["seats"]


def test_bot_plays_a_match_at_the_table(server: TableServer) -> None:
    match = Played(server, "ace:timeout=3")
    state = match.turn()
    while not state["over"]:
        state = match.move(0)
    assert match.seats()[1]["agent"] == "ace:timeout=3"
    record = server.call("GET", f"/matches/{match.id}/record", token=match.token).text
    assert json.loads(record.splitlines()[0])["packages"] == [None, PACKAGE]
    assert str(EXAMPLE) not in record


def test_bot_is_listed_with_its_package(server: TableServer) -> None:
    agents = server.get("/games/leduc")["agents"]
    assert agents["ace"]["package"] == PACKAGE
    assert agents["ace"]["problem"] is None
    assert agents["ace"]["options"]["timeout"]["default"] == 5.0
    other = server.get("/games/jaipur")["agents"]["ace"]
    assert other["problem"] == "cannot be used: bot ace does not play jaipur; plays: leduc"
    assert not other["plays"]


def test_bot_that_fails_is_replaced(server: TableServer) -> None:
    match = Played(server, "silent")
    match.move()
    assert match.seats()[1]["agent"].startswith("greedy")
    said = server.log.read_text()
    assert "bot silent: ended with exit code 1: expected an answer" in said
    assert "ZeroDivisionError" in said


def test_bot_answers_for_a_position(server: TableServer) -> None:
    position = {"to_move": 0, "cards": ["Kh", None], "public": None, "stakes": [1, 1], "raises": 0}
    found = server.post("/games/leduc/advice", {"position": position, "agent": "ace"})
    assert (found["agent"], found["package"]) == ("ace", PACKAGE)
    assert next(each["term"] for each in found["advice"]["options"][0]["reasons"]) == "rank"


@pytest.mark.parametrize(
    "agent",
    ["unknown", f"unknown={ACE}", "python3", "kibitz.agents.programs:BotAgent", "jaipur-bot:a=b"],
)
def test_request_starts_no_program_that_is_not_declared(server: TableServer, agent: str) -> None:
    seats = [PERSON, {"kind": "agent", "agent": agent}]
    body = {"game": "leduc", "seed": 1, "seats": seats}
    server.refused("INVALID_AGENT", "POST", "/matches", body)


def test_bot_of_another_game_is_refused(server: TableServer) -> None:
    seats = [PERSON, {"kind": "agent", "agent": "ace"}]
    error = server.refused("INVALID_AGENT", "POST", "/matches", {"game": "jaipur", "seats": seats})
    assert error["message"] == "bot ace does not play jaipur; plays: leduc"


def test_bot_plays_a_tournament_that_somebody_starts(server: TableServer) -> None:
    body = {"game": "leduc", "agents": ["ace", "random"], "deals": 3}
    done = wait_until_played(server, server.post("/arena/results", body)["name"])
    assert (done["played"], done["failure"]) == (6, None)
    packages = {row["label"]: row["package"] for row in done["summary"]["standings"]}
    assert packages["ace"] == PACKAGE


def test_match_goes_on_where_its_bot_is_no_longer_declared(tmp_path: Path) -> None:
    server = serve(tmp_path, ace=ACE)
    try:
        match = Played(server, "ace")
        match.turn()
        server.stop()
        server.settings.write_text(QUICK)
        server.start()
        match.move()
        assert match.seats()[1]["agent"].startswith("greedy")
    finally:
        server.close()


# Settings.


def test_bot_that_does_not_start_keeps_the_table_closed(tmp_path: Path) -> None:
    refused = kibitz_process("serve", "--port", "0", "--bot", "ace=/nowhere/bot", folder=tmp_path)
    assert refused.code == 1
    assert refused.error_line() == (
        "kibitz serve: bot ace: cannot start: there is no program '/nowhere/bot'"
    )
    taken = tmp_path / "table.toml"
    taken.write_text('[bots]\nrandom = "x"\n')
    refused = kibitz_process("serve", "--port", "0", "--settings", str(taken), folder=tmp_path)
    assert "bot random has the name of another agent" in refused.error_line()


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ({"a b": "x"}, "invalid bots={...}: invalid name 'a b' for a bot: expected a letter, then"),
        ({"ace": ""}, "invalid bots={...}: invalid bot 'ace=': expected NAME=COMMAND"),
        ({"ace": 5}, "invalid bots.ace=5: expected a text"),
        ("ace=x", 'invalid bots="ace=x": expected a table'),
    ],
)
def test_wrong_bots_in_settings_are_refused(bots: object, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        make_settings({"bots": bots}, "table.toml")
    assert message in str(caught.value)


def test_written_settings_have_a_place_for_bots(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(write_settings().replace("[bots]\n", '[bots]\nace = "python3 ace.py"\n'))
    assert read_settings(path).bots == {"ace": "python3 ace.py"}
