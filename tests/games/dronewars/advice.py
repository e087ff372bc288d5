"""What players of Drone Wars say about a table: advice, scores and terms, in words."""

from kibitz.agents import make_agent
from kibitz.core import Advice, Observation, seeded
from kibitz.games.dronewars.state import Battle
from tests.games.dronewars.table import Table


def advise(table: Table, spec: str = "tactical", seed: int = 0) -> Advice[Battle]:
    """Asks an agent what the seat that must decide should play."""
    s, game = table.battle, table.game
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(seed))
    return make_agent(game, spec).advise(seen)


def scores(table: Table, spec: str = "tactical", seed: int = 0) -> dict[str, float]:
    """Returns the score of every move that an agent considers."""
    advice = advise(table, spec, seed)
    return {str(option.move): option.score for option in advice.options}


def terms(table: Table, move: str, spec: str = "tactical", seed: int = 0) -> list[float]:
    """Returns the terms of a move's score, in order."""
    options = {str(option.move): option for option in advise(table, spec, seed).options}
    return [reason.amount for reason in options[move].reasons]


def choices(table: Table, spec: str = "tactical", seeds: int = 60) -> set[str]:
    """Returns what an agent plays with many seeds."""
    return {str(advise(table, spec, seed).move) for seed in range(seeds)}
