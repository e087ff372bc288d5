"""Questions of advice about a match: what is asked, how far it is, and the answer."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from kibitz.agents.asking import WAIT
from kibitz.core.value import Json
from kibitz.table.refusal import Refusal
from kibitz.table.workers import AgentFailed, Answer

AdviceState = Literal["thinking", "done", "failed", "cancelled"]


class AdviceWish(NamedTuple):
    """What somebody wants advice about.

    Attributes:
        agent: the agent; empty for the adviser of the game.
        ms: how many milliseconds it may think.
        wanted: moves that must be among the options, as a player types them.
        ply: how many moves have been played, in a match that is over; None for now.
        seat: whose decision it is, in a match that is over; None for the seat that decided.
    """

    agent: str = ""
    ms: int = WAIT
    wanted: Sequence[str] = ()
    ply: int | None = None
    seat: int | None = None


class Consultation:
    """A question of advice.

    Attributes:
        id: its id, which nobody can guess.
        match: the match.
        owner: the hash of the token of whoever asks; empty for a spectator.
        address: where the question came from.
        about: what it is about: `ply`, `version` and `seat`, and the `wanted` moves as the game
            writes them.
        state: how far it is.
        answer: the answer; empty until it is done.
        error: why there is none; empty unless it failed.
        ended: when it ended, on the clock of `time.monotonic`.
    """

    def __init__(self, match: str, owner: str, address: str, about: dict[str, Json]) -> None:
        self.id: Final = secrets.token_urlsafe(12)
        self.match: Final = match
        self.owner: Final = owner
        self.address: Final = address
        self.about: Final = about
        self.state: AdviceState = "thinking"
        self.answer: dict[str, Json] = {}
        self.error = ""
        self.ended = 0.0
        self.task: asyncio.Task[None] | None = None

    def to_json(self) -> dict[str, Json]:
        """Writes how far the question is, and the answer."""
        error: dict[str, Json] = {"message": self.error} if self.error else {}
        return {"id": self.id, "state": self.state, **self.about, **self.answer, **error}


def write_answer(answer: Answer) -> dict[str, Json]:
    """Writes what an agent has answered."""
    return {
        "agent": answer.agent,
        "package": answer.package,
        "seconds": answer.seconds,
        "advice": answer.advice,
    }


def agent_failed(failure: AgentFailed) -> Refusal:
    """Makes the refusal for an agent that gives no answer."""
    code = {"busy": "TOO_MANY", "cancelled": "SHUTTING_DOWN"}.get(failure.kind, "AGENT_FAILED")
    return Refusal(code, str(failure))
