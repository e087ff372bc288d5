"""Games that show or sample too much or too little, one fault each, named after it."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.domains import Domain, int_range
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.value import Json
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.state import TableState
from tests.testing.broken import Kinds, Plain
from tests.testing.good import CARDS, Duet, DuetState, Play, Swap
from tests.testing.raid import (
    CAT,
    DECK,
    FIELD,
    HAND,
    LAYOUT,
    PILE,
    PLAYED,
    Answer,
    Bury,
    EndPhase,
    PlayCard,
    Raid,
    RaidState,
    Score,
)

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


class SharedViews(Duet):
    """All views share a list, which no rule ever writes to."""

    nothing: ClassVar[list[int]] = []

    def view(self, state: DuetState, seat: int) -> DuetState:
        seen = super().view(state, seat)
        if not seen.pile:
            seen.pile = self.nothing
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


# Card games.

RaidKinds = list[type[Move[RaidState]]]


class LosingPlay(PlayCard):
    """What was to go under a beast is gone."""

    def apply(self, state: RaidState, seat: int) -> None:
        super().apply(state, seat)
        if self.under is not None:
            state.at(self.under).under = ()


class LostAttachment(Raid):
    """A card game loses a card that hangs on another one."""

    def kinds(self) -> RaidKinds:
        return [LosingPlay, Bury, EndPhase, Answer, kit.Concede]


class OpenCard(Raid):
    """A view shows the top card of the deck."""

    def view(self, state: RaidState, seat: int) -> RaidState:
        seen = super().view(state, seat)
        deck = state.index(DECK, 0)
        seen.cards[deck][-1:] = state.cards[deck][-1:]
        return seen


class ClosedCard(Raid):
    """A view hides a card of the own hand."""

    def view(self, state: RaidState, seat: int) -> RaidState:
        seen = super().view(state, seat)
        if seat == 1 and seen.pile(HAND, 1):
            hand = seen.cards[seen.index(HAND, 1)]
            seen.pools[1].append(hand.pop())
            hand.insert(0, UNKNOWN)
            seen.pools[1].sort()
        return seen


class ForgetfulView(Raid):
    """A view hides the card that a cat has brought back from an open pile."""

    def view(self, state: RaidState, seat: int) -> RaidState:
        forgetful = state.clone()
        forgetful.seen = [() for _ in state.seen]
        return super().view(forgetful, seat)


class OpenBoard(Raid):
    """A card game shows the secrets on its board."""

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
        document.pop("marks", None)
        return document


# Leaks that no single view shows.


class TellingState(kit.TableState[kit.Unit, Score]):
    """A hand is blurred only if the card that left it unseen was known.

    So whoever knew the card can tell from the blur that it was this one.
    """

    def with_cards(
        self, rng: Rng, viewer: int, cards: list[list[int]], seen: list[tuple[int, ...]]
    ) -> "TellingState":
        return telling(super().with_cards(rng, viewer, cards, seen))

    def carry(self, p: int, at: int, q: int, to: int = -1) -> None:
        before = self.seen[p]
        known = before[at] if before else self.layout.usual[p]
        super().carry(p, at, q, to)
        if before and known == self.layout.usual[p]:
            self.mark(p, [mask for place, mask in enumerate(before) if place != at])


def telling(state: RaidState) -> TellingState:
    """Makes a state of the class above."""
    return TellingState(*[getattr(state, name) for name in state.__match_args__])


class ShownRaid(Raid):
    """Raid in which each player shows a card of the hand at the start; it breaks no law."""

    def deal(self, state: RaidState) -> None:
        super().deal(state)
        for seat in range(2):
            state.put(state.take(state.pile(HAND, seat)[0], HAND, seat), HAND, seat)


class TellingBlur(ShownRaid):
    """What a seat forgets tells it which card has left a hand."""

    def empty(self, rng: Rng) -> RaidState:
        return telling(TableState(rng, LAYOUT, self.board()))


class LoosePlay(PlayCard):
    """Takes the card out of the list itself, so that the masks stay behind."""

    def apply(self, state: RaidState, seat: int) -> None:
        state.marks |= PLAYED
        state.cards[state.index(HAND, seat)].remove(self.card)
        state.enter(kit.Unit(self.card), FIELD, seat)


class LoosePile(ShownRaid):
    """A rule changes a list of cards instead of moving a card."""

    def kinds(self) -> RaidKinds:
        return [LoosePlay, Bury, EndPhase, Answer, kit.Concede]


# Numbers that mean another card tomorrow.


class Host(kit.Unit):
    """A beast that remembers a card; the words of a unit do not name it."""

    __match_args__ = ("kind", "serial", "mods", "damage", "spent", "under", "guest")

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[kit.Modifier, ...] = (),
        damage: int = 0,
        spent: bool = False,
        under: tuple[int, ...] = (),
        guest: int = UNKNOWN,
    ) -> None:
        super().__init__(kind, serial, mods, damage, spent, under)
        self.guest = guest

    def clone(self) -> "Host":
        unit = (self.kind, self.serial, self.mods, self.damage, self.spent, self.under)
        return Host(*unit, self.guest)


class RawNumber(Raid):
    """A part in play holds a card as a number that no position puts into words."""

    def part(self, card: int) -> kit.Unit:
        return Host(card)

    def deal(self, state: RaidState) -> None:
        super().deal(state)
        host = Host(state.take(state.pile(DECK, 0)[0], DECK, 0), guest=CAT)
        state.enter(host, FIELD, 0)


# Moves that mean different things in different worlds.


class Rob(kit.TableMove[kit.Unit, Score]):
    """Take a card out of the other hand by its index; hidden cards have none that means a thing."""

    id: ClassVar[str] = "rob"
    domains: ClassVar[Mapping[str, Domain]] = {
        "index": int_range(1, lambda state, seat, chosen: len(state.pile(HAND, 1 - seat)))
    }
    __match_args__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index: Final = index

    def apply(self, state: RaidState, seat: int) -> None:
        card = state.pile(HAND, 1 - seat)[self.index - 1]
        state.move(card, HAND, 1 - seat, PILE)


class IndexedHand(Raid):
    """A move names an index in a hidden hand."""

    def kinds(self) -> RaidKinds:
        return [PlayCard, Bury, EndPhase, Rob, Answer, kit.Concede]

    def describe(self, view: RaidState, move: Move[RaidState]) -> str:
        if not isinstance(move, Rob):
            return super().describe(view, move)
        card = view.pile(HAND, 1 - view.seat)[move.index - 1]
        return f"Rob: {move.index}, {LAYOUT.titles[card]}"


class IndexedText(IndexedHand):
    """The text of a move is read by what is at the index."""

    def describe(self, view: RaidState, move: Move[RaidState]) -> str:
        return Raid.describe(self, view, move)

    def parse(self, state: RaidState, text: str, seat: int | None = None) -> Move[RaidState]:
        move = super().parse(state, text, seat)
        if not isinstance(move, Rob):
            return move
        hand = state.pile(HAND, 1 - state.seat)
        return Rob(hand.index(hand[move.index - 1]) + 1)
