"""The moves before the action phase: choices, discards, shields, removal and deployment."""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.move import Move, Reject
from kibitz.games.dronewars.cards.catalogue import CARD_WORDS, DRONE_NUMBERS, DRONE_WORDS, LANES
from kibitz.games.dronewars.cards.decks import placements, write_placement
from kibitz.games.dronewars.moves.common import (
    LANE_FULL,
    LIMIT_REACHED,
    MUST_CHOOSE,
    NO_ROOM,
    NO_SUCH_DRONE,
    NOT_ENOUGH_ENERGY,
    NOT_OFFERED,
    NOT_POSSIBLE,
    CardMove,
    DroneMove,
    WarMove,
    bad_lane,
    bad_word,
    board_codes,
    unique,
)
from kibitz.games.dronewars.rules.deployment import (
    below_limit,
    can_afford,
    can_control,
    deploy,
    has_space,
    remove_drone,
)
from kibitz.games.dronewars.rules.phases import can_shield, discard_card, place_shield, proceed
from kibitz.games.dronewars.rules.questions import asked_of, pop_question
from kibitz.games.dronewars.rules.setup import keep_drone, must_place, offer
from kibitz.games.dronewars.rules.stats import cost, limit
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, index_of
from kibitz.games.dronewars.state import (
    DEPLOYMENT,
    DRONE_REMOVAL,
    HAND,
    MANDATORY_DISCARD,
    OPTIONAL_DISCARD,
    PLACEMENT,
    SELECTION,
    SHIELD_ALLOCATION,
    Battle,
    pile,
)

# Before the first round.


class Keep(WarMove):
    """Keep one of the two drones that you are shown."""

    id: ClassVar[str] = "keep"
    name: ClassVar[str] = "Keep a drone"
    phases: ClassVar[int] = 1 << SELECTION
    __match_args__ = ("drone",)

    def __init__(self, drone: str) -> None:
        self.drone: Final = drone

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes the two drones."""
        return iter([KEEPS[kind] for kind in offer(state, seat)])

    def invalid(self) -> list[str]:
        """Refuses an unknown drone."""
        return bad_word("drone", self.drone, DRONE_NUMBERS)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone that is not shown."""
        shown = offer(state, seat)
        if DRONE_NUMBERS[self.drone] not in shown:
            words = " or ".join([DRONE_WORDS[kind] for kind in shown])
            yield Reject(NOT_OFFERED, f"{self.drone} is not shown; expected {words or 'nothing'}")

    def apply(self, state: Battle, seat: int) -> None:
        """Keeps it."""
        keep_drone(state, seat, DRONE_NUMBERS[self.drone])
        proceed(state)

    def __str__(self) -> str:
        return f"keep {self.drone}"


class Place(WarMove):
    """Place the sections of your ship in lanes 1, 2 and 3."""

    id: ClassVar[str] = "place"
    name: ClassVar[str] = "Place the ship"
    phases: ClassVar[int] = 1 << PLACEMENT
    __match_args__ = ("sections",)

    def __init__(self, sections: str) -> None:
        self.sections: Final = sections

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes all orders of the sections."""
        return iter(PLACES[1 if state.board.rules.balance_patch else 0])

    def invalid(self) -> list[str]:
        """Refuses what is no order of sections."""
        if self.sections in PLACEMENTS:
            return []
        return [f"invalid placement {self.sections!r}: expected a bridge, powercell and hub"]

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses sections that this game does not have."""
        if not must_place(state, seat):
            yield Reject(NOT_POSSIBLE, "the ship is placed already")
        if PLACEMENTS[self.sections] not in placements(state.board.rules.balance_patch):
            yield Reject(NOT_POSSIBLE, "the tactical bridge needs the option balance_patch")

    def apply(self, state: Battle, seat: int) -> None:
        """Places it, in secret until both have."""
        state.board.chosen[seat] = PLACEMENTS[self.sections]
        proceed(state)

    def __str__(self) -> str:
        return f"place {self.sections}"


# Before deployment.


class Discard(CardMove):
    """Discard a card."""

    id: ClassVar[str] = "discard"
    name: ClassVar[str] = "Discard a card"
    phases: ClassVar[int] = 1 << MANDATORY_DISCARD | 1 << OPTIONAL_DISCARD

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes the different cards of the hand."""
        return iter([DISCARDS[card] for card in unique(pile(state, HAND, seat))])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a card that is not in the hand."""
        return self.check_hand(state, seat)

    def apply(self, state: Battle, seat: int) -> None:
        """Discards it."""
        if state.stack:
            pop_question(state).pick(state, self.number)
        else:
            discard_card(state, seat, self.number)
            proceed(state)

    def __str__(self) -> str:
        return f"discard {self.card}"


