"""The tactical AI: the scenarios TA1 to TA10, and what the formulas say beside them."""

import json

import pytest

from kibitz.agents import make_agent
from kibitz.core.errors import UnknownOption
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.state import SHIELD_ALLOCATION
from kibitz.testing import check_agent
from tests.games.dronewars.advice import advise, choices, scores, terms
from tests.games.dronewars.table import Table

# TA1: the lane score.


def test_ta1_lane_score() -> None:
    table = Table(lane1="standard fighter", against1="scout")
    assert advise(table).trace["lanes"] == [2.5, 0.0, 0.0]


@pytest.mark.parametrize(
    ("hull", "their_hull", "score"),
    [
        ((6, 10, 10), (6, 10, 10), 2.5),
        ((5, 10, 10), (10, 10, 10), -17.5),
        ((0, 10, 10), (10, 10, 10), -37.5),
        ((10, 10, 10), (1, 10, 10), 17.5),
        ((10, 10, 10), (0, 10, 10), 32.5),
    ],
)
def test_damaged_sections_change_the_lane_score(
    hull: tuple[int, ...], their_hull: tuple[int, ...], score: float
) -> None:
    table = Table(lane1="standard fighter", against1="scout", hull=hull, their_hull=their_hull)
    lanes = advise(table).trace["lanes"]
    assert isinstance(lanes, list)
    assert lanes[0] == score


def test_exhausted_drones_count_in_the_lane_score_like_ready_ones() -> None:
    table = Table(lane1="standard fighter exhausted", against1="scout exhausted", lane2="swarm")
    lanes = advise(table).trace["lanes"]
    assert isinstance(lanes, list)
    assert lanes[0] == 2.5


def test_an_attack_below_zero_counts_as_zero_in_the_lane_score() -> None:
    weak = Table(lane1="scout attack=-5", lane2="scout")
    lanes = advise(weak).trace["lanes"]
    assert isinstance(lanes, list)
    assert lanes[:2] == [43.0, 47.0]  # 2 + 1 + 40, and 4 more for one point of attack


# TA2 to TA4: attacks.


def test_ta2_section_attack() -> None:
    alone = Table(lane1="standard fighter", their_shields=(0, 3, 3))
    assert scores(alone)["attack standard fighter 1 > section"] == 174
    assert terms(alone, "attack standard fighter 1 > section") == [24, 40, 10, 100]
    assert scores(Table(lane1="standard fighter"))["attack standard fighter 1 > section"] == 169
    slow = Table(lane1="bomber", against1="interceptor")
    assert terms(slow, "attack bomber 1 > section") == [40, 35, 10, -80]
    assert scores(slow)["attack bomber 1 > section"] == 5


def test_ta3_interceptor_removal() -> None:
    table = Table(lane1="standard fighter", against1="scout")
    assert terms(table, "attack standard fighter 1 > section") == [24, 35, 10, -80]
    assert scores(table)["attack standard fighter 1 > section"] == -11
    assert terms(table, "attack standard fighter 1 > scout 1") == [10, 10, 23, 69]
    assert scores(table)["attack standard fighter 1 > scout 1"] == 112
    assert choices(table) == {"attack standard fighter 1 > scout 1"}


def test_ta4_guard_penalty() -> None:
    table = Table(lane1="interceptor", against1="heavy fighter")
    assert terms(table, "attack interceptor 1 > heavy fighter 1") == [30, 10, 24, -120]
    assert scores(table)["attack interceptor 1 > heavy fighter 1"] == -56
    assert scores(table)["attack interceptor 1 > section"] == 108
    scout = Table(lane1="scout", against1="standard fighter")
    attack = "attack scout 1 > standard fighter 1"
    assert terms(scout, attack) == [20, 20, 10, 24, 24, -40]
    assert scores(scout)[attack] == 58


@pytest.mark.parametrize(("attack", "penalty"), [(0, 0), (1, 0), (2, -10), (3, -40), (9, -120)])
def test_the_guard_penalty_follows_the_strongest_enemy(attack: int, penalty: int) -> None:
    table = Table(lane1="interceptor", against1=f"heavy fighter attack={attack}, swarm exhausted")
    found = terms(table, "attack interceptor 1 > swarm 1")
    assert [amount for amount in found if amount < 0] == [penalty][: penalty != 0]


