"""The contradictions C1 to C18 of the sources, as the rule book settles them; and winning."""

import pytest

from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import DRONE_NUMBERS
from kibitz.games.dronewars.rules.drones import ship_bonus
from kibitz.games.dronewars.rules.phases import check_win
from kibitz.games.dronewars.rules.sections import has_lost, standing
from kibitz.games.dronewars.state import PHASES, count_kind
from tests.games.dronewars.table import Table


@pytest.mark.parametrize(("ruleset", "loss"), [("standard", 5), ("first_hull", 9)])
def test_c1_a_section_stands_above_the_loss_hull(ruleset: str, loss: int) -> None:
    for hull in range(11):
        battle = Table(their_hull=(hull, 10, 10), ruleset=ruleset).battle
        assert standing(battle, 1, 0) == (hull > loss)


@pytest.mark.parametrize(
    ("ruleset", "hull", "enough"), [("standard", 10, 8), ("standard", 6, 4), ("first_hull", 10, 4)]
)
def test_c1_damage_needed_is_shields_and_the_hull_above(
    ruleset: str, hull: int, enough: int
) -> None:
    for attack, lost in ((enough - 1, False), (enough, True)):
        table = Table(
            lane1=f"scout attack={attack}", their_hull=(hull, 5, 5), ruleset=ruleset
        ).play("attack scout 1 > section")
        assert table.battle.over == lost


def test_c2_scratched_sections_still_stand() -> None:
    table = Table(lane1="scout", their_hull=(9, 9, 9), their_shields=(0, 0, 0))
    table.play("attack scout 1 > section")
    assert not table.battle.over
    assert [standing(table.battle, 1, lane) for lane in range(3)] == [True] * 3


def test_c3_shields_of_sections_stay_unless_the_option_resets_them() -> None:
    table = Table(shields=(1, 4, 0), their_shields=(0, 0, 0)).play("pass", "pass")
    assert table.battle.board.shields == [1, 4, 0, 0, 0, 0]
    table.play("shield 3", "shield 3", "shield 3", "shield 1")
    assert table.battle.board.shields[:3] == [2, 4, 3], "new ones are added"
    table = Table(shields=(1, 4, 3), reset_shields=True).play("pass", "pass")
    assert table.battle.board.shields == [0] * 6


def test_c4_phases_of_a_round_in_order() -> None:
    many = "scout, scout, scout, bomber, bomber, bomber, swarm, swarm, swarm"
    table = Table(lane1=many, hand="6 nuke", deck="9 boosters", hull=(10, 10, 0), shields=(0, 0, 0))
    table.play("pass", "pass")
    seen, sizes = [], {}
    while table.battle.turn == 3:
        phase = PHASES[table.battle.phase]
        if phase not in seen:
            seen.append(phase)
            sizes[phase] = (table.zone("hand").count("nuke"), table.zone("hand").count("boosters"))
        legal = table.legal()
        table.play("pass" if "pass" in legal else legal[0])
    order = ["mandatory_discard", "optional_discard", "shield_allocation", "drone_removal"]
    assert seen == [*order, "deployment", "action"]
    # The draw stands between the optional discard and the shields.
    assert sizes["optional_discard"] == (5, 0)
    assert sizes["shield_allocation"] == (2, 3)


def test_c5_only_ready_guardians_block() -> None:
    assert Table(lane1="scout", against1="guardian").refuses("attack scout 1 > section")
    table = Table(lane1="scout", against1="guardian exhausted")
    assert not table.refuses("attack scout 1 > section")


def test_c6_only_ready_jammers_jam() -> None:
    assert Table(against1="jammer, scout", hand="laser blast").refuses("play laser blast > scout 1")
    table = Table(against1="jammer exhausted, scout", hand="laser blast")
    assert not table.refuses("play laser blast > scout 1")


def test_c7_no_drone_of_the_tables_must_intercept() -> None:
    # The keyword itself: see test_rules_keywords.
    table = Table(lane1="bomber", against1="interceptor, scout, swarm, guardian")
    table.play("attack bomber 1 > guardian 1")
    assert "decline" in table.legal()


def test_c8_first_player_of_the_round_starts_the_action_phase() -> None:
    table = Table(phase="deployment", first=0, their_budget=3)
    table.play("pass", "deploy scout 1", "pass")
    assert table.battle.seat == 0
    table = Table(phase="deployment", first=1, budget=3)
    table.play("deploy scout 1", "pass", "pass")
    assert table.battle.seat == 1, "not who passed first"


@pytest.mark.parametrize("passer", [0, 1])
def test_c9_first_passer_is_first_in_the_next_round(passer: int) -> None:
    table = Table(lane1="scout", against1="scout", first=1 - passer)
    table.battle.active = table.battle.seat = passer
    table.play("pass", "move scout 1 > 2", "pass")
    assert (table.battle.turn, table.battle.board.first) == (3, passer)


def test_c10_bomber_adds_four() -> None:
    table = Table(lane1="bomber", their_shields=(0, 0, 0))
    assert ship_bonus(table.own(1)) == 4
    assert table.play("attack bomber 1 > section").section(1) == (5, 0)


