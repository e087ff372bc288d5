"""Measures how long the strategic AI of Drone Wars takes, layer by layer and as a whole.

Run by `make bench WHAT=strategic`, which makes the compiled build first. It asks for advice in
states from the middle of battles: in the action phase, from the second round on, with something to
decide. Each layer is timed apart, on one core, in milliseconds of processor time, in both builds.

The results are saved in `benchmarks/results/strategic.json`, and the page of the strategic AI
quotes them.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import kibitz
from benchmarks.dronewars import DECKS, RANDOM
from benchmarks.report import RESULTS, machine, save, show, use_one_core
from benchmarks.run import COMPILED, INTERPRETED, ROOT
from kibitz.agents import make_agent
from kibitz.core import Agent, Observation, seeded
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.agents.strategic.assessment import (
    Assessment,
    Combat,
    choose_goal,
    choose_mode,
)
from kibitz.games.dronewars.agents.strategic.evaluation import HANDLERS, Plan, Sorted, cap, evaluate
from kibitz.games.dronewars.agents.strategic.paths import find_paths
from kibitz.games.dronewars.agents.strategic.settings import DESCRIBED
from kibitz.games.dronewars.state import ACTION, Battle

PACKAGE = Path(kibitz.__file__).parents[1]
STATES = 1000
QUICK_STATES = 30
AGENTS = ("strategic", "commander")
LAYERS = ("assessment", "mode and goal", "paths", "evaluation")


def middles(count: int) -> list[Observation[Battle, Battle]]:
    """Returns decisions from the middle of battles of the strategic AI against itself."""
    found: list[Observation[Battle, Battle]] = []
    number = 0
    while len(found) < count:
        game = DroneWars(decks=DECKS[number % len(DECKS)])
        agent = make_agent(game, "strategic")
        s, rng = game.setup(seeded(f"strategic/{number}")), seeded(f"moves/{number}")
        number += 1
        while not s.over and len(found) < count:
            moves = game.legal(s)
            seen = Observation(game, game.view(s, s.seat), s.seat, moves, seeded(len(found)))
            if s.phase == ACTION and not s.stack and s.turn >= 2 and len(moves) > 1:
                found.append(seen)
            move = agent.advise(seen).move
            game.play(s, move if rng.below(RANDOM) else moves[rng.below(len(moves))])
    return found


def decision_time(agent: Agent[Battle, Battle], seen: Observation[Battle, Battle]) -> float:
    """Times one decision."""
    start = time.thread_time()
    agent.advise(seen)
    return 1000 * (time.thread_time() - start)


def layer_times(seen: Observation[Battle, Battle]) -> list[float]:
    """Times the layers of one decision."""
    clock = time.thread_time
    marks = [clock()]
    combat = Combat(seen.view, seen.seat)
    assessment = Assessment(combat)
    marks.append(clock())
    mode = choose_mode(assessment)
    goal = choose_goal(combat, mode)
    marks.append(clock())
    if goal is not None:
        kept = cap(Sorted(combat, find_paths(combat, goal, DESCRIBED), HANDLERS).allowed, DESCRIBED)
        marks.append(clock())
        evaluate(kept, mode, goal, DESCRIBED)
    while len(marks) <= len(LAYERS):
        marks.append(clock())
    return [1000 * (after - before) for before, after in pairwise(marks)]


def summary(spans: list[float]) -> dict[str, float]:
    """Returns median, 99th percentile and mean."""
    cuts = statistics.quantiles(spans, n=100)
    return {"median": cuts[49], "99 %": cuts[98], "mean": statistics.mean(spans)}


def measure(count: int) -> dict[str, object]:
    """Times the layers and the whole decisions on this build."""
    seen = middles(count)
    layers = [layer_times(each) for each in seen]
    found: dict[str, dict[str, float]] = {
        name: summary([row[at] for row in layers]) for at, name in enumerate(LAYERS)
    }
    for spec in AGENTS:
        agent = make_agent(seen[0].game, spec)
        found[spec] = summary([decision_time(agent, each) for each in seen])
    evaluated = [len(Plan(each.view, each.seat, DESCRIBED).paths) for each in seen]
    return {"states": count, "unit": "ms", "times": found, "most paths": max(evaluated)}


def measure_build(path: Path, count: int) -> dict[str, object]:
    """Times one build, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.strategic", "--worker", "--states", str(count)]
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strategic", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument("--states", type=int, default=STATES, help=f"default {STATES}")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    if given.worker:
        print(json.dumps(measure(given.states)))
        return
    if not kibitz.COMPILED and not given.quick:
        parser.error("this needs the compiled build: run it with `make bench WHAT=strategic`")
    use_one_core()
    count = QUICK_STATES if given.quick else given.states
    paths = {INTERPRETED: ROOT / "src"}
    if kibitz.COMPILED:
        paths[COMPILED] = PACKAGE
    builds = {build: measure_build(path, count) for build, path in paths.items()}
    document: dict[str, object] = {"command": "make bench WHAT=strategic", **machine(), **builds}
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        show_builds(builds, count)
    output = given.output or (None if given.quick else RESULTS / "strategic.json")
    if output is not None:
        save(document, output)


def show_builds(builds: dict[str, dict[str, object]], count: int) -> None:
    """Prints the times of the builds."""
    rows: list[list[str]] = []
    for build, found in builds.items():
        times = found["times"]
        assert isinstance(times, dict)
        for name, row in times.items():
            rows.append([name, build, *[f"{value:.3f}" for value in row.values()]])
        print(f"{build}: {found['most paths']} paths at most were evaluated")
    show(f"ms in {count:,} states", ["", "build", "median", "99 %", "mean"], rows)


if __name__ == "__main__":
    main()
