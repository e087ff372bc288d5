"""Plays random games in this process and prints nothing: valgrind counts its instructions.

`python -m benchmarks.instructions jaipur 50` plays 50 games of Jaipur; the deals are always the
same. The difference between two numbers of games is what the games cost, without the imports.
"""

import argparse

from kibitz import games
from kibitz.core import play_out
from kibitz.core.randomness import seeded


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("game")
    parser.add_argument("count", type=int)
    arguments = parser.parse_args()
    game, rng = games.load(arguments.game), seeded("instructions")
    for _ in range(arguments.count):
        play_out(game, game.setup(rng), rng)


if __name__ == "__main__":
    main()
