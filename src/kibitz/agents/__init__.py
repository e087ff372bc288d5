"""Players for any game, from random to tree search. They see observations only."""

from kibitz.agents.beam import BeamAgent as BeamAgent
from kibitz.agents.beam import Planner as Planner
from kibitz.agents.greedy import Changes as Changes
from kibitz.agents.greedy import GreedyAgent as GreedyAgent
from kibitz.agents.greedy import Outlook as Outlook
from kibitz.agents.greedy import Scorer as Scorer
from kibitz.agents.greedy import name_changes as name_changes
from kibitz.agents.human import EndOfInput as EndOfInput
from kibitz.agents.human import HumanAgent as HumanAgent
from kibitz.agents.ismcts import IsmctsAgent as IsmctsAgent
from kibitz.agents.random import RandomAgent as RandomAgent
from kibitz.agents.registry import AgentSpec as AgentSpec
from kibitz.agents.registry import agent_names as agent_names
from kibitz.agents.registry import make_agent as make_agent
from kibitz.agents.registry import package_of as package_of
from kibitz.agents.registry import read_spec as read_spec
from kibitz.agents.registry import tunable_options as tunable_options
from kibitz.agents.utility import Consideration as Consideration
from kibitz.agents.utility import Highest as Highest
from kibitz.agents.utility import NothingScores as NothingScores
from kibitz.agents.utility import Picker as Picker
from kibitz.agents.utility import Proposal as Proposal
from kibitz.agents.utility import UtilityAgent as UtilityAgent
from kibitz.agents.utility import Weighted as Weighted
from kibitz.agents.utility import make_picker as make_picker
