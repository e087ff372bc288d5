"""The moves of a turn (1.6), in the words of the rule book, and the quick list of legal ones."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.domains import Domain, one_of, some_of
from kibitz.core.move import Reject
from kibitz.games.lorcana import cards
from kibitz.games.lorcana.rules import challenge, playing, turn
from kibitz.games.lorcana.rules.abilities import ChooseTarget, May
from kibitz.games.lorcana.rules.in_play import banned, keyword
from kibitz.games.lorcana.rules.operations import QUESTIONS
from kibitz.games.lorcana.state import (
    CHARACTERS,
    HAND,
    INKED,
    ITEMS,
    LAYOUT,
    LOCATIONS,
    MAIN,
    CardInPlay,
    LorcanaMove,
    LorcanaState,
    Table,
    characters,
    locations,
)

OWN_CHARACTER: Final = LAYOUT.places(CHARACTERS)
OWN_LOCATION: Final = LAYOUT.places(LOCATIONS)
OWN_CARD: Final = LAYOUT.places(CHARACTERS, ITEMS, LOCATIONS)
THEIR_CARD: Final = LAYOUT.places(CHARACTERS, LOCATIONS, owner=kit.FOE)
HAND_CARD: Final = LAYOUT.cards_in(HAND)


# Refusals that several moves share. Each names the card by what it is called.


def check_ink(state: LorcanaState, seat: int, required: int) -> Iterator[Reject]:
    """Refuses what the seat cannot pay for."""
    available = state.board.ink[seat]
    if required > available:
        text = f"it costs {required} ink, you have {available} ready"
        yield Reject("NOT_ENOUGH_INK", text, required=required, available=available)


def check_ready(state: LorcanaState, place: int, dry: bool) -> Iterator[Reject]:
    """Refuses a card in play that is exerted, or still drying where it must be dry."""
    part = state.at(place)
    if part.exerted:
        text = f"{cards.TITLE[part.kind]} is exerted"
        yield Reject("EXERTED", text, place=LAYOUT.place_word(place))
    if dry and part.drying:
        text = f"{cards.TITLE[part.kind]} is drying until your next turn"
        yield Reject("DRYING", text, place=LAYOUT.place_word(place))


class MainMove(kit.TableMove[CardInPlay, Table]):
    """A turn action."""

    phases: ClassVar[int] = 1 << MAIN


class Ink(MainMove):
    """Put a card of your hand into your inkwell, once a turn."""

    id: ClassVar[str] = "ink"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": HAND_CARD}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        if state.marks & INKED:
            yield Reject("ALREADY_INKED", "you have put a card into your inkwell this turn")
        if not cards.INKABLE[self.card]:
            text = f"{cards.TITLE[self.card]} has no inkwell symbol"
            yield Reject("NOT_INKABLE", text, card=LAYOUT.card_word(self.card))

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.ink(state, seat, self.card)


class Play(MainMove):
    """Pay for a card of your hand and play it; a Bodyguard may enter play exerted."""

    id: ClassVar[str] = "play"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": HAND_CARD, "exerted": one_of(False, True)}
    __match_args__ = ("card", "exerted")

    def __init__(self, card: int, exerted: bool) -> None:
        self.card: Final = card
        self.exerted: Final = exerted

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        yield from check_ink(state, seat, cards.COST[self.card])
        if self.exerted and not cards.CARDS[self.card].keywords[cards.BODYGUARD]:
            text = f"{cards.TITLE[self.card]} cannot enter play exerted: it has no Bodyguard"
            yield Reject("NO_BODYGUARD", text, card=LAYOUT.card_word(self.card))

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.play(state, seat, self.card, self.exerted)


class Shift(MainMove):
    """Play a card for its Shift number, on top of your character with the same name."""

    id: ClassVar[str] = "shift"
    source: ClassVar[str] = "card"
    slots: ClassVar[tuple[str, ...]] = ("onto",)
    domains: ClassVar[Mapping[str, Domain]] = {"card": HAND_CARD, "onto": OWN_CHARACTER}
    __match_args__ = ("card", "onto")

    def __init__(self, card: int, onto: int) -> None:
        self.card: Final = card
        self.onto: Final = onto

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        cost = cards.CARDS[self.card].keywords[cards.SHIFT]
        if not cost:
            text = f"{cards.TITLE[self.card]} has no Shift"
            yield Reject("NO_SHIFT", text, card=LAYOUT.card_word(self.card))
            return
        below = state.at(self.onto).kind
        if cards.NAME[below] != cards.NAME[self.card]:
            wanted, found = first_name(self.card), first_name(below)
            text = f"it shifts onto {wanted}, and this is {found}"
            yield Reject("WRONG_NAME", text, wanted=wanted, found=found)
        yield from check_ink(state, seat, cost)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.shift(state, seat, self.card, self.onto)


def first_name(card: int) -> str:
    """Returns the name of a card without its version."""
    return cards.CARDS[card].name.partition(" - ")[0]


class Sing(MainMove):
    """Exert characters to play a song without ink."""

    id: ClassVar[str] = "sing"
    source: ClassVar[str] = "card"
    slots: ClassVar[tuple[str, ...]] = ("singers",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": HAND_CARD,
        "singers": some_of(OWN_CHARACTER, 1),
    }
    __match_args__ = ("card", "singers")

    def __init__(self, card: int, singers: tuple[int, ...]) -> None:
        self.card: Final = card
        self.singers: Final = singers

    @classmethod
    def enumerate(cls, state: LorcanaState, seat: int) -> Iterator[LorcanaMove]:
        """Proposes single singers, and several where a song allows it, among those who are able."""
        able = singers_of(state, seat)
        for song in songs_of(state, seat) if able else ():
            for singers in choirs(state, song, able):
                yield Sing(song, singers)

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        if not cards.IS_SONG[self.card]:
            text = f"{cards.TITLE[self.card]} is not a song"
            yield Reject("NOT_A_SONG", text, card=LAYOUT.card_word(self.card))
            return
        together = cards.TOGETHER[self.card]
        if len(self.singers) > 1 and not together:
            yield Reject("ONE_SINGER", f"{cards.TITLE[self.card]} has one singer")
        for place in self.singers:
            yield from check_ready(state, place, True)
        available = 0
        for place in self.singers:
            available += cards.SINGS[state.at(place).kind]
        if not sung_by(self.card, len(self.singers), available):
            required = together if len(self.singers) > 1 else song_cost(self.card)
            text = f"the singers' costs add up to {available}, and it needs {required}"
            yield Reject("SINGERS_TOO_CHEAP", text, required=required, available=available)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.sing(state, seat, self.card, self.singers)


def song_cost(card: int) -> int:
    """Returns the least that one singer must count as (K-9, K-10)."""
    return min(cards.COST[card], cards.TOGETHER[card]) if cards.TOGETHER[card] else cards.COST[card]


def sung_by(card: int, count: int, available: int) -> bool:
    """Tells whether singers whose costs add up to a number can sing a song."""
    return available >= (song_cost(card) if count == 1 else cards.TOGETHER[card])


def songs_of(state: LorcanaState, seat: int) -> list[int]:
    """Lists the songs in a hand, each once."""
    found: list[int] = []
    for card in state.cards[state.index(HAND, seat)]:
        if cards.IS_SONG[card] and card not in found:
            found.append(card)
    return found


def singers_of(state: LorcanaState, seat: int) -> list[int]:
    """Lists the places of the characters that can be exerted to sing."""
    return [
        state.place(CHARACTERS, seat, index)
        for index, part in enumerate(characters(state, seat))
        if not part.exerted and not part.drying
    ]


def choirs(state: LorcanaState, song: int, able: list[int]) -> Iterator[tuple[int, ...]]:
    """Yields who can sing a song: one character, or several together."""
    for size in range(1, len(able) + 1 if cards.TOGETHER[song] else 2):
        for singers in combinations(able, size):
            available = 0
            for place in singers:
                available += cards.SINGS[state.at(place).kind]
            if sung_by(song, size, available):
                yield singers


class Quest(MainMove):
    """Exert a character to gain its lore."""

    id: ClassVar[str] = "quest"
    source: ClassVar[str] = "character"
    domains: ClassVar[Mapping[str, Domain]] = {"character": OWN_CHARACTER}
    __match_args__ = ("character",)

    def __init__(self, character: int) -> None:
        self.character: Final = character

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        yield from check_ready(state, self.character, True)
        part = state.at(self.character)
        why = banned(state, part, seat, cards.CANNOT_QUEST)
        if why:
            because = ": it is Reckless" if why == part.kind else f" because of {cards.TITLE[why]}"
            text = f"{cards.TITLE[part.kind]} cannot quest{because}"
            yield Reject("CANNOT_QUEST", text, why=LAYOUT.card_word(why))

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.quest(state, seat, self.character)


class Challenge(MainMove):
    """Exert a character to challenge an exerted character or a location."""

    id: ClassVar[str] = "challenge"
    source: ClassVar[str] = "attacker"
    slots: ClassVar[tuple[str, ...]] = ("defender",)
    domains: ClassVar[Mapping[str, Domain]] = {"attacker": OWN_CHARACTER, "defender": THEIR_CARD}
    __match_args__ = ("attacker", "defender")

    def __init__(self, attacker: int, defender: int) -> None:
        self.attacker: Final = attacker
        self.defender: Final = defender

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        part, foe = state.at(self.attacker), state.at(self.defender)
        rush = keyword(state, part, seat, cards.RUSH) > 0
        yield from check_ready(state, self.attacker, not rush)
        why = banned(state, part, seat, cards.CANNOT_CHALLENGE)
        if why:
            text = f"{cards.TITLE[part.kind]} cannot challenge this turn: {cards.TITLE[why]}"
            yield Reject("CANNOT_CHALLENGE", text, why=LAYOUT.card_word(why))
        if cards.KIND[foe.kind] != cards.CHARACTER:
            return
        name, place = cards.TITLE[foe.kind], LAYOUT.place_word(self.defender)
        if not foe.exerted:
            yield Reject("DEFENDER_READY", f"{name} is not exerted", place=place)
        evasive = challenge.sees_evasive(state, part, seat)
        if not evasive and keyword(state, foe, 1 - seat, cards.EVASIVE):
            text = f"{name} is Evasive, and {cards.TITLE[part.kind]} is neither Evasive nor Alert"
            yield Reject("EVASIVE", text, place=place)
        guard = challenge.open_bodyguard(state, 1 - seat, evasive)
        if guard != challenge.NOBODY and not keyword(state, foe, 1 - seat, cards.BODYGUARD):
            text = (
                f"{cards.TITLE[state.at(guard).kind]} is a Bodyguard and must be challenged first"
            )
            yield Reject("BODYGUARD", text, place=LAYOUT.place_word(guard))

    def apply(self, state: LorcanaState, seat: int) -> None:
        challenge.declare(state, seat, self.attacker, self.defender)


class Use(MainMove):
    """Use the ability of a card in play."""

    id: ClassVar[str] = "use"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": OWN_CARD}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        part = state.at(self.card)
        printed = cards.CARDS[part.kind]
        if printed.use < 0:
            text = f"{printed.name} has no ability to use"
            yield Reject("NO_ABILITY", text, card=LAYOUT.card_word(part.kind))
            return
        cost = printed.abilities[printed.use].cost
        if cost is None:
            return
        if cost.exert:
            yield from check_ready(state, self.card, True)
        yield from check_ink(state, seat, cost.ink)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.use(state, seat, self.card)


class MoveTo(MainMove):
    """Move a character to a location."""

    id: ClassVar[str] = "move"
    source: ClassVar[str] = "character"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    domains: ClassVar[Mapping[str, Domain]] = {"character": OWN_CHARACTER, "to": OWN_LOCATION}
    __match_args__ = ("character", "to")

    def __init__(self, character: int, to: int) -> None:
        self.character: Final = character
        self.to: Final = to

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        location = state.at(self.to)
        if state.at(self.character).at == location.serial:
            text = f"it is at {cards.TITLE[location.kind]} already"
            yield Reject("ALREADY_THERE", text, place=LAYOUT.place_word(self.to))
        yield from check_ink(state, seat, cards.CARDS[location.kind].move)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.move(state, seat, self.character, self.to)


class EndTurn(MainMove):
    """End your turn."""

    id: ClassVar[str] = "end_turn"

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        place, target = challenge.must_challenge(state, seat)
        if place != challenge.NOBODY:
            name, foe = (
                cards.TITLE[state.at(place).kind],
                cards.TITLE[state.at(target).kind],
            )
            words = LAYOUT.place_word(place), LAYOUT.place_word(target)
            text = f"{name} is Reckless and must challenge, for example {foe}"
            yield Reject("MUST_CHALLENGE", text, place=words[0], defender=words[1])

    def apply(self, state: LorcanaState, seat: int) -> None:
        turn.end_turn(state)


class Answer(kit.Answer[CardInPlay, Table]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(
        LAYOUT, turn.Alter, May, ChooseTarget, *QUESTIONS
    )


KINDS: Final[list[type[LorcanaMove]]] = [
    *(Ink, Play, Shift, Sing, Quest, Challenge, Use, MoveTo, EndTurn),
    Answer,
    kit.Concede,
]


# The quick list of legal moves.


def list_moves(state: LorcanaState) -> list[LorcanaMove]:
    """Lists the legal moves of the main phase, in the order of the kinds."""
    seat = state.seat
    found: list[LorcanaMove] = []
    list_hand(state, seat, found)
    list_quests(state, seat, found)
    list_challenges(state, seat, found)
    list_uses(state, seat, found)
    list_moving(state, seat, found)
    if challenge.must_challenge(state, seat)[0] == challenge.NOBODY:
        found.append(EndTurn())
    return found


def list_hand(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds what the cards of the hand can be used for."""
    ink, last, sings = state.board.ink[seat], 0, False
    hand: list[int] = []
    for card in state.cards[state.index(HAND, seat)]:
        if card != last:  # equal cards lie side by side
            hand.append(card)
            sings = sings or cards.IS_SONG[card]
            last = card
    if not state.marks & INKED:
        for card in hand:
            if cards.INKABLE[card]:
                found.append(Ink(card))
    for card in hand:
        if cards.COST[card] <= ink:
            found.append(Play(card, False))
            if cards.PRINTED[card][cards.BODYGUARD]:
                found.append(Play(card, True))
    list_shifts(state, seat, hand, found)
    if sings:
        found.extend(Sing.enumerate(state, seat))


