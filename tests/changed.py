"""Lists the tests of what changed, for `make check`.

    python -m tests.changed

It compares the working tree with the commit where this branch left `main`; on `main` itself, with
the last commit. Files that Git does not know yet count as changed. Then it prints test files:

- tests and test builders that changed, with the tests that import the builders;
- for a module, the tests named after it, and all tests that import it by its name. A change in a
  game also brings the tests of that game; those of its agents only if an agent changed. Without
  any of these, it brings the tests of its package;
- for another file, such as JSON, the tests that mention its name, and those of its game.

This is a quick guess for the next minute: `make test` runs everything.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
SOURCES = ("src/kibitz/", "src/")
# Each of these folders has its tests in the folder of the same name.
SIDE_FOLDERS = ("benchmarks/", "docs/", "examples/", "native_build/")
# Always worth its half second: it looks at the names and places of all modules.
PLAN = "tests/test_house.py"
# Reads the golden files.
GOLDEN = "tests/games/test_every_game.py"


def main() -> None:
    changed = changed_files(ROOT)
    if not changed:
        print("nothing has changed: no test to run", file=sys.stderr)
        return
    found = find_tests(changed, ROOT)
    if not found:
        print(f"no test belongs to {', '.join(changed)}", file=sys.stderr)
    print("\n".join(found))


def changed_files(root: Path) -> list[str]:
    """Lists the files that differ from `main`, or from the last commit, by path."""
    base = git(root, "merge-base", "HEAD", "main") or ["HEAD"]
    new = git(root, "ls-files", "--others", "--exclude-standard")
    return sorted({*git(root, "diff", "--name-only", "--no-renames", base[0]), *new})


def git(root: Path, *arguments: str) -> list[str]:
    """Returns the lines that Git prints; none if it fails, as without a branch `main`."""
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout.splitlines() if done.returncode == 0 else []


def find_tests(changed: Iterable[str], root: Path) -> list[str]:
    """Lists the test files to run for changed files, by path."""
    tests = {str(path.relative_to(root)): path for path in (root / "tests").rglob("*.py")}
    imports = {name: imported_modules(path) for name, path in tests.items()}
    found: set[str] = set()
    for path in changed:
        found.update(tests_of_file(path, tests, imports))
        if path.startswith("src/") and path.endswith(".py"):
            found.add(PLAN)
    return sorted(name for name in found if name in tests and is_test(name))


def tests_of_file(path: str, tests: dict[str, Path], imports: dict[str, set[str]]) -> set[str]:
    """Finds the tests of one file."""
    place = PurePosixPath(path)
    if is_test(path):
        return {path}
    if place.name in ("conftest.py", "__init__.py"):
        return by_folder(path, tests)
    if path.startswith("tests/golden/"):
        return {GOLDEN}
    if place.suffix != ".py":
        mentioning = {name for name, file in tests.items() if mentions(file, place.name)}
        return by_folder(path, tests) | (mentioning if len(place.parts) > 1 else set())
    importing = tests_importing(module_name(path), imports)
    if path.startswith("tests/"):
        return importing
    named = {
        name
        for name in tests
        if PurePosixPath(name).parent == test_folder(path)
        and f"{PurePosixPath(name).stem}_".startswith(f"test_{place.stem}_")
    }
    if game_of(path):
        return named | importing | by_folder(path, tests)
    return named | importing or by_folder(path, tests)


def by_folder(path: str, tests: dict[str, Path]) -> set[str]:
    """Finds the tests in the folder of a package, a game, or a folder such as `native_build`."""
    folder, game = test_folder(path), game_of(path)
    if folder.name == "tests":
        return {"tests/test_kibitz.py"} if path.startswith("src/") else {PLAN}
    if not game:
        return {name for name in tests if name.startswith(f"{folder}/")}
    of_agents = path.startswith(f"src/kibitz/games/{game}/agents")
    return {
        name
        for name in tests
        if name.startswith(f"tests/games/{game}/")
        and PurePosixPath(name).stem.startswith("test_agents") == of_agents
    }


def game_of(path: str) -> str:
    """Returns the game that a file belongs to; empty for other files."""
    parts = PurePosixPath(path).parts
    return parts[3] if parts[:3] == ("src", "kibitz", "games") and len(parts) > 4 else ""


def test_folder(path: str) -> PurePosixPath:
    """Returns the folder that mirrors the folder of a file: `tests/core` for `src/kibitz/core`."""
    for start in SOURCES:
        if path.startswith(start):
            return PurePosixPath("tests", path.removeprefix(start)).parent
    if path.startswith(SIDE_FOLDERS):
        return PurePosixPath("tests", PurePosixPath(path).parts[0])
    return PurePosixPath("tests")


def module_name(path: str) -> str:
    """Returns the name by which a file is imported."""
    parts = PurePosixPath(path.removeprefix("src/")).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def tests_importing(module: str, imports: dict[str, set[str]]) -> set[str]:
    """Finds the tests that import a module; a builder of tests also through other builders."""
    found: set[str] = set()
    wanted = {module}
    while wanted:
        new = {name for name, names in imports.items() if names & wanted} - found
        found |= new
        wanted = {module_name(name) for name in new if module.startswith("tests.")}
    return found


def imported_modules(path: Path) -> set[str]:
    """Returns the modules that a file imports; `from a import b` may import `a` and `a.b`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def mentions(path: Path, name: str) -> bool:
    """Tells whether a file has a name in its text."""
    return name in path.read_text(encoding="utf-8")


def is_test(name: str) -> bool:
    """Tells whether pytest collects a file."""
    return PurePosixPath(name).name.startswith("test_")


if __name__ == "__main__":
    main()
