"""Where the tactical AI differs from the original: TF1 to TF19.

What weights and flags can switch back is tested in both profiles. What was simply broken in the
original is not rebuilt: TF1, TF3, TF14, TF18 and TF19 test that it works.
"""

import pytest

from tests.games.dronewars_advice import advise, scores, terms
from tests.games.dronewars_table import Table

REF = "tactical:profile=ref"


def test_tf1_hypothetical_drones_share_nothing() -> None:
    pools = ("standard fighter, heavy fighter", "heavy fighter, standard fighter")
    for pool in pools:
        table = Table(phase="deployment", pool=pool)
        # With the attack and speed of the Standard Fighter it would be 52.
        assert terms(table, "deploy heavy fighter 1", REF)[0] == 48
        assert terms(table, "deploy heavy fighter 1")[0] == 48.5


def test_tf2_a_drone_to_deploy_has_its_shields() -> None:
    table = Table(phase="deployment", pool="repair")
    assert terms(table, "deploy repair 1")[0] == 2 + 2 + 16
    assert terms(table, "deploy repair 1", REF)[0] == 2 + 0.5 + 16


def test_tf3_stats_belong_to_a_drone_and_not_to_its_name() -> None:
    table = Table(lane1="scout attack=5", against1="scout speed=1")
    assert advise(table).trace["lanes"] == [4 * 4 + 8 * 4, 0.0, 0.0]


def test_tf4_only_faster_drones_intercept() -> None:
    table = Table(lane1="standard fighter", against1="standard fighter")
    assert terms(table, "attack standard fighter 1 > section")[-1] == 100
    assert terms(table, "attack standard fighter 1 > section", REF)[-1] == -80


def test_tf5_an_interceptor_needs_to_beat_only_one_own_drone() -> None:
    table = Table(lane1="bomber, scout", against1="standard fighter")
    freed = terms(table, "attack scout 1 > standard fighter")
    assert freed[-1] == 85
    assert freed[:-1] == terms(table, "attack scout 1 > standard fighter", REF)


def test_tf6_removal_counts_attacks_before_anything_is_taken_off() -> None:
    table = Table(lane1="standard fighter", against1="scout")
    assert terms(table, "attack standard fighter 1 > scout") == [10, 10, 23, 69]
    assert terms(table, "attack standard fighter 1 > scout", REF) == [10, 10, 23, 149]
    two = Table(lane1="standard fighter, standard fighter", against1="scout")
    # The attack of the first one is listed before the second one attacks the Scout.
    assert terms(two, "attack standard fighter 1 > scout", REF)[-1] == 149 + 149
    assert terms(two, "attack standard fighter 1.2 > scout", REF)[-1] == 69 + 149


def test_tf7_the_ship_bonus_counts() -> None:
    table = Table(lane1="bomber")
    assert terms(table, "attack bomber 1 > section") == [40, 35, 10, 100]
    assert terms(table, "attack bomber 1 > section", REF) == [8, 100]


def test_tf8_piercing_counts() -> None:
    table = Table(lane1="sabot", against1="aegis exhausted")
    assert 30 in terms(table, "attack sabot 1 > section")
    assert 30 not in terms(table, "attack sabot 1 > section", REF)
    with_bonus = scores(table)["attack sabot 1 > aegis"]
    assert with_bonus - scores(table, REF)["attack sabot 1 > aegis"] == 16


def test_tf9_shields_count_where_damage_may_kill() -> None:
    table = Table(against1="heavy fighter 3/1", hand="laser blast")
    assert scores(table)["play laser blast > heavy fighter 1"] == 12
    assert scores(table, REF)["play laser blast > heavy fighter 1"] == 12 + 95


def test_tf10_desperate_measures_count_sections() -> None:
    table = Table(hand="desperate measures", hull=(4, 4, 10))
    assert scores(table)["play desperate measures"] == 71
    assert scores(table, REF)["play desperate measures"] == 21


def test_tf11_shield_recharge_is_played() -> None:
    table = Table(lane1="repair 1/0 exhausted", hand="shield recharge", energy=1)
    assert str(advise(table).move) == "play shield recharge > 1"
    assert str(advise(table, REF).move) == "pass"


def test_tf12_equipment_cache_has_a_sane_score() -> None:
    table = Table(hand="equipment cache")
    assert scores(table)["play equipment cache"] == 44
    assert scores(table, REF)["play equipment cache"] == 2022


def test_tf13_damage_cards_count_where_a_jammer_blocks_them() -> None:
    table = Table(lane1="scout", against1="jammer, scout exhausted", hand="laser blast")
    assert terms(table, "attack scout 1 > jammer") == [10, 77, 30]
    assert terms(table, "attack scout 1 > jammer", REF) == [10]


def test_tf14_maneuver_moves_the_drone_that_was_chosen() -> None:
    table = Table(lane1="phase jumper", hand="maneuver", their_hull=(0, 10, 10))
    assert str(advise(table).move) == "play maneuver > phase jumper 1 > 2"
    table.play("play maneuver > phase jumper 1 > 2")
    assert table.lane(2) == ["phase jumper"]
    assert table.own(2).ready


def test_tf15_drones_without_attack_do_not_attack() -> None:
    table = Table(lane1="repair", against1="scout exhausted")
    assert not [move for move in scores(table) if move.startswith("attack")]
    assert [move for move in scores(table, REF) if move.startswith("attack")]


def test_tf16_the_effective_speed_counts() -> None:
    table = Table(against1="heavy fighter speed=5", hand="shrieker missiles")
    assert scores(table)["play shrieker missiles > 1"] == 8 * 20 - 16
    assert scores(table, REF)["play shrieker missiles > 1"] == -16
    assert table.play("play shrieker missiles > 1").lane(1, seat=1) == []


def test_tf17_removal_counts_only_attacks_that_it_frees() -> None:
    table = Table(lane1="bomber, interceptor", against1="scout, standard fighter")
    assert 85 not in terms(table, "attack interceptor 1 > scout")
    freed = "tactical:only_freed=false"
    assert terms(table, "attack interceptor 1 > scout", freed)[-1] == 85
    alone = Table(lane1="bomber, interceptor", against1="scout, standard fighter exhausted")
    assert terms(alone, "attack interceptor 1 > scout")[-1] == 85


def test_tf18_auras_follow_the_board() -> None:
    table = Table(against1="aegis, scout", hand="target lock")
    assert table.foe(1, 1).shields == 2
    table.play("play target lock > aegis 1")
    assert table.foe(1).max_shields == table.foe(1).shields == 1
    amplified = Table(lane1="scout", hand="shield amplifier", pool="scout")
    amplified.play("play shield amplifier > scout")
    assert amplified.own(1).shields == 2


def test_tf19_upgrades_have_a_maximum() -> None:
    hand = "2 slimline bodywork, overclocked thrusters"
    table = Table(hand=hand, pool="scout", upgrades=["slimline bodywork on scout"])
    assert table.refuses("play slimline bodywork > scout")
    assert "play slimline bodywork > scout" not in scores(table)
    assert "play overclocked thrusters > scout" in scores(table)


@pytest.mark.parametrize("profile", ["build", "ref", "plus"])
def test_every_profile_plays_a_move(profile: str) -> None:
    table = Table(lane1="standard fighter", against1="scout", hand="laser blast")
    assert str(advise(table, f"tactical:profile={profile}").move) in table.legal()
