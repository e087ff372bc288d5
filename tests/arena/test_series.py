"""Series: the matches of a ladder and of a matrix, and what they say together."""

import json
import math
from dataclasses import replace

import pytest

from kibitz.agents.registry import read_spec
from kibitz.arena.backend import Serial
from kibitz.arena.series import Ladder, Matrix, best_first, find_budget, mean_share, read_values
from kibitz.arena.setup import ArenaError
from kibitz.arena.summary import Share, Summary, summarise
from kibitz.arena.tournament import play
from kibitz.core.errors import KibitzError
from kibitz.games import load
from tests.arena.played import head_to_head

LEDUC = load("leduc")
RANDOM = read_spec("random")
LADDER = Ladder("leduc", {}, read_spec("greedy:horizon=2"), "worlds", 1, steps=2, deals=3, seed=0)


def played(ladder: Ladder) -> dict[str, Summary]:
    """Plays all matches of a ladder."""
    return {
        name: summarise(setup, play(setup, Serial())) for name, setup in ladder.matches().items()
    }


def test_every_rung_plays_the_one_below() -> None:
    assert LADDER.budgets() == [1, 2, 4]
    assert {name: (*map(str, setup.players),) for name, setup in LADDER.matches().items()} == {
        "2-1": ("greedy:horizon=2,worlds=2", "greedy:horizon=2,worlds=1"),
        "4-2": ("greedy:horizon=2,worlds=4", "greedy:horizon=2,worlds=2"),
    }
    # Each match has deals of its own, so that their results are independent.
    assert len({setup.seed for setup in LADDER.matches().values()}) == 2


def test_another_agent_plays_every_rung_on_the_same_deals() -> None:
    matches = replace(LADDER, against=RANDOM).matches()
    assert list(matches) == ["1-against", "2-1", "2-against", "4-2", "4-against"]
    assert (*map(str, matches["1-against"].players),) == ("greedy:horizon=2,worlds=1", "random")
    assert matches["2-1"].seed == matches["2-against"].seed


def test_rungs_have_the_results_of_their_matches() -> None:
    ladder = replace(LADDER, against=RANDOM)
    matches = played(ladder)
    foot, middle, top = ladder.rungs(matches)
    assert [foot.budget, middle.budget, top.budget] == [1, 2, 4]
    assert foot.step is None
    assert middle.step == matches["2-1"].pairings[0]
    assert top.step == matches["4-2"].pairings[0]
    assert foot.against == matches["1-against"].pairings[0]
    assert all(rung.ms is not None and rung.ms > 0 for rung in (foot, middle, top))
    assert json.loads(json.dumps(top.to_json()))["step"]["games"] == 6


def test_foot_has_the_time_of_the_match_with_the_rung_above() -> None:
    matches = played(LADDER)
    foot = LADDER.rungs(matches)[0]
    assert foot.ms == next(each.times.mean for each in matches["2-1"].standings if each.player == 1)


def test_rungs_that_were_not_played_are_empty() -> None:
    assert [(rung.ms, rung.step, rung.against) for rung in LADDER.rungs({})] == [
        (None, None, None)
    ] * 3


@pytest.mark.parametrize(
    ("agent", "budget", "start", "found"),
    [
        ("ismcts", None, None, ("ismcts", "iterations", 100)),
        ("ismcts:ms=20", None, None, ("ismcts", "ms", 20)),
        ("ismcts:exploration=2", "ms", 5, ("ismcts:exploration=2", "ms", 5)),
        ("greedy:horizon=2", None, 1, ("greedy:horizon=2", "worlds", 1)),
        ("beam", None, None, ("beam", "worlds", 4)),
        ("beam:nodes=100,width=2", None, None, ("beam:width=2", "nodes", 100)),
        ("greedy", "horizon", 2, ("greedy", "horizon", 2)),
    ],
)
def test_budget_is_found(
    agent: str, budget: str | None, start: int | None, found: tuple[str, str, int]
) -> None:
    spec, name, foot = find_budget(LEDUC, agent, budget, start)
    assert (str(spec), name, foot) == found


