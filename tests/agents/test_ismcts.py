import json
import time

import pytest

from kibitz.agents import IsmctsAgent, make_agent
from kibitz.core import Observation, RuleEngine, observation_of, seeded
from kibitz.core.errors import UnknownOption
from kibitz.games import load
from kibitz.games.leduc import Leduc
from kibitz.testing import check_agent
from kibitz.testing.agent_laws import substance
from tests.agents.pile import Pile, PileState, Take, seen_at
from tests.agents.plot import Plot, Say, Turn, long_story, searching, visits, words

# The laws.


@pytest.mark.parametrize(
    "spec", ["ismcts:iterations=40", "ismcts:iterations=25,rollouts=random,exploration=0"]
)
def test_ismcts_keeps_the_laws_of_agents(spec: str) -> None:
    leduc, pile = load("leduc"), Pile(5)
    assert check_agent(lambda: make_agent(leduc, spec), leduc, games=3) > 5
    assert check_agent(lambda: make_agent(pile, spec), pile, games=3) > 5


def test_ismcts_keeps_the_laws_where_worlds_name_hidden_cards_by_id() -> None:
    duel = load("duel")
    agent = "ismcts:iterations=3,limit=20"
    assert check_agent(lambda: make_agent(duel, agent), duel, games=1, max_plies=5) == 5


# What it finds.


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_ismcts_plays_the_pile_perfectly(stones: int) -> None:
    """The player who leaves a multiple of four wins, whatever the charms."""
    advice = IsmctsAgent(iterations=500).advise(seen_at(stones))
    assert advice.move == Take(stones % 4)
    assert advice.value > 0


def test_ismcts_never_folds_the_best_hand_and_makes_the_other_pay() -> None:
    """With a pair of kings, raising brings at least what calling brings, and folding loses."""
    game = Leduc()
    document = {
        "to_move": 0,
        "cards": ["Ks", None],
        "public": "Kh",
        "stakes": [1, 5],
        "raises": 1,
    }
    seen = observation_of(game, game.read_position(document), 0, seeded(4))
    advice = IsmctsAgent(iterations=400).advise(seen)
    assert [str(option.move) for option in advice.options] == ["raise", "call", "fold"]
    assert advice.value > 5.0


def fusion(world: int, said: tuple[str, ...]) -> Turn:
    """Stop for a quarter, or go and guess the world: right for 1, wrong for -1."""
    if not said:
        return 0, ("go", "stop")
    if said == ("stop",):
        return [0.25, -0.25]
    if said == ("go",):
        return 0, ("zero", "one")
    right = said[-1] == ("zero", "one")[world]
    return [1.0, -1.0] if right else [-1.0, 1.0]


def test_ismcts_does_not_believe_that_it_will_know_the_world() -> None:
    """Solving each world alone promises 1 for "go", because every world has a right guess."""
    advice = IsmctsAgent(iterations=2000).advise(Plot(fusion, (1, 1)).opening())
    assert words(advice) == ["stop", "go"]
    assert advice.value == 0.25


def test_ismcts_uses_how_likely_the_worlds_are() -> None:
    advice = IsmctsAgent(iterations=2000).advise(Plot(fusion, (1, 9)).opening())
    assert words(advice) == ["go", "stop"]
    assert [str(move) for move in advice.plan] == ["one"]
    assert advice.value == pytest.approx(0.8, abs=0.15)


def naming(world: int, said: tuple[str, ...]) -> Turn:
    """Every world has a card under a name of its own."""
    if not said:
        return 0, ("pass", f"card {world}", "hold")
    return [1.0, -1.0] if said[0].startswith("card") else [0.0, 0.0]


def test_ismcts_tries_only_moves_of_the_match() -> None:
    game = Plot(naming, (1, 1, 1))
    advice = IsmctsAgent(iterations=200).advise(game.opening("pass", "card 1", "hold"))
    assert words(advice)[0] == "card 1"
    assert set(words(advice)) == {"pass", "card 1", "hold"}
    # No iteration was spent on a move that only a sampled world has.
    assert sum(visits(advice).values()) == advice.trace["iterations"]
    # The card exists in one world of three, and is then mostly played.
    assert game.drawn.count(1) * 0.6 < visits(advice)["card 1"] <= game.drawn.count(1)
    # A world without a move of the match is skipped; without any other, the first move is advised.
    advice = IsmctsAgent(iterations=30).advise(game.opening("card 1", "card 7"))
    assert words(advice) == ["card 1"]
    assert visits(advice)["card 1"] < 30
    advice = IsmctsAgent(iterations=30).advise(game.opening("card 8", "card 7"))
    assert advice.move == Say("card 8")
    assert words(advice) == ["card 8"]
    assert visits(advice) == {}


