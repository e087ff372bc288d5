"""The documentation: every example runs, every link leads somewhere, every code is listed."""

from __future__ import annotations

import ast
import importlib
import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote, urlencode, urlsplit

import pytest

from kibitz.core import Move, RuleEngine, reject
from kibitz.games import load, names
from kibitz.kit import errors as kit_errors
from tests.docs.blocks import (
    DOCS,
    LANGUAGES,
    NO_RUN,
    ROOT,
    RUN,
    TABLE,
    Block,
    Session,
    apply_diff,
    blocks_of,
    name_of,
    pages,
    prose_of,
)
from tests.table.servers import TableServer

pytestmark = pytest.mark.docs

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
# Commands that build, install or measure: the suite runs them elsewhere, or not at all.
MOST_NOT_RUN = 6
# Longer, and the README no longer fits on a screen and a bit.
README_LINES = 80


# The mark of a page whose commands need a running table.
SERVED = "<!-- with a table -->"


def expecting(page: Path) -> object:
    """Marks a page that shows errors which are logged, or commands that need a group."""
    text = page.read_text()
    marks = [pytest.mark.expects_errors] if "<!-- logs errors -->" in text else []
    marks += [pytest.mark.needs(group) for group in re.findall(r"<!-- needs (\w+) -->", text)]
    return pytest.param(page, id=name_of(page), marks=marks)


# Blocks.


