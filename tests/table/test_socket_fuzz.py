"""Whatever is sent to a WebSocket, nobody else notices: no errors, and watchers miss nothing.

The suite opens 300 WebSockets that say something wrong; for more:

    KIBITZ_FUZZ=20000 python -m pytest tests/table/test_socket_fuzz.py
"""

import asyncio
import json
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kibitz.table import app
from kibitz.table.metrics import Metrics
from kibitz.table.server import UNREAD_BYTES, UNREAD_SECONDS, open_socket
from kibitz.table.service import Service
from kibitz.table.settings import Settings
from tests.table.raw_sockets import (
    BINARY,
    CLOSE,
    MORE,
    PING,
    PONG,
    TEXT,
    RawSocket,
    frame,
    raw_socket,
)
from tests.table.servers import PATIENCE, PERSON, TableServer

SOCKETS = int(os.environ.get("KIBITZ_FUZZ", "300"))
MANY = 100
# Seconds to wait for an answer that may never come: a message may not be complete.
SHORT = 0.2
SETTINGS = """
workers = 1
[limits]
requests_per_second = 0
sockets_per_address = 1_000
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("sockets"), settings=SETTINGS)
    yield found
    found.close()
    assert bad_lines(found) == []


def bad_lines(server: TableServer) -> list[Any]:
    """Returns the lines of the log that no client should be able to cause."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return [line for line in lines if line["level"] != "info" or "traceback" in line]


def wait_for_sockets(server: TableServer, count: int) -> None:
    """Waits until so many WebSockets are open."""
    end = time.monotonic() + PATIENCE
    found = ""
    while time.monotonic() < end:
        found = server.call("GET", "/metrics").text
        if re.search(rf"^kibitz_sockets_open {count}\.0$", found, re.M):
            return
        time.sleep(0.05)
    raise AssertionError(re.findall(r"^kibitz_sockets_open.*$", found, re.M))


class Table:
    """A match between two people, and how it goes on.

    Attributes:
        match: its id.
        tokens: the tokens of the two.
        seq: the number of the last event.
    """

    def __init__(self, server: TableServer, game: str) -> None:
        made = server.post("/matches", {"game": game, "seats": [PERSON, PERSON]})
        self.server = server
        self.match = made["match"]["match"]
        self.tokens: list[str] = [*made["tokens"].values()]
        self.path = f"/matches/{self.match}"
        self.live = f"{self.path}/live"
        self.state = server.get(self.path)

    @property
    def seq(self) -> int:
        found: int = self.state["seq"]
        return found

    def play(self) -> None:
        """Plays the first move of the list."""
        body = {"version": self.state["version"], "number": 0}
        token = self.tokens[self.state["turn"]]
        self.state = self.server.post(f"{self.path}/moves", body, token)

    def hello(self, **more: object) -> bytes:
        """Returns the first message of a watcher."""
        return json.dumps({"token": self.tokens[0], **more}).encode()


# What is sent, after the WebSocket is open: bytes, made from a good first message.

JUNK = [b"", b"{", b"[", b'"', b"null", b"-1", b"1e999", b"NaN", b"9" * 60, b"\\ud800", b"\xc3\xa9"]
WRONG_UTF8 = [b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\xaf", b"\x80"]


def mutated(rng: Random, hello: bytes) -> bytes:
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(hello) + 1)
        hello = hello[:at] + rng.choice(JUNK) + hello[at + rng.randrange(4) :]
    return frame(TEXT, hello)


def random_bytes(rng: Random, hello: bytes) -> bytes:
    return rng.randbytes(rng.randrange(1, 200))


def binary(rng: Random, hello: bytes) -> bytes:
    return frame(BINARY, rng.choice([hello, b"", rng.randbytes(50)]))


def fragments(rng: Random, hello: bytes) -> bytes:
    """A message in parts, with other frames between them; some never end."""
    parts = [hello[at : at + 7] for at in range(0, len(hello), 7)]
    sent = frame(rng.choice([TEXT, BINARY]), parts[0], last=False)
    for part in parts[1:]:
        sent += rng.choice([b"", frame(PING, b"x"), frame(PONG), frame(MORE, b"", last=False)])
        sent += frame(MORE, part, last=False)
    return sent + rng.choice([frame(MORE), frame(TEXT, hello), frame(MORE, b"}"), b""])


def huge(rng: Random, hello: bytes) -> bytes:
    size = rng.choice([4_000, 4_096, 4_097, 70_000, 1_000_000])
    text = json.dumps({"token": "x" * size}).encode()
    return rng.choice([frame(TEXT, text), frame(TEXT, text[:4_000], last=False) * 2])


