"""How fast the page is in Chromium: its first load, a click, the drawing of scenes, motion."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report import progress
from benchmarks.table.figures import Figure, Part, spread
from benchmarks.table.scene import positions
from benchmarks.table.server import running
from kibitz import games
from kibitz.arena.statistics import percentile
from kibitz.core.engine import RuleEngine
from kibitz.core.randomness import seeded
from kibitz.table import frames
from kibitz.table.authority import Authority
from kibitz.table.seats import SeatWish
from kibitz.table.store import Store
from tests.table.browsing import Chromium
from tests.table.people import MOUSE, Person
from tests.table.servers import TableServer

# What is wanted: kilobytes and milliseconds of the first load, milliseconds from click to drawn.
MOST_KB = 80.0
MOST_LOAD = 300.0
MOST_CLICK = 30.0
# A frame that takes longer than this is a dropped one at 60 frames a second.
LONG_FRAME = 25.0
DRAWINGS = 20

# Notes when something is on the screen for the first time.
FIRST = """selector => {
  const seen = () => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now(); }));
  };
  const watch = new MutationObserver(seen);
  watch.observe(document, { childList: true, subtree: true });
}"""
LOADED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const all = [page, ...performance.getEntriesByType("resource")];
  return { kb: all.reduce((sum, each) => sum + each.transferSize, 0) / 1000,
    files: all.length, load: page.loadEventEnd, shown: window.shownAt };
}"""
DRAW = """count => {
  const table = document.querySelector("kibitz-table"), found = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    table.show();
    table.getBoundingClientRect();
    document.elementFromPoint(50, 200);
    found.push((performance.now() - began) / 1000);
  }
  return found;
}"""
CLICKS = """() => performance.getEntriesByName("click to drawn")
  .map((each) => each.duration / 1000)"""
# Pieces that are under way would be clicked where they are no more.
STILL = """() => !document.getAnimations().some((each) => each.playState === "running"
  && each.effect?.getComputedTiming().iterations !== Infinity)"""
# Notes the time between frames for as long as something moves.
FRAMES = """() => {
  window.frameTimes = [];
  let last = 0;
  const next = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === "running"
      && each.effect?.getComputedTiming().iterations !== Infinity);
    if (moves && last) window.frameTimes.push(now - last);
    last = moves ? now : 0;
    window.frameLoop = requestAnimationFrame(next);
  };
  cancelAnimationFrame(window.frameLoop);
  window.frameLoop = requestAnimationFrame(next);
}"""


class Large(NamedTuple):
    """A stored match at a large scene.

    Attributes:
        match: its id.
        tokens: the secrets of its seats.
        seat: who decides.
        moves: texts of moves after which the match goes on, so that they can be taken back.
        kilobytes: the size of the decision.
    """

    match: str
    tokens: dict[int, str]
    seat: int
    moves: list[str]
    kilobytes: float


def moves_that_go_on(engine: RuleEngine[Any, Any]) -> list[str]:  # Any: any game
    """Returns the legal moves that do not end the match, as texts."""
    found = []
    for move in engine.legal_moves():
        engine.execute(move, engine.seat)
        if engine.outcome is None:
            found.append(str(move))
        engine.undo()
    return found


def store_largest(authority: Authority, name: str, count: int) -> Large:
    """Stores a match at the largest decision of random play."""
    best: tuple[float, str, list[tuple[int, Any]]] = (0.0, "", [])  # Any: moves of any game
    for engine in positions(name, count):
        listing = frames.list_moves(engine, engine.seat)
        shown = frames.write_decision(engine.game, engine.view(engine.seat), listing)
        size = len(json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()) / 1000
        if size > best[0] and moves_that_go_on(engine):
            best = (size, str(engine.seed), [*engine.history])
    size, seed, history = best
    people = [SeatWish("person", join=True)] * games.load(name).seats
    live, tokens = authority.create(name, {}, people, seed=seed)
    version = 0
    for seat, move in history:
        said = {"move": move.to_json()}
        _, version, _ = authority.move(live.header.id, tokens[seat], said, version)
    engine = live.engine
    return Large(live.header.id, tokens, engine.seat, moves_that_go_on(engine), size)


def first_loads(
    chromium: Chromium, server: TableServer, selector: str, place: str, kept: str, repeats: int
) -> list[dict[str, float]]:
    """Opens a place again and again, each time in a browser that has never been there."""
    found: list[dict[str, float]] = []
    for _ in range(repeats):
        visitor = chromium.visit(server.url)
        if kept:
            visitor.context.add_init_script(
                f"localStorage.setItem('kibitz.matches', {json.dumps(kept)})"
            )
        visitor.context.add_init_script(f"({FIRST})({json.dumps(selector)})")
        visitor.open(place)
        visitor.wait("() => window.shownAt > 0 && document.readyState === 'complete'")
        visitor.page.wait_for_timeout(200)
        found.append(visitor.page.evaluate(LOADED))
        chromium.close_windows()
    return found


