"""Abilities that a player uses: those of drones and of ship sections (1.3, 1.12)."""

from typing import ClassVar, Final

from kibitz.games.dronewars import cards
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules.attacks import bury, heal_drone, hit_drone
from kibitz.games.dronewars.rules.drones import take_away
from kibitz.games.dronewars.rules.phases import Ask, can_shield, draw_cards, end_turn
from kibitz.games.dronewars.rules.sections import lane_of_ability
from kibitz.games.dronewars.rules.targets import code_at, drone_of, lane_of
from kibitz.games.dronewars.state import DISCARD, HAND, Battle, Drone, pile

MOST_REALLOCATED: Final = 2
# The target of an ability that has none.
NO_CODE: Final = -1


# Drones.


def can_use(s: Battle, seat: int, drone: Drone) -> bool:
    """Tells whether a drone has an ability, is ready, and its owner can pay."""
    printed = cards.DRONES[drone.kind]
    if printed.ability == cards.NO_ABILITY or not drone.ready:
        return False
    return s.board.energy[seat] >= printed.ability_cost


def ability_targets(s: Battle, seat: int, lane: int, drone: Drone) -> list[int]:
    """Lists what an ability can be used on, by code; `NO_CODE` for one without a target."""
    ability = cards.DRONES[drone.kind].ability
    if ability == cards.HEAL_LANE:
        return [NO_CODE]
    if ability == cards.HEAL_ONE:
        return [
            code_at(s, seat, lane, index)
            for index, each in enumerate(s.rows[seat * LANES + lane])
            if each.hull < cards.DRONES[each.kind].hull
        ]
    return [
        code_at(s, 1 - seat, lane, index)
        for lane in range(LANES)
        for index in range(len(s.rows[(1 - seat) * LANES + lane]))
    ]


def use_ability(s: Battle, seat: int, lane: int, index: int, code: int) -> None:
    """Uses the ability of a drone: pays, exhausts it, and does what it says."""
    drone = s.rows[seat * LANES + lane][index]
    printed = cards.DRONES[drone.kind]
    s.board.energy[seat] -= printed.ability_cost
    drone.ready = False
    if printed.ability == cards.HEAL_LANE:
        for each in s.rows[seat * LANES + lane]:
            heal_drone(each, printed.ability_amount)
    elif printed.ability == cards.HEAL_ONE:
        hurt = drone_of(s, seat, code)
        assert hurt is not None
        heal_drone(hurt, printed.ability_amount)
    else:
        assert printed.ability == cards.SNIPE
        foe = drone_of(s, 1 - seat, code)
        assert foe is not None
        hit_drone(foe, printed.ability_amount, False)
        bury(s, 1 - seat, lane_of(code))
    end_turn(s)


# Ship sections.


def can_activate(s: Battle, seat: int, ability: int) -> bool:
    """Tells whether a ship has an ability and its owner can pay."""
    lane = lane_of_ability(s, seat, ability)
    return lane >= 0 and s.board.energy[seat] >= ability_cost(s, seat, lane)


def ability_cost(s: Battle, seat: int, lane: int) -> int:
    """Returns the energy for the ability of the section in a lane."""
    return cards.SECTIONS[s.board.sections[seat * LANES + lane]].ability_cost


def pay_ability(s: Battle, seat: int, ability: int) -> None:
    """Pays for the ability of a section."""
    s.board.energy[seat] -= ability_cost(s, seat, lane_of_ability(s, seat, ability))


class DiscardOne(Ask):
    """Which card do you discard?"""

    id: ClassVar[str] = "discard_one"
    moves: ClassVar[tuple[str, ...]] = ("discard",)

    def options(self, state: Battle) -> list[int]:
        """Returns the different cards of the hand."""
        return sorted(set(pile(state, HAND, self.seat)))

    def pick(self, s: Battle, option: int) -> None:
        """Discards it; the turn is over."""
        s.move(option, HAND, self.seat, DISCARD)
        end_turn(s)


def recalculate(s: Battle, seat: int) -> None:
    """Draws a card, then asks for one to discard."""
    draw_cards(s, seat, 1)
    if pile(s, HAND, seat):
        s.stack.append(DiscardOne(seat))
    else:
        end_turn(s)


class MoveShields(Ask):
    """Which other shield do you move?"""

    id: ClassVar[str] = "move_shields"
    moves: ClassVar[tuple[str, ...]] = ("reallocate", "done")
    __match_args__ = ("seat", "moved")

    def __init__(self, seat: int, moved: int) -> None:
        super().__init__(seat)
        self.moved: Final = moved

    def options(self, state: Battle) -> list[int]:
        """Returns the ways from one section to another."""
        return shield_ways(state, self.seat)

    def optional(self, s: Battle) -> bool:
        """Tells that fewer shields may be moved."""
        return True

    def pick(self, s: Battle, option: int) -> None:
        """Moves a shield."""
        move_shield(s, self.seat, option, self.moved + 1)

    def decline(self, s: Battle) -> None:
        """Ends the turn."""
        end_turn(s)


def shield_ways(s: Battle, seat: int) -> list[int]:
    """Lists the ways a shield can go: the section it leaves times 3, plus the one it goes to."""
    found: list[int] = []
    for lane in range(LANES):
        if s.board.shields[seat * LANES + lane] <= 0:
            continue
        for to in range(LANES):
            if to != lane and can_shield(s, seat, to):
                found.append(lane * LANES + to)
    return found


def move_shield(s: Battle, seat: int, way: int, moved: int) -> None:
    """Moves a shield between sections; asks for another while one may be moved."""
    s.board.shields[seat * LANES + way // LANES] -= 1
    s.board.shields[seat * LANES + way % LANES] += 1
    if moved < MOST_REALLOCATED:
        s.stack.append(MoveShields(seat, moved))
    else:
        end_turn(s)


def recall(s: Battle, seat: int, lane: int, index: int) -> None:
    """Takes an own drone off the board."""
    take_away(s, seat, lane, index)
    end_turn(s)


def mark(s: Battle, seat: int, lane: int, index: int) -> None:
    """Marks an enemy drone."""
    s.rows[(1 - seat) * LANES + lane][index].marked = True
    end_turn(s)
