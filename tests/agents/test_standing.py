"""Where an agent stops before the end of a game, it counts how the seats stand."""

import pytest

from kibitz.agents import Planner, make_agent
from kibitz.core import Policy, Reason, RuleEngine, play_out, seat_values, seeded
from tests.agents.pile import Pile, PileState, Take


class Hurried(Pile):
    """Seat 0 stands better the fewer stones are left; the returns say nothing before the end."""

    def standing(self, state: PileState) -> list[float]:
        assert not state.over
        lead = (self.stones - state.stones) / self.stones
        return [lead, -lead]


class Verdict(Policy[PileState]):
    """Likes every state with an even number of stones, and has no verdict on the others."""

    def judge(self, state: PileState) -> list[float] | None:
        return None if state.stones % 2 else [0.5, -0.5]


class Judged(Hurried):
    """A pile that its policy can judge in half of all states."""

    def policy(self) -> Policy[PileState]:
        return Verdict()


def test_seats_stand_as_the_returns_say_unless_the_game_says_more() -> None:
    game = Pile(10)
    state = game.setup(seeded(1))
    assert game.standing(state) == game.returns(state) == [0.0, 0.0]


def test_the_result_counts_at_the_end_and_the_standing_before() -> None:
    game = Hurried(10)
    state = game.setup(seeded(1))
    assert play_out(game, state, seeded(1), limit=2) == 2
    taken = (10 - state.stones) / 10
    assert seat_values(game, state) == [taken, -taken]
    play_out(game, state, seeded(1))
    assert state.over
    assert seat_values(game, state) == game.returns(state)


@pytest.mark.parametrize(
    "spec",
    [
        "greedy",
        "greedy:worlds=200,horizon=2",
        "beam:playouts=0",
        "ismcts:iterations=200,limit=0",
        "ismcts:iterations=2000,limit=3",
    ],
)
def test_every_agent_counts_how_the_seats_stand(spec: str) -> None:
    plain, hurried = Pile(30), Hurried(30)
    advice = make_agent(hurried, spec).advise(RuleEngine(hurried, seed=1).observe())
    assert str(advice.move) == "take 3"
    assert advice.value > 0.0
    unknown = make_agent(plain, spec).advise(RuleEngine(plain, seed=1).observe())
    assert unknown.value == 0.0


def test_playouts_of_the_beam_count_the_standing_where_they_are_cut_off() -> None:
    game, planner = Hurried(4000), Planner[PileState, PileState](5)
    state = game.setup(seeded(1))
    game.play(state, Take(2))
    now, later = planner.evaluate(game, state, 0)
    assert now == Reason("now", 2 / 4000, "so far")
    # A playout has a thousand moves, of two stones on average.
    assert 0.45 < later.amount < 0.55


def test_a_verdict_of_the_policy_counts_before_the_standing() -> None:
    game = Judged(30)
    seen = RuleEngine(game, seed=1).observe()
    options = make_agent(game, "beam:playouts=0,depth=1").advise(seen).options
    assert [(str(option.move), option.reasons[0].term) for option in options] == [
        ("take 2", "judged"),
        ("take 3", "now"),
        ("take 1", "now"),
    ]
    best = make_agent(game, "ismcts:iterations=300,limit=0").advise(seen)
    assert str(best.move) == "take 2"
    assert best.value == 0.5
