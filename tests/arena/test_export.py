import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena import export
from kibitz.arena.export import COLUMNS, GameRow, check_place, game_rows, write_csv, write_parquet
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Fixture, Setup
from tests.arena.played import head_to_head, played

# Agents' names are whatever a user types: with commas and quotation marks as well.
SETUP = Setup("leduc", ("random", 'a:b="x",c=1'), deals=3, seed="s")
RESULTS = [
    *head_to_head((0, 1), (None, 0)),
    played(4, (0, 1), 1, deal=2, reason="fold, \u00e9t\u00e9\nand more", choices=((), ())),
]


def test_every_game_is_a_row() -> None:
    first, second, third, *_ = game_rows(SETUP, RESULTS)
    assert first == GameRow(
        number=0,
        deal=0,
        seed="s/0",
        first_player="random",
        second_player='a:b="x",c=1',
        winner="random",
        winner_seat=0,
        reason="showdown",
        plies=3,
        first_return=1.0,
        second_return=-1.0,
        mean_choices=7 / 3,
        max_choices=3,
        first_ms=3.0,
        second_ms=0.5,
        hash="hash 0",
    )
    assert (second.first_player, second.winner, second.winner_seat) == (
        first.second_player,
    ) * 2 + (0,)
    assert (third.seed, third.winner, third.winner_seat) == ("s/1", None, None)


def test_a_game_without_a_decision_has_no_mean_of_choices() -> None:
    last = game_rows(SETUP, RESULTS)[-1]
    assert (last.mean_choices, last.max_choices) == (None, None)


def test_rows_stand_in_the_order_of_the_schedule() -> None:
    assert game_rows(SETUP, RESULTS[::-1]) == game_rows(SETUP, RESULTS)


def test_csv_reads_back_equal(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    write_csv(path, SETUP, RESULTS)
    assert b"\r" not in path.read_bytes()
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert tuple(head) == GameRow._fields
    written = [
        ["" if cell is None else str(cell) for cell in row] for row in game_rows(SETUP, RESULTS)
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
        assert dict(zip(table.columns, map(str, table.types), strict=True)) == COLUMNS
        assert table.order("number").fetchall() == [tuple(row) for row in game_rows(SETUP, RESULTS)]


@pytest.mark.needs("duckdb")
def test_parquet_of_no_games_has_its_columns(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "games.parquet"
    write_parquet(path, SETUP, [])
    with duckdb.connect(":memory:") as database:
        table = database.read_parquet(str(path))
        assert (table.columns, table.fetchall()) == (list(COLUMNS), [])


def test_rows_are_made_without_the_rest_of_the_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(self: Setup) -> Iterator[Fixture]:
        raise AssertionError("a schedule may be too long for the memory")

    rows = game_rows(SETUP, RESULTS)
    monkeypatch.setattr(Setup, "schedule", endless)
    assert game_rows(replace(SETUP, deals=10**9), RESULTS) == rows


def test_the_columns_are_those_of_a_row() -> None:
    assert tuple(COLUMNS) == GameRow._fields
    kinds = [COLUMNS[name] for name in ("number", "seed", "winner_seat", "winner", "mean_choices")]
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


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("something longer than what comes after it\n" * 1000)
    write_csv(path, SETUP, [])
    assert path.read_text() == ",".join(GameRow._fields) + "\n"
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "games.csv", tmp_path / "link.csv"
    path.write_text("")
    link.symlink_to(path)
    write_csv(link, SETUP, RESULTS)
    assert link.is_symlink()
    assert path.read_text().startswith("number,deal,")


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


@WRITERS
def test_a_draft_that_cannot_be_written_is_refused(write: Writer, tmp_path: Path) -> None:
    (tmp_path / ".games.part").mkdir()
    with pytest.raises(ArenaError, match=r"^cannot write .*games: "):
        write(tmp_path / "games", SETUP, RESULTS)
    assert not (tmp_path / "games").exists()


def test_an_interrupted_write_leaves_nothing(tmp_path: Path) -> None:
    def half_way() -> None:
        with export.whole_file(tmp_path / "report.html") as draft:
            draft.write_text("half of it")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        half_way()
    assert not [*tmp_path.iterdir()]


def test_a_missing_folder_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"there is no folder .*missing"):
        write_csv(tmp_path / "missing" / "games.csv", SETUP, RESULTS)
    assert not [*tmp_path.iterdir()]


def test_a_closed_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "access", lambda path, mode: False)  # root may write anywhere
    with pytest.raises(ArenaError, match="is closed to you"):
        write_csv(tmp_path / "games.csv", SETUP, RESULTS)
    assert not [*tmp_path.iterdir()]


def test_places_that_are_not_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="it is a folder"):
        check_place(tmp_path)
    with pytest.raises(ArenaError, match="it is not a file"):
        check_place(Path("/dev/null"))
    with pytest.raises(ArenaError, match="there is no folder"):
        check_place(tmp_path / "file" / "games.csv")
    with pytest.raises(ArenaError, match="File name too long"):
        check_place(tmp_path / ("x" * 300))


def test_a_name_too_long_for_the_draft_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="File name too long"):
        export.write_text(tmp_path / ("x" * 252), "text")
    assert not [*tmp_path.iterdir()]


def test_text_is_written_in_utf_8(tmp_path: Path) -> None:
    export.write_text(tmp_path / "report.html", "\u00bd\n")
    assert (tmp_path / "report.html").read_bytes() == b"\xc2\xbd\n"
