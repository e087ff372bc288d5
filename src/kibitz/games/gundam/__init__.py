"""The Gundam Card Game with a pool of 48 cards. Unofficial."""

from kibitz.games.gundam.game import Gundam

__all__ = ["Gundam"]
