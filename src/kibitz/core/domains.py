"""Domains: what a parameter of a move can be, declared once.

A move that names a domain for each of its parameters needs no `enumerate` of its own, can be asked
step by step (which card? then which target?), and need not say again in `check` what its domains
say already: a move outside them is refused. Later domains may look at earlier choices. A domain
also knows how its values are written at the border, in JSON and in notation: a card may be a small
number inside and a name outside. The card domains are in `kibitz.kit`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, islice
from typing import Any, Final, NamedTuple, TypeAlias

from mypy_extensions import mypyc_attr

from kibitz.core.errors import EnumerationLimit
from kibitz.core.notation import write_document
from kibitz.core.reject import NOT_OFFERED, Reject
from kibitz.core.state import State
from kibitz.core.value import Json, Value, brief, check_type, decode, encode, read_record

# What was chosen for the earlier parameters, by name; a nested record's fields as `payment.x`.
# Any: a chosen value has the type of its parameter, which this module cannot know.
Chosen: TypeAlias = Mapping[str, Any]
# Any: a game's own functions take the game's own state class.
Bound: TypeAlias = "int | Callable[[Any, int, Chosen], int]"


EXHAUSTED: Final = object()
# A function that offers more values than this is taken for endless.
MOST_OPTIONS: Final = 100_000
# How many values are listed at once where they could be listed one by one.
FEW: Final = 200
# How many nodes the tree of the values of one class may have.
MOST_KEPT: Final = 4096


@mypyc_attr(allow_interpreted_subclasses=True)
class Domain:
    """The values that one parameter can take in a state, in a fixed order.

    A parameter that takes several items at once (a tuple) offers the items one by one in
    `options` and says in `bounds` how many of them make a value, so that a table can ask without
    listing all combinations. A subclass sets the attributes in its constructor.

    Attributes:
        kind: what is asked for, such as `card` or `number`.
        refused_code: the code that refuses a value which is not offered.
        count_code: the code that refuses too many or too few items of `some_of` this domain.
        double_code: the code that refuses an item given twice.
        distinct: whether `values` never offers an equal value twice; then nobody has to look.
        free: whether `values` are the same whatever was chosen before; then once is enough.
        ends: whether `values` are known to end.
    """

    kind = "value"
    refused_code = NOT_OFFERED
    count_code = NOT_OFFERED
    double_code = NOT_OFFERED
    distinct = False
    free = False
    ends = False

    def resolve(self, state: State, seat: int, chosen: Chosen) -> "Domain":
        """Returns the domain that applies after the earlier choices: this one, or one found."""
        return self

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns what can be picked."""
        raise TypeError(f"{type(self).__name__} does not define options()")

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many options make a value, at least and at most; (1, 1) for a single one."""
        return (1, 1)

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells whether a value is a tuple of options (even of one) and not a single option."""
        return False

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the complete values; an iterator if they are many."""
        return self.options(state, seat, chosen)

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Says what is wrong with a value of this parameter; nothing if it is one of `values`.

        No generator: compiled ones end without a word where an author's rule raises StopIteration.
        """
        options = list(self.options(state, seat, chosen))
        return iter(() if value in options else (not_offered(field, value, options, self),))

    def follow(self, other: "Domain") -> None:
        """Takes the attributes over from the domain that this one is made of."""
        self.kind = other.kind
        self.refused_code = other.refused_code
        self.count_code = other.count_code
        self.double_code = other.double_code
        self.distinct = other.distinct
        self.free = other.free
        self.ends = other.ends

    # Words: how a value is written at the border, and read there.

    def given(self, chosen: Chosen) -> "Domain":
        """Returns the domain whose words a value has beside the other parameters: this one."""
        return self

    def encode(self, value: object) -> Json:
        """Writes a value of this parameter as JSON."""
        return encode(value)

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Reads what `encode` wrote, in any state; `records` holds the nested classes by name.

        Raises:
            ValueError: if it stands for no value.
        """
        return decode(document, records)

    def text(self, value: object) -> str:
        """Writes a value of this parameter in the notation of moves."""
        return write_document(self.encode(value))


# The words of a parameter without a domain.
PLAIN_WORDS: Final[Domain] = Domain()


class OneOf(Domain):
    """A parameter that is one of some fixed values."""

    kind = "choice"

    def __init__(self, items: tuple[object, ...]) -> None:
        self.items = items
        self.free = True
        self.ends = True
        try:
            self.distinct = len(set(items)) == len(items)
        except TypeError:
            self.distinct = False  # what has no hash is found out when moves are listed

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the fixed values."""
        return self.items


