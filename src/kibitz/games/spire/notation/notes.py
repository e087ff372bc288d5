"""What a fight must know and messages do not say, under `kibitz` in the positions we write.

Only what cannot be read from the rest of the message is written, so most positions have few notes.
"""

from collections.abc import Mapping
from typing import Final

from kibitz.core.document import Document
from kibitz.core.value import Json
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards.monsters import INTENTS, MONSTER_KINDS
from kibitz.games.spire.cards.potions import POTIONS, UNKNOWN_POTION
from kibitz.games.spire.cards.powers import MONSTER_POWERS, POWERS
from kibitz.games.spire.cards.relics import NOT_OWNED, RELICS
from kibitz.games.spire.moves import STANCE_WORDS, card_word, read_card
from kibitz.games.spire.rules.effects import (
    CARD_TASK,
    COPIES_TASK,
    NO_TARGET,
    PLAY_TOP_TASK,
    POTION_TASK,
    TURN_END_TASK,
)
from kibitz.games.spire.state import CHOICES, FLED, HIDDEN, LOST, WON, Fight, Monster, Task

NOTES: Final = "kibitz"
MOST: Final = 9999
# Fields that are never written: dice, or what always follows from the rest.
LEFT_OUT: Final = frozenset(
    ["rng", "ai", "shuffles", "spawns", "seat", "moments", "monsters", "unknown", "labels"]
)
CARD_FIELDS: Final = ("hand", "draw", "discard", "exhaust", "chosen", "offered", "nightmares")
# Lists that have as many entries in every fight.
SIZES: Final = {"powers": POWERS, "relics": RELICS}
# The numbers that a field can have, where they are fewer than usual.
BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "ascension": (0, 20),
    "room": (0, 2),
    "hp": (0, MOST),
    "max_hp": (1, MOST),
    "block": (0, 999),
    "energy": (0, 99),
    "fresh": (0, 7),
    "relics": (NOT_OWNED, MOST),
    "potions": (UNKNOWN_POTION, len(POTIONS) - 1),
    "stance": (0, 3),
    "orb_slots": (0, 10),
    "character": (0, len(cards.CHARACTERS) - 1),
    "choice": (0, CHOICES - 1),
    "picks": (0, 10),
    "picks_type": (cards.ATTACK_OR_POWER, len(cards.TYPES) - 1),
    "picks_from": (cards.HAND, cards.OFFERED),
    "lasts": (0, 3),
    "copies": (0, 10),
    "turn": (1, 200),
    "bombs": (0, MOST),
}
SIGNED: Final = frozenset(["gold", "powers"])
MONSTER_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "hits": (0, 99),
    "memory": (HIDDEN, MOST),
    "damage": (-1, MOST),
    "max_hp": (1, MOST),
}
MOVES: Final = ("move", "last", "last_two")
LAST_STEP: Final = 20
# The tasks that are about a card.
CARD_TASKS: Final = (CARD_TASK, COPIES_TASK, PLAY_TOP_TASK)


# Writing.


def write_notes(view: Fight, plain: Fight) -> dict[str, Json]:
    """Writes what differs between a view and what its message is read as."""
    notes: dict[str, Json] = {}
    for name in Fight.__match_args__:
        if name in LEFT_OUT:
            continue
        value: object = getattr(view, name)
        if value != getattr(plain, name):
            notes[name] = write_field(name, value)
    monsters: dict[str, Json] = {}
    for place, (one, other) in enumerate(zip(view.monsters, plain.monsters, strict=True)):
        changed = monster_notes(one, other)
        if changed:
            monsters[str(place)] = changed
    if monsters:
        notes["monsters"] = monsters
    return notes


def write_field(name: str, value: object) -> Json:
    """Writes the value of a field."""
    if name == "agenda":
        assert isinstance(value, list)
        return [write_task(task) for task in value]
    if isinstance(value, (list, tuple)):
        if name in CARD_FIELDS:
            return [card_word(card) for card in value]
        return [int(item) for item in value]
    assert isinstance(value, (bool, int, str))
    return value


def write_task(task: Task) -> Json:
    """Writes a task as a list: numbers, and the card that is played."""
    card: Json = card_word(task.card) if task.kind in CARD_TASKS else task.card
    return [task.kind, card, task.target, task.x, task.step, task.flags]


def monster_notes(view: Monster, plain: Monster) -> dict[str, Json]:
    """Writes what differs about a monster."""
    notes: dict[str, Json] = {}
    for name in Monster.__match_args__:
        value: object = getattr(view, name)
        if value != getattr(plain, name):
            if isinstance(value, list):
                notes[name] = [int(item) for item in value]
            else:
                assert isinstance(value, (bool, int))
                notes[name] = value
    return notes


# Reading.


def read_notes(place: Document, s: Fight) -> None:
    """Reads notes into a fight that was read from a message."""
    known = [name for name in Fight.__match_args__ if name not in LEFT_OUT]
    place.only([*known, "monsters"])
    for name in place.names():
        if name in known:
            read_field(place.field(name), name, s)
    if place.has("monsters"):
        read_monster_notes(place.field("monsters"), s)
    check_notes(place, s)


