"""What games say about the values of their options is what their constructors check."""

import pytest

from kibitz import games
from kibitz.core.errors import UnknownOption
from kibitz.core.options import known_options
from kibitz.core.ranges import Choice, Range, Whole

RANGES = [
    (name, option, span)
    for name in games.names()
    for option, span in games.load(name).option_ranges().items()
]
# Ends that the defaults of other options exclude.
EXCLUDED = {("pokemon", "deck_size"): ["2", "200"], ("spire", "hp"): ["999"]}


def test_games_with_a_range_are_found() -> None:
    found = {name for name, _, _ in RANGES}
    assert {"dronewars", "gundam", "jaipur", "lorcana", "pokemon", "spire"} <= found


@pytest.mark.parametrize(("name", "option", "span"), RANGES)
def test_range_has_the_default_and_its_ends_are_accepted(
    name: str, option: str, span: Range
) -> None:
    game = games.load(name)
    assert span.holds(str(game.options[option]))
    for end in span.ends():
        if end in EXCLUDED.get((name, option), ()):
            with pytest.raises(UnknownOption):
                games.load(name, **{option: end})
        else:
            assert str(games.load(name, **{option: end}).options[option]) == end


@pytest.mark.parametrize(("name", "option", "span"), RANGES)
def test_values_outside_a_range_are_refused(name: str, option: str, span: Range) -> None:
    outside: list[object] = ["x"]
    if isinstance(span, Whole):
        outside = [span.low - 1, span.high + 1, str(span.high + 1)]
        outside += [span.low + 1] if span.step > 1 else []
    for value in outside:
        with pytest.raises(UnknownOption, match=rf"{option}={value}: "):
            games.load(name, **{option: value})


@pytest.mark.parametrize("name", games.names())
def test_every_number_of_a_game_has_a_range_or_no_upper_end(name: str) -> None:
    game = games.load(name)
    numbers = [
        option
        for option in games.option_names(type(game))
        if type((known_options(type(game)) or {})[option].default) is int
    ]
    without = [option for option in numbers if option not in game.option_ranges()]
    assert without == (["life"] if name == "duel" else [])
    assert all(isinstance(each, (Whole, Choice)) for each in game.option_ranges().values())
