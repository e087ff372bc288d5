"""Pokémon in play: conditions, the Bench, evolving, switching, leaving play, and their Energy."""

from typing import Final

from kibitz.games.pokemon import cards, state
from kibitz.games.pokemon.cards import Attack
from kibitz.games.pokemon.state import Pokemon, PokemonState

# Nobody evolves before each player has had a turn: turns 1 and 2 are the players' first ones.
FIRST_TURNS: Final = 2


def inflict(s: PokemonState, pokemon: Pokemon, condition: int) -> None:
    """Puts a Pokémon asleep, confuses or paralyzes it; the newest condition counts (R-19)."""
    if cards.IS_DOLL[pokemon.kind]:
        return
    pokemon.condition = condition
    pokemon.paralyzed = s.turn if condition == state.PARALYZED else 0
    pokemon.hit_condition = condition


def inflict_poison(pokemon: Pokemon, amount: int) -> None:
    """Poisons a Pokémon; a new poison replaces an older one."""
    if cards.IS_DOLL[pokemon.kind]:
        return
    pokemon.poison = amount
    pokemon.hit_poison = amount


def cure(pokemon: Pokemon) -> None:
    """Ends all special conditions."""
    pokemon.condition = state.HEALTHY
    pokemon.poison = 0
    pokemon.paralyzed = 0


def clear_effects(pokemon: Pokemon) -> None:
    """Ends all special conditions and what attacks have done, as on the Bench (R-11, R-17).

    Leek Slap stays used: the card says "as long as Farfetch'd stays in play".
    """
    cure(pokemon)
    clear_shield(pokemon)
    clear_handicaps(pokemon)
    pokemon.weakness = 0
    pokemon.resistance = 0
    pokemon.hit_turn = 0
    pokemon.hit_damage = 0
    pokemon.hit_condition = state.HEALTHY
    pokemon.hit_poison = 0
    pokemon.hit_flags = 0
    pokemon.hit_weakness = 0


def clear_shield(pokemon: Pokemon) -> None:
    """Ends what a Pokémon has done for itself."""
    pokemon.shield = state.NO_SHIELD
    pokemon.shield_most = 0
    pokemon.shield_turn = 0
    pokemon.bond_turn = 0


def clear_handicaps(pokemon: Pokemon) -> None:
    """Ends Amnesia and Sand-attack."""
    pokemon.disabled = 0
    pokemon.disabled_turn = 0
    pokemon.blind_turn = 0


def put_on_bench(s: PokemonState, seat: int, card: int, damage: int = 0) -> Pokemon:
    """Puts a card into play on the Bench."""
    pokemon = Pokemon(card, 0, (), None, damage)
    pokemon.since = s.turn
    s.enter(pokemon, state.BENCH, seat)
    s.board.idle = 0
    return pokemon


