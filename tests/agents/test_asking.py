"""Which agents are asked where a person waits, for how long, and what they may not do."""

import pytest

from kibitz.agents import make_agent
from kibitz.agents.asking import (
    AgentMisbehaved,
    ask,
    choose_adviser,
    choose_opponent,
    consult,
    has_opinion,
    limit_clock,
    make_guarded,
)
from kibitz.core import Advice, KibitzError, Observation, Option, RuleEngine
from kibitz.games import load, names
from tests.agents.patience import Patience
from tests.agents.pile import Pile, PileState


class Timed:
    """An agent of another package that has a clock; nobody asks it here."""

    def __init__(self, ms: int = 0, iterations: int = 9) -> None:
        self.ms, self.iterations = ms, iterations

    def advise(self, seen: object) -> object:
        raise NotImplementedError  # only its options are looked at


@pytest.mark.parametrize(
    ("spec", "timed"),
    [
        ("ismcts", "ismcts:ms=1000"),
        ("ismcts:exploration=0.5", "ismcts:exploration=0.5,ms=1000"),
        ("ismcts:iterations=50", "ismcts:iterations=50"),
        ("ismcts:ms=none", "ismcts:ms=none"),
        ("ismcts:ms=3000", "ismcts:ms=3000"),
        ("beam", "beam:ms=1000"),
        ("beam:depth=4", "beam:depth=4,ms=1000"),
        ("beam:nodes=99", "beam:nodes=99"),
        ("greedy", "greedy"),
        ("random:seed=3", "random:seed=3"),
        ("human", "human"),
        ("tests.agents.test_asking:Timed", "tests.agents.test_asking:Timed:ms=1000"),
        (
            "tests.agents.test_asking:Timed:iterations=3",
            "tests.agents.test_asking:Timed:iterations=3",
        ),
    ],
)
def test_an_agent_with_a_clock_and_no_budget_gets_a_second(spec: str, timed: str) -> None:
    game = load("leduc")
    for choose in (choose_opponent, choose_adviser):
        assert choose(game, spec, timed=True) == timed
        assert choose(game, spec, timed=False) == spec
    make_agent(game, timed)


@pytest.mark.parametrize(
    ("name", "opponent", "adviser", "timed"),
    [
        ("dronewars", "commander", "ismcts:iterations=1000", "ismcts:ms=1000"),
        ("duel", "greedy", "ismcts:iterations=2000", "ismcts:ms=1000"),
        ("jaipur", "greedy", "ismcts:iterations=5000", "ismcts:ms=1000"),
        ("leduc", "greedy:worlds=8,horizon=20", "ismcts:iterations=5000", "ismcts:ms=1000"),
        ("pokemon", "sharp", "sharp", "sharp:ms=1000"),
        ("spire", "expert", "expert", "expert:ms=1000"),
    ],
)
def test_a_game_names_its_opponent_and_its_adviser(
    name: str, opponent: str, adviser: str, timed: str
) -> None:
    game = load(name)
    assert choose_opponent(game, None, timed=False) == opponent
    assert choose_adviser(game, None, timed=False) == adviser
    assert choose_adviser(game, None, timed=True) == timed
    make_agent(game, opponent)
    make_agent(game, timed)


def test_every_game_names_both() -> None:
    for name in names():
        game = load(name)
        assert (game.opponent, game.adviser) != ("", ""), name


def test_a_game_that_names_nobody_has_its_own_first_agent_or_one_for_any_game() -> None:
    assert choose_opponent(Patience(), None, timed=False) == "utility"
    assert choose_adviser(Patience(), None, timed=False) == "utility"
    assert choose_opponent(Pile(), None, timed=True) == "greedy:worlds=8,horizon=20"
    assert choose_adviser(Pile(), None, timed=False) == "ismcts"


# No opinion.


class Unsure:
    """An agent of another package that likes all moves alike."""

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        options = [Option(move, 0.0, ()) for move in seen.moves]
        return Advice(options[0].move, 0.0, tuple(options))


class UnsurePile(Pile):
    """A pile whose adviser has no opinion."""

    adviser = "tests.agents.test_asking:Unsure"


