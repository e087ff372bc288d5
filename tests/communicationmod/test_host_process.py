"""The host with a client as a real process, and what can go wrong between them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.communicationmod.host import process
from kibitz.communicationmod.host.__main__ import main
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.process import FAULTS, Host, Limits, Report, Wire, read_faults
from tests.communicationmod import random_client
from tests.communicationmod.messages import check_message

CLIENT = [sys.executable, random_client.__file__]


def host(command: list[str], seed: int = 2, faults: str = "", **limits: Any) -> Report:
    wire = Wire(Mod(seed), read_faults(faults), seed)
    return Host(wire, command, Limits(**limits)).play()


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


# Whole runs.


def test_a_client_plays_runs_as_a_process_and_the_same_again(tmp_path: Path) -> None:
    transcripts: list[str] = []
    for name in ("one", "other"):
        path = tmp_path / name
        options = ["--runs", "2", "--seed", "4", "--busy", "0.1", "--transcript", str(path)]
        report = tmp_path / "report.json"
        code = main([*options, "--report", str(report), "--", *CLIENT, "7"])
        assert code == 0
        transcripts.append(path.read_text(encoding="utf-8"))
        told = json.loads(report.read_text(encoding="utf-8"))
    assert transcripts[0] == transcripts[1]
    assert (told["reason"], told["exit_code"], told["refused"]) == ("done", 0, 0)
    assert [run["victory"] for run in told["runs"]] == [False, False]
    assert len(told["combat_times"]) > 20
    lines = [json.loads(line) for line in transcripts[0].splitlines()]
    assert lines[0] == {"from": "ready"}
    sent = [json.loads(line["to"]) for line in lines if "to" in line]
    assert sent[0]["in_game"] is sent[-1]["in_game"] is False
    for message in sent:
        check_message(message)
    assert len(sent) == told["commands"] + 1


def test_the_summary_says_how_each_run_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", "1", "--seed", "4", "--relics", "none", "--", *CLIENT, "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("run 1: ironclad, lost, act ")
    assert lines[1].startswith("all runs were played; ")
    assert lines[1].endswith("0 refused, exit code of the client 0")


# Clients that fail.


def test_a_client_without_a_handshake_is_killed() -> None:
    report = host(python("import time; time.sleep(600)"), handshake=0.3)
    assert report.reason == process.NO_HANDSHAKE
    assert report.exit_code < 0  # by a signal


def test_the_first_line_is_not_a_command() -> None:
    report = host(python("print('start ironclad', flush=True); input()"), patience=60)
    assert (report.reason, report.commands) == (process.ENDED, 0)


def test_a_client_that_stops_answering_is_killed() -> None:
    program = "import time; print('ready', flush=True); input(); time.sleep(600)"
    report = host(python(program), patience=0.3)
    assert (report.reason, report.commands) == (process.NO_ANSWER, 0)
    assert report.exit_code < 0


def test_a_client_that_never_acts_is_killed() -> None:
    program = "print('ready', flush=True)\nwhile True:\n    input(); print('state', flush=True)"
    report = host(python(program), commands=50)
    assert (report.reason, report.commands) == (process.TOO_MANY, 51)


def test_a_client_that_dies_in_a_run_is_told_apart(tmp_path: Path) -> None:
    program = "print('ready\\nstart ironclad', flush=True); input(); input(); 1 / 0"
    wire = Wire(Mod(1))
    report = Host(wire, python(program), errors=tmp_path / "errors").play()
    assert (report.reason, report.exit_code) == (process.ENDED, 1)
    assert not report.is_good
    assert "ZeroDivisionError" in (tmp_path / "errors").read_text()


@pytest.mark.parametrize("runs", [0, 1])
def test_a_client_that_leaves_after_a_run_has_done_its_work(runs: int) -> None:
    report = host([*CLIENT, "7", "1"], runs=runs)
    assert report.is_good
    assert len(report.runs) == 1


def test_a_client_that_leaves_before_all_runs_are_played_has_not() -> None:
    report = host([*CLIENT, "7", "1"], runs=2)
    assert (report.reason, report.exit_code) == (process.ENDED, 0)
    assert not report.is_good


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "no command: expected -- and the command of a client"),
        (["--", "no-such-program"], "cannot start 'no-such-program': No such file"),
        (["--faults", "stal", "--", "x"], "unknown fault 'stal'; did you mean 'stale'"),
        (["--faults", "cut=2", "--", "x"], "invalid fault cut=2: expected 0 to 1"),
        (["--faults", "cut=x", "--", "x"], "invalid fault cut=x: expected 0 to 1"),
        (["--deck", "dfend", "--", "x"], "invalid deck: unknown card 'dfend'"),
    ],
)
def test_wrong_usage_is_told(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert text in capsys.readouterr().err


# Faults.


def wire(faults: str, seed: int = 3) -> Wire:
    return Wire(Mod(seed), read_faults(faults), seed)


def test_without_faults_the_wire_carries_what_the_mod_says() -> None:
    mod = Mod(3)
    assert wire("").respond("start ironclad") == json.dumps(mod.answer("start ironclad"))


def test_a_stale_message_is_the_one_before() -> None:
    spoiled = wire("stale=1")
    greeting = spoiled.greet()
    assert spoiled.respond("start ironclad") == greeting
    assert spoiled.mod.run is not None


def test_a_line_is_cut_off_in_the_middle() -> None:
    line = wire("cut=1").respond("start ironclad")
    assert line is not None
    assert line.startswith('{"available_commands"')
    with pytest.raises(json.JSONDecodeError):
        json.loads(line)


def test_a_refused_command_is_not_executed() -> None:
    spoiled = wire("refuse=1")
    answer = json.loads(spoiled.respond("start ironclad") or "")
    assert "not implemented on this screen" in answer["error"]
    assert spoiled.mod.run is None
    assert spoiled.refused == 0


def test_silence_ends_with_a_later_command() -> None:
    spoiled = wire("silence=0.5")
    answers = [spoiled.respond("state") for _ in range(40)]
    assert None in answers
    assert answers[answers.index(None) :].count(None) < 40 - answers.index(None)


def test_a_mute_host_never_speaks_again() -> None:
    spoiled = wire("mute=0.5")
    answers = [spoiled.respond("state") for _ in range(40)]
    first = answers.index(None)
    assert answers[first:] == [None] * (40 - first)


def test_unknown_ids_are_always_the_same_ones() -> None:
    spoiled = wire("unknown=0.5")
    state = json.loads(spoiled.respond("start ironclad") or "")["game_state"]
    ids = {card["id"] for card in state["deck"]}
    assert any(name.startswith("somemod:") for name in ids)
    assert len(ids) == 3
    assert {potion["id"] for potion in state["potions"]} == {"Potion Slot"}
    again = json.loads(spoiled.respond("state") or "")["game_state"]
    assert again == state


def test_names_beyond_ascii_are_escaped_and_can_be_chosen() -> None:
    spoiled = wire("names")
    line = spoiled.respond("start ironclad")
    assert line is not None
    assert line.isascii()
    state = json.loads(line)["game_state"]
    assert state["choice_list"] == ["tálk"]
    assert state["deck"][0]["id"] == "Strike_R"
    assert state["deck"][0]["name"] == "Stríké"
    assert "error" not in json.loads(spoiled.respond("choose tálk") or "")


def test_commands_refused_in_a_row_are_counted() -> None:
    plain = wire("")
    for line in ("play 1", "state", "play 1", "start ironclad", "play 1", "state", "choose 0"):
        plain.respond(line)
    assert (plain.refused, plain.refused_again) == (3, 1)


def test_faults_are_the_same_again() -> None:
    everything = ", ".join(f"{fault}=0.2" for fault in FAULTS if fault != "mute")
    lines = ["start ironclad", *["choose 0", "state"] * 20]
    one, other = wire(everything), wire(everything)
    assert [one.respond(line) for line in lines] == [other.respond(line) for line in lines]


def test_a_client_plays_on_through_all_faults() -> None:
    faults = "stale=0.1, cut=0.1, refuse=0.1, unknown, names"
    report = host([*CLIENT, "1"], faults=faults, runs=2)
    assert report.is_good
    assert len(report.runs) == 2
    assert report.refused > 0
