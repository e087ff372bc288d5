"""Runs a client as the mod does: as a child process, line by line over its pipes."""

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from kibitz.core.randomness import seeded
from kibitz.core.value import Json
from kibitz.live.host.faults import Wire

# Why it ended.
DONE: Final = "done"
NO_HANDSHAKE: Final = "no handshake"
NO_ANSWER: Final = "no answer"
TOO_MANY: Final = "too many commands"
ENDED: Final = "child ended"
REASONS: Final = {
    DONE: "all runs were played",
    NO_HANDSHAKE: "the child printed no line in time and was killed",
    NO_ANSWER: "the child stopped answering and was killed",
    TOO_MANY: "a run took too many commands and the child was killed",
    ENDED: "the child ended before the runs were played",
}

# How many seconds the output of a process that has ended may take to end.
CLOSING: Final = 5.0
# The kind of a process's clock, as Linux counts them, and what stands for a clock that is missing.
PROCESS_CLOCK: Final = 2
NOT_TOLD: Final = -1.0
# What a message has in it if a decision in a fight is asked for.
COMBAT_PARTS: Final = ('"ready_for_command": true', '"combat_state": {')


class Limits:
    """How long the host waits, and how much it plays.

    Attributes:
        runs: how many runs are played; 0 for as many as the child likes.
        handshake: the seconds for the first line.
        patience: the seconds for any other line; the mod itself would wait forever.
        farewell: the seconds for the child to end by itself after the last run.
        commands: the most commands of one run.
        delay: the most seconds before a message is sent.
    """

    def __init__(
        self,
        runs: int = 0,
        handshake: float = 10.0,
        patience: float = 300.0,
        farewell: float = 10.0,
        commands: int = 20_000,
        delay: float = 0.0,
    ) -> None:
        self.runs: Final = runs
        self.handshake: Final = handshake
        self.patience: Final = patience
        self.farewell: Final = farewell
        self.commands: Final = commands
        self.delay: Final = delay


class Report:
    """What has happened.

    Attributes:
        reason: why it ended.
        exit_code: the exit code of the child; negative for a signal.
        runs: each run that was played to its end.
        commands: how many commands the child has sent.
        refused: how many of them were refused.
        refused_again: how many directly after another refused one.
        handshake: the seconds from the start of the child to its first line.
        first_answer: the seconds from the first message to the answer.
        combat_times: the seconds that each answer to a state of a fight took.
        combat_cpu: the seconds that the child computed for each of them; empty where the system
            does not tell.
    """

    def __init__(self) -> None:
        self.reason = ENDED
        self.exit_code = 0
        self.runs: Final[list[dict[str, Json]]] = []
        self.commands = 0
        self.refused = 0
        self.refused_again = 0
        self.handshake = 0.0
        self.first_answer = 0.0
        self.combat_times: Final[list[float]] = []
        self.combat_cpu: Final[list[float]] = []

    @property
    def is_good(self) -> bool:
        """Whether all runs were played and the child ended well."""
        return self.reason == DONE and self.exit_code == 0

    def to_json(self) -> dict[str, Json]:
        """Returns the report as JSON."""
        return {
            "reason": self.reason,
            "exit_code": self.exit_code,
            "runs": [*self.runs],
            "commands": self.commands,
            "refused": self.refused,
            "refused_again": self.refused_again,
            "handshake": self.handshake,
            "first_answer": self.first_answer,
            "combat_times": [*self.combat_times],
            "combat_cpu": [*self.combat_cpu],
        }


class Child:
    """The client as a process; a thread reads its lines, so that waiting for one can end."""

    def __init__(self, command: Sequence[str], errors: IO[bytes] | None) -> None:
        self.process: Final = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        self.lines: Final[queue.Queue[str | None]] = queue.Queue()
        self.reader: Final = threading.Thread(target=self.read_lines, daemon=True)
        self.reader.start()

    def read_lines(self) -> None:
        """Puts each line into the queue, and None at the end."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").strip())
        self.lines.put(None)

    def next_line(self, seconds: float) -> str | None:
        """Returns the next line, or None at the end; raises `queue.Empty` if none comes in time."""
        return self.lines.get(timeout=seconds)

    def send(self, line: str) -> bool:
        """Sends a line; tells whether the child was there to read it."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            return False
        return True

    def cpu(self) -> float:
        """Returns the seconds that the child has computed so far; -1 if the system does not tell.

        Linux has a clock for each process. Its number follows from that of the process.
        """
        if sys.platform != "linux":
            return NOT_TOLD
        try:
            return time.clock_gettime(~self.process.pid << 3 | PROCESS_CLOCK)
        except OSError:  # the child has ended
            return NOT_TOLD

    def end(self, seconds: float) -> int:
        """Ends the input, waits for the child and kills it if need be; returns its exit code."""
        pipes = (self.process.stdin, self.process.stdout)
        assert pipes[0] is not None
        assert pipes[1] is not None
        with contextlib.suppress(OSError):  # it may be gone already
            pipes[0].close()
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.reader.join(CLOSING)
        if not self.reader.is_alive():  # a process that the child has left behind may hold the pipe
            pipes[1].close()
        return code


