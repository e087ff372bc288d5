"""The replay in a real browser: a position is copied and played on, and mistakes are explained."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from kibitz import RuleEngine, games, write_record
from kibitz.core.randomness import seeded
from tests.table.browsing import DESKTOP, PHONE, Chromium, Visitor
from tests.table.people import MOUSE, Person
from tests.table.servers import TableServer, good

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

QUICK = "workers = 1\n[limits]\nrequests_per_second = 0\nmatches_per_address = 100000\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("play-on"), settings=QUICK)
    yield found
    found.close()


def imported(server: TableServer, game: str, moves: int) -> tuple[str, RuleEngine[Any, Any]]:
    """Plays random moves, and imports the record; returns the id of the match."""
    engine: RuleEngine[Any, Any] = RuleEngine(games.load(game), seed=7)
    rng = seeded(game)
    while engine.ply < moves and engine.outcome is None:
        engine.play(rng.pick(engine.legal_moves()))
    text = write_record(engine).text()
    answer = good(httpx.post(f"{server.url}/records", content=text.encode(), timeout=60))
    return answer["match"], engine


def open_replay(visitor: Visitor, match: str, ply: int) -> None:
    """Goes to a move of a replay, with the panel in sight."""
    visitor.open(f"#/replay/{match}?ply={ply}")
    visitor.wait("ply => document.querySelector('kibitz-replay')?.shown === ply", ply)
    if visitor.size == PHONE:
        visitor.touch(visitor.find(".tool.ask"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_position_is_copied_and_played_on(
    chromium: Chromium, server: TableServer, size: str
) -> None:
    match, engine = imported(server, "jaipur", 12)
    while engine.ply > 5:
        engine.undo()
    visitor = chromium.visit(server.url, size)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(visitor, match, 5)
    visitor.press("Copy position")
    visitor.find(".toast").filter(has_text="The position is copied.").wait_for()
    copied = json.loads(visitor.page.evaluate("navigator.clipboard.readText()"))
    assert copied == engine.game.position(engine.view(engine.seat))
    visitor.press("Play on from here")
    dialog = visitor.find("dialog[open]")
    assert dialog.get_by_label("You play for").input_value() == str(engine.seat)
    dialog.get_by_label("You play for").select_option(str(1 - engine.seat))
    dialog.get_by_label("against").select_option("random")
    visitor.touch(dialog.get_by_role("button", name="Play", exact=True))
    # The program moves first, from where the replay was.
    person = Person(visitor, MOUSE, seeded("on"))
    person.decision()
    branch = visitor.page.url.rpartition("/")[2]
    described = server.get(f"/matches/{branch}")
    assert described["from"] == {"match": match, "ply": 5}
    assert [seat["agent"] for seat in described["seats"]][engine.seat] == "random"
    log = visitor.find(".log")
    assert "goes on after 5 moves of an earlier match" in (log.text_content() or "")
    assert visitor.page.evaluate("document.querySelector('kibitz-table').you") == 1 - engine.seat
    state = person.decision()
    person.play(state, state["moves"][0])
    assert server.get(f"/matches/{branch}")["ply"] >= 7
    visitor.check()


def test_the_list_of_public_matches_says_which_are_played_on(
    chromium: Chromium, server: TableServer
) -> None:
    match, _ = imported(server, "jaipur", 4)
    seats = [{"kind": "person"}] * 2
    server.post(f"/matches/{match}/plies/2/match", {"seats": seats, "public": True})
    server.post("/matches", {"game": "jaipur", "seats": seats, "public": True})
    visitor = chromium.visit(server.url)
    visitor.open("#/")
    rows = visitor.find(".watch-row")
    rows.first.wait_for()
    told = [text.count("played on from a replay") for text in rows.all_inner_texts()]
    assert sorted(told) == [0, 1]
    visitor.check()


def test_nothing_is_played_on_at_the_end(chromium: Chromium, server: TableServer) -> None:
    match, engine = imported(server, "leduc", 99)
    assert engine.outcome is not None
    visitor = chromium.visit(server.url)
    open_replay(visitor, match, engine.ply)
    visitor.press("Play on from here")
    visitor.find(".toast").filter(has_text="There is nothing to decide here").wait_for()
    assert not visitor.find("dialog").count()
    visitor.check()


def test_a_game_for_one_is_played_on_without_a_choice(
    chromium: Chromium, server: TableServer
) -> None:
    match, engine = imported(server, "spire", 3)
    visitor = chromium.visit(server.url)
    open_replay(visitor, match, 2)
    visitor.press("Play on from here")
    dialog = visitor.find("dialog[open]")
    assert not dialog.locator("select").count()
    visitor.touch(dialog.get_by_role("button", name="Play", exact=True))
    Person(visitor, MOUSE, seeded("on")).decision()
    assert visitor.page.evaluate("document.querySelector('kibitz-table').info.ply") == 2
    assert engine.ply == 3
    visitor.check()


def test_a_replay_goes_at_its_own_pace(chromium: Chromium, server: TableServer) -> None:
    match, _ = imported(server, "jaipur", 12)
    visitor = chromium.visit(server.url)
    open_replay(visitor, match, 0)
    visitor.page.get_by_label("Speed").select_option("0.5")
    # Play, pause, and play again before the next move comes.
    for _ in range(3):
        visitor.find(".replay-line .round").nth(1).click()
    visitor.page.wait_for_timeout(2600)
    assert visitor.page.evaluate("document.querySelector('kibitz-replay').ply") in (2, 3)
    visitor.check()


def test_advice_in_a_replay_is_marked_on_the_table(chromium: Chromium, server: TableServer) -> None:
    match, engine = imported(server, "jaipur", 6)
    while engine.ply > 2:
        engine.undo()
    visitor = chromium.visit(server.url, budget=300)
    page = visitor.page
    open_replay(visitor, match, 2)
    page.get_by_label("Seen by").select_option(str(engine.seat))
    page.get_by_role("tab", name="Kibitzer").click()
    page.get_by_label("Agent", exact=True).select_option("utility")
    visitor.press("What should I play?")
    visitor.find(".felt .hint, .hand .hint").first.wait_for()
    listed = visitor.find(".option").evaluate_all("all => all.map((each) => each.dataset.text)")
    rest = visitor.find("#why-moves option").evaluate_all("all => all.map((each) => each.value)")
    assert {*listed, *rest} == {str(move) for move in engine.legal_moves()}
    # What it touches lies on the table of whoever decides, and of nobody else.
    page.get_by_label("Seen by").select_option(str(1 - engine.seat))
    visitor.find(".hint").first.wait_for(state="detached")
    # The rules open beside the table, and the replay stays.
    visitor.press("Rules")
    visitor.find(".rules-drawer h2").first.wait_for()
    page.keyboard.press("Escape")
    assert visitor.find(".rules-drawer").count() == 0
    assert page.evaluate("document.querySelector('kibitz-replay').ply") == 2
    visitor.check()


# Mistakes.


def option(text: str, score: float, chance: float | None, *reasons: tuple[str, float, str]) -> Any:
    """Writes an option of advice as the server does."""
    told = [{"term": term, "amount": amount, "text": says} for term, amount, says in reasons]
    return {"text": text, "words": text, "score": score, "chance": chance, "reasons": told}


def advise_with(visitor: Visitor, played: str, ply: int) -> list[Any]:
    """Answers questions of the page: a search sees one blunder, the opponent knows its terms."""
    asked: list[Any] = []

    def answer(route: "Route") -> None:
        body = json.loads(route.request.post_data or "{}")
        asked.append(body)
        blunder = body["ply"] == ply
        if body["agent"] == "ismcts":
            chance = 0.2 if blunder else 0.6
            own = option(body["wanted"][0], 0.1, chance, ("tries", 0.1, "9 tries"))
            best = option("sell 3 gold", 0.9, 0.7, ("tries", 0.9, "81 tries"))
            options, unit = ([best, own] if blunder else [own]), "% of the tries"
        else:
            best = option(
                "sell 3 gold", 9, None, ("tokens", 5, "gold brings 5"), ("tokens", 4, "a bonus 4")
            )
            own = option(played, 2, None, ("tokens", 2, "leather brings 2"))
            options, unit = [own, best], "rupees"
        advice = {"text": options[0]["text"], "value": 0.5, "unit": unit, "options": options}
        more = {"plan": [], "trace": {"options": []}, "explanation": ["It sells dear goods."]}
        found = {"id": "x", "state": "done", "ply": body["ply"], "advice": {**advice, **more}}
        route.fulfill(status=202, json=found)

    visitor.page.route("**/advice", answer)
    return asked


def test_a_blunder_says_what_it_lost_by_the_terms_of_the_opponent(
    chromium: Chromium, server: TableServer
) -> None:
    match, engine = imported(server, "jaipur", 6)
    visitor = chromium.visit(server.url)
    asked = advise_with(visitor, str(engine.history[3][1]), 3)
    open_replay(visitor, match, 0)
    visitor.press("Find turning points and mistakes")
    blunder = visitor.find(".moments .blunder")
    blunder.wait_for()
    told = blunder.inner_text()
    assert "a blunder" in told
    assert "Better: sell 3 gold (+50 percentage points)" in told
    assert (
        "What it loses: gold brings 5, a bonus 4, instead of leather brings 2 (\N{MINUS SIGN}7)."
        in told
    )
    assert "tries" not in told
    second = [each for each in asked if each["agent"] != "ismcts"]
    assert [(each["ply"], each["wanted"][0]) for each in second] == [(3, "sell 3 gold")]
    assert blunder.count() == 1
    visitor.touch(blunder)
    visitor.wait("() => document.querySelector('kibitz-replay').shown === 3")
    visitor.check()


def test_a_whole_match_is_analysed_by_agents(chromium: Chromium, server: TableServer) -> None:
    match, _ = imported(server, "leduc", 99)
    visitor = chromium.visit(server.url)
    open_replay(visitor, match, 0)
    visitor.press("Find turning points and mistakes")
    visitor.wait("() => !document.querySelector('kibitz-analysis').running")
    points = visitor.page.evaluate("document.querySelector('kibitz-analysis').points")
    assert points
    # Leduc is won by chips: no chance is told, and a mistake counts chips, not tries.
    assert not any(point["chance"] for point in points)
    visitor.check()


def test_an_analysis_goes_on_and_follows_the_seat_that_is_shown(
    chromium: Chromium, server: TableServer
) -> None:
    match, engine = imported(server, "jaipur", 5)
    visitor = chromium.visit(server.url)
    page = visitor.page
    open_replay(visitor, match, 0)
    page.get_by_label("Time for each move").select_option("2000")
    visitor.press("Find turning points and mistakes")
    visitor.press("Cancel")
    page.get_by_label("Time for each move").select_option("150")
    visitor.press("Go on")
    visitor.wait("() => !document.querySelector('kibitz-analysis').running")
    points = "document.querySelector('kibitz-analysis').points"
    first = page.evaluate(points)
    assert [each["ply"] for each in first] == [*range(engine.ply)]
    assert visitor.find(".curve-scale").inner_text().split("\n") == ["100 %", "50 %", "0 %"]
    page.get_by_label("Seen by").select_option("1")
    visitor.find(".chart").wait_for()
    assert page.evaluate(points)[0]["value"] == pytest.approx(1 - first[0]["value"])
    assert "seat 1" in visitor.find("kibitz-analysis .dim").first.inner_text().lower()
    # Another program has another scale, so nothing of this one is kept.
    page.get_by_label("Program that looks").select_option("utility")
    visitor.press("Find turning points and mistakes")
    visitor.wait("() => document.querySelector('kibitz-analysis').next === 5")
    visitor.wait("() => !document.querySelector('kibitz-analysis').running")
    assert not any(each["chance"] for each in page.evaluate(points))
    visitor.check()
