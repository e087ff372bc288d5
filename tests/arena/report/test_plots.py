"""The plots: well-formed, described in words, and drawn at their values."""

from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.report.markup import Markup, element, escape_text, join
from kibitz.arena.report.plots import (
    MAX_BARS,
    MAX_POINTS,
    PLOT_HEIGHT,
    PLOT_TOP,
    Axis,
    Bins,
    IntervalRow,
    PercentileRow,
    Point,
    Scale,
    Segment,
    band_plot,
    bar_chart,
    downsample,
    histogram,
    interval_plot,
    nice_step,
    percentile_plot,
    score_curve,
    score_style,
    stacked_bar,
)

# Markup.


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
    assert escape_text("a\x00b\x1b\ud800\u202ec\u00a0\u00e9") == "a?b???c\u00a0\u00e9"


# Axes.

VALUES = st.lists(st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6), min_size=1)
TIMES = st.lists(st.floats(1e-3, 1e6), min_size=1)


def test_a_scale_maps_its_ends_to_0_and_1() -> None:
    scale = Scale(-100.0, 300.0, ())
    assert [scale.position(value) for value in (-100, 0, 100, 300)] == [0, 0.25, 0.5, 1]


def test_a_log_scale_maps_equal_factors_to_equal_steps() -> None:
    scale = Scale(0.1, 1000.0, (), log=True)
    assert [scale.position(value) for value in (0.1, 1, 10, 100, 1000)] == pytest.approx(
        [0, 0.25, 0.5, 0.75, 1]
    )


def test_what_is_off_a_scale_is_put_at_its_end() -> None:
    assert [Scale(0.0, 1.0, ()).position(value) for value in (-5, 7)] == [0, 1]
    assert [Scale(1.0, 10.0, (), log=True).position(value) for value in (0, -1, 99)] == [0, 0, 1]


def test_steps_are_round() -> None:
    steps = [nice_step(step) for step in (0.03, 0.1, 1.1, 3, 7, 10, 42)]
    assert steps == pytest.approx([0.05, 0.1, 2, 5, 10, 10, 50])


def test_ticks_are_round_and_cover_the_values() -> None:
    assert Scale.linear((-771.5, 501.2)).ticks == (-1000, -500, 0, 500, 1000)
    assert Scale.linear((4, 8)).ticks == (4, 5, 6, 7, 8)
    assert Scale.for_counts(72).ticks == (0, 20, 40, 60, 80)
    assert Scale.logarithmic((0.006, 7.61)).ticks == pytest.approx((0.001, 0.01, 0.1, 1, 10))
    assert Scale.logarithmic((0.012, 0.038)).ticks == pytest.approx((0.01, 0.02, 0.05))


@pytest.mark.parametrize("value", [0.0, 1.0, -7.5])
def test_equal_values_still_make_a_scale(value: float) -> None:
    scale = Scale.linear((value, value))
    assert scale.low < value < scale.high
    assert 0 < scale.position(value) < 1


def test_no_values_still_make_a_scale() -> None:
    for scale in (
        Scale.linear(()),
        Scale.for_counts(0),
        Scale.logarithmic(()),
        Scale.logarithmic((0.0,)),
    ):
        assert scale.low < scale.high
        assert len(scale.ticks) >= 2


def test_counts_have_whole_ticks() -> None:
    assert Scale.for_counts(1).ticks == (0, 1)
    assert Scale.for_counts(3).ticks == (0, 1, 2, 3)


@given(VALUES)
def test_a_scale_around_values_holds_them(values: list[float]) -> None:
    holds(Scale.linear(values), values)


@given(TIMES)
def test_a_log_scale_holds_its_values(values: list[float]) -> None:
    holds(Scale.logarithmic(values), values)


@given(st.integers(0, 10**7))
def test_a_scale_of_counts_holds_the_highest(highest: int) -> None:
    holds(Scale.for_counts(highest), [0, highest])


def holds(scale: Scale, values: list[float] | list[int]) -> None:
    slack = 1e-6 * (scale.high - scale.low)
    assert scale.low - slack <= min(values)
    assert max(values) <= scale.high + slack
    assert (scale.ticks[0], scale.ticks[-1]) == pytest.approx((scale.low, scale.high))
    assert 2 <= len(scale.ticks) <= 12
    assert list(scale.ticks) == sorted(set(scale.ticks))


