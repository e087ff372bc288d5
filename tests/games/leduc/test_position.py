"""Positions of Leduc hold'em: written, read back, and refused where they are impossible."""

import json

import pytest

from kibitz.core import SPECTATOR, PositionError, seeded
from kibitz.games.leduc import Leduc
from kibitz.testing.tree import tree_nodes
from tests.games.leduc.table import table


def position(**changes: object) -> dict[str, object]:
    """The position that the module shows, with changes; "absent" drops a field."""
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