def test_the_search_is_asked_where_the_adviser_of_the_game_has_no_opinion() -> None:
    game = UnsurePile()
    seen = RuleEngine(game, seed=1).observe()
    found = consult(game, choose_adviser(game, None, timed=False), seen, timed=False)
    assert found.spec == "ismcts"
    assert has_opinion(found.advice, seen)


def test_an_agent_that_was_named_speaks_for_itself() -> None:
    game = Pile()
    seen = RuleEngine(game, seed=1).observe()
    found = consult(game, "tests.agents.test_asking:Unsure", seen, timed=False)
    assert found.spec == "tests.agents.test_asking:Unsure"
    assert not has_opinion(found.advice, seen)


@pytest.mark.parametrize("spec", ["nobody", "", "ismcts:ms", "tests.agents.test_asking:Nobody"])
@pytest.mark.parametrize("timed", [True, False])
def test_a_wrong_agent_is_refused(spec: str, timed: bool) -> None:
    game = load("leduc")
    with pytest.raises(KibitzError):
        make_agent(game, choose_adviser(game, spec, timed))


@pytest.mark.parametrize(
    ("scores", "opinion"),
    [
        ([1.0, 2.0, 2.0], True),
        ([2.0, 2.0, 2.0], False),
        ([0.0, 0.0, 0.0], False),
        ([2.0, 2.0], True),  # it does not consider the third move
        ([0.0, 0.0], False),
        ([0.0], True),
    ],
)
def test_scores_that_are_all_alike_are_no_opinion(scores: list[float], opinion: bool) -> None:
    seen = RuleEngine(Pile(), seed=1).observe()
    options = [Option(move, score, ()) for move, score in zip(seen.moves, scores, strict=False)]
    assert has_opinion(Advice(options[0].move, 0.0, tuple(options)), seen) == opinion


def test_the_time_to_wait_can_be_given() -> None:
    game = load("leduc")
    assert choose_adviser(game, None, timed=True, wait=250) == "ismcts:ms=250"
    assert choose_opponent(game, "beam:depth=4", timed=True, wait=30) == "beam:depth=4,ms=30"
    assert choose_adviser(game, "ismcts", timed=False, wait=30) == "ismcts"


@pytest.mark.parametrize(
    ("spec", "limited"),
    [
        ("ismcts:ms=3000", "ismcts:ms=500"),
        ("ismcts:ms=none,exploration=0.5", "ismcts:ms=500,exploration=0.5"),
        ("ismcts:ms=100", "ismcts:ms=100"),
        ("ismcts:iterations=9", "ismcts:iterations=9"),
        ("greedy", "greedy"),
    ],
)
def test_a_clock_can_be_limited(spec: str, limited: str) -> None:
    assert limit_clock(spec, 500) == limited


# Misbehaviour.


class Silent:
    """Returns nothing."""

    def advise(self, seen: Observation[PileState, PileState]) -> None:
        """Has no advice."""


class Cheat:
    """Changes the rules while it thinks, or already when it is made."""

    def __init__(self, early: bool = False) -> None:
        if early:
            Pile.id = "heap"

    def advise(self, seen: Observation[PileState, PileState]) -> Advice[PileState]:
        Pile.id = "heap"
        return Advice(seen.moves[0], 0.0, ())


def test_something_that_is_not_advice_is_refused() -> None:
    game = Pile()
    spec = "tests.agents.test_asking:Silent"
    agent = make_guarded(game, spec)
    with pytest.raises(AgentMisbehaved, match="agent silent returned None: expected Advice"):
        ask(agent, RuleEngine(game, seed=1).observe(), "agent silent")


def test_an_agent_that_changes_the_rules_is_refused_and_they_are_as_before() -> None:
    game, name = Pile(), Pile.id
    seen = RuleEngine(game, seed=1).observe()
    spec = "tests.agents.test_asking:Cheat"
    with pytest.raises(AgentMisbehaved, match=r"Cheat changed the rules: Pile\.id"):
        consult(game, spec, seen, timed=False)
    assert Pile.id == name
    with pytest.raises(AgentMisbehaved, match="changed the rules"):
        make_guarded(game, f"{spec}:early=true")
    assert Pile.id == name
