"""The numbered rules and settled questions that neither the scenarios nor the cards show.

R are rules, K keywords, H says what is hidden, and Q which questions are asked.
"""

from collections.abc import Callable

import pytest

from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import (
    AP,
    BREACH,
    CARDS,
    FIRST_STRIKE,
    HIGH_MANEUVER,
    REPAIR,
    SUPPORT,
)
from kibitz.games.gundam.rules.turn import First
from kibitz.games.gundam.state import DECK, HAND, LOOKED, GundamState
from kibitz.games.gundam.state import units as units_of
from kibitz.kit import Question
from kibitz.kit.modifiers import Modifier
from kibitz.testing import expect_over, scenario
from tests.games.gundam.table import (
    PASSES,
    USUAL_DECK,
    Match,
    answers,
    asked,
    base,
    changes,
    deck,
    edited,
    facts,
    hand,
    hit,
    moves,
    numbers,
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

HIT = ("pass_block", *PASSES)


def given(stat: int, amount: int, seat: int = 0, index: int = 0) -> Callable[[GundamState], None]:
    """Gives a Unit a number or keyword for this turn, which no card of the pool gives it."""

    def change(state: GundamState) -> None:
        part = units_of(state, seat)[index]
        part.mods = (*part.mods, Modifier(stat, amount, state.turn))

    return change


# Aim and end.


@pytest.mark.parametrize("seat", [0, 1])
def test_r2_both_may_concede_at_any_time(seat: int) -> None:
    burst = hit(table(("G05", ""), bases=("EXB", ""), shields=("", "G10")))
    for match in (
        RuleEngine(Gundam(), seed=1),
        RuleEngine(Gundam(first="1"), seed=1),
        table(),
        play(table(("G05", "")), "attack p0.1 p1"),
        play(table(), "end_main"),
        burst,
    ):
        match.play(f"concede {seat}", seat)
        expect_over(match, winner=1 - seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_r2_nobody_concedes_for_the_other_player(seat: int) -> None:
    for match in (table(), play(table(), "end_main")):
        refused(match, f"concede {1 - seat}", "NOT_YOUR_SEAT", seat)


def test_r2_an_empty_deck_loses_before_anything_else_happens() -> None:
    match = table(("G02", "G05"), hands=("G10", ""), decks=("G03", USUAL_DECK))
    play(match, "pair_pilot G10 p0.1", "answer order [0]")
    expect_over(match, winner=1, reason="an empty deck")
    assert (hand(match, 0), units(match, 1)) == ("G03", "G05")


def test_r2_a_deck_that_is_empty_after_an_effect_of_the_other_turn_loses() -> None:
    match = table(("G05", "G22r"), decks=(USUAL_DECK, "G24 G19"))
    hit(match, target="p1.1")
    assert match.outcome is None, "cards that are looked at are still in the deck"
    play(match, "answer take [G24]")
    assert (match.outcome, deck(match, 1)) == (None, "G19")


def test_r4_breach_never_hurts_the_player() -> None:
    match = hit(table(("G42", "G05"), bases=("EXB", ""), shields=("", "")), target="p1.1")
    assert (match.outcome, trash(match, 1)) == (None, "G05")


# Zones and knowledge.


def test_r8_a_card_that_comes_back_is_a_new_card() -> None:
    match = table(("G41+G11r(3)", "G05"), hands=("", "G37"))
    match = edited(match, given(AP, 2))
    play(match, "end_main", "play_command G37", "answer target [p0.1]", *PASSES)
    assert (hand(match, 0), seen(match, 1, 0)) == ("G11 G41", "G11 G41")
    play(match, "end_main", *PASSES, "deploy_unit G41")
    assert (units(match, 0), unit(match, "p0.1").mods) == ("G41n", ())


def test_r8_a_new_copy_has_its_own_count() -> None:
    match = table(bases=("G15", "EXB"), hands=("G15", ""))
    play(match, "activate p0.base act", "deploy_base G15", "activate p0.base act")
    assert (units(match, 0), resources(match, 0)) == ("T1n T2n", (4, 6, 0))


def test_r9_one_of_several_equal_cards_that_leaves_is_the_known_one() -> None:
    match = table(("G05 G03", ""), hands=("G05", "G37"))
    play(match, "end_main", "play_command G37", "answer target [p0.1]", *PASSES)
    assert (hand(match, 0), seen(match, 1, 0), seen(match, SPECTATOR, 0)) == (
        *("G05 G05", "? G05", "? G05"),
    )
    play(match, "end_main", *PASSES)
    play(match, "deploy_unit G05")
    assert (hand(match, 0), seen(match, 1, 0)) == ("G03 G05", "? ?")


def test_r9_nobody_learns_a_shield_that_goes_to_the_hand() -> None:
    match = play(table(shields=("G10 G23", ""), hands=("G16", "")), "deploy_base G16")
    assert [seen(match, viewer, 0) for viewer in (0, 1, SPECTATOR)] == ["G10", "?", "?"]


def test_r9_looked_at_cards_are_seen_by_their_owner_only() -> None:
    match = hit(table(("G05", "G22r")), target="p1.1")
    found = [match.game.view(match.state, viewer).pile(LOOKED, 1) for viewer in (0, 1, SPECTATOR)]
    assert found == [(0, 0, 0), match.state.pile(LOOKED, 1), (0, 0, 0)]


HIDDEN: dict[str, Match] = {
    "take": hit(table(("G05", "G22r"), decks=(USUAL_DECK, "G24 G19 G05 G03")), target="p1.1"),
    "deploy": play(table(("", "G17"), hands=("", "G26 G25"), active=1), "pair_pilot G26 p1.1"),
    "discard": play(table(hands=("", "G34 G05"), active=1), "deploy_unit G34"),
}


@pytest.mark.parametrize("id", HIDDEN)
def test_r10_questions_about_hidden_cards_show_their_options_to_the_seat_that_is_asked(
    id: str,
) -> None:
    match = HIDDEN[id]
    for viewer in (0, 1, SPECTATOR):
        view = match.game.view(match.state, viewer)
        question = view.question()
        assert isinstance(question, Question)
        assert (question.id, question.seat) == (id, 1), "everybody sees the question"
        assert any(question.options(view)) == (viewer == 1)


# Set-up.


def test_r11_a_random_player_is_asked_before_anybody_has_cards() -> None:
    seats: set[int] = set()
    for seed in range(12):
        match = RuleEngine(Gundam(), seed=seed)
        assert asked(match)[0] == "first"
        assert [match.state.count(HAND, seat) for seat in (0, 1)] == [0, 0]
        seats.add(match.seat)
    assert seats == {0, 1}


@pytest.mark.parametrize("first", [0, 1])
def test_r12_player_one_decides_about_the_hand_first(first: int) -> None:
    match = RuleEngine(Gundam(first=str(first)), seed=1)
    assert [match.state.count(HAND, seat) for seat in (0, 1)] == [5, 5]
    assert asked(match) == ("mulligan", first)
    match.play("answer mulligan [keep]")
    assert asked(match) == ("mulligan", 1 - first)


def test_r14_39_cards_are_left_before_the_first_draw() -> None:
    match = RuleEngine(Gundam(first="1"), seed=1)
    play(match, "answer mulligan [keep]", "answer mulligan [keep]")
    assert [match.state.count(DECK, seat) for seat in (0, 1)] == [39, 38]
    assert (resources(match, 0), resources(match, 1)) == ((0, 0, 1), (1, 0, 0))
    assert (base(match, 0), base(match, 1)) == ("EXB", "EXB")


# The turn.


def test_r15_effects_for_the_turn_end_on_both_sides() -> None:
    match = table(("G05", "G05"), hands=("", "G28 G14"))
    play(match, "end_main", "play_command G28", "answer target [p1.1]", "pass_action")
    play(match, "play_command G14", "answer target [p0.1]")
    assert (numbers(match, "p0.1")[0], numbers(match, "p1.1")[0]) == (0, 4)
    play(match, *PASSES)
    assert (numbers(match, "p0.1")[0], numbers(match, "p1.1")[0]) == (2, 2)
    assert (match.state.turn, match.state.active) == (6, 1)


def test_the_start_of_a_turn_makes_only_own_cards_active() -> None:
    match = table(("G05r", "G05r"), bases=("G16r", "G16r"), ready=(1, 1), rested=(2, 2))
    play(match, "end_main", *PASSES)
    assert (units(match, 0), base(match, 0), resources(match, 0)) == ("G05r", "G16r", (1, 2, 0))
    assert (units(match, 1), base(match, 1), resources(match, 1)) == ("G05", "G16", (3, 0, 0))


def test_an_empty_resource_deck_gives_no_resource() -> None:
    match = play(table(ready=(10, 7), left=(0, 0)), "end_main", *PASSES)
    assert (resources(match, 1), match.state.board.left) == ((7, 0, 0), [0, 0])


@pytest.mark.parametrize(("cards", "count"), [(10, 0), (11, 1), (12, 2)])
def test_the_hand_limit_is_ten(cards: int, count: int) -> None:
    match = play(table(hands=("G05 " * cards, "")), "end_main", *PASSES)
    assert asked(match) == (("discard", 0) if count else ("", 1))
    if count:
        assert answers(match) == [f"[{','.join(['G05'] * count)}]"]


def test_repair_comes_after_the_action_step_and_before_the_hand_step() -> None:
    match = table(("G01(1)", ""), hands=("G05 " * 11, "G29"))
    play(match, "end_main", "play_command G29", "answer target [p0.1]", *PASSES)
    assert (asked(match), units(match, 0)) == (("discard", 0), "G01(1)")


def test_what_was_deployed_or_used_this_turn_is_forgotten_at_its_end() -> None:
    match = table(("G39n", "G41+G11"), bases=("G15", "EXB"))
    play(match, "activate p0.1 act", "activate p0.base act", "end_main")
    assert unit(match, "p0.1").used
    play(match, *PASSES)
    assert not unit(match, "p0.1").used
    assert not unit(match, "p0.1").fresh


# Playing cards.


def test_r16_all_resources_count_for_the_level() -> None:
    match = table(hands=("G17", ""), ready=(2, 10), rested=(1, 0), ex=(3, 0))
    play(match, "deploy_unit G17")
    assert resources(match, 0) == (0, 3, 0)


def test_r17_ex_resources_pay_for_abilities_too() -> None:
    match = table(bases=("G15", "EXB"), ready=(1, 10), ex=(2, 0))
    play(match, "activate p0.base act")
    assert resources(match, 0) == (0, 1, 1)


def test_r18_a_pilot_and_a_base_need_their_level_and_cost() -> None:
    match = table(("G05", ""), hands=("G26 G28 G15", ""), ready=(1, 10), rested=(1, 0))
    assert refused(match, "pair_pilot G26 p0.1", "LEVEL_TOO_LOW") == {"required": 6, "available": 2}
    assert refused(match, "deploy_base G15", "LEVEL_TOO_LOW") == {"required": 3, "available": 2}
    play(match, "pair_pilot G28 p0.1")
    assert resources(match, 0) == (0, 2, 0)


def test_r19_the_pilot_of_a_token_goes_to_the_trash() -> None:
    match = table(("T1+G10 G05 G05 G05 G05 G05", ""), hands=("G24", ""))
    play(match, "deploy_unit G24", "answer room [p0.1]")
    assert (trash(match, 0), units(match, 0)) == ("G10", "G05 G05 G05 G05 G05 G24n")


def test_r20_a_base_that_is_replaced_is_not_destroyed() -> None:
    match = table(bases=("EXB(2)", "EXB"), shields=("", ""), hands=("G15 G38", ""))
    play(match, "deploy_base G15")
    assert (base(match, 0), trash(match, 0)) == ("G15", "")
    play(match, "deploy_base G38")
    assert (base(match, 0), trash(match, 0)) == ("G38", "G15")


def test_r21_commands_of_the_action_step_are_played_in_both_turns() -> None:
    match = table(("G05", "G05"), hands=("G30", "G30"))
    play(match, "end_main", "play_command G30", "answer target [p1.1]")
    assert match.seat == 0
    play(match, "play_command G30", "answer target [p0.1]")
    assert (match.seat, trash(match, 0), trash(match, 1)) == (1, "G30", "G30")


def test_r24_there_is_no_limit_to_cards_and_attacks_begin_on_turn_1() -> None:
    match = RuleEngine(Gundam(first="0"), seed=1)
    play(match, "answer mulligan [keep]", "answer mulligan [keep]")
    state = match.state.clone()
    state.enter(Gundam().part(5), 0, 0)
    match = RuleEngine(match.game, state=state, seed=0)
    play(match, "attack p0.1 p1")
    match = table(hands=("G05 G05 G05 G05", ""))
    play(match, *["deploy_unit G05"] * 4)
    assert units(match, 0) == "G05n G05n G05n G05n"


# Pairing and linking.


def test_r25_any_pilot_fits_any_own_unit() -> None:
    match = table(("T1 G05r G08n", "G05"), hands=("G36 G36 G36", ""))
    for place in ("p0.1", "p0.2", "p0.3"):
        play(match, f"pair_pilot G36 {place}")
    assert units(match, 0) == "T1+G36 G05+G36r G08+G36n"
    match = table(("G05", "G05"), hands=("G36 G05 G29", ""))
    refused(match, "pair_pilot G36 p1.1", "INVALID_TARGET")
    refused(match, "pair_pilot G05 p0.1", "NOT_OFFERED")
    refused(match, "pair_pilot G29 p0.1", "NOT_OFFERED")


def test_r26_a_pilot_gives_numbers_and_abilities_and_does_not_heal() -> None:
    match = play(table(("G05(1)", ""), hands=("G11", "")), "pair_pilot G11 p0.1")
    assert (numbers(match, "p0.1"), units(match, 0)) == ((3, 3), "G05+G11(1)")


def test_r26_a_pilot_gives_no_level() -> None:
    match = play(table(("G05+G26", "G05"), hands=("G46", "")), "play_command G46")
    assert answers(match) == ["[p0.1]"], "it has the level of the Unit"


def test_r26_the_pilot_of_a_destroyed_unit_goes_to_the_trash_without_burst() -> None:
    match = hit(table(("G48", "G05+G10r")), target="p1.1")
    assert (asked(match), trash(match, 1)) == (("", 0), "G05 G10")


# Attacks.


def test_r30_an_attacker_is_active_and_attacks_in_the_main_phase() -> None:
    match = table(("G05r G05", "G05r"))
    refused(match, "attack p0.1 p1", "RESTED")
    refused(match, "attack p0.2 p0", "INVALID_TARGET")
    refused(match, "attack p0.2 p0.1", "INVALID_TARGET")
    refused(match, "attack p1.1 p1", "INVALID_TARGET")
    play(match, "attack p0.2 p1", "pass_block", "pass_action")
    refused(match, "attack p0.2 p1", "WRONG_PHASE")


def test_r30_an_active_token_is_no_target() -> None:
    match = table(("G05 G42", "T1"))
    refused(match, "attack p0.1 p1.1", "TARGET_ACTIVE")
    assert moves(match, "attack p0.2") == ["attack p0.2 p1.1", "attack p0.2 p1"]


def test_r31_abilities_of_the_attack_come_before_the_block() -> None:
    match = table(("G05+G36", "G08 G07"))
    play(match, "attack p0.1 p1")
    assert asked(match) == ("target", 0)
    play(match, "answer target [p1.2]")
    assert (match.seat, moves(match)) == (1, ["block p1.1", "pass_block"])


def test_r32_a_blocker_protects_another_unit() -> None:
    match = table(("G05", "G08 G05r"))
    play(match, "attack p0.1 p1.2", "block p1.1", *PASSES)
    assert (units(match, 0), units(match, 1)) == ("G05r(1)", "G05r"), "G08 fought"


def test_r32_the_block_step_is_asked_without_a_blocker() -> None:
    match = play(table(("G05", "")), "attack p0.1 p1")
    assert (match.seat, moves(match)) == (1, ["pass_block"])


def test_r32_a_block_stays_valid_when_high_maneuver_comes_later() -> None:
    match = play(table(("G05", "G08")), "attack p0.1 p1", "block p1.1")
    match = edited(match, given(HIGH_MANEUVER, 1))
    play(match, *PASSES)
    assert (units(match, 1), base(match, 1)) == ("", "EXB")


def test_r33_two_passes_in_a_row_end_the_step() -> None:
    match = table(("G05", "G05"), hands=("G28", "G28"))
    play(match, "attack p0.1 p1", "pass_block")
    seats = [match.seat]
    for move in ("pass_action", "play_command G28", "play_command G28", "pass_action"):
        play(match, move)
        if asked(match)[0]:
            play(match, f"answer target {answers(match)[0]}")
        seats.append(match.seat)
    assert (seats, match.state.layout.phases[match.state.phase]) == ([1, 0, 1, 0, 1], "action")
    play(match, "pass_action")
    assert match.state.layout.phases[match.state.phase] == "main"


def test_r33_the_player_whose_turn_it_is_not_waits() -> None:
    match = play(table(("G05", "G05"), hands=("G28", "")), "attack p0.1 p1", "pass_block")
    for move in ("pass_action", "play_command G28"):
        refused(match, move, "NOT_YOUR_TURN", 0)


def test_r34_a_target_that_becomes_active_stays_the_target() -> None:
    def ready(state: GundamState) -> None:
        units_of(state, 1)[0].rested = False

    match = edited(play(table(("G05", "G05r")), "attack p0.1 p1.1", "pass_block"), ready)
    play(match, *PASSES)
    assert (units(match, 0), units(match, 1), base(match, 1)) == ("", "", "EXB")


def test_r34_the_blocker_that_leaves_ends_the_battle_and_the_old_target_is_safe() -> None:
    match = table(("G05", "G08 G05r"), hands=("G29", ""))
    play(match, "attack p0.1 p1.2", "block p1.1", "pass_action")
    play(match, "play_command G29", "answer target [p1.1]")
    assert changes(match, *PASSES) == {"turn": "5 p0 main", "decides": "p0", "battle": ""}


@pytest.mark.parametrize("leaves", ["attacker", "target"])
def test_r34_an_attack_that_is_over_after_the_attack_or_block_step_is_skipped(leaves: str) -> None:
    """No card of the pool removes a Unit there."""

    def remove(state: GundamState) -> None:
        state.drop(state.find(getattr(state.board, leaves)))

    match = edited(play(table(("G05", "G05r")), "attack p0.1 p1.1"), remove)
    play(match, "pass_block")
    assert (match.seat, match.state.layout.phases[match.state.phase]) == (0, "main")


def test_r35_a_base_takes_the_damage_and_keeps_it() -> None:
    match = hit(table(("G05 G03", ""), bases=("EXB", "G15")))
    assert changes(match, "attack p0.2 p1", *HIT) == {"p0 units": "G05r G03r", "p1 base": "G15(4)"}


def test_r35_a_unit_without_ap_destroys_no_shield() -> None:
    match = table(("G08", ""), bases=("EXB", ""), hands=("G14", "G14"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G14", "answer target [p0.1]")
    play(match, *PASSES)
    assert shields(match, 1) == "G23 G23 G23"
    match = edited(table(("G08", "")), given(AP, -3))
    assert moves(match, "attack") == ["attack p0.1 p1"], "it may attack"
    assert base(hit(match), 1) == "EXB"


def test_r36_a_survivor_of_first_strike_strikes_back() -> None:
    match = edited(table(("G05", "G03r")), given(FIRST_STRIKE, 1))
    hit(match, target="p1.1")
    assert (trash(match, 0), units(match, 1)) == ("G05", "G03r(2)")


def test_r36_first_strike_against_a_blocker() -> None:
    match = edited(table(("G05", "G09")), given(FIRST_STRIKE, 1))
    play(match, "attack p0.1 p1", "block p1.1", *PASSES)
    assert (units(match, 0), trash(match, 1)) == ("G05r", "G09")


def test_r36_first_strike_changes_nothing_against_a_base() -> None:
    assert {card.ap for card in CARDS if card.type == "base"} == {0}
    plain = table(("G05", ""), bases=("EXB", "G15"))
    first = edited(plain, given(FIRST_STRIKE, 1))
    for match in (plain, first):
        hit(match)
        assert (units(match, 0), base(match, 1)) == ("G05r", "G15(2)")


def test_r37_no_damage_destroys_nothing_and_sets_nothing_off() -> None:
    match = edited(table(("G42", "G05r")), given(AP, -4))
    hit(match, target="p1.1")
    assert (units(match, 0), units(match, 1), base(match, 1)) == ("G42r(2)", "G05r", "EXB")


# Damage, destruction, effects.


def test_r39_conditions_mean_the_numbers_of_now() -> None:
    match = table(("", "G48 G48+G27 G03"), hands=("G14 G31", ""))
    play(match, "play_command G14", "answer target [p1.2]", "deploy_base G31")
    assert answers(match) == ["[p1.1]", "[p1.2]", "[p1.3]"], "6 - 3 is 5 or less"
    match = play(table(("G06", "T1 G17"), hands=("G11", "")), "pair_pilot G11 p0.1")
    assert answers(match) == ["[p1.1]"], "a token has level 0"


def test_r40_ap_is_added_up_then_not_below_zero() -> None:
    match = table(("G08", ""), hands=("G28 G28", "G14"))
    play(match, "end_main", "play_command G14", "answer target [p0.1]")
    assert numbers(match, "p0.1")[0] == 0
    play(match, "play_command G28", "answer target [p0.1]", "pass_action")
    assert numbers(match, "p0.1")[0] == 0, "1 - 3 + 2"
    play(match, "play_command G28", "answer target [p0.1]")
    assert numbers(match, "p0.1")[0] == 2


def test_r41_units_that_fall_together_are_destroyed_together() -> None:
    decks = ("G24 G19 G05 G03", "G23 G19 G05 G03")
    match = hit(table(("G22", "G22r"), decks=decks), target="p1.1")
    assert (units(match, 0), units(match, 1)) == ("", "")
    assert asked(match) == ("take", 0), "the active player first"
    play(match, "answer take [G24]")
    assert asked(match) == ("take", 1)
    play(match, "answer take [G23]")
    assert (hand(match, 0), hand(match, 1), asked(match)) == ("G24", "G23", ("", 0))


def test_r42_abilities_see_a_token_that_was_destroyed() -> None:
    match = hit(table(("G39+G40", "T3r")), target="p1.1")
    assert (hand(match, 0), trash(match, 1)) == ("G03", "")
    match = hit(table(("G42", "T3r")), target="p1.1")
    assert base(match, 1) == ""


def test_r44_a_shield_without_burst_goes_to_the_trash_at_once() -> None:
    match = hit(table(("G35", ""), bases=("EXB", ""), shields=("", "G23 G10 G05")))
    assert (asked(match), trash(match, 1)) == (("burst", 1), "G23")
    play(match, "answer burst [yes]")
    assert (hand(match, 1), shields(match, 1)) == ("G10", "G05")


def test_r47_a_triggered_ability_without_a_target_does_nothing() -> None:
    match = play(table(("G05", ""), hands=("G10", "")), "pair_pilot G10 p0.1")
    assert (asked(match), units(match, 0)) == (("", 0), "G05+G10")


def test_r48_different_abilities_are_ordered_even_if_one_does_nothing() -> None:
    match = play(table(("G02", ""), hands=("G10", "")), "pair_pilot G10 p0.1")
    assert asked(match) == ("order", 0)
    play(match, "answer order [1]")
    assert (asked(match), hand(match, 0)) == (("", 0), "G03")


def test_r48_breach_is_ordered_with_other_abilities() -> None:
    match = edited(table(("G39+G40", "G05r")), given(BREACH, 1))
    hit(match, target="p1.1")
    assert asked(match) == ("order", 0)
    play(match, "answer order [1]")
    assert (base(match, 1), hand(match, 0)) == ("EXB(1)", "G03")


def test_r48_new_abilities_come_before_those_that_wait() -> None:
    match = table(("G48", "G22(1)"), hands=("G26 G25", ""), decks=(USUAL_DECK, "G23 G23 G23 G05"))
    play(match, "pair_pilot G26 p0.1", "answer order [0]", "answer target [p1.1]")
    assert asked(match) == ("take", 1), "before Full Frontal, which waits"
    play(match, "answer take []")
    assert asked(match) == ("deploy", 0)


def test_r49_a_choice_with_one_answer_is_asked_and_must_be_made() -> None:
    match = play(table(("", "G05"), hands=("G29", "")), "play_command G29")
    assert (asked(match), answers(match)) == (("target", 0), ["[p1.1]"])
    refused(match, "answer target []", "WRONG_TARGET_COUNT")


def test_r50_a_rested_unit_is_rested_in_vain() -> None:
    match = play(table(("", "G05r"), hands=("G04", "")), "deploy_unit G04")
    assert changes(match, "answer target [p1.1]") == {"decides": "p0"}


def test_r51_a_bonus_stays_when_its_source_leaves() -> None:
    match = table(("G07+G11", ""), bases=("G16", "EXB"), hands=("G38", ""))
    play(match, "activate p0.base act", "deploy_base G38")
    assert (base(match, 0), numbers(match, "p0.1")[0]) == ("G38", 5)


def test_r53_a_link_unit_that_cannot_attack_does_not() -> None:
    match = table(("G33+G36n", ""), bases=("G38", "EXB"))
    assert moves(match, "attack") == ["attack p0.1 p1"]
    play(match, "activate p0.base act", "answer target [p0.1]")
    refused(match, "attack p0.1 p1", "CANNOT_ATTACK")


def test_r54_each_copy_is_used_once_a_turn() -> None:
    match = table(("G39r G39r", ""))
    play(match, "activate p0.1 act", "activate p0.2 act")
    assert (units(match, 0), resources(match, 0)) == ("G39 G39", (2, 8, 0))


def test_r54_an_ability_of_the_unit_and_one_of_its_pilot_are_counted_apart() -> None:
    match = table(("G39+G11", ""), rested=(1, 0))
    play(match, "activate p0.1 act", "attack p0.1 p1")
    assert resources(match, 0) == (7, 4, 0), "G11 has not been used"


# Keywords.


def test_k_repair_adds_up_and_heals_no_base() -> None:
    match = edited(table(("G01(3) G05(1)", ""), bases=("G15(2)", "EXB")), given(REPAIR, 1))
    play(match, "end_main", *PASSES)
    assert (units(match, 0), base(match, 0)) == ("G01 G05(1)", "G15(2)")


def test_k_breach_adds_up_and_its_excess_is_lost() -> None:
    match = edited(table(("G05 G05", "G08r"), bases=("EXB", "G15")), given(BREACH, 1))
    match = edited(match, given(BREACH, 2))
    hit(match, target="p1.1")
    assert base(match, 1) == "G15(3)"
    match = hit(table(("G42", "G08r"), bases=("EXB", "EXB(2)")), target="p1.1")
    assert (base(match, 1), shields(match, 1)) == ("", "G23 G23 G23")


def test_k_breach_needs_battle_damage() -> None:
    match = table(("G05 G42", "G05r"), hands=("G29", ""))
    hit(match)
    play(match, "attack p0.2 p1.1", "pass_block", "pass_action")
    play(match, "play_command G29", "answer target [p1.1]", *PASSES)
    assert (units(match, 1), base(match, 1)) == ("", "EXB(2)")


def test_k_breach_and_other_abilities_need_the_enemy_unit_to_be_destroyed() -> None:
    match = hit(table(("G42(4)", "G35r")), target="p1.1")
    assert (trash(match, 0), units(match, 1), base(match, 1)) == ("G42", "G35r(4)", "EXB")
    match = hit(table(("G39+G40(4)", "G42+G44r")), target="p1.1")
    assert (trash(match, 0), hand(match, 0)) == ("G39 G40", "")


def test_k_breach_does_not_work_for_a_defender() -> None:
    match = edited(table(("G08", "G05r")), given(BREACH, 3, seat=1))
    hit(match, target="p1.1")
    assert (units(match, 0), base(match, 0)) == ("", "EXB")


def test_k_breach_sets_off_no_ability_for_shields() -> None:
    match = edited(table(("G17", "G05r G03"), bases=("EXB", "")), given(BREACH, 1))
    hit(match, target="p1.1")
    assert (shields(match, 1), asked(match)) == ("G23 G23", ("", 0))


def test_k_support_adds_up() -> None:
    match = edited(table(("G18 G05", "")), given(SUPPORT, 1))
    play(match, "activate p0.1 support", "answer target [p0.2]")
    assert numbers(match, "p0.2")[0] == 5


def test_k_suppression_does_not_hit_a_shield_behind_a_base() -> None:
    match = hit(table(("G35", ""), bases=("EXB", "G15")))
    assert (base(match, 1), shields(match, 1)) == ("G15(4)", "G23 G23 G23")


# Questions.


def test_q_every_question_is_asked_of_the_right_seat() -> None:
    six = "G05 G05 G05 G05 G05 G05"
    found = {
        asked(match)
        for match in (
            scenario(Gundam()).turn(0, phase="set_up").ask(First(1)).engine(),
            RuleEngine(Gundam(first="1"), seed=1),
            play(table(("G05", ""), hands=("", "G29"), active=1), "play_command G29"),
            play(table(("", six), hands=("", "G05"), active=1), "deploy_unit G05"),
            hit(table(("", "G05"), bases=("", "EXB"), shields=("G10", ""), active=1), "p1.1", "p0"),
            play(table(("", "G02"), hands=("", "G10"), active=1), "pair_pilot G10 p1.1"),
            hit(table(("G22r", "G05"), active=1), "p1.1", "p0.1"),
            HIDDEN["deploy"],
            HIDDEN["discard"],
            play(table(hands=("", "G05 " * 11), active=1), "end_main", *PASSES),
        )
    }
    assert found == {
        *(("first", 1), ("mulligan", 1), ("target", 1), ("room", 1), ("burst", 0)),
        *(("order", 1), ("take", 0), ("deploy", 1), ("discard", 1)),
    }


def test_q_the_other_seat_cannot_answer() -> None:
    for match in HIDDEN.values():
        for move in match.legal_moves()[:1]:
            assert [each.error_code for each in match.explain(move, 0)] == ["DECISION_PENDING"]


# Hidden information.


def test_h_returned_cards_stay_known_and_drawn_cards_unknown() -> None:
    match = table(("G05 G05", "G08"), hands=("G03 G29", "G37 G16"), shields=("G10 G23", "G14 G05"))
    play(match, "attack p0.1 p1", "pass_block", "play_command G37", "answer target [p0.2]")
    assert (hand(match, 0), facts(match)["p0 known"]) == ("G03 G05 G29", "? ? G05")
    play(match, *PASSES, "end_main", *PASSES, "deploy_base G16")
    assert (hand(match, 1), facts(match)["p1 known"]) == ("G03 G14", "? ?")
    play(match, "end_main", *PASSES)
    assert (hand(match, 0), facts(match)["p0 known"]) == ("G03 G03 G05 G29", "? ? ? G05")
