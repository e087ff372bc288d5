"""Drone Wars in words: moves as players type them, and positions."""
