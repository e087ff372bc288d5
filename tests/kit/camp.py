"""A small game for the tests of the kit: animals in two rows, with questions of every kind."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject, Value, seeded

HAND, DECK, PILE, RIVER = range(4)
FRONT, BACK = range(2)
MAIN, NIGHT = range(2)
POWER, COST = range(2)
LAST_TURN: Final = 20


class Animal(kit.Card):
    """What is printed on an animal."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.cost: Final[int] = row.whole("cost")


CATALOGUE: Final = kit.read_catalogue(
    [
        {"id": "ant", "name": "Ant", "cost": 1},
        {"id": "bee", "name": "Bee", "cost": 2},
        {"id": "cat", "name": "Big Cat", "cost": 3},
        {"id": "dog-7", "name": "Dog", "cost": 3},
        {"id": "egg", "name": "Egg", "cost": 0, "token": True},
    ],
    Animal,
)
CARDS: Final = CATALOGUE.cards
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    [
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("pile"),
        kit.Zone("river", "none", ordered=True, shared=True),
    ],
    ("front", "back"),
    phases=("main", "night"),
    marks=("fed", "rested"),
    stats=("power", "cost"),
)
ANT, BEE, CAT, DOG, EGG = range(1, 6)
place = LAYOUT.read_place


class Purse(kit.Board):
    """Food by seat, and what happened."""

    __match_args__ = ("food", "told")
    visibility: ClassVar[Mapping[str, str]] = {"food": "public", "told": "public"}
    words: ClassVar[Mapping[str, str]] = {"food": "number"}

    def __init__(self, food: list[int], told: list[str]) -> None:
        self.food = food
        self.told = told


CampState: TypeAlias = kit.TableState[kit.Unit, Purse]
CampEffect: TypeAlias = kit.Effect[kit.Unit, Purse]


# Effects.


class Say(kit.Effect[kit.Unit, Purse]):
    """Tells a word."""

    id: ClassVar[str] = "say"
    __match_args__ = ("word", "seat")

    def __init__(self, word: str, seat: int = 0) -> None:
        self.word: Final = word
        self.seat: Final = seat

    def resolve(self, state: CampState) -> None:
        state.board.told.append(self.word)


class SayLast(kit.Spell[kit.Unit, Purse]):
    """Tells a word after checks and triggers."""

    id: ClassVar[str] = "say_last"
    __match_args__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word: Final = word

    def resolve(self, state: CampState) -> None:
        state.board.told.append(self.word)


class Wound(kit.Effect[kit.Unit, Purse]):
    """Damages a part, which may have left play."""

    id: ClassVar[str] = "wound"
    words: ClassVar[Mapping[str, str]] = {"amount": "number"}
    __match_args__ = ("serial", "amount")

    def __init__(self, serial: int, amount: int) -> None:
        self.serial: Final = serial
        self.amount: Final = amount

    def resolve(self, state: CampState) -> None:
        part = state.part(self.serial)
        if part is not None:
            part.damage += self.amount


class Died(kit.Event):
    """An animal has died."""

    id: ClassVar[str] = "died"
    __match_args__ = ("card", "seat")
    words: ClassVar[Mapping[str, str]] = {"card": "card"}

    def __init__(self, card: int, seat: int) -> None:
        self.card: Final = card
        self.seat: Final = seat


class Again(kit.Effect[kit.Unit, Purse]):
    """Comes back for ever."""

    id: ClassVar[str] = "again"

    def resolve(self, state: CampState) -> None:
        state.then(Again())


# Questions.


class Fetch(kit.Question[kit.Unit, Purse]):
    """Which cards do you take back from your pile?"""

    id: ClassVar[str] = "fetch"
    least: ClassVar[int] = 0
    most: ClassVar[int] = 2

    def options(self, state: CampState) -> tuple[int, ...]:
        return state.pile(PILE, self.seat)

    def answer(self, state: CampState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, PILE, self.seat, HAND)


class Promote(kit.Question[kit.Unit, Purse]):
    """Which animal goes to the front?"""

    id: ClassVar[str] = "promote"
    kind: ClassVar[str] = "place"

    def options(self, state: CampState) -> list[int]:
        return [state.place(BACK, self.seat, at) for at in range(len(state.row(BACK, self.seat)))]

    def answer(self, state: CampState, picks: tuple[int, ...]) -> None:
        for at in picks:
            state.row(FRONT, self.seat).append(state.drop(at))


