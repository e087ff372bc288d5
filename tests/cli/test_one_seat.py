"""A game for one player works in every command, and it can be lost."""

import json
import os
from pathlib import Path

import pytest

from kibitz.core import read_record
from tests.cli.command import kibitz, kibitz_process
from tests.cli.test_play import Terminal
from tests.games.test_catalogue import offer_game

ROOT = Path(__file__).parents[2]
POSITION = '{"up": [3, 7, 12], "pile": [], "thrown": [], "over": ""}'
# In this deal the first move of the list, again and again, puts six cards on the pile.
WON = ("play", "patience", "--seed", "3")


@pytest.fixture(autouse=True)
def patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the game, for this process and for others."""
    site = tmp_path / "site"
    site.mkdir()
    offer_game(site, "solo-games", "patience = tests.agents.patience:Patience", {})
    monkeypatch.syspath_prepend(site)
    path = [str(site), str(ROOT), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))


def test_play_needs_no_opponents() -> None:
    result = kibitz(*WON, typed="1\n" * 9)
    assert (result.code, result.err) == (0, "")
    assert "\nPatience  move 1 ─" in result.out
    assert result.out.endswith(" You win: no card fits (score +1)\n")


def test_play_can_be_lost() -> None:
    result = kibitz(*WON, typed="throw 4\n" + "1\n" * 9)
    assert result.out.endswith(" You lose: no card fits (score +0)\n")
    conceded = kibitz(*WON, typed="put 4\nconcede\n")
    assert conceded.out.endswith(" You lose: conceded (score -4)\n")


def test_play_at_a_terminal() -> None:
    with Terminal(*WON) as terminal:
        assert "up: 4 8 9" in terminal.read()
        terminal.type("hint\n")
        assert "skips 3 cards" in terminal.read()
        terminal.type("put 4\n")
        terminal.read()
        terminal.type("undo\n")
        assert "Took back put 4." in terminal.read()
        terminal.type("concede\n")
        code, rest = terminal.end()
        assert code == 0
        assert "You lose" in rest
        assert ": conceded (score -5)" in rest


@pytest.mark.parametrize("spec", ["random", "utility", "greedy", "beam", "ismcts:iterations=50"])
def test_agents_can_be_watched(spec: str) -> None:
    name = spec.partition(":")[0]
    words = {
        kibitz("play", "patience", "--seat", "none", "-a", spec, "--seed", str(seed))
        .out.splitlines()[-1]
        .partition(":")[0]
        for seed in range(1, 6)
    }
    assert words <= {f" {name} wins", f" {name} loses"}
    assert f" {name} loses" in words


def test_play_as_json_says_who_won() -> None:
    watch = ("play", "patience", "--seat", "none", "--json", "--seed")
    lost, won = (json.loads(kibitz(*watch, seed).out) for seed in ("4", "3"))
    assert (lost["winner"], lost["returns"]) == (None, [-1.0])
    assert (won["winner"], won["names"]) == (0, ["utility"])
    assert won["returns"][0] > 0


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("1\n" * 9, "human wins: no card fits (score +1)"),
        ("put 4\nconcede\n", "human loses: conceded (score -4)"),
    ],
)
def test_replay_of_a_match_judges_it_and_tells_the_result(
    tmp_path: Path, typed: str, result: str
) -> None:
    path = tmp_path / "match.jsonl"
    kibitz(*WON, "--save", str(path), typed=typed)
    record = read_record(path.read_text())
    assert record.names == ["human"]
    assert record.winner == (0 if "wins" in result else None)
    again = kibitz_process("replay", str(path), "--agent", "greedy")
    assert (again.code, again.err) == (0, "")
    assert "Patience  human, seed 3 ─" in again.out
    assert f"\n {result}\n human: greedy rates " in again.out
    assert "Checked: every state matches the record." in again.out


def test_match_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    left = kibitz(*WON, "--save", str(path), typed="1\n1\nquit\n")
    assert "Goodbye. The match is saved; to continue:" in left.out
    resumed = kibitz("play", "--resume", str(path), typed="1\n" * 7)
    assert "Patience  move 3 ─" in resumed.out
    assert "You win: no card fits (score +1)" in resumed.out


def test_match_is_resumed_by_an_agent(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    kibitz(*WON, "--save", str(path), typed="1\nquit\n")
    watched = kibitz("play", "--resume", str(path), "--seat", "none", "-a", "greedy")
    assert watched.out.splitlines()[-1].startswith((" greedy wins: ", " greedy loses: "))


def test_advise_ranks_the_moves() -> None:
    result = kibitz("advise", "patience", POSITION, "--agent", "greedy")
    assert (result.code, result.err) == (0, "")
    assert "Patience  6 legal moves ─" in result.out
    assert "  1  put 3" in result.out


def test_bench_measures_the_game() -> None:
    assert kibitz("bench", "patience", "--seconds", "0.01").code == 0


def test_opponents_are_refused() -> None:
    assert kibitz("play", "patience", "-a", "greedy").error_line() == (
        "kibitz play: patience is a game for one player, and that is you: leave --opponent out,"
        " or watch the agent with --seat none"
    )
    assert kibitz(
        "play", "patience", "--seat", "none", "-a", "greedy", "-a", "random"
    ).error_line() == ("kibitz play: too many opponents for patience: expected at most 1, got 2")
    assert kibitz("play", "patience", "--seat", "1").error_line() == (
        "kibitz play: invalid --seat 1: expected 0, or none to watch"
    )
