"""The acceptance scenarios, one by one, with their numbers.

Unless a scenario says otherwise, both players have the EX Base, three Shields without Burst and ten
active Resources, and it is turn 5 of seat 0.
"""

import pytest

from kibitz.core import RuleEngine, seeded
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import CARDS, CATALOGUE, deck_problems
from kibitz.games.gundam.rules.in_play import linked
from kibitz.games.gundam.rules.turn import First
from kibitz.games.gundam.state import DECK, HAND, LAYOUT, LOOKED, RESOLVING, SHIELDS, UNITS
from kibitz.testing import check_game, scenario
from tests.games.gundam.table import (
    USUAL_DECK,
    Match,
    answers,
    asked,
    base,
    deck,
    hand,
    hit,
    moves,
    numbers,
    pile,
    play,
    refused,
    resources,
    seen,
    shields,
    table,
    trash,
    unit,
    units,
)

PASSES = ("pass_action", "pass_action")


# Set-up and turn.


def opening() -> tuple[Match, list[str]]:
    """Deals two decks in a known order, and asks seat 0 who begins."""
    game = Gundam()
    cards = [LAYOUT.card_word(card) for card in game.decks[0]]
    build = scenario(game).turn(0, phase="set_up")
    for seat in (0, 1):
        build.put("deck", seat, *reversed(cards))
    return build.ask(First(0)).engine(), cards


def sorted_words(cards: list[str]) -> str:
    return " ".join(sorted(cards))


def test_01_set_up_of_two_decks_in_known_order() -> None:
    match, cards = opening()
    assert answers(match) == ["[p0]", "[p1]"]
    play(match, "answer first [p0]")
    assert (asked(match), answers(match)) == (("mulligan", 0), ["[keep]", "[redraw]"])
    play(match, "answer mulligan [keep]", "answer mulligan [keep]")
    assert hand(match, 0) == sorted_words([*cards[:5], cards[11]])
    assert hand(match, 1) == sorted_words(cards[:5])
    for seat in (0, 1):
        assert shields(match, seat) == " ".join(reversed(cards[5:11]))
        assert base(match, seat) == "EXB"
    assert (resources(match, 0), resources(match, 1)) == ((1, 0, 0), (0, 0, 1))
    assert [match.state.count(DECK, seat) for seat in (0, 1)] == [38, 39]
    assert (match.state.turn, match.seat) == (1, 0)


def test_02_a_redrawn_hand_has_none_of_the_first_cards() -> None:
    match, cards = opening()
    play(match, "answer first [p0]", "answer mulligan [redraw]")
    assert hand(match, 0) == sorted_words(cards[5:10])
    assert match.state.count(DECK, 0) == 45
    assert sorted(deck(match, 0).split()) == sorted(cards[:5] + cards[10:])
    assert deck(match, 0).split()[-5:] != cards[:5]
    assert asked(match) == ("mulligan", 1)


def test_03_only_the_player_who_is_asked_answers() -> None:
    match, _ = opening()
    play(match, "answer first [p0]")
    assert refused(match, "answer mulligan [keep]", "DECISION_PENDING", 1)["seat"] == 0
    refused(match, "deploy_unit G05", "DECISION_PENDING")


def test_04_the_next_turn_begins_with_active_cards_a_card_and_a_resource() -> None:
    match = table(("", "G05r"), bases=("EXB", "G16r"), ready=(10, 3), rested=(0, 4), left=(0, 6))
    play(match, "end_main", *PASSES)
    assert (units(match, 1), base(match, 1)) == ("G05", "G16")
    assert resources(match, 1) == (8, 0, 0)
    assert match.state.board.left == [0, 5]
    assert hand(match, 1) == "G03"
    assert (match.state.turn, match.seat) == (6, 1)


def test_05_who_draws_the_last_card_loses() -> None:
    match = play(table(decks=(USUAL_DECK, "G05")), "end_main", *PASSES)
    assert match.outcome is not None
    assert (match.outcome.winner, match.state.reason) == (0, "an empty deck")
    match = play(table(decks=(USUAL_DECK, "G05 G05")), "end_main", *PASSES)
    assert match.outcome is None


