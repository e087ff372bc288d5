"""Jaipur: two merchants, best of three rounds, hidden hands and a shuffled deck.

An unofficial implementation of the rules of the game by Sébastien Pauchon (GameWorks, 2009).
"""

from kibitz.games.jaipur.game import Jaipur
from kibitz.games.jaipur.moves import Exchange, Sell, Take, TakeCamels
from kibitz.games.jaipur.state import JaipurState, Merchant, Round

__all__ = ["Exchange", "Jaipur", "JaipurState", "Merchant", "Round", "Sell", "Take", "TakeCamels"]
