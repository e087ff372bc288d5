"""The map of an act: rows of rooms, and the paths between them."""

from itertools import pairwise
from typing import Final

from kibitz.core.randomness import Rng
from kibitz.core.value import Json

COLUMNS: Final = 7
ROWS: Final = 15
PATHS: Final = 6

MONSTER: Final = "M"
EVENT: Final = "?"
ELITE: Final = "E"
REST: Final = "R"
SHOP: Final = "$"
TREASURE: Final = "T"

# Rows of one kind: fights at first, a chest in the middle, a rest before the boss.
FIXED_ROWS: Final = {0: MONSTER, 8: TREASURE, ROWS - 1: REST}
# Elites and rests come no earlier than this row.
HARD_FROM: Final = 5
# How likely the rooms are, in percent; all others are fights.
CHANCES: Final = {EVENT: 22, REST: 12, ELITE: 8, SHOP: 5}
# From ascension 1 on, there are more elites.
MORE_ELITES: Final = 1.6
# Rooms that follow no room of the same kind, and of which a fork leads to one only.
APART: Final = (ELITE, REST, SHOP)
# The rooms of act 4 before the Heart.
LAST_ROWS: Final = (REST, SHOP, ELITE)


class Node:
    """A room on the map.

    Attributes:
        x: its column, from 0.
        y: its row, from 0 at the bottom.
        symbol: what it is.
        burning: whether it is the elite that has the emerald key.
        children: the rooms that can be reached from it.
        parents: the rooms from which it can be reached.
    """

    def __init__(self, x: int, y: int) -> None:
        self.x: Final = x
        self.y: Final = y
        self.symbol = MONSTER
        self.burning = False
        self.children: Final[list[Node]] = []
        self.parents: Final[list[Node]] = []

    def short(self) -> dict[str, Json]:
        """Writes the place and the kind, and that the room has the emerald key."""
        key: dict[str, Json] = {"has_emerald_key": True} if self.burning else {}
        return {"x": self.x, "y": self.y, "symbol": self.symbol, **key}

    def lead_to(self, child: "Node") -> None:
        """Adds a path to a room of the next row, if there is none."""
        if child not in self.children:
            self.children.append(child)
            child.parents.append(self)

    def write(self) -> dict[str, Json]:
        """Writes the node with its neighbours."""
        return {
            **self.short(),
            "children": [{"x": node.x, "y": node.y} for node in self.children],
            "parents": [{"x": node.x, "y": node.y} for node in self.parents],
        }


class Map:
    """The rooms of an act, row by row."""

    def __init__(self, rows: int) -> None:
        self.rows: Final[list[list[Node]]] = [[] for _ in range(rows)]

    def nodes(self) -> list[Node]:
        """Lists all rooms."""
        return [node for row in self.rows for node in row]

    def write(self) -> list[Json]:
        """Writes all rooms."""
        return [node.write() for node in self.nodes()]

    def at(self, x: int, y: int) -> Node:
        """Returns the room at a place; makes it if there is none."""
        for node in self.rows[y]:
            if node.x == x:
                return node
        node = Node(x, y)
        self.rows[y].append(node)
        return node

    def walk(self, x: int, dice: Rng) -> None:
        """Adds a path from the bottom to the top."""
        here = self.at(x, 0)
        for y in range(1, ROWS):
            steps = [step for step in (-1, 0, 1) if self.is_free(here, step)]
            there = self.at(here.x + dice.pick(steps), y)
            here.lead_to(there)
            here = there

    def is_free(self, here: Node, step: int) -> bool:
        """Tells whether a step stays on the map and crosses no other path."""
        x = here.x + step
        if not 0 <= x < COLUMNS:
            return False
        beside = [node for node in self.rows[here.y] if step and node.x == x]
        return not any(child.x == here.x for node in beside for child in node.children)


def draw_map(dice: Rng, ascension: int, burning: bool = True) -> Map:
    """Draws the map of one of the first three acts; one elite may burn, who has the emerald key."""
    chart = Map(ROWS)
    first = dice.below(COLUMNS)
    for path in range(PATHS):
        start = dice.below(COLUMNS)
        while path == 1 and start == first:  # there are two ways to begin at least
            start = dice.below(COLUMNS)
        chart.walk(first if path == 0 else start, dice)
    for row in chart.rows:
        row.sort(key=lambda node: node.x)
        for node in row:
            node.children.sort(key=lambda child: child.x)
            node.symbol = pick_symbol(node, dice, ascension)
    elites = [node for node in chart.nodes() if node.symbol == ELITE]
    if elites and burning:
        dice.pick(elites).burning = True
    return chart


def draw_last_map() -> Map:
    """Draws the map of act 4: one path, whatever the seed."""
    chart = Map(len(LAST_ROWS))
    for y, symbol in enumerate(LAST_ROWS):
        chart.at(COLUMNS // 2, y).symbol = symbol
    for (below,), (above,) in pairwise(chart.rows):
        below.lead_to(above)
    return chart


def pick_symbol(node: Node, dice: Rng, ascension: int) -> str:
    """Decides what a room is; the rooms below it are decided already."""
    if node.y in FIXED_ROWS:
        return FIXED_ROWS[node.y]
    taken = {parent.symbol for parent in node.parents}
    for parent in node.parents:
        taken.update(child.symbol for child in parent.children if child.x < node.x)
    roll = 100 * dice.random()
    for symbol, chance in CHANCES.items():
        roll -= chance * (MORE_ELITES if symbol == ELITE and ascension > 0 else 1)
        if roll < 0:
            early = symbol in (ELITE, REST) and node.y < HARD_FROM
            before_rest = symbol == REST and node.y == ROWS - 2
            clash = symbol in APART and symbol in taken
            return MONSTER if early or before_rest or clash else symbol
    return MONSTER
