"""The moves of the action phase: attacks, movement, cards, abilities, and passing."""

from collections.abc import Iterator
from typing import ClassVar, Final

from kibitz.core.move import Move, Reject
from kibitz.games.dronewars.cards.catalogue import (
    CARD_WORDS,
    CARDS,
    DRONE_WORDS,
    DRONES,
    LANES,
    MARK,
    NO_ABILITY,
    REALLOCATE,
    RECALCULATE,
    RECALL,
    SHIP_ABILITIES,
)
from kibitz.games.dronewars.moves.common import (
    GUARDED,
    LANE_FULL,
    NO_ROOM,
    NOT_POSSIBLE,
    SECTION_CODE,
    SECTION_WORD,
    WRONG_TARGET,
    CardMove,
    DroneMove,
    WarMove,
    bad_lane,
    board_codes,
    lane_codes,
    too_little,
    unique,
)
from kibitz.games.dronewars.rules.abilities import (
    NO_CODE,
    ability_targets,
    can_activate,
    mark,
    move_shield,
    pay_ability,
    recalculate,
    recall,
    shield_ways,
    use_ability,
)
from kibitz.games.dronewars.rules.attacks import can_attack_section, declare
from kibitz.games.dronewars.rules.effects import play_card
from kibitz.games.dronewars.rules.movement import can_enter, move_drone
from kibitz.games.dronewars.rules.phases import pass_turn
from kibitz.games.dronewars.rules.questions import asked_of, pop_question
from kibitz.games.dronewars.rules.stats import is_guarded, is_jammed
from kibitz.games.dronewars.rules.targets import (
    BOARD_CODES,
    BOARD_WORDS,
    NOWHERE,
    TARGET_CODES,
    TARGET_WORDS,
    add_targets,
    code_at,
    code_in_lane,
    index_of,
    is_drone_target,
    lane_of,
    side_of,
    target_lane,
)
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, HAND, SECTION, Battle, book, pile

# The index of a drone that is not there.
NO_INDEX: Final = -2


class Attack(DroneMove):
    """Attack an enemy drone or the enemy section in the same lane."""

    id: ClassVar[str] = "attack"
    name: ClassVar[str] = "Attack"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    __match_args__ = ("drone", "target")

    def __init__(self, drone: str, target: str) -> None:
        super().__init__(drone)
        self.target: Final = target
        code = BOARD_CODES.get(target, NOWHERE)
        if code < 0:
            code = SECTION_CODE if target == SECTION_WORD else code_in_lane(target, self.lane)
        self.target_code: Final = code

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes every own drone for every target in its lane."""
        moves: list[Move[Battle]] = []
        for lane in range(LANES):
            targets = lane_codes(state, 1 - seat, lane)
            targets.append(SECTION_CODE)
            for index in range(len(state.rows[seat * LANES + lane])):
                code = code_at(state, seat, lane, index)
                moves.extend([attack_move(code, target) for target in targets])
        return iter(moves)

    def invalid(self) -> list[str]:
        """Refuses an unknown drone or target."""
        known = [] if self.target_code >= 0 else [f"unknown target {self.target!r}"]
        return super().invalid() + known

    def target_index(self, s: Battle, seat: int) -> int:
        """Returns the index of the target in its lane, `SECTION`, or `NO_INDEX` for none."""
        if self.target_code == SECTION_CODE:
            return SECTION
        index = index_of(s, 1 - seat, self.target_code)
        return NO_INDEX if index < 0 or lane_of(self.target_code) != self.lane else index

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what step 1 of 1.8 refuses."""
        yield from self.check_ready(state, seat)
        lane = self.lane + 1
        if self.target_code == SECTION_CODE:
            if is_guarded(state, 1 - seat, self.lane):
                yield Reject(GUARDED, f"a ready Guardian protects the section in lane {lane}")
            elif not can_attack_section(state, seat, self.lane):
                yield Reject(WRONG_TARGET, f"the section in lane {lane} has no hull left")
        elif self.target_index(state, seat) == NO_INDEX:
            found = [BOARD_WORDS[code] for code in lane_codes(state, 1 - seat, self.lane)]
            there = f"in lane {lane}: {', '.join([*found, SECTION_WORD])}"
            yield Reject(WRONG_TARGET, f"{self.drone} cannot attack {self.target}; {there}")

    def apply(self, state: Battle, seat: int) -> None:
        """Attacks."""
        index = index_of(state, seat, self.code)
        declare(state, seat, self.lane, index, self.target_index(state, seat))

    def __str__(self) -> str:
        return f"attack {self.drone} > {self.target}"


