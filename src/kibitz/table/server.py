"""The server process: its socket, its event loop, and how it starts and stops."""

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from kibitz.core.errors import KibitzError
from kibitz.table.app import make_app
from kibitz.table.catalogue import list_games
from kibitz.table.gate import Gate
from kibitz.table.metrics import Metrics
from kibitz.table.pages import page_files
from kibitz.table.service import Service
from kibitz.table.settings import Settings

# Connections that wait to be accepted.
BACKLOG: Final = 2_048
# Seconds for requests on their way when the server stops, and after which a watcher that does not
# answer is given up.
STOP_SECONDS: Final = 10
PING_SECONDS: Final = 20.0
# After how many collections of the middle generation the garbage collector searches everything:
# some 15 minutes with 200 matches under way. That stops all threads for half a second then, and
# finds a thousand objects: matches are freed without it.
FULL_COLLECTION: Final = 5_000
# How much the system keeps for a client that does not read what it is sent, and after how many
# seconds it ends the connection. uvicorn would wait for it to read, forever.
UNREAD_BYTES: Final = 131_072
UNREAD_SECONDS: Final = 30.0
# Seconds for clients to read the rest when the server stops.
REST_SECONDS: Final = 2.0
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class ServerError(KibitzError):
    """The server cannot be started."""


def open_socket(host: str, port: int) -> socket.socket:
    """Binds an address, so that nobody else can.

    Raises:
        ServerError: if it is taken, or not one of this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        reason = str(error)
        if isinstance(error, socket.gaierror):
            reason = error.strerror or reason
        elif isinstance(error, OSError) and error.errno:
            reason = os.strerror(error.errno)  # its own text repeats the address
        raise ServerError(f"cannot listen on {host} port {port}: {reason}") from None
    # Every connection gets these from the socket that it came to.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # not on every system
        unread = int(1_000 * UNREAD_SECONDS)
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread)
    return bound


def url_of(bound: socket.socket) -> str:
    """Returns the address of a bound socket for people."""
    host, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def run(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serves the table until the process is told to stop.

    Args:
        settings: how to run it.
        bound: the socket.
        ready: is called when requests are answered.

    Raises:
        KibitzError: if the store cannot be opened, or no agent can be started.
    """
    loop = uvicorn.Config("", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(serve(settings, bound, ready))


async def serve(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serves the table, as `run` does, in a loop that runs already."""
    service = Service(settings, Metrics())
    config = uvicorn.Config(
        make_app(service),
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the gate reads them
        server_header=False,
        date_header=False,
        http=Requesting,
        ws=Watching,
        ws_max_size=2 * settings.limits.socket_message_bytes,  # the gate refuses in words
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # To compress a message for each of a thousand watchers takes longer than to send it.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    server = Server(config, service, ready)
    server.listen_to_signals()
    # Agents are started meanwhile.
    preparing = asyncio.create_task(asyncio.to_thread(prepare))
    try:
        await service.start()
    finally:
        await preparing
    spare_collector()
    try:
        await server.serve([bound])
    finally:
        await service.stop()


def prepare() -> None:
    """Makes what the first visitor asks for: the files of the page, and the list of games."""
    page_files()
    list_games()


def spare_collector() -> None:
    """Keeps the garbage collector from searching modules, and from searching matches often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], FULL_COLLECTION)


class Requesting(HttpToolsProtocol):
    """The protocol of requests; a connection on which none arrives in time is closed.

    The base class waits for the head of a request forever. The gate limits the time of the body.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # TCP only
        """Begins to wait for the first request."""
        self._late: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Reads a part of a request."""
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the waiting."""
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Waits for the head of a request, if there is none whose answer is on its way."""
        expects = self.cycle is None or self.cycle.response_complete
        if expects and self._late is None:
            self._late = self.loop.call_later(self._seconds(), self._give_up)
        elif not expects and self._late is not None:
            self._late.cancel()
            self._late = None

    def _seconds(self) -> float:
        gate = self.config.app
        assert isinstance(gate, Gate)
        return gate.settings.limits.request_seconds

    def _give_up(self) -> None:
        """Closes the connection, unless it has become a WebSocket."""
        if self.transport.get_protocol() is self:
            self.transport.close()


class Watching(WebSocketsSansIOProtocol):
    """The protocol of WebSockets; messages are left unread once the closing has begun.

    For a text that is not UTF-8, the base class would begin it a second time, and fail.
    """

    def send_receive_event_to_app(self) -> None:
        """Passes a message on."""
        if self.conn.state is State.OPEN:
            super().send_receive_event_to_app()
        else:
            self.frames = []


class Server(uvicorn.Server):
    """A server that says when it is ready, and tells the service before it stops."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.service: Final = service
        self.ready: Final = ready

    def listen_to_signals(self) -> None:
        """Makes a signal stop the server, or, before it has started, the task that starts it."""
        loop, starting = asyncio.get_running_loop(), asyncio.current_task()
        assert starting is not None

        def stop(number: int) -> None:
            if self.started:
                self.handle_exit(number, None)
            else:
                starting.cancel()

        for number in SIGNALS:
            loop.add_signal_handler(number, stop, number)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals alone: uvicorn would raise them again at the end."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen."""
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Lets requests on their way finish."""
        await self.service.begin_stop()
        cutting = asyncio.create_task(self.cut_off())
        try:
            await super().shutdown(sockets)
        finally:
            cutting.cancel()

    async def cut_off(self) -> None:
        """Ends connections that are closed, but whose clients do not read the rest."""
        while True:
            await asyncio.sleep(REST_SECONDS)
            for connection in [*self.server_state.connections]:
                if connection.transport.is_closing():
                    connection.transport.abort()
