"""The Pokémon Trading Card Game with the 102 cards of the Base Set. Unofficial."""

from kibitz.games.pokemon.game import PokemonTcg

__all__ = ["PokemonTcg"]
