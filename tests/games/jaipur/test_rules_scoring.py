"""The end of a round of Jaipur, its score, the seals and the match: scenarios 20 to 26."""

import pytest

from kibitz.games.jaipur import Jaipur, Round, Take
from kibitz.games.jaipur.cards import CARDS, KINDS
from kibitz.games.jaipur.rules import PLY_CAP
from kibitz.testing import expect_over, expect_refusal, play_random
from tests.games.jaipur.table import Table, cards_of, table

ALL_CARDS = dict(zip(KINDS, CARDS, strict=True))
WON_BY_FIRST = Round((60, 50), 0, "tokens")
WON_BY_SECOND = Round((50, 60), 1, "deck")


# The end of a round.


def test_20_given_two_empty_stacks_when_a_third_is_sold_out_then_the_round_ends_at_once() -> None:
    before = table(
        "2 spice, leather, 2 camels", "2 silver", sold="5 diamond, 5 gold, 4 silver", best_of=1
    )
    after = before.play("sell 2 silver")
    expect_over(after.engine, reason="tokens")
    assert after.moves() == []
    expect_refusal(after.engine, Take("spice"), "GAME_ENDED", player=1)


def test_20_given_one_empty_stack_when_a_second_is_sold_out_then_the_round_goes_on() -> None:
    before = table("2 spice, leather, 2 camels", "2 silver", sold="5 diamond, 4 silver", best_of=1)
    assert before.play("sell 2 silver").seat == 1


def test_21_given_a_deck_of_one_when_a_good_is_taken_then_the_round_goes_on() -> None:
    after = table("gold, 2 cloth, 2 camels", deck="leather").play("take gold")
    assert (after.market, after.state.left) == ("2 cloth, leather, 2 camels", 0)
    assert (after.seat, after.rounds) == (1, ())


def test_22_given_no_deck_when_a_good_is_taken_then_the_taker_keeps_it_and_the_round_ends() -> None:
    before = table("gold, 2 cloth, 2 camels", "2 leather", deck=0, best_of=1)
    after = before.play("take gold")
    assert after.hand(0) == "gold, 2 leather"
    assert after.market == "2 cloth, 2 camels"
    expect_over(after.engine, reason="deck")


@pytest.mark.parametrize("move", ["sell 2 leather", "swap 2 leather > gold, cloth"])
def test_22_given_no_deck_when_nothing_is_taken_from_it_then_the_round_goes_on(move: str) -> None:
    after = table("gold, 2 cloth, 2 camels", "2 leather", deck=0, best_of=1).play(move)
    assert (after.seat, after.state.over, sum(after.state.market)) == (1, False, 5)


def test_23_given_a_short_deck_when_camels_are_taken_then_what_is_there_is_placed() -> None:
    before = table("gold, 4 camels", herd=1, deck="silver, leather", best_of=1)
    after = before.play("take camels")
    assert (after.herd(0), after.market) == (5, "gold, silver, leather")
    expect_over(after.engine, reason="deck")


def test_given_a_deck_that_is_just_enough_when_camels_are_taken_then_the_round_goes_on() -> None:
    after = table("gold, 4 camels", deck="2 silver, 2 leather").play("take camels")
    assert (after.market, after.seat, after.rounds) == ("gold, 2 silver, 2 leather", 1, ())


# Scoring.


def last_take(**fields: object) -> Table:
    """Ends a round in which seat 0 makes the last move, a take that changes no score."""
    market = "gold, 2 cloth, 2 camels"
    before = table(market, deck=0, best_of=1, **fields)  # type: ignore[arg-type]  # any field
    return before.play("take gold")


@pytest.mark.parametrize(
    ("herds", "scores", "winner"),
    [((2, 4), (60, 63), 1), ((3, 3), (60, 58), 0), ((4, 2), (65, 58), 0), ((0, 0), (60, 58), 0)],
)
def test_24_given_more_camels_then_their_token_counts_and_equal_herds_bring_nothing(
    herds: tuple[int, int], scores: tuple[int, int], winner: int
) -> None:
    after = last_take(rupees=(60, 58), herd=herds[0], their_herd=herds[1])
    assert after.rounds == (Round(scores, winner, "deck"),)
    expect_over(after.engine, winner)


def test_24_given_bonus_tokens_and_cards_in_hand_then_only_the_tokens_count() -> None:
    after = last_take(rupees=(40, 41), bonuses=((3, 6, 10), (2,)), hand="6 leather")
    assert after.rounds[0].scores == (59, 43)


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize(
    ("bonuses", "tokens", "winner"),
    [
        # More bonus tokens, not a higher sum of them; then more goods tokens; then the other one.
        (((1, 1), (2,)), (5, 9), 0),
        (((10,), (4, 6)), (9, 5), 1),
        (((3,), (3,)), (9, 5), 0),
        (((3,), (3,)), (5, 9), 1),
        (((), ()), (5, 6), 1),
        (((3,), (3,)), (5, 5), None),
        (((), ()), (0, 0), None),
    ],
)
def test_25_given_equal_totals_then_bonus_tokens_decide_then_goods_tokens_then_who_did_not_start(
    bonuses: tuple[tuple[int, ...], tuple[int, ...]],
    tokens: tuple[int, int],
    winner: int | None,
    starter: int,
) -> None:
    rupees = (30 - sum(bonuses[0]), 30 - sum(bonuses[1]))
    after = last_take(rupees=rupees, bonuses=bonuses, tokens=tokens, starter=starter)
    assert after.rounds[0].scores == (30, 30)
    assert after.rounds[0].winner == (1 - starter if winner is None else winner)


