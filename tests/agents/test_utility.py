import json
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.agents import (
    Consideration,
    Highest,
    NothingScores,
    Picker,
    Proposal,
    UtilityAgent,
    Weighted,
    make_picker,
)
from kibitz.core import Advice, KibitzError, Observation, Reason, Rng, seeded
from kibitz.core.errors import UnknownOption
from kibitz.core.options import make_with
from kibitz.testing import check_agent
from tests.agents.pile import Pile, PileState, Take, seen_at

Seen = Observation[PileState, PileState]


class Grab(Consideration[PileState, PileState]):
    """Likes to take some number of stones, for given amounts; without any it has no proposal."""

    def __init__(self, name: str, count: int, *amounts: float) -> None:
        super().__init__(name)
        self.count = count
        self.amounts = amounts

    def propose(self, seen: Seen) -> Proposal[PileState] | None:
        if not self.amounts:
            return None
        reasons = [Reason(f"term {n}", amount) for n, amount in enumerate(self.amounts)]
        return Proposal(Take(self.count), tuple(reasons))


class Finish(Consideration[PileState, PileState]):
    """Takes the whole pile, if it can."""

    def __init__(self) -> None:
        super().__init__("finish")

    def propose(self, seen: Seen) -> Proposal[PileState] | None:
        move = Take(seen.view.stones)
        if move not in seen.moves:
            return None
        return Proposal(move, (Reason("win", 80.0, "the last stone wins"),))


class Nibble(Consideration[PileState, PileState]):
    """Takes one stone; more gladly from a high pile."""

    def __init__(self) -> None:
        super().__init__("nibble")

    def propose(self, seen: Seen) -> Proposal[PileState] | None:
        height = Reason("height", 4.0 * seen.view.stones, "keep it high")
        return Proposal(Take(1), (Reason("base", 16.0), height, Reason("limit", -4.0)))


class Last(Picker):
    """A picker from outside: takes the last score, whatever it is."""

    def __init__(self) -> None:
        super().__init__("last")

    def pick(self, scores: list[int], rng: Rng) -> int:
        return len(scores) - 1


def asked(*considerations: Grab, picker: Picker | None = None, seed: int = 1) -> Advice[PileState]:
    """Asks a player with these considerations about a pile of ten."""
    agent = UtilityAgent(considerations, Highest() if picker is None else picker, 80)
    return agent.advise(seen_at(10, seed))


def make_pair(picker: str = "highest") -> UtilityAgent[PileState, PileState]:
    return UtilityAgent([Finish(), Nibble()], make_picker(picker), 80)


# Pickers.


@pytest.mark.parametrize(
    ("scores", "picked"),
    [
        ([32, 32, 8, 0], 0),
        ([24, 32, 14, 0], 1),
        ([0, 16, 49, 0], 2),
        ([64, 48, 0, 80], 3),
        ([24, 32, 22, 32], 1),
        ([0, 0, 1, 1], 2),
        ([-5, 0, -1], -1),
        ([0, 0, 0, 0], -1),
        ([], -1),
    ],
)
def test_highest_keeps_the_first_of_the_best_above_zero(scores: list[int], picked: int) -> None:
    rng = seeded(1)
    before = rng.key()
    assert Highest().pick(scores, rng) == picked
    assert rng.key() == before, "the highest score needs no luck"


def test_weighted_draws_in_proportion_to_the_scores() -> None:
    rng, picker = seeded(7), Weighted()
    draws = 100_000
    counts = Counter(picker.pick([48, 48, 9, 0], rng) for _ in range(draws))
    for index, percent in ((0, 45.7), (1, 45.7), (2, 8.6)):
        assert abs(100 * counts[index] / draws - percent) < 1, counts
    assert set(counts) == {0, 1, 2}, "a score of zero is never picked"


@given(st.lists(st.integers(-20, 80), max_size=6), st.integers(0, 1000))
def test_weighted_picks_where_one_draw_below_the_total_falls(scores: list[int], seed: int) -> None:
    rng, expected = seeded(seed), seeded(seed)
    picked = Weighted().pick(scores, rng)
    laid = [index for index, score in enumerate(scores) for _ in range(max(score, 0))]
    assert picked == (laid[expected.below(len(laid))] if laid else -1)
    assert rng.key() == expected.key(), "one draw, and none where there is nothing to pick"


def test_make_picker_knows_both_and_suggests_a_name() -> None:
    assert isinstance(make_picker("highest"), Highest)
    assert isinstance(make_picker("weighted"), Weighted)
    with pytest.raises(
        ValueError, match=r"unknown picker 'hihest'; did you mean 'highest'\?"
    ) as caught:
        make_picker("hihest")
    assert "known: highest, weighted" in str(caught.value)
    with pytest.raises(UnknownOption, match="utility: unknown picker 'zz'"):
        make_with("utility", make_pair, {"picker": "zz"})


def test_base_classes_say_what_is_missing() -> None:
    with pytest.raises(TypeError, match=r"Picker does not define pick\(\)"):
        Picker("mine").pick([1], seeded(1))
    consideration: Consideration[PileState, PileState] = Consideration("mine")
    with pytest.raises(TypeError, match=r"Consideration does not define propose\(\)"):
        consideration.propose(seen_at(10))


# Proposals.


