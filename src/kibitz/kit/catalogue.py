"""The catalogue: what is printed on the cards of a game, as typed records with small numbers.

Inside, a card is the number of its kind; ids and names are for words, JSON and drawings. Number 0
stands for an unknown card. Numbers follow the order of the file and never leave the process.

```python
class Creature(kit.Card):
    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.cost: Final[int] = row.whole("cost")
        self.attacks: Final[list[Attack]] = row.list("attacks", Attack)

CATALOGUE: Final = kit.load_catalogue(__package__, "data/cards.json", Creature)
```
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.document import Document, read_json, shorten
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
        number: the number of the kind; 0 for an unknown card.
        id: the word for it in notation, JSON and files.
        name: what people call it.
        type: what the game makes of it, such as `creature`.
        text: what it does, in words for the players; empty if its numbers say all.
        token: whether it is no card of any deck: effects make it, and it is gone when it leaves
            play.
    """

    def __init__(self, row: "Row") -> None:
        """Reads the fields that every card has."""
        self.number: Final[int] = row.number
        self.id: Final[str] = row.id
        self.name: Final[str] = row.text("name", row.id)
        self.type: Final[str] = row.text("type", "")
        self.text: Final[str] = row.text("text", "")
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

    def field(self, name: str, default: object, needed: str = "") -> Document:
        """Returns a field; notes that a missing one is needed, if it says as what."""
        self.asked[name] = None
        place = Document(self.fields.get(name, default), f"{self.where}{name}", self.problems)
        if needed and name not in self.fields:
            place.note(f"missing, expected {needed}")
        return place

    def text(self, name: str, default: str | None = None) -> str:
        """Reads a text."""
        return self.field(name, default or "", "a text" if default is None else "").text()

    def whole(self, name: str, default: int | None = None) -> int:
        """Reads a whole number."""
        return self.field(name, default or 0, "a whole number" if default is None else "").integer()

    def flag(self, name: str) -> bool:
        """Reads true or false; false where the field is missing."""
        return self.field(name, False).flag()

    def choice(self, name: str, known: tuple[str, ...], default: str | None = None) -> int:
        """Reads one of some texts, as its index."""
        usual, needed = default or known[0], "a text" if default is None else ""
        return known.index(self.field(name, usual, needed).choice(known))

    def choices(self, name: str, known: tuple[str, ...]) -> tuple[int, ...]:
        """Reads a list of some texts, as their indices; none where the field is missing."""
        return tuple([known.index(item.choice(known)) for item in self.field(name, []).items()])

    def texts(self, name: str) -> tuple[str, ...]:
        """Reads a list of texts; none where the field is missing."""
        return tuple([item.text() for item in self.field(name, []).items()])

    def card(self, name: str) -> int:
        """Reads the id of another card, as its number; 0 where the field is missing."""
        return self.number_of(self.field(name, ""))

    def cards(self, name: str) -> tuple[int, ...]:
        """Reads a list of ids of cards, as their numbers; none where the field is missing."""
        return tuple([self.number_of(item) for item in self.field(name, []).items()])

    def number_of(self, place: Document) -> int:
        """Returns the number of a card by the id at a place; 0 if it is empty or unknown."""
        word = place.text()
        if word and word not in self.numbers:
            place.note(f"there is no card {word!r}; {suggest(word, self.numbers)}")
        return self.numbers.get(word, UNKNOWN)

    def list(self, name: str, make: "Callable[[Row], T]") -> "list[T]":
        """Reads nested records with a class or function; none where the field is missing."""
        made: list[T] = []
        for item in self.field(name, []).items():
            if not isinstance(item.value, dict):
                item.wanted("an object")
                continue
            record = Row(f"{item.path}.", item.value, self.numbers, self.problems).make(make)
            if record is not None:
                made.append(record)
        return made

    def record(self, name: str, make: "Callable[[Row], T]") -> T | None:
        """Reads one nested record with a class or function; None where the field is missing."""
        place = self.field(name, None)
        if place.value is None:
            return None
        if not isinstance(place.value, dict):
            place.wanted("an object")
            return None
        return Row(f"{place.path}.", place.value, self.numbers, self.problems).make(make)

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
                self.problems.append(
                    f"{self.where}{name}: unknown field; {suggest(name, self.asked)}"
                )
        return found