@pytest.mark.parametrize(("hull", "attack"), [(9, 1), (6, 1), (5, 4), (0, 4)])
def test_c11_avenger_counts_the_status(hull: int, attack: int) -> None:
    assert Table(lane1="avenger", hull=(hull, 10, 10)).attack(1) == attack


def test_c12_target_lock_may_hit_any_drone() -> None:
    table = Table(lane1="scout", against1="bomber", hand="target lock")
    assert not table.refuses("play target lock > bomber 1")
    table.play("play target lock > own scout 1")
    assert table.lane(1) == []


def test_c13_emergency_patch_heals() -> None:
    table = Table(hand="emergency patch", hull=(10, 3, 10)).play("play emergency patch > 2")
    assert table.section(2, seat=0) == (7, 3)


def test_c14_filtered_damage_frees_the_limit() -> None:
    swarm = DRONE_NUMBERS["swarm"]
    table = Table(against1="swarm, swarm", hand="sidewinder missiles")
    assert count_kind(table.battle, 1, swarm) == 2
    table.play("play sidewinder missiles > 1")
    assert count_kind(table.battle, 1, swarm) == 0


def test_c15_moving_by_action_fires_triggers_and_refreshes_auras() -> None:
    table = Table(lane1="phase jumper", lane2="aegis").play("move phase jumper 1 > 2")
    jumper = table.own(2, 1)
    assert (table.attack(2, 1), table.speed(2, 1), jumper.shields) == (2, 2, 2)


def test_c16_efficiency_module_changes_what_is_paid() -> None:
    table = Table(phase="deployment", budget=3, upgrades=["efficiency module on bomber"])
    table.play("deploy bomber 1")
    assert table.battle.board.budget[0] == 1


def test_c17_numbers_can_be_overridden_on_the_board_only() -> None:
    table = Table(lane1="bomber attack=5 speed=2", lane2="bomber", lane3="interceptor speed=4")
    assert (table.attack(1), table.speed(1)) == (5, 2)
    assert (table.attack(2), table.speed(2), table.speed(3)) == (1, 1, 4)


def test_c18_only_the_enhanced_adrenaline_rush_goes_again() -> None:
    for card, cost, seat in (("adrenaline rush", 2, 1), ("adrenaline rush+", 3, 0)):
        table = Table(lane1="scout exhausted", hand=card).play(f"play {card} > scout 1")
        assert (table.energy(), table.battle.seat) == (10 - cost, seat)


def test_every_ruling_has_a_test_named_after_it() -> None:
    tested = {name.split("_")[1] for name in globals() if name.startswith("test_c")}
    assert {f"c{number}" for number in range(1, 19)} <= tested


# Winning.


def test_only_the_seat_that_is_hit_can_lose() -> None:
    # No action damages both ships, so both cannot lose at the same moment.
    table = Table(
        lane3="scout",
        hull=(5, 5, 6),
        their_hull=(5, 5, 6),
        shields=(0, 0, 0),
        their_shields=(0, 0, 0),
    ).play("attack scout 3 > section")
    assert (table.battle.winner, table.section(3, seat=0)) == (0, (6, 0))


def test_nuke_hits_no_ship() -> None:
    table = Table(hand="nuke", hull=(5, 5, 6), shields=(0, 0, 0), their_shields=(0, 0, 0))
    table.play("play nuke > 3")
    assert not has_lost(table.battle, 0)
    assert (table.section(3, seat=0), table.section(3)) == ((6, 0), (10, 0))


def test_two_lost_sections_are_not_enough() -> None:
    table = Table(lane1="scout", their_hull=(1, 0, 10), their_shields=(0, 0, 0))
    assert not table.play("attack scout 1 > section").battle.over
    assert not check_win(table.battle)


def test_the_last_blow_of_a_kamikaze_wins() -> None:
    table = Table(lane1="kamikaze", their_hull=(6, 5, 5), their_shields=(2, 0, 0))
    table.play("attack kamikaze 1 > section")
    assert (table.battle.over, table.battle.winner, table.lane(1)) == (True, 0, [])
    assert table.legal() == []


def test_who_has_passed_can_still_lose() -> None:
    table = Table(against1="scout", hull=(6, 5, 5), shields=(0, 0, 0), passed=[0])
    table.battle.active = table.battle.seat = 1
    table.play("attack scout 1 > section")
    assert table.battle.winner == 1


def test_healing_in_time_keeps_a_ship_alive() -> None:
    table = Table(
        lane1="scout", against1="scout", hand="emergency patch", hull=(5, 5, 6), shields=(0, 0, 0)
    )
    table.play("play emergency patch > 1", "attack scout 1 > section")
    assert not table.battle.over
    assert table.section(1, seat=0) == (8, 0)


def test_without_a_round_cap_a_battle_goes_on() -> None:
    table = Table(round=60, round_cap=0).play("pass", "pass")
    assert (table.battle.over, table.battle.turn) == (False, 61)
    capped = Table(round=60).play("pass", "pass")
    assert (capped.battle.over, capped.battle.winner) == (True, -1)


def test_unknown_rulesets_are_refused() -> None:
    with pytest.raises(ValueError, match="expected standard or first_hull"):
        DroneWars(ruleset="second_hull")
