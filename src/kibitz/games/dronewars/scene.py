"""How a battle is drawn: the three lanes as lines of text, and moves in words.

Both are made from a view, so they show what its seat sees.
"""

from typing import Final

from kibitz.core.move import Move
from kibitz.games.dronewars.cards.catalogue import CARD_WORDS, DRONE_WORDS, LANES, SECTIONS
from kibitz.games.dronewars.moves import Choose, Discard, Keep, Place
from kibitz.games.dronewars.rules.stats import attack, speed
from kibitz.games.dronewars.state import (
    DECK,
    DISCARD,
    HAND,
    MANDATORY_DISCARD,
    PHASES,
    Battle,
    has_passed,
    pile,
)
from kibitz.kit.state import TRUTH

WIDTH: Final = 26


def draw_battle(view: Battle) -> str:
    """Draws the battle, the seat of the view below."""
    below = view.viewer if view.viewer in (0, 1) else 0
    phase = PHASES[view.phase].replace("_", " ")
    lines = [f"round {view.turn}, {phase}, seat {view.seat} to decide"]
    lines += [seat_line(view, 1 - below), section_line(view, 1 - below)]
    lines += drone_lines(view, 1 - below)
    lines.append("-" * (WIDTH * LANES))
    lines += drone_lines(view, below)
    lines += [section_line(view, below), seat_line(view, below)]
    hand = ", ".join([CARD_WORDS[card] or "?" for card in pile(view, HAND, below)])
    return "\n".join([*lines, f"hand: {hand or 'empty'}"])


def seat_line(view: Battle, seat: int) -> str:
    """Writes the energy, budget and cards of a seat."""
    cards = [len(pile(view, zone, seat)) for zone in (HAND, DECK, DISCARD)]
    passed = ", passed" if has_passed(view, seat) else ""
    return (
        f"seat {seat}: energy {view.board.energy[seat]}, budget {view.board.budget[seat]}, "
        f"hand {cards[0]}, deck {cards[1]}, discard {cards[2]}{passed}"
    )


def columns(cells: list[str]) -> str:
    """Writes a cell for each lane side by side."""
    return "".join([cell[: WIDTH - 1].ljust(WIDTH) for cell in cells]).rstrip()


def section_line(view: Battle, seat: int) -> str:
    """Writes the sections of a seat."""
    cells = []
    for lane in range(LANES):
        at = seat * LANES + lane
        name = SECTIONS[view.board.sections[at]].word or "hidden"
        cells.append(f"{name} {view.board.hull[at]}/{view.board.shields[at]}")
    return columns(cells)


def drone_lines(view: Battle, seat: int) -> list[str]:
    """Writes the drones of a seat, one in a line of its lane."""
    rows = [
        [drone_cell(view, seat, lane, at) for at in range(len(row))]
        for lane, row in enumerate(view.rows[seat * LANES : seat * LANES + LANES])
    ]
    height = max([len(row) for row in rows])
    return [
        columns([row[line] if line < len(row) else "" for row in rows]) for line in range(height)
    ]


def drone_cell(view: Battle, seat: int, lane: int, index: int) -> str:
    """Writes a drone: name, attack, speed, hull and shields; an exhausted one in brackets."""
    drone = view.rows[seat * LANES + lane][index]
    numbers = f"a{attack(view, seat, lane, drone)} s{speed(view, seat, lane, drone)}"
    text = f"{DRONE_WORDS[drone.kind]} {numbers} {drone.hull}/{drone.shields}"
    return text if drone.ready else f"({text})"


def describe_move(view: Battle, move: Move[Battle]) -> str:
    """Says what a move does; what the viewer cannot see is not named."""
    if view.viewer in (view.seat, TRUTH) or not is_secret(view, move):
        return str(move)
    return f"{move.id}: hidden"


def is_secret(view: Battle, move: Move[Battle]) -> bool:
    """Tells whether a move names what only its player knows."""
    if isinstance(move, Discard):
        return view.phase == MANDATORY_DISCARD
    return isinstance(move, (Keep, Place)) or (isinstance(move, Choose) and move.card > 0)
