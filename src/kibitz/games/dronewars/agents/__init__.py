"""The players of Drone Wars."""

from collections.abc import Callable
from typing import Final

from kibitz.core.agent import Agent
from kibitz.games.dronewars.agents.strategic import COMMANDER as COMMANDER_WEIGHTS
from kibitz.games.dronewars.agents.strategic import COMMANDER_TACTICS, StrategicMaker
from kibitz.games.dronewars.agents.tactical import TacticalMaker
from kibitz.games.dronewars.cards import PERSONALITY_NAMES, PRESETS, STRATEGIC_BRAIN
from kibitz.games.dronewars.state import Battle

TACTICAL: Final = TacticalMaker()
STRATEGIC: Final = StrategicMaker()
COMMANDER: Final = StrategicMaker("", COMMANDER_WEIGHTS, COMMANDER_TACTICS)
# A player for each personality, by name: `manticore`, `manticore-strategic`, `test-ai`.
PERSONALITIES: Final[dict[str, Callable[..., Agent[Battle, Battle]]]] = {
    word: StrategicMaker(name) if PRESETS[name].brain == STRATEGIC_BRAIN else TacticalMaker(name)
    for word, name in PERSONALITY_NAMES.items()
}
