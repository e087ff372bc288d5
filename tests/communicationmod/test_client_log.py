"""The log: what it holds, how it is replayed and followed, and the demonstration."""

import json
import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest

from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.combat import with_clock, without_clock
from kibitz.communicationmod.client.log import Log, is_log, read_log, replay
from kibitz.communicationmod.client.player import Player, Settings
from kibitz.communicationmod.client.session import Session
from kibitz.core.errors import RecordError
from kibitz.games.spire.position.message import read_line
from tests.cli.command import (
    PATIENCE,
    command,
    default_signals,
    environment,
    kibitz,
    kibitz_process,
    printed,
    read_until,
)
from tests.communicationmod.client_messages import Document, card, menu, recorded, state
from tests.communicationmod.pipes import Client

ROOT = Path(__file__).parents[2]
ROOMS = [{"x": 0, "y": 1, "symbol": "M", "children": [], "parents": []}]
SCRIPT: list[Document | str] = [
    menu(),
    state("EVENT", {"event_id": "Neow Event", "options": [{"label": "Talk"}]}, ["choose"], floor=0),
    '{"available_commands": ["pl',
    state("MAP", {"next_nodes": ROOMS, "boss_available": False}, ["choose"], map=ROOMS, floor=0),
    recorded("first_turn"),
    {"error": "Invalid command: play", "ready_for_command": True},
    recorded("first_turn"),
    {**recorded("boss"), "ready_for_command": False},
    recorded("boss"),
    state("CARD_REWARD", {"cards": [card("Immolate")]}, ["choose", "skip"], map=ROOMS),
    state("COMPLETE", {}, ["proceed"], map=ROOMS),
    state("GAME_OVER", {"score": 99, "victory": True}, ["proceed"], map=ROOMS),
    menu(),
]


def write_session(path: Path, agent: str = "simple") -> list[str]:
    """Plays a session against a script and writes its log; returns the commands."""
    settings = Settings(agent=agent)
    log = Log(path)
    log.start(settings)
    session = Session(Player(settings), BytesIO(), BytesIO(), log)
    sent: list[str] = []
    for message in SCRIPT:
        line = message if isinstance(message, str) else json.dumps(message)
        log.received(line, read_line(line), passed=False)
        found = session.react(read_line(line))
        if isinstance(found, Decision):
            log.decided(found)
            sent.append(found.command)
        else:
            log.end(found)
    return sent


# Content.