def test_damaged_and_critical_sections_are_attacked_rather() -> None:
    fighters = "standard fighter"
    table = Table(lane1=fighters, lane2=fighters, lane3=fighters, their_hull=(10, 5, 1))
    found = scores(table)
    assert found["attack standard fighter 1 > section"] == 169
    assert found["attack standard fighter 2 > section"] == 169 + 15
    assert "attack standard fighter 3 > section" in found
    assert terms(table, "attack standard fighter 2 > section") == [24, 15, 35, 10, 100]


def test_piercing_counts_shields() -> None:
    table = Table(lane1="sabot", against1="aegis exhausted")
    assert terms(table, "attack sabot 1 > aegis 1")[1] == 16  # 8 a shield
    assert terms(table, "attack sabot 1 > section") == [16, 30, 100]  # 10 a shield


def test_a_bomber_had_better_attack_sections() -> None:
    table = Table(lane1="bomber", against1="heavy fighter exhausted")
    assert terms(table, "attack bomber 1 > heavy fighter 1")[:2] == [30, -40]


def test_without_an_aegis_the_others_lose_shields_in_the_lane_score() -> None:
    table = Table(lane1="scout", against1="aegis exhausted, scout exhausted")
    # The Aegis is worth 4 + 6 + 2; the Scout loses a shield, half a point; the speed stays.
    assert terms(table, "attack scout 1 > aegis 1")[2] == 6


def test_guardians_forbid_attacks_on_sections_only_while_ready() -> None:
    assert "attack scout 1 > section" not in scores(Table(lane1="scout", against1="guardian"))
    assert "attack scout 1 > section" in scores(Table(lane1="scout", against1="guardian exhausted"))


# TA5 and TA6: cards.


def test_ta5_card_scores() -> None:
    hand = "laser blast, laser blast+, target lock, static field"
    scout = Table(against1="scout", hand=hand)
    found = scores(scout)
    assert found["play laser blast > scout 1"] == 77
    assert found["play laser blast+ > scout 1"] == 89
    assert found["play target lock > scout 1"] == -4
    assert found["play static field > scout 1"] == 44
    assert choices(scout) == {"play laser blast > scout 1", "play laser blast+ > scout 1"}
    hand = "target lock, static field, nuke, sidewinder missiles"
    found = scores(Table(against1="heavy fighter", hand=hand))
    assert found["play target lock > heavy fighter 1"] == 20
    assert found["play static field > heavy fighter 1"] == 68
    assert found["play nuke > 1"] == 92
    assert found["play sidewinder missiles > 1"] == 8
    hurt = Table(against1="heavy fighter 3/1", hand="laser blast")
    assert scores(hurt)["play laser blast > heavy fighter 1"] == 12
    weak = Table(against1="heavy fighter 2/1", hand="piercing shot")
    assert scores(weak)["play piercing shot > heavy fighter 1"] == 95
    fast = Table(against1="scout, interceptor", hand="shrieker missiles")
    assert scores(fast)["play shrieker missiles > 1"] == 192


def test_ta6_own_side_cards() -> None:
    hand = "overcharge, boosters, deploy jammers, streamline"
    found = scores(Table(lane2="heavy fighter", hand=hand))
    assert found["play overcharge > heavy fighter 2"] == 46
    assert found["play boosters > heavy fighter 2"] == 16
    assert found["play deploy jammers"] == 48
    assert found["play streamline > 2"] == 65
    tired = Table(lane2="heavy fighter exhausted", hand="adrenaline rush")
    assert scores(tired)["play adrenaline rush > heavy fighter 2"] == 36
    poor = Table(hand="energy surge, laser blast", against1="scout", energy=1)
    assert scores(poor)["play energy surge"] == 75
    rich = Table(hand="system reboot, equipment cache, desperate measures")
    found = scores(rich)
    assert found["play system reboot"] == 28
    assert found["play equipment cache"] == 44
    assert found["play desperate measures"] == 21
    hurt = Table(hand="desperate measures", hull=(4, 4, 10))
    assert scores(hurt)["play desperate measures"] == 71


def test_the_terms_of_a_permanent_buff_add_up() -> None:
    table = Table(lane2="heavy fighter", hand="streamline")
    # 1.5 a point of lane score, 10 a drone; half as much again because it stays; another turn.
    assert terms(table, "play streamline > 2") == [12, 10, 11, 40, -8]
    assert scores(table)["play streamline > 1"] == 0


