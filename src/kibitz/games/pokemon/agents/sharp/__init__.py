"""The sharp player of the Pokémon TCG: plans its turn by what the opponent can do about it."""
