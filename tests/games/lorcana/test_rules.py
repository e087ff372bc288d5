"""The numbered rules that the scenarios do not show.

R are rules, K keywords, H says what is hidden, and D which questions are asked.
"""

from typing import ClassVar

import pytest

from kibitz import kit
from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.cards import LORE, STRENGTH, TURN_END
from kibitz.games.lorcana.rules.challenge import ChallengeOver, Damage
from kibitz.games.lorcana.rules.in_play import change
from kibitz.games.lorcana.state import DECK, DISCARD, HAND, LAYOUT, CardInPlay, LorcanaState
from kibitz.games.lorcana.state import Table as Board
from kibitz.testing import expect_over
from tests.games.lorcana.table import Table


def set_lore(state: LorcanaState, *lore: int) -> None:
    """Gives both players lore; nothing in the pool gains any at the end of a turn."""
    state.board.lore[:] = lore


# Aim and end.


def test_r1_20_lore_from_a_trigger_stop_the_bag() -> None:
    table = Table("lore 18, a L39", "x L22:x, y L25").play("challenge a x")
    expect_over(table.match, winner=0)
    assert table.asks == "", "L22 is never asked"


def test_r1_lore_above_20_wins_too() -> None:
    expect_over(Table("lore 19, a L09").play("quest a").match, winner=0)


def test_r2_an_empty_deck_loses_only_at_the_end_of_ones_own_turn() -> None:
    table = Table("hand L20, ink 3/3, deck L01", "deck -").play("play L20")
    assert not table.state.over, "drawing from an empty deck loses nothing"
    table = Table("", "deck -").end()
    assert not table.state.over
    expect_over(Table("deck L01", "deck -").end(2).match, winner=0)


def test_r2_a_deck_that_is_filled_before_the_end_of_the_turn_loses_nothing() -> None:
    table = Table("deck -, hand L14, ink 2/2, discard L05").play("play L14").answer("p0.L05")
    assert not table.end().state.over


def test_r3_lore_is_tested_before_the_deck() -> None:
    table = Table("deck -").edit(lambda state: set_lore(state, 20, 0)).end()
    expect_over(table.match, winner=0)


def test_r3_the_active_player_wins_if_both_have_20() -> None:
    for acts in (0, 1):
        table = Table(acts=acts).edit(lambda state: set_lore(state, 20, 20)).end()
        expect_over(table.match, winner=acts)


@pytest.mark.parametrize("seat", [0, 1])
def test_r4_both_may_concede_in_set_up_and_in_any_turn(seat: int) -> None:
    table = Table("hand L01", "hand L02", set_up=True).play(f"concede {seat}", seat=seat)
    expect_over(table.match, winner=1 - seat)
    expect_over(Table().play(f"concede {seat}", seat=seat).match, winner=1 - seat)


def test_r5_the_turn_limit_is_a_draw() -> None:
    game = Lorcana(turn_limit=6)
    table = Table(game=game).end()
    assert table.facts()["turn"] == "6 of p1, main", "the last turn is played"
    table.end()
    assert expect_over(table.match).winner is None
    table = Table("", "deck -", game=game).end(2)
    expect_over(table.match, winner=0)
    assert Lorcana().turn_limit == 200


def test_r5_lore_wins_in_the_last_turn() -> None:
    expect_over(Table("lore 19, a L02", game=Lorcana(turn_limit=5)).play("quest a").match, winner=0)


# Zones and cards in play.


def test_r6_a_card_that_leaves_play_forgets_everything() -> None:
    table = Table("t L30, hand L28 L45, ink 10/10, a L25:x,d2@m, m L60", "x L21")
    table.play("use t", "play L45", "play L28", "play L25")
    assert table.facts()["L25"] == "L25:w"


def test_r7_only_the_top_of_a_stack_is_in_play() -> None:
    table = Table("a L56 on L26, b L39 on L21, hand L57, ink 2/2", "x L25", acts=0)
    assert table.keyword("a", "evasive") == 0
    assert table.keyword("b", "ward") == 0
    assert table.play("play L57").asks == "p0 target: a | b | x"


def test_r7_every_card_of_a_stack_is_discarded() -> None:
    table = Table("a L10:d4 on L02 L10", "x L25:x").play("challenge a x")
    assert table.pile("discard") == "L02 L10 L10"


