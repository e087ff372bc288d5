"""Clients that begin a request and do not end it, and those that wait for news all the time."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.table.raw_sockets import RawSocket, raw_socket
from tests.table.servers import PERSON, TableServer

SETTINGS = """
workers = 1
[limits]
request_seconds = 1.0
requests_per_address = 3
"""
HALF_A_HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    found = TableServer(tmp_path_factory.mktemp("slow"), settings=SETTINGS)
    yield found
    found.close()


def read_all(connection: socket.socket) -> bytes:
    """Reads until the server closes the connection."""
    found = b""
    while part := connection.recv(65_536):
        found += part
    return found


@pytest.mark.parametrize("sent", [b"", b"GET /hea", HALF_A_HEAD])
def test_a_connection_on_which_no_request_arrives_is_closed(
    server: TableServer, sent: bytes
) -> None:
    with raw_socket(server.url) as found:
        found.send(sent)
        began = time.monotonic()
        assert read_all(found.socket) == b""
        assert 0.5 < time.monotonic() - began < 15


def drip(connection: RawSocket) -> None:
    """Sends the head of a request in small parts, and never its end."""
    connection.send(HALF_A_HEAD)
    for number in range(100):
        time.sleep(0.1)
        connection.send(f"X-{number}: 0\r\n".encode())


def test_drops_of_a_head_do_not_keep_a_connection_open(server: TableServer) -> None:
    with raw_socket(server.url) as found, pytest.raises(ConnectionError):
        drip(found)


def test_a_second_request_has_to_arrive_as_well(server: TableServer) -> None:
    with raw_socket(server.url) as found:
        found.send(HALF_A_HEAD + b"\r\n" + HALF_A_HEAD)
        answer = read_all(found.socket)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"}")


def test_a_body_that_does_not_arrive_is_refused(server: TableServer) -> None:
    head = [
        "POST /matches HTTP/1.1",
        f"Host: {server.url.removeprefix('http://')}",
        "Content-Type: application/json",
        "Content-Length: 17",
    ]
    with raw_socket(server.url) as found:
        found.send("\r\n".join([*head, "", '{"game"']).encode())
        answer = read_all(found.socket)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b'"TOO_SLOW"' in answer


def test_requests_that_wait_are_limited_and_not_ended(server: TableServer) -> None:
    made = server.post("/matches", {"game": "leduc", "seats": [PERSON, PERSON]})
    path = f"/matches/{made['match']['match']}/frames?after=0&wait=3"
    with ThreadPoolExecutor() as threads:
        began = time.monotonic()
        waiting = [threads.submit(server.get, path) for _ in range(3)]
        time.sleep(0.5)
        server.refused("TOO_MANY", "GET", "/health")
        assert [each.result() for each in waiting] == [{"frames": []}] * 3
        assert time.monotonic() - began > 2.5, "they waited for longer than a request may take"
    assert server.get("/health")["status"] == "ok"


def test_a_watcher_says_nothing_for_as_long_as_it_likes(server: TableServer) -> None:
    made = server.post("/matches", {"game": "leduc", "seats": [PERSON, PERSON]})
    match, token = made["match"]["match"], made["tokens"]["0"]
    with server.watch(match, token) as watching:
        watching.until(type="state")
        time.sleep(2)
        server.post(f"/matches/{match}/resign", token=token)
        assert watching.until(type="frame")[-1]["kind"] == "resigned"


def test_the_time_is_a_setting(tmp_path: Path) -> None:
    server = TableServer(tmp_path, settings="workers = 1\nlimits.request_seconds = 3600.0\n")
    try:
        with raw_socket(server.url) as found:
            found.send(HALF_A_HEAD)
            time.sleep(1.5)
            found.send(b"\r\n")
            assert found.socket.recv(65_536).startswith(b"HTTP/1.1 200")
    finally:
        server.close()
