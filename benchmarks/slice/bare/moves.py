"""The moves of the bare slice, by kind of card and place; the docstring is the rule."""

from collections.abc import Iterator
from typing import ClassVar, Final

from benchmarks.slice.bare.rules import (
    add,
    attack,
    can_move,
    can_retreat,
    cure,
    draw,
    kinds_in,
    part_at,
    retreat,
    swap,
)
from benchmarks.slice.bare.state import (
    ASK_FETCH,
    ASK_PAY,
    ASK_PROMOTE,
    ASK_SETUP,
    ATTACKED,
    NOTHING,
    BareMatch,
    Pokemon,
)
from benchmarks.slice.cards import (
    BASIC,
    BENCH_SIZE,
    BILL,
    CARDS,
    ENERGY,
    GUST,
    POTION,
    SEARCH,
    SWITCH,
    TRAINER,
    can_pay,
)
from kibitz.core import Move, Reject

COUNT: Final = len(CARDS)
# The active Pokémon and the bench; and for a trainer card that is aimed at nobody.
PLACES: Final = BENCH_SIZE + 1
NOBODY: Final = -1


class BareMove(Move[BareMatch]):
    """A move of the bare slice."""

    # The question that it answers.
    answers: ClassVar[int] = NOTHING


def refuse_unheld(state: BareMatch, seat: int, card: int, table: list[bool]) -> Iterator[Reject]:
    """Refuses a card that is not in the hand, or not of the right type."""
    if card not in state.sides[seat].hand:
        yield Reject("NOT_IN_HAND", "you do not hold that card")
    elif not table[card]:
        yield Reject("WRONG_CARD", "that card cannot be played so")


class Bench(BareMove):
    """Put a Basic on your bench, which takes five."""

    id: ClassVar[str] = "bench"
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Bench"]:
        for card in kinds_in(state.sides[seat].hand):
            yield Bench(card)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        yield from refuse_unheld(state, seat, self.card, BASIC)
        if len(state.sides[seat].bench) >= BENCH_SIZE:
            yield Reject("BENCH_FULL", f"your bench takes {BENCH_SIZE} Pokémon")

    def apply(self, state: BareMatch, seat: int) -> None:
        side = state.sides[seat]
        side.hand.remove(self.card)
        side.bench.append(Pokemon(self.card, 0, [], [], 0, False, state.turn))


class Attach(BareMove):
    """Attach an energy card to one of your Pokémon, once a turn."""

    id: ClassVar[str] = "attach"
    __match_args__ = ("card", "place")

    def __init__(self, card: int, place: int) -> None:
        self.card: Final = card
        self.place: Final = place

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Attach"]:
        side = state.sides[seat]
        for card in kinds_in(side.hand):
            for place in range(len(side.bench) + 1):
                yield Attach(card, place)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        yield from refuse_unheld(state, seat, self.card, ENERGY)
        if part_at(state.sides[seat], self.place) is None:
            yield Reject("NO_TARGET", "there is no Pokémon")
        if state.attached:
            yield Reject("ONCE_PER_TURN", "you may attach one energy card a turn")

    def apply(self, state: BareMatch, seat: int) -> None:
        side = state.sides[seat]
        part = part_at(side, self.place)
        assert part is not None
        state.attached = True
        side.hand.remove(self.card)
        part.energy.append(self.card)


class Evolve(BareMove):
    """Evolve a Pokémon that has been in play since an earlier turn; not in your first turn."""

    id: ClassVar[str] = "evolve"
    __match_args__ = ("card", "place")

    def __init__(self, card: int, place: int) -> None:
        self.card: Final = card
        self.place: Final = place

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Evolve"]:
        side = state.sides[seat]
        for card in kinds_in(side.hand):
            for place in range(len(side.bench) + 1):
                yield Evolve(card, place)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        part = part_at(state.sides[seat], self.place)
        if self.card not in state.sides[seat].hand:
            yield Reject("NOT_IN_HAND", "you do not hold that card")
        elif part is None or CARDS[self.card].evolves != part.kind:
            yield Reject("NO_TARGET", "there is no Pokémon that evolves so")
        elif state.turn <= 2 or part.since == state.turn:
            yield Reject("TOO_SOON", "it came into play this turn, or this is your first turn")

    def apply(self, state: BareMatch, seat: int) -> None:
        side = state.sides[seat]
        part = part_at(side, self.place)
        assert part is not None
        side.hand.remove(self.card)
        part.under.append(part.kind)
        part.kind = self.card
        part.since = state.turn
        cure(part)


