"""What the opponent can do in its next turn: sure and risk damage, and threats (O-1 to O-6, P-6).

Everything is computed on a copy of the table in the opponent's next turn.
"""

from typing import Final

from kibitz.games.pokemon.agents.generator.attacks import (
    Hit,
    bench_damage,
    is_sure,
    payable_hits,
)
from kibitz.games.pokemon.agents.generator.trial import exchange
from kibitz.games.pokemon.cards.catalogue import IS_BASIC_ENERGY, IS_ENERGY
from kibitz.games.pokemon.rules.damage import defended
from kibitz.games.pokemon.rules.energy import attach_energy
from kibitz.games.pokemon.rules.steps import unique
from kibitz.games.pokemon.state import HAND, PARALYZED, Fight, active, pile, pokemon_of
from kibitz.kit.catalogue import UNKNOWN

BASIC_ENERGY: Final = [card for card in range(len(IS_BASIC_ENERGY)) if IS_BASIC_ENERGY[card]]

SURE: Final = "SURE"
RISK: Final = "RISK"


def damages(s: Fight, foe: int, hits: list[Hit], unlucky: bool) -> list[int]:
    """Returns the most damage of some attacks to each Pokémon of the other side."""
    targets = pokemon_of(s, 1 - foe)
    found = [0] * len(targets)
    for hit in hits:
        found[0] = max(found[0], hit.sure if unlucky else hit.best)
        amount = bench_damage(hit.copied, unlucky)
        if amount > 0:
            for spot in range(1, len(targets)):
                found[spot] = max(found[spot], defended(targets[spot], amount))
    return found


def sure_damages(s: Fight, foe: int) -> list[int]:
    """Returns the sure damage to each Pokémon of the other side, the Active first (O-1 to O-3)."""
    if not is_sure(s, active(s, foe)):
        return [0] * len(pokemon_of(s, 1 - foe))
    return damages(s, foe, payable_hits(s, foe, 0), True)


def sure_damage_from(s: Fight, foe: int, spot: int) -> int:
    """Returns the sure damage to the opposing Active of a Pokémon as if it were Active."""
    exchange(s, foe, spot)
    damage = sure_damages(s, foe)[0]
    exchange(s, foe, spot)
    return damage


def risk_damages(s: Fight, foe: int, hidden_energy: bool) -> list[int]:
    """Returns the risk damage to each Pokémon of the other side (O-4)."""
    user = active(s, foe)
    if user.condition == PARALYZED:
        return [0] * len(pokemon_of(s, 1 - foe))
    found = damages(s, foe, payable_hits(s, foe, 0), False)
    for energy in possible_energy(s, foe, hidden_energy):
        attach_energy(user, energy)
        more = damages(s, foe, payable_hits(s, foe, 0), False)
        user.energy.remove(energy)
        found = [max(pair) for pair in zip(found, more, strict=True)]
    return found


def possible_energy(s: Fight, foe: int, hidden_energy: bool) -> list[int]:
    """Lists the Energy cards that the opponent may attach in its next turn."""
    hand = pile(s, HAND, foe)
    found = [card for card in unique(sorted(hand)) if card != UNKNOWN and IS_ENERGY[card]]
    if hidden_energy and UNKNOWN in hand:
        found += [card for card in BASIC_ENERGY if card not in found]
    return found


class Threat:
    """A Pokémon of the own side that the opponent can knock out in its next turn (O-5).

    Attributes:
        spot: where it stands.
        left: the HP it has left.
        sure: the sure damage to it.
        risk: the risk damage to it.
        tag: `SURE` or `RISK`.
    """

    def __init__(self, spot: int, left: int, sure: int, risk: int) -> None:
        self.spot: Final = spot
        self.left: Final = left
        self.sure: Final = sure
        self.risk: Final = risk
        self.tag: Final = SURE if sure >= left else RISK


def threats_of(s: Fight, seat: int, sure: list[int], risk: list[int]) -> list[Threat]:
    """Lists the Pokémon of a seat that can be knocked out, the Active first."""
    found: list[Threat] = []
    for spot, pokemon in enumerate(pokemon_of(s, seat)):
        if risk[spot] >= pokemon.left():
            found.append(Threat(spot, pokemon.left(), sure[spot], risk[spot]))
    return found


def is_sure_threat(s: Fight, seat: int) -> bool:
    """Tells whether a Pokémon of a seat is knocked out for sure in the opponent's next turn."""
    sure = sure_damages(s, 1 - seat)
    return any(sure[spot] >= pokemon.left() for spot, pokemon in enumerate(pokemon_of(s, seat)))
