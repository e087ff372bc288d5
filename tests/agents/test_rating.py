"""Players that rate tables: what a move is worth after the answers to it."""

from dataclasses import dataclass
from typing import Final

import pytest

from kibitz.agents.greedy import score_of
from kibitz.agents.rating import EFFORT, Appraiser, ChangeScorer, GreedyMaker, Instinct, likely
from kibitz.agents.weights import weight
from kibitz.core import Game, Move, Reason
from tests.agents.plot import Plot, PlotState, Say, Turn

QUESTIONS: Final = {
    "ask": (0, ("good", "bad")),
    "tell": (1, ("nice", "rude")),
    "draw": (0, ("first", "second")),
}
ANSWERS: Final = {words for _, words in QUESTIONS.values()}
AMOUNTS: Final = {"good": 5.0, "bad": -5.0, "nice": 4.0, "rude": -3.0, "second": 2.0, "own": 1.0}


def quiz(world: int, said: tuple[str, ...]) -> Turn:
    """Seat 0 asks itself or the other one, draws something, or ends."""
    if not said:
        return 0, ("ask", "tell", "draw", "own", "end")
    if len(said) == 1 and said[0] in QUESTIONS:
        return QUESTIONS[said[0]]
    return [1.0, -1.0] if "won" in said else (0, ("on", "won"))


@dataclass
class Counted:
    """What is counted."""

    word: float = weight(1.0, "each word by its amount")


class Listener(Appraiser[PlotState, PlotState]):
    """Adds up the amounts of the words for seat 0; the first answer to a draw is taken."""

    def __init__(self, game: Game[PlotState, PlotState], counted: Counted) -> None:
        super().__init__(game, {"words": ("said well", "said badly")})
        self.counted: Final = counted

    def terms(self, state: PlotState, seat: int, known: list[int] | None = None) -> list[float]:
        total = self.counted.word * sum(AMOUNTS.get(word, 0.0) for word in state.said)
        return [total if seat == 0 else -total]

    def unsettled(self, state: PlotState) -> bool:
        return state.words in ANSWERS

    def ruled(
        self, state: PlotState, seat: int, moves: list[Move[PlotState]]
    ) -> Move[PlotState] | None:
        return self.highest(state, seat, moves) if Say("first") in moves else None

    def apart(self, state: PlotState, seat: int, move: Move[PlotState]) -> list[Reason] | None:
        if move == Say("end"):
            return [Reason("end", 0.0, "ends it")]
        return [Reason("first", 1.0, "comes first")] if move == Say("first") else None


class Listening(ChangeScorer[PlotState, PlotState]):
    """Scores what is said."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted: Final = counted

    def make(self, game: Game[PlotState, PlotState]) -> Listener:
        return Listener(game, self.counted)


def scores(maker: GreedyMaker[PlotState, PlotState, Counted], **weights: float) -> dict[str, float]:
    """Returns the scores of the first words."""
    advice = maker(**weights).advise(Plot(quiz).opening())
    for option in advice.options:
        assert option.score == score_of([*option.reasons])
    return {str(option.move): option.score for option in advice.options}


def test_a_move_counts_after_the_best_answers_and_the_worst_of_others() -> None:
    assert scores(GreedyMaker(Counted(), Listening)) == pytest.approx(
        {
            "ask": 5.0 - EFFORT,
            "tell": -3.0 - EFFORT,
            "draw": -EFFORT,  # by the rule, not by what it is worth
            "own": 1.0 - EFFORT,
            "end": 0.0,
        }
    )


def test_weights_are_options_of_the_player() -> None:
    assert scores(GreedyMaker(Counted(), Listening), word=2.0)["ask"] == 10.0 - EFFORT


def test_reasons_name_what_changes() -> None:
    advice = GreedyMaker(Counted(), Listening)().advise(Plot(quiz).opening())
    assert advice.options[0].reasons == (
        Reason("words", 5.0, "said well"),
        Reason("effort", -EFFORT, "a move must be worth it"),
    )
    assert [reason.term for reason in advice.options[-1].reasons] == ["words", "effort"]


def test_searches_get_the_same_numbers() -> None:
    game = Plot(quiz)
    state, policy = game.setup(game.opening().rng), Instinct(Listener(game, Counted()))
    moves = game.legal(state)
    assert policy.weigh(state, moves) == pytest.approx([4.95, -3.05, -0.05, 0.95, 0.0])
    assert policy.weigh(state, [Say("end")]) == [0.0]
    assert policy.weigh(state, [Say("own")]) == pytest.approx([0.95])
    assert policy.horizon() == 0


def test_answers_run_out() -> None:
    game = Plot(quiz)
    listener = Listener(game, Counted())
    state = game.setup(game.opening().rng)
    game.play(state, Say("ask"))
    assert listener.answered(state.clone(), 0, [0]).said == ("ask", "good")
    assert listener.best_answer(state, 1, game.legal(state), [1]).said == ("ask", "good")
    assert listener.best_answer(state, 1, game.legal(state), [2]).said == ("ask", "good")


def test_a_game_must_say_what_counts() -> None:
    game = Plot(quiz)
    plain: Appraiser[PlotState, PlotState] = Appraiser(game, {})
    state = game.setup(game.opening().rng)
    with pytest.raises(TypeError, match="terms"):
        plain.terms(state, 0)
    scorer: ChangeScorer[PlotState, PlotState] = ChangeScorer()
    with pytest.raises(TypeError, match="make"):
        scorer.appraiser(game)
    assert not plain.unsettled(state)
    assert plain.known(state, 0) == []
    assert plain.ruled(state, 0, []) is None


def test_estimates_are_for_two_seats() -> None:
    assert likely(0.0, 0, 10.0) == [0.0, 0.0]
    ahead = likely(10.0, 1, 10.0)
    assert ahead[1] == -ahead[0] == pytest.approx(0.95 * 0.76159, abs=1e-4)
