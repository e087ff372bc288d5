"""The search itself: who decides, availability, policies and scale."""

from collections.abc import Callable

import pytest

from kibitz.agents import IsmctsAgent
from kibitz.agents.ismcts import DecisionNode, MoveNode, TreeSearch
from kibitz.core import Move, Policy, Rng
from tests.agents.plot import (
    Plot,
    PlotState,
    Say,
    Story,
    Turn,
    long_story,
    searching,
    settings,
    visits,
    words,
)


def node_of(decision: DecisionNode[PlotState] | None, word: str) -> MoveNode[PlotState]:
    assert decision is not None
    return decision.nodes[Say(word)]


# Who decides.


def trio(world: int, said: tuple[str, ...]) -> Turn:
    """Three seats; the third decides twice in a row, and gets 5 if seat 0 gets 3."""
    if not said:
        return 0, ("ask second", "ask third")
    if said[0] == "ask second":
        return (1, ("share", "keep")) if len(said) == 1 else payment(said[-1])
    if len(said) < 3:
        return 2, ("yes", "no")
    return [3.0, 0.0, 5.0] if said[1:] == ("yes", "no") else [0.0, 0.0, 1.0]


def payment(word: str) -> list[float]:
    return [4.0, 1.0, 0.0] if word == "share" else [-2.0, 2.0, 0.0]


def test_search_lets_every_seat_look_after_itself() -> None:
    advice = IsmctsAgent(iterations=1500).advise(Plot(trio, seats=3).opening())
    assert advice.move == Say("ask third")
    assert [str(move) for move in advice.plan] == ["yes", "no"]
    assert advice.value == pytest.approx(3.0, abs=0.5)


def either(world: int, said: tuple[str, ...]) -> Turn:
    """After going, the world settles who chooses the side; seat 0 likes the left one."""
    if not said:
        return 0, ("go", "stay")
    if said == ("stay",):
        return [0.0, 0.0]
    if said == ("go",):
        return world, ("left", "right")
    return [1.0, -1.0] if said[-1] == "left" else [-1.0, 1.0]


def test_search_keeps_apart_who_decides_after_the_same_moves() -> None:
    search = searching(Plot(either, (1, 1)), 600)
    go = node_of(search.root, "go")
    own, other = go.decision(0), go.decision(1)
    assert own is not other
    assert node_of(own, "left").visits > 10 * node_of(own, "right").visits
    assert node_of(other, "right").visits > 10 * node_of(other, "left").visits
    assert {node.seat for node in own.nodes.values()} == {0}
    assert {node.seat for node in other.nodes.values()} == {1}


# Availability.


def rare(reward: float) -> Story:
    """Makes a story of an opponent that may always deny, but show only in the second world."""

    def story(world: int, said: tuple[str, ...]) -> Turn:
        if not said:
            return 0, ("ask", "leave")
        if said == ("leave",):
            return [-1.0, 1.0]
        if said == ("ask",):
            return 1, ("deny", "show") if world else ("deny", "wait")
        return [-reward, reward] if said[-1] == "show" else [0.0, 0.0]

    return story


def test_search_counts_exactly_when_a_move_was_available() -> None:
    game = Plot(rare(1.0), (9, 1))
    search = TreeSearch(game.opening(), settings())
    available: dict[str, int] = {}
    below = 0
    for _ in range(800):
        search.iterate()
        path = [str(node.move) for node in search.path]
        if path[0] != "ask" or len(path) == 1:
            continue
        below += 1
        decision = node_of(search.root, "ask").decision(1)
        for word in ("deny", "show") if game.drawn[-1] else ("deny", "wait"):
            if Say(word) in decision.nodes:
                available[word] = available.get(word, 0) + 1
        found = {str(node.move): node.available for node in decision.nodes.values()}
        assert found == available
    assert below > 500
    assert available["show"] < 0.2 * available["deny"]
    nodes = node_of(search.root, "ask").decision(1).nodes
    assert sum(node.visits for node in nodes.values()) == below
    ask, leave = node_of(search.root, "ask"), node_of(search.root, "leave")
    # The second to join the tree missed one visit of the root.
    assert sorted([ask.available, leave.available]) == [799.0, 800.0]


def test_search_does_not_starve_a_good_move_that_is_seldom_legal() -> None:
    search = searching(Plot(rare(1.0), (19, 1)), 3000)
    show = node_of(node_of(search.root, "ask").decision(1), "show")
    assert show.available > 50
    assert show.visits > 0.85 * show.available


def test_search_does_not_waste_its_time_on_a_bad_move_that_is_seldom_legal() -> None:
    """By the visits of its parent it would look neglected, and be tried whenever it is legal."""
    search = searching(Plot(rare(-1.0), (19, 1)), 3000)
    show = node_of(node_of(search.root, "ask").decision(1), "show")
    assert show.available > 50
    assert show.visits < 0.4 * show.available


