"""Runs of the host, played in-process by random legal commands."""

import random

import pytest

from kibitz.communicationmod.host.journey import to_the_end
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.neow import CARD_GIFTS, DRAWBACKS, LARGE_GIFTS, PLAIN_GIFTS, SWAP
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.screens import Grid, Story
from kibitz.games import load
from tests.communicationmod.messages import SCREENS, check_message, random_run
from tests.communicationmod.random_client import Message

# Every fight of these runs is with monsters of 1 HP, so that random play sees several acts.
EASY = RunSetup(
    deck="12 strike+, 6 defend, bash, armaments, headbutt, exhume+, warcry, discovery, purity",
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


ROOM_TYPES = {
    "MonsterRoom", "MonsterRoomElite", "MonsterRoomBoss", "EventRoom", "RestRoom", "ShopRoom",
    "TreasureRoom", "TreasureRoomBoss", "NeowRoom", "EmptyRoom", "VictoryRoom",
}  # fmt: skip


def test_every_screen_is_reached_and_has_its_fields() -> None:
    seen: set[str] = set()
    phases: set[str] = set()
    rooms: set[str] = set()
    for seed in range(20):
        for message in play(seed, EASY):
            if message["in_game"]:
                check_message(message)
                state = message["game_state"]
                seen.add(state["screen_type"])
                phases.add(state["room_phase"])
                rooms.add(state["room_type"])
        if rooms >= ROOM_TYPES and seen >= set(SCREENS):
            break
    assert seen == set(SCREENS)
    assert phases == {"COMBAT", "EVENT", "COMPLETE", "INCOMPLETE"}
    assert ROOM_TYPES <= rooms <= {*ROOM_TYPES, "TrueVictoryRoom"}


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


# Neow.

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
