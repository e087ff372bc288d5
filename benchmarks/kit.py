"""Measures the card kit: against the same game by hand, and against the kit before it.

Run by `make bench WHAT=kit`. A copy of the project gets the slice in `benchmarks/slice` as three
more games, because compiled games and the core must come from one build: on the kit (`slice`), on
the kit with a `legal` of its own (`slice_hot`), and by hand (`slice_bare`). A second build is made
of a revision before the kit was replaced. The two take turns, a process each, on one core; a figure
is the median of the rounds. Instructions are counted by valgrind and hold on a busy machine.

The slice on the kit before was a trial and is not kept. Its speed counts as a share of that of the
same slice by hand (`SHARE_BEFORE`), because the machine was another one.

A whole run is kept in `benchmarks/results/kit.json`; `docs/performance.md` quotes it.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.build import PROJECT, ROOT, Copy
from benchmarks.kit_worker import FIGURES
from benchmarks.report import RESULTS, figure, machine, progress, save, show

ROUNDS = 5
# The last revision with the kit before.
BEFORE = "29be7a4"
SLICE = ROOT / "benchmarks" / "slice"
PLAIN, HOT, BARE = "slice", "slice_hot", "slice_bare"
SLICES = {PLAIN: "Slice", HOT: "HotSlice", BARE: "BareSlice"}
NOW, BEFORE_BUILD = "now", "before"
# Random games whose instructions are counted: under valgrind each set takes some seconds.
COUNTED = 20
# What the trial measured of the slice on the kit before: 26,600 actions a second, of 1,081,000 by
# hand on the same machine, and the instructions of an action.
SHARE_BEFORE = 26_600 / 1_081_000
INSTRUCTIONS_BEFORE = 233_200

# The rows of the tables: name and unit of each figure.
ROWS = {
    "play": ("random play", "actions/s"),
    "instructions": ("instructions an action", ""),
    "search": ("`ismcts`", "iterations/s"),
    "clone": ("clone", "us"),
    "legal": ("`Game.legal`", "us"),
    "view": ("view", "us"),
    "sample": ("sample", "us"),
    "enumerate": ("`enumerate_moves`", "us"),
    "choices": ("legal moves a state", ""),
}

# The median of each figure, by game.
Medians = dict[str, dict[str, float]]


class Wanted(NamedTuple):
    """A figure that is judged, and what it should be at least, or at most."""

    name: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the figure is what is wanted; also true where nothing is."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value < self.most
        )

    def row(self) -> list[str]:
        """Writes one line of the table."""
        if self.least is None and self.most is None:
            return [self.name, figure(self.value), "", ""]
        wanted = f">= {self.least:g}" if self.least is not None else f"< {self.most:g}"
        return [self.name, figure(self.value), wanted, "met" if self.is_met else "MISSED"]


# Builds.


def add_slice(package: Path) -> None:
    """Adds the slice to the games of a copied package, under three names."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SLICE, package / "games" / PLAIN, ignore=ignore)
    for path in (package / "games" / PLAIN).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("benchmarks.slice", f"kibitz.games.{PLAIN}"), encoding="utf-8")
    for name in (HOT, BARE):
        # A game is found by the folder of its name.
        folder = package / "games" / name
        folder.mkdir()
        line = f"from kibitz.games.{PLAIN} import {SLICES[name]} as {SLICES[name]}\n"
        (folder / "__init__.py").write_text(f'"""See `{PLAIN}`."""\n\n{line}', encoding="utf-8")


def checkout(revision: str, folder: Path) -> bool:
    """Writes the project of a revision into a folder; tells whether git has it."""
    command = ["git", "archive", "--format=tar", revision, *PROJECT]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        return False
    if done.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def make_builds(folder: Path, revision: str, quick: bool) -> dict[str, Copy]:
    """Makes the builds; with `quick`, copies that stay interpreted."""
    copies = {NOW: Copy(folder / NOW, "3")}
    add_slice(copies[NOW].package)
    if checkout(revision, folder / "revision"):
        copies[BEFORE_BUILD] = Copy(folder / BEFORE_BUILD, "3", folder / "revision")
    else:
        print(f"git has no {revision}: nothing to compare Duel with", file=sys.stderr)
    for index, (name, copy) in enumerate(copies.items(), start=1):
        if not quick:
            progress(index, len(copies), f"native build, {name}")
            copy.build(name)
    return copies


def output_of(quick: bool) -> str:
    """Names the folder of a copy that holds its package."""
    return "src" if quick else "built"


# Figures.


def games_of(build: str) -> list[str]:
    """Names the games that are measured in a build."""
    return ["duel"] if build == BEFORE_BUILD else [*SLICES, "duel"]


