from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.agents import (
    AgentSpec,
    BeamAgent,
    GreedyAgent,
    HumanAgent,
    Outlook,
    Planner,
    RandomAgent,
    agent_names,
    make_agent,
    read_spec,
    tunable_options,
)
from kibitz.agents.registry import find_factory, option_default
from kibitz.core import Agent, KibitzError
from kibitz.core.errors import UnknownAgent, UnknownOption
from kibitz.core.options import DECLARED, Later, known_options, wanted_types
from kibitz.games import load, names
from tests.agents.pile import Pile, PileState
from tests.agents.test_greedy import Thrift


def make_thrifty(weight: float = 1.0) -> GreedyAgent[PileState, PileState]:
    return GreedyAgent(Thrift())


class CleverPile(Pile):
    """A pile with players of its own."""

    def agents(self) -> Mapping[str, Callable[..., Agent[PileState, PileState]]]:
        return {"thrifty": make_thrifty, "greedy": make_thrifty}


def test_make_agent_reads_name_and_options() -> None:
    agent = make_agent(Pile(), "greedy:worlds=3,horizon=7")
    assert isinstance(agent, GreedyAgent)
    assert isinstance(agent.scorer, Outlook)
    assert (agent.scorer.worlds, agent.scorer.horizon) == (3, 7)


def test_make_agent_makes_the_players_of_every_game() -> None:
    assert agent_names(Pile()) == ["greedy", "beam", "ismcts", "random", "human"]
    random = make_agent(Pile(), "random:seed=3")
    assert isinstance(random, RandomAgent)
    assert random.seed == 3
    named = make_agent(Pile(), "random:seed=ada")
    assert isinstance(named, RandomAgent)
    assert named.seed == "ada"
    assert isinstance(make_agent(Pile(), " human "), HumanAgent)
    assert isinstance(make_agent(Pile(), AgentSpec("random", (("seed", "none"),))), RandomAgent)


def test_make_agent_prefers_the_players_of_the_game() -> None:
    game = CleverPile()
    assert agent_names(game) == ["thrifty", "greedy", "beam", "ismcts", "random", "human"]
    for name in ("thrifty", "greedy:weight=0.5"):
        agent = make_agent(game, name)
        assert isinstance(agent, GreedyAgent)
        assert isinstance(agent.scorer, Thrift)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", "pile has no agent 'gredy'; did you mean 'greedy'? (known: greedy, beam"),
        ("zzz", "pile has no agent 'zzz'; known: greedy, beam, ismcts, random, human"),
        ("", "no agent is named in '': expected a name like greedy:worlds=8"),
        (":worlds=2", "no agent is named in ':worlds=2': expected a name"),
    ],
)
def test_unknown_agent_is_named_with_suggestions(spec: str, words: str) -> None:
    with pytest.raises(UnknownAgent) as caught:
        make_agent(Pile(), spec)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("greedy:wolds=3", "greedy has no option 'wolds'; did you mean 'worlds'? (known: worlds"),
        ("greedy:worlds=many", "greedy: invalid option worlds=many: expected a whole number"),
        ("greedy:worlds=0", "greedy: invalid worlds=0: expected 1 or more"),
        ("greedy:worlds", "invalid option 'worlds': expected key=value"),
        ("greedy:worlds=1,", "invalid option '': expected key=value"),
        ("greedy:worlds=1,worlds=2", "option 'worlds' is given twice"),
        ("human:seed=1", "human takes no options, but seed=1 was given"),
        ("greedy:horizon=-1", "greedy: invalid horizon=-1: expected 0 or more"),
    ],
)
def test_unknown_option_is_named_with_suggestions(spec: str, words: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        make_agent(Pile(), spec)
    assert words in str(caught.value)


@given(
    st.from_regex(r"[a-z_]+", fullmatch=True),
    st.dictionaries(
        st.from_regex(r"[a-z_]+", fullmatch=True), st.from_regex(r"[\w.+-]*", fullmatch=True)
    ),
)
def test_spec_reads_back_what_it_writes(name: str, options: dict[str, str]) -> None:
    spec = AgentSpec(name, tuple(options.items()))
    assert read_spec(str(spec)) == spec


@given(st.text() | st.from_regex(r"(greedy|random|human)(:[a-z]+=\w*)?(,[a-z=]*)*"))
def test_make_agent_makes_an_agent_or_raises_one_of_its_errors(text: str) -> None:
    try:
        agent = make_agent(Pile(), text)
    except KibitzError:
        return
    assert callable(agent.advise)


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("random", "RandomAgent()"),
        ("random:seed=3", "RandomAgent(seed=3)"),
        ("random:seed=ada", "RandomAgent(seed='ada')"),
        ("greedy:worlds=8,horizon=20", "GreedyAgent(Outlook(worlds=8, horizon=20))"),
        ("human", "HumanAgent()"),
        ("ismcts", "IsmctsAgent(iterations=1000)"),
        ("ismcts:ms=100", "IsmctsAgent(ms=100)"),
        (
            "ismcts:iterations=12,ms=9,exploration=1,rollouts=random,limit=50",
            "IsmctsAgent(iterations=12, ms=9, exploration=1.0, rollouts='random', limit=50)",
        ),
        (
            "beam",
            (
                "BeamAgent(Planner(playouts=None), width=4, expand=[12], depth=3, worlds=16,"
                " nodes=2000)"
            ),
        ),
        (
            "beam:playouts=0,width=3,ms=80",
            "BeamAgent(Planner(), width=3, expand=[12], depth=3, worlds=16, nodes=2000, ms=80)",
        ),
    ],
)
def test_repr_names_the_agent_and_its_options(spec: str, text: str) -> None:
    assert repr(make_agent(Pile(), spec)) == text


