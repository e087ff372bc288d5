"""The cards: what is printed on them, as data, and the decks that are built of them.

A card is a line of `data/cards.json`. Its abilities are operations with parameters, in the order in
which they happen; `kibitz.games.gundam.rules.operations` carries them out. Ids are neutral. What
cards and pilots are called is in `data/names.json`.
"""

from collections.abc import Mapping
from typing import Final

from kibitz import kit
from kibitz.kit.decks import colour_problems, copy_problems

PACKAGE: Final = "kibitz.games.gundam"
NAMES: Final = kit.load_words(PACKAGE, "data/names.json").texts("names")
PILOTS: Final = kit.load_words(PACKAGE, "data/names.json").texts("pilots")
# What the game says and reads, by subject.
WORDS: Final = kit.load_words(PACKAGE, "data/words.json")

# Types of cards.
UNIT: Final = 0
PILOT: Final = 1
COMMAND: Final = 2
BASE: Final = 3
RESOURCE: Final = 4
TYPES: Final = ("unit", "pilot", "command", "base", "resource")
COLOURS: Final = ("blue", "green", "red", "white", "purple")

# Keywords; those before Blocker have a number.
REPAIR: Final = 0
BREACH: Final = 1
SUPPORT: Final = 2
BLOCKER: Final = 3
FIRST_STRIKE: Final = 4
HIGH_MANEUVER: Final = 5
SUPPRESSION: Final = 6
KEYWORDS: Final = (
    *("repair", "breach", "support"),
    *("blocker", "first_strike", "high_maneuver", "suppression"),
)
# What else is printed, or given by an ability. `ATTACK_ACTIVE` is the highest level of an active
# Unit that may be attacked.
AP: Final = 7
HP: Final = 8
NO_ATTACK: Final = 9
NO_PLAYER_ATTACK: Final = 10
ATTACK_ACTIVE: Final = 11
# The highest AP of those whose battle damage is prevented.
IMMUNE: Final = 12
# The highest level of those that cannot damage the Base and Shields of seat 0; of seat 1 the next.
GUARD: Final = 13
STATS: Final = (
    *(*KEYWORDS, "ap", "hp", "no_attack", "no_player_attack", "attack_active", "immune"),
    *("guard_p0", "guard_p1"),
)
RULES: Final = ("no_player_attack", "attack_active")

# Kinds of abilities; those from `deploy` to `kills_unit` are triggered.
STATIC: Final = 0
DEPLOY: Final = 1
PAIRED: Final = 2
ATTACK: Final = 3
DESTROYED: Final = 4
HITS_SHIELD: Final = 5
KILLS_UNIT: Final = 6
BURST: Final = 7
EFFECT: Final = 8
ACTIVATED: Final = 9
ABILITIES: Final = (
    *("static", "deploy", "paired", "attack", "destroyed", "hits_shield", "kills_unit"),
    *("burst", "command", "act"),
)
# While what an ability works.
IF_PAIRED: Final = 0
IF_LINKED: Final = 1
IF_MY_TURN: Final = 2
CONDITIONS: Final = ("paired", "linked", "my_turn", "base")
# When a Command is played, or an ability activated.
IN_MAIN: Final = 0
IN_ACTION: Final = 1
TIMINGS: Final = ("main", "action")

# Which Units an operation is about.
ENEMY: Final = 0
OTHER: Final = 2
SIDES: Final = ("enemy", "mine", "other")
CHOSEN: Final = 0
SELF: Final = 1
MINE_LINKED: Final = 2
TARGETS: Final = ("chosen", "self", "mine_linked")
# How long an effect lasts.
BATTLE: Final = 1
DURATIONS: Final = ("turn", "battle")
# The number of a keyword, which is known only when it is used.
COUNT: Final = -1_000

OPERATIONS: Final = (
    *("choose", "rest", "ready", "damage", "heal", "return", "destroy", "ap", "gain"),
    *("no_attack", "immune", "guard_shields", "draw", "discard", "shield_to_hand"),
    *("this_to_hand", "deploy_this", "do_command", "token", "token_by_units"),
    *("deploy_from_hand", "look", "ready_resource", "ex_resource", "breach"),
)
# Those that move the card of a Burst, so that it does not go to the trash.
MOVES_ITSELF: Final = ("this_to_hand", "deploy_this")
# The field without which an operation is not complete, what it is while it is missing, and what is
# expected there.
NEEDED: Final[dict[str, tuple[str, object, str]]] = {
    "gain": ("keyword", "", "a text"),
    "token": ("token", "", "a text"),
    "token_by_units": ("tokens", [], "a list"),
    "deploy_from_hand": ("take", None, "an object"),
    "look": ("take", None, "an object"),
}
# As large as no printed number.
ANY: Final = 99


