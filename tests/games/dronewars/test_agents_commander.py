"""The commander: plans and single actions on one scale, and shields by need."""

import pytest

from kibitz.agents import make_agent
from kibitz.games.dronewars import DroneWars
from kibitz.testing import check_agent
from tests.games.dronewars.plans import BARE, LAST1, ask, first_hull, part
from tests.games.dronewars.table import Table


def test_a_single_action_beats_a_weak_plan() -> None:
    table = Table(lane1="standard fighter", against1="scout", hand="laser blast+")
    assert str(ask(table).move) == "attack standard fighter 1 > section"
    advice = ask(table, "strategic:tactics=1,single_action=300")
    assert part(advice, "chosen")["type"] == "SINGLE_ACTION"
    assert [reason.term for reason in advice.options[0].reasons] == ["single action", "tactics"]


def test_the_tactical_score_counts_for_the_first_step_of_a_plan() -> None:
    table = Table(lane1="scout, standard fighter")
    assert str(ask(table).move) == "attack scout 1 > section"
    advice = ask(table, "strategic:tactics=1")
    assert str(advice.move) == "attack standard fighter 1 > section"
    # 3.5 and 3.8: 24 damage, 35 shields broken, 10 hard hit, 100 unchecked.
    assert advice.value == 232.0 + 169.0


def test_a_win_at_once_still_comes_first() -> None:
    table = first_hull(
        lane1="heavy fighter, standard fighter exhausted",
        hand="adrenaline rush+",
        their_hull=LAST1,
        their_shields=BARE,
    )
    assert str(ask(table, "commander").move) == "attack heavy fighter 1 > section"


def test_no_attack_on_a_lost_section() -> None:
    table = Table(lane1="heavy fighter", their_hull=(5, 10, 10), hull=(5, 10, 10))
    assert str(ask(table, "tactical").move) == "attack heavy fighter 1 > section"
    assert str(ask(table, "commander").move) != "attack heavy fighter 1 > section"


@pytest.mark.parametrize(
    ("hull", "against", "wanted"),
    [
        ((5, 10, 10), {"against3": "bomber"}, "shield 3"),
        ((10, 10, 10), {"against2": "scout", "against1": "heavy fighter"}, "shield 1"),
        ((5, 10, 5), {"against1": "bomber"}, "shield 2"),
    ],
)
def test_shields_go_where_they_are_needed(
    hull: tuple[int, int, int], against: dict[str, str], wanted: str
) -> None:
    table = Table(hull=hull, shields=BARE, phase="shield_allocation", **against)  # type: ignore[arg-type]
    table.battle.board.left = 2
    assert str(ask(table, "strategic:shields_by_need=true").move) == wanted


def test_weights_of_the_fallback_are_options() -> None:
    table = first_hull(hand="out think", energy=10)
    draws = ask(table, "strategic:fallback_draw=-100")
    assert str(draws.move) == "pass"
    assert str(ask(table).move) == "play out think"


def test_laws_of_agents_hold() -> None:
    game = DroneWars(decks="standard / manticore")
    check_agent(lambda: make_agent(game, "commander"), game, games=1, max_plies=80, seed=5)
