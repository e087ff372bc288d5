"""`kibitz arena`: runs a tournament between agents, and shows and saves the results."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kibitz.agents.registry import read_spec
from kibitz.arena import tournament
from kibitz.arena.backend import ENDING_SIGNALS, Backend
from kibitz.arena.folder import ResultsFolder, claim, document_of, find, keep, tell_problems
from kibitz.arena.journal import Journal, read_journal
from kibitz.arena.result import GameResult
from kibitz.arena.setup import Setup
from kibitz.arena.sprt import read_sprt
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import Verification, check_verifiable, verify
from kibitz.cli import options
from kibitz.cli.app import ArenaArgs
from kibitz.cli.screen import open_screen, print_json
from kibitz.cli.standings import progress, show_summary
from kibitz.core.errors import KibitzError

DEALS = 100
# How many games that could not be repeated are named.
MAX_DIFFERENT = 5


@dataclass
class Tournament:
    """A tournament that is set up: its settings, the games already played, and its folder."""

    setup: Setup
    done: list[GameResult]
    folder: ResultsFolder | None
    journal: Journal | None


def run_tournament(args: ArenaArgs) -> int:
    """Sets up a tournament, plays it, shows and saves the results; returns the exit code.

    Raises:
        Interrupted: after Ctrl-C; says where the games are saved.
        CheckFailed: if games were played again and ended in another way.
    """
    with signals_as_ctrl_c():
        if args.report is not None:
            report_tournament(args, args.report)
        else:
            play_tournament(args)
    return 0


def play_tournament(args: ArenaArgs) -> None:
    """Plays a new tournament or the rest of one; see `run_tournament`."""
    start = new_tournament(args) if args.resume is None else resumed_tournament(args, args.resume)
    with ExitStack() as stack:
        # The backend comes first: nothing is written if a cluster cannot be reached.
        backend = stack.enter_context(closing(args.where.open()))
        running = start()
        stack.pop_all()
    with running.journal or nullcontext():
        play_to_end(running, backend, args)


def play_to_end(running: Tournament, backend: Backend, args: ArenaArgs) -> None:
    """Plays a tournament to its end; if it is stopped early, the games so far are saved."""
    new: list[GameResult] = []
    verified: Verification | None = None
    try:
        with closing(backend):
            if args.verify is not None:
                check_verifiable(running.setup, args.verify)
            results = play_games(running, backend, new)
            if args.verify is not None:
                verified = verify(running.setup, backend, results, args.verify)
        finish(running, results, args.as_json, verified)
    except KeyboardInterrupt:
        with ignore_ctrl_c():
            raise options.Interrupted(stop_early(running, new, args.as_json)) from None
    except BrokenPipeError:  # nobody reads the output any more
        raise
    except Exception as error:
        with ignore_ctrl_c():
            note = save_after_error(running, new)
        if note:
            error.add_note(note)
        raise
    check_verified(verified)


def play_games(running: Tournament, backend: Backend, new: list[GameResult]) -> list[GameResult]:
    """Plays the missing games and adds each to `new`; returns all results that count."""
    with progress(running.setup, running.done) as show_progress:

        def add(result: GameResult) -> None:
            new.append(result)
            show_progress(result)

        return tournament.play(
            running.setup, backend, journal=running.journal, done=running.done, on_result=add
        )


def finish(
    running: Tournament,
    results: list[GameResult],
    as_json: bool,
    verified: Verification | None = None,
) -> None:
    """Shows the results, and writes them to the folder if there is one."""
    summary, command = summary_of(running.setup, results)
    if running.folder is not None:
        running.folder.write(summary, results, command)
    show(running, summary, command, as_json, verified=verified)


def summary_of(setup: Setup, results: list[GameResult]) -> tuple[Summary, str]:
    """Returns the summary of the results, and the command that produces them."""
    return summarise(setup, results), command_of(setup)


def show(
    running: Tournament,
    summary: Summary,
    command: str,
    as_json: bool,
    *,
    interrupted: bool = False,
    verified: Verification | None = None,
) -> None:
    """Prints a summary as tables or as JSON."""
    if as_json:
        games = {} if verified is None else {"verified": verified.to_json()}
        print_json({**document_of(summary, command), **games})
    else:
        screen = open_screen()
        saved = None if running.folder is None else running.folder.path
        show_summary(screen, summary, command, saved, interrupted=interrupted)
        if verified is not None:
            same = verified.games - len(verified.different)
            screen.print(f"verified: {same:,} of {verified.games:,} games are the same again")
    # A failed write must be noticed here, while the games can still be saved.
    sys.stdout.flush()


# Saved tournaments.


def report_tournament(args: ArenaArgs, path: Path) -> None:
    """Shows a saved tournament and writes its report again; plays only what is to be verified.

    Raises:
        KibitzError: if there is none, or an argument contradicts it.
        CheckFailed: if games were played again and ended in another way.
    """
    options.check_fixed(args, path, "--report")
    args.where.check()
    folder = find(path, args.games)
    content = read_journal(folder.journal)
    tell_problems(content, "its game is left out")
    running = Tournament(content.setup, content.results, folder, None)
    results, verified = played_so_far(running, []), None
    if args.verify is not None:
        check_verifiable(content.setup, args.verify)
        folder.check(content)
        with closing(args.where.open()) as backend:
            verified = verify(content.setup, backend, results, args.verify)
    finish(running, results, args.as_json, verified)
    check_verified(verified)


def check_verified(verified: Verification | None) -> None:
    """Fails if games were not the same when they were played again; names them."""
    if verified is not None and verified.different:
        named = "; ".join(verified.different[:MAX_DIFFERENT])
        more = len(verified.different) - MAX_DIFFERENT
        raise options.CheckFailed(
            f"{len(verified.different):,} of {verified.games:,} games ended differently when they"
            f" were played again: {named}{f' and {more:,} more' if more > 0 else ''}"
        )


# Setting up.


def new_tournament(args: ArenaArgs) -> Callable[[], Tournament]:
    """Checks the arguments of a new tournament; returns the function that starts it.

    Nothing is written before that function is called.

    Raises:
        KibitzError: if an argument is wrong.
    """
    for name, value in (("--games", args.games), ("--records", args.records)):
        if args.out is None and value not in (None, "none"):
            raise options.UsageError(f"{name} {value} needs --out FOLDER")
    game = options.load_game(args.game, args.options)
    setup = Setup(
        game.id,
        [read_spec(agent) for agent in args.agents],
        game.options,
        DEALS if args.deals is None else args.deals,
        options.new_seed(args.seed),
        args.format or "round-robin",
        args.records or "none",
        rules=game.version,
        sprt=None if args.sprt is None else str(read_sprt(args.sprt, game.unit)),
        move_ms=args.move_ms,
        on_error=args.on_error or "stop",
        patience=args.patience,
    )
    setup.check()
    if args.verify is not None:
        check_verifiable(setup, args.verify)
    args.where.check()
    return partial(start_tournament, setup.installed(), args.out, args.games or "csv")


def start_tournament(setup: Setup, out: Path | None, table: str) -> Tournament:
    """Starts a new tournament, and its journal if there is a folder."""
    folder = None if out is None else claim(out, table)
    return Tournament(setup, [], folder, None if folder is None else folder.start(setup))


def resumed_tournament(args: ArenaArgs, path: Path) -> Callable[[], Tournament]:
    """Finds a tournament to continue; returns the function that opens its journal.

    Raises:
        KibitzError: if there is none, or an argument contradicts it.
    """
    options.check_fixed(args, path)
    args.where.check()
    return partial(continue_tournament, find(path, args.games), args)


def continue_tournament(folder: ResultsFolder, args: ArenaArgs) -> Tournament:
    """Continues the tournament in a folder, with other limits if they are given."""
    setup, done, journal = folder.resume(args.deals, args.on_error, args.patience)
    return Tournament(setup, done, folder, journal)


# Stopping early.


def stop_early(running: Tournament, new: Sequence[GameResult], as_json: bool) -> str:
    """Saves and shows the games played before Ctrl-C; says where they are and how to continue."""
    lost = ""
    try:
        running.folder = save_games(running, new)
    except Exception as error:  # noqa: BLE001 - the command still ends as interrupted
        lost = f"the games are lost: {error}"
    results = played_so_far(running, new)
    problem = show_unfinished(running, results, as_json) if results else ""
    if running.folder is None:
        return f"interrupted; {lost or 'no game was finished, nothing is saved'}"
    count = f"{len(results):,} of {running.setup.size():,} games"
    path = running.folder.path
    bots = options.bot_arguments([player.name for player in running.setup.players])
    again = options.command_line("arena", "--resume", path, *bots)
    return f"interrupted; {count} are saved in {path}{problem}; to continue: {again}"


def show_unfinished(running: Tournament, results: list[GameResult], as_json: bool) -> str:
    """Writes and shows the results so far; returns what went wrong, if anything."""
    problem = ""
    summary, command = summary_of(running.setup, results)
    try:
        if running.folder is not None:
            running.folder.write(summary, results, command)
    except Exception as error:  # noqa: BLE001 - the table can still be shown
        problem = f", but the report could not be written ({error})"
    try:
        show(running, summary, command, as_json, interrupted=True)
    except (BrokenPipeError, SystemExit):
        pass  # Ctrl-C also stopped the program that reads the output; Rich exits in that case
    except Exception as error:  # noqa: BLE001 - the command still ends as interrupted
        problem = problem or f", but could not be shown ({error})"
    return problem


def played_so_far(running: Tournament, new: Sequence[GameResult]) -> list[GameResult]:
    """Returns the results that count: those in the journal, or else those in memory."""
    known = [*running.done, *new]
    if running.folder is not None:
        with suppress(KibitzError):  # a damaged journal
            known = read_journal(running.folder.journal).results
    tally = tournament.Tally(running.setup)
    for result in known:
        tally.add(result)
    return tally.counted()


def save_after_error(running: Tournament, new: Sequence[GameResult]) -> str:
    """Saves the games played before an error; says where, if there are any."""
    try:
        folder = save_games(running, new)
    except Exception as error:  # noqa: BLE001 - it must not hide the first error
        return f"the games played before are lost: {error}"
    if folder is None or not new:
        return ""
    return f"the games played before are saved in {folder.path}"


def save_games(running: Tournament, new: Sequence[GameResult]) -> ResultsFolder | None:
    """Returns the folder in which the games so far are saved; None if there are none.

    Raises:
        ArenaError: if they cannot be saved.
    """
    if running.folder is None:
        return keep(f"arena-{running.setup.game}", running.setup, new) if new else None
    if new or running.done or not running.folder.begun:
        return running.folder
    if running.journal is not None:
        running.journal.close()
    running.folder.abandon()
    return None


@contextmanager
def signals_as_ctrl_c() -> Iterator[None]:
    """Treats the end of the session (SIGHUP) and a polite kill (SIGTERM) like Ctrl-C.

    A signal that is ignored, as after `nohup`, stays ignored.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in ENDING_SIGNALS - {signal.SIGINT}:
            if signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def ignore_ctrl_c() -> Iterator[None]:
    """Ignores Ctrl-C and similar signals for a moment, so that pressing it twice loses nothing."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# The command to repeat it.


def command_of(setup: Setup) -> str:
    """Writes the command that plays the same tournament."""
    words = ["arena", setup.game, *setup.players]
    words += ["--deals", str(setup.deals), "--seed", str(setup.seed)]
    if setup.format != "round-robin":
        words += ["--format", setup.format]
    if setup.sprt is not None:
        words += ["--sprt", setup.sprt]
    if setup.move_ms is not None:
        words += ["--move-ms", str(setup.move_ms)]
    if setup.on_error != "stop":
        words += ["--on-error", setup.on_error]
    if setup.patience is not None:
        words += ["--patience", str(setup.patience)]
    words += options.bot_places([player.name for player in setup.players], setup.packages or ())
    return options.command_line(*words, *options.option_arguments(setup.game, setup.options))
