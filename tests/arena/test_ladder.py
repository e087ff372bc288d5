"""Ladders: the matches of each rung, and what they say about it."""

import json
from dataclasses import replace

import pytest

from kibitz.arena.backend import Serial
from kibitz.arena.ladder import Ladder, climb, find_budget, read_ladder
from kibitz.arena.setup import ArenaError
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import play
from kibitz.core.errors import KibitzError
from kibitz.games import load

LEDUC = load("leduc")
LADDER = Ladder("leduc", {}, "greedy:horizon=2", "worlds", 1, steps=2, deals=3, seed=0)


def played(ladder: Ladder) -> dict[str, Summary]:
    """Plays all matches of a ladder."""
    return {
        name: summarise(setup, play(setup, Serial())) for name, setup in ladder.matches().items()
    }


def test_every_rung_plays_the_one_below() -> None:
    assert LADDER.rungs() == [1, 2, 4]
    assert {name: setup.players for name, setup in LADDER.matches().items()} == {
        "2-1": ("greedy:horizon=2,worlds=2", "greedy:horizon=2,worlds=1"),
        "4-2": ("greedy:horizon=2,worlds=4", "greedy:horizon=2,worlds=2"),
    }
    # Each match has deals of its own, so that their results are independent.
    assert len({setup.seed for setup in LADDER.matches().values()}) == 2


def test_another_agent_plays_every_rung_on_the_same_deals() -> None:
    matches = replace(LADDER, against="random").matches()
    assert list(matches) == ["1-against", "2-1", "2-against", "4-2", "4-against"]
    assert matches["1-against"].players == ("greedy:horizon=2,worlds=1", "random")
    assert matches["2-1"].seed == matches["2-against"].seed


def test_rungs_have_the_results_of_their_matches() -> None:
    ladder = replace(LADDER, against="random")
    matches = played(ladder)
    foot, middle, top = climb(ladder, matches)
    assert [foot.budget, middle.budget, top.budget] == [1, 2, 4]
    assert foot.step is None
    assert middle.step == matches["2-1"].pairings[0]
    assert top.step == matches["4-2"].pairings[0]
    assert foot.against == matches["1-against"].pairings[0]
    assert all(rung.ms is not None and rung.ms > 0 for rung in (foot, middle, top))
    assert json.loads(json.dumps(top.to_json()))["step"]["games"] == 6


def test_foot_has_the_time_of_the_match_with_the_rung_above() -> None:
    matches = played(LADDER)
    foot = climb(LADDER, matches)[0]
    assert foot.ms == next(each.times.mean for each in matches["2-1"].standings if each.player == 1)


def test_rungs_that_were_not_played_are_empty() -> None:
    assert [(rung.ms, rung.step, rung.against) for rung in climb(LADDER, {})] == [
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
    assert find_budget(LEDUC, agent, budget, start) == found


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
        replace(LADDER, against="rndom").check()


def test_ladder_is_read_as_it_was_written() -> None:
    for ladder in (LADDER, replace(LADDER, against="random", seed="word")):
        assert read_ladder(json.loads(json.dumps(ladder.to_json()))) == ladder
    with pytest.raises(ArenaError, match=r"not a ladder: .*'game' is missing"):
        read_ladder({"steps": 3})
