"""Running a verb: whatever goes wrong becomes one line on the error stream and an exit code."""

import contextlib
import errno
import io
import logging
import os
import sys
import traceback

from typer import TyperException
from typer.main import get_command

from kibitz.cli import INTERRUPTED
from kibitz.cli.app import app
from kibitz.cli.given import CheckFailed
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
    except TyperException as error:
        message = error.format_message().rstrip(".")
        return complain(f"{message} ({where} --help shows what would do)", where, WRONG_USE)
    except CheckFailed as error:
        return complain(str(error), where, FAILED)
    except OSError as error:
        if error.errno == errno.EPIPE:
            return leave_quietly()
        return complain(f"{error.filename or 'a file'}: {error.strerror}", where, WRONG_USE)
    except Exception as error:  # noqa: BLE001 - the last net: nobody is shown a traceback
        if debug:
            traceback.print_exc()
        if isinstance(error, KibitzError):
            return complain(str(error), where, WRONG_USE)
        what = f"unexpected {type(error).__name__}: {error}"
        return complain(f"{what} ({DEBUG}=1 shows where)", where, FAILED)


def prepare(debug: bool) -> None:
    """Makes the streams forgiving and the library's log silent, or loud where it is asked for."""
    if sys.stdin is None:  # closed by the caller: the same as empty
        sys.stdin = io.StringIO()
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
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        print(f"{where}: {' '.join(message.split())}", file=sys.stderr)
    return code


def leave_quietly() -> int:
    """Ends without complaint when the reader of the output has gone, as after `| head`."""
    # Python flushes once more on exit, which would fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE
