"""The sharp player: plans its turn, and asks what the opponent can do about it.

Its rating is in `features`, how turns end in `endings`, the search in `player`, and how it explains
itself in `words`.
"""

from kibitz.games.pokemon.agents.sharp.player import (
    SHARP_RANGES,
    SharpAgent,
    make_sharp,
    sharp_weights,
)

__all__ = ["SHARP_RANGES", "SharpAgent", "make_sharp", "sharp_weights"]
