"""What agents say about moves that somebody asks about, and what their scores count."""

import pytest

from kibitz.agents import (
    AgentSpec,
    Consideration,
    Highest,
    Proposal,
    UtilityAgent,
    agent_names,
    make_agent,
)
from kibitz.agents.ismcts import IsmctsAgent
from kibitz.agents.registry import option_names
from kibitz.core import Advice, Move, Observation, Reason, RuleEngine, seeded
from kibitz.games import load, names
from tests.agents.pile import Pile, PileState, Take
from tests.agents.plot import Plot, PlotState, Say, Turn, words
from tests.agents.workshop import Clock

SEEN = Observation[PileState, PileState]


def seen_with(*wanted: Move[PileState], deadline: float | None = None) -> SEEN:
    """Makes the observation of somebody at a pile of nine who asks about moves."""
    return RuleEngine(Pile(9), seed=1).observe(deadline=deadline, wanted=wanted)


def take_of(advice: Advice[PileState]) -> list[str]:
    return [str(option.move) for option in advice.options]


# Greedy.


def test_greedy_scores_a_wanted_move_after_the_deadline() -> None:
    agent = make_agent(Pile(), "greedy:worlds=4,horizon=9")
    late, asked = agent.advise(seen_with(deadline=0.0)), seen_with(Take(3), deadline=0.0)
    assert take_of(late) == ["take 1"]
    answer = agent.advise(asked)
    assert sorted(take_of(answer)) == ["take 1", "take 3"]
    assert answer.move == late.move
    full = agent.advise(seen_with())
    for option in answer.options:
        assert option in full.options


# Beam.


@pytest.mark.parametrize("options", ["expand=1", "expand=1,nodes=3", "expand=2,depth=1"])
def test_beam_searches_a_wanted_move_that_it_left_out(options: str) -> None:
    agent = make_agent(Pile(), f"beam:{options},playouts=2,worlds=3")
    plain, answer = agent.advise(seen_with()), agent.advise(seen_with(Take(3), Take(3)))
    assert "take 3" not in take_of(plain)
    assert (answer.move, answer.value, answer.trace) == (plain.move, plain.value, plain.trace)
    assert len(answer.options) == len(plain.options) + 1
    assert {*plain.options} < {*answer.options}
    wide = make_agent(Pile(), "beam:expand=3,playouts=2,worlds=3,depth=1").advise(seen_with())
    if "nodes" not in options:
        (found,) = [option for option in answer.options if option.move == Take(3)]
        (known,) = [option for option in wide.options if option.move == Take(3)]
        assert found == known


def test_beam_answers_for_a_wanted_move_when_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    agent = make_agent(Pile(), "beam:worlds=2,ms=1000")
    sample = Pile.sample

    def slow(self: Pile, view: PileState, rng: object) -> PileState:
        clock.now += 5.0
        return sample(self, view, rng)  # type: ignore[arg-type]  # it is passed on

    monkeypatch.setattr(Pile, "sample", slow)
    answer = agent.advise(seen_with(Take(2), Take(3)))
    assert sorted(take_of(answer)) == ["take 1", "take 2", "take 3"]
    assert answer.move == Take(1)


# Tree search.


def story(world: int, said: tuple[str, ...]) -> Turn:
    return [float(len(said[0])), 0.0] if said else (0, ("a", "bb", "long", "c"))


def plot_with(
    game: Plot, *wanted: str, legal: tuple[str, ...] = ()
) -> Observation[PlotState, PlotState]:
    seen = game.opening(*legal)
    asked = tuple(Say(word) for word in wanted)
    return Observation(game, seen.view, seen.seat, seen.moves, seen.rng, wanted=asked)


