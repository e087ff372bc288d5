"""Agents that a table has to survive; they are named `module:Class`."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from kibitz.agents.random import RandomAgent
from kibitz.core import Advice, Observation, Option
from kibitz.games.leduc.moves import Fold
from kibitz.table.refusal import Refusal

Seen = Observation[Any, Any]  # Any: they play every game


class Misfit:
    """Plays at random after it has misbehaved."""

    def advise(self, seen: Seen) -> Advice[Any]:
        self.misbehave(seen)
        return RandomAgent().advise(seen)

    def misbehave(self, seen: Seen) -> None:
        raise NotImplementedError  # each subclass has its own way


class Exits(Misfit):
    """Ends its process, as if all were well."""

    def misbehave(self, seen: Seen) -> None:
        os._exit(0)


class Hangs(Misfit):
    """Never answers, and does not listen."""

    def misbehave(self, seen: Seen) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass


class Sleeps(Misfit):
    """Answers after some milliseconds."""

    def __init__(self, after: int = 100) -> None:
        self.after = after

    def misbehave(self, seen: Seen) -> None:
        time.sleep(self.after / 1000)


class Prints(Misfit):
    """Writes to the standard output, in every way there is."""

    def misbehave(self, seen: Seen) -> None:
        print("printed")  # noqa: T201 - that is the point
        os.write(1, b"sent\n")


class Raises(Misfit):
    """Fails."""

    def misbehave(self, seen: Seen) -> None:
        raise KeyError("pot")


class Refuses(Misfit):
    """Refuses, as only the table may."""

    def misbehave(self, seen: Seen) -> None:
        raise Refusal("STALE_VERSION", "not with this hand", version=7)


class Leaves(Misfit):
    """Leaves."""

    def misbehave(self, seen: Seen) -> None:
        sys.exit("good night")


class Unwritable(Exception):
    """An error without a readable text."""

    def __str__(self) -> str:
        raise ValueError("no text")


class RaisesNonsense(Misfit):
    """Fails, and nobody can say how."""

    def misbehave(self, seen: Seen) -> None:
        raise Unwritable


class ReadsInput(Misfit):
    """Waits for somebody to type."""

    def misbehave(self, seen: Seen) -> None:
        input()


class Forks(Misfit):
    """Leaves a copy of its process behind, and another program; both would never end."""

    def __init__(self, file: str, crash: bool = False) -> None:
        self.file = file
        self.crash = crash

    def misbehave(self, seen: Seen) -> None:
        program = subprocess.Popen(["sleep", "600"])
        copy = os.fork()
        if copy == 0:
            while True:
                time.sleep(600)
        Path(self.file).write_text(f"{program.pid} {copy}")
        if self.crash:
            os._exit(1)


class Copies(Misfit):
    """Forks, and both processes go on to answer."""

    def misbehave(self, seen: Seen) -> None:
        if os.fork() == 0:
            signal.alarm(5)


def send_everywhere(message: bytes) -> None:
    """Sends a message over every connection of this process."""
    for place in [*Path("/proc/self/fd").iterdir()]:
        with suppress(OSError), socket.socket(fileno=os.dup(int(place.name))) as found:
            found.sendall(message)


class Scribbles(Misfit):
    """Writes to every connection that it finds."""

    def misbehave(self, seen: Seen) -> None:
        send_everywhere(b"\xff\xff\xff\xffnonsense")


class Forges(Misfit):
    """Sends an answer of its own before the real one."""

    def misbehave(self, seen: Seen) -> None:
        forged = b'{"number": 0, "result": 7}'
        send_everywhere(len(forged).to_bytes(4, "big") + forged)


class Spoils(Misfit):
    """Changes what it sees."""

    def advise(self, seen: Seen) -> Advice[Any]:
        advice = RandomAgent().advise(seen)
        seen.view.stake = seen.view.owed = 99
        seen.moves.clear()
        return advice


class Answers:
    """Returns what is no legal advice, or nothing that JSON can hold."""

    def __init__(self, what: str) -> None:
        self.what = what

    def advise(self, seen: Seen) -> object:
        move = seen.moves[0]
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        made: Any = Advice  # Any: some of these have the wrong types, that is the point
        answers: dict[str, Callable[[], object]] = {
            "nothing": lambda: None,
            "object": object,
            "text": lambda: "raise",
            "illegal": lambda: made(Fold(), 0.0, ()),
            "no number": lambda: made(move, 0.0, (Option(move, float("nan"), ()),)),
            "infinite": lambda: made(move, float("inf"), ()),
            "trace": lambda: made(move, 0.0, (), trace={"seen": seen}),
            "characters": lambda: made(move, 0.0, (), trace={"text": "\ud800"}),
            "long": lambda: made(move, 0.0, (), trace={"text": "x" * 2_000_000}),
            "deep": lambda: made(move, 0.0, (), trace={"deep": deep}),
            # Compiled, the class itself refuses this one.
            "not a move": lambda: made("raise", 0.0, ()),
        }
        return answers[self.what]()
