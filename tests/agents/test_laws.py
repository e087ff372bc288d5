"""The agents of Kibitz keep the laws of agents, in its built-in games."""

from typing import Final

import pytest

from kibitz.agents import agent_names, make_agent
from kibitz.games import load, names
from kibitz.testing import check_agent
from tests.agents.pile import Pile

# Games whose own agents answer for every move; the general agents do in every game.
ANSWERING: Final = tuple(names())
# Enough for the laws, which hold for any budget.
BUDGETS: Final = {
    "beam": "beam:worlds=2,depth=2,width=2,expand=3,nodes=40",
    "greedy": "greedy:worlds=2",
    "ismcts": "ismcts:iterations=40",
}


def answering_agents() -> list[tuple[str, str]]:
    """Lists games and agents."""
    found = []
    for name in names():
        game = load(name)
        own = game.agents()
        for agent in agent_names(game):
            if agent != "human" and (agent not in own or name in ANSWERING):
                found.append((name, agent if agent in own else BUDGETS.get(agent, agent)))
    return found


@pytest.mark.parametrize("spec", ["random", "random:seed=3", "greedy", "greedy:worlds=2"])
@pytest.mark.parametrize("name", ["leduc", "duel"])
def test_agent_keeps_the_laws(name: str, spec: str) -> None:
    game = load(name)
    assert check_agent(lambda: make_agent(game, spec), game, games=2, max_plies=6) > 0


@pytest.mark.parametrize("spec", ["random", "greedy", "greedy:worlds=2,horizon=3"])
def test_agent_keeps_the_laws_in_a_game_with_hidden_charms(spec: str) -> None:
    game = Pile(5)
    assert check_agent(lambda: make_agent(game, spec), game, games=5) > 0


@pytest.mark.parametrize(("name", "spec"), answering_agents())
def test_agent_answers_for_every_legal_move(name: str, spec: str) -> None:
    game = load(name)
    checked = check_agent(
        lambda: make_agent(game, spec), game, games=2, max_plies=5, worlds=0, answers=True
    )
    assert checked > 0


@pytest.mark.parametrize("spec", ["beam:worlds=3,expand=2,playouts=1", "ismcts:iterations=30"])
def test_search_answers_for_moves_that_only_some_worlds_have(spec: str) -> None:
    game = Pile(5)
    check = check_agent(lambda: make_agent(game, spec), game, games=5, worlds=0, answers=True)
    assert check > 0
