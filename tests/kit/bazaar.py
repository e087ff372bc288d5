"""Bazaar: a small game for three, made for tests.

Three merchants draw from one deck. Each has a herald and a vine up from the start. In a turn a
merchant may put up one card, hang one under another, take one back, send a tax collector, and call
one auction, at which all bid a card in secret. Some cards do something when others are put up, and
some ward off a loss. After turn 9, or when somebody has no coin left, the richest wins.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject, Value

HAND: Final = 0
DECK: Final = 1
BID: Final = 2
PILE: Final = 3
STALL: Final = 0
TRADE: Final = 0
CLOSED: Final = 1
OFFERED: Final = 1
HUNG: Final = 2
CALLED: Final = 4
WORTH: Final = 0
SEATS: Final = (0, 1, 2)


class Ware(kit.Card):
    """What is printed on a card."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.worth: Final[int] = row.whole("worth", 0)
        self.spell: Final[bool] = row.flag("spell")


CATALOGUE: Final[kit.Catalogue[Ware]] = kit.read_catalogue(
    [
        {"id": "apple", "worth": 1},
        {"id": "silk", "worth": 3},
        {"id": "herald", "worth": 1},
        {"id": "beggar", "worth": 1},
        {"id": "guard", "worth": 1},
        {"id": "clerk", "worth": 2},
        {"id": "weaver", "worth": 1},
        {"id": "vine", "worth": 1},
        {"id": "banner", "worth": 1},
        {"id": "gossip", "worth": 2},
        {"id": "taxman", "spell": True},
        {"id": "parcel", "worth": 1, "token": True},
    ],
    Ware,
)
CARDS: Final = CATALOGUE.cards
(APPLE, SILK, HERALD, BEGGAR, GUARD, CLERK, WEAVER, VINE, BANNER, GOSSIP, TAXMAN, PARCEL) = [
    CATALOGUE.number(word) for word in CATALOGUE.ids
]
WARES: Final = CATALOGUE.where(lambda ware: not ware.spell)
SPELLS: Final = CATALOGUE.where(lambda ware: ware.spell)
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner", pool="market"),
        kit.Zone("deck", "none", ordered=True, pool="market", shared=True),
        kit.Zone("bid", "owner", pool="market"),
        kit.Zone("pile", pool="market", shared=True),
    ),
    ("stall",),
    seats=3,
    phases=("trade", "closed"),
    marks=("offered", "hung", "called"),
    stats=("worth",),
)


class Purse(kit.Board):
    """The coins of the merchants."""

    __match_args__ = ("coins",)
    visibility: ClassVar[Mapping[str, str]] = {"coins": "public"}
    words: ClassVar[Mapping[str, str]] = {"coins": "number"}

    def __init__(self, coins: list[int]) -> None:
        self.coins = coins


BazaarState: TypeAlias = kit.TableState[kit.Unit, Purse]


def worth(state: BazaarState, part: kit.Unit) -> int:
    """Returns what a part is worth now."""
    return state.value(part, WORTH, CARDS[part.kind].worth + len(part.under))


def richest(state: BazaarState, seats: list[int]) -> int:
    """Returns the seat with the most coins; `NOBODY` for a tie."""
    most = max([state.board.coins[seat] for seat in seats])
    best = [seat for seat in seats if state.board.coins[seat] == most]
    return best[0] if len(best) == 1 else kit.NOBODY


# Events and effects.


class Offered(kit.Event):
    """A card was put up."""

    id: ClassVar[str] = "offered"
    __match_args__ = ("seat", "serial")

    def __init__(self, seat: int, serial: int) -> None:
        self.seat: Final = seat
        self.serial: Final = serial


class Draw(kit.Effect[kit.Unit, Purse]):
    """A seat draws a card."""

    id: ClassVar[str] = "draw"
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def resolve(self, state: BazaarState) -> None:
        state.draw(self.seat, DECK, HAND)


class Lose(kit.Effect[kit.Unit, Purse]):
    """A seat loses coins because of another one."""

    id: ClassVar[str] = "lose"
    words: ClassVar[Mapping[str, str]] = {"amount": "number", "by": "number"}
    __match_args__ = ("seat", "amount", "by")

    def __init__(self, seat: int, amount: int, by: int) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.by: Final = by

    def whose(self) -> int:
        return self.by

    def resolve(self, state: BazaarState) -> None:
        """A guard wards off a loss, once; a clerk makes a card of it, once."""
        for part in state.row(STALL, self.seat):
            if part.kind in (GUARD, CLERK) and not part.spent:
                part.spent = True
                if part.kind == CLERK:
                    state.then(Draw(self.seat))
                return
        state.board.coins[self.seat] -= self.amount


