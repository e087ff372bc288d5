"""The state of a game: the layout of the table, the cards in play, lore, ink and the challenge."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core.move import Move
from kibitz.games.lorcana.cards import CATALOGUE, STATS
from kibitz.kit.modifiers import Modifier

# Zones of cards. While a player looks at cards of the deck, they are in `LOOKED`; an action is in
# `PLAYING` as long as its effect happens.
HAND: Final = 0
DECK: Final = 1
INKWELL: Final = 2
DISCARD: Final = 3
LOOKED: Final = 4
PLAYING: Final = 5
# Rows of cards in play.
CHARACTERS: Final = 0
ITEMS: Final = 1
LOCATIONS: Final = 2
# The row for each type of card; actions have none.
ROW: Final = (CHARACTERS, -1, ITEMS, LOCATIONS)

# Phases: the steps of a turn, and of its end.
SET_UP: Final = 0
READY: Final = 1
SET: Final = 2
DRAW: Final = 3
MAIN: Final = 4
ENDING: Final = 5
LAST: Final = 6

# What was done this turn.
INKED: Final = 1

LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("inkwell", "none"),
        kit.Zone("discard"),
        kit.Zone("looked", "owner"),
        kit.Zone("playing"),
    ),
    ("characters", "items", "locations"),
    phases=("set_up", "ready", "set", "draw", "main", "ending", "last"),
    marks=("inked",),
    stats=STATS,
)
# What ends the effects that last until a seat's next turn starts.
SPANS: Final = ("start_of_p0", "start_of_p1")

# How a game ends.
BY_LORE: Final = "20 lore"
BY_DECK: Final = "an empty deck"
BY_LIMIT: Final = "the turn limit"
WINNING_LORE: Final = 20


class CardInPlay(kit.InPlay):
    """A character, item or location in play.

    Attributes:
        kind: the card on top.
        damage: the damage on it.
        exerted: whether it is exerted.
        drying: whether it came into play in this turn of its owner.
        under: the cards under it, the lowest first.
        at: the serial number of the location where it is; 0 for nowhere.
    """

    __match_args__ = ("kind", "serial", "mods", "damage", "exerted", "drying", "under", "at")
    words: ClassVar[Mapping[str, str]] = {"damage": "number", "under": "card", "at": "number"}

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[Modifier, ...] = (),
        damage: int = 0,
        exerted: bool = False,
        drying: bool = False,
        under: tuple[int, ...] = (),
        at: int = 0,
    ) -> None:
        self.kind = kind
        self.serial = serial
        self.mods = mods
        self.damage = damage
        self.exerted = exerted
        self.drying = drying
        self.under = under
        self.at = at

    def clone(self) -> "CardInPlay":
        return CardInPlay(
            self.kind,
            self.serial,
            self.mods,
            self.damage,
            self.exerted,
            self.drying,
            self.under,
            self.at,
        )

    def cards(self) -> list[int]:
        """Returns the whole stack, the card on top last."""
        return [*self.under, self.kind]


class Table(kit.Board):
    """What lies beside the cards.

    Attributes:
        lore: the lore of each seat.
        ink: how many cards of each inkwell are ready.
        altered: how many cards each seat put back in set-up.
        attacker: the serial number of the character that challenges; 0 without a challenge.
        defender: the serial number of what is challenged.
        struck: whether the damage of the challenge was dealt since the last check.
    """

    __match_args__ = ("lore", "ink", "altered", "attacker", "defender", "struck")
    visibility: ClassVar[Mapping[str, str]] = dict.fromkeys(__match_args__, "public")
    words: ClassVar[Mapping[str, str]] = dict.fromkeys(__match_args__, "number")

    def __init__(
        self,
        lore: list[int],
        ink: list[int],
        altered: list[int],
        attacker: int = 0,
        defender: int = 0,
        struck: bool = False,
    ) -> None:
        self.lore = lore
        self.ink = ink
        self.altered = altered
        self.attacker = attacker
        self.defender = defender
        self.struck = struck

    def clone(self) -> "Table":
        return Table(
            self.lore[:],
            self.ink[:],
            self.altered[:],
            self.attacker,
            self.defender,
            self.struck,
        )


LorcanaState: TypeAlias = kit.TableState[CardInPlay, Table]
LorcanaMove: TypeAlias = Move[LorcanaState]


def characters(state: LorcanaState, seat: int) -> list[CardInPlay]:
    """Returns the characters of a seat."""
    return state.rows[seat * 3]


def items(state: LorcanaState, seat: int) -> list[CardInPlay]:
    """Returns the items of a seat."""
    return state.rows[seat * 3 + ITEMS]


def locations(state: LorcanaState, seat: int) -> list[CardInPlay]:
    """Returns the locations of a seat."""
    return state.rows[seat * 3 + LOCATIONS]
