"""Reading JSON documents that people write: all problems at once, each with its place.

A reader does not stop at the first problem: it notes it and goes on with a harmless value, and
`finish` raises one error that lists everything.
"""

import json
from collections.abc import Iterable
from typing import Final

from kibitz.core.errors import KibitzError, suggest


class Document:
    """One place in a JSON document, and the list of problems that all its places share."""

    def __init__(self, value: object, path: str = "", problems: list[str] | None = None) -> None:
        self.value: Final = value
        self.path: Final = path
        self.problems: Final[list[str]] = [] if problems is None else problems

    def note(self, problem: str) -> None:
        """Notes a problem at this place."""
        self.problems.append(f"{self.path}: {problem}" if self.path else problem)

    def wanted(self, what: str) -> None:
        """Notes that something else was expected here."""
        self.note(f"expected {what}, got {shorten(self.value)}")

    def place(self, name: str) -> str:
        """Returns the path of a field of this place."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Tells whether this is an object with such a field."""
        return isinstance(self.value, dict) and name in self.value

    def names(self) -> list[str]:
        """Returns the names of the fields, in order; notes a problem if this is not an object."""
        if not isinstance(self.value, dict):
            self.wanted("an object")
            return []
        return [name for name in self.value if isinstance(name, str)]

    def only(self, known: Iterable[str]) -> None:
        """Notes fields that are not known."""
        allowed = list(known)
        for name in self.names():
            if name not in allowed:
                self.note(f"unknown field {name!r}; {suggest(name, allowed)}")

    def field(self, name: str) -> "Document":
        """Returns a field; a missing one is noted and reads as null."""
        if isinstance(self.value, dict):
            if name in self.value:
                return Document(self.value[name], self.place(name), self.problems)
            self.note(f"field {name!r} is missing")
        else:
            self.wanted("an object")
        return Document(None, self.place(name), [])

    def optional(self, name: str, default: object) -> "Document":
        """Returns a field; a missing one reads as a default."""
        if self.has(name):
            return self.field(name)
        return Document(default, self.place(name), self.problems)

    def items(self) -> list["Document"]:
        """Returns the items of a list."""
        if not isinstance(self.value, list):
            self.wanted("a list")
            return []
        return [
            Document(item, f"{self.path}[{index}]", self.problems)
            for index, item in enumerate(self.value)
        ]

    def pair(self) -> list["Document"]:
        """Returns the items of a list with one for each of two seats."""
        items = self.items()
        if isinstance(self.value, list) and len(items) != 2:
            self.note(f"expected two, one for each seat, got {len(items)}")
        return items

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """Reads a whole number within bounds; 0 (or the low bound) if it is something else."""
        value = self.value
        if isinstance(value, int) and not isinstance(value, bool):
            inside = (low is None or value >= low) and (high is None or value <= high)
            if inside:
                return value
        end = "up" if high is None else f"to {high}"
        span = "" if low is None else f" from {low} {end}"
        self.wanted(f"a whole number{span}")
        return 0 if low is None else low

    def text(self) -> str:
        """Reads a text; empty if it is something else."""
        if isinstance(self.value, str):
            return self.value
        self.wanted("a text")
        return ""

    def flag(self) -> bool:
        """Reads true or false."""
        if isinstance(self.value, bool):
            return self.value
        self.wanted("true or false")
        return False

    def choice(self, known: Iterable[str]) -> str:
        """Reads one of the known texts; the first of them if it is something else."""
        names = list(known)
        if isinstance(self.value, str) and self.value in names:
            return self.value
        if isinstance(self.value, str):
            self.note(f"unknown {self.value!r}; {suggest(self.value, names)}")
        else:
            self.wanted("a text")
        return names[0] if names else ""

    def finish(self, error: type[KibitzError], what: str) -> None:
        """Raises one error with all problems; does nothing if there are none."""
        if self.problems:
            raise error(f"{what}: " + "; ".join(dict.fromkeys(self.problems)))


def shorten(value: object) -> str:
    """Writes a JSON value for a message, in 40 characters at most."""
    if value is None:
        return "null"
    try:
        text = json.dumps(value, default=repr)
    except RecursionError:
        text = f"a {type(value).__name__} that is nested too deeply"
    return text if len(text) <= 40 else text[:37] + "..."


def read_json(text: str, error: type[KibitzError], what: str) -> object:
    """Reads JSON text; says where it breaks off or goes wrong."""
    try:
        found: object = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise error(
            f"{what} is not JSON: {wrong.msg} at line {wrong.lineno}, column {wrong.colno}"
        ) from None
    except RecursionError:
        raise error(f"{what} is nested too deeply") from None
    except ValueError:  # Python reads no whole number of thousands of digits
        raise error(f"{what} holds a number that is too long to be read") from None
    return found
