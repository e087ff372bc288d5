"""Values: small immutable objects that travel, compare by what they hold, and are written as JSON.

Moves and the records nested in them are values. The parameters are named once, in
`__match_args__`, which are also the arguments of the constructor; equality, hash, `repr`, pickle
and JSON follow from it.
"""

import math
import types
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from mypy_extensions import mypyc_attr

from kibitz.core.errors import text_of

# How deeply parameters may be nested; deeper ones are refused when they are read.
DEEPEST: Final = 20
PLAIN: Final = (int, str, float, bool, type(None))
# Control characters, half characters, and ends of lines and paragraphs.
UNPRINTABLE: Final = frozenset(("Cc", "Cs", "Zl", "Zp"))
# Marks that change the direction of the text after them.
DIRECTIONS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


W = TypeVar("W", bound="Value")


@mypyc_attr(allow_interpreted_subclasses=True)
class Value:
    """An immutable record; subclasses set `Final` attributes named in `__match_args__`."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _hash = 0  # 0 until computed; kept, because search looks moves up again and again

    def params(self) -> tuple[object, ...]:
        """Returns the parameters in the order of the constructor."""
        return tuple([getattr(self, name) for name in self.__match_args__])

    def to_json(self) -> dict[str, Json]:
        """Writes the parameters as a JSON object, nested values included."""
        return {name: encode(getattr(self, name)) for name in self.__match_args__}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Value)
            and type(self) is type(other)
            and self.params() == other.params()
        )

    def __hash__(self) -> int:
        if self._hash == 0:
            self._hash = hash((type(self).__name__, self.params())) or 1
        return self._hash

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> tuple[object, ...]:
        # The kept hash stays behind: strings hash differently in another process.
        return (type(self), self.params())


def encode(value: object) -> Json:
    """Writes one parameter as JSON: tuples become lists, nested values tagged objects."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if is_record(value):
        names: tuple[str, ...] = getattr(value, "__match_args__", ())
        tagged: dict[str, Json] = {"record": type(value).__name__}
        tagged.update({name: encode(getattr(value, name)) for name in names})
        return tagged
    raise TypeError(f"a {type(value).__name__} cannot be part of a move: {brief(value)}")


def is_record(value: object) -> bool:
    """Tells whether a parameter is a nested record: a `Value`, or a frozen dataclass of a game."""
    return isinstance(value, Value) or is_dataclass(value)


def decode(document: object, records: Mapping[str, type], depth: int = 0) -> object:
    """Reads what `encode` wrote; `records` holds the nested value classes by name.

    Raises:
        ValueError: for an unknown record, one with missing or extra fields, a number that is not
            finite, or too many levels.
    """
    if depth > DEEPEST:
        raise ValueError(f"more than {DEEPEST} levels of lists and records")
    if isinstance(document, float) and not math.isfinite(document):
        raise ValueError(f"{document} is not a finite number")
    if document is None or isinstance(document, (bool, int, float, str)):
        return document
    if isinstance(document, list):
        return tuple([decode(item, records, depth + 1) for item in document])
    if isinstance(document, dict):
        return read_record(document, records, lambda _, item: decode(item, records, depth + 1))
    raise ValueError(f"{brief(document)} is not JSON")


def read_record(
    document: object, records: Mapping[str, type], read: Callable[[str, object], object]
) -> object:
    """Reads a tagged object as a record of one of some classes, and its fields with a function.

    Raises:
        ValueError: for an unknown record, or one with missing or extra fields.
    """
    name = document.get("record") if isinstance(document, dict) else document
    kind = records.get(name) if isinstance(document, dict) and isinstance(name, str) else None
    if kind is None or not isinstance(document, dict):
        known = ", ".join(records) or "none"
        raise ValueError(f"unknown record {brief(name)}: expected one of {known}")
    fields = {key: item for key, item in document.items() if key != "record"}
    check_names(kind, fields)
    return construct(kind, {key: read(key, item) for key, item in fields.items()})


def construct(kind: type, fields: Mapping[str, object]) -> object:
    """Builds a value from its named parameters; says which are missing or extra.

    Raises:
        ValueError: if the names do not fit, or the constructor refuses a parameter.
    """
    names = check_names(kind, fields)
    try:
        return make(kind, [fields[name] for name in names])
    except Exception as error:  # an author's constructor may raise anything
        raise ValueError(text_of(error)) from error


def check_names(kind: type, fields: Mapping[str, object]) -> tuple[str, ...]:
    """Returns the parameters of a value class; raises `ValueError` if the names do not fit."""
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    if tuple(fields) == names:
        return names
    problems = [f"{name} is missing" for name in names if name not in fields]
    problems += [f"{name} is not a parameter" for name in fields if name not in names]
    if problems:
        raise ValueError("; ".join(problems))
    return names


def make(kind: type, params: list[object]) -> object:
    """Calls the constructor of a value class with parameters in order."""
    return kind(*params)


