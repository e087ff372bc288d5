"""Plots as inline SVG, drawn here and nowhere else: no script, no picture file, no library.

A plot is as wide as its box while its letters keep their size, on a wide screen and on a phone.
Colours come from the page's stylesheet by class name, which is what makes a plot follow the
reader's light or dark scheme. Places along an axis are percentages and heights are pixels.

Text gets into a page through `element` only, which escapes it; names of agents come from users.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Self

from kibitz.arena.formatting import GAP, compact, counted, percent
from kibitz.arena.statistics import EVEN

# Elements that have no end tag in HTML; in SVG the same short form is read by both parsers.
VOID: Final = frozenset({"circle", "line", "polygon", "polyline", "rect", "wbr"})
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
# The class of a plot with numbers at its left, outside of its own width.
BESIDE: Final = "plot beside"
# Heights in pixels: a row with its label, a row of bars, a stacked bar.
ROW: Final = 44
BAR_ROW: Final = 40
STACK: Final = 14
# How far below the top of its row an interval is drawn, and half the height of its ends.
MIDDLE: Final = 28
WHISKER: Final = 5
# More bars than this are too thin to tell apart on a phone.
MOST_BARS: Final = 24
# In percent of the width: a few bars need not fill the whole plot.
WIDEST_BAR: Final = 12.0
# A label longer than this runs into the figures at its right on a phone.
LONGEST_LABEL: Final = 26
# Points of a curve: more cannot be seen, and only make the page longer.
MOST_POINTS: Final = 120

# After how many deals, the score, and both ends of its interval.
Point = tuple[int, float, float, float]


# Markup.


class Markup(str):
    """Text that is markup already, made by `element`."""

    __slots__ = ()


def clean(text: object) -> str:
    """Returns text as a page may hold it: escaped, and without what cannot be printed."""
    return escape("".join(mark if mark.isprintable() or mark == GAP else "?" for mark in str(text)))


def element(name: str, *content: object, **attributes: object) -> Markup:
    """Writes one element.

    Args:
        name: the element's name.
        content: what it holds; everything but `Markup` is escaped.
        attributes: its attributes; `class_` is `class`, other underscores are hyphens, and what is
            None is left out.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{clean(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID and not content:
        return Markup(f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{join(content)}</{name}>")


def join(content: Iterable[object]) -> Markup:
    """Writes one thing after the other, escaping everything but `Markup`."""
    return Markup("".join(each if isinstance(each, Markup) else clean(each) for each in content))


# Axes.


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


# Plots.

SCORES: Final = Axis(
    Scale(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0)),
    (percent(0, 0), "", percent(0.5, 0), "", percent(1, 0)),
)


@dataclass(frozen=True)
class Span:
    """One row of an interval plot.

    Attributes:
        label: who or what it is about.
        low: where the interval begins.
        middle: the value itself.
        high: where the interval ends.
        text: the figures in words, shown at the right.
    """

    label: str
    low: float
    middle: float
    high: float
    text: str


@dataclass(frozen=True)
class Tail:
    """One row of a plot of percentiles.

    Attributes:
        label: who or what it is about.
        median: half of the values are below it.
        p90: so are 90 of 100 values,
        p99: and 99 of 100.
        most: the largest value.
        text: the figures in words, shown at the right.
    """

    label: str
    median: float
    p90: float
    p99: float
    most: float
    text: str


@dataclass(frozen=True)
class Piece:
    """One piece of a whole.

    Attributes:
        label: what it is.
        size: how large it is; the sizes of all pieces add up to the whole.
        style: the class of the stylesheet that colours it.
    """

    label: str
    size: int
    style: str = "accent"


def drawing(
    name: str, title: str, text: str, height: int, *parts: Markup, style: str = "plot"
) -> Markup:
    """Frames a plot and tells those who cannot see it what it shows.

    Args:
        name: an id that is unique in the page.
        title: what the plot is about.
        text: what it shows, in a sentence or two.
        height: in pixels.
        parts: what is drawn.
        style: its classes in the stylesheet.
    """
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", text, id=f"{name}-text"),
        *parts,
        class_=style,
        role="img",
        aria_labelledby=f"{name}-title {name}-text",
        width="100%",
        height=height,
    )


# Rows: a label, the figures in words, and the picture below.


def row_label(label: str, text: str, top: int) -> Markup:
    """Writes the label of a row at the left and its figures at the right."""
    shown = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}\u2026"
    return join(
        [
            element("text", element("title", label), shown, class_="label", x=0, y=top + 13),
            element("text", text, class_="figure", x="100%", y=top + 13, text_anchor="end"),
        ]
    )


