"""The native build: what is compiled again, what is left out, and how it fails."""

from __future__ import annotations

import re
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.native_build.project import MODULES, SUFFIX, Project, compiled_by, executable

pytestmark = [pytest.mark.compiled, pytest.mark.needs("compiler")]


NEW_FUNCTION = """def toss() -> str:
    return "a new literal, and a new name in the header"


def faces"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that was built once; tests work on copies."""
    project = Project.write(tmp_path_factory.mktemp("finished"))
    done = project.build("build")
    assert done.returncode == 0, done.stderr
    (project.folder / "log").write_text(done.stdout + done.stderr)
    return project


@pytest.fixture
def project(finished: Project, tmp_path: Path) -> Project:
    return finished.copy(tmp_path)


def test_build_compiles_every_module_but_those_marked_as_interpreted(finished: Project) -> None:
    native = {f"kibitz/{module}" for module in MODULES} - {
        "kibitz/__init__",
        "kibitz/core/protocol",
    }
    assert set(finished.built()) == native | {"kibitz__mypyc"}


def test_build_runs_and_calls_across_modules(finished: Project) -> None:
    program = "from kibitz.games.die import die; print(die.Die('die').text(), die.faces())"
    done = finished.run("-c", program, PYTHONPATH=str(finished.staging()))
    words = "['one', 'two', 'three', 'four', 'five', 'six']"
    assert done.stdout == f"die with 6 sides {words}\n", done.stderr


def test_each_flag_is_passed_once(finished: Project) -> None:
    log = (finished.folder / "log").read_text().splitlines()
    commands = [line for line in log if re.search(r" -c \S+\.c ", line)]
    assert len(commands) > len(MODULES)
    assert {line.count("-ffp-contract=off") for line in commands} == {1}


def test_edit_in_a_game_compiles_only_that_game_and_gives_the_bytes_of_a_clean_build(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    clean = Project.write(tmp_path_factory.mktemp("clean"))
    for each in (project, clean):
        each.edit("games/coin/coin", "def faces", NEW_FUNCTION)
    # The file that all modules share defines what is new.
    assert compiled_by(project.build()) == "kibitz, kibitz.games.coin.coin"
    assert clean.build().returncode == 0
    assert clean.built() == project.built()


def test_changed_class_compiles_the_modules_that_know_its_layout(project: Project) -> None:
    project.edit("core/piece", "self.name = name", "self.name = name\n        self.weight = 1")
    assert compiled_by(project.build()) == ", ".join(
        ("kibitz", "kibitz.core.piece", "kibitz.games.coin.coin", "kibitz.games.die.die")
    )


def test_deleted_module_leaves_the_build(project: Project) -> None:
    project.path("games/coin/coin").unlink()
    done = project.build("--quiet", "bdist_wheel")
    assert done.returncode == 0, done.stderr
    [wheel] = (project.folder / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name for name in names if name.startswith("kibitz/games/")} == {
        f"kibitz/games/{module}{suffix}"
        for module in ("__init__", "coin/__init__", "die/__init__", "die/die")
        for suffix in (".py", SUFFIX)
    }


def test_missing_compiler_falls_back_to_the_interpreted_build(project: Project) -> None:
    done = project.build(mode="", CC="no-such-cc")
    assert done.returncode == 0
    assert "kibitz: installing the interpreted build" in done.stderr
    assert "cannot run the C compiler no-such-cc: No such file or directory" in done.stderr
    assert project.built() == {}
    assert (project.staging() / "kibitz" / "games" / "die" / "die.py").is_file()


def test_broken_compiler_ends_in_a_message_and_leaves_nothing(project: Project) -> None:
    refuse_one = 'case "$*" in *coin___coin.c*) exit 1;; esac; exec cc "$@"'
    compiler = executable(project.folder / "picky-cc", refuse_one)
    done = project.build(CC=compiler)
    assert done.returncode != 0
    path = "build/mypyc-O0/__native_kibitz___games___coin___coin.c"
    assert f"error: cannot compile {path}: {compiler} ended with exit code 1" in done.stderr
    assert project.built() == {}


def test_error_in_a_module_stops_the_build_before_it_touches_the_last_one(project: Project) -> None:
    before = project.built()
    project.edit("games/coin/coin", "return 2", 'return "two"')
    done = project.build()
    assert done.returncode != 0
    assert "src/kibitz/games/coin/coin.py:9: error: Incompatible return value type" in done.stdout
    assert project.built() == before


def test_interpreted_build_translates_nothing(tmp_path: Path) -> None:
    project = Project.write(tmp_path)
    done = project.build(mode="0")
    assert done.returncode == 0
    assert "kibitz:" not in done.stderr
    assert project.built() == {}
    assert not list((project.folder / "build").glob("mypyc*"))


def test_source_distribution_builds_natively(project: Project) -> None:
    assert project.run("setup.py", "--quiet", "sdist").returncode == 0
    [archive] = (project.folder / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(project.folder / "unpacked", filter="data")
    [folder] = (project.folder / "unpacked").iterdir()
    # Only to be quick: without the objects, the same is compiled.
    shutil.copytree(project.folder / "build" / "objects", folder / "build" / "objects")
    unpacked = Project(folder)
    assert compiled_by(unpacked.build()) == "nothing"
    assert unpacked.built() == project.built()