class Host:
    """Plays runs with a client that runs as a child process.

    Args:
        wire: the mod, and what goes wrong.
        command: the command of the child with its arguments.
        limits: how long it waits.
        errors: where the child's standard error goes; None for that of the host.
        transcript: a file for every line in both directions, as JSON Lines.
    """

    def __init__(
        self,
        wire: Wire,
        command: Sequence[str],
        limits: Limits | None = None,
        errors: Path | None = None,
        transcript: Path | None = None,
    ) -> None:
        self.wire: Final = wire
        self.command: Final = command
        self.limits: Final = limits or Limits()
        self.errors: Final = errors
        self.transcript: Final = transcript
        self.report: Final = Report()
        self.sent = 0.0  # when the last message was
        self.sent_cpu = NOT_TOLD  # how much the child had computed by then
        self.delays: Final = seeded(f"delays {wire.seed}")

    def play(self) -> Report:
        """Plays until all runs are played or the child fails.

        Raises:
            OSError: if the child cannot be started.
        """
        errors = None if self.errors is None else self.errors.open("ab")
        log = None if self.transcript is None else self.transcript.open("w", encoding="utf-8")
        try:
            child = Child(self.command, errors)
            report = self.report
            try:
                report.reason = self.talk(child, log)
            finally:
                waits = self.limits.farewell if report.reason in (DONE, ENDED) else 0.0
                report.exit_code = child.end(waits)
        finally:
            for file in (errors, log):
                if file is not None:
                    file.close()
        report.refused = self.wire.refused
        report.refused_again = self.wire.refused_again
        return report

    def talk(self, child: Child, log: IO[str] | None) -> str:
        """Exchanges lines until there is a reason to stop; returns it."""
        began = time.monotonic()
        try:
            first = child.next_line(self.limits.handshake)
        except queue.Empty:
            return NO_HANDSHAKE
        self.report.handshake = time.monotonic() - began
        if first is None:
            return ENDED
        note(log, "from", first)
        message: str | None = self.wire.greet()
        in_run = 0
        while True:
            reached = message is None or self.deliver(child, message, log)
            if len(self.report.runs) == self.limits.runs > 0:
                return DONE
            try:
                line = child.next_line(self.limits.patience) if reached else None
            except queue.Empty:
                return NO_ANSWER
            if line is None:
                return DONE if self.may_end() else ENDED
            self.time(child, message)
            note(log, "from", line)
            message = self.wire.respond(line)
            in_run += 1
            if self.take_finished(in_run):
                in_run = 0
            elif in_run > self.limits.commands:
                return TOO_MANY

    def may_end(self) -> bool:
        """Tells whether the child may end now: in the main menu, if the runs are not counted."""
        return self.limits.runs == 0 and self.wire.mod.run is None and bool(self.report.runs)

    def deliver(self, child: Child, message: str, log: IO[str] | None) -> bool:
        """Sends a message after a while; tells whether the child was there."""
        if self.limits.delay > 0:
            time.sleep(self.limits.delay * self.delays.random())
        note(log, "to", message)
        self.sent, self.sent_cpu = time.monotonic(), child.cpu()
        return child.send(message)

    def time(self, child: Child, message: str | None) -> None:
        """Notes how long the answer to a message took."""
        seconds, cpu = time.monotonic() - self.sent, child.cpu()
        if self.report.commands == 0:
            self.report.first_answer = seconds
        self.report.commands += 1
        if message is not None and all(part in message for part in COMBAT_PARTS):
            self.report.combat_times.append(seconds)
            if min(cpu, self.sent_cpu) >= 0:
                self.report.combat_cpu.append(cpu - self.sent_cpu)

    def take_finished(self, commands: int) -> bool:
        """Notes a run that has just ended; tells whether there is one."""
        finished = self.wire.mod.finished
        if len(finished) == len(self.report.runs):
            return False
        run = finished[-1]
        self.report.runs.append(
            {
                "character": run.setup.character,
                "seed": run.seed,
                "victory": run.victory,
                "floor": run.floor,
                "score": run.score,
                "hp": run.hp,
                "max_hp": run.max_hp,
                "gold": run.gold,
                "deck": len(run.deck),
                "commands": commands,
            }
        )
        return True


def note(log: IO[str] | None, direction: str, line: str) -> None:
    """Writes a line into the transcript."""
    if log is not None:
        log.write(json.dumps({direction: line}) + "\n")