def duplicate(value: W) -> W:
    """Makes an equal value that shares nothing with another one that somebody could write to."""
    kind: Callable[..., W] = type(value)
    params = value.params()
    return kind(*(duplicate_items(params) if has_values(params) else params))


def has_values(items: tuple[object, ...]) -> bool:
    """Tells whether values are nested in parameters; other parameters cannot be changed."""
    for item in items:
        if isinstance(item, Value) or (isinstance(item, tuple) and has_values(item)):
            return True
    return False


def duplicate_items(items: tuple[object, ...]) -> tuple[object, ...]:
    """Makes copies of the values that are nested in parameters."""
    found: list[object] = []
    for item in items:
        if isinstance(item, Value):
            found.append(duplicate(item))
        else:
            found.append(duplicate_items(item) if type(item) is tuple else item)
    return tuple(found)


# Declared types of parameters. Compiled classes test them by themselves and keep no annotations.

# The declared types of each class that was asked for, because every candidate is tested.
_hints: dict[type, dict[str, object]] = {}


def parameter_hints(kind: type) -> dict[str, object]:
    """Returns the declared types of a constructor's parameters; none where they are not known."""
    found = _hints.get(kind)
    if found is None:
        try:
            found = get_type_hints(kind.__init__)  # type: ignore[misc]  # reads, never calls it
        except (NameError, TypeError, AttributeError):
            # Names that only exist for the type checker, or a compiled class.
            found = {}
        found.pop("return", None)
        _hints[kind] = found
    return found


def misfits(value: object, prefix: str = "") -> list[str]:
    """Lists the parameters of a value, nested records included, that do not have their type."""
    found: list[str] = []
    for name, hint in parameter_hints(type(value)).items():
        held = getattr(value, name, None)
        # Most parameters have exactly the declared class, and asking for it costs next to nothing.
        if type(held) is hint and hint in PLAIN:
            continue
        if fits(held, hint):
            found += nested_misfits(held, prefix + name)
        else:
            wanted = hint.__name__ if isinstance(hint, (type, NewType)) else hint
            found.append(f"{prefix}{name}: expected {wanted}, got {brief(held)}")
    return found


def nested_misfits(held: object, path: str) -> list[str]:
    """Lists what is wrong inside a parameter: in a record, in a tuple, or that it can change."""
    if isinstance(held, tuple):
        found: list[str] = []
        for index, item in enumerate(held):
            if type(item) not in PLAIN:
                found += nested_misfits(item, f"{path}[{index}]")
        return found
    if type(held).__hash__ is None:
        return [f"{path}: expected a value that cannot change, got {brief(held)}"]
    return misfits(held, f"{path}.") if is_record(held) else []


def fits(value: object, hint: object) -> bool:
    """Tells whether a value has a declared type; types that cannot be judged here are let pass."""
    if type(value) is hint:
        return True
    if hint is None or isinstance(hint, NewType):
        return value is None if hint is None else fits(value, hint.__supertype__)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Union or origin is types.UnionType:
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        wanted = parts[:1] * len(value) if parts[1:] == (Ellipsis,) else parts
        return len(value) == len(wanted) and all(map(fits, value, wanted))
    kind: object = origin or hint
    if kind is Any:
        return True
    if kind is int or kind is float:  # a truth value is not a number
        numbers = (int,) if kind is int else (int, float)
        return isinstance(value, numbers) and not isinstance(value, bool)
    return not isinstance(kind, type) or isinstance(value, kind)


def check_text(name: str, given: object) -> None:
    """Refuses an argument that is not a text.

    Raises:
        TypeError: names the argument and what was given.
    """
    check_type(name, given, (str,), "a text")


def check_type(name: str, given: object, wanted: tuple[type, ...], what: str) -> None:
    """Refuses an argument of another type, as compiled code does by itself.

    Raises:
        TypeError: names the argument and what was given.
    """
    if not isinstance(given, wanted):
        raise TypeError(f"invalid {name} {brief(given)}: expected {what}")


def check_flag(name: str, given: object) -> None:
    """Refuses an argument that is neither True nor False.

    Raises:
        ValueError: names the argument and what was given.
    """
    if not isinstance(given, bool):
        raise ValueError(f"invalid {name} {brief(given)}: expected True or False")


def check_whole(name: str, given: object, least: int = 0) -> None:
    """Refuses an argument that is not a whole number, or too small; True is not a number.

    Raises:
        ValueError: names the argument and what was given.
    """
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        raise ValueError(f"invalid {name} {brief(given)}: expected a whole number from {least} up")


def brief(value: object) -> str:
    """Writes a value for a message, in 80 characters at most."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - an author's object may raise anything
        return f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."


def printable(text: str) -> str:
    r"""Escapes what a terminal would obey and a file could not hold: `\x1b` instead of an escape.

    Texts of games and agents go through here before they are shown or saved.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        each.encode("unicode_escape").decode()
        if unicodedata.category(each) in UNPRINTABLE or each in DIRECTIONS
        else each
        for each in text
    )
