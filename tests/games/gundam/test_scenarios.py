"""The acceptance scenarios, one by one, with their numbers.

Unless a scenario says otherwise, both players have the EX Base, three Shields without Burst and ten
active Resources, and it is turn 5 of seat 0. `changes` compares the whole state, with what each
seat and spectators know: what it does not return is as before.
"""

import pytest

from kibitz.core import RuleEngine, seeded
from kibitz.core.game import SPECTATOR
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.rules.in_play import linked
from kibitz.games.gundam.rules.turn import First
from kibitz.games.gundam.state import DECK, HAND, LAYOUT, RESOLVING, SHIELDS
from kibitz.testing import expect_over, scenario
from tests.games.gundam.table import (
    PASSES,
    USUAL_DECK,
    Match,
    answers,
    asked,
    base,
    changes,
    check_hidden,
    deck,
    facts,
    hand,
    hit,
    moves,
    numbers,
    pile,
    play,
    reasons,
    refused,
    resources,
    seen,
    shields,
    table,
    trash,
    unit,
    units,
)

HIT = ("pass_block", *PASSES)
# What changes at the end of a battle in which somebody else was asked last.
BACK = {"turn": "5 p0 main", "decides": "p0", "battle": ""}


# Set-up and turn.


def opening(seed: int = 1) -> tuple[Match, list[str]]:
    """Deals two decks in a known order, c1 to c16 all different, and asks seat 0 who begins."""
    game = Gundam()
    words = [LAYOUT.card_word(card) for card in game.decks[0]]
    copies = [words[:at].count(card) for at, card in enumerate(words)]
    cards = [card for _, card in sorted(zip(copies, words, strict=True))]
    build = scenario(game).turn(0, phase="set_up").seed(seed)
    for seat in (0, 1):
        build.put("deck", seat, *reversed(cards))
    return build.ask(First(0)).engine(), cards


def sorted_words(cards: list[str]) -> str:
    return " ".join(sorted(cards))


def test_01_set_up_of_two_decks_in_known_order() -> None:
    match, cards = opening()
    assert (asked(match), answers(match)) == (("first", 0), ["[p0]", "[p1]"])
    play(match, "answer first [p0]")
    assert (asked(match), answers(match)) == (("mulligan", 0), ["[keep]", "[redraw]"])
    assert changes(match, "answer mulligan [keep]") == {"decides": "p1 mulligan"}
    assert changes(match, "answer mulligan [keep]") == {
        "turn": "1 p0 main",
        "decides": "p0",
        "p0 hand": sorted_words([*cards[:5], cards[11]]),
        "p0 known": "? ? ? ? ? ?",
        "p0 base": "EXB",
        "p1 base": "EXB",
        "p0 shields": " ".join(reversed(cards[5:11])),
        "p1 shields": " ".join(reversed(cards[5:11])),
        "p0 deck": " ".join(cards[12:]),
        "p1 deck": " ".join(cards[11:]),
        "p0 resources": "1/0/0",
        "p1 resources": "0/0/1",
        "p0 left": "9",
    }
    assert hand(match, 1) == sorted_words(cards[:5])
    assert [match.state.count(DECK, seat) for seat in (0, 1)] == [38, 39]
    assert match.state.board.left == [9, 10]


def test_01_the_player_who_chooses_may_let_the_other_begin() -> None:
    match, _ = opening()
    play(match, "answer first [p1]")
    assert asked(match) == ("mulligan", 1)
    play(match, "answer mulligan [keep]")
    assert asked(match) == ("mulligan", 0)
    play(match, "answer mulligan [keep]")
    assert (match.seat, match.state.active) == (1, 1)
    assert (resources(match, 0), resources(match, 1)) == ((0, 0, 1), (1, 0, 0))


def test_02_a_redrawn_hand_has_none_of_the_first_cards() -> None:
    orders: set[str] = set()
    for seed in range(5):
        match, cards = opening(seed)
        play(match, "answer first [p0]")
        found = changes(match, "answer mulligan [redraw]")
        order = found.pop("p0 deck")
        assert found == {"decides": "p1 mulligan", "p0 hand": sorted_words(cards[5:10])}
        assert not set(hand(match, 0).split()) & set(cards[:5])
        assert sorted(order.split()) == sorted(cards[:5] + cards[10:])
        assert match.state.count(DECK, 0) == 45
        orders.add(order)
    assert len(orders) == 5, "the deck is shuffled"


def test_02_both_may_redraw_once() -> None:
    match, cards = opening()
    play(match, "answer first [p0]", "answer mulligan [redraw]", "answer mulligan [redraw]")
    assert hand(match, 1) == sorted_words(cards[5:10])
    assert (asked(match), match.state.turn) == (("", 0), 1)


def test_03_only_the_player_who_is_asked_answers() -> None:
    match, _ = opening()
    play(match, "answer first [p0]")
    context = refused(match, "answer mulligan [keep]", "DECISION_PENDING", 1)
    assert context == {"question": "mulligan", "seat": 0}
    context = refused(match, "deploy_unit G05", "DECISION_PENDING")
    assert context == {"question": "mulligan", "seat": 0}


def test_04_the_next_turn_begins_with_active_cards_a_card_and_a_resource() -> None:
    match = table(
        ("G05r", "G05r"), bases=("EXB", "G16r"), ready=(10, 3), rested=(0, 4), left=(0, 6)
    )
    assert changes(match, "end_main", *PASSES) == {
        "turn": "6 p1 main",
        "decides": "p1",
        "p1 units": "G05",
        "p1 base": "G16",
        "p1 resources": "8/0/0",
        "p1 left": "5",
        "p1 hand": "G03",
        "p1 known": "?",
        "p1 deck": "G05 G07 G19",
    }


