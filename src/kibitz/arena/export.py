"""Exporting the games as a table, one row for each, to CSV or Parquet."""

import csv
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from kibitz.arena.files import atomic_file
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Setup

# One game as a row of the table, by the names of `columns_of`.
GameRow = dict[str, str | int | float | None]

# The words before the columns of each seat; further seats are numbered.
SEAT_NAMES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
# What a formula begins with in a spreadsheet.
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
# The column types of DuckDB.
INTEGER: Final = "INTEGER"
DOUBLE: Final = "DOUBLE"
TEXT: Final = "VARCHAR"


def seat_names(seats: int) -> list[str]:
    """Returns the words before the columns of each seat: first, second, ... seat6, seat7."""
    return [*SEAT_NAMES, *(f"seat{seat}" for seat in range(len(SEAT_NAMES), seats))][:seats]


def columns_of(seats: int) -> dict[str, str]:
    """Returns the columns of the table for a game with so many seats, with their DuckDB types.

    `number` is the place in the schedule and `deal` the number of the deal, both from 0; `seed` is
    the seed of the match, for `kibitz play --seed`. Each seat has its `player`, its `return`, and
    the time of all its decisions in `ms`. `winner` is the player who won and `winner_seat` the
    seat; both are empty for a draw, or if a single player lost. `mean_choices` and `max_choices`
    tell the number of legal moves in a decision; they are empty without decisions. `ruling` says
    what the referee decided (`forfeit`, `late` or `skip`), `ruling_seat` about which seat, and
    `error` why; they are empty in a game that was played by the rules.
    """
    names = seat_names(seats)
    return {
        "number": INTEGER,
        "deal": INTEGER,
        "seed": TEXT,
        **{f"{name}_player": TEXT for name in names},
        "winner": TEXT,
        "winner_seat": INTEGER,
        "reason": TEXT,
        "plies": INTEGER,
        **{f"{name}_return": DOUBLE for name in names},
        "mean_choices": DOUBLE,
        "max_choices": INTEGER,
        **{f"{name}_ms": DOUBLE for name in names},
        "hash": TEXT,
        "ruling": TEXT,
        "ruling_seat": INTEGER,
        "error": TEXT,
    }


def game_rows(setup: Setup, results: Sequence[GameResult]) -> list[GameRow]:
    """Makes a row for every game, in schedule order; `columns_of` lists the columns."""
    labels, ordered = setup.labels(), sorted(results, key=lambda each: each.number)
    return [game_row(setup, labels, result) for result in ordered]


def game_row(setup: Setup, labels: Sequence[str], result: GameResult) -> GameRow:
    """Makes the row of one game."""
    names = seat_names(len(result.players))
    players = [labels[player] for player in result.players]
    choices = [count for seat in result.choices for count in seat]
    return {
        "number": result.number,
        "deal": result.deal,
        "seed": setup.seed_of(result.deal),
        **{f"{name}_player": player for name, player in zip(names, players, strict=True)},
        "winner": None if result.winner is None else players[result.winner],
        "winner_seat": result.winner,
        "reason": result.reason,
        "plies": result.plies,
        **{f"{name}_return": each for name, each in zip(names, result.returns, strict=True)},
        "mean_choices": sum(choices) / len(choices) if choices else None,
        "max_choices": max(choices, default=None),
        **{f"{name}_ms": sum(each) / 1000 for name, each in zip(names, result.micros, strict=True)},
        "hash": result.hash,
        "ruling": None if result.ruling is None else result.ruling.kind,
        "ruling_seat": None if result.ruling is None else result.ruling.seat,
        "error": None if result.ruling is None else result.ruling.error,
    }


def write_csv(path: Path, setup: Setup, results: Sequence[GameResult]) -> None:
    """Writes the games to a CSV file in UTF-8; the first line has the names of the columns.

    A text that a spreadsheet would take for a formula gets an apostrophe in front.

    Raises:
        ArenaError: if the file cannot be written; its old content is still there.
    """
    with atomic_file(path) as draft, draft.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns_of(setup.seats), lineterminator="\n")
        table.writeheader()
        table.writerows(map(without_formulas, game_rows(setup, results)))


def without_formulas(row: GameRow) -> GameRow:
    """Marks the texts that a spreadsheet would compute."""
    return {
        name: f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell
        for name, cell in row.items()
    }


def write_parquet(path: Path, setup: Setup, results: Sequence[GameResult]) -> None:
    """Writes the games to a Parquet file with typed columns.

    Raises:
        ArenaError: if DuckDB is not installed, or the file cannot be written; its old content is
            still there.
    """
    duckdb = load_duckdb()
    rows, types = game_rows(setup, results), columns_of(setup.seats)
    columns = [[row[name] for row in rows] for name in types]
    # As lists, column by column: twenty thousand games take a tenth of a second. Row by row they
    # take minutes.
    names = enumerate(types.items(), 1)
    query = ", ".join(f"unnest(${place}::{type_}[]) AS {name}" for place, (name, type_) in names)
    with atomic_file(path) as draft, duckdb.connect(":memory:") as database:
        try:
            database.sql(f"SELECT {query}", params=columns).write_parquet(str(draft))
        except duckdb.Error as error:
            raise ArenaError(f"cannot write {path}: {error}") from None


def load_duckdb() -> ModuleType:
    """Imports DuckDB, which writes Parquet files; call it before a long tournament, not after.

    Raises:
        ArenaError: if it is not installed.
    """
    try:
        return import_module("duckdb")
    except ImportError:
        raise ArenaError(
            "Parquet needs DuckDB: pip install 'kibitz[analysis]', or use --games csv"
        ) from None
