"""The rules of Drone Wars: the scenarios R1 to R14 of its rule book, by name."""

import pytest

from kibitz.core import seeded
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import (
    CPU_LIMIT,
    DEPLOYMENT_BUDGET,
    DISCARDS,
    DRONE_NUMBERS,
    ENERGY,
    HAND_LIMIT,
    INITIAL_DEPLOYMENT,
    MAX_ENERGY,
    SHIELDS_PER_ROUND,
)
from kibitz.games.dronewars.rules.sections import shield_cap, ship_stat
from kibitz.games.dronewars.state import (
    ACTION,
    BY_ROUNDS,
    BY_SECTIONS,
    DEPLOYMENT,
    MOST_AGAIN,
    count_kind,
)
from tests.games.dronewars.table import Table

# R1 ship totals.


@pytest.mark.parametrize(
    ("ship", "wanted"),
    [
        (
            "bridge hub powercell",
            {
                HAND_LIMIT: 5,
                DISCARDS: 3,
                ENERGY: 10,
                MAX_ENERGY: 10,
                SHIELDS_PER_ROUND: 3,
                INITIAL_DEPLOYMENT: 8,
                DEPLOYMENT_BUDGET: 5,
                CPU_LIMIT: 12,
            },
        ),
        (
            "powercell bridge hub",
            {
                HAND_LIMIT: 6,
                DISCARDS: 4,
                INITIAL_DEPLOYMENT: 6,
                DEPLOYMENT_BUDGET: 3,
                CPU_LIMIT: 10,
            },
        ),
        ("bridge powercell hub", {ENERGY: 12, MAX_ENERGY: 12, SHIELDS_PER_ROUND: 4}),
    ],
)
def test_r1_ship_totals(ship: str, wanted: dict[int, int]) -> None:
    battle = Table(ship=ship).battle
    assert {stat: ship_stat(battle, 0, stat) for stat in wanted} == wanted
    caps = [4 if ship.split()[lane] == "powercell" and lane == 1 else 3 for lane in range(3)]
    assert [shield_cap(battle, 0, lane) for lane in range(3)] == caps


# R2 paying for drones.


def test_r2_drones_are_paid_from_the_budget_first() -> None:
    table = Table(phase="deployment", round=1, budget=8, ship="bridge hub powercell", passed=[1])
    table.play("deploy heavy fighter 1", "deploy bomber 2", "deploy standard fighter 3")
    assert (table.battle.board.budget[0], table.energy()) == (0, 10)
    table.play("deploy heavy fighter 2")
    assert (table.battle.board.budget[0], table.energy()) == (0, 7)
    assert table.why_not("deploy heavy fighter 3") == "LIMIT_REACHED"
    assert table.refuses("deploy heavy fighter 3")


def test_r2_limit_is_free_again_when_a_drone_is_destroyed() -> None:
    table = Table(phase="deployment", lane1="heavy fighter, heavy fighter", budget=9)
    assert table.refuses("deploy heavy fighter 3")
    del table.battle.rows[0][0]
    table.play("deploy heavy fighter 3")


# R3 damage.


def test_r3_shields_go_before_hull() -> None:
    table = Table(lane1="heavy fighter", against1="guardian")
    table.play("attack heavy fighter 1 > guardian 1")
    assert (table.foe(1).hull, table.foe(1).shields) == (2, 0)


def test_r3_piercing_leaves_shields() -> None:
    table = Table(lane1="sabot", against1="aegis")
    table.play("attack sabot 1 > aegis 1")
    assert table.lane(1, seat=1) == []
    table = Table(lane1="sabot")
    table.play("attack sabot 1 > section")
    assert table.section(1) == (8, 3)


# R4 Bomber.


def test_r4_bomber_hits_sections_harder() -> None:
    table = Table(lane1="bomber")
    table.play("attack bomber 1 > section")
    assert table.section(1) == (8, 0)


def test_r4_intercepted_bomber_loses_its_bonus() -> None:
    table = Table(lane1="bomber", against1="interceptor")
    table.play("attack bomber 1 > section", "intercept interceptor 1")
    assert (table.foe(1).hull, table.foe(1).ready) == (3, True)
    assert table.section(1) == (10, 3)
    assert not table.own(1).ready


