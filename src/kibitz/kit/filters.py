"""Filters: which cards on the table fit a description.

A `CardFilter` is built step by step and never changes: each step returns a new filter that asks for
one thing more. All parts must hold. A card that lacks what is asked for does not fit, and neither
does a card whose face the viewer does not know.

```python
cheap = CardFilter().in_zone("field").of_type("creature").with_property("cost", lte=2)
cheap.untapped().count(state.table)
```
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from kibitz.core.errors import suggest
from kibitz.core.value import Value
from kibitz.kit.errors import ZoneError
from kibitz.kit.instances import FACE_DOWN, Card
from kibitz.kit.table import CardTable

# What a value may have to be: equal to this, or a text that matches the pattern.
Wanted: TypeAlias = "bool | int | str | re.Pattern[str]"
Predicate: TypeAlias = Callable[[Card, CardTable], bool]
# The methods `list` and `any` of the filter hide the built-in names inside its class.
Cards: TypeAlias = list[Card]

# Flags that the builder has words for, beside `FACE_DOWN`; `with_flag` asks for any other.
TAPPED: Final = "tapped"
PHASED: Final = "phased"


class Condition(Value):
    """One part of a filter."""

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether a card fits this part."""
        raise TypeError(f"{type(self).__name__} does not define holds()")


class Aspect(Condition):
    """Where a card is, whose it is, or what its definition calls it."""

    __match_args__ = ("aspect", "wanted")

    def __init__(self, aspect: str, wanted: tuple[Wanted, ...]) -> None:
        """Takes `zone`, `owner`, `controller`, `type` or `name`, and the values that fit."""
        self.aspect: Final = aspect
        self.wanted: Final = wanted

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether the aspect is one of the wanted values."""
        if self.aspect == "zone":
            return is_wanted(card.zone, self.wanted)
        if self.aspect == "owner":
            return is_wanted(card.owner, self.wanted)
        if self.aspect == "controller":
            return is_wanted(card.controller, self.wanted)
        if not card.definition_id:
            return False
        definition = table.registry.get(card.definition_id)
        return is_wanted(definition.type if self.aspect == "type" else definition.name, self.wanted)


class HasProperty(Condition):
    """A field of the card's definition that has a wanted value and lies within bounds."""

    __match_args__ = ("name", "wanted", "bounds")

    def __init__(
        self, name: str, wanted: tuple[Wanted, ...], bounds: tuple[tuple[str, int], ...]
    ) -> None:
        """Takes the values that fit (none: any) and bounds such as `("gte", 2)`."""
        self.name: Final = name
        self.wanted: Final = wanted
        self.bounds: Final = bounds

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether the card has the property as wanted."""
        if not card.definition_id:
            return False
        definition = table.registry.get(card.definition_id)
        if not self.wanted and not self.bounds:
            return definition.has(self.name)
        if self.name not in definition.properties:
            return False
        value = definition.properties[self.name]
        if self.wanted and not is_wanted(value, self.wanted):
            return False
        return is_within(value, self.bounds)


class HasCounter(Condition):
    """A number of counters on the card, 0 if it has none."""

    __match_args__ = ("name", "bounds")

    def __init__(self, name: str, bounds: tuple[tuple[str, int], ...]) -> None:
        """Takes the counter and bounds such as `("gte", 1)`."""
        self.name: Final = name
        self.bounds: Final = bounds

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether the number of counters is within the bounds."""
        return is_within(card.counter(self.name), self.bounds)


class HasFlag(Condition):
    """A flag that is set on the card, or is not."""

    __match_args__ = ("name", "value")

    def __init__(self, name: str, value: bool) -> None:
        """Takes the flag and whether it has to be set."""
        self.name: Final = name
        self.value: Final = value

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether the flag is as wanted."""
        return (self.name in card.flags) == self.value


class Revealed(Condition):
    """Seats that know the card's face, by right or because it was shown to them."""

    __match_args__ = ("seats",)

    def __init__(self, seats: tuple[int, ...]) -> None:
        """Takes the seats; none means all."""
        self.seats: Final = seats

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether they all know the card."""
        seats = self.seats or range(table.seats)
        return all(table.knows(seat, card.id) for seat in seats)


class AnyOf(Condition):
    """At least one of several filters fits."""

    __match_args__ = ("filters",)

    def __init__(self, filters: "tuple[CardFilter, ...]") -> None:
        """Takes the alternatives."""
        self.filters: Final = filters

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether one of the filters fits."""
        return any(option.matches(card, table) for option in self.filters)


class NoneOf(Condition):
    """None of several filters fits."""

    __match_args__ = ("filters",)

    def __init__(self, filters: "tuple[CardFilter, ...]") -> None:
        """Takes what is unwanted."""
        self.filters: Final = filters

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells whether no filter fits."""
        return not any(option.matches(card, table) for option in self.filters)


class Where(Condition):
    """A test of the author's own."""

    __match_args__ = ("predicate",)

    def __init__(self, predicate: Predicate) -> None:
        """Takes a function of a card and its table; a module's own function can be pickled."""
        self.predicate: Final = predicate

    def holds(self, card: Card, table: CardTable) -> bool:
        """Tells what the function says."""
        return self.predicate(card, table)


