"""The law of set order: nothing a game does depends on how Python hashes its texts.

Python hashes texts differently in every process, so the order of a set of texts changes from run
to run. A rule that goes through such a set deals other cards tomorrow. Two processes with different
`PYTHONHASHSEED` must write the same transcript.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from kibitz.core.game import SPECTATOR, Game
from kibitz.core.record import write_record
from kibitz.games import load
from kibitz.testing.golden import play_random
from kibitz.testing.visit import LawBroken, difference

LAW: Final = "nothing depends on set order"
PROGRAM: Final = (
    "import sys; from kibitz.testing.hash_seeds import transcript;"
    " sys.stdout.write(transcript(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))"
)


def check_hash_seeds(
    game: str, *, seed: int = 0, max_plies: int = 60, hash_seeds: Sequence[int] = (1, 2)
) -> None:
    """Plays a random match in processes with different hash seeds and compares transcripts.

    Args:
        game: the id of an installed game, or where it can be imported from: `package.module:Name`.
        seed: the seed of the match.
        max_plies: how many moves are played at most.
        hash_seeds: the values of `PYTHONHASHSEED`.

    Raises:
        LawBroken: if two transcripts differ; quotes the first line that does.
        ValueError: if a process fails, with what it says.
    """
    first, *others = [run(game, seed, max_plies, hash_seed).split("\n") for hash_seed in hash_seeds]
    for hash_seed, lines in zip(hash_seeds[1:], others, strict=True):
        for ply, (found, wanted) in enumerate(zip(lines, first, strict=False)):
            if found != wanted:
                told = f"PYTHONHASHSEED={hash_seed} gives {difference(found, wanted)}"
                raise LawBroken(LAW, game, seed, ply, told)


def run(game: str, seed: int, max_plies: int, hash_seed: int) -> str:
    """Writes the transcript in a process of its own."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": f"{hash_seed}",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, f"{seed}", f"{max_plies}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ValueError(f"{game} failed in a process of its own: {done.stderr.strip()}")
    return done.stdout


def transcript(game: str, seed: int, max_plies: int) -> str:
    """Writes all that can be seen of a random match: moves, states, listings, views, positions."""
    rules = find_game(game)
    engine = play_random(rules, seed, max_plies)
    lines: list[str] = []
    for line, state in zip(write_record(engine).lines(), engine.states(), strict=False):
        moves = [str(move) for move in rules.legal(state.clone())]
        drawn = [rules.render(rules.view(state, s)) for s in [SPECTATOR, *range(rules.seats)]]
        lines.append(f"{line} {moves} {drawn}")
    return "\n".join([*lines, write_record(engine).lines()[-1]])


def find_game(name: str) -> Game[Any, Any]:  # Any: only a name is known
    """Makes a game from its id, or from where it can be imported: `package.module:Name`."""
    module, _, attribute = name.partition(":")
    if not attribute:
        return load(name)
    found: object = getattr(import_module(module), attribute)
    made = found() if callable(found) else found
    if not isinstance(made, Game):
        raise ValueError(f"{name} is no game, but {made!r}")
    return made
