"""Lorcana with a pool of 60 cards. Unofficial."""

from kibitz.games.lorcana.game import Lorcana

__all__ = ["Lorcana"]
