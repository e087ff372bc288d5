"""What axe says about every part of the page, in both sizes and both colour schemes."""

import pytest

from kibitz import games
from kibitz.core.randomness import seeded
from tests.table import choosing
from tests.table.browsing import DESKTOP, PHONE, TABLET, Chromium
from tests.table.conftest import GENEROUS
from tests.table.matches import Dealt
from tests.table.people import MOUSE, Person
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

# Decisions before the match is looked at: long enough that units lie on the table.
MIDDLE = 6


@pytest.mark.parametrize("place", ["", "#/new/pokemon", "#/rules/jaipur"])
def test_pages_without_a_match(chromium: Chromium, page_server: TableServer, place: str) -> None:
    Dealt(page_server, "leduc")
    visitor = chromium.visit(page_server.url)
    visitor.open(place)
    visitor.find(".game, .setup-form, .rules h2").first.wait_for()
    assert visitor.look(DESKTOP, PHONE) == []
    visitor.press("Settings")
    visitor.find(".menu legend").first.wait_for()
    assert visitor.look(DESKTOP, PHONE) == []
    visitor.check()


@pytest.mark.parametrize("game", games.names())
def test_a_table_and_advice(chromium: Chromium, page_server: TableServer, game: str) -> None:
    match = Dealt(page_server, game)
    assert not match.play(1 if game == "leduc" else MIDDLE)
    visitor = chromium.visit(page_server.url, budget=300)
    visitor.sit(match.id, match.token, game=game)
    assert visitor.look(DESKTOP, PHONE) == []
    visitor.press("What should I play?")
    visitor.find(".advice .option").first.wait_for()
    visitor.find("summary").get_by_text("How it was found").click()
    visitor.find("summary").get_by_text("All data").click()
    assert visitor.look(DESKTOP) == []
    visitor.check()


def test_the_kibitzer_on_a_phone(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "jaipur")
    visitor = chromium.visit(page_server.url, PHONE, budget=300)
    visitor.sit(match.id, match.token)
    visitor.press("Kibitzer")
    visitor.press("What should I play?")
    visitor.find(".advice .option").first.wait_for()
    assert visitor.look(PHONE) == []
    visitor.check()


def test_what_opens_over_a_table(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "jaipur", seed="6")
    visitor = chromium.visit(page_server.url, confirm=True)
    visitor.sit(match.id, match.token)
    person = Person(visitor, MOUSE, seeded("axe"))
    state = person.decision()
    person.touch(state["moves"][0]["touches"][0][0])
    visitor.find(".selected").first.wait_for()
    assert visitor.look(DESKTOP, TABLET, PHONE) == []
    visitor.find(".hand .piece .hit").first.focus()
    visitor.page.keyboard.press("i")
    visitor.find(".reader").wait_for()
    assert visitor.look(DESKTOP) == []
    visitor.page.keyboard.press("Escape")
    visitor.find(".tool.wide-only").click()
    visitor.find(".rules-drawer h2").first.wait_for()
    assert visitor.look(DESKTOP, PHONE) == []
    visitor.page.keyboard.press("Escape")
    visitor.press("Resign")
    visitor.find("dialog[open]").wait_for()
    assert visitor.look(DESKTOP) == []
    visitor.page.keyboard.press("Escape")
    visitor.check()


def test_questions_step_by_step(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("choosing")
    choosing.install(folder)
    server = TableServer(folder, settings=GENEROUS, site=folder)
    try:
        visitor = chromium.visit(server.url)
        person = Person(visitor, MOUSE, seeded("choosing"))
        person.deal("choosing", "", "1")
        state = person.decision()
        # Cards are dropped in the first turn: a range. Then they are given: a question after it.
        person.play(state, state["moves"][0])
        person.decision()
        visitor.find(".actions button").filter(has_text="give").click()
        visitor.find("dialog[open] .step-options").wait_for()
        assert visitor.look(DESKTOP, PHONE) == []
        visitor.check()
    finally:
        server.close()


def test_watching(chromium: Chromium, page_server: TableServer) -> None:
    seats = [{"kind": "agent", "agent": "ismcts:ms=300"}] * 2
    made = page_server.post("/matches", {"game": "duel", "seats": seats})
    visitor = chromium.visit(page_server.url)
    visitor.sit(made["match"]["match"])
    visitor.press("Pause")
    assert visitor.look(DESKTOP, TABLET, PHONE) == []
    visitor.check()


def test_the_end_and_the_replay(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "duel")
    assert match.play()
    visitor = chromium.visit(page_server.url)
    visitor.sit(match.id, match.token)
    visitor.find(".prompt.result").wait_for()
    assert visitor.look(DESKTOP, PHONE) == []
    visitor.find(".actions a").filter(has_text="Replay").click()
    visitor.press("Find turning points and mistakes")
    visitor.page.get_by_role("tab", name="Mistakes").wait_for()
    assert visitor.look(DESKTOP, TABLET, PHONE) == []
    visitor.press("Play on from here")
    visitor.find("dialog[open]").wait_for()
    assert visitor.look(DESKTOP, PHONE) == []
    visitor.check()
