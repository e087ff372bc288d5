"""The players of Drone Wars."""

from typing import Final

from kibitz.games.dronewars.agents.tactical import TacticalMaker
from kibitz.games.dronewars.cards.decks import PRESETS

# A player for each personality, by name: `manticore`, `test-ai`. The one with the strategic brain
# plays tactically, too.
PERSONALITIES: Final[dict[str, TacticalMaker]] = {
    name.replace(" ", "-"): TacticalMaker(name) for name, preset in PRESETS.items() if preset.brain
}
