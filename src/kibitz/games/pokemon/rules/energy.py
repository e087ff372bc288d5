"""Energy: what it pays for, and the ways to pay."""

from kibitz.games.pokemon.cards.catalogue import (
    CARD_MASK,
    COLORLESS,
    FIRE,
    PROVIDED,
    UNITS,
    Attack,
    energy_element,
    energy_units,
)
from kibitz.games.pokemon.state import DISCARD, Fight, Pokemon

# Energy cards that are discarded together, sorted.


def units_of(s: Fight, pokemon: Pokemon) -> list[int]:
    """Counts the units of each type that a Pokémon has; Energy Burn makes all of them Fire."""
    counts = [0, 0, 0, 0, 0, 0, 0]
    burns = pokemon.burn_turn == s.turn
    for energy in pokemon.energy:
        if energy <= CARD_MASK:
            counts[FIRE if burns else PROVIDED[energy]] += UNITS[energy]
        else:
            counts[FIRE if burns else energy_element(energy)] += energy_units(energy)
    return counts


def can_pay(s: Fight, pokemon: Pokemon, attack: Attack) -> bool:
    """Tells whether a Pokémon has the Energy for an attack."""
    size = attack.size
    if size == 0:
        return True
    if len(pokemon.energy) * 2 < size:
        return False
    counts = units_of(s, pokemon)
    total = 0
    cost = attack.cost
    for element in range(COLORLESS):
        if counts[element] < cost[element]:
            return False
        total += counts[element]
    return total + counts[COLORLESS] >= size


def missing_units(s: Fight, pokemon: Pokemon, attack: Attack) -> int:
    """Counts the units that a Pokémon still needs for an attack; 0 if it can pay."""
    counts = units_of(s, pokemon)
    missing = 0
    spare = counts[COLORLESS]
    for element in range(COLORLESS):
        short = attack.cost[element] - counts[element]
        if short > 0:
            missing += short
        else:
            spare -= short
    return missing + max(0, attack.cost[COLORLESS] - spare)


def extra_units(s: Fight, pokemon: Pokemon, attack: Attack, element: int) -> int:
    """Counts the units of a type that an attack does not need (R-26).

    Colorless costs are paid with other Energy first.
    """
    counts = units_of(s, pokemon)
    spare = 0
    for other in range(len(counts)):
        if other != element:
            spare += counts[other] - (attack.cost[other] if other != COLORLESS else 0)
    missing = attack.cost[COLORLESS] - spare
    return max(0, counts[element] - attack.cost[element] - max(0, missing))


def retreat_ways(energy: list[int], cost: int) -> list[tuple[int, ...]]:
    """Lists the ways to pay a retreat cost in which no card is superfluous (R-15)."""
    ways: list[tuple[int, ...]] = []
    add_ways(energy, 0, cost, 0, (), ways)
    return ways


def add_ways(
    energy: list[int],
    first: int,
    cost: int,
    least: int,
    held: tuple[int, ...],
    ways: list[tuple[int, ...]],
) -> None:
    """Adds the ways to go on from some cards; `least` is the fewest units of one of them."""
    if cost <= 0:
        if least + cost > 0 or not held:
            ways.append(held)
        return
    for at in range(first, len(energy)):
        if at > first and energy[at] == energy[at - 1]:
            continue
        units = energy_units(energy[at])
        fewest = units if not held else min(least, units)
        add_ways(energy, at + 1, cost - units, fewest, (*held, energy[at]), ways)


def discard_ways(s: Fight, pokemon: Pokemon, count: int, element: int) -> list[tuple[int, ...]]:
    """Lists the ways to discard so many Energy cards of a type; all of them if the count is 0."""
    burns = pokemon.burn_turn == s.turn
    cards = [
        energy
        for energy in pokemon.energy
        if element < 0 or energy_element(energy) == element or (burns and element == FIRE)
    ]
    if count == 0 or count >= len(cards):
        return [tuple(cards)]
    ways: list[tuple[int, ...]] = []
    add_choices(cards, 0, count, (), ways)
    return ways


def add_choices(
    cards: list[int], first: int, count: int, held: tuple[int, ...], ways: list[tuple[int, ...]]
) -> None:
    """Adds the ways to choose so many more cards, equal ones once."""
    if count == 0:
        ways.append(held)
        return
    for at in range(first, len(cards) - count + 1):
        if at == first or cards[at] != cards[at - 1]:
            add_choices(cards, at + 1, count - 1, (*held, cards[at]), ways)


def attach_energy(pokemon: Pokemon, energy: int) -> None:
    """Attaches Energy to a Pokémon, in order."""
    held = pokemon.energy
    at = len(held)
    while at > 0 and held[at - 1] > energy:
        at -= 1
    held.insert(at, energy)


def discard_energy(s: Fight, seat: int, pokemon: Pokemon, energy: int) -> None:
    """Puts Energy from a Pokémon of a seat into that seat's discard pile."""
    pokemon.energy.remove(energy)
    s.put(energy & CARD_MASK, DISCARD, seat)