class HowMuch(kit.Question[kit.Unit, Purse]):
    """How much food do you give?"""

    id: ClassVar[str] = "how_much"
    kind: ClassVar[str] = "number"

    def options(self, state: CampState) -> list[int]:
        return list(range(state.board.food[self.seat] + 1))

    def answer(self, state: CampState, picks: tuple[int, ...]) -> None:
        state.board.food[self.seat] -= picks[0]


class Bury(kit.Question[kit.Unit, Purse]):
    """Which card of a pile goes under the deck of its owner?"""

    id: ClassVar[str] = "bury"
    kind: ClassVar[str] = "owned"

    def options(self, state: CampState) -> list[int]:
        return [
            LAYOUT.owned(card, seat)
            for seat in (0, 1)
            for card in sorted(set(state.pile(PILE, seat)))
        ]

    def answer(self, state: CampState, picks: tuple[int, ...]) -> None:
        for pick in picks:
            card, seat = LAYOUT.owned_card(pick)
            state.tuck(card, PILE, seat, DECK)


class Keep(kit.Mulligan[kit.Unit, Purse]):
    """Keep your opening hand?"""

    hand: ClassVar[int] = HAND
    deck: ClassVar[int] = DECK


# Moves.


class Play(kit.TableMove[kit.Unit, Purse]):
    """Play an animal, into the back row; a cat asks for food, and a dog rounds others up."""

    id: ClassVar[str] = "play"
    phases: ClassVar[int] = 1 << MAIN
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: CampState, seat: int) -> Iterator[Reject]:
        if CARDS[self.card].cost > state.board.food[seat]:
            yield Reject("HUNGRY", "there is not enough food")

    def apply(self, state: CampState, seat: int) -> None:
        state.board.food[seat] -= CARDS[self.card].cost
        state.enter(kit.Unit(state.take(self.card, HAND, seat)), BACK, seat)
        state.then(Say(f"played {LAYOUT.card_word(self.card)}"))
        if self.card == CAT:
            state.then(HowMuch(seat))
        elif self.card == DOG:
            state.then(Fetch(1 - seat), Promote(seat))


class Sleep(kit.TableMove[kit.Unit, Purse]):
    """End the turn."""

    id: ClassVar[str] = "sleep"

    def apply(self, state: CampState, seat: int) -> None:
        state.phase = NIGHT


class Answer(kit.Answer[kit.Unit, Purse]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(
        LAYOUT, Fetch, Promote, HowMuch, Bury, Keep
    )


class Camp(kit.CardGame[kit.Unit, Purse]):
    """Two camps."""

    id: ClassVar[str] = "camp"

    def kinds(self) -> list[type[Move[CampState]]]:
        return [Play, Sleep, Answer, kit.Concede]

    def effects(self) -> list[type[kit.Event]]:
        return [Say, SayLast, Wound, Died, Again, Fetch, Promote, HowMuch, Bury, Keep]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Purse:
        return Purse([5, 5], [])

    def part(self, card: int) -> kit.Unit:
        return kit.Unit(card)

    def deal(self, state: CampState) -> None:
        for seat in (0, 1):
            state.add([ANT, BEE, CAT, DOG] * 2, DECK, seat)
            state.shuffle(DECK, seat)
            state.draw(seat, DECK, HAND, 2)
        state.turn = 1

    def check_state(self, state: CampState) -> bool:
        """Animals with 3 damage die."""
        for pile, row in enumerate(state.rows):
            for at, part in enumerate(row):
                if part.damage >= 3:
                    seat = pile // LAYOUT.depth
                    row.pop(at)
                    state.put(part.kind, PILE, seat)
                    state.events.append(Died(part.kind, seat))
                    return True
        return False

    def triggered(self, state: CampState, event: Value) -> list[CampEffect]:
        """Every bee in play mourns the dead."""
        assert isinstance(event, Died)
        found: list[CampEffect] = []
        for pile, row in enumerate(state.rows):
            for part in row:
                if part.kind == BEE:
                    seat = pile // LAYOUT.depth
                    found.append(Say(f"bee {part.serial} of seat {seat} mourns", seat))
        return found

    def flow(self, state: CampState) -> bool:
        if state.phase == MAIN:
            return False
        if state.turn == LAST_TURN:
            state.win(kit.NOBODY, "morning has come")
        state.phase, state.marks = MAIN, 0
        state.turn += 1
        state.active = 1 - state.active
        return True


def empty() -> CampState:
    """Returns a camp without cards, on turn 1."""
    state = Camp().empty(seeded(1))
    state.turn = 1
    return state
