"""A stand-in for the person, so that advice can be looked at without the game.

It is the client of a host, and plays as `kibitz spire` does. What the host sends, it passes on to a
command that advises, which is a child process: `standin.py --agent simple -- COMMAND`.
"""

import argparse
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from io import RawIOBase
from typing import Final

from kibitz.communicationmod.client.player import STATE, Player, Settings
from kibitz.communicationmod.client.session import PATIENCE, READY, Session


class StandIn(Session):
    """Plays, and passes every line on to the adviser.

    Attributes:
        adviser: the process that advises.
        last: the last line, for an adviser that asks for it.
    """

    def __init__(
        self,
        player: Player,
        source: RawIOBase,
        sink: RawIOBase,
        adviser: "subprocess.Popen[bytes]",
        pace: float,
    ) -> None:
        super().__init__(player, source, sink, None, PATIENCE, pace)
        self.adviser: Final = adviser
        self.last = b""

    def listen(self) -> None:
        """Waits until the adviser is ready, and then reads lines."""
        assert self.adviser.stdout is not None
        if self.adviser.stdout.readline().strip() != READY.encode():
            self.lines.put(None)
            return
        threading.Thread(target=self.serve, daemon=True).start()
        super().listen()

    def serve(self) -> None:
        """Sends the last line again whenever the adviser asks for the state."""
        assert self.adviser.stdout is not None
        for line in self.adviser.stdout:
            if line.strip() == STATE.encode() and self.last:
                self.tell(self.last)

    def hear(self, line: bytes) -> None:
        """Passes a line on before it is answered."""
        self.last = line
        self.tell(line)
        super().hear(line)

    def tell(self, line: bytes) -> None:
        """Sends a line to the adviser; one that has ended needs none."""
        assert self.adviser.stdin is not None
        with suppress(OSError):
            self.adviser.stdin.write(line + b"\n")
            self.adviser.stdin.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays with an adviser beside; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m kibitz.communicationmod.client.standin")
    parser.add_argument("--agent", default="simple")
    parser.add_argument("--character", default="ironclad")
    parser.add_argument("--ascension", type=int, default=0)
    parser.add_argument("--seed", default="")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    settings = Settings(
        options.agent, options.character, options.ascension, options.seed, options.runs
    )
    adviser = subprocess.Popen(options.command[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(0, "rb", buffering=0) as source, open(1, "wb", buffering=0) as sink:
        end = StandIn(Player(settings), source, sink, adviser, options.pace).run()
        assert adviser.stdin is not None
        adviser.stdin.close()
        code = adviser.wait()
    return end.code or code


if __name__ == "__main__":
    sys.exit(main())
