"""Fields: what boards, parts and effects hold, as JSON with words for cards and places.

A class tells in `words` which of its numbers are cards or places, also inside lists. Effects,
questions and events are objects such as `{"effect": "fetch", "seat": 0}`, modifiers
`{"stat": "power", "op": "add", "amount": 1}`. Where a field is read, a fresh board or part tells
what it should look like; of an empty list or None nothing is known, and anything is read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.state import Part
from kibitz.core.value import DEEPEST, Json, Value, decode, encode, fits, make, parameter_hints
from kibitz.kit.board import remade
from kibitz.kit.catalogue import UNKNOWN, UNKNOWN_WORD
from kibitz.kit.effects import EFFECT, EVENT, Effect, Event, Order, Triggers
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import FOREVER, MODIFIER, OPERATIONS, Modifier

T = TypeVar("T")
Q = TypeVar("Q", bound=Part)


class Fields:
    """Writes and reads the fields of one game. Reading notes problems, and never raises."""

    def __init__(
        self, layout: Layout, effects: list[type[Event]], records: tuple[type[Value], ...]
    ) -> None:
        """Takes the declared effects and events, and the classes of other values."""
        self.layout: Final = layout
        kinds: list[type[Event]] = [Triggers, Order, *effects]
        self.kinds: Final = {kind.id: kind for kind in kinds}
        self.records: Final[dict[str, type]] = {kind.__name__: kind for kind in records}

    def write(self, value: object, kind: str, where: str) -> Json:
        """Writes a value; `kind` tells whether its numbers are cards or places."""
        if isinstance(value, (list, tuple)):
            return [self.write(item, kind, where) for item in value]
        if isinstance(value, Event):
            return self.write_event(value, where)
        if isinstance(value, Modifier):
            return self.write_modifier(value)
        if isinstance(value, int) and not isinstance(value, bool) and kind:
            return self.layout.word(kind, value) if value >= self.lowest(kind) else value
        try:
            return encode(value)
        except TypeError as error:
            raise PositionError(f"{where} cannot be written: {error}") from None

    def read(self, place: Document, like: object, kind: str, depth: int = 0) -> object:
        """Reads a value that is of the same sort as another one."""
        value = place.value
        if depth > DEEPEST:
            place.note(f"more than {DEEPEST} levels of lists and objects")
            return None
        if isinstance(like, list):
            return self.read_items(place, like, kind, depth)
        if isinstance(like, tuple) or (like is None and isinstance(value, list)):
            return tuple(self.read_items(place, list(like or ()), kind, depth))
        if isinstance(like, bool):
            return place.flag()
        if isinstance(like, str):
            return place.text()
        if isinstance(like, int):
            return self.read_word(place, kind) if kind else place.integer()
        return self.read_any(place, kind, depth)

    def read_any(self, place: Document, kind: str, depth: int) -> object:
        """Reads a value of which nothing is known."""
        value = place.value
        if isinstance(value, dict) and not kind:
            kind = next((tag for tag in (EFFECT, EVENT) if tag in value), "")
            kind = MODIFIER if "op" in value else kind
        if kind in (EFFECT, EVENT):
            return self.read_event(place, kind, depth)
        if kind == MODIFIER:
            return self.read_modifier(place)
        if kind and value is not None:
            return self.read_word(place, kind)
        return attempt(place, lambda: decode(value, self.records))

    def read_items(
        self, place: Document, like: list[object], kind: str, depth: int
    ) -> list[object]:
        """Reads a list; one with an entry for each seat keeps its length."""
        items = place.items()
        if len(like) == self.layout.seats != len(items):
            if isinstance(place.value, list):
                place.wanted(f"a list of {len(like)}")
            return like
        likes = [*like, *(like[:1] or [None]) * len(items)]
        return [self.read(item, likes[at], kind, depth + 1) for at, item in enumerate(items)]

    # Cards and places.

    def lowest(self, kind: str) -> int:
        """Returns the lowest number that has a word; lower ones, such as -1 for none, have not."""
        return -self.layout.seats if kind == "place" else UNKNOWN

    def read_word(self, place: Document, kind: str) -> int:
        """Reads a card or a place as its number."""
        value = place.value
        if isinstance(value, int) and not isinstance(value, bool) and value < self.lowest(kind):
            return value
        if not isinstance(value, str):
            place.wanted(f"the word for a {kind}")
        elif kind == "place" or value != UNKNOWN_WORD:
            return attempt(place, lambda: self.layout.read(kind, value)) or UNKNOWN
        return UNKNOWN

    def read_card(self, place: Document, zone: bool = True) -> int:
        """Reads the id of a card; a token does not lie in a zone."""
        value = place.value
        if not isinstance(value, str):
            place.wanted("the id of a card")
            return UNKNOWN
        card = attempt(place, lambda: self.layout.read_card(value)) or UNKNOWN
        if zone and self.layout.tokens[card]:
            place.note(f"{value} is a token, which lies in no zone")
        return card

    # Parts and boards.

    def read_fields(
        self,
        place: Document,
        names: Iterable[str],
        kind: type,
        words: Mapping[str, str],
        like: Part | None = None,
        depth: int = 0,
    ) -> dict[str, object]:
        """Reads fields of a class; with a part like it, only those that are there."""
        hints = parameter_hints(kind)
        found: dict[str, object] = {}
        for name in names:
            if like is None or place.has(name):
                field, before = place.field(name), len(place.problems)
                usual: object = None if like is None else getattr(like, name)
                found[name] = self.read(field, usual, words.get(name, ""), depth + 1)
                wrong = name in hints and not fits(found[name], hints[name])
                if wrong and len(place.problems) == before:
                    field.wanted(f"a value for {kind.__name__}.{name}")
        return found

    def changed(self, place: Document, like: Q, fields: Mapping[str, object]) -> Q:
        """Makes a part like another one, but with some other fields."""
        values = [fields.get(name, getattr(like, name)) for name in like.__match_args__]
        made = attempt(place, lambda: remade(like, values))
        return like if made is None else made

    # Effects and modifiers.

    def write_event(self, value: Event, where: str) -> dict[str, Json]:
        """Writes an effect or event with its parameters."""
        if self.kinds.get(value.id) is not type(value):
            name = type(value).__name__
            raise PositionError(f"{where} cannot be written: effects() does not list {name}")
        found: dict[str, Json] = {EFFECT if isinstance(value, Effect) else EVENT: value.id}
        for name in value.__match_args__:
            kind = value.words.get(name, "")
            found[name] = self.write(getattr(value, name), kind, f"{where}.{value.id}.{name}")
        return found

    def read_event(self, place: Document, tag: str, depth: int = 0) -> Event | None:
        """Reads an effect or event with all its parameters; None if there are problems."""
        before = len(place.problems)
        effects = tag == EFFECT
        known = [id for id, kind in self.kinds.items() if issubclass(kind, Effect) == effects]
        id = place.field(tag).choice(known)
        if len(place.problems) > before:
            return None
        kind = self.kinds[id]
        place.only((tag, *kind.__match_args__))
        params = self.read_fields(place, kind.__match_args__, kind, kind.words, None, depth)
        if len(place.problems) > before:
            return None
        found = attempt(place, lambda: make(kind, [*params.values()]))
        if isinstance(found, Effect):
            seat = found.whose()
            if not 0 <= seat < self.layout.seats:
                place.note(f"there is no seat {seat}")
            if isinstance(found, Order) and not any(e.whose() == seat for e in found.waiting):
                place.note(f"seat {seat} has no triggers to order")
        return found if isinstance(found, Event) and len(place.problems) == before else None

    def write_modifier(self, mod: Modifier) -> dict[str, Json]:
        """Writes a modifier; what is usual is left out."""
        stats = self.layout.stats
        stat: Json = stats[mod.stat] if 0 <= mod.stat < len(stats) else mod.stat
        found: dict[str, Json] = {"stat": stat, "op": OPERATIONS[mod.op], "amount": mod.amount}
        found |= {"until": mod.until} if mod.until != FOREVER else {}
        found |= {"span": mod.span} if mod.span else {}
        return found | ({"source": mod.source} if mod.source else {})

    def read_modifier(self, place: Document) -> Modifier:
        """Reads a modifier."""
        place.only(Modifier.__match_args__)
        stat, stats = place.field("stat"), self.layout.stats
        word = stat.choice(stats) if isinstance(stat.value, str) else ""
        return Modifier(
            stats.index(word) if word else stat.integer(0),
            OPERATIONS.index(place.field("op").choice(OPERATIONS)),
            place.field("amount").integer(),
            place.optional("until", FOREVER).integer(FOREVER),
            place.optional("span", "").text(),
            place.optional("source", 0).integer(0),
        )


def attempt(place: Document, make: Callable[[], T], problem: str = "") -> T | None:
    """Calls what may raise anything, such as an author's constructor; notes why it failed."""
    try:
        return make()
    except Exception as error:  # noqa: BLE001 - see above
        place.note(f"{problem}{error}")
        return None
