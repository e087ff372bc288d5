"""The potions, from `potions.json`: what they aim at and what they do.

A message may say something else about a potion: that it cannot be used now, or what it does. A
fight keeps that as a `Label`. Potions that are not in the table have stand-ins: they deal damage,
block or heal as much as their label says.
"""

import math
from collections.abc import Mapping
from typing import Final

from kibitz.core.value import Value
from kibitz.games.spire.cards.catalogue import (
    CHANNEL,
    HEAL,
    Op,
    Row,
    read_ops,
    read_rows,
)
from kibitz.games.spire.cards.powers import plain_id

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
