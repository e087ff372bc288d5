"""Enumeration: every candidate move of a player with its verdict, and what was left out.

The producer of each kind proposes candidates; each is judged by the same check that `execute`
uses. Candidates are consumed one by one, so that a cap or an abandoned iteration costs only what
was read.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Final, Generic, TypeVar

from kibitz.core.domains import Step, collect, leaves, outside, walk
from kibitz.core.errors import EnumerationLimit, ReadOnlyViolation, suggest
from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.reject import CONDITION_ERROR, ENUMERATOR_ERROR, INVALID_PARAMS, NO_ENUMERATOR
from kibitz.core.rulebook import Kind
from kibitz.core.state import State
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

log = logging.getLogger("kibitz.core.enumeration")
TRACE: Final = 5  # below DEBUG: one line a kind of move

# Cuts that producer helpers made since the current producer started; None outside enumeration.
_cuts: ContextVar[list[str] | None] = ContextVar("kibitz_cuts", default=None)


def note_cut(what: str) -> None:
    """Tells the running enumeration that a producer helper left candidates out."""
    cuts = _cuts.get()
    if cuts is not None and what not in cuts:
        cuts.append(what)


class EnumeratedMove(Generic[S]):
    """One concrete candidate with its verdict.

    Attributes:
        move_id: the id of the kind of move.
        player_id: the seat it was listed for.
        params: the move, with all its parameters; None in an entry that only reports a problem.
        is_valid: whether `execute` would accept it now.
        source_card_id: the card the move comes from, where the kind names one.
        targets: one tuple for each target slot of the kind; None where it has none.
        validation_error: why it is not valid; None for a valid entry.
        metadata: what a user interface shows; None unless asked for.
    """

    __match_args__ = ("move_id", "player_id", "params", "is_valid")

    def __init__(
        self,
        move_id: str,
        player_id: int,
        params: Move[S] | None,
        is_valid: bool,
        source_card_id: str | None = None,
        targets: tuple[tuple[str, ...], ...] | None = None,
        validation_error: Reject | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Takes all fields; the engine makes these."""
        self.move_id: Final = move_id
        self.player_id: Final = player_id
        self.params: Final = params
        self.is_valid: Final = is_valid
        self.source_card_id: Final = source_card_id
        self.targets: Final = targets
        self.validation_error: Final = validation_error
        self.metadata: Final = metadata

    @property
    def move(self) -> Move[S]:
        """The move of this entry; `ValueError` for an entry that only reports a problem."""
        if self.params is None:
            raise ValueError(f"this entry of {self.move_id} holds no move: {self.validation_error}")
        return self.params

    def fields(self) -> tuple[object, ...]:
        """Returns all fields in order."""
        return (
            self.move_id,
            self.player_id,
            self.params,
            self.is_valid,
            self.source_card_id,
            self.targets,
            self.validation_error,
            self.metadata,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EnumeratedMove) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((self.move_id, self.player_id, self.params))

    def __repr__(self) -> str:
        verdict = "valid" if self.is_valid else f"{self.validation_error}"
        return f"EnumeratedMove({self.params or self.move_id}, seat {self.player_id}, {verdict})"

    def __reduce__(self) -> tuple[object, ...]:
        return (EnumeratedMove, self.fields())


class EnumerationOptions:
    """What to list: the four options of `enumerate_moves`, as one object."""

    __match_args__ = ("valid_only", "include_metadata", "move_ids", "max_per_move")

    def __init__(
        self,
        *,
        valid_only: bool = False,
        include_metadata: bool = False,
        move_ids: Sequence[str] | None = None,
        max_per_move: int | None = None,
    ) -> None:
        """Takes the options; an empty `move_ids` means no moves, None means all.

        Raises:
            ValueError: if `max_per_move` is negative or not a whole number.
        """
        # object: callers may have given something else, whatever the annotation says.
        cap: object = max_per_move
        if cap is not None and (isinstance(cap, bool) or not isinstance(cap, int) or cap < 0):
            raise ValueError(f"max_per_move is a whole number from 0 up, not {cap!r}")
        self.valid_only: Final = valid_only
        self.include_metadata: Final = include_metadata
        self.move_ids: Final = None if move_ids is None else tuple(move_ids)
        self.max_per_move: Final = max_per_move

    def to_json(self) -> dict[str, Json]:
        """Writes the options as a JSON object."""
        return {
            "valid_only": self.valid_only,
            "include_metadata": self.include_metadata,
            "move_ids": None if self.move_ids is None else list(self.move_ids),
            "max_per_move": self.max_per_move,
        }

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.to_json().items())
        return f"EnumerationOptions({inside})"


