"""Runs a client as the mod does: as a child process, line by line over its pipes.

On request things go wrong on the way, to test clients: `stale=0.05, cut=0.02` spoils five and two
of a hundred messages.
"""

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Final

from kibitz.communicationmod.host.mod import Message, Mod
from kibitz.communicationmod.host.screens import NOT_IMPLEMENTED
from kibitz.core.options import offer
from kibitz.core.randomness import seeded
from kibitz.core.value import Json

STALE: Final = "stale"
CUT: Final = "cut"
REFUSE: Final = "refuse"
SILENCE: Final = "silence"
MUTE: Final = "mute"
UNKNOWN: Final = "unknown"
NAMES: Final = "names"
FAULTS: Final = {
    STALE: "the message before is sent again",
    CUT: "the line ends in the middle",
    REFUSE: "a command is refused for no reason",
    SILENCE: "a message is not sent; the next command is answered",
    MUTE: "from then on, nothing is sent",
    UNKNOWN: "ids that nobody knows, and fields that nobody knows",
    NAMES: "names have letters beyond ASCII",
}
# Kinds of things rather than messages are hit by these; how likely without a number.
USUAL: Final = {UNKNOWN: 0.2, NAMES: 1.0}
USUAL_RATE: Final = 0.02
# Another alphabet, one letter for one.
LETTERS: Final = str.maketrans("aeiounAEIOUN", "áéíóúñÁÉÍÓÚÑ")
PLAIN_LETTERS: Final = {value: key for key, value in LETTERS.items()}
EMPTY_SLOT: Final = "Potion Slot"


def read_faults(text: str) -> dict[str, float]:
    """Reads a list such as `stale, cut=0.1`; a number is how often it happens, from 0 to 1.

    Raises:
        ValueError: if a fault is not known or a number is wrong.
    """
    found: dict[str, float] = {}
    for entry in [part for part in text.split(",") if part.strip()]:
        name, mark, digits = (part.strip() for part in entry.partition("="))
        if name not in FAULTS:
            raise ValueError(f"unknown fault {name!r}; {offer(name, FAULTS)}")
        try:
            rate = float(digits) if mark else USUAL.get(name, USUAL_RATE)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise ValueError(f"invalid fault {name}={digits}: expected 0 to 1")
        found[name] = rate
    return found


class Wire:
    """Carries commands to the mod and messages back, with faults.

    Args:
        mod: the mod.
        rates: how likely each fault is.
        seed: the seed of the faults.

    Attributes:
        refused: the commands that were refused.
        refused_again: those of them that followed another refused one, but for `state` and `wait`.
    """

    def __init__(self, mod: Mod, rates: Mapping[str, float] | None = None, seed: int = 0) -> None:
        self.mod: Final = mod
        self.rates: Final = dict(rates or {})
        self.seed: Final = seed
        self.dice: Final = seeded(f"faults {seed}")
        self.muted = False
        self.last = ""
        self.refused = 0
        self.refused_again = 0
        self.was_refused = False

    def greet(self) -> str:
        """Returns the first line."""
        return self.write(self.mod.message())

    def respond(self, line: str) -> str | None:
        """Executes a command; returns the line that answers it, or None for silence."""
        if self.rates.get(NAMES):
            line = line.translate(PLAIN_LETTERS)
        if self.happens(REFUSE):
            message: Message = {"error": NOT_IMPLEMENTED, "ready_for_command": True}
        else:
            message = self.mod.answer(line)
            self.count(line, "error" in message)
        before = self.last
        text = self.write(message)
        self.muted = self.muted or self.happens(MUTE)
        if self.muted or self.happens(SILENCE):
            return None
        if before and self.happens(STALE):
            return before
        return text[: len(text) // 2] if self.happens(CUT) else text

    def count(self, line: str, refused: bool) -> None:
        """Counts refused commands."""
        if refused:
            self.refused += 1
            self.refused_again += self.was_refused
            self.was_refused = True
        elif line.lower().split()[0] not in ("state", "wait"):
            self.was_refused = False

    def happens(self, fault: str) -> bool:
        """Rolls whether a fault happens now."""
        rate = self.rates.get(fault, 0.0)
        return rate > 0 and self.dice.random() < rate

    def write(self, message: Message) -> str:
        """Writes a message as one line."""
        spoiled: Json = message
        if self.rates.get(UNKNOWN):
            spoiled = self.rename(message)
        if self.rates.get(NAMES):
            spoiled = translate(spoiled)
        self.last = json.dumps(spoiled)
        return self.last

    def rename(self, value: Json) -> Json:
        """Gives some kinds of things an id that nobody knows, always the same ones."""
        if isinstance(value, list):
            return [self.rename(item) for item in value]
        if not isinstance(value, dict):
            return value
        found = {name: self.rename(item) for name, item in value.items()}
        for name in ("id", "event_id"):
            known = found.get(name)
            if isinstance(known, str) and known != EMPTY_SLOT:
                roll = seeded(f"unknown {self.seed} {known}").random()
                if roll < self.rates[UNKNOWN]:
                    found[name] = f"somemod:{known}"
                    found["somemod_field"] = [1, {"unknown": None}]
        return found


def translate(value: Json, inside: str = "") -> Json:
    """Writes names with letters beyond ASCII."""
    if isinstance(value, list):
        return [translate(item, inside) for item in value]
    if isinstance(value, dict):
        return {name: translate(item, name) for name, item in value.items()}
    shown = inside in ("name", "label", "event_name", "body_text", "text", "choice_list")
    return value.translate(LETTERS) if shown and isinstance(value, str) else value


# The process.

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


@dataclass(frozen=True)
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

    runs: int = 0
    handshake: float = 10.0
    patience: float = 300.0
    farewell: float = 10.0
    commands: int = 20_000
    delay: float = 0.0


@dataclass
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

    reason: str = ENDED
    exit_code: int = 0
    runs: list[dict[str, Json]] = field(default_factory=list)
    commands: int = 0
    refused: int = 0
    refused_again: int = 0
    handshake: float = 0.0
    first_answer: float = 0.0
    combat_times: list[float] = field(default_factory=list)
    combat_cpu: list[float] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether all runs were played and the child ended well."""
        return self.reason == DONE and self.exit_code == 0

    def to_json(self) -> dict[str, Json]:
        """Returns the report as JSON."""
        return asdict(self)


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
                "ascension": run.ascension,
                "victory": run.victory,
                "act": run.act.number,
                "floor": run.floor,
                "bosses": [*run.bosses_killed],
                "acts_beaten": run.acts_beaten,
                "keys": [name for name, found in run.keys.items() if found],
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
