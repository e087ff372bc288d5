"""What a run can find: cards by rarity, relics by tier, potions.

Tiers and odds are those that players know from the game. Only relics whose effect the simulator or
this host knows are there, so a run meets fewer kinds than in the game.
"""

from typing import Final

from kibitz.core.randomness import Rng
from kibitz.games.spire.cards import catalogue, potions, relics
from kibitz.games.spire.cards.catalogue import CARDS
from kibitz.games.spire.cards.powers import plain_id
from kibitz.games.spire.notation.loadout import first_counter
from kibitz.live.host.wire import Relic

COMMON: Final = "COMMON"
UNCOMMON: Final = "UNCOMMON"
RARE: Final = "RARE"
BOSS: Final = "BOSS"
SHOP: Final = "SHOP"

# Relics that every class can find, by tier.
SHARED_RELICS: Final = {
    COMMON: [
        "Akabeko", "Anchor", "Ancient Tea Set", "Art of War", "Bag of Marbles",
        "Bag of Preparation", "Blood Vial", "Bronze Scales", "Centennial Puzzle", "Happy Flower",
        "Lantern", "Nunchaku", "Oddly Smooth Stone", "Orichalcum", "Pen Nib", "Potion Belt",
        "Preserved Insect", "Strawberry", "The Boot", "Toy Ornithopter", "Vajra",
    ],
    UNCOMMON: [
        "Blue Candle", "Gremlin Horn", "Horn Cleat", "Ink Bottle", "Kunai", "Letter Opener",
        "Meat on the Bone", "Mercury Hourglass", "Mummified Hand", "Ornamental Fan", "Pantograph",
        "Pear", "Question Card", "Shuriken", "Singing Bowl", "Strike Dummy", "Sundial",
        "White Beast Statue",
    ],
    RARE: [
        "Bird-Faced Urn", "Calipers", "Captain's Wheel", "Dead Branch", "Du-Vu Doll",
        "Fossilized Helix", "Gambling Chip", "Ginger", "Girya", "Ice Cream", "Incense Burner",
        "Lizard Tail", "Mango", "Old Coin", "Peace Pipe", "Pocketwatch", "Shovel",
        "Stone Calendar", "Thread and Needle", "Torii", "Tungsten Rod", "Turnip", "Unceasing Top",
    ],
    BOSS: [
        "Busted Crown", "Coffee Dripper", "Cursed Key", "Ectoplasm", "Fusion Hammer",
        "Philosopher's Stone", "Runic Dome", "Runic Pyramid", "Sacred Bark", "Slaver's Collar",
        "Snecko Eye", "Sozu", "Velvet Choker",
    ],
    SHOP: [
        "Chemical X", "Clockwork Souvenir", "Hand Drill", "Medical Kit", "Orange Pellets",
        "Sling of Courage", "Strange Spoon", "The Abacus", "Toolbox",
    ],
}  # fmt: skip
# Relics that only one class can find.
CLASS_RELICS: Final = {
    "ironclad": {
        COMMON: ["Red Skull"],
        UNCOMMON: ["Paper Phrog", "Self-Forming Clay"],
        RARE: ["Champion Belt", "Charon's Ashes", "Magic Flower"],
        BOSS: ["Black Blood", "Mark of Pain", "Runic Cube"],
        SHOP: ["Brimstone"],
    },
    "silent": {
        COMMON: ["Snecko Skull"],
        UNCOMMON: ["Ninja Scroll", "Paper Krane"],
        RARE: ["The Specimen", "Tingsha", "Tough Bandages"],
        BOSS: ["Hovering Kite", "Ring of the Serpent", "Wrist Blade"],
        SHOP: ["Twisted Funnel"],
    },
}
# Relics of bosses that take the place of the relic with which a class begins.
SUCCESSORS: Final = {"Black Blood": "Burning Blood", "Ring of the Serpent": "Ring of the Snake"}

CURSES: Final = [
    catalogue.face(name)
    for name in ("Clumsy", "Decay", "Doubt", "Injury", "Normality", "Pain", "Parasite", "Regret",
                 "Shame", "Writhe")
]  # fmt: skip


def make_relic(name: str) -> Relic:
    """Returns a relic that was just found, by its name."""
    number = relics.RELIC_NUMBERS.get(plain_id(name), -1)
    if number < 0:
        return Relic(name, name)  # it does nothing in fights
    return Relic(relics.RELIC_IDS[number], relics.RELIC_NAMES[number], first_counter(number))


def relics_for(character: str) -> dict[str, list[str]]:
    """Lists the relics that a class can find, by tier."""
    own = CLASS_RELICS[character]
    return {tier: sorted([*names, *own[tier]]) for tier, names in SHARED_RELICS.items()}


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
    found = {rarity: potions.potions_of(owner, rarity) for rarity in potions.RARITY_CHANCES}
    found[RARE].append(potions.FRUIT_JUICE)  # which is not found within fights
    return found


def pick_potion(pool: dict[str, list[int]], dice: Rng) -> int:
    """Picks a potion by the odds of the rarities."""
    roll = dice.below(100)
    for rarity, chance in potions.RARITY_CHANCES.items():
        roll -= chance
        if roll < 0:
            return dice.pick(pool[rarity])
    return dice.pick(pool[COMMON])


def rarity_of_potion(potion: int) -> str:
    """Returns the rarity of a potion."""
    return potions.POTIONS[potion].rarity


def value_of(number: int) -> int:
    """Tells roughly how much damage an attack deals, for an event that asks for a strong one."""
    damage = 0
    for op in catalogue.EFFECTS[number & catalogue.FACE_MASK]:
        if op.code == catalogue.DAMAGE:
            damage = max(damage, op.n * max(1, op.hits))
    return damage
