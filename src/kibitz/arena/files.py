"""Writing files as a whole, and the games of a tournament as a table.

Whatever happens, a file has its old content or its new content.
"""

import csv
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Final

from kibitz.arena.result import GameResult
from kibitz.arena.schedule import deal_seed
from kibitz.arena.setup import ArenaError, Setup, import_optional


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yields the path of a draft to write; it replaces the file when the block ends.

    The draft reaches the disk before it takes the file's place, so a crash or a power cut leaves
    the old file or the new one. If the block raises, the draft is removed and the old file stays.
    Drafts have random names, so two writers never share one: the last to finish wins. Only a
    killed process leaves its draft behind, as a hidden file that ends in `.part`.

    A link stays a link: the file it points to is replaced. A file that exists keeps its mode.

    Raises:
        ArenaError: if the file cannot be written.
    """
    check_place(path)
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield draft
        with draft.open("r+b") as file:
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(target, draft)
        draft.replace(target)
    except OSError as error:
        raise file_error("write", path, error) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Writes a text file in UTF-8, as a whole.

    Raises:
        ArenaError: if the file cannot be written; its old content is still there.
    """
    with atomic_file(path) as draft:
        draft.write_text(text, encoding="utf-8", newline="\n")


def check_place(path: Path) -> None:
    """Refuses a path where no file can be written; call it before a long tournament, not after.

    Raises:
        ArenaError: if the folder is missing or read-only, or the path is not that of a file.
    """
    try:
        target = path.resolve()
        for folder in (path.parent, target.parent):
            if not folder.is_dir():
                raise ArenaError(f"cannot write {path}: there is no folder {folder}")
        if path.is_dir():
            raise ArenaError(f"cannot write {path}: it is a folder")
        if path.exists() and not path.is_file():
            raise ArenaError(f"cannot write {path}: it is not a file")
    except OSError as error:  # a name that is too long, or a folder that cannot be opened
        raise file_error("write", path, error) from None
    if not os.access(target.parent, os.W_OK):
        raise ArenaError(f"cannot write {path}: no permission to write in {target.parent}")


def file_error(action: str, path: Path, error: OSError) -> ArenaError:
    """Makes the error for a file that the system refuses to read or write."""
    return ArenaError(f"cannot {action} {path}: {error.strerror or error}")


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
    """Returns the columns of the table for a number of seats, with their DuckDB types.

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
    names, rows = seat_names(setup.seats), []
    for result in sorted(results, key=lambda each: each.number):
        players = [setup.labels[player] for player in result.players]
        choices, ruling = [count for seat in result.choices for count in seat], result.ruling
        times = [sum(micros) / 1000 for micros in result.micros]
        row: GameRow = {
            "number": result.number,
            "deal": result.deal,
            "seed": deal_seed(setup.seed, result.deal),
            **{f"{name}_player": player for name, player in zip(names, players, strict=True)},
            "winner": None if result.winner is None else players[result.winner],
            "winner_seat": result.winner,
            "reason": result.reason,
            "plies": result.plies,
            **{f"{name}_return": each for name, each in zip(names, result.returns, strict=True)},
            "mean_choices": sum(choices) / len(choices) if choices else None,
            "max_choices": max(choices, default=None),
            **{f"{name}_ms": each for name, each in zip(names, times, strict=True)},
            "hash": result.hash,
            "ruling": None if ruling is None else ruling.kind,
            "ruling_seat": None if ruling is None else ruling.seat,
            "error": None if ruling is None else ruling.error,
        }
        rows.append(row)
    return rows


def write_csv(path: Path, setup: Setup, results: Sequence[GameResult]) -> None:
    """Writes the games to a CSV file in UTF-8; the first line has the names of the columns.

    A text that a spreadsheet would take for a formula gets an apostrophe in front.

    Raises:
        ArenaError: if the file cannot be written; its old content is still there.
    """
    with atomic_file(path) as draft, draft.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns_of(setup.seats), lineterminator="\n")
        table.writeheader()
        for row in game_rows(setup, results):
            formulas = [
                name
                for name, cell in row.items()
                if isinstance(cell, str) and cell.startswith(FORMULAS)
            ]
            table.writerow({**row, **{name: f"'{row[name]}" for name in formulas}})


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
    """Imports DuckDB, which writes Parquet files; call it before a long tournament, not after."""
    needed = "Parquet needs DuckDB: pip install 'kibitz[analysis]', or use --games csv"
    return import_optional("duckdb", needed)
