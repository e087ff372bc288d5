"""The player at a terminal: sees the table, answers with a number or in notation."""

import sys
from typing import Final, TextIO, TypeVar

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
)
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)
V = TypeVar("V")

HELP: Final = """\
Answer with the number of a move, or write the move; a beginning that fits only one will do.
  ?   this help
  (an empty line shows the moves again)"""


class EndOfInput(KibitzError):
    """The input ended before a move was chosen."""


class HumanAgent:
    """Asks a person, through any two streams of text."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Takes where to read and where to write; the terminal's own streams if None."""
        self.source: Final = source
        self.sink: Final = sink

    def advise(self, seen: Observation[S, V]) -> Advice[S]:
        """Asks until a legal move is given; survives anything that can be typed.

        Raises:
            EndOfInput: if the input ends.
        """
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


def list_moves(seen: Observation[S, V]) -> str:
    """Numbers the legal moves, from 1, each with what it does in words."""
    width = len(str(len(seen.moves)))
    lines: list[str] = []
    for number, move in enumerate(seen.moves, 1):
        lines.append(f"  {number:>{width}}  {seen.game.describe(seen.view, move)}")
    return "\n".join(lines)


def choose(seen: Observation[S, V], text: str) -> Move[S]:
    """Reads an answer: the number of a legal move, or a move in notation.

    What is allowed at any time, such as conceding, is not in the list but may be written.

    Raises:
        InvalidMoveError: if no move can be read from it.
        AmbiguousMoveError: if it fits several moves.
        IllegalMoveError: if the rules refuse it; the message gives every reason.
    """
    answer = text.strip()
    if answer.isdecimal():
        return numbered(seen, answer)
    # A world that fits what the seat knows stands in for the state: the same moves are legal in it.
    world = seen.game.sample(seen.view, seen.rng.child("reading"))
    move = seen.game.parse(world, answer, seen.seat)
    if move in seen.moves:
        return move
    refusals = RuleEngine(seen.game, seed=0, state=world).explain(move, seen.seat)
    if refusals:
        reasons = "; ".join([refusal.reason for refusal in refusals])
        raise IllegalMoveError(f"illegal move {str(move)!r}: {reasons}")
    return move


def numbered(seen: Observation[S, V], answer: str) -> Move[S]:
    """Returns a legal move by its number in the list."""
    count = len(seen.moves)
    # A longer number is out of range for sure, and Python refuses to read thousands of digits.
    if len(answer) <= len(str(count)):
        number = int(answer)
        if 1 <= number <= count:
            return seen.moves[number - 1]
    raise InvalidMoveError(f"there is no move {answer}; the moves are numbered 1 to {count}")
