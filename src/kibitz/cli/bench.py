"""`kibitz bench`: how fast the games run on this machine."""

import platform
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rich.table import Table
from rich.text import Text

from kibitz import COMPILED, __version__, games
from kibitz.cli.app import BenchArgs
from kibitz.cli.options import read_seed
from kibitz.cli.screen import open_screen, print_json, show_grid
from kibitz.core.agent import play_out
from kibitz.core.engine import RuleEngine
from kibitz.core.game import Game
from kibitz.core.randomness import seeded
from kibitz.core.state import State
from kibitz.core.value import Json

# Random play that does not end is stopped after this many moves.
MAX_MOVES = 10_000
# Single calls are measured on this many states of random play.
SAMPLE = 32
# The figures in the table: their heads, and how they are written.
COLUMNS = {
    "moves_per_second": ("moves/s", "{:,.0f}"),
    "moves_per_game": ("moves/game", "{:.1f}"),
    "mean_legal_moves": ("legal moves", "{:.1f}"),
    "legal_us": ("legal", "{:.1f} us"),
    "enumerate_us": ("enumerate", "{:.1f} us"),
    "clone_us": ("clone", "{:.1f} us"),
}


def measure_games(args: BenchArgs) -> None:
    """Measures each game and prints the results."""
    chosen = [games.load(name) for name in dict.fromkeys(args.games or games.names())]
    start = read_seed(args.seed) or 0
    rows: list[dict[str, Json]] = [measure(game, args.seconds, start) for game in chosen]
    build = "compiled" if COMPILED else "interpreted"
    if args.as_json:
        python = platform.python_version()
        print_json({"kibitz": __version__, "build": build, "python": python, "games": [*rows]})
        return
    screen = open_screen()
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("game", style="green")
    for head, _ in COLUMNS.values():
        table.add_column(head, justify="right")
    for row in rows:
        cells = (form.format(row[key]) for key, (_, form) in COLUMNS.items())
        table.add_row(str(row["game"]), *cells)
    show_grid(screen, table)
    note = f"\nkibitz {__version__}, {build}, Python {platform.python_version()}, one core"
    screen.print(Text(note, style="dim"))


def measure(game: Game[Any, Any], seconds: float, seed: int | str) -> dict[str, Json]:
    """Measures one game: random play, then single calls on states of random play."""
    rng = seeded(f"bench {seed}")
    moves = deals = 0
    states: list[State] = []
    begun = time.perf_counter()
    while not deals or time.perf_counter() - begun < seconds:
        state = game.setup(seeded(f"{seed}/{deals}"))
        moves += play_out(game, state, rng, limit=MAX_MOVES)
        deals += 1
    spent = time.perf_counter() - begun
    states = sample_states(game, seed, max(1, moves // deals))
    engines = [RuleEngine(game, seed=seed, state=state) for state in states]
    branches = [len(game.legal(state)) for state in states]
    return {
        "game": game.id,
        "moves_per_second": moves / spent,
        "moves_per_game": moves / deals,
        "games_played": deals,
        "mean_legal_moves": statistics.fmean(branches),
        "legal_us": time_of([partial(game.legal, s) for s in states], seconds),
        "enumerate_us": time_of([partial(e.enumerate_moves, e.seat) for e in engines], seconds),
        "clone_us": time_of([state.clone for state in states], seconds),
    }


def sample_states(game: Game[Any, Any], seed: int | str, length: int) -> list[State]:
    """Collects unfinished states from all stages of random games."""
    rng = seeded(f"bench sample {seed}")
    found: list[State] = []
    for deal in range(SAMPLE):
        state = game.setup(seeded(f"{seed}/sample/{deal}"))
        last = state.clone()
        for _ in range(rng.below(length)):
            game.play(state, game.random_move(state, rng))
            if state.over:
                break
            last = state.clone()
        found.append(last)
    return found


def time_of(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """Returns the median time of one call in microseconds; every round makes all calls."""
    rounds: list[float] = []
    begun = time.perf_counter()
    while not rounds or time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        for call in calls:
            call()
        rounds.append((time.perf_counter() - start) / len(calls))
    return statistics.median(rounds) * 1e6