def test_nuke_counts_both_sides_and_ready_drones_more() -> None:
    table = Table(lane1="scout", against1="heavy fighter exhausted", hand="nuke")
    # A Heavy Fighter counts 20, the ready Scout one and a half times 7.
    assert terms(table, "play nuke > 1") == [80, -42, -28]


def test_sidewinder_missiles_count_every_slow_drone() -> None:
    table = Table(against1="bomber, guardian, scout", hand="sidewinder missiles")
    assert terms(table, "play sidewinder missiles > 1") == [40, 30, -12]


def test_jammers_count_for_the_lanes_that_have_none() -> None:
    table = Table(lane1="jammer", lane2="heavy fighter", hand="deploy jammers")
    assert scores(table)["play deploy jammers"] == 32
    full = Table(lane1="jammer", lane2="jammer", lane3="jammer", hand="deploy jammers")
    assert scores(full)["play deploy jammers"] == -999


@pytest.mark.parametrize(
    ("enemy", "score"), [("", 16), ("scout", 56), ("interceptor", 16), ("bomber", 16)]
)
def test_boosters_are_for_drones_that_become_the_fastest(enemy: str, score: float) -> None:
    table = Table(lane1="standard fighter", against1=enemy, hand="boosters")
    assert scores(table)["play boosters > standard fighter 1"] == score


def test_changes_of_exhausted_drones_are_worth_nothing() -> None:
    hand = "overcharge, boosters, static field"
    table = Table(lane1="scout exhausted", against1="scout exhausted", hand=hand)
    found = scores(table)
    assert [score for move, score in found.items() if move != "pass"] == [-1, -1, -1]


def test_static_field_counts_the_attack_that_is_left() -> None:
    table = Table(against1="repair", hand="static field")
    assert scores(table)["play static field > repair 1"] == 0


@pytest.mark.parametrize(("energy", "score"), [(0, 1), (1, 75), (3, 85), (10, 1)])
def test_energy_surge_counts_only_for_cards_that_it_pays_for(energy: int, score: float) -> None:
    table = Table(hand="energy surge, laser blast, target lock", against1="scout", energy=energy)
    assert scores(table)["play energy surge"] == score


def test_cards_drawn_need_energy_to_play_them() -> None:
    assert scores(Table(hand="out think", energy=1))["play out think"] == 1
    assert scores(Table(hand="out think", energy=2))["play out think"] == 12
    assert scores(Table(hand="strategic planning"))["play strategic planning"] == 12 + 10 + 16


def test_shield_recharge_counts_the_shields_that_come_back() -> None:
    table = Table(lane1="repair 1/0, scout 1/0", lane2="scout", hand="shield recharge")
    found = scores(table)
    assert found["play shield recharge > 1"] == 15
    assert "play shield recharge > 2" not in found


def test_emergency_patch_is_for_sections_that_have_lost_hull() -> None:
    found = scores(Table(hand="emergency patch", hull=(10, 9, 1)))
    assert "play emergency patch > 1" not in found
    assert found["play emergency patch > 2"] == found["play emergency patch > 3"] == 80


def test_damage_and_destruction_are_for_enemies() -> None:
    table = Table(lane1="scout", against2="scout", hand="laser blast, target lock, piercing shot")
    assert not [move for move in scores(table) if "own" in move]


# TA7 and TA8: Jammers and moves.


def test_ta7_jammer_removal() -> None:
    table = Table(lane1="scout", against1="jammer, heavy fighter exhausted", hand="target lock")
    assert terms(table, "attack scout 1 > jammer 1") == [10, 20, 30]
    found = scores(table)
    assert found["attack scout 1 > jammer 1"] == 60
    assert found["play target lock > jammer 1"] == -12
    assert "play target lock > heavy fighter 1" not in found


def test_a_jammer_is_worth_what_the_cards_could_do_that_can_be_paid() -> None:
    foes = "jammer, heavy fighter exhausted"
    rich = Table(lane1="sabot attack=3", against1=foes, hand="target lock, static field")
    assert terms(rich, "attack sabot 1 > jammer 1")[1:] == [20]
    poor = Table(lane1="sabot attack=3", against1=foes, hand="target lock", energy=4)
    assert terms(poor, "attack sabot 1 > jammer 1") == [10]


