"""What every test shares: groups that may be missing, golden files, and the log guard."""

import importlib.util
import logging
import os
import shutil
import signal
import subprocess
import sysconfig
from collections import Counter
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import settings

import kibitz

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("KIBITZ_HYPOTHESIS", "default"))


# Groups: `@pytest.mark.needs("open_spiel")` names what a test asks of the machine.


def _missing_package(module: str, package: str) -> str | None:
    if importlib.util.find_spec(module) is None:
        return f"package {package} not installed"
    return None


def _missing_browser() -> str | None:
    if shutil.which("chromium") is None:
        return "chromium not found"
    return _missing_package("playwright", "playwright")


def _missing_compiler() -> str | None:
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    program = compiler.split()[0]
    if shutil.which(program) is None:
        return f"C compiler {program} not found"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python.h not found"
    return _missing_package("mypyc", "mypy[mypyc]")


def _missing_curl() -> str | None:
    # `--json`, which the guides use, is as old as version 7.82.
    found = shutil.which("curl")
    if found is None:
        return "curl not found"
    said = subprocess.run([found, "--help", "all"], capture_output=True, text=True, check=False)
    return None if "--json" in said.stdout else "curl older than 7.82"


def _missing_node() -> str | None:
    return None if shutil.which("node") else "node not found"


def _missing_postgres() -> str | None:
    from tests.table.postgres import missing_server

    return missing_server() or _missing_package("psycopg", "kibitz[postgres]")


GROUPS: dict[str, Callable[[], str | None]] = {
    "browser": _missing_browser,
    "compiler": _missing_compiler,
    "curl": _missing_curl,
    "docs": lambda: _missing_package("zensical", "zensical"),
    "duckdb": lambda: _missing_package("duckdb", "kibitz[analysis]"),
    "node": _missing_node,
    "open_spiel": lambda: _missing_package("pyspiel", "open_spiel"),
    "optuna": lambda: _missing_package("optuna", "kibitz[tune]"),
    "postgres": _missing_postgres,
    "ray": lambda: _missing_package("ray", "kibitz[ray]"),
    "rlcard": lambda: _missing_package("rlcard", "rlcard"),
}
"""Each group's probe: what is missing, in words, or None."""

MISSING_GROUP = "missing_group"


@cache
def _missing(group: str) -> str | None:
    if group not in GROUPS:
        raise pytest.UsageError(f"unknown group {group!r}; known groups: {', '.join(GROUPS)}")
    return GROUPS[group]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test whose group is missing, or fails it where skips are not allowed."""
    for group in (group for mark in item.iter_markers("needs") for group in mark.args):
        reason = _missing(group)
        if reason is None:
            continue
        if os.environ.get("KIBITZ_NO_SKIPS") == "1":
            pytest.fail(f"group {group} may not be skipped here: {reason}", pytrace=False)
        item.user_properties.append((MISSING_GROUP, f"{group} ({reason})"))
        pytest.skip(f"group {group}: {reason}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names the groups that were left out, and how many tests each holds."""
    counts = Counter(
        str(value)
        for report in terminalreporter.getreports("skipped")
        for name, value in report.user_properties
        if name == MISSING_GROUP
    )
    for group, count in sorted(counts.items()):
        tests = "test" if count == 1 else "tests"
        terminalreporter.write_line(f"skipped groups: {group}: {count} {tests}", yellow=True)


# Signals. `nohup` ignores SIGHUP for the suite, a shell ignores SIGINT and SIGQUIT for a background
# job, and processes started by tests would inherit that: interrupting them would do nothing.

INHERITED = "KIBITZ_TEST_IGNORED_SIGNALS"
ENDING = [name for name in ("SIGINT", "SIGQUIT", "SIGHUP") if hasattr(signal, name)]


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """Ignores a signal in this process only: a handler does not outlive the start of another."""


def _ignored_signals() -> list[str]:
    """Names the signals that were ignored when the suite was started, in any of its processes."""
    known = os.environ.get(INHERITED)
    if known is None:
        known = " ".join(
            name for name in ENDING if signal.getsignal(signal.Signals[name]) == signal.SIG_IGN
        )
        os.environ[INHERITED] = known  # for the processes of xdist
    return known.split()


# The build under test.


def pytest_configure() -> None:
    """Stops at once if the run would test another build than it claims to; prepares signals."""
    for name in _ignored_signals():
        signal.signal(signal.Signals[name], _do_nothing)
    expected = os.environ.get("KIBITZ_EXPECT_COMPILED")
    if expected is not None and (expected == "1") != kibitz.COMPILED:
        found = "compiled" if kibitz.COMPILED else "interpreted"
        raise pytest.UsageError(f"{kibitz.__file__} is {found}, KIBITZ_EXPECT_COMPILED={expected}")


def pytest_report_header() -> list[str]:
    """Says which build is being tested, and whether signals were ignored."""
    header = [f"kibitz {kibitz.__version__}, {'compiled' if kibitz.COMPILED else 'interpreted'}"]
    ignored = _ignored_signals()
    if ignored:
        header.append(f"{', '.join(ignored)} ignored on entry: reset for processes of tests")
    return header


# Golden files.


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the only way in which a golden file may be rewritten."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Tells whether golden files are to be rewritten rather than compared."""
    return bool(request.config.getoption("--update-golden"))


# The log guard.


class _ErrorLog(logging.Handler):
    """Collects what is logged at ERROR or above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Fails a test that logs an error it did not declare, or declares one it did not log."""
    logger, errors = logging.getLogger("kibitz"), _ErrorLog()
    logger.addHandler(errors)
    try:
        yield
    finally:
        logger.removeHandler(errors)
    expected = item.get_closest_marker("expects_errors") is not None
    if errors.records and not expected:
        lines = "\n".join(f"  {r.name}: {r.getMessage()}" for r in errors.records)
        pytest.fail(f"logged errors without the marker expects_errors:\n{lines}", pytrace=False)
    if expected and not errors.records:
        pytest.fail("has the marker expects_errors, but logged no error", pytrace=False)
