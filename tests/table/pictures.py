"""Takes pictures of the page, and makes all others of the documentation: `make pictures`.

    python -m tests.table.pictures [--out FOLDER] [NAMES]

Without a folder, the pictures of the documentation are written to `docs/images`. With one, it gets
a picture of everything at every size, to look at after a change. Names choose some of them:
`jaipur`, `*-phone-dark`. Drawings (`layers`, `terminal`, `tree`) need no browser.
"""

import argparse
import subprocess
import sys
import tempfile
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from tests.cli.command import command
from tests.table.browsing import DESKTOP, PHONE, SIZES, Chromium, Visitor
from tests.table.drawings import DRAWINGS
from tests.table.servers import PERSON, TableServer

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
EXAMPLES = ROOT / "examples"
SETTINGS = "workers = 1\n[limits]\nrequests_per_second = 0\nmatches_per_address = 100000\n"
LIGHT, DARK = "light", "dark"
# Milliseconds that an adviser of these pictures may think.
THOUGHT = 2000


@dataclass(frozen=True)
class Setting:
    """A match to be photographed.

    Attributes:
        agent: plays the other seat, and says what the person plays.
        decisions: how many decisions of the person are played.
        options: options of the game.
    """

    agent: str
    decisions: int
    seed: str = "picture"
    options: Mapping[str, object] = field(default_factory=dict[str, object])


# The middle of a match of every game. These agents have no clock: the pictures stay the same.
GAMES: Mapping[str, Setting] = {
    "dronewars": Setting("tactical", 26),
    "duel": Setting("greedy", 4),
    "gundam": Setting("greedy", 24),
    "jaipur": Setting("utility", 7),
    "leduc": Setting("greedy", 2, "third"),
    "lorcana": Setting("greedy", 26),
    "pokemon": Setting("generator", 14),
    "spire": Setting("greedy", 4),
}


@dataclass(frozen=True)
class Match:
    """A match, and who looks at it."""

    id: str
    token: str
    game: str


class Studio:
    """A server, and a browser in front of it."""

    def __init__(self, server: TableServer, chromium: Chromium) -> None:
        self.server, self.chromium = server, chromium
        self.dealt: dict[tuple[object, ...], Match] = {}

    # Matches.

    def deal(self, game: str, *, whole: bool = False, decisions: int = -1) -> Match:
        """Returns a match of a game: in its middle, or one that is over."""
        key = game, whole, decisions
        if key not in self.dealt:
            self.dealt[key] = self.play(game, 10_000 if whole else decisions)
        return self.dealt[key]

    def play(self, game: str, decisions: int) -> Match:
        """Deals a match and plays it."""
        setting, server = GAMES[game], self.server
        seats: list[Any] = [{**PERSON, "name": "Ada"}]
        if server.get(f"/games/{game}")["seats"] > 1:
            seats.append({"kind": "agent", "agent": setting.agent})
        asked = {"game": game, "options": setting.options, "seats": seats, "seed": setting.seed}
        made = server.post("/matches", asked)
        match = Match(made["match"]["match"], made["tokens"]["0"], game)
        path = f"/matches/{match.id}"
        for _ in range(setting.decisions if decisions < 0 else decisions):
            decision = self.wait(match)
            if decision["over"]:
                break
            choice = self.advise(match, setting.agent)
            server.post(
                f"{path}/moves", {"version": decision["version"], "text": choice}, match.token
            )
        self.wait(match)
        return match

    def wait(self, match: Match) -> Any:
        """Waits until the person must decide, or until the match is over."""
        path = f"/matches/{match.id}"
        while True:
            decision = self.server.get(f"{path}/decision", match.token)
            if decision["over"] or decision["turn"] == 0:
                return decision
            self.server.get(f"{path}/frames?after={decision['seq']}&wait=30", match.token)

    def advise(self, match: Match, agent: str) -> str:
        """Returns the move that an agent would play."""
        path = f"/matches/{match.id}/advice"
        found = self.server.post(path, {"agent": agent, "ms": THOUGHT}, match.token)
        while found["state"] == "thinking":
            found = self.server.get(f"{path}/{found['id']}?wait=30", match.token)
        text: str = found["advice"]["text"]
        return text

    def watched(self) -> Match:
        """Returns a match of two programs."""
        seats = [{"kind": "agent", "agent": name} for name in ("greedy", "random")]
        asked = {"game": "pokemon", "seats": seats, "public": True}
        made = self.server.post("/matches", asked)
        return Match(made["match"]["match"], "", "pokemon")

    # Visitors.

    def look(self, size: str, scheme: str, place: str, match: Match | None = None) -> Visitor:
        """Opens a place of the page, as the player of a match."""
        visitor = self.chromium.visit(self.server.url, size, scheme=scheme, confirm=True)
        if match and match.token:
            kept = {match.id: {"match": match.id, "game": match.game, "token": match.token}}
            visitor.page.evaluate(
                "kept => localStorage.setItem('kibitz.matches', JSON.stringify(kept))", kept
            )
        visitor.page.goto("about:blank")
        visitor.open(place)
        return visitor

    def sit(self, size: str, scheme: str, match: Match) -> Visitor:
        """Opens the table of a match."""
        visitor = self.look(size, scheme, f"#/match/{match.id}", match)
        visitor.find(".felt .piece").first.wait_for()
        visitor.find(".panel-foot").wait_for(state="attached")
        visitor.page.wait_for_timeout(300)
        return visitor


