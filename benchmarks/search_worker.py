"""One player of `benchmarks.search`: reads decisions from its standard input, a line of JSON each.

It runs on today's build and on that of an older revision, so it uses only what both have.
"""

import json
import sys

from kibitz import games
from kibitz.agents.registry import make_agent
from kibitz.core.agent import observation_of
from kibitz.core.randomness import seeded


def main() -> None:
    """Answers with the move, the iterations and the seconds of each decision."""
    name, spec, options = sys.argv[1:]
    game = games.load(name, **json.loads(options))
    for line in sys.stdin:
        position, seat, seed = json.loads(line)
        seen = observation_of(game, game.read_position(position), seat, seeded(seed))
        # A new agent for each decision: nothing is carried over from one to the next.
        advice = make_agent(game, spec).advise(seen)
        answer = [str(advice.move), advice.trace["iterations"], advice.seconds]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
