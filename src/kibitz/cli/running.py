"""Running a verb: whatever goes wrong becomes one line on the error stream and an exit code."""

import contextlib
import errno
import io
import logging
import os
import sys
import traceback
from pathlib import Path

from typer import TyperException
from typer.main import get_command

from kibitz.cli import INTERRUPTED
from kibitz.cli.app import app
from kibitz.cli.given import CheckFailed, Interrupted
from kibitz.core.errors import KibitzError

FINE = 0
FAILED = 1
WRONG_USE = 2
# Shows tracebacks and the library's log, for those who work on a game.
DEBUG = "KIBITZ_DEBUG"


def run(arguments: list[str]) -> int:
    """Runs the command line and returns the exit code; only `KIBITZ_DEBUG=1` shows a traceback."""
    debug = os.environ.get(DEBUG, "") not in ("", "0")
    prepare(debug)
    where = prefix(arguments)
    try:
        result = get_command(app).main(arguments, "kibitz", standalone_mode=False)
        sys.stdout.flush()
        if result == INTERRUPTED:
            complain("interrupted", where)
        return result if isinstance(result, int) else FINE
    except SystemExit:
        return leave_quietly()  # Typer met a closed pipe; all else it raises as it is
    except Exception as error:  # noqa: BLE001 - the last net: nobody is shown a traceback
        return explain(error, where, debug)


def explain(error: Exception, where: str, debug: bool) -> int:
    """Says in one line what went wrong and returns the exit code."""
    notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
    if isinstance(error, TyperException):
        message = error.format_message().rstrip(".")
        return complain(f"{message} ({where} --help shows what would do)", where, WRONG_USE)
    if isinstance(error, Interrupted):
        return complain(str(error), where, INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        return leave_quietly()
    if debug and not isinstance(error, CheckFailed):
        traceback.print_exception(error)
    if isinstance(error, OSError):
        message = f"{culprit(error)}: {error.strerror or error}"
        return complain(f"{message}{notes}", where, WRONG_USE)
    if isinstance(error, KibitzError):
        code = FAILED if isinstance(error, CheckFailed) else WRONG_USE
        return complain(f"{error}{notes}", where, code)
    what = f"unexpected {type(error).__name__}: {error}{notes}"
    return complain(f"{what} ({DEBUG}=1 shows where)", where, FAILED)


def culprit(error: OSError) -> str:
    """Names the file that an error is about; those of Kibitz itself are named where they fail."""
    try:
        sys.stdout.flush()
        full = error.errno == errno.ENOSPC
    except OSError:
        full = True
    return str(error.filename or ("standard output" if full else "a file"))


def prepare(debug: bool) -> None:
    """Makes the streams forgiving and the library's log silent, or loud where it is asked for."""
    if sys.stdin is None:  # closed by the caller: the same as empty
        sys.stdin = io.StringIO()
    # Closed, too: what is written goes nowhere. They stay open as long as the process.
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if debug:
        logging.basicConfig(level=logging.DEBUG)
    elif not logging.getLogger("kibitz").handlers:
        logging.getLogger("kibitz").addHandler(logging.NullHandler())


def prefix(arguments: list[str]) -> str:
    """Names the verb that is being run, for error messages."""
    known = {
        command.name or str(command.callback.__name__)
        for command in app.registered_commands
        if command.callback
    }
    return f"kibitz {arguments[0]}" if arguments and arguments[0] in known else "kibitz"


def complain(message: str, where: str, code: int = INTERRUPTED) -> int:
    """Writes one line to the error stream and returns the exit code."""
    try:
        sys.stdout.flush()
    except OSError:
        silence()
    with contextlib.suppress(OSError):
        print(f"{where}: {' '.join(message.split())}", file=sys.stderr)
    return code


def leave_quietly() -> int:
    """Ends without complaint when the reader of the output has gone, as after `| head`."""
    silence()
    return FINE


def silence() -> None:
    """Sends the output nowhere: Python flushes once more on exit, which would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
