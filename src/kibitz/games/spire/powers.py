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
MONSTER_POWERS: Final = 27
# Of the player alone.
DEXTERITY: Final = 27
FRAIL: Final = 28
BUFFER: Final = 29
REGENERATION: Final = 30
VIGOR: Final = 31
PEN_NIB: Final = 32
DOUBLE_DAMAGE: Final = 33
ENTANGLED: Final = 34
NO_DRAW: Final = 35
NO_BLOCK: Final = 36
CONFUSION: Final = 37
FLEX: Final = 38
DEX_LOSS: Final = 39
RAGE: Final = 40
FLAME_BARRIER: Final = 41
DOUBLE_TAP: Final = 42
COMBUST: Final = 43
DARK_EMBRACE: Final = 44
EVOLVE: Final = 45
FEEL_NO_PAIN: Final = 46
FIRE_BREATHING: Final = 47
RUPTURE: Final = 48
BERSERK: Final = 49
BRUTALITY: Final = 50
CORRUPTION: Final = 51
DEMON_FORM: Final = 52
JUGGERNAUT: Final = 53
NEXT_TURN_BLOCK: Final = 54
DRAW_CARD: Final = 55
ENERGIZED: Final = 56
DUPLICATION: Final = 57
PANACHE: Final = 58
SADISTIC: Final = 59
MAGNETISM: Final = 60
MAYHEM: Final = 61
THE_BOMB: Final = 62
FOCUS: Final = 63
ACCURACY: Final = 64
AFTER_IMAGE: Final = 65
THOUSAND_CUTS: Final = 66
INFINITE_BLADES: Final = 67
NOXIOUS_FUMES: Final = 68
ENVENOM: Final = 69
TOOLS_OF_THE_TRADE: Final = 70
RETAIN_CARDS: Final = 71
BLUR: Final = 72
PHANTASMAL: Final = 73
NIGHT_TERROR: Final = 74
BURST: Final = 75
WRAITH_FORM: Final = 76
HEX: Final = 77
# The second number of a power that has two.
COMBUST_LOSS: Final = 78
PANACHE_DAMAGE: Final = 79
POWERS: Final = 80

# The ids in the messages of the real game; the order is that of the numbers above.
POWER_IDS: Final = [
    "Strength", "Vulnerable", "Weakened", "Artifact", "Poison", "Thorns", "Plated Armor",
    "Metallicize", "Barricade", "Intangible", "Ritual", "Shackled", "Curl Up", "Angry", "Anger",
    "Split", "Spore Cloud", "Thievery", "Minion", "Mode Shift", "Sharp Hide", "Choked",
    "CorpseExplosionPower", "Malleable", "Flight", "Stasis", "Painful Stabs", "Dexterity", "Frail",
    "Buffer", "Regeneration", "Vigor", "Pen Nib", "Double Damage", "Entangled", "No Draw",
    "NoBlockPower", "Confusion", "Flex", "DexLoss", "Rage", "Flame Barrier", "Double Tap",
    "Combust", "Dark Embrace", "Evolve", "Feel No Pain", "Fire Breathing", "Rupture", "Berserk",
    "Brutality", "Corruption", "Demon Form", "Juggernaut", "Next Turn Block", "Draw Card",
    "Energized", "DuplicationPower", "Panache", "Sadistic", "Magnetism", "Mayhem", "TheBomb",
    "Focus", "Accuracy", "After Image", "Thousand Cuts", "Infinite Blades", "Noxious Fumes",
    "Envenom", "Tools Of The Trade", "Retain Cards", "Blur", "Phantasmal", "Night Terror", "Burst",
    "Wraith Form v2", "Hex",
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
