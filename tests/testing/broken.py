"""Games that break one law each: Duet with a single fault, named after it."""

import itertools
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz.core.domains import Domain
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.state import State
from kibitz.core.value import Json
from tests.testing.good import CARDS, Concede, Duet, DuetState, Play, Swap

Kinds = list[type[Move[DuetState]]]
Moves = list[Move[DuetState]]


class Plain(Duet):
    """Duet without a hand-written `legal`, so that a fault in a move is not one of `legal` too."""

    def legal(self, state: DuetState) -> Moves:
        return Game.legal(self, state)


# Legality.


class MissingMove(Duet):
    """`legal` forgets a move."""

    def legal(self, state: DuetState) -> Moves:
        return super().legal(state)[:-1]


class OtherOrder(Duet):
    """`legal` lists the right moves in another order."""

    def legal(self, state: DuetState) -> Moves:
        return super().legal(state)[::-1]


class FailingLegal(Duet):
    """`legal` raises."""

    def legal(self, state: DuetState) -> Moves:
        raise ZeroDivisionError("no list today")


class MutatingLegal(Duet):
    """`legal` turns the deck over."""

    def legal(self, state: DuetState) -> Moves:
        state.deck.reverse()
        return super().legal(state)


class Afterlife(Duet):
    """Moves are still listed when the game is over."""

    def legal(self, state: DuetState) -> Moves:
        return [Swap()] if state.over else super().legal(state)


class NoSeat(Duet):
    """The seat to move does not exist."""

    class Away(Play):
        def apply(self, state: DuetState, seat: int) -> None:
            super().apply(state, seat)
            state.seat += 2

    def kinds(self) -> Kinds:
        return [NoSeat.Away]

    def legal(self, state: DuetState) -> Moves:
        return [NoSeat.Away(card) for card in sorted(state.hands[state.seat % 2])]


class Stall(Plain):
    """Nobody can play a high card, so somebody is stuck with one."""

    class Low(Play):
        def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
            yield from super().check(state, seat)
            if self.card > CARDS // 2:
                yield Reject("TOO_HIGH", f"{self.card} is too high")

    def kinds(self) -> Kinds:
        return [Stall.Low, Swap]


class GreedyPlay(Play):
    """Claims to propose legal moves only, but proposes others, too."""

    exact: ClassVar[bool] = True


class IllegalListed(Plain):
    """An illegal move is listed."""

    def kinds(self) -> Kinds:
        return [GreedyPlay, Swap]


class FailingPlay(Play):
    """A legal move that fails when it is played."""

    def apply(self, state: DuetState, seat: int) -> None:
        if self.card == CARDS:
            raise RuntimeError("the six slipped")
        super().apply(state, seat)


class FailingEffect(Plain):
    """A legal move fails."""

    def kinds(self) -> Kinds:
        return [FailingPlay, Swap]


class MutatingPlay(Play):
    """A check that turns the deck over."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        state.deck.reverse()
        yield from super().check(state, seat)


class MutatingCheck(Plain):
    """Asking changes the state."""

    def kinds(self) -> Kinds:
        return [MutatingPlay, Swap]


class GrowingPlay(Play):
    """A check that notes that it was asked."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        state.points[seat] += 1
        yield from super().check(state, seat)


class GrowingCheck(Duet):
    """Asking is counted in the state; the hand-written `legal` does not ask."""

    def kinds(self) -> Kinds:
        return [GrowingPlay, Swap]

    def legal(self, state: DuetState) -> Moves:
        return [
            GrowingPlay(move.card) if isinstance(move, Play) else move
            for move in super().legal(state)
        ]


class AlternatingPlay(Play):
    """A check that writes for odd cards, and writes it back for even ones."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if state.pile:  # not at the start of a game
            state.points[seat] += 1 if self.card % 2 else -1
        yield from super().check(state, seat)


class AlternatingCheck(Plain):
    """A later check writes back what an earlier one wrote, so that all together change nothing."""

    def kinds(self) -> Kinds:
        return [AlternatingPlay, Swap]

    def legal(self, state: DuetState) -> Moves:
        return [
            AlternatingPlay(move.card) if isinstance(move, Play) else move
            for move in Duet.legal(self, state)
        ]


class PausingPlay(Play):
    """A check that has written while it gives its reason, and then writes it back."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        for refusal in super().check(state, seat):
            state.points[seat] += 1
            yield refusal
            state.points[seat] -= 1


class PausingCheck(Plain):
    """A check that is left after its first reason has changed the state."""

    def kinds(self) -> Kinds:
        return [PausingPlay, Swap]


class WritingProducerPlay(Play):
    """A producer that writes between two candidates, and writes it back at its end."""

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> Iterator[Move[DuetState]]:
        for card in range(1, CARDS + 1):
            yield cls(card)
            state.points[seat] += 1
        state.points[seat] -= CARDS


class WritingProducer(Plain):
    """A producer changes the state that the checks see."""

    def kinds(self) -> Kinds:
        return [WritingProducerPlay, Swap]


