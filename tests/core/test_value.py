"""Values compare, hash, travel and are written by what they hold."""

import json
import pickle
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import pytest

from kibitz.core import Part, Value
from kibitz.core.state import plain
from kibitz.core.value import construct, decode, duplicate, encode


class Payment(Value):
    """A nested record."""

    __match_args__ = ("discard", "x")

    def __init__(self, discard: tuple[str, ...], x: int) -> None:
        self.discard: Final = discard
        self.x: Final = x


class Refund(Value):
    """Another one with the same parameters."""

    __match_args__ = ("discard", "x")

    def __init__(self, discard: tuple[str, ...], x: int) -> None:
        self.discard: Final = discard
        self.x: Final = x


@dataclass(frozen=True)
class Price:
    """A record that an author wrote as a dataclass."""

    coins: int


def test_values_are_equal_by_class_and_parameters() -> None:
    assert Payment(("c1",), 2) == Payment(("c1",), 2)
    assert Payment(("c1",), 2) != Payment(("c1",), 3)
    assert Payment(("c1",), 2) != Refund(("c1",), 2)
    assert Payment(("c1",), 2) != "payment"
    assert len({Payment((), 1), Payment((), 1), Payment((), 2)}) == 2


def test_repr_can_be_pasted_back() -> None:
    payment = Payment(("c1",), 2)
    assert eval(repr(payment), {"Payment": Payment}) == payment


def test_kept_hash_stays_behind_when_pickled() -> None:
    payment = Payment(("c1",), 2)
    hash(payment)
    again = pickle.loads(pickle.dumps(payment))
    assert again == payment
    assert again._hash == 0


def test_match_statement_reads_parameters() -> None:
    match Payment(("c1",), 2):
        case Payment(cards, 2):
            assert cards == ("c1",)
        case _:
            raise AssertionError("the pattern should fit")


@pytest.mark.parametrize(
    "value", [None, True, 3, -1.5, "text", (), (1, ("a", None)), Payment(("c1", "c2"), 0), Price(3)]
)
def test_json_round_trip(value: object) -> None:
    document = json.loads(json.dumps(encode(value)))
    assert decode(document, {"Payment": Payment, "Price": Price}) == value


def test_encode_refuses_what_a_move_cannot_hold() -> None:
    with pytest.raises(TypeError, match="list cannot be part of a move"):
        encode([1])


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"record": "Paiment", "x": 1}, "unknown record 'Paiment': expected one of Payment"),
        ({"x": 1}, "unknown record None: expected one of Payment"),
        ({"record": "Payment", "x": 1}, "discard is missing"),
        ({"record": "Payment", "x": 1, "discard": [], "tip": 1}, "tip is not a parameter"),
    ],
)
def test_decode_says_what_is_wrong(document: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        decode(document, {"Payment": Payment})


def test_construct_reports_what_the_constructor_refuses() -> None:
    class Picky(Value):
        __match_args__ = ("x",)

        def __init__(self, x: int) -> None:
            if x < 0:
                raise ValueError("x is never negative")
            self.x: Final = x

    with pytest.raises(ValueError, match="never negative"):
        construct(Picky, {"x": -1})


class Purse(Part):
    """A part with everything a state may hold."""

    __match_args__ = ("coins", "notes", "paid")

    def __init__(self, coins: list[int], notes: dict[str, int], paid: Payment) -> None:
        self.coins = coins
        self.notes = notes
        self.paid = paid


def test_part_key_ignores_the_order_of_dictionaries() -> None:
    one = Purse([1], {"a": 1, "b": 2}, Payment((), 1))
    two = Purse([1], {"b": 2, "a": 1}, Payment((), 1))
    assert one == two
    assert one.key() == ((1,), (("a", 1), ("b", 2)), ("Payment", (), 1))
    assert repr(one).startswith("Purse(coins=[1]")
    assert pickle.loads(pickle.dumps(one)) == one


def test_plain_values_stay_as_they_are() -> None:
    class Size(IntEnum):
        BIG = 2

    nested = [1, [True, None, "x"], (2.5, [Size.BIG]), []]
    assert plain(nested) == (1, (True, None, "x"), (2.5, (2,)), ())
    assert plain([[1, 2], {"b": [3], "a": 4}]) == ((1, 2), (("a", 4), ("b", (3,))))


def test_part_has_no_hash_because_it_changes() -> None:
    with pytest.raises(TypeError, match="use key"):
        hash(Purse([], {}, Payment((), 0)))


def test_plain_refuses_what_a_state_cannot_hold() -> None:
    with pytest.raises(TypeError, match="not a set"):
        plain({1, 2})


class Bundle(Value):
    """Values in a tuple in a tuple."""

    __match_args__ = ("parts",)

    def __init__(self, parts: tuple[tuple[Payment, ...], ...]) -> None:
        self.parts: Final = parts


def test_duplicate_shares_no_value_with_the_original() -> None:
    nested = Payment(("a",), 1)
    value = Bundle(((nested, nested), ()))
    again = duplicate(value)
    assert again == value
    assert again is not value
    assert all(payment is not nested for payment in again.parts[0])
    assert duplicate(nested).discard is nested.discard  # texts in a tuple cannot be changed
