"""The state of a game: the layout of the table, the cards in play, Resources and the battle."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core.move import Move
from kibitz.games.gundam.cards import CATALOGUE, STATS
from kibitz.kit.modifiers import Modifier

# Zones of cards. While a player looks at cards of the deck, they are in `LOOKED`. A card that is
# being deployed, a Command and a fallen Shield are in `RESOLVING` until their effect is over.
HAND: Final = 0
DECK: Final = 1
SHIELDS: Final = 2
TRASH: Final = 3
LOOKED: Final = 4
RESOLVING: Final = 5
# Rows of cards in play.
UNITS: Final = 0
BASES: Final = 1

# Phases: the phases of a turn, with the steps of an attack and of the end phase.
SET_UP: Final = 0
START: Final = 1
DRAW: Final = 2
RESOURCES: Final = 3
MAIN: Final = 4
ATTACKING: Final = 5
BLOCK: Final = 6
ACTION: Final = 7
DAMAGE: Final = 8
BATTLE_END: Final = 9
END_ACTION: Final = 10
END: Final = 11
HAND_LIMIT: Final = 12
CLEAN_UP: Final = 13

LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("shields", "none", ordered=True),
        kit.Zone("trash"),
        kit.Zone("looked", "owner"),
        kit.Zone("resolving"),
    ),
    ("units", "bases"),
    phases=(
        *("set_up", "start", "draw", "resources", "main", "attacking", "block", "action"),
        *("damage", "battle_end", "end_action", "end", "hand_limit", "clean_up"),
    ),
    stats=STATS,
)
# The span of what ends with the battle.
IN_BATTLE: Final = "battle"
NOBODY: Final = -1

# How a game ends.
BY_DAMAGE: Final = "battle damage"
BY_DECK: Final = "an empty deck"

MOST_UNITS: Final = 6
MOST_CARDS: Final = 10
MOST_EX: Final = 5
RESOURCE_DECK: Final = 10


class CardInPlay(kit.InPlay):
    """A Unit or a Base in play.

    Attributes:
        kind: the card.
        damage: the damage on it.
        rested: whether it is rested.
        fresh: whether it is a Unit that was deployed this turn.
        pilot: the Pilot under it; 0 for none.
        used: which abilities were used this turn, as bits.
    """

    __match_args__ = ("kind", "serial", "mods", "damage", "rested", "fresh", "pilot", "used")
    words: ClassVar[Mapping[str, str]] = {"damage": "number", "pilot": "card", "used": "number"}

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[Modifier, ...] = (),
        damage: int = 0,
        rested: bool = False,
        fresh: bool = False,
        pilot: int = 0,
        used: int = 0,
    ) -> None:
        self.kind = kind
        self.serial = serial
        self.mods = mods
        self.damage = damage
        self.rested = rested
        self.fresh = fresh
        self.pilot = pilot
        self.used = used

    def clone(self) -> "CardInPlay":
        return CardInPlay(
            self.kind,
            self.serial,
            self.mods,
            self.damage,
            self.rested,
            self.fresh,
            self.pilot,
            self.used,
        )

    def cards(self) -> list[int]:
        """Returns the card and its Pilot."""
        return [self.kind, self.pilot] if self.pilot else [self.kind]


class Table(kit.Board):
    """What lies beside the cards.

    Attributes:
        ready: how many active Resources each seat has.
        rested: how many rested Resources each seat has.
        ex: how many EX Resources each seat has; they are always active.
        left: how many cards each resource deck has.
        attacker: the serial number of the Unit that attacks; 0 without an attack.
        target: the serial number of the Unit that is attacked; 0 for the player.
        struck: whether battle damage was dealt since the last check.
        acting: who decides in a block or action step; `NOBODY` when the step is over.
        passed: whether the last decision of an action step was to pass.
    """

    __match_args__ = (
        *("ready", "rested", "ex", "left"),
        *("attacker", "target", "struck", "acting", "passed"),
    )
    visibility: ClassVar[Mapping[str, str]] = dict.fromkeys(__match_args__, "public")
    words: ClassVar[Mapping[str, str]] = dict.fromkeys(__match_args__, "number")

    def __init__(
        self,
        ready: list[int],
        rested: list[int],
        ex: list[int],
        left: list[int],
        attacker: int = 0,
        target: int = 0,
        struck: bool = False,
        acting: int = NOBODY,
        passed: bool = False,
    ) -> None:
        self.ready = ready
        self.rested = rested
        self.ex = ex
        self.left = left
        self.attacker = attacker
        self.target = target
        self.struck = struck
        self.acting = acting
        self.passed = passed

    def clone(self) -> "Table":
        return Table(
            self.ready[:],
            self.rested[:],
            self.ex[:],
            self.left[:],
            self.attacker,
            self.target,
            self.struck,
            self.acting,
            self.passed,
        )


GundamState: TypeAlias = kit.TableState[CardInPlay, Table]
GundamMove: TypeAlias = Move[GundamState]


def units(state: GundamState, seat: int) -> list[CardInPlay]:
    """Returns the Units of a seat."""
    return state.rows[seat * 2]


def base_of(state: GundamState, seat: int) -> CardInPlay | None:
    """Returns the Base of a seat; None if it has none."""
    bases = state.rows[seat * 2 + BASES]
    return bases[0] if bases else None


def level(state: GundamState, seat: int) -> int:
    """Returns the level of a seat: all of its Resources (R-16)."""
    board = state.board
    return board.ready[seat] + board.rested[seat] + board.ex[seat]


def funds(state: GundamState, seat: int) -> int:
    """Returns how much a seat can pay."""
    return state.board.ready[seat] + state.board.ex[seat]
