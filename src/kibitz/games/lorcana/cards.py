"""The cards: what is printed on them, as data, and the decks that are built of them.

A card is a line of `data/cards.json`. Its abilities are operations with parameters, in the order in
which they happen; `kibitz.games.lorcana.rules.operations` carries them out. Ids are neutral. What
cards are called is in `data/names.json`, and no rule needs it.
"""

from collections.abc import Mapping
from typing import Final

from kibitz import kit
from kibitz.kit.decks import colour_problems, copy_problems

PACKAGE: Final = "kibitz.games.lorcana"
NAMES: Final = kit.load_words(PACKAGE, "data/names.json").texts("names")
VERSIONS: Final = kit.load_words(PACKAGE, "data/names.json").texts("versions")

# Types of cards.
CHARACTER: Final = 0
ACTION: Final = 1
ITEM: Final = 2
LOCATION: Final = 3
TYPES: Final = ("character", "action", "item", "location")
INKS: Final = ("amber", "amethyst", "emerald", "ruby", "sapphire", "steel")
SONG: Final = "Song"

# Keywords; those from Challenger on have a number.
ALERT: Final = 0
BODYGUARD: Final = 1
EVASIVE: Final = 2
RECKLESS: Final = 3
RUSH: Final = 4
SUPPORT: Final = 5
VANISH: Final = 6
WARD: Final = 7
CHALLENGER: Final = 8
RESIST: Final = 9
SHIFT: Final = 10
SINGER: Final = 11
SING_TOGETHER: Final = 12
KEYWORDS: Final = (
    *("alert", "bodyguard", "evasive", "reckless", "rush", "support", "vanish", "ward"),
    *("challenger", "resist", "shift", "singer", "sing_together"),
)
# What else an effect changes for a while.
STRENGTH: Final = 13
LORE: Final = 14
CANNOT_QUEST: Final = 15
CANNOT_CHALLENGE: Final = 16
STATS: Final = (*KEYWORDS, "strength", "lore", "cannot_quest", "cannot_challenge")
BANS: Final = ("quest", "challenge")

# Kinds of abilities.
EFFECT: Final = 0
TRIGGERED: Final = 1
ACTIVATED: Final = 2
STATIC: Final = 3
ABILITIES: Final = ("effect", "triggered", "activated", "static")
# What sets a triggered ability off.
PLAYED: Final = 0
I_PLAY_CHARACTER: Final = 1
QUESTS: Final = 2
CHALLENGED: Final = 3
CHALLENGED_AND_BANISHED: Final = 4
BANISHED_IN_CHALLENGE: Final = 5
BANISHES_IN_CHALLENGE: Final = 6
BANISHED: Final = 7
TURN_STARTS: Final = 8
TURN_ENDS: Final = 9
OCCASIONS: Final = (
    *("played", "i_play_character", "quests", "challenged", "challenged_and_banished"),
    *("banished_in_challenge", "banishes_in_challenge", "banished", "turn_starts", "turn_ends"),
)
# In whose turn an ability works.
ANY_TURN: Final = 0
MY_TURN: Final = 1
THEIR_TURN: Final = 2
TURNS: Final = ("any", "mine", "theirs")

# Which cards an operation is about.
CHOOSE: Final = 0
EACH: Final = 1
SELF: Final = 2
SUBJECT: Final = 3
SAME: Final = 4
PICKS: Final = ("choose", "each", "self", "subject", "same")
ANY_SIDE: Final = 0
MINE: Final = 1
THEIRS: Final = 2
SIDES: Final = ("any", "mine", "theirs")

# How long an effect lasts.
TURN_END: Final = 0
MY_NEXT_START: Final = 1
THEIR_NEXT_TURN: Final = 2
DURATIONS: Final = ("turn_end", "my_next_start", "their_next_turn")

ME: Final = 0
OPPONENT: Final = 1
# The challenging player is always the opponent of the challenged one.
PLAYERS: Final = ("me", "opponent", "challenger")
# Draws as many cards as damage was removed.
HEALED: Final = -1

OPERATIONS: Final = (
    *("draw", "heal", "damage", "exert", "ready", "cannot", "strength", "lore_value", "gain"),
    *("banish", "to_hand", "to_inkwell", "this_card_to_hand", "this_card_to_inkwell"),
    *("top_to_inkwell", "hand_to_inkwell", "gain_lore", "lose_lore", "discard"),
    *("shuffle_from_discard", "look"),
)
# Those whose target is a card in play.
AIMED: Final = (
    *("heal", "damage", "exert", "ready", "cannot", "strength", "lore_value", "gain"),
    *("banish", "to_hand", "to_inkwell"),
)


class Target:
    """Which cards in play an operation or a static ability is about."""

    def __init__(self, row: kit.Row) -> None:
        self.pick: Final[int] = row.choice("pick", PICKS)
        self.side: Final[int] = row.choice("side", SIDES, "any")
        types = row.choices("types", TYPES)
        self.types: Final[list[bool]] = [not types or at in types for at in range(len(TYPES))]
        self.other: Final[bool] = row.flag("other")
        self.trait: Final[str] = row.text("trait", "")
        self.exerted: Final[bool] = row.flag("exerted")
        self.here: Final[bool] = row.flag("here")


