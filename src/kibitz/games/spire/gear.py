"""What a player carries: the potions and the relics, from `potions.json` and `relics.json`.

A message may say something else about a potion: that it cannot be used now, or what it does. A
fight keeps that as a `Label`. Potions that are not in the table have stand-ins: they deal damage,
block or heal as much as their label says.

A relic is a small number. A fight holds a counter for each relic that matters in a fight:
`NOT_OWNED`, or what the relic counts, which is `NO_COUNTER` for most. What relics do stands in the
rules, where it happens.
"""

import math
from collections.abc import Mapping
from typing import Final

from kibitz.core.value import Value
from kibitz.games.spire.cards import CHANNEL, HEAL, Op, Row, read_ops, read_rows
from kibitz.games.spire.powers import plain_id

# Potions.

EMPTY_SLOT: Final = -1
# A potion that nobody knows the effect of: it fills its slot and cannot be used.
UNKNOWN_POTION: Final = -2
SLOTS: Final = 3
BELT_SLOTS: Final = 2
# One slot fewer from this ascension on.
FEWER_SLOTS_FROM: Final = 11
# How likely a random potion has a rarity, in percent.
RARITY_CHANCES: Final = {"COMMON": 65, "UNCOMMON": 25, "RARE": 10}

# The kinds of effects, and whom they concern.
DAMAGE: Final = "damage"
HEALING: Final = "heal"
BLOCK: Final = "block"
UTILITY: Final = "utility"
EFFECT_TYPES: Final = (DAMAGE, HEALING, BLOCK, "buff", "debuff", UTILITY)
ONE_MONSTER: Final = "monster"
ALL_MONSTERS: Final = "all_monsters"
NOBODY: Final = "none"
TARGET_TYPES: Final = (ONE_MONSTER, "self", ALL_MONSTERS, NOBODY)
# More than any potion does.
MOST: Final = 9999


class Metadata(Value):
    """What planners know about a potion: the kind of its effect, how much, and whom it concerns."""

    __match_args__ = ("effect_type", "effect_value", "target_type")

    def __init__(self, effect_type: str, effect_value: float, target_type: str) -> None:
        self.effect_type: Final = effect_type
        self.effect_value: Final = effect_value
        self.target_type: Final = target_type


class Label(Value):
    """What a message says about a potion, where the table does not say the same.

    Attributes:
        name: the id of the potion in the message.
        facts: what it does.
        usable: whether it can be used.
    """

    __match_args__ = ("name", "facts", "usable")

    def __init__(self, name: str, facts: Metadata, usable: bool = True) -> None:
        self.name: Final = name
        self.facts: Final = facts
        self.usable: Final = usable


class Potion:
    """One kind of potion.

    Attributes:
        number: its number.
        id: the id in the messages of the real game; empty for a stand-in.
        name: what players call it.
        rarity: how rare it is; empty for a potion that is not in the real game.
        owner: the class that finds it, or `ANY`.
        aimed: whether it is used on one monster.
        automatic: whether it works by itself and cannot be used.
        facts: what it does, in a word.
        thrown: whether messages say that it requires a target, though it may not need one.
        priority: how early a player without a plan uses it.
        steps: what it does, as in the table.
        ops: the same, ready to be carried out.
        bark_ops: what it does with Sacred Bark.
    """

    def __init__(self, number: int, row: Row) -> None:
        self.number: Final = number
        self.id: Final = row.text("id")
        self.name: Final = row.text("name")
        self.rarity: Final = row.text("rarity")
        self.owner: Final = row.text("class")
        self.aimed: Final = bool(row.get("command_needs_target"))
        self.automatic: Final = bool(row.get("automatic"))
        self.facts: Final = Metadata(
            row.text("effect_type"), float(row.number("effect_value")), row.text("target_type")
        )
        self.thrown: Final = bool(row.get("json_requires_target"))
        self.priority: Final = row.number("fallback_priority")
        self.steps: Final = row.rows("ops")
        self.ops: Final[list[Op]] = read_ops(self.steps)
        same = row.text("sacred_bark") == "no change"
        self.bark_ops: Final = self.ops if same else doubled(read_ops(self.steps))


def doubled(ops: list[Op]) -> list[Op]:
    """Returns steps with twice the effect: Sacred Bark."""
    for op in ops:
        if op.code == HEAL:
            op.extra *= 2
        elif op.code == CHANNEL:
            op.hits *= 2
        op.n *= 2
    return ops


POTION_ROWS: Final = read_rows("potions.json")
POTIONS: Final = [Potion(number, row) for number, row in enumerate(POTION_ROWS)]
# Those of the real game. Of the others, stand-ins have no id, and the rest are for tests: potions
# that the planner's description names and that do not exist.
REAL_POTIONS: Final = [potion for potion in POTIONS if potion.rarity]
STAND_INS: Final = [potion for potion in POTIONS if not potion.id]
POTION_NUMBERS: Final[dict[str, int]] = {}


