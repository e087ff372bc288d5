"""Takes figures of the build it runs on, each once, and prints them as one line of JSON.

`benchmarks.run` starts this once for each build and repeat. The cases are plain functions; each
returns one figure in the unit that `CASES` gives. Times are processor time of this one thread: on
an idle machine that is the time on the clock, on a busy one it leaves out the waiting. See
`time_of` for what else is done against a busy machine.
"""

import argparse
import gc
import json
import time
import tracemalloc
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import kibitz
from benchmarks.candidates import COUNT, Naming
from benchmarks.report import use_one_core
from kibitz import games
from kibitz.agents import make_agent
from kibitz.core.agent import Agent, play_out
from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.randomness import seeded
from kibitz.core.state import State

# How long a slice of time is, in seconds, and how many of them are looked at for one figure.
SLICE = 0.1
QUICK_SLICE = 0.005
SLICES = 5
# How many deals are played out at a time.
DEALS = 20
# How many random games stand for the game when one typical state is chosen.
GAMES = 40
# Random games that are played out at a time, and fights of Slay the Spire that are searched. A
# random battle of Drone Wars has more than 2,000 moves. A quick look takes one game of twenty.
FIGHTS, BATTLES = 400, 20
QUICK_SHARE = 20
HALLWAYS = 8
ENUMERATIONS = 10_000
QUICK_ENUMERATIONS = 500

# The games are known by name only, so their states and views are Any.
AnyGame = Game[Any, Any]


