"""Every ship section by name: what it gives at every status and in every lane, and its ability."""

import pytest

from kibitz.games.dronewars.cards import (
    CPU_LIMIT,
    CRITICAL,
    DAMAGED,
    DEPLOYMENT_BUDGET,
    DISCARDS,
    ENERGY,
    HAND_LIMIT,
    HEALTHY,
    INITIAL_DEPLOYMENT,
    MAX_ENERGY,
    SECTIONS,
    SHIELDS_PER_ROUND,
)
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat, status
from tests.games.dronewars.table import Table, name_of_test

# Hull 10 to 6 is healthy, 5 to 1 damaged, 0 critical.
HULLS = {10: 0, 6: 0, 5: 1, 1: 1, 0: 2}
# An order of the ship with the section in lanes 1, 2 and 3.
PLACES = {
    "bridge": ("bridge powercell hub", "hub bridge powercell", "powercell hub bridge"),
    "powercell": ("powercell bridge hub", "hub powercell bridge", "bridge hub powercell"),
    "hub": ("hub bridge powercell", "bridge hub powercell", "powercell bridge hub"),
}


def check_stat(section: str, stat: int, by_status: tuple[int, int, int], middle: int) -> None:
    """Checks what a ship gives of a stat with the section at every hull and in every lane."""
    for lane, ship in enumerate(PLACES[section]):
        for hull, at in HULLS.items():
            hulls = [hull if each == lane else 10 for each in range(3)]
            battle = Table(ship=ship, hull=hulls).battle
            wanted = by_status[at] + (middle if lane == 1 else 0)
            assert ship_stat(battle, 0, stat) == wanted, f"{ship} with hull {hulls}"


def test_bridge() -> None:
    check_stat("bridge", HAND_LIMIT, (5, 5, 4), 1)
    check_stat("bridge", DISCARDS, (3, 2, 1), 1)


def test_power_cell() -> None:
    check_stat("powercell", ENERGY, (10, 10, 9), 2)
    check_stat("powercell", MAX_ENERGY, (10, 10, 9), 2)
    check_stat("powercell", SHIELDS_PER_ROUND, (3, 2, 1), 1)


def test_drone_control_hub() -> None:
    check_stat("hub", INITIAL_DEPLOYMENT, (6, 5, 4), 2)
    check_stat("hub", CPU_LIMIT, (10, 10, 8), 2)
    check_stat("hub", DEPLOYMENT_BUDGET, (3, 2, 2), 2)


def test_tactical_bridge() -> None:
    for lane, ship in enumerate(PLACES["bridge"]):
        patched = ship.replace("bridge", "tactical bridge")
        for hull in HULLS:
            hulls = [hull if each == lane else 10 for each in range(3)]
            usual = Table(ship=ship, hull=hulls).battle
            battle = Table(ship=patched, hull=hulls, balance_patch=True).battle
            for stat in (HAND_LIMIT, DISCARDS):
                assert ship_stat(battle, 0, stat) == ship_stat(usual, 0, stat)
    ship = "tactical bridge powercell hub"
    table = Table(ship=ship, against2="scout", energy=2, balance_patch=True)
    assert table.refuses("recalculate"), "another ability stands in its place"
    table.play("mark scout 2")
    assert (table.foe(2).marked, table.energy(), table.battle.seat) == (True, 0, 1)
    poor = Table(ship=ship, against2="scout", energy=1, balance_patch=True)
    assert poor.refuses("mark scout 2")


def test_every_section_has_a_test_named_after_it() -> None:
    names = [section.name for section in SECTIONS[1:]]
    assert len(names) == 4
    assert [name for name in names if name_of_test(name) not in globals()] == []


# Status and shields.


@pytest.mark.parametrize(
    ("hull", "wanted"), [(10, HEALTHY), (6, HEALTHY), (5, DAMAGED), (1, DAMAGED), (0, CRITICAL)]
)
@pytest.mark.parametrize("ruleset", ["standard", "first_hull"])
def test_status_follows_hull_under_every_ruleset(hull: int, wanted: int, ruleset: str) -> None:
    assert status(Table(hull=(hull, 10, 10), ruleset=ruleset).battle, 0, 0) == wanted


