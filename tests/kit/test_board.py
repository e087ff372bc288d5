"""Boards: copying, hiding, and reading fields of every kind."""

import pickle
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from kibitz.core import Rng, Value, hidden_rng, seeded
from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.kit import Board, Modifier, Modifiers, Streams
from kibitz.kit.board import board_problems, has_secrets, read_board, redacted_board, write_board


class Pair(Value):
    __match_args__ = ("left", "right")

    def __init__(self, left: int, right: int) -> None:
        self.left = left
        self.right = right


class Everything(Board):
    """A board with a field of every kind."""

    __match_args__ = ("rate", "open", "word", "pair", "spots", "table", "parts", "dice", "streams")
    visibility: ClassVar[Mapping[str, str]] = {
        "rate": "public",
        "open": "public",
        "word": "public",
        "pair": "public",
        "spots": "public",
        "table": "public",
        "parts": "public",
        "dice": "server",
        "streams": "server",
    }
    records = (Pair, Modifier)

    def __init__(
        self,
        rate: float,
        open: bool,
        word: str,
        pair: Pair | None,
        spots: tuple[int, int],
        table: dict[str, list[int]],
        parts: Modifiers,
        dice: Rng,
        streams: Streams,
    ) -> None:
        self.rate = rate
        self.open = open
        self.word = word
        self.pair = pair
        self.spots = spots
        self.table = table
        self.parts = parts
        self.dice = dice
        self.streams = streams


def fresh() -> Everything:
    table = {"a": [1, 2]}
    streams = Streams(hidden_rng())
    return Everything(0.5, False, "", None, (0, 0), table, Modifiers(), hidden_rng(), streams)


def used() -> Everything:
    parts = Modifiers([Modifier("c1", "power", 2)])
    streams = Streams(seeded(1))
    streams.get("coin").word()
    return Everything(1.5, True, "x", Pair(1, 2), (3, 4), {"b": [5, 6]}, parts, seeded(1), streams)


def read(document: object) -> Everything:
    root = Document(document)
    board = read_board(root, fresh(), 0, False)
    root.finish(PositionError, "board")
    return board


def refusal(document: object) -> str:
    with pytest.raises(PositionError) as error:
        read(document)
    return str(error.value)


def test_a_clone_shares_nothing_that_can_change() -> None:
    board = used()
    before = board.key()
    twin = board.clone()
    assert twin == board
    twin.table["b"].append(7)
    twin.parts.add(Modifier("c2", "power", 1))
    twin.dice.word()
    twin.streams.get("coin").word()
    assert board.key() == before
    assert pickle.loads(pickle.dumps(board)) == board


def test_dice_are_hidden_and_never_written() -> None:
    view = redacted_board(used(), fresh(), 0)
    assert view.dice == hidden_rng()
    assert view.streams == fresh().streams
    assert view.word == "x"
    assert has_secrets(view)
    assert "dice" not in write_board(used(), fresh(), 0, True)
    assert board_problems(view, 2) == []


def test_fields_of_every_kind_survive_the_round_trip() -> None:
    view = redacted_board(used(), fresh(), 0)
    document = write_board(view, fresh(), 0, False)
    assert document["pair"] == {"record": "Pair", "left": 1, "right": 2}
    again = read(document)
    assert again == view
    assert isinstance(again.spots, tuple)


def test_a_whole_number_will_do_for_a_fraction() -> None:
    assert read({"rate": 2}).rate == 2.0
    assert read({"rate": 0.25}).rate == 0.25


def test_empty_fields_are_written_only_where_a_fresh_board_has_more() -> None:
    board = fresh()
    assert "parts" not in write_board(board, fresh(), 0, False)
    board.table = {}
    assert write_board(board, fresh(), 0, False)["table"] == {}
    assert read({"table": {}}).table == {}


def test_wrong_fields_are_named() -> None:
    wrong: dict[str, Any] = {
        "rate": "high",
        "open": 1,
        "word": 2,
        "pair": {"record": "Triple"},
        "spots": [1, 2, 3],
        "table": {"a": "x"},
        "parts": {"itms": []},
        "dice": [1, 2, 3, 4],
    }
    text = refusal(wrong)
    for part in (
        "unknown field 'dice'",
        'rate: expected a whole number, got "high"',
        "open: expected true or false, got 1",
        "word: expected a text, got 2",
        "pair: unknown record 'Triple'",
        "spots: expected a list of 2, got [1, 2, 3]",
        'table.a: expected a list, got "x"',
        "parts: unknown field 'itms'",
        "parts: field 'items' is missing",
    ):
        assert part in text, part
    assert "expected an object" in refusal([])


def test_what_json_cannot_hold_is_refused_by_name() -> None:
    board = fresh()
    odd: Any = {1: [2]}
    board.table = odd
    with pytest.raises(PositionError, match="field 'table' cannot be written: the key 1 is not"):
        write_board(board, fresh(), 0, False)
    board.table = {"a": odd[1]}
    strange: Any = object()
    board.word = strange
    with pytest.raises(PositionError, match="field 'word' cannot be written"):
        write_board(board, fresh(), 0, False)


def test_an_empty_board_has_no_problems_and_no_secrets() -> None:
    assert board_problems(Board(), 2) == []
    assert not has_secrets(Board())
    assert Board().clone() == Board()


def test_an_owners_list_of_a_wrong_length_is_refused() -> None:
    class Bids(Board):
        __match_args__ = ("bid",)
        visibility: ClassVar[Mapping[str, str]] = {"bid": "owner"}

        def __init__(self, bid: list[int]) -> None:
            self.bid = bid

    root = Document({"bid": [1]})
    assert read_board(root, Bids([0, 0]), 0, False).bid == [0, 0]
    assert root.problems == ["bid: expected a list of 2, got [1]"]
    root = Document({"bid": [None, 4]})
    assert read_board(root, Bids([0, 0]), 1, False).bid == [0, 4]
    assert root.problems == []
    assert read_board(Document({"bid": [3, 4]}), Bids([0, 0]), 0, True).bid == [3, 4]
