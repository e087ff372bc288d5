"""The option of Duel: the life of each player."""

import pytest

from kibitz.core import RuleEngine
from kibitz.games import load
from kibitz.games.duel import Duel


def test_life_is_an_option_and_is_checked() -> None:
    assert load("duel", life="7").setup(RuleEngine(Duel(), seed=1).state.rng).board.life == [7, 7]
    with pytest.raises(Exception, match="invalid life=0: expected 1 or more"):
        load("duel", life=0)
