"""What the benchmarks of single games have in common: their arguments and their figures.

The figures are those of `benchmarks.run` whose names begin with the game: both builds take turns, a
process each, on one core, and the medians count.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import kibitz
from benchmarks.report import RESULTS, figure, machine, progress, save, show, use_one_core
from benchmarks.run import COMPILED, INTERPRETED, REPEATS, ROOT, measure, result
from benchmarks.worker import CASES
from kibitz import kit
from kibitz.core.randomness import seeded

PACKAGE = Path(kibitz.__file__).parents[1]
QUICK_GAMES = 20
# How many random games the speed without a quick list is taken from.
PLAIN_GAMES = 500
# Longer than any game that comes to an end.
LONGEST_GAME = 20_000


def read_arguments(game: str, what: str, count: int, about: str | None) -> argparse.Namespace:
    """Reads the arguments; `what` are the random games, of which there are `count` by default."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{game}", description=about)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--quick", action="store_true", help="short and rough, to try it out")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"default {REPEATS}")
    parser.add_argument(
        f"--{what}", dest="count", type=int, default=count, help=f"of each row; default {count}"
    )
    parser.add_argument("--output", type=Path, help="write the JSON here")
    given = parser.parse_args()
    for name, value in (("repeats", given.repeats), (what, given.count)):
        if value < 1:
            parser.error(f"--{name}: at least 1 is needed, not {value}")
    if not kibitz.COMPILED and not given.quick:
        parser.error(f"this needs the compiled build: run it with `make bench WHAT={game}`")
    return given


def figures(
    game: str, given: argparse.Namespace
) -> tuple[list[list[str]], list[dict[str, object]]]:
    """Takes the figures of a game; returns them as a table and for JSON.

    Both builds are measured; for a quick look, the one that runs this, once.
    """
    names = [name for name in CASES if name.startswith(f"{game}-")]
    if given.quick:
        return quick_figures(names)
    runs = measure(
        {INTERPRETED: ROOT / "src", COMPILED: PACKAGE}, names, given.repeats, quick=False
    )
    found = [result(name, runs) for name in names]
    columns = ["figure", INTERPRETED, COMPILED, "ratio", "wanted", ""]
    return [columns, *[each.row() for each in found]], [each.to_json() for each in found]


def quick_figures(names: list[str]) -> tuple[list[list[str]], list[dict[str, object]]]:
    """Takes the figures of the build that runs this, once."""
    build = COMPILED if kibitz.COMPILED else INTERPRETED
    runs = measure({build: PACKAGE}, names, 1, quick=True)[build]
    table = [["figure", build]]
    for name, (value,) in runs.items():
        table.append([name, f"{figure(value)} {CASES[name].unit}"])
    return table, [{"name": name, build: value} for name, (value,) in runs.items()]


# Games on the card kit: random games with pairs of decks.


class Pair(NamedTuple):
    """Two decks, and the game with them."""

    name: str
    game: kit.CardGame[Any, Any]  # Any: parts and boards of any game


class Played(NamedTuple):
    """What random games with two decks have shown."""

    name: str
    games: int
    moves: int
    turns: int
    most: int
    refused: int
    stalled: int
    lost: int
    endings: Counter[str]

    @property
    def sound(self) -> bool:
        """Whether every listed move was legal, every game ended and every card was there."""
        return not self.refused + self.stalled + self.lost

    def cells(self) -> list[str]:
        """Writes one line of the table."""
        ends = ", ".join(f"{reason} {n / self.games:.1%}" for reason, n in self.endings.items())
        return [
            self.name,
            f"{self.moves / self.games:.0f}",
            f"{self.turns / self.games:.1f}",
            f"{self.most}",
            f"{self.refused} / {self.stalled} / {self.lost}",
            "sound" if self.sound else "BROKEN",
            ends,
        ]

    def to_json(self) -> dict[str, object]:
        return {**self._asdict(), "endings": dict(self.endings), "sound": self.sound}


def random_pair(pair: Pair, count: int) -> Played:
    """Plays random games with two decks, and asks of every move whether it is legal."""
    game = pair.game
    rng = seeded(f"moves of {pair.name}")
    moves = turns = most = refused = stalled = lost = 0
    endings: Counter[str] = Counter()
    for number in range(count):
        state = game.setup(seeded(f"{pair.name} {number}"))
        held = [len(pool) for pool in state.known()]
        length = 0
        while not state.over and length < LONGEST_GAME:
            legal = game.legal(state)
            most = max(most, len(legal))
            move = legal[rng.below(len(legal))]
            refused += any(True for _ in move.check(state, state.seat))
            game.play(state, move)
            length += 1
        stalled += not state.over
        lost += [len(pool) for pool in state.known()] != held
        moves += length
        turns += state.turn
        endings[state.reason] += 1
    return Played(pair.name, count, moves, turns, most, refused, stalled, lost, endings)


def plain_speed(pair: Pair, count: int) -> float:
    """Returns the random actions a second if the legal moves are listed by the kit alone."""
    game = pair.game
    rng = seeded("plain")
    actions = 0
    start = time.perf_counter()
    for number in range(count):
        state = game.setup(seeded(number))
        while not state.over:
            legal = kit.CardGame.legal(game, state)
            game.play(state, legal[rng.below(len(legal))])
            actions += 1
    return actions / (time.perf_counter() - start)


def measure_card_game(name: str, pairs: list[Pair], count: int, about: str | None) -> None:
    """Takes the figures of a game, plays random games with each pair of decks, and saves both."""
    given = read_arguments(name, "games", count, about)
    use_one_core()
    table, results = figures(name, given)
    games = QUICK_GAMES if given.quick else given.count
    plain = plain_speed(pairs[0], min(games, PLAIN_GAMES))
    rows = []
    for index, pair in enumerate(pairs, start=1):
        progress(index, len(pairs), pair.name)
        rows.append(random_pair(pair, games))
    repeats = 1 if given.quick else given.repeats
    document: dict[str, object] = {
        "command": f"make bench WHAT={name}",
        **machine(),
        "repeats": repeats,
        "quick": given.quick,
        "results": results,
        "plain actions a second": plain,
        "random games": [row.to_json() for row in rows],
    }
    if given.json:
        print(json.dumps(document, indent=2))
    else:
        show(f"Medians of {repeats}, one core", table[0], table[1:])
        print(f"random actions without the quick list of moves: {figure(plain)}/s\n")
        titles = [
            "decks",
            "moves",
            "turns",
            "most legal",
            "refused / stalled / lost",
            "",
            "ends by",
        ]
        show(f"Random games, {games:,} each", titles, [row.cells() for row in rows])
    output = given.output or (None if given.quick else RESULTS / f"{name}.json")
    if output is not None:
        save(document, output)
