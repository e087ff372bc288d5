"""Zones: their declaration, capacity, and what gives way in a full one."""

import pickle

import pytest

from kibitz.core import seeded
from kibitz.kit import CardId, CardTable, Layout, Overflow, Replace, Zone
from kibitz.kit.errors import ZONE_FULL, ZoneError
from kibitz.kit.zones import zone_problems
from tests.kit.skirmish import CARDS, Camp


def battle(*zones: Zone) -> CardTable:
    return CardTable(Layout(CARDS, [Zone("hand", visibility="private"), *zones, Zone("trash")], 2))


def test_zone_problems_are_listed_together() -> None:
    declared = [
        Zone("deck", visibility="hidden"),  # type: ignore[arg-type]  # what the check is for
        Zone("deck"),
        Zone(""),
        Zone("two words", capacity=-1),
        Zone("camp", capacity=1, overflow=Replace("trahs")),
        Zone("trash", overflow=Overflow()),
    ]
    text = "\n".join(zone_problems(declared))
    for part in (
        "two zones have the id 'deck'",
        "unknown visibility 'hidden'",
        "a zone needs an id",
        "'two words' of a zone is not one word",
        "capacity is 0 or more, not -1",
        "its overflow goes to 'trahs'; did you mean 'trash'?",
        "'trash' has an overflow rule, but no capacity",
    ):
        assert part in text


def test_a_good_declaration_has_no_problems() -> None:
    assert zone_problems([Zone("camp", capacity=1, overflow=Camp("trash")), Zone("trash")]) == []


def test_a_zone_without_a_name_is_called_by_its_id() -> None:
    assert Zone("deck").name == "deck"
    assert Zone("deck", "Draw pile").name == "Draw pile"


def test_zones_and_layouts_pickle() -> None:
    zone = Zone("camp", capacity=1, overflow=Camp("trash"))
    assert pickle.loads(pickle.dumps(zone)) == zone
    layout = Layout(CARDS, [zone], 2)
    again = pickle.loads(pickle.dumps(layout))
    assert list(again.zones.values()) == [zone]
    assert again.seats == 2
    assert "camp" in repr(layout)


def test_given_a_full_zone_when_a_card_enters_then_it_is_refused_and_nothing_changes() -> None:
    table = battle(Zone("field", capacity=1))
    table.create("ant", "field", 0)
    card = table.create("bee", "hand", 0)
    before = table.key()
    assert not table.has_room("field", 0)
    assert table.has_room("field", 1)
    with pytest.raises(ZoneError, match=r"'field' of seat 0 is full: 1 of 1 cards$") as error:
        table.move(card, "field")
    assert error.value.code == ZONE_FULL
    with pytest.raises(ZoneError):
        table.create("cat", "field", 0)
    with pytest.raises(ZoneError, match="no card"):
        table.move(card, "field", replace=CardId("c9"))
    assert table.key() == before


def test_given_no_room_for_all_when_drawing_then_none_is_drawn() -> None:
    table = battle(Zone("field", capacity=2))
    for _ in range(3):
        table.create("ant", "hand", 0)
    before = table.key()
    with pytest.raises(ZoneError) as error:
        table.draw("hand", "field", 3, 0)
    assert error.value.code == ZONE_FULL
    assert table.key() == before
    assert len(table.draw("hand", "field", 2, 0)) == 2


def test_given_a_second_base_when_deployed_then_the_old_one_goes_to_its_owners_trash() -> None:
    table = battle(Zone("base", capacity=1, overflow=Replace("trash")))
    old = table.create("ant", "base", 0, owner=1)
    new = table.move(table.create("bee", "hand", 0), "base")
    assert table.cards("base", 0) == [new]
    assert table.cards("trash", 1) == [old]


def test_given_a_token_base_when_it_is_replaced_then_it_leaves_the_game() -> None:
    table = battle(Zone("base", capacity=1, overflow=Camp("trash")))
    token = table.create("egg", "base", 0)
    new = table.create("bee", "base", 0)
    assert table.cards("base", 0) == [new]
    assert not table.has(token)
    assert table.count("trash", 0) == 0


def test_given_six_units_when_a_seventh_comes_then_the_player_names_the_one_that_goes() -> None:
    table = battle(Zone("units", capacity=6, overflow=Replace("trash", chosen=True)))
    units = [table.create("ant", "units", 0) for _ in range(6)]
    card = table.create("bee", "hand", 0)
    before = table.key()
    with pytest.raises(ZoneError, match="name the card to replace") as error:
        table.move(card, "units")
    assert error.value.code == ZONE_FULL
    assert table.key() == before
    new = table.move(card, "units", replace=units[3])
    assert table.cards("units", 0) == [*units[:3], *units[4:], new]
    assert table.cards("trash", 0) == [units[3]]


def test_a_card_is_not_replaced_while_there_is_room() -> None:
    table = battle(Zone("units", capacity=6, overflow=Replace("trash", chosen=True)))
    unit = table.create("ant", "units", 0)
    card = table.create("bee", "hand", 0)
    with pytest.raises(ZoneError, match="has room"):
        table.move(card, "units", replace=unit)
    assert table.cards("hand", 0) == [card]


def test_an_overflow_rule_may_let_nothing_give_way() -> None:
    table = battle(Zone("units", capacity=1, overflow=Overflow()))
    table.create("ant", "units", 0)
    with pytest.raises(ZoneError, match="full"):
        table.create("bee", "units", 0)
    assert Overflow().destination(table, table.cards("units", 0)[0]) == ""
    assert Overflow().zones() == ()


def test_replacing_in_the_middle_keeps_positions_in_bounds() -> None:
    table = battle(Zone("base", capacity=1, overflow=Replace("")))
    table.create("ant", "base", 0)
    new = table.create("bee", "base", 0, position=1)
    assert table.cards("base", 0) == [new]


def test_given_nothing_gives_way_when_drawing_several_then_none_is_drawn() -> None:
    table = battle(Zone("units", capacity=2, overflow=Replace("trash", chosen=True)))
    for _ in range(3):
        table.create("ant", "hand", 0)
    before = table.key()
    with pytest.raises(ZoneError, match="name the card to replace"):
        table.draw("hand", "units", 3, 0)
    assert table.key() == before


def test_given_the_top_gives_way_when_drawing_several_then_the_last_ones_stay() -> None:
    table = battle(Zone("base", capacity=1, overflow=Replace("trash")))
    cards = [table.create("ant", "hand", 0) for _ in range(3)]
    assert table.draw("hand", "base", 3, 0) == cards
    assert table.cards("base", 0) == cards[2:]
    assert table.cards("trash", 0) == cards[:2]


def test_a_mulligan_for_more_cards_than_a_hand_holds_changes_nothing() -> None:
    table = CardTable(Layout(CARDS, [Zone("hand", capacity=2), Zone("deck")], 2))
    table.create("ant", "hand", 0)
    before = table.key()
    with pytest.raises(ZoneError, match="full"):
        table.mulligan("hand", "deck", 3, 0, seeded(1))
    assert table.key() == before
