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
MONSTER_POWERS: Final = 29
# Of the player alone.
DEXTERITY: Final = 29
FRAIL: Final = 30
BUFFER: Final = 31
REGENERATION: Final = 32
VIGOR: Final = 33
PEN_NIB: Final = 34
DOUBLE_DAMAGE: Final = 35
ENTANGLED: Final = 36
NO_DRAW: Final = 37
NO_BLOCK: Final = 38
CONFUSION: Final = 39
FLEX: Final = 40
DEX_LOSS: Final = 41
RAGE: Final = 42
FLAME_BARRIER: Final = 43
DOUBLE_TAP: Final = 44
COMBUST: Final = 45
DARK_EMBRACE: Final = 46
EVOLVE: Final = 47
FEEL_NO_PAIN: Final = 48
FIRE_BREATHING: Final = 49
RUPTURE: Final = 50
BERSERK: Final = 51
BRUTALITY: Final = 52
CORRUPTION: Final = 53
DEMON_FORM: Final = 54
JUGGERNAUT: Final = 55
NEXT_TURN_BLOCK: Final = 56
DRAW_CARD: Final = 57
ENERGIZED: Final = 58
DUPLICATION: Final = 59
PANACHE: Final = 60
SADISTIC: Final = 61
MAGNETISM: Final = 62
MAYHEM: Final = 63
THE_BOMB: Final = 64
FOCUS: Final = 65
ACCURACY: Final = 66
AFTER_IMAGE: Final = 67
THOUSAND_CUTS: Final = 68
INFINITE_BLADES: Final = 69
NOXIOUS_FUMES: Final = 70
ENVENOM: Final = 71
TOOLS_OF_THE_TRADE: Final = 72
RETAIN_CARDS: Final = 73
BLUR: Final = 74
PHANTASMAL: Final = 75
NIGHT_TERROR: Final = 76
BURST: Final = 77
WRAITH_FORM: Final = 78
HEX: Final = 79
CONSTRICTED: Final = 80
# The second number of a power that has two.
COMBUST_LOSS: Final = 81
PANACHE_DAMAGE: Final = 82
POWERS: Final = 83

# The ids in the messages of the real game; the order is that of the numbers above.
POWER_IDS: Final = [
    "Strength", "Vulnerable", "Weakened", "Artifact", "Poison", "Thorns", "Plated Armor",
    "Metallicize", "Barricade", "Intangible", "Ritual", "Shackled", "Curl Up", "Angry", "Anger",
    "Split", "Spore Cloud", "Thievery", "Minion", "Mode Shift", "Sharp Hide", "Choked",
    "CorpseExplosionPower", "Malleable", "Flight", "Stasis", "Painful Stabs",
    "Generic Strength Up Power", "Explosive", "Dexterity", "Frail",
    "Buffer", "Regeneration", "Vigor", "Pen Nib", "Double Damage", "Entangled", "No Draw",
    "NoBlockPower", "Confusion", "Flex", "DexLoss", "Rage", "Flame Barrier", "Double Tap",
    "Combust", "Dark Embrace", "Evolve", "Feel No Pain", "Fire Breathing", "Rupture", "Berserk",
    "Brutality", "Corruption", "Demon Form", "Juggernaut", "Next Turn Block", "Draw Card",
    "Energized", "DuplicationPower", "Panache", "Sadistic", "Magnetism", "Mayhem", "TheBomb",
    "Focus", "Accuracy", "After Image", "Thousand Cuts", "Infinite Blades", "Noxious Fumes",
    "Envenom", "Tools Of The Trade", "Retain Cards", "Blur", "Phantasmal", "Night Terror", "Burst",
    "Wraith Form v2", "Hex", "Constricted",
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
        DEX_LOSS, CHOKED, CORPSE_EXPLOSION, WRAITH_FORM, HEX,
        CONSTRICTED,
    ]
)  # fmt: skip
# The powers with amounts below 0, which are debuffs then. Wraith Form always has one.
SIGNED: Final = (STRENGTH, DEXTERITY, FOCUS, WRAITH_FORM)
# Powers that react to cards, but not to the card that applies them.
REACTS_TO_CARDS: Final = frozenset([AFTER_IMAGE, THOUSAND_CUTS, BURST, CHOKED])
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
