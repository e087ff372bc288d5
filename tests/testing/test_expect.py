import pytest

from kibitz.core.engine import RuleEngine
from kibitz.testing import expect_over, expect_refusal, expect_success
from tests.testing.good import Concede, Duet, DuetState, Play

Match = RuleEngine[DuetState, DuetState]


def match() -> Match:
    """Deals a fixed match: seat 0 holds 1 and 4."""
    return RuleEngine(Duet(), seed=0)


def test_expect_success_plays_a_move_however_it_is_given() -> None:
    engine = match()
    expect_success(engine, "swap")
    expect_success(engine, engine.enumerate_moves(0, valid_only=True)[0])
    expect_success(engine, Concede(1), 1)
    assert engine.ply == 3


def test_expect_success_gives_every_reason_against_a_refused_move() -> None:
    with pytest.raises(AssertionError, match="play 2 was refused: NOT_IN_HAND: you do not hold 2"):
        expect_success(match(), "play 2")


def test_expect_refusal_returns_the_refusal() -> None:
    error = expect_refusal(match(), Play(2), "NOT_IN_HAND")
    assert error.context == {"card": 2}
    assert expect_refusal(match(), "play 1", player=1).error_code == "NOT_YOUR_TURN"


def test_expect_refusal_fails_for_an_accepted_move() -> None:
    with pytest.raises(AssertionError, match="play 1 was accepted, a refusal was expected"):
        expect_refusal(match(), Play(1))


def test_expect_refusal_fails_for_another_code() -> None:
    with pytest.raises(AssertionError, match=r"play 2 was refused with NOT_IN_HAND .* not with X"):
        expect_refusal(match(), Play(2), "X")


def test_expect_over_tells_how_a_match_ended() -> None:
    engine = match()
    with pytest.raises(AssertionError, match="the match goes on: seat 0 must decide"):
        expect_over(engine)
    expect_success(engine, Concede(0))
    assert expect_over(engine, winner=1, reason="concession").winner == 1
    with pytest.raises(AssertionError, match="seat 0 was to win"):
        expect_over(engine, winner=0)
    with pytest.raises(AssertionError, match="'last trick' was to end the match"):
        expect_over(engine, reason="last trick")
