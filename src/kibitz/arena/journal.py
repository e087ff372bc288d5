"""The journal: a file with every result of a tournament, from which it can be resumed.

The file is JSON Lines: a header with the setup, then one line for each game, in the order in which
they ended. It does not say where a sequential test stopped: that follows from the setup and the
results.

Every line ends with its checksum, so a line that was damaged or edited is noticed. Its game is then
played again. A damaged header cannot be replaced: without the setup, the results mean nothing.
Journals of format 1 have no checksums, and those before format 3 do not say when and with what they
were played. They can be read, but not resumed: their agents drew other random numbers.

An open journal is locked, on systems that support it: two processes that append to the same file
would overwrite each other's lines.
"""

import json
import os
import platform
import sys
import zlib
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import FileIO
from itertools import takewhile
from pathlib import Path
from typing import Final, Self

from kibitz import COMPILED, __version__
from kibitz.arena.files import atomic_file, file_error
from kibitz.arena.result import GameResult, fingerprint, read_result
from kibitz.arena.schedule import Schedule
from kibitz.arena.setup import ArenaError, Data, Setup, read_setup
from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json, printable

if sys.platform != "win32":
    import fcntl

FORMAT: Final = 3
# The last format without checksums, and the last without an origin.
UNSEALED: Final = 1
UNDATED: Final = 2
# The fields of the header by format.
FIRST: Final = ("arena", "kibitz", "setup")
HEADER: Final = {1: FIRST, 2: (*FIRST, "check"), 3: (*FIRST, "check", "origin")}
# The last field of a line, with the checksum of everything before it.
SEAL: Final = b',"check":"%08x"}'
SEAL_LENGTH: Final = len(SEAL % 0)


@dataclass(frozen=True)
class Origin(Data):
    """When and with what a tournament was started.

    Attributes:
        started: the date and time in ISO 8601, in UTC.
        kibitz: the version of Kibitz.
        python: the version of Python.
        compiled: whether Kibitz was compiled, and not interpreted.
    """

    started: str
    kibitz: str
    python: str
    compiled: bool

    @classmethod
    def now(cls) -> Self:
        """Returns the origin of a tournament that is started here and now."""
        time = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(time, __version__, platform.python_version(), COMPILED)

    @property
    def time(self) -> datetime:
        """The date and time of the start, in UTC."""
        return datetime.fromisoformat(self.started).astimezone(UTC)


@dataclass(frozen=True)
class JournalContent:
    """The content of a journal.

    Attributes:
        setup: the tournament; its versions of the rules and agents are those it was started with.
        kibitz: the version of Kibitz it was started with.
        results: the results in the order in which the games ended, each game once.
        length: the number of bytes up to the end of the last complete line.
        format: the format of the file.
        problems: what is wrong with lines that are left out, each with its number.
        origin: when and with what it was started; None before format 3.
    """

    setup: Setup
    kibitz: str
    results: list[GameResult]
    length: int
    format: int = FORMAT
    problems: tuple[str, ...] = ()
    origin: Origin | None = None


class Journal:
    """An open journal; `start_journal` and `resume_journal` open one.

    Attributes:
        path: the file.
        origin: when and with what the tournament was started; None if that is unknown.
    """

    def __init__(
        self, path: Path, file: FileIO, length: int = 0, origin: Origin | None = None
    ) -> None:
        """Appends to an unbuffered file after its first `length` bytes."""
        self.path: Final = path
        self.origin: Final = origin
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
        rest = memoryview(b"".join(map(sealed, lines)))
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
        """Replaces the content of the journal in one step."""
        with ExitStack() as stack:
            with atomic_file(self.path) as draft:
                file = stack.enter_context(draft.open("xb", buffering=0))
                lock(draft, file)
                new = Journal(self.path, file, 0, self.origin)
                first = header(setup, self.origin)
                new.write([first, *(result.to_json() for result in results)])
            stack.pop_all()
        self._file.close()
        self._file, self._length = file, new._length

    def close(self) -> None:
        """Closes and unlocks the file."""
        self._file.close()


def sealed(document: Json) -> bytes:
    """Writes an object as a line that ends with its checksum."""
    content = json.dumps(document, separators=(",", ":")).encode()[:-1]
    return content + SEAL % zlib.crc32(content) + b"\n"


def unsealed(line: bytes) -> bytes:
    """Returns the object in a line without its checksum."""
    text = line.rstrip(b"\r\n")
    content, seal = text[:-SEAL_LENGTH], text[-SEAL_LENGTH:]
    if seal != SEAL % zlib.crc32(content):
        raise ArenaError("the checksum does not fit; the line was damaged or edited")
    return content + b"}"


def start_journal(path: Path, setup: Setup) -> Journal:
    """Starts the journal of a tournament in a new file.

    Raises:
        ArenaError: if the file exists or cannot be written.
    """
    origin = Origin.now()
    first = header(setup, origin)
    try:
        file = path.open("xb", buffering=0)
    except FileExistsError:
        raise ArenaError(f"{path} exists; resume it, or choose a new file") from None
    except OSError as error:
        raise file_error("write", path, error) from None
    journal = Journal(path, file, 0, origin)
    try:
        lock(path, file)
        journal.write([first])
    except ArenaError:
        journal.close()
        path.unlink()
        raise
    return journal


