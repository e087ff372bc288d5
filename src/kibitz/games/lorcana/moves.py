"""The moves of a turn (1.6), in the words of the rule book, and the quick list of legal ones."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.domains import Domain, one_of, some_of
from kibitz.core.move import Reject
from kibitz.games.lorcana.cards import (
    BODYGUARD,
    CANNOT_CHALLENGE,
    CANNOT_QUEST,
    CARDS,
    CHARACTER,
    COST,
    EVASIVE,
    INKABLE,
    IS_SONG,
    KIND,
    NAME,
    PRINTED,
    RUSH,
    SHIFT,
    SINGS,
    TOGETHER,
    USE,
)
from kibitz.games.lorcana.rules import challenge, playing, turn
from kibitz.games.lorcana.rules.abilities import ChooseTarget, May
from kibitz.games.lorcana.rules.in_play import banned, keyword
from kibitz.games.lorcana.rules.operations import (
    Amount,
    Bottom,
    Discard,
    Discarded,
    InkCard,
    TakeCards,
)
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
        text = f"{CARDS[part.kind].name} is exerted"
        yield Reject("EXERTED", text, place=LAYOUT.place_word(place))
    if dry and part.drying:
        text = f"{CARDS[part.kind].name} is drying until your next turn"
        yield Reject("DRYING", text, place=LAYOUT.place_word(place))


def card_word(card: int) -> str:
    """Writes a card for the context of a refusal."""
    return LAYOUT.card_word(card)


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
        if not INKABLE[self.card]:
            text = f"{CARDS[self.card].name} has no inkwell symbol"
            yield Reject("NOT_INKABLE", text, card=card_word(self.card))

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
        yield from check_ink(state, seat, COST[self.card])
        if self.exerted and not CARDS[self.card].keywords[BODYGUARD]:
            text = f"{CARDS[self.card].name} cannot enter play exerted: it has no Bodyguard"
            yield Reject("NO_BODYGUARD", text, card=card_word(self.card))

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
        cost = CARDS[self.card].keywords[SHIFT]
        if not cost:
            text = f"{CARDS[self.card].name} has no Shift"
            yield Reject("NO_SHIFT", text, card=card_word(self.card))
            return
        below = state.at(self.onto).kind
        if NAME[below] != NAME[self.card]:
            wanted, found = first_name(self.card), first_name(below)
            text = f"it shifts onto {wanted}, and this is {found}"
            yield Reject("WRONG_NAME", text, wanted=wanted, found=found)
        yield from check_ink(state, seat, cost)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.shift(state, seat, self.card, self.onto)


def first_name(card: int) -> str:
    """Returns the name of a card without its version."""
    return CARDS[card].name.partition(" - ")[0]


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
        if not IS_SONG[self.card]:
            text = f"{CARDS[self.card].name} is not a song"
            yield Reject("NOT_A_SONG", text, card=card_word(self.card))
            return
        together = TOGETHER[self.card]
        if len(self.singers) > 1 and not together:
            yield Reject("ONE_SINGER", f"{CARDS[self.card].name} has one singer")
        for place in self.singers:
            yield from check_ready(state, place, True)
        available = 0
        for place in self.singers:
            available += SINGS[state.at(place).kind]
        if not sung_by(self.card, len(self.singers), available):
            required = together if len(self.singers) > 1 else song_cost(self.card)
            text = f"the singers' costs add up to {available}, and it needs {required}"
            yield Reject("SINGERS_TOO_CHEAP", text, required=required, available=available)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.sing(state, seat, self.card, self.singers)


def song_cost(card: int) -> int:
    """Returns the least that one singer must count as (K-9, K-10)."""
    return min(COST[card], TOGETHER[card]) if TOGETHER[card] else COST[card]


def sung_by(card: int, count: int, available: int) -> bool:
    """Tells whether singers whose costs add up to a number can sing a song."""
    return available >= (song_cost(card) if count == 1 else TOGETHER[card])


def songs_of(state: LorcanaState, seat: int) -> list[int]:
    """Lists the songs in a hand, each once."""
    found: list[int] = []
    for card in state.cards[state.index(HAND, seat)]:
        if IS_SONG[card] and card not in found:
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
    for size in range(1, len(able) + 1 if TOGETHER[song] else 2):
        for singers in combinations(able, size):
            available = 0
            for place in singers:
                available += SINGS[state.at(place).kind]
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
        why = banned(state, part, seat, CANNOT_QUEST)
        if why:
            text = f"{CARDS[part.kind].name} cannot quest: {CARDS[why].name}"
            yield Reject("CANNOT_QUEST", text, why=card_word(why))

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
        rush = keyword(state, part, seat, RUSH) > 0
        yield from check_ready(state, self.attacker, not rush)
        why = banned(state, part, seat, CANNOT_CHALLENGE)
        if why:
            text = f"{CARDS[part.kind].name} cannot challenge this turn: {CARDS[why].name}"
            yield Reject("CANNOT_CHALLENGE", text, why=card_word(why))
        if KIND[foe.kind] != CHARACTER:
            return
        name, place = CARDS[foe.kind].name, LAYOUT.place_word(self.defender)
        if not foe.exerted:
            yield Reject("DEFENDER_READY", f"{name} is not exerted", place=place)
        evasive = challenge.sees_evasive(state, part, seat)
        if not evasive and keyword(state, foe, 1 - seat, EVASIVE):
            text = f"{name} is Evasive, and {CARDS[part.kind].name} is neither Evasive nor Alert"
            yield Reject("EVASIVE", text, place=place)
        guard = challenge.open_bodyguard(state, 1 - seat, evasive)
        if guard != challenge.NOBODY and not keyword(state, foe, 1 - seat, BODYGUARD):
            text = f"{CARDS[state.at(guard).kind].name} is a Bodyguard and must be challenged first"
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
        printed = CARDS[part.kind]
        if printed.use < 0:
            text = f"{printed.name} has no ability to use"
            yield Reject("NO_ABILITY", text, card=card_word(part.kind))
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
            text = f"it is at {CARDS[location.kind].name} already"
            yield Reject("ALREADY_THERE", text, place=LAYOUT.place_word(self.to))
        yield from check_ink(state, seat, CARDS[location.kind].move)

    def apply(self, state: LorcanaState, seat: int) -> None:
        playing.move(state, seat, self.character, self.to)


class EndTurn(MainMove):
    """End your turn."""

    id: ClassVar[str] = "end_turn"

    def check(self, state: LorcanaState, seat: int) -> Iterator[Reject]:
        place, target = challenge.must_challenge(state, seat)
        if place != challenge.NOBODY:
            name, foe = CARDS[state.at(place).kind].name, CARDS[state.at(target).kind].name
            words = LAYOUT.place_word(place), LAYOUT.place_word(target)
            text = f"{name} is Reckless and must challenge, for example {foe}"
            yield Reject("MUST_CHALLENGE", text, place=words[0], defender=words[1])

    def apply(self, state: LorcanaState, seat: int) -> None:
        turn.end_turn(state)


class Answer(kit.Answer[CardInPlay, Table]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(
        LAYOUT,
        turn.Alter,
        May,
        ChooseTarget,
        Amount,
        TakeCards,
        Bottom,
        Discard,
        InkCard,
        Discarded,
    )


KINDS: Final[list[type[LorcanaMove]]] = [
    *(Ink, Play, Shift, Sing, Quest, Challenge, Use, MoveTo, EndTurn),
    Answer,
    kit.Concede,
]


# The quick list of legal moves. Moves are values, so one object of each serves every match.

END_TURN: Final = EndTurn()
INK_MOVES: Final[list[LorcanaMove]] = [Ink(card.number) for card in CARDS]
PLAY_MOVES: Final[list[LorcanaMove]] = [Play(card.number, False) for card in CARDS]
EXERTED_MOVES: Final[list[LorcanaMove]] = [Play(card.number, True) for card in CARDS]
# Those with places, made when they are first listed; by place, or by card or place and then place.
QUEST_MOVES: Final[dict[int, LorcanaMove]] = {}
USE_MOVES: Final[dict[int, LorcanaMove]] = {}
SHIFT_MOVES: Final[dict[tuple[int, int], LorcanaMove]] = {}
CHALLENGE_MOVES: Final[dict[tuple[int, int], LorcanaMove]] = {}
MOVE_MOVES: Final[dict[tuple[int, int], LorcanaMove]] = {}


def list_moves(state: LorcanaState) -> list[LorcanaMove]:
    """Lists the legal moves of the main phase, in the order of the kinds."""
    seat = state.seat
    found: list[LorcanaMove] = []
    hand = distinct_cards(state.cards[state.index(HAND, seat)])
    list_hand(state, seat, hand, found)
    list_quests(state, seat, found)
    list_challenges(state, seat, found)
    list_uses(state, seat, found)
    list_moving(state, seat, found)
    if challenge.must_challenge(state, seat)[0] == challenge.NOBODY:
        found.append(END_TURN)
    return found


def distinct_cards(pile: list[int]) -> list[int]:
    """Lists the kinds of cards of a sorted pile."""
    found: list[int] = []
    last = 0
    for card in pile:
        if card != last:
            found.append(card)
            last = card
    return found


def list_hand(state: LorcanaState, seat: int, hand: list[int], found: list[LorcanaMove]) -> None:
    """Adds what the cards of the hand can be used for."""
    ink = state.board.ink[seat]
    if not state.marks & INKED:
        for card in hand:
            if INKABLE[card]:
                found.append(INK_MOVES[card])
    for card in hand:
        if COST[card] <= ink:
            found.append(PLAY_MOVES[card])
            if PRINTED[card][BODYGUARD]:
                found.append(EXERTED_MOVES[card])
    for card in hand:
        if PRINTED[card][SHIFT] and PRINTED[card][SHIFT] <= ink:
            list_shifts(state, seat, card, found)
    for card in hand:
        if IS_SONG[card]:
            found.extend(Sing.enumerate(state, seat))
            break


def list_shifts(state: LorcanaState, seat: int, card: int, found: list[LorcanaMove]) -> None:
    """Adds the shifts of a card that can be paid for."""
    place = state.place(CHARACTERS, seat, 0)
    for part in characters(state, seat):
        if NAME[part.kind] == NAME[card]:
            pair = card, place
            if pair not in SHIFT_MOVES:
                SHIFT_MOVES[pair] = Shift(card, place)
            found.append(SHIFT_MOVES[pair])
        place += LAYOUT.spots


def list_quests(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the quests."""
    place = state.place(CHARACTERS, seat, 0)
    for part in characters(state, seat):
        if not part.exerted and not part.drying and not banned(state, part, seat, CANNOT_QUEST):
            if place not in QUEST_MOVES:
                QUEST_MOVES[place] = Quest(place)
            found.append(QUEST_MOVES[place])
        place += LAYOUT.spots


