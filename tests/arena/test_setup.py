import json
from dataclasses import replace
from typing import Any

import pytest

from kibitz.arena.setup import ArenaError, Setup, read_setup
from kibitz.core.errors import KibitzError, UnknownAgent, UnknownGame, UnknownOption

TWO = Setup("leduc", ("random", "greedy:worlds=4"), deals=3, seed=7)


def test_schedule_plays_every_deal_from_both_seats() -> None:
    fixtures = list(TWO.schedule())
    assert [fixture.number for fixture in fixtures] == [0, 1, 2, 3, 4, 5]
    assert [fixture.players for fixture in fixtures] == [(0, 1), (1, 0)] * 3
    assert [fixture.seed for fixture in fixtures] == ["7/0", "7/0", "7/1", "7/1", "7/2", "7/2"]
    assert TWO.size() == len(fixtures)


def test_schedule_of_a_round_robin_lets_all_meet_all_with_the_same_deals() -> None:
    setup = Setup("leduc", ("random", "random:seed=1", "greedy"), deals=2, seed=0)
    fixtures = list(setup.schedule())
    assert len(fixtures) == setup.size() == 12
    met = [fixture.players for fixture in fixtures if fixture.deal == 1]
    assert met == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert {fixture.seed for fixture in fixtures if fixture.deal == 1} == {"0/1"}


def test_schedule_of_a_gauntlet_leaves_the_others_apart() -> None:
    setup = Setup(
        "leduc", ("greedy", "random", "random:seed=1"), deals=1, format="gauntlet", seed=0
    )
    assert setup.pairings() == [(0, 1), (0, 2)]
    assert all(0 in fixture.players for fixture in setup.schedule())


def test_schedule_grows_by_deals_without_changing_what_was_there() -> None:
    longer = list(replace(TWO, deals=5).schedule())
    assert longer[: TWO.size()] == list(TWO.schedule())


def test_labels_tell_equal_players_apart() -> None:
    setup = Setup(
        "leduc", ("random", "greedy:worlds=4", "random", "greedy: worlds=4", "random"), seed=0
    )
    assert setup.labels == (
        "random",
        "greedy:worlds=4",
        "random #2",
        "greedy:worlds=4 #2",
        "random #3",
    )


@pytest.mark.parametrize(
    ("changes", "kind", "words"),
    [
        ({"game": "leduk"}, UnknownGame, "did you mean 'leduc'"),
        ({"options": {"size": 3}}, UnknownOption, "leduc takes no options"),
        ({"players": ("random",)}, ArenaError, "at least two players, not 1"),
        ({"players": ("random", "gredy")}, UnknownAgent, "did you mean 'greedy'"),
        ({"players": ("random", "greedy:world=4")}, UnknownOption, "did you mean 'worlds'"),
        ({"players": ("random", "human")}, ArenaError, "human cannot play in the arena"),
        ({"deals": 0}, ArenaError, "invalid deals=0: expected 1 or more"),
        ({"limit": 0}, ArenaError, "invalid limit=0: expected 1 or more moves"),
        ({"rules": 99}, ArenaError, "version 99 of the rules of leduc; version 1 is installed"),
        (
            {"players": ("random", "greedy", "random"), "sprt": "0:20"},
            ArenaError,
            "a sequential test compares two players, not 3",
        ),
    ],
)
def test_check_refuses_what_cannot_be_played(
    changes: dict[str, Any],  # Any: fields of all kinds
    kind: type[KibitzError],
    words: str,
) -> None:
    with pytest.raises(kind) as caught:
        replace(TWO, **changes).check()
    assert words in str(caught.value)


def test_check_accepts_what_can_be_played() -> None:
    TWO.check()
    replace(TWO, rules=1, sprt="0:20").check()


def test_setup_is_read_back_from_json() -> None:
    setup = Setup(
        "duel",
        ("random", "greedy"),
        {"life": 12},
        5,
        "a word",
        "gauntlet",
        "lost",
        99,
        1,
        "0:20:0.05:0.05",
    )
    for each in (TWO, setup):
        assert read_setup(json.loads(json.dumps(each.to_json()))) == each


def test_reading_a_setup_lists_all_problems() -> None:
    document: dict[str, object] = {**TWO.to_json(), "deals": 0, "format": "gauntled", "extra": 1}
    del document["seed"]
    with pytest.raises(ArenaError) as caught:
        read_setup(document)
    told = str(caught.value)
    assert told.startswith("not the setup of a tournament: ")
    for words in ("unknown field 'extra'", "'seed' is missing", "deals: ", "did you mean 'gaunt"):
        assert words in told


@pytest.mark.parametrize("document", [None, [], "leduc", {"players": 3}])
def test_reading_a_setup_refuses_foreign_documents(document: object) -> None:
    with pytest.raises(ArenaError, match="not the setup of a tournament"):
        read_setup(document)
