"""Values: small immutable objects that travel, compare by what they hold, and are written as JSON.

Moves and the records nested in them are values. The parameters are named once, in
`__match_args__`, which are also the arguments of the constructor; equality, hash, `repr`, pickle
and JSON follow from it.
"""

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import ClassVar, TypeAlias

from mypy_extensions import mypyc_attr

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