def test_repr_names_what_a_game_brings() -> None:
    class Careful(Planner[PileState, PileState]):
        pass

    assert repr(make_agent(CleverPile(), "thrifty")) == "GreedyAgent(Thrift())"
    assert repr(BeamAgent(Careful(), depth=2)) == (
        "BeamAgent(Careful(), width=8, expand=[12, 10, 7, 5, 4], depth=2, worlds=4, nodes=2000)"
    )


# What there is to tune.


def test_declared_ranges_are_of_options_that_their_agents_accept() -> None:
    found = 0
    for game in map(load, names()):
        for name in agent_names(game):
            for option, span in tunable_options(game, name).items():
                for value in span.ends():
                    make_agent(game, f"{name}:{option}={value}")
                found += 1
    assert found > 0


def test_tunable_options_of_a_game_come_before_the_built_in_ones() -> None:
    assert list(tunable_options(load("leduc"), "greedy")) == ["horizon"]
    assert list(tunable_options(load("jaipur"), "greedy")) == []
    assert "take_edge" in tunable_options(load("jaipur"), "utility")
    with pytest.raises(UnknownAgent, match="utilty"):
        tunable_options(load("jaipur"), "utilty")


def test_option_default_is_that_of_the_signature() -> None:
    jaipur = load("jaipur")
    assert option_default(jaipur, "utility", "take_edge") == 0
    assert option_default(jaipur, "ismcts", "iterations") is None
    with pytest.raises(UnknownOption, match="take_edge"):
        option_default(jaipur, "utility", "take_edg")


@pytest.mark.parametrize("game", names())
def test_types_of_all_options_are_known_in_both_builds(game: str) -> None:
    rules = load(game)
    factories: list[Callable[..., object]] = [
        type(rules),
        *[find_factory(rules, name) for name in agent_names(rules)],
    ]
    for factory in factories:
        found = factory.find() if isinstance(factory, Later) else factory
        for name, parameter in (known_options(found) or {}).items():
            types = wanted_types(parameter)
            assert types, f"{found}: declare the type of the option {name!r}"
            if parameter.default is None:
                assert types[-1] == "None" != types[0]
                # Compiled, a factory shows no annotations, unless its signature is written out.
                assert hasattr(found, "__signature__") or name in declared_by(found), (
                    f"{found}: call declare_types for the option {name!r}"
                )


def declared_by(factory: Callable[..., object]) -> set[str]:
    """Returns the options of a factory whose types are declared."""
    bases = factory.__mro__ if isinstance(factory, type) else (factory,)
    return {name for base in bases for name in DECLARED.get(base, {})}
