"""Trio: three players with three of nine cards each, and the highest card takes the trick.

The cards of a trick lie face up, the hands are hidden. The seat with the most tricks wins; a seat
that concedes comes last.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core import Game, Move, Reject, Rng, State
from kibitz.core.randomness import hidden_rng

HIDDEN: Final = 0
SEATS: Final = 3
CARDS: Final = 9
NOBODY: Final = -1


class TrioState(State):
    """The hands, the trick on the table, what was played before, and the tricks of each seat."""

    __match_args__ = ("rng", "seat", "over", "reason", "hands", "trick", "played", "tricks", "left")

    def __init__(
        self, rng: Rng, seat: int, over: bool, reason: str,
        hands: list[list[int]], trick: list[int], played: list[int], tricks: list[int], left: int,
    ) -> None:  # fmt: skip
        super().__init__(rng, seat, over, reason)
        self.hands = hands
        self.trick = trick
        self.played = played
        self.tricks = tricks
        self.left = left

    def clone(self) -> "TrioState":
        return TrioState(
            self.rng.clone(), self.seat, self.over, self.reason,
            [hand[:] for hand in self.hands], self.trick[:], self.played[:], self.tricks[:],
            self.left,
        )  # fmt: skip


class Play(Move[TrioState]):
    """Play a card of your hand."""

    id: ClassVar[str] = "play"
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @classmethod
    def enumerate(cls, state: TrioState, seat: int) -> "Iterator[Play]":
        for card in sorted(state.hands[seat]):
            yield cls(card)

    def check(self, state: TrioState, seat: int) -> Iterator[Reject]:
        if self.card not in state.hands[seat]:
            yield Reject("NOT_IN_HAND", f"{self.card} is not in your hand")

    def apply(self, state: TrioState, seat: int) -> None:
        state.hands[seat].remove(self.card)
        state.trick.append(self.card)
        state.seat = (seat + 1) % SEATS
        if len(state.trick) == SEATS:
            # The seat after the last one led the trick.
            state.seat = (state.seat + state.trick.index(max(state.trick))) % SEATS
            state.tricks[state.seat] += 1
            state.played += state.trick
            state.trick.clear()
            if not any(state.hands):
                state.finish("last trick")


class Concede(Move[TrioState]):
    """Give up, which ends the game."""

    id: ClassVar[str] = "concede"
    always: ClassVar[bool] = True

    def apply(self, state: TrioState, seat: int) -> None:
        state.left = seat
        state.finish(f"seat {seat} conceded")


class Trio(Game[TrioState, TrioState]):
    """The rules; the return of a seat is the number of its tricks, -1 if it has conceded."""

    id: ClassVar[str] = "trio"
    title: ClassVar[str] = "Trio"

    def __init__(self) -> None:
        super().__init__(seats=SEATS)

    def kinds(self) -> list[type[Move[TrioState]]]:
        return [Play, Concede]

    def setup(self, rng: Rng) -> TrioState:
        deck = list(range(1, CARDS + 1))
        rng.shuffle(deck)
        hands = [[deck.pop() for _ in range(3)] for _ in range(SEATS)]
        return TrioState(rng, 0, False, "", hands, [], [], [0] * SEATS, NOBODY)

    def returns(self, state: TrioState) -> list[float]:
        if not state.over:
            return [0.0] * SEATS
        return [-1.0 if seat == state.left else float(n) for seat, n in enumerate(state.tricks)]

    def standing(self, state: TrioState) -> list[float]:
        return [float(tricks) for tricks in state.tricks]

    def view(self, state: TrioState, seat: int) -> TrioState:
        seen = state.clone()
        seen.rng = hidden_rng()
        for owner, hand in enumerate(seen.hands):
            hand[:] = sorted(hand) if owner == seat else [HIDDEN] * len(hand)
        return seen

    def sample(self, view: TrioState, rng: Rng) -> TrioState:
        world = view.clone()
        world.rng = rng.child("dice")
        known = {*view.trick, *view.played, *[card for hand in view.hands for card in hand]}
        unseen = [card for card in range(1, CARDS + 1) if card not in known]
        rng.shuffle(unseen)
        world.hands = [[card or unseen.pop() for card in hand] for hand in view.hands]
        return world

    def render(self, view: TrioState) -> str:
        hands = [" ".join(str(card or "?") for card in hand) or "-" for hand in view.hands]
        lines = [f"seat {seat}: {hand}, {view.tricks[seat]}" for seat, hand in enumerate(hands)]
        return "\n".join([*lines, f"trick: {' '.join(map(str, view.trick)) or '-'}"])
