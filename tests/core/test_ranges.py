import pickle

import pytest

from kibitz.core.errors import UnknownOption
from kibitz.core.ranges import (
    YES_NO,
    Choice,
    Range,
    Real,
    Whole,
    choice_option,
    read_range,
    whole_option,
)

WRITTEN: list[tuple[str, Range]] = [
    ("0:80", Whole(0, 80)),
    ("-8:8:4", Whole(-8, 8, 4)),
    ("1:1000:log", Whole(1, 1000, log=True)),
    ("0.1:2.0", Real(0.1, 2.0)),
    ("0.1:2.0:log", Real(0.1, 2.0, log=True)),
    ("highest,weighted", Choice(("highest", "weighted"))),
    ("4,8,16", Choice(("4", "8", "16"))),
]


@pytest.mark.parametrize(("text", "found"), WRITTEN)
def test_read_range_reads_what_a_range_writes(text: str, found: Range) -> None:
    assert read_range(text) == found
    assert str(found) == text
    assert pickle.loads(pickle.dumps(found)) == found


def test_read_range_takes_one_fraction_for_a_range_of_fractions() -> None:
    assert read_range("0:1.5") == Real(0.0, 1.5)
    assert read_range(" 2 : 9 ") == Whole(2, 9)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8", "expected LOW:HIGH, LOW:HIGH:STEP"),
        ("a:b", "expected LOW:HIGH, LOW:HIGH:STEP"),
        ("1:2:3:4", "expected LOW:HIGH, LOW:HIGH:STEP"),
        ("1:log", "expected LOW:HIGH, LOW:HIGH:STEP"),
        ("9:1", "expected LOW up to HIGH"),
        ("1:9:0", "expected LOW up to HIGH"),
        ("0:9:log", "expected LOW of 1 or more"),
        ("0.0:9:log", "expected LOW above 0"),
        ("1.5:1.5", "expected LOW below HIGH"),
        ("nan:1.5", "expected LOW below HIGH"),
        ("0:1e999", "expected LOW below HIGH"),
        ("0:1.5:0.5", "steps are for whole numbers"),
        ("yes,yes", "expected different values"),
        ("yes,", "expected different values, none empty"),
    ],
)
def test_read_range_refuses_what_is_no_range(text: str, words: str) -> None:
    with pytest.raises(UnknownOption, match=words) as caught:
        read_range(text)
    assert str(caught.value).startswith(("invalid range", "invalid choice"))


def test_whole_lowers_an_end_that_no_step_reaches() -> None:
    assert Whole(0, 10, 4) == Whole(0, 8, 4)
    assert Whole(0, 10, 4).ends() == ["0", "8"]


def test_holds_knows_the_values_of_a_range() -> None:
    assert [
        text for text in ("-1", "0", "4", "5", "8", "12", "4.0") if Whole(0, 8, 4).holds(text)
    ] == [
        "0",
        "4",
        "8",
    ]
    assert Real(0.5, 2.0).holds("1")
    assert not Real(0.5, 2.0).holds("2.01")
    assert not Real(0.5, 2.0).holds("policy")
    assert Choice(("a", "b")).holds("b")
    assert not Choice(("a", "b")).holds("c")


def test_choice_finds_a_truth_value_however_it_is_written() -> None:
    assert YES_NO.find("True") == "yes"
    assert YES_NO.find("off") == "no"
    assert YES_NO.find("maybe") is None
    assert Choice(("policy", "random")).find("yes") is None


def test_ends_are_rounded_as_the_values_that_are_tried() -> None:
    assert Real(0.1, 1 / 3).ends() == ["0.1", "0.3333"]


# Options of constructors.


@pytest.mark.parametrize("given", [0, 11, True, 1.0, "5", None])
def test_whole_option_refuses_what_is_not_in_its_range(given: object) -> None:
    with pytest.raises(ValueError, match=rf"^invalid size={given!r}: expected 1 to 10$"):
        whole_option("size", given, Whole(1, 10))


def test_whole_option_names_the_numbers_of_a_range_with_steps() -> None:
    assert [whole_option("size", each, Whole(2, 8, 3)) for each in (2, 5, 8)] == [2, 5, 8]
    with pytest.raises(ValueError, match=r"^invalid size=3: expected 2, 5 or 8$"):
        whole_option("size", 3, Whole(2, 8, 3))
    with pytest.raises(ValueError, match=r"^invalid size=2: expected 7$"):
        whole_option("size", 2, Whole(7, 8, 3))


def test_choice_option_refuses_another_text_and_lists_the_known_ones() -> None:
    first = Choice(("random", "0", "1"))
    assert choice_option("first", "0", first) == "0"
    with pytest.raises(ValueError, match=r"^invalid first=2: expected random, 0 or 1$"):
        choice_option("first", "2", first)