def bars(name: str, title: str, pieces: Sequence[Piece], noun: str) -> Markup:
    """Draws how a whole is made up, one bar for each piece."""
    whole = sum(piece.size for piece in pieces) or 1
    drawn: list[Markup] = []
    for number, piece in enumerate(pieces):
        top, share = number * BAR_ROW, piece.size / whole
        place = {"y": top + 20, "height": 10, "rx": 2}
        drawn.append(row_label(piece.label, f"{piece.size:,}, {percent(share)}", top))
        drawn.append(element("rect", class_="track", width="100%", **place))
        drawn.append(element("rect", class_=piece.style, width=f"{100 * share:.3f}%", **place))
    return drawing(name, title, in_words(pieces, noun), len(pieces) * BAR_ROW, *drawn)


def stack(name: str, title: str, pieces: Sequence[Piece], noun: str) -> Markup:
    """Draws how a whole is made up in one bar, its pieces side by side."""
    whole = sum(piece.size for piece in pieces) or 1
    drawn, begin = [element("rect", class_="track", width="100%", height=STACK)], 0.0
    for piece in pieces:
        width = 100 * piece.size / whole
        hint = element("title", f"{piece.label}: {counted(piece.size, noun)}")
        place = {"x": f"{begin:.3f}%", "width": f"{width:.3f}%", "height": STACK}
        drawn.append(element("rect", hint, class_=piece.style, **place))
        begin += width
    return drawing(name, title, in_words(pieces, noun), STACK, *drawn)


def in_words(pieces: Sequence[Piece], noun: str) -> str:
    """Says how a whole is made up."""
    return "; ".join(f"{piece.label}: {counted(piece.size, noun)}" for piece in pieces) + "."


def intervals(
    name: str, title: str, rows: Sequence[Span], axis: Axis, reference: float | None = None
) -> Markup:
    """Draws a dot with an error bar for each row, over one axis.

    Args:
        name: an id that is unique in the page.
        title: what the plot is about.
        rows: the intervals, from top to bottom.
        axis: what they are measured on.
        reference: a value to compare with, drawn as a line.
    """
    bottom = len(rows) * ROW
    drawn = [axis.below(0, bottom)]
    if reference is not None:
        drawn.append(axis.upright(reference, 0, bottom))
    for number, row in enumerate(rows):
        top, y = number * ROW, number * ROW + MIDDLE
        drawn.append(row_label(row.label, row.text, top))
        drawn.append(between(axis, row.low, row.high, y, "error"))
        drawn.extend(whisker(axis, end, y) for end in (row.low, row.high))
        drawn.append(dot(axis, row.middle, y))
    text = "; ".join(f"{row.label}: {row.text}" for row in rows)
    return drawing(name, title, f"{axis.unit}. {text}.", bottom + AXIS, *drawn)


def percentiles(name: str, title: str, rows: Sequence[Tail], axis: Axis) -> Markup:
    """Draws median, 90th and 99th percentile and the largest value for each row, over one axis."""
    bottom = len(rows) * ROW
    drawn = [axis.below(0, bottom)]
    for number, row in enumerate(rows):
        top, y = number * ROW, number * ROW + MIDDLE
        drawn.append(row_label(row.label, row.text, top))
        drawn.append(between(axis, row.median, row.p99, y, "error"))
        drawn.append(between(axis, row.median, row.p90, y, "thick"))
        drawn.append(whisker(axis, row.p99, y))
        drawn.append(element("circle", class_="hollow", cx=f"{axis.across(row.most)}%", cy=y, r=3))
        drawn.append(dot(axis, row.median, y))
    text = "; ".join(f"{row.label}: {row.text}" for row in rows)
    return drawing(name, title, f"{axis.unit}. {text}.", bottom + AXIS, *drawn)


def between(axis: Axis, low: float, high: float, y: int, style: str) -> Markup:
    """Draws a line from one value to another."""
    ends = {"x1": f"{axis.across(low)}%", "x2": f"{axis.across(high)}%"}
    return element("line", class_=style, y1=y, y2=y, **ends)


def whisker(axis: Axis, value: float, y: int) -> Markup:
    """Draws the end of an error bar."""
    return axis.upright(value, y - WHISKER, y + WHISKER, "error")


def dot(axis: Axis, value: float, y: int) -> Markup:
    """Draws a value."""
    return element("circle", class_="dot", cx=f"{axis.across(value)}%", cy=y, r=5)


# Areas: two axes.