def typical_state(game: AnyGame) -> State:
    """Returns the state with the median number of candidates among the middles of random games."""
    rng = seeded("typical")
    found: list[tuple[int, int, State]] = []
    for number in range(GAMES):
        length = play_out(game, game.setup(seeded(number)), rng.clone())
        state = game.setup(seeded(number))
        play_out(game, state, rng, limit=length // 2)
        if not state.over:
            engine = RuleEngine(game, seed=0, state=state)
            found.append((len(engine.enumerate_moves(engine.seat)), number, state))
    return sorted(found, key=lambda entry: entry[:2])[len(found) // 2][2]


@cache
def typical_of(name: str) -> State:
    """Returns the typical state of a game; several figures are taken in it."""
    return typical_state(games.load(name))


def time_of(call: Callable[[], object], quick: bool) -> float:
    """Returns the seconds of a call: the mean of a slice of time, of several slices the best.

    What disturbs a machine only ever slows it down, so the best slice is the least disturbed one.
    The garbage collector stays on.
    """
    wanted = QUICK_SLICE if quick else SLICE
    count = 1
    spent = slice_of(call, count)
    while spent < wanted:
        count = max(2 * count, int(1.2 * count * wanted / max(spent, 1e-9)))
        spent = slice_of(call, count)
    return min([spent, *[slice_of(call, count) for _ in range(SLICES - 1)]]) / count


def slice_of(call: Callable[[], object], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        call()
    return time.process_time() - start


def enumerate_all(name: str, valid_only: bool, quick: bool) -> float:
    game = games.load(name)
    engine = RuleEngine(game, seed=0, state=typical_of(name))
    return 1e6 * time_of(partial(engine.enumerate_moves, engine.seat, valid_only=valid_only), quick)


def legal(name: str, quick: bool) -> float:
    game = games.load(name)
    return 1e6 * time_of(partial(game.legal, typical_of(name)), quick)


def clone(name: str, quick: bool) -> float:
    return 1e6 * time_of(typical_of(name).clone, quick)


def execute(name: str, quick: bool) -> float:
    game = games.load(name)
    engine = RuleEngine(game, seed=0, state=typical_of(name))
    move = engine.legal_moves()[0]

    def there_and_back() -> None:
        engine.execute(move)
        engine.undo()

    return 1e6 * time_of(there_and_back, quick)


def playouts(name: str, quick: bool) -> float:
    game = games.load(name)
    moves = 0

    def same_deals() -> None:
        nonlocal moves
        rng = seeded("playouts")
        moves = 0
        for _ in range(DEALS):
            moves += play_out(game, game.setup(rng), rng)

    seconds = time_of(same_deals, quick)
    return moves / seconds


def legal_at(name: str, count: int, quick: bool) -> float:
    """Takes the time of `legal` in the first state of random play with `count` legal moves."""
    game = games.load(name)
    rng = seeded("typical")
    state = game.setup(rng)
    while len(game.legal(state)) != count:
        if state.over:
            state = game.setup(rng)
        game.play(state, game.random_move(state, rng))
    return 1e6 * time_of(partial(game.legal, state), quick)


def decide(name: str, spec: str, quick: bool) -> float:
    """Takes the mean time of an agent's decisions over one of its own games."""
    game = games.load(name)
    agent = make_agent(game, spec)
    engine = RuleEngine(game, seed=1)
    seen = []
    while engine.outcome is None:
        seen.append(engine.observe())
        engine.play(agent.advise(seen[-1]).move)

    def all_again() -> None:
        for decision in seen:
            agent.advise(decision)

    return 1e6 * time_of(all_again, quick) / len(seen)


def iterations(name: str, spec: str, count: int, quick: bool) -> float:
    """Returns the iterations a second of a search from the opening."""
    agent = make_agent(games.load(name), f"{spec}:iterations={count}")
    engine = RuleEngine(games.load(name), seed=1)
    return count / time_of(lambda: agent.advise(engine.observe()), quick)


def random_games(name: str, each_action: bool, quick: bool, most: int = FIGHTS) -> float:
    """Returns the random games a second, or the actions in them.

    In Slay the Spire the player has the starter deck and the monsters are any of act 1; in the
    Pokémon TCG Overgrowth plays against Zap!; in Drone Wars both seats have the standard deck.
    """
    game = games.load(name)
    count = most // QUICK_SHARE if quick else most
    actions = 0

    def same_games() -> None:
        nonlocal actions
        rng = seeded("fights")
        actions = 0
        for _ in range(count):
            actions += play_out(game, game.setup(rng.fork()), rng)

    seconds = time_of(same_games, quick)
    return (actions if each_action else count) / seconds


def middle_search(name: str, quick: bool) -> float:
    """Returns the iterations a second of `ismcts` in the middle of random games."""
    game = games.load(name)
    count = 50 if quick else 500
    agent = make_agent(game, f"ismcts:iterations={count}")
    return searched_in(agent, middles_of(game, 1 if quick else HALLWAYS), quick)


def middles_of(game: AnyGame, count: int) -> list[RuleEngine[Any, Any]]:
    """Returns games half way through random play, where there is something to decide."""
    rng = seeded("middles")
    found: list[RuleEngine[Any, Any]] = []
    number = 0
    while len(found) < count:
        length = play_out(game, game.setup(seeded(number)), rng.clone())
        state = game.setup(seeded(number))
        play_out(game, state, rng, limit=length // 2)
        if not state.over and len(game.legal(state)) > 1:
            found.append(RuleEngine(game, seed=0, state=state))
        number += 1
    return found


def searched_in(agent: Agent[Any, Any], engines: list[RuleEngine[Any, Any]], quick: bool) -> float:
    """Returns the iterations a second of a search in some games; it may end early."""
    done = 0

    def search_all() -> None:
        nonlocal done
        done = 0
        for engine in engines:
            iterations = agent.advise(engine.observe()).trace["iterations"]
            assert isinstance(iterations, int)
            done += iterations

    seconds = time_of(search_all, quick)
    return done / seconds


def hallway_search(quick: bool) -> float:
    """Returns the iterations a second of `ismcts` in hallway fights of Slay the Spire."""
    game = games.load("spire", encounter="weak")
    agent = make_agent(game, f"ismcts:iterations={50 if quick else 500}")
    engines = [RuleEngine(game, seed=seed) for seed in range(1 if quick else HALLWAYS)]
    return searched_in(agent, engines, quick)


def many_candidates(quick: bool) -> float:
    engine = RuleEngine(Naming(), seed=0)
    assert len(engine.enumerate_moves(0)) == COUNT
    return 1e3 * time_of(partial(engine.enumerate_moves, 0), quick)


def memory_growth(name: str, quick: bool) -> float:
    game = games.load(name)
    engine = RuleEngine(game, seed=0, state=typical_of(name))
    tracemalloc.start()
    for _ in range(100):
        engine.enumerate_moves(engine.seat)
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(QUICK_ENUMERATIONS if quick else ENUMERATIONS):
        engine.enumerate_moves(engine.seat)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return max(0.0, (after - before) / 1024)


class Case(NamedTuple):
    """One figure: its unit, how it is taken, and what it should be at least or at most."""

    unit: str
    measure: Callable[[bool], float]
    # What the two builds' figures should stay below (reach, where more is better), and the least
    # ratio of the two.
    interpreted: float | None = None
    compiled: float | None = None
    ratio: float | None = None
    # Slow and not a matter of speed: taken in the first repeat only.
    once: bool = False

    @property
    def more_is_better(self) -> bool:
        return self.unit.endswith("/s")


CASES: dict[str, Case] = {
    "duel-enumerate": Case("us", partial(enumerate_all, "duel", False), 1000.0, 200.0),
    "duel-enumerate-valid": Case("us", partial(enumerate_all, "duel", True)),
    "duel-legal": Case("us", partial(legal, "duel")),
    "duel-clone": Case("us", partial(clone, "duel")),
    "duel-execute": Case("us", partial(execute, "duel")),
    "duel-playouts": Case("moves/s", partial(playouts, "duel"), ratio=3.0),
    "leduc-enumerate": Case("us", partial(enumerate_all, "leduc", False)),
    "leduc-legal": Case("us", partial(legal, "leduc")),
    "leduc-clone": Case("us", partial(clone, "leduc")),
    "leduc-execute": Case("us", partial(execute, "leduc")),
    "leduc-playouts": Case("moves/s", partial(playouts, "leduc"), ratio=8.0),
    "jaipur-enumerate": Case("us", partial(enumerate_all, "jaipur", False)),
    "jaipur-legal-23": Case("us", partial(legal_at, "jaipur", 23), compiled=2.0),
    "jaipur-clone": Case("us", partial(clone, "jaipur"), compiled=0.65),
    "jaipur-execute": Case("us", partial(execute, "jaipur")),
    "jaipur-playouts": Case("moves/s", partial(playouts, "jaipur"), compiled=350_000.0),
    "jaipur-utility": Case("us", partial(decide, "jaipur", "utility"), compiled=50.0),
    "jaipur-greedy": Case("us", partial(decide, "jaipur", "greedy")),
    "jaipur-ismcts": Case("it/s", partial(iterations, "jaipur", "ismcts", 500), compiled=8_000.0),
    "spire-fights": Case("fights/s", partial(random_games, "spire", False), compiled=15_000.0),
    "spire-actions": Case("moves/s", partial(random_games, "spire", True), compiled=400_000.0),
    "spire-legal": Case("us", partial(legal, "spire")),
    "spire-clone": Case("us", partial(clone, "spire"), compiled=2.0),
    "spire-ismcts": Case("it/s", hallway_search, compiled=20_000.0),
    "pokemon-games": Case("games/s", partial(random_games, "pokemon", False), compiled=2_000.0),
    "pokemon-actions": Case("moves/s", partial(random_games, "pokemon", True), compiled=300_000.0),
    "pokemon-enumerate": Case("us", partial(enumerate_all, "pokemon", False), compiled=500.0),
    "pokemon-legal": Case("us", partial(legal, "pokemon")),
    "pokemon-clone": Case("us", partial(clone, "pokemon")),
    "pokemon-greedy": Case("us", partial(decide, "pokemon", "greedy")),
    "pokemon-ismcts": Case("it/s", partial(middle_search, "pokemon"), compiled=2_000.0),
    "lorcana-games": Case("games/s", partial(random_games, "lorcana", False)),
    "lorcana-actions": Case("moves/s", partial(random_games, "lorcana", True), compiled=300_000.0),
    "lorcana-enumerate": Case(
        "us", partial(enumerate_all, "lorcana", False), interpreted=5_000.0, compiled=500.0
    ),
    "lorcana-legal": Case("us", partial(legal, "lorcana")),
    "lorcana-clone": Case("us", partial(clone, "lorcana"), compiled=2.0),
    "lorcana-greedy": Case("us", partial(decide, "lorcana", "greedy")),
    "lorcana-ismcts": Case("it/s", partial(middle_search, "lorcana"), compiled=4_000.0),
    "gundam-games": Case("games/s", partial(random_games, "gundam", False)),
    "gundam-actions": Case("moves/s", partial(random_games, "gundam", True), compiled=300_000.0),
    "gundam-enumerate": Case(
        "us", partial(enumerate_all, "gundam", False), interpreted=5_000.0, compiled=500.0
    ),
    "gundam-legal": Case("us", partial(legal, "gundam")),
    "gundam-clone": Case("us", partial(clone, "gundam"), compiled=2.0),
    "gundam-greedy": Case("us", partial(decide, "gundam", "greedy")),
    "gundam-ismcts": Case("it/s", partial(middle_search, "gundam"), compiled=4_000.0),
    "dronewars-actions": Case(
        "moves/s", partial(random_games, "dronewars", True, most=BATTLES), compiled=150_000.0
    ),
    "dronewars-enumerate": Case("us", partial(enumerate_all, "dronewars", False), compiled=500.0),
    "dronewars-legal": Case("us", partial(legal, "dronewars")),
    "dronewars-clone": Case("us", partial(clone, "dronewars"), compiled=3.0),
    "dronewars-tactical": Case("us", partial(decide, "dronewars", "tactical")),
    "dronewars-ismcts": Case("it/s", partial(middle_search, "dronewars")),
    "candidates-10000": Case("ms", many_candidates, 150.0),
    "memory-growth": Case("kB", partial(memory_growth, "duel"), 1024.0, 1024.0, once=True),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("case", nargs="+", choices=list(CASES))
    given = parser.parse_args()
    use_one_core()
    figures = {name: CASES[name].measure(given.quick) for name in given.case}
    build = "compiled" if kibitz.COMPILED else "interpreted"
    print(json.dumps({"build": build, "kibitz": kibitz.__version__, "figures": figures}))


if __name__ == "__main__":
    main()