# R5 interception rights.


def test_r5_only_ready_and_faster_drones_of_the_lane_intercept() -> None:
    table = Table(
        lane1="swarm",
        against1="scout, interceptor exhausted, gladiator",
        against2="heavy fighter",
        passed=[1],
    )
    table.play("attack swarm 1 > section")
    assert table.battle.seat == 1
    assert table.legal() == ["intercept scout 1", "decline"]
    table.play("intercept scout 1")
    scout = table.foe(1)
    assert (scout.shields, scout.hull, scout.ready) == (0, 1, False)
    assert table.section(1) == (10, 3)
    assert table.battle.seat == 0


def test_r5_declining_lets_the_attack_through() -> None:
    table = Table(lane1="swarm", against1="scout, gladiator")
    table.play("attack swarm 1 > gladiator 1", "decline")
    assert table.foe(1, 1).shields == 1
    assert table.foe(1).ready


# R6 Guardian.


def test_r6_ready_guardian_protects_its_section() -> None:
    table = Table(lane2="scout", against2="guardian")
    assert table.legal()[0] == "attack scout 2 > guardian 2"
    assert table.refuses("attack scout 2 > section")
    assert table.why_not("attack scout 2 > section") == "GUARDED"


def test_r6_exhausted_guardian_does_not() -> None:
    table = Table(lane2="scout", against2="guardian exhausted")
    assert not table.refuses("attack scout 2 > section")


# R7 Jammer.


def test_r7_jammer_protects_the_drones_of_its_lane_from_cards() -> None:
    table = Table(
        lane3="sniper",
        against1="jammer, heavy fighter",
        against2="scout",
        hand="laser blast, sidewinder missiles",
    )
    plays = [text for text in table.legal() if text.startswith("play laser blast")]
    assert plays == [
        "play laser blast > jammer 1",
        "play laser blast > scout 2",
        "play laser blast > own sniper 3",
    ]
    assert table.why_not("play laser blast > heavy fighter 1") == "WRONG_TARGET"
    assert not table.refuses("play sidewinder missiles > 1")
    assert not table.refuses("use sniper 3 > heavy fighter 1")


def test_r7_exhausted_jammer_does_not() -> None:
    table = Table(against1="jammer exhausted, heavy fighter", hand="laser blast")
    assert not table.refuses("play laser blast > heavy fighter 1")


# R8 after-attack.


@pytest.mark.parametrize("answer", ["", "intercept scout 1"])
def test_r8_kamikaze_is_gone_after_its_attack(answer: str) -> None:
    table = Table(lane1="kamikaze", against1="scout" if answer else "", their_shields=(0, 0, 0))
    table.play("attack kamikaze 1 > section")
    if answer:
        table.play(answer)
    assert table.section(1) == ((10, 0) if answer else (7, 0))
    assert count_kind(table.battle, 0, DRONE_NUMBERS["kamikaze"]) == 0


def test_r8_gladiator_grows_with_every_attack() -> None:
    table = Table(lane1="gladiator", their_shields=(0, 0, 0), first=1)
    table.play("attack gladiator 1 > section")
    assert table.section(1) == (8, 0)
    table.next_action()
    table.battle.board.shields[3] = 0
    table.play("pass", "attack gladiator 1 > section")
    assert table.section(1) == (5, 0)


# R9 movement.


def test_r9_moving_exhausts_and_ends_the_turn() -> None:
    table = Table(lane1="phase jumper")
    assert table.why_not("move phase jumper 1 > 3") == "WRONG_TARGET"
    assert table.refuses("move phase jumper 1 > 3")
    table.play("move phase jumper 1 > 2")
    assert (table.attack(2), table.speed(2), table.own(2).ready) == (2, 2, False)
    assert table.battle.seat == 1


def test_r9_maneuver_keeps_the_drone_ready_and_the_turn() -> None:
    table = Table(lane1="phase jumper", hand="maneuver")
    table.play("play maneuver > phase jumper 1 > 2")
    assert (table.attack(2), table.speed(2), table.own(2).ready) == (2, 2, True)
    assert table.battle.seat == 0