def header(setup: Setup, origin: Origin | None) -> dict[str, Json]:
    """Returns the first line of a journal; it fixes the versions of rules and agents."""
    return {
        "arena": FORMAT,
        "kibitz": __version__,
        "setup": setup.installed().to_json(),
        "origin": None if origin is None else origin.to_json(),
    }


def resume_journal(path: Path) -> tuple[JournalContent, Journal]:
    """Reads a journal and opens it for more results; incomplete and damaged lines are removed.

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
        if content.kibitz != __version__:
            raise ArenaError(
                f"{path} was written by kibitz {content.kibitz}, and this is {__version__}, which"
                " may play differently; start the tournament again"
            )
        content.setup.check_chance()
        file.truncate(content.length)
    except OSError as error:
        file.close()
        raise file_error("write", path, error) from None
    except BaseException:
        file.close()
        raise
    journal = Journal(path, file, content.length, content.origin)
    if content.problems:
        try:
            journal.rewrite(content.setup, content.results)
        except BaseException:
            journal.close()
            raise
    return content, journal


def lock(path: Path, file: FileIO) -> None:
    """Locks a file against other processes until it is closed, however this process ends."""
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
    """Reads a journal; an incomplete last line is ignored, and damaged ones are listed.

    Raises:
        ArenaError: if the file cannot be read, or its header is damaged or invalid.
    """
    try:
        with path.open("rb") as file:
            return read_lines(path, file)
    except OSError as error:
        raise file_error("read", path, error) from None


def origin_of(path: Path) -> Origin | None:
    """Reads from a journal when and with what it was started; None if that is unknown."""
    try:
        with path.open("rb") as file:
            return read_header(file.readline())[-1]
    except OSError as error:
        raise file_error("read", path, error) from None


def read_lines(path: Path, lines: Iterable[bytes]) -> JournalContent:
    """Reads the lines of a journal; the path is for messages."""
    whole = enumerate(takewhile(lambda line: line.endswith(b"\n"), lines), 1)
    _, first = next(whole, (0, None))
    if first is None:
        raise ArenaError(f"{path} is not the journal of a tournament: its first line is incomplete")
    try:
        setup, version, form, origin = read_header(first)
        schedule = setup.schedule()
    except (KibitzError, RecursionError) as error:
        raise ArenaError(f"{path}, line 1: {words_of(error)}") from None
    length, found, problems = len(first), dict[int, GameResult](), []
    for number, line in whole:
        length += len(line)
        try:
            result = read_result(parse(line if form == UNSEALED else unsealed(line)))
            add_result(found, schedule, result)
        except (KibitzError, RecursionError) as error:
            problems.append(f"{path}, line {number}: {words_of(error)}")
    results = [*found.values()]
    return JournalContent(setup, version, results, length, form, tuple(problems), origin)


def words_of(error: BaseException) -> str:
    """Says what is wrong with a line."""
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def parse(line: bytes) -> object:
    """Parses one line of JSON."""
    try:
        found: object = json.loads(line.decode())
    # Text that is not UTF-8 or not JSON, or a number with thousands of digits.
    except ValueError as error:
        what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ArenaError(f"not JSON: {what}") from None
    return found


def read_header(line: bytes) -> tuple[Setup, str, int, Origin | None]:
    """Reads the first line: the setup, the version of Kibitz, the format and the origin."""
    root = Document(parse(line))
    form, version = root.field("arena"), root.field("kibitz").text()
    found = form.integer(1)
    if found > FORMAT:
        form.note(f"written by a later version of kibitz ({version})")
    else:
        root.only(HEADER[found])
    setup, origin = root.field("setup").value, None
    if UNDATED < found <= FORMAT:
        origin = read_origin(root.field("origin"))
    root.finish(ArenaError, "not the header of a journal")
    if found != UNSEALED:
        unsealed(line)
    read = read_setup(setup)
    read.check_players()  # which have a schedule, if there is such a game
    return read, version, found, origin


def read_origin(place: Document) -> Origin | None:
    """Reads when and with what a tournament was started; None if that is unknown."""
    if place.value is None:
        return None
    place.only(Origin.__match_args__)
    started = place.field("started")
    found = Origin(
        started.text(),
        printable(place.field("kibitz").text()),
        printable(place.field("python").text()),
        place.field("compiled").flag(),
    )
    try:
        _ = found.time
    except (ValueError, OverflowError):
        started.wanted("a date and time")
    return found


def add_result(found: dict[int, GameResult], schedule: Schedule, result: GameResult) -> None:
    """Adds a result; it must fit the schedule, and be the same if the game is listed twice.

    Raises:
        ArenaError: if it does not; a game with two different results has none.
    """
    number = result.number
    if number >= len(schedule):
        raise ArenaError(f"there is no game {number}: the tournament has {len(schedule)} games")
    fixture = schedule.fixture(number)
    if (result.deal, result.players) != (fixture.deal, fixture.players):
        planned, played = (", ".join(map(str, each.players)) for each in (fixture, result))
        raise ArenaError(
            f"game {number} is deal {fixture.deal} with players {planned},"
            f" not deal {result.deal} with players {played}"
        )
    known = found.setdefault(number, result)
    if known is not result and fingerprint([known]) != fingerprint([result]):
        del found[number]
        raise ArenaError(f"game {number} has two different results")