class Trainer(BareMove):
    """Play a trainer card; see the `Trainer` of the kit's slice."""

    id: ClassVar[str] = "trainer"
    __match_args__ = ("card", "place")

    def __init__(self, card: int, place: int) -> None:
        self.card: Final = card
        self.place: Final = place

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Trainer"]:
        for card in kinds_in(state.sides[seat].hand):
            for place in range(NOBODY, PLACES):
                yield Trainer(card, place)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        yield from refuse_unheld(state, seat, self.card, TRAINER)
        side = state.sides[seat]
        if self.card in (BILL, SEARCH):
            if self.place != NOBODY:
                yield Reject("NO_TARGET", "it is aimed at nobody")
            if not side.deck:
                yield Reject("DECK_EMPTY", "there is no card in your deck")
            if self.card == SEARCH and len(side.hand) < 3:
                yield Reject("TOO_FEW_CARDS", "it costs two other cards of your hand")
        elif self.card == POTION:
            part = part_at(side, self.place)
            if part is None or not part.damage:
                yield Reject("NO_TARGET", "nobody is hurt there")
        else:
            whose = state.sides[1 - seat] if self.card == GUST else side
            if not 1 <= self.place <= len(whose.bench):
                yield Reject("NO_TARGET", "nobody is there")

    def apply(self, state: BareMatch, seat: int) -> None:
        side = state.sides[seat]
        side.hand.remove(self.card)
        side.discard.append(self.card)
        if self.card == BILL:
            draw(side, 2)
        elif self.card == SEARCH:
            state.asked.append((ASK_PAY, seat))
        elif self.card == GUST:
            swap(state.sides[1 - seat], self.place)
        elif self.card == SWITCH:
            swap(side, self.place)
        else:
            part = part_at(side, self.place)
            assert part is not None
            part.damage = max(0, part.damage - 20)


class Retreat(BareMove):
    """Pay energy to swap your active Pokémon; a confused one needs heads."""

    id: ClassVar[str] = "retreat"
    __match_args__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place: Final = place

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Retreat"]:
        for place in range(1, PLACES):
            yield Retreat(place)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        if not 1 <= self.place <= len(state.sides[seat].bench):
            yield Reject("NO_TARGET", "nobody is there")
        if not can_retreat(state, seat):
            yield Reject("CANNOT_RETREAT", "it cannot pay, or cannot move")

    def apply(self, state: BareMatch, seat: int) -> None:
        retreat(state, seat, self.place)


class Strike(BareMove):
    """Attack, which ends your turn."""

    id: ClassVar[str] = "attack"
    __match_args__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index: Final = index

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Strike"]:
        yield Strike(0)
        yield Strike(1)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        mine = state.sides[seat].active
        if mine is None or not can_move(mine):
            yield Reject("CANNOT_MOVE", "it is asleep or paralyzed")
            return
        attacks = CARDS[mine.kind].attacks
        if not 0 <= self.index < len(attacks):
            yield Reject("NO_SUCH_ATTACK", f"it has {len(attacks)} attacks")
        elif not can_pay(mine.energy, attacks[self.index]):
            yield Reject("NOT_ENOUGH_ENERGY", "it has not the energy for it")

    def apply(self, state: BareMatch, seat: int) -> None:
        attack(state, seat, self.index)


class EndTurn(BareMove):
    """End your turn."""

    id: ClassVar[str] = "end"

    def apply(self, state: BareMatch, seat: int) -> None:
        state.phase = ATTACKED


# Answers. The one that applies takes the question off the list.


