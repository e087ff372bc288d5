"""A page taken apart, to check that it is well-formed and what it says."""

from html.parser import HTMLParser

# Elements without an end tag.
VOID = {"meta", "wbr"}
# What could fetch something, or run.
FETCHING = ("src", "href", "srcset", "action", "data", "poster", "background")
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
        for name, _ in attrs:
            assert name not in FETCHING
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