def add_names() -> None:
    """Fills the table of names: ids, names and other names."""
    for potion, row in zip(POTIONS, POTION_ROWS, strict=True):
        if potion.id:
            for name in [potion.id, potion.name, *row.words("aliases")]:
                POTION_NUMBERS[plain_id(name)] = potion.number


add_names()

FAIRY: Final = POTION_NUMBERS["fairypotion"]
SMOKE_BOMB: Final = POTION_NUMBERS["smokebomb"]
FRUIT_JUICE: Final = POTION_NUMBERS["fruitjuice"]
FAIRY_PERCENT: Final = 30


def slots_at(ascension: int, belt: bool) -> int:
    """Returns how many potions a player can hold, with or without a Potion Belt."""
    slots = SLOTS - 1 if ascension >= FEWER_SLOTS_FROM else SLOTS
    return slots + BELT_SLOTS if belt else slots


def potions_of(owner: str, rarity: str) -> list[int]:
    """Lists the potions that a class can get at random in a fight: never Fruit Juice."""
    return [
        potion.number
        for potion in POTIONS
        if potion.rarity == rarity
        and potion.owner in ("ANY", owner)
        and potion.number != FRUIT_JUICE
    ]


# The classes as messages name them, in the order of their numbers.
CLASSES: Final = ["IRONCLAD", "THE_SILENT"]
# By class.
RANDOM_POTIONS: Final = [
    {rarity: potions_of(owner, rarity) for rarity in ("COMMON", "UNCOMMON", "RARE")}
    for owner in CLASSES
]


# What messages say.


def metadata_of(name: str, fields: Mapping[str, object] | None = None) -> Metadata:
    """Returns what is known about a potion, by its id or name.

    Args:
        name: the id or name.
        fields: the potion as a message gives it; what it says about the effect counts first.
    """
    given: Mapping[str, object] = {} if fields is None else fields
    number = POTION_NUMBERS.get(plain_id(name), UNKNOWN_POTION)
    known = Metadata(UTILITY, 0.0, NOBODY) if number < 0 else POTIONS[number].facts
    kind, target = given.get("effect_type"), given.get("target_type")
    value = given.get("effect_value")
    amount = known.effect_value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        amount = float(min(max(0, value), MOST))
    return Metadata(
        str(kind) if kind in EFFECT_TYPES else known.effect_type,
        amount,
        str(target) if target in TARGET_TYPES else known.target_type,
    )


def number_for(name: str, facts: Metadata) -> int:
    """Returns the number of a potion, or of its stand-in if it does something else.

    That is `UNKNOWN_POTION` for one that is not in the table, and does neither damage nor block
    nor heal.
    """
    number = POTION_NUMBERS.get(plain_id(name), UNKNOWN_POTION)
    shape = shape_of(facts)
    if number >= 0 and shape in ("", shape_of(POTIONS[number].facts)):
        return number
    for potion in STAND_INS:
        if shape and shape == shape_of(potion.facts):
            return potion.number
    return number


def shape_of(facts: Metadata) -> str:
    """Returns a word for an effect that facts alone describe; empty if they do not."""
    if facts.effect_value <= 0:
        return ""
    if facts.effect_type == DAMAGE and facts.target_type in (ONE_MONSTER, ALL_MONSTERS):
        return f"{DAMAGE} {facts.target_type}"
    return facts.effect_type if facts.effect_type in (BLOCK, HEALING) else ""


def steps_of(number: int, label: Label | None, bark: bool) -> list[Op]:
    """Returns what a potion does: by its label, if it has one, or else by the table.

    Args:
        number: its number.
        label: what a message has said about it. Its amount is final: Sacred Bark is in it.
        bark: whether the player has Sacred Bark.
    """
    potion = POTIONS[number]
    if label is None or label.facts.effect_value == potion.facts.effect_value:
        return potion.bark_ops if bark else potion.ops
    amount = int(label.facts.effect_value)
    steps: list[Row] = []
    changed = False
    for step in potion.steps:
        fields = dict(step.fields)
        if fields.get("n") == potion.facts.effect_value:
            fields["n"] = amount
            changed = True
        steps.append(Row(fields, step.where))
    if not changed and label.facts.effect_type == HEALING:  # a share of the HP in the table
        steps = [Row({"op": "heal", "n": amount}, potion.name)]
    return read_ops(steps)


# Relics.

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
    BUSTED_CROWN, COFFEE_DRIPPER, CURSED_KEY, ECTOPLASM, FUSION_HAMMER, RUNIC_DOME, SOZU,
    VELVET_CHOKER, MARK_OF_PAIN, PHILOSOPHERS_STONE,
)  # fmt: skip
# Relics that remember something for one fight only; their counter begins anew with each.
FIGHT_RELICS: Final = (RED_SKULL, CENTENNIAL_PUZZLE, NECRONOMICON, ORANGE_PELLETS)
