import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.arena.export import columns_of, game_rows, write_csv, write_parquet
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import ArenaError, Setup
from tests.arena.played import head_to_head, played

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