class IntRange(Domain):
    """A parameter that is a whole number between two bounds, both included."""

    kind = "number"

    def __init__(self, low: Bound, high: Bound, step: int) -> None:
        check_bound("low", low)
        check_bound("high", high)
        if step < 1:
            raise ValueError(f"invalid step {step} of a range: expected 1 or more")
        self.low = low
        self.high = high
        self.step = step
        self.distinct = True
        self.ends = True
        self.free = isinstance(low, int) and isinstance(high, int)

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the numbers, smallest first."""
        low = self.low if isinstance(self.low, int) else found_bound(self.low, state, seat, chosen)
        high = (
            self.high if isinstance(self.high, int) else found_bound(self.high, state, seat, chosen)
        )
        return range(low, high + 1, self.step)


class Optional(Domain):
    """A parameter that may be left out: None first, then what the inner domain offers."""

    def __init__(self, inner: Domain) -> None:
        self.inner = inner
        self.follow(inner)

    def resolve(self, state: State, seat: int, chosen: Chosen) -> Domain:
        """Returns this domain around the inner one that applies."""
        inner = self.inner.resolve(state, seat, chosen)
        return self if inner is self.inner else Optional(inner)

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns None and the values of the inner domain, each as one option."""
        found = bounded(self.inner.values(state, seat, chosen))
        return [None, *[value for value in found if value is not None]]

    def encode(self, value: object) -> Json:
        """Writes None as it is."""
        return None if value is None else self.inner.encode(value)

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Reads None as it is."""
        return None if document is None else self.inner.decode(document, records)


class SomeOf(Domain):
    """A parameter that is a tuple of different items, in listing order: a subset."""

    def __init__(self, inner: Domain, least: Bound, most: "Bound | None") -> None:
        check_bound("least", least)
        if most is not None:
            check_bound("most", most)
        self.inner = inner
        self.least = least
        self.most = most
        self.follow(inner)
        self.free = (
            inner.free and isinstance(least, int) and (most is None or isinstance(most, int))
        )

    def resolve(self, state: State, seat: int, chosen: Chosen) -> Domain:
        """Returns this domain around the inner one that applies."""
        inner = self.inner.resolve(state, seat, chosen)
        if isinstance(inner, Found):
            inner.items = bounded(inner.items)  # the items are asked for more than once
        return self if inner is self.inner else SomeOf(inner, self.least, self.most)

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the single items."""
        return self.items(state, seat, chosen)

    def items(self, state: State, seat: int, chosen: Chosen) -> list[object]:
        """Lists the single items."""
        return bounded(self.inner.values(state, seat, chosen))

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many items make a value; never more than there are."""
        return self.sizes(len(self.items(state, seat, chosen)), state, seat, chosen)

    def sizes(self, count: int, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many of `count` items make a value, at least and at most."""
        least = self.least
        if not isinstance(least, int):
            least = found_bound(least, state, seat, chosen)
        most = self.most
        if most is None:
            return (least, count)
        if not isinstance(most, int):
            most = found_bound(most, state, seat, chosen)
        return (least, min(most, count))

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells that a value is a tuple."""
        return True

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Refuses a tuple with too many or too few items, or with items that were not offered."""
        options = self.items(state, seat, chosen)
        if not isinstance(value, tuple):
            text = f"{field}: expected a tuple, got {brief(value)}"
            return iter((Reject(self.refused_code, text, field=field),))
        found: list[Reject] = []
        least, most = self.sizes(len(options), state, seat, chosen)
        if not least <= len(value) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            text = f"{field}: expected {wanted} of {len(options)}, got {len(value)}"
            sizes = {"min": least, "max": most, "got": len(value)}
            found.append(Reject(self.count_code, text, field=field, **sizes))
        strangers = [item for item in value if item not in options]
        for item in strangers:
            found.append(not_offered(field, item, options, self.inner))
        # Two orders of the same items would be two moves with one effect.
        if not strangers and value != tuple([item for item in options if item in value]):
            repeated = [item for index, item in enumerate(value) if item in value[:index]]
            text = f"{field}: expected each item once, in the order in which they are offered"
            code = self.double_code if repeated else self.refused_code
            found.append(Reject(code, text, field=field))
        return iter(found)

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Yields the subsets by size, then in index order."""
        items = self.items(state, seat, chosen)
        least, most = self.sizes(len(items), state, seat, chosen)
        return chain.from_iterable(combinations(items, size) for size in range(least, most + 1))

    def encode(self, value: object) -> Json:
        """Writes the items as a list."""
        if not isinstance(value, tuple):
            return encode(value)
        return [self.inner.encode(item) for item in value]

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Reads the items as a tuple."""
        if not isinstance(document, list):
            raise ValueError(f"expected a list, got {brief(document)}")
        return tuple([self.inner.decode(item, records) for item in document])


