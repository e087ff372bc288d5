"""The arena in a real browser: a tournament is started, watched and replayed; results open."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.agents.registry import read_spec
from kibitz.arena.setup import Setup
from kibitz.arena.tuning import Checkpoint, Search, Trial
from kibitz.core.ranges import Whole
from tests.cli.command import kibitz
from tests.table.browsing import DESKTOP, PHONE, Chromium, Visitor
from tests.table.servers import TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

SETTINGS = "workers = 1\nlimits.requests_per_second = 0\n"
QUICK = ("--workers", "1", "--seed", "7")


def write_search(folder: Path) -> None:
    """Writes what `kibitz tune` would, for which Optuna need not be installed here."""
    folder.mkdir()
    setup = Setup("leduc", ("greedy", "greedy"), deals=4, seed=1)
    search = Search(setup, {"worlds": Whole(1, 4)}, trials=2, confirm=0)
    tried = [
        Trial(n, read_spec(f"greedy:worlds={n + 1}"), {"worlds": str(n + 1)}, (point,), False)
        for n, point in enumerate((Checkpoint(4, 0.5, 0.0, 0.5), Checkpoint(4, 0.6, 0.1, 0.6)))
    ]
    document = {**search.to_json(), "tried": [each.to_json() for each in tried]}
    (folder / "tuning.json").write_text(json.dumps(document))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A table with results of every kind, written by the commands."""
    folder = tmp_path_factory.mktemp("arena")
    root = folder / "results"
    root.mkdir()
    rungs = ("--from", "1", "--steps", "2", "--deals", "2")
    agents = ("greedy", "random", "beam:worlds=1")
    for words in (
        ("arena", "leduc", *agents, "--deals", "9", "--out", str(root / "three")),
        ("arena", "spire", "simple", "random", "--deals", "3", "--out", str(root / "alone")),
        ("ladder", "leduc", "greedy", *rungs, "--out", str(root / "steps")),
        *[
            ("matrix", "pokemon", "random", "--vary", vary, "--deals", "1", "--out", str(path))
            for vary, path in [("decks=zap / blackout", root / "decks")]
        ],
    ):
        done = kibitz(*words, *QUICK)
        assert done.code == 0, done.err
    write_search(root / "search")
    found = TableServer(folder, settings=SETTINGS)
    yield found
    found.close()


def start(visitor: Visitor, game: str, agents: tuple[str, str], deals: int) -> None:
    """Fills in the form, and starts a tournament."""
    page = visitor.page
    visitor.open("#/arena")
    page.get_by_label("Game", exact=True).select_option(game)
    for number, agent in enumerate(agents, 1):
        page.get_by_label(f"Program {number}", exact=True).select_option(agent)
    page.get_by_label("Deals", exact=True).fill(str(deals))
    page.get_by_text(f"{2 * deals:,} games: every deal is played from every seat.").wait_for()
    visitor.press("Start")
    page.get_by_role("progressbar").wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_tournament_is_started_by_clicks_and_its_games_are_replayed(
    chromium: Chromium, server: TableServer, size: str
) -> None:
    visitor = chromium.visit(server.url, size)
    page = visitor.page
    start(visitor, "leduc", ("random", "random"), 20)
    # Its process has the lowest priority on a machine that is busy with other tests.
    page.get_by_text("40 of 40 games").first.wait_for(timeout=180_000)
    visitor.wait("() => !document.querySelector('[role=progressbar]')")
    rating = page.get_by_role("table", name="The best first, with 95 % intervals.")
    assert rating.get_by_role("rowheader").all_inner_texts() in (
        ["random", "random #2"],
        ["random #2", "random"],
    )
    assert visitor.find("svg.plot-lines polyline").count() == 2
    assert visitor.find(".games-table tbody tr").count() == 25
    visitor.press("Next")
    page.get_by_text("26 to 40 of 40").wait_for()
    visitor.press("Replay game 30")
    visitor.wait("() => location.hash.startsWith('#/replay/')")
    page.locator("kibitz-replay .replay-bar").wait_for()
    visitor.check()
    # It is on the home page, too.
    visitor.open("#/")
    visitor.find(".home-row .result-row").first.wait_for()
    visitor.check()


def test_a_tournament_is_watched_and_stopped(chromium: Chromium, server: TableServer) -> None:
    visitor = chromium.visit(server.url)
    page = visitor.page
    start(visitor, "jaipur", ("greedy", "greedy"), 500)
    played = "Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'))"
    visitor.wait(f"() => {played} >= 2")
    before = page.evaluate(played)
    visitor.wait(f"before => {played} > before", before)
    page.get_by_text("left", exact=False).first.wait_for()
    # Meanwhile no other one can be started.
    other = chromium.visit(server.url)
    other.open("#/arena")
    other.page.get_by_text("of 1,000 games").first.wait_for()
    other.press("Start")
    other.page.get_by_text("another tournament is being played").wait_for()
    visitor.press("Stop")
    page.get_by_text("This server does not play it now.").wait_for()
    page.get_by_role("table").first.wait_for()
    visitor.check()
    assert [each for each in other.problems if "429" not in each] == []


SHOWN = {
    "three": ["Against each other", "beam:worlds=1", "As games were played"],
    "alone": ["Mean return", "How games ended"],
    "steps": ["Rungs", "greedy:worlds=4", "2 \N{EN DASH} 1"],
    "decks": ["Against each other", "zap \N{EN DASH} blackout"],
    "search": ["Trials", "greedy:worlds=2"],
    "steps?part=2-1": ["Deal by deal", "The whole result"],
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_results_of_every_kind_open(chromium: Chromium, server: TableServer, size: str) -> None:
    visitor = chromium.visit(server.url, size, scheme="dark")
    visitor.open("#/arena")
    visitor.find(".result-row").nth(4).wait_for()
    assert visitor.look() == []
    visitor.check()
    for name, texts in SHOWN.items():
        visitor.open(f"#/arena/{name}")
        for text in texts:
            visitor.page.get_by_text(text, exact=True).first.wait_for()
        assert visitor.look() == []
        visitor.check()


def test_a_game_whose_record_was_not_kept_is_played_again(
    chromium: Chromium, server: TableServer
) -> None:
    visitor = chromium.visit(server.url, language="de")
    visitor.open("#/arena/three")
    visitor.press("Partie 5 ansehen")
    visitor.wait("() => location.hash.startsWith('#/replay/')")
    visitor.check()


def test_what_is_not_there_is_said(chromium: Chromium, server: TableServer) -> None:
    visitor = chromium.visit(server.url)
    visitor.open("#/arena/nothing")
    visitor.page.get_by_role("alert").get_by_text("there is no result 'nothing'").wait_for()
    visitor.press("All tournaments", "link")
    visitor.find(".arena-form").wait_for()
    assert [each for each in visitor.problems if "404" not in each] == []


def test_one_result_and_a_server_that_starts_none(
    chromium: Chromium, server: TableServer, tmp_path: Path
) -> None:
    root = server.settings.parent / "results"
    one = f"{SETTINGS}tournaments = 0\nresults = '{root / 'steps'}'\n"
    other = TableServer(tmp_path, settings=one)
    try:
        visitor = chromium.visit(other.url)
        visitor.open("#/arena")
        visitor.page.get_by_text("This server starts no tournaments.").wait_for()
        visitor.find(".result-row").filter(has_text="steps").click()
        visitor.page.get_by_text("Rungs", exact=True).wait_for()
        visitor.check()
    finally:
        other.close()
