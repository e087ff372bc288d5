"""Games that show or sample too much or too little, one fault each, named after it."""

from collections.abc import Iterator

from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.value import Json
from kibitz.kit import CardId
from kibitz.kit import Concede as Concession
from tests.testing.broken import Kinds, Plain
from tests.testing.good import CARDS, Duet, DuetState, Play, Swap
from tests.testing.raid import EndPhase, GiveUp, PlayCard, Raid, RaidState

# Hidden information.


class LeakyView(Duet):
    """A view shows the top of the deck."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        seen.deck[-1:] = state.deck[-1:]
        return seen


class NosySpectator(Duet):
    """A spectator sees both hands."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        if seat < 0:
            seen.hands = [hand[:] for hand in state.hands]
        return seen


class Snitch(DuetState):
    """A view with a reference to the state it was made from."""

    behind: DuetState


class TruthfulSample(Duet):
    """Sampling returns the true state."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        snitch = Snitch(*[getattr(seen, name) for name in DuetState.__match_args__])
        snitch.behind = state.clone()
        return snitch

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        if not isinstance(view, Snitch) or not hasattr(view, "behind"):
            return super().sample(view, rng)
        world = view.behind.clone()
        world.rng = rng.child("dice")
        return world

    def read_position(self, document: object) -> DuetState:
        view = super().read_position(document)
        return Snitch(*[getattr(view, name) for name in DuetState.__match_args__])


class GeneratorInView(Duet):
    """A view holds the generator."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        seen.rng = state.rng.clone()
        return seen


class SmuggledGenerator(Duet):
    """A view holds the words of the generator in a field that is not compared."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        return Smuggler(
            *[getattr(seen, name) for name in DuetState.__match_args__], state.rng.key()
        )


class Smuggler(DuetState):
    """A view that carries a field outside its key."""

    def __init__(self, *fields: object) -> None:
        names = DuetState.__match_args__
        held = dict(zip([*names, "words"], fields, strict=False))
        super().__init__(*[held[name] for name in names])  # type: ignore[arg-type]  # as given
        self.words = held.get("words")

    def clone(self) -> "Smuggler":
        twin = super().clone()
        return Smuggler(*[getattr(twin, name) for name in DuetState.__match_args__], self.words)

    def __reduce__(self) -> tuple[object, ...]:
        return (Smuggler, (*[getattr(self, n) for n in DuetState.__match_args__], self.words))


class ViewGenerator(Duet):
    """A sampled world has the generator of the view."""

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        world = super().sample(view, rng)
        world.rng = hidden_rng()
        return world


class MatchGenerator(TruthfulSample):
    """A sampled world has the generator of the match."""

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        world = super().sample(view, rng)
        if isinstance(view, Snitch) and hasattr(view, "behind"):
            world.rng = view.behind.rng.clone()
        return world


class OtherSeat(Duet):
    """A view tells everybody that it is their turn."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        seen.seat = 0
        return seen

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        world = super().sample(view, rng)
        world.seat = 0
        return world


class HiddenMoves(Plain):
    """What may be played depends on the other hand."""

    class Higher(Play):
        def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
            yield from super().check(state, seat)
            other = state.hands[1 - seat]
            if self.card == 1 and CARDS in other:
                yield Reject("FEAR", "a one does not face a six")

    def kinds(self) -> Kinds:
        return [HiddenMoves.Higher, Swap]


class TalkativePlay(Play):
    """Says that the other player holds a card."""

    def check(self, state: DuetState, seat: int) -> Iterator[Reject]:
        if self.card in state.hands[1 - seat]:
            yield Reject("NOT_IN_HAND", f"the other holds {self.card}")
        yield from super().check(state, seat)


class TalkativeRefusal(Plain):
    """A refusal gives a hidden card away."""

    def kinds(self) -> Kinds:
        return [TalkativePlay, Swap]


class SharedView(Duet):
    """A view shares the points with the state."""

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        seen.points = state.points
        seen.swapped = state.swapped
        return seen


class SharedSample(Duet):
    """A sampled world shares the points with the view."""

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        world = super().sample(view, rng)
        world.points = view.points
        world.swapped = view.swapped
        return world


class BlankSample(Plain):
    """Sampled worlds keep an unknown deck, so that a player may draw what cannot be played."""

    def sample(self, view: DuetState, rng: Rng) -> DuetState:
        world = super().sample(view, rng)
        world.deck = view.deck[:]
        return world


class TalkativeDrawing(Duet):
    """Equal views are drawn differently."""

    def render(self, view: DuetState) -> str:
        return f"{id(view)}"


class TalkativeMoves(Duet):
    """A move is described differently in equal views."""

    def describe(self, view: DuetState, move: Move[DuetState]) -> str:
        return f"{id(view)}"


# Table games.


class Bury(GiveUp):
    """A card is taken out of the game."""

    def apply(self, state: RaidState, seat: int) -> None:
        state.table.remove(CardId(str(self.choice)))


class LostTableCard(Raid):
    """A table game loses a card."""

    def kinds(self) -> list[type[Move[RaidState]]]:
        return [PlayCard, Bury, EndPhase, Concession]


class OpenHands(Raid):
    """A table game shows all cards, whatever its zones say."""

    def view(self, state: RaidState, seat: int) -> RaidState:
        seen = super().view(state, seat)
        seen.table = state.table.clone()
        return seen


class OpenBoard(Raid):
    """A table game shows the secrets on its board."""

    def view(self, state: RaidState, seat: int) -> RaidState:
        seen = super().view(state, seat)
        seen.board = state.board.clone()
        return seen


class WrongTablePosition(Raid):
    """A position is read with another total."""

    def read_position(self, document: object) -> RaidState:
        view = super().read_position(document)
        view.board.total = [1, 1]
        return view


class PoorTablePosition(Raid):
    """A position leaves out what was done this turn."""

    def position(self, view: RaidState) -> dict[str, Json]:
        document = super().position(view)
        document.pop("trackers", None)
        return document