def test_proposal_adds_its_reasons_up_to_a_whole_number() -> None:
    sale = (Reason("cards", 64.0), Reason("high value", 32.0), Reason("limit", -16.0))
    proposal = Proposal(Take(1), sale)
    assert proposal.score == 80
    assert isinstance(proposal.score, int)
    assert proposal.reasons == sale
    assert Proposal(Take(2), ()).score == 0


@pytest.mark.parametrize("amount", [0.5, 1e-9, math.inf, -math.inf, math.nan])
def test_proposal_refuses_what_is_not_a_whole_number(amount: float) -> None:
    with pytest.raises(
        ValueError, match=r"^invalid reason odd=.* for take 1: expected a whole number$"
    ):
        Proposal(Take(1), (Reason("even", 2.0), Reason("odd", amount)))


@given(st.lists(st.integers(-(10**9), 10**9)))
def test_proposal_score_is_exact(amounts: list[int]) -> None:
    proposal = Proposal(Take(1), tuple(Reason("term", float(amount)) for amount in amounts))
    assert proposal.score == sum(amounts)


# The player.


def test_utility_agent_ranks_what_was_proposed_and_plays_the_pick() -> None:
    advice = asked(Grab("one", 1, 8.0, 8.0), Grab("nothing", 3), Grab("two", 2, 64.0, -16.0))
    assert advice.move == Take(2)
    assert advice.value == 48.0
    assert [(option.move, option.score) for option in advice.options] == [
        (Take(2), 48.0),
        (Take(1), 16.0),
    ]
    assert advice.options[0].reasons == (Reason("term 0", 64.0), Reason("term 1", -16.0))
    assert advice.trace == {
        "scores": {"one": 16, "nothing": 0, "two": 48},
        "picker": "highest",
        "scale": 80,
    }
    assert list(json.loads(json.dumps(advice.to_json()))["trace"]["scores"]) == [
        *("one", "nothing", "two")
    ]


def test_utility_agent_gives_a_tie_to_the_first_considered() -> None:
    advice = asked(Grab("three", 3, 24.0), Grab("one", 1, 24.0))
    assert advice.move == Take(3)
    assert [option.move for option in advice.options] == [Take(3), Take(1)]


def test_utility_agent_with_the_weighted_picker_need_not_play_the_highest() -> None:
    ways = (Grab("one", 1, 16.0), Grab("two", 2, 48.0), Grab("three", 3, 0.0))
    given = [asked(*ways, picker=Weighted(), seed=seed) for seed in range(60)]
    counts = Counter(str(advice.move) for advice in given)
    assert set(counts) == {"take 1", "take 2"}
    assert counts["take 2"] > counts["take 1"] > 0
    for advice in given:
        assert [option.move for option in advice.options] == [Take(2), Take(1), Take(3)]
        assert advice.value == (48.0 if advice.move == Take(2) else 16.0)


def test_utility_agent_lists_a_move_once_with_its_higher_score() -> None:
    advice = asked(Grab("low", 2, 8.0), Grab("other", 1, 16.0), Grab("high", 2, 30.0, 2.0))
    assert [(option.move, option.score) for option in advice.options] == [
        (Take(2), 32.0),
        (Take(1), 16.0),
    ]
    assert len(advice.options[0].reasons) == 2
    assert advice.trace["scores"] == {"low": 8, "other": 16, "high": 32}


def test_utility_agent_takes_a_picker_from_outside() -> None:
    advice = asked(Grab("one", 1, 16.0), Grab("two", 2, -8.0), picker=Last())
    assert (advice.move, advice.value) == (Take(2), -8.0)
    assert advice.trace["picker"] == "last"


@pytest.mark.parametrize("picker", ["highest", "weighted"])
def test_utility_agent_reports_that_nothing_scores_above_zero(picker: str) -> None:
    ways = (Grab("none", 1), Grab("zero", 2, 4.0, -4.0), Grab("bad", 3, -7.0))
    with pytest.raises(NothingScores) as caught:
        asked(*ways, picker=make_picker(picker))
    assert str(caught.value) == (
        "no consideration of pile scores above zero for seat 0:"
        " none 0, zero 0, bad -7 (3 moves are legal)"
    )
    assert isinstance(caught.value, KibitzError)


def test_utility_agent_reports_a_pick_of_nothing() -> None:
    with pytest.raises(NothingScores):
        asked(Grab("one", 1, 16.0), Grab("nothing", 2), picker=Last())


def test_utility_agent_refuses_invalid_settings() -> None:
    with pytest.raises(ValueError, match=r"^invalid considerations=\(\): expected at least one$"):
        UtilityAgent([], Highest())
    with pytest.raises(
        ValueError, match=r"duplicate consideration 'one': expected different names$"
    ):
        UtilityAgent([Grab("one", 1, 1.0), Grab("two", 2), Grab("one", 3)], Highest())
    with pytest.raises(ValueError, match=r"^invalid scale=0: expected 1 or more$"):
        UtilityAgent([Grab("one", 1, 1.0)], Highest(), 0)


def test_utility_agent_repr_names_its_considerations_and_picker() -> None:
    assert repr(make_pair()) == "UtilityAgent(['finish', 'nibble'], picker='highest', scale=80)"
    alone = UtilityAgent([Grab("one", 1)], Last())
    assert repr(alone) == "UtilityAgent(['one'], picker='last')"


@pytest.mark.parametrize("picker", ["highest", "weighted"])
def test_utility_agent_keeps_the_laws(picker: str) -> None:
    assert check_agent(lambda: make_pair(picker), Pile(9), games=5) > 0
