import json
from pathlib import Path

import pytest

from tests.cli.command import kibitz
from tests.games.test_catalogue import offer_game


def test_games_lists_what_can_be_played_and_by_whom() -> None:
    result = kibitz("games")
    assert result.code == 0
    rows = {line.split()[0]: line for line in result.out.splitlines() if line}
    assert "Leduc hold'em" in rows["leduc"]
    assert "sharp" in rows["pokemon"]
    assert "duel" in rows
    assert "Agents for any game: greedy, beam, ismcts, random, human\n" in result.out
    assert len(result.out.splitlines()) <= 12
    assert all(len(line) <= 120 for line in result.out.splitlines())


def test_games_as_json() -> None:
    document = json.loads(kibitz("games", "--json").out)
    leduc = next(row for row in document["games"] if row["id"] == "leduc")
    assert leduc["seats"] == 2
    assert leduc["source"] == "kibitz"
    assert {"greedy", "random", "human"} <= set(leduc["agents"])
    assert document["broken"] == []


def test_games_names_a_broken_package_and_lists_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    offer_game(tmp_path, "bad-games", "bad = nowhere_at_all:Game", {})
    result = kibitz("games")
    assert result.code == 0
    assert (
        "bad (bad-games) cannot be loaded: nowhere_at_all:Game of bad-games: No module named"
        " 'nowhere_at_all'\n"
    ) in result.out
    assert "leduc" in result.out
    document = json.loads(kibitz("games", "--json").out)
    assert [row["id"] for row in document["broken"]] == ["bad"]
    assert "leduc" in [row["id"] for row in document["games"]]
