"""The session: connects the player to the pipes of the mod.

A thread reads lines, so that a game that says nothing can be noticed. Where several lines have
come, only the newest gets an answer: the others are old.
"""

import queue
import threading
import time
from io import BytesIO, RawIOBase
from typing import Final

from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.advising import Adviser
from kibitz.communicationmod.client.log import NOTE, PLAYED, SILENCE, Log
from kibitz.communicationmod.client.player import PASSIVE, STATE, SUCCESS, End, Player
from kibitz.games.spire.position.message import Message, read_line

READY: Final = "ready"
# Seconds of silence after which the state is asked for.
PATIENCE: Final = 60.0
INTERRUPTED: Final = 130
CHUNK: Final = 65536


class Session:
    """Plays over two streams until there is a reason to end.

    Attributes:
        player: who answers.
        log: where everything is written.
        patience: seconds of silence after which the state is asked for.
        pace: seconds between a command in the log and the same command in the game.
    """

    def __init__(
        self,
        player: Player,
        source: RawIOBase | BytesIO,
        sink: RawIOBase | BytesIO,
        log: Log | None,
        patience: float = PATIENCE,
        pace: float = 0.0,
    ) -> None:
        self.player: Final = player
        self.log: Final = log
        self.patience: Final = patience
        self.pace: Final = pace
        self.source: Final = source
        self.sink: Final = sink
        self.lines: Final[queue.Queue[str | None]] = queue.Queue()

    def run(self) -> End:
        """Says that the client is ready and plays to the end; the reason is in the log."""
        threading.Thread(target=self.listen, daemon=True).start()
        try:
            end = self.play()
        except KeyboardInterrupt:
            end = End("interrupted", INTERRUPTED)
        except OSError as error:
            end = End(f"the game no longer reads: {error.strerror or error}")
        if self.log is not None:
            self.log.end(end)
        return end

    def listen(self) -> None:
        """Reads lines until there are no more."""
        rest = b""
        while chunk := self.source.read(CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self.hear(line)
        if rest:
            self.hear(rest)
        self.lines.put(None)

    def hear(self, line: bytes) -> None:
        """Takes in a line that was read."""
        self.lines.put(line.decode("utf-8", "replace").strip())

    def play(self) -> End:
        """Answers messages one by one.

        Raises:
            OSError: if the game no longer reads.
        """
        self.send(READY)
        line = self.receive(self.patience)
        while line is not None:
            answer = self.answer(line)
            if isinstance(answer, End):
                return answer
            # What comes during a pause is newer than the state that the answer is for.
            line = self.receive(answer.pause) if answer.pause else ""
            if line == "":
                self.write_decision(answer)
                line = self.receive(self.patience)
        return self.closed()

    def closed(self) -> End:
        """Returns the end of a session whose game has closed the pipe."""
        done = self.player.runs_done
        code = SUCCESS if done >= self.player.settings.runs else End("").code
        return End(f"the game has closed the pipe after {done} whole runs", code)

    def receive(self, seconds: float) -> str | None:
        """Waits for a line; empty if none comes in time, None at the end."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return ""
            if line != "":  # blank lines mean nothing
                return line

    def answer(self, line: str) -> Decision | End:
        """Answers the newest line that has come, or the silence if there is none."""
        if line == "":
            self.write(SILENCE)
            return self.player.silence()
        while True:
            newer = self.waiting()
            message = read_line(line)
            if self.log is not None:
                self.log.received(line, message, passed=newer != "")
            if not newer:
                return self.react(message)
            if message.error:
                self.player.refuse(message)
            line = newer

    def waiting(self) -> str:
        """Returns a line that has come already; empty for none."""
        try:
            line = self.lines.get_nowait()
        except queue.Empty:
            return ""
        if line is None:  # the end stays in the queue
            self.lines.put(None)
            return ""
        return line

    def react(self, message: Message) -> Decision | End:
        """Lets the player answer, and logs what it notes."""
        answer = self.player.answer(message)
        self.write_notes()
        return answer

    def write_notes(self) -> None:
        """Logs what the player has noted."""
        for text in self.player.notes:
            self.write(NOTE, text=text)
        self.player.notes.clear()

    def write_decision(self, decision: Decision) -> None:
        """Logs a command and sends it.

        Raises:
            OSError: if the game no longer reads.
        """
        if self.log is not None:
            self.log.decided(decision)
        if self.pace and decision.command.partition(" ")[0] not in PASSIVE:
            time.sleep(self.pace)
        self.send(decision.command)

    def write(self, kind: str, **fields: object) -> None:
        """Logs something."""
        if self.log is not None:
            self.log.write(kind, **fields)

    def send(self, command: str) -> None:
        """Sends a line.

        Raises:
            OSError: if the game no longer reads.
        """
        self.sink.write(f"{command}\n".encode("ascii", "replace"))


class AdvisingSession(Session):
    """Reads states while a person plays, and logs advice; never sends anything but `state`.

    Attributes:
        adviser: who advises.
    """

    def __init__(
        self,
        adviser: Adviser,
        source: RawIOBase | BytesIO,
        sink: RawIOBase | BytesIO,
        log: Log | None,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(adviser, source, sink, log, patience)
        self.adviser: Final = adviser
        self.shown: dict[str, object] | None = None

    def play(self) -> End:
        """Advises until the game closes the pipe; asks for the state if nothing comes for long.

        Raises:
            OSError: if the game no longer reads.
        """
        self.send(READY)
        line = self.receive(self.patience)
        while line is not None:
            if line == "":
                self.send(STATE)
            else:
                self.advise(line)
            line = self.receive(self.patience)
        return End(self.closed().reason, SUCCESS)

    def advise(self, line: str) -> None:
        """Logs advice about the newest state; one that comes meanwhile makes it worthless."""
        while line:
            while newer := self.waiting():
                self.log_message(line, read_line(line), passed=True)
                self.adviser.withdraw()  # what was done since then cannot be told
                line = newer
            found = self.think(line)
            line = self.waiting()
            if line:
                self.adviser.withdraw()
            elif found is not None and self.log is not None:
                self.log.decided(found)

    def think(self, line: str) -> Decision | None:
        """Returns advice about a state; None if there is nothing to say."""
        message = read_line(line)
        if not message.problem and message.raw.value == self.shown:
            return None  # nobody has done anything
        self.shown = message.raw.value
        self.log_message(line, message, passed=False)
        found = self.adviser.advise(message)
        if self.adviser.instead:
            self.write(PLAYED, text=self.adviser.instead)
        self.write_notes()
        return found

    def log_message(self, line: str, message: Message, passed: bool) -> None:
        """Logs a message."""
        if self.log is not None:
            self.log.received(line, message, passed)
