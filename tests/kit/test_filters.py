"""Filters find exactly the cards that fit, whatever they are asked for."""

import pickle
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.kit.cards import CardDefinition, CardRegistry
from kibitz.kit.errors import ZoneError
from kibitz.kit.filters import CardFilter
from kibitz.kit.instances import FACE_DOWN, Card
from kibitz.kit.table import CardTable
from kibitz.kit.zones import Layout, Zone

REGISTRY = CardRegistry(
    [
        CardDefinition("imp", "Imp", "creature", {"cost": 1, "power": 1, "traits": ("fiend",)}),
        CardDefinition(
            "ogre", "Hill Ogre", "creature", {"cost": 3, "power": 4, "traits": ("giant", "brute")}
        ),
        CardDefinition(
            "angel", "Angel", "creature", {"cost": 5, "power": 4, "color": "white", "foil": True}
        ),
        CardDefinition("bolt", "Bolt", "spell", {"cost": 1, "color": "red", "foil": False}),
        CardDefinition("wisp", "Wisp", "spell", {"color": "blue"}),
    ]
)
ZONES = [
    Zone("hand", visibility="private"),
    Zone("field"),
    Zone("market", per_player=False),
]


def table() -> CardTable:
    """Lays out seven cards; their definitions tell them apart, except for two imps."""
    made = CardTable(Layout(REGISTRY, ZONES, 2))
    made.create("bolt", "hand", 0)
    made.create("imp", "hand", 1)
    made.create("imp", "field", 0)
    made.create("ogre", "field", 0)
    made.create("angel", "field", 1)
    made.create("wisp", "market")
    made.create("bolt", "market")
    return made


def found(wanted: CardFilter, on: CardTable | None = None) -> list[str]:
    """Lists the definitions of the cards that fit."""
    return [card.definition_id for card in wanted.list(table() if on is None else on)]


def card_named(on: CardTable, definition_id: str, zone: str) -> Card:
    """Finds a card by what is printed on it."""
    found = CardFilter().in_zone(zone).where(lambda c, _: c.definition_id == definition_id)
    card = found.first(on)
    assert card is not None
    return card


def test_an_empty_filter_fits_every_card_in_order() -> None:
    assert found(CardFilter()) == ["bolt", "imp", "imp", "ogre", "angel", "wisp", "bolt"]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (CardFilter().in_zone("hand"), ["bolt", "imp"]),
        (CardFilter().in_zone("market", "hand"), ["bolt", "imp", "wisp", "bolt"]),
        (CardFilter().in_zone(["market"]).in_zone("hand"), []),
        (CardFilter().owned_by(0), ["bolt", "imp", "ogre"]),
        (CardFilter().owned_by(0, 1), ["bolt", "imp", "imp", "ogre", "angel"]),
        (CardFilter().controlled_by([1]), ["imp", "angel"]),
        (CardFilter().of_type("creature"), ["imp", "imp", "ogre", "angel"]),
        (CardFilter().of_type(["spell", "creature"]).in_zone("field"), ["imp", "ogre", "angel"]),
        (CardFilter().with_name("Imp"), ["imp", "imp"]),
        (CardFilter().with_name("imp"), []),
        (CardFilter().with_name("Ogre"), []),
        (CardFilter().with_name("Imp", "Angel"), ["imp", "imp", "angel"]),
        (CardFilter().name_matching("Ogre$"), ["ogre"]),
        (CardFilter().name_matching(re.compile("^an|^im", re.I)), ["imp", "imp", "angel"]),
    ],
)
def test_place_side_type_and_name(wanted: CardFilter, expected: list[str]) -> None:
    assert found(wanted) == expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (CardFilter().with_property("cost", 3), ["ogre"]),
        (CardFilter().with_property("cost", eq=3), ["ogre"]),
        (CardFilter().with_property("cost", gte=3), ["ogre", "angel"]),
        (CardFilter().with_property("cost", gt=3), ["angel"]),
        (CardFilter().with_property("cost", lte=1), ["bolt", "imp", "imp", "bolt"]),
        (CardFilter().with_property("cost", lt=1), []),
        (CardFilter().with_property("cost", gt=1, lt=5), ["ogre"]),
        (
            CardFilter().with_property("cost", between=(1, 3)),
            ["bolt", "imp", "imp", "ogre", "bolt"],
        ),
        (CardFilter().with_property("cost", between=(3, 3)), ["ogre"]),
        # Lists and patterns fit, too.
        (CardFilter().with_property("cost", [3, 5]), ["ogre", "angel"]),
        (CardFilter().with_property("cost", eq=(3, 4)), ["ogre"]),
        (CardFilter().with_property("color", "white", "blue"), ["angel", "wisp"]),
        (CardFilter().with_property("color", re.compile("^(r|b)")), ["bolt", "wisp", "bolt"]),
        (CardFilter().with_property("color", [re.compile("t"), "red"]), ["bolt", "angel", "bolt"]),
        # A property that holds several values fits by any of them.
        (CardFilter().with_property("traits", "brute"), ["ogre"]),
        (CardFilter().with_property("traits", "brute", "fiend"), ["imp", "imp", "ogre"]),
        (CardFilter().with_property("traits", re.compile("end")), ["imp", "imp"]),
        # A card that lacks the property, or has one of another kind, does not fit.
        (CardFilter().with_property("loyalty", lte=99), []),
        (CardFilter().with_property("color", gte=0), []),
        (CardFilter().with_property("traits", gte=0), []),
        (CardFilter().with_property("cost", "3"), []),
        (CardFilter().with_property("cost", re.compile("3")), []),
        # Truth values are not numbers.
        (CardFilter().with_property("foil", True), ["angel"]),
        (CardFilter().with_property("foil", False), ["bolt", "bolt"]),
        (CardFilter().with_property("foil", 1), []),
        (CardFilter().with_property("cost", True), []),
        (CardFilter().with_property("foil", gte=0), []),
        # Nothing asked for: the card has it, and it is not False.
        (CardFilter().with_property("foil"), ["angel"]),
        (CardFilter().with_property("power"), ["imp", "imp", "ogre", "angel"]),
        # Exact values and bounds together.
        (CardFilter().with_property("cost", 1, 3, gte=2), ["ogre"]),
    ],
)
def test_properties(wanted: CardFilter, expected: list[str]) -> None:
    assert found(wanted) == expected


