"""Golden records: random matches kept in files, that must replay to the same states.

A golden record pins down what a game does. It is rewritten only on request, and the diff then shows
which states changed.
"""

from pathlib import Path
from typing import Final, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.errors import InvalidMoveError, RecordError
from kibitz.core.game import Game
from kibitz.core.randomness import Rng, seeded
from kibitz.core.record import Record, read_record, replay, write_record
from kibitz.core.state import State
from kibitz.testing.laws import LawBroken, describe_refusal

S = TypeVar("S", bound=State)
V = TypeVar("V")

SUFFIX: Final = ".jsonl"
# The most moves of a random match; then it is left unfinished.
MAX_PLIES: Final = 1_000


def play_random(
    game: Game[S, V], seed: int | str = 0, max_plies: int = MAX_PLIES, *, checked: bool = False
) -> RuleEngine[S, V]:
    """Plays a match of random legal moves; the same seed plays the same match.

    Args:
        game: the rules.
        seed: the seed of the match; the moves have a generator of their own.
        max_plies: the most moves of the match; then it is left unfinished.
        checked: compare the state around every check, see `RuleEngine`.

    Raises:
        LawBroken: if nobody can move, or a listed move is refused.
    """
    engine = RuleEngine(game, seed=seed, checked=checked)
    continue_randomly(engine, seeded(f"{seed}/random play"), max_plies)
    return engine


def continue_randomly(engine: RuleEngine[S, V], rng: Rng, max_plies: int) -> None:
    """Plays random legal moves until a match ends or has `max_plies` moves.

    Raises:
        LawBroken: if nobody can move, or a listed move is refused.
    """
    game = engine.game
    while engine.outcome is None and engine.ply < max_plies:
        moves = engine.legal_moves()
        if not moves:
            found = f"seat {engine.seat} is to move and has no legal move"
            raise LawBroken("somebody can move", game.id, engine.seed, engine.ply, found)
        move = rng.pick(moves)
        error = engine.execute(move).error
        if error is not None:
            found = f"{move} is listed, but refused: {describe_refusal(error)}"
            raise LawBroken("listed moves execute", game.id, engine.seed, engine.ply, found)


def check_golden(
    path: Path,
    game: Game[S, V],
    update: bool = False,
    *,
    seed: int | str | None = None,
    max_plies: int = MAX_PLIES,
) -> RuleEngine[S, V]:
    """Replays a golden record and compares every state with it.

    Args:
        path: the file.
        game: the rules.
        update: rewrite the file instead. Its moves are played again as far as they are still
            legal, then random ones; without a file, a random match is recorded.
        seed: the seed of a new record; None for the file's name.
        max_plies: the most moves of a new or continued match; then it is left unfinished.

    Returns:
        The match, at its end.

    Raises:
        AssertionError: if the file is missing, or the game now plays differently.
    """
    if update:
        return rewrite(path, game, path.stem if seed is None else seed, max_plies)
    if not path.is_file():
        raise AssertionError(f"missing golden record {path}: write it with update=True")
    text = path.read_text(encoding="utf-8")
    try:
        record = read_record(text)
        engine = replay(record, game)
    except RecordError as error:
        raise AssertionError(f"golden record {path} does not replay: {error}") from error
    if write_record(engine, record.packages).text() != text:
        raise AssertionError(f"golden record {path} would now be written differently")
    return engine


def rewrite(path: Path, game: Game[S, V], seed: int | str, max_plies: int) -> RuleEngine[S, V]:
    """Writes a golden record again, with its old moves as far as they are still legal."""
    if path.is_file():
        old = read_record(path.read_text(encoding="utf-8"))
        engine = replay_moves(game, old)
        if engine.ply < len(old.moves):
            continue_randomly(engine, seeded(f"{old.seed}/random play"), max_plies)
    else:
        engine = play_random(game, seed, max_plies)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_record(engine).text(), encoding="utf-8", newline="\n")
    return engine


def replay_moves(game: Game[S, V], record: Record) -> RuleEngine[S, V]:
    """Plays the moves of a record as far as they are still legal; the states may differ."""
    engine = RuleEngine(game, seed=record.seed, names=record.names)
    for played in record.moves:
        try:
            move = game.move_from_json(played.move)
        except InvalidMoveError:
            break
        if not engine.execute(move, played.seat).success:
            break
    return engine


def golden_paths(folder: Path) -> list[Path]:
    """Lists the golden records in a folder and below it, in order of names."""
    return sorted(folder.rglob(f"*{SUFFIX}"))
