"""Modifiers: changes to the numbers of what is in play, for a while.

A value is what is printed, plus the amounts of all modifiers of that number. Modifiers are
immutable values: they hang on a part, or on the state where they concern everything. What follows
from the table as it is (+1 as long as a lord is in play) is computed, not stored.
"""

from typing import Final

from kibitz.core.value import Value

# For a modifier that ends with no turn.
FOREVER: Final = -1


class Modifier(Value):
    """One change to one number."""

    __match_args__ = ("stat", "amount", "until", "span", "source")

    def __init__(
        self, stat: int, amount: int, until: int = FOREVER, span: str = "", source: int = 0
    ) -> None:
        """Takes the change.

        Args:
            stat: which number, as the game counts them.
            amount: what is added to it.
            until: the turn at whose end it is over; `FOREVER` if no turn ends it.
            span: the name of what ends it, such as a battle: `state.expire("battle")`.
            source: the serial number of the part without which it is over; 0 for none.
        """
        self.stat: Final = stat
        self.amount: Final = amount
        self.until: Final = until
        self.span: Final = span
        self.source: Final = source


def lasting(
    mods: tuple[Modifier, ...], turn: int, span: str, serials: list[int]
) -> tuple[Modifier, ...]:
    """Returns the modifiers that are not over: by their turn, their span or their source."""
    kept: list[Modifier] = []
    for mod in mods:
        over = mod.span == span if span else FOREVER < mod.until <= turn
        if not over and (mod.source == 0 or mod.source in serials):
            kept.append(mod)
    return tuple(kept)
