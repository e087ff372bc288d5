# kibitz: interpreted, because an error that is also a ValueError has two built-in bases.
"""The errors that Kibitz raises, one family.

Every message says what was wrong, where, and what would work. A refused move is not an exception:
`RuleEngine.execute` returns it. `RuleEngine.play`, made for people and scripts, raises.
"""

import sys
import traceback
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Self

# How many characters of what a rule raised are quoted; the cause of an error holds the rest.
LONGEST_TEXT: Final = 1_000


class KibitzError(Exception):
    """The base class of all errors that this library raises on purpose."""

    def caused_by(self, cause: BaseException | None) -> Self:
        """Sets the cause, because compiled code ignores the end of `raise ... from ...`."""
        self.__cause__ = cause
        return self


class InvalidMoveError(KibitzError, ValueError):
    """A text or document cannot be read as a move of this game."""


class IllegalMoveError(KibitzError, ValueError):
    """A move was read, but the rules do not allow it now."""


class AmbiguousMoveError(KibitzError, ValueError):
    """A text fits more than one move."""


class RecordError(KibitzError, ValueError):
    """A record is cut off, edited, or made by another game or other rules."""


class PositionError(KibitzError, ValueError):
    """A position document has missing, extra or impossible content."""


class GameDefinitionError(KibitzError, ValueError):
    """A game is declared incorrectly; the message lists all problems at once."""

    def __init__(self, game: str, problems: Sequence[str]) -> None:
        super().__init__(f"game {game!r}: " + "; ".join(problems))
        self.problems = list(problems)


class UnknownGame(KibitzError, LookupError):
    """No game of this name is installed."""


class UnknownAgent(KibitzError, LookupError):
    """No agent of this name exists for this game."""


class AgentDefinitionError(KibitzError, ValueError):
    """An agent of another package cannot be imported or made, or is not an agent."""


class UnknownPlayer(KibitzError, LookupError):
    """The game has no such seat."""


class UnknownMove(KibitzError, LookupError):
    """The game has no kind of move with this id."""


class UnknownOption(KibitzError, LookupError):
    """A game or agent has no option of this name, or not with this value."""


class NotOnTurn(KibitzError, ValueError):
    """An agent was asked for a move although its seat has nothing to decide."""


class EnumerationLimit(KibitzError, RuntimeError):
    """More candidates were read than the safety limit allows; the message names the move."""


class RuleError(KibitzError, RuntimeError):
    """A rule of the game failed; the message names the rule, what it raised, and where."""


class ReadOnlyViolation(KibitzError, RuntimeError):
    """A producer or a check changed the state it was only allowed to read."""


def suggest(word: str, known: Iterable[str]) -> str:
    """Writes the part of an error message that says which known name `word` could mean."""
    names = list(known)
    near = get_close_matches(word, names, n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(repr(name) for name in near) + "?"
    return "known: " + ", ".join(names) if names else "there are none"


def text_of(error: BaseException) -> str:
    """Returns the text of an exception, shortened; an author's class may fail even at that."""
    try:
        text = str(error)
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
    except Exception:  # noqa: BLE001 - whatever it is, the first error is the one to report
        return f"{type(error).__name__} without a readable text"


def place_of(error: BaseException) -> str:
    """Names the line to blame for an exception, as `coins/moves.py, line 33`.

    It is the innermost line that belongs neither to Python nor to the kernel, so for an error in a
    rule the line of that rule; empty where there is none.
    """
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        module = str(frame.f_globals.get("__name__"))
        python = module.partition(".")[0] in sys.stdlib_module_names
        if not python and not module.startswith("kibitz.core."):
            return f"{'/'.join(Path(frame.f_code.co_filename).parts[-2:])}, line {line}"
    return ""


def check_interrupts() -> None:
    """Lets Ctrl-C and other threads through; a long search calls it now and then.

    Python looks for both when it enters a function that is not compiled, such as this one. Compiled
    code that calls only compiled code would never be interrupted.

    Raises:
        KeyboardInterrupt: if Ctrl-C was pressed.
    """
