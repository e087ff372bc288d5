"""Two people in two browsers at one match, and what happens when server and windows are lost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.randomness import seeded
from tests.table.browsing import PHONE, Chromium, Visitor
from tests.table.people import MOUSE, Person
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

LOG = """() => document.querySelector("kibitz-table").log.map(
  (each) => [each.seq, each.seat])"""
SENDING = "() => document.querySelector('kibitz-table').busy"
DOWN = "net::ERR_CONNECTION_REFUSED"
ADA, BOB = 0, 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    """A server that can be killed."""
    found = TableServer(tmp_path, settings="workers = 1\n")
    yield found
    found.close()


def sit_down(chromium: Chromium, server: TableServer, **options: object) -> list[Person]:
    """Lets Ada deal a match of Jaipur for two, and Bob follow her link."""
    ada = Person(chromium.visit(server.url, name="Ada"), MOUSE, seeded("ada"))
    ada.visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.visitor.open("#/new/jaipur")
    second = ada.page.locator(".seat-row").nth(1)
    second.get_by_role("radio", name="Another person").check()
    ada.page.get_by_label("Rounds", exact=True).select_option("1")
    ada.visitor.press("Deal")
    ada.visitor.press("Share")
    ada.page.get_by_text("The link is copied.").wait_for()
    link = ada.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(server.url)
    assert ada.page.evaluate("location.href") == link
    bob = Person(chromium.visit(server.url, PHONE, name="Bob"), MOUSE, seeded("bob"))
    bob.visitor.open(link.removeprefix(f"{server.url}/"))
    bob.visitor.press("Take this seat")
    bob.visitor.wait("() => document.querySelector('kibitz-table')?.you === 1")
    ada.page.locator(".log").get_by_text("Bob").first.wait_for()
    return [ada, bob]


def token_of(person: Person) -> tuple[str, str]:
    """Returns match and token that the browser of a person has kept."""
    found: list[str] = person.page.evaluate(
        """() => { const { ident } = document.querySelector("kibitz-table");
        return [ident, JSON.parse(localStorage.getItem("kibitz.matches"))[ident].token]; }"""
    )
    return found[0], found[1]


class Match:
    """A match between people, as the server has it.

    Attributes:
        moves: the seat and the text of every move that was played and not taken back.
    """

    def __init__(self, server: TableServer, people: list[Person]) -> None:
        self.server, self.people = server, people
        self.id, self.token = token_of(people[ADA])
        self.moves: list[tuple[int, str]] = []

    def describe(self) -> Any:
        return self.server.get(f"/matches/{self.id}", self.token)

    def choose(self) -> tuple[int, Any, Any]:
        """Returns who must decide, the decision as that page has it, and a move."""
        seat = self.describe()["turn"]
        state = self.people[seat].decision()
        return seat, state, self.people[seat].choose(state)

    def play(self, most: int) -> bool:
        """Plays some moves; tells whether the match is over."""
        for _ in range(most):
            if self.describe()["over"]:
                return True
            seat, state, move = self.choose()
            self.people[seat].play(state, move)
            self.moves.append((seat, move["text"]))
        return bool(self.describe()["over"])

    def take(self) -> None:
        """Plays until a card was taken: the next one is turned up, so others must be asked."""
        assert not self.play(1)
        while not self.moves[-1][1].startswith("take"):
            assert not self.play(1)


def forgive(visitor: Visitor, text: str) -> None:
    """Forgets problems that a lost server explains."""
    visitor.problems[:] = [each for each in visitor.problems if text not in each]


def test_a_match_survives_the_server_and_a_window(chromium: Chromium, server: TableServer) -> None:
    people = ada, bob = sit_down(chromium, server)
    match = Match(server, people)
    assert not match.play(7)

    # The server dies. One person moves all the same, the other loses the window.
    seat, state, move = match.choose()
    mover, other = people[seat], people[1 - seat]
    where = other.page.evaluate("location.hash")
    server.kill()
    mover.page.get_by_text("The connection is lost. Trying again …").first.wait_for()
    mover.select(state, move)
    mover.visitor.wait(SENDING)
    other.page.goto("about:blank")
    server.start(server.port)
    other.visitor.open(where)
    other.visitor.wait("() => document.querySelector('kibitz-table')?.you !== null")
    for person in people:
        person.visitor.wait(
            "version => document.querySelector('kibitz-table')?.version > version",
            state["version"],
        )
        forgive(person.visitor, DOWN)
    match.moves.append((seat, move["text"]))

    # Both go on.
    assert not match.play(4)
    match.take()
    take_back(match, people)
    assert match.play(500)

    # Both saw the same events in order, and the record has every move once.
    both = [person.page.evaluate(LOG) for person in people]
    last = match.describe()["seq"]
    for log in both:
        assert [seq for seq, _ in log] == list(range(last - len(log) + 1, last + 1))
    shorter = min(len(log) for log in both)
    assert both[0][-shorter:] == both[1][-shorter:]
    assert max(len(log) for log in both) == last
    answer = server.call("GET", f"/matches/{match.id}/record", token=match.token).text
    record = [each for each in map(json.loads, answer.splitlines()) if "move" in each]
    assert [(each["seat"], each["text"]) for each in record] == match.moves

    # One asks for a rematch, the other follows, and they have changed seats.
    ada.visitor.press("Rematch")
    bob.page.get_by_role("link", name="To the rematch").tap()
    for person in people:
        person.visitor.wait(
            "old => document.querySelector('kibitz-table')?.ident !== old", match.id
        )
        person.page.locator(".felt .area").first.wait_for()
    again = Match(server, [bob, ada])
    assert token_of(bob) == (again.id, token_of(bob)[1])
    assert not again.play(2)
    for person in people:
        person.visitor.check()


def take_back(match: Match, people: list[Person]) -> None:
    """Lets the player who moved last ask to take the move back, and the other agree."""
    seat, text = match.moves[-1]
    asking, asked = people[seat].visitor, people[1 - seat].visitor
    version = match.describe()["version"]
    for visitor in (asking, asked):
        visitor.wait(
            "version => document.querySelector('kibitz-table').version === version", version
        )
    if asking.size == PHONE:
        asking.press("Kibitzer")
    asking.press("Take back")
    asked.find(".prompt").get_by_text("asks to take back the last move").wait_for()
    asked.press("Agree")
    for visitor in (asking, asked):
        visitor.wait("version => document.querySelector('kibitz-table').version > version", version)
    assert match.describe()["turn"] == seat, text
    match.moves.pop()


def test_a_request_to_take_back_can_be_refused(chromium: Chromium, server: TableServer) -> None:
    people = sit_down(chromium, server)
    match = Match(server, people)
    match.take()
    seat, _ = match.moves[-1]
    asking, asked = people[seat].visitor, people[1 - seat].visitor
    version = match.describe()["version"]
    if asking.size == PHONE:
        asking.press("Kibitzer")
    asking.press("Take back")
    asked.press("Refuse")
    asking.find(".prompt").get_by_text("is thinking").wait_for()
    assert match.describe()["version"] == version
    assert match.play(1) is False
    # Nobody gets advice while people play each other.
    for person in people:
        assert (
            person.page.locator("kibitz-kibitzer")
            .get_by_text("No advice while people play each other.")
            .count()
        )
        person.visitor.check()
