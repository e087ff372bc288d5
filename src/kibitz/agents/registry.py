"""Agents by name: `greedy:worlds=8` is an agent and its options."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from kibitz.agents.beam import make_beam
from kibitz.agents.greedy import make_greedy
from kibitz.agents.human import HumanAgent
from kibitz.agents.ismcts import IsmctsAgent
from kibitz.agents.random import RandomAgent
from kibitz.core.agent import Agent
from kibitz.core.errors import UnknownAgent
from kibitz.core.game import Game
from kibitz.core.options import make_with, offer, read_options
from kibitz.core.state import State
from kibitz.core.value import Value

S = TypeVar("S", bound=State)
V = TypeVar("V")


class AgentSpec(Value):
    """The name of an agent, and its options as they were written."""

    __match_args__ = ("name", "options")

    def __init__(self, name: str, options: tuple[tuple[str, str], ...] = ()) -> None:
        self.name: Final = name
        self.options: Final = options

    def __str__(self) -> str:
        written = ",".join([f"{key}={value}" for key, value in self.options])
        return f"{self.name}:{written}" if written else self.name


def read_spec(text: str) -> AgentSpec:
    """Reads a specification: a name, or `name:key=value,key=value`.

    Raises:
        UnknownAgent: if there is no name.
        UnknownOption: if an option is not written key=value, or is given twice.
    """
    name, _, options = text.partition(":")
    name = name.strip()
    if not name:
        raise UnknownAgent(f"no agent is named in {text!r}: expected a name like greedy:worlds=8")
    return AgentSpec(name, tuple(read_options(options, name).items()))


def make_human() -> HumanAgent:
    """Makes the player who sits at this terminal."""
    return HumanAgent()


def factories(game: Game[S, V]) -> Mapping[str, Callable[..., Agent[S, V]]]:
    """Returns the factory of each agent of a game; those of the game itself come first."""
    found: dict[str, Callable[..., Agent[S, V]]] = {**game.agents()}
    for name, factory in (
        ("greedy", make_greedy),
        ("beam", make_beam),
        ("ismcts", IsmctsAgent),
        ("random", RandomAgent),
        ("human", make_human),
    ):
        found.setdefault(name, factory)
    return found


def agent_names(game: Game[S, V]) -> list[str]:
    """Lists the agents that can play a game; those of the game itself come first."""
    return list(factories(game))


def make_agent(game: Game[S, V], spec: str | AgentSpec) -> Agent[S, V]:
    """Makes an agent from its specification, such as `random:seed=3`.

    Raises:
        UnknownAgent: if no agent of this name plays the game; names near matches.
        UnknownOption: if the agent has no such option, or the value is invalid.
    """
    wanted = read_spec(spec) if isinstance(spec, str) else spec
    known = factories(game)
    factory = known.get(wanted.name)
    if factory is None:
        raise UnknownAgent(f"{game.id} has no agent {wanted.name!r}; {offer(wanted.name, known)}")
    return make_with(wanted.name, factory, dict(wanted.options))