def test_05_who_draws_the_last_card_loses() -> None:
    match = table(("", "G05r"), decks=(USUAL_DECK, "G05"), left=(0, 6))
    found = changes(match, "end_main", *PASSES)
    assert found.pop("turn").startswith("6 p1 ")
    assert found == {
        "decides": "",
        "over": "p0: an empty deck",
        "p1 units": "G05",
        "p1 hand": "G05",
        "p1 known": "?",
        "p1 deck": "",
    }, "no Resource any more"
    match = table(decks=(USUAL_DECK, "G05 G05"))
    assert changes(match, "end_main", *PASSES) == {
        "turn": "6 p1 main",
        "decides": "p1",
        "p1 hand": "G05",
        "p1 known": "?",
        "p1 deck": "G05",
    }


def test_06_the_active_player_discards_down_to_ten_cards() -> None:
    many = "G03 G05 G07 G19 G20 G21 G23 G24 G25 G30 G30 G30 G45"
    match = play(table(hands=(many, many)), "end_main", *PASSES)
    assert (asked(match), trash(match, 0)) == (("discard", 0), "")
    for wrong in ("[G03,G05]", "[G03,G05,G07,G19]", "[]"):
        refused(match, f"answer discard {wrong}", "WRONG_TARGET_COUNT")
    assert changes(match, "answer discard [G03,G30,G30]") == {
        "turn": "6 p1 main",
        "decides": "p1",
        "p0 hand": "G05 G07 G19 G20 G21 G23 G24 G25 G30 G45",
        "p0 known": " ".join("?" * 10),
        "p0 trash": "G03 G30 G30",
        "p1 hand": "G03 " + many,
        "p1 known": " ".join("?" * 14),
        "p1 deck": "G05 G07 G19",
    }, "p1 is not asked"


def test_07_the_action_step_of_the_end_phase_begins_with_the_standby_player() -> None:
    match = table(("G05", ""), hands=("G28", ""))
    assert changes(match, "end_main") == {"turn": "5 p0 end_action", "decides": "p1"}
    assert changes(match, "pass_action") == {"decides": "p0"}
    play(match, "play_command G28")
    assert (asked(match), answers(match)) == (("target", 0), ["[p0.1]"])
    play(match, "answer target [p0.1]")
    assert (match.seat, numbers(match, "p0.1")) == (1, (4, 2))
    assert changes(match, "pass_action") == {"decides": "p0"}
    assert changes(match, "pass_action") == {
        "turn": "6 p1 main",
        "decides": "p1",
        "p0 units": "G05",
        "p1 hand": "G03",
        "p1 known": "?",
        "p1 deck": "G05 G07 G19",
    }


def test_08_repair_works_in_the_turn_of_its_owner() -> None:
    match = table(("G01(3)", "G01(3)"))
    found = changes(match, "end_main", *PASSES)
    assert (found["p0 units"], "p1 units" in found) == ("G01(1)", False)


# Level and cost.


def test_09_an_ex_resource_counts_for_the_level_until_it_pays() -> None:
    match = table(hands=("G09 G24", ""), ready=(1, 10), ex=(1, 0))
    assert changes(match, "deploy_unit G09") == {
        "p0 units": "G09n",
        "p0 hand": "G24",
        "p0 known": "?",
        "p0 resources": "0/1/0",
    }
    context = refused(match, "deploy_unit G24", "LEVEL_TOO_LOW")
    assert context == {"required": 2, "available": 1}


def test_10_resources_pay_before_ex_resources() -> None:
    match = table(hands=("G09", ""), ready=(2, 10), ex=(2, 0))
    assert changes(match, "deploy_unit G09") == {
        "p0 units": "G09n",
        "p0 hand": "",
        "p0 known": "",
        "p0 resources": "0/2/2",
    }


def test_11_rested_resources_count_for_the_level_and_do_not_pay() -> None:
    match = table(hands=("G05 G07", ""), ready=(1, 10), rested=(3, 0))
    assert refused(match, "deploy_unit G07", "COST_TOO_HIGH") == {"required": 2, "available": 1}
    assert reasons(match, "deploy_unit G07") == ["COST_TOO_HIGH"]
    play(match, "deploy_unit G05")
    assert resources(match, 0) == (0, 4, 0)


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
    assert changes(match, "activate p0.base act") == {
        "p0 units": after,
        "p0 base": "G15[used]",
        "p0 resources": "0/2/0",
    }
    match = play(table((before, ""), bases=("G15", "EXB")), "activate p0.base act")
    refused(match, "activate p0.base act", "ONCE_PER_TURN")
    match = table((before, ""), bases=("G15", "EXB"), ready=(1, 10))
    context = refused(match, "activate p0.base act", "COST_TOO_HIGH")
    assert context == {"required": 2, "available": 1}


# Deploying.


