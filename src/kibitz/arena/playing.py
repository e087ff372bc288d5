"""Playing single games, and the referee: what a worker does, with the same results in any process.

The referee keeps the rules to itself. Every agent gets a game of its own for every match, so an
agent that changes its game changes nothing for the others.

An agent that fails, plays an illegal move or answers too late has not played by the rules. What
happens then follows from the setup, see `Setup.on_error`:

- A game that an agent forfeits is lost for it, as badly as a game can be lost: `forfeit_returns`.
- An answer is late if it takes longer than `Setup.move_ms`; it is counted from 10 ms on. After a
  grace of `GRACE_MS` the game is forfeited, whatever the setup says about errors: to lose on time
  is a result.
- A game that nobody can be blamed for, because the game itself failed, cannot be forfeited. It is
  skipped if the tournament goes on.
"""

import json
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from multiprocessing import parent_process
from typing import Any, Final, TypeVar, cast

from kibitz import games
from kibitz.agents.guard import describe_changes, end_fork, guard_of
from kibitz.agents.outside import OWN_PACKAGE, with_package
from kibitz.agents.programs import BotLate
from kibitz.agents.registry import AgentSpec, make_agent
from kibitz.arena.result import MOVE_LIMIT, RULING_REASONS, Course, GameResult, Ruling, RulingKind
from kibitz.arena.schedule import Fixture, Format, Schedule
from kibitz.arena.setup import ArenaError, Setup
from kibitz.core.agent import Advice, Agent, Observation, play_out
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
)
from kibitz.core.game import Game, Outcome, winner_of
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.core.record import write_record
from kibitz.core.value import brief, duplicate, printable
from kibitz.games.bugs import cause_of, describe_error, find_bug, observe_strictly

T = TypeVar("T")

# Milliseconds by which an answer may exceed the time limit: on a busy machine, a process that wants
# to stop in time may have to wait for its turn.
GRACE_MS: Final = 100
# An answer is counted as late from here on: an agent that stops thinking in time still needs a
# moment to answer.
COUNTED_MS: Final = 10
# How many random games, of how many moves at most, show how badly a game can be lost.
SAMPLE_GAMES: Final = 200
SAMPLE_MOVES: Final = 2000
# Longer errors of agents are cut off in a result.
MAX_ERROR_LENGTH: Final = 500
# The course of this many games is kept, in whole deals so that all players have equally many. A
# report needs no more, and the journal of a large tournament stays small.
COURSES: Final = 1000
# How many digits of the scores of a course are kept.
SCORE_DIGITS: Final = 6
# The seat of the referee, in whose hands a game is while no agent thinks.
REFEREE: Final = -1
# The ply and the number of a game before there is one.
BEFORE: Final = -1

# Called with the number of the game, the ply, and the seat whose agent gets the word; the pool
# watches it to know where a worker is.
OnTurn = Callable[[int, int, int], None]


def unwatched(number: int, ply: int, seat: int) -> None:
    """Ignores whose turn it is, for games that nobody watches."""


class GameFailed(ArenaError):
    """A game cannot be played to its end; says which one, at which move, and where it failed.

    Attributes:
        seat: the seat whose agent is to blame; None if no agent is.
        late: whether the agent has answered too late.
        trace: the traceback of the original error, if another process has raised it.
    """

    def __init__(self, message: str, seat: int | None = None, *, late: bool = False) -> None:
        super().__init__(message)
        self.seat = seat
        self.late = late
        self.trace = ""


def play_batch(
    setup: Setup, fixtures: Sequence[Fixture], on_turn: OnTurn = unwatched
) -> list[GameResult]:
    """Plays some games of a tournament; a process loads the game once for each setup.

    If an agent has changed the rules, all of them are played again with the rules as they were,
    and watched: to look at the rules after every decision would slow all other games down.

    Raises:
        GameFailed: if an agent or the game fails, or an agent breaks the rules, and the setup says
            to stop.
        KibitzError: if there is no such game or agent.
    """
    with failure_context([setup.game], lambda: f"cannot load {setup.game}", unchanged=KibitzError):
        game = load_once(setup.game, json.dumps(dict(setup.options), sort_keys=True))
        guard = guard_of(game)  # before agents can change anything
    check_once(game, setup.players, setup.packages, on_turn)
    try:
        results = [play_game(setup, game, fixture, on_turn) for fixture in fixtures]
    except GameFailed:
        if not guard.restore():
            raise
    else:
        if not guard.restore():
            return results
    return [play_game(setup, game, fixture, on_turn, watched=True) for fixture in fixtures]


