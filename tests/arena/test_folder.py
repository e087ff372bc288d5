from pathlib import Path

from kibitz.arena.folder import ResultsFolder
from tests.arena.played import played


def test_records_are_written_once_and_no_draft_is_left(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path)
    results = [played(0, record="first\n"), played(1), played(2, record="third\n")]
    folder.write_records(results[:2])
    before = (tmp_path / "records" / "0.jsonl").stat()
    folder.write_records(results)
    assert (tmp_path / "records" / "0.jsonl").stat() == before
    assert {path.name: path.read_text() for path in (tmp_path / "records").iterdir()} == {
        "0.jsonl": "first\n",
        "2.jsonl": "third\n",
    }
