"""Refusals: why a move is not allowed, for machines and for people.

Codes are plain upper-case strings. Those below are the library's own; the kit and every game add
theirs. A game's page lists every code that its rules can return, and a test holds it to that.
"""

from typing import ClassVar, Final

from kibitz.core.value import brief

MOVE_NOT_FOUND: Final = "MOVE_NOT_FOUND"
GAME_ENDED: Final = "GAME_ENDED"
NOT_YOUR_TURN: Final = "NOT_YOUR_TURN"
NOT_OFFERED: Final = "NOT_OFFERED"
INVALID_PARAMS: Final = "INVALID_PARAMS"
CONDITION_FAILED: Final = "CONDITION_FAILED"
CONDITION_ERROR: Final = "CONDITION_ERROR"
EXECUTION_ERROR: Final = "EXECUTION_ERROR"
NO_ENUMERATOR: Final = "NO_ENUMERATOR"
ENUMERATOR_ERROR: Final = "ENUMERATOR_ERROR"


class Reject:
    """One reason why a move is refused.

    Attributes:
        error_code: the code for machines.
        reason: a sentence for people.
        context: the facts behind it, by name.
        cause: what a rule raised, where the move is refused because a rule failed; else None. It is
            not part of what makes two refusals equal.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ("error_code", "reason", "context")

    def __init__(self, error_code: str, reason: str, **context: object) -> None:
        """Takes the code, the sentence and the facts.

        Raises:
            TypeError: if the code or the sentence is not a text.
        """
        if not isinstance(error_code, str) or not isinstance(reason, str):
            given = f"{brief(error_code)} and {brief(reason)}"
            raise TypeError(f"invalid Reject of {given}: expected a code and a reason, both texts")
        self.error_code: Final = error_code
        self.reason: Final = reason
        self.context: Final[dict[str, object]] = context
        self.cause: Exception | None = None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Reject)
            and self.error_code == other.error_code
            and self.reason == other.reason
            and self.context == other.context
        )

    def __hash__(self) -> int:
        return hash((self.error_code, self.reason))

    def __repr__(self) -> str:
        facts = "".join(f", {name}={brief(value)}" for name, value in self.context.items())
        return f"Reject({self.error_code!r}, {self.reason!r}{facts})"

    def __reduce__(self) -> tuple[object, ...]:
        return (rebuild_reject, (self.error_code, self.reason, self.context))


def rebuild_reject(error_code: str, reason: str, context: dict[str, object]) -> Reject:
    """Remakes a refusal that was pickled."""
    return Reject(error_code, reason, **context)
