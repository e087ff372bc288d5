"""Types: correct use passes mypy --strict, and every wrong line is flagged, and only those."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks_of, name_of, pages

HERE = Path(__file__).parent
# Beside the other builds, and the same in every run: mypy's cache knows files by their place.
BUILD = ROOT / "build" / "typing"


def check(*files: Path) -> dict[Path, dict[int, list[str]]]:
    """Returns what mypy says, by file and line."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            f"--config-file={ROOT / 'pyproject.toml'}",
            f"--cache-dir={BUILD / 'cache'}",
            "--no-error-summary",
            "--no-pretty",
            "--hide-error-context",
            *[str(file) for file in files],
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: dict[Path, dict[int, list[str]]] = {}
    for line in done.stdout.splitlines():
        said = re.match(r"(.+?):(\d+): (error|note): (.*)", line)
        assert said is not None, line
        if said[3] == "error":
            file = (ROOT / said[1]).resolve()
            found.setdefault(file, {}).setdefault(int(said[2]), []).append(said[4])
    return found


def write(name: str, text: str) -> Path:
    """Writes a file to be looked at."""
    file = BUILD / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def marked(file: Path) -> set[int]:
    """Returns the lines of a file that are marked as errors."""
    lines = file.read_text().splitlines()
    return {number for number, line in enumerate(lines, 1) if "  # error: " in line}


def test_correct_use_is_accepted() -> None:
    assert check(HERE / "accepted.py") == {}


def test_every_wrong_line_is_flagged_and_no_other() -> None:
    text = (HERE / "rejected.py").read_text()
    file = write("rejected.py", text.replace("# mypy: ignore-errors", "#", 1))
    found = check(file)
    assert set(found) == {file}
    assert set(found[file]) == marked(file)
    assert len(marked(file)) >= 30


def test_correct_use_also_runs() -> None:
    subprocess.run(
        [sys.executable, "-c", "import tests.typing.accepted"], cwd=ROOT, timeout=60, check=True
    )


@pytest.mark.docs
def test_code_of_the_documentation_is_typed() -> None:
    """Each page's Python is one module; what its console sessions define is not seen."""
    files: dict[Path, str] = {}
    for page in pages():
        code = [block.text for block in blocks_of(page) if block.language == "python"]
        # Made by `kibitz new-game` while the page runs, so it is not there to be looked at.
        made = [f"kibitz_{id}" for id in re.findall(r"kibitz new-game (\w+)", page.read_text())]
        if code and not any(package in text for package in made for text in code):
            name = "page_" + re.sub(r"\W", "_", name_of(page)) + ".py"
            files[write(name, "\n\n".join(code))] = name_of(page)
    assert files
    found = check(*files, *sorted((ROOT / "examples").glob("*.py")))
    assert {files.get(file, str(file)): errors for file, errors in found.items()} == {}