class Ripen(kit.Effect[kit.Unit, Purse]):
    """What was put up is worth 1 more until the end of the next turn."""

    id: ClassVar[str] = "ripen"
    __match_args__ = ("seat", "serial")

    def __init__(self, seat: int, serial: int) -> None:
        self.seat: Final = seat
        self.serial: Final = serial

    def resolve(self, state: BazaarState) -> None:
        part = state.part(self.serial)
        if part is not None:
            part.mods += (kit.Modifier(WORTH, 1, until=state.turn + 1),)


class Wrap(kit.Effect[kit.Unit, Purse]):
    """A weaver makes a parcel, which is a token."""

    id: ClassVar[str] = "wrap"
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def resolve(self, state: BazaarState) -> None:
        state.enter(kit.Unit(PARCEL), STALL, self.seat)


class Tax(kit.Spell[kit.Unit, Purse]):
    """All others lose a coin, once everything before has happened."""

    id: ClassVar[str] = "tax"
    __match_args__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def resolve(self, state: BazaarState) -> None:
        others = [(self.seat + step) % 3 for step in (1, 2)]
        state.then(*[Lose(other, 1, self.seat) for other in others])


class Bid(kit.Question[kit.Unit, Purse]):
    """Which card do you bid?"""

    id: ClassVar[str] = "bid"

    def options(self, state: BazaarState) -> tuple[int, ...]:
        return state.pile(HAND, self.seat)

    def answer(self, state: BazaarState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, HAND, self.seat, BID)


class Unveil(kit.Effect[kit.Unit, Purse]):
    """All bids are shown; the best one, with the stall behind it, earns two coins."""

    id: ClassVar[str] = "unveil"

    def resolve(self, state: BazaarState) -> None:
        strength = [0, 0, 0]
        for seat in SEATS:
            strength[seat] = sum([worth(state, part) for part in state.row(STALL, seat)])
            for card in state.pile(BID, seat):
                strength[seat] += CARDS[card].worth
                state.move(card, BID, seat, PILE, 0)
        if strength.count(max(strength)) == 1:
            state.board.coins[strength.index(max(strength))] += 2
        state.expire("auction")


class Redraw(kit.Mulligan[kit.Unit, Purse]):
    """Keep your opening hand, or exchange all of it?"""


# Moves.


class Offer(kit.TableMove[kit.Unit, Purse]):
    """Put up a card, one a turn."""

    id: ClassVar[str] = "offer"
    phases: ClassVar[int] = 1 << TRADE
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND, WARES)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: BazaarState, seat: int) -> Iterator[Reject]:
        if state.marks & OFFERED:
            yield Reject("ONCE_PER_TURN", "one card a turn")

    def apply(self, state: BazaarState, seat: int) -> None:
        state.marks |= OFFERED
        part = state.enter(kit.Unit(state.take(self.card, HAND, seat)), STALL, seat)
        state.events.append(Offered(seat, part.serial))
        if part.kind == BANNER:
            state.mods += (kit.Modifier(WORTH, 1, source=part.serial),)
        elif part.kind == GOSSIP:
            for other in state.row(STALL, (seat + 1) % 3):
                other.mods += (kit.Modifier(WORTH, -1, until=state.turn + 1),)


class Hang(kit.TableMove[kit.Unit, Purse]):
    """Hang a card under one that is up, one a turn."""

    id: ClassVar[str] = "hang"
    phases: ClassVar[int] = 1 << TRADE
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND),
        "on": LAYOUT.places(STALL),
    }
    __match_args__ = ("card", "on")

    def __init__(self, card: int, on: int) -> None:
        self.card: Final = card
        self.on: Final = on

    def check(self, state: BazaarState, seat: int) -> Iterator[Reject]:
        if state.marks & HUNG:
            yield Reject("ONCE_PER_TURN", "one card a turn")

    def apply(self, state: BazaarState, seat: int) -> None:
        state.marks |= HUNG
        state.at(self.on).under += (state.take(self.card, HAND, seat),)


class Pack(kit.TableMove[kit.Unit, Purse]):
    """Take something back that is up, with all that hangs under it, for a coin."""

    id: ClassVar[str] = "pack"
    phases: ClassVar[int] = 1 << TRADE
    domains: ClassVar[Mapping[str, Domain]] = {"what": LAYOUT.places(STALL)}
    __match_args__ = ("what",)

    def __init__(self, what: int) -> None:
        self.what: Final = what

    def apply(self, state: BazaarState, seat: int) -> None:
        state.board.coins[seat] -= 1
        for card in state.drop(self.what).cards():
            state.put(card, HAND, seat)


