"""A real server in a thread, and logs that are put back afterwards."""

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import uvicorn
from starlette.types import ASGIApp

# Seconds that a machine under load may take for something that takes milliseconds.
PATIENCE = 20.0
LOGGERS = ("kibitz", "kibitz.table", "uvicorn", "uvicorn.error", "uvicorn.access", "asyncio")


class Server:
    """An ASGI application on a free port of loopback."""

    def __init__(self, app: ASGIApp, **options: Any) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]
        config = uvicorn.Config(
            app,
            log_config=None,
            proxy_headers=False,
            server_header=False,
            lifespan="off",
            **options,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    def __enter__(self) -> Self:
        self.thread.start()
        wait_until(lambda: self.server.started)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()

    def url(self, path: str, scheme: str = "http") -> str:
        """Returns the URL of a path."""
        return f"{scheme}://127.0.0.1:{self.port}{path}"


def wait_until(condition: Any) -> None:
    """Waits until a function without arguments returns something true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


@contextmanager
def kept_logs() -> Iterator[None]:
    """Puts the loggers that the server sets up back as they were."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(each.level, each.propagate, each.disabled, each.handlers[:]) for each in loggers]
    try:
        yield
    finally:
        for logger, (level, propagate, disabled, handlers) in zip(loggers, before, strict=True):
            logger.setLevel(level)
            logger.propagate, logger.disabled = propagate, disabled
            logger.handlers[:] = handlers
