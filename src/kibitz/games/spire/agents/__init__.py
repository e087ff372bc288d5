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
    GREEDY_RANGES,
    GreedyMaker,
    Instinct,
    TurnPlanner,
    Worth,
    announced,
    incoming,
    make_beam,
    rate,
    standing,
)

__all__ = [
    "GREEDY_RANGES",
    "PLANNER_RANGES",
    "GreedyMaker",
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
    "make_simple",
    "rate",
    "standing",
]
