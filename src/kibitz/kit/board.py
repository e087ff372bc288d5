"""Boards: the author's own variables, and who may see them.

Life totals, mana, a secret choice: what is no card. A board declares for each of its fields who
sees it; a field without a declaration is a problem that the game reports, so no secret slips out
because somebody forgot it.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, Self, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.randomness import Rng
from kibitz.core.state import Part
from kibitz.core.value import Json, Value, decode, encode

# Who sees a field: everybody; each seat its own entry of a list; nobody.
PUBLIC: Final = "public"
OWNER: Final = "owner"
SERVER: Final = "server"


@mypyc_attr(allow_interpreted_subclasses=True)
class Board(Part):
    """The variables of a game; subclasses add fields, named in `__match_args__`.

    A field holds a number, a text, a truth value, None, a value, a part, or a list, tuple or
    dictionary (with texts as keys) of these.
    """

    # Field to `public`, `owner` (a list by seat; each sees its own entry) or `server` (nobody).
    visibility: ClassVar[Mapping[str, str]] = {}
    # Classes of values in the fields, so that they can be read from a position.
    records: ClassVar[tuple[type[Value], ...]] = ()

    def clone(self) -> Self:
        """Copies the board, lists and parts in it included; a hot game writes its own."""
        return remade(self, [copied(getattr(self, name)) for name in self.__match_args__])


B = TypeVar("B", bound=Board)
P = TypeVar("P", bound=Part)


def remade(part: P, fields: list[object]) -> P:
    """Makes a part of the same class with other fields."""
    build: object = type(part)
    assert callable(build)
    made = build(*fields)
    assert isinstance(made, type(part))
    return made


def copied(value: object) -> object:
    """Copies what can change in a field."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    if isinstance(value, Rng):
        return value.clone()
    if isinstance(value, Part):
        # Every part has a hand-written clone; the base class cannot know its type.
        twin: object = getattr(value, "clone")()  # noqa: B009
        return twin
    return value


def board_problems(board: Board, seats: int) -> list[str]:
    """Lists what is wrong with the declaration of who sees which field."""
    name = type(board).__name__
    found: list[str] = []
    for field in board.__match_args__:
        who = board.visibility.get(field)
        if who is None:
            found.append(f"{name}.{field}: who sees it is not declared in `visibility`")
        elif who not in (PUBLIC, OWNER, SERVER):
            hint = suggest(who, (PUBLIC, OWNER, SERVER))
            found.append(f"{name}.{field}: unknown visibility {who!r}; {hint}")
        elif who == OWNER:
            value: object = getattr(board, field)
            if not isinstance(value, list) or len(value) != seats:
                found.append(f"{name}.{field}: an owner's field is a list with {seats} entries")
    for field in board.visibility:
        if field not in board.__match_args__:
            hint = suggest(field, board.__match_args__)
            found.append(f"{name}: visibility of a field {field!r} that it does not have; {hint}")
    return found


def has_secrets(board: Board) -> bool:
    """Tells whether a board has fields that not everybody sees."""
    return any(board.visibility.get(name, PUBLIC) != PUBLIC for name in board.__match_args__)


def redacted_board(board: B, fresh: B, seat: int) -> B:
    """Returns a board as a seat sees it: what it cannot see is as on a fresh board."""
    shown = board.clone()
    for name in board.__match_args__:
        who = board.visibility.get(name, SERVER)
        if who == SERVER:
            setattr(shown, name, copied(getattr(fresh, name)))
        elif who == OWNER:
            entries: list[object] = getattr(shown, name)
            blank: list[object] = getattr(fresh, name)
            for index in range(len(entries)):
                if index != seat:
                    entries[index] = copied(blank[index])
    return shown


# Boards in positions.


def write_board(board: B, fresh: B, seat: int, everything: bool) -> dict[str, Json]:
    """Writes what a seat sees of a board as JSON; of an owner's list, others' entries are null.

    Fields that hold nothing, as on a fresh board, are left out.
    """
    document: dict[str, Json] = {}
    for name in board.__match_args__:
        who = board.visibility.get(name, SERVER)
        if who == SERVER:
            continue
        value: object = getattr(board, name)
        if who == OWNER and not everything:
            assert isinstance(value, list)
            value = [item if index == seat else None for index, item in enumerate(value)]
        try:
            written = write_field(value)
        except TypeError as error:
            raise PositionError(f"board field {name!r} cannot be written: {error}") from None
        if not is_hollow(written) or written != write_field(getattr(fresh, name)):
            document[name] = written
    return document


