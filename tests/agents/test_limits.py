import pytest

from kibitz.agents.limits import DAY, at_least, end_of, within


def test_settings_within_their_bounds_pass() -> None:
    for value in (3, 4, 10**400):
        at_least("depth", value, 3)
    for value in (3, 4, 5):
        within("depth", value, 3, 5)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2, "not 2"),
        (6, "not 6"),
        (-(10**18), "not a number of more than 18 digits"),
        (10**400, "not a number of more than 18 digits"),
    ],
)
def test_settings_out_of_bounds_are_refused_with_what_would_do(value: int, words: str) -> None:
    with pytest.raises(ValueError, match=rf"^depth is 3 to 5, {words}$"):
        within("depth", value, 3, 5)


def test_a_setting_too_long_for_python_to_write_is_refused_as_well() -> None:
    with pytest.raises(ValueError, match=r"not a number of more than 18 digits$"):
        within("depth", 10**5000, 3, 5)


def test_settings_too_small_are_refused_with_what_would_do() -> None:
    with pytest.raises(ValueError, match=r"^depth is 3 or more, not 2$"):
        at_least("depth", 2, 3)


@pytest.mark.parametrize(
    ("deadline", "ms", "end"),
    [
        (None, 0, None),
        (50.0, 0, 50.0),
        (None, 2000, 52.0),
        (51.0, 2000, 51.0),
        (53.0, 2000, 52.0),
        (0.0, 2000, 0.0),
        (None, DAY, 86_450.0),
    ],
)
def test_a_search_ends_with_the_deadline_or_its_own_time(
    deadline: float | None, ms: int, end: float | None
) -> None:
    assert end_of(deadline, ms, 50.0) == end
