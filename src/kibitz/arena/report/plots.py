"""Plots as inline SVG, without scripts, image files or a library.

A plot is as wide as its box, but its text keeps its size, so it can be read on a wide screen and on
a phone: horizontal positions are percentages, heights are pixels. Colours are classes of the page's
stylesheet, so that plots follow the reader's light or dark mode.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeVar

from kibitz.arena.report import markup
from kibitz.arena.report.markup import Markup
from kibitz.arena.statistics import EVEN

# A log axis over fewer decades than this also has ticks between the powers of ten.
FEW_DECADES: Final = 2.5
# The top and the height of the plotting area, in pixels.
PLOT_TOP: Final = 16
PLOT_HEIGHT: Final = 132
# The height of the labels and the unit below a plot, in pixels.
AXIS_HEIGHT: Final = 40
# The width of a plot on a phone and of a letter, in pixels; labels must not overlap there.
NARROW_WIDTH: Final = 310
LETTER_WIDTH: Final = 7
# The class of a plot that has an axis at its left, outside its own width.
LEFT_AXIS: Final = "plot left-axis"
# Heights in pixels: a row of an interval plot, a row of a bar chart, a stacked bar.
ROW_HEIGHT: Final = 44
BAR_ROW_HEIGHT: Final = 40
STACK_HEIGHT: Final = 14
# The vertical position of an interval in its row, and half the height of its whiskers.
ROW_MIDDLE: Final = 28
WHISKER: Final = 5
# With more bars than this, they are too thin on a phone.
MAX_BARS: Final = 24
# In percent of the width, so that one or two bars do not fill the whole plot.
MAX_BAR_WIDTH: Final = 12.0
# Longer labels overlap the numbers at their right on a phone.
MAX_LABEL_LENGTH: Final = 26
# The number of points of a curve; more would not be visible.
MAX_POINTS: Final = 120

T = TypeVar("T")
R = TypeVar("R", bound="IntervalRow | PercentileRow")
# A place on the horizontal axis, the value there, and both ends of its interval or band.
Point = tuple[float, float, float, float]


# Axes.


@dataclass(frozen=True)
class Scale:
    """Maps values to positions from 0 to 1 along an axis.

    Attributes:
        low: the value at 0.
        high: the value at 1; above `low`.
        ticks: the values that have a tick.
        log: whether the scale is logarithmic.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False

    @classmethod
    def linear(cls, values: Iterable[float], wanted: int = 5) -> Self:
        """Makes a scale with round ends that covers all values."""
        ordered = sorted(values)
        low, high = (ordered[0], ordered[-1]) if ordered else (0.0, 1.0)
        if low == high:
            low, high = low - 1, high + 1
        step = nice_step((high - low) / wanted)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        return cls(first * step, last * step, tuple(i * step for i in range(first, last + 1)))

    @classmethod
    def for_counts(cls, highest: float, wanted: int = 4) -> Self:
        """Makes a scale for counts: from 0, with whole ticks."""
        step = max(1.0, nice_step(max(highest, 1) / wanted))
        last = max(1, math.ceil(highest / step - 1e-9))
        return cls(0.0, last * step, tuple(i * step for i in range(last + 1)))

    @classmethod
    def logarithmic(cls, values: Iterable[float]) -> Self:
        """Makes a logarithmic scale that covers all values above 0."""
        ordered = sorted(value for value in values if value > 0) or [1.0]
        least, most = ordered[0], ordered[-1]
        factors = (1, 2, 5) if math.log10(most / least) < FEW_DECADES else (1,)
        powers = range(math.floor(math.log10(least)) - 1, math.ceil(math.log10(most)) + 2)
        ticks = [factor * 10.0**power for power in powers for factor in factors]
        low = max(tick for tick in ticks if tick <= least * (1 + 1e-9))
        high = min(tick for tick in ticks if tick >= most * (1 - 1e-9) and tick > low)
        return cls(low, high, tuple(tick for tick in ticks if low <= tick <= high), log=True)

    def position(self, value: float) -> float:
        """Returns the position of a value; values off the scale are at its ends."""
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log(low), math.log(high), math.log(max(value, low))
        return min(1.0, max(0.0, (value - low) / (high - low)))