class MoveDrone(DroneMove):
    """Move a drone to a neighbouring lane, which exhausts it."""

    id: ClassVar[str] = "move"
    name: ClassVar[str] = "Move a drone"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__ = ("drone", "to")

    def __init__(self, drone: str, to: int) -> None:
        super().__init__(drone)
        self.to: Final = to

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes every own drone for the lanes beside it."""
        codes = board_codes(state, seat)
        return iter([MOVES[code * LANES + to] for code in codes for to in beside(lane_of(code))])

    def invalid(self) -> list[str]:
        """Refuses an unknown drone or lane."""
        return super().invalid() + bad_lane(self.to)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what 1.10 refuses."""
        yield from self.check_ready(state, seat)
        drone = self.found(state, seat)
        if abs(self.to - 1 - self.lane) != 1:
            text = f"lane {self.to} is not beside lane {self.lane + 1}"
            yield Reject(WRONG_TARGET, text)
        elif drone is not None and not can_enter(state, seat, drone, self.lane, self.to - 1):
            word = DRONE_WORDS[drone.kind]
            yield Reject(LANE_FULL, f"lane {self.to} cannot take another {word}")

    def apply(self, state: Battle, seat: int) -> None:
        """Moves it."""
        move_drone(state, seat, self.lane, index_of(state, seat, self.code), self.to - 1)

    def __str__(self) -> str:
        return f"move {self.drone} > {self.to}"


def beside(lane: int) -> tuple[int, ...]:
    """Returns the lanes beside a lane."""
    return (1,) if lane != 1 else (0, 2)


class Play(CardMove):
    """Play a card."""

    id: ClassVar[str] = "play"
    name: ClassVar[str] = "Play a card"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__: ClassVar[tuple[str, ...]] = ("card", "to")

    def __init__(self, card: str, to: str) -> None:
        super().__init__(card)
        self.to: Final = to
        self.code: Final = TARGET_CODES[CARDS[self.number].target].get(to, NOWHERE)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes every card of the hand for everything it can be played on."""
        moves: list[Move[Battle]] = []
        for card in unique(pile(state, HAND, seat)):
            codes: list[int] = []
            add_targets(state, seat, card, codes)
            moves.extend([play_move(card, code) for code in codes])
        return iter(moves)

    def invalid(self) -> list[str]:
        """Refuses an unknown card or target."""
        problems = super().invalid()
        if not problems and self.code < 0:
            problems.append(f"{self.card} cannot be played on {self.to or 'nothing'}")
        return problems

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what cannot be paid, and wrong targets."""
        yield from self.check_hand(state, seat)
        price, has = book(state).cost[self.number], state.board.energy[seat]
        if price > has:
            yield too_little(self.card, price, has)
        codes: list[int] = []
        add_targets(state, seat, self.number, codes)
        if self.code not in codes:
            target = CARDS[self.number].target
            words = ", ".join([TARGET_WORDS[target][code] for code in codes]) or "nothing"
            side, lane = side_of(target, self.code, seat), target_lane(target, self.code)
            jammed = is_drone_target(target) and side != seat and is_jammed(state, side, lane)
            why = ": a ready Jammer protects the drones in its lane" if jammed else ""
            text = f"{self.card} cannot be played on {self.to or 'nothing'} now{why}"
            yield Reject(WRONG_TARGET, f"{text}; expected {words}")

    def apply(self, state: Battle, seat: int) -> None:
        """Plays it."""
        play_card(state, seat, self.number, self.code)

    def __str__(self) -> str:
        return f"play {self.card} > {self.to}" if self.to else f"play {self.card}"


