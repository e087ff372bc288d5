"""How Pokémon in play are called in reasons and explanations."""

from kibitz.games.pokemon.cards.catalogue import CARDS
from kibitz.games.pokemon.state import FOE, Fight, at_spot, pokemon_of


def name_at(s: Fight, seat: int, spot: int) -> str:
    """Names a Pokémon as the player in a seat does; with its place where the name is not enough."""
    name = CARDS[at_spot(s, seat, spot).kind].name
    owner, place = (seat, spot) if spot < FOE else (1 - seat, spot - FOE)
    shared = is_shared(s, seat, name)
    if is_shared(s, owner, name, 2):
        name = f"{name} ({f'bench {place}' if place else 'Active'})"
    return f"the opposing {name}" if owner != seat and shared else name


def is_shared(s: Fight, seat: int, name: str, least: int = 1) -> bool:
    """Tells whether a seat has at least so many Pokémon with a name in play."""
    found = 0
    for pokemon in pokemon_of(s, seat):
        if CARDS[pokemon.kind].name == name:
            found += 1
    return found >= least