def test_13_a_seventh_unit_needs_room() -> None:
    six = "G05 G05 T2 G08 G09 G07+G11"
    match = table((six, ""), hands=("G24", ""))
    assert changes(match, "deploy_unit G24") == {
        "decides": "p0 room",
        "p0 hand": "",
        "p0 known": "",
        "p0 resolving": "G24",
        "p0 resources": "9/1/0",
    }
    assert answers(match) == [f"[p0.{at}]" for at in range(1, 7)]
    assert changes(match, "answer room [p0.6]") == {
        "decides": "p0",
        "p0 units": "G05 G05 T2 G08 G09 G24n",
        "p0 resolving": "",
        "p0 trash": "G07 G11",
    }
    match = play(table((six, ""), hands=("G24", "")), "deploy_unit G24")
    assert changes(match, "answer room [p0.3]") == {
        "decides": "p0",
        "p0 units": "G05 G05 G08 G09 G07+G11 G24n",
        "p0 resolving": "",
    }, "the token leaves the game"
    match = table(("G22 G05 G05 G05 G05 G05", ""), hands=("G24", ""))
    play(match, "deploy_unit G24", "answer room [p0.1]")
    assert (asked(match), trash(match, 0)) == (("", 0), "G22")


def test_14_a_token_needs_room_too_and_the_new_unit_may_go() -> None:
    match = play(table(("G05 G05 G05 G05 G05", ""), hands=("G25", "")), "deploy_unit G25")
    assert units(match, 0) == "G05 G05 G05 G05 G05 G25n"
    assert (asked(match), resources(match, 0)) == (("room", 0), (7, 3, 0))
    assert answers(match) == [f"[p0.{at}]" for at in range(1, 7)]
    assert changes(match, "answer room [p0.6]") == {
        "decides": "p0",
        "p0 units": "G05 G05 G05 G05 G05 T5rn",
        "p0 trash": "G25",
    }


def test_15_a_new_base_replaces_the_old_one_and_takes_a_shield() -> None:
    match = table(bases=("G16(4)", "EXB"), shields=("G14", "G23"), hands=("G38", ""))
    assert changes(match, "deploy_base G38") == {
        "p0 base": "G38",
        "p0 trash": "G16",
        "p0 hand": "G14",
        "p0 shields": "",
        "p0 resources": "9/1/0",
    }
    assert seen(match, 1, 0) == seen(match, SPECTATOR, 0) == "?"


def test_16_the_ex_base_leaves_the_game_and_a_shield_taken_has_no_burst() -> None:
    match = table(shields=("G10 G23", "G23"), hands=("G16", ""))
    assert changes(match, "deploy_base G16") == {
        "p0 base": "G16",
        "p0 hand": "G10",
        "p0 shields": "G23",
        "p0 resources": "9/1/0",
    }


def test_17_falmel_deploys_its_token_in_its_own_turn_only() -> None:
    match = table(hands=("G32", ""))
    assert changes(match, "deploy_base G32") == {
        "p0 units": "T4rn",
        "p0 base": "G32",
        "p0 hand": "G23",
        "p0 shields": "G23 G23",
        "p0 resources": "8/2/0",
    }
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G32 G23")))
    assert changes(match, "answer burst [yes]") == {
        **BACK,
        "p1 base": "G32",
        "p1 hand": "G23",
        "p1 known": "?",
        "p1 shields": "",
        "p1 resolving": "",
    }


# Pairing.


def test_18_a_link_unit_attacks_in_the_turn_in_which_it_was_deployed() -> None:
    match = table(("G07n", ""), hands=("G11", ""))
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")
    assert changes(match, "pair_pilot G11 p0.1") == {
        "p0 units": "G07+G11n",
        "p0 hand": "",
        "p0 known": "",
        "p0 resources": "9/1/0",
    }
    assert numbers(match, "p0.1") == (4, 6)
    assert linked(unit(match, "p0.1"))
    play(match, "attack p0.1 p1")
    match = play(table(("G05n", ""), hands=("G10", "")), "pair_pilot G10 p0.1")
    assert (numbers(match, "p0.1"), linked(unit(match, "p0.1"))) == ((4, 3), False)
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")


def test_19_units_link_by_trait_or_by_name() -> None:
    match = play(table(("G18n G19n", ""), hands=("G28", "")), "pair_pilot G28 p0.2")
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")
    play(match, "attack p0.2 p1")
    match = play(table(("G18n G19n", ""), hands=("G28", "")), "pair_pilot G28 p0.1")
    play(match, "attack p0.1 p1")
    match = play(table(("G19n", ""), hands=("G27", "")), "pair_pilot G27 p0.1")
    assert not linked(unit(match, "p0.1"))
    refused(match, "attack p0.1 p1", "JUST_DEPLOYED")


@pytest.mark.parametrize("first", [0, 1])
def test_20_a_player_orders_two_abilities_of_one_pairing(first: int) -> None:
    match = table(("G02", "G07 G42"), hands=("G10", ""))
    before = facts(match)
    play(match, "pair_pilot G10 p0.1")
    assert (asked(match), answers(match)) == (("order", 0), ["[0]", "[1]"])
    play(match, f"answer order [{first}]")
    assert asked(match) == ("target", 0)
    assert hand(match, 0) == ("G03" if first == 0 else "")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    after = facts(play(match, "answer target [p1.2]"))
    assert {name: text for name, text in after.items() if before[name] != text} == {
        "p0 units": "G02+G10",
        "p0 hand": "G03",
        "p0 deck": "G05 G07 G19",
        "p0 resources": "9/1/0",
        "p1 units": "G07 G42r",
    }


