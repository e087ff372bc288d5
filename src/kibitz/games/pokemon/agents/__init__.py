"""The players of the Pokémon TCG, and what searches are told."""
