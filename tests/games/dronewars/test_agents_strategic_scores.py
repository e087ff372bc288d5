"""The recorded arithmetic of the strategic AI: the whole table of 4.6, from real positions."""

import pytest

from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.agents.strategic import paths as made
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.assessment import (
    AGGRESSIVE,
    ALL_IN_OFFENSE,
    DAMAGE_SECTION,
    NEVER,
    RACE,
    WIN_FASTER,
    WIN_NOW,
    Goal,
    Mode,
    chance,
    rounds_for,
)
from kibitz.games.dronewars.agents.strategic.evaluation import evaluate
from kibitz.games.dronewars.agents.strategic.paths import SURVIVE, Path, Step
from kibitz.games.dronewars.agents.strategic.settings import DESCRIBED, base_values
from tests.games.dronewars.plans import (
    BARE,
    LAST1,
    LAST3,
    ask,
    first_hull,
    found_as,
    part,
    plan_of,
)
from tests.games.dronewars.table import Table

STAGE: dict[str, object] = {"their_hull": LAST1, "their_shields": BARE}
SHIELDED: dict[str, object] = {"their_hull": LAST1, "their_shields": (3, 0, 0)}
STAND: dict[str, object] = {"hull": LAST3, "shields": BARE}

# The worked finals of 4.6: position, type, value, score. SA1 to SA15 have the others.
FINALS: list[tuple[dict[str, object], str, str, float]] = [
    (
        {"lane1": "standard fighter, heavy fighter", "against1": "guardian 3/0"}
        | {"hand": "target lock", **STAGE},
        "CARD_REMOVAL_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1645.0,
    ),
    (
        {"lane1": "standard fighter, scout", "against1": "guardian 5/0", "hand": "overcharge"}
        | STAGE,
        "BUFF_KILL_GUARDIAN_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1286.0,
    ),
    (
        {"lane1": "standard fighter", "against1": "guardian 5/0", "hand": "overcharge", **STAGE},
        "BUFF_KILL_GUARDIAN_THEN_ATTACK",
        "EFFICIENT_SETUP",
        586.0,
    ),
    (
        {"lane1": "standard fighter exhausted, scout", "against1": "guardian 3/0"}
        | {"hand": "adrenaline rush+", **STAGE},
        "READY_KILL_GUARDIAN_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1715.0,
    ),
    (
        {"lane1": "standard fighter exhausted, scout", "against1": "guardian 3/0"}
        | {"hand": "adrenaline rush", **STAGE},
        "READY_KILL_GUARDIAN_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1336.0,
    ),
    (
        {"lane1": "standard fighter", "hand": "overcharge", **SHIELDED},
        "BUFF_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1444.5,
    ),
    (
        {"lane1": "scout", "hand": "overcharge", **SHIELDED},
        "BUFF_THEN_ATTACK",
        "MINOR_BUFF",
        210.0,
    ),
    (
        {"lane2": "standard fighter", "hand": "maneuver"}
        | {"their_hull": LAST1, "their_shields": (2, 0, 0)},
        "MOVE_THEN_ATTACK",
        "IMMEDIATE_WIN",
        2201.25,
    ),
    (
        {"lane1": "scout", "lane2": "standard fighter", "against1": "guardian 3/0"}
        | {"hand": "maneuver", **STAGE},
        "MOVE_KILL_GUARDIAN_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1666.25,
    ),
    ({"lane1": "standard fighter", **SHIELDED}, "CHIP_ATTACK", "CHIP_DAMAGE", 159.0),
    (
        {"lane3": "standard fighter", "against3": "standard fighter, bomber", **STAND},
        "ELIMINATE_THREATS",
        "PARTIAL_DEFENSE",
        501.5,
    ),
    (
        {"lane3": "standard fighter", "against3": "heavy fighter", "hand": "overcharge", **STAND},
        "BUFF_ELIMINATE_THREAT",
        "EFFICIENT_DEFENSE",
        1064.5,
    ),
    (
        {"lane3": "standard fighter exhausted", "against3": "bomber", "hand": "adrenaline rush+"}
        | STAND,
        "READY_ELIMINATE_THREAT",
        "EFFICIENT_DEFENSE",
        1390.0,
    ),
    (
        {"against3": "bomber", "hand": "laser blast", **STAND},
        "CARD_REMOVAL_THREAT",
        "EFFICIENT_DEFENSE",
        1155.0,
    ),
    (
        {"against3": "bomber", "hand": "target lock", **STAND},
        "CARD_REMOVAL_THREAT",
        "EFFICIENT_DEFENSE",
        1145.0,
    ),
    (
        {"lane1": "standard fighter exhausted", "hand": "adrenaline rush+"},
        "READY_FOR_EFFICIENCY",
        "EFFICIENT_TRADE",
        567.75,
    ),
    (
        {"against1": "standard fighter attack=4", "hand": "laser blast"},
        "BALANCED_THREAT_REMOVAL",
        "EFFICIENT_TRADE",
        305.0,
    ),
    (
        {"lane1": "bomber", "against1": "standard fighter", "hand": "laser blast", **SHIELDED},
        "CARD_REMOVE_INTERCEPTOR_THEN_ATTACK",
        "ENABLES_WIN_NEXT_TURN",
        1605.0,
    ),
    # Races: SURVIVE_THEN_COUNTER, ALL_IN_OFFENSE, BUILD_OFFENSE.
    (
        {"lane3": "standard fighter", "against3": "bomber", **STAND, **SHIELDED},
        "ELIMINATE_THREATS",
        "FULL_DEFENSE",
        1141.5,
    ),
    (
        {"lane1": "heavy fighter attack=5", **STAND, **STAGE},
        "DIRECT_ATTACK",
        "IMMEDIATE_WIN",
        2115.0,
    ),
    ({"lane1": "gladiator", **STAND, **SHIELDED}, "CHIP_ATTACK", "CHIP_DAMAGE", 234.0),
    # Deployment in a race: SURVIVE_THEN_COUNTER, RACE_OFFENSE_BIAS.
    (
        {"against3": "bomber", "pool": "guardian", "phase": "deployment", **STAND, **STAGE},
        "DEPLOY_GUARDIAN",
        "DEPLOY_BLOCKER",
        1047.0,
    ),
    (
        {"lane1": "heavy fighter", "against3": "bomber", "pool": "guardian"}
        | {"phase": "deployment", **STAND, **STAGE},
        "DEPLOY_GUARDIAN",
        "DEPLOY_BLOCKER",
        747.0,
    ),
]