def test_ismcts_tries_a_wanted_move_that_it_never_tried() -> None:
    game, agent = Plot(story), IsmctsAgent(iterations=2)
    plain = agent.advise(game.opening())
    (left, *_) = [word for word in ("a", "bb", "long", "c") if word not in words(plain)]
    answer = agent.advise(plot_with(game, left))
    assert words(answer) == [*words(plain), left]
    assert answer.options[:2] == plain.options
    assert answer.options[2].score == 0.0
    assert answer.options[2].reasons[0].text.startswith(f"on average +{len(left)} ± 0; 0 of 2 ")
    facts = answer.trace["options"]
    assert isinstance(facts, list)
    assert isinstance(facts[2], dict)
    assert (facts[2]["visits"], facts[2]["asked"]) == (0, 8)


def test_asking_does_not_decide_between_equal_numbers_of_tries() -> None:
    for seed in range(20):
        engine = RuleEngine(Pile(9), seed=seed, agent_seed=seed)
        for iterations in range(1, 9):
            agent = IsmctsAgent(iterations=iterations)
            plain, answer = (
                agent.advise(engine.observe(wanted=moves))
                for moves in ((), (Take(1), Take(2), Take(3)))
            )
            assert answer.move == plain.move
            assert [option.score for option in plain.options] == [
                option.score for option in answer.options if option.score
            ]


def test_ismcts_says_if_no_world_has_a_wanted_move() -> None:
    game = Plot(story)
    seen = plot_with(game, "never", legal=("a", "long", "never"))
    answer = IsmctsAgent(iterations=40).advise(seen)
    assert words(answer) == ["long", "a", "never"]
    text = "none of the possible deals had this move"
    assert answer.options[-1].reasons == (Reason("tries", 0.0, text),)


def test_several_trees_answer_as_one_does() -> None:
    game = load("duel")
    engine = RuleEngine(game, seed=3)
    moves = engine.legal_moves()
    agent = make_agent(game, "ismcts:iterations=20,trees=2")
    plain, answer = agent.advise(engine.observe()), agent.advise(engine.observe(wanted=moves))
    assert {option.move for option in answer.options} == {*moves}
    assert answer.options[: len(plain.options)][0].move == plain.move
    assert [option.score for option in answer.options][: len(plain.options)] == [
        option.score for option in plain.options
    ]


def test_a_search_by_the_clock_leaves_time_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    sample = Pile.sample

    def slow(self: Pile, view: PileState, rng: object) -> PileState:
        clock.now += 0.01
        return sample(self, view, rng)  # type: ignore[arg-type]  # it is passed on

    monkeypatch.setattr(Pile, "sample", slow)
    agent = make_agent(Pile(), "ismcts:ms=1000")
    answer = agent.advise(seen_with(Take(1)))
    assert 0.7 < clock.now <= 1.02
    assert "take 1" in take_of(answer)


def test_a_search_whose_tries_all_end_alike_has_no_opinion() -> None:
    def dull(world: int, said: tuple[str, ...]) -> Turn:
        return [1.0, -1.0] if len(said) > 2 else (len(said) % 2, ("a", "b", "c"))

    advice = IsmctsAgent(iterations=50).advise(Plot(dull).opening())
    assert [option.score for option in advice.options] == [pytest.approx(1 / 3)] * 3


def test_a_search_tells_results_as_chances_or_amounts() -> None:
    def texts(name: str) -> str:
        game = load(name)
        advice = make_agent(game, "ismcts:iterations=60").advise(RuleEngine(game, seed=2).observe())
        return advice.options[0].reasons[0].text

    assert texts("jaipur").startswith("wins about ")
    assert " chips; " in texts("leduc")
    assert texts("spire").startswith("on average +0.")


# Utility.


class Few(Consideration[PileState, PileState]):
    """Take one stone."""

    def propose(self, seen: SEEN) -> Proposal[PileState]:
        return Proposal(Take(1), (Reason("patience", 3.0, "there is time"),))


class Many(Few):
    """Take three stones; knows what two are worth."""

    def propose(self, seen: SEEN) -> Proposal[PileState]:
        return Proposal(Take(3), (Reason("greed", 2.0, "more is more"),))

    def rate(self, seen: SEEN, move: Move[PileState]) -> Proposal[PileState] | None:
        return Proposal(Take(2), (Reason("greed", 9.0, "better"),)) if move == Take(2) else None


