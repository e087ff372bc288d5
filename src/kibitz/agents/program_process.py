# kibitz: interpreted, because it waits for other programs, and nothing here is hot.
"""Programs that are asked in lines: a question goes to standard input, the answer comes back.

A program may do anything: end, write too much or nothing, or stop reading. So all three pipes are
watched at the same time, every wait has an end, and a program that breaks the rules is killed.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Final

from kibitz.core.errors import KibitzError
from kibitz.core.value import brief, printable

# The longest answer, in bytes. Advice with a reason for every move of a large game has some ten
# thousand.
MOST_BYTES: Final = 1_000_000
# Seconds that a program gets to end by itself, and how often it is looked at meanwhile.
PATIENCE: Final = 0.5
# How much of standard error is kept, in bytes, and how much of it a message shows.
KEPT_BYTES: Final = 4_096
SHOWN_LINES: Final = 3
SHOWN_LENGTH: Final = 200
CHUNK: Final = 65_536


class ProgramFailed(KibitzError):
    """A program gave no answer that can be used; says why."""


class ProgramLate(ProgramFailed):
    """A program did not answer in time."""


class Program:
    """A program that was started and has not ended.

    Attributes:
        process: its process.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Starts a program; `words` are its file and its arguments, and no shell reads them.

        Raises:
            ProgramFailed: if it cannot be started.
        """
        pipe = subprocess.PIPE
        try:
            with interrupts_blocked():
                self.process: Final = subprocess.Popen(
                    [*words], bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe
                )
        except FileNotFoundError:
            raise ProgramFailed(f"cannot start: there is no program {words[0]!r}") from None
        except (OSError, ValueError) as error:  # ValueError: a null character
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgramFailed(f"cannot start {words[0]!r}: {reason}") from None
        self._said = b""
        self._received = b""
        for stream in self._streams():
            os.set_blocking(stream.fileno(), False)

    def _streams(self) -> list[IO[bytes]]:
        """Returns the standard input, output and error of the program."""
        process = self.process
        found = [process.stdin, process.stdout, process.stderr]
        return [stream for stream in found if stream is not None]

    def idle(self) -> bool:
        """Tells whether it still runs, and has written nothing since its last answer."""
        _, output, _ = self._streams()
        if self.process.poll() is not None or self._received:
            return False
        with suppress(BlockingIOError):
            self._received = os.read(output.fileno(), CHUNK)
            return False
        return True

    def ask(self, lines: bytes, seconds: float) -> bytes:
        """Writes lines, and returns the line that comes back, without its end.

        The program is killed if it does not answer, and if the wait is interrupted: its answer
        would be taken for that to the next question.

        Args:
            lines: what to write; ends with a newline.
            seconds: how long to wait for the answer.

        Raises:
            ProgramLate: if there is no answer in time.
            ProgramFailed: if the program ends, or writes more than one line.
        """
        try:
            if not self.idle():
                raise self._unasked()
            self._forget_words()
            answer = self._exchange(lines, time.monotonic() + seconds, seconds)
        except BaseException:
            self.kill()
            raise
        self._received = b""
        return answer

    def _exchange(self, lines: bytes, end: float, seconds: float) -> bytes:
        """Does the work of `ask`."""
        source, output, errors = self._streams()
        left = memoryview(lines)
        with selectors.DefaultSelector() as selector:
            selector.register(source, selectors.EVENT_WRITE)
            selector.register(output, selectors.EVENT_READ)
            selector.register(errors, selectors.EVENT_READ)
            while left or b"\n" not in self._received:
                ready = selector.select(end - time.monotonic())
                if not ready or time.monotonic() > end:
                    raise ProgramLate(f"no answer within {seconds:.3g} s{self.last_words()}")
                streams = [key.fileobj for key, _ in ready]
                if errors in streams and not self._listen(errors):
                    selector.unregister(errors)
                if output in streams:
                    self._read(output)
                if source in streams and left:
                    left = self._write(source, left)
                    if not left:
                        selector.unregister(source)
        answer, _, more = self._received.partition(b"\n")
        if more:
            raise ProgramFailed(
                f"wrote more than one line: expected one line for each question{self.last_words()}"
            )
        return answer

    def _write(self, source: IO[bytes], left: memoryview) -> memoryview:
        """Writes what fits into the pipe; returns the rest, none if nobody will read it."""
        try:
            return left[os.write(source.fileno(), left[:CHUNK]) :]
        except BlockingIOError:
            return left
        except OSError:  # It has ended, or will not answer: the other pipes tell.
            return left[:0]

    def _read(self, output: IO[bytes]) -> None:
        """Reads a part of the answer."""
        with suppress(BlockingIOError):
            part = os.read(output.fileno(), CHUNK)
            if not part:
                raise self._ended()
            self._received += part
        if len(self._received) > MOST_BYTES:
            raise ProgramFailed(
                f"wrote a line of more than {MOST_BYTES:,} bytes{self.last_words()}"
            )

    def _listen(self, errors: IO[bytes]) -> bool:
        """Reads what the program says on standard error; returns whether there can be more."""
        try:
            part = os.read(errors.fileno(), CHUNK)
        except BlockingIOError:
            return True
        self._said = (self._said + part)[-KEPT_BYTES:]
        return bool(part)

    def _unasked(self) -> ProgramFailed:
        """Makes the error for a program that ended or wrote something while nobody asked it."""
        if self.process.poll() is not None or not self._received:
            return self._ended()
        line = self._received.partition(b"\n")[0].decode(errors="replace")
        return ProgramFailed(f"wrote a line that nobody asked for: {brief(line)}")

    def _ended(self) -> ProgramFailed:
        """Makes the error for a program that has ended, or at least closed its output."""
        self._wait()
        code = self.process.poll()
        if code is None:
            return ProgramFailed(f"closed its standard output{self.last_words()}")
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return ProgramFailed(f"{how}: expected an answer{self.last_words()}")

    def _listen_all(self) -> None:
        """Reads all that the program has said on standard error so far."""
        errors = self._streams()[2]
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            before = self._said
            if not self._listen(errors) or self._said == before:
                break

    def _forget_words(self) -> None:
        """Forgets what it has said about earlier questions, which may be those of others."""
        self._listen_all()
        self._said = b""

    def last_words(self) -> str:
        """Returns the last lines of standard error for a message; empty if there are none."""
        self._listen_all()
        lines = [line.strip() for line in self._said.decode(errors="replace").splitlines()]
        shown = [printable(line)[:SHOWN_LENGTH] for line in lines if line][-SHOWN_LINES:]
        return f"; its standard error ends with: {' | '.join(shown)}" if shown else ""

    def stop(self) -> None:
        """Closes its standard input, which tells it to end, and kills it if it does not."""
        with suppress(OSError):
            self._streams()[0].close()
        self._wait()
        self.kill()

    def kill(self) -> None:
        """Kills it; may be called twice."""
        self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        for stream in self._streams():
            with suppress(OSError):
                stream.close()

    def _wait(self) -> None:
        """Gives it a moment to end."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Has programs that are started meanwhile ignore Ctrl-C, which is for Kibitz.

    They inherit what this thread blocks. A process group of their own would do the same, but then
    they would not be killed with the group of a worker.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
