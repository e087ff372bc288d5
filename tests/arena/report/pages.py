"""A page taken apart, to check that it is well-formed and what it says."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

# Elements without an end tag.
VOID = {"meta", "wbr"}
# What could fetch something, or run.
FETCHING = ("src", "href", "srcset", "action", "data", "poster", "background")
LOCAL = re.compile(r"#[\w-]+|(?!/)[\w./-]+")
ALONE = {"circle", "line", "polygon", "polyline", "rect"}


class Page(HTMLParser):
    """A page taken apart; complains about what is not well-formed or not safe."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert tag not in ("script", "iframe", "object", "embed", "link", "img", "base", "form")
        for name, value in attrs:
            # A link may lead to a part of the page, or to a file in its folder.
            local = tag == "a" and name == "href" and LOCAL.fullmatch(value or "")
            assert local or name not in FETCHING
            assert not name.startswith("on")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        assert tag in VOID | ALONE
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append((self.open[-1] if self.open else "", data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Lists the attributes of all elements of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        """All that can be read, with single spaces."""
        return " ".join("".join(text for tag, text in self.said if tag != "style").split())


def plots_of(page: str) -> list[ElementTree.Element]:
    """Returns all plots of a page, which must be well-formed."""
    found: list[ElementTree.Element] = []
    start, depth = 0, 0
    # A curve is an element of its own within a plot.
    for tag in re.finditer(r"<svg|</svg>", page):
        if depth == 0:
            start = tag.start()
        depth += 1 if tag[0] == "<svg" else -1
        if depth == 0:
            found.append(ElementTree.fromstring(page[start : tag.end()]))
    return found


def plot_of(page: str, name: str) -> ElementTree.Element:
    """Returns the plot with a name."""
    described = f"{name}-title {name}-text"
    (found,) = [each for each in plots_of(page) if each.get("aria-labelledby") == described]
    return found
