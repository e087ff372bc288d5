"""Counts the calls of Python functions from a typed line until the move is on the board.

    python -m benchmarks.calls            all games
    python -m benchmarks.calls pokemon    some of them

Each move of random play is typed as it is written (`attach fire > bench 2`) and shortened to words
of three letters (`fir > ben 2`), without the first word where that means the same move. The
interpreter counts the calls, so the figures are the same on every machine; they are not for the
native build, in which most calls cannot be seen.
"""

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import kibitz
from benchmarks.report import show
from benchmarks.same import SETTINGS
from kibitz import games
from kibitz.core.errors import KibitzError
from kibitz.core.randomness import seeded

MATCHES, LONGEST_MATCH = 6, 120
# Letters of each word in the short form.
LETTERS = 3


def calls_of(function: Callable[[], object]) -> Counter[str]:
    """Counts the calls that a function makes, by the name of what is called."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code.co_qualname] += 1

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


def shortened(match: Any, move: Any) -> str:  # Any: games are known by name only
    """Returns a short text for a move: names of three letters, if possible no first word."""
    words = [word[:LETTERS] if word.isalpha() else word for word in str(move).split()]
    for text in (" ".join(words[1:]), " ".join(words)):
        try:
            if text and match.parse(text) == move:
                return text
        except KibitzError:
            continue
    return ""


def counts_of(name: str) -> tuple[list[int], list[int]]:
    """Returns the calls for each move of some matches, as it is written and shortened."""
    written: list[int] = []
    short: list[int] = []
    rng = seeded(f"calls/{name}")
    for number in range(MATCHES):
        settings = SETTINGS.get(name, [{}])
        game = games.load_with(name, settings[number % len(settings)])
        match = kibitz.RuleEngine(game, seed=f"calls/{number}")
        while match.outcome is None and match.ply < LONGEST_MATCH:
            move = rng.pick(match.legal_moves())
            text = shortened(match, move)
            if text:
                short.append(calls_of(partial(match.play, text)).total())
                match.undo()
                match.legal_moves()  # as before, the copy that rules read is there
            written.append(calls_of(partial(match.play, str(move))).total())
    return written, short


def row_of(name: str, kind: str, counts: list[int]) -> list[str]:
    """Returns one line of the table."""
    middle = statistics.median(counts) if counts else 0
    return [name, kind, str(len(counts)), f"{middle:.0f}", str(max(counts, default=0))]


def main() -> int:
    """Prints the table; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calls", description=__doc__)
    parser.add_argument("games", nargs="*", help="all games by default")
    given = parser.parse_args()
    if kibitz.COMPILED:
        parser.error("calls of compiled functions cannot be counted: run it without PYTHONPATH")
    rows: list[list[str]] = []
    for name in given.games or games.names():
        written, short = counts_of(name)
        rows += [row_of(name, "as written", written), row_of(name, "shortened", short)]
    columns = ["game", "typed", "moves", "median calls", "most calls"]
    show("Calls from a typed line to the board", columns, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
