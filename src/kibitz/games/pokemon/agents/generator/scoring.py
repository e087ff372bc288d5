"""What cards are worth to the generator, what Trainers are for, and what can be set about it.

A score (S-1 to S-6) depends only on what is printed on the card, so all of them are computed once.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.games.pokemon import cards
from kibitz.games.pokemon.cards import Attack, Card, Step

# What the number of an attack is taken for if none is printed.
POISON_POINTS: Final = 20.0
OTHER_POINTS: Final = 10.0

# What a score divides by the cost of an attack.
HP_SHARE: Final = "hp"
DAMAGE: Final = "damage"

POISONED: Final = cards.STEP_NAMES.index("poisoned")
HURT_BENCH: Final = cards.STEP_NAMES.index("hurt_bench")
# Side effects. Shields and healing are neither for nor against anybody.
AGAINST_SELF: Final = [cards.STEP_NAMES.index(name) for name in ("hurt_self", "hurt_bench")]
AGAINST_FOE: Final = [
    cards.STEP_NAMES.index(name)
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
    efficiency: [score_card(card, efficiency) for card in cards.CARDS]
    for efficiency in (HP_SHARE, DAMAGE)
}


def has_self_effect(attack: Attack) -> bool:
    """Tells whether an attack harms its own side: damage, Energy, or being used up."""
    if attack.pay is not None or attack.needs_unused:
        return True
    return any(step.code in AGAINST_SELF for step in attack.after)


def hurts_their_bench(step: Step) -> bool:
    """Tells whether a step damages the opponent's Bench."""
    return step.code == HURT_BENCH and step.on == cards.ON_BOTH


def has_foe_effect(attack: Attack) -> bool:
    """Tells whether an attack does something to the opponent besides damage to its Active."""
    return any(step.code in AGAINST_FOE or hurts_their_bench(step) for step in attack.after)


# By number of the attack.
SELF_EFFECT: Final[list[bool]] = [has_self_effect(attack) for attack in cards.ATTACKS]
FOE_EFFECT: Final[list[bool]] = [has_foe_effect(attack) for attack in cards.ATTACKS]
# Whether a copy harms the side that copies: Metronome pays no costs and is not used up.
COPY_SELF_EFFECT: Final[list[bool]] = [
    any(step.code in AGAINST_SELF for step in attack.after) for attack in cards.ATTACKS
]


# Settings.

STRICT: Final = "strict"
DEVELOP_FIRST: Final = "develop_first"
POLICIES: Final = (STRICT, DEVELOP_FIRST)


class Settings:
    """The readings that can be chosen.

    Attributes:
        policy: `strict` knocks out before anything else; `develop_first` first does what cannot
            spoil the knockout (F-6).
        efficiency: what a score divides by the cost of an attack: `hp` or `damage` (C-1).
        partial_heal: whether a heal may be played that is not used in full (C-9).
        hidden_energy: whether hidden cards of the opponent's hand may be Energy (O-4).
        evolve_if_better: whether a Pokémon evolves only into one with a higher score (C-32).
        scores: the score of every card.
    """

    def __init__(
        self,
        policy: str = STRICT,
        efficiency: str = HP_SHARE,
        partial_heal: bool = False,
        hidden_energy: bool = True,
        evolve_if_better: bool = False,
    ) -> None:
        """Chooses the readings.

        Raises:
            ValueError: if a policy or an efficiency is unknown.
        """
        if policy not in POLICIES:
            raise ValueError(f"invalid policy={policy}: expected {' or '.join(POLICIES)}")
        if efficiency not in SCORES:
            raise ValueError(f"invalid efficiency={efficiency}: expected {HP_SHARE} or {DAMAGE}")
        self.policy: Final = policy
        self.efficiency: Final = efficiency
        self.partial_heal: Final = partial_heal
        self.hidden_energy: Final = hidden_energy
        self.evolve_if_better: Final = evolve_if_better
        self.scores: Final[list[float]] = SCORES[efficiency]


# The categories of Trainers (T-1 to T-5): in which order they are looked at.

HEALING: Final = 1
DAMAGE_CHANGE: Final = 2
DRAWING: Final = 3
RETRIEVAL: Final = 4
OPPONENT: Final = 5
POKEMON: Final = 6
ENERGY: Final = 7
SPECIAL: Final = 8

