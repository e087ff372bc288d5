"""The rule for clicks: the page and the library turn the same clicks into the same move."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import kibitz.table
from kibitz import games
from kibitz.core.engine import RuleEngine
from kibitz.core.randomness import Rng, seeded
from kibitz.core.scene import Pick, Touches
from kibitz.table import frames
from kibitz.table.frames import MOST_LISTED, list_moves, write_entry

PAGE = Path(kibitz.table.__file__).parent / "page"
# Decisions of each game, and clicks in each of them. In every second one, a kind with more than
# a few moves is one entry, if it is a choice of some pieces: most games have none above the limit.
DECISIONS = 40
CLICKS = 12
FEW = 5
# Writes what the page makes of some clicks, after each of them.
SCRIPT = """
import { readFileSync } from "node:fs";
import { Pick } from "PLACE";
const found = JSON.parse(readFileSync(0, "utf8")).map(({ moves, clicks }) => {
  const pick = new Pick(moves);
  const began = { starts: [...pick.starts], buttons: [...pick.buttons()] };
  const steps = clicks.map(([what, group]) => {
    const step = pick.step(group), done = what === "add" ? pick.add(group) : pick[what](group);
    return {
      added: done ?? null, step, order: pick.order, fitting: pick.fitting(),
      complete: pick.complete(), sure: pick.sure(),
    };
  });
  return { began, steps };
});
process.stdout.write(JSON.stringify(found));
"""


def click(rng: Rng, touched: list[str], order: list[str]) -> tuple[str, str]:
    """Chooses where somebody clicks: on any piece, also on one that no move touches."""
    what = rng.below(10)
    if what == 0:
        return "clear", ""
    if what <= 2 and order:
        return "remove", rng.pick(order)
    return "add", rng.pick([*touched, "nothing:touches it"])


def answers(moves: list[Touches], rng: Rng) -> tuple[list[tuple[str, str]], dict[str, Any]]:
    """Clicks; returns the clicks, and what the library makes of them."""
    pick = Pick(moves)
    touched = sorted({group for move in moves for group, _ in move.groups})
    began = {"starts": pick.starts(), "buttons": [[*each] for each in pick.buttons().items()]}
    clicks: list[tuple[str, str]] = []
    steps: list[dict[str, Any]] = []
    for _ in range(CLICKS):
        what, group = click(rng, touched, pick.order)
        clicks.append((what, group))
        step, added = pick.step(group), None
        if what == "add":
            added = pick.add(group)
        elif what == "remove":
            pick.remove(group)
        else:
            pick.clear()
        steps.append(
            {
                "added": added,
                "step": step,
                "order": [*pick.order],
                "fitting": pick.fitting(),
                "complete": pick.complete(),
                "sure": pick.sure(),
            }
        )
    return clicks, {"began": began, "steps": steps}


@pytest.mark.needs("node")
def test_the_page_and_the_library_turn_the_same_clicks_into_the_same_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    ranges = 0
    for name in games.names():
        game, rng = games.load(name), seeded(f"clicks/{name}")
        engine = RuleEngine(game, seed=f"clicks/{name}")
        for number in range(DECISIONS):
            monkeypatch.setattr(frames, "MOST_LISTED", (MOST_LISTED, FEW)[number % 2])
            if engine.outcome is not None:
                engine = RuleEngine(game, seed=f"clicks/{name}/{len(asked)}")
            entries = list_moves(engine, engine.seat).entries
            ranges += sum(entry.move is None for entry in entries)
            clicks, found = answers([entry.touches for entry in entries], rng)
            view = engine.view(engine.seat)
            moves = [write_entry(game, view, entry) for entry in entries]
            asked.append({"moves": moves, "clicks": clicks})
            expected.append(found)
            engine.play(rng.pick(engine.legal_moves()))
    script = tmp_path / "clicks.mjs"
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "pick.js").write_bytes((PAGE / "pick.js").read_bytes())
    script.write_text(SCRIPT.replace("PLACE", "./pick.js"))
    done = subprocess.run(
        ["node", str(script)], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == len(expected) == DECISIONS * len(games.names())
    for question, page, library in zip(asked, found, expected, strict=True):
        assert page == library, question
    assert ranges, "a choice of some pieces is among the decisions"
