"""The options of a game as options of a command: `kibitz play spire --deck starter`.

Which options a game has is known only when it is named, so they are rewritten as `-o deck=starter`
before Typer reads the command line.
"""

from collections.abc import Mapping, Sequence

from typer.core import TyperGroup

from kibitz import games
from kibitz.cli.arguments import UsageError, flag_of
from kibitz.core.errors import suggest

OPTION = "--option"
HELP = ("-h", "--help")


def own_options(group: TyperGroup, command: str) -> dict[str, bool]:
    """Returns the options of a command, with whether each takes a value."""
    found = dict.fromkeys(HELP, False)
    for parameter in group.commands[command].params:
        if parameter.param_type_name == "option":
            takes_value = not getattr(parameter, "is_flag", False)
            found.update(dict.fromkeys(parameter.opts, takes_value))
    return found


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


def game_of(groups: Sequence[Sequence[str]]) -> str | None:
    """Returns the game that is named: the first word that is not an option."""
    return next((group[0] for group in groups if not group[0].startswith("-")), None)


def is_strange(group: Sequence[str], own: Mapping[str, bool]) -> bool:
    """Tells whether a group is an option that the command itself does not have."""
    name = group[0].partition("=")[0]
    return name.startswith("--") and name != "--" and name not in own


def with_game_options(group: TyperGroup, arguments: list[str]) -> list[str]:
    """Rewrites options of the game, such as `--deck starter`, as `--option deck=starter`.

    Raises:
        KibitzError: if there is no such game, or neither the command nor the game has an option.
    """
    command = arguments[0] if arguments else ""
    own = own_options(group, command) if command in group.commands else {}
    groups = grouped(arguments[1:], own)
    game = game_of(groups)
    if OPTION not in own or game is None or not any(is_strange(words, own) for words in groups):
        return arguments
    known = [flag_of(name) for name in games.option_names(games.find(game).find())]
    found = [command]
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
    command = arguments[0] if arguments else ""
    own = own_options(group, command) if command in group.commands else {}
    game = game_of(grouped(arguments[1:], own))
    if OPTION in own and game in games.names() and any(word in HELP for word in arguments):
        from kibitz.cli.games import show_options
        from kibitz.cli.screen import open_screen

        show_options(open_screen(), games.load(game))