Shot = Callable[[Studio, str, str], Visitor]

# The nearest of 256 colours for every point of a picture, by cutting the space of its colours.
COLOURS = """async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const keys = new Uint32Array(width * height), counts = new Map();
  for (let at = 0; at < keys.length; at++) {
    keys[at] = (data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2];
    counts.set(keys[at], (counts.get(keys[at]) ?? 0) + 1);
  }
  const part = (key, shift) => (key >> shift) & 255;
  const box = (colours) => {
    const spans = [16, 8, 0].map((shift) => {
      let low = 255, high = 0;
      for (const key of colours) {
        low = Math.min(low, part(key, shift));
        high = Math.max(high, part(key, shift));
      }
      return [high - low, shift];
    });
    const [span, shift] = spans.sort((a, b) => b[0] - a[0])[0];
    const total = colours.reduce((sum, key) => sum + counts.get(key), 0);
    return { colours, shift, total, weight: span * Math.cbrt(total) };
  };
  const boxes = [box([...counts.keys()])];
  while (boxes.length < 256) {
    const widest = boxes.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (!widest.weight) break;
    const { colours, shift, total } = widest;
    colours.sort((a, b) => part(a, shift) - part(b, shift));
    let sum = 0, cut = 0;
    while (cut < colours.length - 1 && (sum += counts.get(colours[cut++])) < total / 2);
    boxes.splice(boxes.indexOf(widest), 1, box(colours.slice(0, cut)), box(colours.slice(cut)));
  }
  const palette = [], places = new Map();
  boxes.forEach(({ colours, total }, at) => {
    for (const key of colours) places.set(key, at);
    for (const shift of [16, 8, 0])
      palette.push(Math.round(
        colours.reduce((sum, key) => sum + part(key, shift) * counts.get(key), 0) / total));
  });
  let points = "";
  for (const key of keys) points += String.fromCharCode(places.get(key));
  return { width, height, palette, points: btoa(points) };
}"""


