"""A bug in a game of another package is reported as that, with file and line."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz as package
from tests.cli.command import Result, kibitz, kibitz_process
from tests.games.coins import ERROR, install_coins

ROOT = Path(__file__).parents[2]
PACKAGES = Path(package.__file__).parents[1]
HINT = "KIBITZ_DEBUG=1 shows the traceback"
POSITION = '{"seat": 0, "stones": 5, "charms": [1, -1]}'
WATCH = ("play", "coins", "--seat", "none", "--seed", "1")
ARENA = (
    *("arena", "coins", "collector", "random", "--seed", "0"),
    *("--deals", "2", "--workers", "1"),
)


class Site:
    """A folder of installed packages, which processes of their own find."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder

    def run(self, *arguments: str, typed: str = "", debug: bool = False) -> Result:
        path = os.pathsep.join([str(self.folder), str(PACKAGES), str(ROOT)])
        extra = {"PYTHONPATH": path, **({"KIBITZ_DEBUG": "1"} if debug else {})}
        return kibitz_process(*arguments, typed=typed, extra=extra, folder=self.folder)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A folder for one test."""
    return Site(tmp_path / "site")


@pytest.mark.parametrize(
    ("broken", "arguments"),
    [
        ("dealing", ("play", "coins")),
        ("checking", ("play", "coins")),
        ("drawing", ("play", "coins")),
        ("advising", WATCH),
        ("applying", WATCH),
        ("drawing", WATCH),
        ("reading", ("advise", "coins", POSITION)),
        ("advising", ("advise", "coins", POSITION)),
        ("checking", ("bench", "coins", "--seconds", "0.01")),
        ("applying", ("bench", "coins", "--seconds", "0.01")),
    ],
)
def test_bug_of_a_game_is_reported_with_file_and_line(
    site: Site, broken: str, arguments: tuple[str, ...]
) -> None:
    place = install_coins(site.folder, broken)
    result = site.run(*arguments)
    assert result.code == 1
    command = f"kibitz {arguments[0]}"
    assert result.error_line() == f"{command}: bug in game 'coins' ({place}): {ERROR}; {HINT}"


@pytest.mark.parametrize("arguments", [("play", "coins"), ("bench", "coins"), ARENA])
def test_bug_at_import_is_reported_with_file_and_line(
    site: Site, arguments: tuple[str, ...]
) -> None:
    place = install_coins(site.folder, "importing")
    result = site.run(*arguments)
    assert result.code == 1
    assert result.error_line().endswith(f"; bug in game 'coins' ({place}); {HINT}")


@pytest.mark.parametrize("broken", ["dealing", "checking", "applying", "advising"])
def test_arena_reports_a_bug_with_the_deal_and_the_place(site: Site, broken: str) -> None:
    place = install_coins(site.folder, broken)
    result = site.run(*ARENA)
    assert result.code == 1
    assert result.error_line().startswith("kibitz arena: coins, seed 0/0, ")
    assert result.error_line().endswith(f": bug in game 'coins' ({place}): {ERROR}; {HINT}")


@pytest.fixture
def two_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages for this process and its workers, two even where there is one core."""
    monkeypatch.setattr("kibitz.arena.backend.cores", lambda: 2)
    monkeypatch.delenv("KIBITZ_DEBUG", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(PACKAGES), str(ROOT)]))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "coins"]:
        del sys.modules[name]


@pytest.mark.parametrize("broken", ["dealing", "checking", "applying", "advising"])
def test_arena_reports_a_bug_in_a_worker_just_once(
    two_workers: Path, capfd: pytest.CaptureFixture[str], broken: str
) -> None:
    place = install_coins(two_workers, broken)
    result = kibitz(*ARENA[:-1], "2")
    assert result.code == 1
    assert result.error_line().startswith("kibitz arena: coins, seed 0/")
    assert result.error_line().endswith(f": bug in game 'coins' ({place}): {ERROR}; {HINT}")
    assert capfd.readouterr().err == ""


def test_games_lists_a_broken_game_with_file_and_line(site: Site) -> None:
    place = install_coins(site.folder, "importing")
    result = site.run("games")
    assert result.code == 0
    reason = f"coins:Coins of coin-games: integer division or modulo by zero ({place})"
    assert f"\ncoins (coin-games) cannot be loaded: {reason}\n" in result.out
    assert "leduc" in result.out
    (row,) = json.loads(site.run("games", "--json").out)["broken"]
    assert row == {"id": "coins", "source": "coin-games", "error": reason}


@pytest.mark.parametrize("broken", ["checking", "applying", "dealing", "drawing"])
def test_replay_reports_a_bug_that_the_rules_did_not_have_before(
    tmp_path: Path, broken: str
) -> None:
    whole, other = Site(tmp_path / "whole"), Site(tmp_path / "other")
    install_coins(whole.folder)
    record = str(tmp_path / "match.jsonl")
    assert whole.run(*WATCH, "--save", record).code == 0
    assert whole.run("replay", record).code == 0
    place = install_coins(other.folder, broken)
    result = other.run("replay", record)
    assert result.code == 1
    assert result.error_line() == f"kibitz replay: bug in game 'coins' ({place}): {ERROR}; {HINT}"


def test_move_that_fails_is_reported_at_the_prompt_and_the_match_goes_on(site: Site) -> None:
    place = install_coins(site.folder, "applying")
    result = site.run("play", "coins", "--seed", "1", typed="take 1\n2\nquit\n")
    assert (result.code, result.err) == (0, "")
    assert result.out.count(f" bug in game 'coins' ({place}): {ERROR}\n") == 2
    assert "Goodbye." in result.out


def test_agent_that_gives_no_advice_is_named(site: Site) -> None:
    install_coins(site.folder)
    result = site.run(*WATCH, "--opponent", "silent")
    assert result.code == 1
    assert result.error_line() == (
        "kibitz play: agent silent returned None: expected Advice with a move"
    )


def test_debug_shows_the_traceback_of_a_bug(site: Site) -> None:
    place = install_coins(site.folder, "drawing")
    result = site.run("play", "coins", debug=True)
    assert result.code == 1
    assert "Traceback (most recent call last):\n" in result.err
    last = result.err.splitlines()[-1]
    assert last == f"kibitz play: bug in game 'coins' ({place}): {ERROR}"
