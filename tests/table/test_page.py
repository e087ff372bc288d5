"""The page in a real browser: whole matches of every game, in every way, on every size."""

import pytest

from kibitz import games
from kibitz.core.randomness import seeded
from tests.table.browsing import DESKTOP, PHONE, Chromium
from tests.table.people import KEYS, MOUSE, TYPED, Person
from tests.table.servers import TableServer

pytestmark = pytest.mark.needs("browser")

WAYS = (MOUSE, KEYS, TYPED)
# Options that make whole matches short; a random match of Drone Wars has a thousand decisions.
SHORT: dict[str, dict[str, object]] = {
    "dronewars": {"round_cap": 1},
    "jaipur": {"rounds": 1},
    "lorcana": {"turn_limit": 8},
    "pokemon": {"prize_count": 1},
}
# One for each way; the others take minutes.
PLAYED = [("duel", TYPED, PHONE), ("jaipur", MOUSE, DESKTOP), ("leduc", KEYS, PHONE)]
REST = [
    (game, way, size)
    for game in games.names()
    for way in WAYS
    for size in (DESKTOP, PHONE)
    if (game, way, size) not in PLAYED
]


def play_a_match(chromium: Chromium, server: TableServer, game: str, way: str, size: str) -> None:
    visitor = chromium.visit(server.url, size)
    person = Person(visitor, way, seeded(game))
    person.deal(game, "random", game, **SHORT.get(game, {}))
    person.play_on()
    assert person.played > 0
    assert visitor.find(".prompt.result").inner_text()
    visitor.find("a").filter(has_text="Replay").first.wait_for()
    visitor.check()


@pytest.mark.parametrize(("game", "way", "size"), PLAYED)
def test_a_whole_match(
    chromium: Chromium, page_server: TableServer, game: str, way: str, size: str
) -> None:
    play_a_match(chromium, page_server, game, way, size)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "way", "size"), REST)
def test_every_game_is_played_in_every_way_at_every_size(
    chromium: Chromium, page_server: TableServer, game: str, way: str, size: str
) -> None:
    play_a_match(chromium, page_server, game, way, size)