class Depends(Domain):
    """A parameter whose values follow from the state and the earlier choices."""

    def __init__(
        self, find: "Callable[[Any, int, Chosen], Iterable[object] | Domain]", like: str | Domain
    ) -> None:
        self.find = find
        self.like = like if isinstance(like, Domain) else PLAIN_WORDS
        self.follow(self.like)
        self.distinct = False  # what is found decides
        self.free = False
        if isinstance(like, str):
            self.kind = like

    def resolve(self, state: State, seat: int, chosen: Chosen) -> Domain:
        """Returns the domain that applies after the earlier choices."""
        found = self.find(state, seat, chosen)
        return found if isinstance(found, Domain) else Found(as_values(found), self.like)

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the values that the function found."""
        found = self.find(state, seat, chosen)
        if isinstance(found, Domain):
            return found.values(state, seat, chosen)
        return as_values(found)

    def encode(self, value: object) -> Json:
        """Writes a value in the words of the domain that this parameter is like."""
        return self.like.encode(value)

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Reads a value in the words of the domain that this parameter is like."""
        return self.like.decode(document, records)


def as_values(found: Iterable[object]) -> Iterable[object]:
    """Returns what a function offers; the letters of a text are not meant."""
    if isinstance(found, (str, bytes)):
        raise TypeError(f"a domain offers {brief(found)}: expected a list of values")
    return found


class Found(Domain):
    """A parameter that is one of the values that a function found, which may be endless."""

    def __init__(self, items: Iterable[object], like: Domain) -> None:
        self.items = items
        self.like = like
        self.follow(like)
        few = isinstance(items, (list, tuple)) and len(items) < 2
        self.distinct = few or isinstance(items, (dict, range, set, frozenset))
        self.ends = self.distinct or isinstance(items, (list, tuple))

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the values, which are too many if they are endless."""
        return bounded(self.items)

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the values as they are."""
        return self.items

    def encode(self, value: object) -> Json:
        """Writes a value in the words of the parameter."""
        return self.like.encode(value)


def check_bound(name: str, bound: object) -> None:
    """Refuses a bound that is neither a whole number nor a function.

    Raises:
        ValueError: names the bound and what was given.
    """
    if isinstance(bound, bool) or not (isinstance(bound, int) or callable(bound)):
        raise ValueError(f"invalid {name} {brief(bound)}: expected a whole number or a function")


def found_bound(find: Callable[..., object], state: State, seat: int, chosen: Chosen) -> int:
    """Asks a function for a bound; Python would go on with a fraction, or with infinity."""
    found = find(state, seat, chosen)
    if isinstance(found, bool) or not isinstance(found, int):
        raise TypeError(f"a bound of a domain is {brief(found)}: expected a whole number")
    return found


def bounded(items: Iterable[object]) -> list[object]:
    """Lists some values; raises `EnumerationLimit` if they are taken for endless."""
    found = items if isinstance(items, list) else list(islice(items, MOST_OPTIONS + 1))
    if len(found) > MOST_OPTIONS:
        raise EnumerationLimit(f"a parameter offers more than {MOST_OPTIONS} values")
    return found