@lru_cache(maxsize=8)
def load_once(name: str, options: str) -> Game[Any, Any]:  # Any: known by name only
    """Loads a game from its name and its options in JSON; the same arguments give the same game."""
    return games.load_with(name, json.loads(options))


@lru_cache(maxsize=8)
def check_once(
    game: Game[Any, Any],  # Any: as above
    players: tuple[AgentSpec, ...],
    packages: tuple[str, ...] | None,
    on_turn: OnTurn = unwatched,
) -> None:
    """Checks that this process has the agents that the tournament was set up with, and makes each.

    Raises:
        KibitzError: if an agent is of another version, or cannot be made.
    """
    Setup(game.id, players, packages=packages).check_packages(game)
    for place, player in enumerate(players):
        on_turn(BEFORE, BEFORE, place)
        check_agent(game, player)
    on_turn(BEFORE, BEFORE, REFEREE)


def check_agent(game: Game[Any, Any], player: AgentSpec) -> None:  # Any: as above
    """Makes an agent; an error in its code is reported with its place."""
    named, process = [game.id, str(player)], os.getpid()
    with failure_context(named, lambda: f"cannot make {player}", unchanged=KibitzError):
        try:
            make_agent(game.clone(), player)
            end_fork(process)
        except KibitzError as error:
            bug = find_bug(error, named)
            if bug is None or bug.package == OWN_PACKAGE:
                raise
            raise GameFailed(f"{error}; {bug}") from error
    changed = guard_of(game).restore()
    if changed:
        raise GameFailed(f"cannot make {player}: it {describe_changes(changed)}")


# One game.


