"""The client as a process with real pipes: handshake, bad input, and every kind of end."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.communicationmod.client.player import MOST_IDLE
from tests.cli.command import PATIENCE, command, environment, kibitz, kibitz_process
from tests.communicationmod.client_messages import menu, recorded, state
from tests.communicationmod.pipes import Client

OVER = state("GAME_OVER", {"score": 99, "victory": True}, ["proceed"])
FIRST_TURN = recorded("first_turn")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Returns the path of the log."""
    return tmp_path / "logs" / "client.jsonl"


def test_a_run_from_the_menu_to_its_end(log: Path) -> None:
    with Client(log, "--ascension", "2") as client:
        assert client.line() == "ready"
        assert client.ask(menu()) == "start ironclad 2"
        assert client.ask(FIRST_TURN).startswith("play ")
        assert client.ask(OVER) == "proceed"
        client.send(menu())
        assert client.line() == ""
        assert client.code() == 0
        assert client.reason() == "1 run played"
        assert [entry["text"] for entry in client.entries("note")] == [
            "run 1 is over: won on floor 3, score 99"
        ]
        assert f"1 run played; log: {log}" in client.errors()


def test_scenario_51_an_error_line_is_answered_with_state_and_each_state_with_one_command(
    log: Path,
) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        first = client.ask(FIRST_TURN)
        error = {"error": "Invalid command: play", "ready_for_command": True}
        assert client.ask(error) == "state"
        assert client.ask(FIRST_TURN) not in ("state", first)
        client.close_input()
        assert client.line() == "", "no state was sent, so no command may come"


def test_a_command_that_is_refused_three_times_in_a_row_leads_to_the_plainest(log: Path) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        sent: list[str] = []
        for number in range(4):
            # The state differs a little, so that nothing but the count of errors helps.
            document = {**FIRST_TURN, "game_state": {**FIRST_TURN["game_state"], "gold": number}}
            sent.append(client.ask(document))
            assert client.ask({"error": "Selected card cannot be played"}) == "state"
        assert sent[3] == "end"


DAMAGED_LINES = [
    json.dumps(FIRST_TURN)[:300],
    json.dumps(FIRST_TURN)[300:],
    '{"available_commands": 5, "ready_for_command": "yes", "game_state": []}',
    "null",
    "{]",
    "\u00e9\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    '{"error": {}}',
    "[" * 20_000,
    '{"available_commands": ["play"], "game_state": ' + "9" * 5000 + "}",
]


def test_after_a_line_that_is_damaged_the_game_goes_on(log: Path) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        for number, line in enumerate(DAMAGED_LINES, 1):
            assert client.ask(line) == "state", line[:60]
            game = {**FIRST_TURN["game_state"], "gold": number}
            assert client.ask({**FIRST_TURN, "game_state": game}).startswith("play ")
        assert len(client.entries("unreadable")) == len(DAMAGED_LINES) - 2


DAMAGED_STATES: list[tuple[list[str | int], object]] = [
    (["combat_state", "player", "current_hp"], -5),
    (["combat_state", "player", "max_hp"], "eighty"),
    (["combat_state", "monsters", 0, "is_gone"], True),
    (["combat_state", "monsters", 0, "current_hp"], -1),
    (["combat_state", "monsters"], []),
    (["combat_state", "hand", 0, "id"], "mymod:Frostbolt"),
    (["combat_state", "hand", 0], 7),
    (["combat_state", "hand"], None),
    (["relics"], "none"),
    (["potions"], [{"id": 3}]),
    (["class"], None),
    (["screen_type"], 12),
]


def test_a_state_with_impossible_content_gets_a_command(log: Path) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        for path, value in DAMAGED_STATES:
            document = recorded("first_turn")
            place = document["game_state"]
            for name in path[:-1]:
                place = place[name]
            place[path[-1]] = value
            assert client.ask(document).split()[0] in ("play", "end"), path
        client.close_input()
        assert client.code() == 1
        assert client.reason() == "the game has closed the pipe after 0 whole runs"


# Ends.


def test_the_end_of_the_input_ends_the_client(log: Path) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        client.close_input()
        assert client.line() == ""
        assert client.code() == 1
        assert client.reason() == "the game has closed the pipe after 0 whole runs"
        assert "Traceback" not in client.errors()


def test_an_input_that_is_closed_from_the_start_ends_the_client(log: Path) -> None:
    found = kibitz_process("spire", "--log", str(log), typed="")
    assert (found.code, found.out) == (1, "ready\n")


