"""Whole runs against the host, as two processes: with the game's oddities and with faults."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import kibitz, printed
from tests.games.spire.words import rough_spots


def entries(log: Path, kind: str) -> list[dict[str, object]]:
    """Returns the lines of a log that have a type."""
    found = [json.loads(line) for line in log.read_text().splitlines()]
    return [entry for entry in found if entry["type"] == kind]


def states_of_runs(log: Path) -> list[Any]:
    """Returns the `game_state` of each message that has one: the main menu has none."""
    found: list[Any] = [entry["message"] for entry in entries(log, "state")]
    return [message["game_state"] for message in found if "game_state" in message]


@pytest.mark.parametrize(
    "agent", ["simple", pytest.param("planner:ms=20000", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("character", ["ironclad", "silent"])
def test_the_demonstration_plays_a_whole_run(tmp_path: Path, character: str, agent: str) -> None:
    log = tmp_path / "demo.jsonl"
    arguments = ["--agent", agent, "--character", character, "--seed", "DEMO", "--log", str(log)]
    found = kibitz("spire", "--demo", *arguments)
    assert found.code == 0, found.err
    title, *lines = found.out.splitlines()
    assert title.startswith(f"Slay the Spire  {agent}, {character}, ascension 0")
    assert f"floor 1  {character}, " in found.out
    assert "run 1 is over" in found.out
    assert [spot for line in lines for spot in rough_spots(line, table=True)] == []
    assert lines[-1].startswith("end  1 run played")
    assert entries(log, "error") == [], "no command was refused"
    assert not [note for note in entries(log, "note") if "plain rules" in str(note["text"])]
    replayed = printed(kibitz("replay", str(log), "--json"))
    assert replayed["same"] == len(entries(log, "decision"))
    assert replayed["character"] == character


STRONG_DECKS = {
    "ironclad": "8 bludgeon+, 6 impervious+, 3 offering+, 3 pommel strike+",
    "silent": "8 predator+, 6 leg sweep+, 4 backflip+, 3 adrenaline+",
}


@pytest.mark.parametrize("character", STRONG_DECKS)
def test_a_run_for_the_keys_meets_the_heart(tmp_path: Path, character: str) -> None:
    log = tmp_path / "keys.jsonl"
    host = f"{sys.executable} -m kibitz.communicationmod.host --deck '{STRONG_DECKS[character]}'"
    host += ' --relics "starter, neow\'s lament=99"'
    arguments = ["--agent", "simple", "--character", character, "--seed", "C", "--log", str(log)]
    found = kibitz("spire", "--demo", "--keys", "--host", host, *arguments)
    assert found.code == 0, found.err
    states = states_of_runs(log)
    assert states[-1]["keys"] == {"ruby": True, "emerald": True, "sapphire": True}
    assert {state["act"] for state in states} == {1, 2, 3, 4}
    met = {
        monster["id"]
        for state in states
        for monster in state.get("combat_state", {}).get("monsters", [])
    }
    assert {"SpireShield", "SpireSpear", "CorruptHeart"} <= met
    assert states[-1]["screen_state"]["victory"] is True
    assert entries(log, "error") == [], "no command was refused"
    assert not [note for note in entries(log, "note") if " failed: " in str(note["text"])]


@pytest.mark.parametrize("character", ["defect", "watcher"])
def test_a_class_that_the_host_does_not_have_is_refused_at_once(character: str) -> None:
    assert kibitz("spire", "--demo", "--character", character).error_line() == (
        f"kibitz spire: invalid --character {character} for --demo: expected ironclad or silent"
    )


def test_a_class_that_another_host_does_not_have_ends_the_demonstration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    host = f"{sys.executable} -m kibitz.communicationmod.host"
    found = kibitz("spire", "--demo", "--host", host, "--character", "defect", "--agent", "simple")
    assert found.code == 1
    assert "the game refuses to start a run: start defect 0" in found.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "x"], "--host needs --demo: without it, the game itself is the host"),
        (
            ["--host", "x", "--watch"],
            "--host needs --demo: without it, the game itself is the host",
        ),
        (["--demo", "--host", "'"], 'invalid --host "\'": no closing quotation'),
        (["--demo", "--agent", "greedy:worlds=0"], "greedy: invalid worlds=0: expected 1 or more"),
    ],
)
def test_wrong_use_of_the_demonstration_is_refused_at_once(
    arguments: list[str], message: str
) -> None:
    found = kibitz("spire", *arguments)
    assert (found.code, found.error_line()) == (2, f"kibitz spire: {message}")


@pytest.mark.slow
@pytest.mark.parametrize("character", ["ironclad", "silent"])
def test_runs_with_faults_come_to_their_end(tmp_path: Path, character: str) -> None:
    log = tmp_path / "demo.jsonl"
    faults = "stale=0.1,cut=0.1,refuse=0.1,unknown=0.3,names"
    host = f"{sys.executable} -m kibitz.communicationmod.host --faults {faults}"
    arguments = ["--agent", "simple", "--runs", "3", "--seed", "FAULTS", "--log", str(log)]
    found = kibitz("spire", "--demo", "--host", host, "--character", character, *arguments)
    assert found.code == 0, found.err
    assert entries(log, "end")[0]["reason"] == "3 runs played"
    assert entries(log, "error")
    assert entries(log, "unreadable")
    failures = [note for note in entries(log, "note") if " failed: " in str(note["text"])]
    assert failures == []
    around = [str(note["text"]) for note in entries(log, "note") if "played" in str(note["text"])]
    assert [spot for text in around for spot in rough_spots(text)] == []
