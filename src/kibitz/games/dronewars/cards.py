"""The drones, cards, ship sections and decks, from the JSON files in `data`.

Each is a small number, its index in `DRONES`, `CARDS` or `SECTIONS`; number 0 is none. Moves name
them by their words: `scout`, `laser blast+`, `powercell`. A game uses one of two editions of the
card table (`BOOKS`): the cards as first published, or those of the balance patch.

Decks, drone lists and placements come from `decks.json` or from the players. A personality is a
deck with a drone list and a placement of its own.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from kibitz import kit
from kibitz.core.document import Document, read_json
from kibitz.core.errors import suggest
from kibitz.kit.errors import CardDataError

LANES: Final = 3
MIDDLE: Final = 1

# Keywords of drones, as bits.
KEYWORDS: Final = ("guardian", "jammer", "piercing", "defender", "always intercepts")
GUARDIAN: Final = 1
JAMMER: Final = 2
PIERCING: Final = 4
DEFENDER: Final = 8
ALWAYS_INTERCEPTS: Final = 16

# Abilities of drones that a player uses.
NO_ABILITY: Final = 0
HEAL_ONE: Final = 1
HEAL_LANE: Final = 2
SNIPE: Final = 3
DRONE_ABILITIES: Final = ("none", "heal one", "heal lane", "snipe")

# What cards do.
DAMAGE: Final = 0
DESTROY: Final = 1
DRAW: Final = 2
GAIN_ENERGY: Final = 3
READY: Final = 4
HEAL_HULL: Final = 5
HEAL_SHIELDS: Final = 6
MODIFY: Final = 7
REPEAT: Final = 8
MOVE_ONE: Final = 9
MOVE_MANY: Final = 10
UPGRADE: Final = 11
DESTROY_UPGRADE: Final = 12
SEARCH: Final = 13
SEARCH_UPGRADES: Final = 14
TOKENS: Final = 15
RAILGUN: Final = 16
BARRAGE: Final = 17
EFFECTS: Final = (
    *("damage", "destroy", "draw", "gain energy", "ready", "heal hull", "heal shields", "modify"),
    *("repeat", "move one", "move many", "upgrade", "destroy upgrade", "search"),
    *("search upgrades", "tokens", "railgun", "barrage"),
)

# What a card is played on.
NO_TARGET: Final = 0
ANY_DRONE: Final = 1
OWN_DRONE: Final = 2
ENEMY_DRONE: Final = 3
OWN_EXHAUSTED: Final = 4
OWN_LANE: Final = 5
ENEMY_LANE: Final = 6
BOTH_LANES: Final = 7
OWN_SECTION: Final = 8
DRONE_TYPE: Final = 9
ENEMY_UPGRADE: Final = 10
DRONE_AND_LANE: Final = 11
LANE_TO_LANE: Final = 12
TARGETS: Final = (
    *("none", "any drone", "own drone", "enemy drone", "own exhausted drone", "own lane"),
    *("enemy lane", "lane", "own section", "drone type", "enemy upgrade"),
    *("own ready drone and lane", "lanes"),
)

# The numbers of a drone type that cards and upgrades change; piercing counts as one.
NO_STAT: Final = 0
ATTACK: Final = 1
SPEED: Final = 2
SHIELDS: Final = 3
COST: Final = 4
LIMIT: Final = 5
PIERCING_STAT: Final = 6
STATS: Final = ("none", "attack", "speed", "shields", "cost", "limit", "piercing")

# What ship sections give.
HAND_LIMIT: Final = 0
DISCARDS: Final = 1
ENERGY: Final = 2
MAX_ENERGY: Final = 3
SHIELDS_PER_ROUND: Final = 4
INITIAL_DEPLOYMENT: Final = 5
CPU_LIMIT: Final = 6
DEPLOYMENT_BUDGET: Final = 7
SHIP_STATS: Final = (
    *("hand limit", "discards", "energy", "max energy", "shields", "initial deployment"),
    *("cpu limit", "deployment budget"),
)
HEALTHY: Final = 0
DAMAGED: Final = 1
CRITICAL: Final = 2
STATUSES: Final = ("healthy", "damaged", "critical")

# Abilities of sections.
RECALCULATE: Final = 0
REALLOCATE: Final = 1
RECALL: Final = 2
MARK: Final = 3
SHIP_ABILITIES: Final = ("recalculate", "reallocate", "recall", "mark")

# No drone is slower or faster than these; a card without a filter has them.
SLOWEST: Final = -99
FASTEST: Final = 99


class DroneType(kit.Card):
    """A type of drone.

    Attributes:
        word: its name in moves.
        cost: its class, which is what it costs to deploy.
        limit: how many may be on the board at once; 0 for a token, which is never deployed.
        attack: its printed attack.
        hull: its printed hull, which is also the most it can have.
        shields: its printed shields.
        speed: its printed speed.
        slots: how many upgrades the type can have.
        keywords: its keywords, as bits.
        ship_bonus: the extra damage against sections.
        aura_shields: how much it raises the max shields of other own drones in its lane.
        ability: what it can be used for: `HEAL_ONE`, `HEAL_LANE`, `SNIPE` or `NO_ABILITY`.
        ability_amount: how much it heals or hurts.
        ability_cost: the energy for it.
        attack_destroys: whether it is destroyed after it attacked.
        attack_gains_attack: the attack it gains for good after each attack.
        move_gains_attack: the attack it gains for good with each move.
        move_gains_speed: the speed it gains for good with each move.
        lane_damaged_attack: extra attack while the own section of its lane is damaged or critical.
        each_damaged_attack: extra attack for each own section that is damaged or critical.
        outer_attack: extra attack in lanes 1 and 3.
        outer_speed: extra speed in lanes 1 and 3.
        per_lane: how many may stand on one side of a lane; 0 for any number.
    """

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.word: Final[str] = row.text("word")
        self.cost: Final[int] = row.whole("class")
        self.limit: Final[int] = row.whole("limit")
        self.attack: Final[int] = row.whole("attack")
        self.hull: Final[int] = row.whole("hull")
        self.shields: Final[int] = row.whole("shields")
        self.speed: Final[int] = row.whole("speed")
        self.slots: Final[int] = row.whole("slots")
        self.keywords: Final[int] = read_keywords(row)
        self.ship_bonus: Final[int] = row.whole("ship_bonus", 0)
        self.aura_shields: Final[int] = row.whole("aura_shields", 0)
        self.ability: Final[int] = row.choice("ability", DRONE_ABILITIES, "none")
        self.ability_amount: Final[int] = row.whole("ability_amount", 0)
        self.ability_cost: Final[int] = row.whole("ability_cost", 0)
        self.attack_destroys: Final[bool] = row.flag("attack_destroys")
        self.attack_gains_attack: Final[int] = row.whole("attack_gains_attack", 0)
        self.move_gains_attack: Final[int] = row.whole("move_gains_attack", 0)
        self.move_gains_speed: Final[int] = row.whole("move_gains_speed", 0)
        self.lane_damaged_attack: Final[int] = row.whole("lane_damaged_attack", 0)
        self.each_damaged_attack: Final[int] = row.whole("each_damaged_attack", 0)
        self.outer_attack: Final[int] = row.whole("outer_attack", 0)
        self.outer_speed: Final[int] = row.whole("outer_speed", 0)
        self.per_lane: Final[int] = row.whole("per_lane", 0)


def read_keywords(row: kit.Row) -> int:
    """Reads a list of keywords as bits; notes unknown ones."""
    found = 0
    for place in row.field("keywords", []).items():
        found |= 1 << KEYWORDS.index(place.choice(KEYWORDS))
    return found


class Change:
    """What the balance patch changes on a card; -1 for what it leaves alone."""

    def __init__(self, row: kit.Row) -> None:
        self.cost: Final[int] = row.whole("cost", -1)
        self.amount: Final[int] = row.whole("amount", -1)
        self.most: Final[int] = row.whole("most", -1)


class ActionCard(kit.Card):
    """A card. What it costs and how much it does depends on the edition, see `Book`.

    Attributes:
        word: its name in moves.
        base: the number of the plain card, for the number of copies; itself if it is one.
        effect: what it does, such as `DAMAGE`.
        target: what it is played on, such as `ANY_DRONE`.
        go_again: whether its player takes another turn.
        piercing: whether its damage ignores shields.
        slowest: it affects only drones that are at least this fast.
        fastest: it affects only drones that are at most this fast.
        stat: the number that it changes, such as `ATTACK`.
        permanent: whether that change stays after this round.
        count: how many cards are searched, or drones moved, or drones needed for more damage.
        special_amount: the amount in the case that the card names.
        applications: how often an upgrade can be applied to one type.
        makes: the id of the token that it makes; empty for none.
        patch_only: whether it exists only with the balance patch.
    """

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.word: Final[str] = self.name.lower()
        self.base: Final[int] = row.card("base") or self.number
        self.effect: Final[int] = row.choice("effect", EFFECTS)
        self.target: Final[int] = row.choice("target", TARGETS, "none")
        self.go_again: Final[bool] = row.flag("go_again")
        self.piercing: Final[bool] = row.flag("piercing")
        self.slowest: Final[int] = row.whole("slowest", SLOWEST)
        self.fastest: Final[int] = row.whole("fastest", FASTEST)
        self.stat: Final[int] = row.choice("stat", STATS, "none")
        self.permanent: Final[bool] = row.flag("permanent")
        self.count: Final[int] = row.whole("count", 0)
        self.special_amount: Final[int] = row.whole("special_amount", 0)
        self.applications: Final[int] = row.whole("applications", 0)
        self.makes: Final[str] = row.text("makes", "")
        self.patch_only: Final[bool] = row.flag("patch_only")
        self.cost: Final[int] = row.whole("cost")
        self.amount: Final[int] = row.whole("amount", 0)
        self.most: Final[int] = row.whole("most")
        self.changes: Final[list[Change]] = row.list("patch", Change)


class StatRow:
    """What a section gives of one stat, by status, and the bonus of the middle lane."""

    def __init__(self, row: kit.Row) -> None:
        self.stat: Final[int] = row.choice("stat", SHIP_STATS)
        self.amounts: Final[list[int]] = [row.whole(status) for status in STATUSES]
        self.middle: Final[int] = row.whole("middle")


class Section(kit.Card):
    """A section of a ship.

    Attributes:
        word: its name in moves.
        key: its name in documents of the original game.
        ability: `RECALCULATE`, `REALLOCATE`, `RECALL` or `MARK`.
        ability_cost: the energy for it.
        middle_cap: how much its own shield cap is higher in the middle lane.
        amounts: what it gives, by status and then stat.
        middle: what it gives more in the middle lane, by stat.
        patch_only: whether it exists only with the balance patch.
    """

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.word: Final[str] = row.text("word")
        self.key: Final[str] = row.text("key")
        self.ability: Final[int] = row.choice("ability", SHIP_ABILITIES)
        self.ability_cost: Final[int] = row.whole("ability_cost")
        self.middle_cap: Final[int] = row.whole("middle_cap", 0)
        self.patch_only: Final[bool] = row.flag("patch_only")
        self.amounts: Final[list[list[int]]] = [[0] * len(SHIP_STATS) for _ in STATUSES]
        self.middle: Final[list[int]] = [0] * len(SHIP_STATS)
        for line in row.list("stats", StatRow):
            for status, amount in enumerate(line.amounts):
                self.amounts[status][line.stat] = amount
            self.middle[line.stat] = line.middle


PACKAGE: Final = "kibitz.games.dronewars"
DRONE_BOOK: Final[kit.Catalogue[DroneType]] = kit.load_catalogue(
    PACKAGE, "data/drones.json", DroneType
)
DRONES: Final[list[DroneType]] = DRONE_BOOK.cards
CATALOGUE: Final[kit.Catalogue[ActionCard]] = kit.load_catalogue(
    PACKAGE, "data/cards.json", ActionCard
)
CARDS: Final[list[ActionCard]] = CATALOGUE.cards
SECTION_BOOK: Final[kit.Catalogue[Section]] = kit.load_catalogue(
    PACKAGE, "data/sections.json", Section
)
SECTIONS: Final[list[Section]] = SECTION_BOOK.cards

# How many drones of one type a seat can have: the highest limit, and one more by an upgrade.
MOST_EQUAL: Final = 5
for _drone in DRONES:
    if _drone.limit >= MOST_EQUAL:
        raise CardDataError(f"{_drone.id}: limit: expected {MOST_EQUAL - 1} or less")


class Book:
    """The card table of one edition, by card.

    Attributes:
        cost: the energy to play it.
        amount: how much it does.
        most: how many copies a deck may hold, those of the enhanced card included.
        included: whether it is in this edition.
    """

    def __init__(self, cards: Sequence[ActionCard], patched: bool) -> None:
        changes = [card.changes[0] if patched and card.changes else None for card in cards]
        self.cost: Final[list[int]] = [card.cost for card in cards]
        self.amount: Final[list[int]] = [card.amount for card in cards]
        self.most: Final[list[int]] = [card.most for card in cards]
        for at, change in enumerate(changes):
            if change is not None:
                self.cost[at] = self.cost[at] if change.cost < 0 else change.cost
                self.amount[at] = self.amount[at] if change.amount < 0 else change.amount
                self.most[at] = self.most[at] if change.most < 0 else change.most
        self.included: Final[list[bool]] = [
            card.number > 0 and (patched or not card.patch_only) for card in cards
        ]


# The cards as first published, and those of the balance patch.
BOOKS: Final[list[Book]] = [Book(CARDS, False), Book(CARDS, True)]

IS_UPGRADE: Final[list[bool]] = CATALOGUE.where(lambda card: card.effect == UPGRADE)
# What only serves with upgrades.
NEEDS_UPGRADES: Final[list[bool]] = CATALOGUE.where(
    lambda card: card.effect in (UPGRADE, DESTROY_UPGRADE, SEARCH_UPGRADES)
)
# The token that a card makes, as a type of drone; 0 for none.
MAKES: Final[list[int]] = [DRONE_BOOK.number(card.makes) if card.makes else 0 for card in CARDS]


# Words.


def counted(count: int, thing: str) -> str:
    """Writes a number of things: `1 shield`, `2 shields`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def plain(text: str) -> str:
    """Returns a name in small letters without spare spaces."""
    return " ".join(text.lower().split())


