"""The relics that matter in a fight, from `relics.json`.

A relic is a small number. A fight holds a counter for each of them: `NOT_OWNED`, or what the relic
counts, which is `NO_COUNTER` for most. What relics do stands in the rules, where it happens.
"""

from typing import Final

from kibitz.games.spire.cards.catalogue import Row, read_rows
from kibitz.games.spire.cards.powers import plain_id

NOT_OWNED: Final = -100
NO_COUNTER: Final = -1
# The counter of a relic that works only once.
USED_UP: Final = -2

BURNING_BLOOD: Final = 0
BLACK_BLOOD: Final = 1
MEAT_ON_THE_BONE: Final = 2
RING_OF_THE_SNAKE: Final = 3
RING_OF_THE_SERPENT: Final = 4
ANCHOR: Final = 5
HORN_CLEAT: Final = 6
CAPTAINS_WHEEL: Final = 7
LANTERN: Final = 8
ANCIENT_TEA_SET: Final = 9
BAG_OF_PREPARATION: Final = 10
BAG_OF_MARBLES: Final = 11
RED_MASK: Final = 12
TWISTED_FUNNEL: Final = 13
VAJRA: Final = 14
ODDLY_SMOOTH_STONE: Final = 15
GIRYA: Final = 16
DU_VU_DOLL: Final = 17
AKABEKO: Final = 18
BRONZE_SCALES: Final = 19
THREAD_AND_NEEDLE: Final = 20
CLOCKWORK_SOUVENIR: Final = 21
FOSSILIZED_HELIX: Final = 22
MUTAGENIC_STRENGTH: Final = 23
BLOOD_VIAL: Final = 24
PANTOGRAPH: Final = 25
PRESERVED_INSECT: Final = 26
SLING_OF_COURAGE: Final = 27
NEOWS_LAMENT: Final = 28
GREMLIN_VISAGE: Final = 29
MARK_OF_PAIN: Final = 30
NINJA_SCROLL: Final = 31
ENCHIRIDION: Final = 32
TOOLBOX: Final = 33
GAMBLING_CHIP: Final = 34
SNECKO_EYE: Final = 35
PHILOSOPHERS_STONE: Final = 36
SLAVERS_COLLAR: Final = 37
BUSTED_CROWN: Final = 38
COFFEE_DRIPPER: Final = 39
CURSED_KEY: Final = 40
ECTOPLASM: Final = 41
FUSION_HAMMER: Final = 42
RUNIC_DOME: Final = 43
SOZU: Final = 44
VELVET_CHOKER: Final = 45
ICE_CREAM: Final = 46
HAPPY_FLOWER: Final = 47
SUNDIAL: Final = 48
ART_OF_WAR: Final = 49
NUNCHAKU: Final = 50
PEN_NIB: Final = 51
SHURIKEN: Final = 52
KUNAI: Final = 53
ORNAMENTAL_FAN: Final = 54
LETTER_OPENER: Final = 55
INK_BOTTLE: Final = 56
BIRD_FACED_URN: Final = 57
MUMMIFIED_HAND: Final = 58
NECRONOMICON: Final = 59
ORANGE_PELLETS: Final = 60
DUALITY: Final = 61
POCKETWATCH: Final = 62
STRIKE_DUMMY: Final = 63
WRIST_BLADE: Final = 64
THE_BOOT: Final = 65
PAPER_PHROG: Final = 66
PAPER_KRANE: Final = 67
ODD_MUSHROOM: Final = 68
TORII: Final = 69
TUNGSTEN_ROD: Final = 70
HAND_DRILL: Final = 71
CHAMPION_BELT: Final = 72
SNECKO_SKULL: Final = 73
RED_SKULL: Final = 74
SELF_FORMING_CLAY: Final = 75
CENTENNIAL_PUZZLE: Final = 76
RUNIC_CUBE: Final = 77
LIZARD_TAIL: Final = 78
MARK_OF_THE_BLOOM: Final = 79
MAGIC_FLOWER: Final = 80
CALIPERS: Final = 81
ORICHALCUM: Final = 82
CLOAK_CLASP: Final = 83
STONE_CALENDAR: Final = 84
RUNIC_PYRAMID: Final = 85
NILRYS_CODEX: Final = 86
MERCURY_HOURGLASS: Final = 87
BRIMSTONE: Final = 88
INCENSE_BURNER: Final = 89
WARPED_TONGS: Final = 90
UNCEASING_TOP: Final = 91
THE_ABACUS: Final = 92
CHARONS_ASHES: Final = 93
DEAD_BRANCH: Final = 94
STRANGE_SPOON: Final = 95
MEDICAL_KIT: Final = 96
BLUE_CANDLE: Final = 97
GREMLIN_HORN: Final = 98
THE_SPECIMEN: Final = 99
GINGER: Final = 100
TURNIP: Final = 101
CHEMICAL_X: Final = 102
TINGSHA: Final = 103
TOUGH_BANDAGES: Final = 104
HOVERING_KITE: Final = 105
SACRED_BARK: Final = 106
TOY_ORNITHOPTER: Final = 107
POTION_BELT: Final = 108
WHITE_BEAST_STATUE: Final = 109
RELICS: Final = 110

RELIC_ROWS: Final = read_rows("relics.json")
RELIC_IDS: Final = [row.text("id") for row in RELIC_ROWS]
RELIC_NAMES: Final = [row.text("name") for row in RELIC_ROWS]
RELIC_NUMBERS: Final[dict[str, int]] = {
    **{plain_id(name): number for number, name in enumerate(RELIC_NAMES)},
    **{plain_id(name): number for number, name in enumerate(RELIC_IDS)},
}

# The moments at which relics act, as bits: a fight knows at which of them it has to look. A fight
# with only Burning Blood never looks for a relic before its end.
AT_START: Final = 1
AT_TURN_START: Final = 2
AT_CARD: Final = 4
AT_DAMAGE: Final = 8
AT_TURN_END: Final = 16
AT_EXHAUST: Final = 32
AT_DRAW: Final = 64
AT_ENERGY: Final = 128
MOMENTS: Final = {
    "combat_start": AT_START,
    "turn_start": AT_TURN_START,
    "card_played": AT_CARD,
    "damage": AT_DAMAGE,
    "turn_end": AT_TURN_END,
    "exhaust": AT_EXHAUST,
    "draw": AT_DRAW,
    "energy": AT_ENERGY,
    "potion": 0,
    "combat_end": 0,
}


def moments_in(row: Row) -> int:
    """Returns the moments of one relic: its main one, and those at which it acts as well."""
    found = MOMENTS[row.text("when")]
    for moment in row.words("also"):
        found |= MOMENTS[moment]
    return found


RELIC_MOMENTS: Final = [moments_in(row) for row in RELIC_ROWS]


def moments_of(relics: list[int]) -> int:
    """Returns at which moments some of the owned relics act."""
    found = 0
    for relic in range(RELICS):
        if relics[relic] != NOT_OWNED:
            found |= RELIC_MOMENTS[relic]
    return found


# Relics that give energy every turn.
ENERGY_RELICS: Final = (
    BUSTED_CROWN,
    COFFEE_DRIPPER,
    CURSED_KEY,
    ECTOPLASM,
    FUSION_HAMMER,
    RUNIC_DOME,
    SOZU,
    VELVET_CHOKER,
    MARK_OF_PAIN,
    PHILOSOPHERS_STONE,
)
# Relics that remember something for one fight only; their counter begins anew with each.
FIGHT_RELICS: Final = (RED_SKULL, CENTENNIAL_PUZZLE, NECRONOMICON, ORANGE_PELLETS)
