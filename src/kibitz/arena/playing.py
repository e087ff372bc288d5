"""Playing the games of a tournament: what a worker does, the same in whatever process it runs."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from kibitz import games
from kibitz.agents.registry import make_agent, read_spec
from kibitz.arena.result import GameResult
from kibitz.arena.setup import SEATS, ArenaError, Fixture, Setup
from kibitz.core.agent import Agent, Observation
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game, Outcome
from kibitz.core.record import write_record

BROKEN_OFF: Final = "broken off"


class GameFailed(ArenaError):
    """A game cannot be played to its end; says which one and at which move."""


def play_batch(setup: Setup, fixtures: Sequence[Fixture]) -> list[GameResult]:
    """Plays some games of a tournament; the game is made once for each process and setup.

    Raises:
        GameFailed: if an agent or the game fails, or an agent breaks the rules; names the agent,
            the deal and the move.
        KibitzError: if there is no such game.
    """
    with told(lambda: f"{setup.game} cannot be made", passing=KibitzError):
        game = load_once(setup.game, json.dumps(dict(setup.options), sort_keys=True))
    return [play_game(setup, game, fixture) for fixture in fixtures]


@lru_cache(maxsize=8)
def load_once(name: str, options: str) -> Game[Any, Any]:  # Any: known by name only
    """Makes a game from its name and its options in JSON; asked again, returns the same one."""
    return games.load(name, **json.loads(options))


def play_game(setup: Setup, game: Game[Any, Any], fixture: Fixture) -> GameResult:  # Any: as above
    """Plays one game to its end, or to the limit of moves.

    The agents are made anew, so that nothing they remember of other games can matter. Of players
    that are set up alike each has its own chance, or they would play the same games over again;
    the first has that of the match, so `kibitz play` with the same seed gives the same game.

    Raises:
        GameFailed: if an agent or the game fails, or an agent breaks the rules; names the agent,
            the deal and the move. What failed is its cause.
    """
    names = names_in(setup, fixture)
    with told(lambda: f"{game.id}, seed {fixture.seed}, {' against '.join(names)}: no start"):
        agents = [make_agent(game, setup.players[player]) for player in fixture.players]
        engine: RuleEngine[Any, Any] = RuleEngine(game, seed=fixture.seed, names=names)
    with told(lambda: f"{place_of(engine)}, {name_of(engine)}, failed"):
        return finish(setup, fixture, engine, agents)


def names_in(setup: Setup, fixture: Fixture) -> list[str]:
    """Names the two of a game by seat, as their agents are written; twins are numbered.

    Only twins are: `kibitz play --resume` reads agents from the names in a record.
    """
    specs = [str(read_spec(setup.players[player])) for player in fixture.players]
    if specs[0] != specs[1]:
        return specs
    labels = setup.labels()
    return [labels[player] for player in fixture.players]


def finish(
    setup: Setup,
    fixture: Fixture,
    engine: RuleEngine[Any, Any],  # Any: as above
    agents: Sequence[Agent[Any, Any]],
) -> GameResult:
    """Plays a game from its start to its end."""
    copies = [setup.copies()[player] for player in fixture.players]
    choices: list[list[int]] = [[] for _ in range(SEATS)]
    micros: list[list[int]] = [[] for _ in range(SEATS)]
    outcome = engine.outcome
    while outcome is None and engine.ply < setup.limit:
        seat = engine.seat
        legal, nanos = decide(engine, agents[seat], copies[seat])
        choices[seat].append(legal)
        micros[seat].append(nanos // 1000)
        outcome = engine.outcome
    if outcome is None:
        outcome = Outcome(None, BROKEN_OFF, tuple(engine.game.returns(engine.state)))
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
        write_record(engine).text() if is_kept(setup, fixture, outcome) else None,
    )


def decide(
    engine: RuleEngine[Any, Any],  # Any: as above
    agent: Agent[Any, Any],
    copy: int,
) -> tuple[int, int]:
    """Lets an agent play one move; returns how many it had to choose from, and its nanoseconds."""
    seen = engine.observe()
    if copy:
        rng = seen.rng.child(f"player {copy + 1}")
        seen = Observation(seen.game, seen.view, seen.seat, seen.moves, rng, seen.deadline)
    if not seen.moves:
        raise GameFailed(f"{place_of(engine)} has no legal move, and the game is not over")
    start = time.perf_counter_ns()
    move = agent.advise(seen).move
    spent = time.perf_counter_ns() - start
    engine.play(move, seen.seat)
    return len(seen.moves), spent


@contextmanager
def told(where: Callable[[], str], passing: type[KibitzError] = GameFailed) -> Iterator[None]:
    """Says of whatever goes wrong where it did; agents and games may raise anything.

    Args:
        where: names the place; asked only if something goes wrong.
        passing: errors that need no more words.
    """
    try:
        yield
    except passing:
        raise
    except (Exception, SystemExit) as error:
        # An agent that leaves must not end the command. Ray ends its workers in the same way, and
        # marks that; their games are played elsewhere.
        if hasattr(error, "ray_terminate_msg"):
            raise
        raise GameFailed(f"{where()}: {type(error).__name__}: {error}") from error


def place_of(engine: RuleEngine[Any, Any]) -> str:  # Any: as above
    """Says which decision of which game it is, so that it can be looked at again."""
    return f"{engine.game.id}, seed {engine.seed}, ply {engine.ply}: seat {engine.seat}"


def name_of(engine: RuleEngine[Any, Any]) -> str:  # Any: as above
    """Names who is to decide; a game that goes wrong may name a seat that is not there."""
    return engine.names[engine.seat] if engine.seat in range(SEATS) else "nobody"


def is_kept(setup: Setup, fixture: Fixture, outcome: Outcome) -> bool:
    """Tells whether a game is to be kept move by move."""
    if setup.records == "lost":
        first = fixture.players.index(min(fixture.players))
        return outcome.winner == 1 - first
    return setup.records == "all"
