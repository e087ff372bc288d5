"""The players of the Pokémon TCG."""

from kibitz.games.pokemon.agents.generator import GeneratorAgent, Settings, make_generator
from kibitz.games.pokemon.agents.worth import (
    TERMS,
    Instinct,
    Worth,
    best_attack,
    expectation,
    make_greedy,
    rate,
)

__all__ = [
    "TERMS",
    "GeneratorAgent",
    "Instinct",
    "Settings",
    "Worth",
    "best_attack",
    "expectation",
    "make_generator",
    "make_greedy",
    "rate",
]