# R10 aura and conditions.


def test_r10_aegis_raises_the_shields_of_others() -> None:
    table = Table(
        phase="deployment", budget=3, lane1="scout", pool="aegis, scout, bomber, swarm, repair"
    )
    table.play("deploy aegis 1")
    scout = table.own(1)
    assert (scout.shields, scout.max_shields) == (2, 2)
    assert table.own(1, 1).max_shields == 2


def test_r10_shields_are_clamped_when_the_aura_ends() -> None:
    table = Table(lane1="kamikaze", against1="scout 1/1, aegis 1/0")
    assert table.foe(1).max_shields == 2
    table.play("attack kamikaze 1 > aegis 1", "decline")
    assert (table.foe(1).shields, table.foe(1).max_shields) == (1, 1)
    table = Table(lane1="kamikaze", against1="scout, aegis 1/0")
    table.play("attack kamikaze 1 > aegis 1", "decline")
    assert (table.foe(1).shields, table.foe(1).max_shields) == (1, 1)


def test_r10_skirmisher_is_stronger_in_the_outer_lanes() -> None:
    table = Table(lane1="skirmisher", lane2="skirmisher", lane3="skirmisher")
    assert [(table.attack(lane), table.speed(lane)) for lane in (1, 2, 3)] == [
        (2, 3),
        (1, 1),
        (2, 3),
    ]


def test_r10_avenger_and_vindicator_count_damaged_sections() -> None:
    table = Table(lane1="avenger, vindicator", lane2="avenger", hull=(5, 6, 0))
    assert (table.attack(1), table.attack(2), table.attack(1, 1)) == (4, 1, 3)


# R11 temporary buff.


def test_r11_overcharge_lasts_to_the_end_of_the_round() -> None:
    table = Table(
        lane1="standard fighter",
        hand="overcharge, adrenaline rush",
        their_shields=(0, 0, 0),
        passed=[1],
    )
    table.play("play overcharge > standard fighter 1", "attack standard fighter 1 > section")
    assert table.section(1) == (5, 0)
    table.play("play adrenaline rush > standard fighter 1", "attack standard fighter 1 > section")
    assert table.section(1) == (0, 0)
    table.next_action()
    assert table.attack(1) == 3


# R12 energy.


def test_r12_energy_falls_with_its_maximum() -> None:
    table = Table(
        lane1="heavy fighter attack=9",
        their_ship="powercell bridge hub",
        their_hull=(5, 10, 10),
        their_shields=(0, 3, 3),
    )
    table.play("attack heavy fighter 1 > section")
    assert table.section(1) == (0, 0)
    assert table.energy(1) == 9


def test_r12_energy_surge_stops_at_the_maximum() -> None:
    table = Table(hand="energy surge", energy=9, ship="powercell bridge hub")
    table.play("play energy surge")
    assert table.energy() == 10
    assert table.battle.seat == 0


# R13 passing.


def test_r13_first_to_pass_is_first_in_the_next_round() -> None:
    table = Table(
        against1="scout, scout, scout", first=1, their_energy=0, shields=(3, 4, 3), hull=(9, 9, 9)
    )
    table.play("pass")
    table.play(*["move scout 1 > 2"] * 3)
    assert table.battle.turn == 2
    table.play("pass")
    assert (table.battle.turn, table.battle.board.first) == (3, 0)
    while table.battle.phase < DEPLOYMENT:
        table.play(table.legal()[0])
    assert table.battle.seat == 0
    table.play("pass", "pass")
    assert (table.battle.phase, table.battle.seat) == (ACTION, 0)


# R14 winning.


def test_r14_all_three_sections_lost_ends_the_battle() -> None:
    table = Table(lane3="scout", their_hull=(5, 5, 6), their_shields=(0, 0, 0))
    table.play("attack scout 3 > section")
    assert (table.battle.over, table.battle.winner) == (True, 0)
    assert table.battle.reason == BY_SECTIONS


