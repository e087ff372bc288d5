import pytest

from kibitz.arena.markup import (
    clean,
    compact,
    counted,
    duration,
    element,
    interval,
    join,
    percent,
    short,
    signed,
)


def test_text_and_attributes_are_escaped() -> None:
    made = element("p", "<b> & 'c'", class_='x" onload="y', aria_label=None)
    assert made == '<p class="x&quot; onload=&quot;y">&lt;b&gt; &amp; &#x27;c&#x27;</p>'


def test_elements_in_elements_are_not_escaped_again() -> None:
    inner = element("code", "a<b")
    assert element("p", inner, " < ", inner) == (
        "<p><code>a&lt;b</code> &lt; <code>a&lt;b</code></p>"
    )
    assert join([inner, "<"]) == "<code>a&lt;b</code>&lt;"


def test_formatted_markup_counts_as_text() -> None:
    assert element("p", f"{element('i', 'x')}") == "<p>&lt;i&gt;x&lt;/i&gt;</p>"


def test_names_of_attributes_are_written_as_in_html() -> None:
    assert element("line", class_="a", text_anchor="end", x1=0) == (
        '<line class="a" text-anchor="end" x1="0"/>'
    )


def test_what_cannot_be_printed_is_shown_as_a_question_mark() -> None:
    assert clean("a\x00b\x1b\ud800\u202ec\u00a0\u00e9") == "a?b???c\u00a0\u00e9"


@pytest.mark.parametrize(
    ("value", "text"),
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
def test_short_numbers(value: float, text: str) -> None:
    assert short(value) == text


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
    assert (counted(1, "game"), counted(2000, "game")) == ("1\u00a0game", "2,000\u00a0games")


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