def list_shifts(state: LorcanaState, seat: int, hand: list[int], found: list[LorcanaMove]) -> None:
    """Adds the cards that can be shifted."""
    for card in hand:
        cost = cards.PRINTED[card][cards.SHIFT]
        if cost and cost <= state.board.ink[seat]:
            for index, part in enumerate(characters(state, seat)):
                if cards.NAME[part.kind] == cards.NAME[card]:
                    found.append(Shift(card, state.place(CHARACTERS, seat, index)))


def list_quests(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the quests."""
    for index, part in enumerate(characters(state, seat)):
        if part.exerted or part.drying or banned(state, part, seat, cards.CANNOT_QUEST):
            continue
        found.append(Quest(state.place(CHARACTERS, seat, index)))


def list_challenges(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the challenges."""
    foes = characters(state, 1 - seat)
    if not locations(state, 1 - seat) and not any(part.exerted for part in foes):
        return
    for index, part in enumerate(characters(state, seat)):
        if challenge.can_attack(state, part, seat):
            place = state.place(CHARACTERS, seat, index)
            for target in challenge.defenders(state, part, seat):
                found.append(Challenge(place, target))


def list_uses(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the uses of abilities."""
    for row in (CHARACTERS, ITEMS, LOCATIONS):
        for index, part in enumerate(state.rows[seat * 3 + row]):
            if cards.USE[part.kind] >= 0:
                move = Use(state.place(row, seat, index))
                if not any(True for _ in move.check(state, seat)):
                    found.append(move)


def list_moving(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the moves of characters to locations."""
    there = locations(state, seat)
    if not there:
        return
    for index, part in enumerate(characters(state, seat)):
        for at, location in enumerate(there):
            if (
                part.at == location.serial
                or cards.CARDS[location.kind].move > state.board.ink[seat]
            ):
                continue
            place, to = state.place(CHARACTERS, seat, index), state.place(LOCATIONS, seat, at)
            found.append(MoveTo(place, to))
