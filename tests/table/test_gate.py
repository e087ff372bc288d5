"""The gate: what it lets through, what it adds, what it logs, and what it survives."""

import asyncio
import io
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI, Request, WebSocket
from fastapi.responses import StreamingResponse
from hypothesis import given
from hypothesis import strategies as st
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from kibitz.core.value import Json
from kibitz.table.gate import CONTENT_SECURITY_POLICY, Buckets, Gate
from kibitz.table.logs import set_up_logs
from kibitz.table.metrics import Metrics
from kibitz.table.refusal import Refusal
from kibitz.table.settings import Settings, make_settings
from tests.table.serving import PATIENCE, Server, kept_logs, wait_until

SECRET = "s3cret"
HERE = "http://127.0.0.1:8000"
JSON_TYPE = {"content-type": "application/json"}


# The application behind the gate.


def make_app() -> FastAPI:
    """Makes an application that answers, fails, and echoes."""
    app = FastAPI()
    add_routes(app)
    add_failing_routes(app)
    add_sockets(app)
    app.mount("/files", StaticFiles(directory=Path(__file__).parent))
    return app


def add_routes(app: FastAPI) -> None:
    router = APIRouter(prefix="/matches")

    @app.get("/hello")
    async def hello(request: Request) -> dict[str, str]:
        return {"address": request.state.address, "id": request.state.request_id}

    @app.post("/json")
    async def take_json(body: dict[str, int]) -> dict[str, int]:
        return body

    @app.post("/raw")
    async def take_raw(request: Request) -> dict[str, int]:
        return {"bytes": len(await request.body())}

    @app.post("/records")
    async def take_record(request: Request) -> dict[str, int]:
        return {"bytes": len(await request.body())}

    @router.get("/{id}")
    async def match(id: str) -> dict[str, str]:
        return {"id": id}

    app.include_router(router, prefix="/api")


def add_failing_routes(app: FastAPI) -> None:
    @app.get("/fail")
    async def fail() -> None:
        raise ValueError(f"with {SECRET}")

    @app.get("/refuse")
    async def refuse() -> None:
        raise Refusal("MATCH_OVER", "the match is over", seat=1)

    @app.get("/begin")
    async def begin() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"begun"
            raise ValueError("in the middle")

        return StreamingResponse(parts(), headers={"content-length": "100"})


