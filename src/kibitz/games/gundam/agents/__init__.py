"""The agents made for this game."""