def test_r9_a_drying_character_does_not_sing_quest_or_pay() -> None:
    table = Table("a L16:w, b L53:w, hand L29", "x L25:x")
    assert table.refusals("quest a") == ["DRYING"]
    assert table.refusals("challenge a x") == ["DRYING"]
    assert table.refusals("sing L29 a") == ["DRYING"]
    assert table.refusals("use b") == ["DRYING"]


def test_r9_drying_ends_in_the_owners_next_turn() -> None:
    table = Table("a L25:w").end()
    assert table.part("a").drying
    assert not table.end().part("a").drying


def test_r10_modifiers_start_from_the_true_number() -> None:
    table = Table("hand L44, ink 6/6, a L08", "x L02, y L21").play("play L44", "quest a")
    assert table.facts()["x"] == "L02 S0"
    table.answer("x")
    assert table.facts()["x"] == "L02 S1", "2 - 5 + 4"


def test_r11_names_are_compared_without_the_version() -> None:
    table = Table("hand L39 L56, ink 9/9, a L21, b L35, c L39, d L26, e L53, f L56, g L05")
    assert table.legal("shift") == [
        *("shift L39 a", "shift L39 b", "shift L39 c"),
        *("shift L56 d", "shift L56 e", "shift L56 f"),
    ]


# Set-up.


@pytest.mark.parametrize("first", ["0", "1"])
def test_set_up_asks_the_first_player_first(first: str) -> None:
    match = RuleEngine(Lorcana(first=first), seed=1)
    assert match.seat == int(first)
    match.play("answer alter []")
    assert match.seat == 1 - int(first)
    match.play("answer alter []")
    assert (match.seat, match.state.turn) == (int(first), 1)


def test_set_up_draws_the_first_player() -> None:
    assert {RuleEngine(Lorcana(), seed=seed).seat for seed in range(12)} == {0, 1}
    with pytest.raises(ValueError, match="invalid first=2: expected random, 0 or 1"):
        Lorcana(first="2")


def test_set_up_deals_seven_of_sixty_cards() -> None:
    state = RuleEngine(Lorcana(), seed=1).state
    assert [state.count(zone, seat) for seat in (0, 1) for zone in (0, 1)] == [7, 53, 7, 53]
    assert state.board.lore == [0, 0]


def test_set_up_a_player_who_puts_back_everything_draws_seven_others() -> None:
    table = Table(
        "hand L01 L02 L03 L04 L05 L06 L07, deck L08 L09 L10 L11 L12 L13 L14 L15", set_up=True
    )
    table.answer("L01 L02 L03 L04 L05 L06 L07")
    assert table.pile("hand") == "L08 L09 L10 L11 L12 L13 L14"


# The turn.


def test_r13_only_the_active_players_cards_become_ready() -> None:
    table = Table("a L25:x,w, t L12:x, ink 0/3", "x L25:x,w, u L12:x, ink 0/2").end()
    facts = table.facts()
    assert [facts[name] for name in "atxu"] == ["L25:x,w", "L12:x", "L25", "L12"]
    assert (table.ink(0), table.ink(1)) == ("0/3", "2/2")


def test_r14_location_lore_comes_before_the_bag() -> None:
    table = Table("", "m L60, n L49, x L25@n").end()
    assert table.asks == "p1 may: yes | no"
    assert table.lore() == [0, 1]
    assert not table.part("x").drying
    assert table.pile("hand", 1) == "", "the draw comes later"


def test_r16_ink_may_come_at_any_time_of_the_main_phase() -> None:
    table = Table("a L02, b L25, hand L01 L02, ink 0/0").play("quest a", "ink L01", "play L02")
    assert table.ink() == "0/1"


def test_r17_triggers_come_before_effects_end() -> None:
    """Resist that lasts for the turn of the other player still protects at the end of one's own."""
    table = Table("a L51:x, hand L45, ink 4/4").play("play L45").end()
    assert table.facts()["a"] == "L51:x resist+2"


def test_r17_effects_of_this_turn_end_on_both_sides() -> None:
    table = Table("a L08, t L30, b L25", "x L25").play("quest a").answer("x")
    table.play("use t").answer("b")
    assert (table.facts()["b"], table.facts()["x"]) == ("L25 S4", "L25 S7")
    table.end()
    assert (table.facts()["b"], table.facts()["x"]) == ("L25", "L25")


