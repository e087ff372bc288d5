"""The player at a terminal: sees the table, answers with a number or in notation."""

import sys
from typing import Final, TextIO, TypeVar

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, KibitzError
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

HELP: Final = """\
Type the number of a move, or the move itself; its first letters are enough if only one move fits.
  ?   this help
  (an empty line lists the moves again)"""


class EndOfInput(KibitzError):
    """The input ended before a move was chosen."""


class HumanAgent:
    """Asks a person, through any two streams of text."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Reads from `source` and writes to `sink`; from and to the terminal if None."""
        self.source: Final = source
        self.sink: Final = sink

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Asks until the person chooses a legal move; any other input is explained.

        Raises:
            EndOfInput: if the input ends.
        """
        seen.check_turn()
        self.say(seen.game.render(seen.view))
        self.say(list_moves(seen))
        while True:
            text = self.ask(f"seat {seen.seat}> ")
            if text in ("", "?"):
                self.say(HELP if text else list_moves(seen))
                continue
            try:
                move = choose(seen, text)
            except (InvalidMoveError, AmbiguousMoveError, IllegalMoveError) as error:
                self.say(str(error))
                continue
            reason = Reason("choice", 0.0, "chosen by hand")
            return Advice(move, 0.0, (Option(move, 0.0, (reason,)),))

    def say(self, text: str) -> None:
        """Writes a line."""
        sink = sys.stdout if self.sink is None else self.sink
        sink.write(text + "\n")

    def ask(self, prompt: str) -> str:
        """Reads a line."""
        sink = sys.stdout if self.sink is None else self.sink
        sink.write(prompt)
        sink.flush()
        line = (sys.stdin if self.source is None else self.source).readline()
        if not line:
            sink.write("\n")
            raise EndOfInput("the input ended before a move was chosen")
        return line.strip()

    def __repr__(self) -> str:
        return "HumanAgent()"


def list_moves(seen: Observation[S, V]) -> str:
    """Numbers the legal moves, from 1, each with a description."""
    width = len(str(len(seen.moves)))
    lines: list[str] = []
    for number, move in enumerate(seen.moves, 1):
        lines.append(f"  {number:>{width}}  {seen.game.describe(seen.view, move)}")
    return "\n".join(lines)


def choose(seen: Observation[S, V], text: str) -> Move[S]:
    """Reads an answer: the number of a legal move, or a move in notation.

    A move that is allowed at any time, such as conceding, is not listed but can be typed.

    Raises:
        InvalidMoveError: if the text is not a move.
        AmbiguousMoveError: if it fits several moves.
        IllegalMoveError: if the rules refuse the move; the message gives every reason.
    """
    if text.strip().isdecimal():
        return numbered(seen, text.strip())
    # An agent has no match to read the move in. The same moves are legal in every world that fits
    # what its seat knows.
    world = seen.game.sample(seen.view, seen.rng.child("reading"))
    return read_move(RuleEngine(seen.game, seed=0, state=world), text, seen.seat)


def numbered(seen: Observation[S, V], number: str) -> Move[S]:
    """Returns a legal move by its number in the list.

    Raises:
        InvalidMoveError: if there is no such number.
    """
    count = len(seen.moves)
    # A longer number is out of range, and Python refuses to read thousands of digits.
    if len(number) <= len(str(count)) and 1 <= int(number) <= count:
        return seen.moves[int(number) - 1]
    raise InvalidMoveError(f"there is no move {number}; the moves are numbered 1 to {count}")


def read_move(engine: RuleEngine[S, V], text: str, seat: int) -> Move[S]:
    """Reads a legal move in notation without playing it.

    Raises:
        InvalidMoveError: if the text is not a move.
        AmbiguousMoveError: if it fits several moves.
        IllegalMoveError: if the rules refuse the move; the message gives every reason.
    """
    move = engine.parse(text, seat)
    reasons = [refusal.reason for refusal in engine.explain(move, seat)]
    if reasons:
        raise IllegalMoveError(f"illegal move {str(move)!r}: {'; '.join(reasons)}")
    return move
