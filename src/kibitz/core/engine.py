# kibitz: interpreted, because compiled code would refuse wrong arguments, or turn True into 1,
# before it could be said what was expected. The hot paths are in the modules that it calls.
"""The rule engine: one running match.

Rules may fail, and callers may pass wrong arguments. Every error from here is a `KibitzError`, or a
`TypeError` or `ValueError` that says what was given and what is expected.
"""

import logging
import math
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Generic, TypeVar

from kibitz.core.agent import Observation
from kibitz.core.domains import Step
from kibitz.core.enumeration import EnumeratedMove, EnumerationReport, Enumerator, Questions
from kibitz.core.errors import (
    EnumerationLimit,
    IllegalMoveError,
    KibitzError,
    RuleError,
    UnknownPlayer,
)
from kibitz.core.game import SPECTATOR, Game, Outcome, check_game_object
from kibitz.core.judge import LIMIT, Judge, failure
from kibitz.core.move import Move, name_move
from kibitz.core.randomness import Rng, agent_hash, agent_rng, check_seed, random_seed, seeded
from kibitz.core.reject import CONDITION_ERROR, EXECUTION_ERROR, Reject
from kibitz.core.state import State, copy, generators, state_hash, without_dice
from kibitz.core.value import Json, Value, brief, check_flag, check_text, check_whole

S = TypeVar("S", bound=State)
V = TypeVar("V")
T = TypeVar("T")

log = logging.getLogger("kibitz.core.engine")

# How many worlds are tried for each seat, to see what a move revealed. Most moves that reveal
# something differ in the first; a card that is as expected nine times in ten differs in 96 of 100
# takings back.
WORLDS: Final = 32


class Event(Value):
    """Something that happened, as the engine reports it to its listeners.

    Attributes:
        name: `moves_enumerated`, `move_executed`, `move_refused` or `limit_reached`.
        facts: the details, as JSON.
    """

    __match_args__ = ("name", "facts")

    def __init__(self, name: str, facts: Mapping[str, Json]) -> None:
        self.name: Final = name
        self.facts: Final = facts


class Execution:
    """The result of a move: carried out, or refused with the reason.

    Attributes:
        success: whether the move was carried out.
        error: why not; None on success.
        version: the version of the state afterwards.
    """

    def __init__(self, success: bool, error: Reject | None, version: int) -> None:
        self.success: Final = success
        self.error: Final = error
        self.version: Final = version

    def __repr__(self) -> str:
        if self.error is None:
            return f"Execution(success, version {self.version})"
        return f"Execution(refused, {self.error.error_code}: {self.error.reason})"


class EnumerationOptions(Value):
    """What to list: the four options of `enumerate_moves`, as one object."""

    __match_args__ = ("valid_only", "include_metadata", "move_ids", "max_per_move")

    def __init__(
        self,
        *,
        valid_only: bool = False,
        include_metadata: bool = False,
        move_ids: Collection[str] | None = None,
        max_per_move: int | None = None,
    ) -> None:
        """Takes the options; an empty `move_ids` means no moves, None means all.

        Raises:
            ValueError: if `max_per_move` is negative or not a whole number, `move_ids` is not
                a list, or another option is not True or False.
        """
        check_flag("valid_only", valid_only)
        check_flag("include_metadata", include_metadata)
        if max_per_move is not None:
            check_whole("max_per_move", max_per_move)
        ids: object = move_ids  # what callers may have given, whatever the annotation says
        if ids is not None and (isinstance(ids, str) or not isinstance(ids, Collection)):
            raise ValueError(f"invalid move_ids {brief(ids)}: expected a list of ids")
        self.valid_only: Final = valid_only
        self.include_metadata: Final = include_metadata
        self.move_ids: Final = None if move_ids is None else tuple(move_ids)
        self.max_per_move: Final = max_per_move

    def __reduce__(self) -> tuple[object, ...]:
        # Any: each option has a type of its own.
        fields: dict[str, Any] = dict(zip(self.__match_args__, self.params(), strict=True))
        return (partial(EnumerationOptions, **fields), ())


class Snapshot(Generic[S]):
    """One state of a match, which never changes, and its fingerprint once it was asked for."""

    def __init__(self, state: S) -> None:
        self.state: Final = state
        self._hash = ""

    @property
    def hash(self) -> str:
        """The fingerprint of the state; computed once."""
        if not self._hash:
            self._hash = ask_rule("the key() of a state", state_hash, self.state)
        return self._hash


