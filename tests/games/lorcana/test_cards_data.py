"""A new card is one line of the card file: no code changes, and a wrong line is refused."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz import kit
from kibitz.games.lorcana.cards import Card
from kibitz.kit.errors import CardDataError

SOURCE = Path(__file__).parents[3] / "src" / "kibitz"
PLAIN: dict[str, object] = {
    "ink": "steel",
    "cost": 2,
    "inkable": True,
    "type": "character",
    "strength": 3,
    "willpower": 3,
    "lore": 1,
    "traits": ["Storyborn"],
    "keywords": {},
    "abilities": [],
}
NEW: list[dict[str, object]] = [
    {"id": "X01", "name_key": "x01", **PLAIN},
    {
        "id": "X02",
        "name_key": "x02",
        "name": "Night Owl",
        **PLAIN,
        "keywords": {"rush": True, "evasive": True, "challenger": 2, "shift": 1},
    },
    {
        "id": "X03",
        "name_key": "x02",
        **PLAIN,
        "abilities": [
            {
                "kind": "triggered",
                "on": "quests",
                "do": [
                    {
                        "op": "damage",
                        "amount": 2,
                        "target": {"pick": "choose", "side": "theirs", "types": ["character"]},
                    },
                    {"op": "cannot", "what": "challenge", "target": {"pick": "same"}},
                    {"op": "draw", "count": 1},
                ],
            }
        ],
    },
]
PROGRAM = """
import json
import kibitz
from kibitz.games.lorcana import Lorcana
from kibitz.testing import scenario

start = scenario(Lorcana()).put("hand", 0, "X01", "X02").put("characters", 0, "X03", "L02")
start.put("characters", 1, "L24", "L25", exerted=True).put("deck", 0, "L05").put("deck", 1, "L05")
start.put("inkwell", 0, *["L05"] * 5).set(ink=[5, 0]).turn(5, phase="main")
match = start.engine()
match.play("play X01 no")
match.play("play X02 no")
match.play("challenge p0.characters.4 p1.characters.1")
match.play("quest p0.characters.1")
state = match.state
print(json.dumps({
    "file": kibitz.__file__,
    "position": match.game.position(state),
    "lore": state.board.lore,
    "title": state.layout.titles[state.layout.read_card("X01")],
}))
"""


def test_new_cards_are_lines_of_the_file(tmp_path: Path) -> None:
    wanted = ("*.py", "*.json", "*.md", "py.typed")
    shutil.copytree(
        SOURCE,
        tmp_path / "kibitz",
        ignore=lambda folder, names: [
            name
            for name in names
            if (Path(folder) / name).is_file() and not any(Path(name).match(one) for one in wanted)
        ],
    )
    file = tmp_path / "kibitz" / "games" / "lorcana" / "data" / "cards.json"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[1:1] = [f"  {json.dumps(card)}," for card in NEW]
    file.write_text("\n".join(lines), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["file"]).is_relative_to(tmp_path)
    assert (found["lore"], found["title"]) == ([1, 0], "X01")
    position = found["position"]
    # X02 challenged while drying and beat an Evasive character; X03 dealt 2 damage and drew.
    assert position["zones"]["hand"] == [["L05"], []]
    assert position["zones"]["discard"] == [["X02"], ["L24"]]
    own, theirs = position["rows"]["characters"]
    assert [part["card"] if isinstance(part, dict) else part for part in own] == [
        *("X03", "L02", "X01"),
    ]
    assert (theirs[0]["card"], theirs[0]["damage"]) == ("L25", 2)
    assert len(theirs[0]["mods"]) == 1


def with_operation(**operation: object) -> list[dict[str, object]]:
    """Returns the abilities of a card with one operation."""
    return [{"kind": "triggered", "on": "played", "do": [operation]}]


WRONG: dict[str, dict[str, object]] = {
    "abilities[0].do[0].op: unknown 'explode'; did you mean 'exert'?": {
        "abilities": with_operation(op="explode")
    },
    "abilities[0].do[0].target: missing, expected an object": {
        "abilities": with_operation(op="damage", amount=2)
    },
    "abilities[0].do[0].take: missing, expected an object": {
        "abilities": with_operation(op="look", count=2)
    },
    "abilities[0].do[0].keywords: missing, expected an object": {
        "abilities": with_operation(op="gain", target={"pick": "each"})
    },
    'abilities[0].do[0].amount: expected a whole number, got "two"': {
        "abilities": with_operation(op="damage", amount="two", target={"pick": "self"})
    },
    "abilities[0].do[0].target.types[0]: unknown 'charakter'; did you mean 'character'?": {
        "abilities": with_operation(op="banish", target={"pick": "each", "types": ["charakter"]})
    },
    "abilities[0].do: expected one operation or more": {
        "abilities": [{"kind": "triggered", "on": "played", "do": []}]
    },
    "abilities[0].on: unknown 'plaid'; did you mean 'played'?": {
        "abilities": [{"kind": "triggered", "on": "plaid", "do": [{"op": "draw"}]}]
    },
    "type: unknown 'creature'; known: character, action, item, location": {"type": "creature"},
    'strength: expected a whole number, got "big"': {"strength": "big"},
    "keywords.resist: expected a whole number, got true": {"keywords": {"resist": True}},
    "keywords.flying: unknown field; did you mean 'singer'?": {"keywords": {"flying": True}},
    "colour: unknown field; did you mean 'lore'?": {"colour": "red"},
}


def test_all_wrong_lines_are_refused_in_one_error() -> None:
    rows = [
        {"id": f"X{number}", "name_key": "x", **PLAIN, **fields}
        for number, fields in enumerate(WRONG.values())
    ]
    with pytest.raises(CardDataError) as caught:
        kit.read_catalogue(rows, Card)
    problems = [f"X{number}: {problem}" for number, problem in enumerate(WRONG)]
    assert str(caught.value) == "card data: " + "; ".join(problems)


def test_two_activated_abilities_are_refused() -> None:
    ability = {"kind": "activated", "cost": {"exert": True}, "do": [{"op": "draw"}]}
    rows = [{"id": "X", "name_key": "x", **PLAIN, "abilities": [ability, ability]}]
    with pytest.raises(CardDataError, match="expected one activated ability at most"):
        kit.read_catalogue(rows, Card)