def read_keywords(row: kit.Row) -> list[int]:
    """Reads keywords as numbers, in the order of `KEYWORDS`; 0 for those that are missing."""
    return [
        row.whole(word, 0) if number < BLOCKER else int(row.flag(word))
        for number, word in enumerate(KEYWORDS)
    ]


class Filter:
    """Which Units in play can be chosen."""

    def __init__(self, row: kit.Row) -> None:
        self.hp_max: Final[int] = row.whole("hp_max", ANY)
        self.ap_max: Final[int] = row.whole("ap_max", ANY)
        self.level_max: Final[int] = row.whole("level_max", ANY)
        self.rested: Final[bool] = row.flag("rested")
        self.keyword: Final[int] = row.choice("keyword", ("", *KEYWORDS), "") - 1


class Wanted:
    """Which cards of a hand or deck can be picked."""

    def __init__(self, row: kit.Row) -> None:
        self.kind: Final[int] = row.choice("type", TYPES)
        self.level_max: Final[int] = row.whole("level_max", ANY)
        self.traits_any: Final[tuple[str, ...]] = row.texts("traits_any")

    def fits(self, card: int) -> bool:
        """Tells whether a card is one of them."""
        if KIND[card] != self.kind or LEVEL[card] > self.level_max:
            return False
        return has_trait(card, self.traits_any)


class PilotWanted:
    """What the Pilot must be that sets an ability off."""

    def __init__(self, row: kit.Row) -> None:
        self.traits_any: Final[tuple[str, ...]] = row.texts("traits_any")
        self.level_min: Final[int] = row.whole("level_min", 0)

    def fits(self, card: int) -> bool:
        """Tells whether a Pilot is one of them."""
        return LEVEL[card] >= self.level_min and has_trait(card, self.traits_any)


def has_trait(card: int, traits: tuple[str, ...]) -> bool:
    """Tells whether a card has one of some traits, or none is asked for."""
    return not traits or any(trait in traits for trait in CARDS[card].traits)


class Operation:
    """One part of what an ability does; the fields that matter depend on its word."""

    def __init__(self, row: kit.Row) -> None:
        self.number: Final[int] = row.choice("op", OPERATIONS)
        self.word: Final[str] = OPERATIONS[self.number]
        count = row.field("n", 1)
        self.n: Final[int] = COUNT if count.value == "count" else count.integer()
        self.to: Final[int] = row.choice("to", TARGETS, "chosen")
        self.condition: Final[int] = row.choice("if", ("", *CONDITIONS), "") - 1
        self.until: Final[int] = row.choice("until", DURATIONS, "turn")
        # Choosing.
        self.who: Final[int] = row.choice("who", SIDES, "enemy")
        self.least: Final[int] = row.whole("min", 1)
        self.most: Final[int] = row.whole("max", 1)
        self.filter: Final[Filter | None] = row.record("filter", Filter)
        # What is given.
        self.keyword: Final[int] = row.choice("keyword", KEYWORDS, "repair")
        self.ap_max: Final[int] = row.whole("ap_max", 0)
        self.level_max: Final[int] = row.whole("level_max", 0)
        # Tokens and cards.
        self.token: Final[int] = row.card("token")
        self.tokens: Final[tuple[int, ...]] = row.cards("tokens")
        self.rested: Final[bool] = row.flag("rested")
        self.take: Final[Wanted | None] = row.record("take", Wanted)
        if self.word in NEEDED:
            row.field(*NEEDED[self.word])


class Cost:
    """What an activated ability costs."""

    def __init__(self, row: kit.Row) -> None:
        self.resources: Final[int] = row.whole("resources", 0)
        self.rest: Final[bool] = row.flag("rest")


def read_give(row: kit.Row) -> tuple[bool, list[int]]:
    """Reads whether all Units of its owner get what a static ability gives, and what it gives."""
    gives = [0] * len(STATS)
    to_mine = row.choice("to", ("self", "mine")) == 1
    gives[AP], gives[HP] = row.whole("ap", 0), row.whole("hp", 0)
    keyword = row.choice("keyword", ("", *KEYWORDS), "") - 1
    if keyword >= 0:
        gives[keyword] = 1
    return to_mine, gives