def ask_rule(rule: str, function: Callable[..., T], *arguments: object) -> T:
    """Calls a function of the author's that only reads.

    Raises:
        RuleError: if it fails; what it raised is the cause.
    """
    try:
        return function(*arguments)
    except KibitzError:
        raise
    except Exception as error:
        reason = failure(CONDITION_ERROR, rule, error).reason
        raise RuleError(reason).caused_by(error) from error


def check_state(state: object, seats: int = 0) -> None:
    """Refuses a state from which no match can continue.

    Raises:
        TypeError: if it is not a state, or a field that every state has is of another type.
        ValueError: if the seat that must decide does not exist.
    """
    if not isinstance(state, State):
        raise TypeError(f"invalid state {brief(state)}: expected a State")
    # object: compiled states take nothing else, but authors write interpreted ones.
    seat: object = state.seat
    if not isinstance(state.over, bool):
        raise TypeError(f"invalid over={brief(state.over)} of a state: expected True or False")
    if not isinstance(state.reason, str):
        raise TypeError(f"invalid reason={brief(state.reason)} of a state: expected a text")
    if not isinstance(seat, int):
        raise TypeError(f"invalid seat={brief(seat)} of a state: expected a whole number")
    state.seat = int(seat)  # a rule may well say `not seat`; compiled states do this by themselves
    if seats and not state.over and not 0 <= seat < seats:
        raise ValueError(f"invalid seat={seat} of a state: expected 0 to {seats - 1}")


