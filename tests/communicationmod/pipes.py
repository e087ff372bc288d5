"""The client as a process of its own, with a test in the place of the mod."""

import json
import queue
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.cli.command import PATIENCE, command, environment

Document = dict[str, Any]  # Any: JSON that tests take apart


class Client:
    """Runs `kibitz spire` and speaks to it over pipes."""

    def __init__(self, log: Path, *arguments: str, patience: float = 60.0) -> None:
        self.log = log
        words = ["spire", "--log", str(log), "--patience", str(patience), "--agent", "simple"]
        self.process = subprocess.Popen(
            command(*words, *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self.listen)
        self.reader.start()

    def listen(self) -> None:
        """Reads what the client sends; an empty line is its end."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put("")

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()

    def send(self, message: Document | str) -> None:
        """Sends a message."""
        text = message if isinstance(message, str) else json.dumps(message)
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def line(self) -> str:
        """Returns the next line of the client; empty at its end."""
        return self.lines.get(timeout=PATIENCE)

    def ask(self, message: Document | str) -> str:
        """Sends a message and returns the answer."""
        self.send(message)
        return self.line()

    def close_input(self) -> None:
        """Ends the input of the client."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def code(self) -> int:
        """Waits for the end and returns the exit code."""
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        """Returns what the client wrote to the error stream, after its end."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def entries(self, kind: str = "") -> list[Document]:
        """Returns the lines of the log: all, or those of a type."""
        found = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [entry for entry in found if kind in ("", entry["type"])]

    def reason(self) -> str:
        """Returns the reason of the end in the log."""
        (end,) = self.entries("end")
        assert isinstance(end["reason"], str)
        return end["reason"]
