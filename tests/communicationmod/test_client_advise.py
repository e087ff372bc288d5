"""Advice while a person plays: as a process, against a host that plays by itself."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.communicationmod.client.advising import Adviser, deed_between, deed_of
from kibitz.communicationmod.client.log import make_player, read_log, replay
from kibitz.communicationmod.client.player import Settings
from tests.cli.command import PATIENCE, kibitz, kibitz_process
from tests.communicationmod.client_messages import (
    Document,
    card,
    deck,
    menu,
    potion,
    read,
    recorded,
    state,
)
from tests.communicationmod.pipes import Client

FIRST_TURN = recorded("first_turn")
REWARD = state(
    "CARD_REWARD",
    {"cards": [card("Immolate"), card("Clash")], "skip_available": True},
    ["choose", "skip"],
)
MAP = state(
    "MAP",
    {"next_nodes": [{"x": 0, "y": 5, "symbol": "R"}, {"x": 1, "y": 5, "symbol": "E"}]},
    ["choose"],
    current_hp=20,
    floor=5,
)


def after_playing(document: Document, place: int) -> Document:
    """Returns the state after a card of the hand was played."""
    found: Document = json.loads(json.dumps(document))
    combat = found["game_state"]["combat_state"]
    combat["discard_pile"].append(combat["hand"].pop(place))
    combat["player"]["energy"] -= 1
    return found


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Returns the path of the log."""
    return tmp_path / "advice.jsonl"


