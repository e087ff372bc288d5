"""The rulebook: the kinds of moves of a game, checked once and kept in a table for the engine."""

import inspect
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any, Final, Generic, TypeVar

from kibitz.core.domains import PLAIN_WORDS, plan_of
from kibitz.core.errors import GameDefinitionError, InvalidMoveError, UnknownMove, suggest, text_of
from kibitz.core.move import Move
from kibitz.core.state import State, copied
from kibitz.core.value import brief, construct, misfits

S = TypeVar("S", bound=State)


class Kind(Generic[S]):
    """One kind of move, with what the engine needs to know about it."""

    def __init__(self, move: type[Move[S]]) -> None:
        self.move: Final = move
        self.id: Final = move.id
        self.title: Final = move.title()
        lines = (inspect.getdoc(move) or "").splitlines()
        self.description: Final = move.description or (lines[0] if lines else "")
        self.params: Final[tuple[str, ...]] = move.__match_args__
        self.records: Final[Mapping[str, type]] = {
            record.__name__: record for record in move.records
        }
        own = overrides(move, Move, "enumerate")
        self.produces: Final = own or bool(move.domains) or not move.__match_args__
        # How the moves are listed from domains; None for an `enumerate` of its own.
        self.plan: Final = plan_of(move, move.domains) if self.produces and not own else None
        self.has_check: Final = overrides(move, Move, "check")
        # What its moves begin with when they are written; empty if they have words of their own.
        written = overrides(move, Move, "__str__") or overrides(move, Move, "notation")
        self.start: Final = "" if written else move.id.lower()
        # Whether `invalid` is not compiled, so that it may return anything.
        self.own_invalid: Final = isinstance(move.invalid, FunctionType)
        # Whether its moves name a source card or targets, and whether methods of its own do it.
        names = (*([move.source] if move.source else []), *move.slots)
        self.has_names: Final = bool(names)
        # Those of them that no domain writes.
        self.plain_names: Final = tuple([name for name in names if name not in move.domains])
        self.own_names: Final = overrides(move, Move, "source_card") or overrides(
            move, Move, "target_slots"
        )
        # Copies of what the class says, because reading a class from compiled code is slow.
        self.always: Final = move.always
        self.exact: Final = move.exact
        self.domains: Final = move.domains

    def build(self, params: Mapping[str, object]) -> Move[S]:
        """Makes a move of this kind from named parameters.

        Raises:
            InvalidMoveError: if a parameter is missing, extra or of a wrong type.
        """
        try:
            made = construct(self.move, params)
        except ValueError as error:
            raise InvalidMoveError(f"{self.id}: {error}") from None
        if not isinstance(made, self.move):
            raise InvalidMoveError(f"{self.id}: the constructor made {brief(made)}")
        wrong = self.errors(made)
        if wrong:
            raise InvalidMoveError(f"{self.id}: {'; '.join(wrong)}")
        return made

    def read(self, documents: Mapping[str, object]) -> Move[S]:
        """Makes a move of this kind from the JSON documents of its parameters.

        Raises:
            InvalidMoveError: if a parameter is missing, extra, cannot be read or has a wrong type.
        """
        params: dict[str, object] = {}
        wrong: list[str] = []
        # In the order of the parameters, because the words of one may depend on an earlier one.
        for name in sorted(documents, key=self.place_of):
            domain = self.domains.get(name, PLAIN_WORDS)
            try:
                params[name] = domain.given(params).decode(documents[name], self.records)
            except Exception as error:  # noqa: BLE001 - an author's domain may raise anything
                wrong.append(f"{name}: {text_of(error)}")
        if wrong:
            raise InvalidMoveError(f"{self.id}: {'; '.join(wrong)}")
        return self.build(params)

    def place_of(self, name: str) -> int:
        """Returns the place of a parameter; unknown ones come last."""
        return self.params.index(name) if name in self.params else len(self.params)

    def add_legal(self, state: S, seat: int, found: list[Move[S]]) -> None:
        """Appends the legal moves of this kind, in listing order; trusts the rules and `exact`."""
        start = len(found)
        moves = found if self.exact or not self.has_check else []
        distinct = False
        if self.plan is None:
            moves.extend(self.move.enumerate(state, seat))
        else:
            distinct = self.plan.list_all(state, seat, moves)
        if moves is not found:
            for move in moves:
                for _ in move.check(state, seat):
                    break
                else:
                    found.append(move)
        if not distinct and len(found) > start + 1:
            found[start:] = dict.fromkeys(found[start:])

    def errors(self, candidate: object) -> list[str]:
        """Lists what is wrong with an object that should be a move of this kind; none if it is."""
        if type(candidate) is not self.move:
            return self.misnamed(candidate)
        if candidate._sound:
            return []
        try:
            wrong = own_problems(candidate) if self.own_invalid else candidate.invalid()
            wrong = wrong or misfits(candidate)
            if not wrong:
                hash(candidate)
                for name in self.plain_names:  # what cannot be written could not be listed
                    candidate.document(name)
                if self.plan is not None:  # then it serves again; it may be a frozen dataclass
                    object.__setattr__(candidate, "_sound", True)
            return wrong
        except Exception as error:  # noqa: BLE001 - an author's code, or a parameter without a hash
            return [f"{type(error).__name__}: {text_of(error)}"]

    def misnamed(self, candidate: object) -> list[str]:
        """Lists what is wrong with an object of another class."""
        given = type(candidate).__name__
        problems = [f"expected {self.move.__name__}, got {given} {brief(candidate)}"]
        if isinstance(candidate, Mapping):
            try:
                self.build(candidate)
            except Exception as error:  # noqa: BLE001 - its keys may be anything, too
                problems.append(text_of(error))
        return problems

    def metadata(self) -> dict[str, object]:
        """Returns what a user interface shows of this kind; the author's own keys win.

        Whoever gets it may change it: it shares nothing with the next one.
        """
        found: dict[str, object] = {"display_name": self.title, "description": self.description}
        for name, value in self.move.metadata.items():
            found[name] = copied(value)
        return found


