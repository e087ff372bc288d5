import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz as package
from examples import table_client
from kibitz.cli.new_game import TEMPLATES
from tests.cli.command import environment, kibitz, kibitz_process

PACKAGES = Path(package.__file__).parents[1]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("template", "count"), [("tricks", 7), ("points", 7), ("kit", 8)])
def test_new_game_passes_its_own_tests_at_once(template: str, count: int, tmp_path: Path) -> None:
    made = kibitz_process("new-game", "high_card", "--template", template, folder=tmp_path)
    assert made.code == 0
    assert "kibitz play high_card" in made.out
    others = [name for name in TEMPLATES if name != template]
    assert all(f"--template {name}  {TEMPLATES[name]}" in made.out for name in others)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "high_card",
        env=environment({"PYTHONPATH": str(PACKAGES), "PYTHONDONTWRITEBYTECODE": "1"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} passed" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_new_game_is_clean_for_ruff_and_mypy(template: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "game")
    assert kibitz("new-game", "high_card", "--template", template, "--folder", folder).code == 0
    settings = ROOT / "pyproject.toml"
    # As in the games of this repository: the docstring of a class is the rule.
    rules = ["--extend-per-file-ignores", "src/**:D102"]
    mypy = ["mypy", "--strict", "--namespace-packages", "--explicit-package-bases"]
    cache = f"--cache-dir={ROOT / 'build' / 'typing' / 'cache'}"
    for tool in (
        ["ruff", "check", "--no-cache", "--config", str(settings), *rules],
        ["ruff", "format", "--no-cache", "--check", "--config", str(settings)],
        [*mypy, cache, "--follow-imports=silent"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *tool, "src", "tests"],
            cwd=tmp_path / "game",
            env=environment({"MYPYPATH": os.pathsep.join(["src", str(ROOT / "src")])}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def installed(folder: Path, id: str, name: str) -> dict[str, str]:
    """Returns the environment in which a new game is found as if it were installed."""
    metadata = folder.parent / f"kibitz_{id}-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: kibitz-{id.replace('_', '-')}\nVersion: 0.1.0\n"
    )
    (metadata / "entry_points.txt").write_text(f"[kibitz.games]\n{id} = kibitz_{id}:{name}\n")
    path = os.pathsep.join([str(PACKAGES), str(folder / "src"), str(folder.parent)])
    return {"PYTHONPATH": path}


def test_new_game_can_be_played_once_it_is_on_the_path(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    made = kibitz("new-game", "go_home", "--title", "Go home, Bob's", "--folder", str(folder))
    assert made.code == 0
    path = installed(folder, "go_home", "GoHome")
    match = ("play", "go_home", "--seed", "1")
    played = kibitz_process(*match, typed="hint\n1\n" * 5, extra=path)
    assert (played.code, played.err) == (0, "")
    assert "Go home, Bob's" in played.out
    assert "high cards" in kibitz_process(*match, typed="why\n", extra=path).out
    assert "tricks" in played.out[played.out.index("the end") :]


# What `hint` and the end of a match say, for each template.
SAID = {
    "tricks": ("high cards are worth keeping", "tricks"),
    "points": ("the best card that you leave", "the row is empty"),
    "kit": ("your creatures get stronger", "life left"),
}


@pytest.mark.parametrize("template", TEMPLATES)
def test_new_game_is_played_advised_measured_and_served(template: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    assert kibitz("new-game", "pond", "--template", template, "--folder", str(folder)).code == 0
    path = installed(folder, "pond", "Pond")
    reason, end = SAID[template]
    typed = "hint\n" + "1\n" * 200
    played = kibitz_process("play", "pond", "--seed", "1", typed=typed, extra=path)
    assert (played.code, played.err) == (0, "")
    assert reason in played.out
    assert end in played.out[played.out.index("the end") :]
    rules = kibitz_process("play", "pond", typed="rules\n", extra=path)
    assert "the end" in rules.out.lower()
    # The agent of the game, and one that only knows how the seats stand.
    own = "thrifty" if template == "tricks" else "greedy"
    players = (own, "ismcts:iterations=50", "random")
    arena = kibitz_process(
        *("arena", "pond", *players, "--deals", "4", "--seed", "1", "--workers", "1", "--json"),
        extra=path,
    )
    assert arena.code == 0, arena.err
    ranking = [entry["player"] for entry in json.loads(arena.out)["standings"]]
    assert players[ranking[-1]] == "random"
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--json", "--workers", "1"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        env=environment({**path, "XDG_STATE_HOME": str(tmp_path)}),
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            url = json.loads(server.stdout.readline())["url"]
            assert table_client.play("pond", url)["reason"]
        finally:
            server.terminate()


def test_new_game_with_four_seats_is_played(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    assert kibitz("new-game", "pond", "--folder", str(folder)).code == 0
    path = installed(folder, "pond", "Pond")
    match = ("play", "pond", "--seats", "4", "--seed", "1")
    played = kibitz_process(*match, typed="1\n" * 5, extra=path)
    assert (played.code, played.err) == (0, "")
    assert "seat 3" in played.out[played.out.index("the end") :]
    wrong = kibitz_process("play", "pond", "--seats", "5", extra=path)
    assert (wrong.code, "2 to 4" in wrong.error_line()) == (2, True)


def test_hint_names_what_a_game_lacks_that_does_not_say_how_the_seats_stand(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    made = kibitz("new-game", "pond", "--template", "points", "--folder", str(folder))
    assert made.code == 0
    game = folder / "src" / "kibitz_pond" / "game.py"
    text = game.read_text()
    start, end = text.index("    def standing"), text.index("    def score")
    game.write_text(text[:start] + text[end:])
    path = installed(folder, "pond", "Pond")
    typed = "hint greedy:worlds=2\n"
    # The agent of the game is called greedy, too, and knows better.
    text = game.read_text()
    game.write_text(text.replace('return {"greedy": make_greedy}', "return {}"))
    said = kibitz_process("play", "pond", "--seed", "1", typed=typed, extra=path).out
    words = " ".join(said.split())
    expected = "greedy has no opinion here: it scores all 3 moves alike. pond does not say how the"
    assert f"{expected} seats stand before the end: define Game.standing." in words


@pytest.mark.parametrize("template", TEMPLATES)
def test_new_game_as_json(template: str, tmp_path: Path) -> None:
    folder = tmp_path / "x"
    made = kibitz("new-game", "x", "--template", template, "--folder", str(folder), "--json")
    document = json.loads(made.out)
    assert (document["folder"], document["template"]) == (str(folder), template)
    for name in document["files"]:
        assert (folder / name).is_file()
        assert "$" not in (folder / name).read_text()


@pytest.mark.parametrize(
    "id", ["", "High", "9lives", "a-b", "a b", "a__b", "_a", "a_", "class", "é", "../x", "a.b"]
)
def test_new_game_refuses_an_id_that_names_no_module(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = kibitz("new-game", id)
    assert result.code == 2
    expected = "expected lower-case letters, digits and _, such as high_card"
    assert result.error_line().endswith(f"invalid id {id!r}: {expected}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["leduc"], "a game 'leduc' is already installed; choose another id"),
        (["a" * 31], "expected at most 30 characters"),
        (["x", "--template", "kid"], "unknown template 'kid': expected tricks, points or kit"),
        (["x", "--template", ""], "unknown template '': expected tricks, points or kit"),
        (["x", "--title", ""], "invalid title '': expected 1 to 60 characters, one line"),
        (["x", "--title", "two\nlines"], "expected 1 to 60 characters, one line"),
        (["x", "--title", 'quo"ted'], 'the characters " \\ and $ are not allowed'),
        (["x", "--title", "$id"], "invalid title '$id': the characters"),
        (["x", "--folder", "taken"], "taken already exists; choose another folder with --folder"),
        (["x", "--folder", "file/x"], "cannot write file/x"),
    ],
)
def test_new_game_refuses_invalid_arguments(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "file").write_text("")
    result = kibitz("new-game", *arguments)
    assert result.code == 2
    assert words in result.error_line()
    assert not list((tmp_path / "taken").iterdir())
