"""The powers: what a creature carries besides its HP and block.

A power is a small number, and a creature holds an amount for each of them; 0 means it has none.
Monsters can have the powers before `MONSTER_POWERS`, the player all of them. Powers without stacks,
such as Barricade, have the amount 1.
"""

from typing import Final

STRENGTH: Final = 0
VULNERABLE: Final = 1
WEAK: Final = 2
ARTIFACT: Final = 3
POISON: Final = 4
THORNS: Final = 5
PLATED_ARMOR: Final = 6
METALLICIZE: Final = 7
BARRICADE: Final = 8
INTANGIBLE: Final = 9
RITUAL: Final = 10
# Of monsters alone.
SHACKLED: Final = 11
CURL_UP: Final = 12
ANGRY: Final = 13
ENRAGE: Final = 14
SPLIT: Final = 15
SPORE_CLOUD: Final = 16
THIEVERY: Final = 17
MINION: Final = 18
MODE_SHIFT: Final = 19
SHARP_HIDE: Final = 20
MONSTER_POWERS: Final = 21
# Of the player alone.
DEXTERITY: Final = 21
FRAIL: Final = 22
BUFFER: Final = 23
REGENERATION: Final = 24
VIGOR: Final = 25
PEN_NIB: Final = 26
DOUBLE_DAMAGE: Final = 27
ENTANGLED: Final = 28
NO_DRAW: Final = 29
NO_BLOCK: Final = 30
CONFUSION: Final = 31
FLEX: Final = 32
DEX_LOSS: Final = 33
RAGE: Final = 34
FLAME_BARRIER: Final = 35
DOUBLE_TAP: Final = 36
COMBUST: Final = 37
DARK_EMBRACE: Final = 38
EVOLVE: Final = 39
FEEL_NO_PAIN: Final = 40
FIRE_BREATHING: Final = 41
RUPTURE: Final = 42
BERSERK: Final = 43
BRUTALITY: Final = 44
CORRUPTION: Final = 45
DEMON_FORM: Final = 46
JUGGERNAUT: Final = 47
NEXT_TURN_BLOCK: Final = 48
DRAW_CARD: Final = 49
ENERGIZED: Final = 50
DUPLICATION: Final = 51
PANACHE: Final = 52
SADISTIC: Final = 53
MAGNETISM: Final = 54
MAYHEM: Final = 55
THE_BOMB: Final = 56
FOCUS: Final = 57
# The second number of a power that has two.
COMBUST_LOSS: Final = 58
PANACHE_DAMAGE: Final = 59
POWERS: Final = 60

# The ids in the messages of the real game; the order is that of the numbers above.
POWER_IDS: Final = [
    "Strength", "Vulnerable", "Weakened", "Artifact", "Poison", "Thorns", "Plated Armor",
    "Metallicize", "Barricade", "Intangible", "Ritual", "Shackled", "Curl Up", "Angry", "Anger",
    "Split", "Spore Cloud", "Thievery", "Minion", "Mode Shift", "Sharp Hide", "Dexterity", "Frail",
    "Buffer", "Regeneration", "Vigor", "Pen Nib", "Double Damage", "Entangled", "No Draw",
    "NoBlockPower", "Confusion", "Flex", "DexLoss", "Rage", "Flame Barrier", "Double Tap",
    "Combust", "Dark Embrace", "Evolve", "Feel No Pain", "Fire Breathing", "Rupture", "Berserk",
    "Brutality", "Corruption", "Demon Form", "Juggernaut", "Next Turn Block", "Draw Card",
    "Energized", "DuplicationPower", "Panache", "Sadistic", "Magnetism", "Mayhem", "TheBomb",
    "Focus",
]  # fmt: skip
# Names that differ from the ids.
SHOWN_AS: Final = {
    "Weakened": "Weak",
    "Anger": "Enrage",
    "Regeneration": "Regen",
    "NoBlockPower": "No Block",
    "Confusion": "Confused",
    "Flex": "Strength Down",
    "DexLoss": "Dexterity Down",
    "DuplicationPower": "Duplication",
    "Sadistic": "Sadistic Nature",
    "TheBomb": "The Bomb",
}
# Other ids of the same powers.
ALIASES: Final = {
    "Weak": WEAK,
    "IntangiblePlayer": INTANGIBLE,
    "Entangle": ENTANGLED,
    "EnergizedBlue": ENERGIZED,
}
DEBUFFS: Final = frozenset(
    [
        VULNERABLE,
        WEAK,
        POISON,
        SHACKLED,
        FRAIL,
        ENTANGLED,
        NO_DRAW,
        NO_BLOCK,
        CONFUSION,
        FLEX,
        DEX_LOSS,
    ]
)
# The powers of which a negative amount is a debuff.
SIGNED: Final = (STRENGTH, DEXTERITY, FOCUS)
IS_DEBUFF: Final = [power in DEBUFFS for power in range(POWERS)]
IS_SIGNED: Final = [power in SIGNED for power in range(POWERS)]


def plain_id(text: str) -> str:
    """Returns an id or name as it is compared: in small letters, without spaces and marks.

    The real game writes `Fire Potion` but `FearPotion`.
    """
    return "".join([letter for letter in text.lower() if letter not in " _-'."])


POWER_NUMBERS: Final[dict[str, int]] = {
    **{plain_id(shown): POWER_IDS.index(name) for name, shown in SHOWN_AS.items()},
    **{plain_id(name): number for number, name in enumerate(POWER_IDS)},
    **{plain_id(name): number for name, number in ALIASES.items()},
}


def power_name(power: int) -> str:
    """Returns the name that players know."""
    name = POWER_IDS[power]
    return SHOWN_AS.get(name, name)
