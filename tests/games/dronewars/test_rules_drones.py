"""Every drone by name: its printed numbers on the board, and what is special about it."""

import pytest

from kibitz.games.dronewars.cards import DRONE_NUMBERS, DRONES, LANES
from kibitz.games.dronewars.rules import drones
from kibitz.games.dronewars.state import count_kind
from tests.games.dronewars.table import Table, name_of_test

# A pool of five with the drone that is tried.
OTHERS = ["scout", "standard fighter", "heavy fighter", "guardian", "bomber"]


def numbers(word: str) -> tuple[int, ...]:
    """Deploys a drone in lane 2; returns what it cost, its limit, and what it brings."""
    pool = ", ".join([word, *[other for other in OTHERS if other != word][:4]])
    table = Table(phase="deployment", budget=9, energy=0, pool=pool, passed=[1])
    copies = 0
    while not table.refuses(f"deploy {word} 2") and copies < 9:
        table.battle.board.budget[0] = 9
        table.play(f"deploy {word} 2")
        copies += 1
    price = 9 - table.battle.board.budget[0]
    drone = table.own(2)
    assert drone.ready
    assert (drone.shields, copies) == (drone.max_shields, len(table.lane(2)))
    printed = (table.attack(2), drone.hull, DRONES[drone.kind].shields, table.speed(2))
    return (price, copies, *printed, DRONES[drone.kind].slots)


def hits_section(word: str, hull: int = 10, shields: int = 0) -> tuple[int, int]:
    """Attacks the section of lane 2; returns its hull and shields after that."""
    table = Table(lane2=word, their_hull=(10, hull, 10), their_shields=(0, shields, 0))
    return table.play(f"attack {word} 2 > section").section(2)


# Class, limit, attack, hull, shields, speed, slots.


def test_scout_drone() -> None:
    assert numbers("scout") == (1, 3, 1, 1, 1, 5, 2)
    assert hits_section("scout") == (9, 0)


def test_standard_fighter() -> None:
    assert numbers("standard fighter") == (2, 3, 3, 2, 1, 4, 2)
    assert hits_section("standard fighter", shields=1) == (8, 0)


def test_heavy_fighter() -> None:
    assert numbers("heavy fighter") == (3, 2, 4, 4, 1, 3, 2)
    assert hits_section("heavy fighter", shields=3) == (9, 0)


def test_guardian_drone() -> None:
    assert numbers("guardian") == (3, 2, 1, 5, 1, 1, 2)
    table = Table(lane1="guardian", lane2="scout", against1="scout", against2="scout", passed=[0])
    table.battle.active = table.battle.seat = 1
    assert table.why_not("attack scout 1 > section") == "GUARDED"
    assert not table.refuses("attack scout 1 > guardian 1")
    assert not table.refuses("attack scout 2 > section")


def test_bomber() -> None:
    assert numbers("bomber") == (3, 3, 1, 2, 1, 1, 2)
    assert hits_section("bomber", shields=3) == (8, 0)
    table = Table(lane1="bomber", against1="guardian").play("attack bomber 1 > guardian 1")
    assert (table.foe(1).hull, table.foe(1).shields) == (5, 0), "the bonus is for sections only"


def test_repair_drone() -> None:
    assert numbers("repair") == (1, 2, 0, 1, 3, 2, 2)
    table = Table(lane1="repair, guardian 1/0, scout", lane2="bomber 1/1", energy=5)
    uses = [text for text in table.legal() if text.startswith("use")]
    assert uses == ["use repair 1 > guardian 1"], "only what is damaged, only in its lane"
    table.play("use repair 1 > guardian 1")
    assert (table.own(1, 1).hull, table.own(1, 1).shields) == (4, 0)
    assert (table.energy(), table.own(1).ready, table.battle.seat) == (4, False, 1)


def test_repair_drone_stops_at_the_printed_hull() -> None:
    table = Table(lane1="repair, bomber 1/0").play("use repair 1 > bomber 1")
    assert table.own(1, 1).hull == 2


def test_repair_drone_needs_energy_and_readiness() -> None:
    assert Table(lane1="repair, bomber 1/0", energy=0).refuses("use repair 1 > bomber 1")
    table = Table(lane1="repair exhausted, bomber 1/0")
    assert table.why_not("use repair 1 > bomber 1") == "EXHAUSTED"


def test_interceptor() -> None:
    assert numbers("interceptor") == (3, 3, 1, 4, 0, 6, 2)
    table = Table(lane1="scout, scout", against1="interceptor", passed=[1])
    for attacker in ("scout 1", "scout 1.2"):
        table.play(f"attack {attacker} > section", "intercept interceptor 1")
    assert (table.foe(1).hull, table.foe(1).ready) == (2, True)


