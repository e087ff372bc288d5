"""Drones: their numbers, upgrades, deployment and movement (1.4 to 1.6, 1.10, 1.14).

The numbers are computed from the board each time. Only `Drone.max_shields` is kept, because shields
rise and fall with it. So these functions also serve on a hypothetical board: change the rows of a
copy, then call `refresh_lane`.
"""

from kibitz.games.dronewars import cards, state
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules.phases import end_turn, proceed
from kibitz.games.dronewars.rules.sections import count_damaged, is_damaged, ship_stat
from kibitz.games.dronewars.state import Battle, Drone

# Numbers of drones.


def attack(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the attack of a drone, 0 or more; the ship bonus is not part of it."""
    value = raw_attack(s, seat, lane, drone)
    return value if value > 0 else 0


def raw_attack(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the attack of a drone before it is raised to 0."""
    printed = cards.DRONES[drone.kind]
    value = printed.attack + drone.attack_up + drone.attack_boost
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, drone.kind, cards.ATTACK)
    if printed.lane_damaged_attack and is_damaged(s, seat, lane):
        value += printed.lane_damaged_attack
    if printed.each_damaged_attack:
        value += printed.each_damaged_attack * count_damaged(s, seat)
    if lane != cards.MIDDLE:
        value += printed.outer_attack
    return value


