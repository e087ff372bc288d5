"""Pending decisions: what somebody must answer before the game goes on.

An effect asks (`state.ask`), the flow halts, and the seat that was asked answers through an
ordinary move whose class names the kind of decision in `answers`. Decisions wait in a queue; only
its head can be answered.
"""

from typing import TYPE_CHECKING, Final, TypeVar

from kibitz.core.move import Move, Reject
from kibitz.core.value import Value
from kibitz.kit.board import Board
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION
from kibitz.kit.moves import TableMove

if TYPE_CHECKING:
    # A state holds decisions, so its module imports this one.
    from kibitz.kit.state import TableState

B = TypeVar("B", bound=Board)


class Decision(Value):
    """One question to one seat, with what may be answered."""

    __match_args__ = ("id", "seat", "kind", "options", "least", "most", "prompt")

    def __init__(
        self,
        id: str,
        seat: int,
        kind: str,
        options: tuple[object, ...] = (),
        least: int = 1,
        most: int = 1,
        prompt: str = "",
    ) -> None:
        """Takes the question.

        Args:
            id: what it is about, for the move that answers: mostly the card or effect that asks.
            seat: who must answer.
            kind: what moves name in `answers`.
            options: what can be picked; empty if the answering moves know by themselves.
            least: how many options an answer takes at least.
            most: how many it takes at most.
            prompt: the question in words.

        Raises:
            ValueError: if no number of options could answer it, or an option stands there twice.
        """
        if not 0 <= least <= most:
            raise ValueError(f"decision {id!r}: an answer cannot take {least} to {most} options")
        if options and least > len(options):
            raise ValueError(
                f"decision {id!r}: an answer takes {least} options, but there are {len(options)}"
            )
        if len(dict.fromkeys(options)) != len(options):
            raise ValueError(f"decision {id!r}: an option stands twice in {options!r}")
        self.id: Final = id
        self.seat: Final = seat
        self.kind: Final = kind
        self.options: Final = options
        self.least: Final = least
        self.most: Final = most
        self.prompt: Final = prompt


def head(state: "TableState[B]") -> Decision | None:
    """Returns the decision that must be answered next; None if nothing is pending."""
    return state.pending[0] if state.pending else None


def options_of(state: "TableState[B]", seat: int) -> tuple[object, ...]:
    """Returns what a seat may pick from now; nothing if it is not asked."""
    decision = head(state)
    return decision.options if decision is not None and decision.seat == seat else ()


def pending_gate(
    state: "TableState[B]", seat: int, kind: "type[Move[TableState[B]]]"
) -> Reject | None:
    """Refuses a kind of move that a pending decision does not let through, or that answers none.

    While a decision is pending, the seat that was asked answers it and nobody does anything else,
    except what is allowed always.
    """
    if kind.always:
        return None
    answers = kind.answers if issubclass(kind, TableMove) else ""
    decision = head(state)
    if decision is None:
        if not answers:
            return None
        return Reject(NO_DECISION, f"there is no {answers} to decide now", kind=answers)
    if answers == decision.kind and seat == decision.seat:
        return None
    return Reject(
        DECISION_PENDING,
        f"seat {decision.seat} must decide first: {decision.prompt or decision.kind}",
        decision=decision.id,
        kind=decision.kind,
        seat=decision.seat,
    )
