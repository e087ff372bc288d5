"""Moves of Jaipur as they are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    seeded,
)
from kibitz.core.notation import write_value
from kibitz.games.jaipur import Exchange, Jaipur, Sell
from kibitz.games.jaipur.cards import GOODS
from kibitz.testing import expect_refusal
from tests.games.jaipur.table import at_market, table

GAME = Jaipur()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("take gold", "take gold"),
        ("  TAKE\tGold ", "take gold"),
        ("take g", "take gold"),
        ("take 1 silver", "take silver"),
        ("take golds", "take gold"),
        ("take camels", "take camels"),
        ("Camels", "take camels"),
        ("camel", "take camels"),
        ("take camel", "take camels"),
        ("take ca", "take camels"),
        ("take_camels", "take camels"),
        ("sell 3 leather", "sell 3 leather"),
        ("sell leather 3", "sell 3 leather"),
        ("sell 3x lea", "sell 3 leather"),
        ("SELL LEATHER X3", "sell 3 leather"),
        ("sell 2 leathers", "sell 2 leather"),
        ("sell spice", "sell 1 spice"),
        ("sell sp", "sell 1 spice"),
        ("swap 2 leather > 2 silver", "swap 2 leather > 2 silver"),
        ("swap leather, leather > silver, silver", "swap 2 leather > 2 silver"),
        ("swap leather x2 > silver * 2", "swap 2 leather > 2 silver"),
        ("swap leather 2 -> 2 silvers", "swap 2 leather > 2 silver"),
        ("exchange leather and cloth for gold & silver", "swap cloth, leather > gold, silver"),
        ("Trade lea+clo=>si+g", "swap cloth, leather > gold, silver"),
        ("swap2camels,leather>gold,2silver", "swap 2 camels, leather > gold, 2 silver"),
        ("swap leather, 2 camel > si, gold, si", "swap 2 camels, leather > gold, 2 silver"),
        ("swap camel, lea, camel > si, gold, si", "swap 2 camels, leather > gold, 2 silver"),
        ("swap 2 camels, spice > g", "swap 2 camels, spice > gold, 2 silver"),
        ("exchange [0,1,2,0,0,-1]", "swap 2 camels, leather > gold, 2 silver"),
        ('take "gold"', "take gold"),
    ],
)
def test_a_move_is_read_however_it_is_typed(text: str, written: str) -> None:
    match = at_market()
    move = GAME.parse(match.state, text)
    assert str(move) == written
    assert move in match.engine.legal_moves()


def test_every_legal_move_reads_back_in_both_notations() -> None:
    rng = seeded("notation")
    state = GAME.setup(rng.child("deal"))
    for _ in range(60):
        moves = GAME.legal(state)
        for move in moves[:: max(1, len(moves) // 4)]:
            general = " ".join([move.id, *[write_value(param) for param in move.params()]])
            assert GAME.read_move(str(move)) == move
            assert GAME.read_move(str(move).upper()) == move
            assert GAME.read_move(general) == move
            assert GAME.parse(state, str(move)) == move
        GAME.play(state, rng.pick(moves))


@given(data=st.data())
def test_an_exchange_reads_the_same_in_any_order_and_spelling(data: st.DataObject) -> None:
    counts = data.draw(st.tuples(*[st.integers(-3, 3)] * len(GOODS)), label="counts")
    camels = sum(counts)
    if camels < 0 or max(counts) == 0:
        return
    sides: list[str] = []
    for sign in (-1, 1):
        cards = [(good, sign * n) for good, n in zip(GOODS, counts, strict=True) if sign * n > 0]
        cards += [("camel", camels)] if sign < 0 and camels else []
        words = [data.draw(spellings(good, n)) for good, n in cards]
        between = data.draw(st.sampled_from([",", ", ", " and ", " + "]))
        sides.append(between.join(data.draw(st.permutations(words))))
    verb = data.draw(st.sampled_from(["swap", "exchange", "Trade"]))
    text = f"{verb} {data.draw(st.sampled_from(['>', ' > ', ' -> ', ' for '])).join(sides)}"
    assert GAME.read_move(text) == Exchange(counts)


def spellings(good: str, count: int) -> st.SearchStrategy[str]:
    """Spells some cards of one kind in one of many ways."""
    found = [", ".join([good] * count), f"{count} {good}s", f"{good} x{count}", f"{count}x{good}"]
    found += [f"{count} {good[:4]}", f"{good.upper()} {count}"] + [good] * (count == 1)
    return st.sampled_from(found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("take diamond", "NOT_IN_MARKET"),
        ("take dia", "NOT_IN_MARKET"),
        ("sell 4 leather", "NOT_ENOUGH_CARDS"),
        ("sell gold", "NOT_ENOUGH_CARDS"),
        ("sell 0 cloth", "TOO_FEW"),
        ("sell 99 cloth", "NOT_ENOUGH_CARDS"),
        ("swap leather > gold", "TOO_FEW"),
        ("swap lea for gold", "TOO_FEW"),
        ("swap 4 camels > gold, 2 silver, diamond", "NOT_IN_MARKET"),
        ("swap 4 leather > gold, 2 silver, cloth", "NOT_IN_MARKET"),
        ("swap 2 diamond > 2 silver", "NOT_ENOUGH_CARDS"),
        ("swap 3 camels > gold, 2 silver", "HAND_FULL"),
    ],
)
def test_an_illegal_move_is_read_so_that_the_engine_can_say_why(text: str, code: str) -> None:
    expect_refusal(at_market().engine, text, code)


def test_an_unnumbered_sale_means_the_only_one_that_is_legal() -> None:
    match = at_market("2 gold, cloth, 3 leather")
    assert GAME.parse(match.state, "sell gold") == Sell("gold", 2)
    assert GAME.parse(match.state, "Sell  CLOTH") == Sell("cloth", 1)
    with pytest.raises(
        AmbiguousMoveError,
        match=r"^'sell lea' fits 3 moves: sell 1 leather; sell 2 leather; sell 3 leather$",
    ):
        GAME.parse(match.state, "sell lea")
    # Out of turn nothing is legal, and the engine says so.
    expect_refusal(match.engine, "sell leather", "NOT_YOUR_TURN", player=1)
    with pytest.raises(IllegalMoveError, match="the hand has 1 gold"):
        at_market("gold").engine.play("sell gold")
    with pytest.raises(InvalidMoveError, match="a number is missing: 'sell 2 gold'"):
        GAME.read_move("sell gold")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take c", "'take c' fits"),
        ("sell 2", "fits 2 moves: sell 2 cloth; sell 2 leather"),
        ("swap 2 camels, leather >", "fits"),
        ("sell s", "'s' in 'sell s' can be silver or spice"),
        ("swap c, 2 lea > gold, si, s", "'c' in .* can be cloth or camel"),
    ],
)
def test_what_fits_several_moves_is_refused_with_their_names(text: str, said: str) -> None:
    match = table("gold, silver, cloth, spice, camel", "2 cloth, 3 leather", 3)
    with pytest.raises(AmbiguousMoveError, match=said):
        GAME.parse(match.state, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("swap gold, leather > gold, silver", "gold on both sides; a good is either given or"),
        ("swap cloth, spice > cloth, spice", "cloth and spice on both sides"),
        ("swap leather > gold, silver", "1 card given and 2 taken.*camels count too"),
        ("swap 3 leather > gold, silver", "3 cards given and 2 taken; a swap gives as many"),
        ("swap 2 leather > camel, gold", "a swap cannot take camels; 'take camels'"),
        ("swap 2 gold", "a swap is written 'swap camel, leather > gold, silver'"),
        ("swap 2 leather > gold > silver", "a swap is written"),
        ("swap > gold, silver", "a card is missing; known: diamond, gold"),
        ("swap 2 > gold, silver", "a card is missing"),
        ("swap leather,, cloth > gold, silver", "a card is missing"),
        ("swap leather 2 cloth > 3 silver", "a comma is missing in 'leather 2 cloth'"),
        ("swap 2 leather 2 > 2 silver", "a comma is missing in '2 leather 2'"),
        ("swap 2 lether > 2 silver", "unknown card 'lether'; did you mean 'leather'?"),
        ("take 2 gold", "one good is taken at a time; .* 'swap 2 camels > gold, silver'"),
        ("take gold, silver", "one good is taken at a time"),
        ("take 2 camels", "camels are taken all at once: 'take camels'"),
        ("take 1", "a card is missing"),
        ("sell 3 camels", "camels cannot be sold"),
        ("sell 2 cloth, 2 spice", "one good is sold at a time"),
        ("sell 2 rubies", "unknown card 'rubies'; known: diamond"),
        ("sell 123456789012 cloth", "a number of cards has at most 2 digits"),
        ("sell cloth -1", "unknown card '-'"),
        ("steal gold", r"cannot read 'steal gold' as a move of jaipur; did you mean .*'sell'"),
        ("", "no move was given"),
        ("> gold", "cannot read '> gold' as a move of jaipur; known: take, sell, swap"),
        ("exchange [1,2]", "expected a number for each of diamond, gold"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_would_do(text: str, said: str) -> None:
    match = at_market()
    before = match.engine.state_hash
    with pytest.raises((InvalidMoveError, IllegalMoveError), match=said):
        match.engine.play(text)
    assert match.engine.state_hash == before


@given(
    st.one_of(
        st.text(max_size=30),
        st.lists(
            st.sampled_from(
                [
                    "take",
                    "sell",
                    "swap",
                    "camels",
                    *GOODS,
                    "s",
                    "x",
                    "2",
                    "0",
                    ",",
                    ">",
                    "for",
                    "_",
                    '"',
                ]
            ),
            max_size=9,
        ).map(" ".join),
    )
)
def test_anything_typed_is_a_move_or_refused(text: str) -> None:
    try:
        move = GAME.parse(at_market().state, text)
    except (InvalidMoveError, AmbiguousMoveError):
        return
    assert move.id in ("take", "take_camels", "sell", "exchange")


@pytest.mark.parametrize("text", ['take "o"', 'take "g"', 'sell "silk" 2', "exchange [1,2]"])
def test_a_good_that_does_not_exist_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Jaipur().read_move(text)
