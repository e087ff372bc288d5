"""The 52 acceptance scenarios; `changes` also asserts that nothing else changes."""

import pytest

from kibitz.games.lorcana.cards import STRENGTH
from kibitz.games.lorcana.rules.in_play import number
from kibitz.kit.errors import DECISION_PENDING
from kibitz.testing import expect_over
from tests.games.lorcana.table import Table

SEVEN = "hand L01 L02 L03 L04 L05 L06 L07, deck L08 L09 L10 L11 L12 L13"
THEIR_SEVEN = "hand L21 L22 L23 L24 L25 L26 L27, deck L28 L29 L30 L31 L32 L33"


# Set-up and turns.


def test_scenario_01_two_cards_are_altered_and_only_that_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(8):
        table = Table(SEVEN, THEIR_SEVEN, set_up=True, seed=seed)
        assert table.asks.startswith("p0 alter: - | L01 | L02")
        assert len(table.answers()) == 128
        table.answer("L01 L07")
        assert table.seen("deck", 0, 0) == "? ? ? ? L01 L07"
        assert table.watched("hand", 0)[1] == "? ? ? ? ? ? ?"
        assert table.asks.startswith("p1 alter: ")
        assert table.state.board.altered == [2, 0], "p1 knows how many p0 put back"
        table.answer("-")
        assert table.pile("hand", 0) == "L02 L03 L04 L05 L06 L08 L09"
        assert sorted(table.pile("deck", 0).split()) == ["L01", "L07", "L10", "L11", "L12", "L13"]
        assert table.seen("deck", 0, 0) == "? ? ? ? ? ?"
        assert table.facts()["turn"] == "1 of p0, main"
        orders.add(table.pile("deck", 0))
        changed = table.changes()
        del changed["p0 deck"]
        assert changed == {
            "turn": "1 of p0, main",
            "asked": "",
            "waiting": "",
            "altered": "[2, 0]",
            "p0 hand": "L02 L03 L04 L05 L06 L08 L09",
        }, "p1 has all cards as before, in the same order"
    assert len(orders) > 1, "p0's deck is shuffled"


def test_scenario_01_four_and_three_equal_cards_have_20_answers() -> None:
    table = Table("hand L01 L01 L01 L01 L02 L02 L02", THEIR_SEVEN, set_up=True)
    assert len(table.answers()) == 20


def test_scenario_02_turn_1_has_no_draw_and_every_later_turn_has() -> None:
    table = Table(SEVEN, THEIR_SEVEN, set_up=True).answer("-", "-")
    table.changes()
    assert table.pile("hand", 0) == "L01 L02 L03 L04 L05 L06 L07"
    table.end()
    assert table.changes() == {
        "turn": "2 of p1, main",
        "p1 hand": "L21 L22 L23 L24 L25 L26 L27 L28",
        "p1 deck": "L29 L30 L31 L32 L33",
    }
    table.end()
    assert table.changes() == {
        "turn": "3 of p0, main",
        "p0 hand": "L01 L02 L03 L04 L05 L06 L07 L08",
        "p0 deck": "L09 L10 L11 L12 L13",
    }


def test_scenario_03_one_inkable_card_a_turn() -> None:
    table = Table("hand L16 L17 L20")
    assert table.refusals("ink L17") == ["NOT_INKABLE"]
    table.play("ink L16")
    assert table.changes() == {
        "inked": "yes",
        "p0 ink": "1/1",
        "p0 hand": "L17 L20",
        "p0 inkwell": "L16",
    }
    assert table.refusals("ink L20") == ["ALREADY_INKED"]
    table.end(2)
    assert table.refusals("ink L20") == []


def test_scenario_04_a_turn_begins_with_ready_set_and_draw() -> None:
    table = Table("", "x L24:x,w, t L30:x, ink 0/3, m L60").end()
    assert table.changes() == {
        "turn": "6 of p1, main",
        "p1 lore": "1",
        "p1 ink": "3/3",
        "p1 hand": "L25",
        "p1 deck": "L25 L25 L25 L25",
        "x": "L24",
        "t": "L30",
    }


