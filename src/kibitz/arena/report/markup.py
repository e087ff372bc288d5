"""HTML and SVG as text: elements, and the parts that pages are made of.

All text goes through `element`, which escapes it: the names of agents come from users.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from kibitz.arena.formatting import NBSP

# Elements without an end tag; HTML and XML parsers both read them as `<name/>`.
VOID: Final = frozenset({"circle", "line", "polygon", "polyline", "rect", "wbr"})


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


def card(title: object, *content: object, style: str = "card") -> Markup:
    """Makes a box with a heading and a figure."""
    return element("figure", element("h3", title), *content, class_=style)


def caption(text: str) -> Markup:
    """Makes the caption of a figure."""
    return element("figcaption", text)


def table(
    name: str, heads: Sequence[str], rows: Iterable[Markup], *, style: str | None = None
) -> Markup:
    """Makes a table in a box of its own that scrolls, also with the keyboard.

    Args:
        name: the caption.
        heads: the headings of the columns.
        rows: the rows.
        style: the class of the table.
    """
    first = element("th", heads[0], scope="col", class_="name")
    others = [element("th", head, scope="col") for head in heads[1:]]
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
