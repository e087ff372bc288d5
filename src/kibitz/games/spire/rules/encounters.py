"""The encounters of act 1: which monsters stand together."""

from collections.abc import Mapping
from typing import Final

from kibitz.core.randomness import Rng
from kibitz.games.spire.cards.monsters import (
    ACID_SLIME_L,
    ACID_SLIME_M,
    ACID_SLIME_S,
    AWAKE_LAGAVULIN,
    BLUE_SLAVER,
    BOSS,
    CULTIST,
    ELITE,
    FAT_GREMLIN,
    FUNGI_BEAST,
    GREEN_LOUSE,
    GREMLIN_NOB,
    GREMLIN_WIZARD,
    HEXAGHOST,
    JAW_WORM,
    LAGAVULIN,
    LOOTER,
    MAD_GREMLIN,
    NORMAL,
    RED_LOUSE,
    RED_SLAVER,
    SENTRY,
    SHIELD_GREMLIN,
    SLIME_BOSS,
    SNEAKY_GREMLIN,
    SPIKE_SLIME_L,
    SPIKE_SLIME_M,
    SPIKE_SLIME_S,
    THE_GUARDIAN,
)

# How likely each encounter is, by pool.
WEAK_POOL: Final = {"Cultist": 2.0, "Jaw Worm": 2.0, "2 Louse": 2.0, "Small Slimes": 2.0}
STRONG_POOL: Final = {
    "Blue Slaver": 2.0,
    "Gremlin Gang": 1.0,
    "Looter": 2.0,
    "Large Slime": 2.0,
    "Lots of Slimes": 1.0,
    "Exordium Thugs": 1.5,
    "Exordium Wildlife": 1.5,
    "Red Slaver": 1.0,
    "3 Louse": 2.0,
    "2 Fungi Beasts": 2.0,
}
ELITE_POOL: Final = {"Gremlin Nob": 1.0, "Lagavulin": 1.0, "3 Sentries": 1.0}
BOSS_POOL: Final = {"The Guardian": 1.0, "Hexaghost": 1.0, "Slime Boss": 1.0}
POOLS: Final[Mapping[str, Mapping[str, float]]] = {
    "weak": WEAK_POOL,
    "strong": STRONG_POOL,
    "elite": ELITE_POOL,
    "boss": BOSS_POOL,
    "act 1": {**WEAK_POOL, **STRONG_POOL, **ELITE_POOL, **BOSS_POOL},
}
# In no pool: the elite of an event, which is awake.
LAGAVULIN_EVENT: Final = "Lagavulin Event"
ENCOUNTERS: Final = [*WEAK_POOL, *STRONG_POOL, *ELITE_POOL, LAGAVULIN_EVENT, *BOSS_POOL]

# Encounters that are always the same.
FIXED: Final = {
    "Cultist": [CULTIST],
    "Jaw Worm": [JAW_WORM],
    "Blue Slaver": [BLUE_SLAVER],
    "Red Slaver": [RED_SLAVER],
    "Looter": [LOOTER],
    "2 Fungi Beasts": [FUNGI_BEAST, FUNGI_BEAST],
    "Gremlin Nob": [GREMLIN_NOB],
    "Lagavulin": [LAGAVULIN],
    LAGAVULIN_EVENT: [AWAKE_LAGAVULIN],
    "3 Sentries": [SENTRY, SENTRY, SENTRY],
    "The Guardian": [THE_GUARDIAN],
    "Hexaghost": [HEXAGHOST],
    "Slime Boss": [SLIME_BOSS],
}
GANG: Final = [
    MAD_GREMLIN,
    MAD_GREMLIN,
    SNEAKY_GREMLIN,
    SNEAKY_GREMLIN,
    FAT_GREMLIN,
    FAT_GREMLIN,
    SHIELD_GREMLIN,
    GREMLIN_WIZARD,
]
GANG_SIZE: Final = 4


def room_of(encounter: str) -> int:
    """Returns the kind of room of an encounter."""
    if encounter in ELITE_POOL or encounter == LAGAVULIN_EVENT:
        return ELITE
    return BOSS if encounter in BOSS_POOL else NORMAL


def pick_encounter(pool: Mapping[str, float], rng: Rng) -> str:
    """Picks an encounter of a pool by its weights."""
    rolled = rng.random() * sum(pool.values())
    for name, weight in pool.items():
        if rolled < weight:
            return name
        rolled -= weight
    return next(iter(pool))


def monsters_of(encounter: str, rng: Rng) -> list[int]:
    """Returns the kinds of monsters of an encounter, from left to right."""
    if encounter in FIXED:
        return FIXED[encounter]
    if encounter in ("2 Louse", "3 Louse"):
        return [louse(rng) for _ in range(int(encounter[0]))]
    if encounter == "Small Slimes":
        if rng.flip():
            return [SPIKE_SLIME_S, ACID_SLIME_M]
        return [ACID_SLIME_S, SPIKE_SLIME_M]
    if encounter == "Large Slime":
        return [ACID_SLIME_L if rng.flip() else SPIKE_SLIME_L]
    if encounter == "Gremlin Gang":
        gang = GANG.copy()
        rng.shuffle(gang)
        return gang[:GANG_SIZE]
    if encounter == "Lots of Slimes":
        slimes = [SPIKE_SLIME_S] * 3 + [ACID_SLIME_S] * 2
        rng.shuffle(slimes)
        return slimes
    small = rng.pick([louse(rng), SPIKE_SLIME_M, ACID_SLIME_M])
    if encounter == "Exordium Thugs":
        slaver = BLUE_SLAVER if rng.flip() else RED_SLAVER
        return [small, rng.pick([CULTIST, slaver, LOOTER])]
    return [rng.pick([FUNGI_BEAST, JAW_WORM]), small]


def louse(rng: Rng) -> int:
    """Returns a red or a green louse."""
    return RED_LOUSE if rng.flip() else GREEN_LOUSE