class Instead:
    """Another amount, for the cards with one name."""

    def __init__(self, row: kit.Row) -> None:
        self.name_key: Final[str] = row.text("name_key")
        self.amount: Final[int] = row.whole("amount")


class Take:
    """How many of the cards that a player looks at go into the hand, and which."""

    def __init__(self, row: kit.Row) -> None:
        self.least: Final[int] = row.whole("least", 0)
        self.most: Final[int] = row.whole("most")
        self.trait: Final[str] = row.text("trait", "")
        self.show: Final[bool] = row.flag("show")


class Cost:
    """What an activated ability costs."""

    def __init__(self, row: kit.Row) -> None:
        self.exert: Final[bool] = row.flag("exert")
        self.ink: Final[int] = row.whole("ink", 0)
        self.banish_self: Final[bool] = row.flag("banish_self")


class Condition:
    """What must hold when an ability is resolved, or as long as it is static."""

    def __init__(self, row: kit.Row) -> None:
        self.exerted: Final[bool] = row.choice("self", ("", "exerted"), "") == 1
        self.no_trait: Final[str] = row.text("no_trait", "")
        self.fewer_cards: Final[bool] = row.choice("hand", ("", "opponent_has_more"), "") == 1
        self.visited: Final[bool] = row.choice("here", ("", "character"), "") == 1
        self.turn: Final[int] = row.choice("turn", TURNS, "any")


def read_keywords(row: kit.Row) -> list[int]:
    """Reads keywords as numbers, in the order of `KEYWORDS`; 0 for those that are missing."""
    return [
        row.whole(word, 0) if number >= CHALLENGER else int(row.flag(word))
        for number, word in enumerate(KEYWORDS)
    ]


class Operation:
    """One part of what an ability does; the fields that matter depend on its word."""

    def __init__(self, row: kit.Row) -> None:
        self.number: Final[int] = row.choice("op", OPERATIONS)
        self.word: Final[str] = OPERATIONS[self.number]
        count = row.field("count", 1)
        self.count: Final[int] = HEALED if count.value == "healed" else count.integer(0)
        self.up_to: Final[int] = row.whole("up_to", 0)
        amount = row.field("amount", 0)
        # Support gives the strength of its own character (K-11).
        self.own_strength: Final[bool] = amount.value == "own_strength"
        self.amount: Final[int] = 0 if self.own_strength else amount.integer()
        self.instead: Final[Instead | None] = row.record("instead", Instead)
        self.target: Final[Target | None] = row.record("target", Target)
        if self.target is None and self.word in AIMED:
            row.field("target", None, "an object")
        self.ban: Final[int] = CANNOT_QUEST + row.choice("what", BANS, "quest")
        self.until: Final[int] = row.choice("until", DURATIONS, "turn_end")
        self.keywords: Final[list[int]] = row.record("keywords", read_keywords) or []
        if not self.keywords and self.word == "gain":
            row.field("keywords", None, "an object")
        self.who: Final[int] = min(row.choice("who", PLAYERS, "me"), OPPONENT)
        self.exerted: Final[bool] = row.flag("exerted")
        self.or_stop: Final[bool] = row.flag("or_stop")
        self.take: Final[Take | None] = row.record("take", Take)
        if self.take is None and self.word == "look":
            row.field("take", None, "an object")
        # The others always go under the deck.
        row.choice("rest", ("bottom",), "bottom")


class Ability:
    """An ability of a card, or what an action does."""

    def __init__(self, row: kit.Row) -> None:
        self.kind: Final[int] = row.choice("kind", ABILITIES)
        on = row.choice("on", OCCASIONS, "played")
        self.on: Final[int] = on if self.kind == TRIGGERED else -1
        self.max_cost: Final[int] = row.whole("max_cost", 99)
        self.turn: Final[int] = row.choice("turn", TURNS, "any")
        self.condition: Final[Condition | None] = row.record("if", Condition)
        self.may: Final[bool] = row.flag("may")
        self.cost: Final[Cost | None] = row.record("cost", Cost)
        self.do: Final[list[Operation]] = row.list("do", Operation)
        if not self.do and self.kind != STATIC:
            row.field("do", None).note("expected one operation or more")
        self.while_: Final[Condition | None] = row.record("while", Condition)
        self.affects: Final[Target | None] = row.record("affects", Target)
        self.gain: Final[list[int]] = row.record("gain", read_keywords) or [0] * len(KEYWORDS)
        ban = row.choice("cannot", ("", *BANS), "")
        self.ban: Final[int] = CANNOT_QUEST + ban - 1 if ban else -1