def test_21_a_command_is_paired_as_a_pilot_or_played_for_its_effect() -> None:
    match = play(table(("G04n", ""), hands=("G12", "")), "pair_pilot G12 p0.1")
    assert (numbers(match, "p0.1"), asked(match)) == ((2, 4), ("", 0))
    assert (units(match, 0), trash(match, 0)) == ("G04+G12n", "")
    assert linked(unit(match, "p0.1"))
    play(match, "attack p0.1 p1")
    match = table(("G04n", "G05"), hands=("G12", ""))
    refused(match, "play_command G12", "NO_TARGET")
    match = table(("G04n", "G05r G05"), hands=("G12", ""))
    assert changes(match, "play_command G12") == {
        "decides": "p0 target",
        "p0 hand": "",
        "p0 known": "",
        "p0 resolving": "G12",
        "p0 resources": "9/1/0",
    }
    assert answers(match) == ["[p1.1]"]
    assert changes(match, "answer target [p1.1]") == {
        "decides": "p0",
        "p0 resolving": "",
        "p0 trash": "G12",
        "p1 units": "G05r(1) G05",
    }


def test_22_a_unit_has_one_pilot_and_gets_it_in_the_main_phase() -> None:
    match = table(("G05+G10 G05", ""), hands=("G11 G28", ""))
    assert refused(match, "pair_pilot G11 p0.1", "ALREADY_PAIRED") == {"place": "p0.units.1"}
    refused(match, "pair_pilot G28 p0.1", "ALREADY_PAIRED")
    play(match, "attack p0.1 p1", "pass_block", "pass_action")
    refused(match, "pair_pilot G11 p0.2", "WRONG_PHASE")
    play(match, "pass_action", "end_main", "pass_action")
    refused(match, "pair_pilot G28 p0.2", "WRONG_PHASE")


def test_23_full_frontal_deploys_a_unit_of_the_hand() -> None:
    match = play(table(("G17n", ""), hands=("G26 G25 G17", "")), "pair_pilot G26 p0.1")
    assert (asked(match), answers(match)) == (("deploy", 0), ["[]", "[G25]"])
    assert changes(match, "answer deploy [G25]") == {
        "decides": "p0",
        "p0 units": "G17+G26n G25n T5rn",
        "p0 hand": "G17",
        "p0 known": "?",
    }, "it is free"
    assert resources(match, 0) == (9, 1, 0)
    match = play(table(("G17n", ""), hands=("G26 G17", "")), "pair_pilot G26 p0.1")
    assert (asked(match), answers(match)) == (("deploy", 0), ["[]"])
    assert changes(match, "answer deploy []") == {"decides": "p0"}
    match = play(table(("G17n", ""), hands=("G26 G25 G17", "")), "pair_pilot G26 p0.1")
    assert changes(match, "answer deploy []") == {"decides": "p0"}, "it may be declined"


def test_24_gundam_strengthens_all_units_in_its_own_turn() -> None:
    places = ("p0.1", "p0.2", "p1.1")
    match = table(("G01+G10 G05", "G05"))
    assert [numbers(match, place)[0] for place in places] == [6, 3, 2]
    play(match, "end_main", *PASSES)
    assert [numbers(match, place)[0] for place in places] == [5, 2, 2]


# Attacks and blocks.


def test_25_rested_units_are_attacked_and_wing_gundam_attacks_active_ones() -> None:
    match = table(("G05", "G05 G03r"))
    assert moves(match, "attack") == ["attack p0.1 p1.2", "attack p0.1 p1"]
    assert refused(match, "attack p0.1 p1.1", "TARGET_ACTIVE") == {"place": "p1.units.1"}
    match = table(("G42", "G05 G03r"))
    assert moves(match, "attack") == ["attack p0.1 p1.1", "attack p0.1 p1.2", "attack p0.1 p1"]


def test_26_excess_damage_to_a_base_is_lost() -> None:
    match = table(("G48 G08", ""))
    assert changes(match, "attack p0.1 p1", *HIT) == {"p0 units": "G48r G08", "p1 base": ""}
    assert changes(match, "attack p0.2 p1", *HIT) == {
        "p0 units": "G48r G08r",
        "p1 shields": "G23 G23",
        "p1 trash": "G23",
    }


