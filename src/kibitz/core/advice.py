"""Advice: what an agent would play, what else it looked at, and why.

An explanation is data: an option's score is the sum of its reasons, so a test can check it, the
table can draw it and `--json` can print it.
"""

from typing import Final, Generic, TypeVar

from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import Json, Value

S = TypeVar("S", bound=State)


class Reason(Value):
    """One named term of a score."""

    __match_args__ = ("term", "amount", "text")

    def __init__(self, term: str, amount: float, text: str = "") -> None:
        """Takes the term's name, how much it adds to the score, and a sentence for people."""
        self.term: Final = term
        self.amount: Final = amount
        self.text: Final = text


class Option(Generic[S]):
    """One move an agent considered, with its score and the reasons that add up to it."""

    def __init__(self, move: Move[S], score: float, reasons: tuple[Reason, ...]) -> None:
        """Takes the move, its score and the reasons behind it."""
        self.move: Final = move
        self.score: Final = score
        self.reasons: Final = reasons

    def to_json(self) -> Json:
        """Writes the option as a JSON object."""
        return {
            "move": self.move.to_json(),
            "text": str(self.move),
            "score": self.score,
            "reasons": [reason.to_json() for reason in self.reasons],
        }

    def __repr__(self) -> str:
        return f"Option({self.move!r}, {self.score!r}, {self.reasons!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Option, (self.move, self.score, self.reasons))


class Advice(Generic[S]):
    """What an agent would play in one decision.

    Attributes:
        move: the move to play.
        value: what the agent expects for its seat, on its own scale.
        options: the moves it considered, best first.
        plan: the moves it expects to follow.
        trace: facts about how the decision was made, such as counts of what was searched.
        seconds: how long it took; not part of what makes two pieces of advice equal.
    """

    def __init__(
        self,
        move: Move[S],
        value: float,
        options: tuple[Option[S], ...],
        plan: tuple[Move[S], ...] = (),
        trace: dict[str, Json] | None = None,
        seconds: float = 0.0,
    ) -> None:
        """Takes the decision and everything behind it."""
        self.move: Final = move
        self.value: Final = value
        self.options: Final = options
        self.plan: Final = plan
        self.trace: Final[dict[str, Json]] = {} if trace is None else trace
        self.seconds = seconds

    def to_json(self) -> dict[str, Json]:
        """Writes the advice as a JSON object."""
        return {
            "move": self.move.to_json(),
            "text": str(self.move),
            "value": self.value,
            "options": [option.to_json() for option in self.options],
            "plan": [str(move) for move in self.plan],
            "trace": self.trace,
            "seconds": self.seconds,
        }

    def __repr__(self) -> str:
        return f"Advice({self.move!r}, value={self.value!r}, {len(self.options)} options)"

    def __reduce__(self) -> tuple[object, ...]:
        return (
            Advice,
            (self.move, self.value, self.options, self.plan, self.trace, self.seconds),
        )