@pytest.mark.parametrize("page", [expecting(page) for page in pages()])
def test_examples_of_a_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    with ExitStack() as ending:
        table = ending.enter_context(serving(tmp_path)) if SERVED in page.read_text() else TABLE
        session = Session(page, tmp_path, table)
        ending.callback(session.close)
        for block in blocks_of(page):
            if block.runs:
                session.run(block)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Runs a table for a page that has commands for one; returns its address."""
    files, results = folder / ".server", folder / "results"
    for each in (files, results):
        each.mkdir()
    server = TableServer(
        files, settings=f'workers = 1\nresults = "{results}"\nspire_log = "{files}"\n'
    )
    try:
        yield server.url
    finally:
        server.close()


def test_a_page_has_one_shell_that_begins_every_command_in_its_folder(tmp_path: Path) -> None:
    session = Session(ROOT / "README.md", tmp_path, "http://table:1")
    lines = (
        "$ name=Ada; hi() {\n> echo hi $1 >&2; }; cd /\n$ hi $name; ls -d .tools\nhi Ada\n.tools\n"
    )
    try:
        session.run(Block(session.page, 1, "console", f"{lines}$ echo {TABLE}\nhttp://table:1\n"))
        with pytest.raises(AssertionError, match="the shell ended"):
            session.run(Block(session.page, 1, "console", "$ echo oops; exit 3\n"))
    finally:
        session.close()


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("--- a.txt\n+++ a.txt\n@@\n two\n+three\n", ""),
        ("--- a.txt\n+++ a.txt\n@@\n-one\n+three\n", "found 2 times"),
        ("--- a.txt\n+++ a.txt\n@@\n-four\n", "found 0 times"),
        ("--- a.txt\n+++ b.txt\n@@\n-two\n", "expected 'a.txt' twice"),
        ("--- a.txt\n+++ a.txt\n two\n", "expected '@@'"),
        ("--- a.txt\n+++ a.txt\n@@\ntwo\n", "an unmarked line"),
    ],
)
def test_a_diff_changes_one_place_of_a_file(lines: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\none\n")
    block = Block(ROOT / "README.md", 1, "diff", lines)
    if wanted:
        with pytest.raises(AssertionError, match=wanted):
            apply_diff(block, tmp_path)
    else:
        apply_diff(block, tmp_path)
        assert (tmp_path / "a.txt").read_text() == "one\ntwo\nthree\none\n"


def test_examples_are_written_in_languages_that_are_checked() -> None:
    strange = [
        f"{block.place}: {block.language or 'no language'}"
        for page in pages()
        for block in blocks_of(page)
        if block.language not in LANGUAGES
    ]
    assert strange == []


def test_examples_that_are_not_run_are_few_and_say_so() -> None:
    kept: list[Block] = []
    for page in pages():
        for block in blocks_of(page):
            assert not block.tags or block.tags == [NO_RUN] or block.language == "json", block.place
            if block.language in RUN and not block.runs:
                kept.append(block)
    assert all(block.language == "console" for block in kept), "code is always run"
    assert len(kept) <= MOST_NOT_RUN, [block.place for block in kept]


def test_json_examples_are_json() -> None:
    for page in pages():
        for block in blocks_of(page):
            if block.language == "json":
                json.loads(block.text)
            elif block.language == "jsonl":
                for line in block.text.splitlines():
                    assert isinstance(json.loads(line), dict), block.place


def test_position_examples_are_read_by_their_game() -> None:
    found = 0
    for page in pages():
        for block in blocks_of(page):
            for tag in block.tags if block.language == "json" else []:
                key, _, game_id = tag.partition("=")
                assert key == "data-position", block.place
                game = load(game_id.strip('"'))
                view = game.read_position(json.loads(block.text))
                # What is written back may have more in it, but reads as the same view.
                again = json.loads(json.dumps(game.position(view)))
                assert game.read_position(again) == view, block.place
                found += 1
    assert found >= len(names()), "the page of each game shows a position"


# Pages.


def test_pages_are_those_of_the_navigation() -> None:
    listed = re.findall(r"^ *- .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


def test_readme_fits_on_a_screen() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= README_LINES


def test_figures_are_filled_in() -> None:
    for page in pages():
        assert "FIGURES" not in prose_of(page), f"{name_of(page)} waits for figures"


LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\((?P<to>[^)\s]+)\)")


@pytest.mark.parametrize("page", [pytest.param(page, id=name_of(page)) for page in pages()])
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.finditer(prose_of(page)):
        to = link["to"]
        if re.match(r"https?://", to):
            continue
        path, _, anchor = to.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and not has_anchor(target, anchor)):
            broken.append(to)
    assert broken == []


def has_anchor(page: Path, anchor: str) -> bool:
    """Tells whether a page has a heading, or the reference a name, with this anchor."""
    if anchor.startswith("kibitz."):
        return is_importable(anchor)
    return anchor in {slug(line) for line in prose_of(page).splitlines() if line.startswith("#")}


def slug(heading: str) -> str:
    """Makes the anchor of a heading as the site does."""
    words = re.sub(r"[^\w\s-]", "", heading.lstrip("# ")).strip().lower()
    return re.sub(r"[-\s]+", "-", words)


def is_importable(name: str) -> bool:
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def test_reference_names_exist() -> None:
    for page in (DOCS / "reference").glob("*.md"):
        for name in re.findall(r"^::: (\S+)$", page.read_text(), re.MULTILINE):
            assert is_importable(name), f"{name_of(page)}: {name}"


@pytest.mark.parametrize("package", ["agents", "arena", "core", "kit", "testing"])
def test_reference_lists_what_a_package_exports(package: str) -> None:
    found = vars(importlib.import_module(f"kibitz.{package}"))
    public = [name for name, held in found.items() if not isinstance(held, ModuleType)]
    names = found.get("__all__", [name for name in public if not name.startswith("_")])
    listed = re.findall(r"^        - (\w+)$", (DOCS / f"reference/{package}.md").read_text(), re.M)
    assert [name for name in names if name not in listed] == []


@pytest.mark.slow
@pytest.mark.needs("docs")
def test_site_builds_without_a_warning(tmp_path: Path) -> None:
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for folder in ("docs", "src"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so")
        )
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "mkdocs.yml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    built = tmp_path / "build" / "site"
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).with_suffix("")
        html = built / (name.parent if name.name == "index" else name) / "index.html"
        assert html.is_file(), f"{name} was not built"
        for anchor in re.findall(r"reference/(\w+)\.md#(kibitz[\w.]+)", page.read_text()):
            reference = built / "reference" / anchor[0] / "index.html"
            assert f'id="{anchor[1]}"' in reference.read_text(), f"{name}: {anchor[1]}"
        # A fence or a snippet that the site cannot read is printed as it stands.
        assert "```" not in html.read_text(), f"{name} shows a raw fence"
        assert "--8&lt;--" not in html.read_text(), f"{name} shows a raw snippet"
    assert broken_links(built) == []


class Links(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name"):
                self.anchors.add(value or "")
            elif name in ("href", "src"):
                self.targets.append(value or "")


def broken_links(site: Path) -> list[str]:
    """Lists links of a site to pages, files and anchors that it does not have."""
    pages = {page: Links(page.read_text()) for page in site.rglob("*.html")}
    broken: list[str] = []
    for page, found in pages.items():
        for target in found.targets:
            link = urlsplit(target)
            # The page for what is not found is shown at any address, so its links begin with /.
            if link.scheme or link.netloc or link.path.startswith("/"):
                continue
            to = (page.parent / unquote(link.path)).resolve() if link.path else page
            to = to / "index.html" if to.is_dir() else to
            anchor = unquote(link.fragment)
            if not to.is_file() or (anchor and to in pages and anchor not in pages[to].anchors):
                broken.append(f"{page.relative_to(site)}: {target}")
    return broken


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "index.html").write_text('<h1 id="a b">A</h1><a href="..">home</a>')
    wrong = ["more#c", "none/", "#d"]
    right = ["more/#a%20b", "more", "#here", "https://elsewhere/none", "/anything"]
    links = "".join(f'<a href="{each}"></a>' for each in [*wrong, *right])
    (tmp_path / "index.html").write_text(f'<p id="here">{links}</p>')
    assert broken_links(tmp_path) == [f"index.html: {each}" for each in wrong]


# Game pages.

SNIPPET = re.compile(r'^--8<-- "(\S+)"$', re.MULTILINE)


@pytest.mark.parametrize("name", names())
def test_a_newcomer_finds_the_rules_that_players_read(name: str) -> None:
    """The page of rules is the file that the terminal and the table show, and stands first."""
    page = DOCS / "rules" / f"{name}.md"
    (path,) = SNIPPET.findall(page.read_text())
    assert (ROOT / path).read_text(encoding="utf-8") == load(name).rules_text()
    start = (DOCS / "games" / f"{name}.md").read_text().partition("\n## ")[0]
    assert LINK.findall(start)[0] == f"../rules/{name}.md"


HEADINGS = (
    "Status",
    "Rules",
    "Deviations",
    "Moves and notation",
    "What each seat sees",
    "Position",
    "Refusal codes",
    "Score",
    "Agents",
    "Version history",
)


@pytest.mark.parametrize("name", names())
def test_game_page_follows_the_template(name: str) -> None:
    lines = (DOCS / "games" / f"{name}.md").read_text().splitlines()
    assert tuple(line[3:] for line in lines if line.startswith("## ")) == HEADINGS
    game = load(name)
    history = section(name, "Version history")
    assert re.search(rf"^\| {game.version} \|", history, re.MULTILINE), "the version is listed"
    told = section(name, "Moves and notation")
    for kind in game.rulebook().kinds:
        assert f"`{kind.id}" in told, f"the move {kind.id} is not described"


def section(name: str, heading: str) -> str:
    """Returns one section of a game's page."""
    text = (DOCS / "games" / f"{name}.md").read_text()
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def listed_codes(name: str) -> set[str]:
    """Returns the codes in the first column of the tables under "Refusal codes"."""
    rows = re.findall(r"^\| `([A-Z_]+)` \|", section(name, "Refusal codes"), re.MULTILINE)
    assert len(rows) == len(set(rows)), "a code is listed twice"
    return set(rows)


