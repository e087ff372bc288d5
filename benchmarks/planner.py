"""Measures the planners of Slay the Spire: their times, their strength, and what potions do.

Run by `make bench WHAT=planner`, which makes the compiled build first. Three parts:

- `times`: decisions in states from the middle of fights of all acts and both classes, in both
  builds, without a clock and with the soft stop of the client;
- `strength`: all agents in the same fights, with several decks, and in acts 2 and 3 with relics
  that a run may have by then. The tree search gets as many iterations as take the time of a
  planner, which is measured first;
- `potions`: the same fights with potions and without them, and how often one is used.

`--character`, `--act` and `--agent` choose rows, so that a long table can be measured in pieces:
the results in `benchmarks/results/planner.json` keep the other rows. The page of the planner quotes
them.
"""

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple, TypeAlias

import kibitz
from benchmarks.report import RESULTS, figure, machine, progress, save, show
from benchmarks.run import COMPILED, INTERPRETED, ROOT
from kibitz.agents import make_agent
from kibitz.arena.statistics import mean_interval, percentile
from kibitz.core.agent import Observation
from kibitz.core.randomness import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.danger import DESCRIBED, TINY, danger
from kibitz.games.spire.monsters import pick_encounter, pool_of
from kibitz.games.spire.moves import UsePotion
from kibitz.games.spire.position import loadout
from kibitz.games.spire.position.loadout import CHARACTERS, IRONCLAD, SILENT, read_deck
from kibitz.games.spire.powers import RETAIN_CARDS
from kibitz.games.spire.state import WON, Fight

