"""Measures the native build: how long it takes, what an edit costs, how fast the result is.

Run by `make bench WHAT=build`. It builds a copy of the project from scratch, without a change,
after one new line in a game and in the core, and with one more game. With `--single-file` it also
makes the build that Kibitz had before, one C file for all modules, and compares the two. CPU times
and counts of instructions hold on a busy machine; times on the clock do not. A whole run is kept in
`benchmarks/results/build.json`; `docs/performance.md` quotes it.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import RESULTS, figure, machine, progress, save, show
from native_build.commands import cores

ROOT = Path(__file__).parents[1]
PROJECT = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "native_build", "src")
# The random games whose instructions are counted: under valgrind each set takes some seconds.
GAMES = {"duel": 10, "jaipur": 50, "leduc": 1000}

# What is wanted: shares of the build as a single file, and seconds of CPU time.
CPU_SHARE, WALL_SHARE, EDIT_SECONDS, INSTRUCTIONS_SHARE = 1 / 2, 1 / 3, 20.0, 1.03

SINGLE_FILE = """
from mypyc.build import mypycify
from setuptools import setup

from native_build.translation import compiled_modules

extensions = mypycify(
    compiled_modules(), opt_level="{opt}", group_name="kibitz", target_dir="build/single"
)
extensions[0].extra_compile_args.append("-ffp-contract=off")  # All extensions share the list.
setup(ext_modules=extensions)
"""


class Build(NamedTuple):
    """What one build took."""

    name: str
    wall: float
    cpu: float
    compiled: str
    """What was compiled, in the words of the build."""


class Copy:
    """A copy of the project in a folder of its own."""

    def __init__(self, folder: Path, opt: str, source: Path = ROOT) -> None:
        self.folder = folder
        self.opt = opt
        self.package = folder / "src" / "kibitz"
        folder.mkdir(exist_ok=True)
        for name in PROJECT:
            path = source / name
            if path.is_dir():
                ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
                shutil.copytree(path, folder / name, ignore=ignore)
            else:
                shutil.copy(path, folder / name)

    def build(self, name: str, script: str = "setup.py", output: str = "built") -> Build:
        """Builds with all cores."""
        command = [sys.executable, script, "--quiet", "build", "--build-lib", output]
        environment = {**os.environ, "KIBITZ_COMPILE": "1", "KIBITZ_OPT": self.opt}
        start, cpu = time.perf_counter(), cpu_of_children()
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        wall, cpu = time.perf_counter() - start, cpu_of_children() - cpu
        if done.returncode:
            raise SystemExit(f"{name}: the build failed\n{done.stdout}{done.stderr}")
        found = re.search(r"reused .* compiled (.*)\n", done.stderr)
        return Build(name, wall, cpu, found[1] if found else "1 file for all modules")

    def build_single_file(self) -> Build:
        """Builds all modules as one C file, into `single`."""
        (self.folder / "single_file.py").write_text(SINGLE_FILE.format(opt=self.opt))
        return self.build("single file, from scratch", "single_file.py", "single")

    def add_line(self, package: str) -> str:
        """Adds a line to the largest module of a package, and returns its name."""
        modules = (self.package / package).rglob("*.py")
        path = max(modules, key=lambda module: module.stat().st_size)
        with path.open("a") as file:
            file.write('\nADDED_BY_THE_BENCHMARK = "a new literal"\n')
        return ".".join(path.relative_to(self.package).with_suffix("").parts)

    def copy_game(self, game: str) -> int:
        """Adds a copy of a game under another name, and returns its number of lines."""
        lines = 0
        shutil.copytree(self.package / "games" / game, self.package / "games" / "another")
        for path in (self.package / "games" / "another").rglob("*.py"):
            text = path.read_text().replace(f"kibitz.games.{game}", "kibitz.games.another")
            path.write_text(text)
            lines += text.count("\n")
        return lines

    def instructions(self, build: str, game: str, games: int) -> int:
        """Counts the instructions of random games in one of the builds."""

        def run(count: int) -> int:
            counter = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
            done = subprocess.run(
                [*counter, sys.executable, "-m", "benchmarks.instructions", game, str(count)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(self.folder / build), "PYTHONHASHSEED": "0"},
                capture_output=True,
                text=True,
                check=False,
            )
            found = re.search(r"Collected : (\d+)", done.stderr)
            if done.returncode or found is None:
                raise SystemExit(f"valgrind failed on {game}\n{done.stderr}")
            return int(found[1])

        return run(games) - run(0)


def cpu_of_children() -> float:
    """Returns the CPU time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_builds(copy: Copy, game: str, single_file: bool) -> tuple[list[Build], int]:
    """Makes the builds one after the other.

    Returns:
        The builds, and how many lines the added game has.
    """
    total = 7 if single_file else 6
    builds: list[Build] = []

    def build(name: str) -> None:
        progress(len(builds) + 1, total, name)
        builds.append(copy.build(name))

    build("from scratch")
    # The first build, which is run later, must not change with the edits.
    shutil.move(copy.folder / "built", copy.folder / "first")
    build("no change")
    build(f"one line in {copy.add_line(f'games/{game}')}")
    build(f"one line in {copy.add_line('core')}")
    lines = copy.copy_game(game)
    build(f"another game of {lines} lines")
    build("no change, with the other game")
    if single_file:
        shutil.rmtree(copy.package / "games" / "another")
        progress(total, total, "single file")
        builds.append(copy.build_single_file())
    return builds, lines


