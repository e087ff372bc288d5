import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import RuleEngine, write_record
from kibitz.games import load
from tests.cli.command import kibitz, kibitz_process


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a whole match between agents."""
    path = tmp_path / "match.jsonl"
    played = kibitz(
        *("play", "leduc", "--seat", "none", "--seed", "4"),
        *("-a", "greedy:worlds=4", "-a", "random", "--save", str(path)),
    )
    assert played.code == 0
    return path


def test_replay_lists_the_moves_and_checks_them(record: Path) -> None:
    result = kibitz_process("replay", str(record))
    assert (result.code, result.err) == (0, "")
    lines = record.read_text().splitlines()
    assert f"after {len(lines) - 2} of {len(lines) - 2} moves" in result.out
    assert "1  greedy (seat 0)" in result.out
    assert "Checked: every state matches the record." in result.out
    assert "wins: " in result.out or "Draw: " in result.out


def test_replay_stops_after_a_number_of_moves(record: Path) -> None:
    result = kibitz("replay", str(record), "--to", "1")
    assert "after 1 of " in result.out
    assert "wins" not in result.out
    assert "after 0 of " in kibitz("replay", str(record), "--to", "0").out
    assert (
        f"invalid --to 99: {record} has" in kibitz("replay", str(record), "--to", "99").error_line()
    )


def test_replay_as_json(record: Path) -> None:
    document = json.loads(kibitz("replay", str(record), "--json").out)
    assert document["game"] == "leduc"
    assert document["checked"] is True
    assert document["outcome"]["reason"]
    assert [move["number"] for move in document["moves"]][:2] == [1, 2]
    assert "verdict" not in document["moves"][0]


def test_replay_with_an_agent_gives_rank_and_score_lost(record: Path) -> None:
    arguments = ("replay", str(record), "--agent", "greedy:worlds=4")
    document = json.loads(kibitz(*arguments, "--json").out)
    for move in document["moves"]:
        verdict = move["verdict"]
        assert 1 <= verdict["rank"] <= verdict["among"]
        assert verdict["lost"] >= 0
        assert (verdict["rank"] == 1) == (verdict["lost"] == 0)
        if move["seat"] == 0:  # the judge's own moves
            assert verdict["rank"] == 1
    own = document["summary"][0]
    assert own["best"] == own["judged"]
    assert own["mean_lost"] == 0
    out = kibitz(*arguments).out
    assert "rank" in out
    assert "moves best; average score lost per move: 0 chips\n" in out


def test_replay_judges_a_blunder(tmp_path: Path) -> None:
    engine = RuleEngine(load("leduc"), seed=4, names=["Ada", "Bob"])
    engine.play("raise")
    engine.play("fold" if engine.can_execute(engine.game.move("fold")) else "call")
    path = tmp_path / "blunder.jsonl"
    path.write_text(write_record(engine).text())
    out = kibitz("replay", str(path), "--agent", "greedy:worlds=32,horizon=9").out
    line = next(line for line in out.splitlines() if "Bob (seat 1)" in line and "fold" in line)
    assert "3/3" in line
    assert line.rstrip().endswith(("call", "raise"))


def test_replay_says_when_a_move_was_not_considered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.games.test_catalogue import offer_game

    site = tmp_path / "site"
    site.mkdir()
    offer_game(site, "pile-games", "pile = tests.agents.pile:Pile", {})
    monkeypatch.syspath_prepend(site)
    path = tmp_path / "conceded.jsonl"
    kibitz("play", "pile", "--save", str(path), typed="concede\n")
    document = json.loads(kibitz("replay", str(path), "--agent", "greedy", "--json").out)
    assert document["moves"][0]["verdict"]["rank"] is None
    assert " -     -  take" in kibitz("replay", str(path), "--agent", "greedy").out


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"seed": 4', '"seed": 5', "the deal differs"),
        ('"version": 1', '"version": 99', "version 99 of the rules"),
        ('"seat": 1', '"seat": 0', "move 2 ("),
        ('"hash": "', '"hash": "0', "move 1 ("),
        ('"result": "', '"result": "x', "the result differs"),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_edited_record_is_a_failed_check(
    record: Path, old: str, new: str, words: str, command: list[str]
) -> None:
    change(record, old, new)
    result = kibitz(*command, str(record))
    assert result.code == 1
    assert str(record) in result.error_line()
    assert words in result.error_line()
    assert result.out == ""


@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_what_is_not_a_record_is_wrong_usage(record: Path, command: list[str]) -> None:
    text = record.read_text()
    record.write_text("\n".join(text.splitlines()[:-1]))
    cut_off = kibitz(*command, str(record))
    assert cut_off.code == 2
    assert "cut off" in cut_off.error_line()
    record.write_text(text.replace("kibitz-record/1", "other/7", 1))
    other = kibitz(*command, str(record))
    assert other.code == 2
    assert f"{record}: not a kibitz-record/1 record" in other.error_line()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"game": "leduc"', '"game": "leduk"', "there is no game 'leduk'"),
        ('"options": {}', '"options": {"size": 3}', "leduc takes no options"),
    ],
)
def test_replay_needs_the_game_of_the_record(record: Path, old: str, new: str, words: str) -> None:
    change(record, old, new)
    result = kibitz("replay", str(record))
    assert result.code == 2
    assert words in result.error_line()


def test_replay_refuses_a_missing_file_and_an_unknown_agent(record: Path) -> None:
    assert "No such file" in kibitz("replay", "nowhere.jsonl").error_line()
    refused = kibitz("replay", str(record), "--agent", "gredy")
    assert refused.code == 2
    assert "did you mean 'greedy'?" in refused.error_line()


@given(st.text(max_size=60))
def test_replay_survives_any_file(text: str) -> None:
    result = kibitz("replay", "-", typed=text)
    assert result.code == 2
    result.error_line()
