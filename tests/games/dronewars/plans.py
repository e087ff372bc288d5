"""Asks the strategic AI about positions, for tests."""

from collections.abc import Mapping

from kibitz.agents import make_agent
from kibitz.core import seeded
from kibitz.core.agent import Advice, Observation
from kibitz.core.value import Json
from kibitz.games.dronewars.agents.strategic.evaluation import Plan
from kibitz.games.dronewars.agents.strategic.settings import DESCRIBED
from kibitz.games.dronewars.state import Battle
from tests.games.dronewars.table import Table

# The hulls of a ship that has only one section left.
LAST1, LAST2, LAST3 = (10, 5, 5), (5, 10, 5), (5, 5, 10)
BARE = (0, 0, 0)


def first_hull(**known: object) -> Table:
    """Builds a position in which a section is lost with its first hull."""
    return Table(**{"ruleset": "first_hull", **known})  # type: ignore[arg-type]  # by name


def ask(table: Table, agent: str = "strategic") -> Advice[Battle]:
    """Asks a new player."""
    player = make_agent(table.game, agent)
    game, s = table.game, table.battle
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
    return player.advise(seen)


def obey(table: Table) -> Advice[Battle]:
    """Plays what the AI says, and returns it."""
    advice = ask(table)
    table.play(str(advice.move))
    return advice


def part(advice: Advice[Battle], name: str) -> Mapping[str, Json]:
    """Returns a part of the report."""
    found = advice.trace[name]
    assert isinstance(found, dict)
    return found


def plan_of(table: Table) -> Plan:
    """Returns what the layers find."""
    s = table.battle
    return Plan(table.game.view(s, s.seat), s.seat, DESCRIBED)


def plans(table: Table) -> list[tuple[str, str, float]]:
    """Lists the evaluated paths, the best first: type, value, score."""
    found = plan_of(table).paths
    return [(path.kind, path.value, round(path.score, 2)) for path in found]


def kinds(table: Table) -> list[str]:
    """Lists the types of the evaluated paths, the best first."""
    return [kind for kind, _, _ in plans(table)]


def found_as(table: Table, kind: str) -> tuple[str, float]:
    """Returns value and score of the best path of a type."""
    for found, value, score in plans(table):
        if found == kind:
            return value, score
    raise AssertionError(f"no {kind} among {plans(table)}")