class Catalogue(Generic[C]):
    """All kinds of cards of a game, by number; `cards[0]` is a blank with the defaults."""

    def __init__(self, cards: list[C]) -> None:
        """Takes the cards in the order of their numbers, the blank first."""
        self.cards: Final[list[C]] = cards
        self.ids: Final[list[str]] = [card.id for card in cards[1:]]
        self.numbers: Final[dict[str, int]] = {card.id: card.number for card in cards[1:]}

    def number(self, word: str) -> int:
        """Returns the number of a card by its id; `CardDataError` names near matches."""
        found = self.numbers.get(word)
        if found is None:
            raise CardDataError(f"there is no card {word!r}; {suggest(word, self.numbers)}")
        return found

    def word(self, number: int) -> str:
        """Returns the id of a card; `?` for an unknown card."""
        return self.cards[number].id if number else UNKNOWN_WORD

    def where(self, test: Callable[[C], bool]) -> list[bool]:
        """Makes the table of a printed property: one truth value for each number."""
        return [card.number > 0 and test(card) for card in self.cards]

    def __repr__(self) -> str:
        return f"<Catalogue of {len(self.ids)} cards>"


def read_catalogue(
    document: object,
    make: Callable[[Row], C],
    named: Callable[[Mapping[str, object]], str] | None = None,
) -> Catalogue[C]:
    """Reads a list of objects, each with an `id`, as cards of the game's own class.

    With `named`, names are kept apart from the cards: it returns what an object is called that has
    no name.

    Raises:
        CardDataError: if content is missing, extra or of a wrong type; lists all problems.
    """
    if not isinstance(document, list):
        raise CardDataError(f"card data: expected a list of cards, got {shorten(document)}")
    problems: list[str] = []
    rows: dict[str, Mapping[str, object]] = {}
    for at, item in enumerate(document, 1):
        word: object = item.get("id") if isinstance(item, dict) else None
        if not isinstance(item, dict):
            problems.append(f"card {at}: expected an object, got {shorten(item)}")
        elif not isinstance(word, str) or WORD.fullmatch(word) is None or word in RESERVED:
            expected = "expected a word such as 'wolf' or 'base1-58'"
            problems.append(f"card {at}: id: {expected}, got {shorten(word)}")
        elif word in rows:
            problems.append(f"{word}: two cards have this id")
        else:
            rows[word] = item if named is None else {"name": named(item), **item}
    numbers = {word: number for number, word in enumerate(rows, 1)}
    cards = [blank_of(make)]
    for word, fields in rows.items():
        card = Row(f"{word}: ", fields, numbers, problems).make(make)
        if card is not None:
            cards.append(card)
    if problems:
        raise CardDataError("card data: " + "; ".join(problems))
    return Catalogue(cards)


def blank_of(make: Callable[[Row], C]) -> C:
    """Makes the unknown card: all fields are missing."""
    try:
        return make(Row("", {}, {}, []))
    except Exception as error:
        text = "the class of cards must take a card without any field"
        raise CardDataError(f"card data: {text}: {type(error).__name__}: {error}") from error


def load_data(package: str, name: str) -> object:
    """Reads a JSON file in the folder of a game's code, such as `data/names.json`."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return read_json(text, CardDataError, name)


def load_catalogue(
    package: str,
    name: str,
    make: Callable[[Row], C],
    named: Callable[[Mapping[str, object]], str] | None = None,
) -> Catalogue[C]:
    """Reads a JSON file of cards in the folder of a game's code, as `read_catalogue` does."""
    return read_catalogue(load_data(package, name), make, named)


class Words:
    """The texts of a game: sections of words, each with one text or several."""

    def __init__(self, name: str, document: object) -> None:
        """Takes what errors call it, and an object of objects."""
        self.name: Final = name
        self.document: Final = document

    def texts(self, section: str) -> dict[str, str]:
        """Returns the text of each word of a section; the first one if it has several."""
        return {word: texts[0] for word, texts in self.lists(section).items()}

    def pairs(self, section: str) -> dict[str, tuple[str, str]]:
        """Returns the first two texts of each word of a section."""
        return {word: (texts[0], texts[1]) for word, texts in self.lists(section).items()}

    def lists(self, section: str) -> dict[str, list[str]]:
        """Returns the texts of each word of a section."""
        problems: list[str] = []
        found: dict[str, list[str]] = {}
        place = Document(self.document, self.name, problems).field(section)
        for word in place.names():
            entry = place.field(word)
            one = isinstance(entry.value, str)
            found[word] = [entry.text()] if one else [item.text() for item in entry.items()]
        if problems:
            raise CardDataError("; ".join(problems))
        return found


def load_words(package: str, name: str) -> Words:
    """Reads a JSON file of texts in the folder of a game's code, such as `data/words.json`."""
    return Words(name, load_data(package, name))
