"""The limits of searches: settings within bounds, and when the time is up."""

from typing import Final

# The longest time that one decision may be given, in milliseconds: a day.
DAY: Final = 86_400_000
# Numbers from here on are not written out in a message.
LONG: Final = 10**18


def at_least(name: str, value: int, least: int) -> None:
    """Refuses a setting that is too small.

    Raises:
        ValueError: if it is; names the setting and what would do.
    """
    if value < least:
        raise ValueError(f"{name} is {least} or more, not {told(value)}")


def within(name: str, value: int, low: int, high: int) -> None:
    """Refuses a setting that is too small or too large; both bounds are allowed.

    Raises:
        ValueError: if it is; names the setting and what would do.
    """
    if value < low or value > high:
        raise ValueError(f"{name} is {low} to {high}, not {told(value)}")


def told(value: int) -> str:
    """Writes a number for a message; one that is longer than a line is only described."""
    if -LONG < value < LONG:
        return str(value)
    return "a number of more than 18 digits"


def end_of(seen_deadline: float | None, ms: int, start: float) -> float | None:
    """Returns when a search is to stop, on the clock of `time.monotonic`; None for no such time.

    Args:
        seen_deadline: when the answer is due; None for no limit.
        ms: how many milliseconds the search may take; 0 for no limit.
        start: when it began.
    """
    if ms == 0:
        return seen_deadline
    own = start + ms / 1000.0
    if seen_deadline is None or own < seen_deadline:
        return own
    return seen_deadline
