"""Moves of Jaipur in words, and the news that follow them."""

import pytest

from kibitz.core import (
    SPECTATOR,
    seeded,
)
from kibitz.games.jaipur import Exchange, Jaipur, Round, Take, TakeCamels
from tests.games.jaipur.table import Table, at_market, table

GAME = Jaipur()
WIDTH = 79


def described(match: Table, text: str) -> str:
    view = match.engine.view(match.seat)
    return GAME.describe(view, GAME.parse(match.state, text))


def test_takes_are_described_with_the_hand_that_follows() -> None:
    match = at_market("gold, 3 leather", 1)
    assert described(match, "take gold") == "take gold (then 2 gold, hand 5)"
    assert described(match, "take silver") == "take silver (then hand 5)"
    assert described(match, "take camels") == "take camels (2, then herd 3)"


def test_a_take_that_the_deck_cannot_replace_is_said_to_end_the_round() -> None:
    last = table("gold, 2 silver, 2 camels", deck=0)
    assert described(last, "take gold") == "take gold (then hand 1, ends the round)"
    assert described(last, "take camels") == "take camels (2, then herd 2, ends the round)"
    assert (
        described(table("gold, 2 silver, 2 camels", deck=1), "take gold")
        == "take gold (then hand 1)"
    )


@pytest.mark.parametrize(
    ("sold", "text", "said"),
    [
        ("", "sell 3 cloth", "sell 3 cloth for 5+3+3 = 11 rupees, bonus about 2"),
        ("", "sell 1 cloth", "sell 1 cloth for 5 rupees"),
        ("5 cloth", "sell 3 cloth", "sell 3 cloth for 1+1 = 2 rupees, bonus about 2"),
        ("6 cloth", "sell 2 cloth", "sell 2 cloth for 1 rupee"),
        ("5 gold", "sell 2 gold", "sell 2 gold for nothing"),
        ("4 cloth, 5 gold, 5 silver", "sell 2 cloth", "sell 2 cloth for 2+1 = 3 rupees"),
        (
            "4 cloth, 5 gold, 5 silver",
            "sell 3 cloth",
            "sell 3 cloth for 2+1+1 = 4 rupees, bonus about 2, ends the round",
        ),
        ("5 gold, 6 silver, 7 spice", "sell 1 cloth", "sell 1 cloth for 5 rupees"),
    ],
)
def test_sales_are_described_with_what_they_earn(sold: str, text: str, said: str) -> None:
    assert described(table("gold, 4 camels", "2 gold, 4 cloth", sold=sold), text) == said


def test_the_bonus_is_estimated_from_the_tokens_that_are_not_seen() -> None:
    match = table("gold, 4 camels", "5 cloth", bonuses=((10, 10, 1), (4, 8)))
    # The other's tokens are hidden, so 8, 8 and 9 are left for all the seat knows.
    assert described(match, "sell 5 cloth").endswith("bonus about 8.3")
    assert described(match, "sell 4 cloth").endswith("bonus about 5")
    assert described(match, "sell 3 cloth").endswith("bonus about 2.2")
    gone = table("gold, 4 camels", "5 cloth", bonuses=((8, 8, 9, 10, 10), ()))
    assert described(gone, "sell 5 cloth") == "sell 5 cloth for 5+3+3+2+2 = 15 rupees"


def test_exchanges_are_described_with_what_they_add_to() -> None:
    match = table("gold, 2 silver, 2 camels", "silver, cloth, leather", 3)
    assert described(match, "swap cloth, leather > 2 silver").endswith("> 2 silver (then 3 silver)")
    assert described(match, "swap 2 camels > gold, si").endswith("silver (then 2 silver, hand 5)")
    assert described(match, "swap camel, cloth > gold, silver").endswith("(then 2 silver, hand 4)")


def test_another_merchant_s_moves_are_described_without_what_is_hidden() -> None:
    match = table("gold, 2 silver, 2 camels", "silver, gold, leather", 3)
    view = match.engine.view(1)
    assert GAME.describe(view, Take("gold")) == "take gold (then hand 4)"
    assert GAME.describe(view, Exchange((0, 1, 1, 0, 0, -1))).endswith("silver (then hand 4)")
    assert GAME.describe(view, TakeCamels()) == "take camels (2, then herd 5)"


def test_moves_are_described_by_their_notation_and_fit_a_line() -> None:
    rng = seeded("lines")
    state = GAME.setup(rng.child("deal"))
    for _ in range(120):
        for seat in (0, 1, SPECTATOR):
            view = GAME.view(state, seat)
            for move in GAME.legal(state):
                said = GAME.describe(view, move)
                assert said.startswith(str(move))
                assert len(said) <= WIDTH - 7
        GAME.play(state, rng.pick(GAME.legal(state)))


def test_news_tell_the_worth_of_a_bonus_token_to_its_owner() -> None:
    match = table("gold, 4 camels", "3 leather", 1, deck=20)
    before = [match.engine.view(seat) for seat in (0, 1)]
    match = match.play("sell 3 leather")
    told = [GAME.news(before[seat], match.engine.view(seat)) for seat in (0, 1)]
    worth = match.engine.state.merchants[0].bonuses[0]
    rupees = "1 rupee" if worth == 1 else f"{worth} rupees"
    assert told == [[f"your bonus token is worth {rupees}"], []]


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        ((), "seat 1 wins the seal (seals 0 : 1)"),
        ((Round((63, 58), 1, "tokens"),), "seat 1 wins the seal (seals 0 : 2)"),
    ],
)
def test_news_tell_the_end_of_a_round_with_its_count(rounds: tuple[Round, ...], told: str) -> None:
    match = table(
        "gold, 4 camels", "", 1, theirs="cloth", bonuses=((2,), (10,)), deck=0, rounds=rounds
    )
    before = match.engine.view(0)
    match = match.play("take gold")
    assert GAME.news(before, match.engine.view(0)) == [
        f"round {len(rounds) + 1} ends: the deck cannot fill the market",
        f"with bonus tokens and camels, seat 0 has 7 rupees and seat 1 has 10; {told}",
    ]
