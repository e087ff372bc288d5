"""The catalogue of games, found through the entry-point group `kibitz.games`.

Any installed package can add games. The folders beside this file are found even where the
package's metadata does not name them, as in a source tree that was never installed. No game is
imported until it is asked for, and a broken package does not hide the others.
"""

import importlib
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from kibitz.core.errors import GameDefinitionError, UnknownGame, UnknownOption
from kibitz.core.game import Game, has_options
from kibitz.core.options import known_options, make_with, offer, wanted_types
from kibitz.core.packages import declarations

GROUP: Final = "kibitz.games"
BUILT_IN: Final = "kibitz"


class GameInfo:
    """The facts about a game that need no match.

    Attributes:
        id: the name to load it by.
        title: its name for people.
        version: the version of its rules.
        seats: the number of players, with the default options.
        options: the names of its options.
        source: the package that provides it.
    """

    def __init__(
        self, id: str, title: str, version: int, seats: int, options: tuple[str, ...], source: str
    ) -> None:
        self.id: Final = id
        self.title: Final = title
        self.version: Final = version
        self.seats: Final = seats
        self.options: Final = options
        self.source: Final = source

    def __repr__(self) -> str:
        return f"GameInfo({self.id!r}, {self.title!r}, version {self.version}, {self.source})"


class Entry:
    """One registered game.

    Attributes:
        name: the name to load it by.
        source: the package that provides it.
        target: where its class is, `module:class`; without `:`, a folder to search for the class.
    """

    def __init__(self, name: str, source: str, target: str) -> None:
        self.name: Final = name
        self.source: Final = source
        self.target: Final = target

    def find(self) -> type[Game[Any, Any]]:  # Any: games of all kinds of states and views
        """Imports the game class.

        Raises:
            GameDefinitionError: if it cannot be imported or is not a game of this name.
        """
        place, _, attribute = self.target.partition(":")
        try:
            found: object = importlib.import_module(place)
            for name in attribute.split(".") if attribute else (class_of(found, self.name),):
                found = getattr(found, name)
        except (Exception, SystemExit) as error:
            broken = GameDefinitionError(self.name, [f"{self.target} of {self.source}: {error}"])
            raise broken.caused_by(error) from error
        if not isinstance(found, type) or not issubclass(found, Game):
            raise GameDefinitionError(self.name, [f"{self.target} of {self.source} is not a Game"])
        if found.id != self.name:
            wrong = f"{self.target} of {self.source} has the id {found.id!r}, not {self.name!r}"
            raise GameDefinitionError(self.name, [wrong])
        return found


def class_of(module: object, name: str) -> str:
    """Returns the name of the game class in a folder: the one whose id is the folder's name."""
    for attribute in dir(module):
        found: object = getattr(module, attribute)
        if isinstance(found, type) and issubclass(found, Game) and found.id == name:
            return attribute
    raise GameDefinitionError(name, [f"the folder has no Game with the id {name!r}"])


def entries() -> dict[str, Entry]:
    """Returns the registered games by name, sorted; of two equal names the built-in one wins."""
    found: dict[str, Entry] = {}
    for point in declarations(GROUP):
        if point.name not in found or point.package == BUILT_IN:
            found[point.name] = Entry(point.name, point.package, point.value)
    for folder in folders():
        if folder not in found:
            found[folder] = Entry(folder, BUILT_IN, f"{__name__}.{folder}")
    return {name: found[name] for name in sorted(found)}


@cache
def folders() -> tuple[str, ...]:
    """Lists the folders of this package, one for each built-in game; they are looked up once."""
    found = pkgutil.iter_modules(sys.modules[__name__].__path__)
    return tuple([folder.name for folder in found if folder.ispkg])


def names() -> list[str]:
    """Lists the names of all registered games, whether or not they can be loaded."""
    return list(entries())


def find(name: str) -> Entry:
    """Returns a registered game by name.

    Raises:
        UnknownGame: if there is none; names near matches.
    """
    known = entries()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r}; {offer(name, known)}")
    return known[name]


def load(name: str, **options: object) -> Game[Any, Any]:  # Any: the caller knows only a name
    """Makes a game by name; options given as text are converted to what its constructor takes.

    Raises:
        UnknownGame: if there is no such game; names near matches.
        UnknownOption: if the game has no such option, or refuses its value.
        GameDefinitionError: if its package cannot be imported or declares it wrongly.
    """
    return load_with(name, options)


def load_with(name: str, options: Mapping[str, object]) -> Game[Any, Any]:  # Any: see load
    """Makes a game by name with options from a file or a user, which may have any names.

    Raises:
        UnknownGame: if there is no such game; names near matches.
        UnknownOption: if the game has no such option, or refuses its value.
        GameDefinitionError: if its package cannot be imported or declares it wrongly.
    """
    entry = find(name)
    made = construct(name, entry.find(), dict(options))
    made.rulebook()
    return made


def construct(
    name: str, game: type[Game[Any, Any]], options: dict[str, object]
) -> Game[Any, Any]:  # Any: see load
    """Calls a game's constructor with options by name."""
    if options and not option_names(game):
        given = ", ".join(f"{key}={value}" for key, value in options.items())
        raise UnknownOption(f"{name} takes no options, but {given} was given")
    return make_with(name, game, options)


def option_names(game: type[Game[Any, Any]]) -> tuple[str, ...]:
    """Names the options of a game: the arguments of its own constructor."""
    return tuple(known_options(game) or ()) if has_options(game) else ()


def text_options(game: type[Game[Any, Any]]) -> dict[str, bool]:
    """Returns the options of a game, with whether each is a text, and so may hold commas."""
    known = known_options(game) or {}
    return {name: "str" in wanted_types(known[name]) for name in option_names(game)}


def describe(name: str) -> GameInfo:
    """Describes a game, after loading it.

    Raises:
        UnknownGame: if there is no such game.
        GameDefinitionError: if it is broken.
    """
    entry = find(name)
    game = load(name)
    return GameInfo(
        game.id,
        game.title or game.id,
        game.version,
        game.seats,
        option_names(type(game)),
        entry.source,
    )
