"""The planning player: a beam search over the moves of its turn.

A line is a sequence of moves of one seat. The search builds lines move by move in worlds that the
seat cannot rule out, and keeps the best few of each length. A quick score picks the moves to
simulate; a full evaluation of the states they lead to ranks the lines. Both come from a `Planner`.
As it stands it works for any game: it asks the game's policy what moves are worth, looks at how the
seats stand, and plays games out. A game that knows better writes its own.
"""

import time
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.agents.limits import (
    check_at_least,
    check_budget,
    check_clock,
    check_within,
    search_deadline,
    time_before_answers,
)
from kibitz.core.agent import (
    Advice,
    Observation,
    Option,
    Policy,
    Reason,
    expected_values,
    play_out,
    seat_values,
    unit_of,
)
from kibitz.core.errors import check_interrupts
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import declare_types
from kibitz.core.randomness import hidden_rng
from kibitz.core.ranges import Range, Whole
from kibitz.core.rulebook import overrides
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

# After how many moves a playout stops, unless the game's policy suggests another number; what comes
# later says little about the move in question.
HORIZON: Final = 1_000
# No state is played out more often: by then the mean is off by a hundredth of the spread.
PLAYOUTS: Final = 10_000
# No search has more worlds: all of them are kept until it ends.
WORLDS: Final = 100_000
# How many legal moves an error lists.
LISTED: Final = 8
# Replaces the generator of a state while its key is taken.
NO_RNG: Final = hidden_rng()
# Why a search stopped.
DONE: Final = "done"
NODES: Final = "nodes"
CLOCK: Final = "clock"
FORCED: Final = "forced"
UNTRIED: Final = "untried"
# What scores count that are added up from the weights of a policy.
QUICK_POINTS: Final = "points (as the game rates moves)"
# What there is to tune. All of it costs time, so give the agent few `nodes` or a clock: then more
# of one thing is less of another.
BEAM_RANGES: Final[dict[str, Range]] = {
    "width": Whole(1, 16, log=True),
    "expand": Whole(2, 32, log=True),
    "depth": Whole(1, 8),
    "worlds": Whole(1, 64, log=True),
}


