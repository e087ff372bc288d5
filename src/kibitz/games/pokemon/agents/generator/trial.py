"""A copy of the table to try things out on: other Active Pokémon, more Energy, the next turn.

The generator never changes what it was given. It tries things out on copies of its own, and takes
each change back before the next one.
"""

from typing import Final

from kibitz.games.pokemon.cards.catalogue import CARDS
from kibitz.games.pokemon.rules.in_play import power_works
from kibitz.games.pokemon.state import BENCH, Fight, pokemon_of

# Whether a Pokémon can turn all its Energy into Fire, by its own Power.
BURNS: Final[list[bool]] = [
    any(power.name == "Energy Burn" for power in card.powers) for card in CARDS
]


def copy_table(s: Fight, seat: int, turn: int, conditions: bool) -> Fight:
    """Returns a copy in a given turn, in which a seat has used every Energy Burn it can use.

    Args:
        s: what is copied.
        seat: the seat that attacks in the copy.
        turn: the turn of the copy.
        conditions: whether special conditions prevent Energy Burn.
    """
    copy = s.clone()
    copy.turn = turn
    for pokemon in pokemon_of(copy, seat):
        if BURNS[pokemon.kind] and (power_works(pokemon) or not conditions):
            pokemon.burn_turn = turn
    return copy


def exchange(s: Fight, seat: int, spot: int) -> None:
    """Exchanges the Active Pokémon of a seat with the one at a spot; a second time undoes it.

    Nothing ends by that, unlike in a match.
    """
    if spot > 0:
        row, benched = s.rows[seat * 2], s.rows[seat * 2 + BENCH]
        row[0], benched[spot - 1] = benched[spot - 1], row[0]
