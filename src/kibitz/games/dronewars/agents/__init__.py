"""The players of Drone Wars."""

from collections.abc import Callable
from typing import Final

from kibitz.core.agent import Agent
from kibitz.games.dronewars.agents.strategic import StrategicMaker
from kibitz.games.dronewars.agents.tactical import TacticalMaker
from kibitz.games.dronewars.cards import PRESETS
from kibitz.games.dronewars.state import Battle

STRATEGIC: Final = "strategic"
# A player for each personality, by name: `manticore`, `manticore-strategic`, `test-ai`.
PERSONALITIES: Final[dict[str, Callable[..., Agent[Battle, Battle]]]] = {
    name.replace(" ", "-"): StrategicMaker(name)
    if preset.brain == STRATEGIC
    else TacticalMaker(name)
    for name, preset in PRESETS.items()
    if preset.brain
}
