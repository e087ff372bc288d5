"""Card definitions, their registry, and card data files."""

import pickle

import pytest

from kibitz.kit.cards import (
    CardDefinition,
    CardId,
    CardRegistry,
    UnknownCard,
    load_cards,
    read_cards,
)
from kibitz.kit.errors import CardDataError
from kibitz.kit.instances import Card

OGRE = CardDefinition(
    "ogre", "Ogre", "creature", {"cost": 3, "text": "Slow", "keywords": ("big",), "rare": True}
)


def test_a_definition_reads_its_properties_by_kind() -> None:
    assert OGRE.number("cost") == 3
    assert OGRE.number("power", 7) == 7
    assert OGRE.text("text") == "Slow"
    assert OGRE.text("cost", "none") == "none"
    assert OGRE.texts("keywords") == ("big",)
    assert OGRE.texts("text") == ()


def test_a_truth_value_is_no_number() -> None:
    assert OGRE.number("rare", 5) == 5


def test_a_property_that_is_false_counts_as_absent() -> None:
    inkable = CardDefinition("a", "A", "", {"inkable": False, "cost": 0})
    assert not inkable.has("inkable")
    assert not inkable.has("anything")
    assert inkable.has("cost")


def test_definitions_compare_by_everything_hash_and_pickle() -> None:
    same = CardDefinition("ogre", "Ogre", "creature", dict(OGRE.properties))
    assert same == OGRE
    assert hash(same) == hash(OGRE)
    assert CardDefinition("ogre", "Ogre", "creature", {"cost": 4}) != OGRE
    assert pickle.loads(pickle.dumps(OGRE)) == OGRE


def test_a_definition_does_not_keep_the_callers_dictionary() -> None:
    given: dict[str, int | str | bool | tuple[str, ...]] = {"cost": 1}
    card = CardDefinition("a", "A", "", given)
    given["cost"] = 9
    assert card.number("cost") == 1


def test_the_registry_finds_lists_and_counts() -> None:
    imp = CardDefinition("imp", "Imp", "creature", {"cost": 1})
    registry = CardRegistry([OGRE, imp])
    assert registry.get("imp") is imp
    assert registry.has("imp")
    assert "imp" in registry
    assert not registry.has("Imp")
    assert registry.ids() == ["ogre", "imp"]
    assert registry.all() == [OGRE, imp]
    assert list(registry) == [OGRE, imp]
    assert registry.count() == len(registry) == 2
    assert registry.query(lambda card: card.number("cost") > 1) == [OGRE]
    assert "2 cards" in repr(registry)
    assert pickle.loads(pickle.dumps(registry)).all() == [OGRE, imp]


def test_an_unknown_definition_is_named_with_a_suggestion() -> None:
    with pytest.raises(UnknownCard, match="no card definition 'orge'; did you mean 'ogre'"):
        CardRegistry([OGRE]).get("orge")
    with pytest.raises(LookupError):
        CardRegistry([]).get("x")


def test_a_registry_refuses_doubled_and_empty_ids_at_once() -> None:
    with pytest.raises(CardDataError) as error:
        CardRegistry([OGRE, OGRE, CardDefinition("", "Nameless")])
    assert "two cards have the id 'ogre'" in str(error.value)
    assert "the card 'Nameless' has no id" in str(error.value)


def test_card_data_is_read_and_written_back() -> None:
    entry = {"id": "imp", "name": "Imp", "type": "creature", "cost": 1, "keywords": ["fast"]}
    for document in ([entry], {"about": "a test", "cards": [entry]}):
        (card,) = read_cards(document).all()
        assert card.to_json() == entry
        assert card.texts("keywords") == ("fast",)


def test_card_data_problems_are_listed_together() -> None:
    document = {
        "crads": [],
        "cards": [
            {"id": "imp", "name": "", "type": "creature", "cost": "one", "powr": 1},
            {"id": "imp", "name": "Imp", "cost": True, "keywords": ["a", 1]},
            "ogre",
        ],
    }
    fields = {"cost": "number", "power": "number", "keywords": "texts"}
    with pytest.raises(CardDataError) as error:
        read_cards(document, fields)
    text = str(error.value)
    for part in (
        "unknown field 'crads'; did you mean 'cards'?",
        'cards[0].name: expected a text that is not empty, got ""',
        'cards[0].cost: expected a whole number, got "one"',
        "cards[0]: unknown field 'powr'; did you mean 'power'?",
        "cards[1]: field 'type' is missing",
        "cards[1].cost: expected a whole number, got true",
        "cards[1].keywords: expected a list of texts",
        "cards[2]: expected an object",
        "two cards have the id 'imp'",
    ):
        assert part in text


def test_card_data_without_declared_fields_takes_any_plain_property() -> None:
    with pytest.raises(CardDataError, match=r"\[0\]\.cost: expected .*a list of texts, got 1.5"):
        read_cards([{"id": "a", "name": "A", "type": "t", "cost": 1.5, "flag": True}])
    with pytest.raises(CardDataError, match="expected a list"):
        read_cards("cards")


def test_cards_on_the_table_are_values() -> None:
    card = Card(CardId("c1"), "imp", 0, 0, "hand", 0)
    assert card.with_flag("tapped", True).with_flag("tapped", False) == card
    assert card.with_flag("b", True).with_flag("a", True).flags == ("a", "b")
    assert card.with_counter("damage", 2).counter("damage") == 2
    assert card.with_counter("damage", 2).with_counter("damage", 0) == card
    assert card.with_controller(1).controller == 1
    assert card.with_definition("ogre").definition_id == "ogre"
    assert pickle.loads(pickle.dumps(card)) == card
    assert card.flags == ()


def test_card_data_is_loaded_from_a_package() -> None:
    assert load_cards("kibitz.games.duel", "cards.json").get("ogre").number("power") == 4
    with pytest.raises(CardDataError, match=r"__init__.py is not JSON: .* at line 1"):
        load_cards("kibitz.games.duel", "__init__.py")
