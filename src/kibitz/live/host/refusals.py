"""The texts with which the mod refuses commands; clients match parts of them."""

from collections.abc import Sequence
from typing import Final

NEEDS_TARGET: Final = "Selected card requires an enemy target."
WRONG_TARGET: Final = "Selected card cannot be played with the selected target."
NO_SUCH_SLOT: Final = "Potion index out of bounds."
EMPTY_SLOT: Final = "No potion in the selected slot."
CANNOT_USE: Final = "Selected potion cannot be used."
CANNOT_DISCARD: Final = "Selected potion cannot be discarded."
NOT_IMPLEMENTED: Final = "The command is not implemented on this screen."


class Refused(Exception):
    """A command cannot be executed; the text is that of the error message."""


def unavailable(command: str, possible: Sequence[str]) -> Refused:
    """Refuses a command that is not available."""
    return Refused(f"Invalid command: {command}. Possible commands: [{', '.join(possible)}]")


def missing(words: Sequence[str]) -> Refused:
    """Refuses a command that lacks an argument."""
    return Refused(f'Argument missing in command: "{" ".join(words)}"')


def invalid(word: str, words: Sequence[str]) -> Refused:
    """Refuses an argument that cannot be read."""
    return Refused(f'Invalid argument {word} in command: "{" ".join(words)}"')


def out_of_bounds(word: str, words: Sequence[str]) -> Refused:
    """Refuses an index that does not exist."""
    return Refused(f'Index {word} out of bounds in command: "{" ".join(words)}"')