class MoveReport:
    """What happened to the candidates of one kind of move."""

    def __init__(self, move_id: str) -> None:
        """Starts at nothing."""
        self.move_id: Final = move_id
        self.produced = 0
        self.judged = 0
        self.valid = 0
        self.returned = 0
        self.truncated = False
        self.duplicates = 0
        self.invalid = 0
        self.errors: list[str] = []
        self.cuts: list[str] = []
        self.seconds = 0.0

    def to_json(self) -> dict[str, Json]:
        """Writes the report as a JSON object."""
        return {
            "move_id": self.move_id,
            "produced": self.produced,
            "judged": self.judged,
            "valid": self.valid,
            "returned": self.returned,
            "truncated": self.truncated,
            "duplicates": self.duplicates,
            "invalid": self.invalid,
            "errors": [*self.errors],
            "cuts": [*self.cuts],
            "seconds": self.seconds,
        }

    def __repr__(self) -> str:
        return f"MoveReport({self.to_json()!r})"


class EnumerationReport:
    """What one enumeration looked at, returned and left out, kind by kind."""

    def __init__(self, player: int) -> None:
        """Starts with no kinds."""
        self.player: Final = player
        self.moves: dict[str, MoveReport] = {}

    @property
    def judged(self) -> int:
        """How many candidates were judged in all."""
        return sum([report.judged for report in self.moves.values()])

    @property
    def truncated(self) -> list[str]:
        """The kinds of which candidates were left out."""
        return [report.move_id for report in self.moves.values() if report.truncated]

    @property
    def errors(self) -> list[str]:
        """Everything that went wrong in producers."""
        return [error for report in self.moves.values() for error in report.errors]

    def facts(
        self, options: EnumerationOptions, total: int, seconds: float, version: int
    ) -> dict[str, Json]:
        """Returns what listeners are told of an enumeration that returned `total` entries."""
        per_move: dict[str, Json] = {name: row.to_json() for name, row in self.moves.items()}
        return {
            "player": self.player,
            "options": options.to_json(),
            "total": total,
            "valid": sum([row.valid for row in self.moves.values()]),
            "per_move": per_move,
            "truncated": [*self.truncated],
            "errors": [*self.errors],
            "duration_s": seconds,
            "state_version": version,
        }


