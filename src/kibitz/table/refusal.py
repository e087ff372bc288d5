"""Refusals: why the table does not do what somebody asked for, as a code and a sentence."""

from typing import Final

from kibitz.core.errors import KibitzError
from kibitz.core.value import Json

# Every code, with the HTTP status of the answer.
STATUS: Final = {
    "INVALID_REQUEST": 400,
    "TOKEN_MISSING": 401,
    "TOKEN_UNKNOWN": 401,
    "TOKEN_OF_ANOTHER_MATCH": 403,
    "NOT_WATCHED": 403,
    "ADVICE_NOT_ALLOWED": 403,
    "TOURNAMENTS_OFF": 403,
    "INVALID_HOST": 403,
    "INVALID_ORIGIN": 403,
    "NOT_FOUND": 404,
    "GAME_NOT_FOUND": 404,
    "MATCH_NOT_FOUND": 404,
    "NO_SUCH_SEAT": 404,
    "NO_SUCH_PLY": 404,
    "NO_POSITION": 404,
    "ADVICE_NOT_FOUND": 404,
    "RESULT_NOT_FOUND": 404,
    "RECORD_NOT_KEPT": 404,
    "METHOD_NOT_ALLOWED": 405,
    "TOO_SLOW": 408,
    "MATCH_OVER": 409,
    "MATCH_OPEN": 409,
    "NOT_YOUR_TURN": 409,
    "STALE_VERSION": 409,
    "SEAT_TAKEN": 409,
    "NOTHING_TO_TAKE_BACK": 409,
    "NOT_ASKED": 409,
    "RULES_CHANGED": 409,
    "RESULT_UNREADABLE": 409,
    "RESULT_NOT_REPEATABLE": 409,
    "NOT_RUNNING": 409,
    "TOO_LARGE": 413,
    "UNSUPPORTED_TYPE": 415,
    "INVALID_OPTION": 422,
    "INVALID_AGENT": 422,
    "INVALID_MOVE": 422,
    "AMBIGUOUS_MOVE": 422,
    "ILLEGAL_MOVE": 422,
    "INVALID_POSITION": 422,
    "INVALID_RECORD": 422,
    "TOO_MANY": 429,
    "INTERNAL": 500,
    "AGENT_FAILED": 502,
    "SHUTTING_DOWN": 503,
    "STORE_FAILED": 503,
}


class Refusal(KibitzError):
    """A request that is refused; nothing has changed.

    Attributes:
        code: one of `STATUS`.
        facts: more about it, for programs.
    """

    def __init__(self, code: str, message: str, **facts: Json) -> None:
        super().__init__(message)
        self.code: Final = code
        self.facts: Final = facts

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return STATUS[self.code]

    def to_json(self) -> dict[str, Json]:
        """Writes the refusal as the body of an answer."""
        return {"error": {"code": self.code, "message": str(self), **self.facts}}
