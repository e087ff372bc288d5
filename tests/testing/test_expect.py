import pytest

from kibitz import kit
from kibitz.core.engine import RuleEngine
from kibitz.core.randomness import seeded
from kibitz.testing import (
    assert_conserved,
    census,
    expect_over,
    expect_refusal,
    expect_success,
)
from tests.testing.good import Concede, Duet, DuetState, Play
from tests.testing.raid import CAT, DECK, DOG, FIELD, FLEA, HAND, RAT, Raid, RaidState

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
    with pytest.raises(AssertionError, match="play 1 was accepted: expected a refusal"):
        expect_refusal(match(), Play(1))


def test_expect_refusal_fails_for_another_code() -> None:
    with pytest.raises(AssertionError, match=r"play 2 was refused with NOT_IN_HAND .*: expected X"):
        expect_refusal(match(), Play(2), "X")


def test_expect_over_tells_how_a_match_ended() -> None:
    engine = match()
    with pytest.raises(AssertionError, match="the match is not over: seat 0 is to move"):
        expect_over(engine)
    expect_success(engine, Concede(0))
    assert expect_over(engine, winner=1, reason="concession").winner == 1
    with pytest.raises(AssertionError, match="expected seat 0 to win"):
        expect_over(engine, winner=0)
    with pytest.raises(AssertionError, match="expected the reason 'last trick'"):
        expect_over(engine, reason="last trick")


# Conservation.


def hands(*cards: tuple[int, ...]) -> RaidState:
    """Returns a state of Raid with these hands and nothing else."""
    state = Raid().empty(seeded(0))
    for seat, hand in enumerate(cards):
        state.add(hand, HAND, seat)
    return state


def test_census_counts_cards_in_piles_and_in_play_and_leaves_tokens_out() -> None:
    state = hands((RAT,), (CAT,))
    state.add([RAT], DECK, 1)
    state.enter(kit.Unit(DOG, under=(RAT, CAT)), FIELD, 0)
    state.enter(kit.Unit(FLEA), FIELD, 0)
    assert census(state) == {"rat": 3, "cat": 2, "dog": 1}


def test_census_of_a_view_counts_unknown_cards() -> None:
    assert census(Raid().view(hands((RAT,), (CAT, DOG)), 0)) == {"?": 2, "rat": 1}


def test_census_knows_card_games_only() -> None:
    assert census(Duet().setup(seeded(1))) is None


def test_assert_conserved_names_what_was_lost_and_added() -> None:
    with pytest.raises(AssertionError, match="lost 1 cat, added 2 dog"):
        assert_conserved(hands((RAT, CAT)), hands((RAT, DOG, DOG)))


def test_assert_conserved_names_a_card_that_hung_on_another_one() -> None:
    before, after = hands(()), hands(())
    before.enter(kit.Unit(DOG, under=(RAT,)), FIELD, 0)
    after.enter(kit.Unit(DOG), FIELD, 0)
    with pytest.raises(AssertionError, match=r"not conserved: lost 1 rat$"):
        assert_conserved(before, after)
