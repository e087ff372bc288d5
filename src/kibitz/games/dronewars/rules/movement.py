"""Movement: by action and by card (1.10)."""

from kibitz.games.dronewars.cards.catalogue import DRONES, LANES
from kibitz.games.dronewars.rules.deployment import has_space
from kibitz.games.dronewars.rules.phases import end_turn
from kibitz.games.dronewars.rules.stats import refresh_lane
from kibitz.games.dronewars.state import Battle, Drone


def can_enter(s: Battle, seat: int, drone: Drone, lane: int, to: int) -> bool:
    """Tells whether a drone can go from a lane to another: a neighbour that has space."""
    return abs(to - lane) == 1 and 0 <= to < LANES and has_space(s, seat, to, drone.kind)


def change_lane(s: Battle, seat: int, lane: int, index: int, to: int) -> None:
    """Moves a drone to another lane; it gains what its type gains by moving."""
    drone = s.rows[seat * LANES + lane].pop(index)
    printed = DRONES[drone.kind]
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
