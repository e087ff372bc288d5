"""Limits of agents: options within their bounds, and when a search must stop."""

from collections.abc import Mapping
from typing import Final

from kibitz.core.value import brief

# The longest time that one decision may be given, in milliseconds: a day.
DAY: Final = 86_400_000
# More iterations than any clock allows.
UNCOUNTED: Final = 1_000_000_000
# The options that limit how much an agent thinks, with the most that may be given; None for any
# number. The least is 1. They are the same in all agents of Kibitz; one that samples worlds may
# allow fewer of them.
BUDGETS: Final[Mapping[str, int | None]] = {
    "iterations": UNCOUNTED,
    "worlds": None,
    "nodes": None,
    "ms": DAY,
}
# The part of its time that a search leaves for moves that somebody asks about.
ASKED_SHARE: Final = 0.2
# Numbers from here on are not written out in a message.
LONG: Final = 10**18


def check_budget(name: str, value: int) -> None:
    """Checks an option that is one of the `BUDGETS`.

    Raises:
        ValueError: if it is too small or too large; names the option and what is expected.
        TypeError: if it is not a whole number.
    """
    most = BUDGETS[name]
    if most is None:
        check_at_least(name, value, 1)
    else:
        check_within(name, value, 1, most)


def check_at_least(name: str, value: int, least: int) -> None:
    """Checks that an option is not too small.

    Raises:
        ValueError: if it is; names the option and what is expected.
        TypeError: if it is not a whole number.
    """
    check_is_whole(name, value)
    if value < least:
        raise ValueError(f"invalid {name}={write_number(value)}: expected {least} or more")


def check_within(name: str, value: int, low: int, high: int) -> None:
    """Checks that an option is neither too small nor too large; both bounds are allowed.

    Raises:
        ValueError: if it is; names the option and what is expected.
        TypeError: if it is not a whole number.
    """
    check_is_whole(name, value)
    if value < low or value > high:
        raise ValueError(f"invalid {name}={write_number(value)}: expected {low} to {high}")


def check_is_whole(name: str, value: object) -> None:
    """Checks that an option is a whole number, as compiled code does by itself.

    Raises:
        TypeError: if it is not; names the option.
    """
    if not isinstance(value, int):
        raise TypeError(f"invalid {name}={brief(value)}: expected a whole number")


def write_number(value: int) -> str:
    """Writes a number for a message; a very long one is only described."""
    if -LONG < value < LONG:
        return str(value)
    return "(more than 18 digits)"


def check_clock(ms: int | None) -> None:
    """Checks the milliseconds that a search may take; None is no limit.

    Raises:
        ValueError: if there are none, or too many.
    """
    if ms is not None:
        check_budget("ms", ms)


def search_deadline(deadline: float | None, ms: int | None, start: float) -> float | None:
    """Returns when a search must stop, on the clock of `time.monotonic`; None for no such time.

    Args:
        deadline: when the answer is due; None for no limit.
        ms: how many milliseconds the search may take; None for no limit.
        start: when it began.
    """
    if ms is None:
        return deadline
    own = start + ms / 1000.0
    if deadline is None or own < deadline:
        return own
    return deadline


def time_before_answers(end: float | None, start: float, asked: bool) -> float | None:
    """Returns when a search stops to answer what it was asked about; `end` if nobody asks.

    Args:
        end: when the search must stop; None for no such time.
        start: when it began.
        asked: whether there are moves to answer for.
    """
    if end is None or not asked:
        return end
    return end - ASKED_SHARE * (end - start)
