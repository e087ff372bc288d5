"""Plays whole runs of Slay the Spire: a client and the host, as two real processes over pipes.

Run by `make bench WHAT=spire_client`, which makes the compiled build first. Without a command, each
agent of `kibitz spire` plays each class; with one, such as

    python -m benchmarks.spire_client --runs 20 -- python my_client.py {seed}

that client is measured and nothing is saved. `{runs}` and `{seed}` in it stand for the number of
runs that a pair of processes plays, and for a number that differs between pairs.

Counted are clients that hang, end early or fail, commands that were refused twice in a row, and the
runs that beat each act. Any of the first makes the exit code 1. Times are those of answers
in fights: by the clock, which other programs can slow down, and by what the client computed.

Each class and agent is a row of `benchmarks/results/spire_client.json`. A row is saved as soon as
it is measured, and replaces only the row of the same class, agent, build and seed, so that rows can
be measured one at a time.

What each pair of processes has done is kept in a journal beside the rows until all of them are
there. Started again with the same options, a benchmark that was killed goes on with the pairs that
are missing. `--quick` plays a few runs, without a journal.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any, NamedTuple

import kibitz
from benchmarks.report import RESULTS, figure, machine, progress, save, show
from benchmarks.run import COMPILED, INTERPRETED
from kibitz.arena.statistics import percentile, wilson
from kibitz.communicationmod.host.acts import HEART
from kibitz.communicationmod.host.process import DONE, ENDED, NO_ANSWER, NO_HANDSHAKE, TOO_MANY

CHARACTERS = ("ironclad", "silent")
AGENTS = ("expert", "planner", "simple")
RUNS, QUICK_RUNS = 200, 4
EACH, QUICK_EACH = 10, 2
# Reasons for which a client counts as hanging.
HANGING = (NO_HANDSHAKE, NO_ANSWER, TOO_MANY)
SAVED = RESULTS / "spire_client.json"
# What tells rows apart.
KEY = ("character", "agent", "build", "seed")

Row = dict[str, object]


class Client(NamedTuple):
    """A client to measure; one that is not of Kibitz has no class and no agent."""

    command: list[str]
    character: str = ""
    agent: str = ""

    @property
    def name(self) -> str:
        return f"{self.character}, {self.agent}" if self.agent else "client"


class Pair(NamedTuple):
    """What a host and its client have done together."""

    report: dict[str, Any]  # JSON
    errors: str

    @property
    def has_failed(self) -> bool:
        ended_badly = self.report["reason"] == DONE and self.report["exit_code"] != 0
        return ended_badly or self.report["reason"] == ENDED or "Traceback" in self.errors


class Share(NamedTuple):
    """How many runs have beaten an act, and the bounds of the share with 95 % confidence."""

    runs: int
    low: float
    high: float


class Figures(NamedTuple):
    """The figures of one client; times are in milliseconds."""

    runs: int
    beaten: list[Share]  # by act
    commands: int
    refused: int
    refused_again: int
    hangs: int
    failures: int
    combat_median: float
    combat_p99: float
    cpu_median: float
    cpu_p99: float
    combat_first: float
    first_answer: float
    handshake: float

    @property
    def is_clean(self) -> bool:
        return not (self.hangs or self.failures or self.refused_again)

    @property
    def times(self) -> list[float]:
        return [*self[-7:]]


class Journal:
    """The pairs of processes that are done, as JSON Lines; without a path, nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.done: dict[str, Pair] = {}
        if path is not None and path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    entry = json.loads(line)
                except json.JSONDecodeError:  # an empty line, or one that was being written
                    continue
                self.done[entry["task"]] = Pair(entry["report"], entry["errors"])

    def play(self, command: Sequence[str], seed: int, runs: int, options: Sequence[str]) -> Pair:
        """Plays a pair, unless that was done before."""
        task = json.dumps([kibitz.__version__, kibitz.COMPILED, *command, seed, runs, *options])
        if task in self.done:
            return self.done[task]
        pair = play(command, seed, runs, options)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            line = json.dumps({"task": task, **pair._asdict()})
            with self.lock, self.path.open("a", encoding="utf-8") as file:
                file.write(f"\n{line}")
        return pair

    def end(self) -> None:
        """Removes the journal: everything is saved."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def play(command: Sequence[str], seed: int, runs: int, options: Sequence[str]) -> Pair:
    """Starts the host, which starts the client, and waits for both."""
    client = [word.replace("{runs}", str(runs)).replace("{seed}", str(seed)) for word in command]
    with tempfile.TemporaryDirectory() as folder:
        report, errors = Path(folder, "report.json"), Path(folder, "errors.txt")
        host = [
            sys.executable,
            "-m",
            "kibitz.communicationmod.host",
            "--seed",
            str(seed),
            "--runs",
            str(runs),
        ]
        host += ["--report", str(report), "--errors", str(errors), *options, "--", *client]
        done = subprocess.run(host, capture_output=True, text=True, check=False)
        if not report.is_file():
            raise SystemExit(f"the host failed: {done.stderr.strip()}")
        return Pair(
            json.loads(report.read_text(encoding="utf-8")),
            errors.read_text(encoding="utf-8", errors="replace"),
        )


def measure(client: Client, given: argparse.Namespace, journal: Journal) -> Figures:
    """Plays all runs with one client."""
    name, options = client.name, given.host.split()
    shares = [*split(given.runs, given.each)]
    pairs: list[Pair] = []
    with ThreadPool(given.workers) as pool:
        jobs = [
            pool.apply_async(journal.play, (client.command, given.seed + place, runs, options))
            for place, runs in enumerate(shares)
        ]
        for job in jobs:
            pairs.append(job.get())
            played = [run for pair in pairs for run in pair.report["runs"]]
            beaten = ", ".join(str(count) for count in beaten_acts(played))
            progress(len(pairs), len(jobs), f"{name}: {len(played)} runs beat acts: {beaten}")
    for pair in pairs:
        if pair.has_failed or pair.report["reason"] in HANGING:
            last = pair.errors.strip().splitlines()[-1:]
            print(f"{name}: {pair.report['reason']} {last}", file=sys.stderr)
    return figures_of(pairs)


def split(runs: int, each: int) -> Iterator[int]:
    """Splits runs into shares."""
    while runs > 0:
        yield min(runs, each)
        runs -= each


def beaten_acts(runs: Sequence[dict[str, Any]]) -> list[int]:
    """Counts the runs that have beaten each act."""
    return [sum(run["acts_beaten"] >= act for run in runs) for act in range(1, HEART + 1)]


def figures_of(pairs: Sequence[Pair]) -> Figures:
    """Sums up what pairs of processes have done."""
    reports = [pair.report for pair in pairs]
    runs = [run for report in reports for run in report["runs"]]
    # The first decision of a process loads what the others find ready.
    cold = [seconds for report in reports for seconds in report["combat_times"][:1]]
    warm = sorted(seconds for report in reports for seconds in report["combat_times"][1:])
    cpu = sorted(seconds for report in reports for seconds in report["combat_cpu"][1:])
    return Figures(
        runs=len(runs),
        beaten=[Share(count, *wilson(count, len(runs))) for count in beaten_acts(runs)],
        commands=sum(report["commands"] for report in reports),
        refused=sum(report["refused"] for report in reports),
        refused_again=sum(report["refused_again"] for report in reports),
        hangs=sum(report["reason"] in HANGING for report in reports),
        failures=sum(pair.has_failed for pair in pairs),
        combat_median=1000 * percentile(warm or [0.0], 50),
        combat_p99=1000 * percentile(warm or [0.0], 99),
        cpu_median=1000 * percentile(cpu or [0.0], 50),
        cpu_p99=1000 * percentile(cpu or [0.0], 99),
        combat_first=1000 * max(cold, default=0.0),
        first_answer=1000 * max(report["first_answer"] for report in reports),
        handshake=1000 * max(report["handshake"] for report in reports),
    )


def print_tables(found: dict[str, Figures]) -> None:
    rows = [
        [
            name,
            str(one.runs),
            *(share_of(share, one.runs) for share in one.beaten),
            str(one.hangs),
            str(one.failures),
            str(one.refused_again),
            str(one.refused),
            str(one.commands),
        ]
        for name, one in found.items()
    ]
    acts = [*(f"act {act}" for act in range(1, HEART)), "Heart"]
    columns = ["client", "runs", *acts, "hangs", "failures", "twice", "refused", "commands"]
    show("Runs that beat the acts, in percent with a 95 % interval", columns, rows)
    times = [[name, *(figure(value) for value in one.times)] for name, one in found.items()]
    columns = ["client", "median", "99 %", "CPU: median", "99 %"]
    columns += ["first in a fight", "first", "handshake"]
    show("Answers in fights, in milliseconds (the last three: the slowest process)", columns, times)


def share_of(share: Share, runs: int) -> str:
    """Writes a share in percent, with its interval."""
    return f"{100 * share.runs / max(1, runs):.0f} ({100 * share.low:.0f}-{100 * share.high:.0f})"


# Saving.


def row_of(client: Client, one: Figures, given: argparse.Namespace) -> Row:
    """Returns what is saved of a client: what was played, how, and the figures."""
    return {
        "character": client.character,
        "agent": client.agent,
        "build": COMPILED if kibitz.COMPILED else INTERPRETED,
        "seed": given.seed,
        "command": repeat(client, given),
        "machine": machine(),
        **one._asdict(),
        "beaten": [share._asdict() for share in one.beaten],
    }


def repeat(client: Client, given: argparse.Namespace) -> str:
    """Writes the command that measures a row again."""
    words = ["python", "-m", "benchmarks.spire_client", "--characters", client.character]
    words += ["--agents", client.agent, "--runs", str(given.runs), "--each", str(given.each)]
    words += ["--seed", str(given.seed), "--workers", str(given.workers)]
    return shlex.join([*words, f"--host={given.host}"] if given.host else words)


def merged(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """Puts new rows in the place of those they measure again; sorted by class and agent."""
    rows = {tuple(row.get(name) for name in KEY): row for row in (*old, *new)}
    return [rows[key] for key in sorted(rows, key=str)]


def read_rows(path: Path) -> list[Row]:
    """Reads the rows that were saved before."""
    if not path.is_file():
        return []
    found: list[Row] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--runs", type=int, help=f"runs of each client, {RUNS} by default")
    add("--each", type=int, help=f"runs of one process, {EACH} by default")
    add("--seed", type=int, default=0, help="the seed of the first pair; the next ones count up")
    add("--workers", type=int, default=1, help="pairs of processes at the same time")
    add("--characters", nargs="+", default=CHARACTERS, choices=CHARACTERS, help="the classes")
    add("--agents", nargs="+", default=AGENTS, help="agents of kibitz spire")
    add("--host", default="", help="options of the host, such as '--faults cut'")
    add("--save", type=Path, default=SAVED, help="the file for the rows")
    add("--quick", action="store_true", help="a few runs; nothing is saved")
    add("command", nargs=argparse.REMAINDER, help="the command of a client")
    given = parser.parse_args()
    given.runs = given.runs or (QUICK_RUNS if given.quick else RUNS)
    given.each = given.each or (QUICK_EACH if given.quick else EACH)
    found: dict[str, Figures] = {}
    journal = Journal(None if given.quick else given.save.with_suffix(".journal"))
    for client in clients(given):
        one = found[client.name] = measure(client, given, journal)
        if client.agent and not given.quick:
            rows = merged(read_rows(given.save), [row_of(client, one, given)])
            save({"rows": rows}, given.save)
    journal.end()
    print_tables(found)
    return 0 if all(one.is_clean for one in found.values()) else 1


def clients(given: argparse.Namespace) -> list[Client]:
    """Returns the clients to measure."""
    if given.command:
        return [Client([word for word in given.command if word != "--"])]
    spire = [sys.executable, "-m", "kibitz", "spire", "--runs", "{runs}", "--log", os.devnull]
    return [
        Client([*spire, "--character", character, "--agent", agent], character, agent)
        for character in given.characters
        for agent in given.agents
    ]


if __name__ == "__main__":
    sys.exit(main())
