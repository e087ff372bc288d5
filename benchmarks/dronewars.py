"""Measures Drone Wars: the rules, and how long the tactical AI takes.

Run by `make bench WHAT=dronewars`, which makes the compiled build first. The figures are random
moves a second with the standard decks, the time of lists and copies, the mean of a decision of
`tactical`, and the iterations of `ismcts` in the middle of a battle.

The second part asks `tactical` for advice in states of the middle of battles between personalities
and the standard deck: in the action phase, from the second round on, with something to decide.

The results are saved in `benchmarks/results/dronewars.json`, and `docs/performance.md` quotes them.
"""

import json
import statistics
import time

from benchmarks.one_game import figures, read_arguments
from benchmarks.report import RESULTS, machine, save, show, use_one_core
from kibitz.agents import make_agent
from kibitz.core import Observation, seeded
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.state import ACTION

STATES = 1000
QUICK_STATES = 30
DECKS = ("standard / standard", "manticore / standard", "standard / manticore", "manticore")
# Every fourth move is random, for other states.
RANDOM = 4


def decision_times(count: int, spec: str = "tactical") -> list[float]:
    """Returns the processor time of an agent in each of `count` states, in milliseconds."""
    spans: list[float] = []
    number = 0
    while len(spans) < count:
        game = DroneWars(decks=DECKS[number % len(DECKS)])
        agent = make_agent(game, spec)
        s, rng = game.setup(seeded(f"times/{number}")), seeded(f"moves/{number}")
        number += 1
        while not s.over and len(spans) < count:
            moves = game.legal(s)
            seen = Observation(game, game.view(s, s.seat), s.seat, moves, rng)
            start = time.thread_time()
            move = agent.advise(seen).move
            span = 1000 * (time.thread_time() - start)
            if s.phase == ACTION and not s.stack and s.turn >= 2 and len(moves) > 1:
                spans.append(span)
            game.play(s, move if rng.below(RANDOM) else moves[rng.below(len(moves))])
    return spans


def main() -> None:
    given = read_arguments("dronewars", "states", STATES, __doc__)
    use_one_core()
    table, results = figures("dronewars", given)
    repeats = 1 if given.quick else given.repeats
    spans = decision_times(QUICK_STATES if given.quick else given.count)
    cuts = statistics.quantiles(spans, n=100)
    decisions = {"median": cuts[49], "99 %": cuts[98], "mean": statistics.mean(spans)}
    document: dict[str, object] = {
        "command": "make bench WHAT=dronewars",
        **machine(),
        "repeats": repeats,
        "quick": given.quick,
        "results": results,
        "decisions": {"states": len(spans), "unit": "ms", **decisions},
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        show(f"Medians of {repeats}, one core", table[0], table[1:])
        rows = [[f"{value:.3f}" for value in decisions.values()]]
        show(f"ms a decision of tactical, {len(spans):,} states", list(decisions), rows)
    output = given.output or (None if given.quick else RESULTS / "dronewars.json")
    if output is not None:
        save(document, output)


if __name__ == "__main__":
    main()
