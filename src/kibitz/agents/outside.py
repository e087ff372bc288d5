"""Agents of other packages, named by the entry-point group `kibitz.agents` or as `module:Class`.

No package is imported until one of its agents is asked for, and a broken package does not hide the
others. A module that is named directly must hold a class with the method `advise`: records and
journals name agents, too, and a file must not be able to have any function called. A package that
declares an entry point vouches for it, so that one may be a function.
"""

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar, cast

from kibitz import __version__
from kibitz.core.agent import Agent
from kibitz.core.errors import AgentDefinitionError, KibitzError, UnknownAgent, text_of
from kibitz.core.game import Game
from kibitz.core.options import known_options, make_with, offer
from kibitz.core.packages import UNKNOWN, declarations
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

GROUP: Final = "kibitz.agents"
OWN_PACKAGE: Final = "kibitz"
# A class or function whose first argument has this name gets the game.
GAME: Final = "game"


class AgentEntry:
    """An agent of another package.

    Attributes:
        name: the name it is asked for by.
        module: the module that holds it.
        attribute: its name in the module.
        package: the package that provides it, with its version; `unknown` where there is none.
        declared: whether the package declares it as an entry point.
    """

    def __init__(
        self, name: str, module: str, attribute: str, package: str, *, declared: bool
    ) -> None:
        self.name: Final = name
        self.module: Final = module
        self.attribute: Final = attribute
        self.package: Final = package
        self.declared: Final = declared

    def __repr__(self) -> str:
        return f"AgentEntry({self.name!r}, {self.target()!r}, {self.package!r})"

    def target(self) -> str:
        """Returns where the agent is, as `module:Class`."""
        return f"{self.module}:{self.attribute}" if self.attribute else self.module

    def title(self) -> str:
        """Names the agent and its package for messages."""
        return with_package(self.name, self.package)

    def find(self) -> Callable[..., object]:
        """Imports the class or function that makes the agent.

        Raises:
            UnknownAgent: if a module that is named directly does not exist, or has no such class.
            AgentDefinitionError: if it cannot be imported, or does not make agents.
        """
        try:
            found: object = importlib.import_module(self.module)
            for name in self.attribute.split(".") if self.attribute else ():
                found = self.part_of(found, name)
        except UnknownAgent:
            raise
        except ModuleNotFoundError as error:
            if self.declared or not f"{self.module}.".startswith(f"{error.name}."):
                raise self.broken("cannot be imported", error).caused_by(error) from error
            raise UnknownAgent(
                f"there is no module {error.name!r} for the agent {self.name!r}: expected"
                " name:key=value, or module:Class of a module in this folder or an installed one"
            ) from None
        except (Exception, SystemExit) as error:
            raise self.broken("cannot be imported", error).caused_by(error) from error
        if callable(found) and (self.declared or is_agent_class(found)):
            return found
        wanted = "a class or function" if self.declared else "a class with the method advise"
        raise AgentDefinitionError(f"agent {self.title()}: {self.target()} is not {wanted}")

    def part_of(self, holder: object, name: str) -> object:
        """Returns a part of a module or class; names near matches in a module that was typed."""
        if not hasattr(holder, name) and not self.declared:
            known = [each for each in dir(holder) if is_agent_class(getattr(holder, each, None))]
            raise UnknownAgent(f"{self.module} has no agent {name!r}; {offer(name, known)}")
        found: object = getattr(holder, name)
        return found

    def make(self, game: Game[S, V], options: Mapping[str, str]) -> Agent[S, V]:
        """Makes the agent with options by name.

        Raises:
            UnknownOption: if it has no such option, or refuses the value.
            AgentDefinitionError: if it cannot be imported or made, or is not an agent.
        """
        factory = self.find()
        try:
            takes_game = next(iter(known_options(factory) or ()), None) == GAME
            made = make_with(
                self.title(), partial(factory, game) if takes_game else factory, options
            )
        except KibitzError:
            raise
        except (Exception, SystemExit) as error:
            raise self.broken("cannot be made", error).caused_by(error) from error
        if isinstance(made, type) or not callable(getattr(made, "advise", None)):
            kind = type(made).__name__
            raise AgentDefinitionError(
                f"agent {self.title()}: {self.target()} made an object of the type {kind!r}, which"
                " has no method advise"
            )
        # cast: whatever has the method is an agent.
        return cast("Agent[S, V]", made)

    def broken(self, what: str, error: BaseException) -> AgentDefinitionError:
        """Makes the error for a package that fails."""
        said = text_of(error)
        raised = f"{type(error).__name__}: {said}" if said else type(error).__name__
        place = f" ({self.target()})" if self.declared else ""
        return AgentDefinitionError(f"agent {self.title()} {what}{place}: {raised}")


