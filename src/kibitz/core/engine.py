"""The rule engine: one running match."""

import logging
import secrets
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeVar

from kibitz.core.agent import Observation
from kibitz.core.domains import Step, outside
from kibitz.core.enumeration import (
    EnumeratedMove,
    EnumerationOptions,
    EnumerationReport,
    Enumerator,
    copy,
    judge,
    next_step,
)
from kibitz.core.errors import (
    IllegalMoveError,
    ReadOnlyViolation,
    UnknownPlayer,
)
from kibitz.core.game import SPECTATOR, Game, Outcome
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, seeded
from kibitz.core.reject import EXECUTION_ERROR, INVALID_PARAMS, MOVE_NOT_FOUND
from kibitz.core.state import State, state_hash
from kibitz.core.value import Json

S = TypeVar("S", bound=State)
V = TypeVar("V")

log = logging.getLogger("kibitz.core.engine")

# How many candidates one enumeration may judge before it is taken for endless.
LIMIT: Final = 100_000


class Event:
    """Something the engine tells its listeners."""

    def __init__(self, name: str, facts: Mapping[str, Json]) -> None:
        """Takes `moves_enumerated`, `move_executed` or `move_refused`, and the facts."""
        self.name: Final = name
        self.facts: Final = facts

    def __repr__(self) -> str:
        return f"Event({self.name!r}, {self.facts!r})"


class Execution:
    """What became of a move: carried out, or refused with the reason.

    Attributes:
        success: whether the move was carried out.
        error: why not; None on success.
        version: the version of the state afterwards.
    """

    def __init__(self, success: bool, error: Reject | None, version: int) -> None:
        """Takes the verdict; the engine makes these."""
        self.success: Final = success
        self.error: Final = error
        self.version: Final = version

    def __repr__(self) -> str:
        if self.error is None:
            return f"Execution(success, version {self.version})"
        return f"Execution(refused, {self.error.error_code}: {self.error.reason})"


