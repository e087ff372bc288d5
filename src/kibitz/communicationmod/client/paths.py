"""The path over the map: all paths are compared by the worth of their rooms.

Each room has a worth and an expected loss of HP, by act; where few HP would be left, each further
point counts against the path.
"""

from typing import Final

from kibitz.communicationmod.client import tables
from kibitz.communicationmod.client.tables import ROOMS, Room
from kibitz.games.spire.position.message import Fields, Message

REST: Final = "R"
SHOP: Final = "$"
# What a rest heals, and the share of HP below which it is used for that.
HEALED: Final = 0.30
REST_BELOW: Final = 0.6
# What a shop is worth for each gold, up to a point.
PER_GOLD: Final = 0.01
MOST_GOLD: Final = 350
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
        act: the act.
        rooms: the symbol of each room.
        ways: the rooms that follow on each room.
        gold: the gold that can be spent in shops.
    """

    def __init__(self, message: Message) -> None:
        self.act: Final = message.game.number("act")
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
        if symbol == REST and health < REST_BELOW:
            return 0.0, min(1.0, health + HEALED)
        room = room_of(symbol, self.act)
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


def room_of(symbol: str, act: int) -> Room:
    """Returns what is expected of a room."""
    acts = ROOMS.get(symbol, ROOMS[tables.OTHER_ROOM])
    return acts[tables.within(act, acts)]


def room_name(symbol: str) -> str:
    """Names a room for people; the symbol itself for one that is not known."""
    return room_of(symbol, 1).name or symbol


def rate_paths(message: Message) -> list[float]:
    """Returns what each of the next rooms is worth, with the best path after it."""
    paths = Paths(message)
    return [
        paths.worth(place_of(node), message.health, node.text("symbol"))
        for node in message.detail.children("next_nodes")
    ]
