"""The cards, from `data/base.json`, and decks of them.

A card is one number, the index of its kind; number 0 is the card that nobody knows. Later sets can
be appended. What an attack, a Power or a Trainer does is a list of steps (`Step`) that the modules
of `kibitz.games.pokemon.rules` carry out, one small function for each name.

A deck is a theme deck, a list of cards as people and programs write it, or a guess. Lists are read
by `kibitz.kit.decks`; here is what only this game has: sets and numbers behind a name (`4 Pikachu
BS 58`), cards without a name (`4 base1-58`), and the rules for decks.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import comb
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.document import read_json
from kibitz.kit.decks import (
    MOST_NEAR,
    close_words,
    did_you_mean,
    plain_text,
    shortened,
    words_with_part,
)
from kibitz.kit.decks import MOST_TEXT as MOST_TEXT
from kibitz.kit.errors import CardDataError

# Types of Energy and of Pokémon. Colorless comes last: any Energy pays for it.
ELEMENTS: Final[tuple[str, ...]] = ("G", "R", "W", "L", "P", "F", "C")
ELEMENT_NAMES: Final[tuple[str, ...]] = (
    "grass",
    "fire",
    "water",
    "lightning",
    "psychic",
    "fighting",
    "colorless",
)
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
    *("needs_asleep", "needs_unused", "pay", "fail", "plus", "minus", "times", "half_hp"),
    *("copy", "mirror"),
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
STEP_NAMES: Final[tuple[str, ...]] = (*BEFORE, *AFTER)
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
TRAITS: Final[tuple[str, ...]] = (
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
    "kibitz.games.pokemon", "data/base.json", Card
)
CARDS: Final[list[Card]] = CATALOGUE.cards
COUNT: Final[int] = len(CARDS)

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


WATER_ENERGY: Final[int] = card_named("water")
GRASS_ENERGY: Final[int] = card_named("grass")
DOUBLE_COLORLESS: Final[int] = card_named("double colorless")
PLUS_POWER: Final[int] = card_named("pluspower")
DEFENDER: Final[int] = card_named("defender")
ELECTRODE: Final[int] = card_named("electrode")
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


# Decks.

MOST_COPIES: Final = 4
# A deck that somebody does not know; only positions can have one.
NOT_KNOWN: Final = "?"

ENERGY_BY_ELEMENT: Final[list[int]] = [card_named(name) for name in ELEMENT_NAMES[:COLORLESS]]


def known_words() -> dict[str, int]:
    """Returns how cards can be named: by their words, printed names and codes, and other usage."""
    found = dict(WORD_NUMBERS)
    for card in CARDS[1:]:
        found[plain_word(card.name)] = found[card.code] = card.number
    for element, card_number in enumerate(ENERGY_BY_ELEMENT):
        name = plain_word(CARDS[card_number].name)
        letter = "{" + ELEMENTS[element].lower() + "}"
        for word in (f"basic {name}", f"{letter} energy", f"basic {letter} energy"):
            found[word] = card_number
    found["nidoran ♂"] = found["nidoran male"] = card_named("nidoran m")
    found["imposter professor oak"] = card_named("impostor professor oak")
    found["plus power"] = card_named("pluspower")
    return found


KNOWN: Final[dict[str, int]] = known_words()
# What the Base Set is called in lists.
BASE_SETS: Final = ("bs", "base", "base1", "base set")
# Words behind a name that say how a card was printed.
PRINTINGS: Final = ("ph", "holo", "foil")

# Words above the parts of a list.
HEADINGS: Final = (
    *("pokemon", "trainer", "trainers", "supporter", "supporters", "item", "items"),
    *("energy", "energies", "basic", "basics", "evolution", "evolutions"),
)
PRINT: Final = re.compile(
    r"(?:([a-z][a-z0-9]*(?: set)?)(?=[ #-]|$)[ -]*)?(?:#?(\d{1,3})(?:/\d{1,3})?)?"
)
BY_NUMBER: Final = re.compile(r"(?:bs|base|base1|base set)[ -]*#?(\d{1,3})(?:/\d{1,3})?")


class PokemonDecks(kit.DeckLists):
    """Reads decks: an entry can have a set and a number behind the name, or instead of it."""

    named_deck: ClassVar[str] = "theme deck"

    def __init__(self, named: Mapping[str, Sequence[int]], size: int) -> None:
        super().__init__(KNOWN, named, WORDS, lambda deck: deck_problems(deck, size), HEADINGS)

    def plain(self, text: str) -> str:
        """Writes text as cards are compared: as moves name them."""
        return plain_word(plain_text(text))

    def deck_name(self, text: str) -> str:
        """Writes the name of a theme deck as the table has it; Zap! is `zap`."""
        return self.plain(text).removesuffix("!")

    def read_deck(self, text: str) -> list[int]:
        if self.deck_name(text) == NOT_KNOWN:
            raise ValueError("only a position can have a deck that is not known")
        return super().read_deck(text)

    def read_card(self, words: list[str]) -> tuple[int, str]:
        """Reads the name of a card, and behind it the set and the number if they are there."""
        number = BY_NUMBER.fullmatch(" ".join(words))
        if number is not None and 0 < int(number.group(1)) < len(CARDS):
            return (int(number.group(1)), "")
        for size in range(len(words), 0, -1):
            card = self.find(" ".join(words[:size]))
            if card:
                rest = [word for word in words[size:] if word not in PRINTINGS]
                return (card, print_problem(card, " ".join(rest)))
        named = words[:]
        if len(named) > 1 and re.fullmatch(r"#?\d+(?:/\d+)?", named[-1]):
            named.pop()
            if len(named) > 1 and len(named[-1]) <= 4:
                named.pop()
        return (0, self.unknown_card(" ".join(named)))

    def unknown_card(self, name: str) -> str:
        plain = self.plain(name)
        near = [WORDS[KNOWN[word]] for word in close_words(plain, KNOWN)]
        near = list(dict.fromkeys(near or words_with_part(plain, WORD_NUMBERS)))[:MOST_NEAR]
        start = f"there is no card {shortened(name)!r} in the Base Set"
        if near:
            return f"{start}, {did_you_mean(near)}"
        return f"{start} (`kibitz games pokemon` lists all)"


def load_decks() -> dict[str, str]:
    """Reads the theme decks, each as a list in words.

    Raises:
        CardDataError: if the file is not an object of texts, or a deck is not legal.
    """
    text = files("kibitz.games.pokemon").joinpath("data/decks.json").read_text(encoding="utf-8")
    document = read_json(text, CardDataError, "decks.json")
    if not isinstance(document, dict):
        raise CardDataError("decks.json: expected an object with a list of cards for each deck")
    found = {name: str(cards) for name, cards in document.items()}
    for name, cards in found.items():
        problems = deck_problems(BARE_LISTS.read_list(cards), 60)
        if problems:
            raise CardDataError(f"decks.json: {name}: {'; '.join(problems)}")
    return found


def print_problem(card: int, text: str) -> str:
    """Says what is wrong with the set and the number behind a name; empty if nothing is.

    Basic Energy is the same card in every set.
    """
    name = CARDS[card].name
    found = PRINT.fullmatch(text)
    if found is None:
        return f"cannot read {shortened(text)!r} behind {name}"
    if IS_BASIC_ENERGY[card]:
        return ""
    if found.group(1) and found.group(1) not in BASE_SETS:
        return f"{name} of the set {found.group(1).upper()}: there is only the Base Set (BS)"
    number = CARDS[card].code.rpartition("-")[2]
    if found.group(2) and found.group(2).lstrip("0") != number:
        return f"{name} is number {number} of the Base Set, not {found.group(2)}"
    return ""


def deck_problems(deck: list[int], size: int) -> list[str]:
    """Lists what is wrong with a deck (R-1): its size, the copies, no Basic Pokémon.

    Unknown cards count for the size.
    """
    problems: list[str] = []
    if len(deck) != size:
        problems.append(f"it has {len(deck)} cards: expected {size}")
    copies: dict[int, int] = {}
    for card in deck:
        copies[NAME[card]] = copies.get(NAME[card], 0) + 1
    for card, count in copies.items():
        if card and count > MOST_COPIES and not IS_BASIC_ENERGY[card]:
            name = CARDS[card].name
            problems.append(f"it has {count} copies of {name}: expected {MOST_COPIES} at most")
    if not any(card == 0 or IS_BASIC[card] for card in deck):
        problems.append("it has no Basic Pokémon: expected at least 1")
    return problems


# Reads lists without theme decks, which are lists themselves.
BARE_LISTS: Final = PokemonDecks({}, 60)
DECKS: Final[dict[str, str]] = load_decks()
THEMES: Final[dict[str, list[int]]] = {
    name: BARE_LISTS.read_list(cards) for name, cards in DECKS.items()
}
LISTS: Final = PokemonDecks(THEMES, 60)


def read_list(text: str) -> list[int]:
    """Reads a list of cards, in its order; `ValueError` names all that cannot be read."""
    return LISTS.read_list(text)


def write_list(deck: Sequence[int]) -> str:
    """Writes a deck in one line, in the words of moves."""
    return LISTS.write(deck)


def split_decks(text: str) -> list[str]:
    """Splits a text into decks."""
    return LISTS.split(text)


def read_deck(text: str, size: int) -> list[int]:
    """Reads a deck of some size; `ValueError` lists all problems."""
    return PokemonDecks(THEMES, size).read_deck(text)


def read_decks(text: str, size: int, with_files: bool = False) -> list[list[int]]:
    """Reads the decks of both seats, of some size; `ValueError` lists all problems."""
    return PokemonDecks(THEMES, size).read(text, with_files)


# Decks that nobody has told: what is assumed follows from the cards that were seen.

# What most decks of the time had room for, for decks that are not theme decks. Guesses.
GUESSED_POKEMON: Final = 22
GUESSED_ENERGY: Final = 26
GUESSED_COPIES: Final = (4, 3, 2)
GUESSED_TRAINERS: Final[list[int]] = [
    card_named(word)
    for word in (
        *("bill", "professor oak", "energy removal", "gust of wind", "switch", "potion"),
        *("pluspower", "computer search", "super potion", "energy retrieval", "item finder"),
        *("super energy removal", "defender", "full heal", "scoop up", "revive", "lass"),
        *("maintenance", "pokedex", "pokemon trader", "impostor professor oak", "pokemon center"),
    )
]


def assume_deck(seen: Mapping[int, int], size: int) -> list[int]:
    """Returns a deck that can have shown some cards; it depends on these cards alone.

    That is the theme deck that most likely showed them. If no theme deck can have, it is made of
    these cards, the Evolution lines of its Pokémon, usual Trainers, and Energy for them.

    Args:
        seen: how many of each card were seen.
        size: how many cards the deck has.

    Raises:
        ValueError: if no legal deck has these cards.
    """
    best, most = "", 0
    for name, cards in THEMES.items():
        counts = Counter(cards)
        ways = 1 if len(cards) == size else 0
        for card, count in seen.items():
            ways *= comb(counts[card], count)
        if ways > most:
            best, most = name, ways
    return sorted(THEMES[best]) if best else DeckGuess(seen, size).made()


class DeckGuess:
    """Makes a deck around some cards."""

    def __init__(self, seen: Mapping[int, int], size: int) -> None:
        self.size: Final = size
        self.deck: Final[list[int]] = sorted(Counter(dict(seen)).elements())

    def made(self) -> list[int]:
        """Returns the deck.

        Raises:
            ValueError: if the cards are too many, or one of them is there too often.
        """
        if len(self.deck) > self.size:
            raise ValueError(f"{len(self.deck)} cards are shown: expected {self.size} at most")
        wrong = [text for text in deck_problems(self.deck, len(self.deck)) if "copies" in text]
        if wrong:
            raise ValueError("; ".join(wrong))
        elements = self.elements()
        self.add_pokemon(elements)
        elements = self.elements()
        room = self.size - GUESSED_ENERGY + self.count(IS_ENERGY)
        for card in GUESSED_TRAINERS:
            self.add(card, 2, room)
        at = 0
        while len(self.deck) < self.size:
            self.deck.append(ENERGY_BY_ELEMENT[elements[at % len(elements)]])
            at += 1
        return sorted(self.deck)

    def count(self, kinds: list[bool]) -> int:
        """Counts the cards of a kind."""
        return len([card for card in self.deck if kinds[card]])

    def add(self, card: int, copies: int, room: int) -> None:
        """Adds copies of a card, as long as the deck has room and does not have as many."""
        while len(self.deck) < room and self.named(card) < copies:
            self.deck.append(card)

    def named(self, card: int) -> int:
        """Counts the cards with the name of a card."""
        return len([other for other in self.deck if NAME[other] == NAME[card]])

    def elements(self) -> list[int]:
        """Lists the types of Energy that the deck needs: what it has, else what attacks cost."""
        found = [PROVIDED[card] for card in self.deck if IS_BASIC_ENERGY[card]]
        for card in self.deck:
            for number in CARD_ATTACKS[card]:
                cost = ATTACKS[number].cost
                found += [element for element in range(COLORLESS) if cost[element]]
        return sorted(set(found)) or list(range(COLORLESS))

    def add_pokemon(self, elements: list[int]) -> None:
        """Adds the lines of the Pokémon that are there, then Basic Pokémon of the same types."""
        own = [card for card in sorted(set(self.deck)) if IS_POKEMON[card]]
        lines = [card for card in range(1, len(CARDS)) if any(related(card, o) for o in own)]
        # The higher the number in the set, the more common is a Pokémon.
        every = range(len(CARDS) - 1, 0, -1)
        basics = [card for card in every if IS_BASIC[card] and ELEMENT[card] in elements]
        for card in [*lines, *basics]:
            room = min(self.size, len(self.deck) + GUESSED_POKEMON - self.count(IS_POKEMON))
            self.add(card, GUESSED_COPIES[STAGE[card]], room)


def related(one: int, other: int) -> bool:
    """Tells whether one Pokémon card evolves into another, or the other way round."""
    return IS_POKEMON[one] and (one in line_of(other) or other in line_of(one))


def line_of(card: int) -> list[int]:
    """Returns a Pokémon card and those that it evolves from."""
    found = [card]
    while CARDS[found[-1]].evolves:
        found.append(CARDS[found[-1]].evolves)
    return found
