"""What a Pokémon card is worth (S-1 to S-6), and what its attacks do besides damage (P-3).

A score depends only on what is printed on the card, so all of them are computed once.
"""

from typing import Final

from kibitz.games.pokemon.cards.catalogue import (
    ATTACKS,
    CARDS,
    ON_BOTH,
    STEP_NAMES,
    Attack,
    Card,
    Step,
)

# What the number of an attack is taken for if none is printed.
POISON_POINTS: Final = 20.0
OTHER_POINTS: Final = 10.0

# What a score divides by the cost of an attack.
HP_SHARE: Final = "hp"
DAMAGE: Final = "damage"

POISONED: Final = STEP_NAMES.index("poisoned")
HURT_BENCH: Final = STEP_NAMES.index("hurt_bench")
# Side effects. Shields and healing are neither for nor against anybody.
AGAINST_SELF: Final = [STEP_NAMES.index(name) for name in ("hurt_self", "hurt_bench")]
AGAINST_FOE: Final = [
    STEP_NAMES.index(name)
    for name in (
        *("asleep", "confused", "paralyzed", "poisoned", "discard_energy", "lure", "whirlwind"),
        *("disable", "blind", "bond", "change_weakness"),
    )
]


def attack_points(attack: Attack) -> float:
    """Returns the points for what an attack does, halved if it flips a coin (S-2, S-3)."""
    points = float(attack.damage)
    if attack.damage == 0:
        poisons = any(step.code == POISONED for step in attack.after)
        points = POISON_POINTS if poisons else OTHER_POINTS
    return points / 2 if attack.coins else points


def attack_score(attack: Attack, hp: int, efficiency: str = HP_SHARE) -> float:
    """Returns what an attack adds to the score of its Pokémon (S-1)."""
    share = hp if efficiency == HP_SHARE else attack.damage
    return share / max(1, attack.size) + attack_points(attack)


def score_card(card: Card, efficiency: str = HP_SHARE) -> float:
    """Returns the score of a Pokémon card; a card without HP has none (S-1, S-4)."""
    total = float(card.hp)
    for attack in card.attacks:
        total += attack_score(attack, card.hp, efficiency)
    return total


SCORES: Final[dict[str, list[float]]] = {
    efficiency: [score_card(card, efficiency) for card in CARDS]
    for efficiency in (HP_SHARE, DAMAGE)
}


def has_self_effect(attack: Attack) -> bool:
    """Tells whether an attack harms its own side: damage, Energy, or being used up."""
    if attack.pay is not None or attack.needs_unused:
        return True
    return any(step.code in AGAINST_SELF for step in attack.after)


def hurts_their_bench(step: Step) -> bool:
    """Tells whether a step damages the opponent's Bench."""
    return step.code == HURT_BENCH and step.on == ON_BOTH


def has_foe_effect(attack: Attack) -> bool:
    """Tells whether an attack does something to the opponent besides damage to its Active."""
    return any(step.code in AGAINST_FOE or hurts_their_bench(step) for step in attack.after)


# By number of the attack.
SELF_EFFECT: Final[list[bool]] = [has_self_effect(attack) for attack in ATTACKS]
FOE_EFFECT: Final[list[bool]] = [has_foe_effect(attack) for attack in ATTACKS]
# Whether a copy harms the side that copies: Metronome pays no costs and is not used up.
COPY_SELF_EFFECT: Final[list[bool]] = [
    any(step.code in AGAINST_SELF for step in attack.after) for attack in ATTACKS
]