def test_labels_at_the_ends_stay_within_the_plot() -> None:
    axis = Axis(Scale(0.0, 2.0, (0.0, 1.0, 2.0)), ("a", "b", "c"), "unit")
    texts = ElementTree.fromstring(f"<g>{axis.draw_bottom(0, 10)}</g>").findall("text")
    assert [(text.text, text.get("x"), text.get("text-anchor")) for text in texts] == [
        ("a", "0.0%", "start"),
        ("b", "50.0%", "middle"),
        ("c", "100.0%", "end"),
        ("unit", "50%", "middle"),
    ]


def test_labels_that_would_run_into_each_other_are_left_out_and_zero_is_kept() -> None:
    ticks = (-1500.0, -1000.0, -500.0, 0.0, 500.0, 1000.0)
    axis = Axis(Scale(-1500.0, 1000.0, ticks), tuple(f"{tick:+,.0f}" for tick in ticks))
    texts = ElementTree.fromstring(f"<g>{axis.draw_bottom(0, 10)}</g>").findall("text")
    assert [text.text for text in texts] == ["-1,000", "+0", "+1,000", None]


def test_an_axis_without_labels_is_drawn() -> None:
    ElementTree.fromstring(f"<g>{Axis(Scale(0.0, 1.0, ()), ()).draw_bottom(0, 10)}</g>")
    ElementTree.fromstring(f"<g>{Axis(Scale(0.0, 1.0, (0.0,)), ('',)).draw_bottom(0, 10)}</g>")


def test_an_axis_at_the_left_has_the_highest_value_at_the_top() -> None:
    axis = Axis.plain(Scale.for_counts(2))
    texts = ElementTree.fromstring(f"<g>{axis.draw_left()}</g>").findall("text")
    heights = [float(text.get("y", "")) for text in texts]
    assert [text.text for text in texts] == ["0", "1", "2"]
    assert heights == sorted(heights, reverse=True)


# Plots.

EVIL = "<script>alert('&\")</script>"
ELO = Axis.plain(Scale.linear((-100, 100)), "Elo")
MILLIS = Axis.plain(Scale.logarithmic((0.1, 1000)), "time")


