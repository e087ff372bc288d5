"""A document reader finds all problems and names their places."""

import pytest

from kibitz.core.document import Document, read_json, shorten
from kibitz.core.errors import PositionError


def test_all_problems_are_listed_with_their_places() -> None:
    page = Document({"life": "ten", "hand": ["imp", 3], "colour": 1, "open": 2, "seat": 9})
    page.only(["life", "hand", "open", "seat", "color"])
    page.field("life").integer()
    names = [card.choice(["imp", "ogre"]) for card in page.field("hand").items()]
    page.field("open").flag()
    page.field("seat").integer(0, 1)
    page.field("deck").items()
    assert names == ["imp", "imp"]
    with pytest.raises(PositionError) as error:
        page.finish(PositionError, "position of duel")
    assert str(error.value).split("; ") == [
        "position of duel: unknown field 'colour'",
        "did you mean 'color'?",
        'life: expected a whole number, got "ten"',
        "hand[1]: expected a text, got 3",
        "open: expected true or false, got 2",
        "seat: expected a whole number from 0 to 1, got 9",
        "field 'deck' is missing",
    ]


def test_a_missing_field_is_named_once() -> None:
    page = Document({})
    page.field("zones").field("hand").items()
    assert page.problems == ["field 'zones' is missing"]


def test_wrong_shapes_read_as_harmless_values() -> None:
    page = Document([1])
    assert page.names() == []
    assert page.field("a").text() == ""
    assert page.field("a").flag() is False
    assert Document(3).items() == []
    assert Document(3).choice([]) == ""
    assert Document("x").choice(["y"]) == "y"
    assert Document(True).integer(2) == 2
    assert not page.has("a")
    assert Document({"a": 1}).has("a")


def test_nothing_wrong_raises_nothing() -> None:
    page = Document({"a": 1})
    assert page.field("a").integer(1, 1) == 1
    page.finish(PositionError, "x")


@pytest.mark.parametrize("text", ["", "{", '{"a": }', "[1,"])
def test_broken_json_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(PositionError, match=r"is not JSON: .* at line 1, column"):
        read_json(text, PositionError, "position")


def test_json_nested_without_end_is_refused() -> None:
    with pytest.raises(PositionError, match="nested too deeply"):
        read_json("[" * 100_000, PositionError, "position")


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(PositionError, match="too long to be read"):
        read_json("9" * 5000, PositionError, "position")


def test_shorten_survives_deep_nesting() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shorten(deep) == "a list that is nested too deeply"
    while deep:  # taken apart level by level: all at once would recurse too
        deep = deep.pop()  # type: ignore[assignment]  # lists all the way down


def test_shorten_keeps_messages_short() -> None:
    assert shorten(None) == "null"
    assert len(shorten("x" * 1000)) == 40
