"""What people may name from outside: games with their options, and agents.

Nobody outside may have a file of the server read, or a module of it imported.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

from kibitz import games
from kibitz.agents.asking import choose_opponent, make_guarded
from kibitz.agents.outside import OWN_PACKAGE, entries
from kibitz.agents.registry import find_factory, read_spec
from kibitz.core.errors import GameDefinitionError, KibitzError, UnknownGame
from kibitz.core.game import Game
from kibitz.core.value import Json
from kibitz.kit.decks import FILE, SEPARATOR
from kibitz.table.refusal import Refusal

# The agent that reads from a terminal, and so neither plays nor advises at a table.
HUMAN: Final = "human"


def load_game(game: str, options: Mapping[str, Json]) -> Game[Any, Any]:  # Any: known by name
    """Makes a game by name.

    Raises:
        Refusal: if there is no such game, or it refuses an option.
    """
    check_files(options)
    try:
        return games.load_with(game, options)
    except (UnknownGame, GameDefinitionError) as error:
        raise Refusal("GAME_NOT_FOUND", str(error)) from error
    except (KibitzError, TypeError, ValueError) as error:
        raise Refusal("INVALID_OPTION", str(error)) from error


def check_files(value: object) -> None:
    """Refuses options that would make the server read one of its files, such as `@deck.txt`.

    Raises:
        Refusal: if a text names a file.
    """
    if isinstance(value, str):
        if any(part.lstrip().startswith(FILE) for part in value.split(SEPARATOR)):
            raise Refusal("INVALID_OPTION", f"cannot read the file {value!r}: send what it holds")
    elif isinstance(value, Mapping):
        check_files([*value.values()])
    elif isinstance(value, list):
        for each in value:
            check_files(each)


class Choose(Protocol):
    """Chooses an agent: `choose_opponent` or `choose_adviser`."""

    def __call__(self, game: Game[Any, Any], spec: str | None, timed: bool) -> str:
        """Returns the specification of the agent that was named, or of the default."""


def check_agent(game: Game[Any, Any], spec: str, choose: Choose, *, timed: bool) -> str:
    """Returns the specification of an agent that can be made; makes it, so call it in a worker.

    Args:
        game: the rules.
        spec: the agent that was named; empty for the default.
        choose: which default.
        timed: whether an agent with a clock gets one.

    Raises:
        Refusal: if there is no such agent, or nobody may name it from outside.
    """
    with refusing_agents(spec):
        found = choose(game, spec or None, timed)
        make_guarded(game, found)
    return found


def name_agent(game: Game[Any, Any], spec: str, choose: Choose, *, timed: bool) -> str:
    """Returns the specification of an agent, as `check_agent` does, in the server.

    An agent of another package is found, but not made: its code may hang, or end the process.
    `check_agents` makes it in a worker.

    Raises:
        Refusal: as for `check_agent`.
    """
    with refusing_agents(spec):
        found = choose(game, spec or None, timed)
        if is_foreign(game.id, found):
            find_factory(game, read_spec(found).name)
        else:
            make_guarded(game, found)
    return found


@contextmanager
def refusing_agents(spec: str) -> Iterator[None]:
    """Refuses an agent that nobody may name from outside, or that raises an error of Kibitz.

    Raises:
        Refusal: if so.
    """
    try:
        name = read_spec(spec).name if spec else ""
        if ":" in name or name == HUMAN:
            expected = "expected the name of an installed agent"
            raise Refusal("INVALID_AGENT", f"invalid agent {spec!r}: {expected}")
        yield
    except Refusal:
        raise
    except KibitzError as error:
        raise Refusal("INVALID_AGENT", str(error)) from error


def is_foreign(game: str, spec: str) -> bool:
    """Tells whether code of another package may make an agent; not if there is no such game."""
    try:
        source = games.find(game).source
        name = read_spec(spec).name if spec else ""
    except KibitzError:
        return False
    return source.partition(" ")[0] != OWN_PACKAGE or name in entries()


# What runs in a worker process.


def check_agents(
    _seconds: float, game: str, options: Mapping[str, Json], specs: Sequence[str]
) -> Json:
    """Makes agents, to see whether they can be made; an empty text is the opponent of the game.

    Raises:
        Refusal: as for `load_game` and `check_agent`.
    """
    made = load_game(game, options)
    return [check_agent(made, spec, choose_opponent, timed=True) for spec in specs]