def histogram(
    name: str, title: str, counts: dict[int, int], *, unit: str, noun: str, median: float
) -> Markup:
    """Draws how often each whole number came up; neighbours share a bar where there are many.

    Args:
        name: an id that is unique in the page.
        title: what the plot is about.
        counts: how often each number came up.
        unit: what the numbers measure.
        noun: what was counted, one of them.
        median: drawn as a line.
    """
    start, width, heights = in_bars(counts)
    last, bottom = start + width * len(heights) - 1, TOP + PLOT
    upward = Axis.plain(Scale.from_zero(max(heights)))
    marks = [mark for mark in Scale.around((start, last)).marks if start <= mark <= last]
    whole = tuple(mark for mark in marks if mark == int(mark))
    # A bar holds the values from its first to its last, so it begins half a step before the first.
    along = Axis.plain(Scale(start - 0.5, last + 0.5, whole), unit)
    drawn = [upward.beside()]
    for first, height in zip(range(start, last + 1, width), heights, strict=True):
        drawn.append(column(along, upward, (first, width), height, noun))
    drawn.append(along.below(bottom, bottom + 4))
    drawn.append(along.upright(median, TOP - 3, bottom, "median"))
    label, place = f"median {compact(median)}", along.across(median)
    anchor = "start" if place < 25 else "end" if place > 75 else "middle"
    drawn.append(element("text", label, x=f"{place}%", y=TOP - 6, text_anchor=anchor))
    total = counted(sum(heights), noun)
    text = f"{total}, from {min(counts, default=0)} to {max(counts, default=0)}, {label}. {unit}."
    return drawing(name, title, text, bottom + AXIS + 4, *drawn, style=BESIDE)


def in_bars(counts: dict[int, int]) -> tuple[int, int, list[int]]:
    """Puts counts of whole numbers into bars; returns the first number, the width, the heights."""
    if not counts:
        return 0, 1, [0]
    lowest, highest = min(counts), max(counts)
    span = highest - lowest + 1
    width = 1 if span <= MOST_BARS else int(round_step(span / MOST_BARS))
    start = lowest - lowest % width
    heights = [0] * ((highest - start) // width + 1)
    for value, count in counts.items():
        heights[(value - start) // width] += count
    return start, width, heights


def column(along: Axis, upward: Axis, values: tuple[int, int], height: int, noun: str) -> Markup:
    """Draws a bar of a histogram: the first of its values and how many, and how often they came."""
    first, width = values
    named = str(first) if width == 1 else f"{first} to {first + width - 1}"
    left, right = (along.across(first + edge - 0.5) for edge in (0, width))
    gap = max(right - left - WIDEST_BAR, min(0.6, (right - left) / 6))
    top = upward.down(height)
    return element(
        "rect",
        element("title", f"{named}: {counted(height, noun)}"),
        class_="accent",
        x=f"{left + gap / 2:.3f}%",
        width=f"{right - left - gap:.3f}%",
        y=top,
        height=round(TOP + PLOT - top, 2),
    )


def running(name: str, title: str, points: Sequence[Point]) -> Markup:
    """Draws how a score came about over the deals, with the interval around it."""
    last = points[-1][0] if points else 1
    marks = tuple(mark for mark in Scale.from_zero(last).marks if mark <= last)
    along = Axis.plain(Scale(0.0, float(last), marks), "deals played")
    bottom = TOP + PLOT
    drawn = [SCORES.beside(), along.below(bottom, bottom + 4), SCORES.level(EVEN)]
    text = "No deal was played from both seats."
    if points:
        _, score, low, high = points[-1]
        text = (
            f"{percent(score)} after {counted(last, 'deal')},"
            f" 95 % interval {percent(low)} to {percent(high)}."
        )
        drawn.append(curve(thinned(points), along))
        if len(points) == 1:  # No band yet: its one edge is an error bar.
            ends = {"y1": SCORES.down(low), "y2": SCORES.down(high)}
            drawn.append(element("line", class_="error", x1="100%", x2="100%", **ends))
        drawn.append(element("circle", class_="dot", cx="100%", cy=SCORES.down(score), r=4))
    return drawing(name, title, text, bottom + AXIS + 4, *drawn, style=BESIDE)


def curve(points: Sequence[Point], along: Axis) -> Markup:
    """Draws a line and the band around it, in a drawing that stretches with the page."""
    places = [(round(10 * along.across(x), 1), *scores) for x, *scores in points]
    line = " ".join(f"{x},{SCORES.down(score)}" for x, score, _, _ in places)
    above = [f"{x},{SCORES.down(high)}" for x, _, _, high in places]
    below = [f"{x},{SCORES.down(low)}" for x, _, low, _ in places]
    return element(
        "svg",
        element("polygon", class_="band", points=" ".join([*above, *reversed(below)])),
        element("polyline", class_="line", points=line, vector_effect="non-scaling-stroke"),
        width="100%",
        height=TOP + PLOT,
        viewBox=f"0 0 1000 {TOP + PLOT}",
        preserveAspectRatio="none",
    )


def thinned(points: Sequence[Point]) -> list[Point]:
    """Leaves out points of a long curve, evenly, and keeps the last."""
    step = -(-len(points) // MOST_POINTS)
    return [*reversed(points[::-1][::step])]


# Cells of a table.


def tint(score: float) -> dict[str, str]:
    """Returns the attributes that colour a table cell by a score: one hue ahead, another behind."""
    side = "ahead" if score > EVEN else "behind" if score < EVEN else "even"
    return {"class_": f"score {side}", "style": f"--tint: {round(100 * abs(score - EVEN))}%"}