def test_ta8_moves() -> None:
    table = Table(lane1="phase jumper", hand="maneuver")
    assert scores(table)["move phase jumper 1 > 2"] == 15
    assert scores(table)["play maneuver > phase jumper 1 > 2"] == 61


def test_moves_reinforce_lanes_that_are_being_lost() -> None:
    table = Table(lane1="scout", against2="bomber", hull=(10, 5, 10))
    assert 25 in terms(table, "move scout 1 > 2")


@pytest.mark.parametrize(("hull", "amount"), [(5, 20), (0, -150)])
def test_moves_press_damaged_sections_but_not_critical_ones(hull: int, amount: float) -> None:
    table = Table(lane1="scout", lane2="standard fighter", their_hull=(10, hull, 10))
    assert terms(table, "move scout 1 > 2")[-1] == amount


# TA9: deployment.


def test_ta9_deployment() -> None:
    table = Table(
        phase="deployment",
        round=1,
        budget=6,
        hand="target lock",
        pool="guardian",
        against1="heavy fighter",
    )
    for seed in range(20):
        found = scores(table, seed=seed)
        assert found["deploy guardian 1"] == 41
        assert {found["deploy guardian 2"] - 21, found["deploy guardian 3"] - 21} <= {
            *map(float, range(10, 31))
        }
    assert terms(table, "deploy guardian 1") == [21, 20]
    won = Table(
        phase="deployment",
        lane1="standard fighter",
        their_hull=(4, 10, 10),
        pool="scout",
    )
    assert terms(won, "deploy scout 1") == [15, -150]
    assert scores(won)["deploy scout 1"] == -135
    poor = Table(phase="deployment", energy=7, hand="target lock", pool="bomber")
    assert scores(poor)["deploy bomber 1"] == -999
    assert str(advise(poor).move) == "pass"
    rich = Table(phase="deployment", energy=8, hand="target lock", pool="bomber")
    assert scores(rich)["deploy bomber 1"] > 0
    useless = Table(
        phase="deployment",
        lane1="scout",
        lane2="scout",
        lane3="scout",
        their_hull=(5, 5, 5),
        pool="scout, swarm",
    )
    assert max(score for move, score in scores(useless).items() if move != "pass") < 5
    assert choices(useless) == {"pass"}


def test_the_random_part_of_a_deployment_reaches_from_10_to_30() -> None:
    table = Table(phase="deployment", pool="guardian", against1="heavy fighter")
    found = {scores(table, seed=seed)["deploy guardian 2"] - 21 for seed in range(300)}
    assert found == {*range(10, 31)}


def test_equal_deployments_are_chosen_at_random() -> None:
    table = Table(
        phase="deployment", pool="swarm", lane1="guardian", lane2="guardian", lane3="guardian"
    )
    assert choices(table) == {"deploy swarm 1", "deploy swarm 2", "deploy swarm 3"}


def test_lanes_that_are_won_get_strong_drones_and_bombers() -> None:
    table = Table(phase="deployment", pool="heavy fighter, bomber, scout", lane1="scout, scout")
    assert terms(table, "deploy heavy fighter 1")[1:] == [15]
    assert terms(table, "deploy bomber 1")[1:] == [20]
    assert terms(table, "deploy scout 1")[1:] == []
    assert 10 in terms(table, "deploy scout 2")


def test_lanes_that_are_lost_get_fast_drones() -> None:
    table = Table(phase="deployment", pool="scout, bomber", against1="heavy fighter, heavy fighter")
    assert terms(table, "deploy scout 1")[1:] == [15]
    assert terms(table, "deploy bomber 1")[1:] == []


def test_an_aegis_raises_the_shields_of_the_others_in_the_lane_score() -> None:
    table = Table(phase="deployment", pool="aegis", lane1="scout, scout")
    # 4 + 6 + 2 for itself, half a point for each of two shields.
    assert terms(table, "deploy aegis 1")[0] == 13


# TA10: interception.


def attacked(own: str, enemy: str, attack: str, **rest: object) -> Table:
    """Returns a table where seat 0 is asked whether it intercepts an attack in lane 1."""
    table = Table(lane1=own, against1=enemy, **rest)  # type: ignore[arg-type]  # by name
    table.battle.active = table.battle.seat = 1
    return table.play(attack)


