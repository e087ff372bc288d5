"""Cards, relics and potions as messages have them, where no fight is going on."""

from typing import Final

from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.spire.cards import catalogue, potions
from kibitz.games.spire.cards.relics import NO_COUNTER
from kibitz.games.spire.notation.writing import Writer
from kibitz.games.spire.state import Fight

# A stance that is offered looks like a card without a cost.
STANCE_FIELDS: Final[dict[str, Json]] = {
    "type": "STATUS",
    "rarity": "SPECIAL",
    "cost": catalogue.UNPLAYABLE,
    "upgrades": 0,
    "has_target": False,
    "is_playable": False,
    "exhausts": False,
    "ethereal": False,
}
# Potions that can be used outside of fights.
USABLE_ANYWHERE: Final = frozenset(
    potions.POTION_NUMBERS[name] for name in ("bloodpotion", "fruitjuice", "entropicbrew")
)


def no_fight(character: int = catalogue.IRONCLAD) -> Fight:
    """Returns a fight in which nothing goes on, to write cards and potions with."""
    fight = Fight(hidden_rng(), 0, False, "", hidden_rng(), hidden_rng(), hidden_rng())
    fight.character = character
    return fight


# By class: Strike and Defend have ids of their own in each.
NO_FIGHT: Final = [Writer(no_fight(character)) for character in range(len(catalogue.CHARACTERS))]


class Held:
    """A single card: its number in the simulator, and the id that it keeps all the time.

    Attributes:
        number: its number.
        uuid: its id.
        character: the class of the player who has it.
    """

    def __init__(self, number: int, uuid: str, character: int = catalogue.IRONCLAD) -> None:
        self.number = number
        self.uuid: Final = uuid
        self.character: Final = character

    @property
    def name(self) -> str:
        """The name, with a plus if it is upgraded."""
        return str(NO_FIGHT[self.character].card(self.number, self.uuid)["name"])


class Relic:
    """A relic that is owned or offered."""

    def __init__(self, id: str, name: str, counter: int = NO_COUNTER) -> None:
        self.id: Final = id
        self.name: Final = name
        self.counter = counter

    def write(self) -> dict[str, Json]:
        """Writes the relic."""
        return {"id": self.id, "name": self.name, "counter": self.counter}


def write_card(card: Held, writer: Writer | None = None) -> dict[str, Json]:
    """Writes a card; whether it can be played now only with the writer of a fight."""
    item = (writer or NO_FIGHT[card.character]).card(card.number, card.uuid)
    if card.number < 0:
        return {**item, **STANCE_FIELDS}
    if writer is None:
        del item["is_playable"]
    face = card.number & catalogue.FACE_MASK
    known = face < catalogue.FIRST_UNKNOWN
    item["rarity"] = catalogue.CARDS[face // 2].rarity if known else "SPECIAL"
    return item


def write_potion(potion: int, usable: bool) -> dict[str, Json]:
    """Writes a potion, or an empty slot."""
    fight = no_fight()
    fight.potions = [potion]
    item = Writer(fight).potions()[0]
    assert isinstance(item, dict)
    return {**item, "can_use": usable}
