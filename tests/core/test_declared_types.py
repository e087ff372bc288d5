"""Declared types are tested as an author means them."""

from typing import Any, Literal, NewType, Optional, TypeVar

import pytest

from kibitz.core.value import Value, fits, parameter_hints

Name = NewType("Name", str)
T = TypeVar("T")


@pytest.mark.parametrize(
    ("hint", "good", "wrong"),
    [
        (int, [0, -3], [True, "0", 1.0, None]),
        (float, [0, 1.5], [True, "1"]),
        (str, ["", "x"], [1, None]),
        (bool, [True], [1]),
        (None, [None], [0]),
        (Name, ["x"], [1]),
        (int | None, [1, None], ["x"]),
        (Optional[str], ["x", None], [1]),  # noqa: UP045 - authors write it
        (Literal["a", "b"], ["a"], ["c"]),
        (tuple[str, ...], [(), ("a", "b")], [["a"], ("a", 1)]),
        (tuple[str, int], [("a", 1)], [("a",), (1, "a")]),
        (tuple[tuple[int, ...], ...], [((1,), ())], [((1, "x"),)]),
        (Value, [Value()], [1]),
        (dict[str, int], [{}], [[]]),
        (Any, [1, "x", None], []),
        (T, [1], []),
        ("anything unknown", [1], []),
    ],
)
def test_values_fit_their_hints(hint: object, good: list[object], wrong: list[object]) -> None:
    assert [value for value in good if not fits(value, hint)] == []
    assert [value for value in wrong if fits(value, hint)] == []


def test_constructors_without_usable_hints_are_not_tested() -> None:
    class Odd(Value):
        def __init__(self, x: "Nowhere") -> None:  # type: ignore[name-defined]  # noqa: F821 - the point
            self.x = x

    assert parameter_hints(Odd) == {}
    assert parameter_hints(int) == {}
