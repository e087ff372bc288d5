"""When a Trainer or a Power can be used, and at what it can be aimed."""

from kibitz.games.pokemon.cards.catalogue import (
    ACTIONS,
    AT_FOE,
    AT_FOE_BENCH,
    AT_NOTHING,
    AT_OWN_ACTIVE,
    AT_OWN_BENCH,
    CARDS,
    ELEMENT,
    HP,
    POWER,
    STEPS,
    WATER,
    Action,
)
from kibitz.games.pokemon.rules.in_play import power_works
from kibitz.games.pokemon.rules.steps import (
    NEED_RULES,
    STEP_RULES,
    TRAIT_RULES,
    Target,
    add_traits,
)
from kibitz.games.pokemon.state import (
    BENCH,
    FOE,
    HEALTHY,
    NO_SPOT,
    Fight,
    at_spot,
    bench,
    has_active,
    is_spot,
)


def is_complete(action: Action) -> bool:
    """Tells whether everything an action does is implemented."""
    return (
        all(STEP_RULES[STEPS[number].code] is not None for number in action.steps)
        and all(NEED_RULES[need] is not None for need in action.needs)
        and all(TRAIT_RULES[trait] is not None for trait in action.traits)
    )


def incomplete() -> list[str]:
    """Lists the Trainers and Powers that are not implemented."""
    actions = [action for card in CARDS for action in (*card.plays, *card.powers)]
    return [action.name for action in actions if not is_complete(action)]


def is_ready(s: Fight, seat: int, number: int) -> bool:
    """Tells whether what an action needs besides a target is there."""
    for need in ACTIONS[number].needs:
        rule = NEED_RULES[need]
        if rule is None or not rule(s, seat):
            return False
    return True


def first_spot(action: Action) -> int:
    """Returns the first spot that an action could be aimed at."""
    if action.aim == AT_OWN_BENCH:
        return 1
    if action.aim == AT_FOE:
        return FOE
    return FOE + 1 if action.aim == AT_FOE_BENCH else 0


def add_targets(s: Fight, seat: int, number: int, found: list[int]) -> None:
    """Adds the spots that an action can be aimed at; `NO_SPOT` for one without a target."""
    action = ACTIONS[number]
    if action.aim == AT_NOTHING:
        found.append(NO_SPOT)
        return
    first = first_spot(action)
    side = seat if first < FOE else 1 - seat
    last = first if action.aim == AT_OWN_ACTIVE else first - first % FOE + len(bench(s, side))
    for spot in range(first, last + 1):
        if is_spot(s, seat, spot) and has_traits(s, seat, number, spot):
            found.append(spot)


def can_aim(s: Fight, seat: int, number: int, spot: int) -> bool:
    """Tells whether an action can be aimed at a spot, or at nothing."""
    action = ACTIONS[number]
    if action.aim == AT_NOTHING or spot == NO_SPOT:
        return action.aim == AT_NOTHING and spot == NO_SPOT
    first = first_spot(action)
    if spot < first or spot // FOE != first // FOE or not is_spot(s, seat, spot):
        return False
    if action.aim == AT_OWN_ACTIVE and spot != 0:
        return False
    return has_traits(s, seat, number, spot)


def has_traits(s: Fight, seat: int, number: int, spot: int) -> bool:
    """Tells whether what must hold for a target holds for the Pokémon at a spot."""
    traits = ACTIONS[number].traits
    if not traits:
        return True
    target = Target(s, seat, at_spot(s, seat, spot), number)
    for trait in traits:
        rule = TRAIT_RULES[trait]
        if rule is None or not rule(target):
            return False
    return True


def has_power(s: Fight, seat: int, number: int) -> bool:
    """Tells whether a Pokémon of a seat has a Power that is on."""
    if has_active(s, seat):
        pokemon = s.rows[seat * 2][0]
        if POWER[pokemon.kind] == number and power_works(pokemon):
            return True
    return any(POWER[pokemon.kind] == number for pokemon in s.rows[seat * 2 + BENCH])


# Traits.


def is_damaged(target: Target) -> bool:
    """Tells whether a Pokémon has damage."""
    return target.pokemon.damage > 0


def has_energy(target: Target) -> bool:
    """Tells whether Energy is attached to a Pokémon."""
    return len(target.pokemon.energy) > 0


def has_condition(target: Target) -> bool:
    """Tells whether a Pokémon has a special condition."""
    return target.pokemon.condition != HEALTHY or target.pokemon.poison > 0


def is_water(target: Target) -> bool:
    """Tells whether a Pokémon is a Water Pokémon."""
    return ELEMENT[target.pokemon.kind] == WATER and HP[target.pokemon.kind] > 0


def has_this_power(target: Target) -> bool:
    """Tells whether it is this Pokémon's own Power, and on."""
    return POWER[target.pokemon.kind] == target.action and power_works(target.pokemon)


add_traits(
    {
        "damage": is_damaged,
        "energy": has_energy,
        "condition": has_condition,
        "water": is_water,
        "power": has_this_power,
    }
)
