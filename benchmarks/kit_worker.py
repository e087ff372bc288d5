"""Takes figures of card games on the build it runs on, and prints them as one line of JSON.

`benchmarks.kit` starts this once for each build and round. It runs on the card kit of today and on
the one before, so it uses nothing of the kit itself.
"""

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import kibitz
from benchmarks.report import use_one_core
from benchmarks.worker import AnyGame, playouts, time_of, typical_state
from kibitz import games
from kibitz.agents import make_agent
from kibitz.core.agent import play_out
from kibitz.core.engine import RuleEngine
from kibitz.core.randomness import seeded
from kibitz.core.state import State

# Positions that are searched, after how many random moves, and how long each of them.
POSITIONS, QUICK_POSITIONS = 8, 2
OPENING = 12
ITERATIONS, QUICK_ITERATIONS = 200, 10
# Positions whose candidates are listed with verdicts.
ENUMERATED = 40
# Random games whose states and actions are counted.
COUNTED, QUICK_COUNTED = 100, 5


class Subject:
    """A game, and one typical state of it."""

    def __init__(self, name: str, quick: bool) -> None:
        self.name = name
        self.quick = quick
        self.game: AnyGame = games.load(name)
        self.state: Any = typical_state(self.game)  # Any: each game has states of its own

    def micros(self, call: Callable[[], object]) -> float:
        """Returns the microseconds of a call."""
        return 1e6 * time_of(call, self.quick)


def play(subject: Subject) -> float:
    return playouts(subject.name, subject.quick)


def search(subject: Subject) -> float:
    """Returns the iterations a second of `ismcts`, over several positions."""
    count = QUICK_ITERATIONS if subject.quick else ITERATIONS
    agent = make_agent(subject.game, f"ismcts:iterations={count}")
    done, start = 0, time.process_time()
    for state in positions(subject.game, QUICK_POSITIONS if subject.quick else POSITIONS):
        engine = RuleEngine(subject.game, seed=0, state=state)
        # A search may be decided before its end.
        iterations = agent.advise(engine.observe()).trace["iterations"]
        assert isinstance(iterations, int)
        done += iterations
    return done / (time.process_time() - start)


def positions(game: AnyGame, count: int) -> list[State]:
    """Deals games and plays some random moves in each, up to a decision between several moves."""
    found: list[State] = []
    rng = seeded("positions")
    while len(found) < count:
        state = game.setup(rng.fork())
        play_out(game, state, rng, limit=OPENING)
        while not state.over and len(game.legal(state)) < 2:
            game.play(state, game.random_move(state, rng))
        if not state.over:
            found.append(state)
    return found


def clone(subject: Subject) -> float:
    return subject.micros(subject.state.clone)


def legal(subject: Subject) -> float:
    return subject.micros(partial(subject.game.legal, subject.state))


def view(subject: Subject) -> float:
    return subject.micros(partial(subject.game.view, subject.state, subject.state.seat))


def sample(subject: Subject) -> float:
    seen = subject.game.view(subject.state, subject.state.seat)
    return subject.micros(partial(subject.game.sample, seen, seeded("sample")))


def enumerate_all(subject: Subject) -> float:
    """Returns the mean over several positions, whose numbers of candidates differ much."""
    states = positions(subject.game, QUICK_POSITIONS if subject.quick else ENUMERATED)
    engines = [RuleEngine(subject.game, seed=0, state=state) for state in states]

    def all_of_them() -> None:
        for engine in engines:
            engine.enumerate_moves(engine.seat)

    return subject.micros(all_of_them) / len(engines)


def choices(subject: Subject) -> float:
    """Returns how many legal moves a state of random play has on average."""
    moves = states = 0
    rng = seeded("choices")
    for _ in range(QUICK_COUNTED if subject.quick else COUNTED):
        state = subject.game.setup(rng)
        while not state.over:
            found = subject.game.legal(state)
            moves, states = moves + len(found), states + 1
            subject.game.play(state, found[rng.below(len(found))])
    return moves / states


FIGURES: dict[str, Callable[[Subject], float]] = {
    "play": play,
    "search": search,
    "clone": clone,
    "legal": legal,
    "view": view,
    "sample": sample,
    "enumerate": enumerate_all,
    "choices": choices,
}


def actions(name: str, count: int) -> int:
    """Counts the moves of the games that `benchmarks.instructions` plays."""
    game, rng = games.load(name), seeded("instructions")
    return sum(play_out(game, game.setup(rng), rng) for _ in range(count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--actions", type=int, default=0, help="count those of this many games")
    parser.add_argument("game", nargs="+")
    given = parser.parse_args()
    use_one_core()
    found: dict[str, dict[str, float]] = {}
    for name in given.game:
        if given.actions:
            found[name] = {"actions": actions(name, given.actions)}
        else:
            subject = Subject(name, given.quick)
            found[name] = {figure: take(subject) for figure, take in FIGURES.items()}
    print(json.dumps({"compiled": kibitz.COMPILED, "figures": found}))


if __name__ == "__main__":
    main()
