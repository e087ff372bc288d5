"""Tournaments that people start at the table, each played by `kibitz arena` in its own process.

A tournament is checked and its journal begun here; the process then continues it like one that was
interrupted. So its result can be read from the first moment on, as that of any other tournament,
and what was played is kept however it ends. The process has a lower priority than requests. It
ends with the server: when that stops, and when it is killed.
"""

import asyncio
import contextlib
import itertools
import os
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from kibitz.agents.asking import choose_opponent
from kibitz.arena.backend import cores
from kibitz.arena.folder import ResultsFolder
from kibitz.arena.setup import ArenaError, Records, Setup
from kibitz.core.errors import KibitzError
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json, printable
from kibitz.table.naming import check_agent, load_game
from kibitz.table.refusal import Refusal
from kibitz.table.results import MOST_LISTED, kind_of
from kibitz.table.settings import Settings

# A game is recorded move by move if the tournament has at most so many. The records of larger ones
# would make a journal that takes long to read; their games can be played again.
MOST_RECORDED: Final = 100
# Requests and agents that somebody waits for go first; see `workers.NICENESS`.
NICENESS: Final = 10
# Seconds for a tournament to write its summary when it is stopped.
STOP_SECONDS: Final = 8.0
# How many failures are remembered, how much of what a process says is kept, and of its last line.
MOST_FAILURES: Final = 100
MOST_SAID: Final = 10_000
LONGEST_MESSAGE: Final = 500
# What runs in the process of a tournament: the command line, which this package does not import.
COMMAND: Final = """
from kibitz.table.tournaments import end_with_server
end_with_server()
from kibitz.cli import main
main()
"""


class Wish(NamedTuple):
    """A tournament that somebody wants.

    Attributes:
        game: the id of the game.
        agents: the agents; an empty text is the opponent of the game.
        deals: how many deals there are; all agents play all of them, from every seat.
        options: options of the game.
        seed: the seed; None for a random one.
    """

    game: str
    agents: Sequence[str]
    deals: int
    options: Mapping[str, Json]
    seed: int | str | None = None


# Setting up, in a worker: agents of other packages are made.


def begin(_seconds: float, settings: Settings, wish: Wish) -> Json:
    """Begins a tournament; returns the name of its folder, in the folder of results.

    Raises:
        Refusal: as for `set_up`.
    """
    return set_up(settings, wish).name