class SetUp(BareMove):
    """Choose a Basic as your first active Pokémon."""

    id: ClassVar[str] = "setup"
    answers: ClassVar[int] = ASK_SETUP
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["SetUp"]:
        for card in kinds_in(state.sides[seat].hand):
            yield SetUp(card)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        return refuse_unheld(state, seat, self.card, BASIC)

    def apply(self, state: BareMatch, seat: int) -> None:
        side = state.sides[seat]
        state.asked.pop(0)
        side.hand.remove(self.card)
        side.active = Pokemon(self.card, 0, [], [], 0, False, 0)


class Promote(BareMove):
    """Choose your new active Pokémon from your bench."""

    id: ClassVar[str] = "promote"
    answers: ClassVar[int] = ASK_PROMOTE
    __match_args__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place: Final = place

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Promote"]:
        for place in range(1, PLACES):
            yield Promote(place)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        if not 1 <= self.place <= len(state.sides[seat].bench):
            yield Reject("NO_TARGET", "nobody is there")

    def apply(self, state: BareMatch, seat: int) -> None:
        state.asked.pop(0)
        side = state.sides[seat]
        side.active = side.bench.pop(self.place - 1)


class Pay(BareMove):
    """Discard two cards for a search."""

    id: ClassVar[str] = "pay"
    answers: ClassVar[int] = ASK_PAY
    __match_args__ = ("first", "second")

    def __init__(self, first: int, second: int) -> None:
        self.first: Final = first
        self.second: Final = second

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Pay"]:
        kinds = kinds_in(state.sides[seat].hand)
        for at in range(len(kinds)):
            for second in kinds[at:]:
                yield Pay(kinds[at], second)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        hand = state.sides[seat].hand
        wanted = 2 if self.first == self.second else 1
        if hand.count(self.first) < wanted or self.second not in hand:
            yield Reject("NOT_IN_HAND", "you do not hold these cards")
        elif self.first > self.second:
            yield Reject("ORDER", "name the cards in the order of your hand")

    def apply(self, state: BareMatch, seat: int) -> None:
        side = state.sides[seat]
        for card in (self.first, self.second):
            side.hand.remove(card)
            side.discard.append(card)
        side.searched = True
        state.asked[0] = (ASK_FETCH, seat)


class Fetch(BareMove):
    """Take a card of your choice from your deck."""

    id: ClassVar[str] = "fetch"
    answers: ClassVar[int] = ASK_FETCH
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @classmethod
    def enumerate(cls, state: BareMatch, seat: int) -> Iterator["Fetch"]:
        for card in range(COUNT):
            yield Fetch(card)

    def check(self, state: BareMatch, seat: int) -> Iterator[Reject]:
        # The reasons are shown to everybody, and only this question lets a player see the deck.
        if (ASK_FETCH, seat) in state.asked[:1] and self.card not in state.sides[seat].deck:
            yield Reject("NOT_IN_DECK", "it is not in your deck")

    def apply(self, state: BareMatch, seat: int) -> None:
        state.asked.pop(0)
        side = state.sides[seat]
        side.deck.remove(self.card)
        add(side.hand, self.card)
        state.rng.shuffle(side.deck)


# All moves, made once.

BENCHES: Final = [Bench(card) for card in range(COUNT)]
ATTACHES: Final = [[Attach(card, place) for place in range(PLACES)] for card in range(COUNT)]
EVOLVES: Final = [[Evolve(card, place) for place in range(PLACES)] for card in range(COUNT)]
TRAINERS: Final = [[Trainer(card, place) for place in range(PLACES)] for card in range(COUNT)]
UNAIMED: Final = [Trainer(card, NOBODY) for card in range(COUNT)]
RETREATS: Final = [Retreat(place) for place in range(PLACES)]
STRIKES: Final = [Strike(0), Strike(1)]
END_TURN: Final = EndTurn()
SETUPS: Final = [SetUp(card) for card in range(COUNT)]
PROMOTES: Final = [Promote(place) for place in range(PLACES)]
PAYS: Final = [[Pay(first, second) for second in range(COUNT)] for first in range(COUNT)]
FETCHES: Final = [Fetch(card) for card in range(COUNT)]
