"""Examples beside the menus, the page that lists them, and excerpts from the table."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kibitz.table import frames
from tests.docs.blocks import ROOT, blocks_of

pytestmark = pytest.mark.docs


def report(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "examples" / "balance_report.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_balance_report_prints_the_same_figures_for_the_same_seed() -> None:
    done = report("leduc", "--deals", "4", "--seed", "3")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split("  ")[-1].strip() == "greedy against random"
    assert lines[2].split() == ["games", *2 * ["8", "(4", "deals)"]]
    for row in ("score of seat 1", "turns in a game", "score at the end", "changes of the lead"):
        assert any(line.startswith(row) for line in lines), row
    assert any(line.startswith("raise  ") and " of " in line for line in lines)
    assert done.stdout == report("leduc", "--deals", "4", "--seed", "3").stdout
    assert done.stdout != report("leduc", "--deals", "4", "--seed", "4").stdout


def test_balance_report_names_moves_that_nobody_plays() -> None:
    done = report("duel", "--deals", "1")
    assert done.returncode == 0, done.stderr
    _, _, ignored = done.stdout.partition("greedy against itself: ")
    assert " legal and never played\n  " in ignored
    assert "concede" not in done.stdout, "it is always legal, and no choice of play"


def test_balance_report_measures_a_game_for_one() -> None:
    done = report("spire", "--deals", "1", "--other", "simple")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split() == ["expert", "simple"]
    assert "margin" not in done.stdout


def test_balance_report_is_one_page_that_loads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "balance.html"
    done = report("leduc", "--deals", "4", "--out", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"Open {path}\n"
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    assert reader.open == [], "every element is closed"
    assert reader.loaded == []
    assert len(reader.ids) == len(set(reader.ids)), "an id is used twice"
    assert {"figures", "games", "scores", "lead", "kinds", "moves"} <= set(reader.ids)


class Reader(HTMLParser):
    """Notes the ids of a page, what it loads, and elements that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.loaded: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.ids += [value for key, value in attrs if key == "id" and value is not None]
        if "src" in named or tag in ("script", "link"):
            self.loaded.append(tag)
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for key, value in attrs if key == "id" and value is not None]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("nosuch",), "no game"), (("leduc", "--other", "nosuch"), "no agent 'nosuch'")],
)
def test_balance_report_refuses_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = report(*arguments, "--deals", "1")
    assert done.returncode == 1
    assert done.stderr.startswith("balance_report: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


# The notebook.

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def notebook_cells() -> list[dict[str, Any]]:  # Any: JSON
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    cells: list[dict[str, Any]] = document["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    return cells


def test_cells_of_the_notebook_run_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "notebook"}
    drawn = 0
    for cell in notebook_cells():
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body[-1]
        if isinstance(last, ast.Expr):
            tree.body[-1] = ast.Assign([ast.Name("_", ast.Store())], last.value)
        exec(compile(ast.fix_missing_locations(tree), cell["id"], "exec"), names)
        shown = names.pop("_", None)
        if shown is not None:
            assert "<svg" in shown._repr_html_()
            drawn += 1
        assert shown is not None or capsys.readouterr().out, f"{cell['id']} shows nothing"
    assert drawn == 2


def test_outputs_of_the_notebook_name_no_place_on_a_machine() -> None:
    outputs = [output for cell in notebook_cells() for output in cell.get("outputs", [])]
    assert {output["output_type"] for output in outputs} == {"stream", "execute_result"}
    found = re.findall(r"(?:/home|/root|/work|/tmp|/usr|/Users|[A-Z]:\\\\)[^\s\"]*", str(outputs))
    assert found == []


# The page that lists the examples.


def test_the_agent_of_the_examples_plays_in_the_terminal() -> None:
    agent = "examples.flat_monte_carlo:FlatMonteCarlo:worlds=4"
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "play", "leduc", "--seed", "2", "--opponent", agent],
        input="call\n1\n1\n1\n1\n1\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " examples.flat_monte_carlo:FlatMonteCarlo (seat 1): " in done.stdout


def test_examples_that_are_listed_exist() -> None:
    page = (ROOT / "docs" / "guides" / "examples.md").read_text()
    listed = re.findall(r"^\| `(\S+)` \|", page, re.MULTILINE)
    assert {"web_menu.py", "balance_report.py", "notebook.ipynb"} <= set(listed)
    assert [name for name in listed if not (ROOT / "examples" / name).is_file()] == []
    for command in re.findall(r"python (examples/\S+)", page):
        assert (ROOT / command).is_file(), command


# Excerpts.


def test_excerpts_of_the_table_are_its_source() -> None:
    source = inspect.getsource(frames)
    shown = [
        block.text.strip()
        for block in blocks_of(ROOT / "docs" / "guides" / "user-interfaces.md")
        if block.language == "python" and block.text.startswith("def ")
    ]
    assert len(shown) == 3
    for text in shown:
        assert f"\n\n\n{text}\n" in source, text.partition("(")[0]