class RuleEngine(Generic[S, V]):
    """One match: the rules, the state, and all states before it.

    `execute` works on a copy and swaps it in, so a move that fails leaves the match as it was.
    Enumeration and every question read copies too.

    Attributes:
        game: the rules.
        seed: the seed of this match's chance.
        names: the players' names by seat.
        version: rises with every change of the state, undo and redo included.
        last_enumeration: what the latest enumeration looked at and left out.
    """

    def __init__(
        self,
        game: Game[S, V],
        *,
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
        state: S | None = None,
        checked: bool = False,
        limit: int = LIMIT,
    ) -> None:
        """Starts a match, dealt from the seed (a random one if None) or from a given state.

        Args:
            game: the rules.
            seed: the seed of all chance in the match.
            names: the players' names; "seat 0", "seat 1", ... if None.
            state: where to start instead of dealing; copied.
            checked: compare the state around every producer and check, for tests.
            limit: how many candidates one enumeration may judge.

        Raises:
            GameDefinitionError: if the game is declared wrongly.
            ValueError: if there is not one name for each seat, or the limit is below 1.
            TypeError: if the seed is neither a whole number nor a text.
        """
        check_arguments(seed, limit)
        game.rulebook()
        self.game: Final = game
        self.seed: Final[int | str] = secrets.randbelow(2**31) if seed is None else seed
        self.names: Final = [f"seat {s}" for s in range(game.seats)] if names is None else [*names]
        if len(self.names) != game.seats:
            raise ValueError(f"{game.id} has {game.seats} seats, not {len(self.names)}: {names}")
        self.checked: Final = checked
        self.limit: Final = limit
        self.dealt = state is None
        self.version = 0
        self.last_enumeration: EnumerationReport | None = None
        self._state: S = game.setup(seeded(self.seed)) if state is None else copy(state)
        self._past: list[tuple[S, int, Move[S]]] = []
        self._future: list[tuple[S, int, Move[S]]] = []
        self._listeners: list[Callable[[Event], None]] = []
        self._sealed: object = self._state.key() if checked else None

    # The state.

    @property
    def state(self) -> S:
        """The state itself, to be read; `fork` gives one to change."""
        return self._state

    @property
    def seat(self) -> int:
        """Who must decide now."""
        return self._state.seat

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._past)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.game.outcome(self._state)

    @property
    def state_hash(self) -> str:
        """A fingerprint of the whole state, the same in every process."""
        return state_hash(self._state)

    @property
    def history(self) -> list[tuple[int, Move[S]]]:
        """The moves played so far, each with its seat."""
        return [(seat, move) for _, seat, move in self._past]

    def states(self) -> list[S]:
        """Returns copies of all states, from the start to now."""
        return [*[copy(state) for state, _, _ in self._past], copy(self._state)]

    def view(self, seat: int) -> V:
        """Returns what a seat (or `SPECTATOR`) can know."""
        return self.game.view(self._state, seat if seat == SPECTATOR else self._known(seat))

    def observe(self, seat: int | None = None, deadline: float | None = None) -> Observation[S, V]:
        """Makes what an agent in a seat may use; the moves are empty if it need not decide."""
        who = self.seat if seat is None else self._known(seat)
        moves = self.legal_moves() if who == self.seat else []
        rng = seeded(f"{self.seed}/agent/{who}/{self.ply}")
        return Observation(self.game, self.view(who), who, moves, rng, deadline)

    def fork(self) -> "RuleEngine[S, V]":
        """Copies the match; neither feels what happens to the other."""
        twin = RuleEngine(
            self.game,
            seed=self.seed,
            names=self.names,
            state=self._state,
            checked=self.checked,
            limit=self.limit,
        )
        twin._past = [*self._past]
        twin._future = [*self._future]
        twin.version = self.version
        twin.dealt = self.dealt
        return twin

    # Asking.

    def legal_moves(self) -> list[Move[S]]:
        """Lists the legal moves of the seat that must decide."""
        return self.game.legal(copy(self._state))

    def iter_moves(
        self,
        player: int,
        options: EnumerationOptions | None = None,
        *,
        valid_only: bool = False,
        include_metadata: bool = False,
        move_ids: Sequence[str] | None = None,
        max_per_move: int | None = None,
    ) -> Iterator[EnumeratedMove[S]]:
        """Lists candidates one by one, as `enumerate_moves` does, without a limit.

        Raises:
            UnknownPlayer: if the game has no such seat.
            UnknownMove: if `move_ids` names an unknown kind.
        """
        if options is None:
            options = EnumerationOptions(
                valid_only=valid_only,
                include_metadata=include_metadata,
                move_ids=move_ids,
                max_per_move=max_per_move,
            )
        return self._scan(player, options, 0).run()

    def enumerate_moves(
        self,
        player: int,
        options: EnumerationOptions | None = None,
        *,
        valid_only: bool = False,
        include_metadata: bool = False,
        move_ids: Sequence[str] | None = None,
        max_per_move: int | None = None,
    ) -> list[EnumeratedMove[S]]:
        """Lists the candidate moves of a player, each with its verdict.

        Works for any player at any time; who is not to move gets entries that say so. The options
        can be given as one object or one by one.

        Args:
            player: the seat.
            options: all options as one object; the other arguments are then not read.
            valid_only: leave out what the rules refuse.
            include_metadata: add names, descriptions and the author's own keys.
            move_ids: only these kinds; an empty list means none.
            max_per_move: at most so many entries of each kind.

        Raises:
            UnknownPlayer: if the game has no such seat.
            UnknownMove: if `move_ids` names an unknown kind; names near matches.
            EnumerationLimit: if more candidates had to be judged than the engine's limit.
            ValueError: if `max_per_move` is negative or not a whole number.
        """
        if options is None:
            options = EnumerationOptions(
                valid_only=valid_only,
                include_metadata=include_metadata,
                move_ids=move_ids,
                max_per_move=max_per_move,
            )
        start = time.perf_counter()
        if log.isEnabledFor(logging.DEBUG):
            log.debug("enumerating for seat %r with %r", player, options)
        scan = self._scan(player, options, self.limit)
        entries = list(scan.run())
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%d entries, %d valid", len(entries), sum(e.is_valid for e in entries))
        if self._listeners:
            seconds = time.perf_counter() - start
            facts = scan.report.facts(options, len(entries), seconds, self.version)
            self._emit(Event("moves_enumerated", facts))
        return entries

    def count_moves(self, player: int) -> int:
        """Counts the legal moves of a player without keeping them; conceding is not play."""
        return sum(1 for _ in self._playable(player))

    def any_move(self, player: int) -> EnumeratedMove[S] | None:
        """Returns the first legal move of a player, looking no further; None if there is none."""
        return next(self._playable(player), None)

    def random_move(
        self,
        player: int,
        rng: Rng,
        weight: Callable[[EnumeratedMove[S]], float] | None = None,
    ) -> EnumeratedMove[S] | None:
        """Picks one legal move in a single pass that keeps no list; None if there is none.

        Every move is equally likely, or likely in proportion to its `weight` (0 is never picked).
        """
        picked: EnumeratedMove[S] | None = None
        total = 0.0
        for entry in self._playable(player):
            share = 1.0 if weight is None else weight(entry)
            total += share
            if share > 0 and rng.random() * total < share:
                picked = entry
        return picked

    def next_choices(
        self,
        kind: str | type[Move[S]],
        chosen: Mapping[str, object] | None = None,
        player: int | None = None,
        *,
        valid_only: bool = False,
    ) -> Step | None:
        """Asks the next question on the way to a move of a kind; None when nothing is left to ask.

        Args:
            kind: the kind of move, by id or class.
            chosen: the answers so far, by parameter; a nested record's fields as `payment.x`.
            player: the seat; who must decide now if None.
            valid_only: offer only what can still become a legal move.

        Raises:
            UnknownMove: if the game has no such kind of move.
            ValueError: if an answer is for no parameter of this kind.
        """
        seat = self.seat if player is None else self._known(player)
        found = self.game.rulebook().find(kind if isinstance(kind, str) else kind.id)
        return next_step(self.game, copy(self._state), seat, found, chosen or {}, valid_only)

    def can_execute(self, move: Move[S] | EnumeratedMove[S], player: int | None = None) -> bool:
        """Tells whether `execute` would accept a move; changes nothing."""
        return self._refusal(*self._unpack(move, player), copy(self._state)) is None

    def explain(self, move: Move[S] | EnumeratedMove[S], player: int | None = None) -> list[Reject]:
        """Lists every reason against a move, not only the first; empty if it is legal."""
        found, seat = self._unpack(move, player)
        state = copy(self._state)
        first = self._refusal(found, seat, state)
        if first is None:
            return []
        reasons = [first]
        try:
            strange = list(outside(found.domains, found, state, seat))
            # What was never offered may be hidden from the seat, so its check is not asked.
            for reason in strange or found.check(state, seat):
                if reason != first:
                    reasons.append(reason)
        except Exception:  # already in `first`, or of no account behind it
            log.debug("the check of %s failed while explaining", found.id, exc_info=True)
        return reasons

    def get_valid_moves(self, player: int | None = None) -> list[str]:
        """Lists the ids of the kinds that have a legal move; use `enumerate_moves` instead."""
        warnings.warn(
            "get_valid_moves() gives ids without parameters; use enumerate_moves(player,"
            " valid_only=True)",
            DeprecationWarning,
            stacklevel=2,
        )
        seat = self.seat if player is None else player
        found = self.iter_moves(seat, valid_only=True, max_per_move=1)
        return [entry.move_id for entry in found]

    # Playing.

    def execute(self, move: Move[S] | EnumeratedMove[S], player: int | None = None) -> Execution:
        """Carries a move out if the rules allow it, and says what became of it.

        Args:
            move: the move, or an entry of an enumeration, which brings its player along.
            player: the seat that moves; who must decide now if None.

        Returns:
            The verdict. On refusal, and if a rule raises, the match is exactly as before.
        """
        found, seat = self._unpack(move, player)
        self._check_seal()
        state = copy(self._state)
        refusal = self._refusal(found, seat, state)
        if refusal is None:
            try:
                self.game.play(state, found)
            except Exception as error:
                log.exception("%s failed", found)
                refusal = Reject(
                    EXECUTION_ERROR,
                    f"{found} failed: {error}",
                    error=str(error),
                    type=type(error).__name__,
                )
        if refusal is not None:
            self._tell("move_refused", found, seat, refusal)
            return Execution(False, refusal, self.version)
        self._past.append((self._state, seat, found))
        self._future.clear()
        self._become(state)
        self._tell("move_executed", found, seat, None)
        return Execution(True, None, self.version)

    def play(self, move: Move[S] | EnumeratedMove[S] | str, player: int | None = None) -> None:
        """Carries a move out, given as it is or in notation; for scripts and people.

        Raises:
            InvalidMoveError: if a text cannot be read.
            AmbiguousMoveError: if a text fits several moves.
            IllegalMoveError: if the rules refuse the move; the message gives every reason.
        """
        found = self.game.parse(self._state, move, player) if isinstance(move, str) else move
        result = self.execute(found, player)
        if result.error is not None:
            shown = found.params if isinstance(found, EnumeratedMove) else found
            reasons = [reason.reason for reason in self.explain(found, player)]
            text = "; ".join(reasons or [result.error.reason])
            raise IllegalMoveError(
                f"illegal move {str(shown)!r} at {self.game.id} ply {self.ply}: {text}"
            )

    def undo(self, *, player_facing: bool = False) -> bool:
        """Takes the last move back; False if there is none.

        Args:
            player_facing: stop at a kind with `undo_barrier`, because it showed something.
        """
        if not self._past or (player_facing and self._past[-1][2].undo_barrier):
            return False
        state, seat, move = self._past.pop()
        self._future.append((self._state, seat, move))
        self._become(state)
        return True

    def redo(self) -> bool:
        """Plays the move that was taken back last; False if there is none."""
        if not self._future:
            return False
        state, seat, move = self._future.pop()
        self._past.append((self._state, seat, move))
        self._become(state)
        return True

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Calls a function with every `Event` from now on; what it raises is only logged."""
        self._listeners.append(listener)

    # Inside.

    def _become(self, state: S) -> None:
        self._state = state
        self.version += 1
        if self.checked:
            self._sealed = state.key()

    def _check_seal(self) -> None:
        if self.checked and self._state.key() != self._sealed:
            raise ReadOnlyViolation("the state was changed from outside the engine; use fork()")

    def _known(self, player: int) -> int:
        seats = self.game.seats
        given: object = player  # what callers may have given, whatever the annotation says
        if not isinstance(given, int) or not 0 <= given < seats:
            raise UnknownPlayer(f"{self.game.id} has seats 0 to {seats - 1}, not {player!r}")
        return player

    def _scan(self, player: int, options: EnumerationOptions, limit: int) -> Enumerator[S, V]:
        seat = self._known(player)
        for move_id in options.move_ids or ():
            self.game.rulebook().find(move_id)
        scan = Enumerator(self.game, self._state, seat, options, limit=limit, checked=self.checked)
        self.last_enumeration = scan.report
        return scan

    def _playable(self, player: int) -> Iterator[EnumeratedMove[S]]:
        """Lists the legal moves; what is always allowed, such as conceding, is not play."""
        kinds = [kind.id for kind in self.game.rulebook().kinds if not kind.always]
        return self.iter_moves(player, valid_only=True, move_ids=kinds)

    def _unpack(self, move: Move[S] | EnumeratedMove[S], player: int | None) -> tuple[Move[S], int]:
        given: object = move  # what callers may have given, whatever the annotation says
        if not isinstance(given, (Move, EnumeratedMove)):
            raise TypeError(f"a move or an entry is needed, not {given!r}; play() reads text")
        if isinstance(move, EnumeratedMove):
            return move.move, move.player_id if player is None else self._known(player)
        return move, self.seat if player is None else self._known(player)

    def _refusal(self, move: Move[S], seat: int, state: S) -> Reject | None:
        """Runs the pipeline up to the effect: known move, game not over, turn, the move's check."""
        kind = self.game.rulebook().by_id.get(move.id)
        if kind is None or type(move) is not kind.move:
            return Reject(
                MOVE_NOT_FOUND, f"{self.game.id} has no move {move.id or type(move).__name__!r}"
            )
        wrong = kind.errors(move)
        if wrong:
            return Reject(INVALID_PARAMS, "; ".join(wrong), errors=wrong)
        gate = self.game.gate(state, seat, kind.move)
        if gate is not None:
            return gate
        key = state.key() if self.checked else None
        refusal = judge(move, state, seat, listed=False)
        if self.checked and state.key() != key:
            raise ReadOnlyViolation(f"the check of {move.id} changed the state")
        return refusal

    def _tell(self, name: str, move: Move[S], seat: int, refusal: Reject | None) -> None:
        if not self._listeners:
            return
        facts: dict[str, Json] = {"move": str(move), "player": seat, "state_version": self.version}
        if refusal is not None:
            facts["error_code"] = refusal.error_code
            facts["reason"] = refusal.reason
        self._emit(Event(name, facts))

    def _emit(self, event: Event) -> None:
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                log.warning("a listener failed on %s", event.name, exc_info=True)


def check_arguments(seed: object, limit: int) -> None:
    """Refuses a seed that no record could hold, and a limit that allows nothing."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, str))):
        raise TypeError(f"a seed is a whole number or a text, not {seed!r}")
    if limit < 1:
        raise ValueError(f"the limit of candidates is 1 or more, not {limit}")
