"""The searching player: information-set Monte-Carlo tree search, for any game.

Single-observer search, after Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search" (2012). There is one tree for all worlds that the searching seat cannot rule out. Every
iteration samples another of these worlds and descends the tree by moves that are legal in it, so
the value of a move is an average over the worlds.

Nodes are found by moves alone. What chance turns up on the way shows only in which moves are legal:
two worlds that have come to look different to the seat still share the results of the same moves.

Where the game's policy weighs moves, only the most promising ones are tried at first, and more of
them as a node is visited more often. Otherwise every move is tried once before any is tried again.

Several trees can be grown at the same time, each in a process and with chance of its own; what they
found about the first move is added up.

The player plays the move it tried most often. For every move it tells how often it was tried, its
average result, how much the results varied and how the game is expected to continue. Moves that
somebody asks about are tried some more after the search, so that there is an answer for each.
"""

import math
import time
from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

from kibitz.agents.limits import (
    UNCOUNTED,
    check_budget,
    check_clock,
    check_within,
    search_deadline,
    time_before_answers,
)
from kibitz.agents.processes import Errand, HelperFailed
from kibitz.core.agent import Advice, Observation, Option, Policy, Reason, expected_values
from kibitz.core.errors import check_interrupts
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import declare_types, offer
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Choice, Range, Real
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

# How many iterations there are if neither a number nor a time is given.
ITERATIONS: Final = 1000
# Playouts stop here, if nothing else stops them; only games that random moves may never end get
# this far.
LIMIT: Final = 1000
EXPLORATION: Final = 0.7
# How many of the weighed moves of a node are tried: `WIDENING` at the first visit, and after n
# visits `WIDENING` times n to the power of `POWER`.
WIDENING: Final = 1.5
POWER: Final = 0.3
# No search has more trees; each is a process.
TREES: Final = 256
# What picks the moves of playouts.
POLICY: Final = "policy"
CHANCE: Final = "random"
# What there is to tune.
ISMCTS_RANGES: Final[dict[str, Range]] = {
    "exploration": Real(0.1, 3.0, log=True),
    "widening": Real(0.0, 8.0),
    "rollouts": Choice((POLICY, CHANCE)),
}
# What scores count.
SHARE: Final = "% of the tries"
# Why a search stopped.
BUDGET: Final = "budget"
CLOCK: Final = "clock"
DECIDED: Final = "decided"
FORCED: Final = "forced"
# The least number of iterations, whatever the clock says: with fewer, advice would mean nothing.
FEWEST: Final = 8
# What is added to times before dividing by them, in seconds: a coarse clock may stand still.
TICK: Final = 1e-6
# After how many iterations a search checks whether its result is settled.
LOOK: Final = 16
# How many moves of an expected line the reason of a move names.
LINE: Final = 4
# A move that somebody asks about gets at least one of this many tries of the search.
ASKED: Final = 10
# The seats of a game in which a result is a chance of winning, and how exact it has to be for that.
OPPONENTS: Final = 2
EXACT: Final = 1e-6


# The tree.


