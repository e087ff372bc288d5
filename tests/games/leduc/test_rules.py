"""Leduc hold'em plays as OpenSpiel's `leduc_poker` does, node by node, and by the rule book."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from kibitz.core import (
    Move,
    derive_legal,
)
from kibitz.games.leduc import Call, Fold, Leduc, LeducState, Raise
from kibitz.games.leduc.state import CARDS, NO_CARD
from kibitz.testing.tree import CHANCE, DECISION, TreeNode, walk_tree
from tests.games.leduc.open_spiel import count_tree
from tests.games.leduc.table import Match, table

DATA = Path(__file__).parents[2] / "data" / "leduc_tree.json"
# The numbers of OpenSpiel's actions.
ACTIONS: dict[str, int] = {"fold": 0, "call": 1, "raise": 2}


def legal(match: Match) -> str:
    return " ".join(str(move) for move in match.legal_moves())


def returns(match: Match) -> list[float]:
    assert match.state.over
    return match.game.returns(match.state)


# The whole tree.


def test_tree_has_the_stored_figures() -> None:
    stored = json.loads(DATA.read_text(encoding="utf-8"))
    assert stored["source"].startswith("OpenSpiel")
    assert (stored["decisions"], stored["terminals"]) == (3780, 5520)
    assert {name: stored[name] for name in stored if name not in ("source", "command")} == {
        **walk_tree(Leduc()).to_json(),
        "average_returns": pytest.approx(stored["average_returns"]),
    }


@pytest.mark.peers
@pytest.mark.needs("open_spiel")
def test_tree_has_the_figures_of_the_installed_open_spiel() -> None:
    counted = count_tree()
    assert walk_tree(Leduc()).to_json() == {
        **counted,
        "average_returns": pytest.approx(counted["average_returns"]),
    }


@pytest.mark.peers
@pytest.mark.needs("open_spiel")
def test_tree_is_open_spiels_tree_node_by_node(nodes: list[TreeNode[LeducState]]) -> None:
    import pyspiel

    counted = count_tree()
    # As many nodes and no history twice: together with the loop below, the same set of histories.
    assert len(nodes) == counted["decisions"] + counted["chance"] + counted["terminals"]
    assert len({node.history for node in nodes}) == len(nodes)
    game = pyspiel.load_game("leduc_poker")
    for node in nodes:
        other = game.new_initial_state()
        for step in node.history:
            other.apply_action(action_of(other, step))
        assert_same_node(node, other)


def action_of(other: Any, step: Move[LeducState] | int) -> int:
    """Returns OpenSpiel's number of a move, or of the n-th outcome of chance (Any: untyped)."""
    if isinstance(step, int):
        return int(other.legal_actions()[step])
    return ACTIONS[step.id]


def assert_same_node(node: TreeNode[LeducState], other: Any) -> None:
    state = node.state
    if state is None:
        assert node.kind == CHANCE
        assert other.is_chance_node()
        share = pytest.approx(1 / len(node.branches))
        assert [chance for _, chance in other.chance_outcomes()] == [share] * len(node.branches)
        return
    assert not other.is_chance_node()
    assert other.is_terminal() == state.over
    assert other.returns() == Leduc().returns(state)
    assert [action_of(other, move) for move in node.branches] == other.legal_actions()
    if node.kind == DECISION:
        assert other.current_player() == state.seat
    lines = dict(line.split(": ", 1) for line in str(other).splitlines() if ": " in line)
    cards = [state.public, *state.cards]
    assert [
        max(int(card), NO_CARD) for card in lines["Cards (public player_0 player_1)"].split()
    ] == cards
    if not state.over:  # OpenSpiel pays the pot out at the end
        money = [100 - state.staked(seat) for seat in (0, 1)]
        assert lines["Money (player_0 player_1)"] == f"{money[0]} {money[1]}"


def test_legal_moves_follow_from_the_checks_in_every_state(states: list[LeducState]) -> None:
    game = Leduc()
    for state in states:
        assert game.legal(state) == derive_legal(game, state)


def test_every_state_is_copied_and_pickled_whole(states: list[LeducState]) -> None:
    for state in states[::50]:
        assert state.clone() == state
        assert pickle.loads(pickle.dumps(state)) == state


# Rules: betting.


def test_given_a_new_deal_when_looking_then_both_have_paid_the_ante() -> None:
    match = table("Ks Qs")
    assert [match.state.staked(seat) for seat in (0, 1)] == [1, 1]
    assert match.seat == 0
    assert legal(match) == "call raise"


def test_given_nothing_owed_when_folding_then_it_is_refused_with_a_reason() -> None:
    match = table("Ks Qs")
    result = match.execute(Fold())
    assert not result.success
    assert result.error is not None
    assert result.error.error_code == "NOTHING_OWED"
    assert match.ply == 0