class Done(WarMove):
    """Choose no more."""

    id: ClassVar[str] = "done"
    name: ClassVar[str] = "Choose no more"
    phases: ClassVar[int] = 1 << OPTIONAL_DISCARD

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses to end a choice that must be made."""
        asked = asked_of(state, seat)
        if asked is not None and not asked.optional(state):
            yield Reject(MUST_CHOOSE, "something must be chosen")

    def apply(self, state: Battle, seat: int) -> None:
        """Ends the choice."""
        if state.stack:
            pop_question(state).decline(state)
        else:
            state.board.left = 0
            proceed(state)


class Shield(WarMove):
    """Place one of your new shields on the section in a lane."""

    id: ClassVar[str] = "shield"
    name: ClassVar[str] = "Place a shield"
    phases: ClassVar[int] = 1 << SHIELD_ALLOCATION
    __match_args__ = ("lane",)

    def __init__(self, lane: int) -> None:
        self.lane: Final = lane

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes the three lanes."""
        return iter(SHIELDS)

    def invalid(self) -> list[str]:
        """Refuses an unknown lane."""
        return bad_lane(self.lane)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a section that has no room."""
        if not can_shield(state, seat, self.lane - 1):
            yield Reject(NO_ROOM, f"the section in lane {self.lane} has all its shields")

    def apply(self, state: Battle, seat: int) -> None:
        """Places it."""
        place_shield(state, seat, self.lane - 1)
        proceed(state)

    def __str__(self) -> str:
        return f"shield {self.lane}"


class Remove(DroneMove):
    """Destroy one of your drones, because you have more than you can control."""

    id: ClassVar[str] = "remove"
    name: ClassVar[str] = "Remove a drone"
    phases: ClassVar[int] = 1 << DRONE_REMOVAL

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes all own drones."""
        return iter([REMOVES[code] for code in board_codes(state, seat)])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone that the seat does not have."""
        if self.found(state, seat) is None:
            yield self.absent(state, seat)

    def apply(self, state: Battle, seat: int) -> None:
        """Destroys it."""
        remove_drone(state, seat, self.lane, index_of(state, seat, self.code))

    def __str__(self) -> str:
        return f"remove {self.drone}"


class Deploy(WarMove):
    """Deploy a drone to a lane."""

    id: ClassVar[str] = "deploy"
    name: ClassVar[str] = "Deploy a drone"
    phases: ClassVar[int] = 1 << DEPLOYMENT
    source: ClassVar[str] = "drone"
    slots: ClassVar[tuple[str, ...]] = ("lane",)
    __match_args__ = ("drone", "lane")

    def __init__(self, drone: str, lane: int) -> None:
        self.drone: Final = drone
        self.lane: Final = lane
        self.kind: Final = DRONE_NUMBERS.get(drone, 0)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes every active type for every lane."""
        pool = state.board.pools[seat]
        return iter([DEPLOYS[kind][lane] for kind in pool for lane in range(LANES)])

    def invalid(self) -> list[str]:
        """Refuses an unknown drone or lane."""
        return bad_word("drone", self.drone, DRONE_NUMBERS) + bad_lane(self.lane)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what 1.6 refuses."""
        kind = self.kind
        if kind not in state.board.pools[seat]:
            own = ", ".join([DRONE_WORDS[each] for each in state.board.pools[seat]])
            yield Reject(NO_SUCH_DRONE, f"{self.drone} is not in your active pool: {own}")
            return
        if not can_control(state, seat):
            yield Reject(LIMIT_REACHED, "you have as many drones as your CPU limit")
        if not below_limit(state, seat, kind):
            most = limit(state, seat, kind)
            yield Reject(LIMIT_REACHED, f"you have {most} of {self.drone}: that is the limit")
        if not has_space(state, seat, self.lane - 1, kind):
            yield Reject(LANE_FULL, f"lane {self.lane} cannot take another {self.drone}")
        if not can_afford(state, seat, kind):
            has = f"budget {state.board.budget[seat]} and energy {state.board.energy[seat]}"
            text = f"{self.drone} costs {cost(state, seat, kind)}, and you have {has}"
            yield Reject(NOT_ENOUGH_ENERGY, text)

    def apply(self, state: Battle, seat: int) -> None:
        """Deploys it."""
        deploy(state, seat, self.kind, self.lane - 1)

    def __str__(self) -> str:
        return f"deploy {self.drone} {self.lane}"


# Moves are values, so one object of each serves every battle.

PLACES: Final[list[list[Move[Battle]]]] = [
    [Place(write_placement(order)) for order in placements(patched)] for patched in (False, True)
]
PLACEMENTS: Final[dict[str, tuple[int, ...]]] = {
    write_placement(order): order for order in placements(True)
}
KEEPS: Final[list[Move[Battle]]] = [Keep(word) for word in DRONE_WORDS]
DISCARDS: Final[list[Move[Battle]]] = [Discard(word) for word in CARD_WORDS]
SHIELDS: Final[list[Move[Battle]]] = [Shield(lane) for lane in range(1, LANES + 1)]
DEPLOYS: Final[list[list[Move[Battle]]]] = [
    [Deploy(word, lane) for lane in range(1, LANES + 1)] for word in DRONE_WORDS
]
REMOVES: Final[list[Move[Battle]]] = [Remove(word) for word in BOARD_WORDS]
DONE_MOVE: Final = Done()
