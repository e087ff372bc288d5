"""Ranges of options: what the constructor of a game allows, and what `kibitz tune` may try.

A game declares the ranges of its own options in `Game.option_ranges`, and those of its agents in
`Game.tunable`. Values are texts, as in the name of an agent: `0:80` is every whole number from 0 to
80, `0:80:4` every fourth, `0.1:2.0` any number between them, `0.1:2.0:log` the same with more of
the small ones, `highest,weighted` one of two.
"""

import math
from collections.abc import Sequence
from typing import Final

from kibitz.core.errors import UnknownOption
from kibitz.core.options import TRUTHS
from kibitz.core.value import Value, brief, check_type

LOG: Final = "log"
# Digits of a number that is tried; more would suggest a precision that no tournament has.
DIGITS: Final = 4
EXPECTED: Final = "expected LOW:HIGH, LOW:HIGH:STEP, LOW:HIGH:log or a list such as 4,8,16"


class Range(Value):
    """The values that an option may have."""

    def ends(self) -> list[str]:
        """Lists the values that an agent must accept if it accepts the whole range."""
        raise TypeError(f"{type(self).__name__} does not define ends()")

    def holds(self, text: str) -> bool:
        """Tells whether a value, as it is written in a specification, is in the range."""
        raise TypeError(f"{type(self).__name__} does not define holds()")


class Whole(Range):
    """Whole numbers, both ends included.

    Attributes:
        low: the smallest.
        high: the largest.
        step: the distance between two of them.
        log: whether small numbers are tried more often, as on a logarithmic scale.
    """

    __match_args__ = ("low", "high", "step", "log")

    def __init__(self, low: int, high: int, step: int = 1, log: bool = False) -> None:
        """Sets the bounds; a `high` that no step reaches is lowered to one that is reached.

        Raises:
            ValueError: if the range is empty, or cannot be logarithmic.
        """
        for number in (low, high, step):
            check_type("number of a range,", number, (int,), "a whole number")
        if high < low or step < 1:
            raise ValueError(f"invalid range {low}:{high}:{step}: expected LOW up to HIGH")
        if log and (low < 1 or step != 1):
            raise ValueError(f"invalid range {low}:{high}:{LOG}: expected LOW of 1 or more")
        self.low: Final = low + 0  # True becomes 1, as in compiled code
        self.high: Final = low + (high - low) // step * step
        self.step: Final = step
        self.log: Final = log

    def ends(self) -> list[str]:
        """Lists the smallest and the largest number."""
        return [str(self.low), str(self.high)]

    def holds(self, text: str) -> bool:
        """Tells whether a text is one of the numbers."""
        try:
            value = int(text)
        except ValueError:
            return False
        return self.low <= value <= self.high and (value - self.low) % self.step == 0

    def __str__(self) -> str:
        end = f":{LOG}" if self.log else f":{self.step}" if self.step != 1 else ""
        return f"{self.low}:{self.high}{end}"


class Real(Range):
    """Any numbers between two.

    Attributes:
        low: the smallest.
        high: the largest.
        log: whether small numbers are tried more often, as on a logarithmic scale.
    """

    __match_args__ = ("low", "high", "log")

    def __init__(self, low: float, high: float, log: bool = False) -> None:
        """Sets the bounds.

        Raises:
            ValueError: if the range is empty or not finite, or cannot be logarithmic.
        """
        if not -math.inf < low < high < math.inf:
            raise ValueError(f"invalid range {low}:{high}: expected LOW below HIGH")
        if log and low <= 0.0:
            raise ValueError(f"invalid range {low}:{high}:{LOG}: expected LOW above 0")
        self.low: Final = low * 1.0  # a whole number becomes a float, as in compiled code
        self.high: Final = high * 1.0
        self.log: Final = log

    def ends(self) -> list[str]:
        """Lists the smallest and the largest number."""
        return [write_real(self.low), write_real(self.high)]

    def holds(self, text: str) -> bool:
        """Tells whether a text is a number between the two."""
        try:
            return self.low <= float(text) <= self.high
        except ValueError:
            return False

    def __str__(self) -> str:
        # With a point, so that it is not read as a range of whole numbers.
        return f"{self.low!r}:{self.high!r}{':' + LOG if self.log else ''}"


