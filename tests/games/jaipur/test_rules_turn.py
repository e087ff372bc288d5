"""The rules of a turn of Jaipur, one by one: setting up, taking, exchanging, selling.

The numbers are those of the acceptance scenarios: 1 to 12 and 14 to 19 stand here, 13 with the
counts, 20 to 26 with the end of a round, 27 and 28 with what each seat knows.
"""

from itertools import pairwise

import pytest

from kibitz.core import InvalidMoveError, seeded
from kibitz.games.jaipur import Exchange, Jaipur, JaipurState, Sell, Take, TakeCamels
from kibitz.games.jaipur.cards import BONUSES, CARDS, GOODS, KINDS, TOKENS
from kibitz.testing import check_game, expect_refusal, expect_success, play_random
from tests.games.jaipur.table import cards, cards_of, table, written

ALL_CARDS = dict(zip(KINDS, CARDS, strict=True))


# Set-up and conservation.


def test_1_given_a_new_round_then_all_cards_lie_where_they_should() -> None:
    camels: set[tuple[int, int]] = set()
    for seed in range(60):
        state = Jaipur().setup(seeded(seed))
        assert (sum(state.market), state.left, len(state.deck)) == (5, 40, 40)
        assert state.market[-1] >= 3
        for merchant in state.merchants:
            assert merchant.size == sum(merchant.hand) == 5 - merchant.herd
            assert len(merchant.hand) == len(GOODS)
            assert (merchant.rupees, merchant.tokens, merchant.bonuses) == (0, 0, ())
            camels.add((state.market[-1], merchant.herd))
        assert cards_of(state) == ALL_CARDS
        assert [sorted(stack) for stack in state.stacks] == [sorted(values) for values in BONUSES]
        assert (state.seat, state.starter, state.plies, state.sold) == (0, 0, 0, [0] * 6)
    # Camels come in any number; those dealt are not replaced.
    assert {market for market, _ in camels} >= {3, 4}
    assert {herd for _, herd in camels} >= {0, 1, 2}


def test_2_given_one_seed_then_one_deal_and_another_seed_another() -> None:
    def deal(seed: int) -> JaipurState:
        return Jaipur().setup(seeded(seed))

    assert deal(7) == deal(7)
    for part in ("deck", "stacks", "market", "merchants"):
        dealt = [repr(getattr(deal(seed), part)) for seed in range(20)]
        assert len(set(dealt)) > 1, part
    assert len({deal(seed).deck for seed in range(20)}) == 20


@pytest.mark.parametrize("seed", range(4))
def test_3_given_any_legal_moves_when_played_then_nothing_is_lost_and_no_hand_is_too_big(
    seed: int,
) -> None:
    match = play_random(Jaipur(), seed)
    assert match.outcome is not None
    for before, after in pairwise(match.states()):
        assert_sound(after)
        for mine, then in zip(before.merchants, after.merchants, strict=True):
            # What is hidden of a hand shrinks until the next deal.
            assert then.size - sum(then.known) <= mine.size - sum(mine.known) or after.plies == 0


def assert_sound(state: JaipurState) -> None:
    """Asserts all that holds in every state, from what was sold to what is known."""
    assert cards_of(state) == ALL_CARDS
    assert min([*state.market, state.left, *state.sold]) >= 0
    assert sum(state.market) == 5 or state.over
    for merchant in state.merchants:
        assert min([*merchant.hand, *merchant.known, merchant.herd]) >= 0
        assert merchant.size == sum(merchant.hand) <= 7
        assert all(k <= n for k, n in zip(merchant.known, merchant.hand, strict=True))
    gone = [values[:count] for values, count in zip(TOKENS, state.sold, strict=True)]
    assert sum(merchant.rupees for merchant in state.merchants) == sum(map(sum, gone))
    assert sum(merchant.tokens for merchant in state.merchants) == sum(map(len, gone))
    won = [bonus for merchant in state.merchants for bonus in merchant.bonuses]
    for kind, values in enumerate(BONUSES):
        left = state.stacks[kind][: state.bonuses_left(kind)]
        assert sorted([*left, *[bonus for bonus in won if bonus in values]]) == sorted(values)


