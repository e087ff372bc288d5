"""Axes of plots: scales with round marks, and the lines and numbers that show them.

Places along an axis are percentages and heights are pixels: a plot is as wide as its box.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from kibitz.arena.figures import compact
from kibitz.arena.markup import Markup, element, join

# A log axis over fewer decades than this has marks between the powers of ten.
FEW_DECADES: Final = 2.5
# How far the plotting area is from the top, and how high it is, in pixels.
TOP: Final = 16
PLOT: Final = 132
# What the marks and the unit of an axis below need, in pixels.
AXIS: Final = 40
# A plot on a phone, and a letter, in pixels: what labels must have room in.
NARROW: Final = 310
LETTER: Final = 7


@dataclass(frozen=True)
class Scale:
    """Maps values to places from 0 to 1 along an axis.

    Attributes:
        low: the value at 0.
        high: the value at 1; above `low`.
        marks: where the axis has marks.
        log: whether equal steps are equal factors.
    """

    low: float
    high: float
    marks: tuple[float, ...]
    log: bool = False

    @classmethod
    def around(cls, values: Iterable[float], wanted: int = 5) -> Self:
        """Makes a scale with round ends that holds all the values."""
        given = sorted(values)
        low, high = (given[0], given[-1]) if given else (0.0, 1.0)
        if low == high:
            low, high = low - 1, high + 1
        step = round_step((high - low) / wanted)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        return cls(first * step, last * step, tuple(i * step for i in range(first, last + 1)))

    @classmethod
    def from_zero(cls, highest: float, wanted: int = 4) -> Self:
        """Makes a scale for counts: from 0, in whole steps."""
        step = max(1.0, round_step(max(highest, 1) / wanted))
        last = max(1, math.ceil(highest / step - 1e-9))
        return cls(0.0, last * step, tuple(i * step for i in range(last + 1)))

    @classmethod
    def decades(cls, values: Iterable[float]) -> Self:
        """Makes a log scale that holds all the values above 0."""
        given = sorted(value for value in values if value > 0) or [1.0]
        factors = (1, 2, 5) if math.log10(given[-1] / given[0]) < FEW_DECADES else (1,)
        lowest, highest = math.floor(math.log10(given[0])) - 1, math.ceil(math.log10(given[-1])) + 1
        marks = [f * 10.0**power for power in range(lowest, highest + 1) for f in factors]
        low = max(mark for mark in marks if mark <= given[0] * (1 + 1e-9))
        high = min(mark for mark in marks if mark >= given[-1] * (1 - 1e-9) and mark > low)
        return cls(low, high, tuple(mark for mark in marks if low <= mark <= high), log=True)

    def at(self, value: float) -> float:
        """Returns the place of a value; what is off the scale is put at its end."""
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log(low), math.log(high), math.log(max(value, low))
        return min(1.0, max(0.0, (value - low) / (high - low)))


def round_step(step: float) -> float:
    """Returns the next step up that is 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


@dataclass(frozen=True)
class Axis:
    """A scale with its words.

    Attributes:
        scale: where values stand.
        labels: what is written at the scale's marks.
        unit: what is measured.
    """

    scale: Scale
    labels: tuple[str, ...]
    unit: str = ""

    @classmethod
    def plain(cls, scale: Scale, unit: str = "") -> Self:
        """Makes an axis whose labels are its numbers."""
        return cls(scale, tuple(compact(mark) for mark in scale.marks), unit)

    def across(self, value: float) -> float:
        """Returns where a value stands along the plot, in percent of its width."""
        return round(100 * self.scale.at(value), 3)

    def down(self, value: float) -> float:
        """Returns how far from the top a value stands, in pixels."""
        return round(TOP + PLOT * (1 - self.scale.at(value)), 2)

    def below(self, top: int, bottom: int) -> Markup:
        """Draws the axis under a plot, with a line up from each mark."""
        parts: list[Markup] = []
        for number, (mark, label) in enumerate(zip(self.scale.marks, self.labels, strict=True)):
            x = f"{self.across(mark)}%"
            parts.append(element("line", class_="grid", x1=x, x2=x, y1=top, y2=bottom))
            if self.has_room(number):
                # Labels at the ends stay within the plot.
                anchor = {0.0: "start", 1.0: "end"}.get(round(self.scale.at(mark), 2), "middle")
                parts.append(element("text", label, x=x, y=bottom + 15, text_anchor=anchor))
        parts.append(element("text", self.unit, x="50%", y=bottom + 33, text_anchor="middle"))
        return join(parts)

    def has_room(self, number: int) -> bool:
        """Tells whether a mark below a narrow plot is labelled: all, or every second or third."""
        marks = self.scale.marks
        room = NARROW / max(1, len(marks) - 1)
        # The label at an end stands to one side of its mark, half its width nearer to the next.
        needed = 1.5 * LETTER * max(map(len, self.labels), default=0)
        # Zero keeps its label, and with it every second one on either side.
        start = marks.index(0) if 0 in marks else 0
        return (number - start) % max(1, math.ceil(needed / room)) == 0

    def beside(self) -> Markup:
        """Draws the axis at the left of a plot, with a line across from each mark."""
        parts: list[Markup] = []
        for mark, label in zip(self.scale.marks, self.labels, strict=True):
            y = self.down(mark)
            parts.append(element("line", class_="grid", x1=0, x2="100%", y1=y, y2=y))
            parts.append(element("text", label, x=-8, y=y + 4, text_anchor="end"))
        return join(parts)

    def upright(self, value: float, top: int, bottom: int, style: str = "reference") -> Markup:
        """Draws a line up the plot at a value that others are compared with."""
        x = f"{self.across(value)}%"
        return element("line", class_=style, x1=x, x2=x, y1=top, y2=bottom)

    def level(self, value: float) -> Markup:
        """Draws a line across the plot at a value that others are compared with."""
        y = self.down(value)
        return element("line", class_="reference", x1=0, x2="100%", y1=y, y2=y)
