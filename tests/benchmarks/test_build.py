"""The benchmark of the build edits its copy as it says, and judges the figures rightly."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.build import Build, Copy, row, verdicts

ROOT = Path(__file__).parents[2]


def builds(*cpu: float) -> list[Build]:
    return [
        Build(f"build {index}", wall=seconds, cpu=seconds, compiled="")
        for index, seconds in enumerate(cpu)
    ]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path, "0")


def test_line_is_added_to_a_module_of_the_package(copy: Copy) -> None:
    name = copy.add_line("games/jaipur")
    assert name.startswith("games.jaipur.")
    path = copy.package / Path(*name.split(".")).with_suffix(".py")
    assert "ADDED_BY_THE_BENCHMARK" in path.read_text()
    ast.parse(path.read_text())


def test_copied_game_imports_nothing_of_the_first(copy: Copy) -> None:
    lines = copy.copy_game("leduc")
    texts = [path.read_text() for path in (copy.package / "games" / "another").rglob("*.py")]
    assert sum(text.count("\n") for text in texts) == lines > 100
    assert not any("kibitz.games.leduc" in text for text in texts)


def test_copy_has_what_a_build_needs(copy: Copy) -> None:
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", "built"]
    environment = {**os.environ, "KIBITZ_COMPILE": "0"}
    done = subprocess.run(command, cwd=copy.folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (copy.folder / "built" / "kibitz" / "__init__.py").is_file()


def test_new_game_is_counted_without_what_every_build_costs() -> None:
    figures = verdicts(builds(80.0, 5.0, 6.0, 7.0, 47.0, 7.0), lines=2000, instructions={})
    assert figures["CPU s for 1,000 lines of a new game, once"] == (20.0, None)
    assert figures["CPU s for 1,000 lines of a new game, in every build"] == (1.0, None)
    assert figures["CPU s after one line in a game"] == (6.0, 20.0)


def test_single_file_is_compared_where_it_was_built() -> None:
    counts = {"leduc": {"first": 98, "single": 100}}
    figures = verdicts(
        builds(80.0, 5.0, 6.0, 7.0, 47.0, 7.0, 200.0), lines=2000, instructions=counts
    )
    assert figures["CPU time, share of a single file"] == (0.4, 0.5)
    assert figures["instructions of leduc, share of a single file"] == (0.98, 1.03)


def test_figure_above_what_is_wanted_is_missed() -> None:
    assert row("share", (0.4, 0.5))[-1] == "met"
    assert row("share", (0.6, 0.5))[-1] == "MISSED"
    assert row("share", (0.6, None))[-1] == ""


def test_random_games_are_played_without_a_word() -> None:
    command = [sys.executable, "-m", "benchmarks.instructions", "leduc", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
