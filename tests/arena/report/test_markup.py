import pytest

from kibitz.arena.report.markup import (
    compact,
    dealt,
    difference,
    duration,
    for_terminal,
    interval,
    percent,
    quantity,
    short,
    signed,
    value,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (0.0423, "0.0423"),
        (1.5, "1.5"),
        (2.0, "2"),
        (120, "120"),
        (45678, "45,678"),
        (-3, "\u22123"),
    ],
)
def test_short_numbers(number: float, text: str) -> None:
    assert short(number) == text


def test_returns_and_their_differences() -> None:
    assert [value(n) for n in (1204.5, -0.25, -0.001)] == ["1,204.50", "\u22120.25", "0.00"]
    assert [difference(n) for n in (1.5, -0.25, -0.001)] == ["+1.50", "\u22120.25", "+0.00"]


def test_deals_are_played_by_players_or_from_seats() -> None:
    said = [dealt(seats) for seats in (1, 2, 3, 6)]
    assert said == ["by every player", "from both seats", "from every seat", "from every seat"]


def test_numbers_for_readers() -> None:
    assert [compact(n) for n in (0, 950, 9999, 12000, 1_500_000)] == [
        "0",
        "950",
        "9,999",
        "12k",
        "1.5M",
    ]
    assert [signed(n) for n in (12.4, 0.2, -0.2, -1234)] == ["+12", "0", "0", "\u22121,234"]
    assert (percent(0.5), percent(1, 0)) == ("50.0\u00a0%", "100\u00a0%")
    assert interval(0.4816, 1) == "48.2\u2013100.0"
    assert (quantity(1, "game"), quantity(2000, "game")) == ("1\u00a0game", "2,000\u00a0games")


def test_times_have_the_unit_that_suits_them() -> None:
    times = [duration(ms) for ms in (0, 0.006, 0.5, 1, 12.34, 1500)]
    assert times == [
        "0\u00a0ms",
        "6\u00a0\u00b5s",
        "500\u00a0\u00b5s",
        "1\u00a0ms",
        "12.3\u00a0ms",
        "1.5\u00a0s",
    ]


def test_figures_can_be_typed() -> None:
    figures = (percent(0.526), interval(0.4816, 1), signed(-12), duration(1500))
    assert [for_terminal(each) for each in figures] == ["52.6 %", "48.2 to 100.0", "-12", "1.5 s"]