def add_sockets(app: FastAPI) -> None:
    router = APIRouter(prefix="/matches")

    @router.websocket("/{id}/socket")
    async def echo(websocket: WebSocket, id: str) -> None:
        await websocket.accept()
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    @app.websocket("/sockets/fail")
    async def socket_fail(websocket: WebSocket) -> None:
        raise ValueError("before")

    @app.websocket("/sockets/fail-later")
    async def socket_fail_later(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.receive_text()
        raise ValueError("later")

    @app.websocket("/sockets/read")
    async def socket_read(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.receive_text()

    @app.websocket("/sockets/write")
    async def socket_write(websocket: WebSocket) -> None:
        await websocket.accept()
        while True:
            await websocket.send_text("tick")
            await asyncio.sleep(0.01)

    @app.websocket("/sockets/refuse")
    async def socket_refuse(websocket: WebSocket) -> None:
        await websocket.close(4000)

    app.include_router(router, prefix="/api")


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A gate around an application, and a client that speaks ASGI."""

    def __init__(
        self,
        app: ASGIApp | None = None,
        peer: str = "127.0.0.1",
        limits: Mapping[str, int] | None = None,
        **changes: Any,
    ) -> None:
        self.clock = Clock()
        self.metrics = Metrics()
        self.settings = make_settings({**changes, "limits": limits or {}}, "test")
        large = {"/records": self.settings.limits.record_bytes}
        self.gate = Gate(app or make_app(), self.settings, self.metrics, large, self.clock)
        self.peer = peer

    def send(
        self, method: str, path: str, base: str = HERE, peer: str = "", **options: Any
    ) -> httpx.Response:
        """Sends one request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.gate, client=(peer or self.peer, 1))
            async with httpx.AsyncClient(transport=transport, base_url=base) as client:
                return await client.request(method, path, **options)

        return asyncio.run(ask())

    def get(self, path: str = "/hello", **options: Any) -> httpx.Response:
        return self.send("GET", path, **options)

    def post(self, path: str = "/json", **options: Any) -> httpx.Response:
        return self.send("POST", path, **{"content": b"{}", "headers": JSON_TYPE, **options})

    def count(self, name: str, **labels: str) -> float:
        """Returns a figure."""
        return self.metrics.registry.get_sample_value(name, labels) or 0.0


def refusal(response: httpx.Response) -> tuple[int, str]:
    """Returns status and code of a refusal."""
    assert response.headers["content-type"] == "application/json"
    return response.status_code, response.json()["error"]["code"]


# Headers.


def check_headers(response: httpx.Response) -> None:
    headers = response.headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cache-control"] == "no-store"
    assert len(headers["x-request-id"]) == 16


@pytest.mark.parametrize("path", ["/hello", "/no/such/path", "/refuse"])
def test_every_answer_has_the_security_headers(path: str) -> None:
    check_headers(Table().get(path))


def test_refusals_of_the_gate_have_them_too() -> None:
    found = Table().get(base="http://evil.example")
    assert found.status_code == 403
    check_headers(found)


def test_an_application_sets_its_cache_control_but_not_our_headers() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [
            (b"Cache-Control", b"max-age=60"),
            (b"Content-Security-Policy", b"default-src *"),
            (b"x-request-id", b"mine"),
            (b"etag", b"kept"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    headers = Table(app).get().headers
    assert headers.get_list("cache-control") == ["max-age=60"]
    assert headers.get_list("content-security-policy") == [CONTENT_SECURITY_POLICY]
    assert headers["etag"] == "kept"
    assert headers["x-request-id"] != "mine"


def test_requests_have_different_ids_which_the_application_knows() -> None:
    table = Table()
    first, second = table.get(), table.get()
    assert first.headers["x-request-id"] == first.json()["id"]
    assert first.json()["id"] != second.json()["id"]


# Host.


@pytest.mark.parametrize(
    "base",
    ["http://127.0.0.1:8000", "http://localhost", "http://LOCALHOST:1", "http://[::1]:8000"],
)
def test_a_server_on_loopback_answers_to_its_names(base: str) -> None:
    assert Table().get(base=base).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8000",
        "evil.example@localhost",
        "localhost, evil.example",
        "",
        "[::1",
        "127.0.0.1:99999",
    ],
)
def test_requests_for_other_hosts_are_refused(host: str) -> None:
    table = Table()
    found = table.get(headers={"host": host})
    assert refusal(found) == (403, "INVALID_HOST")
    assert table.count("kibitz_refusals_total", code="INVALID_HOST") == 1


def test_a_request_without_a_host_or_with_two_is_refused() -> None:
    assert ask(Table().gate, []).status == 403
    two = [(b"host", b"localhost"), (b"host", b"localhost")]
    assert ask(Table().gate, two).status == 403
    assert ask(Table().gate, two[:1]).status == 200


def test_hosts_of_the_settings_are_allowed() -> None:
    table = Table(hosts=["kibitz.example"])
    assert table.get(base="https://kibitz.example").status_code == 200
    assert table.get(base="https://other.example").status_code == 403


def test_a_public_server_without_hosts_answers_to_any_valid_host() -> None:
    table = Table(host="0.0.0.0")
    assert table.get(base="http://any.example:3").status_code == 200
    assert table.get(headers={"host": "any example"}).status_code == 403
    assert ask(table.gate, []).status == 200


# Origin.


@pytest.mark.parametrize(
    ("origin", "base", "status"),
    [
        (None, HERE, 200),
        (HERE, HERE, 200),
        ("http://localhost", "http://localhost:80", 200),
        ("http://[::1]:8000", "http://[::1]:8000", 200),
        ("http://127.0.0.1:8001", HERE, 403),
        ("http://localhost:8000", HERE, 403),
        ("https://127.0.0.1:8000", HERE, 403),
        ("http://evil.example", HERE, 403),
        ("null", HERE, 403),
        ("", HERE, 403),
        (f"{HERE}/", HERE, 403),
        (f"{HERE}, {HERE}", HERE, 403),
        ("http://127.0.0.1:8000@evil.example", HERE, 403),
    ],
)
def test_only_pages_of_this_server_may_change_something(
    origin: str | None, base: str, status: int
) -> None:
    headers = JSON_TYPE if origin is None else {**JSON_TYPE, "origin": origin}
    found = Table().post(base=base, headers=headers)
    assert found.status_code == status
    if status == 403:
        assert refusal(found) == (403, "INVALID_ORIGIN")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "BREW"])
def test_every_method_that_may_change_something_is_checked(method: str) -> None:
    found = Table().send(method, "/hello", headers={"origin": "http://evil.example"})
    assert refusal(found) == (403, "INVALID_ORIGIN")


def test_pages_of_any_origin_may_read_what_browsers_let_them() -> None:
    assert Table().get(headers={"origin": "http://evil.example"}).status_code == 200


def test_origins_of_the_settings_are_allowed() -> None:
    table = Table(origins=["https://cards.example"])
    for origin, status in (("https://cards.example:443", 200), ("http://cards.example", 403)):
        headers = {**JSON_TYPE, "origin": origin}
        assert table.post(headers=headers).status_code == status


@pytest.mark.parametrize(
    ("settings", "peer", "forwarded", "scheme"),
    [
        ({}, "10.0.0.1", "https", "http"),
        ({"tls_in_front": True}, "10.0.0.1", None, "https"),
        ({"proxies": ["10.0.0.1"]}, "10.0.0.1", "https", "https"),
        ({"proxies": ["10.0.0.1"]}, "10.0.0.1", "http, HTTPS ", "https"),
        ({"proxies": ["10.0.0.1"]}, "10.0.0.1", "gopher", "http"),
        ({"proxies": ["10.0.0.1"]}, "10.0.0.1", None, "http"),
        ({"proxies": ["10.0.0.1"]}, "10.0.0.2", "https", "http"),
        ({"proxies": ["10.0.0.1"], "tls_in_front": True}, "10.0.0.1", None, "https"),
        ({"proxies": ["10.0.0.1"], "tls_in_front": True}, "10.0.0.2", None, "http"),
    ],
)
def test_the_scheme_is_part_of_the_origin_and_only_proxies_change_it(
    settings: dict[str, Any], peer: str, forwarded: str | None, scheme: str
) -> None:
    table = Table(peer=peer, hosts=["a.example"], **settings)
    for each in ("http", "https"):
        headers = {**JSON_TYPE, "origin": f"{each}://a.example"}
        if forwarded is not None:
            headers["x-forwarded-proto"] = forwarded
        found = table.post(base="http://a.example", headers=headers)
        assert found.status_code == (200 if each == scheme else 403)


