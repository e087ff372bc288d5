"""Results made by hand, for tests that need no real games, and journals that were edited."""

import json
from pathlib import Path

from kibitz.arena.journal import sealed
from kibitz.arena.result import Course, GameResult, Ruling


def played(
    number: int,
    players: tuple[int, ...] = (0, 1),
    winner: int | None = 0,
    *,
    deal: int = 0,
    returns: tuple[float, ...] | None = None,
    reason: str = "showdown",
    choices: tuple[tuple[int, ...], ...] | None = None,
    micros: tuple[tuple[int, ...], ...] | None = None,
    record: str | None = None,
    ruling: Ruling | None = None,
    course: Course | None = None,
) -> GameResult:
    """Makes a result; the winner is a seat. Seat 0 decides twice, the others once."""
    others = len(players) - 1
    won = [0.0 if winner is None else -1.0 for _ in players]
    if winner is not None:
        won[winner] = 1.0
    decisions = ((2, 3), *((2,),) * others) if choices is None else choices
    return GameResult(
        number,
        deal,
        players,
        winner,
        tuple(won) if returns is None else returns,
        reason,
        sum(map(len, decisions)),
        f"hash {number}",
        decisions,
        ((1000, 2000), *((500,),) * others) if micros is None else micros,
        record,
        ruling,
        course,
    )


def head_to_head(*pairs: tuple[int | None, int | None]) -> list[GameResult]:
    """Plays a deal for each pair: which player won its first game and its second, None for none.

    In the second game the seats are swapped, so player 0 sits in seat 1.
    """
    found: list[GameResult] = []
    for deal, (first, second) in enumerate(pairs):
        found.append(played(2 * deal, (0, 1), first, deal=deal))
        seat = None if second is None else 1 - second
        found.append(played(2 * deal + 1, (1, 0), seat, deal=deal))
    return found


def edit_header(path: Path, old: str, new: str) -> bytes:
    """Changes the header of a journal, with a checksum that fits; returns what is in the file."""
    first, rest = path.read_bytes().split(b"\n", 1)
    document = json.loads(first)
    del document["check"]
    text = json.dumps(document, separators=(",", ":"))
    assert old in text
    path.write_bytes(sealed(json.loads(text.replace(old, new, 1))) + rest)
    return path.read_bytes()
