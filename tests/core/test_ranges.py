import pickle

import pytest

from kibitz.core.errors import UnknownOption
from kibitz.core.ranges import YES_NO, Choice, Range, Real, Whole, read_range

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
