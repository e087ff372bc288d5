"""What was given on the command line, made into games, agents and seeds."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from kibitz import games
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.options import read_options
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The greedy player that suits any game: one move alone rarely shows in the returns, so it plays on.
ANY_GAME = "greedy:worlds=8,horizon=20"


class CheckFailed(KibitzError):
    """What was to be checked does not hold: exit code 1."""


class Interrupted(KibitzError):
    """Ctrl-C ended a verb that has more to say about it: exit code 130."""


class WrongUse(KibitzError):
    """The command was called with something that does not do."""


def load_game(name: str, options: Sequence[str]) -> Game[Any, Any]:  # Any: known by name only
    """Makes a game from its name and options written as `key=value`."""
    given: dict[str, str] = {}
    for option in options:
        for key, value in read_options(option, f"--option {option}").items():
            if key in given:
                raise WrongUse(f"the option {key!r} is given twice")
            given[key] = value
    return games.load(name, **given)


def default_agent(game: Game[S, V]) -> str:
    """Names the agent to use where none is asked for: the game's own first, if it has one."""
    return next(iter(game.agents()), ANY_GAME)


def read_seed(text: str | None) -> int | str | None:
    """Reads a seed: whole numbers count as such, anything else is a word."""
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        return text


def read_file(path: Path, what: str) -> str:
    """Reads a text file; `-` is the standard input.

    Raises:
        WrongUse: if there is no such file, or it is not text.
    """
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"cannot read the {what} {path}: {error.strerror}") from None
    except ValueError:
        raise WrongUse(f"cannot read the {what} {path}: it is not text in UTF-8") from None