def is_hollow(written: Json) -> bool:
    """Tells whether a field holds nothing but empty lists and objects."""
    if isinstance(written, dict):
        return all(is_hollow(item) for item in written.values())
    return written == []


def write_field(value: object) -> Json:
    """Writes one value of a board as JSON."""
    if isinstance(value, (list, tuple)):
        return [write_field(item) for item in value]
    if isinstance(value, dict):
        for name in value:
            if not isinstance(name, str):
                raise TypeError(f"the key {name!r} is not a text")
        return {name: write_field(item) for name, item in value.items()}
    if isinstance(value, Part):
        return {name: write_field(getattr(value, name)) for name in value.__match_args__}
    return encode(value)


def read_board(place: Document, fresh: B, seat: int, everything: bool) -> B:
    """Reads a board; fields that are left out are as on a fresh board."""
    board = fresh.clone()
    seen = [name for name in board.__match_args__ if board.visibility.get(name) != SERVER]
    place.only(seen)
    for name in seen:
        if not place.has(name):
            continue
        like: object = getattr(fresh, name)
        if board.visibility.get(name) == OWNER and not everything:
            value: object = read_entries(place.field(name), like, seat, board.records)
        else:
            value = read_field(place.field(name), like, board.records)
        setattr(board, name, value)
    return board


def read_entries(
    place: Document, like: object, seat: int, records: tuple[type[Value], ...]
) -> list[object]:
    """Reads a list of which a seat sees only its own entry; the others must be null."""
    assert isinstance(like, list)
    entries = [copied(item) for item in like]
    items = place.items()
    if len(items) != len(entries):
        place.wanted(f"a list of {len(entries)}")
        return entries
    for index, item in enumerate(items):
        if index == seat:
            entries[index] = read_field(item, entries[index], records)
        elif item.value is not None:
            item.wanted(f"null (seat {seat} does not see it)")
    return entries


def read_field(place: Document, like: object, records: tuple[type[Value], ...]) -> object:
    """Reads one value that is of the same kind as another one."""
    if isinstance(like, (bool, int, float, str)):
        return read_plain(place, like)
    if isinstance(like, list):
        return read_items(place, like, records)
    if isinstance(like, tuple):
        return tuple(read_items(place, list(like), records))
    if isinstance(like, dict):
        default: object = next(iter(like.values()), None)
        return {
            name: read_field(place.field(name), like.get(name, default), records)
            for name in place.names()
        }
    if isinstance(like, Part):
        place.only(like.__match_args__)
        return remade(
            like,
            [read_field(place.field(n), getattr(like, n), records) for n in like.__match_args__],
        )
    return read_record(place, records)


def read_plain(place: Document, like: bool | int | float | str) -> bool | int | float | str:
    """Reads a number, a text or a truth value, whichever the other one is."""
    if isinstance(like, bool):
        return place.flag()
    if isinstance(like, int):
        return place.integer()
    if isinstance(like, str):
        return place.text()
    return place.value if isinstance(place.value, float) else float(place.integer())


def read_items(
    place: Document, like: list[object], records: tuple[type[Value], ...]
) -> list[object]:
    """Reads a list whose items are of the same kind as those of another one.

    A list that holds something on a fresh board, such as an entry for each seat, keeps its length.
    """
    items = place.items()
    if not like:
        return [read_record(item, records) for item in items]
    if len(items) != len(like):
        if isinstance(place.value, list):
            place.wanted(f"a list of {len(like)}")
        return like
    return [read_field(item, kind, records) for item, kind in zip(items, like, strict=True)]


def read_record(place: Document, records: tuple[type[Value], ...]) -> object:
    """Reads a value of which a fresh board tells nothing: plain, or one of the board's records."""
    try:
        return decode(place.value, {record.__name__: record for record in records})
    except ValueError as error:
        place.note(str(error))
        return None
