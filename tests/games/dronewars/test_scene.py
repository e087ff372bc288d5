"""A battle of Drone Wars as a scene."""

from kibitz.core import Bar, Counter, Figure, Reject, touch
from kibitz.core.game import SPECTATOR
from kibitz.testing.scene_laws import table_problems
from tests.games.dronewars.table import Table


def test_lanes_hold_drones_and_sections() -> None:
    table = Table(
        lane1="bomber, scout 1/0 exhausted",
        lane2="standard fighter, standard fighter exhausted",
        against1="guardian, gladiator attack=4",
        hand="2 laser blast, nuke",
        their_hand="3 nuke",
        hull=(10, 8, 5),
        shields=(3, 1, 0),
        passed=(1,),
        energy=7,
        upgrades=["combat enhancement on scout"],
        unchecked=True,
    )
    game = table.game
    view = game.view(table.battle, 0)
    scene = game.scene(view)
    assert scene.status == "Round 2, action: you to act"
    areas = {area.id: area for area in scene.areas}
    lane = areas["p0.lane1"]
    assert (lane.layout, lane.column, lane.group) == ("lane", 1, "own.lane:1")
    bomber, scout, bridge = lane.pieces
    assert (bomber.group, scout.group) == ("own:bomber 1", "own:scout 1")
    assert scout.marks == ("exhausted",)
    assert scout.bars == (Bar("hull", 1, 1),)
    assert (bridge.group, bridge.marks) == ("own.section:1", ("base",))
    assert bridge.lines[0].group == "ability:recalculate"
    assert [piece.group for piece in areas["p0.lane2"].pieces[:2]] == [
        *("own:standard fighter 2", "own:standard fighter 2.2"),
    ]
    gladiator = areas["p1.lane1"].pieces[1]
    assert (gladiator.group, gladiator.figures[0].trend) == ("foe:gladiator 1", 1)
    assert [piece.name for piece in areas["p0.hand"].pieces] == [
        *("Laser Blast", "Laser Blast", "Nuke"),
    ]
    assert areas["p0.hand"].pieces[0].figures[0].role == "cost"
    assert [piece.marks for piece in areas["p1.hand"].pieces] == [("hidden",)] * 3
    assert [side.name for side in scene.sides] == ["You", "Enemy"]
    assert scene.sides[0].counters[0] == Counter("energy", 7, "energy", 12)
    assert [badge.text for badge in scene.sides[1].badges] == ["passed"]
    assert (areas["p0.upgrades"].pieces[0].detail) == "on scout"
    moves = {str(move): game.touches(view, move) for move in game.legal(table.battle)}
    assert moves["attack bomber 1 > guardian 1"] == touch(
        "Attack", "own:bomber 1", "foe:guardian 1"
    )
    assert moves["pass"] == touch("Pass")
    assert table_problems(game, view, game.legal(table.battle)) == []
    watched = game.scene(game.view(table.battle, SPECTATOR))
    assert watched.groups() == {}
    assert Figure("attack", 4, 1) in gladiator.figures


def test_what_is_not_there_is_a_less_helpful_reason_than_a_rule() -> None:
    codes = ("WRONG_PHASE", "NO_SUCH_DRONE", "EXHAUSTED")
    assert [Table().game.refusal_priority(Reject(code, "no")) for code in codes] == [0, 1, 2]
