"""Numbers and HTML as text: percentages, intervals and times, elements and the parts of pages.

Numbers have minus signs, dashes and non-breaking spaces; `for_terminal` replaces them. All text
goes through `element`, which escapes it: the names of agents come from users.
"""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Final

# A non-breaking space, between a number and its unit.
NBSP: Final = "\u00a0"
EN_DASH: Final = "\u2013"
MINUS: Final = "\u2212"
# The heads of the columns for what the referee counts, in the order of `Standing.incidents`.
INCIDENTS: Final = ("forfeits", "lost on time", "late answers", "skipped games")
# Elements without an end tag; HTML and XML parsers both read them as `<name/>`.
VOID: Final = frozenset({"circle", "line", "polygon", "polyline", "rect", "wbr"})


# Numbers.


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


# Elements.


class Markup(str):
    """Text that is already HTML or SVG, made by `element`."""

    __slots__ = ()


def escape_text(text: object) -> str:
    """Escapes text for HTML; unprintable characters become question marks."""
    return escape(
        "".join(char if char.isprintable() or char == NBSP else "?" for char in str(text))
    )


def element(name: str, *content: object, **attributes: object) -> Markup:
    """Makes an element.

    Args:
        name: the element's name.
        content: its content; everything but `Markup` is escaped.
        attributes: its attributes; `class_` becomes `class`, other underscores become hyphens, and
            attributes that are None are left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape_text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID and not content:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{join(content)}</{name}>")


def join(content: Iterable[object]) -> Markup:
    """Joins parts of a page; everything but `Markup` is escaped."""
    return Markup(
        "".join(each if isinstance(each, Markup) else escape_text(each) for each in content)
    )


LINE_BREAK: Final = element("wbr")
# The name of a player: the agent, its options, and the number of its copy.
LABEL: Final = re.compile(r"^([^:]*?)(?::(.*?))?( #\d+)?$")


def read_file(name: str) -> str:
    """Reads a file of this package."""
    return files("kibitz.arena.report").joinpath(name).read_text(encoding="utf-8")


def breakable(text: str) -> Markup:
    """Makes text that contains agents; lines can break after each of their options."""
    first, *others = re.split(r"(?<=,)", text)
    return join([first, *(join([LINE_BREAK, other]) for other in others)])


def code(text: str) -> Markup:
    """Makes the text of an agent, as on the command line."""
    return element("code", breakable(text))


def narrow_code(text: str) -> Markup:
    """Makes the text of an agent in a narrow column; lines can also break after its name."""
    first, *others = re.split(r"(?<=:)", text)
    return element("code", breakable(first), *(join([LINE_BREAK, breakable(o)]) for o in others))


def short_names(labels: Sequence[str]) -> list[str]:
    """Shortens the names of players for narrow columns, so that they still differ.

    The name of the agent is enough if no other player has it. Otherwise the options stay in which
    players with the same agent differ.
    """
    split = [LABEL.sub(r"\1\n\2\n\3", label).split("\n") for label in labels]
    options = [set(filter(None, each.split(","))) for _, each, _ in split]
    found: list[str] = []
    for name, text, number in split:
        same = [own for (other, _, _), own in zip(split, options, strict=True) if other == name]
        common = set.intersection(*same)
        kept = [each for each in text.split(",") if each and each not in common]
        found.append(f"{name}{':' if kept else ''}{','.join(kept)}{number}")
    return found if len(set(found)) == len(set(labels)) else [*labels]


def column_heads(first: str, labels: Sequence[str], names: Sequence[str]) -> list[object]:
    """Makes the heads of a table with a column for each player; the tooltip is the full name."""
    return [
        first,
        *(
            element("th", narrow_code(name), scope="col", title=label)
            for label, name in zip(labels, names, strict=True)
        ),
    ]


def card(title: object, *content: object, style: str = "card") -> Markup:
    """Makes a box with a heading and a figure."""
    return element("figure", element("h3", title), *content, class_=style)


def caption(text: str) -> Markup:
    """Makes the caption of a figure."""
    return element("figcaption", text)


def table(
    name: str, heads: Sequence[object], rows: Iterable[Markup], *, style: str | None = None
) -> Markup:
    """Makes a table in a box of its own that scrolls, also with the keyboard.

    The name is the caption. A head that is `Markup` is a whole cell.
    """
    first = element("th", heads[0], scope="col", class_="name")
    others = [
        head if isinstance(head, Markup) else element("th", head, scope="col") for head in heads[1:]
    ]
    whole = element(
        "table",
        element("caption", element("span", name)),
        element("thead", element("tr", first, *others)),
        element("tbody", *rows),
        class_=style,
    )
    return element("div", whole, class_="scroll", role="region", aria_label=name, tabindex=0)


def row(head: object, *cells: object) -> Markup:
    """Makes a row of a table."""
    data = [cell if isinstance(cell, Markup) else element("td", cell) for cell in cells]
    return element("tr", element("th", head, scope="row", class_="name"), *data)


def interval_cell(value: str, ends: str) -> Markup:
    """Makes a cell with a value and, below it, its interval."""
    return element("td", value, element("small", ends))


def section(name: str, title: str, *content: object) -> Markup:
    """Makes a section of the page."""
    return element("section", element("h2", title, id=name), *content, aria_labelledby=name)
