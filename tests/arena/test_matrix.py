"""The values of an option against each other."""

import math
from dataclasses import replace

import pytest

from kibitz.arena.matrix import (
    Matrix,
    mean_of,
    order_of,
    read_matrix,
    read_values,
    scores_of,
    totals_of,
)
from kibitz.arena.setup import ArenaError
from kibitz.arena.summary import Share, Summary, summarise
from kibitz.core.errors import KibitzError
from tests.arena.played import head_to_head

MATRIX = Matrix("pokemon", {}, "random", "decks", ("zap", "blackout", "starter"), deals=4, seed=0)
# How many of four deals the value in the first seat wins, by tournament.
WON = {"1-2": 3, "1-3": 4, "2-1": 2, "2-3": 2, "3-1": 1, "3-2": 2}


def played_matches() -> dict[str, Summary]:
    """Returns tournaments in which the first seat wins both games of some deals."""
    found: dict[str, Summary] = {}
    for name, setup in MATRIX.matches().items():
        won = WON[name]
        found[name] = summarise(setup, head_to_head(*[(0, 1)] * won, *[(1, 0)] * (4 - won)))
    return found


def test_every_two_values_play_in_both_orders() -> None:
    matches = MATRIX.matches()
    assert {name: setup.options["decks"] for name, setup in matches.items()} == {
        "1-2": "zap / blackout",
        "1-3": "zap / starter",
        "2-1": "blackout / zap",
        "2-3": "blackout / starter",
        "3-1": "starter / zap",
        "3-2": "starter / blackout",
    }
    assert {setup.players for setup in matches.values()} == {("random", "random")}
    assert len({setup.seed for setup in matches.values()}) == 6


def test_score_is_the_mean_of_both_orders() -> None:
    scores = scores_of(MATRIX, played_matches())
    assert scores[0, 1].score == pytest.approx((3 / 4 + 2 / 4) / 2)
    assert scores[1, 0].score == pytest.approx(1 - scores[0, 1].score)
    assert scores[0, 1].low == pytest.approx(1 - scores[1, 0].high)
    assert scores[0, 1].games == 16
    totals = totals_of(MATRIX, scores)
    zap = totals[0]
    assert zap is not None
    assert zap.score == pytest.approx((scores[0, 1].score + scores[0, 2].score) / 2)
    assert order_of(totals) == [0, 1, 2]


def test_errors_add_up_as_squares() -> None:
    mean = mean_of(Share(10, 0.5, 0.2, 0.8), Share(10, 0.7, 0.3, 0.9))
    assert mean.games == 20
    assert mean.score == pytest.approx(0.6)
    assert mean.low == pytest.approx(0.6 - math.hypot(0.3, 0.4) / 2)
    assert mean.high == pytest.approx(0.6 + math.hypot(0.3, 0.2) / 2)


def test_pair_counts_once_both_orders_are_played() -> None:
    matches = played_matches()
    del matches["2-1"]
    scores = scores_of(MATRIX, matches)
    assert (0, 1) not in scores
    assert (0, 2) in scores
    assert totals_of(MATRIX, {}) == [None, None, None]


def test_values_are_read_with_the_separator_of_the_option() -> None:
    assert read_values("zap/ blackout /starter", " / ") == ("zap", "blackout", "starter")
    assert read_values("4 abra, 56 fire / zap", " / ") == ("4 abra, 56 fire", "zap")


def test_matrix_is_read_as_it_was_written() -> None:
    assert read_matrix(MATRIX.to_json()) == MATRIX
    with pytest.raises(ArenaError, match="field 'values' is missing"):
        read_matrix({"game": "pokemon"})


@pytest.mark.parametrize(
    ("matrix", "problem"),
    [
        (replace(MATRIX, option="sides"), "pokemon has no option 'sides' with a value for each"),
        (replace(MATRIX, game="leduc"), "leduc has no option 'decks' .*; it has none"),
        (replace(MATRIX, values=("zap",)), "a matrix needs 2 to 30 values of decks, not 1"),
        (replace(MATRIX, values=("zap", "zap")), "a value of decks is given twice"),
        (replace(MATRIX, values=("zap", "zup")), "there is no deck 'zup'"),
        (replace(MATRIX, agent="nobody"), "nobody"),
        (replace(MATRIX, deals=0), "invalid deals=0"),
    ],
)
def test_impossible_matrix_is_refused(matrix: Matrix, problem: str) -> None:
    with pytest.raises(KibitzError, match=problem):
        matrix.check()