class CardFilter(Value):
    """A description of cards, built step by step; all parts must hold, none fits every card.

    Values may be given one by one or as lists, and mean "one of these". They compare exactly: True
    is not 1. A pattern (`re.compile(...)`) fits a text that it is found in. A property that holds
    several values, such as the traits of a character, fits if one of them does.
    """

    __match_args__ = ("conditions",)

    def __init__(self, conditions: tuple[Condition, ...] = ()) -> None:
        """Takes the parts; authors start from `CardFilter()` and add steps."""
        self.conditions: Final = conditions

    def plus(self, condition: Condition) -> "CardFilter":
        """Returns a filter that asks for one part more."""
        return CardFilter((*self.conditions, condition))

    # Where a card is and whose it is.

    def in_zone(self, *zones: "str | Sequence[str]") -> "CardFilter":
        """Asks for a card in one of these zones, whosever they are."""
        return self.plus(Aspect("zone", spread("in_zone", zones)))

    def owned_by(self, *seats: "int | Sequence[int]") -> "CardFilter":
        """Asks for a card that belongs to one of these seats."""
        return self.plus(Aspect("owner", spread("owned_by", seats)))

    def controlled_by(self, *seats: "int | Sequence[int]") -> "CardFilter":
        """Asks for a card that one of these seats controls."""
        return self.plus(Aspect("controller", spread("controlled_by", seats)))

    # What it is.

    def of_type(self, *types: "str | Sequence[str]") -> "CardFilter":
        """Asks for a card of one of these types."""
        return self.plus(Aspect("type", spread("of_type", types)))

    def with_name(self, *names: "str | Sequence[str]") -> "CardFilter":
        """Asks for a card with one of these names, written out."""
        return self.plus(Aspect("name", spread("with_name", names)))

    def name_matching(self, pattern: "str | re.Pattern[str]") -> "CardFilter":
        """Asks for a card in whose name a regular expression is found.

        Raises:
            ValueError: if the pattern is not a regular expression.
        """
        try:
            return self.plus(Aspect("name", (re.compile(pattern),)))
        except re.error as error:
            raise ValueError(
                f"name_matching: {pattern!r} is not a regular expression: {error}"
            ) from None

    def with_property(
        self,
        name: str,
        *wanted: "Wanted | Sequence[Wanted]",
        eq: "Wanted | Sequence[Wanted] | None" = None,
        gte: int | None = None,
        lte: int | None = None,
        gt: int | None = None,
        lt: int | None = None,
        between: tuple[int, int] | None = None,
    ) -> "CardFilter":
        """Asks for a property of the definition; with nothing else given, that the card has it.

        Args:
            name: the field of the definition.
            wanted: the values that fit, if any are given.
            eq: the same, by name.
            gte: the least number that fits.
            lte: the greatest number that fits.
            gt: a number that must be exceeded.
            lt: a number that must be stayed below.
            between: the least and the greatest number that fit.

        Raises:
            ValueError: if the bounds leave nothing between them.
        """
        given = wanted if eq is None else (*wanted, eq)
        values = spread("with_property", given) if given else ()
        bounds = collect_bounds("with_property", name, gte, lte, gt, lt, between)
        return self.plus(HasProperty(name, values, bounds))

    # Its state.

    def with_counter(self, name: str, gte: int = 1, lte: int | None = None) -> "CardFilter":
        """Asks for a number of counters: at least one, unless told otherwise."""
        return self.plus(
            HasCounter(name, collect_bounds("with_counter", name, gte, lte, None, None, None))
        )

    def with_flag(self, name: str, value: bool = True) -> "CardFilter":
        """Asks for a flag that is set, or is not."""
        return self.plus(HasFlag(name, value))

    def tapped(self) -> "CardFilter":
        """Asks for a card that is tapped (exerted, rested)."""
        return self.with_flag(TAPPED)

    def untapped(self) -> "CardFilter":
        """Asks for a card that is not tapped."""
        return self.with_flag(TAPPED, False)

    def revealed(self, *seats: int) -> "CardFilter":
        """Asks for a card that all these seats know; without any, one that every seat knows."""
        return self.plus(Revealed(seats))

    def face_up(self) -> "CardFilter":
        """Asks for a card that was not turned face down."""
        return self.with_flag(FACE_DOWN, False)

    def face_down(self) -> "CardFilter":
        """Asks for a card that was turned face down."""
        return self.with_flag(FACE_DOWN)

    def phased(self, value: bool = True) -> "CardFilter":
        """Asks for a card that is phased out."""
        return self.with_flag(PHASED, value)

    # Combinations.

    def and_(self, *filters: "CardFilter") -> "CardFilter":
        """Asks that all these filters fit as well."""
        return CardFilter(
            (*self.conditions, *[part for option in filters for part in option.conditions])
        )

    def or_(self, first: "CardFilter", second: "CardFilter", *more: "CardFilter") -> "CardFilter":
        """Asks that at least one of these filters fits as well.

        What was asked for before still must hold: name both alternatives here.
        """
        return self.plus(AnyOf((first, second, *more)))

    def not_(self, *filters: "CardFilter") -> "CardFilter":
        """Asks that none of these filters fits."""
        return self.plus(NoneOf(filters))

    def where(self, predicate: Predicate) -> "CardFilter":
        """Asks a function of the card and its table."""
        return self.plus(Where(predicate))

    # Asking the table.

    def matches(self, card: Card, table: CardTable) -> bool:
        """Tells whether a card fits."""
        return all(condition.holds(card, table) for condition in self.conditions)

    def search(self, table: CardTable) -> Iterator[Card]:
        """Yields the cards that fit, in the order of the zones and of the cards in them.

        Raises:
            ZoneError: if the filter names a zone that the table does not have.
        """
        zones = self.zones_of(table)
        for zone, seat in table.layout.places:
            if zone.id not in zones:
                continue
            for card_id in table.cards(zone.id, seat):
                card = table.card(card_id)
                if self.matches(card, table):
                    yield card

    def list(self, table: CardTable) -> Cards:
        """Lists the cards that fit."""
        return [*self.search(table)]

    def count(self, table: CardTable) -> int:
        """Counts the cards that fit."""
        return sum([1 for _ in self.search(table)])

    def any(self, table: CardTable) -> bool:
        """Tells whether a card fits."""
        return self.first(table) is not None

    def first(self, table: CardTable) -> Card | None:
        """Returns the first card that fits; None if there is none."""
        for card in self.search(table):
            return card
        return None

    def zones_of(self, table: CardTable) -> Sequence[str]:
        """Returns the zones to look in; refuses one that the table does not have."""
        found: Sequence[str] = tuple(table.zones)
        for condition in self.conditions:
            if isinstance(condition, Aspect) and condition.aspect == "zone":
                for zone in condition.wanted:
                    if zone not in table.zones:
                        known = suggest(str(zone), table.zones)
                        raise ZoneError(f"a filter asks for the zone {zone!r}; {known}")
                found = [zone for zone in found if zone in condition.wanted]
        return found


