"""The players of the Pokémon TCG."""

from kibitz.games.pokemon.agents.generator import GeneratorAgent, Settings, make_generator
from kibitz.games.pokemon.agents.instinct import Instinct, expectation
from kibitz.games.pokemon.agents.sharp import (
    SHARP_RANGES,
    SharpAgent,
    make_sharp,
    sharp_weights,
)
from kibitz.games.pokemon.agents.worth import (
    TERMS,
    Worth,
    best_attack,
    make_greedy,
    rate,
)

__all__ = [
    "SHARP_RANGES",
    "TERMS",
    "GeneratorAgent",
    "Instinct",
    "Settings",
    "SharpAgent",
    "Worth",
    "best_attack",
    "expectation",
    "make_generator",
    "make_greedy",
    "make_sharp",
    "rate",
    "sharp_weights",
]
