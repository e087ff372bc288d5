"""States: the one mutable tree that holds all that a rule can read or write."""

import operator
from collections.abc import Sequence
from hashlib import blake2b
from types import NoneType
from typing import ClassVar, Final, Self, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.randomness import Rng, hidden_rng, seeded
from kibitz.core.value import Value

# Types of values that are plain already.
PLAIN: Final[frozenset[type]] = frozenset((NoneType, bool, int, float, str))
# Those of them that say what a field is for good; None may stand for something to come.
SCALARS: Final[frozenset[type]] = frozenset((bool, int, float, str))
# The viewer of a state that is not a view.
TRUTH: Final = -2
# The generator in states that rules only read: always the same, so it tells nothing of a match's.
READ_DICE: Final = seeded("dice of states that are only read")


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A mutable piece of a state; all it can do follows from `__match_args__`.

    `__match_args__` names the constructor's arguments, which are attributes too. Equality, `key`,
    `clone` and pickling read them. A class that is copied often writes its `clone` out.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def key(self) -> tuple[object, ...]:
        """Returns everything in this part as nested plain values."""
        return plain_items([getattr(self, name) for name in self.__match_args__])

    def clone(self) -> Self:
        """Returns a copy that shares nothing it could change; a hot class writes its own."""
        return remade(self, [copied(getattr(self, name)) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        raise TypeError(f"a {type(self).__name__} changes, so it has no hash; use key()")

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple([getattr(self, name) for name in self.__match_args__]))


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Part):
    """A whole game at one moment, the dice included.

    Attributes:
        rng: the generator of the game's chance; never leaves the state.
        seat: who must decide now, pending decisions included.
        over: whether the game has ended.
        reason: how it ended, in a word or two; empty while it goes on.
    """

    __match_args__ = ("rng", "seat", "over", "reason")

    def __init__(self, rng: Rng, seat: int = 0, over: bool = False, reason: str = "") -> None:
        """Sets what every state has; subclasses take all their fields in their constructor."""
        self.rng = rng
        self.seat = seat
        self.over = over
        self.reason = reason

    def finish(self, reason: str) -> None:
        """Ends the game for a reason."""
        self.over = True
        self.reason = reason


S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Part)


def remade(part: P, fields: list[object]) -> P:
    """Makes a part of the same class with other fields."""
    build: object = type(part)
    assert callable(build)
    made = build(*fields)
    assert isinstance(made, type(part))
    return made


class Streams(Part):
    """Generators by name (`deck:0`, `coin`), each derived from one base when it is first asked for.

    With a single generator, one extra draw anywhere changes every later shuffle. Named streams are
    independent, so two matches with one seed stay comparable where the same stream is drawn alike.
    A game keeps them in its board, as a field that nobody sees.

    Attributes:
        base: where the streams come from; never drawn from, so that names alone decide.
        drawn: the streams in use.
    """

    __match_args__ = ("base", "drawn")

    def __init__(self, base: Rng, drawn: dict[str, Rng] | None = None) -> None:
        """Takes a base generator, usually `rng.child("streams")` when the game is dealt."""
        self.base = base
        self.drawn: dict[str, Rng] = {} if drawn is None else drawn

    def clone(self) -> "Streams":
        """Copies the streams; both copies draw the same numbers from here."""
        return Streams(self.base, {name: rng.clone() for name, rng in self.drawn.items()})

    def get(self, name: str) -> Rng:
        """Returns the stream of a name, to draw from."""
        rng = self.drawn.get(name)
        if rng is None:
            rng = self.base.child(name)
            self.drawn[name] = rng
        return rng

    def blank(self) -> "Streams":
        """Returns what stands for the streams in a view: no dice, the same for everyone."""
        return Streams(hidden_rng())

    def filled(self, rng: Rng) -> "Streams":
        """Returns streams of a sampled world: other ones on each call, and never the match's."""
        rng.word()  # deriving a child draws nothing, so the next call would find the same one
        return Streams(rng.child("streams"))


def copy(state: S) -> S:
    """Returns an independent copy of a state, of the same class."""
    twin = state.clone()
    if not isinstance(twin, type(state)):
        raise TypeError(f"{type(state).__name__}.clone() made a {type(twin).__name__}")
    return twin