# Turn actions.


def test_r18_ink_is_paid_in_full() -> None:
    table = Table("hand L05 L02, ink 3/5").play("play L05")
    assert table.ink() == "0/5"
    (refused,) = table.reasons("play L02")
    assert refused.context == {"required": 1, "available": 0}


def test_r19_an_ability_without_exert_works_once_because_its_source_is_banished() -> None:
    table = Table("t L58:x", "x L25").play("use t")
    assert table.facts()["t"] == "gone", "exerted items may be used if that is not the cost"


def test_r20_characters_move_exerted_drying_and_often() -> None:
    table = Table("m L60, n L49, a L25:x,w, ink 3/3").play("move a m", "move a n", "move a m")
    assert table.facts()["a"] == "L25:x,w@m challenger+1 resist+1"
    assert table.refusals("move a n") == ["NOT_ENOUGH_INK"]
    assert table.refusals("move a m") == ["ALREADY_THERE", "NOT_ENOUGH_INK"]


def test_r21_triggers_of_a_new_card_and_of_those_that_see_it_wait_together() -> None:
    table = Table("a L10, hand L34, ink 2/2, b L05:x").play("play L34")
    assert table.asks == "p0 order: L34.0 | a.0"
    table.answer("a.0", "yes")
    assert table.part("L34").exerted
    assert table.asks == "p0 target: a | b | L34"


def test_r22_items_enter_ready_and_locations_enter() -> None:
    table = Table("hand L12 L60, ink 3/3").play("play L12", "play L60")
    assert (table.facts()["L12"], table.facts()["L60"]) == ("L12", "L60")


def test_r23_an_action_is_in_no_zone_while_its_effect_happens() -> None:
    table = Table("hand L29, ink 2/2", "hand L31 L32").play("play L29")
    assert (table.pile("hand"), table.pile("discard"), table.pile("playing")) == ("", "", "L29")
    assert table.watched("playing", 0) == ("L29", "L29", "L29")
    table.answer("L31")
    assert (table.pile("discard"), table.pile("playing")) == ("L29", "")


def test_r23_an_action_reaches_the_discard_before_the_bag() -> None:
    table = Table("hand L40, ink 5/5, a L25", "x L41").play("play L40").answer("x")
    assert table.asks == "p1 may: yes | no"
    assert table.pile("discard") == "L40"


def test_r25_questing_with_0_lore_is_legal_and_triggers() -> None:
    def lower(state: LorcanaState) -> None:
        change(state, state.rows[0][0], LORE, -2, TURN_END, 0, 0)

    table = Table("a L01, b L05").edit(lower)
    assert table.facts()["a"] == "L01 L0", "lore below 0 counts as 0"
    table.play("quest a")
    assert table.lore() == [0, 0]
    assert table.asks == "p0 target: - | b"


# Challenge.


@pytest.mark.parametrize(("name", "seat"), [("a", 0), ("x", 1)])
def test_r27_a_challenge_ends_without_damage_if_one_has_left(name: str, seat: int) -> None:
    def leave(state: LorcanaState) -> None:
        part = state.drop(LAYOUT.read_place(table.place(name)))
        state.put(part.kind, HAND, seat)

    table = Table("hand L04 L11, a L05", "x L23:x").play("challenge a x")
    assert table.challenge() == "a x"
    table.edit(leave).answer("L11")
    assert table.challenge() == ""
    left = {"a": "L05:x", "x": "L23:x"} | {name: "gone"}
    assert {each: table.facts()[each] for each in "ax"} == left


def test_r27_a_defender_that_is_readied_is_still_challenged() -> None:
    def ready(state: LorcanaState) -> None:
        state.rows[3][0].exerted = False

    table = Table("hand L04 L11, a L05", "x L23:x").play("challenge a x").edit(ready)
    assert table.answer("L11").facts()["x"] == "gone"


def test_r28_damage_is_dealt_at_the_same_time() -> None:
    table = Table("a L33", "x L33:x").play("challenge a x")
    assert (table.facts()["a"], table.facts()["x"]) == ("gone", "gone")


def test_r28_resist_of_the_attacker_counts() -> None:
    table = Table("a L52", "x L05:x").play("challenge a x")
    assert (table.facts()["a"], table.facts()["x"]) == ("L52:x,d2", "L05:x,d1")


