"""Card instances: the single cards on a table.

An instance is immutable, so that a table clones by copying references; changing a card means to put
another instance in its place.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.core.value import Value
from kibitz.kit.cards import CardId

# The flag of a card that lies face down where cards usually lie open.
FACE_DOWN: Final = "face_down"


@mypyc_attr(allow_interpreted_subclasses=True)
class Card(Value):
    """One card on the table, as it lies there now.

    Attributes:
        id: the name of the card on this table; it changes when the card can no longer be followed.
        definition_id: which card it is; empty in a view whose seat cannot know it.
        owner: the seat whose card it is, or `SHARED`.
        controller: the seat that decides over it.
        zone: the zone it lies in, and `seat`: whose part of that zone.
        flags: the names of what is true of it, sorted, such as `tapped`.
        counters: names and numbers above 0, sorted by name.
        meta: names and plain values, sorted by name.
        stock: which cards it can be among as long as it is hidden, as its back shows; mostly empty.
    """

    __match_args__ = (
        "id",
        "definition_id",
        "owner",
        "controller",
        "zone",
        "seat",
        "flags",
        "counters",
        "meta",
        "stock",
    )

    def __init__(
        self,
        id: CardId,
        definition_id: str,
        owner: int,
        controller: int,
        zone: str,
        seat: int,
        flags: tuple[str, ...] = (),
        counters: tuple[tuple[str, int], ...] = (),
        meta: tuple[tuple[str, object], ...] = (),
        stock: str = "",
    ) -> None:
        """Takes everything; flags, counters and meta already sorted."""
        self.id: Final = id
        self.definition_id: Final = definition_id
        self.owner: Final = owner
        self.controller: Final = controller
        self.zone: Final = zone
        self.seat: Final = seat
        self.flags: Final = flags
        self.counters: Final = counters
        self.meta: Final = meta
        self.stock: Final = stock

    def flag(self, name: str) -> bool:
        """Tells whether a flag is set."""
        return name in self.flags

    def counter(self, name: str) -> int:
        """Returns how many counters of a name lie on the card."""
        for held, number in self.counters:
            if held == name:
                return number
        return 0

    def placed(self, id: CardId, zone: str, seat: int, flags: tuple[str, ...]) -> "Card":
        """Returns this card in another place, perhaps under another id."""
        return Card(
            id,
            self.definition_id,
            self.owner,
            self.controller,
            zone,
            seat,
            flags,
            self.counters,
            self.meta,
            self.stock,
        )

    def marked(
        self,
        flags: tuple[str, ...],
        counters: tuple[tuple[str, int], ...],
        meta: tuple[tuple[str, object], ...],
    ) -> "Card":
        """Returns this card with other flags, counters and meta."""
        return Card(
            self.id,
            self.definition_id,
            self.owner,
            self.controller,
            self.zone,
            self.seat,
            flags,
            counters,
            meta,
            self.stock,
        )

    def with_flag(self, name: str, value: bool) -> "Card":
        """Returns this card with a flag set or cleared."""
        return self.marked(changed_flags(self.flags, name, value), self.counters, self.meta)

    def with_counter(self, name: str, number: int) -> "Card":
        """Returns this card with so many counters of a name; 0 or fewer takes them all off."""
        others = [held for held in self.counters if held[0] != name]
        if number > 0:
            others.append((name, number))
        return self.marked(self.flags, tuple(sorted(others)), self.meta)

    def with_definition(self, definition_id: str) -> "Card":
        """Returns this card as one of another definition; empty for unknown."""
        return Card(
            self.id,
            definition_id,
            self.owner,
            self.controller,
            self.zone,
            self.seat,
            self.flags,
            self.counters,
            self.meta,
            self.stock,
        )

    def with_controller(self, seat: int) -> "Card":
        """Returns this card under the control of a seat."""
        return Card(
            self.id,
            self.definition_id,
            self.owner,
            seat,
            self.zone,
            self.seat,
            self.flags,
            self.counters,
            self.meta,
            self.stock,
        )


def changed_flags(flags: tuple[str, ...], name: str, value: bool) -> tuple[str, ...]:
    """Returns sorted flags with one of them set or cleared."""
    if (name in flags) == value:
        return flags
    if value:
        return tuple(sorted([*flags, name]))
    return tuple([flag for flag in flags if flag != name])
