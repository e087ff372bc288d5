"""Players for any game, from random to tree search. They see observations only."""

from kibitz.agents.beam import BeamAgent, Planner
from kibitz.agents.greedy import GreedyAgent, Outlook, Scorer, name_changes
from kibitz.agents.human import EndOfInput, HumanAgent
from kibitz.agents.ismcts import IsmctsAgent
from kibitz.agents.random import RandomAgent
from kibitz.agents.registry import (
    AgentSpec,
    agent_names,
    make_agent,
    package_of,
    read_spec,
    tunable_options,
)
from kibitz.agents.utility import (
    Consideration,
    Highest,
    NothingScores,
    Picker,
    Proposal,
    UtilityAgent,
    Weighted,
    make_picker,
)

__all__ = [
    "AgentSpec",
    "BeamAgent",
    "Consideration",
    "EndOfInput",
    "GreedyAgent",
    "Highest",
    "HumanAgent",
    "IsmctsAgent",
    "NothingScores",
    "Outlook",
    "Picker",
    "Planner",
    "Proposal",
    "RandomAgent",
    "Scorer",
    "UtilityAgent",
    "Weighted",
    "agent_names",
    "make_agent",
    "make_picker",
    "name_changes",
    "package_of",
    "read_spec",
    "tunable_options",
]
