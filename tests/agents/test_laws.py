"""The agents of Kibitz keep the laws of agents, in its built-in games."""

import pytest

from kibitz.agents import make_agent
from kibitz.games import load
from kibitz.testing import check_agent
from tests.agents.pile import Pile


@pytest.mark.parametrize("spec", ["random", "random:seed=3", "greedy", "greedy:worlds=2"])
@pytest.mark.parametrize("name", ["leduc", "duel"])
def test_agent_keeps_the_laws(name: str, spec: str) -> None:
    game = load(name)
    assert check_agent(lambda: make_agent(game, spec), game, games=2, max_plies=6) > 0


@pytest.mark.parametrize("spec", ["random", "greedy", "greedy:worlds=2,horizon=3"])
def test_agent_keeps_the_laws_in_a_game_with_hidden_charms(spec: str) -> None:
    game = Pile(5)
    assert check_agent(lambda: make_agent(game, spec), game, games=5) > 0
