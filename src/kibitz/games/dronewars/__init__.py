"""Drone Wars: two ships of three sections, and drones in three lanes. Unofficial."""

from kibitz.games.dronewars.game import DroneWars

__all__ = ["DroneWars"]