def read_field(place: Document, name: str, s: Fight) -> None:
    """Reads one field of a fight."""
    old: object = getattr(s, name)
    if name == "agenda":
        s.agenda = [read_task(item, len(s.monsters)) for item in place.items()]
    elif name == "reason":
        s.reason = place.choice(["", WON, LOST, FLED])
    elif name in CARD_FIELDS:
        found = [read_word(item, name == "offered") for item in place.items()]
        setattr(s, name, tuple(found) if isinstance(old, tuple) else found)
    elif isinstance(old, list):
        low, high = bounds(name, BOUNDS)
        values = [item.integer(low, high) for item in place.items()]
        if name in SIZES and len(values) != SIZES[name]:
            place.note(f"expected {SIZES[name]} numbers, got {len(values)}")
        elif name == "bombs" and len(values) % 2:
            place.note("expected pairs of turns and damage")
        else:
            setattr(s, name, values)
    elif isinstance(old, bool):
        setattr(s, name, place.flag())
    else:
        setattr(s, name, place.integer(*bounds(name, BOUNDS)))


def bounds(name: str, known: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """Returns the least and the greatest number that a field can have."""
    return known.get(name, (-MOST if name in SIGNED else 0, MOST))


def read_word(place: Document, stances: bool = False) -> int:
    """Reads a card as moves write it; a stance where one can be offered."""
    word = place.text()
    card = read_card(word)
    if card < 0 and (word not in STANCE_WORDS or not stances):
        place.wanted("a card such as 'bash+' or 'bash {0}'")
        return 0
    return card


def read_task(place: Document, monsters: int) -> Task:
    """Reads a task, and notes numbers that no task has."""
    items = place.items()
    if len(items) != len(Task.__match_args__):
        place.wanted(f"a list of {len(Task.__match_args__)}")
        return Task(TURN_END_TASK, 0, 0, 0, 0, 0)
    kind = items[0].integer(CARD_TASK, TURN_END_TASK)
    if kind in CARD_TASKS:
        card = read_word(items[1])
    elif kind == POTION_TASK:
        card = items[1].integer(-len(POTIONS), -1)
    else:
        card = items[1].integer(0, 0)
    return Task(
        kind,
        card,
        items[2].integer(NO_TARGET, monsters - 1),
        items[3].integer(-1, 99),
        items[4].integer(0, LAST_STEP),
        items[5].integer(0, 7),
    )


def read_monster_notes(place: Document, s: Fight) -> None:
    """Reads what differs about monsters, by their places."""
    for at in place.names():
        if not (at.isascii() and at.isdecimal() and len(at) < 3 and int(at) < len(s.monsters)):
            place.note(f"there is no monster {at!r}: expected 0 to {len(s.monsters) - 1}")
            continue
        monster = s.monsters[int(at)]
        item = place.field(at)
        known = [name for name in Monster.__match_args__ if name != "kind"]
        item.only(known)
        for name in item.names():
            if name in known:
                read_monster_field(item.field(name), name, monster)


def read_monster_field(place: Document, name: str, monster: Monster) -> None:
    """Reads one field of a monster."""
    old: object = getattr(monster, name)
    if name == "powers":
        values = [item.integer(-MOST, MOST) for item in place.items()]
        if len(values) == MONSTER_POWERS:
            monster.powers = values
        else:
            place.note(f"expected {MONSTER_POWERS} numbers, got {len(values)}")
    elif isinstance(old, bool):
        setattr(monster, name, place.flag())
    elif name in MOVES:
        known = not is_unknown(monster)
        moves = len(MONSTER_KINDS[monster.kind].moves if known else INTENTS)
        setattr(monster, name, place.integer(HIDDEN, moves - 1))
    else:
        setattr(monster, name, place.integer(*bounds(name, MONSTER_BOUNDS)))


def is_unknown(monster: Monster) -> bool:
    """Tells whether a monster is of a kind that is not in the table."""
    return monster.kind >= len(MONSTER_KINDS)


def check_notes(place: Document, s: Fight) -> None:
    """Notes what is impossible about the fight that the notes make."""
    if s.known_top + s.known_bottom > len(s.draw):
        place.note(
            f"known_top and known_bottom: expected {len(s.draw)} together at most, the cards of"
            " the draw pile"
        )
    if len(s.hand) > 10:
        place.note(f"hand: expected 10 cards at most, got {len(s.hand)}")
    if s.hp > s.max_hp:
        place.note(f"hp: expected {s.max_hp} (max_hp) at most, got {s.hp}")
    if s.choice and s.picks < 1:
        place.note("picks: expected 1 or more while something is asked")
    if s.over != (s.reason != ""):
        place.note("reason: expected one just if the fight is over")
    for monster in s.monsters:
        if monster.alive and monster.hp < 1:
            place.note("monsters: expected 1 HP or more for one that is alive")