def test_game_keeps_every_law_with_a_single_round_too() -> None:
    survey = check_game(Jaipur(rounds=1), games=4, conserved=cards_of)
    assert all(count > 50 for count in survey.kinds.values())
    assert min(survey.hidden) > 0


# Taking.


def test_4_given_six_goods_when_one_is_taken_then_the_hand_is_full_and_the_market_too() -> None:
    before = table("gold, 2 cloth, 2 camels", "2 spice, 4 leather", deck="silver, 19 leather")
    after = before.play("take gold")
    assert after.hand(0) == "gold, 2 spice, 4 leather"
    assert after.market == "silver, 2 cloth, 2 camels"
    assert (after.state.left, after.seat) == (19, 1)


def test_5_given_seven_goods_then_none_can_be_taken() -> None:
    match = table("gold, 2 cloth, 2 camels", "3 spice, 4 leather")
    assert match.moves("take") == []
    expect_refusal(match.engine, Take("gold"), "HAND_FULL")


def test_6_given_seven_goods_when_camels_are_taken_then_the_herd_grows_and_the_hand_does_not() -> (
    None
):
    before = table("gold, 4 camels", "3 spice, 4 leather", 1, deck="4 silver, 16 cloth")
    after = before.play("take camels")
    assert (after.herd(0), after.hand(0)) == (5, before.hand(0))
    assert after.market == "gold, 4 silver"
    assert (after.state.left, after.seat) == (16, 1)


def test_7_given_no_camel_in_the_market_then_none_can_be_taken() -> None:
    match = table("gold, 2 cloth, 2 spice", herd=3)
    assert match.moves("take_camels") == []
    expect_refusal(match.engine, TakeCamels(), "NO_CAMELS")


def test_7_given_three_camels_then_one_move_takes_them_all() -> None:
    before = table("gold, cloth, 3 camels")
    assert before.moves("take_camels") == ["take camels"]
    assert before.play("take camels").herd(0) == 3


def test_given_no_such_good_in_the_market_then_it_cannot_be_taken() -> None:
    match = table("gold, cloth, 3 camels")
    assert match.moves("take") == ["take gold", "take cloth"]
    expect_refusal(match.engine, Take("silver"), "NOT_IN_MARKET")


# Exchange.


def test_8_given_two_goods_when_exchanged_for_two_then_the_deck_is_untouched() -> None:
    before = table("gold, silver, cloth, 2 camels", "2 leather")
    after = before.play("swap 2 leather > gold, silver")
    assert after.hand(0) == "gold, silver"
    assert after.market == "cloth, 2 leather, 2 camels"
    assert (after.state.left, after.seat) == (20, 1)


def test_9_given_an_exchange_of_one_for_one_then_it_is_refused() -> None:
    match = table("gold, 2 cloth, 2 camels", "cloth, leather")
    expect_refusal(match.engine, "swap leather > gold", "TOO_FEW")
    expect_refusal(match.engine, Exchange((0, 1, 0, 0, 0, -1)), "TOO_FEW")
    expect_refusal(match.engine, Exchange((0, 0, 0, 1, 0, -1)), "TOO_FEW")
    assert match.moves("exchange") == []


@pytest.mark.parametrize(
    "text",
    # Cancelled out, the first would be one for one, and the second legal.
    ["swap cloth, leather > cloth, gold", "swap cloth, 2 leather > cloth, gold, silver"],
)
def test_9_given_a_good_on_both_sides_then_the_exchange_is_refused(text: str) -> None:
    match = table("gold, silver, cloth, 2 camels", "cloth, 2 leather")
    before = match.engine.state_hash
    with pytest.raises(InvalidMoveError, match="cloth on both sides"):
        match.play(text)
    assert match.engine.state_hash == before
    assert not any(line.count("cloth") > 1 for line in match.moves("exchange"))


