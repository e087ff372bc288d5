"""The options of a match, what they can name, and what is implemented."""

import pytest

from kibitz.games.pokemon import PokemonTcg
from tests.games.pokemon.table import incomplete


@pytest.mark.parametrize("decks", ["overgrowth / zap", "Overgrowth, Zap!", "overgrowth/ZAP!"])
def test_theme_decks_are_named(decks: str) -> None:
    assert PokemonTcg(decks=decks).decks == PokemonTcg(decks="overgrowth / zap").decks


def test_unknown_deck_is_refused_with_a_near_name() -> None:
    with pytest.raises(ValueError, match=r"deck 2: there is no deck 'zup'; did you mean 'zap'"):
        PokemonTcg(decks="overgrowth / zup")


def test_lists_name_everything() -> None:
    lists = PokemonTcg().lists()
    assert [entry.partition(":")[0] for entry in lists["decks"]] == [
        *("overgrowth", "zap", "brushfire", "blackout", "starter"),
    ]
    assert len([*lists["pokemon"], *lists["trainers"], *lists["energy"]]) == 102
    assert set(PokemonTcg().option_help()) == set(PokemonTcg().options)


def test_coverage_comes_from_the_code() -> None:
    found = PokemonTcg().coverage()
    assert len(found["Base Set"]) == 102
    missing = [
        name for part in ("powers", "trainers") for name, done in found[part].items() if not done
    ]
    assert sorted(missing) == sorted(incomplete())
    assert all(found["attacks"].values())
    assert all(found["options"].values())
    names = {"coin_toss" if name == "winner_chooses" else name for name in found["options"]}
    assert names == set(PokemonTcg().options) - {"decks"}