def copied(value: object) -> object:
    """Copies what can change in a field of a state, or in metadata."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    if isinstance(value, set):
        return {*value}
    return clone_of(value) if isinstance(value, (Part, Rng)) else value


def clone_of(value: object) -> object:
    """Clones a part or a generator; every part has a `clone`, but not of a type known here."""
    twin: object = getattr(value, "clone")()  # noqa: B009
    return twin


def without_dice(state: S) -> S:
    """Returns a copy of a state that does not tell what the match will draw.

    Every generator in it, wherever the game keeps it, is replaced by one that is always the same.
    """
    twin = copy(state)
    replace_dice(twin, READ_DICE)
    return twin


def replace_dice(part: Part, dice: Rng) -> None:
    """Puts a copy of some dice in the place of every generator in a part.

    What is inside the fields is not changed but replaced, because copies of a state may share
    what no rule ever changes.
    """
    for name in fields_of(part):
        held: object = getattr(part, name)
        other = other_dice(held, dice)
        if other is not held:
            setattr(part, name, other)


# The fields of each class of parts that are not numbers or texts. A field that holds a number
# once never holds a generator, and most fields are numbers.
_fields: Final[dict[type, tuple[str, ...]]] = {}


def fields_of(part: Part) -> tuple[str, ...]:
    """Returns the fields of a part in which a generator may be."""
    found = _fields.get(type(part))
    if found is None:
        names = part.__match_args__
        found = tuple([name for name in names if type(getattr(part, name)) not in SCALARS])
        _fields[type(part)] = found
    return found


def other_dice(value: object, dice: Rng) -> object:
    """Returns a value in which other dice replace every generator; the value itself if none."""
    if isinstance(value, (list, tuple)):
        # Most are long lists of numbers, which nobody ends with a generator.
        if value and (type(value[-1]) not in PLAIN or type(value[0]) not in PLAIN):
            items = [item if type(item) in PLAIN else other_dice(item, dice) for item in value]
            if any(map(operator.is_not, items, value)):
                return items if isinstance(value, list) else tuple(items)
    elif isinstance(value, Part):
        for name in fields_of(value):
            held: object = getattr(value, name)
            if other_dice(held, dice) is not held:
                twin = clone_of(value)
                assert isinstance(twin, Part)
                replace_dice(twin, dice)
                return twin
    elif isinstance(value, Rng):
        return dice.clone()
    elif isinstance(value, dict):
        items = [other_dice(item, dice) for item in value.values()]
        if any(map(operator.is_not, items, value.values())):
            return dict(zip(value, items, strict=True))
    return value


def plain(value: object) -> object:
    """Turns a field of a state into nested tuples of plain values, dictionaries in sorted order."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, (list, tuple)):
        return plain_items(value)
    if isinstance(value, (Part, Rng)):
        return value.key()
    if isinstance(value, Value):
        return (type(value).__name__, *[plain(item) for item in value.params()])
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, dict):
        return tuple(sorted([(plain(name), plain(item)) for name, item in value.items()], key=repr))
    raise TypeError(
        f"a state holds numbers, texts, lists, dictionaries, parts and values,"
        f" not a {type(value).__name__}: {value!r}"
    )


def plain_items(values: Sequence[object]) -> tuple[object, ...]:
    """Turns values into plain ones; quickly if they are plain already, as most are."""
    if PLAIN.issuperset(map(type, values)):
        return tuple(values)
    return tuple([plain(value) for value in values])


def generators(value: object) -> list[Rng]:
    """Lists the generators inside a state, wherever the game keeps them, always in one order."""
    if isinstance(value, Rng):
        return [value]
    items: Sequence[object] = ()
    if isinstance(value, Part):
        items = [getattr(value, name) for name in value.__match_args__]
    elif isinstance(value, (list, tuple)):
        items = value
    elif isinstance(value, dict):
        items = list(value.values())
    found: list[Rng] = []
    for item in items:
        if type(item) not in PLAIN:
            found.extend(generators(item))
    return found


def state_hash(state: Part) -> str:
    """Returns a short fingerprint of a state, the same in every process."""
    return blake2b(repr(state.key()).encode(), digest_size=8).hexdigest()
