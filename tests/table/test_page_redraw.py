"""What the page draws again after a move: once, what has changed, and nothing else."""

from typing import Any

import pytest

from kibitz import games
from kibitz.core.randomness import seeded
from tests.table.browsing import Chromium, Visitor
from tests.table.matches import Dealt
from tests.table.people import MOUSE, Person
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

DECISIONS = 12
# The share of pieces that stay as they are from one decision to the next, at least.
STAY = 0.5

# Compares the table with the same scene in an empty box: what is drawn, apart from what is selected
# or marked, and the pieces behind it.
COMPARE = """async () => {
  const { drawScene } = await import("/page/scene.js"), { pieceOf } = await import("/page/card.js");
  const table = document.querySelector("kibitz-table");
  const fresh = document.createElement("div"), felt = document.createElement("section"),
    hand = document.createElement("section");
  fresh.append(felt, hand);
  drawScene(table.scene, felt, hand,
    { touch() {}, wanted: (group) => table.pick.touched.has(group) }, table.seated());
  const pieces = (box) => JSON.stringify(
    [...box.querySelectorAll(".piece")].map((each) => pieceOf.get(each)));
  const plain = (box) => {
    const found = box.cloneNode(true);
    found.querySelector(".outcome")?.remove();
    for (const each of found.querySelectorAll("*")) {
      each.classList.remove("selected", "legal", "target", "away-now", "closed", "shut", "hint");
      for (const name of ["aria-pressed", "aria-description", "data-step"])
        each.removeAttribute(name);
      each.style.removeProperty("--grow");
      if (!each.getAttribute("style")) each.removeAttribute("style");
    }
    return found.innerHTML;
  };
  return [table.table, table.hand].flatMap((box, at) => {
    const wanted = [felt, hand][at];
    return [plain(box) === plain(wanted) ? "" : `${plain(box)}\\n\\n${plain(wanted)}`,
      pieces(box) === pieces(wanted) ? "" : `${pieces(box)}\\n\\n${pieces(wanted)}`];
  });
}"""
PIECES = "[...document.querySelectorAll('.felt .piece, .hand .piece')]"
TAG = f"{PIECES}.forEach((each) => {{ each.seenBefore = true; }})"
TAGGED = f"{PIECES}.map((each) => each.seenBefore === true)"
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


def check_drawn(visitor: Visitor) -> None:
    """Fails if the table is not drawn as it would be in an empty box."""
    found: list[str] = visitor.page.evaluate(COMPARE)
    assert found == [""] * len(found)


@pytest.mark.parametrize("game", games.names())
def test_what_is_drawn_again_looks_as_if_it_were_new(
    chromium: Chromium, page_server: TableServer, game: str
) -> None:
    person = sit(chromium, Dealt(page_server, game))
    stayed: list[bool] = []
    state: Any = person.decision()
    for _ in range(DECISIONS):
        person.page.evaluate(TAG)
        person.play(state, person.choose(state))
        state = person.decision()
        check_drawn(person.visitor)
        stayed += person.page.evaluate(TAGGED)
        if state["over"]:
            break
    person.visitor.check()
    # A hand of one card is another one each time.
    assert game == "leduc" or sum(stayed) > STAY * len(stayed)


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
