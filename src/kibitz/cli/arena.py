"""`kibitz arena`: agents play each other, and the games are counted, timed and kept."""

import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from kibitz import games
from kibitz.agents.registry import read_spec
from kibitz.arena import tournament
from kibitz.arena.backend import Backend
from kibitz.arena.journal import Journal
from kibitz.arena.pool import cores, on_this_machine
from kibitz.arena.result import GameResult
from kibitz.arena.setup import ArenaError, Format, Records, Setup
from kibitz.arena.sprt import read_sprt
from kibitz.arena.summary import summarise
from kibitz.cli import INTERRUPTED
from kibitz.cli.given import WrongUse, load_game, read_seed
from kibitz.cli.results_folder import ResultsFolder, claim, claim_free, document_of, take_up
from kibitz.cli.screen import open_screen, print_json
from kibitz.cli.standings import progress, show_summary
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json

DEALS = 100


@dataclass(frozen=True)
class Wishes:
    """What `kibitz arena` was asked for, as given; None where nothing was said."""

    game: str | None
    agents: Sequence[str]
    deals: int | None
    seed: str | None
    format: Format | None
    workers: int | None
    backend: str
    address: str | None
    sprt: str | None
    records: Records | None
    out: Path | None
    games: str | None
    resume: Path | None
    options: Sequence[str]
    as_json: bool


@dataclass
class Tournament:
    """A tournament that is set up: what to play, what is there already, and where it is kept."""

    setup: Setup
    done: list[GameResult]
    folder: ResultsFolder | None
    journal: Journal | None


def hold_tournament(wishes: Wishes) -> int:
    """Sets a tournament up, plays it, shows and writes the results; returns the exit code."""
    held = new_tournament(wishes) if wishes.resume is None else resumed(wishes, wishes.resume)
    new: list[GameResult] = []
    try:
        with held.journal or nullcontext(), closing(make_backend(wishes)) as backend:
            results = play_games(held, backend, new)
        finish(held, results, wishes.as_json)
    except KeyboardInterrupt:
        with undisturbed():
            print(stopped(held, new), file=sys.stderr)
        return INTERRUPTED
    except KibitzError as error:
        folder = keep_games(held, new)
        if folder is None or not new:
            raise
        raise ArenaError(f"{error}; the games played before it are in {folder.path}") from error
    return 0


def play_games(held: Tournament, backend: Backend, new: list[GameResult]) -> list[GameResult]:
    """Plays what is missing; `new` holds the results as they come. Returns all that count."""
    with progress(held.setup, held.done) as tell:

        def keep(result: GameResult) -> None:
            new.append(result)
            tell(result)

        return tournament.play(
            held.setup, backend, journal=held.journal, done=held.done, on_result=keep
        )


def finish(held: Tournament, results: list[GameResult], as_json: bool) -> None:
    """Shows what came out, and writes it to the folder if there is one."""
    sprt = None if held.setup.sprt is None else read_sprt(held.setup.sprt)
    summary, command = summarise(held.setup, results, sprt), command_of(held.setup)
    if held.folder is not None:
        held.folder.write(summary, results, command)
    if as_json:
        print_json(document_of(summary, command))
        return
    saved = None if held.folder is None else held.folder.path
    show_summary(open_screen(), summary, command, saved)


# Setting up.


def new_tournament(wishes: Wishes) -> Tournament:
    """Sets up what was asked for.

    Raises:
        KibitzError: if anything of it does not do; nothing has been written then.
    """
    if wishes.game is None:
        raise WrongUse(f"which game? known: {', '.join(games.names())}")
    for name, value in (("--games", wishes.games), ("--records", wishes.records)):
        if wishes.out is None and value not in (None, "none"):
            raise WrongUse(f"{name} {value} needs a folder to write to; add --out FOLDER")
    game = load_game(wishes.game, wishes.options)
    seed = read_seed(wishes.seed)
    setup = Setup(
        game.id,
        tuple(str(read_spec(agent)) for agent in wishes.agents),
        game.options,
        DEALS if wishes.deals is None else wishes.deals,
        0 if seed is None else seed,
        wishes.format or "round-robin",
        wishes.records or "none",
        rules=game.version,
        sprt=None if wishes.sprt is None else str(read_sprt(wishes.sprt)),
    )
    setup.check()
    check_workers(wishes)
    folder = None if wishes.out is None else claim(wishes.out, wishes.games or "csv")
    journal = None if folder is None else folder.start(setup)
    return Tournament(setup, [], folder, journal)


