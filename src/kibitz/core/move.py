"""Moves: what a player may decide, as immutable values of small classes.

A kind of move is a class. Its parameters, what it proposes (`enumerate`), the law (`check`) and
the effect (`apply`) are in one place. The list of legal moves, the refusal of an illegal one and
the reason all come from these three, so legality is written once.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic, TypeVar, cast

from mypy_extensions import mypyc_attr

from kibitz.core.domains import Domain, listing, plan_of
from kibitz.core.notation import write_document
from kibitz.core.reject import Reject
from kibitz.core.state import State
from kibitz.core.value import Json, Value, encode

__all__ = ["Move", "Reject", "slot_of"]

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Move(Value, Generic[S]):
    """One decision of one player, with all its parameters.

    A subclass gives `id`, `name`, its parameters in `__match_args__` and the constructor, and
    `enumerate` or `domains`, `check`, `apply`. Its docstring's first line is its description.
    """

    id: ClassVar[str] = ""
    name: ClassVar[str] = ""
    description: ClassVar[str] = ""
    metadata: ClassVar[Mapping[str, object]] = {}
    # Domains of the parameters, in asking order. With them `enumerate` comes for free, and a move
    # outside its domains is refused before `check` is asked.
    domains: ClassVar[Mapping[str, Domain]] = {}
    # The parameter that names the card the move comes from, and those that name its targets.
    source: ClassVar[str] = ""
    slots: ClassVar[tuple[str, ...]] = ()
    # Classes of values nested in the parameters, so that they can be read from JSON.
    records: ClassVar[tuple[type, ...]] = ()
    # True if `enumerate` never yields a move that `check` refuses: `Game.legal` then skips `check`.
    exact: ClassVar[bool] = False
    # True for a move that is allowed at any time, such as conceding. Such moves are not play, so
    # `Game.legal` (and with it every agent) leaves them out, and `enumerate_moves` lists them.
    always: ClassVar[bool] = False

    _sound = False  # True once the parameters were found to have their types; they never change
    _typed = ""  # the notation in small letters, once a typed text was compared with it

    @classmethod
    def title(cls) -> str:
        """Returns the name for people; the id in words if there is none."""
        return cls.name or cls.id.replace("_", " ").capitalize()

    @classmethod
    def enumerate(cls, state: S, seat: int) -> "Iterator[Move[S]]":
        """Proposes the moves of this kind; it may yield too many, but not too few."""
        if cls.__match_args__ and not cls.domains:
            return iter(())  # nothing to go by; the engine reports NO_ENUMERATOR
        # cast: what a class makes are its own.
        return cast("Iterator[Move[S]]", listing(plan_of(cls, cls.domains), state, seat))

    def invalid(self) -> list[str]:
        """Lists what is wrong with the parameters themselves, independent of the state."""
        return []

    def check(self, state: S, seat: int) -> Iterator[Reject]:
        """Yields every reason against the move; the first is the verdict, and none means legal."""
        return iter(())

    def apply(self, state: S, seat: int) -> None:
        """Carries the move out; the move is known to be legal."""
        raise TypeError(f"{type(self).__name__} does not define apply()")

    def source_card(self) -> str | None:
        """Returns the name of the card the move comes from, where its kind names one."""
        card = self.document(self.source) if self.source else None
        return None if card is None else str(card)

    def target_slots(self) -> tuple[tuple[str, ...], ...] | None:
        """Returns the names of the targets, a tuple for each slot; None where it has no slots."""
        if not self.slots:
            return None
        return tuple([slot_of(self.document(name)) for name in self.slots])

    def document(self, name: str) -> Json:
        """Writes one parameter as JSON, in the words of its domain where it has one."""
        domain = self.domains.get(name)
        value: object = getattr(self, name)
        return encode(value) if domain is None else domain.encode(value)

    def to_json(self) -> dict[str, Json]:
        """Writes the move as a JSON object: its id under `move`, then its parameters."""
        written: dict[str, Json] = {"move": self.id}
        for name in self.__match_args__:
            written[name] = self.document(name)
        return written

    def notation(self) -> str:
        """Writes the move in the general notation, which every game reads."""
        params = [write_document(self.document(name)) for name in self.__match_args__]
        return " ".join([self.id, *params])

    def __str__(self) -> str:
        return self.notation()


def name_move(move: Move[S]) -> str:
    """Writes a move for a message; the notation is the author's, and may fail."""
    try:
        return str(move)
    except Exception:  # noqa: BLE001 - the message is about something else
        return f"{move.id} (its notation fails)"


def slot_of(document: object) -> tuple[str, ...]:
    """Writes one target parameter as a tuple: none, one or several targets."""
    if document is None:
        return ()
    if isinstance(document, (list, tuple)):
        return tuple([str(item) for item in document])
    return (str(document),)
