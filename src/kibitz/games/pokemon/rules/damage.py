"""Damage: from the printed number to what lands on the Defending Pokémon (1.6, steps 5 to 10).

Nothing here changes the state. An AI can ask what an attack would do: `forecast` counts every way
the coins can fall, `estimate` sums that up as the worst, the best or the expected damage.
"""

from typing import Final

from kibitz.games.pokemon.cards.catalogue import (
    ALWAYS,
    COUNTERS,
    DEFENDER,
    ELEMENT,
    ENERGY_CARDS,
    EXTRA_ENERGY,
    FAIL,
    HALF_HP,
    HEADS,
    HP,
    IF_HEADS,
    MINUS,
    MIRROR,
    ON_SELF,
    PLUS,
    PLUS_POWER,
    RESISTANCE,
    TIMES,
    WEAKNESS,
    Attack,
    Step,
)
from kibitz.games.pokemon.rules.energy import extra_units
from kibitz.games.pokemon.state import (
    BLOCKS_ALL,
    BLOCKS_UP_TO,
    NO_SHIELD,
    Fight,
    Pokemon,
    active,
)

# The base damage of an attack that fails: no damage and no effects.
FAILED: Final = -1
RESISTED: Final = 30
PLUS_POWER_DAMAGE: Final = 10
DEFENDER_BLOCK: Final = 20

# How an estimate takes coins.
WORST: Final = 0
BEST: Final = 1
EXPECTED: Final = 2


def happens(step: Step, heads: int) -> bool:
    """Tells whether the coins let a step happen."""
    if step.coin == ALWAYS:
        return True
    return (heads > 0) == (step.coin == IF_HEADS)


def counted(s: Fight, seat: int, step: Step, paid: Attack, heads: int) -> int:
    """Counts what a step is multiplied by."""
    if step.count == HEADS:
        return heads
    subject = active(s, seat if step.on == ON_SELF else 1 - seat)
    if step.count == EXTRA_ENERGY:
        return min(step.most, extra_units(s, subject, paid, step.element))
    if step.count == ENERGY_CARDS:
        return len(subject.energy)
    return subject.damage // 10 if step.count == COUNTERS else 1


def base_damage(s: Fight, seat: int, attack: Attack, paid: Attack, heads: int) -> int:
    """Returns the damage before Weakness (steps 5 and 6), or `FAILED`.

    Args:
        s: the state.
        seat: the seat that attacks.
        attack: the attack.
        paid: the attack that Energy was needed for; Metronome if it was copied. That Metronome
            leaves Energy over as if its own cost had been paid is our reading of the cards.
        heads: how many coins show heads.
    """
    damage = attack.damage
    for step in attack.before:
        if not happens(step, heads):
            continue
        code = step.code
        if code == FAIL:
            return FAILED
        if code == PLUS:
            damage += step.amount * counted(s, seat, step, paid, heads)
        elif code == MINUS:
            damage -= step.amount * counted(s, seat, step, paid, heads)
        elif code == TIMES:
            damage = attack.damage * counted(s, seat, step, paid, heads)
        elif code == HALF_HP:
            damage = half_hp(active(s, 1 - seat))
        elif code == MIRROR:
            user = active(s, seat)
            damage = user.hit_damage if user.hit_turn == s.turn - 1 else 0
    return max(0, damage)


def half_hp(pokemon: Pokemon) -> int:
    """Returns half the HP left, rounded up to tens (R-28)."""
    return (pokemon.left() + 10) // 20 * 10


def landed_damage(s: Fight, attacker: Pokemon, defender: Pokemon, base: int) -> int:
    """Returns what is left of base damage on the Defending Pokémon (steps 7 to 10)."""
    damage = weighted(attacker, defender, base)
    if damage > 0:
        for card in attacker.trainers:
            if card == PLUS_POWER:
                damage += PLUS_POWER_DAMAGE
    return shielded(s, defender, defended(defender, damage))


def weighted(attacker: Pokemon, defender: Pokemon, base: int) -> int:
    """Applies Weakness, then Resistance."""
    if base <= 0:
        return 0
    element = ELEMENT[attacker.kind]
    if weakness_of(defender) == element:
        base *= 2
    if resistance_of(defender) == element:
        base -= RESISTED
    return max(0, base)


def weakness_of(pokemon: Pokemon) -> int:
    """Returns the type that a Pokémon is weak to, as it is now."""
    return pokemon.weakness - 1 if pokemon.weakness else WEAKNESS[pokemon.kind]


def resistance_of(pokemon: Pokemon) -> int:
    """Returns the type that a Pokémon resists, as it is now."""
    return pokemon.resistance - 1 if pokemon.resistance else RESISTANCE[pokemon.kind]


def defended(target: Pokemon, damage: int) -> int:
    """Applies the Defenders on a Pokémon."""
    for card in target.trainers:
        if card == DEFENDER:
            damage -= DEFENDER_BLOCK
    return max(0, damage)


def shielded(s: Fight, target: Pokemon, damage: int) -> int:
    """Applies a shield; one for small damage does nothing against more."""
    if not has_shield(s, target):
        return damage
    if target.shield == BLOCKS_UP_TO and damage > target.shield_most:
        return damage
    return 0


def has_shield(s: Fight, pokemon: Pokemon) -> bool:
    """Tells whether a shield works; it was made in the turn before."""
    return pokemon.shield != NO_SHIELD and pokemon.shield_turn == s.turn - 1


def blocks_effects(s: Fight, pokemon: Pokemon) -> bool:
    """Tells whether all effects of attacks on a Pokémon are prevented."""
    return pokemon.shield == BLOCKS_ALL and has_shield(s, pokemon)


# Forecasts.


def forecast(
    s: Fight, seat: int, attack: Attack, paid: Attack | None = None
) -> list[tuple[float, int]]:
    """Lists how likely each damage to the Defending Pokémon is.

    Sand-attack and confusion of the attacker are left out. `paid` is Metronome for an attack that
    it copies.
    """
    found: list[tuple[float, int]] = []
    attacker, defender = active(s, seat), active(s, 1 - seat)
    ways = 1
    for heads in range(attack.coins + 1):
        base = base_damage(s, seat, attack, paid or attack, heads)
        found.append((ways / 2.0**attack.coins, landed_damage(s, attacker, defender, base)))
        ways = ways * (attack.coins - heads) // (heads + 1)
    return found


def estimate(s: Fight, seat: int, attack: Attack, policy: int) -> float:
    """Returns the worst, best or expected damage of an attack to the Defending Pokémon."""
    found = forecast(s, seat, attack)
    if policy == EXPECTED:
        return sum([chance * damage for chance, damage in found])
    amounts = [float(damage) for _, damage in found]
    return min(amounts) if policy == WORST else max(amounts)


def is_knocked_out(pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon has no HP left."""
    return pokemon.damage >= HP[pokemon.kind]
