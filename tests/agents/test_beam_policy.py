"""What the beam search makes of a game's policy: weights of moves, and moves for playouts."""

import pytest

from kibitz.agents import Planner, make_agent
from kibitz.agents.beam import default_playouts
from kibitz.core import Move, Policy, Reason, Rng, RuleEngine
from tests.agents.workshop import Plain, Shop, Work, Workshop, WorkshopState, adds_up, beam, scores

WEIGHTS = {"beg": 1.0, "chop": 2.0, "carve": 3.0, "sell": 5.0, "sing": -1.0, "dig": -2.0}
NOW = "how you stand after the line"
GAIN = "what the moves of the line bring"


class Foreman(Policy[WorkshopState]):
    """Weighs jobs, and nothing else."""

    def weigh(self, state: WorkshopState, moves: list[Move[WorkshopState]]) -> list[float] | None:
        return [WEIGHTS.get(str(move).removeprefix("work "), 0.0) for move in moves]


class Silent(Policy[WorkshopState]):
    """Could weigh moves, but never does."""

    def weigh(self, state: WorkshopState, moves: list[Move[WorkshopState]]) -> list[float] | None:
        return None


class Lazy(Foreman):
    """Also knows how to play on: it rests."""

    def choose(self, state: WorkshopState, rng: Rng) -> Move[WorkshopState] | None:
        return Work("rest")


class Critic(Foreman):
    """Judges a turn in which something was sold."""

    def judge(self, state: WorkshopState) -> list[float] | None:
        return [0.25, 0.0] if state.points[0] >= 10 else None


class Advised(Workshop):
    """A workshop with a policy."""

    def __init__(self, advice: Policy[WorkshopState] | None) -> None:
        super().__init__()
        self.advice = advice

    def policy(self) -> Policy[WorkshopState] | None:
        return self.advice


def shop(policy: Policy[WorkshopState] | None) -> RuleEngine[WorkshopState, WorkshopState]:
    return RuleEngine(Advised(policy), seed=1)


def test_weights_pick_the_moves_to_simulate() -> None:
    advice = beam(Planner(), expand=(2,), depth=1).advise(shop(Foreman()).observe())
    assert [str(option.move) for option in advice.options] == ["work chop", "work beg"]
    assert advice.trace["pruned"] == 3


def test_without_weights_the_listing_order_counts() -> None:
    advice = beam(Planner(), expand=(2,), depth=1).advise(shop(Silent()).observe())
    assert [str(option.move) for option in advice.options] == ["work beg", "work chop"]
    assert all(option.reasons == (Reason("now", option.score, NOW),) for option in advice.options)


def test_without_playouts_a_line_counts_what_its_moves_gain() -> None:
    advice = beam(Planner(), worlds=3).advise(shop(Foreman()).observe())
    assert (str(advice.move), [str(move) for move in advice.plan]) == (
        "work chop",
        ["work carve", "work sell"],
    )
    assert advice.options[0].reasons == (Reason("gain", 10.0, GAIN), Reason("now", 10.0, NOW))
    assert adds_up(advice)


def test_one_move_ahead_the_best_line_is_the_heaviest_move() -> None:
    class Even(Advised):
        def returns(self, state: WorkshopState) -> list[float]:
            return [0.0, 0.0]

    advice = beam(Planner(), depth=1).advise(RuleEngine(Even(Foreman()), seed=1).observe())
    assert scores(advice) == {"chop": 2.0, "beg": 1.0, "rest": 0.0, "sing": -1.0, "dig": -2.0}


def test_a_verdict_counts_beside_the_gain() -> None:
    advice = beam(Planner()).advise(shop(Critic()).observe())
    assert advice.options[0].reasons == (
        Reason("gain", 10.0, GAIN),
        Reason("judged", 0.25, "how the line ends"),
    )


def test_with_playouts_the_gain_does_not_count() -> None:
    advice = beam(Planner(1)).advise(shop(Foreman()).observe())
    assert {reason.term for option in advice.options for reason in option.reasons} == {
        "now",
        "later",
    }


def test_a_planner_of_the_game_gets_the_gain_and_need_not_count_it() -> None:
    seen: list[float] = []

    class Counting(Plain):
        def cheap(self, job: str) -> float:
            return WEIGHTS.get(job, 0.0)

        def evaluate(
            self,
            game: Shop,
            state: WorkshopState,
            seat: int,
            gain: float = 0.0,
            deadline: float | None = None,
        ) -> list[Reason]:
            seen.append(gain)
            return super().evaluate(game, state, seat, gain, deadline)

    advice = beam(Counting(), expand=(1,)).advise(shop(Foreman()).observe())
    assert seen == [2.0, 5.0, 10.0]
    assert advice.options[0].reasons == (Reason("points", 10.0, "so far"),)


@pytest.mark.parametrize(
    ("policy", "playouts"), [(None, 1), (Policy(), 1), (Foreman(), 0), (Lazy(), 1)]
)
def test_games_are_played_out_unless_only_weights_are_known(
    policy: Policy[WorkshopState] | None, playouts: int
) -> None:
    assert default_playouts(policy) == playouts
    advice = make_agent(Advised(policy), "beam:depth=1").advise(shop(policy).observe())
    terms = {reason.term for option in advice.options for reason in option.reasons}
    assert ("later" in terms) == (playouts == 1)


def test_the_number_of_playouts_can_be_given() -> None:
    game = Advised(Foreman())
    advice = make_agent(game, "beam:playouts=3,worlds=1").advise(RuleEngine(game, seed=1).observe())
    assert (
        advice.options[0].reasons[1].text
        == "what changes if the game is played on from there, 3 times in each deal"
    )


def test_a_missing_score_is_reported() -> None:
    class Short(Planner[WorkshopState, WorkshopState]):
        def quick(
            self, game: Shop, state: WorkshopState, moves: list[Move[WorkshopState]], seat: int
        ) -> list[float]:
            return [1.0]

    with pytest.raises(RuntimeError, match=r"^Short\.quick gave 1 scores for 5 moves$"):
        beam(Short()).advise(shop(Foreman()).observe())
