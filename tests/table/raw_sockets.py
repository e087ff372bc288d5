"""WebSockets byte by byte: frames that no library would send."""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.table.servers import PATIENCE

TEXT, BINARY, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0
# Small, so that a socket that is not read from is soon full.
BUFFER = 4_096
# Every client may choose its mask; with this one the bytes can be read in a log.
MASK = b"\0\0\0\0"


def frame(
    opcode: int, payload: bytes = b"", *, last: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """Writes a frame of a client."""
    first = (0x80 if last else 0) | reserved << 4 | opcode
    bit = 0x80 if masked else 0
    if len(payload) < 126:
        head = struct.pack("!BB", first, bit | len(payload))
    elif len(payload) < 65_536:
        head = struct.pack("!BBH", first, bit | 126, len(payload))
    else:
        head = struct.pack("!BBQ", first, bit | 127, len(payload))
    return head + (MASK if masked else b"") + payload


class Got(NamedTuple):
    """A frame of the server."""

    opcode: int
    payload: bytes

    @property
    def code(self) -> int:
        """The code of a frame that closes."""
        found: int = struct.unpack("!H", self.payload[:2])[0]
        return found

    def document(self) -> Any:
        """Returns the JSON of a text."""
        return json.loads(self.payload)


class RawSocket:
    """A connection that may become a WebSocket."""

    def __init__(self, url: str, small: bool = False) -> None:
        """Connects.

        Args:
            url: the address of the server.
            small: whether the system may keep only a little for this socket.
        """
        place = urlsplit(url)
        self.host = f"{place.hostname}:{place.port}"
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((place.hostname, place.port))
        self.received = b""

    def ask(self, path: str, **headers: str) -> None:
        """Asks for a WebSocket, and does not wait for the answer."""
        wanted = {
            "Host": self.host,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version": "13",
        } | {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in wanted.items())]
        self.send("\r\n".join([*lines, "", ""]).encode())

    def send(self, content: bytes) -> None:
        """Sends bytes."""
        self.socket.sendall(content)

    def shake(self) -> int:
        """Reads the answer to `ask`, and returns its status."""
        while b"\r\n\r\n" not in self.received:
            self._more()
        head, _, self.received = self.received.partition(b"\r\n\r\n")
        return int(head.split()[1])

    def frames(self) -> Iterator[Got]:
        """Reads frames until the server closes the connection."""
        try:
            while True:
                first, second = self._take(2)
                size = second & 0x7F
                if size == 126:
                    size = struct.unpack("!H", self._take(2))[0]
                elif size == 127:
                    size = struct.unpack("!Q", self._take(8))[0]
                yield Got(first & 0x0F, self._take(size))
        except ConnectionError:
            return

    def reset(self) -> None:
        """Ends the connection without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def _take(self, size: int) -> bytes:
        while len(self.received) < size:
            self._more()
        found, self.received = self.received[:size], self.received[size:]
        return found

    def _more(self) -> None:
        found = self.socket.recv(65_536)
        if not found:
            raise ConnectionError("the server has closed the connection")
        self.received += found


@contextmanager
def raw_socket(url: str, *, small: bool = False) -> Iterator[RawSocket]:
    """Connects, and closes the connection at the end."""
    found = RawSocket(url, small)
    try:
        yield found
    finally:
        found.socket.close()