# Bodies.


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("text/plain; application/json", 415),
        ("application/json, text/plain", 415),
        (None, 415),
    ],
)
def test_a_body_has_to_be_json(kind: str | None, status: int) -> None:
    found = Table().post(headers={} if kind is None else {"content-type": kind})
    assert found.status_code == status
    if status == 415:
        assert refusal(found) == (415, "UNSUPPORTED_TYPE")


def test_a_body_of_unknown_length_has_to_be_json_too() -> None:
    assert refusal(Table().post("/raw", content=parts(3, 10), headers={}))[0] == 415


def test_without_a_body_no_type_is_needed() -> None:
    assert Table().send("POST", "/raw").json() == {"bytes": 0}


def test_a_record_may_have_any_type_and_a_limit_of_its_own() -> None:
    table = Table(limits={"body_bytes": 1_024, "record_bytes": 2_048})
    headers = {"content-type": "text/plain"}
    assert table.post("/records", content=b"x" * 2_048, headers=headers).json() == {"bytes": 2_048}
    assert table.post("/records", content=b"x" * 2_049, headers=headers).status_code == 413
    assert table.post("/raw", content=b"x" * 1_024).json() == {"bytes": 1_024}
    assert table.post("/raw", content=b"x" * 1_025).status_code == 413


async def parts(count: int, size: int) -> AsyncIterator[bytes]:
    """Yields a body in parts, so that its length is not known at first."""
    for _ in range(count):
        yield b" " * size


@pytest.mark.parametrize("path", ["/raw", "/json"])
@pytest.mark.parametrize("known", [True, False])
def test_a_body_that_is_too_large_is_refused(path: str, known: bool) -> None:
    table = Table(limits={"body_bytes": 1_024})
    content = b" " * 2_000 if known else parts(20, 100)
    found = table.post(path, content=content)
    assert refusal(found) == (413, "TOO_LARGE")
    assert found.json()["error"]["limit"] == 1_024
    check_headers(found)
    assert table.count("kibitz_refusals_total", code="TOO_LARGE") == 1
    assert table.count(
        "kibitz_requests_total",
        method="POST",
        route="unmatched" if known else path,
        status="413",
    )


def test_a_body_of_unknown_length_may_be_as_large_as_the_limit() -> None:
    table = Table(limits={"body_bytes": 1_024})
    assert table.post("/raw", content=parts(4, 256)).json() == {"bytes": 1_024}


@pytest.mark.parametrize("length", ["", "x", "-1", "+1", "1e3", "1, 1", "0x10", "9" * 30, "²"])
def test_a_length_that_is_not_a_number_is_refused(length: str) -> None:
    headers = [(b"host", b"localhost"), (b"content-length", length.encode("latin-1"))]
    found = ask(Table().gate, headers, method="POST")
    assert found.status == 400
    assert found.json()["error"] == {
        "code": "INVALID_REQUEST",
        "message": "the header Content-Length is not a number",
    }


def test_after_a_refused_body_the_connection_can_be_used_again() -> None:
    with Server(Table(limits={"body_bytes": 1_024}).gate) as server, dial(server) as wire:
        head = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length"
        wire.sendall(f"POST /raw HTTP/1.1\r\n{head}: 500000\r\n\r\n".encode())
        assert read_answer(wire)[0] == 413
        wire.sendall(b"x" * 500_000)
        wire.sendall(f"POST /raw HTTP/1.1\r\n{head}: 4\r\n\r\nabcd".encode())
        assert read_answer(wire) == (200, b'{"bytes":4}')


# How many.


def test_an_address_has_a_burst_and_then_so_many_a_second() -> None:
    table = Table(limits={"requests_per_second": 2, "request_burst": 3})
    assert [table.get().status_code for _ in range(4)] == [200, 200, 200, 429]
    found = table.get()
    assert refusal(found) == (429, "TOO_MANY")
    assert found.headers["retry-after"] == "1"
    assert found.json()["error"]["retry_after"] == 1
    check_headers(found)
    assert table.get(peer="127.0.0.2").status_code == 200
    table.clock.now += 0.5
    assert [table.get().status_code for _ in range(2)] == [200, 429]
    table.clock.now += 1_000
    assert [table.get().status_code for _ in range(4)] == [200, 200, 200, 429]
    assert table.count("kibitz_refusals_total", code="TOO_MANY") == 4


