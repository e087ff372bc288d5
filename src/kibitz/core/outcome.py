"""Outcomes: how a game ended."""

from typing import Final

from kibitz.core.value import Value


class Outcome(Value):
    """The end of a game: who won, why it ended, and what each seat gets."""

    __match_args__ = ("winner", "reason", "returns")

    def __init__(self, winner: int | None, reason: str, returns: tuple[float, ...]) -> None:
        """Takes the winning seat (None for a draw), how it ended, and the returns by seat."""
        self.winner: Final = winner
        self.reason: Final = reason
        self.returns: Final = returns