@pytest.mark.parametrize("ship", [ship for ships in PLACES.values() for ship in ships])
def test_only_a_power_cell_in_the_middle_has_a_higher_shield_cap(ship: str) -> None:
    caps = [shield_cap(Table(ship=ship).battle, 0, lane) for lane in range(3)]
    assert caps == [3, 4 if ship.split()[1] == "powercell" else 3, 3]


def test_damage_to_the_power_cell_clamps_energy_at_once() -> None:
    table = Table(
        lane2="heavy fighter", their_hull=(10, 4, 10), their_shields=(0, 0, 0), their_energy=12
    )
    table.play("attack heavy fighter 2 > section")
    assert (table.section(2), table.energy(1)) == ((0, 0), 11)
    table = Table(
        lane2="heavy fighter", their_hull=(10, 9, 10), their_shields=(0, 0, 0), their_energy=12
    )
    assert table.play("attack heavy fighter 2 > section").energy(1) == 12, "damaged gives the same"


def test_a_section_without_hull_is_no_target() -> None:
    table = Table(lane1="scout", their_hull=(0, 10, 10))
    assert table.why_not("attack scout 1 > section") == "WRONG_TARGET"
    assert table.refuses("attack scout 1 > section")


def test_a_section_without_hull_keeps_its_ability() -> None:
    assert not Table(hull=(0, 10, 10)).refuses("recalculate")


# Abilities.


def test_recalculate() -> None:
    table = Table(hand="nuke", deck="boosters", energy=1).play("recalculate")
    assert sorted(table.legal()) == ["discard boosters", "discard nuke"]
    assert (table.energy(), table.battle.seat) == (0, 0), "the turn ends after the discard"
    table.play("discard nuke")
    assert (table.zone("hand"), table.zone("discard")) == (["boosters"], ["nuke"])
    assert table.battle.seat == 1


def test_recalculate_without_any_card() -> None:
    table = Table(energy=1).play("recalculate")
    assert (table.energy(), table.battle.seat) == (0, 1)


def test_recalculate_can_be_used_again_and_again() -> None:
    table = Table(deck="3 nuke", energy=2, passed=[1])
    table.play("recalculate", "discard nuke", "recalculate", "discard nuke")
    assert table.why_not("recalculate") == "NOT_POSSIBLE"


def test_reallocate_shields() -> None:
    table = Table(shields=(3, 3, 0), energy=1).play("reallocate 1 > 3")
    assert (table.energy(), table.battle.seat) == (0, 0)
    assert "done" in table.legal(), "up to two"
    table.play("reallocate 2 > 3")
    assert [table.section(lane, seat=0)[1] for lane in (1, 2, 3)] == [2, 2, 2]
    assert table.battle.seat == 1, "no third"


def test_reallocate_shields_may_move_one_only() -> None:
    table = Table(shields=(3, 3, 0)).play("reallocate 1 > 3", "done")
    assert table.battle.board.shields[:3] == [2, 3, 1]
    assert table.battle.seat == 1


def test_reallocate_shields_respects_the_caps() -> None:
    table = Table(shields=(3, 3, 3))
    ways = [text for text in table.legal() if text.startswith("reallocate")]
    assert ways == ["reallocate 1 > 2", "reallocate 3 > 2"], "the Power Cell takes a fourth"
    table = Table(shields=(3, 3, 3), ship="powercell bridge hub")
    assert not [text for text in table.legal() if text.startswith("reallocate")]
    assert table.why_not("reallocate 1 > 2") == "NO_ROOM"


def test_recall() -> None:
    table = Table(lane1="heavy fighter, heavy fighter 1/0", energy=1)
    table.play("recall heavy fighter 1.2")
    assert (table.lane(1), table.energy(), table.battle.seat) == (["heavy fighter"], 0, 1)
    table.play("pass", "pass")
    while table.legal()[0].startswith(("discard", "shield")):
        table.play(table.legal()[0])
    table.battle.board.budget = [9, 9]
    while table.battle.seat != 0:
        table.play("pass")
    assert not table.refuses("deploy heavy fighter 1"), "the copy is available again"


def test_recall_does_not_exhaust_or_destroy_anything_else() -> None:
    table = Table(lane1="scout, jammer").play("recall jammer 1")
    assert (table.lane(1), table.own(1).ready) == (["scout"], True)