def test_scenario_05_a_turn_that_ends_with_an_empty_deck_loses() -> None:
    expect_over(Table("deck -").end().match, winner=1)
    table = Table("", "deck -").end()
    assert table.changes() == {"turn": "6 of p1, main"}, "no draw, no loss"
    expect_over(table.end().match, winner=0)


def test_scenario_06_20_lore_win_before_a_trigger_is_asked() -> None:
    table = Table("lore 17, a L09, b L07:x").play("quest a")
    assert table.lore() == [20, 0]
    expect_over(table.match, winner=0)
    changed = table.changes()
    changed.pop("waiting", "")  # what waits in the bag never happens
    assert changed == {"p0 lore": "20", "over": "p0: 20 lore", "a": "L09:x"}


def test_scenario_07_20_lore_win_in_the_set_step() -> None:
    table = Table("", "lore 19, m L60").end()
    expect_over(table.match, winner=1)
    assert table.lore() == [0, 20]
    assert table.pile("hand", 1) == ""
    assert table.pile("deck", 1) == "L25 L25 L25 L25 L25"


# Challenge.


def test_scenario_08_both_die_and_ward_does_not_matter() -> None:
    table = Table("a L32", "x L21:x").play("challenge a x")
    assert table.changes() == {
        "a": "gone",
        "x": "gone",
        "p0 discard": "L32",
        "p1 discard": "L21",
    }


def test_scenario_09_a_ready_defender_and_a_drying_attacker() -> None:
    assert Table("a L25", "x L08").refusals("challenge a x") == ["DEFENDER_READY"]
    assert Table("a L25:w", "x L08").refusals("challenge a x") == ["DRYING", "DEFENDER_READY"]


def test_scenario_10_challenger_counts_for_the_attacker_only() -> None:
    table = Table("a L18", "x L09:x").play("challenge a x")
    assert table.changes() == {"a": "L18:x,d1", "x": "L09:x,d5"}
    table = Table("a L18:x,d1", "x L19", acts=1, turn=6).play("challenge x a")
    assert table.changes() == {"a": "gone", "p0 discard": "L18", "x": "L19:x,d2"}


def test_scenario_11_evasive_needs_evasive_or_alert() -> None:
    table = Table("a L25, b L36, c L42", "x L24:x")
    assert table.refusals("challenge a x") == ["EVASIVE"]
    assert table.legal("challenge") == ["challenge b x", "challenge c x"]
    table = Table("a L25, b L36, c L31", "x L42:x")
    assert table.legal("challenge") == ["challenge a x", "challenge b x", "challenge c x"]


def test_scenario_12_bodyguard_comes_first_and_locations_stay_open() -> None:
    table = Table("a L25, b L24", "x L03:x, y L31:x, z L36:x, m L49")
    assert table.legal("challenge") == [
        *("challenge a x", "challenge a m"),
        *("challenge b x", "challenge b m"),
    ]
    assert table.refusals("challenge a y") == ["BODYGUARD"]
    assert table.refusals("challenge a z") == ["EVASIVE", "BODYGUARD"]
    assert table.refusals("challenge b z") == ["BODYGUARD"]
    table = Table("a L25, b L24", "x L03, y L31:x, z L36:x, m L49")
    assert table.legal("challenge") == [
        *("challenge a y", "challenge a m"),
        *("challenge b y", "challenge b z", "challenge b m"),
    ]


def test_scenario_13_an_evasive_bodyguard_protects_against_nobody_who_cannot_reach_it() -> None:
    table = Table("hand L26, ink 4/4, a L25", "x L52:x, y L31:x")
    assert table.refusals("challenge a y") == ["BODYGUARD"]
    table.play("play L26")
    assert table.asks == "p0 target: a | L26 | x | y"
    table.answer("x")
    assert table.changes() == {
        "p0 ink": "0/4",
        "p0 hand": "",
        "L26": "L26:w",
        "x": "L52:x evasive+1",
    }
    assert table.refusals("challenge a x") == ["EVASIVE"]
    assert table.legal("challenge") == ["challenge a y"]


