"""The table: reading, moving and marking cards."""

import pickle
from collections import Counter

import pytest
from hypothesis import given

from kibitz.core import seeded
from kibitz.kit import SHARED, CardId, CardTable, Layout, UnknownCard
from kibitz.kit.errors import ZoneError
from kibitz.kit.instances import FACE_DOWN
from tests.kit.disturbance import STEPS, disturb
from tests.kit.skirmish import CARDS, small_table, zones


def empty() -> CardTable:
    return CardTable(Layout(CARDS, zones(), 2))


# Reading.


def test_cards_are_listed_from_the_top_as_a_copy() -> None:
    table = empty()
    first = table.create("ant", "deck", 0)
    second = table.create("bee", "deck", 0)
    top = table.create("cat", "deck", 0, position="top")
    middle = table.create("dog", "deck", 0, position=1)
    assert table.cards("deck", 0) == [top, middle, first, second]
    assert table.index(first) == 2
    table.cards("deck", 0).clear()
    assert table.count("deck", 0) == 4
    assert table.count("deck", 1) == 0


def test_a_card_knows_where_it_is_and_whose() -> None:
    table = empty()
    card = table.card(table.create("ant", "field", 1, owner=0))
    assert (card.owner, card.controller, card.zone, card.seat) == (0, 0, "field", 1)
    shared = table.card(table.create("gem", "market"))
    assert (shared.owner, shared.seat) == (SHARED, SHARED)
    assert table.definition(shared.id).name == "Gem"


def test_a_zone_for_all_ignores_the_seat() -> None:
    table = empty()
    card = table.create("gem", "market", 1)
    assert table.cards("market", 0) == [card] == table.cards("market")


def test_all_cards_come_by_zone_then_seat_then_place() -> None:
    table = empty()
    market = table.create("gem", "market")
    field = table.create("ant", "field", 1)
    hand1 = table.create("ant", "hand", 1)
    hand0 = [table.create("ant", "hand", 0), table.create("ant", "hand", 0)]
    assert [card.id for card in table.all_cards()] == [*hand0, hand1, field, market]
    assert table.query(lambda card: card.seat == 1) == [hand1, field]


def test_unknown_names_are_refused_with_near_matches() -> None:
    table = empty()
    card = table.create("ant", "hand", 0)
    before = table.key()
    with pytest.raises(ZoneError, match="no zone 'feild'; did you mean 'field'"):
        table.move(card, "feild")
    with pytest.raises(ZoneError, match="no card 'c2' on the table; did you mean 'c1'"):
        table.move(CardId("c2"), "field")
    with pytest.raises(ZoneError, match="seats 0 to 1; not seat 2"):
        table.cards("hand", 2)
    with pytest.raises(ZoneError, match="no seat was named"):
        table.cards("hand")
    with pytest.raises(ZoneError, match="no position 7 in field"):
        table.move(card, "field", 0, 7)
    with pytest.raises(ZoneError, match="no position -1"):
        table.move(card, "field", 0, -1)
    with pytest.raises(UnknownCard):
        table.create("unicorn", "hand", 0)
    with pytest.raises(ZoneError, match="no zone"):
        table.bulk_move("hand", "nowhere", 1, 0)
    assert table.key() == before


def test_a_shared_card_must_be_told_whose_zone_it_enters() -> None:
    table = empty()
    card = table.create("gem", "market")
    with pytest.raises(ZoneError, match="no seat was named"):
        table.move(card, "hand")
    assert table.cards("market") == [card]
    assert table.card(table.move(card, "hand", 1)).owner == SHARED


# Moving.


def test_a_card_goes_to_its_owners_zone_unless_told() -> None:
    table = empty()
    card = table.create("ant", "field", 1, owner=0)
    assert table.move(card, "trash") == card
    assert table.cards("trash", 0) == [card]
    assert table.move(card, "trash", 1) == card
    assert table.cards("trash", 1) == [card]


def test_a_card_moves_to_top_bottom_or_index() -> None:
    table = empty()
    low, high = table.create("ant", "trash", 0), table.create("bee", "trash", 0)
    cards = [table.create("cat", "market", owner=0) for _ in range(3)]
    table.move(cards[0], "trash", position="top")
    table.move(cards[1], "trash", position=1)
    table.move(cards[2], "trash")
    assert table.cards("trash", 0) == [cards[0], cards[1], low, high, cards[2]]


