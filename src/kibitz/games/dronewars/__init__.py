"""Drone Wars: two ships of three sections, and drones in three lanes. Unofficial."""
