"""What a run can find: cards by rarity, relics by tier, potions.

Tiers and odds are those that players know from the game. Only relics whose effect the simulator or
this host knows are there, so a run meets fewer kinds than in the game.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

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

    @property
    def type(self) -> int:
        """Its type."""
        return card_type(self.number)

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
RARITIES: Final = (COMMON, UNCOMMON, RARE)
BOSS: Final = "BOSS"
SHOP: Final = "SHOP"

# Any: JSON of several shapes.
RELIC_DATA: Final[dict[str, Any]] = json.loads(
    files("kibitz.communicationmod.host").joinpath("relics.json").read_text(encoding="utf-8")
)
# Relics by tier: those that every class can find, and those that only one class can.
RELICS: Final[dict[str, dict[str, list[str]]]] = {
    owner: RELIC_DATA[owner] for owner in ("every class", *catalogue.CHARACTERS)
}
# Of relics that do nothing in fights: ids that differ from their names, and first counters.
OWN_IDS: Final[dict[str, str]] = RELIC_DATA["ids"]
COUNTERS: Final[dict[str, int]] = RELIC_DATA["counters"]
# Relics of bosses that take the place of the relic with which a class begins.
SUCCESSORS: Final = {"Black Blood": "Burning Blood", "Ring of the Serpent": "Ring of the Snake"}

STRIKE: Final = catalogue.face("Strike_R")
BASIC: Final = (STRIKE, catalogue.face("Defend_R"))
CURSES: Final = [
    catalogue.face(name)
    for name in ("Clumsy", "Decay", "Doubt", "Injury", "Normality", "Pain", "Parasite", "Regret",
                 "Shame", "Writhe")
]  # fmt: skip


def make_relic(name: str) -> Relic:
    """Returns a relic that was just found, by its name."""
    number = gear.RELIC_NUMBERS.get(plain_id(name), -1)
    if number < 0:
        return Relic(OWN_IDS.get(name, name), name, COUNTERS.get(name, gear.NO_COUNTER))
    return Relic(gear.RELIC_IDS[number], gear.RELIC_NAMES[number], first_counter(number))


def relics_for(character: str) -> dict[str, list[str]]:
    """Lists the relics that a class can find, by tier."""
    shared, own = RELICS["every class"], RELICS[character]
    return {tier: sorted([*names, *own[tier]]) for tier, names in shared.items()}


# How likely the tiers of relics from fights and events are, in percent.
USUAL_TIERS: Final = (50, 33, 17)


def pick_tier(dice: Rng, shares: Sequence[int] = USUAL_TIERS) -> str:
    """Picks the tier of a relic."""
    roll = dice.below(100)
    for tier, share in zip((COMMON, UNCOMMON), shares, strict=False):
        roll -= share
        if roll < 0:
            return tier
    return RARE


def cards_of(color: str, rarity: str) -> list[int]:
    """Lists the faces of a color and rarity."""
    return [2 * card.number for card in CARDS if card.color == color and card.rarity == rarity]


def card_type(number: int) -> int:
    """Returns the type of a card."""
    return catalogue.KINDS[number & catalogue.FACE_MASK]


def rarity_of_card(number: int) -> str:
    """Returns the rarity of a card."""
    return CARDS[(number & catalogue.FACE_MASK) // 2].rarity


def is_basic(number: int) -> bool:
    """Tells whether a card is a Strike or Defend with which classes begin."""
    return number & catalogue.FACE_MASK & ~1 in BASIC


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
