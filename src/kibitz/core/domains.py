"""Domains: what a parameter of a move can be, declared once.

A move that names a domain for each of its parameters needs no `enumerate` of its own, can be asked
step by step (which card? then which target?), and need not say again in `check` what its domains
say already: a move outside them is refused. Later domains may look at earlier choices. The card
domains (`cards_in`, `targets`) stand in `kibitz.kit`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations
from typing import Any, Final, TypeAlias

from mypy_extensions import mypyc_attr

from kibitz.core.reject import NOT_OFFERED, Reject
from kibitz.core.state import State
from kibitz.core.value import Value

# What was chosen for the earlier parameters, by name; a nested record's fields as `payment.x`.
# Any: a chosen value has the type of its parameter, which this module cannot know.
Chosen: TypeAlias = Mapping[str, Any]
# Any: a game's own functions take the game's own state class.
Bound: TypeAlias = "int | Callable[[Any, int, Chosen], int]"


EXHAUSTED: Final = object()


@mypyc_attr(allow_interpreted_subclasses=True)
class Domain:
    """The values that one parameter can take in a state, in a fixed order.

    A parameter that takes several items at once (a tuple) offers the items one by one in
    `options` and says in `bounds` how many of them make a value, so that a table can ask without
    listing all combinations.
    """

    kind = "value"

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns what can be picked."""
        raise TypeError(f"{type(self).__name__} does not define options()")

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many options make a value, at least and at most; (1, 1) for a single one."""
        return (1, 1)

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells whether a value is a tuple of options, be it of just one, and not an option."""
        return False

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterator[object]:
        """Yields the complete values."""
        return iter(self.options(state, seat, chosen))

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Yields what is wrong with a value of this parameter; nothing if it is one of `values`."""
        options = list(self.options(state, seat, chosen))
        if value not in options:
            yield not_offered(field, value, options)


class OneOf(Domain):
    """A parameter that is one of some fixed values."""

    kind = "choice"

    def __init__(self, items: tuple[object, ...]) -> None:
        """Takes the values in listing order."""
        self.items = items

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the fixed values."""
        return self.items


class IntRange(Domain):
    """A parameter that is a whole number between two bounds, both included."""

    kind = "number"

    def __init__(self, low: Bound, high: Bound, step: int) -> None:
        """Takes bounds as numbers or as functions of state, seat and earlier choices."""
        if step < 1:
            raise ValueError(f"the step of a range is 1 or more, not {step}")
        self.low = low
        self.high = high
        self.step = step

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the numbers, smallest first."""
        low = self.low if isinstance(self.low, int) else self.low(state, seat, chosen)
        high = self.high if isinstance(self.high, int) else self.high(state, seat, chosen)
        return range(low, high + 1, self.step)


class Optional(Domain):
    """A parameter that may be left out: None first, then what the inner domain offers."""

    def __init__(self, inner: Domain) -> None:
        """Takes the domain that applies when the parameter is given."""
        self.inner = inner
        self.kind = inner.kind

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns None and what the inner domain can be, each a value of its own."""
        return [None, *self.inner.values(state, seat, chosen)]


class SomeOf(Domain):
    """A parameter that is a tuple of different items, in listing order: a subset."""

    def __init__(self, inner: Domain, least: Bound, most: "Bound | None") -> None:
        """Takes the domain of one item and how many of them there are."""
        self.inner = inner
        self.least = least
        self.most = most
        self.kind = inner.kind

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the single items."""
        return self.inner.options(state, seat, chosen)

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many items make a value; never more than there are."""
        count = len(list(self.options(state, seat, chosen)))
        least = self.least if isinstance(self.least, int) else self.least(state, seat, chosen)
        if self.most is None:
            return (least, count)
        most = self.most if isinstance(self.most, int) else self.most(state, seat, chosen)
        return (least, min(most, count))

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells that a value is a tuple."""
        return True

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Refuses what is no tuple, has too many or too few items, or others than those offered."""
        options = list(self.options(state, seat, chosen))
        if not isinstance(value, tuple):
            yield Reject(NOT_OFFERED, f"{field}: a tuple expected, got {value!r}", field=field)
            return
        least, most = self.bounds(state, seat, chosen)
        if not least <= len(value) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            text = f"{field}: {wanted} of {len(options)} expected, got {len(value)}"
            yield Reject(NOT_OFFERED, text, field=field, min=least, max=most, got=len(value))
        strangers = [item for item in value if item not in options]
        for item in strangers:
            yield not_offered(field, item, options)
        # Two orders of the same items would be two moves with one effect.
        if not strangers and value != tuple([item for item in options if item in value]):
            text = f"{field}: each item once, in the order in which they are offered"
            yield Reject(NOT_OFFERED, text, field=field)

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterator[object]:
        """Yields the subsets by size, then in index order."""
        items = list(self.options(state, seat, chosen))
        least, most = self.bounds(state, seat, chosen)
        return chain.from_iterable(combinations(items, size) for size in range(least, most + 1))