class RefereedGame:
    """A game that agents play under a referee.

    Attributes:
        setup: the tournament.
        fixture: the game.
        games: the game object of each agent, which it may change.
        agents: the agent of each seat.
        engine: the match, with the referee's own game; None before it is dealt.
        thinking: the seat whose agent is running, and is to blame for an error; None if none is.
        choices: for each seat the number of legal moves in each of its decisions.
        micros: for each seat the microseconds of each of its decisions.
        watched: whether changes of the rules are looked for; an agent that makes them has failed.
    """

    def __init__(
        self, setup: Setup, fixture: Fixture, on_turn: OnTurn, *, watched: bool = False
    ) -> None:
        """Prepares the game; `start` makes the agents and deals."""
        self.watched: Final = watched
        self.setup: Final = setup
        self.fixture: Final = fixture
        self.games: list[Game[Any, Any]] = []
        self.agents: list[Agent[Any, Any]] = []
        self.engine: RuleEngine[Any, Any] | None = None
        self.thinking: int | None = None
        self.choices: Final[list[list[int]]] = [[] for _ in fixture.players]
        self.micros: Final[list[list[int]]] = [[] for _ in fixture.players]
        self._on_turn: Final = on_turn
        self._process: Final = os.getpid()
        self._instances: Final = [setup.instances[player] for player in fixture.players]

    def play(self, game: Game[Any, Any]) -> GameResult:
        """Deals, and plays to the end or to the limit of moves."""
        named = [game.id, *map(str, self.setup.players)]
        with failure_context(named, self.place, blame=lambda: self.thinking):
            engine = self.start(game)
            outcome = engine.outcome
            while outcome is None and engine.ply < self.setup.limit:
                self.play_move(engine)
                outcome = engine.outcome
            if outcome is None:
                outcome = Outcome(None, MOVE_LIMIT, tuple(engine.game.returns(engine.state)))
            return self.result(outcome)

    def start(self, game: Game[Any, Any]) -> RuleEngine[Any, Any]:
        """Makes the agents, each with a game of its own, and deals."""
        for seat, player in enumerate(self.fixture.players):
            self.games.append(game.clone())
            self.give_word(seat)
            spec = self.setup.players[player]
            self.agents.append(make_agent(self.games[seat], spec))
            end_fork(self._process)
            if self.watched:
                self.check_rules(game)
        self.give_word(None)
        # The seed of a fixture is where all random numbers of its game come from.
        names = player_names(self.setup, self.fixture)
        self.engine = RuleEngine(game, seed=self.fixture.seed, names=names)
        return self.engine

    def play_move(self, engine: RuleEngine[Any, Any]) -> None:
        """Lets the agent to move play one move."""
        seen = self.observe(engine)
        seat, count = seen.seat, len(seen.moves)
        self.give_word(seat)
        start = time.perf_counter_ns()
        advice = self.ask(seen)
        spent = time.perf_counter_ns() - start
        end_fork(self._process)
        if self.watched:
            self.check_rules(engine.game)
        self.choices[seat].append(count)
        self.micros[seat].append(spent // 1000)
        limit, ms = self.setup.move_ms, spent / 1e6
        if limit is not None and ms > limit + GRACE_MS:
            late = f"answered after {ms:,.0f} ms: expected at most {limit:,} ms"
            raise GameFailed(f"{self.place()}: {late}", seat, late=True)
        if not isinstance(advice, Advice) or not isinstance(advice.move, Move):
            wrong = f"returned {brief(advice)}: expected Advice with a move"
            raise GameFailed(f"{self.place()}: {wrong}", seat)
        own = engine.own_move(advice.move)
        # The agent is to blame if the rules cannot cope with a move of its own making.
        if own is not None:
            self.give_word(None)
        try:
            # A copy of any other move, because the agent could still change its object.
            engine.play(duplicate(advice.move) if own is None else own, seat)
        except (IllegalMoveError, InvalidMoveError, AmbiguousMoveError) as error:
            raise GameFailed(f"{self.place()}: {error}", seat) from error
        self.give_word(None)

    def ask(self, seen: Observation[Any, Any]) -> object:
        """Asks the agent to move; a bot that Kibitz has stopped waiting for is late."""
        try:
            return self.agents[seen.seat].advise(seen)
        except BotLate as error:
            if self.setup.move_ms is None:
                raise
            raise GameFailed(f"{self.place()}: {error}", seen.seat, late=True) from error

    def observe(self, engine: RuleEngine[Any, Any]) -> Observation[Any, Any]:
        """Makes the observation of the seat to move, with the agent's own game.

        Each instance of an agent has its own random numbers: two that had the same would play many
        games alike.
        """
        limit = self.setup.move_ms
        deadline = None if limit is None else time.monotonic() + limit / 1000
        seen = observe_strictly(engine, deadline, self.games[engine.seat])
        instance = self._instances[seen.seat]
        if not instance:
            return seen
        rng = seen.rng.child(f"player {instance + 1}")
        return Observation(seen.game, seen.view, seen.seat, seen.moves, rng, deadline)

    def check_rules(self, game: Game[Any, Any]) -> None:
        """Raises an error if the running agent has changed the rules."""
        changed = guard_of(game).restore()
        if changed:
            raise GameFailed(f"{self.place()}: {describe_changes(changed)}", self.thinking)

    def give_word(self, seat: int | None) -> None:
        """Notes whose code runs: that of the agent in a seat, or the referee's."""
        self.thinking = seat
        ply = BEFORE if self.engine is None else self.engine.ply
        self._on_turn(self.fixture.number, ply, REFEREE if seat is None else seat)

    def place(self) -> str:
        """Names the game and the decision, so that it can be looked at again, with the package."""
        if self.engine is None:
            return f"{name_game(self.setup, self.fixture)}: cannot start"
        engine, seat = self.engine, self.engine.seat
        # A game with a bug may name a seat that does not exist.
        name = "no such seat"
        if seat in range(len(engine.names)):
            packages = packages_of(self.setup, self.fixture)
            name = with_package(engine.names[seat], packages[seat] if packages else None)
        return f"{engine.game.id}, seed {engine.seed}, ply {engine.ply}, seat {seat} ({name})"

    def result(self, outcome: Outcome, ruling: Ruling | None = None) -> GameResult:
        """Returns the result of the game, which ended like this."""
        if self.engine is None:
            return result_of(self.fixture, outcome, ruling)
        seats = len(self.fixture.players)
        kept = courses_kept(len(self.setup.players), seats, self.setup.format)
        result = replace(
            result_of(self.fixture, outcome, ruling, self.engine.ply),
            hash=self.engine.state_hash,
            choices=shared(tuple(map(tuple, self.choices))),
            micros=tuple(map(tuple, self.micros)),
            course=course_of(self.engine) if self.fixture.deal < kept else None,
        )
        if not keeps_record(self.setup, result):
            return result
        packages = packages_of(self.setup, self.fixture)
        return replace(result, record=write_record(self.engine, packages).text())


def play_game(
    setup: Setup,
    game: Game[Any, Any],  # Any: as above
    fixture: Fixture,
    on_turn: OnTurn = unwatched,
    *,
    watched: bool = False,
) -> GameResult:
    """Plays one game to its end, to the limit of moves, or until the referee stops it.

    Agents are made for one game only, so they remember nothing of other games. In a game that is
    watched, an agent that changes the rules has failed.

    Raises:
        GameFailed: if an agent or the game fails, or an agent breaks the rules, and the setup says
            to stop. The original error is its cause.
    """
    played = RefereedGame(setup, fixture, on_turn, watched=watched)
    try:
        return played.play(game)
    except GameFailed as failure:
        ruling = rule(setup, failure)
        if ruling is None:
            raise
        outcome = ruled_outcome(game, ruling)
        with suppress(Exception):  # a game that failed may fail again
            return played.result(outcome, ruling)
        return result_of(fixture, outcome, ruling)


def result_of(
    fixture: Fixture, outcome: Outcome, ruling: Ruling | None = None, plies: int = 0
) -> GameResult:
    """Makes the result of a game of which nothing but the outcome is known."""
    seats = len(fixture.players)
    returns = checked_returns(outcome.returns, seats)
    if not isinstance(outcome.reason, str) or outcome.winner not in (None, *range(seats)):
        raise ArenaError(f"the outcome {brief(outcome)}: expected a reason and a seat, or None")
    reason, nothing = printable(outcome.reason), ((),) * seats
    return GameResult(
        *(fixture.number, fixture.deal, shared(fixture.players), outcome.winner, returns, reason),
        *(plies, "", nothing, nothing),
        ruling=ruling,
    )


# Whole numbers in tuples, and tuples of such tuples, that many games have in common.
SHARED: Final[dict[object, object]] = {}
MAX_SHARED: Final = 4096


def shared(value: T) -> T:
    """Returns an equal object of an earlier game, if there is one.

    A batch is sent with each object once, so the results of short games take a third less memory.
    """
    if len(SHARED) >= MAX_SHARED:
        SHARED.clear()
    return cast("T", SHARED.setdefault(value, value))  # an equal object has the same type


def checked_returns(returns: Sequence[float], seats: int) -> tuple[float, ...]:
    """Returns the returns as numbers that can be saved and added up."""
    try:
        found = tuple(map(float, returns))
    except (TypeError, ValueError, OverflowError):  # no number, or one of hundreds of digits
        found = ()
    if len(found) != seats or not all(map(math.isfinite, found)):
        expected = "a finite number for each seat"
        raise ArenaError(f"the game returns {brief(returns)}: expected {expected}")
    return found


def keeps_record(setup: Setup, result: GameResult) -> bool:
    """Tells whether the record of a game is kept.

    A game is lost if none of the seats of its first player, as listed in the setup, is first.
    """
    if setup.records == "lost":
        scores, first = result.scores(), min(result.players)
        return not any(scores[seat] for seat in result.seats_of(first))
    return setup.records == "all"


@lru_cache(maxsize=8)
def courses_kept(players: int, seats: int, format_: Format) -> int:
    """Returns in how many deals, from the first, the courses of games are kept; see `COURSES`."""
    games = len(Schedule(players, seats, deals=1, seed=0, format_=format_))
    return -(-COURSES // games)


def course_of(engine: RuleEngine[Any, Any]) -> Course:  # Any: as above
    """Returns how a match went so far."""
    past = engine.history
    seats, moves = tuple(seat for seat, _ in past), tuple(printable(move.id) for _, move in past)
    with suppress(Exception):  # a game that cannot tell its score can be played all the same
        found = [engine.game.score(state) for state in engine.states()]
        rounded = [[float(f"{each:.{SCORE_DIGITS}g}") for each in scores] for scores in found]
        return Course(
            seats, moves, tuple(checked_returns(each, engine.game.seats) for each in rounded)
        )
    return Course(seats, moves, ())


def packages_of(setup: Setup, fixture: Fixture) -> list[str]:
    """Returns the packages of the agents by seat; none if the setup does not have them."""
    packages = setup.packages
    return [] if packages is None else [packages[player] for player in fixture.players]


# The referee.


def rule(setup: Setup, failure: GameFailed) -> Ruling | None:
    """Decides about a game that failed; None if the tournament has to stop."""
    kind: RulingKind = "skip"
    if failure.late:
        kind = "late"
    elif setup.on_error == "stop":
        return None
    elif setup.on_error == "forfeit" and failure.seat is not None:
        kind = "forfeit"
    return Ruling(kind, failure.seat, printable(str(failure))[:MAX_ERROR_LENGTH])


def ruled_outcome(game: Game[Any, Any], ruling: Ruling) -> Outcome:  # Any: as above
    """Returns the outcome that a ruling gives a game."""
    reason = RULING_REASONS[ruling.kind]
    if ruling.kind == "skip" or ruling.seat is None:
        return Outcome(None, reason, (0.0,) * game.seats)
    returns = forfeit_returns(game, ruling.seat)
    return Outcome(winner_of(returns), reason, returns)


def forfeit_returns(game: Game[Any, Any], loser: int) -> tuple[float, ...]:  # Any: as above
    """Returns what each seat gets if one forfeits.

    The seat that forfeits gets the lowest return that any seat had in 200 random games, which are
    always the same: less than 0 in any case if the game is for one player. The others share what is
    left of the mean sum of all returns, so that in a game in which one wins what the other loses
    nothing is won or lost from nowhere. A game that cannot be played at random counts -1 and 1.
    """
    kind: Callable[..., Game[Any, Any]] = type(game)
    lowest, total = random_returns(kind, json.dumps(dict(game.options), sort_keys=True))
    if game.seats == 1:
        return (min(lowest, -1.0),)
    shared = (total - lowest) / (game.seats - 1)
    # In a game that nobody ever wins, the others win all the same.
    others = shared if shared > lowest else lowest + 1.0
    return tuple(lowest if seat == loser else others for seat in range(game.seats))


@lru_cache(maxsize=8)
def random_returns(
    kind: Callable[..., Game[Any, Any]], options: str
) -> tuple[float, float]:  # Any: as above
    """Returns the lowest return of a seat in random games, and the mean sum of all returns."""
    game = kind(**json.loads(options))
    found: list[tuple[float, ...]] = []
    with suppress(Exception):  # a game may fail here as anywhere
        for number in range(SAMPLE_GAMES):
            state = game.setup(seeded(f"forfeit/{number}"))
            play_out(game, state, seeded(f"forfeit/{number}/moves"), limit=SAMPLE_MOVES)
            if state.over:
                found.append(checked_returns(game.returns(state), game.seats))
    if not found:
        return -1.0, float(game.seats - 2)
    return min(map(min, found)), math.fsum(map(math.fsum, found)) / len(found)


# Failures.


@contextmanager
def failure_context(
    named: Sequence[str],
    place: Callable[[], str],
    unchanged: type[KibitzError] = GameFailed,
    blame: Callable[[], int | None] = lambda: None,
) -> Iterator[None]:
    """Turns whatever an agent or a game raises into a `GameFailed` that names place and bug.

    Args:
        named: the game and the agents.
        place: names the game and the move; called only if something is raised.
        unchanged: errors that are passed on as they are.
        blame: tells the seat whose agent is to blame; None for the game itself.
    """
    process = os.getpid()
    try:
        yield
    except BaseException as error:
        end_fork(process)
        if isinstance(error, unchanged):
            raise
        # An agent that exits must not end the command. Ray ends its workers with SystemExit, too,
        # and marks it; their games are played elsewhere. Ctrl-C never reaches a worker process.
        ours = not isinstance(error, (Exception, SystemExit)) and parent_process() is None
        if ours or hasattr(error, "ray_terminate_msg"):
            raise
        raise GameFailed(f"{place()}: {describe(error, named)}", blame()) from cause_of(error)


def describe(error: BaseException, named: Sequence[str]) -> str:
    """Writes an error in one line, even if it cannot say what it is."""
    try:
        return describe_error(error, named)
    except Exception:  # noqa: BLE001 - the error of an agent may raise anything
        return f"{type(error).__name__}, which cannot be shown"


def name_game(setup: Setup, fixture: Fixture) -> str:
    """Names a game so that it can be played again."""
    players = " against ".join(player_names(setup, fixture))
    return f"{setup.game}, seed {fixture.seed}, {players}"


def player_names(setup: Setup, fixture: Fixture) -> list[str]:
    """Names the players of a game by seat; different players with the same agent are numbered.

    Other names are plain agents: `kibitz play --resume` reads agents from the names in a record.
    """
    shared = [setup.players[player] for player in dict.fromkeys(fixture.players)]
    return [
        setup.labels[player]
        if shared.count(setup.players[player]) > 1
        else str(setup.players[player])
        for player in fixture.players
    ]
