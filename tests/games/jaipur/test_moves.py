"""Moves of Jaipur as values, what is no move at all, and undo."""

import json
import pickle
from contextlib import suppress
from typing import Any

import pytest

import kibitz
from kibitz.core import InvalidMoveError, Move
from kibitz.games.jaipur import Exchange, Jaipur, JaipurState, Sell, Take, TakeCamels
from kibitz.testing import expect_refusal
from tests.games.jaipur.table import table

# One of each kind, as it is written for people and for machines.
MOVES: list[tuple[Move[JaipurState], str, dict[str, object]]] = [
    (Take("gold"), "take gold", {"move": "take", "good": "gold"}),
    (TakeCamels(), "take camels", {"move": "take_camels"}),
    (Sell("cloth", 3), "sell 3 cloth", {"move": "sell", "good": "cloth", "count": 3}),
    (
        Exchange((0, 1, 2, 0, 0, -1)),
        "swap 2 camels, leather > gold, 2 silver",
        {"move": "exchange", "counts": [0, 1, 2, 0, 0, -1]},
    ),
    (
        Exchange((-1, 0, 0, 2, 0, 0)),
        "swap camel, diamond > 2 cloth",
        {"move": "exchange", "counts": [-1, 0, 0, 2, 0, 0]},
    ),
]


@pytest.mark.parametrize(("move", "text", "document"), MOVES)
def test_moves_are_written_as_a_player_would_type_them_and_read_back(
    move: Move[JaipurState], text: str, document: dict[str, object]
) -> None:
    assert str(move) == text
    assert move.to_json() == document
    again = Jaipur().move_from_json(json.loads(json.dumps(document)))
    copied = pickle.loads(pickle.dumps(move))
    assert again == copied == move
    assert hash(again) == hash(copied) == hash(move)
    assert [str(again), str(copied)] == [text, text]


def test_moves_with_other_parameters_are_other_moves() -> None:
    moves = [Take("gold"), Take("silver"), Sell("gold", 2), Sell("gold", 3), TakeCamels()]
    moves += [Exchange((1, 1, 0, 0, 0, -2)), Exchange((1, 1, 0, 0, -2, 0))]
    assert len(set(moves)) == len(moves)


@pytest.mark.parametrize(
    "move", ["take gold", "take camels", "sell 3 leather", "swap 2 leather > gold, silver"]
)
def test_given_a_move_that_showed_something_when_a_player_undoes_then_it_stays(move: str) -> None:
    start = table("gold, silver, 2 cloth, camel", "3 leather")
    after = start.play(move)
    played = after.engine.state_hash
    assert not after.engine.undo(player_facing=True)
    assert (after.engine.state_hash, after.engine.ply) == (played, 1)
    assert after.engine.undo()
    assert after.engine.state_hash == start.engine.state_hash


def test_given_an_exchange_answered_from_a_hidden_hand_when_undone_then_both_stay() -> None:
    start = table("gold, silver, 2 cloth, camel", "2 leather", theirs="2 diamond, spice")
    match = start.play("swap 2 leather > gold, silver").engine
    assert match.view(0).merchants[1].hidden() == 3
    match.play("swap diamond, spice > 2 cloth")
    # The first merchant now knows that there was a diamond in the other hand.
    assert match.view(0).market[0] == 1
    played = match.state_hash
    assert not match.undo(player_facing=True)
    assert (match.state_hash, match.ply, match.seat) == (played, 2, 0)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Take("rubber"), "unknown good 'rubber'"),
        (Take(""), "unknown good ''"),
        (Take("camel"), "unknown good 'camel'"),
        (Sell("rubber", 1), "unknown good 'rubber'"),
        (Exchange(()), ": expected a number for each of diamond, gold"),
        (Exchange((1, 1, -1, -1)), ": expected a number for each of diamond, gold"),
        (Exchange((1, 1, 0, 0, 0, 0, -2)), ": expected a number for each of diamond, gold"),
    ],
)
def test_given_parameters_that_do_not_fit_then_the_engine_says_so(
    move: Take | Sell | Exchange, words: str
) -> None:
    match = table("gold, silver, cloth, 2 camels", "2 leather", 2)
    assert words in expect_refusal(match.engine, move, "INVALID_PARAMS").reason


@pytest.mark.parametrize("good", [3, None, ("gold",)])
def test_given_a_good_that_is_no_text_then_it_is_refused(good: Any) -> None:  # Any: a wrong type
    match = table("gold, silver, cloth, 2 camels", "2 leather", 2)
    if kibitz.COMPILED:
        with pytest.raises(TypeError):
            Take(good)
        return
    assert "unknown good" in expect_refusal(match.engine, Take(good), "INVALID_PARAMS").reason
    expect_refusal(match.engine, Sell(good, 2), "INVALID_PARAMS")