# Policies.


class Witness(Policy[PlotState]):
    """Records what it is asked, and gives a set verdict."""

    def __init__(self, verdict: Callable[[PlotState], list[float] | None]) -> None:
        self.verdict = verdict
        self.chosen: list[tuple[str, ...]] = []
        self.judged: list[tuple[str, ...]] = []
        self.weighed: list[tuple[str, ...]] = []

    def choose(self, state: PlotState, rng: Rng) -> Move[PlotState] | None:
        self.chosen.append(state.said)
        return Say(state.words[-1]) if len(state.said) < 4 else None

    def weigh(self, state: PlotState, moves: list[Move[PlotState]]) -> list[float] | None:
        self.weighed.append(state.said)
        return None

    def judge(self, state: PlotState) -> list[float] | None:
        self.judged.append(state.said)
        return self.verdict(state)


def silent(state: PlotState) -> list[float] | None:
    return None


def test_search_plays_out_by_the_policy() -> None:
    witness = Witness(silent)
    # A single iteration: one move in the tree, then the policy, then chance from the fifth word on.
    search = searching(Plot(long_story, policy=witness), 1)
    first = str(search.path[0].move)
    line = [(first, "c", "c", "c")[: length + 1] for length in range(4)]
    assert witness.chosen[:4] == line
    assert len(witness.chosen) == 5
    assert [len(said) for said in witness.judged] == [1, 2, 3, 4, 5, 6]
    assert witness.weighed == [()]


class Scale(Policy[PlotState]):
    """Weighs words by their place in the alphabet, the last one most."""

    def weigh(self, state: PlotState, moves: list[Move[PlotState]]) -> list[float]:
        return [float(ord(str(move)[0])) for move in moves]


def test_search_tries_moves_in_the_order_of_their_weights() -> None:
    game = Plot(long_story, policy=Scale())
    search = TreeSearch(game.opening(), settings(widening=1.0))
    order: list[str] = []
    tried: list[int] = []
    for _ in range(60):
        search.iterate()
        order = [str(move) for move in search.root.nodes]
        tried.append(len(order))
    assert order == ["c", "b", "a"]
    # Another move is due where n to the power 0.3 passes a whole number: past 1, 2**(1/0.3), ...
    assert [tried.index(count) + 1 for count in (1, 2, 3)] == [1, 2, 11]


def test_search_tries_every_move_once_where_nothing_is_weighed() -> None:
    for widening, policy in ((0.0, Scale()), (1.5, Policy[PlotState]()), (1.5, None)):
        search = TreeSearch(Plot(long_story, policy=policy).opening(), settings(widening=widening))
        for _ in range(3):
            search.iterate()
        assert sorted(str(move) for move in search.root.nodes) == ["a", "b", "c"]


def test_search_without_weights_draws_as_if_there_were_no_policy() -> None:
    plain, silent_one = (
        IsmctsAgent(iterations=200).advise(Plot(long_story, policy=policy).opening())
        for policy in (None, Policy[PlotState]())
    )
    assert plain.trace == silent_one.trace


def test_search_weighs_only_moves_that_are_legal_and_untried() -> None:
    class Careful(Policy[PlotState]):
        def weigh(self, state: PlotState, moves: list[Move[PlotState]]) -> list[float]:
            assert moves
            assert all(str(move) in state.words for move in moves)
            return [1.0 for _ in moves]

    game = Plot(rare(1.0), (9, 1), policy=Careful())
    advice = IsmctsAgent(iterations=300).advise(game.opening())
    # Equal weights: the first listed comes first, and all of them in the end.
    assert set(words(advice)) == {"ask", "leave"}


def test_search_with_random_rollouts_asks_the_policy_for_no_move() -> None:
    witness = Witness(silent)
    game = Plot(long_story, policy=witness)
    IsmctsAgent(iterations=20, rollouts="random").advise(game.opening())
    assert witness.chosen == []
    assert witness.weighed
    assert witness.judged


def test_search_believes_a_verdict_and_plays_no_further() -> None:
    witness = Witness(lambda state: [7.0, -7.0] if state.said[0] == "c" else [2.0, -2.0])
    advice = IsmctsAgent(iterations=50).advise(Plot(long_story, policy=witness).opening())
    assert {len(said) for said in witness.judged} == {1}
    assert witness.chosen == []
    assert words(advice) == ["c", "a", "b"]
    assert advice.value == 7.0
    assert advice.trace["depth"] == 1