def test_scenario_14_resist_lowers_damage() -> None:
    table = Table("a L31", "x L52:x").play("challenge a x")
    assert table.changes() == {"a": "L31:x,d1"}


def test_scenario_15_rush_and_reckless() -> None:
    table = Table("a L37:w", "x L31:x")
    assert table.refusals("end_turn") == ["MUST_CHALLENGE"]
    table.play("challenge a x")
    assert table.changes() == {"a": "L37:x,w,d1", "x": "gone", "p1 discard": "L31"}
    assert table.refusals("end_turn") == []
    assert Table("a L37:w", "y L24:x").refusals("end_turn") == []
    assert Table("a L37:w", "x L31, y L25").refusals("end_turn") == []
    assert Table("a L37:w", "m L49").refusals("end_turn") == ["MUST_CHALLENGE"]


def test_scenario_16_challenged_comes_before_damage() -> None:
    table = Table("hand L04 L11, a L05", "x L23:x").play("challenge a x")
    assert table.asks == "p0 discard: L04 | L11"
    assert (table.part("a").damage, table.part("x").damage) == (0, 0)
    table.answer("L04")
    assert table.changes() == {
        "p0 hand": "L11",
        "p0 discard": "L04",
        "p1 discard": "L23",
        "a": "L05:x,d1",
        "x": "gone",
    }


def test_scenario_17_a_card_banished_in_a_challenge_returns_for_all_to_see() -> None:
    table = Table("a L19:d2", "x L25:x").play("challenge a x")
    assert table.asks == "p0 may: yes | no"
    assert (table.pile("discard", 0), table.pile("discard", 1)) == ("L19", "L25")
    table.answer("yes")
    assert table.changes() == {"p0 hand": "L19", "p1 discard": "L25", "a": "gone", "x": "gone"}
    assert table.watched("hand", 0) == ("L19", "L19", "L19")


def test_scenario_18_challenged_and_banished() -> None:
    table = Table("a L05", "x L22:x, y L36").play("challenge a x")
    assert table.asks == "p1 target: - | y | a"
    assert table.part("a").damage == 1
    table.answer("a")
    assert table.changes() == {"p0 hand": "L05", "p1 discard": "L22", "a": "gone", "x": "gone"}
    assert table.watched("hand", 0) == ("L05", "L05", "L05")


@pytest.mark.parametrize(("damage", "after"), [("", "L38:x,d2"), (":d3", "gone")])
def test_scenario_19_each_other_gains_lore_even_if_both_die(damage: str, after: str) -> None:
    table = Table(f"a L38{damage}, b L05, c L31:x", "x L32:x").play("challenge a x")
    changed = table.changes()
    assert changed.pop("p0 discard", "") == ("L38" if after == "gone" else "")
    assert changed == {
        "a": after,
        "b": "L05 L3",
        "c": "L31:x L2",
        "x": "gone",
        "p1 discard": "L32",
    }
    table.end()
    assert (table.facts()["b"], table.facts()["c"]) == ("L05", "L31:x")


def test_scenario_20_lore_is_won_and_lost_not_below_0() -> None:
    table = Table("lore 1, a L39 on L35", "lore 1, x L31:x").play("challenge a x")
    assert table.changes() == {
        "p0 lore": "3",
        "p1 lore": "0",
        "p1 discard": "L31",
        "a": "L39:x,d1 on L35",
        "x": "gone",
    }


# Playing, choosing.


def test_scenario_21_the_only_candidate_is_taken_without_a_question() -> None:
    table = Table("hand L40, ink 5/5, a L02", "x L21").play("play L40")
    assert table.changes() == {
        "p0 ink": "0/5",
        "p0 hand": "",
        "p0 discard": "L02 L40",
        "a": "gone",
    }
    table = Table("hand L40, ink 5/5", "x L21").play("play L40")
    assert table.changes() == {"p0 ink": "0/5", "p0 hand": "", "p0 discard": "L40"}