def test_a_slow_rate_says_how_long_to_wait() -> None:
    buckets = Buckets(500 / 3_600, 500, clock=Clock())
    assert {buckets.take("a") for _ in range(500)} == {0.0}
    assert buckets.take("a") == pytest.approx(7.2)


def test_a_network_of_ipv6_is_one_address() -> None:
    table = Table(limits={"request_burst": 1})
    peers = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "::ffff:1.2.3.4", "1.2.3.4"]
    assert [table.get(peer=peer).status_code for peer in peers] == [200, 429, 200, 200, 429]
    assert table.get(peer="2001:db8:0:2::9").json()["address"] == "2001:db8:0:2::/64"


def test_zero_means_no_limit() -> None:
    table = Table(limits={"requests_per_second": 0, "request_burst": 1})
    assert {table.get().status_code for _ in range(20)} == {200}


def test_idle_addresses_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(1.0, 10, clock=clock)
    for at in range(100):
        buckets.take(f"address {at}")
    assert len(buckets) == 100
    clock.now += 60
    for _ in range(60):
        buckets.take("busy")
    assert len(buckets) == 1


def test_no_number_of_addresses_takes_more_memory() -> None:
    buckets = Buckets(1.0, 10, most=50, clock=Clock())
    for at in range(1_000):
        buckets.take(f"address {at}")
        assert len(buckets) <= 50


def test_the_busy_addresses_are_those_that_are_remembered() -> None:
    buckets = Buckets(1.0, 2, most=3, clock=Clock())
    for at in range(100):
        wait = buckets.take("busy")
        assert (wait == 0.0) == (at < 2)
        buckets.take(f"address {at}")


@given(
    rate=st.integers(1, 1_000),
    burst=st.integers(1, 50),
    pauses=st.lists(st.floats(0, 2), max_size=200),
)
def test_no_pattern_of_requests_beats_the_rate(rate: int, burst: int, pauses: list[float]) -> None:
    clock = Clock()
    buckets = Buckets(rate, burst, clock=clock)
    allowed = 0
    for pause in pauses:
        clock.now += pause
        wait = buckets.take("a")
        allowed += not wait
        if wait:
            clock.now += wait + 1e-6
            assert buckets.take("a") == 0.0
            allowed += 1
    assert allowed <= burst + rate * (clock.now - 1_000.0) + 1


# Who asks.


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.9", None, "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.7", None, "10.0.0.7"),
        ("10.0.0.7", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.7", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.7", "1.1.1.1, 198.51.100.1, 10.0.1.8", "198.51.100.1"),
        ("10.0.0.7", "10.0.1.9, 10.0.1.8", "10.0.1.9"),
        ("10.0.0.7", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.7", "[2001:db8::5]:4711", "2001:db8::/64"),
        ("10.0.0.7", "2001:db8::5", "2001:db8::/64"),
        ("10.0.0.7", "unknown", "10.0.0.7"),
        ("10.0.0.7", "1.1.1.1, unknown, 10.0.1.8", "10.0.1.8"),
        ("10.0.0.7", "", "10.0.0.7"),
        ("::ffff:10.0.0.7", "198.51.100.1", "198.51.100.1"),
        ("fd00::1", "198.51.100.1", "198.51.100.1"),
        ("nonsense", "198.51.100.1", "unknown"),
    ],
)
def test_the_address_is_the_last_one_that_is_not_a_proxy(
    peer: str, forwarded: str | None, address: str
) -> None:
    table = Table(peer=peer, proxies=["10.0.0.7", "10.0.1.0/24", "fd00::/8"])
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    assert table.get(headers=headers).json()["address"] == address


def test_several_headers_are_read_in_their_order() -> None:
    table = Table(proxies=["10.0.0.7"])
    headers = [(b"host", b"localhost"), (b"x-forwarded-for", b"1.1.1.1")]
    headers.append((b"x-forwarded-for", b"2.2.2.2"))
    found = ask(table.gate, headers, path="/hello", peer="10.0.0.7")
    assert found.json()["address"] == "2.2.2.2"


def test_a_connection_without_an_address_is_unknown() -> None:
    found = ask(Table().gate, [(b"host", b"localhost")], path="/hello", peer=None)
    assert found.json()["address"] == "unknown"


# The log and the figures.


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[logging.LogRecord]]:
    """Returns what was logged about requests."""
    caplog.set_level(logging.INFO, "kibitz.table")
    return lambda: [each for each in caplog.records if each.name == "kibitz.table.requests"]


Lines = Callable[[], list[logging.LogRecord]]


def test_a_request_is_one_line(lines: Lines) -> None:
    table = Table()
    found = table.get("/api/matches/abc", peer="2001:db8::5")
    (line,) = lines()
    fields = vars(line)
    assert fields["method"] == "GET"
    assert fields["route"] == "/api/matches/{id}"
    assert fields["status"] == 200
    assert fields["ms"] >= 0
    assert fields["address"] == "2001:db8::5"
    assert fields["request"] == found.headers["x-request-id"]
    assert line.getMessage().startswith("GET /api/matches/{id} 200 ")
    labels = {"method": "GET", "route": "/api/matches/{id}", "status": "200"}
    assert table.count("kibitz_requests_total", **labels) == 1
    assert table.count("kibitz_request_seconds_count", route="/api/matches/{id}") == 1