def is_wanted(value: object, wanted: tuple[Wanted, ...]) -> bool:
    """Tells whether a value, or one of several values, is among the wanted ones."""
    if isinstance(value, tuple):
        return any(is_wanted(item, wanted) for item in value)
    for option in wanted:
        if isinstance(option, re.Pattern):
            if isinstance(value, str) and option.search(value) is not None:
                return True
        elif option == value and isinstance(option, bool) == isinstance(value, bool):
            return True
    return False


def is_within(value: object, bounds: tuple[tuple[str, int], ...]) -> bool:
    """Tells whether a number keeps to all bounds; anything else keeps to none."""
    if not bounds:
        return True
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    for bound, limit in bounds:
        if bound == "gte":
            held = value >= limit
        elif bound == "lte":
            held = value <= limit
        elif bound == "gt":
            held = value > limit
        else:
            held = value < limit
        if not held:
            return False
    return True


def collect_bounds(
    step: str,
    name: str,
    gte: int | None,
    lte: int | None,
    gt: int | None,
    lt: int | None,
    between: tuple[int, int] | None,
) -> tuple[tuple[str, int], ...]:
    """Puts the given bounds together; refuses those that no number can keep to."""
    bounds: list[tuple[str, int]] = []
    for bound, limit in (("gte", gte), ("lte", lte), ("gt", gt), ("lt", lt)):
        if limit is not None:
            bounds.append((bound, limit))
    if between is not None:
        bounds += [("gte", between[0]), ("lte", between[1])]
    lows = [limit + (bound == "gt") for bound, limit in bounds if bound in ("gte", "gt")]
    highs = [limit - (bound == "lt") for bound, limit in bounds if bound in ("lte", "lt")]
    if lows and highs and max(lows) > min(highs):
        given = ", ".join([f"{bound} {limit}" for bound, limit in bounds])
        raise ValueError(f"{step}: no {name} can be {given}")
    return tuple(bounds)


def flat(values: "Iterable[Wanted | Sequence[Wanted]]") -> Iterator[Wanted]:
    """Yields single values and the items of lists."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        elif isinstance(value, (bool, int, str, re.Pattern)):
            yield value
        else:
            raise ValueError(f"a filter compares with texts, numbers and patterns, not {value!r}")


def spread(step: str, values: "tuple[Wanted | Sequence[Wanted], ...]") -> tuple[Wanted, ...]:
    """Returns the values given to a step, lists opened; refuses none."""
    found = tuple(flat(values))
    if not found:
        raise ValueError(f"{step} needs something to ask for, and got nothing")
    return found