class Use(DroneMove):
    """Use the ability of a drone, which costs energy and exhausts it."""

    id: ClassVar[str] = "use"
    name: ClassVar[str] = "Use a drone's ability"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__ = ("drone", "to")

    def __init__(self, drone: str, to: str) -> None:
        super().__init__(drone)
        self.to: Final = to
        self.target: Final = BOARD_CODES.get(to, NO_CODE)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes every own drone with an ability for everything it can be used on."""
        moves: list[Move[Battle]] = []
        for lane in range(LANES):
            for index, drone in enumerate(state.rows[seat * LANES + lane]):
                if DRONES[drone.kind].ability != NO_ABILITY:
                    code = code_at(state, seat, lane, index)
                    targets = ability_targets(state, seat, lane, drone)
                    moves.extend([use_move(code, target) for target in targets])
        return iter(moves)

    def invalid(self) -> list[str]:
        """Refuses an unknown drone or target."""
        known = not self.to or self.target >= 0
        return super().invalid() + ([] if known else [f"unknown target {self.to!r}"])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone without an ability, one that is exhausted, and wrong targets."""
        drone = self.found(state, seat)
        if drone is None:
            yield self.absent(state, seat)
            return
        printed = DRONES[drone.kind]
        if printed.ability == NO_ABILITY:
            yield Reject(NOT_POSSIBLE, f"{self.drone} has no ability to use")
            return
        yield from self.check_ready(state, seat)
        if printed.ability_cost > state.board.energy[seat]:
            has = state.board.energy[seat]
            yield too_little(f"the ability of {self.drone}", printed.ability_cost, has)
        targets = ability_targets(state, seat, self.lane, drone)
        if self.target not in targets:
            words = ", ".join([use_word(code) or "nothing" for code in targets])
            meant = f"expected {words}" if words else "there is nothing to use it on"
            text = f"{self.drone} cannot be used on {self.to or 'nothing'}"
            yield Reject(WRONG_TARGET, f"{text}; {meant}")

    def apply(self, state: Battle, seat: int) -> None:
        """Uses it."""
        use_ability(state, seat, self.lane, index_of(state, seat, self.code), self.target)

    def __str__(self) -> str:
        return f"use {self.drone} > {self.to}" if self.to else f"use {self.drone}"


def use_word(code: int) -> str:
    """Writes what an ability is used on; empty for nothing."""
    return "" if code == NO_CODE else BOARD_WORDS[code]


def check_ability(s: Battle, seat: int, ability: int) -> Iterator[Reject]:
    """Refuses the ability of a section that a ship does not have, or that cannot be paid."""
    if not can_activate(s, seat, ability):
        word = SHIP_ABILITIES[ability]
        text = f"no section of your ship can {word} with {s.board.energy[seat]} energy"
        yield Reject(NOT_POSSIBLE, text)


