"""`kibitz spire`: plays the real Slay the Spire through CommunicationMod, or shows how it plays."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from io import BytesIO, RawIOBase, TextIOWrapper
from pathlib import Path

from rich.console import Console

from kibitz.cli.arguments import CheckFailed, UsageError
from kibitz.cli.screen import open_screen
from kibitz.cli.spire_log import Viewer
from kibitz.games.spire.notation.loadout import CHARACTERS
from kibitz.live.client import log
from kibitz.live.client.message import Fields
from kibitz.live.client.player import Player, Settings
from kibitz.live.client.session import Session

# How often a log is looked at that somebody else writes, in seconds.
LOOK = 0.1
HOST = (sys.executable, "-m", "kibitz.live.host")
MOST_SEED = 20
HUMAN = "human"


@dataclass(frozen=True)
class SpireArgs:
    """The arguments of the command.

    Attributes:
        settings: what to play.
        log: the file of the log; None for a new one in the user's folder.
        patience: seconds of silence after which the game is asked for its state.
        watch: whether to show a session that another process plays.
        demo: whether to play against the host instead of the game.
        host: the command of the host; empty for the one that comes with Kibitz.
    """

    settings: Settings
    log: Path | None
    patience: float
    watch: bool
    demo: bool
    host: str


def play_spire(args: SpireArgs) -> int:
    """Runs the client, a demonstration, or the view of a session."""
    check_seed(args.settings.seed)
    if args.settings.agent == HUMAN:
        raise UsageError("invalid --agent human: the game types into this command, not a person")
    if args.watch and args.demo:
        raise UsageError("--watch and --demo cannot be used together")
    if args.host and not args.demo:
        raise UsageError("--host needs --demo: the game itself is the host without it")
    character = args.settings.character
    if args.demo and not args.host and character not in CHARACTERS:
        known = " or ".join(CHARACTERS)
        raise UsageError(f"invalid --character {character} for --demo: expected {known}")
    if args.watch:
        return watch(args.log)
    if args.demo:
        return demonstrate(args)
    return run_client(args)


def check_seed(seed: str) -> None:
    """Refuses a seed that the game could not show.

    Raises:
        UsageError: if it is not made of letters and digits.
    """
    if seed and not (seed.isascii() and seed.isalnum() and len(seed) <= MOST_SEED):
        raise UsageError(f"invalid --seed {seed!r}: expected up to {MOST_SEED} letters and digits")


# The client.


def run_client(args: SpireArgs) -> int:
    """Plays over the standard streams, as the mod starts it, and returns the exit code."""
    player = Player(args.settings)
    book = open_log(args.log)
    if book is not None:
        book.start(args.settings)
    if sys.stdin.isatty():
        say("the game starts this command and types into it; try kibitz spire --demo")
    # The game stops its client with this signal; the session ends as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    session = Session(player, open_source(), open_sink(), book, args.patience)
    # Nothing but commands may reach the standard output.
    with redirect_stdout(sys.stderr):
        end = session.run()
    where = "" if book is None else f"; log: {book.path}"
    say(f"{end.reason}{where}")
    return end.code


def say(text: str) -> None:
    """Writes a line to the error stream, which the mod keeps in a file of its own."""
    with suppress(OSError):
        print(f"kibitz spire: {text}", file=sys.stderr, flush=True)


def open_source() -> RawIOBase | BytesIO:
    """Opens the standard input without a buffer; one that is closed is empty.

    A buffer has a lock, on which Python fails at its end if a thread still waits for input.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
    return BytesIO()


def open_sink() -> RawIOBase:
    """Opens the standard output without a buffer: after a broken pipe, nothing is left in it."""
    return os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)


def open_log(path: Path | None) -> log.Log | None:
    """Opens the log; without a place for it, the client plays without one.

    Raises:
        OSError: if the file that was asked for cannot be written.
    """
    if path is not None:
        return log.Log(path)
    try:
        return log.Log(log.new_log())
    except OSError as error:
        say(f"playing without a log: {error.filename}: {error.strerror}")
        return None


# Watching.


def watch(path: Path | None) -> int:
    """Shows the decisions of a session as they come, until it ends."""
    screen = open_screen()
    while not show_session(wait_for_log() if path is None else path, path is not None, screen):
        pass  # a newer session has begun
    return 0


def show_session(path: Path, only: bool, screen: Console) -> bool:
    """Shows one session; tells whether it has ended. It is left for a newer one, unless `only`."""
    viewer = Viewer(screen)
    for entry in follow(path, lambda: not only and log.newest_log() != path):
        viewer.show(entry)
        if entry.text("type") == log.END:
            return True
    return False


def wait_for_log() -> Path:
    """Waits for a session in the user's folder that has not ended."""
    told = False
    while True:
        found = log.newest_log()
        if found is not None and not has_ended(found):
            return found
        if not told:
            say(f"waiting for a session; logs are in {log.log_folder()}")
            told = True
        time.sleep(LOOK)


def has_ended(path: Path) -> bool:
    """Tells whether the session of a log is over."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 1000))
        return f'{{"type": "{log.END}"'.encode() in file.read()


def follow(path: Path, is_over: Callable[[], bool]) -> Iterator[Fields]:
    """Reads the lines of a log as they are written; waits for more until something is over.

    Raises:
        RecordError: if it is not a log.
    """
    while not path.exists():
        if is_over():
            return
        time.sleep(LOOK)
    entries = log.Entries()
    rest = ""
    with path.open(encoding="utf-8") as file:
        while True:
            # Asked before reading: what is written until then is read in any case.
            over = is_over()
            *lines, rest = (rest + file.read()).split("\n")
            yield from [entries.read(line) for line in lines]
            if over:
                return
            if not lines:
                time.sleep(LOOK)


# The demonstration.


def demonstrate(args: SpireArgs) -> int:
    """Starts the host, which starts this client, and shows the run; returns the client's exit code.

    Raises:
        CheckFailed: if the host fails.
        KibitzError: if there is no such agent.
        UsageError: if the command of the host cannot be read.
    """
    Player(args.settings)  # a wrong agent is refused here, and not by a client that the host starts
    try:
        host = shlex.split(args.host) if args.host else [*HOST]
    except ValueError as error:
        raise UsageError(f"invalid --host {args.host!r}: {str(error).lower()}") from None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.jsonl" if args.log is None else args.log
        with suppress(FileNotFoundError):
            path.unlink()  # an old log would be shown first
        command = [*host, "--", *client_command(args, path)]
        with (Path(folder) / "errors.txt").open("w+") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
            )
            try:
                end = show_demo(path, lambda: process.poll() is not None)
            finally:
                process.terminate()
                code = process.wait()
            errors.seek(0)
            if end is None:
                raise CheckFailed(f"the host ended with exit code {code}: {errors.read()[-500:]}")
    return end.number("code")


def client_command(args: SpireArgs, path: Path) -> list[str]:
    """Returns the command line of the client that a host starts."""
    wanted = args.settings
    words = [sys.executable, "-m", "kibitz", "spire", "--log", str(path)]
    words += ["--agent", wanted.agent, "--character", wanted.character]
    words += ["--ascension", str(wanted.ascension), "--runs", str(wanted.runs)]
    words += ["--patience", str(args.patience)]
    return [*words, "--seed", wanted.seed] if wanted.seed else words


def show_demo(path: Path, is_over: Callable[[], bool]) -> Fields | None:
    """Shows the log of a demonstration; returns its last line, None if it did not come so far."""
    viewer = Viewer(open_screen())
    for entry in follow(path, is_over):
        viewer.show(entry)
        if entry.text("type") == log.END:
            return entry
    return None
