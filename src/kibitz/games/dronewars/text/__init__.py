"""Moves as typed, descriptions of moves and news, and the drawing in the terminal."""