def test_scenario_22_the_source_is_a_candidate_and_ward_is_none() -> None:
    table = Table("hand L26, ink 4/4", "x L21, y L25").play("play L26")
    assert table.asks == "p0 target: L26 | y"


def test_scenario_23_a_readied_character_may_do_all_but_quest() -> None:
    table = Table("hand L34 L29, ink 2/2, a L05:x", "x L25:x").play("play L34")
    assert table.asks == "p0 target: a | L34 | x"
    table.answer("a")
    assert table.changes() == {
        "p0 ink": "0/2",
        "p0 hand": "L29",
        "a": "L05 no quest: L34",
        "L34": "L34:w",
    }
    assert table.refusals("quest a") == ["CANNOT_QUEST"]
    assert table.refusals("challenge a x") == []
    assert table.refusals("sing L29 a") == []
    assert table.end(2).refusals("quest a") == []


def test_scenario_24_a_card_for_each_point_removed() -> None:
    table = Table("hand L07, ink 4/4, a L08:d4, deck L01 L02 L03 L04").play("play L07")
    assert table.asks == "p0 target: a | L07"
    table.answer("a")
    assert table.asks == "p0 amount: 0 | 1 | 2 | 3"
    table.answer("2")
    assert table.changes() == {
        "p0 ink": "0/4",
        "p0 hand": "L01 L02",
        "p0 deck": "L03 L04",
        "a": "L08:d2",
        "L07": "L07:w",
    }


def test_scenario_25_an_amount_for_each_damaged_character() -> None:
    table = Table("hand L11, ink 4/4, a L08:d4, b L05, c L02:d1").play("play L11")
    assert table.asks == "p0 amount: 0 | 1 | 2 | 3"
    assert table.pile("playing") == "L11"
    table.answer("3")
    assert table.asks == "p0 amount: 0 | 1"
    table.answer("1")
    assert table.changes() == {
        "p0 ink": "0/4",
        "p0 hand": "",
        "p0 discard": "L11",
        "a": "L08:d1",
        "c": "L02",
    }


def test_scenario_26_looking_taking_and_the_order_under_the_deck() -> None:
    table = Table("hand L06, ink 3/3, deck L11 L01 L20 L02 L03").play("play L06")
    assert table.asks == "p0 take: - | L11 | L20"
    assert table.watched("looked", 0) == ("L01 L02 L11 L20", "? ? ? ?", "? ? ? ?")
    table.answer("L11")
    assert table.watched("hand", 0) == ("L11", "L11", "L11")
    assert table.asks == "p0 bottom: L01 | L02 | L20"
    table.answer("L02")
    assert table.asks == "p0 bottom: L01 | L20"
    table.answer("L20")
    assert table.changes() == {
        "p0 ink": "0/3",
        "p0 hand": "L11",
        "p0 deck": "L03 L02 L20 L01",
        "L06": "L06:w",
    }
    assert table.watched("deck", 0) == ("? L02 L20 L01", "? ? ? ?", "? ? ? ?")


def test_scenario_27_a_card_of_any_discard_goes_back_into_its_owners_deck() -> None:
    places = set()
    for seed in range(8):
        table = Table("hand L14, ink 2/2, discard L05", "discard L40", seed=seed).play("play L14")
        assert table.asks == "p0 discarded: - | p0.L05 | p1.L40"
        table.answer("p1.L40")
        changed = table.changes()
        deck = changed.pop("p1 deck").split()
        assert sorted(deck) == ["L25"] * 5 + ["L40"]
        places.add(deck.index("L40"))
        assert changed == {"p0 ink": "0/2", "p0 hand": "", "p1 discard": "", "L14": "L14:w"}
        assert table.watched("deck", 1) == ("? ? ? ? ? ?",) * 3
    assert len(places) > 1, "p1's deck is shuffled"
    assert Table("hand L14, ink 2/2").play("play L14").asks == ""


