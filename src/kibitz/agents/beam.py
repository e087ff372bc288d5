"""The player that plans its turn: a cheap score keeps the best moves, simulation ranks them.

A line is a sequence of moves of one seat. The beam builds lines move by move in worlds that the
seat cannot rule out, and keeps the best few of each length. What a move and a state are worth is
a `Planner`'s to say.
"""

import time
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from kibitz.agents.limits import DAY, at_least, end_of, within
from kibitz.agents.lines import Line, Node, World, mean_reasons
from kibitz.agents.planner import Planner, check_candidates
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

# No search has more worlds: all of them are kept until it ends.
WORLDS: Final = 100_000
# What ended a search.
DONE: Final = "done"
NODES: Final = "nodes"
CLOCK: Final = "clock"
FORCED: Final = "forced"
UNTRIED: Final = "untried"


class Search(Generic[S, V]):
    """One run of the beam.

    A first move is tried in all worlds that have it, or is not compared. Lines then grow level by
    level, and within a level in rounds: one node of every world, the best of each first. A round
    that is cut short does not count. So however the run ends, no world was looked into further
    than another that had nodes left to grow.
    """

    def __init__(self, agent: "BeamAgent[S, V]", seen: Observation[S, V]) -> None:
        """Takes the settings and the decision; the clock starts here."""
        self.agent: Final = agent
        self.planner: Final = agent.planner
        self.seen: Final = seen
        self.deadline: Final = end_of(seen.deadline, agent.ms, time.monotonic())
        self.simulated = 0
        self.pruned = 0
        self.merged = 0
        self.depth = 0
        self.stopped = ""
        self.worlds: Final[list[World[S]]] = []

    def run(self) -> list[Line[S]]:
        """Grows the beam until it is done or its budget is; returns the first moves, best first.

        Where no world has a first move to try, that is the first legal move, unseen.
        """
        self.imagine()
        tried = self.open()
        if not tried:
            self.stopped = UNTRIED
            reason = Reason(UNTRIED, 0.0, "no world had a move to try")
            return [Line(self.seen.moves[0], (), [reason])]
        depth = 1
        while not self.stopped and depth < self.agent.depth and self.grow(depth):
            depth += 1
        for world in self.worlds:
            for node in reversed(world.expanded):
                node.settle()
        lines = [self.line(index) for index in tried]
        lines.sort(key=lambda line: -line.score)
        return lines

    def imagine(self) -> None:
        """Samples worlds and scores their first moves, while there is time; one world at least.

        There are no more than simulations, because a first move is tried in all of them.
        """
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        index_of = {move: index for index, move in enumerate(self.seen.moves)}
        for number in range(min(self.agent.worlds, self.agent.nodes)):
            if number > 0 and self.late():
                break
            # Named streams leave `seen.rng` as it is: asked again, the beam meets the same worlds.
            state = game.sample(self.seen.view, self.seen.rng.child(f"world {number}"))
            world = World(state, planner.key(state))
            for move in planner.candidates(game, state, seat, 0):
                index = index_of.get(move)
                if index is not None:  # else a move of hidden cards that exist in this world only
                    world.openings[index] = planner.quick(game, state, move, seat)
            self.worlds.append(world)

    def open(self) -> list[int]:
        """Tries the first moves, each in all worlds; returns those that can be compared."""
        tried: list[int] = []
        for index in self.shortlist():
            for world in self.worlds:
                if index not in world.openings:
                    continue
                if self.spent():
                    # A move that met fewer worlds than the others cannot be held against them.
                    return tried or [index]
                world.first[index] = self.simulate(world, world.root, self.seen.moves[index])
                self.depth = 1
            tried.append(index)
        return tried

    def shortlist(self) -> list[int]:
        """Keeps the first moves with the best quick scores, on average of the worlds."""
        total = [0.0] * len(self.seen.moves)
        count = [0] * len(self.seen.moves)
        for world in self.worlds:
            for index, score in world.openings.items():
                total[index] += score
                count[index] += 1
        found = [index for index in range(len(count)) if count[index]]
        if not found:
            for world in self.worlds:
                check_candidates(self.planner, self.seen.game, world.root.state, self.seen.seat)
        found.sort(key=lambda index: -total[index] / float(count[index]))
        for index in found[self.agent.expand[0] :]:
            self.pruned += count[index]
        return found[: self.agent.expand[0]]

    def grow(self, depth: int) -> bool:
        """Makes the lines of every world one move longer; returns whether that went to its end."""
        levels = [world.select(self.agent.width) for world in self.worlds]
        rounds = max([len(level) for level in levels])
        for rank in range(rounds):
            grown: list[tuple[World[S], Node[S]]] = []
            for index, world in enumerate(self.worlds):
                if rank < len(levels[index]):
                    node = levels[index][rank]
                    if not self.expand(world, node, depth):
                        return False
                    grown.append((world, node))
            for world, node in grown:
                world.expanded.append(node)
            self.depth = depth + 1
        return rounds > 0

    def expand(self, world: World[S], node: Node[S], depth: int) -> bool:
        """Tries the moves from a node that have the best quick scores; returns if all were."""
        game, seat, planner, state = self.seen.game, self.seen.seat, self.planner, node.state
        scored: list[tuple[float, Move[S]]] = []
        for move in planner.candidates(game, state, seat, depth):
            scored.append((planner.quick(game, state, move, seat), move))
        scored.sort(key=lambda pair: -pair[0])
        kept = scored[: self.agent.expand[min(depth, len(self.agent.expand) - 1)]]
        self.pruned += len(scored) - len(kept)
        node.rests = planner.rests(game, state, seat)
        for _, move in kept:
            if self.spent():
                return False
            child = self.simulate(world, node, move)
            if not child.loops:
                node.moves.append(move)
                node.children.append(child)
        return True

    def simulate(self, world: World[S], parent: Node[S], move: Move[S]) -> Node[S]:
        """Plays a move on a copy, evaluates what it leads to and looks it up in the table."""
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        state = parent.state.clone()
        game.play(state, move)
        self.simulated += 1
        ended = state.over or state.seat != seat or planner.stops(game, state, seat)
        reasons = planner.evaluate(game, state, seat, self.deadline)
        node = Node(state, parent.depth + 1, reasons)
        if not ended and world.place(planner.key(state), node):
            self.merged += 1
        return node

    def spent(self) -> bool:
        """Tells whether a budget is used up, and notes which; never before one simulation."""
        if self.simulated == 0:
            return False
        if self.late():
            return True
        if self.simulated >= self.agent.nodes:
            self.stopped = NODES
            return True
        return False

    def late(self) -> bool:
        """Tells whether the clock has run out, and notes it.

        It is read every time: that takes far less than any simulation.
        """
        if self.deadline is None:
            return False
        if self.stopped != CLOCK and time.monotonic() >= self.deadline:
            self.stopped = CLOCK
        return self.stopped == CLOCK

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

        None of the defaults was measured. `expand` is what a planner for the card battles of Slay
        the Spire used; the others are guesses, for a decision of well under a second in a quick
        game.

        Args:
            planner: what the game says about moves and states.
            width: how many lines of each length are built on, in each world.
            expand: how many moves are simulated after 0, 1, ... moves of a line; the last repeats.
            depth: how many moves a line has at most.
            worlds: how many worlds are sampled, no more than `nodes`.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.

        Raises:
            ValueError: if one of them is out of range.
        """
        check_bounds(width, expand, depth, worlds, nodes, ms)
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


def check_bounds(
    width: int, expand: Sequence[int], depth: int, worlds: int, nodes: int, ms: int
) -> None:
    """Refuses bounds of a search that make no sense.

    Raises:
        ValueError: if one of them is out of range; names it and what would do.
    """
    if not expand:
        raise ValueError("expand needs at least one number")
    at_least("width", width, 1)
    for count in expand:
        at_least("expand", count, 1)
    at_least("depth", depth, 1)
    within("worlds", worlds, 1, WORLDS)
    at_least("nodes", nodes, 1)
    within("ms", ms, 0, DAY)


def make_beam(
    width: int = 8,
    expand: int = 12,
    depth: int = 3,
    worlds: int = 4,
    playouts: int = 2,
    nodes: int = 2000,
    ms: int = 0,
) -> BeamAgent[S, V]:
    """Makes the beam for a game that brings no planner of its own.

    The defaults are guesses; two differ from those of `BeamAgent`, for the reason given.

    Args:
        width: how many lines of each length are built on, in each world.
        expand: how many moves of a state are simulated, the first that the game lists. Here it is
            the same for all lengths of a line: without quick scores nothing says that later moves
            may be cut harder.
        depth: how many moves a line has at most. Here it is less, because every state on the way
            is played out, and playouts look ahead themselves.
        worlds: how many worlds are sampled, no more than `nodes`.
        playouts: how often a state is played out to evaluate it; 0 to count what the seat has.
        nodes: how many moves are simulated at most, in all worlds together. The other defaults
            need less than half of it: 12 moves, then twice 8 times 12, in 4 worlds.
        ms: after how many milliseconds to stop; 0 for no clock, so that advice repeats.

    Raises:
        ValueError: if one of them is out of range.
    """
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
