"""Whole game trees are visited: every move, every outcome of chance, each exactly once."""

import math
import pickle
from collections.abc import Callable
from typing import ClassVar

import pytest

from kibitz.core import Game, Move, Rng, State, seeded
from kibitz.core.errors import EnumerationLimit
from kibitz.testing.tree import (
    CHANCE,
    DECISION,
    TERMINAL,
    ScriptedRng,
    TreeError,
    perft,
    perft_table,
    tree_nodes,
    walk_tree,
)
from tests.core.nim import Nim
from tests.testing.good import Duet, DuetState


class Sack(State):
    """A state that is dealt by some draw, and drawn from once more by the only move."""

    __match_args__ = ("rng", "seat", "over", "reason", "drawn")

    def __init__(self, rng: Rng, seat: int, over: bool, reason: str, drawn: list[int]) -> None:
        super().__init__(rng, seat, over, reason)
        self.drawn = drawn

    def clone(self) -> "Sack":
        return Sack(self.rng.clone(), self.seat, self.over, self.reason, [*self.drawn])


class Dip(Move[Sack]):
    """Draw a number below three; 0 is drawn again."""

    id: ClassVar[str] = "dip"

    def apply(self, state: Sack, seat: int) -> None:
        number = state.rng.below(3)
        if number == 0:
            number = state.rng.below(2)
        state.drawn.append(number)
        state.finish("drawn")


class Dipping(Game[Sack, Sack]):
    """Deals by a given draw, then one dip."""

    id: ClassVar[str] = "dipping"

    def __init__(self, deal: Callable[[Rng], list[int]]) -> None:
        super().__init__(1)
        self.deal = deal

    def kinds(self) -> list[type[Move[Sack]]]:
        return [Dip]

    def setup(self, rng: Rng) -> Sack:
        return Sack(rng, 0, False, "", self.deal(rng))

    def returns(self, state: Sack) -> list[float]:
        return [float(state.drawn[-1])]


def shuffled(rng: Rng) -> list[int]:
    items = [1, 2, 3]
    rng.shuffle(items)
    return items


# The generator.


def test_scripted_rng_draws_its_script_and_then_zeros() -> None:
    rng = ScriptedRng((2, 0, 4))
    assert [rng.below(3), rng.below(1), rng.between(10, 15), rng.below(9)] == [2, 0, 14, 0]
    assert rng.drawn == (2, 0, 4, 0)
    assert rng.bounds == (3, 1, 6, 9)


def test_scripted_rng_serves_every_draw_that_has_outcomes_to_list() -> None:
    rng = ScriptedRng((1, 5, 0, 0))
    assert rng.pick("abc") == "b"
    assert rng.roll(6) == [6]
    items = [1, 2, 3]
    rng.shuffle(items)
    assert items == [2, 3, 1]
    assert rng.bounds == (3, 6, 3, 2)


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: rng.word(),
        lambda rng: rng.random(),
        lambda rng: rng.flip(),
        lambda rng: rng.fork(),
        lambda rng: rng.child("deck"),
    ],
    ids=["word", "random", "flip", "fork", "child"],
)
def test_scripted_rng_refuses_draws_that_cannot_be_listed(draw: Callable[[Rng], object]) -> None:
    with pytest.raises(TreeError, match=r"below\(\)|state's own rng"):
        draw(ScriptedRng(()))


def test_scripted_rng_refuses_a_script_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="invalid script: 2 for draw 1, expected below 2"):
        ScriptedRng((0, 2)).roll(2, 2)
    with pytest.raises(ValueError, match="invalid bound=0: expected 1 or more"):
        ScriptedRng(()).below(0)


def test_scripted_rng_copies_are_independent() -> None:
    rng = ScriptedRng((1, 1))
    twin = rng.clone()
    assert rng == twin
    rng.below(2)
    assert rng != twin
    assert twin.bounds == ()
    assert rng.clone().below(2) == 1


def test_scripted_rng_key_tells_scripts_and_draws_apart() -> None:
    keys = [ScriptedRng(script).key() for script in ((), (0,), (0, 0), (1,), (1, 0))]
    assert len(set(keys)) == len(keys)


def test_scripted_rng_survives_pickling() -> None:
    rng = ScriptedRng((1, 2))
    rng.below(4)
    again = pickle.loads(pickle.dumps(rng))
    assert again == rng
    assert repr(again) == "ScriptedRng((1, 2), (1,), (4,))"
    assert again.below(3) == 2


# The tree.


def test_tree_of_a_game_without_chance_is_the_tree_of_its_moves() -> None:
    # Ways to write 4 as a sum of 1, 2 and 3, order counting: 1, 2, 4, 7 for 1, 2, 3, 4 stones.
    count = walk_tree(Nim(4))
    assert (count.decisions, count.chance, count.terminals) == (1 + 1 + 2 + 4, 0, 7)
    assert count.depth == 4
    assert sum(count.returns) == 0.0
    assert count.absolute_returns == [7.0, 7.0]


def test_tree_holds_every_outcome_of_a_shuffle_once() -> None:
    nodes = list(tree_nodes(Dipping(shuffled)))
    dealt = [tuple(node.state.drawn) for node in nodes if node.kind == DECISION and node.state]
    assert sorted(dealt) == [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]


