"""Zones: the places where cards lie, who sees them there, and what happens when one is full.

A zone is declared once. With `per_player` every seat has its own part of it, addressed as
`(zone, seat)`; else there is one for all, whose seat is `SHARED`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from mypy_extensions import mypyc_attr

from kibitz.core.errors import suggest
from kibitz.core.value import Value
from kibitz.kit.cards import CardId, CardRegistry
from kibitz.kit.errors import ZoneError

if TYPE_CHECKING:
    # A table is laid out by its zones, so its module imports this one.
    from kibitz.kit.table import CardTable

Visibility: TypeAlias = Literal["public", "private", "secret"]
VISIBILITIES: Final = ("public", "private", "secret")

# The seat of a zone that is not per player, and of a card that belongs to nobody in particular.
SHARED: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Overflow(Value):
    """Decides what gives way when a card enters a full zone.

    A game subclasses it for rules of its own: `victim` picks the card, `destination` says where it
    goes. `CardTable.move(..., replace=card)` names the victim where a player chooses it.
    """

    def victim(self, table: "CardTable", zone: str, seat: int, arriving: str) -> CardId | None:
        """Picks the card that gives way to one of definition `arriving`; None if none does."""
        return None

    def destination(self, table: "CardTable", victim: CardId) -> str:
        """Names the zone that the replaced card goes to; empty if it leaves the game."""
        return ""

    def zones(self) -> tuple[str, ...]:
        """Returns the zones that this rule names, so that a game can check that they exist."""
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Replace(Overflow):
    """Sends a card of the full zone to another zone of its owner, and lets the new one in."""

    __match_args__ = ("to", "chosen")

    def __init__(self, to: str, chosen: bool = False) -> None:
        """Takes where the replaced card goes.

        Args:
            to: the zone; empty if the card leaves the game.
            chosen: whether a player picks the card, which the mover must then name. Else it is
                the one at the top: the oldest, as long as cards join at the bottom.
        """
        self.to: Final = to
        self.chosen: Final = chosen

    def victim(self, table: "CardTable", zone: str, seat: int, arriving: str) -> CardId | None:
        """Picks the card at the top, unless a player has to choose."""
        return None if self.chosen else table.cards(zone, seat)[0]

    def destination(self, table: "CardTable", victim: CardId) -> str:
        """Names the zone that was declared."""
        return self.to

    def zones(self) -> tuple[str, ...]:
        """Returns the zone that was declared."""
        return (self.to,) if self.to else ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Zone(Value):
    """One place for cards.

    Attributes:
        id: the name by which rules address it.
        name: the name that people read.
        visibility: `public`: all see the cards; `private`: whose part it is sees them, others the
            count; `secret`: nobody sees them, all see the count.
        per_player: whether each seat has its own part.
        ordered: whether the order means something, so that everybody can follow a hidden card by
            its place, as in a deck. In a hidden zone without order, as a hand, they cannot.
        face_down: whether cards lie face down: only whose part it is may look (nobody if the zone
            is secret), but all see the flags and counters on them.
        capacity: how many cards fit in (in each part); 0 for any number.
        overflow: what happens to a card that enters when it is full; None refuses it.
        stock: what cards that come into the game here have in common, if their backs tell them
            from other hidden cards: a separate resource deck has a stock of its own.
    """

    __match_args__ = (
        "id",
        "name",
        "visibility",
        "per_player",
        "ordered",
        "face_down",
        "capacity",
        "overflow",
        "stock",
    )

    def __init__(
        self,
        id: str,
        name: str = "",
        visibility: Visibility = "public",
        per_player: bool = True,
        ordered: bool = False,
        face_down: bool = False,
        capacity: int = 0,
        overflow: Overflow | None = None,
        stock: str = "",
    ) -> None:
        """Takes the declaration; without a name the id serves. `problems` says what is wrong."""
        self.id: Final = id
        self.name: Final = name or id
        self.visibility: Final = visibility
        self.per_player: Final = per_player
        self.ordered: Final = ordered
        self.face_down: Final = face_down
        self.capacity: Final = capacity
        self.overflow: Final = overflow
        self.stock: Final = stock

    def problems(self, known: Sequence[str]) -> list[str]:
        """Lists what is wrong with the declaration; `known` are the ids of all zones."""
        found: list[str] = []
        if not self.id:
            found.append("a zone needs an id")
        elif self.id.split() != [self.id]:
            found.append(f"the id {self.id!r} of a zone is not one word")
        if self.visibility not in VISIBILITIES:
            hint = suggest(self.visibility, VISIBILITIES)
            found.append(f"zone {self.id!r}: unknown visibility {self.visibility!r}; {hint}")
        if self.capacity < 0:
            found.append(f"zone {self.id!r}: the capacity is 0 or more, not {self.capacity}")
        if self.overflow is not None:
            if self.capacity == 0:
                found.append(f"zone {self.id!r} has an overflow rule, but no capacity")
            for zone in self.overflow.zones():
                if zone not in known:
                    hint = suggest(zone, known)
                    found.append(f"zone {self.id!r}: its overflow goes to {zone!r}; {hint}")
        return found


def zone_problems(zones: Sequence[Zone]) -> list[str]:
    """Lists what is wrong with the zones of a game, each and together."""
    ids = [zone.id for zone in zones]
    found = [
        f"two zones have the id {name!r}" for name in dict.fromkeys(ids) if ids.count(name) > 1
    ]
    for zone in zones:
        found += zone.problems(ids)
    return found


class Layout:
    """What all tables of a game share: the zones, the seats and the card definitions.

    Each part of a zone has a slot, a small number: a table keeps its piles of cards in a list by
    slot, which clones faster than a dictionary.
    """

    def __init__(self, registry: CardRegistry, zones: Sequence[Zone], seats: int) -> None:
        """Numbers the slots: zones in the order given, then seats."""
        self.registry: Final = registry
        self.seats: Final = seats
        self.zones: Final[Mapping[str, Zone]] = {zone.id: zone for zone in zones}
        # The zone and the seat of each slot.
        self.places: Final[list[tuple[Zone, int]]] = []
        self._first: Final[dict[str, int]] = {}
        for zone in self.zones.values():
            self._first[zone.id] = len(self.places)
            for seat in range(seats) if zone.per_player else (SHARED,):
                self.places.append((zone, seat))

    def slot(self, zone: str, seat: int) -> int:
        """Returns the slot of a zone's part; a zone for all has one slot, whatever the seat.

        Raises:
            ZoneError: if there is no such zone, or it has no part for this seat.
        """
        first = self._first.get(zone)
        if first is None:
            raise ZoneError(f"no zone {zone!r}; {suggest(zone, self.zones)}")
        if not self.zones[zone].per_player:
            return first
        if not 0 <= seat < self.seats:
            given = "no seat was named" if seat == SHARED else f"not seat {seat}"
            raise ZoneError(
                f"zone {zone!r} has a part for each of seats 0 to {self.seats - 1}; {given}"
            )
        return first + seat

    def __repr__(self) -> str:
        return f"<Layout of {', '.join(self.zones)} for {self.seats}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (Layout, (self.registry, list(self.zones.values()), self.seats))