class Send(kit.TableMove[kit.Unit, Purse]):
    """Send the tax collector."""

    id: ClassVar[str] = "send"
    phases: ClassVar[int] = 1 << TRADE
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND, SPELLS)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def apply(self, state: BazaarState, seat: int) -> None:
        state.move(self.card, HAND, seat, PILE, 0)
        state.then(Tax(seat))


class Call(kit.TableMove[kit.Unit, Purse]):
    """Call an auction, one a turn: your stall counts twice, and all bid a card in secret."""

    id: ClassVar[str] = "call"
    phases: ClassVar[int] = 1 << TRADE

    def check(self, state: BazaarState, seat: int) -> Iterator[Reject]:
        if state.marks & CALLED:
            yield Reject("ONCE_PER_TURN", "one auction a turn")

    def apply(self, state: BazaarState, seat: int) -> None:
        state.marks |= CALLED
        for part in state.row(STALL, seat):
            part.mods += (kit.Modifier(WORTH, worth(state, part), span="auction"),)
        state.then(*[Bid((seat + step) % 3) for step in SEATS], Unveil())


class Close(kit.TableMove[kit.Unit, Purse]):
    """End your turn."""

    id: ClassVar[str] = "close"

    def apply(self, state: BazaarState, seat: int) -> None:
        state.phase = CLOSED


class Answer(kit.Answer[kit.Unit, Purse]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Bid, Redraw)


class Leave(kit.Concede[kit.Unit, Purse]):
    """Leave the bazaar, which ends the game."""

    def leave(self, state: BazaarState) -> None:
        others = [seat for seat in SEATS if seat != self.seat]
        state.win(richest(state, others), "somebody left")


# The game.


class Bazaar(kit.CardGame[kit.Unit, Purse]):
    """The rules."""

    id: ClassVar[str] = "bazaar"

    def __init__(self) -> None:
        super().__init__(3)

    def kinds(self) -> list[type[Move[BazaarState]]]:
        return [Offer, Hang, Pack, Send, Call, Close, Answer, Leave]

    def effects(self) -> list[type[kit.Event]]:
        return [Offered, Draw, Lose, Ripen, Wrap, Tax, Bid, Unveil, Redraw]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Purse:
        return Purse([6, 6, 6])

    def part(self, card: int) -> kit.Unit:
        return kit.Unit(card)

    def deal(self, state: BazaarState) -> None:
        for ware in CARDS[1:]:
            if not ware.token:
                state.add([ware.number] * 4, DECK)
        for seat in SEATS:
            for card in (HERALD, VINE):
                state.enter(self.part(state.take(card, DECK, 0)), STALL, seat)
        state.shuffle(DECK)
        for seat in SEATS:
            state.draw(seat, DECK, HAND, 4)
        state.turn = 1
        state.then(*[Redraw(seat) for seat in SEATS])

    def triggered(self, state: BazaarState, event: Value) -> list[kit.Effect[kit.Unit, Purse]]:
        assert isinstance(event, Offered)
        found: list[kit.Effect[kit.Unit, Purse]] = []
        for seat in SEATS:
            for part in state.row(STALL, seat):
                if part.kind == HERALD and part.serial != event.serial:
                    found.append(Draw(seat))
                elif part.kind == BEGGAR and seat != event.seat:
                    found.append(Lose(event.seat, 1, seat))
                elif part.kind == VINE:
                    found.append(Ripen(seat, event.serial))
                elif part.kind == WEAVER and part.serial == event.serial:
                    found.append(Wrap(seat))
        return found

    def check_state(self, state: BazaarState) -> bool:
        """What is worth nothing goes to the pile; whoever has no coin left ends the game."""
        cleared = False
        for seat in SEATS:
            row = state.row(STALL, seat)
            for at in range(len(row) - 1, -1, -1):
                if worth(state, row[at]) <= 0:
                    for card in row.pop(at).cards():
                        state.put(card, PILE, 0)
                    cleared = True
        if min(state.board.coins) <= 0:
            state.win(richest(state, list(SEATS)), "no coin left")
        return cleared

    def flow(self, state: BazaarState) -> bool:
        if state.phase == TRADE:
            return False
        state.expire()
        state.turn, state.active = state.turn + 1, (state.active + 1) % 3
        state.phase, state.marks = TRADE, 0
        if state.turn > 9:
            state.win(richest(state, list(SEATS)), "turn 9")
        else:
            state.draw(state.active, DECK, HAND)
        return True
