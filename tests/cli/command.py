"""Running the command `kibitz` in tests: in this process, or as one of its own."""

import io
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from kibitz.cli.process import run

PROMPT = "your move (? for help)> "
# A guard against hanging, far beyond what anything here takes.
PATIENCE = 120.0


@dataclass(frozen=True)
class Result:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    def error_line(self) -> str:
        """Returns the one line on the error stream; fails if there is anything else."""
        assert self.code in (1, 2), self
        assert "Traceback" not in self.out + self.err
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1, self.err
        return self.err.strip()


def kibitz(*arguments: str, typed: str = "") -> Result:
    """Runs a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch("sys.stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(list(arguments))
    return Result(code, out.getvalue(), err.getvalue())


def printed(result: Result) -> dict[str, object]:
    """Reads what a command printed with --json."""
    assert result.code == 0, result.err
    found: object = json.loads(result.out)
    assert isinstance(found, dict)
    return found


def command(*arguments: str) -> list[str]:
    """Returns the command line of a process of its own."""
    return [sys.executable, "-m", "kibitz", *arguments]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the environment of a process of its own: as here, but nothing asks for colours."""
    names = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "KIBITZ_DEBUG")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return {**kept, **(extra or {})}


def kibitz_process(
    *arguments: str,
    typed: str | bytes = "",
    folder: Path | None = None,
    extra: Mapping[str, str] | None = None,
) -> Result:
    """Runs a command as a process of its own."""
    done = subprocess.run(
        command(*arguments),
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        cwd=folder,
        env=environment(extra),
        timeout=PATIENCE,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def default_signals() -> None:
    """Lets a child feel Ctrl-C even where this process was started without it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def read_until(source: int, wanted: str, times: int = 1, patience: float = PATIENCE) -> str:
    """Reads from a pipe or terminal until a text has come a number of times, or the end.

    Raises:
        TimeoutError: if neither comes.
    """
    read = b""
    until = time.monotonic() + patience
    while read.decode(errors="replace").count(wanted) < times:
        ready, _, _ = select.select([source], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            text = read.decode(errors="replace")
            raise TimeoutError(f"{wanted!r} did not come; read so far:\n{text}")
        try:
            chunk = os.read(source, 65536)
        except OSError:  # how Linux tells the end of a terminal
            break
        if not chunk:
            break
        read += chunk
    return read.decode(errors="replace")
