"""Clients of a table for its benchmark: HTTP and WebSockets on bare sockets, as cheap as they get.

A client that costs as much as the server would measure itself. So there is no library here: an
answer is read by its length, a message of a WebSocket is cut out of the stream, and spectators
compare bytes instead of reading JSON. As a program, this module is a crowd of spectators, in a
process of its own:

    python -m benchmarks.table.client HOST PORT MATCH COUNT
"""

import asyncio
import json
import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import uvicorn

# Seconds after which something that does not happen counts as a failure.
PATIENCE = 120.0
# Seconds before a request is sent again, and how many WebSockets are opened at a time.
PAUSE = 0.05
OPENING = 50
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FRAME = re.compile(rb'\{"type":"frame","seq":(\d+),')
# Refusals of a server that stops, or whose database does; the same request may be sent again.
PASSING = frozenset(("SHUTTING_DOWN", "STORE_FAILED"))
# What a connection that ends raises.
GONE = (OSError, EOFError, TimeoutError)


class Refused(Exception):
    """A server refused a request that it should not refuse."""


class Address(NamedTuple):
    host: str
    port: int


class Servers:
    """Where the servers are now."""

    def __init__(self) -> None:
        self.running: list[Address] = []

    def add(self, url: str) -> None:
        host, _, port = url.removeprefix("http://").rpartition(":")
        self.running.append(Address(host, int(port)))

    def remove(self, url: str) -> None:
        self.running = [each for each in self.running if url != f"http://{each.host}:{each.port}"]

    async def pick(self) -> Address:
        """Returns any server, as soon as there is one."""
        async with asyncio.timeout(PATIENCE):
            while not self.running:
                await asyncio.sleep(PAUSE)
        return random.choice(self.running)


# HTTP.


class Connection:
    """A connection to a server that is kept open, for one request at a time."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(
        self, method: str, path: str, body: object, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        """Sends a request; returns status and body of the answer.

        Raises:
            OSError, EOFError, TimeoutError: if the connection ends before the answer.
        """
        used = self._streams is not None
        try:
            return await self._call(method, path, body, headers)
        except (EOFError, ConnectionError) as error:
            # The server may close a connection that was not used for a while, just now.
            if not used or getattr(error, "partial", None):
                raise
            return await self._call(method, path, body, headers)

    async def _call(
        self, method: str, path: str, body: object, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._open()
                content = b"" if body is None else json.dumps(body).encode()
                lines = [f"{method} {path} HTTP/1.1", f"Host: {self.address.host}"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                if content:
                    lines.append("Content-Type: application/json")
                lines += [f"Content-Length: {len(content)}", "\r\n"]
                writer.write("\r\n".join(lines).encode() + content)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0])
                return int(head[9:12]), await reader.readexactly(length)
        except BaseException:
            self.close()
            raise

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None and self._streams[0].at_eof():
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self.address)
        return self._streams

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None


class Caller:
    """Sends requests to any server, again and again until one answers.

    Attributes:
        lost: how many requests got no answer.
        allow_loss: whether that may happen, because servers are killed.
    """

    def __init__(self, servers: Servers, *, allow_loss: bool) -> None:
        self.servers = servers
        self.allow_loss = allow_loss
        self.lost = 0
        self._connections: dict[Address, Connection] = {}

    async def call(
        self, method: str, path: str, body: object = None, token: str = "", key: str = ""
    ) -> tuple[Any, int]:
        """Sends a request; returns the answer, and how often it was sent.

        Raises:
            Refused: if it is refused, or gets no answer at all.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        end, tries = time.monotonic() + PATIENCE, 0
        while time.monotonic() < end:
            tries += 1
            try:
                status, text = await self._connection(await self.servers.pick()).call(
                    method, path, body, headers
                )
            except GONE as error:
                self.lost += 1
                if not self.allow_loss:
                    raise Refused(f"{method} {path}: no answer ({error!r})") from error
            else:
                if status in (200, 202):
                    return text, tries
                refusal = json.loads(text)["error"]
                # A server that was killed may have stored the move after all, a moment ago.
                stale = refusal["code"] == "STALE_VERSION" and key != "" and tries > 1
                if not (stale or (refusal["code"] in PASSING and self.allow_loss)):
                    raise Refused(f"{method} {path}: {status} {refusal}")
            await asyncio.sleep(PAUSE)
        raise Refused(f"{method} {path}: no answer in {PATIENCE:.0f} s")

    async def get(self, path: str, token: str = "") -> Any:
        return json.loads((await self.call("GET", path, token=token))[0])

    async def text(self, path: str, token: str = "") -> str:
        found: bytes = (await self.call("GET", path, token=token))[0]
        return found.decode()

    async def post(self, path: str, body: object = None, token: str = "", key: str = "") -> Any:
        return json.loads((await self.call("POST", path, body, token, key))[0])

    def _connection(self, address: Address) -> Connection:
        for old in [each for each in self._connections if each not in self.servers.running]:
            self._connections.pop(old).close()
        if address not in self._connections:
            self._connections[address] = Connection(address)
        return self._connections[address]

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()


