"""Game trees: every decision and every outcome of chance, visited and counted.

A game draws with `Rng.below` (or `pick`, `shuffle`, `roll`, `between`, which use it). Here the
generator follows a script instead, so that each outcome of each draw can be visited in turn. This
is only for small games: a deck of twenty cards has more orders than any computer can visit.

`perft` counts positions with the chance that a state has, which works for any game.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, Generic, NoReturn, TypeVar

from mypy_extensions import i64

from kibitz.core.errors import EnumerationLimit, KibitzError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# How many nodes or positions are visited at most.
LIMIT: Final = 1_000_000

DECISION: Final = "decision"
CHANCE: Final = "chance"
TERMINAL: Final = "terminal"


class TreeError(KibitzError, RuntimeError):
    """A game tree cannot be visited: it is too large, or its chance cannot be enumerated."""


class ScriptedRng(Rng):
    """A generator that returns the numbers of a script, one for each draw.

    After the end of the script every draw gives 0. The draws and their numbers of outcomes are
    kept, so that a caller can go through all outcomes.

    Attributes:
        script: the results to give, in order.
        drawn: the results given so far.
        bounds: how many outcomes each of those draws had.
    """

    def __init__(
        self, script: tuple[int, ...], drawn: tuple[int, ...] = (), bounds: tuple[int, ...] = ()
    ) -> None:
        super().__init__(0, 0, 0, 0)
        self.script: Final = script
        self.drawn = drawn
        self.bounds = bounds

    def below(self, bound: i64) -> i64:
        """Returns the next number of the script.

        Raises:
            ValueError: if the bound is not positive, or the script's number is not below it.
        """
        if bound <= 0:
            raise ValueError(f"invalid bound={bound}: expected 1 or more")
        place = len(self.drawn)
        number = self.script[place] if place < len(self.script) else 0
        if not 0 <= number < bound:
            raise ValueError(f"invalid script: {number} for draw {place}, expected below {bound}")
        self.drawn = (*self.drawn, number)
        self.bounds = (*self.bounds, bound)
        return number

    def word(self) -> NoReturn:
        """Raises an error; so do `random`, `flip` and `fork`, which draw words.

        Raises:
            TreeError: always.
        """
        raise TreeError(
            "word(), random(), flip() and fork() have too many outcomes to go through;"
            " draw with below(), pick(), shuffle(), roll() or between()"
        )

    def child(self, name: str) -> NoReturn:
        """Raises an error, because the script would not reach the new stream.

        Raises:
            TreeError: always.
        """
        raise TreeError(f"the stream {name!r} cannot be scripted; draw from the state's own rng")

    def clone(self) -> "ScriptedRng":
        """Copies the generator; both continue at the same place of the script."""
        return ScriptedRng(self.script, self.drawn, self.bounds)

    def key(self) -> tuple[int, int, int, int]:
        """Returns numbers that differ if the draws so far or the script differ."""
        return (len(self.drawn), pack(self.drawn), pack(self.bounds), pack(self.script))

    def __repr__(self) -> str:
        return f"ScriptedRng({self.script}, {self.drawn}, {self.bounds})"

    def __reduce__(self) -> tuple[object, ...]:
        return (ScriptedRng, (self.script, self.drawn, self.bounds))


def pack(numbers: tuple[int, ...]) -> int:
    """Packs numbers below 2**32 into a single one; different tuples give different results."""
    packed = 1
    for number in numbers:
        packed = (packed << 32) + number
    return packed


class TreeNode(Generic[S]):
    """One node of a game tree.

    Attributes:
        kind: `DECISION`, `CHANCE` or `TERMINAL`.
        history: the way here from the start: moves, and the results of draws as numbers.
        branches: what can come next: the legal moves, or the possible results of the draw.
        probability: the probability of this node if every branch is equally likely.
        state: the state, only to be read; None at a chance node, which is in the middle of a move.
    """

    def __init__(
        self,
        kind: str,
        history: tuple[Move[S] | int, ...],
        branches: Sequence[Move[S] | int],
        probability: float,
        state: S | None = None,
    ) -> None:
        self.kind: Final = kind
        self.history: Final = history
        self.branches: Final = branches
        self.probability: Final = probability
        self.state: Final = state

    def __repr__(self) -> str:
        history = " ".join(str(step) for step in self.history)
        return f"TreeNode({self.kind} after {history or 'nothing'}, {len(self.branches)} branches)"


class TreeCount:
    """The figures of a game tree.

    Attributes:
        decisions: the number of nodes at which a seat decides.
        chance: the number of draws.
        terminals: the number of nodes at which the game is over.
        returns: by seat, the sum of its returns over all terminals.
        absolute_returns: by seat, the sum of the absolute values of its returns.
        average_returns: by seat, its average return if every branch is equally likely.
        depth: the number of moves and draws of the longest history.
    """

    def __init__(self, seats: int) -> None:
        self.decisions = 0
        self.chance = 0
        self.terminals = 0
        self.returns: list[float] = [0.0] * seats
        self.absolute_returns: list[float] = [0.0] * seats
        self.average_returns: list[float] = [0.0] * seats
        self.depth = 0

    def to_json(self) -> dict[str, object]:
        """Writes the figures as a JSON object."""
        return dict(vars(self))

    def __repr__(self) -> str:
        return f"TreeCount({', '.join(f'{name}={value}' for name, value in vars(self).items())})"


def walk_tree(game: Game[S, V], limit: int = LIMIT) -> TreeCount:
    """Visits the whole tree of a game and counts it.

    Args:
        game: the rules; all chance comes from the state's own generator.
        limit: how many nodes to visit at most.

    Raises:
        TreeError: if there are more nodes, or a draw cannot be enumerated.
    """
    count = TreeCount(game.seats)
    for node in tree_nodes(game, limit):
        count.depth = max(count.depth, len(node.history))
        if node.kind == CHANCE:
            count.chance += 1
        elif node.kind == DECISION:
            count.decisions += 1
        elif node.state is not None:
            count.terminals += 1
            for seat, value in enumerate(game.returns(node.state)):
                count.returns[seat] += value
                count.absolute_returns[seat] += abs(value)
                count.average_returns[seat] += value * node.probability
    return count


def tree_nodes(game: Game[S, V], limit: int = LIMIT) -> Iterator[TreeNode[S]]:
    """Yields every node of a game's tree, each one before its children.

    Args:
        game: the rules; all chance comes from the state's own generator.
        limit: how many nodes to visit at most.

    Raises:
        TreeError: if there are more nodes, or a draw cannot be enumerated.
    """
    visited = 0
    # One iterator for each level; recursion would fail on deep trees.
    levels = [outcomes(game, game.setup, (), 1.0)]
    while levels:
        node = next(levels[-1], None)
        if node is None:
            levels.pop()
            continue
        visited += 1
        if visited > limit:
            raise TreeError(f"the tree of {game.id} has more than {limit} nodes, the limit")
        yield node
        if node.kind == DECISION:
            levels.append(children(game, node))


def children(game: Game[S, V], node: TreeNode[S]) -> Iterator[TreeNode[S]]:
    """Yields the nodes right after a decision, move by move."""
    for move in node.branches:
        if node.state is not None and isinstance(move, Move):
            step = partial(play_with, game, node.state, move)
            share = node.probability / len(node.branches)
            yield from outcomes(game, step, (*node.history, move), share)


def play_with(game: Game[S, V], state: S, move: Move[S], rng: Rng) -> S:
    """Plays a move on a copy of a state, with another generator."""
    twin = state.clone()
    twin.rng = rng
    game.play(twin, move)
    return twin


def outcomes(
    game: Game[S, V],
    step: Callable[[Rng], S],
    history: tuple[Move[S] | int, ...],
    probability: float,
) -> Iterator[TreeNode[S]]:
    """Takes a step once for each combination of results of its draws; yields the nodes.

    These are the draws themselves, each when it is first met, and the state after the last draw.
    """
    script: tuple[int, ...] | None = ()
    while script is not None:
        state = step(ScriptedRng(script))
        rng = state.rng
        if not isinstance(rng, ScriptedRng):
            raise TreeError(f"a state of {game.id} does not keep the generator it was given")
        share = probability
        for place, bound in enumerate(rng.bounds):
            if place >= len(script):
                yield TreeNode(CHANCE, history + rng.drawn[:place], range(bound), share)
            share /= bound
        yield node_of(game, state, history + rng.drawn, share)
        script = next_script(rng)


def next_script(rng: ScriptedRng) -> tuple[int, ...] | None:
    """Returns the script of the next outcome; None after the last one."""
    for place in range(len(rng.drawn) - 1, -1, -1):
        if rng.drawn[place] + 1 < rng.bounds[place]:
            return (*rng.drawn[:place], rng.drawn[place] + 1)
    return None


def node_of(
    game: Game[S, V], state: S, history: tuple[Move[S] | int, ...], probability: float
) -> TreeNode[S]:
    """Makes the node of a state after all draws."""
    moves = game.legal(state)
    if not moves and not state.over:
        raise TreeError(
            f"seat {state.seat} is to move in {game.id} and has no legal move: {state!r}"
        )
    return TreeNode(TERMINAL if state.over else DECISION, history, moves, probability, state)


# Perft.


def perft(game: Game[S, V], state: S, depth: int, *, limit: int = LIMIT) -> int:
    """Counts the positions after exactly `depth` moves, one for each sequence of moves.

    Chance comes from the state's own generator, so every branch draws the same numbers. A game that
    is over earlier adds nothing.

    Raises:
        EnumerationLimit: if there are more positions than `limit`.
    """
    return perft_table(game, state, depth, limit=limit)[depth]


def perft_table(game: Game[S, V], state: S, depth: int, *, limit: int = LIMIT) -> list[int]:
    """Counts the positions after 0, 1, ... `depth` moves, as `perft` does, in one pass.

    Raises:
        EnumerationLimit: if there are more positions than `limit`.
        ValueError: if the depth is negative.
    """
    if depth < 0:
        raise ValueError(f"invalid depth={depth}: expected 0 or more")
    counts = [0] * (depth + 1)
    count_positions(game, state, 0, counts, limit)
    return counts


def count_positions(game: Game[S, V], state: S, ply: int, counts: list[int], limit: int) -> None:
    """Counts a position and all after it; the last moves are only counted, not played."""
    counts[ply] += 1
    if ply + 1 == len(counts):
        return
    moves = game.legal(state)
    if sum(counts) > limit:
        raise EnumerationLimit(f"more than {limit} positions of {game.id}: {counts}")
    if ply + 2 == len(counts):
        counts[ply + 1] += len(moves)
        return
    for move in moves:
        twin = state.clone()
        game.play(twin, move)
        count_positions(game, twin, ply + 1, counts, limit)