def test_10_given_six_goods_then_an_exchange_gives_one_camel_at_most() -> None:
    match = table("gold, silver, cloth, 2 camels", "2 spice, 4 leather", 3)
    expect_refusal(match.engine, "swap 2 camels > gold, silver", "HAND_FULL")
    after = match.play("swap camel, leather > gold, silver")
    assert after.hand(0) == "gold, silver, 2 spice, 3 leather"
    assert (after.herd(0), after.merchant(0).size) == (2, 7)
    assert after.market == "cloth, leather, 3 camels"


def test_11_given_seven_goods_then_exchanges_give_goods_only() -> None:
    match = table("gold, silver, cloth, 2 camels", "3 spice, 4 leather", 5)
    assert match.moves("exchange")
    assert not any("camel" in line for line in match.moves("exchange"))
    expect_refusal(match.engine, "swap camel, leather > gold, silver", "HAND_FULL")
    assert match.play("swap 2 leather > gold, silver").merchant(0).size == 7


@pytest.mark.parametrize("hand", ["", "cloth", "2 spice, leather", "gold, 2 silver, 4 leather"])
def test_12_given_one_good_on_offer_then_no_exchange_is_legal(hand: str) -> None:
    assert table("gold, 4 camels", hand, 6).moves("exchange") == []


def test_given_camels_only_in_the_herd_when_exchanged_then_they_lie_in_the_market() -> None:
    before = table("2 gold, silver, 2 camels", "", 4)
    after = before.play("swap 3 camels > 2 gold, silver")
    assert (after.hand(0), after.herd(0), after.market) == ("2 gold, silver", 1, "5 camels")


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ((2, 0, 0, 0, 0, -2), "NOT_IN_MARKET"),
        ((0, 1, 1, 0, -2, 0), "NOT_ENOUGH_CARDS"),
        ((0, 1, 1, 0, 0, 0), "NOT_ENOUGH_CARDS"),
        ((0, 1, 1, 0, 0, -3), "UNEQUAL"),
        ((0, 0, 0, 0, 0, 0), "TOO_FEW"),
        ((0, 0, 0, 0, 0, -2), "TOO_FEW"),
    ],
)
def test_given_cards_that_are_not_there_then_an_exchange_is_refused(
    counts: tuple[int, ...], code: str
) -> None:
    match = table("gold, silver, cloth, 2 camels", "3 leather", 1)
    expect_refusal(match.engine, Exchange(counts), code)


# Selling.


def test_14_given_three_diamonds_when_sold_first_then_the_best_tokens_and_a_bonus_are_won() -> None:
    after = table("gold, 2 cloth, 2 camels", "3 diamond, leather").play("sell 3 diamond")
    seller = after.merchant(0)
    assert (seller.rupees, seller.tokens) == (7 + 7 + 5, 3)
    assert len(seller.bonuses) == 1
    assert seller.bonuses[0] in (1, 2, 3)
    assert len(TOKENS[0]) - after.state.sold[0] == 2
    assert (after.hand(0), after.market) == ("leather", "gold, 2 cloth, 2 camels")
    assert (after.state.left, after.seat) == (20, 1)


@pytest.mark.parametrize("sold", ["", "4 diamond", "5 diamond"])
def test_15_given_one_diamond_then_it_cannot_be_sold(sold: str) -> None:
    match = table("gold, 2 cloth, 2 camels", "diamond, gold, silver", sold=sold)
    assert match.moves("sell") == []
    expect_refusal(match.engine, Sell("diamond", 1), "TOO_FEW")


def test_16_given_one_leather_when_sold_then_four_rupees_and_no_bonus() -> None:
    after = table("gold, 2 cloth, 2 camels", "leather").play("sell 1 leather")
    assert (after.merchant(0).rupees, after.merchant(0).bonuses) == (4, ())