# WebSockets.


class Socket(asyncio.Protocol):
    """A WebSocket that listens: it says who it is, answers pings, and passes on texts.

    Args:
        match: the match to watch.
        hello: the first message.
        told: gets every text, and None when the connection is closed.
    """

    def __init__(
        self, match: str, hello: Mapping[str, object], told: Callable[[bytes | None], None]
    ) -> None:
        self._match = match
        self._hello = json.dumps(hello).encode()
        self._told = told
        self._buffer = bytearray()
        self._accepted = False
        self._transport: Any = None  # that of uvloop is not an asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(
            f"GET /matches/{self._match}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: a2liaXR6IGJlbmNobWFyaw==\r\n\r\n".encode()
        )

    def _send(self, kind: int, content: bytes) -> None:
        """Sends a message; clients have to mask them, and zeros are a mask."""
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self._transport.write(bytes([0x80 | kind]) + length + bytes(4) + content)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._accepted:
            head, found, rest = buffer.partition(b"\r\n\r\n")
            if not found:
                return
            self._accepted = head.startswith(b"HTTP/1.1 101")
            if not self._accepted:
                self.close()
                return
            self._send(TEXT, self._hello)
            buffer[:] = rest
        at = 0
        while len(buffer) - at >= 2:
            start, end = extent(buffer, at)
            if len(buffer) < end:
                break
            kind, content = buffer[at] & 15, bytes(buffer[start:end])
            at = end
            if kind == TEXT:
                self._told(content)
            elif kind == PING:
                self._send(PONG, content)
            elif kind == CLOSE:
                self.close()
        del buffer[:at]

    def connection_lost(self, error: Exception | None) -> None:
        self._told(None)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def extent(buffer: bytearray, at: int) -> tuple[int, int]:
    """Returns where the content of the message at a place begins and ends."""
    size, start = buffer[at + 1], at + 2
    if size < 126:
        return start, start + size
    width = 2 if size == 126 else 8
    return start + width, start + width + int.from_bytes(buffer[start : start + width])


async def open_socket(
    address: Address,
    match: str,
    token: str,
    after: int | None,
    told: Callable[[bytes | None], None],
) -> Socket:
    """Watches a match."""
    hello: dict[str, object] = {"token": token} | ({} if after is None else {"after": after})
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(match, hello, told), *address)
    return socket


# Spectators.