class MoveNode(Generic[S]):
    """A move that was tried after the moves above it, and what was tried next.

    Counts are floats, because they are divided by and multiplied with floats only.

    Attributes:
        move: the move.
        seat: the seat that chose it.
        visits: how often it was tried.
        asked: how many of these tries came after the search, because somebody asked.
        available: how often it was legal when the node above was visited, since it was first
            tried. A move that is seldom legal is compared by its own chances, not by all visits.
        total: the sum of the results of `seat`.
        squares: the sum of the squares of the results of `seat`.
        decisions: what was tried next; the seat that decided last comes first.
    """

    def __init__(self, move: Move[S], seat: int) -> None:
        """Makes the node of a move that is about to be tried for the first time."""
        self.move: Final = move
        self.seat: Final = seat
        self.visits = 0.0
        self.asked = 0.0
        self.available = 1.0
        self.total = 0.0
        self.squares = 0.0
        self.decisions: DecisionNode[S] | None = None

    def decision(self, seat: int) -> "DecisionNode[S]":
        """Returns what a seat tried after this move; adds an empty node if that is nothing yet."""
        found = self.decisions
        while found is not None:
            if found.seat == seat:
                return found
            found = found.other
        made: DecisionNode[S] = DecisionNode(seat, self.decisions)
        self.decisions = made
        return made

    def tries(self) -> float:
        """Returns how often the search tried it, before anybody asked."""
        return self.visits - self.asked

    def mean(self) -> float:
        """Returns the average result of `seat`, on the game's own scale."""
        return self.total / self.visits if self.visits else 0.0

    def error(self) -> float:
        """Returns the standard error of the mean."""
        return self.spread() / math.sqrt(self.visits) if self.visits else 0.0

    def spread(self) -> float:
        """Returns the standard deviation of the results of `seat`."""
        if not self.visits:
            return 0.0
        mean = self.total / self.visits
        # Rounding can make the variance of equal results slightly negative.
        return math.sqrt(max(0.0, self.squares / self.visits - mean * mean))

    def line(self) -> "list[MoveNode[S]]":
        """Returns the expected line: from here on the most visited node, again and again."""
        found: list[MoveNode[S]] = []
        best = most_visited(self.decisions)
        while best is not None:
            found.append(best)
            best = most_visited(best.decisions)
        return found


class DecisionNode(Generic[S]):
    """What one seat tried after the same moves.

    Chance may settle who is next, so there can be one for every seat; `other` links them.

    Attributes:
        seat: the seat.
        other: the node of another seat after the same moves.
        nodes: the moves it tried.
        visits: how often it was here.
        weighed: whether the game's policy weighs the moves here.
    """

    def __init__(self, seat: int, other: "DecisionNode[S] | None" = None) -> None:
        """Makes the node of a seat; `other` is that of another seat after the same moves."""
        self.seat: Final = seat
        self.other: Final = other
        self.nodes: Final[dict[Move[S], MoveNode[S]]] = {}
        self.visits = 0.0
        self.weighed = True


def most_visited(decision: DecisionNode[S] | None) -> MoveNode[S] | None:
    """Returns the most visited node of all that was tried next; among equals, the better one.

    Nodes with a single visit do not count: every move is tried once, good or bad.
    """
    best: MoveNode[S] | None = None
    while decision is not None:
        for node in decision.nodes.values():
            if node.visits > 1.0 and (best is None or outranks(node, best)):
                best = node
        decision = decision.other
    return best


def outranks(node: MoveNode[S], other: MoveNode[S]) -> bool:
    """Tells whether a node has more visits than another, or as many and a better mean."""
    if node.visits != other.visits:
        return node.visits > other.visits
    return node.mean() > other.mean()


# The search. This is the hot loop of the player; it is written to be compiled.


class Settings:
    """How to search.

    Attributes:
        iterations: how many iterations there are at most.
        exploration: how much to try moves that are not known well yet.
        widening: how many weighed moves of a node are tried at its first visit; 0 to weigh none.
        guided: whether the game's policy picks the moves of playouts; else they are random.
        limit: how many moves a playout has at most; None for as many as the policy suggests.
    """

    def __init__(
        self, iterations: int, exploration: float, widening: float, guided: bool, limit: int | None
    ) -> None:
        self.iterations: Final = iterations
        self.exploration: Final = exploration
        self.widening: Final = widening
        self.guided: Final = guided
        self.limit: Final = limit

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.iterations, self.exploration, self.widening, self.guided, self.limit)
        return (Settings, values)


