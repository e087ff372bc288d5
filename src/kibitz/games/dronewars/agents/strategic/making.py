"""How strategic players are made: every weight is an option, those of the tactical AI included."""

from dataclasses import fields
from typing import Final

from kibitz.agents.weights import changed, list_weights, with_options
from kibitz.games.dronewars.agents.strategic.player import StrategicAgent
from kibitz.games.dronewars.agents.strategic.settings import (
    DESCRIBED,
    DESCRIBED_TACTICS,
    MEANINGS,
    Weights,
)
from kibitz.games.dronewars.agents.tactical import MEANINGS as TACTICAL_MEANINGS
from kibitz.games.dronewars.agents.tactical import TacticalAgent
from kibitz.games.dronewars.agents.tactical import Weights as TacticalWeights

# Before the weights of the tactical AI that decides where no plan does.
FALLBACK: Final = "fallback_"


class StrategicMaker:
    """Makes strategic players.

    Attributes:
        personality: the personality that they set up the game with; empty for none.
        weights: the weights where no option says otherwise.
        tactics: those of the tactical AI that decides where no plan does.
    """

    def __init__(
        self,
        personality: str = "",
        weights: Weights = DESCRIBED,
        tactics: TacticalWeights = DESCRIBED_TACTICS,
    ) -> None:
        self.personality: Final = personality
        self.weights: Final = weights
        self.tactics: Final = tactics
        others = {f"{FALLBACK}{each.name}": getattr(tactics, each.name) for each in fields(tactics)}
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options(others, weights)

    def __call__(self, **weights: object) -> StrategicAgent:
        """Makes a player.

        Args:
            weights: the weights that differ from the usual ones; `fallback_` stands before those
                of the tactical AI.
        """
        own = {name: value for name, value in weights.items() if not name.startswith(FALLBACK)}
        others = {
            name.removeprefix(FALLBACK): value
            for name, value in weights.items()
            if name.startswith(FALLBACK)
        }
        tactical = TacticalAgent(changed(self.tactics, others), self.personality)
        return StrategicAgent(changed(self.weights, own), tactical)

    def list_weights(self) -> dict[str, tuple[float, str]]:
        """Lists all weights with what they mean."""
        found = list_weights(self.weights, MEANINGS)
        for name, (value, text) in list_weights(self.tactics, TACTICAL_MEANINGS).items():
            found[f"{FALLBACK}{name}"] = (value, f"tactical AI, {text}")
        return found