def test_given_a_new_deal_when_seat_0_calls_then_seat_1_decides_in_the_same_round() -> None:
    match = table("Ks Qs", "call")
    assert match.seat == 1
    assert match.state.public == NO_CARD
    assert legal(match) == "call raise"


def test_given_a_call_when_seat_1_calls_then_the_public_card_is_dealt_and_seat_0_opens() -> None:
    match = table("Ks Qs", "call call", public="Qh")
    assert CARDS[match.state.public] == "Qh"
    assert match.seat == 0
    assert legal(match) == "call raise"


def test_given_a_raise_when_it_is_answered_then_fold_call_and_raise_are_open() -> None:
    match = table("Ks Qs", "raise")
    assert match.seat == 1
    assert [match.state.staked(seat) for seat in (0, 1)] == [3, 1]
    assert legal(match) == "fold call raise"


@pytest.mark.parametrize("moves", ["raise call", "call raise call"])
def test_given_a_raise_when_it_is_called_then_the_round_ends(moves: str) -> None:
    match = table("Ks Qs", moves)
    assert match.state.public != NO_CARD
    assert [match.state.staked(seat) for seat in (0, 1)] == [3, 3]
    assert match.seat == 0


@pytest.mark.parametrize("moves", ["raise raise", "call raise raise", "call call raise raise"])
def test_given_two_raises_when_raising_again_then_it_is_refused(moves: str) -> None:
    match = table("Ks Qs", moves)
    assert legal(match) == "fold call"
    assert [(r.error_code, r.context) for r in match.explain(Raise())] == [
        ("NO_RAISES_LEFT", {"raises": 2})
    ]


def test_given_two_raises_in_round_one_when_round_two_opens_then_two_more_are_allowed() -> None:
    match = table("Ks Qs", "raise raise call")
    assert legal(match) == "call raise"
    match.play("raise")
    assert legal(match) == "fold call raise"


def test_given_the_second_round_when_raising_then_it_costs_four() -> None:
    match = table("Ks Qs", "call call raise raise")
    assert [match.state.staked(seat) for seat in (0, 1)] == [5, 9]


def test_given_seat_0_to_move_when_seat_1_moves_then_it_is_refused() -> None:
    match = table("Ks Qs")
    result = match.execute(Call(), player=1)
    assert result.error is not None
    assert result.error.error_code == "NOT_YOUR_TURN"
    assert [reason.error_code for reason in match.explain(Fold(), player=1)] == [
        "NOT_YOUR_TURN",
        "NOTHING_OWED",
    ]


# Rules: the end.


@pytest.mark.parametrize(
    ("moves", "won"),
    [
        ("raise fold", [1.0, -1.0]),
        ("call raise fold", [-1.0, 1.0]),
        ("raise raise fold", [-3.0, 3.0]),
        ("call raise raise fold", [3.0, -3.0]),
        ("raise call raise fold", [3.0, -3.0]),
        ("raise call call raise raise fold", [7.0, -7.0]),
    ],
)
def test_given_a_raise_when_folding_then_the_stake_is_lost(moves: str, won: list[float]) -> None:
    match = table("Js Ks", moves)
    assert returns(match) == won
    assert match.state.reason == "fold"


@pytest.mark.parametrize(
    ("cards", "public", "winner"),
    [
        ("Ks Qs", "Jh", 0),
        ("Js Qs", "Kh", 1),
        ("Js Ks", "Jh", 0),
        ("Ks Qs", "Qh", 1),
        ("Kh Ks", "Jh", None),
        ("Qs Qh", "Ks", None),
    ],
)
def test_given_level_stakes_when_showing_then_a_pair_wins_then_the_higher_rank(
    cards: str, public: str, winner: int | None
) -> None:
    match = table(cards, "call call call call", public)
    assert match.state.reason == "showdown"
    assert match.outcome is not None
    assert match.outcome.winner == winner
    assert returns(match) == {0: [1.0, -1.0], 1: [-1.0, 1.0], None: [0.0, 0.0]}[winner]


def test_given_all_raises_when_showing_then_thirteen_chips_change_hands() -> None:
    match = table("Ks Qs", "raise raise call raise raise call")
    assert returns(match) == [13.0, -13.0]


def test_given_a_deal_in_play_when_asking_returns_then_nobody_has_won_anything() -> None:
    match = table("Ks Qs", "raise")
    assert match.game.returns(match.state) == [0.0, 0.0]
    assert match.outcome is None


def test_given_a_finished_deal_when_moving_then_it_is_refused() -> None:
    match = table("Ks Qs", "raise fold")
    assert match.legal_moves() == []
    result = match.execute(Call())
    assert result.error is not None
    assert result.error.error_code == "GAME_ENDED"
