"""Declared types of parameters, and whether a value fits them.

Compiled classes refuse wrong types by themselves and keep no annotations; interpreted ones are
checked here, so that a producer's slip is reported as such instead of surfacing in somebody's
check. A hint is turned into a test once, because every candidate of an enumeration is tested.
"""

import types
from collections.abc import Callable
from typing import (
    Any,
    Literal,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

Test: TypeAlias = Callable[[object], bool]


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
