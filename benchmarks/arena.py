"""Plays the same tournaments with one worker and with two, and compares the speed.

Run by `make bench WHAT=arena` with the compiled build. Runs with one worker and with two alternate;
the result is the median. The time to start the worker processes is included. All runs must have the
same fingerprint. The results are saved in `benchmarks/results/arena.json`, and
`docs/performance.md` quotes them.
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
# How much faster two workers should be than one.
WANTED = 1.7

ONE_ROUND = {"rounds": 1}
TOURNAMENTS = {
    "quick games": Setup("jaipur", ("greedy", "utility"), ONE_ROUND, deals=4000, seed=0),
    "long games": Setup("jaipur", ("ismcts:iterations=200", "greedy"), ONE_ROUND, deals=40, seed=0),
}


def seconds(setup: Setup, workers: int) -> tuple[float, str]:
    """Plays a tournament; returns the seconds it took and its fingerprint."""
    start = time.perf_counter()
    backend = local_backend(workers)
    try:
        results = play(setup, backend)
    finally:
        backend.close()
    return time.perf_counter() - start, fingerprint(results)


def measure(name: str, setup: Setup, repeats: int) -> dict[str, object]:
    """Measures a tournament with one worker and with two, in turn."""
    runs: dict[int, list[float]] = {1: [], 2: []}
    fingerprints: set[str] = set()
    for repeat in range(repeats):
        progress(repeat + 1, repeats, name)
        for workers, speeds in runs.items():
            spent, games = seconds(setup, workers)
            speeds.append(setup.size() / spent)
            fingerprints.add(games)
    if len(fingerprints) != 1:
        raise SystemExit(f"{name}: runs have different fingerprints: {sorted(fingerprints)}")
    one, two = statistics.median(runs[1]), statistics.median(runs[2])
    return {
        "name": name,
        "players": [str(player) for player in setup.players],
        "games": setup.size(),
        "one": one,
        "two": two,
        "ratio": two / one,
        "wanted_ratio": WANTED,
        "runs": {str(workers): speeds for workers, speeds in runs.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="play one deal of each, to try it out")
    parser.add_argument("--output", type=Path, help="write the JSON to this file")
    arguments = parser.parse_args()
    if cores() < 2:
        parser.error("this benchmark needs two cores, and this machine has one")
    if not kibitz.COMPILED and not arguments.quick:
        parser.error("this needs the compiled build: run it with `make bench WHAT=arena`")
    results = []
    for name, setup in TOURNAMENTS.items():
        short = Setup(setup.game, setup.players, setup.options, deals=1, seed=0)
        chosen, repeats = (short, 1) if arguments.quick else (setup, REPEATS)
        results.append(measure(name, chosen, repeats))
    document: dict[str, object] = {
        "command": "make bench WHAT=arena",
        **machine(),
        "quick": arguments.quick,
        "unit": "games/s",
        "results": results,
    }
    if arguments.json:
        print(json.dumps(document, indent=2))
    else:
        rows = [row(result) for result in results]
        show("The arena", ["tournament", "one core", "two cores", "ratio", "wanted", ""], rows)
    output = arguments.output or (None if arguments.quick else RESULTS / "arena.json")
    if output is not None:
        save(document, output)


def row(result: dict[str, object]) -> list[str]:
    """Formats one row of the table."""
    one, two, ratio = (float(str(result[key])) for key in ("one", "two", "ratio"))
    verdict = "met" if ratio >= WANTED else "MISSED"
    name = f"{result['name']}: {result['games']} games"
    return [name, f"{figure(one)}/s", f"{figure(two)}/s", f"x{ratio:.2f}", f"x{WANTED}", verdict]


if __name__ == "__main__":
    main()
