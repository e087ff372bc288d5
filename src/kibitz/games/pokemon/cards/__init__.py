"""What there is in the game: the cards and the theme decks, as data."""
