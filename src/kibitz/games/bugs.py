# kibitz: interpreted, because it runs only after an error, and its tests replace the catalogue.
"""Finding the code to blame for an unexpected error: an installed game, or Kibitz itself.

Games and their agents come from other packages. An error in one of them is reported with its file
and line, so that its author can find it without a traceback.
"""

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final, TypeVar

from kibitz import games
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import InvalidMoveError, KibitzError, PositionError, UnknownOption
from kibitz.core.move import Move
from kibitz.core.reject import CONDITION_ERROR, EXECUTION_ERROR
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

OWN_PACKAGE: Final = "kibitz"
# Packages that call games or are called by them, but never hold the rules of one.
LIBRARIES: Final = frozenset(("click", "duckdb", "ray", "rich", "typer"))
# A game raises these from errors of its own to refuse what somebody typed: that is not a bug.
REFUSALS: Final = (InvalidMoveError, PositionError, UnknownOption)
SCRIPT: Final = "__main__"
MODULE_LEVEL: Final = "<module>"


class Bug:
    """Where an unexpected error was raised.

    Attributes:
        package: the top-level package that holds the code.
        owner: whose code it is, for people: `game 'coins'`, `kibitz`, or another package.
        place: the file within the package, the line and the function.
    """

    def __init__(self, package: str, owner: str, place: str) -> None:
        self.package: Final = package
        self.owner: Final = owner
        self.place: Final = place

    def __str__(self) -> str:
        return f"bug in {self.owner} ({self.place})"


def find_bug(error: BaseException, named: Sequence[str] = ()) -> Bug | None:
    """Finds the code that an error comes from; None if it reports wrong input, not a bug.

    Code of a game's package comes first, then of any other package, then of Kibitz. So a game that
    calls Kibitz or another library wrongly is found at the line of the call.

    Args:
        error: an unexpected error, or an error of Kibitz that has one as its cause.
        named: the games that a command was called with, in case a package holds several.
    """
    if isinstance(error, REFUSALS):
        return None
    cause: BaseException | None = error
    while isinstance(cause, KibitzError):
        cause = cause.__cause__
    if cause is None:
        return None
    packages = game_packages()
    found = pick(places_of(cause), packages)
    if found is None:
        return None
    package, place = found
    return Bug(package, owner_of(package, packages.get(package, []), named), place)


def describe_error(error: BaseException, named: Sequence[str] = ()) -> str:
    """Writes an unexpected error in one line: whose bug it is, where, and what was raised."""
    bug = find_bug(error, named)
    raised = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"unexpected {raised}" if bug is None else f"{bug}: {raised}"


def pick(
    places: Sequence[tuple[str, str]], packages: dict[str, list[str]]
) -> tuple[str, str] | None:
    """Picks the innermost place of a game, or else of another package, or else of Kibitz."""
    foreign = [place for place in places if place[0] != OWN_PACKAGE]
    inside_games = [place for place in foreign if place[0] in packages]
    ranked = inside_games or foreign or places
    return ranked[-1] if ranked else None


def game_packages() -> dict[str, list[str]]:
    """Returns the other packages that offer games, each with the ids of its games."""
    found: dict[str, list[str]] = {}
    try:
        entries = games.entries()
    except Exception:  # noqa: BLE001 - it must not hide the error that is being reported
        return found
    for entry in entries.values():
        package = entry.target.partition(":")[0].partition(".")[0]
        if package != OWN_PACKAGE:
            found.setdefault(package, []).append(entry.name)
    return found


def owner_of(package: str, ids: Sequence[str], named: Sequence[str]) -> str:
    """Names the owner of a package for people; the game, if it is clear which one."""
    candidates = [id for id in ids if id in named] or ids
    if len(candidates) == 1:
        return f"game {candidates[0]!r}"
    if package == SCRIPT:
        return "the script"
    return package


# Places in code.


def places_of(error: BaseException) -> list[tuple[str, str]]:
    """Lists package and place of each call that led to an error, the innermost last.

    The standard library and the libraries of the command line are left out.
    """
    found: list[tuple[str, str]] = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", SCRIPT))
        package = module.partition(".")[0]
        if package not in sys.stdlib_module_names and package not in LIBRARIES:
            found.append((package, place_of(frame, module, line)))
    if isinstance(error, SyntaxError) and error.filename is not None:
        file = relative(error.filename)
        package = file.partition("/")[0].removesuffix(".py")
        found.append((package, f"{file}, line {error.lineno}"))
    return found


def place_of(frame: FrameType, module: str, line: int) -> str:
    """Writes a place; the file as its module is called, because compiled code has no full path."""
    code = frame.f_code
    file = Path(code.co_filename)
    depth = module.count(".") + (2 if file.stem == "__init__" else 1)
    parts = file.parts[-depth:]
    if parts[0] == OWN_PACKAGE:
        parts = parts[1:]
    inside = "" if code.co_name == MODULE_LEVEL else f", in {code.co_name}"
    return f"{'/'.join(parts)}, line {line}{inside}"


def relative(filename: str) -> str:
    """Writes a file from its top-level package on; only its name if it is not on the path."""
    file = Path(filename)
    for folder in sys.path:
        if folder and file.is_relative_to(folder):
            return file.relative_to(folder).as_posix()
    return file.name


# Rules that fail.


def rule_error(engine: RuleEngine[S, V], move: Move[S], seat: int) -> Exception | None:
    """Returns what a rule raised when the engine refused a move; None if the move is illegal.

    The engine turns an exception of a rule into a refusal. On a copy the rule raises it again, and
    its traceback tells where.
    """
    refusal = engine.fork().execute(move, seat).error
    if refusal is None or refusal.error_code not in (CONDITION_ERROR, EXECUTION_ERROR):
        return None
    state = engine.fork().state
    try:
        for _ in move.check(state, seat):
            pass
        engine.game.play(state, move)
    except Exception as error:  # noqa: BLE001 - a rule can raise anything; the caller reports it
        return error
    return None