def test_tree_counts_each_draw_as_a_chance_node_once() -> None:
    # The shuffle draws below 3, then below 2: 1 + 3 nodes. Each of the 6 deals is followed by a
    # draw below 3, and below 2 if that gave 0: 2 nodes with 2 + 2 ends.
    count = walk_tree(Dipping(shuffled))
    assert (count.decisions, count.chance, count.terminals) == (6, 4 + 6 * 2, 6 * 4)
    assert count.depth == 2 + 1 + 2


def test_tree_weighs_ends_by_their_probability() -> None:
    # A dip gives 0 or 1 once in six each by the second draw, 1 and 2 once in three by the first.
    count = walk_tree(Dipping(lambda rng: []))
    assert count.returns == [0.0 + 1.0 + 1.0 + 2.0]
    assert count.average_returns == [pytest.approx(1 / 6 + 1 / 3 + 2 / 3)]


def test_tree_nodes_come_before_their_children_and_only_once() -> None:
    nodes = list(tree_nodes(Dipping(shuffled)))
    seen: set[tuple[object, ...]] = set()
    for node in nodes:
        assert node.history not in seen
        assert not node.history or node.history[:-1] in seen
        seen.add(node.history)
    ends = [node for node in nodes if node.kind == TERMINAL]
    assert math.fsum(node.probability for node in ends) == pytest.approx(1.0)
    assert all(node.state is None for node in nodes if node.kind == CHANCE)


def test_tree_branches_name_what_comes_next() -> None:
    nodes = {node.history: node for node in tree_nodes(Dipping(shuffled))}
    for node in nodes.values():
        for branch in node.branches:
            assert (*node.history, branch) in nodes
    assert repr(nodes[()]) == "TreeNode(chance after nothing, 3 branches)"
    assert repr(nodes[0, 1, Dip()]) == "TreeNode(chance after 0 1 dip, 3 branches)"


def test_tree_figures_are_written_as_json() -> None:
    count = walk_tree(Nim(1))
    assert count.to_json() == {
        "decisions": 1,
        "chance": 0,
        "terminals": 1,
        "returns": [1.0, -1.0],
        "absolute_returns": [1.0, 1.0],
        "average_returns": [1.0, -1.0],
        "depth": 1,
    }
    assert repr(count).startswith("TreeCount(decisions=1, chance=0, terminals=1")


def test_tree_deeper_than_the_interpreter_recurses_is_visited() -> None:
    nodes = tree_nodes(Nim(1200), limit=2000)
    assert max(len(next(nodes).history) for _ in range(1500)) == 1200


def test_tree_stops_at_its_limit() -> None:
    assert walk_tree(Nim(4), limit=15).terminals == 7
    with pytest.raises(TreeError, match="the tree of nim has more than 14 nodes"):
        walk_tree(Nim(4), limit=14)


def test_tree_refuses_a_game_with_continuous_chance() -> None:
    with pytest.raises(TreeError, match="too many outcomes"):
        walk_tree(Dipping(lambda rng: [int(rng.flip())]))


def test_tree_refuses_a_state_that_drops_its_generator() -> None:
    class Forgetful(Dipping):
        def setup(self, rng: Rng) -> Sack:
            return Sack(seeded(1), 0, False, "", [])

    with pytest.raises(TreeError, match="dipping does not keep the generator"):
        walk_tree(Forgetful(shuffled))


def test_tree_refuses_a_game_in_which_nobody_can_move() -> None:
    class Stuck(Dipping):
        def legal(self, state: Sack) -> list[Move[Sack]]:
            return []

    with pytest.raises(TreeError, match="seat 0 is to move in dipping and has no legal move"):
        walk_tree(Stuck(shuffled))


def test_tree_leaves_the_states_it_yields_as_they_were() -> None:
    nodes = list(tree_nodes(Dipping(shuffled)))
    keys = [node.state.drawn for node in nodes if node.kind == DECISION and node.state]
    assert all(len(drawn) == 3 for drawn in keys)


# Perft.


def dealt_duet() -> DuetState:
    """Deals a fixed game: seat 0 holds 1 and 4."""
    return Duet().setup(seeded(0))


def test_perft_counts_the_ways_to_play_on() -> None:
    # Two cards or the swap; then the swap is used up, or it is the other's turn with all three.
    assert perft_table(Duet(), dealt_duet(), 2) == [1, 3, 2 + 3 + 3]
    assert perft(Duet(), dealt_duet(), 0) == 1
    assert perft(Duet(), dealt_duet(), 1) == 3


def test_perft_agrees_with_playing_every_line() -> None:
    def count(state: DuetState, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in Duet().legal(state):
            twin = state.clone()
            Duet().play(twin, move)
            total += count(twin, depth - 1)
        return total

    for depth in range(7):
        assert perft(Duet(), dealt_duet(), depth) == count(dealt_duet(), depth)


def test_perft_leaves_the_state_as_it_is() -> None:
    state = dealt_duet()
    perft(Duet(), state, 3)
    assert state == dealt_duet()


def test_perft_adds_nothing_for_games_that_are_over() -> None:
    assert perft(Duet(), dealt_duet(), 7) == 0


def test_perft_stops_at_its_limit() -> None:
    with pytest.raises(EnumerationLimit, match="more than 10 positions of duet"):
        perft(Duet(), dealt_duet(), 5, limit=10)


def test_perft_refuses_a_negative_depth() -> None:
    with pytest.raises(ValueError, match=r"^invalid depth=-1: expected 0 or more$"):
        perft_table(Duet(), dealt_duet(), -1)
