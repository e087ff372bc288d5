import json
import math
from dataclasses import replace

import pytest

from kibitz.arena.result import fingerprint, pair_points, read_result
from kibitz.arena.setup import ArenaError
from tests.arena.played import head_to_head, played


def test_score_follows_the_player_not_the_seat() -> None:
    result = played(0, (4, 2), winner=1)
    assert (result.score_of(2), result.score_of(4)) == (1.0, 0.0)
    assert played(0, winner=None).score_of(1) == 0.5
    with pytest.raises(ValueError, match="player 3 did not play game 0"):
        result.score_of(3)


def test_result_is_read_back_from_json() -> None:
    for result in (played(3, (1, 0), None, record="{}\n"), played(4, returns=(2.5, -2.5))):
        assert read_result(json.loads(json.dumps(result.to_json()))) == result


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("winner", 2, "winner: expected a whole number from 0 to 1, got 2"),
        ("players", [0], "players: expected two, one for each seat, got 1"),
        ("players", None, "players: expected a list, got null"),
        ("returns", ["a", 1], "returns[0]: expected a number"),
        ("returns", [math.nan, 1], "returns[0]: expected a number"),
        ("returns", [0, -math.inf], "returns[1]: expected a number"),
        ("returns", [True, 1], "returns[0]: expected a number"),
        ("micros", [[1, -1], []], "micros[0][1]: expected a whole number from 0 up"),
        ("record", 3, "record: expected a text, got 3"),
        ("reasons", 3, "unknown field 'reasons'; did you mean 'reason'"),
    ],
)
def test_reading_a_result_says_what_is_wrong(field: str, value: object, words: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_result({**played(0).to_json(), field: value})
    assert words in str(caught.value)
    assert str(caught.value).startswith("not the result of a game: ")


def test_pairs_are_those_of_two_players_and_stand_in_the_order_of_deals() -> None:
    games = [
        played(9, (1, 0), None, deal=2),
        played(8, (0, 1), 0, deal=2),
        played(4, (0, 1), 1, deal=1),
        played(0, (0, 1), 0, deal=0),
        played(1, (1, 0), 1, deal=0),
        played(2, (0, 2), 0, deal=1),
    ]
    assert [*pair_points((0, 1), games).items()] == [(0, 2.0), (2, 1.5)]
    assert pair_points((1, 0), games) == {0: 0.0, 2: 0.5}


def test_fingerprint_does_not_depend_on_the_order_or_the_clock() -> None:
    results = head_to_head((0, 0), (0, 1))
    slower = [replace(result, micros=((9, 9), (9,)), record="kept") for result in results]
    assert fingerprint(reversed(slower)) == fingerprint(results)


@pytest.mark.parametrize(
    "other",
    [
        played(1, winner=0),
        played(0, winner=1),
        played(0, (1, 0)),
        played(0, reason="fold"),
        played(0, returns=(2.0, -2.0)),
        played(0, choices=((2, 4), (2,))),
        replace(played(0), hash="another"),
        replace(played(0), plies=9),
    ],
)
def test_fingerprint_changes_with_anything_that_matters(other: object) -> None:
    assert isinstance(other, type(played(0)))
    assert fingerprint([other]) != fingerprint([played(0)])
