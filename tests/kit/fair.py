"""Fair: a small game for two to four, with players as targets and hands that change owners."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject

HAND, DECK, PILE = range(3)
STALL: Final = 0
LAST_TURN: Final = 20
APPLE, BREAD, CLOTH, DRUM = range(1, 5)

CATALOGUE: Final[kit.Catalogue[kit.Card]] = kit.read_catalogue(
    [{"id": "apple"}, {"id": "bread"}, {"id": "cloth"}, {"id": "drum"}], kit.Card
)
# One layout for all numbers of players; the domains of the moves below belong to it.
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner", pool="deck"),
        kit.Zone("deck", "none", ordered=True, pool="deck", shared=True),
        kit.Zone("pile", pool="deck", shared=True),
    ),
    ("stall",),
    seats=(2, 4),
    phases=("trade", "end"),
)


class Purse(kit.Board):
    """The coins of the traders, and who has left."""

    __match_args__ = ("coins", "left")
    visibility: ClassVar[Mapping[str, str]] = {"coins": "public", "left": "public"}
    words: ClassVar[Mapping[str, str]] = {"coins": "number"}

    def __init__(self, coins: list[int], left: list[bool]) -> None:
        self.coins = coins
        self.left = left


FairState: TypeAlias = kit.TableState[kit.Unit, Purse]


def is_rich(state: FairState, seat: int, chosen: object, target: kit.Unit | int) -> bool:
    """Tells whether there is something to take: a part that is not spent, or a player's coin."""
    return state.board.coins[target] > 0 if isinstance(target, int) else not target.spent


def has_hand(state: FairState, seat: int, chosen: object, player: int) -> bool:
    """Tells whether a player is still there and has cards."""
    return not state.board.left[player] and state.count(HAND, player) > 0


class Offer(kit.TableMove[kit.Unit, Purse]):
    """Put a card on your stall for a coin."""

    id: ClassVar[str] = "offer"
    phases: ClassVar[int] = 1
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def apply(self, state: FairState, seat: int) -> None:
        state.enter(kit.Unit(state.take(self.card, HAND, seat)), STALL, seat)
        state.board.coins[seat] += 1
        state.phase = 1


class Rob(kit.TableMove[kit.Unit, Purse]):
    """Take a coin from another player, or upset something on a stall."""

    id: ClassVar[str] = "rob"
    phases: ClassVar[int] = 1
    domains: ClassVar[Mapping[str, Domain]] = {
        "target": LAYOUT.places(STALL, owner=kit.FOE, players=True, where=is_rich)
    }
    __match_args__ = ("target",)

    def __init__(self, target: int) -> None:
        self.target: Final = target

    def apply(self, state: FairState, seat: int) -> None:
        if self.target < 0:
            state.board.coins[state.owner(self.target)] -= 1
        else:
            state.at(self.target).spent = True
        state.phase = 1


class Exchange(kit.TableMove[kit.Unit, Purse]):
    """Exchange hands with another player."""

    id: ClassVar[str] = "exchange"
    phases: ClassVar[int] = 1
    domains: ClassVar[Mapping[str, Domain]] = {"player": LAYOUT.players(kit.FOE, has_hand)}
    __match_args__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player: Final = player

    def apply(self, state: FairState, seat: int) -> None:
        state.swap(HAND, seat, HAND, state.owner(self.player))
        state.phase = 1


class Spy(kit.TableMove[kit.Unit, Purse]):
    """Look at the hand of another player."""

    id: ClassVar[str] = "spy"
    phases: ClassVar[int] = 1
    domains: ClassVar[Mapping[str, Domain]] = {"player": LAYOUT.players(kit.FOE, has_hand)}
    __match_args__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player: Final = player

    def apply(self, state: FairState, seat: int) -> None:
        state.show(HAND, state.owner(self.player), 1 << seat)
        state.phase = 1


class Cry(kit.TableMove[kit.Unit, Purse]):
    """Show your hand to everybody, and draw a card."""

    id: ClassVar[str] = "cry"
    phases: ClassVar[int] = 1

    def check(self, state: FairState, seat: int) -> Iterator[Reject]:
        if not state.count(DECK):
            yield Reject("NO_CARDS", "the deck is empty")

    def apply(self, state: FairState, seat: int) -> None:
        # The mask of the largest table serves at every table.
        state.show(HAND, seat, LAYOUT.everybody)
        state.draw(seat, DECK, HAND)
        state.phase = 1


class Rest(kit.TableMove[kit.Unit, Purse]):
    """Do nothing."""

    id: ClassVar[str] = "rest"
    phases: ClassVar[int] = 1

    def apply(self, state: FairState, seat: int) -> None:
        state.phase = 1


class Leave(kit.Concede[kit.Unit, Purse]):
    """Leave the fair; the others play on."""

    def check(self, state: FairState, seat: int) -> Iterator[Reject]:
        yield from super().check(state, seat)
        if state.board.left[self.seat]:
            yield Reject("GONE", "you have left already")

    def leave(self, state: FairState) -> None:
        state.board.left[self.seat] = True
        state.board.coins[self.seat] = 0
        if state.active == self.seat:
            state.phase = 1


class Fair(kit.CardGame[kit.Unit, Purse]):
    """Two to four traders; the richest one after twenty turns wins."""

    id: ClassVar[str] = "fair"

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats)

    def kinds(self) -> list[type[Move[FairState]]]:
        return [Offer, Rob, Exchange, Spy, Cry, Rest, Leave]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Purse:
        return Purse([2] * self.seats, [False] * self.seats)

    def part(self, card: int) -> kit.Unit:
        return kit.Unit(card)

    def deal(self, state: FairState) -> None:
        state.add([APPLE, BREAD, CLOTH, DRUM] * 5, DECK)
        state.shuffle(DECK)
        for seat in range(self.seats):
            state.draw(seat, DECK, HAND, 3)
        state.turn = 1

    def check_state(self, state: FairState) -> bool:
        here = [seat for seat in range(self.seats) if not state.board.left[seat]]
        if len(here) == 1:
            state.win(here[0], "all others have left")
        return False

    def flow(self, state: FairState) -> bool:
        if state.phase == 0:
            return False
        if state.turn == LAST_TURN:
            coins = state.board.coins
            best = [seat for seat in range(self.seats) if coins[seat] == max(coins)]
            gone = [seat for seat in best if state.board.left[seat]]
            alone = len(best) == 1 and not gone
            state.win(best[0] if alone else kit.NOBODY, "the fair is over")
            return True
        state.phase, state.turn = 0, state.turn + 1
        state.active = (state.active + 1) % self.seats
        while state.board.left[state.active]:
            state.active = (state.active + 1) % self.seats
        return True
