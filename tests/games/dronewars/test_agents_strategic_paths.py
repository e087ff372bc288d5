"""Modes, goals and paths of the strategic AI one by one, where no scenario shows them."""

import pytest

from tests.games.dronewars.plans import (
    BARE,
    LAST1,
    LAST2,
    LAST3,
    ask,
    first_hull,
    found_as,
    part,
    plans,
)

ALL = (10, 10, 10)
SHIELDED: dict[str, object] = {"their_hull": LAST1, "their_shields": (3, 0, 0)}
STAND: dict[str, object] = {"hull": LAST3, "shields": BARE}


@pytest.mark.parametrize(
    ("own", "their", "against", "wanted"),
    [
        # M1 to M6; the first row that fits counts.
        (LAST3, LAST1, "", ("RACE", "WIN_FASTER", None, [1], [3])),
        (ALL, LAST2, "", ("AGGRESSIVE", "WIN_NOW", None, [2], [])),
        (LAST3, ALL, "bomber", ("DEFENSIVE", "SURVIVE_NOW", "CRITICAL", [], [3])),
        (LAST3, ALL, "", ("DEFENSIVE", "PROTECT", "HIGH", [], [3])),
        ((5, 10, 10), (10, 10, 5), "", ("AGGRESSIVE", "APPLY_PRESSURE", None, [1, 2], [])),
        ((5, 10, 10), ALL, "", ("DEFENSIVE", "STABILIZE", "HIGH", [], [2, 3])),
        (ALL, ALL, "", ("BALANCED", "BUILD_ADVANTAGE", None, [1, 2, 3], [])),
    ],
)
def test_m1_to_m6_modes_follow_the_sections_that_stand(
    own: tuple[int, int, int],
    their: tuple[int, int, int],
    against: str,
    wanted: tuple[str, str, str | None, list[int], list[int]],
) -> None:
    table = first_hull(hull=own, their_hull=their, against3=against, shields=BARE)
    mode = part(ask(table), "mode")
    names = ("mode", "priority", "emergency", "focus", "protect")
    assert tuple(mode[name] for name in names) == wanted
    assert mode["text"]


@pytest.mark.parametrize(
    ("own", "against", "strategy", "confidence", "kind"),
    [
        ("heavy fighter", "", "ALL_IN_OFFENSE", "HIGH", "DAMAGE_SECTION"),
        ("", "bomber", "SURVIVE_THEN_COUNTER", "MEDIUM", "PREVENT_DAMAGE"),
        ("heavy fighter", "bomber", "RACE_OFFENSE_BIAS", "MEDIUM", "DAMAGE_SECTION"),
        ("scout", "", "BUILD_OFFENSE", "LOW", "DAMAGE_SECTION"),
    ],
)
def test_g3_a_race_follows_who_can_win_and_who_can_lose(
    own: str, against: str, strategy: str, confidence: str, kind: str
) -> None:
    table = first_hull(lane1=own, against3=against, **STAND, **SHIELDED)
    goal = part(ask(table), "goal")
    assert (goal["strategy"], goal["confidence"], goal["type"]) == (strategy, confidence, kind)


def test_g4_goals_say_what_they_are_for() -> None:
    attack = part(ask(first_hull(lane1="scout", **SHIELDED)), "goal")
    defend = part(ask(first_hull(against3="bomber", **STAND)), "goal")
    press = part(ask(first_hull(lane1="scout")), "goal")
    assert (attack["type"], attack["outcome"]) == ("DAMAGE_SECTION", "WIN_CONDITION")
    assert (defend["type"], defend["outcome"]) == ("PREVENT_DAMAGE", "SURVIVE_TURN")
    assert (defend["emergency"], defend["potential"]) == ("CRITICAL", 5)
    assert (press["type"], press["outcome"]) == ("BUILD_ADVANTAGE", "POSITION_FOR_WIN")
    assert (press["approach"], press["lanes"]) == ("SPREAD_PRESSURE", [1, 2, 3])


def test_p1c_an_attack_that_only_wears_shields_down() -> None:
    table = first_hull(lane1="scout", **SHIELDED)
    assert plans(table) == [("CHIP_ATTACK", "CHIP_DAMAGE", 109.0)]


@pytest.mark.parametrize(
    ("known", "kind", "value", "score"),
    [
        # The base less step and cost, times the confidence; Go Again, damage and steps come after:
        # P4b is (500 - 20 - 15) * 0.7 + 200 + 75 + 25, and P4c (240 - 30 - 10) * 0.5 + 25 + 25.
        (
            {"lane1": "standard fighter exhausted", "hand": "adrenaline rush+"},
            "READY_THEN_ATTACK",
            "SIGNIFICANT_DAMAGE_BOOST",
            625.5,
        ),
        (
            {"lane1": "scout exhausted", "hand": "adrenaline rush"},
            "READY_THEN_ATTACK",
            "MINOR_READY",
            150.0,
        ),
        # P5c is (500 - 20 - 5) * 0.7 + 200 + 75 + 25, and P5d (200 - 20 - 5) * 0.5 + 200 + 25 + 25;
        # without Go Again P5d is (200 - 30 - 5) * 0.5 + 25 + 25.
        (
            {"lane2": "standard fighter", "hand": "maneuver"},
            "MOVE_THEN_ATTACK",
            "SIGNIFICANT_DAMAGE_BOOST",
            632.5,
        ),
        ({"lane2": "scout", "hand": "maneuver"}, "MOVE_THEN_ATTACK", "MINOR_POSITIONING", 337.5),
        ({"lane2": "scout", "hand": "reposition"}, "MOVE_THEN_ATTACK", "MINOR_POSITIONING", 132.5),
    ],
    ids=["P4b", "P4c", "P5c", "P5d", "P5d without Go Again"],
)
def test_preparations_that_finish_nothing_count_by_what_they_add(
    known: dict[str, object], kind: str, value: str, score: float
) -> None:
    assert found_as(first_hull(**known, **SHIELDED), kind) == (value, score)


def test_p12_draws_are_for_a_defence_that_is_missing() -> None:
    known: dict[str, object] = {
        "hand": "system reboot",
        "deck": "4 target lock, 16 out think",
        "against3": "bomber",
        "unchecked": True,
        **STAND,
    }
    wanted = ("DRAW_FOR_DEFENSIVE_ANSWERS", "FIND_DEFENSIVE_SOLUTION", 138.16)
    assert plans(first_hull(**known)) == [wanted]
    answered = plans(first_hull(**{**known, "lane3": "standard fighter"}))
    assert [kind for kind, _, _ in answered] == ["ELIMINATE_THREATS"]


def test_p17_draws_are_for_shields_that_nearly_fall() -> None:
    known: dict[str, object] = {
        "lane1": "gladiator",
        "hand": "system reboot",
        "deck": "4 overcharge, 16 out think",
        "unchecked": True,
    }
    assert plans(first_hull(**known)) == [
        ("ATTACK_PRISTINE", "APPLY_PRESSURE", 232.0),
        ("DRAW_FOR_EFFICIENCY", "FIND_EFFICIENT_ANSWER", 101.32),
    ]
    enough = plans(first_hull(**{**known, "lane1": "heavy fighter"}))
    assert [kind for kind, _, _ in enough] == ["ATTACK_PRISTINE"]
