"""Moves of a table game: when a kind may be played, and the moves that most card games share.

A kind says in `phases` and `steps` when it belongs, and in `answers` which pending decision it
answers; the game refuses it at any other time without asking its producer or its check.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.domains import Chosen, Domain, depends, one_of, some_of
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng
from kibitz.kit.board import Board
from kibitz.kit.cards import CardId
from kibitz.kit.errors import NOT_YOUR_SEAT, WRONG_PHASE, WRONG_STEP

if TYPE_CHECKING:
    # A state holds decisions, whose module imports this one.
    from kibitz.kit.state import TableState

B = TypeVar("B", bound=Board)


@mypyc_attr(allow_interpreted_subclasses=True)
class TableMove(Move["TableState[B]"], Generic[B]):
    """A move of a table game, with the time at which its kind may be played."""

    # The phases and steps in which the kind may be played; empty means in all of them.
    phases: ClassVar[tuple[str, ...]] = ()
    steps: ClassVar[tuple[str, ...]] = ()
    # The kind of pending decision that the move answers; empty for a move made unasked.
    answers: ClassVar[str] = ""


def timing_gate(state: "TableState[B]", kind: "type[Move[TableState[B]]]") -> Reject | None:
    """Refuses a kind of move outside the phases and steps that it names."""
    if not issubclass(kind, TableMove):
        return None
    flow = state.flow
    if kind.phases and flow.phase not in kind.phases:
        return mistimed(WRONG_PHASE, kind.name or kind.id, "phase", flow.phase, kind.phases)
    if kind.steps and flow.step not in kind.steps:
        return mistimed(WRONG_STEP, kind.name or kind.id, "step", flow.step, kind.steps)
    return None


def mistimed(code: str, what: str, level: str, now: str, wanted: tuple[str, ...]) -> Reject:
    """Makes the refusal of a move that comes at the wrong time."""
    current = f"this is {level} {now}" if now else f"no {level} is running"
    return Reject(
        code, f"{what} belongs in {level} {' or '.join(wanted)}; {current}", wanted=wanted, now=now
    )


def answers_to(state: "TableState[Board]", seat: int, _chosen: Chosen) -> Domain:
    """Finds what a seat may answer to the head decision: one option, or a tuple of several."""
    if not state.pending or state.pending[0].seat != seat:
        return one_of()
    decision = state.pending[0]
    option = one_of(*decision.options)
    if decision.least == decision.most == 1:
        return option
    return some_of(option, decision.least, decision.most)


@mypyc_attr(allow_interpreted_subclasses=True)
class Choose(TableMove[B]):
    """Answers a pending decision with one of its options, or with a tuple of several.

    A game subclasses it with `id`, `answers` and `apply`, where the decision is still the head of
    `state.pending`. A decision for exactly one option is answered with that option; any other with
    a tuple of options, in the order in which the decision lists them.
    """

    domains: ClassVar[Mapping[str, Domain]] = {"choice": depends(answers_to, "choice")}
    __match_args__ = ("choice",)

    def __init__(self, choice: object) -> None:
        """Takes the option, or the tuple of options."""
        self.choice: Final = choice

    def picked(self) -> tuple[object, ...]:
        """Returns the picked options as a tuple, also where it is only one."""
        return self.choice if isinstance(self.choice, tuple) else (self.choice,)


# Ready-made moves.


@mypyc_attr(allow_interpreted_subclasses=True)
class Concede(TableMove[B]):
    """Gives the game up, at any time."""

    id: ClassVar[str] = "concede"
    name: ClassVar[str] = "Concede"
    always: ClassVar[bool] = True
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        """Takes who concedes; it need not be the seat that must decide."""
        self.seat: Final = seat

    @classmethod
    def enumerate(cls, state: "TableState[B]", seat: int) -> "Iterator[Concede[B]]":
        """Proposes to concede for oneself."""
        yield cls(seat)

    def check(self, state: "TableState[B]", seat: int) -> Iterator[Reject]:
        """Refuses to concede for somebody else."""
        if seat != self.seat:
            yield Reject(NOT_YOUR_SEAT, f"seat {seat} cannot concede for seat {self.seat}")

    def apply(self, state: "TableState[B]", seat: int) -> None:
        """Gives the win to the only other player; with more players, calls `leave`."""
        if state.table.seats == 2:
            state.win(1 - self.seat, "concession")
        else:
            self.leave(state)

    def leave(self, state: "TableState[B]") -> None:
        """Takes the seat out and lets the others play on; a game for more than two defines it."""
        raise TypeError(
            f"{type(self).__name__} does not define leave(), which a game of"
            f" {state.table.seats} players needs"
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class EndTurn(TableMove[B]):
    """Ends the turn.

    With `ends = "phase"` (or `"step"`) it ends only that, for games in which an end phase follows.
    """

    id: ClassVar[str] = "end_turn"
    name: ClassVar[str] = "End the turn"
    ends: ClassVar[str] = "turn"
    __match_args__ = ()

    def apply(self, state: "TableState[B]", seat: int) -> None:
        """Asks the flow to go on after this move."""
        state.flow.request(self.ends)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mulligan(TableMove[B]):
    """Keeps the opening hand or exchanges all of it.

    Answers a decision of the kind `mulligan`. The hand goes to the bottom of the deck unseen, as
    many cards are drawn from the top, then the deck is shuffled.
    """

    id: ClassVar[str] = "mulligan"
    name: ClassVar[str] = "Mulligan"
    answers: ClassVar[str] = "mulligan"
    domains: ClassVar[Mapping[str, Domain]] = {"redraw": one_of(False, True)}
    hand: ClassVar[str] = "hand"
    deck: ClassVar[str] = "deck"
    __match_args__ = ("redraw",)

    def __init__(self, redraw: bool) -> None:
        """Takes whether to exchange the hand."""
        self.redraw: Final = redraw

    def apply(self, state: "TableState[B]", seat: int) -> None:
        """Exchanges the hand, or nothing."""
        if self.redraw:
            hand = state.table.cards(self.hand, seat)
            exchange(state, seat, hand, self.hand, self.deck, state.rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class AlterHand(Choose[B]):
    """Exchanges any part of the opening hand.

    Answers a decision of the kind `alter_hand` whose options are the cards in hand. The picked ones
    go to the bottom of the deck unseen, as many are drawn from the top, then the deck is shuffled,
    unless none was picked.
    """

    id: ClassVar[str] = "alter_hand"
    name: ClassVar[str] = "Alter the hand"
    answers: ClassVar[str] = "alter_hand"
    hand: ClassVar[str] = "hand"
    deck: ClassVar[str] = "deck"
    __match_args__ = ("choice",)

    def apply(self, state: "TableState[B]", seat: int) -> None:
        """Exchanges the picked cards."""
        cards = [CardId(str(card)) for card in self.picked()]
        exchange(state, seat, cards, self.hand, self.deck, state.rng)


def exchange(
    state: "TableState[B]", seat: int, cards: Sequence[CardId], hand: str, deck: str, rng: Rng
) -> None:
    """Puts cards of a hand to the bottom of the deck, draws as many, then shuffles the deck."""
    if not cards:
        return
    for card in cards:
        state.table.move(card, deck, seat, "bottom")
    state.table.draw(deck, hand, len(cards), seat)
    state.table.shuffle(deck, seat, rng)