def loading(name: str, found: list[dict[str, float]]) -> list[Figure]:
    """Returns the figures of some first loads."""

    def median(key: str) -> float:
        return percentile(sorted(each[key] for each in found), 50)

    return [
        Figure(f"{name}, transferred", median("kb"), "kB", MOST_KB),
        Figure(f"{name}, requests", int(median("files"))),
        Figure(f"{name}, load event, median", median("load"), "ms", MOST_LOAD),
        Figure(f"{name}, shown, median", median("shown"), "ms", MOST_LOAD),
    ]


def kept(large: Large) -> str:
    """Returns what a browser keeps of the seat that must decide."""
    token = large.tokens[large.seat]
    return json.dumps({large.match: {"match": large.match, "token": token, "at": 1}})


def sit(chromium: Chromium, server: TableServer, large: Large, *, motion: bool) -> Person:
    """Sits down at the seat that must decide."""
    visitor = chromium.visit(server.url, motion=motion)
    visitor.sit(large.match, large.tokens[large.seat])
    person = Person(visitor, MOUSE, seeded(large.match))
    person.decision()
    return person


def click(person: Person, server: TableServer, large: Large) -> None:
    """Plays a move by its last click, and takes it back."""
    visitor = person.visitor
    state = person.decision()
    visitor.wait(STILL)
    clickable = [move for move in state["moves"] if move.get("text") in large.moves]
    person.play(state, person.rng.pick(clickable))
    visitor.wait("() => !document.querySelector('kibitz-table').playStart")
    visitor.page.wait_for_timeout(400)
    path = f"/matches/{large.match}/take-back"
    answer = server.post(path, token=large.tokens[large.seat])
    if answer["asked"] is not None:
        for seat, token in large.tokens.items():
            if seat != large.seat:
                server.post(f"{path}/answer", {"agree": True}, token)
    visitor.wait(
        """version => { const table = document.querySelector("kibitz-table");
        return table.version > version + 1 && table.open; }""",
        state["version"],
    )


def clicks(
    chromium: Chromium, server: TableServer, name: str, large: Large, repeats: int
) -> list[Figure]:
    """Measures clicks, drawings and motion at a large scene."""
    person = sit(chromium, server, large, motion=False)
    for _ in range(repeats):
        click(person, server, large)
    took = person.page.evaluate(CLICKS)
    drawn = person.page.evaluate(DRAW, DRAWINGS)
    person.visitor.check()
    chromium.close_windows()

    person = sit(chromium, server, large, motion=True)
    person.page.evaluate(FRAMES)
    for _ in range(min(5, repeats)):
        click(person, server, large)
    between = sorted(person.page.evaluate("window.frameTimes")) or [0.0]
    person.visitor.check()
    chromium.close_windows()
    return [
        Figure(f"{name}, decision", large.kilobytes, "kB"),
        *spread(f"{name}, click to drawn", took, MOST_CLICK),
        *spread(f"{name}, drawing", drawn)[:2],
        Figure(f"{name}, motion, between frames, median", percentile(between, 50), "ms"),
        Figure(f"{name}, motion, frames", len(between)),
        Figure(f"{name}, motion, long frames", sum(each > LONG_FRAME for each in between)),
    ]


def page(folder: Path, store: str, count: int, repeats: int) -> Part:
    """Measures the page against a server of the build that runs this."""
    opened = Store(store)
    opened.open()
    authority = Authority(opened)
    large = {name: store_largest(authority, name, count) for name in games.names()}
    opened.close()
    chromium = Chromium()
    figures: list[Figure] = []
    try:
        with running(folder, store) as server:
            figures += chromium.run(first_figures, chromium, server, large, repeats)
            for at, (name, each) in enumerate(large.items(), 1):
                figures += chromium.run(clicks, chromium, server, name, each, repeats)
                progress(at, len(large), name)
    finally:
        chromium.run(chromium.close_windows)
        chromium.close()
    return Part("page", {"positions": count, "repeats": repeats}, figures, [])


def first_figures(
    chromium: Chromium, server: TableServer, large: Mapping[str, Large], repeats: int
) -> list[Figure]:
    """Measures the first load of the home page, and of a table."""
    home = first_loads(chromium, server, ".game", "", "", repeats)
    biggest = max(large.values(), key=lambda each: each.kilobytes)
    place = f"#/match/{biggest.match}"
    table = first_loads(chromium, server, ".felt .area", place, kept(biggest), repeats)
    return [*loading("home", home), *loading("table", table)]
