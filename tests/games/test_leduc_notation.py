"""Leduc hold'em is written and read: moves, the table, positions."""

import json
import pickle

import pytest

from kibitz.core import SPECTATOR, InvalidMoveError, Move, PositionError, seeded
from kibitz.games.leduc import Call, Fold, Leduc, LeducState, Raise
from kibitz.testing.tree import tree_nodes
from tests.games.leduc_table import table

# Moves and the table.


@pytest.mark.parametrize("move", [Fold(), Call(), Raise()])
def test_notation_and_json_read_back(move: Move[LeducState]) -> None:
    game = Leduc()
    match = table("Ks Qs", "raise")
    assert str(move) in ("fold", "call", "raise")
    assert game.parse(match.state, str(move).upper()) == move
    assert game.move_from_json(json.loads(json.dumps(move.to_json()))) == move
    assert pickle.loads(pickle.dumps(move)) == move


def test_notation_takes_a_beginning_and_an_illegal_move() -> None:
    match = table("Ks Qs")
    assert match.game.parse(match.state, " r ") == Raise()
    assert match.game.parse(match.state, "fold") == Fold()


@pytest.mark.parametrize("text", ["", "check", "raise 4", "call call", "rise"])
def test_notation_refuses_what_it_cannot_read(text: str) -> None:
    match = table("Ks Qs")
    with pytest.raises(InvalidMoveError):
        match.game.parse(match.state, text)


@pytest.mark.parametrize("document", [{"move": "check"}, {"move": "raise", "by": 4}, {}, "raise"])
def test_json_refuses_what_is_no_move(document: object) -> None:
    with pytest.raises(InvalidMoveError):
        Leduc().move_from_json(document)


def test_describe_says_what_a_move_costs() -> None:
    match = table("Ks Qs", "call")
    said = [match.game.describe(match.view(1), move) for move in (Call(), Raise())]
    assert said == ["call for nothing (check)", "raise by 2, paying 2"]
    match.play("call")
    match.play("raise")
    said = [match.game.describe(match.view(1), move) for move in (Fold(), Call(), Raise())]
    assert said == ["fold and lose 1", "call, paying 4", "raise by 4, paying 8"]


def test_render_shows_what_a_seat_sees() -> None:
    match = table("Ks Qs", "raise")
    assert match.game.render(match.view(1)).splitlines() == [
        "Leduc hold'em, round 1; public card: not dealt yet",
        "seat 0: ??, 3 in the pot",
        "seat 1: Qs, 1 in the pot, to move",
    ]


@pytest.mark.parametrize(
    ("cards", "moves", "last"),
    [
        ("Ks Qs", "call raise fold", "over by fold: seat 1 wins 1"),
        ("Ks Qs", "raise call call call", "over by showdown: seat 0 wins 3"),
        ("Ks Kh", "raise call call call", "over by showdown: the pot is shared"),
    ],
)
def test_render_says_who_won(cards: str, moves: str, last: str) -> None:
    match = table(cards, moves)
    assert match.game.render(match.view(SPECTATOR)).splitlines()[-1] == last


# Positions.


def position(**changes: object) -> dict[str, object]:
    """The position of the notation module's docstring, with changes; "absent" drops a field."""
    found: dict[str, object] = {
        "to_move": 0,
        "cards": ["Ks", None],
        "public": "Qh",
        "stakes": [3, 7],
        "raises": 1,
        **changes,
    }
    return {name: value for name, value in found.items() if value != "absent"}


def test_position_is_written_as_documented() -> None:
    match = table("Ks Qs", "raise call call raise", public="Qh")
    assert match.game.position(match.view(0)) == position()


@pytest.mark.slow
def test_position_reads_back_from_every_state() -> None:
    game = Leduc()
    for state in [node.state for node in tree_nodes(game) if node.state][::3]:
        for seat in (0, 1, SPECTATOR):
            view = game.view(state, seat)
            assert game.read_position(json.loads(json.dumps(game.position(view)))) == view


def test_position_gives_the_legal_moves() -> None:
    game = Leduc()
    world = game.sample(game.read_position(position()), seeded(1))
    assert [str(move) for move in game.legal(world)] == ["fold", "call", "raise"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"raises": "absent"}, "field 'raises' is missing"),
        ({"raise": 1}, "unknown field 'raise'; did you mean 'raises'?"),
        ({"to_move": 2}, "to_move: expected a whole number from 0 to 1, got 2"),
        ({"to_move": True}, "to_move: expected a whole number from 0 to 1, got true"),
        ({"cards": "Ks"}, 'cards: expected a list, got "Ks"'),
        ({"cards": []}, "cards: expected two, one for each seat, got 0"),
        ({"cards": ["Kd", None]}, "cards[0]: unknown 'Kd'; did you mean 'Ks' or 'Kh'?"),
        ({"cards": [4, None]}, "cards[0]: expected a text, got 4"),
        ({"cards": ["Qh", None]}, "Qh is dealt twice"),
        ({"cards": ["Ks", "Js"]}, "cards: nobody sees both before the showdown"),
        ({"stakes": [3]}, "stakes: expected two, one for each seat, got 1"),
        ({"stakes": [0, 4]}, "stakes[0]: expected a whole number from 1 up, got 0"),
        ({"stakes": [3, 5]}, "stakes: expected [1, 5] or [3, 7] or [5, 9] in round 2"),
        ({"stakes": [7, 3]}, "got [7, 3]"),
        ({"public": None}, "stakes: expected [1, 3] in round 1, to_move 0, raises 1"),
        ({"raises": 3}, "raises: expected a whole number from 0 to 2, got 3"),
        ({"over": "yes"}, 'over: expected true or false, got "yes"'),
        ({"stakes": [7, 7], "over": True}, "cards: a showdown shows both"),
        (
            {"stakes": [3, 3], "raises": 0, "over": True},
            "no betting leads to round 2, to_move 0, raises 0, over, whatever the stakes",
        ),
    ],
)
def test_position_refuses_impossible_content(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(PositionError) as caught:
        Leduc().read_position(position(**changes))
    assert str(caught.value).startswith("not a position of leduc: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("document", [None, [], "Ks", 3])
def test_position_refuses_what_is_no_object(document: object) -> None:
    with pytest.raises(PositionError, match=r"^not a position of leduc: expected an object, got"):
        Leduc().read_position(document)


def test_position_lists_all_problems_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        Leduc().read_position({"to_move": 7, "cards": ["Kx", None], "extra": 1, "public": None})
    assert str(caught.value).count(";") >= 4
