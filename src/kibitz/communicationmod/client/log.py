"""The log of a session: every message and every answer, one JSON object in each line.

Standard output belongs to the protocol, so this file is where to look. Its first line says what was
played and by which version; `type` says what each of the others is. In a replay the player gets the
same messages again, and its answers are compared.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from kibitz import __version__
from kibitz.communicationmod import state_folder
from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.advising import Adviser
from kibitz.communicationmod.client.player import End, Player, Settings
from kibitz.core.errors import RecordError
from kibitz.games.spire.position.message import Fields, Message

KIND: Final = "kibitz spire"
FORMAT: Final = 1

# The types of lines.
START: Final = "start"
STATE: Final = "state"
ERROR: Final = "error"
UNREADABLE: Final = "unreadable"
SILENCE: Final = "silence"
DECISION: Final = "decision"
NOTE: Final = "note"
PLAYED: Final = "played"
END: Final = "end"
# The part of a line that could not be read which is kept.
MOST_KEPT: Final = 2000
SUFFIX: Final = ".jsonl"


def log_folder() -> Path:
    """Returns the folder of logs: in the user's folder for the state of programs."""
    return state_folder() / "spire"


def new_log() -> Path:
    """Returns the path of a new log, named by the time and the process."""
    return log_folder() / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{SUFFIX}"


def newest_log(folder: Path | None = None) -> Path | None:
    """Returns the log of a folder that was written last; None if there is none.

    Args:
        folder: the folder; by default the one in which new logs are.
    """
    found: list[tuple[float, Path]] = []
    for path in (log_folder() if folder is None else folder).glob(f"*{SUFFIX}"):
        with suppress(OSError):  # it may have been deleted meanwhile
            found.append((path.stat().st_mtime, path))
    return max(found)[1] if found else None


class Log:
    """Writes a log. A log that cannot be written any more does not stop the session."""

    def __init__(self, path: Path) -> None:
        """Opens a new file, and makes its folder.

        Raises:
            OSError: if that fails.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path: Final = path
        self.file: TextIO | None = path.open("w", encoding="utf-8")
        self.map: object = None

    def write(self, kind: str, **fields: object) -> None:
        """Adds a line of JSON; if the file cannot be written, there is no log from then on."""
        if self.file is None:
            return
        line = {"type": kind, "time": round(time.time(), 3), **fields}
        try:
            self.file.write(f"{json.dumps(line, default=repr)}\n")
            self.file.flush()
        except OSError as error:
            self.close()
            print(  # noqa: T201 - stderr goes to the mod's own log
                f"kibitz spire: cannot write the log {self.path}: {error.strerror}",
                file=sys.stderr,
            )

    def start(self, settings: Settings) -> None:
        """Writes the first line."""
        self.write(START, log=KIND, format=FORMAT, version=__version__, settings=settings.to_json())

    def received(self, line: str, message: Message, passed: bool) -> None:
        """Writes a message; `passed` if a newer one was there already, so it gets no answer."""
        extra = {"passed": True} if passed else {}
        if message.problem:
            self.write(UNREADABLE, line=line[:MOST_KEPT], problem=message.problem, **extra)
        elif message.error:
            self.write(ERROR, message=message.raw.value, **extra)
        else:
            self.write(STATE, message=self.without_map(message), **extra)

    def without_map(self, message: Message) -> dict[str, object]:
        """Returns a message without its map if that has not changed: it is half of the message."""
        game = message.game.value
        if "map" not in game or game["map"] != self.map:
            self.map = game.get("map", self.map)
            return message.raw.value
        rest = {name: value for name, value in game.items() if name != "map"}
        return {**message.raw.value, "game_state": rest}

    def decided(self, decision: Decision) -> None:
        """Writes an answer."""
        fields = {"command": decision.command, "by": decision.by, "why": decision.why}
        self.write(DECISION, **fields, **decision.details)

    def end(self, end: End) -> None:
        """Writes the last line."""
        self.write(END, reason=end.reason, code=end.code)
        self.close()

    def close(self) -> None:
        """Closes the file; what is written later is lost."""
        if self.file is not None:
            with suppress(OSError):
                self.file.close()
            self.file = None


# Reading.


class Entries:
    """Reads the lines of a log; puts the map back where it was left out."""

    def __init__(self) -> None:
        self.map: object = None

    def read(self, line: str) -> Fields:
        """Reads a line.

        Raises:
            RecordError: if it is not a line of a log.
        """
        try:
            found: object = json.loads(line)
        except (ValueError, RecursionError):
            raise RecordError("a line is not JSON") from None
        if not isinstance(found, dict) or not isinstance(found.get("type"), str):
            raise RecordError("a line is not an object with a type")
        message = found.get("message")
        game = message.get("game_state") if isinstance(message, dict) else None
        if isinstance(message, dict) and isinstance(game, dict):
            if "map" in game:
                self.map = game["map"]
            elif self.map is not None:
                found["message"] = {**message, "game_state": {**game, "map": self.map}}
        return Fields(found)


class Follower:
    """Reads a log that another process writes, as far as it is written.

    Attributes:
        path: the log.
        skipped: whether lines were left out, because there was more than `most` to read.
    """

    def __init__(self, path: Path, most: int | None = None) -> None:
        """Begins at the start of the log; the file need not be there yet.

        Args:
            path: the log.
            most: the most bytes to read at once; of a longer log, the rest comes first.
        """
        self.path: Final = path
        self.most: Final = most
        self.skipped = False
        self._entries = Entries()
        self._place = 0
        self._rest = b""

    def read(self) -> list[Fields]:
        """Reads the lines that were written since the last call.

        Raises:
            OSError: if the file cannot be read.
            RecordError: if one of them is not a line of a log.
        """
        with self.path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < self._place:  # another session has overwritten it
                self._entries, self._place, self._rest = Entries(), 0, b""
            file.seek(self._place)
            left = size - self._place
            # A line is cut off where reading begins.
            cut = self.most is not None and left > self.most
            if cut:
                file.seek(left - (self.most or 0), os.SEEK_CUR)
                self._rest, self.skipped = b"", True
            content = file.read()
            self._place = file.tell()
        *lines, self._rest = (self._rest + content).split(b"\n")
        if cut and not lines:
            raise RecordError(f"a line has more than {self.most} bytes")
        return [self._entries.read(line.decode(errors="replace")) for line in lines[cut:]]


def has_ended(path: Path) -> bool:
    """Tells whether the session of a log is over."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 1000))
        return f'{{"type": "{END}"'.encode() in file.read()


