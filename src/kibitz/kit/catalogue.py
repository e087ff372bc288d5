"""The catalogue: what is printed on the cards of a game, as typed records with small numbers.

Inside, a card is the number of its kind; ids and names are for words, JSON and drawings. Number 0
is the card that nobody knows. Numbers follow the order of the file and never leave the process.

```python
class Creature(kit.Card):
    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.cost: Final[int] = row.whole("cost")
        self.attacks: Final[list[Attack]] = row.list("attacks", Attack)

CATALOGUE: Final[kit.Catalogue[Creature]] = kit.load_catalogue(__package__, "cards.json", Creature)
```
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.document import read_json, shorten
from kibitz.core.errors import suggest
from kibitz.core.notation import RESERVED, WORD
from kibitz.kit.errors import CardDataError

T = TypeVar("T")

UNKNOWN: Final = 0
# How an unknown card is written, where a place for it is needed.
UNKNOWN_WORD: Final = "?"


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """What is printed on one kind of card; a game's own class adds typed fields.

    Attributes:
        number: the number of the kind; 0 for the card that nobody knows.
        id: the word for it in notation, JSON and files.
        name: what people call it.
        type: what the game makes of it, such as `creature`.
        token: whether it is no card of any deck: effects make it, and it is gone when it leaves
            play.
    """

    def __init__(self, row: "Row") -> None:
        """Reads the fields that every card has."""
        self.number: Final[int] = row.number
        self.id: Final[str] = row.id
        self.name: Final[str] = row.text("name", row.id)
        self.type: Final[str] = row.text("type", "")
        self.token: Final[bool] = row.flag("token")


C = TypeVar("C", bound=Card)


class Row:
    """One object of a card file while it is read: it notes problems and never raises.

    A field with a default may be missing; one without is needed.

    Attributes:
        id: the id of the card; empty in a nested record.
        number: the number of the card.
    """

    def __init__(
        self,
        where: str,
        fields: Mapping[str, object],
        numbers: Mapping[str, int],
        problems: list[str],
    ) -> None:
        """Takes an object of the file, the numbers of all cards, and the list for problems."""
        self.where: Final = where
        self.fields: Final = fields
        self.numbers: Final = numbers
        self.problems: Final = problems
        self.asked: Final[dict[str, None]] = {}
        self.id: Final[str] = self.text("id", "")
        self.number: Final[int] = numbers.get(self.id, UNKNOWN)

    def note(self, name: str, problem: str) -> None:
        """Notes a problem of a field."""
        self.problems.append(f"{self.where}{name}: {problem}")

    def value(self, name: str, expected: str, needed: bool) -> object:
        """Returns a field as it is; None where it is missing."""
        self.asked[name] = None
        if name in self.fields:
            return self.fields[name]
        if needed:
            self.note(name, f"missing, expected {expected}")
        return None

    def wrong(self, name: str, expected: str) -> None:
        """Notes that something else was expected in a field that is there."""
        if name in self.fields:
            self.note(name, f"expected {expected}, got {shorten(self.fields[name])}")

    def text(self, name: str, default: str | None = None) -> str:
        """Reads a text."""
        held = self.value(name, "a text", default is None)
        if isinstance(held, str):
            return held
        self.wrong(name, "a text")
        return default or ""

    def whole(self, name: str, default: int | None = None) -> int:
        """Reads a whole number."""
        held = self.value(name, "a whole number", default is None)
        if isinstance(held, int) and not isinstance(held, bool):
            return held
        self.wrong(name, "a whole number")
        return default or 0

    def flag(self, name: str) -> bool:
        """Reads true or false; false where the field is missing."""
        held = self.value(name, "true or false", False)
        if not isinstance(held, bool):
            self.wrong(name, "true or false")
        return held is True

    def choice(self, name: str, known: "tuple[str, ...]", default: str | None = None) -> int:
        """Reads one of some texts, as its index."""
        word = self.text(name, default)
        if word in known:
            return known.index(word)
        if isinstance(self.fields.get(name), str):
            self.note(name, f"unknown {word!r}; {suggest(word, known)}")
        return 0

    def texts(self, name: str) -> tuple[str, ...]:
        """Reads a list of texts; none where the field is missing."""
        held = self.value(name, "a list of texts", False)
        if isinstance(held, list) and all(isinstance(item, str) for item in held):
            return tuple([str(item) for item in held])
        self.wrong(name, "a list of texts")
        return ()

    def card(self, name: str) -> int:
        """Reads the id of another card, as its number; 0 where the field is missing."""
        word = self.text(name, "")
        if word and word not in self.numbers:
            self.note(name, f"there is no card {word!r}; {suggest(word, self.numbers)}")
        return self.numbers.get(word, UNKNOWN)

    def list(self, name: str, make: "Callable[[Row], T]") -> "list[T]":
        """Reads nested records with a class or function; none where the field is missing."""
        held = self.value(name, "a list of objects", False)
        if not isinstance(held, list) or not all(isinstance(item, dict) for item in held):
            self.wrong(name, "a list of objects")
            return []
        made: list[T] = []
        for at, item in enumerate(held):
            row = Row(f"{self.where}{name}[{at}].", item, self.numbers, self.problems)
            found = row.make(make)
            if found is not None:
                made.append(found)
        return made

    def make(self, make: "Callable[[Row], T]") -> T | None:
        """Makes a record of all fields; None if the author's class fails."""
        before = len(self.problems)
        try:
            found = make(self)
        except Exception as error:  # noqa: BLE001 - an author's class may raise anything
            # A value that was noted already may well be too much for the class.
            if len(self.problems) == before:
                where = self.where.rstrip(": .")
                self.problems.append(f"{where}: {type(error).__name__}: {error}")
            return None
        for name in self.fields:
            if name not in self.asked:
                self.note(name, f"unknown field; {suggest(name, self.asked)}")
        return found


