"""Modifiers: changes to the numbers of a card that last for a while.

The value of a property is what is printed plus the amounts of all modifiers that apply. A game
keeps one `Modifiers` in its board and tells it when something is over, such as
`board.modifiers.expire(THIS_TURN)` at the end of a turn. A keyword is a property too: granting it
adds 1, having it means above 0.

Modifiers are plain values, so states clone, compare and travel. A duration that depends on the
table therefore names its condition; the functions stand in a dictionary of the game's rules.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from kibitz.core.errors import suggest
from kibitz.core.state import Part
from kibitz.core.value import Value

PERMANENT: Final = "permanent"
THIS_TURN: Final = "this turn"
THIS_BATTLE: Final = "this battle"
# How durations begin that name a seat or a condition.
START: Final = "until the next turn of seat "
WHILE: Final = "while "
# The property that never goes below 0.
COST: Final = "cost"


def until_start_of_next_turn(seat: int) -> str:
    """Returns the duration that ends when a seat's next turn starts; `expire` it then."""
    if seat < 0:
        raise ValueError(f"a duration belongs to a seat from 0 up, not {seat}")
    return f"{START}{seat}"


def as_long_as(condition: str) -> str:
    """Returns the duration that lasts while a named condition holds."""
    if not condition:
        raise ValueError("a duration needs the name of its condition")
    return f"{WHILE}{condition}"


class Modifier(Value):
    """One change to one number.

    Attributes:
        card: the card that is changed; empty for every card for which the condition holds.
        property: which number, such as `cost` or `power`.
        amount: what is added; negative takes away.
        duration: how long: `PERMANENT`, `THIS_TURN`, `THIS_BATTLE`, a label of the game's own, or
            what `until_start_of_next_turn` and `as_long_as` return.
        source: the card that it comes from; empty if it does not matter.
    """

    __match_args__ = ("card", "property", "amount", "duration", "source")

    def __init__(
        self, card: str, property: str, amount: int, duration: str = PERMANENT, source: str = ""
    ) -> None:
        """Takes the change.

        Raises:
            ValueError: if the property or the duration is empty, or a change to every card has no
                condition.
        """
        if not property or not duration:
            raise ValueError(
                f"a modifier needs a property and a duration, not {property!r} and {duration!r}"
            )
        if not card and not duration.startswith(WHILE):
            raise ValueError(
                f"a modifier of every card lasts as long as a condition holds, not {duration!r}"
            )
        self.card: Final = card
        self.property: Final = property
        self.amount: Final = amount
        self.duration: Final = duration
        self.source: Final = source

    def condition(self) -> str:
        """Returns the name of the condition that it depends on; empty if it depends on none."""
        return self.duration.removeprefix(WHILE) if self.duration.startswith(WHILE) else ""


# Whether a modifier applies to a card now. Any: a game's own functions take its own state class.
Condition: TypeAlias = "Callable[[Any, Modifier, str], bool]"
NO_CONDITIONS: Final[Mapping[str, Condition]] = {}


class Modifiers(Part):
    """The modifiers in force, in the order in which they came."""

    __match_args__ = ("items",)

    def __init__(self, items: Sequence[Modifier] = ()) -> None:
        """Takes the modifiers; the list is copied."""
        self.items: list[Modifier] = list(items)

    def clone(self) -> "Modifiers":
        """Copies the list; modifiers never change."""
        return Modifiers(self.items)

    def add(self, modifier: Modifier) -> None:
        """Puts a modifier in force; equal ones add up."""
        self.items.append(modifier)

    def expire(self, duration: str) -> None:
        """Drops the modifiers whose duration is over, such as `THIS_TURN`."""
        self.items = [item for item in self.items if item.duration != duration]

    def forget(self, card: str) -> None:
        """Drops the modifiers of a card, for cards that leave play and forget everything."""
        self.items = [item for item in self.items if item.card != card]

    def end(self, source: str) -> None:
        """Drops the modifiers that come from a card."""
        self.items = [item for item in self.items if item.source != source]

    def total(
        self,
        card: str,
        property: str,
        state: object = None,
        conditions: Mapping[str, Condition] = NO_CONDITIONS,
    ) -> int:
        """Returns what the modifiers add to one number of a card.

        Args:
            card: the card.
            property: which of its numbers.
            state: what conditions are asked about.
            conditions: the functions behind `as_long_as`, by name.

        Raises:
            ValueError: if a condition has no function.
        """
        amount = 0
        for item in self.items:
            if item.property != property or item.card not in ("", card):
                continue
            if holds(item, card, state, conditions):
                amount += item.amount
        return amount

    def value(
        self,
        base: int | None,
        card: str,
        property: str,
        state: object = None,
        conditions: Mapping[str, Condition] = NO_CONDITIONS,
    ) -> int:
        """Returns a number of a card with all its modifiers; a missing base counts as 0.

        A cost never goes below 0. The other arguments are those of `total`.
        """
        found = (0 if base is None else base) + self.total(card, property, state, conditions)
        return max(found, 0) if property == COST else found


def holds(
    modifier: Modifier, card: str, state: object, conditions: Mapping[str, Condition]
) -> bool:
    """Tells whether a modifier's condition lets it apply to a card now."""
    name = modifier.condition()
    if not name:
        return True
    condition = conditions.get(name)
    if condition is None:
        raise ValueError(f"no condition {name!r} for {modifier}; {suggest(name, conditions)}")
    return condition(state, modifier, card)
