"""The state of a battle: the layout of the table, drones, ships, and the options of the rules.

Cards, types of drones and sections are the numbers of `kibitz.games.dronewars.cards`.
Lanes are 0 to 2 inside and 1 to 3 in words; lane 1 (2 in words) is the middle. What a seat has in
each lane stands in a list at `seat * 3 + lane`.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core.value import Value
from kibitz.games.dronewars.cards import BOOKS, CATALOGUE, DRONES, LANES, Book

# Zones of cards. Cards that were discarded in secret lie aside until both seats have discarded.
HAND: Final = 0
DECK: Final = 1
DISCARD: Final = 2
ASIDE: Final = 3
ZONES: Final = 4

# Phases in which somebody decides, in the order of play; those of a round begin with the third.
SELECTION: Final = 0
PLACEMENT: Final = 1
MANDATORY_DISCARD: Final = 2
OPTIONAL_DISCARD: Final = 3
SHIELD_ALLOCATION: Final = 4
DRONE_REMOVAL: Final = 5
DEPLOYMENT: Final = 6
ACTION: Final = 7
PHASES: Final = (
    *("selection", "placement", "mandatory_discard", "optional_discard", "shield_allocation"),
    *("drone_removal", "deployment", "action"),
)

LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("discard"),
        kit.Zone("aside", "owner"),
    ),
    ("lane1", "lane2", "lane3"),
    phases=PHASES,
)

MAX_HULL: Final = 10
# A section is damaged with this hull or less, whatever the rules for winning are.
DAMAGED_HULL: Final = 5
# The rules for winning: a section is lost with this hull or less.
RULESETS: Final = {"standard": DAMAGED_HULL, "first_hull": MAX_HULL - 1}
START_SHIELDS: Final = 3
SHIELD_CAP: Final = 3
POOL_SIZE: Final = 5
# The highest round after which a battle can be a draw.
MOST_ROUNDS: Final = 1000
# How many Go Again cards a player may play one after the other.
MOST_AGAIN: Final = 30
# How many both may play in an action phase. Nothing else brings energy, so no phase is endless.
MOST_AGAIN_IN_PHASE: Final = 100

# Nobody, such as the first passer before anybody has passed.
NO_SEAT: Final = -1
# The target of an attack on a section, among the indexes of drones in a lane.
SECTION: Final = -1

# How a battle ends.
BY_SECTIONS: Final = "sections"
BY_ROUNDS: Final = "round cap"

# An upgrade of a type is one number: the type times this, plus the card.
UPGRADE_BASE: Final = 1000


class Drone(kit.InPlay):
    """A drone on the board.

    Attributes:
        kind: its type.
        hull: its hull; it is destroyed at 0.
        shields: its shields.
        max_shields: the most shields it can have now; `rules.stats` keeps it up to date.
        ready: whether it is ready; else it is exhausted.
        attack_up: the attack it has gained for good.
        attack_boost: the attack it has gained or lost until the next energy reset.
        speed_up: the speed it has gained for good.
        speed_boost: the speed it has gained or lost until the next energy reset.
        marked: whether it was marked; only with the balance patch.
    """

    __match_args__ = (
        *("kind", "hull", "shields", "max_shields", "ready", "attack_up", "attack_boost"),
        *("speed_up", "speed_boost", "marked"),
    )

    def __init__(
        self,
        kind: int,
        hull: int = 0,
        shields: int = 0,
        max_shields: int = 0,
        ready: bool = True,
        attack_up: int = 0,
        attack_boost: int = 0,
        speed_up: int = 0,
        speed_boost: int = 0,
        marked: bool = False,
    ) -> None:
        super().__init__(kind)
        self.hull = hull
        self.shields = shields
        self.max_shields = max_shields
        self.ready = ready
        self.attack_up = attack_up
        self.attack_boost = attack_boost
        self.speed_up = speed_up
        self.speed_boost = speed_boost
        self.marked = marked

    def clone(self) -> "Drone":
        """Returns an independent copy."""
        return Drone(
            self.kind,
            self.hull,
            self.shields,
            self.max_shields,
            self.ready,
            self.attack_up,
            self.attack_boost,
            self.speed_up,
            self.speed_boost,
            self.marked,
        )

    def cards(self) -> list[int]:
        """Returns no cards: a drone is not a card."""
        return []


def new_drone(kind: int) -> Drone:
    """Makes a ready drone with full hull and its printed shields."""
    printed = DRONES[kind]
    return Drone(kind, printed.hull, printed.shields, printed.shields)


class RuleSet(Value):
    """The options of the rules.

    Attributes:
        loss_hull: a section is lost while its hull is not above this.
        reset_shields: whether sections lose all shields before new ones are allocated.
        round_cap: the round after which a battle is a draw; 0 for none.
        balance_patch: whether the cards are those of the balance patch.
    """

    __match_args__ = ("loss_hull", "reset_shields", "round_cap", "balance_patch")

    def __init__(
        self,
        loss_hull: int = DAMAGED_HULL,
        reset_shields: bool = False,
        round_cap: int = 60,
        balance_patch: bool = False,
    ) -> None:
        self.loss_hull: Final = loss_hull
        self.reset_shields: Final = reset_shields
        self.round_cap: Final = round_cap
        self.balance_patch: Final = balance_patch


# What everybody sees of the field.
PUBLIC_FIELDS: Final = (
    *("rules", "first", "sections", "hull", "shields", "energy", "budget", "fleets", "pools"),
    *("upgrades", "passed", "first_passer", "left", "again", "again_in_phase"),
)


class Field(kit.Board):
    """What is neither a card nor a drone.

    Lists with an entry for each lane of each seat hold those of seat 0 first.

    Attributes:
        rules: the options of the rules.
        first: the first player of the round; `NO_SEAT` before the first round.
        sections: the section in each lane; 0 before the ships are placed.
        hull: the hull of the section in each lane.
        shields: the shields of the section in each lane.
        energy: the energy of each seat.
        budget: the deployment budget of each seat.
        fleets: the drone list of each seat, from which its active pool is chosen.
        pools: the active pool of each seat; empty until both are chosen.
        upgrades: the upgrades of each seat's types, sorted; see `UPGRADE_BASE`.
        passed: the seats that have passed in this phase, as bits.
        first_passer: the seat that passed first in this action phase; `NO_SEAT` if none has.
        left: how many cards the seat to move may still discard, or shields it must still place.
        again: how many Go Again cards the player has played one after the other.
        again_in_phase: how many were played in this phase.
        offered: the drones each seat was offered, in pairs; the last pair is the current offer.
        chosen: what each seat has chosen in secret: drones, then its placement.
    """

    __match_args__ = (*PUBLIC_FIELDS, "offered", "chosen")
    visibility: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(PUBLIC_FIELDS, "public"),
        "offered": "owner",
        "chosen": "owner",
    }
    records: ClassVar[tuple[type[Value], ...]] = (RuleSet,)

    def __init__(
        self,
        rules: RuleSet,
        first: int = NO_SEAT,
        sections: list[int] | None = None,
        hull: list[int] | None = None,
        shields: list[int] | None = None,
        energy: list[int] | None = None,
        budget: list[int] | None = None,
        fleets: tuple[tuple[int, ...], ...] = ((), ()),
        pools: tuple[tuple[int, ...], ...] = ((), ()),
        upgrades: tuple[tuple[int, ...], ...] = ((), ()),
        passed: int = 0,
        first_passer: int = NO_SEAT,
        left: int = 0,
        again: int = 0,
        again_in_phase: int = 0,
        offered: list[tuple[int, ...]] | None = None,
        chosen: list[tuple[int, ...]] | None = None,
    ) -> None:
        self.rules = rules
        self.first = first
        self.sections: list[int] = [0] * (2 * LANES) if sections is None else sections
        self.hull: list[int] = [MAX_HULL] * (2 * LANES) if hull is None else hull
        self.shields: list[int] = [START_SHIELDS] * (2 * LANES) if shields is None else shields
        self.energy: list[int] = [0, 0] if energy is None else energy
        self.budget: list[int] = [0, 0] if budget is None else budget
        self.fleets = fleets
        self.pools = pools
        self.upgrades = upgrades
        self.passed = passed
        self.first_passer = first_passer
        self.left = left
        self.again = again
        self.again_in_phase = again_in_phase
        self.offered: list[tuple[int, ...]] = [(), ()] if offered is None else offered
        self.chosen: list[tuple[int, ...]] = [(), ()] if chosen is None else chosen

    def clone(self) -> "Field":
        """Returns an independent copy."""
        return Field(
            self.rules,
            self.first,
            self.sections[:],
            self.hull[:],
            self.shields[:],
            self.energy[:],
            self.budget[:],
            self.fleets,
            self.pools,
            self.upgrades,
            self.passed,
            self.first_passer,
            self.left,
            self.again,
            self.again_in_phase,
            self.offered[:],
            self.chosen[:],
        )


Battle: TypeAlias = kit.TableState[Drone, Field]


# Where things are.


def count_drones(s: Battle, seat: int) -> int:
    """Counts the drones of a seat on the board, tokens included."""
    first = seat * LANES
    return len(s.rows[first]) + len(s.rows[first + 1]) + len(s.rows[first + 2])


def count_kind(s: Battle, seat: int, kind: int) -> int:
    """Counts the drones of a type that a seat has on the board."""
    return sum([count_in_lane(s, seat, lane, kind) for lane in range(LANES)])


def count_in_lane(s: Battle, seat: int, lane: int, kind: int) -> int:
    """Counts the drones of a type that a seat has in a lane."""
    found = 0
    for drone in s.rows[seat * LANES + lane]:
        if drone.kind == kind:
            found += 1
    return found


def pile(s: Battle, zone: int, seat: int) -> list[int]:
    """Returns the cards of a zone; the top of the deck is the last."""
    return s.cards[zone + seat * ZONES]


def unique(cards: list[int]) -> list[int]:
    """Lists the different cards of a sorted list; those that nobody knows are left out."""
    found: list[int] = []
    last = 0
    for card in cards:
        if card != last:
            found.append(card)
            last = card
    return found


def book(s: Battle) -> Book:
    """Returns the card table of this battle."""
    return BOOKS[1 if s.board.rules.balance_patch else 0]


def replaced(
    entries: tuple[tuple[int, ...], ...], seat: int, entry: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Returns a pair with another entry for a seat."""
    return (entry, entries[1]) if seat == 0 else (entries[0], entry)


def has_passed(s: Battle, seat: int) -> bool:
    """Tells whether a seat has passed in this phase."""
    return (s.board.passed >> seat) & 1 == 1