@pytest.mark.parametrize(
    ("position", "kind", "value", "score"), FINALS, ids=[f"{row[1]} {row[3]}" for row in FINALS]
)
def test_worked_final(position: dict[str, object], kind: str, value: str, score: float) -> None:
    assert found_as(first_hull(**position), kind) == (value, score)


@pytest.mark.parametrize("row", FINALS, ids=[f"{row[1]} {row[3]}" for row in FINALS])
def test_reasons_add_up(row: tuple[dict[str, object], str, str, float]) -> None:
    for path in plan_of(first_hull(**row[0])).paths:
        assert sum(reason.amount for reason in path.reasons) == pytest.approx(path.score)


def mode_of(name: str) -> Mode:
    """Makes a mode for the evaluator alone."""
    return Mode(name, WIN_FASTER if name == RACE else WIN_NOW, "", [], [])


def eliminate(confidence: float = 0.85) -> Path:
    """Makes a full defence with one kill."""
    step = Step(made.ATTACK_STEP, "attack")
    return Path(
        made.ELIMINATE_THREATS, settings.FULL_DEFENSE, SURVIVE, confidence, [step], "defend"
    )


def test_all_in_counts_against_defence() -> None:
    goal = Goal(DAMAGE_SECTION, strategy=ALL_IN_OFFENSE)
    assert evaluate([eliminate()], mode_of(RACE), goal, DESCRIBED)[0].score == 641.5


