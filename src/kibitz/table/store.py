"""The store: matches, their events and the tokens of their seats, in SQLite or PostgreSQL.

A match is its header and its events; the standing is the summary that lists and servers need. An
event is on the disk before `append` returns. Events of a match are numbered from 1: a writer names
the number it expects to write, and gets a `Conflict` if somebody else was faster.

One server owns an SQLite file. Several servers may share a PostgreSQL database: `lease` decides
which of them lets an agent act, and `listen` tells each what the others wrote.

All methods may be called from any thread.
"""

import json
import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Integer,
    QueuePool,
    Row,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
)

from kibitz.core.errors import KibitzError
from kibitz.table.filelock import FileInUse, FileLock
from kibitz.table.migrations import SCHEMA, VERSION_TABLE, migrate, schema_of
from kibitz.table.migrations.tables import EVENTS, MATCHES, METADATA, TOKENS
from kibitz.table.stored import Event, Header, NewMatch, Seat, Standing
from kibitz.table.transactions import Transaction, run_together

T = TypeVar("T")

# What PostgreSQL calls our notifications, and the lock under which a schema is changed.
CHANNEL: Final = "kibitz_events"
SCHEMA_LOCK: Final = 0x6B69_6269_747A
# "KIBZ" in the header of an SQLite file, for programs such as `file`.
APPLICATION_ID: Final = 0x4B49_425A
# In bytes. PostgreSQL cannot index a text of more than about 2,700.
LONGEST_TEXT: Final = 500
LARGEST_SEQ: Final = 2**31 - 1
# Seconds to wait before each new try when PostgreSQL is gone: a restart takes one or two.
# A server that does not even refuse to answer is given up after the second number.
PAUSES: Final = (0.0, 0.1, 0.3, 0.6, 1.0, 1.0, 1.0)
PATIENCE_SECONDS: Final = 5.0
# How to connect to PostgreSQL, unless the URL says otherwise; the last value is in milliseconds.
CONNECTING: Final = {
    "application_name": "kibitz",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
# How often a listening thread looks whether it should stop, and how far it looks back after it lost
# the server: clocks differ, and a dead network is noticed late.
LISTEN_SECONDS: Final = 0.2
LOOK_BACK_SECONDS: Final = 120.0

logger = logging.getLogger(__name__)


class StoreError(KibitzError):
    """The database cannot be used, or cannot hold what it was given."""


class Conflict(KibitzError):
    """Somebody else wrote first.

    Attributes:
        what: what was taken: the `match` id, the number of an event (`seq`), its `key`, or a
            `seat`.
    """

    def __init__(self, message: str, what: str = "seq") -> None:
        super().__init__(message)
        self.what = what


# The statements, made once: SQLAlchemy then compiles each once, and psycopg prepares it.

MATCH: Final = MATCHES.c
HEADER_COLUMNS: Final = [MATCH[name] for name in Header._fields]
STANDING_COLUMNS: Final = [MATCH[name] for name in Standing._fields]
INSERT_MATCH: Final = insert(MATCHES)
INSERT_TOKEN: Final = insert(TOKENS)
INSERT_EVENT: Final = insert(EVENTS)
ADVANCE: Final = (
    update(MATCHES)
    .where(MATCH.id == bindparam("of"), MATCH.seq == bindparam("old"))
    .values({name: bindparam(name) for name in Standing._fields})
)
NOTIFY: Final = select(func.pg_notify(CHANNEL, bindparam("payload", type_=Text)))
GET_HEADER: Final = select(*HEADER_COLUMNS).where(MATCH.id == bindparam("of"))
GET_STANDING: Final = select(*STANDING_COLUMNS).where(MATCH.id == bindparam("of"))
GET_EVENTS: Final = (
    select(*[EVENTS.c[name] for name in Event._fields])
    .where(EVENTS.c.match == bindparam("of"), EVENTS.c.seq > bindparam("after"))
    .order_by(EVENTS.c.seq)
    .limit(bindparam("most", type_=Integer))
)
# The index of keys leaves out empty ones, and is used only by a query that does so too.
FIND_KEY: Final = select(EVENTS.c.seq).where(
    EVENTS.c.match == bindparam("of"), EVENTS.c.key == bindparam("used"), text("key <> ''")
)
GET_TOKENS: Final = select(TOKENS.c.seat, TOKENS.c.hash).where(TOKENS.c.match == bindparam("of"))
SEATS_OF: Final = select(TOKENS.c.match, TOKENS.c.seat).where(TOKENS.c.hash == bindparam("token"))
DUE: Final = (
    select(MATCH.id)
    .where(MATCH.due, MATCH.status == "open", MATCH.lease_until < bindparam("now"))
    .order_by(MATCH.changed, MATCH.id)
    .limit(bindparam("most", type_=Integer))
)
LEASE: Final = (
    update(MATCHES)
    .where(
        MATCH.id == bindparam("of"),
        or_(MATCH.lease_until < bindparam("now"), MATCH.lease_owner == bindparam("owner")),
    )
    .values(lease_owner=bindparam("owner"), lease_until=bindparam("until"))
)
RELEASE: Final = (
    update(MATCHES)
    .where(MATCH.id == bindparam("of"), MATCH.lease_owner == bindparam("owner"))
    .values(lease_owner="", lease_until=0.0)
)
SETTINGS: Final = select(
    func.current_setting("transaction_read_only"), func.current_setting("server_encoding")
)
PING: Final = select(1)
COUNTS: Final = select(MATCH.status, func.count().label("number")).group_by(MATCH.status)
OLD: Final = (
    select(MATCH.id)
    .where(MATCH.status == bindparam("state"), MATCH.changed < bindparam("before"))
    .order_by(MATCH.changed, MATCH.id)
    .limit(bindparam("most", type_=Integer))
)
DELETE_OLD: Final = delete(MATCHES).where(MATCH.id.in_(OLD.scalar_subquery()))
CHANGED_SINCE: Final = select(MATCH.id, MATCH.seq).where(MATCH.changed >= bindparam("since"))


class Store:
    """Matches in a database.

    Every method raises `StoreError` if the database fails. Where PostgreSQL was restarted, a method
    waits a few seconds for it and tries again.

    Args:
        url: `sqlite:///PATH`, `sqlite://` for a database in memory, or
            `postgresql://USER:PASSWORD@HOST:PORT/NAME`.
        pool: how many connections are kept, and used at a time.

    Raises:
        StoreError: if the URL is not one of these.
    """

    def __init__(self, url: str, pool: int = 8) -> None:
        self._url: Final = read_url(url)
        self.shared: Final = self._url.get_backend_name() == "postgresql"
        self._pool: Final = pool
        self._file: Final = None if self.shared else file_of(self._url)
        self._lock: FileLock | None = None
        self._opened: os.stat_result | None = None
        self._engines: tuple[Engine, Engine] | None = None
        # SQLite has one writer at a time, and makes others poll; a lock wakes the next at once. It
        # then writes for all that wait.
        self._turn: Final = threading.Lock()
        self._waiting: Final[deque[Transaction[Any]]] = deque()  # Any: each has a result of its own
        self._stopping = threading.Event()
        self._listeners: Final[list[threading.Thread]] = []

    @property
    def place(self) -> str:
        """The file, or server and database, for people to read; never the password."""
        if not self.shared:
            return "the database in memory" if self._file is None else str(self._file)
        hosts = ", ".join(self._url.normalized_query.get("host", ())) or "the local socket"
        where = f"{self._url.host}:{self._url.port or 5432}" if self._url.host else hosts
        return f"PostgreSQL {self._url.database or ''} on {where}"

    # Opening and closing.

    def open(self) -> None:
        """Connects, and brings the schema to the newest.

        Raises:
            StoreError: if the database cannot be reached or written, is not one of Kibitz, was made
                by a newer Kibitz, or is a file that another server uses.
        """
        if self._engines is not None:
            return
        if self._file is not None:
            try:
                self._lock = FileLock(self._file)
            except FileInUse as error:
                raise StoreError(str(error)) from None
        try:
            self._engines = writing, reading = self._connect()
            with writing.begin() as connection:
                self._migrate(connection)
            if not self.shared:
                # Not before: it changes the file, which may have belonged to something else.
                with reading.connect() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            if self._file is not None:
                self._opened = self._file.stat()
        except SQLAlchemyError as error:
            self.close()
            raise self._error("open", error) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes all connections, and lets another server have the file."""
        self._stopping.set()
        for thread in self._listeners:
            if thread is not threading.current_thread():
                thread.join()
        self._listeners.clear()
        self._stopping = threading.Event()
        if self._engines is not None:
            self._engines[0].dispose()
            self._engines = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _connect(self) -> tuple[Engine, Engine]:
        """Makes an engine that writes, and one on the same connections for single queries."""
        try:
            if self.shared:
                engine = create_engine(
                    self._url,
                    connect_args={k: v for k, v in CONNECTING.items() if k not in self._url.query},
                    isolation_level="READ COMMITTED",
                    pool_size=self._pool,
                    max_overflow=0,
                    hide_parameters=True,
                )
                return engine, engine.execution_options(isolation_level="AUTOCOMMIT")
        except ImportError:
            needed = "pip install 'kibitz[postgres]'"
            raise StoreError(f"PostgreSQL needs psycopg, which is missing: {needed}") from None
        engine = create_engine(
            self._url,
            connect_args={"check_same_thread": False},
            poolclass=QueuePool,
            # A database in memory lives as long as its only connection.
            pool_size=1 if self._file is None else self._pool,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_sqlite)
        return engine, engine.execution_options(only_reads=True)

    def _migrate(self, connection: Connection) -> None:
        """Brings the schema to the newest, unless it is not ours."""
        if self.shared:
            # Another server that opens the database now waits until this transaction ends.
            connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))
            read_only, encoding = connection.execute(SETTINGS).one()
            if read_only == "on":
                raise StoreError(f"cannot open {self.place}: it is read-only")
            if encoding != "UTF8":
                problem = f"its encoding is {encoding}, expected UTF8"
                raise StoreError(f"cannot open {self.place}: {problem}")
        tables = set(inspect(connection).get_table_names())
        version = schema_of(connection) if VERSION_TABLE in tables else ""
        if not version and (tables & METADATA.tables.keys() or (tables and not self.shared)):
            some = ", ".join(sorted(tables)[:3])
            problem = f"not a Kibitz database, it has tables of something else ({some})"
            raise StoreError(f"cannot open {self.place}: {problem}")
        if version > SCHEMA:
            problem = f"its schema {version} is newer than {SCHEMA}, the newest known here"
            raise StoreError(f"cannot open {self.place}: {problem}; update Kibitz")
        if not self.shared:
            # Also fails at once on a file that cannot be written.
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        if version != SCHEMA:
            migrate(connection)

    # Running statements.

    def _engine(self) -> tuple[Engine, Engine]:
        if self._engines is None:
            raise StoreError(f"{self.place} is not open: call open() first")
        return self._engines

    def _read(self, statement: Executable, **values: object) -> Sequence[Row[Any]]:
        # Any: each caller knows the columns that it selected.
        def work() -> Sequence[Row[Any]]:
            with self._engine()[1].connect() as connection:
                return connection.execute(statement, values).all()

        return self._persist("read", work)

    def _write(
        self, work: Callable[[Connection], T], stored: Callable[[], T | None] = lambda: None
    ) -> T:
        """Runs a transaction.

        Args:
            work: what to do in the transaction.
            stored: what `work` would return, if what it writes is already there. A server that dies
                during a commit does not say whether it was done, and repeating `work` then raises
                `Conflict` for what this store wrote itself.
        """
        tries = 0

        def transact() -> T:
            nonlocal tries
            tries += 1
            try:
                return self._commit(work)
            except Conflict:
                found = stored() if tries > 1 else None
                if found is None:
                    raise
                return found

        return self._persist("write", transact)

    def _commit(self, work: Callable[[Connection], T]) -> T:
        """Runs a transaction; on SQLite together with all that wait, with one flush to the disk."""
        engine, mine = self._engine()[0], Transaction(work)
        self._check_file()
        if self.shared:
            mine.run(engine)
        else:
            self._waiting.append(mine)
            with self._turn:
                if not mine.over:
                    count = len(self._waiting)
                    run_together(engine, [self._waiting.popleft() for _ in range(count)])
        return mine.outcome()

    def _check_file(self) -> None:
        """Refuses to go on with an SQLite file that is no longer where it was opened.

        SQLite would write to the deleted file without an error, and nobody could read it again.

        Raises:
            StoreError: if the file was deleted, moved or replaced.
        """
        if self._file is None or self._opened is None:
            return
        try:
            same = os.path.samestat(self._opened, self._file.stat())
        except OSError:
            same = False
        if not same:
            problem = "the file was deleted, moved or replaced while the server used it"
            raise StoreError(f"cannot use {self.place}: {problem}; restart the server")

    def _persist(self, action: str, work: Callable[[], T]) -> T:
        """Runs `work`, again if the connection is lost, until the server had time to restart."""
        end = time.monotonic() + PATIENCE_SECONDS
        for pause in (*PAUSES, None):
            try:
                return work()
            except SQLAlchemyError as error:
                if pause is None or time.monotonic() > end or not self._is_lost(error):
                    raise self._error(action, error) from None
            time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _is_lost(self, error: SQLAlchemyError) -> bool:
        """Tells whether a statement failed only because the connection is gone or refused."""
        if not self.shared or not isinstance(error, DBAPIError):
            return False
        state = getattr(error.orig, "sqlstate", None)
        # 08: connection failures; 57P: the server shuts down or starts; 53300: too many clients.
        gone = state is None or state.startswith(("08", "57P")) or state == "53300"
        return error.connection_invalidated or (isinstance(error, OperationalError) and gone)

    def _error(self, action: str, error: Exception) -> StoreError:
        """Makes the error for a database that fails, without passwords and statements."""
        if isinstance(error, StoreError):
            return error
        cause: object = getattr(error, "orig", None) or error
        lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
        reason = lines[0] if lines else type(cause).__name__
        for secret in (self._url.password, *self._url.normalized_query.get("password", ())):
            reason = reason.replace(secret, "***") if secret else reason
        if reason == "file is not a database":
            reason = "not a Kibitz database, and not of SQLite at all"
        return StoreError(f"cannot {action} {self.place}: {reason}")

    # Writing.

    def create(
        self,
        header: Header,
        tokens: Mapping[int, str],
        events: Sequence[Event],
        standing: Standing,
    ) -> None:
        """Stores a new match with the token hashes of its seats and its first events.

        Raises:
            Conflict: if the match exists, or two seats have the same token.
            StoreError: if a text cannot be stored.
            ValueError: if the numbers of the events and the standing do not agree.
        """
        insert = inserting(NewMatch(header, tokens, events, standing))

        def work(connection: Connection) -> bool:
            insert(connection)
            return True

        def stored() -> bool | None:
            found = self.header(header.id)
            return (found is not None and found.created == header.created) or None

        self._write(work, stored)

    def append(
        self,
        match: str,
        events: Sequence[Event],
        standing: Standing,
        following: NewMatch | None = None,
    ) -> None:
        """Stores the next events of a match and its new standing, and perhaps another match.

        All of it is stored, or nothing.

        When this returns, they are on the disk. On PostgreSQL, all servers that listen are told.

        Raises:
            Conflict: if the next event of the match is not the first of these, because another
                writer was faster, or if the key of an event was used before.
            StoreError: if there is no such match, or a text cannot be stored.
            ValueError: if the numbers of the events and the standing do not agree.
        """
        self._advance(match, events, standing, following=following)

    def claim_seat(
        self, match: str, seat: int, token_hash: str, event: Event, standing: Standing
    ) -> None:
        """Gives a free seat to the owner of a token, and appends the event that says so.

        Raises:
            Conflict: if the seat has a token, the token has a seat, or the event cannot be
                appended.
            StoreError: if there is no such match, or a text cannot be stored.
            ValueError: if the numbers of the event and the standing do not agree.
        """
        self._advance(match, [event], standing, token_row(match, seat, token_hash))

    def _advance(
        self,
        match: str,
        events: Sequence[Event],
        standing: Standing,
        token: dict[str, object] | None = None,
        following: NewMatch | None = None,
    ) -> None:
        check_name("match", match)
        old = standing.seq - len(events)
        check_numbers(events, standing, old)
        rows = [event_row(match, each) for each in events]
        values = {"of": match, "old": old, **standing_row(standing)}
        insert = None if following is None else inserting(following)

        def work(connection: Connection) -> bool:
            # First the row of the match: a second writer waits here, and then finds another seq.
            if connection.execute(ADVANCE, values).rowcount != 1:
                raise missing(connection, match, old)
            if token is not None:
                problem = f"match {match}: seat {token['seat']} or this token is taken"
                with conflicts(problem, "seat"):
                    connection.execute(INSERT_TOKEN, token)
            if rows:
                with conflicts(f"match {match}: the key of an event was used before", "key"):
                    connection.execute(INSERT_EVENT, rows)
            if insert is not None:
                insert(connection)
            if self.shared:
                connection.execute(NOTIFY, {"payload": f"{match} {standing.seq}"})
            return True

        def stored() -> bool | None:
            found = self.events(match, old)[: len(events)]
            return [mark_of(each) for each in found] == [mark_of(each) for each in events] or None

        self._write(work, stored)

    def lease(self, match: str, owner: str, now: float, until: float) -> bool:
        """Reserves a match for a server, or extends its reservation; tells whether it has it."""
        values = {"of": match, "owner": owner, "now": now, "until": until}
        check_name("owner", owner)
        if not is_storable(match):
            return False
        return self._write(lambda connection: connection.execute(LEASE, values).rowcount == 1)

    def release(self, match: str, owner: str) -> None:
        """Ends the reservation of a match, if this server has it."""
        values = {"of": match, "owner": owner}
        if is_storable(match) and is_storable(owner):
            self._write(lambda connection: connection.execute(RELEASE, values).rowcount)

    def delete_over(self, before: float, limit: int) -> int:
        """Deletes finished matches unchanged since a time, the oldest first.

        Returns:
            How many were deleted.
        """
        values = {"state": "over", "before": before, "most": max(limit, 0)}
        return self._write(lambda connection: connection.execute(DELETE_OLD, values).rowcount)

    # Reading. A text that cannot be stored is in no database, so nothing is found for it.

    def header(self, match: str) -> Header | None:
        """Returns the header of a match; None if there is no such match."""
        rows = self._read(GET_HEADER, of=match) if is_storable(match) else ()
        return read_header(rows[0]) if rows else None

    def standing(self, match: str) -> Standing | None:
        """Returns how a match stands; None if there is no such match."""
        rows = self._read(GET_STANDING, of=match) if is_storable(match) else ()
        return read_standing(rows[0]) if rows else None

    def events(self, match: str, after: int = 0, most: int = LARGEST_SEQ) -> list[Event]:
        """Returns the events of a match, in order; only so many with a number above `after`."""
        if not is_storable(match) or after >= LARGEST_SEQ:
            return []
        found = self._read(GET_EVENTS, of=match, after=max(after, 0), most=most)
        return [read_event(row) for row in found]

    def find_key(self, match: str, key: str) -> int | None:
        """Returns the number of the event with this key; None if the key was not used."""
        rows = self._read(FIND_KEY, of=match, used=key) if is_storable(match, key) else ()
        return rows[0][0] if rows else None

    def seats_of(self, token_hash: str) -> dict[str, int]:
        """Returns the seats that a token holds, by match: a rematch shares tokens."""
        rows = self._read(SEATS_OF, token=token_hash) if is_storable(token_hash) else ()
        return {row.match: row.seat for row in rows}

    def tokens(self, match: str) -> dict[int, str]:
        """Returns the token hash of each seat that has one."""
        rows = self._read(GET_TOKENS, of=match) if is_storable(match) else ()
        return {row.seat: row.hash for row in rows}

    def due(self, now: float, limit: int) -> list[str]:
        """Returns open matches in which an agent must act and that no server has reserved.

        The match that waits longest comes first.
        """
        return [row[0] for row in self._read(DUE, now=now, most=max(limit, 0))]

    def abandoned(self, before: float, limit: int) -> list[str]:
        """Returns open matches unchanged since a time, the oldest first."""
        return [row[0] for row in self._read(OLD, state="open", before=before, most=max(limit, 0))]

    def check(self) -> None:
        """Asks the database something that it can answer at once."""
        self._check_file()
        self._read(PING)

    def counts(self) -> dict[str, int]:
        """Counts the matches by status."""
        found = {row.status: row.number for row in self._read(COUNTS)}
        return {"open": 0, "over": 0, **found}

    def listing(
        self,
        *,
        game: str | None = None,
        status: str | None = None,
        origin: str | None = None,
        public_only: bool = True,
        before: tuple[float, str] | None = None,
        limit: int = 50,
    ) -> list[tuple[Header, Standing]]:
        """Lists matches, the last changed first.

        Args:
            game: only matches of this game.
            status: only matches with this status.
            origin: only matches of this origin.
            public_only: whether to leave out matches that are not public.
            before: `changed` and `id` of the last match of the page before. A match that changes
                while somebody reads page after page moves to the front; no other match is missed or
                repeated.
            limit: how many matches at most.
        """
        wanted = {"game": game, "status": status, "origin": origin}
        filters = {name: value for name, value in wanted.items() if value is not None}
        if not is_storable(*filters.values()):
            return []
        query = select(*HEADER_COLUMNS, *STANDING_COLUMNS)
        query = query.where(*[MATCH[name] == value for name, value in filters.items()])
        if public_only:
            query = query.where(MATCH.public)
        if before is not None:
            if not is_storable(before[1]):
                return []
            last = tuple_(bindparam("changed", before[0]), bindparam("id", before[1]))
            query = query.where(tuple_(MATCH.changed, MATCH.id) < last)
        query = query.order_by(MATCH.changed.desc(), MATCH.id.desc()).limit(max(limit, 0))
        return [
            (read_header(row), read_standing(row[len(HEADER_COLUMNS) :]))
            for row in self._read(query)
        ]

    # Hearing of other servers.

    def listen(self, told: Callable[[str, int], None]) -> None:
        """Calls `told(match, seq)` after every append, in a thread of its own.

        On PostgreSQL that includes the appends of all servers, this one too; a match may be told
        twice. After the connection was lost, matches that changed meanwhile are told. On SQLite,
        where no other server writes, nothing happens.

        Raises:
            StoreError: if the server cannot be reached now.
        """
        if not self.shared:
            return
        connection = self._subscribe()
        thread = threading.Thread(
            target=self._hear, args=(connection, told), name="kibitz-listen", daemon=True
        )
        self._listeners.append(thread)
        thread.start()

    def _subscribe(self) -> Any:
        """Returns a connection of psycopg that hears notifications."""
        dialect = self._engine()[0].dialect
        arguments, options = dialect.create_connect_args(self._url)
        try:
            # Any: SQLAlchemy does not know the type of the driver's connections.
            connection: Any = dialect.connect(*arguments, **{**CONNECTING, **options})
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
        except dialect.loaded_dbapi.Error as error:
            raise self._error("listen to", error) from None
        return connection

    def _hear(self, connection: Any, told: Callable[[str, int], None]) -> None:
        """Passes notifications on until the store closes, whatever happens to the server."""
        stopping = self._stopping
        failure = self._engine()[0].dialect.loaded_dbapi.Error
        heard, tries = time.time(), 0
        while not stopping.is_set():
            try:
                if connection is None:
                    connection = self._subscribe()
                    logger.info("listening to %s again", self.place)
                    for row in self._read(CHANGED_SINCE, since=heard - LOOK_BACK_SECONDS):
                        tell(told, row.id, row.seq)
                for note in connection.notifies(timeout=LISTEN_SECONDS):
                    match, _, number = note.payload.rpartition(" ")
                    tell(told, match, int(number))
                heard, tries = time.time(), 0
            except (StoreError, failure) as error:
                if connection is not None:
                    logger.warning("%s", self._error("listen to", error))
                    connection.close()
                    connection = None
                stopping.wait(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
        if connection is not None:
            connection.close()


def tell(told: Callable[[str, int], None], match: str, seq: int) -> None:
    """Calls a listener; one that fails is logged, and hears of the next event all the same."""
    try:
        told(match, seq)
    except Exception:
        logger.exception("the listener failed for event %s of match %s", seq, match)


# URLs, files and connections.


def read_url(url: str) -> URL:
    """Reads the address of a database.

    Raises:
        StoreError: if it is not one; the message does not repeat it, as it may hold a password.
    """
    expected = "expected sqlite:///PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME"
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(f"invalid database URL: {expected}") from None
    if found.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return found.set(drivername="postgresql+psycopg")
    if found.drivername != "sqlite":
        raise StoreError(f"unknown kind of database {found.drivername!r}: {expected}")
    if found.host or (found.database or "").startswith("file:") or found.query:
        raise StoreError(f"invalid SQLite URL: {expected}")
    return found


def file_of(url: URL) -> Path | None:
    """Returns the file of an SQLite database; None for one in memory."""
    return None if url.database in (None, "", ":memory:") else Path(url.database)


def prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Sets up a new connection to SQLite."""
    # Python would begin transactions by itself, too late; `begin_sqlite` begins them.
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def begin_sqlite(connection: Connection) -> None:
    """Begins a transaction that may write; a query that only reads needs none."""
    if not connection.get_execution_options().get("only_reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


# Rows.


def is_storable(*texts: str) -> bool:
    """Tells whether both databases can store these texts in a column with an index."""
    try:
        return all("\0" not in each and len(each.encode()) <= LONGEST_TEXT for each in texts)
    except UnicodeEncodeError:  # half of a surrogate pair
        return False


def check_name(what: str, name: str) -> str:
    """Refuses a text that one of the databases could not store.

    Raises:
        StoreError: if it is too long, or has a character that is not one.
    """
    if not is_storable(name):
        shown = ascii(name if len(name) <= 40 else name[:37] + "...")
        expected = f"expected at most {LONGEST_TEXT} bytes of UTF-8 without NUL"
        raise StoreError(f"invalid {what} {shown}: {expected}")
    return name


def check_numbers(events: Sequence[Event], standing: Standing, old: int) -> None:
    """Refuses events that are not numbered from `old` to the standing without gaps.

    Raises:
        ValueError: if they are not.
    """
    numbers = [each.seq for each in events]
    if old < 0 or numbers != [*range(old + 1, standing.seq + 1)]:
        raise ValueError(f"invalid event numbers {numbers[:5]} for a standing at {standing.seq}")


def to_json(value: object) -> str:
    """Writes JSON in ASCII, so that every text can be stored, even one with a NUL."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def header_row(header: Header) -> dict[str, object]:
    """Writes a header as a row of the table of matches."""
    return {
        **header._asdict(),
        "id": check_name("match", header.id),
        "game": check_name("game", header.game),
        "options": to_json(header.options),
        "seed": to_json(header.seed),
        "seats": to_json([seat._asdict() for seat in header.seats]),
        "origin": check_name("origin", header.origin),
    }


JSON_PLACES: Final = [Header._fields.index(name) for name in ("options", "seed", "seats")]


def read_header(row: Sequence[Any]) -> Header:
    """Reads a header from a row that begins with its columns."""
    found = Header(*row[: len(HEADER_COLUMNS)])
    # In the database, these are JSON.
    options, seed, seats = (json.loads(str(row[place])) for place in JSON_PLACES)
    return found._replace(options=options, seed=seed, seats=[Seat(**each) for each in seats])


def standing_row(standing: Standing) -> dict[str, object]:
    """Writes a standing as columns of the table of matches."""
    result = None if standing.result is None else to_json(standing.result)
    return {**standing._asdict(), "result": result}


def read_standing(row: Sequence[Any]) -> Standing:
    """Reads a standing from its columns."""
    seq, status, due, result, changed = row
    return Standing(seq, status, due, None if result is None else json.loads(result), changed)


def event_row(match: str, each: Event) -> dict[str, object]:
    """Writes an event as a row."""
    return {
        "match": match,
        "seq": each.seq,
        "kind": check_name("kind of event", each.kind),
        "seat": each.seat,
        "body": to_json(each.body),
        "hash": check_name("hash", each.hash),
        "at": each.at,
        "key": check_name("key", each.key),
    }


def read_event(row: Sequence[Any]) -> Event:
    """Reads an event from its columns."""
    seq, kind, seat, body, hash_, at, key = row
    return Event(seq, kind, seat, json.loads(body), hash_, at, key)


def inserting(new: NewMatch) -> Callable[[Connection], None]:
    """Returns what stores a match in a transaction; it raises `Conflict` as `Store.create` does.

    Raises:
        StoreError: if a text cannot be stored.
        ValueError: if the numbers of the events and the standing do not agree.
    """
    header = new.header
    check_numbers(new.events, new.standing, 0)
    match = {**header_row(header), **standing_row(new.standing)}
    seats = [token_row(header.id, seat, token) for seat, token in new.tokens.items()]
    rows = [event_row(header.id, each) for each in new.events]

    def insert_all(connection: Connection) -> None:
        with conflicts(f"match {header.id} already exists", "match"):
            connection.execute(INSERT_MATCH, match)
        if seats:
            with conflicts(f"match {header.id}: two seats have the same token", "seat"):
                connection.execute(INSERT_TOKEN, seats)
        if rows:
            with conflicts(f"match {header.id}: two events have the same key", "key"):
                connection.execute(INSERT_EVENT, rows)

    return insert_all


def token_row(match: str, seat: int, token: str) -> dict[str, object]:
    """Writes the token of a seat as a row."""
    return {"match": match, "seat": seat, "hash": check_name("token hash", token)}


def mark_of(each: Event) -> tuple[object, ...]:
    """Returns what tells an event from one that another writer stored under its number."""
    return (each.seq, each.kind, each.seat, each.hash, each.at, each.key)


# Conflicts.


@contextmanager
def conflicts(message: str, what: str) -> Iterator[None]:
    """Reports a row that exists already.

    Raises:
        Conflict: if the block writes one.
    """
    try:
        yield
    except IntegrityError as error:
        if is_duplicate(error):
            raise Conflict(message, what) from None
        raise


def is_duplicate(error: IntegrityError) -> bool:
    """Tells whether a row was refused because there is one with the same key."""
    if isinstance(error.orig, sqlite3.Error):
        code = error.orig.sqlite_errorcode
        return code in (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
    return getattr(error.orig, "sqlstate", "") == "23505"


def missing(connection: Connection, match: str, old: int) -> KibitzError:
    """Makes the error for a match that does not have the expected number of events."""
    row = connection.execute(GET_STANDING, {"of": match}).first()
    if row is None:
        return StoreError(f"there is no match {match}")
    return Conflict(f"match {match} has {row.seq} events, expected {old}: somebody was faster")
