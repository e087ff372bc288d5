"""Numbers as readers like them: percentages, intervals, times and counts, on a page or a screen.

They are set as in print, with true minus signs and spaces at which no line is broken; `typed`
makes of them what a terminal shows.
"""

import math
from typing import Final

# A space at which no line is broken, as between a number and its unit.
GAP: Final = "\u00a0"
DASH: Final = "\u2013"
MINUS: Final = "\u2212"


def typed(figure: str) -> str:
    """Writes a figure with the signs of a keyboard: for a terminal, where people also search."""
    return figure.replace(GAP, " ").replace(DASH, " to ").replace(MINUS, "-")


def percent(share: float, digits: int = 1) -> str:
    """Writes a share as a percentage."""
    return f"{100 * share:.{digits}f}{GAP}%"


def interval(low: float, high: float) -> str:
    """Writes an interval of shares in percent, without the sign: 48.2 to 61.0 with a dash."""
    return f"{100 * low:.1f}{DASH}{100 * high:.1f}"


def signed(value: float) -> str:
    """Writes a whole number with its sign: +12, 0, or a true minus."""
    whole = round(value)
    return f"+{whole:,}" if whole > 0 else f"{MINUS}{-whole:,}" if whole else "0"


def short(value: float) -> str:
    """Writes a number with three digits that count: 0.042, 1.5, 120, 45,000."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{digits}f}"
    return minus(text.rstrip("0").rstrip(".") if "." in text else text)


def minus(number: str) -> str:
    """Sets a true minus before a negative number."""
    return number.replace("-", MINUS)


def compact(value: float) -> str:
    """Writes a count or a mark of an axis in little room: 950, 12k, 1.5M."""
    size = abs(value)
    if size >= 1e6:
        return f"{short(value / 1e6)}M"
    return f"{short(value / 1e3)}k" if size >= 1e4 else short(value)


def duration(milliseconds: float) -> str:
    """Writes a time in the unit that suits it."""
    if milliseconds <= 0:
        return f"0{GAP}ms"
    if milliseconds < 1:
        return f"{short(1000 * milliseconds)}{GAP}\u00b5s"
    if milliseconds < 1000:
        return f"{short(milliseconds)}{GAP}ms"
    return f"{short(milliseconds / 1000)}{GAP}s"


def counted(count: int, noun: str) -> str:
    """Writes a count with its noun: 1 game, 2,000 games."""
    return f"{count:,}{GAP}{noun}" if count == 1 else f"{count:,}{GAP}{noun}s"
