"""Plays the same tournaments on one core and on two, and compares the time on the clock.

Run by `make bench-arena` with the compiled build. The two take turns; a figure is the median of the
repeats. Starting the worker processes is part of it. The fingerprints of all runs must agree. A
whole run is kept in `benchmarks/results/arena.json`; `docs/performance.md` quotes it.
"""

import argparse
import json
import statistics
import time
from pathlib import Path

import kibitz
from benchmarks.report import RESULTS, figure, machine, progress, save, show
from kibitz.arena.backend import cores, local_backend
from kibitz.arena.result import fingerprint
from kibitz.arena.setup import Setup
from kibitz.arena.tournament import play

REPEATS = 5
# How many times the games of one core two cores are wanted to play.
WANTED = 1.7

ONE_ROUND = {"rounds": 1}
TOURNAMENTS = {
    "quick games": Setup("jaipur", ("greedy", "utility"), ONE_ROUND, deals=4000),
    "long games": Setup("jaipur", ("ismcts:iterations=200", "greedy"), ONE_ROUND, deals=40),
}


def seconds(setup: Setup, workers: int) -> tuple[float, str]:
    """Plays a tournament; returns the time it took and its fingerprint."""
    start = time.perf_counter()
    backend = local_backend(workers)
    try:
        results = play(setup, backend)
    finally:
        backend.close()
    return time.perf_counter() - start, fingerprint(results)


def measure(name: str, setup: Setup, repeats: int) -> dict[str, object]:
    """Lets one worker and two take turns."""
    runs: dict[int, list[float]] = {1: [], 2: []}
    prints: set[str] = set()
    for repeat in range(repeats):
        progress(repeat + 1, repeats, name)
        for workers, found in runs.items():
            spent, mark = seconds(setup, workers)
            found.append(setup.size() / spent)
            prints.add(mark)
    if len(prints) != 1:
        raise SystemExit(f"{name}: one worker and two played different games: {sorted(prints)}")
    one, two = statistics.median(runs[1]), statistics.median(runs[2])
    return {
        "name": name,
        "players": [*setup.players],
        "games": setup.size(),
        "one": one,
        "two": two,
        "ratio": two / one,
        "wanted_ratio": WANTED,
        "runs": {str(workers): found for workers, found in runs.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="one deal each, to try it out")
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    if cores() < 2:
        parser.error("this compares one core with two, and there is only one")
    if not kibitz.COMPILED and not given.quick:
        parser.error("this measures the compiled build; `make bench-arena` finds it")
    found = []
    for name, setup in TOURNAMENTS.items():
        short = Setup(setup.game, setup.players, setup.options, deals=1)
        found.append(measure(name, short if given.quick else setup, 1 if given.quick else REPEATS))
    document: dict[str, object] = {
        "command": "make bench-arena",
        **machine(),
        "quick": given.quick,
        "unit": "games/s",
        "results": found,
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        rows = [row(result) for result in found]
        show("The arena", ["tournament", "one core", "two cores", "ratio", "wanted", ""], rows)
    output = given.output or (None if given.quick else RESULTS / "arena.json")
    if output is not None:
        save(document, output)


def row(result: dict[str, object]) -> list[str]:
    """Writes one line of the table."""
    one, two, ratio = (float(str(result[key])) for key in ("one", "two", "ratio"))
    verdict = "met" if ratio >= WANTED else "MISSED"
    name = f"{result['name']}: {result['games']} games"
    return [name, f"{figure(one)}/s", f"{figure(two)}/s", f"x{ratio:.2f}", f"x{WANTED}", verdict]


if __name__ == "__main__":
    main()