def test_a_card_moved_within_its_zone_keeps_its_id_also_where_it_is_hidden() -> None:
    table = empty()
    cards = [table.create("ant", "deck", 0) for _ in range(3)]
    assert table.move(cards[0], "deck") == cards[0]
    assert table.cards("deck", 0) == [cards[1], cards[2], cards[0]]
    assert table.move(cards[0], "deck", position=0) == cards[0]
    assert table.cards("deck", 0) == cards


def test_moving_keeps_counters_meta_flags_and_controller() -> None:
    table = empty()
    card = table.create("ant", "field", 0)
    table.set_flag(card, "tapped")
    table.add_counter(card, "damage", 2)
    table.update_meta(card, note="x")
    table.set_controller(card, 1)
    moved = table.card(table.move(card, "hand"))
    assert moved.id != card
    assert (moved.flags, moved.counters) == (("tapped",), (("damage", 2),))
    assert (moved.meta, moved.controller) == ((("note", "x"),), 1)


def test_drawing_takes_from_the_top_and_fewer_when_short() -> None:
    table = small_table()
    top = [table.card(card).definition_id for card in table.cards("deck", 0)[:5]]
    drawn = table.draw("deck", "hand", 5, 0)
    assert table.cards("hand", 0) == drawn
    assert [table.definition(card).id for card in drawn] == top
    assert len(table.draw("deck", "hand", 99, 0)) == 7
    assert table.draw("deck", "hand", 1, 0) == []
    assert table.draw("hand", "trash", -1, 0) == []


def test_drawing_from_a_zone_for_all() -> None:
    table = small_table()
    (gem,) = table.draw("vault", "hand", 1, 1)
    assert table.cards("hand", 1) == [gem]
    assert table.card(gem).owner == SHARED


def test_shuffling_follows_the_generator_and_gives_new_ids() -> None:
    table, twin = small_table(), small_table()
    before = table.cards("deck", 0)
    kinds = Counter(table.definition(card).id for card in before)
    table.shuffle("deck", 0, seeded(1))
    twin.shuffle("deck", 0, seeded(1))
    assert table.key() == twin.key()
    twin.shuffle("deck", 0, seeded(2))
    assert table.key() != twin.key()
    after = table.cards("deck", 0)
    assert not set(before) & set(after)
    assert Counter(table.definition(card).id for card in after) == kinds
    # Ids are in order again, so they tell nothing about the order before.
    assert after == sorted(after, key=lambda card: int(card[1:]))


def test_a_mulligan_exchanges_the_hand() -> None:
    table = small_table()
    table.draw("deck", "hand", 5, 0)
    hand = table.mulligan("hand", "deck", 4, 0, seeded(3))
    assert table.cards("hand", 0) == hand
    assert len(hand) == 4
    assert table.count("deck", 0) == 8


def test_a_removed_card_is_gone() -> None:
    table = empty()
    card = table.create("egg", "field", 0)
    table.remove(card)
    assert table.count("field", 0) == 0
    assert not table.has(card)
    with pytest.raises(ZoneError):
        table.remove(card)


# Marks.


def test_flags() -> None:
    table = empty()
    one, two = table.create("ant", "field", 0), table.create("bee", "field", 0)
    assert not table.flag(one, "tapped")
    table.set_flag(one, "tapped")
    assert table.flag(one, "tapped")
    assert table.cards_with_flag("tapped") == [one]
    assert table.cards_with_flag("tapped", False) == [two]
    table.set_flag(one, "tapped", False)
    assert table.cards_with_flag("tapped") == []


def test_counters_never_go_below_nothing() -> None:
    table = empty()
    one, two = table.create("ant", "field", 0), table.create("bee", "field", 0)
    table.add_counter(one, "damage", 3)
    table.add_counter(one, "damage", 0)
    table.add_counter(one, "damage", -5)
    assert table.counter(one, "damage") == 3
    table.remove_counter(one, "damage", -1)
    table.remove_counter(one, "damage")
    assert table.counter(one, "damage") == 2
    assert table.cards_with_counter("damage") == [one]
    assert table.cards_with_counter("damage", 3) == []
    assert table.cards_with_counter("damage", 0) == [one, two]
    table.remove_counter(one, "damage", 9)
    assert table.counter(one, "damage") == 0
    assert table.card(one).counters == ()
    table.add_counter(one, "charge")
    table.clear_counter(one, "charge")
    assert table.counter(one, "charge") == 0


