# kibitz: interpreted, because it runs only after an error, and its tests replace the catalogue.
"""Finding the code to blame for an unexpected error: an installed package, or Kibitz itself.

Games and agents come from other packages. An error in one of them is reported with its file
and line, so that its author can find it without a traceback.
"""

import sys
import traceback
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from kibitz import games
from kibitz.agents import outside
from kibitz.agents.outside import OWN_PACKAGE
from kibitz.agents.registry import split_spec
from kibitz.core.agent import Observation
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import (
    InvalidMoveError,
    KibitzError,
    PositionError,
    RuleError,
    UnknownOption,
)
from kibitz.core.game import Game

# Packages that call games or are called by them, but never hold the rules of one.
LIBRARIES: Final = frozenset(("click", "duckdb", "ray", "rich", "typer"))
# A game raises these from errors of its own to refuse what somebody typed: that is not a bug.
REFUSALS: Final = (InvalidMoveError, PositionError, UnknownOption)
SCRIPT: Final = "__main__"


class Bug(NamedTuple):
    """Where an unexpected error was raised.

    Attributes:
        package: the top-level package that holds the code.
        owner: whose code it is, for people: `game 'coins'`, `agent 'mine'`, `kibitz`, or another
            package.
        place: the file within the package, the line and the function.
    """

    package: str
    owner: str
    place: str

    def __str__(self) -> str:
        return f"bug in {self.owner} ({self.place})"


def find_bug(error: BaseException, named: Sequence[str] = ()) -> Bug | None:
    """Finds the code that an error comes from; None if it reports wrong input, not a bug.

    Args:
        error: an unexpected error, or an error of Kibitz that has one as its cause.
        named: the games and agents that a command was called with, in case a package holds
            several.
    """
    cause: BaseException | None = None if isinstance(error, REFUSALS) else error
    while isinstance(cause, KibitzError):
        cause = cause.__cause__
    return None if cause is None else locate(cause, named)


def describe_error(error: BaseException, named: Sequence[str] = ()) -> str:
    """Writes an unexpected error in one line: whose bug it is, where, and what was raised."""
    cause = cause_of(error)
    bug = locate(cause, named)
    if isinstance(cause, KibitzError) and (bug is None or bug.package == OWN_PACKAGE):
        return str(error)  # Kibitz raised it on purpose, and says what is wrong
    raised = f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__
    return f"unexpected {raised}" if bug is None else f"{bug}: {raised}"


def cause_of(error: BaseException) -> BaseException:
    """Returns what a rule raised if the error reports a rule that failed, else the error itself."""
    return error.__cause__ or error if isinstance(error, RuleError) else error


# Any: games are known by name only.
def observe_strictly(
    engine: RuleEngine[Any, Any],
    deadline: float | None = None,
    game: Game[Any, Any] | None = None,
) -> Observation[Any, Any]:
    """Makes the observation of the seat to move; a rule that failed on the way is not passed over.

    Args:
        engine: the match.
        deadline: when the answer is due, see `RuleEngine.observe`.
        game: the rules that the agent gets; those of the match if None.

    Raises:
        RuleError: if a rule failed, so that moves may be missing, or there is no legal move.
    """
    before = engine.last_failure
    seen = engine.observe(deadline=deadline, game=game)
    failed = engine.last_failure
    if failed is not None and failed is not before:
        raise RuleError(f"{engine.game.id}: {failed.reason}") from failed.cause
    if not seen.moves:
        raise RuleError(f"seat {seen.seat} has no legal move, but the game is not over")
    return seen


def locate(error: BaseException, named: Sequence[str]) -> Bug | None:
    """Finds the line to blame for an error; None if the error was never raised.

    Code of a package that offers games or agents comes first, then of any other package, then of
    Kibitz. So a game that calls Kibitz or another library wrongly is found at the line of the call.
    """
    names = {split_spec(name)[0] for name in named}
    offered = offering_packages()
    for name in sorted(names):
        if ":" in name:  # an agent of a module, which no package declares
            offered.setdefault(top_level(name), []).append(Offer("agent", name))
    places = places_of(error, offered)
    foreign = [place for place in places if place[0] != OWN_PACKAGE]
    candidates = [place for place in foreign if place[0] in offered] or foreign or places
    if not candidates:
        return None
    package, place = candidates[-1]
    offers = offered.get(package, [])
    offers = [each for each in offers if each.name in names] or offers
    owner = "the script" if package == SCRIPT else package
    return Bug(package, str(offers[0]) if len(offers) == 1 else owner, place)


class Offer(NamedTuple):
    """A game or an agent that a package offers."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name!r}"


def offering_packages() -> dict[str, list[Offer]]:
    """Returns the other packages that offer games or agents, each with what it offers."""
    found: dict[str, list[Offer]] = {}
    try:
        offered = [(entry.target, Offer("game", entry.name)) for entry in games.entries().values()]
        for same_name in outside.entries().values():
            offered += [(entry.module, Offer("agent", entry.name)) for entry in same_name]
    except Exception:  # noqa: BLE001 - it must not hide the error that is being reported
        return found
    for target, offer in offered:
        package = top_level(target)
        if package != OWN_PACKAGE:
            found.setdefault(package, []).append(offer)
    return found


def top_level(target: str) -> str:
    """Returns the package of a target such as `coins.game:Coins`."""
    return target.partition(":")[0].partition(".")[0]


def places_of(error: BaseException, offered: Collection[str]) -> list[tuple[str, str]]:
    """Lists package and place of each call that led to an error, the innermost last."""
    found: list[tuple[str, str]] = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        package = str(frame.f_globals.get("__name__", SCRIPT)).partition(".")[0]
        if package not in sys.stdlib_module_names and package not in LIBRARIES:
            function = frame.f_code.co_name
            inside = "" if function == "<module>" else f", in {function}"
            file = file_in(package, frame.f_code.co_filename)
            found.append((package, f"{file}, line {line}{inside}"))
    if isinstance(error, SyntaxError) and error.filename is not None:
        parts = Path(error.filename).with_suffix("").parts
        package = next((part for part in reversed(parts) if part in offered), parts[-1])
        found.append((package, f"{file_in(package, error.filename)}, line {error.lineno}"))
    return found


def file_in(package: str, filename: str) -> str:
    """Writes a file from its package on; the path before that differs between machines."""
    _, found, rest = f"/{Path(filename).as_posix()}".rpartition(f"/{package}/")
    if not found:
        return Path(filename).name
    return rest if package == OWN_PACKAGE else f"{package}/{rest}"
