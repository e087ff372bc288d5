"""What the engine says of its work: what became of a move, and what it tells its listeners."""

from collections.abc import Mapping
from typing import Final

from kibitz.core.enumeration import ValidationError
from kibitz.core.value import Json


class Event:
    """Something the engine tells its listeners."""

    def __init__(self, name: str, facts: Mapping[str, Json]) -> None:
        """Takes `moves_enumerated`, `move_executed` or `move_refused`, and the facts."""
        self.name: Final = name
        self.facts: Final = facts

    def __repr__(self) -> str:
        return f"Event({self.name!r}, {self.facts!r})"


class Execution:
    """What became of a move: carried out, or refused with the reason.

    Attributes:
        success: whether the move was carried out.
        error: why not; None on success.
        version: the version of the state afterwards.
    """

    def __init__(self, success: bool, error: ValidationError | None, version: int) -> None:
        """Takes the verdict; the engine makes these."""
        self.success: Final = success
        self.error: Final = error
        self.version: Final = version

    def __repr__(self) -> str:
        if self.error is None:
            return f"Execution(success, version {self.version})"
        return f"Execution(refused, {self.error.error_code}: {self.error.reason})"
