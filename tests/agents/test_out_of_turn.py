"""An agent that is asked where it has nothing to decide says so."""

from typing import Any

import pytest

from kibitz.agents import make_agent
from kibitz.agents.registry import agent_names
from kibitz.core import KibitzError, NotOnTurn, RuleEngine, seeded
from kibitz.games import load, names


@pytest.mark.parametrize("name", names())
def test_an_agent_that_is_asked_out_of_turn_says_so(name: str) -> None:
    game = load(name)
    engine: RuleEngine[Any, Any] = RuleEngine(game, seed=1)
    if game.seats == 1:
        while engine.outcome is None:
            engine.play(game.random_move(engine.state, seeded(engine.ply)))
    seat = (engine.seat + 1) % game.seats
    seen = engine.observe(seat)
    assert seen.moves == []
    for agent in agent_names(game):
        with pytest.raises(NotOnTurn, match=f"seat {seat} of {name} has no legal move to choose"):
            make_agent(game, agent).advise(seen)


def test_errors_of_ours_are_of_one_family() -> None:
    assert issubclass(NotOnTurn, KibitzError)
    assert issubclass(NotOnTurn, ValueError)