@pytest.mark.parametrize(
    ("method", "path", "route"),
    [
        ("GET", "/hello", "/hello"),
        ("POST", "/hello", "/hello"),
        ("GET", "/files/conftest.py", "/files/*"),
        ("GET", f"/files/{SECRET}", "/files/*"),
        ("GET", f"/{SECRET}", "unmatched"),
        ("GET", f"/api/{SECRET}", "unmatched"),
        ("BREW", "/hello", "/hello"),
    ],
)
def test_routes_are_templates(lines: Lines, method: str, path: str, route: str) -> None:
    Table().send(method, path)
    assert [vars(line)["route"] for line in lines()] == [route]


@pytest.mark.expects_errors
def test_no_secret_gets_into_the_log_of_requests(
    caplog: pytest.LogCaptureFixture, lines: Lines
) -> None:
    table = Table(limits={"body_bytes": 1_024})
    headers = dict.fromkeys(("authorization", "cookie", "user-agent", "referer"), SECRET)
    secret = {"params": {"token": SECRET}, "headers": headers}
    table.get(f"/api/matches/{SECRET}", **secret)
    table.get(f"/{SECRET}", **secret)
    table.get("/fail", **secret)
    table.get(headers={"host": f"{SECRET}.example"})
    table.post(headers={**JSON_TYPE, "origin": f"http://{SECRET}.example"})
    table.post(content=json.dumps({SECRET: 1}))
    table.post(content=SECRET * 1_000)
    table.post(headers={"content-type": SECRET})
    assert len(lines()) == 8
    for line in caplog.records:
        assert SECRET not in line.getMessage()
        fields = {key: value for key, value in vars(line).items() if not key.startswith("exc_")}
        assert SECRET not in repr(fields)


def test_refused_requests_are_logged_and_counted(lines: Lines) -> None:
    table = Table()
    table.get(base="http://evil.example")
    (line,) = lines()
    assert (vars(line)["status"], vars(line)["route"]) == (403, "unmatched")
    labels = {"method": "GET", "route": "unmatched", "status": "403"}
    assert table.count("kibitz_requests_total", **labels) == 1


# Errors.


def inside() -> FastAPI:
    """An application that adds the gate itself, inside of its own error handler."""
    app = make_app()
    app.add_middleware(Gate, settings=Settings(), metrics=Metrics())
    return app


@pytest.mark.expects_errors
@pytest.mark.parametrize("where", ["around", "inside"])
def test_an_error_becomes_an_answer_that_does_not_show_it(
    where: str, caplog: pytest.LogCaptureFixture
) -> None:
    gate: ASGIApp = inside() if where == "inside" else Table().gate

    async def fail() -> httpx.Response:
        transport = httpx.ASGITransport(gate, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            return await client.get("/fail")

    found = asyncio.run(fail())
    assert refusal(found) == (500, "INTERNAL")
    check_headers(found)
    id = found.headers["x-request-id"]
    assert found.json()["error"]["request"] == id
    assert SECRET not in found.text
    (line,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert line.name == "kibitz.table"
    assert id in line.getMessage()
    assert line.exc_info is not None
    assert isinstance(line.exc_info[1], ValueError)


def test_a_refusal_that_nobody_caught_is_an_answer() -> None:
    table = Table()
    found = table.get("/refuse")
    assert refusal(found) == (409, "MATCH_OVER")
    assert found.json()["error"]["seat"] == 1
    assert table.count("kibitz_refusals_total", code="MATCH_OVER") == 1


def test_an_answer_with_status_500_of_the_application_is_sent() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 500, "headers": []})
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        await send({"type": "http.response.body", "body": b"two"})

    found = Table(app).get()
    assert (found.status_code, found.text) == (500, "onetwo")
    check_headers(found)


@pytest.mark.expects_errors
def test_an_application_without_an_answer_has_failed() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        pass

    assert refusal(Table(app).get()) == (500, "INTERNAL")