def test_r29_a_card_that_a_trigger_banishes_meanwhile_is_banished_in_a_challenge() -> None:
    table = Table("a L19", "x L55:x,d1").play("challenge a x")
    assert table.asks == "p0 may: yes | no", "4 damage of x, 2 of its ability: a is banished"
    assert table.challenge() == "a x"
    assert table.answer("yes").pile("hand") == "L19"


def test_r29_a_card_outside_of_the_challenge_is_not_banished_in_it() -> None:
    table = Table("a L25, b L19:d3", "x L55:x").play("challenge a x")
    assert table.facts()["b"] == "gone"
    assert table.asks == ""


def test_r30_each_banishes_the_other_though_a_trigger_finishes_one() -> None:
    table = Table("a L38, b L31", "x L55:x").play("challenge a x")
    assert table.facts()["a"] == "gone", "4 damage of x, 2 of its ability"
    assert table.facts()["b"] == "L31:d2 L2", "L38 has banished x before"


class Blow(kit.Spell[CardInPlay, Board]):
    """Deals damage to the only character of seat 1, as its own step of a challenge."""

    id: ClassVar[str] = "blow"

    def resolve(self, state: LorcanaState) -> None:
        state.rows[3][0].damage += 5


@pytest.mark.parametrize(("defender", "lore"), [("L31:x", 1), ("L09:x", 0)])
def test_r30_who_leaves_in_a_later_check_was_banished_by_nobody(defender: str, lore: int) -> None:
    table = Table("a L38, b L05", f"x {defender}")
    state = table.state.clone()
    state.board.attacker, state.board.defender = table.part("a").serial, table.part("x").serial
    late = [Blow()] if lore == 0 else []
    state.then(Damage(), *late, ChallengeOver())
    Lorcana().settle(state)
    assert state.rows[3] == [], "it is banished in the challenge, in both cases"
    assert sum(mod.amount for mod in state.rows[0][1].mods) == lore


def test_r30_only_the_two_in_the_challenge_count() -> None:
    table = Table("a L56, b L38, c L05", "x L31:x, y L31:d1").play("challenge a x").answer("y")
    assert table.facts()["y"] == "gone"
    assert table.asks == "", "y was not in the challenge: nothing is set off again"
    assert table.facts()["c"] == "L05", "nor did L38 banish anybody"


# State checks.


def test_r32_all_that_are_hurt_enough_leave_together() -> None:
    table = Table("hand L56, ink 6/6", "x L41, y L52:d2, z L21:d1").play("play L56").answer("no")
    assert table.pile("discard", 1) == "L21 L41"
    assert table.facts()["y"] == "L52:d2"


def test_r33_returning_is_not_banishing() -> None:
    for action in ("L28", "L46"):
        table = Table(f"hand {action}, ink 5/5", "x L41").play(f"play {action}")
        assert table.asks == ""
        table = Table(f"hand {action}, ink 5/5, a L31", "x L55").play(f"play {action}")
        assert table.answer("x").facts()["a"] == "L31"


def test_r34_cards_that_leave_together_set_each_other_off() -> None:
    table = Table("hand L56, ink 6/6, a L31", "x L55:d2, y L55:d2, z L41").play("play L56")
    assert table.asks == "p1 order: x.0 | y.0 | z.0"
    table.answer("x.0")
    assert table.part("a").damage == 2
    table.answer("y.0")
    assert table.facts()["a"] == "gone"


def test_r31_no_check_in_the_middle_of_an_effect() -> None:
    def hurt(state: LorcanaState) -> None:
        state.rows[0][0].damage = 5

    table = Table("hand L11, ink 4/4, a L08:d4").play("play L11").edit(hurt)
    assert table.answer("3").facts()["a"] == "L08:d2"
    table = Table("hand L11, ink 4/4, a L08:d4").play("play L11").edit(hurt)
    assert table.answer("0").facts()["a"] == "gone"


# Effects and choices.


def test_r36_the_choice_is_mandatory_even_of_ones_own() -> None:
    table = Table("hand L40, ink 5/5, a L25, b L05").play("play L40")
    assert table.asks == "p0 target: a | b", "nobody is no answer"


