# kibitz: interpreted, because an error that is also a ValueError has two built-in bases.
"""The errors and the refusal codes of the card kit."""

from typing import Final

from kibitz.core.errors import KibitzError

DECISION_PENDING: Final = "DECISION_PENDING"
NO_DECISION: Final = "NO_DECISION"
WRONG_PHASE: Final = "WRONG_PHASE"
WRONG_STEP: Final = "WRONG_STEP"
NOT_YOUR_SEAT: Final = "NOT_YOUR_SEAT"
ZONE_FULL: Final = "ZONE_FULL"
WRONG_TARGET_COUNT: Final = "WRONG_TARGET_COUNT"
DUPLICATE_TARGETS: Final = "DUPLICATE_TARGETS"
INVALID_TARGET: Final = "INVALID_TARGET"


class CardDataError(KibitzError, ValueError):
    """A card data file has missing, extra or impossible content."""


class FlowError(KibitzError, RuntimeError):
    """Turns and phases cannot go on: an unknown name, or stages that end each other for ever."""


class ZoneError(KibitzError, ValueError):
    """A card operation names an unknown card or zone, or breaks a zone's capacity."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        # The code of the refusal where a move would be refused with it, else empty.
        self.code = code