@pytest.mark.parametrize(
    ("agent", "budget", "start", "words"),
    [
        ("random", None, None, "random has no budget to double"),
        ("greedy", "iterations", None, "greedy has no option 'iterations'; known: worlds"),
        ("greedy", "horizon", None, "invalid horizon=: expected the whole number at which"),
        ("greedy:worlds=few", None, None, "invalid worlds=few: expected the whole number"),
        ("greedy:worlds=2", None, 3, "worlds is given twice: 2 in greedy:worlds=2, and 3"),
        ("gredy", None, None, "no agent 'gredy'"),
    ],
)
def test_wrong_budget_is_refused(
    agent: str, budget: str | None, start: int | None, words: str
) -> None:
    with pytest.raises(KibitzError, match=words):
        find_budget(LEDUC, agent, budget, start)


def test_wrong_ladder_is_refused() -> None:
    LADDER.check()
    with pytest.raises(ArenaError, match="invalid worlds=0: a ladder starts from 1"):
        replace(LADDER, start=0).check()
    with pytest.raises(ArenaError, match="invalid steps=0: expected 1 to 30"):
        replace(LADDER, steps=0).check()
    with pytest.raises(ArenaError, match="invalid deals=0"):
        replace(LADDER, deals=0).check()
    with pytest.raises(KibitzError, match="no agent 'rndom'"):
        replace(LADDER, against=read_spec("rndom")).check()


def test_ladder_is_read_as_it_was_written() -> None:
    for ladder in (LADDER, replace(LADDER, against=RANDOM, seed="word")):
        assert Ladder.read(json.loads(json.dumps(ladder.to_json()))) == ladder
    with pytest.raises(ArenaError, match=r"not a ladder: .*'game' is missing"):
        Ladder.read({"steps": 3})


MATRIX = Matrix("pokemon", {}, RANDOM, "decks", ("zap", "blackout", "starter"), deals=4, seed=0)
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
    assert {setup.players for setup in matches.values()} == {(RANDOM, RANDOM)}
    assert len({setup.seed for setup in matches.values()}) == 6


def test_score_is_the_mean_of_both_orders() -> None:
    scores = MATRIX.scores(played_matches())
    assert scores[0, 1].score == pytest.approx((3 / 4 + 2 / 4) / 2)
    assert scores[1, 0].score == pytest.approx(1 - scores[0, 1].score)
    assert scores[0, 1].low == pytest.approx(1 - scores[1, 0].high)
    assert scores[0, 1].games == 16
    totals = MATRIX.totals(scores)
    zap = totals[0]
    assert zap is not None
    assert zap.score == pytest.approx((scores[0, 1].score + scores[0, 2].score) / 2)
    assert best_first(totals) == [0, 1, 2]


def test_errors_add_up_as_squares() -> None:
    mean = mean_share([Share(10, 0.5, 0.2, 0.8), Share(10, 0.7, 0.3, 0.9)])
    assert mean.games == 20
    assert mean.score == pytest.approx(0.6)
    assert mean.low == pytest.approx(0.6 - math.hypot(0.3, 0.4) / 2)
    assert mean.high == pytest.approx(0.6 + math.hypot(0.3, 0.2) / 2)


def test_pair_counts_once_both_orders_are_played() -> None:
    matches = played_matches()
    del matches["2-1"]
    scores = MATRIX.scores(matches)
    assert (0, 1) not in scores
    assert (0, 2) in scores
    assert MATRIX.totals({}) == [None, None, None]


def test_values_are_read_with_the_separator_of_the_option() -> None:
    assert read_values("zap/ blackout /starter", " / ") == ("zap", "blackout", "starter")
    assert read_values("4 abra, 56 fire / zap", " / ") == ("4 abra, 56 fire", "zap")


def test_matrix_is_read_as_it_was_written() -> None:
    assert Matrix.read(MATRIX.to_json()) == MATRIX
    with pytest.raises(ArenaError, match="field 'values' is missing"):
        Matrix.read({"game": "pokemon"})


@pytest.mark.parametrize(
    ("matrix", "problem"),
    [
        (replace(MATRIX, option="sides"), "pokemon has no option 'sides' with a value for each"),
        (replace(MATRIX, game="leduc"), "leduc has no option 'decks' .*; it has none"),
        (replace(MATRIX, values=("zap",)), "a matrix needs 2 to 30 values of decks, not 1"),
        (replace(MATRIX, values=("zap", "zap")), "a value of decks is given twice"),
        (replace(MATRIX, values=("zap", "zup")), "there is no deck 'zup'"),
        (replace(MATRIX, agent=read_spec("nobody")), "nobody"),
        (replace(MATRIX, deals=0), "invalid deals=0"),
    ],
)
def test_impossible_matrix_is_refused(matrix: Matrix, problem: str) -> None:
    with pytest.raises(KibitzError, match=problem):
        matrix.check()
