"""What a fight begins with, as text: decks, relics, potions and encounters.

5 strike, 4 defend, bash+, searing blow+3
burning blood, pen nib=9
fire potion, block potion
gremlin nob    elite    jaw worm, 2 cultist
"""

import re
from collections.abc import Sequence
from typing import Final

from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import relics
from kibitz.games.spire.cards.catalogue import CARDS
from kibitz.games.spire.cards.monsters import MONSTER_KINDS, NAMES_OF_MONSTERS, SPLIT
from kibitz.games.spire.cards.potions import POTION_NUMBERS, REAL_POTIONS
from kibitz.games.spire.cards.powers import plain_id
from kibitz.games.spire.moves import MOST_MONSTERS, near
from kibitz.games.spire.rules.encounters import ENCOUNTERS, POOLS

CHARACTERS: Final = cards.CHARACTERS
IRONCLAD: Final = CHARACTERS[cards.IRONCLAD]
SILENT: Final = CHARACTERS[cards.SILENT]
STARTER: Final = "starter"
# Decks to practise with; how a class wins differs a lot between them.
IRONCLAD_DECKS: Final = {
    STARTER: "5 strike, 4 defend, bash",
    "mid act": (
        "4 strike, 4 defend, bash+, pommel strike, shrug it off, cleave, true grit, uppercut"
    ),
    "strength": (
        "3 strike, 4 defend, bash+, inflame, spot weakness, flex, limit break, heavy blade+,"
        " twin strike, pummel, shrug it off, battle trance"
    ),
    "block": (
        "2 strike, 5 defend, bash, barricade+, entrench, 2 body slam+, impervious, 2 shrug it off,"
        " flame barrier, metallicize, ghostly armor"
    ),
    "exhaust": (
        "2 strike, 4 defend, bash, corruption, dark embrace, feel no pain+, second wind,"
        " true grit+, burning pact, fiend fire, sentinel, havoc, offering"
    ),
    "strikes": (
        "5 strike+, 3 defend, bash, perfected strike+, 2 twin strike, pommel strike+, wild strike,"
        " double tap, shrug it off"
    ),
}
SILENT_DECKS: Final = {
    STARTER: "5 strike, 5 defend, survivor, neutralize",
    "mid act": (
        "4 strike, 5 defend, survivor, neutralize+, dagger throw, backflip, blade dance,"
        " deadly poison, leg sweep, predator"
    ),
    "poison": (
        "2 strike, 4 defend, survivor, neutralize+, 2 deadly poison, poisoned stab, bouncing flask,"
        " noxious fumes+, catalyst+, crippling cloud, backflip, footwork, corpse explosion"
    ),
    "shivs": (
        "2 strike, 4 defend, survivor, neutralize, 2 blade dance+, cloak and dagger+, accuracy+,"
        " infinite blades, finisher, after image, a thousand cuts, storm of steel, backflip"
    ),
    "discard": (
        "2 strike, 4 defend, survivor+, neutralize, 2 acrobatics, prepared+, dagger throw,"
        " reflex+, tactician+, eviscerate, sneaky strike, calculated gamble+, concentrate,"
        " tools of the trade"
    ),
}
DECKS: Final = {IRONCLAD: IRONCLAD_DECKS, SILENT: SILENT_DECKS}
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
    relics.GIRYA,
    relics.HAPPY_FLOWER,
    relics.SUNDIAL,
    relics.NUNCHAKU,
    relics.PEN_NIB,
    relics.INK_BOTTLE,
    relics.INCENSE_BURNER,
)
LAMENT_FIGHTS: Final = 3

# Names in plain form, with the number of what they name.
CARD_NAMES: Final[dict[str, int]] = {
    **cards.CARD_NUMBERS,
    **{plain_id(card.name): card.number for card in CARDS},
}
MONSTER_NAMES: Final[dict[str, int]] = {
    **{plain_id(kind.id): kind.number for kind in MONSTER_KINDS},
    **{plain_id(kind.name): kind.number for kind in MONSTER_KINDS},
    **{plain_id(name): number for number, name in enumerate(NAMES_OF_MONSTERS)},
}
for shared in ("louse", "slaver"):  # either of two
    MONSTER_NAMES.pop(shared, None)

COUNTED: Final = re.compile(r"(\d{1,4})\s*x?\s+(.+)|(.+)", re.DOTALL)
UPGRADED: Final = re.compile(r"([^+]*)\+(\d{0,2})")


class Entry:
    """One entry of a list.

    Attributes:
        text: what it names.
        count: how often.
        where: its place, for messages.
    """

    def __init__(self, text: str, count: int, where: str) -> None:
        self.text: Final = text
        self.count: Final = count
        self.where: Final = where

    def refuse(self, option: str, problem: str) -> ValueError:
        """Makes the error for this entry."""
        return ValueError(f"invalid {option}: {problem} ({self.where})")


