"""The cards, from `base.json`: what is printed on them, and what they do as lists of steps.

A card is one number, the index of its kind; number 0 is the card that nobody knows. Later sets can
be appended. What an attack, a Power or a Trainer does is a list of steps (`Step`) that the modules
of `kibitz.games.pokemon.rules` carry out, one small function for each name.
"""

from typing import Final

from kibitz import kit

# Types of Energy and of Pokémon. Colorless comes last: any Energy pays for it.
ELEMENTS: Final = ("G", "R", "W", "L", "P", "F", "C")
ELEMENT_NAMES: Final = ("grass", "fire", "water", "lightning", "psychic", "fighting", "colorless")
GRASS: Final = 0
FIRE: Final = 1
WATER: Final = 2
LIGHTNING: Final = 3
PSYCHIC: Final = 4
FIGHTING: Final = 5
COLORLESS: Final = 6
NO_ELEMENT: Final = -1

# When a step of an attack happens.
ALWAYS: Final = 0
IF_HEADS: Final = 1
IF_TAILS: Final = 2
COINS: Final = ("always", "heads", "tails")

# What a step counts.
NOTHING: Final = 0
EXTRA_ENERGY: Final = 1
ENERGY_CARDS: Final = 2
COUNTERS: Final = 3
HEADS: Final = 4
COUNTS: Final = ("nothing", "extra", "energy", "counters", "heads")

# Whom a step concerns; `target` is what a Trainer or Power was aimed at.
ON_TARGET: Final = 0
ON_SELF: Final = 1
ON_DEFENDER: Final = 2
ON_OWN: Final = 3
ON_BOTH: Final = 4
SUBJECTS: Final = ("target", "self", "defender", "own", "both")

# What a Trainer or Power can be aimed at.
AT_NOTHING: Final = 0
AT_OWN: Final = 1
AT_OWN_ACTIVE: Final = 2
AT_OWN_BENCH: Final = 3
AT_FOE: Final = 4
AT_FOE_BENCH: Final = 5
AIMS: Final = ("nothing", "own", "own active", "own bench", "foe", "foe bench")

# Steps of attacks that happen before the damage is dealt.
BEFORE: Final = (
    "needs_asleep",
    "needs_unused",
    "pay",
    "fail",
    "plus",
    "minus",
    "times",
    "half_hp",
    "copy",
    "mirror",
)
# Those that happen after it, and those of Trainers and Powers.
AFTER: Final = (
    *("asleep", "confused", "paralyzed", "poisoned"),
    *("hurt_self", "hurt_bench", "discard_energy", "heal", "leech"),
    *("shield", "harden", "barrier", "lure", "whirlwind"),
    *("disable", "blind", "bond", "change_weakness", "change_resistance"),
    *("draw", "discard_hand", "discard_all", "search_deck", "shuffle_deck", "hand_to_deck"),
    *("impostor_oak", "lass", "trade", "look_top", "retrieve_trainer", "retrieve_energy"),
    *("devolve", "breed", "scoop_up", "flute", "revive", "attach_self", "cure", "heal_all"),
    *("gust", "switch", "discard_own_energy"),
    *("move_damage", "rain_dance", "energy_burn", "move_energy", "buzzap", "discard_doll"),
)
STEP_NAMES: Final = (*BEFORE, *AFTER)
NEEDS_ASLEEP: Final = 0
NEEDS_UNUSED: Final = 1
PAY: Final = 2
FAIL: Final = 3
PLUS: Final = 4
MINUS: Final = 5
TIMES: Final = 6
HALF_HP: Final = 7
COPY: Final = 8
MIRROR: Final = 9
FIRST_AFTER: Final = 10

# What must hold for a Trainer or Power to be used at all.
NEEDS: Final = (
    *("deck", "1 other card", "2 other cards", "trainer in discard", "basic energy in discard"),
    *("pokemon in hand", "another pokemon", "own energy", "damaged pokemon"),
    *("basic in their discard", "their bench space", "basic in discard", "bench space"),
    *("water in hand", "idle moves"),
)
# What must hold for a Pokémon that one is aimed at.
TRAITS: Final = (
    *("damage", "energy", "evolved", "condition", "water", "grass energy", "power", "breedable"),
    *("movable damage", "not burning"),
)