class Enumerator(Generic[S, V]):
    """One pass over the candidates of one player; reads copies, so it changes nothing."""

    def __init__(
        self,
        game: Game[S, V],
        state: S,
        seat: int,
        options: EnumerationOptions,
        *,
        limit: int = 0,
        checked: bool = False,
    ) -> None:
        """Takes the state as it is; `limit` bounds the candidates, 0 means no bound."""
        self.game: Final = game
        self.seat: Final = seat
        self.options: Final = options
        self.limit: Final = limit
        self.checked: Final = checked
        self.report: Final = EnumerationReport(seat)
        self.origin: Final = state
        self.key: Final[object] = state.key() if checked else None
        self.state = copy(state)
        # In checked mode checks get a copy of their own: one that changes it cannot mislead the
        # producer.
        self.court = copy(state) if checked else self.state
        self.read = 0

    def run(self) -> Iterator[EnumeratedMove[S]]:
        """Yields the entries, kind by kind in listing order."""
        wanted = self.options.move_ids
        for kind in self.game.rulebook().kinds:
            if wanted is not None and kind.id not in wanted:
                continue
            report = MoveReport(kind.id)
            self.report.moves[kind.id] = report
            start = time.perf_counter()
            for entry in self.entries(kind, report):
                report.returned += 1
                yield entry
            report.seconds = time.perf_counter() - start
            if log.isEnabledFor(TRACE):
                log.log(TRACE, "%s: %d candidates", kind.id, report.produced)

    def entries(self, kind: Kind[S], report: MoveReport) -> Iterator[EnumeratedMove[S]]:
        """Yields the entries of one kind."""
        if self.options.max_per_move == 0:
            report.truncated = kind.produces
            return
        if not kind.produces:
            if not self.options.valid_only:
                missing = f"{kind.id} needs parameters ({', '.join(kind.params)})"
                yield self.problem(kind, NO_ENUMERATOR, f"{missing} and has no enumerator", {})
            return
        gate = self.game.gate(self.court, self.seat, kind.move)
        if gate is not None and self.options.valid_only:
            return
        candidates = self.candidates(kind, report)
        for entry in self.verdicts(kind, candidates, gate, report):
            yield entry  # the caller counts it in the report
            if report.returned == self.options.max_per_move:
                report.truncated = report.truncated or next(candidates, None) is not None
                return
        if report.errors and not self.options.valid_only:
            name, text = report.errors[-1].split(": ", 1)
            reason = f"the enumerator of {kind.id} failed: {text}"
            yield self.problem(kind, ENUMERATOR_ERROR, reason, {"error": text, "type": name})

    def candidates(self, kind: Kind[S], report: MoveReport) -> Iterator[object]:
        """Yields what the producer proposes; what it raises ends it and goes into the report."""
        try:
            producer: Iterator[object] = iter(kind.move.enumerate(self.state, self.seat))
            while True:
                token = _cuts.set(report.cuts)
                try:
                    candidate = next(producer, self)
                finally:
                    _cuts.reset(token)
                if self.checked and self.state.key() != self.key:
                    self.state = copy(self.origin)
                    raise ReadOnlyViolation(f"the enumerator of {kind.id} changed the state")
                if candidate is self:
                    break
                report.produced += 1
                yield candidate
        except Exception as error:
            log.exception("the enumerator of %s failed", kind.id)
            report.errors.append(f"{type(error).__name__}: {error}")
        if report.cuts:
            report.truncated = True

    def verdicts(
        self,
        kind: Kind[S],
        candidates: Iterator[object],
        gate: Reject | None,
        report: MoveReport,
    ) -> Iterator[EnumeratedMove[S]]:
        """Yields an entry for each candidate that is new and asked for."""
        seen: set[Move[S]] = set()
        metadata = kind.metadata() if self.options.include_metadata else None
        for candidate in candidates:
            self.count(kind)
            wrong = kind.errors(candidate)
            if wrong:
                report.invalid += 1
                if not self.options.valid_only:
                    reason = f"{kind.id} was proposed with wrong parameters: {'; '.join(wrong)}"
                    yield self.problem(kind, INVALID_PARAMS, reason, {"errors": wrong})
                continue
            assert isinstance(candidate, Move)
            move: Move[S] = candidate
            if move in seen:
                report.duplicates += 1
                continue
            seen.add(move)
            refusal = gate if gate is not None else self.verdict(kind, move)
            report.judged += 1
            if refusal is None:
                report.valid += 1
            elif self.options.valid_only:
                continue
            yield EnumeratedMove(
                kind.id,
                self.seat,
                move,
                refusal is None,
                move.source_card(),
                move.target_slots(),
                refusal,
                metadata,
            )

    def count(self, kind: Kind[S]) -> None:
        """Counts a candidate, whatever becomes of it; raises past the limit."""
        self.read += 1
        if self.limit and self.read > self.limit:
            raise EnumerationLimit(
                f"more than {self.limit} candidates were proposed, the last of {kind.id};"
                " set max_per_move, or read iter_moves() as far as needed"
            )

    def verdict(self, kind: Kind[S], move: Move[S]) -> Reject | None:
        """Asks the law; in checked mode also whether it left the state alone."""
        refusal = judge(move, self.court, self.seat)
        if self.checked and self.court.key() != self.key:
            self.court = copy(self.origin)
            return broken_check(
                move, ReadOnlyViolation(f"the check of {kind.id} changed the state")
            )
        return refusal

    def problem(
        self, kind: Kind[S], code: str, reason: str, context: Mapping[str, object]
    ) -> EnumeratedMove[S]:
        """Makes an entry that holds no move, only what went wrong."""
        metadata = kind.metadata() if self.options.include_metadata else None
        error = Reject(code, reason, **context)
        return EnumeratedMove(kind.id, self.seat, None, False, None, None, error, metadata)