@pytest.mark.expects_errors
def test_if_the_answer_has_begun_the_connection_is_closed() -> None:
    table = Table()
    with Server(table.gate) as server, dial(server) as wire:
        wire.sendall(b"GET /begin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        content = b"".join(iter(lambda: wire.recv(4_096), b""))
    assert content.startswith(b"HTTP/1.1 200")
    assert content.endswith(b"\r\n\r\nbegun")
    labels = {"method": "GET", "route": "/begin", "status": "200"}
    assert table.count("kibitz_requests_total", **labels) == 1


def test_a_client_that_leaves_is_not_an_error(lines: Lines) -> None:
    table = Table()
    with Server(table.gate) as server:
        with dial(server) as wire:
            head = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 10"
            wire.sendall(f"POST /raw HTTP/1.1\r\n{head}\r\n\r\nabc".encode())
            wait_until(lambda: server.server.server_state.tasks)
        wait_until(lines)
    assert [vars(line)["status"] for line in lines()] == [499]


def test_what_is_not_a_request_passes() -> None:
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    async def nothing(*_: object) -> Any:
        raise AssertionError

    asyncio.run(Table(app).gate({"type": "lifespan"}, nothing, nothing))
    assert seen == [{"type": "lifespan"}]


# WebSockets.


@pytest.fixture
def serve() -> Iterator[Callable[[Table], Server]]:
    """Starts servers, and stops them after the test."""
    servers: list[Server] = []

    def start(table: Table) -> Server:
        servers.append(Server(table.gate).__enter__())
        return servers[-1]

    yield start
    for server in servers:
        server.__exit__(None, None, None)


Serve = Callable[[Table], Server]
SOCKET = "/api/matches/abc/socket"


def open_socket(server: Server, path: str = SOCKET, **options: Any) -> ClientConnection:
    url = server.url(path, "ws")
    found: ClientConnection = connect(url, open_timeout=PATIENCE, **options)
    return found


def refused_socket(server: Server, path: str = SOCKET, **options: Any) -> httpx.Response:
    """Opens a WebSocket that is refused, and returns the answer."""
    with pytest.raises(InvalidStatus) as caught:
        open_socket(server, path, **options)
    found = caught.value.response
    headers = [*found.headers.raw_items()]
    return httpx.Response(found.status_code, headers=headers, content=bytes(found.body))


def test_a_websocket_passes_and_is_one_line_when_it_closes(serve: Serve, lines: Lines) -> None:
    table = Table()
    server = serve(table)
    with open_socket(server, f"{SOCKET}?token={SECRET}") as wire:
        assert wire.response is not None
        id = wire.response.headers["x-request-id"]
        wire.send("hello")
        assert wire.recv(PATIENCE) == "hello"
        assert table.count("kibitz_sockets_open") == 1
        assert not lines()
        wire.close(4001)
    wait_until(lines)
    fields = vars(lines()[0])
    assert fields["method"] == "WEBSOCKET"
    assert fields["route"] == "/api/matches/{id}/socket"
    assert (fields["status"], fields["code"]) == (101, 4001)
    assert fields["request"] == id
    assert SECRET not in lines()[0].getMessage()
    assert table.count("kibitz_sockets_open") == 0
    labels = {"method": "WEBSOCKET", "route": "/api/matches/{id}/socket", "status": "101"}
    assert table.count("kibitz_requests_total", **labels) == 1
    assert not table.count("kibitz_request_seconds_count", route="/api/matches/{id}/socket")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_pages_of_other_origins_cannot_open_a_websocket(serve: Serve, origin: str) -> None:
    found = refused_socket(serve(Table()), additional_headers={"Origin": origin})
    assert refusal(found) == (403, "INVALID_ORIGIN")
    check_headers(found)


def test_pages_of_this_server_and_of_the_settings_can(serve: Serve) -> None:
    server = serve(Table(origins=["https://cards.example"]))
    for origin in (server.url(""), "https://cards.example"):
        with open_socket(server, additional_headers={"Origin": origin}) as wire:
            wire.send("hello")
            assert wire.recv(PATIENCE) == "hello"


def test_a_websocket_for_another_host_is_refused(serve: Serve) -> None:
    server = serve(Table())
    wire = socket.create_connection(("127.0.0.1", server.port))
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://evil.example:{server.port}{SOCKET}", sock=wire)
    assert caught.value.response.status_code == 403
    assert b"INVALID_HOST" in caught.value.response.body


@pytest.mark.parametrize("limit", ["sockets", "sockets_per_address"])
def test_there_may_be_only_so_many_websockets(serve: Serve, limit: str) -> None:
    table = Table(limits={limit: 2})
    server = serve(table)
    with open_socket(server), open_socket(server):
        found = refused_socket(server)
        assert refusal(found) == (429, "TOO_MANY")
        assert found.headers["retry-after"] == "10"
        assert table.count("kibitz_sockets_open") == 2
    wait_until(lambda: not table.count("kibitz_sockets_open"))
    with open_socket(server):
        pass


def test_the_limit_of_an_address_does_not_concern_others(serve: Serve) -> None:
    table = Table(limits={"sockets_per_address": 1}, proxies=["127.0.0.1"])
    server = serve(table)
    headers = [{"X-Forwarded-For": f"198.51.100.{at}"} for at in range(2)]
    with (
        open_socket(server, additional_headers=headers[0]),
        open_socket(server, additional_headers=headers[1]),
    ):
        assert refused_socket(server, additional_headers=headers[0]).status_code == 429


def test_a_websocket_counts_as_a_request(serve: Serve) -> None:
    table = Table(limits={"request_burst": 1})
    server = serve(table)
    with open_socket(server):
        assert refusal(refused_socket(server)) == (429, "TOO_MANY")


def closed_by_server(wire: ClientConnection) -> tuple[int, str]:
    """Waits until a WebSocket is closed, and returns code and reason."""
    with pytest.raises(ConnectionClosed) as caught:
        wire.recv(PATIENCE)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


@pytest.mark.parametrize("message", ["x" * 101, "\N{EURO SIGN}" * 34, b"x" * 101])
def test_a_message_that_is_too_long_closes_the_websocket(
    serve: Serve, lines: Lines, message: str | bytes
) -> None:
    table = Table(limits={"socket_message_bytes": 100})
    with open_socket(serve(table)) as wire:
        wire.send("x" * 100)
        assert wire.recv(PATIENCE) == "x" * 100
        wire.send(message)
        assert closed_by_server(wire) == (1009, "TOO_LARGE")
    wait_until(lines)
    assert vars(lines()[0])["code"] == 1009
    assert table.count("kibitz_refusals_total", code="TOO_LARGE") == 1


def test_too_many_messages_close_the_websocket(serve: Serve) -> None:
    table = Table(limits={"request_burst": 3})
    with open_socket(serve(table)) as wire:
        for _ in range(2):
            wire.send("hello")
            assert wire.recv(PATIENCE) == "hello"
        wire.send("hello")
        assert closed_by_server(wire) == (1008, "TOO_MANY")


def test_an_application_hears_that_the_gate_has_closed_a_websocket(
    serve: Serve, lines: Lines
) -> None:
    heard: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        heard.append(await receive())
        await send({"type": "websocket.send", "text": "too late"})
        await send({"type": "websocket.close", "code": 1000})

    table = Table(app, limits={"socket_message_bytes": 100})
    with open_socket(serve(table)) as wire:
        wire.send("x" * 101)
        assert closed_by_server(wire) == (1009, "TOO_LARGE")
    wait_until(lines)
    assert [(each["type"], each["code"]) for each in heard] == [("websocket.disconnect", 1009)]
    assert vars(lines()[0])["code"] == 1009


@pytest.mark.parametrize("path", ["/sockets/read", "/sockets/write"])
def test_a_client_that_leaves_a_websocket_is_not_an_error(
    serve: Serve, lines: Lines, path: str
) -> None:
    with open_socket(serve(Table()), path):
        pass
    wait_until(lines)
    assert vars(lines()[0])["status"] == 101


@pytest.mark.expects_errors
def test_an_error_before_a_websocket_is_accepted_refuses_it(serve: Serve) -> None:
    found = refused_socket(serve(Table()), "/sockets/fail")
    assert refusal(found) == (500, "INTERNAL")
    check_headers(found)


@pytest.mark.expects_errors
def test_a_later_error_closes_the_websocket(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    table = Table()
    with open_socket(serve(table), "/sockets/fail-later") as wire:
        wire.send("go")
        assert closed_by_server(wire) == (1011, "INTERNAL")
    assert "ValueError: later" in caplog.text
    wait_until(lambda: not table.count("kibitz_sockets_open"))


@pytest.mark.expects_errors
@pytest.mark.parametrize("end", ["websocket.close", "websocket.http.response.start"])
def test_an_error_after_the_end_of_a_websocket_is_logged_once(
    serve: Serve, caplog: pytest.LogCaptureFixture, end: str
) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if end == "websocket.close":
            await send({"type": "websocket.accept"})
            await send({"type": end, "code": 4002})
        else:
            await send({"type": end, "status": 404, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b""})
        raise ValueError("at the end")

    server = serve(Table(app))
    if end == "websocket.close":
        with open_socket(server) as wire:
            assert closed_by_server(wire) == (4002, "")
    else:
        assert refused_socket(server).status_code == 404
    wait_until(lambda: "at the end" in caplog.text)
    assert "Exception in ASGI application" not in caplog.text


def test_an_application_may_refuse_a_websocket(serve: Serve, lines: Lines) -> None:
    assert refused_socket(serve(Table()), "/sockets/refuse").status_code == 403
    wait_until(lines)
    assert (vars(lines()[0])["status"], vars(lines()[0])["code"]) == (403, 4000)


def test_a_server_that_cannot_answer_closes_a_refused_websocket() -> None:
    sent = asyncio.run(run_socket(Table().gate, [(b"host", b"evil.example")], extensions=False))
    assert [each["type"] for each in sent] == ["websocket.close"]


def test_the_real_log_of_a_server_has_no_secret() -> None:
    # By default, uvicorn logs the query strings of WebSockets.
    stream = io.StringIO()
    table = Table()
    with kept_logs():
        set_up_logs("json", stream)
        with Server(table.gate, log_level="info") as server:
            httpx.get(server.url(f"/api/matches/{SECRET}?token={SECRET}"))
            with open_socket(server, f"/api/matches/{SECRET}/socket?token={SECRET}"):
                pass
            refused_socket(server, f"/sockets/refuse?token={SECRET}")
    assert SECRET not in stream.getvalue()
    found = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert sorted(line["status"] for line in found) == [101, 200, 403]


# Any header.


class Answered:
    """What the gate sent for one request."""

    def __init__(self, messages: list[Message]) -> None:
        self.messages = messages
        self.status: int = messages[0]["status"]

    def json(self) -> Any:
        return json.loads(b"".join(each["body"] for each in self.messages[1:]))


def ask(
    gate: ASGIApp,
    headers: list[tuple[bytes, bytes]],
    method: str = "GET",
    path: str = "/hello",
    peer: str | None = "127.0.0.1",
    body: bytes = b"",
) -> Answered:
    """Sends a request with exactly these headers."""
    sent: list[Message] = []
    queue: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": None if peer is None else (peer, 1),
    }

    async def receive() -> Message:
        return queue.pop() if queue else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        await gate(scope, receive, send)

    asyncio.run(run())
    return Answered(sent)


async def run_socket(
    gate: ASGIApp,
    headers: list[tuple[bytes, bytes]],
    peer: str = "127.0.0.1",
    extensions: bool = True,
) -> list[Message]:
    """Opens a WebSocket with exactly these headers, and returns what was sent."""
    sent: list[Message] = []
    queue: list[Message] = [
        {"type": "websocket.connect"},
        {"type": "websocket.disconnect", "code": 1000},
    ]
    scope: Scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": "/",
        "headers": headers,
        "client": (peer, 1),
        "extensions": {"websocket.http.response": {}} if extensions else None,
    }

    async def receive() -> Message:
        return queue.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await gate(scope, receive, send)
    return sent