def test_scenario_28_a_character_that_enters_exerted_cannot_be_exerted_for_a_card() -> None:
    table = Table("a L10, hand L03, ink 2/2, deck L01").play("play L03")
    assert table.asks == "p0 may: yes | no"
    table.answer("yes")
    assert table.changes() == {
        "p0 ink": "0/2",
        "p0 hand": "L01",
        "p0 deck": "",
        "L03": "L03:x,w",
    }
    table = Table("a L10, hand L03, ink 2/2, deck L01").play("play L03 exerted")
    assert table.changes() == {"p0 ink": "0/2", "p0 hand": "", "L03": "L03:x,w"}


def test_scenario_29_different_triggers_are_put_in_order() -> None:
    table = Table("a L10, hand L14, ink 2/2, discard L05").play("play L14")
    assert table.asks == "p0 order: L14.0 | a.0"


def test_scenario_30_only_exerted_princesses_are_readied_and_kept_from_questing() -> None:
    table = Table("a L09, b L06:x, c L07, d L38:x").play("quest a")
    assert table.lore() == [3, 0]
    assert table.asks == "p0 may: yes | no"
    table.answer("yes")
    assert table.changes() == {
        "p0 lore": "3",
        "a": "L09:x",
        "b": "L06 no quest: L09",
        "d": "L38 no quest: L09",
    }
    assert table.legal("quest") == ["quest c"]
    table = Table("a L09, c L07").play("quest a")
    assert table.changes() == {"p0 lore": "3", "a": "L09:x"}


def test_scenario_31_an_ability_exerts_the_only_character_without_ward() -> None:
    table = Table("a L16", "x L21, y L25").play("use a")
    assert table.changes() == {"a": "L16:x", "y": "L25:x"}
    assert Table("a L16:w", "x L21, y L25").refusals("use a") == ["DRYING"]


def test_scenario_32_an_item_gives_more_to_one_name() -> None:
    for chosen, strong in (("a", "L21 S4"), ("b", "L25 S4")):
        table = Table("t L30, a L21, b L25").play("use t")
        assert table.asks == "p0 target: a | b"
        assert table.answer(chosen).changes() == {"t": "L30:x", chosen: strong}
        table.end()
        assert (table.facts()["a"], table.facts()["b"]) == ("L21", "L25")


def test_scenario_33_support() -> None:
    table = Table("a L01, b L33", "x L21").play("quest a")
    assert table.asks == "p0 target: - | b"
    table.answer("b")
    assert table.changes() == {"p0 lore": "1", "a": "L01:x", "b": "L33 S5"}
    assert table.end().facts()["b"] == "L33"


# Shift, songs.


def test_scenario_34_shift_keeps_the_state_of_the_character_below() -> None:
    table = Table("hand L10, ink 4/4, a L02:x,w,d1, b L05")
    assert table.refusals("shift L10 b") == ["WRONG_NAME"]
    assert table.refusals("play L10") == ["NOT_ENOUGH_INK"]
    table.play("shift L10 a")
    assert table.changes() == {"p0 ink": "0/4", "p0 hand": "", "a": "L10:x,w,d1 on L02"}


def test_scenario_35_all_cards_of_a_stack_go_to_the_same_zone() -> None:
    table = Table("a L39 on L21", "hand L28, ink 3/3", acts=1, turn=6).play("play L28")
    assert table.changes() == {
        "p0 hand": "L21 L39",
        "p1 ink": "0/3",
        "p1 hand": "",
        "p1 discard": "L28",
        "a": "gone",
    }
    assert table.watched("hand", 0) == ("L21 L39", "L21 L39", "L21 L39")
    table = Table("a L39 on L21", "hand L46, ink 5/5", acts=1, turn=6).play("play L46")
    assert table.changes() == {
        "p0 ink": "0/2",
        "p0 inkwell": "L21 L39",
        "p1 ink": "0/5",
        "p1 hand": "",
        "p1 discard": "L46",
        "a": "gone",
    }


