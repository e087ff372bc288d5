"""The players of Slay the Spire."""

from kibitz.games.spire.agents.planner import (
    PLANNER_RANGES,
    OptimizedAgent,
    PlanFollower,
    PlannerMaker,
    SimpleAgent,
    make_simple,
)
from kibitz.games.spire.agents.worth import (
    Instinct,
    TurnPlanner,
    Worth,
    announced,
    incoming,
    make_beam,
    make_greedy,
    rate,
    standing,
)

__all__ = [
    "PLANNER_RANGES",
    "Instinct",
    "OptimizedAgent",
    "PlanFollower",
    "PlannerMaker",
    "SimpleAgent",
    "TurnPlanner",
    "Worth",
    "announced",
    "incoming",
    "make_beam",
    "make_greedy",
    "make_simple",
    "rate",
    "standing",
]