class Rulebook(Generic[S]):
    """All kinds of moves of one game, in listing order and by id."""

    def __init__(self, game: str, given: object, problems: Sequence[str]) -> None:
        """Checks the declaration.

        Args:
            game: the id of the game.
            given: what the game says are its kinds of moves.
            problems: what is wrong with the game otherwise.

        Raises:
            GameDefinitionError: if anything is wrong; lists all problems, those given included.
        """
        found = [*problems] if game else ["a game needs an id", *problems]
        moves: list[type[Move[S]]] = []
        for move in given if isinstance(given, list) else ():
            if isinstance(move, type) and issubclass(move, Move):
                moves.append(move)
                found += [f"{move.__name__}: {problem}" for problem in kind_problems(move)]
            else:
                found.append(f"kinds() lists {brief(move)}, which is not a class of moves")
        if not isinstance(given, list):
            found.append(f"kinds() returned {brief(given)}: expected a list of classes of moves")
        elif not given:
            found.append("a game needs at least one kind of move")
        told: list[Any] = [*moves]  # Any: an id may be anything yet
        ids: list[object] = [move.id for move in told]
        for place, move_id in enumerate(ids):
            if move_id in ids[:place]:
                found.append(f"two kinds of moves have the id {move_id!r}")
        if found:
            raise GameDefinitionError(game, found)
        self.game: Final = game
        self.kinds: Final = [Kind(move) for move in moves]
        self.by_id: Final = {kind.id: kind for kind in self.kinds}
        self.by_class: Final[dict[type, Kind[S]]] = {kind.move: kind for kind in self.kinds}

    def ids(self) -> list[str]:
        """Returns the ids of the kinds, in listing order."""
        return [kind.id for kind in self.kinds]

    def find(self, move_id: object) -> Kind[S]:
        """Returns a kind by id.

        Raises:
            UnknownMove: if there is none; names near matches.
        """
        kind = self.by_id.get(move_id) if isinstance(move_id, str) else None
        if kind is None:
            given = brief(move_id)
            raise UnknownMove(f"{self.game} has no move {given}; {suggest(given, self.ids())}")
        return kind

    def begun(self, word: str) -> list[Kind[S]]:
        """Returns the kinds whose moves, written without spaces, may begin with a typed word."""
        found: list[Kind[S]] = []
        for kind in self.kinds:
            if kind.start.startswith(word) or word.startswith(kind.start):
                found.append(kind)
        return found

    def kind_of(self, move: Move[S]) -> Kind[S] | None:
        """Returns the kind of a move; None if it is not a move of this game."""
        return self.by_class.get(type(move))


def overrides(kind: type, base: type, name: str) -> bool:
    """Tells whether a class has a method of its own instead of that of a base class."""
    for found in kind.__mro__:
        if found is base:
            return False
        if name in found.__dict__:
            return True
    return False


def kind_problems(move: type[Move[S]]) -> list[str]:
    """Lists what is wrong with the declaration of one kind of move."""
    found: list[str] = []
    names = tuple(move.__match_args__)
    told: Any = move  # Any: what an author wrote, whatever the annotations say
    move_id: object = told.id
    if not isinstance(move_id, str) or not move_id:
        found.append("a kind of move needs an id")
    elif move_id.split() != [move_id]:
        found.append(f"the id {move_id!r} is not one word")
    found += word_problems(move)
    if not overrides(move, Move, "apply"):
        found.append("apply() is missing")
    taken = constructor_arguments(move)
    if taken is not None and taken != names:
        found.append(f"the constructor takes {taken}, but __match_args__ says {names}")
    if move.domains and tuple(move.domains) != names:
        found.append(f"domains are given for {tuple(move.domains)}, the parameters are {names}")
    for slot in (*([move.source] if move.source else []), *move.slots):
        if slot not in names:
            found.append(f"source or slot {slot!r} is not a parameter")
    return found


def word_problems(move: type[Move[S]]) -> list[str]:
    """Lists what is wrong with what a user interface shows of a kind of move."""
    found: list[str] = []
    told: Any = move  # Any: what an author wrote, whatever the annotations say
    try:
        title: object = told.title()
    except Exception as error:  # noqa: BLE001 - an author's method may raise anything
        return [f"title() failed: {type(error).__name__}: {text_of(error)}"]
    description: object = told.description
    metadata: object = told.metadata
    if not isinstance(title, str):
        found.append(f"title() returned {brief(title)}: expected a text")
    if not isinstance(description, str):
        found.append(f"the description is {brief(description)}: expected a text")
    if not isinstance(metadata, Mapping) or not all(isinstance(name, str) for name in metadata):
        found.append(f"metadata is {brief(metadata)}: expected a dictionary by name")
    return found


def own_problems(move: Move[S]) -> list[str]:
    """Returns what `invalid()` of a move says is wrong with its parameters."""
    # By name, because a compiled call would refuse other types in words of its own.
    found: object = getattr(move, "invalid")()  # noqa: B009
    if not isinstance(found, list) or not all(isinstance(problem, str) for problem in found):
        raise TypeError(f"invalid() returns a list of texts, not {brief(found)}")
    return found


def constructor_arguments(move: type) -> tuple[str, ...] | None:
    """Returns the names of a constructor's arguments; None where Python cannot tell them."""
    try:
        return tuple(inspect.signature(move).parameters)
    except ValueError:
        return None  # a compiled class without a constructor of its own
