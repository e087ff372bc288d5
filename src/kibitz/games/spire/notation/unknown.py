"""What a message names that is not in the tables.

Such things have no effect, but a position must not lose them. A fight keeps them as one text, which
costs nothing to copy.
"""

import json
from typing import Final

from kibitz.core.value import Json

CARDS: Final = "cards"
MONSTERS: Final = "monsters"
RELICS: Final = "relics"
POWERS: Final = "powers"
CHARACTER: Final = "class"
# Whose powers they are: the player's, or those of a monster by its place.
PLAYER: Final = "player"


class Unknown:
    """What is not in the tables.

    Attributes:
        cards: the ids of cards; a card's growth is the place of its id.
        monsters: the ids of monsters; a monster's kind is the number of kinds plus this place.
        relics: relics, as in the message.
        powers: powers as in the message, by owner.
        character: the class of the player; empty for the Ironclad.
    """

    def __init__(self, text: str = "") -> None:
        self.cards: Final[list[str]] = []
        self.monsters: Final[list[str]] = []
        self.relics: Final[list[dict[str, Json]]] = []
        self.powers: Final[dict[str, list[dict[str, Json]]]] = {}
        self.character = ""
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

    def text(self) -> str:
        """Writes everything as JSON text; empty if there is nothing."""
        document: dict[str, object] = {
            CARDS: self.cards,
            MONSTERS: self.monsters,
            RELICS: self.relics,
            POWERS: self.powers,
            CHARACTER: self.character,
        }
        found = {name: value for name, value in document.items() if value}
        return json.dumps(found, sort_keys=True) if found else ""


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