class Ability:
    """An ability of a card, or what a Command does."""

    def __init__(self, row: kit.Row) -> None:
        self.id: Final[str] = row.text("id")
        self.kind: Final[int] = row.choice("kind", ABILITIES)
        self.conditions: Final[tuple[int, ...]] = row.choices("while", CONDITIONS)
        self.once: Final[bool] = row.flag("once")
        self.pilot: Final[PilotWanted | None] = row.record("pilot", PilotWanted)
        self.timing: Final[tuple[int, ...]] = row.choices("timing", TIMINGS)
        cost = row.record("cost", Cost)
        self.resources: Final[int] = 0 if cost is None else cost.resources
        self.rest: Final[bool] = cost is not None and cost.rest
        self.do: Final[list[Operation]] = row.list("do", Operation)
        if not self.do and self.kind != STATIC:
            row.field("do", None).note("expected one operation or more")
        if not self.timing and self.kind in (EFFECT, ACTIVATED):
            row.field("timing", None).note("expected main, action or both")
        to_mine, gives = row.record("give", read_give) or (False, [0] * len(STATS))
        self.to_mine: Final[bool] = to_mine
        rule = row.choice("rule", ("", *RULES), "")
        if rule:
            gives[STATS.index(RULES[rule - 1])] = row.whole("level_max", 1)
        self.gives: Final[list[int]] = gives


def pilot_called(word: str) -> str:
    """Returns the name of a pilot."""
    return PILOTS.get(word, word)


class Link:
    """What the Pilot of a Link Unit must be (R-27)."""

    def __init__(self, row: kit.Row) -> None:
        self.name: Final[str] = pilot_called(row.text("name", ""))
        self.trait: Final[str] = row.text("trait", "")
        if not self.name and not self.trait:
            row.field("name", None, "a text, or a trait")


class PilotPart:
    """What a card is under a Unit: the name of the pilot, and what the Unit gets."""

    def __init__(self, row: kit.Row) -> None:
        self.name: Final[str] = pilot_called(row.text("name"))
        self.ap: Final[int] = row.whole("ap")
        self.hp: Final[int] = row.whole("hp")


