"""The journal: a file with every result of a tournament, from which it can be resumed.

The file is JSON Lines: a header with the setup, then one line for each game, in the order in which
they ended. It does not say where a sequential test stopped: that follows from the setup and the
results.

An open journal is locked, on systems that support it: two processes that append to the same file
would overwrite each other's lines.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final, Self

from kibitz import __version__
from kibitz.arena.files import atomic_file, file_error
from kibitz.arena.result import GameResult, fingerprint, read_result
from kibitz.arena.setup import GAMES_IN_A_PAIR, ArenaError, Setup, read_setup
from kibitz.core.document import Document
from kibitz.core.value import Json

if sys.platform != "win32":
    import fcntl

FORMAT: Final = 1
HEADER: Final = ("arena", "kibitz", "setup")


@dataclass(frozen=True)
class JournalContent:
    """The content of a journal.

    Attributes:
        setup: the tournament; its versions of the rules and agents are those it was started with.
        kibitz: the version of Kibitz it was started with.
        results: the results in the order in which the games ended, each game once.
        length: the number of bytes up to the end of the last complete line.
    """

    setup: Setup
    kibitz: str
    results: list[GameResult]
    length: int


class Journal:
    """An open journal; `start_journal` and `resume_journal` open one.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path, file: FileIO, length: int = 0) -> None:
        """Appends to an unbuffered file after its first `length` bytes."""
        self.path: Final = path
        self._file = file
        self._length = length

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add(self, results: Iterable[GameResult]) -> None:
        """Appends results; they are in the file even if this process is killed afterwards.

        Raises:
            ArenaError: if the file cannot be written.
        """
        self.write([result.to_json() for result in results])

    def write(self, lines: Iterable[Json]) -> None:
        """Appends lines of JSON, all or none."""
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        rest = memoryview(text.encode())
        end = self._length + len(rest)
        try:
            # Overwrites what an interrupted call may have left.
            self._file.seek(self._length)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._length = end
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._length)
            raise file_error("write", self.path, error) from None

    def rewrite(self, setup: Setup, results: Sequence[GameResult]) -> None:
        """Replaces the content of the journal in one step.

        Raises:
            ArenaError: if it cannot be written; the journal is then unchanged.
        """
        with ExitStack() as stack:
            with atomic_file(self.path) as draft:
                file = stack.enter_context(draft.open("xb", buffering=0))
                lock(draft, file)
                new = Journal(self.path, file)
                new.write([header(setup), *(result.to_json() for result in results)])
            stack.pop_all()
        self._file.close()
        self._file, self._length = file, new._length

    def close(self) -> None:
        """Closes and unlocks the file."""
        self._file.close()


def start_journal(path: Path, setup: Setup) -> Journal:
    """Starts the journal of a tournament in a new file.

    Raises:
        ArenaError: if the file exists or cannot be written.
    """
    first = header(setup)
    try:
        file = path.open("xb", buffering=0)
    except FileExistsError:
        raise ArenaError(f"{path} exists; resume it, or choose a new file") from None
    except OSError as error:
        raise file_error("write", path, error) from None
    journal = Journal(path, file)
    try:
        lock(path, file)
        journal.write([first])
    except ArenaError:
        journal.close()
        path.unlink()
        raise
    return journal


def header(setup: Setup) -> dict[str, Json]:
    """Returns the first line of a journal; it fixes the versions of rules and agents."""
    return {"arena": FORMAT, "kibitz": __version__, "setup": setup.installed().to_json()}


def resume_journal(path: Path) -> tuple[JournalContent, Journal]:
    """Reads a journal and opens it for more results; an incomplete last line is removed.

    Raises:
        ArenaError: if the file cannot be read, is not a journal, was written by another version of
            Kibitz, or is open in another process.
    """
    try:
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise file_error("open", path, error) from None
    try:
        lock(path, file)
        content = read_journal(path)
        check_version(path, content)
        file.truncate(content.length)
    except OSError as error:
        file.close()
        raise file_error("write", path, error) from None
    except BaseException:
        file.close()
        raise
    return content, Journal(path, file, content.length)


