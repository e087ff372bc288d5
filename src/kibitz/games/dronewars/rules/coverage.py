"""What is implemented, from the card tables and the code.

A card is implemented if there is a function for what it does. For the rest the modules of the rules
are read as text: a drone is implemented if they read every special field of its type and use its
keywords and its ability, a section if they use its ability and all its stats, an option if they
read it.
"""

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

from kibitz.games.dronewars.cards.catalogue import (
    CARDS,
    DRONE_ABILITIES,
    DRONES,
    KEYWORDS,
    SECTIONS,
    SHIP_ABILITIES,
    SHIP_STATS,
    DroneType,
    Section,
)
from kibitz.games.dronewars.rules.effects import RULES
from kibitz.games.dronewars.state import RuleSet

# Fields that say something special about a type of drone; 0 or false if it has nothing of it.
SPECIAL: Final = (
    *("ship_bonus", "aura_shields", "attack_destroys", "attack_gains_attack", "move_gains_attack"),
    *("move_gains_speed", "lane_damaged_attack", "each_damaged_attack", "outer_attack"),
    *("outer_speed", "per_lane"),
)
# The options that have another name than the field of the rules.
OPTION_NAMES: Final = {"loss_hull": "ruleset"}
# Stats whose names in the code are not their words.
STAT_NAMES: Final = {"shields": "SHIELDS_PER_ROUND"}


def coverage_of(text: str) -> Mapping[str, Mapping[str, bool]]:
    """Tells for each section and name whether it is implemented by the code in a text."""
    return {
        "drones": {drone.name: has_drone(drone, text) for drone in DRONES[1:]},
        "cards": {card.name: card.effect in RULES for card in CARDS[1:]},
        "sections": {section.name: has_section(section, text) for section in SECTIONS[1:]},
        "keywords": {
            **{word: uses(text, word) for word in KEYWORDS},
            "go again": reads(text, "go_again"),
            "max per lane": reads(text, "per_lane"),
        },
        "abilities": {word: uses(text, word) for word in [*DRONE_ABILITIES[1:], *SHIP_ABILITIES]},
        "options": {
            OPTION_NAMES.get(name, name): reads(text, name) for name in RuleSet.__match_args__
        },
    }


def has_drone(drone: DroneType, text: str) -> bool:
    """Tells whether everything special about a type of drone is implemented."""
    words = [word for bit, word in enumerate(KEYWORDS) if (drone.keywords >> bit) & 1]
    words += [DRONE_ABILITIES[drone.ability]] if drone.ability else []
    fields = [name for name in SPECIAL if getattr(drone, name)]
    return all(uses(text, word) for word in words) and all(reads(text, name) for name in fields)


def has_section(section: Section, text: str) -> bool:
    """Tells whether the ability of a section and the stats that it gives are implemented."""
    given = [SHIP_STATS[stat] for stat, amount in enumerate(section.amounts[0]) if amount]
    words: Sequence[str] = [STAT_NAMES.get(word, word) for word in given]
    return all(uses(text, word) for word in [*words, SHIP_ABILITIES[section.ability]])


def uses(text: str, word: str) -> bool:
    """Tells whether the code uses the constant for a word outside of its imports."""
    name = word.upper().replace(" ", "_")
    return re.search(rf"\b{name}\b", text) is not None


def reads(text: str, name: str) -> bool:
    """Tells whether the code reads an attribute."""
    return re.search(rf"\.{name}\b", text) is not None


def read_rules() -> str:
    """Reads the modules of the rules but this one, and the moves, without their imports."""
    package = files("kibitz.games.dronewars")
    places = [place for part in ("rules", "moves") for place in package.joinpath(part).iterdir()]
    texts = [
        place.read_text(encoding="utf-8")
        for place in places
        if place.name.endswith(".py") and place.name != "coverage.py"
    ]
    imports = re.compile(r"^from \S+ import (?:\([^)]*\)|.*)$", re.MULTILINE)
    return "\n".join([imports.sub("", text) for text in texts])
