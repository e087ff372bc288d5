"""Servers and databases for the benchmark of the table, and what their processes use."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.table.postgres import PostgresServer, missing_server
from tests.table.servers import TableServer

# Nothing is refused because there is too much of it: that is what is measured.
SETTINGS = """\
{more}
[limits]
requests_per_second = 0
sockets = 1_000_000
sockets_per_address = 1_000_000
matches_per_address = 1_000_000
live_matches = {live}
"""
LIVE = 500
SQLITE, POSTGRES = "sqlite", "postgres"


class NoDatabase(Exception):
    """There is no database of the wanted kind."""


@contextmanager
def database(kind: str, folder: Path, url: str = "") -> Iterator[str]:
    """Yields the URL of an empty database, or of the one that was named.

    Raises:
        NoDatabase: if PostgreSQL is wanted, and neither named nor installed.
    """
    if kind == SQLITE:
        file = folder / "table.db"
        for old in folder.glob("table.db*"):
            old.unlink()
        yield f"sqlite:///{file}"
    elif url:
        yield url
    else:
        missing = missing_server()
        if missing is not None:
            raise NoDatabase(missing)
        server = PostgresServer()
        try:
            yield server.new_database()
        finally:
            server.remove()


@contextmanager
def running(
    folder: Path, store: str, *, live: int = LIVE, more: str = "", name: str = "server"
) -> Iterator[TableServer]:
    """Runs a server."""
    server = TableServer(folder, store, SETTINGS.format(live=live, more=more), name)
    try:
        yield server
    finally:
        server.close()


def kill(pid: int) -> None:
    """Kills a process as a power cut would."""
    os.kill(pid, signal.SIGKILL)


# What the system knows about processes.


def resident(pid: int) -> int:
    """Returns how many bytes of memory a process uses."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor_time(pid: int) -> float:
    """Returns how many seconds a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def workers_of(pid: int) -> list[int]:
    """Returns the processes of a server in which agents think."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"spawn_main" in command:
                found.append(int(child))
    return found