def deep(rng: Random, hello: bytes) -> bytes:
    count = rng.choice([30, 200, 1_000])
    text = rng.choice([b"[" * count, b'{"token":' * count, b'{"after":' + b"[" * count])
    return frame(TEXT, text)


def wrong_utf8(rng: Random, hello: bytes) -> bytes:
    at = rng.randrange(len(hello))
    return frame(TEXT, hello[:at] + rng.choice(WRONG_UTF8) + hello[at:])


def wrong_frames(rng: Random, hello: bytes) -> bytes:
    return rng.choice(
        [
            frame(TEXT, hello, masked=False),
            frame(TEXT, hello, reserved=rng.randrange(1, 8)),
            frame(rng.choice([3, 7, 11, 15]), hello),
            frame(MORE, hello),
            frame(PING, b"x" * 126),
            frame(TEXT, hello)[:-3],
            frame(CLOSE, b"x"),
            frame(CLOSE, rng.choice([b"\x00\x00", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff"])),
        ]
    )


def documents(rng: Random, hello: bytes) -> bytes:
    token, after = json.loads(hello)["token"], rng.choice([0, 1, -1, 1.5, True, None, "1", 2**70])
    names = [token, "", token[:-1], token + "x", None, 5, [token], "é" * 43, "\0" * 43]
    document = {"token": rng.choice(names), "after": after}
    return frame(TEXT, json.dumps(document | rng.choice([{}, {"more": 1}])).encode())


def more_than_one(rng: Random, hello: bytes) -> bytes:
    return frame(TEXT, hello) * rng.randrange(2, 5)


ATTACKS: list[Callable[[Random, bytes], bytes]] = [
    mutated,
    random_bytes,
    binary,
    fragments,
    huge,
    deep,
    wrong_utf8,
    wrong_frames,
    documents,
    more_than_one,
]


def leave(rng: Random, raw: RawSocket) -> list[Any]:
    """Reads what there is, or ends the connection in some way; returns what was sent."""
    way = rng.randrange(6)
    if way == 0:
        raw.reset()
        return []
    if way == 1:
        return []
    found: list[Any] = []
    with suppress(OSError):  # the server may have closed it
        if way == 2:
            raw.socket.shutdown(socket.SHUT_WR)
        else:
            raw.send(frame(CLOSE, b"\x03\xe8"))
        raw.socket.settimeout(SHORT)
        found = [got.document() for got in raw.frames() if got.opcode == TEXT]
    return found


def test_sockets_that_say_anything_harm_nobody(server: TableServer) -> None:
    rng, table = Random(1), Table(server, "jaipur")
    with server.watch(table.match, table.tokens[0]) as mine, server.watch(table.match) as theirs:
        for each in (mine, theirs):
            assert each.next()["type"] == "state"
        for number in range(SOCKETS):
            with raw_socket(server.url) as raw:
                raw.ask(table.live)
                if rng.randrange(8):
                    assert raw.shake() == 101
                with suppress(OSError):
                    raw.send(rng.choice(ATTACKS)(rng, table.hello()))
                for sent in leave(rng, raw):
                    assert sent["type"] in ("refusal", "state", "frame")
                    assert sent["type"] != "state" or sent["seat"] in (0, None)
            if number % 10 == 0 and not table.state["over"]:
                before = table.seq
                table.play()
                # At once: a client that does not read for long hears no answer to its pings.
                for each in (mine, theirs):
                    told = each.until(type="frame", seq=table.seq)
                    numbers = [message["seq"] for message in told if message["type"] == "frame"]
                    assert numbers == [*range(before + 1, table.seq + 1)]
        wait_for_sockets(server, 2)
    assert bad_lines(server) == []


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/matches/%00/live", {}),
        ("/matches/%ff%fe/live", {}),
        (f"/matches/{'x' * 3_000}/live", {}),
        ("/matches/nowhere/live?token=secret", {}),
        ("/matches/../live", {}),
        ("/live", {}),
        ("{live}", {"Origin": "https://elsewhere.example"}),
        ("{live}", {"Host": "elsewhere.example"}),
        ("{live}", {"Sec_WebSocket_Version": "99"}),
        ("{live}", {"Sec_WebSocket_Key": "short"}),
        ("{live}", {"Sec_WebSocket_Protocol": "secret, other"}),
        ("{live}", {"Sec_WebSocket_Extensions": "permessage-deflate; x=é"}),
    ],
)
def test_sockets_that_are_asked_for_in_a_wrong_way_are_refused(
    server: TableServer, path: str, headers: dict[str, str]
) -> None:
    table = Table(server, "leduc")
    with raw_socket(server.url) as raw:
        raw.ask(path.format(live=table.live), **headers)
        status = raw.shake()
        assert status in (101, 400, 403, 404, 426)
        if status == 101:
            raw.send(frame(TEXT, b"{}"))
            first = next(got for got in raw.frames() if got.opcode == TEXT).document()
            # A protocol that the server does not speak, or an extension, changes nothing.
            expected = "state" if "{live}" in path else "refusal"
            assert first["type"] == expected
    assert bad_lines(server) == []


@pytest.mark.parametrize(
    "after", [frame(TEXT, b"\x80"), frame(CLOSE, b"\x03\xe8"), frame(TEXT, b"{}")]
)
def test_text_that_is_not_utf8_can_be_followed_by_anything(
    server: TableServer, after: bytes
) -> None:
    table = Table(server, "leduc")
    with raw_socket(server.url) as raw:
        raw.ask(table.live)
        assert raw.shake() == 101
        raw.send(frame(TEXT, b"\xc0") + after)
        assert [got.opcode for got in raw.frames()] == [CLOSE]
    assert bad_lines(server) == []


def test_many_sockets_get_every_event_in_order(server: TableServer) -> None:
    table = Table(server, "leduc")
    watching: list[RawSocket] = []
    with ExitStack() as all_of_them:
        for number in range(MANY):
            raw = all_of_them.enter_context(raw_socket(server.url))
            raw.ask(table.live)
            assert raw.shake() == 101
            raw.send(frame(TEXT, table.hello() if number % 2 else b"{}"))
            watching.append(raw)
        wait_for_sockets(server, MANY)
        while not table.state["over"]:
            table.play()
        for raw in watching:
            seen: list[int] = []
            for got in raw.frames():
                if got.opcode == TEXT and got.document()["type"] == "frame":
                    seen.append(got.document()["seq"])
                    if seen[-1] == table.seq:
                        break
            # Some were told the state after the first events.
            assert seen == [*range(seen[0], table.seq + 1)]
    wait_for_sockets(server, 0)
    assert bad_lines(server) == []


def test_sockets_that_never_read_hold_up_nobody(tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings=SETTINGS)
    try:
        table = Table(server, "dronewars")
        with ExitStack() as stuck:
            unread: list[RawSocket] = []
            for _ in range(10):
                raw = stuck.enter_context(raw_socket(server.url, small=True))
                raw.ask(table.live)
                assert raw.shake() == 101
                raw.send(frame(TEXT, table.hello()))
                unread.append(raw)
            with server.watch(table.match, table.tokens[1]) as watching:
                # More than the system keeps for a socket.
                while sum(map(len, watching.sent)) < 4 * UNREAD_BYTES:
                    table.play()
                    assert watching.until(type="frame", seq=table.seq)
            # One that begins to read late has missed nothing.
            late: list[int] = []
            for got in unread[0].frames():
                if got.opcode == TEXT and got.document()["type"] == "frame":
                    late.append(got.document()["seq"])
                    if late[-1] == table.seq:
                        break
            assert late == [*range(1, table.seq + 1)]
            assert server.stop() == 0
    finally:
        server.close()
    assert bad_lines(server) == []


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_the_system_ends_connections_that_nobody_reads_from() -> None:
    with open_socket("127.0.0.1", 0) as bound, socket.socket() as client:
        client.connect(bound.getsockname())
        connection, _ = bound.accept()
        with connection:
            # Linux keeps as much again for itself.
            kept = connection.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
            assert UNREAD_BYTES <= kept <= 2 * UNREAD_BYTES
            ended = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert ended == 1_000 * UNREAD_SECONDS


def test_a_socket_that_says_nothing_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "HELLO_SECONDS", 0.05)
    table: Any = app.make_app(Service(Settings(store="sqlite://"), Metrics()))
    sent: list[Any] = []
    connected = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        if not connected:
            await asyncio.Event().wait()
        return connected.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "scheme": "ws",
        "path": "/matches/any/live",
        "raw_path": b"/matches/any/live",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8_000),
        "subprotocols": [],
    }
    asyncio.run(table(scope, receive, send))
    kinds = [message["type"] for message in sent]
    assert kinds == ["websocket.accept", "websocket.send", "websocket.close"]
    assert json.loads(sent[1]["text"])["error"]["code"] == "INVALID_REQUEST"
    assert sent[2]["code"] == 4_400
