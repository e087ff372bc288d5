"""The sharp player: plans its turn, and asks what the opponent can do about it."""
