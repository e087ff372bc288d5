"""Every keyword by name, and the properties that cards and drones share."""

import json
from collections.abc import Iterator
from importlib.resources import files

import pytest

from kibitz import kit
from kibitz.games.dronewars.cards import DRONE_NUMBERS, DRONES, KEYWORDS, PACKAGE, DroneType
from tests.games.dronewars.table import Table, name_of_test


def test_guardian() -> None:
    table = Table(lane1="bomber, scout", against1="guardian, scout exhausted", against2="")
    assert table.refuses("attack bomber 1 > section")
    assert not table.refuses("attack bomber 1 > scout 1"), "drones may always be chosen"
    table.play("attack bomber 1 > guardian 1")
    exhausted = Table(lane1="bomber", against1="guardian exhausted, scout")
    assert not exhausted.refuses("attack bomber 1 > section")


def test_guardian_protects_its_own_lane_only() -> None:
    table = Table(lane1="scout", lane2="scout", against2="guardian")
    assert not table.refuses("attack scout 1 > section")
    assert table.refuses("attack scout 2 > section")
    # An own Guardian does not protect the enemy.
    assert not Table(lane1="scout, guardian").refuses("attack scout 1 > section")


def test_guardian_that_intercepts_protects_no_longer() -> None:
    table = Table(lane1="swarm, swarm", against1="guardian speed=9, scout exhausted", passed=[1])
    table.play("attack swarm 1 > scout 1", "intercept guardian 1")
    assert not table.foe(1).ready
    assert not table.refuses("attack swarm 1.2 > section")


def test_jammer() -> None:
    table = Table(
        lane1="sniper, scout",
        against1="scout, jammer",
        against2="scout",
        hand="static field, laser blast, nuke, shrieker missiles, overcharge",
    )
    assert table.refuses("play static field > scout 1")
    assert not table.refuses("play static field > jammer 1")
    assert not table.refuses("play static field > scout 2"), "other lanes are free"
    assert not table.refuses("play laser blast > own scout 1"), "own drones are free"
    assert not table.refuses("play nuke > 1"), "lane cards are free"
    assert not table.refuses("play shrieker missiles > 1")
    assert not table.refuses("use sniper 1 > scout 1"), "abilities are free"
    assert not table.refuses("attack scout 1 > scout 1"), "attacks are free"


def test_jammer_does_not_hinder_the_cards_of_its_owner() -> None:
    table = Table(lane1="jammer, bomber, scout exhausted", hand="overcharge, adrenaline rush")
    assert not table.refuses("play overcharge > bomber 1")
    assert not table.refuses("play adrenaline rush > scout 1")


def test_jammer_protects_from_the_cards_of_the_balance_patch() -> None:
    table = Table(
        against1="jammer, scout, scout", hand="railgun strike, barrage", balance_patch=True
    )
    assert table.refuses("play railgun strike > scout 1")
    table.play("play barrage > jammer 1")
    assert table.lane(1, seat=1) == ["scout", "scout"]
    assert [drone.shields for drone in table.battle.rows[3]] == [0, 1], "neighbours are not chosen"


def test_piercing() -> None:
    table = Table(lane1="sabot", against1="aegis").play("attack sabot 1 > aegis 1")
    assert table.lane(1, seat=1) == []
    table = Table(lane1="sabot", against1="guardian").play("attack sabot 1 > guardian 1")
    assert (table.foe(1).hull, table.foe(1).shields) == (3, 1)


def test_piercing_also_hits_the_drone_that_intercepts() -> None:
    table = Table(lane1="sabot", against1="scout").play(
        "attack sabot 1 > section", "intercept scout 1"
    )
    assert table.lane(1, seat=1) == []


def test_defender() -> None:
    table = Table(lane1="bomber", against1="interceptor, scout")
    table.play("attack bomber 1 > section", "intercept interceptor 1")
    assert table.foe(1).ready
    table = Table(lane1="bomber", against1="interceptor, scout")
    table.play("attack bomber 1 > section", "intercept scout 1")
    assert not table.foe(1, 1).ready


def test_defender_is_exhausted_by_its_own_attack() -> None:
    table = Table(lane1="interceptor").play("attack interceptor 1 > section")
    assert not table.own(1).ready


@pytest.fixture
def sentinel() -> Iterator[str]:
    """Gives the Swarm Drone ALWAYS_INTERCEPTS, which no drone of the data has."""
    rows = json.loads(files(PACKAGE).joinpath("data/drones.json").read_text(encoding="utf-8"))
    for row in rows:
        if row["word"] == "swarm":
            row["keywords"] = ["always intercepts"]
    number = DRONE_NUMBERS["swarm"]
    printed = DRONES[number]
    DRONES[number] = kit.read_catalogue(rows, DroneType).cards[number]
    yield "swarm"
    DRONES[number] = printed