def test_r37_each_takes_all_that_fit_at_that_moment() -> None:
    table = Table("a L38, b L05, hand L02, ink 1/1", "x L32:x").play("challenge a x", "play L02")
    assert (table.facts()["b"], table.facts()["L02"]) == ("L05 L3", "L02:w")


def test_r39_resist_lowers_damage_of_effects() -> None:
    table = Table("hand L57 L57, ink 4/4", "x L52, y L25").play("play L57").answer("x")
    assert table.facts()["x"] == "L52:d1", "2 - 1"
    assert table.play("play L57").answer("y").facts()["y"] == "L25:d2"


def test_r40_a_condition_is_tested_when_the_trigger_is_resolved() -> None:
    def ready(state: LorcanaState) -> None:
        state.rows[0][1].exerted = False

    table = Table("a L51:x, b L51:x").play("end_turn")
    assert table.asks == "p0 order: a.0 | b.0"
    table.edit(ready).answer("a.0")
    assert (table.facts()["a"], table.facts()["b"]) == ("L51:x,d1", "L51")


def test_r41_what_needs_its_source_in_play_does_nothing_without_it() -> None:
    def leave(state: LorcanaState) -> None:
        state.put(state.rows[0].pop(1).kind, HAND, 0)

    table = Table("a L51:x, b L51:x").play("end_turn").edit(leave).answer("a.0")
    assert (table.facts()["a"], table.pile("hand")) == ("L51:x,d1", "L51")


def test_r41_support_of_a_character_that_left_gives_its_last_strength() -> None:
    def leave(state: LorcanaState) -> None:
        state.put(state.rows[0].pop(0).kind, HAND, 0)

    table = Table("a L08, b L05, t L30").play("use t").answer("a").play("quest a").edit(leave)
    assert table.answer("b").facts()["b"] == "L05 S8"


def test_r42_this_card_is_no_longer_in_the_discard() -> None:
    """L19 waits beside L14 in no game; here its card goes back into the deck meanwhile."""

    def bury(state: LorcanaState) -> None:
        state.move(LAYOUT.read_card("L19"), DISCARD, 0, DECK)

    table = Table("a L19:d2", "x L25:x").play("challenge a x").edit(bury).answer("yes")
    assert table.pile("hand") == ""
    assert table.pile("deck").startswith("L19")


def test_r41_support_uses_the_strength_at_resolution() -> None:
    def strengthen(state: LorcanaState) -> None:
        change(state, state.rows[0][0], STRENGTH, 2, TURN_END, 0, 0)

    table = Table("a L08, b L05, t L30").play("use t").answer("a").play("quest a").edit(strengthen)
    assert table.answer("b").facts()["b"] == "L05 S10", "4 + 1 + 2 + 3"


def test_r43_the_same_occasion_sets_an_ability_off_once_each() -> None:
    table = Table("a L38, b L38, c L05", "x L32:x, y L32:x").play("challenge a x")
    table.play("challenge b y")
    assert table.facts()["c"] == "L05 L4"


# The bag.


def test_r44_the_bag_comes_back_when_the_holder_has_none_left() -> None:
    table = Table("a L56, b L41", "x L41:x, y L55:d1").play("challenge a x")
    assert table.asks == "p0 target: - | y", "the active player first"
    table.answer("y")
    assert table.asks == "p1 order: x.0 | y.0"
    table.answer("y.0")
    assert table.facts()["b"] == "gone"
    assert table.asks == "p1 may: yes | no", "the holder goes on; p0 waits"
    table.answer("yes")
    assert table.asks == "p0 may: yes | no"
    table.answer("yes")
    assert (table.ink(0), table.ink(1), table.asks) == ("0/1", "0/1", "")


def test_r44_the_active_player_holds_the_bag_first() -> None:
    table = Table("a L41, b L25", "x L41:x, y L31").play("challenge a x")
    assert table.asks == "p0 may: yes | no"
    table.answer("yes")
    assert table.asks == "p1 may: yes | no"
    table.answer("no")
    assert (table.ink(0), table.ink(1)) == ("0/1", "0/0")


def test_r44_the_triggers_of_one_player_come_together() -> None:
    table = Table("hand L56, ink 6/6, a L41, b L31:d2", "x L55:d2, y L55:d2, z L31")
    table.play("play L56")
    assert table.asks == "p1 order: x.0 | y.0"
    table.answer("y.0")
    assert table.asks == "p0 may: yes | no", "p1 had one trigger left, which needs no question"
    assert table.part("L56").damage == 4, "so both happened before p0's"


