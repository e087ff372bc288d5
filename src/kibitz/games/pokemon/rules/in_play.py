"""Pokémon in play: conditions, the Bench, evolving, switching, leaving play."""

from typing import Final

from kibitz.games.pokemon.cards.catalogue import EVOLVES_FROM, GRASS_ENERGY, IS_DOLL, NAME
from kibitz.games.pokemon.state import (
    ACTIVE,
    BENCH,
    DISCARD,
    HAND,
    HEALTHY,
    NO_SHIELD,
    PARALYZED,
    Fight,
    Pokemon,
    pokemon_of,
)

# Nobody evolves before each player has had a turn: turns 1 and 2 are the players' first ones.
FIRST_TURNS: Final = 2


def inflict(s: Fight, pokemon: Pokemon, condition: int) -> None:
    """Puts a Pokémon asleep, confuses or paralyzes it; the newest condition counts (R-19)."""
    if IS_DOLL[pokemon.kind]:
        return
    pokemon.condition = condition
    pokemon.paralyzed = s.turn if condition == PARALYZED else 0
    pokemon.hit_condition = condition


def inflict_poison(pokemon: Pokemon, amount: int) -> None:
    """Poisons a Pokémon; a new poison replaces an older one."""
    if IS_DOLL[pokemon.kind]:
        return
    pokemon.poison = amount
    pokemon.hit_poison = amount


def cure(pokemon: Pokemon) -> None:
    """Ends all special conditions."""
    pokemon.condition = HEALTHY
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
    pokemon.hit_condition = HEALTHY
    pokemon.hit_poison = 0
    pokemon.hit_flags = 0
    pokemon.hit_weakness = 0


def clear_shield(pokemon: Pokemon) -> None:
    """Ends what a Pokémon has done for itself."""
    pokemon.shield = NO_SHIELD
    pokemon.shield_most = 0
    pokemon.shield_turn = 0
    pokemon.bond_turn = 0


def clear_handicaps(pokemon: Pokemon) -> None:
    """Ends Amnesia and Sand-attack."""
    pokemon.disabled = 0
    pokemon.disabled_turn = 0
    pokemon.blind_turn = 0


def put_on_bench(s: Fight, seat: int, card: int, damage: int = 0) -> Pokemon:
    """Puts a card into play on the Bench."""
    pokemon = Pokemon(card, 0, (), None, damage)
    pokemon.since = s.turn
    s.enter(pokemon, BENCH, seat)
    s.board.idle = 0
    return pokemon


def can_evolve(s: Fight, pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon may evolve this turn (R-10)."""
    return s.turn > FIRST_TURNS and pokemon.since < s.turn


def fits(card: int, pokemon: Pokemon) -> bool:
    """Tells whether an Evolution card goes on a Pokémon."""
    return EVOLVES_FROM[card] == NAME[pokemon.kind] and EVOLVES_FROM[card] > 0


def evolve(s: Fight, seat: int, card: int, pokemon: Pokemon) -> None:
    """Puts an Evolution card from the hand on a Pokémon (R-11)."""
    s.board.idle = 0
    s.take(card, HAND, seat)
    pokemon.under.append(pokemon.kind)
    pokemon.kind = card
    change_stage(s, pokemon)


def devolve(s: Fight, seat: int, card: int, pokemon: Pokemon) -> None:
    """Discards a stage of a Pokémon and those above it (R-13)."""
    stages = [*pokemon.under, pokemon.kind]
    at = stages.index(card)
    for discarded in stages[at:]:
        s.put(discarded, DISCARD, seat)
    pokemon.kind = stages[at - 1]
    pokemon.under = stages[: at - 1]
    change_stage(s, pokemon)


def change_stage(s: Fight, pokemon: Pokemon) -> None:
    """Ends all that was about the stage before; it does not evolve again this turn."""
    pokemon.since = s.turn
    pokemon.used = False
    pokemon.stuck_turn = 0
    pokemon.burn_turn = 0
    clear_effects(pokemon)


def switch_active(s: Fight, seat: int, index: int) -> None:
    """Switches the Active Pokémon of a seat with one of its Bench."""
    row = s.rows[seat * 2]
    benched = s.rows[seat * 2 + BENCH]
    leaving = row[0]
    clear_effects(leaving)
    row[0] = benched[index]
    benched[index] = leaving


def promote(s: Fight, seat: int, index: int) -> None:
    """Makes a benched Pokémon the Active one; there is none."""
    s.rows[seat * 2 + ACTIVE].append(s.rows[seat * 2 + BENCH].pop(index))


def leave(s: Fight, seat: int, spot: int) -> Pokemon:
    """Takes the Pokémon at a spot of a seat's own side out of play."""
    if spot == 0:
        return s.rows[seat * 2 + ACTIVE].pop()
    return s.rows[seat * 2 + BENCH].pop(spot - 1)


def discard_pokemon(s: Fight, seat: int, pokemon: Pokemon) -> None:
    """Puts a Pokémon and everything on it into its owner's discard pile."""
    for card in pokemon.cards():
        s.put(card, DISCARD, seat)


def may_idle(s: Fight, seat: int) -> bool:
    """Tells whether a player may make another move that costs nothing and can be undone.

    Damage Swap, Energy Trans and free retreats can follow each other for ever. No rule forbids it,
    so matches between programs might never end. Between other moves we allow as many as it takes to
    reach any arrangement: one for each damage counter and each Grass Energy, and two retreats.
    """
    idle = s.board.idle
    if idle < 2:
        return True
    for pokemon in pokemon_of(s, seat):
        idle -= pokemon.damage // 10 + pokemon.energy.count(GRASS_ENERGY)
    return idle < 2


def power_works(pokemon: Pokemon) -> bool:
    """Tells whether the Power of a Pokémon is on (R-34)."""
    return pokemon.condition == HEALTHY
