"""The plan of the source tree: every game has the same files, and no module is too long.

`docs/concepts/map.md` explains the plan.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "kibitz" / "games"
TESTS = ROOT / "tests" / "games"

# The files of a game, from the top: a file imports only files after it.
ROOMS = ("game", "agents", "scene", "text", "position", "moves", "view", "rules", "state", "cards")
# Rooms that may be a folder.
FOLDERS = {"agents", "moves", "position", "rules", "text"}
# Rooms that a game has in addition.
MORE_ROOMS = {"pokemon": {"actions"}, "spire": {"gear", "monsters", "powers"}}
# How many modules a folder may have, not counting `__init__.py`.
CHAPTERS = {"rules": 8, "text": 3, "actions": 5}
PLAYER_FILES = 6
TEXTS = {"typed", "descriptions", "drawing"}
# How long a module may be; an agent with fewer lines than the second number is one file.
LONGEST = 1_000
SHORTEST_FOLDER = 700
# Names that say nothing about what is inside, and one that means something else elsewhere.
VAGUE = {"wording", "parts", "making", "helpers", "choice", "common", "worth"}
TAKEN = {"notation"}

PACKAGES = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")


def parts(folder: Path) -> Iterator[Path]:
    """Yields the modules and packages in a folder."""
    for path in sorted(folder.iterdir()):
        if (path.is_dir() and any(path.glob("*.py"))) or path.suffix == ".py":
            yield path


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


# The files of a game.


def room_problems(game: Path) -> list[str]:
    """Lists what about the files of a game is not in the plan."""
    more = MORE_ROOMS.get(game.name, set())
    problems: list[str] = []
    for path in parts(game):
        room = path.stem
        if path.is_dir() and room not in FOLDERS | more:
            problems.append(f"{game.name}: {room}/ is not a folder of the plan")
        elif room not in {"__init__", *ROOMS, *more}:
            problems.append(f"{game.name}: {path.name} is not a file of the plan")
    for room, most in CHAPTERS.items():
        count = len(modules(game / room))
        if count > most:
            problems.append(f"{game.name}: {room}/ has {count} modules, {most} allowed")
    problems += [
        f"{game.name}: text/{path.name} is none of {', '.join(sorted(TEXTS))}"
        for path in modules(game / "text")
        if path.stem not in TEXTS
    ]
    problems += [
        f"{game.name}: {room}/ would be one module of {LONGEST} lines or fewer"
        for room in ("moves", "position")
        if (game / room).is_dir() and sum(map(lines, modules(game / room))) <= LONGEST
    ]
    return problems + player_problems(game)


def player_problems(game: Path) -> list[str]:
    """Lists folders of agents with too many or too few modules."""
    problems: list[str] = []
    folders = parts(game / "agents") if (game / "agents").is_dir() else ()
    for player in [path for path in folders if path.is_dir()]:
        found = modules(player)
        name = f"{game.name}: agents/{player.name}/"
        if len(found) > PLAYER_FILES:
            problems.append(f"{name} has {len(found)} modules, {PLAYER_FILES} allowed")
        if sum(map(lines, found)) < SHORTEST_FOLDER:
            problems.append(f"{name} would be one module of fewer than {SHORTEST_FOLDER} lines")
        problems += [
            f"{name}{path.name}/ is a folder in it" for path in parts(player) if path.is_dir()
        ]
    return problems


@pytest.mark.parametrize("game", PACKAGES)
def test_every_game_has_the_rooms_of_the_plan(game: str) -> None:
    assert not room_problems(GAMES / game)


@pytest.mark.parametrize("game", PACKAGES)
def test_tests_of_a_game_lie_in_a_folder_of_their_own(game: str) -> None:
    strays = [*TESTS.glob(f"test_{game}*.py"), *TESTS.glob(f"{game}_*.py")]
    problems = [f"tests/games/{path.name} belongs in tests/games/{game}/" for path in strays]
    if not any((TESTS / game).glob("test_*.py")):
        problems.append(f"tests/games/{game}/ has no tests")
    assert not problems


@pytest.mark.parametrize("game", PACKAGES)
def test_imports_between_the_rooms_of_a_game_point_one_way(game: str) -> None:
    # A game whose rules are one module has nothing to put in order.
    rooms = [path.stem for path in parts(GAMES / game) if path.stem in ROOMS]
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    found = [each for each in contracts if each.get("containers") == [f"kibitz.games.{game}"]]
    problems: list[str] = []
    if not found and len(rooms) > 2:
        problems.append(f"{game}: pyproject.toml has no contract for its files")
    for contract in found:
        named = [layer for layer in contract["layers"] if layer in ROOMS]
        if contract["type"] != "layers" or named != [room for room in ROOMS if room in rooms]:
            problems.append(f"{game}: the contract is not {' > '.join(ROOMS)}")
    assert not problems


# Modules anywhere.


def test_no_module_is_too_long_or_has_a_vague_name() -> None:
    found = sorted((ROOT / "src").rglob("*.py"))
    vague = [
        f"{path.relative_to(ROOT)} has a name that says nothing"
        for path in found
        if VAGUE & set(path.relative_to(ROOT).with_suffix("").parts)
        or (GAMES in path.parents and TAKEN & set(path.with_suffix("").parts))
    ]
    long = [
        f"{path.relative_to(ROOT)} has {lines(path)} lines, {LONGEST} allowed"
        for path in found
        if lines(path) > LONGEST
    ]
    assert not vague + long


def test_what_is_not_in_the_plan_is_found(tmp_path: Path) -> None:
    game = tmp_path / "whist"
    wrong = ["tricks.py", "cards/suits.py", "text/words.py", "agents/expert/a.py", "moves/all.py"]
    wrong += [f"rules/chapter{number}.py" for number in range(9)]
    for name in ["game.py", "state.py", "agents/policy.py", *wrong]:
        path = game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert room_problems(game) == [
        "whist: cards/ is not a folder of the plan",
        "whist: tricks.py is not a file of the plan",
        "whist: rules/ has 9 modules, 8 allowed",
        "whist: text/words.py is none of descriptions, drawing, typed",
        "whist: moves/ would be one module of 1000 lines or fewer",
        "whist: agents/expert/ would be one module of fewer than 700 lines",
    ]
