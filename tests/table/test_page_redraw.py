"""How often the page draws the table after a move."""

import pytest

from kibitz.core.randomness import seeded
from tests.table.browsing import Chromium
from tests.table.matches import Dealt
from tests.table.people import MOUSE, Person
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

# Counts how often the table is drawn.
COUNT_DRAWINGS = """() => {
  const kind = customElements.get("kibitz-table").prototype, { show } = kind;
  window.drawings = 0;
  kind.show = function (...given) { window.drawings++; return show.apply(this, given); };
}"""


def sit(chromium: Chromium, match: Dealt) -> Person:
    visitor = chromium.visit(match.server.url)
    visitor.sit(match.id, match.token)
    return Person(visitor, MOUSE, seeded("redraw"))


def test_a_move_and_the_next_decision_are_drawn_once(
    chromium: Chromium, page_server: TableServer
) -> None:
    person = sit(chromium, Dealt(page_server, "spire"))
    person.decision()
    person.page.evaluate(COUNT_DRAWINGS)
    for count in range(1, 6):
        state = person.decision()
        person.play(state, person.choose(state))
        state = person.decision()
        if state["over"]:
            break
        assert person.page.evaluate("window.drawings") == count
    person.visitor.check()
