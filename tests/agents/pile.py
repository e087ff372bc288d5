"""A small game for tests: take 1 to 3 stones, the last stone wins; each seat hides a charm."""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.agent import Observation
from kibitz.core.document import Document
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import PositionError
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.state import State
from kibitz.core.value import Json

HIDDEN = -1


class PileState(State):
    """The stones, and the charms by seat; a charm raises what its owner loses."""

    __match_args__ = ("rng", "seat", "over", "reason", "stones", "charms")

    def __init__(
        self, rng: Rng, seat: int, over: bool, reason: str, stones: int, charms: list[int]
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.stones = stones
        self.charms = charms

    def clone(self) -> "PileState":
        return PileState(
            self.rng.clone(), self.seat, self.over, self.reason, self.stones, [*self.charms]
        )


class Take(Move[PileState]):
    """Take stones from the pile."""

    id: ClassVar[str] = "take"
    name: ClassVar[str] = "Take"
    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count

    @classmethod
    def enumerate(cls, state: PileState, seat: int) -> Iterator["Take"]:
        for count in (1, 2, 3):
            yield cls(count)

    def check(self, state: PileState, seat: int) -> Iterator[Reject]:
        if not 1 <= self.count <= 3:
            yield Reject("BAD_COUNT", f"1 to 3 stones are taken, not {self.count}")
        if self.count > state.stones:
            yield Reject("TOO_FEW_STONES", f"only {state.stones} stones are left")

    def apply(self, state: PileState, seat: int) -> None:
        state.stones -= self.count
        if state.stones == 0:
            state.finish("last stone")
        else:
            state.seat = 1 - seat


class Concede(Move[PileState]):
    """Give up."""

    id: ClassVar[str] = "concede"
    name: ClassVar[str] = "Concede"
    always: ClassVar[bool] = True

    def apply(self, state: PileState, seat: int) -> None:
        state.seat = 1 - seat
        state.finish("conceded")


class Pile(Game[PileState, PileState]):
    """The rules; `stones` is the size of the pile."""

    id: ClassVar[str] = "pile"
    title: ClassVar[str] = "Pile"

    def __init__(self, stones: int = 10, quick: bool = False) -> None:
        super().__init__(2)
        if stones < 1:
            raise ValueError(f"a pile has 1 stone or more, not {stones}")
        self.stones: Final = stones

    def kinds(self) -> list[type[Move[PileState]]]:
        return [Take, Concede]

    def setup(self, rng: Rng) -> PileState:
        charms = [int(rng.below(3)), int(rng.below(3))]
        return PileState(rng, 0, False, "", self.stones, charms)

    def returns(self, state: PileState) -> list[float]:
        if not state.over:
            return [0.0, 0.0]
        won = 1.0 + state.charms[1 - state.seat]
        return [won, -won] if state.seat == 0 else [-won, won]

    def view(self, state: PileState, seat: int) -> PileState:
        seen = state.clone()
        seen.rng = hidden_rng()
        seen.charms = [c if s == seat else HIDDEN for s, c in enumerate(state.charms)]
        return seen

    def sample(self, view: PileState, rng: Rng) -> PileState:
        world = view.clone()
        world.charms = [int(rng.below(3)) if c == HIDDEN else c for c in view.charms]
        world.rng = rng.child("dice")
        return world

    def describe(self, view: PileState, move: Move[PileState]) -> str:
        match move:
            case Take(count):
                return f"take {count} of {view.stones} stones"
        return str(move)

    def render(self, view: PileState) -> str:
        return f"stones: {view.stones}  charms: {view.charms}"

    def position(self, view: PileState) -> dict[str, Json]:
        return {"seat": view.seat, "stones": view.stones, "charms": [*view.charms]}

    def read_position(self, document: object) -> PileState:
        root = Document(document)
        root.only(("seat", "stones", "charms"))
        seat = root.field("seat").integer(0, 1)
        stones = root.field("stones").integer(1)
        charms = [item.integer(HIDDEN, 2) for item in root.field("charms").items()]
        root.finish(PositionError, "position of pile")
        return PileState(hidden_rng(), seat, False, "", stones, charms)


def seen_at(stones: int, seed: int = 1) -> Observation[PileState, PileState]:
    """Makes the observation of the first player at a pile of some size."""
    return RuleEngine(Pile(stones), seed=seed, agent_seed=seed).observe()