def set_up(settings: Settings, wish: Wish) -> Path:
    """Checks a tournament and begins its journal; returns its folder.

    Raises:
        Refusal: if the tournament cannot be played, is too large, or cannot be saved.
    """
    root = folder_for(settings)
    setup = make_setup(settings, wish)
    try:
        root.mkdir(parents=True, exist_ok=True)
        if sum(1 for _ in itertools.islice(root.iterdir(), MOST_LISTED)) >= MOST_LISTED:
            raise Refusal("TOO_MANY", f"there are {MOST_LISTED:,} results: remove old ones")
        path = new_folder(root, setup.game)
        ResultsFolder(path, made=True).start(setup).close()
    except (OSError, ArenaError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the journal cannot be written"
        raise Refusal("STORE_FAILED", f"the tournament cannot be saved: {reason}") from error
    return path


def folder_for(settings: Settings) -> Path:
    """Returns the folder in which tournaments are saved.

    Raises:
        Refusal: if this server starts none.
    """
    root = settings.results
    if settings.tournaments == 0 or root is None:
        raise Refusal("TOURNAMENTS_OFF", "this server starts no tournaments: see its settings")
    if kind_of(root) is not None:  # its parts would look like parts of the result
        raise Refusal("TOURNAMENTS_OFF", "this server shows a single result and starts none")
    return root


def make_setup(settings: Settings, wish: Wish) -> Setup:
    """Checks what somebody wants, and makes the setup of it.

    Raises:
        Refusal: if it cannot be played, or is too large.
    """
    game = load_game(wish.game, wish.options)
    agents = [check_agent(game, each, choose_opponent, timed=False) for each in wish.agents]
    setup = Setup(
        game.id,
        agents,
        game.options,
        wish.deals,
        random_seed() if wish.seed is None else wish.seed,
        rules=game.version,
        on_error="forfeit",
        patience=ceil(settings.agent_seconds),
    )
    try:
        setup.check()
        size = setup.size()
    except KibitzError as error:
        raise Refusal("INVALID_REQUEST", str(error)) from error
    most = settings.limits.tournament_games
    if size > most:
        raise Refusal(
            "INVALID_REQUEST",
            f"invalid deals={wish.deals}: {size:,} games, expected at most {most:,}",
            games=size,
        )
    records: Records = "all" if size <= MOST_RECORDED else "none"
    return replace(setup, records=records)


def new_folder(root: Path, game: str) -> Path:
    """Makes a folder with a name that no other result has."""
    taken = {path.name for path in root.iterdir()}
    number = 1
    while True:
        path = root / f"{game}-{number:04}"
        if path.name not in taken:
            with contextlib.suppress(FileExistsError):  # another server was faster
                path.mkdir()
                return path
        number += 1


# Playing.


class Tournaments:
    """The tournaments that this server plays.

    All methods belong to the thread of the event loop, but `running` and `failure` may be called
    from any thread.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings: Final = settings
        self._processes: Final[dict[str, asyncio.subprocess.Process]] = {}
        self._lives: Final[dict[str, asyncio.Task[None]]] = {}
        self._failures: Final[OrderedDict[str, str]] = OrderedDict()
        # Tournaments that are being set up.
        self._coming = 0
        self._stopped = False

    def count(self) -> int:
        """Returns how many tournaments are played."""
        return len(self._processes)

    def running(self, name: str) -> bool:
        """Tells whether this server plays a tournament."""
        return name in self._processes

    def failure(self, name: str) -> str | None:
        """Says why a tournament ended before its end; None if it did not, or was stopped."""
        return self._failures.get(name)

    @contextlib.contextmanager
    def place(self) -> Iterator[None]:
        """Keeps a place for a tournament while it is set up.

        Raises:
            Refusal: if this server plays as many as it may, or starts none.
        """
        folder_for(self._settings)
        most = self._settings.tournaments
        if self.count() + self._coming >= most:
            one = "another tournament is" if most == 1 else f"{most} tournaments are"
            raise Refusal("TOO_MANY", f"{one} being played: wait for its end, or stop it")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def play(self, folder: Path) -> None:
        """Starts the process of a tournament that is set up.

        Raises:
            Refusal: if there are too many processes, or the server stops.
        """
        if self._stopped:
            raise Refusal("SHUTTING_DOWN", "the server is about to stop: try again in a moment")
        workers = min(cores(), self._settings.worker_count())
        words = ["arena", "--resume", str(folder), "--workers", str(workers)]
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", COMMAND, *words),
                stdin=asyncio.subprocess.PIPE,  # it ends when this closes
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        except OSError as error:
            reason = f"cannot start the tournament: {error.strerror}"
            raise Refusal("INTERNAL", reason) from error
        self._processes[folder.name] = process
        self._lives[folder.name] = asyncio.create_task(self._live(folder.name, process))

    async def _live(self, name: str, process: asyncio.subprocess.Process) -> None:
        """Follows a tournament to its end."""
        said = b""
        try:
            assert process.stderr is not None
            while text := await process.stderr.read(MOST_SAID):
                said = (said + text)[-MOST_SAID:]
            if await process.wait() != 0:
                self._fail(name, said.decode(errors="replace"))
        finally:
            kill(process)
            del self._processes[name], self._lives[name]

    def _fail(self, name: str, said: str) -> None:
        """Remembers why a tournament failed: the last line of what it said."""
        lines = [line.removeprefix("kibitz arena: ") for line in said.splitlines() if line.strip()]
        last = lines[-1] if lines else "its process was killed"
        self._failures[name] = printable(last)[:LONGEST_MESSAGE]
        while len(self._failures) > MOST_FAILURES:
            self._failures.popitem(last=False)

    async def stop(self, name: str) -> None:
        """Stops a tournament; what was played is kept, and summarised if that is soon done.

        Raises:
            Refusal: if this server does not play it.
        """
        if name not in self._processes:
            raise Refusal("NOT_RUNNING", "this server does not play such a tournament now")
        process, life = self._processes[name], self._lives[name]
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await asyncio.wait([life], timeout=STOP_SECONDS)
        kill(process)
        await asyncio.wait([life])
        self._failures.pop(name, None)

    async def stop_all(self) -> None:
        """Stops all tournaments, and starts no more."""
        self._stopped = True
        await asyncio.gather(*map(self.stop, [*self._processes]), return_exceptions=True)


def kill(process: asyncio.subprocess.Process) -> None:
    """Kills a process that has not ended, and everything that it has started."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


# What runs in the process of a tournament.


def end_with_server() -> None:
    """Gives this process a low priority, and ends it when the server ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=wait_for_end, daemon=True).start()


def wait_for_end() -> None:
    """Waits until the server has closed the standard input, and ends everything here."""
    # The file object of Python would hold a lock, which the end of a process cannot take.
    while os.read(0, 1):
        pass
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