def test_ta10_interception_basic() -> None:
    both = attacked(
        "scout, interceptor, heavy fighter", "bomber", "attack bomber 1 > heavy fighter 1"
    )
    assert str(advise(both).move) == "intercept scout 1"
    one = attacked("interceptor, scout", "sabot", "attack sabot 1 > scout 1")
    assert str(advise(one).move) == "decline"
    section = attacked("interceptor", "bomber", "attack bomber 1 > section")
    assert str(advise(section).move) == "intercept interceptor 1"


def test_equal_interceptors_are_chosen_in_board_order() -> None:
    table = attacked("interceptor, heavy fighter", "bomber", "attack bomber 1 > section")
    assert choices(table, seeds=10) == {"intercept interceptor 1"}


# Enhanced interception.


def enhanced(table: Table) -> tuple[str, float]:
    """Returns what the enhanced decision plays, and its score."""
    advice = advise(table, "tactical:enhanced_interception=true")
    return str(advice.move), advice.value


def test_enhanced_a_defender_goes_first_and_scores_more() -> None:
    table = attacked("swarm, interceptor", "heavy fighter", "attack heavy fighter 1 > section")
    # The Interceptor dies: 20 of protection against 12 of impact. The Swarm is too slow.
    assert enhanced(table) == ("intercept interceptor 1", 90)


def test_enhanced_survivors_intercept_by_their_share_of_the_attacker() -> None:
    big = "heavy fighter attack=1"
    table = attacked("scout 1/1", "heavy fighter attack=0", "attack heavy fighter 1 > section")
    # Hull and shields 2 against damage 1, impact 7 against 8.5; 5 of protection: not enough.
    assert enhanced(table)[0] == "decline"
    table = attacked("swarm speed=9", f"{big} 4/1", "attack heavy fighter 1 > section")
    assert enhanced(table)[0] == "decline"  # it dies: 5 / 4.5 is not above 1.3
    bomber = attacked("scout", "bomber", "attack bomber 1 > section", shields=(0, 3, 3))
    # It survives one damage: impact 7 of 27.5 is below 0.3.
    assert enhanced(bomber) == ("intercept scout 1", 90)


def test_enhanced_a_stronger_attack_may_follow() -> None:
    table = attacked("scout", "scout speed=1, bomber", "attack scout 1 > section")
    assert enhanced(table) == ("decline", 0)


def test_enhanced_protects_drones_by_their_own_impact() -> None:
    table = attacked(
        "swarm speed=9, heavy fighter",
        "standard fighter",
        "attack standard fighter 1 > heavy fighter 1",
    )
    # It dies: 24.5 of protection against 4.5.
    assert enhanced(table) == ("intercept swarm 1", 60)


# Choice.


def test_everything_within_twenty_of_the_best_may_be_chosen() -> None:
    table = Table(lane1="standard fighter", lane2="standard fighter", their_shields=(0, 3, 3))
    assert choices(table) == {
        "attack standard fighter 1 > section",
        "attack standard fighter 2 > section",
    }
    assert choices(table, "tactical:window=4") == {"attack standard fighter 1 > section"}


def test_it_passes_if_nothing_is_above_zero() -> None:
    table = Table(lane1="scout exhausted", hand="overcharge")
    assert choices(table, seeds=5) == {"pass"}


def test_it_never_uses_abilities() -> None:
    table = Table(lane1="sniper", against2="scout", hand="out think")
    assert not [move for move in scores(table) if move.startswith(("use", "re"))]


def test_jammers_do_not_attack() -> None:
    table = Table(lane1="jammer attack=3", against1="scout")
    assert not [move for move in scores(table) if move.startswith("attack")]


def test_the_trace_shows_every_candidate_before_and_after_each_pass() -> None:
    table = Table(lane1="scout", against1="jammer, heavy fighter exhausted", hand="target lock")
    trace = json.loads(json.dumps(advise(table).trace))
    lines = {line.pop("move"): line for line in trace["candidates"]}
    passes = {"first": 10.0, "jammers": 60.0, "interception": 60.0}
    assert lines["attack scout 1 > jammer 1"] == passes
    passes = {"first": 8.0, "jammers": 8.0, "interception": 108.0}
    assert lines["attack scout 1 > section"] == passes
    assert len(lines) == len(scores(table)) - 1  # all but the pass


