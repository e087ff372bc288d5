"""A new card is one line of the card file: no code changes, and a wrong line is refused."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz import kit
from kibitz.games.gundam.cards import Card
from kibitz.kit.errors import CardDataError

SOURCE = Path(__file__).parents[3] / "src" / "kibitz"
PLAIN: dict[str, object] = {
    "number": "X-001",
    "type": "unit",
    "colour": "green",
    "level": 3,
    "cost": 2,
    "ap": 3,
    "hp": 3,
    "traits": ["zeon"],
}
NEW: list[dict[str, object]] = [
    {"id": "X01", **PLAIN},
    {
        "id": "X02",
        "name": "Night Owl",
        **PLAIN,
        "link": {"trait": "newtype"},
        "keywords": {"breach": 2, "repair": 1, "support": 3, "first_strike": True},
    },
    {
        "id": "X03",
        **PLAIN,
        "keywords": {"blocker": True},
        "abilities": [
            {
                "id": "deploy",
                "kind": "deploy",
                "do": [
                    {"op": "choose", "max": 2, "filter": {"level_max": 3}},
                    {"op": "damage"},
                    {"op": "ap", "n": -1, "until": "turn"},
                    {"op": "draw"},
                ],
            },
            {"id": "burst", "kind": "burst", "do": [{"op": "deploy_this"}]},
        ],
    },
    {
        "id": "X04",
        **PLAIN,
        "abilities": [{"id": "kill", "kind": "kills_unit", "do": [{"op": "draw"}]}],
    },
]
PROGRAM = """
import json
import kibitz
from kibitz.games.gundam import Gundam
from kibitz.testing import scenario

start = scenario(Gundam()).put("hand", 0, "X01", "X03", "G27").put("units", 0, "X02", fresh=True)
start.put("units", 1, "G05", "G03").put("units", 1, "G19", rested=True)
start.put("deck", 0, "G05", "G07").put("deck", 1, "G05")
start.put("bases", 1, "G15").put("shields", 0, "X03")
start.set(ready=[6, 0]).turn(5, phase="main")
match = start.engine()
match.play("deploy_unit X01")
match.play("deploy_unit X03")
match.play("answer target [p1.units.1,p1.units.2]")
match.play("pair_pilot G27 p0.units.1")
match.play("attack p0.units.1 p1.units.3")
for move in ("pass_block", "pass_action", "pass_action"):
    match.play(move)
state = match.state
print(json.dumps({
    "file": kibitz.__file__,
    "position": match.game.position(state),
    "titles": [state.layout.titles[state.layout.read_card(card)] for card in ("X01", "X02")],
}))
"""
DEFENDER = """
from kibitz.games.gundam import Gundam
from kibitz.testing import scenario

start = scenario(Gundam()).put("units", 0, "G05").put("units", 1, "X04", rested=True)
match = start.put("deck", 0, "G05").put("deck", 1, "G05", "G07").turn(5, phase="main").engine()
match.play("attack p0.units.1 p1.units.1")
for move in ("pass_block", "pass_action", "pass_action"):
    match.play(move)
print(match.game.position(match.state)["zones"]["hand"][1])
"""
BURST = """
from kibitz.games.gundam import Gundam
from kibitz.testing import scenario

start = scenario(Gundam()).put("units", 0, "G05").put("shields", 1, "X03")
match = start.put("deck", 0, "G05").put("deck", 1, "G05", "G07").turn(5, phase="main").engine()
match.play("attack p0.units.1 p1")
for move in ("pass_block", "pass_action", "pass_action", "answer burst [yes]"):
    match.play(move)
match.play("answer target [p0.units.1]")
print([str(move) for move in match.legal_moves()], match.game.position(match.state)["rows"])
"""


def run(program: str, folder: Path) -> str:
    """Runs a program with the package of a folder; returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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
    file = tmp_path / "kibitz" / "games" / "gundam" / "data" / "cards.json"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[1:1] = [f"  {json.dumps(card)}," for card in NEW]
    file.write_text("\n".join(lines), encoding="utf-8")
    found = json.loads(run(PROGRAM, tmp_path))
    assert Path(found["file"]).is_relative_to(tmp_path)
    assert found["titles"] == ["X01", "Night Owl"]
    position = found["position"]
    rows = position["rows"]
    # X02 is linked by a trait, so it attacks at once; with First Strike it takes no damage.
    assert [part["card"] for part in rows["units"][0]] == ["X02", "X01", "X03"]
    assert "damage" not in rows["units"][0][0]
    # X03 dealt 1 damage to two Units, weakened both and drew.
    assert [(part["card"], part["damage"]) for part in rows["units"][1]] == [("G05", 1), ("G03", 1)]
    assert [len(part["mods"]) for part in rows["units"][1]] == [1, 1]
    assert position["zones"]["hand"] == [["G07"], []]
    assert position["zones"]["trash"] == [[], ["G19"]]
    # Breach 2.
    assert [(part["card"], part["damage"]) for part in rows["bases"][1]] == [("G15", 2)]
    assert "X03" in run(BURST, tmp_path), "a Unit can be deployed by its Burst"
    assert run(DEFENDER, tmp_path).strip() == "['G07']", "a defender destroyed the attacker"