DRONE_WORDS: Final[list[str]] = [drone.word for drone in DRONES]
CARD_WORDS: Final[list[str]] = [card.word for card in CARDS]
SECTION_WORDS: Final[list[str]] = [section.word for section in SECTIONS]
# What can be read: the words of moves, printed names and ids.
DRONE_NUMBERS: Final[dict[str, int]] = {
    plain(word): drone.number for drone in DRONES[1:] for word in (drone.id, drone.name, drone.word)
}
CARD_NUMBERS: Final[dict[str, int]] = {
    plain(word): card.number for card in CARDS[1:] for word in (card.id, card.word)
}
SECTION_NUMBERS: Final[dict[str, int]] = {
    plain(word): section.number
    for section in SECTIONS[1:]
    for word in (section.id, section.name, section.key, section.word)
}


# Decks, drone lists and placements.

SEPARATOR: Final = "/"
DECK_SIZE: Final = 40
SHORTEST_FLEET: Final = 5
LONGEST_FLEET: Final = 10
# A placement that the player chooses.
ASK: Final = "ask"
# How much of an unknown word is compared with names.
SHOWN: Final = 40
# The drone list of a deck without one of its own.
USUAL_FLEET: Final = "standard"
BRIDGE: Final = SECTION_NUMBERS["bridge"]
ROLES: Final[list[int]] = [BRIDGE if section.patch_only else section.number for section in SECTIONS]


