from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.axes import Axis, Scale, round_step

VALUES = st.lists(st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6), min_size=1)
TIMES = st.lists(st.floats(1e-3, 1e6), min_size=1)


def test_a_scale_maps_its_ends_to_0_and_1() -> None:
    scale = Scale(-100.0, 300.0, ())
    assert [scale.at(value) for value in (-100, 0, 100, 300)] == [0, 0.25, 0.5, 1]


def test_a_log_scale_maps_equal_factors_to_equal_steps() -> None:
    scale = Scale(0.1, 1000.0, (), log=True)
    assert [scale.at(value) for value in (0.1, 1, 10, 100, 1000)] == pytest.approx(
        [0, 0.25, 0.5, 0.75, 1]
    )


def test_what_is_off_a_scale_is_put_at_its_end() -> None:
    assert [Scale(0.0, 1.0, ()).at(value) for value in (-5, 7)] == [0, 1]
    assert [Scale(1.0, 10.0, (), log=True).at(value) for value in (0, -1, 99)] == [0, 0, 1]


def test_steps_are_round() -> None:
    steps = [round_step(step) for step in (0.03, 0.1, 1.1, 3, 7, 10, 42)]
    assert steps == pytest.approx([0.05, 0.1, 2, 5, 10, 10, 50])


def test_marks_are_round_and_hold_the_values() -> None:
    assert Scale.around((-771.5, 501.2)).marks == (-1000, -500, 0, 500, 1000)
    assert Scale.around((4, 8)).marks == (4, 5, 6, 7, 8)
    assert Scale.from_zero(72).marks == (0, 20, 40, 60, 80)
    assert Scale.decades((0.006, 7.61)).marks == pytest.approx((0.001, 0.01, 0.1, 1, 10))
    assert Scale.decades((0.012, 0.038)).marks == pytest.approx((0.01, 0.02, 0.05))


@pytest.mark.parametrize("value", [0.0, 1.0, -7.5])
def test_equal_values_still_make_a_scale(value: float) -> None:
    scale = Scale.around((value, value))
    assert scale.low < value < scale.high
    assert 0 < scale.at(value) < 1


def test_no_values_still_make_a_scale() -> None:
    for scale in (Scale.around(()), Scale.from_zero(0), Scale.decades(()), Scale.decades((0.0,))):
        assert scale.low < scale.high
        assert len(scale.marks) >= 2


def test_counts_have_whole_marks() -> None:
    assert Scale.from_zero(1).marks == (0, 1)
    assert Scale.from_zero(3).marks == (0, 1, 2, 3)


@given(VALUES)
def test_a_scale_around_values_holds_them(values: list[float]) -> None:
    holds(Scale.around(values), values)


@given(TIMES)
def test_a_log_scale_holds_its_values(values: list[float]) -> None:
    holds(Scale.decades(values), values)


@given(st.integers(0, 10**7))
def test_a_scale_of_counts_holds_the_highest(highest: int) -> None:
    holds(Scale.from_zero(highest), [0, highest])


def holds(scale: Scale, values: list[float] | list[int]) -> None:
    slack = 1e-6 * (scale.high - scale.low)
    assert scale.low - slack <= min(values)
    assert max(values) <= scale.high + slack
    assert (scale.marks[0], scale.marks[-1]) == pytest.approx((scale.low, scale.high))
    assert 2 <= len(scale.marks) <= 12
    assert list(scale.marks) == sorted(set(scale.marks))


def test_labels_at_the_ends_stay_within_the_plot() -> None:
    axis = Axis(Scale(0.0, 2.0, (0.0, 1.0, 2.0)), ("a", "b", "c"), "unit")
    texts = ElementTree.fromstring(f"<g>{axis.below(0, 10)}</g>").findall("text")
    assert [(text.text, text.get("x"), text.get("text-anchor")) for text in texts] == [
        ("a", "0.0%", "start"),
        ("b", "50.0%", "middle"),
        ("c", "100.0%", "end"),
        ("unit", "50%", "middle"),
    ]


def test_labels_that_would_run_into_each_other_are_left_out_and_zero_is_kept() -> None:
    marks = (-1500.0, -1000.0, -500.0, 0.0, 500.0, 1000.0)
    axis = Axis(Scale(-1500.0, 1000.0, marks), tuple(f"{mark:+,.0f}" for mark in marks))
    texts = ElementTree.fromstring(f"<g>{axis.below(0, 10)}</g>").findall("text")
    assert [text.text for text in texts] == ["-1,000", "+0", "+1,000", None]


def test_an_axis_without_words_is_drawn() -> None:
    ElementTree.fromstring(f"<g>{Axis(Scale(0.0, 1.0, ()), ()).below(0, 10)}</g>")
    ElementTree.fromstring(f"<g>{Axis(Scale(0.0, 1.0, (0.0,)), ('',)).below(0, 10)}</g>")


def test_an_axis_beside_a_plot_has_the_highest_value_at_the_top() -> None:
    axis = Axis.plain(Scale.from_zero(2))
    texts = ElementTree.fromstring(f"<g>{axis.beside()}</g>").findall("text")
    heights = [float(text.get("y", "")) for text in texts]
    assert [text.text for text in texts] == ["0", "1", "2"]
    assert heights == sorted(heights, reverse=True)