def test_r45_equal_abilities_of_different_cards_are_a_choice() -> None:
    table = Table("m L49, n L49, a L25@m, b L25@n", acts=1).end()
    assert table.asks == "p0 order: m.0 | n.0"
    table.answer("n.0", "no", "yes")
    assert table.ink(0) == "0/1"


# Durations.


def test_durations_last_when_the_source_leaves_play() -> None:
    table = Table("hand L26 L28, ink 7/7, a L25", "x L21").play("play L26").answer("a")
    table.play("play L28").answer("L26")
    assert table.keyword("a", "evasive") == 1


def test_my_next_start_of_both_seats_is_kept_apart() -> None:
    table = Table("hand L45, ink 4/4, a L25", "hand L45, ink 4/4, x L25").play("play L45").end()
    table.play("play L45")
    assert (table.keyword("a", "resist"), table.keyword("x", "resist")) == (2, 2)
    table.end()
    assert (table.keyword("a", "resist"), table.keyword("x", "resist")) == (0, 2)
    table.end()
    assert table.keyword("x", "resist") == 0


def test_their_next_turn_of_an_own_character_is_the_turn_after_next() -> None:
    table = Table("t L58, a L25", "x L25:x").play("use t").answer("a")
    assert table.refusals("challenge a x") == []
    table.end().play("quest x").end()
    assert table.refusals("challenge a x") == ["CANNOT_CHALLENGE"]
    table.end().play("quest x").end()
    assert table.refusals("challenge a x") == []


def test_static_abilities_reach_cards_that_enter_later() -> None:
    table = Table("a L54, hand L54, ink 3/3").play("play L54")
    assert table.keyword("L54", "challenger") == 1
    table = Table("hand L40, ink 5/5, a L54, b L54").play("play L40").answer("b")
    assert table.keyword("a", "challenger") == 0


# Keywords.


def test_k2_one_of_several_bodyguards_may_be_chosen() -> None:
    table = Table("a L25", "x L03:x, y L08:x, z L31:x, w L03")
    assert table.legal("challenge") == ["challenge a x", "challenge a y"]


def test_k3_challenger_does_not_count_for_support_and_adds_up() -> None:
    table = Table("a L50@m, m L60", "n L49").play("challenge a n")
    assert table.part("n").damage == 4, "1 + 2 + 1"
    table = Table("a L08@m, m L60, b L05").play("quest a").answer("b")
    assert table.facts()["b"] == "L05 S7"


def test_k5_a_reckless_character_behind_bodyguard_or_evasive() -> None:
    assert Table("a L33", "x L24:x, y L03").refusals("end_turn") == []
    assert Table("a L33", "x L24:x, y L03:x").refusals("end_turn") == ["MUST_CHALLENGE"]


def test_k6_resist_of_several_sources_adds_up_and_damage_is_not_below_0() -> None:
    table = Table("hand L45, ink 4/4, a L52:x@m, m L60", "x L05").play("play L45")
    assert table.keyword("a", "resist") == 4
    assert table.end().play("challenge x a").facts()["a"].startswith("L52:x@m")


def test_k8_a_shifted_card_may_be_shifted_on_again_and_keeps_its_place() -> None:
    table = Table("hand L10 L10, ink 8/8, a L02@m, m L60, b L05").play("shift L10 a")
    assert table.facts()["a"] == "L10@m on L02 challenger+1 resist+1"
    table.play("shift L10 a")
    assert table.facts()["a"] == "L10@m on L02 L10 challenger+1 resist+1"
    assert table.place("a") == "p0.characters.1"


def test_k8_effects_stay_on_the_stack_and_played_triggers_happen() -> None:
    table = Table("hand L26 L56, ink 8/8, a L53", "x L25").play("play L26").answer("a")
    table.play("shift L56 a")
    assert table.facts()["a"] == "L56 on L53 evasive+1"
    assert table.part("x").damage == 1


def test_k8_a_dry_ready_stack_may_quest_at_once() -> None:
    table = Table("hand L10, ink 4/4, a L02").play("shift L10 a", "quest a")
    assert table.lore() == [3, 0]


