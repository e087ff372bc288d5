# kibitz: interpreted, because an error that is also a ValueError has two built-in bases.
"""The errors and the refusal codes of the card kit."""

from typing import Final

from kibitz.core.errors import KibitzError

DECISION_PENDING: Final = "DECISION_PENDING"
NO_DECISION: Final = "NO_DECISION"
WRONG_PHASE: Final = "WRONG_PHASE"
NOT_YOUR_SEAT: Final = "NOT_YOUR_SEAT"
WRONG_TARGET_COUNT: Final = "WRONG_TARGET_COUNT"
DUPLICATE_TARGETS: Final = "DUPLICATE_TARGETS"
INVALID_TARGET: Final = "INVALID_TARGET"


class CardDataError(KibitzError, ValueError):
    """A card data file has missing, extra or impossible content."""


class LayoutError(KibitzError, ValueError):
    """Zones, rows or phases are declared wrongly, or something names one that does not exist."""


class FlowError(KibitzError, RuntimeError):
    """A game cannot go on: effects never end, or nobody can answer a question."""