def nice_step(step: float) -> float:
    """Rounds a step up to 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


@dataclass(frozen=True)
class Axis:
    """A scale with labels.

    Attributes:
        scale: the positions of values.
        labels: the labels of the ticks.
        unit: the label of the whole axis.
    """

    scale: Scale
    labels: tuple[str, ...]
    unit: str = ""

    @classmethod
    def plain(cls, scale: Scale, unit: str = "") -> Self:
        """Makes an axis with numbers as labels."""
        return cls(scale, tuple(markup.compact(tick) for tick in scale.ticks), unit)

    def x(self, value: float) -> float:
        """Returns the horizontal position of a value, in percent of the width."""
        return round(100 * self.scale.position(value), 3)

    def y(self, value: float) -> float:
        """Returns the vertical position of a value, in pixels from the top."""
        return round(PLOT_TOP + PLOT_HEIGHT * (1 - self.scale.position(value)), 2)

    def draw_bottom(self, top: int, bottom: int) -> Markup:
        """Draws the axis below a plot, with a grid line at each tick."""
        parts: list[Markup] = []
        for number, (tick, label) in enumerate(zip(self.scale.ticks, self.labels, strict=True)):
            x = f"{self.x(tick)}%"
            parts.append(markup.element("line", class_="grid", x1=x, x2=x, y1=top, y2=bottom))
            if self.has_label(number):
                # Labels at the ends stay within the plot.
                position = round(self.scale.position(tick), 2)
                anchor = {0.0: "start", 1.0: "end"}.get(position, "middle")
                parts.append(markup.element("text", label, x=x, y=bottom + 15, text_anchor=anchor))
        parts.append(
            markup.element("text", self.unit, x="50%", y=bottom + 33, text_anchor="middle")
        )
        return markup.join(parts)

    def has_label(self, number: int) -> bool:
        """Tells whether a tick has a label: all of them, or every second or third on a phone."""
        ticks = self.scale.ticks
        room = NARROW_WIDTH / max(1, len(ticks) - 1)
        # The first and the last label are beside their ticks, half a width nearer to the next.
        needed = 1.5 * LETTER_WIDTH * max(map(len, self.labels), default=0)
        # Counted from zero, so that zero always has a label.
        start = ticks.index(0) if 0 in ticks else 0
        return (number - start) % max(1, math.ceil(needed / room)) == 0

    def draw_left(self) -> Markup:
        """Draws the axis at the left of a plot, with a grid line at each tick."""
        parts: list[Markup] = []
        for tick, label in zip(self.scale.ticks, self.labels, strict=True):
            y = self.y(tick)
            parts.append(markup.element("line", class_="grid", x1=0, x2="100%", y1=y, y2=y))
            parts.append(markup.element("text", label, x=-8, y=y + 4, text_anchor="end"))
        return markup.join(parts)

    def vertical_line(
        self, value: float, top: int, bottom: int, style: str = "reference"
    ) -> Markup:
        """Draws a vertical line at a value."""
        x = f"{self.x(value)}%"
        return markup.element("line", class_=style, x1=x, x2=x, y1=top, y2=bottom)

    def reference_line(self, value: float) -> Markup:
        """Draws a horizontal line at a value to compare others with."""
        y = self.y(value)
        return markup.element("line", class_="reference", x1=0, x2="100%", y1=y, y2=y)


# Plots.

SCORE_AXIS: Final = Axis(
    Scale(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0)),
    (markup.percent(0, 0), "", markup.percent(0.5, 0), "", markup.percent(1, 0)),
)


class IntervalRow(NamedTuple):
    """One row of an interval plot: a value with both ends, and the text at the right."""

    label: str
    low: float
    middle: float
    high: float
    text: str


class PercentileRow(NamedTuple):
    """One row of a percentile plot, and the text at the right."""

    label: str
    median: float
    p90: float
    p99: float
    largest: float
    text: str


class Segment(NamedTuple):
    """One part of a bar chart or of a stacked bar; the style sets its colour.

    Bars show the size as a share of the sum of all sizes.
    """

    label: str
    size: int
    style: str = "accent"


def svg(
    name: str, title: str, text: str, height: int, *parts: Markup, style: str = "plot"
) -> Markup:
    """Makes the element of a plot, with a description for readers who cannot see it.

    Args:
        name: an id that is unique in the page.
        title: the title of the plot.
        text: the description, in a sentence or two.
        height: the height in pixels.
        parts: the content.
        style: its classes in the stylesheet.
    """
    return markup.element(
        "svg",
        markup.element("title", title, id=f"{name}-title"),
        markup.element("desc", text, id=f"{name}-text"),
        *parts,
        class_=style,
        role="img",
        aria_labelledby=f"{name}-title {name}-text",
        width="100%",
        height=height,
    )


# Plots with rows: a label, the numbers as text, and a drawing below them.


def row_label(label: str, text: str, top: int) -> Markup:
    """Draws the label of a row at the left and its numbers at the right."""
    shown = label if len(label) <= MAX_LABEL_LENGTH else f"{label[: MAX_LABEL_LENGTH - 1]}\u2026"
    return markup.join(
        [
            markup.element(
                "text", markup.element("title", label), shown, class_="label", x=0, y=top + 13
            ),
            markup.element("text", text, class_="figure", x="100%", y=top + 13, text_anchor="end"),
        ]
    )


def bar_chart(name: str, title: str, segments: Sequence[Segment], noun: str) -> Markup:
    """Draws the shares of segments, each in a bar of its own."""
    total = sum(segment.size for segment in segments) or 1
    drawn: list[Markup] = []
    for number, segment in enumerate(segments):
        top, share = number * BAR_ROW_HEIGHT, segment.size / total
        place = {"y": top + 20, "height": 10, "rx": 2}
        drawn.append(row_label(segment.label, f"{segment.size:,}, {markup.percent(share)}", top))
        drawn.append(markup.element("rect", class_="track", width="100%", **place))
        drawn.append(
            markup.element("rect", class_=segment.style, width=f"{100 * share:.3f}%", **place)
        )
    return svg(name, title, describe(segments, noun), len(segments) * BAR_ROW_HEIGHT, *drawn)


def stacked_bar(name: str, title: str, segments: Sequence[Segment], noun: str) -> Markup:
    """Draws the shares of segments, side by side in one bar."""
    total = sum(segment.size for segment in segments) or 1
    drawn, left = [markup.element("rect", class_="track", width="100%", height=STACK_HEIGHT)], 0.0
    for segment in segments:
        width = 100 * segment.size / total
        tooltip = markup.element("title", f"{segment.label}: {markup.quantity(segment.size, noun)}")
        place = {"x": f"{left:.3f}%", "width": f"{width:.3f}%", "height": STACK_HEIGHT}
        drawn.append(markup.element("rect", tooltip, class_=segment.style, **place))
        left += width
    return svg(name, title, describe(segments, noun), STACK_HEIGHT, *drawn)


def describe(segments: Sequence[Segment], noun: str) -> str:
    """Lists the sizes of segments as text."""
    sizes = [f"{segment.label}: {markup.quantity(segment.size, noun)}" for segment in segments]
    return "; ".join(sizes) + "."


def interval_plot(
    name: str, title: str, rows: Sequence[IntervalRow], axis: Axis, reference: float | None = None
) -> Markup:
    """Draws a dot with an error bar for each row, above a common axis.

    The reference is a value to compare with, drawn as a line. See also `svg`.
    """

    def draw(row: IntervalRow, y: int) -> Iterator[Markup]:
        yield horizontal_line(axis, row.low, row.high, y, "error")
        yield from (whisker(axis, end, y) for end in (row.low, row.high))
        yield dot(axis, row.middle, y)

    return row_plot(name, title, rows, axis, draw, reference)


def percentile_plot(name: str, title: str, rows: Sequence[PercentileRow], axis: Axis) -> Markup:
    """Draws the median, 90th and 99th percentile and largest value for each row, above an axis."""

    def draw(row: PercentileRow, y: int) -> Iterator[Markup]:
        yield horizontal_line(axis, row.median, row.p99, y, "error")
        yield horizontal_line(axis, row.median, row.p90, y, "thick")
        yield whisker(axis, row.p99, y)
        yield markup.element("circle", class_="hollow", cx=f"{axis.x(row.largest)}%", cy=y, r=3)
        yield dot(axis, row.median, y)

    return row_plot(name, title, rows, axis, draw)


def row_plot(
    name: str,
    title: str,
    rows: Sequence[R],
    axis: Axis,
    draw: Callable[[R, int], Iterable[Markup]],
    reference: float | None = None,
) -> Markup:
    """Draws rows above a common axis; see `interval_plot`."""
    bottom = len(rows) * ROW_HEIGHT
    drawn = [axis.draw_bottom(0, bottom)]
    if reference is not None:
        drawn.append(axis.vertical_line(reference, 0, bottom))
    for number, row in enumerate(rows):
        top = number * ROW_HEIGHT
        drawn += [row_label(row.label, row.text, top), *draw(row, top + ROW_MIDDLE)]
    text = "; ".join(f"{row.label}: {row.text}" for row in rows)
    return svg(name, title, f"{axis.unit}. {text}.", bottom + AXIS_HEIGHT, *drawn)


def horizontal_line(axis: Axis, low: float, high: float, y: int, style: str) -> Markup:
    """Draws a horizontal line from one value to another."""
    ends = {"x1": f"{axis.x(low)}%", "x2": f"{axis.x(high)}%"}
    return markup.element("line", class_=style, y1=y, y2=y, **ends)


def whisker(axis: Axis, value: float, y: int) -> Markup:
    """Draws the end of an error bar."""
    return axis.vertical_line(value, y - WHISKER, y + WHISKER, "error")


def dot(axis: Axis, value: float, y: int) -> Markup:
    """Draws the dot of a value."""
    return markup.element("circle", class_="dot", cx=f"{axis.x(value)}%", cy=y, r=5)


# Plots with two axes.


@dataclass(frozen=True)
class Bins:
    """Numbers grouped into bars of the same width.

    If all numbers are whole, a bar covers as many of them as its width.
    """

    start: float
    width: float
    heights: list[int]
    whole: bool

    @classmethod
    def of(cls, counts: Mapping[float, int]) -> Self:
        """Groups numbers, each given with how often it occurs."""
        if not counts:
            return cls(0, 1, [0], True)
        whole = all(float(number).is_integer() for number in counts)
        lowest, highest = min(counts), max(counts)
        span = highest - lowest + whole
        width = 1.0 if whole and span <= MAX_BARS else nice_step((span or 1) / MAX_BARS)
        first, last = (math.floor(number / width + 1e-9) for number in (lowest, highest))
        start, heights = first * width, [0] * (last - first + 1)
        for number, count in counts.items():
            heights[math.floor(number / width + 1e-9) - first] += count
        return cls(start, width, heights, whole)

    def edge(self, place: int) -> float:
        """Returns the left edge of a bar, which is the right edge of the one before."""
        # A bar of whole numbers extends half a unit to both sides of its numbers.
        return self.start + place * self.width - (0.5 if self.whole else 0.0)

    def name(self, place: int) -> str:
        """Names the numbers of a bar."""
        first = self.start + place * self.width
        last = first + self.width - (1 if self.whole else 0)
        return (
            markup.short(first)
            if first == last
            else f"{markup.short(first)} to {markup.short(last)}"
        )

    def side(self, place: int) -> int:
        """Tells whether the numbers of a bar are above 0, below 0 (-1), or 0 itself or around."""
        middle = (self.edge(place) + self.edge(place + 1)) / 2
        return (middle > 1e-9) - (middle < -1e-9)

    def axis(self, unit: str) -> Axis:
        """Makes the horizontal axis."""
        low, high = self.edge(0), self.edge(len(self.heights))
        ends = (low + 0.5, high - 0.5) if self.whole else (low, high)
        ticks = [tick for tick in Scale.linear(ends).ticks if low <= tick <= high]
        if self.whole:
            ticks = [tick for tick in ticks if float(tick).is_integer()]
        return Axis.plain(Scale(low, high, tuple(ticks)), unit)


def histogram(
    name: str,
    title: str,
    counts: Mapping[float, int],
    *,
    unit: str,
    noun: str,
    median: float,
    styles: tuple[str, str, str] = ("accent", "accent", "accent"),
) -> Markup:
    """Draws a histogram; if there are many different numbers, a bar covers several of them.

    Args:
        name: the id; see `svg`.
        title: the title.
        counts: how often each number occurs.
        unit: the label of the horizontal axis.
        noun: the word for one of the things counted, such as `game`.
        median: the median, drawn as a line.
        styles: the classes of the bars below 0, at 0 and above 0.
    """
    bins, bottom = Bins.of(counts), PLOT_TOP + PLOT_HEIGHT
    y_axis, x_axis = Axis.plain(Scale.for_counts(max(bins.heights))), bins.axis(unit)
    drawn = [y_axis.draw_left()]
    for place, height in enumerate(bins.heights):
        left, right = (x_axis.x(bins.edge(edge)) for edge in (place, place + 1))
        gap = max(right - left - MAX_BAR_WIDTH, min(0.6, (right - left) / 6))
        bar = markup.element(
            "rect",
            markup.element("title", f"{bins.name(place)}: {markup.quantity(height, noun)}"),
            class_=f"{styles[1 + bins.side(place)]} bar",
            x=f"{left + gap / 2:.3f}%",
            width=f"{right - left - gap:.3f}%",
            y=y_axis.y(height),
            height=round(bottom - y_axis.y(height), 2),
        )
        drawn.append(bar)
    drawn.append(x_axis.draw_bottom(bottom, bottom + 4))
    drawn.append(x_axis.vertical_line(median, PLOT_TOP - 3, bottom, "median"))
    label, place_of = f"median {markup.compact(median)}", x_axis.x(median)
    anchor = "start" if place_of < 25 else "end" if place_of > 75 else "middle"
    drawn.append(
        markup.element("text", label, x=f"{place_of}%", y=PLOT_TOP - 6, text_anchor=anchor)
    )
    total = markup.quantity(sum(bins.heights), noun)
    ends = f"from {markup.short(min(counts, default=0))} to {markup.short(max(counts, default=0))}"
    text = f"{total}, {ends}, {label}. {unit}."
    return svg(name, title, text, bottom + AXIS_HEIGHT + 4, *drawn, style=LEFT_AXIS)


def score_curve(name: str, title: str, points: Sequence[Point]) -> Markup:
    """Draws the score after each number of deals, with its interval as a band."""
    text = "No deal was played from both seats."
    if points:
        last, score, low, high = points[-1]
        text = (
            f"{markup.percent(score)} after {markup.quantity(round(last), 'deal')},"
            f" 95 % interval {markup.percent(low)} to {markup.percent(high)}."
        )
    axes = (count_axis(points[-1][0] if points else 1, "deals played"), SCORE_AXIS)
    return band_plot(name, title, text, downsample(points), axes, reference=EVEN, last=True)


def count_axis(last: float, unit: str) -> Axis:
    """Makes a horizontal axis that counts something, from 0 to exactly the last value."""
    ticks = tuple(tick for tick in Scale.for_counts(last).ticks if tick <= last)
    return Axis.plain(Scale(0.0, float(last), ticks), unit)


def band_plot(
    name: str,
    title: str,
    text: str,
    points: Sequence[Point],
    axes: tuple[Axis, Axis],
    *,
    reference: float | None = None,
    last: bool = False,
    bars: bool = False,
) -> Markup:
    """Draws values as a line, with their intervals as a band around it or as error bars.

    The reference is a value to compare with, drawn as a line. With `last`, the last point is
    marked; a single point always is. With `bars`, every point has an error bar: for a few values.
    See also `svg`.
    """
    (x_axis, y_axis), bottom = axes, PLOT_TOP + PLOT_HEIGHT
    drawn = [y_axis.draw_left(), x_axis.draw_bottom(bottom, bottom + 4)]
    if reference is not None:
        drawn.append(y_axis.reference_line(reference))
    if points:
        drawn.append(curve(points, x_axis, y_axis, band=not bars))
    if bars or len(points) == 1:  # a band needs two points
        drawn.extend(error_bar(point, x_axis, y_axis) for point in points)
    elif points and last:
        x, value, _, _ = points[-1]
        place = {"cx": f"{x_axis.x(x)}%", "cy": y_axis.y(value)}
        drawn.append(markup.element("circle", class_="dot", r=4, **place))
    return svg(name, title, text, bottom + AXIS_HEIGHT + 4, *drawn, style=LEFT_AXIS)


def error_bar(point: Point, x_axis: Axis, y_axis: Axis) -> Markup:
    """Draws a dot with a vertical error bar."""
    x, value, low, high = point
    place, ends = f"{x_axis.x(x)}%", {"y1": y_axis.y(low), "y2": y_axis.y(high)}
    bar = markup.element("line", class_="error", x1=place, x2=place, **ends)
    return markup.join(
        [bar, markup.element("circle", class_="dot", cx=place, cy=y_axis.y(value), r=4)]
    )


def curve(points: Sequence[Point], x_axis: Axis, y_axis: Axis, *, band: bool = True) -> Markup:
    """Draws a line and the band around it, in an element that stretches with the page."""
    places = [(round(10 * x_axis.x(x), 1), *values) for x, *values in points]
    line = " ".join(f"{x},{y_axis.y(value)}" for x, value, _, _ in places)
    above = [f"{x},{y_axis.y(high)}" for x, _, _, high in places]
    below = [f"{x},{y_axis.y(low)}" for x, _, low, _ in places]
    around = markup.element("polygon", class_="band", points=" ".join([*above, *reversed(below)]))
    return markup.element(
        "svg",
        around if band else "",
        markup.element("polyline", class_="line", points=line, vector_effect="non-scaling-stroke"),
        width="100%",
        height=PLOT_TOP + PLOT_HEIGHT,
        viewBox=f"0 0 1000 {PLOT_TOP + PLOT_HEIGHT}",
        preserveAspectRatio="none",
    )


def downsample(points: Sequence[T]) -> list[T]:
    """Leaves out points of a long curve at regular distances; keeps the last one."""
    step = -(-len(points) // MAX_POINTS)
    return [*reversed(points[::-1][::step])] if points else []


# Cells of a table.


def score_style(score: float) -> dict[str, str]:
    """Returns the attributes of a table cell that is coloured by its score."""
    side = "ahead" if score > EVEN else "behind" if score < EVEN else "even"
    return {"class_": f"score {side}", "style": f"--tint: {round(100 * abs(score - EVEN))}%"}
