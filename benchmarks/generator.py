"""Measures the action generator of the Pokémon TCG, and plays matches by its actions.

`python -m benchmarks.generator times` asks it for advice in states of the middle of matches;
`--agent sharp` asks another player. `python -m benchmarks.generator matches` executes its actions
in whole matches: theme decks and random ones, strict and interactive ones. It stops at the first
action that is refused.

Run it with the compiled build first in `PYTHONPATH`; it says which build it has measured.
"""

import argparse
import statistics
import time
from collections import Counter

from kibitz.agents import make_agent
from kibitz.core import Observation, seeded
from kibitz.games.pokemon import PokemonTcg, state
from kibitz.games.pokemon.actions.match import ENDED, generate_action, new_match
from kibitz.games.pokemon.cards import DECKS
from tests.games.pokemon.random_decks import random_decks

# From this turn on it is the middle of a match; every fourth move is random, for other states.
MIDDLE = 7
RANDOM = 4
MOST_ACTIONS = 60
MOST_TURNS = 200


def theme_decks(number: int) -> str:
    """Returns one of all pairs of theme decks."""
    names = list(DECKS)
    return f"{names[number % len(names)]} / {names[number // len(names) % len(names)]}"


def measure(count: int, player: str) -> None:
    """Prints how long a player takes in `count` states."""
    spans: list[tuple[float, float]] = []
    seed = 0
    while len(spans) < count:
        game = PokemonTcg(decks=theme_decks(seed))
        agent = make_agent(game, player)
        s, rng = game.setup(seeded(f"times/{seed}")), seeded(f"moves/{seed}")
        seed += 1
        while not s.over and len(spans) < count:
            moves = game.legal(s)
            seen = Observation(game, game.view(s, s.seat), s.seat, moves, rng)
            wall, cpu = time.perf_counter(), time.thread_time()
            move = agent.advise(seen).move
            span = (time.perf_counter() - wall, time.thread_time() - cpu)
            if s.phase == state.MAIN and not s.stack and s.turn >= MIDDLE and len(moves) > 1:
                spans.append(span)
            game.play(s, move if rng.below(RANDOM) else moves[rng.below(len(moves))])
    print(f"{state.__file__}: {player} in {count:,} states of {seed} matches")
    for name, times in zip(("on the clock", "of CPU time"), zip(*spans, strict=True), strict=True):
        cuts = statistics.quantiles(times, n=100)
        labels = ("mean", "median", "99 %", "max")
        found = (statistics.mean(times), cuts[49], cuts[98], max(times))
        figures = [f"{label} {1000 * each:.3f}" for label, each in zip(labels, found, strict=True)]
        print(f"ms {name}: {', '.join(figures)}")


def play(count: int) -> None:
    """Plays `count` matches by generated actions, and prints how they ended."""
    ends: Counter[str] = Counter()
    longest = busiest = actions = 0
    for number in range(count):
        decks = random_decks(seeded(f"decks/{number}")) if number % 2 else theme_decks(number // 2)
        match = new_match(decks, number, strict=number % 5 == 0, interactive=number % 7 == 0)
        turn = made = 0
        while match.state not in ENDED:
            player = match.waiting_for()[-1]
            match.play(generate_action(match, player, player))
            actions += 1
            made = made + 1 if match.turn == turn else 1
            turn = match.turn
            busiest, longest = max(busiest, made), max(longest, turn)
            assert made <= MOST_ACTIONS, f"match {number}: turn {turn} does not end"
            assert turn <= MOST_TURNS, f"match {number} does not end"
        ends[str(match.win_condition)] += 1
    print(f"{count:,} matches, {actions:,} actions, none refused: {dict(ends)}")
    print(f"longest match {longest} turns, longest turn {busiest} actions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("what", choices=("times", "matches"))
    parser.add_argument("--count", type=int, default=1000, help="states or matches")
    parser.add_argument("--agent", default="generator", help="whose times; generator by default")
    given = parser.parse_args()
    if given.what == "times":
        measure(given.count, given.agent)
    else:
        play(given.count)


if __name__ == "__main__":
    main()
