"""The gate: what every request and WebSocket passes before the server looks at it.

It knows no routes. It refuses requests for other hosts (DNS rebinding), from pages of other origins
(cross-site requests), that are too large or too slow, or too many from one address. It puts the
security headers on every answer, writes one line of log for each request, and turns an error that
nobody caught into an answer that does not show it.

The log never has a query string, a path, a header or a body in it: any of them may hold a token.

The client address is that of the connection, unless a trusted reverse proxy sends the request. The
server must not change it before: start uvicorn with `proxy_headers=False`.
"""

import asyncio
import json
import logging
import math
import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from kibitz.table.metrics import METHODS, Metrics
from kibitz.table.refusal import Refusal
from kibitz.table.settings import (
    PORTS,
    HostPort,
    Origin,
    Settings,
    allowed_hosts,
    read_host,
    read_origin,
)

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
PERMISSIONS_POLICY: Final = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), microphone=(), payment=(), usb=()"
)
SECURITY_HEADERS: Final = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", PERMISSIONS_POLICY.encode()),
]
NO_STORE: Final = (b"cache-control", b"no-store")
REQUEST_ID: Final = b"x-request-id"
# What an application cannot set itself.
OUR_HEADERS: Final = frozenset({REQUEST_ID, *(name for name, _ in SECURITY_HEADERS)})

# What the gate reads of a request.
READ_HEADERS: Final = frozenset(
    (
        b"host",
        b"origin",
        b"content-length",
        b"content-type",
        b"transfer-encoding",
        b"x-forwarded-for",
        b"x-forwarded-proto",
    )
)
SAFE_METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
JSON_TYPE: Final = "application/json"
SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
UNMATCHED: Final = "unmatched"
UNKNOWN: Final = "unknown"
WEBSOCKET: Final = "WEBSOCKET"
# How many digits of a Content-Length are read.
MOST_DIGITS: Final = 18
# The status in the log if the client did not wait for an answer; nginx uses the same number.
CLIENT_LEFT: Final = 499
# Of how many addresses the requests are counted. One takes about 200 bytes.
MOST_ADDRESSES: Final = 50_000
# The codes of a WebSocket that is closed: the server failed, a message is too big, too many.
CLOSE_FAILED: Final = 1011
CLOSE_TOO_BIG: Final = 1009
CLOSE_TOO_MANY: Final = 1008
CLOSE_UNKNOWN: Final = 1006

Address = IPv4Address | IPv6Address
Headers = Mapping[bytes, str]

log = logging.getLogger("kibitz.table")
request_log = logging.getLogger("kibitz.table.requests")


# How many requests.


