"""Enumeration: the moves of a player as entries with their verdicts, or asked step by step.

The producer of each kind proposes candidates, and the judge decides on each; nothing is read that
is not asked for. A kind with domains can be asked for its parameters one after the other; any other
kind is asked through what its producer proposes. All answers lead to exactly the listed moves.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final, Generic, TypeVar

from kibitz.core import domains
from kibitz.core.domains import Domain, Step
from kibitz.core.errors import InvalidMoveError, KibitzError, RuleError, suggest
from kibitz.core.judge import Judge, MoveReport, failure, names_of
from kibitz.core.move import Move, name_move
from kibitz.core.reject import CONDITION_ERROR, Reject
from kibitz.core.rulebook import Kind
from kibitz.core.state import State
from kibitz.core.value import Json, brief

S = TypeVar("S", bound=State)
V = TypeVar("V")

log = logging.getLogger("kibitz.core.enumeration")
TRACE: Final = 5  # below DEBUG: one line for each kind of move


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

    __match_args__: ClassVar[tuple[str, ...]] = (
        *("move_id", "player_id", "params", "is_valid"),
        *("source_card_id", "targets", "validation_error", "metadata"),
    )

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
            why = self.validation_error
            raise ValueError(f"this entry of {self.move_id} holds no move, as is expected: {why}")
        return self.params

    def fields(self) -> tuple[object, ...]:
        """Returns all fields in order."""
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EnumeratedMove) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((self.move_id, self.player_id, self.params))

    def __reduce__(self) -> tuple[object, ...]:
        return (EnumeratedMove, self.fields())

    def __repr__(self) -> str:
        verdict = "valid" if self.is_valid else f"{self.validation_error}"
        name = self.move_id if self.params is None else name_move(self.params)
        return f"EnumeratedMove({name}, seat {self.player_id}, {verdict})"


class EnumerationReport(Generic[S]):
    """What an enumeration read, returned and left out, kind by kind."""

    def __init__(self, player: int) -> None:
        self.player: Final = player
        self.moves: dict[str, MoveReport[S]] = {}

    @property
    def judged(self) -> int:
        """How many candidates were judged in all."""
        return sum([report.judged for report in self.moves.values()])

    @property
    def truncated(self) -> list[str]:
        """The kinds whose list is incomplete, or may be; see `MoveReport.truncated`."""
        return [report.move_id for report in self.moves.values() if report.truncated is not False]

    @property
    def skipped(self) -> dict[str, Reject]:
        """The kinds that are refused as a whole, such as out of turn, each with the reason."""
        return {
            report.move_id: report.refusal
            for report in self.moves.values()
            if report.refusal is not None
        }

    @property
    def errors(self) -> list[str]:
        """All errors of producers."""
        return [error for report in self.moves.values() for error in report.errors]

    def facts(
        self, options: dict[str, Json], total: int, seconds: float, version: int
    ) -> dict[str, Json]:
        """Returns what listeners are told of an enumeration that returned `total` entries."""
        per_move: dict[str, Json] = {name: row.to_json() for name, row in self.moves.items()}
        return {
            "player": self.player,
            "options": options,
            "total": total,
            "valid": sum([row.valid for row in self.moves.values()]),
            "per_move": per_move,
            "truncated": [*self.truncated],
            "errors": [*self.errors],
            "duration_s": seconds,
            "state_version": version,
        }


class Enumerator(Generic[S, V]):
    """One pass over the candidates of one player."""

    def __init__(
        self,
        judge: Judge[S, V],
        *,
        valid_only: bool,
        include_metadata: bool,
        move_ids: tuple[str, ...] | None,
        max_per_move: int | None,
        lazy: bool = False,
    ) -> None:
        """Takes the options of `RuleEngine.enumerate_moves`.

        If `lazy`, the limit bounds what is read for the next entry, not for all of them.
        """
        self.judge: Final = judge
        self.valid_only: Final = valid_only
        self.include_metadata: Final = include_metadata
        self.move_ids: Final = move_ids
        self.max_per_move: Final = max_per_move
        self.lazy: Final = lazy
        self.report: Final[EnumerationReport[S]] = EnumerationReport(judge.seat)

    def run(self) -> Iterator[EnumeratedMove[S]]:
        """Yields the entries, kind by kind in listing order; raises `EnumerationLimit`."""
        wanted = self.move_ids
        for kind in self.judge.game.rulebook().kinds:
            if wanted is not None and kind.id not in wanted:
                continue
            report: MoveReport[S] = MoveReport(kind.id)
            self.report.moves[kind.id] = report
            start = time.perf_counter()
            for entry in self.entries(kind, report):
                yield entry
                if self.lazy:
                    self.judge.read = 0
            report.seconds = time.perf_counter() - start
            if log.isEnabledFor(TRACE):
                log.log(TRACE, "%s: %d candidates", kind.id, report.produced)

    def entries(self, kind: Kind[S], report: MoveReport[S]) -> Iterator[EnumeratedMove[S]]:
        """Yields the entries of one kind, up to the cap; reads nothing past it."""
        verdicts = self.judge.verdicts(kind, report, valid_only=self.valid_only)
        while report.returned != self.max_per_move:
            verdict = next(verdicts, None)
            if verdict is None:
                report.unread = 0
                return
            report.returned += 1
            yield self.entry(kind, verdict[0], verdict[1])

    def entry(
        self, kind: Kind[S], move: Move[S] | None, refusal: Reject | None
    ) -> EnumeratedMove[S]:
        """Makes the entry of a verdict; one without a move only says what went wrong."""
        source: str | None = None
        targets: tuple[tuple[str, ...], ...] | None = None
        if move is not None and (kind.own_names or kind.has_names):
            try:
                source, targets = names_of(move)
            except Exception as error:  # noqa: BLE001 - an author's method or domain
                if refusal is None:
                    refusal = self.judge.unnamed(kind, error)
        return EnumeratedMove(
            kind.id,
            self.judge.seat,
            move,
            refusal is None,
            source,
            targets,
            refusal,
            kind.metadata() if self.include_metadata else None,
        )


def group_by_category(entries: Iterable[EnumeratedMove[S]]) -> dict[str, list[EnumeratedMove[S]]]:
    """Groups entries by the `category` of their metadata, in the order of listing; "" has none."""
    groups: dict[str, list[EnumeratedMove[S]]] = {}
    for entry in entries:
        category = str((entry.metadata or {}).get("category", ""))
        groups.setdefault(category, []).append(entry)
    return groups


# Step by step.


class Questions(Generic[S, V]):
    """The questions that lead to one kind of move, for one player in one state."""

    def __init__(self, judge: Judge[S, V], kind: Kind[S]) -> None:
        self.judge: Final = judge
        self.kind: Final = kind
        self.steps: Final[list[tuple[str, Domain]]] = domains.leaves(kind.domains)
        self.paths: Final = [path for path, _ in self.steps] or list(kind.params)

    def next(self, chosen: Mapping[str, object], valid_only: bool) -> Step | None:
        """Returns the next question after the answers so far; None when all are given.

        Raises:
            InvalidMoveError: if an answer is not for a parameter of this kind, or not offered.
            RuleError: if a domain fails.
        """
        given: Iterable[object] = chosen  # whatever the annotation says
        for path in given:
            if not isinstance(path, str) or path not in self.paths:
                name = brief(path)
                near = suggest(name, self.paths)
                raise InvalidMoveError(f"{self.kind.id} has no parameter {name}; {near}")
        try:
            if self.steps:
                return self.ask_domain(chosen, valid_only)
            return self.ask_producer(chosen, valid_only)
        except KibitzError:
            raise
        except Exception as error:
            log.exception("a domain of %s failed", self.kind.id)
            failed = failure(CONDITION_ERROR, f"a domain of {self.kind.id}", error)
            raise RuleError(failed.reason).caused_by(error) from error

    def ask_domain(self, chosen: Mapping[str, object], valid_only: bool) -> Step | None:
        """Asks through the domains; every answer given in order must be one that was offered."""
        state, seat = self.judge.lend(), self.judge.seat
        earlier: dict[str, object] = {}
        for path, domain in self.steps:
            found = domain.resolve(state, seat, earlier)
            if path in chosen:
                for refusal in found.refusals(chosen[path], path, state, seat, earlier):
                    raise InvalidMoveError(f"{self.kind.id}: {refusal.reason}")
                earlier[path] = chosen[path]
                continue
            least, most = found.bounds(state, seat, earlier)
            many = found.many(state, seat, earlier)
            options = tuple(found.options(state, seat, earlier))
            if valid_only:
                alive: list[object] = []
                for move in self.completions(state, dict(chosen)):
                    alive += parts_of(move, path, many)
                options = tuple([option for option in options if option in alive])
            words = domain.given(earlier)
            labels = tuple([domains.label(words, option, many) for option in options])
            return Step(path, words.kind, options, least, most, many, labels)
        return None

    def completions(self, state: S, chosen: dict[str, object]) -> Iterator[Move[S]]:
        """Yields every legal move that the answers so far can still become."""
        if self.judge.gate(self.kind) is not None:
            return
        for filled in domains.complete(self.steps, state, self.judge.seat, chosen):
            self.judge.count(self.kind)
            try:
                move = self.kind.build(domains.collect(self.kind.domains, filled))
            except InvalidMoveError:
                continue  # listed as INVALID_PARAMS, so never legal
            if self.judge.law(self.kind, move) is None:
                yield move

    def ask_producer(self, chosen: Mapping[str, object], valid_only: bool) -> Step | None:
        """Asks through the moves that the producer proposes."""
        report: MoveReport[S] = MoveReport(self.kind.id)
        listed: list[tuple[Move[S], bool]] = []
        for move, refusal in self.judge.verdicts(self.kind, report, valid_only=False):
            if move is not None:
                listed.append((move, refusal is None))
        for path in self.paths:
            if path not in chosen:
                fitting = [move for move, legal in listed if legal or not valid_only]
                options = dict.fromkeys([getattr(move, path) for move in fitting])
                labels = tuple(
                    [domains.label(domains.PLAIN_WORDS, option, False) for option in options]
                )
                return Step(path, "value", tuple(options), 1, 1, False, labels)
            answer = chosen[path]
            options = dict.fromkeys([getattr(move, path) for move, _ in listed])
            if answer not in list(options):
                raise InvalidMoveError(
                    f"{self.kind.id}: {domains.not_offered(path, answer, list(options)).reason}"
                )
            listed = [item for item in listed if getattr(item[0], path) == answer]
        return None


def parts_of(move: Move[S], path: str, many: bool) -> list[object]:
    """Returns the options that make up one parameter of a move; several where it takes many."""
    value: object = move
    for name in path.split("."):
        value = getattr(value, name)
    return list(value) if many and isinstance(value, tuple) else [value]
