"""The drones, cards and ship sections, from the JSON files of this folder.

Each is a small number, its index in `DRONES`, `CARDS` or `SECTIONS`; number 0 is none. Moves name
them by their words: `scout`, `laser blast+`, `powercell`. A game uses one of two editions of the
card table (`BOOKS`): the cards as first published, or those of the balance patch.
"""

from collections.abc import Sequence
from typing import Final

from kibitz import kit
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


PACKAGE: Final = "kibitz.games.dronewars.cards"
DRONE_BOOK: Final[kit.Catalogue[DroneType]] = kit.load_catalogue(PACKAGE, "drones.json", DroneType)
DRONES: Final[list[DroneType]] = DRONE_BOOK.cards
CATALOGUE: Final[kit.Catalogue[ActionCard]] = kit.load_catalogue(PACKAGE, "cards.json", ActionCard)
CARDS: Final[list[ActionCard]] = CATALOGUE.cards
SECTION_BOOK: Final[kit.Catalogue[Section]] = kit.load_catalogue(PACKAGE, "sections.json", Section)
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
        pairs = list(zip(cards, changes, strict=True))
        self.cost: Final[list[int]] = [
            card.cost if change is None or change.cost < 0 else change.cost
            for card, change in pairs
        ]
        self.amount: Final[list[int]] = [
            card.amount if change is None or change.amount < 0 else change.amount
            for card, change in pairs
        ]
        self.most: Final[list[int]] = [
            card.most if change is None or change.most < 0 else change.most
            for card, change in pairs
        ]
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
