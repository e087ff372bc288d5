"""The moves, in the words of the rules, and the quick list of legal ones.

Moves name cards, drones and sections by their words: `attack bomber 1 > scout 1`, where 1 is the
lane. The second of two equal drones in a lane is `bomber 1.2`. Equal cards give one move. What
needs more than one decision asks for the others one by one.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.errors import suggest
from kibitz.core.move import Move, Reject
from kibitz.games.dronewars import cards
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules import abilities, attacks, drones, effects, targets
from kibitz.games.dronewars.rules.phases import (
    asked_of,
    can_shield,
    discard_card,
    keep_drone,
    must_place,
    offer,
    pass_turn,
    place_shield,
    pop_question,
    proceed,
)
from kibitz.games.dronewars.state import (
    ACTION,
    DEPLOYMENT,
    DRONE_REMOVAL,
    HAND,
    MANDATORY_DISCARD,
    OPTIONAL_DISCARD,
    PLACEMENT,
    SECTION,
    SELECTION,
    SHIELD_ALLOCATION,
    Battle,
    Drone,
    Field,
    book,
    pile,
    unique,
)

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


def bad_word(what: str, word: str, known: Mapping[str, int]) -> list[str]:
    """Says that a word is unknown, with a near match."""
    return [] if word in known else [f"unknown {what} {word!r}; {suggest(word, known)}"]


def bad_lane(lane: int) -> list[str]:
    """Says that there is no such lane."""
    return [] if 1 <= lane <= LANES else [f"there is no lane {lane}: expected 1 to {LANES}"]


def too_little(what: str, price: int, has: int) -> Reject:
    """Says that something costs more energy than there is."""
    return Reject(NOT_ENOUGH_ENERGY, f"{what} costs {price} energy, and you have {has}")


class WarMove(kit.TableMove[Drone, Field]):
    """A move of this game; most are made in the action phase."""

    phases: ClassVar[int] = 1 << ACTION
    # What is written between its parameters.
    between: ClassVar[str] = " > "

    def __str__(self) -> str:
        words: list[str] = []
        for name in self.__match_args__:
            if word := str(getattr(self, name)):
                words.append(word)
        return f"{self.id} {self.between.join(words)}".rstrip()


class CardMove(WarMove):
    """A move with a card of the hand."""

    source: ClassVar[str] = "card"
    __match_args__: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = card
        self.number: Final = cards.CARD_NUMBERS.get(card, 0)

    def invalid(self) -> list[str]:
        return bad_word("card", self.card, cards.CARD_NUMBERS)

    def check_hand(self, s: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a card that is not in the hand."""
        if self.number not in pile(s, HAND, seat):
            held = ", ".join([cards.CARD_WORDS[card] for card in unique(pile(s, HAND, seat))])
            yield Reject(NOT_IN_HAND, f"{self.card} is not in the hand; in it: {held or 'nothing'}")