def test_search_believes_a_verdict_inside_a_playout_and_on_the_last_move() -> None:
    witness = Witness(lambda state: [9.0, 0.0] if len(state.said) == 3 else None)
    search = searching(Plot(long_story, policy=witness), 1)
    assert search.path[0].total == 9.0
    witness = Witness(lambda state: [8.0, 0.0] if state.over else None)
    search = searching(Plot(long_story, policy=witness), 1)
    assert search.path[0].total == 8.0


# Scale.


def scaled(factor: float, shift: float) -> Story:
    def story(world: int, said: tuple[str, ...]) -> Turn:
        if len(said) < 3:
            return len(said) % 2, ("a", "b", "c")
        value = said.count("a") - 0.5 * said.count("b") + world
        return [shift + factor * value, -factor * value]

    return story


def test_search_explores_alike_on_every_scale() -> None:
    plain = IsmctsAgent(iterations=400).advise(Plot(scaled(1.0, 0.0), (1, 1)).opening())
    large = IsmctsAgent(iterations=400).advise(Plot(scaled(1024.0, 8192.0), (1, 1)).opening())
    assert visits(plain) == visits(large)
    assert large.value == pytest.approx(8192.0 + 1024.0 * plain.value)
    assert 0.0 < plain.value < 3.0


def test_search_gives_mean_and_spread_on_the_scale_of_the_game() -> None:
    def story(world: int, said: tuple[str, ...]) -> Turn:
        if not said:
            return 0, ("sure", "risky")
        return [110.0, 0.0] if said == ("sure",) else [100.0 + 40.0 * world, 0.0]

    game = Plot(story, (1, 1))
    search = searching(game, 400, exploration=50.0)
    risky, sure = node_of(search.root, "risky"), node_of(search.root, "sure")
    assert (sure.mean(), sure.spread()) == (110.0, 0.0)
    assert risky.mean() == pytest.approx(120.0, abs=4.0)
    assert risky.spread() == pytest.approx(20.0, abs=1.0)
    assert search.lows[0] == 100.0
    assert search.highs[0] == 140.0


# Counts.


def tried(decision: DecisionNode[PlotState], word: str, *got: float) -> MoveNode[PlotState]:
    """Adds a node to the tree with one visit for each result."""
    node = MoveNode(Say(word), decision.seat)
    node.visits = float(len(got))
    node.total = sum(got)
    decision.nodes[node.move] = node
    return node


def test_line_goes_by_visits_then_value_and_leaves_out_single_visits() -> None:
    root = MoveNode(Say("root"), 0)
    assert root.line() == []
    own, other = root.decision(0), root.decision(1)
    tried(own, "few", 9.0, 9.0)
    tried(other, "poor", 1.0, 1.0, 1.0)
    best = tried(other, "good", 2.0, 2.0, 2.0)
    tried(other, "same", 2.0, 2.0, 2.0)
    tried(best.decision(0), "once", 5.0)
    assert root.line() == [best]
    last = tried(best.decision(0), "last", 1.0, 1.0)
    assert root.line() == [best, last]


def test_search_counts_its_tree() -> None:
    search = searching(Plot(long_story), 300)

    def size(decision: DecisionNode[PlotState] | None) -> int:
        if decision is None:
            return 0
        below = sum(1 + size(node.decisions) for node in decision.nodes.values())
        return below + size(decision.other)

    assert search.size == size(search.root)
    assert search.size <= search.iterations == 300
    assert 3 <= search.depth <= 6


# When it stops.


def test_a_lead_of_just_what_is_left_can_still_be_levelled() -> None:
    search = TreeSearch(Plot(long_story).opening(), settings(limit=10))
    for word, count in (("ahead", 10.0), ("behind", 6.0), ("last", 1.0)):
        node = MoveNode(Say(word), 0)
        node.visits = count
        search.root.nodes[node.move] = node
    assert search.is_decided(left=3)
    assert not search.is_decided(left=4)


# Forced moves.


class Passing(Policy[PlotState]):
    """Looks past decisions with one legal move."""

    def skips_forced(self) -> bool:
        return True


def passes(world: int, said: tuple[str, ...]) -> Turn:
    """Two decisions of seat 0 with three passes of seat 1 between them."""
    if len(said) in (0, 4):
        return 0, ("a", "b")
    return (1, ("pass",)) if len(said) < 5 else [float(said.count("b")), 0.0]


def test_a_policy_lets_the_search_look_past_forced_moves() -> None:
    plain, skipping = searching(Plot(passes), 4), searching(Plot(passes, policy=Passing()), 4)
    assert (plain.depth, skipping.depth) == (3, 5)
    assert IsmctsAgent(iterations=60).advise(Plot(passes, policy=Passing()).opening()).move == Say(
        "b"
    )
