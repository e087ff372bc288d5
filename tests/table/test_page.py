"""The page in a real browser: whole matches of every game.

Every game is played in every way, and at both sizes. That is one of two sizes for each way; for
all of them, which takes twice as long:

    KIBITZ_MATCHES=all python -m pytest tests/table/test_page.py -m ''
"""

import os

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
ALL = os.environ.get("KIBITZ_MATCHES") == "all"
REST = [
    (game, way, size)
    for at, game in enumerate(games.names())
    for turn, way in enumerate(WAYS)
    for number, size in enumerate((DESKTOP, PHONE))
    if (game, way, size) not in PLAYED and (ALL or (at + turn + number) % 2 == 0)
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
def test_every_game_is_played_in_every_way(
    chromium: Chromium, page_server: TableServer, game: str, way: str, size: str
) -> None:
    play_a_match(chromium, page_server, game, way, size)
