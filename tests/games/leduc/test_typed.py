"""Moves of Leduc hold'em as they are typed, and as JSON."""

import json
import pickle

import pytest

from kibitz.core import InvalidMoveError, Move
from kibitz.games.leduc import Call, Fold, Leduc, LeducState, Raise
from tests.games.leduc.table import table


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
