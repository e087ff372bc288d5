"""Playing single games: what a worker does, with the same results in any process."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from kibitz import games
from kibitz.agents.outside import with_package
from kibitz.agents.registry import make_agent, read_spec
from kibitz.arena.result import GameResult
from kibitz.arena.setup import SEATS, ArenaError, Fixture, Setup
from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
)
from kibitz.core.game import Game, Outcome
from kibitz.core.move import Move
from kibitz.core.record import write_record
from kibitz.games.bugs import cause_of, describe_error, observe_strictly

# The reason for the end of a game that reached the limit of moves.
MOVE_LIMIT: Final = "move limit"


class GameFailed(ArenaError):
    """A game cannot be played to its end; says which one, at which move, and where it failed."""


def play_batch(setup: Setup, fixtures: Sequence[Fixture]) -> list[GameResult]:
    """Plays some games of a tournament; a process loads the game once for each setup.

    Raises:
        GameFailed: if an agent or the game fails, or an agent breaks the rules.
        KibitzError: if there is no such game.
    """
    with failure_context([setup.game], lambda: f"cannot load {setup.game}", unchanged=KibitzError):
        game = load_once(setup.game, json.dumps(dict(setup.options), sort_keys=True))
        check_once(game, setup.players, setup.packages)
    return [play_game(setup, game, fixture) for fixture in fixtures]


@lru_cache(maxsize=8)
def load_once(name: str, options: str) -> Game[Any, Any]:  # Any: known by name only
    """Loads a game from its name and its options in JSON; the same arguments give the same game."""
    return games.load(name, **json.loads(options))


@lru_cache(maxsize=8)
def check_once(
    game: Game[Any, Any],  # Any: as above
    players: tuple[str, ...],
    packages: tuple[str, ...] | None,
) -> None:
    """Checks that this process has the agents that the tournament was set up with."""
    Setup(game.id, players, packages=packages).check_packages(game)


def play_game(setup: Setup, game: Game[Any, Any], fixture: Fixture) -> GameResult:  # Any: as above
    """Plays one game to its end, or to the limit of moves.

    Agents are made for one game only, so they remember nothing of other games.

    Raises:
        GameFailed: if an agent or the game fails, or an agent breaks the rules. The original error
            is its cause.
    """
    named = [game.id, *setup.players]
    with failure_context(named, lambda: f"{name_game(setup, fixture)}: cannot start"):
        agents = [make_agent(game, setup.players[player]) for player in fixture.players]
        engine = start_match(game, fixture, player_names(setup, fixture))
    with failure_context(named, lambda: position_of(engine, packages_of(setup, fixture))):
        return play_to_end(setup, fixture, engine, agents)


def start_match(
    game: Game[Any, Any],  # Any: as above
    fixture: Fixture,
    names: list[str],
) -> RuleEngine[Any, Any]:
    """Starts the match of a fixture; this is where all random numbers of a game come from."""
    # The number of the deal tells nothing about the seed or the cards, as an agent could work out.
    return RuleEngine(game, seed=fixture.seed, agent_seed=fixture.deal, names=names)


def play_to_end(
    setup: Setup,
    fixture: Fixture,
    engine: RuleEngine[Any, Any],  # Any: as above
    agents: Sequence[Agent[Any, Any]],
) -> GameResult:
    """Plays a match that has just started."""
    instances = [setup.instances()[player] for player in fixture.players]
    packages = packages_of(setup, fixture)
    choices: list[list[int]] = [[] for _ in range(SEATS)]
    micros: list[list[int]] = [[] for _ in range(SEATS)]
    outcome = engine.outcome
    while outcome is None and engine.ply < setup.limit:
        seat = engine.seat
        legal, nanos = play_move(engine, agents[seat], instances[seat], packages)
        choices[seat].append(legal)
        micros[seat].append(nanos // 1000)
        outcome = engine.outcome
    if outcome is None:
        outcome = Outcome(None, MOVE_LIMIT, tuple(engine.game.returns(engine.state)))
    first, second = outcome.returns
    return GameResult(
        fixture.number,
        fixture.deal,
        fixture.players,
        outcome.winner,
        (float(first), float(second)),
        outcome.reason,
        engine.ply,
        engine.state_hash,
        (tuple(choices[0]), tuple(choices[1])),
        (tuple(micros[0]), tuple(micros[1])),
        record_of(setup, fixture, engine) if keeps_record(setup, fixture, outcome) else None,
    )


def play_move(
    engine: RuleEngine[Any, Any],  # Any: as above
    agent: Agent[Any, Any],
    instance: int,
    packages: Sequence[str] = (),
) -> tuple[int, int]:
    """Lets an agent play one move; returns the number of legal moves and the nanoseconds taken.

    Each instance of an agent has its own random numbers: two that had the same would play many
    games alike. The packages of the agents are for error messages.
    """
    seen = observe_strictly(engine)
    if instance:
        rng = seen.rng.child(f"player {instance + 1}")
        seen = Observation(seen.game, seen.view, seen.seat, seen.moves, rng, seen.deadline)
    start = time.perf_counter_ns()
    advice: object = agent.advise(seen)
    spent = time.perf_counter_ns() - start
    if not isinstance(advice, Advice) or not isinstance(advice.move, Move):
        where = position_of(engine, packages)
        raise GameFailed(f"{where}: returned {advice!r}: expected Advice with a move")
    try:
        engine.play(advice.move, seen.seat)
    except (IllegalMoveError, InvalidMoveError, AmbiguousMoveError) as error:
        raise GameFailed(f"{position_of(engine, packages)}: {error}") from error
    return len(seen.moves), spent


def keeps_record(setup: Setup, fixture: Fixture, outcome: Outcome) -> bool:
    """Tells whether the record of a game is kept."""
    if setup.records == "lost":
        first = fixture.players.index(min(fixture.players))
        return outcome.winner == 1 - first
    return setup.records == "all"


def record_of(setup: Setup, fixture: Fixture, engine: RuleEngine[Any, Any]) -> str:  # Any: as above
    """Writes the record of a game, with the packages of its agents if the setup has them."""
    return write_record(engine, packages_of(setup, fixture)).text()


def packages_of(setup: Setup, fixture: Fixture) -> list[str]:
    """Returns the packages of the two agents by seat; none if the setup does not have them."""
    packages = setup.packages
    return [] if packages is None else [packages[player] for player in fixture.players]


# Failures.


@contextmanager
def failure_context(
    named: Sequence[str], place: Callable[[], str], unchanged: type[KibitzError] = GameFailed
) -> Iterator[None]:
    """Turns whatever an agent or a game raises into a `GameFailed` that names place and bug.

    Args:
        named: the game and the agents.
        place: names the game and the move; called only if something is raised.
        unchanged: errors that are passed on as they are.
    """
    try:
        yield
    except unchanged:
        raise
    except (Exception, SystemExit) as error:
        # An agent that exits must not end the command. Ray ends its workers with SystemExit, too,
        # and marks it; their games are played elsewhere.
        if hasattr(error, "ray_terminate_msg"):
            raise
        raise GameFailed(f"{place()}: {describe_error(error, named)}") from cause_of(error)


def name_game(setup: Setup, fixture: Fixture) -> str:
    """Names a game so that it can be played again."""
    players = " against ".join(player_names(setup, fixture))
    return f"{setup.game}, seed {fixture.seed}, {players}"


def position_of(engine: RuleEngine[Any, Any], packages: Sequence[str] = ()) -> str:  # Any: as above
    """Names a decision so that it can be looked at again, with the package of the agent."""
    # A game with a bug may name a seat that does not exist.
    name = engine.names[engine.seat] if engine.seat in range(SEATS) else "no such seat"
    if packages and engine.seat in range(SEATS):
        name = with_package(name, packages[engine.seat])
    return f"{engine.game.id}, seed {engine.seed}, ply {engine.ply}, seat {engine.seat} ({name})"


def player_names(setup: Setup, fixture: Fixture) -> list[str]:
    """Names the two players of a game by seat; the same agent in both seats is numbered.

    Other names are plain agents: `kibitz play --resume` reads agents from the names in a record.
    """
    specs = [str(read_spec(setup.players[player])) for player in fixture.players]
    if specs[0] != specs[1]:
        return specs
    labels = setup.labels()
    return [labels[player] for player in fixture.players]
