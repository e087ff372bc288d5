"""Measures the planners of Slay the Spire: their times, their strength, and what potions do.

Run by `make bench WHAT=planner`, which makes the compiled build first. Three parts:

- `times`: decisions in states from the middle of fights, in both builds;
- `strength`: all agents in the same fights, with the starter deck and four others. The tree search
  gets as many iterations as take the time of a planner, which is measured first;
- `potions`: the same fights with potions and without them, and how often one is used.

`--character silent` does the same with the Silent and her decks. The results are saved in
`benchmarks/results/planner.json` and `planner-silent.json`; the page of the planner quotes them.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import kibitz
from benchmarks.report import RESULTS, figure, machine, progress, save, show
from benchmarks.run import COMPILED, INTERPRETED, ROOT
from kibitz.agents import make_agent
from kibitz.arena.statistics import mean_interval, percentile
from kibitz.core.agent import Observation
from kibitz.core.randomness import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.danger import DESCRIBED, TINY, danger
from kibitz.games.spire.moves import UsePotion
from kibitz.games.spire.position.loadout import CHARACTERS, IRONCLAD, SILENT, read_deck
from kibitz.games.spire.state import WON, Fight

PACKAGE = Path(kibitz.__file__).parents[1]
TIMES, STRENGTH, POTIONS = "times", "strength", "potions"
PARTS = (TIMES, STRENGTH, POTIONS)
SEEDS = (0, 1, 2)
DECKS = {
    IRONCLAD: ("starter", "mid act", "strength", "exhaust", "strikes"),
    SILENT: ("starter", "mid act", "poison", "shivs", "discard"),
}
POOLS = ("weak", "strong", "elite", "boss")
IRONCLAD_BELTS = (
    "fire potion, block potion",
    "strength potion, weak potion",
    "explosive potion, regen potion",
    "blood potion, dexterity potion",
    "swift potion, fear potion",
)
# The Blood Potion is the Ironclad's, these are the Silent's.
SILENT_BELTS = (
    *IRONCLAD_BELTS[:3],
    "poison potion, dexterity potion",
    "cunning potion, fear potion",
)
BELTS = {IRONCLAD: IRONCLAD_BELTS, SILENT: SILENT_BELTS}
# Elites and hallway fights are not always met with all HP.
USUAL_HP = {"elite": 55, "strong": 60, "weak": 60}
PLANNERS = ("planner", "expert")
# How many iterations of the tree search are timed to find out how many take a planner's time.
TRIAL = 100
# Ten different cards for a crowded hand.
CROWDED = {
    IRONCLAD: (
        "strike, bash, anger, iron wave, clothesline, twin strike, headbutt, pommel strike, flex,"
        " clash"
    ),
    SILENT: (
        "strike, neutralize, slice, blade dance, deadly poison, survivor, dagger throw, backstab,"
        " shiv, prepared"
    ),
}
# How often a part tells how far it is.
STEPS = 20
NO_POTIONS = "potions_a_turn=0"


# Fights.


class Result(NamedTuple):
    """How a fight went: the return, whether it was won, if a potion was used, danger at first."""

    value: float
    won: bool
    used: bool
    danger: float


class Job(NamedTuple):
    """Some fights of one agent."""

    agent: str
    encounter: str
    deck: str
    potions: str
    hp: int
    seeds: tuple[str, ...]
    character: str = IRONCLAD


def see(game: Spire, s: Fight, ply: int, seed: str) -> Observation[Fight, Fight]:
    """Returns what an agent is told before a move."""
    return Observation(game, game.view(s, 0), 0, game.legal(s), seeded(f"agent {seed} {ply}"))


def play(job: Job) -> list[Result]:
    """Plays the fights of a job; equal seeds deal equal fights to all agents."""
    game = Spire(
        encounter=job.encounter,
        character=job.character,
        deck=job.deck,
        potions=job.potions,
        hp=job.hp,
    )
    agent = make_agent(game, job.agent)
    found: list[Result] = []
    for seed in job.seeds:
        s = game.setup(seeded(f"fight {seed}"))
        first, used, ply = danger(s), False, 0
        while not s.over:
            move = agent.advise(see(game, s, ply, seed)).move
            used = used or isinstance(move, UsePotion)
            game.play(s, move)
            ply += 1
        found.append(Result(game.returns(s)[0], s.reason == WON, used, first))
    return found


def play_all(jobs: Sequence[Job], workers: int, what: str) -> list[list[Result]]:
    """Plays jobs in parallel; returns their results in order."""
    found: list[list[Result]] = []
    with Pool(workers) as pool:
        for results in pool.imap(play, jobs):
            found.append(results)
            if len(found) * STEPS // len(jobs) > (len(found) - 1) * STEPS // len(jobs):
                progress(len(found), len(jobs), what)
    return found


def seeds_of(count: int, seed: int) -> tuple[str, ...]:
    return tuple(f"{seed} {number}" for number in range(count))


# Times.


def middles(count: int, character: str = IRONCLAD) -> Iterator[Observation[Fight, Fight]]:
    """Yields decisions from the middle of fights, those of the greedy player, one a fight."""
    decks, belts = DECKS[character], BELTS[character]
    number = 0
    while count:
        deck, pool = decks[number % len(decks)], POOLS[number % len(POOLS)]
        belt = belts[number % len(belts)]
        game = Spire(encounter=pool, character=character, deck=deck, potions=belt)
        agent = make_agent(game, "greedy:worlds=1")
        s = game.setup(seeded(f"middle {number}"))
        plies = seeded(f"length {number}").below(24)
        ply = 0
        while not s.over and (ply < plies or s.turn < 2):
            game.play(s, agent.advise(see(game, s, ply, str(number))).move)
            ply += 1
        number += 1
        if not s.over and len(game.legal(s)) > 1:
            count -= 1
            yield see(game, s, ply, str(number))


def crowds(count: int, character: str = IRONCLAD) -> list[Observation[Fight, Fight]]:
    """Returns decisions with ten cards that can be played and four monsters."""
    game = Spire(encounter="gremlin gang", character=character)
    found: list[Observation[Fight, Fight]] = []
    for number in range(count):
        s = game.setup(seeded(f"crowd {number}"))
        s.hand = read_deck(CROWDED[character])
        found.append(see(game, s, 0, str(number)))
    return found


def time_agents(
    specs: Iterable[str], seen: Sequence[Observation[Fight, Fight]]
) -> dict[str, dict[str, float]]:
    """Times one decision of each agent in each state, in milliseconds of processor time."""
    found: dict[str, dict[str, float]] = {}
    for spec in specs:
        agent = make_agent(seen[0].game, spec)
        spent: list[float] = []
        for decision in seen:
            start = time.process_time()
            agent.advise(decision)
            spent.append(1e3 * (time.process_time() - start))
        spent.sort()
        found[spec] = {
            "median": statistics.median(spent),
            "p99": percentile(spent, 99),
            "mean": statistics.fmean(spent),
        }
    return found


def time_both(states: int, character: str) -> dict[str, dict[str, float]]:
    """Times the planners in the middle of fights and in crowded ones."""
    found = time_agents(PLANNERS, list(middles(states, character)))
    crowded = time_agents(PLANNERS, crowds(max(1, states // 10), character))
    return found | {f"{spec}, 10 cards and 4 monsters": times for spec, times in crowded.items()}


def time_build(path: Path, states: int, character: str) -> dict[str, dict[str, float]]:
    """Times the planners on one build, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.planner", "--worker", "--states", str(states)]
    command += ["--character", character]
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found


