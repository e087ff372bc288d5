"""Values: small immutable objects that travel, compare by what they hold, and are written as JSON.

Moves and the records nested in them are values. The parameters are named once, in
`__match_args__`, which are also the arguments of the constructor; equality, hash, `repr`, pickle
and JSON follow from it.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import (
    Any,
    ClassVar,
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

Test: TypeAlias = Callable[[object], bool]
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


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
    raise TypeError(f"a {type(value).__name__} cannot be part of a move: {value!r}")


def is_record(value: object) -> bool:
    """Tells whether a parameter is a nested record: a `Value`, or a frozen dataclass of a game."""
    return isinstance(value, Value) or is_dataclass(value)


def decode(document: object, records: Mapping[str, type]) -> object:
    """Reads what `encode` wrote; `records` holds the nested value classes by name.

    Raises:
        ValueError: for an unknown record, or one with missing or extra fields.
    """
    if document is None or isinstance(document, (bool, int, float, str)):
        return document
    if isinstance(document, list):
        return tuple([decode(item, records) for item in document])
    if isinstance(document, dict):
        name = document.get("record")
        kind = records.get(name) if isinstance(name, str) else None
        if kind is None:
            known = ", ".join(records) or "none"
            raise ValueError(f"record {name!r} is not known here (known: {known})")
        fields = {key: item for key, item in document.items() if key != "record"}
        return construct(kind, {key: decode(item, records) for key, item in fields.items()})
    raise ValueError(f"{document!r} is not JSON")


def construct(kind: type, fields: Mapping[str, object]) -> object:
    """Builds a value from its named parameters; says which are missing or extra.

    Raises:
        ValueError: if the names do not fit, or the constructor refuses a parameter.
    """
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    problems = [f"{name} is missing" for name in names if name not in fields]
    problems += [f"{name} is not a parameter" for name in fields if name not in names]
    if problems:
        raise ValueError("; ".join(problems))
    try:
        return make(kind, [fields[name] for name in names])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{error}") from error


def make(kind: type, params: list[object]) -> object:
    """Calls the constructor of a value class with parameters in order."""
    return kind(*params)


# Declared types of parameters.


class Field:
    """One parameter of a constructor: its name, its declared type in words, and its test."""

    def __init__(self, name: str, hint: object) -> None:
        """Reads the hint."""
        self.name = name
        self.wanted = describe(hint)
        # Most values have exactly the declared class, and asking for it costs next to nothing.
        self.exact: object = hint
        self.test = fitting(hint)


def parameter_fields(kind: type) -> list[Field]:
    """Returns the parameters of a constructor that can be tested; none where hints are missing."""
    try:
        hints = get_type_hints(kind.__init__)  # type: ignore[misc]  # reads, never calls it
    except (NameError, TypeError, AttributeError):
        # Names that only exist for the type checker, or a compiled class.
        return []
    return [Field(name, hint) for name, hint in hints.items() if name != "return"]


def misfits(value: object, fields: list[Field]) -> list[str]:
    """Lists the attributes of a value that do not have their declared type."""
    found: list[str] = []
    for field in fields:
        held = getattr(value, field.name, None)
        if type(held) is not field.exact and not field.test(held):
            found.append(f"{field.name}: {field.wanted} expected, got {held!r}")
    return found


def fitting(hint: object) -> Test:
    """Makes the test of a declared type; types that cannot be judged here are let pass."""
    if hint is None or hint is type(None):
        return lambda value: value is None
    if isinstance(hint, NewType):
        return fitting(hint.__supertype__)
    origin = get_origin(hint)
    if origin is Union or origin is types.UnionType:
        parts = [fitting(part) for part in get_args(hint)]
        return lambda value: any(part(value) for part in parts)
    if origin is Literal:
        allowed = get_args(hint)
        return lambda value: value in allowed
    if origin is tuple:
        return fitting_tuple(get_args(hint))
    if hint is Any or isinstance(hint, TypeVar):
        return lambda value: True
    return fitting_class(hint if origin is None else origin)


def fitting_class(kind: object) -> Test:
    """Makes the test of a plain class; True is no number."""
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if kind is float:
        return lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)
    if not isinstance(kind, type):
        return lambda value: True
    wanted: type = kind
    return lambda value: isinstance(value, wanted)


def fitting_tuple(parts: tuple[object, ...]) -> Test:
    """Makes the test of a tuple: of any length if the hint ends in an ellipsis, else by item."""
    if len(parts) == 2 and parts[1] is Ellipsis:
        inner = fitting(parts[0])
        return lambda value: isinstance(value, tuple) and all(inner(item) for item in value)
    tests = [fitting(part) for part in parts]
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(tests)
        and all(test(item) for test, item in zip(tests, value, strict=True))
    )


def describe(hint: object) -> str:
    """Names a declared type as an author would write it."""
    if isinstance(hint, type) and get_origin(hint) is None:
        return hint.__name__
    return str(getattr(hint, "__name__", hint) if isinstance(hint, NewType) else hint)
