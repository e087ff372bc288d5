"""Who knows which card: visibility, reveals, redaction and sampling."""

import pickle
from collections import Counter

import pytest
from hypothesis import given, settings

from kibitz.core import SPECTATOR, seeded
from kibitz.kit import CardId, CardTable, Layout, UnknownCard, Zone
from kibitz.kit.cards import CardDefinition, CardRegistry
from kibitz.kit.errors import ZoneError
from kibitz.kit.instances import FACE_DOWN
from tests.kit.disturbance import STEPS, disturb
from tests.kit.skirmish import CARDS, small_table, zones

EVERYBODY = (SPECTATOR, 0, 1)


def empty(seats: int = 2) -> CardTable:
    return CardTable(Layout(CARDS, zones(), seats))


def knowers(table: CardTable, card: CardId) -> list[int]:
    return [seat for seat in range(SPECTATOR, table.seats) if table.knows(seat, card)]


# By right.


def test_zones_show_their_cards_to_whom_they_should() -> None:
    table = empty()
    seen = {
        zone: knowers(table, table.create("ant", zone, 0)) for zone in ("deck", "hand", "field")
    }
    assert seen == {"deck": [], "hand": [0], "field": [-1, 0, 1]}
    assert knowers(table, table.create("gem", "market")) == [-1, 0, 1]
    assert knowers(table, table.create("gem", "vault")) == []


def test_a_face_down_zone_is_seen_by_its_seat_and_a_secret_one_by_nobody() -> None:
    table = empty()
    assert knowers(table, table.create("ant", "traps", 1)) == [1]
    assert knowers(table, table.create("ant", "ink", 1)) == []


def test_a_hidden_card_in_a_zone_for_all_is_seen_by_its_controller() -> None:
    table = CardTable(Layout(CARDS, [Zone("middle", visibility="private", per_player=False)], 2))
    card = table.create("ant", "middle", owner=1)
    assert knowers(table, card) == [1]
    table.set_controller(card, 0)
    assert knowers(table, card) == [0]
    assert knowers(table, table.create("ant", "middle")) == []


def test_given_a_card_played_face_down_then_only_its_seat_knows_it_until_it_is_turned_up() -> None:
    table = empty()
    card = table.move(table.create("ant", "hand", 0), "field", face_down=True)
    assert knowers(table, card) == [0]
    table.set_flag(card, FACE_DOWN, False)
    assert knowers(table, card) == [-1, 0, 1]
    # Everybody has seen it, so turning it down again hides nothing.
    table.set_flag(card, FACE_DOWN)
    assert knowers(table, card) == [-1, 0, 1]


def test_a_face_down_card_that_moves_on_is_turned_up() -> None:
    table = empty()
    card = table.move(table.create("ant", "hand", 0), "field", face_down=True)
    card = table.move(card, "trash")
    assert table.card(card).flags == ()
    assert knowers(table, card) == [-1, 0, 1]


# Reveals.


def test_a_reveal_shows_a_card_and_ends_with_its_label() -> None:
    table = empty()
    card = table.create("ant", "hand", 0)
    table.reveal(card, [1], "turn")
    table.reveal(card, [1], "turn")
    assert len(table.reveals[card]) == 1
    assert table.knows(1, card)
    table.expire("phase")
    assert table.knows(1, card)
    table.expire("turn")
    assert not table.knows(1, card)


def test_expiring_one_label_leaves_other_reveals() -> None:
    table = empty()
    card = table.create("ant", "hand", 0)
    table.reveal(card, [1], "turn")
    table.reveal(card, [SPECTATOR])
    table.expire("turn")
    assert knowers(table, card) == [-1, 0]
    with pytest.raises(ValueError, match="name the label"):
        table.expire("")


def test_a_card_is_shown_to_everybody_and_hidden_again() -> None:
    table = empty()
    card = table.create("ant", "deck", 0)
    table.reveal(card)
    assert knowers(table, card) == [-1, 0, 1]
    table.hide(card)
    assert knowers(table, card) == []
    for wrong in (table.reveal, table.hide):
        with pytest.raises(ZoneError):
            wrong(CardId("c99"))


def test_given_a_public_card_when_it_returns_to_a_hand_then_everybody_still_knows_it() -> None:
    table = empty()
    field = table.create("ant", "field", 0)
    hand = table.move(field, "hand")
    assert hand != field
    assert knowers(table, hand) == [-1, 0, 1]


def test_given_a_hand_card_put_on_the_deck_then_its_seat_knows_the_top_and_nobody_else() -> None:
    table = empty()
    top = table.move(table.create("ant", "hand", 0), "deck", position="top")
    assert knowers(table, top) == [0]
    assert knowers(table, table.move(top, "hand")) == [0]


