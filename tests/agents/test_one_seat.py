"""In a game for one player every agent plays for the single return."""

from functools import cache

import pytest

from kibitz.agents import make_agent
from kibitz.core import Outcome, RuleEngine, UnknownPlayer, read_record, replay, write_record
from kibitz.core.game import winner_of
from kibitz.testing import LawBroken, check_agent, check_game
from tests.agents.patience import Patience, PatienceState, Throw

AGENTS = ("utility", "greedy", "greedy:worlds=8,horizon=20", "beam", "ismcts:iterations=100")


def all_cards(state: PatienceState) -> list[int]:
    return sorted([*state.deck, *state.up, *state.pile, *state.thrown])


@cache
def outcomes(spec: str) -> tuple[Outcome, ...]:
    """Plays thirty deals with an agent."""
    found: list[Outcome] = []
    game = Patience()
    for seed in range(30):
        engine = RuleEngine(game, seed=seed, agent_seed=seed)
        agent = make_agent(game, spec)
        while engine.outcome is None:
            engine.play(agent.advise(engine.observe()).move)
        found.append(engine.outcome)
    return tuple(found)


def mean(spec: str) -> float:
    return sum(outcome.returns[0] for outcome in outcomes(spec)) / len(outcomes(spec))


def test_a_return_above_zero_is_a_win_and_any_other_a_loss() -> None:
    assert [winner_of([value]) for value in (2.0, 0.5, 0.0, -1.0)] == [0, 0, None, None]


def test_the_game_keeps_every_law() -> None:
    report = check_game(Patience, conserved=all_cards, every=2)
    assert report.games == 20
    assert report.guessed[0] > 0


def test_a_win_with_nothing_to_show_breaks_a_law() -> None:
    class Generous(Patience):
        def outcome(self, state: PatienceState) -> Outcome | None:
            found = super().outcome(state)
            return found and Outcome(0, found.reason, found.returns)

    words = r"outcome\(\) names the winner 0, but the returns are \[-?\d\.0\]$"
    with pytest.raises(LawBroken, match=words) as caught:
        check_game(Generous)
    assert caught.value.law == "the winner has the highest return"


@pytest.mark.parametrize("spec", ["random", *AGENTS])
def test_every_agent_keeps_the_laws(spec: str) -> None:
    game = Patience()
    assert check_agent(lambda: make_agent(game, spec), game, games=3) > 0


@pytest.mark.parametrize("spec", AGENTS)
def test_every_agent_plays_for_the_return(spec: str) -> None:
    assert mean(spec) > mean("random") + 2.0
    assert {outcome.winner for outcome in outcomes(spec)} == {0, None}
    assert all((found.winner == 0) == (found.returns[0] > 0) for found in outcomes(spec))


@pytest.mark.parametrize("concedes", [False, True])
def test_a_lost_match_is_recorded_and_replayed(concedes: bool) -> None:
    engine = RuleEngine(Patience(), seed=4)
    while engine.outcome is None:
        engine.play("concede" if concedes else engine.legal_moves()[-1])
    assert isinstance(engine.history[0][1], Throw) or concedes
    record = read_record(write_record(engine).text())
    assert record.winner is None
    assert record.result == ("conceded" if concedes else "no card fits")
    assert replay(record, Patience()).outcome == engine.outcome


def test_there_is_only_one_player() -> None:
    engine = RuleEngine(Patience(), seed=4)
    with pytest.raises(UnknownPlayer, match=r"^patience has only seat 0, not 1$"):
        engine.observe(1)