def speed(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the speed of a drone."""
    printed = cards.DRONES[drone.kind]
    value = printed.speed + drone.speed_up + drone.speed_boost
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, drone.kind, cards.SPEED)
    if lane != cards.MIDDLE:
        value += printed.outer_speed
    return value


def ship_bonus(drone: Drone) -> int:
    """Returns the extra damage of a drone against sections."""
    return cards.DRONES[drone.kind].ship_bonus


def max_shields(s: Battle, seat: int, lane: int, drone: Drone) -> int:
    """Returns the most shields of a drone: printed, upgrades, and auras of others in the lane."""
    value = cards.DRONES[drone.kind].shields
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, drone.kind, cards.SHIELDS)
    for other in s.rows[seat * LANES + lane]:
        if other is not drone:
            value += cards.DRONES[other.kind].aura_shields
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
    if cards.DRONES[drone.kind].keywords & keyword:
        return True
    if keyword != cards.PIERCING or not s.board.upgrades[seat]:
        return False
    return upgrade_bonus(s, seat, drone.kind, cards.PIERCING_STAT) > 0


def has_ready(s: Battle, seat: int, lane: int, keyword: int) -> bool:
    """Tells whether a seat has a ready drone with a printed keyword in a lane."""
    for drone in s.rows[seat * LANES + lane]:
        if drone.ready and cards.DRONES[drone.kind].keywords & keyword:
            return True
    return False


def is_guarded(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether a ready Guardian protects the section of a seat in a lane."""
    return has_ready(s, seat, lane, cards.GUARDIAN)


def is_jammed(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether cards of the other seat can choose only Jammers of this seat in a lane."""
    return has_ready(s, seat, lane, cards.JAMMER)


# Types.


def upgrades_of(s: Battle, seat: int, kind: int) -> list[int]:
    """Lists the upgrade cards that a type of a seat has."""
    return [
        each % state.UPGRADE_BASE
        for each in s.board.upgrades[seat]
        if each // state.UPGRADE_BASE == kind
    ]


def upgrade_bonus(s: Battle, seat: int, kind: int, stat: int) -> int:
    """Returns what the upgrades of a type add to a stat."""
    total = 0
    amounts = state.book(s).amount
    for each in s.board.upgrades[seat]:
        if each // state.UPGRADE_BASE == kind:
            card = each % state.UPGRADE_BASE
            if cards.CARDS[card].stat == stat:
                total += amounts[card]
    return total


def cost(s: Battle, seat: int, kind: int) -> int:
    """Returns what it costs to deploy a type, 0 or more."""
    value = cards.DRONES[kind].cost
    if s.board.upgrades[seat]:
        value = max(0, value + upgrade_bonus(s, seat, kind, cards.COST))
    return value


def limit(s: Battle, seat: int, kind: int) -> int:
    """Returns how many drones of a type a seat may have on the board at once."""
    value = cards.DRONES[kind].limit
    if s.board.upgrades[seat]:
        value += upgrade_bonus(s, seat, kind, cards.LIMIT)
    return value


# Upgrades of types.


def can_upgrade(s: Battle, seat: int, card: int, kind: int) -> bool:
    """Tells whether a type has a free slot, and room for one more of the upgrade."""
    if not cards.DRONES[kind].slots:
        return False
    own = upgrades_of(s, seat, kind)
    return len(own) < cards.DRONES[kind].slots and own.count(card) < cards.CARDS[card].applications


def apply_upgrade(s: Battle, seat: int, card: int, kind: int) -> None:
    """Gives a type of a seat an upgrade."""
    set_upgrades(s, seat, [*s.board.upgrades[seat], kind * state.UPGRADE_BASE + card])


def destroy_upgrade(s: Battle, seat: int, upgrade: int) -> None:
    """Takes an upgrade away from a type of a seat."""
    rest = list(s.board.upgrades[seat])
    rest.remove(upgrade)
    set_upgrades(s, seat, rest)


def set_upgrades(s: Battle, seat: int, upgrades: list[int]) -> None:
    """Sets the upgrades of a seat; the drones on the board follow."""
    s.board.upgrades = state.replaced(s.board.upgrades, seat, tuple(sorted(upgrades)))
    for lane in range(LANES):
        refresh_lane(s, seat, lane)


# Deployment and removal.


def has_space(s: Battle, seat: int, lane: int, kind: int) -> bool:
    """Tells whether a lane has space for one more drone of a type (`max_per_lane`)."""
    most = cards.DRONES[kind].per_lane
    return most == 0 or state.count_in_lane(s, seat, lane, kind) < most


def can_control(s: Battle, seat: int) -> bool:
    """Tells whether a seat may have one more drone on the board."""
    return state.count_drones(s, seat) < ship_stat(s, seat, cards.CPU_LIMIT)


def can_afford(s: Battle, seat: int, kind: int) -> bool:
    """Tells whether a seat can pay for a drone with budget and energy."""
    return cost(s, seat, kind) <= s.board.budget[seat] + s.board.energy[seat]


def below_limit(s: Battle, seat: int, kind: int) -> bool:
    """Tells whether a seat may have one more drone of a type on the board."""
    return state.count_kind(s, seat, kind) < limit(s, seat, kind)


def can_deploy(s: Battle, seat: int, kind: int) -> bool:
    """Tells whether a seat can deploy a type at all; `can_control` is asked before."""
    return can_afford(s, seat, kind) and below_limit(s, seat, kind)


def arrive(s: Battle, seat: int, lane: int, kind: int) -> Drone:
    """Puts a new drone into a lane, ready and with full shields."""
    drone = state.new_drone(kind)
    s.rows[seat * LANES + lane].append(drone)
    refresh_lane(s, seat, lane)
    return drone


def deploy(s: Battle, seat: int, kind: int, lane: int) -> None:
    """Pays for a drone, from the budget first, and puts it into a lane."""
    price = cost(s, seat, kind)
    paid = min(price, s.board.budget[seat])
    s.board.budget[seat] -= paid
    s.board.energy[seat] -= price - paid
    arrive(s, seat, lane, kind)
    end_turn(s)


def take_away(s: Battle, seat: int, lane: int, index: int) -> None:
    """Takes a drone off the board."""
    del s.rows[seat * LANES + lane][index]
    refresh_lane(s, seat, lane)


def remove_drone(s: Battle, seat: int, lane: int, index: int) -> None:
    """Destroys a drone above the CPU limit."""
    take_away(s, seat, lane, index)
    proceed(s)


# Movement, by action and by card.


def beside(lane: int) -> tuple[int, ...]:
    """Returns the lanes beside a lane."""
    return (1,) if lane != 1 else (0, 2)


def can_enter(s: Battle, seat: int, drone: Drone, lane: int, to: int) -> bool:
    """Tells whether a drone can go from a lane to another: a neighbour that has space."""
    return abs(to - lane) == 1 and 0 <= to < LANES and has_space(s, seat, to, drone.kind)


def change_lane(s: Battle, seat: int, lane: int, index: int, to: int) -> None:
    """Moves a drone to another lane; it gains what its type gains by moving."""
    drone = s.rows[seat * LANES + lane].pop(index)
    printed = cards.DRONES[drone.kind]
    drone.attack_up += printed.move_gains_attack
    drone.speed_up += printed.move_gains_speed
    s.rows[seat * LANES + to].append(drone)
    refresh_lane(s, seat, lane)
    refresh_lane(s, seat, to)


def move_drone(s: Battle, seat: int, lane: int, index: int, to: int) -> None:
    """Moves a drone as an action, which exhausts it."""
    s.rows[seat * LANES + lane][index].ready = False
    change_lane(s, seat, lane, index, to)
    end_turn(s)
