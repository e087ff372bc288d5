"""The game in words: moves as they are typed, what they do, and the table in the terminal."""
