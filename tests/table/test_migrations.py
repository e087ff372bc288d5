"""The schema of the store: every released one is brought to the newest, on both databases."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, MetaData, create_engine, insert, text

from kibitz.table import migrations
from kibitz.table.migrations import SCHEMA, VERSION_TABLE, migrate, schema_of
from kibitz.table.migrations.tables import METADATA
from kibitz.table.store import Store, StoreError
from kibitz.table.stored import Event, Header, Seat, Standing
from tests.table.postgres import PostgresServer

DATA = Path(__file__).with_name("data")
RELEASED = sorted(path.stem.removeprefix("schema-") for path in DATA.glob("schema-*.sql"))

SQLITE_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> :versions"
POSTGRES_SCHEMA = """
    SELECT 'column', table_name || '.' || column_name, ordinal_position::text,
           concat_ws(' ', data_type, is_nullable, column_default, collation_name)
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> :versions
    UNION ALL
    SELECT 'index', indexname, tablename, indexdef
    FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> :versions
    UNION ALL
    SELECT 'constraint', conname, conrelid::regclass::text, pg_get_constraintdef(oid)
    FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text <> :versions
"""


def engine_url(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://")


def schema(connection: Connection) -> list[tuple[str, ...]]:
    """Describes the tables, columns, indexes and constraints of a database."""
    query = SQLITE_SCHEMA if connection.dialect.name == "sqlite" else POSTGRES_SCHEMA
    rows = connection.execute(text(query), {"versions": VERSION_TABLE})
    return sorted(tuple(re.sub(r"\s+", " ", str(cell)) for cell in row) for row in rows)


def schema_at(url: str) -> list[tuple[str, ...]]:
    engine = create_engine(engine_url(url))
    with engine.connect() as connection:
        found = schema(connection)
    engine.dispose()
    return found


def newest_schema(url: str) -> list[tuple[str, ...]]:
    """Describes the schema of the tables in the code, without leaving it in the database."""
    in_memory = url.startswith("sqlite")
    engine = create_engine("sqlite://" if in_memory else engine_url(url))
    with engine.connect() as connection:
        if not in_memory:
            connection.execute(text("CREATE SCHEMA newest"))
            connection.execute(text("SET LOCAL search_path TO newest"))
        METADATA.create_all(connection)
        found = schema(connection)
        connection.rollback()
    engine.dispose()
    return [tuple(cell.replace("newest.", "public.") for cell in row) for row in found]


def load(file: Path, schema_file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.executescript(schema_file.read_text(encoding="utf-8"))
    connection.close()


def test_the_newest_schema_is_the_last_migration_and_has_a_dump() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [SCHEMA]
    known = sorted(revision.revision for revision in script.walk_revisions())
    assert known == RELEASED
    assert all(re.fullmatch(r"\d{4}", revision) for revision in known)


@pytest.mark.parametrize("released", RELEASED)
def test_a_released_migration_never_changes(tmp_path: Path, released: str) -> None:
    load(tmp_path / "dump.db", DATA / f"schema-{released}.sql")
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    with engine.begin() as connection:
        migrate(connection, released)
        assert schema_of(connection) == released
    engine.dispose()
    dumped = schema_at(f"sqlite:///{tmp_path / 'dump.db'}")
    assert schema_at(f"sqlite:///{tmp_path / 'migrated.db'}") == dumped


def load_rows(url: str, dump: Path, released: str) -> None:
    """Makes a database of a released schema, with the rows of a dump."""
    engine = create_engine(engine_url(url))
    with engine.begin() as connection, closing(sqlite3.connect(dump)) as dumped:
        migrate(connection, released)
        tables = MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            if table.name == VERSION_TABLE:
                continue
            found = dumped.execute(f"SELECT * FROM {table.name}")
            names = [column[0] for column in found.description]
            rows = [dict(zip(names, row, strict=True)) for row in found]
            switches = [each.name for each in table.columns if isinstance(each.type, Boolean)]
            connection.execute(
                insert(table),
                [{**row, **{name: bool(row[name]) for name in switches}} for row in rows],
            )
    engine.dispose()


@pytest.mark.parametrize("released", RELEASED)
def test_a_database_of_a_released_schema_is_migrated_and_keeps_its_matches(
    store_url: str, tmp_path: Path, released: str
) -> None:
    url = store_url
    load(tmp_path / "dump.db", DATA / f"schema-{released}.sql")
    if url.startswith("sqlite"):
        (tmp_path / "dump.db").rename(tmp_path / "table.db")
    else:
        load_rows(url, tmp_path / "dump.db", released)
    store = Store(url)
    store.open()
    seats = [Seat("person", "Zoë"), Seat("agent", "Bot", "mcts:iterations=200", "kibitz 0.4.0")]
    first = Header(
        id="Xq3_first",
        game="jaipur",
        options={"rounds": 3},
        rules=2,
        seed="a seed",
        seats=seats,
        public=True,
        watched=False,
        created=1700000000.5,
        origin="rematch:Xq3_none",
    )
    second = first._replace(id="Xq3_second", seed=7, origin="")
    over = Standing(0, "over", False, {"winner": 1, "reason": "resigned"}, 1700000003.0)
    still_open = Standing(2, "open", True, None, 1700000002.25)
    assert store.listing() == [(second, over), (first, still_open)]
    assert store.events("Xq3_first") == [
        Event(1, "move", 0, {"text": "take gold"}, "h1", 1700000001.25, "0:k1"),
        Event(2, "move", 1, {"text": "take camels"}, "h2", 1700000002.25),
    ]
    assert store.tokens("Xq3_first") == {0: "ab" * 32}
    assert store.due(1700000009.0, 10) == []
    assert store.due(1700000009.5, 10) == ["Xq3_first"]
    store.close()
    assert schema_at(url) == newest_schema(url)


@pytest.mark.parametrize("released", RELEASED)
def test_every_released_schema_becomes_the_newest_on_both_databases(
    store_url: str, released: str
) -> None:
    engine = create_engine(engine_url(store_url))
    with engine.begin() as connection:
        migrate(connection, released)
    engine.dispose()
    store = Store(store_url)
    store.open()
    store.close()
    assert schema_at(store_url) == newest_schema(store_url)


def test_a_new_database_has_the_newest_schema(store: Store, store_url: str) -> None:
    found = schema_at(store_url)
    assert found == newest_schema(store_url)
    named = {name for _, name, *_ in found}
    assert {"matches_by_change", "matches_by_status", "matches_due", "events_by_key"} <= named


def test_a_newer_schema_is_refused(store: Store, store_url: str) -> None:
    store.close()
    engine = create_engine(engine_url(store_url))
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9000'"))
    with pytest.raises(StoreError) as caught:
        store.open()
    problem = f"its schema 9000 is newer than {SCHEMA}, the newest known here; update Kibitz"
    assert str(caught.value) == f"cannot open {store.place}: {problem}"
    with engine.connect() as connection:
        assert schema_of(connection) == "9000"
    engine.dispose()


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: Connection) -> None:
        migrate(connection)
        raise RuntimeError("power cut")

    monkeypatch.setattr("kibitz.table.store.migrate", fail)
    store = Store(store_url)
    with pytest.raises(RuntimeError, match="power cut"):
        store.open()
    assert schema_at(store_url) == []
    monkeypatch.undo()
    store.open()
    store.close()
    assert schema_at(store_url) == newest_schema(store_url)


OPENER = """
import sys
from kibitz.table.store import Store
store = Store(sys.argv[1])
sys.stdin.readline()
store.open()
store.counts()
store.close()
"""


@pytest.mark.needs("postgres")
def test_servers_that_open_an_empty_database_at_once_do_not_collide(
    postgres: PostgresServer,
) -> None:
    url = postgres.new_database()
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, url],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("go\n")
        opener.stdin.flush()
    errors = [opener.communicate(timeout=60)[1] for opener in openers]
    assert [opener.returncode for opener in openers] == [0, 0, 0], errors
    assert schema_at(url) == newest_schema(url)