class Preset:
    """A deck of the table; a personality if it has a placement.

    Attributes:
        name: the word for it.
        title: its name for people.
        difficulty: how strong it is meant to be; empty for a plain deck.
        brain: the agent that plays it; empty for a plain deck.
        cards: the cards.
        fleet: the drone list.
        placement: the sections in lanes 1, 2 and 3; empty if the player chooses.
        unchecked: whether it may break the rules for decks.
    """

    def __init__(self, name: str, place: Document, decks: Document, fleets: Document) -> None:
        place.only(("cards", "drones", "placement", "unchecked", "title", "difficulty", "brain"))
        self.name: Final = name
        self.title: Final = place.optional("title", name).text()
        self.difficulty: Final = place.optional("difficulty", "").text()
        self.brain: Final = place.optional("brain", "").text()
        self.unchecked: Final = place.optional("unchecked", False).flag()
        words = place.field("cards").text()
        if decks.has(words):
            words = decks.field(words).field("cards").text()
        self.words: Final = words
        self.cards: Final = read_cards(words)
        self.fleet: Final = read_fleet_list(fleets.field(place.field("drones").text()).text())
        placement = place.optional("placement", "").text()
        self.placement: Final = read_placement(placement) if placement else ()


# Reading lists in words.

# How many names are listed where none is similar.
MOST_LISTED: Final = 12


