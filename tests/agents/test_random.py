from collections import Counter

import pytest

from kibitz.agents import RandomAgent
from kibitz.core import Reason
from tests.agents.pile import Take, seen_at


def test_random_agent_ranks_every_legal_move_by_a_random_number() -> None:
    advice = RandomAgent().advise(seen_at(10))
    assert {option.move for option in advice.options} == {Take(1), Take(2), Take(3)}
    assert advice.move == advice.options[0].move
    scores = [option.score for option in advice.options]
    assert scores == sorted(scores, reverse=True)
    for option in advice.options:
        assert option.reasons == (Reason("random", option.score, "a random number"),)


def test_random_agent_plays_each_move_equally_often() -> None:
    agent = RandomAgent()
    counts = Counter(str(agent.advise(seen_at(10, seed)).move) for seed in range(900))
    assert set(counts) == {"take 1", "take 2", "take 3"}
    assert all(240 <= count <= 360 for count in counts.values()), counts


def test_random_agent_gives_the_same_advice_for_the_same_observation() -> None:
    first = RandomAgent().advise(seen_at(10))
    second = RandomAgent().advise(seen_at(10))
    assert repr(first.options) == repr(second.options)


def test_random_agent_seed_sets_two_players_apart() -> None:
    seeds = [RandomAgent(seed).advise(seen_at(10)).options[0].score for seed in range(5)]
    assert len(set(seeds)) == 5


def test_random_agent_seed_is_reproducible_and_leaves_the_observation_alone() -> None:
    seen = seen_at(10)
    first = RandomAgent(3).advise(seen)
    second = RandomAgent(3).advise(seen)
    assert repr(first.options) == repr(second.options)


@pytest.mark.parametrize("stones", [1, 2])
def test_random_agent_never_plays_an_illegal_move(stones: int) -> None:
    for seed in range(20):
        seen = seen_at(stones, seed)
        assert RandomAgent().advise(seen).move in seen.moves