def test_aegis_drone() -> None:
    assert numbers("aegis")[:2] == (3, 2)
    table = Table(lane1="aegis, scout, aegis", lane2="scout")
    assert [drone.max_shields for drone in table.battle.rows[0]] == [3, 3, 3]
    assert table.own(2).max_shields == 1, "other lanes have nothing of it"
    alone = Table(lane1="aegis")
    assert (alone.attack(1), alone.own(1).hull, alone.own(1).shields, alone.speed(1)) == (
        1,
        2,
        2,
        2,
    )


def test_kamikaze_drone() -> None:
    assert numbers("kamikaze") == (1, 4, 3, 1, 0, 3, 2)
    table = Table(lane1="kamikaze", against1="heavy fighter").play(
        "attack kamikaze 1 > heavy fighter 1"
    )
    assert table.foe(1).hull == 2
    assert count_kind(table.battle, 0, DRONE_NUMBERS["kamikaze"]) == 0


def test_swarm_drone() -> None:
    assert numbers("swarm") == (0, 3, 1, 1, 0, 3, 3)


def test_sniper_drone() -> None:
    assert numbers("sniper") == (4, 2, 1, 1, 0, 2, 2)
    table = Table(lane1="sniper", against1="scout", against3="guardian", energy=1)
    table.play("use sniper 1 > guardian 3")
    assert (table.foe(3).hull, table.foe(3).shields) == (2, 0)
    assert (table.energy(), table.own(1).ready, table.battle.seat) == (0, False, 1)


def test_sniper_drone_destroys_without_interception() -> None:
    table = Table(lane1="sniper", against1="interceptor, scout").play("use sniper 1 > scout 1")
    assert table.lane(1, seat=1) == ["interceptor"]
    assert table.battle.seat == 1


def test_sabot_drone() -> None:
    assert numbers("sabot") == (3, 2, 2, 3, 1, 2, 2)
    assert hits_section("sabot", shields=3) == (8, 3)
    table = Table(lane1="sabot", against1="repair").play("attack sabot 1 > repair 1")
    assert table.lane(1, seat=1) == []


@pytest.mark.parametrize(("hull", "attack"), [(10, 1), (6, 1), (5, 4), (1, 4), (0, 4)])
def test_avenger_drone(hull: int, attack: int) -> None:
    assert numbers("avenger") == (1, 2, 1, 1, 1, 3, 2)
    table = Table(lane1="avenger", lane2="avenger", hull=(hull, 10, 0))
    assert (table.attack(1), table.attack(2)) == (attack, 1)


def test_gladiator() -> None:
    assert numbers("gladiator") == (2, 2, 2, 2, 2, 3, 2)
    table = Table(lane1="gladiator attack=-5", against1="interceptor")
    table.play("attack gladiator 1 > section", "intercept interceptor 1")
    assert table.own(1).attack_up == -6, "also when intercepted and without damage"
    table = Table(lane1="gladiator").play("attack gladiator 1 > section").next_action()
    assert table.attack(1) == 3, "for good"


@pytest.mark.parametrize(
    ("hull", "attack"), [((10, 10, 10), 1), ((10, 5, 10), 2), ((5, 10, 0), 3), ((6, 6, 6), 1)]
)
def test_vindicator_drone(hull: tuple[int, ...], attack: int) -> None:
    assert numbers("vindicator") == (1, 3, 1, 1, 1, 3, 2)
    table = Table(lane1="vindicator", hull=hull, their_hull=(0, 5, 6))
    assert table.attack(1) == attack


def test_vindicator_and_avenger_do_not_care_for_the_rule_of_winning() -> None:
    table = Table(lane1="vindicator, avenger", hull=(9, 6, 10), ruleset="first_hull")
    assert (table.attack(1), table.attack(1, 1)) == (1, 1)


def test_skirmisher_drone() -> None:
    assert numbers("skirmisher") == (1, 3, 1, 1, 1, 1, 2)
    table = Table(lane1="skirmisher", hand="2 maneuver")
    assert (table.attack(1), table.speed(1)) == (2, 3)
    table.play("play maneuver > skirmisher 1 > 2")
    assert (table.attack(2), table.speed(2)) == (1, 1)
    table.play("play maneuver > skirmisher 2 > 3")
    assert (table.attack(3), table.speed(3)) == (2, 3)


