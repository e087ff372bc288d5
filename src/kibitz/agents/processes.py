"""Helpers: other processes of this machine that think along with an agent.

Python runs one thread of a process at a time, so a search that wants a second core needs a second
process. A helper is started when it is first needed and stays until this process ends. It is given
one task at a time: a function with its arguments, pickled, as the answer is.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final, TypeAlias

from kibitz.core.errors import KibitzError, text_of

# How long a helper may take to end when it is told to, in seconds.
PATIENCE: Final = 2.0


class HelperFailed(KibitzError):
    """A helper cannot do its task; says why."""


class Helper:
    """One process that thinks along."""

    def __init__(self) -> None:
        # The modules of a game may be anywhere that this process looks for them.
        code = (
            f"import sys; sys.path[:] = {sys.path!r}; from kibitz.agents.processes import serve;"
            " serve()"
        )
        self.process: Final = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, task: bytes) -> None:
        """Gives the helper a task."""
        stream = self.process.stdin
        assert stream is not None
        stream.write(task)
        stream.flush()

    def answer(self) -> object:
        """Waits for the answer to the task.

        Raises:
            HelperFailed: if the task raised an error.
            EOFError: if the process has ended.
        """
        stream = self.process.stdout
        assert stream is not None
        failed, found = pickle.load(stream)
        if failed:
            raise HelperFailed(f"a helper process failed: {found}")
        return found

    def stop(self) -> None:
        """Ends the process."""
        process = self.process
        process.kill()
        process.wait(PATIENCE)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                close_quietly(stream)


def close_quietly(stream: IO[bytes]) -> None:
    """Closes a pipe; what was not written yet is lost with the process that should read it."""
    with suppress(OSError):
        stream.close()


class Team:
    """The helpers of this process.

    A process that was forked from this one has the list, but not the helpers: two that talk to one
    helper would get each other's answers. So the list is valid in the process that filled it.
    """

    def __init__(self) -> None:
        self.process = 0
        self.helpers: list[Helper] = []

    def members(self, count: int) -> list[Helper]:
        """Returns the first `count` helpers; starts those that are missing."""
        if self.process != os.getpid():
            self.process = os.getpid()
            self.helpers = []
        while len(self.helpers) < count:
            self.helpers.append(Helper())
        return self.helpers[:count]

    def replace(self, place: int) -> Helper:
        """Starts a helper in the place of one that has ended."""
        self.helpers[place].stop()
        self.helpers[place] = Helper()
        return self.helpers[place]

    def dismiss(self) -> None:
        """Ends all helpers."""
        if self.process == os.getpid():
            for helper in self.helpers:
                helper.stop()
        self.helpers = []


TEAM: Final = Team()
atexit.register(TEAM.dismiss)


# A function and its arguments; it must be one that other processes can import.
Task: TypeAlias = "tuple[Callable[..., object], tuple[object, ...]]"


class Errand:
    """Tasks that helpers work on, while this process goes on with something else."""

    def __init__(self, tasks: list[Task]) -> None:
        """Gives each task to a helper.

        Raises:
            HelperFailed: if a task cannot be pickled.
        """
        self.tasks: Final = [pickle_task(task) for task in tasks]
        for place, helper in enumerate(TEAM.members(len(tasks))):
            try:
                helper.ask(self.tasks[place])
            except OSError:  # It ended since the last task.
                TEAM.replace(place).ask(self.tasks[place])

    def answers(self) -> list[object]:
        """Waits for all answers, in the order of the tasks.

        A helper that has ended, whoever ended it, is replaced and asked again, once.

        Raises:
            HelperFailed: if a task raised an error, or its helper ended twice.
        """
        found: list[object] = []
        try:
            for place in range(len(self.tasks)):
                found.append(self.answer(place))
        except BaseException:
            # The others are still at work, and their answers would be taken for later ones.
            TEAM.dismiss()
            raise
        return found

    def answer(self, place: int) -> object:
        """Waits for one answer."""
        with suppress(EOFError, OSError):
            return TEAM.helpers[place].answer()
        try:
            helper = TEAM.replace(place)
            helper.ask(self.tasks[place])
            return helper.answer()
        except (EOFError, OSError) as error:
            failed = HelperFailed("a helper process ended twice during its task")
            raise failed.caused_by(error) from error


def pickle_task(task: Task) -> bytes:
    """Pickles a task.

    Raises:
        HelperFailed: if something in it cannot be pickled, such as a class of the main script.
    """
    try:
        return pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        failed = HelperFailed(
            f"cannot hand a task to another process: {error}; the game must be in a module that"
            " other processes can import"
        )
        raise failed.caused_by(error) from error


def serve() -> None:
    """Answers tasks from the standard input until it ends; this is what a helper runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # A game that prints must not spoil an answer.
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)
            reply = (False, function(*arguments))
        except EOFError:
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, the answer names it
            reply = (True, f"{type(error).__name__}: {text_of(error)}")
        pickle.dump(reply, answers)
        answers.flush()
