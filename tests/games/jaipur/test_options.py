"""The option of Jaipur: how many rounds a match has."""

import pytest

from kibitz.core.errors import UnknownOption
from kibitz.games import load


@pytest.mark.parametrize("rounds", [0, 2, 4, -1, "2", "many"])
def test_given_another_number_of_rounds_then_the_game_is_refused(rounds: object) -> None:
    with pytest.raises(
        UnknownOption, match=r"invalid rounds=.*: expected 1 or 3$|expected a whole number"
    ):
        load("jaipur", rounds=rounds)


def test_rounds_is_an_option_and_stands_in_the_record() -> None:
    assert load("jaipur", rounds="1").options == {"rounds": 1}
    assert load("jaipur").options == {"rounds": 3}
