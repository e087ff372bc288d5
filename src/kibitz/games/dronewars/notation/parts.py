"""Drones and ship sections in positions: `scout 1/0 exhausted`, `bridge 5/0`.

Two numbers are hull and shields; a part without them is undamaged. A drone can also be an object,
whose `attack`, `speed` and `hull` may differ from what is printed.
"""

import re
from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import suggest
from kibitz.core.value import Json
from kibitz.games.dronewars.cards.catalogue import (
    DRONE_NUMBERS,
    DRONE_WORDS,
    DRONES,
    LANES,
    SECTION_NUMBERS,
    SECTION_WORDS,
    SECTIONS,
    plain,
)
from kibitz.games.dronewars.cards.decks import near_name, read_placement
from kibitz.games.dronewars.state import MAX_HULL, START_SHIELDS, Drone, new_drone

# Far more than any rule gives; positions for tests may try what the tables do not have.
MOST: Final = 99
# Shields that are not given: all that the drone can have.
FULL: Final = -1
FLAGS: Final = ("ready", "exhausted", "marked")
PART_TEXT: Final = re.compile(r"(?P<name>[a-z_ ]*?) ?(?:(?P<hull>\d{1,3})/(?P<shields>\d{1,3}))?")
DRONE_FIELDS: Final = (
    *("drone", "hull", "shields", "exhausted", "marked", "attack", "speed"),
    *("attack_boost", "speed_boost"),
)
SECTION_FIELDS: Final = ("section", "hull", "shields")
USUAL_SHIP: Final = read_placement("bridge powercell hub")


# Drones.


def read_kind(place: Document) -> int:
    """Reads a type of drone; 0 if there is none."""
    word = plain(place.text())
    kind = DRONE_NUMBERS.get(word, 0)
    if isinstance(place.value, str) and not kind:
        place.note(f"there is no drone {word[:MOST]!r}; {near_drone(word)}")
    return kind


def near_drone(word: str) -> str:
    """Says which drone a word could mean."""
    return near_name(word, DRONE_WORDS[1:])


def write_drone(drone: Drone) -> Json:
    """Writes a drone: as text, or as an object if its numbers are not the printed ones."""
    printed = DRONES[drone.kind]
    changes: dict[str, Json] = {
        "attack": printed.attack + drone.attack_up if drone.attack_up else 0,
        "speed": printed.speed + drone.speed_up if drone.speed_up else 0,
        "attack_boost": drone.attack_boost,
        "speed_boost": drone.speed_boost,
    }
    found: dict[str, Json] = {name: number for name, number in changes.items() if number}
    # A number that was changed to 0 must be written, too.
    found |= {"attack": 0} if drone.attack_up and not changes["attack"] else {}
    found |= {"speed": 0} if drone.speed_up and not changes["speed"] else {}
    if found or drone.hull > printed.hull:
        whole: dict[str, Json] = {"drone": printed.word, "hull": drone.hull}
        whole |= {"shields": drone.shields, **found}
        whole |= {} if drone.ready else {"exhausted": True}
        return whole | ({"marked": True} if drone.marked else {})
    words = [printed.word]
    if drone.hull < printed.hull or drone.shields < drone.max_shields:
        words.append(f"{drone.hull}/{drone.shields}")
    words += [] if drone.ready else ["exhausted"]
    return " ".join([*words, "marked"] if drone.marked else words)


def read_drone(place: Document) -> Drone | None:
    """Reads a drone, as text or as an object; None if there is no such drone.

    Shields that are not given are `FULL`, because they depend on the rest of the lane.
    """
    if not isinstance(place.value, dict):
        return read_drone_text(place)
    place.only(DRONE_FIELDS)
    kind = read_kind(place.field("drone"))
    if not kind:
        return None
    printed, made = DRONES[kind], new_drone(kind)
    made.hull = place.optional("hull", printed.hull).integer(1, MOST)
    made.shields = place.field("shields").integer(0, MOST) if place.has("shields") else FULL
    made.ready = not place.optional("exhausted", False).flag()
    made.marked = place.optional("marked", False).flag()
    made.attack_up = place.optional("attack", printed.attack).integer(-MOST, MOST) - printed.attack
    made.speed_up = place.optional("speed", printed.speed).integer(-MOST, MOST) - printed.speed
    made.attack_boost = place.optional("attack_boost", 0).integer(-MOST, MOST)
    made.speed_boost = place.optional("speed_boost", 0).integer(-MOST, MOST)
    return made


