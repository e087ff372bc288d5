"""Reading lines from the player, with editing, history and completion; and Ctrl-C."""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from types import FrameType, TracebackType
from typing import Self

from rich.console import Console

from kibitz.agents.human import EndOfInput

# So many presses of Ctrl-C stop even what must not be interrupted, such as a rule that never ends.
MOST_PRESSED = 3


class Prompt:
    """Asks for lines; on a terminal the tab key completes moves and commands."""

    def __init__(self, screen: Console) -> None:
        """Sets up line editing if both input and output are a terminal."""
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.coloured = screen.color_system is not None and not screen.no_color
        self.words: list[str] = []
        # Whether a line is being typed.
        self.asking = False
        if self.interactive:
            self.enable_completion()

    def enable_completion(self) -> None:
        """Turns on completion; some builds of Python have no readline."""
        with contextlib.suppress(ImportError):
            import readline

            readline.set_completer(self.complete)
            readline.set_completer_delims("")
            readline.parse_and_bind("tab: complete")

    def complete(self, text: str, index: int) -> str | None:
        """Returns one of the words that start with the text; None after the last one."""
        fitting = [word for word in self.words if word.startswith(text.lower())]
        return fitting[index] if index < len(fitting) else None

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """Reads a line; `words` are what the tab key offers.

        Raises:
            EndOfInput: if the input has ended.
        """
        self.words = list(words)
        if self.interactive:
            try:
                # The marks tell readline which characters have no width.
                shown = f"\001\033[1;36m\002{prompt}\001\033[0m\002" if self.coloured else prompt
                self.asking = True
                line = input(shown)
                self.asking = False
                return line.strip()
            except EOFError:
                print()
                raise EndOfInput("the input ended") from None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        # Piped input is not visible, so it is repeated: the output reads as a transcript.
        print(line.rstrip("\r\n"))
        if not line:
            raise EndOfInput("the input ended")
        return line.strip()

    def dropped(self) -> str:
        """Returns what had been typed when Ctrl-C ended `ask`; empty where nobody can tell."""
        asked, self.asking = self.asking, False
        with contextlib.suppress(ImportError):
            import readline

            return readline.get_line_buffer().strip() if asked else ""
        return ""


class Interrupts:
    """Ctrl-C as a session feels it: it ends a wait, and never disturbs a change of the match.

    A wait is for a line, or for an agent that thinks. If Ctrl-C is pressed while nothing waits, the
    next wait ends at once.
    """

    def __init__(self) -> None:
        """Leaves Ctrl-C as it is until the session begins."""
        self.pressed = 0
        self.waiting = False
        self.installed = False

    def __enter__(self) -> Self:
        # Only the main thread gets signals. Where they are ignored, as under nohup, they stay so.
        ours = threading.current_thread() is threading.main_thread()
        if ours and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self.handle)
            self.installed = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Ends a wait, or remembers that Ctrl-C was pressed."""
        self.pressed += 1
        if self.waiting or self.pressed >= MOST_PRESSED:
            self.pressed = 0
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def wait(self) -> Iterator[None]:
        """Lets Ctrl-C end the block.

        Raises:
            KeyboardInterrupt: if it is pressed, or was pressed before.
        """
        self.waiting = True
        try:
            if self.pressed:
                self.pressed = 0
                raise KeyboardInterrupt
            yield
        finally:
            self.waiting = False