class Card(kit.Card):
    """What is printed on a card."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.kind: Final[int] = row.choice("type", TYPES)
        self.name_key: Final[str] = row.text("name_key")
        self.ink: Final[str] = INKS[row.choice("ink", INKS)]
        self.cost: Final[int] = row.whole("cost")
        self.inkable: Final[bool] = row.flag("inkable")
        self.strength: Final[int] = row.whole("strength", 0)
        self.willpower: Final[int] = row.whole("willpower", 0)
        self.lore: Final[int] = row.whole("lore", 0)
        self.move: Final[int] = row.whole("move", 0)
        self.traits: Final[tuple[str, ...]] = row.texts("traits")
        self.song: Final[bool] = SONG in self.traits
        self.keywords: Final[list[int]] = row.record("keywords", read_keywords) or [0] * len(
            KEYWORDS
        )
        self.abilities: Final[list[Ability]] = row.list("abilities", Ability)
        activated = [at for at, each in enumerate(self.abilities) if each.kind == ACTIVATED]
        # Which ability `use` uses; no card has two.
        self.use: Final[int] = activated[0] if activated else -1
        if len(activated) > 1:
            row.field("abilities", None).note("expected one activated ability at most")


# Keywords that are triggered abilities, under the numbers that stand for them.
SUPPORTS: Final = -1
VANISHES: Final = -2
SUPPORTING: Final = {
    "op": "strength",
    "amount": "own_strength",
    "target": {"pick": "choose", "types": ["character"], "other": True},
}
VANISHING: Final = {"op": "banish", "target": {"pick": "self"}}
KEYWORD_ABILITIES: Final[list[Ability]] = [
    Ability(kit.Row("", {"kind": "triggered", "may": may, "do": [do]}, {}, []))
    for may, do in ((True, SUPPORTING), (False, VANISHING))
]


def ability_of(card: int, number: int) -> Ability:
    """Returns an ability of a card by its index, or a keyword that is one by its number."""
    return CARDS[card].abilities[number] if number >= 0 else KEYWORD_ABILITIES[-1 - number]


def called(row: Mapping[str, object]) -> str:
    """Returns what a card is called: its name, and its version if it has one."""
    id = str(row["id"])
    name, version = NAMES.get(str(row.get("name_key")), id), VERSIONS.get(id, "")
    return f"{name} - {version}" if version else name


CATALOGUE: Final[kit.Catalogue[Card]] = kit.load_catalogue(PACKAGE, "data/cards.json", Card, called)
CARDS: Final[list[Card]] = CATALOGUE.cards

# Tables by card, for what is asked in every move.
TITLE: Final[list[str]] = [card.name for card in CARDS]
KIND: Final[list[int]] = [card.kind for card in CARDS]
COST: Final[list[int]] = [card.cost for card in CARDS]
INKABLE: Final[list[bool]] = [card.inkable for card in CARDS]
IS_SONG: Final[list[bool]] = [card.song for card in CARDS]
WILLPOWER: Final[list[int]] = [card.willpower for card in CARDS]
PRINTED: Final[list[list[int]]] = [
    [*card.keywords, card.strength, card.lore, 0, 0] for card in CARDS
]
USE: Final[list[int]] = [card.use for card in CARDS]
# The first card with the same name stands for the name.
NAME: Final[list[int]] = [
    [other.name_key for other in CARDS].index(card.name_key) for card in CARDS
]
# Whether a card has a static ability, and which of its triggered abilities an occasion sets off.
HAS_STATIC: Final[list[bool]] = [
    any(each.kind == STATIC for each in card.abilities) for card in CARDS
]
SET_OFF: Final[list[list[list[int]]]] = [
    [[at for at, each in enumerate(card.abilities) if each.on == on] for card in CARDS]
    for on in range(len(OCCASIONS))
]
# What a character counts as for a song (K-9).
SINGS: Final[list[int]] = [max(card.cost, card.keywords[SINGER]) for card in CARDS]
# What its singers' costs must add up to, together where that is allowed (K-10).
TOGETHER: Final[list[int]] = [card.keywords[SING_TOGETHER] for card in CARDS]


# Decks.

DECK_SIZE: Final = 60
MOST_COPIES: Final = 4
MOST_INKS: Final = 2


def deck_problems(deck: list[int]) -> list[str]:
    """Lists what is wrong with a deck: its size, its inks, its copies; 0 is an unknown card."""
    problems: list[str] = []
    if len(deck) < DECK_SIZE:
        problems.append(f"it has {len(deck)} cards: expected {DECK_SIZE} or more")
    problems += colour_problems([CARDS[card].ink for card in deck if card], "inks", MOST_INKS)
    return problems + copy_problems(deck, TITLE, MOST_COPIES)


LISTS: Final = kit.load_decks(
    PACKAGE,
    "data/decks.json",
    {**{card.name: card.number for card in CARDS[1:]}, **CATALOGUE.numbers},
    [card.id for card in CARDS],
    deck_problems,
    headings=("characters", "actions", "songs", "items", "locations"),
)
