"""Figures of the benchmark of the table, with what is wanted of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from benchmarks.report import figure, show
from kibitz.arena.statistics import percentile

Row = dict[str, Any]  # JSON


class Figure(NamedTuple):
    """A figure, and the limit that it must stay below; None if there is none."""

    name: str
    value: float
    unit: str = ""
    limit: float | None = None

    @property
    def is_met(self) -> bool:
        return self.limit is None or self.value < self.limit

    def row(self) -> list[str]:
        wanted = "" if self.limit is None else f"< {self.limit:g}"
        verdict = "" if self.limit is None else "met" if self.is_met else "MISSED"
        shown = f"{self.value:,}" if isinstance(self.value, int) else figure(self.value)
        return [self.name, f"{shown} {self.unit}".strip(), wanted, verdict]


class Part(NamedTuple):
    """The result of a part: how it was measured, its figures, and what went wrong."""

    name: str
    about: Row
    figures: list[Figure]
    problems: list[str]

    @property
    def title(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.about.items())])

    def show(self) -> None:
        """Prints the figures, and what went wrong."""
        print(f"\n{self.title}")
        show("", ["", "", "wanted", ""], [each.row() for each in self.figures])
        for problem in self.problems:
            print(f"VIOLATION {problem}")

    def to_json(self) -> Row:
        return {
            **self.about,
            "figures": {each.name: each.value for each in self.figures},
            "missed": [each.name for each in self.figures if not each.is_met],
            "problems": self.problems[:50],
        }


def spread(
    name: str, seconds: Sequence[float], median: float | None = None, most: float | None = None
) -> list[Figure]:
    """Returns median, 99th percentile and the worst of some times, in milliseconds.

    Args:
        name: what was timed.
        seconds: the times.
        median: what the median must stay below, in milliseconds.
        most: what the 99th percentile must stay below.
    """
    ordered = sorted(seconds) or [0.0]
    return [
        Figure(f"{name}, median", 1000 * percentile(ordered, 50), "ms", median),
        Figure(f"{name}, 99 %", 1000 * percentile(ordered, 99), "ms", most),
        Figure(f"{name}, worst", 1000 * ordered[-1], "ms"),
    ]