# All steps and actions of all cards, by number.
STEPS: Final[list["Step"]] = []
ACTIONS: Final[list["Action"]] = []
ATTACKS: Final[list["Attack"]] = []


class Step:
    """One thing that a card does.

    Attributes:
        number: its index in `STEPS`, by which effects name it.
        code: what it does, as an index of `STEP_NAMES`.
        amount: how much, where it says so; 0 can mean all.
        count: what the amount is multiplied by.
        on: whom it concerns.
        element: the type of Energy that counts, or `NO_ELEMENT`.
        most: the most that is counted; 0 for no limit.
        coin: on which side of the coin it happens.
        may: whether it is optional.
    """

    def __init__(self, row: kit.Row) -> None:
        self.number: Final[int] = len(STEPS)
        self.code: Final[int] = row.choice("do", STEP_NAMES)
        self.amount: Final[int] = row.whole("amount", 0)
        self.count: Final[int] = row.choice("count", COUNTS, COUNTS[0])
        self.on: Final[int] = row.choice("on", SUBJECTS, SUBJECTS[0])
        self.element: Final[int] = read_element(row, "element")
        self.most: Final[int] = row.whole("max", 0)
        self.coin: Final[int] = row.choice("if", COINS, COINS[0])
        self.may: Final[bool] = row.flag("may")
        STEPS.append(self)


def read_element(row: kit.Row, name: str) -> int:
    """Reads a letter for a type; `NO_ELEMENT` where there is none."""
    return row.choice(name, ("none", *ELEMENTS), "none") - 1


class Action:
    """What a Trainer or a Power does.

    Attributes:
        number: its index in `ACTIONS`.
        name: the name of the Trainer or Power.
        word: the same in lower case, for moves.
        aim: what it is aimed at.
        traits: what must hold for that Pokémon, as indices of `TRAITS`.
        needs: what must hold besides, as indices of `NEEDS`.
        steps: what it does, as numbers of steps.
        passive: whether it works by itself.
    """

    def __init__(self, row: kit.Row) -> None:
        self.number: Final[int] = len(ACTIONS)
        self.name: Final[str] = row.text("name")
        self.word: Final[str] = plain_word(self.name)
        self.aim: Final[int] = row.choice("on", AIMS, AIMS[0])
        self.traits: Final[list[int]] = read_all(row, "with", TRAITS)
        self.needs: Final[list[int]] = read_all(row, "needs", NEEDS)
        self.steps: Final[tuple[int, ...]] = tuple([step.number for step in row.list("does", Step)])
        self.passive: Final[bool] = row.flag("passive")
        ACTIONS.append(self)


def read_all(row: kit.Row, name: str, known: tuple[str, ...]) -> list[int]:
    """Reads a list of known texts, as their indices."""
    return [known.index(item.choice(known)) for item in row.field(name, []).items()]


class Attack:
    """An attack.

    Attributes:
        number: its index in `ATTACKS`.
        name: its name.
        word: the same in lower case, for moves.
        cost: how many Energy of each type it needs.
        size: how many Energy it needs in all.
        damage: the printed number; 0 if there is none.
        coins: how many coins are flipped.
        before: the steps before the damage.
        after: those after it.
        pay: the step that discards Energy as a cost, or None.
        copies: whether it is Metronome.
        mirrors: whether it is Mirror Move.
        extra: whether it counts Energy that it does not need.
    """

    def __init__(self, row: kit.Row) -> None:
        self.number: Final[int] = len(ATTACKS)
        self.name: Final[str] = row.text("name")
        self.word: Final[str] = plain_word(self.name)
        self.cost: Final[list[int]] = read_units(row, "cost")
        self.size: Final[int] = sum(self.cost)
        self.damage: Final[int] = row.whole("damage", 0)
        self.coins: Final[int] = row.whole("coins", 0)
        steps = row.list("does", Step)
        codes = [step.code for step in steps]
        self.before: Final[list[Step]] = [step for step in steps if step.code < FIRST_AFTER]
        self.after: Final[list[Step]] = [step for step in steps if step.code >= FIRST_AFTER]
        self.copies: Final[bool] = COPY in codes
        self.mirrors: Final[bool] = MIRROR in codes
        self.needs_asleep: Final[bool] = NEEDS_ASLEEP in codes
        self.needs_unused: Final[bool] = NEEDS_UNUSED in codes
        paying = [step for step in steps if step.code == PAY]
        self.pay: Final[Step | None] = paying[0] if paying else None
        self.extra: Final[bool] = any(step.count == EXTRA_ENERGY for step in steps)
        ATTACKS.append(self)