def read_drone_text(place: Document) -> Drone | None:
    """Reads a drone such as `scout 1/0 exhausted`."""
    if not isinstance(place.value, str):
        place.wanted("a drone such as 'scout 1/0 exhausted', or an object")
        return None
    words = plain(place.value).split()
    text = " ".join([word for word in words if word not in FLAGS])
    found = PART_TEXT.fullmatch(text)
    name = text if found is None else found["name"]
    kind = DRONE_NUMBERS.get(name, 0)
    if found is None or not kind:
        shape = "" if found is not None else " (a drone is written as 'scout 1/0 exhausted')"
        place.note(f"there is no drone {name[:MOST]!r}; {near_drone(name)}{shape}")
        return None
    made = new_drone(kind)
    made.ready, made.marked = "exhausted" not in words, "marked" in words
    made.shields = FULL if found["shields"] is None else int(found["shields"])
    made.hull = made.hull if found["hull"] is None else int(found["hull"])
    most = DRONES[kind].hull
    if not 1 <= made.hull <= most:
        more = f"for more, write it as an object with 'drone' and 'hull': {made.hull}"
        place.note(f"{name} with hull {made.hull}: expected 1 to {most}; {more}")
    return made


# Sections.


class ShipSection:
    """A section of a ship as it is read."""

    def __init__(self, number: int, hull: int, shields: int, place: Document) -> None:
        self.number: Final = number
        self.hull: Final = hull
        self.shields: Final = shields
        self.place: Final = place


def read_ship_sections(place: Document) -> list[ShipSection]:
    """Reads the sections in lanes 1, 2 and 3: a text with three names, or a list.

    Returns an empty list if that is not possible.
    """
    if isinstance(place.value, str):
        try:
            numbers = read_placement(place.value)
        except ValueError as error:
            place.note(str(error))
            return []
        return [ShipSection(number, MAX_HULL, START_SHIELDS, place) for number in numbers]
    before, items = len(place.problems), place.items()
    if isinstance(place.value, list) and len(items) != LANES:
        place.wanted(f"{LANES} sections, one for each lane")
    if len(place.problems) > before:
        return []
    found = [read_section(item, USUAL_SHIP[lane]) for lane, item in enumerate(items)]
    if len(place.problems) > before:
        return []
    try:
        read_placement(" ".join([SECTIONS[section.number].id for section in found]))
    except ValueError as error:
        place.note(str(error))
        return []
    return found


def read_section(place: Document, usual: int) -> ShipSection:
    """Reads a section; one without a name is the usual one of its lane."""
    if isinstance(place.value, dict):
        place.only(SECTION_FIELDS)
        word = plain(place.optional("section", SECTION_WORDS[usual]).text())
        hull = place.optional("hull", MAX_HULL).integer(0, MAX_HULL)
        shields = place.optional("shields", START_SHIELDS).integer(0, MOST)
    else:
        found = PART_TEXT.fullmatch(plain(place.text()))
        word = plain(place.text()) if found is None else found["name"] or SECTION_WORDS[usual]
        numbers = found is not None and found["hull"] is not None
        hull = int(found["hull"]) if found is not None and numbers else MAX_HULL
        shields = int(found["shields"]) if found is not None and numbers else START_SHIELDS
        if hull > MAX_HULL:
            place.note(f"{word} with hull {hull}: expected 0 to {MAX_HULL}")
    number = SECTION_NUMBERS.get(word, 0)
    if not number:
        near = suggest(word[:MOST], SECTION_WORDS[1:])
        place.note(f"there is no section {word[:MOST]!r}; {near}")
    return ShipSection(number, hull, shields, place)


def write_section(number: int, hull: int, shields: int) -> str:
    """Writes a section."""
    return f"{SECTION_WORDS[number]} {hull}/{shields}"