def judge(move: Move[S], state: S, seat: int, *, listed: bool = True) -> Reject | None:
    """Returns the first refusal of a move; None if it is legal.

    A move that was not listed from its kind's domains is asked whether it lies in them first.

    A check that raises, or that yields anything but a `Reject`, refuses the move with
    `CONDITION_ERROR`: truth values never decide.
    """
    try:
        if not listed and move.domains:
            for refusal in outside(move.domains, move, state, seat):
                return refusal
        for refusal in move.check(state, seat):
            if not isinstance(refusal, Reject):
                raise TypeError(f"check() yields Reject objects, not {refusal!r}")
            return refusal
    except Exception as error:  # noqa: BLE001 - an author's check; the refusal reports it
        return broken_check(move, error)
    return None


def broken_check(move: Move[S], error: Exception) -> Reject:
    """Makes the refusal that reports a check that failed."""
    log.warning("the check of %s failed: %r", move.id, error)
    return Reject(
        CONDITION_ERROR,
        f"the check of {move.id} failed: {error}",
        error=str(error),
        type=type(error).__name__,
    )


def group_by_category(
    entries: Iterable[EnumeratedMove[S]],
) -> dict[str, list[EnumeratedMove[S]]]:
    """Groups entries by the `category` of their metadata, in the order of listing; "" has none."""
    groups: dict[str, list[EnumeratedMove[S]]] = {}
    for entry in entries:
        category = str((entry.metadata or {}).get("category", ""))
        groups.setdefault(category, []).append(entry)
    return groups


def copy(state: S) -> S:
    """Copies a state; the copy has the same class."""
    twin = state.clone()
    if not isinstance(twin, type(state)):
        raise TypeError(f"{type(state).__name__}.clone() made a {type(twin).__name__}")
    return twin


# Staged enumeration: the parameters of a move asked one after the other.


def next_step(
    game: Game[S, V],
    state: S,
    seat: int,
    kind: Kind[S],
    chosen: Mapping[str, object],
    valid_only: bool,
) -> Step | None:
    """Returns the next question after the answers so far; None when all are given."""
    paths = [path for path, _ in leaves(kind.move.domains)] or list(kind.params)
    for path in chosen:
        if path not in paths:
            raise ValueError(f"{kind.id} has no parameter {path!r}; {suggest(path, paths)}")
    for path in paths:
        if path not in chosen:
            if kind.move.domains:
                return ask_domain(game, state, seat, kind, chosen, path, valid_only)
            return ask_producer(game, state, seat, kind, chosen, path, valid_only)
    return None


def ask_domain(
    game: Game[S, V],
    state: S,
    seat: int,
    kind: Kind[S],
    chosen: Mapping[str, object],
    path: str,
    valid_only: bool,
) -> Step:
    """Asks for a parameter through its domain."""
    domain = dict(leaves(kind.move.domains))[path]
    least, most = domain.bounds(state, seat, chosen)
    many = domain.many(state, seat, chosen)
    options = tuple(domain.options(state, seat, chosen))
    if valid_only:
        alive: list[object] = []
        for move in completions(state, seat, kind, dict(chosen)):
            if is_legal(game, state, seat, move):
                alive += parts_of(move, path, many)
        options = tuple([option for option in options if option in alive])
    return Step(path, domain.kind, options, least, most, many)


def ask_producer(
    game: Game[S, V],
    state: S,
    seat: int,
    kind: Kind[S],
    chosen: Mapping[str, object],
    path: str,
    valid_only: bool,
) -> Step:
    """Asks for a parameter through the moves that the producer proposes."""
    found: dict[object, None] = {}
    for move in kind.move.enumerate(state, seat):
        if all(getattr(move, name) == value for name, value in chosen.items()) and (
            not valid_only or is_legal(game, state, seat, move)
        ):
            found[getattr(move, path)] = None
    return Step(path, "value", tuple(found), 1, 1, False)


def completions(state: S, seat: int, kind: Kind[S], chosen: dict[str, object]) -> Iterator[Move[S]]:
    """Yields every move that the answers so far can still become."""
    domains = kind.move.domains
    for filled in walk(leaves(domains), state, seat, chosen):
        yield kind.build(collect(domains, filled))


def is_legal(game: Game[S, V], state: S, seat: int, move: Move[S]) -> bool:
    """Tells whether the rules allow a move now."""
    return game.gate(state, seat, type(move)) is None and judge(move, state, seat) is None


def parts_of(move: Move[S], path: str, many: bool) -> list[object]:
    """Returns the options that make up one parameter of a move; several where it takes many."""
    value: object = move
    for name in path.split("."):
        value = getattr(value, name)
    return list(value) if many and isinstance(value, tuple) else [value]
