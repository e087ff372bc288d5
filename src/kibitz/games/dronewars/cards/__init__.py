"""Drones, cards, ship sections and decks of Drone Wars."""
