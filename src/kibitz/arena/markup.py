"""Writing HTML and SVG: elements, and numbers as readers like them.

Text gets into a page through `element` only, which escapes it; names of agents come from users.
"""

import math
from collections.abc import Iterable
from html import escape
from typing import Final

# Elements that have no end tag in HTML; in SVG the same short form is read by both parsers.
VOID: Final = frozenset({"circle", "line", "polygon", "polyline", "rect", "wbr"})
# A space at which no line is broken, as between a number and its unit.
GAP: Final = "\u00a0"


class Markup(str):
    """Text that is markup already, made by `element`."""

    __slots__ = ()


def clean(text: object) -> str:
    """Returns text as a page may hold it: escaped, and without what cannot be printed."""
    return escape("".join(mark if mark.isprintable() or mark == GAP else "?" for mark in str(text)))


def element(name: str, *content: object, **attributes: object) -> Markup:
    """Writes one element.

    Args:
        name: the element's name.
        content: what it holds; everything but `Markup` is escaped.
        attributes: its attributes; `class_` is `class`, other underscores are hyphens, and what is
            None is left out.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{clean(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID and not content:
        return Markup(f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{join(content)}</{name}>")


def join(content: Iterable[object]) -> Markup:
    """Writes one thing after the other, escaping everything but `Markup`."""
    return Markup("".join(each if isinstance(each, Markup) else clean(each) for each in content))


# Numbers for readers.


def percent(share: float, digits: int = 1) -> str:
    """Writes a share as a percentage."""
    return f"{100 * share:.{digits}f}{GAP}%"


def interval(low: float, high: float) -> str:
    """Writes an interval of shares in percent, without the sign: 48.2 to 61.0 with a dash."""
    return f"{100 * low:.1f}\u2013{100 * high:.1f}"


def signed(value: float) -> str:
    """Writes a whole number with its sign: +12, 0, or a true minus."""
    whole = round(value)
    return f"+{whole:,}" if whole > 0 else f"\u2212{-whole:,}" if whole else "0"


def short(value: float) -> str:
    """Writes a number with three digits that count: 0.042, 1.5, 120, 45,000."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{digits}f}"
    return minus(text.rstrip("0").rstrip(".") if "." in text else text)


def minus(number: str) -> str:
    """Sets a true minus before a negative number."""
    return number.replace("-", "\u2212")


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
