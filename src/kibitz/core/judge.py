"""The judge: the one path on which a move of a match is found legal or refused.

Listing, counting, questions step by step, explanations, notation and execution all come here. Rules
may raise errors, write to the state, yield nonsense or never end. So every producer and every check
gets a copy of the state that is thrown away, whatever it raises becomes a refusal with a code, and
no more than `limit` candidates are read. The rules of a game that promises to write nothing
(`Game.reads_only`) share the state that the judge was given, which is never that of a match.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from threading import get_ident
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from kibitz.core import reject
from kibitz.core.domains import outside
from kibitz.core.errors import EnumerationLimit, ReadOnlyViolation, RuleError, place_of, text_of
from kibitz.core.move import Move
from kibitz.core.reject import Reject
from kibitz.core.rulebook import Kind
from kibitz.core.state import State, copy
from kibitz.core.value import Json, brief

if TYPE_CHECKING:
    # A game reads notation with the help of the judge, so its module imports this one.
    from kibitz.core.game import Game

S = TypeVar("S", bound=State)
V = TypeVar("V")

log = logging.getLogger("kibitz.core.judge")

# How many candidates may be read for one question before a producer is taken for endless.
LIMIT: Final = 100_000

# The cuts of the producer that each thread is running now, by the thread's number. A context
# variable would do, but setting it for every candidate took a fifth of an enumeration.
_cuts: Final[dict[int, list[str]]] = {}


def note_cut(what: str) -> None:
    """Tells the judge that a producer helper left candidates out."""
    cuts = _cuts.get(get_ident())
    if cuts is not None and what not in cuts:
        cuts.append(what)


def watch_cuts(cuts: list[str] | None) -> list[str] | None:
    """Lets the cuts of this thread be noted in a list; returns where they were noted before."""
    thread = get_ident()
    outer = _cuts.get(thread)
    if cuts is not None:
        _cuts[thread] = cuts
    elif outer is not None:
        del _cuts[thread]
    return outer


class MoveReport(Generic[S]):
    """What an enumeration found among the candidates of one kind of move.

    Attributes:
        move_id: the kind.
        produced: how many candidates were read.
        judged: how many of them were put to the rules.
        valid: how many are legal.
        returned: how many entries the caller got.
        duplicates: how many were equal to an earlier one, and dropped.
        invalid: how many were not a move of this kind.
        errors: what the producer raised.
        failure: the same as a refusal; None if it raised nothing.
        cuts: what producer helpers left out by themselves.
        refusal: why the whole kind is refused, such as not being on turn; None if it is not.
        unread: how many candidates the cap left unread; None if only reading on would tell.
        seconds: how long it took.
    """

    def __init__(self, move_id: str) -> None:
        self.move_id: Final = move_id
        self.produced = 0
        self.judged = 0
        self.valid = 0
        self.returned = 0
        self.duplicates = 0
        self.invalid = 0
        self.errors: list[str] = []
        self.failure: Reject | None = None
        self.cuts: list[str] = []
        self.refusal: Reject | None = None
        self.unread: int | None = None
        self.seconds = 0.0

    @property
    def truncated(self) -> bool | None:
        """Whether a legal move was left out, or a producer cut its own list; None if not known.

        Nothing is read past the cap, because a producer may never come to its end. So after a cap
        it is only known where all candidates were listed at once.
        """
        if self.cuts:
            return True
        return False if self.unread == 0 or self.refusal is not None else None

    def to_json(self) -> dict[str, Json]:
        """Writes the report as a JSON object."""
        counts = ("produced", "judged", "valid", "returned", "duplicates", "invalid", "seconds")
        return {
            "move_id": self.move_id,
            **{name: getattr(self, name) for name in counts},
            "truncated": self.truncated,
            "errors": [*self.errors],
            "cuts": [*self.cuts],
            "skipped": None if self.refusal is None else self.refusal.error_code,
        }

    def __repr__(self) -> str:
        return f"MoveReport({self.to_json()!r})"


class Judge(Generic[S, V]):
    """Judges the moves of one seat in one state, which must be a copy that nobody plays on.

    Rules may read everything in what they get. So a match is judged in a state `without_dice`,
    which does not tell them what will be drawn.
    """

    def __init__(
        self,
        game: "Game[S, V]",
        state: S,
        seat: int,
        *,
        limit: int = LIMIT,
        checked: bool = False,
        on_limit: Callable[[str], None] | None = None,
        on_failure: Callable[[Reject], None] | None = None,
    ) -> None:
        """Prepares to judge.

        `on_limit` is told the kind of move at which the limit was reached, `on_failure` of every
        rule that failed.
        """
        self.game: Final = game
        self.state: Final = state
        self.seat: Final = seat
        self.limit: Final = limit
        self.checked: Final = checked
        self.on_limit: Final = on_limit
        self.on_failure: Final = on_failure
        self.key: Final[object] = key_of(state) if checked else None
        self.read = 0
        # Read from the class only once, because that is slow in compiled code.
        self.shares: Final = game.reads_only and not checked

    def lend(self) -> S:
        """Returns the state for a rule to read: a copy, if the rule might write to it."""
        if self.shares:
            return self.state
        try:
            return copy(self.state)
        except Exception as error:
            failed = failure(reject.CONDITION_ERROR, "the clone() of a state", error)
            raise RuleError(failed.reason).caused_by(error) from error

    # One move.

    def refusal(self, move: Move[S]) -> Reject | None:
        """Returns why a move, wherever it comes from, is refused first; None if it is legal."""
        return next(self.reasons(move), None)

    def reasons(self, move: Move[S]) -> Iterator[Reject]:
        """Yields every reason against a move, the verdict first; none if it is legal."""
        kind = self.game.rulebook().kind_of(move)
        if kind is None:
            name = move.id if isinstance(move.id, str) and move.id else type(move).__name__
            yield Reject(reject.MOVE_NOT_FOUND, f"{self.game.id} has no move {name!r}")
            return
        wrong = kind.errors(move)
        if wrong:
            for problem in wrong:
                yield Reject(reject.INVALID_PARAMS, problem, errors=wrong)
            return
        gate = self.gate(kind)
        if gate is not None:
            yield gate
            # A rule need not survive states in which its kind is closed, such as another phase.
            if gate.error_code != reject.NOT_YOUR_TURN:
                return
        refused = gate is not None
        for reason in self.outside(kind, move) or self.checks(kind, move):
            refused = True
            self.count(kind, "reasons")
            if gate is None or reason.cause is None:  # out of turn, a check may well fail
                yield reason
        unnamed = self.naming(kind, move) if kind.own_names and not refused else None
        if unnamed is not None:
            yield unnamed

    def gate(self, kind: Kind[S]) -> Reject | None:
        """Returns why a whole kind of move is refused now; None if its moves may be judged."""
        if self.state.over:
            return Reject(reject.GAME_ENDED, f"the game is over: {self.state.reason}")
        if not self.game.own_gate:  # the gate of the library itself writes nothing
            return self.game.gate(self.state, self.seat, kind.move)
        state = self.lend()
        game = self.game
        try:
            if game.native_gate:
                refusal: object = game.gate(state, self.seat, kind.move)
            else:
                # By name: a compiled call would raise its own error for a wrong type.
                refusal = getattr(game, "gate")(state, self.seat, kind.move)  # noqa: B009
            if refusal is not None and not isinstance(refusal, Reject):
                raise TypeError(f"gate() returns a Reject or None, not {brief(refusal)}")
        except Exception as error:  # noqa: BLE001 - an author's rule; the refusal reports it
            return self.broken(f"the gate of {kind.id}", error)
        return self.watch(kind, "gate", state) or refusal

    def law(self, kind: Kind[S], move: Move[S]) -> Reject | None:
        """Returns what the check of a move refuses first; a listed move lies in its domains."""
        refusal = next(self.checks(kind, move), None) if kind.has_check else None
        return self.naming(kind, move) if refusal is None and kind.own_names else refusal

    def naming(self, kind: Kind[S], move: Move[S]) -> Reject | None:
        """Returns the refusal of a move whose own methods cannot name its card or its targets."""
        try:
            names_of(move)
        except Exception as error:  # noqa: BLE001 - an author's method; the refusal reports it
            return self.unnamed(kind, error)
        return None

    def unnamed(self, kind: Kind[S], error: Exception) -> Reject:
        """Makes the refusal of a move that cannot name its source card or its targets."""
        return self.broken(f"source_card() or target_slots() of {kind.id}", error)

    def outside(self, kind: Kind[S], move: Move[S]) -> list[Reject]:
        """Lists why a move lies outside its domains, parameter by parameter."""
        if not kind.domains:
            return []
        state = self.lend()
        try:
            return list(outside(kind.domains, move, state, self.seat))
        except Exception as error:  # noqa: BLE001 - an author's domain; the refusal reports it
            return [self.broken(f"a domain of {kind.id}", error)]

    def checks(self, kind: Kind[S], move: Move[S]) -> Iterator[Reject]:
        """Yields everything that the check of a move refuses, up to where it fails."""
        if not kind.has_check:
            return
        state = self.lend()
        failed: Reject | None = None
        refused = False
        try:
            for refusal in as_reasons(move.check(state, self.seat)):
                failed = self.watch(kind, "check", state)
                if failed is not None:
                    break
                yield as_reject(refusal)
                refused = True
            failed = failed or self.watch(kind, "check", state)
        except Exception as error:  # noqa: BLE001 - an author's check; the refusal reports it
            failed = self.broken(f"the check of {kind.id}", error)
        if failed is not None and not refused:
            yield failed

    def broken(self, rule: str, error: Exception) -> Reject:
        """Makes the refusal of a move whose check, gate or domain failed."""
        failed = failure(reject.CONDITION_ERROR, rule, error)
        log.warning("%s", failed.reason)
        return self.report(failed)

    def report(self, failed: Reject) -> Reject:
        """Reports a rule that failed, and returns the refusal."""
        if self.on_failure is not None:
            self.on_failure(failed)
        return failed

    def watch(self, kind: Kind[S], rule: str, state: S) -> Reject | None:
        """Returns the refusal of a rule that changed the copy it was only allowed to read."""
        if not self.checked:
            return None
        try:
            if state.key() == self.key:
                return None
        except Exception as error:  # noqa: BLE001 - an author's key(), or what was put into it
            return self.broken(f"the key() of a state after the {rule} of {kind.id}", error)
        changed = ReadOnlyViolation(f"the {rule} of {kind.id} changed the state")
        return self.broken(f"the {rule} of {kind.id}", changed)

    # Many moves.

    def legal(self) -> Iterator[Move[S]]:
        """Yields the legal moves in listing order; what is always allowed is not play."""
        for kind in self.game.rulebook().kinds:
            if not kind.always:
                for move, _ in self.verdicts(kind, MoveReport(kind.id), valid_only=True):
                    if move is not None:
                        yield move

    def proposed(self) -> Iterator[Move[S]]:
        """Yields what the producers propose, legal or not, without asking the rules."""
        for kind in self.game.rulebook().kinds:
            for candidate in self.candidates(kind, MoveReport(kind.id)) if kind.produces else ():
                if not kind.errors(candidate):
                    # cast: `errors` found it to be a move of this kind.
                    yield cast("Move[S]", candidate)

    def verdicts(
        self, kind: Kind[S], report: MoveReport[S], *, valid_only: bool
    ) -> Iterator[tuple[Move[S] | None, Reject | None]]:
        """Yields the candidates of a kind, each once, with why they are refused (None if legal).

        Where something went wrong before there was a move, there is only the refusal.
        """
        gate = report.refusal = self.gate(kind)
        if valid_only and (gate is not None or not kind.produces):
            return
        ended = gate if self.state.over else None
        if not kind.produces:
            yield None, ended or no_enumerator(kind)
            return
        seen: set[object] = set()
        for candidate in self.candidates(kind, report):
            wrong = kind.errors(candidate)
            repeated = not wrong and is_repeated(candidate, seen, wrong)
            if wrong:
                report.invalid += 1
                if not valid_only:
                    yield None, ended or invalid_params(kind, wrong)
            elif repeated:
                report.duplicates += 1
            else:
                # cast: `errors` found it to be a move of this kind.
                move = cast("Move[S]", candidate)
                refusal = self.law(kind, move) if gate is None else gate
                report.judged += 1
                report.valid += refusal is None
                if refusal is None or not valid_only:
                    yield move, refusal
        if report.failure is not None and not valid_only:
            yield None, ended or report.failure

    def candidates(self, kind: Kind[S], report: MoveReport[S]) -> Iterator[object]:
        """Yields what the producer of a kind proposes; what it raises goes into the report."""
        state = self.lend()
        few: list[object] | None = None
        if kind.plan is not None and not self.checked:
            outer = watch_cuts(report.cuts)
            few = kind.plan.list_few(state, self.seat)
            watch_cuts(outer)
        if few is not None:
            for place, candidate in enumerate(few):
                self.count(kind)
                report.unread = len(few) - place - 1
                report.produced += 1
                yield candidate
            return
        producer: Iterator[object] | None = None
        while True:
            outer = watch_cuts(report.cuts)
            try:
                if producer is None:
                    producer = iter(as_candidates(kind.move.enumerate(state, self.seat)))
                candidate = next(producer, report)
                if self.checked and state.key() != self.key:
                    raise ReadOnlyViolation(f"the enumerator of {kind.id} changed the state")
            except Exception as error:
                log.exception("the enumerator of %s failed", kind.id)
                report.errors.append(f"{type(error).__name__}: {text_of(error)}")
                rule = f"the enumerator of {kind.id}"
                report.failure = self.report(failure(reject.ENUMERATOR_ERROR, rule, error))
                return
            finally:
                watch_cuts(outer)
            if candidate is report:
                return
            self.count(kind)
            report.produced += 1
            yield candidate

    def count(self, kind: Kind[S], what: str = "candidates") -> None:
        """Counts something that was read, whatever becomes of it; raises past the limit."""
        self.read += 1
        if self.read > self.limit:
            if self.on_limit is not None:
                self.on_limit(kind.id)
            raise EnumerationLimit(
                f"more than {self.limit} {what} were read, the last of {kind.id};"
                " set max_per_move, or read iter_moves() as far as needed"
            )


def key_of(state: S) -> object:
    """Returns the key of a state.

    Raises:
        RuleError: if the author's `key` fails, or the state holds something that it cannot.
    """
    try:
        return state.key()
    except Exception as error:
        failed = failure(reject.CONDITION_ERROR, "the key() of a state", error)
        raise RuleError(failed.reason).caused_by(error) from error


def is_repeated(candidate: object, seen: set[object], wrong: list[str]) -> bool:
    """Tells whether a candidate was seen before; lists what is wrong if it cannot be compared."""
    try:
        if candidate in seen:
            return True
        seen.add(candidate)
    except Exception as error:  # noqa: BLE001 - an author's `__eq__` may raise anything
        wrong.append(f"comparing it failed: {type(error).__name__}: {text_of(error)}")
    return False


def as_reasons(found: Iterable[object]) -> Iterable[object]:
    """Returns what a check returned; an empty text or dictionary is no answer, and allows nothing.

    It names these types, because asking for an iterator takes longer than most checks.
    """
    given: object = found
    if given is None or isinstance(given, (str, bytes, int, float, dict, set, frozenset)):
        raise TypeError(f"check() yields Reject objects; it returned {brief(given)}")
    return found


def as_reject(refusal: object) -> Reject:
    """Returns what a check yielded if it is a refusal; truth values never decide."""
    if not isinstance(refusal, Reject):
        raise TypeError(f"check() yields Reject objects, not {brief(refusal)}")
    return refusal


def as_candidates(found: object) -> Iterable[object]:
    """Returns what a producer returned if it can be read; the letters of a text are not meant."""
    if isinstance(found, Iterable) and not isinstance(found, (str, bytes, dict)):
        return found
    raise TypeError(f"enumerate() yields moves; it returned {brief(found)}")


def names_of(move: Move[S]) -> tuple[str | None, tuple[tuple[str, ...], ...] | None]:
    """Returns the source card and the targets of a move, which an author may have computed."""
    # By name, because a compiled call would refuse other types in words of its own.
    source: object = getattr(move, "source_card")()  # noqa: B009
    targets: object = getattr(move, "target_slots")()  # noqa: B009
    if source is not None and not isinstance(source, str):
        raise TypeError(f"source_card() returns a text or None, not {brief(source)}")
    if targets is None:
        return source, None
    if not isinstance(targets, tuple):
        raise TypeError(f"target_slots() returns a tuple of tuples or None, not {brief(targets)}")
    for slot in targets:
        if not isinstance(slot, tuple) or not all(isinstance(name, str) for name in slot):
            raise TypeError(f"target_slots() returns tuples of texts, not {brief(slot)}")
    return source, targets


def failure(code: str, rule: str, error: Exception) -> Reject:
    """Makes the refusal that reports a rule which failed: what it raised, and where."""
    place = "" if isinstance(error, ReadOnlyViolation) else place_of(error)
    said = text_of(error)
    text = f"{said} ({place})" if place else said
    found = Reject(code, f"{rule} failed: {text}", error=said, type=type(error).__name__)
    found.cause = error
    return found


def no_enumerator(kind: Kind[S]) -> Reject:
    """Makes the refusal of a kind that nothing can list."""
    needed = f"{kind.id} needs parameters ({', '.join(kind.params)})"
    return Reject(reject.NO_ENUMERATOR, f"{needed} and has no enumerator")


def invalid_params(kind: Kind[S], wrong: list[str]) -> Reject:
    """Makes the refusal of a candidate that is no move of its kind."""
    reason = f"{kind.id} was proposed with invalid parameters: {'; '.join(wrong)}"
    return Reject(reject.INVALID_PARAMS, reason, errors=wrong)
