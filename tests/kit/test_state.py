"""States: cards move between piles, parts enter and leave play, and nothing is shared by copies."""

import pickle
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import SPECTATOR, seeded, state_hash
from kibitz.kit import NOBODY, NOWHERE, InPlay, Modifier, Unit
from kibitz.testing import assert_conserved, census, scenario
from tests.kit.camp import (
    ANT,
    BACK,
    BEE,
    CAT,
    DECK,
    DOG,
    EGG,
    FRONT,
    HAND,
    LAYOUT,
    PILE,
    POWER,
    RIVER,
    Camp,
    CampState,
    Fetch,
    Say,
    empty,
    place,
)

EVERYBODY: Final = 0b11


def start() -> CampState:
    """Both seats have cards everywhere."""
    build = scenario(Camp()).put("hand", 0, "cat", "ant").put("hand", 1, "bee", "dog-7")
    build.put("deck", 0, "ant", "bee", "cat").put("deck", 1, "dog-7", "cat")
    build.put("pile", 1, "ant", "ant").put("front", 0, "ant", "bee").put("back", 1, "cat")
    return build.state()


# Piles.


def test_piles_are_found_by_zone_and_seat_and_a_shared_one_by_zone() -> None:
    state = start()
    assert state.pile(HAND, 1) == (BEE, DOG)
    state.add([CAT], RIVER, 1)
    assert state.pile(RIVER) == state.pile(RIVER, 0) == (CAT,)
    assert state.index(RIVER, 1) == state.index(RIVER, 0)


def test_card_moves_onto_the_top_of_an_ordered_pile() -> None:
    state = start()
    state.move(CAT, HAND, 0, DECK)
    assert state.pile(HAND, 0) == (ANT,)
    assert state.pile(DECK, 0) == (ANT, BEE, CAT, CAT)


def test_card_moves_to_another_seat() -> None:
    state = start()
    state.move(ANT, PILE, 1, HAND, whose=0)
    assert (state.pile(PILE, 1), state.pile(HAND, 0)) == ((ANT,), (ANT, ANT, CAT))


def test_unordered_piles_are_sorted_whatever_arrives() -> None:
    state = start()
    state.move(DOG, HAND, 1, PILE)
    state.move(BEE, HAND, 1, PILE)
    assert state.pile(PILE, 1) == (ANT, ANT, BEE, DOG)


def test_card_can_be_tucked_under_an_ordered_pile() -> None:
    state = start()
    state.tuck(CAT, HAND, 0, DECK)
    assert state.pile(DECK, 0) == (CAT, ANT, BEE, CAT)
    state.tuck(ANT, PILE, 1, DECK, whose=0)
    assert state.pile(DECK, 0) == (ANT, CAT, ANT, BEE, CAT)


def test_cards_are_drawn_from_the_top_as_long_as_there_are_any() -> None:
    state = start()
    assert state.draw(0, DECK, HAND, 2) == 2
    assert state.pile(DECK, 0) == (ANT,)
    assert state.pile(HAND, 0) == (ANT, BEE, CAT, CAT)
    assert state.draw(0, DECK, HAND, 5) == 1
    assert state.draw(0, DECK, HAND) == 0


def test_card_that_is_not_there_cannot_be_moved() -> None:
    state = start()
    before = state_hash(state)
    for call in (
        lambda: state.move(DOG, HAND, 0, PILE),
        lambda: state.take(DOG, HAND, 0),
        lambda: state.tuck(DOG, HAND, 0, DECK),
    ):
        with pytest.raises(ValueError, match="there is no"):
            call()
    assert state_hash(state) == before


def test_shuffle_keeps_the_cards_and_uses_the_dice_of_the_state() -> None:
    orders = set()
    for seed in range(20):
        state = start()
        state.rng = seeded(seed)
        state.shuffle(DECK, 0)
        assert sorted(state.pile(DECK, 0)) == [ANT, BEE, CAT]
        orders.add(tuple(state.pile(DECK, 0)))
    assert len(orders) > 3


# In play.


def test_parts_enter_at_the_end_of_a_row_with_numbers_of_their_own() -> None:
    state = empty()
    parts = [state.enter(Unit(ANT), FRONT, 0), state.enter(Unit(ANT), BACK, 1)]
    parts.append(state.enter(Unit(BEE), FRONT, 0))
    assert [part.serial for part in parts] == [1, 2, 3]
    assert [part.kind for part in state.row(FRONT, 0)] == [ANT, BEE]
    assert state.at(place("p0.front.2")) is parts[2]
    assert state.at(place("p1.back.1")) is parts[1]
    assert [state.find(part.serial) for part in parts] == [
        place(word) for word in ("p0.front.1", "p1.back.1", "p0.front.2")
    ]


