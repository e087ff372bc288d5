"""Playing the games of a tournament: what a worker does, the same in whatever process it runs."""

import json
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from kibitz import games
from kibitz.agents.registry import make_agent, read_spec
from kibitz.arena.result import GameResult
from kibitz.arena.setup import SEATS, ArenaError, Fixture, Setup
from kibitz.core.agent import Agent, Observation
from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.outcome import Outcome
from kibitz.core.record import write_record

BROKEN_OFF: Final = "broken off"


def play_batch(setup: Setup, fixtures: Sequence[Fixture]) -> list[GameResult]:
    """Plays some games of a tournament; the game is made once for each process and setup.

    Raises:
        ArenaError: if an agent fails or breaks the rules; names the agent, the deal and the move.
    """
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
        ArenaError: if an agent fails or breaks the rules; names the agent, the deal and the move.
    """
    specs = [str(read_spec(setup.players[player])) for player in fixture.players]
    agents = [make_agent(game, spec) for spec in specs]
    copies = [setup.copies()[player] for player in fixture.players]
    engine: RuleEngine[Any, Any] = RuleEngine(game, seed=fixture.seed, names=specs)
    choices: list[list[int]] = [[] for _ in range(SEATS)]
    micros: list[list[int]] = [[] for _ in range(SEATS)]
    outcome = engine.outcome
    while outcome is None and engine.ply < setup.limit:
        seat = engine.seat
        legal, nanos = decide(engine, agents[seat], specs[seat], copies[seat])
        choices[seat].append(legal)
        micros[seat].append(nanos // 1000)
        outcome = engine.outcome
    if outcome is None:
        outcome = Outcome(None, BROKEN_OFF, tuple(game.returns(engine.state)))
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
    spec: str,
    copy: int,
) -> tuple[int, int]:
    """Lets an agent play one move; returns how many it had to choose from, and its nanoseconds."""
    seen = engine.observe()
    if copy:
        rng = seen.rng.child(f"player {copy + 1}")
        seen = Observation(seen.game, seen.view, seen.seat, seen.moves, rng, seen.deadline)
    if not seen.moves:
        raise ArenaError(f"{place_of(engine)} has no legal move, and the game is not over")
    start = time.perf_counter_ns()
    try:
        move = agent.advise(seen).move
        spent = time.perf_counter_ns() - start
        engine.play(move, seen.seat)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise ArenaError(f"{place_of(engine)}, {spec}, failed: {what}") from error
    return len(seen.moves), spent


def place_of(engine: RuleEngine[Any, Any]) -> str:  # Any: as above
    """Says which decision of which game it is, so that it can be looked at again."""
    return f"{engine.game.id}, seed {engine.seed}, ply {engine.ply}: seat {engine.seat}"


def is_kept(setup: Setup, fixture: Fixture, outcome: Outcome) -> bool:
    """Tells whether a game is to be kept move by move."""
    if setup.records == "lost":
        first = fixture.players.index(min(fixture.players))
        return outcome.winner == 1 - first
    return setup.records == "all"