def test_clearing_all_counters_clears_flags_but_does_not_turn_a_card_up() -> None:
    table = empty()
    card = table.create("ant", "field", 0)
    for flag in ("tapped", FACE_DOWN):
        table.set_flag(card, flag)
    table.add_counter(card, "damage")
    table.clear_all_counters(card)
    assert table.card(card).flags == (FACE_DOWN,)
    assert table.card(card).counters == ()


def test_meta_is_merged_replaced_and_handed_out_as_a_copy() -> None:
    table = empty()
    card = table.create("ant", "field", 0)
    assert table.meta(card) == {}
    table.update_meta(card, turn=3, by=None)
    table.update_meta(card, turn=4, why=("a", 1))
    got = table.meta(card)
    assert got == {"turn": 4, "by": None, "why": ("a", 1)}
    got["turn"] = 9
    assert table.meta(card)["turn"] == 4
    table.set_meta(card, {"x": 1.5})
    assert table.meta(card) == {"x": 1.5}


def test_meta_refuses_what_could_change_later() -> None:
    table = empty()
    card = table.create("ant", "field", 0)
    for value in ([1], {"a": 1}, (1, [2])):
        with pytest.raises(TypeError, match="meta 'x' is a number"):
            table.update_meta(card, x=value)
    assert table.meta(card) == {}


def test_queries_include_cards_without_meta() -> None:
    table = empty()
    with_meta, without = table.create("ant", "field", 0), table.create("ant", "field", 0)
    table.update_meta(with_meta, x=1)
    assert table.query(lambda card: dict(card.meta).get("x", 0) == 0) == [without]


def test_control_changes_without_a_move() -> None:
    table = empty()
    card = table.create("ant", "field", 0)
    table.set_controller(card, 1)
    assert table.card(card).controller == 1
    assert table.cards("field", 0) == [card]


# Copies.


def test_given_a_clone_when_either_side_changes_then_the_other_does_not() -> None:
    table = small_table()
    table.reveal(table.cards("deck", 0)[0], [1])
    before = table.key()
    twin = table.clone()
    assert twin == table
    twin.draw("deck", "hand", 2, 0)
    twin.shuffle("deck", 1, seeded(1))
    twin.set_flag(twin.cards("hand", 0)[0], "x")
    twin.reveal(twin.cards("deck", 1)[0], [0])
    assert table.key() == before
    changed = twin.key()
    table.draw("deck", "hand", 1, 1)
    assert twin.key() == changed


def test_tables_pickle_and_have_no_hash() -> None:
    table = small_table()
    table.draw("deck", "hand", 2, 0)
    table.reveal(table.cards("hand", 0)[0], [1], "turn")
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    card = table.cards("hand", 0)[0]
    assert again.definition(card) == table.definition(card)
    with pytest.raises(TypeError):
        hash(table)


# Properties.


@given(STEPS)
def test_whatever_happens_no_card_is_lost_or_doubled(steps: list[tuple[int, int, int]]) -> None:
    table = small_table()
    for name in ("trash", "field"):
        table.draw("deck", name, 2, 0)
    counted = Counter((card.definition_id, card.owner) for card in table.all_cards())
    for step in steps:
        disturb(table, *step)
        cards = table.all_cards()
        assert Counter((card.definition_id, card.owner) for card in cards) == counted
        assert {card.id for card in cards} == set(table.instances)
        assert len(cards) == len(table.instances)
        for (zone, seat), pile in zip(table.layout.places, table.piles, strict=True):
            assert not zone.capacity or len(pile) <= zone.capacity
            for card_id in pile:
                card = table.card(card_id)
                assert (card.id, card.zone, card.seat) == (card_id, zone.id, seat)
        assert set(table.reveals) <= set(table.instances)