def test_scenario_36_a_singer_pays_for_a_song() -> None:
    table = Table("hand L20, a L04").play("sing L20 a")
    assert table.changes() == {
        "p0 hand": "L05 L05",
        "p0 deck": "L05 L05 L05",
        "p0 discard": "L20",
        "a": "L04:x",
    }
    assert Table("hand L20, a L04:w").refusals("sing L20 a") == ["DRYING"]
    table = Table("hand L46, a L04, b L06")
    (refused,) = table.reasons("sing L46 a")
    assert refused.error_code == "SINGERS_TOO_CHEAP"
    assert refused.context == {"required": 5, "available": 4}
    table.play("sing L46 b")
    assert table.asks == "p0 target: a | b"
    assert table.part("b").exerted


def test_scenario_37_characters_sing_together() -> None:
    table = Table("hand L47, a L06, b L05, c L02")
    assert table.legal("sing") == ["sing L47 a b", "sing L47 a b c"]
    for singers, available in (("a c", 6), ("b c", 4), ("a", 5)):
        (refused,) = table.reasons(f"sing L47 {singers}")
        assert refused.error_code == "SINGERS_TOO_CHEAP"
        assert refused.context == {"required": 8, "available": available}


def test_scenario_38_a_reckless_character_that_sings_need_not_challenge() -> None:
    table = Table("a L33, hand L29", "x L25:x, hand L31")
    assert table.refusals("end_turn") == ["MUST_CHALLENGE"]
    table.play("sing L29 a")
    assert table.changes() == {
        "p0 hand": "",
        "p0 discard": "L29",
        "p1 hand": "",
        "p1 discard": "L31",
        "a": "L33:x",
    }
    assert table.refusals("end_turn") == []


# Locations, items.


def test_scenario_39_a_location_helps_those_who_are_there() -> None:
    table = Table("m L60, n L49, a L05:x,w@m, ink 2/2")
    assert (table.keyword("a", "challenger"), table.keyword("a", "resist")) == (1, 1)
    assert table.refusals("move a m") == ["ALREADY_THERE"]
    table.play("move a n")
    assert table.changes() == {"p0 ink": "1/2", "a": "L05:x,w@n"}
    assert (table.keyword("a", "challenger"), table.keyword("a", "resist")) == (0, 0)


def test_scenario_40_who_was_at_a_banished_location_is_nowhere() -> None:
    table = Table("hand L57, ink 2/2", "m L60:d3, x L05@m").play("play L57")
    assert table.asks == "p0 target: x | m"
    table.answer("m")
    assert table.changes() == {
        "p0 ink": "0/2",
        "p0 hand": "",
        "p0 discard": "L57",
        "p1 discard": "L60",
        "m": "gone",
        "x": "L05",
    }
    assert table.keyword("x", "resist") == 0


def test_scenario_41_the_top_card_becomes_ink_before_the_draw() -> None:
    table = Table("", "m L49, x L25@m, ink 0/2, deck L40 L31 L32").end()
    assert table.asks == "p1 may: yes | no"
    assert table.pile("deck", 1) == "L40 L31 L32"
    table.answer("yes")
    assert table.changes() == {
        "turn": "6 of p1, main",
        "p1 ink": "2/3",
        "p1 inkwell": "L25 L25 L40",
        "p1 hand": "L31",
        "p1 deck": "L32",
    }
    assert table.watched("inkwell", 1) == ("? ? ?", "? ? ?", "? ? ?")


