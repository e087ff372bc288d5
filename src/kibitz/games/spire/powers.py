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
CHOKED: Final = 21
CORPSE_EXPLOSION: Final = 22
MALLEABLE: Final = 23
FLIGHT: Final = 24
STASIS: Final = 25
PAINFUL_STABS: Final = 26
STRENGTH_UP: Final = 27
EXPLOSIVE: Final = 28
REGENERATE: Final = 29
SLOW: Final = 30
TIME_WARP: Final = 31
CURIOSITY: Final = 32
UNAWAKENED: Final = 33
SHIFTING: Final = 34
FADING: Final = 35
REGROW: Final = 36
REACTIVE: Final = 37
INVINCIBLE: Final = 38
BEAT_OF_DEATH: Final = 39
BACK_ATTACK: Final = 40
MONSTER_POWERS: Final = 41
# Of the player alone.
DEXTERITY: Final = 41
FRAIL: Final = 42
BUFFER: Final = 43
REGENERATION: Final = 44
VIGOR: Final = 45
PEN_NIB: Final = 46
DOUBLE_DAMAGE: Final = 47
ENTANGLED: Final = 48
NO_DRAW: Final = 49
NO_BLOCK: Final = 50
CONFUSION: Final = 51
FLEX: Final = 52
DEX_LOSS: Final = 53
RAGE: Final = 54
FLAME_BARRIER: Final = 55
DOUBLE_TAP: Final = 56
COMBUST: Final = 57
DARK_EMBRACE: Final = 58
EVOLVE: Final = 59
FEEL_NO_PAIN: Final = 60
FIRE_BREATHING: Final = 61
RUPTURE: Final = 62
BERSERK: Final = 63
BRUTALITY: Final = 64
CORRUPTION: Final = 65
DEMON_FORM: Final = 66
JUGGERNAUT: Final = 67
NEXT_TURN_BLOCK: Final = 68
DRAW_CARD: Final = 69
ENERGIZED: Final = 70
DUPLICATION: Final = 71
PANACHE: Final = 72
SADISTIC: Final = 73
MAGNETISM: Final = 74
MAYHEM: Final = 75
THE_BOMB: Final = 76
FOCUS: Final = 77
ACCURACY: Final = 78
AFTER_IMAGE: Final = 79
THOUSAND_CUTS: Final = 80
INFINITE_BLADES: Final = 81
NOXIOUS_FUMES: Final = 82
ENVENOM: Final = 83
TOOLS_OF_THE_TRADE: Final = 84
RETAIN_CARDS: Final = 85
BLUR: Final = 86
PHANTASMAL: Final = 87
NIGHT_TERROR: Final = 88
BURST: Final = 89
WRAITH_FORM: Final = 90
HEX: Final = 91
CONSTRICTED: Final = 92
DRAW_REDUCTION: Final = 93
SURROUNDED: Final = 94
# The second number of a power that has two.
COMBUST_LOSS: Final = 95
PANACHE_DAMAGE: Final = 96
POWERS: Final = 97

# The ids in the messages of the real game; the order is that of the numbers above.
POWER_IDS: Final = [
    "Strength", "Vulnerable", "Weakened", "Artifact", "Poison", "Thorns", "Plated Armor",
    "Metallicize", "Barricade", "Intangible", "Ritual", "Shackled", "Curl Up", "Angry", "Anger",
    "Split", "Spore Cloud", "Thievery", "Minion", "Mode Shift", "Sharp Hide", "Choked",
    "CorpseExplosionPower", "Malleable", "Flight", "Stasis", "Painful Stabs",
    "Generic Strength Up Power", "Explosive", "Regenerate", "Slow", "Time Warp", "Curiosity",
    "Unawakened", "Shifting", "Fading", "Life Link", "Compulsive", "Invincible", "BeatOfDeath",
    "BackAttack", "Dexterity", "Frail", "Buffer", "Regeneration", "Vigor", "Pen Nib",
    "Double Damage", "Entangled", "No Draw", "NoBlockPower", "Confusion", "Flex", "DexLoss",
    "Rage", "Flame Barrier", "Double Tap",
    "Combust", "Dark Embrace", "Evolve", "Feel No Pain", "Fire Breathing", "Rupture", "Berserk",
    "Brutality", "Corruption", "Demon Form", "Juggernaut", "Next Turn Block", "Draw Card",
    "Energized", "DuplicationPower", "Panache", "Sadistic", "Magnetism", "Mayhem", "TheBomb",
    "Focus", "Accuracy", "After Image", "Thousand Cuts", "Infinite Blades", "Noxious Fumes",
    "Envenom", "Tools Of The Trade", "Retain Cards", "Blur", "Phantasmal", "Night Terror", "Burst",
    "Wraith Form v2", "Hex", "Constricted", "Draw Reduction", "Surrounded",
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
    "CorpseExplosionPower": "Corpse Explosion",
    "Retain Cards": "Well-Laid Plans",
    "Night Terror": "Nightmare",
    "Wraith Form v2": "Wraith Form",
    "Generic Strength Up Power": "Strength Up",
    "Life Link": "Regrow",
    "Compulsive": "Reactive",
    "BeatOfDeath": "Beat of Death",
    "BackAttack": "Back Attack",
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
        VULNERABLE, WEAK, POISON, SHACKLED, FRAIL, ENTANGLED, NO_DRAW, NO_BLOCK, CONFUSION, FLEX,
        DEX_LOSS, CHOKED, CORPSE_EXPLOSION, WRAITH_FORM, HEX, CONSTRICTED, DRAW_REDUCTION,
        SURROUNDED,
    ]
)  # fmt: skip
# The powers with amounts below 0, which are debuffs then. Wraith Form always has one.
SIGNED: Final = (STRENGTH, DEXTERITY, FOCUS, WRAITH_FORM)
# Powers that react to cards, but not to the card that applies them.
REACTS_TO_CARDS: Final = frozenset([AFTER_IMAGE, THOUSAND_CUTS, BURST, CHOKED])
# Powers that a monster can have with an amount of 0: what it holds is one more.
FROM_ZERO: Final = frozenset([SLOW, TIME_WARP, INVINCIBLE])
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


def shown_amount(power: int, held: int) -> int:
    """Returns the amount of a power that players see, by what its owner holds."""
    return held - 1 if power in FROM_ZERO else held
