"""The player that plans its turn: a cheap score keeps the best moves, simulation ranks them.

A line is a sequence of moves of one seat. The beam builds lines move by move in worlds that the
seat cannot rule out, and keeps the best few of each length. What a move and a state are worth is
a `Planner`'s to say.
"""

import time
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from kibitz.agents.lines import Line, Node, World, mean_reasons
from kibitz.agents.planner import Planner, at_least
from kibitz.core.advice import Advice, Option, Reason
from kibitz.core.agent import Observation
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The clock is read after the first simulation, then once in so many.
CLOCK_EVERY: Final = 16
# What ended a search.
DONE: Final = "done"
NODES: Final = "nodes"
CLOCK: Final = "clock"
FORCED: Final = "forced"


class Search(Generic[S, V]):
    """One run of the beam.

    It grows level by level through all worlds, so that they are equally deep whenever it stops.
    """

    def __init__(self, agent: "BeamAgent[S, V]", seen: Observation[S, V]) -> None:
        """Takes the settings and the decision, and samples the worlds."""
        self.agent: Final = agent
        self.planner: Final = agent.planner
        self.seen: Final = seen
        self.deadline = seen.deadline
        if agent.ms:
            own = time.monotonic() + agent.ms / 1000.0
            self.deadline = own if seen.deadline is None else min(own, seen.deadline)
        self.simulated = 0
        self.pruned = 0
        self.merged = 0
        self.depth = 0
        self.stopped = ""
        self.worlds: Final[list[World[S]]] = [self.imagine(index) for index in range(agent.worlds)]

    def imagine(self, index: int) -> World[S]:
        """Samples a world; the same one again for the same index."""
        # Named streams leave `seen.rng` as it is: asked again, the beam meets the same worlds.
        state = self.seen.game.sample(self.seen.view, self.seen.rng.child(f"world {index}"))
        return World(state, self.planner.key(state))

    def run(self) -> list[Line[S]]:
        """Grows the beam until it is done or its budget is; returns the first moves, best first."""
        tried = self.open()
        depth = 1
        while not self.stopped and depth < self.agent.depth and self.grow(depth):
            depth += 1
        for world in self.worlds:
            for node in reversed(world.expanded):
                node.settle()
        lines = [self.line(index) for index in tried]
        lines.sort(key=lambda line: -line.score)
        return lines

    def open(self) -> list[int]:
        """Tries the first moves, each in all worlds; returns those that can be compared."""
        tried: list[int] = []
        for index in self.shortlist():
            for world in self.worlds:
                if index not in world.playable:
                    continue
                if self.spent(self.agent.nodes):
                    # A move that met fewer worlds than the others cannot be held against them.
                    return tried or [index]
                world.first[index] = self.simulate(world, world.root, self.seen.moves[index])
            tried.append(index)
        return tried

    def shortlist(self) -> list[int]:
        """Keeps the first moves with the best quick scores, on average of the worlds."""
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        index_of = {move: index for index, move in enumerate(self.seen.moves)}
        total = [0.0] * len(index_of)
        count = [0] * len(index_of)
        for world in self.worlds:
            state = world.root.state
            for move in planner.candidates(game, state, seat, 0):
                index = index_of.get(move)
                if index is None:
                    continue  # a move of hidden cards that exist in this world only
                world.playable.append(index)
                total[index] += planner.quick(game, state, move, seat)
                count[index] += 1
        found = [index for index in range(len(count)) if count[index]]
        if not found:
            raise RuntimeError(f"{type(planner).__name__} lists none of the legal moves")
        found.sort(key=lambda index: -total[index] / float(count[index]))
        for index in found[self.agent.expand[0] :]:
            self.pruned += count[index]
        return found[: self.agent.expand[0]]

    def grow(self, depth: int) -> bool:
        """Makes the lines of every world one move longer; returns whether any was."""
        grown = False
        for index, world in enumerate(self.worlds):
            # The worlds share what is left of the budget, so that none takes it from another.
            left = (self.agent.nodes - self.simulated) // (len(self.worlds) - index)
            limit = self.simulated + left
            for node in world.select(self.agent.width):
                if self.spent(limit):
                    break
                grown = True
                self.expand(world, node, depth, limit)
        return grown

    def expand(self, world: World[S], node: Node[S], depth: int, limit: int) -> None:
        """Tries the moves from a node that have the best quick scores."""
        game, seat, planner, state = self.seen.game, self.seen.seat, self.planner, node.state
        scored: list[tuple[float, Move[S]]] = []
        for move in planner.candidates(game, state, seat, depth):
            scored.append((planner.quick(game, state, move, seat), move))
        scored.sort(key=lambda pair: -pair[0])
        kept = scored[: self.agent.expand[min(depth, len(self.agent.expand) - 1)]]
        self.pruned += len(scored) - len(kept)
        node.rests = planner.rests(game, state, seat)
        world.expanded.append(node)
        for _, move in kept:
            if self.spent(limit):
                # Moves are missing, so those tried do not tell all that the state is worth.
                node.rests = True
                return
            child = self.simulate(world, node, move)
            if not child.loops:
                node.moves.append(move)
                node.children.append(child)

    def simulate(self, world: World[S], parent: Node[S], move: Move[S]) -> Node[S]:
        """Plays a move on a copy, evaluates what it leads to and looks it up in the table."""
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        state = parent.state.clone()
        game.play(state, move)
        self.simulated += 1
        self.depth = max(self.depth, parent.depth + 1)
        ended = state.over or state.seat != seat or planner.stops(game, state, seat)
        node = Node(state, parent.depth + 1, planner.evaluate(game, state, seat))
        if not ended and world.place(planner.key(state), node):
            self.merged += 1
        return node

    def spent(self, limit: int) -> bool:
        """Tells whether the clock has run out or a number of nodes is reached, and notes which."""
        due = self.simulated % CLOCK_EVERY == 1
        if due and self.deadline is not None and time.monotonic() >= self.deadline:
            self.stopped = CLOCK
        if self.stopped == CLOCK:
            return True
        if self.simulated >= limit:
            self.stopped = NODES
            return True
        return False

    def line(self, index: int) -> Line[S]:
        """Puts together what the worlds say about a first move."""
        plan: list[Move[S]] = []
        found: list[list[Reason]] = []
        for world in self.worlds:
            node = world.first.get(index)
            if node is not None:
                found.append(node.follow([] if found else plan))
        return Line(self.seen.moves[index], tuple(plan), mean_reasons(found))

    def trace(self) -> dict[str, Json]:
        """Counts what was done, and says what ended it."""
        return {
            "simulated": self.simulated,
            "pruned": self.pruned,
            "merged": self.merged,
            "worlds": len(self.worlds),
            "depth": self.depth,
            "stopped": self.stopped or DONE,
        }