def test_r14_with_first_hull_any_damage_counts() -> None:
    places = {"their_hull": (9, 9, 10), "their_shields": (0, 0, 0)}
    table = Table(lane3="scout", **places, ruleset="first_hull")  # type: ignore[arg-type]
    table.play("attack scout 3 > section")
    assert table.battle.winner == 0
    table = Table(lane3="scout", **places)  # type: ignore[arg-type]
    table.play("attack scout 3 > section")
    assert not table.battle.over


def test_r14_a_healed_section_stands_again() -> None:
    table = Table(hand="emergency patch", hull=(5, 5, 6))
    table.play("play emergency patch > 1")
    assert table.section(1, seat=0) == (9, 3)


# What the scenarios leave open.


def test_round_cap_ends_in_a_draw() -> None:
    table = Table(round=3, round_cap=3)
    table.play("pass", "pass")
    assert (table.battle.over, table.battle.winner, table.battle.reason) == (True, -1, BY_ROUNDS)


def test_shields_stay_unless_the_option_resets_them() -> None:
    table = Table(shields=(1, 2, 3)).play("pass", "pass")
    assert table.battle.board.shields[:3] == [1, 2, 3]
    table = Table(shields=(1, 2, 3), reset_shields=True).play("pass", "pass")
    assert table.battle.board.shields == [0] * 6
    table.play("shield 1", "shield 1", "shield 1", "shield 2")
    assert table.battle.board.shields[:3] == [3, 1, 0]


def test_turn_ends_after_thirty_go_again_cards() -> None:
    table = Table(hand="40 energy surge", energy=0)
    table.play(*["play energy surge"] * MOST_AGAIN)
    assert table.battle.seat == 1
    table.play("recalculate", "play energy surge")
    assert table.battle.seat == 0
    table = Table(hand="40 energy surge", energy=0, passed=[1])
    table.play(*["play energy surge"] * MOST_AGAIN)
    assert table.battle.turn == 3


def test_other_actions_interrupt_a_row_of_go_again_cards() -> None:
    table = Table(hand="60 energy surge", energy=0, lane1="scout", passed=[1])
    table.play(*["play energy surge"] * (MOST_AGAIN - 1), "move scout 1 > 2")
    table.play(*["play energy surge"] * (MOST_AGAIN - 1))
    assert table.battle.turn == 2
    table.play("play energy surge")
    assert table.battle.turn == 3


@pytest.mark.parametrize("passed", [[1], []])
def test_no_action_phase_is_endless(passed: list[int]) -> None:
    # With two damaged sections these cards pay for themselves and bring each other back.
    cards = "2 energy surge, 4 out think, 2 desperate measures, system reboot"
    table = Table(
        hand=cards, their_hand=cards, hull=(5, 5, 10), their_hull=(5, 5, 10), passed=passed
    )
    plays = 0
    while table.battle.turn == 2 and plays < 1000:
        table.play(next(move for move in table.legal() if move.startswith(("play", "pass"))))
        plays += 1
    assert 100 < plays < 1000


def test_mandatory_discard_is_hidden_until_both_are_done() -> None:
    table = Table(hand="7 nuke", their_hand="7 out think").play("pass", "pass")
    table.play("discard nuke")
    assert table.seen(1, "discard", 0) == []
    table.play("discard nuke")
    assert table.battle.seat == 1
    table.play("discard out think", "discard out think")
    assert table.seen(1, "discard", 0) == ["nuke", "nuke"]


def test_drones_are_chosen_in_secret_from_pairs() -> None:
    game = DroneWars()
    state = game.setup(seeded(1))
    for _ in range(5):
        assert len(game.legal(state)) == 2
        game.play(state, game.legal(state)[0])
    assert state.seat == 1
    assert len(state.board.chosen[0]) == 5
    assert game.view(state, 1).board.chosen[0] == ()
    for _ in range(5):
        game.play(state, game.legal(state)[1])
    assert [len(pool) for pool in state.board.pools] == [5, 5]
    game.play(state, game.parse(state, "place bridge powercell hub"))
    assert game.view(state, 1).board.sections == [0] * 6
    game.play(state, game.parse(state, "place hub bridge powercell"))
    assert state.board.sections == [1, 2, 3, 3, 1, 2]
    assert (state.turn, state.phase) == (1, DEPLOYMENT)
