"""The options of commands: declared, read, checked, and written as a command to type again.

Options of a game are options of a command, too: `kibitz play spire --deck starter`. Which options a
game has is known only when it is named, so they are rewritten as `-o deck=starter` before Typer
reads the command line.
"""

import inspect
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from typer import Argument, Option
from typer.core import TyperGroup
from typer.models import ArgumentInfo, ParameterInfo

from kibitz import games
from kibitz.core.errors import KibitzError, suggest
from kibitz.core.game import Game
from kibitz.core.options import read_options
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json, brief, printable

if TYPE_CHECKING:
    from kibitz.agents.registry import AgentSpec

# The largest file that is read: a record or position is far smaller, and a device has no end.
MOST_BYTES = 64 * 2**20
OPTION = "--option"
HELP = ("-h", "--help")
# The options that name a saved match or tournament, which has its own value of what they fix.
SAVED = ("--resume", "--report")

A = TypeVar("A")


class CheckFailed(KibitzError):
    """A check failed: exit code 1."""


class Interrupted(KibitzError):
    """Ctrl-C ended a command that reports more than that: exit code 130."""


class UsageError(KibitzError):
    """The command line is wrong: exit code 2."""


# Declaring options: as the fields of a class, one class for each command. A field whose type is
# itself such a class is a group of options that several commands have.


@dataclass_transform(frozen_default=True, kw_only_default=True)
def option_group(declared: type[A]) -> type[A]:
    """Makes a class whose fields are options a dataclass."""
    return dataclass(frozen=True, kw_only=True)(declared)


def argument(  # Any: a dataclass makes a field of the type that is annotated there
    help: str,
    *,
    metavar: str | None = None,
    default: object = None,
    fixed_by: Sequence[str] = (),
) -> Any:
    """Declares an argument; see `option`. It is required if its default is `...`."""
    return declare(partial(Argument, metavar=metavar, help=help), default, fixed_by)


def option(  # Any: as above
    metavar: str | None,
    help: str,
    *names: str,
    default: object = None,
    min: float | None = None,
    max: float | None = None,
    fixed_by: Sequence[str] = (),
) -> Any:
    """Declares an option.

    Args:
        metavar: what stands for the value in the help; None for its type.
        help: the text of the help.
        names: how it is typed, if that is not the name of the field.
        default: the value if it is left out; `list` if it can be repeated.
        min: the smallest value.
        max: the largest value.
        fixed_by: options such as `--resume` that exclude this one, because what they name was
            saved with a value of its own.
    """
    make = partial(Option, metavar=metavar, help=help, min=min, max=max)
    return declare(make, default, fixed_by, *names)


def flag(name: str, help: str) -> Any:  # Any: as above
    """Declares an option that takes no value."""
    return option(None, help, name, default=False)


def declare(  # Any: as above
    make: Callable[..., Any], default: object, fixed_by: Sequence[str], *names: str
) -> Any:
    """Makes the field of an option; Typer knows a list that was left out as None."""
    info = make(None if default is list else default, *names)
    metadata = {"typer": info, "fixed_by": fixed_by}
    if default is ...:
        return field(metadata=metadata)
    if default is list:
        return field(default_factory=list, metadata=metadata)
    return field(default=default, metadata=metadata)


def signature_of(args: Any) -> inspect.Signature:  # Any: a class with declared options
    """Returns the signature of a function that takes all the options, as Typer reads it."""
    return inspect.Signature(list(parameters_of(args)))


def parameters_of(args: Any) -> Iterator[inspect.Parameter]:  # Any: as above
    """Returns all options in the order of the help."""
    for each in fields(args):
        if is_dataclass(each.type):
            yield from parameters_of(each.type)
        else:
            info, kind = each.metadata["typer"], inspect.Parameter.KEYWORD_ONLY
            yield inspect.Parameter(each.name, kind, default=info, annotation=each.type)


def fill(args: type[A], values: Mapping[str, object]) -> A:
    """Fills in the options of a command; the value of an option that was left out may be None."""
    filled: dict[str, object] = {}
    for each in fields(args):  # type: ignore[arg-type]  # a dataclass, which A cannot say
        if isinstance(each.type, type) and is_dataclass(each.type):
            filled[each.name] = fill(each.type, values)
        elif values[each.name] is not None:
            filled[each.name] = values[each.name]
    return args(**filled)


def check_fixed(args: Any, path: Path, option: str = "--resume") -> None:  # Any: as above
    """Refuses arguments that would change a saved match or tournament.

    Raises:
        UsageError: names all of them.
    """
    names = [each.name for each in fields(args)]
    given = [each for each in fields(args) if getattr(args, each.name) not in (None, [])]
    fixed = [each for each in given if option in each.metadata.get("fixed_by", ())]
    # The options of the game follow the seed, and what --report alone fixes comes last.
    fixed.sort(
        key=lambda each: (
            each.metadata["fixed_by"] != SAVED,
            names.index("seed" if each.name == "options" else each.name),
        )
    )
    if fixed:
        changed = ", ".join(map(typed_name, fixed))
        raise UsageError(f"{changed} cannot be used with {option}: {path} has its own")