def is_log(text: str) -> bool:
    """Tells whether a text is a log of this client."""
    first = text.partition("\n")[0]
    return first.startswith("{") and f'"log": "{KIND}"' in first


def read_log(text: str) -> Iterator[Fields]:
    """Reads all lines of a log; the last one may be cut off.

    Raises:
        RecordError: if another line cannot be read; says which one.
    """
    entries = Entries()
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            yield entries.read(line)
        except RecordError as error:
            if number == len(lines) and not text.endswith("\n"):
                return
            raise RecordError(f"line {number}: {error}") from None


def read_settings(entry: Fields) -> Settings:
    """Reads the settings from the first line.

    Raises:
        RecordError: if it is not a first line, or one of another format.
    """
    if entry.text("log") != KIND:
        raise RecordError("the first line does not say that this is a log of kibitz spire")
    if entry.number("format") != FORMAT:
        raise RecordError(f"format {entry.number('format')} of the log is not known: {FORMAT} is")
    given, usual = entry.child("settings"), Settings()
    return Settings(
        given.text("agent", usual.agent),
        given.text("character", usual.character),
        given.number("ascension", usual.ascension),
        given.text("seed", usual.seed),
        given.number("runs", usual.runs),
        given.flag("keys", usual.keys),
        given.flag("advise", usual.advise),
    )


# Replaying.


def make_player(settings: Settings) -> Player:
    """Makes the player of a session: one that plays, or one that advises.

    Raises:
        KibitzError: if there is no such agent.
    """
    return Adviser(settings) if settings.advise else Player(settings)


# What the player reacts to.
HEARD: Final = (STATE, ERROR, UNREADABLE, SILENCE)


@dataclass(frozen=True)
class Replayed:
    """One line of a log, replayed.

    Attributes:
        entry: the line.
        number: how many commands were sent so far, this one included.
        replayed: what the player sends now; empty for lines that are not commands.
        cut: whether a clock has stopped the search in this turn, so that the answer depends on the
            speed of the machine.
    """

    entry: Fields
    number: int = 0
    replayed: str = ""
    cut: bool = False

    @property
    def differs(self) -> bool:
        """Whether the player now sends another command than the log says."""
        return self.replayed != "" and self.replayed != self.entry.text("command")


def replay(entries: Iterable[Fields], player: Player) -> Iterator[Replayed]:
    """Gives the lines of a log to a player, and yields each with the player's answer."""
    answer: Decision | End | None = None
    number = 0
    turn = cut = (-1, -1)
    for entry in entries:
        kind = entry.text("type")
        if kind == STATE:
            game = entry.child("message").child("game_state")
            turn = (game.number("floor"), game.child("combat_state").number("turn"))
        if entry.flag("cut"):
            cut = turn
        if kind in HEARD:
            heard = hear(entry, player)
            answer = heard if heard is not None else answer
        if kind != DECISION:
            yield Replayed(entry)
            continue
        number += 1
        command = answer.command if isinstance(answer, Decision) else "(end)"
        # The next state follows from the command that was really sent.
        player.command = entry.text("command")
        yield Replayed(entry, number, command, turn == cut)


def hear(entry: Fields, player: Player) -> Decision | End | None:
    """Gives one line to a player; None if it was passed over then."""
    kind = entry.text("type")
    if kind == SILENCE:
        return player.silence()
    message = Message(entry.child("message"), entry.text("problem"))
    if entry.flag("passed"):
        if message.error and not player.settings.advise:
            player.refuse(message)
        return None
    return player.advise(message) if isinstance(player, Adviser) else player.answer(message)
