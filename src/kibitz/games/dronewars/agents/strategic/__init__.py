"""The strategic AI, one module for each of its layers.

- `settings`: every weight, with what it means.
- `assessment`: what drones and cards can do, how things stand (layer 1), the mode and the goal
  (layer 2).
- `paths`: layer 3, what leads to the goal.
- `evaluation`: layers 4 and 5, what each path is worth and which step is played; passing.
- `player`: the agent, how it is made, and the trace of a decision as data and in words.
"""

from kibitz.games.dronewars.agents.strategic.player import StrategicAgent as StrategicAgent
from kibitz.games.dronewars.agents.strategic.player import StrategicMaker as StrategicMaker
from kibitz.games.dronewars.agents.strategic.settings import COMMANDER as COMMANDER
from kibitz.games.dronewars.agents.strategic.settings import COMMANDER_TACTICS as COMMANDER_TACTICS
from kibitz.games.dronewars.agents.strategic.settings import DESCRIBED as DESCRIBED
