"""The command line of the benchmark of the table."""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import kibitz
from benchmarks import table
from benchmarks.report import RESULTS, machine, save
from benchmarks.run import COMPILED, INTERPRETED
from benchmarks.table.client import run
from benchmarks.table.figures import Part, Row
from benchmarks.table.idle import memory, start
from benchmarks.table.load import under_fire, under_load
from benchmarks.table.page import page
from benchmarks.table.scene import scene
from benchmarks.table.server import LIVE, POSTGRES, SQLITE, NoDatabase, database, running
from kibitz import games

SAVED = RESULTS / "table.json"
PARTS = ("load", "memory", "start", "kill", "scene", "page")
# Which processes are killed, with which stores.
KILLS = (
    (SQLITE, "server"),
    (SQLITE, "worker"),
    (POSTGRES, "server"),
    (POSTGRES, "worker"),
    (POSTGRES, "two"),
)
# All matches stay in memory.
ALL_LIVE = 1_000_000
# The game before the crowd: its scenes are the largest, and it lasts.
WATCHED = "dronewars"
# What each number is about, its default, and the one of --quick.
NUMBERS: Mapping[str, tuple[str, int, int]] = {
    "matches": ("load: matches at once", 200, 10),
    "spectators": ("load: the crowd", 1_000, 10),
    "seconds": ("load: how long", 60, 2),
    "warm_up": ("load: seconds before that", 10, 1),
    "idle": ("memory: matches", 2_000, 40),
    "stored": ("start: matches in the store", 10_000, 100),
    "repeats": ("start: how often", 5, 1),
    "kills": ("kill: how often", 50, 2),
    "under_fire": ("kill: matches at once", 40, 8),
    "moves": ("kill: moves of a player before it resigns", 40, 8),
    "positions": ("scene: decisions of each game", 2_000, 40),
    "large": ("page: decisions of each game, of which the largest is shown", 400, 40),
    "clicks": ("page: clicks in each game, and first loads", 20, 2),
}


def measure(part: str, given: argparse.Namespace) -> Iterator[Part]:
    """Measures one part, in a folder of its own."""
    kind = given.store or SQLITE
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as name:
        folder = Path(name)
        if part == "scene":
            yield scene(given.positions)
        elif part == "page":
            with database(SQLITE, folder) as url:
                yield page(folder, url, given.large, given.clicks)
        elif part == "kill":
            yield from measure_kills(given, folder)
        elif part == "load":
            with database(kind, folder, given.postgres) as url, running(folder, url) as server:
                yield run(under_load(given, server, url))
        elif part == "start":
            with database(kind, folder, given.postgres) as url:
                yield start(given, folder, url)
        else:
            for live in (LIVE, ALL_LIVE):
                with (
                    database(kind, folder, given.postgres) as url,
                    running(folder, url, live=live) as server,
                ):
                    yield run(memory(given, server, live))


def measure_kills(given: argparse.Namespace, folder: Path) -> Iterator[Part]:
    """Kills each kind of process with each kind of store, or those that were named."""
    for kind, what in KILLS:
        if given.store in (None, kind) and given.what in (None, what):
            print(f"kill {what}, {kind}", file=sys.stderr)
            try:
                with database(kind, folder, given.postgres) as url:
                    yield run(under_fire(given, folder, url, what))
            except NoDatabase as error:
                print(f"left out: {error}", file=sys.stderr)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.table",
        description=table.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("part", nargs="?", default="all", choices=[*PARTS, "all"], help="what to measure")
    add("--quick", action="store_true", help="short and rough, to try it out; nothing is saved")
    for name, (help, whole, _) in NUMBERS.items():
        add(f"--{name.replace('_', '-')}", type=int, metavar="N", help=f"{help}, {whole:,}")
    add("--think", type=float, default=1.0, help="load: seconds for a move, 1")
    add("--watched", default=WATCHED, choices=games.names(), help="the game before the crowd")
    add("--what", choices=["server", "worker", "two"], help="kill: only these processes")
    add("--store", choices=[SQLITE, POSTGRES], help="only this store; SQLite, and both to kill")
    add("--postgres", default="", metavar="URL", help="an empty database; else one is made")
    add("--seed", type=int, default=0, help="kill: for the moments")
    add("--json", action="store_true", help="print JSON instead of tables")
    add("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    for name, (_, whole, quick) in NUMBERS.items():
        if getattr(given, name) is None:
            setattr(given, name, quick if given.quick else whole)
        if getattr(given, name) < 1:
            parser.error(f"--{name.replace('_', '-')}: at least 1 is needed")
    if given.part in ("kill", "all") and (given.store, given.what) != (None, None):
        wanted = [each for each in KILLS if given.store in (None, each[0])]
        if not any(given.what in (None, what) for _, what in wanted):
            parser.error(f"--what {given.what} cannot be measured with --store {given.store}")
    return given


def merged(old: Row, parts: list[Part]) -> Row:
    """Puts new parts in the place of those that they measure again."""
    new: Row = {}
    for part in parts:
        name = " ".join([part.name, *([part.about["store"]] if "store" in part.about else [])])
        new.setdefault(name, []).append(part.to_json())
    return {**old, **new}


def main() -> int:
    given = read_arguments()
    parts: list[Part] = []
    for name in PARTS if given.part == "all" else [given.part]:
        for part in measure(name, given):
            parts.append(part)
            if not given.json:
                part.show()
    output = given.output or (None if given.quick else SAVED)
    old = json.loads(output.read_text()) if output is not None and output.is_file() else {}
    document: Row = {
        "command": "make bench WHAT=table",
        **machine(),
        "build": COMPILED if kibitz.COMPILED else INTERPRETED,
        "parts": merged(old.get("parts", {}), parts),
    }
    if given.json:
        print(json.dumps(document, indent=2))
    if output is not None:
        save(document, output)
    return 1 if any(part.problems for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