class DroneMove(WarMove):
    """A move with a drone on the board, mostly one's own."""

    source: ClassVar[str] = "drone"
    __match_args__: ClassVar[tuple[str, ...]] = ("drone",)

    def __init__(self, drone: str) -> None:
        self.drone: Final = drone
        self.code: Final = targets.BOARD_CODES.get(drone, targets.NOWHERE)
        self.lane: Final = targets.lane_of(max(0, self.code))

    def invalid(self) -> list[str]:
        if self.drone in targets.BOARD_CODES:
            return []
        return [f"unknown drone {self.drone!r}: expected one with its lane, such as 'scout 1'"]

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        return iter([cls(targets.BOARD_WORDS[code]) for code in targets.board_codes(state, seat)])

    def index(self, s: Battle, seat: int) -> int:
        """Returns the index of the drone in its lane; `NOWHERE` if a seat has no such drone."""
        return targets.index_of(s, seat, self.code)

    def found(self, s: Battle, seat: int) -> Drone | None:
        """Returns the drone; None if a seat has no such drone."""
        return targets.drone_of(s, seat, self.code)

    def absent(self, s: Battle, seat: int) -> Reject:
        """Says that a seat has no such drone."""
        whose = "you have" if seat == s.seat else "the enemy has"
        found = ", ".join([targets.BOARD_WORDS[code] for code in targets.board_codes(s, seat)])
        return Reject(NO_SUCH_DRONE, f"{whose} no {self.drone}; {whose} {found or 'none'}")

    def check_there(self, s: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone that a seat does not have."""
        if self.found(s, seat) is None:
            yield self.absent(s, seat)

    def check_ready(self, s: Battle, seat: int) -> Iterator[Reject]:
        """Refuses a drone that the seat does not have, or that is exhausted."""
        drone = self.found(s, seat)
        if drone is None:
            yield self.absent(s, seat)
        elif not drone.ready:
            yield Reject(EXHAUSTED, f"{self.drone} is exhausted")


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
        return iter([KEEPS[kind] for kind in offer(state, seat)])

    def invalid(self) -> list[str]:
        return bad_word("drone", self.drone, cards.DRONE_NUMBERS)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        shown = offer(state, seat)
        if cards.DRONE_NUMBERS[self.drone] not in shown:
            words = " or ".join([cards.DRONE_WORDS[kind] for kind in shown])
            yield Reject(NOT_OFFERED, f"{self.drone} is not shown; expected {words or 'nothing'}")

    def apply(self, state: Battle, seat: int) -> None:
        keep_drone(state, seat, cards.DRONE_NUMBERS[self.drone])
        proceed(state)


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
        return iter(PLACES[1 if state.board.rules.balance_patch else 0])

    def invalid(self) -> list[str]:
        if self.sections in PLACEMENTS:
            return []
        return [f"invalid placement {self.sections!r}: expected a bridge, powercell and hub"]

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        if not must_place(state, seat):
            yield Reject(NOT_POSSIBLE, "the ship is placed already")
        if PLACEMENTS[self.sections] not in cards.placements(state.board.rules.balance_patch):
            yield Reject(NOT_POSSIBLE, "the tactical bridge needs the option balance_patch")

    def apply(self, state: Battle, seat: int) -> None:
        """Places it, in secret until both have."""
        state.board.chosen[seat] = PLACEMENTS[self.sections]
        proceed(state)


# Before deployment.


class Discard(CardMove):
    """Discard a card."""

    id: ClassVar[str] = "discard"
    name: ClassVar[str] = "Discard a card"
    phases: ClassVar[int] = 1 << MANDATORY_DISCARD | 1 << OPTIONAL_DISCARD

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        return iter([DISCARDS[card] for card in unique(pile(state, HAND, seat))])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        return self.check_hand(state, seat)

    def apply(self, state: Battle, seat: int) -> None:
        if state.stack:
            pop_question(state).pick(state, self.number)
        else:
            discard_card(state, seat, self.number)
            proceed(state)


class Done(WarMove):
    """Choose no more."""

    id: ClassVar[str] = "done"
    name: ClassVar[str] = "Choose no more"
    phases: ClassVar[int] = 1 << OPTIONAL_DISCARD

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        asked = asked_of(state, seat)
        if asked is not None and not asked.optional(state):
            yield Reject(MUST_CHOOSE, "something must be chosen")

    def apply(self, state: Battle, seat: int) -> None:
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
        return iter(SHIELDS)

    def invalid(self) -> list[str]:
        return bad_lane(self.lane)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        if not can_shield(state, seat, self.lane - 1):
            yield Reject(NO_ROOM, f"the section in lane {self.lane} has all its shields")

    def apply(self, state: Battle, seat: int) -> None:
        place_shield(state, seat, self.lane - 1)
        proceed(state)


class Remove(DroneMove):
    """Destroy one of your drones, because you have more than you can control."""

    id: ClassVar[str] = "remove"
    name: ClassVar[str] = "Remove a drone"
    phases: ClassVar[int] = 1 << DRONE_REMOVAL

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        return self.check_there(state, seat)

    def apply(self, state: Battle, seat: int) -> None:
        drones.remove_drone(state, seat, self.lane, self.index(state, seat))


class Deploy(WarMove):
    """Deploy a drone to a lane."""

    id: ClassVar[str] = "deploy"
    name: ClassVar[str] = "Deploy a drone"
    phases: ClassVar[int] = 1 << DEPLOYMENT
    source: ClassVar[str] = "drone"
    slots: ClassVar[tuple[str, ...]] = ("lane",)
    between: ClassVar[str] = " "
    __match_args__ = ("drone", "lane")

    def __init__(self, drone: str, lane: int) -> None:
        self.drone: Final = drone
        self.lane: Final = lane
        self.kind: Final = cards.DRONE_NUMBERS.get(drone, 0)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        pool = state.board.pools[seat]
        return iter([DEPLOYS[kind][lane] for kind in pool for lane in range(LANES)])

    def invalid(self) -> list[str]:
        return bad_word("drone", self.drone, cards.DRONE_NUMBERS) + bad_lane(self.lane)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what 1.6 refuses."""
        kind = self.kind
        if kind not in state.board.pools[seat]:
            own = ", ".join([cards.DRONE_WORDS[each] for each in state.board.pools[seat]])
            yield Reject(NO_SUCH_DRONE, f"{self.drone} is not in your active pool: {own}")
            return
        if not drones.can_control(state, seat):
            yield Reject(LIMIT_REACHED, "you have as many drones as your CPU limit")
        if not drones.below_limit(state, seat, kind):
            most = drones.limit(state, seat, kind)
            yield Reject(LIMIT_REACHED, f"you have {most} of {self.drone}: that is the limit")
        if not drones.has_space(state, seat, self.lane - 1, kind):
            yield Reject(LANE_FULL, f"lane {self.lane} cannot take another {self.drone}")
        if not drones.can_afford(state, seat, kind):
            has = f"budget {state.board.budget[seat]} and energy {state.board.energy[seat]}"
            text = f"{self.drone} costs {drones.cost(state, seat, kind)}, and you have {has}"
            yield Reject(NOT_ENOUGH_ENERGY, text)

    def apply(self, state: Battle, seat: int) -> None:
        drones.deploy(state, seat, self.kind, self.lane - 1)


# The action phase.

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
        self.target_code: Final = targets.attacked_code(target, self.lane)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        moves: list[Move[Battle]] = []
        for lane in range(LANES):
            aims = targets.lane_codes(state, 1 - seat, lane)
            aims.append(targets.SECTION_CODE)
            for index in range(len(state.rows[seat * LANES + lane])):
                code = targets.code_at(state, seat, lane, index)
                moves.extend([attack_move(code, aim) for aim in aims])
        return iter(moves)

    def invalid(self) -> list[str]:
        known = [] if self.target_code >= 0 else [f"unknown target {self.target!r}"]
        return super().invalid() + known

    def target_index(self, s: Battle, seat: int) -> int:
        """Returns the index of the target in its lane, `SECTION`, or `NO_INDEX` for none."""
        if self.target_code == targets.SECTION_CODE:
            return SECTION
        index = targets.index_of(s, 1 - seat, self.target_code)
        return NO_INDEX if index < 0 or targets.lane_of(self.target_code) != self.lane else index

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what step 1 of 1.8 refuses."""
        yield from self.check_ready(state, seat)
        lane = self.lane + 1
        if self.target_code == targets.SECTION_CODE:
            if drones.is_guarded(state, 1 - seat, self.lane):
                yield Reject(GUARDED, f"a ready Guardian protects the section in lane {lane}")
            elif not attacks.can_attack_section(state, seat, self.lane):
                yield Reject(WRONG_TARGET, f"the section in lane {lane} has no hull left")
        elif self.target_index(state, seat) == NO_INDEX:
            codes = [*targets.lane_codes(state, 1 - seat, self.lane), targets.SECTION_CODE]
            there = f"in lane {lane}: {', '.join([targets.attacked_word(code) for code in codes])}"
            yield Reject(WRONG_TARGET, f"{self.drone} cannot attack {self.target}; {there}")

    def apply(self, state: Battle, seat: int) -> None:
        index, target = self.index(state, seat), self.target_index(state, seat)
        attacks.declare(state, seat, self.lane, index, target)


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
        ways = [(code, targets.lane_of(code)) for code in targets.board_codes(state, seat)]
        return iter([MOVES[code * LANES + to] for code, lane in ways for to in drones.beside(lane)])

    def invalid(self) -> list[str]:
        return super().invalid() + bad_lane(self.to)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses what 1.10 refuses."""
        yield from self.check_ready(state, seat)
        drone = self.found(state, seat)
        if abs(self.to - 1 - self.lane) != 1:
            yield Reject(WRONG_TARGET, f"lane {self.to} is not beside lane {self.lane + 1}")
        elif drone is not None and not drones.can_enter(state, seat, drone, self.lane, self.to - 1):
            word = cards.DRONE_WORDS[drone.kind]
            yield Reject(LANE_FULL, f"lane {self.to} cannot take another {word}")

    def apply(self, state: Battle, seat: int) -> None:
        drones.move_drone(state, seat, self.lane, self.index(state, seat), self.to - 1)


class Play(CardMove):
    """Play a card."""

    id: ClassVar[str] = "play"
    name: ClassVar[str] = "Play a card"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__: ClassVar[tuple[str, ...]] = ("card", "to")

    def __init__(self, card: str, to: str) -> None:
        super().__init__(card)
        self.to: Final = to
        known = targets.TARGET_CODES[cards.CARDS[self.number].target]
        self.code: Final = known.get(to, targets.NOWHERE)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        moves: list[Move[Battle]] = []
        for card in unique(pile(state, HAND, seat)):
            codes: list[int] = []
            targets.add_targets(state, seat, card, codes)
            moves.extend([play_move(card, code) for code in codes])
        return iter(moves)

    def invalid(self) -> list[str]:
        problems = super().invalid()
        if not problems and self.code < 0:
            problems.append(f"{self.card} cannot be played on {self.to or 'nothing'}")
        return problems

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        yield from self.check_hand(state, seat)
        price, has = book(state).cost[self.number], state.board.energy[seat]
        if price > has:
            yield too_little(self.card, price, has)
        codes: list[int] = []
        targets.add_targets(state, seat, self.number, codes)
        if self.code not in codes:
            target = cards.CARDS[self.number].target
            words = ", ".join([targets.TARGET_WORDS[target][code] for code in codes]) or "nothing"
            side = targets.side_of(target, self.code, seat)
            lane = targets.target_lane(target, self.code)
            aimed = targets.is_drone_target(target) and side != seat
            jammed = aimed and drones.is_jammed(state, side, lane)
            why = ": a ready Jammer protects the drones in its lane" if jammed else ""
            text = f"{self.card} cannot be played on {self.to or 'nothing'} now{why}"
            yield Reject(WRONG_TARGET, f"{text}; expected {words}")

    def apply(self, state: Battle, seat: int) -> None:
        effects.play_card(state, seat, self.number, self.code)


class Use(DroneMove):
    """Use the ability of a drone, which costs energy and exhausts it."""

    id: ClassVar[str] = "use"
    name: ClassVar[str] = "Use a drone's ability"
    slots: ClassVar[tuple[str, ...]] = ("to",)
    __match_args__ = ("drone", "to")

    def __init__(self, drone: str, to: str) -> None:
        super().__init__(drone)
        self.to: Final = to
        self.target: Final = targets.BOARD_CODES.get(to, abilities.NO_CODE)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        moves: list[Move[Battle]] = []
        for lane in range(LANES):
            for index, drone in enumerate(state.rows[seat * LANES + lane]):
                if cards.DRONES[drone.kind].ability != cards.NO_ABILITY:
                    code = targets.code_at(state, seat, lane, index)
                    aims = abilities.ability_targets(state, seat, lane, drone)
                    moves.extend([use_move(code, aim) for aim in aims])
        return iter(moves)

    def invalid(self) -> list[str]:
        known = not self.to or self.target >= 0
        return super().invalid() + ([] if known else [f"unknown target {self.to!r}"])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        drone = self.found(state, seat)
        if drone is None:
            yield self.absent(state, seat)
            return
        printed = cards.DRONES[drone.kind]
        if printed.ability == cards.NO_ABILITY:
            yield Reject(NOT_POSSIBLE, f"{self.drone} has no ability to use")
            return
        yield from self.check_ready(state, seat)
        if printed.ability_cost > state.board.energy[seat]:
            has = state.board.energy[seat]
            yield too_little(f"the ability of {self.drone}", printed.ability_cost, has)
        aims = abilities.ability_targets(state, seat, self.lane, drone)
        if self.target not in aims:
            words = ", ".join([use_word(code) or "nothing" for code in aims])
            meant = f"expected {words}" if words else "there is nothing to use it on"
            text = f"{self.drone} cannot be used on {self.to or 'nothing'}"
            yield Reject(WRONG_TARGET, f"{text}; {meant}")

    def apply(self, state: Battle, seat: int) -> None:
        abilities.use_ability(state, seat, self.lane, self.index(state, seat), self.target)


def use_word(code: int) -> str:
    """Writes what an ability is used on; empty for nothing."""
    return "" if code == abilities.NO_CODE else targets.BOARD_WORDS[code]


def check_ability(s: Battle, seat: int, ability: int) -> Iterator[Reject]:
    """Refuses the ability of a section that a ship does not have, or that cannot be paid."""
    if not abilities.can_activate(s, seat, ability):
        word = cards.SHIP_ABILITIES[ability]
        text = f"no section of your ship can {word} with {s.board.energy[seat]} energy"
        yield Reject(NOT_POSSIBLE, text)


class Recalculate(WarMove):
    """Use the Bridge: draw a card, then discard one."""

    id: ClassVar[str] = "recalculate"
    name: ClassVar[str] = "Recalculate"

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        return check_ability(state, seat, cards.RECALCULATE)

    def apply(self, state: Battle, seat: int) -> None:
        abilities.pay_ability(state, seat, cards.RECALCULATE)
        abilities.recalculate(state, seat)


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
        return iter([REALLOCATES[way] for way in abilities.shield_ways(state, seat)])

    def invalid(self) -> list[str]:
        return bad_lane(self.lane) + bad_lane(self.to)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        if asked_of(state, seat) is None:
            yield from check_ability(state, seat, cards.REALLOCATE)
        if self.way not in abilities.shield_ways(state, seat):
            text = f"no shield can go from the section in lane {self.lane} to lane {self.to}"
            yield Reject(NO_ROOM, text)

    def apply(self, state: Battle, seat: int) -> None:
        if state.stack:
            pop_question(state).pick(state, self.way)
        else:
            abilities.pay_ability(state, seat, cards.REALLOCATE)
            abilities.move_shield(state, seat, self.way, 1)


class Recall(DroneMove):
    """Use the Drone Control Hub: take one of your drones off the board."""

    id: ClassVar[str] = "recall"
    name: ClassVar[str] = "Recall a drone"

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        yield from check_ability(state, seat, cards.RECALL)
        yield from self.check_there(state, seat)

    def apply(self, state: Battle, seat: int) -> None:
        abilities.pay_ability(state, seat, cards.RECALL)
        abilities.recall(state, seat, self.lane, self.index(state, seat))


class Mark(DroneMove):
    """Use the Tactical Bridge: mark an enemy drone."""

    id: ClassVar[str] = "mark"
    name: ClassVar[str] = "Mark a drone"

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        return iter([MARKS[code] for code in targets.board_codes(state, 1 - seat)])

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        yield from check_ability(state, seat, cards.MARK)
        yield from self.check_there(state, 1 - seat)

    def apply(self, state: Battle, seat: int) -> None:
        abilities.pay_ability(state, seat, cards.MARK)
        abilities.mark(state, seat, self.lane, self.index(state, 1 - seat))


class Pass(WarMove):
    """Pass for the rest of this phase."""

    id: ClassVar[str] = "pass"
    name: ClassVar[str] = "Pass"
    phases: ClassVar[int] = 1 << DEPLOYMENT | 1 << ACTION

    def apply(self, state: Battle, seat: int) -> None:
        pass_turn(state, seat)


# Answers to questions in the middle of an action.


class Answer(WarMove):
    """A move that answers a question."""

    phases: ClassVar[int] = 0
    answers: ClassVar[bool] = True


class Intercept(Answer):
    """Intercept an attack with one of your drones in the lane."""

    id: ClassVar[str] = "intercept"
    name: ClassVar[str] = "Intercept"
    source: ClassVar[str] = "drone"
    __match_args__ = ("drone",)

    def __init__(self, drone: str) -> None:
        self.drone: Final = drone
        self.code: Final = targets.BOARD_CODES.get(drone, targets.NOWHERE)

    def code_in(self, lane: int) -> int:
        """Returns the code of the drone; one without a lane is in the lane of the attack."""
        return targets.code_in_lane(self.drone, lane) if self.code < 0 else self.code

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        asked = asked_of(state, seat)
        if not isinstance(asked, attacks.Interception):
            return iter(())
        codes = targets.lane_codes(state, seat, asked.lane)
        return iter([INTERCEPTS[codes[index]] for index in asked.options(state)])

    def invalid(self) -> list[str]:
        if self.drone in targets.LANE_CODES:
            return []
        return bad_word("drone", self.drone, targets.BOARD_CODES)

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        asked = asked_of(state, seat)
        if not isinstance(asked, attacks.Interception):
            yield Reject(NOT_OFFERED, "there is no attack to intercept")
            return
        codes = targets.lane_codes(state, seat, asked.lane)
        able = [codes[index] for index in asked.options(state)]
        if self.code_in(asked.lane) not in able:
            words = ", ".join([targets.BOARD_WORDS[code] for code in able])
            yield Reject(NOT_OFFERED, f"{self.drone} cannot intercept; expected {words}")

    def apply(self, state: Battle, seat: int) -> None:
        asked = pop_question(state)
        assert isinstance(asked, attacks.Interception)
        asked.pick(state, targets.index_of(state, seat, self.code_in(asked.lane)))


class Decline(Answer):
    """Let an attack through."""

    id: ClassVar[str] = "decline"
    name: ClassVar[str] = "Do not intercept"

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        """Refuses it where a drone must intercept."""
        asked = asked_of(state, seat)
        if not isinstance(asked, attacks.Interception):
            yield Reject(NOT_OFFERED, "there is no attack to intercept")
        elif not asked.optional(state):
            yield Reject(MUST_CHOOSE, "one of your drones must intercept")

    def apply(self, state: Battle, seat: int) -> None:
        pop_question(state).decline(state)


class Choose(Answer):
    """Choose what is asked for: a card that was looked at, or a drone that moves."""

    id: ClassVar[str] = "choose"
    name: ClassVar[str] = "Choose"
    __match_args__ = ("item",)

    def __init__(self, item: str) -> None:
        self.item: Final = item
        self.card: Final = cards.CARD_NUMBERS.get(item, targets.NOWHERE)
        self.drone: Final = targets.BOARD_CODES.get(item, targets.NOWHERE)

    @classmethod
    def enumerate(cls, state: Battle, seat: int) -> Iterator[Move[Battle]]:
        moves: list[Move[Battle]] = []
        add_choices(state, seat, moves)
        return iter(moves)

    def invalid(self) -> list[str]:
        known = self.card >= 0 or self.drone >= 0
        return [] if known else [f"unknown choice {self.item!r}"]

    def check(self, state: Battle, seat: int) -> Iterator[Reject]:
        asked = asked_of(state, seat)
        if isinstance(asked, effects.SearchDeck):
            known, words = self.card in asked.options(state), cards.CARD_WORDS
        elif isinstance(asked, effects.MoveDrones):
            known, words = self.drone in asked.options(state), targets.BOARD_WORDS
        else:
            yield Reject(NOT_OFFERED, "there is nothing to choose")
            return
        if not known:
            offered = ", ".join([words[option] for option in asked.options(state)]) or "nothing"
            yield Reject(NOT_OFFERED, f"{self.item} cannot be chosen; expected {offered}")

    def apply(self, state: Battle, seat: int) -> None:
        asked = pop_question(state)
        asked.pick(state, self.card if isinstance(asked, effects.SearchDeck) else self.drone)


def add_choices(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the cards or drones that can be chosen."""
    asked = asked_of(s, seat)
    if isinstance(asked, effects.SearchDeck):
        moves.extend([CHOOSE_CARDS[card] for card in asked.options(s)])
    elif isinstance(asked, effects.MoveDrones):
        moves.extend([CHOOSE_DRONES[code] for code in asked.options(s)])


# Moves are values, so one object of each serves every battle. Those with two parameters are made
# when they are first needed.

PLACES: Final[list[list[Move[Battle]]]] = [
    [Place(cards.write_placement(order)) for order in cards.placements(patched)]
    for patched in (False, True)
]
PLACEMENTS: Final[dict[str, tuple[int, ...]]] = {
    cards.write_placement(order): order for order in cards.placements(True)
}
KEEPS: Final[list[Move[Battle]]] = [Keep(word) for word in cards.DRONE_WORDS]
DISCARDS: Final[list[Move[Battle]]] = [Discard(word) for word in cards.CARD_WORDS]
SHIELDS: Final[list[Move[Battle]]] = [Shield(lane) for lane in range(1, LANES + 1)]
DEPLOYS: Final[list[list[Move[Battle]]]] = [
    [Deploy(word, lane) for lane in range(1, LANES + 1)] for word in cards.DRONE_WORDS
]
REMOVES: Final[list[Move[Battle]]] = [Remove(word) for word in targets.BOARD_WORDS]
DONE_MOVE: Final[Done] = Done()
RECALLS: Final[list[Move[Battle]]] = [Recall(word) for word in targets.BOARD_WORDS]
MARKS: Final[list[Move[Battle]]] = [Mark(word) for word in targets.BOARD_WORDS]
MOVES: Final[list[Move[Battle]]] = [
    MoveDrone(word, to) for word in targets.BOARD_WORDS for to in range(1, LANES + 1)
]
REALLOCATES: Final[list[Move[Battle]]] = [
    Reallocate(way // LANES + 1, way % LANES + 1) for way in range(LANES * LANES)
]
RECALCULATE_MOVE: Final[Recalculate] = Recalculate()
PASS_MOVE: Final[Pass] = Pass()
INTERCEPTS: Final[list[Move[Battle]]] = [Intercept(word) for word in targets.BOARD_WORDS]
CHOOSE_CARDS: Final[list[Move[Battle]]] = [Choose(word) for word in cards.CARD_WORDS]
CHOOSE_DRONES: Final[list[Move[Battle]]] = [Choose(word) for word in targets.BOARD_WORDS]
DECLINE_MOVE: Final[Decline] = Decline()
ATTACKS: Final[list[dict[int, Move[Battle]]]] = [{} for _ in targets.BOARD_WORDS]
PLAYS: Final[list[dict[int, Move[Battle]]]] = [{} for _ in cards.CARDS]
USES: Final[list[dict[int, Move[Battle]]]] = [{} for _ in targets.BOARD_WORDS]


def attack_move(code: int, target: int) -> Move[Battle]:
    """Returns the attack of a drone on a target in its lane, both by code."""
    made = ATTACKS[code].get(target)
    if made is None:
        made = Attack(targets.BOARD_WORDS[code], targets.attacked_word(target))
        ATTACKS[code][target] = made
    return made


def play_move(card: int, code: int) -> Move[Battle]:
    """Returns the move that plays a card on a target."""
    made = PLAYS[card].get(code)
    if made is None:
        made = Play(cards.CARD_WORDS[card], targets.TARGET_WORDS[cards.CARDS[card].target][code])
        PLAYS[card][code] = made
    return made


def use_move(code: int, target: int) -> Move[Battle]:
    """Returns the move that uses a drone on a target, both by code."""
    made = USES[code].get(target)
    if made is None:
        made = Use(targets.BOARD_WORDS[code], use_word(target))
        USES[code][target] = made
    return made


# All kinds of moves, and the quick list of the legal ones.

KINDS: Final[list[type[Move[Battle]]]] = [
    *(Keep, Place, Discard, Done, Shield, Remove, Deploy, Attack, MoveDrone, Play, Use),
    *(Recalculate, Reallocate, Recall, Mark, Intercept, Decline, Choose, Pass),
    kit.Concede,
]


def list_moves(s: Battle) -> list[Move[Battle]]:
    """Lists the legal moves."""
    moves: list[Move[Battle]] = []
    if s.over:
        return moves
    seat = s.seat
    if s.stack:
        add_answers(s, seat, moves)
    elif s.phase == ACTION:
        add_actions(s, seat, moves)
    elif s.phase == DEPLOYMENT:
        add_deployments(s, seat, moves)
        moves.append(PASS_MOVE)
    else:
        add_housekeeping(s, seat, moves)
    return moves


def add_housekeeping(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the moves of the phases before deployment."""
    phase = s.phase
    if phase == SHIELD_ALLOCATION:
        moves.extend([SHIELDS[lane] for lane in range(LANES) if can_shield(s, seat, lane)])
    elif phase == DRONE_REMOVAL:
        moves.extend([REMOVES[code] for code in targets.board_codes(s, seat)])
    elif phase == SELECTION:
        moves.extend([KEEPS[kind] for kind in offer(s, seat)])
    elif phase == PLACEMENT:
        moves.extend(PLACES[1 if s.board.rules.balance_patch else 0])
    else:
        moves.extend([DISCARDS[card] for card in unique(pile(s, HAND, seat))])
        if phase == OPTIONAL_DISCARD:
            moves.append(DONE_MOVE)


def add_deployments(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the deployments."""
    if not drones.can_control(s, seat):
        return
    for kind in s.board.pools[seat]:
        if drones.can_deploy(s, seat, kind):
            for lane in range(LANES):
                if drones.has_space(s, seat, lane, kind):
                    moves.append(DEPLOYS[kind][lane])


def add_actions(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the moves of the action phase, in the order of the kinds."""
    for lane in range(LANES):
        if s.rows[seat * LANES + lane]:
            add_attacks(s, seat, lane, moves)
    add_movements(s, seat, moves)
    add_plays(s, seat, moves)
    add_uses(s, seat, moves)
    if s.board.energy[seat] > 0:
        add_ship_abilities(s, seat, moves)
    moves.append(PASS_MOVE)


def add_attacks(s: Battle, seat: int, lane: int, moves: list[Move[Battle]]) -> None:
    """Adds the attacks in a lane."""
    aims: list[int] = []
    for index, drone in enumerate(s.rows[seat * LANES + lane]):
        if not drone.ready:
            continue
        if not aims:
            aims = targets.lane_codes(s, 1 - seat, lane)
            if attacks.can_attack_section(s, seat, lane):
                aims.append(targets.SECTION_CODE)
        code = targets.code_at(s, seat, lane, index)
        for aim in aims:
            moves.append(attack_move(code, aim))


def add_movements(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the moves of drones to other lanes."""
    for lane in range(LANES):
        for index, drone in enumerate(s.rows[seat * LANES + lane]):
            if not drone.ready:
                continue
            code = targets.code_at(s, seat, lane, index)
            for to in drones.beside(lane):
                if drones.can_enter(s, seat, drone, lane, to):
                    moves.append(MOVES[code * LANES + to])


def add_plays(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the cards that can be paid for, with everything they can be played on."""
    energy, costs = s.board.energy[seat], book(s).cost
    for card in unique(pile(s, HAND, seat)):
        if costs[card] <= energy:
            codes: list[int] = []
            targets.add_targets(s, seat, card, codes)
            for code in codes:
                moves.append(play_move(card, code))


def add_uses(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the abilities of drones."""
    for lane in range(LANES):
        for index, drone in enumerate(s.rows[seat * LANES + lane]):
            if abilities.can_use(s, seat, drone):
                code = targets.code_at(s, seat, lane, index)
                for target in abilities.ability_targets(s, seat, lane, drone):
                    moves.append(use_move(code, target))


def add_ship_abilities(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the abilities of ship sections."""
    if abilities.can_activate(s, seat, cards.RECALCULATE):
        moves.append(RECALCULATE_MOVE)
    if abilities.can_activate(s, seat, cards.REALLOCATE):
        for way in abilities.shield_ways(s, seat):
            moves.append(REALLOCATES[way])
    if abilities.can_activate(s, seat, cards.RECALL):
        for code in targets.board_codes(s, seat):
            moves.append(RECALLS[code])
    if abilities.can_activate(s, seat, cards.MARK):
        for code in targets.board_codes(s, 1 - seat):
            moves.append(MARKS[code])


def add_answers(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the answers to a question."""
    asked = asked_of(s, seat)
    assert asked is not None
    if isinstance(asked, attacks.Interception):
        codes = targets.lane_codes(s, seat, asked.lane)
        moves.extend([INTERCEPTS[codes[index]] for index in asked.options(s)])
        if asked.optional(s):
            moves.append(DECLINE_MOVE)
        return
    if "discard" in asked.moves:
        moves.extend([DISCARDS[card] for card in asked.options(s)])
        return
    if asked.optional(s):
        moves.append(DONE_MOVE)
    if "reallocate" in asked.moves:
        moves.extend([REALLOCATES[way] for way in asked.options(s)])
    add_choices(s, seat, moves)
