"""How tactical players are made: profiles, and every weight as an option."""

from typing import Final

from kibitz.agents.weights import changed, with_options
from kibitz.core.errors import suggest
from kibitz.games.dronewars.agents.tactical.player import TacticalAgent
from kibitz.games.dronewars.agents.tactical.settings import BUILD, PROFILES

USUAL_PROFILE: Final = "build"


class TacticalMaker:
    """Makes tactical players; every weight is an option beside the profile.

    Attributes:
        personality: the personality that they set up the game with; empty for none.
    """

    def __init__(self, personality: str = "") -> None:
        self.personality: Final = personality
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = with_options({"profile": USUAL_PROFILE}, BUILD)

    def __call__(self, profile: str = USUAL_PROFILE, **weights: object) -> TacticalAgent:
        """Makes a player.

        Args:
            profile: `build`, `ref` or `plus`; see `settings`.
            weights: the weights that differ from those of the profile.

        Raises:
            ValueError: if the profile is unknown, or random numbers have no range.
        """
        if profile not in PROFILES:
            raise ValueError(f"invalid profile={profile}: {suggest(profile, PROFILES)}")
        found = changed(PROFILES[profile], weights)
        if found.swing_least > found.swing_most:
            given = f"swing_least={found.swing_least}, swing_most={found.swing_most}"
            raise ValueError(f"invalid {given}: expected the lower number first")
        return TacticalAgent(found, self.personality)