class BeamAgent(Generic[S, V]):
    """Plans the rest of its turn and plays the first move of the best line.

    Chance and hidden cards are as sampled: within one world the beam knows what is coming. Several
    worlds, averaged, keep it from building on the luck of one.
    """

    def __init__(
        self,
        planner: Planner[S, V],
        width: int = 8,
        expand: Sequence[int] = (12, 10, 7, 5, 4),
        depth: int = 5,
        worlds: int = 4,
        nodes: int = 2000,
        ms: int = 0,
    ) -> None:
        """Takes the planner and the bounds of the search.

        Args:
            planner: what the game says about moves and states.
            width: how many lines of each length are built on, in each world.
            expand: how many moves are simulated after 0, 1, ... moves of a line; the last repeats.
            depth: how many moves a line has at most.
            worlds: how many worlds are sampled.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.

        Raises:
            ValueError: if one of them is too small.
        """
        if not expand:
            raise ValueError("expand needs at least one number")
        for name, value in (
            ("width", width),
            *[("expand", count) for count in expand],
            ("depth", depth),
            ("worlds", worlds),
            ("nodes", nodes),
        ):
            at_least(name, value, 1)
        at_least("ms", ms, 0)
        self.planner: Final = planner
        self.width: Final = width
        self.expand: Final = list(expand)
        self.depth: Final = depth
        self.worlds: Final = worlds
        self.nodes: Final = nodes
        self.ms: Final = ms

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Plans in sampled worlds; a forced move is played at once."""
        start = time.perf_counter()
        if len(seen.moves) == 1:
            return forced(seen.moves[0])
        search = self.search(seen)
        lines = search.run()
        options = [Option(line.move, line.score, tuple(line.reasons)) for line in lines]
        return Advice(
            lines[0].move,
            lines[0].score,
            tuple(options),
            lines[0].plan,
            search.trace(),
            time.perf_counter() - start,
        )

    def search(self, seen: Observation[S, V]) -> Search[S, V]:
        """Prepares one run, for whoever wants the lines of all first moves and not just advice."""
        return Search(self, seen)


def make_beam(
    width: int = 8,
    expand: int = 12,
    depth: int = 3,
    worlds: int = 4,
    playouts: int = 2,
    nodes: int = 2000,
    ms: int = 0,
) -> BeamAgent[S, V]:
    """Makes the beam for a game that brings no planner of its own."""
    planner: Planner[S, V] = Planner(playouts)
    return BeamAgent(planner, width, (expand,), depth, worlds, nodes, ms)


def forced(move: Move[S]) -> Advice[S]:
    """Advises the only legal move, which needs no search."""
    option = Option(move, 0.0, (Reason(FORCED, 0.0, "the only legal move"),))
    trace: dict[str, Json] = {
        "simulated": 0,
        "pruned": 0,
        "merged": 0,
        "worlds": 0,
        "depth": 0,
        "stopped": FORCED,
    }
    return Advice(move, 0.0, (option,), trace=trace)
