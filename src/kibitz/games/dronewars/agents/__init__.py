"""The players of Drone Wars."""