def test_always_intercepts(sentinel: str) -> None:
    table = Table(lane1="scout", against1=f"{sentinel}, interceptor, bomber")
    table.play("attack scout 1 > section")
    assert table.battle.seat == 1
    assert table.legal() == ["intercept swarm 1", "intercept interceptor 1"], (
        "no decline, but a choice"
    )
    assert table.why_not("decline") == "MUST_CHOOSE"
    table.play("intercept interceptor 1")
    assert table.section(1) == (10, 3)
    assert table.foe(1).hull == 1


def test_always_intercepts_whatever_its_speed(sentinel: str) -> None:
    table = Table(lane1="scout", against1=f"{sentinel}, bomber")
    table.play("attack scout 1 > bomber 1")
    assert table.legal() == ["intercept swarm 1"]
    table.play("intercept swarm 1")
    assert table.lane(1, seat=1) == ["bomber"]


@pytest.mark.parametrize("defenders", ["swarm exhausted, interceptor", "interceptor"])
def test_always_intercepts_needs_a_ready_drone(sentinel: str, defenders: str) -> None:
    table = Table(lane1="scout", against1=defenders, against2=sentinel)
    table.play("attack scout 1 > section")
    assert table.legal() == ["intercept interceptor 1", "decline"]


def test_always_intercepts_is_nothing_for_the_target_itself(sentinel: str) -> None:
    table = Table(lane1="scout", against1=sentinel).play("attack scout 1 > swarm 1")
    assert table.lane(1, seat=1) == []


def test_no_drone_of_the_data_always_intercepts() -> None:
    table = Table(lane1="scout", against1="swarm").play("attack scout 1 > section")
    assert table.section(1) == (10, 2)


def test_max_per_lane() -> None:
    table = Table(lane1="jammer", lane2="jammer", lane3="scout", hand="maneuver, deploy jammers")
    assert table.why_not("move jammer 1 > 2") == "LANE_FULL"
    assert table.refuses("play maneuver > jammer 1 > 2")
    assert not table.refuses("move jammer 2 > 3")
    table.play("play deploy jammers")
    assert table.lane(3) == ["scout", "jammer"]
    assert (len(table.lane(1)), len(table.lane(2))) == (1, 1), "full lanes are skipped"


def test_max_per_lane_counts_one_side_only() -> None:
    table = Table(lane1="jammer", against1="scout", against2="jammer")
    assert not table.refuses("move jammer 1 > 2")


def test_go_again() -> None:
    table = Table(lane1="scout", hand="energy surge, out think")
    assert table.play("play energy surge").battle.seat == 0
    assert table.play("play out think").battle.seat == 1


def test_do_not_exhaust() -> None:
    table = Table(lane1="scout, bomber", hand="maneuver, reposition")
    table.play("play maneuver > scout 1 > 2")
    assert table.own(2).ready
    table.play("play reposition > 1 > 2", "choose bomber 1")
    assert table.own(2, 1).ready


def test_every_keyword_has_a_test_named_after_it() -> None:
    names = [*KEYWORDS, "max per lane", "go again", "do not exhaust"]
    assert len(KEYWORDS) == 5
    assert [name for name in names if name_of_test(name) not in globals()] == []


# Interception.


def test_equal_speed_does_not_intercept() -> None:
    table = Table(lane1="scout", against1="scout").play("attack scout 1 > section")
    assert table.section(1) == (10, 2)


def test_changed_speed_counts_for_interception() -> None:
    table = Table(lane1="scout", against1="scout", hand="boosters", passed=[1])
    table.play("play boosters > scout 1")
    assert table.speed(1) == 7
    table = Table(lane1="bomber", against1="skirmisher")
    assert table.play("attack bomber 1 > section").battle.seat == 1, "3 in an outer lane"
    table = Table(lane2="bomber", against2="skirmisher").play("attack bomber 2 > section")
    assert table.section(2) == (8, 0), "1 in the middle"


def test_an_interceptor_that_is_destroyed_leaves_the_target_alone() -> None:
    table = Table(lane1="heavy fighter", against1="guardian, scout")
    table.play("attack heavy fighter 1 > guardian 1", "intercept scout 1")
    assert table.lane(1, seat=1) == ["guardian"]
    assert (table.foe(1).hull, table.foe(1).shields) == (5, 1)


def test_cards_and_abilities_are_not_intercepted() -> None:
    table = Table(lane1="sniper", against1="interceptor, bomber", hand="laser blast+", passed=[1])
    table.play("use sniper 1 > bomber 1", "play laser blast+ > interceptor 1")
    assert table.lane(1, seat=1) == []


def test_the_second_of_two_equal_drones_can_be_attacked_and_can_intercept() -> None:
    table = Table(lane1="bomber", against1="scout 1/0, scout")
    table.play("attack bomber 1 > scout 1.2")
    assert table.legal() == ["intercept scout 1", "decline"], "the target does not intercept"
    table.play("decline")
    assert [drone.shields for drone in table.battle.rows[3]] == [0, 0]
    assert len(table.lane(1, seat=1)) == 2
