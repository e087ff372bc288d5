"""`kibitz arena`: agents play each other, and the games are counted, timed and kept."""

import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kibitz import games
from kibitz.agents.registry import read_spec
from kibitz.arena import tournament
from kibitz.arena.backend import Backend
from kibitz.arena.journal import Journal, read_journal
from kibitz.arena.pool import cores, on_this_machine
from kibitz.arena.ray_cluster import RayCluster
from kibitz.arena.result import GameResult
from kibitz.arena.setup import Format, Records, Setup
from kibitz.arena.sprt import read_sprt
from kibitz.arena.summary import Summary, summarise
from kibitz.cli.given import Interrupted, WrongUse, load_game, read_seed
from kibitz.cli.results_folder import ResultsFolder, claim, document_of, find, keep
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
    """Sets a tournament up, plays it, shows and writes the results; returns the exit code.

    Raises:
        Interrupted: after Ctrl-C; says where the games are.
    """
    begin = new_tournament(wishes) if wishes.resume is None else resumed(wishes, wishes.resume)
    with ExitStack() as stack:
        # Whoever plays is there before anything is written: a cluster may not be.
        backend = stack.enter_context(closing(make_backend(wishes)))
        held = begin()
        stack.pop_all()
    with held.journal or nullcontext():
        hold(held, backend, wishes.as_json)
    return 0


def hold(held: Tournament, backend: Backend, as_json: bool) -> None:
    """Plays a tournament to its end; whatever comes between, the games so far are kept."""
    new: list[GameResult] = []
    try:
        with closing(backend):
            results = play_games(held, backend, new)
        finish(held, results, as_json)
    except KeyboardInterrupt:
        with undisturbed():
            raise Interrupted(stopped(held, new, as_json)) from None
    except BrokenPipeError:  # the reader of the output has seen enough
        raise
    except Exception as error:
        with undisturbed():
            note = failed(held, new)
        if note:
            error.add_note(note)
        raise


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
    summary, command = sum_up(held.setup, results)
    if held.folder is not None:
        held.folder.write(summary, results, command)
    show(held, summary, command, as_json)


def sum_up(setup: Setup, results: list[GameResult]) -> tuple[Summary, str]:
    """Sums results up, and writes the command that gives them again."""
    return summarise(setup, results), command_of(setup)


def show(
    held: Tournament, summary: Summary, command: str, as_json: bool, *, interrupted: bool = False
) -> None:
    """Prints a summary for people or machines."""
    if as_json:
        print_json(document_of(summary, command))
    else:
        saved = None if held.folder is None else held.folder.path
        show_summary(open_screen(), summary, command, saved, interrupted=interrupted)
    # What cannot be written is to be noticed here, while there are games to keep.
    sys.stdout.flush()


# Setting up.


def new_tournament(wishes: Wishes) -> Callable[[], Tournament]:
    """Sets up what was asked for; what it returns begins it, and is the first to write anything.

    Raises:
        KibitzError: if anything of it does not do.
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
    return partial(begin, setup, wishes.out, wishes.games or "csv")


def begin(setup: Setup, out: Path | None, table: str) -> Tournament:
    """Begins a new tournament, and its journal if there is a folder."""
    folder = None if out is None else claim(out, table)
    return Tournament(setup, [], folder, None if folder is None else folder.start(setup))


def resumed(wishes: Wishes, path: Path) -> Callable[[], Tournament]:
    """Finds a tournament; what it returns takes it up where its journal ends.

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
    return partial(take_up, find(path, wishes.games), wishes.deals)


def take_up(folder: ResultsFolder, deals: int | None) -> Tournament:
    """Takes up the tournament in a folder, perhaps with other deals than planned."""
    setup, done, journal = folder.resume(deals)
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
    return RayCluster(wishes.address, wishes.workers)


# Ending early.


def stopped(held: Tournament, new: Sequence[GameResult], as_json: bool) -> str:
    """Keeps and shows what was played before Ctrl-C; says where it is, and how to go on."""
    lost = ""
    try:
        held.folder = keep_games(held, new)
    except Exception as error:  # noqa: BLE001 - whatever it is, Ctrl-C stays what was asked for
        lost = f"the games are lost: {error}"
    results = played_so_far(held, new)
    trouble = show_unfinished(held, results, as_json) if results else ""
    if held.folder is None:
        return f"interrupted; {lost or 'no game was over, and nothing is kept'}"
    count = f"{len(results):,} of {held.setup.size():,} games"
    again = shlex.join(["kibitz", "arena", "--resume", str(held.folder.path)])
    return f"interrupted; {count} are kept in {held.folder.path}{trouble}; go on with: {again}"


def show_unfinished(held: Tournament, results: list[GameResult], as_json: bool) -> str:
    """Writes and shows the results so far; says what of it cannot be done."""
    trouble = ""
    summary, command = sum_up(held.setup, results)
    try:
        if held.folder is not None:
            held.folder.write(summary, results, command)
    except Exception as error:  # noqa: BLE001 - the table can be shown all the same
        trouble = f", but not all of their report ({error})"
    try:
        show(held, summary, command, as_json, interrupted=True)
    except (BrokenPipeError, SystemExit):
        pass  # whoever read the output was stopped, too; Rich then leaves
    except Exception as error:  # noqa: BLE001 - Ctrl-C stays what was asked for
        trouble = trouble or f", but cannot be shown ({error})"
    return trouble


def played_so_far(held: Tournament, new: Sequence[GameResult]) -> list[GameResult]:
    """Returns the results that count; a journal knows best which there are."""
    known = [*held.done, *new]
    if held.folder is not None:
        with suppress(KibitzError):  # then what was seen of it has to do
            known = read_journal(held.folder.journal).results
    tally = tournament.Tally(held.setup)
    for result in known:
        tally.add(result)
    return tally.counted()


def failed(held: Tournament, new: Sequence[GameResult]) -> str:
    """Keeps what was played before an error; says where, if there is anything."""
    try:
        folder = keep_games(held, new)
    except Exception as error:  # noqa: BLE001 - it must not hide what went wrong first
        return f"the games played before it are lost: {error}"
    return "" if folder is None or not new else f"the games played before it are in {folder.path}"


def keep_games(held: Tournament, new: Sequence[GameResult]) -> ResultsFolder | None:
    """Returns the folder in which the games so far are kept; None where there are none to keep.

    Raises:
        ArenaError: if they cannot be kept.
    """
    if held.folder is None:
        return keep(f"arena-{held.setup.game}", held.setup, new) if new else None
    if new or held.done or not held.folder.begun:
        return held.folder
    if held.journal is not None:
        held.journal.close()
    held.folder.abandon()
    return None


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
