"""Real servers for tests: processes of `kibitz serve`, and clients that talk to them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

# Seconds for anything that a server has to do.
PATIENCE = 60.0


class TableServer:
    """A process of `kibitz serve`.

    Attributes:
        url: its address.
        log: the file of its log.
    """

    def __init__(
        self,
        folder: Path,
        store: str = "",
        settings: str = "",
        name: str = "server",
        site: Path | None = None,
    ) -> None:
        """Starts a server on any free port, and waits until it is ready.

        Args:
            folder: where its files are.
            store: the URL of its database; a file in the folder by default.
            settings: more settings, in TOML.
            name: what its files are called.
            site: a folder of installed packages besides the usual ones.
        """
        self.site = site
        self.store = store or f"sqlite:///{folder / 'table.db'}"
        self.log = folder / f"{name}.log"
        self.settings = folder / f"{name}.toml"
        self.settings.write_text(settings)
        self.url = ""
        self.start()

    def start(self, port: int = 0) -> None:
        """Starts the process, again after it was stopped or killed; on any free port by default."""
        words = ["serve", "--port", str(port), "--json", "--log", "json", "--settings"]
        sites = [*([str(self.site)] if self.site else []), os.environ.get("PYTHONPATH", "")]
        path = os.pathsep.join(each for each in sites if each)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "kibitz", *words, str(self.settings), "--store", self.store],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": path},
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if not said:
            raise AssertionError(f"the server did not start: {self.log.read_text()}")
        self.url = json.loads(said)["url"]

    @property
    def port(self) -> int:
        """The port that it has, or had when it last ran."""
        return int(self.url.rpartition(":")[2])

    def stop(self) -> int:
        """Tells the process to stop; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """Kills the process as a power cut would."""
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        """Waits for the end of the process."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def close(self) -> None:
        """Ends the process however it is."""
        if self.process.poll() is None:
            self.stop()

    # Talking to it.

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str = "",
        **headers: str,
    ) -> httpx.Response:
        """Sends one request."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        # To load the certificates takes longer than most requests, and there is no TLS here.
        return httpx.request(
            method,
            f"{self.url}{path}",
            json=body,
            headers=sent,
            timeout=PATIENCE,
            verify=False,
        )

    def get(self, path: str, token: str = "") -> Any:
        """Returns a document."""
        return good(self.call("GET", path, token=token))

    def post(self, path: str, body: object = None, token: str = "", **headers: str) -> Any:
        """Sends a document and returns the answer."""
        return good(self.call("POST", path, body, token, **headers))

    def refused(
        self,
        code: str,
        method: str,
        path: str,
        body: object = None,
        token: str = "",
        **headers: str,
    ) -> Any:
        """Sends a request that must be refused, and returns the error."""
        answer = self.call(method, path, body, token, **headers)
        error = answer.json()["error"]
        assert error["code"] == code, answer.text
        return error

    @contextmanager
    def watch(self, match: str, token: str = "", after: int | None = None) -> Iterator["Watching"]:
        """Watches a match."""
        address = self.url.replace("http", "ws", 1)
        with connect(f"{address}/matches/{match}/live", close_timeout=1) as socket:
            hello = {"token": token} | ({} if after is None else {"after": after})
            socket.send(json.dumps(hello))
            yield Watching(socket)


class Watching:
    """A WebSocket that watches a match.

    Attributes:
        sent: everything that was received, as bytes came.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.sent: list[str] = []

    def next(self) -> Any:
        """Returns the next message."""
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.sent.append(text)
        return json.loads(text)

    def until(self, **wanted: object) -> list[Any]:
        """Returns the next messages until one has these fields."""
        found: list[Any] = []
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found.append(self.next())
            if all(found[-1].get(name) == value for name, value in wanted.items()):
                return found
        raise AssertionError(f"no message with {wanted}: {found[-3:]}")


def good(answer: httpx.Response) -> Any:
    """Returns the document of an answer that is not a refusal."""
    assert answer.status_code in (200, 202), answer.text
    return answer.json()


PERSON: Mapping[str, object] = {"kind": "person", "join": True}
