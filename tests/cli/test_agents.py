"""Which agents the commands use, and how long these think where a person waits."""

import json
from pathlib import Path

import pytest

from kibitz.agents import asking
from kibitz.core import read_record
from tests.cli.command import kibitz

POSITION = '{"to_move": 0, "cards": ["Ks", null], "public": "Kh", "stakes": [5, 9], "raises": 1}'


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets agents think for 5 milliseconds instead of a second."""
    monkeypatch.setattr(asking, "WAIT", 5)


def match_names(path: Path, *arguments: str, typed: str = "quit\n") -> list[str]:
    """Plays Leduc, saves the match and returns the names of the players."""
    result = kibitz("play", "leduc", "--save", str(path), *arguments, typed=typed)
    assert result.code == 0, result.err
    return read_record(path.read_text()).names


@pytest.mark.usefixtures("hurry")
def test_opponents_have_a_clock_unless_the_match_has_a_seed(tmp_path: Path) -> None:
    opponent = ("-a", "ismcts")
    assert match_names(tmp_path / "a", *opponent) == ["human", "ismcts:ms=5"]
    assert match_names(tmp_path / "b", *opponent, "--seed", "3") == ["human", "ismcts"]
    watched = match_names(tmp_path / "c", *opponent, "--seat", "none")
    assert watched == ["ismcts:ms=5", "ismcts:ms=5"]


@pytest.mark.usefixtures("hurry")
def test_a_resumed_match_keeps_the_budgets_of_its_agents(tmp_path: Path) -> None:
    path = tmp_path / "match"
    match_names(path, "-a", "ismcts", "--seed", "3")
    assert kibitz("play", "--resume", str(path), typed="call\nquit\n").code == 0
    assert read_record(path.read_text()).names == ["human", "ismcts"]
    assert kibitz("play", "--resume", str(path), "-a", "ismcts", typed="quit\n").code == 0
    assert read_record(path.read_text()).names == ["human", "ismcts:ms=5"]


@pytest.mark.usefixtures("hurry")
def test_a_hint_has_a_clock_unless_the_match_has_a_seed() -> None:
    def titles(*arguments: str) -> list[str]:
        play = ("play", "leduc", "--kibitzer", "ismcts", *arguments)
        out = kibitz(*play, typed="hint\nhint beam\nhint greedy\nwhy\nquit\n").out
        assert "of" in out
        return [
            line.split()[1].rstrip(",") for line in out.splitlines() if line.startswith("advice")
        ]

    assert titles() == ["ismcts:ms=5", "beam:ms=5", "greedy"]
    assert titles("--seed", "3") == ["ismcts", "beam", "greedy"]


@pytest.mark.usefixtures("hurry")
def test_a_wrong_hint_is_refused_at_the_prompt() -> None:
    out = kibitz("play", "leduc", typed="hint isncts\nhint ismcts:seconds=3\nquit\n").out
    assert "leduc has no agent 'isncts'; did you mean 'ismcts'" in out
    assert "ismcts has no option 'seconds'" in out


@pytest.mark.usefixtures("hurry")
def test_advice_has_a_clock_unless_it_has_a_seed() -> None:
    def asked(*arguments: str) -> dict[str, object]:
        result = kibitz("advise", "leduc", POSITION, "--agent", "ismcts", "--json", *arguments)
        found = json.loads(result.out)
        assert isinstance(found, dict)
        return found

    assert asked()["agent"] == "ismcts:ms=5"
    first, second = asked("--seed", "3"), asked("--seed", "3")
    assert first["agent"] == "ismcts"
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_a_seeded_match_against_a_search_repeats(tmp_path: Path) -> None:
    def moves(name: str) -> list[object]:
        path = tmp_path / name
        play = ("play", "leduc", "--seed", "5", "-a", "ismcts", "--save", str(path))
        assert kibitz(*play, typed="raise\ncall\nraise\ncall\ncall\n").code == 0
        return [*read_record(path.read_text()).moves]

    assert moves("a") == moves("b")
