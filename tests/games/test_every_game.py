"""What holds for every registered game: its files, the laws, golden records, perft, no stalls."""

import json
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import kibitz.games
from kibitz.core import SPECTATOR, RuleEngine, seeded
from kibitz.games import load, names
from kibitz.testing import check_game, check_golden, check_hash_seeds, golden_paths, perft_table

GOLDEN = Path(__file__).parents[1] / "golden"
GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "add-a-game.md"
# The rooms of a game folder, from the top; True for those that every game has.
MODULES = {
    "game": True,
    "agents": False,
    "scene": False,
    "text": False,
    "position": False,
    "moves": True,
    "view": False,
    "rules": False,
    "state": True,
    "cards": False,
}
# Rooms that one game has in addition; docs/concepts/map.md says why.
MORE_ROOMS = {"pokemon": {"actions"}, "spire": {"gear", "monsters", "powers"}}
# Random players need more rounds for a battle of Drone Wars than a test can wait for.
OPTIONS: dict[str, dict[str, object]] = {"dronewars": {"round_cap": 3}}
FOLDERS = [folder.name for folder in pkgutil.iter_modules(kibitz.games.__path__) if folder.ispkg]
# The most positions to count, and the greatest depth.
ENOUGH = 300
DEEPEST = 4


def short(name: str) -> Any:  # Any: whatever game is registered
    """Loads a game whose random matches come to an end soon."""
    return load(name, **OPTIONS.get(name, {}))


@pytest.mark.parametrize("name", FOLDERS)
def test_game_folder_has_the_usual_modules(name: str) -> None:
    places = [str(Path(place, name)) for place in kibitz.games.__path__]
    found = {module.name for module in pkgutil.iter_modules(places)}
    found -= MORE_ROOMS.get(name, set())
    assert found <= set(MODULES), "a game folder has only the modules of docs/guides/add-a-game.md"
    needed = {module for module, needed in MODULES.items() if needed}
    # A game that fits on a few pages is one module.
    assert needed <= found or found - {"agents"} == {"game"}


def test_guide_lists_the_modules_of_a_game_folder() -> None:
    rows = re.findall(r"^\| `(\w+)(?:\.py|/)` \|.*\| (.+) \|$", GUIDE.read_text(), re.MULTILINE)
    assert {module: needed == "always" for module, needed in rows} == MODULES
    assert [module for module, _ in rows] == list(MODULES)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_game_keeps_every_law(name: str) -> None:
    survey = check_game(lambda: short(name), max_plies=1000)
    assert survey.games == 20
    assert survey.states > 60


@pytest.mark.parametrize("name", names())
def test_game_does_not_depend_on_the_hash_seed(name: str) -> None:
    check_hash_seeds(name)


@pytest.mark.parametrize("name", names())
def test_game_has_a_golden_record(name: str, update_golden: bool) -> None:
    paths = [path for path in golden_paths(GOLDEN) if path.stem.split("-")[0] == name]
    if update_golden and not paths:
        paths = [GOLDEN / f"{name}-1.jsonl"]
    assert paths, f"{name} has no record in tests/golden; pytest --update-golden writes one"
    for path in paths:
        check_golden(path, short(name), update=update_golden)


