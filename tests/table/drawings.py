"""Draws the pictures of the documentation that no browser is needed for, as SVG files.

Every one is made from the thing itself: the contract of imports, what the command prints on a
terminal, and the tree of a search. They have no background of their own, or one for themselves, so
that they can be read on a light page and on a dark one.
"""

import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from kibitz.agents.ismcts import (
    EXPLORATION,
    WIDENING,
    DecisionNode,
    MoveNode,
    Settings,
    TreeSearch,
    most_visited,
)
from kibitz.core import RuleEngine
from kibitz.games import load
from tests.cli.command import PATIENCE, command, environment

ROOT = Path(__file__).parents[2]
# White text is readable on these, and they can be told from a light page and from a dark one.
BLUE, DARK_BLUE, BROWN, GREY = "#33658a", "#274e6b", "#8a4b2a", "#5b6570"
# A line that can be seen on both, and one that is marked.
LINE, MARKED = "#8b95a1", "#d08700"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


# Parts of a drawing.


class Box(NamedTuple):
    """A place in a drawing: the corner at the top left, and the size."""

    x: float
    y: float
    width: float
    height: float


def sheet(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """Returns a whole drawing."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(label)}" '
        f'font-family="{FONT}" font-size="15" text-anchor="middle">'
    )
    return "\n".join([head, *parts, "</svg>", ""])


def filled(box: Box, colour: str, *lines: str) -> Iterator[str]:
    """Draws a box with lines of white text; the first one is bold if there are more."""
    x, y, width, height = box
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{colour}"/>'
    )
    top = y + height / 2 + 5 - 9 * (len(lines) - 1)
    for number, line in enumerate(lines):
        bold = ' font-weight="bold"' if len(lines) > 1 and number == 0 else ""
        yield (
            f'<text x="{x + width / 2:g}" y="{top + 18 * number:g}" fill="#fff"{bold}>'
            f"{escape(line)}</text>"
        )


# The layers of the source.


def layers() -> str:
    """Draws the packages as the contract of imports orders them, with the games in their layer."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    contracts = project["tool"]["importlinter"]["contracts"]
    rows = next(each["layers"] for each in contracts if each["id"] == "layers")
    games = sorted(project["project"]["entry-points"]["kibitz.games"])
    width, gap, y = 760.0, 12.0, 0.0
    parts: list[str] = []
    for number, row in enumerate(rows):
        if number:
            parts.append(arrow(width / 2, y - 20, y - 2))
        names = [name.strip() for name in row.split("|")]
        height = 84.0 if row == "games" else 42.0
        places = divided(Box(0, y, width, height), len(names), gap)
        for box, name in zip(places, names, strict=True):
            if name == "games":
                # The name stands in the upper half, and the games below it.
                parts += filled(box, BLUE)
                parts += filled(Box(box.x, box.y, box.width, 42), BLUE, name)
                inside = Box(box.x + 10, box.y + 40, box.width - 20, 34)
                for place, game in zip(divided(inside, len(games), 6), games, strict=True):
                    parts += filled(place, DARK_BLUE, game)
            else:
                parts += filled(box, BLUE, name)
        y += height + 22
    return sheet(width, y - 22, "The packages of Kibitz; imports point down", parts)


def divided(box: Box, number: int, gap: float) -> list[Box]:
    """Divides a place into equal places beside each other."""
    width = (box.width - gap * (number - 1)) / number
    return [Box(box.x + (width + gap) * at, box.y, width, box.height) for at in range(number)]


def arrow(x: float, top: float, bottom: float) -> str:
    """Draws an arrow down."""
    return (
        f'<path d="M{x:g} {top:g}V{bottom:g}m-5 -6l5 6l5 -6" fill="none" stroke="{LINE}" '
        'stroke-width="2"/>'
    )


# The tree of a search.

# The match and the hint of the quickstart.
SEED, PLAYED, ITERATIONS = 2, ("call", "call"), 5000
# How many moves after each other are drawn.
LEVELS = 3
NODE, STEP = Box(0, 0, 164, 48), (206.0, 58.0)


def tree() -> str:
    """Draws what a search in Leduc hold'em tried: after every move, the moves that came next."""
    match = RuleEngine(load("leduc"), seed=SEED)
    for move in PLAYED:
        match.play(move)
    search = TreeSearch(match.observe(), Settings(ITERATIONS, EXPLORATION, WIDENING, True, None))
    search.run(None)
    drawing = TreeDrawing(search)
    width = STEP[0] * LEVELS + NODE.width
    height = STEP[1] * drawing.rows - (STEP[1] - NODE.height)
    label = "A search tree: every move with its tries and its average result"
    return sheet(width, height, label, [*drawing.lines, *drawing.boxes])


class TreeDrawing:
    """The drawing of a tree, from left to right.

    Attributes:
        rows: how many rows there are; every last move has one.
        lines: what joins the boxes.
        boxes: the moves.
    """

    def __init__(self, search: TreeSearch[Any, Any]) -> None:
        self.seat, self.tries = search.root.seat, search.iterations
        self.rows = 0
        self.lines: list[str] = []
        self.boxes: list[str] = []
        self.add(("the search", f"{self.tries:,} tries"), GREY, search.root, 0, expected=True)

    def add_move(self, node: MoveNode[Any], depth: int, *, expected: bool) -> float:
        """Draws a move with what follows; returns the middle of its height."""
        own = node.seat == self.seat
        lines = (
            f"{'you' if own else 'opponent'}: {node.move}",
            f"{node.visits:,.0f} tries, {node.mean():+.2f}",
        )
        return self.add(lines, BLUE if own else BROWN, node.decisions, depth, expected=expected)

    def add(
        self,
        lines: tuple[str, str],
        colour: str,
        decision: DecisionNode[Any] | None,
        depth: int,
        *,
        expected: bool,
    ) -> float:
        """Draws a box with the moves that follow; returns the middle of its height.

        Args:
            lines: what is written in the box.
            colour: the colour of the box.
            decision: what was tried next.
            depth: the column.
            expected: whether it is on the line that the search expects.
        """
        tried = decision.nodes.values() if decision and depth < LEVELS else []
        nodes = sorted(tried, key=lambda node: -node.visits)
        next_expected = most_visited(decision) if expected else None
        middles = [self.add_move(node, depth + 1, expected=node is next_expected) for node in nodes]
        if middles:
            middle = (middles[0] + middles[-1]) / 2
        else:
            middle = self.rows * STEP[1] + NODE.height / 2
            self.rows += 1
        x = depth * STEP[0]
        for node, y in zip(nodes, middles, strict=True):
            marked = node is next_expected
            self.join(x + NODE.width, middle, x + STEP[0], y, node.visits, marked=marked)
        place = Box(x, middle - NODE.height / 2, NODE.width, NODE.height)
        self.boxes += filled(place, colour, *lines)
        return middle

    def join(
        self, x: float, y: float, to_x: float, to_y: float, tries: float, *, marked: bool
    ) -> None:
        """Draws the line from a move to one that came next; the more tries, the wider."""
        middle = (x + to_x) / 2
        self.lines.append(
            f'<path d="M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}" '
            f'fill="none" stroke="{MARKED if marked else LINE}" '
            f'stroke-width="{1.5 + 12 * (tries / self.tries) ** 0.5:.1f}"/>'
        )


# The terminal.

COLUMNS, LINES = 88, 60
TYPED = "hint\n"
WORDS = ("play", "jaipur", "--seed", "9")
# Light enough on the dark window that dimmed text can be read, too.
THEME = TerminalTheme(
    background=(30, 33, 38),
    foreground=(230, 233, 236),
    normal=[
        (30, 33, 38),  # black
        (255, 130, 120),  # red
        (160, 220, 120),  # green
        (245, 200, 90),  # yellow
        (130, 180, 255),  # blue
        (225, 160, 240),  # magenta
        (120, 225, 240),  # cyan
        (230, 233, 236),  # white
    ],
)
# Rich draws the window; fonts are those of the reader, and nothing is loaded from elsewhere.
WINDOW = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}" role="img" aria-label="kibitz in a terminal">
<style>
.{unique_id}-matrix {{ font-family: MONOSPACE; font-size: {char_height}px; }}
.{unique_id}-title {{ font-family: FONT; font-size: 18px; font-weight: bold; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
""".replace("MONOSPACE", MONOSPACE).replace("FONT", FONT)


def terminal() -> str:
    """Draws what `kibitz play jaipur` prints on a terminal, up to its first hint."""
    colours = {"FORCE_COLOR": "1", "TTY_INTERACTIVE": "0", "TERM": "xterm-256color"}
    done = subprocess.run(
        command(*WORDS),
        input=TYPED,
        capture_output=True,
        text=True,
        env=environment({**colours, "COLUMNS": f"{COLUMNS}", "LINES": f"{LINES}"}),
        timeout=PATIENCE,
        check=True,
    )
    # The end of the input ends the match, behind the prompt.
    shown = done.stdout.rpartition("your move")[0]
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Text.from_ansi(f"$ kibitz {' '.join(WORDS)}\n{shown}"), soft_wrap=True)
    return console.export_svg(title="kibitz", theme=THEME, code_format=WINDOW, unique_id="terminal")


DRAWINGS: Mapping[str, Callable[[], str]] = {"layers": layers, "terminal": terminal, "tree": tree}
