"""Writing HTML and SVG: elements and their text.

Text gets into a page through `element` only, which escapes it; names of agents come from users.
"""

from collections.abc import Iterable
from html import escape
from typing import Final

from kibitz.arena.figures import GAP

# Elements that have no end tag in HTML; in SVG the same short form is read by both parsers.
VOID: Final = frozenset({"circle", "line", "polygon", "polyline", "rect", "wbr"})


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
