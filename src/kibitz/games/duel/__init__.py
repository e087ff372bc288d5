"""Duel, the tutorial game: creatures fight for two duellists until one has no life left."""

from kibitz.games.duel.game import Duel as Duel
