"""In a game for three players every agent plays for its own return."""

from functools import cache

import pytest

from kibitz.agents import make_agent
from kibitz.core import Outcome, RuleEngine, read_record, replay, write_record
from kibitz.testing import check_agent, check_game
from tests.agents.trio import Trio, TrioState

AGENTS = ("greedy", "greedy:worlds=8,horizon=9", "beam", "ismcts:iterations=100")


def all_cards(state: TrioState) -> list[int]:
    return sorted([*state.trick, *state.played, *[card for hand in state.hands for card in hand]])


@cache
def mean_tricks(spec: str) -> float:
    """Plays each of twenty deals from every seat against random players."""
    game = Trio()
    total = 0.0
    for seed in range(60):
        engine = RuleEngine(game, seed=seed // 3, agent_seed=seed)
        agents = [make_agent(game, spec if seat == seed % 3 else "random") for seat in range(3)]
        while engine.outcome is None:
            engine.play(agents[engine.seat].advise(engine.observe()).move)
        total += engine.outcome.returns[seed % 3]
    return total / 60


def test_ranks_count_from_one_and_equal_returns_share_one() -> None:
    assert Outcome(1, "end", (1.0, 3.0, 2.0)).ranks() == (3, 1, 2)
    assert Outcome(None, "end", (1.0, 1.0, 0.0)).ranks() == (1, 1, 3)
    assert Outcome(2, "end", (0.0, 0.0, 3.0)).ranks() == (2, 2, 1)
    assert Outcome(None, "end", (-1.0,)).ranks() == (1,)


def test_the_game_keeps_every_law() -> None:
    report = check_game(Trio, conserved=all_cards)
    assert report.games == 20
    assert min(report.guessed) > 0


@pytest.mark.parametrize("spec", ["random", *AGENTS])
def test_every_agent_keeps_the_laws(spec: str) -> None:
    game = Trio()
    assert check_agent(lambda: make_agent(game, spec), game, games=2) > 0


@pytest.mark.parametrize("spec", AGENTS)
def test_every_agent_takes_more_tricks_than_a_random_player(spec: str) -> None:
    assert mean_tricks("random") < 1.2
    assert mean_tricks(spec) > mean_tricks("random")


def test_a_match_is_recorded_and_replayed() -> None:
    engine = RuleEngine(Trio(), seed=1)
    while engine.outcome is None:
        engine.play(engine.legal_moves()[0])
    record = read_record(write_record(engine).text())
    assert len(record.returns) == 3
    assert replay(record, Trio()).outcome == engine.outcome
