"""Fields: what boards, parts and effects hold, as JSON with words."""

import json
from typing import Any

import pytest

from kibitz import kit
from kibitz.core import Json, PositionError
from kibitz.core.document import Document
from kibitz.kit.position import Fields
from tests.kit.caravan import ANT, CATALOGUE, DOG, LAYOUT, Arrived, Gain, Order

FIELDS = Fields(LAYOUT, [Gain, Arrived], (Order,))


def read(document: Json, like: object, kind: str = "") -> object:
    """Reads a field that must be right."""
    place = Document(document, "x")
    found = FIELDS.read(place, like, kind)
    assert place.problems == []
    return found


def problems(document: Any, like: object, kind: str = "") -> list[str]:
    """Reads a field that must be wrong."""
    place = Document(document, "x")
    FIELDS.read(place, like, kind)
    return place.problems


@pytest.mark.parametrize(
    ("value", "like", "kind", "written"),
    [
        (3, 0, "", 3),
        (3, 0, "number", 3),
        ([3, 0], [0, 0], "number", [3, 0]),
        (2, None, "number", 2),
        (True, False, "", True),
        ("a", "", "", "a"),
        (1.5, 0.0, "", 1.5),
        (DOG, 0, "card", "dog"),
        (0, 0, "card", "?"),
        (-1, 0, "card", -1),
        (None, None, "card", None),
        (-2, 0, "place", "p1"),
        (kit.NOWHERE, 0, "place", kit.NOWHERE),
        ([DOG, ANT], [], "card", ["dog", "ant"]),
        ((DOG, (ANT, None)), (), "card", ["dog", ["ant", None]]),
        ([1, 2, 3, 4], [0, 0], "", [1, 2, 3, 4]),
        ([1, "a"], [0, "b"], "", [1, "a"]),
        (Order("tea", 1.5), None, "", {"record": "Order", "what": "tea", "price": 1.5}),
        (Arrived(-1, 2), None, "", {"event": "arrived", "place": "p0", "serial": 2}),
        (kit.Modifier(0, 2), None, "", {"stat": "power", "amount": 2}),
        (kit.Modifier(7, -2), None, "", {"stat": 7, "amount": -2}),
    ],
)
def test_a_field_reads_back(value: object, like: object, kind: str, written: Json) -> None:
    found = FIELDS.write(value, kind, "x")
    assert found == written
    again = read(json.loads(json.dumps(found)), like, kind)
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize(
    ("document", "like", "kind", "problem"),
    [
        (True, 0, "", "x: expected a whole number, got true"),
        (1, "", "", "x: expected a text, got 1"),
        (float("nan"), 0.0, "", "x: nan is not a finite number"),
        (float("inf"), None, "", "x: inf is not a finite number"),
        (3, 0, "card", "x: expected the word for a card, got 3"),
        (-1, 0, "place", "x: expected the word for a place, got -1"),
        (["dgo"], (), "card", "x[0]: there is no card 'dgo'; did you mean 'dog'?"),
        ("p0.cmap.1", 0, "place", "x: 'p0.cmap.1': there is no such place; did you mean 'camp'?"),
        ([1, 2], [0, 0, 0], "", "x: expected a list of 3, got [1, 2]"),
        ({"a": 1}, None, "", "x: unknown record None: expected one of Order"),
        ({"record": "Tea"}, None, "", "x: unknown record 'Tea': expected one of Order"),
        ({"effect": "gian"}, None, "", "x.effect: unknown 'gian'; did you mean 'gain'"),
    ],
)
def test_a_wrong_field_is_noted_with_its_place(
    document: object, like: object, kind: str, problem: str
) -> None:
    found = problems(document, like, kind)
    assert found
    assert found[0].startswith(problem)


def test_what_is_no_json_cannot_be_written() -> None:
    with pytest.raises(PositionError, match="x cannot be written: a Catalogue cannot be part of"):
        FIELDS.write(CATALOGUE, "", "x")