def test_06_the_active_player_discards_down_to_ten_cards() -> None:
    many = "G03 G05 G07 G19 G20 G21 G23 G24 G25 G30 G30 G30 G45"
    match = play(table(hands=(many, many)), "end_main", *PASSES)
    assert asked(match) == ("discard", 0)
    refused(match, "answer discard [G03,G05]", "WRONG_TARGET_COUNT")
    refused(match, "answer discard [G03,G05,G07,G19]", "WRONG_TARGET_COUNT")
    play(match, "answer discard [G03,G30,G30]")
    assert (match.state.count(HAND, 0), trash(match, 0)) == (10, "G03 G30 G30")
    assert match.seat == 1
    assert match.state.count(HAND, 1) == 14


def test_07_the_action_step_of_the_end_phase_begins_with_the_standby_player() -> None:
    match = play(table(("G05", ""), hands=("G28", "")), "end_main")
    assert (match.state.active, match.seat) == (0, 1)
    play(match, "pass_action", "play_command G28", "answer target [p0.1]")
    assert match.seat == 1
    play(match, "pass_action")
    assert (match.seat, match.state.turn) == (0, 5)
    play(match, "pass_action")
    assert (match.seat, match.state.turn) == (1, 6)


def test_08_repair_works_in_the_turn_of_its_owner() -> None:
    match = play(table(("G01(3)", "G01(3)")), "end_main", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G01(1)", "G01(3)")


# Level and cost.


def test_09_an_ex_resource_counts_for_the_level_until_it_pays() -> None:
    match = table(hands=("G09 G24", ""), ready=(1, 10), ex=(1, 0))
    play(match, "deploy_unit G09")
    assert resources(match, 0) == (0, 1, 0)
    context = refused(match, "deploy_unit G24", "LEVEL_TOO_LOW")
    assert context == {"required": 2, "available": 1}


def test_10_resources_pay_before_ex_resources() -> None:
    match = play(table(hands=("G09", ""), ready=(2, 10), ex=(2, 0)), "deploy_unit G09")
    assert resources(match, 0) == (0, 2, 2)


def test_11_rested_resources_count_for_the_level_and_do_not_pay() -> None:
    match = table(hands=("G05 G07", ""), ready=(1, 10), rested=(3, 0))
    assert refused(match, "deploy_unit G07", "COST_TOO_HIGH") == {"required": 2, "available": 1}
    play(match, "deploy_unit G05")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "T1n"),
        ("G05", "G05 T2n"),
        ("G05 G05", "G05 G05 T3n"),
        ("G05 G05 G03", "G05 G05 G03 T3n"),
    ],
)
def test_12_an_ability_needs_no_level_and_works_once_a_turn(before: str, after: str) -> None:
    match = table((before, ""), bases=("G15", "EXB"), ready=(2, 10))
    assert units(play(match, "activate p0.base act"), 0) == after
    match = play(table((before, ""), bases=("G15", "EXB")), "activate p0.base act")
    refused(match, "activate p0.base act", "ONCE_PER_TURN")
    match = table((before, ""), bases=("G15", "EXB"), ready=(1, 10))
    refused(match, "activate p0.base act", "COST_TOO_HIGH")


# Deploying.


def test_13_a_seventh_unit_needs_room() -> None:
    six = "G05 G05 T2 G08 G09 G07+G11"
    match = play(table((six, ""), hands=("G24", "")), "deploy_unit G24")
    assert asked(match) == ("room", 0)
    assert answers(match) == [f"[p0.{at}]" for at in range(1, 7)]
    assert resources(match, 0) == (9, 1, 0)
    play(match, "answer room [p0.6]")
    assert trash(match, 0) == "G07 G11"
    assert units(match, 0) == "G05 G05 T2 G08 G09 G24n"
    match = play(table((six, ""), hands=("G24", "")), "deploy_unit G24", "answer room [p0.3]")
    assert (trash(match, 0), units(match, 0)) == ("", "G05 G05 G08 G09 G07+G11 G24n")
    match = table(("G22 G05 G05 G05 G05 G05", ""), hands=("G24", ""))
    play(match, "deploy_unit G24", "answer room [p0.1]")
    assert (asked(match), trash(match, 0)) == (("", 0), "G22")


def test_14_a_token_needs_room_too_and_the_new_unit_may_go() -> None:
    match = play(table(("G05 G05 G05 G05 G05", ""), hands=("G25", "")), "deploy_unit G25")
    assert units(match, 0) == "G05 G05 G05 G05 G05 G25n"
    assert asked(match) == ("room", 0)
    assert answers(match) == [f"[p0.{at}]" for at in range(1, 7)]
    play(match, "answer room [p0.6]")
    assert (units(match, 0), trash(match, 0)) == ("G05 G05 G05 G05 G05 T5rn", "G25")


