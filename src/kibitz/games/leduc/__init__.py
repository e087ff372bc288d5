"""Leduc hold'em: poker with six cards, the rules of OpenSpiel's `leduc_poker`.

Southey et al., "Bayes' bluff: opponent modelling in poker" (2005), with the details as OpenSpiel
plays them: two players, one private card each, two rounds of betting, one public card between
them. Raises are 2 chips in the first round and 4 in the second, at most two a round.
"""

from kibitz.games.leduc.game import Leduc
from kibitz.games.leduc.moves import Call, Fold, Raise
from kibitz.games.leduc.state import LeducState

__all__ = ["Call", "Fold", "Leduc", "LeducState", "Raise"]