def shrink(studio: Studio, picture: bytes) -> bytes:
    """Returns a PNG with 256 colours, a third of the size."""
    page = studio.chromium.browser.new_page()
    found = page.evaluate(COLOURS, f"data:image/png;base64,{b64encode(picture).decode()}")
    page.close()
    width, height, points = found["width"], found["height"], b64decode(found["points"])
    rows = b"".join(b"\0" + points[at : at + width] for at in range(0, width * height, width))
    parts = [
        (b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(found["palette"])),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def home(studio: Studio, size: str, scheme: str) -> Visitor:
    """The games."""
    visitor = studio.look(size, scheme, "#/")
    visitor.find(".play-now").first.wait_for()
    return visitor


def table(game: str) -> Shot:
    """The table of a game, in the middle of a match."""
    return lambda studio, size, scheme: studio.sit(size, scheme, studio.deal(game))


def start(game: str) -> Shot:
    """The table of a game at its first decision."""
    return lambda studio, size, scheme: studio.sit(size, scheme, studio.deal(game, decisions=0))


def selected(game: str, *groups: str) -> Shot:
    """A move that is selected and not played yet."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        visitor = studio.sit(size, scheme, studio.deal(game))
        for group in groups:
            visitor.touch(visitor.find(f'[data-group="{group}"]:not(.selected) > .hit').first)
        return visitor

    return shoot


def advice(game: str) -> Shot:
    """What the kibitzer would play."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        visitor = studio.sit(size, scheme, studio.deal(game))
        if size == PHONE:
            visitor.find(".tool.ask").tap()
        visitor.press("What should I play?")
        visitor.find(".advice .option").first.wait_for()
        return visitor

    return shoot


def whole_card(game: str, face: str) -> Shot:
    """A card that is read."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        visitor = studio.sit(size, scheme, studio.deal(game))
        visitor.find(f"{face} > .hit").first.focus()
        visitor.page.keyboard.press("i")
        visitor.find(".reader").wait_for()
        return visitor

    return shoot


def over(game: str) -> Shot:
    """A match that is over."""
    return lambda studio, size, scheme: studio.sit(size, scheme, studio.deal(game, whole=True))


def replay(game: str) -> Shot:
    """A replay with its curve."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        match = studio.deal(game, whole=True)
        visitor = studio.look(size, scheme, f"#/replay/{match.id}", match)
        visitor.find(".felt .piece").first.wait_for()
        if size == PHONE:
            visitor.find(".tool.ask").tap()
        visitor.press("Find turning points and mistakes")
        visitor.find(".moment-box .moments button, .moment-box p").first.wait_for()
        visitor.find(".slider").fill("9")
        visitor.page.wait_for_timeout(300)
        return visitor

    return shoot


def watching(studio: Studio, size: str, scheme: str) -> Visitor:
    """Two programs at one table."""
    visitor = studio.sit(size, scheme, studio.watched())
    visitor.page.wait_for_timeout(1500)
    return visitor


def setup(game: str) -> Shot:
    """The form of a new match."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        visitor = studio.look(size, scheme, f"#/new/{game}")
        visitor.find(".setup-form").wait_for()
        return visitor

    return shoot


def rules(game: str) -> Shot:
    """The rules beside the table."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        visitor = studio.sit(size, scheme, studio.deal(game))
        if size == PHONE:
            visitor.find(".tool.ask").tap()
        visitor.press("Rules")
        visitor.find(".rules-drawer h2, .rules-drawer h1").first.wait_for()
        return visitor

    return shoot


def settings(studio: Studio, size: str, scheme: str) -> Visitor:
    """The settings."""
    visitor = home(studio, size, scheme)
    visitor.press("Settings")
    return visitor


def arena(studio: Studio, size: str, scheme: str) -> Visitor:
    """A tournament that the table has played."""
    server = studio.server
    quick = {"game": "jaipur", "options": {"rounds": 1}, "deals": 50, "seed": 1}
    agents = ["greedy", "utility", "random"]
    name = server.post("/arena/results", {**quick, "agents": agents})["name"]
    while server.get(f"/arena/results/{name}")["running"]:
        time.sleep(0.2)
    visitor = studio.look(size, scheme, f"#/arena/{name}")
    visitor.find("svg.plot-lines").first.wait_for()
    return visitor


# Pages that commands and examples make; they need no server of the table.


def arena_report(studio: Studio, size: str, scheme: str) -> Visitor:
    """The report of a tournament."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report")
        words = ["arena", "jaipur", "greedy", "utility", "random", "-o", "rounds=1"]
        fixed = ["--deals", "100", "--seed", "0", "--workers", "1", "--out", str(out)]
        subprocess.run(command(*words, *fixed), check=True, capture_output=True)
        return show(studio, size, scheme, (out / "report.html").read_text(encoding="utf-8"))


def web_menu(studio: Studio, size: str, scheme: str) -> Visitor:
    """The menu in the browser, with the opinion of the adviser."""
    command = [sys.executable, str(EXAMPLES / "web_menu.py"), "--port", "0", "--seed", "picture"]
    started = [*command, "--game", "jaipur"]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True) as menu:
        try:
            assert menu.stdout is not None
            address = menu.stdout.readline().split()[-1]
            with urlopen(f"{address}?ask", timeout=60) as answer:
                return show(studio, size, scheme, answer.read().decode())
        finally:
            menu.terminate()


def balance_report(studio: Studio, size: str, scheme: str) -> Visitor:
    """The balance report of Jaipur."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "balance.html")
        command = [sys.executable, str(EXAMPLES / "balance_report.py"), "jaipur", "--deals", "50"]
        subprocess.run([*command, "--out", str(page)], check=True, capture_output=True)
        return show(studio, size, scheme, page.read_text(encoding="utf-8"))


def drawn(draw: Callable[[], str]) -> Shot:
    """A drawing on a page."""

    def shoot(studio: Studio, size: str, scheme: str) -> Visitor:
        page = f'<meta name="color-scheme" content="{scheme}"><style>svg {{ max-width: 100% }}'
        return show(studio, size, scheme, f"{page}</style>{draw()}")

    return shoot


def show(studio: Studio, size: str, scheme: str, html: str) -> Visitor:
    """Shows a page that loads nothing."""
    visitor = studio.chromium.visit(studio.server.url, size, scheme=scheme)
    visitor.page.set_content(html)
    return visitor


# What there is to see. Every game has its table; other parts look the same in all games.
SHOTS: Mapping[str, Shot] = {
    "home": home,
    **{game: table(game) for game in GAMES},
    "dronewars-start": start("dronewars"),
    "jaipur-select": selected("jaipur", *2 * ["hand:cloth"], *2 * ["market:diamond"]),
    "jaipur-advice": advice("jaipur"),
    "dronewars-advice": advice("dronewars"),
    "gundam-card": whole_card("gundam", ".hand .piece.card"),
    "jaipur-over": over("jaipur"),
    "replay": replay("jaipur"),
    "watching": watching,
    "setup": setup("jaipur"),
    "rules": rules("jaipur"),
    "settings": settings,
    "arena": arena,
    "arena-report": arena_report,
    "web-menu": web_menu,
    "balance-report": balance_report,
    **{name: drawn(draw) for name, draw in DRAWINGS.items()},
}
# The part of the window where the table is, without the kibitzer.
TABLE: "FloatRect" = {"x": 0, "y": 0, "width": 940, "height": 800}
# Pictures of the documentation: the name, what is on it, its size and its colours.
DOCS: Mapping[str, tuple[str, str, str]] = {
    "home.png": ("home", DESKTOP, LIGHT),
    **{f"{game}.png": (game, DESKTOP, LIGHT) for game in GAMES},
    "advice.png": ("jaipur-advice", DESKTOP, LIGHT),
    "gundam-card.png": ("gundam-card", DESKTOP, DARK),
    "jaipur-select.png": ("jaipur-select", DESKTOP, LIGHT),
    "dronewars-advice.png": ("dronewars-advice", DESKTOP, DARK),
    "replay.png": ("replay", DESKTOP, LIGHT),
    "jaipur-phone.png": ("jaipur", PHONE, LIGHT),
    "lorcana-phone.png": ("lorcana", PHONE, DARK),
    "arena.png": ("arena", DESKTOP, LIGHT),
    "arena-report.png": ("arena-report", DESKTOP, LIGHT),
    "web-menu.png": ("web-menu", DESKTOP, LIGHT),
    "balance-report.png": ("balance-report", DESKTOP, LIGHT),
}


def wanted_pictures(out: Path | None, names: list[str]) -> Iterator[tuple[Path, str, str, str]]:
    """Yields the files to be written, and what is on them."""
    if out is None:
        for name, (shot, size, scheme) in DOCS.items():
            if is_wanted(name, names):
                yield IMAGES / name, shot, size, scheme
        return
    for shot in SHOTS:
        for size in SIZES:
            for scheme in (LIGHT, DARK):
                name = f"{shot}-{size}-{scheme}"
                if not names or any(each == shot or fnmatch(name, each) for each in names):
                    yield out / f"{name}.png", shot, size, scheme


def is_wanted(name: str, names: list[str]) -> bool:
    """Tells whether a picture of the documentation is one of those that names choose."""
    return not names or any(fnmatch(name, f"{each}*") for each in names)


def main(words: list[str]) -> None:
    """Takes pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="a folder for pictures of everything")
    parser.add_argument("names", nargs="*", help="which pictures")
    asked = parser.parse_args(words)
    drawings = [name for name in DRAWINGS if asked.out is None and is_wanted(name, asked.names)]
    pictures = [*wanted_pictures(asked.out, asked.names)]
    if not drawings and not pictures:
        parser.error(f"no picture has such a name: {', '.join(asked.names)}")
    (asked.out or IMAGES).mkdir(parents=True, exist_ok=True)
    for name in drawings:
        path = IMAGES / f"{name}.svg"
        path.write_text(DRAWINGS[name](), encoding="utf-8")
        tell(path)
    if pictures:
        take_all(pictures)


def tell(path: Path) -> None:
    """Says which picture is finished."""
    sys.stdout.write(f"{path.name}  {path.stat().st_size / 1000:.0f} kB\n")


def take_all(pictures: Iterable[tuple[Path, str, str, str]]) -> None:
    """Takes pictures with a browser."""
    chromium = Chromium()
    with tempfile.TemporaryDirectory() as folder:
        server = TableServer(Path(folder), settings=SETTINGS)
        try:
            studio = Studio(server, chromium)
            for path, shot, size, scheme in pictures:
                chromium.run(take, studio, path, SHOTS[shot], size, scheme)
                tell(path)
        finally:
            server.close()
            chromium.close()


def take(studio: Studio, path: Path, shot: Shot, size: str, scheme: str) -> None:
    """Takes one picture."""
    visitor = shot(studio, size, scheme)
    visitor.page.wait_for_timeout(200)
    picture = visitor.page.screenshot(clip=TABLE if path.stem in GAMES else None)
    path.write_bytes(shrink(studio, picture))
    visitor.check()
    studio.chromium.close_windows()


if __name__ == "__main__":
    main(sys.argv[1:])
