"""Moves from three functions, for rules that are a reducer, a condition and an enumerator already.

`MoveDefinition` makes an ordinary kind of move out of them, so there is one path: the same
enumeration, the same check, the same execution as for moves written as classes.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pickle import PicklingError
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.judge import as_candidates
from kibitz.core.move import Move, Reject
from kibitz.core.reject import CONDITION_FAILED
from kibitz.core.state import State
from kibitz.core.value import brief, misfits

S = TypeVar("S", bound=State)


class Candidate(NamedTuple):
    """What an enumerator may yield instead of bare parameters: with source card and targets."""

    params: Any  # Any: whatever the author yields; mypyc does not know `object` here
    source: str | None = None
    targets: tuple[tuple[str, ...], ...] | None = None


class MoveContext(NamedTuple):
    """What a condition and a reducer get besides the state."""

    player_id: int
    params: Any  # Any: the author's own parameter class
    source_card_id: str | None
    targets: tuple[tuple[str, ...], ...] | None


class MoveDefinition(Generic[S]):
    """A kind of move as an id, a name and up to three functions.

    The condition returns True, False or a `Reject`; anything else, such as None, is an error of the
    condition and refuses the move. `kind` is the class to list in `Game.kinds`.
    """

    def __init__(
        self,
        id: str,
        name: str,
        reducer: Callable[[S, MoveContext], None],
        condition: Callable[[S, MoveContext], bool | Reject] | None = None,
        enumerator: Callable[[S, int], Iterable[object]] | None = None,
        *,
        params: type | None = None,
        description: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.reducer: Final = reducer
        self.condition: Final = condition
        self.enumerator: Final = enumerator
        self.params: Final = params
        members: dict[str, object] = {
            "id": id,
            "name": name,
            "description": description,
            "metadata": {} if metadata is None else dict(metadata),
            "definition": self,
            "records": () if params is None else (params,),
            "__doc__": description or name,
            "__module__": __name__,
        }
        if enumerator is not None:
            members["enumerate"] = classmethod(propose)
        # Any: a class made at run time; what it inherits is typed.
        made: Any = type(class_name(id), (FunctionMove,), members)
        self.kind: Final[type[Move[S]]] = made

    def __call__(
        self,
        params: object = None,
        *,
        source: str | None = None,
        targets: tuple[tuple[str, ...], ...] | None = None,
    ) -> Move[S]:
        """Makes a move of this kind."""
        build: Any = self.kind  # Any: the class was made at run time
        move: Move[S] = build(params, source, targets)
        return move


@mypyc_attr(allow_interpreted_subclasses=True)
class FunctionMove(Move[State]):
    """A move whose rules are the functions of a `MoveDefinition`."""

    __match_args__ = ("args", "source_card_id", "targets")

    # Any: definitions of all games; each function takes its own game's state.
    definition: ClassVar[MoveDefinition[Any]]

    def __init__(
        self,
        args: object = None,
        source_card_id: str | None = None,
        targets: tuple[tuple[str, ...], ...] | None = None,
    ) -> None:
        self.args: Final = args
        self.source_card_id: Final = source_card_id
        self.targets: Final = targets

    def context(self, seat: int) -> MoveContext:
        """Builds the context for the functions."""
        return MoveContext(seat, self.args, self.source_card_id, self.targets)

    def __reduce__(self) -> tuple[object, ...]:
        # The class was made at run time, so pickle finds it through the module of its reducer.
        definition = self.definition
        module = definition.reducer.__module__
        for name, value in vars(sys.modules[module]).items():
            if value is definition:
                return (rebuild_move, (module, name, *self.params()))
        raise PicklingError(f"the definition of {self.id} is no module-level name of {module}")

    def invalid(self) -> list[str]:
        """Lists what is wrong with the parameters: another class, or wrongly typed fields."""
        wanted = self.definition.params
        if wanted is None:
            return []
        if not isinstance(self.args, wanted):
            return [f"expected {wanted.__name__}, got {brief(self.args)}"]
        return misfits(self.args)

    def check(self, state: State, seat: int) -> Iterator[Reject]:
        """Asks the condition; no condition means always legal."""
        condition = self.definition.condition
        if condition is None:
            return iter(())
        # object: an author's function may return anything, whatever its annotation says.
        ask: Callable[..., object] = condition
        answer = ask(state, self.context(seat))
        if answer is True:
            return iter(())
        if answer is False:
            text = f"the condition of {self.title()} is not met"
            return iter((Reject(CONDITION_FAILED, text),))
        if isinstance(answer, Reject):
            return iter((answer,))
        raise TypeError(f"a condition answers True, False or a Reject, not {brief(answer)}")

    def apply(self, state: State, seat: int) -> None:
        """Runs the reducer."""
        self.definition.reducer(state, self.context(seat))

    def source_card(self) -> str | None:
        """Returns the source card that the enumerator gave."""
        return self.source_card_id

    def target_slots(self) -> tuple[tuple[str, ...], ...] | None:
        """Returns the targets that the enumerator gave."""
        return self.targets


def propose(kind: type[FunctionMove], state: State, seat: int) -> Iterator[FunctionMove]:
    """Returns a move for each parameter object of the enumerator, one by one."""
    enumerator = kind.definition.enumerator
    assert enumerator is not None
    # Called here and not in the generator: what it raises would end a compiled one without a word.
    return moves_of(kind, as_candidates(enumerator(state, seat)))


def moves_of(kind: type[FunctionMove], items: Iterable[object]) -> Iterator[FunctionMove]:
    """Yields a move for each parameter object."""
    for item in items:
        if isinstance(item, Candidate):
            yield kind(item.params, item.source, item.targets)
        else:
            yield kind(item)


def rebuild_move(
    module: str,
    name: str,
    args: object,
    source: str | None,
    targets: tuple[tuple[str, ...], ...] | None,
) -> Move[State]:
    """Remakes a move that was pickled, from the place of its definition."""
    definition: MoveDefinition[State] = getattr(import_module(module), name)
    return definition(args, source=source, targets=targets)


def class_name(move_id: str) -> str:
    """Turns an id such as `play_card` into a class name such as `PlayCard`."""
    return "".join(word.capitalize() for word in move_id.replace("-", "_").split("_"))
