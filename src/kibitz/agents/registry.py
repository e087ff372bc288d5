# kibitz: interpreted, because compiled code would refuse wrong arguments before it could be said
# what was expected; nothing here is hot.
"""Agents by name: `greedy:worlds=8` is an agent and its options.

The agents of the game itself come first, then the built-in ones, then those that other packages
declare (`kibitz.agents.outside`). Of two equal names the first wins; `my_package.agents:MyAgent`
names a class of any module, so the other one can still be used. A bot (`kibitz.agents.programs`)
has a name of its own: somebody chose it just now, so one that is taken is refused.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from kibitz.agents import outside
from kibitz.agents.beam import BEAM_RANGES, make_beam
from kibitz.agents.greedy import make_greedy
from kibitz.agents.human import HumanAgent
from kibitz.agents.ismcts import ISMCTS_RANGES, IsmctsAgent
from kibitz.agents.programs import (
    TIMEOUT,
    Bot,
    bot_factory,
    declared_bots,
    introduction_of,
    make_bot_agent,
)
from kibitz.agents.random import RandomAgent
from kibitz.core.agent import Agent
from kibitz.core.errors import AgentDefinitionError, UnknownAgent, UnknownOption
from kibitz.core.game import Game, check_game_object
from kibitz.core.options import known_options, make_with, offer, read_options, unknown_option
from kibitz.core.ranges import Range, Whole
from kibitz.core.state import State
from kibitz.core.value import Value, check_text

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

    The name may be `module:Class`, which gives `module:Class:key=value`.

    Raises:
        UnknownAgent: if there is no name.
        UnknownOption: if an option is not written key=value, or is given twice.
        TypeError: if the specification is not a text.
    """
    check_text("agent", text)
    name, options = split_spec(text)
    if name and text.rstrip().endswith(":"):
        raise UnknownOption(f"no options in {text!r}: expected {name}, or {name}:key=value")
    if not name:
        raise UnknownAgent(f"no agent is named in {text!r}: expected a name like greedy:worlds=8")
    return AgentSpec(name, tuple(read_options(options, name).items()))


def spec_of(agent: str | AgentSpec) -> AgentSpec:
    """Returns a specification that may have been read before; see `read_spec`."""
    return agent if isinstance(agent, AgentSpec) else read_spec(agent)


def split_spec(text: str) -> tuple[str, str]:
    """Splits a specification into the name of the agent and the text of its options."""
    name, _, rest = text.partition(":")
    attribute, _, options = rest.partition(":")
    name, attribute = name.strip(), attribute.strip()
    if is_path(name) and is_path(attribute):
        return f"{name}:{attribute}", options
    return name, rest


def is_path(text: str) -> bool:
    """Tells whether a text is a name of Python, such as `my_package.agents`."""
    return all(part.isidentifier() for part in text.split("."))


def make_human() -> HumanAgent:
    """Makes the player who sits at this terminal."""
    return HumanAgent()


# Any: each factory makes agents for games of all kinds of states and views.
BUILT_IN: Final[Mapping[str, Callable[..., Agent[Any, Any]]]] = {
    "greedy": make_greedy,
    "beam": make_beam,
    "ismcts": IsmctsAgent,
    "random": RandomAgent,
    "human": make_human,
}

# What there is to tune in them.
TUNABLE: Final[Mapping[str, Mapping[str, Range]]] = {
    "greedy": {"horizon": Whole(0, 40)},
    "beam": BEAM_RANGES,
    "ismcts": ISMCTS_RANGES,
}

# What options mean. These limit how much an agent thinks, and have one meaning in all agents.
BUDGET_HELP: Final[Mapping[str, str]] = {
    "iterations": "how many playouts are tried",
    "worlds": "how many worlds are sampled, which are deals that the player cannot rule out",
    "nodes": "how many moves are simulated at most",
    "ms": "how many milliseconds a decision may take; none for no clock",
}
OPTION_HELP: Final[Mapping[str, Mapping[str, str]]] = {
    "greedy": {"horizon": "how many random moves are played after the move in each world"},
    "beam": {
        "width": "how many lines of each length are built on, in each world",
        "expand": "how many moves of a state are simulated",
        "depth": "how many moves a line has at most",
        "playouts": "how often a state is played out to rate it; none for the default of the game",
    },
    "ismcts": {
        "exploration": "how much to try moves that are not known well yet",
        "widening": "how many moves of a node are tried at its first visit; 0 for all",
        "rollouts": "what picks the moves of playouts: policy (that of the game) or random",
        "limit": "how many moves a playout has at most; none for the default of the game",
        "trees": "how many trees are grown, each in a process of its own",
    },
    "random": {"seed": "makes this player differ from other random players"},
}
BOT_HELP: Final[Mapping[str, str]] = {
    TIMEOUT: "how many seconds the program may take for a decision",
}


def factories(game: Game[S, V]) -> Mapping[str, Callable[..., Agent[S, V]]]:
    """Returns the factories of the game's own agents, then of the built-in ones.

    Raises:
        TypeError: if the game is not a game.
    """
    check_game_object(game)
    found: dict[str, Callable[..., Agent[S, V]]] = {**game.agents()}
    for name, factory in BUILT_IN.items():
        found.setdefault(name, factory)
    return found


def built_in_names() -> list[str]:
    """Lists the agents that can play every game."""
    return list(BUILT_IN)


def agent_names(game: Game[S, V]) -> list[str]:
    """Lists the agents that can play a game: its own, the built-in ones, of packages, bots."""
    return list(dict.fromkeys([*factories(game), *outside.entries(), *declared_bots()]))


