"""What there is in the game: cards, powers, relics, potions and monsters, as data."""
