"""Card files: typed records, numbers, and every problem of a file at once."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from kibitz.kit import Card, CardDataError, Row, load_catalogue, read_catalogue
from kibitz.kit.catalogue import Catalogue, Words

COLORS = ("grass", "fire", "water")


class Attack:
    """A nested record."""

    def __init__(self, row: Row) -> None:
        self.name: Final[str] = row.text("name")
        self.damage: Final[int] = row.whole("damage", 0)


class Monster(Card):
    """A card with a field of every kind."""

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        self.health: Final[int] = row.whole("health")
        self.color: Final[int] = row.choice("color", COLORS, "grass")
        self.basic: Final[bool] = row.flag("basic")
        self.tags: Final[tuple[str, ...]] = row.texts("tags")
        self.comes_from: Final[int] = row.card("from")
        self.attacks: Final[list[Attack]] = row.list("attacks", Attack)


BULB: dict[str, object] = {
    "id": "bulb",
    "name": "Bulb",
    "health": 40,
    "color": "water",
    "basic": True,
    "tags": ["plant", "small"],
    "attacks": [{"name": "Leek", "damage": 20}, {"name": "Sleep"}],
}
IVY: dict[str, object] = {"id": "ivy", "health": 60, "from": "bulb"}


def problems(*cards: object, make: Callable[[Row], Card] = Monster) -> list[str]:
    """Returns what is wrong with some cards."""
    with pytest.raises(CardDataError) as error:
        read_catalogue(list(cards), make)
    return str(error.value).removeprefix("card data: ").split("; ")


def test_cards_are_typed_records_with_numbers_in_the_order_of_the_file() -> None:
    catalogue = read_catalogue([IVY, BULB], Monster)
    ivy, bulb = catalogue.cards[1:]
    assert (ivy.number, bulb.number) == (1, 2)
    assert (bulb.id, bulb.name, bulb.type, bulb.token) == ("bulb", "Bulb", "", False)
    assert (bulb.health, bulb.color, bulb.basic, bulb.tags) == (40, 2, True, ("plant", "small"))
    assert [(attack.name, attack.damage) for attack in bulb.attacks] == [("Leek", 20), ("Sleep", 0)]
    # Defaults: the id is the name, and a card may name one that comes later.
    assert (ivy.name, ivy.color, ivy.basic, ivy.tags, ivy.attacks) == ("ivy", 0, False, (), [])
    assert ivy.comes_from == bulb.number


def test_number_0_is_a_blank_that_nobody_knows() -> None:
    catalogue = read_catalogue([BULB], Monster)
    blank = catalogue.cards[0]
    assert (blank.number, blank.id, blank.health, blank.attacks) == (0, "", 0, [])
    assert catalogue.word(0) == "?"
    assert catalogue.ids == ["bulb"]


def test_words_and_numbers_are_found_both_ways() -> None:
    catalogue = read_catalogue([IVY, BULB], Monster)
    assert [catalogue.word(catalogue.number(word)) for word in catalogue.ids] == ["ivy", "bulb"]
    with pytest.raises(CardDataError, match="there is no card 'bulp'; did you mean 'bulb'"):
        catalogue.number("bulp")
    assert repr(catalogue) == "<Catalogue of 2 cards>"


def test_table_of_a_printed_property_leaves_the_blank_out() -> None:
    catalogue = read_catalogue([IVY, BULB], Monster)
    assert catalogue.where(lambda card: not card.attacks) == [False, True, False]
    assert catalogue.where(lambda card: True) == [False, True, True]


def test_all_problems_of_a_file_come_at_once() -> None:
    found = problems(
        {"id": "bulb", "health": "many", "colr": "fire", "basic": 1},
        {"id": "ivy", "color": "wter", "tags": ["a", 2], "from": "blub"},
        {"id": "ivy", "health": 1},
        {"id": "two words", "health": 1},
        {"health": 1},
        "vine",
    )
    assert found == [
        "ivy: two cards have this id",
        "card 4: id: expected a word such as 'wolf' or 'base1-58', got \"two words\"",
        "card 5: id: expected a word such as 'wolf' or 'base1-58', got null",
        'card 6: expected an object, got "vine"',
        'bulb: health: expected a whole number, got "many"',
        "bulb: basic: expected true or false, got 1",
        "bulb: colr: unknown field",
        "did you mean 'color'?",
        "ivy: health: missing, expected a whole number",
        "ivy: color: unknown 'wter'",
        "did you mean 'water'?",
        "ivy: tags[1]: expected a text, got 2",
        "ivy: from: there is no card 'blub'",
        "did you mean 'bulb'?",
    ]


@pytest.mark.parametrize(
    ("attacks", "wanted"),
    [
        ([{"name": "A"}, {"name": 3}], "bulb: attacks[1].name: expected a text, got 3"),
        ([{"damage": 3}], "bulb: attacks[0].name: missing, expected a text"),
        (
            [{"name": "A", "dammage": 3}],
            "bulb: attacks[0].dammage: unknown field; did you mean 'damage' or 'name'?",
        ),
        (["A"], 'bulb: attacks[0]: expected an object, got "A"'),
        ({"name": "A"}, 'bulb: attacks: expected a list, got {"name": "A"}'),
    ],
)
def test_problems_of_nested_records_say_where_they_are(attacks: object, wanted: str) -> None:
    assert "; ".join(problems({"id": "bulb", "health": 1, "attacks": attacks})) == wanted


class Armed(Card):
    """A card with one nested record, or none."""

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        self.attack: Final[Attack | None] = row.record("attack", Attack)


def test_a_nested_record_is_read_with_its_class_and_is_optional() -> None:
    fields = [{"id": "claw", "attack": {"name": "Scratch", "damage": 2}}, {"id": "bare"}]
    blank, claw, bare = read_catalogue([*fields, {"id": "null", "attack": None}], Armed).cards[:3]
    assert claw.attack is not None
    assert (claw.attack.name, claw.attack.damage) == ("Scratch", 2)
    assert (blank.attack, bare.attack) == (None, None)


@pytest.mark.parametrize(
    ("attack", "wanted"),
    [
        ({"name": 3}, "claw: attack.name: expected a text, got 3"),
        ({}, "claw: attack.name: missing, expected a text"),
        (
            {"name": "A", "dammage": 3},
            "claw: attack.dammage: unknown field; did you mean 'damage' or 'name'?",
        ),
        ("A", 'claw: attack: expected an object, got "A"'),
        ([{"name": "A"}], 'claw: attack: expected an object, got [{"name": "A"}]'),
        (0, "claw: attack: expected an object, got 0"),
    ],
)
def test_problems_of_a_nested_record_say_where_they_are(attack: object, wanted: str) -> None:
    assert "; ".join(problems({"id": "claw", "attack": attack}, make=Armed)) == wanted


@pytest.mark.parametrize("value", [True, 1.5, "3", None, [3]])
def test_whole_numbers_are_whole_numbers(value: object) -> None:
    (problem,) = problems({"id": "bulb", "health": value})
    assert problem.startswith("bulb: health: expected a whole number, got ")


@pytest.mark.parametrize("document", [None, {}, "cards", 3])
def test_file_that_is_no_list_is_refused(document: object) -> None:
    with pytest.raises(CardDataError, match="expected a list of cards, got"):
        read_catalogue(document, Monster)


@pytest.mark.parametrize("word", ["", "-", "yes", "7", "a b", 'a"b', 7, None, ["x"]])
def test_id_must_be_a_word_of_the_notation(word: object) -> None:
    (problem,) = problems({"id": word, "health": 1})
    assert problem.startswith("card 1: id: expected a word")


def test_author_class_that_fails_is_named_with_its_card() -> None:
    class Picky(Card):
        def __init__(self, row: Row) -> None:
            super().__init__(row)
            if row.whole("health", 1) < 1:
                raise ValueError("health must be positive")

    assert problems(
        {"id": "ok", "health": 3},
        {"id": "bad", "health": 0},
        {"id": "worse", "health": "x"},
        make=Picky,
    ) == [
        "bad: ValueError: health must be positive",
        'worse: health: expected a whole number, got "x"',
    ]


def test_nested_class_that_fails_is_named_with_its_place() -> None:
    def make(row: Row) -> int:
        if row.whole("size", 1) > 9:
            raise OverflowError("too large")
        return 1

    class Boxed(Card):
        def __init__(self, row: Row) -> None:
            super().__init__(row)
            self.boxes: Final[list[int]] = row.list("boxes", make)

    assert problems({"id": "crate", "boxes": [{"size": 1}, {"size": 10}]}, make=Boxed) == [
        "crate: boxes[1]: OverflowError: too large"
    ]


def test_class_that_cannot_be_blank_is_refused_when_the_file_is_read() -> None:
    class Fraction(Card):
        def __init__(self, row: Row) -> None:
            super().__init__(row)
            self.ratio: Final = 10 // row.whole("health")

    with pytest.raises(CardDataError, match=r"without any field: ZeroDivisionError"):
        read_catalogue([{"id": "a", "health": 2}], Fraction)


def test_names_can_be_kept_apart_from_the_cards() -> None:
    rows: list[dict[str, object]] = [{"id": "imp"}, {"id": "ogre", "name": "Ogre King"}]
    found = read_catalogue(rows, Card, lambda row: f"the {row['id']}")
    assert [card.name for card in found.cards[1:]] == ["the imp", "Ogre King"]


class Pack(Card):
    """A card with lists of words and of other cards."""

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        self.moods = row.choices("moods", ("calm", "wild"))
        self.friends = row.cards("friends")


def test_lists_of_words_and_of_cards_are_read_as_numbers() -> None:
    row = {"id": "imp", "moods": ["wild", "calm"], "friends": ["ogre", "imp"]}
    found = read_catalogue([row, {"id": "ogre"}], Pack)
    assert (found.cards[1].moods, found.cards[1].friends) == ((1, 0), (2, 1))
    assert (found.cards[2].moods, found.cards[2].friends) == ((), ())
    with pytest.raises(CardDataError, match=r"moods.*wild.*there is no card 'orge'") as error:
        read_catalogue([{"id": "imp", "moods": ["wldi"], "friends": ["orge"]}], Pack)
    assert "friends" in str(error.value)


def test_texts_are_read_by_section() -> None:
    words = Words("words.json", {"verbs": {"hit": ["hit", "strike"], "end": "end"}})
    assert words.lists("verbs") == {"hit": ["hit", "strike"], "end": ["end"]}
    assert words.texts("verbs") == {"hit": "hit", "end": "end"}
    pairs = Words("words.json", {"terms": {"lead": ["more", "less"]}}).pairs("terms")
    assert pairs == {"lead": ("more", "less")}


@pytest.mark.parametrize("document", [{}, [], {"verbs": []}, {"verbs": {"hit": [1]}}])
def test_problems_of_texts_say_where_they_are(document: object) -> None:
    with pytest.raises(CardDataError, match=r"words\.json"):
        Words("words.json", document).lists("verbs")


def test_an_empty_file_is_a_catalogue_with_a_blank() -> None:
    catalogue: Catalogue[Monster] = read_catalogue([], Monster)
    assert len(catalogue.cards) == 1


def test_a_file_beside_the_code_is_read_by_package_and_name() -> None:
    catalogue = load_catalogue("kibitz.games.duel", "data/cards.json", lambda row: Loose(row))
    assert catalogue.ids[0] == "imp"


class Loose(Card):
    """Takes every field of a card of Duel."""

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        for name in ("cost", "power", "health"):
            row.whole(name)
        for name in ("eager", "taunt", "steals"):
            row.flag(name)


def test_file_that_is_no_json_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "broken_cards"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "cards.json").write_text("[{]")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert files("broken_cards") is not None
    with pytest.raises(CardDataError, match=re.escape("cards.json")):
        load_catalogue("broken_cards", "cards.json", Monster)
