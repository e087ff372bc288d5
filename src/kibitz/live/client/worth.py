"""What cards, relics and potions are worth outside a fight: plain tables, set by hand.

Worths go from 0 to 100, curses and statuses are below 0. They follow what players agree on, for the
first act above all, and were not tuned. Damage and block are those of the printed card.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from kibitz.games.spire.cards.potions import FRUIT_JUICE, POTION_NUMBERS, POTIONS
from kibitz.games.spire.cards.powers import plain_id
from kibitz.live.client.message import Fields

# By rarity, for cards that are not in the table.
BY_RARITY: Final = {"BASIC": 8, "COMMON": 38, "UNCOMMON": 44, "RARE": 52}
BY_TYPE: Final = {"CURSE": -60, "STATUS": -20}
# An upgraded card is worth a part of its upgrade more.
UPGRADED: Final = 0.5
# An upgrade of a card that is not in the table.
USUAL_UPGRADE: Final = 16
UNKNOWN_RELIC: Final = 45
UNKNOWN_POTION: Final = 30
# Potions that work by themselves or for good, and are worth more than the order of use says.
SPECIAL_POTIONS: Final = {"fairypotion": 80, "fruitjuice": 90, "smokebomb": 15}
# Each further copy of a card is worth less.
COPY_COSTS: Final = 8
# From this size on, a deck is slowed down by each further card.
LEAN_DECK: Final = 16
CARD_COSTS: Final = 2
# A card that is worth less than this is not taken into a lean deck.
WANTED: Final = 40


class CardFacts:
    """What the table says about a card.

    Attributes:
        worth: what it is worth in a deck.
        upgrade: what its upgrade is worth.
        damage: the damage of the printed card to one monster, in all.
        block: the block of the printed card.
    """

    def __init__(self, row: Fields) -> None:
        self.worth: Final = row.number("worth")
        self.upgrade: Final = row.number("upgrade")
        self.damage: Final = row.number("damage")
        self.block: Final = row.number("block")


def read_tables() -> tuple[dict[str, CardFacts], dict[str, int]]:
    """Reads the tables of cards and relics, by id."""
    text = files("kibitz.live.client").joinpath("worth.json").read_text(encoding="utf-8")
    tables = Fields(json.loads(text))
    cards, relics = tables.child("cards"), tables.child("relics")
    return (
        {plain_id(name): CardFacts(cards.child(name)) for name in cards.value},
        {plain_id(name): relics.number(name) for name in relics.value},
    )


CARDS, RELICS = read_tables()


def is_upgraded(card: Fields) -> bool:
    """Tells whether a card is upgraded."""
    return card.number("upgrades") > 0


def card_worth(card: Fields) -> float:
    """Returns what a card is worth in a deck."""
    facts = CARDS.get(card.id())
    if facts is None:
        kind = card.text("type").upper()
        worth = float(BY_TYPE.get(kind, BY_RARITY.get(card.text("rarity").upper(), 30)))
        gain = USUAL_UPGRADE
    else:
        worth, gain = float(facts.worth), facts.upgrade
    return worth + UPGRADED * gain * is_upgraded(card)


def upgrade_worth(card: Fields) -> float:
    """Returns what the upgrade of a card is worth; below 0 if it cannot be upgraded."""
    facts = CARDS.get(card.id())
    if facts is not None and facts.upgrade == 0:
        return -1.0
    if is_upgraded(card) and card.id() != "searingblow":
        return -1.0
    if card.text("type").upper() in BY_TYPE:
        return -1.0
    return float(USUAL_UPGRADE if facts is None else facts.upgrade)


def new_card_worth(card: Fields, deck: Sequence[Fields]) -> float:
    """Returns what a card adds to a deck: less for copies, and less the larger the deck is."""
    copies = sum(each.id() == card.id() for each in deck)
    crowd = max(0, len(deck) - LEAN_DECK)
    return card_worth(card) - COPY_COSTS * copies - CARD_COSTS * crowd


def relic_worth(relic: Fields) -> float:
    """Returns what a relic is worth."""
    return float(RELICS.get(relic.id(), UNKNOWN_RELIC))


def potion_worth(potion: Fields) -> float:
    """Returns what a potion is worth: mostly how early a player without a plan would use it."""
    if potion.id() in SPECIAL_POTIONS:
        return float(SPECIAL_POTIONS[potion.id()])
    number = POTION_NUMBERS.get(potion.id(), -1)
    return float(UNKNOWN_POTION if number < 0 else POTIONS[number].priority)


def is_fruit_juice(potion: Fields) -> bool:
    """Tells whether a potion should be drunk at once, outside a fight."""
    return POTION_NUMBERS.get(potion.id(), -1) == FRUIT_JUICE