class Catalogue(Generic[C]):
    """All kinds of cards of a game, by number; `cards[0]` is a blank with the defaults."""

    def __init__(self, cards: list[C]) -> None:
        """Takes the cards in the order of their numbers, the blank first."""
        self.cards: Final[list[C]] = cards
        self.ids: Final[list[str]] = [card.id for card in cards[1:]]
        self.numbers: Final[dict[str, int]] = {card.id: card.number for card in cards[1:]}

    def number(self, word: str) -> int:
        """Returns the number of a card by its id.

        Raises:
            CardDataError: if there is none; names near matches.
        """
        found = self.numbers.get(word)
        if found is None:
            raise CardDataError(f"there is no card {word!r}; {suggest(word, self.numbers)}")
        return found

    def word(self, number: int) -> str:
        """Returns the id of a card; `?` for the card that nobody knows."""
        return self.cards[number].id if number else UNKNOWN_WORD

    def where(self, test: Callable[[C], bool]) -> list[bool]:
        """Makes the table of a printed property: one truth value for each number."""
        return [card.number > 0 and test(card) for card in self.cards]

    def __repr__(self) -> str:
        return f"<Catalogue of {len(self.ids)} cards>"


def read_catalogue(document: object, make: Callable[[Row], C]) -> Catalogue[C]:
    """Reads a list of cards from a parsed JSON document.

    Args:
        document: a list of objects, each with an `id`.
        make: the game's class of cards.

    Raises:
        CardDataError: if content is missing, extra or of a wrong type; lists all problems.
    """
    if not isinstance(document, list):
        raise CardDataError(f"card data: expected a list of cards, got {shorten(document)}")
    problems: list[str] = []
    numbers: dict[str, int] = {}
    rows: list[tuple[str, Mapping[str, object]]] = []
    for at, item in enumerate(document):
        word: object = item.get("id") if isinstance(item, dict) else None
        if not isinstance(item, dict):
            problems.append(f"card {at + 1}: expected an object, got {shorten(item)}")
        elif not isinstance(word, str) or not is_word(word):
            expected = "expected a word such as 'wolf' or 'base1-58'"
            problems.append(f"card {at + 1}: id: {expected}, got {shorten(word)}")
        elif word in numbers:
            problems.append(f"{word}: two cards have this id")
        else:
            numbers[word] = len(numbers) + 1
            rows.append((word, item))
    cards = [blank_of(make)]
    for word, fields in rows:
        card = Row(f"{word}: ", fields, numbers, problems).make(make)
        if card is not None:
            cards.append(card)
    if problems:
        raise CardDataError("card data: " + "; ".join(problems))
    return Catalogue(cards)


def blank_of(make: Callable[[Row], C]) -> C:
    """Makes the card that nobody knows: all fields are missing."""
    try:
        return make(Row("", {}, {}, []))
    except Exception as error:
        text = "the class of cards must take a card without any field"
        raise CardDataError(f"card data: {text}: {type(error).__name__}: {error}") from error


def is_word(text: str) -> bool:
    """Tells whether a text can stand in notation as it is."""
    return WORD.fullmatch(text) is not None and text not in RESERVED


def load_catalogue(package: str, name: str, make: Callable[[Row], C]) -> Catalogue[C]:
    """Reads a JSON file of cards that stands beside a game's code; see `read_catalogue`.

    Raises:
        CardDataError: if the file is not JSON, or its content is wrong; lists all problems.
    """
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return read_catalogue(read_json(text, CardDataError, name), make)
