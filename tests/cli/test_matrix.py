"""`kibitz matrix`: deck against deck."""

import json
from pathlib import Path

import pytest

from tests.cli.command import kibitz, printed

pytestmark = pytest.mark.usefixtures("elsewhere")

# Played in this process, which needs no others to start.
QUICK = (
    *("matrix", "pokemon", "random", "--vary", "decks=zap!/blackout", "--deals", "2"),
    *("--seed", "0"),
    *("--workers", "1"),
)


def test_matrix_shows_every_deck_against_every_other() -> None:
    result = kibitz(*QUICK)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("Pokémon TCG Base Set  random on both sides, 2 deals")
    assert sorted(lines[1].split()[1:3]) == ["blackout", "zap!"]
    assert lines[2].split()[1] == "-"
    assert " to " in lines[3]
    repeat = "to repeat: kibitz matrix pokemon random --vary 'decks=zap! / blackout' --deals 2"
    assert f"\n{repeat} --seed 0\n" in result.out


def test_matrix_draws_a_seed_and_tells_it() -> None:
    result = kibitz(*QUICK[: QUICK.index("--seed")], "--workers", "1", "--out", "kept")
    seed = result.out.partition(" --seed ")[2].split()[0]
    assert (len(seed), seed.isalpha()) == (14, True)
    assert json.loads(Path("kept/matrix.json").read_text())["matrix"]["seed"] == seed
    assert f"--seed {seed}" in Path("kept/report.html").read_text()


def test_matrix_is_saved_and_can_be_continued() -> None:
    document = printed(kibitz(*QUICK, "--out", "runs", "--json"))
    assert json.loads(Path("runs/matrix.json").read_text()) == document
    cells = document["cells"]
    assert isinstance(cells, list)
    assert [(cell["row"], cell["column"], cell["games"]) for cell in cells] == [
        ("zap!", "blackout", 8),
        ("blackout", "zap!", 8),
    ]
    assert cells[0]["score"] + cells[1]["score"] == pytest.approx(1)
    assert Path("runs/report.html").is_file()
    assert Path("runs/1-2/report.html").is_file()
    assert printed(kibitz("matrix", "--resume", "runs", "--json")) == document


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("pokemon", "random"), "no values given; name them with --vary, such as --vary 'decks=A"),
        (("pokemon",), "no agent given"),
        (("leduc", "random", "--vary", "decks=a/b"), "leduc has no option 'decks'"),
        (("pokemon", "random", "--vary", "decks=zap/zup"), "there is no deck 'zup'"),
    ],
)
def test_wrong_arguments_are_named(words: tuple[str, ...], problem: str) -> None:
    result = kibitz("matrix", *words)
    assert result.code == 2
    assert problem in result.err