# What makes refusals: the class, and functions that are given the code.
REFUSING = ("Reject", "reject_at")


def codes_in_source(name: str) -> set[str]:
    """Returns the codes with which a game's own modules make refusals."""
    package = importlib.import_module(type(load(name)).__module__.rpartition(".")[0])
    found: set[str] = set()
    for path in Path(ROOT / "src" / package.__name__.replace(".", "/")).rglob("*.py"):
        module = path.relative_to(ROOT / "src").with_suffix("").parts
        holder = importlib.import_module(".".join(module).removesuffix(".__init__"))
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(REFUSING):
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.add(str(code.value))
                elif ast.unparse(code) != "code":  # a function that refuses with what it is given
                    assert isinstance(code, ast.Name), f"{path}: {ast.unparse(node)}"
                    found.add(str(getattr(holder, code.id)))
    return found


def codes_in_play(name: str, games: int = 20, moves: int = 200) -> set[str]:
    """Returns the codes met while a game is played at random.

    Asked are all candidates of all seats, and some moves that were legal elsewhere: those name
    cards that are gone, numbers that are too large and so on.
    """
    found: set[str] = set()
    elsewhere: dict[Move[Any], None] = {}
    for seed in range(games):
        game = load(name)
        engine: RuleEngine[Any, Any] = RuleEngine(game, seed=seed)
        rng = engine.observe().rng
        while engine.ply < moves:
            known = [*elsewhere]
            for seat in range(game.seats):
                for entry in engine.enumerate_moves(seat):
                    if entry.validation_error is not None:
                        found.add(entry.validation_error.error_code)
                for move in [rng.pick(known) for _ in range(10 * bool(known))]:
                    found |= {reason.error_code for reason in engine.explain(move, seat)}
            if engine.outcome is not None:
                break
            elsewhere.update(dict.fromkeys(engine.legal_moves()))
            engine.play(rng.pick(engine.legal_moves()))
    return found