def wait_for(client: Client, kind: str, count: int) -> list[Document]:
    """Waits until the log has some lines of a type."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if client.log.exists():
            text = client.log.read_text()
            found = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
            lines = [entry for entry in found if entry["type"] == kind]
            if len(lines) >= count:
                return lines
        time.sleep(0.02)
    raise AssertionError(f"no {count} lines {kind} in the log")


def test_nothing_is_sent_and_every_state_gets_advice(log: Path) -> None:
    with Client(log, "--advise") as client:
        assert client.line() == "ready"
        client.send(menu())
        client.send(FIRST_TURN)
        (first,) = wait_for(client, "decision", 1)
        assert first["command"].startswith("play ")
        assert first["why"]
        client.send(FIRST_TURN)  # nobody has done anything
        client.send({"error": "Invalid command", "ready_for_command": True})
        client.send('{"available_comm')
        client.send({**FIRST_TURN, "ready_for_command": False})
        client.send(REWARD)
        found = wait_for(client, "decision", 2)
        assert [each["command"] for each in found[1:]] == ["choose 0"]
        client.close_input()
        assert client.line() == "", "no command was sent"
        assert client.code() == 0
        assert client.reason() == "the game has closed the pipe after 0 whole runs"
        assert client.entries("start")[0]["settings"]["advise"] is True


def test_a_person_who_thinks_for_long_is_waited_for(log: Path) -> None:
    with Client(log, "--advise", patience=0.1) as client:
        assert client.line() == "ready"
        for _ in range(6):
            assert client.line() == "state"
            client.send(FIRST_TURN)
        wait_for(client, "decision", 1)
        client.send(REWARD)
        wait_for(client, "decision", 2)
        client.close_input()
        assert {*iter(client.line, "")} <= {"state"}
        assert client.code() == 0
        assert len(client.entries("decision")) == 2


def test_only_the_newest_of_several_states_gets_advice(log: Path) -> None:
    with Client(log, "--advise") as client:
        assert client.line() == "ready"
        assert client.process.stdin is not None
        states = [FIRST_TURN, after_playing(FIRST_TURN, 0), REWARD]
        client.process.stdin.write("".join(f"{json.dumps(each)}\n" for each in states).encode())
        client.process.stdin.flush()
        client.close_input()
        assert client.code() == 0
        assert client.entries("decision")[-1]["command"] == "choose 0"
        answered = [each for each in client.entries("state") if not each.get("passed")]
        assert len(client.entries("decision")) <= len(answered)


def test_the_log_says_what_was_played_instead(log: Path) -> None:
    with Client(log, "--advise") as client:
        assert client.line() == "ready"
        client.send(FIRST_TURN)
        (first,) = wait_for(client, "decision", 1)
        hand = FIRST_TURN["game_state"]["combat_state"]["hand"]
        advised = hand[int(first["command"].split()[1]) - 1]
        place = next(at for at, each in enumerate(hand) if each["id"] != advised["id"])
        client.send(after_playing(FIRST_TURN, place))
        (played,) = wait_for(client, "played", 1)
        assert played["text"] == f"{hand[place]['name']} was played"
        second = wait_for(client, "decision", 2)[1]
        client.send(REWARD)
        wait_for(client, "decision", 3)
        client.send(state("COMPLETE", {}, ["proceed"], deck=[*deck(), card("Clash")]))
        assert wait_for(client, "played", 2)[1]["text"] == "Clash was taken"
        client.close_input()
        assert client.code() == 0
        assert second["command"]
    shown = kibitz("spire", "--watch", "--log", str(log)).out
    assert "advice by simple; you play" in shown
    assert "instead, Clash was taken" in shown
    found = kibitz("replay", str(log))
    assert found.code == 0, found.err
    assert "the same command 4 of 4 times" in found.out


# What was done.


def test_following_the_advice_is_not_told() -> None:
    adviser = make_player(Settings("simple", advise=True))
    assert isinstance(adviser, Adviser)
    found = adviser.advise(read(FIRST_TURN))
    assert found is not None
    adviser.advise(read(after_playing(FIRST_TURN, int(found.command.split()[1]) - 1)))
    assert adviser.instead == ""


def test_deeds_are_told_from_two_states() -> None:
    ended = json.loads(json.dumps(FIRST_TURN))
    ended["game_state"]["combat_state"]["turn"] += 1
    with_potion = json.loads(json.dumps(FIRST_TURN))
    with_potion["game_state"]["potions"][0] = potion("Fire Potion")
    rested = state("REST", {}, ["choose"], floor=6, room_type="RestRoom")
    skipped = state("COMBAT_REWARD", {"rewards": []}, ["proceed"])
    site = state("REST", {"rest_options": ["rest", "smith", "recall"]}, ["choose"])
    healed = state("REST", {"has_rested": True}, ["proceed"], current_hp=80)
    grid = state("GRID", {"for_upgrade": True, "cards": deck()}, ["choose"])
    key = state("REST", {}, ["proceed"], keys={"ruby": True, "emerald": False, "sapphire": False})
    shop = state("SHOP_SCREEN", {}, ["choose", "leave"], choice_list=["purge", "anchor"])
    relics = [{"id": "Burning Blood"}, {"id": "Anchor", "name": "Anchor"}]
    bought = state("SHOP_SCREEN", {}, ["leave"], relics=relics, gold=20)
    boss = state("BOSS_REWARD", {"relics": relics}, ["choose", "skip"])
    fought = state("NONE", {}, [], floor=6, room_type="MonsterRoom")
    fights = state("MAP", {"next_nodes": [{"symbol": "M"}, {"symbol": "$"}]}, ["choose"])
    chance = state("MAP", {"next_nodes": [{"symbol": "M"}, {"symbol": "?"}]}, ["choose"])
    for before, after, words in (
        (site, healed, "rest was chosen"),
        (site, grid, "smith was chosen"),
        (site, key, "recall was chosen"),
        (shop, bought, "Anchor was bought"),
        (boss, state("CHEST", {}, ["proceed"], relics=relics), "Anchor was taken"),
        (fights, fought, "a fight was chosen"),
        (FIRST_TURN, ended, "the turn was ended"),
        (with_potion, FIRST_TURN, "Fire Potion was used"),
        (REWARD, skipped, "no card was taken"),
        (MAP, rested, "a rest site was chosen"),
    ):
        deed = deed_between(read(before), read(after))
        assert deed is not None
        assert deed.words == words
    for before, after in (
        (FIRST_TURN, after_playing(after_playing(FIRST_TURN, 0), 0)),  # two cards at once
        (MAP, state("EVENT", {}, ["choose"], floor=6, room_type="EventRoom")),
        (state("EVENT", {}, ["choose"]), skipped),
        (chance, fought),  # the fight may have come from either
        (site, state("REST", {"has_rested": True}, ["proceed"])),
        (shop, state("SHOP_SCREEN", {}, ["leave"], relics=relics)),  # nothing was paid
        (boss, state("CHEST", {}, ["proceed"])),
    ):
        assert deed_between(read(before), read(after)) is None


def test_deeds_of_commands_are_those_of_states() -> None:
    deed = deed_of(read(MAP), "choose 0")
    rested = state("REST", {}, ["choose"], floor=6, room_type="RestRoom")
    assert deed == deed_between(read(MAP), read(rested))
    assert deed_of(read(FIRST_TURN), "play 1 0") == deed_between(
        read(FIRST_TURN), read(after_playing(FIRST_TURN, 0))
    )
    site = state("REST", {"rest_options": ["rest", "smith"]}, ["choose"])
    healed = state("REST", {"has_rested": True}, ["proceed"], current_hp=80)
    assert deed_of(read(site), "choose 0") == deed_between(read(site), read(healed))
    shop = state("SHOP_SCREEN", {}, ["choose", "leave"], choice_list=["purge", "anchor"])
    anchor = [{"id": "Burning Blood"}, {"id": "Anchor", "name": "Anchor"}]
    bought = deed_between(read(shop), read(state("SHOP_SCREEN", relics=anchor, gold=20)))
    assert bought is not None
    advised = deed_of(read(shop), "choose 1")
    assert advised is not None
    assert advised[:2] == bought[:2]
    assert deed_of(read(state("EVENT", {}, ["choose"])), "choose 0") is None


def test_the_end_of_a_fight_is_noted() -> None:
    adviser = make_player(Settings("simple", advise=True))
    assert isinstance(adviser, Adviser)
    adviser.advise(read(FIRST_TURN))
    adviser.notes.clear()
    adviser.advise(read(state("COMBAT_REWARD", {"rewards": []}, ["proceed"], current_hp=57)))
    began = FIRST_TURN["game_state"]["current_hp"]
    assert adviser.notes == [f"the fight is over with 57 of 80 HP; it began with {began}"]


# The demonstration.


def test_a_demonstration_of_advice_has_somebody_who_plays(tmp_path: Path) -> None:
    log = tmp_path / "demo.jsonl"
    arguments = ["--agent", "simple", "--seed", "ADVICE", "--pace", "0.01", "--log", str(log)]
    found = kibitz("spire", "--demo", "--advise", *arguments)
    assert found.code == 0, found.err
    assert "advice by simple; you play" in found.out
    entries = list(read_log(log.read_text()))
    assert sum(entry.text("type") == "decision" for entry in entries) > 20
    # The stand-in plays by the same agent, so it does what is advised.
    assert not any(entry.text("type") == "played" for entry in entries)
    assert entries[-1].text("reason") == "the game has closed the pipe after 1 whole runs"
    steps = replay(entries, make_player(Settings("simple", advise=True)))
    assert not [step for step in steps if step.differs]


def test_a_stand_in_whose_adviser_does_not_start_ends() -> None:
    words = [sys.executable, "-m", "kibitz.communicationmod.client.standin", "--", "false"]
    found = subprocess.run(words, input="", capture_output=True, text=True, timeout=PATIENCE)
    assert found.returncode == 1
    assert found.stdout == "ready\n"


def test_advice_and_watching_are_two_commands() -> None:
    found = kibitz("spire", "--watch", "--advise")
    assert (found.code, found.error_line()) == (
        2,
        "kibitz spire: --watch and --advise cannot be used together: --watch shows any session",
    )


# Classes that are not simulated.


@pytest.mark.parametrize("name", ["defect", "watcher"])
def test_a_class_that_is_not_simulated_is_said_at_the_start(name: str, log: Path) -> None:
    arguments = ["--log", str(log), "--agent", "simple", "--character", name]
    found = kibitz_process("spire", *arguments, typed=f"{json.dumps(menu())}\n")
    text = f"the simulator does not have the class {name}: plain rules decide"
    assert f"kibitz spire: {text}" in found.err
    entries = list(read_log(log.read_text()))
    assert [each.text("text") for each in entries if each.text("type") == "note"] == [text]


def test_fights_and_demonstrations_of_other_classes_are_refused() -> None:
    for words in (["play", "spire", "-o", "character=defect"], ["spire", "--demo"]):
        more = ["--character", "defect"] if words[0] == "spire" else []
        found = kibitz(*words, *more)
        assert found.code == 2
        assert found.error_line().endswith(("known: ironclad, silent", "ironclad or silent"))
