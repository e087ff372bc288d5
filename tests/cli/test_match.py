import os
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.setup import ArenaError
from kibitz.cli import match
from kibitz.cli.match import SaveFile, automatic_file
from kibitz.core import RuleEngine, read_record, write_record
from kibitz.games import load


@pytest.fixture
def engine() -> RuleEngine[Any, Any]:  # Any: known by name only
    return RuleEngine(load("leduc"), seed=4)


def test_match_is_saved_again_after_every_move_and_a_link_stays(
    tmp_path: Path, engine: RuleEngine[Any, Any]
) -> None:
    path, link = tmp_path / "match.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(path)
    file = SaveFile(link)
    for moves in range(3):
        file.write(write_record(engine))
        assert len(read_record(path.read_text()).moves) == moves
        engine.play(engine.legal_moves()[0])
    assert link.is_symlink()
    assert {*tmp_path.iterdir()} == {path, link}


def test_match_that_cannot_be_saved_leaves_what_was_saved_before(
    tmp_path: Path, engine: RuleEngine[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "match.jsonl"
    file = SaveFile(path)
    file.write(write_record(engine))
    before = path.read_text()
    engine.play(engine.legal_moves()[0])
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ArenaError, match=r"^cannot write .*match\.jsonl: No space left on device$"):
        file.write(write_record(engine))
    assert path.read_text() == before
    assert [*tmp_path.iterdir()] == [path]


def test_matches_that_save_themselves_are_kept_up_to_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(match, "MOST_KEPT", 3)
    folder = tmp_path / "kibitz" / "matches"
    file = automatic_file("leduc")
    assert file.path.parent == folder
    assert file.path.name.startswith("leduc-")
    assert file.is_automatic()
    for number in range(5):
        old = folder / f"leduc-{number}.jsonl"
        old.write_text("")
        os.utime(old, (number, number))
    assert not automatic_file("leduc").path.exists()
    assert [path.name for path in sorted(folder.iterdir())] == ["leduc-3.jsonl", "leduc-4.jsonl"]
    assert not SaveFile(tmp_path / "mine.jsonl").is_automatic()
