"""Formatting numbers as text: percentages, intervals, times and counts.

The text is for HTML, with minus signs, dashes and non-breaking spaces. `for_terminal` turns it into
text for a terminal.
"""

import math
from typing import Final

# A non-breaking space, between a number and its unit.
NBSP: Final = "\u00a0"
EN_DASH: Final = "\u2013"
MINUS: Final = "\u2212"


# The heads of the columns for what the referee counts, in the order of `Standing.incidents`.
INCIDENTS: Final = ("forfeits", "lost on time", "late answers", "skipped games")


def for_terminal(text: str) -> str:
    """Replaces the special characters with those of a keyboard, which people can search for."""
    return text.replace(NBSP, " ").replace(EN_DASH, " to ").replace(MINUS, "-")


def percent(share: float, digits: int = 1) -> str:
    """Formats a share as a percentage: 48.2 %."""
    return f"{100 * share:.{digits}f}{NBSP}%"


def interval(low: float, high: float) -> str:
    """Formats an interval of shares in percent, without the sign: 48.2 to 61.0 with a dash."""
    return f"{100 * low:.1f}{EN_DASH}{100 * high:.1f}"


def signed(value: float) -> str:
    """Formats a rounded number with its sign: +12, 0 or -12."""
    whole = round(value)
    return f"+{whole:,}" if whole > 0 else f"{MINUS}{-whole:,}" if whole else "0"


def short(value: float) -> str:
    """Formats a number with three significant digits: 0.0423, 1.5, 120, 45,678."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{digits}f}"
    return minus(text.rstrip("0").rstrip(".") if "." in text else text)


def value(number: float) -> str:
    """Formats a return or a mean with two decimals: 1,204.50 or -0.25."""
    return minus(f"{number:z,.2f}")


def difference(number: float) -> str:
    """Formats the difference of two returns with its sign: +1.50, +0.00 or -0.25."""
    return minus(f"{number:+z,.2f}")


def minus(number: str) -> str:
    """Replaces hyphens with minus signs."""
    return number.replace("-", MINUS)


def compact(value: float) -> str:
    """Formats a number in little space: 950, 12k, 1.5M."""
    size = abs(value)
    if size >= 1e6:
        return f"{short(value / 1e6)}M"
    return f"{short(value / 1e3)}k" if size >= 1e4 else short(value)


def duration(milliseconds: float) -> str:
    """Formats a time with a suitable unit: 6 µs, 12.3 ms, 1.5 s."""
    if milliseconds <= 0:
        return f"0{NBSP}ms"
    if milliseconds < 1:
        return f"{short(1000 * milliseconds)}{NBSP}\u00b5s"
    if milliseconds < 1000:
        return f"{short(milliseconds)}{NBSP}ms"
    return f"{short(milliseconds / 1000)}{NBSP}s"


def quantity(count: int, noun: str) -> str:
    """Formats a count with its noun: 1 game, 2,000 games."""
    return f"{count:,}{NBSP}{noun}" if count == 1 else f"{count:,}{NBSP}{noun}s"


def dealt(seats: int) -> str:
    """Tells how every deal of a tournament is played."""
    return {1: "by every player", 2: "from both seats"}.get(seats, "from every seat")