# The match.


def test_26_given_one_seal_all_then_the_loser_of_round_two_starts_the_third() -> None:
    before = table("gold, 2 cloth, 2 camels", deck=0, rupees=(50, 60), rounds=(WON_BY_FIRST,))
    after = before.play("take gold")
    assert after.rounds == (WON_BY_FIRST, Round((50, 60), 1, "deck"))
    assert (after.seat, after.state.starter, after.state.plies) == (0, 0, 0)
    assert [after.state.seals(seat) for seat in (0, 1)] == [1, 1]
    assert cards_of(after.state) == ALL_CARDS
    assert (after.state.left, after.state.sold, after.engine.outcome) == (40, [0] * 6, None)


@pytest.mark.parametrize(("rupees", "winner"), [((50, 60), 1), ((60, 50), 0)])
def test_26_given_a_third_round_when_it_ends_then_the_match_does(
    rupees: tuple[int, int], winner: int
) -> None:
    before = table(
        "gold, 2 cloth, 2 camels", deck=0, rupees=rupees, rounds=(WON_BY_FIRST, WON_BY_SECOND)
    )
    after = before.play("take gold")
    outcome = expect_over(after.engine, winner, "2 seals to 1")
    assert outcome.returns == ((1.0, -1.0) if winner == 0 else (-1.0, 1.0))
    assert after.moves() == []


def test_26_given_two_rounds_won_then_no_third_is_played() -> None:
    before = table("gold, 2 cloth, 2 camels", deck=0, rupees=(60, 50), rounds=(WON_BY_FIRST,))
    expect_over(before.play("take gold").engine, 0, "2 seals to 0")


def test_given_a_round_won_by_who_moved_last_then_the_other_one_starts_the_next() -> None:
    before = table("gold, 2 cloth, 2 camels", deck=0, rupees=(60, 50))
    after = before.play("take gold")
    assert (after.seat, after.state.starter, after.rounds[0].winner) == (1, 1, 0)


def test_random_matches_have_two_or_three_rounds_and_losers_start() -> None:
    for seed in range(8):
        match = play_random(Jaipur(), seed)
        rounds = match.state.rounds
        winners = [scored.winner for scored in rounds]
        assert winners in ([0, 0], [1, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1])
        starters = {len(state.rounds): state.starter for state in match.states() if not state.over}
        assert list(starters.values()) == [0, *[1 - winner for winner in winners[:-1]]]
        assert match.outcome is not None
        assert match.outcome.winner == winners[-1]


# The ply cap.


def test_given_two_players_who_swap_for_ever_then_the_round_is_scored_as_it_stands() -> None:
    match = table(
        "2 cloth, 2 leather, camel",
        "2 diamond",
        theirs="2 gold",
        rupees=(12, 20),
        their_herd=1,
        best_of=1,
    )
    there_and_back = [
        "swap 2 diamond > 2 cloth",
        "swap 2 gold > 2 leather",
        "swap 2 cloth > 2 diamond",
        "swap 2 leather > 2 gold",
    ]
    for ply in range(PLY_CAP):
        assert match.engine.outcome is None, f"over after {ply} moves"
        match.engine.play(there_and_back[ply % 4])
    assert PLY_CAP == 400
    assert match.rounds == (Round((12, 25), 1, "cap"),)
    expect_over(match.engine, 1, "cap")


def test_given_a_capped_round_in_a_match_then_the_next_is_dealt_and_the_reason_says_so() -> None:
    before = table(
        "2 cloth, 2 leather, camel",
        "2 diamond",
        rupees=(12, 2),
        plies=PLY_CAP - 1,
        rounds=(WON_BY_SECOND,),
    )
    after = before.play("swap 2 diamond > 2 cloth")
    assert after.rounds[-1] == Round((12, 2), 0, "cap")
    assert (after.seat, after.state.plies, after.engine.outcome) == (1, 0, None)
    before = table(
        "2 cloth, 2 leather, camel",
        "2 diamond",
        rupees=(12, 2),
        plies=PLY_CAP - 1,
        rounds=(WON_BY_FIRST,),
    )
    expect_over(before.play("swap 2 diamond > 2 cloth").engine, 0, "2 seals to 0, a round capped")


def test_given_the_last_ply_when_it_ends_the_round_by_itself_then_it_is_not_capped() -> None:
    before = table("gold, 2 cloth, 2 camels", deck=0, plies=PLY_CAP - 1, best_of=1)
    expect_over(before.play("take gold").engine, reason="deck")
