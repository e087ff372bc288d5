"""The players of the Pokémon TCG."""

from kibitz.games.pokemon.agents.generator import GeneratorAgent as GeneratorAgent
from kibitz.games.pokemon.agents.generator import make_generator as make_generator
