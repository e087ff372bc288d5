"""Slay the Spire: fights of the Ironclad and the Silent in act 1. Unofficial."""

from kibitz.games.spire.game import Spire

__all__ = ["Spire"]