def ability(kind: str = "deploy", **fields: object) -> dict[str, object]:
    """Returns the field with one ability, which draws a card if nothing else is said."""
    return {"abilities": [{"id": "one", "kind": kind, "do": [{"op": "draw"}], **fields}]}


def operation(**fields: object) -> dict[str, object]:
    """Returns the field with one ability of one operation."""
    return ability(do=[fields])


WRONG: dict[str, dict[str, object]] = {
    "type: unknown 'ship'; known: unit, pilot, command, base, resource": {"type": "ship"},
    "colour: unknown 'pink'; known: , blue, green, red, white, purple": {"colour": "pink"},
    "level: missing, expected a whole number": {"level": None},
    'ap: expected a whole number, got "big"': {"ap": "big"},
    "speed: unknown field; known: ": {"speed": 3},
    "keywords.blocker: expected": {"keywords": {"blocker": 2}},
    "keywords.repair: expected a whole number, got true": {"keywords": {"repair": True}},
    "keywords.flying: unknown field": {"keywords": {"flying": True}},
    "pilot.hp: missing, expected a whole number": {
        "type": "pilot",
        "ap": None,
        "hp": None,
        "pilot": {"name": "Ace", "ap": 1},
    },
    "link.name: missing, expected a text, or a trait": {"link": {}},
    "abilities[0].kind: unknown 'often'": ability("often"),
    "abilities[0].timing[0]: unknown 'now'": ability("act", timing=["now"]),
    "abilities[0].while[0]: unknown 'pared'": ability("deploy", **{"while": ["pared"]}),
    "abilities[0].rule: unknown 'no_player'": ability("static", rule="no_player"),
    "abilities[0].give.keyword: unknown 'flying'": ability(
        "static", give={"to": "self", "keyword": "flying"}
    ),
    "abilities[0].do[0].op: unknown 'explode'": operation(op="explode"),
    "abilities[0].do[0].take: missing, expected an object": operation(op="look", n=2),
    'abilities[0].do[0].n: expected a whole number, got "two"': operation(op="draw", n="two"),
    "abilities[0].do[0].who: unknown 'them'": operation(op="choose", who="them"),
    "abilities[0].do[0].filter.keyword: unknown 'bloker'; did you mean 'blocker'?": operation(
        op="choose", filter={"keyword": "bloker"}
    ),
    "abilities[0].do[0].token: there is no card 'T9'": operation(op="token", token="T9"),
    "abilities[0].do[0].tokens[0]: there is no card 'T9'": operation(
        op="token_by_units", tokens=["T9"]
    ),
    "abilities: expected 8 at most": {
        "abilities": [{"id": f"a{number}", "kind": "static"} for number in range(9)]
    },
    "abilities: expected a different id for each": {
        "abilities": [{"id": "rule", "kind": "static"}] * 2
    },
    "abilities[0].do: expected one operation or more": ability(do=[]),
    "abilities[0].timing: expected main, action or both": ability("act"),
    "abilities[0].do[0].keyword: missing, expected a text": operation(op="gain"),
    "abilities[0].do[0].token: missing, expected a text": operation(op="token"),
    "abilities[0].do[0].tokens: missing, expected a list": operation(op="token_by_units"),
}


def test_all_wrong_lines_are_refused_in_one_error() -> None:
    rows: list[dict[str, object]] = []
    for number, fields in enumerate(WRONG.values()):
        row = {"id": f"X{number}", **PLAIN, **fields}
        rows.append({name: value for name, value in row.items() if value is not None})
    with pytest.raises(CardDataError) as caught:
        kit.read_catalogue(rows, Card)
    found = str(caught.value).removeprefix("card data: ").split("; X")
    assert len(found) == len(WRONG), found
    for number, problem in enumerate(WRONG):
        assert found[number].removeprefix("X").startswith(f"{number}: {problem}")