def typed_name(declared: Field[Any]) -> str:  # Any: its value can have any type
    """Returns an option or argument as it is typed."""
    info: ParameterInfo = declared.metadata["typer"]
    if isinstance(info, ArgumentInfo):
        return declared.name.upper()
    return info.param_decls[0] if info.param_decls else flag_of(declared.name)


# Reading arguments.


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


def new_seed(text: str | None) -> int | str:
    """Reads the seed of a tournament; without one, chooses a random one.

    Raises:
        UsageError: if it is empty, or no file could hold it.
    """
    seed = read_seed(text)
    return random_seed() if seed is None else seed


def named_agent(text: str | None) -> "AgentSpec":
    """Reads the agent that a command is about.

    Raises:
        KibitzError: if none is given, or it cannot be read.
    """
    from kibitz.agents.registry import read_spec  # not needed for the help

    if text is None:
        raise UsageError("no agent given; kibitz games lists them")
    return read_spec(text)


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


def bot_arguments(names: Iterable[str]) -> list[str]:
    """Returns the arguments that declare those of some agents that are bots."""
    from kibitz.agents.programs import declared_bots

    bots = declared_bots()
    return [
        word
        for name in dict.fromkeys(names)
        if name in bots
        for word in ("--bot", f"{name}={shlex.join(bots[name].words)}")
    ]


def bot_places(names: Iterable[str], packages: Iterable[str] = ()) -> list[str]:
    """Returns arguments that stand for the declarations of bots in a command that is saved.

    It has no programs: it is read on other machines, too.

    Args:
        names: the agents.
        packages: their packages, if they are known; then the bots need not be declared here.
    """
    from kibitz.agents.programs import declared_bots, is_bot

    known = zip_longest(names, packages, fillvalue="")
    bots = [name for name, package in known if is_bot(package) or name in declared_bots()]
    return [word for name in dict.fromkeys(bots) for word in ("--bot", f"{name}=COMMAND")]


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


# The options of a game.


def read_words(
    group: TyperGroup, arguments: Sequence[str]
) -> tuple[dict[str, bool], list[list[str]], str | None]:
    """Returns the options of a command, its words in groups, and the game that is named.

    Each option comes with whether it takes a value. The game is the first word that is not one.
    """
    own: dict[str, bool] = {}
    if arguments and arguments[0] in group.commands:
        own.update(dict.fromkeys(HELP, False))
        for parameter in group.commands[arguments[0]].params:
            if parameter.param_type_name == "option":
                takes_value = not getattr(parameter, "is_flag", False)
                own.update(dict.fromkeys(parameter.opts, takes_value))
    groups = grouped(arguments[1:], own)
    game = next((words[0] for words in groups if not words[0].startswith("-")), None)
    return own, groups, game


def grouped(words: Sequence[str], own: Mapping[str, bool]) -> list[list[str]]:
    """Groups the words of a command line: an option with its value, or a word alone."""
    found: list[list[str]] = []
    at = 0
    while at < len(words):
        name, mark, _ = words[at].partition("=")
        if words[at] == "--":
            return [*found, [*words[at:]]]
        pair = not mark and own.get(name, name.startswith("--"))
        found.append([*words[at : at + 1 + pair]])
        at += 1 + pair
    return found


def is_strange(group: Sequence[str], own: Mapping[str, bool]) -> bool:
    """Tells whether a group is an option that the command itself does not have."""
    name = group[0].partition("=")[0]
    return name.startswith("--") and name != "--" and name not in own


def with_game_options(group: TyperGroup, arguments: list[str]) -> list[str]:
    """Rewrites options of the game, such as `--deck starter`, as `--option deck=starter`.

    Raises:
        KibitzError: if there is no such game, or neither the command nor the game has an option.
    """
    own, groups, game = read_words(group, arguments)
    if OPTION not in own or game is None or not any(is_strange(words, own) for words in groups):
        return arguments
    known = [flag_of(name) for name in games.option_names(games.find(game).find())]
    found = arguments[:1]
    for words in groups:
        name, mark, value = words[0].partition("=")
        if not is_strange(words, own):
            found.extend(words)
        elif name not in known:
            near = suggest(name, [option for option in (*own, *known) if option.startswith("--")])
            raise UsageError(f"no such option: {name}; {near}")
        elif not mark and len(words) == 1:
            raise UsageError(f"option {name} needs a value")
        else:
            key = name.removeprefix("--").replace("-", "_")
            found.extend([OPTION, f"{key}={value if mark else words[1]}"])
    return found


def show_game_options(group: TyperGroup, arguments: list[str]) -> None:
    """Adds the options of the game to the help of a command, if a game is named."""
    own, _, game = read_words(group, arguments)
    if OPTION in own and game in games.names() and any(word in HELP for word in arguments):
        from kibitz.cli.games import show_options
        from kibitz.cli.screen import open_screen

        show_options(open_screen(), games.load(game))