def near_name(word: str, names: Sequence[str]) -> str:
    """Says which name a word could mean; a long list of names is not written out."""
    near = suggest(word[:SHOWN], names)
    if near.startswith("did") or len(names) <= MOST_LISTED:
        return near
    return "'kibitz games dronewars' lists them all"


def read_cards(text: str) -> list[int]:
    """Reads a list such as `4 laser blast, 2 nuke`; ids such as CARD011 serve, too.

    Raises:
        ValueError: if cards are unknown; names near matches of each.
    """
    deck: list[int] = []
    problems: list[str] = []
    for item in text.split(","):
        words = plain(item)
        if not words:
            continue
        count, _, name = words.partition(" ")
        is_count = count.isascii() and count.isdecimal() and len(count) < 4
        times, name = (int(count), name) if is_count else (1, words)
        card = CARD_NUMBERS.get(name)
        if card is None:
            problems.append(f"there is no card {name[:SHOWN]!r}; {near_name(name, CARD_WORDS[1:])}")
        else:
            deck.extend([card] * times)
    if problems:
        raise ValueError("; ".join(problems))
    return deck


def read_fleet_list(text: str) -> tuple[int, ...]:
    """Reads a list of drones such as `scout, bomber`.

    Raises:
        ValueError: if drones are unknown; names near matches of each.
    """
    found: list[int] = []
    problems: list[str] = []
    for item in text.split(","):
        word = plain(item)
        kind = DRONE_NUMBERS.get(word)
        if kind is None:
            problems.append(
                f"there is no drone {word[:SHOWN]!r}; {near_name(word, DRONE_WORDS[1:])}"
            )
        else:
            found.append(kind)
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(found)


