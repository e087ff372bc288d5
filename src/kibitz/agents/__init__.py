"""Players for any game: by chance, by score, by hand. They see observations and nothing else."""

from kibitz.agents.greedy import GreedyAgent
from kibitz.agents.human import EndOfInput, HumanAgent
from kibitz.agents.random import RandomAgent
from kibitz.agents.registry import AgentSpec, agent_names, make_agent, read_spec
from kibitz.agents.scorer import Outlook, Scorer

__all__ = [
    "AgentSpec",
    "EndOfInput",
    "GreedyAgent",
    "HumanAgent",
    "Outlook",
    "RandomAgent",
    "Scorer",
    "agent_names",
    "make_agent",
    "read_spec",
]