async def small_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads everything and answers."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


HOSTS = st.sampled_from(
    ["localhost", "127.0.0.1:8000", "[::1]", "evil.example", "a.example", "1.2.3.4", "10.0.0.7"]
)
LATIN = st.text(st.characters(max_codepoint=255), max_size=30)
PIECES = st.lists(
    HOSTS | st.sampled_from(["http://", "https://", ":", ",", " ", "[", "]", "@", "%"])
)
VALUES = st.one_of(
    LATIN,
    HOSTS,
    HOSTS.map("http://{}".format),
    PIECES.map("".join),
    st.ip_addresses().map(str),
    st.lists(st.ip_addresses().map(str) | LATIN, max_size=4).map(", ".join),
    st.integers(-10, 10**20).map(str),
    st.sampled_from(["application/json", "chunked", "https", "null"]),
)
NAMES = st.sampled_from(
    [
        b"host",
        b"origin",
        b"x-forwarded-for",
        b"x-forwarded-proto",
        b"content-length",
        b"content-type",
        b"transfer-encoding",
    ]
)
HEADERS = st.lists(
    st.tuples(NAMES, VALUES.map(lambda text: text.encode("latin-1"))), max_size=8
) | st.builds(
    lambda pairs: [(b"host", b"localhost"), *pairs],
    st.lists(st.tuples(NAMES, VALUES.map(lambda text: text.encode("latin-1"))), max_size=5),
)
CHANGES: list[dict[str, Any]] = [
    {},
    {"proxies": ["0.0.0.0/0", "::/0"], "hosts": ["a.example"]},
    {"host": "0.0.0.0", "proxies": ["10.0.0.0/8"], "tls_in_front": True},
]
TABLES = [Table(small_app, limits={"requests_per_second": 0}, **changes) for changes in CHANGES]
PEERS = st.ip_addresses().map(str) | st.sampled_from(["10.0.0.7", "127.0.0.1"]) | LATIN