def test_a_broken_pipe_ends_the_client(log: Path) -> None:
    receive, send = os.pipe()
    process = subprocess.Popen(
        command("spire", "--log", str(log), "--agent", "simple"),
        stdin=subprocess.PIPE,
        stdout=send,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(send)
    assert os.read(receive, 100) == b"ready\n"
    os.close(receive)
    _, errors = process.communicate(f"{json.dumps(FIRST_TURN)}\n".encode(), PATIENCE)
    assert process.returncode == 1
    assert b"the game no longer reads: Broken pipe" in errors
    assert b"Traceback" not in errors
    assert '"the game no longer reads: Broken pipe"' in log.read_text()


def test_a_host_that_stops_answering_is_asked_three_times_and_left(log: Path) -> None:
    with Client(log, patience=0.1) as client:
        assert client.line() == "ready"
        assert [client.line() for _ in range(4)] == ["state"] * 3 + [""]
        assert client.code() == 1
        assert client.reason() == "the game has not answered 3 times"


def test_a_host_that_stops_answering_in_a_fight_is_asked_three_times_and_left(log: Path) -> None:
    with Client(log, patience=0.3) as client:
        assert client.line() == "ready"
        client.send(FIRST_TURN)
        answers = iter(client.line, "")
        sent = [answer for answer in answers if answer != "state"]
        assert len(sent) == 1, "the command is not repeated"
        assert sent[0].startswith("play ")
        assert client.code() == 1
        assert client.reason() == "the game has not answered 3 times"


def test_a_host_that_answers_again_after_a_silence_is_played_with(log: Path) -> None:
    with Client(log, patience=0.3) as client:
        assert client.line() == "ready"
        assert client.line() == "state"
        client.send(FIRST_TURN)
        # The state may have been asked for once more before it came.
        assert any(client.line().startswith("play ") for _ in range(3))


def test_a_host_that_is_never_ready_is_left(log: Path) -> None:
    document = {**FIRST_TURN, "ready_for_command": False}
    with Client(log) as client:
        assert client.line() == "ready"
        for _ in range(MOST_IDLE):
            assert client.ask(document) == "wait 10"
        assert client.ask(document) == ""
        assert client.code() == 1
        assert "has not changed" in client.reason()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_client_with_the_reason_in_its_log(
    log: Path, number: signal.Signals
) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        client.process.send_signal(number)
        assert client.code() == 130
        assert client.reason() == "interrupted"


# Pipes.


def test_only_the_newest_of_several_states_is_answered(log: Path) -> None:
    with Client(log) as client:
        assert client.line() == "ready"
        assert client.process.stdin is not None
        states = [json.dumps(FIRST_TURN), json.dumps(OVER)]
        client.process.stdin.write("".join(f"{text}\n" for text in states).encode())
        client.process.stdin.flush()
        answers = [client.line()]
        if answers[0].startswith("play "):  # the first one was read before the second came
            answers.append(client.line())
        assert answers[-1] == "proceed"
        client.close_input()
        assert client.line() == ""
        passed = [entry for entry in client.entries("state") if entry.get("passed")]
        assert len(passed) + len(answers) == 2


def test_nothing_but_commands_is_on_the_standard_output(log: Path) -> None:
    message = json.dumps({**FIRST_TURN, "game_state": {**FIRST_TURN["game_state"], "class": "X"}})
    found = kibitz_process("spire", "--log", str(log), "--agent", "expert", typed=f"{message}\n")
    ready, answer = found.out.splitlines()
    assert ready == "ready"
    assert answer.split()[0] in ("play", "end")


def test_names_in_any_language_do_no_harm(log: Path) -> None:
    document = recorded("first_turn")
    for each in document["game_state"]["combat_state"]["hand"]:
        each["name"] = "\u6253\u51fb"
    with Client(log) as client:
        assert client.line() == "ready"
        assert client.ask(document).startswith("play ")


# Arguments.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agent", "nobody"], "no agent 'nobody'"),
        (["--agent", "expert:nodes=0"], "nodes=0"),
        (["--seed", "A B"], "invalid --seed 'A B'"),
        (["--watch", "--demo"], "--watch and --demo"),
        (["--ascension", "21"], "at most 20"),
        (["--agent", "human"], "human"),
        (["--character", "gambler"], "gambler"),
        (["--log", "/dev/null/log"], "/dev/null"),
    ],
)
def test_wrong_arguments_are_refused_before_the_handshake(
    arguments: list[str], message: str
) -> None:
    found = kibitz("spire", *arguments)
    assert found.out == ""
    assert message in found.error_line()
    assert found.code == 2


def test_without_a_place_for_the_log_the_client_plays_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    found = kibitz_process("spire", typed="", extra={"XDG_STATE_HOME": str(blocked)})
    assert found.out == "ready\n"
    assert "playing without a log" in found.err


def test_the_log_is_in_the_users_folder_by_default(tmp_path: Path) -> None:
    kibitz_process("spire", typed="", extra={"XDG_STATE_HOME": str(tmp_path)})
    (path,) = (tmp_path / "kibitz" / "spire").glob("*.jsonl")
    assert json.loads(path.read_text().splitlines()[0])["log"] == "kibitz spire"
