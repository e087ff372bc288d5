"""The pages of requirements: what they name exists, and what the code cites is on them.

A number in a comment, a docstring or the name of a test, such as R-12 or scenario 36, is the id of
a requirement on the page of its folder.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.blocks import DOCS, ROOT

pytestmark = pytest.mark.docs

INDEX = "index.md"
PAGES = sorted(path for path in (DOCS / "requirements").glob("*.md") if path.name != INDEX)

REQUIREMENT = ("Id", "Requirement", "Module", "Test")
DEVIATION = ("Id", "What differs", "Why")
DEVIATIONS = "Deviations"
# A test that never runs shows nothing; one that is skipped on some systems does.
SKIP = re.compile(r"mark\.(skip|xfail)\b")


class Source(NamedTuple):
    """The code that a page is about.

    Attributes:
        folders: where comments, docstrings and names of tests cite ids of the page.
        cards: what names of cards begin with there, so that they are not taken for ids.
    """

    folders: tuple[str, ...]
    cards: tuple[str, ...] = ()


def source_of_game(name: str, *cards: str) -> Source:
    return Source((f"src/kibitz/games/{name}", f"tests/games/{name}"), cards)


CLIENT = ("src/kibitz/communicationmod", "tests/communicationmod")
SOURCES = {
    "dronewars.md": source_of_game("dronewars"),
    "engine.md": Source(
        ("src/kibitz/core", "src/kibitz/kit", "tests/core", "tests/kit", "tests/scenarios"), ("L",)
    ),
    "gundam.md": source_of_game("gundam", "G", "T", "X", "GD", "ST"),
    "jaipur.md": source_of_game("jaipur"),
    "lorcana.md": source_of_game("lorcana", "L", "X"),
    "pokemon.md": source_of_game("pokemon"),
    "spire.md": Source((*source_of_game("spire").folders, *CLIENT)),
}


# Ids.

ID = re.compile(
    r"(?P<head>[A-Z]{1,2}-?|[a-z]+ |(?:\d+\.)+)(?P<first>\d+)(?P<rest>(?:\.\d+)?[a-z]?)"
    r"(?:(?:-| to )(?:(?P=head))?(?P<last>\d+))?"
)
CITED = re.compile(
    r"(?<![\w`.-])(?P<head>[A-Z]{1,2})-?(?P<number>\d{1,2})(?P<rest>(?:\.\d+)?[a-z]?)(?!\w|-\d|\.\d)"
)
CITED_SCENARIOS = re.compile(r"\b[Ss]cenarios? (\d+(?:(?:, | and | to |-)\d+)*)")
# A chapter of the rules, such as 1.6, and not a number that happens to stand there.
CHAPTERS = r"[1-9](?:\.\d+)+(?:(?:, | and | to )[1-9](?:\.\d+)+)*"
CITED_CHAPTERS = re.compile(rf"[(]{CHAPTERS}(?=[,;)])|\b(?:section|chapter) {CHAPTERS}")
CITED_IN_NAME = re.compile(r"^test_(?P<head>[a-z]_?|[a-z]{2}|)(?P<number>\d{1,2})_")
SCENARIO_IN_NAME = re.compile(r"_scenario_(\d+)")


def key(head: str, number: str, rest: str = "") -> str:
    """Returns an id as it is compared: R-05, R5 and `test_r5_` are the same."""
    head = head.lower().strip(" -_")
    if len(head) > 2 and head.endswith("s"):  # scenarios 1-12
        head = head[:-1]
    return f"{head}{int(number)}{rest}"


def keys_of(text: str) -> list[str]:
    """Returns the ids that a cell stands for: ids and ranges; none if it is unreadable."""
    keys: list[str] = []
    for part in text.split(", "):
        found = ID.fullmatch(part)
        if found is None:
            return []
        first, last = int(found["first"]), int(found["last"] or found["first"])
        keys += [key(found["head"], str(each), found["rest"]) for each in range(first, last + 1)]
    return keys


def cited_in_text(text: str, cards: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yields the ids that a comment or docstring cites: as written, and as they are compared."""
    for found in CITED.finditer(text):
        if found["head"] not in cards:
            yield found[0], key(found["head"], found["number"], found["rest"])
    for found in CITED_SCENARIOS.finditer(text):
        for number in re.findall(r"\d+", found[1]):
            yield f"scenario {number}", key("scenario", number)
    for found in CITED_CHAPTERS.finditer(text):
        for number in re.findall(r"\d+(?:\.\d+)+", found[0]):
            yield number, number


