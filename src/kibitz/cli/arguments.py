"""Command-line arguments made into games and seeds, and the errors of the command line."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.options import read_options
from kibitz.core.value import Json, brief, printable

# The largest file that is read: a record or position is far smaller, and a device has no end.
MOST_BYTES = 64 * 2**20


class CheckFailed(KibitzError):
    """A check failed: exit code 1."""


class Interrupted(KibitzError):
    """Ctrl-C ended a command that reports more than that: exit code 130."""


class UsageError(KibitzError):
    """The command line is wrong: exit code 2."""


def load_game(name: str | None, options: Sequence[str]) -> Game[Any, Any]:  # Any: known by name
    """Makes a game from its name and its options written as `key=value`.

    Raises:
        KibitzError: if no game is named, there is no such game, or it refuses an option.
    """
    if name is None:
        raise UsageError(f"no game given; known: {', '.join(games.names())}")
    values: dict[str, str] = {}
    known = games.text_options(games.find(name).find())
    for option in options:
        if not option.strip():
            raise UsageError(f"invalid --option {option!r}: expected key=value")
        for key, value in read_options(option, name, known).items():
            if key in values:
                raise UsageError(f"option {key!r} is given twice")
            values[key] = value
    return games.load_with(name, values)


def flag_of(option: str) -> str:
    """Returns an option of a game as it is typed in a command."""
    return f"--{option.replace('_', '-')}"


def read_seed(text: str | None) -> int | str | None:
    """Reads a seed: a whole number, or else a word.

    Raises:
        UsageError: if it is empty, or no file could hold it.
    """
    if text is None:
        return None
    if not text.strip() or text != printable(text):
        raise UsageError(f"invalid --seed {brief(text)}: expected a number or a word")
    try:
        return int(text)
    except ValueError:
        return text


def check_resume(path: Path, fixed: Mapping[str, object], option: str = "--resume") -> None:
    """Refuses arguments that would change a saved match or tournament; None was not given.

    Raises:
        UsageError: names all of them.
    """
    changed = ", ".join(name for name, value in fixed.items() if value is not None)
    if changed:
        raise UsageError(f"{changed} cannot be used with {option}: {path} has its own")


def read_file(path: Path, content: str) -> str:
    """Reads a text file of at most `MOST_BYTES`; `-` is the standard input.

    Args:
        path: the file.
        content: what the file should hold, for the error message.

    Raises:
        UsageError: if there is no such file, it is too large, or it is not text.
    """
    place = "on standard input" if str(path) == "-" else str(path)
    try:
        if str(path) == "-":
            text = sys.stdin.read(MOST_BYTES + 1)
            large = len(text) > MOST_BYTES
        else:
            with path.open("rb") as file:
                read = file.read(MOST_BYTES + 1)
            text, large = read[:MOST_BYTES].decode(), len(read) > MOST_BYTES
    except OSError as error:
        raise UsageError(f"cannot read the {content} {place}: {error.strerror}") from None
    except ValueError:
        raise UsageError(f"cannot read the {content} {place}: it is not UTF-8 text") from None
    if large:
        most = MOST_BYTES // 2**20
        raise UsageError(f"cannot read the {content} {place}: it is larger than {most} MB")
    return text


# Commands to type again.


def command_line(*words: object) -> str:
    """Writes a command of `kibitz` that can be typed as it is."""
    return shlex.join(["kibitz", *map(str, words)])


def option_arguments(game: str, options: Mapping[str, Json]) -> list[str]:
    """Returns the arguments that give a game these options; defaults are left out."""
    try:
        defaults = games.load(game).options
    except KibitzError:  # an option has no default
        defaults = {}
    changed = {key: value for key, value in options.items() if defaults.get(key, ...) != value}
    return [word for key, value in changed.items() for word in ("-o", f"{key}={typed(value)}")]


def typed(value: Json) -> str:
    """Writes the value of an option as a person types it."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