def test_utility_asks_the_considerations_about_a_wanted_move() -> None:
    agent = UtilityAgent([Few("few"), Many("many")], Highest(), scale=10)
    advice = agent.advise(seen_with(Take(2)))
    assert [(str(o.move), o.score) for o in advice.options] == [
        ("take 2", 9.0),
        ("take 1", 3.0),
        ("take 3", 2.0),
    ]
    assert advice.move == Take(1)
    assert advice.unit == "points of 10"


def test_utility_says_if_nothing_speaks_for_a_wanted_move() -> None:
    advice = UtilityAgent([Few("few")], Highest()).advise(seen_with(Take(1), Take(3)))
    assert take_of(advice) == ["take 1", "take 3"]
    assert advice.options[1].reasons == (Reason("nothing", 0.0, "nothing speaks for this move"),)
    assert advice.unit == "points"


# Units.


@pytest.mark.parametrize(
    ("game", "spec", "unit"),
    [
        ("leduc", "greedy", "chips"),
        ("leduc", "beam", "chips"),
        ("leduc", "ismcts:iterations=9", "% of the tries"),
        ("leduc", "random", "random numbers"),
        ("duel", "greedy", "points (a point of life is 1)"),
        ("duel", "beam", "points (as the game rates moves)"),
        ("jaipur", "greedy", "rupees"),
        ("jaipur", "utility", "points of 80"),
        ("jaipur", "beam:worlds=2,expand=2", "points (a win is 1)"),
        ("pokemon", "greedy", "points (a Prize is 40)"),
        ("pokemon", "sharp:nodes=20", "points (a Prize is 21)"),
        ("pokemon", "sharp:nodes=20,tuned=no", "points (a Prize is 18)"),
        ("pokemon", "generator", "points (for the order only)"),
        ("dronewars", "greedy", "points (a point of hull is 10)"),
        ("dronewars", "tactical", "points (for the order only)"),  # which drones to begin with
        ("spire", "greedy", "HP"),
        ("spire", "planner:nodes=20", "points (a point of damage is 2)"),
        ("spire", "planner:nodes=20,damage=4", "points (a point of damage is 4)"),
        ("spire", "expert:nodes=20", "points (a point of damage is 3)"),
        ("spire", "simple", "points (for the order only)"),
        ("spire", "beam:nodes=20", "HP"),
    ],
)
def test_advice_says_what_its_scores_count(game: str, spec: str, unit: str) -> None:
    rules = load(game)
    engine = RuleEngine(rules, seed=9)
    while len(engine.legal_moves()) == 1:
        engine.play(engine.legal_moves()[0])
    advice = make_agent(rules, spec).advise(engine.observe())
    assert advice.unit == unit
    assert advice.to_json()["unit"] == unit


# Agents that think no more than this say the same about their scores.
BRIEFLY = {"worlds": 1, "nodes": 20, "iterations": 5, "follow": 0}


@pytest.mark.parametrize("game", names())
def test_advice_of_every_agent_says_what_its_scores_count(game: str) -> None:
    rules, rng = load(game), seeded(game)
    agents = {}
    for name in agent_names(rules):
        if name != "human":  # a person gives no scores
            options = [each for each in option_names(rules, name) if each in BRIEFLY]
            spec = AgentSpec(name, tuple([(each, str(BRIEFLY[each])) for each in options]))
            agents[name] = make_agent(rules, spec)
    engine = RuleEngine(rules, seed=9)
    kinds: set[object] = set()
    while engine.outcome is None and engine.ply < 60:
        moves = engine.legal_moves()
        # One decision of each sort is enough: which kinds of moves there are, or just one move.
        sort = (*dict.fromkeys(move.id for move in moves), len(moves) == 1)
        for name, agent in agents.items() if sort not in kinds else ():
            advice = agent.advise(engine.observe(wanted=moves[-1:]))
            assert advice.unit, f"{name} does not say what {advice} counts"
        kinds.add(sort)
        engine.play(rng.pick(moves))