def read_units(row: kit.Row, name: str) -> list[int]:
    """Reads letters for units of Energy, as how many there are of each type."""
    place = row.field(name, "")
    letters = place.text()
    for letter in letters:
        if letter not in ELEMENTS:
            place.note(f"unknown type {letter!r}: expected letters of {''.join(ELEMENTS)}")
    return [letters.count(letter) for letter in ELEMENTS]


class Card(kit.Card):
    """What is printed on a card.

    Attributes:
        code: the set and the number in it, such as `base1-58`.
        word: how moves name it.
        stage: 0 for a Basic Pokémon, 1 or 2 for an Evolution card.
        evolves: the card it evolves from; 0 for none.
        hp: its HP; 0 if it cannot be in play as a Pokémon.
        element: its type.
        weakness: the type it is weak to, or `NO_ELEMENT`.
        resistance: the type it resists, or `NO_ELEMENT`.
        retreat: its retreat cost.
        doll: whether it is played as if it were a Basic Pokémon.
        attacks: its attacks.
        powers: its Power, if it has one.
        plays: what it does as a Trainer.
        provides: how many units of each type it provides as Energy.
        basic_energy: whether a deck may hold any number of it.
    """

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.code: Final[str] = row.text("code", "")
        self.word: Final[str] = self.id.replace("-", " ")
        self.stage: Final[int] = row.whole("stage", 0)
        self.evolves: Final[int] = row.card("from")
        self.hp: Final[int] = row.whole("hp", 0)
        self.element: Final[int] = read_element(row, "element")
        self.weakness: Final[int] = read_element(row, "weakness")
        self.resistance: Final[int] = read_element(row, "resistance")
        self.retreat: Final[int] = row.whole("retreat", 0)
        self.doll: Final[bool] = row.flag("doll")
        self.attacks: Final[list[Attack]] = row.list("attacks", Attack)
        self.powers: Final[list[Action]] = row.list("powers", Action)
        self.plays: Final[list[Action]] = row.list("plays", Action)
        self.provides: Final[list[int]] = read_units(row, "provides")
        self.basic_energy: Final[bool] = row.flag("basic")
        self.check(row)

    def check(self, row: kit.Row) -> None:
        """Notes what does not fit together; every real card has a code."""
        if row.number == 0:
            return
        pokemon = self.type == "pokemon"
        if self.type not in ("pokemon", "trainer", "energy"):
            row.problems.append(f"{self.id}: type: expected pokemon, trainer or energy")
        if (self.hp > 0) != (pokemon or self.doll) or self.hp % 10:
            row.problems.append(f"{self.id}: hp: only Pokémon and dolls have HP, in tens")
        if pokemon and (self.stage > 0) != (self.evolves > 0):
            row.problems.append(f"{self.id}: from: evolution cards name what they evolve from")
        if (sum(self.provides) > 0) != (self.type == "energy"):
            row.problems.append(f"{self.id}: provides: Energy cards and no others provide Energy")
        if (len(self.plays) > 0) != (self.type == "trainer" and not self.doll):
            row.problems.append(f"{self.id}: plays: Trainers and no others have it")


def plain_word(name: str) -> str:
    """Writes a name as moves do: in lower case, without accents."""
    return name.lower().replace("é", "e")


CATALOGUE: Final[kit.Catalogue[Card]] = kit.load_catalogue(
    "kibitz.games.pokemon.cards", "base.json", Card
)
CARDS: Final[list[Card]] = CATALOGUE.cards
COUNT: Final = len(CARDS)

# The printed facts as tables by number: the hot path reads nothing else.

