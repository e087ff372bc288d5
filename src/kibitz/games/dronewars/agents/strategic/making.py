"""How strategic players are made: profiles, and every weight as an option."""

from typing import Final

from kibitz.agents.weights import changed, with_options
from kibitz.games.dronewars.agents.strategic.player import StrategicAgent
from kibitz.games.dronewars.agents.strategic.settings import DESCRIBED, Weights
from kibitz.games.dronewars.agents.tactical import BUILD, TacticalAgent


class StrategicMaker:
    """Makes strategic players; every weight is an option.

    Attributes:
        personality: the personality that they set up the game with; empty for none.
        weights: the weights where no option says otherwise.
    """

    def __init__(self, personality: str = "", weights: Weights = DESCRIBED) -> None:
        self.personality: Final = personality
        self.weights: Final = weights
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({}, weights)

    def __call__(self, **weights: object) -> StrategicAgent:
        """Makes a player.

        Args:
            weights: the weights that differ from the usual ones.
        """
        tactical = TacticalAgent(changed(BUILD, {"enhanced_interception": True}), self.personality)
        return StrategicAgent(changed(self.weights, weights), tactical)
