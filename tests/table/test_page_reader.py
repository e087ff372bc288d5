"""Reading a whole card in a real browser: hover, a long press, the key `i`."""

from collections.abc import Iterator

import pytest

from kibitz.core.randomness import seeded
from tests.table.browsing import DESKTOP, PHONE, Chromium, Visitor
from tests.table.people import KEYS, MOUSE, Person
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

# Every card of it has a text.
GAME = "gundam"
# Longer than a press that reads, in milliseconds.
WAIT = 1_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("reader"), settings="workers = 1\n")
    yield found
    found.close()


def sit_down(chromium: Chromium, server: TableServer, size: str, way: str) -> Visitor:
    """Deals a match, and waits for its first decision."""
    visitor = chromium.visit(server.url, size)
    person = Person(visitor, way, seeded("reader"))
    person.deal(GAME, "random", "reader")
    person.decision()
    return visitor


def test_a_whole_card_is_read_with_the_mouse_and_with_a_key(
    chromium: Chromium, server: TableServer
) -> None:
    visitor = sit_down(chromium, server, DESKTOP, KEYS)
    card, reader = visitor.find(".hand .cards .piece").first, visitor.find(".reader")
    name = card.locator(".name").inner_text()
    card.locator(".hit").focus()
    visitor.page.keyboard.press("i")
    reader.wait_for()
    assert name in reader.inner_text()
    # It stays while the table is drawn again.
    visitor.page.evaluate("document.querySelector('kibitz-table').show()")
    assert reader.is_visible()
    assert name in reader.inner_text()
    visitor.page.keyboard.press("Escape")
    reader.wait_for(state="hidden")
    card.hover()
    reader.wait_for()
    visitor.find(".foe .piece.hidden").first.hover()
    reader.wait_for(state="hidden")
    visitor.page.wait_for_timeout(WAIT)
    assert reader.is_hidden(), "there is nothing to read on a hidden card"
    visitor.check()


def test_a_long_press_reads_a_card_and_does_not_touch_it(
    chromium: Chromium, server: TableServer
) -> None:
    visitor = sit_down(chromium, server, PHONE, MOUSE)
    card, reader = visitor.find(".hand .cards .piece").first, visitor.find(".reader")
    box = card.bounding_box()
    assert box is not None
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger = visitor.context.new_cdp_session(visitor.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    reader.wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.page.wait_for_timeout(WAIT)
    assert reader.is_visible()
    assert not visitor.find(".selected").count()
    card.tap()
    reader.wait_for(state="hidden")
    visitor.check()