def test_15_a_new_base_replaces_the_old_one_and_takes_a_shield() -> None:
    match = table(bases=("G16(4)", "EXB"), shields=("G14", "G23"), hands=("G38", ""))
    play(match, "deploy_base G38")
    assert (base(match, 0), trash(match, 0)) == ("G38", "G16")
    assert (hand(match, 0), shields(match, 0)) == ("G14", "")
    assert seen(match, 1, 0) == "?"


def test_16_the_ex_base_leaves_the_game_and_a_shield_taken_has_no_burst() -> None:
    match = table(shields=("G10 G23", "G23"), hands=("G16", ""))
    play(match, "deploy_base G16")
    assert (base(match, 0), trash(match, 0), hand(match, 0)) == ("G16", "", "G10")
    assert asked(match) == ("", 0)


def test_17_falmel_deploys_its_token_in_its_own_turn_only() -> None:
    match = play(table(hands=("G32", "")), "deploy_base G32")
    assert units(match, 0) == "T4rn"
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G32 G23")))
    play(match, "answer burst [yes]")
    assert (base(match, 1), units(match, 1), hand(match, 1)) == ("G32", "", "G23")


# Pairing.


def test_18_a_link_unit_attacks_in_the_turn_in_which_it_was_deployed() -> None:
    match = play(table(("G07n", ""), hands=("G11", "")), "pair_pilot G11 p0.1")
    assert numbers(match, "p0.1") == (4, 6)
    assert linked(unit(match, "p0.1"))
    play(match, "attack p0.1 p1")
    match = play(table(("G05n", ""), hands=("G10", "")), "pair_pilot G10 p0.1")
    assert numbers(match, "p0.1") == (4, 3)
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")


def test_19_units_link_by_trait_or_by_name() -> None:
    match = play(table(("G18n G19n", ""), hands=("G28", "")), "pair_pilot G28 p0.2")
    play(match, "attack p0.2 p1")
    match = play(table(("G18n G19n", ""), hands=("G28", "")), "pair_pilot G28 p0.1")
    play(match, "attack p0.1 p1")
    match = play(table(("G19n", ""), hands=("G27", "")), "pair_pilot G27 p0.1")
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")


@pytest.mark.parametrize("first", [0, 1])
def test_20_a_player_orders_two_abilities_of_one_pairing(first: int) -> None:
    match = table(("G02", "G07 G42"), hands=("G10", ""))
    play(match, "pair_pilot G10 p0.1")
    assert (asked(match), answers(match)) == (("order", 0), ["[0]", "[1]"])
    play(match, f"answer order [{first}]")
    assert (hand(match, 0), asked(match)[0]) == (
        ("G03", "target") if first == 0 else ("", "target")
    )
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    play(match, "answer target [p1.2]")
    assert (hand(match, 0), units(match, 1)) == ("G03", "G07 G42r")


def test_21_a_command_is_paired_as_a_pilot_or_played_for_its_effect() -> None:
    match = play(table(("G04n", ""), hands=("G12", "")), "pair_pilot G12 p0.1")
    assert numbers(match, "p0.1") == (2, 4)
    play(match, "attack p0.1 p1")
    match = table(("G04n", "G05"), hands=("G12", ""))
    refused(match, "play_command G12", "NO_TARGET")
    match = table(("G04n", "G05r"), hands=("G12", ""))
    play(match, "play_command G12", "answer target [p1.1]")
    assert (units(match, 1), trash(match, 0)) == ("G05r(1)", "G12")


def test_22_a_unit_has_one_pilot_and_gets_it_in_the_main_phase() -> None:
    match = table(("G05+G10 G05", ""), hands=("G11", ""))
    refused(match, "pair_pilot G11 p0.1", "ALREADY_PAIRED")
    play(match, "end_main", "pass_action")
    refused(match, "pair_pilot G11 p0.2", "WRONG_PHASE")


def test_23_full_frontal_deploys_a_unit_of_the_hand() -> None:
    match = play(table(("G17n", ""), hands=("G26 G25 G17", "")), "pair_pilot G26 p0.1")
    assert (asked(match), answers(match)) == (("deploy", 0), ["[]", "[G25]"])
    play(match, "answer deploy [G25]")
    assert units(match, 0) == "G17+G26n G25n T5rn"
    assert resources(match, 0) == (9, 1, 0)
    match = play(table(("G17n", ""), hands=("G26 G17", "")), "pair_pilot G26 p0.1")
    assert (asked(match), answers(match)) == (("deploy", 0), ["[]"])
    play(match, "answer deploy []")
    assert (units(match, 0), hand(match, 0)) == ("G17+G26n", "G17")