PACKAGE = Path(kibitz.__file__).parents[1]
TIMES, STRENGTH, POTIONS = "times", "strength", "potions"
PARTS = (TIMES, STRENGTH, POTIONS)
SEEDS = (0, 1, 2)
ACTS = (1, 2, 3)
# Those of the later acts are in the game.
FIRST_DECKS = {
    IRONCLAD: ("starter", "mid act", "strength", "exhaust", "strikes"),
    SILENT: ("starter", "mid act", "poison", "shivs", "discard"),
}
# A boss relic with energy, and some of those that every class can find.
RELICS = {
    1: "starter",
    2: "starter, cursed key, vajra, orichalcum, horn cleat",
    3: "starter, cursed key, vajra, orichalcum, horn cleat, pen nib, mercury hourglass,"
    " thread and needle",
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
# The soft stop of the client, in milliseconds, and the agents whose decisions are timed.
SOFT_STOP = 80
TIMED = (*PLANNERS, *[f"{planner}:ms={SOFT_STOP}" for planner in PLANNERS])
# The tree search with the time of a planner.
SEARCHES = {f"ismcts as {planner}": planner for planner in PLANNERS}
AGENTS = (*PLANNERS, *SEARCHES, "greedy", "simple", "random")
# How many iterations of the tree search are timed to find out how many take a planner's time.
TRIAL = 100
# The interpreted build is timed in one state of so many.
INTERPRETED_SHARE = 10
# Fights with many monsters.
BIG_FIGHTS = ("gremlin gang", "gremlin leader", "reptomancer")
# Ten different cards for a crowded hand.
CROWDED = {
    IRONCLAD: (
        "strike, bash, anger, iron wave, warcry, twin strike, headbutt, pommel strike, flex,"
        " armaments"
    ),
    SILENT: (
        "strike, neutralize, slice, blade dance, deadly poison, survivor, dagger throw, backstab,"
        " shiv, prepared"
    ),
}
# How often a part tells how far it is.
STEPS = 20
NO_POTIONS = "potions_a_turn=0"
QUICK_STATES = 12


# Fights.


class Result(NamedTuple):
    """How a fight went: the return, whether it was won, if a potion was used, danger at first."""

    value: float
    won: bool
    used: bool
    danger: float


# The rows of a table.
Entries: TypeAlias = list[dict[str, object]]


class Job(NamedTuple):
    """Some fights of one agent."""

    agent: str
    encounter: str
    deck: str
    potions: str
    hp: int
    seeds: tuple[str, ...]
    character: str = IRONCLAD
    relics: str = "starter"


def see(game: Spire, s: Fight, ply: int, seed: str) -> Observation[Fight, Fight]:
    """Returns what an agent is told before a move."""
    return Observation(game, game.view(s, 0), 0, game.legal(s), seeded(f"agent {seed} {ply}"))


def decks_of(character: str, act: int) -> list[str]:
    """Returns the decks that a class is measured with in an act."""
    if act == 1:
        return [*FIRST_DECKS[character]]
    return [name for name in loadout.DECKS[character] if name.startswith(f"act {act} ")]


def pool_name(act: int, pool: str) -> str:
    """Returns the name of a pool; those of act 1 have no number."""
    return pool if act == 1 else f"act {act} {pool}"


def encounter_of(name: str, seed: str) -> str:
    """Returns an encounter of a pool by its odds; the name itself if it is no pool."""
    pool = pool_of(name)
    return pick_encounter(pool, seeded(f"encounter {seed}")) if pool else name


def play(job: Job) -> list[Result]:
    """Plays the fights of a job; equal seeds deal equal fights to all agents."""
    found: list[Result] = []
    for seed in job.seeds:
        game = Spire(
            encounter=encounter_of(job.encounter, seed),
            character=job.character,
            deck=job.deck,
            relics=job.relics,
            potions=job.potions,
            hp=job.hp,
        )
        agent = make_agent(game, job.agent)
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


class Group(NamedTuple):
    """Fights that are measured together."""

    character: str
    act: int


GROUPS = [Group(character, act) for act in ACTS for character in CHARACTERS]


def middles(count: int, groups: Sequence[Group] = GROUPS) -> Iterator[Observation[Fight, Fight]]:
    """Yields decisions from the middle of fights, those of the greedy player, one a fight."""
    number = 0
    while count:
        character, act = groups[number % len(groups)]
        lap = number // len(groups)
        decks, belts = decks_of(character, act), BELTS[character]
        pool = pool_name(act, POOLS[lap % len(POOLS)])
        game = Spire(
            encounter=encounter_of(pool, f"middle {number}"),
            character=character,
            deck=decks[lap // len(POOLS) % len(decks)],
            relics=RELICS[act],
            potions=belts[lap % len(belts)],
        )
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


def crowds(count: int) -> list[Observation[Fight, Fight]]:
    """Returns decisions with ten cards in hand, many monsters and choices, of both classes."""
    found: list[Observation[Fight, Fight]] = []
    for number in range(count):
        character = CHARACTERS[number % len(CHARACTERS)]
        encounter = BIG_FIGHTS[number // len(CHARACTERS) % len(BIG_FIGHTS)]
        game = Spire(encounter=encounter, character=character, deck="act 2")
        s = game.setup(seeded(f"crowd {number}"))
        s.hand = read_deck(CROWDED[character])
        s.energy = 4
        s.powers[RETAIN_CARDS] = int(character == SILENT)
        found.append(see(game, s, 0, str(number)))
    return found


def time_agents(
    specs: Iterable[str], seen: Sequence[Observation[Fight, Fight]]
) -> dict[str, dict[str, float]]:
    """Times one decision of each agent in each state, in milliseconds of processor time.

    `in time` is the share of answers that came before the soft stop. The clock of the agents counts
    processor time, too, so other programs do not matter.
    """
    time.monotonic = time.process_time
    gc.collect()
    gc.freeze()  # as in a program that has loaded everything before it plays
    found: dict[str, dict[str, float]] = {}
    for spec in specs:
        spent: list[float] = []
        for decision in seen:
            agent = make_agent(decision.game, spec)
            start = time.process_time()
            agent.advise(decision)
            spent.append(1e3 * (time.process_time() - start))
        spent.sort()
        found[spec] = {
            "median": statistics.median(spent),
            "p99": percentile(spent, 99),
            "mean": statistics.fmean(spent),
            "longest": spent[-1],
            "in time": len([each for each in spent if each <= SOFT_STOP]) / len(seen),
        }
    return found


def time_both(states: int, groups: Sequence[Group]) -> dict[str, dict[str, float]]:
    """Times the planners in the middle of fights and in crowded ones."""
    found = time_agents(TIMED, list(middles(states, groups)))
    crowded = time_agents(TIMED, crowds(max(1, states // 10)))
    return found | {f"{spec}, 10 cards": times for spec, times in crowded.items()}


def time_build(path: Path, states: int, groups: Sequence[Group]) -> dict[str, dict[str, float]]:
    """Times the planners on one build, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.planner", "--worker", "--states", str(states)]
    for character, act in groups:
        command += ["--character", character, "--act", str(act)]
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found


def measure_times(given: argparse.Namespace) -> dict[str, object]:
    """Times both builds in the same states."""
    paths = {INTERPRETED: ROOT / "src", COMPILED: PACKAGE}
    counts = {INTERPRETED: max(1, given.states // INTERPRETED_SHARE), COMPILED: given.states}
    if not kibitz.COMPILED:
        del paths[COMPILED]
    found: dict[str, object] = {}
    rows: list[list[str]] = []
    for number, (build, path) in enumerate(paths.items(), start=1):
        progress(number, len(paths), f"times, {build}")
        times = time_build(path, counts[build], given.groups)
        found[build] = {"states": counts[build], "agents": times}
        for spec, row in times.items():
            cells = [figure(row[name]) for name in ("median", "p99", "mean", "longest")]
            rows.append([spec, build, *cells, f"{row['in time']:.1%}"])
    columns = ["agent", "build", "median ms", "p99 ms", "mean ms", "longest", f"in {SOFT_STOP} ms"]
    show(f"Decisions in {given.states:,} states", columns, rows)
    return found


# Strength.


def equal_time(spec: str, states: int, group: Group) -> int:
    """Returns how many iterations of the tree search take the time of a planner, on average."""
    trial = f"ismcts:iterations={TRIAL}"
    times = time_agents([spec, trial], list(middles(states, [group])))
    return max(1, round(TRIAL * times[spec]["mean"] / times[trial]["mean"]))


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Returns the mean of values and its interval."""
    mean = statistics.fmean(values)
    found = mean_interval(values)
    return (mean, mean, mean) if found is None else (mean, *found)


def measure_strength(given: argparse.Namespace, before: Entries) -> Entries:
    """Lets all agents fight the same fights, deck by deck and pool by pool."""
    found = before
    agents = [agent for agent in AGENTS if not given.agent or agent in given.agent]
    for group in given.groups:
        found = merged(found, strength_of(given, agents, group), ("character", "act", "agent"))
        show_strength(found, group)
    return found


def strength_of(given: argparse.Namespace, agents: Sequence[str], group: Group) -> Entries:
    """Plays the fights of a class in an act; returns a row for each agent, deck and pool."""
    character, act = group
    specs: dict[str, str] = {}
    for agent in agents:
        specs[agent] = agent
        if agent in SEARCHES:
            iterations = equal_time(SEARCHES[agent], min(given.states, 200), group)
            specs[agent] = f"ismcts:iterations={iterations}"
    cells = [(agent, deck, pool) for deck in decks_of(*group) for pool in POOLS for agent in agents]
    jobs: list[Job] = []
    for agent, deck, pool in cells:
        for seed in given.seeds:
            seeds = seeds_of(given.fights, seed)
            name = pool_name(act, pool)
            jobs.append(Job(specs[agent], name, deck, "", 0, seeds, character, RELICS[act]))
    results = iter(play_all(jobs, given.workers, f"{STRENGTH}, {character}, act {act}"))
    found: Entries = []
    for agent, deck, pool in cells:
        each = [next(results) for _ in given.seeds]
        played = [result for some in each for result in some]
        found.append(
            {
                "character": character,
                "act": act,
                "agent": agent,
                "spec": specs[agent],
                "deck": deck,
                "pool": pool,
                "won": [int(result.won) for result in played],
                "returns": [round(result.value, 4) for result in played],
                "seeds": [statistics.fmean(result.value for result in some) for some in each],
            }
        )
    return found


def show_strength(entries: Entries, group: Group) -> None:
    """Shows the rows of a class in an act, all decks together."""
    rows: list[list[str]] = []
    character, act = group
    for agent in AGENTS:
        own = [
            each
            for each in entries
            if keys_of(each, "character", "act", "agent") == (character, act, agent)
        ]
        if not own:
            continue
        spec = str(own[0]["spec"])
        row = [agent if spec == agent else f"{agent} ({spec})"]
        for pool in POOLS:
            cells = [each for each in own if each["pool"] == pool]
            values = [value for each in cells for value in numbers(each, "returns")]
            won = statistics.fmean([value for each in cells for value in numbers(each, "won")])
            mean, low, high = interval(values)
            row.append(f"{mean:+.2f} ± {(high - low) / 2:.2f}, {won:.0%}")
        rows.append(row)
    title = f"Return and fights won, {character}, act {act}, {len(decks_of(*group))} decks"
    show(title, ["agent", *POOLS], rows)


# Potions.


def measure_potions(given: argparse.Namespace, before: Entries) -> Entries:
    """Compares planners that use potions with the same that do not, in the same fights."""
    found = before
    for group in given.groups:
        for planner in given.agent or PLANNERS:
            if planner in PLANNERS:
                rows = potions_of(given, planner, group)
                found = merged(found, rows, ("character", "act", "agent"))
        show_potions(found, group)
    return found


def potions_of(given: argparse.Namespace, planner: str, group: Group) -> Entries:
    """Plays fights of a class in an act with potions and without; returns a row for each pool."""
    key: dict[str, object] = {"character": group.character, "act": group.act, "agent": planner}
    found: Entries = []
    for pool in ("elite", "boss"):
        with_potions = potion_fights(given, planner, pool, group)
        without = potion_fights(given, f"{planner}:{NO_POTIONS}", pool, group)
        pairs = list(zip(with_potions, without, strict=True))
        found.append(
            {
                **key,
                "pool": pool,
                "fights": len(without),
                "won": statistics.fmean(result.won for result in with_potions),
                "won without": statistics.fmean(result.won for result in without),
                "gained": interval([float(a.won) - float(b.won) for a, b in pairs]),
                "return gained": interval([a.value - b.value for a, b in pairs]),
                "used": statistics.fmean(result.used for result in with_potions),
            }
        )
    hallway = potion_fights(given, planner, "strong", group)
    hallway += potion_fights(given, planner, "weak", group)
    kinds: dict[str, Callable[[Result], bool]] = {
        "difficult hallway": lambda result: result.danger > DESCRIBED.harmless - TINY,
        "harmless hallway": lambda result: result.danger <= DESCRIBED.harmless - TINY,
    }
    for kind, fits in kinds.items():
        some = [result for result in hallway if fits(result)]
        used = statistics.fmean(result.used for result in some) if some else 0.0
        found.append({**key, "pool": kind, "fights": len(some), "used": used})
    return found


def potion_fights(given: argparse.Namespace, agent: str, pool: str, group: Group) -> list[Result]:
    """Plays fights with all decks and belts."""
    character, act = group
    hp, name = USUAL_HP.get(pool, 0), pool_name(act, pool)
    jobs = [
        Job(
            agent,
            name,
            deck,
            belt,
            hp,
            seeds_of(given.fights, 100 + number),
            character,
            RELICS[act],
        )
        for deck in decks_of(*group)
        for number, belt in enumerate(BELTS[character])
    ]
    played = play_all(jobs, given.workers, f"{POTIONS}, {agent}, {name}")
    return [result for some in played for result in some]


def show_potions(entries: Entries, group: Group) -> None:
    """Shows the rows of a class in an act."""
    rows: list[list[str]] = []
    for each in entries:
        if keys_of(each, "character", "act") != group:
            continue
        row = [str(each["agent"]), str(each["pool"]), str(each["fights"])]
        if "gained" in each:
            for name in ("gained", "return gained"):
                mean, low, high = (100 * value for value in numbers(each, name))
                row.append(f"{mean:+.1f} ({low:+.1f} to {high:+.1f})")
            row[3:3] = [f"{each[name]:.1%}" for name in ("won", "won without")]
        else:
            row += [""] * 4
        rows.append([*row, f"{each['used']:.0%}"])
    columns = ["agent", "fights of", "fights", "won", "without", "more", "HP in %", "used"]
    show(f"With potions and without, {group.character}, act {group.act}", columns, rows)


# Results.


def keys_of(entry: dict[str, object], *names: str) -> tuple[object, ...]:
    """Returns some fields of a row."""
    return tuple([entry[name] for name in names])


def numbers(entry: dict[str, object], name: str) -> list[float]:
    """Returns a field of a row that is a list of numbers."""
    found = entry[name]
    assert isinstance(found, (list, tuple))
    return [float(value) for value in found]


def merged(before: Entries, rows: Entries, names: Sequence[str]) -> Entries:
    """Puts rows in the place of those of an earlier run with the same fields."""
    measured = [keys_of(each, *names) for each in rows]
    return [each for each in before if keys_of(each, *names) not in measured] + rows


# The program.


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planner", description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; repeatable")
    parser.add_argument(
        "--character", action="append", choices=CHARACTERS, help="only this class; repeatable"
    )
    parser.add_argument(
        "--act", action="append", type=int, choices=ACTS, help="only this act; repeatable"
    )
    parser.add_argument(
        "--agent", action="append", choices=AGENTS, help="only this agent; repeatable"
    )
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument("--states", type=int, default=1000, help="for the times; default 1000")
    parser.add_argument(
        "--fights", type=int, default=20, help="of each agent, deck, pool and seed; default 20"
    )
    parser.add_argument("--workers", type=int, default=1, help="default 1")
    parser.add_argument("--output", type=Path, help="write the JSON here")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.quick:
        given.states, given.fights = min(given.states, QUICK_STATES), 1
    given.groups = [
        group
        for group in GROUPS
        if (not given.character or group.character in given.character)
        and (not given.act or group.act in given.act)
    ]
    # A quick run shows that everything works, with one deck and one seed.
    given.seeds = SEEDS[:1] if given.quick else SEEDS
    given.decks = {group: decks_of(*group)[: 1 if given.quick else None] for group in given.groups}
    for name in ("states", "fights", "workers"):
        if getattr(given, name) < 1:
            parser.error(f"--{name}: at least 1 is needed, not {getattr(given, name)}")
    if not kibitz.COMPILED and not given.quick and not given.worker:
        parser.error("this needs the compiled build: run it with `make bench WHAT=planner`")
    return given


def main() -> None:
    given = read_arguments()
    if given.worker:
        print(json.dumps(time_both(given.states, given.groups)))
        return
    tables = {STRENGTH: measure_strength, POTIONS: measure_potions}
    wanted = [part for part in PARTS if not given.only or part in given.only]
    output = given.output or (None if given.quick else RESULTS / "planner.json")
    document: dict[str, object] = {}
    if output is not None and output.is_file():
        document = json.loads(output.read_text(encoding="utf-8"))  # the other parts stay
    document |= {"command": "make bench WHAT=planner", **machine(), "quick": given.quick}
    for part in wanted:
        if part == TIMES:
            document[part] = measure_times(given)
        else:
            before = document.get(part)
            document[part] = tables[part](given, before if isinstance(before, list) else [])
        if output is not None:
            save(document, output)


if __name__ == "__main__":
    main()
