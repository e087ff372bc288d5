"""The players of the Pokémon TCG."""

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
    "Instinct",
    "Worth",
    "best_attack",
    "expectation",
    "make_greedy",
    "rate",
]
