"""Moves of card games. They name kinds of cards and places, never one card among equals.

So equal cards give one move, and a move means the same in every world that a seat cannot tell
apart. Parameters are declared with the domains of the layout: `LAYOUT.cards_in(HAND)`,
`LAYOUT.places(FIELD, owner=FOE)`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from mypy_extensions import mypyc_attr

from kibitz.core.domains import Chosen, Domain, not_offered
from kibitz.core.move import Move
from kibitz.core.reject import NOT_OFFERED, Reject
from kibitz.core.state import State
from kibitz.core.value import Json
from kibitz.kit.board import Board
from kibitz.kit.effects import Order, Question, answers
from kibitz.kit.errors import NO_DECISION, NOT_YOUR_SEAT
from kibitz.kit.layout import Layout, Named
from kibitz.kit.state import NOBODY, InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)


@mypyc_attr(allow_interpreted_subclasses=True)
class TableMove(Move[TableState[P, B]], Generic[P, B]):
    """A move of a card game, with the time at which its kind may be played."""

    # The phases in which it may be played, as bits: `1 << MAIN`; 0 means in any.
    phases: ClassVar[int] = 0
    # True for a move that answers questions, and is made only then.
    answers: ClassVar[bool] = False

    def sentence(self, view: TableState[P, B]) -> str:
        """Says what the move does, as the viewer sees it; empty for its title and parameters."""
        return ""


# Answers.


class Asked(Domain):
    """The id of the question that a seat must answer."""

    def __init__(self) -> None:
        self.kind = "question"
        self.distinct = True
        self.ends = True
        self.refused_code = NO_DECISION

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the id of the question, if there is one for this seat."""
        asked = asked_of(state, seat)
        return [] if asked is None else [asked.id]


class Picks(Domain):
    """What is picked to answer a question."""

    def __init__(self, layout: Layout, questions: "tuple[type[Question[Any, Any]], ...]") -> None:
        self.kind = "picks"
        self.distinct = True
        self.ends = True
        self.words: Final[dict[str, Domain]] = {}
        for asked in questions:
            words = Named(layout, asked.kind, asked.choices)
            words.count_code = asked.count_code or words.count_code
            self.words[asked.id] = words

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the single items; of equal ones as many as there are."""
        asked = asked_of(state, seat)
        # Any: the state is of the class that the question was made for.
        return [] if asked is None else asked.options(cast("TableState[Any, Any]", state))

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many items an answer takes."""
        asked = asked_of(state, seat)
        count = len(list(self.options(state, seat, chosen)))
        return (0, 0) if asked is None else asked.bounds(count)

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells that an answer is a tuple of items."""
        return True

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Lists every answer once."""
        asked = asked_of(state, seat)
        if asked is None:
            return ()
        items = asked.options(cast("TableState[Any, Any]", state))
        least, most = asked.bounds(len(items))
        if most == 1:
            single: list[object] = [(item,) for item in dict.fromkeys(items)]
            return [(), *single] if least == 0 else single
        return answers(items, least, most)

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Refuses picks that are not offered, too many or too few, or in another order."""
        found: list[Reject] = []
        words = self.given(chosen)
        items = list(self.options(state, seat, chosen))
        least, most = self.bounds(state, seat, chosen)
        picks = value if isinstance(value, tuple) else (value,)
        if not least <= len(picks) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            text = f"{field}: expected {wanted} of {len(items)}, got {len(picks)}"
            sizes = {"min": least, "max": most, "got": len(picks)}
            return iter((Reject(words.count_code, text, field=field, **sizes),))
        strangers = [pick for pick in picks if pick not in items]
        for pick in strangers:
            offered = list(dict.fromkeys(items))
            found.append(not_offered(field, pick, offered, words))
        rest = iter(items)
        # Two orders of the same picks would be two moves with one effect.
        if not strangers and not all(pick in rest for pick in picks):
            twice = any(picks.count(pick) > items.count(pick) for pick in picks)
            text = f"{field}: expected items in the order in which they are offered"
            found.append(Reject(words.double_code if twice else NOT_OFFERED, text, field=field))
        return iter(found)

    def given(self, chosen: Chosen) -> Domain:
        """Returns the words for picks, which depend on the question beside them in the move."""
        return self.words.get(str(chosen.get("question")), self)

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Refuses the answer to a question that does not exist."""
        raise ValueError(f"there is no such question; known: {', '.join(self.words)}")


def asked_of(state: State, seat: int) -> "Question[Any, Any] | None":
    """Returns the question that a seat must answer now."""
    asked = cast("TableState[Any, Any]", state).question()
    return asked if asked is not None and asked.seat == seat else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Answer(TableMove[P, B]):
    """Answer a question.

    A game binds it to its questions: `domains = kit.answers_to(LAYOUT, Fetch, Promote)`.
    """

    id: ClassVar[str] = "answer"
    answers: ClassVar[bool] = True
    exact: ClassVar[bool] = True
    __match_args__ = ("question", "picks")

    def __init__(self, question: str, picks: tuple[int, ...]) -> None:
        """Takes the id of the question, and the picks in the order of its options."""
        self.question: Final = question
        self.picks: Final = picks

    def document(self, name: str) -> Json:
        """Writes a parameter as JSON; the words for picks depend on the question."""
        domain = self.domains.get(name)
        if domain is None:
            return super().document(name)
        return domain.given({"question": self.question}).encode(getattr(self, name))

    def apply(self, state: TableState[P, B], seat: int) -> None:
        """Takes the question off the stack and answers it."""
        asked = state.stack.pop().question()
        assert asked is not None
        asked.answer(state, self.picks)


def answers_to(
    layout: Layout,
    *questions: "type[Question[Any, Any]]",  # Any: questions of any game
) -> dict[str, Domain]:
    """Declares the parameters of a game's `Answer`: the questions that it answers.

    The order of triggers can be asked in every game, so that question need not be named.
    """
    return {"question": Asked(), "picks": Picks(layout, (*questions, Order))}


# Ready-made.


@mypyc_attr(allow_interpreted_subclasses=True)
class Concede(TableMove[P, B]):
    """Gives up the game, at any time."""

    id: ClassVar[str] = "concede"
    name: ClassVar[str] = "Concede"
    always: ClassVar[bool] = True
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        """Takes who concedes; it need not be the seat that must decide."""
        self.seat: Final = seat

    @classmethod
    def enumerate(cls, state: TableState[P, B], seat: int) -> "Iterator[Concede[P, B]]":
        """Proposes to concede for oneself."""
        yield cls(seat)

    def check(self, state: TableState[P, B], seat: int) -> Iterator[Reject]:
        """Refuses to concede for somebody else."""
        if seat != self.seat:
            yield Reject(NOT_YOUR_SEAT, f"seat {seat} cannot concede for seat {self.seat}")

    def apply(self, state: TableState[P, B], seat: int) -> None:
        """Gives the win to the only other player, if there is one; with more, calls `leave`."""
        if state.layout.seats > 2:
            self.leave(state)
        else:
            state.win(NOBODY if state.layout.seats == 1 else 1 - self.seat, "concession")

    def leave(self, state: TableState[P, B]) -> None:
        """Removes the seat and lets the others play on; games for more than two define it."""
        count = state.layout.seats
        name = type(self).__name__
        raise TypeError(f"{name} does not define leave(), which a game of {count} players needs")