HP: Final[list[int]] = [card.hp for card in CARDS]
ELEMENT: Final[list[int]] = [card.element for card in CARDS]
WEAKNESS: Final[list[int]] = [card.weakness for card in CARDS]
RESISTANCE: Final[list[int]] = [card.resistance for card in CARDS]
RETREAT: Final[list[int]] = [card.retreat for card in CARDS]
STAGE: Final[list[int]] = [card.stage for card in CARDS]
IS_DOLL: Final[list[bool]] = [card.doll for card in CARDS]
IS_POKEMON: Final[list[bool]] = [card.type == "pokemon" for card in CARDS]
IS_TRAINER: Final[list[bool]] = [card.type == "trainer" for card in CARDS]
IS_ENERGY: Final[list[bool]] = [card.type == "energy" for card in CARDS]
IS_BASIC_ENERGY: Final[list[bool]] = [card.basic_energy for card in CARDS]
IS_BASIC: Final[list[bool]] = [card.type == "pokemon" and card.stage == 0 for card in CARDS]
# Basic Pokémon and what is played as if it were one.
CAN_BENCH: Final[list[bool]] = [IS_BASIC[card.number] or card.doll for card in CARDS]
IS_EVOLUTION: Final[list[bool]] = [card.stage > 0 for card in CARDS]
# Cards with one name count as one, for evolving and for decks.
NAME: Final[list[int]] = [
    next((other.number for other in CARDS if other.name == card.name), 0) for card in CARDS
]
EVOLVES_FROM: Final[list[int]] = [NAME[card.evolves] for card in CARDS]
# The Basic Pokémon two stages below, for Pokémon Breeder; 0 for none.
BRED_FROM: Final[list[int]] = [EVOLVES_FROM[card] for card in EVOLVES_FROM]
CARD_ATTACKS: Final[list[list[int]]] = [
    [attack.number for attack in card.attacks] for card in CARDS
]
PROVIDES: Final[list[list[int]]] = [card.provides for card in CARDS]
UNITS: Final[list[int]] = [sum(card.provides) for card in CARDS]
# The action of a Trainer, and the Power of a Pokémon that its owner uses; -1 for none.
PLAY: Final[list[int]] = [card.plays[0].number if card.plays else -1 for card in CARDS]
POWER: Final[list[int]] = [
    card.powers[0].number if card.powers and not card.powers[0].passive else -1 for card in CARDS
]
WORDS: Final[list[str]] = [card.word for card in CARDS]
WORD_NUMBERS: Final[dict[str, int]] = {card.word: card.number for card in CARDS[1:]}


def card_named(name: str) -> int:
    """Returns the number of a card by its word; for constants."""
    return WORD_NUMBERS[name]


WATER_ENERGY: Final = card_named("water")
GRASS_ENERGY: Final = card_named("grass")
DOUBLE_COLORLESS: Final = card_named("double colorless")
PLUS_POWER: Final = card_named("pluspower")
DEFENDER: Final = card_named("defender")
CLEFAIRY_DOLL: Final = card_named("clefairy doll")
ELECTRODE: Final = card_named("electrode")
STRIKES_BACK: Final[list[int]] = [
    10 if card.powers and card.powers[0].name == "Strikes Back" else 0 for card in CARDS
]

# Energy attached to a Pokémon is a number as well: the card, and for a Pokémon that has become
# Energy (Buzzap) the type it provides in the bits above.
CARD_BITS: Final = 10
CARD_MASK: Final = (1 << CARD_BITS) - 1
BUZZAP_UNITS: Final = 2


def as_energy(card: int, element: int) -> int:
    """Returns a Pokémon card as an Energy card that provides two units of a type."""
    return card | (element + 1) << CARD_BITS


def energy_element(energy: int) -> int:
    """Returns the type that an attached Energy card provides."""
    if energy > CARD_MASK:
        return (energy >> CARD_BITS) - 1
    return PROVIDED[energy]


def energy_units(energy: int) -> int:
    """Returns how many units an attached Energy card provides."""
    return BUZZAP_UNITS if energy > CARD_MASK else UNITS[energy]


PROVIDED: Final[list[int]] = [
    next((element for element in range(7) if card.provides[element]), NO_ELEMENT) for card in CARDS
]
