"""Raid: a small card game with hidden cards, phases, a question, tokens and attachments.

Both decks hold two each of rat, cat, dog and thief. A turn is a main phase, in which one card is
played, and an end phase, in which a card may be put under the deck. A thief makes the other player
give up a card of the hand; a cat brings the last such card back; a rat hides under a beast; a dog
brings a flea along, which is a token. After turn 8 the higher total wins.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject, Rng, optional

HAND: Final = 0
DECK: Final = 1
PILE: Final = 2
FIELD: Final = 0
MAIN: Final = 0
END: Final = 1
PLAYED: Final = 1
BURIED: Final = 2


class Beast(kit.Card):
    """What is printed on a card."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.power: Final[int] = row.whole("power", 0)


CATALOGUE: Final[kit.Catalogue[Beast]] = kit.read_catalogue(
    [
        {"id": "rat", "name": "Rat", "power": 1},
        {"id": "cat", "name": "Cat", "power": 2},
        {"id": "dog", "name": "Dog", "power": 3},
        {"id": "thief", "name": "Thief", "power": 1},
        {"id": "flea", "name": "Flea", "token": True},
    ],
    Beast,
)
CARDS: Final = CATALOGUE.cards
RAT: Final = CATALOGUE.number("rat")
CAT: Final = CATALOGUE.number("cat")
DOG: Final = CATALOGUE.number("dog")
THIEF: Final = CATALOGUE.number("thief")
FLEA: Final = CATALOGUE.number("flea")
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("pile", ordered=True),
    ),
    ("field",),
    phases=("main", "end"),
    marks=("played", "buried"),
)


class Score(kit.Board):
    """What was taken, and a secret number for each seat that is drawn at the deal."""

    __match_args__ = ("total", "secret")
    visibility: ClassVar[Mapping[str, str]] = {"total": "public", "secret": "owner"}
    words: ClassVar[Mapping[str, str]] = {"total": "number", "secret": "number"}

    def __init__(self, total: list[int], secret: list[int]) -> None:
        self.total = total
        self.secret = secret


RaidState: TypeAlias = kit.TableState[kit.Unit, Score]


def check_once(state: RaidState, mark: int) -> Iterator[Reject]:
    """Refuses what was done this turn already."""
    if state.marks & mark:
        yield Reject("ONCE_PER_TURN", "once a turn")


class PlayCard(kit.TableMove[kit.Unit, Score]):
    """Play a card from the hand, one a turn; a rat may go under a beast."""

    id: ClassVar[str] = "play_card"
    phases: ClassVar[int] = 1 << MAIN
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND),
        "under": optional(
            LAYOUT.places(FIELD, where=lambda state, seat, chosen, part: chosen["card"] == RAT)
        ),
    }
    __match_args__ = ("card", "under")

    def __init__(self, card: int, under: int | None = None) -> None:
        self.card: Final = card
        self.under: Final = under

    def check(self, state: RaidState, seat: int) -> Iterator[Reject]:
        return check_once(state, PLAYED)

    def apply(self, state: RaidState, seat: int) -> None:
        state.marks |= PLAYED
        state.board.total[seat] += CARDS[self.card].power
        card = state.take(self.card, HAND, seat)
        if self.under is not None:
            state.at(self.under).under += (card,)
            return
        state.enter(kit.Unit(card), FIELD, seat)
        if card == DOG:
            state.enter(kit.Unit(FLEA), FIELD, seat)
        elif card == CAT and state.pile(PILE, seat):
            state.draw(seat, PILE, HAND)
        elif card == THIEF:
            state.then(Robbed(1 - seat))


class Robbed(kit.Question[kit.Unit, Score]):
    """Which card do you give up?"""

    id: ClassVar[str] = "robbed"

    def options(self, state: RaidState) -> list[int]:
        return list(state.pile(HAND, self.seat))

    def answer(self, state: RaidState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, HAND, self.seat, PILE)


class Answer(kit.Answer[kit.Unit, Score]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Robbed)


class Bury(kit.TableMove[kit.Unit, Score]):
    """Put a card of the hand under the deck, unseen, once a turn."""

    id: ClassVar[str] = "bury"
    phases: ClassVar[int] = 1 << END
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: RaidState, seat: int) -> Iterator[Reject]:
        return check_once(state, BURIED)

    def apply(self, state: RaidState, seat: int) -> None:
        state.marks |= BURIED
        state.tuck(self.card, HAND, seat, DECK)


class EndPhase(kit.TableMove[kit.Unit, Score]):
    """End the phase."""

    id: ClassVar[str] = "end_phase"

    def apply(self, state: RaidState, seat: int) -> None:
        state.phase += 1


class Raid(kit.CardGame[kit.Unit, Score]):
    """The rules."""

    id: ClassVar[str] = "raid"

    def kinds(self) -> list[type[Move[RaidState]]]:
        return [PlayCard, Bury, EndPhase, Answer, kit.Concede]

    def effects(self) -> list[type[kit.Event]]:
        return [Robbed]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Score:
        return Score([0, 0], [0, 0])

    def part(self, card: int) -> kit.Unit:
        return kit.Unit(card)

    def fill_board(self, board: Score, rng: Rng, viewer: int) -> None:
        for seat in range(2):
            if seat != viewer:
                board.secret[seat] = rng.between(1, 9)

    def deal(self, state: RaidState) -> None:
        for seat in range(2):
            state.board.secret[seat] = state.rng.between(1, 9)
            state.add([RAT, RAT, CAT, CAT, DOG, DOG, THIEF, THIEF], DECK, seat)
            state.shuffle(DECK, seat)
            state.draw(seat, DECK, HAND, 3 - seat)
        state.turn = 1

    def flow(self, state: RaidState) -> bool:
        if state.phase <= END:
            return False
        state.turn, state.active = state.turn + 1, 1 - state.active
        state.phase, state.marks = MAIN, 0
        state.draw(state.active, DECK, HAND)
        if state.turn > 8:
            ahead = state.board.total[0] - state.board.total[1]
            winner = kit.NOBODY if not ahead else 0 if ahead > 0 else 1
            state.win(winner, "turn 8")
        return True