def read(plot: Markup) -> Element:
    """Reads a plot as XML; checks what all plots promise."""
    root = ElementTree.fromstring(plot)
    assert (root.tag, root.get("role"), root.get("width")) == ("svg", "img", "100%")
    title, text = root[0], root[1]
    assert (title.tag, text.tag) == ("title", "desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {text.get('id')}"
    assert title.text
    assert text.text
    assert not [each for each in root.iter() if each.tag in ("script", "image", "a", "style")]
    assert not [each for each in root.iter() if "nan" in "".join(each.attrib.values())]
    return root


def drawn(root: Element, tag: str, style: str) -> list[Element]:
    """Lists the elements of a kind and class."""
    return [each for each in root.iter(tag) if each.get("class") == style]


def words(root: Element) -> list[str]:
    """Lists all the text that is drawn."""
    return ["".join(text.itertext()) for text in root.iter("text")]


def test_an_interval_is_drawn_at_its_values() -> None:
    rows = [
        IntervalRow("one", -50, 0, 50, "0 (\u221250 to +50)"),
        IntervalRow("two", -100, -75, 100, "-75"),
    ]
    root = read(interval_plot("plot", "Ratings", rows, ELO, reference=0))
    assert [dot.get("cx") for dot in drawn(root, "circle", "dot")] == ["50.0%", "12.5%"]
    lines = [(line.get("x1"), line.get("x2")) for line in drawn(root, "line", "error")]
    assert lines[0] == ("25.0%", "75.0%")
    assert lines[3] == ("0.0%", "100.0%")
    (reference,) = drawn(root, "line", "reference")
    assert reference.get("x1") == reference.get("x2") == "50.0%"
    assert root[1].text == "Elo. one: 0 (\u221250 to +50); two: -75."


def test_an_interval_of_no_width_is_drawn() -> None:
    axis = Axis.plain(Scale.linear((3, 3)), "score")
    root = read(interval_plot("plot", "Scores", [IntervalRow("one", 3, 3, 3, "3")], axis))
    assert [dot.get("cx") for dot in drawn(root, "circle", "dot")] == ["50.0%"]


def test_percentiles_are_drawn_on_a_log_axis() -> None:
    rows = [
        PercentileRow("one", 0.1, 1, 10, 1000, "100 \u00b5s"),
        PercentileRow("two", 0, 0, 0, 0, "0 ms"),
    ]
    root = read(percentile_plot("plot", "Times", rows, MILLIS))
    assert [dot.get("cx") for dot in drawn(root, "circle", "dot")] == ["0.0%", "0.0%"]
    assert [ring.get("cx") for ring in drawn(root, "circle", "hollow")] == ["100.0%", "0.0%"]
    assert [line.get("x2") for line in drawn(root, "line", "thick")] == ["25.0%", "0.0%"]


def test_bars_show_shares_of_the_whole() -> None:
    root = read(bar_chart("plot", "Endings", [Segment("fold", 3), Segment("showdown", 1)], "game"))
    assert [bar.get("width") for bar in drawn(root, "rect", "accent")] == ["75.000%", "25.000%"]
    assert "3, 75.0\u00a0%" in words(root)
    assert root[1].text == "fold: 3\u00a0games; showdown: 1\u00a0game."


def test_stacked_segments_are_side_by_side() -> None:
    segments = [Segment("2-0", 1, "won"), Segment("1-1", 2, "split"), Segment("0-2", 1, "lost")]
    root = read(stacked_bar("plot", "Deals", segments, "deal"))
    places = [(bar.get("x"), bar.get("width")) for bar in root.iter("rect")]
    assert places[1:] == [("0.000%", "25.000%"), ("25.000%", "50.000%"), ("75.000%", "25.000%")]


@pytest.mark.parametrize("plot", [bar_chart, stacked_bar])
def test_a_whole_of_nothing_is_drawn(
    plot: Callable[[str, str, list[Segment], str], Markup],
) -> None:
    read(plot("plot", "Nothing", [Segment("none", 0)], "game"))
    read(plot("plot", "Nothing", [], "game"))


def test_a_histogram_draws_every_count_at_its_height() -> None:
    counts: dict[float, int] = {2: 10, 3: 20, 5: 5}
    root = read(histogram("plot", "Length", counts, unit="moves", noun="game", median=3))
    columns = drawn(root, "rect", "accent bar")
    assert [column.findtext("title") for column in columns] == [
        "2: 10\u00a0games",
        "3: 20\u00a0games",
        "4: 0\u00a0games",
        "5: 5\u00a0games",
    ]
    assert [float(column.get("height", "")) for column in columns] == [
        PLOT_HEIGHT / 2,
        PLOT_HEIGHT,
        0,
        PLOT_HEIGHT / 4,
    ]
    assert [float(column.get("y", "")) for column in columns][1] == PLOT_TOP
    assert root[1].text == "35\u00a0games, from 2 to 5, median 3. moves."
    (median,) = drawn(root, "line", "median")
    assert median.get("x1") == "37.5%"


def test_a_histogram_of_one_value_and_of_none_is_drawn() -> None:
    read(histogram("plot", "Length", {7: 1}, unit="moves", noun="game", median=7))
    read(histogram("plot", "Length", {}, unit="moves", noun="game", median=0))


def test_many_values_share_bars() -> None:
    bins = Bins.of(dict.fromkeys(map(float, range(37, 137)), 1))
    assert (bins.start, bins.width) == (35, 5)
    assert bins.heights == [3] + [5] * 19 + [2]
    assert (bins.name(0), bins.edge(0), bins.edge(1)) == ("35 to 39", 34.5, 39.5)
    bins = Bins.of({3: 2, 100_000: 1})
    assert (bins.start, sum(bins.heights)) == (0, 3)
    assert len(bins.heights) <= MAX_BARS + 1


def test_numbers_that_are_not_whole_are_grouped_between_their_bounds() -> None:
    bins = Bins.of({-0.5: 1, 0.25: 2, 0.3: 3, 1.9: 4})
    assert (bins.whole, bins.start, round(bins.width, 9)) == (False, -0.5, 0.1)
    found = {bins.name(place): count for place, count in enumerate(bins.heights) if count}
    minus = "\u2212"
    assert found == {
        f"{minus}0.5 to {minus}0.4": 1,
        "0.2 to 0.3": 2,
        "0.3 to 0.4": 3,
        "1.9 to 2": 4,
    }
    assert [bins.side(place) for place in (0, 4, 5)] == [-1, -1, 1]


def test_bars_of_margins_show_the_side() -> None:
    counts: dict[float, int] = {-2: 4, 0: 1, 3: 5}
    styles = ("lost", "split", "won")
    plot = histogram("p", "M", counts, unit="u", noun="game", median=0, styles=styles)
    root = read(plot)
    found = {
        style: [bar.findtext("title") for bar in drawn(root, "rect", f"{style} bar")]
        for style in styles
    }
    minus = "\u2212"
    assert found["lost"] == [f"{minus}2: 4\u00a0games", f"{minus}1: 0\u00a0games"]
    assert found["split"] == ["0: 1\u00a0game"]
    assert found["won"][-1] == "3: 5\u00a0games"


def test_a_band_has_both_ends_of_every_point() -> None:
    axes = (Axis.plain(Scale(0, 4, (0, 4))), Axis.plain(Scale(0, 10, (0, 10))))
    points: list[Point] = [(0, 5, 0, 10), (4, 10, 5, 10)]
    root = read(band_plot("p", "B", "text", points, axes, reference=5))
    top, bottom, half = float(PLOT_TOP), float(PLOT_TOP + PLOT_HEIGHT), PLOT_TOP + PLOT_HEIGHT / 2
    (band,) = drawn(root, "polygon", "band")
    assert band.get("points") == f"0.0,{top} 1000.0,{top} 1000.0,{half} 0.0,{bottom}"
    assert drawn(root, "line", "reference")[0].get("y1") == str(half)
    assert drawn(root, "circle", "dot") == []
    one = read(band_plot("p", "B", "text", points[:1], axes))
    (error,) = drawn(one, "line", "error")
    assert (error.get("x1"), error.get("y1"), error.get("y2")) == ("0.0%", str(bottom), str(top))


def test_dots_with_error_bars_are_joined_by_a_line() -> None:
    axes = (Axis.plain(Scale(1, 4, (1, 2, 4), log=True)), Axis.plain(Scale(0, 10, (0, 10))))
    points: list[Point] = [(1, 0, 0, 5), (2, 5, 0, 10), (4, 10, 5, 10)]
    root = read(band_plot("p", "E", "text", points, axes, bars=True))
    assert [dot.get("cx") for dot in drawn(root, "circle", "dot")] == ["0.0%", "50.0%", "100.0%"]
    assert len(drawn(root, "line", "error")) == 3
    assert len(drawn(root, "polyline", "line")[0].get("points", "").split()) == 3
    assert drawn(root, "polygon", "band") == []


def test_a_running_score_ends_with_its_last_point() -> None:
    points: list[Point] = [(1, 0.5, 0.1, 0.9), (2, 0.75, 0.3, 0.95), (4, 1.0, 0.5, 1.0)]
    root = read(score_curve("plot", "Score", points))
    (line,) = drawn(root, "polyline", "line")
    bottom = PLOT_TOP + PLOT_HEIGHT
    half, three_quarters = bottom - PLOT_HEIGHT / 2, bottom - PLOT_HEIGHT * 0.75
    assert line.get("points") == f"250.0,{half} 500.0,{three_quarters} 1000.0,{float(PLOT_TOP)}"
    (band,) = drawn(root, "polygon", "band")
    assert len(band.get("points", "").split()) == 2 * len(points)
    assert root[1].text == (
        "100.0\u00a0% after 4\u00a0deals, 95 % interval 50.0\u00a0% to 100.0\u00a0%."
    )


def test_a_running_score_of_one_deal_and_of_none_is_drawn() -> None:
    one = read(score_curve("plot", "Score", [(1, 1.0, 0.34, 1.0)]))
    assert len(drawn(one, "line", "error")) == 1
    none = read(score_curve("plot", "Score", []))
    assert none[1].text == "No deal was played from both seats."


@pytest.mark.parametrize("count", [1, 2, MAX_POINTS, MAX_POINTS + 1, 5000])
def test_a_long_curve_is_downsampled_and_keeps_its_end(count: int) -> None:
    points: list[Point] = [(deal, 0.5, 0.4, 0.6) for deal in range(1, count + 1)]
    kept = downsample(points)
    assert kept == sorted(kept)
    assert kept[-1] == points[-1]
    assert min(count, MAX_POINTS / 2) <= len(kept) <= MAX_POINTS


def test_labels_are_escaped_and_long_ones_cut_short() -> None:
    label = EVIL + "x" * 100
    root = read(interval_plot("plot", EVIL, [IntervalRow(label, 0, 0, 0, EVIL)], ELO))
    (shown,) = drawn(root, "text", "label")
    assert shown.findtext("title") == label
    assert (shown[0].tail or "").endswith("\u2026")
    assert root[0].text == EVIL


@pytest.mark.parametrize(
    ("score", "side", "share"), [(1, "ahead", 50), (0.5, "even", 0), (0.2, "behind", 30)]
)
def test_cells_are_coloured_by_who_is_ahead(score: float, side: str, share: int) -> None:
    assert score_style(score) == {"class_": f"score {side}", "style": f"--tint: {share}%"}