def read_placement(text: str) -> tuple[int, ...]:
    """Reads the sections in lanes 1, 2 and 3, such as `bridge powercell hub`.

    Raises:
        ValueError: if a section is unknown, missing or there twice.
    """
    words = plain(text.replace(",", " "))
    # Names of several words first, as one word each.
    for name in sorted(SECTION_NUMBERS, key=len, reverse=True):
        if " " in name:
            words = words.replace(name, SECTIONS[SECTION_NUMBERS[name]].id)
    found: list[int] = []
    for word in words.split():
        section = SECTION_NUMBERS.get(word)
        if section is None:
            raise ValueError(f"there is no section {word!r}; {suggest(word, SECTION_WORDS[1:])}")
        found.append(section)
    if sorted([ROLES[section] for section in found]) != sorted(set(ROLES[1:])):
        expected = "a bridge, powercell and hub in any order"
        raise ValueError(f"invalid placement {words!r}: expected {expected}")
    return tuple(found)


def placements(patched: bool) -> list[tuple[int, ...]]:
    """Lists all placements of an edition."""
    known = [s.number for s in SECTIONS[1:] if patched or not s.patch_only]
    found: list[tuple[int, ...]] = []
    for one in known:
        for two in known:
            for three in known:
                if len({ROLES[one], ROLES[two], ROLES[three]}) == LANES:
                    found.append((one, two, three))
    return found


def write_placement(placement: tuple[int, ...]) -> str:
    """Writes a placement: `bridge powercell hub`."""
    return " ".join([SECTION_WORDS[section] for section in placement])


# Rules for decks (1.2).