def test_given_a_deck_card_shown_to_the_foe_when_drawn_then_the_foe_still_knows_it() -> None:
    table = empty()
    card = table.create("ant", "deck", 0)
    table.reveal(card, [1], "turn")
    (drawn,) = table.draw("deck", "hand", 1, 0)
    assert knowers(table, drawn) == [0, 1]
    table.expire("turn")
    assert knowers(table, drawn) == [0]


def test_given_a_card_inked_from_a_hand_that_the_foe_saw_then_the_foe_cannot_tell_which() -> None:
    table = empty()
    cards = [table.create(name, "hand", 0) for name in ("ant", "bee", "cat")]
    for card in cards:
        table.reveal(card, [1])
    inked = table.move(cards[1], "ink")
    assert knowers(table, inked) == [0]
    assert [knowers(table, card) for card in table.cards("hand", 0)] == [[0], [0]]


def test_given_a_card_played_openly_then_what_the_foe_knew_of_the_hand_stays_known() -> None:
    table = empty()
    known, other = table.create("ant", "hand", 0), table.create("bee", "hand", 0)
    table.reveal(known, [1])
    table.move(other, "field")
    assert knowers(table, known) == [0, 1]


def test_given_a_twin_of_a_known_card_is_played_then_the_known_one_may_be_gone() -> None:
    table = empty()
    known, twin = table.create("ant", "hand", 0), table.create("ant", "hand", 0)
    table.reveal(known, [1])
    table.move(twin, "field")
    assert knowers(table, known) == [0]


def test_given_the_known_card_is_played_then_its_known_twin_stays_known() -> None:
    table = empty()
    known, twin = table.create("ant", "hand", 0), table.create("ant", "hand", 0)
    table.reveal(known, [1])
    table.reveal(twin, [1])
    table.move(known, "field")
    assert knowers(table, twin) == [0, 1]


def test_reveals_to_those_who_see_a_hand_anyway_survive_an_unseen_loss() -> None:
    table = empty()
    kept, gone = table.create("ant", "hand", 0), table.create("bee", "hand", 0)
    table.reveal(kept, [0, 1])
    table.move(gone, "deck")
    assert [reveal.seats for reveal in table.reveals[kept]] == [(0,)]


def test_shuffling_forgets() -> None:
    table = empty()
    for _ in range(2):
        table.reveal(table.create("ant", "deck", 0))
    table.shuffle("deck", 0, seeded(1))
    assert table.reveals == {}


def test_given_a_card_goes_through_a_shuffled_deck_then_nobody_can_follow_it() -> None:
    table = small_table()
    card = table.draw("deck", "hand", 1, 0)[0]
    table.reveal(card, [1])
    seen = {card}
    card = table.move(card, "deck", position="top")
    seen.add(card)
    table.shuffle("deck", 0, seeded(7))
    hand = table.draw("deck", "hand", 12, 0)
    assert not seen & set(hand)
    assert not any(table.knows(1, held) for held in hand)
    assert table.redacted(1).reveals == {}


# Views.


def test_given_cards_in_hand_then_the_foe_sees_their_number_and_nothing_else() -> None:
    table = small_table()
    hand = table.draw("deck", "hand", 3, 0)
    table.set_flag(hand[0], "chosen")
    table.add_counter(hand[0], "charge")
    table.update_meta(hand[0], note="secret")
    view = table.redacted(1)
    assert view.count("hand", 0) == 3
    assert view.count("deck", 0) == 9
    for card_id in view.cards("hand", 0):
        card = view.card(card_id)
        assert (card.definition_id, card.flags, card.counters, card.meta) == ("", (), (), ())
        with pytest.raises(UnknownCard, match="hidden in this view"):
            view.definition(card_id)
    own = table.redacted(0)
    assert [own.card(card) for card in hand] == [table.card(card) for card in hand]


def test_flags_and_counters_of_face_down_cards_on_the_table_stay_visible() -> None:
    table = empty()
    for zone in ("ink", "traps", "field"):
        card = table.move(table.create("ant", "hand", 0), zone, face_down=zone == "field")
        table.set_flag(card, "exerted")
        table.add_counter(card, "charge", 2)
        table.update_meta(card, note="secret")
        seen = table.redacted(1).card(card)
        assert (seen.definition_id, seen.meta) == ("", ())
        assert "exerted" in seen.flags
        assert seen.counters == (("charge", 2),)


def test_a_spectator_sees_only_open_cards() -> None:
    table = small_table()
    table.draw("deck", "hand", 2, 0)
    table.draw("deck", "field", 2, 0)
    view = table.redacted(SPECTATOR)
    known = [card for card in view.all_cards() if card.definition_id]
    assert [card.zone for card in known] == ["field", "field"]


def test_a_view_holds_what_is_unseen_by_owner_and_stock_sorted() -> None:
    table = small_table()
    table.draw("deck", "hand", 2, 0)
    unseen = table.redacted(0).unseen
    assert unseen[(1, "")] == tuple(sorted(["ant", "bee", "cat", "dog"] * 3))
    assert unseen[(0, "resource")] == ("ore",) * 3
    assert unseen[(-1, "")] == ("gem",) * 2
    assert len(unseen[(0, "")]) == 10


