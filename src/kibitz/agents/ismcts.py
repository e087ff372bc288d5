"""The player that searches: information-set Monte-Carlo tree search, for any game.

It plays the move it tried most often, and tells for every move how often it was tried, what it
brought on average, how much that varied and how the game is expected to go on. The search itself
is in `kibitz.agents.tree`.
"""

import math
import time
from typing import Final, TypeVar

from kibitz.agents.limits import DAY, end_of, within
from kibitz.agents.tree import Node, Search
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.options import offer
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

# How many iterations there are if neither a number nor a time is given.
ITERATIONS: Final = 1000
# And if only a time is given: more than any clock allows.
UNCOUNTED: Final = 1_000_000_000
# A playout is broken off here; only games that chance alone may never end come so far.
LIMIT: Final = 1000
FORCED: Final = "forced"
# What picks the moves of playouts.
POLICY: Final = "policy"
CHANCE: Final = "random"
# How many moves of an expected line are told in words.
TOLD: Final = 4


class IsmctsAgent:
    """Searches one tree over all worlds that its seat cannot rule out."""

    def __init__(
        self,
        iterations: int | None = None,
        ms: int = 0,
        exploration: float = 0.7,
        rollouts: str = POLICY,
        limit: int = LIMIT,
    ) -> None:
        """Takes the budget and how to search.

        The same observation gives the same advice, unless a clock decides.

        Args:
            iterations: how many playouts to try; without a number 1000, or no limit but the
                time if there is one.
            ms: how many milliseconds to take; 0 for as long as the iterations need. Given both,
                what comes first ends the search.
            exploration: how much to try what is not known well yet; results count from 0, the
                worst of this search, to 1, the best. In Jaipur 0.4 and 1.0 could not be told
                from 0.7 in 80 games.
            rollouts: what picks the moves of playouts: `policy` (the game's own, where it has
                one) or `random`.
            limit: how many moves a playout has at most; then the returns so far count.

        Raises:
            ValueError: if a number is out of range, or the rollouts are unknown.
        """
        if iterations is not None:
            within("iterations", iterations, 1, UNCOUNTED)
        within("ms", ms, 0, DAY)
        if not 0.0 <= exploration < math.inf:
            raise ValueError(f"exploration is 0 or more, not {exploration}")
        if rollouts not in (POLICY, CHANCE):
            raise ValueError(
                f"rollouts cannot be {rollouts!r}; {offer(rollouts, (POLICY, CHANCE))}"
            )
        within("limit", limit, 0, UNCOUNTED)
        counted = UNCOUNTED if ms else ITERATIONS
        self.iterations: Final = counted if iterations is None else iterations
        self.ms: Final = ms
        self.exploration: Final = exploration
        self.rollouts: Final = rollouts
        self.limit: Final = limit

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Searches and ranks the moves it tried; a forced move is played without a search."""
        start = time.monotonic()
        if len(seen.moves) == 1:
            return forced(seen)
        end = end_of(seen.deadline, self.ms, start)
        guided = self.rollouts == POLICY
        search = Search(seen, self.exploration, guided, self.limit)
        stopped = search.run(self.iterations, end)
        return explain(search, stopped, time.monotonic() - start)


def forced(seen: Observation[S, V]) -> Advice[S]:
    """Advises the only legal move; nothing is known of its value."""
    move = seen.moves[0]
    option = Option(move, 1.0, (Reason(FORCED, 1.0, "the only legal move"),))
    trace: dict[str, Json] = {
        "iterations": 0,
        "depth": 0,
        "nodes": 0,
        "stopped": FORCED,
        "options": [],
    }
    return Advice(move, 0.0, (option,), trace=trace)


def explain(search: Search[S, V], stopped: str, seconds: float) -> Advice[S]:
    """Turns what a search found into advice.

    A move that was never tried is no option. Only where not one could be tried, because no world
    offered a move of the match, the first legal move is advised unseen.
    """
    ranked = rank(search)
    trace: dict[str, Json] = {
        "iterations": search.iterations,
        "depth": search.depth,
        "nodes": search.size,
        "stopped": stopped,
        "options": [facts(node) for node in ranked],
    }
    if not ranked:
        move = search.moves[0]
        untried = Option(move, 0.0, (Reason("visits", 0.0, "no world had a move to try"),))
        return Advice(move, 0.0, (untried,), trace=trace, seconds=seconds)
    visits = sum([node.visits for node in ranked])
    best = ranked[0]
    return Advice(
        best.move,
        best.mean(),
        tuple([option_of(node, visits) for node in ranked]),
        tuple([node.move for node in best.line()]),
        trace,
        seconds,
    )


def rank(search: Search[S, V]) -> list[Node[S]]:
    """Lists what was tried at the root: by visits, then by value, then in listing order."""
    nodes = search.root.nodes
    tried = [nodes[move] for move in search.moves if move in nodes]
    return sorted(tried, key=lambda node: (-node.visits, -node.mean()))


def option_of(node: Node[S], visits: float) -> Option[S]:
    """Makes the option of a node; its score is its share of all visits."""
    share = node.visits / visits
    error = node.spread() / math.sqrt(node.visits)
    words = [
        f"{node.visits:.0f} of {visits:.0f} tries",
        f"value {node.mean():+.3g} ± {error:.2g}, spread {node.spread():.2g}",
    ]
    line = [str(after.move) for after in node.line()]
    if line:
        words.append("then " + ", ".join(line[:TOLD]) + (", ..." if len(line) > TOLD else ""))
    return Option(node.move, share, (Reason("visits", share, "; ".join(words)),))


def facts(node: Node[S]) -> Json:
    """Writes what the search knows of a root move as a JSON object.

    `spread` is the standard deviation of the results, `error` that of their mean.
    """
    line: list[Json] = [str(after.move) for after in node.line()]
    return {
        "move": str(node.move),
        "visits": int(node.visits),
        "value": node.mean(),
        "spread": node.spread(),
        "error": node.spread() / math.sqrt(node.visits),
        "line": line,
    }
