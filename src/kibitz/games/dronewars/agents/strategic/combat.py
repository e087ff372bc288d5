"""The vocabulary of all layers (4.1): what drones can do to drones and sections.

A `Fighter` is a drone with its numbers of this moment, or with those it would have if it were
buffed, readied or moved. Nothing here changes the board.
"""

from typing import Final

from kibitz.games.dronewars.cards.catalogue import (
    ALWAYS_INTERCEPTS,
    DRONES,
    GUARDIAN,
    JAMMER,
    LANES,
    PIERCING,
)
from kibitz.games.dronewars.rules.stats import attack, has_keyword, speed
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, code_at
from kibitz.games.dronewars.state import ACTION, Battle, Drone, has_passed


class Fighter:
    """A drone with the numbers that plans are made with.

    Attributes:
        drone: the drone on the board.
        lane: its lane, or the one that it would move to.
        index: its index in its own lane; board order.
        code: how moves name it.
        attack: its attack.
        ship: its damage to a section.
        speed: its speed.
        piercing: whether its attacks ignore shields.
        keywords: its printed keywords.
        ready: whether it is ready.
    """

    def __init__(
        self,
        drone: Drone,
        lane: int,
        index: int,
        code: int,
        attack: int,
        speed: int,
        piercing: bool,
    ) -> None:
        printed = DRONES[drone.kind]
        self.drone: Final = drone
        self.lane: Final = lane
        self.index: Final = index
        self.code: Final = code
        self.attack: Final = attack
        self.ship: Final = attack + printed.ship_bonus
        self.speed: Final = speed
        self.piercing: Final = piercing
        self.keywords: Final = printed.keywords
        self.ready: Final = drone.ready

    def hp(self) -> int:
        """Returns its hull and shields."""
        return self.drone.hull + self.drone.shields

    def kills(self, other: "Fighter") -> bool:
        """Tells whether its attack destroys another drone."""
        return self.attack >= (other.drone.hull if self.piercing else other.hp())

    def can_attack(self) -> bool:
        """Tells whether it can damage a section when it is ready."""
        return self.ship > 0 and not self.keywords & JAMMER

    def word(self) -> str:
        """Names it, with the lane in which it stands."""
        return BOARD_WORDS[self.code]


class Target:
    """An enemy section that is attacked.

    Attributes:
        lane: its lane.
        shields: its shields.
        to_lose: the hull that it can lose before it is lost.
        need: the damage for that, shields included.
    """

    def __init__(self, lane: int, shields: int, to_lose: int) -> None:
        self.lane: Final = lane
        self.shields: Final = shields
        self.to_lose: Final = to_lose
        self.need: Final = shields + to_lose


