"""Games with one fault each in clones, pickles, seeds, records or ends, named after it."""

import itertools
from typing import ClassVar, Final

from kibitz.core.game import Outcome
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from tests.testing.broken import Kinds, Moves, Plain
from tests.testing.good import Duet, DuetState, Play, Swap


class SharedHands(DuetState):
    """A clone that shares the hands."""

    def clone(self) -> "SharedHands":
        return SharedHands(
            self.rng.clone(), self.seat, self.over, self.reason, self.deck[:], self.hands,
            self.pile[:], self.led, self.points[:], self.swapped[:],
        )  # fmt: skip


class ShallowClone(Duet):
    """Clones share what they should copy."""

    def setup(self, rng: Rng) -> DuetState:
        dealt = super().setup(rng)
        return SharedHands(*[getattr(dealt, name) for name in DuetState.__match_args__])


class Forgetful(DuetState):
    """A clone that loses the points."""

    def clone(self) -> "Forgetful":
        twin = super().clone()
        twin.points = [9, 9]
        return Forgetful(*[getattr(twin, name) for name in DuetState.__match_args__])


class UnequalClone(Duet):
    """A clone is not equal to its original."""

    def setup(self, rng: Rng) -> DuetState:
        dealt = super().setup(rng)
        return Forgetful(*[getattr(dealt, name) for name in DuetState.__match_args__])


class ShortMemory(DuetState):
    """A clone that loses the cards that were played."""

    def clone(self) -> "ShortMemory":
        twin = super().clone()
        twin.pile = []
        return ShortMemory(*[getattr(twin, name) for name in DuetState.__match_args__])


class LossyClone(Duet):
    """A clone is equal at the deal, but loses what moves write."""

    def setup(self, rng: Rng) -> DuetState:
        dealt = super().setup(rng)
        return ShortMemory(*[getattr(dealt, name) for name in DuetState.__match_args__])

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        return DuetState(*[getattr(seen, name) for name in DuetState.__match_args__])


class OtherClone(Duet):
    """A clone is of another class."""

    class Original(DuetState):
        pass

    def setup(self, rng: Rng) -> DuetState:
        dealt = super().setup(rng)
        return OtherClone.Original(*[getattr(dealt, n) for n in DuetState.__match_args__])


class Handle(DuetState):
    """A state that can be pickled but not read back."""

    def clone(self) -> "Handle":
        twin = super().clone()
        return Handle(*[getattr(twin, name) for name in DuetState.__match_args__])

    def __reduce__(self) -> tuple[object, ...]:
        return (Handle, (self.rng,))


class Unpicklable(Duet):
    """A state does not survive pickling."""

    def setup(self, rng: Rng) -> DuetState:
        dealt = super().setup(rng)
        return Handle(*[getattr(dealt, name) for name in DuetState.__match_args__])

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        return DuetState(*[getattr(seen, name) for name in DuetState.__match_args__])


class PoorState(DuetState):
    """A state whose pickle leaves the points behind."""

    def clone(self) -> "PoorState":
        twin = super().clone()
        return PoorState(*[getattr(twin, name) for name in DuetState.__match_args__])

    def __reduce__(self) -> tuple[object, ...]:
        fields = {name: getattr(self, name) for name in DuetState.__match_args__}
        return (PoorState, tuple({**fields, "points": [0, 0]}.values()))


class PoorPickle(Unpicklable):
    """A pickle is read as another state."""

    def setup(self, rng: Rng) -> DuetState:
        dealt = Duet.setup(self, rng)
        return PoorState(*[getattr(dealt, name) for name in DuetState.__match_args__])


OUTSIDE: Final = itertools.count()


class LuckySwap(Swap):
    """A move whose chance comes from outside the state."""

    def apply(self, state: DuetState, seat: int) -> None:
        super().apply(state, seat)
        state.points[seat] += next(OUTSIDE)


class OutsideChance(Plain):
    """A move leads to another state each time."""

    def kinds(self) -> Kinds:
        return [Play, LuckySwap]


class OutsideDeal(Duet):
    """The same seed deals other cards each time."""

    def setup(self, rng: Rng) -> DuetState:
        for _ in range(next(OUTSIDE)):
            rng.word()
        return super().setup(rng)


class FickleReason(Duet):
    """The same match ends for another reason each time it is asked, so no record is right."""

    def outcome(self, state: DuetState) -> Outcome | None:
        found = super().outcome(state)
        if found is None:
            return None
        return Outcome(found.winner, f"{found.reason}, {next(OUTSIDE)}", found.returns)


class OutsideNumber(Duet):
    """The same options make other games."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(2)
        self.number = number + next(OUTSIDE)


class Nameless(Duet):
    """An option without a name, which no record can hold."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(2)
        self.numbers = list(numbers)


class Unwritten(Duet):
    """An option that is not JSON, which no record can hold."""

    def __init__(self, deck: object = None) -> None:
        super().__init__(2)
        self.deck = deck


class Endless(Duet):
    """A move that can be repeated for ever."""

    class Wait(Move[DuetState]):
        """Wait."""

        id: ClassVar[str] = "wait"

        def apply(self, state: DuetState, seat: int) -> None:
            state.seat = 1 - seat

    def kinds(self) -> Kinds:
        return [Endless.Wait]

    def legal(self, state: DuetState) -> Moves:
        return [Endless.Wait()]


class SilentEnd(Plain):
    """The game ends without a reason."""

    class LastPlay(Play):
        def apply(self, state: DuetState, seat: int) -> None:
            super().apply(state, seat)
            state.reason = ""

    def kinds(self) -> Kinds:
        return [SilentEnd.LastPlay, Swap]


class LosingSwap(Swap):
    """Loses the card that is put back."""

    def apply(self, state: DuetState, seat: int) -> None:
        lowest = min(state.hands[seat])
        super().apply(state, seat)
        state.deck = [card for card in state.deck if card != lowest] or state.deck


class LostCard(Plain):
    """A card leaves the game."""

    def kinds(self) -> Kinds:
        return [Play, LosingSwap]


class WrongPosition(Duet):
    """A position forgets who has swapped."""

    def read_position(self, document: object) -> DuetState:
        view = super().read_position(document)
        view.swapped = [False, False]
        return view