class RaisingPlay(Play):
    """A check that fails for one candidate."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if self.card not in state.hands[seat]:
            raise KeyError("no such card")
        yield from super().check(state, seat)


class RaisingCheck(Plain):
    """A check raises where it should refuse."""

    def kinds(self) -> Kinds:
        return [RaisingPlay, Swap]

    def legal(self, state: DuetState) -> Moves:
        return Duet.legal(self, state)


class NoProducer(Play):
    """A producer that fails at once."""

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> "Iterator[NoProducer]":
        raise LookupError("no cards today")


class RaisingProducer(Duet):
    """A producer raises."""

    def kinds(self) -> Kinds:
        return [NoProducer, Swap]


class OpenGate(Plain):
    """Everybody may move at any time, whoever is to move."""

    def gate(self, state: DuetState, seat: int, kind: type[Move[DuetState]]) -> Reject | None:
        return Reject("GAME_ENDED", "the game is over") if state.over else None


class SilentPlay(Play):
    """A refusal without a reason."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        for refusal in super().check(state, seat):
            yield Reject(refusal.error_code, "")


class SilentRefusal(Plain):
    """A refusal gives no reason."""

    def kinds(self) -> Kinds:
        return [SilentPlay, Swap]


ASKED: Final = itertools.count()


class FicklePlay(Play):
    """A refusal with another code each time."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        for refusal in super().check(state, seat):
            yield Reject(f"{refusal.error_code}_{next(ASKED)}", refusal.reason)


class FickleRefusal(Plain):
    """Enumeration and execution refuse for different reasons."""

    def kinds(self) -> Kinds:
        return [FicklePlay, Swap]


class ShyPlay(Play):
    """Proposes only the lowest card, but plays any."""

    domains: ClassVar[Mapping[str, Domain]] = {}

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> Iterator[Move[DuetState]]:
        yield cls(min([*state.hands[seat], CARDS]))


class Incomplete(Plain):
    """A legal move is not listed."""

    def kinds(self) -> Kinds:
        return [ShyPlay, Swap]


class FailingConcede(Concede):
    """Conceding raises."""

    def apply(self, state: DuetState, seat: int) -> None:
        raise RuntimeError("never give up")


class NoSurrender(Duet):
    """A move that is always allowed fails."""

    def kinds(self) -> Kinds:
        return [Play, Swap, FailingConcede]


class SeatToMove(Duet):
    """A move acts for the seat to move, whoever plays it."""

    def play(self, state: DuetState, move: Move[DuetState], seat: int | None = None) -> None:
        move.apply(state, state.seat)


# Notation.


class ParityPlay(Play):
    """Two moves with one name."""

    def __str__(self) -> str:
        return f"play {'odd' if self.card % 2 else 'even'}"


class Ambiguous(Plain):
    """Two legal moves are written the same."""

    def kinds(self) -> Kinds:
        return [ParityPlay, Swap]


class Unreadable(Duet):
    """The text of a move is read as another one."""

    def parse(self, state: DuetState, text: str, seat: int | None = None) -> Move[DuetState]:
        return self.legal(state)[0]


class Misread(Duet):
    """The general notation is not read."""

    def read_move(self, text: str) -> Move[DuetState]:
        return Play(1)


class OffByOne(Play):
    """A move whose JSON holds another card."""

    def to_json(self) -> dict[str, Json]:
        return {"move": self.id, "card": self.card + 1}


class LossyJson(Plain):
    """A move written as JSON is read as another one."""

    def kinds(self) -> Kinds:
        return [OffByOne, Swap]


# Set order.


class Suit(Move[State]):
    """Name a suit."""

    id: ClassVar[str] = "suit"
    __match_args__ = ("suit",)

    def __init__(self, suit: str) -> None:
        self.suit: Final = suit

    @classmethod
    def enumerate(cls, state: State, seat: int) -> "Iterator[Suit]":
        for suit in {"hearts", "spades", "clubs", "diamonds", "stars", "moons"}:
            yield cls(suit)

    def apply(self, state: State, seat: int) -> None:
        state.seat = 1 - seat
        if state.rng.below(4) == 0:
            state.finish("enough")


class Table(State):
    """A state without anything but the seat to move."""

    def clone(self) -> "Table":
        return Table(self.rng.clone(), self.seat, self.over, self.reason)


class SetOrder(Game[State, State]):
    """The order of the moves depends on how Python hashes texts."""

    id: ClassVar[str] = "set-order"

    def kinds(self) -> list[type[Move[State]]]:
        return [Suit]

    def setup(self, rng: Rng) -> State:
        return Table(rng)

    def returns(self, state: State) -> list[float]:
        return [0.0, 0.0]

    def view(self, state: State, seat: int) -> State:
        return Table(hidden_rng(), state.seat, state.over, state.reason)

    def sample(self, view: State, rng: Rng) -> State:
        return Table(rng.child("dice"), view.seat, view.over, view.reason)