class Combat:
    """The board of one decision as fighters, by seat and lane as in `Battle.rows`.

    Attributes:
        s: what the seat sees.
        seat: who decides.
        foe: the other seat.
        rows: the fighters.
        passed: whether the enemy has passed in this action phase.
    """

    def __init__(self, s: Battle, seat: int) -> None:
        self.s: Final = s
        self.seat: Final = seat
        self.foe: Final = 1 - seat
        self.passed: Final = s.phase == ACTION and has_passed(s, 1 - seat)
        self.rows: Final[list[list[Fighter]]] = []
        for at, row in enumerate(s.rows):
            side, lane = at // LANES, at % LANES
            self.rows.append(
                [
                    fighter_of(s, side, lane, drone, index, code_at(s, side, lane, index))
                    for index, drone in enumerate(row)
                ]
            )

    def own(self, lane: int) -> list[Fighter]:
        """Returns the own drones of a lane."""
        return self.rows[self.seat * LANES + lane]

    def foes(self, lane: int) -> list[Fighter]:
        """Returns the enemy drones of a lane."""
        return self.rows[self.foe * LANES + lane]

    def target(self, lane: int) -> Target:
        """Returns the enemy section of a lane as a target."""
        return self.section(self.foe, lane)

    def section(self, seat: int, lane: int) -> Target:
        """Returns the section of a seat in a lane as a target."""
        board, at = self.s.board, seat * LANES + lane
        return Target(lane, board.shields[at], board.hull[at] - board.rules.loss_hull)

    def attackers(self, lane: int) -> list[Fighter]:
        """Lists the ready attackers of a lane."""
        return [each for each in self.own(lane) if each.ready and each.can_attack()]

    # Drones as they would be.

    def buffed(self, fighter: Fighter, amount: int) -> Fighter:
        """Returns a fighter with more attack."""
        drone = fighter.drone.clone()
        drone.attack_boost += amount
        return fighter_of(self.s, self.seat, fighter.lane, drone, fighter.index, fighter.code)

    def moved(self, fighter: Fighter, to: int) -> Fighter:
        """Returns a fighter as it would be in another lane; it gains what it gains by moving."""
        drone = fighter.drone.clone()
        printed = DRONES[drone.kind]
        drone.attack_up += printed.move_gains_attack
        drone.speed_up += printed.move_gains_speed
        return fighter_of(self.s, self.seat, to, drone, fighter.index, fighter.code)

    # Interception and finishing a section.

    def interceptors(self, fighter: Fighter) -> list[Fighter]:
        """Lists the ready enemies of its lane that can intercept a fighter."""
        return [
            foe
            for foe in self.foes(fighter.lane)
            if foe.ready and (foe.speed > fighter.speed or foe.keywords & ALWAYS_INTERCEPTS)
        ]

    def interceptable(self, fighter: Fighter, gone: Fighter | None = None) -> bool:
        """Tells whether an enemy other than the one that is gone can intercept a fighter."""
        for foe in self.foes(fighter.lane):
            if foe is gone or not foe.ready:
                continue
            if foe.speed > fighter.speed or foe.keywords & ALWAYS_INTERCEPTS:
                return True
        return False

    def finishes_alone(self, one: Fighter, target: Target, gone: Fighter | None = None) -> bool:
        """Tells whether one attack costs the enemy the section, whatever the enemy does."""
        needed = target.to_lose if one.piercing else target.need
        return one.ship >= needed and not self.interceptable(one, gone)

    def finishes(self, members: list[Fighter], target: Target, gone: Fighter | None = None) -> bool:
        """Tells whether drones, all taken as ready, finish a section.

        One alone does, or all together if the enemy has passed and can intercept none of them.
        """
        for each in members:
            if self.finishes_alone(each, target, gone):
                return True
        if not self.passed:
            return False
        piercing = blunt = 0
        for each in members:
            if self.interceptable(each, gone):
                return False
            if each.piercing:
                piercing += each.ship
            else:
                blunt += each.ship
        return piercing + max(0, blunt - target.shields) >= target.to_lose


def fighter_of(s: Battle, seat: int, lane: int, drone: Drone, index: int, code: int) -> Fighter:
    """Returns a drone as a fighter in a lane."""
    return Fighter(
        drone,
        lane,
        index,
        code,
        attack(s, seat, lane, drone),
        speed(s, seat, lane, drone),
        has_keyword(s, seat, drone, PIERCING),
    )


# Choosing among fighters.


def total_ship(members: list[Fighter]) -> int:
    """Adds up the damage of drones to a section."""
    total = 0
    for each in members:
        total += each.ship
    return total


def ready_with(members: list[Fighter], keyword: int) -> list[Fighter]:
    """Lists the ready drones with a printed keyword, such as `GUARDIAN`."""
    return [each for each in members if each.ready and each.keywords & keyword]


def guardians(members: list[Fighter]) -> list[Fighter]:
    """Lists the ready Guardians."""
    return ready_with(members, GUARDIAN)


def best_attacker(members: list[Fighter]) -> Fighter:
    """Returns the highest damage to a section, then the lowest class, then board order."""
    best = members[0]
    for each in members[1:]:
        if each.ship > best.ship or (each.ship == best.ship and klass(each) < klass(best)):
            best = each
    return best


def cheapest_killer(members: list[Fighter], victim: Fighter) -> Fighter | None:
    """Returns the drone with the lowest attack that kills; None if none does.

    Then the lowest damage to a section counts, then the lowest class, then board order.
    """
    best: Fighter | None = None
    for each in members:
        if each.kills(victim) and (best is None or killer_key(each) < killer_key(best)):
            best = each
    return best


def killer_key(each: Fighter) -> tuple[int, int, int]:
    """Returns what killers are compared by."""
    return (each.attack, each.ship, klass(each))


def klass(each: Fighter) -> int:
    """Returns the class of a drone."""
    return DRONES[each.drone.kind].cost


def without(members: list[Fighter], one: Fighter) -> list[Fighter]:
    """Returns drones without one of them."""
    return [each for each in members if each.code != one.code]
