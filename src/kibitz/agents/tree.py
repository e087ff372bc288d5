"""The tree of an information-set search: what was tried, from one seat's point of view.

Single-observer information-set Monte-Carlo tree search, after Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search" (2012). There is one tree for all worlds that the
searching seat cannot rule out. Every iteration imagines another one of them and goes down the
tree by moves that are legal in it, so what is learnt of a move is an average over the worlds.

Nodes go by moves alone. What chance turns up on the way shows only in which moves are legal: two
worlds that have come to look different to the seat still share what the same moves taught.

This is the hot loop of every search; it is written to be compiled.
"""

import math
import time
from typing import Final, Generic, TypeVar

from kibitz.core.agent import Observation, Policy
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# Why a search stopped.
BUDGET: Final = "budget"
CLOCK: Final = "clock"
DECIDED: Final = "decided"

# How many iterations there are whatever the clock says: advice should rest on something.
FEWEST: Final = 8
# After how many iterations a search looks whether its result is settled.
LOOK: Final = 16


class Node(Generic[S]):
    """A move that was tried after the moves above it, and what was tried next.

    Counts are floats, because they are divided by and multiplied with floats only.

    Attributes:
        move: the move.
        seat: who chose it.
        visits: how often it was tried.
        available: how often it was legal when the node above was visited, since it was first
            tried. A move that is seldom legal is compared by its own chances, not by all visits.
        total: the sum of what `seat` got.
        squares: the sum of the squares of what `seat` got.
        decisions: what was tried next; the seat that decided last comes first.
    """

    def __init__(self, move: Move[S], seat: int) -> None:
        """Takes a move that is about to be tried for the first time."""
        self.move: Final = move
        self.seat: Final = seat
        self.visits = 0.0
        self.available = 1.0
        self.total = 0.0
        self.squares = 0.0
        self.decisions: Decision[S] | None = None

    def decision(self, seat: int) -> "Decision[S]":
        """Returns what a seat tried after this move; makes room for it if that is nothing yet."""
        found = self.decisions
        while found is not None:
            if found.seat == seat:
                return found
            found = found.other
        made: Decision[S] = Decision(seat, self.decisions)
        self.decisions = made
        return made

    def mean(self) -> float:
        """Returns what `seat` got on average, on the game's own scale."""
        return self.total / self.visits if self.visits else 0.0

    def spread(self) -> float:
        """Returns the standard deviation of what `seat` got."""
        if not self.visits:
            return 0.0
        mean = self.total / self.visits
        # Rounding can push the variance of equal results a hair below zero.
        return math.sqrt(max(0.0, self.squares / self.visits - mean * mean))

    def line(self) -> "list[Node[S]]":
        """Returns the expected line: from here on the most visited node, again and again."""
        found: list[Node[S]] = []
        best = favourite(self.decisions)
        while best is not None:
            found.append(best)
            best = favourite(best.decisions)
        return found


class Decision(Generic[S]):
    """What one seat tried after the same moves.

    Chance may settle who is next, so there can be one for every seat; they hang together by
    `other`.
    """

    def __init__(self, seat: int, other: "Decision[S] | None" = None) -> None:
        """Takes who decides, and the decisions of other seats after the same moves."""
        self.seat: Final = seat
        self.other: Final = other
        self.nodes: Final[dict[Move[S], Node[S]]] = {}


def favourite(decision: Decision[S] | None) -> Node[S] | None:
    """Returns the most visited node of all that was tried next; among equals, the better one.

    A single visit is no expectation: it was its turn, nothing more.
    """
    best: Node[S] | None = None
    while decision is not None:
        for node in decision.nodes.values():
            if node.visits > 1.0 and (best is None or outranks(node, best)):
                best = node
        decision = decision.other
    return best


def outranks(node: Node[S], other: Node[S]) -> bool:
    """Tells whether a node stands before another: more visits or, with equal visits, more value."""
    if node.visits != other.visits:
        return node.visits > other.visits
    return node.mean() > other.mean()