class TreeSearch(Generic[S, V]):
    """One search for one decision: the tree, and what is needed to grow it.

    Attributes:
        root: what the searching seat tried.
        iterations: how many there were.
        size: how many nodes the tree has.
        depth: how many moves the longest descent took.
    """

    def __init__(self, seen: Observation[S, V], settings: Settings, tree: int = 0) -> None:
        """Prepares a search.

        Args:
            seen: the observation; the search does not draw from its generator.
            settings: how to search.
            tree: the number of the tree; each has its own chance.
        """
        policy = seen.game.policy()
        self.game: Final = seen.game
        self.view: Final = seen.view
        self.moves: Final = seen.moves
        self.allowed: Final = frozenset(seen.moves)
        self.listed = seen.moves
        self.policy: Final[Policy[S]] = Policy() if policy is None else policy
        self.guided: Final = settings.guided and policy is not None
        self.skips_forced: Final = self.policy.skips_forced()
        self.most: Final = settings.iterations
        self.exploration: Final = settings.exploration
        self.widening: Final = settings.widening
        self.limit: Final = playout_length(self.policy, settings)
        self.rng: Final = seen.rng.child(f"search {tree}" if tree else "search")
        self.root: Final[DecisionNode[S]] = DecisionNode(seen.seat)
        # The worst and the best result of each seat in this search.
        self.lows: Final = [math.inf] * seen.game.seats
        self.highs: Final = [-math.inf] * seen.game.seats
        self.path: Final[list[MoveNode[S]]] = []
        self.iterations = 0
        self.size = 0
        self.depth = 0

    def run(self, end: float | None) -> str:
        """Searches until a budget is used up or the result is settled; returns why it stopped.

        Args:
            end: when to stop, on the clock of `time.monotonic`; None for no such limit.
        """
        start = 0.0 if end is None else time.monotonic()
        for done in range(self.most):
            left = self.most - done
            if end is not None and done >= FEWEST:
                now = time.monotonic()
                if now >= end:
                    return CLOCK
                # At the speed so far, which hardly changes within a decision.
                left = min(left, int(done * (end - now) / (now - start + TICK)))
            if done % LOOK == 0:
                check_interrupts()
                if self.is_decided(left):
                    return DECIDED
            self.iterate()
        return BUDGET

    def is_decided(self, left: int) -> bool:
        """Tells whether the remaining iterations can no longer change the most visited move."""
        first, second = 0.0, 0.0
        for node in self.root.nodes.values():
            if node.visits > first:
                second = first
                first = node.visits
            elif node.visits > second:
                second = node.visits
        return first - second > left

    def iterate(self) -> None:
        """Samples a world, descends the tree, adds one move and updates the nodes on the path."""
        state = self.game.sample(self.view, self.rng)
        self.learn(self.descend(state, self.root_moves(state)))
        self.iterations += 1

    def learn(self, values: list[float]) -> None:
        """Updates the nodes on the path by a result."""
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

    def answer(self, wanted: list[Move[S]], end: float | None) -> None:
        """Tries the moves that somebody asks about more often, if the search hardly tried them.

        The search must be over: its tries are counted apart from these.

        Args:
            wanted: the moves; there is no node for one that no sampled world has.
            end: when to stop, on the clock of `time.monotonic`; None for no such limit.
        """
        enough = max(FEWEST, self.iterations // max(ASKED, len(wanted)))
        for move in wanted:
            # In some worlds a move may not exist.
            for done in range(ASKED * enough):
                node = self.root.nodes.get(move)
                late = end is not None and done >= FEWEST and time.monotonic() >= end
                if late or (node is not None and node.visits >= enough):
                    break
                self.try_move(move)

    def try_move(self, move: Move[S]) -> None:
        """Tries one first move in another world, if it is legal there."""
        state = self.game.sample(self.view, self.rng)
        if move in self.root_moves(state):
            self.learn(self.descend(state, [move]))
            self.root.nodes[move].asked += 1.0

    def descend(self, state: S, moves: list[Move[S]]) -> list[float]:
        """Plays from the root to the first new node, and a playout; returns each seat's result.

        Args:
            state: a sampled world; it is changed.
            moves: the first moves to choose from.
        """
        game, policy, path = self.game, self.policy, self.path
        path.clear()
        decision = self.root
        while moves:
            node = self.select(decision, moves, state)
            path.append(node)
            game.play(state, node.move)
            values = policy.judge(state)
            if values is not None:
                return values
            if node.visits == 0.0 and not (self.skips_forced and len(moves) == 1):
                return self.play_out(state)
            if state.over:
                break
            decision = node.decision(state.seat)
            moves = game.legal(state)
        return expected_values(game, state, policy)

    def root_moves(self, state: S) -> list[Move[S]]:
        """Lists the moves at the root: legal in this world and in the match.

        A world may name hidden cards differently, and offer moves that the match does not have.
        """
        moves = self.game.legal(state)
        if moves == self.listed:
            # The match makes moves of its own. Those of a world are often made once and for all,
            # and comparing an object with itself costs nothing.
            self.listed = moves
            return moves
        return [move for move in moves if move in self.allowed]

    def select(self, decision: DecisionNode[S], moves: list[Move[S]], state: S) -> MoveNode[S]:
        """Picks the next node: a new one where it is due, else by upper confidence bound.

        The bound is on the scale of the deciding seat's results so far, so that `exploration`
        means the same in every game.
        """
        low, high = self.lows[decision.seat], self.highs[decision.seat]
        scale = self.exploration * (high - low if high > low else 1.0)
        nodes = decision.nodes
        best: MoveNode[S] | None = None
        highest = 0.0
        counted, log = 1.0, 0.0
        tried = 0
        for move in moves:
            node = nodes.get(move)
            if node is None:
                continue
            tried += 1
            node.available += 1.0
            if node.available != counted:  # mostly all moves were available equally often
                counted = node.available
                log = math.log(counted)
            bound = node.total / node.visits + scale * math.sqrt(log / node.visits)
            if best is None or bound > highest:
                best = node
                highest = bound
        decision.visits += 1.0
        if best is None or (tried < len(moves) and self.is_due(decision, tried)):
            return self.add_node(decision, [move for move in moves if move not in nodes], state)
        return best

    def is_due(self, decision: DecisionNode[S], tried: int) -> bool:
        """Tells whether to try another move, given how many of the legal ones were tried."""
        return not decision.weighed or tried < self.widening * decision.visits**POWER

    def add_node(self, decision: DecisionNode[S], untried: list[Move[S]], state: S) -> MoveNode[S]:
        """Adds one of the moves that were never tried to the tree: the most promising one.

        Where the policy does not weigh moves, chance decides.
        """
        weights = self.policy.weigh(state, untried) if self.widening else None
        if weights is None:
            decision.weighed = False
            move = untried[self.rng.below(len(untried))]
        else:
            move = untried[place_of_highest(weights)]
        node = MoveNode(move, decision.seat)
        decision.nodes[move] = node
        self.size += 1
        return node

    def play_out(self, state: S) -> list[float]:
        """Plays on by policy or at random; returns what each seat gets.

        This is not `core.play_out`: it needs the verdict that ended the playout, and it asks the
        policy for verdicts even where the moves are random.
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
        return expected_values(game, state, policy)

    def add(self, harvest: "Harvest") -> None:
        """Adds what another tree found about the first move."""
        self.iterations += harvest.iterations
        self.size += harvest.size
        self.depth = max(self.depth, harvest.depth)
        for found in harvest.found:
            move = self.moves[found.place]
            node = self.root.nodes.get(move)
            if node is None:
                node = MoveNode(move, self.root.seat)
                self.root.nodes[move] = node
            node.visits += found.visits
            node.total += found.total
            node.squares += found.squares


# Several trees.


class Found(NamedTuple):
    """What a tree found about a first move; `place` is its index in the list of legal moves."""

    place: int
    visits: float
    total: float
    squares: float


class Harvest(NamedTuple):
    """What a tree found about all first moves it tried, and how large it is."""

    found: list[Found]
    iterations: int
    size: int
    depth: int


def grow_tree(
    rules: Callable[..., Game[S, V]],
    options: dict[str, Json],
    view: V,
    seat: int,
    moves: list[Move[S]],
    rng: Rng,
    settings: Settings,
    tree: int,
    end: float | None,
) -> Harvest:
    """Grows one tree in a process of its own; the arguments are those of `TreeSearch`."""
    seen = Observation(rules(**options), view, seat, moves, rng)
    search = TreeSearch(seen, settings, tree)
    search.run(end)
    nodes = search.root.nodes
    found: list[Found] = []
    for place, move in enumerate(moves):
        node = nodes.get(move)
        if node is not None:
            found.append(Found(place, node.visits, node.total, node.squares))
    return Harvest(found, search.iterations, search.size, search.depth)


def grow_elsewhere(
    seen: Observation[S, V], settings: Settings, count: int, end: float | None
) -> Errand:
    """Starts the search in other processes; each grows a tree of its own, numbered from 1."""
    rules = type(seen.game)
    try:
        options = seen.game.options
    except TypeError as error:
        raise HelperFailed(f"cannot hand the game to another process: {error}") from None
    view, seat, moves, rng = seen.view, seen.seat, seen.moves, seen.rng
    return Errand(
        [
            (grow_tree, (rules, options, view, seat, moves, rng, settings, tree, end))
            for tree in range(1, count + 1)
        ]
    )


def playout_length(policy: Policy[S], settings: Settings) -> int:
    """Returns how many moves a playout has at most.

    What the policy suggests is meant for playouts that it guides; random ones go on to the end.
    """
    if settings.limit is not None:
        return settings.limit
    suggested = policy.horizon() if settings.guided else None
    return LIMIT if suggested is None else suggested


def place_of_highest(weights: list[float]) -> int:
    """Returns the index of the highest weight; the first of equals."""
    place = 0
    for index in range(1, len(weights)):
        if weights[index] > weights[place]:
            place = index
    return place


# The player.


class IsmctsAgent:
    """Searches one tree over all worlds that its seat cannot rule out."""

    def __init__(
        self,
        iterations: int | None = None,
        ms: int | None = None,
        exploration: float = EXPLORATION,
        widening: float = WIDENING,
        rollouts: str = POLICY,
        limit: int | None = None,
        trees: int = 1,
    ) -> None:
        """Sets the budget and how to search.

        The same observation gives the same advice, unless a clock decides.

        Args:
            iterations: how many playouts to try. If it is not given, 1000; or no limit but the
                time, if there is one.
            ms: how many milliseconds to take; none for as long as the iterations need. With both,
                the first limit that is reached ends the search.
            exploration: how much to try moves that are not known well yet. Results count from 0,
                the worst of this search, to 1, the best. In Jaipur 80 games showed no difference
                between 0.4, 0.7 and 1.0.
            widening: how many moves of a node are tried at its first visit, where the game's policy
                weighs them; more follow as it is visited more often. 0 to try every move once.
            rollouts: what picks the moves of playouts: `policy` (the game's own, where it has
                one) or `random`.
            limit: how many moves a playout has at most; then what the game's policy expects counts,
                or else `Game.standing`. If it is not given, as many as the policy suggests where
                it picks the moves, else 1000.
            trees: how many trees to grow, each in a process of its own and with the whole budget;
                as many as there are cores make the search stronger in the same time.

        Raises:
            ValueError: if a number is out of range, or the rollouts are unknown.
        """
        if iterations is not None:
            check_budget("iterations", iterations)
        check_clock(ms)
        if not 0.0 <= exploration < math.inf:
            raise ValueError(f"invalid exploration={exploration}: expected 0 or more")
        if not 0.0 <= widening < math.inf:
            raise ValueError(f"invalid widening={widening}: expected 0 or more")
        if rollouts not in (POLICY, CHANCE):
            raise ValueError(f"invalid rollouts={rollouts}: {offer(rollouts, (POLICY, CHANCE))}")
        if limit is not None:
            check_within("limit", limit, 0, UNCOUNTED)
        check_within("trees", trees, 1, TREES)
        counted = UNCOUNTED if ms else ITERATIONS
        self.iterations: Final = counted if iterations is None else iterations
        self.ms: Final = ms
        self.exploration: Final = exploration * 1.0  # a float in both builds, whatever was given
        self.widening: Final = widening * 1.0
        self.rollouts: Final = rollouts
        self.limit: Final = limit
        self.trees: Final = trees

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Searches and ranks the moves it tried; a forced move is played without a search."""
        seen.check_turn()
        start = time.monotonic()
        if len(seen.moves) == 1:
            return forced(seen)
        end = search_deadline(seen.deadline, self.ms, start)
        pause = time_before_answers(end, start, bool(seen.wanted))
        guided = self.rollouts == POLICY
        settings = Settings(self.iterations, self.exploration, self.widening, guided, self.limit)
        search = TreeSearch(seen, settings)
        errand = grow_elsewhere(seen, settings, self.trees - 1, pause) if self.trees > 1 else None
        stopped = search.run(pause)
        if errand is not None:
            for harvest in errand.answers():
                assert isinstance(harvest, Harvest)
                search.add(harvest)
        # Answers must not change the order of what the search found.
        ranked, counts = rank(search), count_tries(search, stopped)
        shares = share_tries(ranked)
        search.answer(seen.unanswered(()), end)
        advice = explain(search, ranked, shares, counts, seen.wanted)
        advice.seconds = time.monotonic() - start
        return advice

    def __repr__(self) -> str:
        options: list[str] = []
        if self.iterations != UNCOUNTED or not self.ms:
            options.append(f"iterations={self.iterations}")
        if self.ms:
            options.append(f"ms={self.ms}")
        if self.exploration != EXPLORATION:
            options.append(f"exploration={self.exploration}")
        if self.widening != WIDENING:
            options.append(f"widening={self.widening}")
        if self.rollouts != POLICY:
            options.append(f"rollouts={self.rollouts!r}")
        if self.limit is not None:
            options.append(f"limit={self.limit}")
        if self.trees != 1:
            options.append(f"trees={self.trees}")
        return f"IsmctsAgent({', '.join(options)})"


declare_types(IsmctsAgent, iterations="int | None", ms="int | None", limit="int | None")


def forced(seen: Observation[S, V]) -> Advice[S]:
    """Advises the only legal move; its value is unknown."""
    move = seen.moves[0]
    option = Option(move, 1.0, (Reason(FORCED, 1.0, "the only legal move"),))
    trace: dict[str, Json] = {
        "iterations": 0,
        "depth": 0,
        "nodes": 0,
        "stopped": FORCED,
        "options": [],
    }
    return Advice(move, 0.0, (option,), trace=trace, unit=SHARE)


def count_tries(search: TreeSearch[S, V], stopped: str) -> dict[str, Json]:
    """Counts what was searched, and says why it stopped."""
    return {
        "iterations": search.iterations,
        "depth": search.depth,
        "nodes": search.size,
        "stopped": stopped,
    }


def explain(
    search: TreeSearch[S, V],
    ranked: list[MoveNode[S]],
    shares: list[float],
    counts: dict[str, Json],
    wanted: tuple[Move[S], ...],
) -> Advice[S]:
    """Turns the results of a search into advice.

    A move that was never tried is no option, unless somebody asks. Only where none could be tried,
    because no world offered a move of the match, the first legal move is advised untried.

    Args:
        search: the search.
        ranked: the nodes tried at the root, best first.
        shares: how much of the tries each of them had.
        counts: what was searched.
        wanted: the moves that somebody asks about.
    """
    known = {node.move for node in ranked}
    asked = wanted if ranked else (search.moves[0], *wanted)
    shown = [*ranked]
    options = [option_of(search, node, share) for node, share in zip(ranked, shares, strict=True)]
    for move in dict.fromkeys(asked):
        if move in known:
            continue
        node = search.root.nodes.get(move)
        if node is None:
            reason = Reason("tries", 0.0, "none of the possible deals had this move")
            options.append(Option(move, 0.0, (reason,)))
        else:
            shown.append(node)
            options.append(option_of(search, node, 0.0))
    trace: dict[str, Json] = {**counts, "options": [facts(search, node) for node in shown]}
    if not ranked:
        return Advice(search.moves[0], 0.0, tuple(options), trace=trace, unit=SHARE)
    best = ranked[0]
    plan = tuple([node.move for node in best.line()])
    return Advice(best.move, best.mean(), tuple(options), plan, trace, unit=SHARE)


def share_tries(ranked: list[MoveNode[S]]) -> list[float]:
    """Returns the share of all tries that each move had.

    If every try came out the same, the search has no opinion, and all shares are equal: they would
    only tell in which order it tried the moves.
    """
    if all(same_results(node, ranked[0]) for node in ranked):
        return [1.0 / len(ranked)] * len(ranked) if ranked else []
    visits = sum([node.visits for node in ranked])
    return [node.visits / visits for node in ranked]


def same_results(node: MoveNode[S], other: MoveNode[S]) -> bool:
    """Tells whether all tries of two moves had the same result."""
    return node.mean() == other.mean() and node.spread() == 0.0 == other.spread()


def rank(search: TreeSearch[S, V]) -> list[MoveNode[S]]:
    """Lists the nodes tried at the root: by visits, then by value, then in listing order."""
    nodes = search.root.nodes
    tried = [nodes[move] for move in search.moves if move in nodes]
    return sorted(tried, key=lambda node: (-node.visits, -node.mean()))


def option_of(search: TreeSearch[S, V], node: MoveNode[S], share: float) -> Option[S]:
    """Makes the option of a first move; its score is its share of all tries."""
    return Option(node.move, share, (Reason("tries", share, words(search, node)),))


def words(search: TreeSearch[S, V], node: MoveNode[S]) -> str:
    """Says what the search found about a first move: its result, its tries, what comes next."""
    tries = f"{node.tries():.0f} of {search.iterations} tries"
    if node.asked:
        tries += f" and {node.asked:.0f} to answer you"
    found = [result_words(search, node), tries]
    line = [str(after.move) for after in node.line()]
    if line:
        found.append("then " + ", ".join(line[:LINE]) + (", ..." if len(line) > LINE else ""))
    return "; ".join(found)


def result_words(search: TreeSearch[S, V], node: MoveNode[S]) -> str:
    """Describes the average result of a move, with the standard error: a chance, or an amount."""
    mean, error = node.mean(), node.error()
    if is_chance(search):
        return f"wins about {100.0 * chance_of(mean):.1f} ± {50.0 * error:.1f} %"
    return f"on average {mean:+.3g} ± {error:.2g} {search.game.unit}".rstrip()


def is_chance(search: TreeSearch[S, V]) -> bool:
    """Tells whether results say how likely it is to win: from 1 for a win to -1 for a loss.

    One seat must have lost what the other has won in all tries.
    """
    lows, highs = search.lows, search.highs
    if search.game.unit or len(lows) != OPPONENTS:
        return False
    fair = abs(lows[0] + highs[1]) < EXACT and abs(highs[0] + lows[1]) < EXACT
    return fair and lows[0] >= -1.0 - EXACT and highs[0] <= 1.0 + EXACT


def chance_of(mean: float) -> float:
    """Returns the chance of winning for a mean result; a draw is half a win."""
    return 0.5 + 0.5 * mean


def facts(search: TreeSearch[S, V], node: MoveNode[S]) -> Json:
    """Writes the statistics of a root move as a JSON object.

    `asked` are tries after the search, for moves that somebody asked about. `spread` is the
    standard deviation of the results of all tries, `error` that of their mean. `chance` is the
    chance of winning; None where results are amounts.
    """
    line: list[Json] = [str(after.move) for after in node.line()]
    return {
        "move": str(node.move),
        "visits": int(node.tries()),
        "asked": int(node.asked),
        "value": node.mean(),
        "chance": chance_of(node.mean()) if is_chance(search) else None,
        "spread": node.spread(),
        "error": node.error(),
        "line": line,
    }
