"""The tactical AI, one module for each of its concerns.

- `settings`: every weight and reading, and the profiles.
- `lanes`: the lane score, also of hypothetical lanes, and an action with its terms.
- `scores`: what deployments, cards, attacks and moves score.
- `decisions`: the pick among the best actions, interception, discards, shields, removal, searches.
- `player`: the agent, how it is made, and how it explains itself.
"""

from kibitz.games.dronewars.agents.tactical.player import TacticalAgent as TacticalAgent
from kibitz.games.dronewars.agents.tactical.player import TacticalMaker as TacticalMaker
from kibitz.games.dronewars.agents.tactical.settings import BUILD as BUILD
from kibitz.games.dronewars.agents.tactical.settings import PLUS as PLUS
from kibitz.games.dronewars.agents.tactical.settings import REF as REF
from kibitz.games.dronewars.agents.tactical.settings import Weights as Weights