@pytest.mark.parametrize("count", ["2", 2.0, True])
def test_given_a_count_that_is_no_number_then_a_sale_is_refused(
    count: Any,
) -> None:  # Any: as above
    match = table("gold, silver, cloth, 2 camels", "2 leather", 2)
    if not kibitz.COMPILED:
        expect_refusal(match.engine, Sell("leather", count), "INVALID_PARAMS")
    elif count is not True:  # which a compiled class takes for 1
        with pytest.raises(TypeError):
            Sell("leather", count)


@pytest.mark.parametrize(
    "document",
    [
        {"move": "take", "good": 3},
        {"move": "take", "good": None},
        {"move": "sell", "good": "gold", "count": "2"},
        {"move": "sell", "good": "gold", "count": 2.0},
        {"move": "exchange", "counts": 5},
        {"move": "exchange", "counts": ["1", 0, 0, 0, 0, -1]},
        {"move": "exchange", "counts": [True, 0, 0, 0, 0, -1]},
    ],
)
def test_given_a_wrong_type_in_json_then_the_move_cannot_be_read(document: object) -> None:
    with pytest.raises(InvalidMoveError):
        Jaipur().move_from_json(document)


@pytest.mark.parametrize("counts", [("1", 0, 0, 0, 0, -1), (True, 0, 0, 0, 0, -1)])
def test_given_wrong_items_then_the_engine_refuses_an_exchange(
    counts: Any,
) -> None:  # Any: as above
    match = table("gold, silver, cloth, 2 camels", "2 leather", 2)
    refusal = expect_refusal(match.engine, Exchange(counts), "INVALID_PARAMS")
    assert "invalid count" in refusal.reason


@pytest.mark.parametrize("count", [0, -1, -7, 8, 10**30])
def test_given_an_impossible_number_then_a_sale_is_refused(count: int) -> None:
    match = table("gold, silver, cloth, 2 camels", "2 leather, 2 gold", 2)
    code = "NOT_ENOUGH_CARDS" if count > 0 else "TOO_FEW"
    expect_refusal(match.engine, Sell("leather", count), code)


def test_given_enormous_numbers_then_an_exchange_is_refused() -> None:
    match = table("gold, silver, cloth, 2 camels", "2 leather, 2 gold", 2)
    expect_refusal(match.engine, Exchange((10**30, 0, 0, 0, 0, -(10**30))), "NOT_IN_MARKET")


@pytest.mark.parametrize(
    "document",
    [
        {"move": "take"},
        {"move": "take", "good": 3},
        {"move": "take", "good": None},
        {"move": "take", "good": ["gold"]},
        {"move": "take", "good": "gold", "count": 1},
        {"move": "sell", "good": "leather", "count": "2"},
        {"move": "sell", "good": "leather", "count": 2.5},
        {"move": "sell", "good": "leather", "count": None},
        {"move": "exchange", "counts": 2},
        {"move": "exchange", "counts": "gold"},
        {"move": "barter"},
    ],
)
def test_given_a_document_that_is_no_move_then_it_is_refused(document: object) -> None:
    match = table("gold, silver, cloth, 2 camels", "2 leather", 2)
    with pytest.raises(InvalidMoveError):
        match.engine.game.move_from_json(document)


@pytest.mark.parametrize(
    "document",
    [
        {"move": "exchange", "counts": [True, 1, 0, 0, 0, -2]},
        {"move": "exchange", "counts": [1.0, 1, 0, 0, 0, -2]},
        {"move": "exchange", "counts": ["1", 1, 0, 0, 0, -2]},
        {"move": "exchange", "counts": [None, 1, 0, 0, 0, -2]},
    ],
)
def test_given_a_count_that_is_no_whole_number_then_the_exchange_is_refused(
    document: dict[str, list[Any]],  # Any: whatever JSON holds
) -> None:
    match = table("diamond, gold, cloth, 2 camels", "2 leather", 2)
    # Interpreted, the annotation refuses it at once; compiled there is none, and the rules do.
    with suppress(InvalidMoveError):
        move = match.engine.game.move_from_json(document)
        assert not match.engine.execute(move).success
        assert match.engine.explain(move)[0].error_code == "INVALID_PARAMS"
    typed = Exchange(tuple(document["counts"]))
    assert match.engine.explain(typed)[0].error_code == "INVALID_PARAMS"
    assert not match.engine.execute(typed).success


def test_given_true_for_a_number_of_cards_then_the_state_stays_plain() -> None:
    # A compiled class takes True for 1; whichever way, no such value may get into the state.
    match = table("diamond, gold, cloth, 2 camels", "2 leather", 2)
    with suppress(InvalidMoveError):
        match.engine.execute(
            match.engine.game.move_from_json({"move": "sell", "good": "leather", "count": True})
        )
    counts = [*match.state.market, *match.state.sold, *match.merchant(0).hand, match.herd(0)]
    assert {type(count) for count in counts} == {int}
