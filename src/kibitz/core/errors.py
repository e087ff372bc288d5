# kibitz: interpreted, because an error that is also a ValueError has two built-in bases.
"""The errors that Kibitz raises, one family.

Every message says what was given, where, and what would do. A refused move is not an exception:
`RuleEngine.execute` returns it. `RuleEngine.play`, made for people and scripts, raises.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class KibitzError(Exception):
    """The root of all errors that this library raises on purpose."""


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
    """A game is declared wrongly; the message lists all problems at once."""

    def __init__(self, game: str, problems: Sequence[str]) -> None:
        super().__init__(f"game {game!r}: " + "; ".join(problems))
        self.problems = list(problems)


class UnknownGame(KibitzError, LookupError):
    """No game of this name is installed."""


class UnknownAgent(KibitzError, LookupError):
    """No agent of this name exists for this game."""


class UnknownPlayer(KibitzError, LookupError):
    """The game has no such seat."""


class UnknownMove(KibitzError, LookupError):
    """The game has no kind of move with this id."""


class UnknownOption(KibitzError, LookupError):
    """A game or agent has no option of this name, or not with this value."""


class EnumerationLimit(KibitzError, RuntimeError):
    """An enumeration judged more candidates than its safety limit; the message names the move."""


class ReadOnlyViolation(KibitzError, RuntimeError):
    """A producer or a check changed the state it was only allowed to read."""


def suggest(word: str, known: Iterable[str]) -> str:
    """Words the part of an error message that says what would do instead of `word`."""
    names = list(known)
    near = get_close_matches(word, names, n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(repr(name) for name in near) + "?"
    return "known: " + ", ".join(names) if names else "there are none"