class Search(Generic[S, V]):
    """One search for one decision: the tree, and what is needed to grow it.

    Attributes:
        root: what the searching seat tried.
        iterations: how many there were.
        size: how many nodes the tree has.
        depth: how many moves the longest way down took.
    """

    def __init__(
        self, seen: Observation[S, V], exploration: float, guided: bool, limit: int
    ) -> None:
        """Takes what the seat sees and how to search.

        Args:
            seen: the observation; its generator is read, never drawn from.
            exploration: the weight of what is not known well yet.
            guided: whether the game's policy picks the moves of playouts; else chance does.
            limit: how many moves a playout has at most.
        """
        policy = seen.game.policy()
        self.game: Final = seen.game
        self.view: Final = seen.view
        self.moves: Final = seen.moves
        self.allowed: Final = frozenset(seen.moves)
        self.policy: Final[Policy[S]] = Policy() if policy is None else policy
        self.guided: Final = guided and policy is not None
        self.exploration: Final = exploration
        self.limit: Final = limit
        self.rng: Final = seen.rng.child("search")
        self.root: Final[Decision[S]] = Decision(seen.seat)
        # The least and the most that each seat got in this search.
        self.lows: Final = [math.inf] * seen.game.seats
        self.highs: Final = [-math.inf] * seen.game.seats
        self.path: Final[list[Node[S]]] = []
        self.iterations = 0
        self.size = 0
        self.depth = 0

    def run(self, iterations: int, end: float | None) -> str:
        """Searches until a budget is used up or the result is settled; returns why it stopped.

        Args:
            iterations: how many iterations there are at most.
            end: when to stop, on the clock of `time.monotonic`; None for no such limit.
        """
        for done in range(iterations):
            if end is not None and done >= FEWEST and time.monotonic() >= end:
                return CLOCK
            if done % LOOK == 0 and self.is_decided(iterations - done):
                return DECIDED
            self.iterate()
        return BUDGET

    def is_decided(self, left: int) -> bool:
        """Tells whether the most visited move stays so, whatever the iterations left find."""
        first, second = 0.0, 0.0
        for node in self.root.nodes.values():
            if node.visits > first:
                second = first
                first = node.visits
            elif node.visits > second:
                second = node.visits
        return first - second > left

    def iterate(self) -> None:
        """Imagines a world, goes down the tree and one move beyond, and learns from the result."""
        values = self.descend(self.game.sample(self.view, self.rng))
        self.iterations += 1
        self.depth = max(self.depth, len(self.path))
        for seat in range(len(values)):
            value = values[seat]
            if value < self.lows[seat]:
                self.lows[seat] = value
            if value > self.highs[seat]:
                self.highs[seat] = value
        for node in self.path:
            value = values[node.seat]
            node.visits += 1.0
            node.total += value
            node.squares += value * value

    def descend(self, state: S) -> list[float]:
        """Plays from the root to the first new node, and on; returns what each seat gets."""
        game, policy, path = self.game, self.policy, self.path
        path.clear()
        decision = self.root
        moves = self.openings(state)
        while moves:
            node = self.select(decision, policy.shortlist(state, moves))
            path.append(node)
            game.play(state, node.move)
            values = policy.judge(state)
            if values is not None:
                return values
            if node.visits == 0.0:
                return self.play_out(state)
            if state.over:
                break
            decision = node.decision(state.seat)
            moves = game.legal(state)
        return game.returns(state)

    def openings(self, state: S) -> list[Move[S]]:
        """Lists the moves at the root: legal in this world and in the match.

        Worlds may name what is hidden in their own way, and offer moves that the match has not.
        """
        moves = self.game.legal(state)
        if moves == self.moves:
            return moves
        return [move for move in moves if move in self.allowed]

    def select(self, decision: Decision[S], moves: list[Move[S]]) -> Node[S]:
        """Picks the next node: a new one while there are any, else by upper confidence bound.

        The bound is on the scale of the deciding seat's results so far, so that `exploration`
        means the same in every game.
        """
        low, high = self.lows[decision.seat], self.highs[decision.seat]
        scale = self.exploration * (high - low if high > low else 1.0)
        nodes = decision.nodes
        untried: list[Move[S]] = []
        best: Node[S] | None = None
        highest = 0.0
        counted, log = 1.0, 0.0
        for move in moves:
            node = nodes.get(move)
            if node is None:
                untried.append(move)
                continue
            node.available += 1.0
            if untried:
                continue
            if node.available != counted:  # mostly all moves were available equally often
                counted = node.available
                log = math.log(counted)
            bound = node.total / node.visits + scale * math.sqrt(log / node.visits)
            if best is None or bound > highest:
                best = node
                highest = bound
        if best is None or untried:
            return self.grow(decision, untried)
        return best

    def grow(self, decision: Decision[S], untried: list[Move[S]]) -> Node[S]:
        """Adds one of the moves that were never tried to the tree."""
        move = untried[self.rng.below(len(untried))]
        node = Node(move, decision.seat)
        decision.nodes[move] = node
        self.size += 1
        return node

    def play_out(self, state: S) -> list[float]:
        """Plays on by policy or chance; returns what each seat gets.

        It is not `core.play_out`, because the verdict that ends a playout is wanted, too.
        """
        game, policy, rng = self.game, self.policy, self.rng
        for _ in range(self.limit):
            if state.over:
                break
            move = policy.choose(state, rng) if self.guided else None
            game.play(state, game.random_move(state, rng) if move is None else move)
            values = policy.judge(state)
            if values is not None:
                return values
        return game.returns(state)