# Planners.


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner(Generic[S, V]):
    """Rates moves and states for the beam search; this one suits any game.

    All methods see sampled worlds, never the true state, and must leave them as they are.
    """

    def __init__(self, playouts: int | None = 0) -> None:
        """Sets how many games to play out in the default evaluation of a state.

        Args:
            playouts: how many; None for as many as `default_playouts` says. With 0, a line is
                worth what its moves gain by their quick scores, and how the seat stands.

        Raises:
            ValueError: if the number is negative, or above `PLAYOUTS`.
        """
        if playouts is not None:
            check_within("playouts", playouts, 0, PLAYOUTS)
        self.playouts: Final = playouts
        self._game: Game[S, V] | None = None
        self._policy: Policy[S] | None = None
        self._count = 0

    def candidates(self, game: Game[S, V], state: S, seat: int, depth: int) -> list[Move[S]]:
        """Lists the legal moves to consider after `depth` moves of a line, at least one."""
        return game.legal(state)

    def quick(self, game: Game[S, V], state: S, moves: list[Move[S]], seat: int) -> list[float]:
        """Scores candidates to pick those to simulate; equal scores keep the listing order.

        By default: as the game's policy weighs them.
        """
        policy = self.policy(game)
        weights = None if policy is None else policy.weigh(state, moves)
        return [0.0] * len(moves) if weights is None else weights

    def evaluate(
        self,
        game: Game[S, V],
        state: S,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        """Returns the value of a state for a seat, as terms that add up; amounts are finite.

        By default: how the seat stands, and what playouts add to it on average; without playouts,
        what the moves gained. Where the game's policy can judge the state, its verdict counts
        instead of standing and playouts.

        Args:
            game: the rules.
            state: the state, in a sampled world.
            seat: the seat to evaluate it for.
            gain: the quick scores of the moves that led to it, added up.
            deadline: when to finish, on the clock of `time.monotonic`; None for no limit. Only
                an evaluation that takes long needs to look at it.

        Returns:
            The terms. Texts should hold for the mean of several worlds, too.
        """
        policy = self.policy(game)
        found: list[Reason] = []
        if gain and not self._count:
            found.append(Reason("gain", gain, "what the moves of the line bring"))
        judged = None if policy is None else policy.judge(state)
        if judged is not None:
            return [*found, Reason("judged", judged[seat], "how the line ends")]
        now = seat_values(game, state)[seat]
        if state.over:
            return [*found, Reason("end", now, "the game is over then")]
        found.append(Reason("now", now, "how you stand after the line"))
        if self._count:
            ends = self.later(game, state, seat, deadline)
            played = "once" if len(ends) == 1 else f"{len(ends)} times"
            text = f"what changes if the game is played on from there, {played} in each deal"
            found.append(Reason("later", add_up(ends) / len(ends) - now, text))
        return found

    def later(
        self, game: Game[S, V], state: S, seat: int, deadline: float | None = None
    ) -> list[float]:
        """Plays copies of a state out and returns what the seat has where each stops.

        There is at least one; the deadline cuts the others short.
        """
        policy = self.policy(game)
        suggested = None if policy is None else policy.horizon()
        # States that drew nothing get the same random numbers, so that luck favours none of them.
        rng = state.rng.clone()
        ends: list[float] = []
        for _ in range(self._count):
            if ends and deadline is not None and time.monotonic() >= deadline:
                break
            trial = state.clone()
            trial.rng = rng.fork()
            play_out(game, trial, rng, policy, HORIZON if suggested is None else suggested)
            judged = None if policy is None else policy.judge(trial)
            ends.append((expected_values(game, trial, policy) if judged is None else judged)[seat])
        return ends

    def key(self, state: S) -> object:
        """Returns a key that equal states share; by default it is all but the generator."""
        rng = state.rng
        state.rng = NO_RNG
        found = state.key()
        state.rng = rng
        return found

    def stops(self, game: Game[S, V], start: S, state: S, seat: int) -> bool:
        """Tells whether a line must end here, though the seat is to move again.

        By default: where the game's policy can judge the state. In a game for one player, compare
        with the start to end lines with the turn.

        Args:
            game: the rules.
            start: where the line began, in the same world.
            state: where it has led.
            seat: the seat that plans.
        """
        policy = self.policy(game)
        return policy is not None and policy.judge(state) is not None

    def rests(self, game: Game[S, V], state: S, seat: int) -> bool:
        """Tells whether a plan may end here, so that the state counts as it is.

        False, the default, makes a state worth what the best move tried from it leads to. True
        suits a turn that can be ended at any time, if `evaluate` looks at it as ended.
        """
        return False

    def unit(self, game: Game[S, V]) -> str:
        """Returns the unit of scores, such as `HP`; empty if there is none.

        By default: what the results of the game count, or without playouts the points of its
        quick scores. A planner with an evaluation of its own must say it itself.
        """
        policy = self.policy(game)
        if self._count:
            return unit_of(game)
        if overrides(type(self), Planner, "evaluate"):
            return ""
        return unit_of(game) if policy is None else QUICK_POINTS

    def policy(self, game: Game[S, V]) -> Policy[S] | None:
        """Returns the policy of the game; asks the game only once."""
        if game is not self._game:
            self._game = game
            self._policy = game.policy()
            wanted = self.playouts
            self._count = default_playouts(self._policy) if wanted is None else wanted
        return self._policy

    def __repr__(self) -> str:
        options = "" if self.playouts == 0 else f"playouts={self.playouts}"
        return f"{type(self).__name__}({options})"


def default_playouts(policy: Policy[S] | None) -> int:
    """Returns how often to play a state out in a game with this policy: once, or not at all.

    A policy that weighs moves but chooses none knows the game better than random playouts do: with
    these, the search lost all of 20 games against the greedy player of Duel.
    """
    kind = Policy if policy is None else type(policy)
    blind = overrides(kind, Policy, "weigh") and not overrides(kind, Policy, "choose")
    return 0 if blind else 1


def rate_candidates(
    planner: Planner[S, V], game: Game[S, V], state: S, seat: int, depth: int
) -> list[tuple[float, Move[S]]]:
    """Lists the candidates after `depth` moves of a line with their quick scores.

    Raises:
        RuntimeError: if there are not as many scores as candidates; names the planner.
    """
    moves = planner.candidates(game, state, seat, depth)
    scores = planner.quick(game, state, moves, seat)
    if len(scores) != len(moves):
        name = type(planner).__name__
        raise RuntimeError(f"{name}.quick gave {len(scores)} scores for {len(moves)} moves")
    return list(zip(scores, moves, strict=True))


def check_candidates(planner: Planner[S, V], game: Game[S, V], state: S, seat: int) -> None:
    """Checks that a planner lists legal moves for a state before the first move of a line.

    Raises:
        RuntimeError: if it lists another; names the planner, the move and the legal ones.
    """
    legal = game.legal(state)
    for move in planner.candidates(game, state, seat, 0):
        if move not in legal:
            known = ", ".join([str(other) for other in legal[:LISTED]])
            more = ", ..." if len(legal) > LISTED else ""
            raise RuntimeError(
                f"{type(planner).__name__} lists {str(move)!r}, which is not legal in {game.id}"
                f" here; legal moves: {known}{more}"
            )


# Lines: what the moves led to in each world.


class Node(Generic[S]):
    """A state that a line led to, what it is worth, and the moves tried from it.

    Attributes:
        state: the state.
        depth: how many moves led to it.
        gain: the quick scores of these moves, added up.
        reasons: its evaluation.
        score: the sum of the reasons.
        rests: whether the score counts beside what the moves tried from here lead to.
        loops: whether fewer moves lead to the same key, so that no line uses this node.
        twin: the better node with the same key and as many moves; lines are built on that one.
        value: the score, or after `settle` that of the best line through here.
        next: the index of the child that this line continues with; -1 where it ends.
    """

    def __init__(self, state: S, depth: int, reasons: list[Reason], gain: float = 0.0) -> None:
        self.state: Final = state
        self.depth: Final = depth
        self.gain: Final = gain
        self.reasons: Final = reasons
        self.score: Final = add_up([reason.amount for reason in reasons])
        self.rests = False
        self.loops = False
        self.twin: Node[S] | None = None
        self.moves: Final[list[Move[S]]] = []
        self.children: Final[list[Node[S]]] = []
        self.value = self.score
        self.next = -1

    def settle(self) -> None:
        """Takes over the value of the best child; the children must be settled already."""
        for index, child in enumerate(self.children):
            worth = child.worth()
            if worth > self.value or (index == 0 and not self.rests):
                self.value = worth
                self.next = index

    def worth(self) -> float:
        """Returns the value; a node with a twin continues as the twin does."""
        if self.twin is None:
            return self.value
        return self.score + (self.twin.worth() - self.twin.score)

    def follow(self, plan: list[Move[S]]) -> list[Reason]:
        """Adds the moves of the best line to a plan and returns the reasons of its value."""
        node, behind = self, 0.0
        while True:
            if node.twin is not None:
                behind += node.score - node.twin.score
                node = node.twin
            elif node.next >= 0:
                plan.append(node.moves[node.next])
                node = node.children[node.next]
            else:
                break
        if behind == 0.0:
            return node.reasons
        text = "another order of the same moves is better"
        return [*node.reasons, Reason("path", behind, text)]


class World(Generic[S]):
    """One sampled world, with the nodes that lines reached in it.

    Attributes:
        root: the sampled state.
        openings: the quick scores of the first moves that can be tried here, by their index.
        first: the nodes that first moves led to, by their index.
        table: the node that lines are built on, by key.
        level: the newest nodes that lines may continue from.
        expanded: the nodes that moves were tried from and that count, shorter lines first.
    """

    def __init__(self, state: S, key: object) -> None:
        self.root: Final[Node[S]] = Node(state, 0, [])
        self.openings: Final[dict[int, float]] = {}
        self.first: Final[dict[int, Node[S]]] = {}
        self.table: Final[dict[object, Node[S]]] = {key: self.root}
        self.level: list[Node[S]] = []
        self.expanded: Final[list[Node[S]]] = []

    def place(self, key: object, node: Node[S]) -> bool:
        """Enters a node that lines may continue from under its key; returns if the key was known.

        Lines are built on the better of two nodes with one key. The other continues as that one
        does; if the better one took fewer moves, no line uses the other.
        """
        known = self.table.get(key)
        if known is not None and (known is self.root or node.score <= known.score):
            if known.depth < node.depth:
                node.loops = True
            else:
                node.twin = known
            return True
        if known is not None and known.depth == node.depth:
            known.twin = node
        self.table[key] = node
        self.level.append(node)
        return known is not None

    def select(self, width: int) -> list[Node[S]]:
        """Takes the best nodes of the newest level that lines can continue from."""
        going = [node for node in self.level if node.twin is None]
        going.sort(key=lambda node: -node.score)
        self.level = []
        return going[:width]


class Line(Generic[S]):
    """The result of one first move: the mean over the worlds of the best line it begins.

    Attributes:
        move: the first move.
        plan: how the line continues in the first world.
        score: the sum of the reasons.
        reasons: the terms of the evaluation where the lines end, on average of the worlds.
    """

    def __init__(self, move: Move[S], plan: tuple[Move[S], ...], reasons: list[Reason]) -> None:
        self.move: Final = move
        self.plan: Final = plan
        self.score: Final = add_up([reason.amount for reason in reasons])
        self.reasons: Final = reasons


def add_up(amounts: list[float]) -> float:
    """Returns the sum of amounts, added one by one in their order.

    The built-in `sum` compensates for rounding from Python 3.12 on, so its result depends on the
    Python version.
    """
    total = 0.0
    for amount in amounts:
        total += amount
    return total


def mean_reasons(worlds: list[list[Reason]]) -> list[Reason]:
    """Averages the terms of several worlds; a term that a world lacks counts as 0 there.

    A text is kept where it is the same in every world.
    """
    if len(worlds) == 1:
        return worlds[0]
    averaged = f"on average over {len(worlds)} possible deals"
    amounts: dict[str, float] = {}
    texts: dict[str, str] = {reason.term: reason.text for reason in worlds[0]}
    for reasons in worlds:
        terms = [reason.term for reason in reasons]
        for reason in reasons:
            amounts[reason.term] = amounts.get(reason.term, 0.0) + reason.amount
            if texts.get(reason.term) != reason.text:
                texts[reason.term] = averaged
        for term in texts:
            if term not in terms:
                texts[term] = averaged
    return [Reason(term, amount / len(worlds), texts[term]) for term, amount in amounts.items()]


# The search.


class BeamSearch(Generic[S, V]):
    """One run of the beam search.

    A first move is tried in all worlds that have it, or it is not compared. Lines then grow level
    by level, and within a level in rounds: one node of every world, the best of each first. A round
    that is cut short does not count. So however the run ends, no world is searched deeper than
    another that had nodes left to expand.
    """

    def __init__(self, agent: "BeamAgent[S, V]", seen: Observation[S, V]) -> None:
        """Prepares a run for one decision; the clock starts here."""
        self.agent: Final = agent
        self.planner: Final = agent.planner
        self.seen: Final = seen
        start = time.monotonic()
        self.end: Final = search_deadline(seen.deadline, agent.ms, start)
        self.deadline = time_before_answers(self.end, start, bool(seen.wanted))
        self.nodes = agent.nodes
        self.simulated = 0
        self.pruned = 0
        self.merged = 0
        self.depth = 0
        self.stopped = ""
        self.worlds: Final[list[World[S]]] = []
        self.tried: Final[list[int]] = []

    def run(self) -> list[Line[S]]:
        """Searches to the end or until a budget is used up; returns the first moves, best first.

        Where no world has a first move to try, the result is the first legal move, untried.
        """
        self.sample_worlds()
        self.try_first_moves()
        if not self.tried:
            self.stopped = UNTRIED
            return [untried(self.seen.moves[0])]
        self.grow_lines()
        return self.finish()

    def grow_lines(self) -> None:
        """Makes the lines longer until they are as long as they may be, or a budget is used up."""
        depth = 1
        while not self.stopped and depth < self.agent.depth and self.grow(depth):
            depth += 1

    def answer(self, wanted: Sequence[Move[S]]) -> list[Line[S]]:
        """Searches moves that somebody asks about, each by itself, once the run is over.

        They meet the worlds of the run, and together they have as many simulations as it had. What
        the run found stays as it is.

        Returns:
            A line for each move, in their order.
        """
        lines: list[Line[S]] = []
        for move in wanted:
            aside: BeamSearch[S, V] = BeamSearch(self.agent, self.seen)
            aside.deadline = self.end
            aside.nodes = self.agent.nodes // len(wanted)
            lines.append(aside.search_move(move, self.worlds))
        return lines

    def search_move(self, move: Move[S], worlds: "Sequence[World[S]]") -> Line[S]:
        """Searches one first move in given worlds; it is tried in all of them, however late."""
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        index = self.seen.moves.index(move)
        for known in worlds:
            state = known.root.state
            if move not in game.legal(state):
                continue
            quick = known.openings.get(index)
            if quick is None:  # It was not among the candidates.
                quick = planner.quick(game, state, [move], seat)[0]
            world = World(state, planner.key(state))
            world.first[index] = self.simulate(world, world.root, move, quick)
            self.worlds.append(world)
        if not self.worlds:
            return untried(move)
        self.tried.append(index)
        self.grow_lines()
        return self.finish()[0]

    def finish(self) -> list[Line[S]]:
        """Returns the first moves that can be compared, best first; none if none was tried.

        A run ends with it. Where a run was broken off by an error, it tells what was found so far.
        """
        for world in self.worlds:
            for node in reversed(world.expanded):
                node.settle()
        lines = [self.line(index) for index in self.tried]
        lines.sort(key=lambda line: -line.score)
        return lines

    def sample_worlds(self) -> None:
        """Samples worlds and scores their first moves while there is time; one world at least.

        There are no more worlds than simulations, because a first move is tried in all of them.
        """
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        index_of = {move: index for index, move in enumerate(self.seen.moves)}
        for number in range(min(self.agent.worlds, self.nodes)):
            if number > 0 and self.late():
                break
            # Named streams leave `seen.rng` as it is: asked again, the search meets the same
            # worlds.
            state = game.sample(self.seen.view, self.seen.rng.child(f"world {number}"))
            world = World(state, planner.key(state))
            for score, move in rate_candidates(planner, game, state, seat, 0):
                index = index_of.get(move)
                if index is not None:  # else a move of hidden cards that exist in this world only
                    world.openings[index] = score
            self.worlds.append(world)

    def try_first_moves(self) -> None:
        """Tries the first moves, each in all worlds, and notes those that can be compared."""
        for index in self.shortlist():
            for world in self.worlds:
                quick = world.openings.get(index)
                if quick is None:
                    continue
                if self.spent():
                    # A move that met fewer worlds than the others cannot be compared with them.
                    if not self.tried:
                        self.tried.append(index)
                    return
                move = self.seen.moves[index]
                world.first[index] = self.simulate(world, world.root, move, quick)
                self.depth = 1
            self.tried.append(index)

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
        """Makes the lines of every world one move longer; returns whether it finished."""
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
        """Tries the moves from a node with the best quick scores; returns if all were tried."""
        game, seat, planner, state = self.seen.game, self.seen.seat, self.planner, node.state
        scored = rate_candidates(planner, game, state, seat, depth)
        scored.sort(key=lambda pair: -pair[0])
        kept = scored[: self.agent.expand[min(depth, len(self.agent.expand) - 1)]]
        self.pruned += len(scored) - len(kept)
        node.rests = planner.rests(game, state, seat)
        for quick, move in kept:
            if self.spent():
                return False
            child = self.simulate(world, node, move, quick)
            if not child.loops:
                node.moves.append(move)
                node.children.append(child)
        return True

    def simulate(self, world: World[S], parent: Node[S], move: Move[S], quick: float) -> Node[S]:
        """Plays a move on a copy, evaluates what it leads to and looks it up in the table."""
        game, seat, planner = self.seen.game, self.seen.seat, self.planner
        state = parent.state.clone()
        game.play(state, move)
        self.simulated += 1
        start, gain = world.root.state, parent.gain + quick
        ended = state.over or state.seat != seat or planner.stops(game, start, state, seat)
        reasons = planner.evaluate(game, state, seat, gain, self.deadline)
        node = Node(state, parent.depth + 1, reasons, gain)
        if not ended and world.place(planner.key(state), node):
            self.merged += 1
        return node

    def spent(self) -> bool:
        """Tells whether a budget is used up, and notes which; never before one simulation."""
        check_interrupts()
        if self.simulated == 0:
            return False
        if self.late():
            return True
        if self.simulated >= self.nodes:
            self.stopped = NODES
            return True
        return False

    def late(self) -> bool:
        """Tells whether the time is up, and notes it.

        The clock is read every time: that takes far less than any simulation.
        """
        if self.deadline is None:
            return False
        if self.stopped != CLOCK and time.monotonic() >= self.deadline:
            self.stopped = CLOCK
        return self.stopped == CLOCK

    def line(self, index: int) -> Line[S]:
        """Combines the results of all worlds for a first move."""
        plan: list[Move[S]] = []
        found: list[list[Reason]] = []
        for world in self.worlds:
            node = world.first.get(index)
            if node is not None:
                found.append(node.follow([] if found else plan))
        return Line(self.seen.moves[index], tuple(plan), mean_reasons(found))

    def trace(self) -> dict[str, Json]:
        """Counts what was done, and says why it stopped."""
        return {
            "simulated": self.simulated,
            "pruned": self.pruned,
            "merged": self.merged,
            "worlds": len(self.worlds),
            "depth": self.depth,
            "stopped": self.stopped or DONE,
        }


# The player.


class BeamAgent(Generic[S, V]):
    """Plans the rest of its turn and plays the first move of the best line.

    Chance and hidden cards are as sampled: within one world the search knows what is coming.
    Several worlds, averaged, keep it from relying on the luck of one.
    """

    def __init__(
        self,
        planner: Planner[S, V],
        width: int = 8,
        expand: Sequence[int] = (12, 10, 7, 5, 4),
        depth: int = 5,
        worlds: int = 4,
        nodes: int = 2000,
        ms: int | None = None,
    ) -> None:
        """Sets the planner and the bounds of the search.

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
            ms: after how many milliseconds to stop; none for no clock, so that advice repeats.

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
        seen.check_turn()
        start = time.perf_counter()
        if len(seen.moves) == 1:
            return forced(seen.moves[0], self.planner.unit(seen.game))
        search = self.search(seen)
        lines = search.run()
        best = lines[0]
        lines += search.answer(seen.unanswered([line.move for line in lines]))
        lines.sort(key=lambda line: -line.score)
        return Advice(
            best.move,
            best.score,
            tuple([Option(line.move, line.score, tuple(line.reasons)) for line in lines]),
            best.plan,
            search.trace(),
            time.perf_counter() - start,
            self.planner.unit(seen.game),
        )

    def search(self, seen: Observation[S, V]) -> BeamSearch[S, V]:
        """Prepares one run, for callers that want the lines of all first moves."""
        return BeamSearch(self, seen)

    def __repr__(self) -> str:
        clock = f", ms={self.ms}" if self.ms else ""
        return (
            f"BeamAgent({self.planner!r}, width={self.width}, expand={self.expand},"
            f" depth={self.depth}, worlds={self.worlds}, nodes={self.nodes}{clock})"
        )


def check_bounds(
    width: int, expand: Sequence[int], depth: int, worlds: int, nodes: int, ms: int | None
) -> None:
    """Checks the bounds of a search.

    Raises:
        ValueError: if one of them is out of range; names it and what is expected.
    """
    if not expand:
        raise ValueError("invalid expand=(): expected at least one number")
    check_at_least("width", width, 1)
    for count in expand:
        check_at_least("expand", count, 1)
    check_at_least("depth", depth, 1)
    check_within("worlds", worlds, 1, WORLDS)
    check_budget("nodes", nodes)
    check_clock(ms)


def make_beam(
    width: int = 4,
    expand: int = 12,
    depth: int = 3,
    worlds: int = 16,
    playouts: int | None = None,
    nodes: int = 2000,
    ms: int | None = None,
) -> BeamAgent[S, V]:
    """Makes the beam player for a game that has no planner of its own.

    Many worlds and few playouts in each were best in Jaipur, at equal cost and with playouts to the
    end of a round: 16 worlds with one playout scored 76 % against greedy, 4 worlds with two 66 %
    (200 games each). The other defaults are guesses.

    Args:
        width: how many lines of each length are built on, in each world.
        expand: how many moves of a state are simulated, the best as the game's policy weighs them,
            or else the first that the game lists. It is the same for all lengths of a line:
            without quick scores nothing says that later moves may be cut harder.
        depth: how many moves a line has at most. It is less than in `BeamAgent`, because every
            state on the way is evaluated by playouts, which look ahead themselves.
        worlds: how many worlds are sampled, no more than `nodes`.
        playouts: how often a state is played out to evaluate it. If it is not given, once; but not
            at all in a game whose policy weighs moves and has none for playouts. With 0, a line
            counts what its moves gain by these weights, and how the seat stands.
        nodes: how many moves are simulated at most, in all worlds together. The other defaults
            need less: 12 moves, then twice 4 times 12, in 16 worlds.
        ms: after how many milliseconds to stop; none for no clock, so that advice repeats.

    Raises:
        ValueError: if one of them is out of range.
    """
    planner: Planner[S, V] = Planner(playouts)
    return BeamAgent(planner, width, (expand,), depth, worlds, nodes, ms)


declare_types(make_beam, playouts="int | None", ms="int | None")


def untried(move: Move[S]) -> Line[S]:
    """Returns the result of a first move that no world had."""
    return Line(move, (), [Reason(UNTRIED, 0.0, "none of the possible deals had this move")])


def forced(move: Move[S], unit: str) -> Advice[S]:
    """Advises the only legal move, which needs no search; the unit is that of other advice."""
    option = Option(move, 0.0, (Reason(FORCED, 0.0, "the only legal move"),))
    trace: dict[str, Json] = {
        "simulated": 0,
        "pruned": 0,
        "merged": 0,
        "worlds": 0,
        "depth": 0,
        "stopped": FORCED,
    }
    return Advice(move, 0.0, (option,), trace=trace, unit=unit)
