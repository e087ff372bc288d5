"""The machine-readable codes with which the library refuses a move.

Codes are plain upper-case strings. Games add their own; a game's page lists every code that its
rules can return, and a test holds it to that.
"""

from typing import Final

MOVE_NOT_FOUND: Final = "MOVE_NOT_FOUND"
GAME_ENDED: Final = "GAME_ENDED"
NOT_YOUR_TURN: Final = "NOT_YOUR_TURN"
DECISION_PENDING: Final = "DECISION_PENDING"
NO_DECISION: Final = "NO_DECISION"
WRONG_PHASE: Final = "WRONG_PHASE"
WRONG_STEP: Final = "WRONG_STEP"
NOT_YOUR_SEAT: Final = "NOT_YOUR_SEAT"
NOT_OFFERED: Final = "NOT_OFFERED"
INVALID_PARAMS: Final = "INVALID_PARAMS"
CONDITION_FAILED: Final = "CONDITION_FAILED"
CONDITION_ERROR: Final = "CONDITION_ERROR"
EXECUTION_ERROR: Final = "EXECUTION_ERROR"
NO_ENUMERATOR: Final = "NO_ENUMERATOR"
ENUMERATOR_ERROR: Final = "ENUMERATOR_ERROR"
ZONE_FULL: Final = "ZONE_FULL"
WRONG_TARGET_COUNT: Final = "WRONG_TARGET_COUNT"
DUPLICATE_TARGETS: Final = "DUPLICATE_TARGETS"
INVALID_TARGET: Final = "INVALID_TARGET"