def check_version(path: Path, content: JournalContent) -> None:
    """Refuses a journal of another version of Kibitz."""
    if content.kibitz != __version__:
        raise ArenaError(
            f"{path} was written by kibitz {content.kibitz}, and this is {__version__}, which may"
            " play differently; start the tournament again"
        )


def lock(path: Path, file: FileIO) -> None:
    """Locks a file against other processes until it is closed, however this process ends.

    Raises:
        ArenaError: if another process has locked it.
    """
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Another process may have replaced the file before it was locked here.
        locked = not os.path.samestat(os.fstat(file.fileno()), path.stat())
    except BlockingIOError:
        locked = True
    except OSError:  # a file system without locks
        locked = False
    if locked:
        raise ArenaError(f"{path} is in use by another process")


def read_journal(path: Path) -> JournalContent:
    """Reads a journal; an incomplete last line is ignored.

    Raises:
        ArenaError: if the file cannot be read, or a complete line is invalid; names the line.
    """
    try:
        with path.open("rb") as file:
            return read_lines(path, file)
    except OSError as error:
        raise file_error("read", path, error) from None


def read_lines(path: Path, lines: Iterable[bytes]) -> JournalContent:
    """Reads the lines of a journal; the path is for error messages."""
    setup, version, length = None, "", 0
    found: dict[int, GameResult] = {}
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break
        try:
            document = parse(line)
            if setup is None:
                setup, version = read_header(document)
            else:
                add_result(found, setup, document)
        except ArenaError as error:
            raise ArenaError(f"{path}, line {number}: {error}") from None
        except RecursionError:
            raise ArenaError(f"{path}, line {number}: nested too deeply") from None
        length += len(line)
    if setup is None:
        raise ArenaError(f"{path} is not the journal of a tournament: its first line is incomplete")
    return JournalContent(setup, version, [*found.values()], length)


def parse(line: bytes) -> object:
    """Parses one line of JSON."""
    try:
        found: object = json.loads(line.decode())
    # Text that is not UTF-8 or not JSON, or a number with thousands of digits.
    except ValueError as error:
        what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ArenaError(f"not JSON: {what}") from None
    return found


def read_header(document: object) -> tuple[Setup, str]:
    """Reads the first line: the setup, and the version of Kibitz."""
    root = Document(document)
    root.only(HEADER)
    form, version = root.field("arena"), root.field("kibitz").text()
    if form.integer(1) > FORMAT:
        form.note(f"written by a later version of kibitz ({version})")
    setup = root.field("setup").value
    root.finish(ArenaError, "not the header of a journal")
    return read_tournament(setup), version


def read_tournament(document: object) -> Setup:
    """Reads the setup, and checks that it has a schedule."""
    setup = read_setup(document)
    if not setup.pairings():
        raise ArenaError(f"a tournament needs at least two players, not {len(setup.players)}")
    return setup


def add_result(found: dict[int, GameResult], setup: Setup, document: object) -> None:
    """Adds a result; it must fit the schedule, and be the same if the game is listed twice."""
    result = read_result(document)
    number = result.number
    if number >= setup.size():
        raise ArenaError(f"there is no game {number}: the tournament has {setup.size()} games")
    deal, place = divmod(number, setup.games_in_a_deal())
    one, other = setup.pairings()[place // GAMES_IN_A_PAIR]
    players = (other, one) if place % GAMES_IN_A_PAIR else (one, other)
    if (result.deal, result.players) != (deal, players):
        raise ArenaError(
            f"game {number} is deal {deal} between players {players[0]} and {players[1]}, not deal"
            f" {result.deal} between {result.players[0]} and {result.players[1]}"
        )
    known = found.setdefault(number, result)
    if known is not result and fingerprint([known]) != fingerprint([result]):
        raise ArenaError(f"game {number} has two different results")
