"""Fields: what boards, parts and effects hold, as JSON with words for cards and places.

A class tells in `words` which of its numbers are cards or places, also inside lists. Effects,
questions and events are objects such as `{"effect": "fetch", "seat": 0}`, modifiers
`{"stat": "power", "op": "add", "amount": 1}`. Where a field is read, a fresh board or part tells
what it should look like; of an empty list or None nothing is known, and anything is read.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final, TypeVar

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.state import Part
from kibitz.core.value import (
    DEEPEST,
    Json,
    Value,
    decode,
    encode,
    fits,
    make,
    misfits,
    parameter_hints,
)
from kibitz.kit.board import remade
from kibitz.kit.catalogue import UNKNOWN, UNKNOWN_WORD
from kibitz.kit.effects import Effect, Event, Order, Triggers
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import FOREVER, OPERATIONS, Modifier

T = TypeVar("T", bound=Part)


def optional(root: Document, name: str, default: object) -> Document:
    """Returns a field of the document, or a default where it is missing."""
    return (
        root.field(name) if root.has(name) else Document(default, root.place(name), root.problems)
    )


def finite(value: object) -> float | None:
    """Returns a number as a float; None for anything else, and what a float cannot hold."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if isfinite(number) else None


class Fields:
    """Writes and reads the fields of one game."""

    def __init__(
        self, layout: Layout, effects: list[type[Event]], records: tuple[type[Value], ...]
    ) -> None:
        """Takes the declared effects and events, and the classes of other values."""
        self.layout: Final = layout
        kinds: list[type[Event]] = [Triggers, Order, *effects]
        self.kinds: Final = {kind.id: kind for kind in kinds}
        self.records: Final[dict[str, type]] = {kind.__name__: kind for kind in records}

    # Writing.

    def write(self, value: object, kind: str, where: str) -> Json:
        """Writes a value; `kind` tells whether its numbers are cards or places."""
        if isinstance(value, Event):
            return self.write_event(value, where)
        if isinstance(value, Modifier):
            return self.write_modifier(value)
        if isinstance(value, (list, tuple)):
            return [self.write(item, kind, where) for item in value]
        if isinstance(value, Part):
            value = {name: getattr(value, name) for name in value.__match_args__}
        if isinstance(value, dict):
            if not all(isinstance(name, str) for name in value):
                raise PositionError(f"{where} cannot be written: a key is not a text")
            return {name: self.write(item, kind, where) for name, item in value.items()}
        if isinstance(value, int) and not isinstance(value, bool) and kind:
            # A number below all cards and places, such as -1 for none, has no word.
            lowest = -self.layout.seats if kind == "place" else UNKNOWN
            return self.layout.word(kind, value) if value >= lowest else value
        try:
            return encode(value)
        except TypeError as error:
            raise PositionError(f"{where} cannot be written: {error}") from None

    def write_event(self, value: Event, where: str) -> dict[str, Json]:
        """Writes an effect or event with its parameters."""
        if self.kinds.get(value.id) is not type(value):
            name = type(value).__name__
            raise PositionError(f"{where} cannot be written: effects() does not list {name}")
        found: dict[str, Json] = {"effect" if isinstance(value, Effect) else "event": value.id}
        for name in value.__match_args__:
            kind = value.words.get(name, "")
            found[name] = self.write(getattr(value, name), kind, f"{where}.{value.id}.{name}")
        return found

    def write_modifier(self, mod: Modifier) -> dict[str, Json]:
        """Writes a modifier; what is usual is left out."""
        stats = self.layout.stats
        stat: Json = stats[mod.stat] if 0 <= mod.stat < len(stats) else mod.stat
        found: dict[str, Json] = {"stat": stat, "op": OPERATIONS[mod.op], "amount": mod.amount}
        if mod.until != FOREVER:
            found["until"] = mod.until
        if mod.span:
            found["span"] = mod.span
        if mod.source:
            found["source"] = mod.source
        return found

    # Reading. Problems are noted, and something harmless is returned.

    def read(self, place: Document, like: object, kind: str, depth: int = 0) -> object:
        """Reads a value that is of the same sort as another one."""
        if depth > DEEPEST:
            place.note(f"more than {DEEPEST} levels of lists and objects")
            return None
        if isinstance(like, Part):
            place.only(like.__match_args__)
            words = dict.fromkeys(like.__match_args__, kind)
            return self.changed(place, like, self.read_fields(place, like, words, (), depth))
        if isinstance(like, dict):
            default: object = next(iter(like.values()), None)
            return {
                name: self.read(place.field(name), like.get(name, default), kind, depth + 1)
                for name in place.names()
            }
        if isinstance(like, list):
            return self.read_items(place, like, kind, depth)
        if isinstance(like, tuple):
            return tuple(self.read_items(place, [*like], kind, depth))
        if isinstance(like, (bool, int, float, str)):
            return self.read_plain(place, like, kind)
        return self.read_any(place, kind, depth)

    def read_items(
        self, place: Document, like: list[object], kind: str, depth: int
    ) -> list[object]:
        """Reads a list; one with an entry for each seat keeps its length."""
        items = place.items()
        if len(like) == self.layout.seats != len(items):
            if isinstance(place.value, list):
                place.wanted(f"a list of {len(like)}")
            return like
        pattern = [*like, *like[:1] * len(items)] or [None] * len(items)
        return [self.read(item, pattern[at], kind, depth + 1) for at, item in enumerate(items)]

    def read_plain(
        self, place: Document, like: bool | int | float | str, kind: str
    ) -> bool | int | float | str:
        """Reads a truth value, a number, a word or a text, whichever the other one is."""
        if isinstance(like, bool):
            return place.flag()
        if isinstance(like, int):
            return self.read_word(place, kind) if kind else place.integer()
        if isinstance(like, str):
            return place.text()
        number = finite(place.value)
        if number is None:
            place.wanted("a number")
        return like if number is None else number

    def read_any(self, place: Document, kind: str, depth: int) -> object:
        """Reads a value of which nothing is known; lists become tuples."""
        value = place.value
        if isinstance(value, list):
            return tuple([self.read(item, None, kind, depth + 1) for item in place.items()])
        if isinstance(value, dict):
            if "effect" in value or "event" in value:
                return self.read_event(place, "effect" if "effect" in value else "event", depth)
            if "op" in value:
                return self.read_modifier(place)
            if "record" not in value:
                return self.read(place, {}, kind, depth)
        elif value is not None and kind:
            return self.read_word(place, kind)
        try:
            return decode(value, self.records)
        except ValueError as error:
            place.note(str(error))
            return None

    def read_card(self, place: Document) -> int:
        """Reads the id of a card that lies in a zone."""
        card = self.read_kind(place)
        if self.layout.tokens[card]:
            place.note(f"{place.value} is a token, which lies in no zone")
        return card

    def read_kind(self, place: Document) -> int:
        """Reads the id of a card."""
        if not isinstance(place.value, str):
            place.wanted("the id of a card")
        elif place.value in self.layout.numbers:
            return self.layout.numbers[place.value]
        else:
            hint = suggest(place.value, self.layout.numbers)
            place.note(f"there is no card {place.value!r}; {hint}")
        return UNKNOWN

    def read_word(self, place: Document, kind: str) -> int:
        """Reads a card or a place as its number."""
        value = place.value
        if isinstance(value, int) and not isinstance(value, bool):
            if value < (-self.layout.seats if kind == "place" else UNKNOWN):
                return value
        elif isinstance(value, str):
            try:
                blank = kind == "card" and value == UNKNOWN_WORD
                return UNKNOWN if blank else self.layout.read(kind, value)
            except ValueError as error:
                place.note(str(error))
                return UNKNOWN
        place.wanted(f"the word for a {kind}")
        return UNKNOWN

    def read_fields(
        self,
        place: Document,
        like: Part,
        words: Mapping[str, str],
        skip: Sequence[str] = (),
        depth: int = 0,
    ) -> dict[str, object]:
        """Reads those fields of an object that are there, as fields of a part like another one."""
        hints = parameter_hints(type(like))
        found: dict[str, object] = {}
        for name in like.__match_args__:
            if name not in skip and place.has(name):
                field = place.field(name)
                value = self.read(field, getattr(like, name), words.get(name, ""), depth + 1)
                if name in hints and not fits(value, hints[name]):
                    field.wanted(f"a value for {type(like).__name__}.{name}")
                found[name] = value
        return found

    def changed(self, place: Document, like: T, fields: Mapping[str, object]) -> T:
        """Makes a part like another one, but with some other fields."""
        names = like.__match_args__
        try:
            return remade(like, [fields.get(name, getattr(like, name)) for name in names])
        except Exception as error:  # noqa: BLE001 - an author's constructor may raise anything
            place.note(str(error))
            return like

    def read_event(self, place: Document, tag: str, depth: int = 0) -> Event | None:
        """Reads an `effect` or `event` with all its parameters; None if there are problems."""
        before = len(place.problems)
        effects = tag == "effect"
        known = [id for id, kind in self.kinds.items() if issubclass(kind, Effect) == effects]
        id = place.field(tag).choice(known)
        if len(place.problems) > before:
            return None
        kind = self.kinds[id]
        place.only((tag, *kind.__match_args__))
        params = [
            self.read(place.field(name), None, kind.words.get(name, ""), depth + 1)
            for name in kind.__match_args__
        ]
        if len(place.problems) > before:
            return None
        try:
            found = make(kind, params)
            hash(found)
            problems = misfits(found)
        except Exception as error:  # noqa: BLE001 - an author's constructor may raise anything
            found, problems = None, [str(error)]
        if isinstance(found, Effect) and not problems:
            problems = self.impossible(found)
        for problem in problems:
            place.note(problem)
        return found if isinstance(found, Event) and not problems else None

    def impossible(self, effect: "Effect[Any, Any]") -> list[str]:
        """Lists what is wrong with an effect: a seat that does not exist, or no triggers."""
        if isinstance(effect, (Triggers, Order)):
            # As objects, because compiled code does not look into tuples until it reads them.
            waiting: tuple[object, ...] = effect.waiting
            if not all(isinstance(item, Effect) for item in waiting):
                return ["waiting: expected effects"]
            own = [item for item in effect.waiting if item.whose() == effect.whose()]
            if isinstance(effect, Order) and not own:
                return [f"seat {effect.seat} has no triggers to order"]
        seat = effect.whose()
        return [] if 0 <= seat < self.layout.seats else [f"there is no seat {seat}"]

    def read_modifier(self, place: Document) -> Modifier:
        """Reads a modifier."""
        place.only(Modifier.__match_args__)
        stat, stats = place.field("stat"), self.layout.stats
        word = stat.choice(stats) if isinstance(stat.value, str) else ""
        return Modifier(
            stats.index(word) if word else stat.integer(0),
            OPERATIONS.index(place.field("op").choice(OPERATIONS)),
            place.field("amount").integer(),
            place.field("until").integer(FOREVER) if place.has("until") else FOREVER,
            place.field("span").text() if place.has("span") else "",
            place.field("source").integer(0) if place.has("source") else 0,
        )