# Budgets.


def even_story(world: int, said: tuple[str, ...]) -> Turn:
    """Leaves everything equal, so that no move ever leads by much."""
    return [1.0, 1.0] if said else (0, ("a", "b", "c"))


# Even a lead of one visit is settled when the time left is too short for another iteration.
BY_THE_CLOCK = ("clock", "decided")


@pytest.mark.parametrize("iterations", [1, 2, 7, 100])
def test_ismcts_uses_the_iterations_it_is_given(iterations: int) -> None:
    advice = IsmctsAgent(iterations=iterations).advise(Plot(even_story).opening())
    assert advice.trace["iterations"] == iterations
    assert advice.trace["stopped"] == "budget"
    assert sum(visits(advice).values()) == iterations
    assert len(advice.options) == min(3, iterations)


def test_ismcts_has_a_thousand_iterations_by_default() -> None:
    assert IsmctsAgent().iterations == 1000
    assert IsmctsAgent(iterations=5, ms=100).iterations == 5
    # A clock alone counts nothing.
    assert IsmctsAgent(ms=100).iterations >= 1_000_000_000


def test_ismcts_stops_once_no_other_move_can_overtake() -> None:
    game = Plot(long_story)
    advice = IsmctsAgent(iterations=1000).advise(game.opening())
    assert advice.trace["stopped"] == "decided"
    done = sum(visits(advice).values())
    assert done == advice.trace["iterations"]
    first, second, *_ = visits(advice).values()
    assert first - second > 1000 - done
    full = searching(game, 1000)
    assert max(full.root.nodes.values(), key=lambda node: node.visits).move == advice.move


def test_ismcts_with_a_clock_alone_stops_by_it() -> None:
    advice = IsmctsAgent(ms=20).advise(Plot(even_story).opening())
    assert advice.trace["stopped"] in BY_THE_CLOCK
    assert advice.trace["iterations"] != 0


def test_ismcts_with_a_clock_alone_stops_once_its_choice_is_settled() -> None:
    start = time.monotonic()
    advice = IsmctsAgent(ms=1500).advise(Plot(long_story).opening())
    assert advice.trace["stopped"] == "decided"
    assert time.monotonic() - start < 1.5
    assert words(advice)[0] == "a"


def test_ismcts_stops_at_what_comes_first() -> None:
    game = Plot(even_story)
    advice = IsmctsAgent(iterations=10, ms=600_000).advise(game.opening())
    assert (advice.trace["stopped"], advice.trace["iterations"]) == ("budget", 10)
    advice = IsmctsAgent(iterations=1_000_000_000, ms=1).advise(game.opening())
    assert advice.trace["stopped"] in BY_THE_CLOCK


def test_ismcts_past_its_deadline_still_tries_a_handful() -> None:
    seen = RuleEngine(Pile(), seed=1).observe(deadline=0.0)
    for agent in (IsmctsAgent(), IsmctsAgent(ms=600_000)):
        advice = agent.advise(seen)
        assert (advice.trace["stopped"], advice.trace["iterations"]) == ("clock", 8)
    assert IsmctsAgent(iterations=3).advise(seen).trace["iterations"] == 3


def test_ismcts_plays_a_forced_move_without_a_search() -> None:
    game = Plot(lambda world, said: [1.0, 0.0] if said else (0, ("only",)))
    advice = IsmctsAgent().advise(game.opening())
    assert game.drawn == []
    assert words(advice) == ["only"]
    assert advice.options[0].reasons[0].text == "the only legal move"
    assert advice.trace == {
        "iterations": 0,
        "depth": 0,
        "nodes": 0,
        "stopped": "forced",
        "options": [],
    }


def test_ismcts_breaks_off_a_playout_that_never_ends() -> None:
    game = Plot(lambda world, said: (len(said) % 2, ("on", "on and on")))
    advice = IsmctsAgent(iterations=5, limit=7).advise(game.opening())
    assert advice.value == 0.0
    assert advice.trace["nodes"] == 5


