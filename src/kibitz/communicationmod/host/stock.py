"""What a run can find: cards by rarity, relics by tier, potions.

Tiers and odds are those that players know from the game. Only relics whose effect the simulator or
this host knows are there, so a run meets fewer kinds than in the game.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.value import Json
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire import gear
from kibitz.games.spire.cards import CARDS
from kibitz.games.spire.position.loadout import first_counter
from kibitz.games.spire.position.writing import Writer, write_relic
from kibitz.games.spire.powers import plain_id
from kibitz.games.spire.state import Fight


def no_fight(character: int) -> Fight:
    """Returns a fight in which nothing goes on, to write cards with."""
    fight = Fight(hidden_rng(), 0, False, "", hidden_rng(), hidden_rng(), hidden_rng())
    fight.character = character
    return fight


# By class: Strike and Defend have ids of their own in each.
NO_FIGHT: Final = [Writer(no_fight(character)) for character in range(len(catalogue.CHARACTERS))]


@dataclass(eq=False)
class Held:
    """A single card: its number in the simulator, and the id that it keeps all the time.

    Attributes:
        number: its number.
        uuid: its id.
        character: the class of the player who has it.
    """

    number: int
    uuid: str
    character: int = catalogue.IRONCLAD

    @property
    def name(self) -> str:
        """The name, with a plus if it is upgraded."""
        return str(self.write()["name"])

    def write(self, writer: Writer | None = None) -> dict[str, Json]:
        """Writes the card; whether it can be played now only with the writer of a fight."""
        item = (writer or NO_FIGHT[self.character]).card(self.number, self.uuid, rarity=True)
        if writer is None:
            del item["is_playable"]
        return item


@dataclass(eq=False)
class Relic:
    """A relic that is owned or offered."""

    id: str
    name: str
    counter: int = gear.NO_COUNTER

    def write(self) -> dict[str, Json]:
        """Writes the relic."""
        return write_relic(self.id, self.name, self.counter)


# Rarities of cards and potions, and tiers of relics.
COMMON: Final = "COMMON"
UNCOMMON: Final = "UNCOMMON"
RARE: Final = "RARE"
BOSS: Final = "BOSS"
SHOP: Final = "SHOP"

# Relics by tier: those that every class can find, and those that only one class can.
RELICS: Final[dict[str, dict[str, list[str]]]] = json.loads(
    files("kibitz.communicationmod.host").joinpath("relics.json").read_text(encoding="utf-8")
)
# Relics of bosses that take the place of the relic with which a class begins.
SUCCESSORS: Final = {"Black Blood": "Burning Blood", "Ring of the Serpent": "Ring of the Snake"}

CURSES: Final = [
    catalogue.face(name)
    for name in ("Clumsy", "Decay", "Doubt", "Injury", "Normality", "Pain", "Parasite", "Regret",
                 "Shame", "Writhe")
]  # fmt: skip


def make_relic(name: str) -> Relic:
    """Returns a relic that was just found, by its name."""
    number = gear.RELIC_NUMBERS.get(plain_id(name), -1)
    if number < 0:
        return Relic(name, name)  # it does nothing in fights
    return Relic(gear.RELIC_IDS[number], gear.RELIC_NAMES[number], first_counter(number))


def relics_for(character: str) -> dict[str, list[str]]:
    """Lists the relics that a class can find, by tier."""
    shared, own = RELICS["every class"], RELICS[character]
    return {tier: sorted([*names, *own[tier]]) for tier, names in shared.items()}


def pick_tier(dice: Rng) -> str:
    """Picks the tier of a relic from a fight or an event."""
    roll = dice.below(100)
    if roll < 50:
        return COMMON
    return UNCOMMON if roll < 83 else RARE


def cards_of(color: str, rarity: str) -> list[int]:
    """Lists the faces of a color and rarity."""
    return [2 * card.number for card in CARDS if card.color == color and card.rarity == rarity]


def card_type(number: int) -> int:
    """Returns the type of a card."""
    return catalogue.KINDS[number & catalogue.FACE_MASK]


def potions_for(owner: str) -> dict[str, list[int]]:
    """Lists the potions that a class can find, by rarity."""
    found = {rarity: gear.potions_of(owner, rarity) for rarity in gear.RARITY_CHANCES}
    found[RARE].append(gear.FRUIT_JUICE)  # which is not found within fights
    return found


def pick_potion(pool: dict[str, list[int]], dice: Rng) -> int:
    """Picks a potion by the odds of the rarities."""
    roll = dice.below(100)
    for rarity, chance in gear.RARITY_CHANCES.items():
        roll -= chance
        if roll < 0:
            return dice.pick(pool[rarity])
    return dice.pick(pool[COMMON])


def rarity_of_potion(potion: int) -> str:
    """Returns the rarity of a potion."""
    return gear.POTIONS[potion].rarity


def value_of(number: int) -> int:
    """Tells roughly how much damage an attack deals, for an event that asks for a strong one."""
    damage = 0
    for op in catalogue.EFFECTS[number & catalogue.FACE_MASK]:
        if op.code == catalogue.DAMAGE:
            damage = max(damage, op.n * max(1, op.hits))
    return damage