def test_the_log_holds_every_message_and_command(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    sent = write_session(path)
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    kinds = [entry["type"] for entry in entries if entry["type"] != "note"]
    expected = ["start"]
    for message in SCRIPT:
        unreadable = isinstance(message, str)
        expected.append("unreadable" if unreadable else "error" if "error" in message else "state")
        expected.append("decision")
    assert kinds == [*expected[:-1], "end"]
    assert [entry["command"] for entry in entries if entry["type"] == "decision"] == sent
    assert entries[0]["settings"]["agent"] == "simple"
    assert all(entry["why"] for entry in entries if entry["type"] == "decision")
    assert entries[-1]["reason"] == "1 run played"


def test_a_map_that_has_not_changed_is_written_once_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    text = path.read_text()
    states = [json.loads(line) for line in text.splitlines() if '"type": "state"' in line]
    last = [entry["message"].get("game_state", {}) for entry in states[-4:-1]]
    assert ["map" in game for game in last] == [True, False, False]
    read_back = [entry for entry in read_log(text) if entry.text("type") == "state"]
    games = [entry.child("message").child("game_state") for entry in read_back[-4:-1]]
    assert [game.value["map"] for game in games] == [ROOMS] * 3


def test_a_log_that_cannot_be_written_does_not_stop_the_session(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Log(Path("/dev/full"))
    log.write("note", text="lost")
    log.write("note", text="lost, too")
    assert capsys.readouterr().err.count("cannot write the log") == 1


def test_a_line_that_is_cut_off_at_the_end_is_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    text = path.read_text()
    assert is_log(text)
    whole = list(read_log(text))
    assert len(list(read_log(text[:-20]))) == len(whole) - 1
    with pytest.raises(RecordError, match="line 2: a line is not JSON"):
        list(read_log(text.replace("\n", "\n{\n", 1)))


def test_the_log_holds_what_the_page_beside_the_game_draws(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path, "planner")
    advised = [json.loads(line) for line in path.read_text().splitlines() if '"advice": ' in line]
    fight = next(entry for entry in advised if "move" in entry)
    assert {"options", "words", "plan_words", "explanation", "trace"} <= {*fight["advice"]}
    assert fight["advice"]["options"][0]["reasons"]
    reward = next(entry for entry in advised if entry["by"] == "cards")
    assert [each["words"] for each in reward["advice"]["options"]] == ["Immolate", "skip"]
    assert reward["advice"]["options"][0]["text"] == reward["command"]
    assert max(len(json.dumps(entry)) for entry in advised) < 20_000


def test_a_command_is_in_the_log_before_the_game_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    settings, sink = Settings(agent="simple"), BytesIO()
    book = Log(path)
    paced = Session(Player(settings), BytesIO(), sink, book, pace=0.2)
    before = time.monotonic()
    paced.write_decision(Decision("play 1", "", ""))
    assert time.monotonic() - before >= 0.2
    before = time.monotonic()
    paced.write_decision(Decision("state", "", ""))
    assert time.monotonic() - before < 0.2
    assert sink.getvalue() == b"play 1\nstate\n"
    book.close()
    logged = json.loads(path.read_text().splitlines()[0])
    assert logged["command"] == "play 1"


# Replaying.


@pytest.mark.parametrize("agent", ["simple", "expert"])
def test_a_log_is_replayed_command_by_command(tmp_path: Path, agent: str) -> None:
    path = tmp_path / "log.jsonl"
    sent = write_session(path, agent)
    found = printed(kibitz("replay", str(path), "--json"))
    assert found["agent"] == agent
    commands = found["commands"]
    assert isinstance(commands, list)
    assert [each["replayed"] for each in commands] == sent
    assert found["same"] == len(sent)
    assert found["character"] == "ironclad"
    assert found["end"] == "1 run played"


def test_a_replay_is_shown_for_people(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    sent = write_session(path)
    found = kibitz("replay", str(path))
    assert found.code == 0
    assert "floor 1  ironclad, " in found.out
    assert "turn 1, 80 HP: Jaw Worm" in found.out
    assert f"Checked: simple sends the same command {len(sent)} of {len(sent)} times" in found.out
    short = kibitz("replay", str(path), "--to", "1")
    assert "start ironclad 0" in short.out
    assert "floor 1" not in short.out


def test_another_agent_can_be_compared(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path, "simple")
    found = kibitz("replay", str(path), "--agent", "random")
    assert found.code == 0
    assert "Checked: random sends the same command" in found.out


def test_a_log_that_was_changed_does_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    path.write_text(path.read_text().replace('"command": "proceed"', '"command": "choose 7"', 1))
    found = kibitz("replay", str(path))
    assert found.code == 1
    assert "commands differ: command 11 was 'choose 7', now 'proceed'" in found.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("format", "2"), "format 2 of the log is not known"),
        (("agent", '"nobody"'), "no agent 'nobody'"),
    ],
)
def test_a_log_of_another_kind_is_refused(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    name, value = change
    old = {"format": '"format": 1', "agent": '"agent": "simple"'}[name]
    path.write_text(path.read_text().replace(old, f'"{name}": {value}', 1))
    assert message in kibitz("replay", str(path)).error_line()


def test_more_commands_than_there_are_cannot_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    assert "has 12 commands" in kibitz("replay", str(path), "--to", "13").error_line()


def test_a_session_over_pipes_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with Client(path, patience=0.4) as client:
        assert client.line() == "ready"
        assert client.line() == "state"  # a silence
        for message in [SCRIPT[0], SCRIPT[2], *SCRIPT[4:]]:
            client.send(message)
            client.line()
        client.code()
    entries = list(read_log(path.read_text()))
    steps = [step for step in replay(entries, Player(Settings(agent="simple"))) if step.replayed]
    assert len(steps) >= len(SCRIPT) - 3
    assert not [step for step in steps if step.differs]


# The clock.


@pytest.mark.parametrize(
    ("given", "timed"),
    [
        ("expert", "expert:ms=80"),
        ("planner:worlds=2", "planner:worlds=2,ms=80"),
        ("expert:ms=300", "expert:ms=300"),
        ("planner:nodes=50", "planner:nodes=50"),  # a budget of its own
        ("simple", "simple"),
    ],
)
def test_agents_that_can_have_a_clock_have_one(given: str, timed: str) -> None:
    assert with_clock(given) == timed
    assert "ms=" not in without_clock(timed)
    assert with_clock(without_clock(timed)) == (timed if "=300" not in timed else "expert:ms=80")


def test_the_client_gives_its_agent_a_clock_and_the_log_is_replayed_without(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    text = f"{json.dumps(recorded('first_turn'))}\n"
    found = kibitz_process("spire", "--agent", "planner", "--log", str(path), typed=text)
    assert found.out.splitlines()[0] == "ready"
    assert json.loads(path.read_text().splitlines()[0])["settings"]["agent"] == "planner:ms=80"
    replayed = kibitz("replay", str(path))
    assert replayed.code == 0, replayed.err
    assert "Checked: planner sends the same command" in replayed.out


@pytest.mark.parametrize("cut", [True, False])
def test_only_what_the_clock_has_cut_short_may_differ(tmp_path: Path, cut: bool) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    fights = [each for each in lines if each["type"] == "decision" and "move" in each]
    fights[0].update({"command": "end", "cut": True} if cut else {"command": "end"})
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    found = kibitz("replay", str(path))
    if cut:
        assert found.code == 0
        assert "the clock had stopped the search" in found.out
        document = printed(kibitz("replay", str(path), "--json"))
        assert document["cut"] in (1, 2)
    else:
        assert found.code == 1
        assert "was 'end'" in found.error_line()


# Watching.


def test_a_finished_session_is_shown_and_the_watch_ends(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_session(path)
    found = kibitz("spire", "--watch", "--log", str(path))
    assert found.code == 0
    assert "take the" not in found.err
    for text in ("Slay the Spire", "floor 1", "play ", "cannot read a line", "error: Invalid"):
        assert text in found.out
    assert "1 run played" in found.out.splitlines()[-1]


def test_a_watch_follows_a_session_that_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "kibitz" / "spire"
    extra = {"XDG_STATE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    watch = subprocess.Popen(
        command("spire", "--watch"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(extra),
        preexec_fn=default_signals,
    )
    try:
        assert watch.stdout is not None
        assert watch.stderr is not None
        read_until(watch.stderr.fileno(), "waiting for a session")
        with Client(folder / "1.jsonl") as client:
            assert client.line() == "ready"
            assert client.ask(menu()) == "start ironclad 0"
            read_until(watch.stdout.fileno(), "start ironclad 0")
            answer = client.ask(recorded("first_turn"))
            read_until(watch.stdout.fileno(), answer)
            client.close_input()
            assert "closed the pipe" in read_until(watch.stdout.fileno(), "whole runs")
        assert watch.wait(PATIENCE) == 0
    finally:
        watch.kill()
        watch.communicate()


def test_ctrl_c_ends_a_watch(tmp_path: Path) -> None:
    watch = subprocess.Popen(
        command("spire", "--watch"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"XDG_STATE_HOME": str(tmp_path)}),
        preexec_fn=default_signals,
    )
    assert watch.stderr is not None
    read_until(watch.stderr.fileno(), "waiting for a session")
    watch.send_signal(signal.SIGINT)
    _, errors = watch.communicate(timeout=PATIENCE)
    assert watch.returncode == 130
    assert b"Traceback" not in errors


# The demonstration.


def test_a_demonstration_has_its_log_with_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in SCRIPT]
    host = scripted_host(tmp_path, lines)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert kibitz("spire", "--demo", "--host", host, "--agent", "simple").code == 0
    (found,) = (tmp_path / "kibitz" / "spire").iterdir()
    assert kibitz("replay", str(found)).code == 0
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    assert kibitz("spire", "--demo", "--host", host, "--agent", "simple").code == 0


def scripted_host(tmp_path: Path, lines: list[str]) -> str:
    """Returns the command of a host that sends these lines."""
    script = tmp_path / "messages.jsonl"
    script.write_text("".join(f"{line}\n" for line in lines))
    return f"{sys.executable} {ROOT / 'tests/communicationmod' / 'scripted_host.py'} {script}"


def test_the_demonstration_starts_host_and_client_and_shows_the_run(tmp_path: Path) -> None:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in SCRIPT]
    log = tmp_path / "demo.jsonl"
    log.write_text("an old log\n")
    host = scripted_host(tmp_path, lines)
    arguments = ["--agent", "simple", "--ascension", "3", "--seed", "ABC", "--log", str(log)]
    found = kibitz("spire", "--demo", "--host", host, *arguments)
    assert found.code == 0, found.err
    assert "start ironclad 3 ABC" in found.out
    assert "1 run played" in found.out
    assert "an old log" not in found.out
    assert kibitz("replay", str(log)).code == 0


def test_a_demonstration_that_ends_early_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    found = kibitz("spire", "--demo", "--host", scripted_host(tmp_path, [json.dumps(menu())]))
    assert found.code == 1
    assert "closed the pipe after 0 whole runs" in found.out


def test_a_host_that_fails_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    host = f"{sys.executable} -c 'raise SystemExit(\"no cards left\")'"
    found = kibitz("spire", "--demo", "--host", host)
    assert "the host ended with exit code 1: no cards left" in found.error_line()
