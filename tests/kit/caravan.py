"""Caravan: a small game of three seats with everything that a position can hold."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject, Rng, Value

HAND: Final = 0
DECK: Final = 1
PILE: Final = 2
TRAP: Final = 3
CAMP: Final = 0
ROAD: Final = 1

CATALOGUE: Final[kit.Catalogue[kit.Card]] = kit.read_catalogue(
    [{"id": "ant"}, {"id": "bee"}, {"id": "cat"}, {"id": "dog"}, {"id": "egg", "token": True}],
    kit.Card,
)
ANT, BEE, CAT, DOG, EGG = range(1, 6)
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner", pool="deck"),
        kit.Zone("deck", "none", ordered=True, pool="deck", shared=True),
        kit.Zone("pile", pool="deck", shared=True),
        kit.Zone("trap", "owner", ordered=True, pool="deck"),
    ),
    ("camp", "road"),
    seats=3,
    phases=("day", "night"),
    marks=("drawn", "played"),
    stats=("power",),
)


class Order(Value):
    """What a seat has ordered."""

    __match_args__ = ("what", "price")

    def __init__(self, what: str, price: float) -> None:
        self.what: Final = what
        self.price: Final = price


class Ledger(kit.Board):
    """Points, secret bids, and more."""

    __match_args__ = ("points", "bids", "goal", "last", "orders", "log", "seed")
    visibility: ClassVar[Mapping[str, str]] = {
        "points": "public",
        "bids": "owner",
        "goal": "owner",
        "last": "public",
        "orders": "public",
        "log": "public",
        "seed": "server",
    }
    words: ClassVar[Mapping[str, str]] = {"goal": "card", "last": "place"}
    records: ClassVar[tuple[type[Value], ...]] = (Order,)

    def __init__(
        self,
        points: list[int],
        bids: list[int],
        goal: list[int],
        last: int | None,
        orders: list[Order],
        log: list[str],
        seed: int,
    ) -> None:
        self.points = points
        self.bids = bids
        self.goal = goal
        self.last = last
        self.orders = orders
        self.log = log
        self.seed = seed


class Pack(kit.InPlay):
    """An animal with cards on its back and a place that it follows."""

    __match_args__ = ("kind", "serial", "mods", "load", "follows", "tired")
    words: ClassVar[Mapping[str, str]] = {"load": "card", "follows": "place"}

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[kit.Modifier, ...] = (),
        load: list[int] | None = None,
        follows: int = kit.NOWHERE,
        tired: bool = False,
    ) -> None:
        super().__init__(kind, serial, mods)
        self.load = [] if load is None else load
        self.follows = follows
        self.tired = tired

    def clone(self) -> "Pack":
        return Pack(self.kind, self.serial, self.mods, self.load[:], self.follows, self.tired)

    def cards(self) -> list[int]:
        return [*self.load, self.kind]


Table: TypeAlias = kit.TableState[Pack, Ledger]


class Gain(kit.Effect[Pack, Ledger]):
    """Points for a card that was shown."""

    id: ClassVar[str] = "gain"
    words: ClassVar[Mapping[str, str]] = {"cards": "card"}
    __match_args__ = ("seat", "cards", "mod")

    def __init__(self, seat: int, cards: tuple[int, ...], mod: kit.Modifier | None = None) -> None:
        if len(cards) > 2:
            raise ValueError("at most two cards")
        self.seat: Final = seat
        self.cards: Final = cards
        self.mod: Final = mod

    def resolve(self, state: Table) -> None:
        state.board.points[self.seat] += len(self.cards)


class Pick(kit.Question[Pack, Ledger]):
    """Which card do you throw away?"""

    id: ClassVar[str] = "pick"

    def options(self, state: Table) -> list[int]:
        return list(state.pile(HAND, self.seat))

    def answer(self, state: Table, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, HAND, self.seat, PILE)


class Arrived(kit.Event):
    """A part has come into play."""

    id: ClassVar[str] = "arrived"
    words: ClassVar[Mapping[str, str]] = {"place": "place"}
    __match_args__ = ("place", "serial")

    def __init__(self, place: int, serial: int) -> None:
        self.place: Final = place
        self.serial: Final = serial


class Answer(kit.Answer[Pack, Ledger]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Pick)


class Play(kit.TableMove[Pack, Ledger]):
    """Send an animal to your camp."""

    id: ClassVar[str] = "play"
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def apply(self, state: Table, seat: int) -> None:
        part = state.enter(Pack(state.take(self.card, HAND, seat)), CAMP, seat)
        place = state.place(CAMP, seat, len(state.row(CAMP, seat)) - 1)
        state.events.append(Arrived(place, part.serial))
        state.then(Pick((seat + 1) % 3))


class Rest(kit.TableMove[Pack, Ledger]):
    """End your turn."""

    id: ClassVar[str] = "rest"

    def check(self, state: Table, seat: int) -> Iterator[Reject]:
        if state.turn > 30:
            yield Reject("LATE", "the caravan has arrived")

    def apply(self, state: Table, seat: int) -> None:
        state.turn += 1
        state.active = (seat + 1) % 3
        state.draw(state.active, DECK, HAND)
        if state.turn > 20:
            state.win(kit.NOBODY, "the road ends")


class Caravan(kit.CardGame[Pack, Ledger]):
    """Twelve animals in one deck, and two traps for each seat."""

    id: ClassVar[str] = "caravan"

    def __init__(self) -> None:
        super().__init__(3)

    def kinds(self) -> list[type[Move[Table]]]:
        return [Play, Rest, Answer]

    def effects(self) -> list[type[kit.Event]]:
        return [Gain, Pick, Arrived]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Ledger:
        return Ledger([0, 0, 0], [-1, -1, -1], [-1, -1, -1], None, [], [], 0)

    def part(self, card: int) -> Pack:
        if card == BEE:
            raise ValueError("it flies")
        return Pack(card)

    def fill_board(self, board: Ledger, rng: Rng, viewer: int) -> None:
        for seat in range(3):
            if seat != viewer:
                board.bids[seat], board.goal[seat] = rng.below(5), ANT + rng.below(4)

    def deal(self, state: Table) -> None:
        state.add([ANT, BEE, CAT, DOG] * 6, DECK)
        state.shuffle(DECK)
        for seat in range(3):
            state.add([ANT, DOG], TRAP, seat)
            state.shuffle(TRAP, seat)
            state.draw(seat, DECK, HAND, 3)
            state.board.bids[seat] = state.rng.below(5)
            state.board.goal[seat] = ANT + state.rng.below(4)
        state.turn = 1

    def triggered(self, state: Table, event: Value) -> list[kit.Effect[Pack, Ledger]]:
        return [Gain(0, (ANT,)), Gain(0, (CAT, DOG)), Gain(2, ())]
