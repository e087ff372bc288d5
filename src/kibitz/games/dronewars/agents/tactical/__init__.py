"""The tactical AI, one module for each of its concerns.

- `settings`: every weight and reading, and the profiles.
- `lanes`: the lane score, also of hypothetical lanes.
- `candidates`: an action with its terms and scores.
- `deployment`, `cards`, `actions`: what deployments, cards, attacks and moves score.
- `passes`: Jammers and interception.
- `choice`: the candidates of a turn, and the pick among the best.
- `interception`: whether to intercept.
- `housekeeping`: discards, shields, removal, searches.
- `player`, `making`: the agent, and how it is made.
"""

from kibitz.games.dronewars.agents.tactical.making import TacticalMaker as TacticalMaker
from kibitz.games.dronewars.agents.tactical.player import TacticalAgent as TacticalAgent
from kibitz.games.dronewars.agents.tactical.settings import BUILD as BUILD
from kibitz.games.dronewars.agents.tactical.settings import MEANINGS as MEANINGS
from kibitz.games.dronewars.agents.tactical.settings import PLUS as PLUS
from kibitz.games.dronewars.agents.tactical.settings import RANGES as RANGES
from kibitz.games.dronewars.agents.tactical.settings import REF as REF
from kibitz.games.dronewars.agents.tactical.settings import Weights as Weights
