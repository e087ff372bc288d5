"""The page beside Slay the Spire, in a real browser: a session that is played while it is open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.communicationmod.client_messages import card, menu, recorded, state
from tests.communicationmod.pipes import Client
from tests.table.browsing import DESKTOP, PHONE, Chromium
from tests.table.servers import TableServer
from tests.table.test_beside import write_log

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]


@pytest.fixture
def state_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "kibitz" / "spire"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def server(tmp_path: Path, state_folder: Path) -> Iterator[TableServer]:
    found = TableServer(tmp_path, settings=f'workers = 1\nspire_log = "{state_folder}"\n')
    yield found
    found.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_session_is_seen_while_it_is_played(
    chromium: Chromium, server: TableServer, state_folder: Path, size: str
) -> None:
    visitor = chromium.visit(server.url, size, motion=True)
    visitor.open("")
    visitor.press("Beside the game", role="link")
    visitor.find(".beside-wait h2").filter(has_text="Nobody plays").wait_for()
    assert "--demo" in visitor.find(".beside-ways").inner_text()
    assert visitor.look() == []
    visitor.check()
    # The page is open already when the session begins.
    with Client(state_folder / "1.jsonl", "--agent", "planner:ms=20000") as client:
        assert client.line() == "ready"
        client.ask(menu())
        visitor.find(".beside-wait h2").filter(has_text="no run yet").wait_for()
        client.ask(recorded("first_turn"))
        monsters, played = visitor.find("[data-area=monsters]"), visitor.find(".beside-now")
        monsters.filter(has_text="Jaw Worm").wait_for()
        assert visitor.find("[data-area=hand] .piece").count() == 5
        played.filter(has_text="HP").wait_for()
        first = played.inner_text()
        options = visitor.find("kibitz-adviser .option")
        options.first.wait_for()
        assert visitor.find(".beside .piece.hint").count() > 0
        assert visitor.find(".beside .reason:visible, .beside .reason-only:visible").count() > 0
        visitor.touch(options.nth(1))
        visitor.find(".why-not").first.wait_for()
        assert visitor.look() == []
        visitor.check()
        # It changes by itself.
        client.ask(recorded("boss"))
        monsters.filter(has_text="Jaw Worm").wait_for(state="detached")
        visitor.wait("first => document.querySelector('.beside-now').innerText !== first", first)
        reward = {"cards": [card("Immolate"), card("Clash")]}
        client.ask(state("CARD_REWARD", reward, ["choose", "skip"], floor=16))
        visitor.find("[data-area=offer] .piece.hint").filter(has_text="Immolate").wait_for()
        played.filter(has_text="Immolate is worth").wait_for()
        assert visitor.find("kibitz-adviser .option").count() == 3
        rest = {"rest_options": ["rest", "smith"]}
        client.ask(state("REST", rest, ["choose"], floor=17, choice_list=["rest", "smith"]))
        played.filter(has_text="of all HP").wait_for()
        assert visitor.find("kibitz-adviser .option").count() == 2
        assert visitor.look() == []
        visitor.check()
        client.close_input()
        played.filter(has_text="The session has ended").wait_for()
        visitor.check()


def test_a_server_that_is_restarted_is_found_again(
    chromium: Chromium, server: TableServer, state_folder: Path
) -> None:
    visitor = chromium.visit(server.url)
    visitor.open("#/spire")
    visitor.find(".beside-wait").wait_for()
    port = server.port
    server.kill()
    visitor.find(".beside.lost").wait_for()
    server.start(port)
    write_log(state_folder / "1.jsonl", agent="simple")
    visitor.find(".beside-wait h2").filter(has_text="no run yet").wait_for()
    # The browser itself reports requests that do not reach the server.
    assert all(
        "ERR_CONNECTION_REFUSED" in each or "Failed to load" in each for each in visitor.problems
    )


def test_a_server_for_others_says_that_it_shows_nothing(chromium: Chromium, tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings='workers = 1\nspire = "never"\n')
    try:
        visitor = chromium.visit(server.url, PHONE)
        visitor.open("#/spire")
        visitor.find(".beside-wait").filter(has_text='spire = "always"').wait_for()
        visitor.check()
    finally:
        server.close()
