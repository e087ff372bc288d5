"""What the moves of advice touch on the table of whoever asks."""

from typing import Any

import pytest

from kibitz import RuleEngine, games
from kibitz.agents.asking import ask, write_advice
from kibitz.agents.registry import make_agent
from kibitz.core.agent import Observation
from kibitz.core.move import Move
from kibitz.core.scene import OFFER
from kibitz.table.planned import add_touches, group_owners, plan_touches


def observed(name: str, moves: int = 0) -> Observation[Any, Any]:
    """Returns what the seat that must decide sees after some moves."""
    engine: RuleEngine[Any, Any] = RuleEngine(games.load(name), seed=7)
    for _ in range(moves):
        engine.play(engine.legal_moves()[0])
    return engine.observe(engine.seat)


def played(seen: Observation[Any, Any], *texts: str) -> list[Move[Any]]:
    """Reads moves of a plan."""
    return [seen.game.read_move(text) for text in texts]


@pytest.mark.parametrize("name", games.names())
def test_options_touch_what_lies_on_the_table(name: str) -> None:
    seen = observed(name, 2)
    advice = ask(make_agent(seen.game, "random"), seen, "random")
    written = write_advice(seen.game, seen.view, advice)
    add_touches(seen, advice, written)
    groups = group_owners(seen.game.scene(seen.view))
    options: Any = written["options"]
    assert written["touches"] == options[0]["touches"]
    touched = [group for each in options for group, _ in each["touches"]]
    assert all(group in groups or group.startswith(OFFER) for group in touched)


def test_the_second_of_two_equal_cards_is_in_a_plan() -> None:
    seen = observed("spire")
    strike = next(move for move in seen.moves if "strike" in str(move))
    end_turn = next(move for move in seen.moves if str(move).startswith("end"))
    first, second, end = plan_touches(seen, [strike, strike, end_turn])
    assert first.groups == second.groups == seen.game.touches(seen.view, strike).groups
    assert end.groups == ()


def test_what_another_player_does_is_marked_only_where_both_see_it() -> None:
    seen = observed("jaipur")
    mine, take, sell = played(seen, "take camels", "take silver", "sell 1 cloth")
    # After the camels it is the turn of the other player, whose hand is not the one on the table.
    for reply, groups in ((take, (("market:silver", 1),)), (sell, ())):
        found = plan_touches(seen, [mine, reply])
        assert [each.groups for each in found] == [(("market:camel", 3),), groups]


@pytest.mark.expects_errors
def test_a_game_that_cannot_say_what_a_move_touches_costs_no_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = observed("jaipur")

    def fail(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(type(seen.game), "touches", fail)
    assert [each.groups for each in plan_touches(seen, [seen.moves[0]])] == [()]
