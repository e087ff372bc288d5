"""More than two seats: a game from an installed package, which the page has never seen."""

from collections.abc import Iterator

import pytest

from kibitz.core.randomness import seeded
from tests.table.browsing import DESKTOP, PHONE, Chromium
from tests.table.conftest import GENEROUS
from tests.table.people import KEYS, MOUSE, Person
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]


@pytest.fixture(scope="module")
def fair_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server on a machine where a package with the fair of the kit's tests is installed."""
    folder = tmp_path_factory.mktemp("fair")
    metadata = folder / "fair-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fair\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[kibitz.games]\nfair = tests.kit.fair:Fair\n")
    found = TableServer(folder, settings=GENEROUS, site=folder)
    yield found
    found.close()


@pytest.mark.parametrize(
    ("seats", "size", "way"), [(3, DESKTOP, KEYS), (3, PHONE, MOUSE), (4, DESKTOP, MOUSE)]
)
def test_more_than_two_play(
    chromium: Chromium, fair_server: TableServer, seats: int, size: str, way: str
) -> None:
    visitor = chromium.visit(fair_server.url, size)
    person = Person(visitor, way, seeded(f"fair {seats}"))
    person.deal("fair", "random", "1", seats=seats)
    state = person.decision()
    visitor.find(".foe .plate").get_by_text(f"Random {seats}").wait_for()
    plates = visitor.find(".plate").all()
    assert len(plates) == seats
    assert visitor.find(".side.foe").count() == seats - 1
    # The others sit in the order of play, beginning at the left of the viewer.
    names = visitor.find(".foe .plate .who-name").all_inner_texts()
    assert names == [f"Random {seat}" for seat in range(2, seats + 1)]
    person.play(state, person.choose(state))
    person.decision()
    assert visitor.axe() == []
    person.play_on()
    assert visitor.find(".prompt.result").inner_text()
    visitor.check()


def test_four_seats_on_a_phone(chromium: Chromium, fair_server: TableServer) -> None:
    visitor = chromium.visit(fair_server.url, PHONE)
    person = Person(visitor, MOUSE, seeded("fair"))
    person.deal("fair", "random", "2", seats=4)
    person.play_on()
    visitor.check()
