"""The categories of Trainers (T-1 to T-5): in which order they are looked at."""

from collections.abc import Sequence
from typing import Final

from kibitz.games.pokemon.cards.catalogue import COUNT, IS_TRAINER, WORD_NUMBERS

HEALING: Final = 1
DAMAGE_CHANGE: Final = 2
DRAWING: Final = 3
RETRIEVAL: Final = 4
OPPONENT: Final = 5
POKEMON: Final = 6
ENERGY: Final = 7
SPECIAL: Final = 8
CATEGORY_NAMES: Final = (
    "",
    "HEALING_DAMAGE_REMOVAL",
    "DAMAGE_MODIFICATION",
    "CARD_DRAWING_DECK_MANIPULATION",
    "CARD_DISCARD_RETRIEVAL",
    "OPPONENT_MANIPULATION",
    "POKEMON_MANIPULATION",
    "ENERGY_MANIPULATION",
    "SPECIAL_EFFECTS",
)

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
    "DISCARD_HAND",
    "SHUFFLE_DECK",
    "DISCARD_ENERGY",
    "ATTACH_TO_POKEMON",
    "DEVOLVE_POKEMON",
    "OPPONENT_DISCARDS",
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
CATEGORY: Final[list[int]] = [SPECIAL if IS_TRAINER[card] else 0 for card in range(COUNT)]
for name, types in EFFECT_TYPES.items():
    CATEGORY[WORD_NUMBERS[name]] = category_of(types)
