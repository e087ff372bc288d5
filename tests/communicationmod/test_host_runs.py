"""Runs of the host, played in-process by random legal commands."""

import random
from collections import Counter
from typing import Any

import pytest

from kibitz.communicationmod.host.combat import Combat
from kibitz.communicationmod.host.events import (
    CARD_GIFTS,
    DRAWBACKS,
    EVENTS,
    LARGE_GIFTS,
    PLAIN_GIFTS,
    SWAP,
)
from kibitz.communicationmod.host.map import COLUMNS, ROWS, Map
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.rooms import to_the_end
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.screens import Grid, Story
from kibitz.core.randomness import seeded
from kibitz.games import load
from tests.communicationmod.messages import SCREENS, check_message, random_run
from tests.communicationmod.random_client import Message, legal_commands

# Every fight of these runs is with monsters of 1 HP, so that random play sees the whole act.
EASY = RunSetup(
    deck="5 strike, 4 defend, bash, armaments, headbutt, exhume+, warcry, discovery, purity",
    relics="neow's lament=999, potion belt, gambling chip, toolbox, girya",
    potions="attack potion, liquid memories, elixir, stance potion, gambler's brew",
)


def play(seed: int, setup: RunSetup | None = None, busy: float = 0.02) -> list[Message]:
    return list(random_run(Mod(seed, setup, busy), random.Random(seed)))


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_runs_end_without_a_refused_command(first: int) -> None:
    for seed in range(first, first + 10):
        for message in play(seed):
            check_message(message)


@pytest.mark.slow
def test_two_hundred_random_runs_end_without_a_refused_command() -> None:
    for seed in range(1000, 1200):
        setup = EASY if seed % 4 == 0 else RunSetup(ascension=seed % 21)
        assert play(seed, setup)[-1]["in_game"] is False


def test_every_screen_is_reached_and_has_its_fields() -> None:
    seen: Counter[str] = Counter()
    phases: set[str] = set()
    rooms: set[str] = set()
    for seed in range(6):
        for message in play(seed, EASY):
            check_message(message)
            if message["in_game"]:
                state = message["game_state"]
                seen[state["screen_type"]] += 1
                phases.add(state["room_phase"])
                rooms.add(state["room_type"])
    assert set(seen) == set(SCREENS)
    assert phases == {"COMBAT", "EVENT", "COMPLETE", "INCOMPLETE"}
    assert rooms == {
        "MonsterRoom", "MonsterRoomElite", "MonsterRoomBoss", "EventRoom", "RestRoom", "ShopRoom",
        "TreasureRoom", "TreasureRoomBoss", "NeowRoom",
    }  # fmt: skip


def test_a_run_that_beats_the_boss_ends_in_victory() -> None:
    runs = (play(seed, EASY) for seed in range(6))
    messages = next(run for run in runs if run[-2]["game_state"]["screen_state"]["victory"])
    state = messages[-2]["game_state"]
    assert state["screen_type"] == "GAME_OVER"
    assert state["screen_name"] == "VICTORY"
    assert (state["floor"], state["room_type"]) == (17, "TreasureRoomBoss")
    assert messages[-1] == {
        "available_commands": ["start", "state"],
        "ready_for_command": True,
        "in_game": False,
    }


def test_a_lost_fight_ends_the_run_with_the_fight_still_shown() -> None:
    state = play(0)[-2]["game_state"]
    assert state["screen_state"]["victory"] is False
    assert state["current_hp"] == 0
    assert state["combat_state"]["player"]["current_hp"] == 0


def test_same_seed_and_commands_give_the_same_messages() -> None:
    assert play(5, busy=0.1) == play(5, busy=0.1)
    assert play(5)[1] != play(6)[1]


def test_the_positions_of_fights_can_be_read() -> None:
    game = load("spire")
    fights = 0
    for message in play(3) + play(4, EASY):
        state = message.get("game_state", {})
        confirms = "confirm" in message["available_commands"]
        if "combat_state" in state and state["screen_type"] != "GAME_OVER" and not confirms:
            read = game.read_position(message)
            assert read.hp == state["current_hp"]
            assert len(read.hand) == len(state["combat_state"]["hand"])
            fights += 1
    assert fights > 100


# The map.


def test_the_map_keeps_its_rules() -> None:
    for seed in range(30):
        chart = Map(seeded(seed), seed % 2)
        assert 2 <= len(chart.rows[0]) <= COLUMNS
        assert len(chart.rows) == ROWS
        for node in chart.nodes():
            assert node.y == ROWS - 1 or node.children
            assert node.y == 0 or node.parents
            for child in node.children:
                assert child.y == node.y + 1
                assert abs(child.x - node.x) <= 1
                assert child.symbol != node.symbol or node.symbol not in "ER$"
            assert node.symbol not in "ER" or node.y >= 5
            assert (node.symbol == "T") == (node.y == 8)
            assert node.y not in (0, 14) or node.symbol == {0: "M", 14: "R"}[node.y]
        for row in chart.rows:
            edges = [(node.x, child.x) for node in row for child in node.children]
            assert not any(a < c and d < b for a, b in edges for c, d in edges)


# Events.


def start_event(name: str, seed: int) -> tuple[Mod, Message]:
    mod = Mod(seed)
    run = Run(seed, RunSetup(potions="fruit juice"))
    run.floor, run.gold, run.room = 8, 200, "EventRoom"
    event = EVENTS[name]
    mod.begin(run, to_the_end(run, event.story(event, run)))
    return mod, mod.message()