@given(
    table=st.sampled_from(TABLES),
    headers=HEADERS,
    method=st.sampled_from(["GET", "POST", "DELETE"]),
    peer=PEERS,
    body=st.sampled_from([b"", b"{}", b"x" * 70_000]),
)
def test_any_headers_are_answered_without_an_error(
    table: Table, headers: list[tuple[bytes, bytes]], method: str, peer: str, body: bytes
) -> None:
    found = ask(table.gate, headers, method=method, peer=peer, body=body)
    assert found.status in (200, 400, 403, 413, 415)
    if found.status == 200:
        assert len(body) <= 65_536


@given(table=st.sampled_from(TABLES), headers=HEADERS, peer=PEERS)
def test_any_headers_of_a_websocket_are_answered_without_an_error(
    table: Table, headers: list[tuple[bytes, bytes]], peer: str
) -> None:
    sent = asyncio.run(run_socket(table.gate, headers, peer))
    if sent[0]["type"] == "websocket.http.response.start":
        assert sent[0]["status"] == 403
    else:
        assert [each["type"] for each in sent] == ["websocket.accept"]
    assert table.count("kibitz_sockets_open") == 0


@given(forwarded=st.lists(VALUES, max_size=3), peer=st.ip_addresses(v=4).map(str))
def test_nobody_but_a_proxy_can_choose_an_address(forwarded: list[str], peer: str) -> None:
    seen: list[Json] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["state"]["address"])
        await small_app(scope, receive, send)

    gate = Gate(app, Settings(proxies=("fd00::/8",)), Metrics())
    pairs = [(b"x-forwarded-for", text.encode("latin-1")) for text in forwarded]
    ask(gate, [(b"host", b"localhost"), *pairs], peer=peer)
    assert seen == [peer]


# On the wire.


def dial(server: Server) -> socket.socket:
    """Connects to a server."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def read_answer(wire: socket.socket) -> tuple[int, bytes]:
    """Reads one answer with a Content-Length, and returns its status and body."""
    content = b""
    while b"\r\n\r\n" not in content:
        content += wire.recv(4_096)
    head, _, body = content.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length")
    )
    while len(body) < length:
        body += wire.recv(4_096)
    return int(head.split()[1]), body
