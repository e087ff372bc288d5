"""What people do at the page besides playing: settings, the kibitzer, refusals, replay, records."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kibitz import RuleEngine, games
from kibitz.agents.asking import ask, write_advice
from kibitz.agents.registry import make_agent
from kibitz.core.randomness import seeded
from tests.table.browsing import DESKTOP, Chromium, Visitor
from tests.table.matches import Dealt
from tests.table.people import COUNT, MOUSE, POINT, Person
from tests.table.servers import PERSON, TableServer

pytestmark = [pytest.mark.needs("browser"), pytest.mark.slow]

# A name that would be a picture with a script, if it ever became markup.
MARKUP = "<img src=x onerror=alert(1)>"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
LANGUAGE = Path("src/kibitz/table/page/texts")
# The planners, and how many moves are played before they are asked.
PLANNERS = (
    ("spire", "planner", 0),
    ("spire", "expert", 0),
    ("dronewars", "commander", 20),
    ("dronewars", "strategic", 20),
    ("pokemon", "generator", 12),
    ("pokemon", "sharp", 12),
)
VERSION = "() => document.querySelector('kibitz-table').version"
FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
LATER = "version => document.querySelector('kibitz-table').version > version"


def sit(
    chromium: Chromium,
    match: Dealt,
    *,
    motion: bool = False,
    scheme: str = "light",
    **settings: object,
) -> Person:
    """Sits down at a match with a mouse, and waits for the decision."""
    visitor = chromium.visit(match.server.url, DESKTOP, motion=motion, scheme=scheme, **settings)
    visitor.sit(match.id, match.token)
    person = Person(visitor, MOUSE, seeded("flows"))
    person.decision()
    return person


# What the server sends, and what becomes of texts.


def test_the_policy_is_strict_and_nothing_is_inline(
    chromium: Chromium, page_server: TableServer
) -> None:
    visitor = chromium.visit(page_server.url)
    answer = visitor.page.goto(page_server.url)
    assert answer is not None
    assert answer.headers["content-security-policy"] == POLICY
    assert not re.search(r"<style|<script(?![^>]* src=)|\s(on\w+|style)=", answer.text())
    visitor.find(".game").first.wait_for()
    inline = "document.querySelectorAll('style, script:not([src])').length"
    assert visitor.page.evaluate(inline) == 0
    visitor.check()


def test_names_are_shown_as_text(
    chromium: Chromium, page_server: TableServer, tmp_path: Path
) -> None:
    seats = [{**PERSON, "name": MARKUP}, {**PERSON, "name": f"b{MARKUP}"}]
    made = page_server.post("/matches", {"game": "jaipur", "seats": seats, "public": True})
    match, tokens = made["match"]["match"], made["tokens"]
    visitor = chromium.visit(page_server.url, name=MARKUP)
    visitor.sit(match, tokens["0"], against=MARKUP, title=MARKUP)
    visitor.find(".plate").get_by_text(MARKUP).first.wait_for()
    page_server.post(f"/matches/{match}/resign", token=tokens["1"])
    visitor.find(".prompt.result").get_by_text(MARKUP).wait_for()
    visitor.find(".log").get_by_text(MARKUP).first.wait_for()
    visitor.open("")
    visitor.find(".kept").get_by_text(MARKUP).first.wait_for()
    visitor.find(".watch-row").get_by_text(MARKUP).first.wait_for()
    assert visitor.find("img").count() == 0

    # The same in a record from outside, down to its moves.
    record = page_server.call("GET", f"/matches/{match}/record", token=tokens["0"]).text
    assert json.dumps(MARKUP)[1:-1] in record
    visitor.find("#record-file").set_input_files(
        {"name": "a.jsonl", "mimeType": "text/plain", "buffer": record.encode()}
    )
    visitor.find("kibitz-replay .plate").get_by_text(MARKUP).first.wait_for()
    assert visitor.find("img").count() == 0
    visitor.check()


def test_a_file_that_is_no_record_is_refused(chromium: Chromium, page_server: TableServer) -> None:
    visitor = chromium.visit(page_server.url)
    visitor.open("")
    # The same file twice is refused twice.
    for count in (1, 2):
        visitor.find("#record-file").set_input_files(
            {"name": "a.jsonl", "mimeType": "text/plain", "buffer": MARKUP.encode()}
        )
        visitor.wait("count => document.querySelectorAll('.toast').length === count", count)
    assert visitor.find("img").count() == 0
    # Chromium itself reports the status of the refusal.
    visitor.problems[:] = [each for each in visitor.problems if "status of 422" not in each]
    visitor.check()


# Settings.


def test_settings_are_kept_and_change_the_page(
    chromium: Chromium, page_server: TableServer
) -> None:
    visitor = chromium.visit(page_server.url)
    visitor.open("")
    visitor.press("Settings")
    menu = visitor.find(".menu")
    colours = menu.get_by_role("group", name="Colours")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = visitor.page.evaluate(ground)
    colours.get_by_role("radio", name="Dark").check()
    assert visitor.page.evaluate(ground) != light
    menu.get_by_role("group", name="Motion").get_by_role("radio", name="Off").check()
    menu.get_by_label("Your name").fill("Ada")
    menu.get_by_role("checkbox").check()
    menu.get_by_role("group", name="Language").get_by_role("radio", name="Deutsch").click()
    visitor.find(".home-title").get_by_text("Was möchtest du spielen?").wait_for()
    assert visitor.page.evaluate("document.documentElement.lang") == "de"
    assert visitor.page.evaluate(ground) != light
    kept = visitor.page.evaluate("JSON.parse(localStorage.getItem('kibitz.settings'))")
    wanted = {"theme": "dark", "motion": "off", "name": "Ada", "confirm": True, "language": "de"}
    assert kept | wanted == kept
    visitor.check()


def test_two_tabs_keep_each_others_seats(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "jaipur")
    person = sit(chromium, match, confirm=True)
    visitor = person.visitor
    other = visitor.context.new_page()
    other.goto(f"{page_server.url}/#/rules/leduc")
    keep = "import('/page/keep.js').then((keep) => %s)"
    other.evaluate(keep % "keep.keep('other', { token: 'secret', title: 'Elsewhere' })")
    other.evaluate(keep % "keep.change({ name: 'Ada' })")
    state = person.decision()
    person.play(state, person.choose(state))
    person.decision()
    visitor.page.evaluate(keep % "keep.change({ budget: 300 })")
    tokens = "Object.fromEntries(keep.keptMatches().map((each) => [each.match, each.token]))"
    for page in (visitor.page, other):
        assert page.evaluate(keep % tokens) == {match.id: match.token, "other": "secret"}
        assert page.evaluate(keep % "[keep.settings.name, keep.settings.budget]") == ["Ada", 300]

    # A list that is open in one tab follows what another tab does.
    visitor.open("")
    visitor.find(".kept").get_by_text("Elsewhere").wait_for()
    other.evaluate(keep % "keep.forget('other')")
    visitor.find(".kept").get_by_text("Elsewhere").wait_for(state="detached")
    # Where there are too many, finished ones go first, however new they are.
    other.evaluate(
        keep
        % """{ for (let at = 0; at < 70; at++) keep.keep(`m${at}`, { token: "x", over: true }); }"""
    )
    kept = other.evaluate(keep % tokens)
    assert kept[match.id] == match.token
    assert len(kept) == 60
    visitor.check()


def test_a_first_load_that_fails_begins_again(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "leduc")
    visitor = chromium.visit(page_server.url)
    kept = json.dumps({match.id: {"match": match.id, "token": match.token, "at": 1}})
    visitor.context.add_init_script(f"localStorage.setItem('kibitz.matches', {json.dumps(kept)})")
    visitor.page.route("**/games/leduc", lambda route: route.abort(), times=1)
    visitor.open(f"#/match/{match.id}")
    visitor.find("kibitz-kibitzer").get_by_text("What should I play?").wait_for()
    visitor.find("h1").get_by_text("Leduc").wait_for()
    assert any("net::ERR_FAILED" in each for each in visitor.problems)
    visitor.problems.clear()
    # Nobody can spoil the page by an address, either.
    visitor.open("#/rules/%")
    visitor.find(".rules .refusal").wait_for()
    visitor.problems[:] = [each for each in visitor.problems if "status of 4" not in each]
    visitor.check()


# The keyboard, and what a screen reader is told.


def test_the_focus_stays_where_something_is_drawn_again(
    chromium: Chromium, page_server: TableServer
) -> None:
    seats = [{"kind": "agent", "agent": "random"}] * 2
    for _ in range(2):
        page_server.post("/matches", {"game": "leduc", "seats": seats, "public": True})
    match = Dealt(page_server, "leduc", seed="3")
    visitor = chromium.visit(page_server.url, budget=300)
    page = visitor.page
    visitor.open("")
    row = visitor.find(".watch-row").nth(1)
    row.focus()
    where = row.get_attribute("href")
    page.evaluate("document.querySelector('kibitz-home').refresh()")
    assert page.evaluate("document.activeElement.getAttribute('href')") == where

    visitor.sit(match.id, match.token)
    visitor.find(".tool.wide-only").focus()
    page.keyboard.press("Enter")
    visitor.find(".rules-drawer h2").first.wait_for()
    assert page.evaluate(FOCUSED) == "Close"
    # What happens at the table leaves a reader alone.
    page.evaluate("document.querySelector('kibitz-table').show()")
    assert page.evaluate(FOCUSED) == "Close"
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUSED) == "Rules"
    page.get_by_role("button", name="What should I play?").focus()
    page.keyboard.press("Enter")
    visitor.find(".advice").wait_for()
    assert page.evaluate("!!document.activeElement.closest('kibitz-kibitzer')")
    visitor.find("#live").get_by_text("Advice:").wait_for(state="attached")

    # A menu of moves: the focus is in it, and a move that the kibitzer named is marked.
    page.evaluate(
        """() => { const table = document.querySelector("kibitz-table");
        document.activeElement.blur();
        table.moves = ["bet 1", "bet 2"].map((text) => ({ kind: "bet", text, words: text,
          verb: "Bet", touches: [] }));
        table.pick = new table.pick.constructor(table.moves);
        table.pointed = { steps: [{ text: "bet 2", touches: [] }], how: "hint" };
        table.drawBar(); }"""
    )
    visitor.find(".actions .hint").focus()
    page.keyboard.press("Enter")
    visitor.find(".actions .hint[data-move='bet 2']").wait_for()
    assert page.evaluate(FOCUSED) == "bet 1"

    # The same words are said again.
    page.evaluate(
        """() => { window.heard = []; new MutationObserver(() => window.heard.push(
          document.getElementById("live").textContent)).observe(
          document.getElementById("live"), { childList: true }); }"""
    )
    for _ in range(2):
        page.evaluate("import('/page/dom.js').then((dom) => dom.say('the same'))")
        visitor.wait("() => document.getElementById('live').textContent === 'the same'")
    assert page.evaluate("window.heard.filter((each) => each === 'the same').length") == 2

    # A new part begins with its contents.
    visitor.find(".panel-foot").get_by_text("Look back").click()
    visitor.find(".replay-line").wait_for()
    assert page.evaluate("document.activeElement.id") == "main"
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == "Kibitzer"
    shown = page.get_by_role("tabpanel")
    assert shown.count() == 1
    assert shown.get_attribute("aria-labelledby") == page.evaluate("document.activeElement.id")
    page.keyboard.press("Home")
    assert page.evaluate(FOCUSED) == "Moves"
    visitor.check()


def test_german_has_every_text(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "jaipur", rounds=1)
    keys = re.findall(r'^  "([\w.]+)":', (LANGUAGE / "en.js").read_text(), re.MULTILINE)
    person = sit(chromium, match, language="de", budget=300)
    visitor = person.visitor
    seen = [visitor.page.inner_text("body")]
    visitor.press("Was soll ich spielen?")
    visitor.find(".advice").wait_for()
    seen.append(visitor.page.inner_text("body"))
    places = {"": ".game", "#/new/jaipur": ".setup-form", f"#/replay/{match.id}": ".replay-line"}
    for place, shown in places.items():
        visitor.open(place)
        visitor.find(shown).first.wait_for()
        visitor.press("Einstellungen")
        visitor.find(".menu legend").first.wait_for()
        seen.append(visitor.page.inner_text("body"))
    for text in seen:
        assert [key for key in keys if "." in key and key in text] == []
    assert "Aufgeben" in seen[0]
    visitor.check()


# The kibitzer.


def test_the_kibitzer_answers(chromium: Chromium, page_server: TableServer) -> None:
    person = sit(chromium, Dealt(page_server, "jaipur"), budget=300)
    visitor = person.visitor
    assert visitor.find(".hint").count() == 0
    visitor.press("Hint")
    visitor.find(".felt .hint, .hand .hint, .actions .hint").first.wait_for()
    assert visitor.find(".option").count() == 0
    visitor.press("What should I play?")
    visitor.find(".option.best").wait_for()
    assert visitor.find(".why").first.inner_text()
    assert visitor.find(".score").count() == visitor.find(".option").count() > 1
    visitor.find(".option").nth(1).click()
    visitor.find(".why-not").get_by_text("behind the best").first.wait_for()
    visitor.find("summary").get_by_text("How it was found").click()
    visitor.find(".trace .story").get_by_text("Looked at:").wait_for()
    visitor.find("summary").get_by_text("All data").click()
    visitor.find(".trace .tree").first.wait_for()

    # A move that is not in the list.
    listed = visitor.find(".option").count()
    rest = visitor.find("#why-moves option").evaluate_all("all => all.map((each) => each.value)")
    if rest:
        visitor.find(".why-list").fill(rest[0])
        visitor.find(".why-row button").click()
        visitor.find(f".option[data-text={json.dumps(rest[0])}]").wait_for()
        assert visitor.find(".option").count() > 0 < listed

    version = visitor.page.evaluate(VERSION)
    visitor.find(".option.best").click()
    visitor.find(".why:visible").get_by_role("button", name="Play it for me").first.click()
    visitor.wait(LATER, version)
    assert visitor.find(".option").count() == 0
    visitor.check()


def test_why_not_a_move_that_the_adviser_left_out(
    chromium: Chromium, page_server: TableServer
) -> None:
    person = sit(chromium, Dealt(page_server, "jaipur"), budget=300)
    visitor = person.visitor
    visitor.find(".chooser select option[value=utility]").wait_for(state="attached")
    visitor.page.get_by_label("Agent", exact=True).select_option("utility")
    visitor.press("What should I play?")
    visitor.find(".option.best").wait_for()
    rest = visitor.find("#why-moves option").evaluate_all("all => all.map((each) => each.value)")
    assert rest
    # As a player types it.
    visitor.find(".why-list").fill(rest[0].upper())
    visitor.page.keyboard.press("Enter")
    own = visitor.find(f".option[data-text={json.dumps(rest[0])}][aria-expanded=true]")
    own.wait_for()
    # What is no move is refused, and does not stand in the way of the next question.
    visitor.find(".why-list").fill("dance")
    visitor.page.keyboard.press("Enter")
    visitor.find("kibitz-kibitzer .refusal").wait_for()
    visitor.press("Why not?")
    visitor.page.get_by_label("Agent", exact=True).select_option("greedy")
    visitor.find(".advice").get_by_text("greedy").wait_for()
    visitor.problems[:] = [each for each in visitor.problems if "status of 422" not in each]
    visitor.check()


@pytest.fixture(scope="module")
def stories() -> dict[str, Any]:
    """The advice of every planner at a decision where it has much to say."""
    found: dict[str, Any] = {}
    for name, agent, moves in PLANNERS:
        engine: RuleEngine[Any, Any] = RuleEngine(games.load(name), seed=7)
        rng = seeded("planners")
        while engine.ply < moves or len(engine.legal_moves()) < 4:
            engine.play(rng.pick(engine.legal_moves()))
        seen = engine.observe(engine.seat)
        advice = ask(make_agent(engine.game, agent), seen, agent)
        found[f"{name} {agent}"] = write_advice(engine.game, seen.view, advice)
    return found


def test_every_planner_tells_its_story(
    chromium: Chromium, page_server: TableServer, stories: dict[str, Any]
) -> None:
    visitor = chromium.visit(page_server.url)
    visitor.open("")
    visitor.find(".game").first.wait_for()
    for planner, advice in stories.items():
        told = visitor.page.evaluate(
            "advice => import('/page/story.js').then((made) => made.story(advice))", advice
        )
        names = ("Goal:", "Path:", "Potions:", "Knockouts:")
        assert any(each.startswith(names) for each in told), (planner, told)
        # Sentences, not data.
        assert not [each for each in told if re.search(r"[{}_]|undefined|null|object", each)], told
    visitor.check()


def test_a_hint_is_marked_and_stays(chromium: Chromium, page_server: TableServer) -> None:
    # Leduc has only buttons, and the first move of Jaipur has pieces.
    person = sit(chromium, Dealt(page_server, "leduc"), budget=300)
    visitor = person.visitor
    visitor.press("Hint")
    visitor.find(".hint-text").get_by_text("Look at the buttons below the table.").wait_for()
    button = visitor.find(".actions .hint")
    assert button.get_attribute("aria-description") == "marked by the kibitzer"
    visitor.page.evaluate("document.querySelector('kibitz-table').show()")
    assert button.count() == 1
    visitor.check()

    person = sit(chromium, Dealt(page_server, "jaipur", seed="6"), budget=300)
    visitor = person.visitor
    visitor.page.get_by_label("Agent", exact=True).select_option("utility")
    visitor.press("Hint")
    visitor.find(".hint-text").get_by_text("Look at the marked cards.").wait_for()
    marked = visitor.find(".felt .hint, .hand .hint").count()
    assert marked
    said = "all => all.map((each) => each.getAttribute('aria-description'))"
    heard = visitor.find(".hint > .hit").evaluate_all(said)
    assert heard == ["marked by the kibitzer"] * marked
    visitor.page.evaluate("document.querySelector('kibitz-table').show()")
    assert visitor.find(".felt .hint, .hand .hint").count() == marked
    visitor.check()


def test_thinking_can_be_cancelled(chromium: Chromium, page_server: TableServer) -> None:
    person = sit(chromium, Dealt(page_server, "duel"), budget=10000)
    visitor = person.visitor
    visitor.find(".chooser select option[value=greedy]").wait_for(state="attached")
    visitor.press("What should I play?")
    visitor.press("Cancel")
    visitor.find(".ask-row").get_by_text("What should I play?").wait_for()
    visitor.page.get_by_label("Time to think").select_option("300")
    visitor.press("What should I play?")
    visitor.find(".option.best").wait_for()
    visitor.check()


# Moves.


def test_a_refused_piece_says_why_and_escape_clears(
    chromium: Chromium, page_server: TableServer
) -> None:
    match = Dealt(page_server, "jaipur", seed="6")
    person = sit(chromium, match)
    visitor, state = person.visitor, person.decision()
    refusals = match.get("/refusals")["refusals"]
    shown = visitor.find(".felt [data-group], .hand [data-group]").evaluate_all(
        "all => all.map((each) => each.dataset.group)"
    )
    touched = {group for move in state["moves"] for group, _ in move["touches"]}
    closed = [group for group in shown if group in refusals and group not in touched]
    assert closed
    person.touch(closed[0])
    reason = refusals[closed[0]]["reason"]
    visitor.find(".prompt.refusal").get_by_text(reason, exact=False).wait_for()
    first = next(move for move in state["moves"] if len(move["touches"]) > 1)["touches"][0][0]
    person.touch(first)
    assert person.page.evaluate(COUNT, [first, state["version"]]) > 0
    assert visitor.find(".selected").count() > 0
    visitor.page.keyboard.press("Escape")
    assert person.page.evaluate(COUNT, [first, state["version"]]) == 0
    assert visitor.find(".selected, .refusal:visible").count() == 0
    visitor.check()


def test_a_typed_move_is_refused_with_a_reason(
    chromium: Chromium, page_server: TableServer
) -> None:
    person = sit(chromium, Dealt(page_server, "jaipur", seed="6"))
    visitor, version = person.visitor, person.decision()["version"]
    for text in ("take spice and run", "sell 9 diamond"):
        visitor.page.keyboard.press("/")
        visitor.find("#typed").fill(text)
        visitor.page.keyboard.press("Enter")
        visitor.wait("() => document.querySelector('#typed-problem').textContent.length > 10")
        visitor.page.keyboard.press("Escape")
    assert visitor.page.evaluate(VERSION) == version
    visitor.problems[:] = [each for each in visitor.problems if "status of 422" not in each]
    visitor.check()


def test_a_card_is_dragged_to_its_target(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "jaipur", seed="6")
    person = sit(chromium, match, confirm=True)
    visitor, page, state = person.visitor, person.page, person.decision()
    move = next(
        move
        for move in state["moves"]
        if move["verb"] == "Exchange"
        and any(group.startswith("hand:") for group, _ in move["touches"])
    )
    groups = [group for group, _ in move["touches"]]
    hand = next(group for group in groups if group.startswith("hand:"))
    market = next(group for group in groups if group.startswith("market:"))
    start, end = (page.evaluate(POINT, [group]) for group in (hand, market))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] - 20, steps=3)
    assert visitor.find(".ghost.dragged").count() == 1
    page.mouse.move(*end, steps=4)
    assert visitor.find(".drop-on").count() == 1
    page.mouse.up()
    assert visitor.find(".ghost").count() == 0
    for group in (hand, market):
        assert page.evaluate(COUNT, [group, state["version"]]) > 0
    # Dropped beside the table, everything is put back.
    page.mouse.move(*end)
    page.mouse.down()
    page.mouse.move(700, 20, steps=4)
    page.mouse.up()
    assert page.evaluate(COUNT, [hand, state["version"]]) == 0
    visitor.check()


def test_a_drag_plays_no_more_than_a_click_would(
    chromium: Chromium, page_server: TableServer
) -> None:
    match = Dealt(page_server, "jaipur", seed="6")
    person = sit(chromium, match, confirm=True)
    visitor, page, state = person.visitor, person.page, person.decision()
    # A piece that means one move, and no more goes with it.
    counts = Counter(group for move in state["moves"] for group, _ in move["touches"])
    alone = [move["touches"] for move in state["moves"] if len(move["touches"]) == 1]
    group, whole = next(touches[0] for touches in alone if counts[touches[0][0]] == 1)
    start = page.evaluate(POINT, [group])
    free = page.evaluate(
        """() => { const box = document.querySelector(".felt").getBoundingClientRect();
        return [box.right - 30, box.bottom - 12]; }"""
    )

    def drag(*end: float) -> None:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0] + 14, start[1] + 4, steps=3)
        assert visitor.find(".ghost.dragged").count() == 1
        page.mouse.move(*end, steps=4)
        page.mouse.up()
        page.wait_for_timeout(300)

    # Whoever wants to be asked is asked.
    drag(*free)
    assert page.evaluate(COUNT, [group, state["version"]]) == whole
    page.keyboard.press("Escape")
    page.evaluate("import('/page/keep.js').then((keep) => keep.change({ confirm: false }))")
    # A hand that trembles plays nothing.
    drag(start[0] + 10, start[1] + 6)
    assert page.evaluate(VERSION) == state["version"]
    assert page.evaluate(COUNT, [group, state["version"]]) == whole
    drag(*free)
    visitor.wait(LATER, state["version"])
    visitor.check()


def test_a_move_that_comes_too_late_leaves_the_new_selection(
    chromium: Chromium, page_server: TableServer
) -> None:
    match = Dealt(page_server, "jaipur", seed="6")
    person = sit(chromium, match, confirm=True)
    visitor, page, state = person.visitor, person.page, person.decision()
    page.route("**/moves", lambda route: route.abort())
    take = next(move for move in state["moves"] if move["verb"] == "Take")
    page.keyboard.press("/")
    page.keyboard.type(take["text"])
    page.keyboard.press("Enter")
    visitor.find(".prompt").get_by_text("The connection is lost").wait_for()
    # The same seat plays elsewhere, and the match goes on.
    match.post("/moves", {"version": state["version"], "text": take["text"]})
    visitor.wait(LATER, state["version"])
    state = person.decision()
    group = state["moves"][0]["touches"][0][0]
    person.touch(group)
    selected = page.evaluate(COUNT, [group, state["version"]])
    assert selected > 0
    page.unroute("**/moves")
    page.wait_for_timeout(5000)
    assert page.evaluate(COUNT, [group, state["version"]]) == selected
    assert "net::ERR_FAILED" in "".join(visitor.problems)
    visitor.problems.clear()
    visitor.check()


def test_take_back_resign_and_rematch(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "jaipur", rounds=1)
    person = sit(chromium, match)
    visitor = person.visitor
    state = person.decision()
    person.play(state, person.choose(state))
    played = person.decision()
    visitor.press("Take back")
    visitor.find(".log").get_by_text("takes back").first.wait_for()
    visitor.wait(LATER, played["version"])
    assert person.decision()["moves"] == state["moves"]
    visitor.press("Resign")
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    visitor.press("Resign")
    dialog.get_by_role("button", name="Resign").click()
    visitor.find(".prompt.result").get_by_text("you resigned").wait_for()
    visitor.press("Rematch")
    visitor.wait("old => document.querySelector('kibitz-table').ident !== old", match.id)
    for _ in range(2):
        state = person.decision()
        person.play(state, person.choose(state))
    visitor.check()


# Watching.


def test_two_programs_are_watched_with_one_click_and_found_again(
    chromium: Chromium, tmp_path: Path
) -> None:
    server = TableServer(tmp_path, settings="workers = 1\n")
    try:
        visitor = chromium.visit(server.url)
        visitor.open("")
        visitor.press("Watch two programs")
        visitor.find(".watching, .prompt.result").first.wait_for()
        where = visitor.page.url
        seats = server.get(f"/matches/{where.rpartition('/')[2]}")["seats"]
        assert [seat["kind"] for seat in seats] == ["agent", "agent"]
        visitor.find(".log li").first.wait_for()
        visitor.open("")
        visitor.find(".kept").click()
        visitor.find(".watching, .prompt.result").first.wait_for()
        assert visitor.page.url == where
        visitor.check()
    finally:
        server.close()


# Motion.


@pytest.mark.parametrize("game", ["jaipur", "leduc", "pokemon", "dronewars", "lorcana"])
def test_a_spectator_reads_names_instead_of_seats(
    chromium: Chromium, page_server: TableServer, game: str
) -> None:
    seats = [{"kind": "person", "name": name, "join": True} for name in ("Ann", "Bob")]
    made = page_server.post("/matches", {"game": game, "seats": seats, "seed": None})
    visitor = chromium.visit(page_server.url)
    visitor.open(f"#/match/{made['match']['match']}")
    visitor.wait("() => /Ann|Bob/.test(document.getElementById('status').textContent)")
    assert "seat" not in visitor.find("#status").inner_text()
    visitor.check()


def watch_log(visitor: Visitor) -> None:
    """Begins to note how long the log is, and when it grew."""
    visitor.page.evaluate(
        """() => { const list = document.querySelector(".log"); window.grew = [];
        new MutationObserver(() => window.grew.push([performance.now(), list.children.length]))
          .observe(list, { childList: true }); }"""
    )


@pytest.mark.parametrize("motion", [False, True])
def test_moves_of_others_come_one_after_the_other(
    chromium: Chromium, page_server: TableServer, motion: bool
) -> None:
    seats = [{"kind": "agent", "agent": "ismcts:ms=300"}] * 2
    made = page_server.post("/matches", {"game": "duel", "seats": seats})
    visitor = chromium.visit(page_server.url, motion=motion)
    visitor.sit(made["match"]["match"])
    # What happened before the page was open comes at once.
    visitor.wait("() => document.querySelector('kibitz-table').log[0]?.seq === 1")
    watch_log(visitor)
    visitor.find(".speed button").first.focus()
    visitor.wait("() => window.grew.length > 3")
    assert visitor.page.evaluate(FOCUSED) == "Pause"
    grew = visitor.page.evaluate("window.grew")
    steps = [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(grew)]
    assert {count for _, count in steps} == {1}
    assert min(gap for gap, _ in steps) > 300, "milliseconds between two moves"
    # Pause, and faster.
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate(FOCUSED) == "Go on"
    before = visitor.find(".log li").count()
    visitor.page.wait_for_timeout(1500)
    assert visitor.find(".log li").count() <= before + 1
    # What happened last, at once.
    visitor.wait("() => document.querySelector('kibitz-table').queue.length > 2")
    last, shown, turn = visitor.page.evaluate(
        """() => { const table = document.querySelector("kibitz-table"), last = table.queue.at(-1);
        [...table.querySelectorAll(".speed button")].at(-1).click();
        return [[last.version, last.seq, last.scene.status],
          [table.version, table.log.at(-1).seq, table.scene.status],
          [document.getElementById("status").textContent, ...table.names]]; }"""
    )
    assert shown == last
    for seat, name in enumerate(turn[1:]):
        last[2] = last[2].replace(f"seat {seat}", name)
    assert turn[0] == last[2], "the status names the players"
    before = visitor.find(".log li").count()
    visitor.press("4\u00d7")
    visitor.press("Go on")
    visitor.wait("count => document.querySelectorAll('.log li').length > count + 2", before)
    seqs = visitor.page.evaluate(
        "document.querySelector('kibitz-table').log.map((each) => each.seq)"
    )
    assert seqs == [*range(1, len(seqs) + 1)]
    visitor.check()


# Replay.


def test_a_replay(chromium: Chromium, page_server: TableServer, tmp_path: Path) -> None:
    match = Dealt(page_server, "leduc", seed="3")
    assert match.play()
    plies = match.get("")["ply"]
    visitor = chromium.visit(page_server.url)
    visitor.sit(match.id, match.token)
    visitor.find(".actions a").filter(has_text="Replay").click()
    page = visitor.page
    said = visitor.find(".replay-line .prompt")
    said.get_by_text("The deal").wait_for()
    page.keyboard.press("ArrowRight")
    visitor.find(".replay-line").get_by_text(f"1 / {plies}").wait_for()
    visitor.find(".slider").fill(str(plies))
    visitor.find(".replay-line").get_by_text(f"{plies} / {plies}").wait_for()
    hidden = "document.querySelectorAll('.foe .piece.hidden').length"
    page.keyboard.press("Home")
    visitor.find(".slider").fill("1")
    visitor.find(".replay-line").get_by_text(f"1 / {plies}").wait_for()
    visitor.wait(f"() => {hidden} === 1")
    page.get_by_label("Seen by").select_option("1")
    visitor.wait(f"() => {hidden} === 1 && location.hash.includes('seat=1')")

    # A hint would have nothing to mark here: the kibitzer says everything.
    page.keyboard.press("Home")
    visitor.find(".replay-line").get_by_text(f"0 / {plies}").wait_for()
    page.get_by_role("tab", name="Kibitzer").click()
    assert visitor.find("kibitz-kibitzer").get_by_text("Hint").count() == 0
    visitor.press("What should I play?")
    visitor.find(".advice").wait_for()
    page.get_by_role("tab", name="Moves").click()
    page.keyboard.press("Home")

    visitor.press("Find turning points and mistakes")
    visitor.find(".chart .value").wait_for()
    visitor.find("[role=progressbar]").wait_for(state="detached")

    with page.expect_download() as waiting:
        visitor.press("Download")
    file = tmp_path / "record.jsonl"
    waiting.value.save_as(file)
    record = page_server.call("GET", f"/matches/{match.id}/record", token=match.token).text
    assert file.read_text() == record

    # Dropped on the home page, it is replayed.
    visitor.open("")
    visitor.find(".drop").wait_for()
    moved = page.evaluate_handle(
        """text => { const moved = new DataTransfer();
        moved.items.add(new File([text], "record.jsonl")); return moved; }""",
        record,
    )
    # Anywhere: also beside the box for it, which shows that it is understood.
    visitor.find("#top").dispatch_event("dragover", {"dataTransfer": moved})
    assert visitor.find(".drop.over").count() == 1
    visitor.find("#top").dispatch_event("dragleave", {"dataTransfer": moved})
    assert visitor.find(".drop.over").count() == 0
    visitor.find("#top").dispatch_event("drop", {"dataTransfer": moved})
    visitor.find(".replay-line").get_by_text(f"0 / {plies}").wait_for()
    assert match.id not in page.url
    visitor.check()


def test_the_rules_are_read_beside_the_table(chromium: Chromium, page_server: TableServer) -> None:
    visitor = sit(chromium, Dealt(page_server, "jaipur")).visitor
    visitor.press("Rules")
    visitor.find(".rules-drawer h2").first.wait_for()
    covered = visitor.page.evaluate(
        """() => {
          const { left } = document.querySelector(".rules-drawer").getBoundingClientRect();
          return [...document.querySelectorAll(".felt .piece, .hand .piece, .bar button")]
            .filter((each) => each.getBoundingClientRect().right > left).length;
        }"""
    )
    assert covered == 0
    visitor.check()


def test_the_end_of_a_fight_says_once_who_won(chromium: Chromium, page_server: TableServer) -> None:
    match = Dealt(page_server, "spire")
    assert match.play()
    reason = match.get("")["result"]["reason"]
    visitor = sit(chromium, match).visitor
    said = visitor.find(".prompt.result").inner_text()
    assert said == {"won": "You win", "lost": "You lose"}[reason]
    assert visitor.find(".outcome .bar-line").count() == 1
    visitor.check()


def test_four_monsters_stand_in_one_row_with_the_player(
    chromium: Chromium, page_server: TableServer
) -> None:
    visitor = sit(chromium, Dealt(page_server, "spire")).visitor
    assert visitor.find(".felt .unit.big").count() == 4
    below = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)"
    for width, height in ((1440, 900), (1366, 700), (1280, 800)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert visitor.page.evaluate(f"{below}(document.querySelector('.felt'))") <= 0
    visitor.find(".tool.wide-only").click()
    visitor.find(".rules-drawer .rules-title").wait_for()
    assert visitor.page.evaluate(f"{below}(document.querySelector('.felt'))") <= 0
    visitor.check()
