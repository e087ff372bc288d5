import math
from collections.abc import Iterator

import pytest

from kibitz.arena.setup import ArenaError
from kibitz.arena.sprt import LEAST_PAIRS, Sprt, pair_scores, read_sprt
from kibitz.arena.statistics import expected_score
from kibitz.core.randomness import seeded
from tests.arena.played import head_to_head, played

# The ratio.


def test_bounds_are_walds() -> None:
    state = Sprt(0, 20, 0.05, 0.1).verdict([])
    assert (state.lower, state.upper) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    assert (state.llr, state.verdict, state.pairs) == (0.0, None, 0)


def test_ratio_is_that_of_two_normal_distributions() -> None:
    scores = [1.0, 0.5, 0.75, 0.0, 1.0, 0.5, 0.5, 0.25] * 3
    state = Sprt(0, 20).verdict(scores)
    # Four virtual pairs of variance 1/8 belong to the estimate.
    mean = sum(scores) / 24
    variance = (sum((score - mean) ** 2 for score in scores) + 4 / 8) / 28
    wanted = 0.0
    for score in scores:
        off0, off1 = score - expected_score(0), score - expected_score(20)
        wanted += (off0 * off0 - off1 * off1) / (2 * variance)
    assert state.llr == pytest.approx(wanted)
    assert (state.verdict, state.pairs) == (None, 24)


def test_verdict_waits_for_enough_pairs_and_stops_at_the_first() -> None:
    test = Sprt(0, 50)
    early = test.verdict([1.0] * (LEAST_PAIRS - 1))
    assert early.llr > early.upper
    assert early.verdict is None
    state = test.verdict([1.0] * LEAST_PAIRS + [0.0] * 500)
    assert (state.verdict, state.pairs) == ("H1", LEAST_PAIRS)
    assert test.verdict([0.0] * 100).verdict == "H0"
    assert test.verdict([1.0] * 100).pairs == LEAST_PAIRS


def test_pairs_that_are_all_even_speak_for_equal_strength() -> None:
    state = Sprt(0, 20).verdict([0.5] * 200)
    assert state.verdict == "H0"
    assert LEAST_PAIRS < state.pairs < 100
    assert Sprt(-10, 10).verdict([0.5] * 200).llr == pytest.approx(0.0)


def outcomes(score: float, seed: str) -> Iterator[float]:
    """Draws pairs of two games that have nothing to do with each other."""
    rng = seeded(seed)
    while True:
        yield (rng.flip(score) + rng.flip(score)) / 2


@pytest.mark.parametrize(("true", "wrong"), [(0, "H1"), (60, "H0")])
def test_errors_are_as_rare_as_promised(true: float, wrong: str) -> None:
    test, runs, errors = Sprt(0, 60), 400, 0
    for run in range(runs):
        last = test.verdict(outcomes(expected_score(true), f"sprt {true} {run}"))
        assert last.verdict is not None
        errors += last.verdict == wrong
    # 5 % are allowed; 400 runs stray by 2.2 points in 19 of 20 cases.
    assert 0.01 <= errors / runs <= 0.08


# Pairs.


def test_pairs_are_scored_from_the_side_of_the_player_named_first() -> None:
    results = head_to_head((0, 0), (0, 1), (1, 1), (None, 0), (None, 1))
    assert pair_scores(results) == [1.0, 0.5, 0.0, 0.75, 0.25]
    assert pair_scores(reversed(results)) == pair_scores(results)


def test_pairs_end_at_the_first_that_is_not_complete() -> None:
    results = head_to_head((0, 0), (0, 1), (1, 1))
    assert pair_scores(results[:3] + results[4:]) == [1.0]
    assert pair_scores(results[1:]) == []
    assert pair_scores([played(0, deal=1)]) == []


# Reading.


def test_a_test_is_read_and_written() -> None:
    assert read_sprt("0:20") == Sprt(0, 20, 0.05, 0.05)
    assert read_sprt("-5.5:2.5:0.01:0.1") == Sprt(-5.5, 2.5, 0.01, 0.1)
    for text in ("0:20", "-5.5:2.5:0.01:0.1"):
        assert read_sprt(str(read_sprt(text))) == read_sprt(text)
    assert str(read_sprt("0:20")) == "0:20:0.05:0.05"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot read '' as a sequential test; write it ELO0:ELO1"),
        ("20", "cannot read '20'"),
        ("0:20:0.05", "cannot read '0:20:0.05'"),
        ("0:x", "'x' in the sequential test '0:x' is not a number"),
        ("0:nan", "'nan' in the sequential test"),
        ("0:", "'' in the sequential test '0:' is not a number"),
        ("20:0", "ELO0 below ELO1, both from -2000 to 2000, not 20 and 0"),
        ("5:5", "ELO0 below ELO1"),
        ("0:1e9", "not 0 and 1e9"),
        ("0:20:0:0.05", "above 0 and below 0.5, not 0 and 0.05"),
        ("0:20:0.05:0.5", "above 0 and below 0.5"),
    ],
)
def test_what_is_no_test_is_refused(text: str, words: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_sprt(text)
    assert words in str(caught.value)
