"""Slay the Spire: fights of the Ironclad and the Silent in acts 1 and 2. Unofficial."""

from kibitz.games.spire.game import Spire

__all__ = ["Spire"]