class Buckets:
    """Limits how often each address does something: a burst, then so many a second.

    For each address it keeps one number, the time at which its bucket is full again. Full buckets
    are forgotten, and so is the least used one of too many.
    """

    def __init__(
        self,
        rate: float,
        burst: int,
        most: int = MOST_ADDRESSES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Makes the buckets, all of them full.

        Args:
            rate: how often a second in the long run; 0 for no limit.
            burst: how often at once after a pause.
            most: how many addresses are remembered.
            clock: returns the time in seconds.
        """
        self._step: Final = 1.0 / rate if rate else 0.0
        self._depth: Final = burst * self._step
        self._most: Final = most
        self._clock: Final = clock
        # By last use, the latest one last.
        self._full_at: Final[OrderedDict[str, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, address: str) -> float:
        """Counts one; returns 0, or how many seconds to wait if there were too many."""
        if not self._step:
            return 0.0
        now = self._clock()
        before = max(self._full_at.get(address, now), now)
        wait = before + self._step - now - self._depth
        # Adding steps loses some precision; a millionth of one does not matter.
        refused = wait > self._step * 1e-6
        self._full_at[address] = before if refused else before + self._step
        self._full_at.move_to_end(address)
        self._forget(now)
        return wait if refused else 0.0

    def _forget(self, now: float) -> None:
        """Forgets up to two addresses, so that their number shrinks faster than it grows."""
        for _ in range(min(2, len(self._full_at))):
            oldest = next(iter(self._full_at))
            if self._full_at[oldest] > now and len(self._full_at) <= self._most:
                return
            del self._full_at[oldest]


# Who asks.


class Client(NamedTuple):
    """Who sends a request.

    Attributes:
        address: the address, for the log.
        counted: what limits count: the address, or for IPv6 its network of 64 bits.
    """

    address: str
    counted: str


NOBODY: Final = Client(UNKNOWN, UNKNOWN)


def read_address(text: str) -> Address | None:
    """Reads an address, with or without a port; None if it is none."""
    return parse_address(text) if len(text) <= 100 else None


@lru_cache(maxsize=4_096)
def parse_address(text: str) -> Address | None:
    """Does the work of `read_address`."""
    bare = text.strip()
    if bare[:1] == "[":
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


@lru_cache(maxsize=4_096)
def client_of(address: Address) -> Client:
    """Returns what the log and the limits call an address."""
    if isinstance(address, IPv4Address):
        return Client(str(address), str(address))
    network = IPv6Address(int(address) >> 64 << 64)
    return Client(str(address), f"{network}/64")


def read_headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    """Collects the headers that the gate needs.

    One that is sent twice is joined with a comma, as HTTP says, and is invalid where only one value
    is allowed.
    """
    found: dict[bytes, str] = {}
    for name, value in pairs:
        if name in READ_HEADERS:
            text = value.decode("latin-1")
            found[name] = f"{found[name]},{text}" if name in found else text
    return found


# What is asked for.


def route_of(scope: Scope) -> str:
    """Returns the template of the path that was asked for, such as `/matches/{id}`."""
    # FastAPI leaves the prefix of an included router out of `route`, and keeps it here.
    context = scope.get("fastapi", {}).get("effective_route_context")
    for route in (context, getattr(context, "starlette_route", None), scope.get("route")):
        path = getattr(route, "path", None)
        if isinstance(path, str) and path:
            return path
    # A mounted application, such as a folder of files. Its own path is a constant.
    if "app_root_path" in scope and not scope.get("path_params"):
        return f"{scope['root_path']}/*"
    return UNMATCHED


def same_origin(scheme: str, host: HostPort | None) -> Origin | None:
    """Returns the origin of the pages of this server, as the client sees it."""
    if host is None:
        return None
    return Origin(scheme, host.host, PORTS[scheme] if host.port is None else host.port)


class Gate:
    """An ASGI application around another one; see the module.

    It leaves two things in the `state` of a request: `address`, which limits of the application
    should count by, and `request_id`.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        large: Mapping[str, int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Puts the gate around an application.

        Args:
            app: the application.
            settings: hosts, origins, proxies and limits.
            metrics: where requests are counted.
            large: paths with a limit of their own, in bytes; they take bodies of any type.
            clock: returns the time in seconds.
        """
        self.app: Final = app
        self.settings: Final = settings
        self.metrics: Final = metrics
        self._large: Final = dict(large or {})
        self._hosts: Final = allowed_hosts(settings)
        self._origins: Final = frozenset(read_origin(text) for text in settings.origins)
        self._proxies: Final = settings.proxy_networks()
        limits = settings.limits
        self._buckets: Final = Buckets(
            limits.requests_per_second, limits.request_burst, clock=clock
        )
        # Requests on their way, by address.
        self._requests: Final[Counter[str]] = Counter()
        # WebSockets that are open, by address and altogether.
        self._sockets: Final[Counter[str]] = Counter()
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request or a WebSocket through, or refuses it."""
        if scope["type"] == "http":
            await self._pass(Request(self, scope, receive, send))
        elif scope["type"] == "websocket":
            await self._pass(Socket(self, scope, receive, send))
        else:
            await self.app(scope, receive, send)

    async def _pass(self, exchange: "Exchange") -> None:
        """Passes on a request or a WebSocket; all errors end here."""
        try:
            self.count(exchange.client)
            exchange.check()
            await self.app(exchange.scope, exchange.receive, exchange.send)
            await exchange.finish()
        except Refusal as refusal:
            await exchange.refuse(refusal)
        except Exception as error:  # noqa: BLE001 - it is logged
            await exchange.fail(error)
        finally:
            exchange.end()

    # Checks.

    def count(self, client: Client) -> None:
        """Counts a request, or a message on a WebSocket.

        Raises:
            Refusal: if there are too many from this address.
        """
        wait = self._buckets.take(client.counted)
        if wait:
            raise Refusal(
                "TOO_MANY",
                "too many requests from this address: wait a moment",
                retry_after=max(1, math.ceil(wait)),
            )

    def check_host(self, headers: Headers) -> HostPort | None:
        """Checks and returns the host that a request is for; None if any is right.

        Raises:
            Refusal: if it is not this server.
        """
        text = headers.get(b"host")
        host = None if text is None else read_host(text)
        if self._hosts is None:
            if text is None or host is not None:
                return host
        elif host is not None and host.host in self._hosts:
            return host
        raise Refusal(
            "INVALID_HOST", "this server does not have this name: see the setting `hosts`"
        )

    def check_origin(self, exchange: "Exchange", host: HostPort | None) -> None:
        """Checks where a page comes from that sends a request.

        Raises:
            Refusal: if it is neither a page of this server nor of an allowed origin.
        """
        text = exchange.headers.get(b"origin")
        if text is None:  # it is not a browser
            return
        origin = read_origin(text)
        if origin is not None and (
            origin in self._origins or origin == same_origin(self._scheme(exchange), host)
        ):
            return
        raise Refusal(
            "INVALID_ORIGIN",
            "pages of another origin may not do this: see the settings `origins` and, if this page "
            "was reached by https, `tls_in_front`",
        )

    def check_body(self, scope: Scope, headers: Headers) -> int:
        """Checks size and type of a body as far as the headers tell, and returns its limit.

        Raises:
            Refusal: if the body is too large or not JSON.
        """
        own = self._large.get(scope["path"])
        limit = self.settings.limits.body_bytes if own is None else own
        length = headers.get(b"content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) <= MOST_DIGITS):
            raise Refusal("INVALID_REQUEST", "the header Content-Length is not a number")
        if int(length) > limit:
            raise too_large(limit)
        has_body = int(length) > 0 or b"transfer-encoding" in headers
        if has_body and own is None and scope["method"] not in SAFE_METHODS:
            kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
            if kind != JSON_TYPE:
                raise Refusal(
                    "UNSUPPORTED_TYPE", f"the body has to be JSON: send Content-Type: {JSON_TYPE}"
                )
        return limit

    def begin(self, client: Client) -> None:
        """Counts a request that is on its way; `end` ends it.

        Raises:
            Refusal: if there are too many from this address.
        """
        most = self.settings.limits.requests_per_address
        if self._requests[client.counted] >= most:
            raise Refusal(
                "TOO_MANY", f"{most} requests from this address are in progress", retry_after=1
            )
        self._requests[client.counted] += 1

    def end(self, client: Client) -> None:
        """Counts a request as answered."""
        self._requests[client.counted] -= 1
        if not self._requests[client.counted]:
            del self._requests[client.counted]

    def admit(self, client: Client) -> None:
        """Counts a WebSocket that is about to open; `leave` ends it.

        Raises:
            Refusal: if there are too many.
        """
        limits = self.settings.limits
        if self._sockets[client.counted] >= limits.sockets_per_address:
            raise Refusal("TOO_MANY", "too many WebSockets from this address", retry_after=10)
        if self._open >= limits.sockets:
            raise Refusal("TOO_MANY", "too many WebSockets", retry_after=10)
        self._sockets[client.counted] += 1
        self._open += 1
        self.metrics.socket_opened()

    def leave(self, client: Client) -> None:
        """Counts a WebSocket as closed."""
        self.metrics.socket_closed()
        self._open -= 1
        self._sockets[client.counted] -= 1
        if not self._sockets[client.counted]:
            del self._sockets[client.counted]

    # What only a trusted proxy may say.

    def is_proxy(self, address: Address | None) -> bool:
        """Tells whether an address is that of a trusted reverse proxy."""
        return address is not None and any(address in network for network in self._proxies)

    def find_client(self, peer: Address | None, headers: Headers) -> Client:
        """Returns who sends a request: the other end of the connection, or who a proxy says."""
        if peer is None:
            return NOBODY
        if self.is_proxy(peer):
            # From the right, where our own proxies write; what is left of an address that we do
            # not trust may be invented.
            for text in reversed(headers.get(b"x-forwarded-for", "").split(",")):
                found = read_address(text)
                if found is None:
                    break
                peer = found
                if not self.is_proxy(found):
                    break
        return client_of(peer)

    def _scheme(self, exchange: "Exchange") -> str:
        """Returns the scheme by which the client reaches the server, `http` or `https`."""
        proxied = self.is_proxy(exchange.peer)
        if proxied:
            text = exchange.headers.get(b"x-forwarded-proto", "").rpartition(",")[2]
            told = SCHEMES.get(text.strip().lower())
            if told is not None:
                return told
        # If the proxies are known, others reach the server without TLS.
        if self.settings.tls_in_front and (proxied or not self._proxies):
            return "https"
        return SCHEMES.get(exchange.scope["scheme"], "http")


# One request or WebSocket on its way.


class Exchange(ABC):
    """A request or a WebSocket on its way through the gate.

    Attributes:
        peer: the other end of the connection; None if it has no address.
        client: who sends it.
        id: names it in the log and in the answer.
        status: the status of the answer; 0 as long as there is none.
        gone: whether the application was told that the client has left.
    """

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        self.gate: Final = gate
        self.scope: Final = scope
        self.headers: Final = read_headers(scope["headers"])
        self.peer: Final = read_address(scope["client"][0]) if scope.get("client") else None
        self.client: Final = gate.find_client(self.peer, self.headers)
        self.id: Final = secrets.token_hex(8)
        self.status = 0
        self.gone = False
        self._receive: Final = receive
        self._send: Final = send
        self._began: Final = time.perf_counter()
        state = scope.setdefault("state", {})
        state["address"], state["request_id"] = self.client.counted, self.id

    # What differs between requests and WebSockets.

    @abstractmethod
    def check(self) -> None:
        """Checks it before the application sees it.

        Raises:
            Refusal: if it is refused.
        """

    @abstractmethod
    async def receive(self) -> Message:
        """Gives the application what the client sent."""

    @abstractmethod
    async def send(self, message: Message) -> None:
        """Sends what the application answers."""

    @abstractmethod
    async def finish(self) -> None:
        """Completes the answer of an application that has returned."""

    @abstractmethod
    async def refuse(self, refusal: Refusal) -> None:
        """Answers with a refusal; if the answer has begun, this is a failure."""

    @abstractmethod
    async def fail(self, error: Exception) -> None:
        """Answers for an application that has failed, and logs why."""

    @abstractmethod
    def end(self) -> None:
        """Counts and logs what is over."""

    # What does not.

    def _log_failure(self, error: Exception) -> Refusal:
        """Logs an error, and returns what the client is told of it."""
        route = route_of(self.scope)
        log.error(
            "request %s failed: %s",
            self.id,
            route,
            exc_info=error,
            extra={"request": self.id, "route": route},
        )
        return Refusal(
            "INTERNAL", "the server failed: its log says why, under this id", request=self.id
        )

    def _answer_headers(self, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """Adds our headers to those of an answer."""
        found, stored = [], False
        for pair in given:
            name = pair[0].lower()
            if name not in OUR_HEADERS:
                found.append(pair)
                stored = stored or name == b"cache-control"
        found += SECURITY_HEADERS
        if not stored:
            found.append(NO_STORE)
        found.append((REQUEST_ID, self.id.encode()))
        return found

    async def _send_refusal(self, refusal: Refusal, prefix: str) -> None:
        """Sends a refusal as an HTTP answer, which a WebSocket can get as well."""
        self.gate.metrics.refused(refusal.code)
        self.status = refusal.status
        body = json.dumps(refusal.to_json()).encode()
        headers = [
            (b"content-type", JSON_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
        ]
        if "retry_after" in refusal.facts:
            headers.append((b"retry-after", str(refusal.facts["retry_after"]).encode()))
        await self._send(
            {
                "type": f"{prefix}.start",
                "status": refusal.status,
                "headers": self._answer_headers(headers),
            }
        )
        await self._send({"type": f"{prefix}.body", "body": body, "more_body": False})

    def _write_log(self, method: str, code: int | None = None) -> None:
        """Counts and logs what is over; a WebSocket has a code."""
        seconds = time.perf_counter() - self._began
        route = route_of(self.scope)
        status = self.status or CLIENT_LEFT
        self.gate.metrics.answered(method, route, status, seconds if code is None else None)
        if not request_log.isEnabledFor(logging.INFO):
            return
        ms = round(1000 * seconds, 1)
        fields: dict[str, object] = {
            "method": method,
            "route": route,
            "status": status,
            "ms": ms,
            "address": self.client.address,
            "request": self.id,
        }
        closed = ""
        if code is not None:
            fields["code"], closed = code, f" closed {code}"
        request_log.info(
            "%s %s %d%s %s ms %s %s",
            method,
            route,
            status,
            closed,
            ms,
            self.client.address,
            self.id,
            extra=fields,
        )


def too_large(limit: int) -> Refusal:
    """Makes the refusal of a body that is too large."""
    return Refusal("TOO_LARGE", f"the body has more than {limit:,} bytes", limit=limit)


class Request(Exchange):
    """An HTTP request.

    An answer with status 500 is held back until the application has returned: the error handler of
    Starlette sends one of its own and raises the error again, and the one of the gate is better.
    """

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(gate, scope, receive, send)
        self._begun = False
        self._limit = 0
        self._read = 0
        self._complete = False
        self._due: Final = time.monotonic() + gate.settings.limits.request_seconds
        # Why the body is not read to its end; the application is told that the client has left.
        self._refused: Refusal | None = None
        self._held: list[Message] = []

    def check(self) -> None:
        """Checks how many there are, host, origin, and what the headers say about the body."""
        self.gate.begin(self.client)
        self._begun = True
        host = self.gate.check_host(self.headers)
        if self.scope["method"] not in SAFE_METHODS:
            self.gate.check_origin(self, host)
        self._limit = self.gate.check_body(self.scope, self.headers)

    async def receive(self) -> Message:
        """Gives the application a part of the body; one that is refused looks like the end."""
        if self._refused is not None:
            return {"type": "http.disconnect"}
        try:
            # Whoever has sent everything may wait for as long as it likes.
            left = None if self._complete else max(0.0, self._due - time.monotonic())
            async with asyncio.timeout(left):
                message = await self._receive()
        except TimeoutError:
            return self._refuse_body(Refusal("TOO_SLOW", "the body did not arrive in time"))
        if message["type"] == "http.disconnect":
            self.gone = True
            return message
        self._complete = not message.get("more_body", False)
        self._read += len(message.get("body", b""))
        if self._read > self._limit:
            return self._refuse_body(too_large(self._limit))
        return message

    def _refuse_body(self, refusal: Refusal) -> Message:
        self._refused, self.gone = refusal, True
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Sends a part of the answer, with our headers."""
        if self._refused is not None and not self.status:
            return  # whatever it says about the disconnect: `finish` or `fail` answers
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": self._answer_headers(message.get("headers", ()))}
        if self.status == 500:
            self._held.append(message)
        else:
            await self._send(message)

    async def finish(self) -> None:
        """Answers if the application could not."""
        if self._refused is not None and not self.status:
            await self.refuse(self._refused)
        elif not self.status and not self.gone:
            await self.fail(RuntimeError("the application gave no answer"))
        for message in self._held:
            await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        """Answers with a refusal."""
        if self._has_begun():
            await self.fail(refusal)
        else:
            self._held.clear()
            await self._send_refusal(refusal, "http.response")

    async def fail(self, error: Exception) -> None:
        """Answers for an application that has failed.

        If the answer has begun, it stays incomplete, and the server closes the connection.
        """
        if self._refused is not None and not self.status:
            await self.refuse(self._refused)
            return
        if self.gone and isinstance(error, ClientDisconnect):
            self.status = self.status if self._has_begun() else CLIENT_LEFT
            return
        refusal = self._log_failure(error)
        if not self._has_begun():
            self._held.clear()
            await self._send_refusal(refusal, "http.response")

    def _has_begun(self) -> bool:
        """Tells whether a part of the answer is on its way."""
        return bool(self.status) and not self._held

    def end(self) -> None:
        """Counts and logs the request."""
        if self._begun:
            self.gate.end(self.client)
        method = self.scope["method"]
        self._write_log(method if method in METHODS else "OTHER")


class Socket(Exchange):
    """A WebSocket.

    Its status is 101 once it is accepted.
    """

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(gate, scope, receive, send)
        self._code = CLOSE_UNKNOWN
        self._admitted = False
        self._cut_off = False
        self._over = False
        self._most: Final = gate.settings.limits.socket_message_bytes

    def check(self) -> None:
        """Checks host and origin, and how many WebSockets there are."""
        self.gate.check_origin(self, self.gate.check_host(self.headers))
        self.gate.admit(self.client)
        self._admitted = True

    async def receive(self) -> Message:
        """Gives the application a message; one that is refused closes the WebSocket."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._code, self.gone = message.get("code", CLOSE_UNKNOWN), True
        elif message["type"] == "websocket.receive":
            if self._is_too_long(message):
                self.gate.metrics.refused("TOO_LARGE")
                return await self._cut(CLOSE_TOO_BIG, "TOO_LARGE")
            try:
                self.gate.count(self.client)
            except Refusal as refusal:
                self.gate.metrics.refused(refusal.code)
                return await self._cut(CLOSE_TOO_MANY, refusal.code)
        return message

    def _is_too_long(self, message: Message) -> bool:
        content = message.get("bytes")
        if content is None:
            text = message.get("text") or ""
            content = text if len(text) > self._most or text.isascii() else text.encode()
        return len(content) > self._most

    async def _cut(self, code: int, reason: str) -> Message:
        """Closes the WebSocket, and tells the application that the client has left."""
        self._cut_off, self._code, self.gone = True, code, True
        with suppress(OSError):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        return {"type": "websocket.disconnect", "code": code, "reason": reason}

    async def send(self, message: Message) -> None:
        """Sends a message, or begins or ends the WebSocket."""
        if self._cut_off:
            return  # the application does not know yet
        kind = message["type"]
        if kind == "websocket.accept":
            self.status = 101
            headers = [*message.get("headers", ()), (REQUEST_ID, self.id.encode())]
            message = {**message, "headers": headers}
        elif kind == "websocket.http.response.start":
            self.status = message["status"]
            message = {**message, "headers": self._answer_headers(message.get("headers", ()))}
        elif kind == "websocket.close":
            self.status = self.status or 403  # the answer of the server before it is accepted
            self._code, self._over = message.get("code", 1000), True
        try:
            await self._send(message)
        except OSError:
            self.gone = True
            raise

    async def finish(self) -> None:
        """Refuses if the application has neither accepted nor refused."""
        if not self.status and not self.gone:
            await self.fail(RuntimeError("the application gave no answer"))

    async def refuse(self, refusal: Refusal) -> None:
        """Refuses the WebSocket with an HTTP answer; without one if the server cannot send it."""
        if self.status:
            await self.fail(refusal)
        elif "websocket.http.response" in (self.scope.get("extensions") or {}):
            with suppress(OSError):
                await self._send_refusal(refusal, "websocket.http.response")
        else:
            self.gate.metrics.refused(refusal.code)
            self.status = 403
            with suppress(OSError):
                await self._send({"type": "websocket.close", "code": CLOSE_TOO_MANY})

    async def fail(self, error: Exception) -> None:
        """Ends the WebSocket of an application that has failed."""
        if self.gone and isinstance(error, WebSocketDisconnect | OSError):
            return
        refusal = self._log_failure(error)
        if not self.status:
            await self.refuse(refusal)
        elif self.status == 101 and not self._over and not self.gone:
            self.gate.metrics.refused(refusal.code)
            await self._cut(CLOSE_FAILED, refusal.code)

    def end(self) -> None:
        """Counts and logs the WebSocket."""
        if self._admitted:
            self.gate.leave(self.client)
        self._write_log(WEBSOCKET, self._code)