def test_part_keeps_its_number_in_another_row_and_others_move_up() -> None:
    state = start()
    ant, bee = state.row(FRONT, 0)
    state.row(BACK, 0).append(state.drop(place("p0.front.1")))
    assert state.find(ant.serial) == place("p0.back.1")
    assert state.find(bee.serial) == place("p0.front.1")


def test_part_that_has_left_play_is_nowhere_and_its_number_is_not_given_again() -> None:
    state = start()
    ant = state.drop(place("p0.front.1"))
    assert state.find(ant.serial) == NOWHERE
    again = state.enter(Unit(ant.kind), FRONT, 0)
    assert again.serial != ant.serial
    assert state.find(ant.serial) == NOWHERE


def test_card_taken_into_play_and_put_back_is_seen_by_all() -> None:
    state = start()
    part = state.enter(Unit(state.take(CAT, HAND, 0)), FRONT, 0)
    assert state.pile(HAND, 0) == (ANT,)
    state.drop(state.find(part.serial))
    state.put(part.kind, DECK, 0)
    top = len(state.pile(DECK, 0)) - 1
    assert all(state.knows(seat, state.index(DECK, 0), top) for seat in (0, 1, SPECTATOR))
    assert not state.knows(0, state.index(DECK, 0), 0)


def test_token_is_gone_when_it_leaves_play() -> None:
    state = start()
    before = state.clone()
    state.enter(Unit(EGG), FRONT, 0)
    assert_conserved(before, state)
    state.put(state.drop(place("p0.front.3")).kind, PILE, 0)
    assert state.pile(PILE, 0) == ()
    assert_conserved(before, state)


def test_cards_under_a_part_leave_with_it() -> None:
    state = start()
    counted = census(state)
    part = state.row(FRONT, 0)[0]
    part.under = (state.take(CAT, HAND, 0), state.take(ANT, HAND, 0))
    assert part.cards() == [CAT, ANT, ANT]
    assert census(state) == counted
    for card in state.drop(place("p0.front.1")).cards():
        state.put(card, PILE, 0)
    assert state.pile(PILE, 0) == (ANT, ANT, CAT)
    assert census(state) == counted


def test_part_without_a_clone_of_its_own_is_copied_with_its_lists() -> None:
    class Nest(InPlay):
        __match_args__ = ("kind", "serial", "mods", "eggs")

        def __init__(
            self,
            kind: int,
            serial: int = 0,
            mods: tuple[Modifier, ...] = (),
            eggs: list[int] | None = None,
        ) -> None:
            super().__init__(kind, serial, mods)
            self.eggs = [] if eggs is None else eggs

    nest = Nest(ANT, eggs=[1])
    twin = nest.clone()
    assert (type(twin), twin, twin.cards()) == (Nest, nest, [ANT])
    twin.eggs.append(2)
    assert nest.eggs == [1]


def test_part_that_leaves_play_takes_its_cards_along() -> None:
    state = start()
    counted = census(state)
    part = state.row(FRONT, 0)[0]
    part.under = (state.take(CAT, HAND, 0),)
    assert state.leave(place("p0.front.1"), PILE) is part
    assert [each.kind for each in state.row(FRONT, 0)] == [BEE]
    assert state.pile(PILE, 0) == (ANT, CAT)
    assert census(state) == counted


def test_next_seat_passes_over_those_who_are_out() -> None:
    state = empty()
    assert (state.next_seat(), state.next_seat([False, True])) == (1, 0)
    state.active = 1
    assert (state.next_seat(), state.next_seat([True, False])) == (0, 1)


def test_turn_begins_in_the_first_phase_without_marks_and_with_lasting_modifiers() -> None:
    state = empty()
    state.turn, state.phase, state.marks = 3, 1, 1
    state.mods = (Modifier(0, 1, until=3), Modifier(0, 1, until=4))
    state.begin_turn(1)
    assert (state.turn, state.active, state.phase, state.marks) == (4, 1, 0, 0)
    assert list(state.mods) == [Modifier(0, 1, until=4)]


def test_places_of_a_row_are_listed_seat_by_seat() -> None:
    state = start()
    assert state.places(FRONT) == [place("p0.front.1"), place("p0.front.2")]
    assert state.places(BACK) == state.places(BACK, 1) == [place("p1.back.1")]
    assert state.places(BACK, 0) == []


def test_gathered_cards_are_all_in_one_pile_and_nobody_knows_where() -> None:
    state = start()
    counted = census(state)
    state.show(DECK, 0, EVERYBODY)
    state.gather(DECK, 0)
    assert [state.count(zone, 0) for zone in (HAND, DECK, PILE)] == [0, 5, 0]
    assert state.count(HAND, 1) == 2
    assert census(state) == counted
    assert state.seen[state.index(DECK, 0)] == ()


def test_most_points_win_and_equal_ones_are_a_draw() -> None:
    state = start()
    state.win_by([3, 5], "points")
    assert (state.over, state.winner, state.reason) == (True, 1, "points")
    state.win_by([5, 5], "points")
    assert state.winner == NOBODY