class Recalculate(WarMove):
    """Use the Bridge: draw a card, then discard one."""

    id: ClassVar[str] = "recalculate"
    name: ClassVar[str] = "Recalculate"

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses it without the section or the energy."""
        return check_ability(state, seat, RECALCULATE)

    def apply(self, state: Battle, seat: int) -> None:
        """Draws a card."""
        pay_ability(state, seat, RECALCULATE)
        recalculate(state, seat)


class Reallocate(WarMove):
    """Use the Power Cell: move a shield to another of your sections, then perhaps a second one."""

    id: ClassVar[str] = "reallocate"
    name: ClassVar[str] = "Reallocate shields"
    slots: ClassVar[tuple[str, ...]] = ("lane", "to")
    __match_args__ = ("lane", "to")

    def __init__(self, lane: int, to: int) -> None:
        self.lane: Final = lane
        self.to: Final = to
        self.way: Final = (lane - 1) * LANES + to - 1

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes all ways."""
        return iter([REALLOCATES[way] for way in shield_ways(state, seat)])

    def invalid(self) -> list[str]:
        """Refuses unknown lanes."""
        return bad_lane(self.lane) + bad_lane(self.to)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses it without the section or the energy, without a shield, and without room."""
        if asked_of(state, seat) is None:
            yield from check_ability(state, seat, REALLOCATE)
        if self.way not in shield_ways(state, seat):
            text = f"no shield can go from the section in lane {self.lane} to lane {self.to}"
            yield Reject(NO_ROOM, text)

    def apply(self, state: Battle, seat: int) -> None:
        """Moves the shield."""
        if state.stack:
            pop_question(state).pick(state, self.way)
        else:
            pay_ability(state, seat, REALLOCATE)
            move_shield(state, seat, self.way, 1)

    def __str__(self) -> str:
        return f"reallocate {self.lane} > {self.to}"


class Recall(DroneMove):
    """Use the Drone Control Hub: take one of your drones off the board."""

    id: ClassVar[str] = "recall"
    name: ClassVar[str] = "Recall a drone"

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes all own drones."""
        return iter([RECALLS[code] for code in board_codes(state, seat)])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses it without the section or the energy, and a drone that is not there."""
        yield from check_ability(state, seat, RECALL)
        if self.found(state, seat) is None:
            yield self.absent(state, seat)

    def apply(self, state: Battle, seat: int) -> None:
        """Takes it off the board."""
        pay_ability(state, seat, RECALL)
        recall(state, seat, self.lane, index_of(state, seat, self.code))

    def __str__(self) -> str:
        return f"recall {self.drone}"


class Mark(DroneMove):
    """Use the Tactical Bridge: mark an enemy drone."""

    id: ClassVar[str] = "mark"
    name: ClassVar[str] = "Mark a drone"

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        """Proposes all enemy drones."""
        return iter([MARKS[code] for code in board_codes(state, 1 - seat)])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses it without the section or the energy, and a drone that is not there."""
        yield from check_ability(state, seat, MARK)
        if self.found(state, 1 - seat) is None:
            yield self.absent(state, 1 - seat)

    def apply(self, state: Battle, seat: int) -> None:
        """Marks it."""
        pay_ability(state, seat, MARK)
        mark(state, seat, self.lane, index_of(state, 1 - seat, self.code))

    def __str__(self) -> str:
        return f"mark {self.drone}"


class Pass(WarMove):
    """Pass for the rest of this phase."""

    id: ClassVar[str] = "pass"
    name: ClassVar[str] = "Pass"
    phases: ClassVar[int] = 1 << DEPLOYMENT | 1 << ACTION

    def apply(self, state: Battle, seat: int) -> None:
        """Passes."""
        pass_turn(state, seat)


# Moves are values, so one object of each serves every battle.

RECALLS: Final[list[Move[Battle]]] = [Recall(word) for word in BOARD_WORDS]
MARKS: Final[list[Move[Battle]]] = [Mark(word) for word in BOARD_WORDS]
MOVES: Final[list[Move[Battle]]] = [
    MoveDrone(word, to) for word in BOARD_WORDS for to in range(1, LANES + 1)
]
REALLOCATES: Final[list[Move[Battle]]] = [
    Reallocate(way // LANES + 1, way % LANES + 1) for way in range(LANES * LANES)
]
RECALCULATE_MOVE: Final = Recalculate()
PASS_MOVE: Final = Pass()
# Those with two parameters are made when they are first needed.
ATTACKS: Final[list[dict[int, Move[Battle]]]] = [{} for _ in BOARD_WORDS]
PLAYS: Final[list[dict[int, Move[Battle]]]] = [{} for _ in CARDS]
USES: Final[list[dict[int, Move[Battle]]]] = [{} for _ in BOARD_WORDS]


def attack_move(code: int, target: int) -> Move[Battle]:
    """Returns the attack of a drone on a target in its lane, both by code."""
    made = ATTACKS[code].get(target)
    if made is None:
        word = SECTION_WORD if target == SECTION_CODE else BOARD_WORDS[target]
        made = Attack(BOARD_WORDS[code], word)
        ATTACKS[code][target] = made
    return made


def play_move(card: int, code: int) -> Move[Battle]:
    """Returns the move that plays a card on a target."""
    made = PLAYS[card].get(code)
    if made is None:
        made = Play(CARD_WORDS[card], TARGET_WORDS[CARDS[card].target][code])
        PLAYS[card][code] = made
    return made


def use_move(code: int, target: int) -> Move[Battle]:
    """Returns the move that uses a drone on a target, both by code."""
    made = USES[code].get(target)
    if made is None:
        made = Use(BOARD_WORDS[code], use_word(target))
        USES[code][target] = made
    return made