def cited_in_name(name: str, cards: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yields the ids that the name of a test cites; a number alone is that of a scenario."""
    found = CITED_IN_NAME.match(name)
    if found is not None and found["head"].strip("_").upper() not in cards:
        yield name, key(found["head"] or "scenario", found["number"])
    for number in SCENARIO_IN_NAME.findall(name):
        yield name, key("scenario", number)


def is_known(cited: str, known: set[str]) -> bool:
    """Tells whether a page has an id, or the parts that it consists of, or the whole of a part."""
    part = re.compile(rf"{re.escape(cited)}(\.\d.*|[a-z])")
    return cited in known or cited.rstrip("abcdefgh") in known or any(map(part.fullmatch, known))


# Pages.


class Row(NamedTuple):
    """A row of a table, with where it stands."""

    place: str
    section: str
    columns: tuple[str, ...]
    cells: tuple[str, ...]


def rows_of(page: Path) -> Iterator[Row]:
    section = ""
    columns: tuple[str, ...] = ()
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("## "):
            section = line.removeprefix("## ")
        if not line.startswith("|"):
            columns = ()
            continue
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if not columns:
            columns = cells
        elif set(line) - set("|-: "):
            yield Row(f"{page.name}:{number}", section, columns, cells)


def known_ids(page: Path) -> set[str]:
    """Returns the ids of a page, whether or not a test shows what they ask for."""
    return {
        each
        for row in rows_of(page)
        if row.columns[0] == "Id" and row.section != DEVIATIONS
        for each in keys_of(row.cells[0])
    }


def paths_of(cell: str) -> list[str]:
    """Returns the paths of a cell; none if it has anything else."""
    if re.fullmatch(r"`[^` ]+`(, `[^` ]+`)*", cell) is None:
        return []
    return re.findall(r"`([^`]+)`", cell)


def page_problems(page: Path, root: Path) -> list[str]:
    """Lists what about a page is not in the format, or not true."""
    problems: list[str] = []
    text = page.read_text()
    if re.match(r"# .+: requirements\n\n\w", text) is None:
        problems.append(f"{page.name}:1: expected '# <System>: requirements' and a paragraph")
    if f"\n## {DEVIATIONS}\n" not in text:
        problems.append(f"{page.name}: there is no section {DEVIATIONS}")
    known = known_ids(page)
    seen: set[str] = set()
    for row in rows_of(page):
        wanted = DEVIATION if row.section == DEVIATIONS else REQUIREMENT
        ids = keys_of(row.cells[0])
        found: list[str] = []
        if len(row.cells) != len(row.columns) or "" in row.cells:
            found = ["a cell is missing or empty"]
        elif not ids:
            found = [f"cannot read the id {row.cells[0]}"]
        elif row.section == DEVIATIONS and row.columns == wanted:
            found = [f"there is no {each}" for each in ids if each not in known]
        elif row.columns == wanted:
            found = [f"{each} is there twice" for each in ids if each in seen]
            found += path_problems(row, root)
            seen |= set(ids)
        elif row.columns[0] != "Id" or row.section == DEVIATIONS or "Test" in row.columns:
            found = [f"expected the columns {', '.join(wanted)}"]
        problems += [f"{row.place}: {each}" for each in found]
    return problems


def path_problems(row: Row, root: Path) -> list[str]:
    """Lists the modules and tests of a requirement that are not there."""
    modules, tests = paths_of(row.cells[2]), paths_of(row.cells[3])
    problems = [] if modules and tests else ["expected paths in backticks, with commas between"]
    problems += [
        f"there is no module {path}"
        for path in modules
        if not (root / "src/kibitz" / path).exists()
    ]
    for test in tests:
        path, _, name = test.partition("::")
        file = root / "tests" / path
        runs = runs_in(file) if file.is_file() else {}
        if not runs or name not in {"", *runs}:
            problems.append(f"there is no test {test}")
        elif not (runs[name] if name else any(runs.values())):
            problems.append(f"the test {test} is skipped")
    return problems


@cache
def runs_in(file: Path) -> dict[str, bool]:
    """Returns the tests of a file, methods included, and whether each is run."""
    found: dict[str, bool] = {}

    def read(body: list[ast.stmt], runs: bool) -> None:
        for node in body:
            if isinstance(node, ast.Assign) and "pytestmark" in ast.unparse(node.targets[0]):
                runs = runs and not SKIP.search(ast.unparse(node.value))
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                skipped = any(SKIP.search(ast.unparse(each)) for each in node.decorator_list)
                if isinstance(node, ast.ClassDef):
                    read(node.body, runs and not skipped)
                elif node.name.startswith("test_"):
                    found[node.name] = runs and not skipped

    read(ast.parse(file.read_text()).body, True)
    return found


def citation_problems(page: Path, source: Source, root: Path) -> list[str]:
    """Lists what the code of a page cites and the page does not have."""
    known = known_ids(page)
    problems: list[str] = []
    for folder in source.folders:
        for path in sorted((root / folder).rglob("*.py")):
            for line, written, cited in citations_of(path, source.cards):
                if not is_known(cited, known):
                    place = f"{path.relative_to(root)}:{line}"
                    problems.append(f"{place}: {written} is not on {page.name}")
    return problems


def citations_of(path: Path, cards: tuple[str, ...]) -> Iterator[tuple[int, str, str]]:
    """Yields the ids that a file cites in comments, docstrings and names of tests."""
    text = path.read_text()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            for written, cited in cited_in_text(token.string, cards):
                yield token.start[0], written, cited
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for written, cited in cited_in_name(node.name, cards):
                yield node.lineno, written, cited
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for written, cited in cited_in_text(ast.get_docstring(node) or "", cards):
                yield node.body[0].lineno, written, cited


# The tests.


def test_index_lists_all_pages() -> None:
    listed = re.findall(r"\w+\.md", (DOCS / "requirements" / INDEX).read_text())
    assert [page.name for page in PAGES if page.name not in listed] == []


def test_folders_of_every_page_are_known() -> None:
    assert [page.name for page in PAGES if page.name not in SOURCES] == []
    missing = [
        folder
        for source in SOURCES.values()
        for folder in source.folders
        if not (ROOT / folder).is_dir()
    ]
    assert missing == []


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem) for page in PAGES])
def test_requirements_name_modules_and_tests_that_exist(page: Path) -> None:
    assert page_problems(page, ROOT) == []


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem) for page in PAGES])
def test_ids_that_the_code_cites_are_on_the_page(page: Path) -> None:
    assert citation_problems(page, SOURCES[page.name], ROOT) == []


# The test of the tests: a page and a file with every mistake.

WRONG = """# Whist requirements

## Rules

| Id | Requirement | Module | Test |
|---|---|---|---|
| R-1 | a trick | `whist.py` | `test_whist.py::test_trick` |
| R-01 | again | `whist.py` | `test_whist.py::TestDeal::test_deal` |
| R-2 | | `whist.py` | `test_whist.py` |
| R-3 | a module | `bridge.py` | `test_whist.py::test_method` |
| R-4 | prose | the module | `test_bridge.py` |
| R-5 | not run | `whist.py` | `test_whist.py::test_later` |
| later | no number | `whist.py` | `test_whist.py` |
| scenarios 1-3 | many | `whist.py` | `test_whist.py::test_trick` |
| 1.6.1 | a step | `whist.py` | `test_whist.py::test_trick` |

| Number | Requirement |
|---|---|
| R-6 | another table |

## Not shown by a test

| Id | Requirement | Why |
|---|---|---|
| R-7 | honest | nobody can |
"""
WRONG_CODE = '''"""The rules (1.6, 1.7), R-1 to R-3b, and the card G22."""

def test_r9_trumps() -> None:
    """Scenarios 2 and 4; `R-8` in code."""

def test_02_deal() -> None:
    ...  # noqa: B009, P1-017, R-7 and R-10
'''
WRONG_TESTS = """import pytest

def test_trick(): ...

class TestDeal:
    def test_method(self): ...

@pytest.mark.skip
def test_later(): ...
"""


def test_mistakes_are_found(tmp_path: Path) -> None:
    page = tmp_path / "whist.md"
    page.write_text(WRONG)
    for path, text in {
        "src/kibitz/whist.py": WRONG_CODE,
        "tests/test_whist.py": WRONG_TESTS,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    assert page_problems(page, tmp_path) == [
        "whist.md:1: expected '# <System>: requirements' and a paragraph",
        "whist.md: there is no section Deviations",
        "whist.md:8: r1 is there twice",
        "whist.md:8: there is no test test_whist.py::TestDeal::test_deal",
        "whist.md:9: a cell is missing or empty",
        "whist.md:10: there is no module bridge.py",
        "whist.md:11: expected paths in backticks, with commas between",
        "whist.md:11: there is no test test_bridge.py",
        "whist.md:12: the test test_whist.py::test_later is skipped",
        "whist.md:13: cannot read the id later",
        "whist.md:19: expected the columns Id, Requirement, Module, Test",
    ]
    page.write_text(f"{WRONG}\n## Deviations\n\n| Id | What differs |\n|---|---|\n| R-1 | all |\n")
    assert "expected the columns Id, What differs, Why" in page_problems(page, tmp_path)[-1]
    page.write_text(WRONG)
    found = citation_problems(page, Source(("src/kibitz",), ("G",)), tmp_path)
    assert [problem.split(": ", 1)[1].split(" is not")[0] for problem in found] == [
        "R-10",
        "1.7",
        "test_r9_trumps",
        "scenario 4",
    ]
