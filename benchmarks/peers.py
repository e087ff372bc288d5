"""Plays random games with Kibitz, OpenSpiel and RLCard, in one run and one process.

Run by `make bench WHAT=peers`, in an environment of its own and with the compiled build. There are
two events: Leduc hold'em, which all of them have, and Jaipur against their gin rummy, the nearest
in kind: two hands, a shuffled deck, hidden cards, dozens of moves a game. Everybody plays the same
loop: deal, pick one of the legal moves with a cheap generator, apply it, until the deal is over.
Only players' moves are counted, dealing is paid for by everybody. The contestants take turns; a
figure is the median of the repeats, in processor time.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import kibitz
from benchmarks.report import RESULTS, figure, machine, progress, save, show, use_one_core
from kibitz import games
from kibitz.core.agent import play_out
from kibitz.core.randomness import seeded

REPEATS = 7
SECONDS = 0.5
QUICK_SECONDS = 0.05
# A contestant plays some deals and returns the number of moves in them.
Contestant = Callable[[], int]

KIBITZ = "Kibitz, compiled"
KIBITZ_DRIVEN = "Kibitz, compiled, driven from Python"
OPEN_SPIEL = "OpenSpiel, C++, driven from Python"
RLCARD = "RLCard, environment"
RLCARD_GAME = "RLCard, bare game"


class Event(NamedTuple):
    """What everybody plays, each under its own name."""

    title: str
    kibitz: str
    options: dict[str, object]
    open_spiel: str
    rlcard: str
    # How many deals are played between two looks at the clock.
    deals: int
    # How many times faster Kibitz is wanted to be.
    wanted: dict[str, float]


EVENTS = {
    "leduc": Event(
        "random Leduc hold'em",
        "leduc",
        {},
        "leduc_poker",
        "leduc-holdem",
        50,
        {OPEN_SPIEL: 5.0, RLCARD: 60.0},
    ),
    "rummy": Event(
        "random Jaipur (Kibitz) and gin rummy (the others)",
        "jaipur",
        {"rounds": 1},
        "gin_rummy",
        "gin-rummy",
        2,
        {OPEN_SPIEL: 8.0, RLCARD: 20.0},
    ),
}


def kibitz_player(event: Event) -> Contestant:
    """Plays whole deals by `play_out`, as a search does."""
    game, rng = games.load(event.kibitz, **event.options), seeded(1)

    def play() -> int:
        moves = 0
        for _ in range(event.deals):
            moves += play_out(game, game.setup(rng), rng)
        return moves

    return play


def kibitz_driven_player(event: Event) -> Contestant:
    """Plays move by move from interpreted code, as the loops of the others do."""
    game, rng = games.load(event.kibitz, **event.options), seeded(1)

    def play() -> int:
        moves = 0
        for _ in range(event.deals):
            state = game.setup(rng)
            while not state.over:
                game.play(state, game.random_move(state, rng))
                moves += 1
        return moves

    return play


def open_spiel_player(event: Event) -> Contestant:
    """Plays its own game; chance is uniform in both, so it is sampled like a move."""
    import pyspiel

    game, draw = pyspiel.load_game(event.open_spiel), Random(1).random

    def play() -> int:
        moves = 0
        for _ in range(event.deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
        return moves

    return play


def rlcard_player(event: Event) -> Contestant:
    """Plays the environment, whose states carry an observation for learners."""
    import rlcard

    environment, draw = rlcard.make(event.rlcard, {"seed": 1}), Random(1).random

    def play() -> int:
        moves = 0
        for _ in range(event.deals):
            state, _ = environment.reset()
            while not environment.is_over():
                actions = list(state["legal_actions"])
                state, _ = environment.step(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return play


def rlcard_game_player(event: Event) -> Contestant:
    """Plays the game inside the environment, without observations."""
    import rlcard

    # Any: RLCard has no types.
    environment: Any = rlcard.make(event.rlcard, {"seed": 1})
    game, draw = environment.game, Random(1).random
    # The bare game of gin rummy wants its own action objects, which come from the judge.
    legal = game.judge.get_legal_actions if event.rlcard == "gin-rummy" else game.get_legal_actions

    def play() -> int:
        moves = 0
        for _ in range(event.deals):
            game.init_game()
            while not game.is_over():
                actions = legal()
                game.step(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return play


CONTESTANTS: dict[str, Callable[[Event], Contestant]] = {
    KIBITZ: kibitz_player,
    KIBITZ_DRIVEN: kibitz_driven_player,
    OPEN_SPIEL: open_spiel_player,
    RLCARD: rlcard_player,
    RLCARD_GAME: rlcard_game_player,
}


def moves_per_second(play: Contestant, seconds: float) -> float:
    moves = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        moves += play()
    return moves / (time.process_time() - start)


def measure(event: Event, repeats: int, seconds: float) -> dict[str, list[float]]:
    """Lets the contestants take turns; a first turn of everybody is not counted."""
    players = {name: make(event) for name, make in CONTESTANTS.items()}
    runs: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        moves_per_second(play, seconds / 10)
    for repeat in range(repeats):
        progress(repeat + 1, repeats, f"all contestants, {event.title}")
        for name, play in players.items():
            runs[name].append(moves_per_second(play, seconds))
    return runs


def row(event: Event, name: str, value: float, best: float) -> list[str]:
    """Writes one line of the table."""
    ratio, wanted = best / value, event.wanted.get(name)
    verdict = "" if wanted is None else "met" if ratio >= wanted else "MISSED"
    return [name, figure(value), f"x{ratio:.1f}", f"x{wanted:g}" if wanted else "", verdict]


def results_of(event: Event, runs: dict[str, list[float]]) -> list[dict[str, object]]:
    """Writes what one event came to."""
    median = {name: statistics.median(values) for name, values in runs.items()}
    return [
        {
            "name": name,
            "median": value,
            "kibitz_ratio": median[KIBITZ] / value,
            "wanted_ratio": event.wanted.get(name),
            "runs": runs[name],
        }
        for name, value in median.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    if not kibitz.COMPILED:
        parser.error("this compares the compiled build; `make bench WHAT=peers` finds it")
    use_one_core()
    repeats = 1 if given.quick else REPEATS
    seconds = QUICK_SECONDS if given.quick else SECONDS
    runs = {name: measure(event, repeats, seconds) for name, event in EVENTS.items()}
    document: dict[str, object] = {
        "command": "make bench WHAT=peers",
        **machine(),
        "packages": {name: version(name) for name in ("open_spiel", "rlcard", "numpy")},
        "repeats": repeats,
        "quick": given.quick,
        "unit": "moves/s",
        "events": {name: results_of(event, runs[name]) for name, event in EVENTS.items()},
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        for name, event in EVENTS.items():
            median = {who: statistics.median(values) for who, values in runs[name].items()}
            columns = [event.title, "moves/s", "Kibitz is faster by", "wanted", ""]
            rows = [row(event, who, value, median[KIBITZ]) for who, value in median.items()]
            show(f"Medians of {repeats}, one core", columns, rows)
    output = given.output or (None if given.quick else RESULTS / "peers.json")
    if output is not None:
        save(document, output)


if __name__ == "__main__":
    main()
