import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz as package
from tests.cli.command import environment, kibitz, kibitz_process

PACKAGES = Path(package.__file__).parents[1]
ROOT = Path(__file__).parents[2]


def test_new_game_passes_its_own_tests_at_once(tmp_path: Path) -> None:
    made = kibitz_process("new-game", "high_card", folder=tmp_path)
    assert made.code == 0
    assert "kibitz play high_card" in made.out
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "high_card",
        env=environment({"PYTHONPATH": str(PACKAGES), "PYTHONDONTWRITEBYTECODE": "1"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed" in done.stdout


@pytest.mark.slow
def test_new_game_is_clean_for_ruff_and_mypy(tmp_path: Path) -> None:
    assert kibitz("new-game", "high_card", "--folder", str(tmp_path / "game")).code == 0
    settings = ROOT / "pyproject.toml"
    mypy = ["mypy", "--strict", "--namespace-packages", "--explicit-package-bases"]
    cache = f"--cache-dir={ROOT / 'build' / 'typing' / 'cache'}"
    for tool in (
        ["ruff", "check", "--no-cache", "--config", str(settings)],
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


def test_new_game_can_be_played_once_it_is_on_the_path(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    made = kibitz("new-game", "go_home", "--title", "Go home, Bob's", "--folder", str(folder))
    assert made.code == 0
    metadata = tmp_path / "kibitz_go_home-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: kibitz-go-home\nVersion: 0.1.0\n"
    )
    (metadata / "entry_points.txt").write_text("[kibitz.games]\ngo_home = kibitz_go_home:GoHome\n")
    path = os.pathsep.join([str(PACKAGES), str(folder / "src"), str(tmp_path)])
    played = kibitz_process(
        *("play", "go_home", "--seed", "1"), typed="hint\n1\n" * 5, extra={"PYTHONPATH": path}
    )
    assert (played.code, played.err) == (0, "")
    assert "Go home, Bob's" in played.out
    assert (
        "high cards"
        in kibitz_process(
            *("play", "go_home", "--seed", "1"), typed="why\n", extra={"PYTHONPATH": path}
        ).out
    )
    assert "tricks" in played.out[played.out.index("the end") :]


def test_new_game_as_json(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    document = json.loads(kibitz("new-game", "x", "--folder", str(folder), "--json").out)
    assert document["folder"] == str(folder)
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
