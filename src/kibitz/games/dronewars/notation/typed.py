"""Moves as they are written and as a player types them.

A move is written as `deploy scout 1`, `attack bomber 1 > scout` or `play laser blast > scout 2`. A
player may leave out the first word, begin words with a few letters, and leave out `>`, as long as
only one legal move fits. Case and spare spaces do not matter.
"""

import re
from collections.abc import Sequence
from typing import Final

from kibitz.core.document import shorten
from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError, suggest
from kibitz.core.move import Move
from kibitz.games.dronewars.cards.catalogue import LANES, plain
from kibitz.games.dronewars.moves import (
    DECLINE_MOVE,
    DONE_MOVE,
    KINDS,
    PASS_MOVE,
    PLACEMENTS,
    RECALCULATE_MOVE,
    Attack,
    Choose,
    Deploy,
    Discard,
    Intercept,
    Keep,
    Mark,
    MoveDrone,
    Place,
    Play,
    Reallocate,
    Recall,
    Remove,
    Shield,
    Use,
    list_moves,
)
from kibitz.games.dronewars.state import Battle

SINGLE: Final[dict[str, Move[Battle]]] = {
    "done": DONE_MOVE,
    "decline": DECLINE_MOVE,
    "recalculate": RECALCULATE_MOVE,
    "pass": PASS_MOVE,
}
VERBS: Final[list[str]] = [kind.id for kind in KINDS]
LANE_WORD: Final = re.compile(rf"[1-{LANES}]")
# How many moves an error names, and how much of a text is compared with names.
NAMED: Final = 6
SHOWN: Final = 40


def read_written(text: str) -> Move[Battle] | None:
    """Reads a move exactly as it is written; None if it is none."""
    words = plain(text)
    if words in SINGLE:
        return SINGLE[words]
    kind, _, rest = words.partition(" ")
    made = make_move(kind, rest)
    return None if made is None or made.invalid() or str(made) != words else made


def make_move(kind: str, rest: str) -> Move[Battle] | None:
    """Makes a move from the words after its kind; they may be wrong."""
    first, _, to = rest.partition(" > ")
    if kind in ("shield", "deploy", "move", "reallocate"):
        return make_lane_move(kind, rest, first)
    if kind == "attack":
        return Attack(first, to)
    if kind == "play":
        return Play(first, to)
    if kind == "use":
        return Use(first, to)
    if kind == "place":
        return Place(rest) if rest in PLACEMENTS else None
    return make_plain(kind, rest)


def make_plain(kind: str, rest: str) -> Move[Battle] | None:
    """Makes a move with one word."""
    if kind in ("keep", "discard"):
        return Keep(rest) if kind == "keep" else Discard(rest)
    if kind in ("remove", "recall"):
        return Remove(rest) if kind == "remove" else Recall(rest)
    if kind in ("mark", "intercept"):
        return Mark(rest) if kind == "mark" else Intercept(rest)
    return Choose(rest) if kind == "choose" else None


def make_lane_move(kind: str, rest: str, first: str) -> Move[Battle] | None:
    """Makes a move with a lane."""
    lane = rest[-1:]
    if LANE_WORD.fullmatch(lane) is None:
        return None
    if kind == "shield":
        return Shield(int(lane))
    if kind == "deploy":
        return Deploy(rest[:-1].rstrip(), int(lane))
    if kind == "move":
        return MoveDrone(first, int(lane))
    return Reallocate(int(first), int(lane)) if LANE_WORD.fullmatch(first) else None


# What a player means.


def fits(move: Move[Battle], typed: Sequence[str]) -> bool:
    """Tells whether typed words begin the words of a move, in order; some may be left out."""
    words = iter(str(move).replace(">", " ").split())
    return all(any(word.startswith(part) for word in words) for part in typed)


def find_typed(s: Battle, seat: int, text: str) -> Move[Battle] | None:
    """Finds the legal move that a player means; None if none fits.

    Raises:
        AmbiguousMoveError: if several fit.
    """
    typed = plain(text.replace(">", " ")).split()
    legal = list_moves(s) if seat == s.seat else []
    found = [move for move in legal if fits(move, typed)] if typed else []
    same = [move for move in found if str(move).replace(">", " ").split() == typed]
    found = same or found
    if len(found) > 1:
        raise AmbiguousMoveError(f"{shorten(text)} fits {len(found)} moves: {listed(found)}")
    return found[0] if found else None


def listed(moves: Sequence[Move[Battle]]) -> str:
    """Lists moves for an error, the first few of many."""
    names = "; ".join([str(move) for move in moves[:NAMED]])
    return f"{names} and {len(moves) - NAMED} more" if len(moves) > NAMED else names


def unreadable(s: Battle, seat: int, text: str) -> InvalidMoveError:
    """Makes the error for a text that fits no move."""
    wanted = plain(text)
    legal = list_moves(s) if seat == s.seat else []
    verb = wanted.partition(" ")[0]
    same = [move for move in legal if move.id == verb]
    if same:
        return InvalidMoveError(f"cannot read {shorten(wanted)}: expected {listed(same)}")
    known = [*[str(move) for move in legal], *VERBS]
    said = f"cannot read {shorten(wanted)} as a move"
    return InvalidMoveError(f"{said}; {suggest(wanted[:SHOWN], known)}")
