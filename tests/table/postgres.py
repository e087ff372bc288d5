"""A PostgreSQL server for tests: its own data, its own port, gone when the tests end."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

# Where Debian puts the programs of a server, which are not on the path.
DEBIAN = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"


def find_program(name: str) -> Path | None:
    """Finds a program of the server, such as `initdb`."""
    on_path = shutil.which(name)
    if on_path is not None:
        return Path(on_path)
    found = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return found[-1] if found else None


def missing_server() -> str | None:
    """Says what is missing to start a server, or None."""
    for name in ("initdb", "pg_ctl"):
        if find_program(name) is None:
            return f"PostgreSQL program {name} not found"
    if os.geteuid() == 0 and ACCOUNT not in {each.pw_name for each in pwd.getpwall()}:
        return f"no user {ACCOUNT}, and a server does not run as root"
    return None


class PostgresServer:
    """A running server, with one database for each test that asks for one."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))
        self._data = self._folder / "data"
        self._databases = 0
        self.port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self._folder, ACCOUNT)
        self._run("initdb", "-A", "trust", "-U", ACCOUNT, "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def _run(self, name: str, *arguments: str) -> None:
        as_account: dict[str, Any] = {}  # Any: three arguments of different types
        if os.geteuid() == 0:
            as_account = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []}
        program = find_program(name)
        assert program is not None
        # A server that is started keeps its output open, so a pipe would never end.
        with (self._folder / "output").open("a+") as output:
            done = subprocess.run(
                [str(program), *arguments, "-D", str(self._data)],
                cwd=self._folder,
                env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
                **as_account,
            )
            output.seek(0)
            assert done.returncode == 0, f"{name} failed:\n{output.read()}"

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stops the server; `immediate` is a crash."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def remove(self) -> None:
        """Stops the server and deletes its data."""
        self.stop("immediate")
        shutil.rmtree(self._folder)

    def url(self, database: str = ACCOUNT, user: str = ACCOUNT) -> str:
        """Returns the URL of a database."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def new_database(self, *options: str) -> str:
        """Creates an empty database and returns its URL."""
        self._databases += 1
        name = f"test{self._databases}"
        self.execute(f"CREATE DATABASE {name} {' '.join(options)}")
        return self.url(name)

    def execute(self, statement: str, database: str = ACCOUNT) -> list[tuple[Any, ...]]:
        """Runs a statement as the owner of the server; returns the rows, if it has any."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            # Statements of tests; psycopg accepts only literals, against injection.
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
