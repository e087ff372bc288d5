import json
import math
from dataclasses import replace

import pytest

from kibitz.arena.result import MOVE_LIMIT, Course, fingerprint, read_result
from kibitz.arena.setup import ArenaError
from tests.arena.played import head_to_head, played

# Ranks and scores.


def test_ranks_follow_the_returns_and_equal_returns_share_one() -> None:
    assert played(0, (0, 1, 2), 1, returns=(1.0, 3.0, 2.0)).ranks() == (3, 1, 2)
    assert played(0, (0, 1, 2), None, returns=(1.0, 1.0, 0.0)).ranks() == (1, 1, 3)
    assert played(0, (0, 1, 2), 2, returns=(0.0, 0.0, 3.0)).ranks() == (2, 2, 1)


@pytest.mark.parametrize("players", [(0, 1), (0, 1, 2)])
def test_ranks_of_a_game_that_was_stopped_are_equal(players: tuple[int, ...]) -> None:
    stopped = played(0, players, None, returns=(5.0, 1.0, 0.0)[: len(players)], reason=MOVE_LIMIT)
    assert stopped.ranks() == (1,) * len(players)
    assert stopped.scores() == (1 / len(players),) * len(players)


def test_winner_is_first_whatever_the_returns() -> None:
    assert played(0, (0, 1), 1, returns=(4.0, 4.0)).ranks() == (2, 1)
    assert played(0, (0, 1), None, returns=(4.0, 3.0)).ranks() == (1, 1)


def test_scores_share_the_first_place() -> None:
    assert played(0, winner=1).scores() == (0.0, 1.0)
    assert played(0, winner=None).scores() == (0.5, 0.5)
    assert played(0, (0, 1, 2), 2).scores() == (0.0, 0.0, 1.0)
    three = played(0, (0, 1, 2, 3), None, returns=(2.0, 2.0, 1.0, 2.0))
    assert three.scores() == (1 / 3, 1 / 3, 0.0, 1 / 3)


def test_a_single_player_wins_or_loses() -> None:
    assert played(0, (4,), 0, returns=(3.0,)).scores() == (1.0,)
    assert played(0, (4,), None, returns=(-3.0,)).scores() == (0.0,)


def test_seats_of_a_player_are_all_its_copies() -> None:
    result = played(0, (1, 0, 1))
    assert [result.seats_of(player) for player in (0, 1, 2)] == [[1], [0, 2], []]


# Reading.

COURSE = {"seats": [0, 1], "moves": ["bet", "fold"], "scores": []}


def test_result_is_read_back_from_json() -> None:
    two = (played(3, (1, 0), None, record="{}\n"), played(4, returns=(2.5, -2.5)))
    went = played(7, course=Course((0, 1, 0), ("bet", "call", "fold"), ((0.0, 0.5),) * 4))
    for result in (*two, played(5, (2,), None), played(6, (2, 0, 1, 0), 3), went):
        assert read_result(json.loads(json.dumps(result.to_json()))) == result


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("winner", 2, "winner: expected a whole number from 0 to 1, got 2"),
        ("players", [0], "returns: expected 1, one for each seat, got 2"),
        ("players", [], "players: expected at least one seat"),
        ("micros", [[], [], []], "micros: expected 2, one for each seat, got 3"),
        ("players", None, "players: expected a list, got null"),
        ("returns", ["a", 1], "returns[0]: expected a number"),
        ("returns", [math.nan, 1], "returns[0]: expected a number"),
        ("returns", [0, -math.inf], "returns[1]: expected a number"),
        ("returns", [True, 1], "returns[0]: expected a number"),
        ("micros", [[1, -1], []], "micros[0][1]: expected a whole number from 0 up"),
        ("record", 3, "record: expected a text, got 3"),
        ("course", {**COURSE, "seats": [0, 2]}, "course.seats[1]: expected a whole number from 0"),
        ("course", {**COURSE, "moves": ["a"]}, "course.moves: expected 2, one for each seat that"),
        ("course", {**COURSE, "scores": [[0, 0]]}, "course.scores: expected 3, one more than mov"),
        ("course", {**COURSE, "scores": [[0]] * 3}, "course.scores[0]: expected 2, one for each"),
        ("course", {**COURSE, "more": 1}, "course: unknown field 'more'"),
        ("reasons", 3, "unknown field 'reasons'; did you mean 'reason'"),
    ],
)
def test_reading_a_result_says_what_is_wrong(field: str, value: object, words: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_result({**played(0).to_json(), field: value})
    assert words in str(caught.value)
    assert str(caught.value).startswith("not the result of a game: ")


def test_fingerprint_does_not_depend_on_the_order_or_the_clock() -> None:
    results = head_to_head((0, 0), (0, 1))
    course = Course((0, 1, 0), ("bet", "call", "fold"), ())
    slower = [
        replace(result, micros=((9, 9), (9,)), record="kept", course=course) for result in results
    ]
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