def test_flags_and_counters() -> None:
    made = table()
    ogre = card_named(made, "ogre", "field")
    angel = card_named(made, "angel", "field")
    made.set_flag(ogre.id, "tapped")
    made.set_flag(angel.id, "phased")
    made.set_flag(angel.id, FACE_DOWN)
    made.add_counter(angel.id, "damage", 2)
    field = CardFilter().in_zone("field")
    assert found(field.tapped(), made) == ["ogre"]
    assert found(field.untapped(), made) == ["imp", "angel"]
    assert found(field.phased(), made) == ["angel"]
    assert found(field.phased(False), made) == ["imp", "ogre"]
    assert found(field.face_down(), made) == ["angel"]
    assert found(field.face_up(), made) == ["imp", "ogre"]
    assert found(field.with_flag("frozen"), made) == []
    assert found(field.with_flag("frozen", False), made) == ["imp", "ogre", "angel"]
    assert found(field.with_counter("damage"), made) == ["angel"]
    assert found(field.with_counter("damage", 3), made) == []
    assert found(field.with_counter("damage", 0, 1), made) == ["imp", "ogre"]


def test_revealed_asks_who_knows_the_card() -> None:
    made = table()
    hand = CardFilter().in_zone("hand")
    assert found(hand.revealed(), made) == []
    assert found(hand.revealed(1), made) == ["imp"]
    made.reveal(card_named(made, "bolt", "hand").id, [1])
    assert found(hand.revealed(), made) == ["bolt"]
    assert found(hand.revealed(0, 1), made) == ["bolt"]
    assert found(CardFilter().in_zone("field").revealed(), made) == ["imp", "ogre", "angel"]


def test_combinations() -> None:
    field, hand = CardFilter().in_zone("field"), CardFilter().in_zone("hand")
    cheap = CardFilter().with_property("cost", lte=1)
    spell = CardFilter().of_type("spell")
    assert found(cheap.and_(spell, hand)) == ["bolt"]
    assert found(CardFilter().or_(field, hand)) == ["bolt", "imp", "imp", "ogre", "angel"]
    assert found(cheap.or_(field, hand)) == ["bolt", "imp", "imp"]
    assert found(field.not_(cheap)) == ["ogre", "angel"]
    assert found(CardFilter().not_(field, hand)) == ["wisp", "bolt"]
    assert found(field.where(lambda card, on: on.count("hand", card.owner) == 0)) == []
    assert found(field.where(lambda card, _: card.owner == 1)) == ["angel"]


def test_terminal_calls_agree() -> None:
    made = table()
    field = CardFilter().in_zone("field")
    nothing = field.of_type("land")
    assert (field.count(made), nothing.count(made)) == (3, 0)
    assert (field.any(made), nothing.any(made)) == (True, False)
    assert field.first(made) == field.list(made)[0]
    assert nothing.first(made) is None