def test_24_gundam_strengthens_all_units_in_its_own_turn() -> None:
    match = table(("G01+G10 G05", "G05"))
    assert [numbers(match, place)[0] for place in ("p0.1", "p0.2", "p1.1")] == [6, 3, 2]
    match = table(("G01+G10 G05", "G05"), active=1)
    assert [numbers(match, place)[0] for place in ("p0.1", "p0.2", "p1.1")] == [5, 2, 2]


# Attacks and blocks.


def test_25_rested_units_are_attacked_and_wing_gundam_attacks_active_ones() -> None:
    match = table(("G05", "G05 G03r"))
    assert moves(match, "attack") == ["attack p0.1 p1.2", "attack p0.1 p1"]
    refused(match, "attack p0.1 p1.1", "TARGET_ACTIVE")
    match = table(("G42", "G05 G03r G06"))
    assert moves(match, "attack") == ["attack p0.1 p1.1", "attack p0.1 p1.2", "attack p0.1 p1"]


def test_26_excess_damage_to_a_base_is_lost() -> None:
    match = hit(table(("G48 G08", "")))
    assert (base(match, 1), shields(match, 1), trash(match, 1)) == ("", "G23 G23 G23", "")
    hit(match, "p0.2")
    assert (shields(match, 1), trash(match, 1)) == ("G23 G23", "G23")