def measure_times(given: argparse.Namespace) -> dict[str, object]:
    """Times both builds in the same states."""
    paths = {INTERPRETED: ROOT / "src", COMPILED: PACKAGE}
    if not kibitz.COMPILED:
        del paths[COMPILED]
    found: dict[str, object] = {}
    rows: list[list[str]] = []
    for number, (build, path) in enumerate(paths.items(), start=1):
        progress(number, len(paths), f"times, {build}")
        times = time_build(path, given.states, given.character)
        found[build] = times
        for spec, row in times.items():
            rows.append([spec, build, *[figure(row[name]) for name in ("median", "p99", "mean")]])
    columns = ["agent", "build", "median ms", "p99 ms", "mean ms"]
    show(f"Decisions in {given.states:,} states, {given.character}", columns, rows)
    return found


# Strength.


def equal_time(spec: str, states: int, character: str) -> int:
    """Returns how many iterations of the tree search take the time of a planner, on average."""
    trial = f"ismcts:iterations={TRIAL}"
    times = time_agents([spec, trial], list(middles(states, character)))
    return max(1, round(TRIAL * times[spec]["mean"] / times[trial]["mean"]))


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Returns the mean of values and its interval."""
    mean = statistics.fmean(values)
    found = mean_interval(values)
    return (mean, mean, mean) if found is None else (mean, *found)


def measure_strength(given: argparse.Namespace) -> dict[str, object]:
    """Lets all agents fight the same fights, deck by deck and pool by pool."""
    states = min(given.states, 200)
    hero = given.character
    searches = {f"ismcts:iterations={equal_time(spec, states, hero)}": spec for spec in PLANNERS}
    agents = [*PLANNERS, "greedy", *searches, "simple", "random"]
    cells = [(deck, pool) for deck in DECKS[hero] for pool in POOLS]
    jobs = [
        Job(agent, pool, deck, "", 0, seeds_of(given.fights, seed), hero)
        for deck, pool in cells
        for agent in agents
        for seed in SEEDS
    ]
    results = iter(play_all(jobs, given.workers, STRENGTH))
    found: list[dict[str, object]] = []
    pooled: dict[tuple[str, str], list[Result]] = {}
    for deck, pool in cells:
        for agent in agents:
            each = [next(results) for _ in SEEDS]
            played = [result for some in each for result in some]
            pooled.setdefault((agent, pool), []).extend(played)
            found.append(cell(agent, deck, pool, played, each))
    show_strength(agents, pooled, searches, hero)
    return {"equal time": searches, "cells": found, "fights": given.fights, "seeds": SEEDS}


def cell(
    agent: str, deck: str, pool: str, played: list[Result], each: list[list[Result]]
) -> dict[str, object]:
    """Writes the results of an agent with one deck in one pool."""
    mean, low, high = interval([result.value for result in played])
    return {
        "agent": agent,
        "deck": deck,
        "pool": pool,
        "mean": mean,
        "low": low,
        "high": high,
        "won": statistics.fmean(result.won for result in played),
        "seeds": [statistics.fmean(result.value for result in some) for some in each],
    }


def show_strength(
    agents: list[str],
    pooled: dict[tuple[str, str], list[Result]],
    searches: dict[str, str],
    character: str,
) -> None:
    rows: list[list[str]] = []
    for agent in agents:
        label = f"{agent} (time of {searches[agent]})" if agent in searches else agent
        row = [label]
        for pool in POOLS:
            played = pooled[agent, pool]
            mean, low, high = interval([result.value for result in played])
            won = statistics.fmean(result.won for result in played)
            row.append(f"{mean:+.2f} ± {(high - low) / 2:.2f}, {won:.0%}")
        rows.append(row)
    title = f"Return and fights won, {character}, {len(DECKS[character])} decks"
    show(title, ["agent", *POOLS], rows)


# Potions.


def measure_potions(given: argparse.Namespace) -> dict[str, object]:
    """Compares planners that use potions with the same that do not, in the same fights."""
    rows: list[list[str]] = []
    found: list[dict[str, object]] = []
    for planner in given.agent or PLANNERS:
        for pool in ("elite", "boss"):
            with_potions = potion_fights(given, planner, pool)
            without = potion_fights(given, f"{planner}:{NO_POTIONS}", pool)
            pairs = zip(with_potions, without, strict=True)
            gained = interval([float(a.won) - float(b.won) for a, b in pairs])
            entry: dict[str, object] = {
                "agent": planner,
                "pool": pool,
                "fights": len(without),
                "won": statistics.fmean(result.won for result in with_potions),
                "won without": statistics.fmean(result.won for result in without),
                "gained": gained,
                "used": statistics.fmean(result.used for result in with_potions),
            }
            found.append(entry)
            rows.append(potion_row(planner, pool, with_potions, without, gained))
        hallway = potion_fights(given, planner, "strong") + potion_fights(given, planner, "weak")
        kinds: dict[str, Callable[[Result], bool]] = {
            "difficult hallway": lambda result: result.danger > DESCRIBED.harmless - TINY,
            "harmless hallway": lambda result: result.danger <= DESCRIBED.harmless - TINY,
        }
        for kind, fits in kinds.items():
            some = [result for result in hallway if fits(result)]
            used = statistics.fmean(result.used for result in some) if some else 0.0
            found.append({"agent": planner, "pool": kind, "fights": len(some), "used": used})
            rows.append([planner, kind, str(len(some)), "", "", "", f"{used:.0%}"])
    columns = ["agent", "fights of", "fights", "won", "without potions", "more", "used"]
    show("With potions and without", columns, rows)
    belts, decks = BELTS[given.character], DECKS[given.character]
    return {"belts": belts, "decks": decks, "results": found}


def potion_fights(given: argparse.Namespace, agent: str, pool: str) -> list[Result]:
    """Plays fights with all decks and belts."""
    hero, hp = given.character, USUAL_HP.get(pool, 0)
    jobs = [
        Job(agent, pool, deck, belt, hp, seeds_of(given.fights, 100 + number), hero)
        for deck in DECKS[hero]
        for number, belt in enumerate(BELTS[hero])
    ]
    played = play_all(jobs, given.workers, f"{POTIONS}, {agent}, {pool}")
    return [result for some in played for result in some]


def potion_row(
    planner: str,
    pool: str,
    played: list[Result],
    without: list[Result],
    gained: tuple[float, float, float],
) -> list[str]:
    mean, low, high = gained
    return [
        planner,
        pool,
        str(len(played)),
        f"{statistics.fmean(result.won for result in played):.1%}",
        f"{statistics.fmean(result.won for result in without):.1%}",
        f"{100 * mean:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})",
        f"{statistics.fmean(result.used for result in played):.0%}",
    ]


def with_others(found: dict[str, object], before: object) -> dict[str, object]:
    """Adds the results of agents that did not play this time."""
    results = found["results"]
    assert isinstance(results, list)
    played = [entry["agent"] for entry in results]
    kept = before["results"] if isinstance(before, dict) else []
    return found | {"results": [each for each in kept if each["agent"] not in played] + results}


# The program.


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planner", description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; repeatable")
    parser.add_argument(
        "--character", choices=CHARACTERS, default=IRONCLAD, help=f"default {IRONCLAD}"
    )
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument("--states", type=int, default=1000, help="for the times; default 1000")
    parser.add_argument(
        "--fights", type=int, default=20, help="of each agent, deck, pool and seed; default 20"
    )
    parser.add_argument(
        "--agent", action="append", choices=PLANNERS, help="only this one with potions; repeatable"
    )
    parser.add_argument("--workers", type=int, default=1, help="default 1")
    parser.add_argument("--output", type=Path, help="write the JSON here")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.quick:
        given.states, given.fights = 5, 1
    for name in ("states", "fights", "workers"):
        if getattr(given, name) < 1:
            parser.error(f"--{name}: at least 1 is needed, not {getattr(given, name)}")
    if not kibitz.COMPILED and not given.quick and not given.worker:
        parser.error("this needs the compiled build: run it with `make bench WHAT=planner`")
    return given


def main() -> None:
    given = read_arguments()
    if given.worker:
        print(json.dumps(time_both(given.states, given.character)))
        return
    parts = {TIMES: measure_times, STRENGTH: measure_strength, POTIONS: measure_potions}
    wanted = [part for part in PARTS if not given.only or part in given.only]
    name = "planner" if given.character == IRONCLAD else f"planner-{given.character}"
    output = given.output or (None if given.quick else RESULTS / f"{name}.json")
    document: dict[str, object] = {}
    if output is not None and output.is_file():
        document = json.loads(output.read_text(encoding="utf-8"))  # the other parts stay
    document |= {"command": "make bench WHAT=planner", **machine(), "quick": given.quick}
    document["character"] = given.character
    for part in wanted:
        found = parts[part](given)
        document[part] = found if part != POTIONS else with_others(found, document.get(part))
        if output is not None:
            save(document, output)


if __name__ == "__main__":
    main()