def deck_problems(deck: list[int], patched: bool, upgrades: bool) -> list[str]:
    """Lists what is wrong with a deck: its size, the copies, cards that this game does not have."""
    problems: list[str] = []
    book = BOOKS[1 if patched else 0]
    if len(deck) < DECK_SIZE:
        problems.append(f"it has {len(deck)} cards: expected {DECK_SIZE} or more")
    copies: dict[int, int] = {}
    for card in deck:
        copies[CARDS[card].base] = copies.get(CARDS[card].base, 0) + 1
    for card, count in copies.items():
        if count > book.most[card]:
            name, most = CARDS[card].name, book.most[card]
            problems.append(f"it has {count} copies of {name}: expected {most} at most")
    return problems + card_problems(deck, patched, upgrades)


def card_problems(deck: list[int], patched: bool, upgrades: bool) -> list[str]:
    """Lists the cards that this game does not have."""
    problems: list[str] = []
    for card in dict.fromkeys(deck):
        if not BOOKS[1 if patched else 0].included[card]:
            problems.append(f"{CARDS[card].name} needs balance_patch")
        if NEEDS_UPGRADES[card] and not upgrades:
            problems.append(f"{CARDS[card].name} needs upgrades")
    return problems


def fleet_problems(fleet: tuple[int, ...]) -> list[str]:
    """Lists what is wrong with a drone list: its size, drones that are there twice, tokens."""
    problems: list[str] = []
    if not SHORTEST_FLEET <= len(fleet) <= LONGEST_FLEET:
        expected = f"expected {SHORTEST_FLEET} to {LONGEST_FLEET}"
        problems.append(f"it has {len(fleet)} drones: {expected}")
    for kind in dict.fromkeys(fleet):
        if fleet.count(kind) > 1:
            problems.append(
                f"{DRONES[kind].name} is in it {fleet.count(kind)} times: expected once"
            )
        if DRONES[kind].token:
            problems.append(f"{DRONES[kind].name} is a token, which no list holds")
    return problems


# The options of a game.


class Loadout:
    """What a seat brings: a deck, a drone list, and perhaps a placement."""

    def __init__(
        self, cards: list[int], fleet: tuple[int, ...], placement: tuple[int, ...]
    ) -> None:
        self.cards: Final = cards
        self.fleet: Final = fleet
        self.placement: Final = placement


def seat_texts(option: str, text: str) -> list[str]:
    """Splits an option with a part for each seat; one part is for both."""
    parts = [" ".join(part.split()) for part in text.split(SEPARATOR)]
    if len(parts) > 2:
        raise ValueError(f"invalid {option}: expected one or two, with {SEPARATOR} between them")
    return [parts[0], parts[-1]]


def read_loadouts(
    decks: str, drones: str, sections: str, patched: bool, upgrades: bool, unchecked: bool
) -> list[Loadout]:
    """Reads what both seats bring, from the options of a game.

    Raises:
        ValueError: if something is unknown or against the rules for decks.
    """
    deck_texts = seat_texts("decks", decks)
    fleet_texts = seat_texts("drones", drones)
    placement_texts = seat_texts("placements", sections)
    found: list[Loadout] = []
    problems: dict[str, list[str]] = {}
    for seat in (0, 1):
        preset = PRESETS.get(plain(deck_texts[seat]))
        cards, fleet, placement = list[int](), tuple[int, ...](), tuple[int, ...]()
        try:
            cards = read_deck(deck_texts[seat], preset, patched, upgrades, unchecked)
        except ValueError as error:
            note_option(problems, "decks", deck_texts, seat, error)
        try:
            fleet = read_fleet(fleet_texts[seat], preset)
        except ValueError as error:
            note_option(problems, "drones", fleet_texts, seat, error)
        try:
            placement = read_ship(placement_texts[seat], preset, patched)
        except ValueError as error:
            note_option(problems, "placements", placement_texts, seat, error)
        found.append(Loadout(cards, fleet, placement))
    if problems:
        raise ValueError(
            "; ".join([f"invalid {what}: {'; '.join(problems[what])}" for what in problems])
        )
    return found


def note_option(
    problems: dict[str, list[str]], what: str, texts: list[str], seat: int, error: ValueError
) -> None:
    """Notes what is wrong with the part of an option for a seat; once if both seats share it."""
    if seat == 0 or texts[0] != texts[1]:
        problems.setdefault(what, []).append(f"seat {seat}: {error}")