# Housekeeping.


def test_mandatory_discard_takes_the_cheapest_at_random() -> None:
    table = Table(phase="mandatory_discard", hand="nuke, out think, boosters, 4 target lock")
    assert choices(table) == {"discard out think", "discard boosters"}


def test_optional_discard_keeps_everything() -> None:
    table = Table(phase="optional_discard", hand="energy surge, nuke")
    table.battle.board.left = 3
    assert choices(table, seeds=5) == {"done"}


@pytest.mark.parametrize(
    ("shields", "after"),
    [
        ((0, 0, 0), (2, 1, 1)),
        ((3, 0, 0), (3, 2, 2)),
        ((2, 4, 0), (3, 4, 3)),
        ((1, 3, 3), (3, 4, 3)),
    ],
)
def test_shields_go_round(shields: tuple[int, ...], after: tuple[int, ...]) -> None:
    table = Table(phase="shield_allocation", shields=shields, their_shields=(3, 4, 3))
    table.battle.board.left = 4
    while table.battle.phase == SHIELD_ALLOCATION:
        table.play(str(advise(table).move))
    assert tuple(table.battle.board.shields[:3]) == after


def test_removal_takes_low_classes_from_strong_lanes() -> None:
    table = Table(
        phase="drone_removal",
        lane1="heavy fighter, scout, scout, scout, swarm",
        lane2="standard fighter, standard fighter, standard fighter, guardian, guardian",
        lane3="bomber, bomber, bomber",
        against2="heavy fighter, heavy fighter",
    )
    assert str(advise(table).move) == "remove swarm 1"
    assert scores(table)["remove swarm 1"] == 16


def test_search_takes_what_can_be_played() -> None:
    deck = "laser blast+, nuke, target lock, system reboot, energy surge"
    table = Table(hand="strategic planning", deck=deck).play("play strategic planning")
    found = scores(table)
    assert found["choose laser blast+"] == 15 + 12 - 2
    assert found["choose target lock"] == 15
    assert found["choose system reboot"] == 15
    assert found["choose energy surge"] == 12
    assert found["choose nuke"] == 13
    assert str(advise(table).move) == "choose laser blast+"
    poor = Table(hand="strategic planning", deck=deck, energy=3).play("play strategic planning")
    assert scores(poor)["choose laser blast+"] == -75


# Cards for which the original has no formula.


def test_nanobot_repair_counts_the_hull_that_comes_back() -> None:
    table = Table(lane1="guardian 3/1, scout", hand="nanobot repair")
    found = scores(table)
    assert found["play nanobot repair > guardian 1"] == 16 + 40 - 4
    assert "play nanobot repair > scout 1" not in found


def test_reposition_moves_the_drones_that_gain_most() -> None:
    table = Table(lane1="scout, swarm, swarm, swarm", against2="heavy fighter", hand="reposition")
    # The Scout: lane 2 gains 7 + 8 * 5, lane 1 loses 7 + 8 * 2.
    assert terms(table, "play reposition > 1 > 2") == [24, -4]
    table.play("play reposition > 1 > 2")
    assert str(advise(table).move) == "choose scout 1"
    assert str(advise(table.play("choose scout 1")).move) == "done"


def test_upgrades_count_for_the_drones_in_play() -> None:
    table = Table(
        lane1="scout, scout", hand="combat enhancement, slimline bodywork", pool="scout, bomber"
    )
    found = scores(table)
    assert found["play combat enhancement > scout"] == 40 + 8 + 30 - 20
    assert found["play combat enhancement > bomber"] == 40 + 24 - 30 - 20
    assert found["play slimline bodywork > scout"] == 50 + 8 + 30 - 12


def test_sabotage_counts_half_of_the_upgrade() -> None:
    table = Table(
        against1="scout", hand="system sabotage", their_upgrades=["combat enhancement on scout"]
    )
    assert scores(table)["play system sabotage > combat enhancement on scout"] == 31.5 - 4


def test_without_extra_cards_these_are_never_played() -> None:
    table = Table(
        lane1="guardian 3/1 exhausted",
        lane2="scout exhausted",
        hand="nanobot repair, combat enhancement, system sabotage, reposition",
        their_upgrades=["combat enhancement on scout"],
    )
    assert choices(table, "tactical:extra_cards=false", seeds=5) == {"pass"}


