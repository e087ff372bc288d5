"""The answers to questions in the middle of an action: interception, and what a card asks."""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.move import Move, Reject
from kibitz.games.dronewars.cards.catalogue import CARD_NUMBERS, CARD_WORDS
from kibitz.games.dronewars.moves.common import (
    MUST_CHOOSE,
    NOT_OFFERED,
    WarMove,
    bad_word,
    lane_codes,
)
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.effects import MoveDrones, SearchDeck
from kibitz.games.dronewars.rules.questions import asked_of, pop_question
from kibitz.games.dronewars.rules.targets import (
    BOARD_CODES,
    BOARD_WORDS,
    LANE_CODES,
    NOWHERE,
    code_in_lane,
    index_of,
)
from kibitz.games.dronewars.state import Battle


class Intercept(WarMove):
    """Intercept an attack with one of your drones in the lane."""

    id: ClassVar[str] = "intercept"
    name: ClassVar[str] = "Intercept"
    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True
    source: ClassVar[str] = "drone"
    __match_args__ = ("drone",)

    def __init__(self, drone: str) -> None:
        self.drone: Final = drone
        self.code: Final = BOARD_CODES.get(drone, NOWHERE)

    def code_in(self, lane: int) -> int:
        """Returns the code of the drone; one without a lane is in the lane of the attack."""
        return code_in_lane(self.drone, lane) if self.code < 0 else self.code

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes the drones that may intercept."""
        asked = asked_of(state, seat)
        if not isinstance(asked, Interception):
            return iter(())
        codes = lane_codes(state, seat, asked.lane)
        return iter([INTERCEPTS[codes[index]] for index in asked.options(state)])

    def invalid(self) -> list[str]:
        """Refuses an unknown drone."""
        return [] if self.drone in LANE_CODES else bad_word("drone", self.drone, BOARD_CODES)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone that may not intercept."""
        asked = asked_of(state, seat)
        if not isinstance(asked, Interception):
            yield Reject(NOT_OFFERED, "there is no attack to intercept")
            return
        codes = lane_codes(state, seat, asked.lane)
        able = [codes[index] for index in asked.options(state)]
        if self.code_in(asked.lane) not in able:
            words = ", ".join([BOARD_WORDS[code] for code in able])
            yield Reject(NOT_OFFERED, f"{self.drone} cannot intercept; expected {words}")

    def apply(self, state: Battle, seat: int) -> None:
        """Intercepts."""
        asked = pop_question(state)
        assert isinstance(asked, Interception)
        asked.pick(state, index_of(state, seat, self.code_in(asked.lane)))

    def __str__(self) -> str:
        return f"intercept {self.drone}"


class Decline(WarMove):
    """Let an attack through."""

    id: ClassVar[str] = "decline"
    name: ClassVar[str] = "Do not intercept"
    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses it where a drone must intercept."""
        asked = asked_of(state, seat)
        if not isinstance(asked, Interception):
            yield Reject(NOT_OFFERED, "there is no attack to intercept")
        elif not asked.optional(state):
            yield Reject(MUST_CHOOSE, "one of your drones must intercept")

    def apply(self, state: Battle, seat: int) -> None:
        """Lets it through."""
        pop_question(state).decline(state)


class Choose(WarMove):
    """Choose what is asked for: a card that was looked at, or a drone that moves."""

    id: ClassVar[str] = "choose"
    name: ClassVar[str] = "Choose"
    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True
    __match_args__ = ("item",)

    def __init__(self, item: str) -> None:
        self.item: Final = item
        self.card: Final = CARD_NUMBERS.get(item, NOWHERE)
        self.drone: Final = BOARD_CODES.get(item, NOWHERE)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes what is offered."""
        moves: list[Move[Battle]] = []
        add_choices(state, seat, moves)
        return iter(moves)

    def invalid(self) -> list[str]:
        """Refuses a word that nothing has."""
        known = self.card >= 0 or self.drone >= 0
        return [] if known else [f"unknown choice {self.item!r}"]

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what is not offered."""
        asked = asked_of(state, seat)
        if isinstance(asked, SearchDeck):
            known, words = self.card in asked.options(state), CARD_WORDS
        elif isinstance(asked, MoveDrones):
            known, words = self.drone in asked.options(state), BOARD_WORDS
        else:
            yield Reject(NOT_OFFERED, "there is nothing to choose")
            return
        if not known:
            offered = ", ".join([words[option] for option in asked.options(state)]) or "nothing"
            yield Reject(NOT_OFFERED, f"{self.item} cannot be chosen; expected {offered}")

    def apply(self, state: Battle, seat: int) -> None:
        """Answers the question."""
        asked = pop_question(state)
        asked.pick(state, self.card if isinstance(asked, SearchDeck) else self.drone)

    def __str__(self) -> str:
        return f"choose {self.item}"


def add_choices(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the cards or drones that can be chosen."""
    asked = asked_of(s, seat)
    if isinstance(asked, SearchDeck):
        moves.extend([CHOOSE_CARDS[card] for card in asked.options(s)])
    elif isinstance(asked, MoveDrones):
        moves.extend([CHOOSE_DRONES[code] for code in asked.options(s)])


# Moves are values, so one object of each serves every battle.

INTERCEPTS: Final[list[Move[Battle]]] = [Intercept(word) for word in BOARD_WORDS]
CHOOSE_CARDS: Final[list[Move[Battle]]] = [Choose(word) for word in CARD_WORDS]
CHOOSE_DRONES: Final[list[Move[Battle]]] = [Choose(word) for word in BOARD_WORDS]
DECLINE_MOVE: Final = Decline()