# The category of each type of effect; the types that are not here are special.
TYPE_CATEGORY: Final[dict[str, int]] = {
    "HEAL": HEALING,
    "CURE_STATUS": HEALING,
    "INCREASE_DAMAGE": DAMAGE_CHANGE,
    "REDUCE_DAMAGE": DAMAGE_CHANGE,
    "DRAW_CARDS": DRAWING,
    "SEARCH_DECK": DRAWING,
    "LOOK_AT_DECK": DRAWING,
    "RETRIEVE_FROM_DISCARD": RETRIEVAL,
    "RETRIEVE_ENERGY": RETRIEVAL,
    "OPPONENT_DRAWS": OPPONENT,
    "OPPONENT_SHUFFLES_HAND": OPPONENT,
    "OPPONENT_DISCARDS": OPPONENT,
    "SWITCH_ACTIVE": POKEMON,
    "RETURN_TO_HAND": POKEMON,
    "RETURN_TO_DECK": POKEMON,
    "FORCE_SWITCH": POKEMON,
    "EVOLVE_POKEMON": POKEMON,
    "PUT_INTO_PLAY": POKEMON,
    "REMOVE_ENERGY": ENERGY,
    "DISCARD_ENERGY": ENERGY,
    "TRADE_CARDS": SPECIAL,
    "ATTACH_TO_POKEMON": SPECIAL,
}
# Of several effects these do not count (T-2).
IGNORED: Final = (
    *("DISCARD_HAND", "SHUFFLE_DECK", "DISCARD_ENERGY", "ATTACH_TO_POKEMON"),
    *("DEVOLVE_POKEMON", "OPPONENT_DISCARDS"),
)

# What each Trainer does, in this vocabulary.
EFFECT_TYPES: Final[dict[str, tuple[str, ...]]] = {
    "clefairy doll": ("PUT_INTO_PLAY",),
    "computer search": ("DISCARD_HAND", "SEARCH_DECK", "SHUFFLE_DECK"),
    "devolution spray": ("DEVOLVE_POKEMON", "CURE_STATUS"),
    "impostor professor oak": ("OPPONENT_SHUFFLES_HAND", "OPPONENT_DRAWS"),
    "item finder": ("DISCARD_HAND", "RETRIEVE_FROM_DISCARD"),
    "lass": ("OPPONENT_SHUFFLES_HAND", "DISCARD_HAND", "SHUFFLE_DECK"),
    "pokemon breeder": ("EVOLVE_POKEMON",),
    "pokemon trader": ("TRADE_CARDS", "SHUFFLE_DECK"),
    "scoop up": ("RETURN_TO_HAND",),
    "super energy removal": ("DISCARD_ENERGY", "REMOVE_ENERGY"),
    "defender": ("ATTACH_TO_POKEMON", "REDUCE_DAMAGE"),
    "energy retrieval": ("DISCARD_HAND", "RETRIEVE_ENERGY"),
    "full heal": ("CURE_STATUS",),
    "maintenance": ("DISCARD_HAND", "SHUFFLE_DECK", "DRAW_CARDS"),
    "pluspower": ("ATTACH_TO_POKEMON", "INCREASE_DAMAGE"),
    "pokemon center": ("HEAL", "DISCARD_ENERGY"),
    "pokemon flute": ("PUT_INTO_PLAY",),
    "pokedex": ("LOOK_AT_DECK",),
    "professor oak": ("DISCARD_HAND", "DRAW_CARDS"),
    "revive": ("PUT_INTO_PLAY",),
    "super potion": ("DISCARD_ENERGY", "HEAL"),
    "bill": ("DRAW_CARDS",),
    "energy removal": ("REMOVE_ENERGY",),
    "gust of wind": ("FORCE_SWITCH",),
    "potion": ("HEAL",),
    "switch": ("SWITCH_ACTIVE",),
}


def category_of(types: Sequence[str]) -> int:
    """Returns the category of a Trainer with these types of effects."""
    kept = [name for name in types if name not in IGNORED] if len(types) > 1 else []
    return min([TYPE_CATEGORY.get(name, SPECIAL) for name in kept or types], default=SPECIAL)


# By number of the card; 0 for what is not a Trainer.
CATEGORY: Final[list[int]] = [
    SPECIAL if cards.IS_TRAINER[card] else 0 for card in range(cards.COUNT)
]
for name, types in EFFECT_TYPES.items():
    CATEGORY[cards.WORD_NUMBERS[name]] = category_of(types)
