import csv
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.files import (
    atomic_file,
    check_place,
    columns_of,
    game_rows,
    write_csv,
    write_parquet,
    write_text,
)
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup
from tests.arena.played import head_to_head, played

# Longer than one write of the system, so that half of it can be on disk.
SIZE = 1_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with something in it."""
    path = tmp_path / "report.html"
    path.write_text("before")
    return path


def write_half(path: Path, error: BaseException) -> None:
    """Begins to write a file and fails."""
    with atomic_file(path) as draft:
        draft.write_text("half")
        raise error


# One after the other.


def test_file_is_replaced_as_a_whole(path: Path) -> None:
    with atomic_file(path) as draft:
        draft.write_text("after")
        assert path.read_text() == "before"
        assert draft.parent == path.parent
    assert path.read_text() == "after"
    assert [*path.parent.iterdir()] == [path]


def test_new_file_is_there_once_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    with atomic_file(path) as draft:
        draft.write_text("new")
        assert not path.exists()
    assert path.read_text() == "new"


def test_text_is_written_in_utf_8_with_line_feeds(path: Path) -> None:
    write_text(path, "\u00bd\n")
    assert path.read_bytes() == b"\xc2\xbd\n"


def test_content_is_on_disk_before_it_takes_the_place_of_the_old(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, str]] = []

    def fsync(number: int) -> None:
        synced.append((os.fstat(number).st_ino, path.read_text()))

    monkeypatch.setattr(os, "fsync", fsync)
    write_text(path, "after")
    assert synced == [(path.stat().st_ino, "before")]


def test_link_stays_a_link(path: Path) -> None:
    link = path.with_name("link.html")
    link.symlink_to(path)
    write_text(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_link_may_lead_to_a_file_that_is_yet_to_be_written(tmp_path: Path) -> None:
    link, folder = tmp_path / "link", tmp_path / "folder"
    link.symlink_to(folder / "file")
    with pytest.raises(ArenaError, match=r"there is no folder .*folder$"):
        write_text(link, "after")
    folder.mkdir()
    write_text(link, "after")
    assert (folder / "file").read_text() == "after"
    assert link.is_symlink()


def test_file_keeps_its_mode(path: Path) -> None:
    path.chmod(0o600)
    write_text(path, "after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# Failures.


@pytest.mark.parametrize("error", [ZeroDivisionError("odd"), KeyboardInterrupt(), SystemExit(1)])
def test_write_that_fails_half_way_leaves_the_old_content(path: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        write_half(path, error)
    assert path.read_text() == "before"
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
def test_full_disk_is_reported_and_leaves_the_old_content(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(call, full)
    with pytest.raises(ArenaError) as caught:
        write_text(path, "after")
    assert str(caught.value) == f"cannot write {path}: No space left on device"
    assert path.read_text() == "before"
    assert [*path.parent.iterdir()] == [path]


def test_missing_folder_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"there is no folder .*missing"):
        write_text(tmp_path / "missing" / "games.csv", "text")
    assert not [*tmp_path.iterdir()]


def test_folder_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anywhere
    with pytest.raises(ArenaError, match=f"no permission to write in {tmp_path}"):
        check_place(tmp_path / "games.csv")


def test_places_that_are_not_files_are_refused(path: Path) -> None:
    with pytest.raises(ArenaError, match="it is a folder"):
        check_place(path.parent)
    with pytest.raises(ArenaError, match="it is not a file"):
        check_place(Path("/dev/null"))
    with pytest.raises(ArenaError, match="there is no folder"):
        check_place(path / "games.csv")
    with pytest.raises(ArenaError, match="File name too long"):
        check_place(path.with_name("x" * 300))


def test_name_too_long_for_the_draft_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="File name too long"):
        write_text(tmp_path / ("x" * 252), "text")
    assert not [*tmp_path.iterdir()]


# Processes that are killed, and that write at the same time.

SCRIPT = f"""
import sys
from pathlib import Path
from kibitz.arena.files import atomic_file, write_text

