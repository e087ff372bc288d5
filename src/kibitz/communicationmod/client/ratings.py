"""What cards, relics, potions and paths over the map are worth outside a fight.

The numbers were set by hand and not tuned: they follow what players agree on, for the first act
above all. Cards, relics and potions go from 0 to 100, curses and statuses are below 0. Damage and
block are those of the printed card. Each room of the map has a worth and an expected loss of HP;
where few HP would be left, each further point counts against the path.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from kibitz.games.spire.gear import FRUIT_JUICE, POTION_NUMBERS, POTIONS
from kibitz.games.spire.position.message import Fields, Message
from kibitz.games.spire.powers import plain_id

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


class CardFacts(NamedTuple):
    """What the table says about a card.

    Attributes:
        worth: what it is worth in a deck.
        upgrade: what its upgrade is worth.
        damage: the damage of the printed card to one monster, in all.
        block: the block of the printed card.
    """

    worth: int = 0
    upgrade: int = 0
    damage: int = 0
    block: int = 0


def read_tables(name: str) -> dict[str, Any]:
    """Reads a file of tables."""
    path = files("kibitz.communicationmod.client").joinpath(name)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


TABLES: Final = read_tables("ratings.json")
CARDS: Final = {plain_id(name): CardFacts(**row) for name, row in TABLES["cards"].items()}
RELICS: Final[dict[str, int]] = {plain_id(name): worth for name, worth in TABLES["relics"].items()}


def is_upgraded(card: Fields) -> bool:
    """Tells whether a card is upgraded."""
    return card.number("upgrades") > 0


def card_worth(card: Fields) -> float:
    """Returns what a card is worth in a deck."""
    facts = CARDS.get(card.id())
    if facts is None:
        kind = card.text("type").upper()
        worth = BY_TYPE.get(kind, BY_RARITY.get(card.text("rarity").upper(), 30))
        facts = CardFacts(worth, USUAL_UPGRADE)
    return facts.worth + UPGRADED * facts.upgrade * is_upgraded(card)


def upgrade_worth(card: Fields) -> float:
    """Returns what the upgrade of a card is worth; below 0 if it cannot be upgraded."""
    facts = CARDS.get(card.id(), CardFacts(upgrade=USUAL_UPGRADE))
    done = is_upgraded(card) and card.id() != "searingblow"
    if facts.upgrade == 0 or done or card.text("type").upper() in BY_TYPE:
        return -1.0
    return float(facts.upgrade)


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
    number = POTION_NUMBERS.get(potion.id(), -1)
    usual = UNKNOWN_POTION if number < 0 else POTIONS[number].priority
    return float(SPECIAL_POTIONS.get(potion.id(), usual))


def is_fruit_juice(potion: Fields) -> bool:
    """Tells whether a potion should be drunk at once, outside a fight."""
    return POTION_NUMBERS.get(potion.id(), -1) == FRUIT_JUICE


# The path over the map.


class Room(NamedTuple):
    """What is expected of a kind of room.

    Attributes:
        name: what people call it.
        worth: cards, gold and relics that it brings, in points.
        loss: the share of HP that it costs on average.
    """

    name: str
    worth: float
    loss: float


REST: Final = "R"
SHOP: Final = "$"
ROOMS: Final[Mapping[str, Room]] = {
    "M": Room("monster", 1.0, 0.10),
    "E": Room("elite", 2.6, 0.32),
    REST: Room("rest", 0.0, 0.0),
    SHOP: Room("shop", 0.4, 0.0),
    "T": Room("treasure", 2.0, 0.0),
    "?": Room("event", 1.1, 0.05),
}
OTHER: Final = Room("", 0.5, 0.08)
# What a rest heals, and what an upgrade is worth if no rest is needed.
HEALED: Final = 0.30
UPGRADE: Final = 1.2
REST_BELOW: Final = 0.6
# What a shop is worth for each gold, up to a point.
PER_GOLD: Final = 0.008
MOST_GOLD: Final = 250
# Below this share of HP a path is dangerous; below none of it, deadly.
SAFE: Final = 0.45
DANGER: Final = 6.0
DEADLY: Final = 12.0
# HP left at the boss are worth something, too.
ARRIVAL: Final = 4.0
# HP are compared in steps of this share, so that few cases are looked at.
STEP: Final = 0.02
# No map is higher; damaged ones could go round in circles.
MOST_ROWS: Final = 20

Place = tuple[int, int]


class Paths:
    """The rooms of an act and the ways between them.

    Attributes:
        rooms: the symbol of each room.
        ways: the rooms that follow on each room.
        gold: the gold that can be spent in shops.
    """

    def __init__(self, message: Message) -> None:
        self.rooms: Final[dict[Place, str]] = {}
        self.ways: Final[dict[Place, list[Place]]] = {}
        self.gold: Final = max(0, min(MOST_GOLD, message.game.number("gold")))
        self.known: Final[dict[tuple[Place, int], float]] = {}
        for node in message.game.children("map"):
            place = place_of(node)
            self.rooms[place] = node.text("symbol")
            self.ways[place] = [
                place_of(child)
                for child in node.children("children")
                if child.number("y") > place[1]
            ]

    def worth(self, place: Place, health: float, symbol: str = "", rows: int = 0) -> float:
        """Returns what the best path through a room is worth, entered with a share of all HP."""
        key = (place, round(health / STEP))
        if key in self.known:
            return self.known[key]
        room = self.rooms.get(place, symbol)
        gained, left = self.visit(room, health)
        found = gained + risk(left)
        following = [way for way in self.ways.get(place, []) if way in self.rooms]
        if following and rows < MOST_ROWS and left > 0:
            found += max([self.worth(way, left, "", rows + 1) for way in following])
        else:
            found += ARRIVAL * max(0.0, left)
        self.known[key] = found
        return found

    def visit(self, symbol: str, health: float) -> tuple[float, float]:
        """Returns what a room is worth, and the share of HP after it."""
        if symbol == REST:
            if health < REST_BELOW:
                return 0.0, min(1.0, health + HEALED)
            return UPGRADE, health
        room = ROOMS.get(symbol, OTHER)
        worth = room.worth + (PER_GOLD * self.gold if symbol == SHOP else 0.0)
        return worth, health - room.loss


def risk(left: float) -> float:
    """Returns what a share of HP that is left counts; 0 if it is enough."""
    if left <= 0:
        return -DEADLY
    return -DANGER * (SAFE - left) if left < SAFE else 0.0


def place_of(node: Fields) -> Place:
    """Returns the column and the row of a room."""
    return node.number("x", -1), node.number("y", -1)


def room_name(symbol: str) -> str:
    """Names a room for people; the symbol itself for one that is not known."""
    return ROOMS[symbol].name if symbol in ROOMS else symbol


def rate_paths(message: Message) -> list[float]:
    """Returns what each of the next rooms is worth, with the best path after it."""
    paths = Paths(message)
    return [
        paths.worth(place_of(node), message.health, node.text("symbol"))
        for node in message.detail.children("next_nodes")
    ]
