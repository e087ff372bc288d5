"""Card definitions: what is printed on each kind of card, and the registry that holds them.

A definition is public knowledge and never changes. It is named by its own id; the cards on a table,
which have ids of their own, stand in `kibitz.kit.instances`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Final, NewType, TypeAlias

from mypy_extensions import mypyc_attr

from kibitz.core.document import Document, read_json
from kibitz.core.errors import KibitzError, suggest
from kibitz.core.value import Json, Value
from kibitz.kit.errors import CardDataError

CardId = NewType("CardId", str)
Property: TypeAlias = int | str | bool | tuple[str, ...]

# How `read_cards` calls the kinds of properties.
KINDS: Final = {
    "number": "a whole number",
    "text": "a text",
    "flag": "true or false",
    "texts": "a list of texts",
}


class UnknownCard(KibitzError, LookupError):
    """No card definition has this id."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CardDefinition(Value):
    """What is printed on a kind of card.

    Attributes:
        id: a stable name such as `base-4`, unique in its registry.
        name: the printed name.
        type: the printed type, such as `creature`.
        properties: everything else by name. A definition with the property `token` can come into
            play from nowhere, so it is in nobody's deck.
    """

    __match_args__ = ("id", "name", "type", "properties")

    def __init__(
        self, id: str, name: str, type: str = "", properties: Mapping[str, Property] | None = None
    ) -> None:
        """Takes what is printed; the properties are copied."""
        self.id: Final = id
        self.name: Final = name
        self.type: Final = type
        self.properties: Final[Mapping[str, Property]] = dict(properties or {})

    def number(self, name: str, default: int = 0) -> int:
        """Returns a property that is a whole number; the default where the card has none."""
        found = self.properties.get(name)
        if isinstance(found, bool) or not isinstance(found, int):
            return default
        return found

    def text(self, name: str, default: str = "") -> str:
        """Returns a property that is a text; the default where the card has none."""
        found = self.properties.get(name)
        return found if isinstance(found, str) else default

    def texts(self, name: str) -> tuple[str, ...]:
        """Returns a property that is a list of texts; empty where the card has none."""
        found = self.properties.get(name)
        return found if isinstance(found, tuple) else ()

    def has(self, name: str) -> bool:
        """Tells whether the card has a property; one that is False counts as absent."""
        return self.properties.get(name, False) is not False

    def to_json(self) -> dict[str, Json]:
        """Writes the definition as `read_cards` reads it: the properties beside id, name, type."""
        document: dict[str, Json] = {"id": self.id, "name": self.name, "type": self.type}
        for name, value in self.properties.items():
            document[name] = list(value) if isinstance(value, tuple) else value
        return document

    def __hash__(self) -> int:
        return hash(self.id)  # properties are a dictionary, which has no hash


class CardRegistry:
    """All card definitions of a game, in the order given and by id; it never changes."""

    def __init__(self, definitions: Iterable[CardDefinition]) -> None:
        """Takes the definitions.

        Raises:
            CardDataError: if ids are empty or used twice; lists all of them.
        """
        self._definitions: Final[dict[str, CardDefinition]] = {}
        problems: list[str] = []
        for definition in definitions:
            if not definition.id:
                problems.append(f"the card {definition.name!r} has no id")
            elif definition.id in self._definitions:
                problems.append(f"two cards have the id {definition.id!r}")
            self._definitions[definition.id] = definition
        if problems:
            raise CardDataError("card definitions: " + "; ".join(problems))

    def get(self, definition_id: str) -> CardDefinition:
        """Returns a definition by its id (not by the id of a card on the table).

        Raises:
            UnknownCard: if there is none; names near matches.
        """
        found = self._definitions.get(definition_id)
        if found is None:
            hint = suggest(definition_id, self._definitions)
            raise UnknownCard(f"no card definition {definition_id!r}; {hint}")
        return found

    def has(self, definition_id: str) -> bool:
        """Tells whether there is such a definition."""
        return definition_id in self._definitions

    def ids(self) -> list[str]:
        """Returns the ids in the order given."""
        return list(self._definitions)

    def all(self) -> list[CardDefinition]:
        """Returns the definitions in the order given."""
        return list(self._definitions.values())

    def query(self, predicate: Callable[[CardDefinition], bool]) -> list[CardDefinition]:
        """Returns the definitions that fit, in the order given."""
        return [definition for definition in self._definitions.values() if predicate(definition)]

    def count(self) -> int:
        """Returns how many definitions there are."""
        return len(self._definitions)

    def __contains__(self, definition_id: object) -> bool:
        return definition_id in self._definitions

    def __iter__(self) -> Iterator[CardDefinition]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self._definitions)

    def __repr__(self) -> str:
        return f"<CardRegistry of {len(self._definitions)} cards>"

    def __reduce__(self) -> tuple[object, ...]:
        return (CardRegistry, (self.all(),))


