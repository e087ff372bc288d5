"""The path over the map: by what its rooms are worth, and by the HP that they cost.

Each room has a worth and an expected loss of HP. All paths from the next rooms are compared; where
the HP that are left would be few, each further point counts against the path. The numbers are
estimates for a deck of the first act, set by hand.
"""

from collections.abc import Mapping
from typing import Final

from kibitz.live.client.message import Fields, Message

MONSTER: Final = "M"
ELITE: Final = "E"
REST: Final = "R"
SHOP: Final = "$"
TREASURE: Final = "T"
UNKNOWN: Final = "?"
ROOM_NAMES: Final = {
    MONSTER: "monster",
    ELITE: "elite",
    REST: "rest",
    SHOP: "shop",
    TREASURE: "treasure",
    UNKNOWN: "event",
}


class Room:
    """What is expected of a kind of room.

    Attributes:
        worth: cards, gold and relics that it brings, in points.
        loss: the share of HP that it costs on average.
    """

    def __init__(self, worth: float, loss: float) -> None:
        self.worth: Final = worth
        self.loss: Final = loss


ROOMS: Final[Mapping[str, Room]] = {
    MONSTER: Room(1.0, 0.10),
    ELITE: Room(2.6, 0.32),
    REST: Room(0.0, 0.0),
    SHOP: Room(0.4, 0.0),
    TREASURE: Room(2.0, 0.0),
    UNKNOWN: Room(1.1, 0.05),
}
OTHER: Final = Room(0.5, 0.08)
# What a rest heals, and what an upgrade is worth if no rest is needed.
HEALED: Final = 0.30
UPGRADE: Final = 1.2
REST_BELOW: Final = 0.6
# A shop is worth so much more for each gold, up to a point.
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


class Map:
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
        """Returns what the best path through a room is worth, entered with so much of all HP."""
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
    """Returns what it counts to have so few HP left; 0 if there are enough."""
    if left <= 0:
        return -DEADLY
    return -DANGER * (SAFE - left) if left < SAFE else 0.0


def place_of(node: Fields) -> Place:
    """Returns the column and the row of a room."""
    return node.number("x", -1), node.number("y", -1)


def rate_paths(message: Message) -> list[float]:
    """Returns what each of the next rooms is worth, with the best path after it."""
    paths = Map(message)
    return [
        paths.worth(place_of(node), message.health, node.text("symbol"))
        for node in message.detail.children("next_nodes")
    ]
