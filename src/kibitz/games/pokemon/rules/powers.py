"""Pokémon Powers that players use, one small function a name (R-34).

Strikes Back works by itself; it is in `kibitz.games.pokemon.rules.attacks`.
"""

from kibitz.games.pokemon.cards.catalogue import ACTIONS, WATER_ENERGY
from kibitz.games.pokemon.rules.energy import attach_energy
from kibitz.games.pokemon.rules.steps import Run, add_needs, add_steps, run_steps
from kibitz.games.pokemon.rules.trainers import NO_ATTACK
from kibitz.games.pokemon.state import HAND, Fight, at_spot, pile


def use_power(s: Fight, seat: int, action: int, spot: int) -> None:
    """Uses a Power."""
    run_steps(s, seat, ACTIONS[action].steps, spot, NO_ATTACK)


def has_water(s: Fight, seat: int) -> bool:
    """Tells whether there is a basic Water Energy in the hand."""
    return WATER_ENERGY in pile(s, HAND, seat)


def rain_dance(s: Fight, run: Run) -> None:
    """Attaches a Water Energy from the hand, besides the one of the turn."""
    attach_energy(at_spot(s, run.seat, run.target), s.take(WATER_ENERGY, HAND, run.seat))


add_needs({"water in hand": has_water})
add_steps({"rain_dance": rain_dance})