def test_k8_too_much_damage_banishes_at_the_check() -> None:
    def hurt(state: LorcanaState) -> None:
        state.rows[0][0].damage = 5

    table = Table("hand L10, ink 4/4, a L02").edit(hurt).play("shift L10 a")
    assert (table.facts()["a"], table.pile("discard")) == ("gone", "L02 L10")


def test_k9_reckless_and_banned_characters_sing() -> None:
    table = Table("a L33, b L05, hand L29 L34, ink 2/2").play("play L34").answer("b")
    assert table.legal("sing") == ["sing L29 a", "sing L29 b"]


def test_k10_one_singer_may_be_enough() -> None:
    table = Table("hand L47, a L39, b L05, c L33")
    assert table.legal("sing") == ["sing L47 a b", "sing L47 a c", "sing L47 a b c"]


def test_k11_support_may_be_declined_and_choose_the_foe() -> None:
    table = Table("a L01", "x L25").play("quest a")
    assert table.asks == "p0 target: - | x"


def test_k12_vanish_comes_after_the_whole_effect() -> None:
    table = Table("hand L40, ink 5/5", "x L54, y L25").play("play L40").answer("x")
    assert table.pile("discard", 1) == "L54"
    table = Table("hand L34, ink 2/2", "x L54:x").play("play L34").answer("x")
    assert table.facts()["x"] == "L54 no quest: L34", "an ability of a character"


def test_k13_ward_does_not_hinder_effects_that_choose_nobody() -> None:
    table = Table("a L25:d1", "x L21:x, y L55:x,d2")
    assert table.refusals("challenge a x") == ["BODYGUARD"]
    table = Table("hand L29, ink 2/2", "x L21, hand L21").play("play L29")
    assert table.pile("discard", 1) == "L21"


# What everybody knows.


def test_h1_positions_of_the_deck_stay_known_until_they_are_drawn_or_shuffled() -> None:
    table = Table("hand L06, ink 3/3, deck L01 L02 L03 L04, discard L20").play("play L06")
    table.answer("-", "L03", "L04", "L01")
    assert table.watched("deck", 0) == ("L03 L04 L01 L02", "? ? ? ?", "? ? ? ?")
    table.end(2)
    assert table.watched("deck", 0) == ("L04 L01 L02", "? ? ?", "? ? ?")
    assert table.watched("hand", 0) == ("L03", "?", "?")
    table = Table("hand L06 L14, ink 5/5, deck L01 L02 L03 L04, discard L20").play("play L06")
    table.answer("-", "L03", "L04", "L01").play("play L14").answer("p0.L20")
    assert table.watched("deck", 0) == ("? ? ? ? ?", "? ? ? ? ?", "? ? ? ? ?")


def test_h2_a_card_that_leaves_the_hand_unseen_makes_the_foe_forget() -> None:
    table = Table("hand L28 L02, ink 3/3, a L25, t L48", "x L21").play("play L28")
    assert table.watched("hand", 0) == ("L02 L25", "? L25", "? L25")
    table.play("use t").answer("L02")
    assert table.watched("hand", 0) == ("L25", "?", "?")


def test_h2_a_known_card_that_is_played_is_known_to_have_left() -> None:
    table = Table("hand L28 L02, ink 7/7, a L25", "x L21").play("play L28", "play L25")
    assert table.watched("hand", 0) == ("L02", "?", "?")


def test_h3_who_remembers_what_of_an_inkwell() -> None:
    table = Table("hand L02 L03, t L48, a L25@m, m L49").play("ink L02", "use t")
    assert table.watched("inkwell", 0) == ("L02 L03", "? L02", "? L02")
    table.end(2).answer("yes")
    assert table.watched("inkwell", 0) == ("? L02 L03", "? ? L02", "? ? L02")


def test_h4_drawn_and_altered_cards_are_seen_by_their_owner_only() -> None:
    table = Table("hand L01 L02, deck L03 L04 L05", "hand L21, deck L22 L23", set_up=True)
    table.answer("L01")
    assert table.watched("hand", 0) == ("L02 L03", "? ?", "? ?")
    assert table.watched("deck", 0) == ("? ? L01", "? ? ?", "? ? ?")


