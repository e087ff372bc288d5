"""The 60 cards: what is printed on them, and a test of each, named after it."""

import re
from pathlib import Path

import pytest

from kibitz.games.lorcana.cards import CARDS, CATALOGUE, KEYWORDS, LOCATION, SONG, TYPES, Card
from kibitz.testing import expect_over
from tests.games.lorcana.table import Table

SOURCE = Path(__file__).parents[2] / "data" / "lorcana-cards.txt"
LINES = [line for line in SOURCE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
PRINTED = {line[:3]: line for line in LINES}
# Cards without any text.
PLAIN = ["L02", "L05", "L25", "L31", "L32"]


def printed(card: Card) -> str:
    """Writes what is printed on a card, as the file does."""
    body = f"{card.strength}/{card.willpower}/{card.lore}"
    if card.kind == LOCATION:
        body = f"location {card.willpower}/{card.lore}/{card.move}"
    elif TYPES[card.kind] != "character":
        body = "song" if card.song else TYPES[card.kind]
    words = [
        f"{word} {count}" if number >= KEYWORDS.index("challenger") else word
        for number, (word, count) in enumerate(zip(KEYWORDS, card.keywords, strict=True))
        if count
    ]
    if "rush" in words and "reckless" in words:
        words.reverse()
    traits = [trait for trait in card.traits if trait != SONG]
    cost = f"{card.ink} {card.cost}{'' if card.inkable else '*'}"
    parts = (card.id, card.name, cost, body, ", ".join(traits) or "-", ", ".join(words) or "-")
    return "; ".join(parts)


def name_of_test(card: Card) -> str:
    """Returns how the name of a card's test begins: its id, and its name without the version."""
    name = card.name.partition(" - ")[0].lower()
    return f"test_{card.id.lower()}_" + re.sub(r"[^a-z0-9]+", "_", name).strip("_")


@pytest.mark.parametrize("card", PRINTED)
def test_card_is_as_printed(card: str) -> None:
    assert printed(CARDS[CATALOGUE.number(card)]) == PRINTED[card]


def test_the_pool_is_complete_and_in_order() -> None:
    assert [card.id for card in CARDS[1:]] == [f"L{number:02}" for number in range(1, 61)]
    assert list(PRINTED) == CATALOGUE.ids


def test_every_card_has_a_test_named_after_it() -> None:
    tested = [name for name in globals() if name.startswith("test_l")]
    missing = [
        card.name
        for card in CARDS[1:]
        if card.id not in PLAIN
        and not any(f"{name}_".startswith(f"{name_of_test(card)}_") for name in tested)
    ]
    assert missing == []


@pytest.mark.parametrize("card", PLAIN)
def test_card_without_text(card: str) -> None:
    """L02 Stitch, L05 and L25 Mickey Mouse, L31 Minnie Mouse, L32 Sergeant Tibbs."""
    facts = CARDS[CATALOGUE.number(card)]
    table = Table(f"hand {card}, ink {facts.cost}/6").play(f"play {card}")
    assert table.changes() == {"p0 ink": "0/6", "p0 hand": "", card: f"{card}:w"}
    assert table.refusals(f"quest {card}") == ["DRYING"]
    table.end(2).play(f"quest {card}")
    assert table.lore() == [facts.lore, 0]


# Deck A.


def test_l01_heihei() -> None:
    table = Table("a L01, b L05", "x L25").play("quest a")
    assert table.asks == "p0 target: - | b | x", "another character, of either side"
    assert table.answer("x").changes() == {"p0 lore": "1", "a": "L01:x", "x": "L25 S4"}
    table = Table("a L01, b L05").play("quest a").answer("-")
    assert table.changes() == {"p0 lore": "1", "a": "L01:x"}
    assert Table("a L01", "x L21").play("quest a").asks == "", "nobody can be chosen"


def test_l03_simba() -> None:
    table = Table("hand L03 L05, ink 5/5, b L05:x", "x L25")
    assert table.legal("play") == ["play L03", "play L03 exerted", "play L05"]
    assert table.refusals("play L05 exerted") == ["NO_BODYGUARD"]
    table.play("play L03 exerted").end()
    assert table.refusals("challenge x b") == ["BODYGUARD"]
    assert table.legal("challenge") == ["challenge x L03"]


def test_l04_sebastian() -> None:
    table = Table("hand L11 L46, a L04, b L08")
    assert table.legal("sing") == ["sing L11 a", "sing L11 b", "sing L46 b"]
    table = Table("hand L04, ink 2/2, a L10").play("play L04")
    assert table.asks == "p0 may: yes | no", "Singer is no cost: L10 sees a card of cost 2"


def test_l06_ariel() -> None:
    assert Table("hand L46, a L06").legal("sing") == ["sing L46 a"], "Singer 5"
    table = Table("hand L06, ink 3/3, deck L01 L02 L03 L04 L05").play("play L06")
    assert table.asks == "p0 take: -", "asked though no song is there: nobody learns that"
    table.answer("-", "L04", "L03", "L02")
    assert table.pile("deck") == "L05 L04 L03 L02 L01"
    assert table.watched("hand", 0) == ("", "", "")
    table = Table("hand L06, ink 3/3, deck L11 L20").play("play L06")
    assert table.asks == "p0 take: - | L11 | L20"
    table.answer("L20")
    assert table.asks == "", "one card is left, so its place is no choice"
    assert (table.pile("hand"), table.pile("deck")) == ("L20", "L11")
    assert Table("hand L06, ink 3/3, deck -").play("play L06").asks == ""


def test_l07_rapunzel() -> None:
    table = Table("hand L07, ink 4/4", "x L08:d3").play("play L07")
    assert table.changes() == {"p0 ink": "0/4", "p0 hand": "", "L07": "L07:w"}, "itself, unhurt"
    table = Table("hand L07, ink 4/4, a L08:d4, deck L01").play("play L07").answer("a", "3")
    assert table.changes() == {
        "p0 ink": "0/4",
        "p0 hand": "L01",
        "p0 deck": "",
        "a": "L08:d1",
        "L07": "L07:w",
    }, "drawing from an empty deck does nothing"
    table = Table("hand L07, ink 4/4, a L08:d1").play("play L07").answer("a")
    assert table.asks == "p0 amount: 0 | 1"
    assert table.answer("0").pile("hand") == ""


def test_l08_maximus() -> None:
    table = Table("a L08, b L05", "x L25").play("quest a").answer("b")
    assert table.changes() == {"p0 lore": "1", "a": "L08:x", "b": "L05 S7"}
    table = Table("a L25", "x L08:x, y L31:x")
    assert table.refusals("challenge a y") == ["BODYGUARD"]
    assert Table("hand L08, ink 5/5").legal("play") == ["play L08", "play L08 exerted"]


def test_l09_moana() -> None:
    table = Table("a L09, b L06:x, c L09:x, d L05:x", "x L07:x").play("quest a").answer("no")
    assert table.changes() == {"p0 lore": "3", "a": "L09:x"}
    table = Table("a L09, b L06:x, c L09:x, d L05:x", "x L07:x").play("quest a").answer("yes")
    assert table.changes() == {
        "p0 lore": "3",
        "a": "L09:x",
        "b": "L06 no quest: L09",
        "c": "L09 no quest: L09",
    }
    assert table.refusals("quest b") == ["CANNOT_QUEST"]
    assert table.refusals("quest c") == ["CANNOT_QUEST"]
    assert table.part("d").exerted


def test_l10_stitch_rock_star() -> None:
    table = Table("a L10, hand L05 L14 L02, ink 6/6, deck -").play("play L05")
    assert table.asks == "", "it costs 3"
    table.play("play L02")
    assert table.asks == "p0 may: yes | no", "an empty deck leaves something to do"
    table.answer("yes")
    assert table.part("L02").exerted
    table = Table("a L02, b L10, hand L10, ink 4/4").play("shift L10 a")
    assert table.asks == "", "the printed cost is 6, however it was paid"
    table = Table("a L10, b L10, hand L02, ink 1/1").play("play L02")
    assert table.asks == "p0 order: a.0 | b.0"
    table.answer("a.0", "yes")
    assert table.asks == "", "it is exerted already"
    assert table.pile("hand") == "L05"
    table = Table("a L10, hand L02, ink 1/1").play("play L02").answer("no")
    assert table.changes() == {"p0 ink": "0/1", "p0 hand": "", "L02": "L02:w"}


def test_l11_hakuna_matata() -> None:
    table = Table("hand L11, ink 4/4, a L08:d4, b L05", "x L08:d2").play("play L11")
    table.answer("0")
    assert table.changes() == {"p0 ink": "0/4", "p0 hand": "", "p0 discard": "L11"}
    assert Table("hand L11, a L07").legal("sing") == ["sing L11 a"]
    assert Table("hand L11, ink 4/4, a L05", "x L08:d2").play("play L11").asks == ""


def test_l12_dinglehopper() -> None:
    table = Table("hand L12, ink 1/1, a L08:d2", "x L25:d2").play("play L12", "use L12")
    assert table.asks == "p0 target: a | x", "items never dry"
    table.answer("x")
    assert table.asks == "p0 amount: 0 | 1"
    table.answer("1")
    assert table.part("x").damage == 1
    assert table.refusals("use L12") == ["EXERTED"]
    assert Table("t L12, m L60:d3").play("use t").changes() == {"t": "L12:x"}, "no location"


def test_l13_dr_facilier() -> None:
    table = Table("a L13", "m L60").play("challenge a m")
    assert table.changes() == {"a": "L13:x", "m": "L60:d2"}, "Challenger counts, no damage back"
    table = Table("a L13:x", "x L31", acts=1).play("challenge x a")
    assert table.changes() == {"a": "L13:x,d1", "x": "L31:x"}, "it deals 0 as the defender"


def test_l14_magic_broom() -> None:
    table = Table("hand L14, ink 2/2, discard L40 L40 L02").play("play L14")
    assert table.asks == "p0 discarded: - | p0.L02 | p0.L40"
    table.answer("p0.L40")
    assert table.pile("discard") == "L02 L40"
    assert sorted(table.pile("deck").split()) == [*["L05"] * 5, "L40"]
    table = Table("hand L14, ink 2/2", "discard L40").play("play L14").answer("-")
    assert table.changes() == {"p0 ink": "0/2", "p0 hand": "", "L14": "L14:w"}


def test_l15_maleficent() -> None:
    table = Table("hand L15, ink 3/3").play("play L15")
    assert table.asks == "p0 may: yes | no"
    assert table.answer("yes").pile("hand") == "L05"
    assert Table("hand L15, ink 3/3").play("play L15").answer("no").pile("hand") == ""
    assert Table("hand L15, ink 3/3, deck -").play("play L15").asks == ""


def test_l16_elsa() -> None:
    table = Table("a L16, b L05", "x L25:w, y L05:x").play("use a")
    assert table.asks == "p0 target: x | y"
    assert table.answer("x").changes() == {"a": "L16:x", "x": "L25:x,w"}
    assert table.refusals("challenge b x") == []
    assert Table("a L16:x", "x L25").refusals("use a") == ["EXERTED"]
    assert Table("a L16").play("use a").changes() == {"a": "L16:x"}, "legal without candidates"


def test_l17_rafiki() -> None:
    table = Table("hand L17, ink 3/3", "x L31:x")
    assert table.refusals("ink L17") == ["NOT_INKABLE"]
    table.play("play L17")
    assert table.refusals("quest L17") == ["DRYING"]
    table.play("challenge L17 x")
    assert table.facts()["L17"] == "L17:x,w,d1"
    assert table.facts()["x"] == "gone"


def test_l18_jafar() -> None:
    table = Table("a L18", "x L19:x").play("challenge a x")
    assert table.asks == "p1 may: yes | no"
    assert (table.facts()["a"], table.facts()["x"]) == ("gone", "gone")


def test_l19_marshmallow() -> None:
    table = Table("hand L40, ink 5/5", "x L19").play("play L40")
    assert table.asks == "", "not in a challenge"
    table = Table("a L37", "x L19:x").play("challenge a x")
    assert table.asks == "p1 may: yes | no", "as the defender, too"
    table.answer("no")
    assert table.pile("discard", 1) == "L19"
    assert Table("hand L19").refusals("ink L19") == ["NOT_INKABLE"]


def test_l20_friends_on_the_other_side() -> None:
    table = Table("hand L20, ink 3/3").play("play L20")
    assert table.watched("hand", 0) == ("L05 L05", "? ?", "? ?")
    assert Table("hand L20, ink 3/3, deck L01").play("play L20").pile("hand") == "L01"


# Deck B.


def test_l21_aladdin_prince_ali() -> None:
    table = Table("hand L57, ink 2/2, a L21", "x L21, m L49").play("play L57")
    assert table.asks == "p0 target: a | m", "its owner may choose it"
    table = Table("hand L56, ink 6/6", "x L21").play("play L56")
    assert table.facts()["x"] == "L21:d1", "an effect on each chooses nobody"


def test_l22_cruella_de_vil() -> None:
    table = Table("a L05", "x L22:x").play("challenge a x").answer("-")
    assert table.changes() == {"a": "L05:x,d1", "x": "gone", "p1 discard": "L22"}
    table = Table("a L22", "x L05:x").play("challenge a x")
    assert table.asks == "", "it was not challenged"
    assert Table("a L21:d1", "x L22:x,d1").play("challenge a x").asks == "", "nobody is left"
    assert Table("a L21", "x L22:x,d1").play("challenge a x").asks == "", "Ward"
    assert Table("hand L40, ink 5/5", "x L22").play("play L40").asks == ""


def test_l23_flynn_rider() -> None:
    table = Table("hand L04, a L05", "x L23:x").play("challenge a x")
    assert table.asks == ""
    assert table.pile("discard") == "L04"
    table = Table("a L05", "x L23:x, hand L31").play("challenge a x")
    assert table.pile("hand", 1) == "L31"
    table = Table("hand L04 L04, a L05", "x L23:x").play("challenge a x")
    assert table.asks == "p0 discard: L04", "hidden cards are asked about by number alone"


def test_l24_peter_pan() -> None:
    table = Table("a L24", "x L36:x, y L25:x")
    assert table.legal("challenge") == ["challenge a x", "challenge a y"]
    table = Table("a L25", "x L24:x")
    assert table.legal("challenge") == []


def test_l26_tinker_bell_most_helpful() -> None:
    table = Table("hand L26, ink 4/4, a L25", "x L24:x").play("play L26").answer("a")
    assert table.refusals("challenge a x") == []
    table.end(2)
    assert (table.keyword("a", "evasive"), table.keyword("L26", "evasive")) == (0, 1)


def test_l27_mother_gothel() -> None:
    table = Table("a L05", "x L27:x")
    (refused,) = table.reasons("quest a")
    assert (refused.error_code, refused.context) == ("CANNOT_QUEST", {"why": "L27"})
    assert Table("a L05", "x L27").refusals("quest a") == [], "only while exerted"
    assert Table("a L05, b L27:x").refusals("quest a") == [], "only their characters"
    assert Table("a L33", "x L27:x").refusals("quest a") == ["CANNOT_QUEST"]


def test_l28_mother_knows_best() -> None:
    table = Table("hand L28, ink 3/3, a L39:x,d3 on L21@m, m L60", "x L21").play("play L28")
    assert table.changes() == {
        "p0 ink": "0/3",
        "p0 hand": "L21 L39",
        "p0 discard": "L28",
        "a": "gone",
    }, "the only candidate must be taken"
    assert Table("hand L28, ink 3/3").play("play L28").pile("discard") == "L28"
    assert Table("hand L28").refusals("ink L28") == ["NOT_INKABLE"]


def test_l29_sudden_chill() -> None:
    table = Table("hand L29 L01, ink 2/2", "hand L31 L32").play("play L29")
    assert table.asks == "p1 discard: L31 | L32"
    assert table.seen("hand", 1, 0) == "? ?", "p0 sees the question, not the cards"
    table.answer("L31")
    assert (table.pile("discard", 1), table.pile("hand", 0)) == ("L31", "L01")
    assert Table("hand L29, ink 2/2").play("play L29").asks == ""


def test_l30_stolen_scimitar() -> None:
    for card, strength in (("L21", 4), ("L35", 4), ("L39", 7), ("L31", 2)):
        table = Table(f"t L30, a {card}").play("use t")
        assert table.facts()["a"] == f"{card} S{strength}"
    table = Table("t L30", "x L21, y L35").play("use t")
    assert table.facts()["y"] == "L35 S4", "of either side, but not through Ward"


def test_l33_gaston() -> None:
    table = Table("a L33", "x L25:x")
    (refused,) = table.reasons("quest a")
    assert (refused.error_code, refused.context) == ("CANNOT_QUEST", {"why": "L33"})
    assert table.refusals("end_turn") == ["MUST_CHALLENGE"]
    assert Table("a L33:w", "x L25:x").refusals("end_turn") == []
    assert Table("a L33:x", "x L25:x").refusals("end_turn") == []


def test_l34_lefou() -> None:
    table = Table("hand L34, ink 2/2, a L05").play("play L34").answer("a")
    assert table.facts()["a"] == "L05 no quest: L34", "also one that was ready"
    table = Table("hand L34, ink 2/2").play("play L34")
    assert table.facts()["L34"] == "L34:w no quest: L34", "itself, as the only candidate"
    table = Table("hand L34, ink 2/2", "x L05:x").play("play L34").answer("x").end()
    assert table.refusals("quest x") == [], "the ban ended with the turn"


def test_l35_aladdin_street_rat() -> None:
    table = Table("hand L35, ink 3/3, lore 5", "lore 2").play("play L35")
    assert table.lore() == [5, 1]
    assert Table("hand L35, ink 3/3").play("play L35").lore() == [0, 0]


def test_l36_goofy() -> None:
    table = Table("a L25, b L42, c L24", "x L36:x")
    assert table.legal("challenge") == ["challenge b x", "challenge c x"]


def test_l37_maui() -> None:
    table = Table("hand L37, ink 5/5", "m L60").play("play L37")
    assert table.refusals("end_turn") == ["MUST_CHALLENGE"]
    assert table.refusals("quest L37") == ["DRYING", "CANNOT_QUEST"]
    table.play("challenge L37 m")
    assert table.facts()["m"] == "gone"


def test_l38_mulan() -> None:
    table = Table("a L38, b L05", "m L60:d2").play("challenge a m")
    assert table.facts()["m"] == "gone"
    assert table.facts()["b"] == "L05", "a location is no character"
    table = Table("a L32", "x L38:x, y L05").play("challenge a x")
    assert table.facts()["y"] == "L05", "only in its owner's turn"


def test_l39_aladdin_heroic_outlaw() -> None:
    table = Table("hand L39, ink 5/5, a L21, b L05", "x L31:x")
    assert table.legal("shift") == ["shift L39 a"]
    table.play("shift L39 a", "challenge a x")
    assert table.lore() == [2, 0]
    table = Table("a L32", "x L39:x, lore 3").play("challenge a x")
    assert table.lore() == [0, 3], "only in its owner's turn"
    table = Table("a L39", "x L39:x, lore 3").play("challenge a x")
    assert table.lore() == [2, 1], "each banished the other; it is p0's turn"
    expect_over(Table("lore 18, a L39", "x L31:x").play("challenge a x").match, winner=0)


def test_l40_dragon_fire() -> None:
    table = Table("hand L40, ink 5/5, a L39 on L35, t L12", "x L25, m L49").play("play L40")
    assert table.asks == "p0 target: a | x"
    table.answer("a")
    assert table.pile("discard") == "L35 L39 L40"
    assert Table("hand L40").refusals("ink L40") == ["NOT_INKABLE"]
    assert Table("hand L40, a L39").refusals("sing L40 a") == ["NOT_A_SONG"]


# Deck C.


def test_l41_gramma_tala() -> None:
    table = Table("hand L40, ink 5/5", "x L41").play("play L40").answer("yes")
    assert (table.ink(1), table.pile("discard", 1)) == ("0/1", "")
    assert table.watched("inkwell", 1) == ("L41", "L41", "L41")
    table = Table("a L05", "x L41:x").play("challenge a x").answer("no")
    assert (table.ink(1), table.pile("discard", 1)) == ("0/0", "L41")
    assert Table("hand L28, ink 3/3", "x L41").play("play L28").asks == "", "it was not banished"


def test_l42_cri_kee() -> None:
    table = Table("a L42", "x L24:x").play("challenge a x")
    assert (table.facts()["a"], table.facts()["x"]) == ("gone", "gone")
    assert Table("a L31", "x L42:x").legal("challenge") == ["challenge a x"], "it is not Evasive"


def test_l43_robin_hood() -> None:
    table = Table("a L43", "x L24:x, y L25")
    assert table.refusals("challenge a x") == []
    table.play("quest a").end()
    assert table.keyword("a", "evasive") == 0
    assert table.refusals("challenge y a") == [], "Evasive only in its owner's turn"
    table = Table("hand L43, ink 6/6, deck -", "hand L31").play("play L43")
    assert table.asks == ""
    assert Table("hand L43, ink 6/6").play("play L43").asks == "", "0 cards each"


def test_l44_scar() -> None:
    table = Table("hand L44, ink 6/6, a L05", "x L21, y L25, z L08").play("play L44")
    assert table.asks == "p0 target: y | z"
    table.answer("z")
    assert table.facts()["z"] == "L08 S0"
    assert Table("hand L44, ink 6/6, a L05", "x L21").play("play L44").asks == ""


def test_l45_four_dozen_eggs() -> None:
    table = Table("hand L45, a L07, b L52", "x L05").play("sing L45 a")
    assert (table.keyword("a", "resist"), table.keyword("b", "resist")) == (2, 3)
    assert table.keyword("x", "resist") == 0
    table.end().play("challenge x a")
    assert table.part("a").damage == 1


def test_l46_let_it_go() -> None:
    table = Table("hand L46, ink 5/5, a L02", "x L25:d2, ink 1/1").play("play L46")
    assert table.asks == "p0 target: a | x"
    table.answer("x")
    assert table.ink(1) == "1/2"
    assert table.seen("inkwell", 1, 0) == "? L25", "everybody saw which card it was"
    table.end()
    assert table.ink(1) == "2/2"


def test_l47_dig_a_little_deeper() -> None:
    table = Table("hand L47, ink 8/8, deck L01 L02 L02 L03 L04 L05 L06 L07").play("play L47")
    assert table.seen("looked", 0, 1) == "? ? ? ? ? ? ?"
    assert "L02 L02" in dict(table.answers())
    assert "L01" not in dict(table.answers()), "exactly two"
    assert len(table.answers()) == 16, "15 pairs of different cards, and both L02"
    table.answer("L01 L06")
    assert table.watched("hand", 0) == ("L01 L06", "? ?", "? ?")
    assert table.asks == "p0 bottom: L02 | L03 | L04 | L05"
    table.answer("L05", "L02", "L04", "L03")
    assert table.pile("deck") == "L07 L05 L02 L04 L03 L02"
    assert table.watched("deck", 0) == ("? L05 L02 L04 L03 L02", "? ? ? ? ? ?", "? ? ? ? ? ?")
    assert table.pile("discard") == "L47"
    for deck, hand in (("L01 L02", "L01 L02"), ("L01", "L01"), ("-", "")):
        table = Table(f"hand L47, ink 8/8, deck {deck}").play("play L47")
        assert (table.asks, table.pile("hand"), table.pile("deck")) == ("", hand, "")
    table = Table("hand L47, ink 8/8, deck L01 L02 L03").play("play L47").answer("L01 L03")
    assert (table.asks, table.pile("deck")) == ("", "L02")


def test_l48_fishbone_quill() -> None:
    table = Table("t L48, hand L40", inked=True).play("use t")
    assert (table.asks, table.ink()) == ("", "1/1"), "one card is no choice"
    assert table.watched("inkwell", 0) == ("L40", "?", "?")
    assert Table("t L48").play("use t").changes() == {"t": "L48:x"}
    assert Table("t L48, hand L02 L02").play("use t").asks == "p0 ink_card: L02"


def test_l49_rescue_rangers_submarine() -> None:
    for position in ("m L49, x L25", "m L49, n L60, x L25@n", "m L49, x L25@m, deck -"):
        assert Table("", position).end().asks == ""
    table = Table("", "m L49, x L25@m").end().answer("no")
    assert table.ink(1) == "0/0"
    assert Table("m L49, a L25@m").end().asks == "", "only in its owner's turn"


def test_l50_captain_hook() -> None:
    table = Table("a L50", "x L25:x").play("challenge a x")
    assert table.facts()["x"] == "L25:x,d3"


def test_l51_mr_smee() -> None:
    assert Table("a L51").end().facts()["a"] == "L51", "it is ready"
    table = Table("a L51:x,d2").end()
    assert (table.facts()["a"], table.pile("discard")) == ("gone", "L51")
    assert Table("a L51:x", "x L50").end().facts()["a"] == "L51:x,d1", "their Captain is no help"
    assert Table("", "x L51:x").end().facts()["x"] == "L51", "only at the end of its owner's turn"


def test_l52_the_prince() -> None:
    table = Table("hand L57, ink 2/2, a L25, b L05", "x L52:x, y L31:x").play("play L57")
    table.answer("x")
    assert table.part("x").damage == 1, "damage of effects, too"
    assert table.legal("challenge") == ["challenge a x", "challenge b x"]
    assert Table("hand L52, ink 3/3").legal("play") == ["play L52", "play L52 exerted"]


def test_l53_tinker_bell_tiny_tactician() -> None:
    table = Table("a L53, hand L01, deck L02 L03").play("use a")
    assert table.asks == "p0 discard: L01 | L02", "after the draw"
    table.answer("L02")
    assert (table.pile("hand"), table.pile("discard")) == ("L01", "L02")
    table = Table("a L53, deck L02 L03").play("use a")
    assert (table.pile("hand"), table.pile("discard"), table.asks) == ("", "L02", "")
    assert Table("a L53, deck -").play("use a").changes() == {"a": "L53:x"}
    assert Table("a L53:w").refusals("use a") == ["DRYING"]


def test_l54_magic_carpet() -> None:
    table = Table("a L54, b L54, c L05", "x L54")
    found = {name: table.keyword(name, "challenger") for name in "abcx"}
    assert found == {"a": 1, "b": 1, "c": 0, "x": 0}
    table = Table("hand L57, ink 2/2", "x L54").play("play L57")
    assert table.facts()["x"] == "gone", "a forced choice counts"
    table = Table("hand L57, ink 2/2, a L54").play("play L57")
    assert table.facts()["a"] == "L54:d2", "an opponent must choose it"
    table = Table("a L08, hand L28", "x L54, y L25").play("sing L28 a").answer("x")
    assert table.pile("hand", 1) == "L54"
    table = Table("a L08, hand L46", "x L54").play("sing L46 a").answer("a")
    assert table.facts()["x"] == "L54", "it was not chosen"


def test_l55_bagheera() -> None:
    table = Table("a L25, b L52, c L31", "x L55:x,d1, y L25").play("challenge a x")
    assert table.pile("discard") == "L25", "3 + 2 damage are more than 4"
    assert table.changes() == {
        "p0 discard": "L25",
        "p1 discard": "L55",
        "a": "gone",
        "b": "L52:d1",
        "c": "L31:d2",
        "x": "gone",
    }
    table = Table("hand L40, ink 5/5, a L55", "x L31").play("play L40").answer("a")
    assert table.facts()["x"] == "L31", "in its owner's turn nothing happens"


def test_l56_tinker_bell_giant_fairy() -> None:
    table = Table("hand L56, ink 4/4, a L26:d2, b L53, c L05", "x L31:x, y L25, m L49")
    assert table.legal("shift") == ["shift L56 a", "shift L56 b"]
    table.play("shift L56 a")
    assert (table.part("x").damage, table.part("y").damage, table.part("m").damage) == (1, 1, 0)
    assert table.part("c").damage == 0
    table.play("challenge a x")
    assert table.asks == "p0 target: - | y"
    assert table.answer("y").part("y").damage == 3
    assert Table("a L56", "x L31:x").play("challenge a x").asks == "", "nobody is left"
    table = Table("a L56", "x L31:x, y L25").play("challenge a x").answer("-")
    assert table.part("y").damage == 0


def test_l57_ba_boom() -> None:
    table = Table("hand L57, ink 2/2, a L05, m L49, t L12", "x L25").play("play L57")
    assert table.asks == "p0 target: a | m | x"
    assert table.answer("m").part("m").damage == 2
    assert Table("hand L57, a L05").refusals("sing L57 a") == ["NOT_A_SONG"]


def test_l58_frying_pan() -> None:
    table = Table("t L58").play("use t")
    assert table.changes() == {"t": "gone", "p0 discard": "L58"}, "the cost is paid for nothing"
    table = Table("t L58", "x L25").play("use t")
    assert table.facts()["t"] == "gone"
    table.end()
    assert table.facts()["x"] == "L25 no challenge: L58"


def test_l59_plasma_blaster() -> None:
    table = Table("t L59, ink 1/3", "x L25")
    assert table.refusals("use t") == ["NOT_ENOUGH_INK"]
    table = Table("t L59, ink 3/3, m L49", "x L25").play("use t")
    assert table.changes() == {"p0 ink": "1/3", "t": "L59:x", "x": "L25:d1"}, "no locations"
    assert table.refusals("use t") == ["EXERTED", "NOT_ENOUGH_INK"]
    assert Table("hand L59").refusals("ink L59") == ["NOT_INKABLE"]


def test_l60_castle_wyvern() -> None:
    table = Table("m L60, n L60, a L25@m, b L25", "x L31:x").end(2)
    assert table.lore() == [2, 0]
    table = Table("m L60, n L60, a L25@m, b L25", "x L31:x").play("challenge a x")
    assert table.facts()["a"] == "L25:x@m challenger+1 resist+1", "1 damage less"
    table = Table("hand L60, ink 3/3, a L25:x,w").play("play L60", "move a L60")
    assert table.facts()["a"] == "L25:x,w@L60 challenger+1 resist+1"
