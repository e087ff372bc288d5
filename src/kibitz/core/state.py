"""States: the one mutable tree that holds all that a rule can read or write."""

from collections.abc import Sequence
from hashlib import blake2b
from types import NoneType
from typing import ClassVar, Final, Self, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.randomness import Rng
from kibitz.core.value import Value

# Types of values that are plain already.
PLAIN: Final[frozenset[type]] = frozenset((NoneType, bool, int, float, str))


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """A mutable piece of a state: a hand-written `clone`, the rest follows from `__match_args__`.

    `__match_args__` names the constructor's arguments, which are attributes too. Equality, `key`
    and pickling read them; `clone` is written out by each class, because it is hot.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def key(self) -> tuple[object, ...]:
        """Returns everything in this part as nested plain values."""
        return plain_items([getattr(self, name) for name in self.__match_args__])

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

    def clone(self) -> Self:
        """Returns an independent copy."""
        raise TypeError(f"{type(self).__name__} does not define clone()")

    def finish(self, reason: str) -> None:
        """Ends the game for a reason."""
        self.over = True
        self.reason = reason


S = TypeVar("S", bound=State)


def copy(state: S) -> S:
    """Returns an independent copy of a state, of the same class."""
    twin = state.clone()
    if not isinstance(twin, type(state)):
        raise TypeError(f"{type(state).__name__}.clone() made a {type(twin).__name__}")
    return twin


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
