"""Exporting the games as a table, one row for each, to CSV or Parquet."""

import csv
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple, get_args, get_type_hints

from kibitz.arena.files import atomic_file
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Setup


class GameRow(NamedTuple):
    """One game as a row of the table.

    Attributes:
        number: the game's place in the schedule, from 0.
        deal: the number of the deal; every pairing plays it twice.
        seed: the seed of the match, for `kibitz play --seed`.
        first_player: the player in seat 0.
        second_player: the player in seat 1.
        winner: the player who won; empty for a draw.
        winner_seat: the seat that won, 0 or 1; empty for a draw.
        reason: how the game ended.
        plies: the number of moves.
        first_return: the return of seat 0.
        second_return: the return of seat 1.
        mean_choices: the mean number of legal moves in a decision; empty without decisions.
        max_choices: the largest number of legal moves; empty without decisions.
        first_ms: the time of all decisions of seat 0, in milliseconds.
        second_ms: the time of all decisions of seat 1, in milliseconds.
        hash: the fingerprint of the last state.
    """

    number: int
    deal: int
    seed: str
    first_player: str
    second_player: str
    winner: str | None
    winner_seat: int | None
    reason: str
    plies: int
    first_return: float
    second_return: float
    mean_choices: float | None
    max_choices: int | None
    first_ms: float
    second_ms: float
    hash: str


# The column types of DuckDB.
TYPES: Final = {int: "INTEGER", float: "DOUBLE", str: "VARCHAR"}


def column_type(hint: object) -> str:
    """Returns the column type for a type hint; every column may be empty."""
    return next(TYPES[part] for part in (*get_args(hint), hint) if part in TYPES)


# The columns of a Parquet file with their types.
COLUMNS: Final = {name: column_type(hint) for name, hint in get_type_hints(GameRow).items()}


def game_rows(setup: Setup, results: Sequence[GameResult]) -> list[GameRow]:
    """Makes a row for every game, in schedule order."""
    labels = setup.labels()
    rows: list[GameRow] = []
    for result in sorted(results, key=lambda each: each.number):
        first, second = (labels[player] for player in result.players)
        choices = [*result.choices[0], *result.choices[1]]
        row = GameRow(
            number=result.number,
            deal=result.deal,
            seed=setup.seed_of(result.deal),
            first_player=first,
            second_player=second,
            winner=None if result.winner is None else (first, second)[result.winner],
            winner_seat=result.winner,
            reason=result.reason,
            plies=result.plies,
            first_return=result.returns[0],
            second_return=result.returns[1],
            mean_choices=sum(choices) / len(choices) if choices else None,
            max_choices=max(choices, default=None),
            first_ms=sum(result.micros[0]) / 1000,
            second_ms=sum(result.micros[1]) / 1000,
            hash=result.hash,
        )
        rows.append(row)
    return rows


def write_csv(path: Path, setup: Setup, results: Sequence[GameResult]) -> None:
    """Writes the games to a CSV file in UTF-8; the first line has the names of the columns.

    Raises:
        ArenaError: if the file cannot be written; its old content is still there.
    """
    with atomic_file(path) as draft, draft.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(GameRow._fields)
        table.writerows(game_rows(setup, results))


def write_parquet(path: Path, setup: Setup, results: Sequence[GameResult]) -> None:
    """Writes the games to a Parquet file with typed columns.

    Raises:
        ArenaError: if DuckDB is not installed, or the file cannot be written; its old content is
            still there.
    """
    duckdb = load_duckdb()
    rows = game_rows(setup, results)
    columns = [[row[place] for row in rows] for place in range(len(GameRow._fields))]
    # As lists, column by column: twenty thousand games take a tenth of a second. Row by row they
    # take minutes.
    names = enumerate(COLUMNS.items(), 1)
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