def test_scenario_42_a_character_cannot_challenge_in_its_owners_next_turn() -> None:
    table = Table("t L58, a L25:x, b L33:x", "x L25, y L33").play("use t")
    assert table.asks == "p0 target: a | b | x | y"
    table.answer("x")
    assert table.changes() == {"t": "gone", "p0 discard": "L58"}
    table.end()
    assert table.refusals("challenge x a") == ["CANNOT_CHALLENGE"]
    assert table.refusals("end_turn") == ["MUST_CHALLENGE"], "y is Reckless and has no ban"
    table = Table("t L58, a L25:x, b L25:x", "x L33, y L25").play("use t").answer("x").end()
    assert table.refusals("challenge x a") == ["CANNOT_CHALLENGE"]
    assert table.refusals("end_turn") == []
    table.end().play("quest a").end()
    assert table.refusals("challenge x a") == [], "two turns later it may challenge"
    table = Table("t L58, b L25", "x L25:x").play("use t").answer("b")
    assert table.refusals("challenge b x") == [], "its owner's next turn is not this one"
    table.end().play("end_turn")
    assert table.refusals("challenge b x")[0] == "CANNOT_CHALLENGE"


def test_scenario_43_an_item_puts_any_card_into_the_inkwell_unseen() -> None:
    table = Table("t L48, hand L40 L02").play("use t")
    assert table.asks == "p0 ink_card: L02 | L40"
    table.answer("L40")
    assert table.changes() == {
        "p0 ink": "1/1",
        "p0 hand": "L02",
        "p0 inkwell": "L40",
        "t": "L48:x",
    }
    assert table.watched("inkwell", 0) == ("L40", "?", "?")
    assert table.refusals("ink L02") == []


@pytest.mark.parametrize(("beside", "after"), [("", "L51:x,d1"), (", b L50", ""), (", b L25", "")])
def test_scenario_44_without_a_captain_the_turn_ends_with_damage(beside: str, after: str) -> None:
    table = Table(f"a L51:x{beside}").end()
    changed = table.changes()
    assert changed.pop("a", "") == after
    assert changed == {
        "turn": "6 of p1, main",
        "p1 hand": "L25",
        "p1 deck": "L25 L25 L25 L25",
    }


# Bag, hidden zones.


def test_scenario_45_an_effect_until_the_start_of_my_next_turn() -> None:
    table = Table("hand L45 L02, ink 5/5, a L02").play("play L45")
    assert table.changes() == {
        "p0 ink": "1/5",
        "p0 hand": "L02",
        "p0 discard": "L45",
        "a": "L02 resist+2",
    }
    table.play("play L02")
    assert table.facts()["L02"] == "L02:w"
    table.end()
    assert table.facts()["a"] == "L02 resist+2"
    table.end()
    assert table.facts()["turn"] == "7 of p0, main"
    assert table.facts()["a"] == "L02"


def test_scenario_46_the_holder_of_the_bag_goes_on() -> None:
    table = Table("hand L56, ink 6/6, a L41, b L08", "x L55:d2, y L41").play("play L56")
    assert table.asks == "p1 order: x.0 | y.0"
    assert (table.pile("discard", 0), table.pile("discard", 1)) == ("", "L41 L55")
    table.answer("x.0")
    assert table.pile("discard", 0) == "L41"
    assert table.asks == "p1 may: yes | no"
    table.answer("yes")
    assert (table.ink(0), table.ink(1)) == ("0/6", "0/1")
    assert table.asks == "p0 may: yes | no"
    table.answer("yes")
    assert table.changes() == {
        "p0 ink": "0/7",
        "p0 hand": "",
        "p0 inkwell": "L05 L05 L05 L05 L05 L05 L41",
        "p1 ink": "0/1",
        "p1 inkwell": "L41",
        "p1 discard": "L55",
        "a": "gone",
        "b": "L08:d2",
        "x": "gone",
        "y": "gone",
        "L56": "L56:w,d2",
    }
    assert table.watched("inkwell", 1) == ("L41", "L41", "L41")