def test_27_a_hit_without_base_and_shields_wins() -> None:
    match = hit(table(("G08", ""), bases=("EXB", ""), shields=("", "")))
    expect_over(match, winner=0, reason="battle damage")
    match = table(("G08", ""), bases=("EXB", ""), shields=("", ""), hands=("", "G14"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G14", "answer target [p0.1]")
    assert changes(match, *PASSES) == {"turn": "5 p0 main", "battle": ""}


def test_28_units_damage_each_other_and_the_damage_stays() -> None:
    match = table(("G19", "G19r"))
    assert changes(match, "attack p0.1 p1.1", *HIT) == {
        "p0 units": "",
        "p0 trash": "G19",
        "p1 units": "",
        "p1 trash": "G19",
    }
    match = table(("G03", "G03r"))
    assert changes(match, "attack p0.1 p1.1", *HIT) == {
        "p0 units": "G03r(2)",
        "p1 units": "G03r(2)",
    }
    play(match, "end_main", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G03r(2)", "G03(2)")


@pytest.mark.parametrize("first", [0, 1])
def test_29_first_strike_kills_before_damage_comes_back(first: int) -> None:
    match = table(("G24+G27", "G07r"), hands=("G46", ""))
    play(match, "play_command G46")
    assert answers(match) == ["[p0.1]"]
    play(match, "answer target [p0.1]", "attack p0.1 p1.1")
    assert (asked(match), answers(match)) == (("order", 0), ["[0]", "[1]"])
    play(match, f"answer order [{first}]")
    assert numbers(match, "p0.1")[0] == 5
    found = changes(match, *HIT)
    assert (found["p1 units"], found["p1 trash"]) == ("", "G07")
    assert (units(match, 0), base(match, 1)) == ("G24+G27r", "EXB")


def test_30_first_strike_of_a_defender_does_nothing() -> None:
    match = table(("G05", "G24+G27r"), hands=("", "G46"))
    play(match, "attack p0.1 p1.1", "pass_block", "play_command G46", "answer target [p1.1]")
    play(match, *PASSES)
    assert (units(match, 0), trash(match, 0), units(match, 1)) == ("", "G05", "G24+G27r(2)")
    match = table(("G05", "G24r"), hands=("", "G46"))
    play(match, "attack p0.1 p1.1", "pass_block", "play_command G46", "answer target [p1.1]")
    play(match, *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G05r(1)", "")


def test_31_an_active_blocker_becomes_the_target() -> None:
    match = table(("G05", "G08 G09 G33r"))
    assert changes(match, "attack p0.1 p1") == {
        "turn": "5 p0 block",
        "decides": "p1",
        "battle": "p0.1 > p1",
        "p0 units": "G05r",
    }
    assert moves(match) == ["block p1.1", "block p1.2", "pass_block"]
    refused(match, "block p1.3", "RESTED")
    assert changes(match, "block p1.1") == {
        "turn": "5 p0 action",
        "battle": "p0.1 > p1.1",
        "p1 units": "G08r G09 G33r",
    }
    refused(match, "block p1.2", "WRONG_PHASE")
    assert changes(match, *PASSES) == {
        **BACK,
        "p0 units": "G05r(1)",
        "p1 units": "G09 G33r",
        "p1 trash": "G08",
    }, "the Base is untouched"


def test_32_high_maneuver_cannot_be_blocked() -> None:
    match = play(table(("G22+G27", "G08")), "attack p0.1 p1")
    assert numbers(match, "p0.1")[0] == 5
    assert (match.seat, moves(match)) == (1, ["pass_block"])
    refused(match, "block p1.1", "HIGH_MANEUVER")
    match = play(table(("G24+G27", "G08")), "attack p0.1 p1", "answer order [0]")
    assert (numbers(match, "p0.1")[0], linked(unit(match, "p0.1"))) == (5, False)
    assert moves(match) == ["block p1.1", "pass_block"]


def test_33_zowort_does_not_attack_the_player() -> None:
    match = table(("G09", "G05r"))
    assert refused(match, "attack p0.1 p1", "PLAYER_FORBIDDEN") == {"place": "p0.units.1"}
    assert moves(match, "attack") == ["attack p0.1 p1.1"]
    play(match, "attack p0.1 p1.1")


def test_34_an_attack_without_its_attacker_ends_after_the_action_step() -> None:
    match = play(table(("G41", ""), hands=("", "G37")), "attack p0.1 p1", "pass_block")
    play(match, "play_command G37")
    assert answers(match) == ["[p0.1]"]
    assert changes(match, "answer target [p0.1]") == {
        "decides": "p0",
        "battle": "gone > p1",
        "p0 units": "",
        "p0 hand": "G41",
        "p0 known": "G41",
        "p1 resolving": "",
        "p1 trash": "G37",
    }, "p0 is still asked"
    assert changes(match, "pass_action") == {"decides": "p1"}
    assert changes(match, "pass_action") == {**BACK}, "no damage"
    match = play(table(("G48", ""), hands=("", "G37")), "attack p0.1 p1", "pass_block")
    refused(match, "play_command G37", "NO_TARGET")


def test_35_an_attack_without_its_target_does_no_damage() -> None:
    match = table(("G03", "G05r"), hands=("G29", ""))
    play(match, "attack p0.1 p1.1", "pass_block", "pass_action", "play_command G29")
    assert changes(match, "answer target [p1.1]") == {
        "decides": "p1",
        "battle": "p0.1 > gone",
        "p0 resolving": "",
        "p0 trash": "G29",
        "p1 units": "",
        "p1 trash": "G05",
    }
    assert changes(match, *PASSES) == BACK


# Burst.


def test_36_the_owner_of_a_shield_decides_about_its_burst() -> None:
    match = table(("G05", ""), bases=("EXB", ""), shields=("", "G10 G23"))
    found = changes(match, "attack p0.1 p1", *HIT)
    assert found.pop("turn").startswith("5 p0 ")
    assert found == {
        "decides": "p1 burst",
        "battle": "p0.1 > p1",
        "p0 units": "G05r",
        "p1 shields": "G23",
        "p1 resolving": "G10",
    }
    assert answers(match) == ['["yes"]', '["no"]']
    assert refused(match, "answer burst [yes]", "DECISION_PENDING", 0)["seat"] == 1
    over = {**BACK, "p1 resolving": ""}
    assert changes(match, "answer burst [yes]") == {**over, "p1 hand": "G10", "p1 known": "G10"}
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G10 G23")))
    assert changes(match, "answer burst [no]") == {**over, "p1 trash": "G10"}


def test_37_a_burst_without_a_target_is_not_asked() -> None:
    match = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G29 G23")))
    play(match, "answer burst [yes]")
    assert (asked(match), answers(match)) == (("target", 1), ["[p0.1]"])
    assert resources(match, 1) == (10, 0, 0)
    assert changes(match, "answer target [p0.1]") == {
        **BACK,
        "p0 units": "",
        "p0 trash": "G05",
        "p1 resolving": "",
        "p1 trash": "G29",
    }
    match = hit(table(("G35(3)", ""), bases=("EXB", ""), shields=("", "G29 G29")))
    assert asked(match) == ("burst", 1)
    play(match, "answer burst [yes]", "answer target [p0.1]")
    assert (trash(match, 0), trash(match, 1)) == ("G35", "G29 G29")
    assert asked(match) == ("", 0)


def test_38_a_burst_and_what_it_sets_off_come_before_other_triggers() -> None:
    match = hit(table(("G17", "G05"), bases=("EXB", ""), shields=("", "G31 G24")))
    assert asked(match) == ("burst", 1)
    assert changes(match, "answer burst [yes]") == {
        "decides": "p1 target",
        "p1 base": "G31",
        "p1 hand": "G24",
        "p1 known": "?",
        "p1 shields": "",
        "p1 resolving": "",
    }
    assert answers(match) == ["[p0.1]"]
    assert changes(match, "answer target [p0.1]") == {"decides": "p0 target", "p0 units": "G17r(1)"}
    assert answers(match) == ["[p1.1]"]
    assert changes(match, "answer target [p1.1]") == {**BACK, "p1 units": "", "p1 trash": "G05"}


def test_39_breach_then_burst_then_the_ability_of_what_was_destroyed() -> None:
    orders: set[str] = set()
    for seed in range(8):
        match = table(
            ("G42", "G22+G13r"),
            bases=("EXB", ""),
            shields=("", "G15 G05 G24"),
            decks=(USUAL_DECK, "G19 G27 G05 G03 G07"),
            seed=seed,
        )
        hit(match, target="p1.1")
        assert (units(match, 0), units(match, 1)) == ("G42r(4)", "")
        assert (trash(match, 1), pile(match, RESOLVING, 1)) == ("G13 G22", "G15")
        assert asked(match) == ("burst", 1)
        assert changes(match, "answer burst [yes]") == {
            "decides": "p1 take",
            "p1 base": "G15",
            "p1 hand": "G05",
            "p1 known": "?",
            "p1 shields": "G24",
            "p1 resolving": "",
            "p1 looked": "G05 G19 G27",
            "p1 deck": "G03 G07",
        }
        assert answers(match) == ["[]", "[G19]"]
        found = changes(match, "answer take [G19]")
        order = found.pop("p1 deck")
        assert order in ("G03 G07 G05 G27", "G03 G07 G27 G05")
        assert found == {**BACK, "p1 hand": "G05 G19", "p1 known": "? G19", "p1 looked": ""}
        orders.add(order)
    assert len(orders) == 2, "the order is random"


# Keywords.


def test_40_breach_damages_the_base() -> None:
    match = table(("G42+G44", "G33"))
    assert numbers(match, "p0.1") == (7, 7)
    assert changes(match, "attack p0.1 p1", "block p1.1", *PASSES) == {
        "p0 units": "G42+G44r(4)",
        "p1 units": "",
        "p1 trash": "G33",
        "p1 base": "",
    }
    match = table(("G42+G44", "G33"), bases=("EXB", ""), shields=("", ""))
    assert changes(match, "attack p0.1 p1", "block p1.1", *PASSES) == {
        "p0 units": "G42+G44r(4)",
        "p1 units": "",
        "p1 trash": "G33",
    }


def test_41_suppression_destroys_two_shields_and_their_owner_orders_the_bursts() -> None:
    match = hit(table(("G35+G36", ""), bases=("EXB", ""), shields=("", "G29 G16 G10")))
    assert (asked(match), answers(match)) == (("order", 1), ["[0]", "[1]"])
    assert pile(match, RESOLVING, 1) == "G16 G29", "both are shown"
    play(match, "answer order [1]")
    assert asked(match) == ("burst", 1)
    assert changes(match, "answer burst [yes]") == {
        "p1 base": "G16",
        "p1 hand": "G10",
        "p1 known": "?",
        "p1 shields": "",
        "p1 resolving": "G29",
    }
    play(match, "answer burst [yes]")
    assert changes(match, "answer target [p0.1]") == {
        **BACK,
        "p0 units": "G35+G36r(2)",
        "p1 resolving": "",
        "p1 trash": "G29",
    }
    match = table(("G35", ""), bases=("EXB", ""), shields=("", "G23"))
    assert changes(match, "attack p0.1 p1", *HIT) == {
        "p0 units": "G35r",
        "p1 shields": "",
        "p1 trash": "G23",
    }, "the player is safe"
    match = table(("G35", ""), bases=("", ""))
    assert changes(match, "attack p0.1 p1", *HIT) == {
        "p0 units": "G35r",
        "p1 shields": "G23 G23",
        "p1 trash": "G23",
    }


def test_42_support_strengthens_another_unit() -> None:
    match = table(("G18 G20 G24", ""), bases=("EXB", "G15"))
    play(match, "activate p0.1 support")
    assert answers(match) == ["[p0.2]", "[p0.3]"]
    assert changes(match, "answer target [p0.3]") == {
        "decides": "p0",
        "p0 units": "G18r G20 G24[ap+2]",
    }
    assert refused(match, "activate p0.1 support", "RESTED") == {"place": "p0.units.1"}
    play(match, "activate p0.2 support", "answer target [p0.3]")
    assert numbers(match, "p0.3")[0] == 5
    play(match, "attack p0.3 p1")
    assert numbers(match, "p0.3")[0] == 7
    play(match, "pass_block", "pass_action")
    refused(match, "activate p0.1 support", "WRONG_TIMING")
    found = changes(match, "pass_action")
    assert (found["p1 base"], found["p1 trash"]) == ("", "G15")
    assert shields(match, 1) == "G23 G23 G23"
    refused(table(("G18", "G05")), "activate p0.1 support", "NO_TARGET")


def test_43_repair_heals_what_there_is_also_on_rested_units() -> None:
    match = play(table(("G01r(1) G01r(3)", "")), "end_main", *PASSES)
    assert units(match, 0) == "G01r G01r(1)"


# Single cards.


def test_44_tallgeese_attacks_twice_and_readies_one_resource() -> None:
    match = table(("G39+G11", ""), ready=(5, 10), rested=(2, 0))
    play(match, "attack p0.1 p1")
    assert (asked(match), resources(match, 0)) == (("", 1), (6, 1, 0))
    assert changes(match, *HIT) == {**BACK, "p1 base": ""}
    play(match, "activate p0.1 act")
    assert (units(match, 0), resources(match, 0)) == ("G39+G11", (2, 5, 0))
    assert changes(match, "attack p0.1 p1", *HIT) == {
        "p0 units": "G39+G11r[used]",
        "p1 shields": "G23 G23",
        "p1 trash": "G23",
    }
    assert reasons(match, "activate p0.1 act") == ["COST_TOO_HIGH", "ONCE_PER_TURN"]


def test_45_an_ability_of_the_action_step_needs_its_pilot() -> None:
    match = table(("G05", "G41+G11"), bases=("EXB", "G16(4)"))
    play(match, "attack p0.1 p1", "pass_block", "activate p1.1 act")
    assert (asked(match), answers(match)) == (("target", 1), ["[p0.1]"])
    play(match, "answer target [p0.1]")
    assert (resources(match, 1), numbers(match, "p0.1")[0]) == ((8, 2, 0), 1)
    assert match.seat == 0
    found = changes(match, *PASSES)
    assert (found["p1 base"], found["p1 trash"], found["p0 units"]) == ("", "G16", "G05r")
    match = play(table(("G05", "G41")), "attack p0.1 p1", "pass_block")
    refused(match, "activate p1.1 act", "NOT_PAIRED")
    refused(table(("G41+G11", "G05")), "activate p0.1 act", "WRONG_TIMING")


@pytest.mark.parametrize(("attacker", "left"), [("G07", "G23"), ("G48", "")])
def test_46_peaceful_timbre_protects_base_and_shields(attacker: str, left: str) -> None:
    match = table((attacker, ""), bases=("EXB", ""), shields=("", "G23"), hands=("", "G45"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G45", *PASSES)
    assert (shields(match, 1), asked(match)) == (left, ("", 0))
    match = table((attacker, ""), bases=("EXB", "G16"), hands=("", "G45"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G45", *PASSES)
    assert base(match, 1) == ("G16" if left else "")


def test_46_peaceful_timbre_does_not_protect_the_player() -> None:
    match = table(("G07", ""), bases=("EXB", ""), shields=("", ""), hands=("", "G45"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G45", *PASSES)
    expect_over(match, winner=0, reason="battle damage")


def test_47_the_blue_giant_prevents_damage_from_weak_units() -> None:
    for attacker, found in (("G05", ("G05r(1)", "G23r")), ("G19", ("G19r(1)", ""))):
        match = table((attacker, "G23r"), hands=("", "G30"))
        play(match, "attack p0.1 p1.1", "pass_block", "play_command G30", "answer target [p1.1]")
        play(match, *PASSES)
        assert (units(match, 0), units(match, 1)) == found
    match = play(table(("G23", ""), hands=("G30", "")), "end_main", "pass_action")
    play(match, "play_command G30")
    assert changes(match, "answer target [p0.1]") == {
        "decides": "p1",
        "p0 resolving": "",
        "p0 trash": "G30",
    }, "no effect"
    assert resources(match, 0) == (9, 1, 0)


def test_48_there_are_five_ex_resources_at_most() -> None:
    for before in (4, 5):
        match = play(table(hands=("G43", ""), ex=(before, 0)), "deploy_unit G43")
        assert resources(match, 0) == (7, 3, 5)


def test_49_gyan_destroys_a_small_blocker() -> None:
    match = play(table(("G47", "G09+G13 G35 G05"), hands=("G27", "")), "pair_pilot G27 p0.1")
    assert (asked(match), answers(match)) == (("target", 0), ["[p1.1]"])
    assert changes(match, "answer target [p1.1]") == {
        "decides": "p0",
        "p1 units": "G35 G05",
        "p1 trash": "G09 G13",
    }
    match = play(table(("G47", "G09+G13 G35"), hands=("G28", "")), "pair_pilot G28 p0.1")
    assert (asked(match), units(match, 1)) == (("", 0), "G09+G13 G35")


def test_50_kshatriya_damages_one_or_two_units() -> None:
    match = table(("G48", "G22(1) G22(1) G05"), hands=("G27", ""), decks=("G05", "G24 G24 G23 G05"))
    play(match, "pair_pilot G27 p0.1")
    assert len(answers(match)) == 6
    refused(match, "answer target []", "WRONG_TARGET_COUNT")
    refused(match, "answer target [p1.1,p1.2,p1.3]", "WRONG_TARGET_COUNT")
    refused(match, "answer target [p1.1,p1.1]", "DUPLICATE_TARGETS")
    refused(match, "answer target [p0.1]", "INVALID_TARGET")
    assert changes(match, "answer target [p1.1,p1.2]") == {
        "decides": "p1 take",
        "p1 units": "G05",
        "p1 trash": "G22 G22",
        "p1 looked": "G23 G24 G24",
        "p1 deck": "G05",
    }
    play(match, "answer take [G24]")
    assert (asked(match), answers(match)) == (("take", 1), ["[]", "[G23]", "[G24]"])
    play(match, "answer take []")
    assert (hand(match, 1), units(match, 1), asked(match)) == ("G24", "G05", ("", 0))
    match = play(table(("G48", "G05 G03"), hands=("G27", "")), "pair_pilot G27 p0.1")
    play(match, "answer target [p1.2]")
    assert units(match, 1) == "G05 G03(1)"


def test_51_strike_gundam_draws_then_discards() -> None:
    match = play(table(hands=("G34", ""), decks=("G14 G05", "G05")), "deploy_unit G34")
    assert (asked(match), hand(match, 0), answers(match)) == (("discard", 0), "G14", ["[G14]"])
    refused(match, "answer discard []", "WRONG_TARGET_COUNT")
    assert changes(match, "answer discard [G14]") == {
        "decides": "p0",
        "p0 hand": "",
        "p0 known": "",
        "p0 trash": "G14",
    }
    match = play(table(hands=("G34 G05", ""), decks=("G14", "G05")), "deploy_unit G34")
    expect_over(match, winner=1, reason="an empty deck")
    assert (hand(match, 0), trash(match, 0)) == ("G05 G14", "")
    assert match.state.question() is None, "the discard is not asked"


def test_52_aile_strike_returns_a_unit_with_its_pilot() -> None:
    match = play(table(("G33", "G05+G10 T1 G35"), hands=("G36", "")), "pair_pilot G36 p0.1")
    assert answers(match) == ["[p1.1]", "[p1.2]"]
    assert changes(match, "answer target [p1.1]") == {
        "decides": "p0",
        "p1 units": "T1 G35",
        "p1 hand": "G05 G10",
        "p1 known": "G05 G10",
    }
    match = play(table(("G33", "G05+G10 T1"), hands=("G36", "")), "pair_pilot G36 p0.1")
    assert changes(match, "answer target [p1.2]") == {"decides": "p0", "p1 units": "G05+G10"}
    match = play(table(("G33", "G05"), hands=("G37", "")), "pair_pilot G37 p0.1")
    assert (asked(match), units(match, 1)) == (("", 0), "G05")


def test_53_kira_yamato_weakens_a_unit_for_the_battle() -> None:
    match = play(table(("G34+G36", "G07r G05r")), "attack p0.1 p1.1")
    assert (asked(match), answers(match)) == (("target", 0), ["[p1.1]", "[p1.2]"])
    play(match, "answer target [p1.1]", *HIT)
    assert (units(match, 0), units(match, 1)) == ("G34+G36r(1)", "G05r")
    match = play(table(("G34+G36", "G07r G05r")), "attack p0.1 p1.1", "answer target [p1.2]")
    assert numbers(match, "p1.2")[0] == 0
    play(match, *HIT)
    assert numbers(match, "p1.1")[0] == 2


@pytest.mark.parametrize(("answer", "lost"), [("[G24]", True), ("[]", False)])
def test_54_taking_the_last_card_loses(answer: str, lost: bool) -> None:
    match = table(("G05", "G22r"), decks=(USUAL_DECK, "G24"))
    hit(match, target="p1.1")
    assert asked(match) == ("take", 1)
    play(match, f"answer take {answer}")
    if lost:
        expect_over(match, winner=0, reason="an empty deck")
        assert deck(match, 1) == ""
    else:
        assert (match.outcome, deck(match, 1), hand(match, 1)) == (None, "G24", "")


def test_55_archangel_readies_a_blocker_that_cannot_attack() -> None:
    match = table(("G33r G05r", "G05"), bases=("G38", "EXB"))
    play(match, "activate p0.base act")
    assert answers(match) == ["[p0.1]"]
    play(match, "answer target [p0.1]")
    assert units(match, 0) == "G33 G05r"
    assert refused(match, "attack p0.1 p1", "CANNOT_ATTACK") == {"place": "p0.units.1"}
    play(match, "end_main", *PASSES, "attack p1.1 p0", "block p0.1")
    assert units(match, 0) == "G33r G05r"


# Hidden information and laws.


@pytest.mark.parametrize("decks", ["A / B", "C / D"])
def test_56_no_view_tells_what_is_hidden(decks: str) -> None:
    match, rng = RuleEngine(Gundam(decks), seed=5), seeded("moves")
    while match.outcome is None:
        check_hidden(match)
        listed = match.legal_moves()
        match.play(listed[rng.below(len(listed))])


def test_57_equal_cards_give_one_move() -> None:
    match = table(hands=("G05 G05 G05", ""))
    assert moves(match) == ["deploy_unit G05", "end_main"]


def test_58_sampled_worlds_agree_with_what_is_known() -> None:
    match = table(("G05", ""), bases=("EXB", ""), shields=("G14", "G10 G23"), hands=("", "G05 G31"))
    play(hit(match), "answer burst [yes]")
    assert seen(match, 0, 1) == "? ? G10"
    hands: set[str] = set()
    for seed in range(20):
        world = match.game.sample(match.view(0), seeded(seed))
        words = [LAYOUT.card_word(card) for card in world.pile(HAND, 1)]
        assert "G10" in words
        assert world.pile(HAND, 0) == match.state.pile(HAND, 0)
        mine = [*world.pile(HAND, 1), *world.pile(DECK, 1), *world.pile(SHIELDS, 1)]
        state = match.state
        real = [*state.pile(HAND, 1), *state.pile(DECK, 1), *state.pile(SHIELDS, 1)]
        assert sorted(mine) == sorted(real)
        hands.add(" ".join(words))
    assert len(hands) > 3


# Scenarios 59 and 60 are in test_laws.py, the codes in test_moves.py and test_options.py.