def resumed(wishes: Wishes, path: Path) -> Tournament:
    """Takes up a tournament where its journal ends.

    Raises:
        KibitzError: if there is none, or something asked for contradicts it.
    """
    if wishes.game is not None:
        raise WrongUse(f"{path} has its own game and agents; leave them out with --resume")
    own = {
        "--seed": wishes.seed,
        "--option": wishes.options or None,
        "--format": wishes.format,
        "--sprt": wishes.sprt,
        "--records": wishes.records,
        "--out": wishes.out,
    }
    given = [name for name, value in own.items() if value is not None]
    if given:
        raise WrongUse(f"{path} has its own {', '.join(given)}; leave out what --resume settles")
    check_workers(wishes)
    folder, setup, done, journal = take_up(path, wishes.games or "csv", wishes.deals)
    return Tournament(setup, done, folder, journal)


def check_workers(wishes: Wishes) -> None:
    """Refuses workers and addresses that do not do, before anything is written."""
    if wishes.backend != "ray" and wishes.address is not None:
        raise WrongUse("--address is for --backend ray")
    most = cores()
    here = wishes.address is None
    if wishes.workers is not None and not 1 <= wishes.workers <= (most if here else sys.maxsize):
        there_are = f"from 1 to {most}, the cores of this machine" if here else "1 or more"
        raise WrongUse(f"--workers is {there_are}, not {wishes.workers}")


def make_backend(wishes: Wishes) -> Backend:
    """Makes what plays the games.

    Raises:
        ArenaError: if it is a cluster that cannot be reached, or not installed.
    """
    if wishes.backend != "ray":
        return on_this_machine(wishes.workers)
    from kibitz.arena.ray_cluster import RayCluster

    return RayCluster(wishes.address, wishes.workers)


# Ending early.


def stopped(held: Tournament, new: Sequence[GameResult]) -> str:
    """Keeps what was played before an interruption; says where, and how to go on."""
    folder = keep_games(held, new)
    if folder is None:
        return "Stopped before a game was over; nothing is kept."
    count = f"{len(held.done) + len(new):,} of {held.setup.size():,} games"
    again = shlex.join(["kibitz", "arena", "--resume", str(folder.path)])
    return f"Stopped. {count} are kept in {folder.path}; go on with: {again}"


def keep_games(held: Tournament, new: Sequence[GameResult]) -> ResultsFolder | None:
    """Returns the folder in which the games so far are kept; None where there are none to keep."""
    if held.folder is not None:
        if new or held.done:
            return held.folder
        held.folder.abandon()
        return None
    if not new:
        return None
    folder = claim_free(f"arena-{held.setup.game}")
    with folder.start(held.setup) as journal:
        journal.add(new)
    return folder


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignores Ctrl-C for a moment, so that an impatient second one costs nothing."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# Playing it again.


def command_of(setup: Setup) -> str:
    """Writes the command that plays the same tournament."""
    words = ["kibitz", "arena", setup.game, *setup.players]
    words += ["--deals", str(setup.deals), "--seed", str(setup.seed)]
    if setup.format != "round-robin":
        words += ["--format", setup.format]
    if setup.sprt is not None:
        words += ["--sprt", setup.sprt]
    for name, value in unusual_options(setup).items():
        words += ["-o", f"{name}={option_text(value)}"]
    return shlex.join(words)


def unusual_options(setup: Setup) -> dict[str, Json]:
    """Returns the options of the game that are not its defaults."""
    try:
        usual = games.load(setup.game).options
    except KibitzError:  # it has options that must be given
        usual = {}
    return {key: value for key, value in setup.options.items() if usual.get(key, ...) != value}


def option_text(value: Json) -> str:
    """Writes the value of an option as it is typed."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
