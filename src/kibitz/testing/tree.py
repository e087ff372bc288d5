"""Whole game trees: every decision and every outcome of chance, visited and counted.

A game draws its chance with `Rng.below` (or `pick`, `shuffle`, `roll`, `between`, which do).
Here the generator follows a script instead, so each outcome of each draw can be had in turn. Only
for small games: a shuffled deck of twenty cards has more orders than anybody can visit.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, Generic, NoReturn, TypeVar

from mypy_extensions import i64

from kibitz.core.enumeration import copy
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# How many nodes a walk visits before it is given up as too large.
LIMIT: Final = 1_000_000

DECISION: Final = "decision"
CHANCE: Final = "chance"
TERMINAL: Final = "terminal"


class TreeError(KibitzError, RuntimeError):
    """A game tree cannot be walked: it is too large, or its chance cannot be enumerated."""


class ScriptedRng(Rng):
    """A generator that draws what it is told: one number of the script for each draw.

    After the end of the script every draw gives 0. What was drawn, and from how many outcomes, is
    kept, so that a caller can go through all of them.

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
        """Gives the next number of the script.

        Raises:
            ValueError: if the bound is not positive, or the script's number not below it.
        """
        if bound <= 0:
            raise ValueError(f"cannot draw below {bound}; the bound is 1 or more")
        place = len(self.drawn)
        number = self.script[place] if place < len(self.script) else 0
        if not 0 <= number < bound:
            raise ValueError(f"draw {place} is below {bound}, but the script says {number}")
        self.drawn = (*self.drawn, number)
        self.bounds = (*self.bounds, bound)
        return number

    def word(self) -> NoReturn:
        """Refuses; so do `random`, `flip` and `fork`, which draw words.

        Raises:
            TreeError: always.
        """
        raise TreeError(
            "word(), random(), flip() and fork() have too many outcomes to go through;"
            " draw with below(), pick(), shuffle(), roll() or between()"
        )

    def child(self, name: str) -> NoReturn:
        """Refuses, for the script would not reach the new stream.

        Raises:
            TreeError: always.
        """
        raise TreeError(f"the stream {name!r} cannot be scripted; draw from the state's own rng")

    def clone(self) -> "ScriptedRng":
        """Copies the generator; both copies go on at the same place of the script."""
        return ScriptedRng(self.script, self.drawn, self.bounds)

    def key(self) -> tuple[int, int, int, int]:
        """Returns numbers that tell apart what was drawn and what is still to come."""
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
        history: what led here from the start: moves, and the results of draws as numbers.
        branches: what can come next: the legal moves, or the results that the draw can have.
        probability: how likely play comes here if every branch is equally likely.
        state: the state, to be read; None at a chance node, which lies within a move.
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
        way = " ".join(str(step) for step in self.history)
        return f"TreeNode({self.kind} after {way or 'nothing'}, {len(self.branches)} branches)"


class TreeCount:
    """What there is in a game tree.

    Attributes:
        decisions: nodes at which a seat decides.
        chance: nodes at which chance decides; every draw is one.
        terminals: ends of the game, each reached by one history.
        returns: by seat, the sum of its returns over all ends.
        absolute_returns: by seat, the sum of what it wins or loses, both taken as positive.
        average_returns: by seat, what it wins on average if every branch is equally likely.
        depth: the moves and draws of the longest history.
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
    """Counts the whole tree of a game.

    Args:
        game: the rules; all their chance comes from the state's own generator.
        limit: how many nodes to visit at most.

    Raises:
        TreeError: if there are more nodes, or the game draws what cannot be enumerated.
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
    """Yields every node of a game's tree, each one before those behind it.

    Args:
        game: the rules; all their chance comes from the state's own generator.
        limit: how many nodes to visit at most.

    Raises:
        TreeError: if there are more nodes, or the game draws what cannot be enumerated.
    """
    visited = 0
    ways = [after(game, game.setup, (), 1.0)]  # one for each level, deep trees included
    while ways:
        node = next(ways[-1], None)
        if node is None:
            ways.pop()
            continue
        visited += 1
        if visited > limit:
            raise TreeError(f"the tree of {game.id} has more than {limit} nodes, the limit")
        yield node
        if node.kind == DECISION:
            ways.append(behind(game, node))


def behind(game: Game[S, V], node: TreeNode[S]) -> Iterator[TreeNode[S]]:
    """Yields the nodes right behind a decision, move by move."""
    for move in node.branches:
        if node.state is not None and isinstance(move, Move):
            step = partial(played, game, node.state, move)
            share = node.probability / len(node.branches)
            yield from after(game, step, (*node.history, move), share)


def played(game: Game[S, V], state: S, move: Move[S], rng: Rng) -> S:
    """Plays a move on a copy of a state, with other dice."""
    twin = copy(state)
    twin.rng = rng
    game.play(twin, move)
    return twin


def after(
    game: Game[S, V],
    step: Callable[[Rng], S],
    history: tuple[Move[S] | int, ...],
    probability: float,
) -> Iterator[TreeNode[S]]:
    """Takes a step once for each way in which its draws can fall; yields what it leads to.

    That is the draws themselves, each when it is met first, and the state after the last of them.
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
        yield settled(game, state, history + rng.drawn, share)
        script = next_script(rng)


def next_script(rng: ScriptedRng) -> tuple[int, ...] | None:
    """Returns the script of the next outcome, counting up the last draw that can be; or None."""
    for place in range(len(rng.drawn) - 1, -1, -1):
        if rng.drawn[place] + 1 < rng.bounds[place]:
            return (*rng.drawn[:place], rng.drawn[place] + 1)
    return None


def settled(
    game: Game[S, V], state: S, history: tuple[Move[S] | int, ...], probability: float
) -> TreeNode[S]:
    """Makes the node of a state in which nothing is left to be drawn."""
    moves = game.legal(state)
    if not moves and not state.over:
        raise TreeError(f"{game.id} goes on, but seat {state.seat} has no legal move: {state!r}")
    return TreeNode(TERMINAL if state.over else DECISION, history, moves, probability, state)