def test_ismcts_without_playouts_counts_the_returns_so_far() -> None:
    advice = IsmctsAgent(iterations=3, limit=0).advise(Plot(long_story).opening())
    assert advice.trace["depth"] == 1
    assert advice.value == 0.0


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("ismcts:iterations=0", "invalid iterations=0: expected 1 to 1000000000"),
        ("ismcts:ms=-1", "invalid ms=-1: expected 1 to 86400000"),
        ("ismcts:exploration=-0.5", "invalid exploration=-0.5: expected 0 or more"),
        ("ismcts:widening=-1", "invalid widening=-1.0: expected 0 or more"),
        ("ismcts:widening=inf", "invalid option widening=inf: expected a number"),
        ("ismcts:trees=0", "invalid trees=0: expected 1 to 256"),
        ("ismcts:rollouts=polisy", "invalid rollouts=polisy: did you mean 'policy'?"),
        ("ismcts:limit=-1", "invalid limit=-1: expected 0 to 1000000000"),
        ("ismcts:iteration=5", "ismcts has no option 'iteration'; did you mean 'iterations'"),
        ("ismcts:ms=soon", "invalid option ms=soon: expected a whole number or none"),
    ],
)
def test_ismcts_refuses_options_and_says_what_is_expected(spec: str, said: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        make_agent(Pile(), spec)
    assert said in str(caught.value)


def test_ismcts_reads_its_options() -> None:
    agent = make_agent(Pile(), "ismcts:iterations=12,ms=9,exploration=1,rollouts=random,limit=50")
    assert isinstance(agent, IsmctsAgent)
    assert (agent.iterations, agent.ms, agent.limit) == (12, 9, 50)
    assert (agent.exploration, agent.rollouts) == (1.0, "random")
    agent = make_agent(Pile(), "ismcts:iterations=12,widening=0,trees=4")
    assert repr(agent) == "IsmctsAgent(iterations=12, widening=0.0, trees=4)"


# Explanations.


def test_ismcts_ranks_by_visits_and_tells_what_it_found() -> None:
    advice = IsmctsAgent(iterations=300).advise(seen_at(6))
    assert advice.move == Take(2)
    scores = [option.score for option in advice.options]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(1.0)
    found = advice.trace["options"]
    assert isinstance(found, list)
    for option, facts in zip(advice.options, found, strict=True):
        assert isinstance(facts, dict)
        (reason,) = option.reasons
        assert (reason.term, reason.amount) == ("tries", option.score)
        assert facts["move"] == str(option.move)
        count, done = facts["visits"], advice.trace["iterations"]
        value, error = facts["value"], facts["error"]
        assert isinstance(value, float)
        assert isinstance(error, float)
        result = f"on average {value:+.3g} ± {error:.2g}"
        assert reason.text.startswith(f"{result}; {count} of {done} tries")
    first = found[0]
    assert isinstance(first, dict)
    assert first["value"] == advice.value
    assert first["line"] == [str(move) for move in advice.plan]
    assert "then " + ", ".join(str(move) for move in advice.plan[:4]) in (
        advice.options[0].reasons[0].text
    )
    assert json.loads(json.dumps(advice.to_json()))["trace"] == advice.trace


def test_ismcts_lists_no_move_it_never_tried_and_breaks_ties_by_value_then_by_listing() -> None:
    def story(world: int, said: tuple[str, ...]) -> Turn:
        return [float(len(said[0])), 0.0] if said else (0, ("a", "b", "long", "c"))

    game = Plot(story)
    found = {
        tuple(words(IsmctsAgent(iterations=2).advise(game.opening(seed=n)))) for n in range(60)
    }
    assert found == {
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
        ("long", "a"),
        ("long", "b"),
        ("long", "c"),
    }
    assert words(IsmctsAgent(iterations=4).advise(game.opening())) == ["long", "a", "b", "c"]


@pytest.mark.parametrize("seed", range(5))
def test_ismcts_plans_a_line_that_can_be_played(seed: int) -> None:
    engine = RuleEngine(Pile(9), seed=seed)
    advice = IsmctsAgent(iterations=200).advise(engine.observe())
    assert len(advice.plan) >= 2
    for move in (advice.move, *advice.plan):
        assert engine.can_execute(move)
        engine.play(move)


# Reproducibility.


def test_ismcts_gives_the_same_advice_for_the_same_seed() -> None:
    def ask(seen: Observation[PileState, PileState]) -> object:
        return substance(IsmctsAgent(iterations=60).advise(seen))

    seen = seen_at(10)
    before = seen.rng.key()
    advice = ask(seen)
    assert ask(seen) == advice
    assert seen.rng.key() == before
    assert ask(seen_at(10)) == advice
    assert ask(seen_at(10, seed=2)) != advice