def read_cards(document: object, fields: Mapping[str, str] | None = None) -> CardRegistry:
    """Reads card definitions from a JSON document: a list of cards, or an object with `cards`.

    A card is an object with `id`, `name` and `type`; every other field is a property: a whole
    number, a text, true or false, or a list of texts.

    Args:
        document: the parsed JSON.
        fields: which properties exist: name to `number`, `text`, `flag` or `texts`. Anything else
            is then a problem; without it every property is taken.

    Raises:
        CardDataError: if content is missing, extra or of a wrong type; lists all problems.
    """
    root = Document(document)
    if isinstance(document, dict):
        root.only(["about", "cards"])
    entries = root.field("cards").items() if isinstance(document, dict) else root.items()
    definitions = [read_definition(entry, fields) for entry in entries]
    note_doubles(root, definitions)
    root.finish(CardDataError, "card data")
    return CardRegistry(definitions)


def load_cards(package: str, name: str, fields: Mapping[str, str] | None = None) -> CardRegistry:
    """Reads card definitions from a data file of a package; see `read_cards`.

    Raises:
        CardDataError: if the file is not JSON, or its content is wrong; lists all problems.
    """
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return read_cards(read_json(text, CardDataError, name), fields)


def note_doubles(root: Document, definitions: list[CardDefinition]) -> None:
    """Notes ids that occur more than once."""
    seen: set[str] = set()
    for definition in definitions:
        if definition.id in seen and definition.id:
            root.note(f"two cards have the id {definition.id!r}")
        seen.add(definition.id)


def read_definition(entry: Document, fields: Mapping[str, str] | None) -> CardDefinition:
    """Reads one card; problems are noted in the document."""
    printed: dict[str, str] = {}
    for name in ("id", "name", "type"):
        place = entry.field(name)
        printed[name] = place.text()
        if place.value == "":
            place.wanted("a text that is not empty")
    properties: dict[str, Property] = {}
    for name in entry.names():
        if name in printed:
            continue
        if fields is not None and name not in fields:
            entry.note(f"unknown field {name!r}; {suggest(name, fields)}")
            continue
        found = read_property(entry.field(name), None if fields is None else fields[name])
        if found is not None:
            properties[name] = found
    return CardDefinition(printed["id"], printed["name"], printed["type"], properties)


def read_property(place: Document, kind: str | None) -> Property | None:
    """Reads one property; None where it is not of the wanted kind, which is noted."""
    value = place.value
    given = ""
    if isinstance(value, bool):
        given = "flag"
    elif isinstance(value, int):
        given = "number"
    elif isinstance(value, str):
        given = "text"
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        given = "texts"
    if not given or (kind is not None and given != kind):
        place.wanted(" or ".join(KINDS.values()) if kind is None else KINDS[kind])
        return None
    if isinstance(value, list):
        return tuple([str(item) for item in value])
    assert isinstance(value, (bool, int, str))
    return value