def test_a_view_does_not_tell_which_of_the_hidden_cards_others_know() -> None:
    table = small_table()
    hidden, own = table.cards("deck", 0)[0], table.draw("deck", "hand", 1, 1)[0]
    table.reveal(hidden, [0])
    table.reveal(own, [0])
    assert set(table.redacted(1).reveals) == {own}
    assert set(table.redacted(0).reveals) == {hidden, own}


def test_a_view_of_a_view_hides_more_and_forgets_nothing_unseen() -> None:
    table = small_table()
    table.draw("deck", "hand", 3, 0)
    assert table.redacted(0).redacted(SPECTATOR) == table.redacted(SPECTATOR)


def secret_table() -> CardTable:
    """Makes a table on which only the hidden cards of seat 0 carry a telling name."""
    secret = CardDefinition("SECRETMARK", "Secret", "spell")
    plain = CardDefinition("plain", "Plain", "spell")
    table = CardTable(Layout(CardRegistry([secret, plain]), zones(), 2))
    for zone in ("deck", "hand", "ink", "traps"):
        for name in ("SECRETMARK", "plain"):
            table.create(name, zone, 0)
    table.create("plain", "field", 0)
    return table


def test_no_hidden_definition_is_anywhere_in_a_view_but_in_the_sorted_pool() -> None:
    table = secret_table()
    for seat in (1, SPECTATOR):
        view = table.redacted(seat)
        assert "SECRETMARK" in repr(view.unseen)
        bare = CardTable(
            Layout(CardRegistry([]), zones(), 2),
            view.instances,
            view.piles,
            view.reveals,
            view.issued,
        )
        assert b"SECRETMARK" not in pickle.dumps(bare)
        assert "SECRETMARK" not in repr(bare)
        assert b"SECRETMARK" in pickle.dumps(table)


# Sampling.


@settings(max_examples=30)
@given(STEPS)
def test_sampled_tables_look_the_same_and_hold_the_same_cards(
    steps: list[tuple[int, int, int]],
) -> None:
    table = small_table()
    for step in steps:
        disturb(table, *step)
    counted = Counter((card.definition_id, card.owner) for card in table.all_cards())
    for seat in EVERYBODY:
        view = table.redacted(seat)
        world = view.filled(seeded(len(steps)))
        assert world.redacted(seat) == view
        assert world.redacted(SPECTATOR) == table.redacted(SPECTATOR)
        assert Counter((c.definition_id, c.owner) for c in world.all_cards()) == counted
        for card in table.all_cards():
            if table.knows(seat, card.id):
                assert world.card(card.id) == card


@settings(max_examples=100)
@given(STEPS)
def test_what_a_seat_cannot_know_does_not_change_what_it_sees_later(
    steps: list[tuple[int, int, int]],
) -> None:
    """Plays on in the true table and in a sampled one: the views stay equal."""
    table = small_table(3)
    half = len(steps) // 2
    for step in steps[:half]:
        disturb(table, *step)
    world = table.redacted(0).filled(seeded(1))
    for step in steps[half:]:
        disturb(table, *step)
        disturb(world, *step)
        known = [card for card in table.all_cards() if table.knows(0, card.id)]
        if any(world.card(card.id) != card for card in known):
            return  # the step has shown a card that is another one in the sampled table
        # A sampled table has forgotten who else knows a card that seat 0 does not.
        mine, truth = world.redacted(0), table.redacted(0)
        assert mine.all_cards() == truth.all_cards()
        assert (mine.issued, mine.unseen) == (truth.issued, truth.unseen)


def test_sampled_hands_vary() -> None:
    table = small_table()
    table.shuffle("deck", 1, seeded(1))
    table.draw("deck", "hand", 4, 1)
    view = table.redacted(0)
    rng = seeded(2)
    hands = {
        tuple(sorted(world.definition(card).id for card in world.cards("hand", 1)))
        for world in [view.filled(rng) for _ in range(100)]
    }
    assert len(hands) > 10


def test_separate_stocks_never_mix_in_sampled_worlds() -> None:
    view = small_table().redacted(0)
    for seed in range(20):
        world = view.filled(seeded(seed))
        assert {world.definition(card).id for card in world.cards("mine", 1)} == {"ore"}


def test_a_view_whose_unseen_cards_do_not_add_up_is_refused() -> None:
    view = small_table().redacted(0)
    short = CardTable(view.layout, view.instances, view.piles, {}, view.issued, {})
    with pytest.raises(ValueError, match="more unknown cards of seat 0"):
        short.filled(seeded(1))
    long = {**view.unseen, (1, ""): (*view.unseen[(1, "")], "ant")}
    with pytest.raises(ValueError, match="more unseen definitions of seat 1"):
        CardTable(view.layout, view.instances, view.piles, {}, view.issued, long).filled(seeded(1))