class Choice(Range):
    """One of several values.

    Attributes:
        values: the values, as they are written in a specification.
    """

    __match_args__ = ("values",)

    def __init__(self, values: tuple[str, ...]) -> None:
        """Sets the values.

        Raises:
            ValueError: if there are fewer than two, or one is empty or given twice.
        """
        if len(set(values)) < len(values) or len(values) < 2 or "" in values:
            raise ValueError(
                f"invalid choice {','.join(values)}: expected different values, none empty"
            )
        self.values: Final = values

    def ends(self) -> list[str]:
        """Lists all values."""
        return list(self.values)

    def holds(self, text: str) -> bool:
        """Tells whether a text is one of the values; `true` is `yes`."""
        return self.find(text) is not None

    def find(self, text: str) -> str | None:
        """Returns the value that a text stands for; None if it is none of them."""
        for value in self.values:
            truth = TRUTHS.get(value)
            if value == text or (truth is not None and truth == TRUTHS.get(text.lower())):
                return value
        return None

    def __str__(self) -> str:
        return ",".join(self.values)


YES_NO: Final = Choice(("yes", "no"))


# Options of constructors.


def whole_option(name: str, given: object, span: Whole) -> int:
    """Returns an option of a constructor that must be one of the numbers of a range.

    The argument is annotated `SupportsIndex`: compiled code turns True into 1 where it says `int`.

    Raises:
        ValueError: names the option and what is expected.
    """
    if (
        isinstance(given, bool)
        or not isinstance(given, int)
        or not span.low <= given <= span.high
        or (given - span.low) % span.step
    ):
        expected = f"{span.low} to {span.high}"
        if span.step > 1:
            expected = any_of([str(each) for each in range(span.low, span.high + 1, span.step)])
        raise ValueError(f"invalid {name}={brief(given)}: expected {expected}")
    return given


def choice_option(name: str, given: str, span: Choice) -> str:
    """Returns an option of a constructor that must be one of several texts.

    Raises:
        ValueError: names the option and what is expected.
    """
    if given not in span.values:
        raise ValueError(f"invalid {name}={given}: expected {any_of(span.values)}")
    return given


def any_of(words: Sequence[str]) -> str:
    """Writes a list of which one is wanted: `random, 0 or 1`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


# As people write them.


def write_real(value: float) -> str:
    """Writes a number that is tried, rounded to a few digits."""
    return f"{value:.{DIGITS}g}"


def read_range(text: str) -> Range:
    """Reads a range as people write it.

    Raises:
        UnknownOption: if it has another form, or is empty.
    """
    if "," in text:
        return checked_choice(text)
    parts = [part.strip() for part in text.split(":")]
    log = len(parts) == 3 and parts[2] == LOG
    try:
        numbers = [float(part) for part in (parts[:2] if log else parts)]
        if len(numbers) not in (2, 3):
            raise ValueError(f"invalid range {text}: {EXPECTED}")
        if all(is_whole(part) for part in parts if part != LOG):
            step = 1 if len(numbers) == 2 else int(parts[2])
            return Whole(int(parts[0]), int(parts[1]), step, log)
        if len(numbers) == 3:
            raise ValueError(f"invalid range {text}: steps are for whole numbers")
        return Real(numbers[0], numbers[1], log)
    except ValueError as error:
        known = str(error).startswith("invalid range")
        message = str(error) if known else f"invalid range {text}: {EXPECTED}"
        raise UnknownOption(message).caused_by(error) from error


def checked_choice(text: str) -> Choice:
    """Reads a list of values.

    Raises:
        UnknownOption: if there are fewer than two, or one is empty or given twice.
    """
    try:
        return Choice(tuple([value.strip() for value in text.split(",")]))
    except ValueError as error:
        raise UnknownOption(str(error)).caused_by(error) from error


def is_whole(text: str) -> bool:
    """Tells whether a text is a whole number."""
    return text.removeprefix("-").isdecimal()
