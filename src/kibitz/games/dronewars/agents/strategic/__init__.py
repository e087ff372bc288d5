"""The strategic AI, one module for each of its layers.

- `settings`: every weight, with what it means.
- `combat`, `cards`: the words of all layers: what drones and cards can do.
- `assessment`: layer 1, how things stand.
- `goal`: layer 2, the mode and the goal.
- `path`, `paths`: layer 3, what leads to the goal.
- `handlers`: mechanics that forbid a path.
- `evaluation`: layer 4, what each path is worth.
- `execution`: layer 5, the step that is played.
- `passing`: passing on purpose.
- `report`: the trace, as data and in words.
- `player`, `making`: the agent, and how it is made.
"""

from kibitz.games.dronewars.agents.strategic.making import StrategicMaker as StrategicMaker
from kibitz.games.dronewars.agents.strategic.player import StrategicAgent as StrategicAgent
from kibitz.games.dronewars.agents.strategic.settings import COMMANDER as COMMANDER
from kibitz.games.dronewars.agents.strategic.settings import COMMANDER_TACTICS as COMMANDER_TACTICS
from kibitz.games.dronewars.agents.strategic.settings import RANGES as RANGES