LIBRARY = {
    value for module in (reject, kit_errors) for key, value in vars(module).items() if key.isupper()
}


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_game_page_lists_every_refusal_code(name: str) -> None:
    listed, source, played = listed_codes(name), codes_in_source(name), codes_in_play(name)
    assert source | played <= listed, "these codes can be returned and are not listed"
    assert listed - source <= LIBRARY, "these codes are listed, and no rule returns them"


def test_codes_of_the_library_are_listed() -> None:
    page = (DOCS / "concepts" / "moves.md").read_text()
    table = page.split("### Codes of the library", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {code for row in rows for code in re.findall(r"`([A-Z_]+)`", row)} == LIBRARY


# Examples.


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in EXAMPLES])
def test_example_is_told_of_in_the_documentation(path: Path) -> None:
    assert any(f"examples/{path.name}" in page.read_text() for page in DOCS.rglob("*.md"))


def test_coin_game_of_the_guide_is_the_example() -> None:
    code = (ROOT / "examples" / "coin_game.py").read_text().split("\n\nif __name__", 1)[0]
    shown = blocks_of(DOCS / "guides" / "getting-started.md")
    assert code.strip() in [block.text.strip() for block in shown]
    lines = [line for line in code.splitlines() if line.strip()]
    told = [line for line in lines if not line.strip().startswith(('"""', "from ", "import "))]
    assert len(told) == 34, f"the 34-line game has {len(told)} lines"


def run_example(name: str, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_example_is_run_here() -> None:
    known = {"coin_game.py", "flat_monte_carlo.py", "terminal_menu.py", "web_menu.py"}
    # Run beside their guides (test_table_guides, test_bots_guide), in tests/examples, and in
    # test_examples.
    elsewhere = {"bot_over_lines.py", "table_client.py", "love_letter.py", "small_tcg.py"}
    assert {path.name for path in EXAMPLES} == known | elsewhere | {"balance_report.py"}


def test_coin_game_plays_to_the_end() -> None:
    said = run_example("coin_game.py", "--seed", "3")
    assert said == run_example("coin_game.py", "--seed", "3")
    assert "wins" in said


def test_flat_monte_carlo_beats_chance() -> None:
    said = run_example("flat_monte_carlo.py", "--matches", "200", "--worlds", "8")
    won = re.search(r"won \+(\d+) against random in 200 matches", said)
    assert won is not None, said
    assert int(won[1]) > 100, said


def test_terminal_menu_takes_numbers_and_ends_with_the_input() -> None:
    said = run_example("terminal_menu.py", "--seed", "5", typed="1\n99\nnonsense\n\n1\n")
    assert "'99' is not one of the numbers" in said
    assert "seat 0: Play" in said
    assert said.endswith("Goodbye.\n")


def test_terminal_menu_plays_a_whole_match_by_its_numbers() -> None:
    said = run_example("terminal_menu.py", "--seed", "5", typed="2\n1\n" * 3000)
    assert "winner: " in said


def test_web_menu_lists_and_plays_moves() -> None:
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "examples" / "web_menu.py"), "--port", "0", "--seed", "31"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address), address
        page = fetch(address)
        assert 'name="version" value="1.0"' in page
        choice = re.search(r'<button name="move" value="([^"]+)">', page)
        assert choice is not None
        assert "would play</h2>" in fetch(address + "?ask")
        after = fetch(address, {"version": "1.0", "move": choice[1]})
        assert 'name="version" value="1.1"' in after
        assert "<li>You: Play " in after
        assert "<button disabled>" in after, "refused moves are shown with their reason"
        assert "changed" in fetch(address, {"version": "1.0", "move": choice[1]}), "a stale page"
        assert "cannot read" in fetch(address, {"version": "1.1", "move": "<script>"})
        assert "<script>" not in fetch(address)
        over = fetch(address, {"version": "1.1", "move": "concede 0"})
        assert "you lose" in over
        again = re.search(r'name="version" value="(1\.\d+)"', over)
        assert again is not None
        assert 'value="2.' in fetch(address, {"version": again[1], "move": ""}), "dealt again"
        with pytest.raises(HTTPError, match="404"):
            fetch(address + "elsewhere")
    finally:
        server.terminate()
        server.wait(timeout=20)
        assert server.stdout is not None
        server.stdout.close()


def fetch(address: str, form: dict[str, str] | None = None) -> str:
    body = None if form is None else urlencode(form).encode()
    with urllib.request.urlopen(address, body, timeout=20) as answer:
        return str(answer.read().decode())
