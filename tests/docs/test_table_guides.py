"""The guides to the table: their lists are complete, and the client plays every game."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz import games
from kibitz.table.app import api
from kibitz.table.metrics import WATCHED, Metrics
from kibitz.table.refusal import STATUS
from kibitz.table.settings import (
    TABLES,
    Limits,
    Settings,
    allowed_hosts,
    range_of,
    read_settings,
    toml_value,
    warning,
)
from tests.docs.blocks import DOCS, ROOT, blocks_of
from tests.table.choosing import Choosing, install
from tests.table.servers import TableServer

pytestmark = pytest.mark.docs

API = DOCS / "guides" / "table-api.md"
OPERATION = DOCS / "guides" / "table-operation.md"
CLIENT = ROOT / "examples" / "table_client.py"


def section(page: Path, heading: str) -> str:
    """Returns one section of a page."""
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page.read_text(), re.M | re.S)
    assert found is not None, heading
    return found[1]


# Lists.


def test_every_code_is_listed_with_its_status() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \| .+ \|$", section(API, "Errors"), re.M)
    assert [(code, int(status)) for code, status in rows] == [*STATUS.items()]


def test_every_request_is_listed() -> None:
    known = {"WEBSOCKET /matches/{match}/live"}
    for route in api.routes:
        path, methods = getattr(route, "path", ""), getattr(route, "methods", ())
        known |= {f"{method} {path}" for method in methods}
    text = section(API, "All requests")
    listed = re.findall(r"`([A-Z]+ /[^`]*)`", text)
    assert sorted(listed) == sorted(known)


def test_every_module_is_listed() -> None:
    table = section(DOCS / "concepts" / "table.md", "The parts")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    folder = ROOT / "src" / "kibitz" / "table"
    modules = {path.stem for path in folder.glob("*.py")} | {"migrations"}
    assert sorted(re.findall(r"`(\w+)`", "".join(rows))) == sorted(modules - {"__init__"})


# The client.


def test_the_client_is_shown_whole_and_has_30_lines() -> None:
    code = CLIENT.read_text()
    assert code.strip() in [block.text.strip() for block in blocks_of(API)]
    told: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            told |= {*range(node.lineno, (node.end_lineno or 0) + 1)}
        elif isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            told |= {*range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)}
    lines = [n for n, line in enumerate(code.splitlines(), 1) if line.strip() and n not in told]
    assert len(lines) <= 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A table with one game more than are built in."""
    folder = tmp_path_factory.mktemp("server")
    install(folder)
    with pytest.MonkeyPatch.context() as patched:
        path = [str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")]
        patched.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
        found = TableServer(folder, settings="workers = 1\nlimits.requests_per_second = 0\n")
    yield found
    found.close()


def run_client(game: str, url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", str(CLIENT), game, url],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("game", [*games.names(), Choosing.id])
def test_the_client_plays_every_game(server: TableServer, game: str) -> None:
    done = run_client(game, server.url)
    assert done.returncode == 0, done.stdout + done.stderr
    *lines, result = done.stdout.splitlines()
    assert ast.literal_eval(result)["reason"]
    numbers = [int(line.partition(".")[0]) for line in lines if not line.startswith(" ")]
    assert numbers == [*range(1, len(numbers) + 1)], "every event is told once, in order"
    assert any(": " in line and "seat 0" in line for line in lines)


def test_the_client_chooses_pieces_and_answers_step_by_step(server: TableServer) -> None:
    said = run_client(Choosing.id, server.url).stdout
    own = re.findall(r"^\d\. seat 0: (\w+) .*\[\d+,\d+\]", said, re.M)
    assert own == ["drop", "give"]


def test_the_client_says_why_it_cannot_play(server: TableServer) -> None:
    done = run_client("chess", server.url)
    assert done.returncode == 1
    assert "GAME_NOT_FOUND" in done.stderr


def test_the_client_waits_where_requests_are_limited(tmp_path: Path) -> None:
    limits = "limits.requests_per_second = 5\nlimits.request_burst = 3\n"
    server = TableServer(tmp_path, settings=f"workers = 1\n{limits}")
    try:
        assert run_client("leduc", server.url).returncode == 0
        time.sleep(1)  # The client may have used up the requests of this address.
        assert 'code="TOO_MANY"' in server.call("GET", "/metrics").text
    finally:
        server.close()


# Settings and metrics.


def rows_of(model: type[Limits | Settings]) -> list[str]:
    """Writes the settings as rows of a table, in the words of `--print-settings`."""
    found = []
    for name, field in model.model_fields.items():
        if name in TABLES:
            continue
        default = "" if field.default is None else f"`{toml_value(field.default)}`"
        values = range_of(field).capitalize()
        meaning = f"{field.description} {values}." if values else field.description
        found.append(f"| `{name}` | {default} | {meaning} |")
    return found


@pytest.mark.parametrize("model", [Settings, Limits])
def test_every_setting_is_listed_with_its_default(model: type[Limits | Settings]) -> None:
    text = section(OPERATION, "Settings")
    missing = [row for row in rows_of(model) if row not in text.splitlines()]
    assert missing == [], "the table has to have these rows"
    first, last = (text.index(row) for row in (rows_of(model)[0], rows_of(model)[-1]))
    listed = text[first:last].count("\n") + 1
    assert listed == len(rows_of(model)), "the table has rows of settings that do not exist"


def test_every_metric_is_listed() -> None:
    metrics = Metrics()
    for name, figure in WATCHED.items():
        metrics.watch(name, (lambda: {"x": 1.0}) if figure.label else (lambda: 1.0))
    families = metrics.registry.collect()
    own = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in families
        if family.name.startswith("kibitz_")
    }
    rows = re.findall(r"^\| `(kibitz_\w+)` \| ", section(OPERATION, "Health and metrics"), re.M)
    # The table of alerts has expressions in its first column.
    listed = [name for name in rows if name in own]
    assert sorted({*listed}) == sorted(own)
    for name in re.findall(r"\bkibitz_\w+", OPERATION.read_text()):
        assert name in own, f"there is no metric {name}"


def test_the_settings_behind_a_proxy_can_be_read(tmp_path: Path) -> None:
    [block] = [block for block in blocks_of(OPERATION) if block.language == "toml"]
    file = tmp_path / "table.toml"
    file.write_text(block.text)
    settings = read_settings(file)
    assert warning(settings) is None
    assert "kibitz.example.org" in (allowed_hosts(settings) or ())
