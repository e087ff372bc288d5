import json

import kibitz as package
from tests.cli.command import kibitz


def test_bench_measures_and_says_which_build_it_is() -> None:
    result = kibitz("bench", "leduc", "--seconds", "0.01")
    assert result.code == 0
    header, row = result.out.splitlines()[:2]
    assert header.split()[:2] == ["game", "moves/s"]
    assert row.startswith("leduc")
    assert ("compiled" if package.COMPILED else "interpreted") in result.out


def test_bench_as_json() -> None:
    document = json.loads(kibitz("bench", "leduc", "leduc", "--seconds", "0.01", "--json").out)
    assert document["build"] == ("compiled" if package.COMPILED else "interpreted")
    (row,) = document["games"]
    assert row["game"] == "leduc"
    for figure in ("moves_per_second", "legal_us", "enumerate_us", "clone_us"):
        assert row[figure] > 0
    assert 1 <= row["mean_legal_moves"] <= 3


def test_bench_measures_all_games_by_default() -> None:
    document = json.loads(kibitz("bench", "--seconds", "0.01", "--seed", "x", "--json").out)
    assert {"duel", "leduc"} <= {row["game"] for row in document["games"]}


def test_bench_refuses_an_unknown_game() -> None:
    result = kibitz("bench", "leduk")
    assert result.code == 2
    assert "did you mean 'leduc'?" in result.error_line()
