"""How long it takes to write what a seat may do, and how long that gets; prints JSON.

Decisions come from random play of every game. The one with the longest JSON is judged: it is
written again some times, and the median counts. `python -m benchmarks.table.scene COUNT` times the
build that it runs on.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kibitz
from benchmarks.report import progress
from benchmarks.run import COMPILED, INTERPRETED, ROOT
from benchmarks.table.figures import Figure, Part, Row
from kibitz import games
from kibitz.arena.statistics import percentile
from kibitz.core.engine import RuleEngine
from kibitz.core.randomness import seeded
from kibitz.table import frames

# After so many moves, another match is begun: some games last long at random.
LONGEST = 400
# How often the largest decision is written.
TIMES = 30
# What is wanted of it: milliseconds, kilobytes.
MOST_MS = {INTERPRETED: 40.0, COMPILED: 5.0}
MOST_KB = 60.0


def time_scenes(count: int) -> dict[str, Row]:
    """Writes decisions of every game; returns milliseconds of processor time, and kilobytes."""
    found: dict[str, Row] = {}
    for name in games.names():
        took: list[float] = []
        largest, size = None, 0.0
        for engine in positions(name, count):
            ms, kilobytes = time_scene(engine)
            took.append(ms)
            if kilobytes > size:
                largest, size = engine.fork(), kilobytes
        assert largest is not None
        again = sorted(time_scene(largest.fork())[0] for _ in range(TIMES))
        took.sort()
        found[name] = {
            "median": percentile(took, 50),
            "99 %": percentile(took, 99),
            "worst": took[-1],
            "largest": percentile(again, 50),
            "size": size,
        }
    return found


def time_scene(engine: RuleEngine[Any, Any]) -> tuple[float, float]:  # Any: any game
    """Writes a decision; returns milliseconds of processor time, and kilobytes."""
    began = time.thread_time()
    listing = frames.list_moves(engine, engine.seat)
    shown = frames.write_decision(engine.game, engine.view(engine.seat), listing)
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return 1000 * (time.thread_time() - began), len(text.encode()) / 1000


def positions(name: str, count: int) -> Iterator[RuleEngine[Any, Any]]:  # Any: any game
    """Yields a match at each decision of random play; do not change it."""
    number = 0
    while count > 0:
        game, rng = games.load(name), seeded(f"{name}/{number}")
        engine = RuleEngine(game, seed=f"scene/{number}")
        number += 1
        while count > 0 and engine.outcome is None and engine.ply < LONGEST:
            yield engine
            count -= 1
            moves = engine.legal_moves()
            engine.execute(moves[rng.below(len(moves))], engine.seat)


def scene(count: int) -> Part:
    """Times both builds, each in a process of its own."""
    paths = {INTERPRETED: ROOT / "src"}
    if kibitz.COMPILED:
        paths[COMPILED] = Path(kibitz.__file__).parents[1]
    figures: list[Figure] = []
    for at, (build, path) in enumerate(paths.items(), 1):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.table.scene", str(count)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        progress(at, len(paths), build)
        for name, row in json.loads(done.stdout).items():
            figures += [
                Figure(f"{name}, {build}, median", row["median"], "ms"),
                Figure(f"{name}, {build}, 99 %", row["99 %"], "ms"),
                Figure(f"{name}, {build}, worst", row["worst"], "ms"),
                Figure(f"{name}, {build}, largest", row["largest"], "ms", MOST_MS[build]),
            ]
            if build == INTERPRETED:
                figures.append(Figure(f"{name}, largest", row["size"], "kB", MOST_KB))
    return Part("scene", {"positions": count}, figures, [])


if __name__ == "__main__":
    print(json.dumps(time_scenes(int(sys.argv[1]))))