def test_17_given_two_tokens_when_four_are_sold_then_the_bonus_goes_by_the_cards() -> None:
    after = table("gold, 2 cloth, 2 camels", "4 spice", sold="5 spice").play("sell 4 spice")
    seller = after.merchant(0)
    assert (seller.rupees, seller.tokens, len(seller.bonuses)) == (2, 2, 1)
    assert seller.bonuses[0] in (4, 5, 6)


@pytest.mark.parametrize(("count", "rupees"), [(5, 11), (6, 12), (7, 13)])
def test_18_given_five_or_more_when_sold_then_the_bonus_is_of_the_last_class(
    count: int, rupees: int
) -> None:
    after = table("gold, 2 cloth, 2 camels", f"{count} leather").play(f"sell {count} leather")
    seller = after.merchant(0)
    assert (seller.rupees, seller.tokens, len(seller.bonuses)) == (rupees, count, 1)
    assert seller.bonuses[0] in (8, 9, 10)


@pytest.mark.parametrize(("count", "kind"), [(3, 0), (4, 1), (5, 2), (6, 2)])
def test_19_given_an_empty_bonus_stack_when_sold_then_no_bonus_is_won(
    count: int, kind: int
) -> None:
    won = ((), BONUSES[kind])
    before = table("gold, 2 cloth, 2 camels", f"{count} leather", bonuses=won)
    after = before.play(f"sell {count} leather")
    assert (after.merchant(0).bonuses, after.merchant(1).bonuses) == ((), BONUSES[kind])
    assert after.merchant(0).rupees == sum(TOKENS[-1][:count])
    assert not after.rounds


@pytest.mark.parametrize(
    ("sold", "sale", "rupees"),
    [
        # The cards of the rule book allow the first two; the third is the rule taken literally.
        ("9 leather", "sell 1 leather", 0),
        ("4 silver", "sell 2 silver", 5),
        ("5 silver", "sell 2 silver", 0),
    ],
)
def test_19_given_a_short_or_empty_stack_when_sold_then_the_sale_is_accepted_all_the_same(
    sold: str, sale: str, rupees: int
) -> None:
    hand = sale.removeprefix("sell ")
    after = table("gold, 2 cloth, 2 camels", hand, sold=sold, deck="20 spice").play(sale)
    assert (after.hand(0), after.merchant(0).rupees) == ("", rupees)
    assert after.merchant(0).tokens == (1 if rupees else 0)


def test_given_a_full_hand_then_sales_of_every_size_from_the_least_are_offered() -> None:
    match = table("gold, 2 cloth, 2 camels", "3 diamond, silver, 2 cloth, leather")
    assert match.moves("sell") == [
        "sell 2 diamond", "sell 3 diamond", "sell 1 cloth", "sell 2 cloth", "sell 1 leather",
    ]  # fmt: skip
    expect_refusal(match.engine, Sell("cloth", 3), "NOT_ENOUGH_CARDS")
    expect_refusal(match.engine, Sell("spice", 1), "NOT_ENOUGH_CARDS")
    after = match.play("sell 2 diamond")
    assert (after.hand(0), after.merchant(0).bonuses) == ("diamond, silver, 2 cloth, leather", ())


# Turns.


def test_given_a_seat_out_of_turn_then_it_is_refused() -> None:
    match = table("gold, silver, cloth, 2 camels", theirs="2 leather")
    expect_refusal(match.engine, Sell("leather", 2), "NOT_YOUR_TURN", player=1)
    expect_success(match.engine, "take gold")
    expect_refusal(match.engine, Take("silver"), "NOT_YOUR_TURN", player=0)


def test_builder_reads_what_it_writes() -> None:
    for text in ("", "gold", "2 gold, camel", "diamond, 3 leather, 4 camels"):
        assert written(cards(text)) == text