def test_27_a_hit_without_base_and_shields_wins() -> None:
    match = hit(table(("G08", ""), bases=("EXB", ""), shields=("", "")))
    assert match.outcome is not None
    assert (match.outcome.winner, match.state.reason) == (0, "battle damage")
    match = table(("G08", ""), bases=("EXB", ""), shields=("", ""), hands=("", "G14"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G14", "answer target [p0.1]")
    play(match, *PASSES)
    assert match.outcome is None
    assert match.state.phase == LAYOUT.phases.index("main")


def test_28_units_damage_each_other_and_the_damage_stays() -> None:
    match = hit(table(("G19", "G19r")), target="p1.1")
    assert (trash(match, 0), trash(match, 1)) == ("G19", "G19")
    match = hit(table(("G03", "G03r")), target="p1.1")
    assert (units(match, 0), units(match, 1)) == ("G03r(2)", "G03r(2)")
    play(match, "end_main", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G03r(2)", "G03(2)")


def test_29_first_strike_kills_before_damage_comes_back() -> None:
    match = table(("G24+G27", "G07r"), hands=("G46", ""))
    play(match, "play_command G46", "answer target [p0.1]", "attack p0.1 p1.1")
    assert asked(match) == ("order", 0)
    play(match, "answer order [0]")
    assert numbers(match, "p0.1")[0] == 5
    play(match, "pass_block", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G24+G27r", "")


def test_30_first_strike_of_a_defender_does_nothing() -> None:
    match = table(("G05", "G24r"), hands=("", "G46"))
    play(match, "attack p0.1 p1.1", "pass_block", "play_command G46", "answer target [p1.1]")
    play(match, *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G05r(1)", "")


def test_31_an_active_blocker_becomes_the_target() -> None:
    match = play(table(("G05", "G08 G09 G33r")), "attack p0.1 p1")
    assert match.seat == 1
    assert moves(match) == ["block p1.1", "block p1.2", "pass_block"]
    refused(match, "block p1.3", "RESTED")
    play(match, "block p1.1")
    assert units(match, 1) == "G08r G09 G33r"
    refused(match, "block p1.2", "WRONG_PHASE")
    play(match, *PASSES)
    assert (units(match, 0), units(match, 1), base(match, 1)) == ("G05r(1)", "G09 G33r", "EXB")


def test_32_high_maneuver_cannot_be_blocked() -> None:
    match = play(table(("G22+G27", "G08")), "attack p0.1 p1")
    assert numbers(match, "p0.1")[0] == 5
    assert (match.seat, moves(match)) == (1, ["pass_block"])
    refused(match, "block p1.1", "HIGH_MANEUVER")
    match = play(table(("G24+G27", "G08")), "attack p0.1 p1", "answer order [0]")
    assert numbers(match, "p0.1")[0] == 5
    assert moves(match) == ["block p1.1", "pass_block"]


def test_33_zowort_does_not_attack_the_player() -> None:
    match = table(("G09", "G05r"))
    refused(match, "attack p0.1 p1", "PLAYER_FORBIDDEN")
    play(match, "attack p0.1 p1.1")


def test_34_an_attack_without_its_attacker_ends_after_the_action_step() -> None:
    match = play(table(("G41", ""), hands=("", "G37")), "attack p0.1 p1", "pass_block")
    play(match, "play_command G37", "answer target [p0.1]")
    assert (hand(match, 0), seen(match, 1, 0)) == ("G41", "G41")
    assert match.seat == 0
    play(match, *PASSES)
    assert (base(match, 1), match.seat) == ("EXB", 0)
    match = play(table(("G48", ""), hands=("", "G37")), "attack p0.1 p1", "pass_block")
    refused(match, "play_command G37", "NO_TARGET")


def test_35_an_attack_without_its_target_does_no_damage() -> None:
    match = table(("G03", "G05r"), hands=("G29", ""))
    play(match, "attack p0.1 p1.1", "pass_block", "pass_action")
    play(match, "play_command G29", "answer target [p1.1]", *PASSES)
    assert (units(match, 0), trash(match, 1), base(match, 1)) == ("G03r", "G05", "EXB")


# Burst.


def test_36_the_owner_of_a_shield_decides_about_its_burst() -> None:
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G10 G23")))
    assert (asked(match), answers(match)) == (("burst", 1), ['["yes"]', '["no"]'])
    assert (pile(match, RESOLVING, 1), hand(match, 1), trash(match, 1)) == ("G10", "", "")
    assert refused(match, "answer burst [yes]", "DECISION_PENDING", 0)["seat"] == 1
    play(match, "answer burst [yes]")
    assert (hand(match, 1), seen(match, 0, 1), trash(match, 1)) == ("G10", "G10", "")
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G10 G23")))
    play(match, "answer burst [no]")
    assert (hand(match, 1), trash(match, 1)) == ("", "G10")


def test_37_a_burst_without_a_target_is_not_asked() -> None:
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G29 G23")))
    play(match, "answer burst [yes]", "answer target [p0.1]")
    assert (units(match, 0), trash(match, 0), trash(match, 1)) == ("", "G05", "G29")
    match = hit(table(("G35(3)", ""), bases=("EXB", ""), shields=("", "G29 G29")))
    assert asked(match) == ("burst", 1)
    play(match, "answer burst [yes]", "answer target [p0.1]")
    assert (trash(match, 0), trash(match, 1)) == ("G35", "G29 G29")
    assert asked(match) == ("", 0)


def test_38_a_burst_and_what_it_sets_off_come_before_other_triggers() -> None:
    match = hit(table(("G17", "G05"), bases=("EXB", ""), shields=("", "G31 G24")))
    assert asked(match) == ("burst", 1)
    play(match, "answer burst [yes]")
    assert (asked(match), base(match, 1), hand(match, 1)) == (("target", 1), "G31", "G24")
    play(match, "answer target [p0.1]")
    assert asked(match) == ("target", 0)
    play(match, "answer target [p1.1]")
    assert (units(match, 0), units(match, 1), trash(match, 1)) == ("G17r(1)", "", "G05")


def test_39_breach_then_burst_then_the_ability_of_what_was_destroyed() -> None:
    match = table(
        ("G42", "G22+G13r"),
        bases=("EXB", ""),
        shields=("", "G15 G05 G24"),
        decks=(USUAL_DECK, "G19 G27 G05 G03 G07"),
    )
    hit(match, target="p1.1")
    assert (units(match, 0), trash(match, 1)) == ("G42r(4)", "G13 G22")
    assert asked(match) == ("burst", 1)
    play(match, "answer burst [yes]")
    assert (base(match, 1), hand(match, 1), shields(match, 1)) == ("G15", "G05", "G24")
    assert (asked(match), answers(match)) == (("take", 1), ["[]", "[G19]"])
    play(match, "answer take [G19]")
    assert (hand(match, 1), seen(match, 0, 1)) == ("G05 G19", "? G19")
    assert deck(match, 1) in ("G03 G07 G05 G27", "G03 G07 G27 G05")


# Keywords.


def test_40_breach_damages_the_base() -> None:
    match = table(("G42+G44", "G33"))
    assert numbers(match, "p0.1") == (7, 7)
    play(match, "attack p0.1 p1", "block p1.1", *PASSES)
    assert (units(match, 0), trash(match, 1)) == ("G42+G44r(4)", "G33")
    assert (base(match, 1), shields(match, 1)) == ("", "G23 G23 G23")
    match = table(("G42+G44", "G33"), bases=("EXB", ""), shields=("", ""))
    play(match, "attack p0.1 p1", "block p1.1", *PASSES)
    assert match.outcome is None
    assert trash(match, 1) == "G33"


def test_41_suppression_destroys_two_shields_and_their_owner_orders_the_bursts() -> None:
    match = hit(table(("G35+G36", ""), bases=("EXB", ""), shields=("", "G29 G16 G10")))
    assert (asked(match), answers(match)) == (("order", 1), ["[0]", "[1]"])
    play(match, "answer order [1]", "answer burst [yes]")
    assert (base(match, 1), hand(match, 1), shields(match, 1)) == ("G16", "G10", "")
    play(match, "answer burst [yes]", "answer target [p0.1]")
    assert units(match, 0) == "G35+G36r(2)"
    match = hit(table(("G35", ""), bases=("EXB", ""), shields=("", "G23")))
    assert (match.outcome, shields(match, 1)) == (None, "")
    match = hit(table(("G35", ""), bases=("", "")))
    assert shields(match, 1) == "G23 G23"


def test_42_support_strengthens_another_unit() -> None:
    match = table(("G18 G20 G24", ""), bases=("EXB", "G15"))
    play(match, "activate p0.1 support", "answer target [p0.3]")
    refused(match, "activate p0.1 support", "RESTED")
    play(match, "activate p0.2 support", "answer target [p0.3]", "attack p0.3 p1")
    assert numbers(match, "p0.3")[0] == 7
    play(match, "pass_block", "pass_action")
    refused(match, "activate p0.1 support", "WRONG_TIMING")
    play(match, "pass_action")
    assert (base(match, 1), trash(match, 1)) == ("", "G15")
    refused(table(("G18", "")), "activate p0.1 support", "NO_TARGET")


def test_43_repair_heals_what_there_is_also_on_rested_units() -> None:
    match = play(table(("G01r(1)", "")), "end_main", *PASSES)
    assert units(match, 0) == "G01r"


# Single cards.


def test_44_tallgeese_attacks_twice_and_readies_one_resource() -> None:
    match = table(("G39+G11", ""), ready=(5, 10), rested=(2, 0))
    play(match, "attack p0.1 p1")
    assert resources(match, 0) == (6, 1, 0)
    play(match, "pass_block", *PASSES, "activate p0.1 act")
    assert (base(match, 1), resources(match, 0)) == ("", (2, 5, 0))
    hit(match)
    assert (resources(match, 0), shields(match, 1)) == ((2, 5, 0), "G23 G23")


def test_45_an_ability_of_the_action_step_needs_its_pilot() -> None:
    match = table(("G05", "G41+G11"), bases=("EXB", "G16(4)"))
    play(match, "attack p0.1 p1", "pass_block", "activate p1.1 act", "answer target [p0.1]")
    assert (resources(match, 1), numbers(match, "p0.1")[0]) == ((8, 2, 0), 1)
    play(match, *PASSES)
    assert base(match, 1) == ""
    match = play(table(("G05", "G41")), "attack p0.1 p1", "pass_block")
    refused(match, "activate p1.1 act", "NOT_PAIRED")
    refused(table(("G41+G11", "G05")), "activate p0.1 act", "WRONG_TIMING")


def test_46_peaceful_timbre_protects_base_and_shields_but_not_the_player() -> None:
    for attacker, left in (("G07", "G23"), ("G48", "")):
        match = table((attacker, ""), bases=("EXB", ""), shields=("", "G23"), hands=("", "G45"))
        play(match, "attack p0.1 p1", "pass_block", "play_command G45", *PASSES)
        assert shields(match, 1) == left
    match = table(("G07", ""), bases=("EXB", ""), shields=("", ""), hands=("", "G45"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G45", *PASSES)
    assert match.outcome is not None
    assert match.outcome.winner == 0


def test_47_the_blue_giant_prevents_damage_from_weak_units() -> None:
    for attacker, found in (("G05", ("G05r(1)", "G23r")), ("G19", ("G19r(1)", ""))):
        match = table((attacker, "G23r"), hands=("", "G30"))
        play(match, "attack p0.1 p1.1", "pass_block", "play_command G30", "answer target [p1.1]")
        play(match, *PASSES)
        assert (units(match, 0), units(match, 1)) == found
    match = play(table(("G23", ""), hands=("G30", "")), "end_main", "pass_action")
    play(match, "play_command G30", "answer target [p0.1]")
    assert (trash(match, 0), unit(match, "p0.1").mods) == ("G30", ())


def test_48_there_are_five_ex_resources_at_most() -> None:
    for before in (4, 5):
        match = play(table(hands=("G43", ""), ex=(before, 0)), "deploy_unit G43")
        assert resources(match, 0) == (7, 3, 5)


def test_49_gyan_destroys_a_small_blocker() -> None:
    match = play(table(("G47", "G09+G13 G35"), hands=("G27", "")), "pair_pilot G27 p0.1")
    assert answers(match) == ["[p1.1]"]
    play(match, "answer target [p1.1]")
    assert (units(match, 1), trash(match, 1)) == ("G35", "G09 G13")
    match = play(table(("G47", "G09+G13 G35"), hands=("G28", "")), "pair_pilot G28 p0.1")
    assert asked(match) == ("", 0)


def test_50_kshatriya_damages_one_or_two_units() -> None:
    match = table(("G48", "G22(1) G22(1) G05"), hands=("G27", ""), decks=("G05", "G24 G24 G23 G05"))
    play(match, "pair_pilot G27 p0.1")
    refused(match, "answer target []", "WRONG_TARGET_COUNT")
    refused(match, "answer target [p1.1,p1.2,p1.3]", "WRONG_TARGET_COUNT")
    refused(match, "answer target [p1.1,p1.1]", "DUPLICATE_TARGETS")
    refused(match, "answer target [p0.1]", "INVALID_TARGET")
    play(match, "answer target [p1.1,p1.2]")
    assert trash(match, 1) == "G22 G22"
    assert asked(match) == ("take", 1)
    play(match, "answer take [G24]")
    assert asked(match) == ("take", 1)
    play(match, "answer take []")
    assert (hand(match, 1), units(match, 1), asked(match)) == ("G24", "G05", ("", 0))


def test_51_strike_gundam_draws_then_discards() -> None:
    match = play(table(hands=("G34", ""), decks=("G14 G05", "G05")), "deploy_unit G34")
    assert (asked(match), hand(match, 0), answers(match)) == (("discard", 0), "G14", ["[G14]"])
    play(match, "answer discard [G14]")
    assert trash(match, 0) == "G14"
    match = play(table(hands=("G34 G05", ""), decks=("G14", "G05")), "deploy_unit G34")
    assert match.outcome is not None
    assert (match.outcome.winner, hand(match, 0)) == (1, "G05 G14")


def test_52_aile_strike_returns_a_unit_with_its_pilot() -> None:
    match = play(table(("G33", "G05+G10 T1 G35"), hands=("G36", "")), "pair_pilot G36 p0.1")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    play(match, "answer target [p1.1]")
    assert (units(match, 1), hand(match, 1), seen(match, 0, 1)) == ("T1 G35", "G05 G10", "G05 G10")
    match = table(("G33", "G05+G10 T1"), hands=("G36", ""))
    play(match, "pair_pilot G36 p0.1", "answer target [p1.2]")
    assert (units(match, 1), hand(match, 1), trash(match, 1)) == ("G05+G10", "", "")
    match = play(table(("G33", "G05"), hands=("G37", "")), "pair_pilot G37 p0.1")
    assert asked(match) == ("", 0)


def test_53_kira_yamato_weakens_a_unit_for_the_battle() -> None:
    match = play(table(("G34+G36", "G07r G05r")), "attack p0.1 p1.1", "answer target [p1.1]")
    play(match, "pass_block", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G34+G36r(1)", "G05r")
    match = play(table(("G34+G36", "G07r G05r")), "attack p0.1 p1.1", "answer target [p1.2]")
    assert numbers(match, "p1.2")[0] == 0
    play(match, "pass_block", *PASSES)
    assert numbers(match, "p1.1")[0] == 2


def test_54_taking_the_last_card_loses() -> None:
    for answer, lost in (("[G24]", True), ("[]", False)):
        match = table(("G05", "G22r"), decks=(USUAL_DECK, "G24"))
        hit(match, target="p1.1")
        assert asked(match) == ("take", 1)
        play(match, f"answer take {answer}")
        assert (match.outcome is not None) == lost
        assert match.state.count(DECK, 1) == (0 if lost else 1)


def test_55_archangel_readies_a_blocker_that_cannot_attack() -> None:
    match = table(("G33r G05r", "G05"), bases=("G38", "EXB"))
    play(match, "activate p0.base act")
    assert answers(match) == ["[p0.1]"]
    play(match, "answer target [p0.1]")
    assert units(match, 0) == "G33 G05r"
    refused(match, "attack p0.1 p1", "CANNOT_ATTACK")
    play(match, "end_main", *PASSES, "attack p1.1 p0", "block p0.1")


# Hidden information and laws.


@pytest.mark.parametrize("decks", ["A / B", "C / D"])
def test_56_the_laws_of_games_hold(decks: str) -> None:
    report = check_game(lambda: Gundam(decks), games=3, max_plies=900)
    assert report.games == 3


def test_56_nobody_sees_shields_and_decks() -> None:
    state = RuleEngine(Gundam(first="0"), seed=3).state
    for viewer in (0, 1):
        view = Gundam().view(state, viewer)
        for seat in (0, 1):
            hidden = (*view.pile(DECK, seat), *view.pile(SHIELDS, seat))
            assert not any(hidden)
            assert any(view.pile(HAND, seat)) == (viewer == seat)


def test_57_equal_cards_give_one_move() -> None:
    match = table(hands=("G05 G05 G05", ""))
    assert moves(match, "deploy") == ["deploy_unit G05"]


def test_58_sampled_worlds_agree_with_what_is_known() -> None:
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G10 G23"), hands=("", "G05")))
    play(match, "answer burst [yes]")
    assert seen(match, 0, 1) == "? G10"
    for seed in range(20):
        world = match.game.sample(match.view(0), seeded(seed))
        assert "G10" in [LAYOUT.card_word(card) for card in world.pile(HAND, 1)]


@pytest.mark.parametrize("decks", ["A / B", "C / D"])
def test_59_random_games_end_within_the_limits_of_the_table(decks: str) -> None:
    game = Gundam(decks)
    for seed in range(20):
        state, rng = game.setup(seeded(seed)), seeded(f"moves {seed}")
        while not state.over:
            listed = game.legal(state)
            game.play(state, listed[rng.below(len(listed))])
            for seat in (0, 1):
                board = state.board
                assert len(state.row(UNITS, seat)) <= 6
                assert 0 <= board.ready[seat] + board.rested[seat] <= 10
                assert 0 <= board.ex[seat] <= 5
                assert state.over or state.count(DECK, seat) + state.count(LOOKED, seat)
        held = [sorted(cards) for cards in state.known()]
        assert held == [sorted(cards) for cards in game.decks]


def test_60_codes_that_no_other_scenario_has() -> None:
    match = table(("G05r", ""), hands=("G30", ""))
    refused(match, "attack p0.1 p1", "RESTED")
    refused(match, "play_command G30", "WRONG_TIMING")
    refused(match, "block p0.1", "WRONG_PHASE")
    refused(match, "deploy_unit G05", "NOT_OFFERED")
    refused(match, "end_main", "NOT_YOUR_TURN", 1)
    match = play(table(("G42", "G05 G09")), "attack p0.1 p1.2")
    refused(match, "block p1.1", "NO_BLOCKER")
    refused(match, "block p1.2", "IS_TARGET")


def test_60_objections_come_in_order() -> None:
    match = table(("", ""), hands=("G29 G30", ""), ready=(1, 10))
    found = [each.error_code for each in match.explain(match.parse("play_command G30"))]
    assert found == ["WRONG_TIMING", "LEVEL_TOO_LOW", "NO_TARGET"]
    found = [each.error_code for each in match.explain(match.parse("play_command G29"))]
    assert found == ["LEVEL_TOO_LOW", "COST_TOO_HIGH", "NO_TARGET"]


def test_60_wrong_decks_are_refused() -> None:
    deck = Gundam().decks[0]
    assert deck_problems(deck) == []
    five = [*deck[:-1], deck[0]]
    assert deck_problems(five) == ["it has 5 copies of Gundam: expected 4 at most"]
    assert deck_problems(deck[1:]) == ["it has 49 cards: expected 50"]
    token = CATALOGUE.number("T1")
    assert deck_problems([*deck[1:], token]) == ["Gundam does not belong in a deck"]
    red = CATALOGUE.number("G17")
    assert deck_problems([*deck[1:], red]) == [
        "it has 3 colours (blue, white, red): expected 2 at most"
    ]


def test_all_cards_are_in_a_deck() -> None:
    used = {card for decks in ("A / B", "C / D") for cards in Gundam(decks).decks for card in cards}
    assert len(used) == 48
    unused = {card.id for card in CARDS[1:] if card.number not in used}
    assert unused == {"T1", "T2", "T3", "T4", "T5", "EXB", "EXR", "RES"}
