"""A run: what the player has, and what they gain and lose."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kibitz.communicationmod.host import stock
from kibitz.communicationmod.host.acts import HEART, Act
from kibitz.communicationmod.host.map import Node
from kibitz.communicationmod.host.stock import Held, Relic
from kibitz.core.randomness import Rng, seeded
from kibitz.core.value import Json
from kibitz.games.spire import cards as catalogue
from kibitz.games.spire import gear
from kibitz.games.spire.game import default_max_hp
from kibitz.games.spire.position import loadout
from kibitz.games.spire.position.writing import write_potion
from kibitz.games.spire.powers import plain_id

if TYPE_CHECKING:
    from kibitz.communicationmod.host.combat import Combat

# Potions that can be used outside of fights.
USABLE_ANYWHERE: Final = frozenset(
    gear.POTION_NUMBERS[name] for name in ("bloodpotion", "fruitjuice", "entropicbrew")
)
# The phases of a room.
EVENT: Final = "EVENT"
COMBAT: Final = "COMBAT"
COMPLETE: Final = "COMPLETE"
INCOMPLETE: Final = "INCOMPLETE"

STARTING_GOLD: Final = 99
# From this ascension on, a run begins with 90 % of the HP.
HURT_FROM: Final = 6
# From this ascension on, the way to the next act heals only this part of what is missing.
TIRED_FROM: Final = 5
TIRED_PERCENT: Final = 75
# How likely a rare card is at first, compared with the usual chance, in percent.
FIRST_RARE_BONUS: Final = -5
# Relics that upgrade cards as they are found.
EGGS: Final = {
    "Molten Egg": catalogue.ATTACK,
    "Toxic Egg": catalogue.SKILL,
    "Frozen Egg": catalogue.POWER,
}
FISH_GOLD: Final = 9
PERIAPT_HP: Final = 6
IDOL_HP: Final = 5
TAIL_PERCENT: Final = 50
# What is found when there is no relic left; it does nothing.
PLAIN_RELIC: Final = "Circlet"
# The chance of a potion after a fight, in percent, and its change after each.
POTION_CHANCE: Final = 40
POTION_STEP: Final = 10


class Died(Exception):
    """The player has no HP left."""


@dataclass(frozen=True)
class RunSetup:
    """How runs begin.

    Attributes:
        character: who plays.
        ascension: the ascension level.
        deck: the deck, as the game's option `deck`.
        relics: the relics, as the option `relics`.
        potions: the potions, as the option `potions`.
        acts: how many acts are played at most.
    """

    character: str = "ironclad"
    ascension: int = 0
    deck: str = loadout.STARTER
    relics: str = loadout.STARTER_RELICS
    potions: str = ""
    acts: int = HEART


class Run:
    """One run.

    Attributes:
        seed: its seed, a signed number of 64 bits.
        dice: one stream of chance for everything but the map and the fights.
        phase: the phase of the room.
        room: the type of the room.
        act: the act.
        floor: the floor; 0 before the first room.
        node: the room on the map; None before the first one and at the boss.
        combat: the fight that is going on or was lost.
        bosses_killed: the bosses that were beaten.
        acts_beaten: how many acts were beaten.
        rare_bonus: how much likelier than usual a rare card is, in percent.
        keys: which keys were found.
        one_click: whether the game confirms by itself when a single card of the hand is chosen.
    """

    def __init__(self, seed: int, setup: RunSetup) -> None:
        self.seed: Final = seed
        self.setup: Final = setup
        self.ascension: Final = setup.ascension
        self.color: Final = setup.character
        self.character: Final = loadout.CHARACTERS.index(setup.character)
        self.owner: Final = gear.CLASSES[self.character]
        root = seeded(f"run {seed}")
        self.dice: Final = root.child("run")
        self.fights: Final = root.child("fights")
        self.names: Final = root.child("names")
        self.maps: Final = root.child("maps")
        self.keys: Final[dict[str, Json]] = {"ruby": False, "emerald": False, "sapphire": False}
        self.act = self.make_act(1)
        self.max_hp = default_max_hp(self.ascension, self.color)
        self.hp = self.max_hp * 9 // 10 if self.ascension >= HURT_FROM else self.max_hp
        self.gold = STARTING_GOLD
        deck = loadout.read_deck(setup.deck, self.ascension, self.color)
        self.deck: Final = [self.card(number) for number in deck]
        self.relics: Final[list[Relic]] = []
        for number, counter in loadout.read_relics(setup.relics, self.color).items():
            self.relics.append(Relic(gear.RELIC_IDS[number], gear.RELIC_NAMES[number], counter))
        room = gear.slots_at(self.ascension, self.has("Potion Belt"))
        self.potions: Final = loadout.read_potions(setup.potions, room)
        self.potions.extend([gear.EMPTY_SLOT] * (room - len(self.potions)))
        self.phase = EVENT
        self.room = "NeowRoom"
        self.floor = 0
        self.node: Node | None = None
        self.combat: Combat | None = None
        self.one_click: Final = self.dice.flip()
        self.rare_bonus = FIRST_RARE_BONUS
        self.potion_chance = POTION_CHANCE
        self.purges = 0
        self.elites_killed = 0
        self.bosses_killed: Final[list[str]] = []
        self.acts_beaten = 0
        self.victory = False
        self.seen: Final[list[str]] = []
        self.relics_left: Final = {
            tier: self.shuffled(names) for tier, names in stock.relics_for(setup.character).items()
        }

    # Acts.

    def make_act(self, number: int) -> Act:
        """Makes an act; an elite burns only while the emerald key is missing."""
        dice = self.maps.child(f"act {number}")
        return Act(number, dice, self.ascension, burning=not self.keys["emerald"])

    @property
    def boss(self) -> str:
        """The boss of the act: the next one, or the last one that was fought."""
        done = sum(name in self.act.bosses for name in self.bosses_killed)
        return self.act.bosses[min(done, len(self.act.bosses) - 1)]

    def has_all_keys(self) -> bool:
        """Tells whether the way to the Heart is open."""
        return all(self.keys.values())

    def enter_act(self) -> None:
        """Goes to the next act, which heals."""
        self.act = self.make_act(self.act.number + 1)
        self.node = None
        self.room = "EmptyRoom"
        self.phase = COMPLETE
        self.rare_bonus = FIRST_RARE_BONUS
        self.potion_chance = POTION_CHANCE
        missing = self.max_hp - self.hp
        tired = self.ascension >= TIRED_FROM
        self.heal(round(missing * TIRED_PERCENT / 100) if tired else missing)

    def shuffled(self, names: Sequence[str]) -> list[str]:
        """Returns what there is in random order, without what the player has."""
        found = [name for name in names if not self.has(name)]
        self.dice.shuffle(found)
        return found

    # Cards.

    def card(self, number: int) -> Held:
        """Makes a card with an id of its own."""
        digits = "".join(f"{self.names.word():08x}" for _ in range(4))
        parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
        return Held(number, "-".join(parts), self.character)

    def gain_card(self, number: int) -> None:
        """Adds a card to the deck."""
        self.obtain(self.card(number))

    def obtain(self, card: Held) -> None:
        """Adds a card to the deck, with what relics do about it."""
        curse = stock.card_type(card.number) == catalogue.CURSE
        omamori = self.relic("Omamori")
        if curse and omamori is not None and omamori.counter > 0:
            omamori.counter -= 1
            return
        self.hatch(card)
        self.deck.append(card)
        if self.has("Ceramic Fish"):
            self.gain_gold(FISH_GOLD)
        if curse and self.has("Darkstone Periapt"):
            self.change_max_hp(PERIAPT_HP)

    def hatch(self, card: Held) -> None:
        """Upgrades a card that is found, if there is an egg for its type."""
        eggs = [name for name, kind in EGGS.items() if kind == stock.card_type(card.number)]
        if any(self.has(name) for name in eggs) and catalogue.can_upgrade(card.number):
            card.number = catalogue.upgrade(card.number)

    def upgradable(self) -> list[Held]:
        """Lists the cards that can be upgraded."""
        return [card for card in self.deck if catalogue.can_upgrade(card.number)]

    def removable(self) -> list[Held]:
        """Lists the cards that can be removed from the deck."""
        fixed = {loadout.ASCENDERS_BANE, catalogue.NECRONOMICURSE, catalogue.face("CurseOfTheBell")}
        return [card for card in self.deck if card.number not in fixed]

    def remove(self, card: Held) -> None:
        """Removes a card from the deck."""
        self.deck.remove(card)
        if card.number == catalogue.face("Parasite"):
            self.change_max_hp(-3)

    def transform(self, card: Held) -> Held:
        """Replaces a card by a random one of the class, a curse by a curse; returns that."""
        self.remove(card)
        if stock.card_type(card.number) == catalogue.CURSE:
            pool = stock.CURSES
        else:
            pool = catalogue.pool_of(self.color, catalogue.ANY_TYPE)
        other = [number for number in pool if number | 1 != card.number & catalogue.FACE_MASK | 1]
        found = self.card(self.dice.pick(other))
        self.obtain(found)
        return found

    def roll_cards(self, count: int, rare: int, uncommon: int) -> list[Held]:
        """Rolls different cards for a reward; the odds are in percent.

        Later acts have cards that are upgraded already, but for rare ones.
        """
        if self.has("N'loth's Gift"):
            rare *= 3
        found: list[int] = []
        cards: list[Held] = []
        while len(cards) < count:
            roll = self.dice.below(100)
            rarity = stock.COMMON
            if roll < rare + self.rare_bonus:
                rarity = stock.RARE
                self.rare_bonus = FIRST_RARE_BONUS
            elif roll < rare + self.rare_bonus + uncommon:
                rarity = stock.UNCOMMON
            else:
                self.rare_bonus = min(40, self.rare_bonus + 1)
            number = self.dice.pick(stock.cards_of(self.color, rarity))
            if number in found:
                continue
            found.append(number)
            better = self.dice.random() * 100 < self.act.upgraded and rarity != stock.RARE
            cards.append(self.card(catalogue.upgrade(number) if better else number))
            self.hatch(cards[-1])
        return cards

    def roll_colorless(self, count: int) -> list[Held]:
        """Rolls different colorless cards."""
        pool = [
            *stock.cards_of("colorless", stock.UNCOMMON),
            *stock.cards_of("colorless", stock.RARE),
        ]
        self.dice.shuffle(pool)
        return [self.card(number) for number in pool[:count]]

    # HP and gold.

    def heal(self, amount: int) -> None:
        """Heals the player, unless the Mark of the Bloom forbids it."""
        if not self.has("Mark of the Bloom"):
            self.hp = min(self.max_hp, self.hp + amount)

    def lose_hp(self, amount: int) -> None:
        """Takes HP from the player; raises `Died` at 0."""
        self.hp = max(0, self.hp - max(0, amount - self.has("Tungsten Rod")))
        if self.hp == 0:
            self.survive()

    def survive(self) -> None:
        """Saves the player at 0 HP, if they have something that does; raises `Died` if not."""
        tail = self.relic("Lizard Tail")
        if self.has("Mark of the Bloom"):
            raise Died
        if gear.FAIRY in self.potions:
            self.potions[self.potions.index(gear.FAIRY)] = gear.EMPTY_SLOT
            twice = 2 if self.has("Sacred Bark") else 1
            self.heal(max(1, self.max_hp * gear.FAIRY_PERCENT * twice // 100))
        elif tail is not None and tail.counter != gear.USED_UP:
            tail.counter = gear.USED_UP
            self.heal(max(1, self.max_hp * TAIL_PERCENT // 100))
        else:
            raise Died

    def change_max_hp(self, amount: int) -> None:
        """Changes the most HP; more of it heals as much."""
        self.max_hp = min(loadout.MOST_HP, max(1, self.max_hp + amount))
        self.heal(max(0, amount))
        self.hp = min(self.max_hp, self.hp)

    def gain_gold(self, amount: int) -> None:
        """Adds gold, unless Ectoplasm forbids it."""
        if self.has("Ectoplasm"):
            return
        self.gold += amount
        if amount > 0 and self.has("Bloody Idol"):
            self.heal(IDOL_HP)

    # Relics.

    def has(self, name: str) -> bool:
        """Tells whether the player has a relic."""
        return self.relic(name) is not None

    def relic(self, name: str) -> Relic | None:
        """Returns a relic that the player has, by its name."""
        wanted = plain_id(name)
        return next((relic for relic in self.relics if plain_id(relic.name) == wanted), None)

    def next_relic(self, tier: str) -> Relic:
        """Takes the next relic of a tier; a plain one if none is left."""
        left = self.relics_left[tier]
        name = next((name for name in left if self.can_find(name)), PLAIN_RELIC)
        if name in left:
            left.remove(name)
        return stock.make_relic(name)

    def can_find(self, name: str) -> bool:
        """Tells whether a relic can be found: one that replaces another only with that one."""
        if name == "Ectoplasm" and self.act.number > 1:
            return False
        return name not in stock.SUCCESSORS or self.has(stock.SUCCESSORS[name])

    def found_relic(self) -> Relic:
        """Takes the next relic of a random tier."""
        return self.next_relic(stock.pick_tier(self.dice))

    def add_relic(self, relic: Relic) -> Relic:
        """Adds a relic, and returns it; nobody has the same one twice, but another plain one.

        What it gives at once is in `kibitz.communicationmod.host.relics`.
        """
        if self.has(relic.name):
            relic = stock.make_relic(PLAIN_RELIC)
        replaced = self.relic(stock.SUCCESSORS.get(relic.name, ""))
        if replaced is not None:
            self.relics[self.relics.index(replaced)] = relic
        else:
            self.relics.append(relic)
        return relic

    def lose_relic(self, name: str) -> None:
        """Takes a relic from the player."""
        found = self.relic(name)
        if found is not None:
            self.relics.remove(found)

    # Potions.

    def roll_potion(self) -> int:
        """Picks a random potion."""
        return stock.pick_potion(stock.potions_for(self.owner), self.dice)

    def gain_potion(self, potion: int) -> bool:
        """Puts a potion into the belt; without a free slot nothing happens, as in the game."""
        if self.has("Sozu") or gear.EMPTY_SLOT not in self.potions:
            return False
        self.potions[self.potions.index(gear.EMPTY_SLOT)] = potion
        return True

    def drink(self, slot: int) -> None:
        """Uses a potion outside of a fight."""
        potion = self.potions[slot]
        self.potions[slot] = gear.EMPTY_SLOT
        twice = 2 if self.has("Sacred Bark") else 1
        if potion == gear.FRUIT_JUICE:
            self.change_max_hp(5 * twice)
        elif potion == gear.POTION_NUMBERS["bloodpotion"]:
            self.heal(self.max_hp * 20 * twice // 100)
        else:  # Entropic Brew
            while self.gain_potion(self.roll_potion()):
                pass

    # Rooms.

    def next_nodes(self) -> list[Node]:
        """Lists the rooms that can be entered next; none if that is the boss."""
        return self.act.map.rows[0] if self.node is None else self.node.children

    def fight_dice(self) -> Rng:
        """Returns the dice of the next fight."""
        return self.fights.fork()

    # Messages.

    @property
    def score(self) -> int:
        """The score so far: floors, elites and bosses."""
        return 5 * self.floor + 10 * self.elites_killed + 50 * len(self.bosses_killed)

    def write_deck(self) -> list[Json]:
        """Writes the deck."""
        return [card.write() for card in self.deck]

    def write_potions(self) -> list[Json]:
        """Writes the belt, outside of a fight."""
        return [write_potion(potion, potion in USABLE_ANYWHERE) for potion in self.potions]