class Depends(Domain):
    """A parameter whose values follow from the state and the earlier choices."""

    def __init__(
        self, find: "Callable[[Any, int, Chosen], Iterable[object] | Domain]", kind: str
    ) -> None:
        """Takes a function that returns the values, or a domain to use from here on."""
        self.find = find
        self.kind = kind

    def resolve(self, state: State, seat: int, chosen: Chosen) -> Domain:
        """Returns the domain that applies after the earlier choices."""
        found = self.find(state, seat, chosen)
        return found if isinstance(found, Domain) else OneOf(tuple(found))

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns what the found domain offers."""
        return self.resolve(state, seat, chosen).options(state, seat, chosen)

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns the bounds of the found domain."""
        return self.resolve(state, seat, chosen).bounds(state, seat, chosen)

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells whether a value of the found domain is a tuple."""
        return self.resolve(state, seat, chosen).many(state, seat, chosen)

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Yields what the found domain refuses."""
        return self.resolve(state, seat, chosen).refusals(value, field, state, seat, chosen)

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterator[object]:
        """Yields the values of the found domain."""
        return self.resolve(state, seat, chosen).values(state, seat, chosen)


class RecordOf(Domain):
    """A parameter that is a nested value with domains of its own."""

    kind = "record"

    def __init__(self, record: type[Value], fields: Mapping[str, Domain]) -> None:
        """Takes the value class and a domain for each of its parameters, in order."""
        if tuple(fields) != record.__match_args__:
            raise ValueError(
                f"{record.__name__} has the parameters {', '.join(record.__match_args__)},"
                f" not {', '.join(fields)}"
            )
        self.record = record
        self.fields = fields

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterator[object]:
        """Yields the records."""
        return listing(self.record, Plan(self.fields), state, seat)


class Step:
    """The next question that leads to a move: which of `options`, and how many of them?

    Attributes:
        field: the parameter asked for; a nested record's field as `payment.x`.
        kind: what is asked for, such as `card`, `target`, `number` or `choice`.
        options: what can be picked.
        min: how many of them at least.
        max: how many at most.
        many: whether the answer is a tuple of options (in their order), be it of just one.
    """

    def __init__(
        self,
        field: str,
        kind: str,
        options: tuple[object, ...],
        least: int,
        most: int,
        many: bool,
    ) -> None:
        """Takes the parameter asked for and what can be picked."""
        self.field = field
        self.kind = kind
        self.options = options
        self.min = least
        self.max = most
        self.many = many

    def __repr__(self) -> str:
        return (
            f"Step(field={self.field!r}, kind={self.kind!r}, options={self.options!r},"
            f" min={self.min}, max={self.max}, many={self.many})"
        )


def one_of(*values: object) -> Domain:
    """Declares a parameter that is one of these values."""
    return OneOf(values)


def int_range(low: Bound, high: Bound, step: int = 1) -> Domain:
    """Declares a whole number from `low` to `high`, both included."""
    return IntRange(low, high, step)


def optional(domain: Domain) -> Domain:
    """Declares a parameter that may be None, which is listed first."""
    return Optional(domain)


def some_of(domain: Domain, least: Bound = 0, most: "Bound | None" = None) -> Domain:
    """Declares a tuple of `least` to `most` different items, listed by size."""
    return SomeOf(domain, least, most)


def depends(
    find: "Callable[[Any, int, Chosen], Iterable[object] | Domain]", kind: str = "value"
) -> Domain:
    """Declares a parameter that depends on the state, the seat and the earlier choices."""
    return Depends(find, kind)


