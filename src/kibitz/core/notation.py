"""The general notation of parameters: their JSON documents in a line of text, and read back.

Words and numbers stand for themselves (`c7`, `-3`), other texts are quoted, `-` is None, `yes`
and `no` are truth values, `[c1,c2]` is a list and `Payment{discard=[c1],x=2}` a nested record.
Games may write their moves in words of their own; what is written here can always be read.
"""

import json
import math
import re
from typing import Final

from kibitz.core.errors import InvalidMoveError
from kibitz.core.value import DEEPEST, Json, brief, encode

WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:#/-]*")
NUMBER: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
RESERVED: Final = ("yes", "no")
SPACE: Final = re.compile(r"\s*")
# Python itself refuses to read whole numbers of thousands of digits.
LONGEST_NUMBER: Final = 100


def write_value(value: object) -> str:
    """Writes one parameter that has no words of its own."""
    return write_document(encode(value))


def write_document(document: Json) -> str:
    """Writes the JSON document of one parameter."""
    if document is None:
        return "-"
    if isinstance(document, bool):
        return "yes" if document else "no"
    if isinstance(document, (int, float)):
        return repr(document)
    if isinstance(document, str):
        plain = WORD.fullmatch(document) is not None and document not in RESERVED
        return document if plain else json.dumps(document)
    if isinstance(document, list):
        return "[" + ",".join([write_document(item) for item in document]) + "]"
    fields = [f"{name}={write_document(document[name])}" for name in document if name != "record"]
    return f"{document['record']}{{{','.join(fields)}}}"


class Reader:
    """Reads parameters from a line of text, left to right.

    It stands at a word, number or mark whenever one of them is to be read, and skips the spaces
    before it looks for the next.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = len(text) - len(text.lstrip())

    def skip_space(self) -> None:
        """Moves on to the next character that is not a space."""
        found = SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def done(self) -> bool:
        """Tells whether nothing but spaces is left."""
        self.skip_space()
        return self.at >= len(self.text)

    def fail(self, wanted: str) -> InvalidMoveError:
        """Makes the error that says what was wanted, and where."""
        rest = self.text[self.at : self.at + 20]
        found = repr(rest) if rest else "the end"
        place = f"expected {wanted} at column {self.at + 1}, got {found}"
        return InvalidMoveError(f"cannot read {brief(self.text)}: {place}")

    def expect(self, mark: str) -> None:
        """Reads one punctuation mark."""
        self.skip_space()
        if not self.text.startswith(mark, self.at):
            raise self.fail(repr(mark))
        self.at += len(mark)
        self.skip_space()

    def meets(self, mark: str) -> bool:
        """Tells whether a punctuation mark comes next, without reading it."""
        self.skip_space()
        return self.text.startswith(mark, self.at)

    def word(self) -> str:
        """Reads a word."""
        found = WORD.match(self.text, self.at)
        if found is None:
            raise self.fail("a word")
        self.at = found.end()
        return found.group()

    def value(self, depth: int = 0) -> Json:
        """Reads one parameter."""
        if depth > DEEPEST:
            raise self.fail("a parameter that is nested less deeply")
        mark = self.text[self.at : self.at + 1]
        if mark == "[":
            return self.items(depth)
        if mark == '"':
            return self.quoted()
        number = NUMBER.match(self.text, self.at)
        if number is not None:
            return self.number(number.group())
        if mark == "-":
            self.at += 1
            return None
        word = self.word()
        if self.text.startswith("{", self.at):
            return self.record(word, depth)
        return word == "yes" if word in RESERVED else word

    def number(self, written: str) -> int | float:
        """Reads a number that is as long as a person would write it."""
        if len(written) > LONGEST_NUMBER:
            raise self.fail(f"a number of at most {LONGEST_NUMBER} characters")
        value = float(written) if "." in written or "e" in written else int(written)
        if not math.isfinite(value):
            raise self.fail("a finite number")
        self.at += len(written)
        return value

    def items(self, depth: int) -> list[Json]:
        """Reads a list in brackets."""
        self.expect("[")
        found: list[Json] = []
        while not self.meets("]"):
            if found:
                self.expect(",")
            found.append(self.value(depth + 1))
        self.expect("]")
        return found

    def record(self, name: str, depth: int) -> dict[str, Json]:
        """Reads the fields of a nested record in braces."""
        self.expect("{")
        found: dict[str, Json] = {"record": name}
        while not self.meets("}"):
            if len(found) > 1:
                self.expect(",")
            field = self.word()
            if field in found:
                self.at -= len(field)
                raise self.fail(f"another field of {name}")
            self.expect("=")
            found[field] = self.value(depth + 1)
        self.expect("}")
        return found

    def quoted(self) -> str:
        """Reads a text in double quotes."""
        try:
            text, end = json.JSONDecoder().raw_decode(self.text, self.at)
        except json.JSONDecodeError:
            raise self.fail("a text in double quotes") from None
        self.at = end
        assert isinstance(text, str)
        return text


def read_values(text: str) -> list[Json]:
    """Reads the documents of all parameters in a line of text.

    Raises:
        InvalidMoveError: if the text is not in the general notation; names the column.
    """
    reader = Reader(text)
    found: list[Json] = []
    while not reader.done():
        found.append(reader.value())
    return found
