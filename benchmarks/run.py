"""Measures Kibitz interpreted and compiled, in one run.

Run by `make bench`, which makes the compiled build first. The two builds take turns, a process
each, on one core; a figure is the median of the repeats. A whole run is kept in
`benchmarks/results/latest.json`; `docs/performance.md` quotes it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import RESULTS, figure, machine, progress, save, show
from benchmarks.worker import CASES, Case

ROOT = Path(__file__).parents[1]
REPEATS = 5
INTERPRETED, COMPILED = "interpreted", "compiled"

# The figures of each repeat, by build and case.
Runs = dict[str, dict[str, list[float]]]


def take(build: str, path: Path, cases: list[str], quick: bool) -> dict[str, float]:
    """Takes the figures of one build once, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.worker", *cases, *(["--quick"] if quick else [])]
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"the {build} worker failed (exit code {done.returncode})")
    answer = json.loads(done.stdout)
    if answer["build"] != build:
        raise SystemExit(f"{path.name} holds the {answer['build']} build, not the {build} one")
    return dict(answer["figures"])


def measure(paths: dict[str, Path], cases: list[str], repeats: int, quick: bool) -> Runs:
    """Lets the builds take turns."""
    runs: Runs = {build: {name: [] for name in cases} for build in paths}
    for repeat in range(repeats):
        wanted = [name for name in cases if repeat == 0 or not CASES[name].once]
        for index, (build, path) in enumerate(paths.items()):
            progress(1 + repeat * len(paths) + index, repeats * len(paths), build)
            for name, value in take(build, path, wanted, quick).items() if wanted else ():
                runs[build][name].append(value)
    return runs


class Result(NamedTuple):
    """The figures of one case: of each build the median, and every repeat."""

    name: str
    case: Case
    median: dict[str, float]
    runs: dict[str, list[float]]

    @property
    def ratio(self) -> float | None:
        """How many times better the compiled build is; None where that says nothing."""
        slow, fast = self.median[INTERPRETED], self.median[COMPILED]
        if self.case.once or not slow or not fast:
            return None
        return fast / slow if self.case.more_is_better else slow / fast

    @property
    def is_met(self) -> bool:
        """Whether the figures are what is wanted; also true where nothing is."""
        for build, limit in self.limits().items():
            value = self.median[build]
            if not (value >= limit if self.case.more_is_better else value < limit):
                return False
        ratio = self.ratio
        return self.case.ratio is None or (ratio is not None and ratio >= self.case.ratio)

    def limits(self) -> dict[str, float]:
        """Returns the limit of each build's figure: the least where more is better."""
        found = {INTERPRETED: self.case.interpreted, COMPILED: self.case.compiled}
        return {build: limit for build, limit in found.items() if limit is not None}

    def wanted(self) -> str:
        """Writes what is wanted of the case."""
        sign = ">=" if self.case.more_is_better else "<"
        parts = [f"{sign} {limit:,g} {build}" for build, limit in self.limits().items()]
        return ", ".join(parts + ([f"x{self.case.ratio:g}"] if self.case.ratio else []))

    def row(self) -> list[str]:
        """Writes one line of the table."""
        figures = [f"{figure(self.median[build])} {self.case.unit}" for build in self.median]
        ratio = "" if self.ratio is None else f"x{self.ratio:.1f}"
        verdict = "" if not self.wanted() else "met" if self.is_met else "MISSED"
        return [self.name, *figures, ratio, self.wanted(), verdict]

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "unit": self.case.unit,
            **self.median,
            "ratio": self.ratio,
            "wanted": self.wanted(),
            "met": self.is_met,
            "runs": self.runs,
        }


def result(name: str, runs: Runs) -> Result:
    """Puts the figures of one case together."""
    found = {build: runs[build][name] for build in runs}
    median = {build: statistics.median(values) for build, values in found.items()}
    return Result(name, CASES[name], median, found)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument(
        "--only", action="append", metavar="NAME", choices=list(CASES), help="only this figure"
    )
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"default {REPEATS}")
    parser.add_argument(
        "--compiled", type=Path, default=ROOT / "build" / "compiled", help="the compiled build"
    )
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    if given.repeats < 1:
        parser.error(f"--repeats: at least 1 is needed, not {given.repeats}")
    if not given.compiled.is_dir():
        parser.error(f"there is no compiled build in {given.compiled}; `make bench` makes it")
    return given


def main() -> None:
    given = read_arguments()
    cases = [name for name in CASES if not given.only or name in given.only]
    paths = {INTERPRETED: ROOT / "src", COMPILED: given.compiled.resolve()}
    repeats = 1 if given.quick else given.repeats
    runs = measure(paths, cases, repeats, given.quick)
    results = [result(name, runs) for name in cases]
    document: dict[str, object] = {
        "command": "make bench",
        **machine(),
        "repeats": repeats,
        "quick": given.quick,
        "results": [found.to_json() for found in results],
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        columns = ["figure", INTERPRETED, COMPILED, "ratio", "wanted", ""]
        show(f"Kibitz, medians of {repeats}, one core", columns, [found.row() for found in results])
    # The kept file is quoted in the docs, so only a whole run replaces it.
    whole = not given.quick and not given.only
    output = given.output or (RESULTS / "latest.json" if whole else None)
    if output is not None:
        save(document, output)


if __name__ == "__main__":
    main()