def explore(name: str, seed: int) -> Counter[str]:
    """Takes an event through every option of each page; returns how often each was chosen."""
    chosen: Counter[str] = Counter()
    paths: list[list[int]] = [[]]
    while paths:
        path = paths.pop()
        mod, message = start_event(name, seed)
        for place in path:
            labels = message["game_state"]["choice_list"]
            chosen[labels[place]] += 1
            message = mod.answer(f"choose {place}")
        check_message(message)
        if not message["in_game"]:
            continue
        if message["game_state"]["screen_type"] == "EVENT" and len(path) < 4:
            count = len(message["game_state"]["choice_list"])
            paths.extend([*path, place] for place in range(count))
        else:
            finish(mod, message)
    return chosen


def finish(mod: Mod, message: Message) -> None:
    """Plays on by random commands to the end of the event."""
    dice = random.Random(0)
    for _ in range(2000):
        if not message["in_game"]:
            return
        words = [word for word in legal_commands(message) if "discard" not in word]
        message = mod.answer(dice.choice(words))
        assert "error" not in message
    raise AssertionError("the event does not end")


OPTIONS = {
    "Big Fish": {"banana", "donut", "box", "leave"},
    "The Cleric": {"heal", "purify", "leave"},
    "Dead Adventurer": {"search", "fight", "leave"},
    "Golden Idol": {"take", "outrun", "smash", "hide", "leave"},
    "Golden Wing": {"pray", "leave"},
    "World of Goop": {"gather", "leave it", "leave"},
    "Liars Game": {"agree", "disagree", "leave"},
    "Living Wall": {"forget", "change", "grow"},
    "Mushrooms": {"stomp", "eat", "fight", "leave"},
    "Scrap Ooze": {"reach inside", "leave"},
    "Shining Light": {"enter", "leave"},
    "Golden Shrine": {"pray", "desecrate", "leave"},
    "Transmorgrifier": {"pray", "leave"},
    "Purifier": {"pray", "leave"},
    "Upgrade Shrine": {"pray", "leave"},
    "Lab": {"search"},
    "The Woman in Blue": {"buy 1", "buy 2", "buy 3", "leave"},
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_option_of_an_event_can_be_taken(name: str) -> None:
    chosen: Counter[str] = Counter()
    for seed in range(4):
        chosen += explore(name, seed)
    assert set(chosen) == OPTIONS[name]


def outcome(name: str, *choices: str) -> Run:
    """Chooses options of an event and what they lead to; returns the run after that."""
    mod, _ = start_event(name, 1)
    run = mod.run
    assert run is not None
    for command in choices:
        message = mod.answer(command)
        assert "error" not in message, message
    return run


def test_events_change_the_run() -> None:
    assert outcome("Big Fish", "choose donut").max_hp == 85
    assert outcome("Liars Game", "choose agree").gold == 375
    assert outcome("World of Goop", "choose gather").hp == 69
    assert len(outcome("Purifier", "choose pray", "choose 0", "confirm").deck) == 9
    upgraded = outcome("Upgrade Shrine", "choose pray", "choose bash", "confirm").deck
    assert [card.name for card in upgraded][-1] == "Bash+"
    assert outcome("Golden Idol", "choose take").has("Golden Idol")
    cursed = outcome("Golden Idol", "choose take", "choose outrun")
    assert cursed.deck[-1].name == "Injury"


GIFTS = [*CARD_GIFTS, *PLAIN_GIFTS, *LARGE_GIFTS, SWAP]


@pytest.mark.parametrize("place", range(len(GIFTS)), ids=[gift[0] for gift in GIFTS])
def test_every_gift_of_neow_changes_the_run(place: int) -> None:
    run, untouched = Run(1, RunSetup()), Run(1, RunSetup())

    def story() -> Story[None]:
        yield from GIFTS[place][1](run)

    mod = Mod(1)
    mod.begin(run, to_the_end(run, story()))
    while mod.screen.type != "GAME_OVER":
        commands = mod.commands()
        words = ["confirm", "choose", "proceed"]
        word = next(word for word in words if word in commands)
        chosen = len(mod.screen.selected) if isinstance(mod.screen, Grid) else 0
        mod.answer(f"choose {chosen}" if word == "choose" else word)
    assert summary_of(run) != summary_of(untouched)


def summary_of(run: Run) -> tuple[object, ...]:
    deck = [card.number for card in run.deck]
    return deck, [relic.id for relic in run.relics], [*run.potions], run.gold, run.max_hp


@pytest.mark.parametrize("place", range(len(DRAWBACKS)), ids=[entry[0] for entry in DRAWBACKS])
def test_every_drawback_of_neow_costs_something(place: int) -> None:
    run, untouched = Run(1, RunSetup()), Run(1, RunSetup())
    DRAWBACKS[place][1](run)
    before, after = summary_of(untouched), summary_of(run)
    assert before != after or run.hp < untouched.hp


def test_an_event_that_kills_ends_the_run() -> None:
    mod, _ = start_event("Scrap Ooze", 1)
    assert mod.run is not None
    mod.run.hp = 3
    state: Any = mod.answer("choose reach inside")["game_state"]
    assert state["screen_type"] == "GAME_OVER"
    assert state["screen_state"]["victory"] is False
    assert "combat_state" not in state


def test_the_mushrooms_fight_in_an_event_room() -> None:
    mod, _ = start_event("Mushrooms", 1)
    mod.answer("choose stomp")
    state: Any = mod.answer("choose fight")["game_state"]
    assert (state["room_type"], state["room_phase"]) == ("EventRoom", "COMBAT")
    assert [monster["id"] for monster in state["combat_state"]["monsters"]] == ["FungiBeast"] * 3
    assert isinstance(mod.screen, Combat)
