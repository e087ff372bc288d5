"""Reading lines from the player, with editing, history and completion on a terminal."""

import contextlib
import sys
from collections.abc import Sequence

from kibitz.agents.human import EndOfInput


class Prompt:
    """Asks for lines; on a terminal the tab key completes moves and commands."""

    def __init__(self) -> None:
        """Sets up line editing if both input and output are a terminal."""
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.words: list[str] = []
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
                return input(f"\001\033[1;36m\002{prompt}\001\033[0m\002").strip()
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
