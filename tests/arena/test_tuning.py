"""Searches for better options: what is tried, what is stopped early, and what it all shows."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from kibitz.agents.registry import read_spec
from kibitz.arena.backend import ProcessPool, Serial
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Setup
from kibitz.arena.summary import summarise
from kibitz.arena.tuning import (
    Checkpoint,
    Search,
    Trial,
    best_of,
    checkpoint_of,
    confirmation,
    different,
    effects_of,
    falls_behind,
    find_space,
    is_stronger,
    labels_of,
    levels_of,
    read_search,
    search_trials,
)
from kibitz.core.errors import KibitzError, UnknownOption
from kibitz.core.ranges import YES_NO, Choice, Range, Real, Whole
from kibitz.games import load
from tests.arena.played import head_to_head

LEDUC = load("leduc")
START = read_spec("greedy:worlds=1")
BETTER = read_spec("greedy:worlds=4")
SETUP = Setup("leduc", (START, "random"), deals=40, format="gauntlet", seed=0).installed()
SEARCH = Search(SETUP, {"worlds": Whole(1, 4), "horizon": Whole(0, 9)}, trials=6)


def trial(number: int, margins: Sequence[float], stopped: bool = False, **values: str) -> Trial:
    """Makes a trial by hand, with checkpoints after 10, 20 and 40 deals."""
    checkpoints = tuple(
        Checkpoint(deals, 0.5 + margin / 4, margin, margin)
        for deals, margin in zip((10, 20, 40), margins, strict=False)
    )
    return Trial(number, SEARCH.agent(values), values, checkpoints, stopped)


# What is tried.


@pytest.mark.needs("optuna")
def test_search_starts_with_the_agent_that_it_starts_from() -> None:
    first = next(search_trials(SEARCH, Serial()))
    assert (first.number, first.agent, first.stopped) == (0, START, False)
    assert first.values == {"worlds": "1", "horizon": "0"}
    assert [each.deals for each in first.checkpoints] == [10, 20, 40]


@pytest.mark.needs("optuna")
def test_search_finds_the_same_again_with_any_backend_and_after_an_interruption() -> None:
    trials = list(search_trials(SEARCH, Serial()))
    assert [each.number for each in trials] == [0, 1, 2, 3, 4, 5]
    assert all(
        span.holds(each.values[name]) for each in trials for name, span in SEARCH.space.items()
    )
    rest = search_trials(SEARCH, Serial(), trials[:3])
    assert [*trials[:3], *rest] == trials
    pool = ProcessPool(2)
    try:
        assert list(search_trials(SEARCH, pool)) == trials
    finally:
        pool.close()
    other = replace(SEARCH, setup=replace(SETUP, seed=1))
    assert [each.values for each in search_trials(other, Serial())] != [
        each.values for each in trials
    ]


@pytest.mark.needs("optuna")
def test_search_plays_no_agent_twice() -> None:
    search = replace(SEARCH, space={"horizon": Whole(0, 1)}, trials=8)
    played: list[GameResult] = []
    trials = list(search_trials(search, Serial(), on_result=played.append))
    tried = different(trials)
    assert len(trials) == 8
    assert len(tried) == 2
    assert len(played) == sum(2 * each.last.deals for each in tried)


@pytest.mark.needs("optuna")
def test_search_starts_outside_its_ranges_if_it_is_told_to() -> None:
    search = replace(SEARCH, space={"worlds": Whole(2, 4), "horizon": Whole(0, 9)}, trials=3)
    trials = list(search_trials(search, Serial()))
    assert trials[0].values == {"horizon": "0"}
    assert trials[0].agent == START
    assert effects_of(search, trials)[0].importance is None


@pytest.mark.needs("optuna")
def test_search_tries_every_kind_of_range() -> None:
    space: dict[str, Range] = {
        "exploration": Real(0.1, 3.0, log=True),
        "rollouts": Choice(("policy", "random")),
        "limit": Whole(10, 50, 20),
    }
    setup = Setup("leduc", ("ismcts:iterations=4", "random"), deals=1, format="gauntlet", seed=0)
    search = Search(setup.installed(), space, trials=14)
    search.check()
    trials = list(search_trials(search, Serial()))
    for name, span in space.items():
        assert all(span.holds(each.values[name]) for each in trials[1:]), name
    assert {each.values["limit"] for each in trials[1:]} <= {"10", "30", "50"}


@pytest.mark.parametrize(
    ("deals", "found"),
    [(400, [50, 100, 200, 400]), (40, [10, 20, 40]), (19, [19]), (1, [1])],
)
def test_trials_are_compared_when_there_is_something_to_compare(
    deals: int, found: list[int]
) -> None:
    assert replace(SEARCH, setup=replace(SETUP, deals=deals)).checkpoints() == found


def test_trial_that_falls_behind_is_stopped() -> None:
    before = [trial(0, (0.0, 0.0, 0.0)), trial(1, (0.4, 0.2, 0.1)), trial(2, (-0.2,), True)]
    assert not falls_behind([Checkpoint(10, 0.6, 0.5, 0.5)], before)
    assert not falls_behind([Checkpoint(10, 0.5, 0.3, 0.3)], before)  # the better half of four
    assert falls_behind([Checkpoint(10, 0.5, -0.1, -0.1)], before)
    # Only two came further.
    second = [Checkpoint(10, 0.5, 0.3, 0.3), Checkpoint(20, 0.5, 0.1, 0.1)]
    assert falls_behind(second, before)
    assert not falls_behind([*second[:1], Checkpoint(20, 0.6, 0.3, 0.3)], before)
    assert not falls_behind([Checkpoint(10, 0.0, -9.0, -9.0)], [])


def test_best_trial_has_played_all_its_deals() -> None:
    trials = [trial(0, (0.0, 0.0, 0.0)), trial(1, (2.0,), True), trial(2, (0.0, 0.0, 0.0))]
    assert best_of(trials).number == 0
    assert best_of([*trials, trial(3, (0.0, 0.0, 0.1))]).number == 3


# Ranges.


def test_space_is_what_the_agent_declares_or_what_is_wanted() -> None:
    jaipur = load("jaipur")
    assert list(find_space(jaipur, "utility:take_edge=9", {})) == [
        "picker",
        "exchange",
        "keep_high_value",
        "take_edge",
    ]
    assert find_space(jaipur, "utility", {"take_edge": ""}) == {"take_edge": Whole(0, 80)}
    assert find_space(jaipur, "utility", {"take_edge": "4:8"}) == {"take_edge": Whole(4, 8)}
    assert find_space(jaipur, "utility", {"filter": ""}) == {"filter": YES_NO}
    assert find_space(jaipur, "ismcts", {"exploration": "1:2"}) == {"exploration": Real(1.0, 2.0)}
    assert find_space(jaipur, "ismcts", {"limit": "1:2"}) == {"limit": Whole(1, 2)}


@pytest.mark.parametrize(
    ("agent", "wanted", "words"),
    [
        ("greedy", {"worlds": ""}, "greedy declares no range of 'worlds': write worlds=LOW:HIGH"),
        ("greedy", {"world": "1:2"}, "greedy has no option 'world'; did you mean 'worlds'"),
        ("greedy", {"worlds": "2:1"}, "invalid range 2:1"),
        ("gredy", {}, "leduc has no agent 'gredy'"),
    ],
)
def test_wrong_range_is_refused(agent: str, wanted: dict[str, str], words: str) -> None:
    with pytest.raises(KibitzError, match=words):
        find_space(LEDUC, agent, wanted)


def test_search_is_refused_before_anything_is_played() -> None:
    SEARCH.check()
    with pytest.raises(ArenaError, match="nothing to tune: random declares no ranges"):
        replace(SEARCH, setup=replace(SETUP, players=("random", START)), space={}).check()
    with pytest.raises(ArenaError, match="invalid trials=0: expected 1 or more"):
        replace(SEARCH, trials=0).check()
    with pytest.raises(ArenaError, match="invalid confirm=-1: expected 0 or more deals"):
        replace(SEARCH, confirm=-1).check()
    with pytest.raises(ArenaError, match="invalid sequential test '20'"):
        replace(SEARCH, sprt="20").check()
    with pytest.raises(UnknownOption, match="invalid worlds=0: expected 1 or more"):
        replace(SEARCH, space={"worlds": Whole(0, 4)}).check()


# Effects.


@pytest.mark.parametrize(
    ("span", "labels"),
    [
        (YES_NO, ["yes", "no"]),
        (Whole(1, 3), ["1", "2", "3"]),
        (Whole(0, 8, 4), ["0", "4", "8"]),
        (Whole(0, 80), ["0 to 16", "17 to 32", "33 to 48", "49 to 64", "65 to 80"]),
        (Whole(1, 16, log=True), ["1", "2 to 3", "4 to 5", "6 to 9", "10 to 16"]),
        (Real(0.0, 1.0), ["0 to 0.2", "0.2 to 0.4", "0.4 to 0.6", "0.6 to 0.8", "0.8 to 1"]),
    ],
)
def test_values_are_grouped(span: Range, labels: list[str]) -> None:
    assert labels_of(span) == labels


@pytest.mark.parametrize("span", [Whole(0, 80), Whole(1, 16, log=True), Whole(0, 100, 7)])
def test_every_whole_number_is_in_the_group_that_names_it(span: Whole) -> None:
    for value in range(span.low, span.high + 1, span.step):
        (level,) = levels_of("worlds", span, [trial(0, (0.0,), worlds=str(value))])
        first, _, last = level.label.partition(" to ")
        assert int(first) <= value <= int(last or first)


@pytest.mark.needs("optuna")
def test_effect_counts_each_agent_once_with_its_gain_on_its_own_deals() -> None:
    trials = [
        trial(0, (1.0, 0.5, 0.2), worlds="1", horizon="0"),
        trial(1, (1.2,), True, worlds="2", horizon="0"),
        trial(2, (1.4, 1.0, 0.8), worlds="2", horizon="9"),
        trial(3, (1.2,), True, worlds="2", horizon="0"),
    ]
    effects = {effect.option: effect for effect in effects_of(SEARCH, trials)}
    assert [level.label for level in effects["worlds"].levels] == ["1", "2"]
    second = effects["worlds"].levels[1]
    assert second.trials == 2
    assert second.margin == pytest.approx((0.2 + 0.6) / 2)
    assert second.score == pytest.approx((0.05 + 0.15) / 2)
    level = effects["horizon"].levels[0]
    assert (level.label, level.trials) == ("0 to 1", 2)


@pytest.mark.needs("optuna")
def test_importance_tells_the_option_that_matters() -> None:
    trials = [
        trial(
            number,
            (0.0, 0.0, float(number % 4)),
            worlds=str(1 + number % 4),
            horizon=str(number % 10),
        )
        for number in range(40)
    ]
    first, second = effects_of(SEARCH, trials)
    assert (first.option, second.option) == ("worlds", "horizon")
    assert first.importance is not None
    assert second.importance is not None
    assert first.importance > 0.8
    assert first.importance + second.importance == pytest.approx(1.0)


# The winner.


def test_winner_is_tested_on_fresh_deals() -> None:
    setup = confirmation(replace(SEARCH, confirm=50), BETTER)
    assert setup.players == (BETTER, START)
    assert (setup.deals, setup.sprt, setup.format) == (50, None, "round-robin")
    fresh = {fixture.seed for fixture in setup.schedule()}
    assert not fresh & {fixture.seed for fixture in replace(SETUP, deals=50).schedule()}
    setup.check()


def test_usual_test_is_in_elo_points_and_none_in_chips() -> None:
    assert SEARCH.test() is None
    assert replace(SEARCH, sprt="0:0.5").test() == "0:0.5"
    wins = replace(SEARCH, setup=replace(SETUP, game="jaipur"))
    assert wins.test() == "0:20"
    assert replace(wins, sprt="0:5").test() == "0:5"


def test_search_maximises_what_the_game_is_about() -> None:
    games = head_to_head((0, 0), (0, 1))
    games[0] = replace(games[0], returns=(5.0, -5.0))
    chips = checkpoint_of(summarise(replace(SETUP, deals=2), games))
    assert (chips.score, chips.margin, chips.value) == (0.75, 3.0, 3.0)
    wins = Setup("jaipur", ("greedy", "random"), deals=2, seed=0)
    assert checkpoint_of(summarise(wins, games)).value == 0.75


def test_verdict_is_that_of_the_sequential_test() -> None:
    setup = replace(confirmation(SEARCH, BETTER), sprt="0:2")
    won, level = head_to_head(*[(0, 0)] * 55), head_to_head(*[(0, 1)] * 55)
    assert is_stronger(summarise(setup, won)) is True
    assert is_stronger(summarise(setup, level)) is False
    assert is_stronger(summarise(setup, won[:4])) is None


def test_verdict_without_a_sequential_test_is_that_of_the_returns() -> None:
    setup = replace(confirmation(SEARCH, BETTER), sprt=None)
    assert is_stronger(summarise(setup, head_to_head(*[(0, 0)] * 9))) is True
    assert is_stronger(summarise(setup, head_to_head(*[(1, 1)] * 9))) is False
    assert is_stronger(summarise(setup, head_to_head(*[(0, 1)] * 9))) is None


# Files.


def test_search_is_read_as_it_was_written() -> None:
    trials = [trial(0, (1.0, 0.5, 0.2)), trial(1, (1.2,), True, worlds="2", horizon="0")]
    written = {**SEARCH.to_json(), "tried": [each.to_json() for each in trials], "best": None}
    assert read_search(json.loads(json.dumps(written))) == (SEARCH, trials)


def test_wrong_file_is_refused_with_all_its_problems() -> None:
    with pytest.raises(ArenaError, match=r"not a search: .*'space' is missing.*'tried' is missing"):
        read_search({"trials": 3, "confirm": 0, "sprt": "0:20"})
    written = {**SEARCH.to_json(), "tried": [], "space": {"worlds": "many"}}
    with pytest.raises(ArenaError, match="not a search: invalid range many"):
        read_search(written)
    broken: dict[str, object] = {**SEARCH.to_json(), "tried": [{"checkpoints": []}]}
    with pytest.raises(ArenaError, match="expected at least one checkpoint"):
        read_search(broken)