def test_phase_jumper() -> None:
    assert numbers("phase jumper") == (1, 3, 1, 1, 1, 1, 2)
    table = Table(lane1="phase jumper", hand="maneuver, reposition", passed=[1])
    table.play(
        "play maneuver > phase jumper 1 > 2", "play reposition > 2 > 3", "choose phase jumper 2"
    )
    table.play("move phase jumper 3 > 2")
    assert (table.attack(2), table.speed(2)) == (4, 4), "once for each move, by action or card"
    table.next_action()
    assert (table.attack(2), table.speed(2)) == (4, 4), "for good"


def test_nano_repair_drone() -> None:
    assert numbers("nano repair") == (1, 2, 0, 1, 3, 2, 2)
    table = Table(
        lane1="nano repair, guardian 1/0, bomber 1/1, scout", lane2="bomber 1/1", energy=2
    )
    table.play("use nano repair 1")
    assert [drone.hull for drone in table.battle.rows[0]] == [1, 2, 2, 1]
    assert table.own(2).hull == 1
    assert (table.energy(), table.own(1).ready, table.battle.seat) == (1, False, 1)


def test_jammer() -> None:
    table = Table(hand="deploy jammers", energy=3).play("play deploy jammers")
    drone = table.own(2)
    assert (table.attack(2), drone.hull, drone.shields, table.speed(2)) == (0, 1, 0, 1)
    assert drone.ready
    assert (DRONES[drone.kind].cost, DRONES[drone.kind].slots) == (0, 0)
    assert table.refuses("move jammer 1 > 2"), "one in a lane"
    table = Table(phase="deployment", budget=9)
    assert table.why_not("deploy jammer 1") == "NO_SUCH_DRONE"


def test_tokens_count_against_the_cpu_limit() -> None:
    drones = "scout, scout, scout, bomber, bomber, bomber, guardian, guardian"
    table = Table(phase="deployment", budget=9, lane1=drones, lane2="jammer, swarm")
    assert table.why_not("deploy standard fighter 1") == "LIMIT_REACHED"
    table = Table(phase="deployment", budget=9, lane1=drones, lane2="jammer")
    table.play("deploy standard fighter 1")


def test_every_drone_has_a_test_named_after_it() -> None:
    names = [drone.name for drone in DRONES[1:]]
    assert len(names) == 19
    assert [name for name in names if name_of_test(name) not in globals()] == []


# Auras and shields.


def shields(table: Table, lane: int, index: int = 0) -> tuple[int, int]:
    """Returns the shields and max shields of an own drone."""
    drone = table.own(lane, index)
    assert drone.max_shields == drones.max_shields(table.battle, 0, lane - 1, drone)
    return (drone.shields, drone.max_shields)


def test_shields_follow_an_aegis_that_moves() -> None:
    table = Table(lane1="aegis, scout", lane2="bomber 2/0", passed=[1])
    table.play("move aegis 1 > 2")
    assert (shields(table, 1), shields(table, 2), shields(table, 2, 1)) == ((1, 1), (1, 2), (2, 2))


def test_shields_follow_a_drone_that_moves_to_an_aegis() -> None:
    table = Table(lane1="scout 1/0", lane2="aegis", lane3="", hand="2 maneuver")
    table.play("play maneuver > scout 1 > 2")
    assert shields(table, 2, 1) == (1, 2)
    table.play("play maneuver > scout 2 > 3")
    assert shields(table, 3) == (1, 1)


def test_shields_follow_an_aegis_that_is_recalled() -> None:
    table = Table(lane1="aegis, scout").play("recall aegis 1")
    assert shields(table, 1) == (1, 1)


def test_shields_follow_an_aegis_that_is_removed() -> None:
    many = "aegis, scout, scout, scout, bomber, bomber, bomber, swarm, swarm, swarm"
    table = Table(lane1=many, lane2="jammer", phase="drone_removal").play("remove aegis 1")
    assert shields(table, 1) == (1, 1)


def test_drones_arrive_with_the_shields_of_an_aura() -> None:
    table = Table(lane1="aegis", phase="deployment", budget=1).play("deploy scout 1")
    assert shields(table, 1, 1) == (2, 2)
    assert sum([len(table.lane(lane + 1)) for lane in range(LANES)]) == 2


def test_lane_damage_hits_all_before_an_aura_ends() -> None:
    table = Table(against1="aegis 1/1, bomber 2/2", hand="sidewinder missiles")
    table.play("play sidewinder missiles > 1")
    assert table.lane(1, seat=1) == ["bomber"]
    assert (table.foe(1).hull, table.foe(1).shields) == (2, 0)
