"""Deployment and removal of drones (1.5, 1.6)."""

from kibitz.games.dronewars.cards.catalogue import CPU_LIMIT, DRONES, LANES
from kibitz.games.dronewars.rules.phases import end_turn, proceed
from kibitz.games.dronewars.rules.sections import ship_stat
from kibitz.games.dronewars.rules.stats import cost, limit, refresh_lane
from kibitz.games.dronewars.state import (
    Battle,
    Drone,
    count_drones,
    count_in_lane,
    count_kind,
    new_drone,
)


def has_space(s: Battle, seat: int, lane: int, kind: int) -> bool:
    """Tells whether a lane has space for one more drone of a type (`max_per_lane`)."""
    most = DRONES[kind].per_lane
    return most == 0 or count_in_lane(s, seat, lane, kind) < most


def can_control(s: Battle, seat: int) -> bool:
    """Tells whether a seat may have one more drone on the board."""
    return count_drones(s, seat) < ship_stat(s, seat, CPU_LIMIT)


def can_afford(s: Battle, seat: int, kind: int) -> bool:
    """Tells whether a seat can pay for a drone with budget and energy."""
    return cost(s, seat, kind) <= s.board.budget[seat] + s.board.energy[seat]


def below_limit(s: Battle, seat: int, kind: int) -> bool:
    """Tells whether a seat may have one more drone of a type on the board."""
    return count_kind(s, seat, kind) < limit(s, seat, kind)


def can_deploy(s: Battle, seat: int, kind: int) -> bool:
    """Tells whether a seat can deploy a type at all; `can_control` is asked before."""
    return can_afford(s, seat, kind) and below_limit(s, seat, kind)


def arrive(s: Battle, seat: int, lane: int, kind: int) -> Drone:
    """Puts a new drone into a lane, ready and with full shields."""
    drone = new_drone(kind)
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
