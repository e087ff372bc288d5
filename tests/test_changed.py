"""`make check` runs the tests of what changed."""

import subprocess
from pathlib import Path

import pytest

from tests.changed import changed_files, find_tests

TREE = {
    "tests/core/test_engine.py": "",
    "tests/core/test_engine_fuzz.py": "",
    "tests/core/test_game.py": "from kibitz.core import engine",
    "tests/core/test_value.py": "",
    "tests/core/nim.py": "from tests.core import counting",
    "tests/core/counting.py": "",
    "tests/core/test_listing.py": "def test_it():\n    from tests.core.nim import Nim",
    "tests/games/test_every_game.py": "",
    "tests/games/test_bugs.py": "import kibitz.games.bugs",
    "tests/games/whist/test_rules.py": "",
    "tests/games/whist/test_agents.py": "from kibitz.games.whist.cards import SUITS",
    "tests/games/whist/test_agents_expert.py": "",
    "tests/docs/test_docs.py": "",
    "tests/native_build/test_cache.py": "FIGURES = 'times.json'",
    "tests/test_house.py": "",
    "tests/test_kibitz.py": "",
}
CORE = ("engine", "engine_fuzz", "game", "listing", "value")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("src/kibitz/core/engine.py", "core/test_engine core/test_engine_fuzz core/test_game +"),
        ("src/kibitz/core/value.py", "core/test_value +"),
        (
            "src/kibitz/core/vectors.py",
            " ".join(f"core/test_{name}" for name in CORE) + " +",
        ),
        ("src/kibitz/games/bugs.py", "games/test_bugs +"),
        ("src/kibitz/games/whist/rules.py", "games/whist/test_rules +"),
        ("src/kibitz/games/whist/cards.py", "games/whist/test_agents games/whist/test_rules +"),
        (
            "src/kibitz/games/whist/agents/expert.py",
            "games/whist/test_agents games/whist/test_agents_expert +",
        ),
        ("src/kibitz/games/whist/data/cards.json", "games/whist/test_rules"),
        ("src/kibitz/__init__.py", "+ test_kibitz"),
        ("tests/core/test_value.py", "core/test_value"),
        ("tests/core/test_deleted.py", ""),
        ("tests/core/nim.py", "core/test_listing"),
        ("tests/core/counting.py", "core/test_listing"),
        ("tests/golden/whist-1.jsonl", "games/test_every_game"),
        ("tests/data/times.json", "native_build/test_cache +"),
        ("native_build/cache.py", "native_build/test_cache"),
        ("docs/index.md", "docs/test_docs"),
        ("pyproject.toml", "+"),
        ("examples/play.py", ""),
    ],
)
def test_a_changed_file_brings_its_tests(tree: Path, changed: str, tests: str) -> None:
    wanted = [f"tests/{name}.py" for name in tests.replace("+", "test_house").split()]
    assert find_tests([changed], tree) == wanted


def test_files_are_compared_with_main_and_new_ones_count(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        owner = ["-c", "user.name=Test", "-c", "user.email=test@localhost"]
        subprocess.run(["git", *owner, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    for name in ("kept", "edited", "deleted", "committed"):
        (tmp_path / name).write_text(name)
    git("add", ".")
    git("commit", "-m", "start")
    assert changed_files(tmp_path) == []
    git("switch", "--create", "branch")
    (tmp_path / "committed").write_text("more")
    git("commit", "--all", "-m", "more")
    (tmp_path / "edited").write_text("more")
    (tmp_path / "deleted").unlink()
    (tmp_path / "new").write_text("new")
    assert changed_files(tmp_path) == ["committed", "deleted", "edited", "new"]


def test_without_a_branch_main_files_are_compared_with_the_last_commit(tmp_path: Path) -> None:
    assert changed_files(tmp_path) == []  # not a repository
