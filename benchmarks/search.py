"""Measures what the options of the tree search are worth, at equal time.

Run by `make bench WHAT=search`, which takes hours with all rows; `--only` picks some of them. Every
player is a process of its own, from today's native build or from that of the revision before
(`BEFORE`), and gets positions and its random numbers over a pipe. Each deal is played twice with
the seats swapped. The players of a row on one core share that core and think in turn; rows that
need two cores have the machine to themselves. Times hold only on an idle machine, scores suffer
less: both players have the same clock.

The latest run of each row is kept in `benchmarks/results/search.json`; `docs/performance.md` quotes
it.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import kibitz
from benchmarks.build import ROOT, Copy
from benchmarks.kit import checkout
from benchmarks.report import RESULTS, figure, machine, progress, save, show
from kibitz import games
from kibitz.arena.statistics import Z95, elo_of
from kibitz.core.game import Game
from kibitz.core.randomness import seeded

# The last revision with the search before.
BEFORE = "824e0f9"
DEALS, QUICK_DEALS = 500, 1
SEEDS = (0, 1, 2)
NOW_BUILD, BEFORE_BUILD = "now", "before"


class Row(NamedTuple):
    """A line of the table: two players of a game and the cores they use; the first is of today."""

    name: str
    game: str
    options: dict[str, str]
    one: str
    other: str
    other_build: str = NOW_BUILD
    cores: int = 1


ROUND = {"rounds": "1"}
ROWS = [
    Row("all-jaipur", "jaipur", ROUND, "ismcts:ms=10", "ismcts:ms=10", BEFORE_BUILD),
    Row("all-duel", "duel", {}, "ismcts:ms=10", "ismcts:ms=10", BEFORE_BUILD),
    Row("all-leduc", "leduc", {}, "ismcts:ms=2", "ismcts:ms=2", BEFORE_BUILD),
    Row("two-jaipur", "jaipur", ROUND, "ismcts:ms=10,trees=2", "ismcts:ms=10", BEFORE_BUILD, 2),
    Row("widening-jaipur", "jaipur", ROUND, "ismcts:ms=10", "ismcts:ms=10,widening=0"),
    Row("widening-duel", "duel", {}, "ismcts:ms=10", "ismcts:ms=10,widening=0"),
    Row("widening-leduc", "leduc", {}, "ismcts:ms=2", "ismcts:ms=2,widening=0"),
    Row("cutoff-jaipur", "jaipur", ROUND, "ismcts:ms=10", "ismcts:ms=10,limit=1000"),
    Row("cutoff-duel", "duel", {}, "ismcts:ms=10", "ismcts:ms=10,limit=1000"),
    Row("trees-jaipur", "jaipur", ROUND, "ismcts:ms=10,trees=2", "ismcts:ms=10", cores=2),
    Row("trees-duel", "duel", {}, "ismcts:ms=10,trees=2", "ismcts:ms=10", cores=2),
    Row("trees-leduc", "leduc", {}, "ismcts:ms=2,trees=2", "ismcts:ms=2", cores=2),
]


# Players.


class Player:
    """An agent in a process of its own, and what it has done so far.

    Attributes:
        iterations: the iterations of all its decisions.
        seconds: the time of all its decisions.
    """

    def __init__(self, build: Path, row: Row, spec: str, core: int | None) -> None:
        command = [sys.executable, "-m", "benchmarks.search_worker", row.game, spec]
        self.process = subprocess.Popen(
            [*command, json.dumps(row.options)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(build)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {core})
        self.iterations = 0
        self.seconds = 0.0

    def choose(self, position: object, seat: int, seed: str) -> str:
        """Returns the move that the agent plays, as text."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([position, seat, seed]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a player has ended; see the error above")
        move, iterations, seconds = json.loads(line)
        self.iterations += iterations
        self.seconds += seconds
        return str(move)

    def stop(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.communicate()


class Match:
    """Two players and what came of their games, a number for each deal.

    Attributes:
        scores: the mean score of the first player, from 0 to 1.
        margins: its mean return.
    """

    def __init__(self, row: Row, builds: dict[str, Path], core: int | None) -> None:
        self.row = row
        self.game: Game[Any, Any] = games.load(row.game, **row.options)  # Any: by name only
        self.players = (
            Player(builds[NOW_BUILD], row, row.one, core),
            Player(builds[row.other_build], row, row.other, core),
        )
        self.scores: list[float] = []
        self.margins: list[float] = []

    def play_deal(self, seed: str) -> None:
        """Plays a deal twice, with the seats swapped."""
        returns = [self.play_game(seed, first) for first in (0, 1)]
        self.scores.append(statistics.fmean((1 + (x > 0) - (x < 0)) / 2 for x in returns))
        self.margins.append(statistics.fmean(returns))

    def play_game(self, seed: str, first: int) -> float:
        """Plays one game; `first` is the player in seat 0. Returns what the first player gets."""
        game = self.game
        state = game.setup(seeded(seed))
        ply = 0
        while not state.over:
            seat = state.seat
            player = self.players[seat ^ first]
            position = game.position(game.view(state, seat))
            text = player.choose(position, seat, f"{seed}/agent/{seat}/{ply}")
            move = next(move for move in game.legal(state) if str(move) == text)
            game.play(state, move)
            ply += 1
        return float(game.returns(state)[first])

    def stop(self) -> None:
        """Ends both players."""
        for player in self.players:
            player.stop()


# Rows.


def play_match(
    row: Row, builds: dict[str, Path], seed: int, deals: int, core: int | None
) -> dict[str, object]:
    """Plays all deals of a seed and returns what came of them."""
    match = Match(row, builds, core)
    try:
        for deal in range(deals):
            match.play_deal(f"{seed}/{deal}")
    finally:
        match.stop()
    speeds = [player.iterations / player.seconds for player in match.players]
    return {"seed": seed, "scores": match.scores, "margins": match.margins, "speeds": speeds}


def measure(row: Row, builds: dict[str, Path], seeds: list[int], deals: int) -> dict[str, object]:
    """Plays a row: on one core as many seeds at a time as there are cores, else one by one."""
    cores = available_cores()
    jobs = 1 if row.cores > 1 else len(cores)
    with ThreadPoolExecutor(jobs) as pool:
        found = [
            pool.submit(
                play_match, row, builds, seed, deals, None if row.cores > 1 else cores[place % jobs]
            )
            for place, seed in enumerate(seeds)
        ]
        return {**row._asdict(), "matches": [each.result() for each in found]}


def available_cores() -> list[int]:
    """Lists the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def interval(values: list[float]) -> tuple[float, float]:
    """Returns the mean and half of its 95 % interval."""
    if len(values) < 2:
        return statistics.fmean(values), math.inf
    return statistics.fmean(values), Z95 * statistics.stdev(values) / math.sqrt(len(values))


def elo_text(scores: list[float]) -> str:
    """Writes a difference in Elo with its interval."""
    mean, half = interval(scores)
    if mean in (0.0, 1.0):
        return elo_figure(mean)
    low, high = max(mean - half, 1e-3), min(mean + half, 1 - 1e-3)
    return f"{elo_figure(mean)} ({elo_figure(low)} to {elo_figure(high)})"


def elo_figure(rate: float) -> str:
    """Writes the difference in Elo that a score means; there is none where all games are won."""
    if rate in (0.0, 1.0):
        return "all won" if rate else "all lost"
    return f"{elo_of(rate):+.0f}"


def cells(found: dict[str, Any]) -> Iterator[str]:  # Any: it is JSON
    """Writes one line of the table."""
    scores = [score for match in found["matches"] for score in match["scores"]]
    margin, half = interval([each for match in found["matches"] for each in match["margins"]])
    yield found["name"]
    yield f"{2 * len(scores):,}"
    yield f"{100 * statistics.fmean(scores):.1f} %"
    yield elo_text(scores)
    yield ", ".join(elo_figure(statistics.fmean(match["scores"])) for match in found["matches"])
    yield f"{margin:+.2f} ± {half:.2f}"
    for place in (0, 1):
        yield figure(statistics.median(match["speeds"][place] for match in found["matches"]))


def summary(found: dict[str, Any]) -> dict[str, object]:  # Any: it is JSON
    """Sums a row up as it is kept: the players, the line of the table, and the deals by score."""
    matches = found["matches"]
    pairs = [dict(sorted(Counter(map(str, match["scores"])).items())) for match in matches]
    players = {name: value for name, value in found.items() if name != "matches"}
    figures = dict(zip(COLUMNS[1:], [*cells(found)][1:], strict=True))
    return {**players, "seeds": [match["seed"] for match in matches], "deals": pairs, **figures}


COLUMNS = ("row", "games", "score", "Elo", "by seed", "margin", "it/s", "other's it/s")


def main() -> None:
    """Builds, plays the rows and prints the table."""
    names = [row.name for row in ROWS]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=names, action="append", help="play this row; repeatable")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals of each seed")
    parser.add_argument("--seed", type=int, action="append", help="a seed; repeatable")
    parser.add_argument("--ms", type=int, help="the time of a decision, instead of the row's own")
    parser.add_argument(
        "--before", type=Path, metavar="FOLDER", help="a build of the search before"
    )
    parser.add_argument("--quick", action="store_true", help="one deal, interpreted, nothing kept")
    given = parser.parse_args()
    rows = [row for row in ROWS if not given.only or row.name in given.only]
    if given.ms:
        rows = [with_time(row, given.ms) for row in rows]
    if not given.quick and not kibitz.COMPILED:
        parser.error("this needs the native build: run it by `make bench WHAT=search`")
    seeds = given.seed or ([0] if given.quick else list(SEEDS))
    deals = QUICK_DEALS if given.quick else given.deals
    with tempfile.TemporaryDirectory() as folder:
        builds = find_builds(rows, given.before, Path(folder), given.quick)
        found = []
        for index, row in enumerate(rows, start=1):
            progress(index, len(rows), row.name)
            found.append(measure(row, builds, seeds, deals))
    show("The options of ismcts at equal time", COLUMNS, [[*cells(each)] for each in found])
    if not given.quick:
        save(merged(found, RESULTS / "search.json"), RESULTS / "search.json")


def merged(found: list[dict[str, Any]], path: Path) -> dict[str, object]:  # Any: it is JSON
    """Adds rows to those that a file has, in place of those with the same names."""
    known = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    rows = {row["name"]: row for row in (*known, *map(summary, found))}
    order = [row.name for row in ROWS]
    return {
        "machine": machine(),
        "rows": sorted(rows.values(), key=lambda row: order.index(row["name"])),
    }


def with_time(row: Row, ms: int) -> Row:
    """Returns a row whose players have another time."""
    first, second = (
        ",".join(f"ms={ms}" if part.startswith("ms=") else part for part in spec.split(","))
        for spec in (row.one.partition(":")[2], row.other.partition(":")[2])
    )
    return row._replace(one=f"ismcts:{first}", other=f"ismcts:{second}")


def find_builds(rows: list[Row], before: Path | None, folder: Path, quick: bool) -> dict[str, Path]:
    """Returns where the packages are; builds that of the revision before if a row needs it."""
    builds = {NOW_BUILD: Path(kibitz.__file__).parents[1]}
    if before is not None:
        builds[BEFORE_BUILD] = before
    elif any(row.other_build == BEFORE_BUILD for row in rows):
        if not checkout(BEFORE, folder / "revision"):
            raise SystemExit(f"git has no {BEFORE}: nothing to compare with")
        copy = Copy(folder / BEFORE_BUILD, "3", folder / "revision")
        if not quick:
            copy.build(BEFORE_BUILD)
        builds[BEFORE_BUILD] = copy.folder / ("src" if quick else "built")
    return builds


if __name__ == "__main__":
    main()
