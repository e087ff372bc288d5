"""Duet: a small game that keeps every law; each of the broken games breaks one of them.

Two players hold two cards of 1 to 6; the rest is the deck. In each of two tricks both play a card,
the higher one takes a point. Once a game, before playing, a player may put the lowest card back
into the deck and draw another one after shuffling.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz.core.domains import Domain, int_range
from kibitz.core.errors import PositionError
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.state import State
from kibitz.core.value import Json

CARDS: Final = 6
UNKNOWN: Final = 0


class DuetState(State):
    """What lies on the table; an unknown card is a 0."""

    __match_args__ = (
        "rng", "seat", "over", "reason", "deck", "hands", "pile", "led", "points", "swapped"
    )  # fmt: skip

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        deck: list[int],
        hands: list[list[int]],
        pile: list[int],
        led: int,
        points: list[int],
        swapped: list[bool],
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.deck = deck
        self.hands = hands
        self.pile = pile
        self.led = led
        self.points = points
        self.swapped = swapped

    def clone(self) -> "DuetState":
        return DuetState(
            self.rng.clone(),
            self.seat,
            self.over,
            self.reason,
            self.deck[:],
            [hand[:] for hand in self.hands],
            self.pile[:],
            self.led,
            self.points[:],
            self.swapped[:],
        )


class Play(Move[DuetState]):
    """Play a card."""

    id: ClassVar[str] = "play"
    domains: ClassVar[Mapping[str, Domain]] = {"card": int_range(1, CARDS)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if self.card not in state.hands[seat]:
            yield Reject("NOT_IN_HAND", f"you do not hold {self.card}", card=self.card)

    def apply(self, state: DuetState, seat: int) -> None:
        state.hands[seat].remove(self.card)
        if state.led == UNKNOWN:
            state.led = self.card
            state.seat = 1 - seat
            return
        winner = seat if self.card > state.led else 1 - seat
        state.pile += [state.led, self.card]
        state.points[winner] += 1
        state.led = UNKNOWN
        state.seat = winner
        if not state.hands[seat]:
            state.finish("last trick")


class Swap(Move[DuetState]):
    """Put the lowest card back, shuffle, and draw another."""

    id: ClassVar[str] = "swap"

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if state.swapped[seat]:
            yield Reject("ALREADY_SWAPPED", "you have swapped already")

    def apply(self, state: DuetState, seat: int) -> None:
        hand = state.hands[seat]
        state.deck.append(min(hand))
        hand.remove(min(hand))
        state.rng.shuffle(state.deck)
        hand.append(state.deck.pop())
        state.swapped[seat] = True


class Concede(Move[DuetState]):
    """Give up, at any time."""

    id: ClassVar[str] = "concede"
    always: ClassVar[bool] = True
    __match_args__ = ("who",)

    def __init__(self, who: int) -> None:
        self.who: Final = who

    @classmethod
    def enumerate(cls, state: DuetState, seat: int) -> "Iterator[Concede]":
        yield cls(seat)

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if seat != self.who:
            yield Reject("NOT_YOUR_SEAT", "nobody concedes for somebody else")

    def apply(self, state: DuetState, seat: int) -> None:
        state.points[1 - self.who] += CARDS
        state.finish("concession")


class Duet(Game[DuetState, DuetState]):
    """The rules."""

    id: ClassVar[str] = "duet"

    def kinds(self) -> list[type[Move[DuetState]]]:
        return [Play, Swap, Concede]

    def setup(self, rng: Rng) -> DuetState:
        deck = list(range(1, CARDS + 1))
        rng.shuffle(deck)
        hands = [[deck.pop(), deck.pop()] for _ in range(2)]
        return DuetState(rng, 0, False, "", deck, hands, [], UNKNOWN, [0, 0], [False, False])

    def legal(self, state: DuetState) -> list[Move[DuetState]]:
        if state.over:
            return []
        moves: list[Move[DuetState]] = [Play(card) for card in sorted(state.hands[state.seat])]
        return moves if state.swapped[state.seat] else [*moves, Swap()]

    def returns(self, state: DuetState) -> list[float]:
        lead = float(state.points[0] - state.points[1])
        return [lead, -lead]

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = state.clone()
        seen.rng = hidden_rng()
        seen.deck = [UNKNOWN] * len(state.deck)
        seen.hands = [
            hand[:] if owner == seat else [UNKNOWN] * len(hand)
            for owner, hand in enumerate(state.hands)
        ]
        return seen

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        world = view.clone()
        world.rng = rng.child("dice")
        known = [view.led, *view.pile, *view.hands[0], *view.hands[1]]
        unseen = [card for card in range(1, CARDS + 1) if card not in known]
        rng.shuffle(unseen)
        world.deck = [unseen.pop() for _ in view.deck]
        world.hands = [[card or unseen.pop() for card in hand] for hand in view.hands]
        return world

    def position(self, view: DuetState) -> dict[str, Json]:
        return {
            "seat": view.seat,
            "over": view.reason,
            "deck": len(view.deck),
            "hands": [[*hand] for hand in view.hands],
            "pile": [*view.pile],
            "led": view.led,
            "points": [*view.points],
            "swapped": [*view.swapped],
        }

    def read_position(self, document: object) -> DuetState:
        match document:
            case {
                "seat": int(seat),
                "over": str(reason),
                "deck": int(deck),
                "hands": list(hands),
                "pile": list(pile),
                "led": int(led),
                "points": list(points),
                "swapped": list(swapped),
            }:
                unknown = [UNKNOWN] * deck
                over = reason != ""
                return DuetState(
                    hidden_rng(), seat, over, reason, unknown, hands, pile, led, points, swapped
                )
        raise PositionError(f"not a position of duet: {document!r}")


def all_cards(state: DuetState) -> list[int]:
    """Returns every card of a game, sorted; none may be lost."""
    led = [] if state.led == UNKNOWN else [state.led]
    return sorted([*state.deck, *state.hands[0], *state.hands[1], *state.pile, *led])
