import io
import math

import pytest
from rich.console import Console
from rich.text import Text

from kibitz.cli.screen import (
    bar,
    collapse,
    describe_move,
    describe_news,
    describe_result,
    show_moves,
    show_reasons,
    side_by_side,
    signed,
)
from kibitz.core import Move, Option, Outcome, Reason
from tests.agents.pile import Concede, Pile, PileState, Take, seen_at


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0.0, "+0"),
        (9000.0, "+9000"),
        (-2.0, "-2"),
        (0.125, "+0.125"),
        (-1.23456, "-1.23"),
        (1234.5, "+1234"),
        (1e300, "+1e+300"),
        (float("inf"), "+inf"),
        (float("nan"), "+nan"),
    ],
)
def test_signed_writes_amounts_that_can_be_read_at_a_glance(amount: float, written: str) -> None:
    assert signed(amount) == written


class Described(Pile):
    """A pile that describes all its moves with one text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def describe(self, view: PileState, move: Move[PileState]) -> str:
        return self.text.replace("{stones}", str(view.stones))


@pytest.mark.parametrize(
    ("description", "full", "short"),
    [
        ("take 2", "take 2", "take 2"),
        ("Take: 2", "take 2", "take 2"),
        ("take 2 of 10", "take 2 of 10", "take 2 of 10"),
        ("Take: 2 stones", "take 2  2 stones", "Take: 2 stones"),
        ("TAKE", "take 2  TAKE", "TAKE"),
        ("grab a pair", "take 2  grab a pair", "take 2  grab a pair"),
    ],
)
def test_description_says_nothing_twice(description: str, full: str, short: str) -> None:
    view = seen_at(10).view
    assert describe_move(Described(description), view, Take(2)).plain == full
    assert describe_move(Described(description), view, Take(2), short=True).plain == short


def test_news_name_a_card_that_the_move_has_shown() -> None:
    before, after = seen_at(10).view, seen_at(9).view
    hidden, shown = Described("shows ? of {stones}"), Described("shows 1 of {stones}")
    assert describe_news(hidden, before, after, Take(1)).plain.endswith("of 9")
    assert describe_news(shown, before, after, Take(1)).plain.endswith("of 10")


@pytest.mark.parametrize(
    ("score", "low", "high", "length"),
    [(1.0, 0.0, 1.0, 12), (0.0, 0.0, 1.0, 1), (0.5, 0.0, 1.0, 6), (1.0, 1.0, 1.0, 0)],
)
def test_bar_is_as_long_as_the_score_is_good(
    score: float, low: float, high: float, length: int
) -> None:
    assert bar(Option(Concede(), score, ()), low, high) == "━" * length


def test_bar_is_left_out_where_scores_have_no_measure() -> None:
    option = Option(Concede(), 1.0, ())
    for low, high in ((0.0, math.inf), (-math.inf, 0.0), (math.nan, 1.0), (0.0, math.nan)):
        assert bar(option, low, high) == ""


def drawn(width: int, room: int, kind: str = "") -> list[str]:
    file = io.StringIO()
    screen = Console(file=file, width=width, highlight=False)
    show_moves(screen, seen_at(10), room, kind)
    return file.getvalue().splitlines()


def test_moves_stand_below_each_other_where_there_is_room() -> None:
    assert [line.split()[0] for line in drawn(80, 3)] == ["1", "2", "3"]
    assert len(drawn(80, 0)) == 3


def test_moves_stand_side_by_side_where_there_is_little_room() -> None:
    lines = drawn(80, 2)
    assert len(lines) == 2
    assert " ".join(lines[0].split()) == "1 take 1 of 10 stones 3 take 3 of 10 stones"


def test_moves_of_a_kind_shrink_to_a_line_where_there_is_no_room() -> None:
    assert drawn(40, 1) == ["  1-3  take  (type moves take)"]


def test_moves_of_a_kind_can_be_listed_alone() -> None:
    assert [line.split()[0] for line in drawn(80, 0, "take 2")] == ["2"]


def test_collapse_starts_with_the_largest_kind_and_leaves_single_ones() -> None:
    def lines(*numbers: int) -> list[Text]:
        return [Text(f"  {number}  move") for number in numbers]

    groups = {"a": lines(1, 2), "b": lines(3, 4, 5), "c": lines(6)}
    assert [line.plain.split()[0] for line in collapse(groups, 4)] == ["1", "2", "3-5", "6"]
    assert len(collapse(groups, 1)) == 3


def test_side_by_side_cuts_what_is_too_long() -> None:
    joined = side_by_side([Text("a" * 30), Text("b")], 10, 2)
    assert [line.plain for line in joined] == ["aaaaaaaa… b"]


def test_reasons_are_listed_with_their_sum() -> None:
    file = io.StringIO()
    reasons = (Reason("gold", 3.0, "two coins"), Reason("risk", -1.5, "may be lost"))
    option = Option(Concede(), 1.5, reasons)
    show_reasons(Console(file=file, width=80, highlight=False), option)
    lines = file.getvalue().splitlines()
    assert lines[0].split() == ["gold", "+3", "two", "coins"]
    assert lines[-1].split() == ["score", "+1.5"]


@pytest.mark.parametrize(
    ("winner", "seat", "words"),
    [
        (0, 0, "You win: over (Ada +1, Bob -1)"),
        (0, 1, "You lose to Ada: over (Ada +1, Bob -1)"),
        (0, None, "Ada wins: over (Ada +1, Bob -1)"),
        (None, 0, "Draw: over (Ada +1, Bob -1)"),
    ],
)
def test_result_is_described_from_the_players_side(
    winner: int | None, seat: int | None, words: str
) -> None:
    outcome = Outcome(winner, "over", (1.0, -1.0))
    assert describe_result(outcome, ["Ada", "Bob"], seat).plain == words
