"""Slay the Spire: fights of the Ironclad in act 1. Unofficial."""

from kibitz.games.spire.game import Spire

__all__ = ["Spire"]
