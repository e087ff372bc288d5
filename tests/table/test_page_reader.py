"""Reading a whole card in a real browser (hover, a long press, the key `i`), and dragging one."""

from collections.abc import Iterator

import pytest

from kibitz.core.randomness import seeded
from tests.table.browsing import DESKTOP, PHONE, Chromium, Visitor
from tests.table.matches import Dealt
from tests.table.people import COUNT, KEYS, MOUSE, POINT, Person
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


def test_a_finger_drags_a_card_from_the_hand_to_its_target(
    chromium: Chromium, server: TableServer
) -> None:
    match = Dealt(server, "jaipur", seed="6")
    visitor = chromium.visit(server.url, PHONE, confirm=True)
    visitor.sit(match.id, match.token)
    person = Person(visitor, MOUSE, seeded("finger"))
    state = person.decision()
    # A card of the hand for one of the market.
    groups = next(
        (hand, market)
        for move in state["moves"]
        for hand, _ in move["touches"]
        for market, _ in move["touches"]
        if hand.startswith("hand:") and market.startswith("market:")
    )
    start, end = (visitor.page.evaluate(POINT, [group]) for group in groups)
    finger = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: float) -> None:
        where = [{"x": points[0], "y": points[1]}] if points else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", *start)
    touch("touchMove", start[0] + 6, start[1] - 14)
    touch("touchMove", start[0] + 12, start[1] - 28)
    assert visitor.find(".ghost.dragged").count() == 1
    touch("touchMove", *end)
    visitor.find(".drop-on").wait_for()
    touch("touchEnd")
    visitor.find(".ghost").wait_for(state="detached")
    for group in groups:
        assert visitor.page.evaluate(COUNT, [group, state["version"]]) > 0
    # A finger that was on its way does not read the card.
    visitor.page.wait_for_timeout(WAIT)
    assert visitor.find(".reader").is_hidden()
    visitor.check()
