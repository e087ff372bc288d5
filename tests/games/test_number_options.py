# mypy: disable-error-code="arg-type, attr-defined"
# because wrong arguments are the subject.
"""Options of games have their types in both builds; True is not a number."""

from collections.abc import Callable
from typing import Any

import pytest

from kibitz.core.errors import UnknownOption
from kibitz.games import load
from kibitz.games.dronewars import DroneWars
from kibitz.games.duel import Duel
from kibitz.games.jaipur import Jaipur
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.spire import Spire


@pytest.mark.parametrize("value", [True, 1.0, 1.5, None, -1])
@pytest.mark.parametrize(
    ("make", "option"),
    [
        (Jaipur, "rounds"),
        (Duel, "life"),
        (DroneWars, "round_cap"),
        (PokemonTcg, "prize_count"),
        (PokemonTcg, "confusion_self_damage"),
        (Spire, "ascension"),
        (Spire, "hp"),
    ],
)
def test_options_that_count_refuse_what_is_no_whole_number(
    make: Callable[..., Any], option: str, value: object
) -> None:
    with pytest.raises(ValueError, match=f"invalid {option}={value!r}: expected"):
        make(**{option: value})
    with pytest.raises(UnknownOption, match=f"invalid (option )?{option}={value}"):
        load(make.id, **{option: value})


@pytest.mark.parametrize(("option", "value"), [("sudden_death", 1), ("coin_toss", 5)])
def test_options_of_another_type_are_refused_where_a_game_is_loaded(
    option: str, value: object
) -> None:
    with pytest.raises(UnknownOption, match=rf"invalid option {option}={value}: expected"):
        load("pokemon", **{option: value})


def test_flags_of_a_game_are_true_or_false() -> None:
    for make in (lambda: PokemonTcg(sudden_death=1), lambda: DroneWars(upgrades="yes")):
        with pytest.raises(TypeError):
            make()
