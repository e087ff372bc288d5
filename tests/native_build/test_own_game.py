"""A game from outside is compiled together with Kibitz, in one step."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.cli.new_game import TEMPLATES
from tests.cli.command import environment, kibitz_process
from tests.native_build.project import ROOT, SUFFIX

pytestmark = [pytest.mark.compiled, pytest.mark.needs("compiler")]


def build(folder: Path, *packages: Path) -> subprocess.CompletedProcess[str]:
    """Builds the source in a folder with some packages, without optimisation to be quick."""
    words = {"KIBITZ_COMPILE": "1", "KIBITZ_OPT": "0"}
    return subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build", "--build-lib", "compiled"],
        cwd=folder,
        env=environment({**words, "KIBITZ_WITH": os.pathsep.join(map(str, packages))}),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_every_template_is_compiled_with_kibitz_and_passes_its_tests(tmp_path: Path) -> None:
    # The games of Kibitz stay out: they take most of the time, and no template knows them.
    source = tmp_path / "kibitz"
    games = [path.name for path in (ROOT / "src/kibitz/games").iterdir() if path.is_dir()]
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", *games)
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    shutil.copytree(ROOT / "native_build", source / "native_build", ignore=ignored)
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source)
    if (ROOT / "build/objects").is_dir():  # only to be quick: the same is compiled without them
        shutil.copytree(ROOT / "build/objects", source / "build/objects")
    packages = []
    for template in TEMPLATES:
        made = kibitz_process("new-game", f"my_{template}", "--template", template, folder=tmp_path)
        assert made.code == 0, made.err
        packages.append(tmp_path / f"my_{template}" / "src" / f"kibitz_my_{template}")
    done = build(source, *packages)
    assert done.returncode == 0, done.stdout + done.stderr
    compiled = source / "compiled"
    for package in packages:
        assert (compiled / package.name / f"game{SUFFIX}").is_file()
        assert (compiled / package.name / "data" / "rules.md").is_file()
        tested = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "pythonpath="],
            cwd=package.parents[1],
            env=environment({"PYTHONPATH": str(compiled), "PYTHONDONTWRITEBYTECODE": "1"}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert tested.returncode == 0, tested.stdout + tested.stderr
        program = (
            f"import kibitz, {package.name}.game as game; print(kibitz.COMPILED, game.__file__)"
        )
        said = subprocess.run(
            [sys.executable, "-c", program],
            env=environment({"PYTHONPATH": str(compiled)}),
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.startswith("True ")
        assert said.stdout.strip().endswith(SUFFIX)


def test_folder_that_is_no_package_is_refused(tmp_path: Path) -> None:
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "native_build", tmp_path / "native_build")
    (tmp_path / "src" / "kibitz").mkdir(parents=True)
    done = build(tmp_path, tmp_path / "nowhere")
    assert done.returncode != 0
    expected = f"KIBITZ_WITH: {tmp_path / 'nowhere'} is no package: expected one with __init__.py"
    assert expected in done.stderr
