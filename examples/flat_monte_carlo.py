"""Flat Monte-Carlo: play every legal move in sampled worlds, finish at random, take the best.

    python examples/flat_monte_carlo.py --game leduc
    kibitz play leduc --opponent examples.flat_monte_carlo:FlatMonteCarlo:worlds=64

As a script, it plays paired deals against a random player: each deal twice, with the seats swapped.
The class plays any game as well, in the terminal and in the arena.
"""

from argparse import ArgumentParser
from typing import Any, Generic, TypeVar

from kibitz.agents import RandomAgent
from kibitz.core import (
    Advice,
    Agent,
    Game,
    Observation,
    Option,
    Reason,
    RuleEngine,
    State,
    play_out,
)
from kibitz.games import load

S = TypeVar("S", bound=State)
V = TypeVar("V")


class FlatMonteCarlo(Generic[S, V]):
    def __init__(self, worlds: int = 32) -> None:
        self.worlds = worlds

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        game = seen.game
        totals = [0.0] * len(seen.moves)
        for number in range(self.worlds):
            for index, move in enumerate(seen.moves):
                # The same name gives the same stream, so all moves are tried in the same world.
                rng = seen.rng.child(f"world {number}")
                world = game.sample(seen.view, rng)
                game.play(world, move)
                play_out(game, world, rng)
                totals[index] += game.returns(world)[seen.seat]
        options: list[Option[S]] = []
        for move, total in zip(seen.moves, totals, strict=True):
            text = f"average of {self.worlds} worlds, played out at random"
            reason = Reason("outlook", total / self.worlds, text)
            options.append(Option(move, reason.amount, (reason,)))
        options.sort(key=lambda option: -option.score)
        return Advice(options[0].move, options[0].score, tuple(options))


def play_match(game: Game[S, V], agents: list[Agent[S, V]], seed: int, deal: int) -> list[float]:
    engine = RuleEngine(game, seed=f"{seed}/{deal}")
    while engine.outcome is None:
        engine.play(agents[engine.seat].advise(engine.observe()).move)
    return list(engine.outcome.returns)


if __name__ == "__main__":
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="leduc")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rules: Game[Any, Any] = load(arguments.game)  # Any: the game is known by name only
    won = 0.0
    for number in range(arguments.matches):
        deal, seat = divmod(number, 2)
        players: list[Agent[Any, Any]] = [RandomAgent(), RandomAgent()]
        players[seat] = FlatMonteCarlo(arguments.worlds)
        won += play_match(rules, players, arguments.seed, deal)[seat]
    result = f"won {won:+g} against random in {arguments.matches} matches"
    print(f"{arguments.game}: flat Monte-Carlo {result}")