def can_evolve(s: PokemonState, pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon may evolve this turn (R-10)."""
    return s.turn > FIRST_TURNS and pokemon.since < s.turn


def fits(card: int, pokemon: Pokemon) -> bool:
    """Tells whether an Evolution card goes on a Pokémon."""
    return cards.EVOLVES_FROM[card] == cards.NAME[pokemon.kind] and cards.EVOLVES_FROM[card] > 0


def evolve(s: PokemonState, seat: int, card: int, pokemon: Pokemon) -> None:
    """Puts an Evolution card from the hand on a Pokémon (R-11)."""
    s.board.idle = 0
    s.take(card, state.HAND, seat)
    pokemon.under.append(pokemon.kind)
    pokemon.kind = card
    change_stage(s, pokemon)


def devolve(s: PokemonState, seat: int, card: int, pokemon: Pokemon) -> None:
    """Discards a stage of a Pokémon and those above it (R-13)."""
    stages = [*pokemon.under, pokemon.kind]
    at = stages.index(card)
    for discarded in stages[at:]:
        s.put(discarded, state.DISCARD, seat)
    pokemon.kind = stages[at - 1]
    pokemon.under = stages[: at - 1]
    change_stage(s, pokemon)


def change_stage(s: PokemonState, pokemon: Pokemon) -> None:
    """Ends all that was about the stage before; it does not evolve again this turn."""
    pokemon.since = s.turn
    pokemon.used = False
    pokemon.stuck_turn = 0
    pokemon.burn_turn = 0
    clear_effects(pokemon)


def switch_active(s: PokemonState, seat: int, index: int) -> None:
    """Switches the Active Pokémon of a seat with one of its Bench."""
    row = s.rows[seat * 2]
    benched = s.rows[seat * 2 + state.BENCH]
    leaving = row[0]
    clear_effects(leaving)
    row[0] = benched[index]
    benched[index] = leaving


def promote(s: PokemonState, seat: int, index: int) -> None:
    """Makes a benched Pokémon the Active one; there is none."""
    s.rows[seat * 2 + state.ACTIVE].append(s.rows[seat * 2 + state.BENCH].pop(index))


def leave(s: PokemonState, seat: int, spot: int) -> Pokemon:
    """Takes the Pokémon at a spot of a seat's own side out of play."""
    if spot == 0:
        return s.rows[seat * 2 + state.ACTIVE].pop()
    return s.rows[seat * 2 + state.BENCH].pop(spot - 1)


def discard_pokemon(s: PokemonState, seat: int, pokemon: Pokemon) -> None:
    """Puts a Pokémon and everything on it into its owner's discard pile."""
    for card in pokemon.cards():
        s.put(card, state.DISCARD, seat)


def may_idle(s: PokemonState, seat: int) -> bool:
    """Tells whether a player may make another move that costs nothing and can be undone.

    Damage Swap, Energy Trans and free retreats can follow each other for ever. No rule forbids it,
    so matches between programs might never end. Between other moves we allow as many as it takes to
    reach any arrangement: one for each damage counter and each Grass Energy, and two retreats.
    """
    idle = s.board.idle
    if idle < 2:
        return True
    for pokemon in state.pokemon_of(s, seat):
        idle -= pokemon.damage // 10 + pokemon.energy.count(cards.GRASS_ENERGY)
    return idle < 2


def power_works(pokemon: Pokemon) -> bool:
    """Tells whether the Power of a Pokémon is on (R-34)."""
    return pokemon.condition == state.HEALTHY


# Energy: what it pays for, and the ways to pay.


def units_of(s: PokemonState, pokemon: Pokemon) -> list[int]:
    """Counts the units of each type that a Pokémon has; Energy Burn makes all of them Fire."""
    counts = [0, 0, 0, 0, 0, 0, 0]
    burns = pokemon.burn_turn == s.turn
    for energy in pokemon.energy:
        if energy <= cards.CARD_MASK:
            counts[cards.FIRE if burns else cards.PROVIDED[energy]] += cards.UNITS[energy]
        else:
            counts[cards.FIRE if burns else cards.energy_element(energy)] += cards.energy_units(
                energy
            )
    return counts


def can_pay(s: PokemonState, pokemon: Pokemon, attack: Attack) -> bool:
    """Tells whether a Pokémon has the Energy for an attack."""
    size = attack.size
    if size == 0:
        return True
    if len(pokemon.energy) * 2 < size:
        return False
    counts = units_of(s, pokemon)
    total = 0
    cost = attack.cost
    for element in range(cards.COLORLESS):
        if counts[element] < cost[element]:
            return False
        total += counts[element]
    return total + counts[cards.COLORLESS] >= size


def missing_units(s: PokemonState, pokemon: Pokemon, attack: Attack) -> int:
    """Counts the units that a Pokémon still needs for an attack; 0 if it can pay."""
    counts = units_of(s, pokemon)
    missing = 0
    spare = counts[cards.COLORLESS]
    for element in range(cards.COLORLESS):
        short = attack.cost[element] - counts[element]
        if short > 0:
            missing += short
        else:
            spare -= short
    return missing + max(0, attack.cost[cards.COLORLESS] - spare)


def paid_units(units: list[int], attack: Attack) -> int:
    """Counts how many units of the cost of an attack are there."""
    paid = spare = 0
    cost = attack.cost
    for element in range(cards.COLORLESS):
        used = min(units[element], cost[element])
        paid += used
        spare += units[element] - used
    return paid + min(cost[cards.COLORLESS], spare + units[cards.COLORLESS])


def extra_units(s: PokemonState, pokemon: Pokemon, attack: Attack, element: int) -> int:
    """Counts the units of a type that an attack does not need (R-26).

    Colorless costs are paid with other Energy first.
    """
    counts = units_of(s, pokemon)
    spare = 0
    for other in range(len(counts)):
        if other != element:
            spare += counts[other] - (attack.cost[other] if other != cards.COLORLESS else 0)
    missing = attack.cost[cards.COLORLESS] - spare
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
        units = cards.energy_units(energy[at])
        fewest = units if not held else min(least, units)
        add_ways(energy, at + 1, cost - units, fewest, (*held, energy[at]), ways)


def discard_ways(
    s: PokemonState, pokemon: Pokemon, count: int, element: int
) -> list[tuple[int, ...]]:
    """Lists the ways to discard `count` Energy cards of a type; 0 stands for all of them."""
    burns = pokemon.burn_turn == s.turn
    choices = [
        energy
        for energy in pokemon.energy
        if element < 0
        or cards.energy_element(energy) == element
        or (burns and element == cards.FIRE)
    ]
    if count == 0 or count >= len(choices):
        return [tuple(choices)]
    ways: list[tuple[int, ...]] = []
    add_choices(choices, 0, count, (), ways)
    return ways


def add_choices(
    choices: list[int], first: int, count: int, held: tuple[int, ...], ways: list[tuple[int, ...]]
) -> None:
    """Adds the ways to choose `count` more cards; equal cards count once."""
    if count == 0:
        ways.append(held)
        return
    for at in range(first, len(choices) - count + 1):
        if at == first or choices[at] != choices[at - 1]:
            add_choices(choices, at + 1, count - 1, (*held, choices[at]), ways)


def attach_energy(pokemon: Pokemon, energy: int) -> None:
    """Attaches Energy to a Pokémon, in order."""
    held = pokemon.energy
    at = len(held)
    while at > 0 and held[at - 1] > energy:
        at -= 1
    held.insert(at, energy)


def discard_energy(s: PokemonState, seat: int, pokemon: Pokemon, energy: int) -> None:
    """Puts Energy from a Pokémon of a seat into that seat's discard pile."""
    pokemon.energy.remove(energy)
    s.put(energy & cards.CARD_MASK, state.DISCARD, seat)
