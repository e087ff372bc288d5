"""A game or an agent that is broken is reported in one line."""

from pathlib import Path

import pytest

from kibitz.core import read_record
from tests.cli import odd
from tests.cli.command import kibitz, printed
from tests.games.test_catalogue import offer_game

GAMES = (odd.Stuck, odd.Endless, odd.Cheated, odd.Sealed, odd.Crashing, odd.Letters)


@pytest.fixture(autouse=True)
def odd_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the odd games, and the game they are made of."""
    site = tmp_path / "site"
    site.mkdir()
    entries = [f"{game.id} = tests.cli.odd:{game.__name__}" for game in GAMES]
    offer_game(site, "odd", "\n".join([*entries, "pile = tests.agents.pile:Pile"]), {})
    monkeypatch.syspath_prepend(site)


@pytest.mark.parametrize("seat", ["0", "none"])
def test_game_without_a_legal_move_is_reported(seat: str) -> None:
    result = kibitz("play", "stuck", "--seat", seat)
    assert result.code == 1
    assert result.error_line() == (
        "kibitz play: seat 0 has no legal move, but the game is not over"
    )


@pytest.mark.parametrize("seat", ["0", "none"])
def test_agent_that_breaks_the_rules_is_reported(seat: str) -> None:
    result = kibitz("play", "cheated", "--seat", seat, typed="take 1\n")
    assert result.code == 1
    assert "agent cheater broke the rules: illegal move 'take 9'" in result.error_line()
    assert "1 to 3 stones are taken, not 9" in result.error_line()


def test_match_without_an_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.cli.play.MAX_MOVES", 20)
    result = kibitz("play", "endless", "--seat", "none", "--opponent", "random")
    assert result.code == 1
    assert "stopped after 20 moves: the match does not seem to end" in result.error_line()


def test_random_play_without_an_end_is_measured_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kibitz.cli.bench.MAX_MOVES", 20)
    assert kibitz("bench", "endless", "--seconds", "0.01").code == 0


def test_game_that_fails_is_reported_without_a_traceback() -> None:
    result = kibitz("play", "crashing")
    assert result.code == 1
    assert "bug in game 'crashing' (tests/cli/odd.py, line " in result.error_line()
    assert ", in render): ZeroDivisionError: no chalk; " in result.error_line()


def test_undo_stops_at_a_move_that_showed_something() -> None:
    out = kibitz("play", "sealed", "--opponent", "human", typed="take 1\ntake 2\nundo\n").out
    assert "cannot undo: take 2 revealed something" in out


def test_undo_between_people_takes_back_what_showed_nothing() -> None:
    out = kibitz("play", "pile", "--opponent", "human", typed="take 1\ntake 2\nundo\n").out
    assert "Took back take 1; take 2." in out


def test_undo_against_agents_takes_everything_back_and_the_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    options = ("sealed", "--opponent", "random", "--seed", "1", "--save", str(path))
    out = kibitz("play", *options, typed="take 1\nundo\ntake 2\nundo\nundo\nquit\n").out
    taken = [line[11:-1] for line in out.splitlines() if line.startswith(" Took back")]
    assert [moves.split("; ")[0] for moves in taken] == ["take 1", "take 2"]
    assert "cannot undo: you have not moved yet" in out
    record = read_record(path.read_text())
    assert record.moves == []
    assert [(each.after, "; ".join(each.moves)) for each in record.taken_back] == [
        (0, moves) for moves in taken
    ]
    assert kibitz("play", "--resume", str(path), typed="take 3\n").code == 0
    assert len(read_record(path.read_text()).taken_back) == 2
    lines = kibitz("replay", str(path)).out.splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [["taken", "back"]] * 2 + [["1", "human"]]
    assert taken[0] in lines[1]
    assert printed(kibitz("replay", str(path), "--json"))["taken_back"] == [
        {"after": 0, "moves": moves.split("; ")} for moves in taken
    ]


def test_why_of_a_move_that_the_agent_did_not_consider() -> None:
    out = kibitz("play", "pile", "--seed", "1", typed="why concede\n").out
    assert "It is always allowed, so no agent weighs it." in out


def test_watching_can_be_interrupted_and_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.cli.play.agent_move", interrupt)
    path = tmp_path / "match.jsonl"
    result = kibitz("play", "pile", "--seat", "none", "--save", str(path))
    assert (result.code, result.err) == (130, "kibitz play: interrupted\n")
    assert read_record(path.read_text()).moves == []


def test_move_wins_over_a_command_of_the_same_name() -> None:
    out = kibitz("play", "letters", "--opponent", "random", typed="q\n/q\n").out
    assert "\n you: q\n" in out
    assert "Goodbye." in out


def test_disk_that_fails_is_reported_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    path = tmp_path / "match.jsonl"
    out = kibitz("play", "pile", typed=f"save {path}\ntake 1\n").out
    assert f"cannot write {path}: No space left on device" in out
    assert "you: take 1 of 10 stones" in out
    assert not path.exists()


def test_match_goes_on_when_its_file_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    path = tmp_path / "match.jsonl"
    options = ("--seed", "1", "--opponent", "random", "--save", str(path))
    result = kibitz("play", "pile", *options, typed="take 1\n")
    assert result.code == 0
    assert f"cannot write {path}: No space left on device" in result.out
    assert "Not saved; to play the same deal again:\n   kibitz play pile --seed 1" in result.out
    ended = kibitz("play", "pile", *options, typed="concede\n")
    assert "You lose" in ended.out
    assert "judged" not in ended.out
