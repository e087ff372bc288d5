"""The journal: every result of a running tournament, kept so that it can be gone on with.

The file is JSON Lines: a header with the setup, then one line for each game, in the order in which
they were finished. Nothing in it says where a sequential test stopped: that follows from the
results and the setup, so a journal that is read again comes to the same end.

While a journal is open its file is locked, where the system can do that: two processes that add to
one file would write over each other.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Final, Self

from kibitz import __version__
from kibitz.arena.files import atomic_file
from kibitz.arena.result import GameResult, fingerprint, read_result
from kibitz.arena.setup import GAMES_IN_A_PAIR, ArenaError, Setup, read_setup
from kibitz.core.document import Document
from kibitz.core.value import Json

if sys.platform != "win32":
    import fcntl

FORMAT: Final = 1
HEADER: Final = ("arena", "kibitz", "setup")


@dataclass(frozen=True)
class Kept:
    """What a journal holds.

    Attributes:
        setup: the tournament, with the version of the rules it was begun with.
        kibitz: the version of Kibitz it was begun with.
        results: the results in the order in which they were finished, each game once.
        length: how many bytes of the file are whole lines.
    """

    setup: Setup
    kibitz: str
    results: list[GameResult]
    length: int


class Journal:
    """An open journal, to which results are added; `start_journal` and `resume_journal` open one.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path, file: FileIO, length: int = 0) -> None:
        """Takes a file open for writing without a buffer, and how many bytes of it to keep."""
        self.path: Final = path
        self._file = file
        self._length = length

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add(self, results: Iterable[GameResult]) -> None:
        """Writes results, so that they are there even if this process is killed.

        Raises:
            ArenaError: if the file cannot be written.
        """
        self.write([result.to_json() for result in results])

    def write(self, lines: Iterable[Json]) -> None:
        """Writes lines of JSON at once, all or none."""
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        rest = memoryview(text.encode())
        end = self._length + len(rest)
        try:
            # Over what a call that was interrupted may have left.
            self._file.seek(self._length)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._length = end
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._length)
            raise cannot("write", self.path, error) from None

    def rewrite(self, setup: Setup, results: Sequence[GameResult]) -> None:
        """Puts a new journal in the place of this one, at once, and goes on with it.

        Raises:
            ArenaError: if it cannot be written; then everything is as before.
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
        """Closes the file, and lets others have it."""
        self._file.close()


def start_journal(path: Path, setup: Setup) -> Journal:
    """Begins the journal of a tournament in a new file.

    Raises:
        ArenaError: if the file exists, or cannot be made.
    """
    first = header(setup)
    try:
        file = path.open("xb", buffering=0)
    except FileExistsError:
        raise ArenaError(f"{path} exists; resume it, or name a new file") from None
    except OSError as error:
        raise cannot("write", path, error) from None
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
    """Returns the first line of a journal; it fixes the version of the rules for all games."""
    fixed = replace(setup, rules=setup.load().version) if setup.rules is None else setup
    return {"arena": FORMAT, "kibitz": __version__, "setup": fixed.to_json()}


def resume_journal(path: Path) -> tuple[Kept, Journal]:
    """Reads a journal and opens it to go on; a last line that was cut off is removed.

    Raises:
        ArenaError: if it cannot be read, is not a journal, was begun by another version, or is open
            in another process.
    """
    try:
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise cannot("open", path, error) from None
    try:
        lock(path, file)
        kept = read_journal(path)
        check_version(path, kept)
        file.truncate(kept.length)
    except OSError as error:
        file.close()
        raise cannot("write", path, error) from None
    except BaseException:
        file.close()
        raise
    return kept, Journal(path, file, kept.length)


def check_version(path: Path, kept: Kept) -> None:
    """Refuses to go on with games of another Kibitz."""
    if kept.kibitz != __version__:
        raise ArenaError(
            f"{path} was begun with kibitz {kept.kibitz}, and this is {__version__}: its players"
            " may have changed; begin the tournament anew"
        )


def lock(path: Path, file: FileIO) -> None:
    """Keeps other processes out until the file is closed, however this process ends.

    Raises:
        ArenaError: if another one was first.
    """
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Another process may have put a new file in its place before this lock was had.
        taken = not os.path.samestat(os.fstat(file.fileno()), path.stat())
    except BlockingIOError:
        taken = True
    except OSError:  # a file system without locks
        taken = False
    if taken:
        raise ArenaError(f"{path} is being played by another process")


def read_journal(path: Path) -> Kept:
    """Reads a journal; a last line that was cut off does not count.

    Raises:
        ArenaError: if it cannot be read or a whole line of it is wrong; names the line.
    """
    try:
        with path.open("rb") as file:
            return read_lines(path, file)
    except OSError as error:
        raise cannot("read", path, error) from None


def read_lines(path: Path, lines: Iterable[bytes]) -> Kept:
    """Reads the lines of a journal; the path is for messages."""
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
        raise ArenaError(f"{path} is not the journal of a tournament: its first line is cut off")
    return Kept(setup, version, [*found.values()], length)


def parse(line: bytes) -> object:
    """Reads one line of JSON."""
    try:
        found: object = json.loads(line.decode())
    # Text that is not UTF-8 or not JSON, or a number of thousands of digits.
    except ValueError as error:
        what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ArenaError(f"not JSON: {what}") from None
    return found


def read_header(document: object) -> tuple[Setup, str]:
    """Reads the first line: the tournament, and the version of Kibitz."""
    root = Document(document)
    root.only(HEADER)
    form, version = root.field("arena"), root.field("kibitz").text()
    if form.integer(1) > FORMAT:
        form.note(f"written by a later version of kibitz ({version})")
    setup = root.field("setup").value
    root.finish(ArenaError, "not the header of a journal")
    return read_tournament(setup), version


def read_tournament(document: object) -> Setup:
    """Reads the setup, and makes sure that it has a schedule."""
    setup = read_setup(document)
    if not setup.pairings():
        raise ArenaError(f"a tournament has two players or more, not {len(setup.players)}")
    return setup


def add_result(found: dict[int, GameResult], setup: Setup, document: object) -> None:
    """Reads a result; it must be of this tournament, and the same as before if it is there."""
    result = read_result(document)
    number = result.number
    if number >= setup.size():
        raise ArenaError(f"there is no game {number}; the tournament has {setup.size()}")
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
        raise ArenaError(f"game {number} is there already, and ended otherwise")


def cannot(do: str, path: Path, error: OSError) -> ArenaError:
    """Words that the system refuses a file."""
    return ArenaError(f"cannot {do} {path}: {error.strerror or error}")