def count_instructions(copy: Copy, single_file: bool) -> dict[str, dict[str, int]]:
    """Counts the instructions of each game in each build."""
    if shutil.which("valgrind") is None:
        print("valgrind not found: instructions are not counted", file=sys.stderr)
        return {}
    names = ("first", "single") if single_file else ("first",)
    found: dict[str, dict[str, int]] = {}
    for index, game in enumerate(GAMES, start=1):
        progress(index, len(GAMES), f"instructions of {game}")
        found[game] = {name: copy.instructions(name, game, GAMES[game]) for name in names}
    return found


def verdicts(
    builds: list[Build], lines: int, instructions: dict[str, dict[str, int]]
) -> dict[str, tuple[float, float | None]]:
    """Puts the figures that matter together: each with what is wanted at most, if anything is."""
    full, unchanged, edit, _, added, later, *single = builds
    once, always = added.cpu - later.cpu, later.cpu - unchanged.cpu
    found: dict[str, tuple[float, float | None]] = {
        "CPU s after one line in a game": (edit.cpu, EDIT_SECONDS),
        "CPU s for 1,000 lines of a new game, once": (1000 * once / lines, None),
        "CPU s for 1,000 lines of a new game, in every build": (1000 * always / lines, None),
    }
    for reference in single:
        found["CPU time, share of a single file"] = (full.cpu / reference.cpu, CPU_SHARE)
        found["time, share of a single file"] = (full.wall / reference.wall, WALL_SHARE)
        for game, counts in instructions.items():
            share = counts["first"] / counts["single"]
            found[f"instructions of {game}, share of a single file"] = (share, INSTRUCTIONS_SHARE)
    return found


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.build", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--quick", action="store_true", help="at -O0, without instructions")
    parser.add_argument(
        "--single-file", action="store_true", help="compare with one C file for all: minutes more"
    )
    parser.add_argument("--game", default="jaipur", choices=GAMES, help="the game to edit")
    parser.add_argument("--output", type=Path, help="write the JSON here")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), "0" if arguments.quick else "3")
        builds, lines = measure_builds(copy, arguments.game, arguments.single_file)
        instructions = {} if arguments.quick else count_instructions(copy, arguments.single_file)
    found = verdicts(builds, lines, instructions)
    document: dict[str, object] = {
        "command": f"make bench WHAT=build{' BENCH=--single-file' * arguments.single_file}",
        **machine(),
        "cores": cores(),
        "quick": arguments.quick,
        "builds": [build._asdict() for build in builds],
        "instructions": instructions,
        "figures": {
            name: {"value": value, "wanted": wanted} for name, (value, wanted) in found.items()
        },
    }
    if arguments.json:
        print(json.dumps(document, indent=2))
    else:
        rows = [[b.name, f"{b.wall:.1f} s", f"{b.cpu:.1f} s", b.compiled] for b in builds]
        title = f"The native build on {cores()} cores"
        show(title, ["build", "time", "CPU time", "compiled"], rows)
        show("Figures", ["figure", "value", "wanted", ""], [row(*item) for item in found.items()])
    whole = arguments.single_file and not arguments.quick
    output = arguments.output or (RESULTS / "build.json" if whole else None)
    if output is not None:
        save(document, output)


def row(name: str, measured: tuple[float, float | None]) -> list[str]:
    """Writes one line of the second table."""
    value, wanted = measured
    if wanted is None:
        return [name, figure(value), "", ""]
    return [name, figure(value), f"<= {figure(wanted)}", "met" if value <= wanted else "MISSED"]


if __name__ == "__main__":
    main()