def test_confidence_of_zero_is_zero() -> None:
    found = evaluate([eliminate(0.0)], mode_of(AGGRESSIVE), Goal(DAMAGE_SECTION), DESCRIBED)
    assert found[0].score == 0.0


def test_equal_scores_keep_their_order() -> None:
    first, second = eliminate(), eliminate()
    found = evaluate([first, second], mode_of(AGGRESSIVE), Goal(DAMAGE_SECTION), DESCRIBED)
    assert found[0] is first


def test_missing_and_unknown_steps_are_complex() -> None:
    goal = Goal(DAMAGE_SECTION)
    steps: tuple[list[Step], ...] = ([], [Step(made.OTHER_STEP, "?")])
    scores = [
        evaluate(
            [Path("X", settings.PROGRESS_VALUE, "", 1.0, some, "")],
            mode_of(AGGRESSIVE),
            goal,
            DESCRIBED,
        )[0].score
        for some in steps
    ]
    assert scores == [100.0 - 50.0 - 25.0, 60.0]


def test_base_values() -> None:
    found = base_values(DESCRIBED)
    assert found == {
        "IMMEDIATE_WIN": 1500,
        "ENABLES_WIN_NEXT_TURN": 1200,
        "FULL_DEFENSE": 1000,
        "EFFICIENT_DEFENSE": 900,
        "DEPLOY_BLOCKER": 850,
        "SECTION_LOST": 800,
        "EFFICIENT_SETUP": 700,
        "PARTIAL_DEFENSE": 600,
        "SIGNIFICANT_DAMAGE_BOOST": 500,
        "FIND_SOLUTION": 400,
        "FIND_DEFENSIVE_SOLUTION": 400,
        "EFFICIENT_TRADE": 350,
        "APPLY_PRESSURE": 300,
        "FIND_EFFICIENT_ANSWER": 300,
        "MINOR_BUFF": 250,
        "BREAKTHROUGH_PROGRESS": 250,
        "MINOR_READY": 240,
        "MINOR_POSITIONING": 200,
        "SETUP": 200,
        "CHIP_DAMAGE": 150,
        "PROGRESS": 100,
        "OTHER": 50,
        "SINGLE_ACTION": 0,
    }


@pytest.mark.parametrize(
    ("deck", "useful", "drawn", "expected"),
    [(20, 4, 2, 0.36842), (0, 0, 2, 0.0), (5, 0, 2, 0.0), (2, 1, 5, 1.0), (3, 3, 1, 1.0)],
)
def test_draw_probability(deck: int, useful: int, drawn: int, expected: float) -> None:
    assert chance(deck, useful, drawn) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("need", "damage", "regain", "expected"),
    [(7, 4, 3, 4), (7, 7, 3, 1), (7, 3, 3, NEVER), (7, 0, 0, NEVER), (7, 4, 0, 2), (8, 4, 0, 2)],
)
def test_rounds_to_win(need: int, damage: int, regain: int, expected: int) -> None:
    assert rounds_for(need, damage, regain) == expected


def test_tempo_is_reported() -> None:
    table = Table(lane1="heavy fighter", their_hull=(10, 5, 5), their_shields=(2, 0, 0))
    found = part(ask(table), "assessment")
    # Regains 3 shields a round with a Power Cell in the middle lane that is damaged.
    assert (found["own_rounds"], found["enemy_rounds"], found["tempo"]) == (4, None, None)


def test_every_weight_has_a_meaning_and_is_an_option() -> None:
    weights = DroneWars().agent_weights()["strategic"]
    assert weights["immediate_win"] == (1500.0, "base: the game is won in this turn")
    table = Table(lane1="standard fighter")
    assert ask(table, "strategic:apply_pressure=400").value == (400.0 - 10.0) * 0.8
