"""The tables that the client decides by outside fights, from `tables.json`.

Every entry there has a number and its reason, in the words of a player. Ids are compared in their
plain form; an entry of an event can be found by its id or by its name.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from kibitz.games.spire.powers import plain_id


class Entry(NamedTuple):
    """A number and its reason."""

    worth: float
    reason: str


class CardFacts(NamedTuple):
    """What the table says about a card.

    Attributes:
        worth: what it is worth in a deck without anything that helps it.
        reason: why.
        upgrade: what its upgrade is worth.
        damage: the damage of the printed card to one monster, in all.
        block: the block of the printed card.
        gives: how much it has of what decks need.
        brings: what other cards gain from.
        wants: what it gains from itself.
        most: how many copies are useful.
        stays: whether it cannot be removed.
    """

    worth: float = 0.0
    reason: str = ""
    upgrade: int = 0
    damage: int = 0
    block: int = 0
    gives: Mapping[str, int] = {}
    brings: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    most: int = 2
    stays: bool = False


class Need(NamedTuple):
    """How much of something a deck needs from a floor on.

    Attributes:
        floor: the floor.
        deck: how much of it a deck should have.
        worth: what each part of what is missing is worth.
        reason: why.
    """

    floor: int
    deck: int
    worth: float
    reason: str


class Synergy(NamedTuple):
    """What cards gain from each other.

    Attributes:
        worth: what each such card of the deck is worth.
        most: how many of them count.
        reason: why.
    """

    worth: float
    most: int
    reason: str


class Room(NamedTuple):
    """What is expected of a kind of room in an act.

    Attributes:
        name: what people call it.
        worth: cards, gold and relics that it brings, in points.
        loss: the share of HP that it costs on average.
        reason: why.
    """

    name: str
    worth: float
    loss: float
    reason: str


class Rest(NamedTuple):
    """When to rest in an act.

    Attributes:
        below: the share of HP below which to rest.
        before_boss: the same, before the boss.
        reason: why.
    """

    below: float
    before_boss: float
    reason: str


class Wish(NamedTuple):
    """An option of an event that is wanted.

    Attributes:
        option: a word of the option.
        when: the conditions; empty for none.
        reason: why.
    """

    option: str
    when: str
    reason: str


class EventFacts(NamedTuple):
    """What the table says about an event.

    Attributes:
        name: its name.
        acts: the acts in which it can be met.
        wishes: what is wanted of it; the first one counts that is offered and fits.
    """

    name: str
    acts: tuple[int, ...]
    wishes: tuple[Wish, ...]


def read_tables() -> dict[str, Any]:
    """Reads the file."""
    path = files("kibitz.communicationmod.client").joinpath("tables.json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def read_entries(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Entry]:
    """Reads entries that have nothing but a number and a reason; their names stay as they are."""
    return {name: Entry(float(row["worth"]), row["reason"]) for name, row in rows.items()}


def by_plain_id(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """Returns entries by ids in the form in which ids are compared."""
    return {plain_id(name): entry for name, entry in entries.items()}


def read_card(row: Mapping[str, Any]) -> CardFacts:
    """Reads a card."""
    lists = {name: tuple(row.get(name, ())) for name in ("brings", "wants")}
    return CardFacts(**{**row, **lists})


def read_event(row: Mapping[str, Any]) -> EventFacts:
    """Reads an event."""
    wishes = [Wish(each["option"], each.get("when", ""), each["reason"]) for each in row["options"]]
    return EventFacts(row["name"], tuple(row["acts"]), tuple(wishes))


def read_room(row: Mapping[str, Any]) -> dict[int, Room]:
    """Reads a kind of room, by act."""
    return {
        int(act): Room(row["name"], found["worth"], found["loss"], found["reason"])
        for act, found in row.items()
        if act.isdecimal()
    }


TABLES: Final = read_tables()

CARDS: Final = {plain_id(name): read_card(row) for name, row in TABLES["cards"].items()}
RELICS: Final = by_plain_id(read_entries(TABLES["relics"]))
# Relics of bosses have two numbers: what they are worth after the bosses of act 1 and of act 2.
BOSS_RELICS: Final = by_plain_id(read_entries(TABLES["boss relics"]))
LATE_BOSS_RELICS: Final = {
    plain_id(name): Entry(row["after act 2"], row["reason"])
    for name, row in TABLES["boss relics"].items()
}
POTIONS: Final = by_plain_id(read_entries(TABLES["potions"]))
EVENTS: Final = {plain_id(name): read_event(row) for name, row in TABLES["events"].items()}
EVENT_IDS: Final = {plain_id(event.name): event_id for event_id, event in EVENTS.items()}
# What Neow offers, and what she asks for it, by words of the option; the first that fits counts.
BLESSINGS: Final = read_entries(TABLES["blessings"])
PRICES: Final = read_entries(TABLES["prices"])
# Options that lead out of an event without a consequence.
WAYS_OUT: Final[list[str]] = TABLES["ways out"]["options"]
SAFE: Final[str] = TABLES["ways out"]["reason"]

# What a card must be worth to be taken, by act; and what copies and size cost.
CARD_REWARDS: Final = TABLES["card rewards"]
WANTED: Final = {int(act): entry for act, entry in read_entries(CARD_REWARDS["wanted"]).items()}
COPIES: Final = Entry(**CARD_REWARDS["copies"])
TOO_MANY: Final = Entry(**CARD_REWARDS["too many copies"])
SIZES: Final = {int(size): entry for size, entry in read_entries(CARD_REWARDS["size"]).items()}
UPGRADED: Final = Entry(**CARD_REWARDS["upgraded"])
UNKNOWN_CARDS: Final = read_entries(CARD_REWARDS["not in the tables"])
NEEDS: Final = {
    name: [Need(int(floor), **row) for floor, row in rows.items()]
    for name, rows in TABLES["needs"].items()
}
SYNERGIES: Final = {name: Synergy(**row) for name, row in TABLES["synergies"].items()}

ROOMS: Final = {symbol: read_room(row) for symbol, row in TABLES["rooms"].items()}
OTHER_ROOM: Final = "other"
RESTS: Final = {
    int(act): Rest(row["below"], row["before boss"], row["reason"])
    for act, row in TABLES["rests"].items()
    if act.isdecimal()
}
REST_OPTIONS: Final = read_entries(
    {name: row for name, row in TABLES["rests"].items() if not name.isdecimal()}
)
SHOP: Final = read_entries(TABLES["shop"])
KEYS: Final = read_entries(TABLES["keys"])

UNKNOWN_RELIC: Final = Entry(45.0, "not in the tables")
UNKNOWN_POTION: Final = Entry(30.0, "not in the tables")


def event_of(event: str) -> EventFacts | None:
    """Returns what is known about an event, by its id or its name; None for nothing."""
    key = plain_id(event)
    return EVENTS.get(key) or EVENTS.get(EVENT_IDS.get(key, ""))


def within(act: int, acts: Mapping[int, Any]) -> int:
    """Returns the act of a table that counts for an act."""
    return max(min(acts), min(max(acts), act))
