"""The numbers of drones as they are now, from the board (1.4).

Nothing is kept but `Drone.max_shields`, because shields rise and fall with it. So these functions
also serve on a hypothetical board: change the rows of a copy, then call `refresh_lane`.
"""

from kibitz.games.dronewars.cards.catalogue import (
    ATTACK,
    CARDS,
    COST,
    DRONES,
    GUARDIAN,
    JAMMER,
    LANES,
    LIMIT,
    MIDDLE,
    PIERCING,
    PIERCING_STAT,
    SHIELDS,
    SPEED,
)
from kibitz.games.dronewars.rules.sections import count_damaged, is_damaged
from kibitz.games.dronewars.state import UPGRADE_BASE, Battle, Drone, book


def attack(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the attack of a drone, 0 or more; the ship bonus is not part of it."""
    value = raw_attack(s, seat, lane, drone)
    return value if value > 0 else 0


def raw_attack(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the attack of a drone before it is raised to 0."""
    printed = DRONES[drone.kind]
    value = printed.attack + drone.attack_up + drone.attack_boost
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, drone.kind, ATTACK)
    if printed.lane_damaged_attack and is_damaged(s, seat, lane):
        value += printed.lane_damaged_attack
    if printed.each_damaged_attack:
        value += printed.each_damaged_attack * count_damaged(s, seat)
    if lane != MIDDLE:
        value += printed.outer_attack
    return value


def speed(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the speed of a drone."""
    printed = DRONES[drone.kind]
    value = printed.speed + drone.speed_up + drone.speed_boost
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, drone.kind, SPEED)
    if lane != MIDDLE:
        value += printed.outer_speed
    return value


def ship_bonus(drone: Drone) -> int:
    """Returns the extra damage of a drone against sections."""
    return DRONES[drone.kind].ship_bonus


def ship_damage(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the damage of a drone against a section: its attack and its ship bonus."""
    return attack(s, seat, lane, drone) + DRONES[drone.kind].ship_bonus


def max_shields(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the most shields of a drone: printed, upgrades, and auras of others in the lane."""
    value = DRONES[drone.kind].shields
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, drone.kind, SHIELDS)
    for other in s.rows[seat * LANES + lane]:
        if other is not drone:
            value += DRONES[other.kind].aura_shields
    return value


def refresh_lane(s: Battle, seat: int, lane: int) -> None:
    """Brings max shields up to date; shields rise with them, and are clamped when they fall."""
    for drone in s.rows[seat * LANES + lane]:
        most = max_shields(s, seat, lane, drone)
        if most > drone.max_shields:
            drone.shields += most - drone.max_shields
        drone.max_shields = most
        if drone.shields > most:
            drone.shields = most


# Keywords.


def has_keyword(s: Battle, seat: int, drone: Drone, keyword: int) -> bool:
    """Tells whether a drone has a keyword, such as `GUARDIAN`, printed or from an upgrade."""
    if DRONES[drone.kind].keywords & keyword:
        return True
    if keyword != PIERCING or not s.board.upgrades[seat]:
        return False
    return upgrade_bonus(s, seat, drone.kind, PIERCING_STAT) > 0


def has_ready(s: Battle, seat: int, lane: int, keyword: int) -> bool:
    """Tells whether a seat has a ready drone with a printed keyword in a lane."""
    for drone in s.rows[seat * LANES + lane]:
        if drone.ready and DRONES[drone.kind].keywords & keyword:
            return True
    return False


def is_guarded(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether a ready Guardian protects the section of a seat in a lane."""
    return has_ready(s, seat, lane, GUARDIAN)


def is_jammed(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether cards of the other seat can choose only Jammers of this seat in a lane."""
    return has_ready(s, seat, lane, JAMMER)


# Types.


def upgrades_of(s: Battle, seat: int, kind: int) -> list[int]:
    """Lists the upgrade cards that a type of a seat has."""
    return [each % UPGRADE_BASE for each in s.board.upgrades[seat] if each // UPGRADE_BASE == kind]


def upgrade_bonus(s: Battle, seat: int, kind: int, stat: int) -> int:
    """Returns what the upgrades of a type add to a stat."""
    total = 0
    amounts = book(s).amount
    for each in s.board.upgrades[seat]:
        if each // UPGRADE_BASE == kind:
            card = each % UPGRADE_BASE
            if CARDS[card].stat == stat:
                total += amounts[card]
    return total


def cost(s: Battle, seat: int, kind: int) -> int:
    """Returns what it costs to deploy a type, 0 or more."""
    value = DRONES[kind].cost
    if s.board.upgrades[seat]:
        value = max(0, value + upgrade_bonus(s, seat, kind, COST))
    return value


def limit(s: Battle, seat: int, kind: int) -> int:
    """Returns how many drones of a type a seat may have on the board at once."""
    value = DRONES[kind].limit
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, kind, LIMIT)
    return value