# What is to happen, and the end.


def test_effects_happen_in_the_order_given_and_before_what_waits() -> None:
    state = empty()
    state.then(Say("c"))
    state.then(Say("a"), Say("b"))
    assert [effect.word for effect in reversed(state.stack) if isinstance(effect, Say)] == [
        *("a", "b", "c"),
    ]
    assert state.question() is None
    state.then(Fetch(1))
    assert state.question() == Fetch(1)
    state.then(Say("before the question"))
    assert state.question() is None


def test_win_ends_the_game() -> None:
    state = empty()
    assert (state.winner, state.over) == (NOBODY, False)
    state.win(1, "no food")
    assert (state.winner, state.over, state.reason) == (1, True, "no food")
    assert Camp().returns(state) == [-1.0, 1.0]
    state.winner = NOBODY
    assert Camp().returns(state) == [0.0, 0.0]


# Copies.


def busy() -> CampState:
    """A state with something in every field."""
    state = start()
    state.show(HAND, 1, to=0b01)
    state.search(DECK, 0, to=0b01)
    state.then(Say("x"), Fetch(1))
    state.events.append(Say("y"))
    state.mods = (Modifier(POWER, 1),)
    state.row(FRONT, 0)[0].mods = (Modifier(POWER, 2),)
    state.row(FRONT, 0)[0].under = (CAT,)
    return state


def test_copies_are_equal_and_share_nothing_that_can_change() -> None:
    state = busy()
    view = Camp().view(state, 0)
    for original in (state, view):
        before = original.key()
        twin = original.clone()
        assert twin == original
        assert pickle.loads(pickle.dumps(original)) == original
        twin.rng.word()
        twin.move(ANT, PILE, 1, HAND)
        twin.enter(Unit(DOG), BACK, 0)
        twin.row(FRONT, 0)[0].damage += 1
        twin.board.food[0] -= 1
        twin.then(Say("z"))
        twin.events.clear()
        twin.search(DECK, 1, to=0b10)
        for pool in twin.pools:
            pool.append(CAT)
        assert original.key() == before


def test_every_field_counts_for_equality() -> None:
    state, other = busy(), empty()
    other.rng = seeded("other dice")
    other.win(1, "no food")
    other.seat, other.active, other.viewer = 1, 1, 0
    other.turn, other.phase, other.marks = 9, 1, 3
    other.pools = [[ANT]]
    other.board.food[0] = 1
    for name in state.__match_args__:
        twin = state.clone()
        setattr(twin, name, getattr(other, name))
        assert (twin.key() == state.key()) == (name == "layout"), name


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["move", "give", "draw", "tuck", "shuffle", "play", "bury", "show", "search"]
        ),
        st.integers(0, 1),
        st.integers(0, 7),
    ),
    max_size=30,
)


def act(state: CampState, action: str, seat: int, number: int) -> None:
    """Does something with the cards, as far as it is possible."""
    hand, front = state.pile(HAND, seat), state.row(FRONT, seat)
    if action == "draw":
        state.draw(seat, DECK, HAND, number % 3)
    elif action == "shuffle":
        state.shuffle(DECK, seat)
    elif action == "show":
        state.show((HAND, DECK)[number % 2], seat, 1 << (number & 1), number // 2)
    elif action == "search":
        state.search(DECK, seat, 1 << (number & 1))
    elif action == "bury" and front:
        for card in state.drop(state.place(FRONT, seat, number % len(front))).cards():
            state.put(card, (PILE, DECK)[number % 2], seat)
    elif hand:
        act_with(state, action, seat, number, hand[number % len(hand)])


def act_with(state: CampState, action: str, seat: int, number: int, card: int) -> None:
    """Does something with a card of a hand."""
    if action == "play":
        state.enter(Unit(state.take(card, HAND, seat)), FRONT, seat)
    elif action == "move":
        state.move(card, HAND, seat, (PILE, DECK, HAND)[number % 3])
    elif action == "give":
        state.move(card, HAND, seat, PILE, 1 - seat)
    elif action == "tuck":
        state.tuck(card, HAND, seat, DECK)


@given(ACTIONS)
def test_whatever_is_done_cards_are_conserved_and_masks_fit(
    actions: list[tuple[str, int, int]],
) -> None:
    state = start()
    before = census(state)
    for action, seat, number in actions:
        act(state, action, seat, number)
        assert census(state) == before
        for p, pile in enumerate(state.cards):
            assert len(state.seen[p]) in (0, len(pile))
            if not LAYOUT.ordered[p]:
                assert pile == sorted(pile)
            # The zone's own viewers always know its cards.
            assert all(mask & LAYOUT.usual[p] == LAYOUT.usual[p] for mask in state.seen[p])
        serials = [part.serial for row in state.rows for part in row]
        assert len(serials) == len(set(serials))
        assert max(serials, default=0) < state.serial