def record_of(record: type[Value], **fields: Domain) -> Domain:
    """Declares a nested record with a domain for each of its parameters."""
    return RecordOf(record, fields)


def leaves(domains: Mapping[str, Domain], prefix: str = "") -> list[tuple[str, Domain]]:
    """Lists the single questions behind some domains; a record asks one for each of its fields."""
    found: list[tuple[str, Domain]] = []
    for name, domain in domains.items():
        if isinstance(domain, RecordOf):
            found += leaves(domain.fields, f"{prefix}{name}.")
        else:
            found.append((prefix + name, domain))
    return found


class Assembly:
    """How one parameter is put together: an answer as it is, or a record of parts."""

    def __init__(self, path: str, domain: Domain) -> None:
        """Takes the path of the parameter and its domain."""
        self.path = path
        self.record: type | None = None
        self.parts: list[Assembly] = []
        if isinstance(domain, RecordOf):
            self.record = domain.record
            self.parts = [
                Assembly(f"{path}.{name}", inner) for name, inner in domain.fields.items()
            ]

    def fill(self, chosen: Mapping[str, Any]) -> object:
        """Returns the parameter that the answers make."""
        if self.record is None:
            return chosen[self.path]
        return self.record(*[part.fill(chosen) for part in self.parts])


class Plan:
    """How the values of a class are listed from domains; made once, because listing is hot."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        """Reads the domains."""
        self.steps = leaves(domains)
        self.parts = [Assembly(name, domain) for name, domain in domains.items()]
        self.flat = all(part.record is None for part in self.parts)


# The plan of each kind of move that was listed.
_plans: dict[type, Plan] = {}


def plan_of(kind: type, domains: Mapping[str, Domain]) -> Plan:
    """Returns the plan of a kind of move, whose domains never change."""
    plan = _plans.get(kind)
    if plan is None:
        plan = Plan(domains)
        _plans[kind] = plan
    return plan


def listing(kind: type, plan: Plan, state: State, seat: int) -> Iterator[object]:
    """Yields every value of a class that a plan allows, the last parameter changing fastest."""
    for chosen in walk(plan.steps, state, seat, {}):
        if plan.flat:
            yield kind(*chosen.values())
        else:
            yield kind(*[part.fill(chosen) for part in plan.parts])


def collect(domains: Mapping[str, Domain], chosen: Mapping[str, Any]) -> dict[str, object]:
    """Puts the answers to the single questions together as parameters by name."""
    return {name: Assembly(name, domain).fill(chosen) for name, domain in domains.items()}


def walk(
    steps: list[tuple[str, Domain]], state: State, seat: int, chosen: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yields every completion of what is chosen so far; always the same dictionary, filled anew."""
    asked = [step for step in steps if step[0] not in chosen]
    if not asked:
        yield chosen
        return
    # One iterator for each question that is open; answers are taken from the last of them.
    open_questions = [asked[0][1].values(state, seat, chosen)]
    while open_questions:
        depth = len(open_questions)
        path = asked[depth - 1][0]
        if depth == len(asked):
            for answer in open_questions[depth - 1]:
                chosen[path] = answer
                yield chosen
        else:
            answer = next(open_questions[depth - 1], EXHAUSTED)
            if answer is not EXHAUSTED:
                chosen[path] = answer
                open_questions.append(asked[depth][1].values(state, seat, chosen))
                continue
        open_questions.pop()
        chosen.pop(path, None)


def outside(
    domains: Mapping[str, Domain], move: object, state: State, seat: int
) -> Iterator[Reject]:
    """Yields why a move is outside its domains; later domains are not asked after a refusal."""
    chosen: dict[str, Any] = {}
    for path, domain in leaves(domains):
        value: object = move
        for name in path.split("."):
            value = getattr(value, name)
        refused = False
        for refusal in domain.refusals(value, path, state, seat, chosen):
            refused = True
            yield refusal
        if refused:
            return
        chosen[path] = value


def not_offered(field: str, value: object, options: list[object]) -> Reject:
    """Makes the refusal of a value that a domain does not have; names some that it has."""
    shown = ", ".join([str(option) for option in options[:6]]) or "nothing"
    more = f" and {len(options) - 6} more" if len(options) > 6 else ""
    text = f"{field}: {value} is not offered; offered: {shown}{more}"
    return Reject(NOT_OFFERED, text, field=field, given=value)