def test_a_step_leaves_the_filter_as_it_was() -> None:
    field = CardFilter().in_zone("field")
    field.tapped().of_type("spell")
    assert field == CardFilter().in_zone("field")
    assert found(field) == ["imp", "ogre", "angel"]


def test_filters_compare_hash_and_travel() -> None:
    one = CardFilter().in_zone("field").with_property("cost", gte=2).name_matching("^A")
    two = CardFilter().in_zone("field").with_property("cost", gte=2).name_matching("^A")
    assert one == two
    assert hash(one) == hash(two)
    assert one != two.tapped()
    assert pickle.loads(pickle.dumps(one)) == two


def test_a_hidden_card_fits_nothing_that_is_printed_on_it() -> None:
    seen = table().redacted(0)
    hand = CardFilter().in_zone("hand").owned_by(1)
    assert hand.count(seen) == 1
    for printed in (
        hand.of_type("creature"),
        hand.name_matching(""),
        hand.with_property("cost"),
        hand.with_property("cost", gte=0),
    ):
        assert printed.count(seen) == 0
        assert printed.count(table()) == 1


def test_an_unknown_zone_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ZoneError, match=r"'filed'.*'field'"):
        CardFilter().in_zone("filed").count(table())


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: CardFilter().in_zone(), "in_zone"),
        (lambda: CardFilter().of_type([]), "of_type"),
        (lambda: CardFilter().with_property("color", []), "with_property"),
        (lambda: CardFilter().with_property("cost", eq=[]), "with_property"),
        (lambda: CardFilter().with_property("cost", gte=3, lt=3), "gte 3, lt 3"),
        (lambda: CardFilter().with_property("cost", between=(4, 2)), "gte 4, lte 2"),
        (lambda: CardFilter().with_counter("damage", 2, 1), "damage"),
        (lambda: CardFilter().name_matching("(ogre"), r"'\(ogre'"),
    ],
)
def test_what_cannot_be_meant_is_refused(make: Callable[[], object], given: str) -> None:
    with pytest.raises(ValueError, match=given):
        make()


@pytest.mark.parametrize("junk", [1.5, None, {"a": 1}, object()])
def test_junk_is_refused(junk: object) -> None:
    wanted: str = junk  # type: ignore[assignment]  # the slip under test
    with pytest.raises((ValueError, TypeError)):
        CardFilter().with_property("cost", wanted)


bounds = st.none() | st.integers(-2, 7)


@given(bounds, bounds, bounds, bounds)
def test_bounds_mean_what_python_means(
    gte: int | None, lte: int | None, gt: int | None, lt: int | None
) -> None:
    def fits(cost: int) -> bool:
        return (
            (gte is None or cost >= gte)
            and (lte is None or cost <= lte)
            and (gt is None or cost > gt)
            and (lt is None or cost < lt)
        )

    try:
        wanted = CardFilter().with_property("cost", gte=gte, lte=lte, gt=gt, lt=lt)
    except ValueError:
        assert not any(fits(cost) for cost in range(-3, 9))
    else:
        expected = [
            card.definition_id
            for card in table().all_cards()
            if fits(REGISTRY.get(card.definition_id).number("cost", -99))
            and REGISTRY.get(card.definition_id).has("cost")
        ]
        assert found(wanted) == expected


filters = st.recursive(
    st.sampled_from(
        [
            CardFilter(),
            CardFilter().in_zone("field"),
            CardFilter().owned_by(0),
            CardFilter().of_type("spell"),
            CardFilter().with_property("cost", lte=1),
        ]
    ),
    lambda inner: (
        st.builds(lambda a, b: a.and_(b), inner, inner)
        | st.builds(lambda a, b: a.not_(b), inner, inner)
        | st.builds(lambda a, b, c: a.or_(b, c), inner, inner, inner)
    ),
    max_leaves=6,
)


@given(filters, filters, filters)
def test_combinations_obey_logic(a: CardFilter, b: CardFilter, c: CardFilter) -> None:
    made = table()
    for card in made.all_cards():
        fits = [wanted.matches(card, made) for wanted in (a, b, c)]
        assert a.and_(b, c).matches(card, made) == all(fits)
        assert a.or_(b, c).matches(card, made) == (fits[0] and (fits[1] or fits[2]))
        assert a.not_(b, c).matches(card, made) == (fits[0] and not fits[1] and not fits[2])
