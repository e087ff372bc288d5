"""Patience for one player: cards with the numbers 1 to 12, three of them face up.

Put a card that is up on the pile if it is higher than the last one there, or throw it away; only
three cards may be thrown away. The deck fills the gaps and is hidden. The game ends when nothing
can be done, and it is won with six cards or more on the pile.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final

from kibitz.agents.utility import Consideration, Highest, Proposal, UtilityAgent
from kibitz.core import Agent, Game, Move, Observation, PositionError, Reason, Reject, Rng, State
from kibitz.core.document import Document
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json

HIDDEN: Final = 0
CARDS: Final = 12
UP: Final = 3
THROWS: Final = 3
GOAL: Final = 6


class PatienceState(State):
    """The hidden deck, the cards that are up, the pile and what was thrown away."""

    __match_args__ = ("rng", "seat", "over", "reason", "deck", "up", "pile", "thrown")

    def __init__(
        self, rng: Rng, seat: int, over: bool, reason: str,
        deck: list[int], up: list[int], pile: list[int], thrown: list[int],
    ) -> None:  # fmt: skip
        super().__init__(rng, seat, over, reason)
        self.deck = deck
        self.up = up
        self.pile = pile
        self.thrown = thrown

    def clone(self) -> "PatienceState":
        return PatienceState(
            self.rng.clone(), self.seat, self.over, self.reason,
            self.deck[:], self.up[:], self.pile[:], self.thrown[:],
        )  # fmt: skip

    def fits(self, card: int) -> bool:
        return not self.pile or card > self.pile[-1]


class CardMove(Move[PatienceState]):
    """A move with a card that is up."""

    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: PatienceState, seat: int) -> Iterator[Reject]:
        if self.card not in state.up:
            yield Reject("NOT_UP", f"{self.card} is not up")

    def take(self, state: PatienceState) -> int:
        """Takes the card, and turns another one up."""
        state.up.remove(self.card)
        if state.deck:
            state.up.append(state.deck.pop())
            state.up.sort()
        return self.card


class Put(CardMove):
    """Put a card on the pile; it must be higher than the last one."""

    id: ClassVar[str] = "put"

    @classmethod
    def enumerate(cls, state: PatienceState, seat: int) -> "Iterator[Put]":
        for card in state.up:
            yield cls(card)

    def check(self, state: PatienceState, seat: int) -> Iterator[Reject]:
        yield from super().check(state, seat)
        if not state.fits(self.card):
            yield Reject("TOO_LOW", f"{self.card} is not higher than {state.pile[-1]}")

    def apply(self, state: PatienceState, seat: int) -> None:
        state.pile.append(self.take(state))


class Throw(CardMove):
    """Throw a card away, three times at most."""

    id: ClassVar[str] = "throw"

    @classmethod
    def enumerate(cls, state: PatienceState, seat: int) -> "Iterator[Throw]":
        for card in state.up:
            yield cls(card)

    def check(self, state: PatienceState, seat: int) -> Iterator[Reject]:
        yield from super().check(state, seat)
        if len(state.thrown) == THROWS:
            yield Reject("NO_THROW_LEFT", f"{THROWS} cards are thrown away already")

    def apply(self, state: PatienceState, seat: int) -> None:
        state.thrown.append(self.take(state))


class Concede(Move[PatienceState]):
    """Give up."""

    id: ClassVar[str] = "concede"
    always: ClassVar[bool] = True

    def apply(self, state: PatienceState, seat: int) -> None:
        state.finish("conceded")


class Lowest(Consideration[PatienceState, PatienceState]):
    """Puts the lowest card that fits."""

    def propose(
        self, seen: Observation[PatienceState, PatienceState]
    ) -> Proposal[PatienceState] | None:
        low = min((move.card for move in seen.moves if isinstance(move, Put)), default=None)
        if low is None:
            return None
        gap = low - max(seen.view.pile, default=0)
        return Proposal(Put(low), (Reason("room", 13.0 - gap, f"skips {gap - 1} cards"),))


class Tidy(Consideration[PatienceState, PatienceState]):
    """Throws the highest card away while nothing else is any good."""

    def propose(
        self, seen: Observation[PatienceState, PatienceState]
    ) -> Proposal[PatienceState] | None:
        high = max((move.card for move in seen.moves if isinstance(move, Throw)), default=None)
        return None if high is None else Proposal(Throw(high), (Reason("tidy", 9.0, "waits"),))


def make_utility() -> UtilityAgent[PatienceState, PatienceState]:
    return UtilityAgent([Lowest("lowest"), Tidy("tidy")], Highest(), scale=12)


class Patience(Game[PatienceState, PatienceState]):
    """The rules; the return is the number of cards on the pile above five."""

    id: ClassVar[str] = "patience"
    title: ClassVar[str] = "Patience"

    def __init__(self) -> None:
        super().__init__(seats=1)

    def kinds(self) -> list[type[Move[PatienceState]]]:
        return [Put, Throw, Concede]

    def setup(self, rng: Rng) -> PatienceState:
        deck = list(range(1, CARDS + 1))
        rng.shuffle(deck)
        up = sorted(deck.pop() for _ in range(UP))
        return PatienceState(rng, 0, False, "", deck, up, [], [])

    def play(
        self, state: PatienceState, move: Move[PatienceState], seat: int | None = None
    ) -> None:
        super().play(state, move, seat)
        stuck = len(state.thrown) == THROWS and not any(map(state.fits, state.up))
        if not state.over and (stuck or not state.up):
            state.finish("no card fits" if state.up else "no card is left")

    def returns(self, state: PatienceState) -> list[float]:
        if not state.over:
            return [0.0]
        score = float(len(state.pile) - GOAL + 1)
        return [min(score, 0.0) if state.reason == "conceded" else score]

    def standing(self, state: PatienceState) -> list[float]:
        return [float(len(state.pile) - GOAL + 1)]

    def agents(self) -> Mapping[str, Callable[..., Agent[PatienceState, PatienceState]]]:
        return {"utility": make_utility}

    def view(self, state: PatienceState, seat: int) -> PatienceState:
        seen = state.clone()
        seen.rng = hidden_rng()
        seen.deck = [HIDDEN] * len(state.deck)
        return seen

    def sample(self, view: PatienceState, rng: Rng) -> PatienceState:
        world = view.clone()
        world.rng = rng.child("dice")
        known = {*view.up, *view.pile, *view.thrown}
        world.deck = [card for card in range(1, CARDS + 1) if card not in known]
        rng.shuffle(world.deck)
        return world

    def render(self, view: PatienceState) -> str:
        piles = {"up": view.up, "pile": view.pile, "thrown": view.thrown}
        lines = [f"{name}: {' '.join(map(str, cards)) or '-'}" for name, cards in piles.items()]
        return "\n".join([*lines, f"deck: {len(view.deck)} cards"])

    def position(self, view: PatienceState) -> dict[str, Json]:
        return {
            "up": [*view.up],
            "pile": [*view.pile],
            "thrown": [*view.thrown],
            "over": view.reason,
        }

    def read_position(self, document: object) -> PatienceState:
        root = Document(document)
        root.only(("up", "pile", "thrown", "over"))
        up, pile, thrown = [
            [item.integer(1, CARDS) for item in root.field(name).items()]
            for name in ("up", "pile", "thrown")
        ]
        reason = root.field("over").text()
        root.finish(PositionError, "position of patience")
        deck = [HIDDEN] * (CARDS - len(up) - len(pile) - len(thrown))
        return PatienceState(hidden_rng(), 0, reason != "", reason, deck, up, pile, thrown)
