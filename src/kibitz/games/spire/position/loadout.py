"""What a fight begins with, as text: decks, relics, potions and encounters.

5 strike, 4 defend, bash+, searing blow+3
burning blood, pen nib=9
fire potion, block potion
gremlin nob    elite    jaw worm, 2 cultist
"""

import json
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Final, NamedTuple

from kibitz.games.spire import cards, gear
from kibitz.games.spire.cards import CARDS
from kibitz.games.spire.gear import POTION_NUMBERS, REAL_POTIONS
from kibitz.games.spire.monsters import ENCOUNTERS, MONSTER_KINDS, NAMES_OF_MONSTERS, POOLS, SPLIT
from kibitz.games.spire.moves import MOST_MONSTERS, near
from kibitz.games.spire.powers import plain_id

CHARACTERS: Final = cards.CHARACTERS
IRONCLAD: Final = CHARACTERS[cards.IRONCLAD]
SILENT: Final = CHARACTERS[cards.SILENT]
STARTER: Final = "starter"
# Decks to practise with, by class; how a class wins differs a lot between them.
DECKS: Final[dict[str, dict[str, str]]] = json.loads(
    files("kibitz.games.spire").joinpath("data/decks.json").read_text(encoding="utf-8")
)
# The relic that a class begins with; `starter` names it in a list.
STARTER_RELICS: Final = STARTER
CLASS_RELICS: Final = {IRONCLAD: "burning blood", SILENT: "ring of the snake"}
ASCENDERS_BANE: Final = cards.face("AscendersBane")
BANE_FROM: Final = 10
LOWER_HP_FROM: Final = 14
MAX_HP: Final = {IRONCLAD: 80, SILENT: 70}
LOWER_MAX_HP: Final = {IRONCLAD: 75, SILENT: 66}

MOST_CARDS: Final = 200
MOST_HP: Final = 999
MOST_COUNTED: Final = 999
# Relics that count begin at 0, this one at 3 fights.
COUNTING: Final = (
    gear.GIRYA,
    gear.HAPPY_FLOWER,
    gear.SUNDIAL,
    gear.NUNCHAKU,
    gear.PEN_NIB,
    gear.INK_BOTTLE,
    gear.INCENSE_BURNER,
)
LAMENT_FIGHTS: Final = 3

# Names in plain form, with the number of what they name; and the names as people write them.
CARD_NUMBERS: Final[dict[str, int]] = {
    **cards.CARD_NUMBERS,
    **{plain_id(card.name): card.number for card in CARDS},
}
MONSTER_NUMBERS: Final[dict[str, int]] = {
    **{plain_id(kind.id): kind.number for kind in MONSTER_KINDS},
    **{plain_id(kind.name): kind.number for kind in MONSTER_KINDS},
    **{plain_id(name): number for number, name in enumerate(NAMES_OF_MONSTERS)},
}
for shared in ("louse", "slaver"):  # either of two
    MONSTER_NUMBERS.pop(shared, None)
CARD_NAMES: Final = [card.name.lower() for card in CARDS]
RELIC_NAMES: Final = [name.lower() for name in gear.RELIC_NAMES]
POTION_NAMES: Final = [potion.name.lower() for potion in REAL_POTIONS]
ENCOUNTER_NAMES: Final = [name.lower() for name in ENCOUNTERS]
MONSTER_NAMES: Final = [name.lower() for name in NAMES_OF_MONSTERS]
OPPONENT_NAMES: Final = [*dict.fromkeys([*POOLS, *ENCOUNTER_NAMES, *MONSTER_NAMES])]

COUNTED: Final = re.compile(r"(?:(\d{1,4})\s*x?\s+)?(.+)", re.DOTALL)
UPGRADED: Final = re.compile(r"([^+]*)\+(\d{0,2})")


class Entry(NamedTuple):
    """One entry of a list.

    Attributes:
        text: what it names.
        number: how often.
        option: the option that the list is for.
        place: its place, from 1.
    """

    text: str
    number: int
    option: str
    place: int

    def refuse(self, problem: str) -> ValueError:
        where = f"entry {self.place} of {self.option}"
        return ValueError(f"invalid {self.option}: {problem} ({where})")

    def find(self, what: str, name: str, numbers: dict[str, int], known: Iterable[str]) -> int:
        """Returns the number of a name; suggests a known one in the error for an unknown one."""
        number = numbers.get(plain_id(name), -1)
        if number < 0:
            raise self.refuse(f"unknown {what} {name.strip()!r}; {near(name, known)}")
        return number


def entries(text: str, option: str) -> list[Entry]:
    """Splits a list at its commas; an entry may begin with a number.

    Raises:
        ValueError: if an entry is empty.
    """
    if not text.strip() or text.strip().lower() == "none":
        return []
    found: list[Entry] = []
    for place, part in enumerate(text.split(","), 1):
        matched = COUNTED.fullmatch(" ".join(part.split()))
        if matched is None:
            raise Entry("", 0, option, place).refuse("nothing is named")
        found.append(Entry(matched.group(2), int(matched.group(1) or 1), option, place))
    return found


def read_decks(text: str, ascension: int = 0, character: str = IRONCLAD) -> list[list[int]]:
    """Reads the decks that a fight may be fought with: one, or all of an act for `act 2`.

    Raises:
        ValueError: see `read_deck`.
    """
    start = f"{' '.join(text.split()).lower()} "
    names = [name for name in DECKS[character] if name.startswith(start)]
    if len(names) < 2:
        return [read_deck(text, ascension, character)]
    return [read_deck(name, ascension, character) for name in names]


