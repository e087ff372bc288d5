"""Running a command: every error becomes one line on the error stream and an exit code.

What only an error needs is imported when there is one, so that commands start quickly.
"""

import contextlib
import errno
import io
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer import TyperException
from typer.core import TyperGroup
from typer.main import get_command

from kibitz.cli import INTERRUPTED
from kibitz.cli.app import app
from kibitz.cli.options import CheckFailed, Interrupted, show_game_options, with_game_options
from kibitz.core.errors import KibitzError, RuleError
from kibitz.core.value import brief, printable

SUCCESS = 0
FAILED = 1
USAGE = 2
# The parts of the library's log that users see.
NOTICED = ("kibitz.arena", "kibitz.packages")
# Longer words, such as a file typed as an argument, are cut in messages.
LONGEST_WORD = 300
# What pydantic expects, in our words.
WORDS = {
    "a valid integer, unable to parse string as an integer": "a whole number",
    "a valid number, unable to parse string as a number": "a number",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
}
# Shows tracebacks and the library's log, for authors of games and agents.
DEBUG = "KIBITZ_DEBUG"


def run(arguments: list[str]) -> int:
    """Runs the command line and returns the exit code; only `KIBITZ_DEBUG=1` shows a traceback."""
    debug = os.environ.get(DEBUG, "") not in ("", "0")
    command = command_name(arguments)
    prepare(debug, command)
    try:
        group = get_command(app)
        assert isinstance(group, TyperGroup)
        words = with_game_options(group, arguments)
        result = group.main(words, "kibitz", standalone_mode=False)
        show_game_options(group, arguments)
        sys.stdout.flush()
        if result == INTERRUPTED:
            print_error("interrupted", command)
        return result if isinstance(result, int) else SUCCESS
    except SystemExit:
        return exit_quietly()  # Typer met a closed pipe; it raises everything else
    except Exception as error:  # noqa: BLE001 - users get a message, not a traceback
        return report_error(error, command, arguments, debug)


def report_error(error: Exception, command: str, arguments: Sequence[str], debug: bool) -> int:
    """Prints an error in one line and returns the exit code."""
    from kibitz.agents.asking import AgentMisbehaved
    from kibitz.arena.playing import GameFailed
    from kibitz.games.bugs import find_bug

    if isinstance(error, TyperException):
        print_error(f"{plain_message(error)} (see {command} --help)", command)
        return USAGE
    if isinstance(error, Interrupted):
        print_error(str(error), command)
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return exit_quietly()
    message, code = message_of(error, arguments)
    parts = [message, *getattr(error, "__notes__", ())]
    # The original error of a worker process comes as text.
    trace = error.trace if isinstance(error, GameFailed) and error.__cause__ is None else ""
    if debug and not isinstance(
        error, (CheckFailed, AgentMisbehaved)
    ):  # the message of a check says it all
        sys.stderr.write(trace)
        traceback.print_exception(error)
    elif code == FAILED and (trace or find_bug(error) is not None):
        parts.append(f"{DEBUG}=1 shows the traceback")
    print_error("; ".join(parts), command)
    return code


def message_of(error: Exception, arguments: Sequence[str]) -> tuple[str, int]:
    """Returns the message and the exit code of an error."""
    from kibitz.agents.asking import AgentMisbehaved
    from kibitz.agents.outside import OWN_PACKAGE
    from kibitz.agents.programs import BotFailed
    from kibitz.arena.playing import GameFailed
    from kibitz.games.bugs import describe_error, find_bug

    if isinstance(error, OSError):
        return f"{file_of(error)}: {error.strerror or error}", USAGE
    if isinstance(error, (CheckFailed, AgentMisbehaved, BotFailed, GameFailed)):
        return str(error), FAILED
    if isinstance(error, RuleError) or not isinstance(error, KibitzError):
        return describe_error(error, arguments), FAILED
    bug = find_bug(error, arguments)
    # An error of Kibitz may be caused by another one that Kibitz expects, such as a failed import.
    if bug is not None and bug.package != OWN_PACKAGE:
        return f"{error}; {bug}", FAILED
    return str(error), USAGE


def plain_message(error: TyperException) -> str:
    """Writes a message of Typer as Kibitz writes its own: lower case, no full stop."""
    message = error.format_message().rstrip(".").replace(": Value error, ", ": ")
    head, mark, wanted = message.partition(": Input should be ")
    if mark:  # it does not say what was given
        found: Any = error.__cause__  # Any: an error of pydantic, which only Typer imports
        given = brief(found.errors()[0]["input"]) if hasattr(found, "errors") else "another value"
        for theirs, ours in WORDS.items():
            wanted = wanted.replace(theirs, ours)
        message = f"{head}: expected {wanted}, got {given}"
    return message[:1].lower() + message[1:]


def file_of(error: OSError) -> str:
    """Returns the file that an error is about, as far as it is known."""
    try:
        sys.stdout.flush()
        full = error.errno == errno.ENOSPC
    except OSError:
        full = True
    return str(error.filename or ("standard output" if full else "a file"))


class Notices(logging.Handler):
    """Shows what a command notices on the way, such as a worker that is stuck, in one line each."""

    def __init__(self, command: str) -> None:
        super().__init__(logging.WARNING)
        self.command = command

    def emit(self, record: logging.LogRecord) -> None:
        """Prints a notice; what the engine logs about failing rules is part of the results."""
        if record.name in NOTICED:
            print_error(record.getMessage(), self.command)


def prepare(debug: bool, command: str) -> None:
    """Prepares the standard streams for any character, the path of modules, and the log."""
    # For `my_module:MyAgent`; at the end, so that no file here hides an installed module.
    with contextlib.suppress(OSError):  # the folder may be gone
        here = str(Path.cwd())
        if "" not in sys.path and here not in sys.path:
            sys.path.append(here)
    if sys.stdin is None:  # closed by the caller: the same as empty
        sys.stdin = io.StringIO()
    # Closed, too: output is discarded. The files stay open as long as the process runs.
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    log = logging.getLogger("kibitz")
    for handler in [each for each in log.handlers if isinstance(each, Notices)]:
        log.removeHandler(handler)
    if debug:
        logging.basicConfig(level=logging.DEBUG)
    else:
        log.addHandler(Notices(command))


def command_name(arguments: list[str]) -> str:
    """Returns the command that is run, such as `kibitz play`, for error messages."""
    known = {command.name for command in app.registered_commands}
    return f"kibitz {arguments[0]}" if arguments and arguments[0] in known else "kibitz"


def print_error(message: str, command: str) -> None:
    """Writes one line to the error stream."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()
    words = [printable(word) for word in message.split()]
    line = " ".join(
        word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}..." for word in words
    )
    with contextlib.suppress(OSError):
        print(f"{command}: {line}", file=sys.stderr)


def exit_quietly() -> int:
    """Ends without a message if nobody reads the output any more, as after `| head`."""
    discard_output()
    return SUCCESS


def discard_output() -> None:
    """Discards further output: Python flushes once more on exit, which would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
