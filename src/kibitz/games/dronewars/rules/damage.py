"""Damage to drones, and drones that leave the board (1.8, steps 4 and 5)."""

from kibitz.games.dronewars.cards.catalogue import DRONES, LANES
from kibitz.games.dronewars.rules.stats import refresh_lane
from kibitz.games.dronewars.state import Battle, Drone


def hit_drone(drone: Drone, damage: int, piercing: bool) -> int:
    """Damages a drone; returns the damage beyond its hull. `bury` takes it away if it is dead."""
    if not piercing:
        absorbed = min(damage, drone.shields)
        drone.shields -= absorbed
        damage -= absorbed
    lost = min(damage, drone.hull)
    drone.hull -= lost
    return damage - lost


def bury(s: Battle, seat: int, lane: int) -> None:
    """Takes the destroyed drones of a seat out of a lane."""
    row = s.rows[seat * LANES + lane]
    for drone in row:
        if drone.hull <= 0:
            s.rows[seat * LANES + lane] = [each for each in row if each.hull > 0]
            refresh_lane(s, seat, lane)
            return


def heal_drone(drone: Drone, amount: int) -> None:
    """Gives hull back to a drone, up to the printed hull."""
    most = DRONES[drone.kind].hull
    if drone.hull < most:
        drone.hull = min(most, drone.hull + amount)


def charge_drone(drone: Drone, amount: int) -> None:
    """Gives shields back to a drone, up to its max shields."""
    drone.shields = min(drone.max_shields, drone.shields + amount)
