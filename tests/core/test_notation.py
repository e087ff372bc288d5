"""The general notation reads back all that it writes, and says where it cannot read."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import InvalidMoveError
from kibitz.core.notation import read_values, write_document, write_value
from kibitz.core.value import decode, encode
from tests.core.test_value import Payment

SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.builds(Payment, st.lists(st.text(max_size=3), max_size=2).map(tuple), st.integers())
    ),
    max_leaves=8,
)


@given(st.lists(VALUES, max_size=4))
def test_everything_written_is_read_back(values: list[object]) -> None:
    text = " ".join(write_value(value) for value in values)
    documents = read_values(text)
    assert documents == [encode(value) for value in values]
    assert [decode(document, {"Payment": Payment}) for document in documents] == values


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidMoveError):
        documents = read_values(text)
        written = " ".join(write_document(document) for document in documents)
        assert read_values(written) == documents


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[c1", "expected ',' at column 4, got the end"),
        ("[c1 c2]", "expected ',' at column 5"),
        ('"open', "expected a text in double quotes"),
        ("Payment{x=1,x=2}", "expected another field of Payment at column 13, got 'x=2}'"),
        ("Payment{record=1}", "expected another field of Payment at column 9"),
        ("Payment{x}", "expected '='"),
        ("]", "expected a word at column 1"),
        ("[" * 30, "nested less deeply"),
        ("9" * 5000, "expected a number of at most 100 characters at column 1"),
        ("-" + "9" * 5000, "expected a number of at most 100 characters"),
        ("1e999", "expected a finite number at column 1"),
    ],
)
def test_refusal_names_the_place(text: str, problem: str) -> None:
    with pytest.raises(InvalidMoveError) as error:
        read_values(text)
    assert problem in str(error.value)


def test_write_refuses_what_has_no_notation() -> None:
    with pytest.raises(TypeError, match="cannot be part of a move"):
        write_value([1])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("c7", "c7"),
        ("two words", '"two words"'),
        ("yes", '"yes"'),
        (True, "yes"),
        (None, "-"),
        (-3, "-3"),
        (("c1", "c2"), "[c1,c2]"),
        (Payment(("c1",), 2), "Payment{discard=[c1],x=2}"),
    ],
)
def test_values_are_written_plainly(value: object, text: str) -> None:
    assert write_value(value) == text