def make_agent(game: Game[S, V], spec: str | AgentSpec) -> Agent[S, V]:
    """Makes an agent from its specification, such as `random:seed=3`.

    Raises:
        UnknownAgent: if no agent of this name plays the game; names near matches.
        UnknownOption: if the agent has no such option, or the value is invalid.
        AgentDefinitionError: if it comes from another package, and cannot be imported or made, or
            is a bot that does not play the game, or has the name of another agent.
        BotFailed: if it is a bot that cannot be started.
    """
    wanted = spec_of(spec)
    options = dict(wanted.options)
    bot = find_bot(game, wanted.name)
    if bot is not None:
        return make_bot_agent(game, bot, options)
    factory = factories(game).get(wanted.name)
    if factory is not None:
        return make_with(wanted.name, factory, options)
    return find_outside(game, wanted.name).make(game, options)


def tunable_options(game: Game[S, V], name: str) -> Mapping[str, Range]:
    """Returns the options of an agent that can be tuned, with their ranges.

    A game declares those of its agents in `Game.tunable`; an agent of another package has them in
    the attribute `tunable` of its class or function.

    Raises:
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    check_game_object(game)
    if find_bot(game, name) is not None:
        return {}
    if name in game.agents():
        return game.tunable().get(name, {})
    if name in BUILT_IN:
        return TUNABLE.get(name, {})
    found: object = getattr(find_outside(game, name).find(), "tunable", {})
    if not isinstance(found, Mapping) or not all(isinstance(r, Range) for r in found.values()):
        raise AgentDefinitionError(f"agent {name}: expected ranges by option in tunable")
    return found


def option_default(game: Game[S, V], name: str, option: str) -> object:
    """Returns the default of an agent's option; None if it has none, or Python cannot tell.

    Raises:
        KibitzError: if there is no such agent, it cannot be imported, or it has no such option.
    """
    known = known_options(find_factory(game, name))
    if known is None or (option not in known and find_bot(game, name) is not None):
        return None
    if option not in known:
        raise UnknownOption(unknown_option(name, option, "", known))
    default: object = known[option].default
    return None if default is inspect.Parameter.empty else default


def option_names(game: Game[S, V], name: str) -> list[str]:
    """Lists the options of an agent; none where Python cannot tell.

    Raises:
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    return list(known_options(find_factory(game, name)) or ())


def option_help(game: Game[S, V], name: str) -> Mapping[str, str]:
    """Says what options of an agent mean, where that is known: its weights, and common options."""
    check_game_object(game)
    found = {**BUDGET_HELP}
    if find_bot(game, name) is not None:
        return BOT_HELP
    if name in game.agents():
        weights = game.agent_weights().get(name, {})
        return found | {option: meaning for option, (_, meaning) in weights.items()}
    return {**found, **OPTION_HELP.get(name, {})}


def find_factory(game: Game[S, V], name: str) -> Callable[..., object]:
    """Returns what makes an agent.

    Raises:
        KibitzError: if there is no such agent, or it cannot be imported.
    """
    bot = find_bot(game, name)
    if bot is not None:
        return bot_factory(game, bot)
    factory: Callable[..., object] | None = factories(game).get(name)
    return find_outside(game, name).find() if factory is None else factory


def find_bot(game: Game[S, V], name: str) -> Bot | None:
    """Returns the bot that is declared under a name; None if there is none.

    Raises:
        AgentDefinitionError: if the game, Kibitz or a package has an agent of this name, too.
    """
    bot = declared_bots().get(name)
    if bot is not None and (name in factories(game) or name in outside.entries()):
        raise taken_name(name)
    return bot


def check_bots() -> None:
    """Refuses declared bots whose names cannot be used; which games they play is not known yet.

    Raises:
        AgentDefinitionError: if a declaration cannot be read, or Kibitz or a package has an agent
            of the same name.
    """
    for name in declared_bots():
        if name in BUILT_IN or name in outside.entries():
            raise taken_name(name)


def taken_name(name: str) -> AgentDefinitionError:
    """Makes the error for a bot that has the name of another agent."""
    return AgentDefinitionError(f"bot {name} has the name of another agent: choose another name")


def find_outside(game: Game[S, V], name: str) -> outside.AgentEntry:
    """Returns an agent of another package.

    Raises:
        UnknownAgent: if there is none; names near matches among all agents.
        UnknownOption: if a built-in name is followed by something that is not an option.
        AgentDefinitionError: if two packages offer the name.
    """
    head, _, rest = name.partition(":")
    if rest and head in factories(game):
        raise UnknownOption(f"{head}: invalid option {rest!r}: expected key=value")
    entry = outside.find_entry(name)
    if entry is None:
        raise UnknownAgent(f"{game.id} has no agent {name!r}; {offer(name, agent_names(game))}")
    return entry


def package_of(game: Game[S, V], spec: str | AgentSpec) -> str:
    """Returns the package that provides an agent, with its version, such as `kibitz 0.1.0`.

    An agent of the game itself comes from the package of the game. `unknown` stands for code that
    no installed package provides. A bot says itself who it is: `bot ace 1.2`.

    Raises:
        KibitzError: if there is no such agent, or it is a bot that cannot be started.
    """
    check_game_object(game)
    name = spec_of(spec).name
    bot = find_bot(game, name)
    if bot is not None:
        return introduction_of(bot).package
    if name in game.agents():
        return outside.package_of_module(type(game).__module__)
    if name in BUILT_IN:
        return outside.package_of_module(__name__)
    return find_outside(game, name).package
