"""Stores on both databases, and a browser."""

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path

import pytest

from kibitz.table.store import Store
from tests.table.browsing import Chromium
from tests.table.postgres import PostgresServer
from tests.table.servers import TableServer

# Scripts play faster than people.
GENEROUS = "workers = 1\n[limits]\nrequests_per_second = 0\nmatches_per_address = 100000\n"
NEEDS_POSTGRES = pytest.mark.needs("postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server; a test that uses it has the mark `needs("postgres")`."""
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=NEEDS_POSTGRES)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An open store without matches, on each kind of database in turn."""
    found = Store(store_url)
    found.open()
    yield found
    found.close()


@pytest.fixture(scope="session")
def chromium_process() -> Iterator[Chromium]:
    """The browser of this process."""
    found = Chromium()
    yield found
    found.close()


@pytest.fixture
def chromium(chromium_process: Chromium) -> Iterator[Chromium]:
    """A browser without windows; a test that uses it has the mark `needs("browser")`."""
    yield chromium_process
    chromium_process.run(chromium_process.close_windows)


@pytest.fixture(scope="session")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for tests of the page, shared by all of them."""
    found = TableServer(tmp_path_factory.mktemp("page"), settings=GENEROUS)
    yield found
    found.close()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Runs a test that uses the browser in the thread of the browser."""
    browser = pyfuncitem.funcargs.get("chromium")
    if isinstance(browser, Chromium):
        pyfuncitem.obj = partial(browser.run, pyfuncitem.obj)
    return (yield)