def test_h5_the_deck_lists_are_known() -> None:
    table = Table("hand L01, deck L02 L03, a L04", "hand L21, deck L22 L23")
    view = table.match.view(0)
    names = [[table.state.layout.card_word(card) for card in pool] for pool in view.pools[:2]]
    assert names == [["L02", "L03"], ["L21", "L22", "L23"]]


def test_h6_spectators_see_public_cards_only() -> None:
    table = Table("hand L01, ink 1/1, a L02", "hand L21, discard L22")
    for zone, seat, seen in (("hand", 0, "?"), ("inkwell", 0, "?"), ("discard", 1, "L22")):
        assert table.seen(zone, seat, SPECTATOR) == seen


def test_h7_everybody_sees_which_question_waits() -> None:
    table = Table("hand L29, ink 2/2", "hand L31 L32").play("play L29")
    for viewer in (0, 1, SPECTATOR):
        asked = table.match.view(viewer).question()
        assert asked is not None
        assert (asked.id, asked.seat) == ("discard", 1)


# Questions.


def test_d1_one_answer_about_public_things_is_no_question() -> None:
    assert Table("hand L57, ink 2/2", "x L25").play("play L57").asks == ""
    assert Table("hand L14, ink 2/2", "discard L40").play("play L14").asks != "", "or nothing"


def test_d2_hidden_choices_are_asked_by_number() -> None:
    assert Table("t L48, hand L02 L02").play("use t").asks == "p0 ink_card: L02"
    assert Table("hand L29, ink 2/2", "hand L31 L31").play("play L29").asks == "p1 discard: L31"
    table = Table("hand L06, ink 3/3, deck L01 L01 L01").play("play L06").answer("-")
    assert table.asks == "p0 bottom: L01"
    table = Table("hand L06, ink 3/3, deck L01").play("play L06")
    assert table.asks == "p0 take: -"
    assert table.answer("-").pile("deck") == "L01"


def test_d3_nothing_is_asked_that_could_not_happen() -> None:
    def bury(state: LorcanaState) -> None:
        state.move(LAYOUT.read_card("L41"), DISCARD, 1, DECK)

    def leave(state: LorcanaState) -> None:
        state.put(state.rows[0].pop(2).kind, HAND, 0)

    def exert(state: LorcanaState) -> None:
        state.rows[0][1].exerted = True

    table = Table("hand L56, ink 6/6", "x L55:d2, y L41").play("play L56")
    assert table.asks == "p1 order: x.0 | y.0"
    assert table.edit(bury).answer("x.0").asks == "", "L41 is not in the discard"
    table = Table("a L10, b L10, hand L02, ink 1/1").play("play L02")
    assert table.asks == "p0 order: a.0 | b.0"
    assert table.edit(leave).answer("a.0").asks == "", "the new character has left"
    assert table.pile("hand") == "L02", "and no card is drawn"
    table = Table("a L10, hand L02, ink 1/1").play("play L02").edit(exert).answer("yes")
    assert table.pile("hand") == "", "it was exerted already, so the rest does not happen"


def test_d4_a_wrong_answer_leaves_the_question_open() -> None:
    table = Table("hand L57, ink 2/2, a L02", "x L25, y L21").play("play L57")
    asked = table.asks
    assert table.refusals("answer target y")[0] in ("INVALID_TARGET", "NOT_OFFERED")
    assert table.refusals("answer target a x") != []
    assert table.refusals("answer target") != []
    assert table.asks == asked


def test_d5_without_a_question_there_is_nothing_to_answer() -> None:
    assert Table("a L02").refusals("answer may yes") == ["NO_DECISION"]


def test_d6_the_card_that_is_left_over_is_the_last_of_the_deck() -> None:
    table = Table("hand L47, ink 8/8, deck L01 L02 L03 L04 L05").play("play L47").answer("L04 L05")
    assert table.answer("L02", "L01").pile("deck") == "L02 L01 L03"


def test_d7_alter_counts_kinds() -> None:
    for hand, count in (
        ("L01 L02 L03 L04 L05 L06 L07", 128),
        ("L01 L01 L01 L01 L02 L02 L02", 20),
        ("L01 L01 L02 L03 L04 L05 L06", 96),
    ):
        table = Table(f"hand {hand}, deck L08 L08 L08 L08 L08 L08 L08", set_up=True)
        assert len(table.answers()) == count
