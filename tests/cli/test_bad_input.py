"""Bad input to every command: one clear line, exit code 2, no traceback, nothing written."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz as library
from kibitz.table import logs, server
from tests.cli.command import kibitz

LONG = "x" * 5000
ESCAPE = "\x1b[31mred"
HALF_CHARACTER = "\udcff"  # how Python holds a byte that is not text

Words = tuple[str, ...]

GAMES = ("", " ", "chess", "leduk", "../leduc", "leduc\x00", "kibitz.games.leduc:Leduc", LONG)
AGENTS = (
    "",
    ":",
    "nobody",
    "greedi",
    "greedy:",
    "greedy:worlds",
    "greedy:worlds=",
    "greedy:worlds=many",
    "greedy:worlds=0",
    "greedy:worlds=1e99",
    "greedy:worlds=1,worlds=2",
    "greedy:world=1",
    "ismcts:iterations=-1",
    "ismcts:ms=0",
    "ismcts:ms=99999999999",
    "ismcts:ms=nan",
    "no_such_module:Agent",
    "json:loads",
    "json:JSONDecoder",
    f"greedy:worlds={LONG}",
    LONG,
)
SEEDS = ("", " ", ESCAPE, HALF_CHARACTER, "\n")
OPTIONS = ("", " ", "rounds", "=3", "rounds=", "rounds=2", "rounds=yes", "rounds=1,rounds=3", "x=1")
COUNTS = ("0", "-1", "x", "1.5", "", "9" * 30)

# What a table needs to start, without a file for its database; what a matrix needs.
SERVE = ("serve", "--store", "sqlite://")
MATRIX = ("matrix", "pokemon", "random", "--vary", "decks=zap / blackout")

# A command with the place for one more argument.
WITH_GAME: tuple[Words, ...] = (
    ("play", "{}", "--seat", "none"),
    ("advise", "{}", "{position}"),
    ("arena", "{}", "random", "random"),
    ("tune", "{}", "greedy", "--range", "horizon=0:3"),
    ("ladder", "{}", "ismcts"),
    ("matrix", "{}", "greedy", "--vary", "rounds=1,3"),
    ("bench", "{}"),
    ("games", "{}"),
    ("coverage", "{}"),
)
WITH_AGENT: tuple[Words, ...] = (
    ("play", "leduc", "--seat", "none", "--opponent", "{}"),
    ("play", "leduc", "--kibitzer", "{}"),
    ("advise", "leduc", "{position}", "--agent", "{}"),
    ("arena", "leduc", "random", "{}", "--deals", "1", "--workers", "1"),
    ("tune", "leduc", "{}", "--range", "horizon=0:3"),
    ("ladder", "leduc", "{}", "--workers", "1"),
    ("matrix", "pokemon", "{}", *MATRIX[3:], "--deals", "1", "--workers", "1"),
    ("replay", "{record}", "--agent", "{}"),
)
WITH_SEED: tuple[Words, ...] = (
    ("play", "leduc", "--seat", "none", "--seed", "{}"),
    ("advise", "leduc", "{position}", "--seed", "{}"),
    ("arena", "leduc", "random", "random", "--seed", "{}"),
    ("tune", "leduc", "greedy", "--range", "horizon=0:3", "--seed", "{}"),
    ("ladder", "leduc", "ismcts", "--seed", "{}"),
    (*MATRIX, "--seed", "{}"),
    ("bench", "leduc", "--seed", "{}"),
)
WITH_OPTION: tuple[Words, ...] = (
    ("play", "jaipur", "--seat", "none", "--option", "{}"),
    ("advise", "jaipur", "{position}", "--option", "{}"),
    ("arena", "jaipur", "random", "random", "--option", "{}"),
    ("tune", "jaipur", "greedy", "--range", "horizon=0:3", "--option", "{}"),
    ("ladder", "jaipur", "ismcts", "--option", "{}"),
    (*MATRIX, "--option", "{}"),
)
WITH_COUNT: tuple[Words, ...] = (
    ("arena", "leduc", "random", "random", "--deals", "{}"),
    ("arena", "leduc", "random", "random", "--workers", "{}"),
    ("arena", "leduc", "random", "random", "--move-ms", "{}"),
    ("arena", "leduc", "random", "random", "--patience", "{}"),
    ("tune", "leduc", "greedy", "--range", "horizon=0:3", "--trials", "{}"),
    ("ladder", "leduc", "ismcts", "--steps", "{}"),
    (*MATRIX, "--deals", "{}"),
    (*MATRIX, "--workers", "{}"),
    (*SERVE, "--workers", "{}"),
)
WITH_FILE: tuple[Words, ...] = (
    ("replay", "{}"),
    ("play", "--resume", "{}"),
    ("advise", "leduc", "{}"),
)
FILES = (
    "missing.jsonl",
    ".",
    "empty",
    "binary",
    "text",
    "list.json",
    "object.json",
    "/dev/zero",
    "missing/folder/file",
    f"{LONG}/x",
)
WITH_FOLDER: tuple[Words, ...] = (
    ("arena", "--resume", "{}"),
    ("arena", "--report", "{}"),
    ("tune", "--resume", "{}"),
    ("ladder", "--resume", "{}"),
    ("matrix", "--resume", "{}"),
    ("arena", "leduc", "random", "random", "--out", "{}"),
    (*MATRIX, "--out", "{}"),
    (*SERVE, "--results", "{}"),
)
FOLDERS = ("text", "missing/empty", "text/inside", f"{LONG}/x")
WITH_PORT: tuple[Words, ...] = ((*SERVE, "--port", "{}"),)
PORTS = ("-1", "65536", "http", "80.5", "", " ", "9" * 30)
WITH_SETTINGS: tuple[Words, ...] = ((*SERVE, "--settings", "{}"),)
SETTINGS = (*[name for name in FILES if name != "empty"], "port.toml", "folder.toml", "limits.toml")
WITH_HOST: tuple[Words, ...] = ((*SERVE, "--port", "0", "--host", "{}"),)
HOSTS = (" ", "two words", "256.1.1.1", "host:80", "http://localhost", "nul\x00l", LONG)
# Databases that only fail when they are opened are in test_serve.py.
WITH_STORE: tuple[Words, ...] = (("serve", "--store", "{}"),)
STORES = (
    " ",
    "table.db",
    "sqlite",
    "sqlite:table.db",
    "mysql://me:secret@host/db",
    "http://localhost/db",
    LONG,
)
WITH_CHOICE: tuple[Words, ...] = ((*SERVE, "--log", "{}"), (*MATRIX, "--backend", "{}"))
CHOICES = ("", " ", "xml", "TEXT", LONG)
WITH_VARIED: tuple[Words, ...] = (("matrix", "pokemon", "random", "--vary", "{}"),)
VARIED = (
    "",
    " ",
    "decks",
    "decks=",
    "=zap",
    "decks=zap",
    "decks=zap / zap",
    "dekcs=zap / blackout",
)
OTHERS: tuple[Words, ...] = (
    ("juggle",),
    ("--juggle",),
    ("play",),
    ("play", "leduc", "--json"),
    ("play", "leduc", "--seat", "2"),
    ("play", "leduc", "--seat", "-1"),
    ("play", "leduc", "--seat", ""),
    ("play", "leduc", "--seats", "3"),
    ("play", "spire", "--opponent", "greedy"),
    ("play", "leduc", "-a", "greedy", "-a", "greedy"),
    ("play", "leduc", "--kibitzer", "human"),
    ("play", "jaipur", "--resume", "{record}"),
    ("play", "--resume", "{record}", "--seed", "1"),
    ("advise", "leduc"),
    ("advise", "leduc", "{}"),
    ("advise", "leduc", "[" * 3000),
    ("advise", "leduc", '{"game": 1}'),
    ("advise", "leduc", "{position}", "--top", "-1"),
    ("replay",),
    ("replay", "{record}", "--to", "999"),
    ("replay", "{record}", "--to", "-1"),
    ("arena",),
    ("arena", "leduc"),
    ("arena", "leduc", "random"),
    ("arena", "leduc", "random", "human"),
    ("arena", "leduc", "random", "random", "--address", "auto"),
    ("arena", "leduc", "random", "random", "--sprt", "0"),
    ("arena", "leduc", "random", "random", "--sprt", "5:1"),
    ("arena", "leduc", "random", "random", "--format", "cup"),
    ("arena", "leduc", "random", "random", "--records", "all"),
    ("arena", "leduc", "random", "random", "--games", "csv"),
    ("arena", "leduc", "random", "random", "--on-error", "cry"),
    ("tune", "leduc"),
    ("tune", "leduc", "greedy", "--range", "horizon=9:1"),
    ("tune", "leduc", "greedy", "--range", "size=1:2"),
    ("tune", "leduc", "greedy", "--range", ""),
    ("ladder", "leduc", "greedy:worlds=2", "--budget", "luck"),
    ("matrix", "leduc", "greedy", "--vary", "decks=a,b"),
    ("matrix",),
    ("matrix", "pokemon"),
    ("matrix", "pokemon", "random"),
    (*MATRIX, "--address", "auto"),
    (*MATRIX, "--resume", "{folder}"),
    ("serve", "leduc"),
    ("serve", "--port"),
    ("serve", "--store", "sqlite://", "--workers", "257"),
    ("games", "leduc", "--weights", "random"),
    ("games", "--weights", "expert"),
    ("new-game", ""),
    ("new-game", "Two Words"),
    ("new-game", "class"),
    ("new-game", "leduc"),
    ("new-game", LONG),
    ("new-game", "fine", "--folder", "text/inside"),
    ("new-game", "fine", "--folder", "nul\x00l"),
    ("new-game", "fine", "--title", ""),
    ("new-game", "fine", "--template", "none"),
    ("spire", "--ascension", "21"),
    ("spire", "--character", "gambler"),
    ("spire", "--patience", "0"),
    ("spire", "--runs", "0"),
    ("bench", "leduc", "--seconds", "x"),
    ("bench", "leduc", "--seconds", "-1"),
)


def all_cases() -> Iterator[Words]:
    """Puts every bad value in every place of its kind."""
    for commands, values in (
        (WITH_GAME, GAMES),
        (WITH_AGENT, AGENTS),
        (WITH_SEED, SEEDS),
        (WITH_OPTION, OPTIONS),
        (WITH_COUNT, COUNTS),
        (WITH_FILE, FILES),
        (WITH_FOLDER, FOLDERS),
        (WITH_PORT, PORTS),
        (WITH_SETTINGS, SETTINGS),
        (WITH_HOST, HOSTS),
        (WITH_STORE, STORES),
        (WITH_CHOICE, CHOICES),
        (WITH_VARIED, VARIED),
    ):
        for words in commands:
            for value in values:
                yield tuple(value if word == "{}" else word for word in words)
    yield from OTHERS


CASES = list(all_cases())


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Writes a folder of files, good and bad; returns the good ones by name."""
    folder = tmp_path_factory.mktemp("files")
    match = library.RuleEngine(library.load("leduc"), seed=1)
    position = match.game.position(match.view(0))
    (folder / "position.json").write_text(json.dumps(position))
    match.play("call")
    (folder / "record.jsonl").write_text(library.write_record(match).text())
    (folder / "empty").write_text("")
    (folder / "text").write_text("Once upon a time\n")
    (folder / "binary").write_bytes(bytes(range(256)))
    (folder / "list.json").write_text("[1, 2, 3]")
    (folder / "object.json").write_text('{"game": "leduc", "format": 99}')
    (folder / "port.toml").write_text("port = 99999")
    (folder / "folder.toml").write_text('results = "missing"')
    (folder / "limits.toml").write_text("[limits]\nbody_bites = 1")
    return {
        "folder": str(folder),
        "record": str(folder / "record.jsonl"),
        "position": str(folder / "position.json"),
    }


def test_there_are_enough_of_them_and_each_is_different() -> None:
    assert len(set(CASES)) == len(CASES) >= 300


@pytest.mark.parametrize(
    "words", CASES, ids=lambda words: " ".join(words)[:60].encode("unicode_escape").decode()
)
def test_bad_input_gets_one_clear_line(
    words: Words, places: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(places["folder"])
    if words[0] == "serve":
        keep_from_serving(monkeypatch)
    before = sorted(Path().rglob("*"))
    result = kibitz(*[places.get(word[1:-1], word) if word[:1] == "{" else word for word in words])
    assert result.code == 2, result
    line = result.error_line()
    assert line.startswith("kibitz")
    assert ": " in line
    assert len(line) < 1500
    assert not any(clue in line for clue in ("Errno", "bug in", "Error:", "object at 0x"))
    assert result.out == ""
    assert sorted(Path().rglob("*")) == before


def keep_from_serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a table that is not refused fail instead of running on, and leaves the logs alone."""

    def serve(*_: object) -> None:
        raise AssertionError("the table would be open")

    monkeypatch.setattr(server, "run", serve)
    monkeypatch.setattr(logs, "set_up_logs", lambda *_: None)
