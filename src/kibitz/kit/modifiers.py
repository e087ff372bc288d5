"""Modifiers: changes to the numbers of what is in play, for a while.

A value is what is printed, changed by all modifiers in a fixed order: set, multiply, add, then the
bounds. Modifiers are immutable values: they hang on a part, or on the state where they concern
everything. What follows from the table as it is (+1 as long as a lord is in play) is computed, not
stored.
"""

from typing import Final

from kibitz.core.value import Value

SET: Final = 0
TIMES: Final = 1
ADD: Final = 2
AT_LEAST: Final = 3
AT_MOST: Final = 4
# The words for the operations, in the order in which they apply.
OPERATIONS: Final = ("set", "times", "add", "at_least", "at_most")
# For a modifier that ends with no turn.
FOREVER: Final = -1


class Modifier(Value):
    """One change to one number."""

    __match_args__ = ("stat", "op", "amount", "until", "span", "source")

    def __init__(
        self, stat: int, op: int, amount: int, until: int = FOREVER, span: str = "", source: int = 0
    ) -> None:
        """Takes the change.

        Args:
            stat: which number, as the game counts them.
            op: `SET`, `TIMES`, `ADD`, `AT_LEAST` or `AT_MOST`.
            amount: by how much, or to what.
            until: the turn with whose end it is over; `FOREVER` if no turn ends it.
            span: the name of what ends it, such as a battle: `state.expire("battle")`.
            source: the serial number of the part without which it is over; 0 for none.
        """
        if not 0 <= op < len(OPERATIONS):
            raise ValueError(f"invalid operation {op}: expected one of {', '.join(OPERATIONS)}")
        self.stat: Final = stat
        self.op: Final = op
        self.amount: Final = amount
        self.until: Final = until
        self.span: Final = span
        self.source: Final = source


def modified(base: int, stat: int, mods: tuple[Modifier, ...]) -> int:
    """Returns a number as the modifiers leave it."""
    value = base
    for op in range(len(OPERATIONS)):
        for mod in mods:
            if mod.stat != stat or mod.op != op:
                continue
            if op == SET:
                value = mod.amount
            elif op == TIMES:
                value *= mod.amount
            elif op == ADD:
                value += mod.amount
            else:
                value = max(value, mod.amount) if op == AT_LEAST else min(value, mod.amount)
    return value


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