class RuleEngine(Generic[S, V]):
    """One match: the rules, the state, and all states before it.

    Rules never see the state of the match itself. Moves are judged on copies that are thrown away;
    an accepted move is carried out on another copy, which then takes the state's place. So neither
    a rule that fails nor one that writes where it should only read can damage the match. Rules
    that only read get copies with other dice, so they cannot see what will be drawn.

    Attributes:
        game: the rules.
        seed: the seed of this match's chance.
        agent_seed: the seed of what agents draw; that of the match, unless another one was given.
        names: the players' names by seat.
        version: rises with every change of the state, undo and redo included.
        last_enumeration: what the latest enumeration looked at and left out.
        last_failure: the latest refusal because a rule failed; None if none has. Lists of legal
            moves pass over such moves.
    """

    def __init__(
        self,
        game: Game[S, V],
        *,
        seed: int | str | None = None,
        agent_seed: int | str | None = None,
        names: Sequence[str] | None = None,
        state: S | None = None,
        checked: bool = False,
        limit: int = LIMIT,
    ) -> None:
        """Starts a match, dealt from the seed (a random one if None) or from a given state.

        Args:
            game: the rules.
            seed: the seed of all chance in the match, and of what agents draw. A random one cannot
                be found out. A small one can: an agent that tries seeds until one gives the numbers
                that it draws, or the cards that it sees, knows every card.
            agent_seed: another seed for what agents draw; that of the match if None.
            names: the players' names; "seat 0", "seat 1", ... if None.
            state: where to start instead of dealing; copied.
            checked: compare the state around every producer and check, for tests.
            limit: how many candidates may be read for one question.

        Raises:
            GameDefinitionError: if the game is declared wrongly.
            RuleError: if the game cannot be dealt.
            ValueError: if there is not one name for each seat, or the limit is below 1.
            TypeError: if the game is not a game, the state not a state, a name not a text, or a
                seed neither a whole number nor a text.
        """
        check_game_object(game)
        for name, given in (("seed", seed), ("agent_seed", agent_seed)):
            if given is not None:
                check_seed(name, given)
        check_flag("checked", checked)
        check_whole("limit", limit, 1)
        game.rulebook()
        self.game: Final = game
        self.seed: Final[int | str] = random_seed() if seed is None else seed
        self.agent_seed: Final[int | str] = self.seed if agent_seed is None else agent_seed
        self.names: Final = read_names(game, names)
        self.checked: Final = checked
        self.limit: Final = limit
        self.dealt = state is None
        self.version = 0
        self.last_enumeration: EnumerationReport[S] | None = None
        self.last_failure: Reject | None = None
        if state is None:
            dealt = ask_rule(f"the setup of {game.id}", game.setup, seeded(self.seed))
            ask_rule(f"the setup of {game.id}", check_state, dealt, game.seats)
        else:
            check_state(state, game.seats)
            dealt = copied_state(state)
        self._now: Snapshot[S] = Snapshot(dealt)
        self._agent_hash: Final = agent_hash(self.agent_seed)
        # The state as rules may read it, once somebody has asked.
        self._shown: S | None = None
        self._past: list[tuple[Snapshot[S], int, Move[S]]] = []
        self._future: list[tuple[Snapshot[S], int, Move[S]]] = []
        # The moves of the latest observation, with the version of the state that they are for.
        self._observed: tuple[int, list[Move[S]]] = (-1, [])
        self._listeners: list[Callable[[Event], None]] = []

    def __repr__(self) -> str:
        if self._now.state.over:
            standing = f"over: {self._now.state.reason}"
        else:
            standing = f"seat {self.seat} to move"
        return f"RuleEngine({self.game!r}, seed={self.seed!r}, ply {self.ply}, {standing})"

    # The state.

    @property
    def state(self) -> S:
        """A copy of the state: changing it does not change the match."""
        return copied_state(self._now.state)

    @property
    def seat(self) -> int:
        """Who must decide now."""
        return self._now.state.seat

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._past)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        if not self._now.state.over:
            return None
        return ask_rule(f"the outcome of {self.game.id}", self.game.outcome, self._readable())

    @property
    def state_hash(self) -> str:
        """A fingerprint of the whole state, the same in every process."""
        return self._now.hash

    @property
    def history(self) -> list[tuple[int, Move[S]]]:
        """The moves played so far, each with its seat."""
        return [(seat, move) for _, seat, move in self._past]

    def states(self) -> list[S]:
        """Returns copies of all states, from the start to now."""
        return [*[copied_state(before.state) for before, _, _ in self._past], self.state]

    def state_hashes(self) -> list[str]:
        """Returns the fingerprints of all states, from the start to now; each computed once."""
        return [*[before.hash for before, _, _ in self._past], self._now.hash]

    def view(self, seat: int) -> V:
        """Returns what a seat (or `SPECTATOR`) can know.

        Raises:
            UnknownPlayer: if the game has no such seat.
            RuleError: if the game cannot make the view.
        """
        watches = isinstance(seat, int) and not isinstance(seat, bool) and seat == SPECTATOR
        who = SPECTATOR if watches else self._known(seat)
        return ask_rule(f"the view of {self.game.id}", self.game.view, self._readable(), who)

    def observe(
        self,
        seat: int | None = None,
        deadline: float | None = None,
        wanted: Sequence[Move[S]] = (),
        game: Game[S, V] | None = None,
    ) -> Observation[S, V]:
        """Makes the observation for an agent in a seat; without moves if the seat need not decide.

        Args:
            seat: who is asked; the seat that must decide now if None.
            deadline: when the answer is due, on the clock of `time.monotonic`.
            wanted: legal moves that the advice must score, see `Observation`.
            game: the rules that the agent gets, such as a clone; those of the match if None.

        Raises:
            UnknownPlayer: if the game has no such seat.
            IllegalMoveError: if a wanted move is not legal.
            TypeError: if the deadline is not a number, or a wanted move not a move.
        """
        who = self.seat if seat is None else self._known(seat)
        if deadline is not None and not is_number(deadline):
            raise TypeError(f"invalid deadline {brief(deadline)}: expected a number of seconds")
        asked: object = wanted
        if not isinstance(asked, (list, tuple)) or not all(isinstance(m, Move) for m in asked):
            raise TypeError(f"invalid wanted {brief(wanted)}: expected a list of moves")
        for move in wanted:
            refusal = self._judge(who).refusal(move)
            if refusal is not None:
                raise IllegalMoveError(f"illegal move {name_move(move)!r}: {refusal.reason}")
        moves = self.legal_moves() if who == self.seat else []
        rng = agent_rng(self._agent_hash, who, self.ply)
        rules = self.game if game is None else game
        self._observed = (self.version, moves)
        due = None if deadline is None else float(deadline)
        return Observation(rules, self.view(who), who, moves, rng, due, tuple(wanted))

    def own_move(self, move: Move[S]) -> Move[S] | None:
        """Returns the match's own object of a legal move that was just observed; else None.

        Agents get copies and may change them, so a referee plays this one.
        """
        version, moves = self._observed
        if version == self.version:
            for own in moves:
                if own == move:
                    return own
        return None

    def fork(self) -> "RuleEngine[S, V]":
        """Returns an independent copy of the match."""
        twin = RuleEngine(
            self.game,
            seed=self.seed,
            agent_seed=self.agent_seed,
            names=self.names,
            state=self._now.state,
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
        """Lists the legal moves of the seat that must decide; raises `EnumerationLimit`."""
        return list(self._judge(self.seat).legal())

    def iter_moves(
        self,
        player: int,
        options: EnumerationOptions | None = None,
        *,
        valid_only: bool = False,
        include_metadata: bool = False,
        move_ids: Collection[str] | None = None,
        max_per_move: int | None = None,
    ) -> Iterator[EnumeratedMove[S]]:
        """Lists candidates one by one, as `enumerate_moves` does.

        There is no limit to how many are listed, only to how many are read for the next one.

        Raises:
            UnknownPlayer: if the game has no such seat.
            UnknownMove: if `move_ids` names an unknown kind.
            EnumerationLimit: if a producer proposes nothing but what is left out, without end.
        """
        if options is None:
            options = EnumerationOptions(
                valid_only=valid_only,
                include_metadata=include_metadata,
                move_ids=move_ids,
                max_per_move=max_per_move,
            )
        return self._enumerator(player, options, lazy=True).run()

    def enumerate_moves(
        self,
        player: int,
        options: EnumerationOptions | None = None,
        *,
        valid_only: bool = False,
        include_metadata: bool = False,
        move_ids: Collection[str] | None = None,
        max_per_move: int | None = None,
    ) -> list[EnumeratedMove[S]]:
        """Lists the candidate moves of a player, each with its verdict.

        Works for any player at any time; out of turn, the entries say so. The options can be given
        as one object or one by one.

        Args:
            player: the seat.
            options: all options as one object; the other arguments are then not read.
            valid_only: leave out what the rules refuse.
            include_metadata: add names, descriptions and the author's own keys.
            move_ids: only these kinds; an empty list means none.
            max_per_move: the most entries of each kind; nothing is read past them.

        Raises:
            UnknownPlayer: if the game has no such seat.
            UnknownMove: if `move_ids` names an unknown kind; names near matches.
            EnumerationLimit: if more candidates had to be read than the engine's limit.
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
        scan = self._enumerator(player, options)
        entries = list(scan.run())
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%d entries, %d valid", len(entries), sum(e.is_valid for e in entries))
        if self._listeners:
            seconds = time.perf_counter() - start
            facts = scan.report.facts(options.to_json(), len(entries), seconds, self.version)
            self._emit(Event("moves_enumerated", facts))
        return entries

    def count_moves(self, player: int) -> int:
        """Counts the legal moves of a player without keeping them; conceding does not count."""
        return sum([1 for _ in self._playable(player)])

    def any_move(self, player: int) -> EnumeratedMove[S] | None:
        """Returns the first legal move of a player and stops there; None if there is none."""
        return next(self._playable(player), None)

    def random_move(
        self,
        player: int,
        rng: Rng,
        weight: Callable[[EnumeratedMove[S]], float] | None = None,
    ) -> EnumeratedMove[S] | None:
        """Picks a random legal move in a single pass without a list; None if there is none.

        Every move is equally likely, or likely in proportion to its `weight` (0 is never picked).

        Raises:
            TypeError: if `rng` is not a generator, or `weight` not a function.
            ValueError: if a weight is not a number from 0 up.
        """
        given: object = rng
        if not isinstance(given, Rng):
            raise TypeError(f"invalid rng {brief(given)}: expected a generator, such as seeded(7)")
        if weight is not None and not callable(weight):
            raise TypeError(f"invalid weight {brief(weight)}: expected a function of an entry")
        picked: EnumeratedMove[S] | None = None
        total = 0.0
        for entry in self._playable(player):
            share = 1.0 if weight is None else weight(entry)
            if not is_number(share) or not 0 <= share < math.inf:
                name = name_move(entry.move)
                raise ValueError(f"invalid weight {brief(share)} of {name}: expected 0 or more")
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
        """Returns the next question on the way to a move of a kind; None when all are answered.

        Args:
            kind: the kind of move, by id or class.
            chosen: the answers so far, by parameter; a nested record's fields as `payment.x`.
            player: the seat; the seat that must decide now if None.
            valid_only: offer only what can still become a legal move.

        Raises:
            UnknownMove: if the game has no such kind of move.
            InvalidMoveError: if an answer is not for a parameter of this kind, or was not offered.
            RuleError: if a domain of the game fails.
            EnumerationLimit: if more candidates had to be read than the engine's limit.
            TypeError: if `chosen` is not a dictionary.
        """
        seat = self.seat if player is None else self._known(player)
        check_flag("valid_only", valid_only)
        rulebook = self.game.rulebook()
        # object: callers may have given something else, whatever the annotation says.
        answers: object = {} if chosen is None else chosen
        if not isinstance(answers, Mapping):
            raise TypeError(f"invalid chosen {brief(answers)}: expected answers by parameter")
        wanted: object = kind
        found = rulebook.by_class.get(wanted) if isinstance(wanted, type) else None
        questions = Questions(self._judge(seat), found or rulebook.find(wanted))
        return questions.next({**answers}, valid_only)

    def can_execute(self, move: Move[S] | EnumeratedMove[S], player: int | None = None) -> bool:
        """Tells whether `execute` would accept a move; changes nothing."""
        found, seat = self._unpack(move, player)
        return self._judge(seat).refusal(found) is None

    def explain(self, move: Move[S] | EnumeratedMove[S], player: int | None = None) -> list[Reject]:
        """Lists every reason against a move, not only the first; empty if it is legal.

        Raises:
            EnumerationLimit: if its check does not end.
        """
        found, seat = self._unpack(move, player)
        reasons: list[Reject] = []
        for reason in self._judge(seat).reasons(found):
            if not any(same_reason(reason, earlier) for earlier in reasons):
                reasons.append(reason)
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
        """Carries out a move if the rules allow it, and returns the result.

        Args:
            move: the move, or an entry of an enumeration, which is played for its own player.
            player: the seat that moves; the seat that must decide now if None.

        Returns:
            The verdict. If the move is refused or a rule fails, the match is exactly as before.
        """
        found, seat = self._unpack(move, player)
        refusal = self._judge(seat).refusal(found)
        state = self._now.state
        if refusal is None:
            state = copied_state(state)
            try:
                carry_out(self.game, state, found, seat)
                check_state(state)
            except Exception as error:
                name = name_move(found)
                log.exception("%s failed", name)
                refusal = self.last_failure = failure(EXECUTION_ERROR, name, error)
        if refusal is not None:
            self._tell("move_refused", found, seat, refusal)
            return Execution(False, refusal, self.version)
        self._past.append((self._now, seat, found))
        self._future.clear()
        self._become(Snapshot(state))
        self._tell("move_executed", found, seat, None)
        return Execution(True, None, self.version)

    def play(self, move: Move[S] | EnumeratedMove[S] | str, player: int | None = None) -> None:
        """Carries out a move, given as an object or in notation; for scripts and people.

        Raises:
            InvalidMoveError: if a text cannot be read.
            AmbiguousMoveError: if a text fits several moves.
            IllegalMoveError: if the rules refuse the move; the message gives every reason.
            RuleError: if a rule failed; what it raised is the cause.
        """
        if isinstance(move, str):
            move = self.parse(move, player)
        result = self.execute(move, player)
        if result.error is not None:
            found, seat = self._unpack(move, player)
            if result.error.cause is not None:
                failed = RuleError(f"{self.game.id}: {result.error.reason}")
                raise failed.caused_by(result.error.cause)
            reasons = [result.error]
            with suppress(EnumerationLimit):
                reasons = self.explain(found, seat) or reasons
            text = "; ".join([reason.reason for reason in reasons])
            raise IllegalMoveError(
                f"illegal move {name_move(found)!r} at {self.game.id} ply {self.ply}: {text}"
            )

    def parse(self, text: str, player: int | None = None) -> Move[S]:
        """Reads a move as a player would type it, legal or not; see `Game.parse`.

        Args:
            text: the move.
            player: the seat that moves; the seat that must decide now if None.

        Raises:
            InvalidMoveError: if the text cannot be read.
            AmbiguousMoveError: if it fits several legal moves.
            RuleError: if the notation of the game fails.
            UnknownPlayer: if the game has no such seat.
        """
        if not isinstance(text, str):
            check_text("move", text)
        seat = self._now.state.seat if player is None else self._known(player)
        reading = f"the notation of {self.game.id}"
        # Notation reads only, too, where the rules do; else it gets a copy of its own.
        shared = self.game.reads_only and not self.checked
        state = self._lent() if shared else self._readable()
        found: object = ask_rule(reading, self.game.parse, state, text, seat)
        if not isinstance(found, Move):
            raise RuleError(f"{reading} failed: it read {brief(text)} as {brief(found)}")
        return found

    def undo(self, *, player_facing: bool = False) -> bool:
        """Takes back the last move; False if there is none.

        Args:
            player_facing: take back only a move that revealed nothing; False if it did.
        """
        check_flag("player_facing", player_facing)
        if not self._past or (player_facing and self.revealed()):
            return False
        before, seat, move = self._past.pop()
        self._future.append((self._now, seat, move))
        self._become(before)
        return True

    def redo(self) -> bool:
        """Plays the move that was taken back last; False if there is none."""
        if not self._future:
            return False
        after, seat, move = self._future.pop()
        self._past.append((self._now, seat, move))
        self._become(after)
        return True

    def revealed(self) -> bool:
        """Tells whether anybody may have learned something from the last move; False without one.

        A move revealed nothing if it drew no chance, and if no seat can rule out a world that it
        thought possible before: the world allows the move, or for another seat than the one that
        moved at least one of its kind, and looks the same to that seat afterwards. `WORLDS` worlds
        are tried, the same ones each time.
        """
        if not self._past:
            return False
        before, seat, move = self._past[-1]
        if generators(before.state) != generators(self._now.state):
            return True
        try:
            return any(
                self._learned(each, before.state, seat, move) for each in range(self.game.seats)
            )
        except Exception:
            log.exception("cannot tell what %s revealed", move)
            return True

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Calls a function with every `Event` from now on; errors that it raises are only logged.

        Raises:
            TypeError: if it is not a function.
        """
        if not callable(listener):
            raise TypeError(f"invalid listener {brief(listener)}: expected a function of an event")
        self._listeners.append(listener)

    # Inside.

    def _become(self, snapshot: Snapshot[S]) -> None:
        self._now = snapshot
        self._shown = None
        self.version += 1

    def _learned(self, viewer: int, before: S, seat: int, move: Move[S]) -> bool:
        """Tells whether a seat can now rule out a world that it thought possible before a move."""
        game, rng = self.game, seeded(f"revealed/{self.ply}/{viewer}")
        seen, sees = game.view(copy(before), viewer), self.view(viewer)
        for _ in range(WORLDS):
            world = game.sample(seen, rng)
            if self._fits(world, viewer, sees, seat, move):
                continue
            # The seat that moved knows which move it was; others may see only the kind of move.
            others = () if viewer == seat else self._alike(world, seat, move)
            if not any(self._fits(world, viewer, sees, seat, other) for other in others):
                return True
        return False

    def _fits(self, world: S, viewer: int, sees: V, seat: int, move: Move[S]) -> bool:
        """Tells whether a move is legal in a world and leads to what a seat sees."""
        if Judge(self.game, world, seat, limit=self.limit).refusal(move) is not None:
            return False
        after = copy(world)
        carry_out(self.game, after, move, seat)
        return bool(self.game.view(after, viewer) == sees)

    def _alike(self, world: S, seat: int, move: Move[S]) -> Iterator[Move[S]]:
        """Lists the legal moves of the same kind, such as other cards that are put face down."""
        scan = Enumerator(
            Judge(self.game, world, seat, limit=self.limit),
            valid_only=True,
            include_metadata=False,
            move_ids=(move.id,),
            max_per_move=None,
        )
        for entry in scan.run():
            if entry.move is not None:
                yield entry.move

    def _lent(self) -> S:
        """Returns the state as rules may read it, with other dice; made once for each state."""
        if self._shown is None:
            self._shown = ask_rule("the clone() of a state", without_dice, self._now.state)
        return self._shown

    def _readable(self) -> S:
        """Returns a copy of the state for one rule that only reads."""
        return copied_state(self._lent())

    def _known(self, player: int) -> int:
        seats = self.game.seats
        if isinstance(player, int) and not isinstance(player, bool) and 0 <= player < seats:
            return player
        known = f"seats 0 to {seats - 1}" if seats > 1 else "only seat 0"
        raise UnknownPlayer(f"{self.game.id} has {known}, not {brief(player)}")

    def _judge(self, seat: int) -> Judge[S, V]:
        return Judge(
            self.game,
            self._lent(),
            seat,
            limit=self.limit,
            checked=self.checked,
            on_limit=self._report_limit,
            on_failure=self._note_failure,
        )

    def _enumerator(
        self, player: int, options: EnumerationOptions, *, lazy: bool = False
    ) -> Enumerator[S, V]:
        given: object = options  # what callers may have given, whatever the annotation says
        if not isinstance(given, EnumerationOptions):
            raise TypeError(f"invalid options {brief(given)}: expected EnumerationOptions")
        for move_id in options.move_ids or ():
            self.game.rulebook().find(move_id)
        scan = Enumerator(
            self._judge(self._known(player)),
            valid_only=options.valid_only,
            include_metadata=options.include_metadata,
            move_ids=options.move_ids,
            max_per_move=options.max_per_move,
            lazy=lazy,
        )
        self.last_enumeration = scan.report
        return scan

    def _playable(self, player: int) -> Iterator[EnumeratedMove[S]]:
        """Lists the legal moves; what is always allowed, such as conceding, is not play."""
        kinds = [kind.id for kind in self.game.rulebook().kinds if not kind.always]
        options = EnumerationOptions(valid_only=True, move_ids=kinds)
        return self._enumerator(player, options).run()

    def _unpack(self, move: Move[S] | EnumeratedMove[S], player: int | None) -> tuple[Move[S], int]:
        given: object = move  # what callers may have given, whatever the annotation says
        if not isinstance(given, (Move, EnumeratedMove)):
            raise TypeError(f"expected a move or an entry, got {brief(given)}; play() reads text")
        if isinstance(move, EnumeratedMove):
            return move.move, move.player_id if player is None else self._known(player)
        return move, self._now.state.seat if player is None else self._known(player)

    def _tell(self, name: str, move: Move[S], seat: int, refusal: Reject | None) -> None:
        if not self._listeners:
            return
        facts: dict[str, Json] = {
            "move": name_move(move),
            "player": seat,
            "state_version": self.version,
        }
        if refusal is not None:
            facts["error_code"] = refusal.error_code
            facts["reason"] = refusal.reason
        self._emit(Event(name, facts))

    def _report_limit(self, move_id: str) -> None:
        self._emit(Event("limit_reached", {"move_id": move_id, "limit": self.limit}))

    def _note_failure(self, failed: Reject) -> None:
        self.last_failure = failed

    def _emit(self, event: Event) -> None:
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                log.warning("a listener failed on %s", event.name, exc_info=True)


def carry_out(game: Game[S, V], state: S, move: Move[S], seat: int) -> None:
    """Plays a legal move in place; the seat is named only where it is not the one to decide."""
    if seat == state.seat:
        game.play(state, move)
    else:
        game.play(state, move, seat)


def copied_state(state: S) -> S:
    """Returns an independent copy of a state.

    Raises:
        RuleError: if the author's `clone` fails.
    """
    twin: S = ask_rule("the clone() of a state", copy, state)
    return twin


def read_names(game: Game[S, V], names: object) -> list[str]:
    """Returns the players' names; "seat 0", "seat 1", ... if None.

    Raises:
        TypeError: if they are not texts in a list.
        ValueError: if there is not one for each seat.
    """
    if names is None:
        return [f"seat {seat}" for seat in range(game.seats)]
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"invalid names {brief(names)}: expected a list of texts")
    if len(names) != game.seats:
        raise ValueError(
            f"invalid names {brief(names)}: expected {game.seats}, one for each seat of {game.id}"
        )
    return [*names]


def is_number(given: object) -> bool:
    """Tells whether something is a number that a float can hold; True is not."""
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        return False
    try:
        float(given)
    except OverflowError:
        return False
    return True


def same_reason(one: Reject, other: Reject) -> bool:
    """Tells whether two reasons are equal; the facts behind them are an author's objects."""
    try:
        return one == other
    except Exception:  # noqa: BLE001 - an author's `__eq__` may raise anything
        return False