# Tactical+.

PLUS = "tactical:profile=plus"


def test_plus_guardians_stay_home_while_enemies_are_ready() -> None:
    table = Table(lane1="guardian", against1="scout")
    assert -200 in terms(table, "attack guardian 1 > section", PLUS)
    tired = Table(lane1="guardian", against1="scout exhausted")
    assert -200 not in terms(tired, "attack guardian 1 > section", PLUS)


def test_plus_the_guard_penalty_is_the_impact_of_slower_enemies() -> None:
    table = Table(lane1="interceptor", against1="heavy fighter, bomber exhausted")
    for target in ("heavy fighter 1", "section"):
        assert terms(table, f"attack interceptor 1 > {target}", PLUS)[-1] == -12 * 24.5


def test_plus_readies_drones_for_what_they_can_do() -> None:
    table = Table(
        lane1="interceptor exhausted", against1="bomber, guardian", hand="adrenaline rush"
    )
    # A Guardian closes the section; two targets, two slower enemies, DEFENDER, 2 energy.
    move = "play adrenaline rush > interceptor 1"
    assert terms(table, move, PLUS) == [16, 40, 40, -8]
    open_section = Table(lane1="bomber exhausted", hand="adrenaline rush")
    assert terms(open_section, "play adrenaline rush > bomber 1", PLUS) == [40, -8]
    guardian = Table(lane1="guardian exhausted", hand="adrenaline rush")
    assert terms(guardian, "play adrenaline rush > guardian 1", PLUS) == [8, 30, -8]


def test_plus_intercepts_by_impact() -> None:
    table = attacked("scout", "scout speed=1, bomber", "attack scout 1 > section")
    assert str(advise(table, PLUS).move) == "decline"
    assert str(advise(table).move) == "intercept scout 1"


# The agent.


@pytest.mark.parametrize("spec", ["tactical", "tactical:profile=ref", PLUS, "manticore"])
def test_the_laws_of_agents_hold(spec: str) -> None:
    game = DroneWars(decks="manticore / standard")
    assert check_agent(lambda: make_agent(game, spec), game, games=1, max_plies=80) == 80


def test_the_same_seed_gives_the_same_advice() -> None:
    table = Table(against1="scout", hand="laser blast, laser blast+")
    assert len({str(advise(table, seed=7).move) for _ in range(5)}) == 1


def test_weights_are_options() -> None:
    table = Table(lane1="standard fighter")
    move = "attack standard fighter 1 > section"
    assert scores(table, "tactical:section_damage=10")[move] == 175
    assert scores(table, "tactical:profile=ref,section_damage=10")[move] == 175
    game = DroneWars()
    with pytest.raises(UnknownOption, match="invalid profile=reff: did you mean 'ref'"):
        make_agent(game, "tactical:profile=reff")
    with pytest.raises(UnknownOption, match="expected the lower number first"):
        make_agent(game, "tactical:swing_least=40")


def test_every_weight_has_a_meaning_and_every_range_is_a_weight() -> None:
    game = DroneWars()
    weights = game.agent_weights()["tactical"]
    assert weights["speed"][0] == 8.0
    assert set(game.tunable()["tactical"]) <= set(weights)


def test_personalities_are_agents_that_set_up_as_they_are_described() -> None:
    game = DroneWars()
    names = list(game.agents())
    assert {"test-ai", "manticore", "manticore-strategic"} <= set(names)
    placed = Table(phase="placement")
    placed.battle.board.sections = [0] * 6
    assert str(advise(placed, "manticore").move) == "place bridge hub powercell"
    assert str(advise(placed, "test-ai").move) == "place powercell bridge hub"
    assert str(advise(placed).move) == "place powercell bridge hub"


def test_drones_are_kept_at_random_or_by_personality() -> None:
    table = Table(phase="selection")
    field = table.battle.board
    kinds = [field.fleets[0][0], field.fleets[0][2]]  # scout, heavy fighter
    field.offered[0] = (kinds[0], kinds[1])
    field.pools = ((), ())
    assert choices(table) == {"keep scout", "keep heavy fighter"}
    assert choices(table, "manticore", seeds=10) == {"keep heavy fighter"}