class Card(kit.Card):
    """What is printed on a card."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.printed_number: Final[str] = row.text("number")
        self.kind: Final[int] = row.choice("type", TYPES)
        # Tokens and Resources have none.
        self.colour: Final[str] = ("", *COLOURS)[row.choice("colour", ("", *COLOURS), "")]
        self.level: Final[int] = row.whole("level")
        self.cost: Final[int] = row.whole("cost")
        self.zones: Final[tuple[str, ...]] = row.texts("zones")
        self.traits: Final[tuple[str, ...]] = row.texts("traits")
        self.link: Final[Link | None] = row.record("link", Link)
        self.pilot: Final[PilotPart | None] = row.record("pilot", PilotPart)
        none = [0] * len(KEYWORDS)
        self.keywords: Final[list[int]] = row.record("keywords", read_keywords) or none
        # A Pilot adds its numbers to those of the Unit.
        pilot = self.pilot
        self.ap: Final[int] = row.whole("ap", 0) if pilot is None else pilot.ap
        self.hp: Final[int] = row.whole("hp", 0) if pilot is None else pilot.hp
        self.abilities: Final[list[Ability]] = row.list("abilities", Ability)
        if len(self.abilities) > MOST_ABILITIES:
            row.field("abilities", None).note(f"expected {MOST_ABILITIES} at most")
        ids = [ability.id for ability in self.abilities]
        if len(set(ids)) < len(ids):
            row.field("abilities", None).note("expected a different id for each")


# What a Unit has used this turn is a bit for each ability, then for each of its Pilot.
MOST_ABILITIES: Final = 8

# Keywords that are activated or triggered abilities, under the numbers that stand for them.
SUPPORTS: Final = -1
BREACHES: Final = -2
KEYWORD_ABILITIES: Final[list[Ability]] = kit.Row(
    "", {"abilities": kit.load_data(PACKAGE, "data/keywords.json")}, {}, []
).list("abilities", Ability)


def ability_of(card: int, number: int) -> Ability:
    """Returns an ability of a card by its index, or a keyword that is one by its number."""
    return CARDS[card].abilities[number] if number >= 0 else KEYWORD_ABILITIES[-1 - number]


def called(row: Mapping[str, object]) -> str:
    """Returns the name of a card."""
    id = str(row["id"])
    return NAMES.get(id, id)


CATALOGUE: Final[kit.Catalogue[Card]] = kit.load_catalogue(PACKAGE, "data/cards.json", Card, called)
CARDS: Final[list[Card]] = CATALOGUE.cards
EX_BASE: Final = CATALOGUE.number("EXB")


def links(unit: Card, pilot: Card) -> bool:
    """Tells whether a Pilot meets the link condition of a Unit (R-27)."""
    link, part = unit.link, pilot.pilot
    if link is None or part is None:
        return False
    return link.trait in pilot.traits if link.trait else link.name in part.name


# What cards are called; tokens have the names of cards.
TITLE: Final[list[str]] = [
    f"{card.name} token" if card.token and card.kind == UNIT else card.name for card in CARDS
]
# What a card is called without the words in brackets or behind a comma.
FIRST_NAME: Final[list[str]] = [card.name.split(" (")[0].split(", ")[0] for card in CARDS]
PILOT_NAME: Final[list[str]] = ["" if card.pilot is None else card.pilot.name for card in CARDS]
# Tables by card, for what is asked in every move.
KIND: Final[list[int]] = [card.kind for card in CARDS]
LEVEL: Final[list[int]] = [card.level for card in CARDS]
COST: Final[list[int]] = [card.cost for card in CARDS]
TOKEN: Final[list[bool]] = [card.token for card in CARDS]
PRINTED: Final[list[list[int]]] = [
    [*card.keywords, card.ap, card.hp, *[0] * (len(STATS) - len(KEYWORDS) - 2)] for card in CARDS
]
# Which Pilots make a Unit a Link Unit.
LINKS: Final[list[list[bool]]] = [[links(unit, pilot) for pilot in CARDS] for unit in CARDS]
STATICS: Final[list[list[Ability]]] = [
    [each for each in card.abilities if each.kind == STATIC] for card in CARDS
]
# By number or keyword and then by card: whether static abilities of the card give it, and whether
# any card gives it to other Units than itself.
GIVES: Final[list[list[bool]]] = [
    [any(each.gives[stat] for each in statics) for statics in STATICS] for stat in range(len(STATS))
]
SHARED: Final[list[bool]] = [
    any(each.to_mine and each.gives[stat] for statics in STATICS for each in statics)
    for stat in range(len(STATS))
]
# Which abilities of a card have a kind.
OF_KIND: Final[list[list[list[int]]]] = [
    [[at for at, each in enumerate(card.abilities) if each.kind == kind] for card in CARDS]
    for kind in range(len(ABILITIES))
]
# Which ability is what a Command does, or a Burst; -1 if there is none.
COMMAND_EFFECT: Final[list[int]] = [found[0] if found else -1 for found in OF_KIND[EFFECT]]
BURST_EFFECT: Final[list[int]] = [found[0] if found else -1 for found in OF_KIND[BURST]]
# Whether the Burst of a card moves the card itself.
BURST_MOVES: Final[list[bool]] = [
    any(
        each.word in MOVES_ITSELF
        for at in OF_KIND[BURST][card.number]
        for each in card.abilities[at].do
    )
    for card in CARDS
]


# Decks.

DECK_SIZE: Final = 50
MOST_COPIES: Final = 4
MOST_COLOURS: Final = 2


def deck_problems(deck: list[int]) -> list[str]:
    """Lists what is wrong with a deck: its cards, its size, its copies, its colours."""
    problems: list[str] = []
    for card in dict.fromkeys(deck):
        if TOKEN[card] or KIND[card] == RESOURCE:
            problems.append(f"{CARDS[card].name} does not belong in a deck")
    if len(deck) != DECK_SIZE:
        problems.append(f"it has {len(deck)} cards: expected {DECK_SIZE}")
    problems += copy_problems(deck, [card.name for card in CARDS], MOST_COPIES)
    colours = [CARDS[card].colour for card in deck]
    return problems + colour_problems(colours, "colours", MOST_COLOURS)


LISTS: Final = kit.load_decks(
    PACKAGE,
    "data/decks.json",
    # Some tokens have the name of a card, which comes before them in the file and is meant.
    {**{card.name: card.number for card in reversed(CARDS[1:])}, **CATALOGUE.numbers},
    [card.id for card in CARDS],
    deck_problems,
    headings=("units", "pilots", "commands", "bases"),
)
