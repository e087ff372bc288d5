"""The potions, from `potions.json`: what they aim at and what they do."""

from typing import Final

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
# A potion that is not in the table: it fills its slot and cannot be used.
UNKNOWN_POTION: Final = -2
SLOTS: Final = 3
BELT_SLOTS: Final = 2
# One slot fewer from this ascension on.
FEWER_SLOTS_FROM: Final = 11
# How likely a random potion has a rarity, in percent.
RARITY_CHANCES: Final = {"COMMON": 65, "UNCOMMON": 25, "RARE": 10}


class Potion:
    """One kind of potion.

    Attributes:
        number: its number.
        id: the id in the messages of the real game.
        name: what players call it.
        rarity: how rare it is.
        owner: the class that finds it, or `ANY`.
        aimed: whether it is used on one monster.
        automatic: whether it works by itself and cannot be used.
        effect_type: what kind of effect it has, for planners.
        effect_value: how much.
        target_type: whom it concerns, for planners.
        thrown: whether messages say that it requires a target, though it may not need one.
        priority: how early a player without a plan uses it.
        ops: what it does.
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
        self.effect_type: Final = row.text("effect_type")
        self.effect_value: Final = row.number("effect_value")
        self.target_type: Final = row.text("target_type")
        self.thrown: Final = bool(row.get("json_requires_target"))
        self.priority: Final = row.number("fallback_priority")
        self.ops: Final[list[Op]] = read_ops(row.rows("ops"))
        same = row.text("sacred_bark") == "no change"
        self.bark_ops: Final = self.ops if same else doubled(read_ops(row.rows("ops")))


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
POTION_NUMBERS: Final[dict[str, int]] = {}


def add_names() -> None:
    """Fills the table of names: ids, names and other names."""
    for potion, row in zip(POTIONS, POTION_ROWS, strict=True):
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


RANDOM_POTIONS: Final = {
    rarity: potions_of("IRONCLAD", rarity) for rarity in ("COMMON", "UNCOMMON", "RARE")
}