def take(copy: Copy, games: list[str], quick: bool, *options: str) -> Medians:
    """Takes all figures of some games once, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.kit_worker", *options, *games]
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy.folder / output_of(quick)),
        "PYTHONHASHSEED": "0",
    }
    done = subprocess.run(
        [*command, *(["--quick"] if quick else [])],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"the worker failed on {', '.join(games)}\n{done.stderr}")
    answer: dict[str, Any] = json.loads(done.stdout)  # Any: it is JSON
    if answer["compiled"] == quick:
        raise SystemExit(f"{copy.folder.name} holds another build than the one that was asked for")
    return dict(answer["figures"])


def measure(copies: dict[str, Copy], rounds: int, quick: bool) -> dict[str, Medians]:
    """Lets the builds take turns, and returns the median of each figure."""
    runs: dict[str, list[Medians]] = {build: [] for build in copies}
    for turn in range(rounds):
        for index, (build, copy) in enumerate(copies.items(), start=1):
            progress(turn * len(copies) + index, rounds * len(copies), f"figures, {build}")
            runs[build].append(take(copy, games_of(build), quick))
    return {
        build: {
            game: {name: statistics.median([run[game][name] for run in taken]) for name in FIGURES}
            for game in games_of(build)
        }
        for build, taken in runs.items()
    }


def count_instructions(copies: dict[str, Copy], found: dict[str, Medians]) -> None:
    """Adds the instructions of an action to the figures of each game."""
    if shutil.which("valgrind") is None:
        print("valgrind not found: instructions are not counted", file=sys.stderr)
        return
    wanted = [(build, game) for build in copies for game in games_of(build)]
    for index, (build, game) in enumerate(wanted, start=1):
        progress(index, len(wanted), f"instructions of {game}, {build}")
        copy = copies[build]
        actions = take(copy, [game], False, "--actions", str(COUNTED))[game]["actions"]
        count = copy.instructions(output_of(False), game, COUNTED)
        found[build][game]["instructions"] = count / actions


def verdicts(found: dict[str, Medians]) -> list[Wanted]:
    """Judges the figures that matter."""
    now = found[NOW]
    plain, hot, bare = now[PLAIN], now[HOT], now[BARE]
    wanted = [
        Wanted(
            "slice: play, times that of the kit before (as tried)",
            plain["play"] / (SHARE_BEFORE * bare["play"]),
            least=6,
        ),
        Wanted("slice: hot play, share of that by hand", hot["play"] / bare["play"], least=0.6),
    ]
    if "instructions" in plain:
        fewer = INSTRUCTIONS_BEFORE / plain["instructions"]
        share = bare["instructions"] / hot["instructions"]
        wanted += [
            Wanted("slice: fewer instructions than the kit before (as tried), times", fewer),
            Wanted("slice: instructions by hand, share of hot ones", share),
        ]
    duel = now["duel"]
    if BEFORE_BUILD in found:
        old = found[BEFORE_BUILD]["duel"]
        wanted += [
            Wanted("duel: play, times that before", duel["play"] / old["play"], least=4),
            Wanted("duel: `ismcts`, times that before", duel["search"] / old["search"], least=3),
            Wanted(
                "duel: `enumerate_moves`, times as fast as before",
                old["enumerate"] / duel["enumerate"],
                least=3,
            ),
        ]
    return [*wanted, Wanted("duel: clone, us", duel["clone"], most=1.5)]


# Tables.


def table(columns: list[dict[str, float]]) -> list[list[str]]:
    """Writes one line for each figure that was taken."""
    rows: list[list[str]] = []
    for name, (title, unit) in ROWS.items():
        if all(name in column for column in columns):
            rows.append([f"{title}{', ' if unit else ''}{unit}"])
            rows[-1] += [figure(column[name]) for column in columns]
    return rows


def print_tables(found: dict[str, Medians], wanted: list[Wanted], rounds: int) -> None:
    now = found[NOW]
    title = f"The slice, medians of {rounds}, one core"
    show(title, ["figure", "plain", "hot", "by hand"], table([now[game] for game in SLICES]))
    builds = [build for build in (BEFORE_BUILD, NOW) if build in found]
    show("Duel", ["figure", *builds], table([found[build]["duel"] for build in builds]))
    show("Wanted", ["figure", "value", "wanted", ""], [entry.row() for entry in wanted])


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kit", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--quick", action="store_true", help="interpreted, short and rough, to try it out"
    )
    parser.add_argument(
        "--before", default=BEFORE, metavar="REVISION", help=f"compare with it; default {BEFORE}"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default {ROUNDS}")
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error(f"--rounds: at least 1 is needed, not {given.rounds}")
    return given


def main() -> None:
    given = read_arguments()
    rounds = 1 if given.quick else given.rounds
    with tempfile.TemporaryDirectory() as folder:
        copies = make_builds(Path(folder), given.before, given.quick)
        found = measure(copies, rounds, given.quick)
        if not given.quick:
            count_instructions(copies, found)
    wanted = verdicts(found)
    document: dict[str, object] = {
        "command": "make bench WHAT=kit",
        **machine(),
        "before": given.before,
        "rounds": rounds,
        "quick": given.quick,
        "figures": found,
        "wanted": [{**entry._asdict(), "met": entry.is_met} for entry in wanted],
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        print_tables(found, wanted, rounds)
    output = given.output or (None if given.quick else RESULTS / "kit.json")
    if output is not None:
        save(document, output)


if __name__ == "__main__":
    main()
