"""A typed move takes few calls from the line to the board, in every game."""

from statistics import median

import pytest

from benchmarks.calls import counts_of
from kibitz.games import names

# The median of calls for one move, and how many times as many the longest may take.
LIMIT = 150
LONGEST = 5
# In Drone Wars, to list the legal moves and to carry one out takes about 190 calls.
SHORTENED_LIMITS = {"dronewars": 250}
# In Lorcana, there are up to 128 ways to put back cards of an opening hand, once a game; in the
# Gundam Card Game, some answers pick several Units.
LONGEST_SHORTENED = {"lorcana": 40, "gundam": 15}


@pytest.mark.parametrize("name", names())
def test_typed_move_takes_few_calls(name: str) -> None:
    written, short = counts_of(name)
    limit = SHORTENED_LIMITS.get(name, LIMIT)
    assert median(written) < LIMIT
    assert median(short) < limit
    assert max(written) < LONGEST * LIMIT
    assert max(short) < LONGEST_SHORTENED.get(name, LONGEST) * limit
