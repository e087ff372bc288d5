"""What the moves share: their kinds, refusals, and how they name drones."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.errors import suggest
from kibitz.core.move import Reject
from kibitz.games.dronewars.cards.catalogue import CARD_NUMBERS, CARD_WORDS, LANES
from kibitz.games.dronewars.rules.targets import (
    BOARD_CODES,
    BOARD_WORDS,
    NOWHERE,
    code_at,
    index_of,
    lane_of,
)
from kibitz.games.dronewars.state import ACTION, HAND, Battle, Drone, Field, pile

# The codes of this game's own refusals.
NOT_IN_HAND: Final = "NOT_IN_HAND"
NO_SUCH_DRONE: Final = "NO_SUCH_DRONE"
WRONG_TARGET: Final = "WRONG_TARGET"
EXHAUSTED: Final = "EXHAUSTED"
NOT_ENOUGH_ENERGY: Final = "NOT_ENOUGH_ENERGY"
LIMIT_REACHED: Final = "LIMIT_REACHED"
LANE_FULL: Final = "LANE_FULL"
GUARDED: Final = "GUARDED"
NO_ROOM: Final = "NO_ROOM"
NOT_POSSIBLE: Final = "NOT_POSSIBLE"
NOT_OFFERED: Final = "NOT_OFFERED"
MUST_CHOOSE: Final = "MUST_CHOOSE"

SECTION_WORD: Final = "section"
# The code of a section among those of drones.
SECTION_CODE: Final = 0


def bad_word(what: str, word: str, known: Mapping[str, int]) -> list[str]:
    """Says that a word is unknown, with a near match."""
    return [] if word in known else [f"unknown {what} {word!r}; {suggest(word, known)}"]


def bad_lane(lane: int) -> list[str]:
    """Says that there is no such lane."""
    return [] if 1 <= lane <= LANES else [f"there is no lane {lane}: expected 1 to {LANES}"]


def unique(cards: list[int]) -> list[int]:
    """Lists the different cards of a sorted list; those that nobody knows are left out."""
    found: list[int] = []
    last = 0
    for card in cards:
        if card != last:
            found.append(card)
            last = card
    return found


def board_codes(s: Battle, seat: int) -> list[int]:
    """Lists the drones of a seat, by code."""
    return [code for lane in range(LANES) for code in lane_codes(s, seat, lane)]


def standing_words(s: Battle, seat: int) -> str:
    """Names the drones of a seat, for refusals."""
    return ", ".join([BOARD_WORDS[code] for code in board_codes(s, seat)]) or "none"


def too_little(what: str, price: int, has: int) -> Reject:
    """Says that something costs more energy than there is."""
    return Reject(NOT_ENOUGH_ENERGY, f"{what} costs {price} energy, and you have {has}")


class WarMove(kit.TableMove[Drone, Field]):
    """A move of this game; most are made in the action phase."""

    phases: ClassVar[int] = 1 << ACTION


class CardMove(WarMove):
    """A move with a card of the hand."""

    source: ClassVar[str] = "card"
    __match_args__: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = card
        self.number: Final = CARD_NUMBERS.get(card, 0)

    def invalid(self) -> list[str]:
        """Refuses an unknown card."""
        return bad_word("card", self.card, CARD_NUMBERS)

    def check_hand(self, s: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a card that is not in the hand."""
        if self.number not in pile(s, HAND, seat):
            held = ", ".join([CARD_WORDS[card] for card in unique(pile(s, HAND, seat))])
            yield Reject(NOT_IN_HAND, f"{self.card} is not in the hand; in it: {held or 'nothing'}")


class DroneMove(WarMove):
    """A move with a drone on the board, mostly one's own."""

    source: ClassVar[str] = "drone"
    __match_args__: ClassVar[tuple[str, ...]] = ("drone",)

    def __init__(self, drone: str) -> None:
        self.drone: Final = drone
        self.code: Final = BOARD_CODES.get(drone, NOWHERE)
        self.lane: Final = lane_of(max(0, self.code))

    def invalid(self) -> list[str]:
        """Refuses a word that names no drone in a lane."""
        if self.drone in BOARD_CODES:
            return []
        return [f"unknown drone {self.drone!r}: expected one with its lane, such as 'scout 1'"]

    def found(self, s: Battle, seat: int) -> Drone | None:
        """Returns the drone; None if a seat has no such drone."""
        index = index_of(s, seat, self.code)
        return None if index < 0 else s.rows[seat * LANES + self.lane][index]

    def absent(self, s: Battle, seat: int) -> Reject:
        """Says that a seat has no such drone."""
        whose = "you have" if seat == s.seat else "the enemy has"
        text = f"{whose} no {self.drone}; {whose} {standing_words(s, seat)}"
        return Reject(NO_SUCH_DRONE, text)

    def check_ready(self, s: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone that the seat does not have, or that is exhausted."""
        drone = self.found(s, seat)
        if drone is None:
            yield self.absent(s, seat)
        elif not drone.ready:
            yield Reject(EXHAUSTED, f"{self.drone} is exhausted")


def lane_codes(s: Battle, seat: int, lane: int) -> list[int]:
    """Lists the drones of a seat in a lane, by code."""
    return [code_at(s, seat, lane, index) for index in range(len(s.rows[seat * LANES + lane]))]