def read_deck(
    text: str, preset: Preset | None, patched: bool, upgrades: bool, unchecked: bool
) -> list[int]:
    """Reads a deck: the name of one, or a list of cards.

    Raises:
        ValueError: if it names an unknown card or breaks a rule for decks.
    """
    if preset is not None:
        deck = preset.cards
        # The patch lowers how many copies some cards of the old decks may have.
        problems = card_problems(deck, patched, upgrades)
    elif "," not in text and not any(letter.isdigit() for letter in text):
        raise ValueError(f"there is no deck {plain(text)!r}; {suggest(plain(text), PRESETS)}")
    else:
        deck = read_cards(text)
        check = card_problems if unchecked else deck_problems
        problems = check(deck, patched, upgrades)
    if problems:
        raise ValueError("; ".join(problems))
    return sorted(deck)


def read_fleet(text: str, preset: Preset | None) -> tuple[int, ...]:
    """Reads a drone list: the name of one, or drones; with no text that of the deck.

    Raises:
        ValueError: if it names an unknown drone or has too few, too many or equal ones.
    """
    if not text:
        return FLEETS[USUAL_FLEET] if preset is None else preset.fleet
    if plain(text) in FLEETS:
        return FLEETS[plain(text)]
    if "," not in text:
        raise ValueError(f"there is no drone list {plain(text)!r}; {suggest(plain(text), FLEETS)}")
    fleet = read_fleet_list(text)
    problems = fleet_problems(fleet)
    if problems:
        raise ValueError("; ".join(problems))
    return fleet


def read_ship(text: str, preset: Preset | None, patched: bool) -> tuple[int, ...]:
    """Reads a placement; with no text that of the deck, and empty if the player chooses.

    Raises:
        ValueError: if it is no placement of this game.
    """
    if not text:
        return () if preset is None else preset.placement
    if plain(text) == ASK:
        return ()
    if " " not in plain(text.replace(",", " ")):
        near = suggest(plain(text)[:SHOWN], [ASK, *SECTION_WORDS[1:]])
        expected = "expected three sections such as 'bridge powercell hub', or 'ask'"
        raise ValueError(f"invalid placement {plain(text)[:SHOWN]!r}: {expected}; {near}")
    found = read_placement(text)
    for section in found:
        if SECTIONS[section].patch_only and not patched:
            raise ValueError(f"{SECTIONS[section].name} needs balance_patch")
    return found


def load_presets() -> dict[str, Preset]:
    """Reads the decks of `decks.json`.

    Raises:
        CardDataError: if the file has missing or extra content, or a deck breaks the rules.
    """
    root = read_root()
    found: dict[str, Preset] = {}
    decks, fleets = root.field("decks"), root.field("drones")
    for name in decks.names():
        try:
            found[name] = Preset(name, decks.field(name), decks, fleets)
        except ValueError as error:
            raise CardDataError(f"decks.json: {name}: {error}") from error
        made = found[name]
        problems = [] if made.unchecked else deck_problems(made.cards, False, True)
        if problems or fleet_problems(made.fleet):
            listed = "; ".join([*problems, *fleet_problems(made.fleet)])
            raise CardDataError(f"decks.json: {name}: {listed}")
    root.finish(CardDataError, "decks.json")
    return found


def read_root() -> Document:
    """Reads the file as a document."""
    text = files(PACKAGE).joinpath("data/decks.json").read_text(encoding="utf-8")
    return Document(read_json(text, CardDataError, "decks.json"))


def load_fleets() -> dict[str, tuple[int, ...]]:
    """Reads the drone lists of `decks.json`."""
    lists = read_root().field("drones")
    return {name: read_fleet_list(lists.field(name).text()) for name in lists.names()}


PRESETS: Final[dict[str, Preset]] = load_presets()
# The personalities by the name of their agent: `manticore-strategic` is that of a preset.
PERSONALITY_NAMES: Final = {
    name.replace(" ", "-"): name for name, preset in PRESETS.items() if preset.brain
}
STRATEGIC_BRAIN: Final = "strategic"
FLEETS: Final[dict[str, tuple[int, ...]]] = load_fleets()