path, letter = Path(sys.argv[1]), sys.argv[2]
if letter == "half":
    with atomic_file(path) as draft, draft.open("w") as file:
        file.write("x" * {SIZE // 2})
        file.flush()
        print("ready", flush=True)
        sys.stdin.read()
while True:
    write_text(path, letter * {SIZE})
    print("ready", flush=True)
"""


def writer(path: Path, letter: str) -> subprocess.Popen[bytes]:
    """Starts a process that writes the file again and again; it prints a line each time."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path), letter],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def wait_for_writes(process: subprocess.Popen[bytes], count: int = 1) -> None:
    """Waits until a process has written the file `count` times."""
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(count)] == [b"ready\n"] * count


def test_process_killed_half_way_leaves_the_old_file(path: Path) -> None:
    with writer(path, "half") as process:
        wait_for_writes(process)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert path.read_text() == "before"
    # Its draft is hidden, and in nobody's way.
    (draft,) = [each for each in path.parent.iterdir() if each != path]
    assert draft.name.startswith(".report.html.")
    assert draft.stat().st_size == SIZE // 2
    write_text(path, "after")
    assert path.read_text() == "after"


@pytest.mark.parametrize("writes", range(1, 6))
def test_process_killed_at_any_moment_leaves_a_whole_file(path: Path, writes: int) -> None:
    with writer(path, "a") as process:
        wait_for_writes(process, writes)
        process.kill()
    assert path.read_text() == "a" * SIZE


def test_two_writers_at_once_do_not_mix(path: Path) -> None:
    with writer(path, "a") as one, writer(path, "b") as other:
        for _ in range(10):
            wait_for_writes(one)
            wait_for_writes(other)
            assert path.read_text() in {"a" * SIZE, "b" * SIZE}
        one.kill()
        other.kill()
    assert path.read_text() in {"a" * SIZE, "b" * SIZE}


def test_the_last_writer_to_finish_wins(path: Path) -> None:
    with atomic_file(path) as late:
        late.write_text("late")
        with atomic_file(path) as early:
            early.write_text("early")
        assert path.read_text() == "early"
    assert path.read_text() == "late"
    assert [*path.parent.iterdir()] == [path]


# Agents' names are whatever a user types: with commas and quotation marks as well.
SETUP = Setup("leduc", ("random", 'a:b="x",c=1'), deals=3, seed="s")
RESULTS = [
    *head_to_head((0, 1), (None, 0)),
    played(4, (0, 1), 1, deal=2, reason="fold, \u00e9t\u00e9\nand more", choices=((), ())),
]


def test_every_game_is_a_row() -> None:
    first, second, third, *_ = game_rows(SETUP, RESULTS)
    assert first == {
        "number": 0,
        "deal": 0,
        "seed": "s/0",
        "first_player": "random",
        "second_player": 'a:b="x",c=1',
        "winner": "random",
        "winner_seat": 0,
        "reason": "showdown",
        "plies": 3,
        "first_return": 1.0,
        "second_return": -1.0,
        "mean_choices": 7 / 3,
        "max_choices": 3,
        "first_ms": 3.0,
        "second_ms": 0.5,
        "hash": "hash 0",
        "ruling": None,
        "ruling_seat": None,
        "error": None,
    }
    assert second["first_player"] == second["winner"] == first["second_player"]
    assert second["winner_seat"] == 0
    assert (third["seed"], third["winner"], third["winner_seat"]) == ("s/1", None, None)


def test_a_game_without_a_decision_has_no_mean_of_choices() -> None:
    last = game_rows(SETUP, RESULTS)[-1]
    assert (last["mean_choices"], last["max_choices"]) == (None, None)


def test_rows_stand_in_the_order_of_the_schedule() -> None:
    assert game_rows(SETUP, RESULTS[::-1]) == game_rows(SETUP, RESULTS)


def test_csv_reads_back_equal(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_csv(path, SETUP, RESULTS)
    assert b"\r" not in path.read_bytes()
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == [*columns_of(2)]
    written = [
        ["" if cell is None else str(cell) for cell in row.values()]
        for row in game_rows(SETUP, RESULTS)
    ]
    assert rows == written
    assert float(rows[0][head.index("mean_choices")]) == 7 / 3


@pytest.mark.needs("duckdb")
def test_parquet_reads_back_equal_and_typed(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "it's games.parquet"
    write_parquet(path, SETUP, RESULTS)
    with duckdb.connect(":memory:") as database:
        table = database.read_parquet(str(path))
        assert dict(zip(table.columns, map(str, table.types), strict=True)) == columns_of(2)
        assert table.order("number").fetchall() == [
            (*row.values(),) for row in game_rows(SETUP, RESULTS)
        ]


@pytest.mark.needs("duckdb")
def test_parquet_of_no_games_has_its_columns(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "games.parquet"
    write_parquet(path, SETUP, [])
    with duckdb.connect(":memory:") as database:
        table = database.read_parquet(str(path))
        assert (table.columns, table.fetchall()) == ([*columns_of(2)], [])


def test_rows_are_made_without_the_rest_of_the_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(self: Setup) -> Iterator[Fixture]:
        raise AssertionError("a schedule may be too long for the memory")

    rows = game_rows(SETUP, RESULTS)
    monkeypatch.setattr(Setup, "schedule", endless)
    assert game_rows(replace(SETUP, deals=10**9), RESULTS) == rows


def test_the_columns_are_those_of_a_row() -> None:
    columns = columns_of(2)
    assert [*columns] == [*game_rows(SETUP, RESULTS)[0]]
    kinds = [columns[name] for name in ("number", "seed", "winner_seat", "winner", "mean_choices")]
    assert kinds == ["INTEGER", "VARCHAR", "INTEGER", "VARCHAR", "DOUBLE"]


def test_parquet_without_duckdb_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ArenaError) as caught:
        write_parquet(tmp_path / "games.parquet", SETUP, RESULTS)
    assert str(caught.value) == (
        "Parquet needs DuckDB: pip install 'kibitz[analysis]', or use --games csv"
    )
    assert not [*tmp_path.iterdir()]


WRITERS = pytest.mark.parametrize(
    "write", [write_csv, pytest.param(write_parquet, marks=pytest.mark.needs("duckdb"))]
)
Writer = Callable[[Path, Setup, list[GameResult]], None]


@WRITERS
def test_a_failure_on_the_way_leaves_what_was_there(
    write: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    path.write_text("before")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ArenaError, match=r"^cannot write .*games: No space left on device$"):
        write(path, SETUP, RESULTS)
    assert path.read_text() == "before"
    assert [*tmp_path.iterdir()] == [path]
