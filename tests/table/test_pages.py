"""The files of the page: served from memory, and only they."""

import asyncio
import gzip
import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from kibitz.table import pages
from kibitz.table.app import add_handlers
from kibitz.table.metrics import Metrics

FOLDER = Path(pages.__file__).parent / "page"
SCRIPTS = sorted(FOLDER.rglob("*.js"))
LANGUAGES = sorted((FOLDER / "texts").glob("*.js"))
# A key of a text in a file of a language, and the use of one.
KEY = re.compile(r'^  "?([\w.]+)"?:', re.MULTILINE)
USE = re.compile(r'\bt\(\s*"([\w.]+)"')


class Client:
    """Asks an app that has only the page."""

    def __init__(self) -> None:
        self.app = FastAPI()
        # Refusals are counted, which is all that they need of a service.
        self.app.state.service = type("Service", (), {"metrics": Metrics()})()
        add_handlers(self.app)
        self.app.include_router(pages.router)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Returns the answer to a request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
                sent = {name.replace("_", "-"): value for name, value in headers.items()}
                return await client.get(path, headers=sent)

        return asyncio.run(ask())


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def test_serves_the_page_and_its_files(client: Client) -> None:
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert_same_code(page.text, (FOLDER / "index.html").read_text())
    for path in SCRIPTS:
        found = client.get(f"/page/{path.relative_to(FOLDER).as_posix()}")
        assert found.headers["content-type"] == "text/javascript; charset=utf-8"
        assert_same_code(found.text, path.read_text())


def assert_same_code(served: str, source: str) -> None:
    """Fails if anything but comments and indentation is missing, or stands in another line."""
    lines, written = served.split("\n"), source.split("\n")
    assert len(lines) == len(written)
    for line, there in zip(lines, written, strict=True):
        comment = line == "" and re.match(r"\s*(//|/\*|\*)", there)
        assert line == there.lstrip() or comment, there


def test_comments_are_left_out_where_they_have_a_line_to_themselves() -> None:
    source = (
        "// what it is\n"
        "/** @type {number} */\n"
        "let a = 1; // kept\n"
        "  /**\n"
        "   * Many lines.\n"
        "   */\n"
        "/** @type {any} */ (a).b = 2 /* here */;\n"
        '  const url = "http://a"; /* and */\n'
        "/* short */\n"
    )
    code = [
        *["", "", "let a = 1; // kept", "", "", ""],
        "/** @type {any} */ (a).b = 2 /* here */;",
        'const url = "http://a"; /* and */',
        *["", ""],
    ]
    assert pages.shortened(source.encode()).decode().split("\n") == code


def test_no_text_of_a_script_has_indentation_in_it() -> None:
    regex = re.compile(r"/(?![/*])(?:[^/\\\n]|\\.)+/[a-z]*")
    for path in SCRIPTS:
        for line in path.read_text().splitlines():
            # What stands in braces may go on in the next line: it is code.
            text = regex.sub("", line.replace('"```"', ""))
            whole = text.count("`") % 2 == 0
            assert whole or text.count("${") != text.count("}"), f"{path.name}: {line}"


def test_compresses_only_for_those_who_can_read_it(client: Client) -> None:
    packed = client.get("/page/main.js", accept_encoding="gzip")
    plain = client.get("/page/main.js", accept_encoding="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    file = pages.page_files()["main.js"]
    assert gzip.decompress(file.packed) == file.body


def test_a_known_file_is_not_sent_again(client: Client) -> None:
    first = client.get("/page/main.js")
    again = client.get("/page/main.js", if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    other = client.get("/page/main.js", if_none_match='W/"other"')
    assert other.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/page/",
        "/page/texts",
        "/page/app.py",
        "/page/../app.py",
        "/page/%2e%2e/app.py",
        "/page/..%2fapp.py",
        "/page//etc/passwd",
        "/page/main.js/",
    ],
)
def test_nothing_else_can_be_reached(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_page_names_files_that_exist() -> None:
    served = pages.page_files()
    named = re.findall(r'"/page/([\w./]+)"', served["index.html"].body.decode())
    assert {*named} <= {*served}
    for path in SCRIPTS:
        for name in re.findall(r'(?:from|import) "\./([\w./]+)"', path.read_text()):
            assert name in served, f"{path.name} imports {name}"


def test_every_language_has_every_text() -> None:
    used = {key for path in SCRIPTS for key in USE.findall(path.read_text())}
    assert len(used) > 100
    keys = {path.name: {*KEY.findall(path.read_text())} for path in LANGUAGES}
    assert keys["en.js"] >= used
    for name, found in keys.items():
        assert found == keys["en.js"], name


def test_a_number_of_things_has_a_text_for_one() -> None:
    for line in (FOLDER / "texts" / "en.js").read_text().splitlines():
        assert not re.match(
            r'\s*(?!other:)"?[\w.]+"?: "[^"]*\{n\} (?:[a-z]+ )?[a-z]{2,}s\b', line
        ), line


def test_no_script_writes_markup() -> None:
    for path in SCRIPTS:
        text = path.read_text()
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text
        )


def loaded_first(part: str) -> tuple[set[str], set[str]]:
    """Returns the files that a part loads first, and those of them that `main.js` names."""
    served = pages.page_files()
    main = served["main.js"].body.decode()
    [named] = re.findall(rf'^.*\["\./{part}\.js".*$', main, re.MULTILINE)
    [table] = re.findall(r"^const TABLE = \[(.*?)\];", main, re.MULTILINE | re.DOTALL)
    given = {*re.findall(r'"(?:\./)?([\w.]+\.(?:js|css))"', named.replace("...TABLE", table))}
    given |= {*re.findall(r'"/page/([\w./]+)"', served["index.html"].body.decode())}
    wanted = ["index.html", "texts/en.js", *given]
    loaded: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in loaded:
            loaded.add(name)
            wanted += re.findall(r'from "\./([\w./]+)"', served[name].body.decode())
    return loaded, given


# Beside these: the drawings of the game, what the server says about the match, and 0.3 kB for the
# head of each answer. `make bench WHAT=table BENCH=page` measures all of it.
@pytest.mark.parametrize(("part", "most"), [("home", 45_000), ("table", 60_000)])
def test_the_first_load_is_small(part: str, most: int) -> None:
    loaded, _ = loaded_first(part)
    served = pages.page_files()
    assert {"main.js", "card.js", "piece.css"} <= loaded
    assert sum(len(served[name].packed) for name in loaded) < most


def test_no_script_of_a_table_waits_for_another() -> None:
    loaded, given = loaded_first("table")
    assert {name for name in loaded if name.endswith(".js")} - given == {"texts/en.js"}


def test_every_drawing_is_in_its_file() -> None:
    [listed] = re.findall(
        r"const FILES = \{(.*?)\};", (FOLDER / "drawings.js").read_text(), re.DOTALL
    )
    named = re.findall(r'(\w+): "(\w+)"', listed)
    drawn = [
        (kind, path.stem)
        for path in SCRIPTS
        if '@typedef {import("./drawings.js").Sketch}' in path.read_text()
        for kind in re.findall(r"^export (?:function|const) (\w+)", path.read_text(), re.MULTILINE)
    ]
    assert sorted(named) == sorted(drawn)
    assert len(named) > 20
