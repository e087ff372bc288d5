"""Boards: copying fields of every kind, and hiding what not everybody sees."""

import pickle
from collections.abc import Mapping
from typing import ClassVar

import pytest

from kibitz.core import SPECTATOR, Rng, Streams, Value, hidden_rng, seeded
from kibitz.kit import Board, Modifier, Unit
from kibitz.kit.board import board_problems, has_secrets, veiled_board


class Pair(Value):
    __match_args__ = ("left", "right")

    def __init__(self, left: int, right: int) -> None:
        self.left = left
        self.right = right


class Everything(Board):
    """A board with a field of every kind."""

    __match_args__ = ("rate", "pair", "spots", "table", "units", "bids", "dice", "streams")
    visibility: ClassVar[Mapping[str, str]] = {
        "rate": "public",
        "pair": "public",
        "spots": "public",
        "table": "public",
        "units": "public",
        "bids": "owner",
        "dice": "server",
        "streams": "server",
    }
    records = (Pair, Modifier)

    def __init__(
        self,
        rate: float,
        pair: Pair | None,
        spots: tuple[int, int],
        table: dict[str, list[int]],
        units: list[Unit],
        bids: list[list[int]],
        dice: Rng,
        streams: Streams,
    ) -> None:
        self.rate = rate
        self.pair = pair
        self.spots = spots
        self.table = table
        self.units = units
        self.bids = bids
        self.dice = dice
        self.streams = streams


def fresh() -> Everything:
    streams = Streams(hidden_rng())
    return Everything(0.5, None, (0, 0), {}, [], [[], []], hidden_rng(), streams)


def used() -> Everything:
    streams = Streams(seeded(1))
    streams.get("coin").word()
    units, bids = [Unit(3, damage=1)], [[1, 2], [3]]
    return Everything(1.5, Pair(1, 2), (3, 4), {"b": [5, 6]}, units, bids, seeded(1), streams)


def test_clone_shares_nothing_that_can_change() -> None:
    board = used()
    before = board.key()
    twin = board.clone()
    assert twin == board
    twin.table["b"].append(7)
    twin.units[0].damage += 1
    twin.bids[0].append(9)
    twin.dice.word()
    twin.streams.get("coin").word()
    assert board.key() == before
    assert pickle.loads(pickle.dumps(board)) == board


def test_each_seat_sees_its_own_entry_and_nobody_sees_the_dice() -> None:
    for seat, bids in ((0, [[1, 2], []]), (1, [[], [3]]), (SPECTATOR, [[], []])):
        view = veiled_board(used(), fresh(), seat)
        assert view.bids == bids
        assert (view.dice, view.streams) == (hidden_rng(), fresh().streams)
        assert (view.rate, view.pair, view.table) == (1.5, Pair(1, 2), {"b": [5, 6]})


def test_view_of_a_board_is_independent_of_it_and_of_the_fresh_one() -> None:
    board, blank = used(), fresh()
    before = board.key(), blank.key()
    view = veiled_board(board, blank, 0)
    view.bids[0].append(9)
    view.bids[1].append(9)
    view.table["b"].append(9)
    view.streams.get("coin").word()
    assert (board.key(), blank.key()) == before


def test_declared_board_has_no_problems() -> None:
    assert board_problems(used(), 2) == []
    assert has_secrets(used())


def test_empty_board_has_no_problems_and_no_secrets() -> None:
    assert board_problems(Board(), 2) == []
    assert not has_secrets(Board())
    assert Board().clone() == Board()


class Careless(Board):
    """A board with a mistake in the declaration of every field."""

    __match_args__ = ("plan", "bid", "short", "life")
    visibility: ClassVar[Mapping[str, str]] = {
        "bid": "ownr",
        "short": "owner",
        "life": "owner",
        "lfe": "public",
    }
    words: ClassVar[Mapping[str, str]] = {"pln": "card", "plan": "crad"}

    def __init__(self, plan: int, bid: list[int], short: list[int], life: int) -> None:
        self.plan = plan
        self.bid = bid
        self.short = short
        self.life = life


def test_all_problems_of_a_declaration_are_listed() -> None:
    assert board_problems(Careless(1, [0, 0], [0], 20), 2) == [
        "Careless.plan: who sees it is not declared in `visibility`",
        "Careless.bid: unknown visibility 'ownr'; did you mean 'owner'?",
        "Careless.short: an owner's field is a list with 2 entries",
        "Careless.life: an owner's field is a list with 2 entries",
        "Careless: declares a field 'lfe' that it does not have; did you mean 'life'?",
        "Careless: `words` names no field 'pln'; did you mean 'plan'?",
        "Careless.plan: unknown kind 'crad'; did you mean 'card'?",
    ]


@pytest.mark.parametrize("seats", [1, 3])
def test_owners_list_has_one_entry_for_each_seat(seats: int) -> None:
    wanted = f"Everything.bids: an owner's field is a list with {seats} entries"
    assert board_problems(used(), seats) == [wanted]
