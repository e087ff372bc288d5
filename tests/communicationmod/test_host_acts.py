"""The acts of the host's runs: maps, transitions, bosses and keys."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.communicationmod.host import acts
from kibitz.communicationmod.host.acts import HEART, PLAYABLE, Act
from kibitz.communicationmod.host.journey import climb_act, goes_on, to_the_end
from kibitz.communicationmod.host.map import COLUMNS, ROWS, Map, draw_last_map, draw_map
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.screens import Story
from kibitz.core.randomness import seeded
from kibitz.games.spire.monsters import ACTS, ENCOUNTER_ROWS
from tests.communicationmod.messages import check_message
from tests.communicationmod.random_client import Message, pick

STRONG = RunSetup(deck="20 strike+", relics="neow's lament=999, burning blood")


# Maps.


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_map_of_an_act_keeps_its_rules(number: int) -> None:
    for seed in range(15):
        chart = Act(number, seeded(seed), seed % 2, burning=True).map
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
        assert_one_burns(chart)


def assert_one_burns(chart: Map) -> None:
    burning = [node for node in chart.nodes() if node.burning]
    assert len(burning) == any(node.symbol == "E" for node in chart.nodes())
    assert all(node.symbol == "E" for node in burning)
    for node in chart.nodes():
        assert ("has_emerald_key" in node.write()) == node.burning


def test_no_elite_burns_once_the_emerald_key_was_found() -> None:
    run = Run(1, RunSetup())
    run.keys["emerald"] = True
    run.enter_act()
    assert not any(node.burning for node in run.act.map.nodes())
    assert not any(node.burning for node in draw_map(seeded(1), 0, burning=False).nodes())


def test_the_map_of_the_last_act_is_one_path() -> None:
    chart = draw_last_map()
    assert [[node.symbol for node in row] for row in chart.rows] == [["R"], ["$"], ["E"]]
    first = chart.rows[0][0]
    assert [first.children[0].children[0].symbol, chart.rows[2][0].children] == ["E", []]


def test_each_act_of_a_run_has_a_map_of_its_own_that_depends_on_the_seed_alone() -> None:
    run, again = Run(1, RunSetup()), Run(1, RunSetup(deck="20 strike"))
    maps = [run.act.map.write()]
    for _ in range(2):
        again.dice.word()  # what happens in an act does not change the next map
        run.enter_act()
        again.enter_act()
        maps.append(run.act.map.write())
        assert maps[-1] == again.act.map.write()
    assert maps[0] != maps[1] != maps[2]


# Encounters.


@pytest.mark.parametrize("number", range(1, PLAYABLE + 1))
def test_every_encounter_of_an_act_is_met_in_its_pool(number: int) -> None:
    met: dict[str, set[str]] = {"weak": set(), "strong": set(), "elite": set(), "boss": set()}
    weak = acts.ACTS[number - 1]["weak"]
    for seed in range(40):
        dice = seeded(seed)
        act = Act(number, dice, 0, burning=True)
        if number < HEART:
            for _ in range(12):
                act.next_encounter(dice)
        for _ in range(4):
            act.next_elite(dice)
        met["weak"].update(act.met[:weak])
        met["strong"].update(act.met[weak:])
        met["elite"].update(act.met_elites)
        met["boss"].update(act.bosses)
    for pool, names in met.items():
        assert names == set(acts.encounters_of(number, pool))


def test_encounters_are_not_repeated_too_soon() -> None:
    for seed in range(30):
        dice = seeded(seed)
        act = Act(1, dice, 0, burning=True)
        for _ in range(20):
            act.next_encounter(dice)
            act.next_elite(dice)
        for place, name in enumerate(act.met):
            assert name not in act.met[max(0, place - 2) : place]
        assert all(a != b for a, b in zip(act.met_elites, act.met_elites[1:], strict=False))


def test_the_first_strong_encounter_is_not_a_larger_one_of_the_same_kind() -> None:
    seen: Counter[str] = Counter()
    for number in (1, 2):
        own = acts.ACTS[number - 1]
        for seed in range(200):
            dice = seeded(seed)
            act = Act(number, dice, 0, burning=True)
            for _ in range(own["weak"] + 1):
                act.next_encounter(dice)
            *_, last, strong = act.met
            assert strong not in own["not after"].get(last, [])
            seen[last] += last in own["not after"]
    assert seen["2 Louse"] > 0
    assert seen["Chosen"] > 0


def test_the_data_of_acts_names_encounters_of_the_table() -> None:
    known = {row.text("id") for row in ENCOUNTER_ROWS}
    for number, own in enumerate(acts.ACTS, 1):
        for name, others in own["not after"].items():
            for other in {name, *others} & known:
                assert ACTS[other] == number
    assert {"Chosen and Byrds", "2 Louse", "4 Shapes"} <= known


@pytest.mark.parametrize("ascension", [19, 20])
def test_act_3_has_a_second_boss_at_ascension_20(ascension: int) -> None:
    expected = min(2 if ascension == 20 else 1, len(acts.encounters_of(3, "boss")))
    assert len(Act(3, seeded(1), ascension, burning=True).bosses) == expected
    assert len(Act(2, seeded(1), ascension, burning=True).bosses) == 1


# From act to act.


def walk(setup: RunSetup, seed: int = 1, number: int = 1, keys: bool = False) -> Iterator[Message]:
    """Plays the acts from one on, with a run that nothing can hurt; yields every message."""
    run = Run(seed, setup)
    for _ in range(number - 1):
        run.enter_act()
    run.floor = 17 * (number - 1)
    run.keys.update(dict.fromkeys(run.keys, keys))

    def story() -> Story[None]:
        yield from climb_act(run)
        while goes_on(run):
            run.enter_act()
            yield from climb_act(run)
        run.victory = True

    mod = Mod(seed)
    mod.begin(run, to_the_end(run, story()))
    dice = random.Random(seed)
    while mod.run is not None:
        run.hp = run.max_hp = 900
        if run.combat is not None:
            run.combat.fight.hp = run.combat.fight.max_hp = 900
        message: Any = mod.message()
        check_message(message)
        yield message
        mod.answer(pick(message, dice))


def rooms_of(messages: Iterator[Message]) -> list[tuple[int, int, str]]:
    """Lists the rooms of a run: act, floor and type, each once."""
    found: dict[tuple[int, int, str], None] = {}
    for message in messages:
        state = message["game_state"]
        found[state["act"], state["floor"], state["room_type"]] = None
    return [*found]


def test_a_run_goes_through_three_acts_to_its_end() -> None:
    messages = [*walk(STRONG)]
    rooms = rooms_of(iter(messages))
    floors = [floor for _, floor, _ in rooms]
    assert floors == sorted(floors)
    for room in [
        (1, 16, "MonsterRoomBoss"),
        (1, 17, "TreasureRoomBoss"),
        (2, 17, "EmptyRoom"),
        (2, 33, "MonsterRoomBoss"),
        (2, 34, "TreasureRoomBoss"),
        (3, 34, "EmptyRoom"),
        (3, 50, "MonsterRoomBoss"),
        (3, 51, "VictoryRoom"),
    ]:
        assert room in rooms
    end = messages[-1]["game_state"]
    assert (end["screen_type"], end["screen_name"]) == ("GAME_OVER", "VICTORY")
    assert (end["act"], end["floor"]) == (3, 51)
    assert end["screen_state"]["victory"] is True


@pytest.mark.parametrize(("number", "floor"), [(1, 17), (2, 34), (3, 51)])
def test_a_run_ends_after_as_many_acts_as_were_asked_for(number: int, floor: int) -> None:
    setup = RunSetup(deck=STRONG.deck, relics=STRONG.relics, acts=number)
    *_, last = walk(setup, keys=True)
    state = last["game_state"]
    assert (state["act"], state["floor"]) == (number, floor)
    assert state["screen_state"]["victory"] is True


@pytest.mark.parametrize(("ascension", "hp"), [(0, 80), (4, 80), (5, 70), (20, 65)])
def test_the_way_to_the_next_act_heals(ascension: int, hp: int) -> None:
    run = Run(1, RunSetup(ascension=ascension))
    run.hp = run.max_hp - 40
    run.enter_act()
    assert run.hp == hp
    assert (run.act.number, run.room, run.node) == (2, "EmptyRoom", None)


def test_the_next_act_begins_on_its_map() -> None:
    message = next(m for m in walk(STRONG) if m["game_state"]["act"] == 2)
    state = message["game_state"]
    assert (state["screen_type"], state["room_phase"]) == ("MAP", "COMPLETE")
    assert state["screen_state"]["first_node_chosen"] is False
    assert "return" not in message["available_commands"]
    assert state["act_boss"] in acts.encounters_of(2, "boss")


def test_the_boss_of_each_act_is_the_one_that_was_announced() -> None:
    announced: dict[int, str] = {}
    for message in walk(STRONG, seed=4):
        state = message["game_state"]
        announced.setdefault(state["act"], state["act_boss"])
        assert state["act_boss"] == announced[state["act"]]
    assert [*announced] == [1, 2, 3]
    assert all(name in acts.encounters_of(act, "boss") for act, name in announced.items())


# Keys.


def test_without_all_keys_the_run_ends_before_the_heart() -> None:
    for missing in ("ruby", "emerald", "sapphire"):
        run = Run(1, RunSetup())
        run.keys.update(dict.fromkeys(run.keys, True))
        run.act = run.make_act(3)
        assert goes_on(run) == (PLAYABLE == HEART)
        run.keys[missing] = False
        assert not goes_on(run)


def test_the_ruby_key_is_found_at_a_rest_site_and_the_sapphire_key_in_a_chest() -> None:
    keys: dict[str, set[str]] = {"ruby": set(), "emerald": set(), "sapphire": set()}
    before = dict.fromkeys(keys, False)
    for seed in range(6):
        for message in walk(RunSetup(deck=STRONG.deck, relics=STRONG.relics, acts=1), seed):
            state = message["game_state"]
            for name, found in state["keys"].items():
                if found and not before[name]:
                    keys[name].add(state["room_type"])
            before = state["keys"]
    assert keys["ruby"] == {"RestRoom"}
    assert keys["sapphire"] <= {"TreasureRoom"}
    assert keys["emerald"] <= {"MonsterRoomElite"}
    assert keys["sapphire"] or keys["emerald"]


# What a run with all keys comes to, by how many acts can be played.
LAST_ROOMS = {
    3: [(3, 50, "MonsterRoomBoss"), (3, 51, "VictoryRoom")],
    4: [
        (3, 51, "VictoryRoom"),
        (4, 51, "EmptyRoom"),
        (4, 52, "RestRoom"),
        (4, 53, "ShopRoom"),
        (4, 54, "MonsterRoomElite"),
        (4, 55, "MonsterRoomBoss"),
        (4, 56, "TrueVictoryRoom"),
    ],
}


@pytest.mark.parametrize("ascension", [0, 20])
def test_with_all_keys_a_run_goes_on_as_far_as_there_are_bosses(ascension: int) -> None:
    setup = RunSetup(deck=STRONG.deck, relics=STRONG.relics, ascension=ascension)
    rooms = rooms_of(walk(setup, number=3, keys=True))
    later = len(Act(3, seeded(1), ascension, burning=True).bosses) - 1
    expected = [(act, floor + later, room) for act, floor, room in LAST_ROOMS[PLAYABLE]]
    assert rooms[-len(expected) :] == expected
