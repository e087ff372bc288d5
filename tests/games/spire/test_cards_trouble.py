"""The 5 statuses and the 14 curses of Slay the Spire, each with the numbers of its table.

There is one test for each card, named after it; `test_cards.py` fails if one is missing.
"""

import pytest

from kibitz.core import seeded
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire.rules.turn import start_fight
from tests.games.spire.table import Table, cards, costs, dummy

DRAW = "6 strike"


def held(hand: str, block: int = 0) -> Table:
    """Ends a turn with these cards in hand; the next hand comes from a full draw pile."""
    return Table(hand, draw=DRAW, block=block).play("end")


def unplayable(card: str) -> bool:
    """Tells whether a card cannot be played, and stays in the hand until it is discarded."""
    return Table(card).refuses(card) and held(card).pile("discard") == [card]


# Statuses.


def test_burn() -> None:
    assert unplayable("burn")
    assert held("burn").fight.hp == 78
    assert held("burn+").fight.hp == 76
    assert held("burn").pile("discard") == ["burn"]
    # Acceptance scenario 21: block counts.
    table = held("burn, burn+", block=3)
    assert (table.fight.hp, table.pile("discard")) == (77, ["burn", "burn+"])


def test_dazed() -> None:
    assert Table("dazed").refuses("dazed")
    assert held("dazed").pile("exhaust") == ["dazed"]


def test_slimed() -> None:
    assert costs("slimed")[0] == 1
    table = Table("slimed").play("slimed")
    assert (table.fight.energy, table.pile("exhaust")) == (2, ["slimed"])
    assert Table("slimed", energy=0).refuses("slimed")
    assert held("slimed").pile("discard") == ["slimed"]


def test_void() -> None:
    assert Table("void").refuses("void")
    table = Table("finesse", draw="void").play("finesse")
    assert (table.hand(), table.fight.energy) == (["void"], 2)
    assert Table("finesse", draw="void", energy=0).play("finesse").fight.energy == 0
    assert held("void").pile("exhaust") == ["void"]


def test_wound() -> None:
    assert unplayable("wound")


# Curses.


def test_ascenders_bane() -> None:
    assert Table("ascender's bane").refuses("ascender's bane")
    assert held("ascender's bane").pile("exhaust") == ["ascender's bane"]


def test_clumsy() -> None:
    assert Table("clumsy").refuses("clumsy")
    assert held("clumsy").pile("exhaust") == ["clumsy"]


def test_curse_of_the_bell() -> None:
    assert unplayable("curse of the bell")


def test_decay() -> None:
    assert unplayable("decay")
    assert held("2 decay").fight.hp == 76
    assert held("2 decay", block=3).fight.hp == 79


def test_doubt() -> None:
    assert unplayable("doubt")
    # The Weak lasts through the next turn.
    table = held("doubt")
    assert table.power("Weak") == 1
    assert table.play("end").power("Weak") == 0
    assert Table("doubt", powers={"Artifact": 1}).play("end").powers() == {}


def test_injury() -> None:
    assert unplayable("injury")


def test_necronomicurse() -> None:
    assert unplayable("necronomicurse")
    table = Table("true grit, necronomicurse", powers={"Feel No Pain": 3}).play("true grit")
    assert (table.hand(), table.pile("exhaust")) == (["necronomicurse"], [])
    assert table.fight.block == 10


def test_normality() -> None:
    assert unplayable("normality")
    table = Table("normality, 4 anger", dummy(99)).play("anger", "anger", "anger")
    assert table.refuses("anger > 1")
    # It counts only while it is in the hand.
    table = Table("normality, 3 anger, true grit+, finesse", dummy(99), energy=9)
    table.play("anger", "anger", "true grit+", "choose normality", "anger", "finesse")
    assert table.lost() == 18


def test_normality_stops_copies_and_cards_of_the_draw_pile() -> None:
    table = Table("normality, 3 anger", dummy(99)).play("anger", "anger")
    table.fight.powers = Table(powers={"Double Tap": 1}).fight.powers
    assert table.play("anger").lost() == 18
    table = Table("normality, 2 anger, havoc", dummy(99), draw="bash").play(
        "anger", "anger", "havoc"
    )
    assert (table.lost(), table.pile("exhaust")) == (12, ["bash"])


def test_pain() -> None:
    assert unplayable("pain")
    table = Table("2 pain, strike, inflame", block=9).play("strike", "inflame")
    assert (table.fight.hp, table.fight.block) == (76, 9)
    # The HP is lost before the card does anything: the last HP goes first.
    table = Table("pain, strike", dummy(6), hp=1).play("strike")
    assert table.fight.reason == "lost"


def test_parasite() -> None:
    assert unplayable("parasite")


def test_regret() -> None:
    assert unplayable("regret")
    assert held("regret, 3 strike", block=9).fight.hp == 76
    assert held("2 regret").fight.hp == 76


def test_shame() -> None:
    assert unplayable("shame")
    table = held("shame")
    assert table.power("Frail") == 1
    assert table.play("end").power("Frail") == 0


@pytest.mark.parametrize("seed", range(5))
def test_writhe(seed: int) -> None:
    assert unplayable("writhe")
    table = Table("", draw="12 strike, writhe")
    table.fight.shuffles = seeded(f"writhe/{seed}")
    start_fight(table.fight)
    assert "writhe" in table.hand()


def test_pride() -> None:
    assert costs("pride")[0] == 1
    table = Table("pride").play("pride")
    assert (table.fight.energy, table.fight.hp, table.pile("exhaust")) == (2, 80, ["pride"])
    table = held("pride")
    # A copy is the first card of the next hand, and the card itself is discarded.
    assert (table.hand()[0], table.pile("discard")) == ("pride", ["pride"])
    assert catalogue.FLAGS[cards("pride")[0]] & catalogue.INNATE


# Relics that make them playable.

CURSES = [card.name.lower() for card in catalogue.CARDS if card.type == catalogue.CURSE]
STATUSES = [card.name.lower() for card in catalogue.CARDS if card.type == catalogue.STATUS]


@pytest.mark.parametrize("card", CURSES)
def test_blue_candle_plays_curses_for_1_hp(card: str) -> None:
    table = Table(card, relics=["Blue Candle"]).play(card)
    assert table.fight.hp == 79
    left = ([card], []) if card == "necronomicurse" else ([], [card])
    assert (table.hand(), table.pile("exhaust")) == left
    assert Table(card, energy=0, relics=["Medical Kit"]).refuses(card)


@pytest.mark.parametrize("card", STATUSES)
def test_medical_kit_plays_statuses(card: str) -> None:
    table = Table(card, relics=["Medical Kit"]).play(card)
    assert (table.fight.hp, table.pile("exhaust")) == (80, [card])
    assert table.fight.energy == (2 if card == "slimed" else 3)
    assert Table(card, energy=0, relics=["Blue Candle"]).refuses(card)
