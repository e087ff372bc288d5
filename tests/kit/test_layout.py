"""Layouts: numbers and words of zones, rows and places, and the domains that offer them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import pytest

from kibitz import kit
from kibitz.core import Domain, Reject, RuleEngine, depends, optional, some_of
from kibitz.kit import ANY, FOE, LayoutError, Zone, make_layout
from kibitz.kit.errors import INVALID_TARGET
from kibitz.kit.state import TableState
from kibitz.testing import assert_staged_equals_flat, scenario
from tests.kit.camp import (
    ANT,
    BACK,
    BEE,
    CARDS,
    CAT,
    CATALOGUE,
    DOG,
    FRONT,
    HAND,
    LAYOUT,
    PILE,
    Camp,
    CampState,
    Purse,
    empty,
    place,
)

THREE = make_layout(
    CATALOGUE, [Zone("hand", "owner"), Zone("market", shared=True)], ("front", "back"), seats=3
)


# Declarations.


def test_all_problems_of_a_layout_come_at_once() -> None:
    with pytest.raises(LayoutError) as error:
        make_layout(
            CATALOGUE,
            [Zone("hand"), Zone("hand", "ownr"), Zone("Deck"), Zone("river", "owner", shared=True)],
            ("front row", "front row"),
            seats=0,
            phases=("main", "main"),
            marks=("a", "a"),
            stats=("b-c",),
        )
    assert str(error.value) == "layout: " + "; ".join(
        [
            "two zones have the id 'hand'",
            "zone 'Deck': expected lower-case letters, digits and _",
            "two rows have the id 'front row'",
            "row 'front row': expected lower-case letters, digits and _",
            "two phases have the id 'main'",
            "two marks have the id 'a'",
            "stat 'b-c': expected lower-case letters, digits and _",
            "zone hand: unknown visibility 'ownr'; did you mean 'owner'?",
            "zone river: a shared zone has no owner who could see it",
            "a game has 1 seat or more, not 0 seats",
        ]
    )


@pytest.mark.parametrize("number", [4, -1, 99])
def test_zone_that_does_not_exist_is_found_when_a_domain_is_declared(number: int) -> None:
    wanted = f"there is no zone {number}; known: 0 hand, 1 deck, 2 pile, 3 river"
    with pytest.raises(LayoutError, match=re.escape(wanted)):
        LAYOUT.cards_in(number)


@pytest.mark.parametrize("number", [2, -1])
def test_row_that_does_not_exist_is_found_when_a_domain_is_declared(number: int) -> None:
    wanted = f"there is no row {number}; known: 0 front, 1 back"
    with pytest.raises(LayoutError, match=re.escape(wanted)):
        LAYOUT.places(FRONT, number)


def test_layout_without_rows_says_so() -> None:
    bare = make_layout(CATALOGUE, [Zone("hand")])
    with pytest.raises(LayoutError, match="there is no row 0; known: none"):
        bare.places(0)
    with pytest.raises(ValueError, match="'x' is no place; expected one such as 'p0'"):
        bare.read_place("x")


def test_who_sees_a_zone_is_a_mask_of_seats() -> None:
    # Piles by seat and then zone: hand, deck, pile, river.
    assert [mask & 0b11 for mask in LAYOUT.usual] == [0b01, 0, 0b11, 0, 0b10, 0, 0b11, 0]
    assert LAYOUT.usual[PILE] == LAYOUT.everybody
    assert [LAYOUT.pools[group] for group in LAYOUT.group] == [
        *("p0", "p0", "p0", "shared", "p1", "p1", "p1", "shared"),
    ]


def test_zones_with_one_pool_hide_each_others_cards() -> None:
    layout = make_layout(
        CATALOGUE,
        [Zone("hand", "owner", pool="all"), Zone("deck", "none", shared=True, pool="all")],
    )
    assert layout.pools == ["all"]
    assert layout.group == [0, 0, 0, 0]


# Words.


def test_every_place_is_written_and_read() -> None:
    for layout in (LAYOUT, THREE):
        seen = set()
        for seat in range(layout.seats):
            for row in range(layout.depth):
                for index in range(4):
                    number = layout.place(row, seat, index)
                    word = layout.place_word(number)
                    assert word == f"p{seat}.{layout.rows[row]}.{index + 1}"
                    assert layout.read_place(word) == number
                    assert layout.owner(number) == seat
                    seen.add(number)
            player = layout.read_place(f"p{seat}")
            assert (layout.place_word(player), layout.owner(player)) == (f"p{seat}", seat)
            seen.add(player)
        assert len(seen) == layout.seats * (layout.depth * 4 + 1)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("p3", "'p3': there are seats 0 to 2"),
        ("p1.frnt.1", "did you mean 'front'"),
        ("p1.front.0", "places count from 1"),
        ("p1.front.-1", "is no place"),
        ("p1.front", "is no place; expected one such as 'p0.front.1'"),
        ("", "is no place"),
        ("front.1", "is no place"),
        ("p1.front.99999", "is no place"),
        ("p-1.front.1", "is no place"),
    ],
)
def test_place_that_cannot_exist_is_refused_in_words(word: str, wanted: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wanted)):
        THREE.read_place(word)


def test_cards_are_written_and_read_by_id() -> None:
    assert [LAYOUT.card_word(LAYOUT.read_card(word)) for word in CATALOGUE.ids] == CATALOGUE.ids
    assert LAYOUT.card_word(0) == "?"
    with pytest.raises(ValueError, match="there is no card 'ent'; did you mean 'ant'"):
        LAYOUT.read_card("ent")
    with pytest.raises(ValueError, match=r"there is no card '\?'"):
        LAYOUT.read_card("?")


def test_every_card_of_a_player_is_written_and_read() -> None:
    for layout in (LAYOUT, THREE):
        numbers = set()
        for seat in range(layout.seats):
            for card in range(1, len(layout.ids)):
                number = layout.owned(card, seat)
                assert layout.owned_card(number) == (card, seat)
                assert layout.word("owned", number) == f"p{seat}.{layout.card_word(card)}"
                assert layout.read("owned", layout.word("owned", number)) == number
                assert layout.has_word("owned", number)
                numbers.add(number)
        assert len(numbers) == layout.seats * len(CATALOGUE.ids)
        assert not layout.has_word("owned", -1)
        assert not layout.has_word("owned", layout.owned(len(layout.ids), 0))


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("", "'' is no card of a player; expected one such as 'p0.ant'"),
        ("ant", "'ant' is no card of a player"),
        ("p1", "'p1' is no card of a player"),
        ("p1.", "'p1.' is no card of a player"),
        ("p3.ant", "'p3.ant' is no card of a player"),
        ("p-1.ant", "'p-1.ant' is no card of a player"),
        ("p1.ent", "there is no card 'ent'; did you mean 'ant'"),
        ("p1.?", "there is no card '?'"),
        ("p1.front.1", "there is no card 'front.1'"),
    ],
)
def test_card_of_a_player_that_cannot_exist_is_refused_in_words(word: str, wanted: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wanted)):
        THREE.read_owned(word)


def test_piles_have_words_and_a_shared_one_has_no_seat() -> None:
    assert [LAYOUT.pile_word(pile) for pile in (0, 2, 3, 4)] == [
        *("p0.hand", "p0.pile", "river", "p1.hand"),
    ]


def test_words_of_a_parameter_take_none_tuples_and_nothing_else() -> None:
    target = LAYOUT.target
    front = place("p1.front.1")
    assert target.encode((front, -1)) == ["p1.front.1", "p0"]
    assert target.decode(["p1.front.1", "p0"], {}) == (front, -1)
    assert (target.encode(None), target.decode(None, {})) == (None, None)
    assert LAYOUT.card.text(DOG) == "dog-7"
    for wrong in (3, 1.5, {"a": 1}, True):
        with pytest.raises(ValueError, match="expected the word for a place"):
            target.decode(wrong, {})
    with pytest.raises(TypeError, match="does not define options"):
        LAYOUT.card.options(empty(), 0, {})


# Cards in zones.


def values(domain: Domain, state: CampState, seat: int = 0, **chosen: object) -> list[object]:
    return list(domain.values(state, seat, chosen))


def test_equal_cards_are_offered_once_in_the_order_of_the_pile() -> None:
    state = scenario(Camp()).put("hand", 0, "cat", "ant", "cat", "bee", "ant").state()
    assert values(LAYOUT.cards_in(HAND), state) == [ANT, BEE, CAT]
    # An ordered pile keeps its order.
    state.cards[state.index(1, 0)] = [CAT, ANT, CAT, CAT, ANT]
    assert values(LAYOUT.cards_in(1), state) == [CAT, ANT]


def test_cards_can_be_those_of_others() -> None:
    state = scenario(Camp()).put("pile", 0, "ant").put("pile", 1, "cat", "ant").state()
    assert values(LAYOUT.cards_in(PILE), state, 1) == [ANT, CAT]
    assert values(LAYOUT.cards_in(PILE, owner=FOE), state, 0) == [ANT, CAT]
    assert values(LAYOUT.cards_in(PILE, owner=FOE), state, 1) == [ANT]
    assert values(LAYOUT.cards_in(PILE, owner=ANY), state, 0) == [ANT, CAT]


def test_cards_of_all_others_come_in_order_of_seats_and_shared_ones_for_all() -> None:
    state: kit.TableState[kit.Unit, Purse] = TableState(empty().rng, THREE, Purse([], []))
    for seat, cards in enumerate(([ANT], [BEE, CAT], [ANT, DOG])):
        state.add(cards, 0, seat)
    state.add([DOG], 1)
    assert values(THREE.cards_in(0, owner=FOE), state, 1) == [ANT, DOG]
    assert values(THREE.cards_in(0, owner=FOE), state, 2) == [ANT, BEE, CAT]
    assert values(THREE.cards_in(1), state, 2) == [DOG]
    assert values(THREE.cards_in(1, owner=FOE), state, 2) == [DOG]


def test_cards_are_filtered_by_what_is_printed_and_by_the_state() -> None:
    state = scenario(Camp()).put("hand", 0, "ant", "bee", "cat").set(food=[2, 0]).state()
    costly = CATALOGUE.where(lambda card: card.cost > 1)

    def affordable(state: CampState, seat: int, chosen: Mapping[str, Any], card: int) -> bool:
        return CARDS[card].cost <= state.board.food[seat]

    assert values(LAYOUT.cards_in(HAND, costly), state) == [BEE, CAT]
    assert values(LAYOUT.cards_in(HAND, costly, where=affordable), state) == [BEE]


# Places in play.


def words(domain: Domain, state: CampState, seat: int = 0, **chosen: object) -> list[str]:
    return [LAYOUT.place_word(int(str(v))) for v in domain.values(state, seat, chosen)]


def animals() -> CampState:
    start = scenario(Camp()).put("front", 0, "ant", "ant").put("back", 0, "cat")
    return start.put("front", 1, "bee").put("back", 1, "dog-7", "ant").state()


def test_places_come_seat_by_seat_and_row_by_row_with_players_last() -> None:
    state = animals()
    assert words(LAYOUT.places(FRONT), state) == ["p0.front.1", "p0.front.2"]
    assert words(LAYOUT.places(BACK, FRONT, owner=FOE), state) == [
        *("p1.back.1", "p1.back.2", "p1.front.1"),
    ]
    assert words(LAYOUT.places(FRONT, owner=ANY, players=True), state, 1) == [
        *("p1.front.1", "p1", "p0.front.1", "p0.front.2", "p0"),
    ]
    assert words(LAYOUT.places(owner=FOE, players=True), state) == ["p1"]


def test_equal_parts_are_offered_each() -> None:
    assert len(values(LAYOUT.places(FRONT), animals())) == 2


def test_places_of_three_seats_begin_with_the_one_that_moves() -> None:
    state: kit.TableState[kit.Unit, Purse] = TableState(empty().rng, THREE, Purse([], []))
    for seat in range(3):
        state.enter(kit.Unit(ANT), FRONT, seat)
    found = THREE.places(FRONT, owner=FOE, players=True).values(state, 1, {})
    assert [THREE.place_word(int(str(item))) for item in found] == [
        *("p2.front.1", "p2", "p0.front.1", "p0"),
    ]


def test_places_are_filtered_by_the_part() -> None:
    def cheap(state: CampState, seat: int, chosen: Mapping[str, Any], part: kit.Unit) -> bool:
        return CARDS[part.kind].cost < 3

    assert words(LAYOUT.places(FRONT, BACK, owner=FOE, where=cheap), animals()) == [
        *("p1.front.1", "p1.back.2"),
    ]


# Relations between targets: functions that see what was chosen before.


def another(state: CampState, seat: int, chosen: Mapping[str, Any], part: kit.Unit) -> bool:
    """Another one than the first."""
    return part.serial != state.at(chosen["first"]).serial


def cheaper(state: CampState, seat: int, chosen: Mapping[str, Any], part: kit.Unit) -> bool:
    """One of lower cost than the first."""
    return CARDS[part.kind].cost < CARDS[state.at(chosen["first"]).kind].cost


def same_owner(state: CampState, seat: int, chosen: Mapping[str, Any]) -> list[object]:
    """Another one of the same owner as the first."""
    whose = state.owner(chosen["first"])
    return [
        at
        for at in LAYOUT.places(FRONT, BACK, owner=ANY).values(state, seat, chosen)
        if isinstance(at, int) and state.owner(at) == whose and at != chosen["first"]
    ]


def test_second_target_is_another_one() -> None:
    second = LAYOUT.places(FRONT, BACK, where=another)
    assert words(second, animals(), first=place("p0.front.1")) == ["p0.front.2", "p0.back.1"]


def test_second_target_costs_less_than_the_first() -> None:
    second = LAYOUT.places(FRONT, BACK, owner=ANY, where=cheaper)
    assert words(second, animals(), first=place("p1.front.1")) == [
        *("p0.front.1", "p0.front.2", "p1.back.2"),
    ]
    assert words(second, animals(), first=place("p0.front.1")) == []


def test_second_target_has_the_same_owner() -> None:
    second = depends(same_owner, LAYOUT.target)
    assert words(second, animals(), first=place("p1.front.1")) == ["p1.back.1", "p1.back.2"]


class Swap(kit.TableMove[kit.Unit, Purse]):
    """Swap two animals, of which the second costs less, and show some cards."""

    id: ClassVar[str] = "swap"
    slots: ClassVar[tuple[str, ...]] = ("first", "second")
    domains: ClassVar[Mapping[str, Domain]] = {
        "first": LAYOUT.places(FRONT, BACK),
        "second": optional(LAYOUT.places(FRONT, BACK, owner=FOE, where=cheaper)),
        "cards": some_of(LAYOUT.cards_in(HAND), 0, 2),
    }
    __match_args__ = ("first", "second", "cards")

    def __init__(self, first: int, second: int | None, cards: tuple[int, ...]) -> None:
        self.first: Final = first
        self.second: Final = second
        self.cards: Final = cards

    def check(self, state: CampState, seat: int) -> Iterator[Reject]:
        return iter(())

    def apply(self, state: CampState, seat: int) -> None:
        state.board.told.append(str(self))


class Swapping(Camp):
    """A camp with swaps."""

    def kinds(self) -> list[Any]:  # Any: kinds of moves of this game
        return [Swap, *super().kinds()]


def swapping() -> "RuleEngine[CampState, CampState]":
    start = scenario(Swapping()).put("front", 0, "cat").put("back", 0, "bee")
    return start.put("front", 1, "bee", "ant").put("hand", 0, "ant", "ant", "bee").engine()


def test_move_with_relations_is_listed_asked_and_refused_by_names() -> None:
    engine = swapping()
    moves = [str(entry.move) for entry in engine.enumerate_moves(0, move_ids=["swap"])]
    # Four sets of cards for each pair; the cat may swap with two, the bee with one, or nobody.
    assert len(moves) == 4 * (3 + 2)
    assert moves[:5] == [
        "swap p0.front.1 - []",
        "swap p0.front.1 - [ant]",
        "swap p0.front.1 - [bee]",
        "swap p0.front.1 - [ant,bee]",
        "swap p0.front.1 p1.front.1 []",
    ]
    assert assert_staged_equals_flat(engine) > len(moves)
    entry = engine.enumerate_moves(0, move_ids=["swap"])[4]
    assert entry.targets == (("p0.front.1",), ("p1.front.1",))
    (reason,) = engine.explain(Swap(place("p0.back.1"), place("p1.front.1"), ()))
    assert (reason.error_code, reason.reason) == (
        INVALID_TARGET,
        "second: p1.front.1 is not offered; offered: -, p1.front.2",
    )
    (reason,) = engine.explain(Swap(place("p0.front.9"), None, ()))
    assert reason.reason == "first: p0.front.9 is not offered; offered: p0.front.1, p0.back.1"
    step = engine.next_choices("swap", {"first": place("p0.back.1")}, 0)
    assert step is not None
    assert (step.kind, step.labels) == ("place", ("-", "p1.front.2"))


def test_str_of_a_move_shows_words_and_its_repr_its_numbers() -> None:
    move = Swap(place("p0.front.1"), None, (ANT, DOG))
    assert str(move) == "swap p0.front.1 - [ant,dog-7]"
    assert f"first={place('p0.front.1')}" in repr(move)
    assert swapping().game.read_move(str(move)) == move