def read_deck(text: str, ascension: int = 0, character: str = IRONCLAD) -> list[int]:
    """Reads a deck: the name of one of the class, or a list of cards.

    Raises:
        ValueError: if it names an unknown card or a deck of another class, or is too large or
            empty.
    """
    name = " ".join(text.split()).lower()
    refuse_other_deck(name, character)
    found: list[int] = []
    for entry in entries(DECKS[character].get(name, text), "deck"):
        found.extend([read_deck_card(entry)] * entry.number)
        if len(found) > MOST_CARDS:
            raise ValueError(f"invalid deck: expected {MOST_CARDS} cards at most")
    if not found:
        raise ValueError("invalid deck: it has no cards")
    if name == STARTER and ascension >= BANE_FROM:
        found.append(ASCENDERS_BANE)
    return found


def refuse_other_deck(name: str, character: str) -> None:
    """Refuses the name of a deck that only another class has."""
    if name in DECKS[character]:
        return
    for other, decks in DECKS.items():
        if name in decks and plain_id(name) not in CARD_NUMBERS:
            own = ", ".join(DECKS[character])
            raise ValueError(
                f"invalid deck={name}: this deck belongs to character={other};"
                f" the {character} has {own}"
            )


def read_deck_card(entry: Entry) -> int:
    """Reads one card; `bash+` is upgraded, `searing blow+3` three times."""
    word, upgrades = entry.text, 0
    matched = UPGRADED.fullmatch(word)
    if matched is not None:
        word, upgrades = matched.group(1), int(matched.group(2) or "1")
    card = 2 * entry.find("card", word, CARD_NUMBERS, CARD_NAMES)
    for _ in range(upgrades):
        if not cards.can_upgrade(card):
            raise entry.refuse(f"{entry.text!r} has more upgrades than the card takes")
        card = cards.upgrade(card)
    return card


def read_relics(text: str, character: str = IRONCLAD) -> dict[int, int]:
    """Reads relics with their counters, such as `pen nib=9`; `starter` is the one of the class.

    Raises:
        ValueError: if it names an unknown relic, or one twice, or a counter is wrong.
    """
    found: dict[int, int] = {}
    for entry in entries(text, "relics"):
        name, mark, counter = entry.text.partition("=")
        if plain_id(name) == STARTER:
            name = CLASS_RELICS[character]
        number = entry.find("relic", name, gear.RELIC_NUMBERS, RELIC_NAMES)
        if number in found or entry.number != 1:
            raise entry.refuse(f"{name.strip()!r} is given twice")
        found[number] = read_counter(entry, counter) if mark else first_counter(number)
    return found


def first_counter(relic: int) -> int:
    """Returns the counter of a relic that was just found."""
    if relic == gear.NEOWS_LAMENT:
        return LAMENT_FIGHTS
    return 0 if relic in COUNTING else gear.NO_COUNTER


def read_counter(entry: Entry, text: str) -> int:
    """Reads the counter of a relic."""
    digits = text.strip()
    value = int(digits) if re.fullmatch(r"-?[0-9]{1,4}", digits) else MOST_COUNTED + 1
    if not gear.USED_UP <= value <= MOST_COUNTED:
        raise entry.refuse(f"counter {digits!r}: expected {gear.USED_UP} to {MOST_COUNTED}")
    return value


def read_potions(text: str, room: int) -> list[int]:
    """Reads potions, as many as there is room for.

    Raises:
        ValueError: if it names an unknown potion, or too many.
    """
    found: list[int] = []
    for entry in entries(text, "potions"):
        number = POTION_NUMBERS.get(plain_id(f"{entry.text} potion"), -1)  # `fire`
        if plain_id(entry.text) in POTION_NUMBERS or number < 0:
            number = entry.find("potion", entry.text, POTION_NUMBERS, POTION_NAMES)
        found.extend([number] * min(entry.number, room + 1))
    if len(found) > room:
        raise ValueError(f"invalid potions: there are {room} slots, and more potions are given")
    return found


class Cast(NamedTuple):
    """Whom the player meets.

    Attributes:
        pool: the name of a pool; empty if it is a single encounter.
        encounter: the name of an encounter; empty if it is a pool or a list of monsters.
        kinds: the kinds of monsters, if they are listed.
    """

    pool: str
    encounter: str
    kinds: list[int]


def read_encounter(text: str) -> Cast:
    """Reads an encounter: its name, a pool, or a list of monsters.

    Raises:
        ValueError: if it names something unknown, or too many monsters.
    """
    wanted = plain_id(text)
    for pool in POOLS:
        if wanted == plain_id(pool):
            return Cast(pool, "", [])
    for name in ENCOUNTERS:
        if wanted == plain_id(name):
            return Cast("", name, [])
    kinds: list[int] = []
    for entry in entries(text, "encounter"):
        number = entry.find("encounter or monster", entry.text, MONSTER_NUMBERS, OPPONENT_NAMES)
        kinds.extend([number] * min(entry.number, MOST_MONSTERS + 1))
    if not kinds:
        raise ValueError("invalid encounter: nobody is named")
    if sum([room_for(kind) for kind in kinds]) > MOST_MONSTERS:
        raise ValueError(f"invalid encounter: more than {MOST_MONSTERS} monsters, splits included")
    return Cast("", "", kinds)


def room_for(kind: int) -> int:
    """Returns how many monsters one of a kind can become in all, by splitting and summoning."""
    count = 1
    if kind < len(MONSTER_KINDS):
        count += MONSTER_KINDS[kind].minions
        for move in MONSTER_KINDS[kind].moves:
            for effect in move.effects:
                if effect.code == SPLIT:
                    count += sum(
                        [room_for(MONSTER_NUMBERS[plain_id(name)]) for name in effect.into]
                    )
    return count