def entries(text: str, option: str) -> list[Entry]:
    """Splits a list at its commas; an entry may begin with a number.

    Raises:
        ValueError: if an entry is empty.
    """
    if not text.strip() or text.strip().lower() == "none":
        return []
    found: list[Entry] = []
    for place, part in enumerate(text.split(","), 1):
        where = f"entry {place} of {option}"
        word = " ".join(part.split())
        matched = COUNTED.fullmatch(word)
        if matched is None:
            raise ValueError(f"invalid {option}: nothing is named ({where})")
        if matched.group(1) is None:
            found.append(Entry(word, 1, where))
        else:
            found.append(Entry(matched.group(2), int(matched.group(1)), where))
    return found


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
        found.extend([read_deck_card(entry)] * entry.count)
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
        if name in decks and plain_id(name) not in CARD_NAMES:
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
    number = CARD_NAMES.get(plain_id(word), cards.NO_CARD)
    if number < 0:
        raise entry.refuse("deck", f"unknown card {word!r}; {near(word, known_cards())}")
    card = 2 * number
    for _ in range(upgrades):
        if not cards.can_upgrade(card):
            raise entry.refuse("deck", f"{entry.text!r} has more upgrades than the card takes")
        card = cards.upgrade(card)
    return card


def known_cards() -> list[str]:
    """Lists the names of all cards."""
    return [card.name.lower() for card in CARDS]


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
        number = relics.RELIC_NUMBERS.get(plain_id(name), -1)
        if number < 0:
            known = [relic.lower() for relic in relics.RELIC_NAMES]
            raise entry.refuse("relics", f"unknown relic {name.strip()!r}; {near(name, known)}")
        if number in found or entry.count != 1:
            raise entry.refuse("relics", f"{name.strip()!r} is given twice")
        found[number] = read_counter(entry, counter) if mark else first_counter(number)
    return found


def first_counter(relic: int) -> int:
    """Returns the counter of a relic that was just found."""
    if relic == relics.NEOWS_LAMENT:
        return LAMENT_FIGHTS
    return 0 if relic in COUNTING else relics.NO_COUNTER


def read_counter(entry: Entry, text: str) -> int:
    """Reads the counter of a relic."""
    digits = text.strip()
    value = int(digits) if re.fullmatch(r"-?[0-9]{1,4}", digits) else MOST_COUNTED + 1
    if not relics.USED_UP <= value <= MOST_COUNTED:
        raise entry.refuse(
            "relics", f"counter {digits!r}: expected {relics.USED_UP} to {MOST_COUNTED}"
        )
    return value


def read_potions(text: str, room: int) -> list[int]:
    """Reads potions, as many as there is room for.

    Raises:
        ValueError: if it names an unknown potion, or too many.
    """
    found: list[int] = []
    for entry in entries(text, "potions"):
        number = POTION_NUMBERS.get(plain_id(entry.text), -1)
        if number < 0:
            number = POTION_NUMBERS.get(plain_id(f"{entry.text} potion"), -1)
        if number < 0:
            known = [potion.name.lower() for potion in REAL_POTIONS]
            raise entry.refuse(
                "potions", f"unknown potion {entry.text!r}; {near(entry.text, known)}"
            )
        found.extend([number] * min(entry.count, room + 1))
    if len(found) > room:
        raise ValueError(f"invalid potions: there are {room} slots, and more potions are given")
    return found


class Cast:
    """Whom the player meets.

    Attributes:
        pool: the name of a pool; empty if it is a single encounter.
        encounter: the name of an encounter; empty if it is a pool or a list of monsters.
        kinds: the kinds of monsters, if they are listed.
    """

    def __init__(self, pool: str, encounter: str, kinds: Sequence[int]) -> None:
        self.pool: Final = pool
        self.encounter: Final = encounter
        self.kinds: Final[list[int]] = list(kinds)


def read_encounter(text: str) -> Cast:
    """Reads an encounter: its name, a pool, or a list of monsters.

    Raises:
        ValueError: if it names something unknown, or too many monsters.
    """
    wanted = plain_id(text)
    for pool in POOLS:
        if wanted == plain_id(pool):
            return Cast(pool, "", ())
    for name in ENCOUNTERS:
        if wanted == plain_id(name):
            return Cast("", name, ())
    kinds: list[int] = []
    for entry in entries(text, "encounter"):
        number = MONSTER_NAMES.get(plain_id(entry.text), -1)
        if number < 0:
            known = [*POOLS, *[name.lower() for name in (*ENCOUNTERS, *NAMES_OF_MONSTERS)]]
            named = f"unknown encounter or monster {entry.text!r}"
            raise entry.refuse("encounter", f"{named}; {near(entry.text, dict.fromkeys(known))}")
        kinds.extend([number] * min(entry.count, MOST_MONSTERS + 1))
    if not kinds:
        raise ValueError("invalid encounter: nobody is named")
    if sum([room_for(kind) for kind in kinds]) > MOST_MONSTERS:
        raise ValueError(f"invalid encounter: more than {MOST_MONSTERS} monsters, splits included")
    return Cast("", "", kinds)


def room_for(kind: int) -> int:
    """Returns how many monsters one of a kind can become in all, by splitting."""
    count = 1
    if kind < len(MONSTER_KINDS):
        for move in MONSTER_KINDS[kind].moves:
            for effect in move.effects:
                if effect.code == SPLIT:
                    count += sum([room_for(MONSTER_NAMES[plain_id(name)]) for name in effect.into])
    return count
