"""A tiny project that is built with Kibitz's own `setup.py`: a core and two games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))

PYPROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "kibitz"
version = "1.0"

[tool.setuptools.packages.find]
where = ["src"]

[tool.mypy]
mypy_path = "$MYPY_CONFIG_FILE_DIR/src"
explicit_package_bases = true
namespace_packages = true
"""

MODULES = {
    "__init__": "",
    "core/__init__": "",
    "core/piece": '''
class Piece:
    """Something to throw."""

    def __init__(self, name: str) -> None:
        self.name = name

    def sides(self) -> int:
        return 0

    def text(self) -> str:
        return f"{self.name} with {self.sides()} sides"
''',
    "core/protocol": "# kibitz: interpreted (to have one)\n",
    "games/__init__": "",
    "games/coin/__init__": "",
    "games/coin/coin": '''
from kibitz.core.piece import Piece


class Coin(Piece):
    """A piece with two sides."""

    def sides(self) -> int:
        return 2


def faces() -> list[str]:
    return ["heads", "tails"]
''',
    "games/die/__init__": "",
    "games/die/die": '''
from kibitz.core.piece import Piece


class Die(Piece):
    """A piece with six sides."""

    def sides(self) -> int:
        return 6


def faces() -> list[str]:
    return ["one", "two", "three", "four", "five", "six"]
''',
}


class Project:
    """The project in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def write(cls, folder: Path) -> Project:
        """Writes the project with the build of this repository."""
        for name in ("setup.py", "MANIFEST.in"):
            shutil.copy(ROOT / name, folder)
        shutil.copytree(
            ROOT / "native_build",
            folder / "native_build",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        (folder / "pyproject.toml").write_text(PYPROJECT)
        project = cls(folder)
        for module, text in MODULES.items():
            project.path(module).parent.mkdir(parents=True, exist_ok=True)
            project.path(module).write_text(text)
        return project

    def copy(self, folder: Path) -> Project:
        """Copies the project with everything that was built."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Project(folder)

    def path(self, module: str) -> Path:
        return self.folder / "src" / "kibitz" / f"{module}.py"

    def edit(self, module: str, old: str, new: str) -> None:
        text = self.path(module).read_text()
        assert old in text
        self.path(module).write_text(text.replace(old, new))

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs Python in the project's folder, without this repository on its path."""
        inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        return subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env={**inherited, **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def build(
        self, *command: str, mode: str = "1", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command of `setup.py` that builds, without optimisation to be quick."""
        arguments = ["setup.py", *(command or ("--quiet", "build"))]
        return self.run(*arguments, KIBITZ_COMPILE=mode, KIBITZ_OPT="0", **environment)

    def staging(self) -> Path:
        """Returns the folder with the last build."""
        [folder] = (self.folder / "build").glob("lib*")
        return folder

    def built(self) -> dict[str, bytes]:
        """Returns the extension modules of the last build."""
        return {
            path.relative_to(self.staging()).as_posix().removesuffix(SUFFIX): path.read_bytes()
            for path in self.staging().rglob(f"*{SUFFIX}")
        }


def compiled_by(done: subprocess.CompletedProcess[str]) -> str:
    """Returns which files a build says it compiled."""
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()[-1].rpartition(", compiled ")[2]


def executable(path: Path, script: str) -> str:
    """Writes a shell script that can be run as a C compiler, and returns its path."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)