@pytest.mark.parametrize("name", names())
def test_golden_record_holds_a_whole_match(name: str) -> None:
    lines = (GOLDEN / f"{name}-1.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["game"] == name
    assert json.loads(lines[-1])["result"]


def slow_perft(game: Any, state: Any, depth: int) -> int:  # Any: whatever game is registered
    """Counts like perft, but through notation and fresh engines instead of moves and clones."""
    if depth == 0:
        return 1
    engine = RuleEngine(game, seed=1, state=state)
    total = 0
    for entry in engine.enumerate_moves(engine.seat, valid_only=True):
        if entry.move.always:
            continue
        branch = engine.fork()
        branch.play(str(entry.move))
        total += slow_perft(game, branch.state, depth - 1)
    return total


def write_perft(path: Path, name: str, seed: int) -> None:
    """Counts the positions after 0, 1, 2, ... moves of a deal, its dice included."""
    game = load(name)
    counts = [1]
    while 0 < counts[-1] < ENOUGH and len(counts) <= DEEPEST:
        counts = perft_table(game, game.setup(seeded(seed)), len(counts))
    fields = {"game": name, "seed": seed, "source": "kibitz.testing.perft_table", "counts": counts}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")


@pytest.mark.parametrize("name", names())
def test_positions_by_depth_are_as_counted(name: str, update_golden: bool) -> None:
    path = GOLDEN / f"{name}-1.perft.json"
    if update_golden and not path.exists():
        write_perft(path, name, seed=1)
    assert path.exists(), f"{name} has no counts of positions; pytest --update-golden writes {path}"
    document = json.loads(path.read_text())
    seed, counts = document["seed"], document["counts"]
    game = load(document["game"])
    assert game.id == name
    changed = f"if play has changed on purpose, delete {path} and run pytest --update-golden"
    assert perft_table(game, game.setup(seeded(seed)), len(counts) - 1) == counts, changed
    # Counted again by other means, as deep as that is quick.
    depth = min(3, len(counts) - 1)
    assert slow_perft(game, game.setup(seeded(seed)), depth) == counts[depth]


def test_counts_of_positions_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "leduc-1.perft.json"
    write_perft(path, "leduc", seed=1)
    assert path.read_text() == (GOLDEN / path.name).read_text()


@pytest.mark.parametrize("name", names())
def test_move_that_can_be_taken_back_has_shown_nothing(name: str) -> None:
    game, rng = short(name), seeded("undo")
    engine = RuleEngine(game, seed=3)
    harmless = 0
    while engine.outcome is None and engine.ply < 120:
        before = engine.state
        engine.play(game.random_move(engine.state, rng))
        seat, move = engine.history[-1]
        if not engine.undo(player_facing=True):
            continue
        harmless += 1
        engine.redo()
        # Worlds other than those that the engine has tried. Another seat may see only what kind of
        # move it was, such as a card that is put face down.
        for viewer in range(game.seats):
            world = game.sample(game.view(before, viewer), rng)
            moves = [move] if viewer == seat else [m for m in game.legal(world) if m.id == move.id]
            seen = []
            for each in moves or [move]:
                after = world.clone()
                game.play(after, each, seat)
                seen.append(game.view(after, viewer))
            assert engine.view(viewer) in seen, f"{move} tells seat {viewer}"
    assert harmless, f"no move of {name} can be taken back"


@pytest.mark.parametrize("name", names())
def test_news_are_told_to_everybody_after_every_move(name: str) -> None:
    game, rng = short(name), seeded("news")
    engine = RuleEngine(game, seed=2)
    while engine.outcome is None and engine.ply < 150:
        viewers = (SPECTATOR, *range(game.seats))
        before = [engine.view(viewer) for viewer in viewers]
        engine.play(game.random_move(engine.state, rng))
        for viewer, view in zip(viewers, before, strict=True):
            told = game.news(view, engine.view(viewer))
            assert all(text and text == text.strip() and "\n" not in text for text in told)
            assert game.news(view, view) == []


@pytest.mark.parametrize("name", names())
def test_rules_can_be_read_by_somebody_who_has_never_played(name: str) -> None:
    game = load(name)
    page = game.rules_text()
    lines = page.splitlines()
    assert lines[0].startswith("## ")
    assert page.endswith("\n")
    assert not [line for line in lines if line.startswith(("# ", "### ", "|"))]
    assert "](" not in page
    if not (Path(kibitz.games.__path__[0]) / name / "data" / "rules.md").is_file():
        assert all(f"`{kind.id}`: " in page for kind in game.kinds())
        return
    # Two screens of a terminal with 40 lines at most.
    assert 20 <= len(lines) <= 76
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("name", ["duel", "jaipur", "leduc"])
def test_moves_in_the_rules_are_typed_as_they_are_read(name: str) -> None:
    game = load(name)
    typed = re.findall(r"`([^`]+)`", " ".join(game.rules_text().split()))
    words = {"swap"} | {kind.id for kind in game.kinds()}
    moves = [text for text in typed if text.split()[0] in words]
    assert len(moves) >= 3
    for text in moves:
        game.read_move(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_two_hundred_random_games_come_to_an_end(name: str) -> None:
    game = short(name)
    rng = seeded("random games")
    for seed in range(200):
        state = game.setup(seeded(seed))
        plies = 0
        while not state.over:
            game.play(state, game.random_move(state, rng))
            plies += 1
            assert plies < 1000
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.reason
