"""The log of the server: lines of text for people, or of JSON for programs.

A record may have more fields, given as `extra` where it is logged. They are part of the JSON; the
text shows the message only, so a message has to say everything.
"""

import json
import logging
import os
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

from kibitz.core.value import Json

# What every record has; anything else was given as `extra`.
USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# A copy of uvicorn's messages with escape codes.
COLOURED: Final = "color_message"
# Control characters, which could fake lines or confuse a terminal.
CONTROL: Final = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
ENCODER: Final = json.JSONEncoder(default=str)
COLOURS: Final = {logging.WARNING: "33", logging.ERROR: "31", logging.CRITICAL: "31"}
# Loggers that get a handler, and the least level of their messages. uvicorn's own messages about
# WebSockets are below it on purpose: they have the query string in them, which may hold a token.
LEVELS: Final = {
    "kibitz": logging.NOTSET,
    "uvicorn": logging.WARNING,
    "asyncio": logging.WARNING,
}
# What uvicorn 0.54 logs as errors, although a client can cause them. The first comes when a
# WebSocket is refused with an HTTP answer, although the answer is complete; the second when a text
# is not UTF-8, with a traceback. The gate logs how such WebSockets ended.
FALSE_ALARMS: Final = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)


def time_of(record: logging.LogRecord) -> datetime:
    """Returns when a record was made, in UTC."""
    return datetime.fromtimestamp(record.created, UTC)


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Writes `time`, `level`, `logger`, `message`, other fields, and `traceback` if any."""
        line: dict[str, Json | object] = {
            "time": time_of(record).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name, value in vars(record).items():
            if name not in USUAL and name != COLOURED:
                line.setdefault(name, value)
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return ENCODER.encode(line)


class TextFormatter(logging.Formatter):
    """Writes a record as a line for people, and a traceback below it."""

    def __init__(self, *, colours: bool) -> None:
        super().__init__()
        self.colours: Final = colours

    def format(self, record: logging.LogRecord) -> str:
        """Writes the time of day, the level and the message."""
        time = time_of(record).astimezone().strftime("%H:%M:%S")
        level = f"{record.levelname.lower():<8}"
        colour = COLOURS.get(record.levelno)
        if self.colours:
            time = f"\x1b[2m{time}\x1b[0m"
            level = f"\x1b[{colour}m{level}\x1b[0m" if colour else level
        line = f"{time} {level} {record.getMessage().translate(CONTROL)}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up_logs(kind: Literal["text", "json"], stream: TextIO) -> None:
    """Sends the logs of Kibitz and the errors of uvicorn and asyncio to a stream.

    Requests are logged by the gate (`kibitz.table.requests`), so uvicorn's own log of them is
    switched off. uvicorn must be started with `log_config=None`, or it replaces all this.

    Args:
        kind: lines of text, or of JSON.
        stream: where to; text has colours only on a terminal.
    """
    if kind == "json":
        formatter: logging.Formatter = JsonFormatter()
    else:
        formatter = TextFormatter(colours=stream.isatty() and not os.environ.get("NO_COLOR"))
    for name, level in LEVELS.items():
        logger = logging.getLogger(name)
        for old in [each for each in logger.handlers if isinstance(each, LogHandler)]:
            logger.removeHandler(old)
        handler = LogHandler(stream)
        handler.setLevel(level)
        handler.addFilter(lambda record: record.msg not in FALSE_ALARMS)
        handler.setFormatter(formatter)
        logger.addHandler(handler)
        logger.propagate = False
    logging.getLogger("kibitz.table").setLevel(logging.INFO)
    access = logging.getLogger("uvicorn.access")
    access.handlers.clear()
    access.propagate, access.disabled = False, True


class LogHandler(logging.StreamHandler[TextIO]):
    """The handler that `set_up_logs` adds, so that a second call can replace it."""