def with_package(name: str, package: str | None) -> str:
    """Names an agent for messages, with its package if that is known and not Kibitz itself."""
    known = package is not None and package != UNKNOWN and package.partition(" ")[0] != OWN_PACKAGE
    return f"{name} of {package}" if known else name


def is_agent_class(found: object) -> bool:
    """Tells whether something is a class of agents that can be named as `module:Class`."""
    return isinstance(found, type) and callable(getattr(found, "advise", None))


def entries() -> dict[str, list[AgentEntry]]:
    """Returns the declared agents by name, sorted; packages can offer the same name."""
    found: dict[str, list[AgentEntry]] = {}
    for point in declarations(GROUP):
        package = f"{point.package} {point.version}".strip()
        module, _, attribute = point.value.partition("[")[0].strip().partition(":")
        entry = AgentEntry(point.name, module.strip(), attribute.strip(), package, declared=True)
        found.setdefault(point.name, []).append(entry)
    return {name: found[name] for name in sorted(found)}


# The packages of modules found so far, by module and search path: a tournament makes its agents for
# every game, and reading the metadata of all packages takes longer than many games.
PROVIDERS: Final[dict[tuple[str, str], str]] = {}


def find_entry(name: str) -> AgentEntry | None:
    """Returns the agent of a name, or of a `module:Class`; None if there is no such name.

    Raises:
        AgentDefinitionError: if two packages offer the name.
    """
    module, colon, attribute = name.partition(":")
    if colon:
        return AgentEntry(name, module, attribute, package_of_module(module), declared=False)
    offered = entries().get(name, [])
    if len(offered) > 1:
        packages = " and ".join([entry.package for entry in offered])
        targets = " or ".join([entry.target() for entry in offered])
        raise AgentDefinitionError(
            f"agent {name!r} is offered by {packages}; choose one by its module: {targets}"
        )
    return offered[0] if offered else None


def package_of_module(module: str) -> str:
    """Returns the package that provides a module, with its version; `unknown` without one."""
    top = module.partition(".")[0]
    if top == OWN_PACKAGE:
        return f"{OWN_PACKAGE} {__version__}"
    key = (module, os.pathsep.join(sys.path))
    if key not in PROVIDERS:
        PROVIDERS[key] = provider_of(module, top)
    return PROVIDERS[key]


def provider_of(module: str, top: str) -> str:
    """Finds the package of a module in the metadata of the installed packages."""
    from importlib.metadata import packages_distributions

    # Most packages have the name of their module, and reading all metadata takes a second.
    same_name = read_package(top, module, listed=True)
    if same_name != UNKNOWN:
        return same_name
    providers = list(dict.fromkeys(packages_distributions().get(top, ())))
    if len(providers) == 1:
        return read_package(providers[0], module)
    for provider in providers:  # they share a namespace
        found = read_package(provider, module, listed=True)
        if found != UNKNOWN:
            return found
    # An editable installation may list none of its modules.
    return UNKNOWN if providers else read_package(top, module)


def read_package(name: str, module: str, *, listed: bool = False) -> str:
    """Returns an installed package with its version; `listed`: only if it lists the module."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution(name)
    except PackageNotFoundError:
        return UNKNOWN
    path = module.replace(".", "/")
    files = [str(file) for file in found.files or ()] if listed else [f"{path}/"]
    inside = any(file.startswith((f"{path}.", f"{path}/")) for file in files)
    return f"{found.name} {found.version}" if inside else UNKNOWN