def list_challenges(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the challenges."""
    if not can_be_challenged(state, 1 - seat):
        return
    place = state.place(CHARACTERS, seat, 0)
    for part in characters(state, seat):
        if not part.exerted and challenge.can_attack(state, part, seat):
            for target in challenge.defenders(state, part, seat):
                pair = place, target
                if pair not in CHALLENGE_MOVES:
                    CHALLENGE_MOVES[pair] = Challenge(place, target)
                found.append(CHALLENGE_MOVES[pair])
        place += LAYOUT.spots


def can_be_challenged(state: LorcanaState, seat: int) -> bool:
    """Tells whether a seat has anything that some character could challenge."""
    if locations(state, seat):
        return True
    return any(part.exerted for part in characters(state, seat))


def list_uses(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the uses of abilities."""
    for row in (CHARACTERS, ITEMS, LOCATIONS):
        place = state.place(row, seat, 0)
        for part in state.rows[seat * 3 + row]:
            if USE[part.kind] >= 0:
                if place not in USE_MOVES:
                    USE_MOVES[place] = Use(place)
                move = USE_MOVES[place]
                for _ in move.check(state, seat):
                    break
                else:
                    found.append(move)
            place += LAYOUT.spots


def list_moving(state: LorcanaState, seat: int, found: list[LorcanaMove]) -> None:
    """Adds the moves of characters to locations."""
    if not locations(state, seat):
        return
    ink = state.board.ink[seat]
    place = state.place(CHARACTERS, seat, 0)
    for part in characters(state, seat):
        to = state.place(LOCATIONS, seat, 0)
        for location in locations(state, seat):
            if part.at != location.serial and CARDS[location.kind].move <= ink:
                pair = place, to
                if pair not in MOVE_MOVES:
                    MOVE_MOVES[pair] = MoveTo(place, to)
                found.append(MOVE_MOVES[pair])
            to += LAYOUT.spots
        place += LAYOUT.spots
