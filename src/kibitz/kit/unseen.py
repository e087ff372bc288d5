"""Unseen cards in positions: which definitions can lie behind what a viewer does not know.

Where a game says what exists, they follow from what can be seen. Else a position lists them, as
numbers by definition under each owner: `{"1": {"imp": 4}, "shared": {"gold": 2}}`.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from kibitz.core.document import Document
from kibitz.core.errors import suggest
from kibitz.core.value import Json
from kibitz.kit.knowledge import Unseen
from kibitz.kit.table import CardTable
from kibitz.kit.zones import SHARED

# The definitions of all cards that a seat (or `SHARED`) owns of a stock; None if nobody can say.
Pool: TypeAlias = Callable[[int, str], list[str] | None]

# How positions call what belongs to no seat.
SHARED_NAME: Final = "shared"


def remaining(
    table: CardTable, pool: Pool, problems: list[str]
) -> dict[tuple[int, str], list[str]]:
    """Returns what exists less what can be seen, by owner and stock, sorted.

    Owners and stocks of which nobody can say what exists are left out. Problems get a line for each
    kind of card of which more can be seen than exist. Tokens come from nowhere and do not count.
    """
    stocks = dict.fromkeys([zone.stock for zone in table.zones.values()])
    left: dict[tuple[int, str], list[str]] = {}
    for owner in range(SHARED, table.seats):
        for stock in stocks:
            ids = pool(owner, stock)
            if ids is not None:
                left[(owner, stock)] = sorted(ids)
    excess: dict[tuple[int, str], int] = {}
    for card in table.all_cards():
        name = card.definition_id
        if not name or name not in table.registry or is_token(table, name):
            continue
        own = left.get((card.owner, card.stock))
        if own is not None and name in own:
            own.remove(name)
        elif own is not None:
            excess[(card.owner, name)] = excess.get((card.owner, name), 0) + 1
    for (owner, name), count in excess.items():
        problems.append(f"zones: {count} more {name!r} of {owner_name(owner)} than exist")
    return left


def is_token(table: CardTable, name: str) -> bool:
    """Tells whether cards of a definition can come into play from nowhere."""
    return table.registry.get(name).has("token")


def owner_name(owner: int) -> str:
    """Names an owner in a message."""
    return "the shared cards" if owner == SHARED else f"seat {owner}"


def write_unseen(table: CardTable, pool: Pool) -> dict[str, Json]:
    """Writes what the viewer has not seen, where it does not follow from what exists."""
    left = remaining(table, pool, [])
    document: dict[str, Json] = {}
    for key, ids in sorted(table.unseen.items()):
        if left.get(key) != sorted(ids):
            document[unseen_name(key)] = {name: ids.count(name) for name in dict.fromkeys(ids)}
    return document


def unseen_name(key: tuple[int, str]) -> str:
    """Names the unseen cards of an owner: `1`, `shared`, or `1/resource` for another stock."""
    owner, stock = key
    whose = SHARED_NAME if owner == SHARED else str(owner)
    return f"{whose}/{stock}" if stock else whose


def read_unseen(root: Document, table: CardTable, pool: Pool) -> Unseen:
    """Reads or derives which definitions can be among the unknown cards of each owner."""
    counts: dict[tuple[int, str], int] = {}
    for card in table.all_cards():
        if not card.definition_id:
            key = (card.owner, card.stock)
            counts[key] = counts.get(key, 0) + 1
    left = remaining(table, pool, root.problems)
    place = root.field("unseen") if root.has("unseen") else Document({})
    place.only([unseen_name(key) for key in counts])
    unseen: dict[tuple[int, str], tuple[str, ...]] = {}
    for key, count in sorted(counts.items()):
        name = unseen_name(key)
        whose = owner_name(key[0])
        if place.has(name):
            ids = read_kinds(place.field(name), table, left.get(key))
        elif key in left:
            ids = left[key]
        else:
            root.note(
                f"field 'unseen' is missing for {name!r}: which cards can be among the {count}"
                f" unknown ones of {whose}?"
            )
            continue
        if len(ids) != count:
            root.note(f"unseen.{name}: {count} cards of {whose} are unknown, not {len(ids)}")
        unseen[key] = tuple(ids)
    return unseen


def read_kinds(place: Document, table: CardTable, left: list[str] | None) -> list[str]:
    """Reads how many cards of each definition are unseen."""
    ids: list[str] = []
    for name in place.names():
        count = place.field(name).integer(1, 1000)
        if name not in table.registry:
            place.note(f"no card {name!r}; {suggest(name, table.registry.ids())}")
        elif left is not None and count > left.count(name) and not is_token(table, name):
            place.note(f"{count} {name!r}, but only {left.count(name)} can be unseen")
        ids += [name] * count
    return sorted(ids)