class RecordOf(Domain):
    """A parameter that is a nested value with domains of its own."""

    kind = "record"

    def __init__(self, record: type[Value], fields: Mapping[str, Domain]) -> None:
        if tuple(fields) != record.__match_args__:
            raise ValueError(
                f"{record.__name__} has the parameters {', '.join(record.__match_args__)},"
                f" not {', '.join(fields)}"
            )
        self.record = record
        self.fields = fields
        self.plan = Plan(record, fields)
        self.distinct = all(domain.distinct for domain in fields.values())

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the records."""
        return bounded(self.values(state, seat, chosen))

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Yields the records; the domains of their fields see the choices around them as well."""
        return listing(self.plan, state, seat, chosen)

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Yields what is wrong with the fields of a record."""
        if type(value) is not self.record:
            text = f"{field}: expected {self.record.__name__}, got {brief(value)}"
            yield Reject(NOT_OFFERED, text, field=field)
            return
        yield from outside(self.fields, value, state, seat, f"{field}.", chosen)

    def encode(self, value: object) -> Json:
        """Writes the fields in the words of their domains."""
        if type(value) is not self.record:
            return encode(value)
        written: dict[str, Json] = {"record": self.record.__name__}
        for name, domain in self.fields.items():
            written[name] = domain.encode(getattr(value, name))
        return written

    def decode(self, document: object, records: Mapping[str, type]) -> object:
        """Reads the fields in the words of their domains."""
        known = {self.record.__name__: self.record}
        return read_record(
            document, known, lambda name, item: self.fields[name].decode(item, records)
        )


class Step(NamedTuple):
    """The next question that leads to a move: which of `options`, and how many of them?

    Attributes:
        field: the parameter asked for; a nested record's field as `payment.x`.
        kind: what is asked for, such as `card`, `target`, `number` or `choice`.
        options: what can be picked.
        min: how many of them at least.
        max: how many at most.
        many: whether the answer is a tuple of options (in their order), even of just one.
        labels: the options as they are written in the notation of the move.
    """

    field: str
    kind: str
    options: tuple[Any, ...]  # Any: values of the parameter's type
    min: int
    max: int
    many: bool
    labels: tuple[str, ...]


def one_of(*values: object) -> Domain:
    """Declares a parameter that is one of these values."""
    return OneOf(values)


def int_range(low: Bound, high: Bound, step: int = 1) -> Domain:
    """Declares a whole number from `low` to `high`, both included."""
    return IntRange(low, high, step)


def optional(domain: Domain) -> Domain:
    """Declares a parameter that may be None, which is listed first."""
    check_type("domain", domain, (Domain,), "a domain")
    return Optional(domain)


def some_of(domain: Domain, least: Bound = 0, most: "Bound | None" = None) -> Domain:
    """Declares a tuple of `least` to `most` different items, listed by size."""
    check_type("domain", domain, (Domain,), "a domain")
    return SomeOf(domain, least, most)


def depends(
    find: "Callable[[Any, int, Chosen], Iterable[object] | Domain]", like: str | Domain = "value"
) -> Domain:
    """Declares a parameter that depends on the state, the seat and the earlier choices.

    `like` is the kind of the parameter, or a domain that has its kind and its words.
    """
    check_type("like", like, (str, Domain), "a kind of parameter, or a domain")
    return Depends(find, like)


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
        self.path = path
        self.record = domain.record if isinstance(domain, RecordOf) else None
        fields = domain.fields if isinstance(domain, RecordOf) else {}
        self.parts = [Assembly(f"{path}.{name}", inner) for name, inner in fields.items()]

    def fill(self, chosen: Chosen) -> object:
        """Returns the parameter that the answers make."""
        if self.record is None:
            return chosen[self.path]
        return self.record(*[part.fill(chosen) for part in self.parts])


# A node of the tree of values: what the next answer leads to, another node or a value.
# Any: mypy cannot say that the last level differs.
Node: TypeAlias = dict[object, Any]


class Plan:
    """How the values of a class are listed from domains, and those that were listed before.

    Listing is hot, and values are immutable. So they are kept in a tree by the answers to the
    single questions, and serve again in other states, with their hash.
    """

    def __init__(self, kind: type, domains: Mapping[str, Domain]) -> None:
        self.kind = kind
        self.steps = leaves(domains)
        self.parts = [Assembly(name, domain) for name, domain in domains.items()]
        self.flat = all(part.record is None for part in self.parts)
        # Answers after the first that do not depend on the choices are listed once for all of them.
        self.unlisted: list[list[object] | None] = [None] * len(self.steps)
        self.shares = any(domain.free for _, domain in self.steps[1:])
        self.tree: Node = {}
        self.room = MOST_KEPT
        self.kept: set[object] = set()
        # True once two answers may have made equal values: the constructor or `__eq__` may map
        # them to one, and values that are not kept are not compared.
        self.repeats = False

    def list_all(self, state: State, seat: int, found: list[Any]) -> bool:
        """Appends every value that the domains allow; tells whether no two can be equal."""
        if not self.steps:
            found.append(self.leaf(self.tree, (), {}))
            return True
        listed = self.unlisted[:] if self.shares else self.unlisted
        return self.walk(0, self.tree, {}, listed, state, seat, found, 0) and not self.repeats

    def list_few(self, state: State, seat: int) -> list[Any] | None:
        """Returns every value that the domains allow; None if they fail or there are many."""
        found: list[Any] = []
        if not self.steps:
            return [self.leaf(self.tree, (), {})]
        listed = self.unlisted[:] if self.shares else self.unlisted
        try:
            self.walk(0, self.tree, {}, listed, state, seat, found, FEW)
        except Exception:  # noqa: BLE001 - an author's domain; listing one by one reports it
            return None
        return found

    def walk(
        self,
        depth: int,
        node: Node | None,
        chosen: dict[str, Any],
        listed: list[list[object] | None],
        state: State,
        seat: int,
        found: list[Any],
        most: int,
    ) -> bool:
        """Appends the values below a node; tells whether no answer is there twice.

        `listed` holds the answers at depths where they do not depend on the choices. If there are
        `most` values, or an answer may be endless, it raises; 0 is no bound.
        """
        path, declared = self.steps[depth]
        domain = declared.resolve(state, seat, chosen)
        distinct = domain.distinct
        last = depth + 1 == len(self.steps)
        if most and not domain.ends:
            raise EnumerationLimit("the values may never end")
        answers: Iterable[object] | None = listed[depth]
        if answers is None:
            answers = domain.values(state, seat, chosen)
            if depth and declared.free:
                answers = listed[depth] = list(answers)
        for answer in answers:
            if last:
                # Mostly a number that leads to a value which is kept.
                held: object = node.get(answer) if node and type(answer) is int else None
                if held is None:
                    chosen[path] = answer
                    held = self.leaf(node, answer, chosen)
                found.append(held)
                if len(found) == most:
                    raise EnumerationLimit(f"there are {most} values or more")
            else:
                chosen[path] = answer
                below = self.below(node, answer)
                if not self.walk(depth + 1, below, chosen, listed, state, seat, found, most):
                    distinct = False
        if path in chosen:
            del chosen[path]  # noqa: RUF051 - compiled, `pop` takes three times as long
        return distinct

    def below(self, node: Node | None, answer: object) -> Node | None:
        """Returns the node that an answer leads to; None where nothing can be kept."""
        if node is None or not is_key(answer):
            return None
        held: Node | None = node.get(answer)
        if held is None and self.room > 0:
            self.room -= 1
            held = node.setdefault(answer, {})
        return held

    def leaf(self, node: Node | None, answer: object, chosen: Chosen) -> object:
        """Returns the value that all answers make, of which this is the last."""
        if node is None or not is_key(answer):
            self.repeats = True
            return self.make(chosen)
        held: object = node.get(answer)
        return self.keep(node, answer, self.make(chosen)) if held is None else held

    def make(self, chosen: Chosen) -> object:
        """Makes the value of some answers."""
        if self.flat:
            return self.kind(*chosen.values())
        return self.kind(*[part.fill(chosen) for part in self.parts])

    def keep(self, node: Node, answer: object, value: object) -> object:
        """Keeps a new value if there is room, and returns the one that is kept."""
        try:
            if self.room <= 0 or value in self.kept:
                self.repeats = True
        except Exception:  # noqa: BLE001 - a parameter without a hash, or an author's `__eq__`
            self.repeats = True
            return value
        if self.room <= 0:
            return value
        self.room -= 1
        self.kept.add(value)
        return node.setdefault(answer, value)  # another thread may have been faster


def is_key(answer: object) -> bool:
    """Tells whether an answer equals no other that is written differently, as 1 equals True."""
    kind = type(answer)
    if kind is int or kind is str or answer is None:
        return True
    if kind is not tuple or not isinstance(answer, tuple):
        return False
    for item in answer:  # noqa: SIM110 - a loop is faster than a generator
        if not is_key(item):
            return False
    return True


# The plan of each kind of move that was listed.
_plans: dict[type, Plan] = {}


def plan_of(kind: type, domains: Mapping[str, Domain]) -> Plan:
    """Returns the plan of a kind of move, whose domains never change."""
    plan = _plans.get(kind)
    return _plans.setdefault(kind, Plan(kind, domains)) if plan is None else plan


NOTHING_CHOSEN: Final[Chosen] = {}


def listing(
    plan: Plan, state: State, seat: int, around: Chosen = NOTHING_CHOSEN
) -> Iterator[object]:
    """Yields every value that a plan allows one by one, the last parameter changing fastest.

    `around` holds the choices for the parameters around a nested record.
    """
    paths = [path for path, _ in plan.steps]
    for chosen in complete(plan.steps, state, seat, {}, around):
        node: Node | None = plan.tree
        for path in paths[:-1]:
            node = plan.below(node, chosen[path])
        yield plan.leaf(node, chosen[paths[-1]] if paths else (), chosen)


def collect(domains: Mapping[str, Domain], chosen: Chosen) -> dict[str, object]:
    """Puts the answers to the single questions together as parameters by name."""
    return {name: Assembly(name, domain).fill(chosen) for name, domain in domains.items()}


def complete(
    steps: list[tuple[str, Domain]],
    state: State,
    seat: int,
    chosen: dict[str, Any],
    around: Chosen = NOTHING_CHOSEN,
) -> Iterator[dict[str, Any]]:
    """Yields every completion of what is chosen so far; always the same dictionary, filled anew."""
    asked = [step for step in steps if step[0] not in chosen]
    if not asked:
        yield chosen
        return
    # One iterator for each question that is open; answers are taken from the last of them.
    known = {**around, **chosen} if around else chosen
    open_questions = [values_of(asked[0][1], state, seat, known)]
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
                known = {**around, **chosen} if around else chosen
                open_questions.append(values_of(asked[depth][1], state, seat, known))
                continue
        open_questions.pop()
        chosen.pop(path, None)


def values_of(domain: Domain, state: State, seat: int, chosen: Chosen) -> Iterator[object]:
    """Returns the values of a domain one by one; what it raises would end a compiled generator."""
    try:
        return iter(domain.values(state, seat, chosen))
    except StopIteration as stopped:
        raise RuntimeError("a domain raised StopIteration") from stopped


def outside(
    domains: Mapping[str, Domain],
    value: object,
    state: State,
    seat: int,
    prefix: str = "",
    around: Chosen = NOTHING_CHOSEN,
) -> Iterator[Reject]:
    """Yields why a move or record is outside its domains, parameter by parameter.

    A later domain that depends on a refused parameter is skipped.
    """
    chosen: dict[str, Any] = {}
    refused = False
    for path, domain in leaves(domains):
        held = value
        for name in path.split("."):
            held = getattr(held, name, None)
        reasons: list[Reject] = []
        try:
            known = {**around, **chosen}
            found = domain.resolve(state, seat, known)
            reasons += found.refusals(held, prefix + path, state, seat, known)
        except StopIteration:
            raise RuntimeError("a domain raised StopIteration") from None
        except Exception:
            if not refused:
                raise
            continue
        yield from reasons
        if reasons:
            refused = True
        else:
            chosen[path] = held


def not_offered(
    field: str, value: object, options: list[object], domain: Domain = PLAIN_WORDS
) -> Reject:
    """Makes the refusal of a value that a domain does not have; names some that it has."""
    listed = ", ".join([label(domain, option, False) for option in options[:6]]) or "nothing"
    more = f" and {len(options) - 6} more" if len(options) > 6 else ""
    given = label(domain, value, False)
    short = given if len(given) <= 80 else given[:77] + "..."
    text = f"{field}: {short} is not offered; offered: {listed}{more}"
    return Reject(domain.refused_code, text, field=field, given=written(domain, value))


def label(domain: Domain, option: object, many: bool) -> str:
    """Writes one option of a parameter in the notation, which may be one item of many."""
    document = written(domain, (option,) if many else option)
    return write_document(document[0] if many and isinstance(document, list) else document)


def written(domain: Domain, value: object) -> Json:
    """Writes a value as JSON, also one that the domain has no words for."""
    try:
        return domain.encode(value)
    except Exception:  # noqa: BLE001 - any object may have been given, and the domain is an author's
        return brief(value)
