"""What a message names that is not in the tables.

Such things are not simulated, but a position must not lose them. A fight keeps them as one text,
which costs nothing to copy.
"""

import json
import re
from typing import Final

from kibitz.core.value import Json

CARDS: Final = "cards"
MONSTERS: Final = "monsters"
RELICS: Final = "relics"
POWERS: Final = "powers"
CHARACTER: Final = "class"
NAMES: Final = "names"
# Whose powers they are: the player's, or those of a monster by its place.
PLAYER: Final = "player"
# Where the words of an id such as `BronzeOrb` begin.
NEXT_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# What people read behind the name of something that is not in the tables.
NOT_SIMULATED: Final = "(not simulated)"


class Unknown:
    """What is not in the tables.

    Attributes:
        cards: the ids of cards; a card's growth is the place of its id.
        monsters: the ids of monsters; a monster's kind is the number of kinds plus this place.
        relics: relics, as in the message.
        powers: powers as in the message, by owner.
        character: the class of the player; empty for the Ironclad.
        names: the names of cards, monsters and relics by id, where the id does not tell them.
    """

    def __init__(self, text: str = "") -> None:
        self.cards: Final[list[str]] = []
        self.monsters: Final[list[str]] = []
        self.relics: Final[list[dict[str, Json]]] = []
        self.powers: Final[dict[str, list[dict[str, Json]]]] = {}
        self.character = ""
        self.names: Final[dict[str, str]] = {}
        if text:
            self.read(json.loads(text))

    def read(self, document: dict[str, object]) -> None:
        """Fills this from the document that `text` writes."""
        self.cards.extend(texts(document.get(CARDS)))
        self.monsters.extend(texts(document.get(MONSTERS)))
        self.relics.extend(objects(document.get(RELICS)))
        self.character = str(document.get(CHARACTER, ""))
        owners = document.get(POWERS)
        if isinstance(owners, dict):
            for owner, items in owners.items():
                self.powers[str(owner)] = objects(items)
        names = document.get(NAMES)
        if isinstance(names, dict):
            for known, name in names.items():
                self.names[str(known)] = str(name)

    def set_name(self, unknown_id: str, name: str) -> None:
        """Remembers a name that differs from what the id tells."""
        if name.strip() and name not in (unknown_id, spaced(unknown_id)):
            self.names[unknown_id] = name

    def name(self, unknown_id: str) -> str:
        """Returns the name that people read for an id."""
        return self.names.get(unknown_id, spaced(unknown_id))

    def __str__(self) -> str:
        """Lists everything in words, for people."""
        found = [f"the card {self.name(each)}" for each in self.cards]
        found.extend([f"the monster {self.name(each)}" for each in self.monsters])
        found.extend([f"the relic {self.name(str(each['id']))}" for each in self.relics])
        for powers in self.powers.values():
            found.extend([f"the power {power_name(each)}" for each in powers])
        if self.character:
            found.append(f"the class {self.character.title()}")
        return ", ".join(dict.fromkeys(found))

    def text(self) -> str:
        """Writes everything as JSON text; empty if there is nothing."""
        document: dict[str, object] = {
            CARDS: self.cards,
            MONSTERS: self.monsters,
            RELICS: self.relics,
            POWERS: self.powers,
            CHARACTER: self.character,
            NAMES: self.names,
        }
        found = {name: value for name, value in document.items() if value}
        return json.dumps(found, sort_keys=True) if found else ""


def spaced(unknown_id: str) -> str:
    """Writes an id as words: `BronzeOrb` is a Bronze Orb, and so is `somemod:Bronze_Orb`."""
    own = unknown_id.rpartition(":")[2] or unknown_id
    return " ".join(NEXT_WORD.sub(" ", own.replace("_", " ")).split()) or "?"


def power_name(item: dict[str, Json]) -> str:
    """Returns the name of a power that is not in the tables, as in its message."""
    name, power_id = str(item.get("name", "")), str(item.get("id", ""))
    return name if name.strip() and name != power_id else spaced(power_id)


def texts(value: object) -> list[str]:
    """Reads a list of texts."""
    return [str(item) for item in value] if isinstance(value, list) else []


def objects(value: object) -> list[dict[str, Json]]:
    """Reads a list of flat objects."""
    found: list[dict[str, Json]] = []
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                found.append(
                    {
                        str(name): field
                        for name, field in item.items()
                        if isinstance(field, (str, int))
                    }
                )
    return found


def place_in(names: list[str], name: str) -> int:
    """Returns the place of a name in a list, which gets it if it is new."""
    if name not in names:
        names.append(name)
    return names.index(name)
