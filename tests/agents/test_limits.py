import pytest

from kibitz.agents.limits import DAY, check_at_least, check_within, search_deadline


def test_options_within_their_bounds_pass() -> None:
    for value in (3, 4, 10**400):
        check_at_least("depth", value, 3)
    for value in (3, 4, 5):
        check_within("depth", value, 3, 5)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2, "2"),
        (6, "6"),
        (-(10**18), r"\(more than 18 digits\)"),
        (10**400, r"\(more than 18 digits\)"),
    ],
)
def test_options_out_of_bounds_are_refused_with_what_is_expected(value: int, words: str) -> None:
    with pytest.raises(ValueError, match=rf"^invalid depth={words}: expected 3 to 5$"):
        check_within("depth", value, 3, 5)


def test_an_option_too_long_for_python_to_write_is_refused_as_well() -> None:
    with pytest.raises(
        ValueError, match=r"^invalid depth=\(more than 18 digits\): expected 3 to 5$"
    ):
        check_within("depth", 10**5000, 3, 5)


def test_options_that_are_too_small_are_refused_with_what_is_expected() -> None:
    with pytest.raises(ValueError, match=r"^invalid depth=2: expected 3 or more$"):
        check_at_least("depth", 2, 3)


@pytest.mark.parametrize(
    ("deadline", "ms", "end"),
    [
        (None, None, None),
        (50.0, None, 50.0),
        (None, 2000, 52.0),
        (51.0, 2000, 51.0),
        (53.0, 2000, 52.0),
        (0.0, 2000, 0.0),
        (None, DAY, 86_450.0),
    ],
)
def test_a_search_ends_with_the_deadline_or_its_own_time(
    deadline: float | None, ms: int | None, end: float | None
) -> None:
    assert search_deadline(deadline, ms, 50.0) == end
