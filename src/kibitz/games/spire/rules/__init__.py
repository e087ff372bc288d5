"""What happens in a fight: damage and block, what cards do, the turns of player and monsters."""