def test_scenario_47_vanish_follows_an_action_and_nothing_else() -> None:
    table = Table("hand L57, ink 2/2", "x L54, y L25").play("play L57")
    assert table.asks == "p0 target: x | y"
    assert table.answer("x").changes() == {
        "p0 ink": "0/2",
        "p0 hand": "",
        "p0 discard": "L57",
        "p1 discard": "L54",
        "x": "gone",
    }
    table = Table("t L59, ink 2/2", "x L54, y L25").play("use t").answer("x")
    assert table.changes() == {"p0 ink": "0/2", "t": "L59:x", "x": "L54:d1"}
    table = Table("hand L28, ink 3/3", "x L54, y L25").play("play L28").answer("x")
    assert table.changes() == {
        "p0 ink": "0/3",
        "p0 hand": "",
        "p0 discard": "L28",
        "p1 hand": "L54",
        "x": "gone",
    }


def test_scenario_48_strength_below_0_deals_no_damage() -> None:
    table = Table("hand L44, ink 6/6, a L02", "x L25:x").play("play L44")
    assert table.changes() == {"p0 ink": "0/6", "p0 hand": "", "x": "L25:x S0", "L44": "L44:w"}
    assert number(table.state, table.part("x"), STRENGTH) == -2
    table.play("challenge a x")
    assert table.changes() == {"a": "L02:x", "x": "L25:x,d2 S0"}
    assert table.end().facts()["x"] == "L25:d2"


def test_scenario_49_a_card_for_the_smaller_hand() -> None:
    table = Table("hand L43, ink 6/6", "hand L31").play("play L43")
    assert table.asks == "p0 may: yes | no"
    table.answer("yes")
    assert table.changes() == {
        "p0 ink": "0/6",
        "p0 hand": "L05",
        "p0 deck": "L05 L05 L05 L05",
        "L43": "L43:w evasive+1",
    }
    table = Table("hand L43 L02, ink 6/6", "hand L31").play("play L43")
    assert table.changes() == {"p0 ink": "0/6", "p0 hand": "L02", "L43": "L43:w evasive+1"}


def test_scenario_50_everybody_knows_the_card_that_was_inked() -> None:
    table = Table("hand L01 L02").play("ink L01")
    assert table.watched("inkwell", 0) == ("L01", "L01", "L01")
    assert table.watched("hand", 0) == ("L02", "?", "?")


def test_scenario_51_while_a_question_waits_only_its_answer_and_conceding_are_legal() -> None:
    table = Table("hand L29 L10, ink 2/2, a L02, t L12, m L49", "hand L31 L32, x L25:x, n L49")
    table.play("play L29")
    assert table.asks == "p1 discard: L31 | L32"
    for text in ("ink L10", "play L10", "shift L10 a", "sing L10 a", "quest a", "challenge a x"):
        assert table.refusals(text, 0) == [DECISION_PENDING]
    for text in ("use t", "move a m", "end_turn", "answer discard L10"):
        assert table.refusals(text, 0) == [DECISION_PENDING]
    for text in ("ink L31", "play L31", "quest x", "move x n", "end_turn", "use n"):
        assert table.refusals(text, 1) == [DECISION_PENDING]
    for seat in (0, 1):
        assert table.refusals(f"concede {seat}", seat) == []
        conceded = Table("hand L29, ink 2/2", "hand L31 L32").play("play L29")
        expect_over(conceded.play(f"concede {seat}", seat=seat).match, winner=1 - seat)


def test_scenario_52_after_the_end_every_move_is_refused() -> None:
    table = Table("lore 19, hand L10 L20, ink 6/6, a L02, b L25, t L12, m L49", "x L25:x")
    table.play("quest a")
    expect_over(table.match, winner=0)
    moves = ["ink L10", "play L10", "shift L10 a", "sing L20 b", "quest b", "challenge b x"]
    moves += ["use t", "move b m", "end_turn", "answer may yes"]
    for seat in (0, 1):
        for text in (*moves, f"concede {seat}"):
            assert table.refusals(text, seat) == ["GAME_ENDED"]
    assert table.match.legal_moves() == []