class Crowd:
    """Spectators of one match: each must get every event, once, in order, in the same words.

    Attributes:
        match: the match.
        problems: what went wrong.
        received: how many events they got, all together.
        last: when the last of them got an event, by its number.
        everybody: the first event that all of them were there for.
        over: is set when the match is over for all of them.
    """

    def __init__(self, servers: Servers, match: str, count: int, *, allow_loss: bool) -> None:
        self.servers = servers
        self.match = match
        self.count = count
        self.allow_loss = allow_loss
        self.problems: list[str] = []
        self.received = 0
        self.last: dict[int, float] = {}
        self.everybody = 1
        self.over = asyncio.Event()
        self.texts: dict[int, bytes] = {}
        self.spectators: list[Spectator] = []
        self._ended = 0

    async def enter(self) -> None:
        """Opens all WebSockets; returns when every spectator has seen the table."""
        for first in range(0, self.count, OPENING):
            some = [Spectator(self, at) for at in range(first, min(first + OPENING, self.count))]
            self.spectators += some
            await asyncio.gather(*(spectator.enter() for spectator in some))
        self.everybody = max((each.seq for each in self.spectators), default=0) + 1

    def leave(self) -> None:
        for spectator in self.spectators:
            spectator.leave()

    def end(self, seq: int, text: bytes) -> None:
        """Notes that an event was the last one of the match, for one more spectator."""
        if b'"over":true' in text and json.loads(text)["over"]:
            self._ended += 1
            if self._ended == self.count:
                self.over.set()

    def report(self) -> dict[str, Any]:
        return {
            "problems": self.problems[:20],
            "received": self.received,
            "everybody": self.everybody,
            "last": self.last,
            "complete": sum(each.seq == max(self.texts, default=0) for each in self.spectators),
        }


class Spectator:
    """One of a crowd; comes back after it has lost its server."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.number = number
        self.seq = -1
        self._seen = asyncio.Event()
        self._socket: Socket | None = None
        self._left = False
        self._back: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        await self._connect(None)
        async with asyncio.timeout(PATIENCE):
            await self._seen.wait()

    async def _connect(self, after: int | None) -> None:
        crowd = self.crowd
        while not self._left:
            try:
                address = await crowd.servers.pick()
                self._socket = await open_socket(address, crowd.match, "", after, self.hear)
                return
            except GONE:
                if not crowd.allow_loss:
                    raise
                await asyncio.sleep(PAUSE)

    def leave(self) -> None:
        self._left = True
        if self._socket is not None:
            self._socket.close()

    def hear(self, text: bytes | None) -> None:
        """Gets a message, or hears that there will be no more."""
        crowd = self.crowd
        if text is None:
            if not self._left:
                self._lose()
            return
        found = FRAME.match(text)
        if found is None:
            message = json.loads(text)
            if message["type"] != "state":
                crowd.problems.append(f"spectator {self.number} got {message}")
            elif self.seq < 0:
                self.seq = message["seq"]
            self._seen.set()
            return
        seq = int(found[1])
        if seq != self.seq + 1:
            crowd.problems.append(f"spectator {self.number} got event {seq} after {self.seq}")
        self.seq = seq
        crowd.received += 1
        crowd.last[seq] = time.monotonic()
        if crowd.texts.setdefault(seq, text) != text:
            crowd.problems.append(f"spectator {self.number} got another event {seq} than others")
        crowd.end(seq, text)

    def _lose(self) -> None:
        if not self.crowd.allow_loss:
            self.crowd.problems.append(f"spectator {self.number} was sent away")
            self._left = True
        else:
            after = self.seq if self.seq >= 0 else None
            self._back = asyncio.get_running_loop().create_task(self._connect(after))


async def main(host: str, port: int, match: str, count: int) -> None:
    """Watches a match with many spectators until it is over, or until SIGTERM."""
    servers = Servers()
    servers.running.append(Address(host, port))
    crowd = Crowd(servers, match, count, allow_loss=False)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, crowd.over.set)
    await crowd.enter()
    print("ready", flush=True)
    await crowd.over.wait()
    print(json.dumps(crowd.report()), flush=True)
    crowd.leave()


def run(work: Any) -> Any:  # Any: a coroutine and its result
    """Runs a coroutine on the fastest event loop that is installed."""
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        return runner.run(work)


if __name__ == "__main__":
    with suppress(AttributeError):
        os.nice(5)  # The server and its players go first.
    run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
