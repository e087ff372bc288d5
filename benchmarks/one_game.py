"""What the benchmarks of single games have in common: their arguments and their figures.

The figures are those of `benchmarks.run` whose names begin with the game: both builds take turns, a
process each, on one core, and the medians count.
"""

import argparse
from pathlib import Path

import kibitz
from benchmarks.report import figure
from benchmarks.run import COMPILED, INTERPRETED, REPEATS, ROOT, measure, result
from benchmarks.worker import CASES

PACKAGE = Path(kibitz.__file__).parents[1]


def read_arguments(game: str, what: str, count: int, about: str | None) -> argparse.Namespace:
    """Reads the arguments; `what` are the random games, of which there are `count` by default."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{game}", description=about)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"default {REPEATS}")
    parser.add_argument(
        f"--{what}", dest="count", type=int, default=count, help=f"of each row; default {count}"
    )
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    for name, value in (("repeats", given.repeats), (what, given.count)):
        if value < 1:
            parser.error(f"--{name}: at least 1 is needed, not {value}")
    if not kibitz.COMPILED and not given.quick:
        parser.error(f"this needs the compiled build: run it with `make bench WHAT={game}`")
    return given


def figures(
    game: str, given: argparse.Namespace
) -> tuple[list[list[str]], list[dict[str, object]]]:
    """Takes the figures of a game; returns them as a table and for JSON.

    Both builds are measured; for a quick look, the one that runs this, once.
    """
    names = [name for name in CASES if name.startswith(f"{game}-")]
    if given.quick:
        return quick_figures(names)
    runs = measure(
        {INTERPRETED: ROOT / "src", COMPILED: PACKAGE}, names, given.repeats, quick=False
    )
    found = [result(name, runs) for name in names]
    columns = ["figure", INTERPRETED, COMPILED, "ratio", "wanted", ""]
    return [columns, *[each.row() for each in found]], [each.to_json() for each in found]


def quick_figures(names: list[str]) -> tuple[list[list[str]], list[dict[str, object]]]:
    """Takes the figures of the build that runs this, once."""
    build = COMPILED if kibitz.COMPILED else INTERPRETED
    runs = measure({build: PACKAGE}, names, 1, quick=True)[build]
    table = [["figure", build]]
    for name, (value,) in runs.items():
        table.append([name, f"{figure(value)} {CASES[name].unit}"])
    return table, [{"name": name, build: value} for name, (value,) in runs.items()]
