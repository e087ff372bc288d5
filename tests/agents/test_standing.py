"""Where an agent stops before the end of a game, it counts how the seats stand."""

import pytest

from kibitz.agents import Planner, make_agent
from kibitz.core import (
    Move,
    Policy,
    Reason,
    Rng,
    RuleEngine,
    expected_values,
    play_out,
    seat_values,
    seeded,
)
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
    assert now == Reason("now", 2 / 4000, "how you stand after the line")
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


class Hasty(Policy[PileState]):
    """Suggests short playouts, counts how many moves each had, and expects a draw in the end."""

    def __init__(self, horizon: int | None) -> None:
        self.moves = horizon
        self.chosen = 0
        self.asked = 0

    def choose(self, state: PileState, rng: Rng) -> Move[PileState]:
        self.chosen += 1
        return Take(1)

    def horizon(self) -> int | None:
        return self.moves

    def estimate(self, state: PileState) -> list[float]:
        assert not state.over
        self.asked += 1
        return [0.25, -0.25]


class Cut(Hurried):
    """A pile with such a policy."""

    def __init__(self, horizon: int | None) -> None:
        super().__init__(30)
        self.hasty = Hasty(horizon)

    def policy(self) -> Policy[PileState]:
        return self.hasty


@pytest.mark.parametrize(
    ("spec", "horizon", "length"),
    [
        ("ismcts:iterations=5", 4, 4),
        ("ismcts:iterations=5", 0, 0),
        ("ismcts:iterations=5,limit=2", 4, 2),
        ("ismcts:iterations=5,limit=6", 4, 6),
    ],
)
def test_playouts_stop_where_the_policy_suggests_unless_a_limit_is_given(
    spec: str, horizon: int, length: int
) -> None:
    game = Cut(horizon)
    advice = make_agent(game, spec).advise(RuleEngine(game, seed=1).observe())
    assert (game.hasty.chosen, game.hasty.asked) == (5 * length, 5)
    # The estimate counts there, not how the seats stand.
    assert advice.value == 0.25


@pytest.mark.parametrize("spec", ["ismcts:iterations=5", "ismcts:iterations=5,rollouts=random"])
def test_playouts_go_on_to_the_end_where_the_policy_does_not_guide_them(spec: str) -> None:
    game = Cut(4 if "random" in spec else None)
    make_agent(game, spec).advise(RuleEngine(game, seed=1).observe())
    assert game.hasty.asked == 0
    assert game.hasty.chosen > 100 or "random" in spec


def test_playouts_of_the_beam_stop_where_the_policy_suggests() -> None:
    game, planner = Cut(3), Planner[PileState, PileState](5)
    state = game.setup(seeded(1))
    game.play(state, Take(2))
    now, later = planner.evaluate(game, state, 0)
    assert now.amount == pytest.approx(2 / 30)
    assert now.amount + later.amount == pytest.approx(0.25)
    assert (game.hasty.chosen, game.hasty.asked) == (15, 5)


def test_what_a_state_counts_for_comes_from_the_first_who_knows() -> None:
    plain, cut = Hurried(30), Cut(4)
    state = plain.setup(seeded(1))
    plain.play(state, Take(3))
    assert expected_values(plain, state, None) == expected_values(plain, state, Policy())
    assert expected_values(plain, state, None) == [0.1, -0.1]
    assert expected_values(cut, state, cut.policy()) == [0.25, -0.25]
    play_out(plain, state, seeded(1))
    assert expected_values(cut, state, cut.policy()) == cut.returns(state)
